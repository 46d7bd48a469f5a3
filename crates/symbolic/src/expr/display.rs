//! Expressions as a person writes them: `2*x + y <= z + 7`.

use super::{
    Binary, ExprId, Exprs, FloatFormat, FloatOp, Node, RealForm, RealRelation, Rounding, Shown as FloatShown, Width,
    ZeroRelation,
};
use dashu::rational::RBig;
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
    /// What division by a constant leaves of a value: Java's remainder, or the one that is never negative.
    Remainder(ExprId, i128),
    FloorRemainder(ExprId, i128),
}

impl Exprs {
    pub fn display(&self, id: ExprId) -> Displayed<'_> {
        Displayed { exprs: self, id }
    }

    fn show(&self, id: ExprId) -> Displayed<'_> {
        self.display(id)
    }

    /// As an argument, where parentheses around it would be the second pair.
    pub(crate) fn bare(&self, id: ExprId) -> String {
        let text = self.show(id).to_string();
        match (self.node(id), text.strip_prefix('(').and_then(|text| text.strip_suffix(')'))) {
            (Node::Sum { .. } | Node::Opaque(_), Some(inner)) if is_balanced(inner) => inner.to_owned(),
            _ => text,
        }
    }

    /// An operation on bits that an expression was made by, as its operands, its symbol and its count or second operand.
    fn bits_shown(&self, id: ExprId) -> Option<String> {
        if let Some((op, a, b)) = self.made_of_bits(id) {
            let symbol = if op == Binary::Xor { "^" } else { "|" };
            return Some(format!("({} {symbol} {})", self.show(a), self.show(b)));
        }
        let moved = self.moved_bits(id)?;
        // What only multiplies or divides is shown so.
        let is_plain = match moved.op {
            Binary::Ushr => self.interval(moved.value).low >= 0,
            Binary::Shl => self.terms_of(id).0.len() <= self.terms_of(moved.value).0.len(),
            _ => true,
        };
        let symbol = if moved.op == Binary::Shl { "<<" } else { ">>>" };
        (!is_plain).then(|| format!("({} {symbol} {})", self.show(moved.value), moved.count))
    }

    /// A side of a comparison of reals: terms with positive coefficients.
    fn write_real_side(&self, f: &mut fmt::Formatter<'_>, terms: &[(ExprId, RBig)], constant: &RBig) -> fmt::Result {
        for (index, (atom, coefficient)) in terms.iter().enumerate() {
            if index > 0 {
                write!(f, " + ")?;
            }
            match *coefficient == RBig::ONE {
                true => write!(f, "{}", self.show(*atom))?,
                false => write!(f, "{coefficient}*{}", self.show(*atom))?,
            }
        }
        match (terms.is_empty(), constant.is_zero()) {
            (true, _) => write!(f, "{constant}"),
            (false, true) => Ok(()),
            (false, false) if *constant < RBig::ZERO => write!(f, " - {}", -constant.clone()),
            (false, false) => write!(f, " + {constant}"),
        }
    }

    fn write_real_comparison(
        &self,
        f: &mut fmt::Formatter<'_>,
        relation: RealRelation,
        form: &RealForm,
    ) -> fmt::Result {
        let (left, right): (Vec<_>, Vec<_>) = form.terms.iter().cloned().partition(|term| term.1 > RBig::ZERO);
        let right: Vec<_> = right.into_iter().map(|(atom, coefficient)| (atom, -coefficient)).collect();
        let flipped = left.is_empty();
        let constant = form.constant.clone();
        let (left, right, constant) = if flipped { (right, left, constant) } else { (left, right, -constant) };
        self.write_real_side(f, &left, &RBig::ZERO)?;
        let symbol = match relation {
            RealRelation::AtMost if flipped => ">=",
            RealRelation::AtMost => "<=",
            RealRelation::Below if flipped => ">",
            RealRelation::Below => "<",
            RealRelation::Equal => "==",
            RealRelation::Unequal => "!=",
        };
        write!(f, " {symbol} ")?;
        self.write_real_side(f, &right, &constant)
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
        while let Some((rest, rest_constant, remainder)) =
            terms.iter().find_map(|term| self.remainder_at(&terms, constant, *term))
        {
            (terms, constant) = (rest, rest_constant);
            shown.push(remainder);
        }
        shown.extend(terms.into_iter().map(|(atom, coefficient)| (Shown::Atom(atom), coefficient)));
        (shown, constant)
    }

    /// `e - m·(e / m)` is what division leaves, put together again around the quotient.
    #[allow(clippy::type_complexity)]
    fn remainder_at(
        &self,
        terms: &[(ExprId, i128)],
        constant: i128,
        quotient: (ExprId, i128),
    ) -> Option<(Vec<(ExprId, i128)>, i128, (Shown, i128))> {
        let (dividend, divisor, is_javas) = match *self.node(quotient.0) {
            Node::Floor(dividend, divisor) => (dividend, divisor, self.interval(dividend).low >= 0),
            Node::Quotient(dividend, by) => (dividend, self.as_constant(by)?, true),
            _ => return None,
        };
        // Of a number's digits, one: the quotient by less, and its remainder.
        let is_finer = |term: &&(ExprId, i128)| match *self.node(term.0) {
            Node::Floor(same, less) => {
                same == dividend && less < divisor && divisor % less == 0 && term.1 * (divisor / less) == -quotient.1
            }
            _ => false,
        };
        if matches!(self.node(quotient.0), Node::Floor(..))
            && let Some(&finer) = terms.iter().find(is_finer)
            && let Node::Floor(_, less) = *self.node(finer.0)
        {
            let rest = terms.iter().filter(|term| **term != finer && **term != quotient).copied().collect();
            let base = divisor / less;
            let shown = if is_javas { Shown::Remainder(finer.0, base) } else { Shown::FloorRemainder(finer.0, base) };
            return Some((rest, constant, (shown, finer.1)));
        }
        if quotient.1 % divisor != 0 {
            return None;
        }
        let factor = -(quotient.1 / divisor);
        let (mut rest, rest_constant) = self.add_scaled(terms, constant, dividend, -factor)?;
        rest.retain(|other| other.0 != quotient.0);
        let shown =
            if is_javas { Shown::Remainder(dividend, divisor) } else { Shown::FloorRemainder(dividend, divisor) };
        (rest.len() + 1 < terms.len()).then_some((rest, rest_constant, (shown, factor)))
    }

    /// A quotient or remainder as a side of its own, which needs no parentheses.
    fn shown_alone(&self, shown: Shown) -> Option<String> {
        match shown {
            Shown::Remainder(dividend, divisor) => Some(format!("{} % {divisor}", self.show(dividend))),
            Shown::Atom(atom) if self.bits_shown(atom).is_none() => match *self.node(atom) {
                Node::Floor(dividend, divisor) if self.interval(dividend).low >= 0 => {
                    Some(format!("{} / {divisor}", self.show(dividend)))
                }
                Node::Quotient(a, b) => Some(format!("{} / {}", self.show(a), self.show(b))),
                Node::Remainder(a, b) => Some(format!("{} % {}", self.show(a), self.show(b))),
                _ => None,
            },
            _ => None,
        }
    }

    /// A side of a comparison: terms with positive coefficients.
    fn write_side(&self, f: &mut fmt::Formatter<'_>, terms: &[(Shown, i128)], constant: i128) -> fmt::Result {
        if let (&[(shown, 1)], 0) = (terms, constant)
            && let Some(alone) = self.shown_alone(shown)
        {
            return write!(f, "{alone}");
        }
        // What is taken away comes after what it is taken from: `50 - x`.
        let mut terms = terms.to_vec();
        terms.sort_by_key(|term| term.1 < 0);
        let leads = constant > 0 && terms.first().is_some_and(|term| term.1 < 0);
        if leads {
            write!(f, "{constant}")?;
        }
        let (mut first, constant) = if leads { (false, 0) } else { (true, constant) };
        for (shown, coefficient) in terms {
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
                Shown::Remainder(dividend, divisor) => write!(f, "({} % {divisor})", self.show(dividend))?,
                Shown::FloorRemainder(dividend, divisor) => {
                    write!(f, "floorMod({}, {divisor})", self.bare(dividend))?;
                }
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

    /// An operand that is a floating-point number.
    fn float_text(&self, format: FloatFormat, id: ExprId) -> String {
        match (self.as_constant(id), self.node(id)) {
            (Some(raw), _) => FloatShown { format, by_order: false }.text(raw),
            (None, Node::Choose(_, _, place)) if matches!(self.node(*place), Node::Variable(_)) => self.bare(*place),
            _ => self.show(id).to_string(),
        }
    }

    fn write_float(
        &self,
        f: &mut fmt::Formatter<'_>,
        op: FloatOp,
        format: FloatFormat,
        (a, b): (ExprId, ExprId),
    ) -> fmt::Result {
        let name = if format == FloatFormat::Double { "double" } else { "float" };
        if op == FloatOp::FromInteger {
            return write!(f, "({name})({})", self.bare(a));
        }
        let (x, y) = (self.float_text(format, a), self.float_text(format, b));
        match op {
            FloatOp::Add => write!(f, "({x} + {y})"),
            FloatOp::Subtract => write!(f, "({x} - {y})"),
            FloatOp::Multiply => write!(f, "({x} * {y})"),
            FloatOp::Divide => write!(f, "({x} / {y})"),
            FloatOp::Remainder => write!(f, "({x} % {y})"),
            FloatOp::Root => write!(f, "sqrt({x})"),
            FloatOp::Whole(Rounding::Floor) => write!(f, "floor({x})"),
            FloatOp::Whole(Rounding::Ceiling) => write!(f, "ceil({x})"),
            FloatOp::Whole(Rounding::Nearest) => write!(f, "rint({x})"),
            FloatOp::Order(_) => write!(f, "compare({x}, {y})"),
            FloatOp::ToInteger(Width::Long) => write!(f, "(long)({x})"),
            FloatOp::ToInteger(_) => write!(f, "(int)({x})"),
            FloatOp::ToOther if format == FloatFormat::Double => write!(f, "(float)({x})"),
            FloatOp::ToOther => write!(f, "(double)({x})"),
            FloatOp::Function(name) if a == b => write!(f, "{name}({x})"),
            FloatOp::Function(name) => write!(f, "{name}({x}, {y})"),
            FloatOp::FromInteger => unreachable!("it has been dealt with"),
        }
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

/// Does no parenthesis close that is not open? Then those around the text belong together.
fn is_balanced(text: &str) -> bool {
    let mut open = 0;
    text.chars().all(|character| {
        open += i32::from(character == '(') - i32::from(character == ')');
        open >= 0
    })
}

impl fmt::Display for Displayed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exprs = self.exprs;
        if self.id.is_concrete() {
            return write!(f, "concrete");
        }
        if let Some(bits) = exprs.bits_shown(self.id) {
            return write!(f, "{bits}");
        }
        match exprs.node(self.id) {
            Node::Constant(value) => write!(f, "{value}"),
            Node::Variable(variable) => write!(f, "{}", exprs.variables()[variable.0 as usize].name),
            Node::Sum { terms, constant } => {
                let (terms, constant) = exprs.conversions(terms.to_vec(), *constant);
                if let ([(shown, 1)], 0) = (terms.as_slice(), constant)
                    && !matches!(shown, Shown::Atom(_))
                {
                    if let Shown::Remainder(dividend, divisor) = shown {
                        return write!(f, "({} % {divisor})", exprs.show(*dividend));
                    }
                    return exprs.write_side(f, &terms, constant);
                }
                write!(f, "(")?;
                exprs.write_side(f, &terms, constant)?;
                write!(f, ")")
            }
            Node::Opaque(inner) => write!(f, "{}", exprs.show(*inner)),
            Node::Product(a, b) => write!(f, "{}*{}", exprs.show(*a), exprs.show(*b)),
            Node::Floor(dividend, divisor) if exprs.interval(*dividend).low >= 0 => {
                write!(f, "({} / {divisor})", exprs.show(*dividend))
            }
            Node::Floor(dividend, divisor) => write!(f, "floorDiv({}, {divisor})", exprs.bare(*dividend)),
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
            Node::Float(op, format, a, b) => exprs.write_float(f, *op, *format, (*a, *b)),
            Node::Real(form) => {
                write!(f, "(")?;
                for (atom, coefficient) in &form.terms {
                    write!(f, "{coefficient}*{} + ", exprs.show(*atom))?;
                }
                write!(f, "{})", form.constant)
            }
            Node::RealCompare(relation, inner) => exprs.write_real_comparison(f, *relation, &exprs.real_form(*inner)),
        }
    }
}
