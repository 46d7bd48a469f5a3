//! Which transitions need not be taken any more: all that can be reached through them has been explored. Random walks that
//! avoid them draw without replacement.
//!
//! A transition is exhausted if it leads nowhere or to a state whose transitions all are. That is less than the truth on cycles,
//! whose transitions wait for each other for ever, but it needs no second look at what was explored.

use hashbrown::HashMap;
use space::{Pick, System};

use crate::explorer::{Explorer, Node};

#[derive(Default)]
pub struct Exhausted {
    /// A bit per alternative of a state. States with more of them are not kept.
    picks: HashMap<u32, u64>,
}

const ALTERNATIVES_MAX: u32 = u64::BITS;

impl Exhausted {
    /// The alternatives of `node` that are left.
    pub fn left<S: System>(&self, explorer: &mut Explorer<'_, S>, node: &Node) -> Vec<Pick> {
        let known = self.picks.get(&node.id.0).copied().unwrap_or(0);
        let is_left = |pick: &Pick| ALTERNATIVES_MAX <= pick.0 || known & (1 << pick.0) == 0;
        explorer.picks(node).filter(is_left).collect()
    }

    pub fn is_left(&self, node: &Node, pick: Pick) -> bool {
        ALTERNATIVES_MAX <= pick.0 || self.picks.get(&node.id.0).is_none_or(|known| known & (1 << pick.0) == 0)
    }

    /// Whether nothing is left of `node`.
    pub fn covers(&self, node: &Node) -> bool {
        node.alternatives == 0
            || self.picks.get(&node.id.0).is_some_and(|known| known.count_ones() == node.alternatives)
    }

    pub fn add(&mut self, node: &Node, pick: Pick) {
        if node.alternatives <= ALTERNATIVES_MAX {
            *self.picks.entry(node.id.0).or_default() |= 1 << pick.0;
        }
    }

    /// Learns from a way that led to `end` (or nowhere), from its last transition back to the first that is not exhausted.
    pub fn learn(&mut self, way: &[(Node, Pick)], end: Option<&Node>) {
        let mut is_covered = end.is_none_or(|end| self.covers(end));
        for (node, pick) in way.iter().rev() {
            if !is_covered {
                break;
            }
            self.add(node, *pick);
            is_covered = self.covers(node);
        }
    }
}
