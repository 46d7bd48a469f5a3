//! Breadth-first search (Tang 2013, Algorithm 4.2).

use std::collections::VecDeque;

use space::System;

use crate::explorer::{Explorer, Node};
use crate::frontier::Frontier;

/// Breadth-first search.
#[derive(Default)]
pub struct Bfs {
    queue: VecDeque<Node>,
}

impl<S: System> Frontier<S> for Bfs {
    fn push(&mut self, node: Node, _: &mut Explorer<'_, S>) -> Option<Node> {
        self.queue.push_back(node);
        None
    }

    fn pop(&mut self, _: &mut Explorer<'_, S>) -> Option<Node> {
        self.queue.pop_front()
    }

    fn len(&self) -> usize {
        self.queue.len()
    }
}
