//! Doubles read as the fractions that were meant.
//!
//! A model file says `0.1` or `0.3333333333333333`; its double is neither 1/10 nor 1/3. For exact answers a double stands
//! for the simplest fraction within half a unit in its last place (Stern–Brocot tree), unless that fraction is no small one
//! and a decimal of at most fifteen digits has the same double: then that decimal was written. A double whose last bits are
//! zero is what it is: so many ints of all are counted in powers of two.

use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;

/// A fraction of denominator q lies within half a unit in the last place of `value` by chance with probability about
/// `q² · value · 2⁻⁵³`; below this, it was meant.
const CHANCE_MAX: f64 = 1e-3;

/// The fraction a finite double stands for.
pub fn meant(value: f64) -> RBig {
    if value == 0.0 {
        return RBig::ZERO;
    }
    if value < 0.0 {
        return -meant(-value);
    }
    if value.fract() == 0.0 && value < 9e15 {
        return RBig::from(value as u64);
    }
    let simplest = simplest_within_half_ulp(value);
    let denominator = simplest.denominator().to_f64().value();
    let chance = denominator * denominator * value * f64::EPSILON / 2.0;
    // So many zeros at the end come about by chance with this probability.
    let chance_of_zeros = 0.5f64.powi(value.to_bits().trailing_zeros().min(52) as i32);
    if chance_of_zeros < chance.min(CHANCE_MAX) {
        return exact_of(value);
    }
    if chance < CHANCE_MAX {
        return simplest;
    }
    short_decimal(value).unwrap_or(simplest)
}

/// The exact value of a finite double.
pub fn exact_of(value: f64) -> RBig {
    let bits = value.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i64;
    let fraction = bits & ((1 << 52) - 1);
    let (mantissa, exponent) = if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    let magnitude = if exponent >= 0 {
        RBig::from(UBig::from(mantissa) << exponent as usize)
    } else {
        RBig::from_parts(IBig::from(mantissa), UBig::ONE << (-exponent) as usize)
    };
    if value < 0.0 { -magnitude } else { magnitude }
}

/// The fraction of smallest denominator whose nearest double is `value` (positive, finite).
pub fn simplest_within_half_ulp(value: f64) -> RBig {
    let exact = exact_of(value);
    let below = exact_of(f64::from_bits(value.to_bits() - 1));
    let half = (&exact - &below) / RBig::from(2);
    simplest_between(&exact - &half, exact + half)
}

/// The fraction of smallest denominator within `ulps` units in the last place of `value` (positive, finite): what a short
/// computation in doubles was meant to give.
pub fn simplest_within_ulps(value: f64, ulps: u32) -> RBig {
    let exact = exact_of(value);
    let below = exact_of(f64::from_bits(value.to_bits() - 1));
    let width = (&exact - &below) * RBig::from(ulps);
    simplest_between(&exact - &width, exact + width)
}

/// The fraction of smallest denominator in the closed interval `[low, high]`, `0 < low <= high`, by continued fractions.
fn simplest_between(low: RBig, high: RBig) -> RBig {
    let mut low = low;
    let mut high = high;
    let mut quotients: Vec<IBig> = Vec::new();
    let tail = loop {
        let floor = low.floor();
        if RBig::from(floor.clone()) == low {
            break floor;
        }
        if RBig::from(floor.clone()) < high && RBig::from(&floor + IBig::ONE) <= high {
            break floor + IBig::ONE;
        }
        let whole = RBig::from(floor.clone());
        let next_low = RBig::ONE / (&high - &whole);
        high = RBig::ONE / (low - whole);
        low = next_low;
        quotients.push(floor);
    };
    let mut result = RBig::from(tail);
    for quotient in quotients.into_iter().rev() {
        result = RBig::from(quotient) + RBig::ONE / result;
    }
    result
}

/// The shortest decimal with this double, if it has at most fifteen significant digits.
fn short_decimal(value: f64) -> Option<RBig> {
    let text = format!("{value:e}");
    let (mantissa, exponent) = text.split_once('e')?;
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    if digits.len() > 15 {
        return None;
    }
    let exponent: i64 = exponent.parse::<i64>().ok()? - (digits.len() as i64 - 1);
    let number = RBig::from(digits.parse::<u64>().ok()?);
    let scale = RBig::from(UBig::from(10u8).pow(exponent.unsigned_abs() as usize));
    Some(if exponent >= 0 { number * scale } else { number / scale })
}

/// The double nearest to a fraction.
pub fn nearest(value: &RBig) -> f64 {
    value.to_f64().value()
}

/// `1/16` beside `0.0625`: the fraction a computed double seems to be, where it is small enough to tell a reader something.
pub fn hint(value: f64) -> Option<RBig> {
    const DENOMINATOR_MAX: i64 = 1 << 20;
    if !value.is_finite() || value.fract() == 0.0 || value.abs() < 1e-9 {
        return None;
    }
    // Convergents of the continued fraction, stopped at the first that agrees to fourteen digits.
    let (mut p0, mut q0, mut p1, mut q1) = (0i64, 1i64, 1i64, 0i64);
    let magnitude = value.abs();
    let mut rest = magnitude;
    for _ in 0..40 {
        let quotient = rest.floor();
        if quotient > 1e12 {
            return None;
        }
        let quotient_int = quotient as i64;
        let p2 = quotient_int.checked_mul(p1)?.checked_add(p0)?;
        let q2 = quotient_int.checked_mul(q1)?.checked_add(q0)?;
        if q2 > DENOMINATOR_MAX {
            return None;
        }
        if (p2 as f64 / q2 as f64 - magnitude).abs() <= 4e-15 * magnitude {
            // Among the fractions up to a denominator some agree by chance, more with its square; of halves of halves a
            // double that is one has no digits left to differ in.
            const CHANCE_MAX: f64 = 1e-4;
            let by_chance = (q2 as f64) * (q2 as f64) * magnitude * 8e-15;
            let is_binary = q2.count_ones() == 1 && p2 as f64 / q2 as f64 == magnitude;
            let convincing = by_chance < CHANCE_MAX || is_binary;
            let signed = if value < 0.0 { -p2 } else { p2 };
            return (convincing && q2 > 1).then(|| RBig::from_parts(IBig::from(signed), UBig::from(q2 as u64)));
        }
        (p0, q0, p1, q1) = (p1, q1, p2, q2);
        rest = 1.0 / (rest - quotient);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{hint, meant};

    #[test]
    fn doubles_are_read_as_what_was_written() {
        for (value, expected) in [
            (0.1, "1/10"),
            (1.0 / 3.0, "1/3"),
            (0.123456789, "123456789/1000000000"),
            (1.0 / 1000003.0, "1/1000003"),
            (1.0 / (1u64 << 30) as f64, "1/1073741824"),
            (5.0 / 6.0, "5/6"),
            (2.0, "2"),
            (-0.25, "-1/4"),
            (1e-9, "1/1000000000"),
            (0.0, "0"),
            (0.333333333333, "333333333333/1000000000000"),
        ] {
            assert_eq!(meant(value).to_string(), expected, "for {value}");
        }
    }

    #[test]
    fn every_small_fraction_survives_its_double() {
        for denominator in 1..400u64 {
            for numerator in 1..denominator {
                let expected = dashu::rational::RBig::from(numerator) / dashu::rational::RBig::from(denominator);
                assert_eq!(meant(numerator as f64 / denominator as f64), expected);
            }
        }
    }

    #[test]
    fn hints_only_where_convincing() {
        assert_eq!(hint(0.0625).map(|f| f.to_string()), Some("1/16".to_string()));
        assert_eq!(hint(11.0 / 3.0).map(|f| f.to_string()), Some("11/3".to_string()));
        assert_eq!(hint(0.515625).map(|f| f.to_string()), Some("33/64".to_string()));
        assert_eq!(hint(std::f64::consts::FRAC_1_SQRT_2), None);
        assert_eq!(hint(3.0), None);
        assert_eq!(hint(153.4017937688036), None);
    }
}
