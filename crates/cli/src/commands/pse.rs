//! `hazard pse`: probabilistic symbolic execution; and `hazard check --symbolic`, which shares its engine.

use checker::Job;
use clap::Args;

use crate::failure::Failure;
use crate::options::{Output, Program};

#[derive(Args)]
pub struct Pse {
    #[command(flatten)]
    program: Program,

    #[command(flatten)]
    output: Output,
}

const MISSING: &str = "symbolic execution is not part of this build";

impl Pse {
    pub fn execute(&self) -> Result<i32, Failure> {
        let _ = (&self.program, &self.output);
        Err(Failure::Fault(checker::Fault::Unsupported(MISSING.into())))
    }
}

/// Is a violation reachable for any input?
pub fn verify(_job: &Job, _output: &Output) -> Result<i32, Failure> {
    Err(Failure::Fault(checker::Fault::Unsupported(MISSING.into())))
}
