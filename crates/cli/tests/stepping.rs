//! A recorded schedule at the prompt, and a space in a browser's words.

mod shell;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use shell::{Shell, repository};

#[test]
fn a_schedule_is_walked_both_ways() {
    let shell = Shell::new(&repository().join("tests/cli"));
    std::fs::write(
        shell.path("Count.java"),
        "public class Count {\n  static int sum = 1;\n  static final Object lock = new Object();\n  public static void main(String[] a) throws Exception {\n    \
         Thread t = new Thread(() -> { synchronized (lock) { sum = sum * 2; } }, \"twice\");\n    t.start();\n    \
         synchronized (lock) { sum = sum + 3; }\n    t.join();\n    assert sum != 5;\n  }\n}\n",
    )
    .expect("written");
    let found = shell.run(&["check", "Count.java", "-q", "--trace", "t.json"], "");
    assert_eq!(found.status, Some(1), "{}", found.err);
    let commands = "end\np sum\nwrite sum\nwrite sum\np sum\nlock lock\nthreads\nstack\nback 100\ngoto 0\nback\nfields sum\nnonsense\nuntil 9\nq\n";
    let walked = shell.run(&["replay", "t.json", "--step"], commands);
    assert_eq!(walked.status, Some(0), "{}", walked.err);
    let out = &walked.out;
    for part in [
        "Count.sum = 5",
        // (1 * 2) + 3, in one step of the schedule: once both wait for the lock, nobody has a choice.
        "Count.sum: 1 -> 5",
        "sum is not written before this",
        "Count.sum = 1",
        "twice takes",
        "before the first choice",
        "this is the start",
        "there is no command 'nonsense'",
        "assertion:",
    ] {
        assert!(out.contains(part), "no “{part}” in\n{out}");
    }
}

struct Explorer {
    process: Child,
    port: u16,
    token: String,
}

impl Drop for Explorer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Explorer {
    fn start(words: &[&str]) -> Explorer {
        let mut process = Command::new(env!("CARGO_BIN_EXE_hazard"))
            .arg("explore")
            .args(words)
            .current_dir(repository())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut line = String::new();
        let out = process.stdout.take().expect("it prints");
        BufReader::new(out).read_line(&mut line).expect("an address");
        let rest = line.trim().strip_prefix("http://127.0.0.1:").expect("a loopback address");
        let (port, token) = rest.split_once("/?token=").expect("a token");
        Explorer { process, port: port.parse().expect("a port"), token: token.into() }
    }

    fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("an answer");
        reply
    }

    fn ask(&self, what: &str, body: &str) -> (String, serde_json::Value) {
        let length = body.len();
        let reply = self.raw(&format!(
            "POST /api/{what} HTTP/1.1\r\nHost: x\r\nX-Token: {}\r\nContent-Length: {length}\r\n\r\n{body}",
            self.token
        ));
        let (head, body) = reply.split_once("\r\n\r\n").expect("a head and a body");
        let status = head.lines().next().unwrap_or_default().to_owned();
        (status, serde_json::from_str(body).unwrap_or_else(|_| serde_json::Value::String(body.to_owned())))
    }
}

#[test]
fn a_space_answers_whoever_has_the_token() {
    let explorer = Explorer::start(&["java/examples/concurrent/DiningPhilosophers.java", "--", "2"]);
    let stranger = explorer.raw("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    assert!(stranger.starts_with("HTTP/1.1 403") && stranger.contains("token included"), "{stranger}");
    let page = explorer.raw(&format!("GET /?token={} HTTP/1.1\r\nHost: x\r\n\r\n", explorer.token));
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>DiningPhilosophers"), "no page");
    assert!(explorer.raw("rubbish\r\n\r\n").starts_with("HTTP/1.1 400"));
    let (status, start) = explorer.ask("start", "");
    assert!(status.contains("200"), "{status} {start}");
    assert_eq!(start["kind"], "program");
    // A walk to the deadlock, and the same by a search.
    let (_, found) = explorer.ask("find", r#"{"id":0,"goal":"violation"}"#);
    let way = found["found"]["way"].as_array().expect("a way").clone();
    let mut at = 0;
    for step in &way {
        let (status, stepped) = explorer.ask("step", &format!("{{\"id\":{at},\"pick\":{}}}", step[0]));
        assert!(status.contains("200"), "{status} {stepped}");
        at = stepped["state"]["id"].as_u64().expect("a state");
        assert_eq!(stepped["state"]["id"], step[1]);
    }
    let (_, end) = explorer.ask("state", &format!("{{\"id\":{at}}}"));
    assert_eq!(end["state"]["standing"], "deadlocked", "{end}");
    assert_eq!(end["state"]["choices"].as_array().map(Vec::len), Some(0));
    let (_, trace) = explorer.ask("trace", &format!("{{\"id\":{at}}}"));
    assert!(trace["text"].as_str().is_some_and(|text| text.contains("\"picks\"")), "{trace}");
    let mut frontier = 1;
    for _ in 0..200 {
        let (_, run) = explorer.ask("run", r#"{"order":"bfs","states":500}"#);
        frontier = run["progress"]["frontier"].as_u64().expect("a frontier");
        if frontier == 0 {
            assert_eq!(run["progress"]["progress"], 1.0);
            break;
        }
    }
    assert_eq!(frontier, 0, "everything is explored");
    let (_, asked) = explorer.ask("ask", r#"{"formula":"\"deadlock\""}"#);
    let states = asked["asked"]["states"].as_array().expect("states").clone();
    assert!(states.iter().any(|state| state[0].as_u64() == Some(at)), "{asked}");
    // Conditions on what the page shows: both wait in the deadlock, and nowhere else do both.
    let both = r#"{"formula":"\"philosopher 0 blocked\" & \"philosopher 1 blocked\""}"#;
    let (_, asked) = explorer.ask("ask", both);
    let blocked = asked["asked"]["states"].as_array().expect("states").clone();
    assert_eq!(blocked, states, "{asked}");
    let (status, sentence) = explorer.ask("ask", r#"{"formula":"\"nobody blocked\""}"#);
    assert!(status.contains("400") && sentence.to_string().contains("no visited state has"), "{status} {sentence}");
    for (what, body) in [
        ("step", r#"{"id":0,"pick":99}"#),
        ("state", r#"{"id":999999}"#),
        ("nonsense", ""),
        ("step", "{"),
        ("source", r#"{"file":"../../etc/passwd"}"#),
    ] {
        let (status, sentence) = explorer.ask(what, body);
        assert!(status.contains("400"), "{what} {body}: {status} {sentence}");
    }
    let taken = explorer.port.to_string();
    let refused = Shell::new(&repository().join("tests/cli")).run(&["explore", "Wrong.java", "--port", &taken], "");
    assert_eq!(refused.status, Some(2), "{}", refused.out);
    assert!(refused.err.contains("--port"), "{}", refused.err);
}

#[test]
fn models_and_transition_systems_are_walked_through() {
    let explorer = Explorer::start(&["tests/models/prism/die.pm"]);
    let (_, stepped) = explorer.ask("step", r#"{"id":0,"pick":0}"#);
    assert_eq!(stepped["state"]["variables"][0][0], "s", "{stepped}");
    for _ in 0..20 {
        explorer.ask("run", r#"{"order":"dfs","states":50}"#);
    }
    // Of the thirteen states, the six last have the die's value.
    let (_, asked) = explorer.ask("ask", r#"{"formula":"\"s = 7\""}"#);
    assert_eq!(asked["asked"]["states"].as_array().map(Vec::len), Some(6), "{asked}");
    let (_, asked) = explorer.ask("ask", r#"{"formula":"P=? [ F \"d >= 5\" ]"}"#);
    let value = asked["asked"]["answer"]["value"].as_f64().expect("a number");
    assert!((value - 1.0 / 3.0).abs() < 1e-12, "{asked}");
    let (_, exported) = explorer.ask("export", r#"{"format":"tra"}"#);
    // Thirteen states, twenty transitions, as in the book of every probabilistic model checker.
    assert!(exported["text"].as_str().is_some_and(|text| text.contains("\n13 20\n")), "{exported}");
    let system = Explorer::start(&["tests/aut/dining5.aut.gz"]);
    let (_, start) = system.ask("start", "");
    assert_eq!(start["kind"], "system");
    assert!(start["state"]["choices"].as_array().is_some_and(|choices| !choices.is_empty()));
}
