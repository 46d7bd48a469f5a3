//! Probabilistic symbolic execution: how likely an event is over all inputs, under the best or the worst schedule.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dashu::rational::RBig;
use jvm::Round;
use serde::Serialize;
use symbolic::algorithms::{
    self, Answer, BoundsOptions, Goal, GreyMeaning, Hypothesis, Query, Sampling, Scheduler, Sum1Options, Target,
};
use symbolic::quantify::Approximation;
use symbolic::{Common, Execution, ExecutionFault, Inputs, Profile, Records, Weighing};

use crate::assumptions::Assumptions;
use crate::draft::{Cause, Draft, Telling};
use crate::fault::Fault;
use crate::files;
use crate::job::Subject;
use crate::labels::{self, Asked};
use crate::onlooker::Onlooker;
use crate::path_list;
use crate::program::{self, Circumstances, Prepared};
use crate::pse_workers::{self, Machines};
use crate::report::{Number, PropertyReport, Verdict, peak_bytes};

/// What `hazard pse` is asked to do.
#[derive(Clone, Debug)]
pub struct PseJob {
    pub subject: Subject,
    /// `success`, `failure`, `grey`, or a label.
    pub target: String,
    pub minimise: bool,
    /// `exact`, `max`, `random`, `sum1` or `bounds`.
    pub algorithm: String,
    pub sampling: Sampling,
    pub samples_max: u64,
    /// The gap at which `bounds` stops.
    pub epsilon: f64,
    pub hypothesis: Option<String>,
    pub depth: Option<u32>,
    /// `apart`, `optimistic` or `pessimistic`.
    pub grey: String,
    pub profile: Option<PathBuf>,
    /// `x=0..100`
    pub domains: Vec<String>,
    /// A method whose parameters are inputs.
    pub method: Option<String>,
    pub scheduler: Option<PathBuf>,
    /// Where every path goes, with inputs that take it.
    pub paths: Option<PathBuf>,
    /// Workers.
    pub threads: usize,
    pub time: Option<Duration>,
}

impl Default for PseJob {
    fn default() -> Self {
        PseJob {
            subject: Subject::default(),
            target: "success".into(),
            minimise: false,
            algorithm: "exact".into(),
            sampling: Sampling::default(),
            samples_max: u64::MAX,
            epsilon: 0.01,
            hypothesis: None,
            depth: None,
            grey: "apart".into(),
            profile: None,
            domains: Vec::new(),
            method: None,
            scheduler: None,
            paths: None,
            threads: 1,
            time: None,
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct PseReport {
    pub verdict: Verdict,
    /// The answer is one number, not an interval.
    pub exact: bool,
    pub properties: Vec<PropertyReport>,
    /// Distinct paths run to their end.
    pub paths: u64,
    /// Nodes opened: fewer than on all paths together, because paths meet again.
    pub states: u64,
    pub samples: u64,
    /// The share of samples that met the event (`sum1`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<f64>,
    /// What holds with a confidence only, where conditions could not be counted (`exact`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approximate: Option<Approximate>,
    /// Decisions of the scheduler.
    pub decisions: usize,
    pub algorithm: String,
    pub limits_hit: Vec<String>,
    /// What the answer rests on besides the program, its inputs and the JDK.
    pub assumptions: Assumptions,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Files that were asked for and could not be written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    pub slices_computed: u64,
    pub slices_reused: u64,
    pub instructions: u64,
    pub time_ms: f64,
    pub peak_bytes: u64,
    pub seed: u64,
    pub version: &'static str,
}

/// An answer in which conditions that could not be counted were approximated by draws.
#[derive(Clone, Debug, Serialize)]
pub struct Approximate {
    pub lower: Number,
    pub upper: Number,
    /// The answer lies between the two with at least this probability over the draws.
    pub confidence: f64,
    /// How many conditions were approximated.
    pub conditions: u64,
}

impl PseReport {
    /// 0 answered, 1 a hypothesis is false, 3 only bounds.
    pub fn exit_status(&self) -> i32 {
        match self.verdict {
            Verdict::Holds => 0,
            Verdict::Violated => 1,
            Verdict::Inconclusive => 3,
        }
    }
}

impl From<ExecutionFault> for Fault {
    fn from(fault: ExecutionFault) -> Self {
        match fault {
            ExecutionFault::Machine(fault) => fault.into(),
            ExecutionFault::Symbolic(fault) => fault.into(),
            other => Fault::Input(other.to_string()),
        }
    }
}

impl From<symbolic::Fault> for Fault {
    fn from(fault: symbolic::Fault) -> Self {
        match fault {
            fault if fault.is_undecided() => Fault::Limit(fault.to_string()),
            other => Fault::Input(other.to_string()),
        }
    }
}

/// The inputs' profile and domains, as given from outside.
pub(crate) fn inputs_of(profile: Option<&PathBuf>, domains: &[String]) -> Result<Inputs, Fault> {
    let profile = match profile {
        Some(path) => Profile::parse(&files::read_text(path)?, &path.display().to_string())?,
        None => Profile::default(),
    };
    let mut inputs = Inputs::new(profile);
    for text in domains {
        let (name, range) = symbolic::profile::parse_domain(text)?;
        inputs.domains.insert(name, range);
    }
    Ok(inputs)
}

pub fn pse(job: &PseJob, onlooker: Onlooker<'_>) -> Result<PseReport, Fault> {
    let draft = onlooker.draft.clone().unwrap_or_default();
    match quantify(job, onlooker, &draft) {
        // What nobody could decide leaves everything open, but is no reason to say nothing.
        Err(Fault::Limit(sentence)) => {
            let mut report = empty_report(job)?;
            report.limits_hit.push(draft.cause().map_or("solver", Cause::name).into());
            report.warnings.push(sentence);
            Ok(report)
        }
        other => other,
    }
}

/// What is known before anything is looked at.
fn empty_report(job: &PseJob) -> Result<PseReport, Fault> {
    let hypothesis = job.hypothesis.as_deref().map(Hypothesis::parse).transpose()?;
    let formula = formula_of(job, hypothesis.as_ref());
    Ok(PseReport {
        verdict: Verdict::Inconclusive,
        exact: false,
        properties: vec![PropertyReport::anything(formula, hypothesis.is_some())],
        paths: 0,
        states: 0,
        samples: 0,
        estimate: None,
        approximate: None,
        decisions: 0,
        algorithm: job.algorithm.clone(),
        limits_hit: Vec::new(),
        assumptions: Assumptions::default(),
        warnings: Vec::new(),
        errors: Vec::new(),
        slices_computed: 0,
        slices_reused: 0,
        instructions: 0,
        time_ms: 0.0,
        peak_bytes: peak_bytes(),
        seed: job.subject.seed,
        version: crate::VERSION,
    })
}

fn formula_of(job: &PseJob, hypothesis: Option<&Hypothesis>) -> String {
    let aim = if job.minimise { "min" } else { "max" };
    match hypothesis {
        Some(hypothesis) => format!("P{aim}{hypothesis} [ {} ]", job.target),
        None => format!("P{aim}=? [ {} ]", job.target),
    }
}

fn quantify(job: &PseJob, mut onlooker: Onlooker<'_>, draft: &Draft) -> Result<PseReport, Fault> {
    let started = Instant::now();
    draft.tell(Telling::Inputs(Box::new(empty_report(job)?)));
    let asked = labels::parse(&job.subject.labels, &job.subject.rewards)?;
    let query = query_of(job, &asked)?;
    let hypothesis = job.hypothesis.as_deref().map(Hypothesis::parse).transpose()?;
    let sampling = Sampling { hypothesis: hypothesis.clone(), seed: job.subject.seed, ..job.sampling.clone() };
    sampling.check()?;
    if !(job.epsilon > 0.0 && job.epsilon < 1.0) {
        return Err(Fault::Input(format!("--epsilon is {}, but must lie strictly between 0 and 1", job.epsilon)));
    }
    inputs_of(job.profile.as_ref(), &job.domains)?;
    for path in job.scheduler.iter().chain(&job.paths) {
        files::check_writable(path)?;
    }
    let circumstances = Circumstances {
        time_max: job.time,
        symbolic: true,
        symbolic_method: job.method.clone(),
        interrupt: onlooker.interrupt.clone(),
        stdin: program::stdin_of(&job.subject)?,
        ..Circumstances::default()
    };
    let mut prepared = program::prepare(&job.subject, &asked, circumstances)?;
    draft.begin(prepared.ready, job.time, None);
    let pulse = draft.pulse.clone();
    let inputs = || inputs_of(job.profile.as_ref(), &job.domains);
    let common = || Ok(Common::new(inputs()?).watched(pulse.clone()));
    let ran = match onlooker.attend(&pulse, || answered(job, &prepared, &query, &sampling, &common)) {
        Err(fault) if is_about_texts(&fault) => {
            Arc::make_mut(&mut prepared.program.config).texts_by_value = true;
            onlooker.attend(&pulse, || answered(job, &prepared, &query, &sampling, &common))?
        }
        ran => ran?,
    };
    let mut report = finish(job, &query, hypothesis.as_ref(), ran, started, draft)?;
    // Only a condition that could not be counted leaves this open.
    if job.algorithm == "exact" && !report.exact && report.limits_hit.is_empty() {
        draft.tell(Telling::Inputs(Box::new(report.clone())));
        let approximating = || {
            let mut inputs = inputs()?;
            inputs.paths.approximation = Some(Approximation { seed: job.subject.seed, conditions: 0 });
            Ok(Common::new(inputs).watched(pulse.clone()))
        };
        let again = PseJob { scheduler: None, paths: None, ..job.clone() };
        // What is certain is told whatever becomes of this.
        let ran = onlooker.attend(&pulse, || answered(&again, &prepared, &query, &sampling, &approximating));
        report.approximate = ran.ok().as_ref().and_then(approximate_of);
        report.time_ms = milliseconds_since(started);
    }
    Ok(PseReport { assumptions: Assumptions::of(&prepared.program), ..report })
}

/// What draws tell beyond what is certain, unless the time was too short for them.
fn approximate_of((answer, _, execution): &Ran<'_>) -> Option<Approximate> {
    let approximation = execution.inputs.lock().paths.approximation?;
    if execution.limits_hit || approximation.conditions == 0 {
        return None;
    }
    let number = |value: &RBig| Number(markov::rational::nearest(value));
    let wrong = approximation.conditions as f64 * symbolic::quantify::ERROR_OF_ONE;
    Some(Approximate {
        lower: number(&answer.bounds.low),
        upper: number(&answer.bounds.high),
        confidence: (1.0 - wrong).max(0.0),
        conditions: approximation.conditions,
    })
}

fn milliseconds_since(started: Instant) -> f64 {
    (started.elapsed().as_secs_f64() * 1e6).round() / 1e3
}

/// Whether the program looks into a text that symbolic values are a part of: such texts are then made by value.
pub(crate) fn is_about_texts(fault: &Fault) -> bool {
    matches!(fault, Fault::Unsupported(what) if what.contains(jvm::domain::LOOKING_INTO_TEXT))
}

/// What all machines on one tree begin with.
type MakeCommon<'m> = dyn Fn() -> Result<Common, Fault> + Sync + 'm;

fn answered<'p>(
    job: &PseJob,
    prepared: &'p Prepared,
    query: &Query,
    sampling: &Sampling,
    common: &MakeCommon<'_>,
) -> Result<Ran<'p>, Fault> {
    let ran = prepared.program.until_settled(|| {
        let ran = run(job, prepared, query, sampling, common)?;
        Ok(Round { is_over: ran.2.limits_hit, result: ran })
    });
    ran.map(|(ran, _)| ran)
}

fn finish(
    job: &PseJob,
    query: &Query,
    hypothesis: Option<&Hypothesis>,
    (answer, estimate, execution): Ran<'_>,
    started: Instant,
    draft: &Draft,
) -> Result<PseReport, Fault> {
    check_names(&job.domains, job.method.as_deref(), &execution)?;
    let scheduler = job.scheduler.as_ref().map(|path| write_scheduler(path, &answer.scheduler));
    let paths = job.paths.as_ref().zip(execution.records.as_ref());
    let paths = paths.map(|(path, records)| files::write(path, path_list::written(path, records).as_bytes()));
    let mut report = report_of(job, query, hypothesis, answer, estimate, &execution, started);
    report.limits_hit.extend(cut_short(&execution, draft));
    for written in scheduler.into_iter().chain(paths) {
        match written {
            Err(Fault::Output(sentence)) => report.errors.push(sentence),
            other => other?,
        }
    }
    Ok(report)
}

fn query_of(job: &PseJob, asked: &Asked) -> Result<Query, Fault> {
    let name = job.target.trim();
    let target = match name.trim_matches('"') {
        "success" if !name.starts_with('"') => Target::Success,
        "failure" if !name.starts_with('"') => Target::Failure,
        "grey" if !name.starts_with('"') => Target::Grey,
        label => match asked.renamed.iter().find(|(known, _)| known == label).map(|(_, built_in)| *built_in) {
            Some("end") => Target::Success,
            Some("deadlock") => Target::Failure,
            _ => Target::Label(label.to_owned()),
        },
    };
    let grey = match job.grey.as_str() {
        "optimistic" => GreyMeaning::Optimistic,
        "pessimistic" => GreyMeaning::Pessimistic,
        _ => GreyMeaning::Apart,
    };
    let goal = if job.minimise { Goal::Minimise } else { Goal::Maximise };
    Ok(Query { target, goal, grey })
}

type Ran<'p> = (Answer, Option<f64>, Execution<'p>);

fn run<'p>(
    job: &PseJob,
    prepared: &'p Prepared,
    query: &Query,
    sampling: &Sampling,
    common: &MakeCommon<'_>,
) -> Result<Ran<'p>, Fault> {
    if let Target::Label(label) = &query.target {
        use space::System as _;
        let known = prepared.program.labels();
        if !known.iter().any(|name| name == label) {
            let known = match known.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ") {
                none if none.is_empty() => "none is asked for".to_owned(),
                known => format!("there is: {known}"),
            };
            return Err(Fault::Input(format!(
                "--target \"{label}\" is neither success, failure nor grey, nor a label that --label asks for ({known})"
            )));
        }
    }
    let mut execution = machine(job, prepared, false, &common()?)?;
    let mut result = apply(job, prepared, &mut execution, query, sampling, common, false);
    if matches!(result, Err(ExecutionFault::Ignored)) {
        execution.look_ahead();
        execution.records = job.paths.as_ref().map(|_| Records::default());
        result = apply(job, prepared, &mut execution, query, sampling, common, true);
    }
    let (answer, estimate) = result?;
    Ok((answer, estimate, execution))
}

/// A machine, perhaps one of several that share a tree.
fn machine<'p>(
    job: &PseJob,
    prepared: &'p Prepared,
    look_ahead: bool,
    common: &Common,
) -> Result<Execution<'p>, ExecutionFault> {
    let deadline = prepared.program.config.deadline;
    let mut execution =
        Execution::beside(&prepared.program, common, Weighing::Probability)?.limited(job.depth, deadline);
    // `max` learns from what alternatives are called.
    execution.naming = job.scheduler.is_some() || job.algorithm == "max";
    if job.paths.is_some() {
        (execution.merging, execution.records) = (false, Some(Records::default()));
    }
    if look_ahead {
        execution.look_ahead();
    }
    Ok(execution)
}

fn apply<'p>(
    job: &PseJob,
    prepared: &'p Prepared,
    execution: &mut Execution<'p>,
    query: &Query,
    sampling: &Sampling,
    common: &MakeCommon<'_>,
    look_ahead: bool,
) -> Result<(Answer, Option<f64>), ExecutionFault> {
    // Paths are listed, and schedulers put into words, in the order of one worker.
    let alone = job.paths.is_some() || job.scheduler.is_some();
    let machines = Machines {
        workers: if alone { 1 } else { job.threads.max(1) },
        alone: &|| machine(job, prepared, look_ahead, &common().ok()?).ok(),
        beside: &|common| machine(job, prepared, look_ahead, common),
        // They were read when the job began.
        common: &|| common().unwrap_or_else(|_| Common::new(Inputs::default())),
    };
    match job.algorithm.as_str() {
        "max" | "random" => {
            let options = Sampling { learn: job.algorithm == "max", ..sampling.clone() };
            pse_workers::restarts(execution, query, &options, &machines).map(|answer| (answer, None))
        }
        "sum1" => {
            let options = Sum1Options { sampling: sampling.clone(), assessment: 500, ..Sum1Options::default() };
            algorithms::sum1(execution, query, &options).map(|found| (found.answer, Some(found.estimate)))
        }
        "bounds" => {
            let epsilon = RBig::try_from(job.epsilon).unwrap_or(RBig::ZERO);
            let options =
                BoundsOptions { epsilon, samples_max: job.samples_max, hypothesis: sampling.hypothesis.clone() };
            pse_workers::bounds(execution, query, &options, &machines).map(|answer| (answer, None))
        }
        _ => pse_workers::exact(execution, query, &machines).map(|answer| (answer, None)),
    }
}

/// What ended paths before their time, if anything did.
pub(crate) fn cut_short(execution: &Execution<'_>, draft: &Draft) -> Option<String> {
    let why = match draft.cause() {
        Some(cause) => cause,
        None if execution.is_interrupted() => Cause::Interrupted,
        None => Cause::Time,
    };
    execution.limits_hit.then(|| why.name().to_owned())
}

/// Names in the profile or the domains that no input bears, and a method that was to have inputs and was not called.
pub(crate) fn check_names(domains: &[String], method: Option<&str>, execution: &Execution<'_>) -> Result<(), Fault> {
    let inputs = execution.inputs.lock();
    let was_cut = execution.depth_hit || execution.limits_hit || execution.failed_early.is_some();
    if let Some(method) = method.filter(|_| inputs.paths.exprs.variables().is_empty() && !was_cut) {
        let sentence = "the program calls no such method with parameters of integer types";
        return Err(Fault::Input(format!("--symbolic {method}: {sentence}; write pkg.Class.method(int,long)")));
    }
    inputs.paths.check_profile_names()?;
    for text in domains {
        let (name, _) = symbolic::profile::parse_domain(text)?;
        if !inputs.used.contains(&name) && !inputs.paths.exprs.variables().iter().any(|known| known.name == name) {
            let known: Vec<&str> = inputs.paths.exprs.variables().iter().map(|known| known.name.as_str()).collect();
            return Err(Fault::Input(format!(
                "--domain {text}: the program has no symbolic input of that name (it has: {})",
                known.join(", ")
            )));
        }
    }
    Ok(())
}

fn write_scheduler(path: &std::path::Path, scheduler: &Scheduler) -> Result<(), Fault> {
    let is_dot = path.extension().is_some_and(|extension| extension == "dot" || extension == "gv");
    let text = if is_dot { scheduler.to_dot() } else { scheduler.to_string() };
    files::write(path, text.as_bytes())
}

fn report_of(
    job: &PseJob,
    query: &Query,
    hypothesis: Option<&Hypothesis>,
    answer: Answer,
    estimate: Option<f64>,
    execution: &Execution<'_>,
    started: Instant,
) -> PseReport {
    let (low, high) = (answer.bounds.low.clone(), answer.bounds.high.clone());
    let is_exact = answer.bounds.is_exact();
    let number = |value: &RBig| Number(markov::rational::nearest(value));
    let holds = hypothesis.map(|hypothesis| {
        let (nearest, furthest) = if query.goal == Goal::Maximise { (&low, &high) } else { (&high, &low) };
        if hypothesis.holds(nearest) {
            Some(true)
        } else if !hypothesis.holds(furthest) {
            Some(false)
        } else {
            None
        }
    });
    let formula = formula_of(job, hypothesis);
    let text = if is_exact && low.is_int() {
        low.to_string()
    } else if is_exact {
        format!("{low} = {}", markov::rational::nearest(&low))
    } else {
        format!("between {} and {}", markov::rational::nearest(&low), markov::rational::nearest(&high))
    };
    let verdict = match holds {
        Some(Some(true)) => Verdict::Holds,
        Some(Some(false)) => Verdict::Violated,
        Some(None) => Verdict::Inconclusive,
        None if is_exact => Verdict::Holds,
        None if job.algorithm == "bounds" && markov::rational::nearest(&(&high - &low)) <= job.epsilon => {
            Verdict::Holds
        }
        None => Verdict::Inconclusive,
    };
    let mut limits_hit = Vec::new();
    if execution.depth_hit {
        limits_hit.push("depth".to_owned());
    }
    let warnings = execution.failed_early.iter().map(|violation| {
        let at = violation.location.as_ref().map_or_else(String::new, |location| format!(" at {location}"));
        format!("the program fails before it asks for any input: {}{at}", violation.message)
    });
    let inputs = execution.inputs.lock();
    let rounding = inputs.paths.exprs.rounds_unseen.then(|| crate::verify::ROUNDING.to_owned());
    PseReport {
        verdict,
        exact: is_exact,
        properties: vec![PropertyReport {
            name: None,
            formula,
            value: Some(number(&low)),
            lower: Some(number(&low)),
            upper: Some(number(&high)),
            exact: is_exact.then(|| low.to_string()),
            holds: holds.flatten(),
            range: None,
            states: None,
            pareto: None,
            unsupported: None,
            text,
            is_truth: hypothesis.is_some(),
        }],
        paths: answer.paths,
        states: answer.states,
        samples: answer.samples,
        estimate,
        approximate: None,
        decisions: answer.scheduler.decisions(),
        algorithm: job.algorithm.clone(),
        limits_hit,
        assumptions: Assumptions::default(),
        warnings: warnings.chain(rounding).collect(),
        errors: Vec::new(),
        slices_computed: inputs.paths.slices_computed,
        slices_reused: inputs.paths.slices_reused + execution.reused(),
        instructions: execution.instructions(),
        time_ms: milliseconds_since(started),
        peak_bytes: peak_bytes(),
        seed: job.subject.seed,
        version: crate::VERSION,
    }
}
