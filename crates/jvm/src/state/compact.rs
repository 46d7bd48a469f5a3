//! Compaction: copies what is alive to the start of the overlay, in canonical order.

use std::sync::Arc;

use crate::class::Method;
use crate::heap::{ELEMENTS, Heap, OVERLAY, Ref, header};
use crate::maps::PointMap;
use crate::thread::{Frame, Status, Thread};
use crate::vm::Vm;

use super::layout::Anchoring;

impl Heap {
    /// The references in the fields of an instance after its first `skip` ones.
    pub fn for_each_reference_from(&self, object: Ref, skip: u32, mut visit: impl FnMut(Ref)) {
        let shape = &self.shapes[self.class_of(object).0 as usize];
        for word in shape.refs.iter().filter(|word| u32::from(**word) > skip) {
            visit(Ref::from_slot(self.words[object.0 as usize + *word as usize]));
        }
    }

    /// Calls `visit` with every reference the object holds.
    pub fn for_each_reference(&self, object: Ref, mut visit: impl FnMut(Ref)) {
        let header = self.header(object);
        let shape = &self.shapes[(header & header::CLASS) as usize];
        let address = object.0 as usize;
        if header & header::STATICS != 0 {
            for word in &shape.static_refs {
                visit(Ref::from_slot(self.words[address + *word as usize]));
            }
        } else if shape.element_shift.is_some() {
            if shape.element_refs {
                for index in 0..self.array_length(object) as usize {
                    visit(self.get_ref(object, ELEMENTS + 4 * index));
                }
            }
        } else {
            for word in &shape.refs {
                visit(Ref::from_slot(self.words[address + *word as usize]));
            }
        }
    }
}

/// Where an object has been copied to, if it has; permanent ones stay.
pub(super) fn forwarded(heap: &Heap, object: Ref) -> Option<Ref> {
    let address = object.0 as usize;
    if address < OVERLAY {
        return Some(object);
    }
    let header = heap.words[address];
    (header & header::FORWARD != 0).then_some(Ref((header >> 32) as u32))
}

/// The copy in progress: what `forward` needs, apart from the heap.
struct Copy {
    to: Vec<u64>,
    /// Where in `to` each object starts.
    starts: Vec<u32>,
    mod_counts: Vec<u32>,
    hash_rank: u32,
}

impl Copy {
    /// Copies the object to to-space, unless that has happened, and gives its new address.
    #[inline]
    fn forward(&mut self, heap: &mut Heap, object: Ref) -> Ref {
        let address = object.0 as usize;
        if address < OVERLAY {
            return object;
        }
        let header = heap.words[address];
        if header & header::FORWARD != 0 {
            return Ref((header >> 32) as u32);
        }
        let shape = &heap.shapes[(header & header::CLASS) as usize];
        // Statics are permanent, so that this is an array or an instance.
        let size = match shape.element_shift {
            Some(shift) => 2 + ((heap.words[address + 1] as usize) << shift).div_ceil(8),
            None => 1 + shape.words as usize,
        };
        let start = self.to.len();
        self.starts.push(start as u32);
        self.to.extend_from_slice(&heap.words[address..address + size]);
        if header & header::HASHED != 0 {
            self.hash_rank = self.hash_rank.max((header >> header::HASH_SHIFT) as u32 + 1);
        }
        for cache in &shape.caches {
            self.to[start + *cache as usize] = 0;
        }
        let new = OVERLAY + start;
        if shape.mod_count.is_some() {
            self.mod_counts.push(new as u32);
        }
        heap.words[address] = header::FORWARD | (new as u64) << 32;
        Ref(new as u32)
    }

    #[inline]
    fn slot(&mut self, heap: &mut Heap, slot: u64) -> u64 {
        self.forward(heap, Ref::from_slot(slot)).slot()
    }

    fn reference(&mut self, heap: &mut Heap, reference: &mut Ref) {
        *reference = self.forward(heap, *reference);
    }

    /// Forwards what the objects in to-space from number `next` on refer to, and what that leads to, until nothing is left.
    fn scan_from(&mut self, mut next: usize, heap: &mut Heap) {
        while let Some(start) = self.starts.get(next).map(|start| *start as usize) {
            next += 1;
            let class = (self.to[start] & header::CLASS) as usize;
            if heap.shapes[class].element_shift.is_none() {
                for index in 0..heap.shapes[class].refs.len() {
                    let word = start + heap.shapes[class].refs[index] as usize;
                    let value = self.to[word];
                    if value as usize >= OVERLAY {
                        self.to[word] = self.slot(heap, value);
                    }
                }
            } else if heap.shapes[class].element_refs {
                let end = self.starts.get(next).map_or(self.to.len(), |end| *end as usize);
                for word in start + 2..end {
                    let pair = self.to[word];
                    if pair != 0 {
                        let low = self.slot(heap, pair & 0xffff_ffff);
                        let high = self.slot(heap, pair >> 32);
                        self.to[word] = low | high << 32;
                    }
                }
            }
        }
    }
}

impl Vm {
    /// Collects garbage: compacts the overlay.
    pub fn collect(&mut self) {
        self.layout.holds = false;
        self.compact();
        self.heap.plan_collection();
    }

    /// Copies what is alive to the start of the overlay, in canonical order: first what memory refers to, then what only
    /// frames do. So an object that a thread loads from memory stays where it is (see `layout`).
    pub(super) fn compact(&mut self) {
        self.compactions += 1;
        self.find_frame_maps();
        let maps = std::mem::take(&mut self.scratch.maps);
        let mut copy = Copy {
            to: std::mem::take(&mut self.scratch.to_space),
            starts: std::mem::take(&mut self.scratch.starts),
            mod_counts: std::mem::take(&mut self.scratch.mod_counts),
            hash_rank: 1,
        };
        copy.to.clear();
        copy.starts.clear();
        copy.mod_counts.clear();
        let heap = &mut self.heap;
        let mut next_map = maps.iter();
        for thread in &mut self.threads {
            copy.reference(heap, &mut thread.object);
        }
        heap.sort_dirty();
        for index in 0..heap.dirty_count() {
            forward_permanent(heap, &mut copy, index);
        }
        for loader in &mut self.loaders {
            copy.reference(heap, &mut loader.object);
            for (_, module) in &mut loader.modules {
                copy.reference(heap, module);
            }
        }
        copy.scan_from(0, heap);
        let (anchored, anchored_words) = (copy.starts.len(), copy.to.len() as u32);
        for thread in &mut self.threads {
            copy_frames(heap, &mut copy, thread, &mut next_map, &self.methods);
        }
        copy.scan_from(anchored, heap);
        if self.config.stepwise {
            copy_looked_at(heap, &mut copy, &mut self.threads, &maps, &self.looking.handles);
            self.looking.handles.follow(|object| forwarded(heap, object).unwrap_or(Ref::NULL));
        }
        self.scratch.left.look_up(heap);
        let reached = copy.starts.len();
        for object in self.scratch.left.unreached(heap) {
            copy.forward(heap, object);
        }
        copy.scan_from(reached, heap);
        self.scratch.left.follow(heap);
        self.scratch.anchoring = Anchoring { words: anchored_words, meets: false };
        heap.move_symbols();
        let end = OVERLAY + copy.to.len();
        heap.words[OVERLAY..end].copy_from_slice(&copy.to);
        heap.top = end;
        heap.hash_rank = copy.hash_rank;
        self.scratch.maps = maps;
        self.scratch.to_space = copy.to;
        self.scratch.starts = copy.starts;
        self.scratch.mod_counts = copy.mod_counts;
    }

    /// Looks up the maps of all frames of all threads.
    pub(super) fn find_frame_maps(&mut self) {
        let mut maps = std::mem::take(&mut self.scratch.maps);
        maps.clear();
        for thread in &self.threads {
            maps.extend(thread.frames.iter().map(|frame| self.frame_map(thread, frame)));
        }
        self.scratch.maps = maps;
    }
}

fn copy_frames<'a>(
    heap: &mut Heap,
    copy: &mut Copy,
    thread: &mut Thread,
    maps: &mut impl Iterator<Item = &'a Arc<PointMap>>,
    methods: &[Method],
) {
    let mut status = thread.status;
    match &mut status {
        Status::Blocked(object) | Status::InitializationWait(object) => copy.reference(heap, object),
        Status::Waiting { on, .. } | Status::Reacquiring { on, .. } => copy.reference(heap, on),
        Status::Runnable | Status::Parked { .. } | Status::Polling { .. } | Status::Sleeping | Status::Terminated => {}
    }
    thread.status = status;
    copy.reference(heap, &mut thread.stopped_by);
    for (object, _) in &mut thread.surplus {
        copy.reference(heap, object);
    }
    for index in 0..thread.frames.len() {
        let frame = thread.frames[index];
        let map = maps.next().expect("one map per frame");
        let max_locals = methods[frame.method.0 as usize].max_locals as usize;
        let stack_start = frame.base as usize + max_locals;
        for local in &map.ref_locals {
            let slot = &mut thread.stack[frame.base as usize + *local as usize];
            *slot = copy.slot(heap, *slot);
        }
        for slot in &map.ref_stack {
            let at = stack_start + *slot as usize;
            if at < frame.sp as usize {
                thread.stack[at] = copy.slot(heap, thread.stack[at]);
            }
        }
        copy.reference(heap, &mut thread.frames[index].monitor);
    }
}

/// Copies what is alive only for whoever looks on. It comes last, and no identity hash depends on it.
fn copy_looked_at(
    heap: &mut Heap,
    copy: &mut Copy,
    threads: &mut [Thread],
    maps: &[Arc<PointMap>],
    handles: &crate::looking::Handles,
) {
    let (rank, first) = (copy.hash_rank, copy.starts.len());
    let mut next_map = maps.iter();
    for thread in threads {
        for frame in &thread.frames {
            let map = next_map.next().expect("one map per frame");
            for local in &map.idle_refs {
                let slot = &mut thread.stack[frame.base as usize + *local as usize];
                *slot = copy.slot(heap, *slot);
            }
        }
    }
    for object in handles.held() {
        copy.forward(heap, object);
    }
    copy.scan_from(first, heap);
    copy.hash_rank = rank;
}

fn forward_permanent(heap: &mut Heap, copy: &mut Copy, index: usize) {
    let object = heap.dirty_at(index);
    let header = heap.header(object);
    let class = (header & header::CLASS) as usize;
    let address = object.0 as usize;
    if header & header::STATICS == 0 && heap.shapes[class].element_shift.is_some() {
        if heap.shapes[class].element_refs {
            let place = heap.dirty_words(index);
            for word in place.start.max(address + 2)..place.end {
                let pair = heap.words[word];
                if pair != 0 {
                    let low = copy.slot(heap, pair & 0xffff_ffff);
                    let high = copy.slot(heap, pair >> 32);
                    heap.words[word] = low | high << 32;
                }
            }
        }
        return;
    }
    let is_statics = header & header::STATICS != 0;
    let count = if is_statics { heap.shapes[class].static_refs.len() } else { heap.shapes[class].refs.len() };
    for index in 0..count {
        let word = if is_statics { heap.shapes[class].static_refs[index] } else { heap.shapes[class].refs[index] };
        let at = address + word as usize;
        let value = heap.words[at];
        heap.words[at] = copy.slot(heap, value);
    }
}

pub(super) fn for_each_frame_ref(frame: &Frame, map: &PointMap, max_locals: u16, mut visit: impl FnMut(usize)) {
    for local in &map.ref_locals {
        visit(frame.base as usize + *local as usize);
    }
    for slot in &map.ref_stack {
        let at = frame.base as usize + max_locals as usize + *slot as usize;
        if at < frame.sp as usize {
            visit(at);
        }
    }
}
