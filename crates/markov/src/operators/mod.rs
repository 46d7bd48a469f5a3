//! What the operators of the logic mean on a model: vectors of values over all states.

pub mod automaton;
pub mod bounded;
mod chebyshev;
pub mod conditional;
pub mod engine;
pub mod goals;
mod intervals;
pub mod long_run;
pub mod product;
pub mod rewards;
pub mod spending;
pub mod transient;
pub mod until;
pub mod values;

pub use engine::Engine;
pub use values::{Extended, Numbers, Truth};
