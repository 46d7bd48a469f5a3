//! Lists of numbers, one per state: where its transitions lead. There are as many as states, so that a list takes four bytes
//! and what it holds, and nothing is left empty by doubling.

use crate::stores::make_room;

#[derive(Default)]
pub struct Rows {
    /// Where each list starts, counted from where its block does.
    starts: Vec<u32>,
    /// Where each block of lists starts: there may be more than 2^32 transitions.
    blocks: Vec<u64>,
    entries: Vec<u32>,
}

const BLOCK: usize = 256;

impl Rows {
    /// Adds a list of `count` times `value`.
    pub fn push(&mut self, count: u32, value: u32) {
        let (list, end) = (self.starts.len(), self.entries.len() as u64);
        if list.is_multiple_of(BLOCK) {
            self.blocks.push(end);
        }
        let start = u32::try_from(end - self.blocks[list / BLOCK]);
        make_room(&mut self.starts, 1);
        self.starts.push(start.expect("the transitions of 256 states fit in memory"));
        make_room(&mut self.entries, count as usize);
        self.entries.extend(std::iter::repeat_n(value, count as usize));
    }

    pub fn len(&self) -> usize {
        self.starts.len()
    }

    pub fn get(&self, list: usize) -> &[u32] {
        &self.entries[self.span(list)]
    }

    pub fn get_mut(&mut self, list: usize) -> &mut [u32] {
        let span = self.span(list);
        &mut self.entries[span]
    }

    fn span(&self, list: usize) -> std::ops::Range<usize> {
        let end = if list + 1 < self.starts.len() { self.start(list + 1) } else { self.entries.len() };
        self.start(list)..end
    }

    fn start(&self, list: usize) -> usize {
        self.blocks[list / BLOCK] as usize + self.starts[list] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_as_lists_of_lists() {
        let mut rng = space::Rng::new(23);
        let (mut rows, mut lists): (Rows, Vec<Vec<u32>>) = Default::default();
        for _ in 0..2000 {
            let (count, value) = (rng.below(5) as u32, rng.below(100) as u32);
            rows.push(count, value);
            lists.push(vec![value; count as usize]);
            let list = rng.below(lists.len());
            if let Some(entry) = lists[list].last_mut() {
                *entry = value + 1;
                *rows.get_mut(list).last_mut().expect("both have one") = value + 1;
            }
        }
        assert_eq!(rows.len(), lists.len());
        assert!(lists.iter().enumerate().all(|(place, list)| rows.get(place) == list));
    }
}
