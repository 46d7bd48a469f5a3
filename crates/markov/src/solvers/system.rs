//! The unknowns of a question: states whose value is neither trivial nor infinite, with what is known about the rest
//! folded into constants.

use crate::bits::Bits;
use crate::graph::EndComponent;
use crate::model::Model;

/// Row-compressed like a model, but rows need not sum to one.
#[derive(Clone, Debug, Default)]
pub struct System {
    pub choices: Vec<u32>,
    pub branches: Vec<u32>,
    pub targets: Vec<u32>,
    pub weights: Vec<f64>,
    /// What each row earns besides its unknowns, from below and from above.
    pub constant_lower: Vec<f64>,
    pub constant_upper: Vec<f64>,
    /// The probability with which each row leaves the unknowns; kept because `1 - sum` would lose digits.
    pub leaving: Vec<f64>,
    /// The model's row behind each row, or [`STOP`] and the state that stops.
    pub origin: Vec<u32>,
}

/// Marks an origin as the stop of a state rather than a row; models have fewer than 2^31 of either.
pub const STOP: u32 = 1 << 31;

/// Which unknown each model state is (`u32::MAX`: none).
pub type Numbering = Vec<u32>;

impl System {
    pub fn states(&self) -> usize {
        self.choices.len() - 1
    }

    pub fn rows(&self) -> usize {
        self.branches.len() - 1
    }

    #[inline]
    pub fn rows_of(&self, state: usize) -> std::ops::Range<usize> {
        self.choices[state] as usize..self.choices[state + 1] as usize
    }

    #[inline]
    pub fn entries(&self, row: usize) -> std::ops::Range<usize> {
        self.branches[row] as usize..self.branches[row + 1] as usize
    }

    #[inline]
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + Clone + '_ {
        let range = self.entries(row);
        self.targets[range.clone()].iter().map(|target| *target as usize).zip(self.weights[range].iter().copied())
    }

    /// Whether no state has a choice.
    pub fn is_chain(&self) -> bool {
        self.rows() == self.states()
    }
}

/// The value of stopping in a state, offered as one more row.
#[derive(Clone, Debug)]
pub struct Stop {
    pub lower: f64,
    pub upper: f64,
    pub exact: Option<dashu::rational::RBig>,
}

/// Which equations to build. `lower` and `upper` are the values of all states that are no unknowns.
pub struct Shape<'a> {
    pub unknown: &'a Bits,
    pub lower: &'a [f64],
    pub upper: &'a [f64],
    /// Earned per row of the model.
    pub reward: Option<&'a [f64]>,
    /// Rows for which it fails are left out.
    pub keep: &'a dyn Fn(usize) -> bool,
    /// The states of one end component become one unknown, without the rows that stay inside.
    pub collapse: &'a [EndComponent],
    pub stops: &'a std::collections::HashMap<u32, Stop>,
}

pub fn extract(model: &Model, shape: &Shape<'_>) -> (System, Numbering) {
    let Shape { unknown, reward, keep, collapse, .. } = *shape;
    let mut numbering = vec![u32::MAX; model.states()];
    let mut inside = Bits::new(if collapse.is_empty() { 0 } else { model.rows() });
    let mut members: Vec<&[u32]> = Vec::new();
    let alone: Vec<u32> = if collapse.is_empty() { Vec::new() } else { (0..model.states() as u32).collect() };
    let mut component_of = vec![u32::MAX; if collapse.is_empty() { 0 } else { model.states() }];
    for (index, component) in collapse.iter().enumerate() {
        for row in &component.rows {
            inside.insert(*row as usize);
        }
        for state in &component.states {
            component_of[*state as usize] = index as u32;
        }
    }
    let mut component_number = vec![u32::MAX; collapse.len()];
    let mut count = 0u32;
    for state in unknown.iter() {
        if let Some(component) = component_of.get(state).map(|one| *one as usize).filter(|one| *one < collapse.len()) {
            if component_number[component] == u32::MAX {
                component_number[component] = count;
                members.push(&collapse[component].states);
                count += 1;
            }
            numbering[state] = component_number[component];
        } else {
            numbering[state] = count;
            if !collapse.is_empty() {
                members.push(std::slice::from_ref(&alone[state]));
            }
            count += 1;
        }
    }
    let mut system = System { choices: vec![0], branches: vec![0], ..System::default() };
    let mut add_state = |states: &mut dyn Iterator<Item = usize>| {
        for state in states {
            for row in model.rows_of(state) {
                if !keep(row) || (!collapse.is_empty() && inside.contains(row)) {
                    continue;
                }
                let mut lower = reward.map_or(0.0, |reward| reward[row]);
                let mut upper = lower;
                let mut leaving = 0.0;
                for (target, probability) in model.row(row) {
                    match numbering[target] {
                        u32::MAX => {
                            leaving += probability;
                            lower += probability * shape.lower[target];
                            upper += probability * shape.upper[target];
                        }
                        number => {
                            system.targets.push(number);
                            system.weights.push(probability);
                        }
                    }
                }
                system.branches.push(system.targets.len() as u32);
                system.constant_lower.push(lower);
                system.constant_upper.push(upper);
                system.leaving.push(leaving);
                system.origin.push(row as u32);
            }
            if let Some(stop) = shape.stops.get(&(state as u32)) {
                system.branches.push(system.targets.len() as u32);
                system.constant_lower.push(stop.lower);
                system.constant_upper.push(stop.upper);
                system.leaving.push(1.0);
                // The stopping state, found again by who needs its exact value.
                system.origin.push(STOP | state as u32);
            }
        }
        system.choices.push(system.branches.len() as u32 - 1);
    };
    if collapse.is_empty() {
        for state in unknown.iter() {
            add_state(&mut std::iter::once(state));
        }
    } else {
        for group in members {
            add_state(&mut group.iter().map(|state| *state as usize));
        }
    }
    (system, numbering)
}

/// A policy that leaves the unknowns almost surely: rows on shortest ways out. Every row must be able to (the caller keeps
/// no other), so that a positive chance from everywhere is enough.
pub fn proper_policy(system: &System) -> Vec<u32> {
    let n = system.states();
    let mut incoming: Vec<Vec<(u32, u32)>> = vec![Vec::new(); n];
    let mut chosen = vec![u32::MAX; n];
    let mut work = Vec::new();
    for (state, choice) in chosen.iter_mut().enumerate() {
        for row in system.rows_of(state) {
            for (target, _) in system.row(row) {
                incoming[target].push((state as u32, row as u32));
            }
            if system.leaving[row] > 0.0 && *choice == u32::MAX {
                *choice = row as u32;
                work.push(state);
            }
        }
    }
    let mut next = 0;
    while next < work.len() {
        for (source, row) in &incoming[work[next]] {
            if chosen[*source as usize] == u32::MAX {
                chosen[*source as usize] = *row;
                work.push(*source as usize);
            }
        }
        next += 1;
    }
    for (state, row) in chosen.iter_mut().enumerate() {
        if *row == u32::MAX {
            *row = system.choices[state];
        }
    }
    chosen
}
