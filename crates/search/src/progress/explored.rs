//! The explored graph, as far as progress needs it.

use hashbrown::HashMap;
use space::Choice;

pub const UNEXPLORED: u32 = u32::MAX;
pub const IGNORED: u32 = u32::MAX - 1;

/// In place of a distribution: someone decides, or there is only one alternative.
const NO_COIN: u32 = u32::MAX;

#[derive(Default)]
pub struct Explored {
    rows: Vec<Row>,
    targets: Vec<u32>,
    distributions: Vec<Vec<f64>>,
    numbers: HashMap<Vec<u64>, u32>,
    scratch: Vec<u64>,
}

#[derive(Clone, Copy)]
struct Row {
    start: u64,
    alternatives: u32,
    distribution: u32,
}

impl Explored {
    /// Adds the next state; tells whether someone decides there.
    pub fn discover(&mut self, choice: Option<Choice<'_>>) -> bool {
        let alternatives = choice.map_or(0, |choice| choice.alternatives());
        let distribution = match choice {
            Some(Choice::Random { weights }) => self.number(weights),
            _ => NO_COIN,
        };
        self.rows.push(Row { start: self.targets.len() as u64, alternatives, distribution });
        self.targets.extend(std::iter::repeat_n(UNEXPLORED, alternatives as usize));
        distribution == NO_COIN && alternatives > 1
    }

    fn number(&mut self, weights: &[f64]) -> u32 {
        self.scratch.clear();
        self.scratch.extend(weights.iter().map(|weight| weight.to_bits()));
        if let Some(&number) = self.numbers.get(&self.scratch) {
            return number;
        }
        let number = self.distributions.len() as u32;
        self.distributions.push(weights.to_vec());
        self.numbers.insert(self.scratch.clone(), number);
        number
    }

    /// Notes a transition; tells whether it is new.
    pub fn set_target(&mut self, source: u32, pick: u32, target: u32) -> bool {
        let slot = (self.rows[source as usize].start + u64::from(pick)) as usize;
        let is_new = self.targets[slot] == UNEXPLORED;
        self.targets[slot] = target;
        is_new
    }

    pub fn state_count(&self) -> usize {
        self.rows.len()
    }

    pub fn targets(&self, state: u32) -> &[u32] {
        let row = self.rows[state as usize];
        &self.targets[row.start as usize..row.start as usize + row.alternatives as usize]
    }

    /// The probability of each alternative: a coin's distribution, or certainty. `None` where someone decides.
    pub fn weights(&self, state: u32) -> Option<&[f64]> {
        let row = self.rows[state as usize];
        match self.distributions.get(row.distribution as usize) {
            Some(weights) => Some(weights),
            None if row.alternatives <= 1 => Some(&[1.0][..row.alternatives as usize]),
            None => None,
        }
    }

    pub fn weight(&self, state: u32, pick: u32) -> f64 {
        self.weights(state).map_or(1.0, |weights| weights[pick as usize])
    }

    /// Alternatives with their probabilities; only where nobody decides.
    pub fn edges(&self, state: u32) -> impl Iterator<Item = (u32, f64)> {
        let weights = self.weights(state).expect("only states where nobody decides have probabilities");
        self.targets(state).iter().copied().zip(weights.iter().copied())
    }
}
