//! Whether the layout of the last state still holds, so that encoding and decoding need not touch what has not changed.
//!
//! Most steps of threads change numbers, locks and one thread's frames, but not which object refers to which. Compaction
//! and sharing depend on references only: those inside the overlay, those of permanent objects into it, and for each
//! thread those of its frames in the order they are first met. If all of these are the last state's, compaction would
//! move nothing and the same objects are shared. So words are compared, which is much cheaper than copying, and needs no
//! cooperation of whoever writes to memory. Threads that have not run since have the frames they had.

use space::Encoding;

use crate::heap::{Heap, OVERLAY, Ref, header};
use crate::maps::PointMap;
use crate::thread::{Frame, Thread};
use crate::vm::Vm;

/// Threads with more references than this are not followed.
const ROOTS_MAX: usize = 64;

/// The last state that was encoded or decoded, as far as its layout goes.
#[derive(Default)]
pub struct Layout {
    /// Whether the rest means anything.
    pub(crate) holds: bool,
    /// The overlay, and where its objects start in it.
    words: Vec<u64>,
    starts: Vec<u32>,
    /// Words of permanent objects that refer to the overlay: address and value.
    permanent: Vec<(u32, u64)>,
    threads: Vec<LaidThread>,
    /// The frames of all threads, one component each.
    frames: Encoding,
    /// Which threads have run since (a bit each).
    moved: u64,
    permanent_now: Vec<(u32, u64)>,
    roots_now: Vec<u32>,
}

struct LaidThread {
    object: Ref,
    /// What its status refers to.
    on: Ref,
    alive: bool,
    /// Its frames among those of all threads.
    frames: std::ops::Range<usize>,
    /// The objects of the overlay its status and frames refer to, in the order they are first met; known of threads
    /// that have run.
    roots: Option<Vec<u32>>,
}

impl Layout {
    fn has_moved(&self, index: usize) -> bool {
        self.moved & 1 << index != 0
    }

    /// Where the frames of a thread that has not run lie among `frames`.
    pub(crate) fn resting_frames(&self, index: usize) -> Option<(&Encoding, std::ops::Range<usize>)> {
        let laid = self.threads.get(index).filter(|_| self.holds && !self.has_moved(index))?;
        Some((&self.frames, laid.frames.clone()))
    }

    /// Where the overlay's objects start.
    pub(crate) fn starts(&self) -> &[u32] {
        &self.starts
    }
}

impl Vm {
    /// The current thread is about to run: what its frames refer to is noted while they are what they were.
    pub(crate) fn note_running(&mut self) {
        let index = self.current;
        if !self.layout.holds || index >= self.layout.threads.len() || self.layout.has_moved(index) {
            return;
        }
        self.layout.moved |= 1 << index;
        let on = self.layout.threads[index].on;
        let mut roots = self.layout.threads[index].roots.take().unwrap_or_default();
        roots.clear();
        let followed = self.find_roots(index, on, &mut roots);
        self.layout.threads[index].roots = followed.then_some(roots);
    }

    /// The objects of the overlay that a thread refers to, in the order `compact` would meet them first. False if there
    /// are too many.
    fn find_roots(&self, index: usize, on: Ref, roots: &mut Vec<u32>) -> bool {
        let thread = &self.threads[index];
        let mut meet = |target: u32| {
            if target as usize >= OVERLAY && !roots.contains(&target) {
                roots.push(target);
            }
        };
        meet(on.0);
        if thread.frames.len() > ROOTS_MAX {
            return false;
        }
        for frame in &thread.frames {
            self.with_frame_map(thread, frame, |map| {
                let stack_start = frame.base as usize + self.method(frame.method).max_locals as usize;
                for local in &map.ref_locals {
                    meet(thread.stack[frame.base as usize + *local as usize] as u32);
                }
                for slot in &map.ref_stack {
                    let at = stack_start + *slot as usize;
                    if at < frame.sp as usize {
                        meet(thread.stack[at] as u32);
                    }
                }
            });
            meet(frame.monitor.0);
        }
        roots.len() <= ROOTS_MAX
    }

    fn with_frame_map(&self, thread: &Thread, frame: &Frame, look: impl FnOnce(&PointMap)) {
        look(&self.frame_map(thread, frame));
    }

    /// Whether compaction would move nothing and sharing has not changed since the last state.
    pub(crate) fn layout_holds(&mut self) -> bool {
        let mut layout = std::mem::take(&mut self.layout);
        let holds = layout.holds && self.threads_hold(&mut layout) && self.memory_holds(&mut layout);
        self.layout = layout;
        holds
    }

    fn threads_hold(&self, layout: &mut Layout) -> bool {
        if self.threads.len() != layout.threads.len() {
            return false;
        }
        for (index, laid) in layout.threads.iter().enumerate() {
            let thread = &self.threads[index];
            if thread.object != laid.object || thread.is_alive() != laid.alive {
                return false;
            }
            let on = crate::encode::status_parts(thread.status).1;
            if layout.moved & 1 << index == 0 {
                if on != laid.on {
                    return false;
                }
                continue;
            }
            layout.roots_now.clear();
            let followed = self.find_roots(index, on, &mut layout.roots_now);
            if !followed || laid.roots.as_ref() != Some(&layout.roots_now) {
                return false;
            }
        }
        true
    }

    fn memory_holds(&mut self, layout: &mut Layout) -> bool {
        let heap = &mut self.heap;
        if heap.top != OVERLAY + layout.words.len() || !heap.overlay_refers_as(&layout.words, &layout.starts) {
            return false;
        }
        heap.sort_dirty();
        layout.permanent_now.clear();
        heap.overlay_references(&mut layout.permanent_now);
        layout.permanent_now == layout.permanent
    }

    /// Fills the list of objects that count modifications, as compaction does.
    pub(crate) fn find_mod_counts(&mut self) {
        let mut found = std::mem::take(&mut self.scratch.mod_counts);
        found.clear();
        for start in &self.layout.starts {
            let object = (OVERLAY + *start as usize) as u32;
            if self.heap.shapes[self.heap.class_of(Ref(object)).0 as usize].mod_count.is_some() {
                found.push(object);
            }
        }
        self.scratch.mod_counts = found;
    }

    /// Remembers the state just encoded or decoded. `first` is the component of the first thread, `starts` tells where
    /// the overlay's objects start, if references may have changed.
    pub(crate) fn keep_layout(&mut self, encoding: &Encoding, first: usize, starts: Option<&mut Vec<u32>>) {
        let mut layout = std::mem::take(&mut self.layout);
        layout.moved = 0;
        layout.holds = self.threads.len() <= 64 && !self.config.has_inputs() && self.own_loaders().next().is_none();
        if layout.holds {
            layout.words.clear();
            layout.words.extend_from_slice(&self.heap.words[OVERLAY..self.heap.top]);
            if let Some(starts) = starts {
                std::mem::swap(&mut layout.starts, starts);
                layout.permanent.clear();
                self.heap.overlay_references(&mut layout.permanent);
            }
            self.lay_threads(&mut layout, encoding, first);
        }
        self.layout = layout;
    }

    fn lay_threads(&self, layout: &mut Layout, encoding: &Encoding, first: usize) {
        layout.threads.truncate(self.threads.len());
        let mut component = first;
        layout.frames.clear();
        for (index, thread) in self.threads.iter().enumerate() {
            component += 1;
            let start = layout.frames.cut_count();
            layout.frames.append_range(encoding, component..component + thread.frames.len());
            component += thread.frames.len();
            let on = crate::encode::status_parts(thread.status).1;
            let roots = layout.threads.get_mut(index).and_then(|laid| laid.roots.take());
            let frames = start..layout.frames.cut_count();
            let laid = LaidThread { object: thread.object, on, alive: thread.is_alive(), frames, roots };
            match layout.threads.get_mut(index) {
                Some(place) => *place = laid,
                None => layout.threads.push(laid),
            }
        }
    }
}

impl Heap {
    /// Whether the overlay holds the references, classes and identity hashes that `words` do, object by object; other
    /// words may differ. Caches are emptied, as compaction does.
    fn overlay_refers_as(&mut self, words: &[u64], starts: &[u32]) -> bool {
        let mut at = 0;
        loop {
            let now = &self.words[OVERLAY + at..OVERLAY + words.len()];
            let Some(offset) = now.iter().zip(&words[at..]).position(|(now, then)| now != then) else { return true };
            let object = starts.partition_point(|start| *start as usize <= at + offset) - 1;
            let start = starts[object] as usize;
            let end = starts.get(object + 1).map_or(words.len(), |end| *end as usize);
            if !self.object_refers_as(&words[start..end], OVERLAY + start) {
                return false;
            }
            at = end;
        }
    }

    fn object_refers_as(&mut self, then: &[u64], address: usize) -> bool {
        let locks = header::OWNER | header::COUNT;
        if (self.words[address] ^ then[0]) & !locks != 0 {
            return false;
        }
        let shape = &self.shapes[(then[0] & header::CLASS) as usize];
        if shape.element_shift.is_some() {
            return !shape.element_refs;
        }
        for cache in &shape.caches {
            self.words[address + *cache as usize] = 0;
        }
        shape.refs.iter().all(|word| self.words[address + *word as usize] == then[*word as usize])
    }

    /// The words of dirty permanent objects that refer to the overlay.
    fn overlay_references(&self, into: &mut Vec<(u32, u64)>) {
        let refers = |value: u64| (value as u32 as usize).max((value >> 32) as usize) >= OVERLAY;
        for index in 0..self.dirty_count() {
            let object = self.dirty_at(index);
            let address = object.0 as usize;
            let header = self.header(object);
            let shape = &self.shapes[(header & header::CLASS) as usize];
            let mut look = |at: usize| {
                if refers(self.words[at]) {
                    into.push((at as u32, self.words[at]));
                }
            };
            if header & header::STATICS != 0 {
                shape.static_refs.iter().for_each(|word| look(address + *word as usize));
            } else if shape.element_shift.is_none() {
                shape.refs.iter().for_each(|word| look(address + *word as usize));
            } else if shape.element_refs {
                (address + 2..address + self.size_of(object)).for_each(look);
            }
        }
    }
}
