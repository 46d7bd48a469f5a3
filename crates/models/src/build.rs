//! All reachable states, breadth first, into a sparse model.

use std::collections::HashMap;
use std::sync::Arc;

use dashu::rational::RBig;
use markov::{Actions, Bits, Column, FieldEncoding, Label, Model, Reward, VariableType, rational};

use crate::error::ModelError;
use crate::machine::{Machine, Scratch, Sink, Words, words_needed};
use crate::network::{Kind, Network};
use crate::states::States;
use crate::typed::Term;

#[derive(Clone, Debug, Default)]
pub struct BuildOptions {
    /// Keep probabilities as fractions where doubles do not say them.
    pub exact: bool,
    /// Keep the names of actions.
    pub actions: bool,
    pub states_max: Option<u64>,
}

/// A model and what is to be said about it.
pub struct Built {
    pub model: Model,
    pub warnings: Vec<String>,
    /// What each state looks like to schedulers that do not see everything.
    pub observations: Option<Vec<u32>>,
}

/// Numbers of states are 32 bits wide.
pub(crate) const STATES_MAX: usize = u32::MAX as usize - 2;
/// Initial states that a condition may have.
const INITIAL_MAX: usize = 10_000_000;
/// How many values are tried to find them, for each state that the model may have.
const TRIED_PER_STATE_MAX: usize = 1000;

/// Builds the model of a network.
pub fn build(network: Network, options: &BuildOptions) -> Result<Built, ModelError> {
    match words_needed(&network) {
        1 => build_in::<1>(network, options),
        2 => build_in::<2>(network, options),
        3 => build_in::<3>(network, options),
        4 => build_in::<4>(network, options),
        5..=8 => build_in::<8>(network, options),
        9..=16 => build_in::<16>(network, options),
        17..=64 => build_in::<64>(network, options),
        words => Err(ModelError::Unsupported(format!(
            "a state of this model needs {words} words of 64 bits; at most 64 are supported"
        ))),
    }
}

fn build_in<const W: usize>(network: Network, options: &BuildOptions) -> Result<Built, ModelError> {
    if network.has_intervals() && (options.exact || network.observables.is_some()) {
        let what = if options.exact { "answers in fractions" } else { "observations" };
        return Err(ModelError::Unsupported(format!("{what} are not supported where probabilities are intervals")));
    }
    let machine = Machine::<W>::new(network);
    let mut states = States::default();
    let mut initial: Vec<u32> = Vec::new();
    let most = options.states_max.map_or(STATES_MAX, |most| (most as usize).min(STATES_MAX));
    for values in initial_states(&machine.network, most)? {
        initial.push(states.insert(&machine.pack(&values)).0);
    }
    initial.sort_unstable();
    initial.dedup();
    let mut scratch = machine.scratch();
    let mut rows = Rows::new(&machine, options, states);
    let mut labels: Vec<Vec<u64>> = vec![Vec::new(); machine.network.labels.len()];
    let mut next = 0;
    while next < rows.states.len() {
        if rows.states.len() > most {
            return Err(ModelError::Limit(format!("the model has more than {most} states")));
        }
        let state = *rows.states.get(next);
        machine.enter(&state, &mut scratch);
        for (index, words) in labels.iter_mut().enumerate() {
            if next.is_multiple_of(64) {
                words.push(0);
            }
            if machine.label(index, &mut scratch)? {
                words[next / 64] |= 1 << (next % 64);
            }
        }
        for (structure, earned) in rows.state_rewards.iter_mut().enumerate() {
            if let Some(earned) = earned {
                earned.push(machine.reward(structure, None, &mut scratch)?);
            }
        }
        machine.successors(&state, &mut scratch, &mut rows)?;
        rows.finish_state(next);
        next += 1;
    }
    rows.into_model(&machine, initial, labels)
}

/// The values of the initial states of a model that may have so many states: those given with the variables, or all that meet the
/// condition.
pub(crate) fn initial_states(network: &Network, states_max: usize) -> Result<Vec<Vec<i64>>, ModelError> {
    let Some(condition) = &network.initial else {
        return Ok(vec![network.variables.iter().map(|variable| variable.initial).collect()]);
    };
    // A conjunct about one variable leaves it a range; others are looked at as soon as their last variable has a value.
    let mut ranges: Vec<(i64, i64)> = network.variables.iter().map(|variable| (variable.low, variable.high)).collect();
    let mut due: Vec<Vec<&Term>> = vec![Vec::new(); network.variables.len()];
    for part in condition.conjuncts() {
        if let Some((variable, low, high)) = part.range() {
            let range = &mut ranges[variable];
            *range = (range.0.max(low), range.1.min(high));
            continue;
        }
        let mut last = 0;
        part.for_each_variable(&mut |variable| last = last.max(variable));
        due[last].push(part);
    }
    let mut found = Vec::new();
    let nowhere = || ModelError::Input("no state meets the condition of `init … endinit`".to_string());
    if ranges.iter().any(|(low, high)| low > high) {
        return Err(nowhere());
    }
    let mut values: Vec<i64> = ranges.iter().map(|(low, _)| *low).collect();
    let mut at = 0;
    let most = states_max.min(INITIAL_MAX);
    let mut untried = states_max.saturating_mul(TRIED_PER_STATE_MAX);
    loop {
        let Some(left) = untried.checked_sub(1) else {
            return Err(ModelError::Limit(
                "the initial states are too few among too many values to be found".to_string(),
            ));
        };
        untried = left;
        let mut passes = true;
        for part in &due[at] {
            let value = part.evaluate(&values);
            let value = value.map_err(|error| ModelError::Input(format!("the condition of `init`: {error}")))?;
            passes &= value == logic::Value::Bool(true);
        }
        if passes && at + 1 < values.len() {
            at += 1;
            values[at] = ranges[at].0;
            continue;
        }
        if passes {
            found.push(values.clone());
            if found.len() > most {
                return Err(ModelError::Limit(format!("the model has more than {most} initial states")));
            }
        }
        while values[at] == ranges[at].1 {
            if at == 0 {
                if found.is_empty() {
                    return Err(nowhere());
                }
                return Ok(found);
            }
            at -= 1;
        }
        values[at] += 1;
    }
}

/// The rows found so far. A chain has one per state, to which all its choices contribute.
pub(crate) struct Rows<const W: usize> {
    pub(crate) states: States<W>,
    exact: bool,
    choices: Vec<u32>,
    branches: Vec<u32>,
    targets: Vec<u32>,
    probabilities: Vec<f64>,
    /// Where intervals of probabilities end, in models that have such; `row_most` is that of the row under construction.
    probabilities_most: Option<Vec<f64>>,
    row_most: Vec<f64>,
    /// In continuous time, by state; infinite where something happens at once.
    exits: Option<Vec<f64>>,
    /// Whether all that the state does is one row, to which its choices contribute.
    is_merged: bool,
    /// Whether the row under construction has rates.
    is_race: bool,
    fractions: HashMap<u32, RBig>,
    state_rewards: Vec<Option<Vec<f64>>>,
    choice_rewards: Vec<Option<Vec<f64>>>,
    actions: Option<Vec<u32>>,
    deadlocks: Vec<usize>,
    /// The row under construction, not yet merged.
    row: Vec<(u32, f64, Option<RBig>)>,
    /// How many choices contributed to it, and what they earn: weighed by their rates in continuous time.
    contributions: usize,
    earned: Vec<f64>,
    last_earned: Vec<f64>,
    /// The same in fractions, where these are wanted: sums and quotients of rounded numbers are none that were meant.
    earned_exactly: Vec<RBig>,
    last_start: usize,
    row_action: u32,
}

/// Rows up to this length are merged while they grow.
const MERGE_AT_ONCE: usize = 12;

impl<const W: usize> Rows<W> {
    pub(crate) fn new(machine: &Machine<W>, options: &BuildOptions, states: States<W>) -> Rows<W> {
        let structures = machine.network.rewards.len();
        let kind = machine.network.kind;
        Rows {
            states,
            exact: options.exact,
            choices: vec![0],
            branches: vec![0],
            targets: Vec::new(),
            probabilities: Vec::new(),
            probabilities_most: machine.network.has_intervals().then(Vec::new),
            row_most: Vec::new(),
            exits: kind.is_timed().then(Vec::new),
            is_merged: !kind.has_choices(),
            is_race: kind == Kind::Timed,
            fractions: HashMap::new(),
            state_rewards: (0..structures).map(|one| machine.has_state_rewards(one).then(Vec::new)).collect(),
            choice_rewards: (0..structures).map(|one| machine.has_transition_rewards(one).then(Vec::new)).collect(),
            actions: (options.actions && kind.has_choices() && machine.network.actions.len() > 1).then(Vec::new),
            deadlocks: Vec::new(),
            row: Vec::new(),
            contributions: 0,
            earned: vec![0.0; structures],
            last_earned: vec![0.0; structures],
            earned_exactly: vec![RBig::ZERO; if options.exact { structures } else { 0 }],
            last_start: 0,
            row_action: 0,
        }
    }

    /// Ends the choice under construction: what it earns counts by its rate, if it has one.
    fn finish_choice(&mut self) {
        if self.contributions == 0 || !self.is_race {
            return;
        }
        let rate: f64 = self.row[self.last_start..].iter().map(|(_, rate, _)| rate).sum();
        for (earned, last) in self.earned.iter_mut().zip(&self.last_earned) {
            *earned += rate * last;
        }
        if self.exact {
            let rates = self.row[self.last_start..].iter();
            let rate = rates.fold(RBig::ZERO, |sum, (_, _, exact)| sum + exact.as_ref().expect("all are exact"));
            for (earned, last) in self.earned_exactly.iter_mut().zip(&self.last_earned) {
                *earned += &rate * rational::meant(*last);
            }
        }
        self.last_start = self.row.len();
    }

    fn finish_row(&mut self) {
        self.finish_choice();
        let timed = self.is_race;
        // Intervals stay apart: what two of them allow together is the same.
        if self.probabilities_most.is_none() && (timed || self.row.len() > MERGE_AT_ONCE) {
            self.merge();
        }
        let exact_weight = self.exact.then(|| match timed {
            true => self.row.iter().fold(RBig::ZERO, |sum, (_, _, exact)| sum + exact.as_ref().expect("all are exact")),
            false => RBig::from(self.contributions),
        });
        let weight = if timed {
            let exit = match &exact_weight {
                Some(exact) => rational::nearest(exact),
                None => self.row.iter().map(|(_, rate, _)| rate).sum(),
            };
            self.exits.as_mut().expect("time is continuous").push(exit);
            exit
        } else {
            self.contributions as f64
        };
        if let Some(most) = &mut self.probabilities_most {
            most.extend(self.row_most.drain(..).map(|most| most / weight));
        }
        for (target, probability, exact) in self.row.drain(..) {
            let mut probability = if weight == 1.0 { probability } else { probability / weight };
            if let (Some(exact), Some(weight)) = (exact, &exact_weight) {
                let exact = exact / weight;
                probability = exact.to_f64().value();
                if rational::meant(probability) != exact {
                    self.fractions.insert(self.targets.len() as u32, exact);
                }
            }
            self.targets.push(target);
            self.probabilities.push(probability);
        }
        self.branches.push(self.targets.len() as u32);
        for (index, (structure, earned)) in self.choice_rewards.iter_mut().zip(&mut self.earned).enumerate() {
            let mut average = *earned / weight;
            if let Some(weight) = &exact_weight {
                let exact = std::mem::replace(&mut self.earned_exactly[index], RBig::ZERO);
                average = rational::nearest(&(exact / weight));
            }
            if let Some(structure) = structure {
                structure.push(average);
            }
            *earned = 0.0;
        }
        if let Some(actions) = &mut self.actions {
            actions.push(self.row_action);
        }
        (self.contributions, self.last_start) = (0, 0);
    }

    pub(crate) fn transitions(&self) -> usize {
        self.targets.len()
    }

    pub(crate) fn rows_of(&self, place: usize) -> std::ops::Range<usize> {
        self.choices[place] as usize..self.choices[place + 1] as usize
    }

    pub(crate) fn entries(&self, row: usize) -> std::ops::Range<usize> {
        self.branches[row] as usize..self.branches[row + 1] as usize
    }

    pub(crate) fn entry(&self, entry: usize) -> (u32, f64) {
        (self.targets[entry], self.probabilities[entry])
    }

    /// Choices, branches, targets and probabilities, as a model has them.
    pub(crate) fn copied(&self) -> (Vec<u32>, Vec<u32>, Vec<u32>, Vec<f64>) {
        (self.choices.clone(), self.branches.clone(), self.targets.clone(), self.probabilities.clone())
    }

    fn merge(&mut self) {
        self.row.sort_by_key(|(target, ..)| *target);
        self.row.dedup_by(|one, kept| {
            let same = one.0 == kept.0;
            if same {
                add(kept, one.1, one.2.take());
            }
            same
        });
    }

    fn finish_state(&mut self, state: usize) {
        self.finish_state_as(state, state);
    }

    /// Ends a state that is not in the place of its number.
    pub(crate) fn finish_state_as(&mut self, place: usize, state: usize) {
        // Commands whose rates are all zero are none.
        let moves = self.contributions > 0 && (!self.is_race || !self.row.is_empty());
        if moves {
            self.finish_row();
            if let (Some(exits), false) = (&mut self.exits, self.is_race) {
                exits.push(f64::INFINITY);
            }
        } else if self.branches.len() - 1 == self.choices[place] as usize {
            self.deadlocks.push(state);
            self.row.push((state as u32, 1.0, self.exact.then_some(RBig::ONE)));
            self.row_most.extend(self.probabilities_most.is_some().then_some(1.0));
            (self.contributions, self.row_action) = (1, 0);
            self.last_earned.fill(0.0);
            // In continuous time it waits, or nothing else would ever happen.
            self.is_race = self.exits.is_some();
            self.finish_row();
        }
        self.choices.push(self.branches.len() as u32 - 1);
    }

    /// States that look the same get the same number.
    fn observations(&self, machine: &Machine<W>) -> Result<Option<Vec<u32>>, ModelError> {
        let Some(observables) = &machine.network.observables else { return Ok(None) };
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut observations = Vec::with_capacity(self.states.len());
        for state in 0..self.states.len() {
            let values = machine.values(self.states.get(state));
            let mut seen = String::new();
            for term in observables {
                let value = term.evaluate(&values);
                let value = value.map_err(|error| ModelError::Input(format!("an observation: {error}")))?;
                seen.push_str(&format!("{value};"));
            }
            let next = numbers.len() as u32;
            observations.push(*numbers.entry(seen).or_insert(next));
        }
        Ok(Some(observations))
    }

    fn into_model(self, machine: &Machine<W>, initial: Vec<u32>, labels: Vec<Vec<u64>>) -> Result<Built, ModelError> {
        let network = &machine.network;
        let count = self.states.len();
        if self.targets.len() > u32::MAX as usize {
            return Err(ModelError::Limit("the model has more than 4294967295 transitions".to_string()));
        }
        let mut warnings = Vec::new();
        if let Some(first) = self.deadlocks.first() {
            let state = network.describe(&machine.values(self.states.get(*first)));
            if network.clocks.is_some() {
                let message = format!("in the state {state} no time can pass, yet nothing else can happen");
                return Err(ModelError::Input(message));
            }
            warnings.push(match self.deadlocks.len() {
                1 => format!("the state {state} has no transitions and was given a loop"),
                many => format!("{many} states have no transitions and were given loops; the first is {state}"),
            });
        }
        let observations = self.observations(machine)?;
        let fields = &machine.fields;
        let bits = fields.iter().map(|field| field.word * 64 + (field.shift + field.size) as usize).max().unwrap_or(0);
        let stride = bits.div_ceil(8).max(1);
        let mut bytes = Vec::with_capacity(count * stride);
        for state in self.states.into_states() {
            let mut left = stride;
            for word in state {
                let part = left.min(8);
                bytes.extend_from_slice(&word.to_le_bytes()[..part]);
                left -= part;
            }
        }
        let bytes = Arc::new(bytes);
        let variables = network
            .variables
            .iter()
            .zip(fields)
            .map(|(variable, field)| markov::Variable {
                name: variable.name.clone(),
                kind: if variable.is_bool { VariableType::Bool } else { VariableType::Int },
                column: Column::Packed {
                    bytes: bytes.clone(),
                    stride,
                    field: markov::Field {
                        start: field.word * 64 + field.shift as usize,
                        size: field.size as usize,
                        encoding: FieldEncoding::Unsigned,
                        offset: field.low,
                        optional: false,
                    },
                },
            })
            .collect();
        let labels = network
            .labels
            .iter()
            .zip(labels)
            .map(|((name, _), words)| Label {
                name: name.clone(),
                states: Bits::from_words(words, count).expect("there are as many words as needed"),
            })
            .collect();
        let rewards = network
            .rewards
            .iter()
            .zip(self.state_rewards.into_iter().zip(self.choice_rewards))
            .map(|(structure, (states, choices))| Reward {
                name: structure.name.clone(),
                states,
                choices,
                branches: None,
            })
            .collect();
        // Intervals that are points are numbers.
        let probabilities_most = self.probabilities_most.filter(|most| *most != self.probabilities);
        // Where only intervals are known of a chain's probabilities, which of them are meant is a choice.
        let is_process = network.kind.has_choices() || probabilities_most.is_some();
        let kind = if is_process { markov::Kind::Process } else { markov::Kind::Chain };
        let actions = self.actions.map(|choices| Actions {
            names: network.actions.clone(),
            choices: Some(choices),
            branches: None,
        });
        let model = Model {
            kind,
            choices: self.choices,
            branches: self.branches,
            targets: self.targets,
            probabilities: self.probabilities,
            probabilities_most,
            exits: self.exits,
            initial,
            labels,
            rewards,
            actions,
            variables,
            deadlocks: Bits::from_indices(count, self.deadlocks),
            open: None,
            fractions: self.fractions,
        };
        Ok(Built { model, warnings, observations })
    }
}

fn add(into: &mut (u32, f64, Option<RBig>), probability: f64, exact: Option<RBig>) {
    into.1 += probability;
    if let (Some(sum), Some(exact)) = (&mut into.2, exact) {
        *sum += exact;
    }
}

impl<const W: usize> Sink<W> for Rows<W> {
    fn choice(
        &mut self,
        action: u32,
        is_timed: bool,
        machine: &Machine<W>,
        scratch: &mut Scratch,
    ) -> Result<(), ModelError> {
        self.is_race = is_timed;
        if self.is_merged || is_timed {
            self.finish_choice();
        } else if self.contributions > 0 {
            self.finish_row();
        }
        self.contributions += 1;
        self.row_action = action;
        for structure in 0..self.earned.len() {
            if self.choice_rewards[structure].is_some() {
                let earned = machine.reward(structure, Some(action), scratch)?;
                self.last_earned[structure] = earned;
                if !is_timed {
                    self.earned[structure] += earned;
                    if self.exact {
                        self.earned_exactly[structure] += rational::meant(earned);
                    }
                }
            }
        }
        Ok(())
    }

    fn earns(&mut self, structure: usize, amount: f64) {
        // What a choice earns is weighed by its rate when it ends, if it has one.
        match self.is_race {
            true => self.last_earned[structure] += amount,
            false => {
                self.earned[structure] += amount;
                if self.exact {
                    self.earned_exactly[structure] += rational::meant(amount);
                }
            }
        }
    }

    #[inline]
    fn branch(&mut self, state: &Words<W>, probability: f64, exact: Option<RBig>) {
        let (target, _) = self.states.insert(state);
        if !self.is_race
            && self.row.len() <= MERGE_AT_ONCE
            && let Some(known) = self.row.iter_mut().find(|(known, ..)| *known == target)
        {
            add(known, probability, exact);
            return;
        }
        self.row.push((target, probability, exact));
    }

    fn branch_between(&mut self, state: &Words<W>, least: f64, most: f64) {
        let (target, _) = self.states.insert(state);
        self.row.push((target, least, None));
        self.row_most.push(most);
    }

    fn wants_exact(&self) -> bool {
        self.exact
    }
}
