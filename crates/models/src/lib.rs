//! Models in the languages of probabilistic model checkers: parsed, compiled, and built into sparse models or explored as
//! systems.
//!
//! A language is translated to a [`Network`] of modules; that is compiled to a [`Machine`] which computes the successors of a
//! state packed into a few words; [`build`] visits all states, and [`NetworkSystem`] unfolds them choice by choice.

mod build;
mod clocks;
mod code;
mod error;
mod guided;
mod jani;
mod language;
mod machine;
mod network;
pub mod prism;
mod slice;
mod states;
mod system;
mod typed;

pub use build::{BuildOptions, Built, build};
pub use clocks::ask_in_time;
pub use error::ModelError;
pub use guided::{Outlook, Part, Patience, Target, explore_guided};
pub use language::{Language, ModelSource};
pub use machine::{Machine, Words, words_needed};
pub use network::{Kind, Network};
pub use slice::slice;
pub use system::{NetworkSystem, NetworkWorld};
pub use typed::{Term, Type};
