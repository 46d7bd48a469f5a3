//! A fixed-length set of small integers (states, rows), one bit each.

/// A set of small numbers, such as states: a bit each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    words: Vec<u64>,
    len: usize,
}

impl Bits {
    /// The empty set over `0..len`.
    pub fn new(len: usize) -> Bits {
        Bits { words: vec![0; len.div_ceil(64)], len }
    }

    /// The full set over `0..len`.
    pub fn full(len: usize) -> Bits {
        let mut bits = Bits { words: vec![!0; len.div_ceil(64)], len };
        bits.trim();
        bits
    }

    /// From little-endian words; bits beyond `len` are dropped. `None` if there are too few words.
    pub fn from_words(mut words: Vec<u64>, len: usize) -> Option<Bits> {
        if words.len() < len.div_ceil(64) {
            return None;
        }
        words.truncate(len.div_ceil(64));
        let mut bits = Bits { words, len };
        bits.trim();
        Some(bits)
    }

    /// The set of these.
    pub fn from_indices(len: usize, indices: impl IntoIterator<Item = usize>) -> Bits {
        let mut bits = Bits::new(len);
        for index in indices {
            bits.insert(index);
        }
        bits
    }

    fn trim(&mut self) {
        if !self.len.is_multiple_of(64)
            && let Some(last) = self.words.last_mut()
        {
            *last &= (1 << (self.len % 64)) - 1;
        }
    }

    /// The size of the universe, not of the set.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is room for nothing.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// How many are in it.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether it contains a number.
    #[inline]
    pub fn contains(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 != 0
    }

    /// Adds a number.
    #[inline]
    pub fn insert(&mut self, index: usize) {
        self.words[index / 64] |= 1 << (index % 64);
    }

    /// Removes a number.
    #[inline]
    pub fn remove(&mut self, index: usize) {
        self.words[index / 64] &= !(1 << (index % 64));
    }

    /// Inserts; says whether the index is new.
    #[inline]
    pub fn add(&mut self, index: usize) -> bool {
        let word = &mut self.words[index / 64];
        let mask = 1 << (index % 64);
        let fresh = *word & mask == 0;
        *word |= mask;
        fresh
    }

    /// Adds or removes a number.
    pub fn set(&mut self, index: usize, value: bool) {
        if value { self.insert(index) } else { self.remove(index) }
    }

    /// Grows (or cuts) the universe.
    pub fn resize(&mut self, len: usize) {
        self.words.resize(len.div_ceil(64), 0);
        self.len = len;
        self.trim();
    }

    /// The bits themselves, the lowest first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// What it contains, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(index * 64 + bit)
            })
        })
    }

    /// The smallest that it contains.
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// What it does not contain.
    pub fn not(&self) -> Bits {
        let mut bits = Bits { words: self.words.iter().map(|word| !word).collect(), len: self.len };
        bits.trim();
        bits
    }

    /// What both contain.
    pub fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }

    /// What one of them contains.
    pub fn or(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a | b)
    }

    /// What only this one contains.
    pub fn minus(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & !b)
    }

    /// What exactly one of them contains.
    pub fn xor(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a ^ b)
    }

    /// Whether the other contains all of it.
    pub fn is_subset(&self, other: &Bits) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// Whether they have something in common.
    pub fn intersects(&self, other: &Bits) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    fn zip(&self, other: &Bits, combine: impl Fn(u64, u64) -> u64) -> Bits {
        assert_eq!(self.len, other.len, "sets over different universes");
        Bits { words: self.words.iter().zip(&other.words).map(|(a, b)| combine(*a, *b)).collect(), len: self.len }
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn set_algebra_respects_the_universe() {
        let evens = Bits::from_indices(70, (0..70).step_by(2));
        assert_eq!(evens.count(), 35);
        assert_eq!(evens.not().count(), 35);
        assert_eq!(evens.or(&evens.not()), Bits::full(70));
        assert!(evens.and(&evens.not()).is_empty());
        assert_eq!(evens.iter().collect::<Vec<_>>(), (0..70).step_by(2).collect::<Vec<_>>());
        assert!(Bits::from_words(vec![!0], 65).is_none());
        assert_eq!(Bits::from_words(vec![!0, !0], 65).map(|b| b.count()), Some(65));
    }
}
