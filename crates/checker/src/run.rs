//! One run of a program, like `java TARGET`: its output goes to ours, its exit status is ours.

use std::path::PathBuf;
use std::time::Duration;

use jvm::config::CompilerMode;

use crate::draft::Draft;
use crate::fault::Fault;
use crate::job::{Job, Subject};
use crate::jpf;
use crate::labels;
use crate::program::{self, Circumstances};

/// The program's exit status, and warnings about its configuration.
pub fn run(
    subject: &Subject,
    time_max: Option<Duration>,
    compiler: CompilerMode,
    draft: &Draft,
) -> Result<(i32, Vec<String>), Fault> {
    let mut subject = subject.clone();
    subject.classpath = subject.classpath.map(|path| existing(&path));
    let job = Job { subject, ..Job::default() };
    let (job, mut warnings) = jpf::expand(&job)?;
    let circumstances = Circumstances {
        run_once: true,
        compiler,
        time_max,
        interrupt: Some(draft.flag()),
        stdin: program::stdin_of(&job.subject)?,
        ..Circumstances::default()
    };
    let nothing = labels::parse(&[], &[])?;
    let prepared = program::prepare(&job.subject, &nothing, circumstances)?;
    draft.begin(prepared.ready, time_max, None);
    let (status, noticed) = prepared.program.run()?;
    for name in noticed.native_code {
        warnings.push(format!("native code does not run here: the program was told that {name} cannot be loaded"));
    }
    Ok((status, warnings))
}

/// A class path without what is not there: build tools name folders that nothing was put into, and `java` passes over them.
fn existing(class_path: &str) -> String {
    let is_there = |entry: &PathBuf| {
        let folder = if entry.ends_with("*") { entry.parent() } else { Some(entry.as_path()) };
        folder.is_none_or(|folder| folder.as_os_str().is_empty() || folder.exists())
    };
    let entries: Vec<PathBuf> = std::env::split_paths(class_path).collect();
    let kept: Vec<PathBuf> = entries.iter().filter(|entry| is_there(entry)).cloned().collect();
    // With nothing left, the sentence about what is missing says more than a class that is not found.
    let kept = if kept.is_empty() { entries } else { kept };
    std::env::join_paths(kept).map_or_else(|_| class_path.to_owned(), |path| path.to_string_lossy().into_owned())
}
