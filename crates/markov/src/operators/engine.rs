//! A model prepared for questions: reversed edges, fractions if wanted, and the path from a set of equations to values.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;

use dashu::rational::RBig;

use super::values::{Extended, Numbers};
use crate::bits::Bits;
use crate::graph::{EndComponent, Graph};
use crate::model::Model;
use crate::solvers::system::{STOP, Shape, Stop, extract, proper_policy};
use crate::solvers::{ExactSystem, Objective, System, solve, solve_exact};

/// No row chosen.
pub const NO_ROW: u32 = u32::MAX;

pub struct Engine<'m> {
    pub model: &'m Model,
    pub graph: Graph<'m>,
    pub epsilon: f64,
    pub exact: bool,
    /// How many workers share large products.
    pub threads: usize,
    /// Whether, of intervals of probabilities, those are meant that are worst for the scheduler.
    pub against: Cell<bool>,
    probabilities: OnceCell<Vec<RBig>>,
}

/// The equations of one question.
pub struct Equations<'a> {
    /// Values of all states that are no unknowns; the rest is filled in.
    pub base: Numbers,
    pub unknown: &'a Bits,
    pub reward: Option<&'a [f64]>,
    pub exact_reward: Option<&'a [RBig]>,
    pub objective: Objective,
    pub keep: &'a dyn Fn(usize) -> bool,
    pub collapse: &'a [EndComponent],
    pub stops: &'a HashMap<u32, Stop>,
    /// Whether some policies never leave the unknowns, so that the search must start from one that does.
    pub improper: bool,
}

impl<'m> Engine<'m> {
    pub fn new(model: &'m Model, epsilon: f64, exact: bool) -> Engine<'m> {
        let (graph, against) = (Graph::new(model), Cell::new(false));
        Engine { model, graph, epsilon, exact, threads: 1, against, probabilities: OnceCell::new() }
    }

    pub fn with_threads(self, threads: usize) -> Engine<'m> {
        Engine { threads: threads.max(1), ..self }
    }

    pub fn with_nature_against(self, against: bool) -> Engine<'m> {
        self.against.set(against);
        self
    }

    pub fn states(&self) -> usize {
        self.model.states()
    }

    /// Exact probabilities of all entries.
    pub fn fractions(&self) -> &[RBig] {
        self.probabilities.get_or_init(|| self.model.exact_probabilities())
    }

    /// Solves the equations; returns the values of all states and, for each unknown state, an optimal row.
    pub fn solve(&self, equations: Equations<'_>) -> (Numbers, Vec<u32>) {
        if self.model.probabilities_most.is_some() {
            return self.solve_between(equations);
        }
        let mut base = equations.base;
        let shape = Shape {
            unknown: equations.unknown,
            lower: &base.lower,
            upper: &base.upper,
            reward: equations.reward,
            keep: equations.keep,
            collapse: equations.collapse,
            stops: equations.stops,
        };
        let (system, numbering) = extract(self.model, &shape);
        let proper = equations.improper.then(|| proper_policy(&system));
        let mut solution = solve(&system, equations.objective, self.epsilon, proper.as_deref(), self.threads);
        if self.exact {
            let exact = self.exact_system(&system, &numbering, &base, equations.exact_reward, equations.stops);
            let (values, policy) = solve_exact(&exact, equations.objective, solution.policy);
            solution.policy = policy;
            let known = base.exact.get_or_insert_with(|| vec![Extended::zero(); numbering.len()]);
            for (state, number) in numbering.iter().enumerate() {
                if *number != u32::MAX {
                    known[state] = Extended::Finite(values[*number as usize].clone());
                }
            }
        }
        let mut rows = vec![NO_ROW; self.states()];
        for state in equations.unknown.iter() {
            let number = numbering[state] as usize;
            base.lower[state] = solution.lower[number];
            base.upper[state] = solution.upper[number];
            if equations.collapse.is_empty() {
                rows[state] = system.origin[solution.policy[number] as usize];
            }
        }
        for component in equations.collapse {
            let number = numbering[component.states[0] as usize] as usize;
            self.rows_inside(component, system.origin[solution.policy[number] as usize], &mut rows);
        }
        if !equations.collapse.is_empty() {
            let members = equations.collapse.iter().flat_map(|component| component.states.iter());
            let inside = Bits::from_indices(self.states(), members.map(|state| *state as usize));
            for state in equations.unknown.iter().filter(|state| !inside.contains(*state)) {
                let number = numbering[state] as usize;
                rows[state] = system.origin[solution.policy[number] as usize];
            }
        }
        for row in &mut rows {
            if *row != NO_ROW && *row & STOP != 0 {
                *row = NO_ROW;
            }
        }
        (if self.exact { base.sharpen() } else { base }, rows)
    }

    /// Rows within an end component that lead to the state which leaves by `exit` (or which stops there).
    fn rows_inside(&self, component: &EndComponent, exit: u32, rows: &mut [u32]) {
        if exit & STOP != 0 {
            // Staying for ever: any inner row will do.
            for row in &component.rows {
                rows[self.graph.owner(*row as usize)] = *row;
            }
            return;
        }
        let door = self.graph.owner(exit as usize);
        if let [_] = component.states.as_slice() {
            rows[door] = exit;
            return;
        }
        let states = self.states();
        let members = Bits::from_indices(states, component.states.iter().map(|state| *state as usize));
        let inner: std::collections::HashSet<u32> = component.rows.iter().copied().collect();
        let goal = Bits::from_indices(states, [door]);
        let towards = self.graph.rows_towards(&members, &goal, |row| inner.contains(&(row as u32)));
        for state in &component.states {
            rows[*state as usize] = if *state as usize == door { exit } else { towards[*state as usize] };
        }
    }

    fn exact_system(
        &self,
        system: &System,
        numbering: &[u32],
        base: &Numbers,
        reward: Option<&[RBig]>,
        stops: &HashMap<u32, Stop>,
    ) -> ExactSystem {
        let fractions = self.fractions();
        let mut exact = ExactSystem { choices: system.choices.clone(), branches: vec![0], ..ExactSystem::default() };
        exact.origin = system.origin.clone();
        for origin in &system.origin {
            let mut constant = RBig::ZERO;
            if origin & STOP != 0 {
                let stop = &stops[&(origin & !STOP)];
                constant += stop.exact.clone().unwrap_or_else(|| crate::rational::meant(stop.lower));
            } else {
                let row = *origin as usize;
                if let Some(reward) = reward {
                    constant += &reward[row];
                }
                for entry in self.model.entries(row) {
                    let target = self.model.targets[entry] as usize;
                    if numbering[target] != u32::MAX {
                        exact.targets.push(numbering[target]);
                        exact.weights.push(fractions[entry].clone());
                    } else if let Some(value) = base.exact.as_ref().and_then(|known| known[target].finite())
                        && !value.is_zero()
                    {
                        constant += &fractions[entry] * value;
                    }
                }
            }
            exact.branches.push(exact.targets.len() as u32);
            exact.constant.push(constant);
        }
        exact
    }
}
