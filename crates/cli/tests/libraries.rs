//! Third-party libraries run on Hazard as on HotSpot. `tests/libraries/fetch.sh` gets the jars; without them there is nothing to
//! test, and `HAZARD_LIBRARIES=required` makes that an error.

use std::path::Path;
use std::process::ExitCode;

use testkit::{Suite, Trials};

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/libraries");
    let jars = std::fs::read_dir(root.join("jars"))
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect::<Vec<_>>());
    let mut jars = jars.unwrap_or_default();
    jars.retain(|path| path.extension().is_some_and(|ending| ending == "jar"));
    jars.sort();
    if jars.is_empty() {
        assert!(std::env::var_os("HAZARD_LIBRARIES").is_none(), "no jars: run tests/libraries/fetch.sh");
        testkit::skip("third-party libraries: tests/libraries/fetch.sh gets their jars");
        return ExitCode::SUCCESS;
    }
    let mut suite = Suite::hazard(&root, env!("CARGO_BIN_EXE_hazard"));
    suite.libraries = jars;
    let mut trials = Trials::default();
    trials.suite("libraries", suite);
    trials.run()
}
