//! Sets of code points.

/// The last code point.
const LAST: u32 = 0x10_ffff;

/// Ranges with both ends, ascending, no two of which touch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CharSet(Vec<(u32, u32)>);

impl CharSet {
    pub fn of(ranges: impl IntoIterator<Item = (u32, u32)>) -> CharSet {
        let mut ranges: Vec<(u32, u32)> = ranges.into_iter().filter(|(low, high)| low <= high).collect();
        ranges.sort_unstable();
        let mut joined: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match joined.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => joined.push((low, high)),
            }
        }
        CharSet(joined)
    }

    pub fn single(point: u32) -> CharSet {
        CharSet(vec![(point, point)])
    }

    pub fn all() -> CharSet {
        CharSet(vec![(0, LAST)])
    }

    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn contains(&self, point: u32) -> bool {
        self.0.iter().any(|(low, high)| (*low..=*high).contains(&point))
    }

    pub fn union(&self, other: &CharSet) -> CharSet {
        CharSet::of(self.0.iter().chain(&other.0).copied())
    }

    pub fn complement(&self) -> CharSet {
        let mut next = 0;
        let mut gaps = Vec::with_capacity(self.0.len() + 1);
        for (low, high) in &self.0 {
            if *low > next {
                gaps.push((next, low - 1));
            }
            next = high + 1;
        }
        if next <= LAST {
            gaps.push((next, LAST));
        }
        CharSet(gaps)
    }

    pub fn intersection(&self, other: &CharSet) -> CharSet {
        self.complement().union(&other.complement()).complement()
    }

    /// How many code points there are.
    pub fn size(&self) -> u32 {
        self.0.iter().map(|(low, high)| high - low + 1).sum()
    }

    /// With the other case of every letter of ASCII in it.
    pub fn ignoring_case(&self) -> CharSet {
        let flipped = |point: u32| char::from_u32(point ^ 0x20).filter(char::is_ascii_alphabetic).map(u32::from);
        let letters = (0x41..=0x7a).filter(|point| self.contains(*point)).filter_map(flipped);
        self.union(&CharSet::of(letters.map(|point| (point, point))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_what_their_members_say() {
        let a = CharSet::of([(5, 9), (1, 2), (3, 3), (20, 30)]);
        assert_eq!(a.ranges(), [(1, 3), (5, 9), (20, 30)]);
        let b = CharSet::of([(2, 6), (25, LAST)]);
        for point in 0..40 {
            assert_eq!(a.complement().contains(point), !a.contains(point));
            assert_eq!(a.union(&b).contains(point), a.contains(point) || b.contains(point));
            assert_eq!(a.intersection(&b).contains(point), a.contains(point) && b.contains(point));
        }
        assert_eq!(CharSet::all().complement(), CharSet::default());
        let cases = CharSet::of([(0x40, 0x42), (0x7a, 0x7b)]).ignoring_case();
        assert_eq!(cases.ranges(), [(0x40, 0x42), (0x5a, 0x5a), (0x61, 0x62), (0x7a, 0x7b)]);
        assert_eq!(cases.size(), 8);
    }
}
