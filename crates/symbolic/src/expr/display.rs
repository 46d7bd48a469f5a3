//! Expressions as a person writes them: `2*x + y <= z + 7`.

use super::{ExprId, Exprs, Node, RealRelation, ZeroRelation};
use std::fmt;

/// An expression together with the arena that gives it meaning.
pub struct Displayed<'a> {
    exprs: &'a Exprs,
    id: ExprId,
}

/// What a term is shown as.
#[derive(Clone, Copy)]
enum Shown {
    Atom(ExprId),
    /// A type's name, and the value brought into it, moved up by half of the type's range.
    Converted(&'static str, ExprId, i128),
}

impl Exprs {
    pub fn display(&self, id: ExprId) -> Displayed<'_> {
        Displayed { exprs: self, id }
    }

    fn show(&self, id: ExprId) -> Displayed<'_> {
        self.display(id)
    }

    /// Terms with what was brought back into a type put together again: `e - 2^w·floor((e + 2^(w-1)) / 2^w)` is a conversion of `e`.
    fn conversions(&self, terms: Vec<(ExprId, i128)>, constant: i128) -> (Vec<(Shown, i128)>, i128) {
        let (mut terms, mut constant) = (terms, constant);
        let mut shown = Vec::new();
        while let Some((rest, rest_constant, conversion)) = terms.iter().find_map(|term| {
            let Node::Floor(dividend, divisor) = *self.node(term.0) else { return None };
            let name = match divisor.trailing_zeros() {
                8 => "byte",
                16 => "short",
                32 => "int",
                64 => "long",
                _ => return None,
            };
            // Unsigned readings, which are not moved, stay what they are.
            let is_moved = (self.terms_of(dividend).1 - divisor / 2).abs() < divisor / 4;
            if divisor.count_ones() != 1 || term.1 % divisor != 0 || !is_moved {
                return None;
            }
            let factor = -(term.1 / divisor);
            let (mut rest, rest_constant) = self.add_scaled(&terms, constant, dividend, -factor)?;
            rest.retain(|other| other.0 != term.0);
            // The dividend is the value moved up by half a turn.
            let rest_constant = rest_constant + factor * (divisor / 2);
            (rest.len() + 1 < terms.len()).then_some((
                rest,
                rest_constant,
                (Shown::Converted(name, dividend, divisor / 2), factor),
            ))
        }) {
            (terms, constant) = (rest, rest_constant);
            shown.push(conversion);
        }
        shown.extend(terms.into_iter().map(|(atom, coefficient)| (Shown::Atom(atom), coefficient)));
        (shown, constant)
    }

    /// A side of a comparison: terms with positive coefficients.
    fn write_side(&self, f: &mut fmt::Formatter<'_>, terms: &[(Shown, i128)], constant: i128) -> fmt::Result {
        let mut first = true;
        for &(shown, coefficient) in terms {
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
            match shown {
                Shown::Atom(atom) => write!(f, "{}", self.show(atom))?,
                Shown::Converted(name, moved, half) => {
                    let (terms, constant) = self.terms_of(moved);
                    let (terms, constant) = self.conversions(terms, constant - half);
                    write!(f, "({name})(")?;
                    self.write_side(f, &terms, constant)?;
                    write!(f, ")")?;
                }
            }
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
        let (terms, constant) = self.conversions(terms, constant);
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
                let (terms, constant) = exprs.conversions(terms.to_vec(), *constant);
                if let ([(Shown::Converted(..), 1)], 0) = (terms.as_slice(), constant) {
                    return exprs.write_side(f, &terms, constant);
                }
                write!(f, "(")?;
                exprs.write_side(f, &terms, constant)?;
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
