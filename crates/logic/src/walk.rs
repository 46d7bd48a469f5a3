//! Walking over a formula's parts, written once: each visitor below is a few lines on top of `for_each_part`.

use crate::formula::*;
use std::collections::BTreeSet;

impl Formula {
    /// Calls `visit` on each state formula directly below this one, also those inside path formulas.
    pub fn for_each_part(&self, visit: &mut dyn FnMut(&Formula)) {
        match self {
            Formula::Bool(_) | Formula::Number(_) | Formula::Label(_) | Formula::Variable(_) => {}
            Formula::Not(operand) | Formula::Negate(operand) | Formula::Quantile { property: operand, .. } => {
                visit(operand);
            }
            Formula::Binary(_, left, right) => {
                visit(left);
                visit(right);
            }
            Formula::IfThenElse(condition, first, second) => {
                visit(condition);
                visit(first);
                visit(second);
            }
            Formula::Call(_, arguments) | Formula::Multi(arguments) => arguments.iter().for_each(visit),
            Formula::Probability { path, .. } | Formula::ForAll(path) | Formula::Exists(path) => {
                path.for_each_state(visit);
            }
            Formula::Reward { objective, .. } => match &**objective {
                RewardObjective::Reach(states) => visit(states),
                RewardObjective::CoSafe(path) => path.for_each_state(visit),
                RewardObjective::Cumulative(_)
                | RewardObjective::CumulativeTime(_)
                | RewardObjective::InstantaneousTime(_)
                | RewardObjective::Total
                | RewardObjective::Instantaneous(_)
                | RewardObjective::LongRun => {}
            },
            Formula::SteadyState { states, .. } => visit(states),
            Formula::Filter { property, states, .. } => {
                visit(property);
                if let Some(states) = states {
                    visit(states);
                }
            }
        }
    }

    /// Calls `visit` on each state formula directly below this one, which it may change.
    pub fn for_each_part_mut(&mut self, visit: &mut dyn FnMut(&mut Formula)) {
        match self {
            Formula::Bool(_) | Formula::Number(_) | Formula::Label(_) | Formula::Variable(_) => {}
            Formula::Not(operand) | Formula::Negate(operand) | Formula::Quantile { property: operand, .. } => {
                visit(operand);
            }
            Formula::Binary(_, left, right) => {
                visit(left);
                visit(right);
            }
            Formula::IfThenElse(condition, first, second) => {
                visit(condition);
                visit(first);
                visit(second);
            }
            Formula::Call(_, arguments) | Formula::Multi(arguments) => arguments.iter_mut().for_each(visit),
            Formula::Probability { path, .. } | Formula::ForAll(path) | Formula::Exists(path) => {
                path.for_each_state_mut(visit);
            }
            Formula::Reward { objective, .. } => match &mut **objective {
                RewardObjective::Reach(states) => visit(states),
                RewardObjective::CoSafe(path) => path.for_each_state_mut(visit),
                RewardObjective::Cumulative(_)
                | RewardObjective::CumulativeTime(_)
                | RewardObjective::InstantaneousTime(_)
                | RewardObjective::Total
                | RewardObjective::Instantaneous(_)
                | RewardObjective::LongRun => {}
            },
            Formula::SteadyState { states, .. } => visit(states),
            Formula::Filter { property, states, .. } => {
                visit(property);
                if let Some(states) = states {
                    visit(states);
                }
            }
        }
    }

    /// Calls `visit` on the name of each label that occurs anywhere in the formula.
    pub fn for_each_label(&self, visit: &mut dyn FnMut(&String)) {
        match self {
            Formula::Label(name) => visit(name),
            _ => self.for_each_part(&mut |part| part.for_each_label(visit)),
        }
    }

    /// The labels that occur, without repetition.
    pub fn labels(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        self.for_each_label(&mut |name| {
            names.insert(name.clone());
        });
        names
    }

    /// The variables that occur, without repetition.
    pub fn variables(&self) -> BTreeSet<String> {
        fn collect(formula: &Formula, names: &mut BTreeSet<String>) {
            match formula {
                Formula::Variable(name) => {
                    names.insert(name.clone());
                }
                _ => formula.for_each_part(&mut |part| collect(part, names)),
            }
        }
        let mut names = BTreeSet::new();
        collect(self, &mut names);
        names
    }

    /// Replaces each label for which `replacement` has something; replacements are not searched again.
    pub fn replace_labels(&mut self, replacement: &mut dyn FnMut(&str) -> Option<Formula>) {
        match self {
            Formula::Label(name) => {
                if let Some(formula) = replacement(name) {
                    *self = formula;
                }
            }
            _ => self.for_each_part_mut(&mut |part| part.replace_labels(replacement)),
        }
    }

    /// Replaces each variable for which `replacement` has something; replacements are not searched again.
    pub fn replace_variables(&mut self, replacement: &mut dyn FnMut(&str) -> Option<Formula>) {
        match self {
            Formula::Variable(name) => {
                if let Some(formula) = replacement(name) {
                    *self = formula;
                }
            }
            _ => self.for_each_part_mut(&mut |part| part.replace_variables(replacement)),
        }
    }

    /// The number of state formulas in it.
    pub fn size(&self) -> usize {
        let mut size = 1;
        self.for_each_part(&mut |part| size += part.size());
        size
    }

    /// The nesting of state formulas, not counting the temporal operators between them.
    pub fn height(&self) -> usize {
        let mut below = 0;
        self.for_each_part(&mut |part| below = below.max(part.height()));
        below + 1
    }
}

impl Path {
    /// The path formulas directly below this one.
    pub fn operands(&self) -> Vec<&Path> {
        match self {
            Path::State(_) => vec![],
            Path::Not(inner)
            | Path::Next(inner)
            | Path::Eventually(_, inner)
            | Path::Globally(_, inner)
            | Path::Within(_, inner)
            | Path::Spending(_, inner) => vec![inner],
            Path::And(left, right)
            | Path::Or(left, right)
            | Path::Implies(left, right)
            | Path::Iff(left, right)
            | Path::Until(_, left, right)
            | Path::WeakUntil(_, left, right)
            | Path::Release(_, left, right)
            | Path::Given(left, right) => vec![left, right],
        }
    }

    /// Calls `visit` on each state formula at the leaves, from left to right.
    pub fn for_each_state(&self, visit: &mut dyn FnMut(&Formula)) {
        match self {
            Path::State(formula) => visit(formula),
            _ => self.operands().into_iter().for_each(|operand| operand.for_each_state(visit)),
        }
    }

    fn for_each_state_mut(&mut self, visit: &mut dyn FnMut(&mut Formula)) {
        match self {
            Path::State(formula) => visit(formula),
            Path::Not(inner)
            | Path::Next(inner)
            | Path::Eventually(_, inner)
            | Path::Globally(_, inner)
            | Path::Within(_, inner)
            | Path::Spending(_, inner) => {
                inner.for_each_state_mut(visit);
            }
            Path::And(left, right)
            | Path::Or(left, right)
            | Path::Implies(left, right)
            | Path::Iff(left, right)
            | Path::Until(_, left, right)
            | Path::WeakUntil(_, left, right)
            | Path::Release(_, left, right)
            | Path::Given(left, right) => {
                left.for_each_state_mut(visit);
                right.for_each_state_mut(visit);
            }
        }
    }
}
