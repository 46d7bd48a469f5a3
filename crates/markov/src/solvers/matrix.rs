//! Square matrices with positive diagonal and no positive entry beside it, and their products, shared among workers.
//!
//! Work is cut into blocks of a fixed size, never by the number of workers, and sums are added block by block in order, so
//! that results do not depend on how many there are.

use rayon::prelude::*;

/// States per block of work. Smoothing uses new values within a block and old ones of others.
pub const BLOCK: usize = 1 << 14;

/// `diagonal · x - offs x`, row-compressed, targets of a row ascending; offs are not negative.
#[derive(Clone, Default)]
pub struct Matrix {
    pub starts: Vec<u32>,
    pub targets: Vec<u32>,
    pub weights: Vec<f64>,
    pub diagonal: Vec<f64>,
    /// Per row: where its entries within its block begin, where those after the diagonal begin, and where they end.
    inside: Vec<[u32; 3]>,
}

impl Matrix {
    pub fn with_capacity(states: usize, entries: usize) -> Matrix {
        let mut starts = Vec::with_capacity(states + 1);
        starts.push(0);
        Matrix {
            starts,
            targets: Vec::with_capacity(entries),
            weights: Vec::with_capacity(entries),
            diagonal: Vec::with_capacity(states),
            inside: Vec::with_capacity(states),
        }
    }

    /// Adds a row. No target may occur twice.
    pub fn push(&mut self, row: &mut [(u32, f64)], diagonal: f64) {
        row.sort_unstable_by_key(|entry| entry.0);
        let state = self.diagonal.len();
        let first = state / BLOCK * BLOCK;
        let start = self.targets.len();
        let place = |limit: usize| (start + row.partition_point(|entry| (entry.0 as usize) < limit)) as u32;
        self.inside.push([place(first), place(state), place(first + BLOCK)]);
        self.targets.extend(row.iter().map(|entry| entry.0));
        self.weights.extend(row.iter().map(|entry| entry.1));
        self.starts.push(self.targets.len() as u32);
        self.diagonal.push(diagonal);
    }

    pub fn states(&self) -> usize {
        self.diagonal.len()
    }

    #[inline]
    pub fn entries(&self, state: usize) -> std::ops::Range<usize> {
        self.starts[state] as usize..self.starts[state + 1] as usize
    }

    #[inline]
    pub fn row(&self, state: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.entries(state);
        self.targets[range.clone()].iter().map(|target| *target as usize).zip(self.weights[range].iter().copied())
    }

    /// The sum of a row beside the diagonal.
    pub fn row_sum(&self, state: usize) -> f64 {
        self.weights[self.entries(state)].iter().sum()
    }

    #[inline(always)]
    fn product(&self, entries: std::ops::Range<usize>, first: usize, x: &[f64]) -> f64 {
        let targets = &self.targets[entries.clone()];
        let weights = &self.weights[entries][..targets.len()];
        let mut sum = 0.0;
        for index in 0..targets.len() {
            sum += weights[index] * x[targets[index] as usize - first];
        }
        sum
    }

    /// `into := right - M x`, or without `right` `into := M x`.
    fn products<const RESIDUAL: bool>(&self, right: &[f64], x: &[f64], into: &mut [f64]) {
        into.par_chunks_mut(BLOCK).enumerate().for_each(|(block, into)| {
            let first = block * BLOCK;
            for (index, value) in into.iter_mut().enumerate() {
                let state = first + index;
                let off = self.product(self.entries(state), 0, x);
                let own = self.diagonal[state] * x[state];
                *value = if RESIDUAL { right[state] + off - own } else { own - off };
            }
        });
    }

    /// `into := right - M x`.
    pub fn residual(&self, right: &[f64], x: &[f64], into: &mut [f64]) {
        self.products::<true>(right, x, into);
    }

    /// `into := M x`.
    pub fn apply(&self, x: &[f64], into: &mut [f64]) {
        self.products::<false>(&[], x, into);
    }

    /// `into := S⁻¹ right`, where S is the lower (or upper) triangle of each block on the diagonal.
    pub fn smooth(&self, right: &[f64], into: &mut [f64], backwards: bool) {
        into.par_chunks_mut(BLOCK).enumerate().for_each(|(block, into)| {
            let first = block * BLOCK;
            if backwards {
                for index in (0..into.len()).rev() {
                    let state = first + index;
                    let [_, after, end] = self.inside[state];
                    let off = self.product(after as usize..end as usize, first, into);
                    into[index] = (right[state] + off) / self.diagonal[state];
                }
            } else {
                for index in 0..into.len() {
                    let state = first + index;
                    let [begin, after, _] = self.inside[state];
                    let off = self.product(begin as usize..after as usize, first, into);
                    into[index] = (right[state] + off) / self.diagonal[state];
                }
            }
        });
    }
}

/// How a [`Matrix::sweep`] moved: the largest relative change among the first states, and how many changed by more than
/// a thousandth.
#[derive(Clone, Copy, Default)]
pub struct Movement {
    pub ahead: f64,
    pub unsettled: usize,
}

impl Matrix {
    /// `into := (right + offs x) / diagonal`, within a block with what is new already. Values too small to be worth anything
    /// become zero, since arithmetic on numbers that underflow is slow. The first `ahead` states are looked at closely.
    pub fn sweep(&self, right: &[f64], x: &[f64], into: &mut [f64], ahead: usize) -> Movement {
        const LEAST: f64 = 1e-290;
        let part = |(block, into): (usize, &mut [f64])| {
            let first = block * BLOCK;
            let mut moved = Movement::default();
            for index in 0..into.len() {
                let state = first + index;
                let [begin, after, _] = self.inside[state];
                let (begin, after) = (begin as usize, after as usize);
                let range = self.entries(state);
                let earlier = self.product(begin..after, first, into);
                let others = self.product(range.start..begin, 0, x) + self.product(after..range.end, 0, x);
                let value = (right[state] + earlier + others) / self.diagonal[state];
                let value = if value < LEAST { 0.0 } else { value };
                let change = if value > 0.0 { (value - x[state]).abs() / value } else { 1.0 };
                moved.unsettled += usize::from(change > 1e-3);
                if state < ahead {
                    moved.ahead = moved.ahead.max(change);
                }
                into[index] = value;
            }
            moved
        };
        let join =
            |a: Movement, b: Movement| Movement { ahead: a.ahead.max(b.ahead), unsettled: a.unsettled + b.unsettled };
        into.par_chunks_mut(BLOCK).enumerate().map(part).reduce(Movement::default, join)
    }
}

pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let part = |(a, b): (&[f64], &[f64])| {
        let mut sum = 0.0;
        for index in 0..a.len().min(b.len()) {
            sum += a[index] * b[index];
        }
        sum
    };
    let parts: Vec<f64> = a.par_chunks(BLOCK).zip(b.par_chunks(BLOCK)).map(part).collect();
    parts.iter().sum()
}

/// The largest absolute value.
pub fn largest(values: &[f64]) -> f64 {
    values.par_chunks(BLOCK).map(|part| part.iter().fold(0.0, |m: f64, v| m.max(v.abs()))).reduce(|| 0.0, f64::max)
}

/// `into := combine(into, other)`, element by element.
pub fn update(into: &mut [f64], other: &[f64], combine: impl Fn(f64, f64) -> f64 + Sync) {
    into.par_chunks_mut(BLOCK).zip(other.par_chunks(BLOCK)).for_each(|(into, other)| {
        for (value, other) in into.iter_mut().zip(other) {
            *value = combine(*value, *other);
        }
    });
}
