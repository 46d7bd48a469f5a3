//! The integers the counter computes with: machine words first, then double words, big integers when those overflow.
//!
//! Every operation that can leave the range says so, and the whole count is then done again with wider integers. Checking
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
    /// What to go on with where these integers overflow.
    type Wider: Scalar;
    fn widened(&self) -> Self::Wider;
    fn from_word(value: i64) -> Self;
    fn from_i128(value: i128) -> Checked<Self>;
    fn to_big(&self) -> IBig;
    fn plus(&self, other: &Self) -> Checked<Self>;
    fn minus(&self, other: &Self) -> Checked<Self>;
    fn times(&self, other: &Self) -> Checked<Self>;
    fn negated(&self) -> Checked<Self>;
    /// The quotient rounded towards minus infinity; the divisor is not zero.
    fn div_floor(&self, divisor: &Self) -> Checked<Self>;
    /// The quotient, known to be an integer.
    fn div_exact(&self, divisor: &Self) -> Checked<Self>;
    /// `(self·factor - left·right) / divisor`, known to be an integer: the step of a fraction-free elimination.
    fn eliminated(&self, factor: &Self, left: &Self, right: &Self, divisor: &Self) -> Checked<Self> {
        self.times(factor)?.minus(&left.times(right)?)?.div_exact(divisor)
    }
    /// `Σ factors·values / divisor`, known to be an integer.
    fn combined(factors: &[Self], values: &[Self], divisor: &Self) -> Checked<Self> {
        let mut sum = Self::zero();
        for (factor, value) in factors.iter().zip(values) {
            if !factor.is_zero() && !value.is_zero() {
                sum = sum.plus(&factor.times(value)?)?;
            }
        }
        sum.div_exact(divisor)
    }
    fn gcd(&self, other: &Self) -> Checked<Self>;
    fn signum(&self) -> i32;
    /// Does the absolute value equal one?
    fn is_unit(&self) -> bool;
    /// The representative of the residue class modulo `modulus` in `0..modulus`.
    fn residue(&self, modulus: u64) -> u64;
    fn to_f64(&self) -> f64;
    /// The nearest integer of a finite float, for lattice reduction only.
    fn from_f64(value: f64) -> Checked<Self>;
    /// The value as a machine word, if it is one.
    fn to_word(&self) -> Option<i64>;

    fn zero() -> Self {
        Self::from_word(0)
    }
    fn one() -> Self {
        Self::from_word(1)
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

#[inline]
fn narrow(value: i128) -> Checked<i64> {
    i64::try_from(value).map_err(|_| Stop::Overflow)
}

fn small(value: i128) -> Option<i64> {
    i64::try_from(value).ok()
}

impl Scalar for i64 {
    type Wider = i128;
    fn widened(&self) -> i128 {
        i128::from(*self)
    }
    #[inline]
    fn from_word(value: i64) -> Self {
        value
    }
    fn from_i128(value: i128) -> Checked<Self> {
        narrow(value)
    }
    fn to_big(&self) -> IBig {
        IBig::from(*self)
    }
    #[inline]
    fn plus(&self, other: &Self) -> Checked<Self> {
        self.checked_add(*other).ok_or(Stop::Overflow)
    }
    #[inline]
    fn minus(&self, other: &Self) -> Checked<Self> {
        self.checked_sub(*other).ok_or(Stop::Overflow)
    }
    #[inline]
    fn times(&self, other: &Self) -> Checked<Self> {
        self.checked_mul(*other).ok_or(Stop::Overflow)
    }
    #[inline]
    fn negated(&self) -> Checked<Self> {
        self.checked_neg().ok_or(Stop::Overflow)
    }
    #[inline]
    fn div_floor(&self, divisor: &Self) -> Checked<Self> {
        if *divisor == 1 {
            return Ok(*self);
        }
        let quotient = self.checked_div(*divisor).ok_or(Stop::Overflow)?;
        Ok(if quotient * divisor != *self && (*self < 0) != (*divisor < 0) { quotient - 1 } else { quotient })
    }
    #[inline]
    fn div_exact(&self, divisor: &Self) -> Checked<Self> {
        if *divisor == 1 { Ok(*self) } else { self.checked_div(*divisor).ok_or(Stop::Overflow) }
    }
    #[inline]
    fn eliminated(&self, factor: &Self, left: &Self, right: &Self, divisor: &Self) -> Checked<Self> {
        // The difference may need two words although the quotient needs one.
        let wide = i128::from(*self) * i128::from(*factor) - i128::from(*left) * i128::from(*right);
        match narrow(wide) {
            Ok(value) => Scalar::div_exact(&value, divisor),
            Err(_) => narrow(wide / i128::from(*divisor)),
        }
    }
    fn combined(factors: &[Self], values: &[Self], divisor: &Self) -> Checked<Self> {
        let mut sum = 0i128;
        for (factor, value) in factors.iter().zip(values) {
            sum = sum.checked_add(i128::from(*factor) * i128::from(*value)).ok_or(Stop::Overflow)?;
        }
        narrow(sum / i128::from(*divisor))
    }
    #[inline]
    fn gcd(&self, other: &Self) -> Checked<Self> {
        let (mut a, mut b) = (self.unsigned_abs(), other.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        i64::try_from(a).map_err(|_| Stop::Overflow)
    }
    #[inline]
    fn signum(&self) -> i32 {
        i64::signum(*self) as i32
    }
    #[inline]
    fn is_unit(&self) -> bool {
        *self == 1 || *self == -1
    }
    #[inline]
    fn residue(&self, modulus: u64) -> u64 {
        // Most values are far below the modulus, and a division costs more than the rest of an evaluation step.
        let size = self.unsigned_abs();
        let rest = if size < modulus { size } else { size % modulus };
        if *self >= 0 || rest == 0 { rest } else { modulus - rest }
    }
    #[inline]
    fn to_f64(&self) -> f64 {
        *self as f64
    }
    fn from_f64(value: f64) -> Checked<Self> {
        if value.abs() < 9e18 { Ok(value.round() as i64) } else { Err(Stop::Overflow) }
    }
    #[inline]
    fn to_word(&self) -> Option<i64> {
        Some(*self)
    }
}

impl Scalar for i128 {
    type Wider = IBig;
    fn widened(&self) -> IBig {
        self.to_big()
    }
    fn from_word(value: i64) -> Self {
        i128::from(value)
    }
    fn from_i128(value: i128) -> Checked<Self> {
        Ok(value)
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
    fn to_word(&self) -> Option<i64> {
        small(*self)
    }
}

impl Scalar for IBig {
    type Wider = IBig;
    fn widened(&self) -> IBig {
        self.clone()
    }
    fn from_word(value: i64) -> Self {
        IBig::from(value)
    }
    fn from_i128(value: i128) -> Checked<Self> {
        Ok(IBig::from(value))
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
    fn to_word(&self) -> Option<i64> {
        i64::try_from(self).ok()
    }
}
