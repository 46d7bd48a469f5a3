//! `hazard test`: the tests of a project, one by one.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use testing::{Asking, Event, Project, Selection, Suite, SuiteReport, TestReport, TestVerdict};

use crate::failure::Failure;
use crate::options::{Frames, Library, Output, Random, Renderings, Time};
use crate::terminal::{Paint, ProgressLine, columns, count, is_laid_out, milliseconds, print, wrapped};
use crate::{guard, story, units};

/// How far what is told of a test stands from the margin.
const INDENT: usize = 4;

#[derive(Args)]
pub struct Test {
    /// A project's folder, and tests: CounterTest, shop.CounterTest#counts, '*Test#slow*' [default: all, of the project here]
    #[arg(value_name = "DIR|CLASS|CLASS#METHOD")]
    what: Vec<String>,

    /// What Maven or Gradle are told besides: -Pci -Denforcer.skip
    #[arg(last = true, value_name = "BUILD-ARGS", conflicts_with = "classpath")]
    build_arguments: Vec<String>,

    /// How long each test may be explored, in processor time: 10s, 2m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::duration, help_heading = "Search")]
    budget: Duration,

    /// JUnit's unique id of the one test named
    #[arg(long, value_name = "ID", hide = true, requires = "classpath")]
    unique_id: Option<String>,

    /// Only list the tests
    #[arg(long, help_heading = "Search")]
    list: bool,

    /// Stop at the first failure
    #[arg(long, help_heading = "Search")]
    fail_fast: bool,

    /// Only tests of which a class has changed since this file was written
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    since: Option<PathBuf>,

    /// One search instead of hunting first and proving then (`hazard list searches`)
    #[arg(long, value_name = "NAME[,KEY=VALUE…]", help_heading = "Search")]
    search: Option<String>,

    /// Every random decision of a search derives from it
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    seed: u64,

    /// Tests explored side by side [default: one per processor]
    #[arg(long, value_name = "N", value_parser = units::positive32, help_heading = "Search")]
    threads: Option<u32>,

    /// What java.util.concurrent is taken for: documented atomic operations are one step, or interleave inside
    #[arg(long, value_enum, value_name = "HOW", default_value = "trusted", help_heading = "Search")]
    library: Library,

    /// What counts as wrong: deadlock,exceptions,assertions,races,exit,livelock
    #[arg(long, value_name = "LIST", help_heading = "Search")]
    property: Option<String>,

    /// An exception that ends another thread than the test's, and that nobody catches: the test fails, or it is left to the test
    #[arg(long, value_enum, value_name = "HOW", default_value = "fails", help_heading = "Search")]
    uncaught: Uncaught,

    /// Which lines of code a schedule shows: the project's own, or those of libraries in jars as well
    #[arg(long, value_enum, value_name = "WHICH", default_value = "own", help_heading = "Search")]
    frames: Frames,

    /// Give a test up when it holds so much memory: 4G, 500M
    #[arg(long, value_name = "AMOUNT", value_parser = units::memory, help_heading = "Search")]
    max_memory: Option<u64>,

    /// Compiled tests and what they need, instead of a project: folders and jars, separated by ':' (also -cp)
    #[arg(long, value_name = "PATH", help_heading = "Program")]
    classpath: Option<String>,

    /// The JDK whose class library is used, and that the build runs with [default: JAVA_HOME, else that of javac or java on PATH]
    #[arg(long, value_name = "DIR", help_heading = "Program")]
    jdk: Option<PathBuf>,

    /// java.util.Random, Math.random and the like: as coins, or with a fixed seed
    #[arg(long, value_enum, value_name = "MODE", default_value = "enumerate", help_heading = "Program")]
    random: Random,

    #[command(flatten)]
    renderings: Renderings,

    #[command(flatten)]
    time: Time,

    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Uncaught {
    Fails,
    Ignored,
}

impl Test {
    pub fn execute(&self) -> Result<i32, Failure> {
        self.output.check()?;
        self.renderings.check()?;
        if let Some(search) = &self.search {
            checker::list::check_search(search)?;
        }
        let suite = self.suite()?;
        if self.list {
            let tests = suite.tests()?;
            let names: Vec<String> = tests.iter().map(|(_, test)| test.name()).collect();
            self.output.deliver(&names, || names.iter().map(|name| format!("{name}\n")).collect(), &[]);
            return Ok(0);
        }
        let mut board = Board::new(self.output.quiet || self.output.json_to_stdout(), self.output.verbose, self.frames);
        let report = testing::explore(&suite, |event| board.hear(event))?;
        board.line.clear();
        guard::relieve();
        let rendered = self.renderings.deliver(|| render::Suite::of_tests(&suite.project.root, &report));
        self.output.deliver(&report, || summary(&report), &[]);
        if let Err(fault) = rendered {
            crate::terminal::complain(&fault.to_string());
        }
        let title = crate::terminal::title_of(&suite.project.root);
        self.output
            .write_page(|| render::Page::new(render::Topic::Tests, title, crate::terminal::command_line(), &report));
        Ok(report.exit_status())
    }

    /// The test that a caller describes completely.
    fn known(&self, patterns: &[String]) -> Result<Option<testing::Test>, Failure> {
        let Some(id) = &self.unique_id else { return Ok(None) };
        match patterns.first().and_then(|word| word.split_once('#')) {
            Some((class, method)) => Ok(Some(testing::Test {
                framework: "platform".to_owned(),
                class: class.to_owned(),
                method: method.to_owned(),
                id: id.clone(),
            })),
            None => Err(Failure::usage("--unique-id belongs to one test, written as CLASS#METHOD")),
        }
    }

    fn suite(&self) -> Result<Suite, Failure> {
        let (folders, patterns): (Vec<String>, Vec<String>) =
            self.what.iter().cloned().partition(|word| is_folder(word));
        if folders.len() > 1 {
            return Err(Failure::usage(format!("{} and {} are both projects; name one", folders[0], folders[1])));
        }
        // Before the build is asked, which takes its time.
        let is_place = |word: &&String| {
            word.contains('/') && !word.split('#').next().is_some_and(|file| file.ends_with(".java"))
                || *word == "."
                || *word == ".."
        };
        if let Some(place) = patterns.iter().find(is_place) {
            return Err(Failure::usage(format!("{place}: there is no such folder")));
        }
        let selection = Selection::parse(&patterns)?;
        if let Some(file) = self.since.as_ref().filter(|file| !file.exists()) {
            let file = file.display();
            return Err(Failure::usage(format!(
                "--since {file}: there is no such file; name one whose time of change counts"
            )));
        }
        let project = match &self.classpath {
            Some(text) => Project::of_class_path(text)?,
            None => {
                let asking = Asking { jdk: self.jdk.clone(), arguments: self.build_arguments.clone() };
                Project::locate(Path::new(folders.first().map_or(".", String::as_str)), &asking)?
            }
        };
        let binary = std::env::current_exe()
            .map_err(|error| Failure::usage(format!("this program cannot find itself ({error})")))?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut subject = checker::Subject {
            jdk: self.jdk.clone(),
            enumerate_random: self.random != Random::Off,
            enumerate_seeded: self.random == Random::All,
            seed: self.seed,
            fresh_draws: true,
            frames_all: self.frames == Frames::All,
            library_interleaved: self.library == Library::Interleaved,
            ..checker::Subject::default()
        };
        self.time.apply(&mut subject);
        Ok(Suite {
            project,
            selection,
            known: self.known(&patterns)?,
            subject,
            budget: self.budget,
            properties: self.property.clone(),
            search: self.search.clone(),
            memory: self.max_memory,
            uncaught_ignored: self.uncaught == Uncaught::Ignored,
            workers: self.threads.map_or(cores, |threads| threads as usize),
            fail_fast: self.fail_fast,
            since: self.since.clone(),
            binary,
            words: vec!["test-one".to_owned()],
            width: columns().saturating_sub(INDENT),
            interrupt: Some(guard::polite()),
        })
    }
}

fn is_folder(word: &str) -> bool {
    Path::new(word).is_dir()
}

/// Tells of each test when it is done; meanwhile a line says which are being explored.
struct Board {
    line: ProgressLine,
    is_silent: bool,
    verbose: bool,
    frames: Frames,
    running: Vec<String>,
    done: usize,
    bad: usize,
}

impl Board {
    fn new(is_silent: bool, verbose: bool, frames: Frames) -> Board {
        Board { line: ProgressLine::new(is_silent), is_silent, verbose, frames, running: Vec::new(), done: 0, bad: 0 }
    }

    fn hear(&mut self, event: Event<'_>) {
        match event {
            Event::Begun(test) => self.running.push(test.name()),
            Event::Done(report) => {
                let name = format!("{}#{}", report.class, report.method);
                self.running.retain(|running| *running != name);
                self.done += 1;
                self.bad += usize::from(report.is_bad());
                if !self.is_silent {
                    self.line.clear();
                    print(&told(report, self.verbose, self.frames));
                }
            }
            Event::Beat => {}
        }
        if self.line.is_enabled() && !self.running.is_empty() {
            let bad = if self.bad > 0 { format!(", {} failing", self.bad) } else { String::new() };
            self.line.print(&format!("{} explored{bad}; now {}", self.done, self.running.join(", ")));
        }
    }
}

fn told(report: &TestReport, verbose: bool, frames: Frames) -> String {
    let paint = Paint::for_stdout();
    let width = columns();
    let verdict = match report.verdict {
        TestVerdict::Proved => paint.green("proved     "),
        TestVerdict::Violated => paint.red("violated   "),
        TestVerdict::Fails => paint.red("fails      "),
        TestVerdict::Open => paint.yellow("open       "),
        TestVerdict::Unsupported => paint.yellow("unsupported"),
        TestVerdict::Skipped => paint.faint("skipped    "),
    };
    let numbers = format!("{}, {}", count(report.states, "state"), milliseconds(report.time_ms));
    let name = format!("{}#{}", report.class, report.method);
    let mut text = format!("{verdict}  {name}  {}\n", paint.faint(&numbers));
    let say = |text: &mut String, line: &str| text.push_str(&wrapped(line, 4, width));
    match report.verdict {
        TestVerdict::Violated | TestVerdict::Fails => {
            let place = report.location.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
            let message = report.message.as_deref().unwrap_or_default();
            let line = format!("{}{place}", headline(message));
            // Whoever reads it by a program wants the line whole.
            let room = if is_laid_out() { width } else { usize::MAX };
            text.push_str(&paint.bold(wrapped(&line, INDENT, room).trim_end()));
            text.push('\n');
            if let Some(thread) = &report.thread {
                let why = "nobody catches it there, so that the test counts as failed even if it does not notice \
                           (--uncaught ignored leaves it to the test)";
                say(&mut text, &format!("\"{thread}\" dies of it: {why}."));
            }
            if report.verdict == TestVerdict::Fails {
                say(&mut text, "It fails whatever happens: no schedule and no coin makes it pass.");
            } else if let Some(probability) = report.probability {
                let probability = story::chance(probability);
                say(&mut text, &format!("It fails with these coins, whose probability is {probability}:"));
            }
            if report.verdict == TestVerdict::Violated {
                report.schedule.iter().for_each(|line| text.push_str(&format!("{:INDENT$}{line}\n", "")));
            }
            let details = if verbose || frames == Frames::All {
                report.details.clone()
            } else {
                checker::frames::folded(&report.details)
            };
            details.iter().for_each(|line| say(&mut text, &checker::frames::within(line, width - INDENT)));
            if let Some(trace) = &report.trace {
                text.push_str(&format!("    hazard replay {}\n", shortened(trace).display()));
            }
        }
        TestVerdict::Open => say(
            &mut text,
            &format!(
                "{}; no failure in {}",
                report.message.as_deref().unwrap_or("not everything was explored"),
                count(report.schedules, "schedule")
            ),
        ),
        TestVerdict::Unsupported | TestVerdict::Skipped => {
            say(&mut text, report.message.as_deref().unwrap_or_default());
        }
        TestVerdict::Proved => {}
    }
    text
}

/// A message in one line: libraries of assertions begin a new one for each value.
fn headline(message: &str) -> String {
    const LENGTH_MAX: usize = 240;
    let lines: Vec<&str> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    crate::terminal::cut(&lines.join(" "), LENGTH_MAX)
}

/// As seen from here, where that is shorter.
fn shortened(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).map_or_else(|_| path.to_path_buf(), Path::to_path_buf)
}

fn summary(report: &SuiteReport) -> String {
    let paint = Paint::for_stdout();
    let parts = [
        (report.proved, "proved"),
        (report.violated, "violated"),
        (report.fails, "failing always"),
        (report.open, "open"),
        (report.unsupported, "unsupported"),
        (report.skipped, "skipped"),
        (report.left_out, "left out"),
    ];
    let told: Vec<String> =
        parts.iter().filter(|(number, _)| *number > 0).map(|(number, what)| format!("{number} {what}")).collect();
    let told = if told.is_empty() { "nothing to explore".to_owned() } else { told.join(", ") };
    let head = match report.verdict {
        "violated" => paint.red("violated:"),
        "holds" => paint.green("holds:"),
        _ => paint.yellow("inconclusive:"),
    };
    let mut text = format!("{head} {told} in {}\n", milliseconds(report.time_ms));
    if let Some(line) = assumed(report) {
        text.push_str(&paint.faint(wrapped(&line, 0, columns()).trim_end()));
        text.push('\n');
    }
    text
}

/// What proofs rest on, and how many of them.
fn assumed(report: &SuiteReport) -> Option<String> {
    let mut counts: std::collections::BTreeMap<&str, usize> = Default::default();
    let proved = report.tests.iter().filter(|test| test.verdict == TestVerdict::Proved);
    for assumption in proved.flat_map(|test| &test.assuming) {
        *counts.entry(assumption).or_default() += 1;
    }
    let parts: Vec<String> =
        counts.iter().map(|(what, tests)| format!("{what} ({})", count(*tests as u64, "test"))).collect();
    (!parts.is_empty()).then(|| format!("proofs assume {}; --json has the details", parts.join(", ")))
}
