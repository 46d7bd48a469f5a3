//! Progress while a search runs (Zhang and Van Breugel 2011): one minus the probability of leaving the explored part, that
//! is, of ever being about to take an alternative that was not explored. If no violation was found so far, a run of the
//! program shows one with at most the complementary probability.
//!
//! The paper treats sequential programs, whose only choices are coins; `masses` keeps the progress of those at hand. Where
//! the environment or a scheduler decides, we take the worst case over their decisions, so that the bound holds under
//! every one of them; `worst_case` computes it. An alternative that an assumption rules out leaves nothing unexplored.
//!
//! Tang 2013 (Section 5.2) solves the whole linear system anew by Jacobi's method at every point of the curve.

mod components;
mod elimination;
mod explored;
mod masses;
mod worst_case;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use space::{Notice, Observer, Pick, StateId, System};

use explored::Explored;
pub(crate) use explored::{IGNORED, UNEXPLORED};
use masses::Masses;
use worst_case::WorstCase;

/// One line of the progress curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProgressRow {
    /// Milliseconds since the search began.
    pub time_ms: f64,
    /// How many states were met.
    pub states: u64,
    /// How many transitions were taken.
    pub transitions: u64,
    /// The progress of the search.
    pub progress: f64,
}

/// An observer that computes progress every so many transitions.
pub struct ProgressMeter {
    interval: u64,
    started: Instant,
    transitions: u64,
    explored: Explored,
    method: Method,
    /// Time spent on report points.
    spent: Duration,
    curve: Vec<ProgressRow>,
}

enum Method {
    /// As long as only coins are flipped.
    Masses(Masses),
    /// As soon as someone decides. It takes more room than the graph, and few ask for it: it is made when somebody does.
    WorstCase(Option<WorstCase>),
}

/// Large cycles and worst cases have no cheap update. A report point is left out while the points have taken more than
/// this part of the time, and more than a moment.
const SHARE_MAX: f64 = 0.1;
const MOMENT: Duration = Duration::from_millis(500);

impl ProgressMeter {
    /// Adds a row to the curve after every `interval` transitions; 0 for none.
    pub fn new(interval: u64) -> Self {
        ProgressMeter {
            interval,
            started: Instant::now(),
            transitions: 0,
            explored: Explored::default(),
            method: Method::Masses(Masses::default()),
            spent: Duration::ZERO,
            curve: Vec::new(),
        }
    }

    /// Where the transitions of all states lead, for somebody who borrows them.
    pub(crate) fn targets_mut(&mut self) -> &mut crate::rows::Rows {
        self.explored.targets_mut()
    }

    /// The progress now.
    pub fn progress(&mut self) -> f64 {
        if self.explored.state_count() == 0 {
            return 0.0;
        }
        let leaving = match &mut self.method {
            Method::Masses(masses) => masses.leaving(&self.explored),
            Method::WorstCase(worst_case) => {
                let worst_case = worst_case.get_or_insert_with(|| WorstCase::of(&self.explored));
                worst_case.leaving(&self.explored)
            }
        };
        // Rounding must not make a probability negative.
        (1.0 - leaving).max(0.0)
    }

    /// The progress at the report points so far.
    pub fn curve(&self) -> &[ProgressRow] {
        &self.curve
    }

    /// Adds a row for the present, unless the last one is of the present.
    pub fn report(&mut self) {
        if self.curve.last().is_some_and(|row| row.transitions == self.transitions) {
            return;
        }
        let start = Instant::now();
        let progress = self.progress();
        self.spent += start.elapsed();
        let time_ms = self.started.elapsed().as_secs_f64() * 1e3;
        let (states, transitions) = (self.explored.state_count() as u64, self.transitions);
        self.curve.push(ProgressRow { time_ms, states, transitions, progress });
    }

    /// Writes the curve as a table.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "time_ms,states,transitions,progress")?;
        for row in &self.curve {
            writeln!(out, "{:.3},{},{},{}", row.time_ms, row.states, row.transitions, row.progress)?;
        }
        Ok(())
    }

    /// Time spent on report points so far.
    pub fn time_spent(&self) -> Duration {
        self.spent
    }

    fn advance(&mut self, source: StateId, pick: Pick, target: u32) {
        self.transitions += 1;
        if self.explored.set_target(source.0, pick.0, target) {
            match &mut self.method {
                Method::Masses(masses) => masses.advance(&self.explored, source.0, pick.0, target),
                Method::WorstCase(Some(worst_case)) => worst_case.advance(source.0, target),
                Method::WorstCase(None) => {}
            }
        }
        if self.interval > 0 && self.transitions.is_multiple_of(self.interval) && self.affords_a_point() {
            self.report();
        }
    }

    fn affords_a_point(&self) -> bool {
        self.spent <= self.started.elapsed().mul_f64(SHARE_MAX).max(MOMENT)
    }
}

impl<S: System> Observer<S> for ProgressMeter {
    fn observe(&mut self, system: &S, notice: &Notice<'_, S>) {
        match *notice {
            Notice::Discovered { world, .. } => {
                let is_decided = self.explored.discover(system.choice(world));
                match &mut self.method {
                    Method::Masses(_) if is_decided => {
                        self.method = Method::WorstCase(None);
                    }
                    Method::Masses(masses) => masses.discover(&self.explored),
                    Method::WorstCase(Some(worst_case)) => worst_case.discover(&self.explored),
                    Method::WorstCase(None) => {}
                }
            }
            Notice::Advanced { source, pick, target, .. } => self.advance(source, pick, target.0),
            Notice::Ignored { source, pick, .. } => self.advance(source, pick, IGNORED),
        }
    }
}
