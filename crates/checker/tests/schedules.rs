//! Reduction loses nothing: what programs can print and whether they can deadlock is, over all schedules, what it must be.

#[path = "schedules/interleaved.rs"]
mod interleaved;
#[path = "schedules/interleaver.rs"]
mod interleaver;
#[path = "schedules/outputs.rs"]
mod outputs;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use interleaved::Interleaved;
use jvm::Config;
use jvm::config::{ClockMode, Reduction, TimeOuts};
use outputs::{Outcomes, outcomes};
use space::Rng;
use testkit::{Header, Jdk, compile, java_files};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The oldest first: what it compiles runs on the others.
fn jdks() -> Vec<Jdk> {
    let jdks = Jdk::installed();
    assert!(!jdks.is_empty(), "a JDK is needed: apt-get install openjdk-17-jdk");
    jdks
}

fn config(jdk: &Jdk, main: &str, reduction: Reduction) -> Config {
    Config {
        java_home: jdk.home.clone(),
        java_version: jdk.version as u16,
        main_class: main.to_string(),
        reduction,
        time_outs: TimeOuts::Any,
        ..Config::default()
    }
}

/// With what the header says of time.
fn timed(config: Config, header: &Header) -> Config {
    let words = header.check.clone().unwrap_or_default();
    let after = |option: &str| {
        let at = words.iter().position(|word| word == option)?;
        words.get(at + 1).map(String::as_str)
    };
    let time_outs = match after("--timeouts") {
        Some("late") => TimeOuts::Late,
        Some("never") => TimeOuts::Never,
        _ => TimeOuts::Any,
    };
    let clock = if after("--clock") == Some("free") { ClockMode::Free } else { ClockMode::Still };
    Config { time_outs, clock, ..config }
}

fn is_full() -> bool {
    std::env::var_os("HAZARD_FULL").is_some()
}

#[test]
fn programs_print_what_their_headers_list() {
    let jdk = jdks().remove(0);
    let mut files: Vec<(PathBuf, Header)> = java_files(&repository().join("tests/threads"))
        .expect("the programs are part of the repository")
        .into_iter()
        .filter_map(|file| {
            let source = std::fs::read_to_string(&file).expect("a program is text");
            let header = Header::parse(&source).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            (header.outputs.is_some() && header.args.is_empty()).then_some((file, header))
        })
        .collect();
    files.sort_by(|a, b| a.0.cmp(&b.0));
    files.retain(|(_, header)| header.since.is_none_or(|since| since <= jdk.version));
    let mut sources = java_files(&repository().join("java/api")).expect("the Java API beside the crates");
    sources.extend(files.iter().map(|(file, _)| file.clone()));
    let classes = compile(&jdk, &sources, &[]).unwrap_or_else(|error| panic!("{error}"));
    let (mut compared, mut unreduced) = (0, 0);
    let mut different = Vec::new();
    for (file, header) in &files {
        let main = file.file_stem().expect("a program has a name").to_string_lossy();
        let expected: BTreeSet<String> = header.outputs.iter().flatten().cloned().collect();
        let found = |reduction, states_max| {
            outcomes(timed(config(&jdk, &main, reduction), header), &classes.classpath, states_max)
        };
        if let Some(found) = found(Reduction::On, 20_000) {
            if found.outputs != expected {
                different.push(format!("{}: {:?} instead of {expected:?}", file.display(), found.outputs));
            }
            compared += 1;
        }
        let states_max = if is_full() { 1_000_000 } else { 3_000 };
        if let Some(found) = found(Reduction::Off, states_max) {
            if found.outputs != expected {
                let outputs = found.outputs;
                different.push(format!("{} without reduction: {outputs:?} instead of {expected:?}", file.display()));
            }
            unreduced += 1;
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    println!("{compared} of {} programs compared, {unreduced} also without reduction", files.len());
    assert!(compared * 10 >= files.len() * 9, "only {compared} of {} were explored", files.len());
}

#[test]
fn random_programs_have_the_outcomes_of_every_interleaving() {
    let count = if is_full() { 2_000 } else { 100 };
    let seed: u64 = std::env::var("HAZARD_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    println!("seed {seed}");
    let mut rng = Rng::new(seed);
    let programs: Vec<Interleaved> = (0..count).map(|_| Interleaved::random(&mut rng)).collect();
    let jdks = jdks();
    let folder = std::env::temp_dir().join(format!("hazard-interleaved-{seed}-{count}"));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let sources: Vec<PathBuf> = (0..)
        .zip(&programs)
        .map(|(index, program)| {
            let path = folder.join(format!("Random{index}.java"));
            std::fs::write(&path, program.java(&format!("Random{index}"))).expect("the folder can be written");
            path
        })
        .collect();
    let classes = compile(&jdks[0], &sources, &[]).unwrap_or_else(|error| panic!("{error}"));
    let (mut deadlocks, mut races) = (0, 0);
    for (index, program) in programs.iter().enumerate() {
        let expected = program.outcomes();
        let main = format!("Random{index}");
        // Races are looked for in every other program only, since that makes more steps.
        let detect_races = index % 2 == 0;
        let jdk = &jdks[index / 2 % jdks.len()];
        let config_of = |reduction| Config { detect_races, ..config(jdk, &main, reduction) };
        let expected = Outcomes { races: expected.races && detect_races, ..expected };
        let found = outcomes(config_of(Reduction::On), &classes.classpath, 200_000);
        compare(&found, &expected, program, &main);
        deadlocks += usize::from(expected.deadlocks);
        races += usize::from(expected.races);
        if is_full() {
            let found = outcomes(config_of(Reduction::Off), &classes.classpath, 200_000);
            if found.is_some() {
                compare(&found, &expected, program, &format!("{main} without reduction"));
            }
        }
    }
    assert!(deadlocks > count / 50 && deadlocks < count / 2, "{deadlocks} of {count} can deadlock");
    assert!(races > count / 10 && races < count * 9 / 20, "{races} of {} have races", count / 2);
}

fn compare(found: &Option<Outcomes>, expected: &Outcomes, program: &Interleaved, name: &str) {
    assert_eq!(found.as_ref(), Some(expected), "{name}:\n{}", program.java("Random"));
}
