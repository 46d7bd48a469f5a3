//! What models of every language are translated to: variables, modules whose commands change them, and which commands of
//! which modules go together.

use std::collections::BTreeMap;

use logic::{Formula, ParseError, Property, Value};

use crate::typed::{Term, Type};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Discrete time, chance alone.
    Chain,
    /// Discrete time, chance and choices.
    Process,
    /// Continuous time: branches have rates.
    Timed,
    /// Continuous time, chance and choices: commands with rates race, all others happen at once (a Markov automaton).
    Automaton,
}

impl Kind {
    /// Whether time is continuous.
    pub fn is_timed(self) -> bool {
        matches!(self, Kind::Timed | Kind::Automaton)
    }

    /// Whether there may be something to choose.
    pub fn has_choices(self) -> bool {
        matches!(self, Kind::Process | Kind::Automaton)
    }
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub is_bool: bool,
    pub low: i64,
    pub high: i64,
    pub initial: i64,
    /// The module that owns it; `None` is global.
    pub module: Option<usize>,
}

#[derive(Clone, Debug)]
pub struct Command {
    /// Where it stands: a byte of the text.
    pub place: usize,
    /// An index into the actions; 0 is the empty one.
    pub action: u32,
    /// Whether branches have rates: it waits, and races with others.
    pub is_timed: bool,
    pub guard: Term,
    pub branches: Vec<Branch>,
}

#[derive(Clone, Debug)]
pub struct Branch {
    /// A probability or, in continuous time, a rate.
    pub probability: Term,
    /// If only an interval is known of the probability, which `probability` begins: where it ends.
    pub probability_most: Option<Term>,
    pub assignments: Vec<(usize, Term)>,
    /// What is earned by it beyond what actions earn: the number of a reward structure, and how much.
    pub earns: Vec<(usize, Term)>,
}

impl Branch {
    /// The probability, or the ends of its interval.
    pub fn probabilities(&self) -> impl Iterator<Item = &Term> {
        std::iter::once(&self.probability).chain(&self.probability_most)
    }
}

#[derive(Clone, Debug)]
pub struct Module {
    pub name: String,
    pub commands: Vec<Command>,
}

/// Commands that go together: one of each part, all at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    /// What the others see.
    pub action: u32,
    /// Modules with the action of theirs that takes part, each module at most once.
    pub parts: Vec<(usize, u32)>,
}

#[derive(Clone, Debug)]
pub struct RewardStructure {
    pub name: Option<String>,
    pub states: Vec<(Term, Term)>,
    pub transitions: Vec<(u32, Term, Term)>,
}

#[derive(Clone, Debug)]
pub struct Network {
    pub kind: Kind,
    pub variables: Vec<Variable>,
    /// What initial states satisfy, if it is not said variable by variable.
    pub initial: Option<Term>,
    pub modules: Vec<Module>,
    pub vectors: Vec<Vector>,
    /// The first is empty.
    pub actions: Vec<String>,
    pub labels: Vec<(String, Term)>,
    pub rewards: Vec<RewardStructure>,
    /// Constants and formulas, which properties may use by name.
    pub constants: Vec<(String, Value)>,
    pub formulas: Vec<(String, Formula)>,
    /// Questions that come with the model.
    pub properties: Vec<Property>,
    /// What schedulers see, if not everything.
    pub observables: Option<Vec<Term>>,
    /// In a timed automaton the names of its clocks, which are digital here.
    pub clocks: Option<Vec<String>>,
    /// The source, for messages.
    pub text: String,
}

impl Network {
    /// Whether of some probabilities only intervals are known.
    pub fn has_intervals(&self) -> bool {
        let mut commands = self.modules.iter().flat_map(|module| &module.commands);
        commands.any(|command| command.branches.iter().any(|branch| branch.probability_most.is_some()))
    }

    /// A message that points at a byte of the text.
    pub fn complaint(&self, place: usize, message: &str) -> crate::ModelError {
        crate::ModelError::Wrong(ParseError::at(&self.text, place, message))
    }

    /// What a state formula means here; `None` if it is more than an expression over variables and labels.
    pub fn term_of(&self, formula: &Formula) -> Option<Term> {
        let part = |formula: &Formula| self.term_of(formula);
        match formula {
            Formula::Bool(value) => Some(Term::truth(*value)),
            Formula::Number(number) => {
                let kind = if number.is_integer() { Type::Int } else { Type::Real };
                Some(Term::constant(Value::number(number), kind))
            }
            Formula::Label(name) => self.labels.iter().find(|(known, _)| known == name).map(|(_, term)| term.clone()),
            Formula::Variable(name) => {
                let index = self.variables.iter().position(|variable| variable.name == *name)?;
                let kind = if self.variables[index].is_bool { Type::Bool } else { Type::Int };
                Some(Term::variable(index, kind))
            }
            Formula::Not(operand) => Term::negation(part(operand)?).ok(),
            Formula::Negate(operand) => Term::negate(part(operand)?).ok(),
            Formula::Binary(operator, left, right) => Term::binary(*operator, part(left)?, part(right)?).ok(),
            Formula::IfThenElse(condition, first, second) => {
                Term::if_then_else(part(condition)?, part(first)?, part(second)?).ok()
            }
            Formula::Call(function, arguments) => {
                Term::call(*function, arguments.iter().map(part).collect::<Option<Vec<_>>>()?).ok()
            }
            _ => None,
        }
    }

    /// A state in words: `s=3, d=0`.
    pub fn describe(&self, values: &[i64]) -> String {
        let shown = self.variables.iter().zip(values).map(|(variable, value)| match (variable.is_bool, value) {
            (true, value) => format!("{}={}", variable.name, *value != 0),
            (false, value) => format!("{}={value}", variable.name),
        });
        shown.collect::<Vec<_>>().join(", ")
    }
}

/// A command, with a variable that it changes although another command changes it that happens at the same time.
pub(crate) fn conflicting_write<'n>(modules: &'n [Module], vectors: &[Vector]) -> Option<(&'n Command, usize)> {
    for vector in vectors.iter().filter(|vector| vector.parts.len() > 1) {
        let mut writers: BTreeMap<usize, usize> = BTreeMap::new();
        for (module, action) in &vector.parts {
            for command in modules[*module].commands.iter().filter(|command| command.action == *action) {
                for (variable, _) in command.branches.iter().flat_map(|branch| &branch.assignments) {
                    if writers.insert(*variable, *module).is_some_and(|earlier| earlier != *module) {
                        return Some((command, *variable));
                    }
                }
            }
        }
    }
    None
}
