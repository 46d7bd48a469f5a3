//! `hazard mc`: formulas over a Markov model in a file; and `hazard convert`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use markov::{Files, Kind, Model, Sampling, simulate};
use models::{BuildOptions, Built, Language, ModelError, ModelSource};
use serde::Serialize;

use crate::fault::Fault;
use crate::files;
use crate::job::Questions;
use crate::picture::Picture;
use crate::questions::{Formulas, Surroundings, given_constants};
use crate::report::{PropertyReport, Verdict, peak_bytes};

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
}

#[derive(Clone, Debug, Serialize)]
pub struct ModelReport {
    pub verdict: Verdict,
    /// `chain` or `process`.
    pub model: &'static str,
    pub states: u64,
    pub choices: u64,
    pub transitions: u64,
    pub labels: Vec<String>,
    /// What the model has that its author may not have meant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
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
        match self.verdict {
            Verdict::Holds => 0,
            Verdict::Violated => 1,
            Verdict::Inconclusive => 3,
        }
    }
}

pub fn check_model(job: &ModelJob) -> Result<ModelReport, Fault> {
    let started = Instant::now();
    let questions = &job.questions;
    if !(questions.epsilon > 0.0 && questions.epsilon < 1.0) {
        return Err(Fault::Input(format!("--epsilon {} is not between 0 and 1", questions.epsilon)));
    }
    if let Some(path) = &questions.scheduler {
        files::check_writable(path)?;
    }
    let (model, formulas, warnings) = match Language::of(&job.files.model) {
        Some(language) => {
            let (built, surroundings) = build_model(&job.files.model, language, questions, false)?;
            (built.model, Formulas::parse_within(questions, &surroundings)?, built.warnings)
        }
        None => {
            let formulas = Formulas::parse(questions)?;
            (load(&job.files, job.find_siblings, questions.threads)?, formulas, Vec::new())
        }
    };
    let load_ms = started.elapsed().as_secs_f64() * 1e3;
    let (properties, schedulers) = match job.simulate {
        Some(runs) => {
            let defaults = Sampling::default();
            let confidence = job.confidence.unwrap_or(defaults.confidence);
            let sampling = Sampling { runs, seed: job.seed, confidence, ..defaults };
            formulas.answer_with(|property| simulate(&model, &property.formula, &sampling))?
        }
        None => formulas.answer(&model, questions)?,
    };
    if let Some(path) = &questions.scheduler {
        if schedulers.is_empty() {
            let reason = "no formula asks for an optimum over schedulers (Pmax=?, Rmin=?, …) that has one";
            return Err(Fault::Input(format!("--scheduler {}: {reason}", path.display())));
        }
        let mut text = Vec::new();
        schedulers.iter().for_each(|optimal| optimal.append_to(&mut text, &[]));
        files::write(path, &text)?;
    }
    let verdict = if properties.iter().any(|property| property.holds == Some(false)) {
        Verdict::Violated
    } else if properties.iter().any(PropertyReport::is_unknown) {
        Verdict::Inconclusive
    } else {
        Verdict::Holds
    };
    Ok(ModelReport {
        verdict,
        model: if model.kind == Kind::Chain { "chain" } else { "process" },
        states: model.states() as u64,
        choices: model.rows() as u64,
        transitions: model.transitions() as u64,
        warnings,
        labels: model.labels.iter().map(|label| label.name.clone()).collect(),
        time_ms: started.elapsed().as_secs_f64() * 1e3,
        load_ms,
        peak_bytes: peak_bytes(),
        properties,
        simulated_runs: job.simulate,
        picture: job.picture.then(|| Picture::of_model(&model)),
        version: crate::VERSION,
    })
}

fn load(files: &Files, find_siblings: bool, workers: usize) -> Result<Model, Fault> {
    let files = if find_siblings { files.clone().with_siblings() } else { files.clone() };
    Ok(Model::load_with(&files, workers)?)
}

/// Builds a model that is written in a language.
fn build_model(
    path: &Path,
    language: Language,
    questions: &Questions,
    keep_actions: bool,
) -> Result<(Built, Surroundings), Fault> {
    let bytes = markov::formats::source::read(path)?;
    let in_file = |error: ModelError| match error {
        ModelError::Unsupported(_) => Fault::Unsupported(format!("{}: {error}", path.display())),
        ModelError::Limit(_) => Fault::Limit(format!("{}: {error}", path.display())),
        ModelError::Wrong(_) | ModelError::Input(_) => Fault::Input(format!("{}: {error}", path.display())),
    };
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Fault::Input(format!("{}: the file is no text: byte {at} is not valid UTF-8", path.display()))
    })?;
    let source = ModelSource::parse(language, text).map_err(in_file)?;
    let mut constants = given_constants(questions)?;
    let network = source.resolve(&constants).map_err(in_file)?;
    let mut taken: BTreeSet<String> = source.constants().into_iter().collect();
    for (name, value) in &network.constants {
        constants.set(name, value.clone());
        taken.insert(name.clone());
    }
    let surroundings = Surroundings { constants, formulas: network.formulas.clone(), taken };
    let options = BuildOptions { exact: questions.exact, actions: keep_actions, states_max: None };
    let built = models::build(network, &options).map_err(in_file)?;
    if built.model.exits.is_some() {
        let sentence = "models in continuous time (ctmc) are not supported yet";
        return Err(Fault::Unsupported(format!("{}: {sentence}", path.display())));
    }
    Ok((built, surroundings))
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
        let (built, _) = build_model(&input.model, language, questions, true)?;
        return Ok(markov::save(&built.model, output, options)?);
    }
    if questions.constants.is_some() {
        return Err(Fault::input("--const gives values to a model's constants, but this file has none"));
    }
    Ok(markov::convert(input, output, options)?)
}
