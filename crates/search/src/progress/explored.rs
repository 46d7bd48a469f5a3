//! The explored graph, as far as progress needs it.

use hashbrown::HashMap;
use space::Choice;

use crate::rows::Rows;

pub const UNEXPLORED: u32 = u32::MAX;
pub const IGNORED: u32 = u32::MAX - 1;

/// In place of a distribution: someone decides, or there is only one alternative.
const NO_COIN: u32 = u32::MAX;
const CERTAIN: &[f64] = &[1.0];

#[derive(Default)]
pub struct Explored {
    targets: Rows,
    /// The distribution of each state, as far as the last one with a coin.
    coins: Vec<u32>,
    distributions: Vec<Vec<f64>>,
    numbers: HashMap<Vec<u64>, u32>,
    scratch: Vec<u64>,
}

impl Explored {
    /// Adds the next state; tells whether someone decides there.
    pub fn discover(&mut self, choice: Option<Choice<'_>>) -> bool {
        let alternatives = choice.map_or(0, |choice| choice.alternatives());
        let is_coin = if let Some(Choice::Random { weights }) = choice {
            let distribution = self.number(weights);
            self.coins.resize(self.targets.len(), NO_COIN);
            self.coins.push(distribution);
            true
        } else {
            false
        };
        self.targets.push(alternatives, UNEXPLORED);
        !is_coin && alternatives > 1
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
        let slot = &mut self.targets.get_mut(source as usize)[pick as usize];
        std::mem::replace(slot, target) == UNEXPLORED
    }

    pub fn targets_mut(&mut self) -> &mut Rows {
        &mut self.targets
    }

    pub fn state_count(&self) -> usize {
        self.targets.len()
    }

    pub fn targets(&self, state: u32) -> &[u32] {
        self.targets.get(state as usize)
    }

    /// The transitions of a state, and where one of them leads.
    pub fn span(&self, state: u32) -> std::ops::Range<usize> {
        self.targets.span(state as usize)
    }

    pub fn target(&self, edge: usize) -> u32 {
        self.targets.entry(edge)
    }

    /// The probability of each alternative: a coin's distribution, or certainty. `None` where someone decides.
    pub fn weights(&self, state: u32) -> Option<&[f64]> {
        let distribution = self.coins.get(state as usize).copied().unwrap_or(NO_COIN);
        match self.distributions.get(distribution as usize) {
            Some(weights) => Some(weights),
            None => CERTAIN.get(..self.targets(state).len()),
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
