//! `fuzz COUNT SEED HAZARD JDK RELEASE [--class-files]`: compares the programs of so many seeds, shrinks what differs and shows it. A line after each
//! batch says how far it is, so that a long run that is ended early still counts.

use std::path::PathBuf;
use std::process::ExitCode;

use fuzzer::comparison::Machines;

/// So many differences are shrunk and shown.
const SHOWN_MAX: usize = 5;
/// Programs between two lines.
const ROUND: u64 = 250;

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
    let (given, are_class_files) = match arguments {
        [given @ .., last] if last == "--class-files" => (given, true),
        given => (given, false),
    };
    let [count, seed, hazard, jdk, release] = given else {
        return Err("usage: fuzz COUNT SEED HAZARD JDK RELEASE [--class-files]".into());
    };
    let number = |text: &str| text.parse::<u64>().map_err(|error| format!("{text}: {error}"));
    let scratch = std::env::temp_dir().join(format!("hazard-fuzz-{}", std::process::id()));
    let mut machines =
        Machines::new(PathBuf::from(hazard), PathBuf::from(jdk), number(release)? as u32, scratch.clone())?;
    let (first, count) = (number(seed)?, number(count)?);
    let result = if are_class_files {
        rounds_of_class_files(&mut machines, first, count, release)
    } else {
        rounds(&mut machines, first, count, release)
    };
    let _ = std::fs::remove_dir_all(scratch);
    result
}

fn rounds_of_class_files(machines: &mut Machines, first: u64, count: u64, release: &str) -> Result<usize, String> {
    /// Programs between two lines.
    const ROUND: u64 = 1_000;
    let (mut differ, mut shown, mut next) = (0, 0, first);
    while next < first + count {
        let round = ROUND.min(first + count - next);
        let apart = machines.compare_class_files(next, round)?;
        next += round;
        differ += apart.len();
        println!("{} class-file programs from seed {first} on, Java {release}: {differ} differ", next - first);
        for one in &apart {
            println!("seed {}\n  HotSpot: {}\n  Hazard:  {}", one.seed, one.hotspot, one.hazard);
        }
        for one in apart.into_iter().take(SHOWN_MAX - shown) {
            shown += 1;
            let folder = std::env::temp_dir().join(format!("hazard-apart-{}", one.seed));
            let small = machines.shrink_class_files(one, &folder)?;
            let (seed, hotspot, hazard) = (small.seed, small.hotspot, small.hazard);
            println!("--- seed {seed}, see {}\nHotSpot: {hotspot}\nHazard:  {hazard}", folder.display());
        }
    }
    Ok(differ)
}

fn rounds(machines: &mut Machines, first: u64, count: u64, release: &str) -> Result<usize, String> {
    let (mut same, mut refused, mut differ, mut next) = (0, 0, 0, first);
    while next < first + count {
        let compared = machines.compare(next, ROUND.min(first + count - next))?;
        next += ROUND.min(first + count - next);
        same += compared.same;
        refused += compared.refused;
        differ += compared.differences.len();
        let done = next - first;
        println!(
            "{done} programs from seed {first} on, Java {release}: {same} the same, {differ} differ, {refused} do not compile"
        );
        for difference in &compared.differences {
            println!("seed {}\n  HotSpot: {}\n  Hazard:  {}", difference.seed, difference.hotspot, difference.hazard);
        }
        for difference in compared.differences.into_iter().take(SHOWN_MAX) {
            let seed = difference.seed;
            let small = machines.shrink(difference);
            let (hotspot, hazard) = (small.hotspot, small.hazard);
            println!("--- seed {seed}\nHotSpot: {hotspot}\nHazard:  {hazard}\n{}", small.program.source());
        }
    }
    Ok(differ)
}
