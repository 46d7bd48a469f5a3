//! What a search found out, as plain data.

use std::time::Duration;

use space::{Fault, Pick, ThreadSet, Violation};

use crate::limits::Limit;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Every alternative of every state was explored: what was not found does not exist.
    pub complete: bool,
    /// The search was asked from outside to stop.
    pub interrupted: bool,
    /// Distinct states discovered.
    pub states: u64,
    /// Transitions taken, including repeated ones of walks and those that an assumption ended.
    pub transitions: u64,
    /// States whose transitions were all generated; for walks, visits.
    pub expanded: u64,
    pub end_states: u64,
    pub deadlocked_states: u64,
    /// Transitions that led nowhere because an assumption failed.
    pub ignored: u64,
    pub max_depth: u32,
    pub instructions: u64,
    pub store_bytes: u64,
    /// Whether the store decides equality on full content.
    pub exact: bool,
    pub time: Duration,
    pub limits_hit: Vec<Limit>,
    /// Distinct violations, in order of discovery.
    pub violations: Vec<Found>,
    /// Paths that the tool could not follow to their end.
    pub faults: Vec<Stuck>,
}

/// A violation with the way there.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub violation: Violation,
    /// What to pick, from the initial state on; the last transition shows the violation.
    pub path: Vec<Pick>,
    /// The product of the path's coin probabilities.
    pub probability: f64,
    /// How many transitions showed this violation (same kind, message and location).
    pub occurrences: u64,
    /// States expanded when it was found first, as the highway paper counts.
    pub expanded: u64,
    /// The path's end does not show the violation by itself, but what comes (or does not come) after it.
    pub endless: Option<Endless>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Endless {
    /// The threads of this set never move again.
    Stuck(ThreadSet),
    /// The path ends where it was after so many steps: the threads of the set go round for ever.
    Round { after: usize, threads: ThreadSet },
}

impl Found {
    pub fn depth(&self) -> u32 {
        self.path.len() as u32
    }
}

/// A path that ended in a fault.
#[derive(Clone, Debug, PartialEq)]
pub struct Stuck {
    pub fault: Fault,
    pub path: Vec<Pick>,
    pub occurrences: u64,
}
