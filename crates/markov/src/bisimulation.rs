//! Strong probabilistic bisimulation (Larsen and Skou 1991) by signature refinement (Blom and Orzan 2003): states stay
//! together while they agree on what the formula can see and on the probability of reaching each class. Of a class that falls
//! apart the largest part keeps its number (Hopcroft 1971), and only states that lead into another part are looked at again.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

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
    let row_rewards: Vec<Vec<f64>> = rewards.iter().map(|index| model.row_rewards(&model.rewards[*index])).collect();
    let mut partition = Partition::new(initial_classes(model, &labels, &variables, &rewards));
    let sources = Sources::of(model);
    while let Some(class) = partition.restless.pop() {
        let signature = |state: u32, class: &[u32]| {
            let rows = model.rows_of(state as usize);
            let mut rows: Vec<RowSignature> = rows.map(|row| row_signature(model, row, class, &row_rewards)).collect();
            rows.sort_unstable();
            rows.dedup();
            rows
        };
        for moved in partition.split(class as usize, signature) {
            for place in moved {
                for source in sources.of_state(partition.states[place] as usize) {
                    partition.disturb(*source);
                }
            }
        }
    }
    let (class, count) = partition.numbered_by_first_state();
    quotient(model, &class, count, &labels, &variables, &rewards)
}

/// The classes, each a range of `states` that begins with those whose signature may have changed.
struct Partition {
    states: Vec<u32>,
    /// Where each state stands in `states`.
    places: Vec<u32>,
    class: Vec<u32>,
    ranges: Vec<Range<usize>>,
    /// How many states at the front of each range are to be looked at.
    disturbed: Vec<usize>,
    /// Classes with such states.
    restless: Vec<u32>,
}

impl Partition {
    /// Everything is to be looked at.
    fn new(class: Vec<u32>) -> Partition {
        let count = class.iter().map(|class| *class as usize + 1).max().unwrap_or(0);
        let mut states: Vec<u32> = (0..class.len() as u32).collect();
        states.sort_by_key(|state| class[*state as usize]);
        let mut places = vec![0; states.len()];
        let mut ranges = vec![0..0; count];
        for (place, state) in states.iter().enumerate() {
            places[*state as usize] = place as u32;
            let range = &mut ranges[class[*state as usize] as usize];
            if range.end == 0 {
                *range = place..place;
            }
            range.end = place + 1;
        }
        let disturbed = ranges.iter().map(Range::len).collect();
        let restless = (0..count as u32).filter(|class| ranges[*class as usize].len() > 1).collect();
        Partition { states, places, class, ranges, disturbed, restless }
    }

    /// A class of one state cannot fall apart.
    fn disturb(&mut self, state: u32) {
        let class = self.class[state as usize] as usize;
        let (range, disturbed) = (self.ranges[class].clone(), self.disturbed[class]);
        let front = range.start + disturbed;
        let place = self.places[state as usize] as usize;
        if range.len() < 2 || place < front {
            return;
        }
        self.put(place, self.states[front]);
        self.put(front, state);
        self.disturbed[class] += 1;
        if disturbed == 0 {
            self.restless.push(class as u32);
        }
    }

    fn put(&mut self, place: usize, state: u32) {
        self.states[place] = state;
        self.places[state as usize] = place as u32;
    }

    /// Splits a class by the signatures of its disturbed states, which differ from those of the others: they lead to a class
    /// that did not exist when the others were looked at. Returns the ranges that have a new number.
    fn split<S: Eq + Hash>(&mut self, class: usize, signature: impl Fn(u32, &[u32]) -> S) -> Vec<Range<usize>> {
        let range = self.ranges[class].clone();
        let front = range.start + std::mem::take(&mut self.disturbed[class]);
        let mut groups: Vec<Vec<u32>> = Vec::new();
        let mut number: HashMap<S, usize> = HashMap::new();
        for place in range.start..front {
            let state = self.states[place];
            let fresh = groups.len();
            let group = *number.entry(signature(state, &self.class)).or_insert(fresh);
            if group == fresh {
                groups.push(Vec::new());
            }
            groups[group].push(state);
        }
        let mut parts = Vec::with_capacity(groups.len() + 1);
        let mut place = range.start;
        for group in groups {
            parts.push(place..place + group.len());
            for state in group {
                self.put(place, state);
                place += 1;
            }
        }
        if front < range.end {
            parts.push(front..range.end);
        }
        let largest = (0..parts.len()).max_by_key(|part| parts[*part].len()).expect("a class is not empty");
        self.ranges[class] = parts.swap_remove(largest);
        for part in &parts {
            let fresh = self.ranges.len();
            for place in part.clone() {
                self.class[self.states[place] as usize] = fresh as u32;
            }
            self.ranges.push(part.clone());
            self.disturbed.push(0);
        }
        parts
    }

    /// The classes in the order of their first states, and how many there are.
    fn numbered_by_first_state(mut self) -> (Vec<u32>, usize) {
        let mut number = vec![u32::MAX; self.ranges.len()];
        let mut count = 0;
        for class in &mut self.class {
            let number = &mut number[*class as usize];
            if *number == u32::MAX {
                *number = count;
                count += 1;
            }
            *class = *number;
        }
        (self.class, count as usize)
    }
}

/// For each state, the states with an entry that leads to it.
struct Sources {
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl Sources {
    fn of(model: &Model) -> Sources {
        let mut starts = vec![0u32; model.states() + 1];
        for target in &model.targets {
            starts[*target as usize + 1] += 1;
        }
        for state in 0..model.states() {
            starts[state + 1] += starts[state];
        }
        let mut next = starts.clone();
        let mut sources = vec![0; model.targets.len()];
        for state in 0..model.states() {
            for entry in model.rows_of(state).flat_map(|row| model.entries(row)) {
                let place = &mut next[model.targets[entry] as usize];
                sources[*place as usize] = state as u32;
                *place += 1;
            }
        }
        Sources { starts, sources }
    }

    fn of_state(&self, state: usize) -> &[u32] {
        &self.sources[self.starts[state] as usize..self.starts[state + 1] as usize]
    }
}

fn row_signature(model: &Model, row: usize, class: &[u32], rewards: &[Vec<f64>]) -> RowSignature {
    let mut entries: Vec<(u32, f64)> =
        model.row(row).map(|(target, probability)| (class[target], probability)).collect();
    entries.sort_unstable_by_key(|(class, _)| *class);
    let parts: Vec<(u32, i64)> = entries
        .chunk_by(|a, b| a.0 == b.0)
        .map(|same| (same[0].0, (same.iter().map(|(_, probability)| probability).sum::<f64>() * GRAIN).round() as i64))
        .collect();
    (rewards.iter().map(|values| values[row].to_bits()).collect(), parts)
}

/// The reward structures the formula speaks of.
fn used_rewards(model: &Model, formula: &Formula) -> Vec<usize> {
    let mut used = Vec::new();
    for_each_formula(formula, &mut |part| {
        if let Formula::Reward { structure, .. } = part {
            let index = match structure {
                RewardStructure::Steps | RewardStructure::Time => None,
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
        probabilities_most: None,
        exits: None,
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

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use space::Rng;

    use super::{initial_classes, minimise, row_signature};
    use crate::builder::{Builder, Edge};

    /// Rounds of refinement by the definition, all states at once, give as many classes.
    #[test]
    fn the_quotient_is_the_coarsest() {
        let formula =
            logic::parse_property("P=? [ F \"goal\" ]", &logic::Constants::new()).expect("a formula of ours").formula;
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let states = 2 + rng.below(40) as u32;
            let mut builder = Builder::new(&["goal".to_string()], &[]);
            for source in 0..states {
                if rng.below(6) == 0 {
                    builder.label(0, source);
                }
                for choice in 0..1 + rng.below(2) as u32 {
                    for probability in [0.25, 0.25, 0.5] {
                        // Few targets, so that many states are alike.
                        let target = rng.below(states as usize / 3 + 1) as u32;
                        builder.edge(Edge { source, choice, target, probability });
                    }
                }
            }
            let model = builder.build(true);
            let mut class = initial_classes(&model, &BTreeSet::from(["goal".to_string()]), &BTreeSet::new(), &[]);
            let mut count = 0;
            loop {
                let mut seen = HashMap::new();
                let next: Vec<u32> = (0..model.states())
                    .map(|state| {
                        let rows = model.rows_of(state);
                        let rows: BTreeSet<_> = rows.map(|row| row_signature(&model, row, &class, &[])).collect();
                        let fresh = seen.len() as u32;
                        *seen.entry((class[state], rows)).or_insert(fresh)
                    })
                    .collect();
                class = next;
                if seen.len() == count {
                    break;
                }
                count = seen.len();
            }
            assert_eq!(minimise(&model, &formula).states(), count, "seed {seed}");
        }
    }
}
