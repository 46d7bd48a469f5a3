//! A portfolio: searches that fail in different ways take turns on one store, and the one that has spent least for its share
//! goes next. Whatever finds a violation first has found it for all.
//!
//! Two members begin, which are cheap where violations are many: nested Monte-Carlo search, and randomised depth-first search
//! with restarts. Both can stop anywhere and go on later, so that turns are short and the pair costs little more than twice
//! the better one. They tell each other which transitions lead to nothing new (`Exhausted`), so that what
//! one has walked through is not walked through again. Where that was not enough, others join: priority-based random schedules,
//! best-first search and an exhaustive one, by which the whole ends with certainty.

mod exhausted;
mod restarting;
mod simulating;

use std::collections::BTreeMap;

use space::System;

use self::exhausted::Exhausted;
use self::restarting::Restarting;
use self::simulating::Simulating;
use super::best_first::Rank;
use super::pct::Pct;
use super::rdfs::shuffle;
use crate::explorer::{Arrival, Explorer, Halt, Node, Strategy};

#[derive(Default)]
pub struct Auto;

/// Transitions per turn, at first; later a fixed part of what was spent.
const TURN_MIN: u64 = 16;
const TURN_PART: u64 = 64;

/// When the members of the second line join.
const REINFORCED_AFTER: u64 = 1 << 14;
/// When it is likely that there is nothing to find.
const DOUBTFUL_AFTER: u64 = 1 << 16;

struct Member<S: System> {
    turn: Box<dyn Turn<S>>,
    /// Transitions spent, over the share.
    spent: f64,
    share: f64,
}

/// A search that works a little at a time.
trait Turn<S: System> {
    /// Works for about `budget` transitions; true when nothing is left to do.
    fn work(&mut self, explorer: &mut Explorer<'_, S>, exhausted: &mut Exhausted, budget: u64) -> Result<bool, Halt>;
}

impl<S: System> Strategy<S> for Auto {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        explorer.expect_repeats();
        let root = explorer.root()?;
        let has_heuristic = explorer.has_heuristic();
        let mut exhausted = Exhausted::default();
        let mut members: Vec<Member<S>> = Vec::new();
        if has_heuristic {
            join(&mut members, Box::new(Simulating::default()), 1.0);
        }
        join(&mut members, Box::new(Restarting::default()), 1.0);
        let first_line = members.len();
        while !explorer.is_covered() {
            let total = explorer.transitions();
            if total >= REINFORCED_AFTER && members.len() == first_line {
                join(&mut members, Box::new(Exhaustive { seen: Seen::default(), stack: vec![root] }), 0.25);
                join(&mut members, Box::new(Prioritised), 0.25);
                if has_heuristic {
                    join(&mut members, Box::new(Guided::new(root)), 0.25);
                }
            }
            if total >= DOUBTFUL_AFTER && members.len() > first_line {
                members[first_line].share = 2.0;
            }
            let next = members.iter_mut().min_by(|a, b| a.spent.total_cmp(&b.spent)).expect("there are members");
            if next.turn.work(explorer, &mut exhausted, TURN_MIN.max(total / TURN_PART))? {
                break;
            }
            // A turn that takes no transition must cost something, or it would be taken for ever.
            next.spent += (explorer.transitions() - total).max(1) as f64 / next.share;
        }
        Ok(())
    }
}

/// Who joins late has nothing to catch up.
fn join<S: System>(members: &mut Vec<Member<S>>, turn: Box<dyn Turn<S>>, share: f64) {
    let spent = members.iter().map(|member| member.spent).fold(f64::INFINITY, f64::min);
    members.push(Member { turn, spent: if spent.is_finite() { spent } else { 0.0 }, share });
}

/// Priority-based random schedules, one run per turn.
struct Prioritised;

impl<S: System> Turn<S> for Prioritised {
    fn work(&mut self, explorer: &mut Explorer<'_, S>, _: &mut Exhausted, _: u64) -> Result<bool, Halt> {
        Pct { bug_depth: 3, runs: 1 }.search(explorer).map(|()| false)
    }
}

/// A bit per state.
#[derive(Default)]
struct Seen(Vec<u64>);

impl Seen {
    fn insert(&mut self, node: &Node) -> bool {
        let (word, bit) = (node.id.0 as usize / 64, 1 << (node.id.0 % 64));
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        let fresh = self.0[word] & bit == 0;
        self.0[word] |= bit;
        fresh
    }
}

/// Best-first search without a bound on its queue: memory is shared with the store anyway. It marks for itself what it has
/// seen, since a state may have been discovered by another member.
struct Guided {
    seen: Seen,
    queue: BTreeMap<Rank, Node>,
}

impl Guided {
    fn new(root: Node) -> Self {
        let mut seen = Seen::default();
        seen.insert(&root);
        Guided { seen, queue: BTreeMap::from([(Rank::new(0.0, &root), root)]) }
    }
}

impl<S: System> Turn<S> for Guided {
    fn work(&mut self, explorer: &mut Explorer<'_, S>, _: &mut Exhausted, budget: u64) -> Result<bool, Halt> {
        let end = explorer.transitions() + budget;
        while explorer.transitions() < end {
            let Some((_, node)) = self.queue.pop_first() else { return Ok(true) };
            let mut picks: Vec<_> = explorer.picks(&node).collect();
            shuffle(&mut picks, explorer.rng());
            for pick in picks {
                if let Arrival::Fresh(target) | Arrival::Seen(target) = explorer.advance(&node, pick)?
                    && self.seen.insert(&target)
                {
                    self.queue.insert(Rank::new(explorer.heuristic(&target), &target), target);
                }
            }
            explorer.close(&node)?;
        }
        Ok(false)
    }
}

/// Relaxed randomised depth-first search.
struct Exhaustive {
    seen: Seen,
    stack: Vec<Node>,
}

impl<S: System> Turn<S> for Exhaustive {
    fn work(&mut self, explorer: &mut Explorer<'_, S>, _: &mut Exhausted, budget: u64) -> Result<bool, Halt> {
        let end = explorer.transitions() + budget;
        while explorer.transitions() < end {
            let Some(node) = self.stack.pop() else { return Ok(true) };
            self.seen.insert(&node);
            let mut successors = Vec::new();
            for pick in explorer.picks(&node) {
                if let Arrival::Fresh(target) | Arrival::Seen(target) = explorer.advance(&node, pick)?
                    && self.seen.insert(&target)
                {
                    successors.push(target);
                }
            }
            explorer.close(&node)?;
            shuffle(&mut successors, explorer.rng());
            self.stack.append(&mut successors);
        }
        Ok(false)
    }
}
