//! State formulas: labels, variables, connectives, arithmetic; operators are delegated.

use logic::{BinaryOperator, Formula, Query, suggest};

use super::{CheckError, Checker, Values, arithmetic};
use crate::bits::Bits;
use crate::model::{Kind, VariableType};
use crate::operators::{Extended, Numbers, Truth};
use crate::rational;
use crate::solvers::Objective;

/// Calls `visit` on the formula and on every state formula inside it.
pub fn for_each_formula(formula: &Formula, visit: &mut dyn FnMut(&Formula)) {
    visit(formula);
    formula.for_each_part(&mut |part| for_each_formula(part, visit));
}

/// Whether a filter occurs anywhere in the formula.
pub fn has_filter(formula: &Formula) -> bool {
    let mut found = false;
    for_each_formula(formula, &mut |part| found |= matches!(part, Formula::Filter { .. }));
    found
}

impl Checker<'_> {
    pub(crate) fn evaluate(&self, formula: &Formula) -> Result<Values, CheckError> {
        match formula {
            Formula::Bool(value) => Ok(Values::Truth(Truth::constant(self.states(), *value))),
            Formula::Number(number) => {
                let exact = self.engine.exact.then(|| number.exact().clone());
                Ok(Values::Numbers(Numbers::constant(self.states(), number.value(), exact)))
            }
            Formula::Label(name) => self.label(name).map(Values::Truth),
            Formula::Variable(name) => self.variable(name),
            Formula::Not(inner) => Ok(Values::Truth(self.nested(|| self.truth(inner))?.not())),
            Formula::Negate(inner) => self.nested(|| arithmetic::negate(&self.numbers(inner)?)).map(Values::Numbers),
            Formula::Binary(operator, left, right) => {
                let values = self.nested(|| self.binary(*operator, left, right))?;
                self.or_exactly(values, *operator, formula)
            }
            Formula::IfThenElse(condition, first, second) => {
                self.nested(|| self.if_then_else(condition, first, second))
            }
            Formula::Call(function, arguments) => self.nested(|| {
                let values: Result<Vec<Numbers>, CheckError> = arguments.iter().map(|one| self.numbers(one)).collect();
                arithmetic::call(*function, &values?).map(Values::Numbers)
            }),
            Formula::Probability { optimum, query, path } => {
                let objective = self.objective("P", *optimum, query)?;
                let relevant = self.relevant.borrow_mut().take();
                let numbers = self.contested(*optimum, || self.probability(path, objective, relevant.as_ref()))?;
                self.decide(numbers, query, relevant, formula)
            }
            Formula::Reward { structure, optimum, query, objective } => {
                let direction = self.objective("R", *optimum, query)?;
                let relevant = self.relevant.borrow_mut().take();
                let numbers =
                    self.contested(*optimum, || self.reward(structure, objective, direction, relevant.as_ref()))?;
                self.decide(numbers, query, relevant, formula)
            }
            Formula::SteadyState { optimum, query, states } => {
                let direction = self.objective("S", *optimum, query)?;
                let relevant = self.relevant.borrow_mut().take();
                let inner = self.truth(states)?;
                let numbers = self.steady_state(&inner, direction)?;
                self.decide(numbers, query, relevant, formula)
            }
            Formula::ForAll(path) => self.nested(|| self.quantified(path, Objective::Minimise)),
            Formula::Exists(path) => self.nested(|| self.quantified(path, Objective::Maximise)),
            Formula::Quantile { .. } => {
                let message = "quantile can only be a whole property: its answer is about the initial states";
                Err(CheckError::unsupported(message.to_string()))
            }
            Formula::Multi(_) => {
                let message = "multi can only be a whole property: its answer is about the initial state";
                Err(CheckError::unsupported(message.to_string()))
            }
            Formula::Filter { kind, property, states } => {
                self.nested(|| self.filter_values(*kind, property, states.as_deref()))
            }
        }
    }

    /// Evaluates an operator with nature for or against the scheduler, as its optimum says.
    fn contested<T>(
        &self,
        optimum: Option<logic::Optimum>,
        evaluate: impl FnOnce() -> Result<T, CheckError>,
    ) -> Result<T, CheckError> {
        let outside = self.engine.against.replace(optimum.is_some_and(logic::Optimum::is_contested));
        let result = evaluate();
        self.engine.against.set(outside);
        result
    }

    /// Where a formula holds, for questions that need to know it for certain.
    pub(crate) fn certain(&self, formula: &Formula) -> Result<Bits, CheckError> {
        let truth = self.truth(formula)?;
        if self.unknown.is_none() && !truth.is_certain() {
            let message = format!("{formula}: some value is too close to the bound to tell at this precision");
            return Err(CheckError::unsupported(message));
        }
        Ok(truth.must)
    }

    /// Evaluates parts whose values matter in all states, and whose schedulers are not the answer's.
    fn nested<T>(&self, evaluate: impl FnOnce() -> Result<T, CheckError>) -> Result<T, CheckError> {
        let relevant = self.relevant.borrow_mut().take();
        let result = evaluate();
        if relevant.is_some() {
            // A scheduler found on the way optimises a part, not the whole.
            self.scheduler.borrow_mut().take();
        }
        result
    }

    pub(crate) fn truth(&self, formula: &Formula) -> Result<Truth, CheckError> {
        match self.evaluate(formula)? {
            Values::Truth(truth) => Ok(truth),
            Values::Numbers(_) => Err(CheckError::new(format!("{formula} is a number where a truth value is needed"))),
        }
    }

    pub(crate) fn numbers(&self, formula: &Formula) -> Result<Numbers, CheckError> {
        match self.evaluate(formula)? {
            Values::Numbers(numbers) => Ok(numbers),
            Values::Truth(_) => Err(CheckError::new(format!("{formula} is a truth value where a number is needed"))),
        }
    }

    fn label(&self, name: &str) -> Result<Truth, CheckError> {
        let model = self.model();
        let states = match model.label(name) {
            Some(states) => states.clone(),
            None if name == "init" => model.initial_bits(),
            None if name == "deadlock" => model.deadlocks.clone(),
            None if name == "sink" && self.unknown.is_some() => Bits::new(self.states()),
            None => {
                let mut known: Vec<&str> = model.labels.iter().map(|label| label.name.as_str()).collect();
                let built_in = ["init", "deadlock"].into_iter().filter(|name| model.label(name).is_none());
                known.extend(built_in);
                let hint = match suggest(name, known.iter().copied()) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => format!("there are {}", quoted_list(&known)),
                };
                let message = format!("there is no label \"{name}\"; {hint}");
                return Err(CheckError::about(format!("\"{name}\""), message));
            }
        };
        let mut truth = self.with_unknown(states);
        // What is not known is where the sink stands, by definition.
        if let ("sink", Some(unknown)) = (name, self.unknown) {
            truth.must.insert(unknown);
        }
        Ok(truth)
    }

    /// Whether all labels and variables exist.
    pub(crate) fn check_names(&self, formula: &Formula) -> Result<(), CheckError> {
        for label in formula.labels() {
            self.label(&label)?;
        }
        for variable in formula.variables() {
            self.variable(&variable)?;
        }
        Ok(())
    }

    /// A set of states, of which it is not known whether the unknown one belongs to it.
    fn with_unknown(&self, states: Bits) -> Truth {
        let mut truth = Truth::certain(states);
        if let Some(unknown) = self.unknown {
            truth.must.remove(unknown);
            truth.may.insert(unknown);
        }
        truth
    }

    fn variable(&self, name: &str) -> Result<Values, CheckError> {
        let model = self.model();
        let Some(variable) = model.variable(name) else {
            let known: Vec<&str> = model.variables.iter().map(|variable| variable.name.as_str()).collect();
            let hint = match (suggest(name, known.iter().copied()), known.is_empty()) {
                (Some(near), _) => format!("did you mean {near}?"),
                (None, true) => "the model has none; give its states with --sta".to_string(),
                (None, false) => format!("there are {}", known.join(", ")),
            };
            return Err(CheckError::about(name, format!("there is no variable {name}; {hint}")));
        };
        if variable.kind == VariableType::Bool {
            let holding = (0..self.states()).filter(|state| variable.at(*state) != 0.0);
            return Ok(Values::Truth(self.with_unknown(Bits::from_indices(self.states(), holding))));
        }
        let values: Vec<f64> = (0..self.states()).map(|state| variable.at(state)).collect();
        let mut numbers = Numbers {
            exact: self
                .engine
                .exact
                .then(|| values.iter().map(|value| Extended::Finite(rational::meant(*value))).collect()),
            upper: values.clone(),
            lower: values,
        };
        if let Some(unknown) = self.unknown {
            numbers.lower[unknown] = f64::NEG_INFINITY;
            numbers.upper[unknown] = f64::INFINITY;
        }
        Ok(Values::Numbers(numbers))
    }

    fn binary(&self, operator: BinaryOperator, left: &Formula, right: &Formula) -> Result<Values, CheckError> {
        use BinaryOperator::*;
        let truth = |combine: &dyn Fn(&Truth, &Truth) -> Truth| -> Result<Values, CheckError> {
            Ok(Values::Truth(combine(&self.truth(left)?, &self.truth(right)?)))
        };
        match operator {
            And => truth(&|a, b| a.and(b)),
            Or => truth(&|a, b| a.or(b)),
            Implies => truth(&|a, b| a.not().or(b)),
            Iff => truth(&|a, b| a.and(b).or(&a.not().and(&b.not()))),
            Xor => truth(&|a, b| a.and(&b.not()).or(&a.not().and(b))),
            Equal | NotEqual => {
                let same = match (self.evaluate(left)?, self.evaluate(right)?) {
                    (Values::Truth(a), Values::Truth(b)) => a.and(&b).or(&a.not().and(&b.not())),
                    (Values::Numbers(a), Values::Numbers(b)) => arithmetic::compare(operator, &a, &b, self.unknown),
                    _ => return Err(CheckError::new(format!("{left} and {right} cannot be compared"))),
                };
                Ok(Values::Truth(if operator == NotEqual { same.not() } else { same }))
            }
            Less | LessOrEqual | Greater | GreaterOrEqual => {
                let (a, b) = (self.numbers(left)?, self.numbers(right)?);
                Ok(Values::Truth(arithmetic::compare(operator, &a, &b, self.unknown)))
            }
            Add | Subtract | Multiply | Divide => {
                arithmetic::combine(operator, &self.numbers(left)?, &self.numbers(right)?).map(Values::Numbers)
            }
        }
    }

    /// What a comparison gave, or the same in fractions where rounding left it open.
    fn or_exactly(&self, values: Values, operator: BinaryOperator, formula: &Formula) -> Result<Values, CheckError> {
        use BinaryOperator::*;
        let compares = matches!(operator, Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual);
        let is_open = matches!(&values, Values::Truth(truth) if !truth.is_certain());
        if !compares || !is_open || self.unknown.is_some() || !self.can_be_exact() {
            return Ok(values);
        }
        let options = super::Options { exact: true, ..self.options.clone() };
        Checker::new(self.model(), None, &options).evaluate(formula)
    }

    /// Whether it pays to compute again in fractions.
    fn can_be_exact(&self) -> bool {
        !self.options.exact && self.states() <= EXACT_STATES_MAX && self.model().probabilities_most.is_none()
    }

    fn if_then_else(&self, condition: &Formula, first: &Formula, second: &Formula) -> Result<Values, CheckError> {
        let condition = self.truth(condition)?;
        match (self.evaluate(first)?, self.evaluate(second)?) {
            (Values::Truth(a), Values::Truth(b)) => Ok(Values::Truth(condition.and(&a).or(&condition.not().and(&b)))),
            (Values::Numbers(a), Values::Numbers(b)) => Ok(Values::Numbers(arithmetic::select(&condition, &a, &b))),
            _ => Err(CheckError::new(format!("{first} and {second} are not of the same type"))),
        }
    }

    /// Which scheduler decides: the one asked for, or for a bound the worst.
    fn objective(
        &self,
        operator: &str,
        optimum: Option<logic::Optimum>,
        query: &Query,
    ) -> Result<Objective, CheckError> {
        let optimum = match (optimum, query) {
            (Some(optimum), _) => Some(optimum),
            (None, Query::Bound(comparison, _)) => Some(comparison.deciding_optimum()),
            (None, Query::Value) => None,
        };
        let has_intervals = self.model().probabilities_most.is_some();
        match optimum {
            Some(contested) if contested.is_contested() && !has_intervals => Err(CheckError::about(
                operator,
                "two optima are for models whose probabilities are intervals: the second is which of them are meant",
            )),
            Some(optimum) if optimum.is_min() => Ok(Objective::Minimise),
            Some(_) => Ok(Objective::Maximise),
            None if has_intervals => Err(CheckError::about(
                operator,
                format!(
                    "the probabilities of the model are intervals, so {operator}=? has no single answer; ask for {operator}min=? or {operator}max=?"
                ),
            )),
            None if self.model().kind == Kind::Process => Err(CheckError::about(
                operator,
                format!(
                    "the model is a decision process, so {operator}=? has no single answer; ask for {operator}min=? or {operator}max=?"
                ),
            )),
            None => Ok(Objective::Maximise),
        }
    }

    /// The numbers themselves, or where they meet the bound.
    fn decide(
        &self,
        numbers: Numbers,
        query: &Query,
        relevant: Option<Bits>,
        formula: &Formula,
    ) -> Result<Values, CheckError> {
        let Query::Bound(comparison, bound) = query else { return Ok(Values::Numbers(numbers)) };
        if let Some(exact) = &numbers.exact
            && self.unknown.is_none()
        {
            let limit = Extended::Finite(bound.exact().clone());
            let holding = (0..self.states()).filter(|state| comparison.holds(&exact[*state], &limit));
            return Ok(Values::Truth(Truth::certain(Bits::from_indices(self.states(), holding))));
        }
        let limit = bound.value();
        let mut truth = Truth::constant(self.states(), false);
        let (mut doubtful, mut is_asked) = (Bits::new(self.states()), false);
        for state in 0..self.states() {
            let (lower, upper) = (numbers.lower[state], numbers.upper[state]);
            let (low, high) = (comparison.holds(&lower, &limit), comparison.holds(&upper, &limit));
            if self.unknown.is_some() {
                truth.must.set(state, low && high);
                truth.may.set(state, low || high);
                continue;
            }
            // Zero, one and infinity come from the graph and are certain; others near the bound are not.
            let certain = lower == upper && (lower == 0.0 || lower == 1.0 || lower.is_infinite());
            let near = (numbers.value(state) - limit).abs() <= 1e-9 * limit.abs();
            let asked = relevant.as_ref().is_none_or(|relevant| relevant.contains(state));
            if !certain && (low != high || near) {
                doubtful.insert(state);
                is_asked |= asked;
            }
            truth.must.set(state, low);
        }
        if self.unknown.is_some() {
            return Ok(Values::Truth(truth));
        }
        if is_asked {
            let options = match self.can_be_exact() {
                true => Some(super::Options { exact: true, ..self.options.clone() }),
                false if self.options.epsilon > CLOSE => {
                    Some(super::Options { epsilon: CLOSE, ..self.options.clone() })
                }
                false => None,
            };
            if let Some(options) = options {
                let closer = Checker::new(self.model(), None, &options);
                *closer.relevant.borrow_mut() = relevant;
                return closer.evaluate(formula);
            }
        }
        // What cannot be told is neither true nor false.
        truth.may = truth.must.or(&doubtful);
        truth.must = truth.must.minus(&doubtful);
        Ok(Values::Truth(truth))
    }
}

/// Up to this size a value that the bound touches is computed again in fractions.
pub(super) const EXACT_STATES_MAX: usize = 5000;
/// Beyond, with this precision.
const CLOSE: f64 = 1e-11;

fn quoted_list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().take(12).map(|name| format!("\"{name}\"")).collect();
    quoted.join(", ")
}
