//! Solvers for least fixed points of Bellman equations: `x = opt (A x + b)`.
//!
//! All take a [`System`] whose fixed point is unique (end components have been collapsed, states of value zero or
//! infinity removed) and solve it component by component, successors first.

mod aggregation;
mod chain;
pub mod contest;
pub mod elimination;
pub mod exact;
pub(crate) mod incomplete;
pub(crate) mod matrix;
pub mod multilevel;
pub mod numeric;
pub mod policy;
pub mod products;
pub mod simplex;
pub mod sweeps;
pub mod system;

pub use exact::{ExactSystem, solve_exact};
pub use numeric::{Objective, Solution, solve};
pub use system::System;
