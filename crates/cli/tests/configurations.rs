//! A configuration of Java PathFinder for every key we document (`tests/jpf`), run through the command line. What must come
//! out stands in each as comments:
//!
//! ```text
//! #: options: -p 'P=? [ F "end" ]'     further options of `hazard check`
//! #: exit: 2                           the exit status, if not 0
//! #: json: /states = 8                 a place in the JSON report and its value
//! #: absent: /violations/1             a place that the report must not have
//! #: err: a sentence                   what standard error must contain
//! #: writes: Coins.tra                 the one file that must appear
//! #: file: 9 16|-1 0 1.000000          its lines, or with `contains:` a part of it
//! ```

mod shell;

use std::path::Path;

use serde_json::Value;
use shell::{Shell, repository};
use testkit::{Jdk, compile, java_files};

/// A directive and what it says.
fn directives(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("#:"));
    lines
        .map(|line| line.split_once(':').expect("a directive has a colon"))
        .map(|(key, value)| (key.trim().into(), value.trim().into()))
        .collect()
}

/// Splits at blanks outside single quotes.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in text.split('\'').enumerate() {
        match index % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

fn copy_classes(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("the compiled classes").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_classes(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("copied");
        }
    }
}

/// Everything that is not as the file says.
fn troubles(name: &str, text: &str, shell: &Shell) -> Vec<String> {
    let mut arguments = vec!["check".to_owned(), name.to_owned(), "--json".to_owned(), "report.json".to_owned()];
    let wanted = directives(text);
    for (_, options) in wanted.iter().filter(|(key, _)| key == "options") {
        arguments.extend(words(options));
    }
    let finished = shell.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), "");
    let report: Option<Value> = std::fs::read_to_string(shell.path("report.json"))
        .ok()
        .map(|text| serde_json::from_str(&text).expect("the report is JSON"));
    let exit = wanted.iter().find(|(key, _)| key == "exit").map_or(0, |(_, value)| value.parse().expect("a status"));
    let mut troubles = Vec::new();
    let mut note = |trouble: String| troubles.push(format!("{name}: {trouble}"));
    if finished.status != Some(exit) {
        note(format!("exit status {:?} instead of {exit}\n{}{}", finished.status, finished.out, finished.err));
    }
    let written = wanted.iter().find(|(key, _)| key == "writes").map(|(_, file)| file.as_str());
    let content = written.map(|file| std::fs::read_to_string(shell.path(file)).unwrap_or_default()).unwrap_or_default();
    for (key, value) in &wanted {
        match key.as_str() {
            "json" => {
                let (place, value) = value.split_once(" = ").expect("a place and its value");
                let value: Value = serde_json::from_str(value).expect("a value in JSON");
                let found = report.as_ref().and_then(|report| report.pointer(place));
                if found != Some(&value) {
                    note(format!("{place} is {found:?} instead of {value}"));
                }
            }
            "absent" if report.as_ref().is_some_and(|report| report.pointer(value).is_some()) => {
                note(format!("the report has {value}"));
            }
            "err" if !finished.err.contains(value.as_str()) => {
                note(format!("standard error lacks '{value}': {}", finished.err));
            }
            "file" if content.lines().collect::<Vec<_>>() != value.split('|').collect::<Vec<_>>() => {
                note(format!("the file is\n{content}"));
            }
            "contains" if !content.contains(value.as_str()) => note(format!("the file is\n{content}")),
            "absent" | "err" | "file" | "contains" | "writes" | "exit" | "options" => {}
            other => note(format!("unknown directive {other}")),
        }
    }
    let allowed = ["report.json"].into_iter().chain(written);
    let allowed: Vec<String> = allowed.map(|file| shell.path(file).display().to_string()).collect();
    let classes = shell.path("classes").display().to_string();
    let left = shell.leftovers().into_iter().filter(|file| !file.starts_with(&classes) && !allowed.contains(file));
    left.for_each(|file| note(format!("{file} is left behind")));
    if !wanted.iter().any(|(key, _)| key == "err") && !finished.err.is_empty() {
        note(format!("unexpected words on standard error: {}", finished.err));
    }
    troubles
}

#[test]
fn every_documented_key_does_what_it_says() {
    let folder = repository().join("tests/jpf");
    let jdk = Jdk::installed().into_iter().next().expect("a JDK is needed: apt-get install openjdk-17-jdk");
    let mut sources = java_files(&folder.join("src")).expect("the programs");
    sources.extend(java_files(&repository().join("java/api")).expect("the Java API beside the crates"));
    let compiled = compile(&jdk, &sources, &[]).unwrap_or_else(|error| panic!("{error}"));
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .expect("the configurations")
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.ends_with(".jpf"))
        .collect();
    names.sort();
    assert!(names.len() > 40, "{names:?}");
    let mut all = Vec::new();
    for name in &names {
        let shell = Shell::new(&folder);
        copy_classes(Path::new(&compiled.classpath), &shell.path("classes"));
        let text = std::fs::read_to_string(folder.join(name)).expect("the configuration");
        all.extend(troubles(name, &text, &shell));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
