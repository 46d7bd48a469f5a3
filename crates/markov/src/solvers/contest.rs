//! Decision processes in which rows pay several things at once, and the best scheduler for a weighing of them: policy iteration
//! among policies that end almost surely.
//!
//! A policy that ends is only left for one that is strictly better, so that all policies on the way end (around a loop that a
//! step would close, the improvements sum to what the loop pays, which is not more than nothing; so nothing on it was better).

use dashu::rational::RBig;

use super::numeric::{Objective, solve};
use super::system::{System, proper_policy};
use super::{ExactSystem, exact};
use crate::rational;

/// What rows pay is never negative; a cost is something of which less is better.
pub struct Contest {
    /// Its constants do not matter.
    pub system: System,
    /// Per objective and row.
    pub payoffs: Vec<Vec<f64>>,
    pub is_cost: Vec<bool>,
    /// The weights of the system's entries and the payoffs as fractions.
    pub exact: Option<(Vec<RBig>, Vec<Vec<RBig>>)>,
    pub start: usize,
    /// Whether some schedulers pay without end.
    pub is_endless: bool,
}

/// What one scheduler attains; costs count negative, so that more is better everywhere.
#[derive(Clone, Debug)]
pub struct Attained {
    /// At least this.
    pub point: Vec<RBig>,
    /// No scheduler's weighed sum is larger; `None` if that could not be proven.
    pub most: Option<RBig>,
}

const ROUNDS_MAX: usize = 1000;
/// How much better, relatively, a row must be.
const MARGIN: f64 = 1e-11;
/// Rounds in which the steps that a run takes at most among rows that are as good as the best are looked for.
const DRIFT_ROUNDS: usize = 60;

impl Contest {
    /// The scheduler that makes the weighed sum of all objectives largest.
    pub fn best(&self, weights: &[RBig], epsilon: f64, workers: usize) -> Attained {
        let signed: Vec<f64> = weights
            .iter()
            .zip(&self.is_cost)
            .map(|(weight, is_cost)| if *is_cost { -rational::nearest(weight) } else { rational::nearest(weight) })
            .collect();
        let (policy, values) = self.iterate(&signed, epsilon, workers);
        if let Some((entries, payoffs)) = &self.exact {
            return self.best_exactly(weights, entries, payoffs, policy);
        }
        let most = self.bound(&signed, &policy, &values, epsilon, workers).map(rational::exact_of);
        let point = self.is_cost.iter().enumerate().map(|(objective, is_cost)| {
            let (lower, upper) = self.earned(&policy, &self.payoffs[objective], epsilon, workers);
            rational::exact_of(if *is_cost { -upper[self.start] } else { lower[self.start] })
        });
        Attained { point: point.collect(), most }
    }

    /// What a policy earns, from below and from above.
    fn earned(&self, policy: &[u32], payoffs: &[f64], epsilon: f64, workers: usize) -> (Vec<f64>, Vec<f64>) {
        let system = &self.system;
        let mut chain = System { choices: vec![0], branches: vec![0], ..System::default() };
        for row in policy {
            let row = *row as usize;
            let range = system.entries(row);
            chain.targets.extend_from_slice(&system.targets[range.clone()]);
            chain.weights.extend_from_slice(&system.weights[range]);
            chain.branches.push(chain.targets.len() as u32);
            chain.choices.push(chain.branches.len() as u32 - 1);
            chain.leaving.push(system.leaving[row]);
            chain.constant_lower.push(payoffs[row]);
            chain.constant_upper.push(payoffs[row]);
            chain.origin.push(row as u32);
        }
        let solution = solve(&chain, Objective::Maximise, epsilon, None, workers);
        (solution.lower, solution.upper)
    }

    fn weighed(&self, signed: &[f64], row: usize) -> f64 {
        signed.iter().zip(&self.payoffs).map(|(weight, payoffs)| weight * payoffs[row]).sum()
    }

    fn row_value(&self, signed: &[f64], row: usize, values: &[f64]) -> f64 {
        self.weighed(signed, row) + self.system.row(row).map(|(target, weight)| weight * values[target]).sum::<f64>()
    }

    fn iterate(&self, signed: &[f64], epsilon: f64, workers: usize) -> (Vec<u32>, Vec<f64>) {
        let system = &self.system;
        let mut policy = proper_policy(system);
        let mut values = vec![0.0; system.states()];
        // Values must be better known than what is taken for an improvement.
        let precision = epsilon.min(1e-9);
        for _ in 0..ROUNDS_MAX {
            values.fill(0.0);
            let mut scale = vec![0.0; system.states()];
            for (weight, payoffs) in signed.iter().zip(&self.payoffs).filter(|(weight, _)| **weight != 0.0) {
                let (lower, upper) = self.earned(&policy, payoffs, precision, workers);
                for (state, value) in values.iter_mut().enumerate() {
                    *value += weight * (0.5 * (lower[state] + upper[state]));
                    scale[state] += weight.abs() * upper[state];
                }
            }
            let mut switched = false;
            for (state, chosen) in policy.iter_mut().enumerate() {
                let mut best = self.row_value(signed, *chosen as usize, &values);
                let margin = MARGIN.max(precision * 1e-1) * scale[state];
                for row in system.rows_of(state) {
                    let value = self.row_value(signed, row, &values);
                    if value > best + margin {
                        (best, *chosen) = (value, row as u32);
                        switched = true;
                    }
                }
            }
            if !switched {
                break;
            }
        }
        (policy, values)
    }

    /// A proven bound on what any scheduler that ends attains: values that no row exceeds. The values found are lifted by a
    /// multiple of the steps that a run takes at most, among rows that are about as good as the best.
    fn bound(&self, signed: &[f64], policy: &[u32], values: &[f64], epsilon: f64, workers: usize) -> Option<f64> {
        let system = &self.system;
        let slack: Vec<(f64, f64)> = (0..system.states())
            .flat_map(|state| system.rows_of(state).map(move |row| (state, row)))
            .map(|(state, row)| {
                let entries = system.entries(row).len() + self.payoffs.len();
                let paid: f64 = signed.iter().zip(&self.payoffs).map(|(weight, one)| (weight * one[row]).abs()).sum();
                let size = paid
                    + values[state].abs()
                    + system.row(row).map(|(target, weight)| weight * values[target].abs()).sum::<f64>();
                let rounding = (entries + 4) as f64 * f64::EPSILON * size;
                (values[state] - self.row_value(signed, row, values) - rounding, size)
            })
            .collect();
        let ones = vec![1.0; system.rows()];
        let mut slowest = policy.to_vec();
        for _ in 0..DRIFT_ROUNDS {
            let (_, steps) = self.earned(&slowest, &ones, epsilon, workers);
            if !steps.iter().all(|steps| *steps < 1e15) {
                return None;
            }
            let falls =
                |state: usize, row: usize| steps[state] - system.row(row).map(|(to, p)| p * steps[to]).sum::<f64>();
            let (mut least, mut most) = (0.0f64, f64::INFINITY);
            let mut switched = false;
            for (state, chosen) in slowest.iter_mut().enumerate() {
                for row in system.rows_of(state) {
                    let fall = falls(state, row);
                    let (room, size) = slack[row];
                    if fall > 0.0 {
                        least = least.max(-room / fall);
                    } else if room <= 0.0 || fall < 0.0 && room / -fall < epsilon * size {
                        *chosen = row as u32;
                        switched = true;
                        break;
                    } else if fall < 0.0 {
                        most = most.min(room / -fall);
                    }
                }
            }
            if !switched {
                return (least <= most).then(|| {
                    let bound = values[self.start] + least * steps[self.start];
                    bound + 8.0 * f64::EPSILON * bound.abs()
                });
            }
        }
        None
    }

    fn best_exactly(
        &self,
        weights: &[RBig],
        entries: &[RBig],
        payoffs: &[Vec<RBig>],
        mut policy: Vec<u32>,
    ) -> Attained {
        let mut system = ExactSystem {
            choices: self.system.choices.clone(),
            branches: self.system.branches.clone(),
            targets: self.system.targets.clone(),
            weights: entries.to_vec(),
            constant: Vec::new(),
            origin: Vec::new(),
        };
        let signed: Vec<RBig> = weights
            .iter()
            .zip(&self.is_cost)
            .map(|(weight, cost)| if *cost { -weight } else { weight.clone() })
            .collect();
        let sum = |row: usize| {
            let parts = signed.iter().zip(payoffs).map(|(weight, payoffs)| weight * &payoffs[row]);
            parts.fold(RBig::ZERO, |sum, part| sum + part)
        };
        system.constant = (0..self.system.rows()).map(sum).collect();
        let most;
        (most, policy) = super::solve_exact(&system, Objective::Maximise, policy);
        let most = most[self.start].clone();
        let point = payoffs.iter().zip(&self.is_cost).map(|(payoffs, is_cost)| {
            system.constant = payoffs.clone();
            let value = exact::evaluate(&system, &policy)[self.start].clone();
            if *is_cost { -value } else { value }
        });
        Attained { point: point.collect(), most: Some(most) }
    }
}
