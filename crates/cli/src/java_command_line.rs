//! The command line as people write it for `java`: `-cp`, `-Dkey=value`, `-Xmx1g`, `--add-opens …`, `-jar app.jar`, `@arguments`, and
//! the program's own arguments right behind its name.

use std::ffi::OsString;

use checker::java_options::{WITH_VALUE, is_java_option};
use clap::Command;

/// The same command line as clap wants it.
pub fn translate(arguments: Vec<OsString>, commands: &Command) -> Result<Vec<OsString>, String> {
    let name = arguments.get(1).and_then(|name| name.to_str()).unwrap_or_default().to_owned();
    if let Some(command) = commands.find_subcommand(&name).filter(|_| name == "mc") {
        let long: Vec<&str> = command.get_arguments().filter_map(|option| option.get_long()).collect();
        let (head, rest) = arguments.split_at(2);
        let rest = crate::prism_command_line::translate(rest.to_vec(), &long)?;
        return Ok([head, rest.as_slice()].concat());
    }
    // Only commands that run a program of the user's know what `java` knows.
    let on_programs =
        |command: &&Command| command.get_arguments().any(|option| option.get_long() == Some("java-option"));
    let Some(command) = commands.find_subcommand(&name).filter(on_programs) else {
        return Ok(arguments.into_iter().map(respelled).collect());
    };
    let (head, rest) = arguments.split_at(2);
    let (mut has_target, runs) = (false, name == "run");
    // Each with whether it may name a file of more: what comes from such a file may not.
    let mut words: std::collections::VecDeque<(OsString, bool)> = std::collections::VecDeque::new();
    // As `java` says it, in a run that stands for one. The machine's own options come before those of the command line, or behind.
    for (variable, said) in [("JDK_JAVA_OPTIONS", "NOTE: Picked up"), ("JAVA_TOOL_OPTIONS", "Picked up")] {
        words.extend(picked_up(variable, said, runs)?.into_iter().map(|word| (word.into(), true)));
    }
    let last: Vec<OsString> = picked_up("_JAVA_OPTIONS", "Picked up", runs)?.into_iter().map(as_java_option).collect();
    words.extend(rest.iter().map(|word| (word.clone(), true)));
    let mut translated = head.to_vec();
    while let Some((word, may_be_file)) = words.pop_front() {
        let text = word.to_string_lossy().into_owned();
        if text == "--" {
            translated.push(word);
            translated.extend(words.into_iter().map(|(word, _)| word));
            break;
        }
        if runs && has_target && (is_java_option(&text) || WITH_VALUE.contains(&text.as_str())) {
            // As for `java`: behind its name they are the program's.
            translated.extend(["--".into(), word]);
            translated.extend(words.into_iter().map(|(word, _)| word));
            break;
        }
        if let Some(file) = text.strip_prefix('@').filter(|file| !file.is_empty() && !has_target && may_be_file) {
            let read =
                std::fs::read_to_string(file).map_err(|error| format!("{text}: the file cannot be read ({error})"))?;
            split(&read).into_iter().rev().for_each(|word| words.push_front((word.into(), false)));
        } else if text == "-jar" {
            // What follows is the target, as it would be without.
        } else if runs && matches!(text.as_str(), "-m" | "--module") {
            let main = words.pop_front().unwrap_or_default().0.to_string_lossy().into_owned();
            let Some((module, class)) = main.split_once('/') else {
                return Err(format!("{text} {main}: name the class as well, as in {text} module/pkg.Main"));
            };
            translated.push(format!("--java-option=--module={module}").into());
            translated.push(class.into());
            has_target = true;
        } else if WITH_VALUE.contains(&text.as_str()) || (runs && text == "-p") {
            let option = if text == "-p" { "--module-path" } else { &text };
            let Some((value, _)) = words.pop_front() else { return Err(format!("{text} needs a value")) };
            translated.push(format!("--java-option={option}={}", value.to_string_lossy()).into());
        } else if is_java_option(&text) {
            translated.push(format!("--java-option={text}").into());
        } else if !text.starts_with('-') || text == "-" {
            if has_target && runs {
                translated.extend(["--".into(), word]);
                translated.extend(words.into_iter().map(|(word, _)| word));
                break;
            }
            has_target = true;
            translated.push(word);
        } else {
            let word = respelled(word);
            let text = word.to_string_lossy().into_owned();
            let known = option_of(command, &text);
            if known.is_none() && has_target && runs {
                // Behind its name, what is none of our options is the program's.
                translated.extend(["--".into(), word]);
                translated.extend(words.into_iter().map(|(word, _)| word));
                break;
            }
            translated.push(word);
            let takes_value = known.is_some_and(|option| option.get_action().takes_values());
            if takes_value && !text.contains('=') && (text.len() <= 2 || text.starts_with("--")) {
                // Some values are optional: those must follow an equals sign.
                let optional = known.is_some_and(|option| option.is_require_equals_set());
                translated.extend(if optional { None } else { words.pop_front().map(|(word, _)| word) });
            }
        }
    }
    let end = translated.iter().position(|word| word == "--").unwrap_or(translated.len());
    translated.splice(end..end, last);
    Ok(translated)
}

fn as_java_option(option: String) -> OsString {
    format!("--java-option={option}").into()
}

/// The options that a variable of the environment adds, as `java` reads it: quotes keep spaces, nothing else is special. A main class
/// is none, nor is what takes its place.
fn picked_up(variable: &str, said: &str, runs: bool) -> Result<Vec<String>, String> {
    let given = std::env::var(variable).unwrap_or_default();
    let words = quoted_words(&given);
    if words.is_empty() {
        return Ok(words);
    }
    match runs {
        true => crate::terminal::pass_on(&format!("{said} {variable}: {given}")),
        false => crate::terminal::warn(&format!("picked up {variable}: {given}")),
    }
    let mut options = words.iter();
    while let Some(option) = options.next() {
        if !option.starts_with(['-', '@']) {
            return Err(format!("{variable} names {option}, but the main class is for the command line; take it out"));
        }
        if matches!(&option[..], "-jar" | "-m" | "--module" | "-version" | "--version" | "-help" | "--help" | "-h") {
            return Err(format!("{variable} has {option}, which is for the command line; take it out"));
        }
        if WITH_VALUE.contains(&&option[..]) || TAKES_VALUE.contains(&&option[..]) || option == "-p" {
            options.next();
        }
    }
    Ok(words)
}

fn quoted_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            Some(_) => word.get_or_insert_default().push(letter),
            None if matches!(letter, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// What `hazard run -version` says, which names the library's version and whose machine runs it; and whether it goes to standard
/// error, as `java` has it.
pub fn version(arguments: &[OsString]) -> Option<(String, bool)> {
    let [_, command, rest @ ..] = arguments else { return None };
    let words: Vec<&str> = rest.iter().map(|word| word.to_str().unwrap_or_default()).collect();
    let asked = words.iter().position(|word| matches!(*word, "-version" | "--version"))?;
    // Behind the program's name it would be the program's.
    let is_target = |(index, word): (usize, &&str)| {
        !word.starts_with('-') && index.checked_sub(1).is_none_or(|before| !TAKES_VALUE.contains(&words[before]))
    };
    if command != "run" || words[..asked].iter().enumerate().any(is_target) {
        return None;
    }
    let jdk = words[..asked].iter().position(|word| *word == "--jdk").and_then(|at| words.get(at + 1));
    let (home, ..) = checker::jdk(jdk.map(std::path::Path::new)).ok()?;
    let release = std::fs::read_to_string(home.join("release")).unwrap_or_default();
    let value = |key: &str| {
        let line = release.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
        line.unwrap_or_default().trim_matches('"').to_owned()
    };
    let to_error = words[asked] == "-version";
    let (version, date) = (value("JAVA_VERSION"), value("JAVA_VERSION_DATE"));
    let (runtime, vendor) = (value("JAVA_RUNTIME_VERSION"), value("IMPLEMENTOR_VERSION"));
    let lts = if runtime.ends_with("-LTS") { " LTS" } else { "" };
    let space = if vendor.is_empty() { "" } else { " " };
    let first = if to_error {
        format!("openjdk version \"{version}\" {date}{lts}")
    } else {
        format!("openjdk {version} {date}{lts}")
    };
    let second = format!("OpenJDK Runtime Environment{space}{vendor} (build {runtime})");
    Some((format!("{first}\n{second}\nHazard (build {}, model checking)", checker::VERSION), to_error))
}

/// Options whose value is the next word, as far as they may stand before `-version`.
const TAKES_VALUE: [&str; 6] = ["--jdk", "-cp", "-classpath", "--class-path", "--classpath", "--module-path"];

fn option_of<'a>(command: &'a Command, text: &str) -> Option<&'a clap::Arg> {
    let name = text.split('=').next().unwrap_or(text);
    command.get_arguments().find(|argument| match name.strip_prefix("--") {
        Some(long) => {
            argument.get_long() == Some(long) || argument.get_all_aliases().is_some_and(|all| all.contains(&long))
        }
        None => name.chars().nth(1).is_some_and(|letter| argument.get_short() == Some(letter)),
    })
}

/// `java` spells its class path `-cp` and PRISM its constants `-const`, which clap would read as `-c p` and so on.
fn respelled(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(text) if text.starts_with("--class-path=") => text.replacen("--class-path", "--classpath", 1).into(),
        Some("-cp" | "-classpath" | "--class-path") => "--classpath".into(),
        Some("-const") => "--const".into(),
        _ => argument,
    }
}

/// The words of an argument file: quotes keep spaces, `#` begins a comment. Inside quotes a backslash takes the next character as it
/// is, but `\n`, `\r`, `\t` and `\f`, and at the end of a line goes on with the next one behind its spaces.
fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\\', Some(_)) => {
                let meant = match letters.next() {
                    Some('n') => Some('\n'),
                    Some('r') => Some('\r'),
                    Some('t') => Some('\t'),
                    Some('f') => Some('\u{c}'),
                    Some('\n' | '\r') => {
                        let rest = letters.as_str();
                        letters = rest.trim_start_matches(char::is_whitespace).chars();
                        None
                    }
                    other => other,
                };
                word.get_or_insert_default().extend(meant);
            }
            (_, Some(open)) if letter == open => quote = None,
            (_, Some(_)) => word.get_or_insert_default().push(letter),
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            ('#', None) if word.is_none() => {
                letters.by_ref().find(|letter| *letter == '\n');
            }
            _ if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands() -> Command {
        let flag = |name: &'static str| clap::Arg::new(name).long(name);
        Command::new("hazard").subcommand(
            Command::new("run")
                .args([flag("classpath"), flag("seed"), flag("java-option")])
                .arg(clap::Arg::new("target")),
        )
    }

    fn translated(words: &str) -> String {
        let arguments = words.split(' ').map(OsString::from).collect();
        let words = translate(arguments, &commands()).unwrap();
        words.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_command_line_of_java_is_one_of_ours() {
        assert_eq!(
            translated("hazard run -Da=b -cp x:y Main one -two"),
            "hazard run --java-option=-Da=b --classpath x:y Main -- one -two"
        );
        assert_eq!(translated("hazard run --seed 5 Main --seed 6 -x"), "hazard run --seed 5 Main --seed 6 -- -x");
        assert_eq!(
            translated("hazard run --add-opens a/b=c -jar x.jar"),
            "hazard run --java-option=--add-opens=a/b=c x.jar"
        );
        assert_eq!(
            translated("hazard run -ea -m m/pkg.Main 3"),
            "hazard run --java-option=-ea --java-option=--module=m pkg.Main -- 3"
        );
        assert_eq!(translated("hazard run Main -- -cp"), "hazard run Main -- -cp");
        assert_eq!(translated("hazard run -ea Main -Dx=1 -ea"), "hazard run --java-option=-ea Main -- -Dx=1 -ea");
    }

    #[test]
    fn argument_files_have_quotes_and_comments() {
        assert_eq!(split("-cp \"a b\" # all\n 'c'd \"\\\"\""), ["-cp", "a b", "cd", "\""]);
        assert_eq!(split("\"a\\tb\\\n   c\" d\\e"), ["a\tbc", "d\\e"]);
        assert_eq!(quoted_words("-Da='b c' # x\\y"), ["-Da=b c", "#", "x\\y"]);
    }
}
