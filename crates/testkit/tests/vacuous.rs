//! No test without an assertion: every `#[test]` of the workspace, or something that it calls in its crate, must be able to fail. And
//! golden programs must expect something.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use testkit::{Header, java_files};

/// What can fail.
const CHECKS: [&str; 7] =
    ["assert", "panic!", ".expect(", ".unwrap(", "unreachable!", "unwrap_or_else(|", "expect_err("];

struct Function {
    file: PathBuf,
    is_test: bool,
    body: String,
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The functions of a file by name. Formatted code has the closing brace of a function where its line begins.
fn functions(file: &Path, known: &mut BTreeMap<String, Vec<Function>>) {
    let text = std::fs::read_to_string(file).expect("a source file");
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        let Some(rest) = code.split_once("fn ").filter(|(before, _)| is_head(before)).map(|(_, rest)| rest) else {
            continue;
        };
        let name: String = rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
        let end = (at..lines.len()).find(|end| lines[*end].len() > indent && lines[*end][indent..].starts_with('}'));
        let one_line = line.trim_end().ends_with('}');
        let end = if one_line { at } else { end.unwrap_or(at) };
        let attributes = lines[..at].iter().rev().take_while(|above| above.trim_start().starts_with(['#', '/']));
        let is_test = attributes.clone().any(|above| above.trim() == "#[test]")
            && !attributes.clone().any(|above| above.contains("should_panic"));
        let function = Function { file: file.to_path_buf(), is_test, body: lines[at..=end].join("\n") };
        known.entry(name).or_default().push(function);
    }
}

fn is_head(before: &str) -> bool {
    before.split_whitespace().all(|word| word.starts_with("pub") || ["const", "unsafe", "async"].contains(&word))
}

/// Whether the function, or one that it names, can fail.
fn can_fail(function: &Function, known: &BTreeMap<String, Vec<Function>>, asked: &mut BTreeSet<String>) -> bool {
    if CHECKS.iter().any(|check| function.body.contains(check)) {
        return true;
    }
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let words: BTreeSet<&str> = function.body.split(|letter| !is_name(letter)).collect();
    for word in words {
        let Some(called) = known.get(word) else { continue };
        if asked.insert(word.to_owned()) && called.iter().any(|called| can_fail(called, known, asked)) {
            return true;
        }
    }
    false
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn every_test_can_fail() {
    let mut tests = 0;
    let mut vacuous = Vec::new();
    for entry in std::fs::read_dir(repository().join("crates")).expect("the crates").flatten() {
        let mut files = Vec::new();
        rust_files(&entry.path(), &mut files);
        let mut known = BTreeMap::new();
        files.iter().for_each(|file| functions(file, &mut known));
        for (name, functions) in &known {
            for function in functions.iter().filter(|function| function.is_test) {
                tests += 1;
                if !can_fail(function, &known, &mut BTreeSet::from([name.clone()])) {
                    vacuous.push(format!("{}: {name}", function.file.display()));
                }
            }
        }
    }
    assert!(tests > 200, "only {tests} tests were found");
    assert!(vacuous.is_empty(), "these cannot fail:\n{}", vacuous.join("\n"));
}

#[test]
fn every_checked_program_expects_something() {
    let mut programs = 0;
    let mut vacuous = Vec::new();
    for folder in ["tests/threads", "tests/choices", "tests/coins"] {
        for file in java_files(&repository().join(folder)).expect("the programs") {
            let source = std::fs::read_to_string(&file).expect("a program is text");
            let header = Header::parse(&source).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            programs += 1;
            let counts = [header.states, header.transitions, header.end_states, header.violations];
            let expects = header.expect.is_some()
                || header.exit.is_some()
                || header.outputs.is_some()
                || !header.asks.is_empty()
                || counts.iter().any(Option::is_some);
            if header.check.is_some() && !expects {
                vacuous.push(file.display().to_string());
            }
        }
    }
    assert!(programs > 600, "only {programs} programs were found");
    assert!(vacuous.is_empty(), "these expect nothing:\n{}", vacuous.join("\n"));
}
