//! Deterministic Java programs: Hazard must print what HotSpot prints, end with its exit status and fail with its exception,
//! on every JDK found. The scores are committed beside the programs; `HAZARD_BLESS=1` rewrites them.

use std::path::Path;
use testkit::Suite;

#[test]
fn programs_behave_as_on_hotspot() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let suite = Suite::hazard(&root, env!("CARGO_BIN_EXE_hazard"));
    suite.settle().unwrap_or_else(|trouble| panic!("{trouble}"));
}
