//! A search that is killed goes on where it was: at random moments, with parts that were cut off or damaged, with another program.
//! Twenty moments in every run, two hundred with `HAZARD_FULL=1`.

mod shell;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use shell::repository;

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("kept-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let api = repository().join("java/api");
        let sources = ["tests/limits/Kept.java", "tests/limits/Coins.java"].map(|name| repository().join(name));
        let compiled = Command::new("javac").arg("-sourcepath").arg(api).arg("-d").arg(&folder).args(sources).status();
        assert!(compiled.expect("javac runs").success());
        Folder(folder)
    }

    fn hazard(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hazard"));
        command.args(words).current_dir(&self.0).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    fn output(&self, words: &[&str]) -> Output {
        self.hazard(words).output().expect("hazard runs")
    }

    /// The answer without what depends on the hour.
    fn report(&self, name: &str) -> Value {
        let text = std::fs::read_to_string(self.0.join(name)).expect("a report");
        let mut report: Value = serde_json::from_str(&text).expect("JSON");
        let fields = report.as_object_mut().expect("an object");
        let costs = ["time_ms", "peak_bytes", "store_bytes", "disk_bytes", "instructions"];
        costs.iter().for_each(|key| drop(fields.remove(*key)));
        report
    }

    fn parts(&self, kept: &str) -> Vec<PathBuf> {
        let entries =
            std::fs::read_dir(self.0.join(kept)).expect("a folder").map(|entry| entry.expect("an entry").path());
        let mut parts: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "part")).collect();
        parts.sort();
        parts
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// With a question, with a search by chance, with an export: what the killed and resumed ones must give.
const COMMANDS: [&[&str]; 4] = [
    &["check", "Kept", "-cp", ".", "--por", "off", "--json", "kept.json", "-q"],
    &[
        "check",
        "Kept",
        "-cp",
        ".",
        "--por",
        "off",
        "--threads",
        "2",
        "-p",
        "Pmax=? [ F \"end\" ]",
        "--json",
        "kept.json",
        "-q",
    ],
    &[
        "check",
        "Kept",
        "-cp",
        ".",
        "--por",
        "off",
        "--search",
        "bfs",
        "--export-tra",
        "kept.tra",
        "--json",
        "kept.json",
        "-q",
    ],
    &[
        "check",
        "Kept",
        "-cp",
        ".",
        "--search",
        "random,walks=2000",
        "--all-errors",
        "--threads",
        "2",
        "--json",
        "kept.json",
        "-q",
    ],
];

#[test]
fn killed_at_any_moment_a_search_goes_on() {
    let folder = Folder::new("killed");
    let is_full = std::env::var_os("HAZARD_FULL").is_some();
    let moments = if is_full { 200 } else { 20 };
    let mut seed = 17;
    let mut next = || {
        seed = u64::wrapping_mul(seed, 6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as u32
    };
    let expected: Vec<(Option<i32>, Value, Vec<u8>)> = COMMANDS
        .iter()
        .map(|words| {
            let started = std::time::Instant::now();
            let output = folder.output(words);
            let took = started.elapsed();
            println!("{words:?}: {took:?}");
            (
                output.status.code(),
                folder.report("kept.json"),
                std::fs::read(folder.0.join("kept.tra")).unwrap_or_default(),
            )
        })
        .collect();
    let mut resumed = 0;
    for moment in 0..moments {
        let at = moment % COMMANDS.len();
        let (status, answer, tra) = &expected[at];
        let _ = std::fs::remove_dir_all(folder.0.join("kept"));
        ["kept.json", "kept.tra"].iter().for_each(|name| drop(std::fs::remove_file(folder.0.join(name))));
        let words = [COMMANDS[at], &["--checkpoint", "kept,every=20ms"]].concat();
        let mut child = folder.hazard(&words).spawn().expect("hazard runs");
        // Killed once, twice or three times: mostly after there is something to go on with, sometimes before.
        for _ in 0..=next() % 3 {
            let manifest = folder.0.join("kept/manifest.json");
            while moment % 5 != 0 && !manifest.exists() && child.try_wait().expect("it can be asked").is_none() {
                std::thread::sleep(Duration::from_millis(5));
            }
            std::thread::sleep(Duration::from_millis(u64::from(next() % 700)));
            let _ = child.kill();
            let _ = child.wait();
            if !manifest.exists() {
                break;
            }
            resumed += 1;
            child = folder.hazard(&["resume", "kept"]).spawn().expect("hazard runs");
        }
        let _ = child.kill();
        let _ = child.wait();
        let output = match folder.0.join("kept/manifest.json").exists() {
            true => folder.output(&["resume", "kept"]),
            // Killed before the first picture.
            false => folder.output(&words),
        };
        assert_eq!(output.status.code(), *status, "moment {moment}: {}", stderr(&output));
        assert_eq!(folder.report("kept.json"), *answer, "moment {moment}, {words:?}");
        if !tra.is_empty() && at == 2 {
            assert!(std::fs::read(folder.0.join("kept.tra")).unwrap() == *tra, "moment {moment}");
        }
    }
    assert!(resumed * 2 > moments, "only {resumed} of {moments} were resumed");
}

#[test]
fn what_cannot_be_resumed_is_said() {
    let folder = Folder::new("said");
    let refused = |words: &[&str], what: &str| {
        let output = folder.output(words);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains(what) && said.trim_end().lines().count() == 1, "{words:?}: {said}");
    };
    refused(&["resume", "nowhere"], "there is no checkpoint in it");
    let begin =
        ["check", "Kept", "-cp", ".", "--por", "off", "--max-transitions", "20000", "--checkpoint", "kept", "-q"];
    assert_eq!(folder.output(&begin).status.code(), Some(3));
    refused(&begin, "holds a search that has not ended");
    let part = folder.parts("kept").pop().expect("a part");
    let whole = std::fs::read(&part).unwrap();
    for length in [0, 1, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&part, &whole[..length]).unwrap();
        refused(&["resume", "kept"], "cut off");
    }
    for place in [0, whole.len() / 3, whole.len() - 1] {
        let mut changed = whole.clone();
        changed[place] ^= 0x10;
        std::fs::write(&part, &changed).unwrap();
        refused(&["resume", "kept"], "damaged");
    }
    std::fs::remove_file(&part).unwrap();
    refused(&["resume", "kept"], "missing");
    std::fs::write(&part, &whole).unwrap();
    let manifest = folder.0.join("kept/manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replace("\"round\": 0", "\"round\": 7")).unwrap();
    refused(&["resume", "kept"], "damaged");
    std::fs::write(&manifest, text.replace("\"layout\": 2", "\"layout\": 99")).unwrap();
    refused(&["resume", "kept"], "layout 99");
    std::fs::write(&manifest, &text[..text.len() / 2]).unwrap();
    refused(&["resume", "kept"], "damaged");
    std::fs::write(&manifest, &text).unwrap();
    // Any class of the class path may be part of the program.
    let class = folder.0.join("Coins.class");
    let own = std::fs::read(&class).unwrap();
    std::fs::copy(folder.0.join("Kept.class"), &class).unwrap();
    refused(&["resume", "kept"], "another program");
    std::fs::write(&class, own).unwrap();
    // Whole again, it goes on to the same limit.
    assert_eq!(folder.output(&["resume", "kept"]).status.code(), Some(3));
}

/// A disk that is full: the search goes on, and says so in the end.
#[test]
fn a_picture_that_cannot_be_written_is_said() {
    if !Path::new("/dev/full").exists() {
        return testkit::skip("there is no /dev/full");
    }
    let folder = Folder::new("full");
    let kept = folder.0.join("kept");
    std::fs::create_dir_all(&kept).unwrap();
    // The name of the first part's temporary file leads to a device that has no room.
    std::os::unix::fs::symlink("/dev/full", kept.join("0-000001.temporary")).unwrap();
    let output = folder.output(&[
        "check",
        "Coins",
        "-cp",
        ".",
        "--max-transitions",
        "2000",
        "--checkpoint",
        "kept,every=1h",
        "-q",
    ]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("a checkpoint could not be written"), "{}", stderr(&output));
}
