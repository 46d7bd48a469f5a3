//! Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte 2010, Section 3): threads get random
//! distinct priorities of at least `d`, the enabled thread of highest priority runs, and at each of `d - 1` random change
//! points the running thread's priority drops to that point's number. A run finds a bug of depth `d` with probability at
//! least 1/(n·k^(d-1)), for n threads and k steps.
//!
//! The paper takes k as given; we use the longest run so far. Runs are repeated; threads get their priority when they are
//! first seen, because programs create them as they go. Data and coins are drawn as in a random walk.

use hashbrown::HashMap;
use space::{Choice, Pick, Rng, System, ThreadId};

use super::random::unbounded;
use crate::explorer::{Arrival, Explorer, Halt, Strategy};

/// A run on a cyclic system need not end.
const RUN_LENGTH_MAX: u64 = 10_000;

pub struct Pct {
    /// `d`, the number of ordering constraints a bug needs.
    pub bug_depth: u32,
    /// How many runs; 0 for no bound.
    pub runs: u64,
}

impl<S: System> Strategy<S> for Pct {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        explorer.expect_repeats();
        let mut steps_expected = 64;
        for _ in 0..unbounded(self.runs) {
            let steps = self.run(explorer, steps_expected)?;
            steps_expected = steps_expected.max(steps);
            if explorer.is_covered() {
                break;
            }
        }
        Ok(())
    }
}

impl Pct {
    /// One run; returns its length.
    fn run<S: System>(&self, explorer: &mut Explorer<'_, S>, steps_expected: u64) -> Result<u64, Halt> {
        let change_points: Vec<u64> =
            (1..self.bug_depth).map(|_| 1 + explorer.rng().below(steps_expected as usize) as u64).collect();
        let mut priorities: HashMap<ThreadId, u64> = HashMap::new();
        let mut node = explorer.root()?;
        let mut steps = 0;
        while steps < RUN_LENGTH_MAX {
            explorer.visit(&node)?;
            if explorer.picks(&node).len() == 0 {
                break;
            }
            steps += 1;
            let pick = match schedule(explorer.choice(&node)) {
                Some(threads) => {
                    let (pick, thread) = self.highest(&threads, &mut priorities, explorer.rng());
                    if let Some(point) = change_points.iter().position(|&point| point == steps) {
                        priorities.insert(thread, point as u64);
                    }
                    pick
                }
                None => explorer.draw(&node),
            };
            match explorer.advance(&node, pick)? {
                Arrival::Fresh(target) | Arrival::Seen(target) => node = target,
                Arrival::Nowhere => break,
            }
        }
        Ok(steps)
    }

    /// The alternative whose thread has the highest priority. A thread that occurs twice (its time-out may fire) has each
    /// of its alternatives with equal chance.
    fn highest(
        &self,
        threads: &[ThreadId],
        priorities: &mut HashMap<ThreadId, u64>,
        rng: &mut Rng,
    ) -> (Pick, ThreadId) {
        for &thread in threads {
            // Random 63-bit priorities are distinct in all but one of 2^50 runs, and above all change points.
            priorities.entry(thread).or_insert_with(|| u64::from(self.bug_depth) + (rng.next_u64() >> 1));
        }
        let thread = *threads.iter().max_by_key(|thread| priorities[*thread]).expect("a choice has alternatives");
        let picks: Vec<usize> = (0..threads.len()).filter(|&pick| threads[pick] == thread).collect();
        (Pick(picks[rng.below(picks.len())] as u32), thread)
    }
}

fn schedule(choice: Option<Choice<'_>>) -> Option<Vec<ThreadId>> {
    match choice {
        Some(Choice::Schedule { threads }) => Some(threads.to_vec()),
        _ => None,
    }
}
