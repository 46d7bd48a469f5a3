//! Expressions as a person writes them: `2*x + y <= z + 7`.

use super::{ExprId, Exprs, Node, RealRelation, ZeroRelation};
use std::fmt;

/// An expression together with the arena that gives it meaning.
pub struct Displayed<'a> {
    exprs: &'a Exprs,
    id: ExprId,
}

impl Exprs {
    pub fn display(&self, id: ExprId) -> Displayed<'_> {
        Displayed { exprs: self, id }
    }

    fn show(&self, id: ExprId) -> Displayed<'_> {
        self.display(id)
    }

    /// A side of a comparison: terms with positive coefficients.
    fn write_side(&self, f: &mut fmt::Formatter<'_>, terms: &[(ExprId, i128)], constant: i128) -> fmt::Result {
        let mut first = true;
        for &(atom, coefficient) in terms {
            match (first, coefficient < 0) {
                (true, true) => write!(f, "-")?,
                (true, false) => {}
                (false, true) => write!(f, " - ")?,
                (false, false) => write!(f, " + ")?,
            }
            first = false;
            if coefficient.abs() != 1 {
                write!(f, "{}*", coefficient.unsigned_abs())?;
            }
            write!(f, "{}", self.show(atom))?;
        }
        match (first, constant) {
            (true, _) => write!(f, "{constant}"),
            (false, 0) => Ok(()),
            (false, constant) if constant < 0 => write!(f, " - {}", constant.unsigned_abs()),
            (false, constant) => write!(f, " + {constant}"),
        }
    }

    fn write_comparison(&self, f: &mut fmt::Formatter<'_>, relation: ZeroRelation, inner: ExprId) -> fmt::Result {
        let (terms, constant) = self.terms_of(inner);
        let (left, right): (Vec<_>, Vec<_>) = terms.into_iter().partition(|term| term.1 > 0);
        let right: Vec<_> = right.into_iter().map(|(atom, coefficient)| (atom, -coefficient)).collect();
        // Alone on the right, terms read better on the left: `x >= 3`, not `3 <= x`.
        let flipped = left.is_empty();
        let (left, right, constant) = if flipped { (right, left, constant) } else { (left, right, -constant) };
        self.write_side(f, &left, 0)?;
        let symbol = match relation {
            ZeroRelation::AtMost if flipped => ">=",
            ZeroRelation::AtMost => "<=",
            ZeroRelation::Equal => "==",
            ZeroRelation::Unequal => "!=",
        };
        write!(f, " {symbol} ")?;
        self.write_side(f, &right, constant)
    }

    fn write_joined(&self, f: &mut fmt::Formatter<'_>, parts: &[ExprId], symbol: &str) -> fmt::Result {
        for (index, &part) in parts.iter().enumerate() {
            if index > 0 {
                write!(f, " {symbol} ")?;
            }
            match self.node(part) {
                Node::And(_) | Node::Or(_) => write!(f, "({})", self.show(part))?,
                _ => write!(f, "{}", self.show(part))?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Displayed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exprs = self.exprs;
        if self.id.is_concrete() {
            return write!(f, "concrete");
        }
        match exprs.node(self.id) {
            Node::Constant(value) => write!(f, "{value}"),
            Node::Variable(variable) => write!(f, "{}", exprs.variables()[variable.0 as usize].name),
            Node::Sum { terms, constant } => {
                write!(f, "(")?;
                exprs.write_side(f, terms, *constant)?;
                write!(f, ")")
            }
            Node::Opaque(inner) => write!(f, "{}", exprs.show(*inner)),
            Node::Product(a, b) => write!(f, "{}*{}", exprs.show(*a), exprs.show(*b)),
            Node::Floor(dividend, divisor) => write!(f, "floor({}/{divisor})", exprs.show(*dividend)),
            Node::Quotient(a, b) => write!(f, "({} / {})", exprs.show(*a), exprs.show(*b)),
            Node::Remainder(a, b) => write!(f, "({} % {})", exprs.show(*a), exprs.show(*b)),
            Node::BitAnd(a, b) => write!(f, "({} & {})", exprs.show(*a), exprs.show(*b)),
            Node::ShiftLeft(a, b) => write!(f, "({} << {})", exprs.show(*a), exprs.show(*b)),
            Node::ShiftRight(a, b) => write!(f, "({} >> {})", exprs.show(*a), exprs.show(*b)),
            Node::Sign(inner) => write!(f, "sign({})", exprs.show(*inner)),
            Node::Compare(relation, inner) => exprs.write_comparison(f, *relation, *inner),
            Node::And(parts) => exprs.write_joined(f, parts, "&&"),
            Node::Or(parts) => exprs.write_joined(f, parts, "||"),
            Node::Choose(condition, first, second) => {
                write!(f, "({} ? {} : {})", exprs.show(*condition), exprs.show(*first), exprs.show(*second))
            }
            Node::Element(index, _) => write!(f, "table[{}]", exprs.show(*index)),
            Node::Real(form) => {
                write!(f, "(")?;
                for (atom, coefficient) in &form.terms {
                    write!(f, "{coefficient}*{} + ", exprs.show(*atom))?;
                }
                write!(f, "{})", form.constant)
            }
            Node::RealCompare(relation, inner) => {
                let symbol = match relation {
                    RealRelation::AtMost => "<=",
                    RealRelation::Below => "<",
                    RealRelation::Equal => "==",
                    RealRelation::Unequal => "!=",
                };
                write!(f, "{} {symbol} 0", exprs.show(*inner))
            }
        }
    }
}
