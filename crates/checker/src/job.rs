//! What is to be done, as plain data. Everything a command line or a `.jpf` file can say about a program ends up here.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use space::ViolationKind;

use crate::checkpoint::Checkpoint;
use crate::disk::Store;
use crate::together::Together;

/// Which program, on which JDK, and how its environment behaves: what a trace needs to run again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Subject {
    /// `Main.java`, `Main.class`, `app.jar`, `pkg.Main` or `X.jpf`.
    pub target: String,
    pub classpath: Option<String>,
    pub jdk: Option<PathBuf>,
    pub arguments: Vec<String>,
    /// Options of `java`, each with its value: `-Dkey=value`, `--add-opens=java.base/java.lang=ALL-UNNAMED`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub java_options: Vec<String>,
    /// Variables of the environment besides those that there are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub environment: Vec<(String, String)>,
    /// A class of ours whose main method is called instead, with the target's class as its first argument: it runs what has
    /// no main method of its own, such as a test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver: Option<String>,
    /// Unseeded generators become coins (or else get a fixed seed).
    pub enumerate_random: bool,
    /// So do those with a seed.
    pub enumerate_seeded: bool,
    /// Doubles are drawn from this many equally likely cell centres.
    pub random_grid: Option<u32>,
    /// Interleave threads only where another thread could notice.
    pub reduction: bool,
    /// Interleave the library's concurrent classes like the program's own, instead of trusting their documentation.
    pub library_interleaved: bool,
    pub spurious_wakeups: bool,
    /// Connections may break, and reads may be short.
    #[serde(default)]
    pub net_faults: bool,
    /// When waits with a time-out end by it; late unless the target says otherwise.
    #[serde(rename = "timeouts")]
    pub time_outs: Option<TimeOuts>,
    /// Time passes between any two readings of the clock, not only by sleeping and waiting.
    pub free_clock: bool,
    /// Where a program draws from more values than can be enumerated, one fresh value stands for all.
    pub fresh_draws: bool,
    /// Lines in jars are shown like the user's own.
    pub frames_all: bool,
    pub assertions: bool,
    /// Look for data races.
    pub races: bool,
    /// A status other than zero is a violation.
    pub failing_exits: bool,
    /// Of the exceptions that leave a thread, only those of `RuntimeException` count.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub only_runtime_exceptions: bool,
    /// As given: `end`, `field:C.f`, `"x" = returned:C.m()`.
    pub labels: Vec<String>,
    /// As given: `"n" = invoked:C.m()`.
    pub rewards: Vec<String>,
    /// Methods, as given, whose results are to be told apart: `C.m(int)`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<String>,
    /// A static method `int name()` of the program that guides searches.
    pub user_heuristic: Option<String>,
    /// Main need not be public, whatever the version of Java says.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub any_main: bool,
    /// The line that searches are to come near: `File.java:42`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// Keys of a configuration of Java PathFinder, which programs may read.
    pub configuration: Vec<(String, String)>,
    /// The threads that the heuristic `prefer-threads` prefers.
    pub preferred_threads: Vec<String>,
    /// The threads among which livelocks are looked for; none named means all.
    pub livelock_threads: Vec<String>,
    /// Standard input from this file instead of the process's own.
    pub stdin: Option<PathBuf>,
    pub seed: u64,
    /// Values for symbolic inputs, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Vec<(String, String)>>,
    /// A method whose parameters are inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbolic_method: Option<String>,
    /// How long symbolic strings may be.
    pub strings_max: u32,
    /// They may become longer where time is left.
    pub strings_grow: bool,
    /// How often a path may decide the same symbolic branch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unwind: Option<u32>,
}

impl Default for Subject {
    fn default() -> Self {
        Subject {
            target: String::new(),
            classpath: None,
            jdk: None,
            arguments: Vec::new(),
            java_options: Vec::new(),
            environment: Vec::new(),
            driver: None,
            enumerate_random: true,
            enumerate_seeded: false,
            random_grid: None,
            reduction: true,
            library_interleaved: false,
            spurious_wakeups: false,
            net_faults: false,
            time_outs: None,
            free_clock: false,
            fresh_draws: false,
            frames_all: false,
            assertions: true,
            races: false,
            failing_exits: false,
            only_runtime_exceptions: false,
            labels: Vec::new(),
            rewards: Vec::new(),
            results: Vec::new(),
            user_heuristic: None,
            any_main: false,
            goal: None,
            configuration: Vec::new(),
            preferred_threads: Vec::new(),
            livelock_threads: Vec::new(),
            stdin: None,
            seed: 0,
            inputs: None,
            symbolic_method: None,
            strings_max: 8,
            strings_grow: true,
            unwind: None,
        }
    }
}

impl Subject {
    pub fn time_outs(&self) -> TimeOuts {
        self.time_outs.unwrap_or_default()
    }
}

impl From<jvm::config::TimeOuts> for TimeOuts {
    fn from(when: jvm::config::TimeOuts) -> Self {
        match when {
            jvm::config::TimeOuts::Any => TimeOuts::Any,
            jvm::config::TimeOuts::Late => TimeOuts::Late,
            jvm::config::TimeOuts::Never => TimeOuts::Never,
        }
    }
}

/// When a wait with a time-out ends by it. Sleeps end at any moment after they began, whatever is chosen here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeOuts {
    /// At any moment.
    Any,
    /// When nothing else can happen.
    #[default]
    Late,
    /// Never.
    Never,
}

/// How hard the shortest trace is looked for. It is found, or the trace stays as it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Minimize {
    /// The trace is the one that the search found.
    #[default]
    Off,
    /// As far as some ten thousand steps lead, which take about a second and are counted, so that the same trace is found each time. The
    /// trace of a search that was chosen by name says something about that search, and several violations are told as they
    /// were found: these stay.
    Briefly,
    /// For a minute.
    Fully,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    pub subject: Subject,
    /// `name,key=value,…`
    pub search: String,
    pub heuristic: Option<String>,
    pub limits: Limits,
    /// The violations that count.
    pub properties: Vec<ViolationKind>,
    pub all_errors: bool,
    pub questions: Questions,
    pub exports: Exports,
    /// Where the progress curve goes, and after how many transitions each of its rows comes.
    pub progress_csv: Option<PathBuf>,
    pub progress_interval: u64,
    /// Where the first violation's schedule goes.
    pub trace: Option<PathBuf>,
    /// What is done to shorten the first violation's trace to the fewest context switches.
    pub minimize: Minimize,
    /// Give the exact distribution of every reward.
    pub distribution: bool,
    /// Keep what a person may want to look at: the explored graph, and what every step of a trace looks like.
    pub picture: bool,
    pub workers: usize,
    /// What was asked for and cannot be checked, in sentences: nothing holds without it.
    pub beyond: Vec<String>,
    /// Where the search is kept while it runs.
    pub checkpoint: Option<Checkpoint>,
    /// Where what is large lives, if not in memory.
    pub store: Option<Store>,
    /// The processes that explore together, if there are several.
    pub together: Option<Together>,
}

/// Finds bugs soon and proves when it can.
pub const DEFAULT_SEARCH: &str = "mixed";

impl Default for Job {
    fn default() -> Self {
        Job {
            subject: Subject::default(),
            search: DEFAULT_SEARCH.into(),
            heuristic: None,
            limits: Limits::default(),
            properties: vec![ViolationKind::Deadlock, ViolationKind::Exception, ViolationKind::Assertion],
            all_errors: false,
            questions: Questions::default(),
            exports: Exports::default(),
            progress_csv: None,
            progress_interval: 1000,
            trace: None,
            minimize: Minimize::Off,
            distribution: false,
            picture: false,
            workers: 1,
            beyond: Vec::new(),
            checkpoint: None,
            store: None,
            together: None,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    pub states: Option<u64>,
    pub transitions: Option<u64>,
    pub depth: Option<u32>,
    pub time: Option<Duration>,
    pub memory: Option<u64>,
    /// Instructions between two choices.
    pub instructions: Option<u64>,
    /// Instructions of the whole search.
    pub instructions_in_all: Option<u64>,
}

/// Formulas to answer, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Questions {
    /// In PRISM's property language.
    pub formulas: Vec<String>,
    /// PRISM `.props` files.
    pub files: Vec<PathBuf>,
    /// `k=5,p=0.1`
    pub constants: Option<String>,
    pub exact: bool,
    pub epsilon: f64,
    pub bisimulation: bool,
    /// Where an optimal scheduler of the (last) optimised formula goes.
    pub scheduler: Option<PathBuf>,
    /// Workers that share the questions and large computations.
    pub threads: usize,
}

impl Default for Questions {
    fn default() -> Self {
        Questions {
            formulas: Vec::new(),
            files: Vec::new(),
            constants: None,
            exact: false,
            epsilon: 1e-6,
            bisimulation: false,
            scheduler: None,
            threads: 1,
        }
    }
}

impl Questions {
    pub fn is_empty(&self) -> bool {
        self.formulas.is_empty() && self.files.is_empty()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    Prism,
    Jpf,
}

/// Files that the explored model is written to.
#[derive(Clone, Debug, PartialEq)]
pub struct Exports {
    pub tra: Option<PathBuf>,
    pub lab: Option<PathBuf>,
    pub sta: Option<PathBuf>,
    pub dot: Option<PathBuf>,
    pub svg: Option<PathBuf>,
    pub aut: Option<PathBuf>,
    pub umb: Option<PathBuf>,
    /// Rewards of states and of transitions; of several, each file's name gets the reward's number.
    pub srew: Option<PathBuf>,
    pub trew: Option<PathBuf>,
    pub format: Format,
    /// Decimals of probabilities in drawings.
    pub precision: usize,
    /// A listener of jpf-label asked for the labels: those that hold nowhere are not written.
    pub only_labels_that_hold: bool,
    /// The drawing is jpf-label's own, without probabilities.
    pub is_label_drawing: bool,
}

impl Default for Exports {
    fn default() -> Self {
        Exports {
            tra: None,
            lab: None,
            sta: None,
            dot: None,
            svg: None,
            aut: None,
            umb: None,
            srew: None,
            trew: None,
            format: Format::Prism,
            precision: 2,
            only_labels_that_hold: false,
            is_label_drawing: false,
        }
    }
}

impl Exports {
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        let all = [&self.tra, &self.lab, &self.sta, &self.dot, &self.svg, &self.aut, &self.umb, &self.srew, &self.trew];
        all.into_iter().flatten()
    }

    pub fn is_empty(&self) -> bool {
        self.paths().next().is_none()
    }
}
