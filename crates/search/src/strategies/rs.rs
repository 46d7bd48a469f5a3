//! Random search (Zhang 2010; Tang 2013, Algorithm 4.4): takes an open state with probability proportional to that of
//! the path along which it was discovered.
//!
//! Tang keeps the states in a red-black tree, Zhang in a list; we draw from a tree of sums.

use space::{Rng, System};

use crate::explorer::{Explorer, Node};
use crate::frontier::Frontier;
use crate::tournament::{Rule, Tournament};

/// Sums path probabilities and knows the most probable state; of equals, the oldest.
pub struct ByProbability;

/// A state with its probability.
#[derive(Clone, Copy)]
pub struct Weighed {
    sum: f64,
    best: Option<Node>,
}

impl Rule for ByProbability {
    type Item = Node;
    type Summary = Weighed;

    fn empty(&self) -> Weighed {
        Weighed { sum: 0.0, best: None }
    }

    fn leaf(&self, node: &Node) -> Weighed {
        Weighed { sum: node.probability, best: Some(*node) }
    }

    fn merge(&self, left: Weighed, right: Weighed) -> Weighed {
        let best = match (left.best, right.best) {
            (Some(a), Some(b)) => Some(if is_better(&b, &a) { b } else { a }),
            (a, b) => a.or(b),
        };
        Weighed { sum: left.sum + right.sum, best }
    }
}

fn is_better(a: &Node, b: &Node) -> bool {
    (b.probability, a.id) < (a.probability, b.id)
}

/// Random search.
pub struct RandomSearch {
    /// The states that wait, by their probabilities.
    pub distribution: Tournament<ByProbability>,
}

impl Default for RandomSearch {
    fn default() -> Self {
        RandomSearch { distribution: Tournament::new(ByProbability) }
    }
}

impl RandomSearch {
    /// Draws a state, each as likely as it weighs.
    pub fn remove_proportionally(&mut self, rng: &mut Rng) -> Option<Node> {
        if self.distribution.is_empty() {
            return None;
        }
        let total = self.distribution.total().sum;
        if total == 0.0 {
            // After some 1,075 fair coins path probabilities underflow, and nothing is left to be proportional to.
            return Some(self.distribution.remove(rng.below(self.distribution.len())));
        }
        let mut left_over = rng.unit() * total;
        let index = self.distribution.descend(|left, right| {
            let goes_left = left_over < left.sum || right.sum == 0.0;
            if !goes_left {
                left_over -= left.sum;
            }
            goes_left
        });
        Some(self.distribution.remove(index))
    }

    /// The state that weighs most.
    pub fn remove_most_probable(&mut self) -> Option<Node> {
        let best = self.distribution.total().best?;
        let index = self.distribution.descend(|left, _| left.best.is_some_and(|node| node.id == best.id));
        Some(self.distribution.remove(index))
    }
}

impl<S: System> Frontier<S> for RandomSearch {
    fn push(&mut self, node: Node, _: &mut Explorer<'_, S>) -> Option<Node> {
        self.distribution.push(node);
        None
    }

    fn pop(&mut self, explorer: &mut Explorer<'_, S>) -> Option<Node> {
        self.remove_proportionally(explorer.rng())
    }

    fn len(&self) -> usize {
        self.distribution.len()
    }
}
