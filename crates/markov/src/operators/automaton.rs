//! Markov automata: what happens within a time, and long-run averages. States with a rate wait; in all others, of which alone some
//! have choices, something happens at once (Eisentraut, Hermanns, Zhang 2010).
//!
//! Within a time: jumps are made to come at one rate everywhere. A scheduler that knows how many jumps there were does no better
//! than one that knows the time, and one that knows how many there will be does no worse; the faster the jumps, the closer are
//! the two (Butkova, Hatefi, Hermanns, Krčál 2015). Long-run averages: by value iteration over jumps, whose smallest and largest change
//! bound the average (Butkova, Wimmer, Hermanns 2017).

use std::collections::HashMap;

use super::engine::{Engine, Equations};
use super::transient::Poisson;
use super::values::Numbers;
use crate::bits::Bits;
use crate::check::CheckError;
use crate::graph::{EndComponent, components, end_components};
use crate::model::Model;
use crate::solvers::Objective;
use crate::solvers::system::Stop;

/// Entries that are looked at before bounds are given as they are.
const WORK_MAX: f64 = 4e9;
/// Jumps come faster than any state's own, so that long-run averages are not approached in circles.
const FASTER: f64 = 1.1;

/// Some of the states, those that wait before those where something happens at once, the latter after those that they lead to.
struct Clocked {
    members: Vec<u32>,
    waiting: usize,
    /// The rates of those that wait, and the largest.
    exits: Vec<f64>,
    rate: f64,
    /// By member that does not wait, its first row; rows of those that wait come before.
    choices: Vec<u32>,
    /// The rows as the model numbers them.
    origin: Vec<u32>,
    starts: Vec<u32>,
    columns: Vec<u32>,
    weights: Vec<f64>,
    /// By row, the probability of the goal.
    goal: Vec<f64>,
    degree: usize,
}

impl Clocked {
    /// The states `inside` with the rows that are `allowed`.
    fn new(model: &Model, inside: &Bits, goal: &Bits, allowed: &dyn Fn(usize) -> bool) -> Result<Clocked, CheckError> {
        let exits = model.exits.as_ref().expect("time is continuous");
        let waits = |state: usize| exits[state].is_finite();
        let mut members: Vec<u32> = inside.iter().filter(|state| waits(*state)).map(|state| state as u32).collect();
        let waiting = members.len();
        order_of_hurry(model, inside, allowed, &mut members)?;
        let mut place = vec![u32::MAX; model.states()];
        for (index, state) in members.iter().enumerate() {
            place[*state as usize] = index as u32;
        }
        let own: Vec<f64> = members[..waiting].iter().map(|state| exits[*state as usize]).collect();
        let mut clocked = Clocked {
            rate: own.iter().copied().fold(0.0, f64::max),
            exits: own,
            waiting,
            choices: vec![waiting as u32],
            origin: Vec::new(),
            starts: vec![0],
            columns: Vec::new(),
            weights: Vec::new(),
            goal: Vec::new(),
            degree: 0,
            members,
        };
        for index in 0..clocked.members.len() {
            let state = clocked.members[index] as usize;
            for row in model.rows_of(state).filter(|row| allowed(*row)) {
                clocked.row(model, row, if index < waiting { u32::MAX } else { index as u32 }, &place, goal);
            }
            if index >= waiting {
                clocked.choices.push(clocked.origin.len() as u32);
            }
        }
        Ok(clocked)
    }

    /// A row; of one that happens at once and leads back, what it leads to in the end.
    fn row(&mut self, model: &Model, row: usize, own: u32, place: &[u32], goal: &Bits) {
        let (mut reached, mut back) = (0.0, 0.0);
        let start = self.columns.len();
        for (target, probability) in model.row(row) {
            match place[target] {
                _ if goal.contains(target) => reached += probability,
                u32::MAX => {}
                column if column == own => back += probability,
                column => {
                    self.columns.push(column);
                    self.weights.push(probability);
                }
            }
        }
        if back > 0.0 {
            let rest: f64 = reached + self.weights[start..].iter().sum::<f64>();
            self.weights[start..].iter_mut().for_each(|weight| *weight /= rest.max(1.0 - back));
            reached /= rest.max(1.0 - back);
        }
        self.goal.push(reached);
        self.origin.push(row as u32);
        self.degree = self.degree.max(self.columns.len() - start);
        self.starts.push(self.columns.len() as u32);
    }

    #[inline(always)]
    fn sum(&self, row: usize, x: &[f64]) -> f64 {
        let range = self.starts[row] as usize..self.starts[row + 1] as usize;
        let (columns, weights) = (&self.columns[range.clone()], &self.weights[range]);
        columns.iter().zip(weights).map(|(column, weight)| weight * x[*column as usize]).sum()
    }

    /// What a jump at this rate makes of `x` where states wait, if the goal is worth `goal`.
    fn wait(&self, rate: f64, x: &[f64], goal: f64, out: &mut [f64]) {
        for (state, out) in out[..self.waiting].iter_mut().enumerate() {
            let part = self.exits[state] / rate;
            *out = (1.0 - part) * x[state] + part * (self.sum(state, x) + self.goal[state] * goal);
        }
    }

    /// The values where something happens at once, from those of the states that wait. `earned` is by row.
    fn hurry(&self, objective: Objective, x: &mut [f64], goal: f64, earned: Option<&[f64]>) {
        for state in self.waiting..self.members.len() {
            let rows = self.choices[state - self.waiting] as usize..self.choices[state - self.waiting + 1] as usize;
            let mut best = objective.worst();
            for row in rows {
                let value = self.sum(row, x) + self.goal[row] * goal + earned.map_or(0.0, |earned| earned[row]);
                if objective.better(value, best) {
                    best = value;
                }
            }
            x[state] = best;
        }
    }

    /// How much rounding may change a value in so many jumps, relatively.
    fn rounding(&self, jumps: usize) -> f64 {
        (jumps as f64 * (self.degree as f64 + 6.0) + 2.0 * self.members.len().min(1 << 20) as f64) * f64::EPSILON
    }

    /// The best that is reached within a number of jumps of which it is known, jump by jump, how many there were.
    fn counting(&self, objective: Objective, rate: f64, poisson: &Poisson) -> Vec<f64> {
        let (left, right) = (poisson.left, poisson.right());
        let mut more = poisson.weights.clone();
        for index in (1..more.len()).rev() {
            more[index - 1] += more[index];
        }
        // How likely it is that there are so many jumps.
        let many = |jump: usize| if jump <= left { 1.0 } else { more.get(jump - left).copied().unwrap_or(0.0) };
        let mut x = vec![0.0; self.members.len()];
        let mut next = x.clone();
        for jump in (0..right).rev() {
            self.wait(rate, &x, many(jump + 1), &mut next);
            self.hurry(objective, &mut next, many(jump), None);
            let is_still = jump < left && x == next;
            std::mem::swap(&mut x, &mut next);
            if is_still {
                break;
            }
        }
        x
    }

    /// The best that is reached if it is known from the beginning how many jumps there will be.
    fn foreseeing(&self, objective: Objective, rate: f64, poisson: &Poisson) -> Vec<f64> {
        let mut x = vec![0.0; self.members.len()];
        self.hurry(objective, &mut x, 1.0, None);
        let mut next = x.clone();
        let mut total = vec![0.0; x.len()];
        for jumps in 0..poisson.right() {
            if jumps > 0 {
                self.wait(rate, &x, 1.0, &mut next);
                self.hurry(objective, &mut next, 1.0, None);
                let is_still = x == next;
                std::mem::swap(&mut x, &mut next);
                if is_still {
                    let rest: f64 = poisson.weights[jumps.saturating_sub(poisson.left)..].iter().sum();
                    total.iter_mut().zip(&x).for_each(|(total, value)| *total += rest * value);
                    break;
                }
            }
            if jumps >= poisson.left {
                let weight = poisson.weights[jumps - poisson.left];
                total.iter_mut().zip(&x).for_each(|(total, value)| *total += weight * value);
            }
        }
        total
    }

    /// Bounds on the best average per unit of time; `earned` is what each row earns, of those that wait per unit of time.
    fn average(&self, objective: Objective, earned: &[f64], epsilon: f64) -> (f64, f64) {
        let rate = self.rate * FASTER;
        let most_sweeps = (WORK_MAX / (self.columns.len() + self.members.len()) as f64) as usize;
        let per_jump: Vec<f64> = earned[..self.waiting].iter().map(|earned| earned / rate).collect();
        let mut x = vec![0.0; self.members.len()];
        self.hurry(objective, &mut x, 0.0, Some(earned));
        let mut next = x.clone();
        let (mut lower, mut upper) = (f64::NEG_INFINITY, f64::INFINITY);
        for _ in 0..most_sweeps.max(100) {
            self.wait(rate, &x, 0.0, &mut next);
            let (mut least, mut most, mut size) = (f64::INFINITY, f64::NEG_INFINITY, 0.0f64);
            for (state, earned) in per_jump.iter().enumerate() {
                next[state] += earned;
                let change = next[state] - x[state];
                (least, most, size) = (least.min(change), most.max(change), size.max(x[state].abs() + earned.abs()));
            }
            // Only differences matter: small numbers keep them precise.
            let anchor = next[0];
            next[..self.waiting].iter_mut().for_each(|value| *value -= anchor);
            self.hurry(objective, &mut next, 0.0, Some(earned));
            std::mem::swap(&mut x, &mut next);
            let rounding = (self.degree as f64 + 8.0) * f64::EPSILON * size;
            lower = lower.max((least - rounding) * rate);
            upper = upper.min((most + rounding) * rate);
            if upper - lower <= epsilon * 0.25 * lower.abs() || most - least <= rounding {
                break;
            }
        }
        (lower, upper.max(lower))
    }
}

/// Adds the states where something happens at once, each after those it can lead to before time passes.
fn order_of_hurry(
    model: &Model,
    inside: &Bits,
    allowed: &dyn Fn(usize) -> bool,
    members: &mut Vec<u32>,
) -> Result<(), CheckError> {
    let exits = model.exits.as_ref().expect("time is continuous");
    let hurries = |state: usize| inside.contains(state) && exits[state].is_infinite();
    let mut usable = Bits::new(model.transitions());
    for state in inside.iter().filter(|state| hurries(*state)) {
        for row in model.rows_of(state).filter(|row| allowed(*row)) {
            let is_stuck = model.targets[model.entries(row)].iter().all(|target| *target as usize == state);
            if is_stuck {
                return Err(endless(state));
            }
            // A row that may lead back at once is as good as what it leads to in the end.
            let others = model.entries(row).filter(|entry| model.targets[*entry] as usize != state);
            others.for_each(|entry| usable.insert(entry));
        }
    }
    let entries = |state: usize| {
        let rows = model.rows_of(state);
        model.branches[rows.start] as usize..model.branches[rows.end] as usize
    };
    let target = |entry: usize| usable.contains(entry).then(|| model.targets[entry] as usize);
    for component in components(model.states(), hurries, entries, target).iter() {
        match component {
            [only] => members.push(*only),
            several => return Err(endless(several[0] as usize)),
        }
    }
    Ok(())
}

fn endless(state: usize) -> CheckError {
    CheckError::unsupported(format!(
        "the model can go round in circles while no time passes, as from its state {state}; bounds on time and long-run \
         averages are supported where it cannot"
    ))
}

impl Engine<'_> {
    /// The probability of `through U[lower,upper] goal` in a Markov automaton.
    pub fn automaton_until(
        &self,
        through: &Bits,
        goal: &Bits,
        (lower, upper): (f64, Option<f64>),
        objective: Objective,
        relevant: Option<&Bits>,
    ) -> Result<Numbers, CheckError> {
        if lower > 0.0 {
            let message = "bounds from below on the time are not supported for Markov automata";
            return Err(CheckError::unsupported(message));
        }
        let Some(time) = upper else { return Ok(self.until_or_not(through, goal, objective, false).0) };
        let graph = &self.graph;
        let never = match objective {
            Objective::Maximise => graph.never_max(through, goal),
            Objective::Minimise => graph.never_min(through, goal),
        };
        let mut inside = never.or(goal).not();
        if let Some(relevant) = relevant {
            inside = inside.and(&graph.reachable(relevant.iter()));
        }
        let mut numbers = Numbers::indicator(goal, false);
        let clocked = Clocked::new(self.model, &inside, goal, &|_| true)?;
        let relevant: Vec<usize> = (0..clocked.members.len())
            .filter(|index| relevant.is_none_or(|relevant| relevant.contains(clocked.members[*index] as usize)))
            .collect();
        let (mut low, mut high) = (vec![0.0f64; clocked.members.len()], vec![1.0f64; clocked.members.len()]);
        let (mut rate, mut tail, mut work) = (clocked.rate, self.epsilon * 1e-8, 0.0);
        loop {
            let poisson = Poisson::new(rate * time, tail);
            let counted = clocked.counting(objective, rate, &poisson);
            let foreseen = clocked.foreseeing(objective, rate, &poisson);
            let (least, most) = match objective {
                Objective::Maximise => (counted, foreseen),
                Objective::Minimise => (foreseen, counted),
            };
            let rounding = clocked.rounding(poisson.right());
            for index in 0..low.len() {
                low[index] = low[index].max(least[index] * (1.0 - rounding) - poisson.outside);
                high[index] = high[index].min(most[index] * (1.0 + rounding) + poisson.outside);
            }
            // How many times too far apart the bounds are where it matters.
            let (mut excess, mut smallest) = (0.0f64, 1.0f64);
            for index in &relevant {
                excess = excess.max((high[*index] - low[*index]) / (self.epsilon * high[*index]));
                smallest = smallest.min(high[*index]);
            }
            let cost = (clocked.columns.len() + clocked.members.len()) as f64 * 2.0;
            work += cost * poisson.right() as f64;
            let wanted = smallest * self.epsilon * 0.01;
            let faster = if poisson.outside > wanted && wanted > 1e-290 {
                tail = wanted * 0.1;
                1.0
            } else {
                (1.2 * excess).clamp(2.0, 16.0)
            };
            if excess <= 1.0 || work + cost * rate * faster * time > WORK_MAX || rounding > self.epsilon {
                break;
            }
            rate *= faster;
        }
        for (index, state) in clocked.members.iter().enumerate() {
            numbers.lower[*state as usize] = low[index].clamp(0.0, 1.0);
            numbers.upper[*state as usize] = high[index].clamp(0.0, 1.0);
        }
        Ok(numbers)
    }

    /// The long-run average per unit of time of a Markov automaton: of what states earn by time, and rows at once.
    pub fn automaton_long_run(
        &self,
        by_time: &[f64],
        by_row: &[f64],
        objective: Objective,
    ) -> Result<Numbers, CheckError> {
        if self.exact {
            let message = "fractions are not supported for long-run averages of Markov automata";
            return Err(CheckError::unsupported(message));
        }
        let states = self.states();
        let all = Bits::full(states);
        let components = end_components(self.model, &all, |_| true);
        let mut gains = Vec::new();
        for component in &components {
            gains.push(self.automaton_gain(component, by_time, by_row, objective)?);
        }
        // Solvers want numbers that are not negative.
        let shift = gains.iter().map(|gain| gain.0).fold(0.0, f64::min);
        let stop = |(component, gain): (&EndComponent, &(f64, f64))| {
            (component.states[0], Stop { lower: gain.0 - shift, upper: gain.1 - shift, exact: None })
        };
        let stops: HashMap<u32, Stop> = components.iter().zip(&gains).map(stop).collect();
        let (mut numbers, _) = self.solve(Equations {
            base: Numbers::indicator(&Bits::new(states), false),
            unknown: &all,
            reward: None,
            exact_reward: None,
            objective,
            keep: &|_| true,
            collapse: &components,
            stops: &stops,
            improper: false,
        });
        numbers.lower.iter_mut().chain(&mut numbers.upper).for_each(|value| *value += shift);
        Ok(numbers)
    }

    /// The average within an end component, from below and from above.
    fn automaton_gain(
        &self,
        component: &EndComponent,
        by_time: &[f64],
        by_row: &[f64],
        objective: Objective,
    ) -> Result<(f64, f64), CheckError> {
        let model = self.model;
        let states = self.states();
        let exits = model.exits.as_ref().expect("time is continuous");
        let inside = Bits::from_indices(states, component.states.iter().map(|state| *state as usize));
        let rows = Bits::from_indices(model.rows(), component.rows.iter().map(|row| *row as usize));
        let clocked = Clocked::new(model, &inside, &Bits::new(states), &|row| rows.contains(row))?;
        if clocked.waiting == 0 {
            return Err(endless(component.states[0] as usize));
        }
        let mut earned: Vec<f64> = clocked.origin.iter().map(|row| by_row[*row as usize]).collect();
        for (index, state) in clocked.members[..clocked.waiting].iter().enumerate() {
            earned[index] = earned[index] * clocked.exits[index] + by_time[*state as usize];
        }
        let is_even = earned[clocked.waiting..].iter().all(|earned| *earned == 0.0);
        if is_even && earned[..clocked.waiting].iter().all(|one| *one == earned[0]) {
            return Ok((earned[0], earned[0]));
        }
        if objective == Objective::Minimise && earned.iter().all(|earned| *earned >= 0.0) {
            // Where one can stay for nothing the least average is nothing; iteration would only approach it.
            let is_free = |row: usize| {
                let state = self.graph.owner(row);
                rows.contains(row) && by_row[row] == 0.0 && (exits[state].is_infinite() || by_time[state] == 0.0)
            };
            if !end_components(model, &inside, is_free).is_empty() {
                return Ok((0.0, 0.0));
            }
        }
        Ok(clocked.average(objective, &earned, self.epsilon))
    }
}
