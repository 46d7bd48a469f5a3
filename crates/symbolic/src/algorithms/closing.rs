//! What the opening of a node settles at once, between two sweeps.
//!
//! A node is closed once nothing below it can change its value. Then those that lead to it may be, and what only closed nodes lead to
//! need not be opened any more. Both spread along edges, each of which is passed once in a whole search. Values that merely
//! get closer wait for the next sweep: they would pass the same nodes over and over.

use super::intervals::Intervals;
use super::sampled::{NodeId, Sampled};
use super::tree::Tree;

/// Per node of what was sampled, in its order.
#[derive(Default)]
pub struct Closing {
    /// How many nodes that are not given up lead to it.
    wanted: Vec<u32>,
    /// Closed, or wanted by nobody.
    given_up: Vec<bool>,
    /// To be looked at next, while something spreads.
    changed: Vec<NodeId>,
    unwanted: Vec<NodeId>,
}

impl Closing {
    /// Takes over what a node just opened leads to.
    pub fn note<T: Tree>(&mut self, sampled: &Sampled<'_, T>, id: NodeId) {
        let size = sampled.entries.len();
        self.wanted.resize(size, 0);
        self.given_up.resize(size, false);
        for &child in sampled.children(id) {
            // It may have the place of a node that turned out to be another.
            (self.wanted[child.0], self.given_up[child.0]) = (1, false);
        }
    }

    /// A sweep begins to tell again what is wanted.
    pub fn forget(&mut self) {
        self.wanted.fill(0);
        self.given_up.fill(true);
    }

    /// One more node that is not given up leads to it.
    pub fn want(&mut self, id: NodeId) {
        self.wanted[id.0] += 1;
        self.given_up[id.0] = false;
    }

    pub fn is_wanted(&self, id: NodeId) -> bool {
        !self.given_up[id.0]
    }

    /// One of the node's children is known better than before.
    pub fn spread<T: Tree>(&mut self, sampled: &Sampled<'_, T>, intervals: &mut Intervals, id: NodeId) {
        self.changed.push(id);
        while let Some(id) = self.changed.pop() {
            if intervals.closed[id.0] {
                continue;
            }
            intervals.refresh(sampled, id);
            if intervals.closed[id.0] {
                self.give_up(sampled, id);
                self.changed.extend(sampled.parents(id));
            }
        }
    }

    fn give_up<T: Tree>(&mut self, sampled: &Sampled<'_, T>, id: NodeId) {
        self.unwanted.push(id);
        while let Some(id) = self.unwanted.pop() {
            if std::mem::replace(&mut self.given_up[id.0], true) {
                continue;
            }
            for child in sampled.children(id) {
                let wanted = &mut self.wanted[child.0];
                *wanted = wanted.saturating_sub(1);
                if *wanted == 0 {
                    self.unwanted.push(*child);
                }
            }
        }
    }
}
