//! Whether the layout of the last state still holds, so that encoding and decoding need not touch what has not changed.
//!
//! Most steps of threads change numbers, locks and one thread's frames, but not which object refers to which. Compaction
//! and sharing depend on references only: those inside the overlay, those of permanent objects into it, and for each
//! thread those of its frames in the order they are first met. If all of these are the last state's, compaction would
//! move nothing and the same objects are shared. So words are compared, which is much cheaper than copying, and needs no
//! cooperation of whoever writes to memory. Threads that have not run since have the frames they had.
//!
//! Of a frame's references most lead to what memory refers to as well, and threads load and drop them all the time. Where
//! such an object stands does not depend on frames. Nor does it matter to sharing that they refer to it, if it is shared
//! because of memory alone.

use space::{Encoding, GROUP};

use super::encode::PLAIN_PATH_LENGTH;
use crate::heap::{Heap, OVERLAY, Ref, header};
use crate::vm::Vm;

/// Threads with more references than this are not followed.
const ROOTS_MAX: usize = 64;

/// What of the overlay does not depend on frames.
#[derive(Clone, Copy, Default, Debug)]
pub struct Anchoring {
    /// So many words at its start are objects that memory refers to.
    pub words: u32,
    /// Whether some objects are shared only because the frames of two threads reach them.
    pub meets: bool,
}

/// What of memory is not as in the last state.
#[derive(Default)]
pub(super) struct MemoryChanges {
    /// The objects of the overlay, by their number.
    pub overlay: Vec<u32>,
    /// The dirty permanent objects, each with its number and its component.
    pub objects: Vec<(u32, u32)>,
    /// No others differ from what they were at first, and all of them do.
    pub are_the_same: bool,
}

/// The last state that was encoded or decoded, as far as its layout goes.
#[derive(Default)]
pub struct Layout {
    /// Whether the rest means anything.
    pub(crate) holds: bool,
    /// The state itself.
    encoding: Encoding,
    /// Its permanent objects, in the order of addresses, and how many bytes stand before the words of each.
    permanent: Vec<(Ref, u32)>,
    /// The component at which these begin.
    first_permanent: usize,
    /// Where its objects start in the overlay.
    starts: Vec<u32>,
    anchoring: Anchoring,
    threads: Vec<LaidThread>,
    roots_now: Vec<u32>,
    /// Which of its objects count modifications is known (see `Scratch::mod_counts`).
    pub(super) knows_mod_counts: bool,
    /// The stamp of the state that this one was encoded as a change of (see `changes`), or zero.
    base: u64,
    bytes: Vec<u8>,
}

pub(super) struct LaidThread {
    object: Ref,
    /// What its status refers to.
    pub on: Ref,
    alive: bool,
    /// Whether it has run since.
    pub moved: bool,
    /// Its frames among the components of the state.
    pub frames: std::ops::Range<usize>,
    /// `roots` are what it refers to in this state.
    pub knows_roots: bool,
    /// The objects of the overlay its status and frames refer to, in the order they are first met, without those that do not
    /// matter; known of threads that have run.
    roots: Vec<u32>,
    followed: bool,
}

impl Layout {
    fn has_moved(&self, index: usize) -> bool {
        self.threads[index].moved
    }

    /// Where the frames of a thread that has not run lie among the components of the last state.
    #[inline]
    pub(crate) fn resting_frames(&self, index: usize) -> Option<(&Encoding, std::ops::Range<usize>)> {
        let laid = self.threads.get(index).filter(|_| self.holds && !self.has_moved(index))?;
        Some((&self.encoding, laid.frames.clone()))
    }

    /// The threads are numbered anew.
    pub(super) fn forget(&mut self) {
        self.holds = false;
    }

    pub(crate) fn anchoring(&self) -> Anchoring {
        self.anchoring
    }

    /// Where the overlay's objects start.
    pub(crate) fn starts(&self) -> &[u32] {
        &self.starts
    }

    fn overlay(&self) -> &[u8] {
        &self.encoding.bytes()[self.overlay_start()..]
    }

    pub(super) fn overlay_start(&self) -> usize {
        self.encoding.start(self.first_object())
    }

    /// The component at which the overlay begins.
    pub(super) fn first_object(&self) -> usize {
        (self.first_permanent + self.permanent.len()).next_multiple_of(GROUP)
    }

    /// Whether the machine is still in the last state, which was encoded as a change of this one.
    pub(crate) fn can_go_back_to(&self, encoding: &Encoding) -> bool {
        self.holds && self.base != 0 && self.base == encoding.stamp() && self.threads.iter().all(|laid| !laid.moved)
    }

    pub(super) fn go_back_to(&mut self, encoding: &Encoding) {
        self.encoding.copy_from(encoding);
        self.base = 0;
    }

    /// The last state was encoded as a change of the one with that stamp.
    pub(super) fn note_base(&mut self, base: u64) {
        self.base = base;
    }

    /// Of which state the last one is a change, if it is.
    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    /// The thread is what it was before the step that was undone.
    pub(super) fn lay_thread(&mut self, index: usize, component: usize, frames: usize, on: Ref) {
        let laid = &mut self.threads[index];
        (laid.frames, laid.on) = (component + 1..component + 1 + frames, on);
    }

    pub(super) fn first_permanent(&self) -> usize {
        self.first_permanent
    }

    pub(super) fn threads(&self) -> &[LaidThread] {
        &self.threads
    }

    /// Whether the path had left no trace outside memory.
    pub(super) fn has_plain_path(&self) -> bool {
        let ends = self.encoding.ends();
        ends[0] as usize == PLAIN_PATH_LENGTH && ends[..FIRST_THREAD].iter().all(|end| *end == ends[0])
    }

    pub(super) fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    pub(super) fn encoding_mut(&mut self) -> &mut Encoding {
        &mut self.encoding
    }

    pub(super) fn encoding_and_starts_mut(&mut self) -> (&mut Encoding, &[u32]) {
        (&mut self.encoding, &self.starts)
    }

    /// The state, its threads, and a place to write to.
    pub(super) fn parts_mut(&mut self) -> (&mut Encoding, &mut [LaidThread], &mut Vec<u8>) {
        (&mut self.encoding, &mut self.threads, &mut self.bytes)
    }
}

/// The component at which the threads start: before them are the path, and what is known of the inputs.
pub(crate) const FIRST_THREAD: usize = GROUP;

fn word(bytes: &[u8], index: usize) -> u64 {
    u64::from_ne_bytes(bytes[8 * index..8 * index + 8].try_into().expect("eight bytes"))
}

impl Vm {
    /// The current thread is about to run: what its frames refer to is noted while they are what they were.
    pub(crate) fn note_running(&mut self) {
        let index = self.current;
        if !self.layout.holds || index >= self.layout.threads.len() || self.layout.has_moved(index) {
            return;
        }
        self.layout.threads[index].moved = true;
        if std::mem::take(&mut self.layout.threads[index].knows_roots) {
            return;
        }
        let on = self.layout.threads[index].on;
        let mut roots = std::mem::take(&mut self.layout.threads[index].roots);
        roots.clear();
        let followed = self.find_roots(index, on, self.layout.anchoring, &mut roots);
        let laid = &mut self.layout.threads[index];
        (laid.roots, laid.followed) = (roots, followed);
    }

    /// The objects of the overlay that a thread refers to, in the order `compact` would meet them first, as far as they
    /// matter. False if there are too many.
    fn find_roots(&self, index: usize, on: Ref, anchoring: Anchoring, roots: &mut Vec<u32>) -> bool {
        let thread = &self.threads[index];
        let anchored = OVERLAY + anchoring.words as usize;
        let matters = |target: u32| {
            let is_anchored = (target as usize) < anchored;
            let is_settled = || !anchoring.meets && self.heap.header(Ref(target)) & header::SHARED != 0;
            !is_anchored || (self.threaded && !is_settled())
        };
        let mut meet = |target: u32| {
            if target as usize >= OVERLAY && matters(target) && !roots.contains(&target) {
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

    /// Whether compaction would move nothing and sharing has not changed since the last state.
    pub(crate) fn layout_holds(&mut self) -> bool {
        if !self.layout.holds || self.config.stepwise {
            return false;
        }
        let mut roots_now = std::mem::take(&mut self.layout.roots_now);
        let holds = self.threads_hold(&mut roots_now) && self.memory_holds();
        self.layout.roots_now = roots_now;
        holds
    }

    fn threads_hold(&self, roots_now: &mut Vec<u32>) -> bool {
        let layout = &self.layout;
        if self.threads.len() != layout.threads.len() {
            return false;
        }
        for (index, laid) in layout.threads.iter().enumerate() {
            let thread = &self.threads[index];
            if thread.object != laid.object || thread.is_alive() != laid.alive || !thread.surplus.is_empty() {
                return false;
            }
            let on = super::encode::status_parts(thread.status).1;
            if !laid.moved {
                if on != laid.on {
                    return false;
                }
                continue;
            }
            roots_now.clear();
            let followed = self.find_roots(index, on, layout.anchoring, roots_now);
            if !followed || !laid.followed || laid.roots != *roots_now {
                return false;
            }
        }
        true
    }

    fn memory_holds(&mut self) -> bool {
        self.heap.overlay_refers_as(&self.layout, &mut self.scratch.memory_changes.overlay) && {
            self.heap.sort_dirty();
            self.heap.permanent_refers_as(&self.layout, &mut self.scratch.memory_changes)
        }
    }

    /// Fills the list of objects that count modifications, as compaction does.
    pub(crate) fn find_mod_counts(&mut self) {
        if std::mem::replace(&mut self.layout.knows_mod_counts, true) {
            return;
        }
        let mut found = std::mem::take(&mut self.scratch.mod_counts);
        found.clear();
        for start in self.layout.starts() {
            let object = (OVERLAY + *start as usize) as u32;
            if self.heap.shapes[self.heap.class_of(Ref(object)).0 as usize].mod_count.is_some() {
                found.push(object);
            }
        }
        self.scratch.mod_counts = found;
    }

    /// Remembers the state just encoded or decoded. `permanent` are its permanent objects, `starts` tells where the
    /// overlay's objects start, if that may have changed.
    pub(crate) fn keep_layout(
        &mut self,
        encoding: &Encoding,
        anchoring: Anchoring,
        permanent: &mut Vec<(Ref, u32)>,
        starts: Option<&mut Vec<u32>>,
    ) {
        let layout = &mut self.layout;
        layout.holds = !self.config.has_inputs() && {
            let own = self.loaders.get(crate::class::LoaderId::APP.0 as usize + 1);
            own.is_none_or(|loader| loader.object.is_null())
        };
        if !layout.holds {
            return;
        }
        layout.encoding.copy_from(encoding);
        layout.base = 0;
        layout.anchoring = anchoring;
        std::mem::swap(&mut layout.permanent, permanent);
        if let Some(starts) = starts {
            std::mem::swap(&mut layout.starts, starts);
        }
        layout.threads.truncate(self.threads.len());
        let mut component = FIRST_THREAD;
        for (index, thread) in self.threads.iter().enumerate() {
            let frames = component + 1..component + 1 + thread.frames.len();
            component = frames.end.next_multiple_of(GROUP);
            let (object, alive) = (thread.object, thread.is_alive());
            let on = super::encode::status_parts(thread.status).1;
            match layout.threads.get_mut(index) {
                Some(laid) => {
                    (laid.object, laid.on, laid.alive, laid.frames) = (object, on, alive, frames);
                    (laid.moved, laid.knows_roots) = (false, false);
                }
                None => {
                    let (roots, moved, knows_roots, followed) = (Vec::new(), false, false, false);
                    layout.threads.push(LaidThread { object, on, alive, moved, frames, knows_roots, roots, followed })
                }
            }
        }
        layout.first_permanent = component + 1;
    }
}

impl Heap {
    /// Whether the overlay holds the references, classes and identity hashes that it did, object by object; other words
    /// may differ, and which objects do is found. Caches are emptied, as compaction does.
    fn overlay_refers_as(&mut self, layout: &Layout, found: &mut Vec<u32>) -> bool {
        found.clear();
        let (then, starts) = (layout.overlay(), &layout.starts);
        let count = then.len() / 8;
        if self.top != OVERLAY + count {
            return false;
        }
        let mut at = 0;
        loop {
            let now: &[u8] = bytemuck::cast_slice(&self.words[OVERLAY + at..OVERLAY + count]);
            let Some(offset) = first_difference(now, &then[8 * at..]) else { return true };
            let object = starts.partition_point(|start| *start as usize <= at + offset) - 1;
            let start = starts[object] as usize;
            let end = starts.get(object + 1).map_or(count, |end| *end as usize);
            if !self.object_refers_as(&then[8 * start..8 * end], OVERLAY + start) {
                return false;
            }
            found.push(object as u32);
            at = end;
        }
    }

    fn object_refers_as(&mut self, then: &[u8], address: usize) -> bool {
        let locks = header::OWNER | header::COUNT;
        let header = word(then, 0);
        if (self.words[address] ^ header) & !locks != 0 {
            return false;
        }
        let shape = &self.shapes[(header & header::CLASS) as usize];
        if shape.element_shift.is_some() {
            return !shape.element_refs;
        }
        for cache in &shape.caches {
            self.words[address + *cache as usize] = 0;
        }
        shape.refs.iter().all(|index| self.words[address + *index as usize] == word(then, *index as usize))
    }

    /// Whether the dirty permanent objects, which are sorted, refer to the overlay as they did. Finds those that are not what they
    /// were in the last state, and whether the same ones differ from what they were at first.
    fn permanent_refers_as(&self, layout: &Layout, found: &mut MemoryChanges) -> bool {
        found.objects.clear();
        found.are_the_same = true;
        let mut laid = layout.permanent.iter().zip(layout.first_permanent..).peekable();
        for index in 0..self.dirty_count() {
            let place = self.dirty_words(index);
            let Some((&(_, head), component)) = laid.next_if(|((known, _), _)| known.0 as usize == place.start) else {
                // It was as it had been at first, when there was no overlay.
                if self.is_changed(index) {
                    found.are_the_same = false;
                    if self.refers_to_overlay(index) {
                        return false;
                    }
                }
                continue;
            };
            found.are_the_same &= self.is_changed(index);
            let then = layout.encoding.component(component);
            let (head, words) = then.split_at(head as usize);
            let skipped = usize::from(!self.is_later_stretch(index));
            let now = &self.words[place.start + skipped..place.end];
            if bytemuck::cast_slice::<u64, u8>(now) != words {
                let start = place.start + skipped;
                let mut same = true;
                self.for_each_dirty_reference(index, |address| {
                    same &= self.words[address] == word(words, address - start);
                });
                if !same {
                    return false;
                }
            } else if skipped == 0
                || head[head.len() - 8..] == (self.words[place.start] & !(header::DIRTY | header::SHARED)).to_le_bytes()
            {
                continue;
            }
            found.objects.push((index as u32, component as u32));
        }
        laid.peek().is_none()
    }

    /// Whether what is dirty refers to the overlay.
    pub(crate) fn refers_to_overlay(&self, index: usize) -> bool {
        let mut found = false;
        self.for_each_dirty_reference(index, |address| found |= holds_overlay_reference(self.words[address]));
        found
    }

    /// The words of what is dirty that hold references.
    pub(crate) fn for_each_dirty_reference(&self, index: usize, mut visit: impl FnMut(usize)) {
        let object = self.dirty_at(index);
        let place = self.dirty_words(index);
        if self.is_array_of_references(object) {
            return (place.start.max(object.0 as usize + 2)..place.end).for_each(visit);
        }
        self.for_each_reference_word(object, |word| visit(object.0 as usize + word));
    }

    pub(crate) fn is_array_of_references(&self, object: Ref) -> bool {
        let header = self.header(object);
        let shape = &self.shapes[(header & header::CLASS) as usize];
        header & header::STATICS == 0 && shape.element_shift.is_some() && shape.element_refs
    }

    /// The words of an object that hold references.
    pub(crate) fn for_each_reference_word(&self, object: Ref, mut visit: impl FnMut(usize)) {
        let header = self.header(object);
        let shape = &self.shapes[(header & header::CLASS) as usize];
        if header & header::STATICS != 0 {
            shape.static_refs.iter().for_each(|word| visit(*word as usize));
        } else if shape.element_shift.is_none() {
            shape.refs.iter().for_each(|word| visit(*word as usize));
        } else if shape.element_refs {
            (2..self.size_of(object)).for_each(visit);
        }
    }
}

/// Whether a word that holds references, two if it is of an array, holds one to the overlay.
pub(crate) fn holds_overlay_reference(word: u64) -> bool {
    (word as u32 as usize).max((word >> 32) as usize) >= OVERLAY
}

/// The first word in which the two differ, which are equally long.
pub(super) fn first_difference(now: &[u8], then: &[u8]) -> Option<usize> {
    const BLOCK: usize = 256;
    let mut blocks = now.chunks(BLOCK).zip(then.chunks(BLOCK));
    let block = blocks.position(|(now, then)| now != then)?;
    let (now, then) = (&now[block * BLOCK..], &then[block * BLOCK..]);
    let mut words = now.chunks_exact(8).zip(then.chunks_exact(8));
    Some(block * (BLOCK / 8) + words.position(|(now, then)| now != then)?)
}
