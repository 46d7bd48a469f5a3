//! The choices a program can ask for. A native that needs one calls `choose`: the first time it stops the path there;
//! when the instruction runs again, the pick is waiting.

use space::{Choice, ThreadId};

use crate::schedule::Wake;
use crate::vm::{Outcome, Trap, Vm};

#[derive(Clone, Debug, PartialEq)]
pub enum Pending {
    /// A coin: the weights are positive and sum to one.
    Coin { weights: Vec<f64>, what: String },
    /// The environment's.
    Data { alternatives: u32, what: String },
    /// Which of several waiters a notification reaches: the scheduler's.
    Notify { threads: Vec<ThreadId> },
    Schedule { moves: Vec<(usize, Wake)>, threads: Vec<ThreadId> },
    /// A label cut the transition.
    Resume,
}

impl Pending {
    pub fn notify(waiters: u32) -> Self {
        Pending::Notify { threads: (0..waiters).map(ThreadId).collect() }
    }

    pub fn schedule(moves: Vec<(usize, Wake)>) -> Self {
        let threads = moves.iter().map(|(index, _)| ThreadId(*index as u32)).collect();
        Pending::Schedule { moves, threads }
    }

    pub fn choice(&self) -> Choice<'_> {
        match self {
            Pending::Coin { weights, .. } => Choice::Random { weights },
            Pending::Data { alternatives, .. } => Choice::Data { alternatives: *alternatives },
            Pending::Notify { threads } | Pending::Schedule { threads, .. } => Choice::Schedule { threads },
            Pending::Resume => Choice::Resume,
        }
    }
}

impl Vm {
    /// The pick for a choice of the running instruction; stops the path if it has yet to be made.
    pub fn choose(&mut self, pending: Pending) -> Outcome<u32> {
        if let Some(pick) = self.picked.take() {
            return Ok(pick);
        }
        if pending.choice().alternatives() == 1 {
            return Ok(0);
        }
        if self.config.run_once {
            return Ok(self.draw(&pending));
        }
        if self.heap.is_permanent_mode() {
            // Library set-up that draws at random: it belongs to all paths, so it gets one fixed answer.
            return Ok(0);
        }
        Err(Trap::Choose(pending))
    }

    /// One pick at random, for a single run.
    fn draw(&mut self, pending: &Pending) -> u32 {
        match pending {
            Pending::Coin { weights, .. } => {
                let mut point = self.rng.unit();
                for (index, weight) in weights.iter().enumerate() {
                    if point < *weight {
                        return index as u32;
                    }
                    point -= weight;
                }
                weights.len() as u32 - 1
            }
            other => self.rng.below(other.choice().alternatives() as usize) as u32,
        }
    }

    /// A coin with the given probabilities; alternatives of probability zero are not taken.
    pub fn flip(&mut self, probabilities: &[f64], what: &str) -> Outcome<u32> {
        let possible: Vec<u32> = (0..probabilities.len() as u32).filter(|i| probabilities[*i as usize] > 0.0).collect();
        let total: f64 = probabilities.iter().sum();
        let weights = possible.iter().map(|index| probabilities[*index as usize] / total).collect();
        let pick = self.choose(Pending::Coin { weights, what: what.to_owned() })?;
        self.flips += 1;
        Ok(possible[pick as usize])
    }

    /// A fair coin with `sides` sides.
    pub fn roll(&mut self, sides: u32, what: &str) -> Outcome<u32> {
        let weights = vec![1.0 / f64::from(sides); sides as usize];
        let pick = self.choose(Pending::Coin { weights, what: what.to_owned() })?;
        self.flips += 1;
        Ok(pick)
    }

    /// A value of the environment among `alternatives`.
    pub fn environment(&mut self, alternatives: u32, what: &str) -> Outcome<u32> {
        self.choose(Pending::Data { alternatives, what: what.to_owned() })
    }
}
