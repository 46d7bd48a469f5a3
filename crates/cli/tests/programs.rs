//! Deterministic Java programs: Hazard must print what HotSpot prints, end with its exit status and fail with its exception,
//! on every JDK found. The scores are committed beside the programs; `HAZARD_BLESS=1` rewrites them.

use std::path::Path;
use std::process::ExitCode;

use testkit::{Suite, Trials};

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut trials = Trials::default();
    trials.suite("programs", Suite::hazard(&root, env!("CARGO_BIN_EXE_hazard")));
    trials.run()
}
