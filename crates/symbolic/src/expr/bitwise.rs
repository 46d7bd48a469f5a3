//! Operations on bits: masks and shifts by constants are sums of floors, `a ^ b` and `a | b` are sums with `a & b`, and what a sum was
//! made of is remembered, for those who look at bits.

use super::{Binary, ExprId, Exprs, Interval, Node, Width};

/// Masks below this are applied to the operands of an operation on bits.
const NARROW_MASK: i128 = 1 << 8;

/// Masks of more runs of ones stay masks: as differences of floors, a few of them in a row fill pages.
const RUNS_MAX: u32 = 4;

/// So deep an operation on bits is looked into for the bits it may have: four bytes put together are.
const PARTS_DEEP_MAX: u32 = 4;

/// A value shifted by a constant count.
#[derive(Clone, Copy, Debug)]
pub struct MovedBits {
    pub op: Binary,
    pub value: ExprId,
    pub count: u32,
    pub width: Width,
}

impl Exprs {
    /// The bits that may be ones; those of a negative number go on forever.
    fn possible_ones(&self, a: ExprId) -> i128 {
        self.possible_ones_of(a, PARTS_DEEP_MAX)
    }

    fn possible_ones_of(&self, a: ExprId, depth: u32) -> i128 {
        let range = self.interval(a);
        let is_open = range.low < 0 || range.high >= Interval::FAR;
        let below = if is_open { -1 } else { (1i128 << (128 - range.high.leading_zeros())) - 1 };
        below
            & match self.node(a) {
                Node::Constant(value) => *value,
                Node::BitAnd(x, y) => self.as_constant(*x).or_else(|| self.as_constant(*y)).unwrap_or(-1),
                Node::Sum { terms, constant } => {
                    let zeros = terms.iter().map(|term| term.1.trailing_zeros()).min().unwrap_or(0);
                    -1 << zeros.min(constant.trailing_zeros()).min(126)
                }
                Node::Opaque(_) if depth > 0 => match self.made_of_bits(a) {
                    Some((_, x, y)) => self.possible_ones_of(x, depth - 1) | self.possible_ones_of(y, depth - 1),
                    None => -1,
                },
                _ => -1,
            }
    }

    /// `(x ^ y) ^ y` is x, and constants join.
    pub(super) fn without_pair(&mut self, a: ExprId, b: ExprId, width: Width) -> Option<ExprId> {
        for (made, other) in [(a, b), (b, a)] {
            let Some((Binary::Xor, x, y)) = self.made_of_bits(made) else { continue };
            for (first, second) in [(x, y), (y, x)] {
                if second == other {
                    return Some(first);
                }
                if let (Some(known), Some(added)) = (self.as_constant(second), self.as_constant(other)) {
                    let joined = self.constant(known ^ added);
                    return Some(self.binary(Binary::Xor, width, first, joined));
                }
            }
        }
        None
    }

    /// The two whose exclusive or an expression is, if it was made so.
    pub(crate) fn exclusive_operands(&self, a: ExprId) -> Option<[ExprId; 2]> {
        match self.made_of_bits(a)? {
            (Binary::Xor, x, y) => Some([x, y]),
            (Binary::Or, x, y) if self.are_apart(x, y) => Some([x, y]),
            _ => None,
        }
    }

    /// Has no place a one in both?
    pub(super) fn are_apart(&self, a: ExprId, b: ExprId) -> bool {
        self.possible_ones(a) & self.possible_ones(b) == 0
    }

    /// `a | b` and `a ^ b` of numbers whose ones are apart: their sum, which is linear. Parts of one number, as in a rotation, stay
    /// together.
    pub(super) fn joined(&mut self, op: Binary, width: Width, a: ExprId, b: ExprId) -> ExprId {
        let result = self.plus(a, b);
        let is_of_one = !self.support(a).is_empty() && self.support(a) == self.support(b);
        let result = if is_of_one { self.opaque(result) } else { result };
        if a < result && b < result {
            self.bitwise.insert(result, (op, a, b));
        }
        self.within_width(result, width)
    }

    /// Remembers what a sum is on bits. Only where it is newer than its operands: `x ^ 0` is `x` itself, and taking it apart
    /// would never end. Where both operands are variable no linear form is lost if it stays together, and bit by bit it is
    /// then seen for what it is. So it is with a constant of several runs of ones: in a sum its floors would be scattered.
    pub(super) fn bitwise(&mut self, result: ExprId, both: ExprId, op: Binary, a: ExprId, b: ExprId) -> ExprId {
        let is_scattered = |id: ExprId| self.as_constant(id).is_some_and(|mask| runs_of_ones(mask) > 1);
        let is_one =
            matches!(self.node(both), Node::BitAnd(..)) || (op == Binary::Xor && (is_scattered(a) || is_scattered(b)));
        let result = if is_one { self.opaque(result) } else { result };
        if a < result && b < result {
            self.bitwise.insert(result, (op, a, b));
        }
        result
    }

    /// Bitwise and. With a constant of few runs of ones it is a difference of floors per run.
    pub(crate) fn bit_and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) => self.constant(x & y),
            (Some(mask), None) => self.masked(b, mask),
            (None, Some(mask)) => self.masked(a, mask),
            (None, None) if a == b => a,
            (None, None) if self.is_truth(a) && self.is_truth(b) => self.and(&[a, b]),
            (None, None) if self.are_apart(a, b) => self.constant(0),
            (None, None) => {
                let (a, b) = (a.min(b), a.max(b));
                self.intern(Node::BitAnd(a, b))
            }
        }
    }

    pub(super) fn masked(&mut self, a: ExprId, mask: i128) -> ExprId {
        // Few bits of an operation on bits are the operation on few bits, which has few values.
        if (1..NARROW_MASK).contains(&mask) {
            let made = match *self.node(a) {
                Node::BitAnd(x, y) => Some((Binary::And, x, y)),
                _ => self.bitwise.get(&a).copied(),
            };
            if let Some((op, x, y)) = made {
                let (x, y) = (self.masked(x, mask), self.masked(y, mask));
                return self.binary(op, Width::Long, x, y);
            }
        }
        if let Node::BitAnd(x, y) = *self.node(a)
            && let Some(known) = self.as_constant(x).or_else(|| self.as_constant(y))
        {
            let rest = if self.as_constant(x).is_some() { y } else { x };
            return self.masked(rest, mask & known);
        }
        if runs_of_ones(mask) > RUNS_MAX {
            let mask = self.constant(mask);
            return self.intern(Node::BitAnd(a.min(mask), a.max(mask)));
        }
        self.spread(a, mask)
    }

    /// `a & mask` as a difference of floors per run of ones.
    pub(crate) fn spread(&mut self, a: ExprId, mask: i128) -> ExprId {
        let mut result = self.constant(0);
        let mut bit = 0;
        while bit < 127 && (mask >> bit) != 0 {
            let start = bit + (mask >> bit).trailing_zeros();
            let ones = (mask >> start).trailing_ones();
            // Bits start.. of a, shifted back into place; a mask with an endless run keeps all of them.
            let from = self.floor(a, 1 << start);
            let from = self.scaled(from, 1 << start);
            result = self.plus(result, from);
            if start + ones >= 100 {
                break;
            }
            bit = start + ones;
            let beyond = self.floor(a, 1 << bit);
            let beyond = self.scaled(beyond, 1 << bit);
            result = self.minus(result, beyond);
        }
        if self.as_constant(result).is_none() {
            let range = self.interval(a).bit_and(Interval::point(mask));
            self.refine(result, range);
        }
        result
    }

    pub(super) fn shift(&mut self, op: Binary, width: Width, value: ExprId, count: ExprId) -> ExprId {
        let count = self.masked(count, i128::from(width.bits() - 1));
        let result = self.shifted(op, width, value, count);
        if let Some(count) = self.as_constant(count)
            && value < result
        {
            // With zeros moved in, the sign is lost for good.
            if op == Binary::Ushr && count > 0 && self.as_constant(result).is_none() {
                self.refine(result, Interval::new(0, (1 << (i128::from(width.bits()) - count)) - 1));
            }
            self.moved.insert(result, MovedBits { op, value, count: count as u32, width });
        }
        result
    }

    fn shifted(&mut self, op: Binary, width: Width, value: ExprId, count: ExprId) -> ExprId {
        let value = if op == Binary::Ushr && self.interval(value).low < 0 {
            if self.as_constant(count) == Some(0) {
                return value;
            }
            // The unsigned reading: v - 2^w·⌊v/2^w⌋, whose floor is -1 for negative values.
            let turns = self.floor(value, 1 << width.bits());
            let turned = self.scaled(turns, -(1 << width.bits()));
            let unsigned = self.plus(value, turned);
            if self.as_constant(unsigned).is_none() {
                self.refine(unsigned, Interval::new(0, (1 << width.bits()) - 1));
            }
            unsigned
        } else {
            value
        };
        let shifted = match (op, self.as_constant(count)) {
            (Binary::Shl, Some(count)) => self.scaled(value, 1 << count),
            (Binary::Shl, None) => self.intern(Node::ShiftLeft(value, count)),
            (_, Some(count)) => self.floor(value, 1 << count),
            (_, None) => self.intern(Node::ShiftRight(value, count)),
        };
        self.convert(shifted, width)
    }
}

/// A run of ones begins where a one follows a zero.
fn runs_of_ones(mask: i128) -> u32 {
    (mask & !(mask << 1)).count_ones()
}
