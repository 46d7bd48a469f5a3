//! One file per strategy.

pub mod auto;
pub mod beam;
pub mod best_first;
pub mod bfs;
pub mod bounded;
pub mod dfs;
pub mod egreedy;
pub mod highway;
pub mod highway_ideal;
pub mod mass;
pub mod nmcs;
pub mod pct;
pub mod pfs;
pub mod q_learning;
pub mod random;
pub mod rdfs;
pub mod rl;
pub mod rs;
pub mod softmax;
