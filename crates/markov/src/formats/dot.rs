//! Graphviz: a vertex per state, coloured by its labels from the scheme `set312` as jpf-label does, edges with their
//! probabilities. Choices of a process are small points between states.

use std::io::Write;

use super::tra::action_of;
use crate::model::{Kind, Model};

/// The scheme has twelve colours; further labels share them.
pub const COLOURS: usize = 12;

/// `precision` is the number of decimals of a probability (jpf-probabilistic's default is 2).
pub fn write(model: &Model, precision: usize, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "digraph model {{")?;
    writeln!(out, "  node [colorscheme=\"set312\" style=\"filled\" fillcolor=\"white\"]")?;
    for (index, label) in model.labels.iter().enumerate() {
        writeln!(out, "  // colour {}: \"{}\"", index % COLOURS + 1, label.name)?;
    }
    for state in 0..model.states() {
        let colours: Vec<String> = model
            .labels
            .iter()
            .enumerate()
            .filter(|(_, label)| label.states.contains(state))
            .map(|(index, _)| (index % COLOURS + 1).to_string())
            .collect();
        match colours.as_slice() {
            [] => writeln!(out, "  {state}")?,
            [colour] => writeln!(out, "  {state} [fillcolor=\"{colour}\"]")?,
            several => writeln!(out, "  {state} [style=\"wedged\" fillcolor=\"{}\"]", several.join(":"))?,
        }
    }
    for state in 0..model.states() {
        for (choice, row) in model.rows_of(state).enumerate() {
            let source = if model.kind == Kind::Process {
                writeln!(out, "  \"{state}.{choice}\" [shape=\"point\" label=\"\"]")?;
                writeln!(out, "  {state} -> \"{state}.{choice}\" [arrowhead=\"none\"]")?;
                format!("\"{state}.{choice}\"")
            } else {
                state.to_string()
            };
            for entry in model.entries(row) {
                let action = action_of(model, row, entry)
                    .map_or(String::new(), |name| format!("{} ", name.replace('"', "\\\"")));
                let rate = model.exits.as_ref().map_or(1.0, |exits| exits[state]);
                let rate = if rate.is_finite() { rate } else { 1.0 };
                let probability = model.probabilities[entry] * rate;
                writeln!(out, "  {source} -> {} [label=\"{action}{probability:.precision$}\"]", model.targets[entry])?;
            }
        }
    }
    writeln!(out, "}}")
}
