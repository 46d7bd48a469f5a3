//! Golden programs as tests, one for each program and JDK, so that they can be filtered, run alone and are timed: for test binaries
//! without the standard harness (`harness = false`), by `cargo test` and nextest alike.
//!
//! Scores are committed per JDK (`PASSED-17.txt`). A program that fails and is not listed there is a failing test, and so is
//! one that passes and is listed. `HAZARD_BLESS=1` rewrites the files after a run of everything. A JDK that nothing was
//! recorded for is held against the nearest one.

use std::process::ExitCode;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};

use crate::command::write_whole;
use crate::jdk::Jdk;
use crate::scoreboard::Scoreboard;
use crate::sources::Program;
use crate::suite::{FIRST_JDK, Outcome, RECORDED, Suite, nearest_recorded};

/// So many of the slowest are told after a whole run.
const SLOWEST: usize = 5;

/// The tests of one binary.
#[derive(Default)]
pub struct Trials {
    trials: Vec<Trial>,
    groups: Vec<Arc<Group>>,
}

/// A suite on one JDK.
struct Group {
    suite: Suite,
    jdk: Jdk,
    programs: Vec<Program>,
    /// The class path, once the first of its tests has compiled everything.
    class_path: OnceLock<Result<String, String>>,
    committed: Scoreboard,
    ran: Mutex<Vec<(Outcome, Duration)>>,
}

fn is_blessed() -> bool {
    std::env::var_os("HAZARD_BLESS").is_some_and(|value| value == "1")
}

impl Trials {
    /// An ordinary test: what panics fails.
    pub fn test(&mut self, name: &str, body: impl FnOnce() + Send + 'static) {
        self.trials.push(Trial::test(name, move || {
            body();
            Ok(())
        }));
    }

    /// A test for each program of the suite on each JDK from 17 on; one that fails if there are none.
    pub fn suite(&mut self, name: &str, suite: Suite) {
        let mut jdks = Jdk::installed();
        jdks.retain(|jdk| jdk.version >= FIRST_JDK);
        if jdks.is_empty() {
            let sentence = format!("no JDK from {FIRST_JDK} on: set JAVA_HOME or install openjdk-17-jdk");
            self.trials.push(Trial::test(name, move || Err(Failed::from(sentence))));
        }
        for jdk in jdks {
            let name = format!("{name}-{}", jdk.version);
            match Group::new(suite.clone(), jdk) {
                Ok(group) => self.add(&name, Arc::new(group)),
                Err(sentence) => self.trials.push(Trial::test(name, move || Err(Failed::from(sentence)))),
            }
        }
    }

    fn add(&mut self, name: &str, group: Arc<Group>) {
        for index in 0..group.programs.len() {
            let own = group.clone();
            let title = format!("{name}/{}", group.programs[index].name);
            self.trials.push(Trial::test(title, move || own.run(index)));
        }
        let own = group.clone();
        self.trials.push(Trial::test(format!("{name}/score"), move || own.check_score()));
        self.groups.push(group);
    }

    /// Runs what the arguments of the process ask for.
    pub fn run(self) -> ExitCode {
        let arguments = Arguments::from_args();
        let conclusion = libtest_mimic::run(&arguments, self.trials);
        if !arguments.list && conclusion.num_filtered_out == 0 {
            for group in &self.groups {
                if let Err(sentence) = group.conclude() {
                    eprintln!("{sentence}");
                    return ExitCode::FAILURE;
                }
            }
        }
        conclusion.exit_code()
    }
}

impl Group {
    fn new(suite: Suite, jdk: Jdk) -> Result<Group, String> {
        let programs = suite.programs(&jdk)?;
        if programs.is_empty() {
            return Err(format!("{}: there is no program to run on JDK {}", suite.root.display(), jdk.version));
        }
        let group = Group {
            suite,
            jdk,
            programs,
            class_path: OnceLock::new(),
            committed: Scoreboard::default(),
            ran: Mutex::default(),
        };
        if is_blessed() {
            return Ok(group);
        }
        let file = group.file();
        let text =
            std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}; HAZARD_BLESS=1 writes it", file.display()))?;
        let committed = Scoreboard::parse(&text)
            .ok_or_else(|| format!("{}: not a score file; HAZARD_BLESS=1 writes it", file.display()))?;
        Ok(Group { committed, ..group })
    }

    fn file(&self) -> std::path::PathBuf {
        self.suite.root.join(format!("{}-{}.txt", self.suite.scores, nearest_recorded(self.jdk.version)))
    }

    fn run(&self, index: usize) -> Result<(), Failed> {
        let compiled = self.class_path.get_or_init(|| self.suite.compile(&self.jdk, &self.programs));
        let class_path = compiled.as_ref().map_err(Failed::from)?;
        let (program, started) = (&self.programs[index], Instant::now());
        let result = self.suite.run_one(program, &self.jdk, class_path);
        let outcome = Outcome { name: program.name.clone(), result };
        let verdict = self.judge(&outcome);
        self.ran.lock().unwrap_or_else(PoisonError::into_inner).push((outcome, started.elapsed()));
        verdict
    }

    fn judge(&self, outcome: &Outcome) -> Result<(), Failed> {
        let is_listed = self.committed.failing.contains(&outcome.name);
        match &outcome.result {
            Err(mismatch) if is_blessed() => {
                println!("{} on JDK {}: {mismatch}", outcome.name, self.jdk.version);
                Ok(())
            }
            Err(mismatch) if !is_listed => Err(Failed::from(mismatch.to_string())),
            Ok(()) if is_listed && RECORDED.contains(&self.jdk.version) => Err(Failed::from(format!(
                "it passes, and {} says it fails; HAZARD_BLESS=1 rewrites the file",
                self.file().display()
            ))),
            _ => Ok(()),
        }
    }

    /// Whether the committed score is about these programs.
    fn check_score(&self) -> Result<(), Failed> {
        let (total, there) = (self.committed.total, self.programs.len());
        if is_blessed() || !RECORDED.contains(&self.jdk.version) || total == there {
            return Ok(());
        }
        let file = self.file();
        Err(Failed::from(format!(
            "{} is about {total} programs, and there are {there}; HAZARD_BLESS=1 rewrites it",
            file.display()
        )))
    }

    /// After a run of everything.
    fn conclude(&self) -> Result<(), String> {
        let mut ran = self.ran.lock().unwrap_or_else(PoisonError::into_inner);
        if ran.len() != self.programs.len() {
            return Err(format!(
                "{}: {} of {} programs were run",
                self.suite.root.display(),
                ran.len(),
                self.programs.len()
            ));
        }
        ran.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
        let slowest =
            ran.iter().take(SLOWEST).map(|(outcome, time)| format!("{} {:.1} s", outcome.name, time.as_secs_f64()));
        let slowest: Vec<String> = slowest.collect();
        println!("slowest of {} on JDK {}: {}", self.suite.root.display(), self.jdk.version, slowest.join(", "));
        if is_blessed() && RECORDED.contains(&self.jdk.version) {
            let outcomes: Vec<Outcome> = ran.iter().map(|(outcome, _)| outcome.clone()).collect();
            let file = self.file();
            let text = Scoreboard::of(&outcomes).to_text();
            return write_whole(&file, text.as_bytes()).map_err(|e| format!("{}: {e}", file.display()));
        }
        Ok(())
    }
}
