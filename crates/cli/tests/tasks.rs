//! Many small programs with known verdicts (`tests/tasks`): strings of any length, loops and recursion without a bound, closed
//! forms, branches that meet again, objects and arrays, texts of numbers, functions of real numbers.
//!
//! What is proved is also run on HotSpot, thousands of times on random inputs: no assertion may fail there. What is refuted must
//! replay, which `check --symbolic` sees to itself.

mod shell;

use shell::repository;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use testkit::{Jdk, compile};

struct Task {
    name: String,
    verdict: String,
}

/// Reads the blocks of a file, and writes each as a class.
fn tasks(file: &str, folder: &Path) -> (Vec<Task>, Vec<PathBuf>) {
    let text = std::fs::read_to_string(repository().join("tests/tasks").join(file)).expect("the file is there");
    let (mut tasks, mut sources) = (Vec::new(), Vec::new());
    for block in text.split("\n=== ").skip(1) {
        let (head, body) = block.split_once('\n').expect("a block has lines");
        let (name, verdict) = head.split_once(' ').expect("a name and a verdict");
        let (members, statements) = body.split_once("--\n").expect("members and statements");
        let mut source = String::from("import org.sosy_lab.sv_benchmarks.Verifier;\n");
        let _ = write!(
            source,
            "public class {name} {{\n{members}\npublic static void main(String[] args) {{\n{statements}\n}}\n}}\n"
        );
        let path = folder.join(format!("{name}.java"));
        std::fs::write(&path, source).expect("a source can be written");
        sources.push(path);
        tasks.push(Task { name: name.to_owned(), verdict: verdict.trim().to_owned() });
    }
    (tasks, sources)
}

/// Runs each main method on random inputs, and prints the names of those with an assertion that fails.
const HARNESS: &str = r#"
public class Harness {
  public static void main(String[] names) throws Exception {
    java.io.PrintStream out = System.out;
    System.setOut(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
    for (String name : names) {
      java.lang.reflect.Method main = Class.forName(name).getMethod("main", String[].class);
      Thread[] worker = new Thread[1];
      boolean[] failed = new boolean[1];
      worker[0] = new Thread(() -> {
        long end = System.nanoTime() + 300_000_000L;
        for (int run = 0; run < 100_000 && System.nanoTime() < end; run++) {
          org.sosy_lab.sv_benchmarks.Verifier.start(run);
          try {
            main.invoke(null, (Object) new String[0]);
          } catch (java.lang.reflect.InvocationTargetException e) {
            if (e.getCause() instanceof AssertionError) failed[0] = true;
          } catch (Exception e) {
            throw new RuntimeException(e);
          }
        }
      });
      worker[0].setDaemon(true);
      worker[0].start();
      worker[0].join(2_000);
      if (failed[0]) out.println(name);
    }
    out.flush();
    Runtime.getRuntime().halt(0);
  }
}
"#;

/// Inputs at random, small ones more often than others.
const VERIFIER: &str = r#"
package org.sosy_lab.sv_benchmarks;
public class Verifier {
  static java.util.Random random = new java.util.Random(0);
  public static void start(int seed) { random = new java.util.Random(seed); }
  public static int nondetInt() {
    return random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(120) - 20;
  }
  public static double nondetDouble() {
    return random.nextInt(3) == 0 ? Double.longBitsToDouble(random.nextLong()) : random.nextGaussian() * 60;
  }
  public static char nondetChar() { return (char) (random.nextInt(3) == 0 ? random.nextInt(65536) : random.nextInt(128)); }
  public static boolean nondetBoolean() { return random.nextBoolean(); }
  public static void assume(boolean condition) { if (!condition) throw new IllegalStateException(); }
  public static String nondetString() {
    String[] some = {"case1", "te", "Hello", "one", "a b c d", "42"};
    if (random.nextInt(4) == 0) return some[random.nextInt(some.length)];
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(30); left > 0; left--) {
      text.append((char) (random.nextInt(8) == 0 ? random.nextInt(65536) : random.nextInt(128)));
    }
    return text.toString();
  }
}
"#;

fn judged(file: &str, at_least: usize) {
    let folder = std::env::temp_dir().join(format!("hazard-tasks-{}-{file}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let (tasks, sources) = tasks(file, &folder);
    assert!(tasks.len() >= at_least, "only {} tasks in {file}", tasks.len());
    let jdk = Jdk::installed().into_iter().next().expect("a JDK is installed");
    let api = testkit::java_files(&repository().join("java/api")).expect("the API");
    let compiled = compile(&jdk, &[sources.clone(), api].concat(), &[]).unwrap_or_else(|error| panic!("{error}"));
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let seconds = if task.verdict == "unknown" { "6s" } else { "60s" };
                    let output = Command::new(env!("CARGO_BIN_EXE_hazard"))
                        .args(["check", "--symbolic", "--property", "assertions", "--json", "-", "--max-time", seconds])
                        .args(["-cp", &compiled.classpath, "--jdk", &jdk.home.display().to_string(), &task.name])
                        .output()
                        .expect("hazard runs");
                    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
                    let found = report["verdict"].as_str().unwrap_or("nothing").replace("inconclusive", "unknown");
                    if found != task.verdict {
                        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
                        let line = format!("{}: {found} instead of {} {errors}", task.name, task.verdict);
                        wrong.lock().expect("no judge panics").push(line);
                    }
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().expect("no judge panics");
    let proved: Vec<&str> =
        tasks.iter().filter(|task| task.verdict == "holds").map(|task| task.name.as_str()).collect();
    wrong.extend(run_on_hotspot(&jdk, &folder, &sources, &proved));
    let _ = std::fs::remove_dir_all(&folder);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The proved programs whose assertions fail on HotSpot.
fn run_on_hotspot(jdk: &Jdk, folder: &Path, sources: &[PathBuf], proved: &[&str]) -> Vec<String> {
    let verifier = folder.join("org/sosy_lab/sv_benchmarks");
    std::fs::create_dir_all(&verifier).expect("a folder");
    let (harness, verifier) = (folder.join("Harness.java"), verifier.join("Verifier.java"));
    std::fs::write(&harness, HARNESS).expect("the harness");
    std::fs::write(&verifier, VERIFIER).expect("its inputs");
    let mut api = testkit::java_files(&repository().join("java/api")).expect("the API");
    api.retain(|path| !path.ends_with("org/sosy_lab/sv_benchmarks/Verifier.java"));
    let all = [sources.to_vec(), api, vec![harness, verifier]].concat();
    let compiled = compile(jdk, &all, &[]).unwrap_or_else(|error| panic!("{error}"));
    let output = Command::new(jdk.home.join("bin/java"))
        .args(["-ea", "-cp", &compiled.classpath, "Harness"])
        .args(proved)
        .output()
        .expect("java runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let failed = String::from_utf8_lossy(&output.stdout).into_owned();
    failed.lines().map(|name| format!("{name} is proved, but an assertion fails on HotSpot")).collect()
}

#[test]
fn strings_of_any_length() {
    judged("strings.txt", 34);
}

#[test]
fn loops_and_recursion() {
    judged("induction.txt", 24);
}

#[test]
fn closed_forms_and_static_fields() {
    judged("forms.txt", 18);
}

#[test]
fn branches_that_meet_again() {
    judged("merged.txt", 11);
}

#[test]
fn objects_as_inputs() {
    judged("objects.txt", 34);
}

#[test]
fn arrays_with_unknown_indices() {
    judged("arrays.txt", 14);
}

#[test]
fn texts_of_numbers() {
    judged("digits.txt", 27);
}

#[test]
fn functions_of_reals() {
    judged("functions.txt", 7);
}

#[test]
fn memory_read_otherwise_than_written() {
    judged("memory.txt", 29);
}
