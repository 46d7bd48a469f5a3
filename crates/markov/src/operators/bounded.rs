//! Step-bounded questions: plain products of the sparse matrix with a vector, backwards in time.

use std::collections::HashMap;

use dashu::rational::RBig;

use super::engine::Engine;
use super::values::{Extended, Numbers};
use crate::bits::Bits;
use crate::model::Model;
use crate::solvers::Objective;
use crate::solvers::products::repeat;
use crate::solvers::system::{Shape, extract};

/// `opt over rows of (row · x)`, without rewards.
#[inline]
fn best(model: &Model, objective: Objective, state: usize, x: &[f64], reward: Option<&[f64]>) -> f64 {
    let mut found = objective.worst();
    for row in model.rows_of(state) {
        let range = model.entries(row);
        let mut sum = reward.map_or(0.0, |reward| reward[row]);
        for (target, probability) in model.targets[range.clone()].iter().zip(&model.probabilities[range]) {
            sum += probability * x[*target as usize];
        }
        if objective.better(sum, found) {
            found = sum;
        }
    }
    found
}

fn best_exact(
    engine: &Engine<'_>,
    objective: Objective,
    state: usize,
    x: &[Extended],
    reward: Option<&[RBig]>,
) -> Extended {
    let fractions = engine.fractions();
    let mut found: Option<Extended> = None;
    for row in engine.model.rows_of(state) {
        let mut sum = reward.map_or(RBig::ZERO, |reward| reward[row].clone());
        let mut infinite = false;
        for entry in engine.model.entries(row) {
            match &x[engine.model.targets[entry] as usize] {
                Extended::Finite(value) if value.is_zero() => {}
                Extended::Finite(value) => sum += &fractions[entry] * value,
                Extended::Infinite => infinite = true,
            }
        }
        let value = if infinite { Extended::Infinite } else { Extended::Finite(sum) };
        let better = match &found {
            None => true,
            Some(old) => match objective {
                Objective::Minimise => value < *old,
                Objective::Maximise => value > *old,
            },
        };
        if better {
            found = Some(value);
        }
    }
    found.unwrap_or_else(Extended::zero)
}

impl Engine<'_> {
    /// One step: the expected value of `x` after the next transition, plus rewards.
    pub fn step(&self, x: &[f64], objective: Objective, reward: Option<&[f64]>) -> Vec<f64> {
        if self.model.probabilities_most.is_some() {
            return self.step_between(&Bits::full(self.states()), x, reward, objective);
        }
        (0..self.states()).map(|state| best(self.model, objective, state, x, reward)).collect()
    }

    fn step_exact(&self, x: &[Extended], objective: Objective, reward: Option<&[RBig]>) -> Vec<Extended> {
        (0..self.states()).map(|state| best_exact(self, objective, state, x, reward)).collect()
    }

    /// `X goal`, given the goal's indicator.
    pub fn next(&self, goal: &Bits, objective: Objective) -> Numbers {
        let indicator = Numbers::indicator(goal, self.exact);
        let values = self.step(&indicator.lower, objective, None);
        Numbers {
            lower: values.clone(),
            upper: values,
            exact: indicator.exact.map(|exact| self.step_exact(&exact, objective, None)),
        }
    }

    /// `through U[lower, upper] goal`, or with `complement` one minus that. `objective` is that of the until.
    pub fn bounded_until(
        &self,
        through: &Bits,
        goal: &Bits,
        (lower, upper): (u64, Option<u64>),
        objective: Objective,
        complement: bool,
    ) -> Numbers {
        let mut values = match upper {
            None => self.until_or_not(through, goal, objective, complement).0,
            Some(upper) if upper < lower => {
                let nowhere = Bits::new(self.states());
                Numbers::indicator(&if complement { nowhere.not() } else { nowhere }, self.exact)
            }
            Some(upper) => self.until_within(through, goal, upper - lower, objective, complement),
        };
        let objective = if complement { objective.opposite() } else { objective };
        let failed = f64::from(u8::from(complement));
        if lower == 0 || upper.is_some_and(|upper| upper < lower) {
            return values;
        }
        // Before step `lower` the goal does not count; the run only has to stay in `through`.
        let outside = vec![failed; self.states()];
        let before = |values: &[f64]| {
            // The last of these steps may lead anywhere, the others only within `through`.
            let last = self.repeat(through, values, None, values, 1, objective);
            self.repeat(through, &outside, None, &last, lower - 1, objective)
        };
        let same = values.lower == values.upper;
        let low = before(&values.lower);
        values.upper = if same { low.clone() } else { before(&values.upper) };
        values.lower = low;
        if let Some(exact) = &mut values.exact {
            let outside = through.not();
            for _ in 0..lower {
                let mut next = self.step_exact(exact, objective, None);
                for state in outside.iter() {
                    next[state] = if complement { Extended::one() } else { Extended::zero() };
                }
                if next == *exact {
                    break;
                }
                *exact = next;
            }
        }
        values
    }

    /// `steps` steps of the states in `live`, from `start`; the others keep the values of `base`.
    fn repeat(
        &self,
        live: &Bits,
        base: &[f64],
        reward: Option<&[f64]>,
        start: &[f64],
        steps: u64,
        objective: Objective,
    ) -> Vec<f64> {
        if self.model.probabilities_most.is_some() {
            let mut x = base.to_vec();
            live.iter().for_each(|state| x[state] = start[state]);
            for _ in 0..steps {
                let next = self.step_between(live, &x, reward, objective);
                if next == x {
                    break;
                }
                x = next;
            }
            return x;
        }
        let shape = Shape {
            unknown: live,
            lower: base,
            upper: base,
            reward,
            keep: &|_| true,
            collapse: &[],
            stops: &HashMap::new(),
        };
        let (system, _) = extract(self.model, &shape);
        let x: Vec<f64> = live.iter().map(|state| start[state]).collect();
        let found = repeat(&system, &system.constant_lower, objective, &x, steps, self.threads);
        let mut values = base.to_vec();
        for (state, value) in live.iter().zip(found) {
            values[state] = value;
        }
        values
    }

    /// `through U<=steps goal`. Only states that can reach the goal at all are touched, in place of their old values once
    /// nothing changes any more.
    fn until_within(&self, through: &Bits, goal: &Bits, steps: u64, objective: Objective, complement: bool) -> Numbers {
        let mut values = Numbers::indicator(&if complement { goal.not() } else { goal.clone() }, self.exact);
        let objective = if complement { objective.opposite() } else { objective };
        let live = self.graph.reach(through, goal).minus(goal);
        let x = self.repeat(&live, &values.lower, None, &values.lower, steps, objective);
        if let Some(exact) = &mut values.exact {
            for _ in 0..steps {
                let next: Vec<Extended> =
                    live.iter().map(|state| best_exact(self, objective, state, exact, None)).collect();
                let mut moved = false;
                for (state, value) in live.iter().zip(next) {
                    moved |= exact[state] != value;
                    exact[state] = value;
                }
                if !moved {
                    break;
                }
            }
        }
        values.lower = x.clone();
        values.upper = x;
        if self.exact { values.sharpen() } else { values }
    }

    /// The probability of `through U[lower, upper] goal` from one state of a chain, forwards in time: only where
    /// probability has arrived and not yet left is there work, which on layered models is a fraction of the states.
    /// The second number is the probability that it fails.
    pub fn until_within_from(&self, from: usize, through: &Bits, goal: &Bits, lower: u64, upper: u64) -> (f64, f64) {
        let live = self.graph.reach(through, goal);
        if !live.contains(from) {
            return (0.0, 1.0);
        }
        let mut flow = Flow {
            model: self.model,
            live: &live,
            through,
            goal,
            from_start: lower == 0,
            numbers: vec![u32::MAX; self.states()],
            states: Vec::new(),
            rows: Vec::new(),
            targets: Vec::new(),
            weights: Vec::new(),
            mass: Vec::new(),
            next_mass: Vec::new(),
        };
        let mut active = vec![flow.number(from)];
        let mut next_active: Vec<u32> = Vec::new();
        flow.mass[0] = 1.0;
        let (mut won, mut lost) = (0.0, 0.0);
        for time in 0..=upper {
            for local in active.drain(..) {
                let state = flow.states[local as usize] as usize;
                let here = std::mem::take(&mut flow.mass[local as usize]);
                if time >= lower && goal.contains(state) {
                    won += here;
                    continue;
                }
                if time == upper {
                    lost += here;
                    continue;
                }
                let row = flow.row(local);
                won += here * row.won;
                lost += here * row.lost;
                for entry in row.start as usize..row.end as usize {
                    // Mass too small for a double is no mass; it would be listed again and again.
                    let moved = here * flow.weights[entry];
                    if moved > 0.0 {
                        let target = flow.targets[entry];
                        if flow.next_mass[target as usize] == 0.0 {
                            next_active.push(target);
                        }
                        flow.next_mass[target as usize] += moved;
                    }
                }
            }
            std::mem::swap(&mut flow.mass, &mut flow.next_mass);
            std::mem::swap(&mut active, &mut next_active);
            if active.is_empty() {
                break;
            }
        }
        (won, lost)
    }

    /// Rewards of the first `steps` steps.
    pub fn cumulative(&self, reward: &[f64], exact: Option<&[RBig]>, steps: u64, objective: Objective) -> Numbers {
        let zero = vec![0.0; self.states()];
        let x = self.repeat(&Bits::full(self.states()), &zero, Some(reward), &zero, steps, objective);
        let exact = exact.map(|reward| {
            let mut x = vec![Extended::zero(); self.states()];
            for _ in 0..steps {
                x = self.step_exact(&x, objective, Some(reward));
            }
            x
        });
        Numbers { lower: x.clone(), upper: x, exact }
    }

    /// The value of `x` after exactly `steps` steps.
    pub fn instantaneous(&self, x: Vec<f64>, exact: Option<Vec<RBig>>, steps: u64, objective: Objective) -> Numbers {
        let x = self.repeat(&Bits::full(self.states()), &x, None, &x, steps, objective);
        let exact = exact.map(|values| {
            let mut x: Vec<Extended> = values.into_iter().map(Extended::Finite).collect();
            for _ in 0..steps {
                x = self.step_exact(&x, objective, None);
            }
            x
        });
        Numbers { lower: x.clone(), upper: x, exact }
    }
}

/// The part of a chain that probability has reached, its states numbered in the order of arrival, so that those that are
/// active together lie together in memory.
struct Flow<'a> {
    model: &'a Model,
    live: &'a Bits,
    through: &'a Bits,
    goal: &'a Bits,
    /// Whether the goal counts from the start; what enters it is then won at once.
    from_start: bool,
    numbers: Vec<u32>,
    states: Vec<u32>,
    rows: Vec<FlowRow>,
    targets: Vec<u32>,
    weights: Vec<f64>,
    mass: Vec<f64>,
    next_mass: Vec<f64>,
}

/// Where a state's probability goes: to other states, or out of the race.
#[derive(Clone, Copy)]
struct FlowRow {
    start: u32,
    end: u32,
    won: f64,
    lost: f64,
}

const UNREAD: FlowRow = FlowRow { start: u32::MAX, end: 0, won: 0.0, lost: 0.0 };

impl Flow<'_> {
    fn number(&mut self, state: usize) -> u32 {
        if self.numbers[state] == u32::MAX {
            self.numbers[state] = self.states.len() as u32;
            self.states.push(state as u32);
            self.rows.push(UNREAD);
            self.mass.push(0.0);
            self.next_mass.push(0.0);
        }
        self.numbers[state]
    }

    fn row(&mut self, local: u32) -> FlowRow {
        let known = self.rows[local as usize];
        if known.start != u32::MAX {
            return known;
        }
        let state = self.states[local as usize] as usize;
        let start = self.targets.len() as u32;
        let mut row = FlowRow { start, end: start, won: 0.0, lost: 0.0 };
        if !self.through.contains(state) {
            row.lost = 1.0;
        } else {
            let model = self.model;
            for (target, probability) in model.row(state) {
                if !self.live.contains(target) {
                    row.lost += probability;
                } else if self.from_start && self.goal.contains(target) {
                    row.won += probability;
                } else {
                    let target = self.number(target);
                    self.targets.push(target);
                    self.weights.push(probability);
                }
            }
            row.end = self.targets.len() as u32;
        }
        self.rows[local as usize] = row;
        row
    }
}
