//! PRISM's state labels (`.lab`): a line `0="init" 1="deadlock" …`, then `state: label label …`.

use std::io::Write;
use std::path::Path;

use super::source::{Cursor, LoadError};
use crate::bits::Bits;
use crate::model::{Label, Model};

/// Reads labels into the model; `init` also sets its initial states.
pub fn read(file: &Path, bytes: &[u8], model: &mut Model) -> Result<(), LoadError> {
    let states = model.states();
    let mut cursor = Cursor::new(file, bytes);
    if !cursor.next_content(|_| {}) {
        return Err(cursor.error("the file has no line of label names such as 0=\"init\""));
    }
    let mut declared: Vec<(u64, Label)> = Vec::new();
    while !cursor.at_line_end() {
        let at = cursor.position();
        let index = cursor.natural("the index of a label")?;
        cursor.require(b'=', "\"=\" and the label's name")?;
        let name = cursor.quoted("the name of a label")?;
        if name.is_empty() {
            return Err(cursor.error_at(at, "a label needs a name"));
        }
        if declared.iter().any(|(known, _)| *known == index) {
            return Err(cursor.error_at(at, format!("label index {index} is declared twice")));
        }
        if declared.iter().any(|(_, label)| label.name == name) {
            return Err(cursor.error_at(at, format!("label \"{name}\" is declared twice")));
        }
        declared.push((index, Label { name: name.to_string(), states: Bits::new(states) }));
    }
    let dense = declared.iter().enumerate().all(|(place, (index, _))| place as u64 == *index);
    while cursor.next_content(|_| {}) {
        let state = cursor.state("state", states)?;
        cursor.require(b':', "\":\" and label indices")?;
        while !cursor.at_line_end() {
            let at = cursor.position();
            let index = cursor.natural("the index of a label")?;
            let place = if dense {
                (index < declared.len() as u64).then_some(index as usize)
            } else {
                declared.iter().position(|(known, _)| *known == index)
            };
            let Some(place) = place else {
                return Err(cursor.error_at(at, format!("there is no label with index {index} in the first line")));
            };
            declared[place].1.states.insert(state as usize);
        }
    }
    for (_, label) in declared {
        add(file, model, label)?;
    }
    Ok(())
}

/// Adds a label; `init` becomes the model's initial states and must not be empty.
fn add(file: &Path, model: &mut Model, label: Label) -> Result<(), LoadError> {
    if label.name == "init" {
        model.initial = label.states.iter().map(|state| state as u32).collect();
        if model.initial.is_empty() {
            return Err(LoadError::new(file, "no state is labelled \"init\", so the model has no initial state"));
        }
    }
    if let Some(old) = model.labels.iter_mut().find(|old| old.name == label.name) {
        old.states = label.states;
        return Ok(());
    }
    model.labels.push(label);
    Ok(())
}

/// Writes labels as PRISM does: `init` and `deadlock` first (computed if the model has none), states without labels
/// omitted.
pub fn write(model: &Model, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "# Labels")?;
    let init = model.initial_bits();
    let mut labels: Vec<(&str, &Bits)> = Vec::new();
    let explicit = |name: &str| model.labels.iter().any(|label| label.name == name);
    if !explicit("init") {
        labels.push(("init", &init));
    }
    if !explicit("deadlock") {
        labels.push(("deadlock", &model.deadlocks));
    }
    labels.extend(model.labels.iter().map(|label| (label.name.as_str(), &label.states)));
    let header: Vec<String> =
        labels.iter().enumerate().map(|(index, (name, _))| format!("{index}=\"{name}\"")).collect();
    writeln!(out, "{}", header.join(" "))?;
    for state in 0..model.states() {
        let mut first = true;
        for (index, (_, members)) in labels.iter().enumerate() {
            if members.contains(state) {
                if first {
                    write!(out, "{state}:")?;
                    first = false;
                }
                write!(out, " {index}")?;
            }
        }
        if !first {
            writeln!(out)?;
        }
    }
    Ok(())
}
