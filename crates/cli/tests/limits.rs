//! Limits hold, whatever happens inside: many commands, each with many limits and signals. A few of them in every run of the tests,
//! as many as there is time for with `HAZARD_FULL=1`.

mod shell;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use shell::repository;

/// What is run; `$C` stands for the folder of classes.
const COMMANDS: [&str; 19] = [
    "check Interleaved -cp $C",
    "check Interleaved -cp $C --threads 2",
    "check Interleaved -cp $C --search bfs --all-errors",
    "check Interleaved -cp $C --por off --property deadlock,livelock",
    "check LateLoss -cp $C --minimize",
    "check Coins -cp $C -p P=?[F\"end\"]",
    "check Coins -cp $C --export-tra /dev/null --threads 2",
    "check LongStep -cp $C",
    "check LongStep -cp $C --threads 2",
    "check GrowingHeap -cp $C",
    "check ManyClasses -cp $C",
    "check StartsThreadsForEver -cp $C",
    "check ManyClasses -cp $C --threads 2",
    "check SymbolicMap -cp $C --symbolic",
    "check SymbolicArrays -cp $C --symbolic --threads 2",
    "pse SymbolicMap -cp $C",
    "pse Counting -cp $C --target failure",
    "pse SymbolicArrays -cp $C --algorithm bounds",
    "check Interleaved -cp $C --search random --threads 2",
];

struct Folder(PathBuf);

impl Folder {
    /// The programs, compiled: what the compiler takes is not counted.
    fn new(name: &str) -> Folder {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("limits-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let api = repository().join("java/api");
        let programs = std::fs::read_dir(repository().join("tests/limits")).expect("programs");
        let programs: Vec<PathBuf> = programs.map(|entry| entry.expect("an entry").path()).collect();
        let compiled = Command::new("javac").arg("-sourcepath").arg(api).arg("-d").arg(&folder).args(programs).status();
        assert!(compiled.expect("javac runs").success());
        Folder(folder)
    }

    fn words(&self, command: &str) -> Vec<String> {
        let classes = self.0.display().to_string();
        command.split(' ').map(|word| if word == "$C" { classes.clone() } else { word.to_owned() }).collect()
    }

    fn start(&self, command: &str, more: &[&str], kilobytes: Option<u64>) -> Running {
        let json = self.0.join("report.json");
        let _ = std::fs::remove_file(&json);
        let limit = kilobytes.map_or(String::new(), |kilobytes| format!("ulimit -v {kilobytes} && "));
        let child = Command::new("sh")
            .arg("-c")
            .arg(format!("{limit}exec \"$@\""))
            .arg("sh")
            .arg(env!("CARGO_BIN_EXE_hazard"))
            .args(self.words(command))
            .args(more)
            .arg("--json")
            .arg(&json)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        Running { child, json, started: Instant::now() }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

struct Running {
    child: Child,
    json: PathBuf,
    started: Instant,
}

struct Ended {
    status: Option<i32>,
    wall: Duration,
    err: String,
    report: Option<serde_json::Value>,
}

impl Running {
    fn finish(mut self) -> Ended {
        let status = loop {
            match self.child.try_wait().expect("the child is ours") {
                Some(status) => break status.code(),
                None if self.started.elapsed() > Duration::from_secs(60) => {
                    let _ = self.child.kill();
                    break None;
                }
                None => std::thread::sleep(Duration::from_millis(3)),
            }
        };
        let wall = self.started.elapsed();
        let mut err = String::new();
        if let Some(mut pipe) = self.child.stderr.take() {
            let _ = std::io::Read::read_to_string(&mut pipe, &mut err);
        }
        let _ = self.child.wait();
        Ended { status, wall, err, report: read(&self.json) }
    }
}

fn read(path: &Path) -> Option<serde_json::Value> {
    serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()
}

impl Ended {
    /// A report and a status that fit each other.
    fn check(&self, what: &str) {
        let report =
            self.report.as_ref().unwrap_or_else(|| panic!("{what}: no report, status {:?}: {}", self.status, self.err));
        let verdict = report["verdict"].as_str().unwrap_or_default();
        let limits = &report["limits_hit"];
        match (self.status, verdict) {
            (Some(0), "holds") | (Some(1), "violated") => {}
            (Some(3), "inconclusive") => {
                assert!(
                    limits.as_array().is_some_and(|limits| !limits.is_empty()),
                    "{what}: nothing was hit: {report}"
                );
            }
            (status, verdict) => panic!("{what}: status {status:?} and verdict {verdict}: {} {limits}", self.err),
        }
        assert!(!self.err.contains("internal error"), "{what}: {}", self.err);
    }
}

/// As many commands as there is time for.
fn is_full() -> bool {
    std::env::var_os("HAZARD_FULL").is_some()
}

/// A generator of moments: the same ones in every run of the quick suite, others in each run of the full one.
fn seed() -> u64 {
    let now =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    let seed = std::env::var("HAZARD_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(if is_full() {
        now | 1
    } else {
        1
    });
    println!("HAZARD_SEED={seed}");
    seed
}

fn below(state: &mut u64, bound: u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state % bound
}

/// Others use the machine, too: of a few tries one has to be in time.
fn in_time(what: &str, most: Duration, mut attempt: impl FnMut() -> Ended) {
    let mut walls = Vec::new();
    for _ in 0..4 {
        let ended = attempt();
        ended.check(what);
        if ended.wall <= most {
            return;
        }
        walls.push(ended.wall);
    }
    panic!("{what}: took {walls:?}, more than {most:?}");
}

#[test]
fn time() {
    let folder = Folder::new("time");
    let mut random = seed();
    let rounds = if is_full() { 12 } else { 1 };
    for round in 0..rounds {
        for (index, command) in COMMANDS.iter().enumerate() {
            let milliseconds = match (round, index % 3) {
                (0, 0) => 365,
                (0, _) => 50 + below(&mut random, 700),
                _ => 20 + below(&mut random, 4000),
            };
            let limit = Duration::from_millis(milliseconds);
            let most = limit + limit.mul_f64(0.05).max(Duration::from_millis(200));
            let text = format!("{milliseconds}ms");
            let what = format!("{command} --max-time {text}");
            in_time(&what, most, || folder.start(command, &["--max-time", &text], None).finish());
        }
    }
}

/// What is about models keeps the time as well: while a file is read, runs are made, a part is explored and then asked.
#[test]
fn models() {
    let folder = Folder::new("models");
    let walk = "dtmc module m x:[0..200000000]; y:[0..100]; \
        [] x<200000000 -> 0.5:(x'=x+1)&(y'=mod(y*7+x,101)) + 0.5:(x'=max(0,x-1)); endmodule label \"end\" = x=200000000;";
    std::fs::write(folder.0.join("walk.pm"), walk).expect("a file");
    let states = 600_000u64;
    let mut ring = format!("des (0,{},{states})\n", 2 * states);
    for state in 0..states {
        let (near, far) = ((state + 1) % states, (state * 7919 + 1) % states);
        ring.push_str(&format!("({state},\"near\",{near})\n({state},\"far\",{far})\n"));
    }
    std::fs::write(folder.0.join("ring.aut"), ring).expect("a file");
    for (command, milliseconds) in [
        ("simulate $C/walk.pm -p P=?[F\"end\"] --runs 1000000", 400),
        ("mc $C/walk.pm -p P=?[F\"end\"] --explore dfs", 600),
        ("mc $C/walk.pm -p P=?[F\"end\"]", 300),
        ("lts $C/ring.aut --search bfs", 60),
    ] {
        let command = command.replace("$C", &folder.0.display().to_string());
        let (time, most) = (format!("{milliseconds}ms"), Duration::from_millis(milliseconds + 200));
        let wall = |_| {
            let ended = folder.start(&command, &["--max-time", &time], None).finish();
            assert!(matches!(ended.status, Some(0 | 3)), "{command}: {:?}: {}", ended.status, ended.err);
            ended.wall
        };
        let late: Vec<Duration> = (0..4).map(wall).take_while(|wall| *wall > most).collect();
        assert!(late.len() < 4, "{command} --max-time {time}: took {late:?}");
    }
}

#[test]
fn signals() {
    let folder = Folder::new("signals");
    let mut random = seed();
    let rounds = if is_full() { 12 } else { 1 };
    for round in 0..rounds {
        for (index, command) in COMMANDS.iter().enumerate() {
            if !is_full() && index % 2 == 1 {
                continue;
            }
            let delay = 150 + below(&mut random, if round == 0 { 500 } else { 3000 });
            let signal = if below(&mut random, 2) == 0 { "-TERM" } else { "-INT" };
            let what = format!("{command}, kill {signal} after {delay} ms");
            let mut late = Vec::new();
            for _ in 0..4 {
                let running = folder.start(command, &[], None);
                std::thread::sleep(Duration::from_millis(delay));
                let asked = Instant::now();
                let killed =
                    Command::new("kill").arg(signal).arg(running.child.id().to_string()).stderr(Stdio::null()).status();
                assert!(killed.is_ok(), "{what}");
                running.finish().check(&what);
                if asked.elapsed() <= Duration::from_secs(1) {
                    late.clear();
                    break;
                }
                late.push(asked.elapsed());
            }
            assert!(late.is_empty(), "{what}: answered after {late:?}");
        }
    }
}

/// Whatever signal would end the process without a word ends it with what is known so far; but who is started by `nohup`, which has a
/// hang-up ignored, goes on.
#[test]
fn other_signals() {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cli/Endless.java");
    let hazard = env!("CARGO_BIN_EXE_hazard");
    // Whoever runs this test may itself have been started by `nohup`.
    let cases = [
        ("ignore", "HUP", "max-time"),
        ("default", "HUP", "interrupt"),
        ("default", "XCPU", "interrupt"),
        ("default", "USR1", "interrupt"),
        // A file that may not grow is no reason to end.
        ("default", "XFSZ", "max-time"),
    ];
    let started = cases.map(|(how, signal, limit)| {
        let script = format!("exec env --{how}-signal={signal} {hazard} check {program} --max-time 4s");
        let child = Command::new("sh").args(["-c", &script]).stdout(Stdio::piped()).spawn().expect("a shell");
        (script, child, signal, limit)
    });
    std::thread::sleep(Duration::from_secs(2));
    for (script, child, signal, _) in &started {
        let killed = Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).status();
        assert!(killed.is_ok_and(|status| status.success()), "{script}: is still there after two seconds");
    }
    for (script, child, _, limit) in started {
        let process = child.id();
        let output = child.wait_with_output().expect("it ends");
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.code() == Some(3) && told.contains(limit), "{script}: {told}");
        let left = std::env::temp_dir().join(format!("hazard-{process:010}-0"));
        assert!(!left.exists(), "{script}: leaves {}", left.display());
    }
}

#[test]
fn memory() {
    let folder = Folder::new("memory");
    let mut random = seed();
    let rounds = if is_full() { 8 } else { 1 };
    for round in 0..rounds {
        for (index, command) in COMMANDS.iter().enumerate() {
            if !is_full() && index % 3 != 0 {
                continue;
            }
            let kilobytes = if round == 0 {
                [400_000, 1_200_000, 2_500_000][index / 3 % 3]
            } else {
                60_000 + below(&mut random, 3_000_000)
            };
            let what = format!("ulimit -v {kilobytes}; {command}");
            folder.start(command, &["--max-time", "2s"], Some(kilobytes)).finish().check(&what);
        }
    }
    // What the search may hold beside what it began with.
    for command in ["check GrowingHeap -cp $C", "check GrowingHeap -cp $C --threads 2"] {
        let ended = folder.start(command, &["--max-memory", "60M", "--max-time", "30s"], None).finish();
        ended.check(command);
        let report = ended.report.expect("it was checked");
        assert_eq!(report["limits_hit"][0], "max-memory", "{command}: {report}");
        assert!(report["peak_bytes"].as_u64().is_some_and(|peak| peak < 400 << 20), "{command}: {report}");
    }
}

/// A disk that is full takes the file, not the verdict.
#[test]
fn full_disks() {
    let folder = Folder::new("disks");
    for option in ["--export-tra", "--export-lab", "--export-dot", "--progress-csv"] {
        let ended = folder.start("check Small -cp $C", &[option, "/dev/full"], None).finish();
        ended.check(option);
        assert_eq!(ended.status, Some(0), "{option}: {}", ended.err);
        assert!(ended.err.contains("/dev/full"), "{option}: {}", ended.err);
    }
    let ended = folder.start("check LateLoss -cp $C", &["--trace", "/dev/full"], None).finish();
    ended.check("--trace");
    assert_eq!(ended.status, Some(1), "{}", ended.err);
    let hazard = Command::new(env!("CARGO_BIN_EXE_hazard"))
        .args(folder.words("check LateLoss -cp $C --json /dev/full"))
        .output()
        .expect("the binary runs");
    assert_eq!(hazard.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&hazard.stdout).contains("violated"));
    assert!(String::from_utf8_lossy(&hazard.stderr).contains("/dev/full"));
}

/// More workers than processors would only take memory.
#[test]
fn too_many_workers() {
    let folder = Folder::new("workers");
    let ended = folder.start("check Interleaved -cp $C", &["--threads", "1000", "--max-time", "600ms"], None).finish();
    ended.check("--threads 1000");
    let report = ended.report.expect("it was checked");
    assert!(report["peak_bytes"].as_u64().is_some_and(|peak| peak < 1 << 30), "{report}");
}
