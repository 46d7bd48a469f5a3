//! Epsilon-greedy search (Tang 2013, Algorithm 4.6): probability-first, except that with probability epsilon the state
//! is drawn in proportion to its path probability.

use space::System;

use super::rs::RandomSearch;
use crate::explorer::{Explorer, Node};
use crate::frontier::Frontier;

/// Epsilon-greedy search.
pub struct EpsilonGreedy {
    epsilon: f64,
    open: RandomSearch,
}

impl EpsilonGreedy {
    /// With the probability of choosing by chance.
    pub fn new(epsilon: f64) -> Self {
        EpsilonGreedy { epsilon, open: RandomSearch::default() }
    }
}

impl<S: System> Frontier<S> for EpsilonGreedy {
    fn push(&mut self, node: Node, explorer: &mut Explorer<'_, S>) -> Option<Node> {
        self.open.push(node, explorer)
    }

    fn pop(&mut self, explorer: &mut Explorer<'_, S>) -> Option<Node> {
        if explorer.rng().unit() < self.epsilon {
            self.open.remove_proportionally(explorer.rng())
        } else {
            self.open.remove_most_probable()
        }
    }

    fn len(&self) -> usize {
        self.open.distribution.len()
    }
}
