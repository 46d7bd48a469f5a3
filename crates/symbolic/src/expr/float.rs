//! Floating-point numbers by their bits: an expression of type `double` is the integer that `doubleToRawLongBits` makes of it.
//!
//! So they move, choose and compare as integers do, and what computes with them is a node of its own, which a machine's
//! arithmetic evaluates and circuits decide. Where no operation rounds, a number made of integers is also known as a form of
//! them (`real.rs`), and comparing two such numbers is comparing integers, which can be counted.

use super::real::RealForm;
use super::{Comparison, Domain, ExprId, Exprs, FloatFormat, FloatOp, Interval, Node, Rounding, Width};

/// How the number of an input stands for a floating-point value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shown {
    pub format: FloatFormat,
    /// By its place in the order of all numbers, not by its bits.
    pub by_order: bool,
}

impl Shown {
    /// The number that an input's integer means, as Java writes it.
    pub fn text(self, value: i128) -> String {
        let raw = if self.by_order { bits_at(self.format, value) } else { value };
        let text = match self.format {
            FloatFormat::Double => format!("{:?}", f64::from_bits(raw as u64)),
            FloatFormat::Single => format!("{:?}", f32::from_bits(raw as u32)),
        };
        text.replace("inf", "Infinity")
    }
}

/// The bits of the number at a place of the order, in which the negative ones come before zero.
fn bits_at(format: FloatFormat, place: i128) -> i128 {
    if place < 0 { format.width().least() - 1 - place } else { place }
}

/// The place of a double in the order of all of them.
fn place_of(value: f64) -> i128 {
    let raw = i128::from(value.to_bits() as i64);
    if raw < 0 { Width::Long.least() - 1 - raw } else { raw }
}

impl Exprs {
    /// A new input of any value, by its bits.
    pub fn float_variable(&mut self, name: &str, format: FloatFormat) -> ExprId {
        let range = Interval::of(format.width());
        let variable = self.new_variable(name, Domain::Integer { width: format.width(), range });
        self.show_as(variable, Shown { format, by_order: false });
        variable
    }

    /// A new input between two doubles, by its place in their order.
    pub fn double_between(&mut self, name: &str, low: f64, high: f64) -> ExprId {
        assert!(low <= high, "the caller has checked the domain");
        // Both zeros lie between, whichever is given.
        let low = if low == 0.0 { -0.0 } else { low };
        let high = if high == 0.0 { 0.0 } else { high };
        let range = Interval::new(place_of(low), place_of(high));
        let place = self.new_variable(name, Domain::Integer { width: Width::Long, range });
        self.show_as(place, Shown { format: FloatFormat::Double, by_order: true });
        let zero = self.constant(0);
        let is_negative = self.compare(Comparison::Less, place, zero);
        let mirrored = self.scaled(place, -1);
        let mirrored = self.offset(mirrored, Width::Long.least() - 1);
        self.choose(is_negative, mirrored, place)
    }

    fn show_as(&mut self, variable: ExprId, shown: Shown) {
        if let Node::Variable(id) = *self.node(variable) {
            self.variables[id.0 as usize].shown = Some(shown);
        }
    }

    /// An operation on bits of floating-point numbers (or an integer, for [`FloatOp::FromInteger`]).
    pub fn float(&mut self, op: FloatOp, format: FloatFormat, a: ExprId, b: ExprId) -> ExprId {
        if let (Some(x), Some(y)) = (self.as_constant(a), self.as_constant(b)) {
            return self.constant(computed(op, format, x, y));
        }
        // Which of two operands comes first makes no difference, as there is one NaN.
        let (a, b) = if matches!(op, FloatOp::Add | FloatOp::Multiply) && b < a { (b, a) } else { (a, b) };
        let (left, right) = match op {
            FloatOp::FromInteger => (Some(self.real_form(a)), None),
            _ => (self.float_form(format, a), self.float_form(format, b)),
        };
        match (op, &left, &right) {
            (FloatOp::Order(_), Some(left), Some(right)) => {
                if let Some(sign) = self.order_of_forms(left, right) {
                    return sign;
                }
            }
            (FloatOp::ToInteger(width), Some(form), _) => {
                if let Some(whole) = self.towards_zero(form)
                    && self.interval(whole).within(Interval::of(width))
                {
                    return whole;
                }
            }
            _ => {}
        }
        let result = self.intern(Node::Float(op, format, a, b));
        if let Some((form, format)) = left.and_then(|left| self.form_of(op, format, left, right))
            && self.is_exact(&form, format)
        {
            self.exact.insert((result, format), form);
        }
        result
    }

    /// Minus a number: the other sign.
    pub fn float_negated(&mut self, format: FloatFormat, a: ExprId) -> ExprId {
        let least = self.constant(format.width().least());
        let result = self.binary(super::Binary::Add, format.width(), a, least);
        if let Some(form) = self.float_form(format, a).filter(|_| self.as_constant(result).is_none()) {
            self.exact.insert((result, format), form.negated());
        }
        result
    }

    /// The number as a form of integers that it equals exactly, if one is known. The two zeros are one there.
    pub(crate) fn float_form(&self, format: FloatFormat, a: ExprId) -> Option<RealForm> {
        match self.as_constant(a) {
            Some(raw) => {
                let value = match format {
                    FloatFormat::Double => f64::from_bits(raw as u64),
                    FloatFormat::Single => f64::from(f32::from_bits(raw as u32)),
                };
                value.is_finite().then(|| RealForm::constant(markov::rational::exact_of(value)))
            }
            None => self.exact.get(&(a, format)).cloned(),
        }
    }

    /// What an operation makes of forms before it rounds, and the format it rounds to.
    fn form_of(
        &self,
        op: FloatOp,
        format: FloatFormat,
        left: RealForm,
        right: Option<RealForm>,
    ) -> Option<(RealForm, FloatFormat)> {
        match op {
            FloatOp::FromInteger => Some((left, format)),
            FloatOp::ToOther => Some((left, format.other())),
            FloatOp::Add | FloatOp::Subtract | FloatOp::Multiply | FloatOp::Divide => {
                Some((left.computed(op, &right?)?, format))
            }
            _ => None,
        }
    }
}

/// What the machine computes.
pub(crate) fn computed(op: FloatOp, format: FloatFormat, a: i128, b: i128) -> i128 {
    match format {
        FloatFormat::Double => {
            let (x, y) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
            let packed = |value: f64| if value.is_nan() { format.nan() } else { i128::from(value.to_bits() as i64) };
            match op {
                FloatOp::Add => packed(x + y),
                FloatOp::Subtract => packed(x - y),
                FloatOp::Multiply => packed(x * y),
                FloatOp::Divide => packed(x / y),
                FloatOp::Remainder => packed(x % y),
                FloatOp::Root => packed(x.sqrt()),
                FloatOp::Whole(Rounding::Floor) => packed(x.floor()),
                FloatOp::Whole(Rounding::Ceiling) => packed(x.ceil()),
                FloatOp::Whole(Rounding::Nearest) => packed(x.round_ties_even()),
                FloatOp::Order(unordered) => ordered(x.partial_cmp(&y), unordered),
                FloatOp::FromInteger => packed(a as f64),
                FloatOp::ToInteger(Width::Long) => i128::from(x as i64),
                FloatOp::ToInteger(_) => i128::from(x as i32),
                FloatOp::ToOther if x.is_nan() => FloatFormat::Single.nan(),
                FloatOp::ToOther => i128::from((x as f32).to_bits() as i32),
                FloatOp::Function(name) => packed(jvm::natives::functions::value(name, x, y)),
            }
        }
        FloatFormat::Single => {
            let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            let packed = |value: f32| if value.is_nan() { format.nan() } else { i128::from(value.to_bits() as i32) };
            match op {
                FloatOp::Add => packed(x + y),
                FloatOp::Subtract => packed(x - y),
                FloatOp::Multiply => packed(x * y),
                FloatOp::Divide => packed(x / y),
                FloatOp::Remainder => packed(x % y),
                FloatOp::Root => packed(x.sqrt()),
                FloatOp::Whole(Rounding::Floor) => packed(x.floor()),
                FloatOp::Whole(Rounding::Ceiling) => packed(x.ceil()),
                FloatOp::Whole(Rounding::Nearest) => packed(x.round_ties_even()),
                FloatOp::Order(unordered) => ordered(x.partial_cmp(&y), unordered),
                FloatOp::FromInteger => packed(a as f32),
                FloatOp::ToInteger(Width::Long) => i128::from(x as i64),
                FloatOp::ToInteger(_) => i128::from(x as i32),
                FloatOp::ToOther if x.is_nan() => FloatFormat::Double.nan(),
                FloatOp::ToOther => i128::from(f64::from(x).to_bits() as i64),
                FloatOp::Function(name) => unreachable!("{name} is a function of doubles"),
            }
        }
    }
}

fn ordered(order: Option<std::cmp::Ordering>, unordered: i8) -> i128 {
    order.map_or(i128::from(unordered), |order| order as i128)
}

/// A range of the results of an operation.
pub(crate) fn range_of(op: FloatOp, format: FloatFormat) -> Interval {
    match op {
        FloatOp::Order(_) => Interval::new(-1, 1),
        FloatOp::ToInteger(width) => Interval::of(width),
        FloatOp::ToOther => Interval::of(format.other().width()),
        _ => Interval::of(format.width()),
    }
}
