//! A portfolio: searches that fail in different ways take turns on one store, each charged for the transitions it takes,
//! and the one that has spent least goes next. Whatever finds a violation first has found it for all.
//!
//! Members are nested Monte-Carlo search, priority-based random schedules, best-first search and, so that the whole ends
//! with certainty, an exhaustive one. Searches that walk are stopped in mid-walk when their turn ends and start anew;
//! the exhaustive ones keep their queues and their own marks of what they have seen, since a state may have been
//! discovered by another member. Turns double in length, so that long walks get their chance.

use std::collections::BTreeMap;

use space::System;

use super::best_first::Rank;
use super::nmcs::Nmcs;
use super::pct::Pct;
use super::rdfs::shuffle;
use crate::explorer::{Arrival, Explorer, Halt, Node, Strategy};

#[derive(Default)]
pub struct Auto;

/// Transitions of the first turn.
const TURN_FIRST: u64 = 64;
const TURN_MAX: u64 = 1 << 20;

struct Member<S: System> {
    turn: Box<dyn Turn<S>>,
    spent: u64,
}

trait Turn<S: System> {
    /// Works for about `budget` transitions; true when nothing is left to do.
    fn work(&mut self, explorer: &mut Explorer<'_, S>, budget: u64) -> Result<bool, Halt>;
}

impl<S: System> Strategy<S> for Auto {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        explorer.expect_repeats();
        let root = explorer.root()?;
        let has_heuristic = explorer.has_heuristic();
        let mut members: Vec<Member<S>> = Vec::new();
        let mut join = |turn: Box<dyn Turn<S>>| members.push(Member { turn, spent: 0 });
        if has_heuristic {
            join(Box::new(Walking(Nmcs { nesting_level: 1, sim_depth: 64, trials: 0 })));
        }
        join(Box::new(Walking(Pct { bug_depth: 3, runs: 0 })));
        if has_heuristic {
            join(Box::new(Guided::new(root)));
        }
        join(Box::new(Exhaustive { seen: Seen::default(), stack: vec![root] }));
        let mut budget = TURN_FIRST;
        loop {
            for member in &mut members {
                let start = explorer.transitions();
                // A turn may overrun (an expansion is not cut in two); the excess is taken from the next one.
                let allowed = budget.saturating_sub(member.spent);
                if allowed > 0 && member.turn.work(explorer, allowed)? {
                    return Ok(());
                }
                member.spent += explorer.transitions() - start;
                if explorer.is_covered() {
                    return Ok(());
                }
            }
            budget += budget.min(TURN_MAX);
        }
    }
}

/// A strategy without memory of its own, cut off when its turn ends.
struct Walking<T>(T);

impl<S: System, T: Strategy<S>> Turn<S> for Walking<T> {
    fn work(&mut self, explorer: &mut Explorer<'_, S>, budget: u64) -> Result<bool, Halt> {
        explorer.set_budget(Some(budget));
        let ended = self.0.search(explorer);
        explorer.set_budget(None);
        match ended {
            Err(Halt::BudgetSpent) => Ok(false),
            other => other.map(|()| false),
        }
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

/// Best-first search without a bound on its queue: memory is shared with the store anyway.
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
    fn work(&mut self, explorer: &mut Explorer<'_, S>, budget: u64) -> Result<bool, Halt> {
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
    fn work(&mut self, explorer: &mut Explorer<'_, S>, budget: u64) -> Result<bool, Halt> {
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
