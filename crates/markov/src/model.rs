//! One sparse, row-compressed type for Markov chains and decision processes.
//!
//! State `s` owns the rows (choices) `choices[s]..choices[s + 1]`, row `r` the entries (branches)
//! `branches[r]..branches[r + 1]`. A chain has exactly one row per state. Where exploration stopped early the model is
//! *partial*: see [`crate::Builder`] and [`Model::closed`].

use std::collections::HashMap;

use dashu::rational::RBig;

use crate::bits::Bits;
use crate::rational;

/// What sort of model it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A discrete-time Markov chain.
    Chain,
    /// A Markov decision process.
    Process,
}

/// A name for some states.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// The states it holds in.
    pub states: Bits,
}

/// A reward structure; absent parts are zero. A branch's reward is earned with that branch, a choice's with the choice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reward {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// What each state earns.
    pub states: Option<Vec<f64>>,
    /// What each row earns.
    pub choices: Option<Vec<f64>>,
    /// What each entry earns.
    pub branches: Option<Vec<f64>>,
}

/// Names on rows or on entries; index 0 of `names` is usually the empty name.
#[derive(Clone, Debug, PartialEq)]
pub struct Actions {
    /// The names, each once.
    pub names: Vec<String>,
    /// Per row, if choices carry the names.
    pub choices: Option<Vec<u32>>,
    /// Per entry, if branches carry them.
    pub branches: Option<Vec<u32>>,
}

/// What values a variable has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableType {
    /// Truth values.
    Bool,
    /// Integers.
    Int,
    /// Numbers.
    Double,
}

/// A variable of the model's source, with its value in each state. Booleans are 0 and 1; integers are exact up to 2^53.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// What values it has.
    pub kind: VariableType,
    /// Its values.
    pub column: Column,
}

/// Where a variable's values are. Binary formats pack all variables of a state into a few bytes; unpacking them for
/// every state would cost more than most checks, so they stay packed until asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// A number per state.
    Plain(Vec<f64>),
    /// Part of a record per state.
    Packed {
        /// The records, one after the other.
        bytes: std::sync::Arc<Vec<u8>>,
        /// How many bytes each has.
        stride: usize,
        /// Which part of them it is.
        field: Field,
    },
}

/// A field of a packed record, in bits from the record's lowest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// Its first bit.
    pub start: usize,
    /// How many bits it has.
    pub size: usize,
    /// What the bits mean.
    pub encoding: FieldEncoding,
    /// What is added to an integer.
    pub offset: i64,
    /// The lowest bit tells whether there is a value at all.
    pub optional: bool,
}

/// What the bits of a field mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldEncoding {
    /// An integer that is not negative.
    Unsigned,
    /// An integer, in two's complement.
    Signed,
    /// A double.
    Double,
}

impl Variable {
    /// Its value in a state.
    pub fn at(&self, state: usize) -> f64 {
        match &self.column {
            Column::Plain(values) => values.get(state).copied().unwrap_or(0.0),
            Column::Packed { bytes, stride, field } => match bytes.get(state * stride..(state + 1) * stride) {
                Some(record) => field.decode(record),
                None => 0.0,
            },
        }
    }
}

impl Field {
    fn decode(&self, record: &[u8]) -> f64 {
        let mut start = self.start;
        if self.optional {
            if record[start / 8] >> (start % 8) & 1 == 0 {
                return 0.0;
            }
            start += 1;
        }
        let mut raw: u64 = 0;
        let mut taken = 0;
        while taken < self.size {
            let bit = start + taken;
            let part = (8 - bit % 8).min(self.size - taken);
            let byte = u64::from(record[bit / 8] >> (bit % 8)) & ((1 << part) - 1);
            raw |= byte << taken;
            taken += part;
        }
        match self.encoding {
            FieldEncoding::Unsigned => (raw as i128 + i128::from(self.offset)) as f64,
            FieldEncoding::Signed => {
                let shift = 64 - self.size as u32;
                (i128::from(((raw << shift) as i64) >> shift) + i128::from(self.offset)) as f64
            }
            FieldEncoding::Double => f64::from_bits(raw),
        }
    }
}

/// A sparse model. States, their choices (rows) and what these lead to (entries) are numbered; where those of one end, the next one's begin.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What sort of model it is.
    pub kind: Kind,
    /// By state, its first row; one more than there are states.
    pub choices: Vec<u32>,
    /// By row, its first entry; one more than there are rows.
    pub branches: Vec<u32>,
    /// By entry, the state it leads to.
    pub targets: Vec<u32>,
    /// By entry, how likely it is.
    pub probabilities: Vec<f64>,
    /// If only intervals are known of the probabilities: where they end; `probabilities` are where they begin, above zero. The
    /// kind is a process then, even if no state has a choice.
    pub probabilities_most: Option<Vec<f64>>,
    /// In continuous time, the rate at which each state is left; `probabilities` say where to. If the kind is a process, it is a
    /// Markov automaton: states that are left at once, which alone have choices, have an infinite rate.
    pub exits: Option<Vec<f64>>,
    /// Sorted, at least one.
    pub initial: Vec<u32>,
    /// Names for states.
    pub labels: Vec<Label>,
    /// What is earned.
    pub rewards: Vec<Reward>,
    /// Names for choices or branches.
    pub actions: Option<Actions>,
    /// What is known of the states' variables.
    pub variables: Vec<Variable>,
    /// States that came without transitions and were given a self-loop, as PRISM does.
    pub deadlocks: Bits,
    /// States of which not everything is known: part of a row's probability or some choices are missing.
    pub open: Option<Bits>,
    /// Entries whose exact probability is not what [`rational::meant`] reads from the double.
    pub fractions: HashMap<u32, RBig>,
}

impl Model {
    /// How many states there are.
    pub fn states(&self) -> usize {
        self.choices.len() - 1
    }

    /// How many choices there are.
    pub fn rows(&self) -> usize {
        self.branches.len() - 1
    }

    /// How many entries there are.
    pub fn transitions(&self) -> usize {
        self.targets.len()
    }

    /// Whether there is nothing to choose.
    pub fn is_chain(&self) -> bool {
        self.kind == Kind::Chain
    }

    /// The rows of a state.
    #[inline]
    pub fn rows_of(&self, state: usize) -> std::ops::Range<usize> {
        self.choices[state] as usize..self.choices[state + 1] as usize
    }

    /// The entries of a row.
    #[inline]
    pub fn entries(&self, row: usize) -> std::ops::Range<usize> {
        self.branches[row] as usize..self.branches[row + 1] as usize
    }

    /// The targets and probabilities of a row.
    #[inline]
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.entries(row);
        self.targets[range.clone()].iter().map(|target| *target as usize).zip(self.probabilities[range].iter().copied())
    }

    /// All successors of a state, over all its rows.
    #[inline]
    pub fn successors(&self, state: usize) -> &[u32] {
        let rows = self.rows_of(state);
        &self.targets[self.branches[rows.start] as usize..self.branches[rows.end] as usize]
    }

    /// The states that a label holds in.
    pub fn label(&self, name: &str) -> Option<&Bits> {
        self.labels.iter().find(|label| label.name == name).map(|label| &label.states)
    }

    /// The initial states as a set.
    pub fn initial_bits(&self) -> Bits {
        Bits::from_indices(self.states(), self.initial.iter().map(|state| *state as usize))
    }

    /// A variable by its name.
    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().find(|variable| variable.name == name)
    }

    /// The largest distance of a row's sum from one.
    pub fn deviation(&self) -> f64 {
        if self.probabilities_most.is_some() {
            return 0.0;
        }
        (0..self.rows())
            .map(|row| (self.probabilities[self.entries(row)].iter().sum::<f64>() - 1.0).abs())
            .fold(0.0, f64::max)
    }

    /// Divides each row by its sum where that differs from one by more than rounding; files with six decimals have such
    /// rows, and an answer about a matrix that loses probability would be about another system.
    pub fn normalise(&mut self) {
        for row in 0..self.rows() {
            let range = self.entries(row);
            let sum: f64 = self.probabilities[range.clone()].iter().sum();
            if (sum - 1.0).abs() > 1e-13 && sum > 0.0 {
                for probability in &mut self.probabilities[range] {
                    *probability /= sum;
                }
            }
        }
    }

    /// Where the numbers of a chain are rates: what they sum to in each state, which is kept, and probabilities in their place.
    pub fn divide_rates(&mut self) -> &[f64] {
        let mut exits = Vec::with_capacity(self.states());
        for state in 0..self.states() {
            let range = self.entries(self.choices[state] as usize);
            let sum: f64 = self.probabilities[range.clone()].iter().sum();
            self.probabilities[range.clone()].iter_mut().for_each(|rate| *rate /= sum);
            range.for_each(|entry| drop(self.fractions.remove(&(entry as u32))));
            exits.push(sum);
        }
        self.exits.insert(exits)
    }

    /// Gives a self-loop to every state without rows and notes it in `deadlocks`.
    pub fn loop_deadlocks(&mut self) {
        let states = self.states();
        let dead = Bits::from_indices(states, (0..states).filter(|state| self.rows_of(*state).is_empty()));
        if dead.is_empty() {
            return;
        }
        let mut row_origin: Vec<Option<usize>> = Vec::with_capacity(self.rows() + dead.count());
        let mut entry_origin: Vec<Option<usize>> = Vec::with_capacity(self.transitions() + dead.count());
        let mut targets = Vec::with_capacity(self.transitions() + dead.count());
        let mut probabilities = Vec::with_capacity(targets.capacity());
        let mut choices = vec![0u32];
        let mut branches = vec![0u32];
        for state in 0..states {
            for row in self.rows_of(state) {
                for entry in self.entries(row) {
                    targets.push(self.targets[entry]);
                    probabilities.push(self.probabilities[entry]);
                    entry_origin.push(Some(entry));
                }
                branches.push(targets.len() as u32);
                row_origin.push(Some(row));
            }
            if dead.contains(state) {
                targets.push(state as u32);
                probabilities.push(1.0);
                entry_origin.push(None);
                branches.push(targets.len() as u32);
                row_origin.push(None);
            }
            choices.push(branches.len() as u32 - 1);
        }
        let place: HashMap<usize, u32> = if self.fractions.is_empty() {
            HashMap::new()
        } else {
            entry_origin.iter().enumerate().filter_map(|(new, old)| old.map(|old| (old, new as u32))).collect()
        };
        self.fractions = self.fractions.drain().map(|(old, fraction)| (place[&(old as usize)], fraction)).collect();
        if let Some(actions) = &mut self.actions {
            actions.choices = actions.choices.as_ref().map(|values| regather(values, &row_origin));
            actions.branches = actions.branches.as_ref().map(|values| regather(values, &entry_origin));
        }
        for reward in &mut self.rewards {
            reward.choices = reward.choices.as_ref().map(|values| regather(values, &row_origin));
            reward.branches = reward.branches.as_ref().map(|values| regather(values, &entry_origin));
        }
        if let Some(most) = &mut self.probabilities_most {
            *most = entry_origin.iter().map(|old| old.map_or(1.0, |old| most[old])).collect();
        }
        (self.choices, self.branches, self.targets, self.probabilities) = (choices, branches, targets, probabilities);
        self.deadlocks = dead;
    }

    /// Removes entries of probability zero: they are no edges of the graph.
    pub fn drop_zeros(&mut self) {
        if self.probabilities.iter().all(|probability| *probability > 0.0) {
            return;
        }
        let mut kept = 0;
        let mut fractions = HashMap::new();
        let mut branches = vec![0u32];
        for row in 0..self.rows() {
            for entry in self.entries(row) {
                if self.probabilities[entry] == 0.0 {
                    continue;
                }
                self.targets[kept] = self.targets[entry];
                self.probabilities[kept] = self.probabilities[entry];
                if let Some(fraction) = self.fractions.remove(&(entry as u32)) {
                    fractions.insert(kept as u32, fraction);
                }
                if let Some(names) = self.actions.as_mut().and_then(|actions| actions.branches.as_mut()) {
                    names[kept] = names[entry];
                }
                for earned in self.rewards.iter_mut().filter_map(|reward| reward.branches.as_mut()) {
                    earned[kept] = earned[entry];
                }
                kept += 1;
            }
            branches.push(kept as u32);
        }
        self.targets.truncate(kept);
        self.probabilities.truncate(kept);
        if let Some(names) = self.actions.as_mut().and_then(|actions| actions.branches.as_mut()) {
            names.truncate(kept);
        }
        for earned in self.rewards.iter_mut().filter_map(|reward| reward.branches.as_mut()) {
            earned.truncate(kept);
        }
        self.branches = branches;
        self.fractions = fractions;
    }

    /// The exact probabilities of one row, summing to exactly one.
    pub fn exact_row(&self, row: usize) -> Vec<RBig> {
        let range = self.entries(row);
        let given = |entry: usize| self.fractions.get(&(entry as u32)).cloned();
        let read: Vec<RBig> = range
            .clone()
            .map(|entry| given(entry).unwrap_or_else(|| rational::meant(self.probabilities[entry])))
            .collect();
        let sum: RBig = read.iter().fold(RBig::ZERO, |sum, p| sum + p);
        if sum == RBig::ONE {
            return read;
        }
        let simplest: Vec<RBig> = range
            .map(|entry| given(entry).unwrap_or_else(|| rational::simplest_within_half_ulp(self.probabilities[entry])))
            .collect();
        if simplest.iter().fold(RBig::ZERO, |sum, p| sum + p) == RBig::ONE {
            return simplest;
        }
        // Probabilities that a program computed carry the rounding of its arithmetic.
        for ulps in [1, 2, 4, 8] {
            let near = |entry: usize| rational::simplest_within_ulps(self.probabilities[entry], ulps);
            let near: Vec<RBig> = self.entries(row).map(|entry| given(entry).unwrap_or_else(|| near(entry))).collect();
            if near.iter().fold(RBig::ZERO, |sum, p| sum + p) == RBig::ONE {
                return near;
            }
        }
        read.into_iter().map(|p| p / &sum).collect()
    }

    /// Every entry's exact probability.
    pub fn exact_probabilities(&self) -> Vec<RBig> {
        (0..self.rows()).flat_map(|row| self.exact_row(row)).collect()
    }

    /// A model without gaps: what is missing leads to one more state, the *unknown* (returned), which loops. Labels do
    /// not hold there; whoever evaluates formulas must treat it as the state that may be anything.
    pub fn closed(&self) -> (Model, Option<u32>) {
        let Some(open) = self.open.as_ref().filter(|open| !open.is_empty()) else {
            return (self.clone(), None);
        };
        let unknown = self.states() as u32;
        let mut closed = Model {
            choices: vec![0],
            branches: vec![0],
            targets: Vec::with_capacity(self.targets.len()),
            probabilities: Vec::with_capacity(self.targets.len()),
            open: None,
            fractions: HashMap::new(),
            actions: None,
            rewards: self
                .rewards
                .iter()
                .map(|reward| Reward { name: reward.name.clone(), ..Reward::default() })
                .collect(),
            ..self.clone()
        };
        let mut row_origin = Vec::new();
        let mut entry_origin = Vec::new();
        for state in 0..self.states() {
            let mut missing_row = self.rows_of(state).is_empty();
            for row in self.rows_of(state) {
                let mut sum = 0.0;
                for entry in self.entries(row) {
                    if let Some(fraction) = self.fractions.get(&(entry as u32)) {
                        closed.fractions.insert(closed.targets.len() as u32, fraction.clone());
                    }
                    closed.targets.push(self.targets[entry]);
                    closed.probabilities.push(self.probabilities[entry]);
                    entry_origin.push(Some(entry));
                    sum += self.probabilities[entry];
                }
                if open.contains(state) && sum < 1.0 - 1e-12 {
                    let exact: RBig = self
                        .entries(row)
                        .map(|entry| {
                            let given = self.fractions.get(&(entry as u32)).cloned();
                            given.unwrap_or_else(|| rational::meant(self.probabilities[entry]))
                        })
                        .fold(RBig::ONE, |rest, p| rest - p);
                    closed.fractions.insert(closed.targets.len() as u32, exact);
                    closed.targets.push(unknown);
                    closed.probabilities.push(1.0 - sum);
                    entry_origin.push(None);
                } else if open.contains(state) {
                    missing_row = true;
                }
                closed.branches.push(closed.targets.len() as u32);
                row_origin.push(Some(row));
            }
            if missing_row {
                closed.targets.push(unknown);
                closed.probabilities.push(1.0);
                entry_origin.push(None);
                closed.branches.push(closed.targets.len() as u32);
                row_origin.push(None);
            }
            closed.choices.push(closed.branches.len() as u32 - 1);
            if closed.choices[state + 1] - closed.choices[state] > 1 {
                closed.kind = Kind::Process;
            }
        }
        closed.targets.push(unknown);
        closed.probabilities.push(1.0);
        entry_origin.push(None);
        closed.branches.push(closed.targets.len() as u32);
        row_origin.push(None);
        closed.choices.push(closed.branches.len() as u32 - 1);
        let states = unknown as usize + 1;
        closed.deadlocks.resize(states);
        for label in &mut closed.labels {
            label.states.resize(states);
        }
        for variable in &mut closed.variables {
            if let Column::Plain(values) = &mut variable.column {
                values.push(0.0);
            }
        }
        for (reward, old) in closed.rewards.iter_mut().zip(&self.rewards) {
            reward.states = old.states.as_ref().map(|values| {
                let mut values = values.clone();
                values.push(0.0);
                values
            });
            reward.choices = old.choices.as_ref().map(|values| regather(values, &row_origin));
            reward.branches = old.branches.as_ref().map(|values| regather(values, &entry_origin));
        }
        (closed, Some(unknown))
    }

    /// The expected reward of taking each row once: the state's, the choice's and the branches' share.
    pub fn row_rewards(&self, reward: &Reward) -> Vec<f64> {
        let mut values = reward.choices.clone().unwrap_or_else(|| vec![0.0; self.rows()]);
        if let Some(states) = &reward.states {
            for (state, earned) in states.iter().enumerate() {
                // In continuous time a state's reward is earned as long as it lasts.
                let stay = self.exits.as_ref().map_or(1.0, |exits| 1.0 / exits[state]);
                for row in self.rows_of(state) {
                    values[row] += earned * stay;
                }
            }
        }
        if let Some(branches) = &reward.branches {
            for (row, value) in values.iter_mut().enumerate() {
                *value += self.entries(row).map(|entry| self.probabilities[entry] * branches[entry]).sum::<f64>();
            }
        }
        values
    }

    /// [`Model::row_rewards`] in fractions.
    pub fn exact_row_rewards(&self, reward: &Reward, probabilities: &[RBig]) -> Vec<RBig> {
        let mut values = vec![RBig::ZERO; self.rows()];
        for state in 0..self.states() {
            for row in self.rows_of(state) {
                let mut value = RBig::ZERO;
                if let Some(states) = &reward.states {
                    let earned = rational::meant(states[state]);
                    value += match &self.exits {
                        Some(exits) if exits[state].is_infinite() => RBig::ZERO,
                        Some(exits) => earned / rational::meant(exits[state]),
                        None => earned,
                    };
                }
                if let Some(choices) = &reward.choices {
                    value += rational::meant(choices[row]);
                }
                if let Some(branches) = &reward.branches {
                    for entry in self.entries(row) {
                        if branches[entry] != 0.0 {
                            value += rational::meant(branches[entry]) * &probabilities[entry];
                        }
                    }
                }
                values[row] = value;
            }
        }
        values
    }
}

/// Values moved to where their rows or entries went; new ones get the default.
fn regather<T: Copy + Default>(values: &[T], origin: &[Option<usize>]) -> Vec<T> {
    origin.iter().map(|from| from.map_or(T::default(), |from| values[from])).collect()
}
