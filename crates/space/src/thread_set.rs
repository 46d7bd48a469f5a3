//! Sets of threads by number: one word for the first 64, which is all that most programs have, and more where there are more.

use std::hash::{Hash, Hasher};

/// A set of threads. There are no empty words at its end, so that equal sets are equal values.
#[derive(Clone, Debug, Default, Eq)]
pub struct ThreadSet {
    first: u64,
    more: Vec<u64>,
}

/// What is usual, without a call: sets are compared and hashed in every state.
impl PartialEq for ThreadSet {
    #[inline]
    fn eq(&self, other: &ThreadSet) -> bool {
        self.first == other.first && (self.more.is_empty() && other.more.is_empty() || self.more == other.more)
    }
}

impl Hash for ThreadSet {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.first);
        if !self.more.is_empty() {
            self.more.hash(state);
        }
    }
}

impl ThreadSet {
    /// Adds a thread.
    pub fn insert(&mut self, thread: usize) {
        let (word, bit) = (thread / 64, 1 << (thread % 64));
        match word.checked_sub(1) {
            None => self.first |= bit,
            Some(word) => {
                if self.more.len() <= word {
                    self.more.resize(word + 1, 0);
                }
                self.more[word] |= bit;
            }
        }
    }

    /// Whether a thread is in it.
    pub fn contains(&self, thread: usize) -> bool {
        self.word(thread / 64) & 1 << (thread % 64) != 0
    }

    fn word(&self, index: usize) -> u64 {
        match index.checked_sub(1) {
            None => self.first,
            Some(index) => self.more.get(index).copied().unwrap_or(0),
        }
    }

    /// Whether nobody is in it.
    pub fn is_empty(&self) -> bool {
        self.first == 0 && self.more.is_empty()
    }

    /// How many are in it.
    pub fn len(&self) -> usize {
        let ones: u32 = self.first.count_ones() + self.more.iter().map(|word| word.count_ones()).sum::<u32>();
        ones as usize
    }

    /// The threads, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..=self.more.len()).flat_map(|index| {
            let word = self.word(index);
            (0..64).filter(move |bit| word & 1 << bit != 0).map(move |bit| 64 * index + bit)
        })
    }

    /// Adds all that another set has.
    pub fn join(&mut self, other: &ThreadSet) {
        self.first |= other.first;
        if self.more.len() < other.more.len() {
            self.more.resize(other.more.len(), 0);
        }
        self.more.iter_mut().zip(&other.more).for_each(|(word, others)| *word |= others);
    }

    /// Keeps what another set has, too.
    pub fn retain(&mut self, other: &ThreadSet) {
        self.first &= other.first;
        self.more.truncate(other.more.len());
        self.more.iter_mut().zip(&other.more).for_each(|(word, others)| *word &= others);
        while self.more.last() == Some(&0) {
            self.more.pop();
        }
    }

    /// Whether they have somebody in common.
    pub fn meets(&self, other: &ThreadSet) -> bool {
        self.first & other.first != 0 || self.more.iter().zip(&other.more).any(|(own, others)| own & others != 0)
    }

    /// Whether all of these are among the others.
    pub fn is_within(&self, other: &ThreadSet) -> bool {
        (0..=self.more.len()).all(|index| self.word(index) & !other.word(index) == 0)
    }
}

impl FromIterator<usize> for ThreadSet {
    fn from_iter<I: IntoIterator<Item = usize>>(threads: I) -> ThreadSet {
        let mut set = ThreadSet::default();
        threads.into_iter().for_each(|thread| set.insert(thread));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_as_those_of_the_library() {
        use std::collections::BTreeSet;
        let mut rng = crate::Rng::new(16);
        for _ in 0..2000 {
            let mut draw = || -> Vec<usize> {
                let (count, bound) = (rng.below(6), [3, 64, 65, 129, 300][rng.below(5)]);
                (0..count).map(|_| rng.below(bound)).collect()
            };
            let (a, b) = (draw(), draw());
            let (mut own, others): (ThreadSet, ThreadSet) = (a.iter().copied().collect(), b.iter().copied().collect());
            let (left, right): (BTreeSet<usize>, BTreeSet<usize>) = (a.into_iter().collect(), b.into_iter().collect());
            assert_eq!(own.iter().collect::<Vec<_>>(), left.iter().copied().collect::<Vec<_>>());
            assert_eq!((own.len(), own.is_empty()), (left.len(), left.is_empty()));
            assert_eq!(own.meets(&others), !left.is_disjoint(&right));
            assert_eq!(own.is_within(&others), left.is_subset(&right));
            assert!((0..300).all(|thread| own.contains(thread) == left.contains(&thread)));
            let mut joined = own.clone();
            joined.join(&others);
            assert_eq!(joined, left.union(&right).copied().collect());
            own.retain(&others);
            assert_eq!(own, left.intersection(&right).copied().collect());
        }
    }
}
