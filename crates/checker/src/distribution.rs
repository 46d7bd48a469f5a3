//! The exact distribution of a reward over complete runs: forward through the states in topological order, one number per
//! pair of a state and an amount earned so far.

use std::collections::BTreeMap;

use dashu::rational::RBig;
use markov::rational;
use search::{IGNORED, RecordedGraph, UNEXPLORED};
use space::Decider;

use crate::fault::Fault;
use crate::report::{DistributionEntry, DistributionReport};

/// Amounts that a reward may take before we call it too many to list.
const AMOUNTS_MAX: usize = 100_000;

pub fn of(graph: &RecordedGraph, reward: usize) -> Result<DistributionReport, Fault> {
    let name = &graph.reward_names[reward];
    let refuse = |why: &str| Fault::Input(format!("--distribution: the distribution of \"{name}\" {why}"));
    let order = topological(graph).ok_or_else(|| {
        refuse("cannot be listed, because the program can come back to a state; ask R=? for the expected value")
    })?;
    let mut pending: Vec<BTreeMap<u64, RBig>> = vec![BTreeMap::new(); graph.state_count()];
    pending[0].insert(graph.initial_rewards.get(reward).copied().unwrap_or(0), RBig::ONE);
    let mut ended: BTreeMap<u64, RBig> = BTreeMap::new();
    for state in order {
        let here = std::mem::take(&mut pending[state]);
        let row = graph.row(state);
        if row.targets.is_empty() {
            for (amount, probability) in here {
                *ended.entry(amount).or_insert(RBig::ZERO) += probability;
            }
            continue;
        }
        if row.decider != Decider::Coin && row.targets.len() > 1 {
            return Err(refuse("depends on decisions of schedulers or of data; it is defined for coins only"));
        }
        let weights = exact_weights(row.probabilities);
        for (pick, &target) in row.targets.iter().enumerate() {
            if target == UNEXPLORED {
                return Err(refuse("is not known, because the program was not explored to its end; raise the limits"));
            }
            if target == IGNORED {
                continue;
            }
            let earned = graph.earned(state, pick, reward);
            for (amount, probability) in &here {
                let share = weights.as_ref().map_or_else(|| probability.clone(), |all| probability * &all[pick]);
                *pending[target as usize].entry(amount + earned).or_insert(RBig::ZERO) += share;
            }
            if pending[target as usize].len() > AMOUNTS_MAX {
                return Err(refuse("has too many values to be listed"));
            }
        }
    }
    let values = ended.into_iter().map(|(value, exact)| DistributionEntry {
        value,
        probability: rational::nearest(&exact),
        exact: exact.to_string(),
    });
    Ok(DistributionReport { reward: name.clone(), values: values.collect() })
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

/// All states, each before its successors; `None` if there is a cycle.
fn topological(graph: &RecordedGraph) -> Option<Vec<usize>> {
    let count = graph.state_count();
    let mut incoming = vec![0u32; count];
    let successors = |state: usize| graph.row(state).targets.iter().filter(|target| **target < IGNORED);
    for state in 0..count {
        for target in successors(state) {
            incoming[*target as usize] += 1;
        }
    }
    let mut order: Vec<usize> = (0..count).filter(|state| incoming[*state] == 0).collect();
    let mut next = 0;
    while next < order.len() {
        let state = order[next];
        next += 1;
        for target in successors(state) {
            incoming[*target as usize] -= 1;
            if incoming[*target as usize] == 0 {
                order.push(*target as usize);
            }
        }
    }
    (order.len() == count).then_some(order)
}
