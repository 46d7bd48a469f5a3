//! Every question of every gallery program has its known answer, at the program's small size; and `hazard example` says so.

use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use checker::Watch;
use experiments::{Compiled, Example, Gallery, examine};

/// Programs that take more than a moment; `make test-full` has them.
const SLOW: &[&str] = &["CigaretteSmokers"];
const WORKERS: usize = 2;
/// As much as the binary gives its threads.
const STACK_BYTES: usize = 1 << 30;

#[test]
fn every_example_answers_as_expected() {
    let gallery = Gallery::embedded();
    let is_full = std::env::var_os("HAZARD_FULL").is_some();
    let examples: Vec<Example> = (gallery.group("randomized"))
        .chain(gallery.group("concurrent"))
        .filter(|example| is_full || !SLOW.contains(&example.name))
        .cloned()
        .collect();
    let compiled = Compiled::new(&examples, None).unwrap_or_else(|fault| panic!("{fault}"));
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            let work = || {
                while let Some(example) = examples.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(sentence) = wrong_answers(example, &compiled) {
                        wrong.lock().expect("no worker panics while it holds the lock").push(sentence);
                    }
                }
            };
            std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).expect("a thread starts");
        }
    });
    let wrong = wrong.into_inner().expect("no worker panics while it holds the lock");
    assert!(wrong.is_empty(), "{} of {} examples are wrong:\n{}", wrong.len(), examples.len(), wrong.join("\n"));
}

/// What is wrong about an example's answers.
fn wrong_answers(example: &Example, compiled: &Compiled) -> Option<String> {
    let examined = match examine(example, compiled, Watch::default()) {
        Ok(examined) => examined,
        Err(fault) => return Some(format!("{}: {fault}", example.name)),
    };
    if examined.agrees() {
        return None;
    }
    let mut sentence = format!("{}: ", example.name);
    for (answer, (expected, agrees)) in examined.report.properties.iter().zip(&examined.compared) {
        if !agrees {
            let ours = answer.exact.as_ref().unwrap_or(&answer.text);
            sentence.push_str(&format!("{} = {ours}, expected {expected}; ", answer.formula));
        }
    }
    let verdict = examined.verdict.map(|(expected, _)| expected).unwrap_or_default();
    sentence.push_str(&format!("verdict {}, expected {verdict}", examined.report.verdict.name()));
    if let Some(violation) = examined.report.violations.first() {
        sentence.push_str(&format!(" ({})", violation.message));
    }
    for missing in &examined.report.unsupported {
        sentence.push_str(&format!(" ({missing})"));
    }
    Some(sentence)
}

fn hazard(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_hazard")).args(arguments).output().expect("the binary runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn an_example_shows_its_source_and_its_answer() {
    let (status, out, _) = hazard(&["example", "MillerRabinPrimalityTest"]);
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("public class MillerRabinPrimalityTest"));
    assert!(out.contains("P=? [ F \"wrong\" ] = 1/16, expected 1/16: as expected"), "{out}");
}

#[test]
fn other_arguments_have_no_expectation() {
    // 25 has the strong liars 1, 7, 18 and 24.
    let (status, out, _) = hazard(&["example", "-q", "MillerRabinPrimalityTest", "--", "25", "1"]);
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("1/6") && !out.contains("public class"), "{out}");
}

#[test]
fn arguments_that_a_program_cannot_take_are_refused_in_a_sentence() {
    let (status, out, error) = hazard(&["example", "-q", "MillerRabinPrimalityTest", "--", "nine"]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(error.contains("cannot take the arguments 'nine'") && error.contains("'9 2'"), "{error}");
    // What goes wrong later is a violation that nobody expects.
    let (status, out, _) = hazard(&["example", "-q", "HashTable", "--", "11", "0"]);
    assert_eq!(status, Some(1), "{out}");
    // What the header expects is found at other sizes too, as it should be.
    let (status, out, _) = hazard(&["example", "-q", "DiningPhilosophers", "--", "2"]);
    assert_eq!(status, Some(0), "{out}");
}

#[test]
fn a_misspelt_name_gets_a_suggestion() {
    let (status, out, error) = hazard(&["example", "QuikSort"]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(error.contains("did you mean 'QuickSort'?"), "{error}");
}

#[test]
fn all_examples_are_listed_with_one_line() {
    let (status, out, _) = hazard(&["list", "examples"]);
    assert_eq!(status, Some(0));
    assert!(out.lines().count() >= 110, "{} lines", out.lines().count());
    assert!(out.lines().all(|line| line.split_whitespace().count() >= 3 && !line.contains("{@")));
}
