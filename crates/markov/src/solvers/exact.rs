//! The same equations in fractions: elimination component by component for chains, policy iteration started from the
//! doubles' policy for processes. The result is proven by the exact Bellman equation.

use dashu::rational::RBig;

use super::numeric::Objective;
use crate::graph::components;

/// Like [`super::System`], in fractions.
#[derive(Clone, Debug, Default)]
pub struct ExactSystem {
    pub choices: Vec<u32>,
    pub branches: Vec<u32>,
    pub targets: Vec<u32>,
    pub weights: Vec<RBig>,
    pub constant: Vec<RBig>,
    pub origin: Vec<u32>,
}

impl ExactSystem {
    pub fn states(&self) -> usize {
        self.choices.len() - 1
    }

    fn rows_of(&self, state: usize) -> std::ops::Range<usize> {
        self.choices[state] as usize..self.choices[state + 1] as usize
    }

    fn entries(&self, row: usize) -> std::ops::Range<usize> {
        self.branches[row] as usize..self.branches[row + 1] as usize
    }

    fn value(&self, row: usize, x: &[RBig]) -> RBig {
        let mut sum = self.constant[row].clone();
        for entry in self.entries(row) {
            let known = &x[self.targets[entry] as usize];
            if !known.is_zero() {
                sum += &self.weights[entry] * known;
            }
        }
        sum
    }
}

/// Solves exactly, starting from `policy`, which must leave the unknowns almost surely.
pub fn solve_exact(system: &ExactSystem, objective: Objective, mut policy: Vec<u32>) -> (Vec<RBig>, Vec<u32>) {
    loop {
        let x = evaluate(system, &policy);
        let mut switched = false;
        for (state, chosen) in policy.iter_mut().enumerate() {
            let rows = system.rows_of(state);
            if rows.len() < 2 {
                continue;
            }
            let mut best = x[state].clone();
            for row in rows {
                if row as u32 == *chosen {
                    continue;
                }
                let value = system.value(row, &x);
                let better = match objective {
                    Objective::Minimise => value < best,
                    Objective::Maximise => value > best,
                };
                if better {
                    best = value;
                    *chosen = row as u32;
                    switched = true;
                }
            }
        }
        if !switched {
            return (x, policy);
        }
    }
}

/// The values of the chain that `policy` induces.
pub(crate) fn evaluate(system: &ExactSystem, policy: &[u32]) -> Vec<RBig> {
    let n = system.states();
    let parts = components(
        n,
        |_| true,
        |state| system.entries(policy[state] as usize),
        |entry| Some(system.targets[entry] as usize),
    );
    let mut x = vec![RBig::ZERO; n];
    let mut place = vec![u32::MAX; n];
    for part in parts.iter() {
        for (index, state) in part.iter().enumerate() {
            place[*state as usize] = index as u32;
        }
        let mut rows: Vec<Vec<(u32, RBig)>> = Vec::with_capacity(part.len());
        let mut constants = Vec::with_capacity(part.len());
        for state in part {
            let row = policy[*state as usize] as usize;
            let mut constant = system.constant[row].clone();
            let mut entries: Vec<(u32, RBig)> = Vec::new();
            for entry in system.entries(row) {
                let target = system.targets[entry] as usize;
                let weight = &system.weights[entry];
                match place[target] {
                    u32::MAX => constant += weight * &x[target],
                    index => match entries.iter_mut().find(|(known, _)| *known == index) {
                        Some(known) => known.1 += weight,
                        None => entries.push((index, weight.clone())),
                    },
                }
            }
            rows.push(entries);
            constants.push(constant);
        }
        let solved = eliminate(rows, constants);
        for (state, value) in part.iter().zip(solved) {
            place[*state as usize] = u32::MAX;
            x[*state as usize] = value;
        }
    }
    x
}

/// Solves `x = rows x + constants`, states of least fill first.
pub fn eliminate(mut rows: Vec<Vec<(u32, RBig)>>, mut constants: Vec<RBig>) -> Vec<RBig> {
    let n = rows.len();
    let mut incoming: Vec<Vec<u32>> = vec![Vec::new(); n];
    for (state, row) in rows.iter().enumerate() {
        for (target, _) in row {
            if *target as usize != state {
                incoming[*target as usize].push(state as u32);
            }
        }
    }
    let mut gone = vec![false; n];
    let mut queue: std::collections::BinaryHeap<_> =
        (0..n).map(|state| std::cmp::Reverse((incoming[state].len() * rows[state].len(), state as u32))).collect();
    let mut order = Vec::with_capacity(n);
    while let Some(std::cmp::Reverse((expected, state))) = queue.pop() {
        let k = state as usize;
        if gone[k] {
            continue;
        }
        incoming[k].retain(|source| !gone[*source as usize]);
        incoming[k].sort_unstable();
        incoming[k].dedup();
        let now = incoming[k].len() * rows[k].len();
        if now > expected {
            queue.push(std::cmp::Reverse((now, state)));
            continue;
        }
        gone[k] = true;
        order.push(k);
        // x_k = row x + c, with its own share divided out.
        let mut row = std::mem::take(&mut rows[k]);
        if let Some(position) = row.iter().position(|(target, _)| *target as usize == k) {
            let pivot = RBig::ONE - row.swap_remove(position).1;
            assert!(!pivot.is_zero(), "a state that only loops is not among the unknowns");
            for (_, weight) in &mut row {
                *weight = &*weight / &pivot;
            }
            constants[k] = &constants[k] / &pivot;
        }
        for source in std::mem::take(&mut incoming[k]) {
            let i = source as usize;
            let Some(position) = rows[i].iter().position(|(target, _)| *target as usize == k) else { continue };
            let factor = rows[i].swap_remove(position).1;
            for (target, weight) in &row {
                let product = &factor * weight;
                match rows[i].iter_mut().find(|(known, _)| known == target) {
                    Some(known) => known.1 += product,
                    None => {
                        rows[i].push((*target, product));
                        if *target as usize != i {
                            incoming[*target as usize].push(source);
                        }
                    }
                }
            }
            if !constants[k].is_zero() {
                let product = &factor * &constants[k];
                constants[i] += product;
            }
        }
        rows[k] = row;
    }
    let mut x = vec![RBig::ZERO; n];
    for k in order.into_iter().rev() {
        let mut value = constants[k].clone();
        for (target, weight) in &rows[k] {
            value += weight * &x[*target as usize];
        }
        x[k] = value;
    }
    x
}
