//! The stack of a depth-first search. It may hold every state there is, so that of each only what does not follow from the rest
//! is kept: depths are places in the stack, and the probability of a way changes where coins are flipped.

use space::{Pick, StateId};

use crate::explorer::Node;

pub struct Trail {
    steps: Vec<Step>,
    /// From which place on the way has which probability.
    odds: Vec<(u32, f64)>,
    /// The depth of the first state.
    depth: u32,
}

#[derive(Clone, Copy)]
struct Step {
    id: u32,
    alternatives: u32,
    /// The alternative to be taken next.
    next: u32,
}

impl Trail {
    pub fn new(root: &Node) -> Self {
        let mut trail = Trail { steps: Vec::new(), odds: Vec::new(), depth: root.depth };
        trail.push(root);
        trail
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Goes on to a state that the last one leads to.
    pub fn push(&mut self, node: &Node) {
        let place = self.steps.len() as u32;
        debug_assert_eq!(node.depth, self.depth + place);
        self.steps.push(Step { id: node.id.0, alternatives: node.alternatives, next: 0 });
        if self.odds.last().is_none_or(|(_, probability)| *probability != node.probability) {
            self.odds.push((place, node.probability));
        }
    }

    /// The last state, and the alternative to be taken there next.
    pub fn last(&self) -> Option<(Node, Pick)> {
        let Step { id, alternatives, next } = *self.steps.last()?;
        let depth = self.depth + self.steps.len() as u32 - 1;
        let probability = self.odds.last().map_or(1.0, |(_, probability)| *probability);
        Some((Node { id: StateId(id), depth, alternatives, probability }, Pick(next)))
    }

    /// The alternative to be taken next at the last state is taken.
    pub fn take(&mut self) {
        self.steps.last_mut().expect("only the last state is advanced from").next += 1;
    }

    pub fn pop(&mut self) {
        self.steps.pop();
        if self.odds.last().is_some_and(|(place, _)| *place as usize == self.steps.len()) {
            self.odds.pop();
        }
    }
}
