//! Conditions: comparisons against zero in a normal form, connectives, choices.

use super::arithmetic::greatest_common_divisor;
use super::{Comparison, ExprId, Exprs, Interval, Node, RealRelation, ZeroRelation};

/// Whether `a op b` holds if `a - b` has this sign.
fn holds_for_sign(op: Comparison, sign: i128) -> bool {
    match op {
        Comparison::Equal => sign == 0,
        Comparison::NotEqual => sign != 0,
        Comparison::Less => sign < 0,
        Comparison::LessOrEqual => sign <= 0,
        Comparison::Greater => sign > 0,
        Comparison::GreaterOrEqual => sign >= 0,
    }
}

impl Exprs {
    /// `a op b` as a condition. Both are integers, or at least one is a real.
    pub fn compare(&mut self, op: Comparison, a: ExprId, b: ExprId) -> ExprId {
        if self.is_real(a) || self.is_real(b) {
            let difference = self.real_difference(a, b);
            return self.sign_condition(difference, |sign| holds_for_sign(op, sign));
        }
        let difference = self.minus(a, b);
        self.sign_condition(difference, |sign| holds_for_sign(op, sign))
    }

    /// The condition that a value lies in a range.
    pub(crate) fn between(&mut self, a: ExprId, range: Interval) -> ExprId {
        let (low, high) = (self.constant(range.low), self.constant(range.high));
        let (above, below) =
            (self.compare(Comparison::GreaterOrEqual, a, low), self.compare(Comparison::LessOrEqual, a, high));
        self.and(&[above, below])
    }

    /// `lcmp`, and `dcmpl`/`dcmpg` of reals: the sign of `a - b`.
    pub fn sign_of_difference(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if self.is_real(a) || self.is_real(b) {
            let difference = self.real_difference(a, b);
            return self.intern(Node::Sign(difference));
        }
        let difference = self.minus(a, b);
        match self.interval(difference) {
            range if range.low > 0 => self.constant(1),
            range if range.high < 0 => self.constant(-1),
            _ => self.intern(Node::Sign(difference)),
        }
    }

    /// A condition as an integer is itself; an integer as a condition asks whether it differs from zero.
    pub fn truth(&mut self, a: ExprId) -> ExprId {
        if self.is_condition(a) { a } else { self.relate(ZeroRelation::Unequal, a) }
    }

    /// The condition that the sign of `a` is one of the chosen ones.
    fn sign_condition(&mut self, a: ExprId, chosen: impl Fn(i128) -> bool) -> ExprId {
        let real = self.is_real(a);
        let negated = |exprs: &mut Exprs| if real { exprs.real_negated(a) } else { exprs.scaled(a, -1) };
        match (chosen(-1), chosen(0), chosen(1)) {
            (true, true, true) => self.constant(1),
            (false, false, false) => self.constant(0),
            (false, true, false) if real => self.real_relate(RealRelation::Equal, a),
            (true, false, true) if real => self.real_relate(RealRelation::Unequal, a),
            (true, true, false) if real => self.real_relate(RealRelation::AtMost, a),
            (true, false, false) if real => self.real_relate(RealRelation::Below, a),
            (false, true, true) if real => {
                let negated = negated(self);
                self.real_relate(RealRelation::AtMost, negated)
            }
            (false, false, true) if real => {
                let negated = negated(self);
                self.real_relate(RealRelation::Below, negated)
            }
            (false, true, false) => self.relate(ZeroRelation::Equal, a),
            (true, false, true) => self.relate(ZeroRelation::Unequal, a),
            (true, true, false) => self.relate(ZeroRelation::AtMost, a),
            (true, false, false) => {
                let next = self.offset(a, 1);
                self.relate(ZeroRelation::AtMost, next)
            }
            (false, true, true) => {
                let negated = negated(self);
                self.relate(ZeroRelation::AtMost, negated)
            }
            (false, false, true) => {
                let negated = negated(self);
                let next = self.offset(negated, 1);
                self.relate(ZeroRelation::AtMost, next)
            }
        }
    }

    /// The comparison of an integer with zero, in normal form.
    pub(crate) fn relate(&mut self, relation: ZeroRelation, a: ExprId) -> ExprId {
        let range = self.interval(a);
        if let Some(truth) = relation.over(range).single() {
            return self.constant(truth);
        }
        if relation != ZeroRelation::AtMost
            && let Some(rest) = self.floored_remainder(a)
        {
            return self.relate(relation, rest);
        }
        if relation != ZeroRelation::AtMost
            && self.multiplies_sums
            && let Some(expanded) = self.expanded(a)
            && let Some(truth) = relation.over(self.interval(expanded)).single()
        {
            return self.constant(truth);
        }
        // At the end of its range a value equals zero exactly when it is on one side of it.
        match relation {
            ZeroRelation::Equal if range.low == 0 => return self.relate(ZeroRelation::AtMost, a),
            ZeroRelation::Equal if range.high == 0 => {
                let negated = self.scaled(a, -1);
                return self.relate(ZeroRelation::AtMost, negated);
            }
            ZeroRelation::Unequal if range.low == 0 => {
                let negated = self.scaled(a, -1);
                let next = self.offset(negated, 1);
                return self.relate(ZeroRelation::AtMost, next);
            }
            ZeroRelation::Unequal if range.high == 0 => {
                let next = self.offset(a, 1);
                return self.relate(ZeroRelation::AtMost, next);
            }
            _ => {}
        }
        let (mut terms, mut constant) = self.terms_of(a);
        if let [(atom, coefficient)] = *terms.as_slice()
            && let Some(condition) = self.relate_special(relation, atom, coefficient, constant)
        {
            return condition;
        }
        let mut divisor = terms.iter().fold(0, |divisor, term| greatest_common_divisor(divisor, term.1));
        match relation {
            ZeroRelation::AtMost => constant = -(-constant).div_euclid(divisor),
            _ if constant % divisor != 0 => return self.constant(i128::from(relation == ZeroRelation::Unequal)),
            _ => {
                if terms[0].1 < 0 {
                    divisor = -divisor;
                }
                constant /= divisor;
            }
        }
        for term in &mut terms {
            term.1 /= divisor;
        }
        let normal = self.sum(terms, constant);
        self.intern(Node::Compare(relation, normal))
    }

    /// `coefficient·atom + constant` related to zero, where the atom has few values that conditions name.
    fn relate_special(
        &mut self,
        relation: ZeroRelation,
        atom: ExprId,
        coefficient: i128,
        constant: i128,
    ) -> Option<ExprId> {
        let holds = |value: i128| relation.holds(coefficient * value + constant);
        if self.is_condition(atom) {
            return Some(match (holds(0), holds(1)) {
                (false, false) => self.constant(0),
                (true, true) => self.constant(1),
                (false, true) => atom,
                (true, false) => self.not(atom),
            });
        }
        match *self.node(atom) {
            Node::Sign(inner) => Some(self.sign_condition(inner, holds)),
            Node::Product(a, b) => self.relate_product(relation, (a, b), coefficient, constant),
            Node::Choose(condition, first, second) => {
                let mut side = |value: ExprId| {
                    let scaled = self.scaled(value, coefficient);
                    let moved = self.offset(scaled, constant);
                    self.relate(relation, moved)
                };
                let (first, second) = (side(first), side(second));
                Some(self.choose(condition, first, second))
            }
            _ => None,
        }
    }

    /// The sign of a product is that of its factors.
    fn relate_product(
        &mut self,
        relation: ZeroRelation,
        (a, b): (ExprId, ExprId),
        coefficient: i128,
        constant: i128,
    ) -> Option<ExprId> {
        let is_about_sign = constant == 0 || (relation == ZeroRelation::AtMost && constant == 1);
        if !is_about_sign {
            return None;
        }
        let chosen = |sign: i128| relation.holds(coefficient.signum() * sign + constant);
        let mut parts = Vec::new();
        for sign in [-1, 0, 1] {
            if !chosen(sign) {
                continue;
            }
            if sign == 0 {
                parts.extend([self.relate(ZeroRelation::Equal, a), self.relate(ZeroRelation::Equal, b)]);
                continue;
            }
            for first in [-1, 1] {
                let (first, second) =
                    (self.sign_condition(a, |s| s == first), self.sign_condition(b, |s| s == first * sign));
                parts.push(self.and(&[first, second]));
            }
        }
        Some(self.or(&parts))
    }

    /// For Java's remainder by a constant, the one that is never negative: both are zero at the same time, and the latter needs no
    /// sign.
    fn floored_remainder(&mut self, a: ExprId) -> Option<ExprId> {
        let (terms, _) = self.terms_of(a);
        for (atom, _) in terms {
            let Node::Quotient(dividend, by) = *self.node(atom) else { continue };
            let divisor = self.as_constant(by).filter(|divisor| *divisor > 0)?;
            if self.remainder(dividend, by) == a {
                let floor = self.floor(dividend, divisor);
                let multiple = self.scaled(floor, divisor);
                let rest = self.minus(dividend, multiple);
                return (rest != a).then_some(rest);
            }
        }
        None
    }

    /// Is the expression a condition (as opposed to an integer that happens to be 0 or 1)?
    pub fn is_condition(&self, a: ExprId) -> bool {
        match self.node(a) {
            Node::Compare(..) | Node::And(_) | Node::Or(_) | Node::RealCompare(..) => true,
            Node::Constant(value) => *value == 0 || *value == 1,
            _ => false,
        }
    }

    /// Is the value certainly 0 or 1, so that bitwise operations on it are logical ones?
    pub(crate) fn is_truth(&self, a: ExprId) -> bool {
        let range = self.interval(a);
        range.low >= 0 && range.high <= 1
    }

    pub fn not(&mut self, a: ExprId) -> ExprId {
        // Connectives share parts: without a memory they would be walked through once per way that leads to them.
        if let Some(&known) = self.negations.get(&a) {
            return known;
        }
        let result = self.negated_condition(a);
        if matches!(self.node(a), Node::And(_) | Node::Or(_)) {
            self.negations.insert(a, result);
        }
        result
    }

    fn negated_condition(&mut self, a: ExprId) -> ExprId {
        match self.node(a).clone() {
            Node::Constant(value) => self.constant(i128::from(value == 0)),
            Node::Compare(ZeroRelation::AtMost, inner) => {
                let negated = self.scaled(inner, -1);
                let next = self.offset(negated, 1);
                self.relate(ZeroRelation::AtMost, next)
            }
            Node::Compare(ZeroRelation::Equal, inner) => self.relate(ZeroRelation::Unequal, inner),
            Node::Compare(ZeroRelation::Unequal, inner) => self.relate(ZeroRelation::Equal, inner),
            Node::And(parts) => {
                let parts: Vec<ExprId> = parts.iter().map(|&part| self.not(part)).collect();
                self.or(&parts)
            }
            Node::Or(parts) => {
                let parts: Vec<ExprId> = parts.iter().map(|&part| self.not(part)).collect();
                self.and(&parts)
            }
            Node::RealCompare(relation, inner) => match relation {
                RealRelation::Equal => self.real_relate(RealRelation::Unequal, inner),
                RealRelation::Unequal => self.real_relate(RealRelation::Equal, inner),
                RealRelation::AtMost => {
                    let negated = self.real_negated(inner);
                    self.real_relate(RealRelation::Below, negated)
                }
                RealRelation::Below => {
                    let negated = self.real_negated(inner);
                    self.real_relate(RealRelation::AtMost, negated)
                }
            },
            _ => self.relate(ZeroRelation::Equal, a),
        }
    }

    pub fn and(&mut self, parts: &[ExprId]) -> ExprId {
        let Some(parts) = self.connect(parts, 0) else { return self.constant(0) };
        match parts.as_slice() {
            [] => self.constant(1),
            [only] => *only,
            _ => self.intern(Node::And(parts.into_boxed_slice())),
        }
    }

    pub fn or(&mut self, parts: &[ExprId]) -> ExprId {
        let Some(parts) = self.connect(parts, 1) else { return self.constant(1) };
        match parts.as_slice() {
            [] => self.constant(0),
            [only] => *only,
            _ => self.intern(Node::Or(parts.into_boxed_slice())),
        }
    }

    /// Flattened, sorted, without repetition and neutral parts; none if a part (or a pair of opposites) decides all.
    fn connect(&mut self, parts: &[ExprId], absorbing: i128) -> Option<Vec<ExprId>> {
        let mut flat = Vec::with_capacity(parts.len());
        for &part in parts {
            let part = self.truth(part);
            match self.node(part) {
                Node::Constant(value) if *value == absorbing => return None,
                Node::Constant(_) => {}
                Node::And(inner) if absorbing == 0 => flat.extend_from_slice(inner),
                Node::Or(inner) if absorbing == 1 => flat.extend_from_slice(inner),
                _ => flat.push(part),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        for &part in &flat.clone() {
            // Opposites of comparisons are single nodes; of connectives, a look would cost more than it saves.
            if matches!(self.node(part), Node::Compare(..)) {
                let opposite = self.not(part);
                if flat.binary_search(&opposite).is_ok() {
                    return None;
                }
            }
        }
        Some(flat)
    }

    /// Exclusive or of two truth values: their sum is one. As a connective it would double with each one that follows.
    pub(crate) fn differ(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (a, b) = (self.truth(a), self.truth(b));
        let sum = self.plus(a, b);
        let difference = self.offset(sum, -1);
        self.relate(ZeroRelation::Equal, difference)
    }

    /// `if condition then first else second`.
    pub fn choose(&mut self, condition: ExprId, first: ExprId, second: ExprId) -> ExprId {
        let condition = self.truth(condition);
        match self.as_constant(condition) {
            Some(0) => return second,
            Some(_) => return first,
            None => {}
        }
        if first == second {
            return first;
        }
        if self.is_condition(first) && self.is_condition(second) {
            let otherwise = self.not(condition);
            let first = self.and(&[condition, first]);
            let second = self.and(&[otherwise, second]);
            return self.or(&[first, second]);
        }
        self.intern(Node::Choose(condition, first, second))
    }
}
