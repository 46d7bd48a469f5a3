//! Progress where someone decides: the largest probability of leaving over all decisions.
//!
//! Each state has its probability `x` of leaving: 1 if nothing of it is explored, 0 if nothing unexplored can be reached.
//! Only states from which a change can be reached need a new `x`. Their strongly connected components are solved one by
//! one, targets first: by substitution where there is no cycle, by policy iteration (Howard 1960) otherwise.

use std::collections::VecDeque;

use hashbrown::HashMap;

use super::components::Components;
use super::elimination::{Elimination, Step};
use super::explored::{Explored, IGNORED, UNEXPLORED};

#[derive(Default)]
pub struct WorstCase {
    /// The probability of leaving.
    x: Vec<f64>,
    /// Per state the list of transitions into it, as indices into `entries`.
    first_entry: Vec<u32>,
    entries: Vec<Entry>,
    /// States with newly explored transitions, perhaps several times.
    dirty: Vec<u32>,
    components: Components,
}

#[derive(Clone, Copy)]
struct Entry {
    source: u32,
    next: u32,
}

const NONE: u32 = u32::MAX;
/// A switch of policy must promise this much more, relatively; rounding errors must not keep it going.
const IMPROVEMENT_MIN: f64 = 1e-13;

impl WorstCase {
    /// Starts from what is explored already.
    pub fn of(explored: &Explored) -> Self {
        let mut worst_case = WorstCase::default();
        for _ in 0..explored.state_count() {
            worst_case.discover(explored);
        }
        for source in 0..explored.state_count() as u32 {
            for &target in explored.targets(source) {
                if target != UNEXPLORED {
                    worst_case.advance(source, target);
                }
            }
        }
        worst_case
    }

    /// Takes note of the next state of `explored`.
    pub fn discover(&mut self, explored: &Explored) {
        let is_final = explored.targets(self.x.len() as u32).is_empty();
        self.x.push(if is_final { 0.0 } else { 1.0 });
        self.first_entry.push(NONE);
    }

    /// Takes note of a transition explored for the first time.
    pub fn advance(&mut self, source: u32, target: u32) {
        if self.dirty.last() != Some(&source) {
            self.dirty.push(source);
        }
        if target != IGNORED && target != source && self.x[target as usize] > 0.0 {
            self.entries.push(Entry { source, next: self.first_entry[target as usize] });
            self.first_entry[target as usize] = self.entries.len() as u32 - 1;
        }
    }

    pub fn leaving(&mut self, explored: &Explored) -> f64 {
        let mut components = std::mem::take(&mut self.components);
        components.clear(explored.state_count());
        for state in self.dirty.drain(..) {
            components.add(state);
        }
        let mut next = 0;
        while next < components.states().len() {
            let mut entry = self.first_entry[components.states()[next] as usize];
            while entry != NONE {
                let Entry { source, next } = self.entries[entry as usize];
                components.add(source);
                entry = next;
            }
            next += 1;
        }
        components.find(explored, &[]);
        for index in 0..components.count() {
            match *components.get(index) {
                [state] if !explored.targets(state).contains(&state) => {
                    self.x[state as usize] = self.leaving_from(explored, state);
                }
                ref states => self.solve(&Cycle::new(explored, states)),
            }
        }
        self.components = components;
        self.x[0]
    }

    fn leaving_by(&self, target: u32) -> f64 {
        match target {
            UNEXPLORED => 1.0,
            IGNORED => 0.0,
            _ => self.x[target as usize],
        }
    }

    /// The probability of leaving from `state`, given that of its targets.
    fn leaving_from(&self, explored: &Explored, state: u32) -> f64 {
        let targets = explored.targets(state).iter().map(|&target| self.leaving_by(target));
        match explored.weights(state) {
            Some(weights) => targets.zip(weights).map(|(leaving, weight)| weight * leaving).sum(),
            None => targets.fold(0.0, f64::max),
        }
    }

    fn solve(&mut self, cycle: &Cycle<'_>) {
        let targets = cycle.states.iter().flat_map(|&state| cycle.explored.targets(state));
        let outside = targets.filter(|&&target| cycle.number(target).is_none());
        let best_outside = outside.map(|&target| self.leaving_by(target)).fold(0.0, f64::max);
        if best_outside == 0.0 || cycle.nobody_flips() {
            // Nothing unexplored can be reached; or whoever decides can go round to the best way out.
            for &state in cycle.states {
                self.x[state as usize] = best_outside;
            }
            return;
        }
        let mut policy = self.head_for_the_exits(cycle);
        loop {
            let x = Elimination::new(cycle.states.len(), |number| self.step(cycle, &policy, number)).leaving();
            for (&state, &leaving) in cycle.states.iter().zip(&x) {
                self.x[state as usize] = leaving;
            }
            if !self.improve(cycle, &mut policy) {
                return;
            }
        }
    }

    fn step(&self, cycle: &Cycle<'_>, policy: &[u32], number: usize) -> Step {
        let state = cycle.states[number];
        let mut step = Step::default();
        let mut go = |target: u32, weight: f64| match cycle.number(target) {
            Some(to) => step.inside.push((to, weight)),
            None => {
                let leaving = self.leaving_by(target);
                step.leaving += weight * leaving;
                step.closed += weight * (1.0 - leaving);
            }
        };
        match cycle.explored.weights(state) {
            Some(_) => cycle.explored.edges(state).for_each(|(target, weight)| go(target, weight)),
            None => go(cycle.explored.targets(state)[policy[number] as usize], 1.0),
        }
        step
    }

    /// Switches to better alternatives; false if there are none.
    fn improve(&self, cycle: &Cycle<'_>, policy: &mut [u32]) -> bool {
        let mut improved = false;
        for (number, &state) in cycle.states.iter().enumerate() {
            if cycle.explored.weights(state).is_some() {
                continue;
            }
            let targets = cycle.explored.targets(state);
            for (alternative, &target) in targets.iter().enumerate() {
                let present = self.leaving_by(targets[policy[number] as usize]);
                if present * (1.0 + IMPROVEMENT_MIN) < self.leaving_by(target) {
                    policy[number] = alternative as u32;
                    improved = true;
                }
            }
        }
        improved
    }

    /// A first policy under which every state has a way out: each decision goes a step nearer to one.
    fn head_for_the_exits(&self, cycle: &Cycle<'_>) -> Vec<u32> {
        let count = cycle.states.len();
        let mut policy = vec![0; count];
        let mut sources: Vec<Vec<(u32, u32)>> = vec![Vec::new(); count];
        let mut queue = VecDeque::new();
        let mut reached = vec![false; count];
        for (number, &state) in cycle.states.iter().enumerate() {
            for (alternative, &target) in cycle.explored.targets(state).iter().enumerate() {
                match cycle.number(target) {
                    Some(to) => sources[to as usize].push((number as u32, alternative as u32)),
                    None if self.leaving_by(target) > 0.0 && !reached[number] => {
                        reached[number] = true;
                        policy[number] = alternative as u32;
                        queue.push_back(number);
                    }
                    None => {}
                }
            }
        }
        while let Some(number) = queue.pop_front() {
            for &(source, alternative) in &sources[number] {
                if !std::mem::replace(&mut reached[source as usize], true) {
                    policy[source as usize] = alternative;
                    queue.push_back(source as usize);
                }
            }
        }
        policy
    }
}

/// A component with cycles, its states numbered.
struct Cycle<'a> {
    explored: &'a Explored,
    states: &'a [u32],
    numbers: HashMap<u32, u32>,
}

impl<'a> Cycle<'a> {
    fn new(explored: &'a Explored, states: &'a [u32]) -> Self {
        let numbers = states.iter().enumerate().map(|(number, &state)| (state, number as u32)).collect();
        Cycle { explored, states, numbers }
    }

    fn number(&self, target: u32) -> Option<u32> {
        self.numbers.get(&target).copied()
    }

    /// No state has several alternatives with probabilities.
    fn nobody_flips(&self) -> bool {
        let decides = |&state: &u32| self.explored.weights(state).is_none_or(|weights| weights.len() <= 1);
        self.states.iter().all(decides)
    }
}
