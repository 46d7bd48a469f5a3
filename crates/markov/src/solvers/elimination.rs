//! State elimination on the linear system of a chain: `x = A x + b` where the rows of `A` and what leaves sum to one.
//!
//! Pivots are computed as sums of what leaves rather than as `1 - a` (Grassmann, Taksar and Heyman 1985): nothing is ever
//! subtracted, so every component keeps its relative accuracy. States with the least fill are eliminated first
//! (Markowitz 1957); when that becomes expensive what is left is iterated instead.

use super::chain::Chain;

/// A chain's linear system over local states, one row each. `leaving` is the probability that leads to no unknown.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    pub rows: Vec<Vec<(u32, f64)>>,
    pub leaving: Vec<f64>,
    pub lower: Vec<f64>,
    pub upper: Vec<f64>,
}

/// What elimination did: the eliminated states in order, each with `x = (row · x + b) / pivot` over states eliminated
/// later or never.
pub struct Eliminated {
    order: Vec<u32>,
    pivots: Vec<f64>,
    /// States not eliminated.
    pub core: Vec<u32>,
}

/// Fill that is accepted of any state; more only while there was little work so far. Then the rest is left to iteration.
const FILL_CHEAP: usize = 48;
const WORK_PER_STATE: usize = 1000;
/// A remainder this small is eliminated whatever the fill.
const CORE_SMALL: usize = 500;

impl Linear {
    pub fn states(&self) -> usize {
        self.rows.len()
    }

    /// Eliminates in place; rows of eliminated states then refer to later states only.
    pub fn eliminate(&mut self, fill_max: usize) -> Eliminated {
        let n = self.states();
        let mut incoming: Vec<Vec<u32>> = vec![Vec::new(); n];
        for (state, row) in self.rows.iter().enumerate() {
            for (target, _) in row {
                if *target as usize != state {
                    incoming[*target as usize].push(state as u32);
                }
            }
        }
        let mut gone = vec![false; n];
        let mut queue = std::collections::BinaryHeap::new();
        let cost = |inc: usize, out: usize| inc.min(1 << 15) * out.min(1 << 15);
        // States whose elimination adds no entries go first, without being queued by cost.
        const FREE: usize = 2;
        let mut free: Vec<u32> = Vec::new();
        for (state, (sources, row)) in incoming.iter().zip(&self.rows).enumerate() {
            if cost(sources.len(), row.len()) <= FREE {
                free.push(state as u32);
            }
        }
        let mut queued = false;
        let mut work = 0;
        let mut result = Eliminated { order: Vec::with_capacity(n), pivots: Vec::with_capacity(n), core: Vec::new() };
        let mut scratch = Scratch { place: vec![u32::MAX; n] };
        loop {
            let (expected, state) = match free.pop() {
                Some(state) => (FREE, state),
                None => {
                    if !queued {
                        queued = true;
                        for (state, (sources, row)) in incoming.iter().zip(&self.rows).enumerate() {
                            if !gone[state] {
                                queue.push(std::cmp::Reverse((cost(sources.len(), row.len()), state as u32)));
                            }
                        }
                    }
                    match queue.pop() {
                        Some(std::cmp::Reverse(next)) => next,
                        None => break,
                    }
                }
            };
            let k = state as usize;
            if gone[k] {
                continue;
            }
            let sources: &mut Vec<u32> = &mut incoming[k];
            sources.retain(|source| !gone[*source as usize]);
            sources.sort_unstable();
            sources.dedup();
            let now = cost(sources.len(), self.rows[k].len());
            if now > expected {
                if queued {
                    queue.push(std::cmp::Reverse((now, state)));
                }
                continue;
            }
            work += now;
            if now > fill_max && work > WORK_PER_STATE * n && n - result.order.len() > CORE_SMALL {
                queue.push(std::cmp::Reverse((now, state)));
                break;
            }
            gone[k] = true;
            let sources = std::mem::take(&mut incoming[k]);
            let pivot = self.isolate(k);
            for source in &sources {
                let source = *source as usize;
                self.substitute(source, k, pivot, &mut incoming, &mut scratch);
                if !queued && cost(incoming[source].len(), self.rows[source].len()) <= FREE {
                    free.push(source as u32);
                }
            }
            result.order.push(state);
            result.pivots.push(pivot);
        }
        result.core = (0..n as u32).filter(|state| !gone[*state as usize]).collect();
        result
    }

    /// Removes the diagonal of row `k` and returns the pivot: all that leaves `k`.
    fn isolate(&mut self, k: usize) -> f64 {
        self.rows[k].retain(|(target, _)| *target as usize != k);
        self.leaving[k] + self.rows[k].iter().map(|(_, weight)| weight).sum::<f64>()
    }

    /// Replaces `x_k` in row `i`.
    fn substitute(&mut self, i: usize, k: usize, pivot: f64, incoming: &mut [Vec<u32>], scratch: &mut Scratch) {
        let mut row = std::mem::take(&mut self.rows[i]);
        let Some(position) = row.iter().position(|(target, _)| *target as usize == k) else {
            self.rows[i] = row;
            return;
        };
        let mut factor = row.swap_remove(position).1;
        while let Some(position) = row.iter().position(|(target, _)| *target as usize == k) {
            factor += row.swap_remove(position).1;
        }
        let factor = factor / pivot;
        for (index, (target, _)) in row.iter().enumerate() {
            scratch.place[*target as usize] = index as u32;
        }
        let before = row.len();
        for (target, weight) in &self.rows[k] {
            match scratch.place[*target as usize] {
                u32::MAX => {
                    scratch.place[*target as usize] = row.len() as u32;
                    row.push((*target, factor * weight));
                }
                index => row[index as usize].1 += factor * weight,
            }
        }
        for (index, (target, _)) in row.iter().enumerate() {
            scratch.place[*target as usize] = u32::MAX;
            if index >= before && *target as usize != i {
                incoming[*target as usize].push(i as u32);
            }
        }
        self.rows[i] = row;
        self.leaving[i] += factor * self.leaving[k];
        self.lower[i] += factor * self.lower[k];
        self.upper[i] += factor * self.upper[k];
    }

    /// Solves for the eliminated states, given the core's values in `x`, with constants `b`.
    fn back_substitute(&self, eliminated: &Eliminated, b: &[f64], x: &mut [f64]) {
        for (state, pivot) in eliminated.order.iter().zip(&eliminated.pivots).rev() {
            let k = *state as usize;
            let sum: f64 = self.rows[k].iter().map(|(target, weight)| weight * x[*target as usize]).sum();
            x[k] = (sum + b[k]) / pivot;
        }
    }

    /// Solves the system. `x` holds a first guess for what has to be iterated; the result is accurate to rounding for a
    /// direct solution and to about `tolerance` otherwise. Says whether it was direct.
    pub fn solve(&mut self, tolerance: f64, x_lower: &mut [f64], x_upper: &mut [f64]) -> bool {
        let eliminated = self.eliminate(FILL_CHEAP);
        if !eliminated.core.is_empty() {
            let same = self.lower == self.upper;
            self.iterate(&eliminated.core, &self.lower, tolerance, x_lower);
            if !same {
                self.iterate(&eliminated.core, &self.upper, tolerance, x_upper);
            } else {
                for state in &eliminated.core {
                    x_upper[*state as usize] = x_lower[*state as usize];
                }
            }
        }
        self.back_substitute(&eliminated, &self.lower, x_lower);
        self.back_substitute(&eliminated, &self.upper, x_upper);
        eliminated.core.is_empty()
    }

    /// What is left of the core, by sweeps.
    fn iterate(&self, core: &[u32], b: &[f64], tolerance: f64, x: &mut [f64]) {
        const SWEEPS_MAX: usize = 200_000;
        let Some(chain) = self.chain_of(core, b) else { return };
        let mut values: Vec<f64> = core.iter().map(|state| x[*state as usize]).collect();
        // If they do not settle, whoever proves the values notices.
        let _ = chain.relax(&mut values, tolerance, SWEEPS_MAX);
        for (state, value) in core.iter().zip(&values) {
            x[*state as usize] = *value;
        }
    }

    /// The rows of the core, if each can be left.
    fn chain_of(&self, core: &[u32], b: &[f64]) -> Option<Chain> {
        let mut place = vec![u32::MAX; self.states()];
        for (index, state) in core.iter().enumerate() {
            place[*state as usize] = index as u32;
        }
        let mut chain = Chain::with_room(core.len(), 0);
        for state in core {
            let k = *state as usize;
            let others = self.rows[k].iter().filter(|(target, _)| *target as usize != k);
            let others = others.map(|(target, weight)| (place[*target as usize], *weight));
            chain.add(others, self.leaving[k], b[k])?;
        }
        Some(chain)
    }
}

/// For each local state its place in the row that is being changed.
struct Scratch {
    place: Vec<u32>,
}

#[cfg(test)]
mod tests {
    use super::Linear;

    /// Gambler's ruin with a fair coin: from i of n the chance to win is i/n.
    #[test]
    fn ruin_is_solved_to_rounding() {
        let n = 2000usize;
        let mut linear = Linear::default();
        for state in 1..n {
            let mut row = Vec::new();
            let mut leaving = 0.0;
            let mut constant = 0.0;
            if state > 1 {
                row.push((state as u32 - 2, 0.5))
            } else {
                leaving += 0.5
            }
            if state < n - 1 {
                row.push((state as u32, 0.5));
            } else {
                leaving += 0.5;
                constant = 0.5;
            }
            linear.rows.push(row);
            linear.leaving.push(leaving);
            linear.lower.push(constant);
            linear.upper.push(constant);
        }
        let (mut low, mut high) = (vec![0.0; n - 1], vec![0.0; n - 1]);
        assert!(linear.solve(1e-12, &mut low, &mut high));
        for (index, value) in low.iter().enumerate() {
            let expected = (index + 1) as f64 / n as f64;
            assert!((value - expected).abs() < 1e-12 * expected, "{index}: {value}");
        }
    }
}
