//! Nothing depends on what is compiled: programs print what HotSpot prints with everything compiled at once, and one run counts as
//! many instructions as another.

use std::path::{Path, PathBuf};
use std::process::Command;

use testkit::{Jdk, Suite, Template};

const HAZARD: &str = env!("CARGO_BIN_EXE_hazard");
/// Folders of programs that are run here; with `HAZARD_FULL` all are.
const SAMPLE: [&str; 8] =
    ["arithmetic", "arrays", "control", "dispatch", "exceptions", "recursion", "collections", "lambdas"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs")
}

#[test]
fn programs_print_what_hotspot_prints_with_everything_compiled() {
    let is_full = std::env::var_os("HAZARD_FULL").is_some();
    let jdks = Jdk::installed();
    let first = jdks.first().expect("a JDK is needed: apt-get install openjdk-17-jdk");
    let folders = if is_full { vec![root()] } else { SAMPLE.iter().map(|name| root().join(name)).collect() };
    let mut count = 0;
    let mut failures = Vec::new();
    for folder in folders {
        let run = ["run", "--compiler", "always", "--jdk", "{jdk}", "-cp", "{classes}", "{main}", "--", "{args}"];
        let words: Vec<&str> = [HAZARD].into_iter().chain(run).collect();
        let suite = Suite::new(&folder, Template::new(&words), Template::hazard_check(HAZARD));
        for outcome in suite.execute(first).expect("the programs compile") {
            count += 1;
            if let Err(mismatch) = outcome.result {
                failures.push(format!("{}/{}: {mismatch:?}", folder.display(), outcome.name));
            }
        }
    }
    assert!(count > 50, "only {count} programs were found");
    assert!(failures.is_empty(), "{} of {count} differ: {}", failures.len(), failures.join("\n"));
}

/// Status, output and errors of a command.
fn result_of(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compiler").join(name)
}

#[test]
fn arithmetic_is_that_of_hotspot() {
    let program = source("Numbers.java");
    for jdk in Jdk::installed() {
        let expected = result_of(Command::new(jdk.home.join("bin/java")).arg(&program));
        for mode in ["off", "on", "always"] {
            let run = ["run", "--compiler", mode, "--jdk"];
            let ours = result_of(Command::new(HAZARD).args(run).arg(&jdk.home).arg(&program));
            assert_eq!(ours, expected, "--compiler {mode}, Java {}", jdk.version);
        }
    }
}

#[test]
fn nothing_tells_what_was_compiled() {
    let program = source("Counted.java");
    let run = |mode: &str| result_of(Command::new(HAZARD).args(["run", "--compiler", mode]).arg(&program));
    let expected = run("off");
    assert_eq!(expected.0, Some(1), "{}", expected.2);
    assert!(expected.1.contains("11999 frames") && expected.1.contains("line 77"), "{}", expected.1);
    assert!(expected.2.contains("Cannot invoke \"String.length()\""), "{}", expected.2);
    for mode in ["on", "always"] {
        assert_eq!(run(mode), expected, "--compiler {mode}");
    }
}
