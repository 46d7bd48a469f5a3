//! One run of a program, like `java TARGET`: its output goes to ours, its exit status is ours.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::fault::Fault;
use crate::job::{Job, Subject};
use crate::jpf;
use crate::labels;
use crate::program::{self, Circumstances};

/// The program's exit status, and warnings about its configuration.
pub fn run(
    subject: &Subject,
    time_max: Option<Duration>,
    interrupt: Option<Arc<AtomicBool>>,
) -> Result<(i32, Vec<String>), Fault> {
    let job = Job { subject: subject.clone(), ..Job::default() };
    let (job, warnings) = jpf::expand(&job)?;
    let circumstances = Circumstances {
        run_once: true,
        time_max,
        interrupt,
        stdin: program::stdin_of(&job.subject)?,
        ..Circumstances::default()
    };
    let nothing = labels::parse(&[], &[])?;
    let prepared = program::prepare(&job.subject, &nothing, circumstances)?;
    let status = prepared.program.run()?;
    Ok((status, warnings))
}
