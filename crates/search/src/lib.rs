//! The explorer, the search strategies, the stores, and what watches a search: recorder and progress.
//!
//! A strategy is its paper's pseudo-code over the verbs of [`Explorer`]; `registry` names the strategies and their
//! options.

mod explorer;
mod fewest_switches;
mod findings;
mod frontier;
mod journal;
mod limits;
mod outcome;
mod parallel;
mod processed;
mod progress;
mod recorder;
pub mod registry;
mod replay;
mod rounds;
mod settings;
pub mod stores;
pub mod strategies;
mod taken;
mod tournament;

pub use explorer::{Arrival, Explorer, Halt, Node, Strategy, explore, explore_from};
pub use fewest_switches::{Cheapest, Cost, fewest_switches};
pub use frontier::{Frontier, FrontierSearch};
pub use journal::{Journal, SoFar};
pub use limits::{Limit, Limits, resident_bytes};
pub use outcome::{Endless, Found, Outcome, Stuck};
pub use parallel::explore_parallel;
pub use progress::{ProgressMeter, ProgressRow};
pub use recorder::{IGNORED, RecordedGraph, RecordedRow, Recorder, UNEXPLORED};
pub use registry::{SearchSpec, SpecError, build, parse_spec};
pub use replay::{Replay, ReplayedStep, replay};
pub use settings::{Beat, BeatListener, Settings};
pub use strategies::auto::PROVING_ALONE;
