//! Every violation's trace replays: `hazard replay` ends in the same violation, at the same place. And the same seed gives the
//! same report, to the byte where time is not concerned.

mod shell;

use serde_json::Value;
use shell::{Finished, Shell, repository};

/// Program, options, program arguments: a choice, a coin, a deadlock, an exception in a second thread, a random search.
const VIOLATED: &[(&str, &[&str], &[&str])] = &[
    ("tests/choices/BankTransferBug.java", &[], &[]),
    ("tests/choices/DivisionByChoice.java", &[], &[]),
    ("tests/choices/LambdaCollectionBug.java", &["--search", "bfs"], &[]),
    ("tests/coins/violations/UnluckyAssertion.java", &[], &[]),
    ("tests/coins/violations/UnluckyDivision.java", &["--search", "pfs"], &[]),
    ("tests/coins/violations/UnluckyDeadlock.java", &[], &[]),
    ("java/examples/concurrent/DiningPhilosophers.java", &[], &["3"]),
    ("java/examples/concurrent/DiningPhilosophers.java", &["--search", "random", "--seed", "7"], &["4"]),
    ("java/examples/concurrent/AccountTransfer.java", &[], &[]),
    ("java/examples/concurrent/LoseNotify.java", &[], &[]),
    ("java/examples/concurrent/NestedMonitor.java", &["--search", "bfs"], &[]),
    ("java/examples/concurrent/Deadlock.java", &["--minimize"], &[]),
];

#[test]
fn every_violation_replays() {
    let shell = Shell::new(&repository().join("tests/cli"));
    let mut trouble = Vec::new();
    for (program, options, arguments) in VIOLATED {
        let checked = check(&shell, program, &[*options, &["--trace", "trace.json"]].concat(), arguments);
        if checked.status != Some(1) {
            trouble.push(format!("{program}: status {:?}\n{}", checked.status, checked.err));
            continue;
        }
        let report: Value = serde_json::from_str(&checked.out).expect("a report");
        let violation = &report["violations"][0];
        let replayed = shell.run(&["replay", "trace.json"], "");
        if replayed.status != Some(1) {
            trouble
                .push(format!("{program}: replay ends with {:?}\n{}{}", replayed.status, replayed.out, replayed.err));
        }
        // The message of a deadlock fills several lines when told; its kind and the first line stay.
        let message = violation["message"].as_str().unwrap_or_default().lines().next().unwrap_or_default().to_string();
        for wanted in [violation["kind"].as_str().unwrap_or_default().to_string(), message] {
            if !replayed.out.contains(&wanted) {
                trouble.push(format!("{program}: the replay does not say {wanted:?}\n{}", replayed.out));
            }
        }
    }
    assert!(trouble.is_empty(), "{}", trouble.join("\n"));
}

#[test]
fn same_seed_same_report() {
    let shell = Shell::new(&repository().join("tests/cli"));
    let searches = [
        "dfs",
        "bfs",
        "rdfs",
        "random",
        "pfs",
        "rs",
        "softmax",
        "egreedy",
        "rl",
        "best-first",
        "beam",
        "nmcs",
        "highway",
    ];
    for search in searches {
        let options = ["--search", search, "--seed", "11", "--max-states", "3000"];
        let reports: Vec<Value> = (0..2)
            .map(|_| check(&shell, "java/examples/concurrent/DiningPhilosophers.java", &options, &["3"]))
            .map(|finished| timeless(&finished))
            .collect();
        assert_eq!(reports[0], reports[1], "{search}");
    }
}

fn check(shell: &Shell, program: &str, options: &[&str], arguments: &[&str]) -> Finished {
    let program = repository().join(program).display().to_string();
    let words = [&["check", &program, "-q", "--json", "-"], options, &["--"], arguments].concat();
    shell.run(&words, "")
}

/// The report without what depends on the machine's mood.
fn timeless(finished: &Finished) -> Value {
    let mut report: Value =
        serde_json::from_str(&finished.out).unwrap_or_else(|e| panic!("{e}: {}{}", finished.out, finished.err));
    let fields = report.as_object_mut().expect("a report is an object");
    fields.retain(|key, _| !key.contains("time") && key != "peak_bytes");
    report
}
