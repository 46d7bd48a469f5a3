//! The choices a program can ask for. A native that needs one calls `choose`: the first time it stops the path there;
//! when the instruction runs again, the pick is waiting.

use std::hash::{DefaultHasher, Hash, Hasher};

use space::{Choice, ThreadId};

use crate::schedule::Wake;
use crate::vm::{Outcome, Trap, Vm};

#[derive(Clone, Debug, PartialEq)]
pub enum Pending {
    /// A coin: the weights are positive and sum to one.
    Coin {
        weights: Vec<f64>,
        asking: Asking,
    },
    /// The environment's.
    Data {
        alternatives: u32,
        asking: Asking,
    },
    /// Which of several waiters a notification reaches: the scheduler's.
    Notify {
        waiters: u32,
    },
    /// Which of these exclusive conditions on the inputs holds; together they cover all inputs.
    Branch {
        conditions: std::sync::Arc<[u32]>,
        what: String,
        /// One more alternative takes all ways at once, where several are possible (see `exec::regions`).
        merges: bool,
    },
    /// An assumption about the inputs.
    Assume {
        condition: u32,
    },
    Schedule {
        moves: Vec<(usize, Wake)>,
        threads: Vec<ThreadId>,
    },
    /// A label cut the transition.
    Resume,
}

/// A choice as a person reads it: the call that asks, `Random.nextInt(6)`, and what each alternative stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Asking {
    pub call: &'static str,
    pub arguments: Arguments,
    pub values: Values,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Arguments {
    None,
    One(i64),
    Two(i64, i64),
    Numbers(Vec<f64>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Consecutive, from this one on.
    From(i64),
    Truth {
        first: bool,
    },
    Listed(Vec<i64>),
    Numbers(Vec<f64>),
    /// The centres of this many cells of the unit interval.
    Cells(u32),
    /// A real between these ends.
    Intervals(Vec<(f64, f64)>),
    /// Told in full.
    Sentences(Vec<String>),
}

impl Asking {
    /// Alternative `i` is the value `i`.
    pub fn new(call: &'static str, arguments: Arguments) -> Self {
        Asking { call, arguments, values: Values::From(0) }
    }

    pub fn of(self, values: Values) -> Self {
        Asking { values, ..self }
    }

    /// `Random.nextInt(6) = 3`
    pub fn answer(&self, pick: u32) -> String {
        let index = pick as usize;
        let arguments = match &self.arguments {
            Arguments::None => String::new(),
            Arguments::One(argument) => argument.to_string(),
            Arguments::Two(first, second) => format!("{first}, {second}"),
            Arguments::Numbers(numbers) => format!("{numbers:?}"),
        };
        if let Values::Sentences(told) = &self.values {
            return told.get(index).cloned().unwrap_or_default();
        }
        if let Values::Intervals(parts) = &self.values
            && let Some((low, high)) = parts.get(index)
        {
            return format!("{}({arguments}) in [{low}, {high})", self.call);
        }
        let value = match &self.values {
            Values::From(first) => first.wrapping_add(i64::from(pick)).to_string(),
            Values::Truth { first } => (*first ^ (pick == 1)).to_string(),
            Values::Listed(values) => values.get(index).map_or_else(|| pick.to_string(), i64::to_string),
            Values::Numbers(values) => values.get(index).map_or_else(|| pick.to_string(), |value| format!("{value:?}")),
            Values::Intervals(_) | Values::Sentences(_) => pick.to_string(),
            Values::Cells(cells) => format!("{:?}", cell_centre(pick, *cells)),
        };
        format!("{}({arguments}) = {value}", self.call)
    }
}

/// The middle of cell `pick` of `cells` equal parts of the unit interval.
pub fn cell_centre(pick: u32, cells: u32) -> f64 {
    (f64::from(pick) + 0.5) / f64::from(cells)
}

impl Pending {
    pub fn branch(conditions: std::sync::Arc<[u32]>, what: &str) -> Self {
        Pending::Branch { conditions, what: what.to_owned(), merges: false }
    }

    pub fn notify(waiters: u32) -> Self {
        Pending::Notify { waiters }
    }

    /// Uses the memory of `threads` again.
    pub fn schedule(moves: Vec<(usize, Wake)>, mut threads: Vec<ThreadId>) -> Self {
        threads.clear();
        threads.extend(moves.iter().map(|(index, _)| ThreadId(*index as u32)));
        Pending::Schedule { moves, threads }
    }

    pub fn choice(&self) -> Choice<'_> {
        match self {
            Pending::Coin { weights, .. } => Choice::Random { weights },
            Pending::Data { alternatives, .. } => Choice::Data { alternatives: *alternatives },
            Pending::Notify { waiters } => Choice::Wake { waiters: *waiters },
            Pending::Schedule { threads, .. } => Choice::Schedule { threads },
            Pending::Branch { conditions, merges, .. } => {
                Choice::Data { alternatives: conditions.len() as u32 + u32::from(*merges) }
            }
            Pending::Assume { .. } | Pending::Resume => Choice::Resume,
        }
    }
}

/// Choices with one alternative that one transition passes over.
pub const SINGLE_CHOICES_MAX: u32 = 100;

impl Vm {
    /// The pick for a choice of the running instruction; stops the path if it has yet to be made.
    pub fn choose(&mut self, pending: Pending) -> Outcome<u32> {
        if let Some(pick) = self.picked.take() {
            return Ok(pick);
        }
        if pending.choice().alternatives() == 1 && !self.shows_single_choice(&pending) {
            return Ok(0);
        }
        if self.config.run_once {
            return Ok(self.draw(&pending));
        }
        if self.heap.is_permanent_mode() {
            // Library set-up that draws at random: it belongs to all paths, so it gets one fixed answer.
            return Ok(0);
        }
        if matches!(pending, Pending::Data { .. }) && self.may_wait_for_coins() {
            return Err(Trap::Yield);
        }
        Err(Trap::Choose(pending))
    }

    /// The environment may wait until it has seen how others' coins fall, so that it is asked beside them when the scheduler
    /// says so. The leave is not used up: the restored choice asks again. Where races are looked for, leave is given for
    /// accesses only.
    fn may_wait_for_coins(&self) -> bool {
        self.threaded && !self.stands_before_accesses && !self.thread().granted && !self.may_pass_point()
    }

    /// A choice with one alternative decides nothing and makes no state. A program may come to nothing else for ever,
    /// though (Tang 2013, Appendix C has such loops): of a long row of them in one transition the last is a state, so
    /// that the loop is found to return to it.
    fn shows_single_choice(&mut self, pending: &Pending) -> bool {
        if self.config.run_once || !matches!(pending, Pending::Coin { .. } | Pending::Data { .. }) {
            return false;
        }
        self.single_choices += 1;
        self.single_choices > SINGLE_CHOICES_MAX
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

    /// Tells apart where in the program the pending choice is taken, and its distribution: the calls from the program's own
    /// code down to the draw, by instruction.
    pub fn choice_site(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        match &self.pending {
            None => return 0,
            Some(Pending::Schedule { threads, moves }) => {
                threads.hash(&mut hasher);
                // Who ran last is no part of the state, so that others may not come here by the same thread.
                self.hash_place(moves.first().map_or(0, |(thread, _)| *thread), 1, &mut hasher);
                return hasher.finish();
            }
            Some(Pending::Coin { weights, .. }) => {
                weights.iter().for_each(|weight| weight.to_bits().hash(&mut hasher));
            }
            Some(other) => other.choice().alternatives().hash(&mut hasher),
        }
        self.hash_place(self.current, 1, &mut hasher);
        hasher.finish()
    }

    /// Tells apart where the threads stand that can be scheduled.
    pub fn move_site(&self, pick: u32) -> u64 {
        /// A method that takes a lock for others is called from here and from there; recursion has no end.
        const CALLS: usize = 8;
        let Some(Pending::Schedule { moves, .. }) = &self.pending else { return 0 };
        let mut hasher = DefaultHasher::new();
        self.hash_place(moves[pick as usize].0, CALLS, &mut hasher);
        hasher.finish()
    }

    /// Where a thread stands: the innermost `calls` of the program's own code, and what they call.
    fn hash_place(&self, thread: usize, mut calls: usize, hasher: &mut DefaultHasher) {
        for frame in self.threads.get(thread).iter().flat_map(|thread| thread.frames.iter().rev()) {
            (frame.method, frame.pc).hash(hasher);
            let method = self.method(frame.method);
            if !self.class(method.class).library && !method.hidden && !self.is_api_class(method.class) {
                calls -= 1;
                if calls == 0 {
                    break;
                }
            }
        }
    }

    /// A coin with the given probabilities; alternatives of probability zero are not taken.
    pub fn flip(&mut self, probabilities: &[f64], asking: Asking) -> Outcome<u32> {
        let possible: Vec<u32> = (0..probabilities.len() as u32).filter(|i| probabilities[*i as usize] > 0.0).collect();
        let total: f64 = probabilities.iter().sum();
        // What the program wrote stays as it is, unless rounding alone does not explain the difference from one.
        let scale = if (total - 1.0).abs() < 1e-12 { 1.0 } else { total };
        let weights = possible.iter().map(|index| probabilities[*index as usize] / scale).collect();
        let values = possible.iter().map(|index| i64::from(*index)).collect();
        let asking = Asking { values: Values::Listed(values), ..asking };
        let pick = self.choose(Pending::Coin { weights, asking })?;
        self.flips += 1;
        Ok(possible[pick as usize])
    }

    /// A fair coin with `sides` sides.
    pub fn roll(&mut self, sides: u32, asking: Asking) -> Outcome<u32> {
        let weights = vec![1.0 / f64::from(sides); sides as usize];
        let pick = self.choose(Pending::Coin { weights, asking })?;
        self.flips += 1;
        Ok(pick)
    }

    /// A value of the environment among `alternatives`.
    pub fn environment(&mut self, alternatives: u32, asking: Asking) -> Outcome<u32> {
        self.choose(Pending::Data { alternatives, asking })
    }
}
