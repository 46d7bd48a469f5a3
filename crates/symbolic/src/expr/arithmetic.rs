//! Building integer expressions: each operation of the JVM's instruction set as an exact one and a reduction.

use super::{Binary, ExprId, Exprs, Interval, Node, Width};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Neg,
    /// Bitwise complement.
    Complement,
}

/// Coefficients above this are kept out of sums by [`Node::Opaque`].
const COEFFICIENT_MAX: i128 = 1 << 100;

type Terms = Vec<(ExprId, i128)>;

impl Exprs {
    /// The operation on two operands of type `width` (`Int` or `Long`; the count of a shift may be either). For `Div` and
    /// `Rem` the caller has made sure that the divisor is not zero on this path.
    pub fn binary(&mut self, op: Binary, width: Width, a: ExprId, b: ExprId) -> ExprId {
        match op {
            Binary::Add => {
                let sum = self.plus(a, b);
                self.convert(sum, width)
            }
            Binary::Sub => {
                let difference = self.minus(a, b);
                self.convert(difference, width)
            }
            Binary::Mul => {
                let product = self.times(a, b);
                if self.interval(product).within(Interval::of(width)) {
                    return product;
                }
                let (a, b) = (self.without_turns(a, width), self.without_turns(b, width));
                let product = self.times(a, b);
                self.convert(product, width)
            }
            Binary::Div => {
                let quotient = self.quotient(a, b);
                // The one quotient that leaves the type: MIN_VALUE / -1.
                self.convert(quotient, width)
            }
            Binary::Rem => self.remainder(a, b),
            Binary::And => self.bit_and(a, b),
            Binary::Or => {
                if self.is_truth(a) && self.is_truth(b) {
                    return self.or(&[a, b]);
                }
                if self.are_apart(a, b) {
                    return self.joined(op, width, a, b);
                }
                // a | b = a + b - (a & b)
                let both = self.bit_and(a, b);
                let sum = self.plus(a, b);
                let result = self.minus(sum, both);
                let result = self.bitwise(result, both, op, a, b);
                self.within_width(result, width)
            }
            Binary::Xor => {
                if self.is_truth(a) && self.is_truth(b) {
                    return self.differ(a, b);
                }
                if let Some(left) = self.without_pair(a, b, width) {
                    return left;
                }
                if self.are_apart(a, b) {
                    return self.joined(op, width, a, b);
                }
                // a ^ b = a + b - 2(a & b)
                let both = self.bit_and(a, b);
                let twice = self.scaled(both, 2);
                let sum = self.plus(a, b);
                let result = self.minus(sum, twice);
                let result = self.bitwise(result, both, op, a, b);
                self.within_width(result, width)
            }
            Binary::Shl | Binary::Shr | Binary::Ushr => self.shift(op, width, a, b),
        }
    }

    /// A factor of a product that is going to be reduced into a type, without the multiples of 2^width a reduction of its own has
    /// left in it: products of equal factors are then seen to be equal. It must not make a narrow factor wide, for a product with a
    /// narrow one is split by its values.
    fn without_turns(&mut self, a: ExprId, width: Width) -> ExprId {
        let Node::Sum { terms, constant } = self.node(a) else { return a };
        let modulus = 1i128 << width.bits();
        let kept: Terms = terms.iter().filter(|term| term.1 % modulus != 0).copied().collect();
        let (constant, changed) = (*constant, kept.len() < terms.len());
        if !changed || kept.is_empty() {
            return a;
        }
        let result = self.sum(kept, constant);
        if self.interval(result).width() <= 2 * self.interval(a).width() { result } else { a }
    }

    pub fn unary(&mut self, op: UnaryOp, width: Width, a: ExprId) -> ExprId {
        let negated = self.scaled(a, -1);
        match op {
            UnaryOp::Neg => self.convert(negated, width),
            UnaryOp::Complement => self.offset(negated, -1),
        }
    }

    /// Reduces a value into a type: `i2b`, `i2c`, `i2s`, `l2i`, and after every operation.
    pub fn convert(&mut self, a: ExprId, width: Width) -> ExprId {
        let range = Interval::of(width);
        if self.interval(a).within(range) {
            return a;
        }
        // a - 2^w·⌊(a - low)/2^w⌋
        let modulus = 1i128 << width.bits();
        let moved = self.offset(a, -range.low);
        let turns = self.floor(moved, modulus);
        let turned = self.scaled(turns, -modulus);
        let result = self.plus(a, turned);
        self.within_width(result, width)
    }

    /// Notes that a result is known to lie in its type, which intervals alone may not show.
    pub(super) fn within_width(&mut self, a: ExprId, width: Width) -> ExprId {
        if self.as_constant(a).is_none() {
            self.refine(a, Interval::of(width));
        }
        a
    }

    /// An expression as terms and a constant.
    pub(crate) fn terms_of(&self, a: ExprId) -> (Terms, i128) {
        match self.node(a) {
            Node::Constant(value) => (Vec::new(), *value),
            Node::Sum { terms, constant } => (terms.to_vec(), *constant),
            _ => (vec![(a, 1)], 0),
        }
    }

    /// `terms + constant + factor·other`, unless coefficients outgrow their bound.
    pub(crate) fn add_scaled(
        &self,
        terms: &[(ExprId, i128)],
        constant: i128,
        other: ExprId,
        factor: i128,
    ) -> Option<(Terms, i128)> {
        let small = |value: i128| (value.unsigned_abs() <= COEFFICIENT_MAX.unsigned_abs()).then_some(value);
        let scale = |value: i128| value.checked_mul(factor).and_then(small);
        let (added, added_constant) = self.terms_of(other);
        let mut result = Vec::with_capacity(terms.len() + added.len());
        let (mut left, mut right) = (terms.iter().peekable(), added.iter().peekable());
        loop {
            let term = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(&&(atom, a)), Some(&&(other_atom, b))) if atom == other_atom => {
                    left.next();
                    right.next();
                    (atom, small(a.checked_add(scale(b)?)?)?)
                }
                (Some(&&(atom, a)), other) if other.is_none_or(|term| atom < term.0) => {
                    left.next();
                    (atom, a)
                }
                (_, Some(&&(atom, b))) => {
                    right.next();
                    (atom, scale(b)?)
                }
                (Some(_), None) => unreachable!("covered by the guard above"),
            };
            if term.1 != 0 {
                result.push(term);
            }
        }
        // Constants may be as large as the product of two longs: a reduction follows.
        let constant = added_constant.checked_mul(factor)?.checked_add(constant)?;
        (constant.unsigned_abs() <= Interval::FAR.unsigned_abs()).then_some((result, constant))
    }

    pub(crate) fn sum(&mut self, mut terms: Terms, constant: i128) -> ExprId {
        self.join_remainders(&mut terms);
        match terms.as_slice() {
            [] => self.constant(constant),
            [(atom, 1)] if constant == 0 => *atom,
            _ => self.intern(Node::Sum { terms: terms.into_boxed_slice(), constant }),
        }
    }

    /// `k·(a % b) + k·(a / b)·b` is `k·a`.
    fn join_remainders(&self, terms: &mut Terms) {
        let pair = terms.iter().find_map(|&(rest, factor)| {
            let Node::Remainder(a, b) = *self.node(rest) else { return None };
            let is_multiple = |atom: ExprId| match *self.node(atom) {
                Node::Product(x, y) => {
                    let is_quotient = |id: ExprId| *self.node(id) == Node::Quotient(a, b);
                    (x == b && is_quotient(y)) || (y == b && is_quotient(x))
                }
                _ => false,
            };
            let multiple = terms.iter().find(|term| term.1 == factor && is_multiple(term.0))?.0;
            Some((rest, multiple, a, factor))
        });
        if let Some((rest, multiple, a, factor)) = pair {
            let others: Terms = terms.iter().filter(|term| term.0 != rest && term.0 != multiple).copied().collect();
            if let Some((joined, 0)) = self.add_scaled(&others, 0, a, factor) {
                *terms = joined;
            }
        }
    }

    /// Exact `a + factor·b`.
    fn combine(&mut self, a: ExprId, b: ExprId, factor: i128) -> ExprId {
        let (terms, constant) = self.terms_of(a);
        if let Some((terms, constant)) = self.add_scaled(&terms, constant, b, factor) {
            return self.sum(terms, constant);
        }
        // Behind barriers both operands are single atoms, and the factor is a Java constant: this fits.
        let (a, b) = (self.opaque(a), self.opaque(b));
        let (terms, constant) = self.terms_of(a);
        let (terms, constant) =
            self.add_scaled(&terms, constant, b, factor).expect("operands behind barriers have small coefficients");
        self.sum(terms, constant)
    }

    pub(super) fn opaque(&mut self, a: ExprId) -> ExprId {
        match self.node(a) {
            Node::Sum { .. } => self.intern(Node::Opaque(a)),
            _ => a,
        }
    }

    pub(crate) fn plus(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.combine(a, b, 1)
    }

    pub(crate) fn minus(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.combine(a, b, -1)
    }

    pub(crate) fn scaled(&mut self, a: ExprId, factor: i128) -> ExprId {
        let zero = self.constant(0);
        self.combine(zero, a, factor)
    }

    pub(crate) fn offset(&mut self, a: ExprId, constant: i128) -> ExprId {
        let constant = self.constant(constant);
        self.plus(a, constant)
    }

    /// The exact product.
    pub(crate) fn times(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(factor), _) => self.scaled(b, factor),
            (_, Some(factor)) => self.scaled(a, factor),
            _ => {
                let (a, b) = (a.min(b), a.max(b));
                let is_sum = |id: ExprId| matches!(self.node(id), Node::Sum { .. });
                self.multiplies_sums |= is_sum(a) || is_sum(b);
                self.intern(Node::Product(a, b))
            }
        }
    }

    /// `⌊a / divisor⌋` for a positive constant, with everything divisible taken out of the floor.
    pub(crate) fn floor(&mut self, a: ExprId, divisor: i128) -> ExprId {
        assert!(divisor > 0, "floors have positive divisors");
        if divisor == 1 {
            return a;
        }
        let (terms, constant) = self.terms_of(a);
        let mut outside: Terms = Vec::new();
        let mut inside: Terms = Vec::new();
        let mut common = divisor;
        for (atom, coefficient) in terms {
            let mut rest = coefficient.rem_euclid(divisor);
            if rest > divisor / 2 {
                rest -= divisor;
            }
            let whole = (coefficient - rest) / divisor;
            if whole != 0 {
                outside.push((atom, whole));
            }
            if rest != 0 {
                inside.push((atom, rest));
                common = greatest_common_divisor(common, rest);
            }
        }
        let whole = constant.div_euclid(divisor);
        let outside = self.sum(outside, whole);
        if inside.is_empty() {
            return outside;
        }
        for term in &mut inside {
            term.1 /= common;
        }
        let rest = constant.rem_euclid(divisor).div_euclid(common);
        let divisor = divisor / common;
        let dividend = self.sum(inside, rest);
        let floor = if divisor == 1 { dividend } else { self.floor_atom(dividend, divisor) };
        self.plus(outside, floor)
    }

    fn floor_atom(&mut self, dividend: ExprId, divisor: i128) -> ExprId {
        // ⌊(⌊e/m⌋ + k)/d⌋ = ⌊(e + k·m)/(m·d)⌋
        let (terms, constant) = self.terms_of(dividend);
        if let [(atom, 1)] = terms.as_slice()
            && let Node::Floor(inner, modulus) = *self.node(*atom)
            && let Some(product) = modulus.checked_mul(divisor).filter(|product| *product < COEFFICIENT_MAX)
            && let Some(shift) = modulus.checked_mul(constant)
        {
            let moved = self.offset(inner, shift);
            return self.floor(moved, product);
        }
        self.intern(Node::Floor(dividend, divisor))
    }

    /// Java's division.
    pub(crate) fn quotient(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let Some(divisor) = self.as_constant(b).filter(|divisor| *divisor != 0) else {
            if a == b {
                return self.constant(1);
            }
            return self.intern(Node::Quotient(a, b));
        };
        if divisor < 0 {
            let positive = self.constant(-divisor);
            let quotient = self.quotient(a, positive);
            return self.scaled(quotient, -1);
        }
        let range = self.interval(a);
        if divisor == 1 || range.low >= 0 {
            self.floor(a, divisor)
        } else if range.high <= 0 {
            let negated = self.scaled(a, -1);
            let quotient = self.floor(negated, divisor);
            self.scaled(quotient, -1)
        } else {
            self.intern(Node::Quotient(a, b))
        }
    }

    /// Java's remainder.
    pub(crate) fn remainder(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match self.as_constant(b) {
            Some(divisor) if divisor != 0 => {
                let quotient = self.quotient(a, b);
                let multiple = self.scaled(quotient, divisor);
                let result = self.minus(a, multiple);
                let range = self.interval(a).remainder(Interval::point(divisor));
                if self.as_constant(result).is_none() {
                    self.refine(result, range);
                }
                result
            }
            _ if a == b => self.constant(0),
            _ => self.intern(Node::Remainder(a, b)),
        }
    }
}

pub(crate) fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
