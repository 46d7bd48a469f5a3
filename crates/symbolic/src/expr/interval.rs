//! Closed ranges of integers with saturating ends: what an expression's value is certain to lie in.

use std::fmt;

use jvm::domain::Width;

/// `low <= value <= high`. An end at [`Interval::FAR`] or beyond means "unknown, but no exact form needs it".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Interval {
    pub low: i128,
    pub high: i128,
}

impl Interval {
    /// Saturation point: far above products of two longs, far below where sums of a few of these would overflow.
    pub const FAR: i128 = 1 << 126;

    pub fn new(low: i128, high: i128) -> Interval {
        Interval { low: low.clamp(-Self::FAR, Self::FAR), high: high.clamp(-Self::FAR, Self::FAR) }
    }

    /// All values of a type.
    pub fn of(width: Width) -> Interval {
        Interval::new(width.least(), width.least() + (1 << width.bits()) - 1)
    }

    pub fn point(value: i128) -> Interval {
        Interval::new(value, value)
    }

    pub fn boolean() -> Interval {
        Interval { low: 0, high: 1 }
    }

    pub fn is_empty(self) -> bool {
        self.low > self.high
    }

    /// The only value, if there is only one.
    pub fn single(self) -> Option<i128> {
        (self.low == self.high && self.low.abs() < Self::FAR).then_some(self.low)
    }

    pub fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    pub fn within(self, other: Interval) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// The number of integers, at most [`Interval::FAR`].
    pub fn width(self) -> i128 {
        if self.is_empty() { 0 } else { self.high.saturating_sub(self.low).saturating_add(1).min(Self::FAR) }
    }

    pub fn meet(self, other: Interval) -> Interval {
        Interval { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    pub fn hull(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub fn plus(self, other: Interval) -> Interval {
        Interval::new(self.low.saturating_add(other.low), self.high.saturating_add(other.high))
    }

    pub fn times(self, other: Interval) -> Interval {
        let products = [
            self.low.saturating_mul(other.low),
            self.low.saturating_mul(other.high),
            self.high.saturating_mul(other.low),
            self.high.saturating_mul(other.high),
        ];
        let low = products.iter().min().expect("four products");
        let high = products.iter().max().expect("four products");
        Interval::new(*low, *high)
    }

    pub fn scaled(self, factor: i128) -> Interval {
        self.times(Interval::point(factor))
    }

    pub fn shifted(self, offset: i128) -> Interval {
        self.plus(Interval::point(offset))
    }

    /// Division by a positive constant, rounding down. Saturated ends stay saturated.
    pub fn floor_quotient(self, divisor: i128) -> Interval {
        let end = |value: i128| if value.abs() >= Self::FAR { value } else { value.div_euclid(divisor) };
        Interval { low: end(self.low), high: end(self.high) }
    }

    /// Java's division, rounding to zero, by any divisor of `other` that is not zero.
    pub fn quotient(self, other: Interval) -> Interval {
        let mut result: Option<Interval> = None;
        let negative = other.meet(Interval { low: -Self::FAR, high: -1 });
        let positive = other.meet(Interval { low: 1, high: Self::FAR });
        for divisors in [negative, positive].into_iter().filter(|divisors| !divisors.is_empty()) {
            for dividend in [self.low, self.high] {
                for divisor in [divisors.low, divisors.high] {
                    let value = Interval::point(dividend / divisor);
                    result = Some(result.map_or(value, |hull| hull.hull(value)));
                }
            }
        }
        // Between the corners the quotient is monotone on each side of zero, and zero itself gives zero.
        let hull = result.unwrap_or(Interval::point(0));
        if self.contains(0) { hull.hull(Interval::point(0)) } else { hull }
    }

    /// Java's remainder: the sign of the dividend, less than the divisor in absolute value.
    pub fn remainder(self, other: Interval) -> Interval {
        let largest = other.low.abs().max(other.high.abs()).saturating_sub(1).max(0);
        let low = if self.low < 0 { (-largest).max(self.low) } else { 0 };
        let high = if self.high > 0 { largest.min(self.high) } else { 0 };
        Interval { low, high }
    }

    /// Bitwise and of two integers in two's complement of any length.
    pub fn bit_and(self, other: Interval) -> Interval {
        match (self.low >= 0, other.low >= 0) {
            (true, true) => Interval { low: 0, high: self.high.min(other.high) },
            (true, false) => Interval { low: 0, high: self.high },
            (false, true) => Interval { low: 0, high: other.high },
            (false, false) => {
                let least = self.low.min(other.low);
                // No bit above the lowest sign bit changes: the next power of two bounds the result from below.
                let floor = if least <= -Self::FAR {
                    -Self::FAR
                } else {
                    -((-least) as u128).next_power_of_two().cast_signed()
                };
                Interval { low: floor, high: self.high.max(other.high).max(-1) }
            }
        }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.low, self.high)
    }
}
