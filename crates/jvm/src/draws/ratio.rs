//! Fractions of 128-bit integers. What does not fit is `None`: nobody rounds here.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    numerator: i128,
    /// Positive; the fraction is in lowest terms.
    denominator: i128,
}

impl Ratio {
    pub const ZERO: Ratio = Ratio { numerator: 0, denominator: 1 };
    pub const ONE: Ratio = Ratio { numerator: 1, denominator: 1 };

    pub fn new(numerator: i128, denominator: i128) -> Option<Ratio> {
        if denominator == 0 || numerator == i128::MIN || denominator == i128::MIN {
            return None;
        }
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()) as i128;
        let sign = denominator.signum();
        Some(Ratio { numerator: sign * (numerator / divisor), denominator: sign * (denominator / divisor) })
    }

    pub fn integer(value: i64) -> Ratio {
        Ratio { numerator: i128::from(value), denominator: 1 }
    }

    /// A finite double as the shortest decimal that is read as it: 0.3 is 3/10.
    pub fn decimal(value: f64) -> Option<Ratio> {
        if value.is_finite() { Self::parse(&format!("{value:e}")) } else { None }
    }

    /// Likewise for a float: 0.3f is 3/10, and not the double it widens to.
    pub fn decimal_of_float(value: f32) -> Option<Ratio> {
        if value.is_finite() { Self::parse(&format!("{value:e}")) } else { None }
    }

    fn parse(text: &str) -> Option<Ratio> {
        let (mantissa, exponent) = text.split_once('e')?;
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
        let exponent = exponent.parse::<i32>().ok()? - fraction.len() as i32;
        let power = 10i128.checked_pow(exponent.unsigned_abs())?;
        if exponent >= 0 { Ratio::new(digits.checked_mul(power)?, 1) } else { Ratio::new(digits, power) }
    }

    pub fn parts(self) -> (i128, i128) {
        (self.numerator, self.denominator)
    }

    pub fn plus(self, other: Ratio) -> Option<Ratio> {
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        Ratio::new(left.checked_add(right)?, self.denominator.checked_mul(other.denominator)?)
    }

    pub fn minus(self, other: Ratio) -> Option<Ratio> {
        self.plus(other.negated())
    }

    pub fn times(self, other: Ratio) -> Option<Ratio> {
        Ratio::new(self.numerator.checked_mul(other.numerator)?, self.denominator.checked_mul(other.denominator)?)
    }

    pub fn over(self, other: Ratio) -> Option<Ratio> {
        self.times(Ratio::new(other.denominator, other.numerator)?)
    }

    pub fn negated(self) -> Ratio {
        Ratio { numerator: -self.numerator, ..self }
    }

    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    pub fn is_negative(self) -> bool {
        self.numerator < 0
    }

    /// The greatest integer not above it.
    pub fn floor(self) -> i128 {
        self.numerator.div_euclid(self.denominator)
    }

    /// The nearest double, as long as both parts are doubles; within two units in the last place otherwise.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Whether it lies below `other`; `None` if that cannot be told in 128 bits.
    pub fn is_below(self, other: Ratio) -> Option<bool> {
        Some(self.minus(other)?.is_negative())
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::Ratio;

    #[test]
    fn doubles_are_read_as_they_are_written() {
        assert_eq!(Ratio::decimal(0.3), Ratio::new(3, 10));
        assert_eq!(Ratio::decimal(-12.5e3), Ratio::new(-12500, 1));
        assert_eq!(Ratio::decimal_of_float(0.1), Ratio::new(1, 10));
        assert_eq!(Ratio::decimal(1e-300), None);
        assert_eq!(Ratio::decimal(f64::NAN), None);
    }

    #[test]
    fn arithmetic_is_that_of_fractions() {
        let (third, half) = (Ratio::new(1, 3).unwrap(), Ratio::new(2, -4).unwrap());
        assert_eq!(third.plus(half), Ratio::new(-1, 6));
        assert_eq!(third.over(half), Ratio::new(-2, 3));
        assert_eq!(half.floor(), -1);
        assert_eq!(third.over(Ratio::ZERO), None);
    }
}
