//! One test, explored within its budget, by a search that finds failures soon and proves that there is none if it can.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use checker::report::{Report, Verdict, ViolationReport};
use checker::{Fault, Job, Limits, Minimize, Subject, ViolationKind, Watch};
use serde::{Deserialize, Serialize};

use crate::DRIVER;
use crate::discovery::Test;
use crate::ending;
use crate::meter::Meter;

/// What a test that its framework passes over ends with.
const SKIPPED: &str = "hazard.internal.Skipped";
/// A budget is processor time. By the clock it may take so many times as long, where others want the processor, too.
pub(crate) const PATIENCE: u32 = 8;
/// Finding out whether a failing test ever passes may take so many transitions. It is counted, so that the same test has the same
/// verdict on a slow machine.
const ALWAYS_TRANSITIONS: u64 = 10_000;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OneJob {
    pub test: Test,
    /// Everything but the target, the driver and its arguments.
    pub subject: Subject,
    pub budget: Duration,
    /// As `--property` has it.
    pub properties: Option<String>,
    /// A search to use instead of ours.
    pub search: Option<String>,
    pub memory: Option<u64>,
    /// Whether threads of a test may die of exceptions that nobody catches.
    pub uncaught_ignored: bool,
    /// Where a failing schedule goes.
    pub trace: PathBuf,
    /// How wide the lines of a schedule may be.
    pub width: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TestVerdict {
    /// No schedule and no coin makes it fail.
    Proved,
    /// Some do.
    Violated,
    /// All do.
    Fails,
    /// None was found within the budget.
    Open,
    /// It uses something that the machine does not have.
    Unsupported,
    /// Its framework passes it over.
    Skipped,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestReport {
    pub class: String,
    pub method: String,
    pub verdict: TestVerdict,
    /// Runs followed to their end.
    pub schedules: u64,
    pub states: u64,
    pub time_ms: f64,
    /// What went wrong, or why nothing can be said.
    pub message: Option<String>,
    pub kind: Option<String>,
    pub location: Option<String>,
    /// The thread that dies of it, if it is not the test's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<String>,
    /// The file that `hazard replay` reads.
    pub trace: Option<PathBuf>,
    /// The share of what can happen that was explored.
    pub progress: f64,
    /// The probability of the failing run's coins, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    /// The program's own stack trace, or who waits for whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
    /// The failing schedule, a line per step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schedule: Vec<String>,
    /// What the failing run printed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub output: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
    /// The same in a few words each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assuming: Vec<String>,
}

impl TestReport {
    pub fn new(test: &Test, verdict: TestVerdict, message: Option<String>) -> TestReport {
        TestReport {
            class: test.class.clone(),
            method: test.method.clone(),
            verdict,
            schedules: 0,
            states: 0,
            time_ms: 0.0,
            message,
            kind: None,
            location: None,
            thread: None,
            trace: None,
            progress: 0.0,
            probability: None,
            details: Vec::new(),
            schedule: Vec::new(),
            output: String::new(),
            assumptions: Vec::new(),
            assuming: Vec::new(),
        }
    }

    pub fn is_bad(&self) -> bool {
        matches!(self.verdict, TestVerdict::Violated | TestVerdict::Fails)
    }
}

/// Explores one test. `tell` writes a violation's schedule, a line per step.
pub fn explore_one(
    job: &OneJob,
    interrupt: Option<Arc<AtomicBool>>,
    tell: impl Fn(&ViolationReport) -> Vec<String>,
) -> Result<TestReport, Fault> {
    let started = Instant::now();
    let interrupt = interrupt.unwrap_or_default();
    let meter = Meter::start(job.budget, interrupt.clone());
    let searched = searched(job, Some(interrupt.clone()));
    let is_spent = meter.stop();
    let interrupt = (!is_spent).then_some(interrupt);
    let mut report = match searched {
        Ok(report) => report,
        Err(Fault::Unsupported(sentence)) => {
            return Ok(TestReport::new(&job.test, TestVerdict::Unsupported, Some(sentence)));
        }
        Err(Fault::Limit(sentence)) => return Ok(TestReport::new(&job.test, TestVerdict::Open, Some(sentence))),
        Err(fault) => return Err(fault),
    };
    let mut violation = (!report.violations.is_empty()).then(|| report.violations.swap_remove(0));
    if let Some(violation) = &mut violation {
        ending::trim(violation, job.subject.classpath.as_deref().unwrap_or_default());
    }
    let mut told = TestReport::new(&job.test, TestVerdict::Open, None);
    told.assumptions = report.assumptions.0.iter().map(|assumption| assumption.sentence()).collect();
    told.assuming = report.assumptions.0.iter().map(|assumption| assumption.short()).collect();
    (told.schedules, told.states, told.progress) = (report.end_states, report.states, report.progress);
    match &violation {
        Some(violation) if violation.message.starts_with(SKIPPED) => {
            let reason = violation.message.trim_start_matches(SKIPPED).trim_start_matches(": ").to_owned();
            // Where threads or coins had a say in it, other runs may not be skipped, and were not looked at.
            (told.verdict, told.message) = match violation.trace.is_empty() {
                true => (TestVerdict::Skipped, Some(reason)),
                false => (TestVerdict::Open, Some(format!("skipped in one run ({reason}), which ended the search"))),
            };
            // It is no schedule worth keeping.
            let _ = std::fs::remove_file(&job.trace);
        }
        Some(violation) if is_drivers(violation) => {
            let message = format!("its framework, {}, cannot be driven: {}", job.test.framework, violation.message);
            (told.verdict, told.message) = (TestVerdict::Unsupported, Some(message));
            let _ = std::fs::remove_file(&job.trace);
        }
        Some(violation) => {
            let dies = ["exception", "assertion"].contains(&violation.kind.as_str());
            told.thread = violation.thread.clone().filter(|thread| dies && thread != "main");
            let always = violation.trace.is_empty() && told.thread.is_none() || never_passes(job, interrupt);
            told.verdict = if always { TestVerdict::Fails } else { TestVerdict::Violated };
            told.message = Some(violation.message.clone());
            (told.kind, told.location) = (Some(violation.kind.clone()), violation.location.clone());
            told.probability = (violation.probability < 1.0).then_some(violation.probability);
            (told.details, told.output) = (violation.details.clone(), violation.output.clone());
            told.schedule = tell(violation);
            told.trace = Some(job.trace.clone());
        }
        None if report.verdict == Verdict::Holds => told.verdict = TestVerdict::Proved,
        None if !report.unsupported.is_empty() => {
            (told.verdict, told.message) = (TestVerdict::Unsupported, report.unsupported.first().cloned());
        }
        None => told.message = Some(reason_to_stop(&report, is_spent)),
    }
    told.time_ms = (started.elapsed().as_secs_f64() * 1e6).round() / 1e3;
    Ok(told)
}

/// Whether what was thrown comes from our own driver, which found the framework other than it expects: that is no failure of the
/// test's.
fn is_drivers(violation: &ViolationReport) -> bool {
    let is_jdks =
        |line: &&String| ["java.", "jdk.", "sun."].iter().any(|package| line.starts_with(&format!("at {package}")));
    let first = violation.details.iter().find(|line| line.starts_with("at ") && !is_jdks(line));
    violation.kind == "exception" && first.is_some_and(|line| line.starts_with("at hazard.internal.Tests."))
}

fn reason_to_stop(report: &Report, is_spent: bool) -> String {
    match report.limits_hit.as_slice() {
        _ if is_spent && report.states <= 1 => {
            "the budget is spent before the test came to its first choice (--budget 30s gives it more)".to_owned()
        }
        _ if is_spent => "the budget is spent".to_owned(),
        [] => "the search ended before everything was explored".to_owned(),
        [only] if only == "max-time" && report.states <= 1 => {
            "the budget is spent before the test came to its first choice (--budget 30s gives it more)".to_owned()
        }
        [only] if only == "max-time" => "the budget is spent".to_owned(),
        limits => format!("stopped by {}", limits.join(", ")),
    }
}

fn searched(job: &OneJob, interrupt: Option<Arc<AtomicBool>>) -> Result<Report, Fault> {
    let check = |search: &str, time: Duration| checker::check(&whole(job, search, time)?, watch(interrupt.clone()));
    if let Some(search) = &job.search {
        return check(search, job.budget * PATIENCE);
    }
    check(checker::DEFAULT_SEARCH, job.budget * PATIENCE)
}

fn watch(interrupt: Option<Arc<AtomicBool>>) -> Watch<'static> {
    Watch { interrupt, ..Watch::default() }
}

fn whole(job: &OneJob, search: &str, time: Duration) -> Result<Job, Fault> {
    let mut whole = Job { subject: subject(job), search: search.to_owned(), ..Job::default() };
    if let Some(list) = &job.properties {
        (whole.properties, whole.subject.livelock_threads) = checker::parse_properties(list)?;
    }
    whole.subject.races = whole.properties.contains(&ViolationKind::Race);
    whole.subject.failing_exits = whole.properties.contains(&ViolationKind::Exit);
    whole.limits = Limits { time: Some(time), memory: job.memory, ..Limits::default() };
    whole.trace = Some(job.trace.clone());
    whole.minimize = Minimize::Briefly;
    Ok(whole)
}

fn subject(job: &OneJob) -> Subject {
    let test = &job.test;
    Subject {
        target: test.class.clone(),
        driver: Some(DRIVER.to_owned()),
        arguments: ["run", &test.framework, &test.method, &test.id]
            .into_iter()
            .chain(job.uncaught_ignored.then_some("ignored"))
            .map(str::to_owned)
            .collect(),
        ..job.subject.clone()
    }
}

/// Whether every schedule ends in a failure, if that can be found out soon. Build tools do not see other threads die: a test that
/// passes where these may is none that always fails.
fn never_passes(job: &OneJob, interrupt: Option<Arc<AtomicBool>>) -> bool {
    let job = &OneJob { uncaught_ignored: true, ..job.clone() };
    let (transitions, time) = (Some(ALWAYS_TRANSITIONS), Some(job.budget * PATIENCE));
    let limits = Limits { transitions, time, memory: job.memory, ..Limits::default() };
    checker::fails_always(&subject(job), &limits, watch(interrupt)).unwrap_or(false)
}
