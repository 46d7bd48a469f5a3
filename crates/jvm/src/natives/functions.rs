//! Functions of real numbers that symbolic execution knows by name: conditions on them are searched for, not decided. They are
//! what the natives of `Math` and `StrictMath` compute, bit for bit.

use super::strict_math::{circular, exponential, hyperbolic, inverse};
use super::{double_double, elementary};

type Function = fn(f64, f64) -> f64;

const FUNCTIONS: [(&str, Function); 21] = [
    ("Math.sin", |x, _| elementary::sin(x)),
    ("Math.cos", |x, _| elementary::cos(x)),
    ("Math.tan", |x, _| elementary::tan(x)),
    ("Math.exp", |x, _| elementary::exp(x)),
    ("Math.log", |x, _| elementary::log(x)),
    ("Math.log10", |x, _| double_double::log10(x)),
    ("Math.pow", elementary::pow),
    ("StrictMath.sin", |x, _| circular::sin(x)),
    ("StrictMath.cos", |x, _| circular::cos(x)),
    ("StrictMath.tan", |x, _| circular::tan(x)),
    ("StrictMath.asin", |x, _| inverse::asin(x)),
    ("StrictMath.acos", |x, _| inverse::acos(x)),
    ("StrictMath.atan", |x, _| inverse::atan(x)),
    ("StrictMath.atan2", inverse::atan2),
    ("StrictMath.exp", |x, _| exponential::exp(x)),
    ("StrictMath.expm1", |x, _| exponential::expm1(x)),
    ("StrictMath.log", |x, _| exponential::log(x)),
    ("StrictMath.log10", |x, _| exponential::log10(x)),
    ("StrictMath.log1p", |x, _| exponential::log1p(x)),
    ("StrictMath.sinh", |x, _| hyperbolic::sinh(x)),
    ("StrictMath.cosh", |x, _| hyperbolic::cosh(x)),
];

/// The name of the function that a method of a class is, if it is one.
pub(super) fn named(class: &str, method: &str) -> Option<&'static str> {
    let class = class.strip_prefix("java/lang/")?;
    let is_it = |name: &&str| name.split_once('.') == Some((class, method));
    FUNCTIONS.iter().map(|(name, _)| *name).find(|name| is_it(name))
}

/// Its value. Those of one argument ignore the second.
pub fn value(name: &str, x: f64, y: f64) -> f64 {
    let known = FUNCTIONS.iter().find(|(known, _)| *known == name);
    known.expect("only these are named").1(x, y)
}
