//! Markov chains and decision processes: one sparse model type, its file formats, and a checker for PRISM's property
//! language with sound answers.

mod bits;
mod builder;
pub mod formats;
pub mod graph;
mod model;
pub mod rational;
pub mod solvers;

pub use bits::Bits;
pub use builder::{Builder, Edge};
pub use formats::{Files, LoadError, WriteOptions, convert, save};
pub use model::{Actions, Column, Field, FieldEncoding, Kind, Label, Model, Reward, Variable, VariableType};
