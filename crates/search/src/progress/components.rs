//! A set of states under recomputation and its strongly connected components.

use space::Tarjan;

use super::explored::{Explored, IGNORED};

const NONE: u32 = u32::MAX;

/// Keeps its memory from one use to the next.
#[derive(Default)]
pub struct Components {
    /// The states of the set, each once.
    states: Vec<u32>,
    /// The place of a state in `states`, if it is there.
    places: Vec<u32>,
    tarjan: Tarjan,
    /// The states again, component by component, targets first.
    ordered: Vec<u32>,
    ends: Vec<u32>,
}

impl Components {
    pub fn clear(&mut self, state_count: usize) {
        for &state in &self.states {
            self.places[state as usize] = NONE;
        }
        self.states.clear();
        self.places.resize(state_count, NONE);
    }

    pub fn add(&mut self, state: u32) {
        if self.places[state as usize] == NONE {
            self.places[state as usize] = self.states.len() as u32;
            self.states.push(state);
        }
    }

    pub fn states(&self) -> &[u32] {
        &self.states
    }

    /// Finds the components of the graph on the set, without transitions into heads, which are the states that `heads` has
    /// a number for. To be called after the last `add`.
    pub fn find(&mut self, explored: &Explored, heads: &[u32]) {
        self.ordered.clear();
        self.ends.clear();
        let (states, places) = (&self.states, &self.places);
        let is_head = |target: u32| heads.get(target as usize).is_some_and(|&head| head != NONE);
        let within = |target: u32| {
            let place = if target >= IGNORED { NONE } else { places[target as usize] };
            (place != NONE && !is_head(target)).then_some(place)
        };
        self.tarjan.find(
            states.len(),
            0..states.len() as u32,
            |place| explored.span(states[place as usize]),
            |_, edge| within(explored.target(edge)),
            |component| {
                self.ordered.extend(component.iter().map(|place| states[*place as usize]));
                self.ends.push(self.ordered.len() as u32);
            },
        );
    }

    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Component `index`, its states in order of the visit. Targets of a component have smaller indices.
    pub fn get(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.ordered[start as usize..self.ends[index] as usize]
    }
}
