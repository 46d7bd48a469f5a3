//! `linear(job) -> LinearReport`: are the operations of a class linearizable? All scenarios up to a bound, smallest first, each with
//! all schedules; what the threads see must be what the same operations (or those of a specification) give one after the other.
//!
//! A driver in Java (`java/api/hazard/internal/Linear.java`) chooses a scenario and runs it; what it prints is the history. Since
//! states do not hold what was printed, all histories of a state are explored at once (`outcomes/histories.rs`).

mod judging;
mod scenarios;

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;

use crate::assumptions::Assumptions;
use crate::check::{Watch, limits_of};
use crate::draft::{Cause, Telling};
use crate::fault::Fault;
use crate::job::{Job, Limits, Subject};
use crate::labels;
use crate::outcomes::histories::{Ended, Ending, Unfolded, unfold};
use crate::program::{self, Circumstances, Prepared};
use crate::replay::Recording;
use crate::report::{TraceStep, Verdict};
use crate::source_lines::SourceLines;
use crate::trace::Storyteller;
use judging::{Call, Sequential, calls, is_explained, results};
use scenarios::Scenario;

const DRIVER: &str = "hazard.internal.Linear";
/// Scenarios explored at once: few at first, so that what fails early is told early.
const AT_ONCE_FIRST: usize = 32;
const AT_ONCE_MAX: usize = 256;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Consistency {
    /// Whoever calls after another returned comes after it.
    #[default]
    Linearizable,
    /// The calls of each thread are in order.
    Sequential,
    /// As well as what a moment of rest separates.
    Quiescent,
}

#[derive(Clone, Debug)]
pub struct LinearJob {
    /// Its target is the class.
    pub subject: Subject,
    pub limits: Limits,
    pub threads: usize,
    /// Calls of each thread.
    pub operations: usize,
    /// Calls before the threads start.
    pub before: usize,
    /// Values tried for each parameter.
    pub values: usize,
    /// A class whose operations say what is right.
    pub specification: Option<String>,
    pub consistency: Consistency,
    /// Where the schedule of a violation goes.
    pub trace: Option<PathBuf>,
}

#[derive(Clone, Debug, Serialize)]
pub struct LinearReport {
    pub verdict: Verdict,
    pub class: String,
    pub operations: Vec<String>,
    /// Scenarios explored with all their schedules.
    pub scenarios: u64,
    /// How many calls the largest explored scenario has.
    pub size: usize,
    pub violations: Vec<LinearViolation>,
    pub complete: bool,
    pub assumptions: Assumptions,
    pub states: u64,
    pub transitions: u64,
    pub time_ms: f64,
    pub limits_hit: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsupported: Vec<String>,
    pub version: &'static str,
}

#[derive(Clone, Debug, Serialize)]
pub struct LinearViolation {
    pub message: String,
    /// The calls with what they returned, a column per thread.
    pub scenario: String,
    pub trace: Vec<TraceStep>,
    pub context_switches: u32,
}

impl LinearReport {
    pub fn exit_status(&self) -> i32 {
        match self.verdict {
            Verdict::Holds => 0,
            Verdict::Violated => 1,
            Verdict::Inconclusive if !self.unsupported.is_empty() => 4,
            Verdict::Inconclusive => 3,
        }
    }
}

pub fn linear(job: &LinearJob, mut watch: Watch<'_>) -> Result<LinearReport, Fault> {
    let started = Instant::now();
    let draft = watch.draft.clone().unwrap_or_default();
    let mut report = LinearReport {
        verdict: Verdict::Inconclusive,
        class: job.subject.target.clone(),
        operations: Vec::new(),
        scenarios: 0,
        size: 0,
        violations: Vec::new(),
        complete: false,
        assumptions: Assumptions::default(),
        states: 0,
        transitions: 0,
        time_ms: 0.0,
        limits_hit: Vec::new(),
        unsupported: Vec::new(),
        version: crate::VERSION,
    };
    draft.tell(Telling::Linear(Box::new(report.clone())));
    draft.begin(started, job.limits.time, job.limits.memory);
    let (listing, operations) = list(job)?;
    (report.class, report.operations) = (class_of(job, &listing), operations);
    let mut open = scenarios::all(report.operations.len(), job.threads, job.operations, job.before).peekable();
    let mut at_once = AT_ONCE_FIRST;
    while let Some(first) = open.peek() {
        let size = first.size();
        let mut chunk = Vec::new();
        while chunk.len() < at_once
            && let Some(scenario) = open.next_if(|scenario| scenario.size() == size)
        {
            chunk.push(scenario);
        }
        let goes_on = explore_chunk(job, &listing, &chunk, &mut watch, started, &mut report)?;
        report.size = size;
        if !goes_on {
            break;
        }
        report.scenarios += chunk.len() as u64;
        draft.tell(Telling::Linear(Box::new(report.clone())));
        at_once = (at_once * 2).min(AT_ONCE_MAX);
    }
    report.complete = open.peek().is_none() && report.limits_hit.is_empty() && report.unsupported.is_empty();
    report.verdict = match () {
        () if !report.violations.is_empty() => Verdict::Violated,
        () if report.complete => Verdict::Holds,
        () => Verdict::Inconclusive,
    };
    report.time_ms = (started.elapsed().as_secs_f64() * 1e6).round() / 1e3;
    Ok(report)
}

/// Whether a class is the JDK's own, which is on no class path.
fn is_of_jdk(target: &str) -> bool {
    target.starts_with("java.") || target.starts_with("javax.")
}

/// The program that does `words` with a class.
fn subject_for(job: &LinearJob, class: Option<&str>, words: Vec<String>) -> Subject {
    let target = class.unwrap_or(&job.subject.target).to_owned();
    let subject = job.subject.clone();
    if is_of_jdk(&target) {
        let arguments = std::iter::once(target).chain(words).collect();
        return Subject { target: DRIVER.to_owned(), arguments, driver: None, ..subject };
    }
    Subject { target, arguments: words, driver: Some(DRIVER.to_owned()), ..subject }
}

fn class_of(job: &LinearJob, listing: &Prepared) -> String {
    if is_of_jdk(&job.subject.target) { job.subject.target.clone() } else { listing.resolved.main_class.clone() }
}

/// The operations, as the driver names them; what was compiled for that is kept.
fn list(job: &LinearJob) -> Result<(Prepared, Vec<String>), Fault> {
    let words = vec!["list".to_owned(), job.values.to_string()];
    let circumstances = Circumstances { keep_output: true, ..Circumstances::default() };
    let prepared = program::prepare(&subject_for(job, None, words), &labels::parse(&[], &[])?, circumstances)?;
    let storyteller = Storyteller::new(&prepared.program)?;
    if let Some(violation) = storyteller.initial_violations().first() {
        return Err(Fault::Input(format!("{}: {}", job.subject.target, violation.message)));
    }
    let printed = storyteller.initial_output();
    let operations: Vec<String> =
        printed.lines().filter_map(|line| line.strip_prefix("hazard:operation\t")).map(str::to_owned).collect();
    if operations.is_empty() {
        return Err(Fault::Input(format!(
            "{} has no operations: annotate methods with @Operation, or make methods public whose parameters are numbers, truth \
             values or texts",
            job.subject.target
        )));
    }
    drop(storyteller);
    Ok((prepared, operations))
}

/// Explores scenarios of one size; false if that was all.
fn explore_chunk(
    job: &LinearJob,
    listing: &Prepared,
    chunk: &[Scenario],
    watch: &mut Watch<'_>,
    started: Instant,
    report: &mut LinearReport,
) -> Result<bool, Fault> {
    let encoded = chunk.iter().map(Scenario::encoded).collect::<Vec<_>>().join(";");
    let words = |mode: &str| vec![mode.to_owned(), job.values.to_string(), encoded.clone()];
    let specification = job.specification.as_deref();
    let Some((orders, _, _)) = explore(job, listing, specification, words("sequential"), watch, started, report)?
    else {
        return Ok(false);
    };
    let mut sequential: HashMap<usize, Sequential> = HashMap::new();
    for ended in &orders.endings {
        if let Some((number, lines)) = history(ended) {
            let is_end = ended.ending == Ending::End;
            sequential.entry(number).or_default().add(&lines.iter().map(String::as_str).collect::<Vec<_>>(), is_end);
        }
    }
    let Some((unfolded, mut prepared, whole)) =
        explore(job, listing, None, words("concurrent"), watch, started, report)?
    else {
        return Ok(false);
    };
    (report.states, report.transitions) =
        (report.states + unfolded.outcome.states, report.transitions + unfolded.outcome.transitions);
    for assumption in Assumptions::of(&prepared.program).0 {
        report.assumptions.add(assumption);
    }
    let mut worst: Option<(usize, usize, &Ended, Vec<Call>, String)> = None;
    for ended in &unfolded.endings {
        let Some((number, lines)) = history(ended) else { continue };
        let calls = calls(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        let message = match (ended.history.thrown.first(), sequential.get(&number)) {
            (Some(thrown), _) => thrown.clone(),
            (None, Some(orders)) if !is_explained(&calls, orders, job.consistency) => wrong(ended, job.consistency),
            _ => continue,
        };
        let key = (number, ended.path.len());
        if worst.as_ref().is_none_or(|(number, length, ..)| key < (*number, *length)) {
            worst = Some((number, ended.path.len(), ended, calls, message));
        }
    }
    let Some((number, _, ended, calls, message)) = worst else { return Ok(true) };
    if chunk.len() > 1 {
        // Alone the scenario is explored again in no time, and its schedule begins where the threads do.
        let found = report.violations.len();
        report.scenarios += number as u64;
        explore_chunk(job, listing, &chunk[number..=number], watch, started, report)?;
        if report.violations.len() > found {
            return Ok(false);
        }
    }
    prepared.become_storyteller();
    let mut violation = LinearViolation {
        message,
        scenario: table(&chunk[number], &report.operations, &calls),
        trace: Vec::new(),
        context_switches: 0,
    };
    // What cannot be told step by step was found all the same.
    if let Ok(story) = Storyteller::new(&prepared.program)?.tell(&ended.path) {
        (violation.trace, violation.context_switches) = (story.steps, story.context_switches);
        SourceLines::of(&job.subject).annotate(&mut violation.trace);
        if let Some(path) = &job.trace {
            Recording::of_path(&whole, &prepared, &ended.path)?.write(path)?;
        }
    }
    report.scenarios += 1;
    report.violations.push(violation);
    Ok(false)
}

fn wrong(ended: &Ended, consistency: Consistency) -> String {
    let word = match consistency {
        Consistency::Linearizable => "linearizable",
        Consistency::Sequential => "sequentially consistent",
        Consistency::Quiescent => "quiescently consistent",
    };
    match ended.ending {
        Ending::End => format!("not {word}: no order of the calls gives these results"),
        Ending::Deadlock => "calls never return, though in every order that fits they would".to_owned(),
        Ending::Endless => "calls go round for ever, though in every order that fits they would return".to_owned(),
    }
}

/// The scenario's number in its chunk, and the lines of the history.
fn history(ended: &Ended) -> Option<(usize, Vec<String>)> {
    let text = String::from_utf8_lossy(&ended.history.printed).into_owned();
    let mut lines = text.lines().map(str::to_owned).skip_while(|line| !line.starts_with('#'));
    let number = lines.next()?.strip_prefix('#')?.parse().ok()?;
    Some((number, lines.collect()))
}

/// Unfolds one program; nothing if a limit or a fault ended that, which the report then says.
fn explore(
    job: &LinearJob,
    listing: &Prepared,
    class: Option<&str>,
    words: Vec<String>,
    watch: &mut Watch<'_>,
    started: Instant,
    report: &mut LinearReport,
) -> Result<Option<(Unfolded, Prepared, Job)>, Fault> {
    let subject = subject_for(job, class, words);
    // What was compiled once need not be compiled again.
    let resolved = &listing.resolved;
    let class = class.map_or_else(|| resolved.main_class.clone(), str::to_owned);
    let ready = if is_of_jdk(&job.subject.target) || subject.driver.is_none() {
        subject.clone()
    } else {
        Subject { target: class, classpath: Some(resolved.class_path_text.clone()), ..subject.clone() }
    };
    let circumstances = Circumstances {
        keep_output: true,
        time_max: job.limits.time.map(|time| time.saturating_sub(started.elapsed())),
        interrupt: watch.interrupt.clone(),
        ..Circumstances::default()
    };
    let prepared = program::prepare(&ready, &labels::parse(&[], &[])?, circumstances)?;
    let whole = Job { subject, limits: job.limits.clone(), ..Job::default() };
    let unfolded = unfold(&prepared.program, limits_of(&whole, started), watch)?;
    report.limits_hit.extend(unfolded.outcome.limits_hit.iter().map(|limit| limit.name().to_owned()));
    if unfolded.outcome.interrupted {
        let cause = watch.draft.as_ref().and_then(|draft| draft.cause()).unwrap_or(Cause::Interrupted);
        report.limits_hit.push(cause.name().to_owned());
    }
    for stuck in &unfolded.outcome.faults {
        match &stuck.fault {
            space::Fault::Unsupported { .. } => report.unsupported.push(stuck.fault.to_string()),
            space::Fault::Limit { name, .. } => report.limits_hit.push((*name).to_owned()),
            space::Fault::Input(sentence) => return Err(Fault::Input(sentence.clone())),
        }
    }
    if report.limits_hit.is_empty() && report.unsupported.is_empty() && !unfolded.complete {
        report.limits_hit.push("histories".to_owned());
    }
    let is_whole = report.limits_hit.is_empty() && report.unsupported.is_empty();
    Ok(is_whole.then_some((unfolded, prepared, whole)))
}

/// A column per thread, a row per call: `addLast(1): void`.
fn table(scenario: &Scenario, operations: &[String], history: &[Call]) -> String {
    let results = results(history);
    let mut columns: Vec<Vec<String>> = Vec::new();
    for (thread, numbers) in scenario.threads.iter().enumerate() {
        let mut column = vec![format!("thread {}", thread + 1)];
        for (index, number) in numbers.iter().enumerate() {
            let result = results.get(&thread).and_then(|results| results.get(index));
            column.push(match result {
                Some(result) if result == "void" => operations[*number].clone(),
                Some(result) => format!("{}: {result}", operations[*number]),
                None => format!("{} (not called)", operations[*number]),
            });
        }
        columns.push(column);
    }
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> =
        columns.iter().map(|column| column.iter().map(|cell| cell.chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    if !scenario.before.is_empty() {
        let calls: Vec<&str> = scenario.before.iter().map(|number| operations[*number].as_str()).collect();
        text.push_str(&format!("first: {}\n", calls.join(", ")));
    }
    for row in 0..rows {
        let cells = columns.iter().zip(&widths).map(|(column, width)| {
            let cell = column.get(row).map_or("", String::as_str);
            format!("{cell}{}", " ".repeat(width - cell.chars().count()))
        });
        text.push_str(&format!("| {} |\n", cells.collect::<Vec<_>>().join(" | ")));
    }
    text
}
