//! Elementary functions to twice the precision of `double`, for correctly rounded results. A number is the unevaluated
//! sum of two doubles (T. J. Dekker, A floating-point technique for extending the available precision, 1971).

#[derive(Clone, Copy)]
pub(super) struct Twofold {
    pub high: f64,
    pub low: f64,
}

pub(super) const LN_2: Twofold = Twofold { high: std::f64::consts::LN_2, low: 2.319_046_813_846_299_6e-17 };
const LOG10_E: Twofold = Twofold { high: std::f64::consts::LOG10_E, low: 1.098_319_650_216_765e-17 };

impl From<f64> for Twofold {
    fn from(value: f64) -> Self {
        Twofold { high: value, low: 0.0 }
    }
}

impl Twofold {
    pub fn sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let part = high - a;
        Twofold { high, low: (a - (high - part)) + (b - part) }
    }

    /// By halves of the factors, whose products are exact: a fused operation is a call, since processors may lack it.
    pub fn product(a: f64, b: f64) -> Self {
        let high = a * b;
        let ((first, rest), (second, other)) = (halves(a), halves(b));
        Twofold { high, low: ((first * second - high) + (first * other + rest * second)) + rest * other }
    }

    /// The sum of numbers of which the second is not the larger one.
    pub fn ordered_sum(a: f64, b: f64) -> Self {
        let high = a + b;
        Twofold { high, low: b - (high - a) }
    }

    /// The sum with another that cancels little of it, at half the price.
    pub fn and(self, other: Self) -> Self {
        let high = Self::sum(self.high, other.high);
        Self::ordered_sum(high.high, high.low + (self.low + other.low))
    }

    pub fn plus(self, other: Self) -> Self {
        let (high, low) = (Self::sum(self.high, other.high), Self::sum(self.low, other.low));
        let first = Self::sum(high.high, high.low + low.high);
        Self::sum(first.high, first.low + low.low)
    }

    pub fn minus(self, other: Self) -> Self {
        self.plus(Twofold { high: -other.high, low: -other.low })
    }

    pub fn times(self, other: Self) -> Self {
        let product = Self::product(self.high, other.high);
        Self::ordered_sum(product.high, product.low + (self.high * other.low + self.low * other.high))
    }

    pub fn over(self, other: Self) -> Self {
        let first = self.high / other.high;
        let rest = self.minus(other.times(first.into()));
        let second = rest.high / other.high;
        let rest = rest.minus(other.times(second.into()));
        Self::sum(first, second).plus((rest.high / other.high).into())
    }

    pub fn scaled(self, factor: f64) -> Self {
        Twofold { high: self.high * factor, low: self.low * factor }
    }

    pub fn value(self) -> f64 {
        self.high + self.low
    }

    /// e to this power, less one, for arguments of at most 0.35: Taylor's series after halving, then doubling back.
    pub fn small_exp_m1(self) -> Self {
        const HALVINGS: i32 = 8;
        let reduced = self.scaled(0.5f64.powi(HALVINGS));
        let mut term = reduced;
        let mut sum = reduced;
        for n in 2..=10 {
            term = term.times(reduced).over(f64::from(n).into());
            sum = sum.plus(term);
        }
        for _ in 0..HALVINGS {
            sum = sum.scaled(2.0).plus(sum.times(sum));
        }
        sum
    }
}

/// A number as the sum of two with half as many bits (T. J. Dekker, as above).
fn halves(x: f64) -> (f64, f64) {
    const SPLIT: f64 = 134_217_729.0;
    let scaled = SPLIT * x;
    let upper = scaled - (scaled - x);
    (upper, x - upper)
}

/// The natural logarithm of a positive normal number.
pub(super) fn logarithm(x: f64) -> Twofold {
    let exponent = ((x.to_bits() >> 52) as i32) - 1023;
    let mut mantissa = f64::from_bits(x.to_bits() & 0x000f_ffff_ffff_ffff | 0x3ff0_0000_0000_0000);
    let mut power = f64::from(exponent);
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa *= 0.5;
        power += 1.0;
    }
    let near_one = (mantissa - 1.0).abs() < 1.0 / 512.0;
    let log = if near_one {
        // ln m = 2 artanh((m - 1) / (m + 1)), without cancellation.
        let s = Twofold::from(mantissa - 1.0).over(Twofold::sum(mantissa, 1.0));
        let square = s.times(s);
        let mut sum = Twofold::from(0.0);
        for n in (0..8).rev() {
            sum = sum.times(square).plus(Twofold::from(1.0).over(f64::from(2 * n + 1).into()));
        }
        sum.times(s).scaled(2.0)
    } else {
        // One step of Newton's from the double next to it: ln m = y + ln(m e^-y).
        let guess = mantissa.ln();
        let inverse = Twofold::from(-guess).small_exp_m1();
        let rest = inverse.times(mantissa.into()).plus((mantissa - 1.0).into());
        Twofold::from(guess).plus(rest).minus(rest.times(rest).scaled(0.5))
    };
    LN_2.times(power.into()).plus(log)
}

pub fn log10(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 || x.is_infinite() {
        return x.log10();
    }
    if x.is_normal() {
        return logarithm(x).times(LOG10_E).value();
    }
    let scaled = logarithm(x * 2f64.powi(54)).minus(LN_2.scaled(54.0));
    scaled.times(LOG10_E).value()
}

pub fn cbrt(x: f64) -> f64 {
    let guess = x.cbrt();
    if x == 0.0 || !x.is_finite() || !x.is_normal() {
        return guess;
    }
    // Scaled so that the cube neither overflows nor loses bits.
    let (x, guess, back) = match x.abs() {
        big if big > 1e200 => (x * 2f64.powi(-300), guess * 2f64.powi(-100), 2f64.powi(100)),
        small if small < 1e-200 => (x * 2f64.powi(300), guess * 2f64.powi(100), 2f64.powi(-100)),
        _ => (x, guess, 1.0),
    };
    let square = Twofold::product(guess, guess);
    let rest = square.times(guess.into()).minus(x.into());
    Twofold::from(guess).minus(rest.over(square.scaled(3.0))).value() * back
}

pub fn tanh(x: f64) -> f64 {
    let size = x.abs();
    if x.is_nan() || x == 0.0 || size < 1e-9 {
        // The next term of the series is beyond the last bit, but it decides how the sum is rounded.
        return if size < 1e-150 || x.is_nan() { x } else { x - x * x * x / 3.0 };
    }
    if size > 22.0 {
        return 1f64.copysign(x);
    }
    // tanh x = (e^2x - 1) / (e^2x + 1), with e^2x = 2^k e^r.
    let double = Twofold::from(2.0 * size);
    let power = (double.high / LN_2.high).round();
    let reduced = double.minus(LN_2.times(power.into())).small_exp_m1();
    let scale = 2f64.powi(power as i32);
    let less_one = reduced.scaled(scale).plus((scale - 1.0).into());
    less_one.over(less_one.plus(2.0.into())).value().copysign(x)
}
