//! Several processes find what one finds: the whole report without its times and sizes, and every exported byte. Over the golden
//! programs of three folders: some of them in every run, all with `HAZARD_FULL=1`. And what happens if they do not find each other, or
//! lose each other.

mod shell;

use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use shell::{Shell, repository};
use testkit::{Compiled, Jdk, Program, compiled_suite};

/// One in so many is looked at in every run, and of those one in so many with four processes.
const SHARE: usize = 14;
const LARGE_SHARE: usize = 5;
/// What cannot be had of several processes, or ends in the middle, where one search need not be where another is.
const UNLIKE: [&str; 9] = [
    "--max-",
    "--threads",
    "--heuristic",
    "--progress",
    "--store",
    "--checkpoint",
    "--minimize",
    "--simulate",
    "--symbolic",
];

#[test]
fn several_processes_find_what_one_finds() {
    let is_full = std::env::var_os("HAZARD_FULL").is_some();
    let jdk = Jdk::installed().into_iter().find(|jdk| jdk.version >= 17).expect("a JDK from 17 on");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("processes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (mut compared, mut different) = (0, Vec::new());
    for root in ["tests/threads", "tests/coins", "tests/choices"] {
        let api = repository().join("java/api");
        let (programs, compiled) = compiled_suite(&repository().join(root), &jdk, &api).expect("they compile");
        for (place, program) in programs.iter().enumerate().filter(|(place, _)| is_full || place % SHARE == 0) {
            let processes = if (place / SHARE).is_multiple_of(LARGE_SHARE) { "4" } else { "2" };
            match compare(&jdk, &compiled, program, processes, &folder) {
                Ok(is_compared) => compared += usize::from(is_compared),
                Err(how) => different.push(how),
            }
        }
    }
    println!("{compared} programs were compared");
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
    assert!(compared > 5, "only {compared} programs were compared");
    let _ = std::fs::remove_dir_all(folder);
}

/// Whether there was something to compare; an error says what differs.
fn compare(jdk: &Jdk, compiled: &Compiled, program: &Program, processes: &str, folder: &Path) -> Result<bool, String> {
    let mut options = program.header.check_options();
    if let Some(place) = options.iter().position(|option| option == "--search") {
        options.drain(place..place + 2);
    }
    if options.iter().any(|option| UNLIKE.iter().any(|unlike| option.starts_with(unlike))) {
        return Ok(false);
    }
    let exports = !options.iter().any(|option| option.starts_with("--export"));
    options.extend(["--search", "dfs"].map(str::to_owned));
    if !options.iter().any(|option| option == "--all-errors") {
        options.push("--all-errors".to_owned());
    }
    let alone = explore(jdk, compiled, program, &options, exports, &[], folder);
    let together = explore(jdk, compiled, program, &options, exports, &["--processes", processes], folder);
    let name = &program.name;
    if alone.0 != together.0 {
        let keys =
            ["verdict", "states", "transitions", "end_states", "violations", "limits_hit", "unsupported", "warnings"];
        let parts = keys.iter().filter(|key| alone.0[**key] != together.0[**key]);
        let parts: Vec<String> = parts
            .map(|key| {
                let cut = |value: &Value| value.to_string().chars().take(160).collect::<String>();
                format!("{key}: {} alone, {} together", cut(&alone.0[*key]), cut(&together.0[*key]))
            })
            .collect();
        let said = together.0.as_str().unwrap_or_default();
        return Err(format!("{name} with {processes} {options:?}: {} {said}", parts.join("; ")));
    }
    if alone.1 != together.1 {
        return Err(format!("{name} with {processes} {options:?}: the exported files differ"));
    }
    Ok(alone.0["states"].as_u64().is_some_and(|states| states > 1))
}

fn explore(
    jdk: &Jdk,
    compiled: &Compiled,
    program: &Program,
    options: &[String],
    exports: bool,
    way: &[&str],
    folder: &Path,
) -> (Value, Vec<Vec<u8>>) {
    const EXPORTS: [&str; 2] = ["tra", "lab"];
    let path = |ending: &str| folder.join(format!("{}-{}.{ending}", program.main.replace('/', "-"), way.len()));
    let mut command = Command::new(env!("CARGO_BIN_EXE_hazard"));
    command.arg("check").arg(&program.main).arg("-cp").arg(&compiled.classpath).arg("--jdk").arg(&jdk.home);
    command.args(options).args(way).args(["-q", "--json"]).arg(path("json"));
    if exports {
        for ending in EXPORTS {
            command.arg(format!("--export-{ending}")).arg(path(ending));
        }
    }
    command.arg("--").args(&program.header.args).current_dir(program.folder());
    let output = command.stdin(Stdio::null()).output().expect("hazard runs");
    let mut report: Value = std::fs::read(path("json"))
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_else(|| Value::String(String::from_utf8_lossy(&output.stderr).into_owned()));
    if let Some(report) = report.as_object_mut() {
        let costs = ["time_ms", "peak_bytes", "store_bytes", "disk_bytes", "instructions"];
        costs.iter().for_each(|key| drop(report.remove(*key)));
    }
    (report, EXPORTS.iter().map(|ending| std::fs::read(path(ending)).unwrap_or_default()).collect())
}

/// A program that is explored for long.
const LONG: &str = "public class Long {
    static int x, y;
    public static void main(String[] arguments) throws Exception {
        for (int thread = 0; thread < 3; thread++) {
            new Thread(() -> { for (int i = 0; i < 9; i++) { x++; y += x; } }).start();
        }
    }
}";
const SHORT: &str = "public class Short {
    static int x;
    public static void main(String[] arguments) throws Exception {
        Thread other = new Thread(() -> x++);
        other.start();
        x++;
        other.join();
        assert x == 2;
    }
}";

fn folder_with_programs() -> Shell {
    let template = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!(
        "template-{}-{:?}",
        std::process::id(),
        Instant::now()
    ));
    std::fs::create_dir_all(&template).expect("a folder");
    std::fs::write(template.join("Long.java"), LONG).expect("a program");
    std::fs::write(template.join("Short.java"), SHORT).expect("a program");
    let shell = Shell::new(&template);
    let _ = std::fs::remove_dir_all(template);
    shell
}

/// A port that nobody listens at just now.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port()
}

fn write_hosts(shell: &Shell, hosts: &[String]) {
    let mut file = std::fs::File::create(shell.path("hosts.txt")).expect("a file");
    writeln!(file, "# one per line\n{}", hosts.join("\n")).expect("a file");
}

#[test]
fn what_cannot_be_is_said_in_one_sentence() {
    let shell = folder_with_programs();
    let refused = |words: &[&str], with: &str| {
        let done = shell.run(words, "");
        let is_one = done.err.lines().count() == 1 && done.err.contains(with);
        assert!(done.status == Some(2) && is_one && done.out.is_empty(), "{words:?}: {:?} {}", done.status, done.err);
    };
    refused(&["check", "Short.java", "--cluster", "nowhere.txt"], "nowhere.txt");
    std::fs::write(shell.path("hosts.txt"), "localhost:4000\nnode 2\n").expect("a file");
    refused(&["check", "Short.java", "--cluster", "hosts.txt"], "hosts.txt:2: 'node 2'");
    std::fs::write(shell.path("hosts.txt"), "\n# nobody\n").expect("a file");
    refused(&["check", "Short.java", "--cluster", "hosts.txt"], "names no host");
    std::fs::write(shell.path("hosts.txt"), "localhost:4000\nlocalhost:4000\n").expect("a file");
    refused(&["check", "Short.java", "--cluster", "hosts.txt"], "is there twice");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    write_hosts(&shell, &[format!("127.0.0.1:{port}"), format!("127.0.0.1:{}", free_port())]);
    refused(&["check", "Short.java", "--cluster", "hosts.txt"], "port is in use");
    write_hosts(&shell, &[format!("127.0.0.1:{}", free_port()), format!("127.0.0.1:{}", free_port())]);
    refused(&["check", "Short.java", "--cluster", "hosts.txt", "--process", "2"], "numbers 0 to 1");
    refused(
        &["check", "Short.java", "--cluster", "hosts.txt", "--cluster-wait", "1s"],
        "process 1 of 2 has not called",
    );
    let words = ["check", "Short.java", "--cluster", "hosts.txt", "--process", "1", "--cluster-wait", "1s"];
    refused(&words, "process 0 cannot be reached");
    refused(&["check", "Short.java", "--process", "1"], "--process is for --cluster");
    for (option, value) in [("--search", "random"), ("--threads", "2"), ("--max-depth", "9")] {
        refused(&["check", "Short.java", "--processes", "2", option, value], option);
    }
    std::fs::remove_file(shell.path("hosts.txt")).expect("the file");
    assert_eq!(shell.leftovers(), Vec::<String>::new());
}

fn start(shell: &Shell, words: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hazard"));
    command.args(words).current_dir(shell.path("")).env("LC_ALL", "C").env_remove("CLASSPATH").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs")
}

#[test]
fn processes_of_a_file_of_hosts_find_what_one_finds() {
    let shell = folder_with_programs();
    let hosts: Vec<String> = (0..3).map(|_| format!("127.0.0.1:{}", free_port())).collect();
    write_hosts(&shell, &hosts);
    let alone = shell.run(&["check", "Short.java", "--all-errors"], "");
    let words = |process| ["check", "Short.java", "--all-errors", "--cluster", "hosts.txt", "--process", process];
    let others = ["1", "2"].map(|process| start(&shell, &words(process)));
    let together = shell.run(&words("0"), "");
    assert_eq!((together.status, together.err.as_str()), (Some(1), ""));
    // All but the line with times and sizes.
    let told = |text: &str| text.lines().filter(|line| !line.contains(" states, ")).collect::<Vec<_>>().join("\n");
    assert_eq!(told(&alone.out), told(&together.out));
    let counts = |text: &str| text.lines().find_map(|line| Some(line.split_once(", depth")?.0.to_owned()));
    assert_eq!(counts(&alone.out), counts(&together.out));
    for other in others {
        let done = other.wait_with_output().expect("it ends");
        assert!(done.status.success() && done.stdout.is_empty(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    // A process whose options are others is told so, and so is the first.
    let mut other = words("1").to_vec();
    other.push("--spurious");
    let others = [start(&shell, &other), start(&shell, &words("2"))];
    let refused = shell.run(&words("0"), "");
    assert_eq!(refused.status, Some(2), "{}", refused.err);
    assert!(
        refused.err.contains("process 1 cannot take part: it differs from process 0 in the options"),
        "{}",
        refused.err
    );
    for mut other in others {
        let done = other.wait().expect("it ends");
        assert!(done.code().is_some(), "it ends by itself");
    }
}

/// The children of a process.
#[cfg(target_os = "linux")]
fn children_of(process: u32) -> Vec<u32> {
    let path = format!("/proc/{process}/task");
    let threads = std::fs::read_dir(path).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<u32>>()).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_that_is_killed_ends_all() {
    let shell = folder_with_programs();
    for killed_first in [false, true] {
        let mut first = start(&shell, &["check", "Long.java", "--processes", "3"]);
        let deadline = Instant::now() + Duration::from_secs(60);
        let mut children = Vec::new();
        while children.len() < 2 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(50));
            // The compiler is a child, too.
            children = children_of(first.id());
            let is_ours = |child: &u32| {
                std::fs::read(format!("/proc/{child}/cmdline"))
                    .is_ok_and(|line| line.windows(7).any(|word| word == b"--first"))
            };
            children.retain(is_ours);
        }
        assert_eq!(children.len(), 2, "two were started");
        std::thread::sleep(Duration::from_millis(1500));
        let killed = if killed_first { first.id() } else { children[1] };
        let done = Command::new("kill").args(["-9", &killed.to_string()]).status().expect("kill runs");
        assert!(done.success());
        if !killed_first {
            let output = first.wait_with_output().expect("it ends");
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(3), "{err}");
            assert!(err.lines().count() == 1 && err.contains("of the search is gone"), "{err}");
        } else {
            let _ = first.wait();
        }
        let deadline = Instant::now() + Duration::from_secs(20);
        let is_there = |child: &u32| {
            std::fs::read_to_string(format!("/proc/{child}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
        };
        while children.iter().any(is_there) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(!children.iter().any(is_there), "nobody is left behind");
    }
}

#[cfg(unix)]
#[test]
fn limits_and_interrupts_end_all() {
    let shell = folder_with_programs();
    let limited = shell.run(&["check", "Long.java", "--processes", "2", "--max-states", "2000"], "");
    assert_eq!(limited.status, Some(3), "{}", limited.err);
    assert!(limited.out.contains("stopped by max-states") && limited.out.contains("2,000 states"), "{}", limited.out);
    let began = Instant::now();
    let limited = shell.run(&["check", "Long.java", "--processes", "2", "--max-time", "3s"], "");
    assert_eq!(limited.status, Some(3), "{}", limited.err);
    assert!(limited.out.contains("stopped by max-time"), "{}", limited.out);
    assert!(began.elapsed() < Duration::from_secs(30));
    let first = start(&shell, &["check", "Long.java", "--processes", "2"]);
    std::thread::sleep(Duration::from_secs(4));
    assert!(Command::new("kill").args(["-2", &first.id().to_string()]).status().expect("kill runs").success());
    let output = first.wait_with_output().expect("it ends");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{out} {}", String::from_utf8_lossy(&output.stderr));
    assert!(out.contains("stopped by an interrupt"), "{out}");
}

#[test]
fn standard_input_is_not_shared() {
    let shell = folder_with_programs();
    let source = "public class Reads { public static void main(String[] a) throws Exception { System.out.println(System.in.read()); } }";
    std::fs::write(shell.path("Reads.java"), source).expect("a program");
    std::fs::write(shell.path("input"), "7").expect("a file");
    let done = shell.run(&["check", "Reads.java", "--processes", "2"], "7");
    assert_eq!(done.status, Some(4), "{}", done.out);
    assert!(done.out.contains("standard input of one of several processes"), "{}", done.out);
    let done = shell.run(&["check", "Reads.java", "--processes", "2", "--stdin", "input"], "");
    assert_eq!(done.status, Some(0), "{}", done.out);
}
