//! The transitions that workers have taken so far: per state what shows of it, and per alternative where it led.
//!
//! Striped like the store that numbers the states, so that workers seldom wait for each other.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use space::{RecordReader, RecordWriter};

use crate::stores::{STRIPES, place_of, state_at, stripe_of};

/// A step that nobody has taken yet.
pub const UNKNOWN: u32 = u32::MAX;
/// A step that an assumption ruled out.
pub const IGNORED: u32 = u32::MAX - 1;
/// A step that could not be taken.
pub const FAILED: u32 = u32::MAX - 2;

const ABSENT: u32 = u32::MAX;

/// Where an alternative led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub target: u32,
    /// The number of its effect.
    pub effect: u32,
    /// How many instructions it took.
    pub instructions: u32,
}

const NOT_TAKEN: Step = Step { target: UNKNOWN, effect: 0, instructions: 0 };

#[derive(Clone, Copy)]
struct Row {
    /// The number of the state's facet.
    facet: u32,
    /// Where its steps begin.
    start: u32,
    /// A worker that looks ahead has taken charge of it.
    claimed: bool,
    /// It is in a file.
    saved: bool,
}

const NO_ROW: Row = Row { facet: ABSENT, start: 0, claimed: false, saved: false };
/// The top bit of a step's instructions tells that it is in a file.
const SAVED: u32 = 1 << 31;

#[derive(Default)]
struct Stripe {
    rows: Vec<Row>,
    steps: Vec<Step>,
}

/// A part of a log, from a file.
#[derive(Default)]
pub struct SavedLog {
    pub steps: Vec<(u32, u32, Step)>,
    pub states: Vec<(u32, u32)>,
}

/// Where the steps of a state without alternatives start.
const NO_STEPS: u32 = u32::MAX;

pub struct Log {
    stripes: Vec<Mutex<Stripe>>,
}

impl Default for Log {
    fn default() -> Self {
        Log { stripes: std::iter::repeat_with(Mutex::default).take(STRIPES).collect() }
    }
}

impl Log {
    fn stripe(&self, state: u32) -> MutexGuard<'_, Stripe> {
        self.stripes[stripe_of(state)].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The facet of a state, if somebody has noted it.
    pub fn facet(&self, state: u32) -> Option<u32> {
        self.stripe(state).rows.get(place_of(state)).map(|row| row.facet).filter(|facet| *facet != ABSENT)
    }

    /// Notes a state's facet, unless it is known; tells whether it was not.
    pub fn note_state(&self, state: u32, facet: u32, alternatives: u32) -> bool {
        let mut stripe = self.stripe(state);
        let place = place_of(state);
        if stripe.rows.len() <= place {
            stripe.rows.resize(place + 1, NO_ROW);
        }
        if stripe.rows[place].facet != ABSENT {
            return false;
        }
        let start = u32::try_from(stripe.steps.len()).expect("fewer than 2^32 transitions per stripe fit into memory");
        // Of two rows that start alike, nobody could tell whose the steps are.
        let start = if alternatives == 0 { NO_STEPS } else { start };
        let end = stripe.steps.len() + alternatives as usize;
        stripe.steps.resize(end, NOT_TAKEN);
        stripe.rows[place] = Row { facet, start, ..stripe.rows[place] };
        true
    }

    /// Where alternative `pick` of a noted state led, if somebody has taken it.
    pub fn step(&self, state: u32, pick: u32) -> Option<Step> {
        let stripe = self.stripe(state);
        let row = stripe.rows[place_of(state)];
        let step = stripe.steps[(row.start + pick) as usize];
        (step.target != UNKNOWN).then_some(Step { instructions: step.instructions & !SAVED, ..step })
    }

    pub fn note_step(&self, state: u32, pick: u32, step: Step) {
        let mut stripe = self.stripe(state);
        let row = stripe.rows[place_of(state)];
        stripe.steps[(row.start + pick) as usize] = Step { instructions: step.instructions.min(SAVED - 1), ..step };
    }

    /// Takes charge of a noted state; gives its facet unless another one has.
    pub fn claim(&self, state: u32) -> Option<u32> {
        let mut stripe = self.stripe(state);
        let row = &mut stripe.rows[place_of(state)];
        (!std::mem::replace(&mut row.claimed, true)).then_some(row.facet)
    }

    /// Writes the steps that are in no file yet (or all), then likewise the states: whoever logs a step has noted its target, so
    /// that the states include those that the steps lead to.
    pub fn save(&self, is_whole: bool, out: &mut RecordWriter<'_>) -> io::Result<()> {
        let mut fresh = Vec::new();
        for (number, stripe) in self.stripes.iter().enumerate() {
            fresh.clear();
            {
                let mut stripe = stripe.lock().unwrap_or_else(PoisonError::into_inner);
                let Stripe { rows, steps } = &mut *stripe;
                // In the order of their steps, a row's end is where the next one starts.
                let mut order: Vec<(u32, usize)> = Vec::with_capacity(rows.len());
                let has_steps = |row: &Row| row.facet != ABSENT && row.start != NO_STEPS;
                order.extend((0..).zip(rows.iter()).filter(|(_, row)| has_steps(row)).map(|(at, row)| (row.start, at)));
                order.sort_unstable();
                for (at, &(start, place)) in order.iter().enumerate() {
                    let end = order.get(at + 1).map_or(steps.len(), |(next, _)| *next as usize);
                    for (pick, step) in (0u32..).zip(&mut steps[start as usize..end]) {
                        if step.target != UNKNOWN && (is_whole || step.instructions & SAVED == 0) {
                            step.instructions |= SAVED;
                            fresh.push((place, pick, *step));
                        }
                    }
                }
            }
            out.list(fresh.iter(), |out, (place, pick, step)| {
                out.number(u64::from(state_at(number, *place)))?;
                out.number(u64::from(*pick))?;
                out.number(u64::from(step.target.wrapping_add(2)))?;
                out.number(u64::from(step.effect))?;
                out.number(u64::from(step.instructions & !SAVED))
            })?;
        }
        let mut fresh = Vec::new();
        for (number, stripe) in self.stripes.iter().enumerate() {
            fresh.clear();
            let mut stripe = stripe.lock().unwrap_or_else(PoisonError::into_inner);
            for (place, row) in stripe.rows.iter_mut().enumerate() {
                if row.facet != ABSENT && (is_whole || !row.saved) {
                    row.saved = true;
                    fresh.push((state_at(number, place), row.facet));
                }
            }
            drop(stripe);
            out.list(fresh.iter(), |out, (state, facet)| {
                out.number(u64::from(*state))?;
                out.number(u64::from(*facet))
            })?;
        }
        Ok(())
    }

    /// Reads what `save` wrote: the steps, to be noted when their states are, and the states with their facets.
    pub fn read(input: &mut RecordReader<'_>) -> io::Result<SavedLog> {
        let mut saved = SavedLog::default();
        for _ in 0..STRIPES {
            saved.steps.extend(input.list(|input| {
                let (state, pick) = (input.number32()?, input.number32()?);
                let target = input.number32()?.wrapping_sub(2);
                Ok((state, pick, Step { target, effect: input.number32()?, instructions: input.number32()? }))
            })?);
        }
        for _ in 0..STRIPES {
            saved.states.extend(input.list(|input| Ok((input.number32()?, input.number32()?)))?);
        }
        Ok(saved)
    }

    pub fn bytes(&self) -> usize {
        let bytes =
            |stripe: &Stripe| stripe.rows.capacity() * size_of::<Row>() + stripe.steps.capacity() * size_of::<Step>();
        self.stripes.iter().map(|stripe| bytes(&stripe.lock().unwrap_or_else(PoisonError::into_inner))).sum()
    }
}
