//! Damaged models, configurations, properties, traces and jars, from a seed: read or refused with a sentence, never a panic, a hang or
//! half a file. `HAZARD_FULL=1` tries twenty thousand; `HAZARD_SEED` chooses others.

mod shell;

use std::path::{Path, PathBuf};
use std::time::Duration;

use shell::{Shell, repository};
use space::Rng;
use testkit::run_limited;

/// What is put where something else stood: numbers at the edges of types, and what parsers look for.
const TOKENS: [&[u8]; 24] = [
    b"0",
    b"-1",
    b"4294967295",
    b"9223372036854775807",
    b"18446744073709551616",
    b"99999999999999999999999",
    b"1e999",
    b"-0.0",
    b"nan",
    b"1/0",
    b"(",
    b")",
    b"[",
    b"{",
    b"\"",
    b"'",
    b";",
    b":",
    b",",
    b"..",
    b"->",
    b"=",
    b"\n",
    b"\xff\xfe\x00",
];

/// A file, and the command that reads it (`@`).
struct Victim {
    path: PathBuf,
    words: Vec<String>,
}

fn victims() -> Vec<Victim> {
    let kinds: [(&str, &str, &[&str]); 9] = [
        ("tests/models", "tra", &["mc", "@", "-p", "P=? [ F \"end\" ]"]),
        ("tests/models", "umb", &["mc", "@", "-p", "P=? [ F \"end\" ]"]),
        ("tests/models", "umb", &["convert", "@", "-o", "out.tra"]),
        ("tests/models/prism", "pm", &["mc", "@", "-p", "P=? [ F true ]"]),
        ("tests/models/prism", "nm", &["mc", "@", "-p", "Pmax=? [ F true ]"]),
        ("tests/models/prism", "props", &["mc", "model", "--props", "@"]),
        ("tests/aut", "aut", &["lts", "@", "--property", "deadlock"]),
        ("tests/aut", "gz", &["lts", "@", "--property", "deadlock", "--max-states", "2000"]),
        ("tests/jpf", "jpf", &["check", "@", "--max-time", "2s"]),
    ];
    let mut victims = Vec::new();
    for (folder, ending, words) in kinds {
        let mut files: Vec<PathBuf> = std::fs::read_dir(repository().join(folder))
            .expect("the folder is part of the repository")
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|found| found == ending))
            .filter(|path| path.metadata().is_ok_and(|data| data.len() < 60_000))
            .collect();
        files.sort();
        assert!(!files.is_empty(), "{folder} has no .{ending}");
        for path in files {
            let model = ["pm", "nm", "sm"].map(|ending| path.with_extension(ending));
            let words = words.iter().map(|word| match *word {
                "model" => model.iter().find(|model| model.is_file()).unwrap_or(&model[0]).display().to_string(),
                word => word.to_owned(),
            });
            victims.push(Victim { words: words.collect(), path: path.clone() });
        }
    }
    victims
}

fn damaged(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..[1, 1, 1, 2, 3, 8][rng.below(6)] {
        let at = rng.below(bytes.len() + 1);
        let all = bytes.len();
        let until = move |length: usize| (at + length).min(all);
        match rng.below(6) {
            0 => drop(bytes.splice(at..at, TOKENS[rng.below(TOKENS.len())].iter().copied())),
            1 => drop(bytes.splice(at..until(1), TOKENS[rng.below(TOKENS.len())].iter().copied())),
            2 => drop(bytes.drain(at..until([1, 2, 8, 64][rng.below(4)]))),
            3 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            4 => {
                let from = rng.below(bytes.len() + 1);
                let copied = bytes[from..(from + rng.below(80)).min(bytes.len())].to_vec();
                drop(bytes.splice(at..at, copied));
            }
            _ => bytes.truncate(at),
        }
    }
    bytes
}

/// Runs the command on a damaged file; says what should not have happened.
fn trouble(shell: &Shell, victim: &Victim, bytes: &[u8]) -> Option<String> {
    let name = victim.path.file_name().expect("a file has a name").to_string_lossy().into_owned();
    let file = shell.path(&name);
    std::fs::write(&file, bytes).expect("the damaged file");
    let own = file.display().to_string();
    let words: Vec<String> = std::iter::once(env!("CARGO_BIN_EXE_hazard").to_owned())
        .chain(victim.words.iter().map(|word| if word == "@" { own.clone() } else { word.clone() }))
        .collect();
    let folder = file.parent().unwrap_or(Path::new("."));
    let finished = run_limited(&words, folder, None, Duration::from_secs(60)).expect("the binary runs");
    let told = String::from_utf8_lossy(&finished.stderr).into_owned();
    let is_wrong = finished.timed_out
        || !matches!(finished.status, Some(0..=4))
        || told.contains("panicked")
        || told.contains("internal error");
    is_wrong.then(|| {
        format!("{name} by {:?}: status {:?}, hangs: {}, {told}", victim.words, finished.status, finished.timed_out)
    })
}

#[test]
fn damaged_files_are_read_or_refused() {
    let count = if std::env::var_os("HAZARD_FULL").is_some() { 20_000 } else { 300 };
    let seed = std::env::var("HAZARD_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(16);
    println!("seed {seed}");
    let mut rng = Rng::new(seed);
    let victims = victims();
    let shell = Shell::new(&repository().join("tests/jpf"));
    for number in 0..count {
        let victim = &victims[rng.below(victims.len())];
        let sound = std::fs::read(&victim.path).expect("a file of the repository");
        let bytes = damaged(&sound, &mut rng);
        if let Some(trouble) = trouble(&shell, victim, &bytes) {
            let kept = std::env::temp_dir().join(format!("hazard-damaged-{seed}-{number}"));
            std::fs::write(&kept, &bytes).expect("kept");
            panic!("seed {seed}, number {number}, kept as {}: {trouble}", kept.display());
        }
    }
}

#[test]
fn damaged_traces_are_replayed_or_refused() {
    let shell = Shell::new(&repository().join("tests/jpf/src"));
    let made = shell.run(&["check", "Racy.java", "--property", "races", "--trace", "trace.json"], "");
    assert_eq!(made.status, Some(1), "{}{}", made.out, made.err);
    let sound = std::fs::read(shell.path("trace.json")).expect("the trace");
    let victim = Victim { path: shell.path("trace.json"), words: ["replay", "@"].map(str::to_owned).into() };
    let mut rng = Rng::new(16);
    for number in 0..if std::env::var_os("HAZARD_FULL").is_some() { 2000 } else { 40 } {
        let bytes = damaged(&sound, &mut rng);
        if let Some(trouble) = trouble(&shell, &victim, &bytes) {
            panic!("number {number}: {trouble}");
        }
    }
}
