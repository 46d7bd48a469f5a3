//! Highway search (Engels, Groote, van Weerdenburg and Willemse 2009, Algorithm 1): breadth-first, but each level keeps a
//! sample of at most `width` states, taken while the level is generated. Names follow the paper.
//!
//! The paper's line 3 resets `c` at each level. A state that is dropped or overwritten is in neither `V` nor `Q_{d+1}`, so
//! it may be considered again; that is why the frontier returns it to be forgotten. The order within a level is that
//! of generation, on which the result depends: funnels are favoured (the paper's Property 8).

use space::System;

use crate::explorer::{Explorer, Node};
use crate::frontier::Frontier;

/// Highway search.
pub struct Highway {
    width: usize,
    /// `Q_d`, being expanded from the front.
    lane: std::vec::IntoIter<Node>,
    /// `Q_{d+1}`, being sampled.
    next_lane: Vec<Node>,
    /// `c`, the places considered for `Q_{d+1}` so far.
    considered: usize,
}

impl Highway {
    /// With how many states of a level it keeps.
    pub fn new(width: usize) -> Self {
        Highway { width, lane: Vec::new().into_iter(), next_lane: Vec::new(), considered: 0 }
    }
}

impl<S: System> Frontier<S> for Highway {
    fn push(&mut self, node: Node, explorer: &mut Explorer<'_, S>) -> Option<Node> {
        self.considered += 1;
        if self.considered <= self.width {
            self.next_lane.push(node);
            return None;
        }
        // With probability N/c.
        if explorer.rng().below(self.considered) < self.width {
            let victim = explorer.rng().below(self.next_lane.len());
            return Some(std::mem::replace(&mut self.next_lane[victim], node));
        }
        Some(node)
    }

    fn pop(&mut self, _: &mut Explorer<'_, S>) -> Option<Node> {
        if self.lane.len() == 0 {
            self.considered = 0;
            self.lane = std::mem::take(&mut self.next_lane).into_iter();
        }
        self.lane.next()
    }

    fn len(&self) -> usize {
        self.lane.len() + self.next_lane.len()
    }
}
