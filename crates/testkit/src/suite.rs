//! A folder of golden programs, run on one JDK.

use crate::command::{Finished, Template, run_limited};
use crate::jdk::Jdk;
use crate::outcome::{Mismatch, compare_report, compare_run};
use crate::scoreboard::Scoreboard;
use crate::sources::{Program, compile, discover};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The oldest JDK whose library the machine runs.
pub(crate) const FIRST_JDK: u32 = 17;

/// The JDKs that scores and outputs are recorded for.
pub const RECORDED: [u32; 2] = [17, 25];

/// The recorded JDK that this one is most like.
pub fn nearest_recorded(version: u32) -> u32 {
    RECORDED.into_iter().min_by_key(|recorded| recorded.abs_diff(version)).expect("some are recorded")
}

/// How one program did.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub name: String,
    pub result: Result<(), Mismatch>,
}

/// What to run and how. Programs with `//@ check:` go through `check`, all others through `run`, unless `explores_all`.
#[derive(Clone, Debug)]
pub struct Suite {
    pub root: PathBuf,
    pub run: Template,
    pub check: Template,
    /// Sources compiled along with the programs, such as the Java API.
    pub extra_sources: Vec<PathBuf>,
    /// Jars and folders on the class path.
    pub libraries: Vec<PathBuf>,
    /// Every program goes through `check`, also those without `//@ check:`.
    pub explores_all: bool,
    /// Options of `check` besides those in the headers.
    pub options: Vec<String>,
    /// How far, relatively, an answer may be off that is not reported as a fraction.
    pub tolerance: f64,
    /// Names of programs to leave out.
    pub skipped: BTreeSet<String>,
    /// The committed scores are `<scores>-<JDK version>.txt`.
    pub scores: String,
    pub time_max: Duration,
    pub workers: usize,
}

impl Suite {
    pub fn new(root: &Path, run: Template, check: Template) -> Suite {
        Suite {
            root: root.to_path_buf(),
            run,
            check,
            extra_sources: Vec::new(),
            libraries: Vec::new(),
            explores_all: false,
            options: Vec::new(),
            tolerance: 1e-6,
            skipped: BTreeSet::new(),
            scores: "PASSED".to_string(),
            time_max: Duration::from_secs(20),
            workers: 2,
        }
    }

    /// `hazard run` and `hazard check` by the given binary.
    pub fn hazard(root: &Path, binary: &str) -> Suite {
        Suite::new(root, Template::hazard_run(binary), Template::hazard_check(binary))
    }

    /// The programs that this JDK can compile.
    pub(crate) fn programs(&self, jdk: &Jdk) -> Result<Vec<Program>, String> {
        let mut programs = discover(&self.root)?;
        programs.retain(|program| !self.skipped.contains(&program.name));
        programs.retain(|program| program.header.since.is_none_or(|version| version <= jdk.version));
        Ok(programs)
    }

    /// Compiles all of them at once; gives the class path.
    pub(crate) fn compile(&self, jdk: &Jdk, programs: &[Program]) -> Result<String, String> {
        let mut files: Vec<PathBuf> = programs.iter().map(|program| program.path.clone()).collect();
        files.extend(self.extra_sources.iter().cloned());
        compile(jdk, &files, &self.libraries).map(|compiled| compiled.classpath).map_err(|e| e.to_string())
    }

    /// Compiles and runs all programs; outcomes come in order of name whatever order they finished in.
    pub fn execute(&self, jdk: &Jdk) -> Result<Vec<Outcome>, String> {
        let programs = self.programs(jdk)?;
        let class_path = self.compile(jdk, &programs)?;
        let next = AtomicUsize::new(0);
        let outcomes = Mutex::new(Vec::with_capacity(programs.len()));
        std::thread::scope(|scope| {
            for _ in 0..self.workers.max(1) {
                scope.spawn(|| {
                    while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let result = self.run_one(program, jdk, &class_path);
                        let outcome = Outcome { name: program.name.clone(), result };
                        outcomes.lock().expect("no worker panics while holding it").push(outcome);
                    }
                });
            }
        });
        let mut outcomes = outcomes.into_inner().expect("all workers have ended");
        outcomes.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(outcomes)
    }

    pub(crate) fn run_one(&self, program: &Program, jdk: &Jdk, classpath: &str) -> Result<(), Mismatch> {
        let header = &program.header;
        let explores = self.explores_all || header.check.is_some();
        let template = if explores { &self.check } else { &self.run };
        let mut options = header.check_options();
        options.extend(self.options.iter().cloned());
        let words = template.fill(&jdk.home, classpath, &program.main, &options, &header.args);
        let finished = run_limited(&words, program.folder(), program.input().as_deref(), self.time_max);
        let finished =
            finished.map_err(|e| Mismatch(format!("cannot run {}: {e}", words.first().map_or("", String::as_str))))?;
        if explores {
            compare_report(header, &finished, self.tolerance)
        } else if RECORDED.contains(&jdk.version) {
            compare_run(program, jdk.version, &finished)
        } else {
            self.compare_live(program, jdk, classpath, &finished)
        }
    }
}

impl Suite {
    /// Nothing was recorded for this JDK: the program runs on HotSpot, here and now.
    fn compare_live(&self, program: &Program, jdk: &Jdk, classpath: &str, ours: &Finished) -> Result<(), Mismatch> {
        let words = Template::hotspot().fill(&jdk.home, classpath, &program.main, &[], &program.header.args);
        let theirs = run_limited(&words, program.folder(), program.input().as_deref(), self.time_max)
            .map_err(|e| Mismatch(format!("cannot run java: {e}")))?;
        if (theirs.status, &theirs.stdout) == (ours.status, &ours.stdout) {
            return Ok(());
        }
        Err(Mismatch(format!(
            "differs from HotSpot, which ends with status {:?} (ours: {:?})",
            theirs.status, ours.status
        )))
    }
}

impl Scoreboard {
    pub fn of(outcomes: &[Outcome]) -> Scoreboard {
        let failing =
            outcomes.iter().filter(|outcome| outcome.result.is_err()).map(|outcome| outcome.name.clone()).collect();
        Scoreboard { total: outcomes.len(), failing }
    }
}
