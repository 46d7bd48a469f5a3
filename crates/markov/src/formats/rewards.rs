//! PRISM's rewards: `.srew` (`n m`, then `state value`) and `.trew` (`n m` / `i j value` for chains; `n c m` /
//! `i k j value`, or `i k value` for whole choices, for processes). A comment names the structure.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use super::source::{Cursor, LoadError};
use crate::model::{Kind, Model, Reward};

/// The name in a comment such as `# Reward structure "steps"`.
fn name_in(comment: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(comment);
    let rest = text.trim().strip_prefix("Reward structure")?;
    let name = rest.trim().trim_matches('"').trim();
    (!name.is_empty()).then(|| name.to_string())
}

/// The structure a file's values belong to: the one of its name, else the first whose like part is still missing.
fn structure(model: &mut Model, name: Option<String>, taken: impl Fn(&Reward) -> bool) -> &mut Reward {
    let place = match &name {
        Some(_) => model.rewards.iter().position(|reward| reward.name == name && !taken(reward)),
        None => model.rewards.iter().position(|reward| reward.name.is_none() && !taken(reward)),
    };
    let place = place.unwrap_or_else(|| {
        model.rewards.push(Reward { name, ..Reward::default() });
        model.rewards.len() - 1
    });
    &mut model.rewards[place]
}

fn value(cursor: &mut Cursor<'_>) -> Result<f64, LoadError> {
    cursor.skip_blanks();
    let at = cursor.position();
    let mut value = cursor.number("a reward")?;
    if cursor.accept(b'/') {
        let denominator = cursor.number("the denominator of the reward")?;
        value /= denominator;
    }
    if !value.is_finite() {
        return Err(cursor.error_at(at, "a reward must be a finite number"));
    }
    Ok(value)
}

/// State rewards.
pub fn read_states(file: &Path, bytes: &[u8], model: &mut Model) -> Result<(), LoadError> {
    let states = model.states();
    let mut cursor = Cursor::new(file, bytes);
    let mut name = None;
    if !cursor.next_content(|comment| name = name_in(comment).or(name.take())) {
        return Err(cursor.error("the file has no header; a line \"states rewards\" was expected"));
    }
    let announced = header(&mut cursor, states)?;
    let mut values = vec![0.0; states];
    let mut found = 0u64;
    while cursor.next_content(|_| {}) {
        let state = cursor.state("state", states)?;
        values[state as usize] = value(&mut cursor)?;
        cursor.end_line()?;
        found += 1;
    }
    check_count(file, announced, found)?;
    structure(model, name, |reward| reward.states.is_some()).states = Some(values);
    Ok(())
}

fn header(cursor: &mut Cursor<'_>, states: usize) -> Result<u64, LoadError> {
    let at = cursor.position();
    let declared = cursor.natural("the number of states")?;
    if declared != states as u64 {
        return Err(cursor.error_at(at, format!("the file is about {declared} states, but the model has {states}")));
    }
    let mut announced = cursor.natural("the number of rewards")?;
    while !cursor.at_line_end() {
        announced = cursor.natural("the number of rewards")?;
    }
    Ok(announced)
}

fn check_count(file: &Path, announced: u64, found: u64) -> Result<(), LoadError> {
    if announced == found {
        return Ok(());
    }
    let message = format!("the header announces {announced} rewards, but the file has {found}");
    Err(LoadError::at(file, Some((1, 1)), message))
}

/// Transition rewards.
pub fn read_transitions(file: &Path, bytes: &[u8], model: &mut Model) -> Result<(), LoadError> {
    let states = model.states();
    let process = model.kind == Kind::Process;
    let mut cursor = Cursor::new(file, bytes);
    let mut name = None;
    if !cursor.next_content(|comment| name = name_in(comment).or(name.take())) {
        return Err(cursor.error("the file has no header; a line \"states rewards\" was expected"));
    }
    let announced = header(&mut cursor, states)?;
    let mut branches = vec![0.0; model.transitions()];
    let mut choices: HashMap<usize, f64> = HashMap::new();
    let mut found = 0u64;
    while cursor.next_content(|_| {}) {
        found += 1;
        let at = cursor.position();
        let source = cursor.state("the source", states)? as usize;
        let row = if process {
            let choice = cursor.natural("the number of the choice")?;
            let rows = model.rows_of(source);
            if choice >= rows.len() as u64 {
                let message = format!("state {source} has no choice {choice}; it has {}", rows.len());
                return Err(cursor.error_at(at, message));
            }
            rows.start + choice as usize
        } else {
            model.choices[source] as usize
        };
        if process && is_last_word(&cursor) {
            choices.insert(row, value(&mut cursor)?);
            continue;
        }
        let target = cursor.state("the target", states)?;
        let earned = value(&mut cursor)?;
        cursor.end_line()?;
        let mut known = false;
        for entry in model.entries(row).filter(|entry| model.targets[*entry] == target) {
            branches[entry] = earned;
            known = true;
        }
        if !known {
            return Err(cursor.error_at(at, format!("there is no transition from state {source} to state {target}")));
        }
    }
    check_count(file, announced, found)?;
    let rows = model.rows();
    let with_branches = choices.is_empty() || branches.iter().any(|earned| *earned != 0.0);
    let reward = structure(model, name, |reward| reward.branches.is_some() || reward.choices.is_some());
    if with_branches {
        reward.branches = Some(branches);
    }
    if !choices.is_empty() {
        let mut values = vec![0.0; rows];
        for (row, earned) in choices {
            values[row] = earned;
        }
        reward.choices = Some(values);
    }
    Ok(())
}

/// Whether only one more word follows on the line.
fn is_last_word(cursor: &Cursor<'_>) -> bool {
    let line = cursor.upcoming_line();
    line.trim_ascii().split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty()).count() == 1
}

fn head(reward: &Reward, what: &str, out: &mut impl Write) -> std::io::Result<()> {
    if let Some(name) = &reward.name {
        writeln!(out, "# Reward structure \"{name}\"")?;
    }
    writeln!(out, "# {what} rewards")
}

/// Writes what states earn.
pub fn write_states(model: &Model, reward: &Reward, out: &mut impl Write) -> std::io::Result<()> {
    head(reward, "State", out)?;
    let none = Vec::new();
    let values = reward.states.as_ref().unwrap_or(&none);
    writeln!(out, "{} {}", model.states(), values.iter().filter(|value| **value != 0.0).count())?;
    for (state, value) in values.iter().enumerate().filter(|(_, value)| **value != 0.0) {
        writeln!(out, "{state} {value}")?;
    }
    Ok(())
}

/// Choice rewards are spread over the branches, where every reader understands them.
pub fn write_transitions(model: &Model, reward: &Reward, out: &mut impl Write) -> std::io::Result<()> {
    head(reward, "Transition", out)?;
    let process = model.kind == Kind::Process;
    let mut lines = Vec::new();
    for state in 0..model.states() {
        for (choice, row) in model.rows_of(state).enumerate() {
            for entry in model.entries(row) {
                let value = reward.branches.as_ref().map_or(0.0, |values| values[entry])
                    + reward.choices.as_ref().map_or(0.0, |values| values[row]);
                if value != 0.0 {
                    lines.push((state, choice, model.targets[entry], value));
                }
            }
        }
    }
    if process {
        writeln!(out, "{} {} {}", model.states(), model.rows(), lines.len())?;
    } else {
        writeln!(out, "{} {}", model.states(), lines.len())?;
    }
    for (state, choice, target, value) in lines {
        if process {
            writeln!(out, "{state} {choice} {target} {value}")?;
        } else {
            writeln!(out, "{state} {target} {value}")?;
        }
    }
    Ok(())
}
