//! Regular expressions of `java.util.regex` as automata: read from their text, compiled to a program in the manner of Thompson,
//! and run over texts whose characters need not be known, so that the answer is a condition on them instead of a path for each
//! way to match. Threads of a run are kept in order of preference, as Pike's machine has them, so that what matches is what the
//! library's backtracking finds first, with its groups.
//!
//! What is not regular (back references, looking around, possessive and independent groups) or depends on more than the
//! text is refused by [`parse`]; whoever asked lets the library run.

mod char_set;
mod program;
mod run;
mod syntax;

pub use char_set::CharSet;
pub use program::Program;
pub use run::{Conditions, Found, Mode, may_go_on, outcomes};
pub use syntax::{Assertion, Node, Options, parse};
