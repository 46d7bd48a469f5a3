//! One run of a program, like `java TARGET`: its output goes to ours, its exit status is ours.

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
    let job = Job { subject: subject.clone(), ..Job::default() };
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
