//! An exact store for states of many components, after the tree compression of LTSmin (Laarman, van de Pol and Weber
//! 2011): components are interned by content, four component numbers form a node, four nodes a node of the next
//! level, and so on to the root. Equal subtrees are one node, so a state that differs from known ones in a few
//! components costs little more than its root.
//!
//! LTSmin's trees are binary over fixed-length vectors. Ours have four children, because with about 60 components
//! that means 3 look-ups for a changed component instead of 6, and their height follows the number of components.
//!
//! Successive states resemble each other, so the previous one is kept flat: from the root down, a subtree whose bytes are
//! its predecessor's in the same place is taken over whole, without a look-up in a cold table.

use space::{Encoding, GROUP as ARITY};

/// Fills the places of a node that have no child. No component or node bears this number.
const ABSENT: u32 = u32::MAX;
/// Stands after the last component if no cut ended it, which is part of the encoding.
const UNCUT: u32 = u32::MAX - 1;

pub(super) type Quad = [u32; ARITY];

/// Where interned things live: the tables of one worker, or tables shared by several.
pub(super) trait Tables {
    fn intern_component(&mut self, bytes: &[u8]) -> u32;
    fn append_component(&self, number: u32, into: &mut Encoding);
    /// `hash` is that of `hash_quad`.
    fn intern_node(&mut self, node: Quad, hash: u64) -> u32;
    fn node(&self, number: u32) -> Quad;
}

/// Folds states into trees and unfolds them again, remembering those met lately.
pub(super) struct Folding {
    /// A search mostly returns to where it has just been. Each state has one place here, by its number.
    recent: [Recent; RECENT],
    /// Which of them was folded or unfolded last.
    last: usize,
    /// What `fold` has just laid out.
    current: Flat,
    /// Nodes met lately and their numbers, by hash.
    known: Box<[(Quad, u32)]>,
    /// Likewise roots, with the height of their trees, and states.
    known_roots: Box<[(Quad, u8, u32)]>,
    /// The places in which a state differs from the last one, level by level.
    changed: Vec<u32>,
}

#[derive(Default)]
struct Recent {
    state: Option<u32>,
    flat: Flat,
}

/// Few, since states may be large; a power of two.
const RECENT: usize = 16;
/// So few nodes stay in the second-level cache, where the tables never are.
const KNOWN: usize = 1 << 14;

impl Default for Folding {
    fn default() -> Self {
        let nobody = ([ABSENT; ARITY], ABSENT);
        let known = vec![nobody; KNOWN].into_boxed_slice();
        let known_roots = vec![([ABSENT; ARITY], 0, ABSENT); KNOWN].into_boxed_slice();
        let (recent, current, changed) = Default::default();
        Folding { recent, last: 0, current, known, known_roots, changed }
    }
}

/// One state, laid out: its encoding, and per level the numbers of its components and nodes.
#[derive(Default)]
struct Flat {
    encoding: Encoding,
    /// `levels[0]` are component numbers, `levels[k]` the nodes over them; the root is not among them.
    levels: Vec<Vec<u32>>,
    height: usize,
}

impl Flat {
    fn clear_levels(&mut self, count: usize) {
        if self.levels.len() < count {
            self.levels.resize_with(count, Vec::new);
        }
        for level in &mut self.levels {
            level.clear();
        }
    }
}

impl Folding {
    /// The root of the state's tree, and the tree's height. Within one height, absent places tell component counts apart.
    /// To be followed by `keep` or `name`.
    pub fn fold(&mut self, encoding: &Encoding, tables: &mut impl Tables) -> (Quad, u8) {
        let leaves = Leaves::of(encoding);
        let height = leaves.height();
        let mut beside = self.begin(height);
        beside.current.encoding.copy_from(encoding);
        if beside.is_shaped_alike(&leaves) {
            beside.tell_changes(encoding);
            return (beside.fold_changes(tables), height as u8);
        }
        let reusable = Reusable {
            count: leaves.finished.min(beside.last.encoding.cut_count()),
            last_leaves: beside.last.levels.first().map_or(0, Vec::len),
            aligned: encoding.ends() == beside.last.encoding.ends(),
        };
        let root = beside.fold_children(&leaves, &reusable, height - 1, 0, tables);
        (root, height as u8)
    }

    /// The state with that root, if it was met lately; `hash` is that of `hash_quad`.
    pub fn recognise(&self, root: &Quad, height: u8, hash: u64) -> Option<u32> {
        let known = &self.known_roots[hash as usize % KNOWN];
        (known.0 == *root && known.1 == height).then_some(known.2)
    }

    /// The state just folded, with that root, bears this number.
    pub fn name(&mut self, root: &Quad, height: u8, hash: u64, state: u32) {
        self.known_roots[hash as usize % KNOWN] = (*root, height, state);
        self.keep(state);
    }

    /// The state with that root is to be unknown.
    pub fn forget(&mut self, hash: u64) {
        self.known_roots[hash as usize % KNOWN] = ([ABSENT; ARITY], 0, ABSENT);
    }

    /// The state just folded bears this number.
    pub fn keep(&mut self, state: u32) {
        self.last = state as usize % RECENT;
        let place = &mut self.recent[self.last];
        place.state = Some(state);
        std::mem::swap(&mut place.flat, &mut self.current);
    }

    /// Whether the state was met lately; then it is the last one.
    pub fn recall(&mut self, state: u32) -> bool {
        let place = state as usize % RECENT;
        let found = self.recent[place].state == Some(state);
        if found {
            self.last = place;
        }
        found
    }

    /// The last state.
    pub fn last(&self) -> &Encoding {
        &self.recent[self.last].flat.encoding
    }

    /// Restores the state with that root as the last one.
    pub fn unfold(&mut self, state: u32, root: &Quad, height: u8, tables: &impl Tables) {
        let height = usize::from(height);
        let mut beside = self.begin(height);
        beside.current.encoding.clear();
        let reusable = height == beside.last.height && !beside.last.has_open_end();
        beside.unfold_node(root, height - 1, 0, reusable, tables);
        self.current.encoding.seal();
        self.keep(state);
    }

    fn begin(&mut self, height: usize) -> Beside<'_> {
        self.current.clear_levels(height);
        self.current.height = height;
        let Folding { recent, last, current, known, changed, .. } = self;
        Beside { last: &recent[*last].flat, current, known, changed }
    }
}

/// A state in the making, beside the last one.
struct Beside<'a> {
    last: &'a Flat,
    current: &'a mut Flat,
    known: &'a mut [(Quad, u32)],
    changed: &'a mut Vec<u32>,
}

impl Beside<'_> {
    /// Whether both have as many components, all finished, so that their trees differ in numbers only.
    fn is_shaped_alike(&self, leaves: &Leaves) -> bool {
        leaves.finished == leaves.count
            && self.last.height == self.current.height
            && self.last.encoding.cut_count() == leaves.count
            && self.last.levels[0].len() == leaves.count
            && !self.last.has_open_end()
    }

    /// Finds the components in which the state, shaped as the last one is, differs from it. Mostly who wrote it knows.
    fn tell_changes(&mut self, encoding: &Encoding) {
        match encoding.changes_since(self.last.encoding.stamp()) {
            Some(changed) => {
                self.changed.clear();
                self.changed.extend_from_slice(changed);
                debug_assert!(has_changed_only(encoding, &self.last.encoding, self.changed));
            }
            None => find_changes(encoding, &self.last.encoding, self.changed),
        }
    }

    /// Folds a state that is shaped as the last one is: its numbers are taken over, but for those on the way from a component
    /// in `changed` up to the root.
    fn fold_changes(&mut self, tables: &mut impl Tables) -> Quad {
        let (height, mut changed) = (self.current.height, std::mem::take(self.changed));
        for (level, last) in self.current.levels.iter_mut().zip(&self.last.levels).take(height) {
            level.extend_from_slice(last);
        }
        for &place in &changed {
            let number = tables.intern_component(self.current.encoding.component(place as usize));
            self.current.levels[0][place as usize] = number;
        }
        for level in 1..height {
            changed.iter_mut().for_each(|place| *place /= ARITY as u32);
            changed.dedup();
            for &place in &changed {
                let number = self.number_of(self.children(level - 1, place as usize), tables);
                self.current.levels[level][place as usize] = number;
            }
        }
        *self.changed = changed;
        self.children(height - 1, 0)
    }

    /// The numbers on `level` below the node at `place` of the next.
    fn children(&self, level: usize, place: usize) -> Quad {
        let mut node = [ABSENT; ARITY];
        let numbers = self.current.levels[level][ARITY * place..].iter().take(ARITY);
        node.iter_mut().zip(numbers).for_each(|(child, number)| *child = *number);
        node
    }

    /// Folds what lies below the children of the node at `place` on `level + 1`: each is on `level`.
    fn fold_children(
        &mut self,
        leaves: &Leaves,
        reusable: &Reusable,
        level: usize,
        place: usize,
        tables: &mut impl Tables,
    ) -> Quad {
        let mut node = [ABSENT; ARITY];
        for (offset, child) in node.iter_mut().enumerate() {
            let place = place * ARITY + offset;
            let first = place << (2 * level);
            if first >= leaves.count {
                break;
            }
            let end = (place + 1) << (2 * level);
            *child = if level == 0 {
                let number = if first >= leaves.components {
                    UNCUT
                } else if first < reusable.count && is_same_leaf(&self.current.encoding, &self.last.encoding, first) {
                    self.last.levels[0][first]
                } else {
                    tables.intern_component(self.current.encoding.component(first))
                };
                self.current.levels[0].push(number);
                number
            } else if self.is_same_subtree(leaves, reusable, level, place, first..end.min(leaves.count)) {
                self.copy_numbers(level, place);
                self.last.levels[level][place]
            } else {
                let below = self.fold_children(leaves, reusable, level - 1, place, tables);
                let number = self.number_of(below, tables);
                self.current.levels[level].push(number);
                number
            };
        }
        node
    }

    /// Whether the last state has these components in the same subtree.
    #[inline]
    fn is_same_subtree(
        &self,
        leaves: &Leaves,
        reusable: &Reusable,
        level: usize,
        place: usize,
        range: std::ops::Range<usize>,
    ) -> bool {
        // The last subtree may be incomplete: it is the same only if it is equally so. The last tree may be lower.
        let is_complete = range.len() == 1 << (2 * level);
        range.end <= reusable.count
            && (is_complete || reusable.last_leaves == leaves.count)
            && self.last.levels.get(level).is_some_and(|level| place < level.len())
            && is_same(&self.current.encoding, &self.last.encoding, range, reusable.aligned)
    }

    fn number_of(&mut self, node: Quad, tables: &mut impl Tables) -> u32 {
        let hash = hash_quad(&node, 0);
        let known = &mut self.known[hash as usize % KNOWN];
        if known.0 != node {
            *known = (node, tables.intern_node(node, hash));
        }
        known.1
    }

    /// Takes the numbers of the subtree at `place` on `level` over from the last state.
    fn copy_numbers(&mut self, level: usize, place: usize) {
        let (mut start, mut end) = (place, place + 1);
        for level in (0..=level).rev() {
            let source = &self.last.levels[level];
            end = end.min(source.len());
            self.current.levels[level].extend_from_slice(&source[start..end]);
            start *= ARITY;
            end *= ARITY;
        }
    }

    /// Appends the subtrees below the children of the node at `place` on `level + 1` to the current state. Subtrees that
    /// the last state has in the same place are copied whole.
    fn unfold_node(&mut self, node: &Quad, level: usize, place: usize, reusable: bool, tables: &impl Tables) {
        for (offset, &child) in node.iter().enumerate() {
            let place = place * ARITY + offset;
            match child {
                ABSENT => return,
                UNCUT if level == 0 => {
                    self.current.levels[0].push(UNCUT);
                    self.current.encoding.reopen();
                }
                _ if reusable && level > 0 && self.last.levels[level].get(place) == Some(&child) => {
                    self.copy_subtree(level, place);
                }
                _ if level == 0 => {
                    self.current.levels[0].push(child);
                    tables.append_component(child, &mut self.current.encoding);
                }
                _ => {
                    self.current.levels[level].push(child);
                    let node = tables.node(child);
                    self.unfold_node(&node, level - 1, place, reusable, tables);
                }
            }
        }
    }

    fn copy_subtree(&mut self, level: usize, place: usize) {
        self.copy_numbers(level, place);
        let (first, end) = (place << (2 * level), (place + 1) << (2 * level));
        self.current.encoding.append_range(&self.last.encoding, first..end.min(self.last.levels[0].len()));
    }
}

impl Flat {
    /// Whether the last component was not ended by a cut, so that its bytes cannot be copied as a finished one.
    fn has_open_end(&self) -> bool {
        self.levels.first().and_then(|numbers| numbers.last()) == Some(&UNCUT)
    }
}

/// What a state's tree has at the bottom.
struct Leaves {
    /// Components that a cut has ended, and all components.
    finished: usize,
    components: usize,
    /// The components, and a mark if the last is unfinished.
    count: usize,
}

impl Leaves {
    fn of(encoding: &Encoding) -> Self {
        let (finished, components) = (encoding.cut_count(), encoding.component_count());
        Leaves { finished, components, count: components + usize::from(finished < components) }
    }

    /// Levels of nodes above the leaves, the root being one.
    fn height(&self) -> usize {
        let mut height = 1;
        while 1 << (2 * height) < self.count {
            height += 1;
        }
        height
    }
}

/// How far the last state can be compared with.
struct Reusable {
    /// Components that both have finished.
    count: usize,
    last_leaves: usize,
    /// All components end where the last state's do.
    aligned: bool,
}

/// Whether component `index`, finished in both, is the same.
#[inline(always)]
fn is_same_leaf(encoding: &Encoding, last: &Encoding, index: usize) -> bool {
    encoding.bytes()[encoding.start(index)..encoding.ends()[index] as usize]
        == last.bytes()[last.start(index)..last.ends()[index] as usize]
}

/// Whether components `range`, finished in both, are the same.
#[inline(always)]
fn is_same(encoding: &Encoding, last: &Encoding, range: std::ops::Range<usize>, aligned: bool) -> bool {
    let (start, last_start) = (encoding.start(range.start), last.start(range.start));
    let (end, last_end) = (encoding.start(range.end), last.start(range.end));
    encoding.bytes()[start..end] == last.bytes()[last_start..last_end]
        && (aligned || {
            let shift = last_start.wrapping_sub(start) as u32;
            let (ends, last_ends) = (&encoding.ends()[range.clone()], &last.ends()[range]);
            ends.iter().zip(last_ends).all(|(end, last_end)| end.wrapping_add(shift) == *last_end)
        })
}

/// The components, in order, in which two encodings with the same number of them differ; all are finished.
fn find_changes(encoding: &Encoding, last: &Encoding, changed: &mut Vec<u32>) {
    changed.clear();
    let (ends, last_ends) = (encoding.ends(), last.ends());
    let mut at = 0;
    while at < ends.len() {
        // As far as components are as long as they were, bytes are compared regardless of components.
        let shift = last.start(at).wrapping_sub(encoding.start(at)) as u32;
        let end = at + first_unlike(&ends[at..], &last_ends[at..], shift);
        let bytes_end = encoding.start(end);
        let mut from = at;
        loop {
            let start = encoding.start(from);
            let now = &encoding.bytes()[start..bytes_end];
            let then = &last.bytes()[last.start(from)..][..now.len()];
            let Some(offset) = first_difference(now, then) else { break };
            let place = from + ends[from..end].partition_point(|end| *end as usize <= start + offset);
            changed.push(place as u32);
            from = place + 1;
        }
        if end < ends.len() {
            changed.push(end as u32);
        }
        at = end + 1;
    }
}

/// Whether two encodings with the same number of components, all finished, differ in no others than these.
fn has_changed_only(encoding: &Encoding, last: &Encoding, changed: &[u32]) -> bool {
    let mut found = Vec::new();
    find_changes(encoding, last, &mut found);
    found.iter().all(|place| changed.contains(place)) && changed.is_sorted()
}

/// The first place where the two do not differ by `shift`, of as many; their number if there is none.
fn first_unlike(ends: &[u32], last_ends: &[u32], shift: u32) -> usize {
    let (mut now, mut then) = (ends, last_ends);
    while let (Some((block, rest)), Some((last_block, last_rest))) =
        (now.split_first_chunk::<16>(), then.split_first_chunk::<16>())
    {
        // Without a way out in between, so that it is done by vectors.
        let mut unlike = 0;
        for (end, last_end) in block.iter().zip(last_block) {
            unlike |= end.wrapping_add(shift) ^ last_end;
        }
        if unlike != 0 {
            break;
        }
        (now, then) = (rest, last_rest);
    }
    let start = ends.len() - now.len();
    let length = now.len().min(then.len());
    start + (0..length).find(|&place| now[place].wrapping_add(shift) != then[place]).unwrap_or(length)
}

/// The first byte in which the two differ, which are equally long.
fn first_difference(now: &[u8], then: &[u8]) -> Option<usize> {
    // Long stretches are one comparison of the library's; where one differs, blocks of a few registers are looked at, then words.
    const STRETCH: usize = 1024;
    const BLOCK: usize = 32;
    let length = now.len();
    let (mut now, mut then) = (now, then);
    while now.len() >= STRETCH && now[..STRETCH] == then[..STRETCH] {
        (now, then) = (&now[STRETCH..], &then[STRETCH..]);
    }
    while let (Some((block, rest)), Some((last_block, last_rest))) =
        (now.split_first_chunk::<BLOCK>(), then.split_first_chunk::<BLOCK>())
        && block == last_block
    {
        (now, then) = (rest, last_rest);
    }
    while let (Some((word, rest)), Some((last_word, last_rest))) = (now.split_first_chunk(), then.split_first_chunk()) {
        let difference = u64::from_le_bytes(*word) ^ u64::from_le_bytes(*last_word);
        if difference != 0 {
            return Some(length - now.len() + difference.trailing_zeros() as usize / 8);
        }
        (now, then) = (rest, last_rest);
    }
    (0..now.len()).find(|&place| now[place] != then[place]).map(|place| length - now.len() + place)
}

/// Multiplies two 64-bit halves into 128 bits and folds them, which mixes every bit of the node into every bit of the
/// hash; a general hash of 16 bytes costs three times as much.
pub(super) fn hash_quad(node: &Quad, salt: u8) -> u64 {
    let low = u64::from(node[0]) | u64::from(node[1]) << 32;
    let high = u64::from(node[2]) | u64::from(node[3]) << 32;
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let mixed = fold(low ^ 0xA076_1D64_78BD_642F, high ^ 0xE703_7ED1_A0B4_28DB ^ u64::from(salt) << 56);
    fold(mixed ^ 0x8EBC_6AF0_9C88_C6E3, 0x5895_65EF_8F3E_93A5)
}
