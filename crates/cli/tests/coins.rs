//! Randomized programs with known answers (`tests/coins`; `oracles.py` there computes them independently): as doubles to
//! 1e-12, as fractions with `--exact`; distributions that are none, and draws that cannot be enumerated.

mod shell;

use std::process::ExitCode;

use shell::repository;
use testkit::{Suite, Trials, java_files};

fn coins() -> Suite {
    let mut suite = Suite::hazard(&repository().join("tests/coins"), env!("CARGO_BIN_EXE_hazard"));
    suite.extra_sources = java_files(&repository().join("java/api")).expect("the Java API beside the crates");
    suite.explores_all = true;
    suite.tolerance = 1e-12;
    suite
}

fn main() -> ExitCode {
    let mut trials = Trials::default();
    trials.suite("digits", coins());
    let mut exact = coins();
    exact.options = vec!["--exact".to_string()];
    exact.scores = "EXACT".to_string();
    trials.suite("fractions", exact);
    trials.run()
}
