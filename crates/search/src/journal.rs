//! What a search has done so far, for whoever looks on from another thread: should the search not come to its end, this is what
//! can be told of it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};

use crate::outcome::Found;

/// What a search has found so far, for whoever asks while it runs.
#[derive(Debug, Default)]
pub struct Journal {
    states: AtomicU64,
    transitions: AtomicU64,
    depth: AtomicU64,
    expanded: AtomicU64,
    found: Mutex<Vec<Found>>,
}

/// What the journal says at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SoFar {
    /// How many states were met.
    pub states: u64,
    /// How many transitions were taken.
    pub transitions: u64,
    /// How deep it stands.
    pub depth: u64,
    /// Of how many states all transitions were taken.
    pub expanded: u64,
    /// What is wrong.
    pub violations: Vec<Found>,
}

impl Journal {
    pub(crate) fn count(&self, states: u64, transitions: u64, depth: u32, expanded: u64) {
        self.states.store(states, Ordering::Relaxed);
        self.transitions.store(transitions, Ordering::Relaxed);
        self.depth.store(u64::from(depth), Ordering::Relaxed);
        self.expanded.store(expanded, Ordering::Relaxed);
    }

    pub(crate) fn add(&self, found: &Found) {
        // Nothing is allocated while the lock is held but the room for it: see `so_far`.
        let found = found.clone();
        let mut list = self.found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        list.push(found);
    }

    /// Never waits: a thread that ran out of memory may hold the lock for ever.
    pub fn so_far(&self) -> SoFar {
        let copy = |list: MutexGuard<'_, Vec<Found>>| list.clone();
        let violations = match self.found.try_lock() {
            Ok(list) => copy(list),
            Err(TryLockError::Poisoned(list)) => copy(list.into_inner()),
            Err(TryLockError::WouldBlock) => Vec::new(),
        };
        SoFar {
            states: self.states.load(Ordering::Relaxed),
            transitions: self.transitions.load(Ordering::Relaxed),
            depth: self.depth.load(Ordering::Relaxed),
            expanded: self.expanded.load(Ordering::Relaxed),
            violations,
        }
    }
}
