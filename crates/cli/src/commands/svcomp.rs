//! `hazard svcomp`: tasks of the software verification competition, and the score of folders of them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use checker::report::{Report, Verdict};
use checker::svcomp::{Definition, Property, Task, TaskJob, points, solve, word};
use checker::{Draft, Onlooker, Telling};
use clap::Args;

use crate::failure::Failure;
use crate::terminal::{Paint, print, warn};
use crate::{guard, units};

#[derive(Args)]
pub struct Svcomp {
    /// A task definition (.yml), or a folder: all tasks below it are run and scored
    #[arg(required = true, value_name = "TASK.yml|FOLDER")]
    targets: Vec<PathBuf>,

    /// What is named are the folders with the sources of one task, as BenchExec passes them
    #[arg(long, help_heading = "Task")]
    sources: bool,

    /// Which property: assert, no-runtime-exception or a .prp file [default: those of the task; of a single task, the first]
    #[arg(long, value_name = "NAME|FILE", help_heading = "Task")]
    property: Option<String>,

    /// The JDK whose class library is used [default: JAVA_HOME, else that of javac or java on PATH]
    #[arg(long, value_name = "DIR", help_heading = "Task")]
    jdk: Option<PathBuf>,

    /// Symbolic strings have at most so many characters, unless all can be proved at once [default: 8, then more]
    #[arg(long, value_name = "N", help_heading = "Task")]
    strings: Option<u32>,

    /// Stop each task after this time
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = units::duration, help_heading = "Limits")]
    max_time: Duration,

    /// Stop a task when its search holds so much memory
    #[arg(long, value_name = "AMOUNT", default_value = "4G", value_parser = units::memory, help_heading = "Limits")]
    max_memory: u64,

    /// Write the witness (GraphML 1.0): a file for a task; for folders, a folder
    #[arg(long, value_name = "FILE|FOLDER", help_heading = "Output")]
    witness: Option<PathBuf>,

    /// Only the verdict; of folders, only the score
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

/// What came of one property of one task.
struct Outcome {
    name: String,
    group: String,
    expected: Option<bool>,
    verdict: Verdict,
    reason: String,
    seconds: f64,
}

impl Svcomp {
    pub fn execute(&self) -> Result<i32, Failure> {
        match self.targets.as_slice() {
            folders if self.sources => self.single(Task::In(folders.to_vec()), Property::Assertions),
            [only] if !only.is_dir() => {
                let mut known = Vec::new();
                for property in &Definition::read(only)?.properties {
                    known.extend(Property::of(&property.file)?);
                }
                let first = known.first().copied().unwrap_or(Property::Assertions);
                self.single(Task::Defined(only.clone()), first)
            }
            several => self.score(several),
        }
    }

    fn wanted(&self) -> Result<Option<Property>, Failure> {
        let Some(name) = &self.property else { return Ok(None) };
        let path = Path::new(name);
        let is_name = ["assert", "assertions", "valid-assert", "no-runtime-exception"].contains(&name.as_str());
        if !is_name && !path.is_file() {
            let sentence =
                format!("--property {name}: there is no such file; the names are assert and no-runtime-exception");
            return Err(Failure::usage(sentence));
        }
        match Property::of(path)? {
            Some(property) => Ok(Some(property)),
            None => Err(Failure::usage(format!(
                "{name} asks for neither of what can be shown of Java: G assert, G ! uncaught(java.lang.RuntimeException)"
            ))),
        }
    }

    fn single(&self, task: Task, usual: Property) -> Result<i32, Failure> {
        let property = self.wanted()?.unwrap_or(usual);
        let job = TaskJob {
            task,
            property,
            jdk: self.jdk.clone(),
            limits: checker::Limits {
                time: Some(self.max_time),
                memory: Some(self.max_memory),
                ..checker::Limits::default()
            },
            strings_max: self.strings,
            witness: self.witness.clone(),
        };
        let draft = Arc::new(Draft::default());
        let (drafted, quiet) = (draft.clone(), self.quiet);
        guard::attend(
            &draft,
            Box::new(move |cause| match drafted.so_far(cause) {
                Telling::Program(report) => tell(&report, quiet),
                _ => {
                    print("unknown\n");
                    3
                }
            }),
        );
        let onlooker = Onlooker { interrupt: Some(draft.flag()), on_signs: None, draft: Some(draft.clone()) };
        let report = solve(&job, onlooker)?;
        guard::relieve();
        Ok(tell(&report, self.quiet))
    }

    /// Every task in a process of its own, so that what one does to time and memory does not touch the next.
    fn score(&self, targets: &[PathBuf]) -> Result<i32, Failure> {
        let wanted = self.wanted()?;
        let mut tasks = Vec::new();
        targets.iter().for_each(|target| collect(target, &mut tasks));
        if tasks.is_empty() {
            return Err(Failure::usage("there is no task definition (.yml) below what is named"));
        }
        if let Some(folder) = &self.witness {
            std::fs::create_dir_all(folder)
                .map_err(|error| Failure::usage(format!("{}: cannot be made ({error})", folder.display())))?;
        }
        let mut outcomes = Vec::new();
        for task in &tasks {
            let Ok(definition) = Definition::read(task) else { continue };
            if definition.language.as_deref().is_some_and(|language| language != "Java") {
                continue;
            }
            for listed in &definition.properties {
                let Some(property) = Property::of(&listed.file)? else { continue };
                if wanted.is_some_and(|wanted| wanted != property) {
                    continue;
                }
                let outcome = self.one(task, property, listed.expected)?;
                if !self.quiet {
                    print(&outcome.line());
                }
                outcomes.push(outcome);
            }
        }
        print(&table(&outcomes));
        let wrong = outcomes.iter().filter(|outcome| outcome.points() < 0).count();
        Ok(i32::from(wrong > 0))
    }

    fn one(&self, task: &Path, property: Property, expected: Option<bool>) -> Result<Outcome, Failure> {
        let own = std::env::current_exe().map_err(|error| Failure::usage(format!("hazard is not found: {error}")))?;
        let mut command = Command::new(own);
        command.arg("svcomp").arg(task).args(["--property", property.name()]);
        if let Some(strings) = self.strings {
            command.args(["--strings", &strings.to_string()]);
        }
        command.args(["--max-time", &format!("{}ms", self.max_time.as_millis())]);
        command.args(["--max-memory", &format!("{}M", self.max_memory >> 20)]);
        if let Some(jdk) = &self.jdk {
            command.arg("--jdk").arg(jdk);
        }
        let stem = task.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let group = task.parent().and_then(Path::file_name);
        let group = group.map(|group| group.to_string_lossy().into_owned()).unwrap_or_default();
        let name = match property {
            Property::Assertions => format!("{group}/{stem}"),
            Property::NoRuntimeException => format!("{group}/{stem} ({})", property.name()),
        };
        if let Some(folder) = &self.witness {
            command.arg("--witness").arg(folder.join(format!("{group}-{stem}-{}.graphml", property.name())));
        }
        let started = Instant::now();
        let output = command.stdin(Stdio::null()).stderr(Stdio::piped()).output();
        let output = output.map_err(|error| Failure::usage(format!("a task does not start: {error}")))?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let complaint = String::from_utf8_lossy(&output.stderr);
        let verdict = match said.split_whitespace().next() {
            Some("true") => Verdict::Holds,
            Some("false") => Verdict::Violated,
            _ => Verdict::Inconclusive,
        };
        let reason = match verdict {
            Verdict::Inconclusive => {
                let said = said.lines().next().and_then(|line| line.strip_prefix("unknown")).unwrap_or_default();
                let said = said.trim().trim_start_matches('(').trim_end_matches(')');
                if said.is_empty() { complaint.lines().next().unwrap_or_default().to_owned() } else { said.to_owned() }
            }
            _ => String::new(),
        };
        Ok(Outcome { name, group, expected, verdict, reason, seconds: started.elapsed().as_secs_f64() })
    }
}

impl Outcome {
    fn points(&self) -> i64 {
        self.expected.map_or(0, |expected| points(expected, self.verdict))
    }

    fn line(&self) -> String {
        let paint = Paint::for_stdout();
        let verdict = word(self.verdict);
        let verdict = match (self.points(), self.verdict) {
            (1.., _) => paint.green(&format!("{verdict:7}")),
            (..=-1, _) => paint.red(&format!("WRONG {verdict}")),
            _ => format!("{verdict:7}"),
        };
        let reason = if self.reason.is_empty() { String::new() } else { format!("  {}", self.reason) };
        format!("{verdict} {:>6.1} s  {}{reason}\n", self.seconds, self.name)
    }
}

/// The score by folder, and of all.
fn table(outcomes: &[Outcome]) -> String {
    let mut groups: Vec<&str> = outcomes.iter().map(|outcome| outcome.group.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    let width = groups.iter().map(|group| group.len()).max().unwrap_or(0).max(6);
    let mut text = format!("\n{:width$}  tasks  true  false  unknown  wrong   points      of   seconds\n", "folder");
    let mut row = |name: &str, of: &[&Outcome]| {
        let count = |verdict| of.iter().filter(|outcome| outcome.verdict == verdict && outcome.points() > 0).count();
        let unknown = of.iter().filter(|outcome| outcome.verdict == Verdict::Inconclusive).count();
        let wrong = of.iter().filter(|outcome| outcome.points() < 0).count();
        let (scored, best) = of.iter().fold((0, 0), |(scored, best), outcome| {
            let most = outcome.expected.map_or(0, |expected| if expected { 2 } else { 1 });
            (scored + outcome.points(), best + most)
        });
        let seconds: f64 = of.iter().map(|outcome| outcome.seconds).sum();
        text.push_str(&format!(
            "{name:width$}  {:5}  {:4}  {:5}  {unknown:7}  {wrong:5}  {scored:7}  {best:6}  {seconds:8.1}\n",
            of.len(),
            count(Verdict::Holds),
            count(Verdict::Violated),
        ));
    };
    for group in &groups {
        row(group, &outcomes.iter().filter(|outcome| outcome.group == *group).collect::<Vec<_>>());
    }
    row("all", &outcomes.iter().collect::<Vec<_>>());
    text
}

fn collect(path: &Path, tasks: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let mut inside: Vec<PathBuf> =
            std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        inside.sort();
        inside.iter().for_each(|path| collect(path, tasks));
    } else if path.extension().is_some_and(|ending| ending == "yml") {
        tasks.push(path.to_path_buf());
    }
}

/// The verdict in the first line, what it rests on below; gives the exit status.
fn tell(report: &Report, quiet: bool) -> i32 {
    let reasons: Vec<&str> = report
        .unsupported
        .iter()
        .chain(&report.unconfirmed)
        .chain(&report.warnings)
        .chain(&report.limits_hit)
        .map(String::as_str)
        .collect();
    let mut text = word(report.verdict).to_owned();
    match report.verdict {
        Verdict::Inconclusive if !reasons.is_empty() => text.push_str(&format!(" ({})", reasons.join("; "))),
        Verdict::Violated if !quiet => {
            if let Some(violation) = report.violations.first() {
                text.push_str(&format!("\n{}", violation.message));
                if let Some(location) = &violation.location {
                    text.push_str(&format!("\n  at {location}"));
                }
            }
            for (call, value) in checker::svcomp::calls(report.inputs.as_deref().unwrap_or_default()) {
                text.push_str(&format!("\n  {call} = {value}"));
            }
        }
        _ => {}
    }
    print(&format!("{text}\n"));
    report.errors.iter().for_each(|sentence| warn(sentence));
    report.exit_status()
}
