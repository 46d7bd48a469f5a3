//! Symbolic programs with known answers: the examples (`java/examples/symbolic`) and those that only tests use
//! (`tests/symbolic`, whose values HotSpot's enumeration of all inputs or a closed form gave).
//!
//! Each `//@ pse:` line of a program is a question, `//@ expect-value:` after it the exact answer, `//@ paths:` the number of paths,
//! `//@ approximately:` a probability that cannot be counted, which must lie between what the report tells of it;
//! `//@ expect-symbolic:` is the verdict of `check --symbolic`, whose inputs must replay, with the options of `//@ check:`.
//! `//@ quick:` are smaller arguments for `make test`, with the same answers; `make test-full` takes those of `//@ args:`.

mod shell;

use shell::repository;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use testkit::{Jdk, compile, java_files};

#[derive(Default)]
struct Question {
    options: Vec<String>,
    value: String,
    paths: Option<u64>,
    about: Option<f64>,
}

#[derive(Default)]
struct Example {
    name: String,
    arguments: Vec<String>,
    questions: Vec<Question>,
    check_options: Vec<String>,
    verdict: Option<String>,
}

struct Examples {
    classpath: String,
    jdk: PathBuf,
    list: Vec<Example>,
}

fn examples() -> Examples {
    let folder = |name: &str| java_files(&repository().join(name)).expect("the folder is there");
    let mut sources = folder("java/examples/symbolic");
    sources.extend(folder("tests/symbolic"));
    let list = sources.iter().map(|path| read(path)).collect();
    sources.extend(folder("java/api"));
    let jdk = Jdk::installed().into_iter().next().expect("a JDK is installed");
    let compiled = compile(&jdk, &sources, &[]).unwrap_or_else(|error| panic!("{error}"));
    Examples { classpath: compiled.classpath, jdk: jdk.home, list }
}

fn read(path: &Path) -> Example {
    let text = std::fs::read_to_string(path).expect("an example");
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut example = Example { name, ..Example::default() };
    for line in text.lines().filter_map(|line| line.strip_prefix("//@ ")) {
        let (key, value) = line.split_once(':').expect("a key");
        let words = || value.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        match key {
            "args" => example.arguments = words(),
            "quick" if std::env::var_os("HAZARD_FULL").is_none() => example.arguments = words(),
            "check" => example.check_options = words(),
            "pse" => example.questions.push(Question { options: words(), ..Question::default() }),
            "expect-value" => example.questions.last_mut().expect("a question before").value = value.trim().to_owned(),
            "paths" => example.questions.last_mut().expect("a question before").paths = value.trim().parse().ok(),
            "approximately" => {
                example.questions.last_mut().expect("a question before").about = value.trim().parse().ok()
            }
            "expect-symbolic" => example.verdict = Some(value.trim().to_owned()),
            _ => {}
        }
    }
    example
}

fn hazard(arguments: &[String]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hazard")).args(arguments).output().expect("hazard runs")
}

impl Examples {
    /// Asks about a program; options may end in arguments of their own.
    fn ask(&self, command: &str, example: &Example, options: &[String]) -> (i32, serde_json::Value, String) {
        let jdk = self.jdk.display().to_string();
        let fixed = [command, "-cp", &self.classpath, "--jdk", &jdk, &example.name, "--json", "-"];
        let mut words: Vec<String> = fixed.iter().map(|word| (*word).to_owned()).collect();
        words.extend_from_slice(options);
        if !options.iter().any(|word| word == "--") {
            words.push("--".to_owned());
            words.extend_from_slice(&example.arguments);
        }
        let output = hazard(&words);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let report = serde_json::from_slice(&output.stdout).unwrap_or(serde_json::Value::Null);
        (output.status.code().unwrap_or(-1), report, errors)
    }

    /// Two at a time; what is wrong, in sentences.
    fn all_right(&self, judge: impl Fn(&Examples, &Example) -> Vec<String> + Sync) {
        let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while let Some(example) = self.list.get(next.fetch_add(1, Ordering::Relaxed)) {
                        wrong.lock().expect("no judge panics").extend(judge(self, example));
                    }
                });
            }
        });
        let wrong = wrong.into_inner().expect("no judge panics");
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn programs_have_their_known_probabilities() {
    examples().all_right(|examples, example| {
        let mut wrong = Vec::new();
        for question in &example.questions {
            let (status, report, errors) = examples.ask("pse", example, &question.options);
            if let Some(truth) = question.about {
                let end = |name: &str| report["approximate"][name].as_f64().unwrap_or(f64::NAN);
                let (low, high) = (end("lower"), end("upper"));
                if !(status == 3 && low <= truth && truth <= high && high - low < 0.02) {
                    wrong.push(format!("{}: {low} to {high} (exit {status}) {errors}", example.name));
                }
                continue;
            }
            let found = report["properties"][0]["exact"].as_str().unwrap_or("nothing");
            let paths_differ = question.paths.is_some_and(|paths| report["paths"] != paths);
            if status != 0 || found != question.value || paths_differ {
                wrong.push(format!(
                    "{} {:?}: {found} instead of {} ({} paths, exit {status}) {errors}",
                    example.name, question.options, question.value, report["paths"]
                ));
            }
        }
        wrong
    });
}

#[test]
fn verification_proves_or_refutes_with_inputs_that_replay() {
    examples().all_right(|examples, example| {
        let Some(expected) = &example.verdict else { return Vec::new() };
        let trace = std::env::temp_dir().join(format!("hazard-symbolic-{}-{}.json", std::process::id(), example.name));
        let mut options = example.check_options.clone();
        if !options.iter().any(|word| word == "--symbolic") {
            options.push("--symbolic".to_owned());
        }
        options.extend(["--trace".to_owned(), trace.display().to_string()]);
        let (status, report, errors) = examples.ask("check", example, &options);
        let mut wrong = Vec::new();
        if report["verdict"] != expected.as_str() {
            wrong.push(format!(
                "{}: {} instead of {expected} (exit {status}) {errors}",
                example.name, report["verdict"]
            ));
        } else if expected == "violated" {
            if report["inputs"].as_array().is_none_or(Vec::is_empty) {
                wrong.push(format!("{}: no inputs", example.name));
            }
            let replayed = hazard(&["replay".to_owned(), trace.display().to_string()]);
            if replayed.status.code() != Some(1) {
                wrong.push(format!("{}: {}", example.name, String::from_utf8_lossy(&replayed.stderr)));
            }
        }
        let _ = std::fs::remove_file(&trace);
        wrong
    });
}

/// What a report says that does not depend on the machine, the time, or who looked up what.
fn lasting(report: &serde_json::Value) -> serde_json::Value {
    let mut report = report.clone();
    for key in ["time_ms", "peak_bytes", "slices_computed", "slices_reused", "instructions", "store_bytes"] {
        report.as_object_mut().expect("a report").remove(key);
    }
    report
}

#[test]
fn reports_do_not_depend_on_the_number_of_workers() {
    let examples = examples();
    // Windy asks for more inputs, and loads more, than walks before the exploration meet.
    for (name, command, options) in [
        ("Windy", "pse", "-- 40 20 weak"),
        ("Windy", "pse", "--algorithm bounds -- 40 20 weak"),
        ("DaisyChain", "pse", "--min -- 3 weak"),
        ("DaisyChain", "pse", "--algorithm bounds -- 3 uniform"),
        ("ParallelQuicksort", "pse", "--min -- 3 1"),
        ("Rare", "pse", "-- 300"),
        ("AssumeFalsePath", "pse", "--"),
        ("CoinLoop", "pse", "--"),
        ("HashScattered", "pse", "--target failure --"),
        ("ParallelQuicksort", "check", "--symbolic -- 3 1"),
        ("TwoThreadAccount", "check", "--symbolic --"),
    ] {
        let example = examples.list.iter().find(|example| example.name == name).expect("it is there");
        let ask = |workers: u32| {
            let mut words = vec!["--threads".to_owned(), workers.to_string()];
            words.extend(options.split_whitespace().map(str::to_owned));
            let (status, report, errors) = examples.ask(command, example, &words);
            assert!(report.is_object(), "{name} {options}: {errors}");
            (status, lasting(&report))
        };
        let alone = ask(1);
        for workers in [2, 3] {
            assert_eq!(ask(workers), alone, "{command} {name} {options} with {workers} workers");
        }
    }
}

/// Bounds must enclose what is known, and be as close as asked for, also where paths go round in circles.
#[test]
fn bounds_enclose_the_known_probabilities() {
    let mut examples = examples();
    // The others have no circles, and too little below them to be told apart from `exact`.
    examples.list.retain(|example| example.name.contains("Loop") || example.arguments.len() > 1);
    examples.all_right(|examples, example| {
        let mut wrong = Vec::new();
        for question in example.questions.iter().filter(|question| !question.options.iter().any(|o| o == "--algorithm"))
        {
            let mut options: Vec<String> = ["--algorithm", "bounds", "--epsilon", "0.01"].map(str::to_owned).into();
            options.extend_from_slice(&question.options);
            let (status, report, errors) = examples.ask("pse", example, &options);
            let end = |name: &str| report["properties"][0][name].as_f64().unwrap_or(f64::NAN);
            let (low, high) = (end("lower"), end("upper"));
            let mut parts = question.value.split('/').map(|part| part.parse::<f64>().unwrap_or(f64::NAN));
            let value = parts.next().unwrap_or(f64::NAN) / parts.next().unwrap_or(1.0);
            if !(status == 0 && low <= value + 1e-9 && value <= high + 1e-9 && high - low <= 0.01 + 1e-9) {
                let asked = &question.options;
                wrong.push(format!("{} {asked:?}: {low}..{high} for {value} (exit {status}) {errors}", example.name));
            }
        }
        wrong
    });
}

#[test]
fn every_path_can_be_had_with_inputs() {
    let examples = examples();
    let example = examples.list.iter().find(|example| example.name == "Triangle").expect("it is there");
    let file = std::env::temp_dir().join(format!("hazard-paths-{}.json", std::process::id()));
    let options = ["--paths".to_owned(), file.display().to_string()];
    let (status, report, errors) = examples.ask("pse", example, &options);
    assert_eq!(status, 0, "{errors}");
    let list: serde_json::Value = serde_json::from_slice(&std::fs::read(&file).expect("the paths")).expect("JSON");
    let _ = std::fs::remove_file(&file);
    let paths = list.as_array().expect("a list");
    assert_eq!(report["paths"], paths.len());
    for path in paths {
        assert!(path["inputs"].as_object().is_some_and(|inputs| !inputs.is_empty()), "{path}");
    }
}

#[test]
fn bad_input_is_one_sentence() {
    let examples = examples();
    let example = examples.list.iter().find(|example| example.name == "Rare").expect("it is there");
    for (options, part) in [
        (vec!["--domain", "x=5..1"], "reversed"),
        (vec!["--domain", "nobody=0..1"], "nobody"),
        (vec!["--domain", "nonsense"], "NAME=LOW..HIGH"),
        (vec!["--hypothesis", ">=1.5"], "between 0 and 1"),
        (vec!["--target", "\"unknown\""], "unknown"),
    ] {
        let mut options: Vec<String> = options.into_iter().map(str::to_owned).collect();
        options.extend(["--".to_owned(), "3".to_owned()]);
        let (status, _, errors) = examples.ask("pse", example, &options);
        assert_eq!(status, 2, "{options:?}: {errors}");
        assert!(errors.contains(part), "{options:?}: {errors}");
        assert_eq!(errors.trim().lines().count(), 1, "{errors}");
    }
}
