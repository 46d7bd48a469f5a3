//! The algorithms of probabilistic symbolic execution, over any execution tree.
//!
//! | name | what it gives |
//! |---|---|
//! | `exact` | the optimum and its scheduler, after exploring everything |
//! | `max`, `random` | a scheduler that proves a hypothesis, found by sampling symbolic paths |
//! | `sum1` | the statistical algorithm they are compared with |
//! | `bounds` | a lower and an upper value at any time, stopping at a given gap |

mod approximate;
mod bounds;
mod circles;
mod closing;
mod exact;
mod explored;
mod intervals;
mod rational;
mod sampled;
mod scheduler;
mod sum1;
mod tree;

pub use approximate::{Sampling, approximate, attempt, best_of, is_final};
pub use bounds::{BoundsOptions, bounds};
pub use exact::{exact, linear};
pub use explored::Explored;
pub use scheduler::{Scheduler, Step, StepId};
pub use sum1::{Sum1Answer, Sum1Options, sum1};
pub use tree::{Expansion, Goal, GreyMeaning, Hypothesis, Leaf, Opened, Outcome, Query, Target, Tree};

use crate::quantify::Bounds;

/// What became of a hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    True,
    False,
    /// Statistics speak for it.
    ProbablyTrue,
    /// The budget ended without a scheduler that confirms it.
    ProbablyFalse,
    Undecided,
}

/// The answer to a query.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The optimum lies between these; equal if it is known exactly.
    pub bounds: Bounds,
    /// Distinct paths that were run to their end.
    pub paths: u64,
    /// Nodes that were opened; paths that meet again share theirs.
    pub states: u64,
    pub samples: u64,
    pub verdict: Option<Verdict>,
    pub scheduler: Scheduler,
}
