//! Values of formulas in all states: truth, possibly not known everywhere, and numbers with bounds.

use dashu::rational::RBig;

use crate::bits::Bits;
use crate::rational;

/// Where a formula certainly holds and where it may hold. They differ only if part of the model is unknown.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    pub must: Bits,
    pub may: Bits,
}

impl Truth {
    pub fn certain(states: Bits) -> Truth {
        Truth { may: states.clone(), must: states }
    }

    pub fn constant(states: usize, value: bool) -> Truth {
        Truth::certain(if value { Bits::full(states) } else { Bits::new(states) })
    }

    pub fn not(&self) -> Truth {
        Truth { must: self.may.not(), may: self.must.not() }
    }

    pub fn and(&self, other: &Truth) -> Truth {
        Truth { must: self.must.and(&other.must), may: self.may.and(&other.may) }
    }

    pub fn or(&self, other: &Truth) -> Truth {
        Truth { must: self.must.or(&other.must), may: self.may.or(&other.may) }
    }

    pub fn is_certain(&self) -> bool {
        self.must == self.may
    }
}

/// A non-negative fraction or infinity.
#[derive(Clone, Debug, PartialEq)]
pub enum Extended {
    Finite(RBig),
    Infinite,
}

impl Extended {
    pub fn zero() -> Extended {
        Extended::Finite(RBig::ZERO)
    }

    pub fn one() -> Extended {
        Extended::Finite(RBig::ONE)
    }

    pub fn finite(&self) -> Option<&RBig> {
        match self {
            Extended::Finite(value) => Some(value),
            Extended::Infinite => None,
        }
    }

    pub fn to_f64(&self) -> f64 {
        self.finite().map_or(f64::INFINITY, rational::nearest)
    }
}

impl PartialOrd for Extended {
    fn partial_cmp(&self, other: &Extended) -> Option<std::cmp::Ordering> {
        use std::cmp::Ordering;
        Some(match (self, other) {
            (Extended::Infinite, Extended::Infinite) => Ordering::Equal,
            (Extended::Infinite, _) => Ordering::Greater,
            (_, Extended::Infinite) => Ordering::Less,
            (Extended::Finite(left), Extended::Finite(right)) => left.cmp(right),
        })
    }
}

/// Bounds on a number in each state, and the number itself where exact arithmetic was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers {
    pub lower: Vec<f64>,
    pub upper: Vec<f64>,
    pub exact: Option<Vec<Extended>>,
}

impl Numbers {
    pub fn constant(states: usize, value: f64, exact: Option<RBig>) -> Numbers {
        Numbers {
            lower: vec![value; states],
            upper: vec![value; states],
            exact: exact.map(|exact| vec![Extended::Finite(exact); states]),
        }
    }

    /// One where the set holds, zero elsewhere.
    pub fn indicator(set: &Bits, exact: bool) -> Numbers {
        let values: Vec<f64> = (0..set.len()).map(|state| f64::from(u8::from(set.contains(state)))).collect();
        let fractions = || {
            (0..set.len()).map(|state| if set.contains(state) { Extended::one() } else { Extended::zero() }).collect()
        };
        Numbers { lower: values.clone(), upper: values, exact: exact.then(fractions) }
    }

    pub fn len(&self) -> usize {
        self.lower.len()
    }

    pub fn is_empty(&self) -> bool {
        self.lower.is_empty()
    }

    /// The best single double: the exact one, else the middle of the bounds.
    pub fn value(&self, state: usize) -> f64 {
        if let Some(exact) = &self.exact {
            return exact[state].to_f64();
        }
        let (lower, upper) = (self.lower[state], self.upper[state]);
        if lower == upper || lower.is_infinite() {
            return lower;
        }
        if upper.is_infinite() {
            return upper;
        }
        lower + 0.5 * (upper - lower)
    }

    /// Replaces the bounds by what the exact values say.
    pub fn sharpen(mut self) -> Numbers {
        if let Some(exact) = &self.exact {
            self.lower = exact.iter().map(Extended::to_f64).collect();
            self.upper = self.lower.clone();
        }
        self
    }
}
