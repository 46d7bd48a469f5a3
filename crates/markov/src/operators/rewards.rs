//! Expected rewards: until a set is reached, and in total (Baier and Katoen, section 10.5; de Alfaro 1999 for the infinite).

use std::collections::HashMap;

use dashu::rational::RBig;

use super::engine::{Engine, Equations, NO_ROW};
use super::values::{Extended, Numbers};
use crate::bits::Bits;
use crate::graph::{EndComponent, end_components};
use crate::model::Kind;
use crate::solvers::Objective;
use crate::solvers::system::Stop;

/// The expected reward of each row, in doubles and, if wanted, in fractions.
#[derive(Clone, Debug, Default)]
pub struct RowRewards {
    pub values: Vec<f64>,
    pub exact: Option<Vec<RBig>>,
}

impl Engine<'_> {
    /// Infinity in `infinite`, zero elsewhere.
    fn base(&self, infinite: &Bits) -> Numbers {
        let mut base = Numbers::indicator(&Bits::new(self.states()), self.exact);
        for state in infinite.iter() {
            base.lower[state] = f64::INFINITY;
            base.upper[state] = f64::INFINITY;
            if let Some(exact) = &mut base.exact {
                exact[state] = Extended::Infinite;
            }
        }
        base
    }

    /// The reward accumulated until `goal` is reached: infinite where that is not almost sure.
    pub fn reward_until(&self, reward: &RowRewards, goal: &Bits, objective: Objective) -> (Numbers, Vec<u32>) {
        let model = self.model;
        let all = Bits::full(self.states());
        let minimise = objective == Objective::Minimise && model.kind == Kind::Process;
        let sure = if minimise {
            self.graph.sure_max(&all, goal)
        } else {
            let never = self.graph.never_min(&all, goal);
            self.graph.sure_min(&all, goal, &never)
        };
        let base = self.base(&sure.not());
        let unknown = sure.minus(goal);
        if unknown.is_empty() {
            let mut rows = vec![NO_ROW; self.states()];
            if !minimise {
                self.rows_avoiding(goal, &mut rows);
            }
            return (base, rows);
        }
        let stays = |row: usize| model.targets[model.entries(row)].iter().all(|target| sure.contains(*target as usize));
        // A minimiser may loop for free; such loops are one state, so that the equations have one solution.
        let collapse = if minimise {
            end_components(model, &unknown, |row| reward.values[row] == 0.0 && stays(row))
        } else {
            Vec::new()
        };
        let (numbers, mut rows) = self.solve(Equations {
            base,
            unknown: &unknown,
            reward: Some(&reward.values),
            exact_reward: reward.exact.as_deref(),
            objective,
            keep: &|row| !minimise || stays(row),
            collapse: &collapse,
            stops: &HashMap::new(),
            improper: minimise,
        });
        if !minimise {
            self.rows_avoiding(goal, &mut rows);
        }
        (numbers, rows)
    }

    /// Rows by which a maximiser misses the goal with positive probability, for states that have none yet.
    fn rows_avoiding(&self, goal: &Bits, rows: &mut [u32]) {
        let model = self.model;
        if model.is_chain() || (0..self.states()).all(|state| rows[state] != NO_ROW || goal.contains(state)) {
            return;
        }
        let never = self.graph.never_min(&Bits::full(self.states()), goal);
        let towards = self.graph.rows_towards(&goal.not(), &never, |_| true);
        for (state, row) in rows.iter_mut().enumerate() {
            if *row != NO_ROW || goal.contains(state) {
                continue;
            }
            let avoids =
                |row: &usize| model.targets[model.entries(*row)].iter().all(|target| never.contains(*target as usize));
            *row = match never.contains(state) {
                true => model.rows_of(state).find(avoids).map_or(NO_ROW, |row| row as u32),
                false => towards[state],
            };
        }
    }

    /// Rows that lead to components that earn, and round and round in them past a row that does.
    fn rows_earning(&self, components: &[EndComponent], reward: &RowRewards, rows: &mut [u32]) {
        let states = self.states();
        let mut endless = Bits::new(states);
        for component in components {
            let earns = component.rows.iter().find(|row| reward.values[**row as usize] > 0.0);
            let Some(earning) = earns else { continue };
            let home = self.graph.owner(*earning as usize);
            let members = Bits::from_indices(states, component.states.iter().map(|state| *state as usize));
            let inner: std::collections::HashSet<u32> = component.rows.iter().copied().collect();
            let goal = Bits::from_indices(states, [home]);
            let round = self.graph.rows_towards(&members, &goal, |row| inner.contains(&(row as u32)));
            for state in members.iter() {
                rows[state] = if state == home { *earning } else { round[state] };
                endless.insert(state);
            }
        }
        let towards = self.graph.rows_towards(&Bits::full(states), &endless, |_| true);
        for (row, towards) in rows.iter_mut().zip(towards) {
            if *row == NO_ROW {
                *row = towards;
            }
        }
    }

    /// The reward accumulated for ever.
    pub fn reward_total(&self, reward: &RowRewards, objective: Objective) -> (Numbers, Vec<u32>) {
        let model = self.model;
        let all = Bits::full(self.states());
        if objective == Objective::Minimise || model.is_chain() {
            // Only where one can stay for free for ever is the total finite.
            let free = end_components(model, &all, |row| reward.values[row] == 0.0);
            let rest =
                Bits::from_indices(self.states(), free.iter().flat_map(|c| c.states.iter().map(|s| *s as usize)));
            let (numbers, mut rows) = self.reward_until(reward, &rest, objective);
            for row in free.iter().flat_map(|component| &component.rows) {
                let state = self.graph.owner(*row as usize);
                if rows[state] == NO_ROW {
                    rows[state] = *row;
                }
            }
            return (numbers, rows);
        }
        let components = end_components(model, &all, |_| true);
        let earns = |component: &&EndComponent| component.rows.iter().any(|row| reward.values[*row as usize] > 0.0);
        let earning_components: Vec<EndComponent> = components.iter().filter(earns).cloned().collect();
        let endless =
            earning_components.iter().flat_map(|component| component.states.iter().map(|state| *state as usize));
        let infinite = self.graph.reach(&all, &Bits::from_indices(self.states(), endless));
        let earning = (0..model.rows()).filter(|row| reward.values[*row] > 0.0).map(|row| self.graph.owner(row));
        let unknown = self.graph.reach(&all, &Bits::from_indices(self.states(), earning)).minus(&infinite);
        let free: Vec<EndComponent> =
            components.into_iter().filter(|component| unknown.contains(component.states[0] as usize)).collect();
        let stops: HashMap<u32, Stop> = free
            .iter()
            .map(|component| (component.states[0], Stop { lower: 0.0, upper: 0.0, exact: Some(RBig::ZERO) }))
            .collect();
        let (numbers, mut rows) = self.solve(Equations {
            base: self.base(&infinite),
            unknown: &unknown,
            reward: Some(&reward.values),
            exact_reward: reward.exact.as_deref(),
            objective,
            keep: &|_| true,
            collapse: &free,
            stops: &stops,
            improper: false,
        });
        self.rows_earning(&earning_components, reward, &mut rows);
        (numbers, rows)
    }
}
