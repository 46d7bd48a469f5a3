//! Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte 2010, Section 3): threads get random
//! distinct priorities of at least `d`, the enabled thread of highest priority runs, and at each of `d - 1` random change
//! points the running thread's priority drops to that point's number. A run finds a bug of depth `d` with probability at
//! least 1/(n·k^(d-1)), for n threads and k steps.
//!
//! The paper takes k as given; we use the longest run so far. Unless told how many, runs are repeated until everything is
//! covered, or a bug of depth `d` would have been found 99 times of 100 by that bound; threads get their priority when they are
//! first seen, because programs create them as they go. Where several threads could be woken, as with data and coins, the
//! alternative is drawn as in a random walk; the bound counts schedules only.

use space::{Choice, Pick, Rng, System, ThreadId};

use crate::explorer::{Arrival, Explorer, Halt, Strategy};

/// A run on a cyclic system need not end.
const RUN_LENGTH_MAX: u64 = 10_000;
/// How certain to find a bug, unless the number of runs is given.
const CONFIDENCE: f64 = 0.99;
/// `k` in the first run.
const STEPS_AT_FIRST: u64 = 64;

/// Probabilistic concurrency testing.
pub struct Pct {
    /// `d`, the number of ordering constraints a bug needs.
    pub bug_depth: u32,
    /// How many runs; 0 for as many as the bound asks for.
    pub runs: u64,
    /// A run ends after so many steps at the latest.
    pub run_length_max: u64,
    /// `k`: the steps of the longest run so far.
    steps_max: Option<u64>,
    /// `n`: the most threads of a run so far.
    threads_max: u64,
}

impl<S: System> Strategy<S> for Pct {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        explorer.expect_repeats();
        for done in 1.. {
            self.run(explorer)?;
            let enough = if self.runs > 0 { self.runs as f64 } else { self.runs_for(CONFIDENCE) };
            if explorer.is_worn_out() || enough <= done as f64 {
                break;
            }
        }
        Ok(())
    }
}

impl Pct {
    /// With the depth of the bugs that are looked for, and the number of runs.
    pub fn new(bug_depth: u32, runs: u64) -> Self {
        Pct { bug_depth, runs, run_length_max: RUN_LENGTH_MAX, steps_max: None, threads_max: 1 }
    }

    /// After how many runs a bug of depth `d`, if there is one, has been found with probability `confidence`.
    fn runs_for(&self, confidence: f64) -> f64 {
        let steps = self.steps_max.unwrap_or(1).max(1) as f64;
        let chance = 1.0 / (self.threads_max as f64 * steps.powi(self.bug_depth as i32 - 1));
        if chance < 1.0 { (1.0 - confidence).ln() / (-chance).ln_1p() } else { 1.0 }
    }

    fn run<S: System>(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        let steps_expected = self.steps_max.unwrap_or(STEPS_AT_FIRST).max(1);
        let change_points: Vec<u64> =
            (1..self.bug_depth).map(|_| 1 + explorer.rng().below(steps_expected as usize) as u64).collect();
        // By thread number; 0 for one that was not seen yet.
        let mut priorities: Vec<u64> = Vec::new();
        let mut node = explorer.root()?;
        let (mut steps, mut threads) = (0, 0);
        for _ in 0..self.run_length_max {
            explorer.visit(&node)?;
            if explorer.picks(&node).len() == 0 {
                break;
            }
            let pick = match schedule(explorer.choice(&node)) {
                Some(threads) => {
                    steps += 1;
                    let (pick, thread) = self.highest(&threads, &mut priorities, explorer.rng());
                    if let Some(point) = change_points.iter().position(|&point| point == steps) {
                        priorities[thread.0 as usize] = 1 + point as u64;
                    }
                    pick
                }
                None => explorer.draw(&node),
            };
            match explorer.advance(&node, pick)? {
                Arrival::Fresh(target) | Arrival::Seen(target) => node = target,
                Arrival::Nowhere => break,
            }
            // Those after an ended thread have moved up.
            for ended in explorer.ended().iter().rev() {
                if (ended.0 as usize) < priorities.len() {
                    priorities.remove(ended.0 as usize);
                    threads += 1;
                }
            }
        }
        self.steps_max = self.steps_max.max(Some(steps));
        self.threads_max = self.threads_max.max(threads + priorities.len() as u64);
        Ok(())
    }

    /// The alternative whose thread has the highest priority. A thread that occurs twice (its time-out may fire) has each
    /// of its alternatives with equal chance.
    fn highest(&self, threads: &[ThreadId], priorities: &mut Vec<u64>, rng: &mut Rng) -> (Pick, ThreadId) {
        for &thread in threads {
            let number = thread.0 as usize;
            if priorities.len() <= number {
                priorities.resize(number + 1, 0);
            }
            if priorities[number] == 0 {
                // Random 63-bit priorities are distinct in all but one of 2^50 runs, and above all change points.
                priorities[number] = u64::from(self.bug_depth) + (rng.next_u64() >> 1);
            }
        }
        let priority = |thread: &&ThreadId| priorities[thread.0 as usize];
        let thread = *threads.iter().max_by_key(priority).expect("a choice has alternatives");
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
