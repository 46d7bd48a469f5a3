//! The JSON reports and exported files, as scripts read them.

mod shell;

use serde_json::Value;
use shell::{Shell, repository};

fn report(shell: &Shell, words: &[&str], status: i32) -> Value {
    let mut all = words.to_vec();
    let place = all.iter().position(|word| *word == "--").unwrap_or(all.len());
    all.splice(place..place, ["--json", "-"]);
    let finished = shell.run(&all, "");
    assert_eq!(finished.status, Some(status), "{words:?}: {}{}", finished.out, finished.err);
    serde_json::from_str(&finished.out).unwrap_or_else(|error| panic!("{words:?}: {error}\n{}", finished.out))
}

#[test]
fn a_check_reports_every_key() {
    let shell = Shell::new(&repository().join("tests/cli"));
    let found = report(&shell, &["check", "Wrong.java"], 1);
    let keys = [
        "verdict",
        "exact",
        "states",
        "transitions",
        "end_states",
        "max_depth",
        "instructions",
        "time_ms",
        "peak_bytes",
        "store_bytes",
        "disk_bytes",
        "progress",
        "limits_hit",
        "violations",
        "properties",
        "assumptions",
        "search",
        "seed",
        "version",
    ];
    for key in keys {
        assert!(found.get(key).is_some(), "{key} is missing");
    }
    assert_eq!(found["verdict"], "violated");
    let violation = &found["violations"][0];
    assert_eq!(violation["kind"], "assertion");
    assert_eq!(violation["location"], "Wrong.java:8");
    assert_eq!(violation["thread"], "main");
    assert_eq!(violation["depth"], 3);
    assert_eq!(violation["probability"], 0.25);
    let steps: Vec<(&str, u64, u64, f64)> = (violation["trace"].as_array().expect("a list").iter())
        .map(|step| {
            let number = |key: &str| step[key].as_u64().expect("a number");
            (
                step["choice"].as_str().expect("text"),
                number("pick"),
                number("of"),
                step["probability"].as_f64().expect("a number"),
            )
        })
        .collect();
    assert_eq!(steps, [("random", 1, 2, 0.5), ("random", 1, 2, 0.5), ("data", 1, 2, 1.0)]);
}

/// Knuth and Yao's die: every face 1/6, 11/3 flips; as JPF writes it, nine states and sixteen lines.
#[test]
fn the_die_is_fair() {
    let shell = Shell::new(&repository().join("tests/cli"));
    let words = [
        "check",
        "Die.java",
        "--exact",
        "--reward",
        "\"flips\" = flips",
        "-p",
        "R{\"flips\"}=? [ F \"end\" ]",
        "-p",
        "P=? [ F \"six\" ]",
        "--label",
        "\"six\" = field:Die.six=true",
        "-p",
        "P<0.1 [ F \"six\" ]",
    ];
    let answers = report(&shell, &words, 1);
    assert_eq!(answers["verdict"], "violated");
    assert_eq!(answers["properties"][0]["exact"], "11/3");
    assert_eq!(answers["properties"][1]["exact"], "1/6");
    assert_eq!(answers["properties"][2]["holds"], false);
    assert_eq!(answers["progress"], 1.0);
    let words = [
        "check",
        "KnuthYao.java",
        "--format",
        "jpf",
        "--label",
        "end",
        "--export-tra",
        "d.tra",
        "--export-lab",
        "d.lab",
    ];
    report(&shell, &words, 0);
    let transitions = std::fs::read_to_string(shell.path("d.tra")).expect("written");
    assert_eq!(transitions.lines().next(), Some("9 16"), "{transitions}");
    assert_eq!(transitions.lines().nth(1), Some("-1 0 1.000000"), "{transitions}");
    assert!(shell.run(&["convert", "d.tra", "-o", "p.tra"], "").status == Some(0));
    let converted = report(&shell, &["mc", "p.tra", "-p", "P=? [ F \"end\" ]", "-p", "P=? [ F<=3 \"end\" ]"], 0);
    assert_eq!(converted["properties"][0]["value"], 1.0);
    // Three flips end with probability 3/4; the step before the first choice counts as one.
    let bounded = converted["properties"][1]["value"].as_f64().expect("a number");
    assert!(bounded < 0.75, "{bounded}");
}

#[test]
fn infinite_values_and_infinite_spaces() {
    let shell = Shell::new(&repository().join("tests/cli"));
    let words = ["check", "Growing.java", "--search", "bfs", "--max-states", "12", "-p", "P=? [ F \"sink\" ]"];
    let partial = report(&shell, &words, 3);
    assert_eq!(partial["verdict"], "inconclusive");
    assert_eq!(partial["limits_hit"][0], "max-states");
    let (progress, sink) = (partial["progress"].as_f64(), partial["properties"][0]["value"].as_f64());
    let (progress, sink) = progress.zip(sink).expect("numbers");
    assert_eq!(progress, 1.0 - sink);
    assert_eq!(sink.log2().fract(), 0.0, "{sink} is a power of one half");
    std::fs::write(shell.path("loop.tra"), "2 2\n0 0 1\n1 1 1\n").expect("written");
    std::fs::write(shell.path("loop.lab"), "0=\"init\" 1=\"goal\"\n0: 0\n1: 1\n").expect("written");
    std::fs::write(shell.path("loop.srew"), "2 1\n0 1\n").expect("written");
    let endless = report(&shell, &["mc", "loop.tra", "-p", "R=? [ F \"goal\" ]"], 0);
    assert_eq!(endless["properties"][0]["value"], "inf");
}

#[test]
fn transition_systems_count_as_the_literature_does() {
    let shell = Shell::new(&repository().join("tests/aut"));
    let found = report(&shell, &["lts", "diamond10.aut", "--property", "deadlock", "--search", "bfs"], 1);
    // The far corner of a ten by ten grid.
    assert_eq!(found["violations"][0]["depth"], 18);
    assert_eq!(found["verdict"], "violated");
    let unknown = shell.run(&["lts", "diamond10.aut", "--find", "tua"], "");
    assert_eq!(unknown.status, Some(2));
    assert!(unknown.err.contains("did you mean 'tau'?"), "{}", unknown.err);
}
