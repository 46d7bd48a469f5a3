//! What is known while the work goes on, and what asks it to end.
//!
//! A limit that is only looked at between two steps is no limit if a step is long: a solver, a class loader, a sort, a map that
//! grows. So whoever started the work may watch it from another thread, ask it to end by the flag that machines and
//! searches look at, and, should it not end soon enough, tell what is known so far in its place.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use search::{Found, Journal};
use symbolic::Pulse;

use crate::linear::LinearReport;
use crate::outcomes::OutcomesReport;
use crate::pse::PseReport;
use crate::report::{Number, PropertyReport, Report, Verdict, ViolationReport, peak_bytes};
use crate::transition_system::{LtsReport, LtsViolation};

/// Why work is to end before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    Interrupted,
    Time,
    Memory,
    /// There is no more room on disk.
    Store,
}

impl Cause {
    /// As reports list it.
    pub fn name(self) -> &'static str {
        match self {
            Cause::Interrupted => "interrupted",
            Cause::Time => search::Limit::Time.name(),
            Cause::Memory => search::Limit::Memory.name(),
            Cause::Store => crate::disk::STORE,
        }
    }
}

/// A report that is being written, whatever it is about.
#[derive(Clone, Debug)]
pub enum Telling {
    Nothing,
    Program(Box<Report>),
    Inputs(Box<PseReport>),
    Transitions(Box<LtsReport>),
    Outcomes(Box<OutcomesReport>),
    Linear(Box<LinearReport>),
}

pub struct Draft {
    stop: Arc<AtomicBool>,
    /// The first cause is the one that counts.
    cause: AtomicU8,
    /// When the time that limits count began.
    began: OnceLock<Instant>,
    time: OnceLock<(Instant, Duration)>,
    memory: OnceLock<u64>,
    telling: Mutex<Telling>,
    pub(crate) journal: Journal,
    pub(crate) pulse: Arc<Pulse>,
}

impl Default for Draft {
    fn default() -> Self {
        Draft {
            stop: Arc::default(),
            cause: AtomicU8::new(0),
            began: OnceLock::new(),
            time: OnceLock::new(),
            memory: OnceLock::new(),
            telling: Mutex::new(Telling::Nothing),
            journal: Journal::default(),
            pulse: Arc::default(),
        }
    }
}

impl Draft {
    /// Asks the work to end.
    pub fn stop(&self, cause: Cause) {
        let code = match cause {
            Cause::Interrupted => 1,
            Cause::Time => 2,
            Cause::Memory => 3,
            Cause::Store => 4,
        };
        let _ = self.cause.compare_exchange(0, code, Ordering::SeqCst, Ordering::SeqCst);
        self.pulse.interrupt();
        self.stop.store(true, Ordering::SeqCst);
    }

    /// Why the work was asked to end, if it was.
    pub fn cause(&self) -> Option<Cause> {
        match self.cause.load(Ordering::SeqCst) {
            1 => Some(Cause::Interrupted),
            2 => Some(Cause::Time),
            3 => Some(Cause::Memory),
            4 => Some(Cause::Store),
            _ => None,
        }
    }

    /// What machines and searches look at.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// Whether the work was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// When the time is up, once it runs, with the time there was.
    pub fn deadline(&self) -> Option<(Instant, Duration)> {
        self.time.get().copied()
    }

    /// What the work may hold beside what it began with.
    pub fn memory_max(&self) -> Option<u64> {
        self.memory.get().copied()
    }

    /// The time that limits count begins now.
    pub fn begin(&self, now: Instant, time: Option<Duration>, memory: Option<u64>) {
        let _ = self.began.set(now);
        if let Some(time) = time
            && let Some(deadline) = now.checked_add(time)
        {
            let _ = self.time.set((deadline, time));
        }
        if let Some(memory) = memory {
            let _ = self.memory.set(memory);
        }
    }

    pub(crate) fn tell(&self, telling: Telling) {
        let before = std::mem::replace(&mut *self.lock(), telling);
        drop(before);
    }

    fn lock(&self) -> MutexGuard<'_, Telling> {
        self.telling.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What can be told now, in place of whoever was to tell it. Never waits.
    pub fn so_far(&self, cause: Cause) -> Telling {
        let told = match self.telling.try_lock() {
            Ok(telling) => telling.clone(),
            Err(TryLockError::Poisoned(telling)) => telling.into_inner().clone(),
            Err(TryLockError::WouldBlock) => Telling::Nothing,
        };
        let elapsed = self.began.get().map_or(Duration::ZERO, Instant::elapsed);
        let milliseconds = (elapsed.as_secs_f64() * 1e6).round() / 1e3;
        match told {
            Telling::Nothing => Telling::Nothing,
            Telling::Program(mut report) => {
                self.complete(&mut report, cause);
                (report.time_ms, report.peak_bytes) = (milliseconds, peak_bytes());
                report.disk_bytes = crate::disk::peak_bytes();
                Telling::Program(report)
            }
            Telling::Inputs(mut report) => {
                let signs = self.pulse.signs();
                (report.states, report.paths) = (report.states.max(signs.opened), report.paths.max(signs.paths));
                report.limits_hit.push(cause.name().into());
                (report.time_ms, report.peak_bytes) = (milliseconds, peak_bytes());
                Telling::Inputs(report)
            }
            Telling::Transitions(mut report) => {
                let so_far = self.journal.so_far();
                (report.states, report.discovered) = (so_far.expanded, so_far.states);
                (report.transitions, report.max_depth) = (so_far.transitions, so_far.depth);
                report.violations = so_far.violations.iter().map(LtsViolation::untold).collect();
                if !report.violations.is_empty() {
                    report.verdict = Verdict::Violated;
                }
                report.limits_hit.push(cause.name().into());
                (report.time_ms, report.peak_bytes) = (milliseconds, peak_bytes());
                Telling::Transitions(report)
            }
            Telling::Outcomes(mut report) => {
                let so_far = self.journal.so_far();
                report.states = report.states.max(so_far.states);
                report.transitions = report.transitions.max(so_far.transitions);
                note_limit(&mut report.limits_hit, cause);
                (report.complete, report.time_ms) = (false, milliseconds);
                Telling::Outcomes(report)
            }
            Telling::Linear(mut report) => {
                note_limit(&mut report.limits_hit, cause);
                (report.complete, report.time_ms) = (false, milliseconds);
                Telling::Linear(report)
            }
        }
    }

    /// Whether there is no time left for what is merely good to have.
    pub(crate) fn must_hurry(&self) -> bool {
        // The guard speaks a little later.
        const GRACE: Duration = Duration::from_millis(60);
        match (self.cause(), self.deadline()) {
            (None | Some(Cause::Time), Some((deadline, _))) => deadline + GRACE <= Instant::now(),
            (cause, _) => cause.is_some(),
        }
    }

    /// Adds to a report that is half written what is known by now.
    fn complete(&self, report: &mut Report, cause: Cause) {
        if report.states == 0 {
            let (so_far, signs) = (self.journal.so_far(), self.pulse.signs());
            report.states = so_far.states.max(signs.opened);
            report.transitions = so_far.transitions;
            report.max_depth = so_far.depth.max(signs.depth);
            report.expanded = so_far.expanded;
            if signs.opened > 0 {
                report.paths = Some(signs.paths);
            }
            report.violations = so_far.violations.iter().map(ViolationReport::untold).collect();
        }
        if report.violations.iter().any(|violation| violation.trace.is_empty() && violation.depth > 0) {
            report.warnings.push("there was no time left to tell the way to a violation; give more of it".into());
        }
        let is_violated = !report.violations.is_empty() || report.properties.iter().any(|p| p.holds == Some(false));
        report.verdict = if is_violated { Verdict::Violated } else { Verdict::Inconclusive };
        report.complete = false;
        note_limit(&mut report.limits_hit, cause);
    }
}

fn note_limit(limits: &mut Vec<String>, cause: Cause) {
    if !limits.iter().any(|limit| limit == cause.name()) {
        limits.push(cause.name().into());
    }
}

impl ViolationReport {
    /// As much as is known without following the way there again.
    pub(crate) fn untold(found: &Found) -> ViolationReport {
        ViolationReport {
            kind: found.violation.kind.name().to_owned(),
            message: found.violation.message.clone(),
            thread: found.violation.thread.clone(),
            location: found.violation.location.clone(),
            depth: u64::from(found.depth()),
            probability: found.probability,
            trace: Vec::new(),
            context_switches: 0,
            preemptions: 0,
            details: found.violation.details.clone(),
            occurrences: found.occurrences,
            output: String::new(),
            scenes: Vec::new(),
        }
    }
}

impl PropertyReport {
    /// A question that was not come to.
    pub(crate) fn unanswered(formula: String) -> PropertyReport {
        PropertyReport {
            name: None,
            formula,
            value: None,
            lower: None,
            upper: None,
            exact: None,
            holds: None,
            range: None,
            states: None,
            pareto: None,
            unsupported: None,
            text: "not answered".into(),
            is_truth: true,
        }
    }

    /// A probability of which nothing is known.
    pub(crate) fn anything(formula: String, is_truth: bool) -> PropertyReport {
        PropertyReport {
            lower: Some(Number(0.0)),
            upper: Some(Number(1.0)),
            text: "between 0 and 1".into(),
            is_truth,
            ..PropertyReport::unanswered(formula)
        }
    }
}
