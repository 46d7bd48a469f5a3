//! Uniform reals: linear forms with rational coefficients over real inputs and integer expressions.
//!
//! Where a real input takes part, the arithmetic is that of the reals: a uniform real is a mathematical input, and a comparison
//! is quantified by volume. That it does not round as `double` does is remembered, so that nobody takes what follows for a
//! proof. Where only integers take part the program means `double`, and a form stands for it only while no operation rounds.
//! What is not linear, or rounds, has no form; the interpreter then names the operation as unsupported.

use crate::counting::volume::least_common_multiple;

use super::{Binary, Domain, ExprId, Exprs, Node, RealRelation, ZeroRelation};
use dashu::integer::UBig;
use dashu::rational::RBig;

/// `Σ coefficient·atom + constant`; atoms ascend, coefficients are not zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RealForm {
    pub terms: Vec<(ExprId, RBig)>,
    pub constant: RBig,
}

impl Exprs {
    /// A new real input, uniform over its range, which must not be empty.
    pub fn real_variable(&mut self, name: &str, low: RBig, high: RBig) -> ExprId {
        assert!(low < high, "the caller has checked the domain");
        let atom = self.new_variable(name, Domain::Real { low, high });
        self.intern(Node::Real(RealForm { terms: vec![(atom, RBig::ONE)], constant: RBig::ZERO }))
    }

    /// A finite `double` as the real it was meant to be: 0.1 is a tenth, not the binary fraction next to it.
    pub fn real_constant(&mut self, value: f64) -> Option<ExprId> {
        let constant = value.is_finite().then(|| markov::rational::meant(value))?;
        Some(self.intern(Node::Real(RealForm { terms: Vec::new(), constant })))
    }

    pub fn is_real(&self, a: ExprId) -> bool {
        matches!(self.node(a), Node::Real(_))
    }

    /// An integer expression read as a real (`i2d`, `l2d` without rounding); a real stays itself.
    pub fn to_real(&mut self, a: ExprId) -> ExprId {
        let form = self.real_form(a);
        self.intern(Node::Real(form))
    }

    pub(crate) fn real_form(&self, a: ExprId) -> RealForm {
        match self.node(a) {
            Node::Real(form) => form.clone(),
            Node::Constant(value) => RealForm { terms: Vec::new(), constant: RBig::from(*value) },
            Node::Sum { terms, constant } => RealForm {
                terms: terms.iter().map(|&(atom, c)| (atom, RBig::from(c))).collect(),
                constant: RBig::from(*constant),
            },
            _ => RealForm { terms: vec![(a, RBig::ONE)], constant: RBig::ZERO },
        }
    }

    /// A linear operation on reals; none if it would not be linear.
    pub fn real_binary(&mut self, op: Binary, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (mut left, mut right) = (self.real_form(a), self.real_form(b));
        let of_reals = self.has_real_input(&left) || self.has_real_input(&right);
        if !of_reals {
            (left.constant, right.constant) = (exact(&left), exact(&right));
        }
        let form = match op {
            Binary::Add => combined(&left, &right, &RBig::ONE),
            Binary::Sub => combined(&left, &right, &-RBig::ONE),
            Binary::Mul if right.terms.is_empty() => scaled(&left, &right.constant),
            Binary::Mul if left.terms.is_empty() => scaled(&right, &left.constant),
            Binary::Div if right.terms.is_empty() && !right.constant.is_zero() => {
                scaled(&left, &(RBig::ONE / &right.constant))
            }
            _ => return None,
        };
        if of_reals {
            self.rounds_unseen = true;
        } else if !self.is_exact_double(&form) {
            return None;
        }
        Some(self.intern(Node::Real(form)))
    }

    fn has_real_input(&self, form: &RealForm) -> bool {
        let is_real = |atom: ExprId| match self.node(atom) {
            Node::Variable(variable) => matches!(self.variables[variable.0 as usize].domain, Domain::Real { .. }),
            _ => false,
        };
        form.terms.iter().any(|(atom, _)| is_real(*atom))
    }

    /// Whether a form over integers is a `double` for all inputs: a multiple of some 2^-k with at most 53 bits. Zero counts as
    /// one, although a double has two of them: nothing that tells them apart is done with forms.
    fn is_exact_double(&self, form: &RealForm) -> bool {
        let numbers = || form.terms.iter().map(|(_, c)| c).chain(std::iter::once(&form.constant));
        let scale = numbers().fold(UBig::ONE, |scale, number| least_common_multiple(scale, number.denominator()));
        let is_power_of_two = scale.count_ones() == 1 && scale.trailing_zeros().is_some_and(|k| k < 1000);
        let scale = RBig::from(scale);
        let largest = form.terms.iter().fold(absolute(&form.constant), |sum, (atom, coefficient)| {
            let range = self.interval(*atom);
            let most = RBig::from(range.low.unsigned_abs().max(range.high.unsigned_abs()));
            sum + absolute(coefficient) * most
        });
        is_power_of_two && largest * scale <= RBig::from(1u64 << 53)
    }

    pub(crate) fn real_difference(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (mut left, mut right) = (self.real_form(a), self.real_form(b));
        if !self.has_real_input(&left) && !self.has_real_input(&right) {
            for side in [&mut left, &mut right] {
                side.constant = exact(side);
            }
        }
        let form = combined(&left, &right, &-RBig::ONE);
        self.intern(Node::Real(form))
    }

    pub fn real_negated(&mut self, a: ExprId) -> ExprId {
        let form = scaled(&self.real_form(a), &-RBig::ONE);
        self.intern(Node::Real(form))
    }

    /// A positive multiple of the form that is an integer, if no real input is in it: then integers decide, which know of
    /// wrap-around and of remainders.
    fn whole(&mut self, form: &RealForm) -> Option<ExprId> {
        if self.has_real_input(form) {
            return None;
        }
        let numbers = || form.terms.iter().map(|(_, c)| c).chain(std::iter::once(&form.constant));
        let scale = numbers().fold(UBig::ONE, |scale, number| least_common_multiple(scale, number.denominator()));
        let scale = RBig::from(scale);
        let integer = |number: &RBig| i128::try_from((number * &scale).numerator().clone()).ok();
        let constant = integer(&form.constant)?;
        let mut sum = self.constant(constant);
        for (atom, coefficient) in &form.terms {
            let term = self.scaled(*atom, integer(coefficient)?);
            sum = self.plus(sum, term);
        }
        Some(sum)
    }

    pub(crate) fn real_relate(&mut self, relation: RealRelation, a: ExprId) -> ExprId {
        let mut form = self.real_form(a);
        if form.terms.is_empty() {
            return self.constant(i128::from(relation.holds(&form.constant)));
        }
        if let Some(whole) = self.whole(&form) {
            return match relation {
                RealRelation::AtMost => self.relate(ZeroRelation::AtMost, whole),
                RealRelation::Below => {
                    let next = self.offset(whole, 1);
                    self.relate(ZeroRelation::AtMost, next)
                }
                RealRelation::Equal => self.relate(ZeroRelation::Equal, whole),
                RealRelation::Unequal => self.relate(ZeroRelation::Unequal, whole),
            };
        }
        // One scale for all multiples of a form; an equality also has one sign.
        let leading = form.terms[0].1.clone();
        let negative = leading < RBig::ZERO;
        let keeps_sign = matches!(relation, RealRelation::AtMost | RealRelation::Below);
        let scale = RBig::ONE / if negative && keeps_sign { -leading } else { leading };
        form = scaled(&form, &scale);
        let normal = self.intern(Node::Real(form));
        self.intern(Node::RealCompare(relation, normal))
    }
}

impl RealRelation {
    pub fn holds(self, value: &RBig) -> bool {
        match self {
            RealRelation::AtMost => *value <= RBig::ZERO,
            RealRelation::Below => *value < RBig::ZERO,
            RealRelation::Equal => value.is_zero(),
            RealRelation::Unequal => !value.is_zero(),
        }
    }
}

fn absolute(number: &RBig) -> RBig {
    if *number < RBig::ZERO { -number.clone() } else { number.clone() }
}

/// The constant of a form: one that stands alone was meant (a tenth), and is the double next to it for those who compute with it.
fn exact(form: &RealForm) -> RBig {
    match form.terms.is_empty() {
        true => markov::rational::exact_of(markov::rational::nearest(&form.constant)),
        false => form.constant.clone(),
    }
}

fn scaled(form: &RealForm, factor: &RBig) -> RealForm {
    if factor.is_zero() {
        return RealForm { terms: Vec::new(), constant: RBig::ZERO };
    }
    RealForm {
        terms: form.terms.iter().map(|(atom, c)| (*atom, c * factor)).collect(),
        constant: &form.constant * factor,
    }
}

fn combined(left: &RealForm, right: &RealForm, factor: &RBig) -> RealForm {
    let mut terms = left.terms.clone();
    for (atom, coefficient) in &scaled(right, factor).terms {
        match terms.binary_search_by_key(atom, |term| term.0) {
            Ok(position) => terms[position].1 += coefficient,
            Err(position) => terms.insert(position, (*atom, coefficient.clone())),
        }
    }
    terms.retain(|term| !term.1.is_zero());
    RealForm { terms, constant: &left.constant + &right.constant * factor }
}
