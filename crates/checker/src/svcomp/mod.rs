//! Tasks of the software verification competition, as its users run them: a definition in, a verdict and a witness out.

mod definition;
mod witness;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use classfile::Jdk;
use space::ViolationKind;

use crate::assumptions::Assumption;
use crate::fault::Fault;
use crate::job::{Job, Limits, Subject};
use crate::onlooker::Onlooker;
use crate::report::{Report, Verdict};
use crate::scratch::Scratch;
use crate::{files, target, verify};

pub use definition::{Definition, Expectation, Property};
pub use witness::calls;

/// Sources of the competition's own API, of which ours take the place.
const API: &str = "org/sosy_lab/sv_benchmarks";

/// A task, one of its properties, and how much may be spent on it.
#[derive(Clone, Debug)]
pub struct TaskJob {
    pub task: Task,
    pub property: Property,
    pub jdk: Option<PathBuf>,
    pub limits: Limits,
    /// A bound for the length of strings that does not grow.
    pub strings_max: Option<u32>,
    pub witness: Option<PathBuf>,
}

/// Where a task is.
#[derive(Clone, Debug)]
pub enum Task {
    /// In the folders that a definition names.
    Defined(PathBuf),
    /// In these folders.
    In(Vec<PathBuf>),
}

impl Task {
    /// What it is made of, and how complaints call it.
    fn definition(&self) -> Result<(Definition, String), Fault> {
        match self {
            Task::Defined(file) => Ok((Definition::read(file)?, file.display().to_string())),
            Task::In(inputs) => {
                let inputs = inputs.clone();
                Ok((Definition { inputs, ..Definition::default() }, "the task".to_owned()))
            }
        }
    }
}

/// What the competition calls a verdict.
pub fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "true",
        Verdict::Violated => "false",
        Verdict::Inconclusive => "unknown",
    }
}

/// Points of the competition: a right answer counts one or two, a wrong one takes many.
pub fn points(expected: bool, verdict: Verdict) -> i64 {
    match (expected, verdict) {
        (_, Verdict::Inconclusive) => 0,
        (true, Verdict::Holds) => 2,
        (false, Verdict::Violated) => 1,
        (true, Verdict::Violated) => -16,
        (false, Verdict::Holds) => -32,
    }
}

/// Compiles the task and looks for a violation over all inputs and schedules.
pub fn solve(job: &TaskJob, onlooker: Onlooker<'_>) -> Result<Report, Fault> {
    let (definition, file) = job.task.definition()?;
    if let Some(language) = definition.language.as_deref().filter(|language| *language != "Java") {
        return Err(Fault::Input(format!("{file}: the task is in {language}; only those in Java can be run")));
    }
    if let Some(path) = &job.witness {
        files::check_writable(path)?;
    }
    let jdk = Jdk::locate(job.jdk.as_deref())?;
    let scratch = Scratch::new()?;
    let sources = sources_of(&definition, &file)?;
    let classes = compile(&sources, &jdk, &scratch)?;
    let subject = Subject {
        target: main_of(&classes)?,
        classpath: Some(classes.display().to_string()),
        jdk: job.jdk.clone(),
        strings_max: job.strings_max.unwrap_or(Subject::default().strings_max),
        strings_grow: job.strings_max.is_none(),
        only_runtime_exceptions: job.property == Property::NoRuntimeException,
        // Some tasks are older than the rule that it has to be.
        any_main: true,
        ..Subject::default()
    };
    let properties = match job.property {
        Property::Assertions => vec![ViolationKind::Assertion],
        Property::NoRuntimeException => vec![ViolationKind::Exception],
    };
    let job_of_program = Job { subject, properties, limits: job.limits.clone(), ..Job::default() };
    let mut report = verify(&job_of_program, &[], None, onlooker)?;
    // To the competition what others send is an input.
    if report.verdict == Verdict::Holds && report.assumptions.0.iter().any(|a| matches!(a, Assumption::Hosts(_))) {
        report.unsupported.push("input from other hosts is not supported".to_owned());
        (report.verdict, report.complete) = (Verdict::Inconclusive, false);
    }
    if let Some(path) = &job.witness {
        let program = sources.first().map(|source| source.display().to_string()).unwrap_or_default();
        let setting =
            witness::Setting { property: job.property, program: &program, hash: hash(&sources)?, created: now() };
        if let Some(text) = witness::witness(&report, &setting) {
            report.note_undelivered(files::write(path, text.as_bytes()))?;
        }
    }
    Ok(report)
}

/// All sources of the task but the competition's API, in order.
fn sources_of(definition: &Definition, file: &str) -> Result<Vec<PathBuf>, Fault> {
    let mut sources = Vec::new();
    // What is the task's own comes last, and is what reports should speak of first.
    for input in definition.inputs.iter().rev() {
        if !input.exists() {
            // Only the API is in it, which is ours.
            if input.components().next_back().is_some_and(|last| last.as_os_str() == "common") {
                continue;
            }
            let sentence = format!("{file}: there is no {} as input_files says", input.display());
            return Err(Fault::Input(sentence));
        }
        collect(input, &mut sources);
    }
    match sources.is_empty() {
        true => Err(Fault::Input(format!("{file}: its input files hold no .java file"))),
        false => Ok(sources),
    }
}

fn collect(path: &Path, sources: &mut Vec<PathBuf>) {
    if path.is_dir() {
        if path.ends_with(API) {
            return;
        }
        let mut inside: Vec<PathBuf> =
            std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        inside.sort();
        inside.iter().for_each(|path| collect(path, sources));
    } else if path.extension().is_some_and(|ending| ending == "java") {
        sources.push(path.to_path_buf());
    }
}

fn compile(sources: &[PathBuf], jdk: &Jdk, scratch: &Scratch) -> Result<PathBuf, Fault> {
    let api = crate::api::unpack(scratch)?;
    let classes = scratch.path().join("classes");
    let mut command: Command = target::compiler(jdk, &sources[0])?;
    command.arg("-nowarn").arg("-d").arg(&classes).arg("-cp").arg(&api).args(sources);
    target::compiled(command, jdk)?;
    Ok(classes)
}

/// The class whose main method is run: `Main`, or the only one with a main method.
fn main_of(classes: &Path) -> Result<String, Fault> {
    if classes.join("Main.class").is_file() {
        return Ok("Main".to_owned());
    }
    let mut mains = Vec::new();
    target::classes_with_main(classes, &mut mains);
    match mains.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(Fault::input("the task has no class Main, nor any other with a main method")),
        several => Err(Fault::Input(format!(
            "the task has no class Main, and several others with a main method: {}",
            several.join(", ")
        ))),
    }
}

/// A fingerprint of the sources (SHA-256, as the format wants it).
fn hash(sources: &[PathBuf]) -> Result<String, Fault> {
    let mut all = Vec::new();
    for source in sources {
        all.extend(std::fs::read(source).map_err(|error| Fault::Input(format!("{}: {error}", source.display())))?);
    }
    Ok(jvm::natives::digests::sha256_of(&all))
}

/// The time as ISO 8601 writes it, in Greenwich.
fn now() -> String {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

/// The date so many days after the first of January 1970. Years begin in March here, so that leap days end them.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (year, month, day_of_year - (153 * shifted + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (days, wanted) in [(0, (1970, 1, 1)), (59, (1970, 3, 1)), (11_016, (2000, 2, 29)), (19_782, (2024, 2, 29))]
        {
            assert_eq!(date(days), wanted);
        }
    }

    #[test]
    fn points_are_those_of_the_competition() {
        assert_eq!(points(true, Verdict::Holds), 2);
        assert_eq!(points(false, Verdict::Violated), 1);
        assert_eq!(points(false, Verdict::Holds), -32);
        assert_eq!(points(true, Verdict::Violated), -16);
    }
}
