//! `hazard outcomes` finds every result of the programs in `tests/outcomes`, no others, with the probabilities that were
//! worked out by hand, and a schedule for each that replays to that result.

mod shell;

use std::collections::BTreeSet;

use serde_json::Value;
use shell::{Shell, repository};
use testkit::{Header, java_files};

#[test]
fn programs_have_the_outcomes_of_their_headers() {
    let folder = repository().join("tests/outcomes");
    let shell = Shell::new(&folder);
    let mut compared = 0;
    for file in java_files(&folder).expect("the programs are part of the repository") {
        let source = std::fs::read_to_string(&file).expect("a program is text");
        let header = Header::parse(&source).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let Some(outputs) = &header.outputs else { continue };
        let name = file.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let run = shell.run(&["outcomes", &name, "-q", "--json", "-", "--traces", "traces"], "");
        let report: Value =
            serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{name}: {error}: {}", run.err));
        let found = report["outcomes"].as_array().expect("an array");
        assert_eq!(report["complete"], true, "{name}");
        // Headers have no word for "something that is forbidden": without an expectation, that is expected.
        let verdict = header.expect.as_deref().unwrap_or("violated");
        assert_eq!(report["verdict"], verdict, "{name}: {report:#}");
        assert_eq!(run.status, Some(i32::from(verdict == "violated")), "{name}");
        let ended: BTreeSet<&str> =
            found.iter().filter(|one| one["ending"] == "end").filter_map(|one| one["result"].as_str()).collect();
        assert_eq!(ended, outputs.iter().map(String::as_str).collect(), "{name}");
        for ask in &header.asks {
            let one = found.iter().find(|one| one["result"] == ask.formula.as_str());
            assert_eq!(one.expect("a result")["exact"].as_str(), Some(ask.answer.as_str()), "{name}: {}", ask.formula);
        }
        for one in found {
            assert_eq!(one["schedules_seen"], "exhaustive", "{name}");
            let trace = one["file"].as_str().expect("a schedule was written");
            let again = shell.run(&["replay", trace], "");
            let result = one["result"].as_str().unwrap_or_default().lines().next().unwrap_or_default();
            assert!(again.out.contains(result), "{name}: {result}: {}{}", again.out, again.err);
        }
        compared += 1;
    }
    assert!(compared >= 5, "only {compared} programs have outcomes to compare");
}

/// What the table rests on stands above and below it; time-outs fire as asked.
#[test]
fn assumptions_are_told() {
    let shell = Shell::new(&repository().join("tests/outcomes"));
    let run = shell.run(&["outcomes", "PatientPoll.java"], "");
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert!(run.out.starts_with("complete, assuming "), "{}", run.out);
    assert!(run.out.contains("assumed: time-outs fire at any moment (PatientPoll.java:13)"), "{}", run.out);
    let late = shell.run(&["outcomes", "PatientPoll.java", "--timeouts", "late"], "");
    assert_eq!(late.status, Some(0), "{}", late.err);
    assert!(late.out.contains(": 1 outcome, and no others"), "{}", late.out);
    let sites = "import java.lang.invoke.*; public class Sites { public static void main(String[] args) throws Throwable { \
                 MutableCallSite site = new MutableCallSite(MethodHandles.constant(int.class, 1)); \
                 Thread other = new Thread(() -> site.setTarget(MethodHandles.constant(int.class, 2))); other.start(); \
                 System.out.println((int) site.dynamicInvoker().invokeExact()); other.join(); } }";
    std::fs::write(shell.path("Sites.java"), sites).expect("written");
    let run = shell.run(&["outcomes", "Sites.java"], "");
    assert!(run.out.contains("assumed: call sites: other threads' calls are not tried both"), "{}", run.out);
}

#[test]
fn races_are_named_and_limits_said() {
    let shell = Shell::new(&repository().join("tests/outcomes"));
    let run = shell.run(&["outcomes", "StoreBuffering.java"], "");
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert!(run.out.contains("race on field StoreBuffering.x"), "{}", run.out);
    let weak = shell.run(&["outcomes", "ReleasedInVain.java"], "");
    assert!(weak.out.contains("complete, assuming volatile accesses: 3 outcomes"), "{}", weak.out);
    assert!(weak.out.contains("memory modes: VarHandle.getAcquire"), "{}", weak.out);
    let cut = shell.run(&["outcomes", "StoreBuffering.java", "--max-states", "5", "--json", "-"], "");
    assert_eq!(cut.status, Some(3), "{}", cut.err);
    let report: Value = serde_json::from_str(&cut.out).expect("a report");
    assert_eq!(report["complete"], false);
    let none = shell.run(&["outcomes", "Nowhere.java"], "");
    assert_eq!(none.status, Some(2));
    assert_eq!(none.err.lines().count(), 1, "{}", none.err);
    let inside = "import org.openjdk.jcstress.annotations.*; public class Several { @JCStressTest public static class First { \
                  @Actor public void one() { } @Actor public void two() { } } }";
    std::fs::write(shell.path("Several.java"), inside).expect("written");
    let several = shell.run(&["outcomes", "Several.java"], "");
    assert_eq!(several.status, Some(2));
    assert!(several.err.contains("Several$First inside it is a test"), "{}", several.err);
}
