//! Prime fields of 62 bits in Montgomery's form, with Bernoulli's numbers, for evaluating generating functions.
//!
//! The count of a polytope is an integer below a known bound, so that it may be evaluated modulo enough primes and put
//! together by the Chinese remainder theorem. Against rational arithmetic this makes the cost of a cone independent of
//! the size of its coordinates.

use super::scalar::Scalar;
use dashu::integer::{IBig, UBig};
use std::sync::{Mutex, OnceLock};

/// The largest dimension for which Bernoulli's numbers are prepared.
pub const DEGREE_MAX: usize = 40;

/// Cones of at most this index are evaluated by characters; every field has roots of unity of all these orders.
pub const ORDER_MAX: usize = 16;

/// The least common multiple of the orders: primes are one more than a multiple of it.
const ORDERS: u64 = 720_720;

/// The largest dimension for which the series at roots of unity are prepared.
pub const CHARACTER_DEGREE_MAX: usize = 16;

/// Inverses of integers below this one are looked up: indices of cones are mostly small.
const RECIPROCALS: u64 = 1024;

/// A residue in Montgomery's form: meaningful only together with its [`Field`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Residue(u64);

#[derive(Debug)]
pub struct Field {
    prime: u64,
    /// Minus the inverse of the prime modulo 2^64.
    negated_inverse: u64,
    /// 2^128 modulo the prime.
    square_of_radix: u64,
    /// `1/k` for `1 <= k < RECIPROCALS`.
    pub reciprocals: Vec<Residue>,
    /// `-B_k/k!` for even `k >= 2`: the coefficients of `x·(log td x)'`, where td is Todd's function `x/(1-e^-x)`.
    pub todd: Vec<Residue>,
    pub half: Residue,
    unit: Residue,
    /// Per order, the powers of one primitive root of unity.
    pub roots: Vec<Vec<Residue>>,
    /// Per order d and exponent l in 1..d, the series of `1/(1 - ζ^-l e^-y)`.
    pub geometric: Vec<Vec<Vec<Residue>>>,
}

impl Field {
    fn new(prime: u64) -> Field {
        let mut inverse = 1u64;
        for _ in 0..6 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(inverse)));
        }
        let radix = (u128::from(u64::MAX) + 1) % u128::from(prime);
        let mut field = Field {
            prime,
            negated_inverse: inverse.wrapping_neg(),
            square_of_radix: (radix * radix % u128::from(prime)) as u64,
            reciprocals: Vec::new(),
            todd: Vec::new(),
            half: Residue(0),
            unit: Residue(radix as u64),
            roots: Vec::new(),
            geometric: Vec::new(),
        };
        field.reciprocals = vec![Residue(0), field.unit];
        for k in 2..RECIPROCALS {
            // From prime = quotient·k + rest follows 1/k = -quotient/rest.
            let known = field.reciprocals[(prime % k) as usize];
            field.reciprocals.push(field.minus(Residue(0), field.times(field.embed(prime / k), known)));
        }
        field.half = field.reciprocals[2];
        field.todd = field.todd_coefficients();
        let generator = field.root_generator();
        field.roots = (0..=ORDER_MAX).map(|order| field.powers_of_root(generator, order)).collect();
        field.geometric = (0..=ORDER_MAX)
            .map(|order| (0..order).map(|exponent| field.geometric_series(order, exponent)).collect())
            .collect();
        field
    }

    fn power(&self, base: Residue, mut exponent: u64) -> Residue {
        let (mut result, mut square) = (self.one(), base);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = self.times(result, square);
            }
            square = self.times(square, square);
            exponent >>= 1;
        }
        result
    }

    /// A residue whose order is exactly [`ORDERS`].
    fn root_generator(&self) -> Residue {
        let candidates = (2..).map(|base| self.power(self.embed(base), (self.prime - 1) / ORDERS));
        let exact = |root: &Residue| [2, 3, 5, 7, 11, 13].iter().all(|q| self.power(*root, ORDERS / q) != self.one());
        candidates.into_iter().find(exact).expect("the multiplicative group is cyclic")
    }

    fn powers_of_root(&self, generator: Residue, order: usize) -> Vec<Residue> {
        if order == 0 {
            return Vec::new();
        }
        let root = self.power(generator, ORDERS / order as u64);
        (0..order as u64).map(|exponent| self.power(root, exponent)).collect()
    }

    /// `E = 1/(1 - w e^-y)` satisfies `E' = E(1-E)`.
    fn geometric_series(&self, order: usize, exponent: usize) -> Vec<Residue> {
        if exponent == 0 {
            return Vec::new();
        }
        let w = self.roots[order][order - exponent];
        let mut series = vec![self.inverse(self.minus(self.one(), w))];
        for degree in 0..CHARACTER_DEGREE_MAX {
            let square =
                (0..=degree).fold(Residue(0), |sum, i| self.plus(sum, self.times(series[i], series[degree - i])));
            series.push(self.times(self.minus(series[degree], square), self.reciprocals[degree + 1]));
        }
        series
    }

    /// From `B_k/k! = -Σ_{j<k} (B_j/j!)/(k-j+1)!`.
    fn todd_coefficients(&self) -> Vec<Residue> {
        let mut factorial_reciprocals = vec![self.embed(1)];
        for k in 1..=DEGREE_MAX + 1 {
            factorial_reciprocals.push(self.times(factorial_reciprocals[k - 1], self.reciprocals[k]));
        }
        let mut scaled = vec![self.embed(1)];
        for k in 1..=DEGREE_MAX {
            let mut sum = Residue(0);
            for (j, previous) in scaled.iter().enumerate() {
                sum = self.plus(sum, self.times(*previous, factorial_reciprocals[k - j + 1]));
            }
            scaled.push(self.minus(Residue(0), sum));
        }
        scaled.into_iter().map(|value| self.minus(Residue(0), value)).collect()
    }

    pub fn prime(&self) -> u64 {
        self.prime
    }
    #[inline]
    pub fn zero(&self) -> Residue {
        Residue(0)
    }
    #[inline]
    pub fn one(&self) -> Residue {
        self.unit
    }
    #[inline]
    pub fn is_zero(&self, a: Residue) -> bool {
        a.0 == 0
    }

    #[inline]
    pub fn embed(&self, value: u64) -> Residue {
        self.reduce(u128::from(value) * u128::from(self.square_of_radix))
    }

    pub fn value(&self, a: Residue) -> u64 {
        self.reduce(u128::from(a.0)).0
    }

    #[inline]
    fn reduce(&self, product: u128) -> Residue {
        let quotient = (product as u64).wrapping_mul(self.negated_inverse);
        let sum = (product + u128::from(quotient) * u128::from(self.prime)) >> 64;
        let value = sum as u64;
        Residue(if value >= self.prime { value - self.prime } else { value })
    }

    #[inline]
    pub fn plus(&self, a: Residue, b: Residue) -> Residue {
        let sum = a.0 + b.0;
        Residue(if sum >= self.prime { sum - self.prime } else { sum })
    }

    #[inline]
    pub fn minus(&self, a: Residue, b: Residue) -> Residue {
        Residue(if a.0 >= b.0 { a.0 - b.0 } else { a.0 + self.prime - b.0 })
    }

    #[inline]
    pub fn times(&self, a: Residue, b: Residue) -> Residue {
        self.reduce(u128::from(a.0) * u128::from(b.0))
    }

    /// The inverse of an integer that is no multiple of the prime.
    pub fn inverse_of<S: Scalar>(&self, value: &S) -> Residue {
        let residue = value.residue(self.prime);
        if residue < RECIPROCALS {
            return self.reciprocals[residue as usize];
        }
        if self.prime - residue < RECIPROCALS {
            return self.minus(Residue(0), self.reciprocals[(self.prime - residue) as usize]);
        }
        self.inverse(self.embed(residue))
    }

    /// The inverse of a residue that is not zero, by Euclid's algorithm.
    pub fn inverse(&self, a: Residue) -> Residue {
        let (mut old_rest, mut rest) = (i128::from(self.prime), i128::from(self.value(a)));
        let (mut old_factor, mut factor) = (0i128, 1i128);
        while rest != 0 {
            let quotient = i128::from(old_rest as u64 / rest as u64);
            (old_rest, rest) = (rest, old_rest - quotient * rest);
            (old_factor, factor) = (factor, old_factor - quotient * factor);
        }
        assert!(old_rest == 1, "only a residue other than zero has an inverse");
        self.embed(old_factor.rem_euclid(i128::from(self.prime)) as u64)
    }
}

/// The `index`-th prime below 2^62 that is one more than a multiple of all orders, counted downwards, with its tables.
pub fn field(index: usize) -> &'static Field {
    static FIELDS: OnceLock<Mutex<Vec<&'static Field>>> = OnceLock::new();
    let fields = FIELDS.get_or_init(|| Mutex::new(Vec::new()));
    let mut fields = fields.lock().expect("no holder of this lock panics");
    while fields.len() <= index {
        let start = ((1u64 << 62) - 2) / ORDERS * ORDERS + 1;
        let mut candidate = fields.last().map_or(start, |last| last.prime - ORDERS);
        while !is_prime(candidate) {
            candidate -= ORDERS;
        }
        // A handful of fields for the life of the process: leaking them spares a reference count per cone.
        fields.push(Box::leak(Box::new(Field::new(candidate))));
    }
    fields[index]
}

/// Miller and Rabin's test with the bases that decide it for 64 bits (Sinclair 2011: the first twelve primes suffice).
fn is_prime(n: u64) -> bool {
    let power = |base: u64, mut exponent: u64| {
        let (mut result, mut square) = (1u128, u128::from(base));
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result * square % u128::from(n);
            }
            square = square * square % u128::from(n);
            exponent >>= 1;
        }
        result
    };
    let twos = (n - 1).trailing_zeros();
    [2u64, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].iter().all(|&base| {
        let mut x = power(base, (n - 1) >> twos);
        if x == 1 || x == u128::from(n - 1) {
            return true;
        }
        (1..twos).any(|_| {
            x = x * x % u128::from(n);
            x == u128::from(n - 1)
        })
    })
}

/// The number in `0..product of the primes` with the given residues modulo the first fields (Garner's method).
pub fn chinese_remainder(residues: &[u64]) -> IBig {
    let mut result = UBig::ZERO;
    let mut product = UBig::ONE;
    for (index, &residue) in residues.iter().enumerate() {
        let field = field(index);
        let have = field.embed((&result % field.prime) % field.prime);
        let step = field.embed(&product % field.prime);
        let missing = field.minus(field.embed(residue), have);
        let factor = field.value(field.times(missing, field.inverse(step)));
        result += &product * factor;
        product *= field.prime;
    }
    IBig::from(result)
}
