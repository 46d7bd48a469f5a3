//! Large linear systems of chains, `x = A x + b`, to a small *relative* residual in every state.
//!
//! Divide every unknown by an estimate of itself. Near the solution this is Doob's transform, the chain conditioned to reach
//! what earns: its rows sum to one again, however small the values are, so that methods which control a norm control the
//! relative error. The transformed system is solved by BiCGStab (van der Vorst 1992), preconditioned by [`Hierarchy`]. Each
//! round divides by the better estimate of the round before; where a drift makes values differ by many orders of magnitude,
//! sweeps give the first one. What comes out is a candidate; who calls proves it.

use rayon::prelude::*;

use super::aggregation::Hierarchy;
use super::incomplete;
use super::matrix::{BLOCK, Matrix, dot, largest, update};
use super::system::System;

const ROUNDS_MAX: usize = 40;
/// Factors this much smaller than the largest are lost in its rounding.
const RESOLVED: f64 = 1e-8;
/// Steps of BiCGStab before the estimate is renewed.
const STEPS_PER_ROUND: usize = 60;

/// The chain of a choice of rows, states renumbered so that what earns comes first.
struct Chain {
    matrix: Matrix,
    right: Vec<f64>,
    /// The state behind each number.
    order: Vec<u32>,
}

impl Chain {
    /// States from which nothing is earned are left out. `None` if one is never left.
    fn new(local: &System, rows: &[u32], constant: &[f64]) -> Option<Chain> {
        let n = rows.len();
        let mut starts = vec![0u32; n + 1];
        for row in rows {
            for (target, _) in local.row(*row as usize) {
                starts[target + 1] += 1;
            }
        }
        for state in 0..n {
            starts[state + 1] += starts[state];
        }
        let mut next = starts.clone();
        let mut incoming = vec![0u32; starts[n] as usize];
        for (state, row) in rows.iter().enumerate() {
            for (target, _) in local.row(*row as usize) {
                incoming[next[target] as usize] = state as u32;
                next[target] += 1;
            }
        }
        let mut number = vec![u32::MAX; n];
        let mut order: Vec<u32> = Vec::with_capacity(n);
        for (state, row) in rows.iter().enumerate() {
            if constant[*row as usize] > 0.0 {
                number[state] = order.len() as u32;
                order.push(state as u32);
            }
        }
        let mut done = 0;
        while done < order.len() {
            let state = order[done] as usize;
            done += 1;
            for source in &incoming[starts[state] as usize..starts[state + 1] as usize] {
                if number[*source as usize] == u32::MAX {
                    number[*source as usize] = order.len() as u32;
                    order.push(*source);
                }
            }
        }
        let mut matrix = Matrix::with_capacity(n, incoming.len());
        let mut right = Vec::with_capacity(n);
        let mut entries: Vec<(u32, f64)> = Vec::new();
        for state in &order {
            let row = rows[*state as usize] as usize;
            let mut leaving = local.leaving[row];
            entries.clear();
            for (target, weight) in local.row(row).filter(|(target, _)| *target != *state as usize) {
                leaving += weight;
                if number[target] == u32::MAX {
                    continue;
                }
                match entries.iter_mut().find(|(known, _)| *known == number[target]) {
                    Some(entry) => entry.1 += weight,
                    None => entries.push((number[target], weight)),
                }
            }
            if leaving <= 0.0 {
                return None;
            }
            matrix.push(&mut entries, leaving);
            right.push(constant[row]);
        }
        Some(Chain { matrix, right, order })
    }

    /// The system divided by `estimate`, and its largest relative residual there.
    fn divided(&self, estimate: &[f64], scaled: &mut Matrix, right: &mut [f64]) -> f64 {
        let matrix = &self.matrix;
        let mut weights = std::mem::take(&mut scaled.weights);
        weights.resize(matrix.weights.len(), 0.0);
        let mut blocks: Vec<&mut [f64]> = Vec::new();
        let mut rest = weights.as_mut_slice();
        for first in (0..matrix.states()).step_by(BLOCK) {
            let last = (first + BLOCK).min(matrix.states());
            let (block, others) = rest.split_at_mut((matrix.starts[last] - matrix.starts[first]) as usize);
            blocks.push(block);
            rest = others;
        }
        let worst: Vec<f64> = blocks
            .into_par_iter()
            .zip(right.par_chunks_mut(BLOCK))
            .enumerate()
            .map(|(block, (weights, right))| {
                let mut worst: f64 = 0.0;
                let mut place = 0;
                for (index, right) in right.iter_mut().enumerate() {
                    let state = block * BLOCK + index;
                    *right = self.right[state] / estimate[state];
                    let mut sum = *right;
                    for (target, weight) in matrix.row(state) {
                        weights[place] = weight * estimate[target] / estimate[state];
                        sum += weights[place];
                        place += 1;
                    }
                    worst = worst.max((sum / matrix.diagonal[state] - 1.0).abs());
                }
                worst
            })
            .collect();
        scaled.weights = weights;
        worst.into_iter().fold(0.0, f64::max)
    }

    /// Values swept up from zero, if a drift carries them: then sweeps pass them on like a wave, whatever their size, and
    /// settle behind it. Far from what earns they may be so small that no norm would see them. Without a drift sweeps
    /// settle nowhere; `None` then.
    fn risen(&self) -> Option<Vec<f64>> {
        const TRIAL: usize = 100;
        const LOOK_EVERY: usize = 200;
        let n = self.order.len();
        // A few states next to what earns: the wave has passed them when the trial ends.
        let ahead = n.min(64);
        let (mut x, mut next) = (vec![0.0; n], vec![0.0; n]);
        let (mut settled_before, mut trial) = (0, f64::INFINITY);
        for sweep in 1.. {
            let moved = self.matrix.sweep(&self.right, &x, &mut next, ahead);
            std::mem::swap(&mut x, &mut next);
            if moved.unsettled == 0 {
                return Some(x);
            }
            if sweep == TRIAL - 20 {
                trial = moved.ahead;
            }
            if sweep == TRIAL && moved.ahead > 0.6 * trial {
                return None;
            }
            if sweep % LOOK_EVERY == 0 {
                let settled = n - moved.unsettled;
                if sweep > LOOK_EVERY && settled <= settled_before + (settled_before / 10).min(n / 200) {
                    return None;
                }
                settled_before = settled;
            }
        }
        None
    }

    /// Block-wise sweeps, forwards and backwards; positive values stay positive.
    fn sweep(&self, x: &mut [f64], sweeps: usize, residual: &mut [f64], change: &mut [f64]) {
        for sweep in 0..sweeps {
            self.matrix.residual(&self.right, x, residual);
            self.matrix.smooth(residual, change, sweep % 2 == 1);
            // Rounding may leave a value at or below zero; it keeps what it had.
            update(x, change, |x, change| if x + change > 0.0 { x + change } else { x });
        }
    }
}

/// A solution of `x = A x + constant` for the chosen rows whose relative residual is about `tolerance`, or as small as
/// rounding lets it be. `guess` need not be good. `None` if values underflow, or nothing helps.
pub fn solve(local: &System, rows: &[u32], constant: &[f64], guess: &[f64], tolerance: f64) -> Option<Vec<f64>> {
    let chain = Chain::new(local, rows, constant)?;
    let n = chain.order.len();
    let mut estimate: Vec<f64> = chain.order.iter().map(|state| guess[*state as usize]).collect();
    let in_place = |values: &[f64]| {
        let mut x = vec![0.0; rows.len()];
        for (value, state) in values.iter().zip(&chain.order) {
            x[*state as usize] = *value;
        }
        x
    };
    if let Some(found) = incomplete::solve(&chain.matrix, &chain.right, tolerance) {
        return Some(in_place(&found));
    }
    let zeros = || vec![0.0; n];
    let (mut residual, mut change) = (zeros(), zeros());
    if estimate.iter().any(|value| *value <= 0.0 || !value.is_finite()) {
        estimate = chain.risen().unwrap_or_else(|| vec![1.0; n]);
    }
    let mut scaled = chain.matrix.clone();
    let mut right = zeros();
    let mut before = f64::INFINITY;
    let mut stuck = 0;
    for _ in 0..ROUNDS_MAX {
        chain.sweep(&mut estimate, 4, &mut residual, &mut change);
        if estimate.iter().any(|value| *value < f64::MIN_POSITIVE * 1e8 || !value.is_finite()) {
            return None;
        }
        let worst = chain.divided(&estimate, &mut scaled, &mut right);
        if worst <= tolerance {
            break;
        }
        stuck = if worst > 0.5 * before { stuck + 1 } else { 0 };
        if stuck >= 2 && worst < 1e-11 {
            break;
        }
        if stuck >= 8 {
            return None;
        }
        before = worst.min(before);
        let improved = improve(&scaled, &right, tolerance)?;
        // What is much smaller than the largest is not known yet; it is overestimated until its round comes.
        let least = RESOLVED * largest(&improved);
        update(&mut estimate, &improved, |x, factor| x * factor.max(least));
    }
    Some(in_place(&estimate))
}

/// Factors by which the estimates are to be multiplied: some steps of BiCGStab from all ones.
fn improve(matrix: &Matrix, right: &[f64], tolerance: f64) -> Option<Vec<f64>> {
    let n = matrix.states();
    // Where the estimate makes rows lead to more than they have, the preconditioner does not follow, so that its inverse has
    // no negative entries.
    let mut finest = matrix.clone();
    for (state, diagonal) in finest.diagonal.iter_mut().enumerate() {
        *diagonal = diagonal.max(matrix.row_sum(state));
    }
    let hierarchy = Hierarchy::new(finest)?;
    let mut spaces = hierarchy.spaces();
    let mut precondition = |vector: &[f64], into: &mut Vec<f64>| {
        spaces[0].right.copy_from_slice(vector);
        hierarchy.cycle(0, &mut spaces);
        into.copy_from_slice(&spaces[0].x);
    };
    let mut x = vec![1.0; n];
    let mut residual = vec![0.0; n];
    matrix.residual(right, &x, &mut residual);
    let shadow = residual.clone();
    let first = dot(&residual, &residual).sqrt();
    let mut best = (first, x.clone());
    let (mut direction, mut image) = (residual.clone(), vec![0.0; n]);
    let (mut smoothed, mut second) = (vec![0.0; n], vec![0.0; n]);
    let mut rho = dot(&shadow, &residual);
    for _ in 0..STEPS_PER_ROUND {
        precondition(&direction, &mut smoothed);
        matrix.apply(&smoothed, &mut image);
        let alpha = rho / dot(&shadow, &image);
        if !alpha.is_finite() {
            break;
        }
        update(&mut residual, &image, |r, v| r - alpha * v);
        update(&mut x, &smoothed, |x, p| x + alpha * p);
        precondition(&residual, &mut smoothed);
        matrix.apply(&smoothed, &mut second);
        let omega = dot(&second, &residual) / dot(&second, &second);
        if !omega.is_finite() || omega == 0.0 {
            break;
        }
        update(&mut x, &smoothed, |x, p| x + omega * p);
        update(&mut residual, &second, |r, t| r - omega * t);
        let norm = dot(&residual, &residual).sqrt();
        if norm.is_nan() {
            break;
        }
        if norm < best.0 {
            best = (norm, x.clone());
        }
        if norm < 1e-11 * first || norm > 1e6 * first || largest(&residual) < 0.25 * tolerance {
            break;
        }
        let rho_next = dot(&shadow, &residual);
        let beta = rho_next / rho * (alpha / omega);
        rho = rho_next;
        if !beta.is_finite() {
            break;
        }
        update(&mut direction, &image, |p, v| p - omega * v);
        update(&mut direction, &residual, |p, r| r + beta * p);
    }
    Some(best.1)
}
