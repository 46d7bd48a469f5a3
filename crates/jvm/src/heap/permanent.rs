//! The permanent part of memory: what belongs to every state, and which of its objects the present one has written to.

use super::{Heap, OVERLAY, Ref, header};

/// A dirty object, and what it was at first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pristine {
    object: Ref,
    /// Where its words start in `pristine_words`, and how many there are.
    start: u32,
    words: u32,
}

impl Heap {
    pub fn enter_permanent(&mut self) {
        if self.permanent_depth == 0 {
            self.leaked = false;
        }
        self.permanent_depth += 1;
    }

    pub fn leave_permanent(&mut self) {
        self.permanent_depth -= 1;
        if self.permanent_depth == 0 {
            for (object, word) in std::mem::take(&mut self.written_through) {
                let value = self.words[object.0 as usize + word as usize];
                // A word of an array holds two references.
                let leaves = (value as u32 as usize).max((value >> 32) as usize) >= OVERLAY;
                if leaves && self.is_ref_word(object, word) {
                    continue; // A reference to the overlay stays with its path.
                }
                let pristine = self.dirty.iter().find(|pristine| pristine.object == object);
                if let Some(pristine) = pristine {
                    let keep = if word == 0 { header::DIRTY } else { 0 };
                    self.pristine_words[(pristine.start + word) as usize] = value & !keep;
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
        if header & header::DIRTY == 0 {
            let words = self.size_of(object) as u32;
            let start = self.pristine_words.len() as u32;
            let address = object.0 as usize;
            self.pristine_words.extend_from_slice(&self.words[address..address + words as usize]);
            self.dirty.push(Pristine { object, start, words });
            self.words[address] |= header::DIRTY;
        }
    }

    /// Whether a word of a dirty object is what it was at first.
    fn is_pristine_word(&self, object: Ref, word: u32) -> bool {
        let now = self.words[object.0 as usize + word as usize];
        let keep = if word == 0 { !(header::DIRTY | header::SHARED) } else { u64::MAX };
        let first = self.dirty.iter().find(|pristine| pristine.object == object);
        first.is_none_or(|pristine| self.pristine_words[(pristine.start + word) as usize] & keep == now & keep)
    }

    #[inline(always)]
    pub(super) fn barrier(&mut self, object: Ref, word: u32) {
        if (object.0 as usize) < OVERLAY {
            self.touch(object, word, false);
        }
    }

    /// Marks a permanent object as part of every state's encoding, whatever it holds (statics of user classes).
    pub fn touch_for_ever(&mut self, object: Ref) {
        let depth = std::mem::take(&mut self.permanent_depth);
        self.touch(object, 0, false);
        self.permanent_depth = depth;
    }

    /// The dirty permanent objects, in the order they became so.
    pub(crate) fn dirty_objects(&self) -> impl Iterator<Item = Ref> {
        self.dirty.iter().map(|pristine| pristine.object)
    }

    pub(crate) fn sort_dirty(&mut self) {
        if !self.dirty.is_sorted_by_key(|pristine| pristine.object) {
            self.dirty.sort_unstable_by_key(|pristine| pristine.object);
        }
    }

    pub(crate) fn dirty_count(&self) -> usize {
        self.dirty.len()
    }

    pub(crate) fn dirty_at(&self, index: usize) -> Ref {
        self.dirty[index].object
    }

    /// Words the dirty object occupies.
    pub(crate) fn dirty_size(&self, index: usize) -> usize {
        self.dirty[index].words as usize
    }

    /// Whether a dirty object differs from its pristine words at all.
    pub(crate) fn is_changed(&self, index: usize) -> bool {
        let Pristine { object, start, words } = self.dirty[index];
        let (address, start, words) = (object.0 as usize, start as usize, words as usize);
        self.words[address] & !header::DIRTY != self.pristine_words[start]
            || self.words[address + 1..address + words] != self.pristine_words[start + 1..start + words]
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
        for Pristine { object, start, words } in self.dirty.drain(..) {
            let (address, start, words) = (object.0 as usize, start as usize, words as usize);
            self.words[address..address + words].copy_from_slice(&self.pristine_words[start..start + words]);
        }
        self.pristine_words.clear();
    }

    /// Puts the pristine words of the objects that `select` names back; they are dirty no more.
    pub(crate) fn restore_pristine_if(&mut self, select: impl Fn(&Heap, Ref) -> bool) {
        let mut index = 0;
        while index < self.dirty.len() {
            let Pristine { object, start, words } = self.dirty[index];
            if select(self, object) {
                let (address, start, words) = (object.0 as usize, start as usize, words as usize);
                self.words[address..address + words].copy_from_slice(&self.pristine_words[start..start + words]);
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
        for Pristine { object, start, words } in old {
            if keep_dirty(object) {
                let new_start = self.pristine_words.len() as u32;
                self.pristine_words.extend_from_slice(&old_words[start as usize..(start + words) as usize]);
                self.dirty.push(Pristine { object, start: new_start, words });
            } else {
                self.words[object.0 as usize] &= !header::DIRTY;
            }
        }
    }
}
