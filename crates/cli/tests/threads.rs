//! Concurrent programs with known verdicts: `tests/threads` and the concurrent gallery; with `HAZARD_FULL=1` (`make test-full`) also
//! by two workers, who find what one finds.

mod shell;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use shell::repository;
use testkit::{Suite, Trials, java_files};

/// The folders, and what their tests are called.
const FOLDERS: [(&str, &str); 2] = [("threads", "tests/threads"), ("gallery", "java/examples/concurrent")];

fn main() -> ExitCode {
    let mut trials = Trials::default();
    for (name, folder) in FOLDERS {
        let root = repository().join(folder);
        trials.suite(name, suite(&root));
        if is_full() {
            let mut suite = suite(&root);
            suite.options = ["--threads", "2"].map(str::to_string).into();
            suite.time_max = Duration::from_secs(120);
            trials.suite(&format!("{name}-by-two"), suite);
        }
    }
    if !is_full() {
        testkit::skip("golden programs with two workers: `make test-full` runs them");
    }
    trials.run()
}

fn is_full() -> bool {
    std::env::var_os("HAZARD_FULL").is_some()
}

fn suite(root: &Path) -> Suite {
    let mut suite = Suite::hazard(root, env!("CARGO_BIN_EXE_hazard"));
    suite.extra_sources = java_files(&repository().join("java/api")).expect("the Java API beside the crates");
    suite.explores_all = true;
    // They take a few seconds at most; the rest of this is for machines with much else to do.
    suite.time_max = Duration::from_secs(60);
    suite
}
