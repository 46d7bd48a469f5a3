//! The ideal highway search (Engels et al. 2009, Definition 5): each level is a uniformly drawn subset of at most `width`
//! of all places that the previous level leads to and that no level held before.
//!
//! The whole level is generated before it is sampled, so, unlike Algorithm 1, the result does not depend on the order of
//! transitions or on how many of them lead to the same place.

use space::System;

use crate::explorer::{Explorer, Node};
use crate::frontier::Frontier;

/// Highway search with an ideal sample.
pub struct IdealHighway {
    width: usize,
    lane: std::vec::IntoIter<Node>,
    /// All of `succ(Q_d)` that is new, being generated.
    eligible: Vec<Node>,
}

impl IdealHighway {
    /// With how many states of a level it keeps.
    pub fn new(width: usize) -> Self {
        IdealHighway { width, lane: Vec::new().into_iter(), eligible: Vec::new() }
    }
}

impl<S: System> Frontier<S> for IdealHighway {
    fn push(&mut self, node: Node, _: &mut Explorer<'_, S>) -> Option<Node> {
        self.eligible.push(node);
        None
    }

    fn pop(&mut self, explorer: &mut Explorer<'_, S>) -> Option<Node> {
        if self.lane.len() == 0 {
            // The first `width` steps of a Fisher-Yates shuffle draw a uniform subset.
            let kept = self.width.min(self.eligible.len());
            for place in 0..kept {
                let other = place + explorer.rng().below(self.eligible.len() - place);
                self.eligible.swap(place, other);
            }
            for dropped in self.eligible.drain(kept..) {
                explorer.forget(&dropped);
            }
            self.lane = std::mem::take(&mut self.eligible).into_iter();
        }
        self.lane.next()
    }

    fn len(&self) -> usize {
        self.lane.len() + self.eligible.len()
    }
}
