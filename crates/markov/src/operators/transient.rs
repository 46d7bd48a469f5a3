//! Continuous time: what happens within a time, by uniformisation (Jensen 1953). The number of jumps within time `t` at the
//! uniform rate `q` is Poisson distributed with mean `qt`; its weights are computed outwards from the mode, as Fox and Glynn do
//! (1988), with bounds on what is cut off at both ends.
//!
//! Where many jumps happen and values are not small, a series of far fewer products ([`chebyshev`]) comes first.
//!
//! Jump by jump, all quantities are sums of products of numbers that are not negative, so that rounding is a relative error, counted in
//! steps; what is cut off is an absolute one. Both are part of the bounds.

use dashu::rational::RBig;

use crate::bits::Bits;
use crate::model::{Kind, Model, Reward};
use crate::operators::chebyshev;
use crate::operators::engine::Engine;
use crate::operators::values::Numbers;
use crate::rational;

/// The weights of a Poisson distribution from `left` on, and how much lies outside.
pub(super) struct Poisson {
    pub(super) left: usize,
    pub(super) weights: Vec<f64>,
    pub(super) outside: f64,
}

impl Poisson {
    /// Weights that miss at most about `tail` at each end.
    pub(super) fn new(mean: f64, tail: f64) -> Poisson {
        if mean == 0.0 {
            return Poisson { left: 0, weights: vec![1.0], outside: 0.0 };
        }
        let mode = mean.floor();
        // Relative to the weight of the mode, which is about 1 / sqrt(2 pi mean) of the whole.
        let small = tail / (1.0 + mean.sqrt() * 3.0);
        let mut right = vec![1.0];
        let mut next = mode + 1.0;
        let cut_right = loop {
            let ratio = mean / next;
            let last = *right.last().expect("it has a first");
            // What follows is less than a geometric series.
            let rest = if ratio < 1.0 { last * ratio / (1.0 - ratio) } else { f64::INFINITY };
            if rest <= small {
                break rest;
            }
            right.push(last * ratio);
            next += 1.0;
        };
        let mut left = Vec::new();
        let (mut at, mut last) = (mode, 1.0);
        let cut_left = loop {
            if at == 0.0 {
                break 0.0;
            }
            let ratio = at / mean;
            let rest = if ratio < 1.0 { last * ratio / (1.0 - ratio) } else { f64::INFINITY };
            if rest <= small {
                break rest;
            }
            last *= ratio;
            left.push(last);
            at -= 1.0;
        };
        left.reverse();
        let first = at as usize;
        let mut weights = left;
        weights.extend(right);
        // From both ends inwards, small ones first.
        let mode = mode as usize - first;
        let sum = weights[..mode].iter().sum::<f64>() + weights[mode..].iter().rev().sum::<f64>();
        weights.iter_mut().for_each(|weight| *weight /= sum);
        Poisson { left: first, weights, outside: (cut_left + cut_right) / sum }
    }

    pub(super) fn right(&self) -> usize {
        self.left + self.weights.len()
    }
}

/// A uniformised chain over some of the states; the others keep a value that is part of `constant`.
pub(super) struct Uniform {
    rate: f64,
    members: Vec<u32>,
    starts: Vec<u32>,
    columns: Vec<u32>,
    weights: Vec<f64>,
    stay: Vec<f64>,
    constant: Vec<f64>,
    /// The largest value that another state keeps.
    pub(super) outside: f64,
    /// The largest number of entries in a row.
    pub(super) degree: usize,
}

impl Uniform {
    /// `fixed` is the value of each state outside `inside`.
    fn new(model: &Model, inside: &Bits, fixed: &dyn Fn(usize) -> f64) -> Uniform {
        let exits = model.exits.as_ref().expect("time is continuous");
        let members: Vec<u32> = inside.iter().map(|state| state as u32).collect();
        let mut place = vec![u32::MAX; model.states()];
        for (index, state) in members.iter().enumerate() {
            place[*state as usize] = index as u32;
        }
        let rate = members.iter().map(|state| exits[*state as usize]).fold(0.0, f64::max);
        let mut uniform = Uniform {
            rate,
            starts: vec![0],
            columns: Vec::new(),
            weights: Vec::new(),
            stay: Vec::with_capacity(members.len()),
            constant: Vec::with_capacity(members.len()),
            outside: 0.0,
            degree: 0,
            members,
        };
        for (index, state) in uniform.members.iter().enumerate() {
            let exit = exits[*state as usize] / rate;
            let mut constant = 0.0;
            let mut leaving = 0.0;
            for row in model.rows_of(*state as usize) {
                for (target, probability) in model.row(row) {
                    match place[target] {
                        u32::MAX => {
                            let value = fixed(target);
                            uniform.outside = uniform.outside.max(value.abs());
                            constant += exit * probability * value;
                        }
                        column if column as usize == index => continue,
                        column => {
                            uniform.columns.push(column);
                            uniform.weights.push(exit * probability);
                        }
                    }
                    leaving += probability;
                }
            }
            uniform.constant.push(constant);
            uniform.stay.push((1.0 - exit * leaving.min(1.0)).max(0.0));
            let start = *uniform.starts.last().expect("it has a first") as usize;
            uniform.degree = uniform.degree.max(uniform.columns.len() - start);
            uniform.starts.push(uniform.columns.len() as u32);
        }
        uniform
    }

    /// What a jump makes of `x`, each value handed to `take` with its member's number.
    #[inline(always)]
    fn jump(&self, x: &[f64], mut take: impl FnMut(usize, f64)) {
        let n = self.stay.len();
        let (x, stay, constant) = (&x[..n], &self.stay[..n], &self.constant[..n]);
        let mut start = self.starts[0] as usize;
        for index in 0..n {
            let end = self.starts[index + 1] as usize;
            let (columns, weights) = (&self.columns[start..end], &self.weights[start..end]);
            let mut sum = stay[index] * x[index] + constant[index];
            for entry in 0..columns.len() {
                sum += weights[entry] * x[columns[entry] as usize];
            }
            take(index, sum);
            start = end;
        }
    }

    fn step(&self, x: &[f64], out: &mut [f64]) {
        self.jump(x, |index, value| out[index] = value);
    }

    /// The next of Chebyshev's vectors, in the place of the one before `x`, and the largest of its entries. `x` is the `first`
    /// itself, or there was one before.
    pub(super) fn chebyshev(&self, x: &[f64], before: &mut [f64], first: bool) -> f64 {
        let mut most: f64 = 0.0;
        self.jump(x, |index, value| {
            let next = if first { value } else { 2.0 * value - before[index] };
            before[index] = next;
            most = most.max(next.abs());
        });
        most
    }

    /// The sum over all `k` of `weight(k)` times the values after `k` steps from `x`, for `k` in `from..to`; `rest(k)` is what
    /// all weights from `k` on sum to. Also how many steps were made.
    fn sum(
        &self,
        mut x: Vec<f64>,
        from: usize,
        to: usize,
        weight: &dyn Fn(usize) -> f64,
        rest: &dyn Fn(usize) -> f64,
    ) -> (Vec<f64>, usize) {
        let mut total = vec![0.0; x.len()];
        let mut next = vec![0.0; x.len()];
        for k in 0..to {
            if k >= from {
                let weight = weight(k);
                total.iter_mut().zip(&x).for_each(|(total, value)| *total += weight * value);
            }
            if k + 1 == to {
                break;
            }
            self.step(&x, &mut next);
            std::mem::swap(&mut x, &mut next);
            // Nothing moves any more: the rest is alike.
            if k % 16 == 0 && x == next {
                let rest = rest((k + 1).max(from));
                total.iter_mut().zip(&x).for_each(|(total, value)| *total += rest * value);
                return (total, k + 1);
            }
        }
        (total, to)
    }

    /// How much rounding may have changed a sum of so many steps, relatively.
    fn rounding(&self, steps: usize, poisson: &Poisson) -> f64 {
        (steps as f64 * (self.degree as f64 + 4.0) + 4.0 * poisson.weights.len() as f64) * f64::EPSILON
    }

    /// The expectation, after time `t`, of `x` on the members.
    fn after(&self, x: Vec<f64>, time: f64, way: Way) -> Found {
        let jumps = self.rate * time;
        if way.is_fast
            && jumps >= chebyshev::JUMPS_MIN
            && let Some(found) = chebyshev::after(self, &x, jumps)
        {
            return Found { values: found.values, absolute: found.error, relative: 0.0, by_series: true };
        }
        let poisson = Poisson::new(jumps, way.tail);
        let most = x.iter().fold(self.outside, |most, value| most.max(value.abs()));
        let mixed = x.iter().any(|value| *value < 0.0);
        let mut rests = poisson.weights.clone();
        for index in (1..rests.len()).rev() {
            rests[index - 1] += rests[index];
        }
        let left = poisson.left;
        let (values, steps) = self.sum(x, left, poisson.right(), &|k| poisson.weights[k - left], &|k| {
            if k < left { 1.0 } else { rests.get(k - left).copied().unwrap_or(0.0) }
        });
        let relative = self.rounding(steps, &poisson);
        let absolute = poisson.outside * most + if mixed { relative * most } else { 0.0 };
        Found { values, absolute, relative, by_series: false }
    }
}

/// How to look into time: jump by jump small values are relatively precise, by a series all are absolutely.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// By a series, where that is faster.
    is_fast: bool,
    /// What is cut off at each end of the number of jumps.
    tail: f64,
}

/// Values of the members, and what they may be wrong by, absolutely and relatively.
struct Found {
    values: Vec<f64>,
    absolute: f64,
    relative: f64,
    by_series: bool,
}

/// A value, an absolute error and a relative one, in each state.
struct Estimate {
    values: Vec<f64>,
    /// States whose value is not certain.
    doubtful: Bits,
    absolute: f64,
    relative: f64,
    /// Whether small values are not as precise as they could be.
    by_series: bool,
}

impl Estimate {
    /// Whether the absolute error is small beside each value that matters: of the `relevant` states, or of any.
    fn is_close(&self, relevant: Option<&Bits>, epsilon: f64) -> bool {
        match relevant {
            Some(relevant) => {
                let mut doubtful = relevant.iter().filter(|state| self.doubtful.contains(*state));
                doubtful.all(|state| self.absolute <= 0.4 * epsilon * self.values[state].abs())
            }
            None => {
                let most = self.values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
                self.absolute <= 1e-3 * epsilon * most
            }
        }
    }

    /// Bounds, kept within `least` and `most`.
    fn numbers(self, least: f64, most: f64) -> Numbers {
        let bound = |sign: f64| -> Vec<f64> {
            let shifted = self.values.iter().enumerate().map(|(state, value)| match self.doubtful.contains(state) {
                true => value + sign * (self.absolute + self.relative * value.abs()),
                false => *value,
            });
            shifted.map(|value| value.clamp(least, most)).collect()
        };
        Numbers { lower: bound(-1.0), upper: bound(1.0), exact: None }
    }
}

impl Engine<'_> {
    /// The probability of `through U[lower,upper] goal` in continuous time. Where only some states matter, small values are
    /// computed to the relative precision too.
    pub fn timed_until(
        &self,
        through: &Bits,
        goal: &Bits,
        (lower, upper): (f64, Option<f64>),
        relevant: Option<&Bits>,
    ) -> Numbers {
        let mut way = Way { is_fast: true, tail: self.epsilon * 1e-8 };
        // What is cut off is seen from the first result, unless that is too small to be seen at all.
        for rounds_left in (0..4).rev() {
            let estimate = self.estimate_until(through, goal, (lower, upper), way);
            way.is_fast = false;
            if estimate.by_series {
                if estimate.is_close(relevant, self.epsilon) {
                    return estimate.numbers(0.0, 1.0);
                }
                continue;
            }
            let least = relevant.map(|relevant| {
                relevant.iter().map(|state| estimate.values[state]).filter(|value| *value > 0.0).fold(1.0, f64::min)
            });
            let wanted = least.map_or(way.tail, |least| least * self.epsilon * 0.1);
            if estimate.absolute <= wanted || wanted < 1e-290 || rounds_left == 0 {
                return estimate.numbers(0.0, 1.0);
            }
            way.tail = wanted * 0.1;
        }
        unreachable!("the last round is by jumps and returns")
    }

    fn estimate_until(&self, through: &Bits, goal: &Bits, (lower, upper): (f64, Option<f64>), way: Way) -> Estimate {
        let states = self.states();
        // First backwards from the upper bound to the lower one …
        let mut estimate = match upper {
            None => {
                let (numbers, _) = self.until_or_not(through, goal, crate::solvers::Objective::Maximise, false);
                let width = (0..states).map(|state| numbers.upper[state] - numbers.lower[state]).fold(0.0, f64::max);
                let values = (0..states).map(|state| numbers.value(state)).collect();
                let wide = (0..states).filter(|state| numbers.lower[*state] != numbers.upper[*state]);
                let doubtful = Bits::from_indices(states, wide);
                Estimate { values, doubtful, absolute: width, relative: 0.0, by_series: false }
            }
            Some(upper) => {
                let indicator = |state: usize| f64::from(u8::from(goal.contains(state)));
                let mut values: Vec<f64> = (0..states).map(indicator).collect();
                let maybe = self.graph.reach(through, goal).minus(goal);
                let (mut absolute, mut relative, mut by_series) = (0.0, 0.0, false);
                if !maybe.is_empty() && upper > lower {
                    let uniform = Uniform::new(self.model, &maybe, &indicator);
                    let start = vec![0.0; uniform.members.len()];
                    let found = uniform.after(start, upper - lower, way);
                    (absolute, relative, by_series) = (found.absolute, found.relative, found.by_series);
                    for (state, value) in uniform.members.iter().zip(found.values) {
                        values[*state as usize] = value.clamp(0.0, 1.0);
                    }
                }
                Estimate { values, doubtful: maybe, absolute, relative, by_series }
            }
        };
        // … then from there to the beginning, through states that allow it.
        if lower > 0.0 {
            let positive = |state: &usize| estimate.values[*state] > 0.0 && through.contains(*state);
            let target = Bits::from_indices(states, (0..states).filter(positive));
            let inside = self.graph.reach(through, &target);
            let mut values = vec![0.0; states];
            if !inside.is_empty() {
                let uniform = Uniform::new(self.model, &inside, &|_| 0.0);
                let start = uniform.members.iter().map(|state| estimate.values[*state as usize]).collect();
                let found = uniform.after(start, lower, way);
                estimate.absolute += found.absolute;
                estimate.relative += found.relative;
                estimate.by_series |= found.by_series;
                for (state, value) in uniform.members.iter().zip(found.values) {
                    values[*state as usize] = value.clamp(0.0, 1.0);
                }
            }
            estimate.values = values;
            estimate.doubtful = inside;
        }
        estimate
    }

    /// The expectation of a state's reward at one moment.
    pub fn timed_instantaneous(&self, reward: &[f64], time: f64, relevant: Option<&Bits>) -> Numbers {
        let uniform = Uniform::new(self.model, &Bits::full(self.states()), &|_| 0.0);
        self.fast_or_precise(relevant, |way| uniform.after(reward.to_vec(), time, way))
    }

    /// The faster way, if it is precise enough where it matters.
    fn fast_or_precise(&self, relevant: Option<&Bits>, look: impl Fn(Way) -> Found) -> Numbers {
        let estimate = |is_fast: bool| {
            let Found { values, absolute, relative, by_series } = look(Way { is_fast, tail: self.epsilon * 1e-8 });
            Estimate { values, doubtful: Bits::full(self.states()), absolute, relative, by_series }
        };
        let fast = estimate(true);
        let is_enough = !fast.by_series || fast.is_close(relevant, self.epsilon);
        let found = if is_enough { fast } else { estimate(false) };
        found.numbers(f64::NEG_INFINITY, f64::INFINITY)
    }

    /// The expectation of what is earned until a moment, at these rates in each state.
    pub fn timed_cumulative(&self, rates: &[f64], time: f64, relevant: Option<&Bits>) -> Numbers {
        let uniform = Uniform::new(self.model, &Bits::full(self.states()), &|_| 0.0);
        self.fast_or_precise(relevant, |way| uniform.earned(rates, time, way))
    }
}

impl Uniform {
    /// What is earned at these rates until a moment.
    fn earned(&self, rates: &[f64], time: f64, way: Way) -> Found {
        let jumps = self.rate * time;
        if way.is_fast
            && jumps >= chebyshev::JUMPS_MIN
            && let Some(mut found) = chebyshev::accumulated(self, rates, jumps)
        {
            found.values.iter_mut().for_each(|value| *value /= self.rate);
            let absolute = found.error / self.rate;
            return Found { values: found.values, absolute, relative: f64::EPSILON, by_series: true };
        }
        let most = rates.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        let poisson = Poisson::new(jumps, way.tail);
        let left = poisson.left;
        // The k-th jump comes before the end with the probability that there are more than k; the stays before it last
        // 1/rate on average.
        let mut more = poisson.weights.clone();
        for index in (1..more.len()).rev() {
            more[index - 1] += more[index];
        }
        let weight = |k: usize| if k + 1 < left { 1.0 } else { more.get(k + 1 - left).copied().unwrap_or(0.0) };
        let weight = |k: usize| if self.rate == 0.0 { time } else { weight(k) / self.rate };
        let to = poisson.right().max(1);
        let rest = |from: usize| (from..to).map(weight).sum::<f64>();
        let (values, steps) = self.sum(rates.to_vec(), 0, to, &weight, &rest);
        let rounding = self.rounding(steps, &poisson);
        let mixed = rates.iter().any(|value| *value < 0.0);
        // Beyond the right end less is earned than the time times the probability of getting there, before the left end less
        // is missing than that.
        let cut = 3.0 * poisson.outside * most * time;
        let absolute = cut + if mixed { rounding * most * time } else { 0.0 };
        Found { values, absolute, relative: rounding, by_series: false }
    }
}

impl Model {
    /// The rate at which a reward structure is earned in each state: its own, and what leaving earns as often as it happens.
    pub fn reward_rates(&self, reward: &Reward) -> Vec<f64> {
        let exits = self.exits.as_ref().expect("time is continuous");
        let by_leaving = Reward { states: None, ..reward.clone() };
        let mut rates = self.row_rewards(&by_leaving);
        for (state, rate) in rates.iter_mut().enumerate() {
            *rate = *rate * exits[state] + reward.states.as_ref().map_or(0.0, |states| states[state]);
        }
        rates
    }

    /// The chain in discrete time whose steps come at the same rate everywhere, so that it spends as many steps in each state
    /// as this one spends time.
    /// Fractions are worked out where `exact`.
    pub fn uniformised(&self, exact: bool) -> Model {
        let exits = self.exits.as_ref().expect("time is continuous");
        let rate = exits.iter().copied().fold(0.0, f64::max);
        let mut uniform = Model {
            kind: Kind::Chain,
            branches: vec![0],
            targets: Vec::with_capacity(self.transitions() + self.states()),
            probabilities: Vec::with_capacity(self.transitions() + self.states()),
            probabilities_most: None,
            exits: None,
            rewards: Vec::new(),
            actions: None,
            fractions: std::collections::HashMap::new(),
            ..self.clone()
        };
        for (state, exit) in exits.iter().enumerate() {
            let part = exit / rate;
            let row = self.choices[state] as usize;
            let start = uniform.targets.len();
            for (target, probability) in self.row(row) {
                uniform.targets.push(target as u32);
                uniform.probabilities.push(probability * part);
            }
            // What the state does less often than others it spends staying.
            if part < 1.0 {
                uniform.targets.push(state as u32);
                uniform.probabilities.push(1.0 - part);
            }
            if exact {
                let exact_part = rational::meant(*exit) / rational::meant(rate);
                let mut fractions: Vec<RBig> = self.exact_row(row).into_iter().map(|one| one * &exact_part).collect();
                if part < 1.0 {
                    fractions.push(RBig::ONE - &exact_part);
                }
                let places = start as u32..;
                uniform.fractions.extend(places.zip(fractions));
            }
            uniform.branches.push(uniform.targets.len() as u32);
        }
        uniform
    }
}
