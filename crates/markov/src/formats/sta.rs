//! PRISM's state valuations (`.sta`): `(x,y)`, then `state:(value,value)` for every state.

use std::io::Write;
use std::path::Path;

use super::source::{Cursor, LoadError};
use crate::bits::Bits;
use crate::model::{Column, Model, Variable, VariableType};

/// Reads the values of a model's variables.
pub fn read(file: &Path, bytes: &[u8], model: &mut Model) -> Result<(), LoadError> {
    let states = model.states();
    let mut cursor = Cursor::new(file, bytes);
    if !cursor.next_content(|_| {}) {
        return Err(cursor.error("the file has no line of variable names such as (x,y)"));
    }
    cursor.require(b'(', "\"(\" and the names of variables")?;
    let names_at = cursor.position();
    let names = String::from_utf8_lossy(cursor.rest_of_line()).into_owned();
    let Some(names) = names.strip_suffix(')') else {
        return Err(cursor.error("the list of variables should end with \")\""));
    };
    let mut variables: Vec<(String, Vec<f64>)> = Vec::new();
    for name in names.split(',').map(str::trim).filter(|_| !names.trim().is_empty()) {
        if name.is_empty() {
            return Err(cursor.error_at(names_at, "a variable has an empty name"));
        }
        if variables.iter().any(|(known, _)| known == name) {
            return Err(cursor.error_at(names_at, format!("variable {name} is listed twice")));
        }
        variables.push((name.to_string(), vec![0.0; states]));
    }
    let mut kinds: Vec<Option<VariableType>> = vec![None; variables.len()];
    let mut seen = Bits::new(states);
    while cursor.next_content(|_| {}) {
        let at = cursor.position();
        let state = cursor.state("state", states)? as usize;
        if !seen.add(state) {
            return Err(cursor.error_at(at, format!("state {state} is listed twice")));
        }
        cursor.require(b':', "\":\" and the state's values")?;
        cursor.require(b'(', "\"(\"")?;
        for (index, (name, values)) in variables.iter_mut().enumerate() {
            if index > 0 {
                cursor.require(b',', "\",\" and the next value")?;
            }
            cursor.skip_blanks();
            let (value, kind) = read_value(&mut cursor)?;
            kinds[index] = match kinds[index] {
                None => Some(kind),
                Some(known) if known == kind => Some(kind),
                Some(VariableType::Bool) => {
                    return Err(cursor.error(format!("variable {name} is Boolean in other states")));
                }
                Some(_) if kind == VariableType::Bool => {
                    return Err(cursor.error(format!("variable {name} is a number in other states")));
                }
                Some(_) => Some(VariableType::Double),
            };
            values[state] = value;
        }
        cursor.require(b')', "\")\"")?;
        cursor.end_line()?;
    }
    if let Some(missing) = seen.not().first() {
        return Err(LoadError::new(file, format!("state {missing} has no line with its values")));
    }
    let typed = variables.into_iter().zip(kinds);
    model.variables = typed
        .map(|((name, values), kind)| Variable {
            name,
            kind: kind.unwrap_or(VariableType::Int),
            column: Column::Plain(values),
        })
        .collect();
    Ok(())
}

fn read_value(cursor: &mut Cursor<'_>) -> Result<(f64, VariableType), LoadError> {
    let word = cursor.upcoming();
    for (text, value) in [("true", 1.0), ("false", 0.0)] {
        if word.starts_with(text.as_bytes()) {
            for byte in text.bytes() {
                cursor.accept(byte);
            }
            return Ok((value, VariableType::Bool));
        }
    }
    let length = word.iter().position(|byte| matches!(byte, b',' | b')')).unwrap_or(word.len());
    let integral = word[..length].iter().all(|byte| byte.is_ascii_digit() || *byte == b'-');
    let value = cursor.number("a value")?;
    Ok((value, if integral { VariableType::Int } else { VariableType::Double }))
}

/// Writes the values of a model's variables.
pub fn write(model: &Model, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "# States")?;
    let names: Vec<&str> = model.variables.iter().map(|variable| variable.name.as_str()).collect();
    writeln!(out, "({})", names.join(","))?;
    for state in 0..model.states() {
        write!(out, "{state}:(")?;
        for (index, variable) in model.variables.iter().enumerate() {
            if index > 0 {
                write!(out, ",")?;
            }
            write!(out, "{}", show(variable, state))?;
        }
        writeln!(out, ")")?;
    }
    Ok(())
}

/// One value as PRISM writes it.
pub fn show(variable: &Variable, state: usize) -> String {
    let value = variable.at(state);
    match variable.kind {
        VariableType::Bool => (value != 0.0).to_string(),
        VariableType::Int => format!("{value:.0}"),
        VariableType::Double if value.fract() == 0.0 && value.abs() < 1e15 => format!("{value:.1}"),
        VariableType::Double => value.to_string(),
    }
}
