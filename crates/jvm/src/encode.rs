//! The canonical encoding of a state, its inverse, and the collection of garbage: one mechanism.
//!
//! What can be reached from the threads and from dirty permanent objects is copied in the order a traversal meets it
//! (Cheney 1970) to the start of the overlay. Objects that cannot be reached vanish, and addresses depend on the
//! state's shape only, so that the copied words are the encoding, and decoding is copying them back.

use std::rc::Rc;

use space::Encoding;

use crate::class::{LoaderId, MethodId};
use crate::heap::{ClassId, Heap, ModCount, OVERLAY, Ref, header};
use crate::layout::Places;
use crate::maps::PointMap;
use crate::natives::descriptor::{OpenFile, Source};
use crate::natives::disk::{Inode, Node};
use crate::thread::{Frame, FrameKind, Status, Thread};
use crate::vm::Vm;

/// Buffers that live as long as the machine.
#[derive(Default)]
pub struct Scratch {
    to_space: Vec<u64>,
    /// Where each object of the overlay starts, from the overlay's own start; filled by `compact`.
    starts: Vec<u32>,
    /// Where each permanent object of a state lies in its encoding (see `layout`).
    permanent: Vec<(Ref, u32)>,
    /// Objects (by address) that count or remember modifications.
    pub(crate) mod_counts: Vec<u32>,
    /// The maps of all frames of all threads, outermost first; filled by `find_frame_maps`.
    maps: Vec<Rc<PointMap>>,
    /// For each overlay word that starts an object: the first thread that reaches it, plus one.
    reached: Vec<u8>,
    open: Vec<Ref>,
}

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
                    visit(self.get_ref(object, crate::heap::ELEMENTS + 4 * index));
                }
            }
        } else {
            for word in &shape.refs {
                visit(Ref::from_slot(self.words[address + *word as usize]));
            }
        }
    }
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

    /// Forwards what the objects in to-space refer to, and what that leads to, until nothing is left.
    fn scan_all(&mut self, heap: &mut Heap) {
        let mut next = 0;
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

    /// Copies what is alive to the start of the overlay, in canonical order.
    fn compact(&mut self) {
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
            copy_thread(heap, &mut copy, thread, &mut next_map, &self.methods);
        }
        heap.sort_dirty();
        for index in 0..heap.dirty_count() {
            let object = heap.dirty_at(index);
            forward_permanent(heap, &mut copy, object);
        }
        for loader in &mut self.loaders {
            copy.reference(heap, &mut loader.object);
        }
        copy.scan_all(heap);
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
    fn find_frame_maps(&mut self) {
        let mut maps = std::mem::take(&mut self.scratch.maps);
        maps.clear();
        for thread in &self.threads {
            maps.extend(thread.frames.iter().map(|frame| self.frame_map(thread, frame)));
        }
        self.scratch.maps = maps;
    }

    /// `modCount` only tells iterators that something changed: its absolute value is history, not state. It becomes
    /// zero, and what iterators remember becomes their distance from it, unless a library method that may have
    /// remembered it in a local variable is running.
    fn normalise_mod_counts(&mut self) {
        if self.scratch.mod_counts.is_empty() || self.is_collection_code_running() {
            return;
        }
        let objects = std::mem::take(&mut self.scratch.mod_counts);
        let shape_of = |heap: &Heap, object: u32| heap.shapes[heap.class_of(Ref(object)).0 as usize].mod_count;
        // All remembered values first, while the counters are still there.
        let known = |heap: &Heap, object: u32| match shape_of(heap, object) {
            Some(ModCount::Remembered { of, .. }) => {
                let owner = heap.words[(object + u32::from(of)) as usize] as u32;
                owner as usize >= OVERLAY && matches!(shape_of(heap, owner), Some(ModCount::Own(_)))
            }
            Some(ModCount::Own(_)) => true,
            Some(ModCount::Unclear) | None => false,
        };
        if objects.iter().all(|object| known(&self.heap, *object)) {
            for object in &objects {
                if let Some(ModCount::Remembered { expected, of }) = shape_of(&self.heap, *object) {
                    let owner = self.heap.words[(*object + u32::from(of)) as usize] as u32;
                    let Some(ModCount::Own(counter)) = shape_of(&self.heap, owner) else { continue };
                    let counter = self.heap.words[(owner + u32::from(counter)) as usize] as u32;
                    let word = &mut self.heap.words[(*object + u32::from(expected)) as usize];
                    *word = u64::from((*word as u32).wrapping_sub(counter));
                }
            }
            for object in &objects {
                if let Some(ModCount::Own(counter)) = shape_of(&self.heap, *object) {
                    self.heap.words[(*object + u32::from(counter)) as usize] = 0;
                }
            }
        }
        self.scratch.mod_counts = objects;
    }

    fn is_collection_code_running(&self) -> bool {
        self.threads.iter().flat_map(|thread| &thread.frames).any(|frame| {
            let class = self.class(self.method(frame.method).class);
            class.library && class.name.starts_with("java/util/")
        })
    }

    /// Threads that have ended are no part of the state; the others are numbered anew, if any was dropped.
    fn drop_ended_threads(&mut self) -> bool {
        if self.threads.iter().skip(1).all(Thread::is_alive) {
            return false;
        }
        let alive: Vec<bool> = self.threads.iter().map(Thread::is_alive).collect();
        // The main thread keeps its place: it is the only one whose end the exit status depends on.
        let keep = |index: usize| index == 0 || alive[index];
        let mut numbers = vec![0u64; self.threads.len() + 1];
        let mut next = 0;
        for index in 0..self.threads.len() {
            if keep(index) {
                next += 1;
                numbers[index + 1] = next;
            }
        }
        let mut index = 0;
        self.threads.retain(|_| {
            index += 1;
            keep(index - 1)
        });
        self.current = (numbers[self.current + 1] as usize).saturating_sub(1);
        for index in 0..self.threads.len() {
            if self.threads[index].is_alive() {
                let object = self.threads[index].object;
                let eetop = self.known.thread_eetop as usize;
                if self.heap.get8(object, eetop) != index as u64 + 1 {
                    self.heap.put8(object, eetop, index as u64 + 1);
                }
            }
        }
        self.renumber_owners(&numbers);
        true
    }

    fn renumber_owners(&mut self, numbers: &[u64]) {
        let renumber = |header: u64| {
            let owner = (header & header::OWNER) >> header::OWNER_SHIFT;
            header & !header::OWNER | numbers[owner as usize] << header::OWNER_SHIFT
        };
        let mut address = OVERLAY;
        while address < self.heap.top {
            let size = self.heap.size_of(Ref(address as u32));
            self.heap.words[address] = renumber(self.heap.words[address]);
            address += size;
        }
        for index in 0..self.heap.dirty_count() {
            let address = self.heap.dirty_at(index).0 as usize;
            self.heap.words[address] = renumber(self.heap.words[address]);
        }
    }

    /// Which objects more than one thread can reach: recomputed, so that it depends on the state only.
    pub(crate) fn share_all(&mut self) {
        let mut address = OVERLAY;
        while address < self.heap.top {
            self.heap.clear_header_quietly(Ref(address as u32), header::SHARED);
            address += self.heap.size_of(Ref(address as u32));
        }
        let mut open: Vec<Ref> = Vec::new();
        for index in 0..self.heap.dirty_count() {
            let object = self.heap.dirty_at(index);
            // What the library alone refers to is guarded by the library, unless it is a place where threads meet.
            let class = self.class(self.heap.class_of(object));
            let is_static = self.heap.header(object) & header::STATICS != 0;
            if is_static && class.library {
                let own = |target: &Ref| !target.is_null() && !self.class(self.heap.class_of(*target)).library;
                self.heap.for_each_reference(object, |target| open.extend(Some(target).filter(own)));
            } else {
                self.for_each_visible_reference(object, |target| open.push(target));
            }
        }
        for object in open {
            self.share(object);
        }
        self.share_common_reach();
    }

    /// The references of an object that another thread could follow. What `java.lang.Thread` itself declares (the
    /// runnable above all) only the thread's own run method follows.
    pub(crate) fn for_each_visible_reference(&self, object: Ref, visit: impl FnMut(Ref)) {
        let class = self.heap.class_of(object);
        let is_thread = self.class(class).display.get(1) == Some(&self.known.thread);
        if is_thread {
            self.heap.for_each_reference_from(object, self.heap.shapes[self.known.thread.0 as usize].words, visit);
        } else {
            self.heap.for_each_reference(object, visit);
        }
    }

    /// Shares what the frames of two different threads reach without passing a shared object.
    fn share_common_reach(&mut self) {
        self.find_frame_maps();
        let maps = std::mem::take(&mut self.scratch.maps);
        let mut next_map = maps.iter();
        let mut reached = std::mem::take(&mut self.scratch.reached);
        let mut open = std::mem::take(&mut self.scratch.open);
        reached.clear();
        reached.resize(self.heap.top - OVERLAY, 0);
        let mut common: Vec<Ref> = Vec::new();
        for index in 0..self.threads.len() {
            let thread = &self.threads[index];
            if thread.is_alive() && !self.heap.is_permanent(thread.object) {
                self.heap.for_each_reference(thread.object, |target| open.push(target));
            }
            for frame in &thread.frames {
                let map = next_map.next().expect("one map per frame");
                for_each_frame_ref(frame, map, self.methods[frame.method.0 as usize].max_locals, |slot| {
                    open.push(Ref::from_slot(thread.stack[slot]));
                });
            }
            let me = index as u8 + 1;
            while let Some(object) = open.pop() {
                if self.heap.is_permanent(object) || self.heap.header(object) & header::SHARED != 0 {
                    continue;
                }
                let first = &mut reached[object.0 as usize - OVERLAY];
                if *first == 0 {
                    *first = me;
                    self.for_each_visible_reference(object, |target| open.push(target));
                } else if *first != me {
                    common.push(object);
                }
            }
        }
        self.scratch.maps = maps;
        self.scratch.reached = reached;
        self.scratch.open = open;
        for object in common {
            self.share(object);
        }
    }

    // Encoding.

    /// Encodes the state; says whether threads were numbered anew.
    pub fn encode(&mut self, standing: u8, out: &mut Encoding) -> bool {
        if standing == crate::system::standing::ENDED {
            // Nothing runs any more: of the state only the program's own statics are left to look at.
            for thread in &mut self.threads {
                thread.frames.clear();
                thread.status = Status::Terminated;
                thread.object = Ref::NULL;
            }
            self.threads.truncate(1);
            self.current = 0;
            let classes = &self.classes;
            let heap = &mut self.heap;
            heap.restore_pristine_if(|heap, object| {
                let class = &classes[heap.class_of(object).0 as usize];
                class.library || heap.header(object) & header::STATICS == 0
            });
            self.path.clock_read = false;
            self.path.files.clear();
            self.path.disk = Default::default();
            self.path.names_made = 0;
            self.memory.blocks.clear();
            self.path.stdin_at = 0;
            self.set_own_loaders(std::iter::empty());
        }
        self.heap.forget_caches();
        let is_runner_alive = self.threads.get(self.current).is_some_and(Thread::is_alive);
        let holds = standing != crate::system::standing::ENDED && self.layout_holds();
        let mut renumbered = false;
        if holds {
            self.find_mod_counts();
            self.normalise_mod_counts();
        } else {
            renumbered = self.drop_ended_threads();
            self.compact();
            self.normalise_mod_counts();
            self.threaded = self.threads.iter().filter(|thread| thread.is_alive()).count() > 1;
            if self.threaded {
                self.share_all();
            }
        }
        self.runner = is_runner_alive.then_some(self.current);
        out.clear();
        self.encode_path(standing, out);
        let first_thread = out.cut_count();
        for index in 0..self.threads.len() {
            self.encode_thread(index, holds, out);
        }
        let mut permanent = std::mem::take(&mut self.scratch.permanent);
        self.heap.encode_permanent(out, &mut permanent);
        // Compaction found where the objects start, and none has moved since.
        let overlay = out.bytes().len();
        out.bytes_mut().extend_from_slice(bytemuck::cast_slice(&self.heap.words[OVERLAY..self.heap.top]));
        let starts = if holds { self.layout.starts() } else { &self.scratch.starts };
        out.cut_at(starts.iter().skip(1).map(|start| overlay + 8 * *start as usize));
        if !starts.is_empty() {
            out.cut();
        }
        let mut starts = std::mem::take(&mut self.scratch.starts);
        self.keep_layout(out, &Places { first_thread, overlay }, &mut permanent, (!holds).then_some(&mut starts));
        self.scratch.starts = starts;
        self.scratch.permanent = permanent;
        renumbered
    }

    fn encode_path(&mut self, standing: u8, out: &mut Encoding) {
        out.push_u8(standing);
        out.push_u32(self.threads.len() as u32);
        // Who runs matters only if the pending choice is the running thread's.
        out.push_u32(if standing == crate::system::standing::SCHEDULE { 0 } else { self.current as u32 });
        out.push_u32(self.heap.hash_rank);
        out.push_u8(u8::from(self.path.clock_read));
        out.push_u64(if self.path.clock_read { self.path.clock } else { 0 });
        out.push_u32(self.path.stdin_at as u32);
        out.push_u32(self.path.exit.map_or(0, |status| status as u32 ^ 0x8000_0000));
        out.push_u8(u8::from(self.path.exit.is_some()) | u8::from(self.path.uncaught_in_main.is_some()) << 1);
        out.push_u32(self.path.events.len() as u32);
        for event in &self.path.events {
            out.push_u32(*event);
        }
        out.push_u32(self.path.counters.len() as u32);
        for counter in &self.path.counters {
            out.push_u32(*counter as u32);
        }
        self.encode_files(out);
        out.push_u32(self.own_loaders().count() as u32);
        for loader in self.own_loaders() {
            out.push_u32(loader.0);
        }
        out.cut();
        if self.config.has_inputs() {
            self.encode_symbols(out);
        }
    }

    fn encode_files(&mut self, out: &mut Encoding) {
        out.push_u32(self.path.files.len() as u32);
        for file in &self.path.files {
            let (kind, number) = match file.as_ref().map(|file| file.source) {
                None => (0, 0),
                Some(Source::Disk(content)) => (1, content),
                Some(Source::Own(inode)) => (2, inode),
            };
            let append = file.as_ref().is_some_and(|file| file.append);
            out.push_u8(kind | u8::from(append) << 7);
            out.push_u32(number);
            out.push_u64(file.as_ref().map_or(0, |file| file.position));
        }
        let disk = &self.path.disk;
        out.push_u32(disk.changes.len() as u32);
        for (name, node) in &disk.changes {
            out.push_u32(self.files.names.number(name));
            let (kind, inode) = match node {
                Node::File(inode) => (0, *inode),
                Node::Directory => (1, 0),
                Node::Gone => (2, 0),
            };
            out.push_u8(kind);
            out.push_u32(inode);
        }
        out.push_u32(disk.inodes.len() as u32);
        for inode in &disk.inodes {
            out.push_u32(self.files.blobs.number(&inode.bytes));
            out.push_u32(inode.mode);
            out.push_u64(inode.modified as u64);
        }
        out.push_u32(self.memory.blocks.len() as u32);
        for (address, block) in &self.memory.blocks {
            out.push_u64(*address);
            out.push_u32(self.files.blobs.number(block));
        }
        out.push_u32(self.path.names_made);
    }

    fn decode_files(&mut self, at: &mut Reader<'_>) {
        self.path.files = (0..at.u32())
            .map(|_| {
                let (kind, number, position) = (at.u8(), at.u32(), at.u64());
                let source = match kind & 0x7f {
                    0 => return None,
                    1 => Source::Disk(number),
                    _ => Source::Own(number),
                };
                Some(OpenFile { source, position, append: kind >> 7 != 0 })
            })
            .collect();
        self.path.disk.changes = (0..at.u32())
            .map(|_| {
                let (name, kind, inode) = (self.files.names.value(at.u32()), at.u8(), at.u32());
                let node = match kind {
                    0 => Node::File(inode),
                    1 => Node::Directory,
                    _ => Node::Gone,
                };
                (name, node)
            })
            .collect();
        self.path.disk.inodes = (0..at.u32())
            .map(|_| Inode { bytes: self.files.blobs.value(at.u32()), mode: at.u32(), modified: at.u64() as i64 })
            .collect();
        self.memory.blocks = (0..at.u32()).map(|_| (at.u64(), self.files.blobs.value(at.u32()))).collect();
        self.path.names_made = at.u32();
    }

    /// Of a thread that has not run while the layout held, the frames are known.
    fn encode_thread(&self, index: usize, holds: bool, out: &mut Encoding) {
        let thread = &self.threads[index];
        let (tag, on, count) = status_parts(thread.status);
        let flags = u8::from(thread.permit)
            | u8::from(thread.daemon) << 1
            | u8::from(thread.timed_out) << 2
            | u8::from(thread.exiting) << 3
            | u8::from(thread.woken) << 4
            | u8::from(thread.granted) << 5
            | u8::from(thread.spinning) << 6;
        let numbers =
            [thread.object.0, tag, on.0, u32::from(count), u32::from(thread.atomic), thread.frames.len() as u32];
        let mut head = [0u8; 33];
        head[0] = flags;
        head[1..9].copy_from_slice(&thread.nanos.to_le_bytes());
        for (place, number) in head[9..].chunks_exact_mut(4).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        out.push_component(&head);
        if holds && let Some((frames, range)) = self.layout.resting_frames(index) {
            out.append_range(frames, range);
            return;
        }
        for frame in &thread.frames {
            self.with_frame_map(thread, frame, |map| self.encode_frame(thread, frame, map, out));
        }
    }

    fn encode_frame(&self, thread: &Thread, frame: &Frame, map: &PointMap, out: &mut Encoding) {
        let stack_start = frame.base as usize + self.method(frame.method).max_locals as usize;
        let (kind, data) = kind_parts(frame.kind);
        let mut head = [0u8; 37];
        head[0] = kind;
        head[1..9].copy_from_slice(&data.to_le_bytes());
        head[9..17].copy_from_slice(&frame.late.to_le_bytes());
        let numbers = [frame.method.0, frame.pc, frame.base, frame.sp, frame.monitor.0];
        for (place, number) in head[17..].chunks_exact_mut(4).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        out.bytes_mut().extend_from_slice(&head);
        if let Some(context) = map.context {
            out.push_u32(u32::from(context));
        }
        let bytes = out.bytes_mut();
        for local in map.ref_locals.iter().chain(&map.value_locals) {
            bytes.extend_from_slice(&thread.stack[frame.base as usize + *local as usize].to_le_bytes());
        }
        for slot in map.ref_stack.iter().chain(&map.value_stack) {
            let at = stack_start + *slot as usize;
            if at < frame.sp as usize {
                bytes.extend_from_slice(&thread.stack[at].to_le_bytes());
            }
        }
        out.cut();
    }

    // Decoding.

    /// Puts the machine into the encoded state; returns the standing it was encoded with.
    pub fn decode(&mut self, encoding: &Encoding) -> u8 {
        self.heap.restore_pristine();
        self.violations.clear();
        let mut at = Reader { bytes: encoding.bytes(), at: 0 };
        let standing = at.u8();
        let threads = at.u32() as usize;
        self.current = at.u32() as usize;
        self.heap.hash_rank = at.u32();
        self.path.clock_read = at.u8() != 0;
        self.path.clock = at.u64();
        self.path.stdin_at = at.u32() as usize;
        let exit = at.u32();
        let flags = at.u8();
        self.path.exit = (flags & 1 != 0).then_some((exit ^ 0x8000_0000) as i32);
        self.path.uncaught_in_main = (flags & 2 != 0).then_some(());
        self.path.ignored = false;
        self.path.events = (0..at.u32()).map(|_| at.u32()).collect();
        self.path.counters = (0..at.u32()).map(|_| at.u32() as i32).collect();
        self.decode_files(&mut at);
        let loaders = at.u32();
        self.set_own_loaders((0..loaders).map(|_| Ref(at.u32())));
        if self.config.has_inputs() {
            self.decode_symbols(&mut at);
        }
        self.threads.truncate(threads);
        while self.threads.len() < threads {
            self.threads.push(Thread::new(Ref::NULL));
        }
        let first_thread = if self.config.has_inputs() { 2 } else { 1 };
        let mut component = first_thread;
        for index in 0..threads {
            component += 1;
            self.decode_thread(index, &mut at, encoding, component);
            component += self.threads[index].frames.len();
        }
        // What the dirty permanent objects begin with, and those themselves.
        component += 1;
        let dirty = at.u32();
        component += dirty as usize;
        let mut permanent = std::mem::take(&mut self.scratch.permanent);
        permanent.clear();
        for _ in 0..dirty {
            let object = Ref(at.u32());
            permanent.push((object, at.at as u32 + 8));
            self.heap.touch_for_ever(object);
            let size = self.heap.dirty_size(self.heap.dirty_count() - 1);
            let address = object.0 as usize;
            self.heap.words[address] = at.u64() | header::DIRTY;
            at.words(&mut self.heap.words[address + 1..address + size]);
        }
        let overlay = at.at;
        let words = (at.bytes.len() - overlay) / 8;
        at.words(&mut self.heap.words[OVERLAY..OVERLAY + words]);
        self.heap.top = OVERLAY + words;
        self.heap.plan_collection();
        self.threaded = self.threads.iter().filter(|thread| thread.is_alive()).count() > 1;
        let first = encoding.ends()[component - 1];
        let mut starts = std::mem::take(&mut self.scratch.starts);
        starts.clear();
        starts.extend(encoding.ends()[component - 1..].iter().map(|end| (end - first) / 8));
        starts.pop();
        self.keep_layout(encoding, &Places { first_thread, overlay }, &mut permanent, Some(&mut starts));
        self.scratch.starts = starts;
        self.scratch.permanent = permanent;
        standing
    }

    fn decode_thread(&mut self, index: usize, at: &mut Reader<'_>, encoding: &Encoding, component: usize) {
        let (flags, nanos) = (at.u8(), at.u64());
        let object = Ref(at.u32());
        let (tag, on, count) = (at.u32(), Ref(at.u32()), at.u32() as u16);
        let (atomic, frames) = (at.u32() as u16, at.u32());
        let thread = &mut self.threads[index];
        thread.object = object;
        thread.status = status_from(tag, on, count);
        thread.permit = flags & 1 != 0;
        thread.daemon = flags & 2 != 0;
        thread.timed_out = flags & 4 != 0;
        thread.exiting = flags & 8 != 0;
        thread.woken = flags & 16 != 0;
        thread.granted = flags & 32 != 0;
        thread.spinning = flags & 64 != 0;
        thread.atomic = atomic;
        thread.nanos = nanos;
        if let Some((known, range)) = self.layout.resting_frames(index)
            && known.range(range) == encoding.range(component..component + frames as usize)
        {
            at.at += encoding.range(component..component + frames as usize).len();
            return;
        }
        thread.frames.clear();
        for _ in 0..frames {
            self.decode_frame(index, at);
        }
    }

    fn decode_frame(&mut self, index: usize, at: &mut Reader<'_>) {
        let (kind, data, late) = (at.u8(), at.u64(), at.u64());
        let method = MethodId(at.u32());
        let (pc, base, sp, monitor) = (at.u32(), at.u32(), at.u32(), Ref(at.u32()));
        let map = if self.has_contexts(method) {
            self.context_map(method, pc, at.u32() as u16)
        } else {
            self.point_map(method, pc).clone()
        };
        let (max_locals, max_stack) = (self.method(method).max_locals as usize, self.method(method).max_stack as usize);
        let thread = &mut self.threads[index];
        let stack_start = base as usize + max_locals;
        if thread.stack.len() < stack_start + max_stack + 8 {
            thread.stack.resize((stack_start + max_stack + 8).next_power_of_two().max(256), 0);
        }
        for local in map.ref_locals.iter().chain(&map.value_locals) {
            thread.stack[base as usize + *local as usize] = at.u64();
        }
        for slot in map.ref_stack.iter().chain(&map.value_stack) {
            let place = stack_start + *slot as usize;
            if place < sp as usize {
                thread.stack[place] = at.u64();
            }
        }
        thread.frames.push(Frame { method, pc, base, sp, kind: kind_from(kind, data), monitor, late, settled: false });
    }

    /// Declares what the library has set up so far to be common to all states: what only the library refers to moves
    /// to the permanent part, and is pristine. What leads to objects of the program stays as it is.
    pub fn freeze(&mut self) {
        self.layout.holds = false;
        let mut moved: hashbrown::HashMap<u32, Ref> = hashbrown::HashMap::new();
        let mut kept: hashbrown::HashSet<u32> = hashbrown::HashSet::new();
        for index in 0..self.heap.dirty_count() {
            let object = self.heap.dirty_at(index);
            match self.library_closure(object) {
                Some(closure) => {
                    for object in closure {
                        if !moved.contains_key(&object.0) {
                            let Some(new) = self.heap.copy_to_permanent(object) else { return };
                            moved.insert(object.0, new);
                        }
                    }
                }
                None => {
                    kept.insert(object.0);
                }
            }
        }
        self.promote_immutable(&mut moved);
        if !moved.is_empty() {
            self.heap.rename_symbols(&moved);
            self.rename_references(&|object: Ref| moved.get(&object.0).copied().unwrap_or(object), &moved);
        }
        self.heap.make_pristine(|object| kept.contains(&object.0));
        self.frozen = true;
    }

    /// Strings and boxes never change, whoever refers to them: no state needs to carry those that exist already.
    fn promote_immutable(&mut self, moved: &mut hashbrown::HashMap<u32, Ref>) {
        const IMMUTABLE: [&str; 10] = [
            "java/lang/String",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Short",
            "java/lang/Byte",
            "java/lang/Character",
            "java/lang/Double",
            "java/lang/Float",
            "java/lang/Boolean",
            "java/security/AccessControlContext",
        ];
        let mut address = OVERLAY;
        while address < self.heap.top {
            let object = Ref(address as u32);
            address += self.heap.size_of(object);
            let class = self.class(self.heap.class_of(object));
            // A box that threads lock or hash is no mere value.
            let plain = self.heap.header(object) & !(header::CLASS | header::SHARED | header::ESCAPED) == 0;
            if !(plain && class.library && IMMUTABLE.contains(&&*class.name)) || moved.contains_key(&object.0) {
                continue;
            }
            let mut parts = vec![object];
            if class.id == self.known.string {
                let value = self.heap.get_ref(object, self.known.string_value as usize);
                if !self.heap.is_permanent(value) && !moved.contains_key(&value.0) {
                    parts.push(value);
                }
            }
            for part in parts {
                let Some(new) = self.heap.copy_to_permanent(part) else { return };
                self.heap.clear_header_quietly(new, header::SHARED | header::ESCAPED);
                moved.insert(part.0, new);
            }
        }
    }

    /// The overlay objects a dirty permanent object leads to, if all of them are the library's own.
    fn library_closure(&self, object: Ref) -> Option<Vec<Ref>> {
        let is_library = |object: Ref| {
            let class = self.class(self.heap.class_of(object));
            let mut element = class.id;
            while let crate::class::ClassKind::Array { component, .. } = self.class(element).kind {
                element = component;
            }
            self.class(element).library && self.class(element).display.get(1) != Some(&self.known.thread)
        };
        if !is_library(object) {
            return None;
        }
        let mut closure: Vec<Ref> = Vec::new();
        let mut seen: hashbrown::HashSet<u32> = hashbrown::HashSet::new();
        let mut open: Vec<Ref> = Vec::new();
        self.heap.for_each_reference(object, |target| open.push(target));
        while let Some(object) = open.pop() {
            if self.heap.is_permanent(object) || !seen.insert(object.0) {
                continue;
            }
            if !is_library(object) {
                return None;
            }
            closure.push(object);
            self.heap.for_each_reference(object, |target| open.push(target));
        }
        Some(closure)
    }

    /// Replaces references everywhere; used once, when the image is frozen.
    fn rename_references(&mut self, rename: &dyn Fn(Ref) -> Ref, moved: &hashbrown::HashMap<u32, Ref>) {
        self.find_frame_maps();
        let maps = std::mem::take(&mut self.scratch.maps);
        let mut next_map = maps.iter();
        for thread in &mut self.threads {
            thread.object = rename(thread.object);
            thread.status = map_status(thread.status, rename);
            for index in 0..thread.frames.len() {
                let frame = thread.frames[index];
                let map = next_map.next().expect("one map per frame");
                let mut slots = Vec::new();
                let max_locals = self.methods[frame.method.0 as usize].max_locals;
                for_each_frame_ref(&frame, map, max_locals, |slot| slots.push(slot));
                for slot in slots {
                    thread.stack[slot] = rename(Ref::from_slot(thread.stack[slot])).slot();
                }
                thread.frames[index].monitor = rename(frame.monitor);
            }
        }
        for loader in &mut self.loaders {
            loader.object = rename(loader.object);
        }
        let mut holders: Vec<Ref> = moved.values().copied().collect();
        holders.extend(self.heap.dirty_objects().collect::<Vec<_>>());
        let mut address = OVERLAY;
        while address < self.heap.top {
            holders.push(Ref(address as u32));
            address += self.heap.size_of(Ref(address as u32));
        }
        for holder in holders {
            self.heap.map_references(holder, rename);
        }
    }
}

impl Heap {
    /// The permanent objects that differ from what they were at first: their number, then each one.
    fn encode_permanent(&self, out: &mut Encoding, places: &mut Vec<(Ref, u32)>) {
        places.clear();
        let count_at = out.bytes().len();
        out.push_u32(0);
        out.cut();
        for index in 0..self.dirty_count() {
            if !self.is_changed(index) {
                continue;
            }
            let object = self.dirty_at(index);
            let words = &self.words[object.0 as usize..object.0 as usize + self.dirty_size(index)];
            out.push_u32(object.0);
            out.push_u64(words[0] & !(header::DIRTY | header::SHARED));
            places.push((object, out.bytes().len() as u32));
            out.bytes_mut().extend_from_slice(bytemuck::cast_slice(&words[1..]));
            out.cut();
        }
        out.bytes_mut()[count_at..count_at + 4].copy_from_slice(&(places.len() as u32).to_le_bytes());
    }

    /// A copy of the object in the permanent part; `None` if that is full.
    fn copy_to_permanent(&mut self, object: Ref) -> Option<Ref> {
        let size = self.size_of(object);
        let new = self.permanent_top;
        if new + size > OVERLAY {
            return None;
        }
        self.permanent_top += size;
        let address = object.0 as usize;
        self.words.copy_within(address..address + size, new);
        Some(Ref(new as u32))
    }

    fn map_references(&mut self, object: Ref, rename: &dyn Fn(Ref) -> Ref) {
        let header = self.header(object);
        let class = ClassId((header & header::CLASS) as u32);
        let shape = &self.shapes[class.0 as usize];
        let address = object.0 as usize;
        if header & header::STATICS == 0 && shape.element_shift.is_some() {
            if shape.element_refs {
                for index in 0..self.array_length(object) as usize {
                    let offset = crate::heap::ELEMENTS + 4 * index;
                    let new = rename(self.get_ref(object, offset));
                    bytemuck::cast_slice_mut::<u64, u32>(&mut self.words)[(address * 8 + offset) / 4] = new.0;
                }
            }
            return;
        }
        let words = if header & header::STATICS != 0 { shape.static_refs.clone() } else { shape.refs.clone() };
        for word in words {
            let at = address + word as usize;
            self.words[at] = rename(Ref::from_slot(self.words[at])).slot();
        }
    }
}

fn copy_thread<'a>(
    heap: &mut Heap,
    copy: &mut Copy,
    thread: &mut Thread,
    maps: &mut impl Iterator<Item = &'a Rc<PointMap>>,
    methods: &[crate::class::Method],
) {
    copy.reference(heap, &mut thread.object);
    let mut status = thread.status;
    match &mut status {
        Status::Blocked(object) | Status::InitializationWait(object) => copy.reference(heap, object),
        Status::Waiting { on, .. } | Status::Reacquiring { on, .. } => copy.reference(heap, on),
        Status::Runnable | Status::Parked { .. } | Status::Sleeping | Status::Terminated => {}
    }
    thread.status = status;
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

fn for_each_frame_ref(frame: &Frame, map: &PointMap, max_locals: u16, mut visit: impl FnMut(usize)) {
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

fn forward_permanent(heap: &mut Heap, copy: &mut Copy, object: Ref) {
    let header = heap.header(object);
    let class = (header & header::CLASS) as usize;
    let address = object.0 as usize;
    if header & header::STATICS == 0 && heap.shapes[class].element_shift.is_some() {
        if heap.shapes[class].element_refs {
            for word in address + 2..address + heap.size_of(object) {
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

fn map_status(status: Status, rename: &dyn Fn(Ref) -> Ref) -> Status {
    match status {
        Status::Blocked(object) => Status::Blocked(rename(object)),
        Status::InitializationWait(object) => Status::InitializationWait(rename(object)),
        Status::Waiting { on, count, timed } => Status::Waiting { on: rename(on), count, timed },
        Status::Reacquiring { on, count } => Status::Reacquiring { on: rename(on), count },
        other => other,
    }
}

pub(crate) fn status_parts(status: Status) -> (u32, Ref, u16) {
    match status {
        Status::Runnable => (0, Ref::NULL, 0),
        Status::Blocked(object) => (1, object, 0),
        Status::Waiting { on, count, timed } => (2 + u32::from(timed), on, count),
        Status::Reacquiring { on, count } => (4, on, count),
        Status::Parked { timed } => (5 + u32::from(timed), Ref::NULL, 0),
        Status::Sleeping => (7, Ref::NULL, 0),
        Status::InitializationWait(holder) => (8, holder, 0),
        Status::Terminated => (9, Ref::NULL, 0),
    }
}

fn status_from(tag: u32, on: Ref, count: u16) -> Status {
    match tag {
        0 => Status::Runnable,
        1 => Status::Blocked(on),
        2 | 3 => Status::Waiting { on, count, timed: tag == 3 },
        4 => Status::Reacquiring { on, count },
        5 | 6 => Status::Parked { timed: tag == 6 },
        7 => Status::Sleeping,
        8 => Status::InitializationWait(on),
        _ => Status::Terminated,
    }
}

fn kind_parts(kind: FrameKind) -> (u8, u64) {
    match kind {
        FrameKind::Normal => (0, 0),
        FrameKind::Initializer(class) => (1, u64::from(class.0)),
        FrameKind::Interlude => (2, 0),
        FrameKind::Reflective => (3, 0),
        FrameKind::Constant { class, index } => (4, u64::from(class.0) | u64::from(index) << 32),
        FrameKind::Loading(loader) => (5, u64::from(loader.0)),
        FrameKind::NullResult => (6, 0),
        FrameKind::Sync { .. } => unreachable!("no state is encoded while the machine waits for a call"),
    }
}

fn kind_from(kind: u8, data: u64) -> FrameKind {
    match kind {
        0 => FrameKind::Normal,
        1 => FrameKind::Initializer(ClassId(data as u32)),
        2 => FrameKind::Interlude,
        3 => FrameKind::Reflective,
        4 => FrameKind::Constant { class: ClassId(data as u32), index: (data >> 32) as u16 },
        5 => FrameKind::Loading(LoaderId(data as u32)),
        _ => FrameKind::NullResult,
    }
}

/// Reads an encoding; it was written by `encode`, so that its form is not in doubt.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    #[inline]
    pub fn u8(&mut self) -> u8 {
        self.at += 1;
        self.bytes[self.at - 1]
    }

    #[inline]
    pub fn u32(&mut self) -> u32 {
        self.at += 4;
        u32::from_le_bytes(self.bytes[self.at - 4..self.at].try_into().expect("four bytes"))
    }

    #[inline]
    pub fn u64(&mut self) -> u64 {
        self.at += 8;
        u64::from_le_bytes(self.bytes[self.at - 8..self.at].try_into().expect("eight bytes"))
    }

    fn words(&mut self, into: &mut [u64]) {
        let bytes = into.len() * 8;
        bytemuck::cast_slice_mut::<u64, u8>(into).copy_from_slice(&self.bytes[self.at..self.at + bytes]);
        self.at += bytes;
    }
}
