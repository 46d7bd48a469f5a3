//! Many searches of one program, for experiments: the library is booted once, and every search starts from the same state with
//! the same knowledge of what threads share. They can then be compared, and cost what searching costs.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use jvm::{Program, Round};
use search::{Settings, build, explore_from, parse_spec};
use space::{Encoding, System};

use crate::check::{limits_of, looks_for_rounds};
use crate::fault::Fault;
use crate::job::Job;
use crate::labels;
use crate::program::{self, Circumstances, Prepared};
use crate::report::peak_bytes;

/// What one search found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Whether it met a violation.
    pub found: bool,
    pub transitions: u64,
    pub states: u64,
    /// The process's peak so far.
    pub peak_bytes: u64,
}

pub struct Trials {
    job: Job,
    prepared: Prepared,
    interrupt: Option<Arc<AtomicBool>>,
    /// The machine at rest, with its initial state.
    rested: Option<(<Program as System>::World, Encoding)>,
}

impl Trials {
    /// Of `job`, the subject, the properties and the limits matter.
    pub fn new(job: Job, interrupt: Option<Arc<AtomicBool>>) -> Result<Trials, Fault> {
        let asked = labels::of(&job.subject)?;
        let circumstances = Circumstances {
            interrupt: interrupt.clone(),
            stdin: program::stdin_of(&job.subject)?,
            ..Circumstances::default()
        };
        let prepared = program::prepare(&job.subject, &asked, circumstances)?;
        Ok(Trials { job, prepared, interrupt, rested: None })
    }

    /// Searches with the first heuristic and this seed, until the first violation or a limit.
    pub fn run(&mut self, search: &str, seed: u64) -> Result<Trial, Fault> {
        let spec = parse_spec(search)?;
        let program = &self.prepared.program;
        let ((outcome, world, start), _) = program.until_settled(|| {
            let (world, start) = match self.rested.take() {
                Some((mut world, start)) => {
                    program.decode(&start, &mut world);
                    (world, start)
                }
                None => {
                    let (mut world, mut start) = (program.initial()?, Encoding::new());
                    program.encode(&mut world, &mut start);
                    (world, start)
                }
            };
            let settings = Settings {
                limits: limits_of(&self.job, std::time::Instant::now()),
                properties: self.job.properties.clone(),
                rounds: looks_for_rounds(&self.job),
                seed,
                interrupt: self.interrupt.as_deref(),
                ..Settings::default()
            };
            let (outcome, world) = explore_from(program, world, &mut *build(&spec), settings, vec![])?;
            let is_over = outcome.interrupted || !outcome.limits_hit.is_empty() || !outcome.faults.is_empty();
            Ok::<_, Fault>(Round { result: (outcome, world, start), is_over })
        })?;
        self.rested = Some((world, start));
        Ok(Trial {
            found: !outcome.violations.is_empty(),
            transitions: outcome.transitions,
            states: outcome.states,
            peak_bytes: peak_bytes(),
        })
    }
}
