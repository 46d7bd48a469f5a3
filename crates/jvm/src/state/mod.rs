//! A state as a value: its canonical encoding, the inverse of that, and the collection of garbage, which are one mechanism.
//!
//! What can be reached from the threads and from dirty permanent objects is copied in the order a traversal meets it
//! (Cheney 1970) to the start of the overlay (`compact`). Objects that cannot be reached vanish, and addresses depend on
//! the state's shape only, so that the copied words are the encoding (`encode`), and decoding is copying them back
//! (`restore`). Before that, what is mere history is taken out (`history`), and which objects threads share is computed
//! (`sharing`). Most steps change little of all this (`layout`), which is then encoded as a change (`changes`) and undone (`undo`), and of large programs most never changes (`settle`). A copy
//! of a state in the middle of a step is another matter (`aside`).

mod aside;
mod changes;
mod compact;
mod drawn;
mod encode;
mod freeze;
mod history;
mod layout;
mod references;
mod restore;
mod settle;
mod sharing;
mod symbols;
mod undo;

use std::sync::Arc;

use crate::heap::Ref;
use crate::maps::PointMap;

use self::layout::Anchoring;

pub use aside::Stuck;
pub(crate) use drawn::Becomes;
pub(crate) use layout::{Layout, holds_overlay_reference};
pub(crate) use settle::Changes;

/// Buffers that live as long as the machine.
#[derive(Default)]
pub struct Scratch {
    to_space: Vec<u64>,
    /// Where each object of the overlay starts, from the overlay's own start; filled by `compact`.
    starts: Vec<u32>,
    anchoring: Anchoring,
    /// The permanent objects of a state, and how many bytes its encoding has before the words of each (see `layout`).
    permanent: Vec<(Ref, u32)>,
    /// What of memory has changed; and all components that have (see `changes`).
    memory_changes: layout::MemoryChanges,
    changed: Vec<u32>,
    /// Objects (by address) that count or remember modifications.
    pub(crate) mod_counts: Vec<u32>,
    /// The maps of all frames of all threads, outermost first; filled by `find_frame_maps`.
    maps: Vec<Arc<PointMap>>,
    /// For each overlay word that starts an object: the first thread that reaches it, plus one.
    reached: Vec<u16>,
    open: Vec<Ref>,
    left: references::Left,
}
