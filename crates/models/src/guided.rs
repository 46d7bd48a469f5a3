//! Models too large to build: a part is explored, guided by where it is not known yet whether the goal is reached, and what is
//! not explored may be anything, so that answers are proven bounds.
//!
//! Bounded real-time dynamic programming (McMahan, Likhachev, Gordon 2005; for end components Brázdil et al. 2014) moves bounds
//! along sampled paths. Here paths are sampled in the same way, by the choice that looks best and then in proportion to
//! probability times gap, but the bounds are those of the whole part, solved as any model is whenever the part has grown by
//! half. So they hold whatever the end components, and slow loops cost no more than elsewhere.

use std::time::{Duration, Instant};

use markov::operators::Engine;
use markov::solvers::Objective;
use markov::{Bits, Label, Model};

use crate::build::{BuildOptions, Rows, STATES_MAX, initial_states};
use crate::error::ModelError;
use crate::machine::{Machine, Scratch, words_needed};
use crate::network::Network;
use crate::states::States;

/// The goal of one question: to stay in a label (anywhere, if `None`) until another holds.
#[derive(Clone, Debug)]
pub struct Target {
    pub through: Option<String>,
    pub goal: String,
    pub objective: Objective,
    /// Whether the question is about not reaching it, so that precision is relative to that.
    pub complement: bool,
}

/// When to stop.
#[derive(Clone, Debug, Default)]
pub struct Patience {
    pub states: Option<u64>,
    pub transitions: Option<u64>,
    pub time: Option<Duration>,
    pub memory: Option<u64>,
    /// The relative width that bounds may have.
    pub epsilon: f64,
    pub seed: u64,
    pub workers: usize,
}

/// What is known so far.
#[derive(Clone, Debug)]
pub struct Outlook {
    pub states: u64,
    pub transitions: u64,
    pub frontier: u64,
    pub bytes: u64,
    pub elapsed: Duration,
    /// Of the first question.
    pub lower: f64,
    pub upper: f64,
}

/// The part that was explored.
pub struct Part {
    pub model: Model,
    pub is_complete: bool,
    /// `max-states`, `max-time` and so on.
    pub limit: Option<&'static str>,
}

/// States to begin with before bounds are computed.
const FIRST_BATCH: usize = 64;
/// Steps of one path.
const STEPS_MAX: usize = 20_000;
/// Paths that bring nothing before the oldest states are explored instead.
const VAIN_MAX: usize = 64;
/// The relative error of bounds on the way.
const ROUGH: f64 = 1e-4;

/// Explores until the bounds of all questions are as narrow as asked, or patience ends. `tell` is told how far it is, and says
/// whether to go on.
pub fn explore_guided(
    network: Network,
    targets: &[Target],
    patience: &Patience,
    tell: &mut dyn FnMut(&Outlook) -> bool,
) -> Result<Part, ModelError> {
    match words_needed(&network) {
        1 => Explorer::<1>::new(network, targets, patience)?.run(tell),
        2 => Explorer::<2>::new(network, targets, patience)?.run(tell),
        3 => Explorer::<3>::new(network, targets, patience)?.run(tell),
        4 => Explorer::<4>::new(network, targets, patience)?.run(tell),
        5..=8 => Explorer::<8>::new(network, targets, patience)?.run(tell),
        9..=16 => Explorer::<16>::new(network, targets, patience)?.run(tell),
        17..=64 => Explorer::<64>::new(network, targets, patience)?.run(tell),
        words => Err(ModelError::Unsupported(format!(
            "a state of this model needs {words} words of 64 bits; at most 64 are supported"
        ))),
    }
}

/// What is known of a question in each state.
struct Known {
    lower: Vec<f64>,
    upper: Vec<f64>,
    /// The row that looks best.
    rows: Vec<u32>,
}

const UNEXPLORED: u32 = u32::MAX;
const ENDED: u32 = u32::MAX - 1;

struct Explorer<'a, const W: usize> {
    machine: Machine<W>,
    scratch: Scratch,
    rows: Rows<W>,
    targets: &'a [Target],
    /// The labels of each target, by their numbers.
    labels: Vec<(Option<usize>, usize)>,
    patience: &'a Patience,
    /// Per state: its place among those explored, that it is not, or that it ends every question.
    place: Vec<u32>,
    /// Per state, the labels that hold.
    holding: Vec<u64>,
    explored: Vec<u32>,
    known: Vec<Known>,
    /// Where to look for states that are unexplored, oldest first.
    oldest: usize,
    random: u64,
    started: Instant,
    last_told: Instant,
}

impl<'a, const W: usize> Explorer<'a, W> {
    fn new(network: Network, targets: &'a [Target], patience: &'a Patience) -> Result<Self, ModelError> {
        if network.has_intervals() {
            let message = "intervals of probabilities are supported where the whole model is built";
            return Err(ModelError::Unsupported(message.to_string()));
        }
        let initial = initial_states(&network, STATES_MAX)?;
        let [values] = &initial[..] else {
            let message =
                format!("the model has {} initial states; exploring part of it needs a single one", initial.len());
            return Err(ModelError::Unsupported(message));
        };
        let number = |name: &String| network.labels.iter().position(|(known, _)| known == name);
        let labels = targets
            .iter()
            .map(|target| (target.through.as_ref().and_then(number), number(&target.goal).expect("labels are made")))
            .collect();
        if network.labels.len() > 64 {
            return Err(ModelError::Unsupported("the questions speak of more than 64 sets of states".to_string()));
        }
        let machine = Machine::new(network);
        let mut states = States::default();
        states.insert(&machine.pack(values));
        let rows = Rows::new(&machine, &BuildOptions::default(), states);
        let scratch = machine.scratch();
        let now = Instant::now();
        let random = patience.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d;
        Ok(Explorer {
            machine,
            scratch,
            rows,
            targets,
            labels,
            patience,
            place: Vec::new(),
            holding: Vec::new(),
            explored: Vec::new(),
            known: Vec::new(),
            oldest: 0,
            random,
            started: now,
            last_told: now,
        })
    }

    fn random(&mut self) -> f64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Looks at the states that were met since: which labels hold there, and whether anything is open.
    fn look(&mut self) -> Result<(), ModelError> {
        for state in self.place.len()..self.rows.states.len() {
            let words = *self.rows.states.get(state);
            self.machine.enter(&words, &mut self.scratch);
            let mut holding = 0u64;
            for label in 0..self.machine.network.labels.len() {
                holding |= u64::from(self.machine.label(label, &mut self.scratch)?) << label;
            }
            let ends = |(through, goal): &(Option<usize>, usize)| {
                holding >> goal & 1 == 1 || through.is_some_and(|through| holding >> through & 1 == 0)
            };
            let ended = !self.labels.is_empty() && self.labels.iter().all(ends);
            self.place.push(if ended { ENDED } else { UNEXPLORED });
            self.holding.push(holding);
        }
        Ok(())
    }

    fn expand(&mut self, state: u32) -> Result<(), ModelError> {
        let words = *self.rows.states.get(state as usize);
        self.machine.enter(&words, &mut self.scratch);
        let slot = self.explored.len();
        self.machine.successors(&words, &mut self.scratch, &mut self.rows)?;
        self.rows.finish_state_as(slot, state as usize);
        self.place[state as usize] = slot as u32;
        self.explored.push(state);
        self.look()
    }

    fn bytes(&self) -> u64 {
        let states = self.rows.states.len() * (W * 8 + 16 + 4 + 8 + self.known.len() * 20);
        // Solving needs the model a second time, with its edges reversed.
        let transitions = self.rows.transitions() * (12 + 12 + 8);
        (states + transitions) as u64
    }

    fn limit(&self) -> Option<&'static str> {
        let patience = self.patience;
        let over = |most: Option<u64>, now: u64| most.is_some_and(|most| now >= most);
        if over(patience.states, self.explored.len() as u64) {
            return Some("max-states");
        }
        if over(patience.transitions, self.rows.transitions() as u64) {
            return Some("max-transitions");
        }
        if over(patience.memory, self.bytes() * 2) || self.rows.states.len() > 2_000_000_000 {
            return Some("max-memory");
        }
        None
    }

    fn run(mut self, tell: &mut dyn FnMut(&Outlook) -> bool) -> Result<Part, ModelError> {
        self.look()?;
        if self.place[0] == ENDED {
            return Ok(Part { model: self.into_model(), is_complete: true, limit: None });
        }
        let mut wanted = FIRST_BATCH;
        let mut solving = Duration::ZERO;
        loop {
            // What is left of the time must do for solving once more, and the answer.
            let spare = self.patience.time.map(|time| time.saturating_sub(solving * 4));
            let reason = self.grow(wanted, spare, tell)?;
            let began = Instant::now();
            self.solve();
            solving = began.elapsed();
            let is_complete = self.place.iter().all(|place| *place != UNEXPLORED);
            let narrow = self.targets.iter().zip(&self.known).all(|(target, known)| {
                let (lower, upper) = (known.lower[0], known.upper[0]);
                let least = if target.complement { 1.0 - upper } else { lower };
                upper - lower <= self.patience.epsilon * 0.5 * least || lower == upper
            }) && !self.known.is_empty();
            let goes_on = tell(&self.outlook());
            if is_complete || narrow || reason.is_some() || !goes_on {
                let limit = match (is_complete || narrow, reason) {
                    (true, _) => None,
                    (false, None) => Some("interrupted"),
                    (false, reason) => reason,
                };
                return Ok(Part { model: self.into_model(), is_complete, limit });
            }
            wanted = self.explored.len() + (self.explored.len() / 2).max(FIRST_BATCH);
        }
    }

    fn outlook(&self) -> Outlook {
        let known = self.known.first();
        let (lower, upper) = known.map_or((0.0, 1.0), |known| (known.lower[0], known.upper[0]));
        let is_turned = self.targets.first().is_some_and(|target| target.complement);
        let (lower, upper) = if is_turned { (1.0 - upper, 1.0 - lower) } else { (lower, upper) };
        Outlook {
            states: self.explored.len() as u64,
            transitions: self.rows.transitions() as u64,
            frontier: (self.rows.states.len() - self.explored.len()) as u64,
            bytes: self.bytes(),
            elapsed: self.started.elapsed(),
            lower,
            upper,
        }
    }

    /// Explores until there are so many states, or says which limit came first.
    fn grow(
        &mut self,
        wanted: usize,
        time: Option<Duration>,
        tell: &mut dyn FnMut(&Outlook) -> bool,
    ) -> Result<Option<&'static str>, ModelError> {
        let mut vain = 0;
        let mut turn = 0;
        // With old bounds most paths end where all is known: so many, and new bounds say where to go.
        let paths_max = 128 + (wanted - self.explored.len());
        while self.explored.len() < wanted && turn < paths_max {
            if let Some(limit) = self.limit() {
                return Ok(Some(limit));
            }
            if time.is_some_and(|time| self.started.elapsed() >= time) {
                return Ok(Some("max-time"));
            }
            if self.last_told.elapsed() > Duration::from_millis(200) {
                self.last_told = Instant::now();
                if !tell(&self.outlook()) {
                    return Ok(Some("interrupted"));
                }
            }
            let before = self.explored.len();
            if vain < VAIN_MAX {
                let question = self.widest(turn);
                self.sample(question, wanted)?;
                turn += 1;
            } else {
                // Paths go round where all is known; the oldest unexplored states are explored instead.
                vain = 0;
                for _ in 0..16 {
                    while self.oldest < self.place.len() && self.place[self.oldest] != UNEXPLORED {
                        self.oldest += 1;
                    }
                    if self.oldest == self.place.len() {
                        return Ok(None);
                    }
                    self.expand(self.oldest as u32)?;
                }
            }
            vain = if self.explored.len() == before { vain + 1 } else { 0 };
        }
        Ok(None)
    }

    /// The question to guide the next path: mostly the one that is known worst.
    fn widest(&self, turn: usize) -> usize {
        if turn % 4 == 3 || self.known.is_empty() {
            return turn / 4 % self.targets.len().max(1);
        }
        let gap = |known: &Known| known.upper[0] - known.lower[0];
        let widest = self.known.iter().enumerate().max_by(|one, other| gap(one.1).total_cmp(&gap(other.1)));
        widest.map_or(0, |(index, _)| index)
    }

    /// One path from the start, along what looks best and towards what is not known; new states on it are explored.
    fn sample(&mut self, question: usize, wanted: usize) -> Result<(), ModelError> {
        let mut state = 0u32;
        let mut new = 0;
        let new_max = 16.max(self.explored.len() / 256).min(4096);
        for _ in 0..STEPS_MAX {
            match self.place[state as usize] {
                ENDED => return Ok(()),
                UNEXPLORED => {
                    if new == new_max || self.explored.len() >= wanted {
                        return Ok(());
                    }
                    self.expand(state)?;
                    new += 1;
                }
                _ => {}
            }
            let slot = self.place[state as usize] as usize;
            let rows = self.rows.rows_of(slot);
            let known = self.known.get(question);
            let preferred = known.and_then(|known| known.rows.get(slot)).copied().filter(|row| *row != u32::MAX);
            let row = match preferred {
                Some(row) => row as usize,
                None => rows.start + (self.random() * rows.len() as f64) as usize,
            };
            let gap = |this: &Self, target: u32| -> f64 {
                let known = this.known.get(question);
                match this.place[target as usize] {
                    ENDED => 0.0,
                    UNEXPLORED => 1.0,
                    slot => known
                        .and_then(|known| Some(known.upper.get(slot as usize)? - known.lower.get(slot as usize)?))
                        .unwrap_or(1.0),
                }
            };
            let mut sum = 0.0;
            for entry in self.rows.entries(row) {
                let (target, probability) = self.rows.entry(entry);
                sum += probability * gap(self, target);
            }
            if sum <= 0.0 {
                return Ok(());
            }
            let mut left = self.random() * sum;
            let mut chosen = state;
            for entry in self.rows.entries(row) {
                let (target, probability) = self.rows.entry(entry);
                let share = probability * gap(self, target);
                if share > 0.0 {
                    chosen = target;
                    left -= share;
                    if left <= 0.0 {
                        break;
                    }
                }
            }
            state = chosen;
        }
        Ok(())
    }

    /// The part as a model: explored states in their order, then the others. `open` are those of which nothing is known.
    fn model(&self) -> (Model, Vec<u32>) {
        let count = self.rows.states.len();
        let mut number = Vec::with_capacity(count);
        let mut order = self.explored.clone();
        for (state, place) in self.place.iter().enumerate() {
            match *place {
                UNEXPLORED | ENDED => {
                    number.push(order.len() as u32);
                    order.push(state as u32);
                }
                slot => number.push(slot),
            }
        }
        let (mut choices, mut branches, mut targets, mut probabilities) = self.rows.copied();
        targets.iter_mut().for_each(|target| *target = number[*target as usize]);
        for state in &order[self.explored.len()..] {
            if self.place[*state as usize] == ENDED {
                targets.push(number[*state as usize]);
                probabilities.push(1.0);
                branches.push(targets.len() as u32);
            }
            choices.push(branches.len() as u32 - 1);
        }
        let open = order.iter().enumerate().filter(|(_, state)| self.place[**state as usize] == UNEXPLORED);
        let open = Bits::from_indices(count, open.map(|(index, _)| index));
        let label = |(index, (name, _)): (usize, &(String, crate::typed::Term))| Label {
            name: name.clone(),
            states: Bits::from_indices(
                count,
                (0..count).filter(|place| self.holding[order[*place] as usize] >> index & 1 == 1),
            ),
        };
        let is_process = self.machine.network.kind.has_choices();
        let model = Model {
            kind: if is_process { markov::Kind::Process } else { markov::Kind::Chain },
            choices,
            branches,
            targets,
            probabilities,
            probabilities_most: None,
            exits: None,
            initial: vec![number[0]],
            labels: self.machine.network.labels.iter().enumerate().map(label).collect(),
            rewards: Vec::new(),
            actions: None,
            variables: Vec::new(),
            deadlocks: Bits::new(count),
            open: (!open.is_empty()).then_some(open),
            fractions: std::collections::HashMap::new(),
        };
        (model, order)
    }

    fn into_model(self) -> Model {
        self.model().0
    }

    /// Bounds for all states of the part.
    fn solve(&mut self) {
        let (part, order) = self.model();
        let (closed, unknown) = part.closed();
        let states = closed.states();
        let mut engine = Engine::new(&closed, ROUGH.min(self.patience.epsilon / 8.0), false);
        engine = engine.with_threads(self.patience.workers);
        let mut all_known = Vec::new();
        for (target, (through, goal)) in self.targets.iter().zip(&self.labels) {
            let holds = |label: usize| {
                let inside = |place: &usize| self.holding[order[*place] as usize] >> label & 1 == 1;
                Bits::from_indices(states, (0..order.len()).filter(inside))
            };
            let through = through.map_or_else(|| Bits::full(states), holds);
            let goal = holds(*goal);
            let (sure, sure_rows) = engine.until(&through, &goal, target.objective);
            let (lower, upper, rows) = match unknown {
                None => (sure.lower, sure.upper, sure_rows),
                Some(unknown) => {
                    let (mut wide, mut far) = (through.clone(), goal.clone());
                    wide.insert(unknown as usize);
                    far.insert(unknown as usize);
                    let (most, most_rows) = engine.until(&wide, &far, target.objective);
                    let rows = if target.objective == Objective::Maximise { most_rows } else { sure_rows };
                    (sure.lower, most.upper, rows)
                }
            };
            let at = |values: &[f64]| values[..self.explored.len()].to_vec();
            all_known.push(Known { lower: at(&lower), upper: at(&upper), rows: self.own_rows(&rows) });
        }
        self.known = all_known;
    }

    /// Rows of the closed model as rows of what was explored: those come first, in the same order and number.
    fn own_rows(&self, rows: &[u32]) -> Vec<u32> {
        let most = self.rows.rows_of(self.explored.len().saturating_sub(1)).end as u32;
        rows[..self.explored.len()].iter().map(|row| if *row < most { *row } else { u32::MAX }).collect()
    }
}
