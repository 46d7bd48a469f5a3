//! The tests of a Java project: found as its build tool and its test framework find them, explored one by one.
//!
//! A test runs in the machine as its framework runs it, by the framework's own launcher, which a small class of ours calls
//! (`java/api/hazard/internal/Tests.java`). All of that happens before the first choice, so it costs no states. Each test is
//! explored by a process of its own, so that nothing a test does can take the others along.

mod build;
mod changes;
mod discovery;
mod ending;
mod frameworks;
mod meter;
mod one;
mod project;
mod selection;
mod suite;

pub use build::Asking;
pub use discovery::{Test, discover};
pub use one::{OneJob, TestReport, TestVerdict, explore_one};
pub use project::{Module, Project};
pub use selection::Selection;
pub use suite::{Event, Suite, SuiteReport, explore};

/// The class that lists and runs tests.
pub(crate) const DRIVER: &str = "hazard.internal.Tests";
