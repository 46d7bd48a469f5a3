//! However many workers there are, and wherever what they explore is kept, the answer is the same: the report without its times and
//! sizes, and every exported byte. Over the golden programs of three folders: some of them in every run, all with `HAZARD_FULL=1`.

mod shell;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use shell::repository;
use testkit::{Compiled, Jdk, Program, compiled_suite};

/// One in so many is looked at in every run.
const SHARE: usize = 9;
/// Searches that further workers must not disturb, one after the other.
const SEARCHES: [&str; 8] =
    ["dfs", "bfs", "random,walks=20", "pct,runs=20", "auto", "highway", "nmcs,trials=3", "mass"];
/// Looked at in every run, with a search that needs little of what workers find ahead of it: what only they see is none of its business.
const AHEAD: (&str, &str) = ("DelayIsNoTimeOutNever", "random,walks=20");
const EXPORTS: [&str; 4] = ["tra", "lab", "sta", "umb"];

/// How a program is explored: alone, by two, and by one whose memory is on disk, but for next to nothing.
const WAYS: [&[&str]; 3] = [&["--threads", "1"], &["--threads", "2"], &["--store", "disk,cache=64K"]];

#[test]
fn any_number_of_workers_gives_the_same_answer() {
    let is_full = std::env::var_os("HAZARD_FULL").is_some();
    let jdk = Jdk::installed().into_iter().find(|jdk| jdk.version >= 17).expect("a JDK from 17 on");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("workers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (mut compared, mut on_disk) = (0, 0);
    for root in ["tests/threads", "tests/coins", "tests/choices"] {
        let api = repository().join("java/api");
        let (programs, compiled) = compiled_suite(&repository().join(root), &jdk, &api).expect("they compile");
        let is_ahead = |program: &Program| program.main == AHEAD.0;
        let is_one = |(place, program): &(usize, &Program)| is_full || place % SHARE == 0 || is_ahead(program);
        for (place, program) in programs.iter().enumerate().filter(is_one) {
            let search = if is_ahead(program) { AHEAD.1 } else { SEARCHES[place / SHARE % SEARCHES.len()] };
            let bytes = compare(&jdk, &compiled, program, search, &folder);
            compared += usize::from(bytes.is_some());
            on_disk += usize::from(bytes.is_some_and(|bytes| bytes > 0));
        }
    }
    assert!(compared > 5, "only {compared} programs were compared");
    assert!(!cfg!(target_os = "linux") || on_disk > 5, "only {on_disk} programs were explored on disk");
    let _ = std::fs::remove_dir_all(folder);
}

/// How much was on disk, if there was something to compare.
fn compare(jdk: &Jdk, compiled: &Compiled, program: &Program, search: &str, folder: &Path) -> Option<u64> {
    let mut options = program.header.check_options();
    if let Some(place) = options.iter().position(|option| option == "--search") {
        options.drain(place..place + 2);
    }
    let is_free = |name: &str| !options.iter().any(|option| option.starts_with(name));
    let (may_export, may_limit) = (is_free("--export"), is_free("--max-transitions"));
    options.extend(["--search".to_owned(), search.to_owned()]);
    if may_limit {
        options.extend(["--max-transitions", "20000"].map(str::to_owned));
    }
    let ways = WAYS.iter().filter(|way| cfg!(target_os = "linux") || way[0] != "--store");
    let mut explored = ways.map(|way| explore(jdk, compiled, program, &options, may_export, way, folder));
    let alone = explored.next().expect("the first way");
    let name = &program.name;
    let mut on_disk = 0;
    for (mut other, way) in explored.zip(&WAYS[1..]) {
        // What has left memory may be made again by taking steps again.
        if way[0] == "--store"
            && let Some(report) = other.0.as_object_mut()
        {
            report.insert("instructions".to_owned(), alone.0["instructions"].clone());
        }
        assert_eq!(alone.0, other.0, "{name} {options:?} {way:?}: reports differ");
        for (at, ending) in EXPORTS.iter().enumerate().filter(|_| may_export) {
            assert!(alone.1[at] == other.1[at], "{name} {options:?} {way:?}: the exported {ending} differ");
        }
        on_disk += other.2;
    }
    alone.0["states"].as_u64().is_some_and(|states| states > 1).then_some(on_disk)
}

fn explore(
    jdk: &Jdk,
    compiled: &Compiled,
    program: &Program,
    options: &[String],
    exports: bool,
    way: &[&str],
    folder: &Path,
) -> (Value, Vec<Vec<u8>>, u64) {
    let path =
        |ending: &str| folder.join(format!("{}-{}.{ending}", program.main, way.concat().replace(['/', ','], "-")));
    let mut command = Command::new(env!("CARGO_BIN_EXE_hazard"));
    command.arg("check").arg(&program.main).arg("-cp").arg(&compiled.classpath).arg("--jdk").arg(&jdk.home);
    // The disk is where the files are.
    let place = |word: &&str| word.replace("disk", &folder.join("disk").to_string_lossy());
    command.args(options).args(way.iter().map(place)).args(["-q", "--json"]).arg(path("json"));
    if exports {
        for ending in EXPORTS {
            command.arg(format!("--export-{ending}")).arg(path(ending));
        }
    }
    command.arg("--").args(&program.header.args).current_dir(program.folder());
    let output = command.stdin(std::process::Stdio::null()).output().expect("hazard runs");
    let mut report: Value = std::fs::read(path("json"))
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_else(|| Value::String(String::from_utf8_lossy(&output.stderr).into_owned()));
    let on_disk = report["disk_bytes"].as_u64().unwrap_or(0);
    if let Some(report) = report.as_object_mut() {
        // How much was done by whom is no answer.
        let costs = ["time_ms", "peak_bytes", "store_bytes", "disk_bytes"];
        costs.iter().for_each(|key| drop(report.remove(*key)));
    }
    (report, EXPORTS.iter().map(|ending| std::fs::read(path(ending)).unwrap_or_default()).collect(), on_disk)
}
