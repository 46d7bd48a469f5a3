//! Formulas as text, in PRISM's spelling and spacing: `P=? [ F "wrong" ]`. Parentheses are put only where the parser
//! would otherwise read something else, so that parsing what was printed gives the same tree.

use crate::formula::*;
use crate::parser::Property;
use crate::precedence::*;
use dashu::base::{Abs, Signed};
use dashu::integer::UBig;
use std::fmt::{self, Display, Formatter};

/// Longer decimals are printed as fractions.
const DECIMALS_MAX: usize = 40;

impl Display for Number {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match decimal(self) {
            Some(decimal) => out.write_str(&decimal),
            None => write!(out, "{}/{}", self.exact().numerator(), self.exact().denominator()),
        }
    }
}

/// The number as a finite decimal, if it has a short one.
fn decimal(number: &Number) -> Option<String> {
    let exact = number.exact();
    if exact.is_int() {
        return Some(exact.numerator().to_string());
    }
    let mut scale = UBig::ONE;
    for places in 1..=DECIMALS_MAX {
        scale *= UBig::from(10u8);
        if (&scale % exact.denominator()).is_zero() {
            let digits = (exact.numerator().clone().abs() * (&scale / exact.denominator())).to_string();
            let digits = format!("{digits:0>width$}", width = places + 1);
            let (whole, fraction) = digits.split_at(digits.len() - places);
            let sign = if exact.is_negative() { "-" } else { "" };
            return Some(format!("{sign}{whole}.{fraction}"));
        }
    }
    None
}

fn number_level(number: &Number) -> u8 {
    match decimal(number) {
        None => MULTIPLICATIVE,
        Some(_) if number.exact().is_negative() => UNARY_MINUS,
        Some(_) => BASIC,
    }
}

impl Display for Formula {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Bool(value) => write!(out, "{value}"),
            Formula::Number(number) => write!(out, "{number}"),
            Formula::Label(name) => write!(out, "\"{name}\""),
            Formula::Variable(name) => out.write_str(name),
            Formula::Not(operand) => {
                // `!x = 1` means `!(x = 1)`, but no reader expects it.
                let level = if matches!(**operand, Formula::Binary(..)) { BASIC } else { NOT };
                write!(out, "!{}", operand_text(operand, level))
            }
            Formula::Negate(operand) => write!(out, "-{}", operand_text(operand, UNARY_MINUS)),
            Formula::Binary(operator, left, right) => {
                let symbol = operator.symbol().trim_matches('`');
                // Next to a number `^` would be a power.
                let (first, second) = match operator {
                    BinaryOperator::Xor => (BASIC, BASIC),
                    _ => operator.operand_levels(),
                };
                write!(out, "{} {symbol} {}", operand_text(left, first), operand_text(right, second))
            }
            Formula::IfThenElse(condition, first, second) => write!(
                out,
                "{} ? {} : {}",
                operand_text(condition, IMPLIES),
                operand_text(first, IMPLIES),
                operand_text(second, IF_THEN_ELSE)
            ),
            Formula::Call(function, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(Formula::to_string).collect();
                write!(out, "{}({})", function.name(), arguments.join(", "))
            }
            Formula::Probability { optimum, query, path } => write!(out, "P{}{query} [ {path} ]", suffix(optimum)),
            Formula::Reward { structure, optimum, query, objective } => {
                let letter = if *structure == RewardStructure::Time { 'T' } else { 'R' };
                write!(out, "{letter}{structure}{}{query} [ {objective} ]", suffix(optimum))
            }
            Formula::SteadyState { optimum, query, states } => write!(out, "S{}{query} [ {states} ]", suffix(optimum)),
            Formula::ForAll(path) => write!(out, "A [ {path} ]"),
            Formula::Exists(path) => write!(out, "E [ {path} ]"),
            Formula::Quantile { optimum, variable, property } => {
                write!(out, "quantile({} {variable}, {property})", suffix(&Some(*optimum)))
            }
            Formula::Multi(objectives) => {
                let objectives: Vec<String> = objectives.iter().map(Formula::to_string).collect();
                write!(out, "multi({})", objectives.join(", "))
            }
            Formula::Filter { kind, property, states: None } => write!(out, "filter({}, {property})", kind.name()),
            Formula::Filter { kind, property, states: Some(states) } => {
                write!(out, "filter({}, {property}, {states})", kind.name())
            }
        }
    }
}

impl Display for Property {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(out, "\"{name}\": {}", self.formula),
            None => write!(out, "{}", self.formula),
        }
    }
}

fn suffix(optimum: &Option<Optimum>) -> &'static str {
    match optimum {
        None => "",
        Some(Optimum::Min) => "min",
        Some(Optimum::Max) => "max",
        Some(Optimum::MinMax) => "minmax",
        Some(Optimum::MaxMin) => "maxmin",
    }
}

fn formula_level(formula: &Formula) -> u8 {
    match formula {
        Formula::Number(number) => number_level(number),
        Formula::Not(_) => NOT,
        Formula::Negate(_) => UNARY_MINUS,
        Formula::Binary(operator, ..) => operator.level(),
        Formula::IfThenElse(..) => IF_THEN_ELSE,
        _ => BASIC,
    }
}

fn operand_text(formula: &Formula, level_least: u8) -> String {
    parenthesised(formula.to_string(), formula_level(formula) < level_least)
}

fn parenthesised(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}

impl Display for Path {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let binary = |out: &mut Formatter<'_>, operator: BinaryOperator, left: &Path, right: &Path| {
            let (first, second) = operator.operand_levels();
            let symbol = operator.symbol().trim_matches('`');
            write!(out, "{} {symbol} {}", path_operand(left, first), path_operand(right, second))
        };
        let unary = |out: &mut Formatter<'_>, name: &str, steps: &Steps, inner: &Path| {
            write!(out, "{name}{steps} {}", after_steps(steps, inner))
        };
        let temporal = |out: &mut Formatter<'_>, name: &str, steps: &Steps, left: &Path, right: &Path| {
            write!(out, "{} {name}{steps} {}", path_operand(left, TEMPORAL_UNARY), after_steps(steps, right))
        };
        match self {
            Path::State(formula) => write!(out, "{formula}"),
            Path::Not(inner) => write!(out, "!{}", path_operand(inner, NOT)),
            Path::And(left, right) => binary(out, BinaryOperator::And, left, right),
            Path::Or(left, right) => binary(out, BinaryOperator::Or, left, right),
            Path::Implies(left, right) => binary(out, BinaryOperator::Implies, left, right),
            Path::Iff(left, right) => binary(out, BinaryOperator::Iff, left, right),
            Path::Next(inner) => unary(out, "X", &Steps::ALL, inner),
            Path::Eventually(steps, inner) => unary(out, "F", steps, inner),
            Path::Globally(steps, inner) => unary(out, "G", steps, inner),
            Path::Until(steps, left, right) => temporal(out, "U", steps, left, right),
            Path::WeakUntil(steps, left, right) => temporal(out, "W", steps, left, right),
            Path::Release(steps, left, right) => temporal(out, "R", steps, left, right),
            Path::Given(path, condition) => write!(out, "{path} || {condition}"),
            Path::Within(..) | Path::Spending(..) => {
                let (bound, inner) = match self {
                    Path::Within(time, inner) => (time.to_string(), inner),
                    Path::Spending(spent, inner) => (spent_text(spent), inner),
                    _ => unreachable!("one of the two"),
                };
                let right = |path: &Path| {
                    let text = path_operand(path, TEMPORAL_UNARY);
                    let swallowed = text.starts_with('-');
                    parenthesised(text, swallowed)
                };
                let left = |path: &Path| path_operand(path, TEMPORAL_UNARY);
                match &**inner {
                    Path::Eventually(_, goal) => write!(out, "F{bound} {}", right(goal)),
                    Path::Globally(_, good) => write!(out, "G{bound} {}", right(good)),
                    Path::Until(_, a, b) => write!(out, "{} U{bound} {}", left(a), right(b)),
                    Path::WeakUntil(_, a, b) => write!(out, "{} W{bound} {}", left(a), right(b)),
                    Path::Release(_, a, b) => write!(out, "{} R{bound} {}", left(a), right(b)),
                    other => write!(out, "{other}"),
                }
            }
        }
    }
}

fn path_level(path: &Path) -> u8 {
    match path {
        Path::State(formula) => formula_level(formula),
        Path::Not(_) => NOT,
        Path::And(..) => BinaryOperator::And.level(),
        Path::Or(..) => BinaryOperator::Or.level(),
        Path::Implies(..) => BinaryOperator::Implies.level(),
        Path::Iff(..) => BinaryOperator::Iff.level(),
        Path::Next(_) | Path::Eventually(..) | Path::Globally(..) => TEMPORAL_UNARY,
        Path::Until(..) | Path::WeakUntil(..) | Path::Release(..) => TEMPORAL_BINARY,
        Path::Within(_, inner) | Path::Spending(_, inner) => path_level(inner),
        Path::Given(..) => IF_THEN_ELSE,
    }
}

fn spent_text(spent: &[Spent]) -> String {
    let one = |spent: &Spent| {
        let structure = match &spent.structure {
            RewardStructure::First => "1".to_string(),
            RewardStructure::Named(name) => format!("\"{name}\""),
            RewardStructure::Index(index) => index.to_string(),
            RewardStructure::Steps | RewardStructure::Time => String::new(),
        };
        let bound = spent.variable.clone().unwrap_or_else(|| spent.bound.to_string());
        match spent.structure {
            RewardStructure::Steps => format!("{}{bound}", spent.comparison),
            _ => format!("{{{structure}}}{}{bound}", spent.comparison),
        }
    };
    spent.iter().map(one).collect::<Vec<_>>().join(",")
}

fn path_operand(path: &Path, level_least: u8) -> String {
    parenthesised(path.to_string(), path_level(path) < level_least)
}

/// In `F<=3 -x > 0` the minus would be taken for part of the bound.
fn after_steps(steps: &Steps, path: &Path) -> String {
    let text = path_operand(path, TEMPORAL_UNARY);
    let swallowed = !steps.is_unbounded() && text.starts_with('-');
    parenthesised(text, swallowed)
}

impl Display for Steps {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match (self.lower, self.upper) {
            (0, None) => Ok(()),
            (lower, None) => write!(out, ">={lower}"),
            (0, Some(upper)) if upper > 0 => write!(out, "<={upper}"),
            (lower, Some(upper)) if lower == upper => write!(out, "={lower}"),
            (lower, Some(upper)) => write!(out, "[{lower},{upper}]"),
        }
    }
}

impl Display for Time {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match &self.upper {
            None => write!(out, ">={}", self.lower),
            Some(upper) if *upper == self.lower => write!(out, "={upper}"),
            Some(upper) if self.lower.exact().is_zero() => write!(out, "<={upper}"),
            Some(upper) => write!(out, "[{},{upper}]", self.lower),
        }
    }
}

impl Display for Query {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Query::Value => out.write_str("=?"),
            Query::Bound(comparison, number) => write!(out, "{comparison}{number}"),
        }
    }
}

impl Display for Comparison {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
        })
    }
}

impl Display for RewardStructure {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            RewardStructure::First | RewardStructure::Steps | RewardStructure::Time => Ok(()),
            RewardStructure::Named(name) => write!(out, "{{\"{name}\"}}"),
            RewardStructure::Index(index) => write!(out, "{{{index}}}"),
        }
    }
}

impl Display for RewardObjective {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            RewardObjective::Reach(states) => write!(out, "F {states}"),
            RewardObjective::Cumulative(steps) => write!(out, "C<={steps}"),
            RewardObjective::CumulativeTime(time) => write!(out, "C<={time}"),
            RewardObjective::InstantaneousTime(time) => write!(out, "I={time}"),
            RewardObjective::Total => out.write_str("C"),
            RewardObjective::Instantaneous(step) => write!(out, "I={step}"),
            RewardObjective::LongRun => out.write_str("S"),
            // A variable of that name would be read as the objective of that name: `C < 3 & (X a)`, `I = 3 U a`.
            RewardObjective::CoSafe(path) => match path.to_string() {
                text if text.starts_with("C ") || text.starts_with("I ") => write!(out, "({text})"),
                text => out.write_str(&text),
            },
        }
    }
}
