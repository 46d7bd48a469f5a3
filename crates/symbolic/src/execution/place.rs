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
    /// How often the path has decided at each branch, if that is bounded.
    pub(super) turns: Arc<Vec<(Site, u32)>>,
}

/// A method and an instruction of it.
pub(super) type Site = (u32, u32);

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
        let (labels, trail, turns) = (self.labels.clone(), self.trail.clone(), self.turns.clone());
        Place { path, depth: self.depth + 1, labels, record, trail, turns }
    }

    /// The same place after one more decision at a branch, and how many there were.
    pub(super) fn turned(&self, site: Site) -> (Place, u32) {
        let mut place = self.clone();
        let turns = Arc::make_mut(&mut place.turns);
        let index = turns.iter().position(|(known, _)| *known == site).unwrap_or_else(|| {
            turns.push((site, 0));
            turns.len() - 1
        });
        turns[index].1 += 1;
        let count = turns[index].1;
        (place, count)
    }
}
