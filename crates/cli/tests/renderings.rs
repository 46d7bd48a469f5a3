//! What other programs read: JUnit's XML, SARIF, Markdown, annotations, and defaults from `.hazard.toml`.

mod shell;

use serde_json::Value;
use shell::{Shell, repository};

#[test]
fn findings_are_rendered() {
    let shell = Shell::new(&repository().join("tests/cli"));
    let words = ["check", "Wrong.java", "-q", "--junit", "r.xml", "--sarif", "r.sarif", "--summary", "r.md"];
    let run = shell.run(&words, "");
    assert_eq!(run.status, Some(1), "{}", run.err);
    let read = |name: &str| std::fs::read_to_string(shell.path(name)).expect("a rendering");
    let xml = read("r.xml");
    assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"), "{xml}");
    assert!(xml.contains("tests=\"1\" failures=\"1\""), "{xml}");
    assert!(xml.contains("type=\"assertion\""), "{xml}");
    let sarif: Value = serde_json::from_str(&read("r.sarif")).expect("JSON");
    assert_eq!(sarif["version"], "2.1.0");
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "assertion");
    let location = &result["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "Wrong.java");
    assert!(location["region"]["startLine"].as_u64().is_some_and(|line| line > 0));
    assert_eq!(sarif["runs"][0]["tool"]["driver"]["rules"][0]["id"], "assertion");
    let summary = read("r.md");
    assert!(summary.contains("1 failing") && summary.contains("Wrong.java"), "{summary}");
    let refused = shell.run(&["check", "Wrong.java", "--junit", "no/such/folder.xml"], "");
    assert_eq!(refused.status, Some(2), "{}", refused.out);
}

#[test]
fn a_projects_defaults_count_unless_the_command_line_says_otherwise() {
    let shell = Shell::new(&repository().join("tests/cli"));
    let set = |text: &str| std::fs::write(shell.path(".hazard.toml"), text).expect("written");
    set("[check]\nmax-states = 1\n");
    let cut = shell.run(&["check", "Wrong.java", "--json", "-"], "");
    assert_eq!(cut.status, Some(3), "{}{}", cut.out, cut.err);
    let whole = shell.run(&["check", "Wrong.java", "--max-states", "1000000", "--json", "-"], "");
    assert_eq!(whole.status, Some(1), "{}{}", whole.out, whole.err);
    for (text, complaint) in [
        ("[check]\nno-such = 1\n", "no option --no-such"),
        ("[nothing]\na = 1\n", "nothing is not a section"),
        ("[check\n", ".hazard.toml"),
        ("[check]\nmax-time = \"tomorrow\"\n", ".hazard.toml: invalid value"),
    ] {
        set(text);
        let run = shell.run(&["check", "Wrong.java"], "");
        assert_eq!(run.status, Some(2), "{text}");
        assert!(run.err.contains(complaint) && run.err.lines().count() == 1, "{text}: {}", run.err);
    }
    std::fs::remove_file(shell.path(".hazard.toml")).expect("removed");
}

#[test]
fn whoever_is_lost_is_told_the_way() {
    let shell = Shell::new(&repository().join("tests/cli"));
    let word = shell.run(&["check", "Wrong.java", "5"], "");
    assert_eq!(word.status, Some(2));
    assert!(word.err.contains("come after --"), "{}", word.err);
    std::fs::write(shell.path("m.tra"), "1 1\n0 0 1\n").expect("written");
    let model = shell.run(&["check", "m.tra"], "");
    assert_eq!(model.status, Some(2));
    assert!(model.err.contains("hazard mc m.tra"), "{}", model.err);
    let well = shell.run(&["doctor", "--json", "-"], "");
    assert_eq!(well.status, Some(0), "{}", well.err);
    let findings: Value = serde_json::from_str(&well.out).expect("JSON");
    assert_eq!(findings[0]["name"], "JDK");
    assert_eq!(findings[0]["found"], true);
    for shell_name in ["bash", "zsh", "fish"] {
        let script = shell.run(&["completions", shell_name], "");
        assert!(script.status == Some(0) && script.out.contains("outcomes"), "{shell_name}: {}", script.err);
    }
    let page = shell.run(&["man"], "");
    assert!(page.status == Some(0) && page.out.contains(".TH hazard"), "{}", page.err);
}

/// By the schema of OASIS, which is not ours to hand out: `SARIF_SCHEMA` names the file, and Python's `jsonschema` judges.
#[test]
fn sarif_is_valid_by_its_schema() {
    const JUDGE: &str = "import json, sys, jsonschema\nschema, given = (json.load(open(name)) for name in sys.argv[1:])\n\
                         kind = jsonschema.validators.validator_for(schema)\n\
                         trouble = [error.message for error in kind(schema).iter_errors(given)]\nprint(trouble)\nsys.exit(bool(trouble))";
    let Some(schema) = std::env::var_os("SARIF_SCHEMA") else {
        return testkit::skip("SARIF against its schema: SARIF_SCHEMA does not name sarif-schema-2.1.0.json");
    };
    let shell = Shell::new(&repository().join("tests/cli"));
    for program in ["Wrong.java", "Fine.java", "Throws.java"] {
        let run = shell.run(&["check", program, "-q", "--sarif", "r.sarif"], "");
        assert!(matches!(run.status, Some(0 | 1)), "{program}: {}", run.err);
        let mut python = std::process::Command::new("python3");
        let judged = python.args(["-c", JUDGE]).arg(&schema).arg(shell.path("r.sarif")).output().expect("python3 runs");
        let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(judged.status.success(), "{program}: {}{}", said(&judged.stdout), said(&judged.stderr));
    }
}
