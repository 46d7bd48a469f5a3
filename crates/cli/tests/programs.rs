//! Deterministic Java programs: Hazard must print what HotSpot prints, end with its exit status and fail with its exception,
//! on every JDK found. The scores are committed beside the programs; `HAZARD_BLESS=1` rewrites them.

use std::path::{Path, PathBuf};
use testkit::{Jdk, Scoreboard, Suite};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn programs_behave_as_on_hotspot() {
    let root = repository().join("tests/programs");
    let jdks = Jdk::installed();
    assert!(!jdks.is_empty(), "no JDK found: set JAVA_HOME or install openjdk-17-jdk");
    let mut trouble = Vec::new();
    // Scores are kept for these two; other JDKs a machine may have are left alone.
    for jdk in jdks.iter().filter(|jdk| [17, 25].contains(&jdk.version)) {
        let outcomes =
            Suite::hazard(&root, env!("CARGO_BIN_EXE_hazard")).execute(jdk).unwrap_or_else(|error| panic!("{error}"));
        for outcome in &outcomes {
            if let Err(mismatch) = &outcome.result {
                println!("{} on {}: {mismatch}", outcome.name, jdk.version);
            }
        }
        let file = root.join(format!("PASSED-{}.txt", jdk.version));
        trouble.extend(Scoreboard::of(&outcomes).settle(&file).err());
    }
    assert!(trouble.is_empty(), "{}", trouble.join("\n"));
}
