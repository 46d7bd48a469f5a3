//! The unknowns of a question: states whose value is neither trivial nor infinite, with what is known about the rest
//! folded into constants.

use crate::bits::Bits;
use crate::graph::EndComponent;
use crate::model::Model;

/// Row-compressed like a model, but rows need not sum to one.
#[derive(Clone, Debug, Default)]
pub struct System {
    pub choices: Vec<u32>,
    pub branches: Vec<u32>,
    pub targets: Vec<u32>,
    pub weights: Vec<f64>,
    /// What each row earns besides its unknowns, from below and from above.
    pub constant_lower: Vec<f64>,
    pub constant_upper: Vec<f64>,
    /// The probability with which each row leaves the unknowns; kept because `1 - sum` would lose digits.
    pub leaving: Vec<f64>,
    /// The model's row behind each row (`u32::MAX` for rows that are none).
    pub origin: Vec<u32>,
}

/// Which unknown each model state is (`u32::MAX`: none).
pub type Numbering = Vec<u32>;

impl System {
    pub fn states(&self) -> usize {
        self.choices.len() - 1
    }

    pub fn rows(&self) -> usize {
        self.branches.len() - 1
    }

    #[inline]
    pub fn rows_of(&self, state: usize) -> std::ops::Range<usize> {
        self.choices[state] as usize..self.choices[state + 1] as usize
    }

    #[inline]
    pub fn entries(&self, row: usize) -> std::ops::Range<usize> {
        self.branches[row] as usize..self.branches[row + 1] as usize
    }

    #[inline]
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.entries(row);
        self.targets[range.clone()].iter().map(|target| *target as usize).zip(self.weights[range].iter().copied())
    }

    /// Whether no state has a choice.
    pub fn is_chain(&self) -> bool {
        self.rows() == self.states()
    }
}

/// What the rest of the model contributes: the value of a state that is no unknown.
pub struct Known<'a> {
    pub lower: &'a dyn Fn(usize) -> f64,
    pub upper: &'a dyn Fn(usize) -> f64,
}

/// Builds the system over `unknown`. `reward` is earned per row; rows for which `keep` fails are left out. States of one
/// end component in `collapse` become one unknown, without the rows that stay inside.
pub fn extract(
    model: &Model,
    unknown: &Bits,
    known: &Known<'_>,
    reward: Option<&[f64]>,
    keep: impl Fn(usize) -> bool,
    collapse: &[EndComponent],
) -> (System, Numbering) {
    let mut numbering = vec![u32::MAX; model.states()];
    let mut inside = Bits::new(if collapse.is_empty() { 0 } else { model.rows() });
    let mut members: Vec<Vec<u32>> = Vec::new();
    let mut component_of = std::collections::HashMap::new();
    for (index, component) in collapse.iter().enumerate() {
        for row in &component.rows {
            inside.insert(*row as usize);
        }
        for state in &component.states {
            component_of.insert(*state, index);
        }
    }
    let mut component_number = vec![u32::MAX; collapse.len()];
    let mut count = 0u32;
    for state in unknown.iter() {
        if let Some(component) = component_of.get(&(state as u32)) {
            if component_number[*component] == u32::MAX {
                component_number[*component] = count;
                members.push(collapse[*component].states.clone());
                count += 1;
            }
            numbering[state] = component_number[*component];
        } else {
            numbering[state] = count;
            if !collapse.is_empty() {
                members.push(vec![state as u32]);
            }
            count += 1;
        }
    }
    let mut system = System { choices: vec![0], branches: vec![0], ..System::default() };
    let mut add_state = |states: &mut dyn Iterator<Item = usize>| {
        for state in states {
            for row in model.rows_of(state) {
                if !keep(row) || (!collapse.is_empty() && inside.contains(row)) {
                    continue;
                }
                let mut lower = reward.map_or(0.0, |reward| reward[row]);
                let mut upper = lower;
                let mut leaving = 0.0;
                for (target, probability) in model.row(row) {
                    match numbering[target] {
                        u32::MAX => {
                            leaving += probability;
                            lower += probability * (known.lower)(target);
                            upper += probability * (known.upper)(target);
                        }
                        number => {
                            system.targets.push(number);
                            system.weights.push(probability);
                        }
                    }
                }
                system.branches.push(system.targets.len() as u32);
                system.constant_lower.push(lower);
                system.constant_upper.push(upper);
                system.leaving.push(leaving);
                system.origin.push(row as u32);
            }
        }
        system.choices.push(system.branches.len() as u32 - 1);
    };
    if collapse.is_empty() {
        for state in unknown.iter() {
            add_state(&mut std::iter::once(state));
        }
    } else {
        for group in &members {
            add_state(&mut group.iter().map(|state| *state as usize));
        }
    }
    (system, numbering)
}
