//! `hazard mc`: formulas over a Markov model in a file; and `hazard convert`.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use logic::Formula;
use markov::{Files, Kind, Model, Sampling, simulate};
use models::{BuildOptions, Built, Language, ModelError, ModelSource, Network};
use search::BeatListener;
use serde::Serialize;

use crate::draft::Cause;
use crate::explore::{self, Exploration, OutlookListener};
use crate::fault::Fault;
use crate::files;
use crate::job::Questions;
use crate::parametric::{FunctionReport, check_parametric};
use crate::picture::Picture;
use crate::questions::{Formulas, Surroundings, given_constants};
use crate::report::{PropertyReport, Verdict, peak_bytes};
use crate::sweep;

/// A model in files, and what to ask of it.
#[derive(Clone, Debug, Default)]
pub struct ModelJob {
    pub files: Files,
    /// Look for `.lab`, `.sta`, … of the same name beside the model.
    pub find_siblings: bool,
    pub questions: Questions,
    /// Sample so many runs instead of solving.
    pub simulate: Option<u64>,
    pub confidence: Option<f64>,
    pub seed: u64,
    /// Keep the model as something to look at.
    pub picture: bool,
    /// Explore a part of a model in a language instead of building all of it.
    pub explore: Option<Exploration>,
    /// Answer as a function of this constant: `p`, or `p=0.1:0.9`.
    pub parameter: Option<String>,
}

/// What was explored of a model.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ExploredPart {
    /// Whether nothing is missing.
    pub complete: bool,
}

/// The answers for one setting of constants that have ranges.
#[derive(Clone, Debug, Serialize)]
pub struct ExperimentReport {
    pub constants: std::collections::BTreeMap<String, String>,
    pub states: u64,
    pub transitions: u64,
    pub properties: Vec<PropertyReport>,
}

#[derive(Clone, Debug, Serialize)]
pub struct ModelReport {
    pub verdict: Verdict,
    /// `chain`, `process`, `partially observable process` or `continuous-time chain`.
    pub model: &'static str,
    pub states: u64,
    pub choices: u64,
    pub transitions: u64,
    pub labels: Vec<String>,
    /// What the model has that its author may not have meant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// What ended it before the questions were answered, or before the model was explored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits_hit: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explored: Option<ExploredPart>,
    /// One per setting, where constants have ranges.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub experiments: Vec<ExperimentReport>,
    /// Answers that depend on a parameter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<FunctionReport>,
    pub time_ms: f64,
    pub load_ms: f64,
    pub peak_bytes: u64,
    pub properties: Vec<PropertyReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simulated_runs: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    pub version: &'static str,
}

impl ModelReport {
    pub fn exit_status(&self) -> i32 {
        let all = self.properties.iter().chain(self.experiments.iter().flat_map(|one| &one.properties));
        match self.verdict {
            Verdict::Holds => 0,
            Verdict::Violated => 1,
            Verdict::Inconclusive if all.into_iter().any(|property| property.unsupported.is_some()) => 4,
            Verdict::Inconclusive => 3,
        }
    }

    /// What can be said where nothing was answered in time.
    pub fn unanswered(cause: Cause, time: Duration) -> ModelReport {
        ModelReport {
            verdict: Verdict::Inconclusive,
            model: "unknown",
            states: 0,
            choices: 0,
            transitions: 0,
            labels: Vec::new(),
            warnings: Vec::new(),
            limits_hit: vec![cause.name().to_owned()],
            explored: None,
            experiments: Vec::new(),
            functions: Vec::new(),
            time_ms: time.as_secs_f64() * 1e3,
            load_ms: time.as_secs_f64() * 1e3,
            peak_bytes: peak_bytes(),
            properties: Vec::new(),
            simulated_runs: None,
            picture: None,
            version: crate::VERSION,
        }
    }
}

/// Who watches, and may end it.
#[derive(Default)]
pub struct ModelWatch<'a> {
    pub interrupt: Option<Arc<AtomicBool>>,
    pub on_beat: Option<BeatListener<'a>>,
    /// For a guided exploration, which knows bounds on the way.
    pub on_outlook: Option<OutlookListener<'a>>,
}

/// Whether a file, by its name, has a model in PRISM's language or JANI.
pub fn is_in_language(path: &Path) -> bool {
    Language::of(path).is_some()
}

/// Answers the questions; where constants have ranges, for each of their values.
pub fn check_model(job: &ModelJob, mut watch: ModelWatch<'_>) -> Result<ModelReport, Fault> {
    if let Some(parameter) = &job.parameter {
        let started = Instant::now();
        let mut report = check_parametric(job, parameter)?;
        report.time_ms = started.elapsed().as_secs_f64() * 1e3;
        report.peak_bytes = peak_bytes();
        return Ok(report);
    }
    let Some(text) = &job.questions.constants else { return check_once(job, watch) };
    let settings = sweep::settings(text)?;
    if settings.iter().all(|setting| setting.varying.is_empty()) {
        return check_once(job, watch);
    }
    let started = Instant::now();
    let mut whole: Option<ModelReport> = None;
    // There is one time for all of them.
    let mut explore = job.explore.clone();
    if let Some(exploration) = &mut explore {
        exploration.limits.time = exploration.limits.time.map(|time| time / settings.len() as u32);
    }
    for setting in settings {
        let questions = Questions { constants: Some(setting.constants), ..job.questions.clone() };
        let each = ModelWatch {
            interrupt: watch.interrupt.clone(),
            on_beat: watch.on_beat.take(),
            on_outlook: watch.on_outlook.take(),
        };
        let mut report = check_once(&ModelJob { questions, explore: explore.clone(), ..job.clone() }, each)?;
        let experiment = ExperimentReport {
            constants: setting.varying.into_iter().collect(),
            states: report.states,
            transitions: report.transitions,
            properties: std::mem::take(&mut report.properties),
        };
        let whole =
            whole.get_or_insert_with(|| ModelReport { verdict: Verdict::Holds, load_ms: 0.0, ..report.clone() });
        whole.states = whole.states.max(report.states);
        whole.choices = whole.choices.max(report.choices);
        whole.transitions = whole.transitions.max(report.transitions);
        whole.load_ms += report.load_ms;
        whole.experiments.push(experiment);
        whole.verdict = match (whole.verdict, report.verdict) {
            (Verdict::Violated, _) | (_, Verdict::Violated) => Verdict::Violated,
            (Verdict::Inconclusive, _) | (_, Verdict::Inconclusive) => Verdict::Inconclusive,
            _ => Verdict::Holds,
        };
    }
    let mut whole = whole.expect("a sweep has at least one setting");
    whole.time_ms = started.elapsed().as_secs_f64() * 1e3;
    whole.peak_bytes = peak_bytes();
    Ok(whole)
}

fn check_once(job: &ModelJob, watch: ModelWatch<'_>) -> Result<ModelReport, Fault> {
    check_changed(job, watch, |_| {})
}

/// Answers the questions, each changed before it is asked.
pub(crate) fn solve_once(job: &ModelJob, change: impl FnMut(&mut Formula)) -> Result<ModelReport, Fault> {
    check_changed(job, ModelWatch::default(), change)
}

fn check_changed(
    job: &ModelJob,
    watch: ModelWatch<'_>,
    mut change: impl FnMut(&mut Formula),
) -> Result<ModelReport, Fault> {
    let started = Instant::now();
    let questions = &job.questions;
    if !(questions.epsilon > 0.0 && questions.epsilon < 1.0) {
        return Err(Fault::Input(format!("--epsilon {} is not between 0 and 1", questions.epsilon)));
    }
    if let Some(path) = &questions.scheduler {
        files::check_writable(path)?;
    }
    let mut loaded = load_with_questions(job, watch)?;
    loaded.formulas.properties_mut().iter_mut().for_each(|property| change(&mut property.formula));
    let Loaded { model, formulas, warnings, .. } = &loaded;
    let load_ms = started.elapsed().as_secs_f64() * 1e3;
    let (properties, schedulers) = formulas.answer_supported(|formulas| match job.simulate {
        Some(_) if loaded.observations.is_some() => {
            Err(Fault::Unsupported("--simulate is not for models of the kind pomdp".to_string()))
        }
        Some(runs) => {
            let defaults = Sampling::default();
            let confidence = job.confidence.unwrap_or(defaults.confidence);
            let sampling = Sampling { runs, seed: job.seed, confidence, ..defaults };
            formulas.answer_with(|property| simulate(model, &property.formula, &sampling))
        }
        None => match &loaded.observations {
            None => formulas.answer(model, questions),
            Some(_) if questions.exact => {
                Err(Fault::Unsupported("--exact is not for models of the kind pomdp".to_string()))
            }
            Some(observations) => {
                let (epsilon, threads) = (questions.epsilon, questions.threads);
                let options = markov::Options { epsilon, threads, ..markov::Options::default() };
                formulas.answer_with(|one| markov::check_observed(model, observations, &one.formula, &options))
            }
        },
    })?;
    if let Some(path) = &questions.scheduler {
        if schedulers.is_empty() {
            let reason = "no formula asks for an optimum over schedulers (Pmax=?, Rmin=?, …) that has one";
            return Err(Fault::Input(format!("--scheduler {}: {reason}", path.display())));
        }
        let mut text = Vec::new();
        schedulers.iter().for_each(|optimal| optimal.append_to(&mut text, &[]));
        files::write(path, &text)?;
    }
    let is_wide = |property: &PropertyReport| job.simulate.is_none() && is_wider(property, questions.epsilon);
    let verdict = if properties.iter().any(|property| property.holds == Some(false)) {
        Verdict::Violated
    } else if properties.iter().any(|property| property.is_unknown() || is_wide(property)) {
        Verdict::Inconclusive
    } else {
        Verdict::Holds
    };
    Ok(ModelReport {
        verdict,
        model: match (model.kind, &model.exits) {
            (Kind::Process, _) if loaded.observations.is_some() => "partially observable process",
            (Kind::Process, None) => "process",
            (Kind::Process, Some(_)) => "Markov automaton",
            (Kind::Chain, None) => "chain",
            (Kind::Chain, Some(_)) => "continuous-time chain",
        },
        states: model.states() as u64,
        choices: model.rows() as u64,
        transitions: model.transitions() as u64,
        labels: model.labels.iter().map(|label| label.name.clone()).collect(),
        warnings: warnings.clone(),
        limits_hit: loaded.limits_hit.clone(),
        explored: loaded.explored,
        experiments: Vec::new(),
        functions: Vec::new(),
        time_ms: started.elapsed().as_secs_f64() * 1e3,
        load_ms,
        peak_bytes: peak_bytes(),
        properties,
        simulated_runs: job.simulate,
        picture: job.picture.then(|| Picture::of_model(model)),
        version: crate::VERSION,
    })
}

/// Whether an answer's bounds are further apart than was asked for. Twice as far is forgiven: bounds are rounded outwards.
fn is_wider(property: &PropertyReport, epsilon: f64) -> bool {
    match (property.lower, property.upper, &property.range, &property.states) {
        (Some(lower), Some(upper), None, None) if lower.0 < upper.0 => {
            upper.0 - lower.0 > 2.0 * epsilon * upper.0.abs().max(lower.0.abs())
        }
        _ => false,
    }
}

/// A model, whole or in part, and the questions about it.
struct Loaded {
    model: Model,
    formulas: Formulas,
    warnings: Vec<String>,
    explored: Option<ExploredPart>,
    limits_hit: Vec<String>,
    /// What each state looks like to schedulers that do not see everything.
    observations: Option<Vec<u32>>,
}

fn load_with_questions(job: &ModelJob, watch: ModelWatch<'_>) -> Result<Loaded, Fault> {
    let questions = &job.questions;
    let path = &job.files.model;
    match (Language::of(path), &job.explore) {
        (None, Some(_)) => Err(Fault::input("--explore is for models in a language (.pm, .nm, .sm, .prism, .jani)")),
        (None, None) => {
            // Bounds are read as steps or as times; which time a model has stands in the file.
            let packed = [".drn", ".umb", ".gz"].iter().any(|ending| path.to_string_lossy().contains(ending));
            let late = packed || has_rates(path);
            let early = if late { None } else { Some(Formulas::parse(questions)?) };
            let (model, observations) = load_observed(&job.files, job.find_siblings, questions.threads)?;
            let formulas = match early {
                Some(formulas) => formulas,
                None if model.exits.is_some() => {
                    let constants = given_constants(questions)?.in_continuous_time();
                    Formulas::parse_within(questions, &Surroundings { constants, ..Surroundings::default() })?
                }
                None => Formulas::parse(questions)?,
            };
            Ok(Loaded { model, formulas, warnings: Vec::new(), explored: None, limits_hit: Vec::new(), observations })
        }
        (Some(language), None) => {
            let (network, surroundings) = resolve_model(path, language, questions)?;
            let formulas = Formulas::parse_within(questions, &surroundings)?;
            let built = build_model(path, network, questions, false)?;
            let Built { model, warnings, observations } = built;
            Ok(Loaded { model, formulas, warnings, explored: None, limits_hit: Vec::new(), observations })
        }
        (Some(language), Some(exploration)) => {
            let (mut network, surroundings) = resolve_model(path, language, questions)?;
            let mut formulas = Formulas::parse_within(questions, &surroundings)?;
            if network.observables.is_some() {
                return Err(Fault::Unsupported("--explore is not for models of the kind pomdp".to_string()));
            }
            explore::label_states(&mut network, &mut formulas, "with --explore")?;
            let (explored, left_out) = if explore::is_guided(&exploration.search) {
                let precision = (questions.epsilon, questions.threads);
                let ModelWatch { interrupt, on_outlook, .. } = watch;
                explore::explore_towards(network, &formulas, exploration, precision, interrupt, on_outlook)?
            } else {
                (explore::explore_model(network, exploration, watch.interrupt, watch.on_beat)?, Vec::new())
            };
            let part = ExploredPart { complete: explored.complete };
            let mut warnings = Vec::new();
            if !left_out.is_empty() {
                let (shown, more) = left_out.split_at(left_out.len().min(8));
                let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
                let names = shown.join(", ");
                warnings.push(format!("no question depends on {names}{more}, so that their values were left out"));
            }
            if !explored.limits_hit.is_empty() {
                warnings.push(format!("the exploration was ended by {}", explored.limits_hit.join(", ")));
            }
            let (model, limits_hit) = (explored.model, explored.limits_hit);
            Ok(Loaded { model, formulas, warnings, explored: Some(part), limits_hit, observations: None })
        }
    }
}

/// Whether transitions in a file are said to have rates; what is wrong with the file is said when it is loaded.
fn has_rates(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(1 << 12).read_to_end(&mut head));
    read.is_ok() && markov::formats::tra::has_rates(&head)
}

pub(crate) fn load(files: &Files, find_siblings: bool, workers: usize) -> Result<Model, Fault> {
    let files = if find_siblings { files.clone().with_siblings() } else { files.clone() };
    Ok(Model::load_with(&files, workers)?)
}

fn load_observed(files: &Files, find_siblings: bool, workers: usize) -> Result<(Model, Option<Vec<u32>>), Fault> {
    let files = if find_siblings { files.clone().with_siblings() } else { files.clone() };
    Ok(Model::load_observed(&files, workers)?)
}

/// What went wrong with the model in a file.
pub(crate) fn in_file(path: &Path, error: ModelError) -> Fault {
    let sentence = format!("{}: {error}", path.display());
    match error {
        ModelError::Unsupported(_) => Fault::Unsupported(sentence),
        ModelError::Limit(_) => Fault::Limit(sentence),
        ModelError::Wrong(_) | ModelError::Input(_) => Fault::Input(sentence),
    }
}

/// Reads a model that is written in a language.
pub(crate) fn parse_model(path: &Path, language: Language) -> Result<ModelSource, Fault> {
    let bytes = markov::formats::source::read(path)?;
    // Older files have comments in Latin-1.
    let text =
        String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
    ModelSource::parse(language, text).map_err(|error| in_file(path, error))
}

/// The same, its constants with values.
pub(crate) fn resolve_model(
    path: &Path,
    language: Language,
    questions: &Questions,
) -> Result<(Network, Surroundings), Fault> {
    let source = parse_model(path, language)?;
    let mut constants = given_constants(questions)?;
    let network = source.resolve(&constants).map_err(|error| in_file(path, error))?;
    let mut taken: BTreeSet<String> = source.constants().into_iter().collect();
    for (name, value) in &network.constants {
        constants.set(name, value.clone());
        taken.insert(name.clone());
    }
    if network.kind.is_timed() {
        constants = constants.in_continuous_time();
    }
    let (formulas, properties) = (network.formulas.clone(), network.properties.clone());
    let clocks = network.clocks.clone();
    let surroundings = Surroundings { constants, formulas, taken, properties, clocks };
    Ok((network, surroundings))
}

fn build_model(path: &Path, network: Network, questions: &Questions, keep_actions: bool) -> Result<Built, Fault> {
    let actions = keep_actions || network.observables.is_some();
    let options = BuildOptions { exact: questions.exact, actions, states_max: None };
    models::build(network, &options).map_err(|error| in_file(path, error))
}

/// Converts a model between formats; returns what was written. Constants are for models in a language.
pub fn convert(
    input: Files,
    output: &Path,
    options: markov::WriteOptions,
    questions: &Questions,
) -> Result<Vec<PathBuf>, Fault> {
    files::check_writable(output)?;
    if let Some(language) = Language::of(&input.model) {
        let (network, _) = resolve_model(&input.model, language, questions)?;
        if network.observables.is_some() {
            return Err(Fault::Unsupported("what a pomdp's schedulers see has no place in these formats".to_string()));
        }
        let built = build_model(&input.model, network, questions, true)?;
        return Ok(markov::save(&built.model, output, options)?);
    }
    if questions.constants.is_some() {
        return Err(Fault::input("--const gives values to a model's constants, but this file has none"));
    }
    Ok(markov::convert(input, output, options)?)
}
