//! Whether numbers and truth values stand where they may. The parser checks each operator as it reads it; this check of
//! a whole tree is for formulas that were put together afterwards, out of named parts.

use crate::formula::*;

/// One sentence about the first mismatch, if there is one. The types of variables are not known and always fit.
pub(crate) fn check(formula: &Formula) -> Result<(), String> {
    let wanted = |part: &Formula, numeric: bool, operator: &str| match part.is_numeric() {
        Some(found) if found != numeric => {
            let (wanted, found) =
                if numeric { ("a number", "the truth value") } else { ("a truth value", "the number") };
            Err(format!("{operator} needs {wanted}, found {found} `{part}`"))
        }
        _ => Ok(()),
    };
    match formula {
        Formula::Not(operand) => wanted(operand, false, "`!`")?,
        Formula::Negate(operand) => wanted(operand, true, "`-`")?,
        Formula::Binary(operator, left, right) => {
            use BinaryOperator::*;
            let numeric = match operator {
                Implies | Iff | Or | Xor | And => Some(false),
                Equal | NotEqual => left.is_numeric().or_else(|| right.is_numeric()),
                _ => Some(true),
            };
            if let Some(numeric) = numeric {
                wanted(left, numeric, operator.symbol())?;
                wanted(right, numeric, operator.symbol())?;
            }
        }
        Formula::IfThenElse(condition, first, second) => {
            wanted(condition, false, "`?:`")?;
            if let Some(numeric) = first.is_numeric() {
                wanted(second, numeric, "the second branch of `?:`")?;
            }
        }
        Formula::Call(function, arguments) => {
            for argument in arguments {
                wanted(argument, true, function.name())?;
            }
        }
        Formula::Filter { states: Some(states), .. } => wanted(states, false, "`filter`")?,
        Formula::Quantile { property, .. } => wanted(property, false, "`quantile`")?,
        Formula::Filter { .. }
        | Formula::Multi(_)
        | Formula::Bool(_)
        | Formula::Number(_)
        | Formula::Label(_)
        | Formula::Variable(_) => {}
        Formula::Probability { .. }
        | Formula::Reward { .. }
        | Formula::SteadyState { .. }
        | Formula::ForAll(_)
        | Formula::Exists(_) => {
            let mut result = Ok(());
            formula.for_each_part(&mut |part| {
                if result.is_ok() {
                    result = wanted(part, false, "a path formula");
                }
            });
            result?;
        }
    }
    let mut result = Ok(());
    formula.for_each_part(&mut |part| {
        if result.is_ok() {
            result = check(part);
        }
    });
    result
}
