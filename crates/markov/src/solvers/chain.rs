//! One row for each state, compressed, with loops divided out; and sweeps over them (Gauss–Seidel) whose slowest mode is extrapolated.

/// `x = constants + weights · x`.
pub struct Chain {
    starts: Vec<u32>,
    targets: Vec<u32>,
    weights: Vec<f64>,
    constants: Vec<f64>,
}

impl Chain {
    /// No rows yet, and room for so many.
    pub fn with_room(rows: usize, entries: usize) -> Chain {
        let mut starts = Vec::with_capacity(rows + 1);
        starts.push(0);
        let (targets, weights) = (Vec::with_capacity(entries), Vec::with_capacity(entries));
        Chain { starts, targets, weights, constants: Vec::with_capacity(rows) }
    }

    /// Adds the row of the next state: where else it leads, the weight of what leaves for good, and the constant. `None` if it
    /// only loops.
    pub fn add(&mut self, others: impl Iterator<Item = (u32, f64)> + Clone, leaving: f64, constant: f64) -> Option<()> {
        let pivot = leaving + others.clone().map(|(_, weight)| weight).sum::<f64>();
        if pivot <= 0.0 {
            return None;
        }
        for (target, weight) in others {
            self.targets.push(target);
            self.weights.push(weight / pivot);
        }
        self.constants.push(constant / pivot);
        self.starts.push(self.targets.len() as u32);
        Some(())
    }

    pub fn work(&self) -> usize {
        self.targets.len() + self.constants.len()
    }

    #[inline]
    pub fn value(&self, state: usize, values: &[f64]) -> f64 {
        let range = self.starts[state] as usize..self.starts[state + 1] as usize;
        let targets = &self.targets[range.clone()];
        let weights = &self.weights[range][..targets.len()];
        let mut sum = self.constants[state];
        for index in 0..targets.len() {
            sum += weights[index] * values[targets[index] as usize];
        }
        sum
    }

    /// One sweep; the largest relative change, and the sum of all.
    fn sweep(&self, values: &mut [f64], changes: &mut [f64]) -> (f64, f64) {
        let (mut largest, mut sum_of_changes): (f64, f64) = (0.0, 0.0);
        for state in 0..values.len() {
            let sum = self.value(state, values);
            let change = sum - values[state];
            changes[state] = change;
            values[state] = sum;
            sum_of_changes += change.abs();
            if change.abs() > largest * sum {
                largest = change.abs() / sum;
            }
        }
        (largest, sum_of_changes)
    }

    /// Sweeps until the relative error is about `goal`; once successive changes shrink by a steady factor, the rest of the geometric
    /// series is added at once. The number of sweeps; `None` if it would take many more than `sweeps_max`.
    pub fn relax(&self, values: &mut [f64], goal: f64, sweeps_max: usize) -> Option<usize> {
        let mut changes = vec![0.0; values.len()];
        let mut norm_before = f64::INFINITY;
        let mut ratio_before = 0.0;
        let mut steady = 0;
        let (mut first, mut last) = (0.0, f64::INFINITY);
        for sweep in 0..sweeps_max {
            let (relative, norm) = self.sweep(values, &mut changes);
            let ratio = norm / norm_before;
            norm_before = norm;
            // The error left is about change * ratio / (1 - ratio).
            let left = if ratio < 1.0 { relative * ratio / (1.0 - ratio) } else { f64::INFINITY };
            if relative == 0.0 || sweep > 3 && relative < goal && left < goal {
                return Some(sweep + 1);
            }
            if sweep == 0 {
                first = relative;
            }
            last = relative;
            steady = if (ratio - ratio_before).abs() < 0.02 * (1.0 - ratio) { steady + 1 } else { 0 };
            ratio_before = ratio;
            if steady >= 3 && (0.5..0.999_999_9).contains(&ratio) {
                let boost = ratio / (1.0 - ratio);
                for (value, change) in values.iter_mut().zip(&changes) {
                    *value = (*value + boost * change).max(0.0);
                }
                steady = -4;
                norm_before = f64::INFINITY;
            }
        }
        (last < 0.1 * first).then_some(sweeps_max)
    }
}
