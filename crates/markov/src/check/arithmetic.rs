//! Arithmetic on numbers with bounds, state by state: intervals in doubles, fractions where both sides have them.

use dashu::integer::IBig;
use dashu::rational::RBig;
use logic::{BinaryOperator, Function, Value, apply_function};

use super::CheckError;
use crate::bits::Bits;
use crate::operators::{Extended, Numbers, Truth};

pub fn negate(a: &Numbers) -> Result<Numbers, CheckError> {
    let zero = Numbers::constant(a.len(), 0.0, a.exact.as_ref().map(|_| RBig::ZERO));
    combine(BinaryOperator::Subtract, &zero, a)
}

pub fn combine(operator: BinaryOperator, a: &Numbers, b: &Numbers) -> Result<Numbers, CheckError> {
    let mut result = Numbers { lower: Vec::with_capacity(a.len()), upper: Vec::with_capacity(a.len()), exact: None };
    for state in 0..a.len() {
        let (al, au, bl, bu) = (a.lower[state], a.upper[state], b.lower[state], b.upper[state]);
        let (lower, upper) = match operator {
            BinaryOperator::Add => (al + bl, au + bu),
            BinaryOperator::Subtract => (al - bu, au - bl),
            BinaryOperator::Multiply => hull([al * bl, al * bu, au * bl, au * bu]),
            _ => {
                if al.is_infinite() && bl.is_infinite() {
                    return Err(CheckError::new("infinity divided by infinity has no value"));
                }
                if bl == 0.0 && bu == 0.0 {
                    match (al > 0.0, au < 0.0) {
                        (true, _) => (f64::INFINITY, f64::INFINITY),
                        (_, true) => (f64::NEG_INFINITY, f64::NEG_INFINITY),
                        _ => return Err(CheckError::new("division by zero")),
                    }
                } else if bl <= 0.0 && bu >= 0.0 {
                    (f64::NEG_INFINITY, f64::INFINITY)
                } else {
                    hull([al / bl, al / bu, au / bl, au / bu])
                }
            }
        };
        if lower.is_nan() || upper.is_nan() {
            return Err(CheckError::new("infinity less infinity has no value"));
        }
        result.lower.push(lower);
        result.upper.push(upper);
    }
    if let (Some(a), Some(b)) = (&a.exact, &b.exact) {
        result.exact = a.iter().zip(b).map(|(a, b)| combine_exact(operator, a, b)).collect();
        result = result.sharpen();
    }
    Ok(result)
}

/// `None` where infinity takes part in a way that has no fraction.
fn combine_exact(operator: BinaryOperator, a: &Extended, b: &Extended) -> Option<Extended> {
    let (Extended::Finite(a), Extended::Finite(b)) = (a, b) else {
        return matches!(operator, BinaryOperator::Add).then_some(Extended::Infinite);
    };
    Some(Extended::Finite(match operator {
        BinaryOperator::Add => a + b,
        BinaryOperator::Subtract => a - b,
        BinaryOperator::Multiply => a * b,
        _ if b.is_zero() => return (*a > RBig::ZERO).then_some(Extended::Infinite),
        _ => a / b,
    }))
}

fn hull(values: [f64; 4]) -> (f64, f64) {
    // Zero times infinity is zero here: nothing earned never.
    let values = values.map(|value| if value.is_nan() { 0.0 } else { value });
    (values.iter().copied().fold(f64::INFINITY, f64::min), values.iter().copied().fold(f64::NEG_INFINITY, f64::max))
}

/// Where the relation holds, which is not known where bounds overlap or rounding may decide.
pub fn compare(operator: BinaryOperator, a: &Numbers, b: &Numbers, unknown: Option<usize>) -> Truth {
    use std::cmp::Ordering;
    let n = a.len();
    let relation = |ordering: Ordering| match operator {
        BinaryOperator::Less => ordering.is_lt(),
        BinaryOperator::LessOrEqual => ordering.is_le(),
        BinaryOperator::Greater => ordering.is_gt(),
        BinaryOperator::GreaterOrEqual => ordering.is_ge(),
        _ => ordering.is_eq(),
    };
    let mut truth = Truth::certain(Bits::new(n));
    for state in 0..n {
        let exact = a.exact.as_ref().zip(b.exact.as_ref()).filter(|_| unknown.is_none());
        if let Some(ordering) = exact.and_then(|(a, b)| a[state].partial_cmp(&b[state])) {
            truth.must.set(state, relation(ordering));
            truth.may.set(state, relation(ordering));
            continue;
        }
        let (left, right) = (a.value(state), b.value(state));
        // What is infinite was not rounded.
        let distance = (left - right).abs();
        let is_rounded = left != right && distance.is_finite() && distance <= 1e-12 * left.abs().max(right.abs());
        if is_rounded || a.lower[state] != a.upper[state] || b.lower[state] != b.upper[state] {
            let certainly_less = !is_rounded && a.upper[state] < b.lower[state];
            let certainly_more = !is_rounded && a.lower[state] > b.upper[state];
            let (must, may) = match (certainly_less, certainly_more) {
                (true, _) => (relation(Ordering::Less), relation(Ordering::Less)),
                (_, true) => (relation(Ordering::Greater), relation(Ordering::Greater)),
                _ => (false, true),
            };
            truth.must.set(state, must);
            truth.may.set(state, may);
            continue;
        }
        let ordering = left.partial_cmp(&right).unwrap_or(Ordering::Equal);
        truth.must.set(state, relation(ordering));
        truth.may.set(state, relation(ordering));
    }
    truth
}

/// `condition ? a : b`; both where the condition is not known.
pub fn select(condition: &Truth, a: &Numbers, b: &Numbers) -> Numbers {
    let n = a.len();
    let mut result = Numbers { lower: Vec::with_capacity(n), upper: Vec::with_capacity(n), exact: None };
    for state in 0..n {
        let (lower, upper) = match (condition.must.contains(state), condition.may.contains(state)) {
            (true, _) => (a.lower[state], a.upper[state]),
            (false, false) => (b.lower[state], b.upper[state]),
            _ => (a.lower[state].min(b.lower[state]), a.upper[state].max(b.upper[state])),
        };
        result.lower.push(lower);
        result.upper.push(upper);
    }
    if let (Some(x), Some(y)) = (&a.exact, &b.exact)
        && condition.is_certain()
    {
        let pick = |state| if condition.must.contains(state) { x[state].clone() } else { y[state].clone() };
        result.exact = Some((0..n).map(pick).collect());
    }
    result
}

/// A function of numbers. Monotone ones map bounds to bounds; the others are applied to single values.
pub fn call(function: Function, arguments: &[Numbers]) -> Result<Numbers, CheckError> {
    let n = arguments.first().map_or(0, Numbers::len);
    let mut result = Numbers { lower: Vec::with_capacity(n), upper: Vec::with_capacity(n), exact: None };
    let exact = arguments.iter().all(|argument| argument.exact.is_some());
    let mut fractions = Vec::new();
    for state in 0..n {
        if exact {
            let values: Option<Vec<Value>> = arguments
                .iter()
                .map(|argument| {
                    argument.exact.as_ref().and_then(|exact| exact[state].finite().cloned()).map(Value::from)
                })
                .collect();
            let values = values.ok_or_else(|| CheckError::new(format!("{} of infinity", name(function))))?;
            let value = apply_function(function, &values).map_err(|error| CheckError::new(error.to_string()))?;
            fractions.push(Extended::Finite(value.to_rational().unwrap_or(RBig::ZERO)));
            continue;
        }
        let lower: Vec<f64> = arguments.iter().map(|argument| argument.lower[state]).collect();
        let upper: Vec<f64> = arguments.iter().map(|argument| argument.upper[state]).collect();
        result.lower.push(apply(function, &lower)?);
        result.upper.push(apply(function, &upper)?);
        if result.lower[state] > result.upper[state] {
            std::mem::swap(&mut result.lower[state], &mut result.upper[state]);
        }
    }
    if exact {
        result.exact = Some(fractions);
        return Ok(result.sharpen());
    }
    Ok(result)
}

fn name(function: Function) -> &'static str {
    match function {
        Function::Min => "min",
        Function::Max => "max",
        Function::Floor => "floor",
        Function::Ceil => "ceil",
        Function::Round => "round",
        Function::Pow => "pow",
        Function::Mod => "mod",
        Function::Log => "log",
    }
}

fn apply(function: Function, arguments: &[f64]) -> Result<f64, CheckError> {
    let (first, second) = (arguments[0], arguments.get(1).copied().unwrap_or(0.0));
    let value = match function {
        Function::Min => arguments.iter().copied().fold(f64::INFINITY, f64::min),
        Function::Max => arguments.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        Function::Floor => first.floor(),
        Function::Ceil => first.ceil(),
        Function::Round => (first + 0.5).floor(),
        Function::Pow => first.powf(second),
        Function::Mod if second <= 0.0 => return Err(CheckError::new("mod needs a positive second argument")),
        Function::Mod => first.rem_euclid(second),
        Function::Log => first.ln() / second.ln(),
    };
    if value.is_nan() {
        return Err(CheckError::new(format!("{} of {first} and {second} is undefined", name(function))));
    }
    Ok(value)
}

/// The sum of some fractions, for filters.
pub fn sum(values: impl Iterator<Item = Extended>) -> Extended {
    let mut total = RBig::ZERO;
    for value in values {
        match value {
            Extended::Finite(value) => total += value,
            Extended::Infinite => return Extended::Infinite,
        }
    }
    Extended::Finite(total)
}

/// A fraction over a count.
pub fn divide(value: Extended, count: usize) -> Extended {
    match value {
        Extended::Finite(value) => Extended::Finite(value / RBig::from(IBig::from(count))),
        Extended::Infinite => Extended::Infinite,
    }
}
