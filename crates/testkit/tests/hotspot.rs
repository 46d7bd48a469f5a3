//! The runner itself, tested with HotSpot as the command under test: right expectations pass and wrong ones are noticed.

use std::path::PathBuf;
use std::time::Duration;
use testkit::{Jdk, Scoreboard, Suite, Template};

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const PROGRAMS: [(&str, &str, &str); 8] = [
    ("Fine", "public class Fine { public static void main(String[] a) { System.out.println(1 + a.length); } }", "1\n"),
    (
        "Args",
        "//@ args: x 'y z'\npublic class Args { public static void main(String[] a) { System.out.println(a[1]); } }",
        "y z\n",
    ),
    (
        "Throws",
        "//@ throws: java.lang.Error: e\npublic class Throws { public static void main(String[] a) { throw new Error(\"e\"); } }",
        "",
    ),
    ("Exits", "//@ exit: 3\npublic class Exits { public static void main(String[] a) { System.exit(3); } }", ""),
    (
        "pkg/Reads",
        "package p.q;\npublic class Reads { public static void main(String[] a) throws Exception { System.out.write(System.in.readAllBytes()); System.out.flush(); } }",
        "input",
    ),
    (
        "WrongOutput",
        "public class WrongOutput { public static void main(String[] a) { System.out.println(2); } }",
        "1\n",
    ),
    (
        "WrongThrow",
        "//@ throws: java.lang.Error: f\npublic class WrongThrow { public static void main(String[] a) { throw new Error(\"e\"); } }",
        "",
    ),
    ("Hangs", "public class Hangs { public static void main(String[] a) { while (true); } }", ""),
];

#[test]
fn right_programs_pass_and_wrong_ones_are_noticed() {
    let jdks = Jdk::installed();
    let jdk = jdks.first().expect("a JDK: set JAVA_HOME or install openjdk-17-jdk");
    let folder = Folder(std::env::temp_dir().join(format!("hazard-testkit-test-{}", std::process::id())));
    for (name, source, output) in PROGRAMS {
        let path = folder.0.join(name).with_extension("java");
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a writable temporary folder");
        std::fs::write(&path, source).expect("a writable temporary folder");
        std::fs::write(path.with_extension("out"), output).expect("a writable temporary folder");
    }
    std::fs::write(folder.0.join("pkg/Reads.in"), "input").expect("a writable temporary folder");
    let mut suite = Suite::new(&folder.0, Template::hotspot(), Template::hotspot());
    suite.time_max = Duration::from_secs(4);
    let outcomes = suite.execute(jdk).expect("programs that compile");
    let board = Scoreboard::of(&outcomes);
    assert_eq!(board.failing, ["Hangs", "WrongOutput", "WrongThrow"].map(String::from).into(), "{outcomes:?}");
    assert_eq!(board.passed(), 5);
}
