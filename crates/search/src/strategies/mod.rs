//! One file per strategy.

pub mod bfs;
pub mod dfs;
