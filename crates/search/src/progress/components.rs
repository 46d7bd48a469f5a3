//! A set of states under recomputation and its strongly connected components (Tarjan 1972, with a stack of its own).

use super::explored::{Explored, IGNORED};

const NONE: u32 = u32::MAX;

/// Keeps its memory from one use to the next.
#[derive(Default)]
pub struct Components {
    /// The states of the set, each once.
    states: Vec<u32>,
    /// The place of a state in `states`, if it is there.
    places: Vec<u32>,
    visits: Vec<Visit>,
    stack: Vec<u32>,
    calls: Vec<(u32, u32)>,
    /// The states again, component by component, targets first.
    ordered: Vec<u32>,
    ends: Vec<u32>,
}

#[derive(Clone, Copy, Default)]
struct Visit {
    /// 0 means not visited yet.
    order: u32,
    low: u32,
    on_stack: bool,
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
        self.visits.clear();
        self.visits.resize(self.states.len(), Visit::default());
        self.ordered.clear();
        self.ends.clear();
        let mut order = 0;
        for place in 0..self.states.len() as u32 {
            if self.visits[place as usize].order == 0 {
                self.visit_from(explored, heads, place, &mut order);
            }
        }
    }

    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Component `index`, its states in order of the visit. Targets of a component have smaller indices.
    pub fn get(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.ordered[start as usize..self.ends[index] as usize]
    }

    fn visit_from(&mut self, explored: &Explored, heads: &[u32], start: u32, order: &mut u32) {
        self.enter(start, order);
        while let Some(&(place, next)) = self.calls.last() {
            let targets = explored.targets(self.states[place as usize]);
            if let Some(&target) = targets.get(next as usize) {
                self.calls.last_mut().expect("it was just looked at").1 += 1;
                let target_place = if target >= IGNORED { NONE } else { self.places[target as usize] };
                if target_place == NONE || heads.get(target as usize).is_some_and(|&head| head != NONE) {
                    continue;
                }
                let visit = self.visits[target_place as usize];
                if visit.order == 0 {
                    self.enter(target_place, order);
                } else if visit.on_stack {
                    let low = &mut self.visits[place as usize].low;
                    *low = (*low).min(visit.order);
                }
                continue;
            }
            self.calls.pop();
            let visit = self.visits[place as usize];
            if let Some(&(caller, _)) = self.calls.last() {
                let low = &mut self.visits[caller as usize].low;
                *low = (*low).min(visit.low);
            }
            if visit.low == visit.order {
                self.take_component(place);
            }
        }
    }

    fn enter(&mut self, place: u32, order: &mut u32) {
        *order += 1;
        self.visits[place as usize] = Visit { order: *order, low: *order, on_stack: true };
        self.stack.push(place);
        self.calls.push((place, 0));
    }

    fn take_component(&mut self, root: u32) {
        let bottom = self.stack.iter().rposition(|&place| place == root).expect("the root is on the stack");
        for &place in &self.stack[bottom..] {
            self.visits[place as usize].on_stack = false;
            self.ordered.push(self.states[place as usize]);
        }
        self.stack.truncate(bottom);
        self.ends.push(self.ordered.len() as u32);
    }
}
