//! Signs of life: what those who open nodes of one tree have done so far, for whoever waits.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

#[derive(Debug, Default)]
pub struct Pulse {
    opened: AtomicU64,
    paths: AtomicU64,
    depth: AtomicU64,
    conditions: AtomicU64,
    interrupted: AtomicBool,
}

/// What there is to tell at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// Nodes that were opened, again if several ways lead to them.
    pub opened: u64,
    /// Ends that were met.
    pub paths: u64,
    /// Decisions on the way to where the last node was opened.
    pub depth: u64,
    /// Parts of path conditions that were counted or decided.
    pub conditions: u64,
}

impl Pulse {
    pub fn signs(&self) -> Signs {
        let read = |number: &AtomicU64| number.load(Ordering::Relaxed);
        Signs {
            opened: read(&self.opened),
            paths: read(&self.paths),
            depth: read(&self.depth),
            conditions: read(&self.conditions),
        }
    }

    /// Asks all to come to an end.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    pub(super) fn opened(&self, depth: u32) {
        self.opened.fetch_add(1, Ordering::Relaxed);
        self.depth.store(u64::from(depth), Ordering::Relaxed);
    }

    pub(super) fn ended(&self) {
        self.paths.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn counted(&self, conditions: u64) {
        self.conditions.store(conditions, Ordering::Relaxed);
    }
}
