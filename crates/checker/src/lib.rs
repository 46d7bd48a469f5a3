//! Everything behind one call: `check(Job) -> Report`, plain data in and out. The command line and any other shell are thin
//! layers over this crate; nothing here reads arguments or prints.

pub mod api;
pub mod assumptions;
mod check;
mod checkpoint;
mod debugging;
mod disk;
mod distribution;
mod draft;
mod explore;
mod exports;
mod fault;
pub mod files;
pub mod frames;
mod frontier;
mod generate;
mod induction;
pub mod java_options;
pub mod job;
pub mod jpf;
mod label_drawing;
pub mod labels;
mod linear;
pub mod list;
mod mc;
pub mod memory;
mod minimize;
pub mod model;
mod onlooker;
mod outcomes;
mod parametric;
mod path_list;
pub mod picture;
pub mod program;
mod pse;
mod pse_workers;
mod questions;
mod replay;
pub mod report;
mod results;
mod run;
mod sampling;
pub mod scenes;
mod schedule;
pub mod scratch;
mod source_lines;
pub mod svcomp;
mod sweep;
pub mod target;
mod together;
mod trace;
mod transition_system;
mod trials;
mod verify;
mod walkthrough;

pub use check::{BeatWatcher, PROPERTIES, Watch, are_only_runtime_exceptions, check, parse_properties};
pub use checkpoint::{Checkpoint, command_of as command_of_checkpoint};
pub use debugging::{DebugWatcher, Debugged, Debuggee};
pub use disk::{Store, is_full as is_store_full};
pub use draft::{Cause, Draft, Telling};
pub use explore::Exploration;
pub use explore::OutlookListener;
pub use fault::Fault;
pub use generate::{GenerateJob, GenerateReport, generate};
pub use jdwp::Surroundings;
pub use job::{DEFAULT_SEARCH, Exports, Format, Job, Limits, Minimize, Questions, Subject, TimeOuts};
pub use jvm::config::CompilerMode;
pub use linear::{Consistency, LinearJob, LinearReport, LinearViolation, linear};
pub use lts::Goal;
pub use markov::{Files, WriteOptions};
pub use mc::{ExperimentReport, ModelJob, ModelReport, ModelWatch, check_model, convert, is_in_language};
pub use models::Outlook;
pub use onlooker::{Onlooker, SignsListener};
pub use outcomes::histories::{Ended, Ending, History, Unfolded, unfold};
pub use outcomes::{OutcomeReport, OutcomesJob, OutcomesReport, fails_always, outcomes};
pub use parametric::{BoxReport, FunctionReport, Region};
pub use pse::{PseJob, PseReport, pse};
pub use questions::Formulas;
pub use replay::{RecordedViolation, Recording, Replayed, replay};
pub use report::Report;
pub use run::run;
pub use sampling::{Sample, SampleReport, SampledPath, sample_model, sample_program};
pub use search::{Beat, BeatListener};
pub use source_lines::SourceLines;
pub use space::{Standing, ViolationKind};
pub use symbolic::Signs;
pub use symbolic::algorithms::Sampling;
pub use together::{Processes, Together, attend, end_others, hosts};
pub use trace::{Story, Storyteller};
pub use transition_system::{LtsJob, LtsReport, LtsStep, LtsViolation, search_lts};
pub use trials::{Trial, Trials};
pub use verify::verify;
pub use walkthrough::{Space, SpaceJob, walk_through};

/// The JDK that programs run on: its folder, its version, and whether it can compile.
pub fn jdk(wanted: Option<&std::path::Path>) -> Result<(std::path::PathBuf, u16, bool), Fault> {
    let jdk = classfile::Jdk::locate(wanted)?;
    Ok((jdk.home().to_path_buf(), jdk.feature(), jdk.javac().is_some()))
}

/// The version of Hazard.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
