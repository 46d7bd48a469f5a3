//! Markov chains and decision processes: one sparse model type, its file formats, and a checker for PRISM's property
//! language with sound answers.

mod bisimulation;
mod bits;
mod builder;
mod check;
pub mod formats;
pub mod graph;
mod model;
pub mod operators;
pub mod rational;
mod simulate;
pub mod solvers;

pub use bits::Bits;
pub use builder::{Builder, Edge};
pub use check::{Answer, CheckError, Options, Rule, Scheduler, check};
pub use formats::{Files, LoadError, WriteOptions, convert, save};
pub use model::{Actions, Column, Field, FieldEncoding, Kind, Label, Model, Reward, Variable, VariableType};
pub use simulate::{Sampling, simulate};
