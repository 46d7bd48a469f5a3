//! How a search is to be run, apart from its strategy.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use space::{StateStore, ViolationKind};

use crate::journal::Journal;
use crate::limits::Limits;

/// What a progress line shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beat {
    pub states: u64,
    pub transitions: u64,
    pub depth: u32,
    pub frontier: usize,
    pub store_bytes: u64,
    pub elapsed: Duration,
}

pub type BeatListener<'a> = Box<dyn FnMut(&Beat) + 'a>;

#[derive(Default)]
pub struct Settings<'a> {
    pub limits: Limits,
    /// Goes on after the first violation or fault.
    pub all_errors: bool,
    /// The violations that count; empty means all.
    pub properties: Vec<ViolationKind>,
    /// Looks, when all is explored, for threads that wait for ever while others go on.
    pub rounds: bool,
    /// The index of the system's heuristic that guided searches follow.
    pub heuristic: usize,
    pub seed: u64,
    /// Set from outside to end the search.
    pub interrupt: Option<&'a AtomicBool>,
    /// Where others can see what was done so far.
    pub journal: Option<&'a Journal>,
    /// Called a few times per second.
    pub on_beat: Option<BeatListener<'a>>,
    /// The store, if not the one that suits the system.
    pub store: Option<Box<dyn StateStore + 'a>>,
    /// What is large is not in memory: only what is resident counts against the limit on memory.
    pub is_on_disk: bool,
}
