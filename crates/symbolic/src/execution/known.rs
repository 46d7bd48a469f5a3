//! The identities given so far, to nodes of one tree that several machines may be opening.

use crate::path_condition::PathCondition;
use hashbrown::{DefaultHashBuilder, HashTable};
use search::stores::SharedStore;
use space::StateId;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// So many that two machines seldom wait for each other.
const STRIPES: usize = 64;

/// What determines all that can follow.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Identity {
    pub(super) state: StateId,
    /// As far as it can still matter.
    pub(super) path: PathCondition,
    /// Labels met before count at the end.
    pub(super) labels: Arc<Vec<String>>,
    /// Only where there is a limit to the depth.
    pub(super) depth: u32,
}

pub(super) struct Known {
    pub(super) store: Arc<SharedStore>,
    identities: Vec<Mutex<HashTable<(Identity, u64)>>>,
    hasher: DefaultHashBuilder,
    next: AtomicU64,
}

impl Default for Known {
    fn default() -> Self {
        let identities = std::iter::repeat_with(Mutex::default).take(STRIPES).collect();
        Known { store: Arc::default(), identities, hasher: DefaultHashBuilder::default(), next: AtomicU64::new(0) }
    }
}

impl Known {
    /// The number of an identity, the same whoever asks.
    pub(super) fn number(&self, identity: Identity) -> u64 {
        let hash = self.hasher.hash_one(&identity);
        // Tables use the lowest bits for the place and the seven highest for the tag.
        let stripe = (hash >> 48) as usize % STRIPES;
        let mut table = self.identities[stripe].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, number)) = table.find(hash, |(known, _)| *known == identity) {
            return *number;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        table.insert_unique(hash, (identity, number), |(known, _)| self.hasher.hash_one(known));
        number
    }
}
