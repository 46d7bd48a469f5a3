//! Step-bounded questions: plain products of the sparse matrix with a vector, backwards in time.

use dashu::rational::RBig;

use super::engine::Engine;
use super::values::{Extended, Numbers};
use crate::bits::Bits;
use crate::model::Model;
use crate::solvers::Objective;

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
        let outside = through.not();
        for _ in 0..lower {
            let same = values.lower == values.upper;
            let mut next = self.step(&values.lower, objective, None);
            for state in outside.iter() {
                next[state] = failed;
            }
            let settled = same && next == values.lower && values.exact.is_none();
            values.lower = next;
            if same {
                values.upper = values.lower.clone();
            } else {
                values.upper = self.step(&values.upper, objective, None);
                for state in outside.iter() {
                    values.upper[state] = failed;
                }
            }
            if let Some(exact) = &values.exact {
                let mut next = self.step_exact(exact, objective, None);
                for state in outside.iter() {
                    next[state] = if complement { Extended::one() } else { Extended::zero() };
                }
                values.exact = Some(next);
            }
            if settled {
                break;
            }
        }
        values
    }

    /// `through U<=steps goal`. Only states that can reach the goal at all are touched, in place of their old values once
    /// nothing changes any more.
    fn until_within(&self, through: &Bits, goal: &Bits, steps: u64, objective: Objective, complement: bool) -> Numbers {
        let mut values = Numbers::indicator(&if complement { goal.not() } else { goal.clone() }, self.exact);
        let objective = if complement { objective.opposite() } else { objective };
        let live: Vec<u32> = self.graph.reach(through, goal).minus(goal).iter().map(|state| state as u32).collect();
        let mut x = values.lower;
        let compact = Compact::new(self.model, &live);
        let mut next = vec![f64::from(u8::from(complement)); live.len()];
        for _ in 0..steps {
            if !compact.step(objective, &x, &mut next) {
                break;
            }
            for (state, value) in live.iter().zip(&next) {
                x[*state as usize] = *value;
            }
        }
        if let Some(exact) = &mut values.exact {
            for _ in 0..steps {
                let next: Vec<Extended> =
                    live.iter().map(|state| best_exact(self, objective, *state as usize, exact, None)).collect();
                let mut moved = false;
                for (state, value) in live.iter().zip(next) {
                    moved |= exact[*state as usize] != value;
                    exact[*state as usize] = value;
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

    /// The probability of `through U<=steps goal` from one state of a chain, forwards in time: only where probability
    /// has arrived and not yet left is there work, which on layered models is a fraction of the states.
    /// The second number is the probability that it fails.
    pub fn until_within_from(&self, from: usize, through: &Bits, goal: &Bits, lower: u64, upper: u64) -> (f64, f64) {
        let model = self.model;
        let live = self.graph.reach(through, goal);
        let (mut won, mut lost) = (0.0, 0.0);
        let mut mass = vec![0.0; model.states()];
        let mut next_mass = vec![0.0; model.states()];
        let mut active: Vec<u32> = Vec::new();
        let mut next_active: Vec<u32> = Vec::new();
        if !live.contains(from) {
            return (0.0, 1.0);
        }
        mass[from] = 1.0;
        active.push(from as u32);
        for time in 0..=upper {
            for state in active.drain(..) {
                let state = state as usize;
                let here = std::mem::take(&mut mass[state]);
                if time >= lower && goal.contains(state) {
                    won += here;
                    continue;
                }
                if !through.contains(state) || time == upper {
                    lost += here;
                    continue;
                }
                for (target, probability) in model.row(state) {
                    // Mass too small for a double is no mass; it would be listed again and again.
                    if !live.contains(target) {
                        lost += here * probability;
                    } else if here * probability > 0.0 {
                        if next_mass[target] == 0.0 {
                            next_active.push(target as u32);
                        }
                        next_mass[target] += here * probability;
                    }
                }
            }
            std::mem::swap(&mut mass, &mut next_mass);
            std::mem::swap(&mut active, &mut next_active);
            if active.is_empty() {
                break;
            }
        }
        (won, lost)
    }

    /// Rewards of the first `steps` steps.
    pub fn cumulative(&self, reward: &[f64], exact: Option<&[RBig]>, steps: u64, objective: Objective) -> Numbers {
        let mut x = vec![0.0; self.states()];
        for _ in 0..steps {
            x = self.step(&x, objective, Some(reward));
        }
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
    pub fn instantaneous(
        &self,
        mut x: Vec<f64>,
        exact: Option<Vec<RBig>>,
        steps: u64,
        objective: Objective,
    ) -> Numbers {
        for _ in 0..steps {
            let next = self.step(&x, objective, None);
            if next == x {
                break;
            }
            x = next;
        }
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

/// The rows of some states, contiguous, so that a product streams through memory.
struct Compact {
    choices: Vec<u32>,
    branches: Vec<u32>,
    targets: Vec<u32>,
    probabilities: Vec<f64>,
}

impl Compact {
    fn new(model: &Model, states: &[u32]) -> Compact {
        let mut compact =
            Compact { choices: vec![0], branches: vec![0], targets: Vec::new(), probabilities: Vec::new() };
        for state in states {
            for row in model.rows_of(*state as usize) {
                compact.targets.extend_from_slice(&model.targets[model.entries(row)]);
                compact.probabilities.extend_from_slice(&model.probabilities[model.entries(row)]);
                compact.branches.push(compact.targets.len() as u32);
            }
            compact.choices.push(compact.branches.len() as u32 - 1);
        }
        compact
    }

    /// Computes the next values; false if all are as in the step before.
    fn step(&self, objective: Objective, x: &[f64], next: &mut [f64]) -> bool {
        let mut moved = false;
        let mut row = 0;
        let mut entries = self.targets.iter().zip(&self.probabilities);
        let mut entry = 0;
        for (value, row_end) in next.iter_mut().zip(&self.choices[1..]) {
            let mut found = objective.worst();
            while row < *row_end {
                row += 1;
                let end = self.branches[row as usize];
                let mut sum = 0.0;
                while entry < end
                    && let Some((target, probability)) = entries.next()
                {
                    sum += probability * x[*target as usize];
                    entry += 1;
                }
                if objective.better(sum, found) {
                    found = sum;
                }
            }
            moved |= *value != found;
            *value = found;
        }
        moved
    }
}
