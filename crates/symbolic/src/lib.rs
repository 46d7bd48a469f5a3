//! Symbolic values, path conditions, counting, and schedulers for probabilistic symbolic execution.

pub mod counting;
pub mod expr;
pub mod quantify;
