//! Strong probabilistic bisimulation (Larsen and Skou 1991) by signature refinement (Blom and Orzan 2003): states stay
//! together while they agree on what the formula can see and on the probability of reaching each class.

use std::collections::HashMap;

use logic::{Formula, RewardStructure};

use crate::bits::Bits;
use crate::check::for_each_formula;
use crate::model::{Column, Label, Model, Reward, Variable};

/// Probabilities are told apart to this precision: sums of doubles in different orders must agree.
const GRAIN: f64 = 1e13;

/// A row as seen from outside: its rewards and the probability of each class.
type RowSignature = (Vec<u64>, Vec<(u32, i64)>);

/// The quotient by the coarsest bisimulation that respects the labels, variables and rewards that `formula` uses.
pub fn minimise(model: &Model, formula: &Formula) -> Model {
    let labels = formula.labels();
    let variables = formula.variables();
    let rewards = used_rewards(model, formula);
    let mut class = initial_classes(model, &labels, &variables, &rewards);
    let row_rewards: Vec<Vec<f64>> = rewards.iter().map(|index| model.row_rewards(&model.rewards[*index])).collect();
    let mut count = class.iter().map(|class| *class as usize + 1).max().unwrap_or(0);
    loop {
        let mut seen: HashMap<(u32, Vec<RowSignature>), u32> = HashMap::new();
        let mut next = Vec::with_capacity(class.len());
        for state in 0..model.states() {
            let mut rows: Vec<RowSignature> =
                model.rows_of(state).map(|row| row_signature(model, row, &class, &row_rewards)).collect();
            rows.sort_unstable();
            rows.dedup();
            let fresh = seen.len() as u32;
            next.push(*seen.entry((class[state], rows)).or_insert(fresh));
        }
        let refined = seen.len();
        class = next;
        if refined == count {
            break;
        }
        count = refined;
    }
    quotient(model, &class, count, &labels, &variables, &rewards)
}

fn row_signature(model: &Model, row: usize, class: &[u32], rewards: &[Vec<f64>]) -> RowSignature {
    let mut sums: HashMap<u32, f64> = HashMap::new();
    for (target, probability) in model.row(row) {
        *sums.entry(class[target]).or_insert(0.0) += probability;
    }
    let mut parts: Vec<(u32, i64)> =
        sums.into_iter().map(|(class, sum)| (class, (sum * GRAIN).round() as i64)).collect();
    parts.sort_unstable();
    (rewards.iter().map(|values| values[row].to_bits()).collect(), parts)
}

/// The reward structures the formula speaks of.
fn used_rewards(model: &Model, formula: &Formula) -> Vec<usize> {
    let mut used = Vec::new();
    for_each_formula(formula, &mut |part| {
        if let Formula::Reward { structure, .. } = part {
            let index = match structure {
                RewardStructure::First => Some(0),
                RewardStructure::Index(index) => index.checked_sub(1),
                RewardStructure::Named(name) => {
                    model.rewards.iter().position(|reward| reward.name.as_deref() == Some(name))
                }
            };
            used.extend(index.filter(|index| *index < model.rewards.len()));
        }
    });
    used.sort_unstable();
    used.dedup();
    used
}

fn initial_classes(
    model: &Model,
    labels: &std::collections::BTreeSet<String>,
    variables: &std::collections::BTreeSet<String>,
    rewards: &[usize],
) -> Vec<u32> {
    let init = model.initial_bits();
    let sets: Vec<&Bits> = labels
        .iter()
        .filter_map(|name| match model.label(name) {
            Some(states) => Some(states),
            None if name == "init" => Some(&init),
            None if name == "deadlock" => Some(&model.deadlocks),
            None => None,
        })
        .collect();
    let columns: Vec<&Variable> = variables.iter().filter_map(|name| model.variable(name)).collect();
    let mut seen: HashMap<Vec<u64>, u32> = HashMap::new();
    (0..model.states())
        .map(|state| {
            let mut key: Vec<u64> = sets.iter().map(|set| u64::from(set.contains(state))).collect();
            key.extend(columns.iter().map(|column| column.at(state).to_bits()));
            key.extend(
                rewards
                    .iter()
                    .map(|index| model.rewards[*index].states.as_ref().map_or(0, |values| values[state].to_bits())),
            );
            let fresh = seen.len() as u32;
            *seen.entry(key).or_insert(fresh)
        })
        .collect()
}

fn quotient(
    model: &Model,
    class: &[u32],
    count: usize,
    labels: &std::collections::BTreeSet<String>,
    variables: &std::collections::BTreeSet<String>,
    rewards: &[usize],
) -> Model {
    let mut representative = vec![usize::MAX; count];
    for (state, class) in class.iter().enumerate().rev() {
        representative[*class as usize] = state;
    }
    let lift = |set: &Bits| Bits::from_indices(count, (0..count).filter(|class| set.contains(representative[*class])));
    let mut initial: Vec<u32> = model.initial.iter().map(|state| class[*state as usize]).collect();
    initial.sort_unstable();
    initial.dedup();
    let mut small = Model {
        kind: model.kind,
        choices: vec![0],
        branches: vec![0],
        targets: Vec::new(),
        probabilities: Vec::new(),
        initial,
        labels: model
            .labels
            .iter()
            .filter(|label| labels.contains(&label.name))
            .map(|label| Label { name: label.name.clone(), states: lift(&label.states) })
            .collect(),
        rewards: model.rewards.iter().map(|reward| Reward { name: reward.name.clone(), ..Reward::default() }).collect(),
        actions: None,
        variables: model
            .variables
            .iter()
            .filter(|variable| variables.contains(&variable.name))
            .map(|variable| Variable {
                name: variable.name.clone(),
                kind: variable.kind,
                column: Column::Plain(representative.iter().map(|state| variable.at(*state)).collect()),
            })
            .collect(),
        deadlocks: lift(&model.deadlocks),
        open: None,
        fractions: HashMap::new(),
    };
    let row_rewards: Vec<Vec<f64>> = rewards.iter().map(|index| model.row_rewards(&model.rewards[*index])).collect();
    // Entries that earn stay apart even if they lead to the same class: adding up what they earn would round.
    let apart = rewards.iter().any(|index| model.rewards[*index].branches.is_some());
    let (mut rows, mut entries) = (Vec::new(), Vec::new());
    for state in &representative {
        let mut seen = Vec::new();
        for row in model.rows_of(*state) {
            let signature = row_signature(model, row, class, &row_rewards);
            if seen.contains(&signature) {
                continue;
            }
            seen.push(signature);
            rows.push(row);
            let mut sums: std::collections::BTreeMap<(u32, usize), (f64, dashu::rational::RBig)> = Default::default();
            for (entry, fraction) in model.entries(row).zip(model.exact_row(row)) {
                let key = (class[model.targets[entry] as usize], if apart { entry } else { 0 });
                let sum = sums.entry(key).or_insert((0.0, dashu::rational::RBig::ZERO));
                sum.0 += model.probabilities[entry];
                sum.1 += fraction;
            }
            for ((class, entry), (probability, fraction)) in sums {
                small.fractions.insert(small.targets.len() as u32, fraction);
                small.targets.push(class);
                small.probabilities.push(probability);
                entries.push(entry);
            }
            small.branches.push(small.targets.len() as u32);
        }
        small.choices.push(small.branches.len() as u32 - 1);
    }
    for index in rewards {
        let from = &model.rewards[*index];
        let gather = |values: &Vec<f64>, places: &[usize]| places.iter().map(|place| values[*place]).collect();
        small.rewards[*index].states = from.states.as_ref().map(|values| gather(values, &representative));
        small.rewards[*index].choices = from.choices.as_ref().map(|values| gather(values, &rows));
        small.rewards[*index].branches = from.branches.as_ref().map(|values| gather(values, &entries));
    }
    small
}
