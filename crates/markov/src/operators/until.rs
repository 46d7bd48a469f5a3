//! Unbounded until: qualitative answers by the graph, the rest by equations.

use std::collections::HashMap;

use super::engine::{Engine, Equations, NO_ROW};
use super::values::Numbers;
use crate::bits::Bits;
use crate::graph::end_components;
use crate::model::Kind;
use crate::solvers::Objective;

/// The largest double below one.
const ALMOST_ONE: f64 = 1.0 - f64::EPSILON / 2.0;

impl Engine<'_> {
    /// The probability of `through U goal` in every state, with an optimal row per state.
    pub fn until(&self, through: &Bits, goal: &Bits, objective: Objective) -> (Numbers, Vec<u32>) {
        self.until_or_not(through, goal, objective, false)
    }

    /// With `complement`, one minus the probability, found from equations of its own: subtracting would leave a small
    /// probability with an error relative to one. `objective` is that of the until in both cases.
    pub fn until_or_not(
        &self,
        through: &Bits,
        goal: &Bits,
        objective: Objective,
        complement: bool,
    ) -> (Numbers, Vec<u32>) {
        let graph = &self.graph;
        let maximise = objective == Objective::Maximise || self.model.is_chain();
        let mut qualitative_rows = Vec::new();
        let (never, sure) = if maximise {
            let never = graph.never_max(through, goal);
            let sure = if self.model.is_chain() {
                graph.sure_min(through, goal, &never)
            } else {
                let (sure, rows) = graph.sure_max_with_rows(through, goal);
                qualitative_rows = rows;
                sure
            };
            (never, sure)
        } else {
            let never = graph.never_min(through, goal);
            let sure = graph.sure_min(through, goal, &never);
            (never, sure)
        };
        let unknown = never.or(&sure).not();
        let base = Numbers::indicator(if complement { &never } else { &sure }, self.exact);
        if unknown.is_empty() {
            let mut rows = if qualitative_rows.is_empty() { vec![NO_ROW; self.states()] } else { qualitative_rows };
            self.fill_rows(objective, &never, &mut rows);
            return (base, rows);
        }
        let collapse = if self.model.kind == Kind::Process && maximise {
            end_components(self.model, &unknown, |_| true)
        } else {
            Vec::new()
        };
        let (mut numbers, mut rows) = self.solve(Equations {
            base,
            unknown: &unknown,
            reward: None,
            exact_reward: None,
            objective: if complement { objective.opposite() } else { objective },
            keep: &|_| true,
            collapse: &collapse,
            stops: &HashMap::new(),
            improper: false,
        });
        // These states have neither probability zero nor one; rounding must not say so.
        for state in unknown.iter() {
            numbers.lower[state] = numbers.lower[state].clamp(f64::MIN_POSITIVE, ALMOST_ONE);
            numbers.upper[state] = numbers.upper[state].clamp(f64::MIN_POSITIVE, ALMOST_ONE);
        }
        for state in sure.iter() {
            if let Some(row) = qualitative_rows.get(state) {
                rows[state] = *row;
            }
        }
        self.fill_rows(objective, &never, &mut rows);
        (numbers, rows)
    }

    /// Rows for states where the answer is trivial: a minimiser stays where it can avoid the goal, others do anything.
    fn fill_rows(&self, objective: Objective, never: &Bits, rows: &mut [u32]) {
        let model = self.model;
        for (state, row) in rows.iter_mut().enumerate() {
            if *row != NO_ROW {
                continue;
            }
            let mut choices = model.rows_of(state);
            let first = choices.start as u32;
            let avoiding = choices.find(|row| {
                objective == Objective::Minimise
                    && never.contains(state)
                    && model.targets[model.entries(*row)].iter().all(|target| never.contains(*target as usize))
            });
            *row = avoiding.map_or(first, |row| row as u32);
        }
    }
}
