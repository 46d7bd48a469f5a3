//! Uniform reals: linear forms with rational coefficients over real inputs and integer expressions.
//!
//! Where a real input takes part, the arithmetic is that of the reals: a uniform real is a mathematical input, and a comparison
//! is quantified by volume. That it does not round as `double` does is remembered, so that nobody takes what follows for a
//! proof; a constant is there what was meant, 0.1 a tenth. Where only integers take part the program means `double`
//! (`float.rs`), and a form stands for it only while no operation rounds. What is not linear has no form.

use crate::counting::volume::least_common_multiple;

use super::{Domain, ExprId, Exprs, FloatFormat, FloatOp, Node, RealRelation, ZeroRelation};
use dashu::integer::UBig;
use dashu::rational::RBig;

/// `Σ coefficient·atom + constant`; atoms ascend, coefficients are not zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RealForm {
    pub terms: Vec<(ExprId, RBig)>,
    pub constant: RBig,
}

/// Sums of integers that stand for forms stay below that.
const WHOLE_MAX: i128 = 1 << 99;

impl Exprs {
    /// A new real input, uniform over its range, which must not be empty.
    pub fn real_variable(&mut self, name: &str, low: RBig, high: RBig) -> ExprId {
        assert!(low < high, "the caller has checked the domain");
        let atom = self.new_variable(name, Domain::Real { low, high });
        self.intern(Node::Real(RealForm { terms: vec![(atom, RBig::ONE)], constant: RBig::ZERO }))
    }

    pub fn is_real(&self, a: ExprId) -> bool {
        matches!(self.node(a), Node::Real(_))
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

    /// An operation of which at least one operand is a real, the other one perhaps bits of a double; none if it would not be
    /// linear, or if the double has no form.
    pub fn real_operation(&mut self, op: FloatOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (left, right) = (self.real_operand(a)?, self.real_operand(b)?);
        if let FloatOp::Order(_) = op {
            let difference = self.intern(Node::Real(combined(&left, &right, &-RBig::ONE)));
            return Some(self.intern(Node::Sign(difference)));
        }
        let form = left.computed(op, &right)?;
        self.rounds_unseen = true;
        Some(self.intern(Node::Real(form)))
    }

    fn real_operand(&self, a: ExprId) -> Option<RealForm> {
        match self.node(a) {
            Node::Real(form) => Some(form.clone()),
            Node::Constant(raw) => {
                let value = f64::from_bits(*raw as u64);
                value.is_finite().then(|| RealForm::constant(markov::rational::meant(value)))
            }
            _ => self.float_form(FloatFormat::Double, a),
        }
    }

    fn has_real_input(&self, form: &RealForm) -> bool {
        let is_real = |atom: ExprId| match self.node(atom) {
            Node::Variable(variable) => matches!(self.variables[variable.0 as usize].domain, Domain::Real { .. }),
            _ => false,
        };
        form.terms.iter().any(|(atom, _)| is_real(*atom))
    }

    /// Whether a form over integers is a number of a format for all inputs: a multiple of some 2^-k with as many bits as the
    /// format has. Zero counts as one, although there are two of them: what tells them apart looks at bits.
    pub(super) fn is_exact(&self, form: &RealForm, format: FloatFormat) -> bool {
        let (precision, scale_max) = match format {
            FloatFormat::Double => (53, 1000),
            FloatFormat::Single => (24, 100),
        };
        let scale = form.scale();
        let is_power_of_two = scale.count_ones() == 1 && scale.trailing_zeros().is_some_and(|k| k < scale_max);
        let scale = RBig::from(scale);
        let largest = form.terms.iter().fold(absolute(&form.constant), |sum, (atom, coefficient)| {
            let range = self.interval(*atom);
            let most = RBig::from(range.low.unsigned_abs().max(range.high.unsigned_abs()));
            sum + absolute(coefficient) * most
        });
        is_power_of_two && largest * scale <= RBig::from(1u64 << precision)
    }

    pub(crate) fn real_difference(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let form = combined(&self.real_form(a), &self.real_form(b), &-RBig::ONE);
        self.intern(Node::Real(form))
    }

    /// The sign of the difference of two forms of integers.
    pub(super) fn order_of_forms(&mut self, left: &RealForm, right: &RealForm) -> Option<ExprId> {
        let difference = combined(left, right, &-RBig::ONE);
        let (terms, bound) = self.terms_and_bound(&difference)?;
        let Some((below, is_whole)) = whole_below(&bound) else {
            // So large a number is on one side of all values.
            return Some(self.constant(if bound > RBig::ZERO { -1 } else { 1 }));
        };
        if is_whole {
            let bound = self.constant(below);
            return Some(self.sign_of_difference(terms, bound));
        }
        // Between two integers: the middle is as good, and twice it is an integer that no double of the terms equals.
        let (doubled, middle) = (self.scaled(terms, 2), self.constant(2 * below + 1));
        Some(self.sign_of_difference(doubled, middle))
    }

    /// The terms of a form over integers times the least positive number that makes them whole, and what they are then compared with
    /// if the form is compared with zero.
    fn terms_and_bound(&mut self, form: &RealForm) -> Option<(ExprId, RBig)> {
        if self.has_real_input(form) {
            return None;
        }
        let only_terms = RealForm { terms: form.terms.clone(), constant: RBig::ZERO };
        let (terms, scale) = self.whole(&only_terms)?;
        Some((terms, -form.constant.clone() * RBig::from(scale)))
    }

    /// The value of a form of integers without what comes after its point.
    pub(super) fn towards_zero(&mut self, form: &RealForm) -> Option<ExprId> {
        let (whole, scale) = self.whole(form)?;
        if scale == 1 {
            return Some(whole);
        }
        let scale = self.constant(scale);
        Some(self.quotient(whole, scale))
    }

    pub fn real_negated(&mut self, a: ExprId) -> ExprId {
        let form = scaled(&self.real_form(a), &-RBig::ONE);
        self.intern(Node::Real(form))
    }

    /// A positive multiple of the form that is an integer, and which, if no real input is in it: then integers decide, which
    /// know of wrap-around and of remainders.
    fn whole(&mut self, form: &RealForm) -> Option<(ExprId, i128)> {
        if self.has_real_input(form) {
            return None;
        }
        let scale = RBig::from(form.scale());
        let integer = |number: &RBig| i128::try_from((number * &scale).numerator().clone()).ok();
        let constant = integer(&form.constant)?;
        // Beyond what sums and their values have room for.
        let mut largest = constant.checked_abs()?;
        for (atom, coefficient) in &form.terms {
            let (range, coefficient) = (self.interval(*atom), integer(coefficient)?);
            let most = range.low.checked_abs()?.max(range.high.checked_abs()?).max(1);
            largest = largest.checked_add(most.checked_mul(coefficient.checked_abs()?)?)?;
        }
        if largest > WHOLE_MAX {
            return None;
        }
        let mut sum = self.constant(constant);
        for (atom, coefficient) in &form.terms {
            let term = self.scaled(*atom, integer(coefficient)?);
            sum = self.plus(sum, term);
        }
        Some((sum, integer(&RBig::ONE)?))
    }

    pub(crate) fn real_relate(&mut self, relation: RealRelation, a: ExprId) -> ExprId {
        let mut form = self.real_form(a);
        if form.terms.is_empty() {
            return self.constant(i128::from(relation.holds(&form.constant)));
        }
        if let Some((terms, bound)) = self.terms_and_bound(&form) {
            let Some((below, is_whole)) = whole_below(&bound) else {
                // So large a number is on one side of all values.
                let holds = match relation {
                    RealRelation::AtMost | RealRelation::Below => bound > RBig::ZERO,
                    RealRelation::Equal => false,
                    RealRelation::Unequal => true,
                };
                return self.constant(i128::from(holds));
            };
            let difference = self.offset(terms, -below);
            return match relation {
                RealRelation::Below if is_whole => {
                    let next = self.offset(difference, 1);
                    self.relate(ZeroRelation::AtMost, next)
                }
                RealRelation::AtMost | RealRelation::Below => self.relate(ZeroRelation::AtMost, difference),
                RealRelation::Equal if is_whole => self.relate(ZeroRelation::Equal, difference),
                RealRelation::Unequal if is_whole => self.relate(ZeroRelation::Unequal, difference),
                RealRelation::Equal => self.constant(0),
                RealRelation::Unequal => self.constant(1),
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

/// The greatest integer that is not above a number, and whether it is that number; none if it is larger than any sum.
fn whole_below(number: &RBig) -> Option<(i128, bool)> {
    let below = number.floor();
    let is_whole = RBig::from(below.clone()) == *number;
    let below = i128::try_from(below).ok().filter(|below| below.unsigned_abs() <= WHOLE_MAX.unsigned_abs())?;
    Some((below, is_whole))
}

fn absolute(number: &RBig) -> RBig {
    if *number < RBig::ZERO { -number.clone() } else { number.clone() }
}

impl RealForm {
    pub(super) fn constant(constant: RBig) -> RealForm {
        RealForm { terms: Vec::new(), constant }
    }

    pub(super) fn negated(&self) -> RealForm {
        scaled(self, &-RBig::ONE)
    }

    /// The least number that makes all of it whole.
    fn scale(&self) -> UBig {
        let numbers = self.terms.iter().map(|(_, c)| c).chain(std::iter::once(&self.constant));
        numbers.fold(UBig::ONE, |scale, number| least_common_multiple(scale, number.denominator()))
    }

    /// A linear operation, exactly; none if it would not be linear.
    pub(super) fn computed(&self, op: FloatOp, right: &RealForm) -> Option<RealForm> {
        Some(match op {
            FloatOp::Add => combined(self, right, &RBig::ONE),
            FloatOp::Subtract => combined(self, right, &-RBig::ONE),
            FloatOp::Multiply if right.terms.is_empty() => scaled(self, &right.constant),
            FloatOp::Multiply if self.terms.is_empty() => scaled(right, &self.constant),
            FloatOp::Divide if right.terms.is_empty() && !right.constant.is_zero() => {
                scaled(self, &(RBig::ONE / &right.constant))
            }
            _ => return None,
        })
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
