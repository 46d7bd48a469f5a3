//! The gallery of examples and the published experiments, embedded in the library. An experiment is one file in
//! `experiments/` and one line in its registry; the command line is a thin shell over this crate.

pub mod answers;
pub mod bench;
pub mod chart;
mod compiled;
pub mod experiments;
pub mod gallery;
mod memory;
pub mod statistics;
pub mod sweep;
pub mod table;

pub use answers::{Examined, examine};
pub use bench::{Bench, Drawn, Findings, Options, Performed, perform};
pub use compiled::Compiled;
pub use experiments::{EXPERIMENTS, Experiment};
pub use gallery::{Example, Gallery};

/// Sources and models, written by the build script.
mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

/// The transition system with this file name, as bytes.
pub fn model(name: &str) -> Option<&'static [u8]> {
    embedded::MODELS.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}
