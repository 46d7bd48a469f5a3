//! What draws know of each other. Two draws of one distribution that are compared need no numbers either, only which of them is the
//! smaller: that is a coin, whose sides are weighed by what is known of both, and of all draws they were compared with.
//!
//! Draws that lie in intervals, some of them below others, are points of a polytope, the law of each being that of its distribution. Its
//! volume is found cell by cell, cells being what lies between two neighbouring ends of intervals: `k` draws that lie in a cell of mass `m` one above
//! the other have the volume `m^k / k!`. So the volume is a sum over the linear extensions of the order, and those that place the same
//! draws first share what follows (a sum over down-sets). Fractions are exact as long as they fit.
//!
//! A draw that nobody refers to any more still counts as long as others are known to lie above or below it.

use std::collections::BTreeMap;

use super::{Draw, Draws, Ends, Ratio};

/// So many draws are known by their order at most; there may be as many down-sets as subsets.
const RELATED_MAX: usize = 12;

/// What a volume is measured in.
trait Measure: Copy {
    const ONE: Self;
    fn sum(self, other: Self) -> Option<Self>;
    fn product(self, other: Self) -> Option<Self>;
    fn part(self, parts: i64) -> Option<Self>;
}

impl Measure for Ratio {
    const ONE: Ratio = Ratio::ONE;

    fn sum(self, other: Ratio) -> Option<Ratio> {
        self.plus(other)
    }

    fn product(self, other: Ratio) -> Option<Ratio> {
        self.times(other)
    }

    fn part(self, parts: i64) -> Option<Ratio> {
        self.over(Ratio::integer(parts))
    }
}

impl Measure for f64 {
    const ONE: f64 = 1.0;

    fn sum(self, other: f64) -> Option<f64> {
        Some(self + other)
    }

    fn product(self, other: f64) -> Option<f64> {
        Some(self * other)
    }

    fn part(self, parts: i64) -> Option<f64> {
        Some(self / parts as f64)
    }
}

/// Draws that were compared with each other, directly or through others.
struct Related {
    draws: Vec<Draw>,
    /// The draws that lie below each, as bits.
    below: Vec<u32>,
}

impl Draws {
    /// The probability that a draw lies between two ends, given all that is known. Both lie within its interval.
    pub fn weight(&self, draw: u32, low: Option<Ratio>, high: Option<Ratio>) -> Option<f64> {
        let known = self.draws[draw as usize];
        let members = self.related(&[draw])?;
        if members.len() == 1 {
            return known.distribution.weight((low, high), (known.low, known.high));
        }
        let whole = self.select(&members, &[]);
        let mut part = self.select(&members, &[]);
        let at = members.iter().position(|member| *member == draw).expect("a draw is related to itself");
        part.draws[at] = Draw { low, high, ..known };
        quotients(&[part], &whole).map(|weights| weights[0])
    }

    /// Which of two draws of one distribution is the smaller, if that is known: -1 for the first.
    pub fn order(&self, first: u32, second: u32) -> Option<i32> {
        let lies_below = |low: u32, high: u32| {
            let known = self.draws[high as usize].low.and_then(|at| self.draws[low as usize].is_below(at));
            known == Some(true) || self.leads(low, high, None)
        };
        match (lies_below(first, second), lies_below(second, first)) {
            (true, _) => Some(-1),
            (_, true) => Some(1),
            _ => None,
        }
    }

    /// The probabilities that the first of two draws lies below the second, and above it.
    pub fn chances(&self, first: u32, second: u32) -> Option<Vec<f64>> {
        let members = self.related(&[first, second])?;
        let ways = [(first, second), (second, first)].map(|pair| self.select(&members, &[pair]));
        quotients(&ways, &self.select(&members, &[]))
    }

    /// The number below which a draw lies with probability `part`, given all that is known.
    pub fn quantile(&self, draw: u32, part: f64) -> f64 {
        let known = self.draws[draw as usize];
        let alone = |part| known.distribution.quantile((known.low, known.high), part);
        if !self.is_related(draw) {
            return alone(part);
        }
        let (mut below, mut above) = (0.0, 1.0);
        for _ in 0..50 {
            let middle = (below + above) / 2.0;
            let reached = Ratio::decimal(alone(middle)).and_then(|at| self.weight(draw, known.low, Some(at)));
            if reached.is_some_and(|reached| reached < part) { below = middle } else { above = middle }
        }
        alone((below + above) / 2.0)
    }

    /// Whether the draw was compared with others that matter still.
    pub fn is_related(&self, draw: u32) -> bool {
        self.below.iter().any(|(low, high)| *low == draw || *high == draw)
    }

    /// The draw has become a number, which the draws that were compared with it lie above or below.
    pub fn fix(&mut self, draw: u32, number: Ratio) {
        self.confine(draw, Some(number), Some(number));
        self.below.retain(|(low, high)| *low != draw && *high != draw);
    }

    /// From now on the draw is known to lie between these ends.
    pub fn confine(&mut self, draw: u32, low: Option<Ratio>, high: Option<Ratio>) {
        let known = &mut self.draws[draw as usize];
        (known.low, known.high) = (low, high);
        self.carry_ends();
    }

    /// From now on one draw is known to lie below another.
    pub fn put_below(&mut self, low: u32, high: u32) {
        self.below.push((low, high));
        self.carry_ends();
    }

    /// Follows what is known to the ends of intervals, and drops what follows from the rest.
    fn carry_ends(&mut self) {
        let mut changed = !self.below.is_empty();
        while std::mem::take(&mut changed) {
            for (low, high) in self.below.clone() {
                let (lower, upper) = (self.draws[low as usize], self.draws[high as usize]);
                if lower.low.is_some_and(|end| upper.low.is_none_or(|at| at.is_below(end) == Some(true))) {
                    self.draws[high as usize].low = lower.low;
                    changed = true;
                }
                if upper.high.is_some_and(|end| lower.high.is_none_or(|at| end.is_below(at) == Some(true))) {
                    self.draws[low as usize].high = upper.high;
                    changed = true;
                }
            }
        }
        for pair in self.below.clone() {
            let ends = (self.draws[pair.0 as usize].high, self.draws[pair.1 as usize].low);
            let is_plain = matches!(ends, (Some(high), Some(low)) if low.is_below(high) == Some(false));
            if is_plain || self.leads(pair.0, pair.1, Some(pair)) {
                let at = self.below.iter().position(|known| *known == pair).expect("a pair that was there");
                self.below.remove(at);
            }
        }
        self.below.sort_unstable();
    }

    /// Whether pairs lead from one draw up to another, one pair left out.
    fn leads(&self, from: u32, to: u32, without: Option<(u32, u32)>) -> bool {
        let mut left_out = without;
        let pairs = self.below.iter().filter(|pair| left_out.take_if(|out| *out == **pair).is_none());
        let pairs: Vec<&(u32, u32)> = pairs.collect();
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(at) = reached.get(next).copied() {
            next += 1;
            for (_, above) in pairs.iter().filter(|(low, _)| *low == at) {
                if *above == to {
                    return true;
                }
                if !reached.contains(above) {
                    reached.push(*above);
                }
            }
        }
        false
    }

    /// The draws that these were compared with, and themselves, in ascending order; `None` if they are too many.
    fn related(&self, draws: &[u32]) -> Option<Vec<u32>> {
        let mut members = draws.to_vec();
        let mut next = 0;
        while let Some(at) = members.get(next).copied() {
            next += 1;
            for (low, high) in &self.below {
                for (one, other) in [(low, high), (high, low)] {
                    if *one == at && !members.contains(other) {
                        members.push(*other);
                    }
                }
            }
        }
        members.sort_unstable();
        (members.len() <= RELATED_MAX).then_some(members)
    }

    fn select(&self, members: &[u32], more: &[(u32, u32)]) -> Related {
        let mut below = vec![0u32; members.len()];
        for (low, high) in self.below.iter().chain(more) {
            let place = |draw: &u32| members.iter().position(|member| member == draw);
            if let (Some(low), Some(high)) = (place(low), place(high)) {
                below[high] |= 1 << low;
            }
        }
        Related { draws: members.iter().map(|member| self.draws[*member as usize]).collect(), below }
    }

    /// Takes over what `old` knew of the draws that have places here, with the draws that matter for it though nobody refers to them. Those
    /// come in an order that does not depend on where they stood, as far as they can be told apart.
    pub fn keep_order(&mut self, old: &Draws, places: &mut [Option<u32>]) {
        loop {
            let mut best: Option<(Vec<(bool, u32)>, usize)> = None;
            for (at, _) in places.iter().enumerate().filter(|(_, place)| place.is_none()) {
                let mut neighbours: Vec<(bool, u32)> = Vec::new();
                for (low, high) in &old.below {
                    let other = match (*low as usize == at, *high as usize == at) {
                        (true, _) => (true, places[*high as usize]),
                        (_, true) => (false, places[*low as usize]),
                        _ => continue,
                    };
                    neighbours.extend(other.1.map(|place| (other.0, place)));
                }
                neighbours.sort_unstable();
                if !neighbours.is_empty() && best.as_ref().is_none_or(|(least, _)| neighbours < *least) {
                    best = Some((neighbours, at));
                }
            }
            let Some((_, at)) = best else { break };
            self.draws.push(old.draws[at]);
            places[at] = Some(self.draws.len() as u32 - 1);
        }
        let pair = |(low, high): &(u32, u32)| Some((places[*low as usize]?, places[*high as usize]?));
        self.below = old.below.iter().filter_map(pair).collect();
        self.below.sort_unstable();
    }
}

/// The volumes of the parts as shares of the whole's.
fn quotients(parts: &[Related], whole: &Related) -> Option<Vec<f64>> {
    let distribution = whole.draws[0].distribution;
    let cuts = |related: &Related| {
        let mut ends: Vec<Ratio> = Vec::new();
        for end in related.draws.iter().flat_map(|draw| [draw.low, draw.high]).flatten() {
            let mut place = 0;
            while place < ends.len() && ends[place].is_below(end)? {
                place += 1;
            }
            if ends.get(place) != Some(&end) {
                ends.insert(place, end);
            }
        }
        Some(ends)
    };
    let exactly = |related: &Related| {
        let ends = cuts(related)?;
        let cells: Vec<Ends> = ends.windows(2).map(|ends| (Some(ends[0]), Some(ends[1]))).collect();
        let (begin, end) = distribution.support();
        let length = end?.minus(begin?)?;
        let mass = |(low, high): &Ends| high.and_then(|high| high.minus((*low)?)?.over(length));
        related.volume(&cells, &cells.iter().map(mass).collect::<Option<Vec<Ratio>>>()?)
    };
    if distribution.is_flat()
        && let Some(total) = exactly(whole)
        && let Some(shares) = parts.iter().map(|part| Some(exactly(part)?.over(total)?.to_f64())).collect()
    {
        return Some(shares);
    }
    let roughly = |related: &Related| {
        let ends: Vec<Option<Ratio>> = cuts(related)?.into_iter().map(Some).collect();
        let bounded = |low: bool| related.draws.iter().all(|draw| if low { draw.low } else { draw.high }.is_some());
        let (first, last) = ((!bounded(true)).then_some(None), (!bounded(false)).then_some(None));
        let ends: Vec<Option<Ratio>> = first.into_iter().chain(ends).chain(last).collect();
        let cells: Vec<Ends> = ends.windows(2).map(|ends| (ends[0], ends[1])).collect();
        let masses: Option<Vec<f64>> =
            cells.iter().map(|cell| distribution.weight(*cell, distribution.support())).collect();
        related.volume(&cells, &masses?)
    };
    let total = roughly(whole)?;
    parts.iter().map(|part| Some(roughly(part)? / total)).collect()
}

impl Related {
    /// The volume of what these draws can be, over cells in ascending order, which have these masses.
    fn volume<M: Measure>(&self, cells: &[Ends], masses: &[M]) -> Option<M> {
        let everywhere = (1u32 << self.draws.len()) - 1;
        let add = |sets: &mut BTreeMap<u32, M>, set: u32, volume: M| {
            let sum = sets.get(&set).map_or(Some(volume), |known| known.sum(volume))?;
            sets.insert(set, sum);
            Some(())
        };
        let mut placed = BTreeMap::from([(0, M::ONE)]);
        for ((low, high), mass) in cells.iter().zip(masses) {
            let (mut open, mut done) = (0u32, 0u32);
            for (at, draw) in self.draws.iter().enumerate() {
                let begins = draw.low.is_none_or(|end| low.is_some_and(|low| low.is_below(end) == Some(false)));
                let goes_on = draw.high.is_none_or(|end| high.is_some_and(|high| end.is_below(high) == Some(false)));
                open |= u32::from(begins && goes_on) << at;
                done |=
                    u32::from(draw.high.is_some_and(|end| high.is_some_and(|high| high.is_below(end) == Some(false))))
                        << at;
            }
            // Those that lie in this cell, placed one by one from below.
            let mut layer = placed.clone();
            for count in 1.. {
                let (part, mut next) = (mass.part(count)?, BTreeMap::new());
                for (set, volume) in &layer {
                    for at in (0..self.draws.len()).filter(|at| (open & !set) >> at & 1 == 1) {
                        if self.below[at] & !set == 0 {
                            add(&mut next, set | 1 << at, volume.product(part)?)?;
                        }
                    }
                }
                if next.is_empty() {
                    break;
                }
                for (set, volume) in &next {
                    add(&mut placed, *set, *volume)?;
                }
                layer = next;
            }
            placed.retain(|set, _| done & !set == 0);
        }
        placed.get(&everywhere).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Distribution;
    use super::*;

    const DRAWS: usize = 4;
    const CELLS: i64 = 3;

    /// Every way to put the draws into cells and into an order that agrees with that: equally likely within a cell are all orders of those in it.
    fn by_brute_force(ends: &[(i64, i64)], below: &[(usize, usize)]) -> f64 {
        let factorial = |number: usize| (1..=number).product::<usize>() as f64;
        let mut volume = 0.0;
        for code in 0..CELLS.pow(DRAWS as u32) {
            let cells: Vec<i64> = (0..DRAWS as u32).map(|draw| code / CELLS.pow(draw) % CELLS).collect();
            if (0..DRAWS).any(|draw| cells[draw] < ends[draw].0 || cells[draw] >= ends[draw].1) {
                continue;
            }
            let together: f64 =
                (0..CELLS).map(|cell| factorial(cells.iter().filter(|place| **place == cell).count())).product();
            for ranks in
                (0..DRAWS.pow(DRAWS as u32)).map(|code| [0, 1, 2, 3].map(|draw| code / DRAWS.pow(draw) % DRAWS))
            {
                let is_order = (0..DRAWS).all(|rank| ranks.contains(&rank));
                let fits = |low: usize, high: usize| cells[low] >= cells[high] || ranks[low] < ranks[high];
                let agrees = (0..DRAWS).all(|low| (0..DRAWS).all(|high| fits(low, high)));
                if is_order && agrees && below.iter().all(|(low, high)| ranks[*low] < ranks[*high]) {
                    volume += 1.0 / together;
                }
            }
        }
        volume
    }

    #[test]
    fn chances_are_those_of_all_orders() {
        let mut seed = 7u64;
        let mut next = |bound: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % bound
        };
        for case in 0..200 {
            let ends: Vec<(i64, i64)> = (0..DRAWS)
                .map(|_| {
                    let low = next(CELLS as u64) as i64;
                    (low, low + 1 + next((CELLS - low) as u64) as i64)
                })
                .collect();
            let mut draws = Draws::default();
            for (low, high) in &ends {
                draws.add(Distribution::Uniform, "Math.random");
                let known = draws.draws.last_mut().expect("just added");
                (known.low, known.high) =
                    (Ratio::new((*low).into(), CELLS.into()), Ratio::new((*high).into(), CELLS.into()));
            }
            let mut below = Vec::new();
            for _ in 0..4 {
                let (first, second) = (next(4) as usize, next(4) as usize);
                let ways = [(first, second), (second, first)];
                let volumes = ways.map(|pair| by_brute_force(&ends, &[below.clone(), vec![pair]].concat()));
                if first == second {
                    continue;
                }
                let share = volumes[0] / (volumes[0] + volumes[1]);
                match draws.order(first as u32, second as u32) {
                    Some(order) => {
                        assert_eq!(share, if order < 0 { 1.0 } else { 0.0 }, "case {case}: {ends:?} {below:?}")
                    }
                    None => {
                        let chances = draws.chances(first as u32, second as u32).expect("small fractions");
                        assert!((chances[0] - share).abs() < 1e-12, "case {case}: {chances:?} for {share}");
                        assert!((chances[0] + chances[1] - 1.0).abs() < 1e-12);
                    }
                }
                let way = ways[usize::from(volumes[0] == 0.0)];
                below.push(way);
                draws.put_below(way.0 as u32, way.1 as u32);
            }
        }
    }

    #[test]
    fn who_is_forgotten_still_counts() {
        let mut draws = Draws::default();
        for _ in 0..3 {
            draws.add(Distribution::Uniform, "Math.random");
        }
        draws.put_below(0, 2);
        draws.put_below(1, 2);
        let mut kept = Draws { draws: vec![draws.draws[2]], ..Draws::default() };
        kept.keep_order(&draws, &mut [None, None, Some(0)]);
        // The largest of three: lies below x with probability x^3.
        let half = Ratio::new(1, 2);
        assert_eq!(kept.weight(0, Some(Ratio::ZERO), half), Some(0.125));
        assert!((kept.quantile(0, 0.125) - 0.5).abs() < 1e-9);
    }
}
