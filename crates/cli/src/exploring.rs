//! How a program is explored and what is watched meanwhile: the options that `check`, `sweep`, `simulate` and `explore` share.

use checker::{Job, ViolationKind};
use clap::Args;

use crate::failure::Failure;
use crate::options::{Frames, Library, Limits, Program, Random, Switch, Time};
use crate::units;

#[derive(Args)]
pub struct Exploring {
    #[command(flatten)]
    pub program: Program,

    /// How to search: mixed, dfs, bfs, random, highway,width=8, softmax,tau=0.5, … (`hazard list searches`)
    #[arg(long, value_name = "NAME[,KEY=VALUE…]", default_value = checker::DEFAULT_SEARCH, help_heading = "Search")]
    pub search: String,

    /// What guided searches follow: most-blocked, … or a static method `int C.m()` of the program
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    heuristic: Option<String>,

    /// Come near this line of the program first
    #[arg(long, value_name = "FILE.java:LINE", help_heading = "Search")]
    goal: Option<String>,

    /// Every random decision of a search derives from it
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    pub seed: u64,

    /// Workers; what is answered does not depend on their number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = units::positive32, help_heading = "Search")]
    pub threads: u32,

    /// Interleave threads only where another thread could notice; off: at every access
    #[arg(long, value_enum, default_value = "on", help_heading = "Search")]
    por: Switch,

    /// What java.util.concurrent is taken for: documented atomic operations are one step, or interleave inside
    #[arg(long, value_enum, value_name = "HOW", default_value = "trusted", help_heading = "Search")]
    library: Library,

    /// Let waiting threads also wake without being notified
    #[arg(long, help_heading = "Search")]
    spurious: bool,

    /// Let connections between sockets break, and reads be short
    #[arg(long, help_heading = "Search")]
    net_faults: bool,

    #[command(flatten)]
    time: Time,

    #[command(flatten)]
    limits: Limits,

    /// Give a transition up after so many instructions without a choice
    #[arg(long, value_name = "N", value_parser = units::positive, help_heading = "Limits")]
    max_instructions: Option<u64>,

    /// What counts as wrong: deadlock,exceptions,assertions,races,exit,livelock
    #[arg(long, value_name = "LIST", help_heading = "Properties")]
    property: Option<String>,

    /// Go on after the first violation
    #[arg(long, help_heading = "Properties")]
    all_errors: bool,

    /// Which lines of code a trace shows: the program's own, or those of libraries in jars as well
    #[arg(long, value_enum, value_name = "WHICH", default_value = "own", help_heading = "Properties")]
    frames: Frames,

    /// Label states: end, field:C.f, returned:C.m(int)=true, '"x" = …' (repeatable; `hazard list labels`)
    #[arg(long, value_name = "SPEC", help_heading = "Questions")]
    label: Vec<String>,

    /// Count an event: '"n" = invoked:C.m(int)', or instructions, allocations, flips (repeatable)
    #[arg(long, value_name = "'\"NAME\" = SPEC'", help_heading = "Questions")]
    reward: Vec<String>,
}

impl Exploring {
    /// The job, without what else may be asked of it.
    pub fn job(&self) -> Result<Job, Failure> {
        let mut subject = self.program.subject(self.seed);
        subject.labels = self.label.clone();
        subject.rewards = self.reward.clone();
        subject.reduction = self.por == Switch::On;
        subject.library_interleaved = self.library == Library::Interleaved;
        subject.spurious_wakeups = self.spurious;
        subject.net_faults = self.net_faults;
        subject.frames_all = self.frames == Frames::All;
        self.time.apply(&mut subject);
        let mut job = Job::default();
        if let Some(list) = &self.property {
            (job.properties, subject.livelock_threads) = checker::parse_properties(list)?;
            subject.only_runtime_exceptions = checker::are_only_runtime_exceptions(list);
        }
        subject.races = job.properties.contains(&ViolationKind::Race);
        subject.failing_exits = job.properties.contains(&ViolationKind::Exit);
        let heuristic = match &self.heuristic {
            // A method of the program has a dot; the names of ours have none.
            Some(name) if name.contains('.') => {
                subject.user_heuristic = Some(name.trim_start_matches("user:").trim_end_matches("()").to_owned());
                None
            }
            Some(name) if name.trim_end_matches(':') == "prefer-threads" => {
                let sentence = "the heuristic 'prefer-threads' needs names: --heuristic prefer-threads:NAME,NAME";
                return Err(checker::Fault::Input(sentence.into()).into());
            }
            Some(name) if name.starts_with("prefer-threads:") => {
                let names = name.trim_start_matches("prefer-threads:").split(',');
                subject.preferred_threads = names.map(|name| name.trim().to_owned()).collect();
                Some("prefer-threads".to_owned())
            }
            None if self.goal.is_some() => Some("goal".to_owned()),
            other => other.clone(),
        };
        subject.goal = self.goal.clone();
        // What no other search is asked for follows the goal.
        let follows_goal = self.goal.is_some() && self.search == checker::DEFAULT_SEARCH;
        if self.program.random_grid.is_some() && self.program.random == Random::Off {
            return Err(Failure::usage("--random-grid and --random off exclude each other: leave one of them out"));
        }
        Ok(Job {
            subject,
            limits: self.limits(),
            search: if follows_goal { "best-first".to_owned() } else { self.search.clone() },
            heuristic,
            all_errors: self.all_errors,
            workers: units::workers(self.threads),
            ..job
        })
    }

    pub fn limits(&self) -> checker::Limits {
        checker::Limits { instructions: self.max_instructions, ..self.limits.limits() }
    }
}
