//! The canonical encoding of a state.

use space::Encoding;

use crate::heap::{Heap, OVERLAY, Ref, header};
use crate::maps::PointMap;
use crate::natives::descriptor::Source;
use crate::natives::disk::Node;
use crate::system::standing;
use crate::thread::{Frame, FrameKind, Status, Thread};
use crate::vm::Vm;

use super::layout::Anchoring;

/// Marks the address of what is not the beginning of its object; the object's own follows.
pub(super) const LATER_STRETCH: u32 = 1 << 31;
/// The bytes before the words of what is dirty: an address and that of the object, or an address and a header.
pub(super) const LATER_HEAD: u32 = 8;
pub(super) const FIRST_HEAD: u32 = 12;
/// How many monitors a thread holds very often stands above the kind of its status.
pub(super) const SURPLUS_SHIFT: u32 = 8;
/// The bytes that each path begins with.
const PATH_HEAD: usize = 31;
/// What follows them if the path has left no trace outside memory.
pub(super) const PLAIN_PATH: [u8; 40] = [0; 40];
/// A path that has left none is as long as this, and no other is.
pub(super) const PLAIN_PATH_LENGTH: usize = PATH_HEAD + PLAIN_PATH.len();

impl Vm {
    /// Encodes the state; says whether threads were numbered anew.
    pub fn encode(&mut self, standing: u8, out: &mut Encoding) -> bool {
        if standing == standing::ENDED {
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
            self.path.lasting.clear();
            self.path.disk = Default::default();
            self.path.names_made = 0;
            self.path.versions.clear();
            self.path.network = Default::default();
            self.memory.blocks.clear();
            self.path.stdin_at = 0;
            self.set_own_loaders(std::iter::empty());
        }
        self.heap.forget_caches();
        let is_runner_alive = self.threads.get(self.current).is_some_and(Thread::is_alive);
        let holds = standing != standing::ENDED && !self.has_draws() && self.layout_holds();
        let mut renumbered = false;
        if holds {
            self.find_mod_counts();
            self.normalise_mod_counts();
            self.tidy_draws();
            self.runner = is_runner_alive.then_some(self.current);
            if self.encode_changes(standing, out) {
                return false;
            }
        } else {
            renumbered = self.drop_ended_threads();
            self.compact();
            self.normalise_mod_counts();
            let was_threaded = self.threaded;
            self.threaded = self.threads.iter().filter(|thread| thread.is_alive()).count() > 1;
            if self.threaded || was_threaded {
                self.share_anew();
            }
        }
        self.tidy_draws();
        self.runner = is_runner_alive.then_some(self.current);
        out.clear();
        // Each part fills its last group, so that calls, returns and first changes leave what follows in its place.
        self.encode_path(standing, out);
        out.close_group();
        for index in 0..self.threads.len() {
            self.encode_thread(index, holds, out);
            out.close_group();
        }
        let mut permanent = std::mem::take(&mut self.scratch.permanent);
        let anchoring = if holds { self.layout.anchoring() } else { self.scratch.anchoring };
        self.heap.encode_permanent(anchoring, out, &mut permanent);
        out.close_group();
        // Compaction found where the objects start, and none has moved since.
        let overlay = out.bytes().len();
        out.bytes_mut().extend_from_slice(bytemuck::cast_slice(&self.heap.words[OVERLAY..self.heap.top]));
        let starts = if holds { self.layout.starts() } else { &self.scratch.starts };
        out.cut_at(starts.iter().skip(1).map(|start| overlay + 8 * *start as usize));
        if !starts.is_empty() {
            out.cut();
        }
        out.seal();
        let mut starts = std::mem::take(&mut self.scratch.starts);
        self.keep_layout(out, anchoring, &mut permanent, (!holds).then_some(&mut starts));
        self.layout.knows_mod_counts = true;
        self.scratch.starts = starts;
        self.scratch.permanent = permanent;
        renumbered
    }

    fn encode_path(&mut self, standing: u8, out: &mut Encoding) {
        let head = self.plain_path_head(standing);
        if self.has_plain_path() {
            out.bytes_mut().extend_from_slice(&head);
        } else {
            out.bytes_mut().extend_from_slice(&head[..PATH_HEAD]);
            self.encode_lists(out);
        }
        out.cut();
        if self.config.has_inputs() {
            self.encode_symbols(out);
        } else if self.has_draws() {
            self.encode_draws(out);
        }
    }

    /// What a state begins with, if the path has left no trace outside memory; what it begins with up to `PATH_HEAD` if it has.
    pub(super) fn plain_path_head(&self, standing: u8) -> [u8; PLAIN_PATH_LENGTH] {
        let mut head = [0u8; PLAIN_PATH_LENGTH];
        head[0] = standing;
        head[1..5].copy_from_slice(&(self.threads.len() as u32).to_le_bytes());
        // Who runs matters only if the pending choice is the running thread's.
        let current = if standing == standing::SCHEDULE { 0 } else { self.current as u32 };
        head[5..9].copy_from_slice(&current.to_le_bytes());
        head[9..13].copy_from_slice(&self.heap.hash_rank.to_le_bytes());
        head[13] = u8::from(self.path.clock_read);
        let clock = if self.path.clock_read { self.path.clock } else { 0 };
        head[14..22].copy_from_slice(&clock.to_le_bytes());
        head[22..26].copy_from_slice(&(self.path.stdin_at as u32).to_le_bytes());
        let exit = self.path.exit.map_or(0, |status| status as u32 ^ 0x8000_0000);
        head[26..30].copy_from_slice(&exit.to_le_bytes());
        head[30] = u8::from(self.path.exit.is_some())
            | u8::from(self.path.uncaught_in_main.is_some()) << 1
            | u8::from(self.has_draws()) << 2
            | u8::from(!self.path.network.is_empty()) << 3
            | u8::from(self.path.without_native_code) << 4;
        head[PATH_HEAD..].copy_from_slice(&PLAIN_PATH);
        head
    }

    /// Whether the path has left no trace but in its memory, as most have: all of `encode_lists` would be empty.
    pub(super) fn has_plain_path(&self) -> bool {
        let path = &self.path;
        path.events.is_empty()
            && path.counters.is_empty()
            && path.files.is_empty()
            && path.lasting.is_empty()
            && path.disk.changes.is_empty()
            && path.disk.inodes.is_empty()
            && self.memory.blocks.is_empty()
            && path.names_made == 0
            && path.versions.is_empty()
            && path.network.is_empty()
            && self.own_loaders().next().is_none()
    }

    /// What a path may have left outside memory: ten lists or numbers, which `PLAIN_PATH` has empty.
    fn encode_lists(&mut self, out: &mut Encoding) {
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
        if !self.path.network.is_empty() {
            let bytes = std::sync::Arc::new(self.path.network.to_bytes());
            out.push_u32(self.files.blobs.number(&bytes));
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
            let read_only = file.as_ref().is_some_and(|file| file.read_only);
            out.push_u8(kind | u8::from(append) << 7 | u8::from(read_only) << 6);
            out.push_u32(number);
            out.push_u64(file.as_ref().map_or(0, |file| file.position));
        }
        out.push_u32(self.path.lasting.len() as u32);
        for (descriptor, position) in &self.path.lasting {
            out.push_u32(*descriptor);
            out.push_u64(*position);
        }
        let disk = &self.path.disk;
        out.push_u32(disk.changes.len() as u32);
        for (name, node) in &disk.changes {
            out.push_u32(self.files.names.number(name));
            let (kind, inode) = match node {
                Node::File(inode) => (0, *inode),
                Node::Directory => (1, 0),
                Node::Gone => (2, 0),
                Node::Link(inode) => (3, *inode),
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
        out.push_u32(self.path.versions.len() as u32);
        for (class, version) in &self.path.versions {
            out.push_u32(class.0);
            out.push_u32(*version);
        }
    }

    /// Of a thread that has not run while the layout held, the frames are known.
    fn encode_thread(&self, index: usize, holds: bool, out: &mut Encoding) {
        let thread = &self.threads[index];
        Self::encode_thread_head(thread, out.bytes_mut());
        out.cut();
        if holds && let Some((frames, range)) = self.layout.resting_frames(index) {
            out.append_range(frames, range);
            return;
        }
        for frame in &thread.frames {
            self.with_frame_map(thread, frame, |map| self.encode_frame(thread, frame, map, out.bytes_mut()));
            out.cut();
        }
    }

    /// A thread without its frames.
    pub(super) fn encode_thread_head(thread: &Thread, bytes: &mut Vec<u8>) {
        let (tag, on, count) = status_parts(thread.status);
        let flags = u8::from(thread.permit)
            | u8::from(thread.daemon) << 1
            | u8::from(thread.timed_out) << 2
            | u8::from(thread.exiting) << 3
            | u8::from(thread.woken) << 4
            | u8::from(thread.granted) << 5
            | u8::from(thread.spinning) << 6
            | u8::from(thread.handling) << 7;
        let surplus = (thread.surplus.len() as u32) << SURPLUS_SHIFT;
        let numbers =
            [thread.object.0, tag | surplus, on.0, count, u32::from(thread.atomic), thread.frames.len() as u32];
        let mut head = [0u8; 44];
        head[0] = flags;
        head[1..9].copy_from_slice(&thread.nanos.to_le_bytes());
        head[9..17].copy_from_slice(&thread.elapsed.to_le_bytes());
        head[17..20].copy_from_slice(&[thread.ticks, thread.since[0], thread.since[1]]);
        head[20..].copy_from_slice(bytemuck::cast_slice(&numbers.map(u32::to_le)));
        bytes.extend_from_slice(&head);
        for (object, count) in &thread.surplus {
            bytes.extend_from_slice(&object.0.to_le_bytes());
            bytes.extend_from_slice(&count.to_le_bytes());
        }
    }

    pub(super) fn encode_frame(&self, thread: &Thread, frame: &Frame, map: &PointMap, bytes: &mut Vec<u8>) {
        let stack_start = frame.base as usize + self.method(frame.method).max_locals as usize;
        let (kind, data) = kind_parts(frame.kind);
        let mut head = [0u8; 37];
        head[0] = kind;
        head[1..9].copy_from_slice(&data.to_le_bytes());
        head[9..17].copy_from_slice(&frame.late.to_le_bytes());
        let numbers = [frame.method.0, frame.pc, frame.base, frame.sp, frame.monitor.0];
        head[17..].copy_from_slice(bytemuck::cast_slice(&numbers.map(u32::to_le)));
        bytes.extend_from_slice(&head);
        if let Some(context) = map.context {
            bytes.extend_from_slice(&u32::from(context).to_le_bytes());
        }
        // A few words at a time.
        let (mut words, mut count) = ([0u64; 16], 0);
        let mut put = |word: u64| {
            if count == words.len() {
                bytes.extend_from_slice(bytemuck::cast_slice(&words));
                count = 0;
            }
            words[count] = word.to_le();
            count += 1;
        };
        let slots = &thread.stack[frame.base as usize..];
        for locals in [&map.ref_locals, &map.value_locals] {
            locals.iter().for_each(|local| put(slots[*local as usize]));
        }
        for stack in [&map.ref_stack, &map.value_stack] {
            let places = stack.iter().map(|slot| stack_start + *slot as usize);
            places.filter(|at| *at < frame.sp as usize).for_each(|at| put(thread.stack[at]));
        }
        bytes.extend_from_slice(bytemuck::cast_slice(&words[..count]));
    }
}

impl Heap {
    /// The permanent objects that differ from what they were at first: their number, then each one. With the number goes
    /// what anchors the overlay, which follows from the rest, so that it need not be found out again.
    fn encode_permanent(&self, anchoring: Anchoring, out: &mut Encoding, places: &mut Vec<(Ref, u32)>) {
        places.clear();
        let count_at = out.bytes().len();
        out.push_u32(0);
        out.push_u32(anchoring.words);
        out.push_u8(u8::from(anchoring.meets));
        out.cut();
        for index in 0..self.dirty_count() {
            if !self.is_changed(index) {
                continue;
            }
            let start = Ref(self.dirty_words(index).start as u32);
            places.push((start, self.encode_dirty(index, out.bytes_mut())));
            out.cut();
        }
        out.bytes_mut()[count_at..count_at + 4].copy_from_slice(&(places.len() as u32).to_le_bytes());
    }

    /// What is dirty: its address, its header unless it is a later stretch, and its words. Gives the number of bytes before these.
    pub(super) fn encode_dirty(&self, index: usize, bytes: &mut Vec<u8>) -> u32 {
        let mut place = self.dirty_words(index);
        let start = place.start as u32;
        let head = if self.is_later_stretch(index) {
            bytes.extend_from_slice(&(start | LATER_STRETCH).to_le_bytes());
            bytes.extend_from_slice(&self.dirty_at(index).0.to_le_bytes());
            LATER_HEAD
        } else {
            bytes.extend_from_slice(&start.to_le_bytes());
            bytes.extend_from_slice(&(self.words[place.start] & !(header::DIRTY | header::SHARED)).to_le_bytes());
            place.start += 1;
            FIRST_HEAD
        };
        bytes.extend_from_slice(bytemuck::cast_slice(&self.words[place]));
        head
    }
}

#[inline]
pub(crate) fn status_parts(status: Status) -> (u32, Ref, u32) {
    match status {
        Status::Runnable => (0, Ref::NULL, 0),
        Status::Blocked(object) => (1, object, 0),
        Status::Waiting { on, count, timed } => (2 + u32::from(timed), on, count),
        Status::Reacquiring { on, count, notified } => (if notified { 4 } else { 12 }, on, count),
        Status::Parked { timed } => (5 + u32::from(timed), Ref::NULL, 0),
        Status::Sleeping => (7, Ref::NULL, 0),
        Status::InitializationWait(holder) => (8, holder, 0),
        Status::Terminated => (9, Ref::NULL, 0),
        Status::Polling { fd, events, timed } => (10 + u32::from(timed), Ref(fd), u32::from(events)),
    }
}

#[inline]
fn kind_parts(kind: FrameKind) -> (u8, u64) {
    match kind {
        FrameKind::Normal => (0, 0),
        FrameKind::Initializer(class) => (1, u64::from(class.0)),
        FrameKind::Interlude => (2, 0),
        FrameKind::Reflective => (3, 0),
        FrameKind::Constant { class, index } => (4, u64::from(class.0) | u64::from(index) << 32),
        FrameKind::Loading { loader, by_name } => (5, u64::from(loader.0) | u64::from(by_name) << 32),
        FrameKind::NullResult => (6, 0),
        FrameKind::Hasty => (7, 0),
        FrameKind::Sync { .. } => unreachable!("no state is encoded while the machine waits for a call"),
    }
}
