//! The exact distribution of a reward over complete runs: forward through the strongly connected components of the chain,
//! one number per pair of a state and an amount earned so far. Cycles that earn nothing are eliminated (each of their
//! states then only has ways out, as in Gauss's algorithm); one that earns has infinitely many amounts and is refused.

use std::collections::BTreeMap;

use dashu::rational::RBig;
use markov::graph::components::components;
use markov::rational;
use search::{IGNORED, RecordedGraph, UNEXPLORED};
use space::Decider;

use crate::fault::Fault;
use crate::report::{DistributionEntry, DistributionReport};

/// Amounts that a reward may take before we call it too many to list.
const AMOUNTS_MAX: usize = 100_000;
/// States of a cycle that are eliminated before we call it too large.
const CYCLE_MAX: usize = 1000;

/// A transition: where to, how much it earns, and its probability.
type Edge = ((u32, u64), RBig);

/// Where runs are over, and with what amount: given a state and the amount earned on the way there.
type Over<'a> = &'a dyn Fn(usize, u64) -> Option<u64>;

pub fn of(graph: &RecordedGraph, reward: usize) -> Result<DistributionReport, Fault> {
    let name = &graph.reward_names[reward];
    let first = graph.initial_rewards.get(reward).copied().unwrap_or(0);
    let over = |state: usize, amount: u64| graph.row(state).targets.is_empty().then_some(amount);
    let ended = law(graph, first, &|state, pick| graph.earned(state, pick, reward), &over)
        .map_err(|why| Fault::Input(format!("--distribution: the distribution of \"{name}\" {why}")))?;
    let without_end = rest_of(&ended).map(|rest| rest.to_string());
    let values = ended.into_iter().map(|(value, exact)| DistributionEntry {
        value,
        probability: rational::nearest(&exact),
        exact: exact.to_string(),
    });
    Ok(DistributionReport { reward: name.clone(), values: values.collect(), without_end })
}

/// What is missing to one, if something is.
pub fn rest_of(law: &BTreeMap<u64, RBig>) -> Option<RBig> {
    let rest = law.values().fold(RBig::ONE, |rest, probability| rest - probability);
    (rest != RBig::ZERO).then_some(rest)
}

/// The probability of each amount with which runs are over, or why it cannot be had.
pub fn law(
    graph: &RecordedGraph,
    first: u64,
    earned: &dyn Fn(usize, usize) -> u64,
    over: Over<'_>,
) -> Result<BTreeMap<u64, RBig>, &'static str> {
    let count = graph.state_count();
    let mut starts = Vec::with_capacity(count + 1);
    let mut targets = Vec::new();
    for state in 0..count {
        starts.push(targets.len());
        if over(state, 0).is_none() {
            targets.extend_from_slice(graph.row(state).targets);
        }
    }
    starts.push(targets.len());
    let successor = |edge: usize| (targets[edge] < IGNORED).then_some(targets[edge] as usize);
    let found = components(count, |_| true, |state| starts[state]..starts[state + 1], successor);
    let numbers = found.numbering(count);
    let mut pending: Vec<BTreeMap<u64, RBig>> = vec![BTreeMap::new(); count];
    pending[0].insert(first, RBig::ONE);
    let mut ended: BTreeMap<u64, RBig> = BTreeMap::new();
    // Components come successors first.
    for component in (0..found.count()).rev() {
        let members = found.get(component);
        if members.iter().all(|state| pending[*state as usize].is_empty()) {
            continue;
        }
        let is_inside = |target: u32| numbers[target as usize] == component as u32;
        let mut rows = Vec::with_capacity(members.len());
        for &state in members {
            let is_over = over(state as usize, 0).is_some();
            rows.push(if is_over { Vec::new() } else { edges(graph, state as usize, earned)? });
        }
        let is_cycle = rows.iter().flatten().any(|((target, _), _)| is_inside(*target));
        if is_cycle && rows.iter().flatten().all(|((target, _), _)| is_inside(*target)) {
            // Nothing leaves it: the program never ends.
            members.iter().for_each(|state| pending[*state as usize].clear());
            continue;
        }
        if is_cycle {
            if rows.iter().flatten().any(|((target, earned), _)| is_inside(*target) && *earned > 0) {
                return Err(
                    "has infinitely many values, because the program can go round a loop and earn it again and again; \
                     ask R=? for the expected value",
                );
            }
            if members.len() > CYCLE_MAX {
                return Err("takes too long to compute, because the program has a loop with very many states");
            }
            eliminate(members, &mut rows);
        }
        for (&state, row) in members.iter().zip(&rows) {
            let here = std::mem::take(&mut pending[state as usize]);
            if over(state as usize, 0).is_some() {
                for (amount, probability) in here {
                    let outcome =
                        over(state as usize, amount).expect("whether it is over does not depend on the amount");
                    *ended.entry(outcome).or_insert(RBig::ZERO) += probability;
                }
                continue;
            }
            for ((target, earned), weight) in row {
                let there = &mut pending[*target as usize];
                for (amount, probability) in &here {
                    *there.entry(amount + earned).or_insert(RBig::ZERO) += probability * weight;
                }
                if there.len() > AMOUNTS_MAX {
                    return Err("has too many values to be listed");
                }
            }
        }
    }
    Ok(ended)
}

/// The transitions of a state, or why the distribution cannot be had.
fn edges(graph: &RecordedGraph, state: usize, earned: &dyn Fn(usize, usize) -> u64) -> Result<Vec<Edge>, &'static str> {
    let row = graph.row(state);
    if row.targets.contains(&UNEXPLORED) {
        return Err("is not known, because the program was not explored to its end; raise the limits");
    }
    if row.decider != Decider::Coin && row.targets.len() > 1 {
        return Err("depends on decisions of schedulers or of data; it is defined for coins only");
    }
    let weights = exact_weights(row.probabilities);
    let weight = |pick: usize| weights.as_ref().map_or(RBig::ONE, |all| all[pick].clone());
    let possible = row.targets.iter().enumerate().filter(|(_, target)| **target != IGNORED);
    Ok(possible.map(|(pick, target)| ((*target, earned(state, pick)), weight(pick))).collect())
}

/// Replaces the rows of a component, whose inner edges earn nothing, by where one finally leaves it and how probably.
fn eliminate(members: &[u32], rows: &mut [Vec<Edge>]) {
    let place: BTreeMap<u32, usize> = members.iter().enumerate().map(|(place, state)| (*state, place)).collect();
    let mut sums: Vec<BTreeMap<(u32, u64), RBig>> = rows.iter().map(|row| collected(row.iter().cloned())).collect();
    for (&state, &at) in &place {
        let inside = (state, 0);
        let mut own = std::mem::take(&mut sums[at]);
        if let Some(again) = own.remove(&inside) {
            let rest = RBig::ONE - again;
            own.values_mut().for_each(|weight| *weight = &*weight / &rest);
        }
        for other in sums.iter_mut() {
            if let Some(through) = other.remove(&inside) {
                for (edge, weight) in &own {
                    *other.entry(*edge).or_insert(RBig::ZERO) += weight * &through;
                }
            }
        }
        sums[at] = own;
    }
    for (row, sum) in rows.iter_mut().zip(sums) {
        *row = sum.into_iter().collect();
    }
}

fn collected(edges: impl Iterator<Item = Edge>) -> BTreeMap<(u32, u64), RBig> {
    let mut sums = BTreeMap::new();
    for (edge, weight) in edges {
        *sums.entry(edge).or_insert(RBig::ZERO) += weight;
    }
    sums
}

/// The fractions that a coin's doubles mean, summing to exactly one.
fn exact_weights(weights: Option<&[f64]>) -> Option<Vec<RBig>> {
    let meant: Vec<RBig> = weights?.iter().map(|weight| rational::meant(*weight)).collect();
    let sum = meant.iter().fold(RBig::ZERO, |sum, weight| sum + weight);
    if sum == RBig::ONE {
        return Some(meant);
    }
    let simplest: Vec<RBig> = weights?.iter().map(|weight| rational::simplest_within_half_ulp(*weight)).collect();
    let sum_simplest = simplest.iter().fold(RBig::ZERO, |sum, weight| sum + weight);
    if sum_simplest == RBig::ONE {
        return Some(simplest);
    }
    Some(meant.into_iter().map(|weight| weight / &sum).collect())
}
