//! `hazard lts`: searches a labelled transition system for an action or a deadlock.

use std::path::PathBuf;
use std::time::Instant;

use lts::{Goal, LtsSystem};
use search::{BeatListener, Found, Settings, build, explore, parse_spec, replay};
use serde::Serialize;
use space::{System, ViolationKind};

use crate::draft::{Cause, Draft, Telling};
use crate::fault::Fault;
use crate::job::Limits;
use crate::report::{Verdict, peak_bytes};

#[derive(Clone, Debug)]
pub struct LtsJob {
    pub model: PathBuf,
    pub goal: Goal,
    pub search: String,
    pub heuristic: Option<String>,
    pub seed: u64,
    pub limits: Limits,
    pub all_errors: bool,
}

/// Counts as the highway paper does (Engels et al. 2009): `states` are those fully expanded.
#[derive(Clone, Debug, Serialize)]
pub struct LtsReport {
    pub verdict: Verdict,
    pub exact: bool,
    pub states: u64,
    pub transitions: u64,
    /// Distinct states met, expanded or not.
    pub discovered: u64,
    pub end_states: u64,
    pub max_depth: u64,
    pub time_ms: f64,
    pub peak_bytes: u64,
    pub store_bytes: u64,
    pub complete: bool,
    /// Nothing is known of how probable transitions are: all or nothing.
    pub progress: f64,
    pub limits_hit: Vec<String>,
    pub violations: Vec<LtsViolation>,
    /// Transition systems are not asked questions.
    pub properties: [(); 0],
    /// The size of the model itself.
    pub model_states: u64,
    pub model_transitions: u64,
    pub search: String,
    pub seed: u64,
    pub version: &'static str,
}

#[derive(Clone, Debug, Serialize)]
pub struct LtsViolation {
    pub kind: String,
    pub message: String,
    /// The number of actions to it, the searched one included.
    pub depth: u64,
    /// States expanded when it was found.
    pub states: u64,
    pub trace: Vec<LtsStep>,
}

#[derive(Clone, Debug, Serialize)]
pub struct LtsStep {
    pub choice: &'static str,
    pub pick: u32,
    pub of: u32,
    pub action: String,
}

impl LtsReport {
    pub fn exit_status(&self) -> i32 {
        match self.verdict {
            Verdict::Holds => 0,
            Verdict::Violated => 1,
            Verdict::Inconclusive => 3,
        }
    }
}

pub fn search_lts(job: &LtsJob, draft: &Draft, on_beat: Option<BeatListener<'_>>) -> Result<LtsReport, Fault> {
    let started = Instant::now();
    let spec = parse_spec(&job.search)?;
    draft.tell(Telling::Transitions(Box::new(empty_report(job, spec.name(), None))));
    draft.begin(started, job.limits.time, job.limits.memory);
    let lts = lts::read_file(&job.model).map_err(|error| Fault::Input(named(&job.model, &error.to_string())))?;
    let system = LtsSystem::new(lts, job.goal.clone()).map_err(|error| Fault::Input(error.to_string()))?;
    let heuristic = match &job.heuristic {
        Some(name) => {
            let known = system.heuristics();
            known.iter().position(|known| known == name).ok_or_else(|| {
                Fault::Input(format!(
                    "unknown heuristic '{name}' of transition systems; there are {}",
                    known.join(", ")
                ))
            })?
        }
        None => 0,
    };
    let stop = draft.flag();
    draft.tell(Telling::Transitions(Box::new(empty_report(job, spec.name(), Some(&system)))));
    let settings = Settings {
        limits: search::Limits {
            // States are counted when they are expanded, and so is the limit on them.
            max_states: None,
            max_expanded: job.limits.states,
            max_transitions: job.limits.transitions,
            max_depth: job.limits.depth,
            max_instructions: None,
            max_time: job.limits.time.map(|time| time.saturating_sub(started.elapsed())),
            max_memory: job.limits.memory,
        },
        all_errors: job.all_errors,
        properties: vec![ViolationKind::Action, ViolationKind::Deadlock],
        heuristic,
        seed: job.seed,
        interrupt: Some(&stop),
        journal: Some(&draft.journal),
        on_beat,
        ..Settings::default()
    };
    let outcome = explore(&system, &mut *build(&spec), settings, vec![])?;
    let mut violations = Vec::new();
    for found in &outcome.violations {
        let replayed = replay(&system, &found.path)?;
        violations.push(LtsViolation {
            kind: found.violation.kind.name().to_owned(),
            message: found.violation.message.clone(),
            depth: u64::from(found.depth()),
            states: found.expanded,
            trace: (replayed.steps.into_iter())
                .map(|step| LtsStep {
                    choice: "data",
                    pick: step.pick.0,
                    of: step.alternatives,
                    action: step.action.unwrap_or_default(),
                })
                .collect(),
        });
    }
    let mut limits_hit: Vec<String> = outcome.limits_hit.iter().map(|limit| limit.name().to_owned()).collect();
    if outcome.interrupted {
        limits_hit.push(draft.cause().unwrap_or(Cause::Interrupted).name().into());
    }
    let verdict = if !violations.is_empty() {
        Verdict::Violated
    } else if outcome.complete {
        Verdict::Holds
    } else {
        Verdict::Inconclusive
    };
    Ok(LtsReport {
        verdict,
        exact: outcome.exact,
        states: outcome.expanded,
        transitions: outcome.transitions,
        discovered: outcome.states,
        end_states: outcome.end_states + outcome.deadlocked_states,
        max_depth: u64::from(outcome.max_depth),
        time_ms: started.elapsed().as_secs_f64() * 1e3,
        peak_bytes: peak_bytes(),
        store_bytes: outcome.store_bytes,
        complete: outcome.complete,
        progress: f64::from(u8::from(outcome.complete)),
        limits_hit,
        violations,
        ..empty_report(job, spec.name(), Some(&system))
    })
}

/// What is known before anything is searched.
/// Before anything is known, or before the system has been read.
fn empty_report(job: &LtsJob, search: &str, system: Option<&LtsSystem>) -> LtsReport {
    LtsReport {
        verdict: Verdict::Inconclusive,
        exact: true,
        states: 0,
        transitions: 0,
        discovered: 0,
        end_states: 0,
        max_depth: 0,
        time_ms: 0.0,
        peak_bytes: 0,
        store_bytes: 0,
        complete: false,
        progress: 0.0,
        limits_hit: Vec::new(),
        violations: Vec::new(),
        properties: [],
        model_states: system.map_or(0, |system| u64::from(system.lts().state_count())),
        model_transitions: system.map_or(0, |system| system.lts().edges.len() as u64),
        search: search.to_owned(),
        seed: job.seed,
        version: crate::VERSION,
    }
}

impl LtsViolation {
    /// As much as is known without following the way there again.
    pub(crate) fn untold(found: &Found) -> LtsViolation {
        LtsViolation {
            kind: found.violation.kind.name().to_owned(),
            message: found.violation.message.clone(),
            depth: u64::from(found.depth()),
            states: found.expanded,
            trace: Vec::new(),
        }
    }
}

/// The sentence with the file's name in front, unless it has it.
fn named(path: &std::path::Path, sentence: &str) -> String {
    let name = path.display().to_string();
    if sentence.contains(&name) { sentence.to_owned() } else { format!("{name}: {sentence}") }
}
