//! Sets of moments, by the differences between them: difference-bound matrices (Dill 1989) over the integers.

/// No bound.
const INFINITE: i64 = i64::MAX / 4;

/// A convex set: for every pair of moments the most by which the first comes after the second. Kept closed, that is, no bound
/// could be made tighter. The moment with number 0 is the present.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    size: usize,
    bounds: Vec<i64>,
}

impl Default for Zone {
    fn default() -> Self {
        Zone { size: 1, bounds: vec![0] }
    }
}

fn sum(a: i64, b: i64) -> i64 {
    if a >= INFINITE || b >= INFINITE { INFINITE } else { (a + b).clamp(-INFINITE, INFINITE) }
}

impl Zone {
    pub const PRESENT: u8 = 0;

    /// How many moments there are, the present among them.
    pub fn moments(&self) -> usize {
        self.size
    }

    fn at(&self, later: usize, earlier: usize) -> i64 {
        self.bounds[later * self.size + earlier]
    }

    fn set(&mut self, later: usize, earlier: usize, bound: i64) {
        self.bounds[later * self.size + earlier] = bound;
    }

    /// The least and the greatest difference of two moments.
    pub fn range(&self, plus: u8, minus: u8) -> (i64, i64) {
        let (plus, minus) = (usize::from(plus), usize::from(minus));
        (-self.at(minus, plus), self.at(plus, minus))
    }

    /// Time passes, nobody knows how much.
    pub fn pass(&mut self) {
        for other in 1..self.size {
            self.set(0, other, INFINITE);
        }
    }

    /// Remembers the present as a moment.
    pub fn remember(&mut self) -> u8 {
        let old = self.size;
        let mut wider = Zone { size: old + 1, bounds: vec![INFINITE; (old + 1) * (old + 1)] };
        for later in 0..old {
            for earlier in 0..old {
                wider.set(later, earlier, self.at(later, earlier));
            }
            wider.set(later, old, self.at(later, 0));
            wider.set(old, later, self.at(0, later));
        }
        wider.set(old, old, 0);
        *self = wider;
        old as u8
    }

    /// From now on the first moment comes at most so much after the second.
    pub fn constrain(&mut self, later: u8, earlier: u8, most: i64) {
        let (a, b) = (usize::from(later), usize::from(earlier));
        if most >= self.at(a, b) {
            return;
        }
        self.set(a, b, most);
        for i in 0..self.size {
            for j in 0..self.size {
                let through = sum(sum(self.at(i, a), most), self.at(b, j));
                if through < self.at(i, j) {
                    self.set(i, j, through);
                }
            }
        }
    }

    /// The moment is from now on another, so much later.
    pub fn shift(&mut self, moment: u8, by: i64) {
        let moment = usize::from(moment);
        for other in (0..self.size).filter(|other| *other != moment) {
            self.set(moment, other, sum(self.at(moment, other), by));
            self.set(other, moment, sum(self.at(other, moment), -by));
        }
    }

    /// These moments, in this order, after the present; the others are forgotten.
    pub fn keep(&self, moments: &[u8]) -> Zone {
        let kept: Vec<usize> = std::iter::once(0).chain(moments.iter().map(|moment| usize::from(*moment))).collect();
        let bounds = kept.iter().flat_map(|later| kept.iter().map(|earlier| self.at(*later, *earlier))).collect();
        Zone { size: kept.len(), bounds }
    }

    /// Forgets what no comparison with at most `greatest` can tell apart, so that there are finitely many zones.
    pub fn widen(&mut self, greatest: i64) {
        for bound in &mut self.bounds {
            if *bound > greatest {
                *bound = INFINITE;
            } else if *bound < -greatest - 1 {
                *bound = -greatest - 1;
            }
        }
        // Floyd and Warshall.
        for through in 0..self.size {
            for later in 0..self.size {
                for earlier in 0..self.size {
                    let way = sum(self.at(later, through), self.at(through, earlier));
                    if way < self.at(later, earlier) {
                        self.set(later, earlier, way);
                    }
                }
            }
        }
    }

    /// All moments such that as little time as possible has passed since the first of them: what each comes after it.
    pub fn earliest(&self) -> Vec<i64> {
        let first = usize::from(self.size > 1);
        (0..self.size).map(|moment| -self.at(first, moment)).collect()
    }

    pub fn bounds(&self) -> &[i64] {
        &self.bounds
    }

    pub fn from_bounds(size: usize, bounds: Vec<i64>) -> Zone {
        Zone { size, bounds }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All solutions with differences up to a bound, by trying.
    fn is_solution(zone: &Zone, moments: &[i64]) -> bool {
        (0..zone.moments()).all(|i| (0..zone.moments()).all(|j| moments[i] - moments[j] <= zone.at(i, j)))
    }

    #[test]
    fn a_reading_after_a_sleep_is_later_by_at_least_that() {
        let mut zone = Zone::default();
        let start = zone.remember();
        zone.pass();
        zone.constrain(start, Zone::PRESENT, -5);
        let end = zone.remember();
        assert_eq!(zone.range(end, start), (5, INFINITE));
        zone.constrain(end, start, 20);
        zone.pass();
        let later = zone.remember();
        assert_eq!(zone.range(later, start), (5, INFINITE));
        assert_eq!(zone.range(later, end), (0, INFINITE));
        assert_eq!(zone.range(end, start), (5, 20));
    }

    #[test]
    fn the_earliest_moments_are_a_solution_and_widening_keeps_all() {
        let mut rng = space::Rng::new(7);
        for _ in 0..500 {
            let mut zone = Zone::default();
            for _ in 0..4 {
                zone.pass();
                let moment = zone.remember();
                let other = rng.below(zone.moments()) as u8;
                let (least, most) = zone.range(moment, other);
                let bound = least + rng.below(6) as i64;
                if bound >= least && bound <= most {
                    zone.constrain(moment, other, bound);
                }
            }
            assert!(is_solution(&zone, &zone.earliest()));
            let mut wider = zone.clone();
            wider.widen(4);
            let again = {
                let mut again = wider.clone();
                again.widen(4);
                again
            };
            assert_eq!(wider, again);
            assert!(zone.bounds().iter().zip(wider.bounds()).all(|(tight, wide)| tight <= wide));
        }
    }
}
