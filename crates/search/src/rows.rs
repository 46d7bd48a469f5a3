//! Lists of numbers, one per state: where its transitions lead. There are as many as states, so that a list takes a byte
//! and what it holds, and nothing is left empty by doubling.

use hashbrown::HashMap;

use crate::stores::make_room;

#[derive(Default)]
pub struct Rows {
    /// How long each list is; `LONG` if it is longer than a byte can tell.
    lengths: Vec<u8>,
    /// The lengths of those.
    long: HashMap<usize, u32>,
    /// Where each block of lists starts: a list starts where those before it in its block end.
    blocks: Vec<u64>,
    entries: Vec<u32>,
}

const BLOCK: usize = 32;
const LONG: u8 = u8::MAX;

impl Rows {
    /// Adds a list of `count` times `value`.
    pub fn push(&mut self, count: u32, value: u32) {
        let list = self.lengths.len();
        if list.is_multiple_of(BLOCK) {
            make_room(&mut self.blocks, 1);
            self.blocks.push(self.entries.len() as u64);
        }
        make_room(&mut self.lengths, 1);
        self.lengths.push(u8::try_from(count).unwrap_or(LONG));
        if count >= u32::from(LONG) {
            self.long.insert(list, count);
        }
        make_room(&mut self.entries, count as usize);
        self.entries.extend(std::iter::repeat_n(value, count as usize));
    }

    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    pub fn get(&self, list: usize) -> &[u32] {
        &self.entries[self.span(list)]
    }

    pub fn get_mut(&mut self, list: usize) -> &mut [u32] {
        let span = self.span(list);
        &mut self.entries[span]
    }

    /// An entry of a list, by its place in [`span`](Self::span).
    pub fn entry(&self, place: usize) -> u32 {
        self.entries[place]
    }

    /// Where the entries of a list are.
    pub fn span(&self, list: usize) -> std::ops::Range<usize> {
        let first = list / BLOCK * BLOCK;
        let before = &self.lengths[first..list];
        let sum: usize = match self.long.is_empty() {
            true => sum_of(before),
            false => (first..list).map(|list| self.length(list)).sum(),
        };
        let start = self.blocks[list / BLOCK] as usize + sum;
        start..start + self.length(list)
    }

    fn length(&self, list: usize) -> usize {
        match self.lengths[list] {
            LONG => self.long[&list] as usize,
            length => usize::from(length),
        }
    }
}

/// The sum of at most a block of bytes: asked for at every transition, so eight at a time.
fn sum_of(bytes: &[u8]) -> usize {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let mut words = bytes.chunks_exact(8);
    let mut pairs = 0;
    for word in &mut words {
        let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
        pairs += (word & EVEN) + (word >> 8 & EVEN);
    }
    let rest: usize = words.remainder().iter().map(|byte| usize::from(*byte)).sum();
    // Four sums of 16 bits, whose own sum is the topmost of the product.
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_as_lists_of_lists() {
        let mut rng = space::Rng::new(23);
        let (mut rows, mut lists): (Rows, Vec<Vec<u32>>) = Default::default();
        for round in 0..2000 {
            // Lists as long as a byte can tell, and longer, come late, among short ones.
            let longest = if round > 1000 && rng.below(20) == 0 { 600 } else { 5 };
            let (count, value) = (rng.below(longest) as u32, rng.below(100) as u32);
            rows.push(count, value);
            lists.push(vec![value; count as usize]);
            let list = rng.below(lists.len());
            if let Some(entry) = lists[list].last_mut() {
                *entry = value + 1;
                *rows.get_mut(list).last_mut().expect("both have one") = value + 1;
            }
        }
        for count in 253..258 {
            rows.push(count, count);
            lists.push(vec![count; count as usize]);
        }
        assert_eq!(rows.len(), lists.len());
        assert!(lists.iter().enumerate().all(|(place, list)| rows.get(place) == list));
    }
}
