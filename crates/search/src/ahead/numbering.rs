//! Gives the states of a common store the numbers that one search knows them by, in order of discovery.

use space::{Encoding, Filed, StateId, StateStore, System};

use super::Ahead;

/// A state that the search has not come to.
const UNMET: u32 = u32::MAX;

pub struct Numbering<'a, S: System> {
    ahead: &'a Ahead<'a, S>,
    /// By number in the common store, and back.
    numbers: Vec<u32>,
    common: Vec<u32>,
    fetched: Encoding,
}

impl<'a, S: System> Numbering<'a, S> {
    pub fn new(ahead: &'a Ahead<'a, S>) -> Self {
        Numbering { ahead, numbers: Vec::new(), common: Vec::new(), fetched: Encoding::new() }
    }
}

impl<S: System> StateStore for Numbering<'_, S> {
    fn insert(&mut self, encoding: &Encoding) -> Filed {
        let state = super::state_of(encoding);
        let place = state as usize;
        if self.numbers.len() <= place {
            self.numbers.resize(place + 1, UNMET);
        }
        let known = self.numbers[place];
        if known != UNMET {
            return Filed::Seen(StateId(known));
        }
        let number = self.common.len() as u32;
        self.numbers[place] = number;
        self.common.push(state);
        self.ahead.count_met(number + 1);
        Filed::Fresh(StateId(number))
    }

    fn fetch(&mut self, id: StateId) -> &Encoding {
        self.fetched.clear();
        self.fetched.push_u32(self.common[id.0 as usize]);
        &self.fetched
    }

    fn forget(&mut self, id: StateId) {
        self.numbers[self.common[id.0 as usize] as usize] = UNMET;
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn bytes(&self) -> usize {
        self.ahead.bytes() + (self.numbers.capacity() + self.common.capacity()) * size_of::<u32>()
    }
}
