//! What a search found out, as plain data.

use std::time::Duration;

use space::{Fault, Pick, ThreadSet, Violation};

use crate::limits::Limit;

/// What came of a search.
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
    /// States in which the system has ended.
    pub end_states: u64,
    /// States in which nobody can move.
    pub deadlocked_states: u64,
    /// Transitions that led nowhere because an assumption failed.
    pub ignored: u64,
    /// The length of the longest path that was followed.
    pub max_depth: u32,
    /// What the system counted while it went.
    pub instructions: u64,
    /// What the states take.
    pub store_bytes: u64,
    /// Whether the store decides equality on full content.
    pub exact: bool,
    /// How long it took.
    pub time: Duration,
    /// The limits that ended it.
    pub limits_hit: Vec<Limit>,
    /// Distinct violations, in order of discovery.
    pub violations: Vec<Found>,
    /// Paths that the tool could not follow to their end.
    pub faults: Vec<Stuck>,
}

/// A violation with the way there.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// What is wrong.
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

/// How a path goes on for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Endless {
    /// The threads of this set never move again.
    Stuck(ThreadSet),
    /// The path ends where it was after so many steps: the threads of the set go round for ever.
    Round {
        /// How many steps lead to where it begins.
        after: usize,
        /// Who goes round.
        threads: ThreadSet,
    },
}

impl Found {
    /// How many steps lead there.
    pub fn depth(&self) -> u32 {
        self.path.len() as u32
    }
}

/// A path that ended in a fault.
#[derive(Clone, Debug, PartialEq)]
pub struct Stuck {
    /// Why.
    pub fault: Fault,
    /// The way there.
    pub path: Vec<Pick>,
    /// How often that happened.
    pub occurrences: u64,
}
