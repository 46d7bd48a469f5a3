//! Long-run averages. Within an end component (a chain's bottom component) the average is one number, its *gain*; before,
//! one chooses which end component to end in.
//!
//! A chain's gain is the reward of a cycle over its length (renewal theory). What is earned above it before a cycle ends (the
//! *bias*) proves it: the smallest and largest change of one step bound a gain whatever the values that change (Puterman 1994,
//! theorem 8.5.6). A process's gain is enclosed by value iteration in the same way, after a transformation that makes the
//! component aperiodic.

use std::collections::HashMap;

use dashu::rational::RBig;

use super::engine::{Engine, Equations};
use super::rewards::RowRewards;
use super::values::Numbers;
use crate::bits::Bits;
use crate::graph::{EndComponent, end_components};
use crate::model::{Kind, Model};
use crate::rational;
use crate::solvers::incomplete::Factors;
use crate::solvers::matrix::Matrix;
use crate::solvers::system::{Stop, System};
use crate::solvers::{Objective, policy};

/// Up to this size a gain that doubles cannot enclose closely is computed in fractions.
const EXACT_STATES_MAX: usize = 2000;

/// Smaller chains are solved to the last digit: that takes no time.
const BIAS_STATES_MIN: usize = 1000;

/// A gain and its enclosure.
#[derive(Clone, Debug)]
struct Gain {
    lower: f64,
    upper: f64,
    exact: Option<RBig>,
    /// Rows that attain it inside the component.
    rows: Vec<u32>,
}

/// What a row earns on average, in a process, may be negative; solvers want it not to be.
fn least(reward: &RowRewards) -> (f64, Option<RBig>) {
    let shift = reward.values.iter().copied().fold(0.0, f64::min);
    let exact = reward.exact.as_ref().map(|values| {
        values.iter().fold(RBig::ZERO, |least, value| if *value < least { value.clone() } else { least })
    });
    (shift, exact)
}

impl Engine<'_> {
    /// The long-run average of `reward` per step, from every state.
    pub fn long_run(&self, reward: &RowRewards, objective: Objective) -> (Numbers, Vec<u32>) {
        let (shift, exact_shift) = least(reward);
        let shifted = RowRewards {
            values: reward.values.iter().map(|value| value - shift).collect(),
            exact: reward
                .exact
                .as_ref()
                .zip(exact_shift.as_ref())
                .map(|(values, shift)| values.iter().map(|value| value - shift).collect()),
        };
        let states = self.states();
        let all = Bits::full(states);
        let components = end_components(self.model, &all, |_| true);
        let mut stops = HashMap::new();
        let mut inner_rows: Vec<(u32, Vec<u32>)> = Vec::new();
        for component in &components {
            let gain = self.gain(component, &shifted, objective);
            inner_rows.push((component.states[0], gain.rows));
            stops.insert(component.states[0], Stop { lower: gain.lower, upper: gain.upper, exact: gain.exact });
        }
        let base = Numbers::indicator(&Bits::new(states), self.exact);
        let (mut numbers, mut rows) = self.solve(Equations {
            base,
            unknown: &all,
            reward: None,
            exact_reward: None,
            objective,
            keep: &|_| true,
            collapse: &components,
            stops: &stops,
            improper: false,
        });
        // Where the scheduler stays, it follows the rows that attain the gain.
        let by_first: HashMap<u32, &Vec<u32>> = inner_rows.iter().map(|(first, rows)| (*first, rows)).collect();
        for component in &components {
            let inner: std::collections::HashSet<u32> = component.rows.iter().copied().collect();
            if component.states.iter().all(|state| inner.contains(&rows[*state as usize]))
                && let Some(best) = by_first.get(&component.states[0])
            {
                for row in best.iter() {
                    rows[self.graph.owner(*row as usize)] = *row;
                }
            }
        }
        if shift != 0.0 {
            for value in numbers.lower.iter_mut().chain(&mut numbers.upper) {
                *value += shift;
            }
            if let (Some(exact), Some(shift)) = (&mut numbers.exact, &exact_shift) {
                for value in exact.iter_mut() {
                    if let super::values::Extended::Finite(value) = value {
                        *value += shift;
                    }
                }
            }
        }
        (numbers, rows)
    }

    fn gain(&self, component: &EndComponent, reward: &RowRewards, objective: Objective) -> Gain {
        if let ([_], [row]) = (component.states.as_slice(), component.rows.as_slice()) {
            let value = reward.values[*row as usize];
            let exact = reward.exact.as_ref().map(|values| values[*row as usize].clone());
            return Gain { lower: value, upper: value, exact, rows: vec![*row] };
        }
        let inner = self.restrict(component, reward);
        if component.rows.len() == component.states.len() {
            return inner.cycle_gain(self, &(0..component.rows.len() as u32).collect::<Vec<_>>(), &component.rows);
        }
        let constant = inner.reward.values.windows(2).all(|pair| pair[0] == pair[1]);
        if constant {
            let value = inner.reward.values[0];
            let exact = inner.reward.exact.as_ref().map(|values| values[0].clone());
            return Gain { lower: value, upper: value, exact, rows: first_rows(&inner.model, &component.rows) };
        }
        if objective == Objective::Minimise {
            // Where one can stay for nothing the least gain is nothing; iteration would only approach it.
            let all = Bits::full(inner.model.states());
            let free = end_components(&inner.model, &all, |row| inner.reward.values[row] == 0.0);
            if let Some(haven) = free.first() {
                let whole = Engine::new(&inner.model, self.epsilon, false);
                let goal = Bits::from_indices(inner.model.states(), haven.states.iter().map(|state| *state as usize));
                let mut rows = whole.graph.rows_towards(&all, &goal, |_| true);
                for row in &haven.rows {
                    rows[whole.graph.owner(*row as usize)] = *row;
                }
                let rows = rows.into_iter().map(|row| component.rows[row as usize]).collect();
                return Gain { lower: 0.0, upper: 0.0, exact: self.exact.then_some(RBig::ZERO), rows };
            }
        }
        let gain = inner.process_gain(self, objective, &component.rows);
        if self.exact
            || gain.upper - gain.lower <= self.epsilon * gain.lower
            || component.states.len() > EXACT_STATES_MAX
        {
            return gain;
        }
        // Rounding alone is larger than the error allowed: rewards this rare are summed in fractions.
        let exact = Engine::new(self.model, self.epsilon, true);
        let meant = reward.values.iter().map(|value| rational::meant(*value)).collect();
        let reward = RowRewards { values: reward.values.clone(), exact: Some(meant) };
        Gain { exact: None, ..exact.gain(component, &reward, objective) }
    }

    /// The component as a model of its own.
    fn restrict(&self, component: &EndComponent, reward: &RowRewards) -> Inner {
        let place: HashMap<u32, u32> =
            component.states.iter().enumerate().map(|(index, state)| (*state, index as u32)).collect();
        let n = component.states.len();
        let mut model = Model {
            kind: if component.rows.len() == n { Kind::Chain } else { Kind::Process },
            choices: vec![0],
            branches: vec![0],
            targets: Vec::new(),
            probabilities: Vec::new(),
            probabilities_most: None,
            exits: None,
            initial: vec![0],
            labels: Vec::new(),
            rewards: Vec::new(),
            actions: None,
            variables: Vec::new(),
            deadlocks: Bits::new(n),
            open: None,
            fractions: HashMap::new(),
        };
        let mut inner_reward = RowRewards { values: Vec::new(), exact: self.exact.then(Vec::new) };
        let mut rows = component.rows.iter().peekable();
        for state in &component.states {
            while let Some(row) = rows.next_if(|row| self.graph.owner(**row as usize) == *state as usize) {
                let row = *row as usize;
                for entry in self.model.entries(row) {
                    if self.exact {
                        model.fractions.insert(model.targets.len() as u32, self.fractions()[entry].clone());
                    }
                    model.targets.push(place[&self.model.targets[entry]]);
                    model.probabilities.push(self.model.probabilities[entry]);
                }
                model.branches.push(model.targets.len() as u32);
                inner_reward.values.push(reward.values[row]);
                if let (Some(into), Some(from)) = (&mut inner_reward.exact, &reward.exact) {
                    into.push(from[row].clone());
                }
            }
            model.choices.push(model.branches.len() as u32 - 1);
        }
        Inner { model, reward: inner_reward }
    }
}

/// Any policy that stays: the first row of each state.
fn first_rows(inner: &Model, outer_rows: &[u32]) -> Vec<u32> {
    (0..inner.states()).map(|state| outer_rows[inner.choices[state] as usize]).collect()
}

/// Bounds on the gain of a chain that always comes back to `home`, from a bias that is only nearly right; `None` if they are not
/// as close as asked.
fn gain_by_bias(chain: &Model, home: usize, earned: &[f64], epsilon: f64) -> Option<(f64, f64)> {
    let n = chain.states();
    let local = |state: usize| state - usize::from(state > home);
    let mut system = System { choices: (0..n as u32).collect(), branches: vec![0], ..System::default() };
    for state in (0..n).filter(|state| *state != home) {
        let mut leaving = 0.0;
        for (target, probability) in chain.row(state) {
            if target == home {
                leaving += probability;
            } else {
                system.targets.push(local(target) as u32);
                system.weights.push(probability);
            }
        }
        system.branches.push(system.targets.len() as u32);
        system.leaving.push(leaving);
    }
    (system.constant_lower, system.constant_upper) = (vec![0.0; n - 1], vec![0.0; n - 1]);
    let rows: Vec<u32> = (0..n as u32 - 1).collect();
    let until_home = |constant: Vec<f64>| {
        let mut x = vec![0.0; n - 1];
        policy::evaluate(&system, &rows, &constant, policy::residual_for(epsilon), &mut x);
        x
    };
    let total = until_home((0..n).filter(|state| *state != home).map(|state| earned[state]).collect());
    let time = until_home(vec![1.0; n - 1]);
    let others = || chain.row(home).filter(|(target, _)| *target != home);
    let around = |first: f64, x: &[f64]| first + others().map(|(target, p)| p * x[local(target)]).sum::<f64>();
    let gain = around(earned[home], &total) / around(1.0, &time);
    let bias = |state: usize| match state == home {
        true => 0.0,
        false => total[local(state)] - gain * time[local(state)],
    };
    let bias: Vec<f64> = (0..n).map(bias).collect();
    let (mut lower, mut upper) = (f64::INFINITY, f64::NEG_INFINITY);
    for state in 0..n {
        let (mut moved, mut size, mut entries) = (earned[state] - bias[state], earned[state] + bias[state].abs(), 4);
        for (target, probability) in chain.row(state) {
            moved += probability * bias[target];
            size += probability * bias[target].abs();
            entries += 1;
        }
        let rounding = f64::from(entries) * f64::EPSILON * size;
        lower = lower.min(moved - rounding);
        upper = upper.max(moved + rounding);
    }
    (upper - lower <= 0.5 * epsilon * lower).then_some((lower, upper))
}

/// The same, with the bias itself as the unknown of equations that are solved as far as the bounds need it: what is left over is
/// the right side of the next round, and the gain is what makes the home's equation true.
fn gain_by_correction(chain: &Model, home: usize, earned: &[f64], epsilon: f64) -> Option<(f64, f64)> {
    const ROUNDS_MAX: usize = 12;
    let n = chain.states();
    let local = |state: usize| state - usize::from(state > home);
    let mut matrix = Matrix::with_capacity(n - 1, chain.transitions());
    let mut entries: Vec<(u32, f64)> = Vec::new();
    for state in (0..n).filter(|state| *state != home) {
        let mut leaving = 0.0;
        entries.clear();
        for (target, probability) in chain.row(state).filter(|(target, _)| *target != state) {
            leaving += probability;
            if target != home {
                let target = local(target) as u32;
                match entries.iter_mut().find(|(known, _)| *known == target) {
                    Some(entry) => entry.1 += probability,
                    None => entries.push((target, probability)),
                }
            }
        }
        if leaving <= 0.0 {
            return None;
        }
        matrix.push(&mut entries, leaving);
    }
    let factors = Factors::new(&matrix)?;
    let others: Vec<usize> = (0..n).filter(|state| *state != home).collect();
    let around = |x: &[f64]| {
        chain.row(home).filter(|(target, _)| *target != home).map(|(target, p)| p * x[local(target)]).sum::<f64>()
    };
    let (time, left) = factors.solve(&vec![1.0; n - 1], 1e-6, 400);
    if left > 1e-3 {
        return None;
    }
    let mut bias = vec![0.0; n - 1];
    let mut gain = earned[home];
    let mut before = f64::INFINITY;
    for _ in 0..ROUNDS_MAX {
        let at = |state: usize| if state == home { 0.0 } else { bias[local(state)] };
        let mut moved = vec![0.0; n];
        let (mut lower, mut upper) = (f64::INFINITY, f64::NEG_INFINITY);
        for (state, moved) in moved.iter_mut().enumerate() {
            // A state's own bias is subtracted once, with what leaves it, so that nothing large cancels.
            let (own, mut sum, mut size, mut count) = (at(state), earned[state], earned[state], 4);
            for (target, probability) in chain.row(state).filter(|(target, _)| *target != state) {
                sum += probability * (at(target) - own);
                size += probability * (at(target).abs() + own.abs());
                count += 1;
            }
            *moved = sum;
            let rounding = f64::from(count) * f64::EPSILON * size;
            lower = lower.min(sum - rounding);
            upper = upper.max(sum + rounding);
        }
        if upper - lower <= 0.5 * epsilon * lower {
            return Some((lower, upper));
        }
        if upper - lower > 0.5 * before {
            return None;
        }
        before = upper - lower;
        let right: Vec<f64> = others.iter().map(|state| moved[*state] - gain).collect();
        let (change, _) = factors.solve(&right, 1e-4, 200);
        let correction = (moved[home] - gain + around(&change)) / (1.0 + around(&time));
        gain += correction;
        for ((bias, change), time) in bias.iter_mut().zip(&change).zip(&time) {
            *bias += change - correction * time;
        }
    }
    None
}

/// One of the `states` in which the chain is often, as far as some steps tell: cycles around it are short. Around a state that is
/// hardly ever seen they may take longer than numbers can say.
fn most_visited(chain: &Model, states: &[u32]) -> usize {
    const STEPS_MAX: usize = 2000;
    const WORK_MAX: usize = 50_000_000;
    let n = chain.states();
    let steps = STEPS_MAX.min(n).min(WORK_MAX / chain.transitions().max(1));
    let mut now = vec![1.0 / n as f64; n];
    let mut next = vec![0.0; n];
    for _ in 0..steps {
        // Half of each step is spent waiting, so that nothing alternates.
        next.iter_mut().zip(&now).for_each(|(next, now)| *next = 0.5 * now);
        for (state, mass) in now.iter().enumerate() {
            for (target, probability) in chain.row(state) {
                next[target] += 0.5 * mass * probability;
            }
        }
        std::mem::swap(&mut now, &mut next);
    }
    let most = states.iter().max_by(|a, b| now[**a as usize].total_cmp(&now[**b as usize]));
    *most.expect("a class has states") as usize
}

/// An end component with its rewards.
struct Inner {
    model: Model,
    reward: RowRewards,
}

impl Inner {
    /// The gain of the chain that `policy` (one inner row per state) induces, which must have one recurrent class.
    fn cycle_gain(&self, engine: &Engine<'_>, policy: &[u32], outer_rows: &[u32]) -> Gain {
        let chain = self.induced(policy);
        let inner = Engine::new(&chain, engine.epsilon / 4.0, engine.exact);
        // A state of the recurrent class: from everywhere it is reached almost surely.
        let recurrent = end_components(&chain, &Bits::full(chain.states()), |_| true);
        let home = most_visited(&chain, &recurrent[0].states);
        let goal = Bits::from_indices(chain.states(), [home]);
        let earned = RowRewards {
            values: policy.iter().map(|row| self.reward.values[*row as usize]).collect(),
            exact: self.reward.exact.as_ref().map(|all| policy.iter().map(|row| all[*row as usize].clone()).collect()),
        };
        let ones = RowRewards {
            values: vec![1.0; chain.states()],
            exact: engine.exact.then(|| vec![RBig::ONE; chain.states()]),
        };
        let rows: Vec<u32> = policy.iter().map(|row| outer_rows[*row as usize]).collect();
        if !engine.exact
            && chain.states() >= BIAS_STATES_MIN
            && let Some((lower, upper)) = gain_by_correction(&chain, home, &earned.values, engine.epsilon)
                .or_else(|| gain_by_bias(&chain, home, &earned.values, engine.epsilon))
        {
            return Gain { lower, upper, exact: None, rows };
        }
        let total = inner.reward_until(&earned, &goal, Objective::Maximise).0;
        let time = inner.reward_until(&ones, &goal, Objective::Maximise).0;
        let around = |numbers: &[f64], first: f64| first + chain.row(home).map(|(t, p)| p * numbers[t]).sum::<f64>();
        let exact = total.exact.as_ref().zip(time.exact.as_ref()).map(|(total, time)| {
            let sum = |values: &[super::values::Extended], first: RBig| {
                chain.entries(home).fold(first, |sum, entry| {
                    let value = values[chain.targets[entry] as usize].finite().expect("a finite component returns");
                    sum + &inner.fractions()[entry] * value
                })
            };
            let first = earned.exact.as_ref().map_or(RBig::ZERO, |values| values[home].clone());
            sum(total, first) / sum(time, RBig::ONE)
        });
        let lower = around(&total.lower, earned.values[home]) / around(&time.upper, 1.0);
        let upper = around(&total.upper, earned.values[home]) / around(&time.lower, 1.0);
        let (lower, upper) = exact.as_ref().map_or((lower, upper), |exact| {
            let value = rational::nearest(exact);
            (value, value)
        });
        Gain { lower, upper, exact, rows }
    }

    fn induced(&self, policy: &[u32]) -> Model {
        let mut chain = Model {
            kind: Kind::Chain,
            choices: (0..=policy.len() as u32).collect(),
            branches: vec![0],
            targets: Vec::new(),
            probabilities: Vec::new(),
            probabilities_most: None,
            exits: None,
            fractions: HashMap::new(),
            ..self.model.clone()
        };
        for row in policy {
            for entry in self.model.entries(*row as usize) {
                if let Some(fraction) = self.model.fractions.get(&(entry as u32)) {
                    chain.fractions.insert(chain.targets.len() as u32, fraction.clone());
                }
                chain.targets.push(self.model.targets[entry]);
                chain.probabilities.push(self.model.probabilities[entry]);
            }
            chain.branches.push(chain.targets.len() as u32);
        }
        chain
    }

    /// Value iteration on the lazy version (half of each step is spent waiting, which halves the gain's pace, not its
    /// value per step).
    fn process_gain(&self, engine: &Engine<'_>, objective: Objective, outer_rows: &[u32]) -> Gain {
        const SWEEPS_MAX: usize = 1_000_000;
        let n = self.model.states();
        let mut h = vec![0.0; n];
        let mut policy = vec![0u32; n];
        let (mut lower, mut upper) = (0.0f64, f64::INFINITY);
        for _ in 0..SWEEPS_MAX {
            let mut next = Vec::with_capacity(n);
            let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
            for state in 0..n {
                let mut best = objective.worst();
                for row in self.model.rows_of(state) {
                    let moved: f64 = self.model.row(row).map(|(target, p)| p * h[target]).sum();
                    let value = self.reward.values[row] + 0.5 * (moved + h[state]);
                    if objective.better(value, best) {
                        best = value;
                        policy[state] = row as u32;
                    }
                }
                least = least.min(best - h[state]);
                most = most.max(best - h[state]);
                next.push(best);
            }
            // Keep the numbers small: only differences matter.
            let anchor = next[0];
            h = next.into_iter().map(|value| value - anchor).collect();
            // Each change is a difference of numbers as large as h, with their rounding.
            let rounding = 4.0 * f64::EPSILON * h.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
            lower = lower.max(least - rounding);
            upper = upper.min(most + rounding);
            if upper - lower <= engine.epsilon * 0.25 * lower.abs() || most - least <= rounding {
                break;
            }
        }
        let rows = policy.iter().map(|row| outer_rows[*row as usize]).collect();
        if !engine.exact {
            return Gain { lower, upper, exact: None, rows };
        }
        self.exact_gain(engine, objective, outer_rows, policy)
    }

    /// Howard's policy iteration in fractions, on policies with one recurrent class: others are led to the best class.
    fn exact_gain(&self, engine: &Engine<'_>, objective: Objective, outer_rows: &[u32], mut policy: Vec<u32>) -> Gain {
        loop {
            self.unify(objective, engine, &mut policy);
            let gain = self.cycle_gain(engine, &policy, outer_rows);
            let exact = gain.exact.clone().expect("exact arithmetic was asked for");
            let bias = self.bias(engine, &policy, &exact);
            let mut switched = false;
            for (state, chosen) in policy.iter_mut().enumerate() {
                let mut best = &exact + &bias[state];
                for row in self.model.rows_of(state) {
                    let fraction = |entry: usize| self.model.fractions[&(entry as u32)].clone();
                    let reward = self.reward.exact.as_ref().map_or(RBig::ZERO, |values| values[row].clone());
                    let value = self
                        .model
                        .entries(row)
                        .fold(reward, |sum, entry| sum + fraction(entry) * &bias[self.model.targets[entry] as usize]);
                    let better = match objective {
                        Objective::Minimise => value < best,
                        Objective::Maximise => value > best,
                    };
                    if better {
                        best = value;
                        *chosen = row as u32;
                        switched = true;
                    }
                }
            }
            if !switched {
                return gain;
            }
        }
    }

    /// Changes a policy with several recurrent classes so that all states lead to the best of them.
    fn unify(&self, objective: Objective, engine: &Engine<'_>, policy: &mut [u32]) {
        let chain = self.induced(policy);
        let classes = end_components(&chain, &Bits::full(chain.states()), |_| true);
        if classes.len() < 2 {
            return;
        }
        let outer: Vec<u32> = (0..self.model.rows() as u32).collect();
        let mut best: Option<(RBig, &EndComponent)> = None;
        for class in &classes {
            // The gain of one class: make the others irrelevant by looking at this class alone.
            let inner = Engine::new(&chain, engine.epsilon, true);
            let reward = RowRewards {
                values: policy.iter().map(|row| self.reward.values[*row as usize]).collect(),
                exact: self
                    .reward
                    .exact
                    .as_ref()
                    .map(|all| policy.iter().map(|row| all[*row as usize].clone()).collect()),
            };
            let part = inner.restrict(class, &reward);
            let rows: Vec<u32> = (0..class.rows.len() as u32).collect();
            let gain = part.cycle_gain(engine, &rows, &outer).exact.unwrap_or(RBig::ZERO);
            let better = best.as_ref().is_none_or(|(old, _)| match objective {
                Objective::Minimise => gain < *old,
                Objective::Maximise => gain > *old,
            });
            if better {
                best = Some((gain, class));
            }
        }
        let Some((_, class)) = best else { return };
        let whole = Engine::new(&self.model, engine.epsilon, false);
        let goal = Bits::from_indices(self.model.states(), class.states.iter().map(|state| *state as usize));
        let towards = whole.graph.rows_towards(&Bits::full(self.model.states()), &goal, |_| true);
        for (state, row) in policy.iter_mut().enumerate() {
            if !goal.contains(state) {
                *row = towards[state];
            }
        }
    }

    /// The relative value of each state under a policy: what it earns above the gain before the home state is reached.
    fn bias(&self, engine: &Engine<'_>, policy: &[u32], gain: &RBig) -> Vec<RBig> {
        let chain = self.induced(policy);
        let inner = Engine::new(&chain, engine.epsilon, true);
        let home = end_components(&chain, &Bits::full(chain.states()), |_| true)[0].states[0] as usize;
        let mut rows = Vec::new();
        let mut constants = Vec::new();
        for (state, row) in policy.iter().enumerate() {
            let mut entries: Vec<(u32, RBig)> = Vec::new();
            let mut constant = RBig::ZERO;
            if state != home {
                constant = self.reward.exact.as_ref().map_or(RBig::ZERO, |all| all[*row as usize].clone()) - gain;
                for entry in chain.entries(state) {
                    let target = chain.targets[entry];
                    if target as usize == home {
                        continue;
                    }
                    let fraction = &inner.fractions()[entry];
                    match entries.iter_mut().find(|(known, _)| *known == target) {
                        Some(known) => known.1 += fraction,
                        None => entries.push((target, fraction.clone())),
                    }
                }
            }
            rows.push(entries);
            constants.push(constant);
        }
        crate::solvers::exact::eliminate(rows, constants)
    }
}
