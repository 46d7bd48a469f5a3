//! Groups of options that several commands share.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::units;

/// Which program, on which JDK.
#[derive(Args)]
pub struct Program {
    /// Main.java, Main.class, app.jar, pkg.Main (with -cp PATH), or a JPF configuration X.jpf
    pub target: String,

    /// Where classes are found: folders and jars, separated by ':' (also -cp)
    #[arg(long, value_name = "PATH", help_heading = "Program")]
    pub classpath: Option<String>,

    /// The JDK whose class library is used [default: JAVA_HOME, else that of javac or java on PATH]
    #[arg(long, value_name = "DIR", help_heading = "Program")]
    pub jdk: Option<PathBuf>,

    /// Read the program's standard input from this file
    #[arg(long, value_name = "FILE", help_heading = "Program")]
    pub stdin: Option<PathBuf>,

    /// java.util.Random, Math.random and the like: as coins, or with a fixed seed
    #[arg(long, value_enum, value_name = "MODE", default_value = "enumerate", help_heading = "Program")]
    pub random: Random,

    /// Draw random doubles from the centres of N equally likely cells
    #[arg(long, value_name = "N", value_parser = units::positive32, help_heading = "Program")]
    pub random_grid: Option<u32>,

    /// An option of `java`; -Dkey=value, -Xmx1g, -Xss1m, -ea:pkg..., --add-opens and the like can also stand for themselves
    #[arg(long = "java-option", value_name = "OPTION", allow_hyphen_values = true, help_heading = "Program")]
    pub java_options: Vec<String>,

    /// Leave Java's assertions disabled, as `java` does
    #[arg(long, help_heading = "Program")]
    pub no_assertions: bool,

    /// The program's own arguments
    #[arg(last = true, value_name = "PROGRAM-ARGS")]
    pub arguments: Vec<String>,
}

/// Whose lines of code a trace shows.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Frames {
    Own,
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Random {
    /// Draws of generators without a seed over enumerable ranges become coins
    Enumerate,
    /// Draws of generators with a seed as well
    All,
    /// Unseeded generators get a fixed seed
    Off,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

/// Whether hot methods are compiled.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CompilerMode {
    Off,
    On,
    Always,
}

impl From<CompilerMode> for checker::CompilerMode {
    fn from(mode: CompilerMode) -> Self {
        match mode {
            CompilerMode::Off => checker::CompilerMode::Off,
            CompilerMode::On => checker::CompilerMode::On,
            CompilerMode::Always => checker::CompilerMode::Always,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ClockMode {
    Still,
    Free,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TimeOuts {
    Any,
    Late,
    Never,
}

/// How time passes.
#[derive(Args)]
pub struct Time {
    /// When a wait with a time-out ends by it: at any moment; when nothing else can happen; never [default: late]
    #[arg(long, value_enum, value_name = "any|late|never", hide_possible_values = true, help_heading = "Search")]
    pub timeouts: Option<TimeOuts>,

    /// Time passes by sleeping and waiting only, or between any two readings of the clock
    #[arg(long, value_enum, default_value = "still", help_heading = "Search")]
    pub clock: ClockMode,
}

impl Time {
    pub fn apply(&self, subject: &mut checker::Subject) {
        subject.free_clock = self.clock == ClockMode::Free;
        subject.time_outs = self.timeouts.map(Into::into);
    }
}

impl From<TimeOuts> for checker::TimeOuts {
    fn from(when: TimeOuts) -> Self {
        match when {
            TimeOuts::Any => checker::TimeOuts::Any,
            TimeOuts::Late => checker::TimeOuts::Late,
            TimeOuts::Never => checker::TimeOuts::Never,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Library {
    /// Operations that the JDK documents as atomic are one step
    Trusted,
    /// They interleave like the program's own code
    Interleaved,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ModelFormat {
    Prism,
    Jpf,
}

impl Program {
    pub fn subject(&self, seed: u64) -> checker::Subject {
        // What is wrong with them is said where they are needed.
        if let Ok(options) = checker::java_options::JavaOptions::parse(&self.java_options) {
            options.warnings.iter().for_each(|warning| crate::terminal::warn(warning));
        }
        checker::Subject {
            target: self.target.clone(),
            classpath: self.classpath.clone(),
            jdk: self.jdk.clone(),
            arguments: self.arguments.clone(),
            java_options: self.java_options.clone(),
            enumerate_random: self.random != Random::Off,
            enumerate_seeded: self.random == Random::All,
            random_grid: self.random_grid,
            assertions: !self.no_assertions,
            stdin: self.stdin.clone(),
            seed,
            ..checker::Subject::default()
        }
    }
}

/// What ends a search early.
#[derive(Args)]
pub struct Limits {
    /// Stop after so many states
    #[arg(long, value_name = "N", value_parser = units::positive, help_heading = "Limits")]
    pub max_states: Option<u64>,

    /// Stop after so many transitions
    #[arg(long, value_name = "N", value_parser = units::positive, help_heading = "Limits")]
    pub max_transitions: Option<u64>,

    /// Do not explore beyond so many choices
    #[arg(long, value_name = "N", value_parser = units::positive32, help_heading = "Limits")]
    pub max_depth: Option<u32>,

    /// Stop after this time: 30s, 500ms, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = units::duration, help_heading = "Limits")]
    pub max_time: Option<Duration>,

    /// Stop when the search holds so much memory: 4G, 500M
    #[arg(long, value_name = "AMOUNT", value_parser = units::memory, help_heading = "Limits")]
    pub max_memory: Option<u64>,
}

impl Limits {
    pub fn limits(&self) -> checker::Limits {
        checker::Limits {
            states: self.max_states,
            transitions: self.max_transitions,
            depth: self.max_depth,
            time: self.max_time,
            memory: self.max_memory,
            instructions: None,
            instructions_in_all: None,
        }
    }
}

/// Questions in PRISM's property language.
#[derive(Args)]
pub struct Questions {
    /// A question such as 'P=? [ F "x" ]' (repeatable)
    #[arg(short = 'p', long = "prop", value_name = "FORMULA", help_heading = "Questions")]
    pub prop: Vec<String>,

    /// A PRISM .props file (repeatable)
    #[arg(long, value_name = "FILE", help_heading = "Questions")]
    pub props: Vec<PathBuf>,

    /// Values of constants in formulas: k=5,p=0.1
    #[arg(long = "const", value_name = "VALUES", help_heading = "Questions")]
    pub constants: Option<String>,

    /// Answer in exact fractions
    #[arg(long, help_heading = "Questions")]
    pub exact: bool,

    /// The relative error that answers may have
    #[arg(long, value_name = "E", default_value_t = 1e-6, help_heading = "Questions")]
    pub epsilon: f64,

    /// Minimise the model by bisimulation first
    #[arg(long, help_heading = "Questions")]
    pub bisim: bool,

    /// Write the scheduler that attains the optimum (Pmax=?, Rmin=?, …)
    #[arg(long, value_name = "FILE", help_heading = "Questions")]
    pub scheduler: Option<PathBuf>,
}

impl Questions {
    pub fn questions(&self) -> checker::Questions {
        checker::Questions {
            formulas: self.prop.clone(),
            files: self.props.clone(),
            constants: self.constants.clone(),
            exact: self.exact,
            epsilon: self.epsilon,
            bisimulation: self.bisim,
            scheduler: self.scheduler.clone(),
            threads: 1,
        }
    }
}

/// Files that other programs read.
#[derive(Args)]
pub struct Renderings {
    /// Write the report as JUnit's XML
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub junit: Option<PathBuf>,

    /// Write it as SARIF 2.1.0
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub sarif: Option<PathBuf>,

    /// Write a summary in Markdown (in a workflow of GitHub, by default that of the job)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub summary: Option<PathBuf>,
}

impl Renderings {
    /// Fails early if a file could not be written in the end.
    pub fn check(&self) -> Result<(), checker::Fault> {
        [&self.junit, &self.sarif, &self.summary]
            .into_iter()
            .flatten()
            .try_for_each(|path| checker::files::check_writable(path))
    }

    /// Writes what was asked for. In a workflow of GitHub findings become annotations, too.
    pub fn deliver(&self, suite: impl FnOnce() -> render::Suite) -> Result<(), checker::Fault> {
        let on_github = std::env::var("GITHUB_ACTIONS").is_ok_and(|value| value == "true");
        let of_job = std::env::var_os("GITHUB_STEP_SUMMARY").map(PathBuf::from).filter(|_| on_github);
        let summary = self.summary.clone().or(of_job);
        if self.junit.is_none() && self.sarif.is_none() && summary.is_none() && !on_github {
            return Ok(());
        }
        let suite = suite();
        if let Some(path) = &self.junit {
            checker::files::write(path, render::junit(&suite).as_bytes())?;
        }
        if let Some(path) = &self.sarif {
            checker::files::write(path, render::sarif(&suite).as_bytes())?;
        }
        if let Some(path) = &summary {
            // What other steps wrote stays.
            let before = std::fs::read_to_string(path).ok().filter(|_| self.summary.is_none()).unwrap_or_default();
            checker::files::write(path, format!("{before}{}", render::summary(&suite)).as_bytes())?;
        }
        if on_github {
            // The runner reads commands from either stream; standard output may be the JSON report's.
            crate::terminal::pass_on(render::annotations(&suite).trim_end());
        }
        Ok(())
    }
}

/// Where the result goes.
#[derive(Args, Clone)]
pub struct Output {
    /// Write the report as JSON (- for standard output)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,

    /// Write the report as a page to open in a browser
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub html: Option<PathBuf>,

    /// Print nothing but errors
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,

    /// Print more: every step of a trace, statistics
    #[arg(short, long, help_heading = "Output")]
    pub verbose: bool,
}

impl Output {
    /// Standard output belongs to the JSON report.
    pub fn json_to_stdout(&self) -> bool {
        self.json.as_ref().is_some_and(|path| path.as_os_str() == "-")
    }

    /// Fails early if the report could not be written in the end.
    pub fn check(&self) -> Result<(), checker::Fault> {
        match &self.json {
            Some(path) if !self.json_to_stdout() => checker::files::check_writable(path),
            _ => Ok(()),
        }?;
        self.html.as_deref().map_or(Ok(()), checker::files::check_writable)
    }

    /// For commands whose reports have no page.
    pub fn refuse_page(&self) -> Result<(), checker::Fault> {
        match self.html {
            Some(_) => Err(checker::Fault::input(
                "--html: this command's report has no page; use --json, or --summary where there is one",
            )),
            None => Ok(()),
        }
    }

    /// Writes the page, if one is wanted. What was found out has been said by then: a page that cannot be written does not
    /// change it.
    pub fn write_page(&self, page: impl FnOnce() -> render::Page) {
        if let Some(path) = &self.html
            && let Err(fault) = checker::files::write(path, page().html().as_bytes())
        {
            crate::terminal::complain(&fault.to_string());
        }
    }

    /// Gives the report: as JSON if asked for, as text unless standard output is taken or quiet is wanted.
    /// A report that cannot be written to its file is no reason to lose it: the text comes first, and the complaint after.
    pub fn deliver(&self, report: &impl serde::Serialize, text: impl FnOnce() -> String, errors: &[String]) {
        if !self.quiet && !self.json_to_stdout() {
            crate::terminal::print(&text());
        }
        if let Some(path) = &self.json {
            let mut json = serde_json::to_string_pretty(report).expect("reports are plain data");
            json.push('\n');
            if self.json_to_stdout() {
                crate::terminal::print(&json);
            } else if let Err(fault) = checker::files::write(path, json.as_bytes()) {
                crate::terminal::complain(&fault.to_string());
            }
        }
        errors.iter().for_each(|sentence| crate::terminal::complain(sentence));
    }
}
