//! When memory is exhausted, whoever set some aside has it, however many others want more.

#![cfg(target_os = "linux")]

use std::process::Command;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

#[global_allocator]
static ALLOCATOR: reserve::Reserving = reserve::Reserving;

/// The process that runs out of memory; its exit status says that it could report.
const HUNGRY: &str = "RESERVE_TEST_HUNGRY";
const REPORTED: i32 = 7;

#[test]
fn what_is_set_aside_is_not_taken_by_others() {
    if std::env::var_os(HUNGRY).is_some() {
        starve();
    }
    let own = std::env::current_exe().expect("the test itself");
    let arguments = ["--exact", "what_is_set_aside_is_not_taken_by_others", "--nocapture"];
    // Otherwise the thread that reports may happen to have addresses of its own in the system's allocator.
    let variables = [(HUNGRY, "1"), ("MALLOC_ARENA_MAX", "1")];
    let output = Command::new(own).args(arguments).envs(variables).output().expect("it runs again");
    assert_eq!(output.status.code(), Some(REPORTED), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Takes all memory there is by several threads, and then tells by another one.
fn starve() -> ! {
    let addresses = getrlimit(Resource::As);
    setrlimit(Resource::As, Rlimit { current: Some(300 << 20), ..addresses }).expect("less is allowed than there was");
    let guard = std::thread::spawn(|| {
        reserve::may_use_reserve();
        while !reserve::is_exhausted() {
            std::thread::sleep(Duration::from_millis(1));
        }
        // The others have time to take whatever can be taken.
        std::thread::sleep(Duration::from_millis(100));
        let mut report: Vec<String> = Vec::new();
        for line in 0..20_000 {
            report.push(format!("line {line} of what was found out so far: {}", "x".repeat(line % 50)));
        }
        let zeros = vec![0u64; 1000];
        assert!(zeros.iter().all(|number| *number == 0));
        assert!(report.join("\n").ends_with(&"x".repeat(19_999 % 50)));
        std::process::exit(REPORTED);
    });
    for _ in 0..3 {
        std::thread::spawn(|| {
            let mut taken: Vec<Vec<u8>> = Vec::with_capacity(1 << 20);
            loop {
                taken.push(vec![1; 40_000]);
            }
        });
    }
    let _ = guard.join();
    std::process::exit(1);
}
