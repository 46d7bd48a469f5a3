//! Task definitions of the software verification competition: the part of YAML that they are written in.
//!
//! Source: BenchExec's task-definition format, versions 1.0 to 2.1.

use std::path::{Path, PathBuf};

use crate::fault::Fault;

/// What is to be shown of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// `G assert`: no assertion fails.
    Assertions,
    /// `G ! uncaught(java.lang.RuntimeException)`: none leaves the program.
    NoRuntimeException,
}

impl Property {
    /// Reads a property file, by what it says; where it is missing, by its name.
    pub fn of(file: &Path) -> Result<Option<Property>, Fault> {
        let stem = file.file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
        let text = if file.is_file() { crate::files::read_text(file)? } else { stem };
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        Ok(match text {
            text if text.contains("RuntimeException") || text.contains("runtime-exception") => {
                Some(Property::NoRuntimeException)
            }
            text if text.contains("Gassert") || text.contains("assert") => Some(Property::Assertions),
            _ => None,
        })
    }

    /// As `--property` calls it.
    pub fn name(self) -> &'static str {
        match self {
            Property::Assertions => "assert",
            Property::NoRuntimeException => "no-runtime-exception",
        }
    }

    /// As property files say it.
    pub fn formula(self) -> &'static str {
        match self {
            Property::Assertions => "CHECK( init(Main.main()), LTL(G assert) )",
            Property::NoRuntimeException => "CHECK( init(Main.main()), LTL(G ! uncaught(java.lang.RuntimeException)) )",
        }
    }
}

/// One of the properties of a task, and whether it holds, if that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    pub file: PathBuf,
    pub expected: Option<bool>,
}

/// A task: where its sources are, and what is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Definition {
    pub inputs: Vec<PathBuf>,
    pub properties: Vec<Expectation>,
    pub language: Option<String>,
}

impl Definition {
    pub fn read(file: &Path) -> Result<Definition, Fault> {
        let text = crate::files::read_text(file)?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let definition = Definition::parse(&text, folder)
            .map_err(|(line, what)| Fault::Input(format!("{}:{line}: {what}", file.display())))?;
        match definition.inputs.is_empty() {
            true => {
                Err(Fault::Input(format!("{}: no input_files are named; it is no task definition", file.display())))
            }
            false => Ok(definition),
        }
    }

    fn parse(text: &str, folder: &Path) -> Result<Definition, (usize, String)> {
        let mut definition = Definition::default();
        let mut section = String::new();
        for (index, line) in text.lines().enumerate() {
            let line = without_comment(line);
            let (content, number) = (line.trim(), index + 1);
            if content.is_empty() || content == "---" {
                continue;
            }
            let is_item = content.starts_with('-');
            let item = content.strip_prefix('-').unwrap_or(content).trim();
            if !line.starts_with(' ') && !is_item {
                let Some((key, value)) = item.split_once(':') else {
                    return Err((number, format!("'key: value' was expected, not '{item}'")));
                };
                section = key.trim().to_owned();
                if section == "input_files" {
                    definition.inputs.extend(scalars(value).map(|path| folder.join(path)));
                }
                continue;
            }
            match (section.as_str(), item.split_once(':')) {
                ("input_files", _) => definition.inputs.extend(scalars(item).map(|path| folder.join(path))),
                ("properties", Some(("property_file", value))) => {
                    let file = folder.join(plain(value));
                    definition.properties.push(Expectation { file, expected: None });
                }
                ("properties", Some(("expected_verdict", value))) => {
                    let expected = match plain(value) {
                        "true" => true,
                        "false" => false,
                        other => return Err((number, format!("a verdict is true or false, not '{other}'"))),
                    };
                    match definition.properties.last_mut() {
                        Some(last) => last.expected = Some(expected),
                        None => return Err((number, "a verdict comes after the property_file it is about".to_owned())),
                    }
                }
                ("options", Some(("language", value))) => definition.language = Some(plain(value).to_owned()),
                _ => {}
            }
        }
        Ok(definition)
    }
}

/// A comment begins with `#` at the start of a word.
fn without_comment(line: &str) -> &str {
    let starts = line.char_indices().filter(|(_, c)| *c == '#').map(|(at, _)| at);
    let mut starts = starts.filter(|at| *at == 0 || line[..*at].ends_with([' ', '\t']));
    starts.next().map_or(line, |at| &line[..at])
}

fn plain(value: &str) -> &str {
    value.trim().trim_matches(['"', '\''])
}

/// One value, or several in brackets.
fn scalars(value: &str) -> impl Iterator<Item = &str> {
    let inner = value.trim().trim_start_matches('[').trim_end_matches(']');
    inner.split(',').map(plain).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_read() {
        let text = "format_version: \"2.0\" # the format\ninput_files:\n  - ../common/\n  - 'a#b/'\n\nproperties:\n  - property_file: ../properties/assert.prp\n    expected_verdict: false\n  - property_file: ../properties/no-runtime-exception.prp\noptions:\n  language: Java\n";
        let read = Definition::parse(text, Path::new("x")).expect("it is one");
        assert_eq!(read.inputs, [Path::new("x/../common/"), Path::new("x/a#b/")]);
        assert_eq!(read.properties.iter().map(|p| p.expected).collect::<Vec<_>>(), [Some(false), None]);
        assert_eq!(Property::of(&read.properties[1].file), Ok(Some(Property::NoRuntimeException)));
        assert_eq!(Property::of(&read.properties[0].file), Ok(Some(Property::Assertions)));
        assert_eq!(read.language.as_deref(), Some("Java"));
    }

    #[test]
    fn lists_may_stand_in_a_line() {
        let read = Definition::parse("input_files: ['a.java', b/]\n", Path::new("")).expect("it is one");
        assert_eq!(read.inputs, [Path::new("a.java"), Path::new("b/")]);
        let read = Definition::parse("input_files: a\n", Path::new("")).expect("it is one");
        assert_eq!(read.inputs, [Path::new("a")]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        assert_eq!(Definition::parse("x\n", Path::new("")).map_err(|(line, _)| line), Err(1));
        let text = "properties:\n  - property_file: a\n    expected_verdict: maybe\n";
        assert_eq!(Definition::parse(text, Path::new("")).map_err(|(line, _)| line), Err(3));
    }
}
