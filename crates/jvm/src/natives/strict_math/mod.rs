//! `StrictMath`, whose results Java prescribes to the last bit: those of fdlibm 5.3 (Sun Microsystems, 1993; see
//! netlib.org/fdlibm). JDK 17 has these functions as natives; later ones compute them in Java. The functions follow
//! fdlibm's case distinctions and orders of evaluation, which decide the last bit; its tricks to raise floating-point
//! flags are left out, since Java has none.

pub(super) mod circular;
pub(super) mod exponential;
pub(super) mod hyperbolic;
pub(super) mod inverse;
pub(super) mod reduction;

fn double(slot: u64) -> f64 {
    f64::from_bits(slot)
}

natives! {
    "java/lang/StrictMath.sin(D)D" => |_, args| Ok(circular::sin(double(args[0])).to_bits());
    "java/lang/StrictMath.cos(D)D" => |_, args| Ok(circular::cos(double(args[0])).to_bits());
    "java/lang/StrictMath.tan(D)D" => |_, args| Ok(circular::tan(double(args[0])).to_bits());
    "java/lang/StrictMath.asin(D)D" => |_, args| Ok(inverse::asin(double(args[0])).to_bits());
    "java/lang/StrictMath.acos(D)D" => |_, args| Ok(inverse::acos(double(args[0])).to_bits());
    "java/lang/StrictMath.atan(D)D" => |_, args| Ok(inverse::atan(double(args[0])).to_bits());
    "java/lang/StrictMath.atan2(DD)D" => |_, args| Ok(inverse::atan2(double(args[0]), double(args[2])).to_bits());
    "java/lang/StrictMath.exp(D)D" => |_, args| Ok(exponential::exp(double(args[0])).to_bits());
    "java/lang/StrictMath.expm1(D)D" => |_, args| Ok(exponential::expm1(double(args[0])).to_bits());
    "java/lang/StrictMath.log(D)D" => |_, args| Ok(exponential::log(double(args[0])).to_bits());
    "java/lang/StrictMath.log10(D)D" => |_, args| Ok(exponential::log10(double(args[0])).to_bits());
    "java/lang/StrictMath.log1p(D)D" => |_, args| Ok(exponential::log1p(double(args[0])).to_bits());
    "java/lang/StrictMath.sinh(D)D" => |_, args| Ok(hyperbolic::sinh(double(args[0])).to_bits());
    "java/lang/StrictMath.cosh(D)D" => |_, args| Ok(hyperbolic::cosh(double(args[0])).to_bits());
    "java/lang/StrictMath.tanh(D)D" => |_, args| Ok(hyperbolic::tanh(double(args[0])).to_bits());
    "java/lang/StrictMath.IEEEremainder(DD)D" => |_, args| Ok(ieee_remainder(double(args[0]), double(args[2])).to_bits());
}

/// The sign bit cleared from a high word.
const MAGNITUDE: i32 = 0x7fff_ffff;
/// The high word of infinity.
const INFINITE: i32 = 0x7ff0_0000;

fn high(x: f64) -> i32 {
    (x.to_bits() >> 32) as i32
}

fn low(x: f64) -> u32 {
    x.to_bits() as u32
}

fn with_high(x: f64, word: i32) -> f64 {
    f64::from_bits(x.to_bits() & 0xffff_ffff | (word as u32 as u64) << 32)
}

/// The number cut to its upper half, which products with another such half keep exact.
fn cut(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & 0xffff_ffff_0000_0000)
}

/// `x * 2^k`, for results that are normal numbers.
fn scaled(x: f64, k: i32) -> f64 {
    with_high(x, high(x).wrapping_add(k << 20))
}

/// Horner's rule, lowest coefficient first.
fn polynomial(x: f64, coefficients: &[f64]) -> f64 {
    coefficients.iter().rev().copied().reduce(|sum, next| next + x * sum).unwrap_or(0.0)
}

/// `x - n*p` for the integer `n` nearest to `x/p`, the even one of two.
fn ieee_remainder(x: f64, p: f64) -> f64 {
    if p == 0.0 || x.is_nan() || x.is_infinite() || p.is_nan() {
        return f64::NAN;
    }
    let (sign, p) = (x.is_sign_negative(), p.abs());
    let mut rest = x;
    // Twice p does not overflow; the remainder of a floating-point division is exact.
    if high(p) <= 0x7fdf_ffff {
        rest %= p + p;
    }
    if x.abs() == p {
        return 0.0 * x;
    }
    let mut rest = rest.abs();
    if high(p) < 0x0020_0000 {
        if rest + rest > p {
            rest -= p;
            if rest + rest >= p {
                rest -= p;
            }
        }
    } else {
        let half = 0.5 * p;
        if rest > half {
            rest -= p;
            if rest >= half {
                rest -= p;
            }
        }
    }
    if sign { -rest } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values that HotSpot 17's `StrictMath` gives, as bits.
    #[test]
    fn agrees_with_hotspot() {
        type Function = fn(f64) -> f64;
        let functions: [(&str, Function); 15] = [
            ("sin", circular::sin),
            ("cos", circular::cos),
            ("tan", circular::tan),
            ("asin", inverse::asin),
            ("acos", inverse::acos),
            ("atan", inverse::atan),
            ("exp", exponential::exp),
            ("expm1", exponential::expm1),
            ("log", exponential::log),
            ("log10", exponential::log10),
            ("log1p", exponential::log1p),
            ("sinh", hyperbolic::sinh),
            ("cosh", hyperbolic::cosh),
            ("tanh", hyperbolic::tanh),
            ("remainder", |x| ieee_remainder(x, 0.7)),
        ];
        let mut checked = 0;
        for line in include_str!("hotspot.txt").lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split(' ').collect();
            let (name, function) = functions.iter().find(|(name, _)| *name == fields[0]).expect("a known function");
            let bits = |text: &str| u64::from_str_radix(text, 16).expect("hexadecimal bits");
            let (argument, expected) = (f64::from_bits(bits(fields[1])), f64::from_bits(bits(fields[2])));
            let result = function(argument);
            let same = result.to_bits() == expected.to_bits() || (result.is_nan() && expected.is_nan());
            assert!(same, "{name}({argument:?}) is {result:?}, HotSpot gives {expected:?}");
            checked += 1;
        }
        assert!(checked > 1000);
    }
}
