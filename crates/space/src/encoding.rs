//! A canonical state as bytes, cut into components that a store may intern one by one.

/// How many components make a group, which stores intern as one.
pub const GROUP: usize = 4;

/// Bytes with component boundaries. Systems whose states are small never cut; the virtual machine ends a component
/// after each object, frame and thread, because from one state to the next most of these stay the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoding {
    bytes: Vec<u8>,
    /// Where each finished component ends; the rest of `bytes` is an unfinished last one.
    ends: Vec<u32>,
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
    }

    /// The bytes, to append to.
    #[inline]
    pub fn bytes_mut(&mut self) -> &mut Vec<u8> {
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
        self.bytes.push(value);
    }

    /// Appends four bytes, the lowest first.
    #[inline]
    pub fn push_u32(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// Appends eight bytes, the lowest first.
    #[inline]
    pub fn push_u64(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// Ends components at these positions, which must ascend.
    #[inline]
    pub fn cut_at(&mut self, ends: impl Iterator<Item = usize>) {
        self.ends.extend(ends.map(|end| end as u32));
    }

    /// Ends the current component (which may be empty).
    #[inline]
    pub fn cut(&mut self) {
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

    /// Becomes a copy of `other` without giving up its memory.
    #[inline]
    pub fn copy_from(&mut self, other: &Encoding) {
        self.bytes.clone_from(&other.bytes);
        self.ends.clone_from(&other.ends);
    }

    /// Appends components `range` of `other`, all of them finished.
    #[inline]
    pub fn append_range(&mut self, other: &Encoding, range: std::ops::Range<usize>) {
        let start = if range.start == 0 { 0 } else { other.ends[range.start - 1] };
        let Some(&end) = other.ends[range.clone()].last() else { return };
        let base = self.bytes.len() as u32;
        self.bytes.extend_from_slice(&other.bytes[start as usize..end as usize]);
        self.ends.extend(other.ends[range].iter().map(|end| end - start + base));
    }

    /// The bytes of components `range`, all of them finished.
    #[inline]
    pub fn range(&self, range: std::ops::Range<usize>) -> &[u8] {
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
        self.bytes.extend_from_slice(component);
        self.cut();
    }
}
