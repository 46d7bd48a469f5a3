//! Questions about what was visited: whatever was not may be anything, so that answers are bounds.

use serde::Serialize;

use super::Walkthrough;
use super::seen::Seen;
use crate::exports;
use crate::job::Questions;
use crate::model::{self, Rendering};
use crate::questions::Formulas;
use crate::report::PropertyReport;
use markov::formats::{aut, dot, lab, tra};

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
    pub fn ask(&self, formula: &str) -> Result<Asked, String> {
        let graph = self.recorder.graph();
        let model = model::build(graph, &[], Rendering { merge: true, root: false });
        let shift = model::shift_of_states(graph);
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
