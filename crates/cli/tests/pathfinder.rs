//! Java PathFinder's own classes on the class path: `Verify` and `TestJPF` do here what they do there, and what needs a native
//! peer is refused by name (`tests/pathfinder`).

mod shell;

use shell::{Shell, repository};
use testkit::{Jdk, compile, java_files};

/// The exit status and all that was said.
fn check(words: &[&str]) -> (Option<i32>, String) {
    let folder = repository().join("tests/pathfinder");
    let jdk = Jdk::installed().into_iter().next().expect("a JDK is needed: apt-get install openjdk-17-jdk");
    let sources = java_files(&folder).expect("the programs");
    let compiled = compile(&jdk, &sources, &[]).unwrap_or_else(|error| panic!("{error}"));
    let shell = Shell::new(&folder);
    let words = [&["check", "-cp", &compiled.classpath], words].concat();
    let finished = shell.run(&words, "");
    (finished.status, finished.out + &finished.err)
}

#[test]
fn its_choices_are_choices() {
    let (status, said) = check(&["Chooses"]);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("Chooses.java:10"), "{said}");
}

#[test]
fn its_tests_run_as_under_it() {
    let (status, said) = check(&["PeerTest", "--", "testHolds"]);
    assert_eq!(status, Some(0), "{said}");
    let (status, said) = check(&["PeerTest", "--", "testFails"]);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("PeerTest.java:19"), "{said}");
}

#[test]
fn a_native_peer_is_refused_by_name() {
    let (status, said) = check(&["PeerTest", "--", "testPeer"]);
    assert_eq!(status, Some(4), "{said}");
    assert!(said.contains("JPF_Peered"), "{said}");
}
