//! Where states are kept: exact stores, for one worker or for several.

mod folding;
mod interner;
mod plain;
mod shared;
mod tree;

pub use interner::Interner;
pub use plain::PlainStore;
pub(crate) use shared::{STRIPES, SavedStore, place_of, state_at, stripe_of};
pub use shared::{SharedHandle, SharedStore};
pub use tree::TreeStore;

use space::{Encoding, StateStore};

/// Makes room for `more` entries, growing by an eighth: doubling would leave a quarter of a large store empty on average,
/// and large blocks are moved by the operating system without copying.
pub(crate) fn make_room<T>(entries: &mut Vec<T>, more: usize) {
    if entries.capacity() - entries.len() < more {
        entries.reserve_exact(more.max(entries.len() / 8).max(64));
    }
}

/// The store that suits a system whose initial state is encoded as `initial`: a system that cuts its states into
/// components has them interned one by one, others keep whole byte strings.
pub fn store_for(initial: &Encoding) -> Box<dyn StateStore> {
    if initial.component_count() <= 1 { Box::new(PlainStore::default()) } else { Box::new(TreeStore::default()) }
}
