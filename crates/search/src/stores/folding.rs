//! An exact store for states of many components, after the tree compression of LTSmin (Laarman, van de Pol and Weber
//! 2011): components are interned by content, four component numbers form a node, four nodes a node of the next
//! level, and so on to the root. Equal subtrees are one node, so a state that differs from known ones in a few
//! components costs little more than its root.
//!
//! LTSmin's trees are binary over fixed-length vectors. Ours have four children, because with about 60 components
//! that means 3 look-ups for a changed component instead of 6, and their height follows the number of components.
//!
//! Successive states resemble each other, so the previous insertion is kept flat: a component or node equal to its
//! predecessor in the same place is recognised by comparing 16 bytes instead of by a look-up in a cold table.

use space::Encoding;

const ARITY: usize = 4;
/// Fills the places of a node that have no child. No component or node bears this number.
const ABSENT: u32 = u32::MAX;
/// Stands after the last component if no cut ended it, which is part of the encoding.
const UNCUT: u32 = u32::MAX - 1;

pub(super) type Quad = [u32; ARITY];

/// Where interned things live: the tables of one worker, or tables shared by several.
pub(super) trait Tables {
    fn intern_component(&mut self, bytes: &[u8]) -> u32;
    fn append_component(&self, number: u32, into: &mut Encoding);
    fn intern_node(&mut self, node: Quad) -> u32;
    fn node(&self, number: u32) -> Quad;
}

/// Folds states into trees and unfolds them again, remembering the last one.
#[derive(Default)]
pub(super) struct Folding {
    last: Flat,
    current: Flat,
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

    fn level(&mut self, index: usize) -> &mut Vec<u32> {
        if self.levels.len() <= index {
            self.levels.resize_with(index + 1, Vec::new);
        }
        &mut self.levels[index]
    }
}

/// Components are compared with the last state's in blocks of this many before they are compared one by one.
const BLOCK: usize = 16;

impl Folding {
    /// The root of the state's tree, and the tree's height. Within one height, absent places tell component counts apart.
    pub fn fold(&mut self, encoding: &Encoding, tables: &mut impl Tables) -> (Quad, u8) {
        self.intern_components(encoding, tables);
        let root = self.build(tables);
        std::mem::swap(&mut self.last, &mut self.current);
        (root, self.last.height as u8)
    }

    /// Restores the state with that root.
    pub fn unfold(&mut self, root: &Quad, height: u8, tables: &impl Tables, into: &mut Encoding) {
        let height = usize::from(height);
        self.current.clear_levels(height);
        self.current.encoding.clear();
        self.current.height = height;
        let reusable = height == self.last.height && !self.last.has_open_end();
        self.unfold_node(root, height - 1, 0, reusable, tables);
        std::mem::swap(&mut self.last, &mut self.current);
        into.copy_from(&self.last.encoding);
    }

    fn intern_components(&mut self, encoding: &Encoding, tables: &mut impl Tables) {
        self.current.clear_levels(1);
        self.current.encoding.copy_from(encoding);
        let numbers = &mut self.current.levels[0];
        let last = &self.last.encoding;
        let last_numbers = self.last.levels.first().map_or(&[][..], Vec::as_slice);
        let count = encoding.component_count();
        let mut index = 0;
        while index < count {
            let block_end = index + BLOCK;
            if is_same_block(encoding, last, index) {
                numbers.extend_from_slice(&last_numbers[index..block_end]);
                index = block_end;
                continue;
            }
            while index < block_end.min(count) {
                let component = encoding.component(index);
                let is_same = index < last.component_count() && last.component(index) == component;
                numbers.push(if is_same { last_numbers[index] } else { tables.intern_component(component) });
                index += 1;
            }
        }
        if encoding.cut_count() < count {
            numbers.push(UNCUT);
        }
    }

    /// Builds the levels over the components and returns the root.
    fn build(&mut self, tables: &mut impl Tables) -> Quad {
        let mut height = 1;
        loop {
            let below = height - 1;
            let width = self.current.levels[below].len();
            if width <= ARITY {
                self.current.height = height;
                return quad(&self.current.levels[below], 0);
            }
            self.current.level(height);
            let (lower, upper) = self.current.levels.split_at_mut(height);
            let (children, parents) = (&lower[below], &mut upper[0]);
            let last_children = self.last.levels.get(below).map_or(&[][..], Vec::as_slice);
            let last_parents = self.last.levels.get(height).map_or(&[][..], Vec::as_slice);
            for place in 0..width.div_ceil(ARITY) {
                let node = quad(children, place);
                let number = match last_parents.get(place) {
                    Some(&same) if quad(last_children, place) == node => same,
                    _ => tables.intern_node(node),
                };
                parents.push(number);
            }
            height += 1;
        }
    }
}

impl Folding {
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
        let (mut start, mut end) = (place, place + 1);
        for level in (0..=level).rev() {
            let source = &self.last.levels[level];
            end = end.min(source.len());
            self.current.levels[level].extend_from_slice(&source[start..end]);
            if level == 0 {
                self.current.encoding.append_range(&self.last.encoding, start..end);
            }
            start *= ARITY;
            end *= ARITY;
        }
    }
}

impl Flat {
    /// Whether the last component was not ended by a cut, so that its bytes cannot be copied as a finished one.
    fn has_open_end(&self) -> bool {
        self.levels.first().and_then(|numbers| numbers.last()) == Some(&UNCUT)
    }
}

/// Whether the block of components from `index` on is complete and the same in both.
fn is_same_block(encoding: &Encoding, last: &Encoding, index: usize) -> bool {
    let (ends, last_ends) = (encoding.ends(), last.ends());
    let start_of = |ends: &[u32]| if index == 0 { Some(0) } else { ends.get(index - 1).copied() };
    let Some(start) = start_of(ends) else { return false };
    if start_of(last_ends) != Some(start) {
        return false;
    }
    match (ends.get(index..index + BLOCK), last_ends.get(index..index + BLOCK)) {
        (Some(block), Some(last_block)) if block == last_block => {
            let range = start as usize..block[BLOCK - 1] as usize;
            encoding.bytes()[range.clone()] == last.bytes()[range]
        }
        _ => false,
    }
}

/// The children at `place`, absent ones filled in.
fn quad(children: &[u32], place: usize) -> Quad {
    let start = place * ARITY;
    if let Some(full) = children.get(start..start + ARITY) {
        return full.try_into().expect("the slice has the length of a node");
    }
    let mut node = [ABSENT; ARITY];
    if let Some(rest) = children.get(start..) {
        node[..rest.len()].copy_from_slice(rest);
    }
    node
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
