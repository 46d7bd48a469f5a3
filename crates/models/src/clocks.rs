//! Probabilistic timed automata by digital clocks: where no comparison of a clock is strict and none is with another clock, integer
//! times are enough for the least and the greatest probabilities and expectations (Kwiatkowska, Norman, Parker, Sproston 2006).
//! Clocks become variables that stop beyond the largest number they are compared with, and time a command that all modules
//! with clocks take part in while their invariants allow it.

use std::collections::BTreeMap;

use logic::{BinaryOperator, Comparison, Formula, Number, Path, RewardObjective, RewardStructure, Spent, Steps, Value};

use crate::error::ModelError;
use crate::network::{self, Branch, Command, Kind, Network, Vector};
use crate::typed::{Term, TermNode, Type};

/// The reward structure that counts time.
pub const TIME: &str = "time that passed";
/// Times up to which clocks count.
const TIME_MAX: i64 = 1 << 31;

/// The clocks of a network and, by module, what must hold while time passes.
#[derive(Clone, Debug, Default)]
pub struct Clocks {
    pub variables: Vec<usize>,
    pub invariants: Vec<Term>,
    /// Where they do not hold only time stops, as JANI has it; otherwise nothing happens, as in PRISM's language.
    pub stop_time_only: bool,
}

fn unsupported<T>(message: impl Into<String>) -> Result<T, ModelError> {
    Err(ModelError::Unsupported(message.into()))
}

/// The integer that a value is.
pub fn whole(value: &Value) -> Option<i64> {
    let number = value.to_rational()?;
    i64::try_from(number.numerator()).ok().filter(|_| number.is_int())
}

/// The largest number that each clock is compared with or set to.
struct Extent<'n> {
    names: Vec<&'n str>,
    largest: BTreeMap<usize, i64>,
}

impl Extent<'_> {
    fn mentions(&self, term: &Term) -> bool {
        let mut found = false;
        term.for_each_variable(&mut |variable| found |= self.largest.contains_key(&variable));
        found
    }

    fn free(&self, term: &Term, what: &str) -> Result<(), ModelError> {
        match self.mentions(term) {
            true => unsupported(format!("{what} that depends on a clock is not supported")),
            false => Ok(()),
        }
    }

    /// Looks at a condition; `is_positive` says whether more of it is allowed if it holds.
    fn condition(&mut self, term: &Term, is_positive: bool) -> Result<(), ModelError> {
        use BinaryOperator::*;
        if !self.mentions(term) {
            return Ok(());
        }
        match &term.node {
            TermNode::Not(operand) => self.condition(operand, !is_positive),
            TermNode::Binary(And | Or, left, right) => {
                self.condition(left, is_positive)?;
                self.condition(right, is_positive)
            }
            TermNode::Binary(Implies, left, right) => {
                self.condition(left, !is_positive)?;
                self.condition(right, is_positive)
            }
            TermNode::IfThenElse(condition, first, second) => {
                self.free(condition, "a condition of `?:`")?;
                self.condition(first, is_positive)?;
                self.condition(second, is_positive)
            }
            _ => {
                let Some((clock, operator, bound)) = self.comparison(term) else {
                    return unsupported(
                        "clocks are compared with integer constants only, not with each other or with variables",
                    );
                };
                let is_closed = match operator {
                    Equal | LessOrEqual | GreaterOrEqual => is_positive,
                    _ => !is_positive,
                };
                if !is_closed {
                    let name = self.names[clock];
                    return unsupported(format!(
                        "the strict comparison of the clock {name} with {bound} is not supported: clocks are digital here"
                    ));
                }
                self.reaches(clock, bound)
            }
        }
    }

    fn reaches(&mut self, clock: usize, bound: i64) -> Result<(), ModelError> {
        if !(0..TIME_MAX).contains(&bound) {
            return unsupported(format!("the clock {} at {bound} is not supported", self.names[clock]));
        }
        let largest = self.largest.get_mut(&clock).expect("it is a clock");
        *largest = bound.max(*largest);
        Ok(())
    }

    /// The comparison of a clock with a constant, as if the clock stood on its left.
    fn comparison(&self, term: &Term) -> Option<(usize, BinaryOperator, i64)> {
        use BinaryOperator::*;
        let TermNode::Binary(operator, left, right) = &term.node else { return None };
        let clock = |term: &Term| match term.node {
            TermNode::Variable(variable) if self.largest.contains_key(&variable) => Some(variable),
            _ => None,
        };
        let bound = |term: &Term| whole(term.as_constant()?);
        if let (Some(clock), Some(bound)) = (clock(left), bound(right)) {
            return Some((clock, *operator, bound));
        }
        let turned = match operator {
            Less => Greater,
            LessOrEqual => GreaterOrEqual,
            Greater => Less,
            GreaterOrEqual => LessOrEqual,
            other => *other,
        };
        Some((clock(right)?, turned, bound(left)?))
    }

    /// The condition as it is one unit of time later.
    fn later(&self, term: &Term) -> Term {
        if !self.mentions(term) {
            return term.clone();
        }
        let made = match &term.node {
            TermNode::Not(operand) => Term::negation(self.later(operand)),
            TermNode::IfThenElse(condition, first, second) => {
                Term::if_then_else((**condition).clone(), self.later(first), self.later(second))
            }
            TermNode::Binary(operator, left, right) => match self.comparison(term) {
                Some((clock, operator, bound)) => {
                    Term::binary(operator, Term::variable(clock, Type::Int), Term::integer(bound - 1))
                }
                None => Term::binary(*operator, self.later(left), self.later(right)),
            },
            _ => unreachable!("conditions on clocks were looked at"),
        };
        made.expect("the types were checked")
    }
}

/// Replaces clocks by variables and time by a command.
pub fn digitise(network: &mut Network, clocks: &Clocks) -> Result<(), ModelError> {
    if network.initial.is_some() {
        return unsupported("several initial states of a timed automaton are not supported");
    }
    let variables = network.variables.clone();
    let mut extent = Extent {
        names: variables.iter().map(|variable| variable.name.as_str()).collect(),
        largest: clocks.variables.iter().map(|clock| (*clock, 0)).collect(),
    };
    measure(&mut extent, network, clocks)?;
    for (clock, largest) in &extent.largest {
        let variable = &mut network.variables[*clock];
        (variable.low, variable.high) = (0, largest + 1);
    }
    let time = network.actions.len() as u32;
    network.actions.push("time".to_string());
    let mut parts = Vec::new();
    for index in 0..network.modules.len() {
        let own: Vec<usize> = (clocks.variables.iter().copied())
            // Clocks that belong to nobody run with the first.
            .filter(|clock| variables[*clock].module.unwrap_or(0) == index)
            .collect();
        let invariant = &clocks.invariants[index];
        // If nobody keeps time, somebody must let it pass.
        let is_last = index + 1 == network.modules.len() && parts.is_empty();
        if own.is_empty() && invariant.is_true() && !is_last {
            continue;
        }
        parts.push((index, time));
        let module = &mut network.modules[index];
        if !clocks.stop_time_only {
            for command in &mut module.commands {
                command.guard = Term::and(command.guard.clone(), invariant.clone());
            }
        }
        let ticks = own.iter().map(|clock| (*clock, tick(*clock, extent.largest[clock] + 1))).collect();
        module.commands.push(passing(time, Term::and(invariant.clone(), extent.later(invariant)), ticks));
    }
    network.vectors.push(Vector { action: time, parts });
    for structure in &mut network.rewards {
        structure.transitions.extend(structure.states.drain(..).map(|(guard, value)| (time, guard, value)));
    }
    network.rewards.push(network::RewardStructure {
        name: Some(TIME.to_string()),
        states: Vec::new(),
        transitions: vec![(time, Term::truth(true), Term::integer(1))],
    });
    network.kind = Kind::Process;
    network.clocks = Some(clocks.variables.iter().map(|clock| variables[*clock].name.clone()).collect());
    Ok(())
}

fn measure(extent: &mut Extent<'_>, network: &Network, clocks: &Clocks) -> Result<(), ModelError> {
    for clock in &clocks.variables {
        extent.reaches(*clock, network.variables[*clock].initial)?;
    }
    clocks.invariants.iter().try_for_each(|invariant| extent.condition(invariant, true))?;
    for command in network.modules.iter().flat_map(|module| &module.commands) {
        extent.condition(&command.guard, true)?;
        for branch in &command.branches {
            branch.probabilities().try_for_each(|term| extent.free(term, "a probability"))?;
            branch.earns.iter().try_for_each(|(_, term)| extent.free(term, "a reward"))?;
            for (variable, value) in &branch.assignments {
                match value.as_constant() {
                    Some(Value::Integer(value)) if extent.largest.contains_key(variable) => {
                        extent.reaches(*variable, *value)?;
                    }
                    _ if extent.largest.contains_key(variable) => {
                        return unsupported("clocks are set to integer constants only");
                    }
                    _ => extent.free(value, "a new value")?,
                }
            }
        }
    }
    network.labels.iter().try_for_each(|(_, term)| extent.free(term, "a label"))?;
    for structure in &network.rewards {
        let (states, transitions) = (structure.states.iter(), structure.transitions.iter());
        for (guard, value) in states.map(|(a, b)| (a, b)).chain(transitions.map(|(_, a, b)| (a, b))) {
            extent.free(guard, "a reward")?;
            extent.free(value, "a reward")?;
        }
    }
    Ok(())
}

/// One more, up to where it makes no difference.
fn tick(clock: usize, most: i64) -> Term {
    let next = Term::binary(BinaryOperator::Add, Term::variable(clock, Type::Int), Term::integer(1));
    let arguments = vec![next.expect("both are numbers"), Term::integer(most)];
    Term::call(logic::Function::Min, arguments).expect("both are numbers")
}

fn passing(action: u32, guard: Term, assignments: Vec<(usize, Term)>) -> Command {
    let branch = Branch { probability: Term::integer(1), probability_most: None, assignments, earns: Vec::new() };
    Command { place: 0, action, is_timed: false, guard, branches: vec![branch] }
}

/// What a question about a timed automaton means where clocks are digital: bounds are on time, which is something that is earned.
pub fn ask_in_time(formula: &mut Formula, clocks: &[String]) -> Result<(), ModelError> {
    match formula {
        Formula::Variable(name) if clocks.contains(name) => {
            return unsupported(format!("questions about the clock {name} are not supported"));
        }
        Formula::SteadyState { .. } => return unsupported("S is not supported for timed automata"),
        Formula::Probability { path, .. } | Formula::ForAll(path) | Formula::Exists(path) => bound_time(path)?,
        Formula::Reward { structure, objective, .. } => {
            if *structure == RewardStructure::Time {
                *structure = RewardStructure::Named(TIME.to_string());
            }
            if let RewardObjective::CoSafe(path) = &mut **objective {
                bound_time(path)?;
            }
            if !matches!(**objective, RewardObjective::Reach(_) | RewardObjective::CoSafe(_) | RewardObjective::Total) {
                return unsupported("of rewards of timed automata only `F` and `C` are supported");
            }
        }
        _ => {}
    }
    let mut result = Ok(());
    formula.for_each_part_mut(&mut |part| {
        if result.is_ok() {
            result = ask_in_time(part, clocks);
        }
    });
    result
}

fn bound_time(path: &mut Path) -> Result<(), ModelError> {
    let steps = match path {
        Path::State(_) => return Ok(()),
        Path::Next(_) => return unsupported("X is not supported for timed automata: there is no next moment"),
        Path::Not(inner) | Path::Within(_, inner) | Path::Spending(_, inner) => return bound_time(inner),
        Path::And(left, right)
        | Path::Or(left, right)
        | Path::Implies(left, right)
        | Path::Iff(left, right)
        | Path::Given(left, right) => {
            bound_time(left)?;
            return bound_time(right);
        }
        Path::Eventually(steps, inner) | Path::Globally(steps, inner) => {
            bound_time(inner)?;
            std::mem::replace(steps, Steps::ALL)
        }
        Path::Until(steps, left, right) | Path::WeakUntil(steps, left, right) | Path::Release(steps, left, right) => {
            bound_time(left)?;
            bound_time(right)?;
            std::mem::replace(steps, Steps::ALL)
        }
    };
    let spent = |comparison: Comparison, bound: u64| Spent {
        structure: RewardStructure::Named(TIME.to_string()),
        comparison,
        bound: Number::integer(bound as i64),
        variable: None,
    };
    let mut bounds = Vec::new();
    bounds.extend(steps.upper.map(|upper| spent(Comparison::LessOrEqual, upper)));
    bounds.extend((steps.lower > 0).then(|| spent(Comparison::GreaterOrEqual, steps.lower)));
    if !bounds.is_empty() {
        let inner = std::mem::replace(path, Path::State(Formula::Bool(true)));
        *path = Path::Spending(bounds, Box::new(inner));
    }
    Ok(())
}
