//! `fuzz COUNT SEED HAZARD JDK RELEASE`: compares the programs of so many seeds, shrinks what differs and shows it.

use std::path::PathBuf;
use std::process::ExitCode;

use fuzzer::comparison::Machines;

/// So many differences are shrunk and shown.
const SHOWN_MAX: usize = 5;

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[String]) -> Result<usize, String> {
    let [count, seed, hazard, jdk, release] = arguments else {
        return Err("usage: fuzz COUNT SEED HAZARD JDK RELEASE".into());
    };
    let number = |text: &str| text.parse::<u64>().map_err(|error| format!("{text}: {error}"));
    let scratch = std::env::temp_dir().join(format!("hazard-fuzz-{}", std::process::id()));
    let mut machines =
        Machines::new(PathBuf::from(hazard), PathBuf::from(jdk), number(release)? as u32, scratch.clone())?;
    let (first, count) = (number(seed)?, number(count)?);
    let result = machines.compare(first, count).map(|compared| {
        let found = compared.differences.len();
        println!(
            "{count} programs from seed {first} on, Java {release}: {} the same, {found} differ, {} do not compile",
            compared.same, compared.refused
        );
        for difference in &compared.differences {
            println!("seed {}\n  HotSpot: {}\n  Hazard:  {}", difference.seed, difference.hotspot, difference.hazard);
        }
        for difference in compared.differences.into_iter().take(SHOWN_MAX) {
            let seed = difference.seed;
            let small = machines.shrink(difference);
            println!(
                "--- seed {seed}\nHotSpot: {}\nHazard:  {}\n{}",
                small.hotspot,
                small.hazard,
                small.program.source()
            );
        }
        found
    });
    let _ = std::fs::remove_dir_all(scratch);
    result
}
