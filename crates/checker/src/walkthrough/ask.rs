//! Questions about what was visited: whatever was not may be anything, so that answers are bounds.

use serde::Serialize;

use super::Walkthrough;
use super::conditions::{self, Condition};
use super::seen::Seen;
use crate::exports;
use crate::job::Questions;
use crate::model::{self, Rendering};
use crate::questions::Formulas;
use crate::report::PropertyReport;
use markov::formats::{aut, dot, lab, tra};
use markov::{Bits, Label};

/// An answer, and the states that it is about.
#[derive(Debug, Serialize)]
pub struct Asked {
    pub text: String,
    pub answer: Option<PropertyReport>,
    /// States with their values; of a condition, those that satisfy it.
    pub states: Vec<(u32, f64)>,
    pub is_truth: bool,
}

impl<S: Seen> Walkthrough<'_, S> {
    pub fn ask(&mut self, formula: &str) -> Result<Asked, String> {
        let mut model = model::build(self.recorder.graph(), &[], Rendering { merge: true, root: false });
        let shift = model::shift_of_states(self.recorder.graph());
        let known: Vec<String> = model.labels.iter().map(|label| label.name.clone()).collect();
        let unknown = conditions::quoted(formula).filter(|name| !known.iter().any(|label| label == name));
        let unknown: std::collections::BTreeSet<&str> = unknown.collect();
        for name in unknown {
            let meant = Condition::parse(name).ok_or_else(|| {
                let labels = known.join(", ");
                format!(
                    "there is no label \"{name}\"; there are {labels}, and conditions such as \"Main.count >= 2\", \
                     \"main at Main.java:12\", \"main blocked\""
                )
            })?;
            let states = self.states_where(&meant).ok_or_else(|| {
                format!("\"{name}\": no visited state has a field, a variable, a file or a thread of this name")
            })?;
            let numbers = states.into_iter().map(|state| (state + shift) as usize);
            let states = Bits::from_indices(model.states(), numbers);
            model.labels.push(Label { name: name.to_owned(), states });
        }
        let solve = |text: String| -> Result<PropertyReport, String> {
            let questions = Questions { formulas: vec![text], ..Questions::default() };
            let formulas = Formulas::parse(&questions).map_err(|fault| fault.to_string())?;
            let (answers, _) = formulas.answer(&model, &questions).map_err(|fault| fault.to_string())?;
            answers.into_iter().next().ok_or_else(|| "there is no question".into())
        };
        let answer = solve(formula.to_owned())?;
        let is_truth = answer.is_truth;
        let every = solve(format!("filter(print, {formula})"));
        let listed = every.ok().and_then(|report| report.states).unwrap_or_default();
        let states = (listed.into_iter())
            .filter(|(state, value)| *state >= shift && (!is_truth || value.0 != 0.0))
            .map(|(state, value)| (state - shift, value.0))
            .filter(|(state, value)| (*state as usize) < self.places.len() && value.is_finite())
            .collect();
        Ok(Asked { text: answer.text.clone(), answer: Some(answer), states, is_truth })
    }

    /// The visited states in which a condition holds; nothing if it speaks of what no state has.
    fn states_where(&mut self, condition: &Condition) -> Option<Vec<u32>> {
        let mut found = Vec::new();
        let mut is_about = false;
        for id in 0..self.places.len() as u32 {
            self.go(id);
            let (scene, variables) = (self.system.scene(&self.world), self.system.variables(&self.world));
            if condition.holds(scene.as_ref(), &variables) {
                found.push(id);
            }
            is_about = is_about || condition.is_about(scene.as_ref(), &variables);
        }
        is_about.then_some(found)
    }

    /// What was visited, in the format of another tool.
    pub fn export(&self, format: &str) -> Result<Vec<u8>, String> {
        let merged = model::build(self.recorder.graph(), &[], Rendering { merge: true, root: false });
        let model = exports::for_prism(merged);
        let mut bytes = Vec::new();
        let written = match format {
            "tra" => tra::write(&model, &mut bytes),
            "lab" => lab::write(&model, &mut bytes),
            "aut" => aut::write(&model, &mut bytes),
            "dot" => dot::write(&model, 4, &mut bytes),
            _ => return Err(format!("there is no format {format}; there are tra, lab, aut, dot")),
        };
        written.map_err(|error| error.to_string())?;
        Ok(bytes)
    }
}
