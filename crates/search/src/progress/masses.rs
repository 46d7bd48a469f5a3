//! Progress of programs whose only choices are coins, kept up to date transition by transition.
//!
//! The mass of a state is the expected number of visits to it. The probability of leaving is the sum, over states not fully
//! explored, of mass times the probability of their unexplored alternatives. A newly explored transition sends mass to
//! its target, and that flows on along what is explored behind the target. Searches mostly find targets with little
//! explored behind them, so that a point of the curve costs about as much as the transitions since the last one;
//! computing backwards from what changed to the initial state would touch nearly all states at every point.
//!
//! With M the masses, P the explored transitions and D the new ones among them: (M' - M)(I - P) = M·D. All terms are
//! positive, so nothing cancels. The flow is computed by strongly connected components, sources first; small cycles by
//! elimination.
//!
//! *Heads.* Programs that try again until they succeed return to an early state from everywhere, and all is one component.
//! Transitions into a few such heads are therefore cut: each head has a flow of its own, which starts with mass 1 there
//! and sums what returns to the heads, and a small linear system puts the flows together.
//!
//! *Settled states.* Once nothing unexplored can be reached from a state without passing a head, all that matters of it is
//! with which probability it leads to which head; mass that arrives there flows no further.

use super::components::Components;
use super::elimination::{Elimination, Step};
use super::explored::{Explored, IGNORED, UNEXPLORED};

#[derive(Default)]
pub struct Masses {
    flows: Vec<Flow>,
    /// The number of the flow that starts at the state, if one does.
    head_numbers: Vec<u32>,
    is_settled: Vec<bool>,
    /// Of settled states, per head the probability of coming there.
    to_heads: Vec<f64>,
    /// The probability of the unexplored alternatives.
    unexplored: Vec<f64>,
    components: Components,
    /// The number within its component of each state under elimination.
    numbers: hashbrown::HashMap<u32, u32>,
    /// A state that should become a head.
    candidate: Option<u32>,
}

/// What becomes of mass 1 at a head, until it comes to a head again.
#[derive(Default)]
struct Flow {
    head: u32,
    mass: Vec<f64>,
    /// Mass that has arrived but not flowed on.
    arrived: Vec<f64>,
    /// States at which mass has arrived, perhaps several times.
    arrivals: Vec<u32>,
    /// Mass that has come to each head.
    returned: Vec<f64>,
    leaving: BlockSums,
}

/// The sum over all states of mass times unexplored probability, by blocks, so that only changed blocks are summed anew.
#[derive(Default)]
struct BlockSums {
    sums: Vec<f64>,
    changed: Vec<u32>,
    is_changed: Vec<bool>,
}

const NONE: u32 = u32::MAX;
const BLOCK: usize = 256;
/// Larger components get a head.
const COMPONENT_MAX: usize = 256;
const HEADS_MAX: usize = 6;

impl Masses {
    /// Takes note of the state that was added to `explored` last.
    pub fn discover(&mut self, explored: &Explored) {
        let state = self.is_settled.len() as u32;
        let is_final = explored.targets(state).is_empty();
        if state == 0 {
            self.flows.push(Flow { returned: vec![0.0], ..Flow::default() });
        }
        self.head_numbers.push(if state == 0 { 0 } else { NONE });
        self.is_settled.push(is_final);
        self.to_heads.extend(std::iter::repeat_n(0.0, self.flows.len()));
        self.unexplored.push(if is_final { 0.0 } else { 1.0 });
        for flow in &mut self.flows {
            flow.mass.push(0.0);
            flow.arrived.push(0.0);
        }
        if state == 0 {
            self.flows[0].mass[0] = 1.0;
            self.flows[0].leaving.change(0);
        }
    }

    /// Takes note of a transition explored for the first time.
    pub fn advance(&mut self, explored: &Explored, source: u32, pick: u32, target: u32) {
        let unexplored = explored.edges(source).filter(|&(target, _)| target == UNEXPLORED).map(|(_, weight)| weight);
        self.unexplored[source as usize] = unexplored.sum();
        let weight = explored.weight(source, pick);
        for index in 0..self.flows.len() {
            self.flows[index].leaving.change(source);
            let mass = self.flows[index].mass[source as usize] * weight;
            if let Some(state) = self.send(index, target, mass) {
                self.flows[index].arrivals.push(state);
            }
        }
    }

    /// Lets mass of a flow come to `target`; returns it if mass now waits there that did not before.
    fn send(&mut self, index: usize, target: u32, mass: f64) -> Option<u32> {
        if target >= IGNORED || mass == 0.0 {
            return None;
        }
        let flow = &mut self.flows[index];
        let head = self.head_numbers[target as usize];
        if head != NONE {
            flow.returned[head as usize] += mass;
            return None;
        }
        if self.is_settled[target as usize] {
            let start = target as usize * flow.returned.len();
            for (returned, probability) in flow.returned.iter_mut().zip(&self.to_heads[start..]) {
                *returned += mass * probability;
            }
            return None;
        }
        let arrived = &mut flow.arrived[target as usize];
        *arrived += mass;
        (*arrived == mass).then_some(target)
    }

    /// The probability of leaving the explored part.
    pub fn leaving(&mut self, explored: &Explored) -> f64 {
        loop {
            for index in 0..self.flows.len() {
                self.flow(explored, index);
            }
            match self.candidate.take() {
                Some(head) => self.start_over_with(explored, head),
                None => return self.put_together(),
            }
        }
    }

    /// Combines what the flows lose to each other and to the unexplored.
    fn put_together(&mut self) -> f64 {
        let count = self.flows.len();
        let unexplored = &self.unexplored;
        let leaving: Vec<f64> = self.flows.iter_mut().map(|flow| flow.leaving.total(&flow.mass, unexplored)).collect();
        if let ([flow], [leaving]) = (&self.flows[..], &leaving[..]) {
            return if *leaving == 0.0 { 0.0 } else { leaving / (1.0 - flow.returned[0]).max(*leaving) };
        }
        // Heads from which nothing unexplored is reached have no part in the system; they could make it singular.
        let mut matters: Vec<bool> = leaving.iter().map(|&leaving| leaving > 0.0).collect();
        for _ in 0..count {
            for from in 0..count {
                matters[from] |= (0..count).any(|to| self.flows[from].returned[to] > 0.0 && matters[to]);
            }
        }
        if !matters[0] {
            return 0.0;
        }
        let step = |from: usize| {
            if !matters[from] {
                return Step { closed: 1.0, ..Step::default() };
            }
            let inside: Vec<(u32, f64)> =
                self.flows[from].returned.iter().enumerate().map(|(to, &weight)| (to as u32, weight)).collect();
            let returned: f64 = inside.iter().map(|(_, weight)| weight).sum();
            Step { inside, leaving: leaving[from], closed: (1.0 - leaving[from] - returned).max(0.0) }
        };
        Elimination::new(count, step).leaving()[0]
    }

    /// Makes `head` a head and computes all flows anew.
    fn start_over_with(&mut self, explored: &Explored, head: u32) {
        self.head_numbers[head as usize] = self.flows.len() as u32;
        let state_count = self.is_settled.len();
        self.flows.push(Flow { head, ..Flow::default() });
        let count = self.flows.len();
        for flow in &mut self.flows {
            *flow = Flow {
                head: flow.head,
                mass: vec![0.0; state_count],
                arrived: vec![0.0; state_count],
                arrivals: vec![flow.head],
                returned: vec![0.0; count],
                leaving: BlockSums::default(),
            };
            flow.arrived[flow.head as usize] = 1.0;
        }
        self.to_heads.clear();
        self.to_heads.resize(count * state_count, 0.0);
        // Only final states stay settled; all others are found out again, with their ways to the new head.
        for (state, is_settled) in self.is_settled.iter_mut().enumerate() {
            *is_settled = explored.targets(state as u32).is_empty();
        }
    }

    fn flow(&mut self, explored: &Explored, index: usize) {
        if self.flows[index].arrivals.is_empty() {
            return;
        }
        let mut components = std::mem::take(&mut self.components);
        components.clear(explored.state_count());
        for state in self.flows[index].arrivals.drain(..) {
            components.add(state);
        }
        let mut next = 0;
        while next < components.states().len() {
            for &target in explored.targets(components.states()[next]) {
                if target < IGNORED && !self.is_settled[target as usize] && self.head_numbers[target as usize] == NONE {
                    components.add(target);
                }
            }
            next += 1;
        }
        components.find(explored, &self.head_numbers);
        for component in 0..components.count() {
            self.settle_if_possible(explored, components.get(component));
        }
        for component in (0..components.count()).rev() {
            self.flow_through(explored, index, components.get(component));
        }
        self.components = components;
    }

    /// A component is settled if every way out of it leads to settled states or heads. Targets are dealt with first.
    fn settle_if_possible(&mut self, explored: &Explored, states: &[u32]) {
        if self.head_numbers[states[0] as usize] != NONE {
            return;
        }
        // For the time of the test, so that ways within the component do not count.
        for &state in states {
            self.is_settled[state as usize] = true;
        }
        let is_done = |&target: &u32| {
            target == IGNORED
                || target != UNEXPLORED
                    && (self.is_settled[target as usize] || self.head_numbers[target as usize] != NONE)
        };
        if !states.iter().all(|&state| explored.targets(state).iter().all(is_done)) {
            for &state in states {
                self.is_settled[state as usize] = false;
            }
            return;
        }
        for head in 0..self.flows.len() {
            let probabilities = self.coming_to(explored, states, head);
            for (&state, probability) in states.iter().zip(probabilities) {
                self.to_heads[state as usize * self.flows.len() + head] = probability;
            }
        }
    }

    /// The probability of coming to `head` from each state of a component just settled.
    fn coming_to(&mut self, explored: &Explored, states: &[u32], head: usize) -> Vec<f64> {
        let count = self.flows.len();
        let direct = |target: u32| match target {
            IGNORED => 0.0,
            _ if self.head_numbers[target as usize] != NONE => {
                f64::from(u8::from(self.head_numbers[target as usize] as usize == head))
            }
            _ => self.to_heads[target as usize * count + head],
        };
        if let [state] = *states
            && !explored.targets(state).contains(&state)
        {
            return vec![explored.edges(state).map(|(target, weight)| weight * direct(target)).sum()];
        }
        self.numbers.clear();
        self.numbers.extend(states.iter().enumerate().map(|(number, &state)| (state, number as u32)));
        let numbers = &self.numbers;
        let is_outside = |target: &u32| !numbers.contains_key(target);
        if !states.iter().any(|&state| explored.targets(state).iter().any(is_outside)) {
            // The program goes round here for ever.
            return vec![0.0; states.len()];
        }
        let step = |number: usize| {
            let mut step = Step::default();
            for (target, weight) in explored.edges(states[number]) {
                match numbers.get(&target) {
                    Some(&to) => step.inside.push((to, weight)),
                    None => {
                        step.leaving += weight * direct(target);
                        step.closed += weight * (1.0 - direct(target));
                    }
                }
            }
            step
        };
        Elimination::new(states.len(), step).leaving()
    }

    fn flow_through(&mut self, explored: &Explored, index: usize, states: &[u32]) {
        let is_head = self.head_numbers[states[0] as usize] != NONE;
        if let [state] = *states
            && (is_head || !explored.targets(state).contains(&state))
        {
            let mass = std::mem::replace(&mut self.flows[index].arrived[state as usize], 0.0);
            self.pass_on(explored, index, state, mass);
            return;
        }
        if COMPONENT_MAX < states.len() && self.flows.len() < HEADS_MAX {
            // The state discovered first is where the program comes back to.
            self.candidate = states.iter().copied().min();
            for &state in states {
                self.flows[index].arrived[state as usize] = 0.0;
            }
            return;
        }
        let entered: Vec<f64> = states
            .iter()
            .map(|&state| std::mem::replace(&mut self.flows[index].arrived[state as usize], 0.0))
            .collect();
        if self.is_settled[states[0] as usize] {
            for (&state, mass) in states.iter().zip(entered) {
                self.send(index, state, mass);
            }
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
        let visits = Elimination::new(states.len(), step).visits(entered);
        for (&state, &mass) in states.iter().zip(&visits) {
            self.flows[index].mass[state as usize] += mass;
            self.flows[index].leaving.change(state);
            for (target, weight) in explored.edges(state) {
                if !self.numbers.contains_key(&target) {
                    self.send(index, target, mass * weight);
                }
            }
        }
    }

    fn pass_on(&mut self, explored: &Explored, index: usize, state: u32, mass: f64) {
        if self.is_settled[state as usize] {
            self.send(index, state, mass);
            return;
        }
        self.flows[index].mass[state as usize] += mass;
        self.flows[index].leaving.change(state);
        for (target, weight) in explored.edges(state) {
            self.send(index, target, mass * weight);
        }
    }
}

impl BlockSums {
    /// Says that the mass or the unexplored probability of `state` has changed.
    fn change(&mut self, state: u32) {
        let block = state as usize / BLOCK;
        if self.sums.len() <= block {
            self.sums.resize(block + 1, 0.0);
            self.is_changed.resize(block + 1, false);
        }
        if !std::mem::replace(&mut self.is_changed[block], true) {
            self.changed.push(block as u32);
        }
    }

    fn total(&mut self, mass: &[f64], unexplored: &[f64]) -> f64 {
        for block in self.changed.drain(..) {
            let block = block as usize;
            self.is_changed[block] = false;
            let range = block * BLOCK..((block + 1) * BLOCK).min(mass.len());
            self.sums[block] = mass[range.clone()].iter().zip(&unexplored[range]).map(|(m, u)| m * u).sum();
        }
        self.sums.iter().sum()
    }
}
