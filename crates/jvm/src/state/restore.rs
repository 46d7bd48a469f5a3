//! Puts the machine into an encoded state: the inverse of `encode`.

use space::{Encoding, GROUP};

use crate::class::{LoaderId, MethodId};
use crate::heap::{ClassId, Heap, OVERLAY, Ref, header};
use crate::natives::descriptor::{OpenFile, Source};
use crate::natives::disk::{Inode, Node};
use crate::thread::{Frame, FrameKind, Status, Thread};
use crate::vm::Vm;

use super::encode::{FIRST_HEAD, LATER_HEAD, LATER_STRETCH, PLAIN_PATH, SURPLUS_SHIFT};
use super::layout::{Anchoring, FIRST_THREAD};

/// What a state begins with.
pub(super) struct Head {
    pub standing: u8,
    threads: usize,
    flags: u8,
}

impl Vm {
    /// Puts the machine into the encoded state; returns the standing it was encoded with.
    pub fn decode(&mut self, encoding: &Encoding) -> u8 {
        self.gone.clear();
        self.violations.clear();
        if let Some(standing) = self.undo(encoding) {
            return standing;
        }
        let mut at = Reader::new(encoding.bytes());
        let Head { standing, threads, flags } = self.decode_head(&mut at);
        if self.config.has_inputs() {
            self.decode_symbols(&mut at);
        } else if flags & 4 != 0 {
            self.decode_draws(&mut at);
        } else {
            self.forget_draws();
        }
        self.threads.truncate(threads);
        while self.threads.len() < threads {
            self.threads.push(Thread::new(Ref::NULL));
        }
        let mut component = FIRST_THREAD;
        for index in 0..threads {
            component += 1;
            self.decode_thread(index, &mut at, encoding, component);
            component = (component + self.threads[index].frames.len()).next_multiple_of(GROUP);
        }
        let mut permanent = std::mem::take(&mut self.scratch.permanent);
        let anchoring = self.heap.decode_permanent(&mut at, encoding, component, &mut permanent);
        component = (component + 1 + permanent.len()).next_multiple_of(GROUP);
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
        self.keep_layout(encoding, anchoring, &mut permanent, Some(&mut starts));
        self.layout.knows_mod_counts = false;
        self.scratch.starts = starts;
        self.scratch.permanent = permanent;
        standing
    }

    /// What the path is besides its memory.
    pub(super) fn decode_head(&mut self, at: &mut Reader<'_>) -> Head {
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
        self.path.without_native_code = flags & 16 != 0;
        self.path.ignored = false;
        let has_network = flags & 8 != 0;
        if !has_network && at.bytes[at.at..].starts_with(&PLAIN_PATH) {
            at.at += PLAIN_PATH.len();
            // At the end of a path its classes keep the bodies that it gave them.
            if !self.has_plain_path() || !self.versions_in_place.is_empty() {
                self.make_path_plain();
            }
        } else {
            self.decode_lists(at, has_network);
        }
        Head { standing, threads, flags }
    }

    /// What the path had left outside memory.
    fn decode_lists(&mut self, at: &mut Reader<'_>, has_network: bool) {
        self.path.events = (0..at.u32()).map(|_| at.u32()).collect();
        self.path.counters = (0..at.u32()).map(|_| at.u32() as i32).collect();
        self.decode_files(at);
        let loaders = at.u32();
        self.set_own_loaders((0..loaders).map(|_| Ref(at.u32())));
        self.path.network = if has_network {
            crate::network::Network::from_bytes(&self.files.blobs.value(at.u32()))
        } else {
            Default::default()
        };
    }

    /// The path has left nothing outside memory.
    fn make_path_plain(&mut self) {
        self.path.events.clear();
        self.path.counters.clear();
        self.path.files.clear();
        self.path.lasting.clear();
        self.path.disk.changes.clear();
        self.path.disk.inodes.clear();
        self.memory.blocks.clear();
        self.path.names_made = 0;
        self.path.versions.clear();
        self.restore_versions();
        self.set_own_loaders(std::iter::empty());
        self.path.network = Default::default();
    }

    fn decode_files(&mut self, at: &mut Reader<'_>) {
        self.path.files = (0..at.u32())
            .map(|_| {
                let (kind, number, position) = (at.u8(), at.u32(), at.u64());
                let source = match kind & 0x3f {
                    0 => return None,
                    1 => Source::Disk(number),
                    2 => Source::Own(number),
                    other => unwritten("source of a file", other.into()),
                };
                Some(OpenFile { source, position, append: kind >> 7 != 0, read_only: kind >> 6 & 1 != 0 })
            })
            .collect();
        self.path.lasting = (0..at.u32()).map(|_| (at.u32(), at.u64())).collect();
        self.path.disk.changes = (0..at.u32())
            .map(|_| {
                let (name, kind, inode) = (self.files.names.value(at.u32()), at.u8(), at.u32());
                let node = match kind {
                    0 => Node::File(inode),
                    1 => Node::Directory,
                    2 => Node::Gone,
                    3 => Node::Link(inode),
                    other => unwritten("entry of a folder", other.into()),
                };
                (name, node)
            })
            .collect();
        self.path.disk.inodes = (0..at.u32())
            .map(|_| Inode { bytes: self.files.blobs.value(at.u32()), mode: at.u32(), modified: at.u64() as i64 })
            .collect();
        self.memory.blocks = (0..at.u32()).map(|_| (at.u64(), self.files.blobs.value(at.u32()))).collect();
        self.path.names_made = at.u32();
        self.path.versions = (0..at.u32()).map(|_| (ClassId(at.u32()), at.u32())).collect();
        self.restore_versions();
    }

    pub(super) fn decode_thread(&mut self, index: usize, at: &mut Reader<'_>, encoding: &Encoding, component: usize) {
        let (flags, nanos) = (at.u8(), at.u64());
        let (elapsed, ticks, since) = (at.u64(), at.u8(), [at.u8(), at.u8()]);
        let object = Ref(at.u32());
        let (tag, on, count) = (at.u32(), Ref(at.u32()), at.u32());
        let (atomic, frames) = (at.u32() as u16, at.u32());
        let thread = &mut self.threads[index];
        thread.object = object;
        thread.status = status_from(tag & ((1 << SURPLUS_SHIFT) - 1), on, count);
        thread.surplus.clear();
        thread.surplus.extend((0..tag >> SURPLUS_SHIFT).map(|_| (Ref(at.u32()), at.u32())));
        thread.permit = flags & 1 != 0;
        thread.daemon = flags & 2 != 0;
        thread.timed_out = flags & 4 != 0;
        thread.exiting = flags & 8 != 0;
        thread.handling = flags & 128 != 0;
        thread.woken = flags & 16 != 0;
        thread.granted = flags & 32 != 0;
        thread.spinning = flags & 64 != 0;
        thread.atomic = atomic;
        (thread.nanos, thread.elapsed, thread.ticks, thread.since) = (nanos, elapsed, ticks, since);
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
        // It may have run on another machine only, where that loaded nothing.
        assert!(self.prepare_code(method).is_ok(), "code that ran elsewhere can be prepared");
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
        thread.frames.push(Frame {
            method,
            pc,
            base,
            sp,
            kind: kind_from(kind, data),
            monitor,
            late,
            settled: false,
            looked: crate::looking::NOT_LOOKED,
        });
    }
}

impl Heap {
    /// Reads the permanent objects that differ from what they were at first; their number is component `first`.
    fn decode_permanent(
        &mut self,
        at: &mut Reader<'_>,
        encoding: &Encoding,
        first: usize,
        places: &mut Vec<(Ref, u32)>,
    ) -> Anchoring {
        let count = at.u32() as usize;
        let anchoring = Anchoring { words: at.u32(), meets: at.u8() != 0 };
        let start_at = |index: usize| {
            let start = Reader { bytes: at.bytes, at: encoding.start(first + 1 + index) }.u32();
            (start & !LATER_STRETCH) as usize
        };
        // Mostly the same objects are dirty as now, and none needs to be made pristine first.
        let is_dirty =
            self.dirty_count() == count && (0..count).all(|index| self.dirty_words(index).start == start_at(index));
        if !is_dirty {
            self.restore_pristine();
        }
        places.clear();
        for index in 0..count {
            let start = at.u32();
            let is_later = start & LATER_STRETCH != 0;
            let start = Ref(start & !LATER_STRETCH);
            let object = if is_later { Ref(at.u32()) } else { start };
            if !is_dirty {
                self.touch_word_for_ever(object, start.0 - object.0);
            }
            let mut place = self.dirty_words(index);
            if !is_later {
                // Whether permanent objects are shared was settled when they became permanent, and is no part of the state.
                let shared = self.words[place.start] & header::SHARED;
                self.words[place.start] = at.u64() | header::DIRTY | shared;
                place.start += 1;
            }
            places.push((start, if is_later { LATER_HEAD } else { FIRST_HEAD }));
            at.words(&mut self.words[place]);
        }
        anchoring
    }
}

fn status_from(tag: u32, on: Ref, count: u32) -> Status {
    match tag {
        0 => Status::Runnable,
        1 => Status::Blocked(on),
        2 | 3 => Status::Waiting { on, count, timed: tag == 3 },
        4 | 12 => Status::Reacquiring { on, count, notified: tag == 4 },
        5 | 6 => Status::Parked { timed: tag == 6 },
        7 => Status::Sleeping,
        8 => Status::InitializationWait(on),
        9 => Status::Terminated,
        10 | 11 => Status::Polling { fd: on.0, events: count as u16, timed: tag == 11 },
        other => unwritten("status of a thread", other),
    }
}

/// What is encoded and not restored would be another state, and nobody would notice.
#[cold]
fn unwritten(what: &str, tag: u32) -> ! {
    unreachable!("`encode` writes no {what} with the number {tag}")
}

fn kind_from(kind: u8, data: u64) -> FrameKind {
    match kind {
        0 => FrameKind::Normal,
        1 => FrameKind::Initializer(ClassId(data as u32)),
        2 => FrameKind::Interlude,
        3 => FrameKind::Reflective,
        4 => FrameKind::Constant { class: ClassId(data as u32), index: (data >> 32) as u16 },
        5 => FrameKind::Loading { loader: LoaderId(data as u32), by_name: data >> 32 != 0 },
        6 => FrameKind::NullResult,
        7 => FrameKind::Hasty,
        other => unwritten("kind of a frame", other.into()),
    }
}

/// Reads an encoding; it was written by `encode`, so that its form is not in doubt.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    #[inline]
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, at: 0 }
    }

    #[inline]
    pub fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// How many bytes were not read yet.
    #[inline]
    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

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

    pub fn words(&mut self, into: &mut [u64]) {
        let bytes = into.len() * 8;
        bytemuck::cast_slice_mut::<u64, u8>(into).copy_from_slice(&self.bytes[self.at..self.at + bytes]);
        self.at += bytes;
    }
}
