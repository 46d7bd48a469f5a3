//! Probability-first search (Zhang 2010; Tang 2013, Algorithm 4.3): takes the open state whose path of discovery is
//! most probable; of equals, the oldest.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use space::System;

use crate::explorer::{Explorer, Node};
use crate::frontier::Frontier;

/// Probability-first search.
#[derive(Default)]
pub struct ProbabilityFirst {
    queue: BinaryHeap<Entry>,
}

impl<S: System> Frontier<S> for ProbabilityFirst {
    fn push(&mut self, node: Node, _: &mut Explorer<'_, S>) -> Option<Node> {
        self.queue.push(Entry(node));
        None
    }

    fn pop(&mut self, _: &mut Explorer<'_, S>) -> Option<Node> {
        self.queue.pop().map(|Entry(node)| node)
    }

    fn len(&self) -> usize {
        self.queue.len()
    }
}

struct Entry(Node);

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_probability = self.0.probability.total_cmp(&other.0.probability);
        by_probability.then(Reverse(self.0.id).cmp(&Reverse(other.0.id)))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Entry {}
