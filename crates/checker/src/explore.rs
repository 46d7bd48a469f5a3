//! `hazard mc MODEL --explore STRATEGY`: a model too large to build is explored in part, by any search; what is not known may
//! be anything, so that answers are proven bounds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use logic::{Formula, Optimum, Path, Query, Steps};
use markov::Model;
use markov::solvers::Objective;
use models::{Kind, ModelError, Network, NetworkSystem, Outlook, Patience, Target, words_needed};
use search::{BeatListener, Recorder, Settings, build, explore, parse_spec};

use crate::fault::Fault;
use crate::job::Limits;
use crate::memory::Budget;
use crate::model::{self, Rendering};
use crate::questions::Formulas;

/// Of the time there is, exploring may take so much: the questions are answered in the rest.
const SHARE: f64 = 0.5;

/// How a model is explored.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// A search and its options, as for programs.
    pub search: String,
    pub limits: Limits,
    pub seed: u64,
}

/// The part that was explored.
pub struct Explored {
    pub model: Model,
    pub complete: bool,
    pub limits_hit: Vec<String>,
}

/// Makes the states that the formulas speak of labels of the network, and the formulas speak of those. `how` they are answered is
/// said where they cannot be.
pub fn label_states(network: &mut Network, formulas: &mut Formulas, how: &str) -> Result<(), Fault> {
    let mut labels: Vec<(String, models::Term)> = Vec::new();
    for property in formulas.properties_mut() {
        let unsupported = |what: &str| {
            let sentence = format!("{}: {what} {how}", property.text);
            Err(Fault::Unsupported(sentence))
        };
        let Formula::Probability { path, .. } = &property.formula else {
            return unsupported("only P is supported");
        };
        if network.kind == Kind::Process && counts_steps(path) {
            return unsupported("steps of a decision process (X and step bounds) are not supported");
        }
        if mentions_time(path) {
            return unsupported("time bounds are not supported");
        }
        if mentions_earnings(path) {
            return unsupported("bounds on what is earned are not supported");
        }
        let mut failed = None;
        property.formula.for_each_part_mut(&mut |states| {
            let name = states.to_string();
            match network.term_of(states) {
                Some(term) if term.kind == models::Type::Bool => {
                    if labels.iter().all(|(known, _)| *known != name) {
                        labels.push((name.clone(), term));
                    }
                    *states = Formula::Label(name);
                }
                _ => failed = Some(name),
            }
        });
        if let Some(states) = failed {
            return unsupported(&format!("`{states}` is not supported (an expression over variables and labels is)"));
        }
    }
    network.labels = labels;
    network.rewards.clear();
    Ok(())
}

fn counts_steps(path: &Path) -> bool {
    let here = match path {
        Path::Next(_) => true,
        Path::Eventually(steps, _) | Path::Globally(steps, _) => !steps.is_unbounded(),
        Path::Until(steps, ..) | Path::WeakUntil(steps, ..) | Path::Release(steps, ..) => !steps.is_unbounded(),
        _ => false,
    };
    here || path.operands().into_iter().any(counts_steps)
}

fn mentions_earnings(path: &Path) -> bool {
    matches!(path, Path::Spending(..)) || path.operands().into_iter().any(mentions_earnings)
}

fn mentions_time(path: &Path) -> bool {
    matches!(path, Path::Within(..)) || path.operands().into_iter().any(mentions_time)
}

/// What shows how far a guided exploration is.
pub type OutlookListener<'a> = Box<dyn FnMut(&Outlook) + 'a>;

/// Whether a search is the guided one, which is not one of those for programs.
pub fn is_guided(search: &str) -> bool {
    matches!(search.split(',').next().unwrap_or_default().trim(), "gap" | "brtdp")
}

/// Explores where it is not known yet how likely the goals are, until that is known well enough or limits are reached.
pub fn explore_towards(
    mut network: Network,
    formulas: &Formulas,
    exploration: &Exploration,
    (epsilon, workers): (f64, usize),
    interrupt: Option<Arc<AtomicBool>>,
    mut on_outlook: Option<OutlookListener<'_>>,
) -> Result<(Explored, Vec<String>), Fault> {
    if exploration.search.contains(',') {
        return Err(Fault::Input(format!("--explore {}: gap has no options", exploration.search)));
    }
    let limits = &exploration.limits;
    if limits.depth.is_some() {
        return Err(Fault::input("--max-depth is not for --explore gap, which goes where it is not known yet"));
    }
    let targets = formulas.properties().iter().map(|property| target(&mut network, &property.formula));
    // A question that is no single until has no gap to follow; then none is followed.
    let targets: Vec<Target> = targets.collect::<Option<Vec<Target>>>().unwrap_or_default();
    let left_out = models::slice(&mut network);
    let patience = Patience {
        states: limits.states,
        transitions: limits.transitions,
        time: limits.time.map(|time| time.mul_f64(SHARE)),
        memory: limits.memory,
        epsilon,
        seed: exploration.seed,
        workers,
    };
    let budget = Budget::of_this_process();
    let mut is_spent = false;
    let mut tell = |outlook: &Outlook| {
        if let Some(listener) = &mut on_outlook {
            listener(outlook);
        }
        is_spent = is_spent || budget.is_spent(&budget.used());
        !is_spent && !interrupt.as_ref().is_some_and(|interrupt| interrupt.load(Ordering::Relaxed))
    };
    let part = models::explore_guided(network, &targets, &patience, &mut tell).map_err(|error| match error {
        ModelError::Unsupported(sentence) => Fault::Unsupported(sentence),
        other => Fault::Input(other.to_string()),
    })?;
    let limit = if is_spent { part.limit.map(|_| "max-memory") } else { part.limit };
    let limits_hit = limit.map(str::to_owned).into_iter().collect();
    Ok((Explored { model: part.model, complete: part.is_complete, limits_hit }, left_out))
}

/// What a question wants reached, if it is a single until without bounds.
fn target(network: &mut Network, formula: &Formula) -> Option<Target> {
    let Formula::Probability { optimum, query, path } = formula else { return None };
    let optimum = match (optimum, query) {
        (Some(optimum), _) => *optimum,
        (None, Query::Bound(comparison, _)) => comparison.deciding_optimum(),
        (None, Query::Value) => Optimum::Max,
    };
    let objective = if optimum.is_min() { Objective::Minimise } else { Objective::Maximise };
    let name = |path: &Path| match path.as_state() {
        Some(Formula::Label(name)) => Some(name.clone()),
        _ => None,
    };
    match &**path {
        Path::Eventually(Steps::ALL, goal) => {
            Some(Target { through: None, goal: name(goal)?, objective, complement: false })
        }
        Path::Until(Steps::ALL, through, goal) => {
            Some(Target { through: Some(name(through)?), goal: name(goal)?, objective, complement: false })
        }
        Path::Globally(Steps::ALL, good) => {
            let good = name(good)?;
            let term = network.labels.iter().find(|(known, _)| *known == good)?.1.clone();
            let bad = format!("!({good})");
            network.labels.push((bad.clone(), models::Term::negation(term).ok()?));
            Some(Target { through: None, goal: bad, objective: objective.opposite(), complement: true })
        }
        _ => None,
    }
}

/// Explores as far as the limits allow.
pub fn explore_model(
    network: Network,
    exploration: &Exploration,
    interrupt: Option<Arc<AtomicBool>>,
    on_beat: Option<BeatListener<'_>>,
) -> Result<Explored, Fault> {
    match words_needed(&network) {
        1 => explore_in::<1>(network, exploration, interrupt, on_beat),
        2 => explore_in::<2>(network, exploration, interrupt, on_beat),
        3 => explore_in::<3>(network, exploration, interrupt, on_beat),
        4 => explore_in::<4>(network, exploration, interrupt, on_beat),
        5..=8 => explore_in::<8>(network, exploration, interrupt, on_beat),
        9..=16 => explore_in::<16>(network, exploration, interrupt, on_beat),
        17..=64 => explore_in::<64>(network, exploration, interrupt, on_beat),
        words => Err(Fault::Unsupported(format!(
            "a state of this model needs {words} words of 64 bits; at most 64 are supported"
        ))),
    }
}

fn explore_in<const W: usize>(
    network: Network,
    exploration: &Exploration,
    interrupt: Option<Arc<AtomicBool>>,
    on_beat: Option<BeatListener<'_>>,
) -> Result<Explored, Fault> {
    let spec = parse_spec(&exploration.search)?;
    let system = NetworkSystem::<W>::new(network).map_err(|error| match error {
        ModelError::Unsupported(sentence) => Fault::Unsupported(sentence),
        other => Fault::Input(other.to_string()),
    })?;
    let limits = &exploration.limits;
    let settings = Settings {
        limits: search::Limits {
            max_states: limits.states,
            max_expanded: None,
            max_transitions: limits.transitions,
            max_depth: limits.depth,
            max_instructions: None,
            max_time: limits.time.map(|time| time.mul_f64(SHARE)),
            max_memory: limits.memory,
        },
        properties: Vec::new(),
        seed: exploration.seed,
        interrupt: interrupt.as_deref(),
        on_beat,
        ..Settings::default()
    };
    let mut recorder = Recorder::new(&system);
    let outcome = explore(&system, &mut *build(&spec), settings, vec![&mut recorder])?;
    if let Some(stuck) = outcome.faults.first() {
        return Err(stuck.fault.clone().into());
    }
    let mut limits_hit: Vec<String> = outcome.limits_hit.iter().map(|limit| limit.name().to_owned()).collect();
    if outcome.interrupted {
        limits_hit.push("interrupted".into());
    }
    let graph = recorder.into_graph();
    let model = model::build(&graph, &[], Rendering { merge: true, root: false });
    Ok(Explored { model, complete: outcome.complete, limits_hit })
}
