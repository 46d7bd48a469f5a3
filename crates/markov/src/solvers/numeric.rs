//! Sound solution in doubles, component by component.
//!
//! A single state is solved in one step, a component of a chain by elimination, one of a process by policy iteration. Only
//! a solution that had to be iterated needs proof: it is widened a little and accepted when the Bellman operator maps the
//! widened vectors inwards (the induction at the heart of optimistic value iteration, Hartmanns and Kaminski 2020), which
//! a candidate this good achieves within a few sweeps. What elimination and single steps compute is accurate to rounding.

use super::elimination::Linear;
use super::policy;
use super::sweeps;
use super::system::System;
use crate::graph::components;

/// Bounds on every unknown, and a row per unknown that attains them.
#[derive(Clone, Debug, Default)]
pub struct Solution {
    pub lower: Vec<f64>,
    pub upper: Vec<f64>,
    /// The system's row chosen in each state.
    pub policy: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    Minimise,
    Maximise,
}

impl Objective {
    #[inline]
    pub fn better(self, new: f64, old: f64) -> bool {
        match self {
            Objective::Minimise => new < old,
            Objective::Maximise => new > old,
        }
    }

    #[inline]
    pub fn worst(self) -> f64 {
        match self {
            Objective::Minimise => f64::INFINITY,
            Objective::Maximise => f64::NEG_INFINITY,
        }
    }

    pub fn opposite(self) -> Objective {
        match self {
            Objective::Minimise => Objective::Maximise,
            Objective::Maximise => Objective::Minimise,
        }
    }
}

/// Solves the system with relative error `epsilon`. `proper` is a policy that leaves the unknowns almost surely, needed
/// where others do not (minimal rewards).
pub fn solve(system: &System, objective: Objective, epsilon: f64, proper: Option<&[u32]>, workers: usize) -> Solution {
    let n = system.states();
    let mut solution = Solution {
        lower: vec![0.0; n],
        upper: vec![0.0; n],
        policy: (0..n).map(|state| system.choices[state]).collect(),
    };
    let parts = components(
        n,
        |_| true,
        |state| {
            let rows = system.rows_of(state);
            system.branches[rows.start] as usize..system.branches[rows.end] as usize
        },
        |entry| Some(system.targets[entry] as usize),
    );
    let nontrivial = parts.iter().filter(|part| part.len() > 1).count();
    let slack = (epsilon / (4 * nontrivial.clamp(1, 1000)) as f64).max(1e-13);
    let mut place = if nontrivial > 0 { vec![u32::MAX; n] } else { Vec::new() };
    for part in parts.iter() {
        if let [state] = part {
            solve_single(system, objective, *state as usize, &mut solution);
            continue;
        }
        let ordered;
        let part = if part.len() < sweeps::ORDERED {
            part
        } else {
            ordered = sweeps::order(system, part, &mut place);
            &ordered[..]
        };
        let local = localise(system, part, &solution, &mut place);
        let found = if local.is_chain() {
            shared(workers, &local, || solve_chain(&local, slack))
        } else {
            let start = proper.map(|rows| {
                let first: Vec<u32> = part
                    .iter()
                    .enumerate()
                    .map(|(index, state)| {
                        local.choices[index] + rows[*state as usize] - system.choices[*state as usize]
                    })
                    .collect();
                first
            });
            shared(workers, &local, || policy::solve_component(&local, objective, slack, start))
        };
        for (index, state) in part.iter().enumerate() {
            let state = *state as usize;
            solution.lower[state] = found.lower[index];
            solution.upper[state] = found.upper[index];
            solution.policy[state] = system.choices[state] + found.policy[index] - local.choices[index];
        }
    }
    solution
}

/// Runs what may be shared among workers; small components are not worth it.
fn shared<T: Send>(workers: usize, local: &System, work: impl FnOnce() -> T + Send) -> T {
    if !is_large(local) {
        return work();
    }
    match rayon::ThreadPoolBuilder::new().num_threads(workers).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}

/// A state on its own, perhaps with self-loops: each row is a geometric series.
fn solve_single(system: &System, objective: Objective, state: usize, solution: &mut Solution) {
    let mut best = (objective.worst(), objective.worst());
    let mut chosen = system.choices[state];
    let mut chosen_value = objective.worst();
    for row in system.rows_of(state) {
        let (mut lower, mut upper) = (system.constant_lower[row], system.constant_upper[row]);
        let mut looping = false;
        let mut leaving = system.leaving[row];
        for (target, weight) in system.row(row) {
            if target == state {
                looping = true;
            } else {
                lower += weight * solution.lower[target];
                upper += weight * solution.upper[target];
                leaving += weight;
            }
        }
        if looping {
            if leaving == 0.0 {
                // A row that only loops earns for ever or never; it is no way out.
                let value = if lower > 0.0 { f64::INFINITY } else { 0.0 };
                (lower, upper) = (value, value);
            } else {
                lower /= leaving;
                upper /= leaving;
            }
        }
        if objective.better(lower, best.0) {
            best.0 = lower;
        }
        if objective.better(upper, best.1) {
            best.1 = upper;
        }
        let middle = 0.5 * (lower + upper);
        if objective.better(middle, chosen_value) {
            chosen_value = middle;
            chosen = row as u32;
        }
    }
    solution.lower[state] = best.0;
    solution.upper[state] = best.1;
    solution.policy[state] = chosen;
}

/// The component as a system of its own; what leads out of it is known by now.
fn localise(system: &System, part: &[u32], solution: &Solution, place: &mut [u32]) -> System {
    for (index, state) in part.iter().enumerate() {
        place[*state as usize] = index as u32;
    }
    let mut local = System { choices: vec![0], branches: vec![0], ..System::default() };
    for state in part {
        for row in system.rows_of(*state as usize) {
            let (mut lower, mut upper) = (system.constant_lower[row], system.constant_upper[row]);
            let mut leaving = system.leaving[row];
            for (target, weight) in system.row(row) {
                match place[target] {
                    u32::MAX => {
                        lower += weight * solution.lower[target];
                        upper += weight * solution.upper[target];
                        leaving += weight;
                    }
                    index => {
                        local.targets.push(index);
                        local.weights.push(weight);
                    }
                }
            }
            local.branches.push(local.targets.len() as u32);
            local.constant_lower.push(lower);
            local.constant_upper.push(upper);
            local.leaving.push(leaving);
            local.origin.push(row as u32);
        }
        local.choices.push(local.branches.len() as u32 - 1);
    }
    for state in part {
        place[*state as usize] = u32::MAX;
    }
    local
}

/// From this size on value iteration is tried before elimination, whose fill may grow faster than the component, and what
/// value iteration does not settle is solved on several levels.
const LARGE: usize = 20_000;
/// The same of components without choices, which are solved but once.
const LARGE_CHAIN: usize = 8_000;
/// Entries per state from which on elimination fills at once.
const WIDE: usize = 16;

pub fn is_large(local: &System) -> bool {
    local.states() >= if local.is_chain() { LARGE_CHAIN } else { LARGE }
}

fn solve_chain(local: &System, slack: f64) -> Solution {
    let n = local.states();
    let rows: Vec<u32> = (0..n as u32).collect();
    let (mut lower, mut upper) = (vec![0.0; n], vec![0.0; n]);
    if (is_large(local) || n >= sweeps::ORDERED && local.targets.len() > WIDE * n)
        && let Some(found) = sweeps::sweep_and_prove(local, Objective::Maximise, slack)
    {
        return found;
    }
    if is_large(local) {
        let residual = policy::residual_for(slack);
        policy::evaluate(local, &rows, &local.constant_lower, residual, &mut lower);
        upper.clone_from(&lower);
        if local.constant_lower != local.constant_upper {
            policy::evaluate(local, &rows, &local.constant_upper, residual, &mut upper);
        }
    } else {
        let mut linear = linear_of(local, &rows);
        let direct = linear.solve(slack * 1e-4, &mut lower, &mut upper);
        if direct {
            return Solution { lower, upper, policy: rows };
        }
    }
    policy::certify(local, Objective::Maximise, lower, upper, slack, rows)
}

/// The chain that a choice of rows induces.
pub fn linear_of(local: &System, rows: &[u32]) -> Linear {
    let mut linear = Linear::default();
    for row in rows {
        let row = *row as usize;
        let mut entries: Vec<(u32, f64)> = Vec::with_capacity(local.entries(row).len());
        for (target, weight) in local.row(row) {
            match entries.iter_mut().find(|(known, _)| *known as usize == target) {
                Some(entry) => entry.1 += weight,
                None => entries.push((target as u32, weight)),
            }
        }
        linear.rows.push(entries);
        linear.leaving.push(local.leaving[row]);
        linear.lower.push(local.constant_lower[row]);
        linear.upper.push(local.constant_upper[row]);
    }
    linear
}
