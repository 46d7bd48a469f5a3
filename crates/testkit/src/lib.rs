//! The golden runner: Java programs whose first lines say how they are to be run and what must come out.
//!
//! It knows nothing of the crates it tests. It runs a command (the `hazard` binary, or HotSpot's `java` to check the
//! programs themselves) as a subprocess and compares what a user would see: standard output, exit status, the line of an
//! uncaught exception, the JSON report.

mod command;
mod header;
mod jdk;
mod outcome;
mod scoreboard;
mod sources;
mod suite;
mod trials;

pub use command::{Finished, Template, run_limited};
pub use header::{Ask, Header, HeaderError, PseQuestion};
pub use jdk::Jdk;
pub use outcome::{Mismatch, compare_report, compare_run};
pub use scoreboard::Scoreboard;
pub use sources::{CompileError, Compiled, Program, compile, compiled_suite, discover, java_files};
pub use suite::{Outcome, Suite};
pub use trials::Trials;

/// Says that a test was skipped and why, past the test harness, which keeps what passing tests print to itself.
pub fn skip(why: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}
