//! `P`, `A` and `E`: probabilities of path formulas.

use std::collections::HashMap;

use logic::automata::Ltl;
use logic::{Path, RewardStructure, Steps};

use super::scheduler::Scheduler;
use super::{CheckError, Checker, Values};
use crate::bits::Bits;
use crate::model::{Kind, Model, Reward};
use crate::operators::product::{Product, merge};
use crate::operators::spending::{Allowance, unfold};
use crate::operators::{Engine, Extended, Numbers, Truth};
use crate::solvers::Objective;

impl Checker<'_> {
    /// The probability of a path formula in every state (or at least in the relevant ones).
    pub(crate) fn probability(
        &self,
        path: &Path,
        objective: Objective,
        relevant: Option<&Bits>,
    ) -> Result<Numbers, CheckError> {
        let paths = Paths { checker: self, engine: &self.engine, relevant, keep_scheduler: relevant.is_some() };
        paths.probability(path, objective)
    }

    /// `E` (maximise) and `A` (minimise): every transition is a choice, so that schedulers are paths.
    pub(crate) fn quantified(&self, path: &Path, objective: Objective) -> Result<Values, CheckError> {
        let model = edges_as_choices(self.model());
        let engine = Engine::new(&model, self.options.epsilon, false);
        let paths = Paths { checker: self, engine: &engine, relevant: None, keep_scheduler: false };
        let numbers = paths.probability(path, objective)?;
        let holds =
            |values: &[f64]| Bits::from_indices(values.len(), (0..values.len()).filter(|state| values[*state] > 0.5));
        Ok(Values::Truth(Truth { must: holds(&numbers.lower), may: holds(&numbers.upper) }))
    }
}

/// The model with one certain row per transition.
fn edges_as_choices(model: &Model) -> Model {
    let choices = (0..=model.states())
        .map(|state| {
            if state == model.states() {
                model.transitions() as u32
            } else {
                model.branches[model.choices[state] as usize]
            }
        })
        .collect();
    Model {
        kind: Kind::Process,
        choices,
        branches: (0..=model.transitions() as u32).collect(),
        targets: model.targets.clone(),
        probabilities: vec![1.0; model.transitions()],
        probabilities_most: None,
        exits: None,
        initial: model.initial.clone(),
        labels: Vec::new(),
        rewards: Vec::new(),
        actions: None,
        variables: Vec::new(),
        deadlocks: model.deadlocks.clone(),
        open: None,
        fractions: HashMap::new(),
    }
}

/// Path formulas on one engine; state formulas inside are evaluated by the checker on its own model, which has the same
/// states.
struct Paths<'a, 'm> {
    checker: &'a Checker<'m>,
    engine: &'a Engine<'a>,
    relevant: Option<&'a Bits>,
    keep_scheduler: bool,
}

impl Paths<'_, '_> {
    fn probability(&self, path: &Path, objective: Objective) -> Result<Numbers, CheckError> {
        let state = |path: &Path| match path.as_state() {
            Some(formula) => self.checker.truth(formula).map(Some),
            None => Ok(None),
        };
        let anywhere = || Truth::constant(self.engine.states(), true);
        match path {
            Path::State(formula) => {
                let truth = self.checker.truth(formula)?;
                let exact = self.engine.exact;
                Ok(merge(Numbers::indicator(&truth.must, exact), Numbers::indicator(&truth.may, exact)))
            }
            Path::Within(time, inner) => self.timed(time, inner, objective),
            Path::Spending(spent, inner) => self.spending(spent, inner, objective),
            Path::Given(path, condition) => self.given(path, condition, objective),
            Path::Not(inner) if matches!(**inner, Path::Within(..) | Path::Spending(..)) => {
                self.probability(inner, objective.opposite()).map(one_minus)
            }
            Path::Not(inner) => {
                // Negation of a simple formula is simple; what remains goes to the automaton as it is.
                let dual = match &**inner {
                    Path::Not(twice) => return self.probability(twice, objective),
                    Path::State(formula) => return self.probability(&negated_state(formula), objective),
                    Path::Next(one) => one.as_state().map(|f| Path::Next(Box::new(negated_state(f)))),
                    Path::Eventually(steps, one) => {
                        one.as_state().map(|f| Path::Globally(*steps, Box::new(negated_state(f))))
                    }
                    Path::Globally(steps, one) => {
                        one.as_state().map(|f| Path::Eventually(*steps, Box::new(negated_state(f))))
                    }
                    Path::Until(steps, left, right) => left
                        .as_state()
                        .zip(right.as_state())
                        .map(|(l, r)| Path::Release(*steps, Box::new(negated_state(l)), Box::new(negated_state(r)))),
                    Path::Release(steps, left, right) => left
                        .as_state()
                        .zip(right.as_state())
                        .map(|(l, r)| Path::Until(*steps, Box::new(negated_state(l)), Box::new(negated_state(r)))),
                    _ => None,
                };
                match dual {
                    Some(dual) => self.probability(&dual, objective),
                    None => self.linear(path, objective),
                }
            }
            Path::Next(inner) => {
                let Some(goal) = state(inner)? else { return self.linear(path, objective) };
                let next = |goal: &Bits| self.engine.next(goal, objective);
                let low = next(&goal.must);
                Ok(if goal.is_certain() { low } else { merge(low, next(&goal.may)) })
            }
            Path::Eventually(steps, inner) => {
                let Some(goal) = state(inner)? else { return self.linear(path, objective) };
                self.until(path, &anywhere(), &goal, *steps, objective, false)
            }
            Path::Globally(steps, inner) => {
                let Some(good) = state(inner)? else { return self.linear(path, objective) };
                self.until(path, &anywhere(), &good.not(), *steps, objective, true)
            }
            Path::Until(steps, left, right) => {
                let (Some(left), Some(right)) = (state(left)?, state(right)?) else {
                    return self.linear(path, objective);
                };
                self.until(path, &left, &right, *steps, objective, false)
            }
            Path::WeakUntil(steps, left, right) => {
                let (Some(left), Some(right)) = (state(left)?, state(right)?) else {
                    return self.linear(path, objective);
                };
                // PRISM's definition, which a lower time bound makes differ from `!b U (!a & !b)`: a W b = !((a & !b) U
                // (!a & !b)).
                let broken = left.not().and(&right.not());
                self.until(path, &left.and(&right.not()), &broken, *steps, objective, true)
            }
            Path::Release(steps, left, right) => {
                let (Some(left), Some(right)) = (state(left)?, state(right)?) else {
                    return self.linear(path, objective);
                };
                self.until(path, &left.not(), &right.not(), *steps, objective, true)
            }
            Path::And(..) | Path::Or(..) | Path::Implies(..) | Path::Iff(..) => self.linear(path, objective),
        }
    }

    /// In continuous time: the simple formula `path`, within `time`.
    fn timed(&self, time: &logic::Time, path: &Path, objective: Objective) -> Result<Numbers, CheckError> {
        let (through, goal, complement) = self.as_until(path)?;
        let bounds = (time.lower.value(), time.upper.as_ref().map(logic::Number::value));
        let numbers = if self.engine.model.is_chain() {
            self.engine.timed_until(&through, &goal, bounds, self.relevant)
        } else {
            let objective = if complement { objective.opposite() } else { objective };
            self.engine.automaton_until(&through, &goal, bounds, objective, self.relevant)?
        };
        Ok(if complement { one_minus(numbers) } else { numbers })
    }

    /// The simple formula `path` as an until: through where, to where, and whether that is its negation.
    fn as_until(&self, path: &Path) -> Result<(Bits, Bits, bool), CheckError> {
        let state = |path: &Path| -> Result<Bits, CheckError> {
            let formula = path.as_state().expect("simple formulas are about states");
            self.checker.certain(formula)
        };
        let anywhere = || Bits::full(self.engine.states());
        Ok(match path {
            Path::Eventually(_, goal) => (anywhere(), state(goal)?, false),
            Path::Globally(_, good) => (anywhere(), state(good)?.not(), true),
            Path::Until(_, left, right) => (state(left)?, state(right)?, false),
            Path::WeakUntil(_, left, right) => {
                let (left, right) = (state(left)?, state(right)?);
                (left.minus(&right), left.or(&right).not(), true)
            }
            Path::Release(_, left, right) => (state(left)?.not(), state(right)?.not(), true),
            other => return Err(CheckError::unsupported(format!("a bound on {other} is not supported"))),
        })
    }

    /// The simple formula `path`, with bounds on what is earned before.
    fn spending(&self, spent: &[logic::Spent], path: &Path, objective: Objective) -> Result<Numbers, CheckError> {
        if self.checker.unknown.is_some() {
            let message = "bounds on what is earned need the whole model";
            return Err(CheckError::unsupported(message.to_string()));
        }
        let engine = self.engine;
        let (through, goal, complement) = self.as_until(path)?;
        let objective = if complement { objective.opposite() } else { objective };
        let mut allowances = Vec::new();
        for one in spent {
            let steps;
            let reward = match one.structure {
                RewardStructure::Steps => {
                    steps = Reward { choices: Some(vec![1.0; engine.model.rows()]), ..Reward::default() };
                    &steps
                }
                _ => self.checker.structure(&one.structure)?,
            };
            let allowance = Allowance::new(engine.model, reward, one.comparison, &one.bound);
            allowances.push(allowance.map_err(CheckError::new)?);
        }
        let fractions = engine.exact.then(|| engine.fractions());
        let all = Bits::full(engine.states());
        let from = self.relevant.unwrap_or(&all);
        let unfolded =
            unfold(engine.model, fractions, (&through, &goal), &allowances, from).map_err(CheckError::new)?;
        let inner = Engine::new(&unfolded.model, engine.epsilon, engine.exact).with_threads(engine.threads);
        let everywhere = Bits::full(unfolded.model.states());
        let (numbers, _) = inner.until_or_not(&everywhere, &unfolded.goal, objective, complement);
        let pick = |values: &[f64]| -> Vec<f64> {
            let at = |number: &u32| if *number == u32::MAX { 0.0 } else { values[*number as usize] };
            unfolded.entry.iter().map(at).collect()
        };
        let zero = crate::operators::Extended::zero();
        Ok(Numbers {
            lower: pick(&numbers.lower),
            upper: pick(&numbers.upper),
            exact: numbers.exact.as_ref().map(|values| {
                let at = |number: &u32| values.get(*number as usize).unwrap_or(&zero).clone();
                unfolded.entry.iter().map(at).collect()
            }),
        })
    }

    /// The probability of `path`, given that `condition` is true of the run.
    fn given(&self, path: &Path, condition: &Path, objective: Objective) -> Result<Numbers, CheckError> {
        let never = || CheckError::new(format!("the condition {condition} is met with probability 0"));
        let engine = self.engine;
        if engine.model.kind == Kind::Chain {
            let both = Path::And(Box::new(path.clone()), Box::new(condition.clone()));
            let (joint, alone) = (self.linear(&both, objective)?, self.probability(condition, objective)?);
            let relevant = self.relevant;
            let is_asked = |state: usize| relevant.is_none_or(|relevant| relevant.contains(state));
            let states = engine.states();
            if (0..states).any(|state| is_asked(state) && alone.upper[state] == 0.0) {
                return Err(never());
            }
            let ratio = |one: f64, other: f64, otherwise: f64| if other > 0.0 { one / other } else { otherwise };
            let quotient = |state: usize, joint: &[Extended], alone: &[Extended]| match (&joint[state], &alone[state]) {
                (Extended::Finite(joint), Extended::Finite(alone)) if !alone.is_zero() => {
                    Extended::Finite(joint / alone)
                }
                _ => Extended::zero(),
            };
            return Ok(Numbers {
                lower: (0..states).map(|state| ratio(joint.lower[state], alone.upper[state], 0.0).min(1.0)).collect(),
                upper: (0..states).map(|state| ratio(joint.upper[state], alone.lower[state], 1.0).min(1.0)).collect(),
                exact: joint
                    .exact
                    .as_ref()
                    .zip(alone.exact.as_ref())
                    .map(|(joint, alone)| (0..states).map(|state| quotient(state, joint, alone)).collect()),
            });
        }
        let goal = |path: &Path| -> Result<Option<Bits>, CheckError> {
            match path {
                Path::Eventually(Steps::ALL, goal) => match goal.as_state() {
                    Some(formula) => Ok(Some(self.checker.certain(formula)?)),
                    None => Ok(None),
                },
                _ => Ok(None),
            }
        };
        let (Some(goal), Some(condition_states)) = (goal(path)?, goal(condition)?) else {
            let message = format!("{path} || {condition}: in decision processes both must be of the form F states");
            return Err(CheckError::unsupported(message));
        };
        let one = self.relevant.filter(|relevant| relevant.count() == 1).and_then(Bits::first);
        let (Some(start), None) = (one, self.checker.unknown) else {
            let message = "conditional probabilities of decision processes are answered for a single initial state";
            return Err(CheckError::unsupported(message.to_string()));
        };
        let (lower, upper) = engine.conditional(start, &goal, &condition_states, objective).ok_or_else(never)?;
        let mut numbers = Numbers::constant(engine.states(), 0.0, None);
        (numbers.lower[start], numbers.upper[start]) = (lower, upper);
        Ok(numbers)
    }

    /// The probability of the until, or with `complement` of its negation, which is then what `objective` is about.
    fn until(
        &self,
        path: &Path,
        through: &Truth,
        goal: &Truth,
        steps: Steps,
        objective: Objective,
        complement: bool,
    ) -> Result<Numbers, CheckError> {
        let engine = self.engine;
        let wants_scheduler =
            self.keep_scheduler && self.checker.options.scheduler && engine.model.kind == Kind::Process;
        if wants_scheduler && !steps.is_unbounded() {
            // Time-dependent choices need memory; the automaton's counter provides it.
            self.linear(path, objective)?;
        }
        let objective = if complement { objective.opposite() } else { objective };
        let run = |through: &Bits, goal: &Bits, record: bool| -> Numbers {
            if !steps.is_unbounded() {
                return self.bounded(through, goal, steps, objective, complement);
            }
            let (numbers, rows) = engine.until_or_not(through, goal, objective, complement);
            if record && wants_scheduler {
                *self.checker.scheduler.borrow_mut() = Some(Scheduler::memoryless(engine.model, &rows));
            }
            numbers
        };
        let sure = run(&through.must, &goal.must, true);
        if through.is_certain() && goal.is_certain() {
            return Ok(sure);
        }
        let possible = run(&through.may, &goal.may, false);
        Ok(if complement { merge(possible, sure) } else { merge(sure, possible) })
    }

    fn bounded(&self, through: &Bits, goal: &Bits, steps: Steps, objective: Objective, complement: bool) -> Numbers {
        let engine = self.engine;
        // One initial state of a chain: forwards touches far fewer states.
        if let (Some(relevant), Some(upper)) = (self.relevant, steps.upper)
            && engine.model.kind == Kind::Chain
            && !engine.exact
            && relevant.count() == 1
            && let Some(from) = relevant.first()
        {
            let (won, lost) = engine.until_within_from(from, through, goal, steps.lower, upper);
            return Numbers::constant(engine.states(), if complement { lost } else { won }, None);
        }
        engine.bounded_until(through, goal, (steps.lower, steps.upper), objective, complement)
    }

    /// Anything else: by the product with an automaton. The minimum is one minus the maximum of the negation.
    fn linear(&self, path: &Path, objective: Objective) -> Result<Numbers, CheckError> {
        let (formula, parts) = Ltl::from_path(path);
        if objective == Objective::Minimise && self.engine.model.kind == Kind::Process {
            return self.linear_maximum(formula.negated(), &parts, true);
        }
        self.linear_maximum(formula, &parts, false)
    }

    /// The probability of the formula (or of its negation) under the scheduler that makes it most likely.
    fn linear_maximum(&self, formula: Ltl, parts: &[logic::Formula], complement: bool) -> Result<Numbers, CheckError> {
        let engine = self.engine;
        let product = self.product(&formula, parts)?;
        let (numbers, rows, components) = product.probabilities(engine, complement);
        if self.keep_scheduler && self.checker.options.scheduler && engine.model.kind == Kind::Process {
            let scheduler = Scheduler::with_memory(engine.model, &product, &rows, &components);
            *self.checker.scheduler.borrow_mut() = Some(scheduler);
        }
        let pick = |values: &[f64]| -> Vec<f64> {
            product
                .entry
                .iter()
                .map(|number| if *number == u32::MAX { 0.0 } else { values[*number as usize] })
                .collect()
        };
        Ok(Numbers {
            lower: pick(&numbers.lower),
            upper: pick(&numbers.upper),
            exact: numbers.exact.as_ref().map(|values| {
                let zero = crate::operators::Extended::zero();
                let at =
                    |number: &u32| if *number == u32::MAX { zero.clone() } else { values[*number as usize].clone() };
                product.entry.iter().map(at).collect()
            }),
        })
    }

    fn product(&self, formula: &Ltl, parts: &[logic::Formula]) -> Result<Product, CheckError> {
        build_product(self.checker, self.engine, formula, parts, self.relevant)
    }
}

/// The probabilities of the complement.
fn one_minus(numbers: Numbers) -> Numbers {
    let flip = |values: Vec<f64>| -> Vec<f64> { values.into_iter().map(|value| 1.0 - value).collect() };
    let exact = numbers.exact.map(|values| {
        let flip_exact = |value: Extended| match value {
            Extended::Finite(value) => Extended::Finite(dashu::rational::RBig::ONE - value),
            Extended::Infinite => Extended::Infinite,
        };
        values.into_iter().map(flip_exact).collect()
    });
    Numbers { lower: flip(numbers.upper), upper: flip(numbers.lower), exact }
}

/// The negation of a state formula as a path formula.
fn negated_state(formula: &logic::Formula) -> Path {
    Path::State(logic::Formula::Not(Box::new(formula.clone())))
}

/// The product over the relevant states.
pub(crate) fn build_product(
    checker: &Checker<'_>,
    engine: &Engine<'_>,
    formula: &Ltl,
    parts: &[logic::Formula],
    relevant: Option<&Bits>,
) -> Result<Product, CheckError> {
    let states = engine.states();
    let mut blank = Bits::new(states);
    let mut letters = Vec::new();
    for part in parts {
        let truth = checker.truth(part)?;
        blank = blank.or(&truth.may.minus(&truth.must));
        letters.push(truth.must);
    }
    if let Some(unknown) = checker.unknown {
        blank.insert(unknown);
    }
    let all = Bits::full(states);
    let fractions = engine.exact.then(|| engine.fractions());
    Product::new(engine.model, fractions, formula, &letters, relevant.unwrap_or(&all), &blank)
        .map_err(|error| CheckError::new(error.to_string()))
}
