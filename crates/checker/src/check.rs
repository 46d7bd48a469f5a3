//! `check(Job) -> Report`: explore a Java program, find violations, answer queries, write what was asked for.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use jvm::{Program, Round};
use search::together::{Cut, Terms, follow};
use search::{
    Ahead, Beat, BeatListener, Found, Keeper, Outcome, Places, ProgressMeter, RecordedGraph, Recorder, SearchSpec,
    Settings, SpecError, build, explore, explore_ahead, parse_spec,
};
use space::{Notice, Observer, System, Violation, ViolationKind};

use crate::assumptions::{Assumption, Assumptions};
use crate::checkpoint::Keeping;
use crate::disk::{self, Store};
use crate::distribution;
use crate::draft::{Cause, Draft, Telling};
use crate::exports;
use crate::fault::Fault;
use crate::files;
use crate::job::{DEFAULT_SEARCH, Job, TimeOuts};
use crate::jpf;
use crate::labels::{self, Asked};
use crate::minimize;
use crate::model::{self, Rendering};
use crate::picture::Picture;
use crate::program::{self, Circumstances, Prepared};
use crate::questions::Formulas;
use crate::replay::Recording;
use crate::report::{PropertyReport, Report, Verdict, ViolationReport, peak_bytes};
use crate::results;
use crate::schedule;
use crate::source_lines::SourceLines;
use crate::together::{self, Met};
use crate::trace::Storyteller;

/// Who looks on while a search runs.
#[derive(Default)]
pub struct Watch<'a> {
    /// Set to end the search early.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Called a few times per second, with the progress made so far where it is known.
    pub on_beat: Option<BeatWatcher<'a>>,
    /// Where what is known is kept, for whoever watches from another thread.
    pub draft: Option<Arc<Draft>>,
    /// The process ends with this: the machine is left to the operating system, which takes it back at once, instead of piece by piece.
    pub is_last: bool,
}

pub type BeatWatcher<'a> = Box<dyn FnMut(&Beat, Option<f64>) + 'a>;

/// One transition may take so many instructions if the user limits the search but not its time: a thread that spins for
/// ever would never come to the limit.
const TRANSITION_MAX: u64 = 2_000_000_000;

/// What the search told us, besides the outcome.
struct Explored {
    outcome: Outcome,
    /// Nothing was learned meanwhile that would make paths mean something else.
    is_settled: bool,
    graph: Option<RecordedGraph>,
    progress: f64,
    curve: Option<Vec<u8>>,
}

pub fn check(job: &Job, watch: Watch<'_>) -> Result<Report, Fault> {
    let (job, warnings) = jpf::expand(job)?;
    let spec = spec_for(&job)?;
    let asked = labels::of(&job.subject)?;
    let formulas = Formulas::parse(&job.questions)?;
    let draft = watch.draft.clone().unwrap_or_default();
    let is_last = watch.is_last;
    let mut report = empty_report(&job, spec.name(), warnings);
    report.properties = formulas.texts().map(PropertyReport::unanswered).collect();
    draft.tell(Telling::Program(Box::new(report.clone())));
    report.properties.clear();
    for path in job.exports.paths().chain(&job.progress_csv).chain(&job.trace).chain(&job.questions.scheduler) {
        files::check_writable(path)?;
    }
    together::refuse(&job, &spec)?;
    let circumstances = Circumstances {
        interrupt: watch.interrupt.clone(),
        stdin: together::stdin_of(&job)?,
        environment: job.together.is_some().then(together::environment),
        ..circumstances(&job)
    };
    let mut prepared = program::prepare(&job.subject, &asked, circumstances)?;
    draft.begin(prepared.ready, job.limits.time, job.limits.memory);
    prepared.program.check_labels()?;
    name_labels(&mut prepared.program, &formulas);
    let (program, started) = (&prepared.program, prepared.ready);
    formulas.check_names(program.labels(), &asked.renamed, program.rewards())?;
    let heuristic = heuristic_index(program, job.heuristic.as_deref())?;
    if job.workers > 1 && looks_at_ways(&spec, program, heuristic) {
        let why = "a heuristic that looks at the way to a state follows one search, not several";
        report.warnings.push(format!("--threads {} has no effect here: {why}", job.workers));
    }
    if job.checkpoint.is_some() && looks_at_ways(&spec, program, heuristic) {
        let sentence =
            "--checkpoint cannot keep a search whose heuristic looks at the way to a state; choose another one";
        return Err(Fault::Input(sentence.into()));
    }
    together::open_store(&job)?;
    let begin = |checkpoint| Keeping::begin(checkpoint, &prepared, job.subject.stdin.as_deref());
    let mut keeping = job.checkpoint.as_ref().map(begin).transpose()?;
    let met = job.together.as_ref().map(|together| together::meet(&job, together, &prepared)).transpose()?;
    let met = met.map(RefCell::new);
    let work = Work { job: &job, spec: &spec, program, heuristic, started, met: met.as_ref() };
    let explored = search_until_settled(work, &mut keeping, watch);
    drop(met);
    report.warnings.extend(keeping.and_then(|keeping| keeping.trouble()));
    report.warnings.extend(job.store.as_ref().and_then(Store::trouble));
    let explored = match explored {
        Ok(explored) => explored,
        Err(space::Fault::Input(sentence)) => return Err(Fault::Input(sentence)),
        Err(fault) => {
            note_fault(&mut report, &fault, &draft);
            report.time_ms = milliseconds(started);
            report.peak_bytes = peak_bytes();
            return Ok(report);
        }
    };
    let input_fault = explored.outcome.faults.iter().find(|stuck| matches!(stuck.fault, space::Fault::Input(_)));
    if let (Some(stuck), true) = (input_fault, explored.outcome.violations.is_empty()) {
        return Err(stuck.fault.clone().into());
    }
    disk::read_ahead();
    copy_outcome(&mut report, &explored, &draft);
    report.assumptions = Assumptions::of(program);
    if job.together.is_some() && report.assumptions.0.iter().any(depends_on_order) {
        report.complete = false;
        report.unsupported.push(ACROSS_PROCESSES.into());
    }
    let untold = explored.outcome.violations.iter().map(ViolationReport::untold).collect();
    let unanswered = formulas.texts().map(PropertyReport::unanswered).collect();
    draft.tell(Telling::Program(Box::new(Report { violations: untold, properties: unanswered, ..report.clone() })));
    prepared.become_storyteller();
    let first = tell_violations(&job, &prepared.program, &explored, &mut report)?;
    let unanswered = formulas.texts().map(PropertyReport::unanswered).collect();
    draft.tell(Telling::Program(Box::new(Report { properties: unanswered, ..report.clone() })));
    if let Some(graph) = explored.graph.as_ref().filter(|_| needs_model(&job)) {
        answer(&job, &formulas, &prepared.program, graph, &asked, &mut report)?;
        draft.tell(Telling::Program(Box::new(report.clone())));
    }
    // Minimizing may put another program in its place, which knows nothing of this search.
    report.warnings.extend(prepared.program.heuristic_failure());
    let (endless, thread_names) = (prepared.program.endless(), prepared.program.thread_names());
    let searched = job.picture.then(|| prepared.program.twin());
    let told = record_violation(&job, &mut prepared, first, &draft, &mut report)?;
    if let (Some(graph), Some(searched)) = (&explored.graph, &searched) {
        let way = told.filter(|_| minimize::agree(&prepared.program, searched)).map(|found| found.path);
        report.picture = Some(Picture::of_graph(searched, graph, &way.unwrap_or_default())?);
    }
    let lines = SourceLines::of(&job.subject);
    report.violations.iter_mut().for_each(|violation| lines.annotate(&mut violation.trace));
    if let (Some(path), Some(curve)) = (&job.progress_csv, &explored.curve) {
        report.note_undelivered(files::write(path, curve))?;
    }
    report.verdict = verdict(&report);
    report.endless = endless.filter(|_| !job.properties.contains(&ViolationKind::Livelock));
    if report.verdict == Verdict::Holds {
        report.assumptions.forget_generous();
    }
    check_thread_names(&job, &thread_names, &mut report)?;
    report.time_ms = milliseconds(started);
    (report.peak_bytes, report.disk_bytes) = (peak_bytes(), disk::peak_bytes());
    if is_last {
        std::mem::forget(prepared.program);
    }
    Ok(report)
}

/// `--property livelock:NAME` where no thread is ever called that: nothing was checked.
fn check_thread_names(job: &Job, seen: &BTreeSet<String>, report: &mut Report) -> Result<(), Fault> {
    let unknown: Vec<&String> = job.subject.livelock_threads.iter().filter(|name| !seen.contains(*name)).collect();
    let Some(first) = unknown.first() else { return Ok(()) };
    let names: Vec<String> = seen.iter().map(|name| format!("\"{name}\"")).collect();
    let sentence = format!("livelock:{first}: no thread is ever named \"{first}\"; threads are {}", names.join(", "));
    if report.verdict == Verdict::Holds {
        return Err(Fault::Input(sentence));
    }
    report.warnings.push(sentence);
    Ok(())
}

/// How a job's program is to be run, apart from what differs between processes.
pub(crate) fn circumstances(job: &Job) -> Circumstances {
    Circumstances {
        time_max: job.limits.time,
        transition_max: job.limits.instructions.unwrap_or_else(|| default_transition_max(job)),
        ..Circumstances::default()
    }
}

/// Labels of values (`3__C_f`) come up during the search; a property may name one that never does.
pub(crate) fn name_labels(program: &mut Program, formulas: &Formulas) {
    for label in formulas.labels() {
        if !program.labels().contains(&label) {
            program.name_label(&label);
        }
    }
}

fn milliseconds(since: Instant) -> f64 {
    (since.elapsed().as_secs_f64() * 1e6).round() / 1e3
}

fn default_transition_max(job: &Job) -> u64 {
    let limits = &job.limits;
    let is_limited = limits.states.is_some() || limits.transitions.is_some() || limits.depth.is_some();
    if is_limited && limits.time.is_none() { TRANSITION_MAX } else { 0 }
}

/// The search that is asked for. What needs an order of its own gets it: graphs are numbered as found, a curve tells how one
/// search goes, and depth is that of one way.
fn spec_for(job: &Job) -> Result<SearchSpec, SpecError> {
    let spec = parse_spec(&job.search)?;
    let is_plain =
        needs_graph(job) || job.progress_csv.is_some() || job.limits.depth.is_some() || job.together.is_some();
    if spec.name() == DEFAULT_SEARCH && is_plain { parse_spec("dfs") } else { Ok(spec) }
}

fn heuristic_index(program: &Program, name: Option<&str>) -> Result<usize, Fault> {
    let known = program.heuristics();
    let Some(name) = name else { return Ok(0) };
    if name == "user" && program.config.user_heuristic.is_none() {
        return Err(Fault::Input("the heuristic 'user' needs a method: --heuristic user:pkg.Class.method".into()));
    }
    if name == "goal" && program.config.goal.is_none() {
        return Err(Fault::Input("the heuristic 'goal' needs a line: --goal File.java:42".into()));
    }
    known.iter().position(|known| *known == name).ok_or_else(|| {
        let meant = logic::suggest(name, known.iter().copied());
        let hint = meant.map(|meant| format!("did you mean '{meant}'? ")).unwrap_or_default();
        Fault::Input(format!("unknown heuristic '{name}'; {hint}`hazard list heuristics` shows all"))
    })
}

/// The meter, looked at by the progress line while the search feeds it.
struct SharedMeter(Rc<RefCell<ProgressMeter>>);

impl<S: System> Observer<S> for SharedMeter {
    fn observe(&mut self, system: &S, notice: &Notice<'_, S>) {
        self.0.borrow_mut().observe(system, notice);
    }
}

/// What is to be searched, and how.
#[derive(Clone, Copy)]
struct Work<'a> {
    job: &'a Job,
    spec: &'a SearchSpec,
    program: &'a Program,
    heuristic: usize,
    started: Instant,
    /// The processes that explore together, if there are several.
    met: Option<&'a RefCell<Met>>,
}

/// An exploration may learn that threads share more than it took for granted; then it is run again, knowing that.
fn search_until_settled(
    work: Work<'_>,
    keeping: &mut Option<Keeping>,
    mut watch: Watch<'_>,
) -> Result<Explored, space::Fault> {
    let (mut violations, mut is_first) = (Vec::new(), true);
    let (mut explored, is_settled) = work.program.until_settled(|| {
        if let (Some(keeping), false) = (&mut *keeping, std::mem::take(&mut is_first)) {
            keeping.begin_round(!violations.is_empty());
        }
        let explored = search(work, keeping.as_mut(), &mut watch)?;
        if violations.is_empty() {
            violations.clone_from(&explored.outcome.violations);
        }
        Ok(Round { is_over: is_over(&explored.outcome), result: explored })
    })?;
    explored.outcome.complete &= is_settled;
    explored.is_settled = is_settled;
    if explored.outcome.violations.is_empty() && !violations.is_empty() {
        return find_again(work, watch, explored, violations);
    }
    Ok(explored)
}

/// Whether something ended a search before its end, so that to run it again would be no better.
fn is_over(outcome: &Outcome) -> bool {
    outcome.interrupted || !outcome.limits_hit.is_empty() || !outcome.faults.is_empty()
}

/// What an earlier round found is real, but its way there meant what was known then; and a search by chance need not find it
/// again. Depth first, it is found.
fn find_again(
    work: Work<'_>,
    mut watch: Watch<'_>,
    mut explored: Explored,
    violations: Vec<Found>,
) -> Result<Explored, space::Fault> {
    let job = Job { search: "dfs".into(), progress_csv: None, questions: Default::default(), ..work.job.clone() };
    let spec = parse_spec(&job.search).expect("a search of the registry");
    let work = Work { job: &job, spec: &spec, heuristic: 0, ..work };
    let (again, is_settled) = work.program.until_settled(|| {
        let again = search(work, None, &mut watch)?;
        Ok(Round { is_over: is_over(&again.outcome), result: again })
    })?;
    explored.is_settled = is_settled && !again.outcome.violations.is_empty();
    explored.outcome.violations = if explored.is_settled { again.outcome.violations } else { violations };
    explored.outcome.complete = false;
    Ok(explored)
}

/// Whether the search goes on after the first violation.
pub(crate) fn goes_on(job: &Job) -> bool {
    job.all_errors || !job.questions.is_empty() || !job.subject.results.is_empty()
}

fn unlike() -> space::Fault {
    let what = "to explore this program with several processes, whose machines did not stay alike,";
    space::Fault::Unsupported { what: what.into(), location: None }
}

fn needs_graph(job: &Job) -> bool {
    needs_model(job) || job.picture
}

pub(crate) fn needs_model(job: &Job) -> bool {
    !job.questions.is_empty() || !job.exports.is_empty() || job.distribution || !job.subject.results.is_empty()
}

/// Whether the search follows a heuristic that depends on the way to a state, which only whoever goes it knows.
fn looks_at_ways(spec: &SearchSpec, program: &Program, heuristic: usize) -> bool {
    (spec.entry().guided || ["auto", DEFAULT_SEARCH].contains(&spec.name()))
        && program.heuristic_depends_on_way(heuristic)
}

/// Who looks on while a search runs.
struct Onlookers {
    recorder: Option<Recorder>,
    meter: SharedMeter,
}

impl Onlookers {
    fn all<S: System>(&mut self) -> Vec<&mut dyn Observer<S>> {
        let mut all: Vec<&mut dyn Observer<S>> = vec![&mut self.meter];
        if let Some(recorder) = &mut self.recorder {
            all.push(recorder);
        }
        all
    }
}

fn search(work: Work<'_>, mut keeping: Option<&mut Keeping>, watch: &mut Watch<'_>) -> Result<Explored, space::Fault> {
    let is_alone = looks_at_ways(work.spec, work.program, work.heuristic);
    let workers = if is_alone { 1 } else { work.job.workers.max(1) };
    let explored = search_with(work, workers, keeping.as_deref_mut(), watch)?;
    let is_unlike = |fault: &space::Fault| matches!(fault, space::Fault::Limit { name: "workers", .. });
    if explored.outcome.faults.iter().any(|stuck| is_unlike(&stuck.fault)) {
        // What they have explored, one of them cannot read: it is no use to anybody.
        if let Some(keeping) = keeping.as_deref_mut() {
            keeping.begin_round(false);
        }
        return search_with(work, 1, keeping, watch);
    }
    Ok(explored)
}

fn search_with(
    Work { job, spec, program, heuristic, started, met }: Work<'_>,
    workers: usize,
    mut keeping: Option<&mut Keeping>,
    watch: &mut Watch<'_>,
) -> Result<Explored, space::Fault> {
    let (interrupt, journal) = (watch.interrupt.clone(), watch.draft.clone());
    let interval = if job.progress_csv.is_some() { job.progress_interval } else { 0 };
    let meter = Rc::new(RefCell::new(ProgressMeter::new(interval)));
    let recorder = needs_graph(job).then(|| Recorder::new(program));
    let mut onlookers = Onlookers { recorder, meter: SharedMeter(meter.clone()) };
    let live = meter.clone();
    let mut settings = Settings {
        limits: limits_of(job, started),
        all_errors: goes_on(job),
        properties: job.properties.clone(),
        rounds: looks_for_rounds(job),
        meter: Some(meter.clone()),
        heuristic,
        seed: job.subject.seed,
        interrupt: interrupt.as_deref(),
        journal: journal.as_deref().map(|draft| &draft.journal),
        on_beat: watch.on_beat.as_mut().map(|on_beat| live_beats(on_beat, live)),
        store: None,
        is_on_disk: job.store.is_some(),
    };
    let outcome = if let Some(met) = met {
        let on_beat = settings.on_beat.take();
        let mut limits = settings.limits.clone();
        // Some of the time is left for the search through what was explored.
        limits.max_time = limits.max_time.map(|time| time.mul_f64(0.85));
        let (interrupt, journal) = (settings.interrupt, settings.journal);
        let properties = job.properties.clone();
        let keeper = keeping.as_deref_mut().map(Keeping::of_processes);
        let terms = Terms { all_errors: settings.all_errors, properties, limits, interrupt, journal, on_beat, keeper };
        let gathered = met.borrow_mut().company.explore(program, terms)?;
        let (cut, store_bytes) = (gathered.cut.clone(), gathered.store_bytes);
        if cut.is_some() {
            (settings.interrupt, settings.limits.max_time) = (None, None);
        }
        let outcome = match &cut {
            // Threads share more than was known: all is explored again.
            Some(Cut::Learned) => Outcome { exact: true, ..Outcome::default() },
            Some(Cut::Unlike) => return Err(unlike()),
            cut => {
                let (ahead, world) =
                    gathered.into_ahead(program).ok_or_else(|| together::without_start(cut.as_ref()))?;
                let places = Places(&ahead);
                let mut outcome = follow(&places, world, cut.as_ref(), &mut *build(spec), settings, onlookers.all())?;
                outcome.store_bytes += store_bytes;
                outcome
            }
        };
        if let Some(keeping) = keeping {
            keeping.end_processes(outcome.complete);
        }
        outcome
    } else if workers == 1 && keeping.is_none() {
        explore(program, &mut *build(spec), settings, onlookers.all())?
    } else {
        let is_exhaustive = spec.entry().exhaustive && job.limits.states.is_none();
        let ahead = Ahead::new(program, is_exhaustive, ["rl", "mass"].contains(&spec.name()));
        if let Some(keeping) = keeping.as_deref().filter(|keeping| keeping.is_resumed()) {
            keeping.read_parts(|part| ahead.restore(part)).map_err(|fault| space::Fault::Input(fault.to_string()))?;
        }
        let places = Places(&ahead);
        let keeper = keeping.map(|keeping| -> &mut dyn Keeper { keeping });
        explore_ahead(&places, workers, &mut *build(spec), settings, onlookers.all(), keeper)?
    };
    let progress = if outcome.complete { 1.0 } else { meter.borrow_mut().progress() };
    let curve = job.progress_csv.is_some().then(|| {
        let mut bytes = Vec::new();
        let mut meter = meter.borrow_mut();
        meter.report();
        meter.write_csv(&mut bytes).expect("memory can be written");
        bytes
    });
    Ok(Explored { outcome, is_settled: true, graph: onlookers.recorder.map(Recorder::into_graph), progress, curve })
}

/// Adds the progress to each beat, as long as it is cheap to know.
fn live_beats<'a, 'b: 'a>(on_beat: &'a mut BeatWatcher<'b>, meter: Rc<RefCell<ProgressMeter>>) -> BeatListener<'a> {
    let mut due = Duration::ZERO;
    let mut last = None;
    Box::new(move |beat| {
        if due <= beat.elapsed {
            let start = Instant::now();
            last = meter.try_borrow_mut().ok().map(|mut meter| meter.progress()).or(last);
            due = beat.elapsed + start.elapsed() * 20;
        }
        on_beat(beat, last);
    })
}

pub(crate) fn looks_for_rounds(job: &Job) -> bool {
    // Late time-outs must fire where the others go round for ever.
    job.subject.time_outs() == TimeOuts::Late
        || [ViolationKind::Deadlock, ViolationKind::Livelock].iter().any(|kind| job.properties.contains(kind))
}

pub(crate) fn limits_of(job: &Job, started: Instant) -> search::Limits {
    let limits = &job.limits;
    search::Limits {
        max_states: limits.states,
        max_expanded: None,
        max_transitions: limits.transitions,
        max_depth: limits.depth,
        max_instructions: limits.instructions_in_all,
        max_time: limits.time.map(|time| time_to_explore(job, time).saturating_sub(started.elapsed())),
        max_memory: limits.memory,
    }
}

/// Where questions are to be answered about what was explored, or files to be written, some of the time is left for that.
fn time_to_explore(job: &Job, time: Duration) -> Duration {
    if needs_graph(job) { time.mul_f64(0.85) } else { time }
}

pub(crate) fn empty_report(job: &Job, search: &str, warnings: Vec<String>) -> Report {
    Report {
        verdict: Verdict::Inconclusive,
        exact: true,
        states: 0,
        transitions: 0,
        end_states: 0,
        max_depth: 0,
        instructions: 0,
        time_ms: 0.0,
        peak_bytes: 0,
        store_bytes: 0,
        disk_bytes: 0,
        progress: 0.0,
        limits_hit: Vec::new(),
        violations: Vec::new(),
        properties: Vec::new(),
        assumptions: Assumptions::default(),
        endless: None,
        proof: None,
        search: search.to_owned(),
        seed: job.subject.seed,
        version: crate::VERSION,
        expanded: 0,
        complete: false,
        inputs: None,
        paths: None,
        random_grid: job.subject.random_grid,
        unsupported: job.beyond.clone(),
        unconfirmed: Vec::new(),
        distributions: Vec::new(),
        results: Vec::new(),
        warnings,
        picture: None,
        errors: Vec::new(),
    }
}

fn copy_outcome(report: &mut Report, explored: &Explored, draft: &Draft) {
    let outcome = &explored.outcome;
    report.exact = outcome.exact;
    report.states = outcome.states;
    report.transitions = outcome.transitions;
    report.end_states = outcome.end_states;
    report.max_depth = u64::from(outcome.max_depth);
    report.instructions = outcome.instructions;
    report.store_bytes = outcome.store_bytes;
    report.progress = explored.progress;
    report.expanded = outcome.expanded;
    // Where nobody came to hunt, it was a depth-first search.
    if report.search == DEFAULT_SEARCH && outcome.transitions <= search::PROVING_ALONE {
        report.search = "dfs".to_owned();
    }
    report.complete = outcome.complete;
    report.limits_hit = outcome.limits_hit.iter().map(|limit| limit.name().to_owned()).collect();
    if outcome.interrupted {
        report.limits_hit.push(draft.cause().unwrap_or(Cause::Interrupted).name().into());
    }
    for stuck in &outcome.faults {
        note_fault(report, &stuck.fault, draft);
    }
}

/// Files a fault under what is not supported or under the limits.
fn note_fault(report: &mut Report, fault: &space::Fault, draft: &Draft) {
    let entry = match fault {
        space::Fault::Unsupported { .. } => {
            report.unsupported.push(fault.to_string());
            return;
        }
        space::Fault::Limit { name, sentence } => {
            // These end the whole search, others one path.
            if !["max-time", "interrupted", space::ENDED_BY_PROGRAM].contains(name) {
                report.warnings.push(format!("a path was given up: {sentence}"));
            }
            match *name {
                // Whoever watches the time and the memory interrupts, too.
                "interrupted" => draft.cause().unwrap_or(Cause::Interrupted).name().to_owned(),
                name => name.to_owned(),
            }
        }
        space::Fault::Input(sentence) => sentence.clone(),
    };
    if !report.limits_hit.contains(&entry) {
        report.limits_hit.push(entry);
    }
}

/// Runs each violation again from the start and tells it; gives the first that showed again.
fn tell_violations(
    job: &Job,
    program: &Program,
    Explored { outcome, is_settled, .. }: &Explored,
    report: &mut Report,
) -> Result<Option<Found>, Fault> {
    if outcome.violations.is_empty() {
        return Ok(None);
    }
    let mut storyteller = storyteller(job, program)?;
    let mut first = None;
    for found in &outcome.violations {
        match storyteller.report(found)? {
            Some(told) => {
                report.violations.push(told);
                first = first.or(Some(found));
            }
            None => note_unconfirmed(report, found, *is_settled),
        }
    }
    Ok(first.cloned())
}

fn storyteller<'a>(job: &Job, program: &'a Program) -> Result<Storyteller<'a>, Fault> {
    let storyteller = Storyteller::new(program)?;
    Ok(if job.picture { storyteller.with_scenes() } else { storyteller })
}

/// Shortens the way to the first violation, and keeps it as a file, as far as that is asked for. Gives the way that is told.
fn record_violation(
    job: &Job,
    prepared: &mut Prepared,
    first: Option<Found>,
    draft: &Draft,
    report: &mut Report,
) -> Result<Option<Found>, Fault> {
    let Some(mut first) = first else { return Ok(None) };
    let mut recorded = job.clone();
    if minimize::is_wanted(job, report)
        && let Some(shorter) = minimize::shortest(job, &prepared.program, &first, draft, report)
        && let Some(told) = storyteller(job, &shorter.program)?.report(&shorter.found)?
    {
        report.violations[0] = told;
        (first, prepared.program) = (shorter.found, shorter.program);
        recorded.subject.reduction = shorter.is_reduced;
    }
    if let Some(path) = &job.trace {
        let recording = Recording::of(&recorded, prepared, &first)?;
        report.note_undelivered(recording.write(path))?;
    }
    Ok(Some(first))
}

pub(crate) fn depends_on_order(assumption: &Assumption) -> bool {
    matches!(assumption, Assumption::SearchOrder(_))
}

const ACROSS_PROCESSES: &str =
    "what paths leave for others (Verify.getCounter and the like) in a search by several processes is not supported";

/// Nothing is reported that was not seen twice. What a search found while it still learned what threads share may have had no way
/// there that means the same afterwards; anything else that does not come back is a mistake of ours.
fn note_unconfirmed(report: &mut Report, found: &Found, is_settled: bool) {
    let Violation { kind, message, .. } = &found.violation;
    let what = format!("{}: {message}", kind.name());
    report.complete = false;
    if report.assumptions.0.iter().any(depends_on_order) {
        report.unsupported.push(format!(
            "\"{what}\" depends on what other paths have left (Verify.getCounter and the like), and so on the order in \
             which they are looked at; that is not supported"
        ));
    } else if is_settled {
        report.unconfirmed.push(format!(
            "internal error: a search found \"{what}\", which does not show when the same schedule is run again; please report it, \
             with the command line"
        ));
    } else {
        report.warnings.push(format!("the search ended before \"{what}\" was seen a second time; give it more time"));
    }
}

fn answer(
    job: &Job,
    formulas: &Formulas,
    program: &Program,
    graph: &RecordedGraph,
    asked: &Asked,
    report: &mut Report,
) -> Result<(), Fault> {
    let merged = model::build(graph, &asked.renamed, Rendering { merge: true, root: false });
    // Merged edges earn an average, which need not be a small fraction: rewards are exact on the edges as they are.
    let apart = !graph.reward_names.is_empty();
    let plain = apart.then(|| model::build(graph, &asked.renamed, Rendering { merge: false, root: false }));
    let (answers, schedulers) = formulas.answer(plain.as_ref().unwrap_or(&merged), &job.questions)?;
    report.properties = answers;
    if let Some(path) = &job.questions.scheduler {
        let mut text = Vec::new();
        for optimal in &schedulers {
            optimal.append_to(&mut text, &schedule::tell(program, graph, &optimal.scheduler)?);
        }
        if schedulers.is_empty() {
            let reason = "no question asks for an optimum over schedules that has one (Pmax=?, Rmin=?, …)";
            report.warnings.push(format!("--scheduler {}: {reason}; nothing was written", path.display()));
        } else {
            report.note_undelivered(files::write(path, &text))?;
        }
    }
    if job.distribution {
        for reward in 0..graph.reward_names.len() {
            report.distributions.push(distribution::of(graph, reward)?);
        }
    }
    report.results = results::of(program, graph, &merged, &job.subject.results)?;
    report.note_undelivered(exports::write(&job.exports, program, graph, asked, merged))
}

fn verdict(report: &Report) -> Verdict {
    if !report.violations.is_empty() || report.properties.iter().any(|property| property.holds == Some(false)) {
        Verdict::Violated
    } else if !report.complete
        || !report.unsupported.is_empty()
        || report.properties.iter().any(PropertyReport::is_unknown)
    {
        Verdict::Inconclusive
    } else {
        Verdict::Holds
    }
}

/// The violations that `--property` can name.
pub const PROPERTIES: [(&str, ViolationKind, &str); 7] = [
    ("deadlock", ViolationKind::Deadlock, "threads that wait for ever"),
    ("exceptions", ViolationKind::Exception, "exceptions that leave a thread"),
    ("runtime-exceptions", ViolationKind::Exception, "exceptions that leave a thread, if they are RuntimeExceptions"),
    ("assertions", ViolationKind::Assertion, "failed assertions"),
    ("races", ViolationKind::Race, "accesses to the same memory that nothing orders"),
    ("exit", ViolationKind::Exit, "ends with a status other than zero, such as a test runner's with a failed test"),
    (
        "livelock",
        ViolationKind::Livelock,
        "threads that go round for ever and pass no state labelled \"progress\" (livelock:A+B: only cycles of these threads)",
    ),
];

/// Whether a list of properties names exceptions only by `runtime-exceptions`.
pub fn are_only_runtime_exceptions(text: &str) -> bool {
    let names = |name: &str| text.split(',').any(|word| word.trim() == name);
    names("runtime-exceptions") && !names("exceptions") && !names("exception")
}

/// Reads `deadlock,exceptions,livelock:A+B,…`: the kinds, and the threads that are named.
pub fn parse_properties(text: &str) -> Result<(Vec<ViolationKind>, Vec<String>), Fault> {
    let (mut kinds, mut threads) = (Vec::new(), Vec::new());
    for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let word = match word.split_once(':') {
            Some(("livelock", names)) => {
                threads.extend(names.split('+').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()));
                if threads.is_empty() {
                    return Err(Fault::Input("livelock: names no thread; try livelock:Thread-0+Thread-1".into()));
                }
                "livelock"
            }
            _ => word,
        };
        // The kinds' own names, as in reports, are as good.
        let found = PROPERTIES.iter().find(|(name, kind, _)| *name == word || kind.name() == word);
        match found {
            Some((_, kind, _)) if kinds.contains(kind) => {}
            Some((_, kind, _)) => kinds.push(*kind),
            None => {
                let meant = logic::suggest(word, PROPERTIES.iter().map(|(name, _, _)| *name));
                let hint = meant.map(|meant| format!("did you mean '{meant}'? ")).unwrap_or_default();
                return Err(Fault::Input(format!(
                    "unknown property '{word}'; {hint}`hazard list properties` shows all"
                )));
            }
        }
    }
    if kinds.is_empty() {
        return Err(Fault::Input("--property names nothing; try --property deadlock,exceptions".into()));
    }
    Ok((kinds, threads))
}
