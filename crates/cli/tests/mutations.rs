//! Damaged class files, from seeds: refused or run, never a panic or a hang. The search chooses the damage, so that one start
//! of the machine serves them all. `HAZARD_FULL=1` tries ten thousand.

mod shell;

use serde_json::Value;
use shell::repository;
use std::time::Duration;
use testkit::{Jdk, compile, java_files, run_limited};

#[test]
fn damaged_classes_are_refused_or_run() {
    let full = std::env::var_os("HAZARD_FULL").is_some();
    // Of each victim.
    let damaged: u64 = if full { 10_000 } else { 500 };
    let last = (damaged - 1).to_string();
    let root = repository().join("tests/mutations");
    let mut sources = java_files(&root).expect("the folder is part of the repository");
    sources.extend(java_files(&repository().join("java/api")).expect("the Java API beside the crates"));
    for jdk in Jdk::installed().iter().filter(|jdk| [17, 25].contains(&jdk.version)) {
        let compiled = compile(jdk, &sources, &[]).unwrap_or_else(|trouble| panic!("{trouble}"));
        let home = jdk.home.display().to_string();
        for victim in ["Victim", "VictimRecord", "VictimInterface", "VictimFlow", "Subroutines"] {
            // A damaged loop may never end; two million instructions are far more than the sound class needs.
            let words = [
                env!("CARGO_BIN_EXE_hazard"),
                "check",
                "--jdk",
                &home,
                "-cp",
                &compiled.classpath,
                "Mutations",
                "--all-errors",
                "--max-instructions",
                "2000000",
                "-q",
                "--json",
                "-",
                "--",
                victim,
                "0",
                &last,
            ];
            let words = words.map(str::to_string);
            let finished = run_limited(&words, &root, None, Duration::from_secs(if full { 1800 } else { 300 }));
            let finished = finished.expect("the binary runs");
            let told = String::from_utf8_lossy(&finished.stderr);
            assert!(!finished.timed_out, "{victim}: it hangs");
            assert!(
                matches!(finished.status, Some(0 | 3 | 4)),
                "JDK {}, {victim}: status {:?}: {told}",
                jdk.version,
                finished.status
            );
            let report: Value = serde_json::from_slice(&finished.stdout).expect("a report");
            assert!(report["transitions"].as_u64() >= Some(damaged), "{victim}: {} transitions", report["transitions"]);
        }
    }
}
