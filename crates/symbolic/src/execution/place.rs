//! Where a path stands: what it assumes of the inputs, how it came there.

use crate::path_condition::PathCondition;
use crate::record::Record;
use dashu::rational::RBig;
use std::sync::Arc;

#[derive(Clone)]
pub(super) struct Place {
    pub(super) path: Arc<PathCondition>,
    pub(super) depth: u32,
    pub(super) labels: Arc<Vec<String>>,
    /// What happened, if paths are recorded.
    pub(super) record: Option<Arc<Record>>,
    /// The states decided in so far, if circles end paths.
    pub(super) trail: Option<Arc<Trail>>,
}

/// A node on the way, those before it, and whether chance or the inputs decided there.
pub(super) struct Trail {
    pub(super) identity: u64,
    pub(super) by_chance: bool,
    pub(super) before: Option<Arc<Trail>>,
}

impl Drop for Trail {
    /// One after the other: a long trail would be dropped as deep a recursion.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut trail) = next.and_then(|trail| Arc::try_unwrap(trail).ok()) {
            next = trail.before.take();
        }
    }
}

impl Place {
    /// The same place, with one more state on its trail.
    pub(super) fn passing(&self, identity: Option<u64>, by_chance: bool) -> Place {
        let mut place = self.clone();
        if let Some(identity) = identity {
            place.trail = Some(Arc::new(Trail { identity, by_chance, before: place.trail.take() }));
        }
        place
    }

    /// One level further down.
    pub(super) fn below(&self, path: Arc<PathCondition>, probability: &RBig, words: &str, pick: Option<u32>) -> Place {
        let record = self.record.as_ref().map(|record| Arc::new(record.extended(probability, words, pick)));
        Place { path, depth: self.depth + 1, labels: self.labels.clone(), record, trail: self.trail.clone() }
    }
}
