//! `outcomes(job) -> OutcomesReport`: every result a program can have, with a schedule for each. The result of a program is
//! what it prints; that of a jcstress test is its result object, judged by the test's own expectations.
//!
//! The machine is sequentially consistent. Where threads race on a field, hardware and compilers may show more; each such race
//! is named among the assumptions.

pub(crate) mod histories;

use std::path::PathBuf;

use serde::Serialize;
use space::{Violation, ViolationKind};

use crate::assumptions::Assumptions;
use crate::check::Watch;
use crate::draft::{Cause, Draft, Telling};
use crate::fault::Fault;
use crate::job::{Job, Limits, Questions, Subject};
use crate::labels;
use crate::program::{self, Circumstances, Prepared};
use crate::questions::Formulas;
use crate::replay::Recording;
use crate::report::{PropertyReport, TraceStep, Verdict};
use crate::source_lines::SourceLines;
use crate::trace::Storyteller;
use histories::{Ended, Ending, Unfolded, unfold};

/// The annotation by which a jcstress test is known, and the class that runs one.
const DRIVERS: &[(&str, &str)] = &[("Lorg/openjdk/jcstress/annotations/JCStressTest;", "hazard.internal.Stress")];

#[derive(Clone, Debug, Default)]
pub struct OutcomesJob {
    pub subject: Subject,
    pub limits: Limits,
    /// A folder for the schedule of each outcome.
    pub traces: Option<PathBuf>,
}

#[derive(Clone, Debug, Serialize)]
pub struct OutcomesReport {
    pub verdict: Verdict,
    pub outcomes: Vec<OutcomeReport>,
    /// There are no others.
    pub complete: bool,
    pub races: Vec<String>,
    /// What the table rests on besides the program, its inputs and the JDK.
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
pub struct OutcomeReport {
    pub result: String,
    /// `end`, `deadlock`, `endless`, or the exception that nobody caught.
    pub ending: String,
    pub schedules_seen: &'static str,
    /// Where coins alone decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<String>,
    /// Where schedules decide, too: the least and the greatest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability_range: Option<(f64, f64)>,
    /// What a jcstress test says of it: `ACCEPTABLE`, `ACCEPTABLE_INTERESTING`, `FORBIDDEN`, with a description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expect: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    pub trace: Vec<TraceStep>,
    pub context_switches: u32,
    /// The file that `hazard replay` reads, if one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
}

impl OutcomeReport {
    /// Not a result at all, or one that the test forbids.
    pub fn is_wrong(&self) -> bool {
        // Some tests of termination know that they may hang.
        let is_expected = self.expect.is_some() && ["deadlock", "endless"].contains(&self.ending.as_str());
        self.expect.as_deref() == Some("FORBIDDEN") || self.ending != "end" && !is_expected
    }
}

impl OutcomesReport {
    /// Nothing is known yet.
    fn blank() -> OutcomesReport {
        OutcomesReport {
            verdict: Verdict::Inconclusive,
            outcomes: Vec::new(),
            complete: false,
            races: Vec::new(),
            assumptions: Assumptions::default(),
            states: 0,
            transitions: 0,
            time_ms: 0.0,
            limits_hit: Vec::new(),
            unsupported: Vec::new(),
            version: crate::VERSION,
        }
    }

    pub fn exit_status(&self) -> i32 {
        match self.verdict {
            Verdict::Holds => 0,
            Verdict::Violated => 1,
            Verdict::Inconclusive if !self.unsupported.is_empty() => 4,
            Verdict::Inconclusive => 3,
        }
    }
}

pub fn outcomes(job: &OutcomesJob, mut watch: Watch<'_>) -> Result<OutcomesReport, Fault> {
    let mut subject = job.subject.clone();
    subject.races = true;
    let draft = watch.draft.clone().unwrap_or_default();
    draft.tell(Telling::Outcomes(Box::new(OutcomesReport::blank())));
    let circumstances = Circumstances {
        keep_output: true,
        time_max: job.limits.time,
        interrupt: watch.interrupt.clone(),
        stdin: program::stdin_of(&subject)?,
        drivers: DRIVERS,
        ..Circumstances::default()
    };
    let mut prepared = program::prepare(&subject, &labels::parse(&[], &[])?, circumstances)?;
    draft.begin(prepared.ready, job.limits.time, job.limits.memory);
    let (started, is_stress) = (prepared.ready, prepared.driver.is_some());
    let whole = Job { subject: subject.clone(), limits: job.limits.clone(), ..Job::default() };
    let unfolded = unfold(&prepared.program, crate::check::limits_of(&whole, started), &mut watch)?;
    let mut report = OutcomesReport {
        complete: unfolded.complete,
        races: races(&unfolded),
        assumptions: Assumptions::of(&prepared.program),
        states: unfolded.outcome.states,
        transitions: unfolded.outcome.transitions,
        limits_hit: unfolded.outcome.limits_hit.iter().map(|limit| limit.name().to_owned()).collect(),
        ..OutcomesReport::blank()
    };
    if unfolded.outcome.interrupted {
        let cause = draft.cause().unwrap_or(Cause::Interrupted);
        report.limits_hit.push(cause.name().into());
    }
    for stuck in &unfolded.outcome.faults {
        match &stuck.fault {
            space::Fault::Unsupported { .. } => report.unsupported.push(stuck.fault.to_string()),
            space::Fault::Limit { name, .. } => report.limits_hit.push((*name).to_owned()),
            space::Fault::Input(sentence) => return Err(Fault::Input(sentence.clone())),
        }
        report.complete = false;
    }
    report.limits_hit.dedup();
    prepared.become_storyteller();
    let order = in_order(&unfolded);
    report.outcomes = order.iter().map(|index| untold(&unfolded.endings[*index], is_stress)).collect();
    report.verdict = verdict(&report, is_stress);
    draft.tell(Telling::Outcomes(Box::new(report.clone())));
    tell(job, &whole, &prepared, &unfolded, &order, &draft, &mut report)?;
    report.verdict = verdict(&report, is_stress);
    report.time_ms = (started.elapsed().as_secs_f64() * 1e6).round() / 1e3;
    Ok(report)
}

/// Whether every run of a program goes wrong, if that can be found out within the limits.
pub fn fails_always(subject: &Subject, limits: &Limits, mut watch: Watch<'_>) -> Result<bool, Fault> {
    let circumstances = Circumstances {
        time_max: limits.time,
        interrupt: watch.interrupt.clone(),
        stdin: program::stdin_of(subject)?,
        ..Circumstances::default()
    };
    let prepared = program::prepare(subject, &labels::parse(&[], &[])?, circumstances)?;
    let whole = Job { subject: subject.clone(), limits: limits.clone(), ..Job::default() };
    let unfolded = unfold(&prepared.program, crate::check::limits_of(&whole, prepared.ready), &mut watch)?;
    let is_wrong = |ended: &Ended| ended.ending == Ending::Deadlock || !ended.history.thrown.is_empty();
    Ok(unfolded.complete && !unfolded.endings.is_empty() && unfolded.endings.iter().all(is_wrong))
}

/// A deadlock, an exception that nobody catches or a forbidden result is a violation; otherwise the table is the answer.
fn verdict(report: &OutcomesReport, is_stress: bool) -> Verdict {
    // Without expectations nothing that is printed is wrong, and a program may mean to run for ever.
    let is_wrong = |outcome: &&OutcomeReport| outcome.is_wrong() && (is_stress || outcome.ending != "endless");
    match report.outcomes.iter().find(is_wrong) {
        Some(_) => Verdict::Violated,
        None if report.complete => Verdict::Holds,
        None => Verdict::Inconclusive,
    }
}

fn races(unfolded: &Unfolded) -> Vec<String> {
    let is_race = |violation: &&Violation| violation.kind == ViolationKind::Race;
    let mut races: Vec<String> = (unfolded.outcome.violations.iter().map(|found| &found.violation))
        .filter(is_race)
        .map(|violation| violation.message.clone())
        .collect();
    races.sort();
    races.dedup();
    races
}

/// The endings in the order of a table.
fn in_order(unfolded: &Unfolded) -> Vec<usize> {
    let mut order: Vec<usize> = (0..unfolded.endings.len()).collect();
    order.sort_by(|a, b| {
        let key = |index: &usize| {
            let ended = &unfolded.endings[*index];
            (ended.ending, ended.history.thrown.clone(), ended.history.printed.clone())
        };
        key(a).cmp(&key(b))
    });
    order
}

/// An outcome without its schedule.
fn untold(ended: &Ended, is_stress: bool) -> OutcomeReport {
    let printed = String::from_utf8_lossy(&ended.history.printed).trim_end().to_owned();
    let (result, expect, description) = if is_stress { judged(&printed, ended) } else { (printed, None, None) };
    OutcomeReport {
        result,
        ending: ending_text(ended),
        schedules_seen: "sampled",
        probability: None,
        exact: None,
        probability_range: None,
        expect,
        description,
        trace: Vec::new(),
        context_switches: 0,
        file: None,
    }
}

/// Adds to each outcome its probability and its schedule. Where there is no time for schedules, what was found stands without.
fn tell(
    job: &OutcomesJob,
    whole: &Job,
    prepared: &Prepared,
    unfolded: &Unfolded,
    order: &[usize],
    draft: &Draft,
    report: &mut OutcomesReport,
) -> Result<(), Fault> {
    let chances = probabilities(unfolded, report.complete)?;
    let mut storyteller = Storyteller::new(&prepared.program)?;
    let lines = SourceLines::of(&job.subject);
    for (place, &index) in order.iter().enumerate() {
        let (ended, outcome) = (&unfolded.endings[index], &mut report.outcomes[place]);
        if report.complete {
            outcome.schedules_seen = "exhaustive";
        }
        if let Some(chance) = chances.get(index) {
            (outcome.probability, outcome.exact) = (chance.probability, chance.exact.clone());
            outcome.probability_range = chance.range;
        }
        if draft.must_hurry() {
            continue;
        }
        // What a world has been through before may matter to where it stops; a new one has been through nothing.
        let story = match storyteller.tell(&ended.path) {
            Ok(story) => Some(story),
            Err(_) => {
                storyteller = Storyteller::new(&prepared.program)?;
                storyteller.tell(&ended.path).ok()
            }
        };
        if let (Some(folder), Some(_)) = (&job.traces, &story) {
            outcome.file = Some(record(folder, place + 1, whole, prepared, ended)?);
        }
        outcome.context_switches = story.as_ref().map_or(0, |story| story.context_switches);
        outcome.trace = story.map_or_else(Vec::new, |story| story.steps);
        lines.annotate(&mut outcome.trace);
    }
    Ok(())
}

fn record(
    folder: &std::path::Path,
    number: usize,
    job: &Job,
    prepared: &Prepared,
    ended: &Ended,
) -> Result<PathBuf, Fault> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Fault::Input(format!("{}: the folder cannot be made ({error})", folder.display())))?;
    let path = folder.join(format!("outcome-{number}.json"));
    Recording::of_path(job, prepared, &ended.path)?.write(&path)?;
    Ok(path)
}

fn ending_text(ended: &Ended) -> String {
    match ended.ending {
        _ if !ended.history.thrown.is_empty() => ended.history.thrown.join("; "),
        Ending::End => "end".to_owned(),
        Ending::Deadlock => "deadlock".to_owned(),
        Ending::Endless => "endless".to_owned(),
    }
}

/// The driver of jcstress tests prints a result and, on a line of its own, what the test says of it and why. A test of termination
/// begins with the same for the case that it hangs, up to a form feed.
fn judged(printed: &str, ended: &Ended) -> (String, Option<String>, Option<String>) {
    let hangs = ended.ending != Ending::End && ended.history.thrown.is_empty();
    let printed = match printed.split_once('\u{c}') {
        Some((stale, _)) if hangs => stale,
        Some((_, result)) => result,
        None => printed,
    };
    let Some((result, judgement)) = printed.rsplit_once('\n') else { return (printed.to_owned(), None, None) };
    let (expect, description) = judgement.split_once(':').unwrap_or((judgement, ""));
    let description = (!description.trim().is_empty()).then(|| description.trim().to_owned());
    (result.to_owned(), Some(expect.to_owned()), description)
}

/// How likely an outcome is.
struct Chance {
    probability: Option<f64>,
    exact: Option<String>,
    range: Option<(f64, f64)>,
}

/// The chance of each ending, where coins decide and everything is known.
fn probabilities(unfolded: &Unfolded, complete: bool) -> Result<Vec<Chance>, Fault> {
    let count = unfolded.endings.len();
    if !complete || !unfolded.has_coins() || unfolded.has_assumptions() || count == 0 {
        return Ok(Vec::new());
    }
    let model = unfolded.model();
    let kinds: &[&str] = if model.is_chain() { &["P"] } else { &["Pmin", "Pmax"] };
    let formulas = (0..count).flat_map(|index| kinds.iter().map(move |kind| format!("{kind}=? [ F \"o{index}\" ]")));
    let questions = Questions { formulas: formulas.collect(), exact: model.is_chain(), ..Questions::default() };
    let (answers, _) = Formulas::parse(&questions)?.answer(&model, &questions)?;
    let chance = |answers: &[PropertyReport]| match answers {
        [only] => Chance { probability: only.value.map(|value| value.0), exact: only.exact.clone(), range: None },
        [least, greatest] => {
            let range = least.value.zip(greatest.value).map(|(least, greatest)| (least.0, greatest.0));
            Chance { probability: None, exact: None, range }
        }
        _ => unreachable!("one answer per question"),
    };
    Ok(answers.chunks(kinds.len()).map(chance).collect())
}
