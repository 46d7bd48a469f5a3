//! The set of transitions taken, for strategies that may take one twice.

use space::{Pick, StateId};

/// A bit per alternative. Nearly all states have at most 63, which need no allocation of their own.
#[derive(Default)]
pub struct Taken {
    low: Vec<u64>,
    /// Alternatives from 64 on.
    high: hashbrown::HashSet<(u32, u32)>,
}

impl Taken {
    /// Adds a transition and tells whether it is new.
    pub fn insert(&mut self, state: StateId, pick: Pick) -> bool {
        if pick.0 >= 64 {
            return self.high.insert((state.0, pick.0));
        }
        let index = state.0 as usize;
        if self.low.len() <= index {
            self.low.resize(index + 1, 0);
        }
        let bit = 1 << pick.0;
        let fresh = self.low[index] & bit == 0;
        self.low[index] |= bit;
        fresh
    }

    pub fn contains(&self, state: StateId, pick: Pick) -> bool {
        if pick.0 >= 64 {
            return self.high.contains(&(state.0, pick.0));
        }
        self.low.get(state.0 as usize).is_some_and(|bits| bits & 1 << pick.0 != 0)
    }
}
