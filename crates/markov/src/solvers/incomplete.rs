//! Factors of a matrix that are as sparse as it is (Meijerink and van der Vorst 1977): what elimination would fill in is left out.
//! The factors precondition BiCGStab (van der Vorst 1992), which then takes a few dozen steps where values do not differ by many
//! orders of magnitude.

use super::matrix::{Matrix, dot, update};

/// Elimination may touch so many entries per entry of the matrix; denser matrices are better left to others.
const WORK_MAX: usize = 60;

/// `L` and `U` with `L U ≈ M`: in the places of the matrix's entries, and the diagonal of `U`.
pub struct Factors<'m> {
    matrix: &'m Matrix,
    entries: Vec<f64>,
    diagonal: Vec<f64>,
    /// Per row, the first entry beyond the diagonal.
    beyond: Vec<u32>,
}

impl<'m> Factors<'m> {
    /// `None` if the matrix is too dense, or not to be eliminated without pivots.
    pub fn new(matrix: &'m Matrix) -> Option<Factors<'m>> {
        let n = matrix.states();
        let split = |state: usize| {
            let range = matrix.entries(state);
            range.start + matrix.targets[range].partition_point(|target| (*target as usize) < state)
        };
        let beyond: Vec<u32> = (0..n).map(|state| split(state) as u32).collect();
        let upper = |state: usize| matrix.starts[state + 1] as usize - beyond[state] as usize;
        let touched = |state: usize| -> usize {
            let before = matrix.starts[state] as usize..beyond[state] as usize;
            matrix.targets[before].iter().map(|target| upper(*target as usize)).sum()
        };
        let work: usize = (0..n).map(touched).sum();
        if work > WORK_MAX * matrix.targets.len() {
            return None;
        }
        let mut entries: Vec<f64> = matrix.weights.iter().map(|weight| -weight).collect();
        let mut diagonal = matrix.diagonal.clone();
        const NOWHERE: u32 = u32::MAX;
        let mut place = vec![NOWHERE; n];
        for state in 0..n {
            let range = matrix.entries(state);
            for entry in range.clone() {
                place[matrix.targets[entry] as usize] = entry as u32;
            }
            for entry in range.start..beyond[state] as usize {
                let pivot = matrix.targets[entry] as usize;
                let factor = entries[entry] / diagonal[pivot];
                entries[entry] = factor;
                for other in beyond[pivot] as usize..matrix.starts[pivot + 1] as usize {
                    let target = matrix.targets[other] as usize;
                    if target == state {
                        diagonal[state] -= factor * entries[other];
                    } else if place[target] != NOWHERE {
                        entries[place[target] as usize] -= factor * entries[other];
                    }
                }
            }
            if !(diagonal[state] > 0.0 && diagonal[state].is_finite()) {
                return None;
            }
            for entry in range {
                place[matrix.targets[entry] as usize] = NOWHERE;
            }
        }
        Some(Factors { matrix, entries, diagonal, beyond })
    }

    /// `into := (L U)⁻¹ right`.
    fn apply(&self, right: &[f64], into: &mut [f64]) {
        let matrix = self.matrix;
        let product = |range: std::ops::Range<usize>, x: &[f64]| -> f64 {
            let entries = matrix.targets[range.clone()].iter().zip(&self.entries[range]);
            entries.map(|(target, entry)| entry * x[*target as usize]).sum()
        };
        for state in 0..right.len() {
            let before = matrix.starts[state] as usize..self.beyond[state] as usize;
            into[state] = right[state] - product(before, into);
        }
        for state in (0..right.len()).rev() {
            let after = self.beyond[state] as usize..matrix.starts[state + 1] as usize;
            into[state] = (into[state] - product(after, into)) / self.diagonal[state];
        }
    }

    /// `x` with `M x ≈ right`, by at most so many steps of BiCGStab, until the residual's norm is `tolerance` times the right
    /// side's. Also says how much of it is left.
    pub fn solve(&self, right: &[f64], tolerance: f64, steps_max: usize) -> (Vec<f64>, f64) {
        let (n, matrix) = (right.len(), self.matrix);
        let zeros = || vec![0.0; n];
        let mut x = zeros();
        let first = dot(right, right).sqrt();
        if first == 0.0 {
            return (x, 0.0);
        }
        let mut residual = right.to_vec();
        let shadow = residual.clone();
        let mut best = (1.0, zeros());
        let mut direction = residual.clone();
        let (mut image, mut second, mut smoothed) = (zeros(), zeros(), zeros());
        let mut rho = dot(&shadow, &residual);
        for _ in 0..steps_max {
            self.apply(&direction, &mut smoothed);
            matrix.apply(&smoothed, &mut image);
            let alpha = rho / dot(&shadow, &image);
            if !alpha.is_finite() {
                break;
            }
            update(&mut x, &smoothed, |x, p| x + alpha * p);
            update(&mut residual, &image, |r, v| r - alpha * v);
            self.apply(&residual, &mut smoothed);
            matrix.apply(&smoothed, &mut second);
            let omega = dot(&second, &residual) / dot(&second, &second);
            if !omega.is_finite() || omega == 0.0 {
                break;
            }
            update(&mut x, &smoothed, |x, p| x + omega * p);
            update(&mut residual, &second, |r, t| r - omega * t);
            let left = dot(&residual, &residual).sqrt() / first;
            if left.is_nan() {
                break;
            }
            if left < best.0 {
                best = (left, x.clone());
            }
            if left <= tolerance || left > 1e8 {
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
        (best.1, best.0)
    }
}

/// Rounds of correcting what is left.
const ROUNDS_MAX: usize = 12;
const STEPS_PER_ROUND: usize = 120;

/// A positive solution of `M x = right` whose relative residual in every state is about `tolerance`, or as small as rounding lets
/// it be; `None` if that is not to be had in this way, as where values differ by many orders of magnitude.
pub fn solve(matrix: &Matrix, right: &[f64], tolerance: f64) -> Option<Vec<f64>> {
    let factors = Factors::new(matrix)?;
    let (mut x, mut residual) = (vec![0.0; right.len()], right.to_vec());
    let mut before = f64::INFINITY;
    for _ in 0..ROUNDS_MAX {
        let (change, left) = factors.solve(&residual, 1e-6, STEPS_PER_ROUND);
        if left > 0.1 {
            return None;
        }
        update(&mut x, &change, |x, change| x + change);
        matrix.residual(right, &x, &mut residual);
        let relative = |(state, residual): (usize, &f64)| match x[state] > 0.0 {
            true => residual.abs() / (matrix.diagonal[state] * x[state]),
            false => f64::INFINITY,
        };
        let worst = residual.iter().enumerate().map(relative).fold(0.0, f64::max);
        if worst <= tolerance || worst < 1e-11 && worst > 0.5 * before {
            return Some(x);
        }
        if worst > 0.5 * before && before.is_finite() {
            return None;
        }
        before = worst;
    }
    (before < 1e-11).then_some(x)
}
