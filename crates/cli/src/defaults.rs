//! `.hazard.toml`: a project's own defaults for options, here or in a folder above.
//!
//! ```toml
//! [test]
//! budget = "30s"
//! property = "deadlock,exceptions,assertions,races"
//!
//! [check]
//! max-memory = "4G"
//! ```
//!
//! A section is a command, a key one of its long options. What stands on the command line counts for more.

use std::ffi::OsString;
use std::path::Path;

use clap::Command;
use clap::error::ErrorKind;
use toml::{Table, Value};

use crate::failure::one_sentence;

const FILE: &str = ".hazard.toml";

/// The command line with what the file says put behind the command's name, or a sentence.
pub fn apply(arguments: Vec<OsString>, command: &Command) -> Result<Vec<OsString>, String> {
    let here = std::env::current_dir().unwrap_or_default();
    let Some(file) = here.ancestors().map(|folder| folder.join(FILE)).find(|file| file.is_file()) else {
        return Ok(arguments);
    };
    let Some(name) = arguments.get(1).map(|name| name.to_string_lossy().into_owned()) else { return Ok(arguments) };
    let text =
        std::fs::read_to_string(&file).map_err(|error| format!("{}: it cannot be read ({error})", file.display()))?;
    let table: Table = text
        .parse()
        .map_err(|error: toml::de::Error| format!("{}: {}", file.display(), error.message().replace('\n', " ")))?;
    check_sections(&table, command, &file)?;
    let (Some(section), Some(sub)) = (table.get(&name).and_then(Value::as_table), command.find_subcommand(&name))
    else {
        return Ok(arguments);
    };
    let given: Vec<String> = arguments
        .iter()
        .skip(2)
        .map(|word| word.to_string_lossy().into_owned())
        .take_while(|word| word != "--")
        .collect();
    let mut words = Vec::new();
    for (key, value) in section {
        let option = (sub.get_arguments().find(|argument| argument.get_long() == Some(key))).ok_or_else(|| {
            format!("{}: `hazard {name}` has no option --{key}; see `hazard {name} --help`", file.display())
        })?;
        let short = option.get_short().map(|letter| format!("-{letter}"));
        let is_given = |word: &String| {
            word == &format!("--{key}") || word.starts_with(&format!("--{key}=")) || Some(word) == short.as_ref()
        };
        if !given.iter().any(is_given) {
            let start = words.len();
            add(&mut words, key, value, &file)?;
            check_values(sub, &words[start..], &file)?;
        }
    }
    let mut all = arguments;
    all.splice(2..2, words);
    Ok(all)
}

/// What an option cannot be is the file's mistake, and said of the file.
fn check_values(sub: &Command, words: &[OsString], file: &Path) -> Result<(), String> {
    let line = std::iter::once(OsString::from("hazard")).chain(words.iter().cloned());
    match sub.clone().try_get_matches_from(line) {
        Err(error) if matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue) => {
            Err(format!("{}: {}", file.display(), one_sentence(&error.render().to_string())))
        }
        _ => Ok(()),
    }
}

fn check_sections(table: &Table, command: &Command, file: &Path) -> Result<(), String> {
    for (name, value) in table {
        if command.find_subcommand(name).is_none() || !value.is_table() {
            return Err(format!(
                "{}: {name} is not a section; write options below their command, such as [test] and budget = \"30s\"",
                file.display()
            ));
        }
    }
    Ok(())
}

fn add(words: &mut Vec<OsString>, key: &str, value: &Value, file: &Path) -> Result<(), String> {
    match value {
        Value::Boolean(true) => words.push(format!("--{key}").into()),
        Value::Boolean(false) => {}
        Value::String(text) => words.push(format!("--{key}={text}").into()),
        Value::Integer(number) => words.push(format!("--{key}={number}").into()),
        Value::Float(number) => words.push(format!("--{key}={number}").into()),
        Value::Array(values) => values.iter().try_for_each(|value| add(words, key, value, file))?,
        _ => return Err(format!("{}: {key} has a value that no option takes", file.display())),
    }
    Ok(())
}
