//! Every violation that is found can be shown again, from another folder too.

mod shell;

use shell::{Shell, repository};

#[test]
fn traces_replay() {
    let shell = Shell::new(&repository().join("tests/cli"));
    let examples = repository().join("java/examples/concurrent");
    let example = |name: &str| examples.join(name).display().to_string();
    let cases = [
        ("Wrong.java".to_owned(), vec![], "assertion"),
        ("Throws.java".to_owned(), vec![], "exception"),
        (example("Deadlock.java"), vec![], "deadlock"),
        (example("DiningPhilosophers.java"), vec!["--", "2"], "deadlock"),
        (example("DiningPhilosophers.java"), vec!["--search", "rdfs", "--seed", "3", "--", "3"], "deadlock"),
        (example("AccountTransfer.java"), vec![], ""),
    ];
    for (target, rest, kind) in cases {
        let mut words = vec!["check", target.as_str(), "-q", "--trace", "trace.json"];
        words.extend(&rest);
        let found = shell.run(&words, "");
        assert_eq!(found.status, Some(1), "{target}: {}", found.err);
        let again = shell.run(&["replay", "trace.json"], "");
        assert_eq!(again.status, Some(1), "{target}: {}{}", again.out, again.err);
        assert!(again.out.contains(&format!("{kind}:")), "{target}: {}", again.out);
    }
    std::fs::write(shell.path("Wrong.java"), "public class Wrong { public static void main(String[] a) {} }")
        .expect("written");
    shell.run(&["check", "Throws.java", "-q", "--trace", "trace.json"], "");
    let text = std::fs::read_to_string(shell.path("trace.json")).expect("a trace").replace("Throws.java", "Wrong.java");
    std::fs::write(shell.path("trace.json"), text).expect("written");
    let changed = shell.run(&["replay", "trace.json"], "");
    assert_eq!(changed.status, Some(2), "{}", changed.out);
    assert!(changed.err.contains("was the program changed?"), "{}", changed.err);
}
