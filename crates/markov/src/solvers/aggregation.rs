//! A preconditioner by aggregation: pairs of states that depend strongly on each other become one, twice per level
//! (Notay 2010), visited in W-cycles.

use rayon::prelude::*;

use super::matrix::{BLOCK, Matrix, update};

/// From here on a level is solved directly.
const COARSEST: usize = 200;

/// A level of the hierarchy; `group` says which state of the next level each state belongs to.
struct Level {
    matrix: Matrix,
    group: Vec<u32>,
}

pub struct Hierarchy {
    levels: Vec<Level>,
    /// Triangular factors of the last level, dense.
    factors: Vec<f64>,
}

/// Vectors that a cycle needs on one level.
pub struct Space {
    pub right: Vec<f64>,
    pub x: Vec<f64>,
    residual: Vec<f64>,
    change: Vec<f64>,
}

impl Hierarchy {
    /// `None` if aggregation does not get to a level small enough.
    pub fn new(finest: Matrix) -> Option<Hierarchy> {
        let mut levels = vec![Level { matrix: finest, group: Vec::new() }];
        loop {
            let level = levels.last_mut()?;
            let n = level.matrix.states();
            if n <= COARSEST {
                break;
            }
            let (pairs, between) = pair(&level.matrix);
            let (quads, coarse) = pair(&between);
            level.group = pairs.par_iter().map(|group| quads[*group as usize]).collect();
            if coarse.states() * 10 > n * 8 {
                return None;
            }
            levels.push(Level { matrix: coarse, group: Vec::new() });
        }
        let factors = factorise(&levels.last()?.matrix)?;
        Some(Hierarchy { levels, factors })
    }

    pub fn spaces(&self) -> Vec<Space> {
        let space = |level: &Level| {
            let zeros = || vec![0.0; level.matrix.states()];
            Space { right: zeros(), x: zeros(), residual: zeros(), change: zeros() }
        };
        self.levels.iter().map(space).collect()
    }

    /// An approximate solution for `spaces[0].right`, in `spaces[0].x`.
    pub fn cycle(&self, level: usize, spaces: &mut [Space]) {
        let Some((space, coarser)) = spaces.split_first_mut() else { return };
        let matrix = &self.levels[level].matrix;
        let Some(next) = coarser.first_mut() else {
            substitute(&self.factors, &space.right, &mut space.x);
            return;
        };
        matrix.smooth(&space.right, &mut space.x, false);
        matrix.residual(&space.right, &space.x, &mut space.residual);
        let group = &self.levels[level].group;
        next.right.fill(0.0);
        for (state, value) in space.residual.iter().enumerate() {
            next.right[group[state] as usize] += value;
        }
        self.correction(level + 1, coarser);
        let coarse = &coarser[0].x;
        space.x.par_iter_mut().zip(group.par_iter()).with_min_len(BLOCK).for_each(|(x, group)| {
            *x += coarse[*group as usize];
        });
        matrix.residual(&space.right, &space.x, &mut space.residual);
        matrix.smooth(&space.residual, &mut space.change, true);
        update(&mut space.x, &space.change, |x, change| x + change);
    }

    /// Two cycles on a coarser level, one after the other.
    fn correction(&self, level: usize, spaces: &mut [Space]) {
        self.cycle(level, spaces);
        if spaces.len() == 1 {
            return;
        }
        let matrix = &self.levels[level].matrix;
        let space = &mut spaces[0];
        let first = space.x.clone();
        let right = space.right.clone();
        matrix.residual(&right, &first, &mut space.right);
        self.cycle(level, spaces);
        update(&mut spaces[0].x, &first, |x, first| x + first);
        spaces[0].right = right;
    }
}

/// Matches states with who they depend on most; returns the groups and the matrix between them.
fn pair(matrix: &Matrix) -> (Vec<u32>, Matrix) {
    const NONE: u32 = u32::MAX;
    let n = matrix.states();
    let mut group = vec![NONE; n];
    let mut members: Vec<[u32; 2]> = Vec::with_capacity(n / 2 + 1);
    for state in 0..n {
        if group[state] != NONE {
            continue;
        }
        let mut best = (0.0, NONE);
        for (target, weight) in matrix.row(state) {
            if target == state || group[target] != NONE {
                continue;
            }
            let back: f64 = matrix.row(target).filter(|(other, _)| *other == state).map(|(_, weight)| weight).sum();
            let strength = weight / matrix.diagonal[state] + back / matrix.diagonal[target];
            if strength > best.0 {
                best = (strength, target as u32);
            }
        }
        let number = members.len() as u32;
        group[state] = number;
        if best.1 != NONE {
            group[best.1 as usize] = number;
        }
        members.push([state as u32, best.1]);
    }
    // Diagonals are what is left of rows plus what leaves the group, so that nothing is subtracted.
    let slack = |state: usize| matrix.diagonal[state] - matrix.row_sum(state);
    let mut coarse = Matrix::with_capacity(members.len(), matrix.targets.len() * 3 / 4);
    let mut row: Vec<(u32, f64)> = Vec::new();
    let mut place = vec![NONE; members.len()];
    for (number, pair) in members.iter().enumerate() {
        row.clear();
        let mut left: f64 = 0.0;
        for state in pair.iter().filter(|state| **state != NONE) {
            left += slack(*state as usize).max(0.0);
            for (target, weight) in matrix.row(*state as usize) {
                let target = group[target] as usize;
                if target == number {
                    continue;
                }
                match place[target] {
                    NONE => {
                        place[target] = row.len() as u32;
                        row.push((target as u32, weight));
                    }
                    known => row[known as usize].1 += weight,
                }
            }
        }
        for (target, weight) in &row {
            place[*target as usize] = NONE;
            left += weight;
        }
        coarse.push(&mut row, left);
    }
    (group, coarse)
}

/// Gaussian elimination without pivoting, which these matrices do not need. `None` if one is singular.
fn factorise(matrix: &Matrix) -> Option<Vec<f64>> {
    let n = matrix.states();
    let mut dense = vec![0.0; n * n];
    for state in 0..n {
        dense[state * n + state] = matrix.diagonal[state];
        for (target, weight) in matrix.row(state) {
            dense[state * n + target] -= weight;
        }
    }
    for k in 0..n {
        let pivot = dense[k * n + k];
        if !(pivot > 0.0 && pivot.is_finite()) {
            return None;
        }
        let (above, below) = dense.split_at_mut((k + 1) * n);
        let pivot_row = &above[k * n + k + 1..];
        for row in below.chunks_exact_mut(n) {
            if row[k] != 0.0 {
                let factor = row[k] / pivot;
                row[k] = factor;
                for (value, other) in row[k + 1..].iter_mut().zip(pivot_row) {
                    *value -= factor * other;
                }
            }
        }
    }
    Some(dense)
}

fn substitute(factors: &[f64], right: &[f64], x: &mut [f64]) {
    let n = right.len();
    for k in 0..n {
        let row = &factors[k * n..k * n + k];
        x[k] = right[k] - row.iter().zip(&x[..k]).map(|(factor, x)| factor * x).sum::<f64>();
    }
    for k in (0..n).rev() {
        let row = &factors[k * n..(k + 1) * n];
        let sum: f64 = row[k + 1..].iter().zip(&x[k + 1..]).map(|(factor, x)| factor * x).sum();
        x[k] = (x[k] - sum) / row[k];
    }
}
