//! The facade: a model and a formula in, an answer out.

mod arithmetic;
mod evaluate;
mod filters;
mod multi;
mod paths;
mod quantiles;
mod quantities;
mod scheduler;

use std::borrow::Cow;
use std::cell::RefCell;

use dashu::rational::RBig;
use logic::Formula;

use crate::bits::Bits;
use crate::model::Model;
use crate::operators::{Engine, Numbers, Truth};
use crate::rational;

pub(crate) use evaluate::for_each_formula;
pub(crate) use paths::build_product;
pub use scheduler::{Rule, Scheduler};

/// Why a question has no answer; one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CheckError {
    /// A sentence.
    pub message: String,
    /// The part of the formula's text that is to blame, as it is written there.
    pub culprit: Option<String>,
    /// The question has a meaning, but cannot be answered.
    pub is_unsupported: bool,
}

impl CheckError {
    /// One that says so.
    pub fn new(message: impl Into<String>) -> CheckError {
        CheckError { message: message.into(), culprit: None, is_unsupported: false }
    }

    /// One that names a part of the formula.
    pub fn about(culprit: impl Into<String>, message: impl Into<String>) -> CheckError {
        CheckError { message: message.into(), culprit: Some(culprit.into()), is_unsupported: false }
    }

    /// One of what cannot be answered yet.
    pub fn unsupported(message: impl Into<String>) -> CheckError {
        CheckError { message: message.into(), culprit: None, is_unsupported: true }
    }
}

/// How a formula is to be answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The relative error that answers may have.
    pub epsilon: f64,
    /// Answer in fractions.
    pub exact: bool,
    /// Minimise by bisimulation first.
    pub bisimulation: bool,
    /// Return an optimal scheduler with the answer, where there is one.
    pub scheduler: bool,
    /// How many workers share large computations; answers do not depend on it.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { epsilon: 1e-6, exact: false, bisimulation: false, scheduler: false, threads: 1 }
    }
}

/// What a formula is worth. A number has `value` (infinite perhaps) between `lower` and `upper`; a truth value has
/// `holds`, `None` if the unexplored part decides.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The number.
    pub value: Option<f64>,
    /// It is proven to be at least this.
    pub lower: Option<f64>,
    /// It is proven to be at most this.
    pub upper: Option<f64>,
    /// The exact number, if it was asked for and is finite.
    pub exact: Option<RBig>,
    /// The truth value.
    pub holds: Option<bool>,
    /// Whether the formula asks for a truth value.
    pub is_truth: bool,
    /// The smallest and largest value over the initial states, if there are several, or over what a filter selects.
    pub range: Option<(f64, f64)>,
    /// The states that a filter names (`argmin`, `print`, …) with their values; truth values are 0 and 1.
    pub states: Option<Vec<(u32, f64)>>,
    /// A scheduler that achieves the number, if it was asked for.
    pub scheduler: Option<Scheduler>,
    /// What can be achieved of two objectives at once.
    pub curve: Option<Curve>,
}

/// The corners of what schedulers achieve of two objectives, in the order of the first; what lies on the lines between them is
/// achieved by deciding at the start which of two schedulers to follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What is achieved, as formulas.
    pub objectives: [String; 2],
    /// The corners.
    pub points: Vec<(f64, f64)>,
    /// How far beyond the lines something may be achieved, at most: the error of the curve.
    pub gap: f64,
}

impl Answer {
    /// `0.0625 (1/16)`, `[0.1, 0.4]`, `true`, `inf`.
    pub fn describe(&self) -> String {
        if self.is_truth {
            return match self.holds {
                Some(holds) => holds.to_string(),
                None => "unknown".to_string(),
            };
        }
        if let Some((low, high)) = self.range {
            return format!("[{}, {}]", show(low), show(high));
        }
        if let Some(curve) = &self.curve {
            let count = curve.points.len();
            return format!("{count} point{}", if count == 1 { "" } else { "s" });
        }
        if self.holds == Some(false) {
            return "no scheduler meets the bounds".to_string();
        }
        let Some(value) = self.value else { return "no value".to_string() };
        if let (Some(lower), Some(upper)) = (self.lower, self.upper)
            && upper - lower > 1e-5 * upper.abs()
        {
            return format!("between {} and {}", show(lower), show(upper));
        }
        let fraction = self.exact.clone().filter(|exact| !exact.is_int()).or_else(|| rational::hint(value));
        match fraction {
            Some(fraction) if fraction.to_string().len() <= 60 => format!("{} ({fraction})", show(value)),
            _ => show(value),
        }
    }
}

/// A double as people write it.
fn show(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "inf".into() } else { "-inf".into() };
    }
    if value != 0.0 && (value.abs() < 1e-5 || value.abs() >= 1e15) { format!("{value:e}") } else { value.to_string() }
}

/// Values of a formula in all states.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    Truth(Truth),
    Numbers(Numbers),
}

/// Checks one formula in the model's initial states.
pub fn check(model: &Model, formula: &Formula, options: &Options) -> Result<Answer, CheckError> {
    if !(options.epsilon > 0.0 && options.epsilon < 1.0) {
        return Err(CheckError::new(format!("the precision {} is not between 0 and 1", options.epsilon)));
    }
    check_bounds(model, formula)?;
    if model.probabilities_most.is_some() {
        check_intervals(formula, options)?;
    }
    let (prepared, unknown) = prepare(model);
    if options.bisimulation
        && unknown.is_none()
        && model.exits.is_none()
        && model.probabilities_most.is_none()
        && !evaluate::has_filter(formula)
        && !matches!(formula, Formula::Multi(_))
        && !spends(formula)
    {
        Checker::new(&prepared, None, options).check_names(formula)?;
        let quotient = crate::bisimulation::minimise(&prepared, formula);
        return check(&quotient, formula, &Options { bisimulation: false, ..options.clone() });
    }
    let checker = Checker::new(&prepared, unknown, options);
    checker.answer(formula)
}

/// Whether the question is among those that are answered where probabilities are intervals.
fn check_intervals(formula: &Formula, options: &Options) -> Result<(), CheckError> {
    let refuse = |what: &str| {
        let message = format!("{what} not supported where probabilities are intervals");
        Err(CheckError::unsupported(message))
    };
    if options.exact {
        return refuse("answers in fractions are");
    }
    if options.scheduler {
        return refuse("schedulers are");
    }
    let mut result = Ok(());
    for_each_formula(formula, &mut |part| {
        let found = match part {
            Formula::SteadyState { .. } => refuse("S is"),
            Formula::Multi(_) => refuse("multi is"),
            Formula::Quantile { .. } => refuse("quantile is"),
            Formula::Probability { path, .. } if path_spends(path) => refuse("bounds on what is earned are"),
            Formula::Probability { path, .. } if matches!(**path, logic::Path::Given(..)) => refuse("conditions are"),
            Formula::Reward { objective, .. } if matches!(**objective, logic::RewardObjective::LongRun) => {
                refuse("R[S] is")
            }
            _ => Ok(()),
        };
        if result.is_ok() {
            result = found;
        }
    });
    result
}

/// Whether a bound on what is earned occurs: states must not be merged then that earn differently.
fn spends(formula: &Formula) -> bool {
    let mut found = false;
    for_each_formula(formula, &mut |part| {
        if let Formula::Probability { path, .. } = part {
            found |= path_spends(path);
        }
    });
    found
}

fn path_spends(path: &logic::Path) -> bool {
    matches!(path, logic::Path::Spending(..)) || path.operands().into_iter().any(path_spends)
}

/// Whether bounds are what the model's time needs: steps or times; and those of times where they can be answered.
pub(crate) fn check_bounds(model: &Model, formula: &Formula) -> Result<(), CheckError> {
    fn path_bounds(path: &logic::Path, continuous: bool, outermost: bool) -> Result<(), CheckError> {
        use logic::Path;
        let bounded = match path {
            Path::Eventually(steps, _) | Path::Globally(steps, _) => !steps.is_unbounded(),
            Path::Until(steps, ..) | Path::WeakUntil(steps, ..) | Path::Release(steps, ..) => !steps.is_unbounded(),
            _ => false,
        };
        if bounded && continuous {
            return Err(CheckError::new(format!("{path} counts steps, but the model is in continuous time")));
        }
        if let Path::Within(_, inner) = path {
            if !continuous {
                return Err(CheckError::new(format!("{path} bounds a time, but the model goes in steps")));
            }
            if !outermost || !inner.is_simple() {
                let message =
                    format!("the time bound in {path} is not supported: only a single temporal operator can have one");
                return Err(CheckError::unsupported(message));
            }
        }
        if let Path::Spending(_, inner) = path {
            if continuous {
                let message =
                    format!("the bound in {path} is on what is earned, which needs a model that goes in steps");
                return Err(CheckError::unsupported(message));
            }
            if !outermost || !inner.is_simple() {
                let message =
                    format!("the bound in {path} is not supported: only a single temporal operator can have one");
                return Err(CheckError::unsupported(message));
            }
        }
        if matches!(path, Path::Given(..)) && !outermost {
            return Err(CheckError::unsupported(format!("the condition in {path} can only stand directly in P")));
        }
        let outermost = outermost && matches!(path, Path::Not(_));
        path.operands().into_iter().try_for_each(|operand| path_bounds(operand, continuous, outermost))
    }
    let continuous = model.exits.is_some();
    let is_automaton = continuous && !model.is_chain();
    let mut result = Ok(());
    for_each_formula(formula, &mut |part| {
        if result.is_err() {
            return;
        }
        result = match part {
            Formula::Probability { path, .. } => path_bounds(path, continuous, true),
            Formula::ForAll(path) | Formula::Exists(path) => path_bounds(path, continuous, false),
            Formula::Reward { objective, .. } => match &**objective {
                logic::RewardObjective::CoSafe(path) => path_bounds(path, continuous, false),
                logic::RewardObjective::Cumulative(_) | logic::RewardObjective::Instantaneous(_) if continuous => {
                    Err(CheckError::new(format!("{part} counts steps, but the model is in continuous time")))
                }
                logic::RewardObjective::CumulativeTime(_) | logic::RewardObjective::InstantaneousTime(_)
                    if is_automaton =>
                {
                    let message = format!("{part} is not supported: rewards of Markov automata have no bounds on time");
                    Err(CheckError::unsupported(message))
                }
                logic::RewardObjective::CumulativeTime(_) | logic::RewardObjective::InstantaneousTime(_)
                    if !continuous =>
                {
                    Err(CheckError::new(format!("{part} bounds a time, but the model goes in steps")))
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        };
    });
    result
}

/// A model without gaps whose rows sum to one, and the state that stands for what is not known.
pub(crate) fn prepare(model: &Model) -> (Cow<'_, Model>, Option<usize>) {
    let (mut prepared, unknown) = if model.open.as_ref().is_some_and(|open| !open.is_empty()) {
        let (closed, unknown) = model.closed();
        (Cow::Owned(closed), unknown.map(|state| state as usize))
    } else {
        (Cow::Borrowed(model), None)
    };
    if prepared.deviation() > 1e-12 {
        prepared.to_mut().normalise();
    }
    (prepared, unknown)
}

pub(crate) struct Checker<'m> {
    pub engine: Engine<'m>,
    pub unknown: Option<usize>,
    pub options: &'m Options,
    /// States whose values the answer depends on, where the outermost operator knows: the initial ones.
    relevant: RefCell<Option<Bits>>,
    scheduler: RefCell<Option<Scheduler>>,
}

impl<'m> Checker<'m> {
    pub fn new(model: &'m Model, unknown: Option<usize>, options: &'m Options) -> Checker<'m> {
        Checker {
            engine: Engine::new(model, options.epsilon, options.exact).with_threads(options.threads),
            unknown,
            options,
            relevant: RefCell::new(None),
            scheduler: RefCell::new(None),
        }
    }

    pub fn states(&self) -> usize {
        self.engine.states()
    }

    pub fn model(&self) -> &'m Model {
        self.engine.model
    }

    fn answer(&self, formula: &Formula) -> Result<Answer, CheckError> {
        let initial = self.model().initial_bits();
        if let Formula::Filter { kind, property, states } = formula {
            return self.filter_answer(*kind, property, states.as_deref());
        }
        if let Formula::Multi(objectives) = formula {
            return self.multi(objectives);
        }
        if let Formula::Quantile { optimum, variable, property } = formula {
            return self.quantile(*optimum, variable, property);
        }
        *self.relevant.borrow_mut() = Some(initial.clone());
        let values = self.evaluate(formula)?;
        let mut answer = match values {
            Values::Truth(truth) => Answer {
                is_truth: true,
                holds: if initial.is_subset(&truth.must) {
                    Some(true)
                } else if !initial.is_subset(&truth.may) {
                    Some(false)
                } else {
                    None
                },
                ..Answer::default()
            },
            Values::Numbers(numbers) => number_answer(&numbers, &initial),
        };
        answer.scheduler = self.scheduler.borrow_mut().take();
        Ok(answer)
    }
}

/// The number in the first of `states`, with the range if there are several.
fn number_answer(numbers: &Numbers, states: &Bits) -> Answer {
    let Some(first) = states.first() else { return Answer::default() };
    let mut answer = Answer {
        value: Some(numbers.value(first)),
        lower: Some(numbers.lower[first]),
        upper: Some(numbers.upper[first]),
        exact: numbers.exact.as_ref().and_then(|exact| exact[first].finite().cloned()),
        ..Answer::default()
    };
    if states.count() > 1 {
        let low = states.iter().map(|state| numbers.value(state)).fold(f64::INFINITY, f64::min);
        let high = states.iter().map(|state| numbers.value(state)).fold(f64::NEG_INFINITY, f64::max);
        answer.range = Some((low, high));
        answer.lower = Some(states.iter().map(|state| numbers.lower[state]).fold(f64::INFINITY, f64::min));
        answer.upper = Some(states.iter().map(|state| numbers.upper[state]).fold(f64::NEG_INFINITY, f64::max));
        if low != high {
            answer.exact = None;
        }
    }
    answer
}
