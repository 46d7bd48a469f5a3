//! Best-first search as in Java PathFinder (Groce and Visser 2004): a priority queue by heuristic value, bounded by
//! `limit`; when it is full, the worst state falls off.
//!
//! Of equally good states the newest goes first, so that a flat heuristic searches in depth. Alternatives are generated in
//! random order, as the experiments of Poulding and Feldt 2015 do, so that different seeds are different searches. What
//! falls off is forgotten rather than kept as visited: it may be met again when the queue has room.

use std::collections::BTreeMap;

use space::System;

use super::rdfs::shuffle;
use crate::explorer::{Arrival, Explorer, Halt, Node, Strategy};

/// Best-first search.
pub struct BestFirst {
    /// How many states may wait.
    pub limit: usize,
}

/// Orders by heuristic value, then by age.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank(i64, std::cmp::Reverse<u32>);

impl Rank {
    /// The rank of a state with this value.
    pub fn new(value: f64, node: &Node) -> Self {
        Rank(ordered_bits(value), std::cmp::Reverse(node.id.0))
    }
}

/// An integer for each number, in the same order.
pub fn ordered_bits(value: f64) -> i64 {
    // Of the two zeros, only one.
    let bits = (value + 0.0).to_bits() as i64;
    bits ^ ((bits >> 63) as u64 >> 1) as i64
}

impl<S: System> Strategy<S> for BestFirst {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        let root = explorer.root()?;
        let mut queue = BTreeMap::from([(Rank::new(0.0, &root), root)]);
        while let Some((_, node)) = queue.pop_first() {
            let mut picks: Vec<_> = explorer.picks(&node).collect();
            shuffle(&mut picks, explorer.rng());
            for pick in picks {
                if let Arrival::Fresh(target) = explorer.advance(&node, pick)? {
                    queue.insert(Rank::new(explorer.heuristic(&target), &target), target);
                    if self.limit < queue.len()
                        && let Some((_, worst)) = queue.pop_last()
                    {
                        explorer.forget(&worst);
                    }
                }
            }
            explorer.close(&node)?;
            explorer.set_frontier_len(queue.len());
        }
        Ok(())
    }
}
