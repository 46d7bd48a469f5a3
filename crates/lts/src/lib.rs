//! Labelled transition systems in the Aldebaran format (`.aut`, `.aut.gz`): reading, writing, and searching them.

mod reader;
mod system;
mod writer;

pub use reader::{AutError, Lts, read, read_file};
pub use system::{Goal, GoalError, LtsSystem};
pub use writer::write;
