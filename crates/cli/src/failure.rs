//! Why a command gives no result: one sentence and an exit status.

use std::ffi::OsString;

use clap::Parser;
use clap::error::ErrorKind;

#[derive(Debug)]
pub enum Failure {
    Usage(String),
    Fault(checker::Fault),
}

impl Failure {
    pub fn usage(sentence: impl Into<String>) -> Self {
        Failure::Usage(sentence.into())
    }

    /// Says so on standard error; the compiler's words are its own.
    pub fn complain(&self) {
        match self {
            Failure::Fault(checker::Fault::Compilation(errors)) => crate::terminal::pass_on(errors),
            other => crate::terminal::complain(&other.to_string()),
        }
    }

    pub fn exit_status(&self) -> i32 {
        match self {
            Failure::Usage(_) => 2,
            Failure::Fault(fault) => fault.exit_status(),
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Usage(sentence) => formatter.write_str(sentence),
            Failure::Fault(fault) => write!(formatter, "{fault}"),
        }
    }
}

impl From<checker::Fault> for Failure {
    fn from(fault: checker::Fault) -> Self {
        Failure::Fault(fault)
    }
}

/// Parses the command line; help and version are printed, errors become one sentence. `Err` is the exit status.
pub fn parse<P: Parser>(arguments: impl Iterator<Item = OsString>) -> Result<P, i32> {
    let arguments: Vec<OsString> = arguments.collect();
    if let Some((text, to_error)) = crate::java_command_line::version(&arguments) {
        if to_error {
            crate::terminal::pass_on(&text)
        } else {
            crate::terminal::print(&format!("{text}\n"))
        }
        return Err(0);
    }
    let translated = crate::java_command_line::translate(arguments, &P::command()).map_err(|sentence| {
        crate::terminal::complain(&sentence);
        2
    })?;
    P::try_parse_from(translated.clone()).map_err(|error| told_simply(error, &P::command())).map_err(
        |error| match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                crate::terminal::print(&error.render().to_string());
                0
            }
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
                crate::terminal::complain("a command is needed, such as `hazard check Main.java`; see `hazard --help`");
                2
            }
            _ => {
                let command = P::command();
                crate::terminal::complain(&with_hint(
                    one_sentence(&error.render().to_string()),
                    &error,
                    &command,
                    &translated,
                ));
                2
            }
        },
    )
}

/// Without advice that helps nobody: commands that are not shown, and `--` before what is no option, which stands for something else
/// here.
fn told_simply(mut error: clap::Error, command: &clap::Command) -> clap::Error {
    use clap::error::{ContextKind, ContextValue};
    if let Some(ContextValue::Strings(names)) = error.get(ContextKind::SuggestedSubcommand) {
        let is_shown = |name: &&String| command.find_subcommand(name).is_some_and(|found| !found.is_hide_set());
        let shown: Vec<String> = names.iter().filter(is_shown).cloned().collect();
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(shown));
    }
    error.remove(ContextKind::Suggested);
    error
}

/// A word too many is most often meant for the program, if there is one; a number below zero for the option before it.
fn with_hint(sentence: String, error: &clap::Error, command: &clap::Command, words: &[OsString]) -> String {
    let Some(clap::error::ContextValue::String(word)) = error.get(clap::error::ContextKind::InvalidArg) else {
        return sentence;
    };
    if error.kind() != ErrorKind::UnknownArgument {
        return sentence;
    }
    let texts: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let subcommand = texts.get(1).and_then(|name| command.find_subcommand(name));
    if word.starts_with('-') {
        let place = texts.iter().position(|text| text == word).unwrap_or(0);
        let option = place.checked_sub(1).map_or("", |before| texts[before]);
        let is_number = word.parse::<f64>().is_ok();
        return match is_number && option.starts_with("--") {
            true => format!("{option} takes no number below zero, such as {word} (see --help)"),
            false => sentence,
        };
    }
    match subcommand.is_some_and(|command| command.get_arguments().any(|argument| argument.is_last_set())) {
        true => sentence.replace("(see --help)", "(arguments of the program come after --; see --help)"),
        false => sentence,
    }
}

/// clap explains itself over several lines; the usage is left to `--help`.
pub fn one_sentence(rendered: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for line in rendered.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line.starts_with("Usage:") || line.starts_with("For more information") {
            break;
        }
        let line = line.strip_prefix("error: ").or_else(|| line.strip_prefix("tip: ")).unwrap_or(line);
        parts.push(line.to_owned());
    }
    let mut sentence = String::new();
    for part in parts {
        if !sentence.is_empty() {
            sentence.push_str(if sentence.ends_with(':') { " " } else { "; " });
        }
        sentence.push_str(&part);
    }
    // What the parsers of numbers say is said as the rest is.
    let sentence = (sentence.replace("invalid digit found in string", "write a whole number"))
        .replace("number too large to fit in target type", "it is too large");
    format!("{sentence} (see --help)")
}
