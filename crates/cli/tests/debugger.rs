//! `jdb` and a client of the Java Debug Interface, attached to recorded schedules.
//!
//! Each program of `tests/debugger` ends with a script for `jdb`: commands behind `$ `, each followed by what must show, in this
//! order; a line behind `# ` is waited for on Hazard's own terminal. Expected values are those of the language, and orders those without
//! which the violation would not be.

mod shell;

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use shell::{Shell, repository};

const PATIENCE: Duration = Duration::from_secs(60);

macro_rules! programs {
    ($($name:ident)*) => {
        const PROGRAMS: &[&str] = &[$(stringify!($name)),*];
        $(
            #[test]
            #[allow(non_snake_case)]
            fn $name() {
                debug(stringify!($name));
            }
        )*
    };
}

programs! { Deadlock LostUpdate Coins Exceptions LostNotification Locks Monitors Pool Virtual Recursion Values }

#[test]
fn every_program_of_the_folder_is_debugged() {
    let files = std::fs::read_dir(repository().join("tests/debugger")).expect("the folder is there");
    let mut named: Vec<String> = files
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .filter_map(|name| name.strip_suffix(".java").map(str::to_owned))
        .filter(|name| !name.ends_with("Client"))
        .collect();
    named.sort();
    let mut known: Vec<String> = PROGRAMS.iter().map(|name| (*name).to_owned()).collect();
    known.sort();
    assert_eq!(named, known);
}

/// A process, and what it has printed so far.
struct Talker {
    process: Child,
    printed: Arc<Mutex<String>>,
    read: usize,
}

impl Talker {
    fn start(mut command: Command) -> Talker {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("the process starts");
        let printed = Arc::new(Mutex::new(String::new()));
        let (out, err) = (process.stdout.take().expect("piped"), process.stderr.take().expect("piped"));
        collect(out, &printed);
        collect(err, &printed);
        Talker { process, printed, read: 0 }
    }

    fn said(&self) -> String {
        self.printed.lock().expect("no reader panics").clone()
    }

    /// What was printed, without the prompts that `jdb` puts wherever it happens to be.
    fn heard(&self) -> String {
        without_prompts(&self.said())
    }

    fn say(&mut self, line: &str) {
        let stdin = self.process.stdin.as_mut().expect("piped");
        // Whoever has left does not listen; what was expected of it shows that.
        let _ = writeln!(stdin, "{line}").and_then(|()| stdin.flush());
    }

    /// Waits until this is printed, after what was waited for before.
    fn wait_for(&mut self, text: &str) -> Result<(), String> {
        let began = Instant::now();
        let text = without_prompts(text);
        while began.elapsed() < PATIENCE {
            let heard = self.heard();
            if let Some(at) = heard.get(self.read..).and_then(|rest| rest.find(&text)) {
                self.read += at + text.len();
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Err(format!("no “{text}” in\n{}", self.said()))
    }

    /// Waits until `jdb` asks for a command: what it is told before may come in between what it still has to print.
    fn wait_for_prompt(&mut self) {
        let began = Instant::now();
        let is_prompt = |said: &str| said.ends_with("] ") || said.ends_with("> ");
        while began.elapsed() < PATIENCE {
            let said = self.said();
            std::thread::sleep(Duration::from_millis(30));
            if (is_prompt(&said) && self.said() == said) || matches!(self.process.try_wait(), Ok(Some(_))) {
                return;
            }
        }
    }

    fn wait(&mut self) -> Option<i32> {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if let Some(status) = self.process.try_wait().expect("it can be waited for") {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        None
    }
}

impl Drop for Talker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A text without `> ` and without `main[1] `, which may stand in the middle of a line: `jdb` asks while it still tells. The number of a frame,
/// `[1] `, has no name before it and stays, and so does the length of an array, `instance of int[2] (id=4)`.
fn without_prompts(text: &str) -> String {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
    let mut rest = text;
    let mut kept = String::new();
    while let Some(open) = rest.find('[') {
        let (before, behind) = rest.split_at(open);
        let digits = behind[1..].bytes().take_while(u8::is_ascii_digit).count();
        let name = before.trim_end_matches(is_name);
        let is_array = name.ends_with("instance of ");
        if digits > 0 && behind[1 + digits..].starts_with("] ") && name.len() < before.len() && !is_array {
            kept.push_str(name);
            rest = &behind[digits + 3..];
        } else {
            kept.push_str(before);
            kept.push('[');
            rest = &behind[1..];
        }
    }
    kept.push_str(rest);
    kept.replace("> ", "")
}

#[test]
fn prompts_are_no_part_of_what_is_told() {
    let told = without_prompts("VM Started: main[1] \"thread=main\", A.<clinit>(), line=4\n> main[1]   [2] A.f");
    assert_eq!(told, "VM Started: \"thread=main\", A.<clinit>(), line=4\n  [2] A.f");
    let array = "instance of int[2] (id=4), instance of int[1] (id=5)";
    assert_eq!(without_prompts(array), array);
}

fn collect(mut from: impl Read + Send + 'static, printed: &Arc<Mutex<String>>) {
    let printed = printed.clone();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            printed.lock().expect("nobody panics").push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
    });
}

/// The JDK to debug with: at least of this version.
fn jdk_of(version: u32) -> Option<std::path::PathBuf> {
    testkit::Jdk::installed().into_iter().find(|jdk| jdk.version >= version).map(|jdk| jdk.home)
}

/// A schedule of the program that ends with a violation, and Hazard waiting for a debugger.
fn listening(shell: &Shell, name: &str, jdk: &std::path::Path) -> (Talker, String) {
    let source = repository().join(format!("tests/debugger/{name}.java"));
    std::fs::copy(&source, shell.path(&format!("{name}.java"))).expect("copied");
    let jdk = jdk.display().to_string();
    let file = format!("{name}.java");
    let text = std::fs::read_to_string(&source).expect("read");
    let options = text.lines().find_map(|line| line.strip_prefix("//@ options: ")).unwrap_or("").split_whitespace();
    let words: Vec<&str> =
        ["check", &file, "--jdk", &jdk, "-q", "--trace", "trace.json"].into_iter().chain(options).collect();
    let found = shell.run(&words, "");
    assert_eq!(found.status, Some(1), "{}{}", found.out, found.err);
    let mut command = Command::new(env!("CARGO_BIN_EXE_hazard"));
    command.args(["replay", "trace.json", "--jdwp", "0"]).current_dir(shell.path("."));
    let mut hazard = Talker::start(command);
    hazard.wait_for("Listening for transport dt_socket at address: ").expect("it listens");
    hazard.wait_for("\n").expect("a whole line");
    let heard = hazard.heard();
    let port = heard[..hazard.read].trim().rsplit(' ').next().expect("a port").to_owned();
    (hazard, port)
}

fn debug(name: &str) {
    let text = std::fs::read_to_string(repository().join(format!("tests/debugger/{name}.java"))).expect("read");
    let version =
        text.lines().find_map(|line| line.strip_prefix("//@ java: ")).map_or(17, |it| it.parse().expect("a number"));
    let Some(jdk) = jdk_of(version) else {
        return testkit::skip(&format!("{name}: there is no JDK {version} or later"));
    };
    let shell = Shell::new(&repository().join("tests/cli"));
    let (mut hazard, port) = listening(&shell, name, &jdk);
    let mut command = Command::new(jdk.join("bin/jdb"));
    command.args(["-attach", &format!("127.0.0.1:{port}")]).env("LC_ALL", "C.UTF-8");
    let mut jdb = Talker::start(command);
    jdb.wait_for("VM Started: \"thread=main\"").unwrap_or_else(|sentence| panic!("{sentence}"));
    let script = text.split_once("/* jdb\n").expect("a script").1.trim_end().trim_end_matches("*/");
    for line in script.lines() {
        let result = if let Some(command) = line.strip_prefix("$ ") {
            jdb.wait_for_prompt();
            jdb.say(command);
            Ok(())
        } else if let Some(text) = line.strip_prefix("# ") {
            hazard.wait_for(text)
        } else {
            jdb.wait_for(line)
        };
        if let Err(sentence) = result {
            panic!("{name}: {sentence}\nHazard said\n{}", hazard.said());
        }
    }
    jdb.say("exit");
    assert_eq!(hazard.wait(), Some(1), "{name}: {}\njdb said\n{}", hazard.said(), jdb.said());
}

/// What IDEs ask for, by the library they ask with: `Client.java` says what it expects.
#[test]
fn a_client_of_the_debug_interface_is_answered() {
    answers("Client", "LostUpdate");
}

/// Contended monitors, and waits.
#[test]
fn monitors_are_told_of() {
    answers("MonitorClient", "Monitors");
}

fn answers(client: &str, program: &str) {
    let jdk = jdk_of(17).expect("a JDK");
    let shell = Shell::new(&repository().join("tests/cli"));
    let (mut hazard, port) = listening(&shell, program, &jdk);
    let mut command = Command::new(jdk.join("bin/java"));
    let client = repository().join(format!("tests/debugger/{client}.java"));
    command.args(["-ea", "--add-modules", "jdk.jdi"]).arg(client).arg(&port);
    let mut client = Talker::start(command);
    let status = client.wait();
    assert_eq!(status, Some(0), "{}\nHazard said\n{}", client.said(), hazard.said());
    assert!(client.said().contains("all is as expected"), "{}", client.said());
    assert_eq!(hazard.wait(), Some(1), "{}", hazard.said());
}

/// Rubbish instead of a handshake is told, and another debugger may come; rubbish instead of a packet ends the session, not the run.
#[test]
fn rubbish_is_told_and_loses_nothing() {
    let jdk = jdk_of(17).expect("a JDK");
    let shell = Shell::new(&repository().join("tests/cli"));
    let (mut hazard, port) = listening(&shell, "Recursion", &jdk);
    let connect = || std::net::TcpStream::connect(format!("127.0.0.1:{port}")).expect("it listens");
    let mut stranger = connect();
    stranger.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").expect("sent");
    hazard.wait_for("is no debugger (it does not begin with JDWP-Handshake)").expect("told");
    let mut client = connect();
    client.write_all(b"JDWP-Handshake").expect("sent");
    let mut answer = [0; 14];
    client.read_exact(&mut answer).expect("answered");
    assert_eq!(&answer, b"JDWP-Handshake");
    // A command that nobody knows is refused, and the session goes on.
    client.write_all(&[0, 0, 0, 11, 0, 0, 0, 7, 0, 99, 99]).expect("sent");
    let mut event_or_reply = [0; 11];
    loop {
        client.read_exact(&mut event_or_reply).expect("answered");
        let length = u32::from_be_bytes(event_or_reply[..4].try_into().expect("four"));
        let mut rest = vec![0; length as usize - 11];
        client.read_exact(&mut rest).expect("whole");
        if event_or_reply[8] == 0x80 {
            assert_eq!(event_or_reply[4..11], [0, 0, 0, 7, 0x80, 0, 99]);
            break;
        }
    }
    client.write_all(&[255; 64]).expect("sent");
    hazard.wait_for("is gone; what is left of the schedule is run").expect("told");
    assert_eq!(hazard.wait(), Some(1), "{}", hazard.said());
}

#[test]
fn a_port_in_use_and_a_place_that_is_none_are_refused() {
    let shell = Shell::new(&repository().join("tests/cli"));
    std::fs::copy(repository().join("tests/debugger/Recursion.java"), shell.path("Recursion.java")).expect("copied");
    let found = shell.run(&["check", "Recursion.java", "-q", "--trace", "t.json"], "");
    assert_eq!(found.status, Some(1), "{}", found.err);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = taken.local_addr().expect("bound").port().to_string();
    let refused = shell.run(&["replay", "t.json", "--jdwp", &port], "");
    assert_eq!(refused.status, Some(2), "{}", refused.out);
    assert!(refused.err.contains("cannot listen there") && refused.err.lines().count() == 1, "{}", refused.err);
    let refused = shell.run(&["replay", "t.json", "--jdwp", "nowhere:x"], "");
    assert_eq!(refused.status, Some(2), "{}", refused.out);
    assert!(refused.err.contains("write a port"), "{}", refused.err);
    let changed =
        std::fs::read_to_string(shell.path("Recursion.java")).expect("read").replace("result != 6", "result == 6");
    std::fs::write(shell.path("Recursion.java"), changed).expect("written");
    let refused = shell.run(&["replay", "t.json", "--jdwp", "0"], "");
    assert_eq!(refused.status, Some(2), "{}", refused.out);
    assert!(refused.err.contains("was the program changed?"), "{}", refused.err);
}
