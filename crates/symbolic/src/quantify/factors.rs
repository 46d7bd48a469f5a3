//! A product that is, or is not, a given number: its factors are divisors of it, which are few.

use super::lower::Lowering;
use crate::expr::{Comparison, ExprId, Interval, Node, ZeroRelation};

/// Numbers beyond this are not taken apart.
const NUMBER_MAX: i128 = 1 << 40;

/// More divisors than this are left to halving.
const DIVISORS_MAX: usize = 512;

impl Lowering<'_> {
    /// Disjoint conditions that make up `coefficient·a·b + constant` being zero, or not.
    pub(super) fn by_divisors(&mut self, relation: ZeroRelation, compared: ExprId) -> Option<Vec<ExprId>> {
        let (terms, constant) = self.exprs.terms_of(compared);
        let [(product, coefficient)] = *terms.as_slice() else { return None };
        let Node::Product(a, b) = *self.exprs.node(product) else { return None };
        if relation == ZeroRelation::AtMost || constant == 0 || constant.abs() > NUMBER_MAX {
            return None;
        }
        // A multiple of the coefficient, or the comparison would have been decided.
        let number = -constant / coefficient;
        let range = self.range(a);
        let divisors = divisors_within(number, range)?;
        let mut conditions = Vec::with_capacity(2 * divisors.len() + 1);
        let mut next = range.low;
        for divisor in divisors {
            let (first, second) = (self.exprs.constant(divisor), self.exprs.constant(number / divisor));
            let is_divisor = self.exprs.compare(Comparison::Equal, a, first);
            let op = if relation == ZeroRelation::Equal { Comparison::Equal } else { Comparison::NotEqual };
            let other = self.exprs.compare(op, b, second);
            conditions.push(self.exprs.and(&[is_divisor, other]));
            if relation == ZeroRelation::Unequal && next < divisor {
                conditions.push(self.exprs.between(a, Interval::new(next, divisor - 1)));
            }
            next = divisor + 1;
        }
        if relation == ZeroRelation::Unequal && next <= range.high {
            conditions.push(self.exprs.between(a, Interval::new(next, range.high)));
        }
        Some(conditions)
    }
}

/// The divisors of a number, of both signs, that lie in a range: ascending, unless there are too many.
fn divisors_within(number: i128, range: Interval) -> Option<Vec<i128>> {
    let magnitude = number.abs();
    let mut divisors = Vec::new();
    for small in (1..).take_while(|small| small * small <= magnitude).filter(|small| magnitude % small == 0) {
        divisors.extend([small, -small, magnitude / small, -magnitude / small]);
    }
    divisors.retain(|divisor| range.contains(*divisor));
    divisors.sort_unstable();
    divisors.dedup();
    (divisors.len() <= DIVISORS_MAX).then_some(divisors)
}
