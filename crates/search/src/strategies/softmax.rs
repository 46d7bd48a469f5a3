//! Softmax search (Tang 2013, Algorithm 4.5): takes open state `s` with probability proportional to `e^(p(s)/tau)`, where
//! `p(s)` is the probability of its path of discovery.
//!
//! Tang's weights are the exponentials themselves, which overflow for tau < 0.0015 and, divided by a fixed largest one,
//! underflow as path probabilities fall. Only ratios matter, so each part of the tree of sums keeps its weights
//! relative to the largest probability in that part.

use space::System;

use crate::explorer::{Explorer, Node};
use crate::frontier::Frontier;
use crate::tournament::{Rule, Tournament};

/// A distribution by Gibbs.
pub struct Gibbs {
    tau: f64,
}

/// The sum of the weights is `sum * e^(max / tau)`.
#[derive(Clone, Copy)]
pub struct ScaledSum {
    max: f64,
    sum: f64,
}

impl Rule for Gibbs {
    type Item = Node;
    type Summary = ScaledSum;

    fn empty(&self) -> ScaledSum {
        ScaledSum { max: 0.0, sum: 0.0 }
    }

    fn leaf(&self, node: &Node) -> ScaledSum {
        ScaledSum { max: node.probability, sum: 1.0 }
    }

    fn merge(&self, left: ScaledSum, right: ScaledSum) -> ScaledSum {
        if right.sum == 0.0 {
            return left;
        }
        let max = left.max.max(right.max);
        ScaledSum { max, sum: self.scaled(left, max) + self.scaled(right, max) }
    }
}

impl Gibbs {
    fn scaled(&self, part: ScaledSum, max: f64) -> f64 {
        if part.max == max { part.sum } else { part.sum * ((part.max - max) / self.tau).exp() }
    }
}

/// Search by softmax.
pub struct Softmax {
    distribution: Tournament<Gibbs>,
}

impl Softmax {
    /// With the temperature.
    pub fn new(tau: f64) -> Self {
        Softmax { distribution: Tournament::new(Gibbs { tau }) }
    }
}

impl<S: System> Frontier<S> for Softmax {
    fn push(&mut self, node: Node, _: &mut Explorer<'_, S>) -> Option<Node> {
        self.distribution.push(node);
        None
    }

    fn pop(&mut self, explorer: &mut Explorer<'_, S>) -> Option<Node> {
        if self.distribution.is_empty() {
            return None;
        }
        let rng = explorer.rng();
        let rule = self.distribution.rule();
        let index = self.distribution.descend(|left, right| {
            if right.sum == 0.0 {
                return true;
            }
            let max = left.max.max(right.max);
            let (left, right) = (rule.scaled(left, max), rule.scaled(right, max));
            rng.unit() * (left + right) < left
        });
        Some(self.distribution.remove(index))
    }

    fn len(&self) -> usize {
        self.distribution.len()
    }
}
