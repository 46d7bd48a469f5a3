//! Randomized programs with known answers (`tests/coins`; `oracles.py` there computes them independently): as doubles to
//! 1e-12, as fractions with `--exact`; distributions that are none, and draws that cannot be enumerated.

mod shell;

use shell::repository;
use testkit::{Suite, java_files};

fn coins() -> Suite {
    let mut suite = Suite::hazard(&repository().join("tests/coins"), env!("CARGO_BIN_EXE_hazard"));
    suite.extra_sources = java_files(&repository().join("java/api")).expect("the Java API beside the crates");
    suite.explores_all = true;
    suite.tolerance = 1e-12;
    suite
}

#[test]
fn answers_are_right_to_the_twelfth_digit() {
    coins().settle().unwrap_or_else(|trouble| panic!("{trouble}"));
}

#[test]
fn answers_are_right_as_fractions() {
    let mut suite = coins();
    suite.options = vec!["--exact".to_string()];
    suite.scores = "EXACT".to_string();
    suite.settle().unwrap_or_else(|trouble| panic!("{trouble}"));
}
