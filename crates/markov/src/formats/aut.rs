//! Aldebaran's `.aut`, writing only: `des (initial, transitions, states)` and `(source, "label", target)`. A label is the
//! action, `prob p`, or `action; prob p`, as CADP's tools for probabilistic systems expect.

use std::io::Write;

use super::tra::action_of;
use crate::model::Model;

/// Writes a model as such a file.
pub fn write(model: &Model, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "des ({}, {}, {})", model.initial[0], model.transitions(), model.states())?;
    for state in 0..model.states() {
        for row in model.rows_of(state) {
            for entry in model.entries(row) {
                let probability = model.probabilities[entry];
                let label = match (action_of(model, row, entry), probability == 1.0) {
                    (Some(action), true) => action.to_string(),
                    (Some(action), false) => format!("{action}; prob {probability}"),
                    (None, _) => format!("prob {probability}"),
                };
                writeln!(out, "({state}, \"{}\", {})", label.replace('"', "\\\""), model.targets[entry])?;
            }
        }
    }
    Ok(())
}
