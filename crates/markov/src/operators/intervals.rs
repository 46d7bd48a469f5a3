//! Probabilities of which only intervals are known (Givan, Leach, Dean 2000; Nilim, El Ghaoui 2005). In every step nature picks
//! those that are meant: with the scheduler, or against it. No interval begins at zero, so that all picks have the same graph,
//! and whatever is found out from the graph alone holds here, too.
//!
//! Values are iterated from below, so that they are lower bounds at any time. They become upper bounds by adding `δ·w`, where
//! `δ` is what one more step would add at most, and `w` is an upper bound on the number of steps until the unknowns are left:
//! if `w >= 1 + P·w`, then a step from `x + δ·w` leads to no more than that, and what does not grow bounds the least solution.
//! Whoever minimises may be held to what looks best, as an upper bound on what one pick yields bounds the minimum.

use crate::bits::Bits;
use crate::model::Model;
use crate::operators::engine::{Engine, Equations, NO_ROW};
use crate::operators::values::Numbers;
use crate::solvers::Objective;

/// Sweeps between two looks at the error.
const SWEEPS_MAX: usize = 200_000;
/// Sweeps after which nobody is known to leave the unknowns for certain.
const LEAVING_SWEEPS_MAX: usize = 200_000;

/// The unknowns, successors first: states, or end components that are one.
struct Groups {
    members: Vec<Vec<u32>>,
    rows: Vec<Vec<u32>>,
    /// What stopping there is worth.
    stop: Vec<Option<f64>>,
}

/// Entries of one row, sorted by what they lead to.
type Sorted = Vec<(f64, usize)>;

/// The row's expectation of `values`, where nature picks probabilities as is best for it by `keys`.
fn expect(model: &Model, row: usize, nature: Objective, keys: &[f64], values: &[f64], sorted: &mut Sorted) -> f64 {
    let most = model.probabilities_most.as_ref().expect("there are intervals");
    let range = model.entries(row);
    let mut left = 1.0 - model.probabilities[range.clone()].iter().sum::<f64>();
    sorted.clear();
    sorted.extend(range.map(|entry| (keys[model.targets[entry] as usize], entry)));
    match nature {
        Objective::Minimise => sorted.sort_unstable_by(|one, other| one.0.total_cmp(&other.0)),
        Objective::Maximise => sorted.sort_unstable_by(|one, other| other.0.total_cmp(&one.0)),
    }
    let mut sum = 0.0;
    for (_, entry) in sorted.iter() {
        let more = (most[*entry] - model.probabilities[*entry]).min(left).max(0.0);
        left -= more;
        sum += (model.probabilities[*entry] + more) * values[model.targets[*entry] as usize];
    }
    sum
}

impl Engine<'_> {
    /// What nature wants when the scheduler wants this.
    fn nature(&self, objective: Objective) -> Objective {
        if self.against.get() { objective.opposite() } else { objective }
    }

    /// One step of the states in `live`; the others keep their values.
    pub(super) fn step_between(
        &self,
        live: &Bits,
        x: &[f64],
        reward: Option<&[f64]>,
        objective: Objective,
    ) -> Vec<f64> {
        let nature = self.nature(objective);
        let mut sorted = Sorted::new();
        let mut next = x.to_vec();
        for state in live.iter() {
            let mut found = objective.worst();
            for row in self.model.rows_of(state) {
                let earned = reward.map_or(0.0, |reward| reward[row]);
                let value = earned + expect(self.model, row, nature, x, x, &mut sorted);
                if objective.better(value, found) {
                    found = value;
                }
            }
            next[state] = found;
        }
        next
    }

    /// Solves the equations; returns values and a best row per unknown state outside end components.
    pub(super) fn solve_between(&self, equations: Equations<'_>) -> (Numbers, Vec<u32>) {
        let groups = self.groups(&equations);
        let objective = equations.objective;
        let nature = self.nature(objective);
        let mut base = equations.base;
        let mut x = base.lower.clone();
        equations.unknown.iter().for_each(|state| x[state] = 0.0);
        let mut best = vec![NO_ROW; groups.members.len()];
        let mut sorted = Sorted::new();
        let mut evaluate = |x: &[f64], group: usize, best: &mut u32| -> f64 {
            let mut found = objective.worst();
            if let Some(stop) = groups.stop[group] {
                (found, *best) = (stop, NO_ROW);
            }
            for row in &groups.rows[group] {
                let earned = equations.reward.map_or(0.0, |reward| reward[*row as usize]);
                let value = earned + expect(self.model, *row as usize, nature, x, x, &mut sorted);
                if objective.better(value, found) {
                    (found, *best) = (value, *row);
                }
            }
            found
        };
        let first = |group: usize| groups.members[group][0] as usize;
        // Where it takes no time, to the last digit.
        let mut tolerance = if groups.members.len() < 1000 { 1e-15 } else { self.epsilon * 1e-2 };
        loop {
            for _ in 0..SWEEPS_MAX {
                let mut change = 0.0f64;
                for group in 0..groups.members.len() {
                    let value = evaluate(&x, group, &mut best[group]);
                    let old = x[first(group)];
                    if value > old {
                        change = change.max((value - old) / value);
                        groups.members[group].iter().for_each(|state| x[*state as usize] = value);
                    }
                }
                if change <= tolerance {
                    break;
                }
            }
            let mut residual = 0.0f64;
            for group in 0..groups.members.len() {
                let old = x[first(group)];
                residual = residual.max(evaluate(&x, group, &mut best[group]) - old + 4.0 * f64::EPSILON * old);
            }
            let leaving = self.leaving(&groups, &best, objective, &x);
            let width =
                |group: usize| residual * leaving.as_ref().map_or(f64::INFINITY, |leaving| leaving[first(group)]);
            let is_narrow = (0..groups.members.len()).all(|group| width(group) <= self.epsilon * x[first(group)]);
            if is_narrow || tolerance < 1e-16 {
                let mut rows = vec![NO_ROW; self.states()];
                for (group, members) in groups.members.iter().enumerate() {
                    for state in members {
                        base.lower[*state as usize] = x[*state as usize];
                        base.upper[*state as usize] = x[*state as usize] + width(group);
                        rows[*state as usize] = best[group];
                    }
                }
                return (base, rows);
            }
            tolerance *= 1e-2;
        }
    }

    /// Per state, a bound on the number of steps until the unknowns are left, whatever the maximisers do, while minimisers do
    /// what is best by `x`; `None` if none was found.
    fn leaving(&self, groups: &Groups, best: &[u32], objective: Objective, x: &[f64]) -> Option<Vec<f64>> {
        let nature = self.nature(objective);
        let mut steps = vec![0.0; self.states()];
        let mut sorted = Sorted::new();
        let mut evaluate = |steps: &[f64], group: usize| -> f64 {
            let keys = if nature == Objective::Minimise { x } else { steps };
            let mut ahead = |row: u32| expect(self.model, row as usize, nature, keys, steps, &mut sorted);
            let most = match objective {
                Objective::Minimise if best[group] == NO_ROW => 0.0,
                Objective::Minimise => ahead(best[group]),
                Objective::Maximise => groups.rows[group].iter().map(|row| ahead(*row)).fold(0.0, f64::max),
            };
            1.0 + most
        };
        for _ in 0..LEAVING_SWEEPS_MAX {
            for group in 0..groups.members.len() {
                let value = evaluate(&steps, group);
                groups.members[group].iter().for_each(|state| steps[*state as usize] = value);
            }
            let growth = |group: usize| evaluate(&steps, group) - steps[groups.members[group][0] as usize];
            let most = (0..groups.members.len()).map(growth).fold(0.0, f64::max);
            // With d the growth, 1.5·w is as it must be once d <= 1/3.
            if most <= 1.0 / 3.0 {
                return Some(steps.into_iter().map(|value| 1.5 * value).collect());
            }
        }
        None
    }

    fn groups(&self, equations: &Equations<'_>) -> Groups {
        let model = self.model;
        let mut component_of = vec![u32::MAX; self.states()];
        let mut inside = Bits::new(model.rows());
        for (index, component) in equations.collapse.iter().enumerate() {
            component.states.iter().for_each(|state| component_of[*state as usize] = index as u32);
            component.rows.iter().for_each(|row| inside.insert(*row as usize));
        }
        let mut groups = Groups { members: Vec::new(), rows: Vec::new(), stop: Vec::new() };
        let mut seen = vec![false; equations.collapse.len()];
        for state in self.successors_first(equations.unknown) {
            let members = match component_of[state] {
                u32::MAX => vec![state as u32],
                component if seen[component as usize] => continue,
                component => {
                    seen[component as usize] = true;
                    equations.collapse[component as usize].states.clone()
                }
            };
            let rows = members.iter().flat_map(|state| model.rows_of(*state as usize));
            let kept = rows.filter(|row| (equations.keep)(*row) && !inside.contains(*row));
            groups.rows.push(kept.map(|row| row as u32).collect());
            groups.stop.push(members.iter().find_map(|state| equations.stops.get(state)).map(|stop| stop.lower));
            groups.members.push(members);
        }
        groups
    }

    /// The states of a set, those that can be left to others of it after these as far as possible.
    fn successors_first(&self, set: &Bits) -> Vec<usize> {
        let mut order = Vec::new();
        let mut entered = Bits::new(self.states());
        let mut path: Vec<(usize, usize)> = Vec::new();
        for start in set.iter() {
            if entered.contains(start) {
                continue;
            }
            entered.insert(start);
            path.push((start, 0));
            while let Some((state, next)) = path.last_mut() {
                let successors = self.model.successors(*state);
                match successors.get(*next) {
                    None => {
                        order.push(*state);
                        path.pop();
                    }
                    Some(target) => {
                        *next += 1;
                        let target = *target as usize;
                        if set.contains(target) && !entered.contains(target) {
                            entered.insert(target);
                            path.push((target, 0));
                        }
                    }
                }
            }
        }
        order
    }
}
