//! Randomised depth-first search (Dwyer et al. 2007; the yardstick of Rungta and Mercer 2007), in two readings.
//!
//! The true one shuffles the alternatives of each state and backtracks. The relaxed one marks all successors of a state
//! when it expands the state, and goes on with the last of them in random order; the figures of Engels et al. 2009 for
//! the dining philosophers fit this one.

use space::{Pick, Rng, System};

use crate::explorer::{Arrival, Explorer, Halt, Node, Strategy};

/// Randomised depth-first search.
pub struct RandomisedDfs {
    /// Whether all successors of a state are marked when it is expanded.
    pub relaxed: bool,
}

impl<S: System> Strategy<S> for RandomisedDfs {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        if self.relaxed { relaxed(explorer) } else { backtracking(explorer) }
    }
}

fn backtracking<S: System>(explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
    let looks_ahead = explorer.looks_ahead();
    let root = explorer.root()?;
    let mut stack: Vec<(Node, Vec<Pick>)> = vec![enter(root, looks_ahead, explorer)?];
    while let Some((node, untaken)) = stack.last_mut() {
        let Some(pick) = untaken.pop() else {
            if !looks_ahead {
                explorer.close(node)?;
            }
            stack.pop();
            continue;
        };
        if let Arrival::Fresh(target) = explorer.advance(node, pick)? {
            stack.push(enter(target, looks_ahead, explorer)?);
            explorer.set_frontier_len(stack.len());
        }
    }
    Ok(())
}

fn enter<S: System>(node: Node, looks_ahead: bool, explorer: &mut Explorer<'_, S>) -> Result<(Node, Vec<Pick>), Halt> {
    if looks_ahead {
        explorer.consider(&node)?;
    }
    let mut picks: Vec<Pick> = explorer.picks(&node).collect();
    shuffle(&mut picks, explorer.rng());
    Ok((node, picks))
}

fn relaxed<S: System>(explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
    let mut stack = vec![explorer.root()?];
    let mut successors = Vec::new();
    while let Some(node) = stack.pop() {
        for pick in explorer.picks(&node) {
            if let Arrival::Fresh(target) = explorer.advance(&node, pick)? {
                successors.push(target);
            }
        }
        explorer.close(&node)?;
        shuffle(&mut successors, explorer.rng());
        stack.append(&mut successors);
        explorer.set_frontier_len(stack.len());
    }
    Ok(())
}

/// Puts them into a random order.
pub fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for place in (1..items.len()).rev() {
        items.swap(place, rng.below(place + 1));
    }
}
