//! The explorer, the search strategies, the stores, and what watches a search: recorder and progress.
//!
//! A strategy is its paper's pseudo-code over the verbs of [`Explorer`]; `registry` names the strategies and their
//! options. [`explore`] runs one on any [`System`](space::System); [`explore_ahead`] does the same with several workers.
//!
//! Two jugs of five and three litres, and four litres to be measured:
//!
//! ```
//! use search::{Settings, build, explore, parse_spec};
//! use space::{Choice, Encoding, Fault, Pick, Standing, System, Violation, ViolationKind};
//!
//! struct Jugs;
//!
//! impl System for Jugs {
//!     /// How much is in each jug, and what is to be reported.
//!     type World = ([u8; 2], Vec<Violation>);
//!
//!     fn initial(&self) -> Result<Self::World, Fault> {
//!         Ok(([0, 0], Vec::new()))
//!     }
//!     fn choice<'a>(&'a self, _: &'a Self::World) -> Option<Choice<'a>> {
//!         Some(Choice::Data { alternatives: 6 })
//!     }
//!     fn standing(&self, _: &Self::World) -> Standing {
//!         Standing::Open
//!     }
//!     fn step(&self, (jugs, found): &mut Self::World, pick: Pick) -> Result<(), Fault> {
//!         let (from, to) = (pick.0 as usize % 2, 1 - pick.0 as usize % 2);
//!         match pick.0 / 2 {
//!             0 => jugs[from] = [5, 3][from],
//!             1 => jugs[from] = 0,
//!             _ => {
//!                 let poured = jugs[from].min([5, 3][to] - jugs[to]);
//!                 jugs[from] -= poured;
//!                 jugs[to] += poured;
//!             }
//!         }
//!         *found = Vec::new();
//!         if jugs[0] == 4 {
//!             found.push(Violation::bare(ViolationKind::Action, "four litres"));
//!         }
//!         Ok(())
//!     }
//!     fn encode(&self, (jugs, _): &mut Self::World, out: &mut Encoding) {
//!         jugs.iter().for_each(|litres| out.push_u8(*litres));
//!     }
//!     fn decode(&self, encoding: &Encoding, (jugs, found): &mut Self::World) {
//!         jugs.copy_from_slice(encoding.bytes());
//!         found.clear();
//!     }
//!     fn violations<'a>(&'a self, (_, found): &'a Self::World) -> &'a [Violation] {
//!         found
//!     }
//! }
//!
//! let breadth_first = parse_spec("bfs").unwrap();
//! let outcome = explore(&Jugs, &mut *build(&breadth_first), Settings::default(), vec![]).unwrap();
//! assert_eq!(outcome.violations[0].depth(), 6);
//!
//! let all = Settings { all_errors: true, ..Settings::default() };
//! let outcome = explore(&Jugs, &mut *build(&parse_spec("dfs").unwrap()), all, vec![]).unwrap();
//! assert!(outcome.complete);
//! assert_eq!(outcome.states, 16);
//! ```

#![warn(missing_docs)]

mod ahead;
mod explorer;
mod fewest_switches;
mod findings;
mod frontier;
mod journal;
mod limits;
mod outcome;
mod pool;
mod processed;
mod progress;
mod recorder;
pub mod registry;
mod replay;
mod rounds;
mod rows;
mod settings;
pub mod stores;
pub mod strategies;
mod taken;
mod taking;
#[cfg(feature = "together")]
pub mod together;
mod tournament;
mod trail;

pub use ahead::{Ahead, Keeper, Place, Places, SavePart, Saved, explore_ahead};
pub use explorer::{Arrival, Explorer, Halt, Node, Strategy, explore, explore_from};
pub use fewest_switches::{Cheapest, Cost, Effort, fewest_switches};
pub use frontier::{Frontier, FrontierSearch};
pub use journal::{Journal, SoFar};
pub use limits::{Limit, Limits, resident_bytes};
pub use outcome::{Endless, Found, Outcome, Stuck};
pub use pool::{Member, Pool, spawn_worker};
pub use progress::{ProgressMeter, ProgressRow};
pub use recorder::{IGNORED, RecordedGraph, RecordedRow, Recorder, UNEXPLORED};
pub use registry::{SearchSpec, SpecError, build, parse_spec};
pub use replay::{Replay, ReplayedStep, replay};
pub use settings::{Beat, BeatListener, Settings};
pub use strategies::auto::PROVING_ALONE;
