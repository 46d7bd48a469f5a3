//! What explorations of a program learn about it, and tell the next one. Workers share it.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::config::Reduction;
use crate::noticed::Noticed;
use crate::vm::Vm;

#[derive(Default)]
pub(super) struct Knowledge {
    /// What threads share (see `visible`).
    visible: Mutex<BTreeSet<String>>,
    /// The present exploration learned something that it took for granted to be otherwise.
    pub learned: AtomicBool,
    /// The next exploration repeats one that learned something.
    starts_over: AtomicBool,
    /// How often that happened.
    lessons: AtomicU64,
    pub scouted: AtomicBool,
    pub looked_for_races: AtomicBool,
    /// What walks changed of a large initial state (see `state::settle`), until an exploration makes use of it.
    changes: Mutex<Option<String>>,
    settled: AtomicBool,
    /// A walk has met a second thread.
    pub threaded: AtomicBool,
    /// What the machines of several workers have loaded while they explored.
    pub loads: super::beside::Loads,
    /// That the program may go round for ever, and where.
    endless: Mutex<Option<String>>,
    /// What explorations met that their verdict rests on.
    noticed: Mutex<Noticed>,
    /// The names of threads, as far as `livelock_threads` makes somebody care.
    names: Mutex<BTreeSet<String>>,
    /// That the program's own heuristic failed, where it first did.
    heuristic_failure: Mutex<Option<String>>,
}

/// A worker that panicked leaves what it knew in order: all changes are single insertions.
fn lock<T>(known: &Mutex<T>) -> MutexGuard<'_, T> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Knowledge {
    pub fn visible(&self) -> BTreeSet<String> {
        lock(&self.visible).clone()
    }

    pub fn expect_visible(&self, keys: impl IntoIterator<Item = String>) {
        lock(&self.visible).extend(keys);
        self.scouted.store(true, Ordering::Relaxed);
        self.looked_for_races.store(true, Ordering::Relaxed);
        self.settled.store(true, Ordering::Relaxed);
    }

    pub fn note_changes(&self, key: String) {
        *lock(&self.changes) = Some(key);
    }

    /// From now on machines settle what walks did not change; false if there is nothing, or they do already.
    pub fn settle(&self) -> bool {
        let key = lock(&self.changes).take().filter(|_| !self.settled.load(Ordering::Relaxed));
        key.is_some_and(|key| {
            self.settled.store(true, Ordering::Relaxed);
            lock(&self.visible).insert(key)
        })
    }

    /// How often something was learned.
    pub fn lessons(&self) -> u64 {
        self.lessons.load(Ordering::Relaxed)
    }

    fn note_lesson(&self) {
        self.learned.store(true, Ordering::Relaxed);
        self.lessons.fetch_add(1, Ordering::Relaxed);
    }

    /// An exploration has ended: tells whether it learned something, which the next one knows. Who knows more may see that what
    /// seemed endless ends.
    pub fn end_exploration(&self) -> bool {
        let learned = self.learned.swap(false, Ordering::Relaxed);
        self.loads.end();
        if learned {
            self.forget_endless();
            self.starts_over.store(true, Ordering::Relaxed);
        }
        learned
    }

    pub fn learn(&self, keys: impl IntoIterator<Item = String>) {
        lock(&self.visible).extend(keys);
        self.note_lesson();
    }

    pub fn endless(&self) -> Option<String> {
        lock(&self.endless).clone()
    }

    pub fn note_endless(&self, place: impl FnOnce() -> String) {
        lock(&self.endless).get_or_insert_with(place);
    }

    pub fn forget_endless(&self) {
        *lock(&self.endless) = None;
    }

    /// Learns that time-outs at these places must not be put off.
    pub fn note_hasty(&self, places: impl Iterator<Item = String>) {
        let mut visible = lock(&self.visible);
        for place in places {
            if visible.insert(place) {
                self.note_lesson();
            }
        }
    }

    pub fn heuristic_failure(&self) -> Option<String> {
        lock(&self.heuristic_failure).clone()
    }

    pub fn note_heuristic_failure(&self, how: impl FnOnce() -> String) {
        lock(&self.heuristic_failure).get_or_insert_with(how);
    }

    pub fn thread_names(&self) -> BTreeSet<String> {
        lock(&self.names).clone()
    }

    /// Takes over what another process noticed.
    pub fn expect_noticed(&self, mut noticed: Noticed, names: Vec<String>) {
        lock(&self.noticed).absorb(&mut noticed);
        lock(&self.names).extend(names);
    }

    /// What was noticed by an exploration that knew too little is none of the next one's: how far it came is a matter of workers.
    fn start_over(&self) {
        if self.starts_over.swap(false, Ordering::Relaxed) {
            *lock(&self.noticed) = Noticed::default();
        }
    }

    pub fn noticed(&self) -> Noticed {
        lock(&self.noticed).clone()
    }

    /// Takes over what a search rests on.
    pub fn notice(&self, noticed: &[(u8, String)]) {
        self.start_over();
        let mut known = lock(&self.noticed);
        let mut parts = known.parts_mut();
        for (kind, text) in noticed {
            if let Some(part) = parts.get_mut(usize::from(*kind)).filter(|part| !part.contains(text)) {
                part.insert(text.clone());
            }
        }
    }

    /// Makes the machine of one of several workers notice again whatever the search does not know yet.
    pub fn remind(&self, vm: &mut Vm) {
        if !vm.marks.is_empty() {
            let mut known = lock(&self.noticed);
            let parts = known.parts_mut();
            vm.notice_again(|text| parts.iter().any(|part| part.contains(text)));
        }
        if !vm.noticed.is_empty() {
            vm.noticed = Noticed::default();
        }
    }

    /// Takes over what the machine has noticed since it was last asked. Lessons are left to it if it `keeps` them.
    pub fn gather(&self, vm: &mut Vm, keeps: bool) {
        self.start_over();
        if !vm.names.is_empty() {
            lock(&self.names).append(&mut vm.names);
        }
        if !keeps && !vm.noticed.is_empty() {
            lock(&self.noticed).absorb(&mut vm.noticed);
        }
        if !vm.visible.learned.is_empty() {
            let of_clocks = vm.visible.learned.iter().any(|key| key.starts_with(crate::exec::clocks::COMPARED));
            // Without reduction every access is a scheduling point, whatever was known of it.
            if vm.config.reduction == Reduction::Off && !of_clocks {
                lock(&self.visible).extend(vm.visible.learned.drain(..));
            } else if !keeps {
                self.learn(vm.visible.learned.drain(..));
            }
        }
    }
}
