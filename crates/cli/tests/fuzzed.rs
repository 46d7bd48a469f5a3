//! Random programs (`crates/fuzzer`) print what HotSpot prints, on every JDK that is installed.

use std::path::PathBuf;

use fuzzer::comparison::Machines;
use testkit::Jdk;

/// The first seed; `make fuzz` takes others.
const SEED: u64 = 160_000;
const PROGRAMS: u64 = 150;
const PROGRAMS_FULL: u64 = 2_000;
/// Programs that are class files.
const CLASS_FILES: u64 = 200;
const CLASS_FILES_FULL: u64 = 5_000;

#[test]
fn random_programs_print_what_hotspot_prints() {
    let jdks = Jdk::installed();
    assert!(!jdks.is_empty(), "no JDK was found");
    let is_full = std::env::var_os("HAZARD_FULL").is_some();
    let count = if is_full { PROGRAMS_FULL } else { PROGRAMS };
    let count_of_class_files = if is_full { CLASS_FILES_FULL } else { CLASS_FILES };
    let scratch = std::env::temp_dir().join(format!("hazard-fuzzed-{}", std::process::id()));
    for jdk in jdks {
        let hazard = PathBuf::from(env!("CARGO_BIN_EXE_hazard"));
        let mut machines = Machines::new(hazard, jdk.home.clone(), jdk.version, scratch.clone()).expect("java starts");
        let compared = machines.compare(SEED, count).expect("the programs run");
        assert!(compared.refused * 4 < count, "{} of {count} programs do not compile", compared.refused);
        let told: Vec<String> = compared
            .differences
            .iter()
            .map(|difference| {
                format!("seed {}: HotSpot {}, Hazard {}", difference.seed, difference.hotspot, difference.hazard)
            })
            .collect();
        assert!(told.is_empty(), "Java {}: {}", jdk.version, told.join("\n"));
        let apart = machines.compare_class_files(SEED, count_of_class_files).expect("the programs run");
        let told: Vec<String> = apart
            .iter()
            .map(|one| format!("class files of seed {}: HotSpot {}, Hazard {}", one.seed, one.hotspot, one.hazard))
            .collect();
        assert!(told.is_empty(), "Java {}: {}", jdk.version, told.join("\n"));
    }
    let _ = std::fs::remove_dir_all(scratch);
}
