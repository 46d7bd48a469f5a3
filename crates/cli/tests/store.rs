//! What is explored on disk (`--store`): larger than the memory that is allowed, killed and resumed, on a disk that fills up, in
//! folders that cannot be used. That answers are those of memory, over the golden programs, is in `workers.rs`.

#![cfg(target_os = "linux")]

mod shell;

use std::path::PathBuf;
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

/// With runners that go so far there are 64,003 states, the goal's cube and three; each runner wins with probability one third.
const GOAL: &str = "40";
const QUESTION: [&str; 12] = [
    "check",
    "Large",
    "-cp",
    ".",
    "--label",
    "\"first\" = field:Large.first=true",
    "-p",
    "P=? [ F \"first\" ]",
    "--json",
    "large.json",
    "-q",
    "--",
];

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("store-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let (api, source) = (repository().join("java/api"), repository().join("tests/limits/Large.java"));
        let compiled = Command::new("javac").arg("-sourcepath").arg(api).arg("-d").arg(&folder).arg(source).status();
        assert!(compiled.expect("javac runs").success());
        Folder(folder)
    }

    /// Explores with these options, after `launcher` if there is one.
    fn command(&self, launcher: &[&str], options: &[&str], goal: &str) -> Command {
        let hazard = env!("CARGO_BIN_EXE_hazard");
        let words = [launcher, &[hazard], &QUESTION[..2], options, &QUESTION[2..], &[goal]].concat();
        let mut command = Command::new(words[0]);
        command
            .args(&words[1..])
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        command
    }

    fn output(&self, options: &[&str], goal: &str) -> Output {
        let _ = std::fs::remove_file(self.0.join("large.json"));
        self.command(&[], options, goal).output().expect("hazard runs")
    }

    fn report(&self) -> Value {
        let text = std::fs::read_to_string(self.0.join("large.json")).expect("a report");
        serde_json::from_str(&text).expect("JSON")
    }

    /// All was explored, and the answer is right.
    fn check_answer(&self, output: &Output, goal: &str) -> Value {
        let report = self.report();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
        let states = goal.parse::<u64>().expect("a number").pow(3) + 3;
        assert_eq!((&report["verdict"], report["states"].as_u64()), (&"holds".into(), Some(states)));
        let value = report["properties"][0]["value"].as_f64().expect("a probability");
        assert!((value - 1.0 / 3.0).abs() < 1e-9, "{value}");
        report
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn what_does_not_fit_into_memory_is_explored_on_disk() {
    let folder = Folder::new("larger");
    let (limit, goal) = (["--max-memory", "60M"], "60");
    let output = folder.output(&limit, goal);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert_eq!(folder.report()["limits_hit"], serde_json::json!(["max-memory"]));
    let output = folder.output(&[&limit[..], &["--store", "made/disk,cache=4M"]].concat(), goal);
    let report = folder.check_answer(&output, goal);
    assert!(report["disk_bytes"].as_u64().is_some_and(|bytes| bytes > 50_000_000), "{}", report["disk_bytes"]);
    assert!(!folder.0.join("made/disk").exists(), "the folder was made for this");
}

#[test]
fn several_processes_explore_on_disk() {
    let folder = Folder::new("processes");
    let output = folder.output(&["--processes", "3", "--store", "made/disk,cache=6M"], GOAL);
    let report = folder.check_answer(&output, GOAL);
    assert!(report["disk_bytes"].as_u64().is_some_and(|bytes| bytes > 1_000_000), "{}", report["disk_bytes"]);
    assert!(!folder.0.join("made/disk").exists(), "the folder was made for this");
}

/// Processes that are killed, all or one, go on from where they were when the last picture was taken.
#[test]
fn killed_processes_are_resumed() {
    let (folder, goal) = (Folder::new("together"), "50");
    let options = ["--processes", "3", "--checkpoint", "kept,every=50ms"];
    let mut child = folder.command(&[], &options, goal).spawn().expect("hazard runs");
    let mut pictures = 0;
    while pictures < 2 {
        let manifest = folder.0.join("kept/manifest.json");
        let text = std::fs::read_to_string(&manifest).unwrap_or_default();
        let resumes = serde_json::from_str::<Value>(&text).is_ok_and(|sealed| {
            sealed["manifest"]["processes"].as_array().is_some_and(|processes| processes.len() == 3)
        });
        if child.try_wait().expect("it can be asked").is_some() {
            assert!(pictures > 0 || resumes, "it ended before there was a picture of it");
            break;
        }
        if resumes {
            child.kill().expect("it can be killed");
            child.wait().expect("it has ended");
            pictures += 1;
            let mut resume = Command::new(env!("CARGO_BIN_EXE_hazard"));
            resume.args(["resume", "kept"]).current_dir(&folder.0);
            let quiet = resume.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            child = quiet.spawn().expect("hazard runs");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    let _ = child.wait();
    let resume = || {
        let mut resume = Command::new(env!("CARGO_BIN_EXE_hazard"));
        resume.args(["resume", "kept"]).current_dir(&folder.0).output().expect("hazard runs")
    };
    folder.check_answer(&resume(), goal);
    // What is missing or damaged is said, whosever it is.
    let text = std::fs::read_to_string(folder.0.join("kept/manifest.json")).expect("a manifest");
    let sealed: Value = serde_json::from_str(&text).expect("JSON");
    for process in [0, 2] {
        let part = &sealed["manifest"]["processes"][process];
        let path = folder.0.join("kept").join(part["name"].as_str().expect("a name"));
        let whole = std::fs::read(&path).expect("a file");
        let mut damaged = whole.clone();
        damaged[part["bytes"].as_u64().expect("a number") as usize / 2] ^= 1;
        for (bytes, word) in [(&whole[..10], "cut off"), (&damaged, "damaged")] {
            std::fs::write(&path, bytes).expect("a file");
            let output = resume();
            let said = stderr(&output);
            assert!(output.status.code() == Some(2) && said.contains(word) && said.lines().count() == 1, "{said}");
        }
        std::fs::write(&path, whole).expect("a file");
    }
}

#[test]
fn killed_it_leaves_nothing_and_is_resumed() {
    let folder = Folder::new("killed");
    std::fs::create_dir(folder.0.join("disk")).expect("a folder");
    let options = ["--store", "disk,cache=1M", "--checkpoint", "kept,every=50ms"];
    let mut child = folder.command(&[], &options, GOAL).spawn().expect("hazard runs");
    while !folder.0.join("kept/manifest.json").exists() {
        assert_eq!(child.try_wait().expect("it can be asked"), None, "it ended before there was a picture of it");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(300));
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    assert_eq!(std::fs::read_dir(folder.0.join("disk")).expect("it was there before").count(), 0);
    let mut resume = Command::new(env!("CARGO_BIN_EXE_hazard"));
    let output = resume.args(["resume", "kept"]).current_dir(&folder.0).output().expect("hazard runs");
    folder.check_answer(&output, GOAL);
    assert!(folder.0.join("disk").exists(), "it was there before");
}

#[test]
fn folders_that_cannot_be_used_are_refused() {
    let folder = Folder::new("refused");
    std::fs::write(folder.0.join("file"), "mine").expect("a file");
    for place in ["file", "file/below", "/proc/self", "/dev/null"] {
        let output = folder.output(&["--store", place], GOAL);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{place}: {said}");
        assert!(said.contains(place) && said.trim_end().lines().count() == 1, "{place}: {said}");
    }
    assert_eq!(std::fs::read_to_string(folder.0.join("file")).expect("the file"), "mine");
}

/// A disk that fills up ends the search, with what is known by then.
#[test]
fn a_disk_that_fills_up_ends_the_search() {
    let folder = Folder::new("full");
    std::fs::create_dir(folder.0.join("disk")).expect("a folder");
    let script = "mount -t tmpfs -o size=12m none disk 2>/dev/null || exit 99; exec \"$@\"";
    let launcher = ["unshare", "-r", "-m", "sh", "-c", script, "sh"];
    let output = folder.command(&launcher, &["--store", "disk,cache=2M"], GOAL).output();
    let output = match output {
        Ok(output) if output.status.code() != Some(99) && !stderr(&output).starts_with("unshare") => output,
        _ => return testkit::skip("no file system can be mounted"),
    };
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("no more could be put on disk"), "{said}");
    assert_eq!(folder.report()["limits_hit"], serde_json::json!(["store"]));
}
