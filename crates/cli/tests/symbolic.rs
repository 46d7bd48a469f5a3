//! The symbolic examples: each `//@ pse:` line of a program is a command, `//@ expect-value:` after it the exact answer (worked
//! out by hand or by brute force, see the programs), `//@ paths:` the number of paths; `//@ expect-symbolic:` the verdict of
//! `check --symbolic`, whose inputs must replay.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Question {
    options: Vec<String>,
    value: String,
    paths: Option<u64>,
}

#[derive(Default)]
struct Example {
    path: PathBuf,
    arguments: Vec<String>,
    questions: Vec<Question>,
    verdict: Option<String>,
}

/// Tens of thousands of paths: only with `HAZARD_FULL=1` (`make test-full`).
const SLOW: [&str; 2] = ["DaisyChain.java", "ParallelQuicksort.java"];

fn examples() -> Vec<Example> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../java/examples/symbolic");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the examples").map(|e| e.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "java"));
    let is_slow = |path: &PathBuf| SLOW.iter().any(|slow| path.ends_with(slow));
    paths.retain(|path| std::env::var_os("HAZARD_FULL").is_some() || !is_slow(path));
    paths.sort();
    paths.into_iter().map(|path| read(&path)).collect()
}

fn read(path: &Path) -> Example {
    let text = std::fs::read_to_string(path).expect("an example");
    let mut example = Example { path: path.to_owned(), ..Example::default() };
    for line in text.lines().filter_map(|line| line.strip_prefix("//@ ")) {
        let (key, value) = line.split_once(':').expect("a key");
        let words = || value.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        match key {
            "args" => example.arguments = words(),
            "pse" => example.questions.push(Question { options: words(), value: String::new(), paths: None }),
            "expect-value" => example.questions.last_mut().expect("a question before").value = value.trim().to_owned(),
            "paths" => example.questions.last_mut().expect("a question before").paths = value.trim().parse().ok(),
            "expect-symbolic" => example.verdict = Some(value.trim().to_owned()),
            _ => {}
        }
    }
    example
}

fn hazard(arguments: &[String]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hazard")).args(arguments).output().expect("hazard runs")
}

fn pse(path: &Path, options: &[String], arguments: &[String]) -> (i32, serde_json::Value, String) {
    let mut command = vec!["pse".to_owned(), path.display().to_string(), "--json".to_owned(), "-".to_owned()];
    command.extend_from_slice(options);
    if !options.iter().any(|word| word == "--") {
        command.push("--".to_owned());
        command.extend_from_slice(arguments);
    }
    let output = hazard(&command);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let report = serde_json::from_slice(&output.stdout).unwrap_or(serde_json::Value::Null);
    (output.status.code().unwrap_or(-1), report, errors)
}

#[test]
fn examples_have_their_known_probabilities() {
    let mut wrong = Vec::new();
    for example in examples() {
        for question in &example.questions {
            let (status, report, errors) = pse(&example.path, &question.options, &example.arguments);
            let found = report["properties"][0]["exact"].as_str().unwrap_or("nothing").to_owned();
            if status != 0 || found != question.value {
                let name = example.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                wrong.push(format!(
                    "{name} {:?}: {found} instead of {} (exit {status}) {errors}",
                    question.options, question.value
                ));
            }
            if let Some(paths) = question.paths {
                assert_eq!(report["paths"], paths, "{}", example.path.display());
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn verification_proves_or_refutes_with_inputs_that_replay() {
    for example in examples() {
        let Some(expected) = &example.verdict else { continue };
        let trace = std::env::temp_dir().join(format!("hazard-symbolic-{}.json", std::process::id()));
        let command: Vec<String> = [
            "check",
            "--symbolic",
            &example.path.display().to_string(),
            "--json",
            "-",
            "--trace",
            &trace.display().to_string(),
        ]
        .iter()
        .map(|word| (*word).to_owned())
        .collect();
        let output = hazard(&command);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
        assert_eq!(report["verdict"], expected.as_str(), "{}", example.path.display());
        if expected == "violated" {
            assert!(report["inputs"].as_array().is_some_and(|inputs| !inputs.is_empty()));
            let replayed = hazard(&["replay".to_owned(), trace.display().to_string()]);
            assert_eq!(replayed.status.code(), Some(1), "{}", String::from_utf8_lossy(&replayed.stdout));
        }
        let _ = std::fs::remove_file(&trace);
    }
}

#[test]
fn bad_input_is_one_sentence() {
    let rare = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../java/examples/symbolic/Rare.java");
    let few = vec!["3".to_owned()];
    for (options, part) in [
        (vec!["--domain", "x=5..1"], "reversed"),
        (vec!["--domain", "nobody=0..1"], "nobody"),
        (vec!["--domain", "nonsense"], "NAME=LOW..HIGH"),
        (vec!["--hypothesis", ">=1.5"], "between 0 and 1"),
        (vec!["--target", "\"unknown\""], "unknown"),
    ] {
        let options: Vec<String> = options.into_iter().map(str::to_owned).collect();
        let (status, _, errors) = pse(&rare, &options, &few);
        assert_eq!(status, 2, "{options:?}: {errors}");
        assert!(errors.contains(part), "{options:?}: {errors}");
        assert_eq!(errors.trim().lines().count(), 1, "{errors}");
    }
}
