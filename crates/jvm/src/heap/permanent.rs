//! The permanent part of memory: what belongs to every state, and which of its objects the present one has written to.

use std::ops::Range;

use super::{Heap, OVERLAY, Ref, header};
use crate::state::holds_overlay_reference;

/// A dirty object, or a dirty stretch of a long array, and what it was at first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pristine {
    object: Ref,
    /// Its first word, counted from the object's header.
    first: u32,
    /// Where its words start in `pristine_words`, and how many there are.
    start: u32,
    words: u32,
}

impl Pristine {
    fn contains(&self, object: Ref, word: u32) -> bool {
        self.object == object && (self.first..self.first + self.words).contains(&word)
    }

    /// The words of memory it is about.
    #[inline]
    fn place(&self) -> Range<usize> {
        let start = self.object.0 as usize + self.first as usize;
        start..start + self.words as usize
    }

    #[inline]
    fn kept(&self) -> Range<usize> {
        self.start as usize..self.start as usize + self.words as usize
    }
}

/// What a path changes of arrays longer than `LONG` words is kept in stretches of this length.
const STRETCH: u32 = 64;
pub(crate) const LONG: usize = 128;

impl Heap {
    pub fn enter_permanent(&mut self) {
        if self.permanent_depth == 0 {
            self.leaked = false;
            self.skip_unshared();
        }
        self.permanent_depth += 1;
    }

    pub fn leave_permanent(&mut self) {
        self.permanent_depth -= 1;
        if self.permanent_depth == 0 {
            for (object, word) in std::mem::take(&mut self.written_through) {
                let value = self.words[object.0 as usize + word as usize];
                if holds_overlay_reference(value) && self.is_ref_word(object, word) {
                    continue; // A reference to the overlay stays with its path.
                }
                let pristine = self.dirty.iter().find(|pristine| pristine.contains(object, word));
                if let Some(pristine) = pristine {
                    let keep = if word == 0 { header::DIRTY } else { 0 };
                    self.pristine_words[(pristine.start + word - pristine.first) as usize] = value & !keep;
                }
            }
        }
    }

    /// What was permanent about the path that a fault has ended ends with it.
    pub(crate) fn abandon_permanent(&mut self) {
        if self.permanent_depth > 0 {
            self.permanent_depth = 1;
            self.leave_permanent();
        }
    }

    pub fn is_permanent_mode(&self) -> bool {
        self.permanent_depth > 0
    }

    pub fn permanent_words(&self) -> usize {
        self.permanent_top
    }

    pub fn is_permanent(&self, object: Ref) -> bool {
        (object.0 as usize) < OVERLAY
    }

    pub(super) fn is_ref_word(&self, object: Ref, word: u32) -> bool {
        let header = self.header(object);
        let shape = &self.shapes[(header & header::CLASS) as usize];
        if header & header::STATICS != 0 {
            shape.static_refs.contains(&(word as u16))
        } else if shape.element_shift.is_some() {
            shape.element_refs
        } else {
            shape.refs.contains(&(word as u16))
        }
    }

    /// What is permanent by now is not to be shared any more.
    pub(crate) fn skip_unshared(&mut self) {
        self.shared_top = self.permanent_top;
    }

    /// The permanent objects that are there since that, or since the last call.
    pub(crate) fn take_unshared(&mut self) -> impl Iterator<Item = Ref> {
        let start = std::mem::replace(&mut self.shared_top, self.permanent_top);
        self.objects_in(start..self.permanent_top)
    }

    /// More than one thread can reach the permanent object, in every state.
    pub(crate) fn share_permanent(&mut self, object: Ref) {
        if self.header(object) & header::STATICS == 0 {
            self.change_header_for_ever(object, |word| word | header::SHARED | header::ESCAPED);
        }
    }

    /// Nobody can notice what other threads do to the permanent object.
    pub(crate) fn unshare_permanent(&mut self, object: Ref) {
        if self.is_permanent(object) && self.header(object) & header::STATICS == 0 {
            self.change_header_for_ever(object, |word| word & !(header::SHARED | header::ESCAPED));
        }
    }

    fn change_header_for_ever(&mut self, object: Ref, change: impl Fn(u64) -> u64) {
        let word = &mut self.words[object.0 as usize];
        *word = change(*word);
        if *word & header::DIRTY != 0
            && let Some(pristine) = self.dirty.iter().find(|pristine| pristine.contains(object, 0))
        {
            let first = &mut self.pristine_words[pristine.start as usize];
            *first = change(*first);
        }
    }

    /// To be called before word `word` of a permanent object changes.
    #[cold]
    pub(super) fn touch(&mut self, object: Ref, word: u32, overlay_ref: bool) {
        let header = self.words[object.0 as usize];
        if self.permanent_depth > 0 && !overlay_ref {
            // What a path has changed before stays with it: a lock that it holds is nobody else's.
            let is_known = || self.written_through.iter().rev().any(|written| *written == (object, word));
            if header & header::DIRTY != 0 && !is_known() && self.is_pristine_word(object, word) {
                self.written_through.push((object, word));
            }
            return;
        }
        self.leaked |= self.permanent_depth > 0;
        if header & header::DIRTY == 0 || self.is_clean_stretch(object, word) {
            self.add_dirty(object, word);
        }
    }

    fn add_dirty(&mut self, object: Ref, word: u32) {
        let size = self.size_of(object) as u32;
        let stretch =
            if self.is_long(object) { word / STRETCH * STRETCH..(word / STRETCH + 1) * STRETCH } else { 0..size };
        let start = self.pristine_words.len() as u32;
        let pristine = Pristine { object, first: stretch.start, start, words: stretch.end.min(size) - stretch.start };
        self.pristine_words.extend_from_slice(&self.words[pristine.place()]);
        if pristine.first == 0 {
            self.pristine_words[start as usize] &= !header::DIRTY;
        }
        self.dirty.push(pristine);
        self.words[object.0 as usize] |= header::DIRTY;
        if size as usize > LONG {
            self.dirty_stretches.insert(pristine.place().start as u32);
        }
    }

    fn is_long(&self, object: Ref) -> bool {
        let header = self.header(object);
        header & header::STATICS == 0
            && self.shapes[(header & header::CLASS) as usize].element_shift.is_some()
            && self.size_of(object) > LONG
    }

    /// Whether the word is of a long array that is dirty elsewhere only.
    fn is_clean_stretch(&self, object: Ref, word: u32) -> bool {
        self.is_long(object) && !self.dirty_stretches.contains(&(object.0 + word / STRETCH * STRETCH))
    }

    /// As `touch`, for several words of which none will refer to the overlay, or any may.
    pub(super) fn touch_stretches(&mut self, object: Ref, words: Range<u32>, overlay_ref: bool) {
        self.touch(object, words.start, overlay_ref);
        if self.is_long(object) {
            let next = (words.start / STRETCH + 1) * STRETCH;
            (next..words.end).step_by(STRETCH as usize).for_each(|word| self.touch(object, word, overlay_ref));
        }
    }

    /// Whether a word of a dirty object is what it was at first.
    fn is_pristine_word(&self, object: Ref, word: u32) -> bool {
        let now = self.words[object.0 as usize + word as usize];
        let keep = if word == 0 { !(header::DIRTY | header::SHARED) } else { u64::MAX };
        let first = self.dirty.iter().find(|pristine| pristine.contains(object, word));
        first.is_none_or(|pristine| {
            self.pristine_words[(pristine.start + word - pristine.first) as usize] & keep == now & keep
        })
    }

    #[inline(always)]
    pub(super) fn barrier(&mut self, object: Ref, word: u32) {
        if (object.0 as usize) < OVERLAY {
            self.touch(object, word, false);
        }
    }

    /// Marks a permanent object as part of every state's encoding, whatever it holds (statics of user classes).
    pub fn touch_for_ever(&mut self, object: Ref) {
        self.touch_word_for_ever(object, 0);
    }

    pub(crate) fn touch_word_for_ever(&mut self, object: Ref, word: u32) {
        let depth = std::mem::take(&mut self.permanent_depth);
        self.touch(object, word, false);
        self.permanent_depth = depth;
    }

    /// The dirty permanent objects, in the order they became so.
    pub(crate) fn dirty_objects(&self) -> impl Iterator<Item = Ref> {
        self.dirty.iter().map(|pristine| pristine.object)
    }

    pub(crate) fn sort_dirty(&mut self) {
        if !self.dirty.is_sorted_by_key(|pristine| pristine.place().start) {
            self.dirty.sort_unstable_by_key(|pristine| pristine.place().start);
        }
    }

    pub(crate) fn dirty_count(&self) -> usize {
        self.dirty.len()
    }

    #[inline]
    pub(crate) fn dirty_at(&self, index: usize) -> Ref {
        self.dirty[index].object
    }

    /// The words that the dirty object, or its dirty stretch, occupies.
    #[inline]
    pub(crate) fn dirty_words(&self, index: usize) -> Range<usize> {
        self.dirty[index].place()
    }

    /// Whether what is dirty is not the beginning of its object.
    #[inline]
    pub(crate) fn is_later_stretch(&self, index: usize) -> bool {
        self.dirty[index].first > 0
    }

    /// Whether a dirty object differs from its pristine words at all.
    #[inline]
    pub(crate) fn is_changed(&self, index: usize) -> bool {
        let pristine = &self.dirty[index];
        let (now, first) = (&self.words[pristine.place()], &self.pristine_words[pristine.kept()]);
        let flag = if pristine.first == 0 { header::DIRTY } else { 0 };
        now[0] & !flag != first[0] || now[1..] != first[1..]
    }

    /// Forgets what dirty objects have cached, as compaction does for others: small numbers and literals are permanent,
    /// and which of them a path has looked at is no part of its state.
    pub(crate) fn forget_caches(&mut self) {
        for Pristine { object, start, .. } in &self.dirty {
            let (address, start) = (object.0 as usize, *start as usize);
            let header = self.words[address];
            if header & header::STATICS != 0 {
                continue;
            }
            for cache in &self.shapes[(header & header::CLASS) as usize].caches {
                self.words[address + *cache as usize] = self.pristine_words[start + *cache as usize];
            }
        }
    }

    /// Puts all pristine words back.
    pub(crate) fn restore_pristine(&mut self) {
        for pristine in self.dirty.drain(..) {
            self.words[pristine.place()].copy_from_slice(&self.pristine_words[pristine.kept()]);
            self.words[pristine.object.0 as usize] &= !header::DIRTY;
        }
        self.pristine_words.clear();
        self.dirty_stretches.clear();
    }

    /// Puts the pristine words of the objects that `select` names back; they are dirty no more.
    pub(crate) fn restore_pristine_if(&mut self, select: impl Fn(&Heap, Ref) -> bool) {
        let mut index = 0;
        while index < self.dirty.len() {
            let pristine = self.dirty[index];
            if select(self, pristine.object) {
                self.words[pristine.place()].copy_from_slice(&self.pristine_words[pristine.kept()]);
                self.words[pristine.object.0 as usize] &= !header::DIRTY;
                self.dirty_stretches.remove(&(pristine.place().start as u32));
                self.dirty.swap_remove(index);
            } else {
                index += 1;
            }
        }
    }

    /// Declares what is there now to be pristine, for the objects that `keep_dirty` does not name.
    pub(crate) fn make_pristine(&mut self, keep_dirty: impl Fn(Ref) -> bool) {
        let old = std::mem::take(&mut self.dirty);
        let old_words = std::mem::take(&mut self.pristine_words);
        for pristine in old {
            if keep_dirty(pristine.object) {
                let start = self.pristine_words.len() as u32;
                self.pristine_words.extend_from_slice(&old_words[pristine.kept()]);
                self.dirty.push(Pristine { start, ..pristine });
            } else {
                self.words[pristine.object.0 as usize] &= !header::DIRTY;
                self.dirty_stretches.remove(&(pristine.place().start as u32));
            }
        }
    }

    /// Declares what is there now to be pristine, for the objects that do not refer to the overlay.
    pub(crate) fn make_pristine_within(&mut self) {
        let leaving = (0..self.dirty.len()).filter(|index| self.refers_to_overlay(*index));
        let leaving: hashbrown::HashSet<Ref> = leaving.map(|index| self.dirty_at(index)).collect();
        self.make_pristine(|object| leaving.contains(&object));
    }

    /// A permanent object that refers to the overlay from the beginning is dirty: at first it refers to nothing instead.
    pub(crate) fn touch_if_it_leaves(&mut self, object: Ref) {
        let mut leaving = Vec::new();
        self.for_each_reference_word(object, |word| {
            if holds_overlay_reference(self.words[object.0 as usize + word]) {
                leaving.push(word as u32);
            }
        });
        let within = |half: u64| if half as usize >= OVERLAY { 0 } else { half };
        for word in leaving {
            self.touch_word_for_ever(object, word);
            let pristine = self.dirty.iter().rev().find(|pristine| pristine.contains(object, word));
            let pristine = pristine.expect("it was touched");
            let value = &mut self.pristine_words[(pristine.start + word - pristine.first) as usize];
            *value = within(*value & 0xffff_ffff) | within(*value >> 32) << 32;
        }
    }
}
