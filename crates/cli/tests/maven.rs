//! The sample project: `hazard test` finds its twelve planted bugs and proves its twelve repaired tests; `@HazardTest` and the Maven
//! plugin do the same from inside Maven. Ordinarily a part of the tests, with `HAZARD_FULL=1` all, and what needs the plugin.

mod shell;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::Value;
use shell::{Shell, repository};

const QUICK: [&str; 4] = ["*CounterTest", "*AccountTest", "*DiscountTest", "*BellTest"];

fn is_full() -> bool {
    std::env::var_os("HAZARD_FULL").is_some()
}

/// Whether Maven is there and can get what it needs; says so if not.
fn has_maven(project: &Path) -> bool {
    let output = Command::new("mvn").args(["-q", "-B", "test-compile"]).current_dir(project).output();
    match output {
        Ok(output) if output.status.success() => true,
        Ok(output) => {
            testkit::skip(&format!("the sample project: Maven fails: {}", String::from_utf8_lossy(&output.stdout)));
            false
        }
        Err(_) => {
            testkit::skip("the sample project: Maven is missing (Debian: apt-get install maven)");
            false
        }
    }
}

/// A copy of the project without what builds left in it.
fn sample() -> Shell {
    let shell = Shell::new(&repository().join("tests/maven"));
    let _ = std::fs::remove_dir_all(shell.path("target"));
    shell
}

#[test]
fn planted_bugs_are_found_and_repaired_tests_proved() {
    let shell = sample();
    if !has_maven(&shell.path("")) {
        return;
    }
    let mut words = vec!["test", "--json", "-", "--budget", "20s"];
    if !is_full() {
        words.extend(QUICK);
    }
    let started = Instant::now();
    let run = shell.run(&words, "");
    println!("explored in {:.1} s", started.elapsed().as_secs_f64());
    assert_eq!(run.status, Some(1), "{}", run.err);
    let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}", run.err));
    let tests = report["tests"].as_array().expect("an array");
    assert_eq!(tests.len(), if is_full() { 24 } else { 8 }, "{report:#}");
    for test in tests {
        let name = format!("{}#{}", test["class"], test["method"]);
        let is_flaky = name.contains("shop.flaky");
        assert_eq!(test["verdict"], if is_flaky { "violated" } else { "proved" }, "{name}: {test:#}");
        if is_flaky {
            let trace = test["trace"].as_str().expect("a schedule");
            let again = shell.run(&["replay", trace, "-q"], "");
            assert_eq!(again.status, Some(1), "{name}: {}", again.err);
        } else {
            assert!(test["trace"].is_null(), "{name}");
        }
    }
    // Asked again, the build tool is not.
    let listed = shell.run(&["test", "--list"], "");
    assert_eq!(listed.status, Some(0), "{}", listed.err);
    assert_eq!(listed.out.lines().count(), 24, "{}", listed.out);
    let since = shell.run(&["test", "--list", "--since", "target/hazard/classpath.digest"], "");
    assert_eq!((since.status, since.out.as_str()), (Some(0), ""), "{}", since.err);
    let none = shell.run(&["test", "NoSuchTest"], "");
    assert_eq!(none.status, Some(2));
    assert!(none.err.contains("no test is called NoSuchTest"), "{}", none.err);
}

/// The blocks of the page fenced as `shell-session`: commands, what they print (whole lines, times left out), and how they end.
#[test]
fn the_page_your_first_flaky_test_prints_what_it_says() {
    let shell = sample();
    if !has_maven(&shell.path("")) {
        return;
    }
    let page = std::fs::read_to_string(repository().join("book/src/tutorial/flaky.md")).expect("the page");
    let mut commands = 0;
    for block in page.split("```shell-session").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        let (fence, body) = block.split_once('\n').expect("a block has lines");
        let exit: i32 = fence.strip_prefix(",exit=").map_or(0, |status| status.parse().expect("a status"));
        let (command, lines) = body.split_once('\n').expect("a command and what it prints");
        let words: Vec<&str> = command.strip_prefix("$ hazard ").expect("a command").split(' ').collect();
        let run = shell.run(&words, "");
        assert_eq!(run.status, Some(exit), "{command}: {}{}", run.out, run.err);
        for line in lines.lines() {
            let is_said = run.out.lines().any(|said| said.trim_start().starts_with(line.trim_start()));
            assert!(is_said, "{command} does not print {line:?}:\n{}", run.out);
        }
        commands += 1;
    }
    assert!(commands >= 4, "only {commands} commands found");
}

#[test]
fn what_is_not_a_project_is_said() {
    let shell = Shell::new(&repository().join("tests/cli"));
    let nowhere = shell.run(&["test", "/"], "");
    assert_eq!(nowhere.status, Some(2), "{}", nowhere.out);
    assert!(nowhere.err.contains("no Maven or Gradle project"), "{}", nowhere.err);
    let missing = shell.run(&["test", "-cp", "no/such.jar"], "");
    assert_eq!(missing.status, Some(2));
    assert!(missing.err.contains("no/such.jar does not exist"), "{}", missing.err);
    let empty = shell.run(&["test", "-cp", "."], "");
    assert_eq!(empty.status, Some(2));
    assert!(empty.err.contains("has no tests"), "{}", empty.err);
}

#[test]
fn annotated_tests_and_the_plugin_explore_inside_maven() {
    if !is_full() {
        return;
    }
    let shell = Shell::new(&repository().join("tests/maven-junit"));
    let home = shell.path("home");
    std::fs::create_dir_all(home.join("bin")).expect("a folder");
    std::fs::copy(env!("CARGO_BIN_EXE_hazard"), home.join("bin/hazard")).expect("the binary");
    let maven = |folder: &Path, words: &[&str]| {
        Command::new("mvn").args(["-B"]).args(words).env("HAZARD_HOME", &home).current_dir(folder).output()
    };
    let java = Shell::new(&repository().join("java"));
    let Ok(installed) = maven(&java.path(""), &["-q", "install"]) else {
        return testkit::skip("@HazardTest: Maven is missing (Debian: apt-get install maven)");
    };
    assert!(installed.status.success(), "{}", String::from_utf8_lossy(&installed.stdout));
    let tested = maven(&shell.path(""), &["test"]).expect("Maven runs");
    let said = String::from_utf8_lossy(&tested.stdout).into_owned();
    assert!(!tested.status.success(), "{said}");
    assert!(said.contains("Tests run: 3, Failures: 1, Errors: 0, Skipped: 0"), "{said}");
    assert!(said.contains("expected: <2> but was: <1>"), "{said}");
    assert!(said.contains("hazard replay"), "{said}");
    let reports: PathBuf = shell.path("target/surefire-reports");
    let texts: String = (std::fs::read_dir(reports).expect("reports").flatten())
        .filter_map(|entry| std::fs::read_to_string(entry.path()).ok())
        .collect();
    assert!(texts.contains("at explored.CounterTest.everyVisitorCounts"), "the program's own stack trace: {texts}");
    let goal = "hazard:hazard-maven-plugin:0.1.0:test";
    let explored = maven(&shell.path(""), &[goal, "-Dhazard.test=CounterTest"]).expect("Maven runs");
    let said = String::from_utf8_lossy(&explored.stdout).into_owned();
    assert!(!explored.status.success() && said.contains("violated"), "{said}");
    assert!(shell.path("target/site/hazard.md").is_file(), "{said}");
}

#[test]
fn a_project_of_gradle_is_explored() {
    let shell = Shell::new(&repository().join("tests/gradle"));
    let built = Command::new("gradle").args(["-q", "testClasses"]).current_dir(shell.path("")).output();
    match built {
        Ok(built) if built.status.success() => {}
        Ok(built) => {
            let said = String::from_utf8_lossy(&built.stderr).into_owned();
            return testkit::skip(&format!("the project of Gradle: Gradle fails: {said}"));
        }
        Err(_) => return testkit::skip("the project of Gradle: Gradle is missing (Debian: apt-get install gradle)"),
    }
    let run = shell.run(&["test", "--json", "-", "--budget", "20s"], "");
    assert_eq!(run.status, Some(1), "{}", run.err);
    let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}", run.err));
    let verdicts: Vec<(&str, &str)> = (report["tests"].as_array().expect("an array").iter())
        .map(|test| (test["method"].as_str().unwrap_or_default(), test["verdict"].as_str().unwrap_or_default()))
        .collect();
    assert_eq!(verdicts, [("everyoneCounts", "violated"), ("everyoneCountsInTurn", "proved")]);
}

/// What projects have that the sample has not: folders for temporary files, mocks, draws by libraries, properties of surefire.
#[test]
fn other_peoples_habits_are_understood() {
    let shell = Shell::new(&repository().join("tests/maven-habits"));
    if !has_maven(&shell.path("")) {
        return;
    }
    let run = shell.run(&["test", "--json", "-", "--budget", "30s"], "");
    let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}", run.err));
    for test in report["tests"].as_array().expect("an array") {
        let expected = match test["method"].as_str() {
            // A build tool sees no other threads die, so that this one never fails there.
            Some("mocksRace" | "workersMayDie") => "violated",
            Some("handlersHideNothing") => "fails",
            Some("assumesWhatIsNotSo") => "skipped",
            _ => "proved",
        };
        assert_eq!(test["verdict"], expected, "{test:#}");
    }
    assert_eq!(report["tests"].as_array().map(Vec::len), Some(11), "{report:#}");
    // What the build is told besides reaches it, and it is asked again for that.
    let words = ["test", "HandlersTest", "--uncaught", "ignored", "--budget", "30s", "--", "-Dno.such.property=1"];
    let left = shell.run(&words, "");
    assert_eq!(left.status, Some(1), "{}{}", left.out, left.err);
    assert!(left.out.contains("proved       habits.HandlersTest#workersMayDie"), "{}", left.out);
    assert!(left.out.contains("fails        habits.HandlersTest#handlersHideNothing"), "{}", left.out);
    let refused = shell.run(&["test", "--list", "--", "--no-such-option-of-maven"], "");
    assert_eq!(refused.status, Some(2), "{}{}", refused.out, refused.err);
    let page = shell.run(&["test", "HabitsTest#mocksRace", "-q", "--html", "report.html", "--budget", "30s"], "");
    assert_eq!(page.status, Some(1), "{}", page.err);
    let report = std::fs::read_to_string(shell.path("report.html")).expect("a page");
    assert!(report.contains("mocksRace"), "{report}");
}
