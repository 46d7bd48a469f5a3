//! Builds a model while a search runs: states arrive in discovery order, transitions in any order.

use std::collections::HashMap;

use dashu::rational::RBig;

use crate::bits::Bits;
use crate::model::{Actions, Kind, Label, Model, Reward};
use crate::rational::meant;

/// One transition as the search reports it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The state that it leaves.
    pub source: u32,
    /// Which of the state's choices; 0 where only chance decides.
    pub choice: u32,
    /// The state that it leads to.
    pub target: u32,
    /// How likely it is, once the choice is taken.
    pub probability: f64,
}

/// Collects states, edges, labels and rewards; [`Builder::build`] sorts them into a [`Model`].
#[derive(Clone, Debug, Default)]
pub struct Builder {
    states: u32,
    edges: Vec<Edge>,
    edge_rewards: Vec<Vec<f64>>,
    state_rewards: Vec<HashMap<u32, f64>>,
    reward_names: Vec<String>,
    labels: Vec<(String, Vec<u32>)>,
    initial: u32,
    open: Vec<u32>,
    action_names: Vec<String>,
    edge_actions: Vec<u32>,
}

impl Builder {
    /// A model without states, with labels and rewards of these names.
    pub fn new(labels: &[String], rewards: &[String]) -> Builder {
        Builder {
            labels: labels.iter().map(|name| (name.clone(), Vec::new())).collect(),
            edge_rewards: vec![Vec::new(); rewards.len()],
            state_rewards: vec![HashMap::new(); rewards.len()],
            reward_names: rewards.to_vec(),
            action_names: vec![String::new()],
            ..Builder::default()
        }
    }

    /// The next state; ids are dense from zero.
    pub fn state(&mut self) -> u32 {
        self.states += 1;
        self.states - 1
    }

    /// Makes sure that states `0..count` exist.
    pub fn states_at_least(&mut self, count: u32) {
        self.states = self.states.max(count);
    }

    /// Says where it begins.
    pub fn set_initial(&mut self, state: u32) {
        self.initial = state;
    }

    /// A label, by its number, holds in a state.
    pub fn label(&mut self, label: usize, state: u32) {
        self.labels[label].1.push(state);
    }

    /// Another label, after those given to [`Builder::new`]; returns its index.
    pub fn add_label(&mut self, name: &str) -> usize {
        self.labels.push((name.to_string(), Vec::new()));
        self.labels.len() - 1
    }

    /// Adds a transition.
    pub fn edge(&mut self, edge: Edge) {
        self.states = self.states.max(edge.source + 1).max(edge.target + 1);
        self.edges.push(edge);
        for rewards in &mut self.edge_rewards {
            rewards.push(0.0);
        }
    }

    /// As [`Builder::edge`], with what each reward structure earns on it.
    pub fn edge_earning(&mut self, edge: Edge, earned: &[f64]) {
        self.edge(edge);
        for (rewards, value) in self.edge_rewards.iter_mut().zip(earned) {
            if let Some(last) = rewards.last_mut() {
                *last = *value;
            }
        }
    }

    /// Names the action of the last edge.
    pub fn action(&mut self, name: &str) {
        let index = self.action_names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.action_names.push(name.to_string());
            self.action_names.len() - 1
        });
        self.edge_actions.resize(self.edges.len().saturating_sub(1), 0);
        self.edge_actions.push(index as u32);
    }

    /// A state earns this much of a reward.
    pub fn state_reward(&mut self, reward: usize, state: u32, value: f64) {
        *self.state_rewards[reward].entry(state).or_insert(0.0) += value;
    }

    /// The state is not fully explored: missing probability or missing choices may lead anywhere.
    pub fn open(&mut self, state: u32) {
        self.open.push(state);
    }

    /// Sorts everything. States without transitions that are not open get a self-loop. The model is a chain if no state
    /// has two choices. Parallel edges of one choice are kept as they are unless `merge`.
    pub fn build(mut self, merge: bool) -> Model {
        let states = self.states.max(1) as usize;
        let mut order: Vec<u32> = (0..self.edges.len() as u32).collect();
        let edges = &self.edges;
        order.sort_by_key(|index| {
            let edge = &edges[*index as usize];
            (edge.source, edge.choice, if merge { edge.target } else { 0 })
        });
        let open = Bits::from_indices(states, self.open.iter().map(|state| *state as usize));
        let mut deadlocks = Bits::new(states);
        let mut model = Model {
            kind: Kind::Chain,
            choices: vec![0],
            branches: vec![0],
            targets: Vec::with_capacity(order.len()),
            probabilities: Vec::with_capacity(order.len()),
            probabilities_most: None,
            exits: None,
            initial: vec![self.initial],
            labels: Vec::new(),
            rewards: Vec::new(),
            actions: None,
            variables: Vec::new(),
            deadlocks: Bits::new(states),
            open: None,
            fractions: HashMap::new(),
        };
        let mut branch_rewards: Vec<Vec<f64>> = vec![Vec::with_capacity(order.len()); self.edge_rewards.len()];
        let mut branch_actions = Vec::new();
        self.edge_actions.resize(self.edges.len(), 0);
        let mut sums = Sums::default();
        let mut next = 0;
        for state in 0..states as u32 {
            let rows_before = model.branches.len();
            while next < order.len() && self.edges[order[next] as usize].source == state {
                let choice = self.edges[order[next] as usize].choice;
                let row_start = model.targets.len();
                while next < order.len() {
                    let index = order[next] as usize;
                    let edge = self.edges[index];
                    if edge.source != state || edge.choice != choice {
                        break;
                    }
                    next += 1;
                    let last = model.targets.len();
                    if merge && last > row_start && model.targets[last - 1] == edge.target {
                        let given = model.fractions.remove(&(last as u32 - 1));
                        let double = model.probabilities[last - 1];
                        // The merged edge earns what its parts earn on average.
                        for (into, from) in branch_rewards.iter_mut().zip(&self.edge_rewards) {
                            if into[last - 1] != from[index] {
                                let before = given.clone().unwrap_or_else(|| meant(double));
                                let part = meant(edge.probability);
                                let sum = meant(into[last - 1]) * &before + meant(from[index]) * &part;
                                into[last - 1] = (sum / (before + part)).to_f64().value();
                            }
                        }
                        let (total, fraction) = sums.of(double, given, edge.probability);
                        model.probabilities[last - 1] = total;
                        if let Some(fraction) = fraction {
                            model.fractions.insert(last as u32 - 1, fraction);
                        }
                        continue;
                    }
                    model.targets.push(edge.target);
                    model.probabilities.push(edge.probability);
                    branch_actions.push(self.edge_actions[index]);
                    for (into, from) in branch_rewards.iter_mut().zip(&self.edge_rewards) {
                        into.push(from[index]);
                    }
                }
                model.branches.push(model.targets.len() as u32);
            }
            if model.branches.len() == rows_before && !open.contains(state as usize) {
                deadlocks.insert(state as usize);
                model.targets.push(state);
                model.probabilities.push(1.0);
                branch_actions.push(0);
                for into in &mut branch_rewards {
                    into.push(0.0);
                }
                model.branches.push(model.targets.len() as u32);
            }
            if model.branches.len() > rows_before + 1 {
                model.kind = Kind::Process;
            }
            model.choices.push(model.branches.len() as u32 - 1);
        }
        model.deadlocks = deadlocks;
        model.open = (!open.is_empty()).then_some(open);
        model.labels = self
            .labels
            .into_iter()
            .map(|(name, members)| Label {
                name,
                states: Bits::from_indices(states, members.into_iter().map(|s| s as usize)),
            })
            .collect();
        if self.action_names.len() > 1 {
            model.actions = Some(Actions { names: self.action_names, choices: None, branches: Some(branch_actions) });
        }
        let parts = self.reward_names.into_iter().zip(self.state_rewards).zip(branch_rewards);
        for ((name, by_state), branches) in parts {
            let states = (!by_state.is_empty()).then(|| {
                let mut values = vec![0.0; states];
                for (state, value) in by_state {
                    values[state as usize] = value;
                }
                values
            });
            let branches = branches.iter().any(|value| *value != 0.0).then_some(branches);
            model.rewards.push(Reward { name: Some(name), states, choices: None, branches });
        }
        model
    }
}

/// Sums of probabilities, taken of what was meant: two sixths are a third, which two doubles need not be. Models have few
/// different ones, so that each is worked out once.
#[derive(Default)]
struct Sums(HashMap<(u64, u64), (f64, Option<RBig>)>);

impl Sums {
    /// The double nearest to the sum of `before` (exactly `given`, if that is not what the double says) and `part`, and
    /// the sum itself, if that is not what its double says.
    fn of(&mut self, before: f64, given: Option<RBig>, part: f64) -> (f64, Option<RBig>) {
        let work_out = |before: RBig| {
            let total = before + meant(part);
            let double = total.to_f64().value();
            (double, (meant(double) != total).then_some(total))
        };
        match given {
            Some(given) => work_out(given),
            None => self.0.entry((before.to_bits(), part.to_bits())).or_insert_with(|| work_out(meant(before))).clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Builder, Edge};

    #[test]
    fn edges_in_any_order_merge_and_gaps_close() {
        let mut builder = Builder::new(&["goal".to_string()], &["cost".to_string()]);
        for (source, target, probability) in [(1, 2, 0.25), (0, 1, 1.0), (1, 1, 0.25), (1, 2, 0.25)] {
            builder.edge_earning(Edge { source, choice: 0, target, probability }, &[1.0]);
        }
        builder.label(0, 2);
        builder.open(1);
        let model = builder.build(true);
        assert_eq!((model.states(), model.transitions()), (3, 4));
        assert_eq!(model.row(1).collect::<Vec<_>>(), [(1, 0.25), (2, 0.5)]);
        assert!(model.deadlocks.contains(2));
        let (closed, unknown) = model.closed();
        assert_eq!(unknown, Some(3));
        assert_eq!(closed.row(1).collect::<Vec<_>>(), [(1, 0.25), (2, 0.5), (3, 0.25)]);
        assert_eq!(closed.exact_row(1)[2].to_string(), "1/4");
        assert_eq!(closed.rewards[0].branches.as_deref(), Some([1.0, 1.0, 1.0, 0.0, 0.0, 0.0].as_slice()));
    }
}
