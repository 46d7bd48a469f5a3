//! Values of expressions, and what PRISM's operators and functions make of them. Exact: integers while they fit,
//! rationals beyond; only `log` and fractional powers pass through doubles.

use crate::formula::{BinaryOperator, Formula, Function, Number};
use dashu::base::{Abs, BitTest, Signed};
use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;
use std::cmp::Ordering;
use std::fmt;

/// What an expression is worth.
#[derive(Clone, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Integer(i64),
    /// A number.
    Real(RBig),
}

/// Why an expression has no value; one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError {
    /// An operand is of another kind than the operator wants.
    #[error("{operator} needs {wanted}, found {found}")]
    Type {
        /// The operator.
        operator: &'static str,
        /// What it wants.
        wanted: &'static str,
        /// What it got.
        found: String,
    },
    /// Something is divided by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A function is not defined there.
    #[error("{function} of {arguments} is not a real number that can be represented")]
    Undefined {
        /// The function.
        function: &'static str,
        /// Of what.
        arguments: String,
    },
    /// There is no such variable.
    #[error("there is no variable `{0}`")]
    UnknownVariable(String),
    /// It asks about paths, not about a state.
    #[error("`{0}` has no value here: only constants, variables and arithmetic can be evaluated")]
    NotAnExpression(String),
}

impl Value {
    /// The value of a number.
    pub fn number(number: &Number) -> Value {
        Value::from(number.exact().clone())
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// `None` for a truth value.
    pub fn to_rational(&self) -> Option<RBig> {
        match self {
            Value::Bool(_) => None,
            Value::Integer(value) => Some(RBig::from(*value)),
            Value::Real(value) => Some(value.clone()),
        }
    }

    /// `None` for a truth value.
    pub fn to_f64(&self) -> Option<f64> {
        match self {
            Value::Bool(_) => None,
            Value::Integer(value) => Some(*value as f64),
            Value::Real(value) => Some(value.to_f64().value()),
        }
    }

    /// A literal with this value.
    pub fn to_formula(&self) -> Formula {
        match self {
            Value::Bool(value) => Formula::Bool(*value),
            Value::Integer(value) => Formula::Number(Number::integer(*value)),
            Value::Real(value) => Formula::Number(Number::new(value.clone())),
        }
    }

    fn type_name(&self) -> &'static str {
        if matches!(self, Value::Bool(_)) { "the truth value" } else { "the number" }
    }
}

impl From<RBig> for Value {
    /// Integers that fit are kept as such, so that equal numbers look equal.
    fn from(value: RBig) -> Value {
        if value.is_int()
            && let Ok(small) = i64::try_from(value.numerator())
        {
            return Value::Integer(small);
        }
        Value::Real(value)
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Bool(left), Value::Bool(right)) => left == right,
            (Value::Bool(_), _) | (_, Value::Bool(_)) => false,
            (Value::Integer(left), Value::Integer(right)) => left == right,
            _ => self.to_rational() == other.to_rational(),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_formula().fmt(out)
    }
}

/// The value of an expression, given its variables. Labels and the operators `P`, `R`, `S`, … have no value here.
pub fn evaluate(formula: &Formula, variable: &mut dyn FnMut(&str) -> Option<Value>) -> Result<Value, EvaluationError> {
    match formula {
        Formula::Bool(value) => Ok(Value::Bool(*value)),
        Formula::Number(number) => Ok(Value::number(number)),
        Formula::Variable(name) => variable(name).ok_or_else(|| EvaluationError::UnknownVariable(name.clone())),
        Formula::Not(operand) => Ok(Value::Bool(!truth("`!`", &evaluate(operand, variable)?)?)),
        Formula::Negate(operand) => apply_negate(&evaluate(operand, variable)?),
        Formula::Binary(operator, left, right) => {
            let left = evaluate(left, variable)?;
            // PRISM's Boolean operators do not look at the right operand when the left one decides.
            match (operator, &left) {
                (BinaryOperator::And, Value::Bool(false)) => return Ok(left),
                (BinaryOperator::Or, Value::Bool(true)) => return Ok(left),
                (BinaryOperator::Implies, Value::Bool(false)) => return Ok(Value::Bool(true)),
                _ => {}
            }
            apply_binary(*operator, &left, &evaluate(right, variable)?)
        }
        Formula::IfThenElse(condition, first, second) => {
            let chosen = if truth("`?:`", &evaluate(condition, variable)?)? { first } else { second };
            evaluate(chosen, variable)
        }
        Formula::Call(function, arguments) => {
            let arguments: Result<Vec<Value>, _> = arguments.iter().map(|one| evaluate(one, variable)).collect();
            apply_function(*function, &arguments?)
        }
        Formula::Label(_)
        | Formula::Probability { .. }
        | Formula::Reward { .. }
        | Formula::SteadyState { .. }
        | Formula::ForAll(_)
        | Formula::Exists(_)
        | Formula::Multi(_)
        | Formula::Quantile { .. }
        | Formula::Filter { .. } => Err(EvaluationError::NotAnExpression(formula.to_string())),
    }
}

fn truth(operator: &'static str, value: &Value) -> Result<bool, EvaluationError> {
    value.as_bool().ok_or_else(|| EvaluationError::Type {
        operator,
        wanted: "a truth value",
        found: format!("{} {value}", value.type_name()),
    })
}

fn rational(operator: &'static str, value: &Value) -> Result<RBig, EvaluationError> {
    value.to_rational().ok_or_else(|| EvaluationError::Type {
        operator,
        wanted: "a number",
        found: format!("{} {value}", value.type_name()),
    })
}

/// Minus the value.
pub fn apply_negate(value: &Value) -> Result<Value, EvaluationError> {
    if let Value::Integer(value) = value
        && let Some(negated) = value.checked_neg()
    {
        return Ok(Value::Integer(negated));
    }
    Ok(Value::from(-rational("`-`", value)?))
}

/// What an operator makes of two values.
pub fn apply_binary(operator: BinaryOperator, left: &Value, right: &Value) -> Result<Value, EvaluationError> {
    use BinaryOperator::*;
    let symbol = operator.symbol();
    match operator {
        Implies => Ok(Value::Bool(!truth(symbol, left)? | truth(symbol, right)?)),
        Iff => Ok(Value::Bool(truth(symbol, left)? == truth(symbol, right)?)),
        Or => Ok(Value::Bool(truth(symbol, left)? | truth(symbol, right)?)),
        Xor => Ok(Value::Bool(truth(symbol, left)? != truth(symbol, right)?)),
        And => Ok(Value::Bool(truth(symbol, left)? & truth(symbol, right)?)),
        Equal | NotEqual => {
            if let Value::Bool(left) = left {
                return Ok(Value::Bool((*left == truth(symbol, right)?) == (operator == Equal)));
            }
            Ok(Value::Bool((compare(symbol, left, right)? == Ordering::Equal) == (operator == Equal)))
        }
        Less => Ok(Value::Bool(compare(symbol, left, right)?.is_lt())),
        LessOrEqual => Ok(Value::Bool(compare(symbol, left, right)?.is_le())),
        Greater => Ok(Value::Bool(compare(symbol, left, right)?.is_gt())),
        GreaterOrEqual => Ok(Value::Bool(compare(symbol, left, right)?.is_ge())),
        Add | Subtract | Multiply | Divide => apply_arithmetic(operator, left, right),
    }
}

fn compare(symbol: &'static str, left: &Value, right: &Value) -> Result<Ordering, EvaluationError> {
    if let (Value::Integer(left), Value::Integer(right)) = (left, right) {
        return Ok(left.cmp(right));
    }
    Ok(rational(symbol, left)?.cmp(&rational(symbol, right)?))
}

fn apply_arithmetic(operator: BinaryOperator, left: &Value, right: &Value) -> Result<Value, EvaluationError> {
    if let (Value::Integer(left), Value::Integer(right)) = (left, right) {
        let result = match operator {
            BinaryOperator::Add => left.checked_add(*right),
            BinaryOperator::Subtract => left.checked_sub(*right),
            BinaryOperator::Multiply => left.checked_mul(*right),
            _ => None,
        };
        if let Some(result) = result {
            return Ok(Value::Integer(result));
        }
    }
    let symbol = operator.symbol();
    let (left, right) = (rational(symbol, left)?, rational(symbol, right)?);
    Ok(Value::from(match operator {
        BinaryOperator::Add => left + right,
        BinaryOperator::Subtract => left - right,
        BinaryOperator::Multiply => left * right,
        _ if right.is_zero() => return Err(EvaluationError::DivisionByZero),
        _ => left / right,
    }))
}

/// The number of arguments is as [`Function::arity`] says; the parser has seen to it.
pub fn apply_function(function: Function, arguments: &[Value]) -> Result<Value, EvaluationError> {
    let name = function.name();
    let numbers: Result<Vec<RBig>, _> = arguments.iter().map(|argument| rational(name, argument)).collect();
    let numbers = numbers?;
    let undefined = || {
        let arguments: Vec<String> = arguments.iter().map(Value::to_string).collect();
        EvaluationError::Undefined { function: name, arguments: arguments.join(", ") }
    };
    let first = numbers.first().ok_or_else(undefined)?;
    let result = match function {
        Function::Min => numbers.iter().min().cloned(),
        Function::Max => numbers.iter().max().cloned(),
        Function::Floor => Some(RBig::from(first.floor())),
        Function::Ceil => Some(RBig::from(first.ceil())),
        Function::Round => Some(RBig::from((first + RBig::from_parts(IBig::ONE, UBig::from(2u8))).floor())),
        Function::Pow => numbers.get(1).and_then(|exponent| power(first, exponent)),
        Function::Mod => numbers.get(1).and_then(|modulus| remainder(first, modulus)),
        Function::Log => numbers.get(1).and_then(|base| logarithm(first, base)),
    };
    result.map(Value::from).ok_or_else(undefined)
}

/// Results beyond this many bits are refused rather than computed.
const POWER_BITS_MAX: usize = 100_000;

fn power(base: &RBig, exponent: &RBig) -> Option<RBig> {
    if exponent.is_int() {
        let size = usize::try_from(exponent.numerator().clone().abs()).ok();
        let bits = base.numerator().bit_len().max(base.denominator().bit_len());
        let trivial = base.is_zero() || base.clone().abs().is_one();
        if let Some(size) = size.filter(|size| trivial || bits.saturating_mul(*size) <= POWER_BITS_MAX) {
            if exponent.is_negative() && base.is_zero() {
                return None;
            }
            // The parity is all that matters for 0, 1 and -1, whatever the size of the exponent.
            let size = if trivial && size > 1 { 2 + size % 2 } else { size };
            let result = base.pow(size as isize);
            return Some(if exponent.is_negative() { RBig::ONE / result } else { result });
        }
    }
    from_double(base.to_f64().value().powf(exponent.to_f64().value()))
}

fn remainder(dividend: &RBig, modulus: &RBig) -> Option<RBig> {
    if !dividend.is_int() || !modulus.is_int() || modulus <= &RBig::ZERO {
        return None;
    }
    let quotient = RBig::from((dividend / modulus).floor());
    Some(dividend - quotient * modulus)
}

fn logarithm(argument: &RBig, base: &RBig) -> Option<RBig> {
    let result = argument.to_f64().value().ln() / base.to_f64().value().ln();
    let whole = from_double(result.round())?;
    // log(1000, 10) is 3, although the quotient of the two doubles is not.
    if argument > &RBig::ZERO && base > &RBig::ZERO && power(base, &whole).as_ref() == Some(argument) {
        return Some(whole);
    }
    from_double(result)
}

fn from_double(value: f64) -> Option<RBig> {
    RBig::try_from(value).ok()
}
