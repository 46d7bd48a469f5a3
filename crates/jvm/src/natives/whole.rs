//! Draws over all ints or all longs: `Math.abs(random.nextInt()) % n` has n outcomes, not four thousand million.
//!
//! Before such a number is drawn, the caller's bytecode is looked at (`uniform`): as long as the number only goes through
//! operations with known numbers, the values it can have by then are kept as intervals, each value of one with the same number of
//! draws behind it. Once they are few, or are compared with a known number, each outcome is an alternative of a coin, weighted by
//! the draws behind it, and some draw that leads there is what the program gets. Nothing else sees that number, so
//! that this is exact.

use std::collections::BTreeMap;

use super::coins::ENUMERABLE_MAX;

/// What happens to the number, the other operand being known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Add(i64),
    Negate,
    Abs,
    Xor(i64),
    ShiftRight(u32),
    ShiftRightUnsigned(u32),
    And(i64),
    /// Java's, with the sign of the number.
    Remainder(i64),
    /// The least value of its residue class that is not below `least`: `floorMod`, and conversions to shorter types.
    Reduce {
        modulus: i128,
        least: i128,
    },
    Widen,
}

/// Values side by side, each with so many draws behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    low: i128,
    high: i128,
    weight: u128,
}

/// A number that is not drawn yet: the values it can have.
#[derive(Clone, Debug)]
pub struct Whole {
    bits: u32,
    segments: Vec<Segment>,
    /// All values of its type are equally likely.
    is_full: bool,
    /// What it went through, with the values before.
    past: Vec<(Operation, Vec<Segment>, u32)>,
}

/// One alternative: a draw that leads there, and how likely it is to get there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    pub draw: i64,
    pub weight: f64,
}

/// Numbers congruent to `start` modulo `step`, from `low` to `high`.
struct Progression {
    start: i128,
    step: i128,
    low: i128,
    high: i128,
}

impl Whole {
    pub fn new(bits: u32) -> Self {
        let half = 1i128 << (bits - 1);
        let segments = vec![Segment { low: -half, high: half - 1, weight: 1 }];
        Whole { bits, segments, is_full: true, past: Vec::new() }
    }

    /// Follows the number through an operation; `None` if the values afterwards have no simple form.
    pub fn apply(&mut self, operation: Operation) -> Option<()> {
        let operation = match operation {
            Operation::And(mask) if mask >= 0 && (mask & mask.wrapping_add(1)) == 0 => {
                Operation::Reduce { modulus: i128::from(mask) + 1, least: 0 }
            }
            other => other,
        };
        let segments = match operation {
            Operation::And(mask) => self.masked(mask)?,
            Operation::Xor(_) if !self.is_full => return None,
            Operation::Remainder(0) => return None,
            _ => self.segments.iter().flat_map(|segment| self.image(operation, *segment)).collect(),
        };
        let bits = match operation {
            Operation::Widen => 64,
            Operation::Reduce { modulus, least } if modulus == 1 << 32 && least < 0 => 32,
            _ => self.bits,
        };
        let keeps = match operation {
            Operation::Add(_) | Operation::Negate | Operation::Xor(_) => true,
            Operation::Reduce { modulus, least } => modulus == 1 << 32 && least < 0,
            _ => false,
        };
        self.is_full &= keeps;
        self.past.push((operation, std::mem::replace(&mut self.segments, segments), self.bits));
        self.bits = bits;
        Some(())
    }

    /// The outcomes, if they are few enough to be told apart.
    pub fn outcomes(&self) -> Option<Vec<Outcome>> {
        let count: i128 = self.segments.iter().map(|segment| segment.high - segment.low + 1).sum();
        if count > 4 * i128::from(ENUMERABLE_MAX) {
            return None;
        }
        let mut weights: BTreeMap<i128, u128> = BTreeMap::new();
        for segment in &self.segments {
            (segment.low..=segment.high).for_each(|value| *weights.entry(value).or_default() += segment.weight);
        }
        if weights.len() as u64 > ENUMERABLE_MAX {
            return None;
        }
        let total: u128 = weights.values().sum();
        let outcome = |(value, weight): (&i128, &u128)| {
            Some(Outcome { draw: self.draw_for(*value)?, weight: *weight as f64 / total as f64 })
        };
        weights.iter().map(outcome).collect()
    }

    /// The outcomes of asking in which of these sets the number lies, which are ranges each and cover everything.
    pub fn split(&self, sets: &[&[(i128, i128)]]) -> Option<Vec<Outcome>> {
        let total: u128 = self.segments.iter().map(|segment| segment.size() * segment.weight).sum();
        let mut outcomes = Vec::new();
        for ranges in sets {
            let within =
                |segment: &Segment| ranges.iter().map(|(low, high)| segment.within(*low, *high)).collect::<Vec<_>>();
            let parts: Vec<Segment> = self.segments.iter().flat_map(within).filter(|part| part.size() > 0).collect();
            let weight: u128 = parts.iter().map(|part| part.size() * part.weight).sum();
            if let Some(part) = parts.first() {
                let draw = self.draw_for(part.nearest_to_zero())?;
                outcomes.push(Outcome { draw, weight: weight as f64 / total as f64 });
            }
        }
        Some(outcomes)
    }

    /// A draw from which the operations make `value`.
    fn draw_for(&self, value: i128) -> Option<i64> {
        let mut value = value;
        for (operation, before, bits) in self.past.iter().rev() {
            value = origin(*operation, value, before, *bits)?;
        }
        i64::try_from(value).ok()
    }

    /// The values of bits that are independent of each other, if there are few.
    fn masked(&self, mask: i64) -> Option<Vec<Segment>> {
        if mask == -1 {
            return Some(self.segments.clone());
        }
        let places: Vec<u32> = (0..self.bits).filter(|place| mask >> place & 1 == 1).collect();
        if !self.is_full || 1u64.checked_shl(places.len() as u32)? > ENUMERABLE_MAX {
            return None;
        }
        let weight = 1u128 << (self.bits - places.len() as u32);
        let value = |choice: u64| {
            let bits = places
                .iter()
                .enumerate()
                .fold(0i64, |bits, (index, place)| bits | ((choice >> index & 1) as i64) << place);
            i128::from(if self.bits == 32 { i64::from(bits as i32) } else { bits })
        };
        let one = |choice: u64| Segment { low: value(choice), high: value(choice), weight };
        Some((0..1u64 << places.len()).map(one).collect())
    }

    fn image(&self, operation: Operation, segment: Segment) -> Vec<Segment> {
        let (half, all) = (1i128 << (self.bits - 1), 1i128 << self.bits);
        let shifted = |by: i128| Segment { low: segment.low + by, high: segment.high + by, ..segment };
        let (negative, positive) = (segment.within(i128::MIN, -1), segment.within(0, i128::MAX));
        match operation {
            Operation::Add(number) => shifted(i128::from(number)).reduced(all, -half),
            Operation::Negate => segment.mirrored().reduced(all, -half),
            Operation::Abs => [negative.mirrored().reduced(all, -half), vec![positive]].concat(),
            Operation::Xor(_) | Operation::Widen | Operation::And(_) => vec![segment],
            Operation::ShiftRight(by) => segment.divided(1 << by),
            Operation::ShiftRightUnsigned(0) => vec![segment],
            Operation::ShiftRightUnsigned(by) => {
                let upper = Segment { low: negative.low + all, high: negative.high + all, ..negative };
                [positive.divided(1 << by), upper.divided(1 << by)].concat()
            }
            Operation::Remainder(by) => {
                let modulus = i128::from(by).abs();
                let below = negative.mirrored().reduced(modulus, 0).into_iter().map(Segment::mirrored).collect();
                [positive.reduced(modulus, 0), below].concat()
            }
            Operation::Reduce { modulus, least } => segment.reduced(modulus, least),
        }
        .into_iter()
        .filter(|segment| segment.size() > 0)
        .collect()
    }
}

impl Segment {
    fn size(&self) -> u128 {
        (self.high - self.low + 1).max(0) as u128
    }

    fn within(self, low: i128, high: i128) -> Segment {
        Segment { low: self.low.max(low), high: self.high.min(high), ..self }
    }

    fn mirrored(self) -> Segment {
        Segment { low: -self.high, high: -self.low, ..self }
    }

    fn nearest_to_zero(&self) -> i128 {
        0i128.clamp(self.low, self.high)
    }

    /// Modulo `modulus`, from `least` on.
    fn reduced(self, modulus: i128, least: i128) -> Vec<Segment> {
        if self.size() == 0 {
            return Vec::new();
        }
        let rounds = self.size() / modulus as u128;
        let mut segments = Vec::new();
        if rounds > 0 {
            segments.push(Segment { low: least, high: least + modulus - 1, weight: self.weight * rounds });
        }
        let rest = (self.size() % modulus as u128) as i128;
        if rest > 0 {
            let low = (self.low - least).rem_euclid(modulus) + least;
            let (high, last) = (low + rest - 1, least + modulus - 1);
            segments.push(Segment { low, high: high.min(last), weight: self.weight });
            segments.push(Segment { low: least, high: high - modulus, weight: self.weight });
        }
        segments
    }

    /// The quotients, rounded down.
    fn divided(self, divisor: i128) -> Vec<Segment> {
        if self.size() == 0 {
            return Vec::new();
        }
        let (first, last) = (self.low.div_euclid(divisor), self.high.div_euclid(divisor));
        let at = |value: i128, count: i128| Segment { low: value, high: value, weight: self.weight * count as u128 };
        if first == last {
            return vec![at(first, self.high - self.low + 1)];
        }
        let middle = Segment { low: first + 1, high: last - 1, weight: self.weight * divisor as u128 };
        vec![at(first, (first + 1) * divisor - self.low), middle, at(last, self.high - last * divisor + 1)]
    }
}

/// A value among `before` that `operation` makes `value` of.
fn origin(operation: Operation, value: i128, before: &[Segment], bits: u32) -> Option<i128> {
    let (half, all) = (1i128 << (bits - 1), 1i128 << bits);
    let wrapped = |value: i128| (value + half).rem_euclid(all) - half;
    let one = |value: i128| vec![Progression { start: value, step: 1, low: value, high: value }];
    let range = |low: i128, high: i128| Progression { start: low, step: 1, low, high };
    let candidates = match operation {
        Operation::Add(number) => one(wrapped(value - i128::from(number))),
        Operation::Negate => one(wrapped(-value)),
        Operation::Abs => one(value).into_iter().chain(one(wrapped(-value))).collect(),
        Operation::Xor(number) => one(wrapped(value ^ i128::from(number))),
        Operation::Widen | Operation::And(_) | Operation::ShiftRightUnsigned(0) => one(value),
        Operation::ShiftRight(by) => vec![range(value << by, ((value + 1) << by) - 1)],
        Operation::ShiftRightUnsigned(by) => {
            let (low, high) = (value << by, ((value + 1) << by) - 1);
            vec![range(low, high), range(low - all, high - all)]
        }
        Operation::Remainder(by) => {
            let step = i128::from(by).abs();
            let (low, high) = (if value > 0 { 0 } else { i128::MIN }, if value < 0 { 0 } else { i128::MAX });
            vec![Progression { start: value, step, low, high }]
        }
        Operation::Reduce { modulus, .. } => {
            vec![Progression { start: value, step: modulus, low: i128::MIN, high: i128::MAX }]
        }
    };
    // A number that stays as it is reads best.
    let stays = candidates.iter().any(|candidate| candidate.contains(value));
    if stays && before.iter().any(|segment| segment.low <= value && value <= segment.high) {
        return Some(value);
    }
    candidates.iter().find_map(|candidate| before.iter().find_map(|segment| candidate.first_in(segment)))
}

impl Progression {
    fn contains(&self, value: i128) -> bool {
        self.low <= value && value <= self.high && (value - self.start).rem_euclid(self.step) == 0
    }

    fn first_in(&self, segment: &Segment) -> Option<i128> {
        let low = segment.low.max(self.low);
        let first = low + (self.start - low).rem_euclid(self.step);
        (first <= segment.high.min(self.high)).then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same in 8 bits, where all draws can be tried.
    fn eight_bits() -> Whole {
        Whole { bits: 8, segments: vec![Segment { low: -128, high: 127, weight: 1 }], is_full: true, past: Vec::new() }
    }

    fn by_hand(operation: Operation, value: i8) -> i8 {
        match operation {
            Operation::Add(number) => value.wrapping_add(number as i8),
            Operation::Negate => value.wrapping_neg(),
            Operation::Abs => value.wrapping_abs(),
            Operation::Xor(number) => value ^ number as i8,
            Operation::ShiftRight(by) => value >> by,
            Operation::ShiftRightUnsigned(by) => ((value as u8) >> by) as i8,
            Operation::And(mask) => value & mask as i8,
            Operation::Remainder(by) => value.wrapping_rem(by as i8),
            Operation::Reduce { modulus, least } => ((i128::from(value) - least).rem_euclid(modulus) + least) as i8,
            Operation::Widen => value,
        }
    }

    #[test]
    fn outcomes_are_those_of_all_draws() {
        let operations = [
            Operation::Add(5),
            Operation::Add(-100),
            Operation::Negate,
            Operation::Abs,
            Operation::Xor(0x2a),
            Operation::ShiftRight(1),
            Operation::ShiftRight(3),
            Operation::ShiftRightUnsigned(1),
            Operation::ShiftRightUnsigned(2),
            Operation::And(1),
            Operation::And(7),
            Operation::And(127),
            Operation::And(0x28),
            Operation::Remainder(3),
            Operation::Remainder(-10),
            Operation::Remainder(100),
            Operation::Reduce { modulus: 7, least: 0 },
            Operation::Reduce { modulus: 16, least: -8 },
        ];
        let mut tried = 0;
        for first in operations {
            for second in operations {
                for third in operations {
                    let mut whole = eight_bits();
                    let chain = [first, second, third];
                    // Eight bits have no operation of their own that wraps to fewer: ours wrap as bytes do.
                    if chain.iter().any(|operation| whole.apply(*operation).is_none()) {
                        continue;
                    }
                    tried += 1;
                    let make = |value: i8| chain.iter().fold(value, |value, operation| by_hand(*operation, value));
                    let mut expected: BTreeMap<i8, u32> = BTreeMap::new();
                    (i8::MIN..=i8::MAX).for_each(|value| *expected.entry(make(value)).or_default() += 1);
                    let outcomes = whole.outcomes().expect("there are few");
                    let found: BTreeMap<i8, u32> = outcomes
                        .iter()
                        .map(|outcome| (make(outcome.draw as i8), (outcome.weight * 256.0).round() as u32))
                        .collect();
                    assert_eq!(found, expected, "{chain:?}");
                    let below: u32 = expected.iter().filter(|(value, _)| **value < 3).map(|(_, count)| count).sum();
                    let split =
                        whole.split(&[&[(i128::MIN / 2, 2)], &[(3, i128::MAX / 2)]]).expect("both sides are known");
                    let told: f64 =
                        split.iter().filter(|outcome| make(outcome.draw as i8) < 3).map(|outcome| outcome.weight).sum();
                    assert_eq!((told * 256.0).round() as u32, below, "{chain:?}");
                }
            }
        }
        assert!(tried > 2000, "only {tried} chains were followed");
    }

    #[test]
    fn whole_ints_are_counted_exactly() {
        let mut digits = Whole::new(32);
        digits.apply(Operation::Abs).unwrap();
        digits.apply(Operation::Remainder(10)).unwrap();
        let outcomes = digits.outcomes().unwrap();
        // The absolute value of the least int is negative, and ends in 8.
        assert_eq!(outcomes.len(), 11);
        assert_eq!(outcomes[0].weight, 2f64.powi(-32));
        assert_eq!(outcomes[0].draw, i64::from(i32::MIN));
        let mut even = Whole::new(64);
        even.apply(Operation::And(1)).unwrap();
        assert_eq!(even.outcomes().unwrap().iter().map(|outcome| outcome.weight).collect::<Vec<_>>(), [0.5, 0.5]);
    }
}
