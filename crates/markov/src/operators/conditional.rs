//! The largest and smallest probability of reaching one set of states given that another is reached, in decision processes
//! (Baier, Klein, Klüppelholz and Märcker, "Computing conditional probabilities in Markovian models efficiently", TACAS
//! 2014): runs on which the condition fails begin again, so that only those on which it holds count.

use std::collections::HashMap;

use super::engine::Engine;
use super::values::Numbers;
use crate::bits::Bits;
use crate::model::Model;
use crate::solvers::Objective;

impl Engine<'_> {
    /// Bounds on the optimum of P(F goal | F condition) from `start`; `None` if the condition can never be met.
    pub fn conditional(&self, start: usize, goal: &Bits, condition: &Bits, objective: Objective) -> Option<(f64, f64)> {
        let all = Bits::full(self.states());
        if self.graph.never_max(&all, condition).contains(start) {
            return None;
        }
        // Once one of the two is reached, only the other matters: the scheduler makes it as likely as it helps.
        let met = self.until(&all, condition, objective).0;
        let won = self.until(&all, goal, objective).0;
        let avoidable = self.graph.never_min(&all, condition);
        let solve = |met: &[f64], won: &[f64]| {
            let (model, target) = self.with_restart(start, goal, condition, objective, &avoidable, met, won);
            let engine = Engine::new(&model, self.epsilon, false).with_threads(self.threads);
            let everywhere = Bits::full(model.states());
            // A smallest probability of the goal is a largest one of missing it while the condition holds.
            let numbers: Numbers = engine.until(&everywhere, &target, Objective::Maximise).0;
            (numbers.lower[start], numbers.upper[start])
        };
        Some(match objective {
            Objective::Maximise => {
                (solve(&met.lower, &won.lower).0.clamp(0.0, 1.0), solve(&met.upper, &won.upper).1.clamp(0.0, 1.0))
            }
            Objective::Minimise => (
                (1.0 - solve(&met.lower, &won.lower).1).clamp(0.0, 1.0),
                (1.0 - solve(&met.upper, &won.upper).0).clamp(0.0, 1.0),
            ),
        })
    }

    /// The model in which failed runs begin again, and the state that stands for success.
    #[allow(clippy::too_many_arguments)]
    fn with_restart(
        &self,
        start: usize,
        goal: &Bits,
        condition: &Bits,
        objective: Objective,
        avoidable: &Bits,
        met: &[f64],
        won: &[f64],
    ) -> (Model, Bits) {
        let model = self.model;
        let states = model.states();
        let (success, failure) = (states as u32, states as u32 + 1);
        let (mut choices, mut branches) = (vec![0u32], vec![0u32]);
        let (mut targets, mut probabilities): (Vec<u32>, Vec<f64>) = (Vec::new(), Vec::new());
        let mut add = |row: &[(u32, f64)], branches: &mut Vec<u32>| {
            for (target, probability) in row.iter().filter(|(_, probability)| *probability > 0.0) {
                targets.push(*target);
                probabilities.push(*probability);
            }
            branches.push(targets.len() as u32);
        };
        let restart = start as u32;
        for state in 0..states {
            let maximise = objective == Objective::Maximise;
            if goal.contains(state) {
                let (likely, outcome) = (met[state], if maximise { success } else { failure });
                add(&[(outcome, likely), (restart, 1.0 - likely)], &mut branches);
            } else if condition.contains(state) {
                let likely = if maximise { won[state] } else { 1.0 - won[state] };
                add(&[(success, likely), (failure, 1.0 - likely)], &mut branches);
            } else {
                for row in model.rows_of(state) {
                    let entries: Vec<(u32, f64)> =
                        model.row(row).map(|(target, probability)| (target as u32, probability)).collect();
                    add(&entries, &mut branches);
                }
                // Who can see to it that the condition never holds can give up at once.
                if avoidable.contains(state) && state != start {
                    add(&[(restart, 1.0)], &mut branches);
                }
            }
            choices.push(branches.len() as u32 - 1);
        }
        for state in [success, failure] {
            add(&[(state, 1.0)], &mut branches);
            choices.push(branches.len() as u32 - 1);
        }
        let built = Model {
            kind: model.kind,
            choices,
            branches,
            targets,
            probabilities,
            probabilities_most: None,
            exits: None,
            initial: vec![start as u32],
            labels: Vec::new(),
            rewards: Vec::new(),
            actions: None,
            variables: Vec::new(),
            deadlocks: Bits::new(states + 2),
            open: None,
            fractions: HashMap::new(),
        };
        (built, Bits::from_indices(states + 2, [success as usize]))
    }
}
