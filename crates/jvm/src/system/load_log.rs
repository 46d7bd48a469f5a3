//! What machines that work beside each other have loaded, in the order that all of them load it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The loads so far. Who has heard of some of them asks for the next; who is about to add one must have heard of all.
pub struct LoadLog<L> {
    list: Mutex<Vec<Arc<L>>>,
    count: AtomicUsize,
}

impl<L> Default for LoadLog<L> {
    fn default() -> Self {
        LoadLog { list: Mutex::default(), count: AtomicUsize::new(0) }
    }
}

impl<L> LoadLog<L> {
    /// Whether there are more than `seen`; asked before every step, without a lock.
    pub fn is_ahead_of(&self, seen: usize) -> bool {
        seen < self.count.load(Ordering::Acquire)
    }

    /// The first load after `seen` of them.
    pub fn after(&self, seen: usize) -> Option<Arc<L>> {
        if self.is_ahead_of(seen) { Some(self.lock()[seen].clone()) } else { None }
    }

    /// Adds a load, if nobody added one after the `seen` that were told of before.
    pub fn tell(&self, seen: usize, load: L) -> bool {
        let mut list = self.lock();
        let is_first = list.len() == seen;
        if is_first {
            list.push(Arc::new(load));
            self.count.store(list.len(), Ordering::Release);
        }
        is_first
    }

    /// Adds a load of another process, which all hear of in the same order.
    pub(super) fn hear(&self, load: L) {
        let mut list = self.lock();
        list.push(Arc::new(load));
        self.count.store(list.len(), Ordering::Release);
    }

    /// Begins anew, with these.
    pub(super) fn begin(&self, loads: Vec<Arc<L>>) {
        let mut list = self.lock();
        *list = loads;
        self.count.store(list.len(), Ordering::Release);
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Vec<Arc<L>>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
