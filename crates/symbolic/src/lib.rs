//! Symbolic values, path conditions, counting, and schedulers for probabilistic symbolic execution.

pub mod algorithms;
pub mod counting;
pub mod execution;
pub mod expr;
pub mod fault;
pub mod path_condition;
pub mod profile;
pub mod quantify;
pub mod record;
mod smt;
pub mod solve;
pub mod values;

pub use execution::{Common, Crew, Execution, ExecutionFault, Failure, Pulse, Signs, Tally, Weighing, crew};
pub use fault::Fault;
pub use path_condition::{PathCondition, PathConditions, Split};
pub use profile::Profile;
pub use quantify::Bounds;
pub use record::{RecordedPath, Records};
pub use values::Inputs;
