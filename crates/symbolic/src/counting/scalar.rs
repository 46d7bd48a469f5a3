//! The integers the counter computes with: machine words first, big integers when they overflow.
//!
//! Every operation that can leave the range says so, and the whole count is then done again with big integers. Checking
//! each operation was preferred to bounding the determinants beforehand: Hadamard's bound would send most systems with
//! 32-bit boxes to the slow arithmetic for nothing.

use dashu::base::{DivEuclid, Gcd, RemEuclid, Signed, UnsignedAbs};
use dashu::integer::IBig;
use std::fmt::Debug;

/// Why a count stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// An operation left the range of the machine's integers: begin again with big ones.
    Overflow,
    /// The allowed effort is spent.
    Effort,
}

pub type Checked<T> = Result<T, Stop>;

pub trait Scalar: Clone + Ord + Debug + 'static {
    fn from_i128(value: i128) -> Self;
    fn to_big(&self) -> IBig;
    fn plus(&self, other: &Self) -> Checked<Self>;
    fn minus(&self, other: &Self) -> Checked<Self>;
    fn times(&self, other: &Self) -> Checked<Self>;
    fn negated(&self) -> Checked<Self>;
    /// The quotient rounded towards minus infinity; the divisor is not zero.
    fn div_floor(&self, divisor: &Self) -> Checked<Self>;
    /// The quotient, known to be an integer.
    fn div_exact(&self, divisor: &Self) -> Checked<Self>;
    fn gcd(&self, other: &Self) -> Checked<Self>;
    fn signum(&self) -> i32;
    /// Does the absolute value equal one?
    fn is_unit(&self) -> bool;
    /// The representative of the residue class modulo `modulus` in `0..modulus`.
    fn residue(&self, modulus: u64) -> u64;
    fn to_f64(&self) -> f64;
    /// The nearest integer of a finite float, for lattice reduction only.
    fn from_f64(value: f64) -> Checked<Self>;

    fn zero() -> Self {
        Self::from_i128(0)
    }
    fn one() -> Self {
        Self::from_i128(1)
    }
    fn is_zero(&self) -> bool {
        self.signum() == 0
    }
    fn absolute(&self) -> Checked<Self> {
        if self.signum() < 0 { self.negated() } else { Ok(self.clone()) }
    }
    fn div_ceil(&self, divisor: &Self) -> Checked<Self> {
        self.negated()?.div_floor(divisor)?.negated()
    }
}

fn small(value: i128) -> Option<i64> {
    i64::try_from(value).ok()
}

impl Scalar for i128 {
    fn from_i128(value: i128) -> Self {
        value
    }
    fn to_big(&self) -> IBig {
        IBig::from(*self)
    }
    fn plus(&self, other: &Self) -> Checked<Self> {
        self.checked_add(*other).ok_or(Stop::Overflow)
    }
    fn minus(&self, other: &Self) -> Checked<Self> {
        self.checked_sub(*other).ok_or(Stop::Overflow)
    }
    fn times(&self, other: &Self) -> Checked<Self> {
        match (small(*self), small(*other)) {
            (Some(a), Some(b)) => Ok(i128::from(a) * i128::from(b)),
            _ => self.checked_mul(*other).ok_or(Stop::Overflow),
        }
    }
    fn negated(&self) -> Checked<Self> {
        self.checked_neg().ok_or(Stop::Overflow)
    }
    fn div_floor(&self, divisor: &Self) -> Checked<Self> {
        if *divisor == 1 {
            return Ok(*self);
        }
        if let (Some(a), Some(b)) = (small(*self), small(*divisor))
            && b != -1
        {
            let quotient = a / b;
            return Ok(i128::from(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }));
        }
        let quotient = self.checked_div(*divisor).ok_or(Stop::Overflow)?;
        Ok(if self % divisor != 0 && (*self < 0) != (*divisor < 0) { quotient - 1 } else { quotient })
    }
    fn div_exact(&self, divisor: &Self) -> Checked<Self> {
        match (small(*self), small(*divisor)) {
            (_, Some(1)) => Ok(*self),
            (Some(a), Some(b)) if b != -1 => Ok(i128::from(a / b)),
            _ => self.checked_div(*divisor).ok_or(Stop::Overflow),
        }
    }
    fn gcd(&self, other: &Self) -> Checked<Self> {
        let (mut a, mut b) = (self.unsigned_abs(), other.unsigned_abs());
        while b != 0 {
            if let (Ok(mut x), Ok(mut y)) = (u64::try_from(a), u64::try_from(b)) {
                while y != 0 {
                    (x, y) = (y, x % y);
                }
                return Ok(i128::from(x));
            }
            (a, b) = (b, a % b);
        }
        i128::try_from(a).map_err(|_| Stop::Overflow)
    }
    fn signum(&self) -> i32 {
        i128::signum(*self) as i32
    }
    fn is_unit(&self) -> bool {
        *self == 1 || *self == -1
    }
    fn residue(&self, modulus: u64) -> u64 {
        match small(*self) {
            // Most values are far below the modulus, and a division costs more than the rest of an evaluation step.
            Some(value) if value >= 0 && (value as u64) < modulus => value as u64,
            Some(value) if value < 0 && value.unsigned_abs() < modulus => modulus - value.unsigned_abs(),
            Some(value) if value >= 0 => value as u64 % modulus,
            Some(value) => {
                let rest = value.unsigned_abs() % modulus;
                if rest == 0 { 0 } else { modulus - rest }
            }
            None => self.rem_euclid(i128::from(modulus)) as u64,
        }
    }
    fn to_f64(&self) -> f64 {
        *self as f64
    }
    fn from_f64(value: f64) -> Checked<Self> {
        if value.abs() < 1e37 { Ok(value.round() as i128) } else { Err(Stop::Overflow) }
    }
}

impl Scalar for IBig {
    fn from_i128(value: i128) -> Self {
        IBig::from(value)
    }
    fn to_big(&self) -> IBig {
        self.clone()
    }
    fn plus(&self, other: &Self) -> Checked<Self> {
        Ok(self + other)
    }
    fn minus(&self, other: &Self) -> Checked<Self> {
        Ok(self - other)
    }
    fn times(&self, other: &Self) -> Checked<Self> {
        Ok(self * other)
    }
    fn negated(&self) -> Checked<Self> {
        Ok(-self)
    }
    fn div_floor(&self, divisor: &Self) -> Checked<Self> {
        // The Euclidean quotient is the floor for positive divisors; a negative one changes both signs first.
        Ok(if divisor.is_negative() { (-self).div_euclid(-divisor) } else { self.div_euclid(divisor) })
    }
    fn div_exact(&self, divisor: &Self) -> Checked<Self> {
        Ok(self / divisor)
    }
    fn gcd(&self, other: &Self) -> Checked<Self> {
        if self.is_zero() || other.is_zero() {
            return Ok(IBig::from(self.unsigned_abs() + other.unsigned_abs()));
        }
        Ok(IBig::from(Gcd::gcd(self, other)))
    }
    fn signum(&self) -> i32 {
        if IBig::is_zero(self) {
            0
        } else if self.is_negative() {
            -1
        } else {
            1
        }
    }
    fn is_unit(&self) -> bool {
        self == &IBig::ONE || self == &IBig::NEG_ONE
    }
    fn residue(&self, modulus: u64) -> u64 {
        u64::try_from(self.rem_euclid(IBig::from(modulus))).expect("a residue is smaller than its modulus")
    }
    fn to_f64(&self) -> f64 {
        IBig::to_f64(self).value()
    }
    fn from_f64(value: f64) -> Checked<Self> {
        IBig::try_from(value.round()).map_err(|_| Stop::Overflow)
    }
}

/// The scalar product of two vectors of equal length.
pub fn dot<S: Scalar>(left: &[S], right: &[S]) -> Checked<S> {
    let mut sum = S::zero();
    for (a, b) in left.iter().zip(right) {
        if !a.is_zero() && !b.is_zero() {
            sum = sum.plus(&a.times(b)?)?;
        }
    }
    Ok(sum)
}
