//! The distributions that the library draws reals from.

use super::Ratio;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// Over the unit interval.
    Uniform,
    /// The standard normal distribution.
    Normal,
    /// With mean one.
    Exponential,
    /// Over all ints, and over all longs: the number is what lies below, as a whole one.
    Int,
    Long,
}

/// The ends of an interval; `None` is an infinite one.
pub type Ends = (Option<Ratio>, Option<Ratio>);

impl Distribution {
    pub const ALL: [Distribution; 5] =
        [Distribution::Uniform, Distribution::Normal, Distribution::Exponential, Distribution::Int, Distribution::Long];

    /// Whether equally long intervals are equally likely.
    pub fn is_flat(self) -> bool {
        matches!(self, Distribution::Uniform | Distribution::Int | Distribution::Long)
    }

    /// Whether what is drawn is a whole number.
    pub fn is_whole(self) -> bool {
        matches!(self, Distribution::Int | Distribution::Long)
    }

    pub fn support(self) -> Ends {
        match self {
            Distribution::Uniform => (Some(Ratio::ZERO), Some(Ratio::ONE)),
            Distribution::Normal => (None, None),
            Distribution::Exponential => (Some(Ratio::ZERO), None),
            Distribution::Int => (Ratio::new(-(1 << 31), 1), Ratio::new(1 << 31, 1)),
            Distribution::Long => (Ratio::new(-(1 << 63), 1), Ratio::new(1 << 63, 1)),
        }
    }

    /// The probability of `part` given `whole`.
    pub fn weight(self, part: Ends, whole: Ends) -> Option<f64> {
        if self.is_flat() {
            let length = |(low, high): Ends| high?.minus(low?);
            return Some(length(part)?.over(length(whole)?)?.to_f64());
        }
        Some(self.mass(part) / self.mass(whole))
    }

    /// How likely a value between these ends is, computed on the side of the distribution where nothing cancels.
    fn mass(self, (low, high): Ends) -> f64 {
        let low = low.map_or(f64::NEG_INFINITY, Ratio::to_f64);
        let high = high.map_or(f64::INFINITY, Ratio::to_f64);
        match self {
            Distribution::Uniform | Distribution::Int | Distribution::Long => high - low,
            Distribution::Normal if low > 0.0 => below_zero(-high, -low),
            Distribution::Normal => below_zero(low, high),
            Distribution::Exponential => (-low).exp() * -(low - high).exp_m1(),
        }
    }

    /// The value below which the draw lies with probability `part`, given the ends.
    pub fn quantile(self, (low, high): Ends, part: f64) -> f64 {
        let ends = (low.map_or(f64::NEG_INFINITY, Ratio::to_f64), high.map_or(f64::INFINITY, Ratio::to_f64));
        if self.is_flat() {
            return ends.0 + part * (ends.1 - ends.0);
        }
        // Beyond 40 neither distribution has mass that a double could hold.
        let (mut below, mut above) = (ends.0.max(-40.0), ends.1.min(800.0));
        let total = self.mass((low, high));
        for _ in 0..200 {
            let middle = below / 2.0 + above / 2.0;
            let reached = match Ratio::decimal(middle) {
                Some(at) => self.mass((low, Some(at))),
                None => break,
            };
            if reached < part * total { below = middle } else { above = middle }
        }
        below / 2.0 + above / 2.0
    }
}

/// The normal distribution's mass between two points, the first of which is not positive.
fn below_zero(low: f64, high: f64) -> f64 {
    let cumulative = |x: f64| 0.5 * libm::erfc(-x / std::f64::consts::SQRT_2);
    cumulative(high) - cumulative(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masses_agree_with_tables() {
        let at = |x: f64| Ratio::decimal(x);
        let normal = Distribution::Normal.weight((None, at(1.0)), (None, None)).unwrap();
        assert!((normal - 0.841_344_746_068_543).abs() < 1e-14);
        let tail = Distribution::Normal.weight((at(6.0), None), (None, None)).unwrap();
        assert!((tail / 9.865_876_450_376_98e-10 - 1.0).abs() < 1e-12);
        let exponential = Distribution::Exponential.weight((at(1.0), at(2.0)), (at(0.0), None)).unwrap();
        assert!((exponential - ((-1f64).exp() - (-2f64).exp())).abs() < 1e-15);
        assert!((Distribution::Normal.quantile((None, None), 0.841_344_746_068_543) - 1.0).abs() < 1e-9);
        assert_eq!(Distribution::Uniform.weight((at(0.3), at(0.7)), (at(0.3), at(1.0))), Some(4.0 / 7.0));
    }
}
