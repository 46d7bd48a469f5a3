//! The states met so far, each a few packed words, and a hash table over them: open addressing, linear probing. A slot has
//! half of the hash beside the number of the state, so that most that differ are told apart without looking at them.

use crate::machine::Words;

pub struct States<const W: usize> {
    states: Vec<Words<W>>,
    /// Zero is empty; otherwise the upper half of the hash, and the state's number plus one.
    slots: Vec<u64>,
}

impl<const W: usize> Default for States<W> {
    fn default() -> Self {
        States { states: Vec::new(), slots: vec![0; 1024] }
    }
}

impl<const W: usize> States<W> {
    pub fn len(&self) -> usize {
        self.states.len()
    }

    #[inline]
    pub fn get(&self, index: usize) -> &Words<W> {
        &self.states[index]
    }

    /// The state's number, and whether it is new.
    #[inline]
    pub fn insert(&mut self, state: &Words<W>) -> (u32, bool) {
        let hash = hash(state);
        let mask = self.slots.len() - 1;
        let tag = hash & 0xffff_ffff_0000_0000;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                break;
            }
            if slot & 0xffff_ffff_0000_0000 == tag {
                let index = (slot as u32 - 1) as usize;
                if self.states[index] == *state {
                    return (index as u32, false);
                }
            }
            at = (at + 1) & mask;
        }
        let index = self.states.len() as u32;
        self.slots[at] = tag | u64::from(index + 1);
        self.states.push(*state);
        if self.states.len() * 8 > self.slots.len() * 5 {
            self.grow();
        }
        (index, true)
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots = Vec::new();
        let mut slots = vec![0; size];
        let mask = size - 1;
        for (index, state) in self.states.iter().enumerate() {
            let hash = hash(state);
            let mut at = hash as usize & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = (hash & 0xffff_ffff_0000_0000) | (index as u64 + 1);
        }
        self.slots = slots;
    }

    /// The states alone, in the order in which they were met.
    pub fn into_states(self) -> Vec<Words<W>> {
        self.states
    }
}

/// Folded multiplication: the halves of a 128-bit product, one onto the other.
#[inline]
fn hash<const W: usize>(state: &Words<W>) -> u64 {
    let mut hash = 0x9e37_79b9_7f4a_7c15_u64;
    for word in state {
        let product = u128::from(word ^ hash) * 0xa076_1d64_78bd_642f;
        hash = (product as u64) ^ ((product >> 64) as u64);
    }
    hash ^ (hash >> 29)
}
