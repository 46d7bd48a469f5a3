//! Tasks of the software verification competition, as it writes them: verdicts, and a score that counts them.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with tasks: name, what is expected, and the class `Main`.
fn folder(tasks: &[(&str, bool, &str)]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("hazard-svcomp-{}", std::process::id()));
    let write = |path: &Path, text: &str| {
        std::fs::create_dir_all(path.parent().expect("a folder above")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    write(&folder.join("properties/assert.prp"), "CHECK( init(Main.main()), LTL(G assert) )\n");
    for (name, expected, source) in tasks {
        let definition = format!(
            "format_version: \"1.0\"\ninput_files:\n  - {name}/\nproperties:\n  - property_file: ../properties/assert.prp\n    expected_verdict: {expected}\n"
        );
        write(&folder.join(format!("tasks/{name}.yml")), &definition);
        write(&folder.join(format!("tasks/{name}/Main.java")), source);
    }
    folder
}

/// Tasks older than the rule that main is public run all the same, on any version of Java.
#[test]
fn tasks_are_scored_whether_main_is_public_or_not() {
    let input = "int x = org.sosy_lab.sv_benchmarks.Verifier.nondetInt();";
    let hidden = format!("class Main {{ static void main(String[] args) {{ {input} assert x * 2 % 2 == 0; }} }}");
    let open = format!(
        "public class Main {{ public static void main(String[] args) {{ {input} if (x == 4711) assert false; }} }}"
    );
    let folder = folder(&[("Hidden", true, &hidden), ("Open", false, &open)]);
    let output = Command::new(env!("CARGO_BIN_EXE_hazard"))
        .arg("svcomp")
        .arg(folder.join("tasks"))
        .args(["--max-time", "100s"])
        .output()
        .expect("hazard runs");
    let _ = std::fs::remove_dir_all(&folder);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let all = text.lines().find(|line| line.starts_with("all ")).unwrap_or_else(|| panic!("{text}"));
    let numbers: Vec<&str> = all.split_whitespace().take(8).collect();
    // Two tasks, one true, one false, none unknown, none wrong: two points and one.
    assert_eq!(numbers, ["all", "2", "1", "1", "0", "0", "3", "3"], "{text}");
}
