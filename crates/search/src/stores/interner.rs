//! Byte strings by number: equal content, equal number. One arena, no allocation per entry.

use hashbrown::HashTable;
use xxhash_rust::xxh3::xxh3_64;

use super::make_room;

/// Bytes by number.
#[derive(Default)]
pub struct Interner {
    /// All strings, one after the other.
    arena: Vec<u8>,
    /// Where string `i` ends; it starts where its predecessor ends.
    ends: Vec<u64>,
    /// Numbers only: hashes are recomputed from the arena when the table grows, which keeps an entry at four bytes.
    index: HashTable<u32>,
}

impl Interner {
    /// The number of `bytes`, and whether it was given just now.
    pub fn intern(&mut self, bytes: &[u8]) -> (u32, bool) {
        let hash = xxh3_64(bytes);
        let (arena, ends) = (&self.arena, &self.ends);
        if let Some(&number) = self.index.find(hash, |&number| string(arena, ends, number) == bytes) {
            return (number, false);
        }
        let number = u32::try_from(self.ends.len()).expect("fewer than 2^32 strings fit into memory");
        self.index.insert_unique(hash, number, |&number| xxh3_64(string(arena, ends, number)));
        make_room(&mut self.arena, bytes.len());
        make_room(&mut self.ends, 1);
        self.arena.extend_from_slice(bytes);
        self.ends.push(self.arena.len() as u64);
        (number, true)
    }

    /// The bytes of a number.
    pub fn get(&self, number: u32) -> &[u8] {
        string(&self.arena, &self.ends, number)
    }

    /// Makes the string unknown, so that interning it again yields a new number. The old number stays readable.
    pub fn forget(&mut self, number: u32) {
        let hash = xxh3_64(self.get(number));
        if let Ok(entry) = self.index.find_entry(hash, |&other| other == number) {
            entry.remove();
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// What they take.
    pub fn bytes(&self) -> usize {
        self.arena.capacity() + self.ends.capacity() * size_of::<u64>() + self.index.allocation_size()
    }
}

fn string<'a>(arena: &'a [u8], ends: &[u64], number: u32) -> &'a [u8] {
    let number = number as usize;
    let start = if number == 0 { 0 } else { ends[number - 1] as usize };
    &arena[start..ends[number] as usize]
}
