//! Records the explored graph as plain data, from which a Markov model is made.

use hashbrown::HashMap;
use space::{Choice, Decider, Notice, Observer, Standing, StateId, System};

/// What stands in a row for an alternative that was not taken (or whose path the tool could not follow).
pub const UNEXPLORED: u32 = u32::MAX;
/// What stands in a row for an alternative that an assumption ruled out.
pub const IGNORED: u32 = u32::MAX - 1;

/// A part of a system's graph. States are numbered as in the search, in order of discovery; state 0 is initial.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedGraph {
    states: Vec<RecordedState>,
    /// The rows of all states, one after the other: a target per alternative, or one of the two marks.
    targets: Vec<u32>,
    /// The distinct distributions of coins; programs have few, however many states they have.
    distributions: Vec<Vec<f64>>,
    /// The system's labels, then those that came up during the search, which are kept in `grown`.
    pub label_names: Vec<String>,
    /// Per label that came up, the states in which it holds, ascending.
    grown: Vec<Vec<u32>>,
    /// Bit `l` of the state's words tells whether label `l` holds.
    label_words: Vec<u64>,
    words_per_state: usize,
    /// How the rewards are called.
    pub reward_names: Vec<String>,
    /// Per alternative, in the order of `targets`, what its transition earned of each reward.
    rewards: Vec<u64>,
    /// What was earned before the first choice.
    pub initial_rewards: Vec<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct RecordedState {
    row_start: u64,
    alternatives: u32,
    distribution: u32,
    decider: Decider,
    standing: Standing,
}

const NO_DISTRIBUTION: u32 = u32::MAX;

/// A state's alternatives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedRow<'a> {
    /// Who decides; of no meaning where there are no alternatives.
    pub decider: Decider,
    /// The target of each alternative, `UNEXPLORED` or `IGNORED`.
    pub targets: &'a [u32],
    /// The probability of each alternative of a coin.
    pub probabilities: Option<&'a [f64]>,
}

impl RecordedGraph {
    /// How many states there are.
    pub fn state_count(&self) -> usize {
        self.states.len()
    }

    /// What was recorded of a state's choice.
    pub fn row(&self, state: usize) -> RecordedRow<'_> {
        let recorded = &self.states[state];
        let start = recorded.row_start as usize;
        RecordedRow {
            decider: recorded.decider,
            targets: &self.targets[start..start + recorded.alternatives as usize],
            probabilities: self.distributions.get(recorded.distribution as usize).map(Vec::as_slice),
        }
    }

    /// What a state is.
    pub fn standing(&self, state: usize) -> Standing {
        self.states[state].standing
    }

    /// Whether a label holds in a state.
    pub fn holds(&self, state: usize, label: usize) -> bool {
        let fixed = self.label_names.len() - self.grown.len();
        if label >= fixed {
            return self.grown[label - fixed].binary_search(&(state as u32)).is_ok();
        }
        self.label_words[state * self.words_per_state + label / 64] & 1 << (label % 64) != 0
    }

    /// What alternative `pick` of `state` earned of reward `reward`.
    pub fn earned(&self, state: usize, pick: usize, reward: usize) -> u64 {
        let transition = self.states[state].row_start as usize + pick;
        self.rewards[transition * self.reward_names.len() + reward]
    }

    /// Whether every alternative was taken.
    pub fn is_explored(&self, state: usize) -> bool {
        !self.row(state).targets.contains(&UNEXPLORED)
    }

    /// Transitions recorded, without those an assumption ruled out.
    pub fn transition_count(&self) -> usize {
        self.targets.iter().filter(|&&target| target < IGNORED).count()
    }

    /// What it takes.
    pub fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<RecordedState>()
            + self.targets.capacity() * size_of::<u32>()
            + (self.label_words.capacity() + self.rewards.capacity()) * size_of::<u64>()
    }
}

/// Fills a [`RecordedGraph`] while a search runs.
pub struct Recorder {
    graph: RecordedGraph,
    /// The number of each distribution, by its bits.
    numbers: HashMap<Vec<u64>, u32>,
    /// The place in `grown` of each value a family has shown.
    family_labels: HashMap<(usize, i64), usize>,
    scratch: Vec<u64>,
}

impl Recorder {
    /// One that has seen nothing yet.
    pub fn new<S: System>(system: &S) -> Self {
        let graph = RecordedGraph {
            label_names: system.labels().to_vec(),
            reward_names: system.rewards().to_vec(),
            words_per_state: system.labels().len().div_ceil(64),
            ..RecordedGraph::default()
        };
        Recorder { graph, numbers: HashMap::new(), family_labels: HashMap::new(), scratch: Vec::new() }
    }

    /// What was recorded so far.
    pub fn graph(&self) -> &RecordedGraph {
        &self.graph
    }

    /// What was recorded.
    pub fn into_graph(self) -> RecordedGraph {
        self.graph
    }

    fn discover<S: System>(&mut self, system: &S, id: StateId, world: &S::World) {
        assert_eq!(id.0 as usize, self.graph.states.len(), "states are recorded in order of discovery");
        let choice = system.choice(world);
        let distribution = match &choice {
            Some(Choice::Random { weights }) => self.number(weights),
            _ => NO_DISTRIBUTION,
        };
        let graph = &mut self.graph;
        let state = RecordedState {
            row_start: graph.targets.len() as u64,
            alternatives: choice.map_or(0, |choice| choice.alternatives()),
            distribution,
            decider: choice.map_or(Decider::Nobody, |choice| choice.decider()),
            standing: system.standing(world),
        };
        graph.states.push(state);
        graph.targets.extend(std::iter::repeat_n(UNEXPLORED, state.alternatives as usize));
        graph.rewards.extend(std::iter::repeat_n(0, state.alternatives as usize * graph.reward_names.len()));
        let first_word = graph.label_words.len();
        graph.label_words.resize(first_word + graph.words_per_state, 0);
        for label in 0..graph.label_names.len() - graph.grown.len() {
            graph.label_words[first_word + label / 64] |= u64::from(system.holds(world, label)) << (label % 64);
        }
        let family_labels = &mut self.family_labels;
        for family in 0..system.families() {
            system.family_values(world, family, &mut |value| {
                let place = *family_labels.entry((family, value)).or_insert_with(|| {
                    graph.label_names.push(system.family_label(family, value));
                    graph.grown.push(Vec::new());
                    graph.grown.len() - 1
                });
                if graph.grown[place].last() != Some(&id.0) {
                    graph.grown[place].push(id.0);
                }
            });
        }
        if id.0 == 0 {
            graph.initial_rewards = (0..graph.reward_names.len()).map(|reward| system.earned(world, reward)).collect();
        }
    }

    fn number(&mut self, weights: &[f64]) -> u32 {
        self.scratch.clear();
        self.scratch.extend(weights.iter().map(|weight| weight.to_bits()));
        if let Some(&number) = self.numbers.get(&self.scratch) {
            return number;
        }
        let number = self.graph.distributions.len() as u32;
        self.graph.distributions.push(weights.to_vec());
        self.numbers.insert(self.scratch.clone(), number);
        number
    }

    fn transition_index(&self, source: StateId, pick: space::Pick) -> usize {
        self.graph.states[source.0 as usize].row_start as usize + pick.0 as usize
    }
}

impl<S: System> Observer<S> for Recorder {
    fn observe(&mut self, system: &S, notice: &Notice<'_, S>) {
        match *notice {
            Notice::Discovered { id, world, .. } => self.discover(system, id, world),
            Notice::Advanced { source, pick, target, world, .. } => {
                let transition = self.transition_index(source, pick);
                self.graph.targets[transition] = target.0;
                let count = self.graph.reward_names.len();
                for reward in 0..count {
                    self.graph.rewards[transition * count + reward] = system.earned(world, reward);
                }
            }
            Notice::Ignored { source, pick, .. } => {
                let transition = self.transition_index(source, pick);
                self.graph.targets[transition] = IGNORED;
            }
        }
    }
}
