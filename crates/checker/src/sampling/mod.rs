//! `hazard simulate` and `check --simulate`: runs chosen at random, what they have in common, and estimates with confidence intervals.
//!
//! Coins fall as they fall. Where a scheduler or the environment decides, every alternative is as likely as every other: the
//! numbers then speak of that scheduler, and the report says so.

mod explicit;
mod monitor;
mod report;
mod walk;

use std::collections::BTreeSet;
use std::time::Instant;

use jvm::Round;
use models::{Language, ModelError, Network, NetworkSystem, words_needed};
use search::Found;
use space::{System, Violation, ViolationKind};

use crate::assumptions::Assumptions;
use crate::draft::Draft;
use crate::fault::Fault;
use crate::job::{Job, Limits};
use crate::jpf;
use crate::labels;
use crate::mc::{self, ModelJob};
use crate::program::{self, Circumstances, Prepared};
use crate::questions::Formulas;
use crate::replay::Recording;
use crate::report::ViolationReport;
use crate::trace::Storyteller;

pub(crate) use explicit::ExplicitSystem;
use monitor::{Monitor, Names};
use report::summarize;
pub use report::{SampleReport, SampledPath};
use walk::{Rules, Walk, Walker, walk_all};

/// How runs are chosen.
#[derive(Clone, Debug)]
pub struct Sample {
    pub runs: u64,
    pub seed: u64,
    /// How sure the intervals are.
    pub confidence: f64,
    /// How long a run may be.
    pub steps_max: u64,
    /// How many runs are told in full.
    pub paths: u64,
    pub workers: usize,
}

impl Default for Sample {
    fn default() -> Sample {
        Sample { runs: 10_000, seed: 0, confidence: 0.99, steps_max: 100_000, paths: 0, workers: 1 }
    }
}

impl Sample {
    fn check(&self) -> Result<(), Fault> {
        match self.confidence > 0.0 && self.confidence < 1.0 {
            true => Ok(()),
            false => Err(Fault::Input(format!("--confidence {} is not between 0 and 1", self.confidence))),
        }
    }
}

/// Runs of a program.
pub fn sample_program(job: &Job, sample: &Sample, draft: &Draft) -> Result<SampleReport, Fault> {
    sample.check()?;
    let (job, warnings) = jpf::expand(job)?;
    if let Some(sentence) = job.beyond.first() {
        return Err(Fault::Unsupported(sentence.clone()));
    }
    let asked = labels::of(&job.subject)?;
    let formulas = Formulas::parse(&job.questions)?;
    job.trace.as_deref().map_or(Ok(()), crate::files::check_writable)?;
    let circumstances = Circumstances {
        time_max: job.limits.time,
        transition_max: job.limits.instructions.unwrap_or(0),
        interrupt: Some(draft.flag()),
        stdin: program::stdin_of(&job.subject)?,
        keep_output: true,
        ..Circumstances::default()
    };
    let mut prepared = program::prepare(&job.subject, &asked, circumstances)?;
    prepared.program.check_labels()?;
    for label in formulas.labels() {
        if !prepared.program.labels().contains(&label) {
            prepared.program.name_label(&label);
        }
    }
    let started = prepared.ready;
    draft.begin(started, job.limits.time, job.limits.memory);
    formulas.check_names(prepared.program.labels(), &asked.renamed, prepared.program.rewards())?;
    let program = &prepared.program;
    let names = Names { labels: program.labels(), rewards: program.rewards(), renamed: &asked.renamed };
    let monitors = monitors(&formulas, &names)?;
    let rules = Rules {
        runs: sample.runs,
        seed: sample.seed,
        steps_max: job.limits.depth.map_or(sample.steps_max, u64::from),
        monitors: &monitors,
        to_the_end: true,
        workers: sample.workers,
        draft,
        keep_output: true,
    };
    // What threads share may come out only now; then the same runs mean something else.
    let (walks, _) = prepared.program.until_settled(|| {
        let walks = walk_all(&prepared.program, &rules)?;
        Ok::<_, Fault>(Round { is_over: walks.len() < sample.runs as usize, result: walks })
    })?;
    let mut report = summarize(&prepared.program, &formulas, &monitors, &walks, sample);
    report.warnings.splice(0..0, warnings);
    report.assumptions.extend(Assumptions::of(&prepared.program).0.iter().map(|one| one.sentence()));
    report.tell_results(&prepared.program, &job.subject.results, &walks, sample);
    let told = tell_paths(&prepared.program, &rules, sample.paths)?;
    report.paths = told;
    tell_violations(&job, &mut prepared, &walks, &mut report, draft)?;
    report.finish(started);
    Ok(report)
}

fn monitors(formulas: &Formulas, names: &Names<'_>) -> Result<Vec<Monitor>, Fault> {
    formulas.properties().iter().map(|property| Monitor::of(&property.text, &property.formula, names)).collect()
}

fn tell_paths<S: System>(system: &S, rules: &Rules<'_>, count: u64) -> Result<Vec<SampledPath>, Fault> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let mut walker = Walker::new(system)?;
    let mut paths = Vec::new();
    for number in 0..count.min(rules.runs) {
        let mut steps = Vec::new();
        let walk = walker.walk(number, rules, Some(&mut steps));
        if rules.is_over() {
            break;
        }
        paths.push(SampledPath::new(number, steps, &walk));
    }
    Ok(paths)
}

/// One violation per kind and place, told, with how many runs showed it.
fn tell_violations(
    job: &Job,
    prepared: &mut Prepared,
    walks: &[Walk],
    report: &mut SampleReport,
    draft: &Draft,
) -> Result<(), Fault> {
    let mut seen: Vec<(Found, u64)> = Vec::new();
    for walk in walks {
        let mut met: BTreeSet<usize> = BTreeSet::new();
        for (violation, length) in walk.violations.iter().filter(|(violation, _)| counts(job, violation)) {
            let same = |found: &Found| {
                found.violation.kind == violation.kind && found.violation.location == violation.location
            };
            let place = seen.iter().position(|(found, _)| same(found)).unwrap_or_else(|| {
                let path = walk.picks[..*length].to_vec();
                let violation = violation.clone();
                seen.push((Found { violation, path, probability: 1.0, occurrences: 1, expanded: 0, endless: None }, 0));
                seen.len() - 1
            });
            if met.insert(place) {
                seen[place].1 += 1;
            }
        }
    }
    prepared.become_storyteller();
    let mut storyteller = Storyteller::new(&prepared.program)?;
    for (found, runs) in &seen {
        let told = if draft.must_hurry() { None } else { storyteller.report(found)? };
        let mut told = told.unwrap_or_else(|| ViolationReport::untold(found));
        told.occurrences = *runs;
        told.probability = told.trace.iter().map(|step| step.probability).product();
        report.violations.push(told);
    }
    if let (Some(path), Some((first, _))) = (&job.trace, seen.first()) {
        Recording::of(job, prepared, first)?.write(path)?;
    }
    Ok(())
}

fn counts(job: &Job, violation: &Violation) -> bool {
    job.properties.contains(&violation.kind) || violation.kind == ViolationKind::Action
}

/// Runs of a model: one in a language unfolds as it is run, one in files is loaded.
pub fn sample_model(job: &ModelJob, sample: &Sample, limits: &Limits, draft: &Draft) -> Result<SampleReport, Fault> {
    sample.check()?;
    let started = Instant::now();
    draft.begin(started, limits.time, limits.memory);
    let path = &job.files.model;
    let mut report = match Language::of(path) {
        Some(language) => {
            let (mut network, surroundings) = mc::resolve_model(path, language, &job.questions)?;
            let mut formulas = Formulas::parse_within(&job.questions, &surroundings)?;
            let is_timed = network.kind.is_timed();
            label_states(&mut network, &mut formulas)?;
            let mut report = sample_network(network, &formulas, sample, draft)?;
            if is_timed {
                report.warnings.push("the model has continuous time: runs are sequences of its jumps".into());
            }
            report
        }
        None => {
            let formulas = Formulas::parse(&job.questions)?;
            let model = mc::load(&job.files, job.find_siblings, job.questions.threads)?;
            let system = ExplicitSystem::new(model)?;
            formulas.check_names(system.labels(), &[], system.rewards())?;
            run(&system, &formulas, sample, draft)?
        }
    };
    report.finish(started);
    Ok(report)
}

/// Conditions on variables become labels; what the model calls a label stays one.
fn label_states(network: &mut Network, formulas: &mut Formulas) -> Result<(), Fault> {
    let mut own = network.labels.clone();
    crate::explore::label_states(network, formulas, "by sampling")?;
    own.retain(|(name, _)| network.labels.iter().all(|(known, _)| known != name));
    network.labels.extend(own);
    Ok(())
}

fn sample_network(
    network: Network,
    formulas: &Formulas,
    sample: &Sample,
    draft: &Draft,
) -> Result<SampleReport, Fault> {
    match words_needed(&network) {
        1 => sample_in::<1>(network, formulas, sample, draft),
        2 => sample_in::<2>(network, formulas, sample, draft),
        3..=4 => sample_in::<4>(network, formulas, sample, draft),
        5..=16 => sample_in::<16>(network, formulas, sample, draft),
        17..=64 => sample_in::<64>(network, formulas, sample, draft),
        words => Err(Fault::Unsupported(format!(
            "a state of this model needs {words} words of 64 bits; at most 64 are supported"
        ))),
    }
}

fn sample_in<const W: usize>(
    network: Network,
    formulas: &Formulas,
    sample: &Sample,
    draft: &Draft,
) -> Result<SampleReport, Fault> {
    let system = NetworkSystem::<W>::new(network).map_err(|error| match error {
        ModelError::Unsupported(sentence) => Fault::Unsupported(sentence),
        other => Fault::Input(other.to_string()),
    })?;
    run(&system, formulas, sample, draft)
}

fn run<S: System>(system: &S, formulas: &Formulas, sample: &Sample, draft: &Draft) -> Result<SampleReport, Fault> {
    let names = Names { labels: system.labels(), rewards: system.rewards(), renamed: &[] };
    let monitors = monitors(formulas, &names)?;
    let rules = Rules {
        runs: sample.runs,
        seed: sample.seed,
        steps_max: sample.steps_max,
        monitors: &monitors,
        // Runs of models need not end: they are over when the questions are decided.
        to_the_end: monitors.is_empty(),
        workers: sample.workers,
        draft,
        keep_output: false,
    };
    let walks = walk_all(system, &rules)?;
    let mut report = summarize(system, formulas, &monitors, &walks, sample);
    report.paths = tell_paths(system, &rules, sample.paths)?;
    Ok(report)
}
