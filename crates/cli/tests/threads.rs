//! Concurrent programs with known verdicts: `tests/threads` and the concurrent gallery.
//!
//! `SLOW.txt` in each folder names those that take too long for every run; `HAZARD_FULL=1` (`make test-full`) explores them as
//! well, against scores of their own.

mod shell;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use shell::repository;
use testkit::{Suite, java_files};

#[test]
fn threads_have_their_known_verdicts() {
    explore(&repository().join("tests/threads"));
}

#[test]
fn the_concurrent_gallery_has_its_known_verdicts() {
    explore(&repository().join("java/examples/concurrent"));
}

/// Several workers find what one finds.
#[test]
fn two_workers_have_the_known_verdicts() {
    if std::env::var_os("HAZARD_FULL").is_none() {
        return testkit::skip("golden programs with two workers: `make test-full` runs them");
    }
    for root in ["tests/threads", "java/examples/concurrent"] {
        let root = repository().join(root);
        let mut suite = suite(&root);
        suite.skipped = names(&root.join("SLOW.txt"));
        suite.options = ["--threads", "2"].map(str::to_string).into();
        suite.time_max = Duration::from_secs(120);
        suite.settle().unwrap_or_else(|trouble| panic!("{trouble}"));
    }
}

fn suite(root: &Path) -> Suite {
    let mut suite = Suite::hazard(root, env!("CARGO_BIN_EXE_hazard"));
    suite.extra_sources = java_files(&repository().join("java/api")).expect("the Java API beside the crates");
    suite.explores_all = true;
    suite
}

fn explore(root: &Path) {
    let mut suite = suite(root);
    // What is not slow takes a few seconds at most; the rest of this is for machines with much else to do.
    suite.time_max = Duration::from_secs(60);
    if std::env::var_os("HAZARD_FULL").is_some() {
        suite.scores = "FULL".to_string();
        suite.time_max = Duration::from_secs(600);
    } else {
        suite.skipped = names(&root.join("SLOW.txt"));
    }
    suite.settle().unwrap_or_else(|trouble| panic!("{trouble}"));
}

fn names(file: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_string).collect()
}
