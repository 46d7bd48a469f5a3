//! `hazard lin` finds what is wrong with the twenty broken structures of `tests/lin`, and nothing wrong with the twenty sound ones.
//! Ordinarily a part of them, with `HAZARD_FULL=1` all.

mod shell;

use serde_json::Value;
use shell::{Shell, repository};

/// What is explored ordinarily: every kind of trouble once.
const QUICK: [&str; 8] =
    ["Counter", "Pair", "LinkedStack", "Mailbox", "Cache", "SwapStack", "TreiberStack", "LockedQueue"];

fn names(folder: &str) -> Vec<String> {
    let is_full = std::env::var_os("HAZARD_FULL").is_some();
    let mut names: Vec<String> = std::fs::read_dir(repository().join("tests/lin").join(folder))
        .expect("the structures are part of the repository")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().trim_end_matches(".java").to_owned())
        .collect();
    names.sort();
    assert_eq!(names.len(), 20, "{folder}: {names:?}");
    names.retain(|name| is_full || QUICK.contains(&name.as_str()));
    names
}

#[test]
fn broken_structures_are_found_out() {
    let shell = Shell::new(&repository().join("tests/lin/broken"));
    for name in names("broken") {
        let run = shell.run(&["lin", &format!("{name}.java"), "-q", "--json", "-", "--trace", "trace.json"], "");
        assert_eq!(run.status, Some(1), "{name}: {}", run.err);
        let report: Value = serde_json::from_str(&run.out).expect("a report");
        assert_eq!(report["verdict"], "violated", "{name}");
        let scenario = report["violations"][0]["scenario"].as_str().expect("a table");
        assert!(scenario.contains("| thread 1") && scenario.contains("thread 2"), "{name}: {scenario}");
        // The schedule shows again what the table says.
        let again = shell.run(&["replay", "trace.json"], "");
        assert!(again.out.contains("(0"), "{name}: {}{}", again.out, again.err);
    }
}

#[test]
fn sound_structures_are_proved() {
    let shell = Shell::new(&repository().join("tests/lin/sound"));
    for name in names("sound") {
        let run = shell.run(&["lin", &format!("{name}.java"), "-q", "--json", "-"], "");
        assert_eq!(run.status, Some(0), "{name}: {}{}", run.out, run.err);
        let report: Value = serde_json::from_str(&run.out).expect("a report");
        assert_eq!(report["complete"], true, "{name}");
        assert!(report["scenarios"].as_u64().is_some_and(|scenarios| scenarios > 2), "{name}: {report:#}");
    }
}

#[test]
fn a_specification_and_weaker_consistency_count() {
    let shell = Shell::new(&repository().join("tests/lin/sound"));
    let wrong = "public class Wrong { int value; public synchronized int increment() { return value += 2; } }";
    std::fs::write(shell.path("Wrong.java"), wrong).expect("written");
    let compared = shell.run(&["lin", "Counter.java", "--spec", "Counter", "-q"], "");
    assert_eq!(compared.status, Some(0), "{}", compared.err);
    let none = shell.run(&["lin", "Counter.java", "--threads-in-scenario", "1"], "");
    assert_eq!(none.status, Some(2), "{}", none.out);
    let empty = "public class Empty { }";
    std::fs::write(shell.path("Empty.java"), empty).expect("written");
    let run = shell.run(&["lin", "Empty.java"], "");
    assert_eq!(run.status, Some(2), "{}", run.out);
    assert!(run.err.contains("no operations"), "{}", run.err);
}

/// Classes with marks, as Lincheck has them: each says in its head what must come out.
#[test]
fn marks_say_what_may_be_called() {
    let folder = repository().join("tests/lin/marked");
    let shell = Shell::new(&folder);
    let files = std::fs::read_dir(&folder).expect("the classes are part of the repository");
    let mut seen = 0;
    for file in files.map(|file| file.expect("a file").path()) {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let said = |key: &str| text.lines().find_map(|line| line.strip_prefix(&format!("//@ {key}: "))).unwrap_or("");
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let words: Vec<&str> =
            ["lin", &name, "--json", "-"].into_iter().chain(said("options").split_whitespace()).collect();
        let run = shell.run(&words, "");
        assert_eq!(run.status.map(|status| status.to_string()).as_deref(), Some(said("status")), "{name}: {}", run.err);
        assert!(run.out.contains(said("says")) || run.err.contains(said("says")), "{name}: {}{}", run.out, run.err);
        if said("status") != "2" {
            let report: Value = serde_json::from_str(&run.out).expect("a report");
            let operations = report["operations"].as_array().map_or(0, Vec::len);
            assert_eq!(operations.to_string(), said("operations"), "{name}");
        }
        seen += 1;
    }
    assert!(seen >= 8, "only {seen} classes were looked at");
}
