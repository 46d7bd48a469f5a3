//! `formats FORMAT SECONDS [SEED]`: has damaged files read for so long (`fuzzer::formats`), and names those that end in a panic or take long;
//! `formats FORMAT 0 SEED NUMBER` writes that input to standard output. The number of one of the last inputs is in the file that the first line names:
//! what ends the process, such as memory beyond its limit, is found by it.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use fuzzer::formats::{Corpus, FORMATS, Format, attempt};

/// A small file is read in far less, even on a machine that has other things to do; a second reading must take as long.
const SLOW: Duration = Duration::from_secs(3);

/// Every so many inputs their number is noted.
const NOTED: u64 = 64;

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
    let usage = || format!("usage: formats FORMAT SECONDS [SEED [NUMBER]], with FORMAT one of {}", names());
    let number = |at: usize, default: u64| match arguments.get(at) {
        Some(text) => text.parse::<u64>().map_err(|error| format!("{text}: {error}")),
        None => Ok(default),
    };
    let name = arguments.first().ok_or_else(usage)?;
    let format = FORMATS.iter().find(|format| format.name == name).ok_or_else(usage)?;
    let (seconds, seed) = (number(1, 60)?, number(2, 1)?);
    let corpus = Corpus::of(format).map_err(|error| error.to_string())?;
    if arguments.len() > 3 {
        let input = corpus.input(seed, number(3, 0)?);
        std::io::stdout().write_all(&input).map_err(|error| error.to_string())?;
        return Ok(0);
    }
    let scratch = std::env::temp_dir().join(format!("hazard-formats-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
    let (done, found) = campaign(format, &corpus, Duration::from_secs(seconds), seed, &scratch)?;
    let _ = std::fs::remove_dir_all(scratch);
    println!("{name}: {done} inputs of seed {seed}, {found} found");
    Ok(found)
}

fn names() -> String {
    FORMATS.map(|format| format.name).join(", ")
}

fn campaign(
    format: &Format,
    corpus: &Corpus,
    time: Duration,
    seed: u64,
    scratch: &Path,
) -> Result<(u64, usize), String> {
    // Each panic is told once, in a line of ours.
    std::panic::set_hook(Box::new(|_| {}));
    let (current, path) = (scratch.join("number"), scratch.join(format!("input.{}", format.name)));
    println!("how far it is, is in {}", current.display());
    let (begun, mut number, mut found) = (Instant::now(), 0, 0);
    while begun.elapsed() < time {
        if number % NOTED == 0 {
            std::fs::write(&current, number.to_string()).map_err(|error| error.to_string())?;
        }
        let input = corpus.input(seed, number);
        match attempt(format, &input, &path) {
            Err(panic) => {
                found += 1;
                println!("{} {seed} {number} panics: {panic}", format.name);
            }
            Ok(first) if first > SLOW => {
                if let Ok(second) = attempt(format, &input, &path)
                    && second > SLOW
                {
                    found += 1;
                    println!("{} {seed} {number} takes {first:?} and {second:?}", format.name);
                }
            }
            Ok(_) => {}
        }
        number += 1;
    }
    Ok((number, found))
}
