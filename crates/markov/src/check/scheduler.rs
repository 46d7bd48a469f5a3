//! Optimal schedulers: what to choose in each state (and memory), and the chain that results, so that anyone can check
//! the value again.

use std::collections::HashMap;
use std::io::Write;

use crate::bits::Bits;
use crate::formats::tra::action_of;
use crate::graph::EndComponent;
use crate::model::{Kind, Label, Model, Reward, Variable};
use crate::operators::engine::NO_ROW;
use crate::operators::product::Product;

/// In `state` with `memory`, choose one of `choices`, each equally likely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Where.
    pub state: u32,
    /// With this in mind.
    pub memory: u32,
    /// The rows of the model to choose from.
    pub choices: Vec<u32>,
    /// The action's name, if there is one.
    pub action: Option<String>,
}

/// What is to be chosen where.
#[derive(Clone, Debug)]
pub struct Scheduler {
    /// How many memory values there are; one for a memoryless scheduler.
    pub memory: usize,
    /// A rule for each state that can be reached, with what is remembered there.
    pub rules: Vec<Rule>,
    /// The chain under this scheduler, with the model's labels and rewards.
    pub induced: Model,
}

impl Scheduler {
    /// One row per state; [`NO_ROW`] means that any will do.
    pub(crate) fn memoryless(model: &Model, rows: &[u32]) -> Scheduler {
        let chosen: Vec<Vec<u32>> = rows
            .iter()
            .enumerate()
            .map(|(state, row)| vec![if *row == NO_ROW { model.choices[state] } else { *row }])
            .collect();
        let states: Vec<(u32, u32)> = (0..model.states() as u32).map(|state| (state, 0)).collect();
        let rules = rules(model, &states, &chosen);
        let targets = |_: usize, entry: usize| model.targets[entry];
        let induced = induce(model, &states, &chosen, model.initial.clone(), &targets);
        Scheduler { memory: 1, rules, induced }
    }

    /// The product's rows, and inside its accepting components all rows that stay, in turn by chance: that visits
    /// everything there again and again.
    pub(crate) fn with_memory(
        model: &Model,
        product: &Product,
        rows: &[u32],
        components: &[EndComponent],
    ) -> Scheduler {
        let mut chosen: Vec<Vec<u32>> = (0..product.origin.len())
            .map(|state| vec![if rows[state] == NO_ROW { product.model.choices[state] } else { rows[state] }])
            .collect();
        let mut taken = Bits::new(product.origin.len());
        for component in components {
            let fresh = component.states.iter().all(|state| !taken.contains(*state as usize));
            if !fresh {
                continue;
            }
            for state in &component.states {
                taken.insert(*state as usize);
                chosen[*state as usize].clear();
            }
            let mut at = 0;
            for row in &component.rows {
                while !product.model.rows_of(component.states[at] as usize).contains(&(*row as usize)) {
                    at += 1;
                }
                chosen[component.states[at] as usize].push(*row);
            }
        }
        let targets = |_: usize, entry: usize| product.model.targets[entry];
        let initial = model.initial.iter().map(|s| product.entry[*s as usize]).filter(|n| *n != u32::MAX).collect();
        let mut induced = induce(&product.model, &product.origin, &chosen, initial, &targets);
        decorate(model, &product.origin, &mut induced);
        let outer: Vec<Vec<u32>> = chosen
            .iter()
            .map(|rows| {
                rows.iter().map(|row| product.row_origin[*row as usize]).filter(|row| *row != u32::MAX).collect()
            })
            .collect();
        let memory = product.origin.iter().map(|(_, memory)| *memory as usize + 1).max().unwrap_or(1);
        Scheduler { memory, rules: rules(model, &product.origin, &outer), induced }
    }

    /// One line per rule: `state choice [action]`, with the memory after the state where there is any.
    pub fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        if self.memory > 1 {
            writeln!(out, "# state memory choices [action]")?;
        } else {
            writeln!(out, "# state choice [action]")?;
        }
        for rule in &self.rules {
            write!(out, "{}", rule.state)?;
            if self.memory > 1 {
                write!(out, " {}", rule.memory)?;
            }
            let choices: Vec<String> = rule.choices.iter().map(ToString::to_string).collect();
            write!(out, " {}", choices.join(","))?;
            if let Some(action) = &rule.action {
                write!(out, " {action}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

fn rules(model: &Model, states: &[(u32, u32)], chosen: &[Vec<u32>]) -> Vec<Rule> {
    states
        .iter()
        .zip(chosen)
        .filter(|(_, rows)| !rows.is_empty())
        .map(|((state, memory), rows)| Rule {
            state: *state,
            memory: *memory,
            choices: rows.iter().map(|row| row - model.choices[*state as usize]).collect(),
            action: rows.first().and_then(|row| {
                let row = *row as usize;
                action_of(model, row, model.branches[row] as usize).map(str::to_string)
            }),
        })
        .collect()
}

/// The chain that mixes the chosen rows of each state evenly. Rewards and labels are the source's.
fn induce(
    source: &Model,
    states: &[(u32, u32)],
    chosen: &[Vec<u32>],
    initial: Vec<u32>,
    target: &dyn Fn(usize, usize) -> u32,
) -> Model {
    let mut chain = Model {
        kind: Kind::Chain,
        choices: (0..=states.len() as u32).collect(),
        branches: vec![0],
        targets: Vec::new(),
        probabilities: Vec::new(),
        probabilities_most: None,
        exits: None,
        initial,
        labels: source.labels.clone(),
        rewards: Vec::new(),
        actions: None,
        variables: source.variables.clone(),
        deadlocks: source.deadlocks.clone(),
        open: None,
        fractions: HashMap::new(),
    };
    let mut rewards: Vec<Reward> = source
        .rewards
        .iter()
        .map(|reward| Reward {
            name: reward.name.clone(),
            states: reward.states.clone(),
            choices: reward.choices.as_ref().map(|_| Vec::new()),
            branches: reward.branches.as_ref().map(|_| Vec::new()),
        })
        .collect();
    for (state, rows) in chosen.iter().enumerate() {
        let share = 1.0 / rows.len() as f64;
        for row in rows {
            for entry in source.entries(*row as usize) {
                if rows.len() == 1
                    && let Some(fraction) = source.fractions.get(&(entry as u32))
                {
                    chain.fractions.insert(chain.targets.len() as u32, fraction.clone());
                }
                chain.targets.push(target(state, entry));
                chain.probabilities.push(source.probabilities[entry] * share);
                for (into, from) in rewards.iter_mut().zip(&source.rewards) {
                    if let (Some(into), Some(from)) = (&mut into.branches, &from.branches) {
                        into.push(from[entry]);
                    }
                }
            }
        }
        for (into, from) in rewards.iter_mut().zip(&source.rewards) {
            if let (Some(into), Some(from)) = (&mut into.choices, &from.choices) {
                into.push(rows.iter().map(|row| from[*row as usize] * share).sum());
            }
        }
        chain.branches.push(chain.targets.len() as u32);
    }
    chain.rewards = rewards;
    chain
}

/// Gives a product chain the labels and variables of the model behind it.
fn decorate(model: &Model, origin: &[(u32, u32)], chain: &mut Model) {
    let lift = |set: &Bits| {
        Bits::from_indices(origin.len(), (0..origin.len()).filter(|state| set.contains(origin[*state].0 as usize)))
    };
    chain.labels = model
        .labels
        .iter()
        .filter(|label| label.name != "init")
        .map(|label| Label { name: label.name.clone(), states: lift(&label.states) })
        .collect();
    chain.deadlocks = lift(&model.deadlocks);
    chain.variables = model
        .variables
        .iter()
        .map(|variable| Variable {
            name: variable.name.clone(),
            kind: variable.kind,
            column: crate::model::Column::Plain(origin.iter().map(|(state, _)| variable.at(*state as usize)).collect()),
        })
        .collect();
}
