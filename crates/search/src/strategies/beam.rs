//! Beam search (Groce and Visser 2004): breadth-first, but each level keeps only the `width` states that the heuristic
//! likes best; of equals, a random choice.
//!
//! With `width=1` this is what Java PathFinder calls beam search: it empties its queue whenever it takes a state, and so
//! follows the best child of the last state.

use space::System;

use super::rdfs::shuffle;
use crate::explorer::{Arrival, Explorer, Halt, Node, Strategy};

/// Beam search.
pub struct Beam {
    /// How many states of a level are kept.
    pub width: usize,
}

impl<S: System> Strategy<S> for Beam {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        let mut level = vec![explorer.root()?];
        while !level.is_empty() {
            let mut next: Vec<(f64, Node)> = Vec::new();
            for node in &level {
                for pick in explorer.picks(node) {
                    if let Arrival::Fresh(target) = explorer.advance(node, pick)? {
                        next.push((explorer.heuristic(&target), target));
                    }
                }
                explorer.close(node)?;
            }
            shuffle(&mut next, explorer.rng());
            next.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            for (_, dropped) in next.drain(self.width.min(next.len())..) {
                explorer.forget(&dropped);
            }
            level.clear();
            level.extend(next.into_iter().map(|(_, node)| node));
            explorer.set_frontier_len(level.len());
        }
        Ok(())
    }
}
