//! Sweeps over one component, and the proof of what they settled on: value iteration (Gauss–Seidel), and where that takes long,
//! policies that are evaluated by sweeps of their own (modified policy iteration, Puterman and Shin 1978).
//!
//! What a sweep is worth depends on the order of the states. States found last, breadth first, go first: then what is known at the
//! exits is known everywhere after a sweep or two. On consensus among six processes that takes 300 sweeps where the order of a
//! depth-first search takes thousands.

use super::chain::Chain;
use super::numeric::{Objective, Solution};
use super::policy::{best_row, both, row_value, settle, settle_by, widest};
use super::system::System;

/// Components of at least so many states are put into order.
pub const ORDERED: usize = 1000;
/// Sweeps of all rows in which value iteration must have settled.
const SWEEPS: usize = 60;
/// Sweeps in which a widened vector must have moved inwards.
const SWEEPS_PROOF: usize = 60;
/// Sweeps of one policy; then all rows are looked at.
const SWEEPS_POLICY: usize = 300;
/// The work that policies may take, in sweeps of all rows.
const WORK: usize = 600;
/// Constants whose bounds are farther apart than this, relatively, want a candidate for each.
const WIDEST: f64 = 1e-3;
/// How much better, relatively, a row must be to be switched to.
const SWITCH_MARGIN: f64 = 1e-12;

/// The states of a component in the order in which sweeps are worth most. `place` is `u32::MAX` everywhere, before and after.
pub fn order(system: &System, part: &[u32], place: &mut [u32]) -> Vec<u32> {
    const WAITING: u32 = 0;
    const FOUND: u32 = 1;
    for state in part {
        place[*state as usize] = WAITING;
    }
    let mut found = Vec::with_capacity(part.len());
    found.extend(part.iter().min().copied());
    for state in &found {
        place[*state as usize] = FOUND;
    }
    let mut next = 0;
    while next < found.len() {
        let rows = system.rows_of(found[next] as usize);
        next += 1;
        for target in &system.targets[system.branches[rows.start] as usize..system.branches[rows.end] as usize] {
            if place[*target as usize] == WAITING {
                place[*target as usize] = FOUND;
                found.push(*target);
            }
        }
    }
    assert!(found.len() == part.len(), "a component is strongly connected");
    for state in part {
        place[*state as usize] = u32::MAX;
    }
    found.reverse();
    found
}

/// Proven bounds, if sweeps settle soon; `None` if they do not, or settle on something that cannot be proven.
pub fn sweep_and_prove(local: &System, objective: Objective, slack: f64) -> Option<Solution> {
    if widest(local) > WIDEST {
        return None;
    }
    let n = local.states();
    let constant = &local.constant_upper;
    let mut x = vec![0.0; n];
    let mut policy: Vec<u32> = (0..n).map(|state| local.choices[state]).collect();
    let mut before = f64::INFINITY;
    for sweep in 0..SWEEPS {
        let change = sweep_all(local, objective, constant, &mut x, &mut policy, 0.0);
        if change <= slack * 1e-2 {
            return proven(local, objective, slack, &x, &policy);
        }
        // Not even halving every few sweeps: this would take long.
        if sweep % 10 == 9 {
            if change > 0.5 * before {
                break;
            }
            before = change;
        }
    }
    by_policies(local, objective, slack, x, policy)
}

/// One sweep of all rows; the largest relative change. A policy is left for what is better by more than `margin`.
fn sweep_all(
    local: &System,
    objective: Objective,
    constant: &[f64],
    x: &mut [f64],
    policy: &mut [u32],
    margin: f64,
) -> f64 {
    let mut change: f64 = 0.0;
    for state in 0..x.len() {
        let (value, row) = best_row(local, objective, state, constant, x);
        if row != policy[state] {
            let kept = row_value(local, policy[state] as usize, constant, x);
            if (value - kept).abs() > margin * kept.abs() || margin == 0.0 {
                policy[state] = row;
            }
        }
        if value > 0.0 {
            change = change.max((value - x[state]).abs() / value);
        }
        x[state] = value;
    }
    change
}

/// Evaluates policies by sweeps, each as far as it is worth it, until neither they nor their values change.
fn by_policies(
    local: &System,
    objective: Objective,
    slack: f64,
    mut x: Vec<f64>,
    mut policy: Vec<u32>,
) -> Option<Solution> {
    let constant = &local.constant_upper;
    let whole = local.targets.len() + local.rows();
    let mut left = WORK * whole;
    let mut tolerance = slack * 0.05;
    let mut change: f64 = 1.0;
    while tolerance > 1e-14 {
        let chain = chain_of(local, &policy, constant)?;
        let goal = (change * 0.05).max(tolerance);
        let sweeps = chain.relax(&mut x, goal, SWEEPS_POLICY)?;
        change = sweep_all(local, objective, constant, &mut x, &mut policy, SWITCH_MARGIN);
        left = left.checked_sub(whole + sweeps * chain.work())?;
        if goal <= tolerance && change <= tolerance {
            if let Some(found) = proven(local, objective, slack, &x, &policy) {
                return Some(found);
            }
            left = left.checked_sub(2 * SWEEPS_PROOF * whole)?;
            tolerance *= 0.1;
        }
    }
    None
}

/// Bounds around a candidate, which is one for the larger constants: with the smaller ones, values are at most as much smaller as
/// those are. What one policy attains is shown with its rows alone, what none exceeds with all.
fn proven(local: &System, objective: Objective, slack: f64, x: &[f64], policy: &[u32]) -> Option<Solution> {
    let widest = widest(local);
    let side = |above: bool| {
        let width = if above { slack } else { slack + widest };
        let constant = if above { &local.constant_upper } else { &local.constant_lower };
        let is_attained = above == (objective == Objective::Minimise);
        if is_attained && !local.is_chain() {
            settle_chain(&chain_of(local, policy, constant)?, x, width, above)
        } else {
            settle(local, objective, constant, x, width, above, SWEEPS_PROOF)
        }
    };
    let (lower, upper) = both(local, || side(false), || side(true));
    Some(Solution { lower: lower?, upper: upper?, policy: policy.to_vec() })
}

/// The rows of a policy; `None` if one of them only loops.
fn chain_of(local: &System, policy: &[u32], constant: &[f64]) -> Option<Chain> {
    let n = policy.len();
    let mut chain = Chain::with_room(n, n * 2);
    for (state, row) in policy.iter().enumerate() {
        let row = *row as usize;
        let others = local.row(row).filter(|(target, _)| *target != state);
        let others = others.map(|(target, weight)| (target as u32, weight));
        // What leaves the state, as a sum: one minus the loop would lose digits.
        chain.add(others, local.leaving[row], constant[row])?;
    }
    Some(chain)
}

/// A vector that the policy maps inwards, found by sweeping from the candidate widened by `width`.
fn settle_chain(chain: &Chain, candidate: &[f64], width: f64, above: bool) -> Option<Vec<f64>> {
    settle_by(|state, y| chain.value(state, y), candidate, width, above, SWEEPS_PROOF)
}
