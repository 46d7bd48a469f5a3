//! A network compiled: states are packed into a few words, guards are lists of tests, and each module looks up by the value of
//! one variable (its program counter, as a rule) which of its commands can be enabled at all.

use std::collections::BTreeSet;

use dashu::rational::RBig;
use logic::{BinaryOperator, Value};

use crate::code::{Program, Registers, Snippet, Trap};
use crate::error::ModelError;
use crate::network::{Kind, Network};
use crate::typed::{Term, TermNode, Type};

/// A packed state.
pub type Words<const W: usize> = [u64; W];

/// Where a variable is in a packed state.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub word: usize,
    pub shift: u32,
    pub size: u32,
    pub low: i64,
    pub high: i64,
}

impl Field {
    fn mask(&self) -> u64 {
        if self.size == 64 { u64::MAX } else { (1 << self.size) - 1 }
    }

    #[inline]
    fn read<const W: usize>(&self, state: &Words<W>) -> i64 {
        self.low.wrapping_add((state[self.word] >> self.shift & self.mask()) as i64)
    }
}

/// A variable compared with a constant.
#[derive(Clone, Copy, Debug)]
struct Test {
    variable: u32,
    how: How,
    value: i64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum How {
    Equal,
    NotEqual,
    AtMost,
    AtLeast,
}

/// A condition: all tests, then the rest.
#[derive(Clone, Debug)]
struct Guard {
    tests: Vec<Test>,
    rest: Option<Snippet>,
}

struct Command<const W: usize> {
    /// Which commands of the module it is offered with: those of the same action.
    group: u32,
    /// Whether branches have rates.
    is_timed: bool,
    guard: Guard,
    branches: Vec<Branch<W>>,
    /// Whether probabilities are constants that sum to one.
    certain: bool,
    /// Whether a branch earns something by itself.
    earning: bool,
    place: usize,
}

struct Branch<const W: usize> {
    probability: Probability,
    /// Where the interval of the probability ends, if it is one.
    probability_most: Option<Probability>,
    /// What of the old state stays, and what constants are written.
    keep: Words<W>,
    set: Words<W>,
    computed: Vec<(u32, Snippet)>,
    /// For exact arithmetic.
    term: Term,
    earns: Vec<(u32, Snippet)>,
}

#[derive(Clone, Copy)]
enum Probability {
    Constant(f64),
    Computed(Snippet),
}

/// Commands that can be enabled, by the value of a variable.
struct Module {
    variable: Option<(usize, i64)>,
    /// Per value, or a single list.
    candidates: Vec<Vec<u32>>,
}

struct Vector {
    action: u32,
    /// Whether one of the parts has rates.
    is_timed: bool,
    groups: Vec<u32>,
}

/// The commands of a module with an action, those with rates apart from those without.
type Group = (usize, u32, bool);

struct Reward {
    /// Whether branches earn it by themselves.
    by_branches: bool,
    states: Vec<(Guard, Snippet, Term)>,
    transitions: Vec<(u32, Guard, Snippet, Term)>,
}

/// The compiled network; shared by all workers.
pub struct Machine<const W: usize> {
    pub network: Network,
    pub fields: Vec<Field>,
    program: Program,
    commands: Vec<Command<W>>,
    modules: Vec<Module>,
    groups: usize,
    vectors: Vec<Vector>,
    labels: Vec<Guard>,
    rewards: Vec<Reward>,
    has_intervals: bool,
}

/// What one worker needs to compute successors.
pub struct Scratch {
    registers: Registers,
    enabled: Vec<Vec<u32>>,
    picks: Vec<usize>,
}

/// Where successors go.
pub trait Sink<const W: usize> {
    /// One more choice, with its action and what each reward structure earns by taking it. With rates it is none, but races.
    fn choice(
        &mut self,
        action: u32,
        is_timed: bool,
        machine: &Machine<W>,
        scratch: &mut Scratch,
    ) -> Result<(), ModelError>;
    /// What the last choice earns on the average by its branches, beyond what its action earns.
    fn earns(&mut self, structure: usize, amount: f64);
    /// A successor of the last choice; `exact` if exact numbers were asked for.
    fn branch(&mut self, state: &Words<W>, probability: f64, exact: Option<RBig>);
    /// A successor whose probability lies in an interval; only in models that have such.
    fn branch_between(&mut self, state: &Words<W>, least: f64, most: f64);
    /// Whether probabilities are wanted in fractions.
    fn wants_exact(&self) -> bool;
}

/// Sums of probabilities that differ from one by more are errors, as in PRISM; less is rounding of whoever wrote the model.
const SUM_TOLERANCE: f64 = 1e-5;
/// Values of a variable for which a table of candidates is kept.
const DISPATCH_MAX: i64 = 1 << 14;

/// How many words the states of a network need.
pub fn words_needed(network: &Network) -> usize {
    layout(network).1
}

fn layout(network: &Network) -> (Vec<Field>, usize) {
    let (mut word, mut shift) = (0, 0);
    let mut fields = Vec::new();
    for variable in &network.variables {
        let size = 64 - (variable.high.wrapping_sub(variable.low) as u64).leading_zeros();
        if shift + size > 64 {
            (word, shift) = (word + 1, 0);
        }
        // A variable with one value has no bits, wherever it is.
        let at = if size == 0 { 0 } else { shift };
        fields.push(Field { word, shift: at, size, low: variable.low, high: variable.high });
        shift += size;
    }
    (fields, word + 1)
}

impl<const W: usize> Machine<W> {
    pub fn new(network: Network) -> Machine<W> {
        let (fields, _) = layout(&network);
        let mut program = Program::new(network.variables.len());
        let mut groups: Vec<Group> = Vec::new();
        let mut commands = Vec::new();
        let mut modules = Vec::new();
        for (index, module) in network.modules.iter().enumerate() {
            let first = commands.len() as u32;
            for command in &module.commands {
                let key = (index, command.action, command.is_timed);
                let group = groups.iter().position(|known| *known == key).unwrap_or_else(|| {
                    groups.push(key);
                    groups.len() - 1
                }) as u32;
                let guard = guard(&mut program, &command.guard, &network);
                let branches: Vec<Branch<W>> =
                    command.branches.iter().map(|branch| compile_branch(&mut program, &fields, branch)).collect();
                let sum = command.branches.iter().try_fold(RBig::ZERO, |sum, branch| {
                    branch.probability.as_constant()?.to_rational().map(|probability| sum + probability)
                });
                let certain = sum == Some(RBig::ONE)
                    && branches.iter().all(|branch| branch.probability_most.is_none())
                    && branches.iter().all(|branch| matches!(branch.probability, Probability::Constant(p) if p >= 0.0));
                let earning = branches.iter().any(|branch| !branch.earns.is_empty());
                let (is_timed, place) = (command.is_timed, command.place);
                commands.push(Command { group, is_timed, guard, branches, certain, earning, place });
            }
            modules.push(dispatch(&network, &mut commands, first));
        }
        let mut vectors: Vec<Vector> =
            network.vectors.iter().flat_map(|vector| compile_vector(vector, &groups)).collect();
        // What happens at once comes first: where something does, nothing waits.
        vectors.sort_by_key(|vector| vector.is_timed);
        let labels = network.labels.iter().map(|(_, term)| guard(&mut program, term, &network)).collect();
        let all_commands = network.modules.iter().flat_map(|module| &module.commands);
        let all_branches = all_commands.flat_map(|command| &command.branches);
        let earned: BTreeSet<usize> =
            all_branches.flat_map(|branch| &branch.earns).map(|(structure, _)| *structure).collect();
        let rewards = network
            .rewards
            .iter()
            .enumerate()
            .map(|(index, structure)| Reward {
                by_branches: earned.contains(&index),
                states: structure
                    .states
                    .iter()
                    .map(|(condition, value)| {
                        (guard(&mut program, condition, &network), program.real(value), value.clone())
                    })
                    .collect(),
                transitions: structure
                    .transitions
                    .iter()
                    .map(|(action, condition, value)| {
                        (*action, guard(&mut program, condition, &network), program.real(value), value.clone())
                    })
                    .collect(),
            })
            .collect();
        let (groups, has_intervals) = (groups.len(), network.has_intervals());
        Machine { fields, program, commands, modules, groups, vectors, labels, rewards, has_intervals, network }
    }

    pub fn scratch(&self) -> Scratch {
        Scratch { registers: self.program.registers(), enabled: vec![Vec::new(); self.groups], picks: Vec::new() }
    }

    pub fn pack(&self, values: &[i64]) -> Words<W> {
        let mut state = [0; W];
        for (field, value) in self.fields.iter().zip(values) {
            state[field.word] |= (value.wrapping_sub(field.low) as u64) << field.shift;
        }
        state
    }

    pub fn values(&self, state: &Words<W>) -> Vec<i64> {
        self.fields.iter().map(|field| field.read(state)).collect()
    }

    /// Makes `state` the one that the functions below speak of.
    #[inline]
    pub fn enter(&self, state: &Words<W>, scratch: &mut Scratch) {
        for (register, field) in scratch.registers.integers.iter_mut().zip(&self.fields) {
            *register = field.read(state);
        }
    }

    pub fn label(&self, label: usize, scratch: &mut Scratch) -> Result<bool, ModelError> {
        let holds = self.holds(&self.labels[label], &mut scratch.registers);
        holds.map_err(|trap| self.about(scratch, &format!("the label \"{}\"", self.network.labels[label].0), &trap))
    }

    pub fn has_state_rewards(&self, structure: usize) -> bool {
        !self.rewards[structure].states.is_empty()
    }

    pub fn has_transition_rewards(&self, structure: usize) -> bool {
        !self.rewards[structure].transitions.is_empty() || self.rewards[structure].by_branches
    }

    /// What a structure earns by being in the state, or by a transition with `action`.
    pub fn reward(&self, structure: usize, action: Option<u32>, scratch: &mut Scratch) -> Result<f64, ModelError> {
        let reward = &self.rewards[structure];
        let mut sum = 0.0;
        let mut add = |guard: &Guard, value: Snippet| -> Result<(), Trap> {
            if self.holds(guard, &mut scratch.registers)? {
                sum += self.program.run_real(value, &mut scratch.registers)?;
            }
            Ok(())
        };
        let result = match action {
            None => reward.states.iter().try_for_each(|(guard, value, _)| add(guard, *value)),
            Some(action) => reward
                .transitions
                .iter()
                .filter(|(of, ..)| *of == action)
                .try_for_each(|(_, guard, value, _)| add(guard, *value)),
        };
        let result =
            result.and_then(|()| if sum.is_finite() { Ok(sum) } else { Err(Trap(format!("{sum} is no number"))) });
        result.map_err(|trap| {
            let name = self.network.rewards[structure].name.as_ref();
            let what = name.map_or("a reward".to_string(), |name| format!("the reward \"{name}\""));
            self.about(scratch, &what, &trap)
        })
    }

    fn about(&self, scratch: &Scratch, what: &str, trap: &Trap) -> ModelError {
        let state = self.network.describe(&scratch.registers.integers[..self.fields.len()]);
        ModelError::Input(format!("{what} has no value in the state {state}: {}", trap.0))
    }

    fn complaint(&self, command: &Command<W>, scratch: &Scratch, message: &str) -> ModelError {
        let state = self.network.describe(&scratch.registers.integers[..self.fields.len()]);
        self.network.complaint(command.place, &format!("{message}, in the state {state}"))
    }

    #[inline]
    fn holds(&self, guard: &Guard, registers: &mut Registers) -> Result<bool, Trap> {
        for test in &guard.tests {
            let value = registers.integers[test.variable as usize];
            let passed = match test.how {
                How::Equal => value == test.value,
                How::NotEqual => value != test.value,
                How::AtMost => value <= test.value,
                How::AtLeast => value >= test.value,
            };
            if !passed {
                return Ok(false);
            }
        }
        match guard.rest {
            None => Ok(true),
            Some(rest) => Ok(self.program.run(rest, registers)? != 0),
        }
    }

    /// Gives every choice of the state that was entered, with its branches, to `sink`.
    pub fn successors(
        &self,
        state: &Words<W>,
        scratch: &mut Scratch,
        sink: &mut impl Sink<W>,
    ) -> Result<(), ModelError> {
        scratch.enabled.iter_mut().for_each(Vec::clear);
        for module in &self.modules {
            let list = match module.variable {
                Some((variable, low)) => &module.candidates[(scratch.registers.integers[variable] - low) as usize],
                None => &module.candidates[0],
            };
            for index in list {
                let command = &self.commands[*index as usize];
                match self.holds(&command.guard, &mut scratch.registers) {
                    Ok(true) => scratch.enabled[command.group as usize].push(*index),
                    Ok(false) => {}
                    Err(trap) => {
                        return Err(self.complaint(command, scratch, &format!("the guard has no value: {}", trap.0)));
                    }
                }
            }
        }
        let mut has_happened = false;
        for vector in &self.vectors {
            if vector.is_timed && has_happened && self.network.kind == Kind::Automaton {
                break;
            }
            if let [group] = vector.groups[..] {
                for pick in 0..scratch.enabled[group as usize].len() {
                    let command = scratch.enabled[group as usize][pick];
                    sink.choice(vector.action, vector.is_timed, self, scratch)?;
                    self.take(&[command], state, scratch, sink)?;
                    has_happened |= !vector.is_timed;
                }
            } else if vector.groups.iter().all(|group| !scratch.enabled[*group as usize].is_empty()) {
                self.combinations(vector, state, scratch, sink)?;
                has_happened |= !vector.is_timed;
            }
        }
        Ok(())
    }

    /// One command of each group, in all ways.
    fn combinations(
        &self,
        vector: &Vector,
        state: &Words<W>,
        scratch: &mut Scratch,
        sink: &mut impl Sink<W>,
    ) -> Result<(), ModelError> {
        let mut picks = std::mem::take(&mut scratch.picks);
        picks.clear();
        picks.resize(vector.groups.len(), 0);
        let mut taken: Vec<u32> = Vec::with_capacity(vector.groups.len());
        loop {
            taken.clear();
            taken.extend(vector.groups.iter().zip(&picks).map(|(group, pick)| scratch.enabled[*group as usize][*pick]));
            sink.choice(vector.action, vector.is_timed, self, scratch)?;
            self.take(&taken, state, scratch, sink)?;
            let mut at = picks.len();
            loop {
                if at == 0 {
                    scratch.picks = picks;
                    return Ok(());
                }
                at -= 1;
                picks[at] += 1;
                if picks[at] < scratch.enabled[vector.groups[at] as usize].len() {
                    break;
                }
                picks[at] = 0;
            }
        }
    }

    fn take(
        &self,
        commands: &[u32],
        state: &Words<W>,
        scratch: &mut Scratch,
        sink: &mut impl Sink<W>,
    ) -> Result<(), ModelError> {
        for command in commands {
            let command = &self.commands[*command as usize];
            if !command.certain && !command.is_timed {
                self.check_sum(command, scratch)?;
            }
        }
        for command in commands {
            let command = &self.commands[*command as usize];
            if command.earning {
                self.earnings(command, scratch, sink)?;
            }
        }
        if self.has_intervals {
            return self.branches_between(commands, state, (1.0, 1.0), scratch, sink);
        }
        let exact = sink.wants_exact().then_some(RBig::ONE);
        self.branches(commands, state, 1.0, exact, scratch, sink)
    }

    /// Tells what the branches of a command earn, each weighed by its probability.
    fn earnings(&self, command: &Command<W>, scratch: &mut Scratch, sink: &mut impl Sink<W>) -> Result<(), ModelError> {
        let mut whole = 0.0;
        let mut earned: Vec<(u32, f64)> = Vec::new();
        for branch in &command.branches {
            let probability = match branch.probability {
                Probability::Constant(value) => Ok(value),
                Probability::Computed(code) => self.program.run_real(code, &mut scratch.registers),
            };
            // What is no probability is complained about where it is taken.
            let probability = probability.unwrap_or(0.0);
            whole += probability;
            if probability <= 0.0 {
                continue;
            }
            for (structure, code) in &branch.earns {
                let amount = self
                    .program
                    .run_real(*code, &mut scratch.registers)
                    .map_err(|trap| self.complaint(command, scratch, &format!("a reward: {}", trap.0)))?;
                match earned.iter_mut().find(|(known, _)| known == structure) {
                    Some((_, sum)) => *sum += probability * amount,
                    None => earned.push((*structure, probability * amount)),
                }
            }
        }
        for (structure, sum) in earned {
            sink.earns(structure as usize, if whole == 1.0 { sum } else { sum / whole });
        }
        Ok(())
    }

    fn branches(
        &self,
        commands: &[u32],
        state: &Words<W>,
        so_far: f64,
        exact_so_far: Option<RBig>,
        scratch: &mut Scratch,
        sink: &mut impl Sink<W>,
    ) -> Result<(), ModelError> {
        let Some((first, others)) = commands.split_first() else {
            sink.branch(state, so_far, exact_so_far);
            return Ok(());
        };
        let command = &self.commands[*first as usize];
        for branch in &command.branches {
            let probability = match branch.probability {
                Probability::Constant(value) => value,
                Probability::Computed(code) => self
                    .program
                    .run_real(code, &mut scratch.registers)
                    .map_err(|trap| self.complaint(command, scratch, &format!("a probability: {}", trap.0)))?,
            };
            if probability == 0.0 {
                continue;
            }
            if !(probability > 0.0 && probability.is_finite()) {
                let what = if command.is_timed { "rate" } else { "probability" };
                return Err(self.complaint(command, scratch, &format!("{probability} is no {what}")));
            }
            let exact = match &exact_so_far {
                None => None,
                Some(so_far) => {
                    let values = &scratch.registers.integers[..self.fields.len()];
                    let value = branch.term.evaluate(values).ok().and_then(|value| value.to_rational());
                    Some(so_far * value.expect("the double had a value"))
                }
            };
            let next = self.moved(command, branch, state, scratch)?;
            self.branches(others, &next, so_far * probability, exact, scratch, sink)?;
        }
        Ok(())
    }

    /// The same where probabilities lie in intervals: those of commands that go together are multiplied end by end.
    fn branches_between(
        &self,
        commands: &[u32],
        state: &Words<W>,
        so_far: (f64, f64),
        scratch: &mut Scratch,
        sink: &mut impl Sink<W>,
    ) -> Result<(), ModelError> {
        let Some((first, others)) = commands.split_first() else {
            sink.branch_between(state, so_far.0, so_far.1);
            return Ok(());
        };
        let command = &self.commands[*first as usize];
        for branch in &command.branches {
            let (least, most) = self.interval(command, branch, scratch)?;
            if most == 0.0 {
                continue;
            }
            if least == 0.0 {
                let message =
                    "an interval of probabilities begins at 0, so that the branch may not exist; it must begin above";
                return Err(self.complaint(command, scratch, message));
            }
            let next = self.moved(command, branch, state, scratch)?;
            self.branches_between(others, &next, (so_far.0 * least, so_far.1 * most), scratch, sink)?;
        }
        Ok(())
    }

    /// What is known of the probability of a branch.
    fn interval(
        &self,
        command: &Command<W>,
        branch: &Branch<W>,
        scratch: &mut Scratch,
    ) -> Result<(f64, f64), ModelError> {
        let mut value = |probability: Probability| match probability {
            Probability::Constant(value) => Ok(value),
            Probability::Computed(code) => self
                .program
                .run_real(code, &mut scratch.registers)
                .map_err(|trap| self.complaint(command, scratch, &format!("a probability: {}", trap.0))),
        };
        let least = value(branch.probability)?;
        let most = branch.probability_most.map_or(Ok(least), value)?;
        if !(least >= 0.0 && most <= 1.0 + SUM_TOLERANCE && least <= most) {
            let shown = if branch.probability_most.is_some() { format!("[{least},{most}]") } else { least.to_string() };
            return Err(self.complaint(command, scratch, &format!("{shown} is no probability")));
        }
        Ok((least, most.min(1.0)))
    }

    /// The state after a branch of a command.
    #[inline(always)]
    fn moved(
        &self,
        command: &Command<W>,
        branch: &Branch<W>,
        state: &Words<W>,
        scratch: &mut Scratch,
    ) -> Result<Words<W>, ModelError> {
        let mut next = *state;
        for ((word, keep), set) in next.iter_mut().zip(&branch.keep).zip(&branch.set) {
            *word = *word & keep | set;
        }
        for (variable, code) in &branch.computed {
            let value = self.program.run(*code, &mut scratch.registers);
            let value = value.map_err(|trap| {
                let name = &self.network.variables[*variable as usize].name;
                self.complaint(command, scratch, &format!("the new value of {name}: {}", trap.0))
            })?;
            let field = &self.fields[*variable as usize];
            if value < field.low || value > field.high {
                return Err(self.out_of_range(command, *variable as usize, value, scratch));
            }
            next[field.word] |= (value.wrapping_sub(field.low) as u64) << field.shift;
        }
        Ok(next)
    }

    #[cold]
    fn out_of_range(&self, command: &Command<W>, variable: usize, value: i64, scratch: &Scratch) -> ModelError {
        let variable = &self.network.variables[variable];
        let message = format!(
            "this command gives {} the value {value}, which is outside [{}..{}]",
            variable.name, variable.low, variable.high
        );
        self.complaint(command, scratch, &message)
    }

    #[cold]
    fn check_sum(&self, command: &Command<W>, scratch: &mut Scratch) -> Result<(), ModelError> {
        if command.branches.iter().any(|branch| branch.probability_most.is_some()) {
            let mut sums = (0.0, 0.0);
            for branch in &command.branches {
                let (least, most) = self.interval(command, branch, scratch)?;
                sums = (sums.0 + least, sums.1 + most);
            }
            if sums.0 > 1.0 + SUM_TOLERANCE || sums.1 < 1.0 - SUM_TOLERANCE {
                let message = format!(
                    "the probabilities of this command sum to something in [{},{}], never to 1",
                    sums.0, sums.1
                );
                return Err(self.complaint(command, scratch, &message));
            }
            return Ok(());
        }
        let mut sum = 0.0;
        for branch in &command.branches {
            let value = match branch.probability {
                Probability::Constant(value) => value,
                Probability::Computed(code) => self
                    .program
                    .run_real(code, &mut scratch.registers)
                    .map_err(|trap| self.complaint(command, scratch, &format!("a probability: {}", trap.0)))?,
            };
            if !(0.0..=1.0 + SUM_TOLERANCE).contains(&value) {
                return Err(self.complaint(command, scratch, &format!("{value} is no probability")));
            }
            sum += value;
        }
        if (sum - 1.0).abs() > SUM_TOLERANCE {
            let message = format!("the probabilities of this command sum to {sum} instead of 1");
            return Err(self.complaint(command, scratch, &message));
        }
        Ok(())
    }
}

/// A vector in all ways in which its parts have rates or none; a part without commands never happens.
fn compile_vector(vector: &crate::network::Vector, groups: &[Group]) -> Vec<Vector> {
    let mut made = vec![Vector { action: vector.action, is_timed: false, groups: Vec::new() }];
    for (module, action) in &vector.parts {
        let own = groups.iter().enumerate().filter(|(_, (of, with, _))| of == module && with == action);
        let own: Vec<(u32, bool)> = own.map(|(group, (.., is_timed))| (group as u32, *is_timed)).collect();
        let extended = made.iter().flat_map(|vector| {
            own.iter().map(|(group, is_timed)| Vector {
                action: vector.action,
                is_timed: vector.is_timed || *is_timed,
                groups: vector.groups.iter().copied().chain([*group]).collect(),
            })
        });
        made = extended.collect();
    }
    made
}

fn guard(program: &mut Program, term: &Term, network: &Network) -> Guard {
    let mut tests = Vec::new();
    let mut rest: Option<Term> = None;
    for part in term.conjuncts() {
        if part.is_true() {
            continue;
        }
        // Only what stands before the first part that may have no value is tested early.
        match (&rest, as_test(part, network)) {
            (None, Some(test)) => tests.push(test),
            (None, None) => rest = Some(part.clone()),
            (Some(before), _) => rest = Some(Term::and(before.clone(), part.clone())),
        }
    }
    Guard { tests, rest: rest.map(|rest| program.integer(&rest)) }
}

fn as_test(term: &Term, network: &Network) -> Option<Test> {
    use BinaryOperator::*;
    let test = |variable: usize, how: How, value: i64| Some(Test { variable: variable as u32, how, value });
    match &term.node {
        TermNode::Variable(variable) if network.variables[*variable].is_bool => test(*variable, How::Equal, 1),
        TermNode::Not(inner) => {
            let inner = as_test(inner, network)?;
            let (how, value) = match inner.how {
                How::Equal => (How::NotEqual, inner.value),
                How::NotEqual => (How::Equal, inner.value),
                How::AtMost => (How::AtLeast, inner.value.checked_add(1)?),
                How::AtLeast => (How::AtMost, inner.value.checked_sub(1)?),
            };
            // A truth value that is not true is false, which is an equality to look up by.
            let is_bool = network.variables[inner.variable as usize].is_bool;
            if is_bool && how == How::NotEqual {
                return test(inner.variable as usize, How::Equal, 1 - value);
            }
            Some(Test { how, value, ..inner })
        }
        TermNode::Binary(operator, left, right) => {
            let constant = |term: &Term| match term.as_constant() {
                Some(Value::Integer(value)) => Some(*value),
                Some(Value::Bool(value)) => Some(i64::from(*value)),
                _ => None,
            };
            let (variable, value, flipped) = match (&left.node, &right.node) {
                (TermNode::Variable(variable), _) => (*variable, constant(right)?, false),
                (_, TermNode::Variable(variable)) => (*variable, constant(left)?, true),
                _ => return None,
            };
            match (operator, flipped) {
                (Equal | Iff, _) => test(variable, How::Equal, value),
                (NotEqual | Xor, _) if network.variables[variable].is_bool => test(variable, How::Equal, 1 - value),
                (NotEqual, _) => test(variable, How::NotEqual, value),
                (Less, false) | (Greater, true) => test(variable, How::AtMost, value.checked_sub(1)?),
                (LessOrEqual, false) | (GreaterOrEqual, true) => test(variable, How::AtMost, value),
                (Greater, false) | (Less, true) => test(variable, How::AtLeast, value.checked_add(1)?),
                (GreaterOrEqual, false) | (LessOrEqual, true) => test(variable, How::AtLeast, value),
                _ => None,
            }
        }
        _ => None,
    }
}

fn compile_branch<const W: usize>(
    program: &mut Program,
    fields: &[Field],
    branch: &crate::network::Branch,
) -> Branch<W> {
    let mut probability = |term: &Term| match term.as_constant() {
        Some(value) => Probability::Constant(value.to_f64().expect("probabilities are numbers")),
        None => Probability::Computed(program.real(term)),
    };
    let mut compiled = Branch {
        probability: probability(&branch.probability),
        probability_most: branch.probability_most.as_ref().map(probability),
        keep: [u64::MAX; W],
        set: [0; W],
        computed: Vec::new(),
        term: branch.probability.clone(),
        earns: branch.earns.iter().map(|(structure, term)| (*structure as u32, program.real(term))).collect(),
    };
    for (variable, term) in &branch.assignments {
        let field = &fields[*variable];
        // A variable that keeps its value is not touched.
        if matches!(&term.node, TermNode::Variable(same) if same == variable) {
            continue;
        }
        compiled.keep[field.word] &= !(field.mask() << field.shift);
        let constant = match term.as_constant() {
            Some(Value::Integer(value)) => Some(*value),
            Some(Value::Bool(value)) => Some(i64::from(*value)),
            _ => None,
        };
        match constant.filter(|value| (field.low..=field.high).contains(value)) {
            Some(value) => compiled.set[field.word] |= (value.wrapping_sub(field.low) as u64) << field.shift,
            // Also a constant out of range, which is an error only when it happens.
            None => {
                debug_assert!(term.kind != Type::Real);
                compiled.computed.push((*variable as u32, program.integer(term)));
            }
        }
    }
    compiled
}

/// Chooses the variable by which a module looks up its commands: the one that most of their guards compare with a value.
fn dispatch<const W: usize>(network: &Network, commands: &mut [Command<W>], first: u32) -> Module {
    let own = first as usize..commands.len();
    let mut counts = vec![0usize; network.variables.len()];
    for command in &commands[own.clone()] {
        for test in command.guard.tests.iter().filter(|test| test.how == How::Equal) {
            counts[test.variable as usize] += 1;
        }
    }
    let narrow = |variable: usize| {
        let variable = &network.variables[variable];
        variable.high - variable.low < DISPATCH_MAX
    };
    let best = (0..counts.len()).filter(|variable| narrow(*variable)).max_by_key(|variable| counts[*variable]);
    let Some(variable) = best.filter(|variable| counts[*variable] > 1) else {
        return Module { variable: None, candidates: vec![(first..commands.len() as u32).collect()] };
    };
    let (low, high) = (network.variables[variable].low, network.variables[variable].high);
    let mut candidates = vec![Vec::new(); (high - low + 1) as usize];
    for index in own {
        let tests = &mut commands[index].guard.tests;
        let passes = |value: i64| {
            tests.iter().filter(|test| test.variable as usize == variable).all(|test| match test.how {
                How::Equal => value == test.value,
                How::NotEqual => value != test.value,
                How::AtMost => value <= test.value,
                How::AtLeast => value >= test.value,
            })
        };
        for value in (low..=high).filter(|value| passes(*value)) {
            candidates[(value - low) as usize].push(index as u32);
        }
        tests.retain(|test| test.variable as usize != variable);
    }
    Module { variable: Some((variable, low)), candidates }
}
