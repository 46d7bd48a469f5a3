//! Policy iteration (Howard 1960) on one strongly connected component, and the proof of what it found.

use std::sync::OnceLock;

use super::multilevel;
use super::numeric::{Objective, Solution, is_large, linear_of};
use super::sweeps::sweep_and_prove;
use super::system::System;

/// How much better, relatively, a row must be to be switched to; less is noise and could cycle.
const SWITCH_MARGIN: f64 = 1e-11;
const SWITCH_MARGIN_SMALL: f64 = 1e-13;
const ROUNDS_MAX: usize = 1000;
/// Components of fewer states are solved and proven to the last digit: that takes no time.
const SMALL: usize = 1000;
/// Room given to a drift, so that it need not be exact.
const DRIFT_ROOM: f64 = 1e-2;
/// Sweeps in which a widened vector must have moved inwards.
const SWEEPS_PROOF: usize = 400;

/// The value of a row under `x`, from below or above.
#[inline]
pub fn row_value(local: &System, row: usize, constant: &[f64], x: &[f64]) -> f64 {
    constant[row] + row_product(local, row, x)
}

#[inline]
fn row_product(local: &System, row: usize, x: &[f64]) -> f64 {
    let range = local.entries(row);
    let targets = &local.targets[range.clone()];
    let weights = &local.weights[range][..targets.len()];
    let mut sum = 0.0;
    for index in 0..targets.len() {
        sum += weights[index] * x[targets[index] as usize];
    }
    sum
}

#[inline]
pub fn best_row(local: &System, objective: Objective, state: usize, constant: &[f64], x: &[f64]) -> (f64, u32) {
    let rows = local.rows_of(state);
    let mut best = row_value(local, rows.start, constant, x);
    let mut chosen = rows.start;
    for row in rows.start + 1..rows.end {
        let value = row_value(local, row, constant, x);
        if objective.better(value, best) {
            best = value;
            chosen = row;
        }
    }
    (best, chosen as u32)
}

/// The largest relative distance of what rows earn from below and from above.
pub fn widest(local: &System) -> f64 {
    (0..local.rows())
        .filter(|row| local.constant_upper[*row] > 0.0)
        .map(|row| 1.0 - local.constant_lower[row] / local.constant_upper[row])
        .fold(0.0, f64::max)
}

pub fn solve_component(local: &System, objective: Objective, slack: f64, start: Option<Vec<u32>>) -> Solution {
    if start.is_none()
        && local.states() >= SMALL
        && let Some(found) = sweep_and_prove(local, objective, slack)
    {
        return found;
    }
    let widest = widest(local);
    let (upper, policy) = optimise(local, objective, slack, &local.constant_upper, start);
    let width = slack + widest.min(1e-3);
    if widest <= 1e-3 {
        let found = certify(local, objective, upper.clone(), upper.clone(), width, policy.clone());
        if widest == 0.0 || widest_of(&found) <= 2.0 * width {
            return found;
        }
    }
    // One candidate cannot serve both: where runs take long, what it misses of the other's constants is earned many times.
    let lower = optimise(local, objective, slack, &local.constant_lower, Some(policy.clone())).0;
    certify(local, objective, lower, upper, width, policy)
}

/// The largest relative distance of a solution's bounds.
fn widest_of(solution: &Solution) -> f64 {
    let bounds = solution.lower.iter().zip(&solution.upper).filter(|(_, upper)| **upper > 0.0);
    bounds.map(|(lower, upper)| 1.0 - lower / upper).fold(0.0, f64::max)
}

/// A nearly optimal value vector and its policy.
fn optimise(
    local: &System,
    objective: Objective,
    slack: f64,
    constant: &[f64],
    start: Option<Vec<u32>>,
) -> (Vec<f64>, Vec<u32>) {
    let n = local.states();
    let mut x = vec![0.0; n];
    let mut rows = start.unwrap_or_else(|| {
        // A few sweeps of value iteration give a first policy that is mostly right.
        let mut rows = vec![0; n];
        for _ in 0..40 {
            for state in 0..n {
                (x[state], rows[state]) = best_row(local, objective, state, constant, &x);
            }
        }
        rows
    });
    let large = is_large(local);
    let tolerance_final = if large { residual_for(slack) } else { (slack * 1e-4).max(1e-14) };
    let mut tolerance: f64 = if large { 1e-6 } else { 1e-4 };
    for _ in 0..ROUNDS_MAX {
        let direct = evaluate(local, &rows, constant, tolerance, &mut x);
        let margin = match direct {
            true if n < SMALL => SWITCH_MARGIN_SMALL,
            true => SWITCH_MARGIN,
            false => (tolerance * 10.0).max(SWITCH_MARGIN),
        };
        let mut switched = false;
        for (state, chosen) in rows.iter_mut().enumerate() {
            let (value, row) = best_row(local, objective, state, constant, &x);
            if row != *chosen {
                let current = row_value(local, *chosen as usize, constant, &x);
                let improvement = (value - current).abs();
                if improvement > margin * current.abs() && objective.better(value, current) {
                    *chosen = row;
                    switched = true;
                }
            }
        }
        if !switched {
            if direct || tolerance <= tolerance_final {
                break;
            }
            tolerance = if large { (tolerance * 1e-2).max(tolerance_final) } else { tolerance_final };
        }
    }
    (x, rows)
}

/// The residual that large components are solved to for an error of `slack`. An error is a residual times the steps that a
/// run takes; nobody knows how many, but seldom more than these.
pub fn residual_for(slack: f64) -> f64 {
    (slack * 1e-9).max(1e-14)
}

/// What a choice of rows earns; `x` holds a guess before. Says whether it was found directly, so that only rounding is left.
/// Otherwise `tolerance` is the error of small components and the residual of large ones.
pub fn evaluate(local: &System, rows: &[u32], constant: &[f64], tolerance: f64, x: &mut Vec<f64>) -> bool {
    let mut tolerance = tolerance;
    if is_large(local) {
        if let Some(found) = multilevel::solve(local, rows, constant, x, tolerance) {
            *x = found;
            return false;
        }
        tolerance *= 1e5;
    }
    let mut linear = linear_of(local, rows);
    linear.lower = rows.iter().map(|row| constant[*row as usize]).collect();
    linear.upper = linear.lower.clone();
    let mut scratch = x.clone();
    linear.solve(tolerance, x, &mut scratch)
}

/// Turns candidates into proven bounds. `lower` and `upper` are candidates for the respective constants.
pub fn certify(
    local: &System,
    objective: Objective,
    lower: Vec<f64>,
    upper: Vec<f64>,
    slack: f64,
    policy: Vec<u32>,
) -> Solution {
    // Without choices one drift serves both bounds.
    let common: OnceLock<Option<Vec<f64>>> = OnceLock::new();
    let drifting = |constant: &[f64], candidate: &[f64], above: bool| {
        let own;
        let h = if local.is_chain() {
            common.get_or_init(|| drift(local, candidate, &policy, above)).as_deref()
        } else {
            own = drift(local, candidate, &policy, above == (objective == Objective::Maximise));
            own.as_deref()
        };
        by_drift(local, objective, constant, candidate, &policy, above, h?)
    };
    let sweeping = |constant: &[f64], candidate: &[f64], above: bool| {
        settle(local, objective, constant, candidate, slack, above, SWEEPS_PROOF)
    };
    let proven = |constant: &[f64], candidate: &[f64], above: bool| {
        // Sweeps prove no more than what was asked for, a drift proves all digits.
        let found = if is_large(local) || local.states() < SMALL {
            drifting(constant, candidate, above).or_else(|| sweeping(constant, candidate, above))
        } else {
            sweeping(constant, candidate, above).or_else(|| drifting(constant, candidate, above))
        };
        let mut found = found.unwrap_or_else(|| inductive(local, objective, constant, candidate, slack, above));
        if local.states() < SMALL {
            tighten(local, objective, constant, above, &mut found);
        }
        found
    };
    let (lower, upper) =
        both(local, || proven(&local.constant_lower, &lower, false), || proven(&local.constant_upper, &upper, true));
    Solution { lower, upper, policy }
}

/// Two proofs, side by side where the component is large enough that workers share it.
pub fn both<A: Send, B: Send>(
    local: &System,
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    if is_large(local) { rayon::join(first, second) } else { (first(), second()) }
}

/// What is earned on the way out when every visit of a state earns its candidate value, and a little more so that it need
/// not be exact: under all choices, or under one policy.
fn drift(local: &System, candidate: &[f64], policy: &[u32], for_all: bool) -> Option<Vec<f64>> {
    if candidate.iter().any(|value| *value <= 0.0 || !value.is_finite()) {
        return None;
    }
    let mut earned = vec![0.0; local.rows()];
    for (state, value) in candidate.iter().enumerate() {
        earned[local.rows_of(state)].fill(*value);
    }
    let mut h = if for_all && !local.is_chain() {
        optimise(local, Objective::Maximise, DRIFT_ROOM, &earned, Some(policy.to_vec())).0
    } else {
        let mut h = candidate.to_vec();
        let tolerance = if is_large(local) { residual_for(DRIFT_ROOM) } else { DRIFT_ROOM * 1e-4 };
        evaluate(local, policy, &earned, tolerance, &mut h);
        h
    };
    for value in &mut h {
        *value *= 1.0 + DRIFT_ROOM;
    }
    Some(h)
}

/// A proof for components that mix slowly, where sweeps would take for ever to move a widened vector inwards.
///
/// Let `h` be the [`drift`]: `h >= A h + x`. If the candidate misses its equation by at most `miss * x` everywhere, then
/// `x + miss * h` is mapped inwards. A bound that no choice may break needs an `h` for all choices, one that a single policy
/// attains needs it for that policy only.
fn by_drift(
    local: &System,
    objective: Objective,
    constant: &[f64],
    candidate: &[f64],
    policy: &[u32],
    above: bool,
    drift: &[f64],
) -> Option<Vec<f64>> {
    let n = local.states();
    let for_all = above == (objective == Objective::Maximise);
    let mut miss: f64 = 0.0;
    for state in 0..n {
        let followed = if for_all { local.rows_of(state) } else { policy[state] as usize..policy[state] as usize + 1 };
        let gain =
            followed.clone().map(|row| drift[state] - row_product(local, row, drift)).fold(f64::INFINITY, f64::min);
        let entries = followed.map(|row| local.entries(row).len()).max().unwrap_or(0);
        // What holds for one policy must be shown for its own rows: the best ones may be a little better.
        let value = if for_all {
            best_row(local, objective, state, constant, candidate).0
        } else {
            row_value(local, policy[state] as usize, constant, candidate)
        };
        let short = if above { value - candidate[state] } else { candidate[state] - value };
        let rounding = (entries + 4) as f64 * f64::EPSILON * (value + candidate[state]);
        if gain.is_nan() || gain <= (entries + 4) as f64 * f64::EPSILON * drift[state] {
            return None;
        }
        miss = miss.max((short + rounding) / gain);
    }
    let sign = if above { 1.0 } else { -1.0 };
    Some(candidate.iter().zip(drift).map(|(value, h)| (value + sign * miss * h).max(0.0)).collect())
}

/// Moves proven bounds further inwards: what the Bellman operator makes of a bound, less what rounding may have added, is one.
fn tighten(local: &System, objective: Objective, constant: &[f64], above: bool, bound: &mut [f64]) {
    const SWEEPS: usize = 1000;
    for _ in 0..SWEEPS {
        let mut moved = false;
        for state in 0..bound.len() {
            let (value, _) = best_row(local, objective, state, constant, bound);
            let entries = local.rows_of(state).map(|row| local.entries(row).len()).max().unwrap_or(0);
            let rounding = (entries + 4) as f64 * f64::EPSILON * value;
            let (safe, here) = if above { (value + rounding, bound[state]) } else { (value - rounding, bound[state]) };
            // Steps smaller than this would never end.
            let step = if above { here - safe } else { safe - here };
            if step > 1e-14 * here.abs() {
                bound[state] = safe;
                moved = true;
            }
        }
        if !moved {
            return;
        }
    }
}

/// A vector that the Bellman operator maps inwards, found by sweeping from the candidate widened by `width`. In place:
/// later states see the moved values of earlier ones, which by monotonicity keeps the result inductive.
pub fn settle(
    local: &System,
    objective: Objective,
    constant: &[f64],
    candidate: &[f64],
    width: f64,
    above: bool,
    sweeps: usize,
) -> Option<Vec<f64>> {
    let value = |state: usize, y: &[f64]| best_row(local, objective, state, constant, y).0;
    settle_by(value, candidate, width, above, sweeps)
}

/// As [`settle`], by any operator that is monotone: what it makes of a state.
pub fn settle_by(
    operator: impl Fn(usize, &[f64]) -> f64,
    candidate: &[f64],
    width: f64,
    above: bool,
    sweeps: usize,
) -> Option<Vec<f64>> {
    let factor = if above { 1.0 + width } else { (1.0 - width).max(0.0) };
    let mut y: Vec<f64> = candidate.iter().map(|value| value * factor).collect();
    for _ in 0..sweeps {
        let mut inwards = true;
        for state in 0..y.len() {
            let value = operator(state, &y);
            let moved_inwards = if above { value <= y[state] } else { value >= y[state] };
            inwards &= moved_inwards;
            if moved_inwards {
                y[state] = value;
            }
        }
        if inwards {
            return Some(y);
        }
    }
    None
}

/// As [`settle`], with more room and better candidates until it succeeds.
fn inductive(
    local: &System,
    objective: Objective,
    constant: &[f64],
    candidate: &[f64],
    slack: f64,
    above: bool,
) -> Vec<f64> {
    let n = local.states();
    let mut width = slack;
    let mut centre = candidate.to_vec();
    loop {
        if let Some(proven) = settle(local, objective, constant, &centre, width, above, SWEEPS_PROOF) {
            return proven;
        }
        if width > 1e6 {
            // Nothing is provable: say so by the trivial bound rather than claim.
            return if above { vec![f64::INFINITY; n] } else { vec![0.0; n] };
        }
        // The candidate was worse than thought: improve it by value iteration and give it more room.
        for _ in 0..SWEEPS_PROOF {
            for state in 0..n {
                centre[state] = best_row(local, objective, state, constant, &centre).0;
            }
        }
        width *= 4.0;
    }
}
