//! The object memory: one arena of 64-bit words, addressed by word index.
//!
//! The lower part is *permanent*: what the library created while booting and initialising its classes, class mirrors,
//! interned strings, statics. It never moves. The upper part is the *overlay*: what the program allocated. It is
//! compacted, in canonical order, whenever a state is encoded (see `state`), so that the overlay's words *are* the
//! encoding. A permanent object that a path writes to is *dirty*: its pristine words are kept aside, to be put back
//! when another state is restored. A state is therefore: threads, dirty permanent objects, overlay.
//!
//! An object is a header word followed by one word per field; an array has its length in the second word and its
//! elements, at their natural size, after that. Fields narrower than a word are stored zero-extended, so that the
//! byte-wise view of `Unsafe` and the word-wise view agree.

mod permanent;

use bytemuck::cast_slice;
use bytemuck::cast_slice_mut;

pub(crate) use permanent::LONG;
use permanent::Pristine;

/// The address of an object: its word index in the arena; zero is null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Ref(pub u32);

impl Ref {
    pub const NULL: Ref = Ref(0);

    pub fn is_null(self) -> bool {
        self.0 == 0
    }

    pub fn slot(self) -> u64 {
        u64::from(self.0)
    }

    pub fn from_slot(slot: u64) -> Ref {
        Ref(slot as u32)
    }
}

/// Identifies a loaded class, in load order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub u32);

/// Where the overlay begins: 128 MB of permanent space, of which only what is touched is ever committed.
pub const OVERLAY: usize = 1 << 24;

/// Byte offset of the first field of an object.
pub const FIELDS: usize = 8;
/// Byte offset of the first element of an array.
pub const ELEMENTS: usize = 16;

/// The bits of a header word.
pub mod header {
    pub const CLASS_BITS: u32 = 18;
    pub const CLASS: u64 = (1 << CLASS_BITS) - 1;
    /// A permanent object whose pristine words are kept aside.
    pub const DIRTY: u64 = 1 << 18;
    /// More than one thread can reach the object.
    pub const SHARED: u64 = 1 << 19;
    /// The identity hash was asked for; its rank is in the upper bits.
    pub const HASHED: u64 = 1 << 20;
    /// The object holds the static fields of its class.
    pub const STATICS: u64 = 1 << 21;
    pub const INIT_DONE: u64 = 1 << 22;
    pub const INIT_FAILED: u64 = 1 << 23;
    /// A thread, the owner in the lock bits, runs the class initialiser.
    pub const INIT_RUNNING: u64 = 1 << 24;
    /// While copying: the upper half is the new address.
    /// Of objects that are not statics: has been shared at some time. Whoever read it then may have gone on by now, so that
    /// writing to it matters even if nobody else can reach it any more (see `visible`).
    pub const ESCAPED: u64 = INIT_RUNNING;
    pub const FORWARD: u64 = 1 << 25;
    pub const OWNER_SHIFT: u32 = 26;
    /// One more than the index of the thread that holds the monitor, or runs the initialiser.
    pub const OWNER_MAX: u64 = 0xfff;
    pub const OWNER: u64 = OWNER_MAX << OWNER_SHIFT;
    pub const COUNT_SHIFT: u32 = 38;
    /// What a monitor is held beyond this is counted elsewhere (see `schedule::monitors`).
    pub const COUNT_MAX: u64 = 0xff;
    pub const COUNT: u64 = COUNT_MAX << COUNT_SHIFT;
    pub const HASH_SHIFT: u32 = 46;
    pub const HASH_MAX: u32 = (1 << 18) - 1;
    /// Of statics, which have neither monitor nor hash: how many frames the thread had that asked for the class, while
    /// the initialisers of its supers run.
    pub const INIT_DEPTH_SHIFT: u32 = COUNT_SHIFT;
    pub const INIT_DEPTH: u64 = u64::MAX << INIT_DEPTH_SHIFT;
}

/// How the objects of a class lie in memory.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Words after the header, of an instance.
    pub words: u32,
    /// Indices (counted from the header) of the words that hold references.
    pub refs: Vec<u16>,
    /// For arrays: log2 of the element size.
    pub element_shift: Option<u8>,
    /// Array elements are references.
    pub element_refs: bool,
    /// Words after the header of the statics holder, and its references.
    pub static_words: u32,
    pub static_refs: Vec<u16>,
    /// Words that are pure functions of others (cached hashes): not part of a state.
    pub caches: Vec<u16>,
    /// Elements of such arrays are written while threads share them (see `visible`).
    pub visible_elements: bool,
    /// The word of `modCount`, if instances count their modifications (see `state`).
    pub mod_count: Option<ModCount>,
}

/// How `modCount` is normalised: it is only ever compared for equality with what iterators remember of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModCount {
    /// The collection's own counter, at this word.
    Own(u16),
    /// A remembered value at `expected`, of the collection referenced by word `of`.
    Remembered { expected: u16, of: u16 },
    /// A remembered value of a collection we do not find.
    Unclear,
}

pub struct Heap {
    pub(crate) words: Vec<u64>,
    pub shapes: Vec<Shape>,
    pub(crate) permanent_top: usize,
    /// Up to here it is settled what of the permanent part is shared (see `Vm::share_permanent`).
    shared_top: usize,
    /// What of the permanent part the program built before its first choice (see `state::settle`).
    pub(crate) settled: std::ops::Range<usize>,
    pub(crate) top: usize,
    /// The overlay may not grow beyond this word: the end of memory, less a reserve that is opened when it runs out, so
    /// that there is room for the error.
    limit: usize,
    /// While positive, what is allocated or written is permanent: it belongs to every state.
    permanent_depth: u32,
    dirty: Vec<Pristine>,
    pristine_words: Vec<u64>,
    /// Where the dirty stretches of long arrays start.
    dirty_stretches: hashbrown::HashSet<u32>,
    /// Words of dirty objects written while permanent: they change the pristine words as well.
    written_through: Vec<(Ref, u32)>,
    /// Since the permanent mode was entered, something of the path was written to a permanent object, or started: what
    /// was set up is the path's own.
    pub(crate) leaked: bool,
    collect_words: Option<usize>,
    /// When the overlay's top passes this, the next safe point collects.
    pub(crate) collect_at: usize,
    pub allocations: u64,
    /// The rank the next identity hash gets.
    pub(crate) hash_rank: u32,
    /// The expressions of symbolic values in memory, by object and byte offset.
    pub symbols: hashbrown::HashMap<(u32, u32), u32>,
    /// The numbers of all expressions.
    pub symbols_known: std::ops::RangeInclusive<u32>,
    /// Some inputs are objects, whose fields may be inputs that nobody has read so far.
    pub has_unread: bool,
}

/// The overlay is full even after a collection.
#[derive(Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl Heap {
    /// The overlay is collected once it has grown by this much: small enough to stay in the second-level cache.
    const COLLECT_WORDS: usize = 1 << 18;

    /// If `collect_words` are given, collections come after so much growth, however much is alive.
    pub fn new(overlay_words: usize, collect_words: Option<usize>) -> Self {
        Heap {
            words: reserve::files::in_memory(|| vec![0; OVERLAY + overlay_words]),
            shapes: Vec::new(),
            permanent_top: 8,
            shared_top: 8,
            settled: 0..0,
            top: OVERLAY,
            limit: OVERLAY + overlay_words - Self::reserve(overlay_words),
            permanent_depth: 0,
            dirty: Vec::new(),
            pristine_words: Vec::new(),
            dirty_stretches: Default::default(),
            written_through: Vec::new(),
            leaked: false,
            collect_words,
            collect_at: OVERLAY + collect_words.unwrap_or(Self::COLLECT_WORDS),
            allocations: 0,
            hash_rank: 1,
            symbols: hashbrown::HashMap::new(),
            symbols_known: 1..=u32::MAX,
            has_unread: false,
        }
    }

    /// The same memory once more. What was never written is not copied.
    pub(crate) fn fork(&self) -> Heap {
        let mut words = reserve::files::in_memory(|| vec![0; self.words.len()]);
        words[..self.permanent_top].copy_from_slice(&self.words[..self.permanent_top]);
        words[OVERLAY..self.top].copy_from_slice(&self.words[OVERLAY..self.top]);
        Heap {
            words,
            shapes: self.shapes.clone(),
            permanent_top: self.permanent_top,
            shared_top: self.shared_top,
            settled: self.settled.clone(),
            top: self.top,
            limit: self.limit,
            permanent_depth: self.permanent_depth,
            dirty: self.dirty.clone(),
            pristine_words: self.pristine_words.clone(),
            dirty_stretches: self.dirty_stretches.clone(),
            written_through: self.written_through.clone(),
            leaked: self.leaked,
            collect_words: self.collect_words,
            collect_at: self.collect_at,
            allocations: self.allocations,
            hash_rank: self.hash_rank,
            symbols: self.symbols.clone(),
            symbols_known: self.symbols_known.clone(),
            has_unread: self.has_unread,
        }
    }

    fn reserve(overlay_words: usize) -> usize {
        (overlay_words / 16).min(1 << 15)
    }

    /// The overlay may not grow beyond this word.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Lets the error that tells of the end of memory, and its handlers, have the rest of it.
    pub(crate) fn open_reserve(&mut self) {
        self.limit = self.words.len();
    }

    /// If there is room again without it.
    pub(crate) fn close_reserve(&mut self) {
        let end = self.words.len();
        let limit = end - Self::reserve(end - OVERLAY);
        if self.top <= limit {
            self.limit = limit;
        }
    }

    // Allocation.

    fn allocate(&mut self, size: usize) -> Result<usize, OutOfMemory> {
        if self.permanent_depth > 0 {
            let address = self.permanent_top;
            if address + size > OVERLAY {
                return Err(OutOfMemory);
            }
            self.permanent_top += size;
            return Ok(address);
        }
        self.allocations += 1;
        let address = self.top;
        if size > self.limit - address {
            return Err(OutOfMemory);
        }
        self.top += size;
        self.words[address..address + size].fill(0);
        Ok(address)
    }

    pub fn allocate_object(&mut self, class: ClassId) -> Result<Ref, OutOfMemory> {
        let size = 1 + self.shapes[class.0 as usize].words as usize;
        let address = self.allocate(size)?;
        self.words[address] = u64::from(class.0);
        Ok(Ref(address as u32))
    }

    pub fn allocate_array(&mut self, class: ClassId, length: u32) -> Result<Ref, OutOfMemory> {
        let shift = self.shapes[class.0 as usize].element_shift.expect("an array class");
        let size = 2 + ((length as usize) << shift).div_ceil(8);
        let address = self.allocate(size)?;
        self.words[address] = u64::from(class.0);
        self.words[address + 1] = u64::from(length);
        Ok(Ref(address as u32))
    }

    /// The object that holds the static fields of `class`; permanent.
    pub fn allocate_statics(&mut self, class: ClassId) -> Result<Ref, OutOfMemory> {
        self.enter_permanent();
        let size = 1 + self.shapes[class.0 as usize].static_words as usize;
        let address = self.allocate(size);
        self.leave_permanent();
        let address = address?;
        self.words[address] = u64::from(class.0) | header::STATICS;
        Ok(Ref(address as u32))
    }

    /// Words the object occupies, header included.
    pub fn size_of(&self, object: Ref) -> usize {
        self.size_at(&self.words, object.0 as usize)
    }

    pub(crate) fn size_at(&self, words: &[u64], address: usize) -> usize {
        let header = words[address];
        let shape = &self.shapes[(header & header::CLASS) as usize];
        match shape.element_shift {
            Some(shift) if header & header::STATICS == 0 => 2 + (((words[address + 1] as usize) << shift).div_ceil(8)),
            _ if header & header::STATICS != 0 => 1 + shape.static_words as usize,
            _ => 1 + shape.words as usize,
        }
    }

    pub fn wants_collection(&self) -> bool {
        self.top > self.collect_at
    }

    /// After a collection: grow before the next one by what is alive, or by the fixed minimum.
    pub(crate) fn plan_collection(&mut self) {
        let live = self.top - OVERLAY;
        self.close_reserve();
        let growth = self.collect_words.unwrap_or(live.max(Self::COLLECT_WORDS));
        self.collect_at = (self.top + growth).min(self.limit - (self.limit - self.top) / 8);
    }

    /// Objects of the overlay lie before this word, one after the other.
    pub fn overlay_end(&self) -> usize {
        self.top
    }

    /// A collection may wait until a good deal more has been allocated.
    pub(crate) fn put_collection_off(&mut self) {
        const WORDS: usize = 1 << 21;
        if self.collect_words.is_none() {
            self.collect_at = (self.top + WORDS).min(self.limit - (self.limit - self.top) / 8).max(self.collect_at);
        }
    }

    pub fn words_left(&self) -> usize {
        self.limit - self.top
    }

    // Headers.

    #[inline(always)]
    pub fn header(&self, object: Ref) -> u64 {
        self.words[object.0 as usize]
    }

    #[inline(always)]
    pub fn class_of(&self, object: Ref) -> ClassId {
        ClassId((self.words[object.0 as usize] & header::CLASS) as u32)
    }

    /// Changes header bits; they are part of the state like any field.
    pub fn set_header(&mut self, object: Ref, value: u64) {
        self.barrier(object, 0);
        let dirty = self.words[object.0 as usize] & header::DIRTY;
        self.words[object.0 as usize] = value & !header::DIRTY | dirty;
    }

    /// Sets a bit that is an over-approximation recomputed for each state (`SHARED`): no part of the state.
    pub fn set_header_quietly(&mut self, object: Ref, bits: u64) {
        self.words[object.0 as usize] |= bits;
    }

    pub fn clear_header_quietly(&mut self, object: Ref, bits: u64) {
        self.words[object.0 as usize] &= !bits;
    }

    /// The identity hash. A permanent object's comes from its address; any other's from the rank at which it was
    /// first asked for, which `state` renews from what is alive.
    pub fn identity_hash(&mut self, object: Ref) -> i32 {
        let header = self.header(object);
        let rank = if header & header::HASHED != 0 {
            (header >> header::HASH_SHIFT) as u32
        } else if self.is_permanent(object) {
            return mix(object.0.wrapping_add(1 << 20));
        } else {
            let rank = self.hash_rank & header::HASH_MAX;
            self.hash_rank += 1;
            self.words[object.0 as usize] |= header::HASHED | (u64::from(rank) << header::HASH_SHIFT);
            rank
        };
        mix(rank)
    }

    // Words, and parts of words, at byte offsets.

    #[inline(always)]
    pub fn array_length(&self, array: Ref) -> u32 {
        self.words[array.0 as usize + 1] as u32
    }

    pub fn bytes(&self) -> &[u8] {
        cast_slice(&self.words)
    }

    #[inline(always)]
    pub fn get1(&self, object: Ref, offset: usize) -> u8 {
        cast_slice::<u64, u8>(&self.words)[object.0 as usize * 8 + offset]
    }

    #[inline(always)]
    pub fn get2(&self, object: Ref, offset: usize) -> u16 {
        cast_slice::<u64, u16>(&self.words)[(object.0 as usize * 8 + offset) / 2]
    }

    #[inline(always)]
    pub fn get4(&self, object: Ref, offset: usize) -> u32 {
        cast_slice::<u64, u32>(&self.words)[(object.0 as usize * 8 + offset) / 4]
    }

    #[inline(always)]
    pub fn get8(&self, object: Ref, offset: usize) -> u64 {
        self.words[object.0 as usize + offset / 8]
    }

    #[inline(always)]
    pub fn get_ref(&self, object: Ref, offset: usize) -> Ref {
        Ref(self.get4(object, offset))
    }

    #[inline(always)]
    pub fn put1(&mut self, object: Ref, offset: usize, value: u8) {
        self.barrier(object, (offset / 8) as u32);
        cast_slice_mut::<u64, u8>(&mut self.words)[object.0 as usize * 8 + offset] = value;
    }

    #[inline(always)]
    pub fn put2(&mut self, object: Ref, offset: usize, value: u16) {
        self.barrier(object, (offset / 8) as u32);
        cast_slice_mut::<u64, u16>(&mut self.words)[(object.0 as usize * 8 + offset) / 2] = value;
    }

    #[inline(always)]
    pub fn put4(&mut self, object: Ref, offset: usize, value: u32) {
        self.barrier(object, (offset / 8) as u32);
        cast_slice_mut::<u64, u32>(&mut self.words)[(object.0 as usize * 8 + offset) / 4] = value;
    }

    #[inline(always)]
    pub fn put8(&mut self, object: Ref, offset: usize, value: u64) {
        self.barrier(object, (offset / 8) as u32);
        self.words[object.0 as usize + offset / 8] = value;
    }

    #[inline(always)]
    pub fn put_ref(&mut self, object: Ref, offset: usize, value: Ref) {
        if (object.0 as usize) < OVERLAY {
            self.touch(object, (offset / 8) as u32, value.0 as usize >= OVERLAY);
        }
        cast_slice_mut::<u64, u32>(&mut self.words)[(object.0 as usize * 8 + offset) / 4] = value.0;
    }

    /// Bytes of a (byte-wise viewed) array, for natives.
    pub fn array_bytes(&self, array: Ref, byte_length: usize) -> &[u8] {
        let start = array.0 as usize * 8 + ELEMENTS;
        &self.bytes()[start..start + byte_length]
    }

    /// Bytes of an array, to be overwritten.
    pub fn array_bytes_mut(&mut self, array: Ref, byte_length: usize) -> &mut [u8] {
        if self.is_permanent(array) {
            self.touch_all(array, 2..(2 + byte_length.div_ceil(8)) as u32, false);
        }
        let start = array.0 as usize * 8 + ELEMENTS;
        &mut cast_slice_mut::<u64, u8>(&mut self.words)[start..start + byte_length]
    }

    /// Copies element bytes between arrays of equal element size, overlapping or not.
    pub fn copy_elements(&mut self, source: Ref, source_at: usize, target: Ref, target_at: usize, bytes: usize) {
        if self.is_permanent(target) {
            let element_refs = self.shapes[self.class_of(target).0 as usize].element_refs;
            let leaves = element_refs
                && (source_at..source_at + bytes).step_by(4).any(|at| !self.is_permanent(self.get_ref(source, at)));
            let words = (target_at / 8) as u32..(target_at + bytes).div_ceil(8) as u32;
            self.touch_all(target, words, leaves);
        }
        let from = source.0 as usize * 8 + source_at;
        let to = target.0 as usize * 8 + target_at;
        cast_slice_mut::<u64, u8>(&mut self.words).copy_within(from..from + bytes, to);
    }

    /// As `touch`, for several words; `leaves` if any of them will refer to the overlay. Such an object belongs to its
    /// path even if it is made while the library works for all paths.
    fn touch_all(&mut self, object: Ref, words: std::ops::Range<u32>, leaves: bool) {
        if words.is_empty() {
            return;
        }
        if leaves || self.permanent_depth == 0 {
            self.touch_stretches(object, words.clone(), leaves);
        }
        if self.permanent_depth > 0 {
            for word in words {
                self.touch(object, word, false);
            }
        }
    }
}

/// Spreads small ranks over 31 bits (a bijection, so that few collide).
fn mix(rank: u32) -> i32 {
    let mut x = rank.wrapping_mul(0x9E37_79B1);
    x ^= x >> 15;
    x = x.wrapping_mul(0x85EB_CA77);
    x ^= x >> 13;
    (x & 0x7fff_ffff) as i32
}

impl Heap {
    /// Copies fields or elements of an object to another of the same class and size.
    pub fn copy_payload(&mut self, from: Ref, to: Ref) {
        let size = self.size_of(from);
        if self.is_permanent(to) {
            let leaves = (1..size as u32).any(|word| {
                let value = self.words[from.0 as usize + word as usize];
                (value as u32 as usize).max((value >> 32) as usize) >= OVERLAY && self.is_ref_word(from, word)
            });
            self.touch_all(to, 1..size as u32, leaves);
        }
        let (from, to) = (from.0 as usize, to.0 as usize);
        self.words.copy_within(from + 1..from + size, to + 1);
    }
}
