//! Programs with data choices: verdicts that are known, and state counts that can be derived by hand.

use std::path::Path;
use std::process::ExitCode;

use testkit::{Suite, Trials, java_files};

fn main() -> ExitCode {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut suite = Suite::hazard(&repository.join("tests/choices"), env!("CARGO_BIN_EXE_hazard"));
    suite.extra_sources = java_files(&repository.join("java/api")).expect("the Java API beside the crates");
    let mut trials = Trials::default();
    trials.suite("choices", suite);
    trials.run()
}
