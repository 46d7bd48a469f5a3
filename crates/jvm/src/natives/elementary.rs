//! `Math.sin`, `cos`, `tan`, `exp`, `log` and `pow`, rounded correctly in all but one case of some ten thousand. HotSpot replaces the
//! Java bodies (fdlibm) by routines of its own that are precise to a little more than half a unit of the last place, so that
//! correct rounding gives their bits more often than any other library does.
//!
//! Tables of values to twice the precision of `double` bring arguments close to a tabulated one. What is to be added then is small,
//! so that its own rounding seldom matters: only where it may, the first terms of the series are added to twice the precision, too.

use std::sync::LazyLock;

use super::double_double::{LN_2, Twofold, logarithm};
use super::strict_math::reduction;

/// The logarithm of two, so short that its products with exponents are exact, and what follows.
const LN_2_HEAD: f64 = f64::from_bits(LN_2.high.to_bits() & !0xffff);
const LN_2_TAIL: f64 = (LN_2.high - LN_2_HEAD) + LN_2.low;
/// What rounding may do to the smaller part of a sum, a few operations long.
const SLACK: f64 = 8.0 * f64::EPSILON;
const SIXTH: Twofold = Twofold { high: 1.0 / 6.0, low: 9.251_858_538_542_97e-18 };

/// Steps of the tables: `2^(j/64)`, logarithms of `128/j`, and sines and cosines of `j/128`.
const POWERS: usize = 64;
const INVERSES: usize = 128;
const ANGLES: usize = 128;

/// `2^(j/64)`
static POWER: LazyLock<Vec<Twofold>> = LazyLock::new(|| {
    let step = LN_2.scaled(1.0 / POWERS as f64);
    let half = POWERS / 2;
    let small = |j: usize| step.times((j as f64).into()).small_exp_m1().plus(1.0.into());
    let root = small(half);
    (0..POWERS).map(|j| if j < half { small(j) } else { small(j - half).times(root) }).collect()
});

/// The double next to `128/j`, and the logarithm of its inverse; mantissas between the roots of a half and of two need no more.
static INVERSE: LazyLock<Vec<(f64, Twofold)>> = LazyLock::new(|| {
    (0..2 * INVERSES)
        .map(|j| {
            let inverse = INVERSES as f64 / j.max(1) as f64;
            (inverse, Twofold::from(0.0).minus(logarithm(inverse)))
        })
        .collect()
});

/// The sine and cosine of `j/128`, up to a quarter of pi.
static ANGLE: LazyLock<Vec<(Twofold, Twofold)>> = LazyLock::new(|| {
    // A quarter of pi is 0.785.
    (0..=ANGLES * 4 / 5)
        .map(|j| {
            let angle = Twofold::from(j as f64 / ANGLES as f64);
            let (mut sine, mut cosine, mut term) = (Twofold::from(0.0), Twofold::from(1.0), Twofold::from(1.0));
            for n in 1..32 {
                term = term.times(angle).over(f64::from(n).into());
                let signed = if n % 4 < 2 { term } else { Twofold::from(0.0).minus(term) };
                if n % 2 == 1 {
                    sine = sine.plus(signed);
                } else {
                    cosine = cosine.plus(signed);
                }
            }
            (sine, cosine)
        })
        .collect()
});

/// The sum, where errors of the smaller part of this size leave its rounding as it is (A. Ziv, Fast evaluation of elementary
/// mathematical functions with correctly rounded last bit, 1991).
fn rounded(high: f64, low: f64, error: f64) -> Option<f64> {
    let (below, above) = (high + (low - error), high + (low + error));
    (below == above).then_some(below)
}

/// The integer next to a number that is far smaller than 2^52, without a call.
fn nearest(x: f64) -> f64 {
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    (x + SHIFT) - SHIFT
}

pub fn sin(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    if x == 0.0 {
        return x;
    }
    let angle = Angle::of(x);
    let value = if angle.quadrant & 1 == 0 { angle.sine() } else { angle.cosine() };
    if angle.quadrant & 2 == 0 { value } else { -value }
}

pub fn cos(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let angle = Angle::of(x);
    let value = if angle.quadrant & 1 == 0 { angle.cosine() } else { angle.sine() };
    if (angle.quadrant + 1) & 2 == 0 { value } else { -value }
}

pub fn tan(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    // Less than this the tangent is its argument, as is what a division would lose.
    if x.abs() < 1e-150 {
        return x;
    }
    let angle = Angle::of(x);
    let (sine, cosine) = (angle.nearly_sine(), angle.nearly_cosine());
    let (over, under) = if angle.quadrant & 1 == 0 { (sine, cosine) } else { (cosine, sine) };
    let quotient = over.head / under.head;
    let back = Twofold::product(quotient, under.head);
    let rest = (((over.head - back.high) - back.low) + (over.tail - quotient * under.tail)) / under.head;
    // What the tails may be wrong by; the next term of the quotient is as small as this.
    let error = rest.abs() * (4.0 * f64::EPSILON) + (over.error + quotient.abs() * under.error) / under.head.abs();
    let of_second_order = (rest * under.tail / under.head).abs();
    let value = rounded(quotient, rest, error + 2.0 * of_second_order).unwrap_or_else(|| {
        let (sine, cosine) = angle.precisely();
        let sine = if angle.is_negative { sine.scaled(-1.0) } else { sine };
        if angle.quadrant & 1 == 0 { sine.over(cosine).value() } else { cosine.over(sine).value() }
    });
    let is_negative = angle.is_negative != (angle.quadrant & 1 == 1);
    if is_negative { -value } else { value }
}

/// A number as a sum whose smaller part may be wrong by so much.
struct Nearly {
    head: f64,
    tail: f64,
    error: f64,
}

/// An angle, as a quadrant, a tabulated one and what remains.
struct Angle {
    quadrant: i32,
    is_negative: bool,
    sine: Twofold,
    cosine: Twofold,
    rest: Twofold,
}

impl Angle {
    fn of(x: f64) -> Angle {
        let (quadrant, rest) = reduction::remainder(x);
        let is_negative = rest.head < 0.0;
        let (head, tail) = if is_negative { (-rest.head, -rest.tail) } else { (rest.head, rest.tail) };
        let step = nearest(head * ANGLES as f64);
        let (sine, cosine) = ANGLE[step as usize];
        let rest = Twofold::sum(head - step / ANGLES as f64, tail);
        Angle { quadrant, is_negative, sine, cosine, rest }
    }

    /// The sine of what remains less that itself, and its cosine less one.
    fn small(&self) -> (f64, f64) {
        let (d, q) = (self.rest.high, self.rest.high * self.rest.high);
        let sine = -d * q * (1.0 / 6.0 - q * (1.0 / 120.0 - q * (1.0 / 5_040.0)));
        (sine, -q * (0.5 - q * (1.0 / 24.0 - q * (1.0 / 720.0))))
    }

    /// The sine of what is not negative.
    fn nearly_sine(&self) -> Nearly {
        let (sine, cosine) = self.small();
        // The sine of what remains is all there is near zero, where its own head is kept apart.
        if self.sine.high == 0.0 {
            let tail = self.rest.low + sine;
            return Nearly { head: self.rest.high, tail, error: sine.abs() * SLACK };
        }
        let moved = self.cosine.high * (self.rest.high + (self.rest.low + sine));
        let tail = moved + (self.sine.low + self.sine.high * cosine);
        Nearly { head: self.sine.high, tail, error: moved.abs() * SLACK }
    }

    fn nearly_cosine(&self) -> Nearly {
        let (sine, cosine) = self.small();
        let moved = self.sine.high * (self.rest.high + (self.rest.low + sine));
        let tail = (self.cosine.low + self.cosine.high * cosine) - moved;
        Nearly { head: self.cosine.high, tail, error: (moved.abs() + cosine.abs()) * SLACK }
    }

    fn sine(&self) -> f64 {
        let near = self.nearly_sine();
        let value = rounded(near.head, near.tail, near.error).unwrap_or_else(|| self.precisely().0.value().abs());
        if self.is_negative { -value } else { value }
    }

    fn cosine(&self) -> f64 {
        let near = self.nearly_cosine();
        rounded(near.head, near.tail, near.error).unwrap_or_else(|| self.precisely().1.value())
    }

    /// Both to twice the precision.
    fn precisely(&self) -> (Twofold, Twofold) {
        let (sine, cosine, d) = (self.sine, self.cosine, self.rest);
        let square = d.times(d);
        let q = square.high;
        let rest = q * (1.0 / 120.0 - q * (1.0 / 5_040.0 - q * (1.0 / 362_880.0)));
        let small_sine = d.and(d.times(square).times(Twofold::from(rest).minus(SIXTH)));
        let rest = q * q * (1.0 / 24.0 - q * (1.0 / 720.0 - q * (1.0 / 40_320.0)));
        let less_one = square.scaled(-0.5).and(rest.into());
        let of_sum = sine.and(sine.times(less_one).plus(cosine.times(small_sine)));
        let other = cosine.and(cosine.times(less_one).minus(sine.times(small_sine)));
        (if self.is_negative { of_sum.scaled(-1.0) } else { of_sum }, other)
    }
}

pub fn exp(x: f64) -> f64 {
    // What overflows, and what is not normal, has less than the full precision.
    if x.abs() < 708.0 { exponential(x.into()) } else { x.exp() }
}

/// e to a power whose result is a normal number.
fn exponential(x: Twofold) -> f64 {
    let steps = nearest(x.high * (POWERS as f64 / LN_2.high));
    let r = x.minus(LN_2.scaled(1.0 / POWERS as f64).times(steps.into()));
    let h = r.high;
    let series = 1.0 / 24.0 + h * (1.0 / 120.0 + h * (1.0 / 720.0 + h * (1.0 / 5_040.0 + h / 40_320.0)));
    let rest = h * h * h * (1.0 / 6.0 + h * series);
    let power = POWER[(steps as i64).rem_euclid(POWERS as i64) as usize];
    let moved = power.high * (h + (r.low + (h * h * 0.5 + rest)));
    let value = rounded(power.high, moved + power.low, (moved.abs() + power.low.abs()) * SLACK).unwrap_or_else(|| {
        let less_one = r.and(r.times(r).scaled(0.5)).and(rest.into());
        power.and(power.times(less_one)).value()
    });
    let exponent = (steps as i64).div_euclid(POWERS as i64);
    // In two parts: the scale alone may be beyond the largest number.
    let half = exponent / 2;
    value * power_of_two(half) * power_of_two(exponent - half)
}

/// Of a small number, exactly.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1_023) as u64) << 52)
}

pub fn log(x: f64) -> f64 {
    if x > 0.0 && x.is_finite() {
        return natural_logarithm(x).value();
    }
    x.ln()
}

/// The natural logarithm of a positive number.
fn natural_logarithm(x: f64) -> Twofold {
    const SUBNORMAL_SHIFT: i32 = 54;
    let (x, shift) = if x.is_normal() { (x, 0) } else { (x * 2f64.powi(SUBNORMAL_SHIFT), SUBNORMAL_SHIFT) };
    let mut exponent = ((x.to_bits() >> 52) as i32) - 1023 - shift;
    let mut mantissa = f64::from_bits(x.to_bits() & 0x000f_ffff_ffff_ffff | 0x3ff0_0000_0000_0000);
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa *= 0.5;
        exponent += 1;
    }
    let (inverse, tabulated) = INVERSE[nearest(mantissa * INVERSES as f64) as usize];
    let product = Twofold::product(mantissa, inverse);
    let r = Twofold::sum(product.high - 1.0, product.low);
    let h = r.high;
    let series = 1.0 / 7.0 - h * (1.0 / 8.0 - h * (1.0 / 9.0 - h * (1.0 / 10.0 - h / 11.0)));
    let rest = h * h * h * (1.0 / 3.0 - h * (1.0 / 4.0 - h * (1.0 / 5.0 - h * (1.0 / 6.0 - h * series))));
    let square = Twofold::product(h, h);
    let (head, tail) = (f64::from(exponent) * LN_2_HEAD, f64::from(exponent) * LN_2_TAIL);
    let first = Twofold::sum(head, tabulated.high);
    let second = Twofold::sum(first.high, h);
    let third = Twofold::sum(second.high, -0.5 * square.high);
    let small = (r.low - h * r.low) - 0.5 * square.low + (tabulated.low + tail);
    Twofold::ordered_sum(third.high, (first.low + second.low + third.low) + (rest + small))
}

/// Java and C disagree on powers of one and of minus one: `pow(1, NaN)` and `pow(±1, ±∞)` are NaN in Java.
pub fn pow(base: f64, exponent: f64) -> f64 {
    if exponent.is_nan() || (base.abs() == 1.0 && exponent.is_infinite()) {
        return if exponent == 0.0 { 1.0 } else { f64::NAN };
    }
    if exponent == 1.0 {
        return base;
    }
    if exponent == 2.0 {
        return base * base;
    }
    let is_plain = base.is_finite() && base != 0.0 && exponent.is_finite() && (base > 0.0 || exponent.fract() == 0.0);
    let scaled = if is_plain { natural_logarithm(base.abs()).times(exponent.into()) } else { f64::NAN.into() };
    if scaled.high.is_nan() || scaled.high.abs() >= 708.0 {
        return base.powf(exponent);
    }
    let value = exponential(scaled);
    // From 2^53 on all doubles are even.
    let is_odd = exponent.abs() < 2f64.powi(53) && (exponent as i64) & 1 == 1;
    if base < 0.0 && is_odd { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_hotspot() {
        let mut checked = 0;
        for line in include_str!("elementary.txt").lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split(' ').collect();
            let number = |at: usize| f64::from_bits(u64::from_str_radix(fields[at], 16).expect("hexadecimal bits"));
            let (x, expected) = (number(1), number(3));
            let result = match fields[0] {
                "sin" => sin(x),
                "cos" => cos(x),
                "tan" => tan(x),
                "exp" => exp(x),
                "log" => log(x),
                _ => pow(x, number(2)),
            };
            assert_eq!(result.to_bits(), expected.to_bits(), "{line}: {result:?} instead of {expected:?}");
            checked += 1;
        }
        assert!(checked > 100);
    }

    /// What the documentation of `java.lang.Math` prescribes.
    #[test]
    fn special_arguments() {
        for function in [sin, cos, tan] {
            assert!(function(f64::INFINITY).is_nan() && function(f64::NAN).is_nan());
        }
        assert!(sin(-0.0).is_sign_negative() && tan(-0.0).is_sign_negative());
        assert_eq!((cos(0.0), exp(0.0), exp(f64::NEG_INFINITY), exp(1e9)), (1.0, 1.0, 0.0, f64::INFINITY));
        assert_eq!((log(0.0), log(1.0), log(f64::INFINITY)), (f64::NEG_INFINITY, 0.0, f64::INFINITY));
        assert!(log(-1.0).is_nan() && log(f64::NAN).is_nan() && exp(f64::NAN).is_nan());
        assert!(pow(1.0, f64::NAN).is_nan() && pow(-1.0, f64::INFINITY).is_nan() && pow(-8.0, 1.0 / 3.0).is_nan());
        assert_eq!((pow(f64::NAN, 0.0), pow(0.0, -1.0), pow(-0.0, -3.0)), (1.0, f64::INFINITY, f64::NEG_INFINITY));
        assert_eq!((pow(-2.0, 3.0), pow(-2.0, 4.0), pow(10.0, 15.0), pow(2.0, -1074.0)), (-8.0, 16.0, 1e15, 4.9e-324));
    }
}
