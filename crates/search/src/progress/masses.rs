//! Progress of programs whose only choices are coins, kept up to date transition by transition.
//!
//! The mass of a state is the expected number of visits to it, for states from which something unexplored can be reached.
//! The probability of leaving is the sum, over states not fully explored, of mass times the probability of their
//! unexplored alternatives. A newly explored transition sends mass to its target, and that flows on along what is explored
//! behind the target. Searches mostly find targets with nothing explored behind them, so that a point of the curve costs
//! little more than the transitions since the last one; computing backwards from what changed to the initial state would
//! touch nearly all states at every point.
//!
//! With M the masses, P the explored transitions and D the new ones among them: (M' - M)(I - P) = M·D. All terms are
//! positive, so nothing cancels. The flow is computed by strongly connected components, sources first; cycles by
//! elimination.

use super::components::Components;
use super::elimination::{Elimination, Step};
use super::explored::{Explored, IGNORED, UNEXPLORED};

#[derive(Default)]
pub struct Masses {
    mass: Vec<f64>,
    /// Mass that has arrived but not flowed on.
    arrived: Vec<f64>,
    /// States at which mass has arrived, perhaps several times.
    arrivals: Vec<u32>,
    /// Nothing unexplored can be reached. Found out when mass flows past, so perhaps late.
    closed: Vec<bool>,
    /// The probability of the unexplored alternatives.
    unexplored: Vec<f64>,
    /// The states with unexplored alternatives, and where each stands in that list.
    open: Vec<u32>,
    open_places: Vec<u32>,
    components: Components,
    /// The number within its component of each state under elimination.
    numbers: hashbrown::HashMap<u32, u32>,
}

const NONE: u32 = u32::MAX;

impl Masses {
    /// Takes note of the state that was added to `explored` last.
    pub fn discover(&mut self, explored: &Explored) {
        let state = self.mass.len() as u32;
        let is_final = explored.targets(state).is_empty();
        self.mass.push(if state == 0 { 1.0 } else { 0.0 });
        self.arrived.push(0.0);
        self.closed.push(is_final);
        self.unexplored.push(if is_final { 0.0 } else { 1.0 });
        if is_final {
            self.open_places.push(NONE);
        } else {
            self.open_places.push(self.open.len() as u32);
            self.open.push(state);
        }
    }

    /// Takes note of a transition explored for the first time.
    pub fn advance(&mut self, explored: &Explored, source: u32, pick: u32, target: u32) {
        let unexplored: f64 =
            explored.edges(source).filter(|&(target, _)| target == UNEXPLORED).map(|(_, weight)| weight).sum();
        self.unexplored[source as usize] = unexplored;
        if !explored.targets(source).contains(&UNEXPLORED) {
            self.leave_open(source);
        }
        if target != IGNORED && !self.closed[target as usize] {
            self.arrive(target, self.mass[source as usize] * explored.weight(source, pick));
        }
    }

    fn arrive(&mut self, state: u32, mass: f64) {
        if self.arrived[state as usize] == 0.0 {
            self.arrivals.push(state);
        }
        self.arrived[state as usize] += mass;
    }

    fn leave_open(&mut self, state: u32) {
        let place = std::mem::replace(&mut self.open_places[state as usize], NONE);
        if place != NONE {
            self.open.swap_remove(place as usize);
            if let Some(&moved) = self.open.get(place as usize) {
                self.open_places[moved as usize] = place;
            }
        }
    }

    /// The probability of leaving the explored part.
    pub fn leaving(&mut self, explored: &Explored) -> f64 {
        self.flow(explored);
        self.open.iter().map(|&state| self.mass[state as usize] * self.unexplored[state as usize]).sum()
    }

    fn flow(&mut self, explored: &Explored) {
        let mut components = std::mem::take(&mut self.components);
        components.clear(explored.state_count());
        for state in self.arrivals.drain(..) {
            components.add(state);
        }
        let mut next = 0;
        while next < components.states().len() {
            for &target in explored.targets(components.states()[next]) {
                if target < IGNORED && !self.closed[target as usize] {
                    components.add(target);
                }
            }
            next += 1;
        }
        components.find(explored);
        for index in 0..components.count() {
            self.close_if_nothing_is_open(explored, components.get(index));
        }
        for index in (0..components.count()).rev() {
            let states = components.get(index);
            if self.closed[states[0] as usize] {
                for &state in states {
                    self.arrived[state as usize] = 0.0;
                }
            } else {
                self.flow_through(explored, states);
            }
        }
        self.components = components;
    }

    /// A component is closed if every way out of it leads to closed states. Targets are dealt with first.
    fn close_if_nothing_is_open(&mut self, explored: &Explored, states: &[u32]) {
        // For the time of the test, so that ways within the component do not count.
        for &state in states {
            self.closed[state as usize] = true;
        }
        let leads_to_closed = |&target: &u32| target == IGNORED || target != UNEXPLORED && self.closed[target as usize];
        let is_closed = states.iter().all(|&state| explored.targets(state).iter().all(leads_to_closed));
        if !is_closed {
            for &state in states {
                self.closed[state as usize] = false;
            }
        }
    }

    fn flow_through(&mut self, explored: &Explored, states: &[u32]) {
        if let [state] = *states
            && !explored.targets(state).contains(&state)
        {
            let mass = std::mem::replace(&mut self.arrived[state as usize], 0.0);
            self.pass_on(explored, state, mass);
            return;
        }
        self.numbers.clear();
        self.numbers.extend(states.iter().enumerate().map(|(number, &state)| (state, number as u32)));
        let step = |number: usize| {
            let mut step = Step::default();
            for (target, weight) in explored.edges(states[number]) {
                match self.numbers.get(&target) {
                    Some(&to) => step.inside.push((to, weight)),
                    None => step.leaving += weight,
                }
            }
            step
        };
        let elimination = Elimination::new(states.len(), step);
        let entered = states.iter().map(|&state| std::mem::replace(&mut self.arrived[state as usize], 0.0)).collect();
        let visits = elimination.visits(entered);
        for (&state, &mass) in states.iter().zip(&visits) {
            self.mass[state as usize] += mass;
        }
        for (&state, &mass) in states.iter().zip(&visits) {
            for (target, weight) in explored.edges(state) {
                if target < IGNORED && !self.closed[target as usize] && !self.numbers.contains_key(&target) {
                    self.arrived[target as usize] += mass * weight;
                }
            }
        }
    }

    fn pass_on(&mut self, explored: &Explored, state: u32, mass: f64) {
        self.mass[state as usize] += mass;
        for (target, weight) in explored.edges(state) {
            if target < IGNORED && !self.closed[target as usize] {
                self.arrived[target as usize] += mass * weight;
            }
        }
    }
}
