//! A canonical state as bytes, cut into components that a store may intern one by one.

use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many components make a group, which stores intern as one.
pub const GROUP: usize = 4;

/// Bytes with component boundaries. Systems whose states are small never cut; the virtual machine ends a component
/// after each object, frame and thread, because from one state to the next most of these stay the same.
///
/// Who writes a state that differs little from the last one may say in what (`note_changes`), so that nobody has to compare the two.
#[derive(Clone, Debug, Default)]
pub struct Encoding {
    bytes: Vec<u8>,
    /// Where each finished component ends; the rest of `bytes` is an unfinished last one.
    ends: Vec<u32>,
    /// No two contents bear the same; zero if it was not given one.
    stamp: u64,
    /// The stamp of another encoding with as many components, of which all but `changed` are the same; or zero.
    base: u64,
    changed: Vec<u32>,
}

/// Stamps are not part of what is encoded.
impl PartialEq for Encoding {
    fn eq(&self, other: &Encoding) -> bool {
        self.bytes == other.bytes && self.ends == other.ends
    }
}

impl Eq for Encoding {}

/// A stamp that nobody has been given: threads take them in blocks, so that they do not wait for each other.
fn fresh_stamp() -> u64 {
    const BLOCK: u64 = 1 << 24;
    static NEXT_BLOCK: AtomicU64 = AtomicU64::new(1);
    thread_local!(static NEXT: Cell<u64> = const { Cell::new(0) });
    let stamp = match NEXT.get() {
        next if next.is_multiple_of(BLOCK) => NEXT_BLOCK.fetch_add(1, Ordering::Relaxed) * BLOCK,
        next => next,
    };
    NEXT.set(stamp + 1);
    stamp
}

impl Encoding {
    /// An encoding of nothing.
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Empties it, to be written anew.
    #[inline]
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.begin_content();
    }

    /// What it was stamped for is no longer its content.
    #[inline]
    fn begin_content(&mut self) {
        (self.stamp, self.base) = (0, 0);
    }

    /// Gives the content a stamp, unless it bears one.
    #[inline]
    pub fn seal(&mut self) {
        if self.stamp == 0 {
            self.stamp = fresh_stamp();
        }
    }

    /// What tells its content from all others, or zero.
    #[inline]
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Says that it is the content with that stamp but for the components `changed`, which ascend, and that both have as many
    /// components, all finished.
    #[inline]
    pub fn note_changes(&mut self, base: u64, changed: &[u32]) {
        self.base = base;
        self.changed.clear();
        self.changed.extend_from_slice(changed);
    }

    /// The components in which it differs from the content with that stamp, if that was said of it: no others do.
    #[inline]
    pub fn changes_since(&self, stamp: u64) -> Option<&[u32]> {
        (stamp != 0 && self.base == stamp).then_some(&self.changed)
    }

    /// Puts other bytes in the place of a finished component.
    #[inline]
    pub fn replace(&mut self, index: usize, component: &[u8]) {
        self.begin_content();
        let place = self.start(index)..self.ends[index] as usize;
        if place.len() == component.len() {
            self.bytes[place].copy_from_slice(component);
            return;
        }
        let shift = (component.len() as u32).wrapping_sub(place.len() as u32);
        self.resize(place.clone(), component.len());
        self.bytes[place.start..place.start + component.len()].copy_from_slice(component);
        self.ends[index..].iter_mut().for_each(|end| *end = end.wrapping_add(shift));
    }

    /// Makes room of another length at a place.
    fn resize(&mut self, place: Range<usize>, length: usize) {
        let (total, end) = (self.bytes.len(), place.start + length);
        if end > place.end {
            self.bytes.resize(total + end - place.end, 0);
            self.bytes.copy_within(place.end..total, end);
        } else {
            self.bytes.copy_within(place.end..total, end);
            self.bytes.truncate(total + end - place.end);
        }
    }

    /// The bytes, to append to.
    #[inline]
    pub fn bytes_mut(&mut self) -> &mut Vec<u8> {
        self.begin_content();
        &mut self.bytes
    }

    /// What was written.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Appends a byte.
    #[inline]
    pub fn push_u8(&mut self, value: u8) {
        self.bytes_mut().push(value);
    }

    /// Appends four bytes, the lowest first.
    #[inline]
    pub fn push_u32(&mut self, value: u32) {
        self.bytes_mut().extend_from_slice(&value.to_le_bytes());
    }

    /// Appends eight bytes, the lowest first.
    #[inline]
    pub fn push_u64(&mut self, value: u64) {
        self.bytes_mut().extend_from_slice(&value.to_le_bytes());
    }

    /// Ends components at these positions, which must ascend.
    #[inline]
    pub fn cut_at(&mut self, ends: impl Iterator<Item = usize>) {
        self.begin_content();
        self.ends.extend(ends.map(|end| end as u32));
    }

    /// Ends the current component (which may be empty).
    #[inline]
    pub fn cut(&mut self) {
        self.begin_content();
        self.ends.push(self.bytes.len() as u32);
    }

    /// Fills the current group with empty components: what follows stays where it is if what precedes gains or loses a
    /// component, and is found to be the same.
    #[inline]
    pub fn close_group(&mut self) {
        while !self.ends.len().is_multiple_of(GROUP) {
            self.cut();
        }
    }

    /// Where each finished component ends.
    #[inline]
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// Becomes a copy of `other` without giving up its memory. What was said of changes is not copied.
    #[inline]
    pub fn copy_from(&mut self, other: &Encoding) {
        self.bytes.clone_from(&other.bytes);
        self.ends.clone_from(&other.ends);
        (self.stamp, self.base) = (other.stamp, 0);
    }

    /// Appends components `range` of `other`, all of them finished.
    #[inline]
    pub fn append_range(&mut self, other: &Encoding, range: Range<usize>) {
        let start = if range.start == 0 { 0 } else { other.ends[range.start - 1] };
        let Some(&end) = other.ends[range.clone()].last() else { return };
        self.begin_content();
        let base = self.bytes.len() as u32;
        self.bytes.extend_from_slice(&other.bytes[start as usize..end as usize]);
        self.ends.extend(other.ends[range].iter().map(|end| end - start + base));
    }

    /// The bytes of components `range`, all of them finished.
    #[inline]
    pub fn range(&self, range: Range<usize>) -> &[u8] {
        if range.is_empty() {
            return &[];
        }
        let start = if range.start == 0 { 0 } else { self.ends[range.start - 1] };
        &self.bytes[start as usize..self.ends[range.end - 1] as usize]
    }

    /// Where a component starts.
    #[inline]
    pub fn start(&self, index: usize) -> usize {
        if index == 0 { 0 } else { self.ends[index - 1] as usize }
    }

    /// Number of components that a cut has ended.
    #[inline]
    pub fn cut_count(&self) -> usize {
        self.ends.len()
    }

    /// Takes the last cut back; stores use it to rebuild an encoding whose last component is unfinished.
    pub fn reopen(&mut self) {
        self.begin_content();
        self.ends.pop();
    }

    /// Number of components, counting trailing bytes after the last cut as one.
    #[inline]
    pub fn component_count(&self) -> usize {
        self.ends.len() + usize::from(self.ends.last().map_or(0, |end| *end as usize) < self.bytes.len())
    }

    /// The bytes of one component.
    #[inline]
    pub fn component(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        let end = self.ends.get(index).map_or(self.bytes.len(), |end| *end as usize);
        &self.bytes[start..end]
    }

    /// The bytes of all components, in order.
    pub fn components(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.component_count()).map(|index| self.component(index))
    }

    /// Appends a whole component; stores use it to rebuild an encoding.
    #[inline]
    pub fn push_component(&mut self, component: &[u8]) {
        self.begin_content();
        self.bytes.extend_from_slice(component);
        self.cut();
    }
}
