//! From the explored graph to a Markov model.
//!
//! A coin's alternatives are one row; those of the scheduler or the environment are a row each. States of which not
//! everything was explored are *open*: the checker treats what is missing as anything. An alternative that an assumption
//! ruled out does not exist; a state that has none left is ruled out itself, and so are the decisions that lead there. A
//! coin cannot avoid such a state, so the probability of going there is lost to a state labelled `sink`.

use markov::{Builder, Edge, Model};
use search::{IGNORED, RecordedGraph, UNEXPLORED};
use space::{Decider, Standing};

/// How the graph is to be rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rendering {
    /// Add up the probabilities of edges with the same source and target.
    pub merge: bool,
    /// A state before the first choice, with an edge to it: always (as JPF numbers it -1), or only if rewards need it.
    pub root: bool,
}

/// Makes a model. `renamed` gives built-in labels further names.
pub fn build(graph: &RecordedGraph, renamed: &[(String, &'static str)], rendering: Rendering) -> Model {
    let ruled_out = ruled_out(graph);
    let earns_first = earns_first(graph);
    let at_first_edges = earns_first && !rendering.root && has_first_edges(graph);
    let root = rendering.root || earns_first && !at_first_edges;
    let shift = u32::from(root);
    let mut builder = Builder::new(&graph.label_names, &graph.reward_names);
    let states = graph.state_count() as u32;
    builder.states_at_least(states + shift);
    let initial_rewards: Vec<f64> = graph.initial_rewards.iter().map(|earned| *earned as f64).collect();
    if root {
        builder.edge_earning(Edge { source: 0, choice: 0, target: 1, probability: 1.0 }, &initial_rewards);
    }
    let mut lost = None;
    for state in 0..states {
        let row = graph.row(state as usize);
        let source = state + shift;
        let is_coin = row.decider == Decider::Coin;
        for (pick, &target) in row.targets.iter().enumerate() {
            if target == UNEXPLORED {
                builder.open(source);
                continue;
            }
            let is_out = target == IGNORED || ruled_out[target as usize];
            if is_out && !is_coin {
                continue;
            }
            let target = if is_out { *lost.get_or_insert(states + shift) } else { target + shift };
            let mut earned: Vec<f64> =
                (0..graph.reward_names.len()).map(|reward| graph.earned(state as usize, pick, reward) as f64).collect();
            if at_first_edges && state == 0 {
                earned.iter_mut().zip(&initial_rewards).for_each(|(sum, first)| *sum += first);
            }
            let probability = row.probabilities.map_or(1.0, |weights| weights[pick]);
            let choice = if is_coin { 0 } else { pick as u32 };
            builder.edge_earning(Edge { source, choice, target, probability }, &earned);
        }
        for label in (0..graph.label_names.len()).filter(|label| graph.holds(state as usize, *label)) {
            builder.label(label, source);
        }
    }
    if let Some(lost) = lost {
        builder.states_at_least(lost + 1);
    }
    add_built_in_labels(graph, &mut builder, shift, lost, renamed);
    builder.build(rendering.merge)
}

/// How much larger the states' numbers are in a model without the root of JPF.
pub(crate) fn shift_of_states(graph: &RecordedGraph) -> u32 {
    u32::from(earns_first(graph) && !has_first_edges(graph))
}

/// The alternatives of a state that the model has, in the order of its rows.
pub(crate) fn decisions(graph: &RecordedGraph) -> impl Fn(u32) -> Vec<u32> {
    let ruled_out = ruled_out(graph);
    move |state| {
        let targets = graph.row(state as usize).targets.iter().enumerate();
        let is_there = |target: u32| is_explored(target) && !ruled_out[target as usize];
        targets.filter(|(_, target)| is_there(**target)).map(|(pick, _)| pick as u32).collect()
    }
}

/// Whether a transition leads to a state.
pub(crate) fn is_explored(target: u32) -> bool {
    target != UNEXPLORED && target != IGNORED
}

/// Whether something is earned before the first choice.
fn earns_first(graph: &RecordedGraph) -> bool {
    graph.initial_rewards.iter().any(|earned| *earned > 0)
}

/// Whether the first transitions are taken once, so that they can earn what was earned before them.
fn has_first_edges(graph: &RecordedGraph) -> bool {
    !is_re_entered(graph) && !graph.row(0).targets.is_empty()
}

/// Whether a transition leads back to the initial state, so that what it earns cannot be told from what was earned
/// before it.
fn is_re_entered(graph: &RecordedGraph) -> bool {
    (0..graph.state_count()).any(|state| graph.row(state).targets.contains(&0))
}

fn add_built_in_labels(
    graph: &RecordedGraph,
    builder: &mut Builder,
    shift: u32,
    lost: Option<u32>,
    renamed: &[(String, &'static str)],
) {
    let mut names: Vec<(String, &str)> = Vec::new();
    for (name, _) in crate::labels::BUILT_IN {
        if !graph.label_names.iter().any(|known| known == name) {
            names.push((name.to_owned(), name));
        }
    }
    for (name, built_in) in renamed.iter().filter(|(name, built_in)| name != built_in) {
        names.push((name.clone(), built_in));
    }
    for (name, built_in) in names {
        let label = builder.add_label(&name);
        match built_in {
            "init" => builder.label(label, 0),
            "sink" => lost.into_iter().for_each(|lost| builder.label(label, lost)),
            _ => {
                let wanted = if built_in == "end" { Standing::Ended } else { Standing::Deadlocked };
                for state in (0..graph.state_count()).filter(|state| graph.standing(*state) == wanted) {
                    builder.label(label, state as u32 + shift);
                }
            }
        }
    }
}

/// The states that only lead to failed assumptions: all alternatives explored, none left.
fn ruled_out(graph: &RecordedGraph) -> Vec<bool> {
    let count = graph.state_count();
    let mut out = vec![false; count];
    let has_ignored = (0..count).any(|state| graph.row(state).targets.contains(&IGNORED));
    if !has_ignored {
        return out;
    }
    // How many alternatives are left, and who leads where: a worklist settles it in linear time.
    let mut left: Vec<usize> = (0..count).map(|state| graph.row(state).targets.len()).collect();
    let mut predecessors: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut work = Vec::new();
    for (state, rest) in left.iter_mut().enumerate() {
        for &target in graph.row(state).targets {
            if target == IGNORED {
                *rest -= 1;
            } else if target != UNEXPLORED {
                predecessors[target as usize].push(state as u32);
            }
        }
        // The initial state stays, whatever becomes of it: a model needs one.
        if *rest == 0 && !graph.row(state).targets.is_empty() && state != 0 {
            out[state] = true;
            work.push(state);
        }
    }
    while let Some(state) = work.pop() {
        for &before in &predecessors[state] {
            let before = before as usize;
            left[before] -= 1;
            if left[before] == 0 && before != 0 && !out[before] {
                out[before] = true;
                work.push(before);
            }
        }
    }
    out
}
