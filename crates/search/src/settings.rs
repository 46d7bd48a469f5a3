//! How a search is to be run, apart from its strategy.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use space::{StateStore, ViolationKind};

use crate::journal::Journal;
use crate::limits::Limits;
use crate::progress::ProgressMeter;

/// What a progress line shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beat {
    /// How many states were met.
    pub states: u64,
    /// How many transitions were taken.
    pub transitions: u64,
    /// How deep the search stands.
    pub depth: u32,
    /// How many states are to be expanded.
    pub frontier: usize,
    /// What the states take.
    pub store_bytes: u64,
    /// How long it has been going on.
    pub elapsed: Duration,
}

/// Somebody who is told how far a search is.
pub type BeatListener<'a> = Box<dyn FnMut(&Beat) + 'a>;

/// How far a search may go, and what it stops for.
#[derive(Default)]
pub struct Settings<'a> {
    /// How far it may go.
    pub limits: Limits,
    /// Goes on after the first violation or fault.
    pub all_errors: bool,
    /// The violations that count; empty means all.
    pub properties: Vec<ViolationKind>,
    /// Looks, when all is explored, for threads that wait for ever while others go on.
    pub rounds: bool,
    /// The meter among the observers: it keeps the graph for who looks for such threads, too.
    pub meter: Option<Rc<RefCell<ProgressMeter>>>,
    /// The index of the system's heuristic that guided searches follow.
    pub heuristic: usize,
    /// What searches by chance draw from.
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
