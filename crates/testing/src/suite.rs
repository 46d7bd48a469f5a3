//! All selected tests of a project, explored side by side, each by a process of its own.

use std::collections::{HashSet, VecDeque};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use checker::{Fault, Subject};
use serde::Serialize;

use crate::changes::retain_changed;
use crate::discovery::{Test, discover, missing_framework, passed_over};
use crate::one::{OneJob, PATIENCE, TestReport, TestVerdict};
use crate::project::{Module, Project};
use crate::selection::Selection;

/// How long after its budget a process may still tell what it found.
const GRACE: Duration = Duration::from_secs(20);

/// What is to be explored, and how.
#[derive(Clone, Debug)]
pub struct Suite {
    pub project: Project,
    pub selection: Selection,
    /// A test that the caller knows already, so that nobody need look for it.
    pub known: Option<Test>,
    /// JDK, assertions, random numbers and whatever else every test shares.
    pub subject: Subject,
    pub budget: Duration,
    pub properties: Option<String>,
    pub search: Option<String>,
    pub memory: Option<u64>,
    /// Whether threads may die of exceptions that nobody catches; otherwise the test fails by that.
    pub uncaught_ignored: bool,
    pub workers: usize,
    pub fail_fast: bool,
    /// Only tests to which something has changed since this file was written.
    pub since: Option<PathBuf>,
    /// This program, and the words that make it explore one test, given as JSON on its standard input.
    pub binary: PathBuf,
    pub words: Vec<String>,
    /// How wide the lines of a schedule may be.
    pub width: usize,
    pub interrupt: Option<Arc<AtomicBool>>,
}

#[derive(Clone, Debug, Serialize)]
pub struct SuiteReport {
    pub verdict: &'static str,
    pub tests: Vec<TestReport>,
    pub proved: usize,
    pub violated: usize,
    pub fails: usize,
    pub open: usize,
    pub unsupported: usize,
    pub skipped: usize,
    /// Tests that were not explored, because of an earlier failure or an interrupt.
    pub left_out: usize,
    pub time_ms: f64,
    pub version: &'static str,
}

/// What happens while a suite is explored.
pub enum Event<'a> {
    Begun(&'a Test),
    Done(&'a TestReport),
    /// Nothing new, but life.
    Beat,
}

impl Suite {
    /// The tests, module by module.
    pub fn tests(&self) -> Result<Vec<(&Module, Test)>, Fault> {
        if let (Some(test), Some(module)) = (&self.known, self.project.modules.first()) {
            return Ok(vec![(module, test.clone())]);
        }
        let mut all = Vec::new();
        for module in &self.project.modules {
            let mut tests = discover(module, &self.selection, self.subject.jdk.as_deref(), &self.binary)?;
            if let Some(file) = &self.since {
                retain_changed(module, file, &mut tests)?;
            }
            all.extend(tests.into_iter().map(|test| (module, test)));
        }
        let found: Vec<Test> = all.iter().map(|(_, test)| test.clone()).collect();
        if self.since.is_none()
            && let Some(pattern) = self.selection.unmatched(&found).next()
        {
            let all = self.all();
            return Err(Fault::Input(match Selection::meant(&pattern, &all) {
                Some(name) => format!("no test is called {pattern}; did you mean {name}?"),
                None => format!("no test is called {pattern}; `hazard test --list` shows all"),
            }));
        }
        if found.is_empty()
            && let Some((class, package)) = self.project.modules.iter().find_map(missing_framework)
        {
            return Err(Fault::Input(format!(
                "{class} has tests, but {package} is not on the class path; add the jars of the framework and what they need"
            )));
        }
        if found.is_empty()
            && self.selection.is_empty()
            && let Some(class) = self.project.modules.iter().find_map(passed_over)
        {
            return Err(Fault::Input(format!(
                "Maven runs no tests of {}: their classes do not fit its patterns (**/*Test); name what is to be explored, such \
                 as {class}",
                self.project.root.display()
            )));
        }
        if found.is_empty() && self.since.is_none() {
            return Err(Fault::Input(format!(
                "{} has no tests of JUnit or TestNG; write one, or give -cp",
                self.project.root.display()
            )));
        }
        Ok(all)
    }
}

/// Explores the tests; `listen` hears of each.
pub fn explore(suite: &Suite, mut listen: impl FnMut(Event<'_>)) -> Result<SuiteReport, Fault> {
    let started = Instant::now();
    let tests = suite.tests()?;
    let total = tests.len();
    let open = Mutex::new(name_traces(tests));
    let is_over = AtomicBool::new(false);
    let mut reports = Vec::new();
    std::thread::scope(|scope| {
        let (tell, told) = mpsc::channel();
        for _ in 0..suite.workers.clamp(1, total.max(1)) {
            let (tell, open, is_over) = (tell.clone(), &open, &is_over);
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) && !suite.is_interrupted() {
                    let next = open.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                    let Some((module, test, trace)) = next else { break };
                    let _ = tell.send(Message::Begun(test.clone()));
                    let report = run(suite, module, &test, &trace);
                    if suite.fail_fast && report.is_bad() {
                        is_over.store(true, Ordering::Relaxed);
                    }
                    let _ = tell.send(Message::Done(Box::new(report)));
                }
            });
        }
        drop(tell);
        loop {
            match told.recv_timeout(Duration::from_millis(200)) {
                Ok(Message::Begun(test)) => listen(Event::Begun(&test)),
                Ok(Message::Done(report)) => {
                    listen(Event::Done(&report));
                    reports.push(*report);
                }
                Err(mpsc::RecvTimeoutError::Timeout) => listen(Event::Beat),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    reports.sort_by(|a, b| (&a.class, &a.method).cmp(&(&b.class, &b.method)));
    Ok(SuiteReport::of(reports, total, started))
}

enum Message {
    Begun(Test),
    Done(Box<TestReport>),
}

/// Gives each test the file its schedule goes to.
fn name_traces(tests: Vec<(&Module, Test)>) -> VecDeque<(&Module, Test, PathBuf)> {
    let mut taken = HashSet::new();
    let mut named = VecDeque::new();
    for (module, test) in tests {
        let plain: String = format!("{}.{}", test.class, test.method)
            .chars()
            .map(|character| if character.is_alphanumeric() || "._-$".contains(character) { character } else { '_' })
            .collect();
        let names = std::iter::once(plain.clone()).chain((2..).map(|number| format!("{plain}-{number}")));
        let path = names.map(|name| module.notes.join(format!("{name}.json"))).find(|path| taken.insert(path.clone()));
        named.push_back((module, test, path.expect("numbers do not run out")));
    }
    named
}

impl Suite {
    /// Whatever the project has.
    fn all(&self) -> Vec<Test> {
        let of = |module| discover(module, &Selection::default(), self.subject.jdk.as_deref(), &self.binary);
        self.project.modules.iter().filter_map(|module| of(module).ok()).flatten().collect()
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|asked| asked.load(Ordering::Relaxed))
    }
}

fn run(suite: &Suite, module: &Module, test: &Test, trace: &Path) -> TestReport {
    let _ = std::fs::remove_file(trace);
    let job = OneJob {
        test: test.clone(),
        subject: Subject {
            classpath: Some(module.class_path_text()),
            environment: module.circumstances.environment.clone(),
            java_options: module.circumstances.options.iter().chain(&suite.subject.java_options).cloned().collect(),
            ..suite.subject.clone()
        },
        budget: suite.budget,
        properties: suite.properties.clone(),
        search: suite.search.clone(),
        memory: suite.memory,
        uncaught_ignored: suite.uncaught_ignored,
        trace: trace.to_path_buf(),
        width: suite.width,
    };
    match in_a_process(suite, module, &job) {
        Ok(report) => report,
        Err(sentence) => TestReport::new(test, TestVerdict::Unsupported, Some(sentence)),
    }
}

/// The report of a process, or a sentence why there is none.
fn in_a_process(suite: &Suite, module: &Module, job: &OneJob) -> Result<TestReport, String> {
    std::fs::create_dir_all(&module.notes)
        .map_err(|error| format!("{}: the folder cannot be made ({error})", module.notes.display()))?;
    let mut child = Command::new(&suite.binary)
        .args(&suite.words)
        .current_dir(module.working_folder())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{} does not run ({error})", suite.binary.display()))?;
    let text = serde_json::to_string(job).expect("plain data can be written");
    if let Some(mut pipe) = child.stdin.take() {
        let _ = pipe.write_all(text.as_bytes());
    }
    let out = child.stdout.take().map(read_all);
    let errors = child.stderr.take().map(read_all);
    let deadline = Instant::now() + job.budget * PATIENCE + GRACE;
    let mut pause = Duration::from_millis(2);
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if Instant::now() < deadline => std::thread::sleep(pause),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                let why = format!("it did not come to an end within {PATIENCE} times its budget by the clock");
                return Ok(TestReport::new(&job.test, TestVerdict::Open, Some(why)));
            }
        }
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let collect = |reader: Option<std::thread::JoinHandle<Vec<u8>>>| {
        reader.and_then(|thread| thread.join().ok()).unwrap_or_default()
    };
    let (out, errors) = (collect(out), collect(errors));
    serde_json::from_slice(&out).map_err(|_| {
        let said = String::from_utf8_lossy(&errors);
        let first = said.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        if first.is_empty() { format!("the process that explored it ended with {status}") } else { first }
    })
}

fn read_all(mut pipe: impl std::io::Read + Send + 'static) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What came before an error is what there is.
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

impl SuiteReport {
    fn of(tests: Vec<TestReport>, total: usize, started: Instant) -> SuiteReport {
        let count = |verdict| tests.iter().filter(|test| test.verdict == verdict).count();
        let (violated, fails) = (count(TestVerdict::Violated), count(TestVerdict::Fails));
        let (open, unsupported) = (count(TestVerdict::Open), count(TestVerdict::Unsupported));
        let left_out = total - tests.len();
        SuiteReport {
            verdict: match () {
                () if violated + fails > 0 => "violated",
                () if open + unsupported + left_out > 0 => "inconclusive",
                () => "holds",
            },
            proved: count(TestVerdict::Proved),
            violated,
            fails,
            open,
            unsupported,
            skipped: count(TestVerdict::Skipped),
            left_out,
            time_ms: (started.elapsed().as_secs_f64() * 1e6).round() / 1e3,
            version: checker::VERSION,
            tests,
        }
    }

    /// 1 if a test is violated or fails; 4 if that cannot be told of one; 3 if a budget was too small.
    pub fn exit_status(&self) -> i32 {
        match () {
            () if self.violated + self.fails > 0 => 1,
            () if self.unsupported > 0 => 4,
            () if self.open + self.left_out > 0 => 3,
            () => 0,
        }
    }
}
