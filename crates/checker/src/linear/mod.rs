//! `linear(job) -> LinearReport`: are the operations of a class linearizable? All scenarios up to a bound, smallest first, each with
//! all schedules; what the threads see must be what the same operations (or those of a specification) give one after the other.
//!
//! A driver in Java (`java/api/hazard/internal/Linear.java`) chooses a scenario and runs it; what it prints is the history. Since
//! states do not hold what was printed, all histories of a state are explored at once (`outcomes/histories.rs`). Where that takes long,
//! it and hunting for what fails by few preemptions take turns (`hunting.rs`).

mod hunting;
mod judging;
mod lincheck;
mod scenarios;

use std::collections::{HashMap, HashSet};
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
use hunting::{Hunter, Stop};
use judging::{Call, Sequential, calls, is_explained, results};
use lincheck::Wishes;
use scenarios::{Rule, Rules, Scenario};

const DRIVER: &str = "hazard.internal.Linear";
/// Scenarios explored at once: few at first, so that what fails early is told early.
const AT_ONCE_FIRST: usize = 32;
const AT_ONCE_MAX: usize = 256;
/// More scenarios are explored at once if those before took fewer transitions than this, and fewer if they took four times that.
const TRANSITIONS_AT_ONCE: u64 = 10_000;
/// So many transitions are explored before anybody hunts, which most classes do not need; and where there are too many scenarios.
const PROVING_ALONE: u64 = 1 << 15;
const PROVING_ALONE_OF_MANY: u64 = 1 << 12;
/// Of more scenarios than this nobody will see the last: hunting then has most of the time.
const SCENARIOS_MANY: f64 = 1e5;
/// What needs more preemptions than this is left to the proof.
const PREEMPTIONS_MAX: u32 = 2;
/// Scenarios that can come out in so many ways are hunted first: the calls of the others do not mind each other.
const VARIETY: usize = 3;
/// Steps of a turn of hunting, at least: it costs a machine to begin.
const HUNTING_TURN: u64 = 1 << 16;

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
    /// Whether a test of Lincheck may say otherwise for itself.
    pub yields: bool,
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
    /// Methods that were left out, since nothing is known that they could be given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub untried: Vec<String>,
    /// How many threads a scenario has at most, and how many calls each of them.
    pub threads: usize,
    pub calls: usize,
    /// What was taken over from a test of Lincheck, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adopted: Option<String>,
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
        untried: Vec::new(),
        threads: job.threads,
        calls: job.operations,
        adopted: None,
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
    let Listed { prepared: listing, operations, rules, untried, wishes } = list(job)?;
    (report.class, report.operations, report.untried) = (class_of(job, &listing), operations, untried);
    let (adapted, adopted) = adopting(job, wishes, report.operations.len());
    let job = &adapted;
    check_specification(job, &listing)?;
    (report.threads, report.calls, report.adopted) = (job.threads, job.operations, adopted);
    let shape = (report.operations.len(), job.threads, job.operations, job.before);
    let largest = job.before + job.threads * job.operations;
    let mut hunt = Hunt::new(shape, rules.clone());
    let is_hopeless = (report.operations.len() as f64).powi(largest as i32) > SCENARIOS_MANY;
    let (alone, share) = if is_hopeless { (PROVING_ALONE_OF_MANY, 8) } else { (PROVING_ALONE, 1) };
    let mut is_worth_hunting = true;
    let all = scenarios::all(report.operations.len(), job.threads, job.operations, job.before);
    let mut open = all.filter(|scenario| rules.allow(scenario)).peekable();
    let mut at_once = AT_ONCE_FIRST;
    while let Some(first) = open.peek() {
        let size = first.size();
        let mut chunk = Vec::new();
        while chunk.len() < at_once
            && let Some(scenario) = open.next_if(|scenario| scenario.size() == size)
        {
            chunk.push(scenario);
        }
        let before = report.transitions;
        let goes_on = explore_chunk(job, &listing, &chunk, &mut watch, started, &mut report)?;
        let taken = report.transitions - before;
        report.size = size;
        if !goes_on {
            break;
        }
        report.scenarios += chunk.len() as u64;
        draft.tell(Telling::Linear(Box::new(report.clone())));
        at_once = match taken {
            0..TRANSITIONS_AT_ONCE => (at_once * 2).min(AT_ONCE_MAX),
            _ if taken > 4 * TRANSITIONS_AT_ONCE => (at_once / 2).max(1),
            _ => at_once,
        };
        while is_worth_hunting && size < largest && report.transitions >= alone.max(hunt.steps / share) {
            is_worth_hunting = hunt.turn(job, &listing, &mut watch, started, &mut report)?;
            if !report.violations.is_empty() {
                break;
            }
        }
        if !report.violations.is_empty() || !report.limits_hit.is_empty() {
            break;
        }
    }
    report.transitions += hunt.steps;
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

/// What the driver says of a class.
struct Listed {
    /// What was compiled for that.
    prepared: Prepared,
    operations: Vec<String>,
    rules: Rules,
    untried: Vec<String>,
    wishes: Option<Wishes>,
}

/// What one calls after the other in all orders: of a specification, the class's operations, whatever else it has.
fn orderly(job: &LinearJob, listing: &Prepared, scenarios: String) -> Vec<String> {
    let mut words = vec!["sequential".to_owned(), job.values.to_string(), scenarios];
    words.extend(job.specification.as_ref().map(|_| class_of(job, listing)));
    words
}

/// A machine that lists, and what it printed.
fn listed(job: &LinearJob, class: Option<&str>, words: Vec<String>) -> Result<(Prepared, String), Fault> {
    let circumstances = Circumstances { keep_output: true, ..Circumstances::default() };
    let prepared = program::prepare(&subject_for(job, class, words), &labels::parse(&[], &[])?, circumstances)?;
    let storyteller = Storyteller::new(&prepared.program)?;
    if let Some(violation) = storyteller.initial_violations().first() {
        let sentence = violation.message.trim_start_matches("java.lang.IllegalArgumentException: ");
        return Err(Fault::Input(format!("{}: {sentence}", job.subject.target)));
    }
    let printed = storyteller.initial_output().to_owned();
    drop(storyteller);
    Ok((prepared, printed))
}

fn list(job: &LinearJob) -> Result<Listed, Fault> {
    let (prepared, printed) = listed(job, None, vec!["list".to_owned(), job.values.to_string()])?;
    let of_kind = |kind: &'static str| printed.lines().filter_map(move |line| line.strip_prefix(kind));
    let (mut operations, mut rules) = (Vec::new(), Rules::default());
    for line in of_kind("hazard:operation\t") {
        let (operation, rule) = line.split_once('\t').unwrap_or((line, ""));
        operations.push(operation.to_owned());
        rules.0.push(Rule::parse(rule));
    }
    let untried = of_kind("hazard:untried\t").map(str::to_owned).collect();
    if operations.is_empty() {
        return Err(Fault::Input(format!(
            "{} has no operations: annotate methods with @Operation, or make methods public whose parameters are numbers, truth \
             values or texts",
            job.subject.target
        )));
    }
    let annotated = of_kind("hazard:lincheck\t").map(Wishes::parse).next();
    let wishes = annotated.or_else(|| Wishes::in_code(&prepared.resolved.main_class_file()?));
    Ok(Listed { prepared, operations, rules, untried, wishes })
}

/// Whether a specification has all operations shows at once.
fn check_specification(job: &LinearJob, listing: &Prepared) -> Result<(), Fault> {
    let Some(specification) = &job.specification else { return Ok(()) };
    let words = vec!["list".to_owned(), job.values.to_string(), String::new(), class_of(job, listing)];
    let class_path = Some(listing.resolved.class_path_text.clone());
    let beside = LinearJob { subject: Subject { classpath: class_path, ..job.subject.clone() }, ..job.clone() };
    listed(&beside, Some(specification), words).map(drop)
}

/// The job with what a test of Lincheck wishes, as far as all its scenarios can be explored; and a sentence that says so.
fn adopting(job: &LinearJob, wishes: Option<Wishes>, operations: usize) -> (LinearJob, Option<String>) {
    let mut adapted = job.clone();
    let Some(wishes) = wishes else { return (adapted, None) };
    let mut parts = Vec::new();
    if job.yields {
        adapted.threads = wishes.threads.unwrap_or(job.threads).max(2);
        adapted.operations = wishes.operations.unwrap_or(job.operations).max(1);
        adapted.before = wishes.before.unwrap_or(job.before);
        let is_hopeless = |job: &LinearJob| {
            (operations as f64).powi((job.before + job.threads * job.operations) as i32) > SCENARIOS_MANY
        };
        while is_hopeless(&adapted) && (adapted.operations > job.operations || adapted.before > 0) {
            if adapted.before > 0 {
                adapted.before -= 1;
            } else {
                adapted.operations -= 1;
            }
        }
        let instead = |name: &str, taken: usize, wished: Option<usize>| match wished.filter(|wished| *wished != taken) {
            Some(wished) => format!("{taken} {name} instead of {wished}"),
            None => format!("{taken} {name}"),
        };
        parts.push(instead("threads", adapted.threads, wishes.threads));
        let calls = if adapted.operations == 1 { "call each" } else { "calls each" };
        parts.push(instead(calls, adapted.operations, wishes.operations));
        if adapted.before > 0 || wishes.before.is_some_and(|before| before > 0) {
            parts.push(instead("before", adapted.before, wishes.before));
        }
    }
    if job.specification.is_none()
        && let Some(specification) = wishes.specification
    {
        parts.push(format!("the specification {specification}"));
        adapted.specification = Some(specification);
    }
    let sentence = format!(
        "taken from its test for Lincheck: {}; all scenarios are explored, whatever the other options there say",
        parts.join(", ")
    );
    (adapted, (!parts.is_empty()).then_some(sentence))
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
    let Some((orders, _, _)) =
        explore(job, listing, specification, orderly(job, listing, encoded.clone()), watch, started, report)?
    else {
        return Ok(false);
    };
    let sequential = sequentials(&orders);
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
            (None, Some(orders)) if !is_explained(&calls, orders, job.consistency) => {
                wrong(ended.ending, job.consistency)
            }
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
    let scenario = table(&chunk[number], &report.operations, &calls);
    let mut violation = told(job, &mut prepared, &whole, &ended.path, message, scenario)?;
    put_into_words(&mut violation.trace, &chunk[number], &report.operations);
    report.scenarios += 1;
    report.violations.push(violation);
    Ok(false)
}

/// A violation, told step by step; what cannot be told so was found all the same.
fn told(
    job: &LinearJob,
    prepared: &mut Prepared,
    whole: &Job,
    path: &[space::Pick],
    message: String,
    scenario: String,
) -> Result<LinearViolation, Fault> {
    prepared.become_storyteller();
    let mut violation = LinearViolation { message, scenario, trace: Vec::new(), context_switches: 0 };
    if let Ok(story) = Storyteller::new(&prepared.program)?.tell(path) {
        (violation.trace, violation.context_switches) = (story.steps, story.context_switches);
        SourceLines::of(&job.subject).annotate(&mut violation.trace);
        if let Some(file) = &job.trace {
            Recording::of_path(whole, prepared, path)?.write(file)?;
        }
    }
    Ok(violation)
}

/// What each scenario of a chunk does one call after the other.
fn sequentials(orders: &Unfolded) -> HashMap<usize, Sequential> {
    let mut sequential: HashMap<usize, Sequential> = HashMap::new();
    for ended in &orders.endings {
        if let Some((number, lines)) = history(ended) {
            let is_end = ended.ending == Ending::End;
            sequential.entry(number).or_default().add(&lines.iter().map(String::as_str).collect::<Vec<_>>(), is_end);
        }
    }
    sequential
}

fn wrong(ending: Ending, consistency: Consistency) -> String {
    let word = match consistency {
        Consistency::Linearizable => "linearizable",
        Consistency::Sequential => "sequentially consistent",
        Consistency::Quiescent => "quiescently consistent",
    };
    match ending {
        Ending::End => format!("not {word}: no order of the calls gives these results"),
        Ending::Deadlock => "calls never return, though in every order that fits they would".to_owned(),
        Ending::Endless => "calls go round for ever, though in every order that fits they would return".to_owned(),
    }
}

/// The scenario's number in its chunk, and the lines of the history.
fn history(ended: &Ended) -> Option<(usize, Vec<String>)> {
    history_of(&ended.history.printed)
}

fn history_of(printed: &[u8]) -> Option<(usize, Vec<String>)> {
    let text = String::from_utf8_lossy(printed).into_owned();
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
    let (prepared, whole) = ready(job, listing, class, words, watch, started)?;
    let unfolded = unfold(&prepared.program, limits_of(&whole, started), watch)?;
    report.limits_hit.extend(unfolded.outcome.limits_hit.iter().map(|limit| limit.name().to_owned()));
    if unfolded.outcome.interrupted {
        let cause = watch.draft.as_ref().and_then(|draft| draft.cause()).unwrap_or(Cause::Interrupted);
        report.limits_hit.push(cause.name().to_owned());
    }
    for stuck in &unfolded.outcome.faults {
        note_fault(report, &stuck.fault)?;
    }
    if report.limits_hit.is_empty() && report.unsupported.is_empty() && !unfolded.complete {
        report.limits_hit.push("histories".to_owned());
    }
    let is_whole = report.limits_hit.is_empty() && report.unsupported.is_empty();
    Ok(is_whole.then_some((unfolded, prepared, whole)))
}

fn note_fault(report: &mut LinearReport, fault: &space::Fault) -> Result<(), Fault> {
    match fault {
        space::Fault::Unsupported { .. } => report.unsupported.push(fault.to_string()),
        space::Fault::Limit { name, .. } => report.limits_hit.push((*name).to_owned()),
        space::Fault::Input(sentence) => return Err(Fault::Input(sentence.clone())),
    }
    Ok(())
}

/// The program that does `words`, ready to be explored.
fn ready(
    job: &LinearJob,
    listing: &Prepared,
    class: Option<&str>,
    words: Vec<String>,
    watch: &Watch<'_>,
    started: Instant,
) -> Result<(Prepared, Job), Fault> {
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
    Ok((prepared, whole))
}

/// A hunt that goes on whenever it is its turn.
struct Hunt {
    /// Operations; threads, calls of each, and calls before.
    shape: (usize, usize, usize, usize),
    rules: Rules,
    rng: space::Rng,
    drawn: HashSet<Scenario>,
    /// Scenarios that were drawn and not looked at yet.
    left: Vec<Scenario>,
    /// Those that were put off, because their calls hardly mind each other.
    dull: Vec<Scenario>,
    variety: usize,
    preemptions: u32,
    steps: u64,
}

/// A scenario that fails, and by how many preemptions.
struct Prey {
    scenario: Scenario,
    preemptions: u32,
}

impl Hunt {
    fn new(shape: (usize, usize, usize, usize), rules: Rules) -> Hunt {
        let (rng, drawn) = (space::Rng::new(1), HashSet::new());
        Hunt {
            shape,
            rules,
            rng,
            drawn,
            left: Vec::new(),
            dull: Vec::new(),
            variety: VARIETY,
            preemptions: 1,
            steps: 0,
        }
    }

    /// The next scenarios. When all were looked at, those come that were put off; after these all again, with one more preemption.
    fn next_chunk(&mut self) -> Vec<Scenario> {
        let mut chunk = std::mem::take(&mut self.left);
        let wanted = hunting::AT_ONCE.saturating_sub(chunk.len());
        chunk.extend(scenarios::draw(self.shape, &self.rules, wanted, &mut self.rng, &mut self.drawn));
        if chunk.is_empty() && self.variety > 0 {
            (self.variety, chunk) = (0, std::mem::take(&mut self.dull));
        }
        if chunk.is_empty() && self.preemptions < PREEMPTIONS_MAX {
            (self.variety, self.preemptions) = (VARIETY, self.preemptions + 1);
            self.drawn.clear();
            chunk = scenarios::draw(self.shape, &self.rules, wanted, &mut self.rng, &mut self.drawn);
        }
        chunk
    }

    /// Looks at scenarios for a while; false if it is no use to go on. What it finds is in the report.
    fn turn(
        &mut self,
        job: &LinearJob,
        listing: &Prepared,
        watch: &mut Watch<'_>,
        started: Instant,
        report: &mut LinearReport,
    ) -> Result<bool, Fault> {
        let mut chunk = self.next_chunk();
        let preemptions = self.preemptions;
        if chunk.is_empty() {
            return Ok(false);
        }
        let end = self.steps + HUNTING_TURN;
        let looked = self.look_at(job, listing, &chunk, preemptions, Some(end), watch, started, report)?;
        let Some((found, looked_at)) = looked else {
            return Ok(false);
        };
        let Some((number, _)) = found else {
            self.left = chunk.split_off(looked_at);
            return Ok(true);
        };
        let mut prey = Prey { scenario: chunk[number].clone(), preemptions };
        if !self.tell(job, listing, &prey, watch, started, report)? {
            // It did not show again alone: another time, perhaps.
            return Ok(true);
        }
        let size = prey.scenario.size();
        loop {
            let candidates = hunting::smaller(&prey.scenario);
            let preemptions = prey.preemptions;
            match self.look_at(job, listing, &candidates, preemptions, None, watch, started, report)? {
                Some((Some((number, _)), _)) => prey.scenario = candidates[number].clone(),
                _ => break,
            }
        }
        if prey.scenario.size() < size {
            self.tell(job, listing, &prey, watch, started, report)?;
        }
        // A limit that ended the shrinking takes nothing from what was found.
        report.limits_hit.clear();
        report.size = prey.scenario.size();
        Ok(false)
    }

    /// Runs scenarios one after the other, until one fails or the steps are spent: which, and how, and how many it came to. Nothing if
    /// it had to end, which the report then says.
    #[allow(clippy::too_many_arguments, clippy::type_complexity)]
    fn look_at(
        &mut self,
        job: &LinearJob,
        listing: &Prepared,
        chunk: &[Scenario],
        preemptions: u32,
        end: Option<u64>,
        watch: &mut Watch<'_>,
        started: Instant,
        report: &mut LinearReport,
    ) -> Result<Option<(Option<(usize, hunting::Caught)>, usize)>, Fault> {
        let encoded = chunk.iter().map(Scenario::encoded).collect::<Vec<_>>().join(";");
        let words = |mode: &str| vec![mode.to_owned(), job.values.to_string(), encoded.clone()];
        let deadline = job.limits.time.map(|time| started + time);
        let specification = job.specification.as_deref();
        let (orders, _) = ready(job, listing, specification, orderly(job, listing, encoded.clone()), watch, started)?;
        let (beside, _) = ready(job, listing, None, words("concurrent"), watch, started)?;
        let mut sequential = Hunter::new(&orders.program, chunk.len(), deadline, watch.interrupt.clone())?;
        let mut concurrent = Hunter::new(&beside.program, chunk.len(), deadline, watch.interrupt.clone())?;
        let begun = self.steps;
        for (number, scenario) in chunk.iter().enumerate() {
            if end.is_some_and(|end| self.steps >= end) {
                return Ok(Some((None, number)));
            }
            let caught = match sequential.sequential(number) {
                Ok(Some(orders)) if end.is_some() && orders.variety() < self.variety => {
                    self.dull.push(scenario.clone());
                    Ok(None)
                }
                Ok(Some(orders)) => concurrent.hunt(number, preemptions, &orders, job.consistency),
                Ok(None) => Ok(None),
                Err(stop) => Err(stop),
            };
            self.steps = begun + sequential.steps + concurrent.steps;
            match caught {
                Ok(None) => {}
                Ok(Some(caught)) => return Ok(Some((Some((number, caught)), number + 1))),
                Err(Stop::Told) => {
                    let cause = watch.draft.as_ref().and_then(|draft| draft.cause());
                    report.limits_hit.push(cause.map_or("max-time", |cause| cause.name()).to_owned());
                    return Ok(None);
                }
                Err(Stop::Stuck) => return Ok(None),
            }
        }
        Ok(Some((None, chunk.len())))
    }

    /// Runs a scenario alone, and tells what happens; false if nothing does.
    fn tell(
        &mut self,
        job: &LinearJob,
        listing: &Prepared,
        prey: &Prey,
        watch: &mut Watch<'_>,
        started: Instant,
        report: &mut LinearReport,
    ) -> Result<bool, Fault> {
        let words = |mode: &str| vec![mode.to_owned(), job.values.to_string(), prey.scenario.encoded()];
        // What is right is found out by all means, before anything is said to be wrong.
        let specification = job.specification.as_deref();
        let words_of_orders = orderly(job, listing, prey.scenario.encoded());
        let orders = explore(job, listing, specification, words_of_orders, watch, started, report)?;
        let Some((orders, _, _)) = orders else { return Ok(false) };
        let sequential = sequentials(&orders).remove(&0).unwrap_or_default();
        let (mut prepared, whole) = ready(job, listing, None, words("concurrent"), watch, started)?;
        let mut concurrent = Hunter::new(&prepared.program, 1, None, watch.interrupt.clone())?;
        let caught = concurrent.hunt(0, prey.preemptions, &sequential, job.consistency);
        self.steps += concurrent.steps;
        let Ok(Some(caught)) = caught else { return Ok(false) };
        drop(concurrent);
        for assumption in Assumptions::of(&prepared.program).0 {
            report.assumptions.add(assumption);
        }
        let scenario = table(&prey.scenario, &report.operations, &caught.calls);
        let mut violation = told(job, &mut prepared, &whole, &caught.path, caught.message, scenario)?;
        put_into_words(&mut violation.trace, &prey.scenario, &report.operations);
        report.violations = vec![violation];
        Ok(true)
    }
}

/// What the driver prints for us, `(0` and `)0=true`, becomes what people would say: `push(1) begins`, `push(1) returns true`.
fn put_into_words(trace: &mut [TraceStep], scenario: &Scenario, operations: &[String]) {
    let mut begun = vec![0; scenario.threads.len()];
    let mut spoken = |line: &str| -> Option<String> {
        let (is_end, rest) = (line.starts_with(')'), line.strip_prefix(['(', ')'])?);
        let (thread, result) = rest.split_once('=').unwrap_or((rest, ""));
        let thread: usize = thread.parse().ok()?;
        let at = begun.get_mut(thread)?;
        *at += usize::from(!is_end);
        let call = operations.get(*scenario.threads[thread].get(at.checked_sub(1)?)?)?;
        Some(match (is_end, result) {
            (false, _) => format!("{call} begins"),
            (true, "void") => format!("{call} returns"),
            (true, result) => format!("{call} returns {result}"),
        })
    };
    for step in trace {
        let (mut output, mut places) = (String::new(), HashMap::new());
        let mut at = 0;
        for line in step.output.split_inclusive('\n') {
            places.insert(at, output.len());
            at += line.len();
            let text = line.trim_end_matches('\n');
            output.push_str(&spoken(text).unwrap_or_else(|| text.to_owned()));
            output.push_str(&line[text.len()..]);
        }
        for forced in &mut step.forced {
            forced.printed = places.get(&forced.printed).copied().unwrap_or(output.len());
        }
        step.output = output;
    }
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
