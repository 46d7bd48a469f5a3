//! What a conjunction already says about the linear part of one more comparison: a loop that asks `i < n` for one number after
//! another is left with the last of them, and a question whose answer follows from the others is none.

use super::{ExprId, Exprs, Node, ZeroRelation};

/// How a conjunction takes one more condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Tightened {
    /// It says so already.
    Implied,
    /// It says the opposite.
    Contradicted,
    /// The condition, perhaps as a stronger one, and those that it makes redundant.
    Instead(ExprId, Vec<ExprId>),
}

/// What a comparison says about a linear part.
#[derive(Clone, Copy)]
enum Saying {
    AtMost(i128),
    AtLeast(i128),
    Exactly(i128),
    Not(i128),
}

/// A linear part: the terms of a sum, or an atom alone.
type Part<'e> = (&'e [(ExprId, i128)], Option<ExprId>);

impl Exprs {
    /// A comparison as something about a linear part whose first coefficient is positive.
    fn saying(&self, condition: ExprId) -> Option<(Part<'_>, Saying)> {
        let Node::Compare(relation, inner) = self.node(condition) else { return None };
        let (terms, alone, constant, first) = match self.node(*inner) {
            Node::Sum { terms, constant } => (&terms[..], None, *constant, terms.first()?.1),
            _ => (&[][..], Some(*inner), 0, 1),
        };
        let saying = match (relation, first > 0) {
            (ZeroRelation::AtMost, true) => Saying::AtMost(-constant),
            (ZeroRelation::AtMost, false) => Saying::AtLeast(constant),
            (ZeroRelation::Equal, true) => Saying::Exactly(-constant),
            (ZeroRelation::Equal, false) => Saying::Exactly(constant),
            (ZeroRelation::Unequal, true) => Saying::Not(-constant),
            (ZeroRelation::Unequal, false) => Saying::Not(constant),
        };
        // An atom with the coefficient one is the same part whether it stands alone or in a sum.
        match terms {
            [(atom, 1 | -1)] => Some(((&[], Some(*atom)), saying)),
            _ => Some(((terms, alone), saying)),
        }
    }

    /// Whether two linear parts are the same, or each other's negatives.
    fn same_part(a: &[(ExprId, i128)], b: &[(ExprId, i128)]) -> bool {
        let sign = |terms: &[(ExprId, i128)]| terms.first().map_or(1, |term| term.1.signum());
        let (s, t) = (sign(a), sign(b));
        a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.0 == y.0 && x.1 * s == y.1 * t)
    }

    /// What becomes of a condition beside others.
    pub fn tighten(&mut self, conjuncts: impl Iterator<Item = ExprId>, condition: ExprId) -> Tightened {
        let Some(((terms, alone), new)) = self.saying(condition) else {
            return Tightened::Instead(condition, Vec::new());
        };
        let (mut low, mut high) = (i128::MIN, i128::MAX);
        let mut related: Vec<(ExprId, Saying)> = Vec::new();
        for conjunct in conjuncts {
            let Some(((other, other_alone), saying)) = self.saying(conjunct) else { continue };
            if alone != other_alone || !Self::same_part(terms, other) {
                continue;
            }
            match saying {
                Saying::AtMost(bound) => high = high.min(bound),
                Saying::AtLeast(bound) => low = low.max(bound),
                Saying::Exactly(value) => (low, high) = (low.max(value), high.min(value)),
                Saying::Not(_) => {}
            }
            related.push((conjunct, saying));
        }
        if related.is_empty() {
            return Tightened::Instead(condition, Vec::new());
        }
        let excluded = |value: i128| related.iter().any(|(_, saying)| matches!(saying, Saying::Not(v) if *v == value));
        let before = (low, high);
        match new {
            Saying::AtMost(bound) => high = high.min(bound),
            Saying::AtLeast(bound) => low = low.max(bound),
            Saying::Exactly(value) if value < low || value > high || excluded(value) => return Tightened::Contradicted,
            Saying::Exactly(value) => (low, high) = (value, value),
            Saying::Not(value) if value < low || value > high || excluded(value) => return Tightened::Implied,
            Saying::Not(value) if value == low => low += 1,
            Saying::Not(value) if value == high => high -= 1,
            Saying::Not(_) => return Tightened::Instead(condition, Vec::new()),
        }
        while low <= high && excluded(low) {
            low += 1;
        }
        while low <= high && excluded(high) {
            high -= 1;
        }
        if low > high {
            return Tightened::Contradicted;
        }
        if (low, high) == before {
            return Tightened::Implied;
        }
        if low != before.0 && high != before.1 && low < high {
            return Tightened::Instead(condition, Vec::new());
        }
        // What says less than the new range goes.
        let is_redundant = |saying: &Saying| match *saying {
            Saying::AtMost(bound) => high < bound || (low == high && bound >= high),
            Saying::AtLeast(bound) => low > bound || (low == high && bound <= low),
            Saying::Exactly(_) => false,
            Saying::Not(value) => value < low || value > high,
        };
        let redundant = related.iter().filter(|(_, saying)| is_redundant(saying)).map(|(id, _)| *id).collect();
        let (mut terms, constant, relation) = self.said(condition, (low, high), before);
        if let Some(alone) = alone {
            terms = vec![(alone, if relation == ZeroRelation::AtMost && high == before.1 { -1 } else { 1 })];
        }
        let sum = self.sum(terms, constant);
        let stronger = self.relate(relation, sum);
        match self.as_constant(stronger) {
            Some(0) => Tightened::Contradicted,
            Some(_) => Tightened::Implied,
            None => Tightened::Instead(stronger, redundant),
        }
    }

    /// The comparison that says the range, given what was said before: the end that moved, or both where they meet.
    fn said(
        &self,
        condition: ExprId,
        (low, high): (i128, i128),
        before: (i128, i128),
    ) -> (Vec<(ExprId, i128)>, i128, ZeroRelation) {
        let Node::Compare(_, inner) = self.node(condition) else { unreachable!("only comparisons are tightened") };
        let (mut terms, _) = self.terms_of(*inner);
        let is_positive = terms.first().is_none_or(|term| term.1 > 0);
        let upwards = low != before.0;
        let relation = if low == high { ZeroRelation::Equal } else { ZeroRelation::AtMost };
        let wants_positive = relation == ZeroRelation::Equal || !upwards;
        if is_positive != wants_positive {
            terms.iter_mut().for_each(|term| term.1 = -term.1);
        }
        let constant = match relation {
            ZeroRelation::AtMost if upwards => low,
            _ => -high,
        };
        (terms, constant, relation)
    }
}
