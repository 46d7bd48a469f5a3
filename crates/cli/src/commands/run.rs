//! `hazard run`: one run, like `java`.

use std::time::Duration;

use clap::Args;

use crate::failure::Failure;
use crate::options::Program;
use crate::terminal::warn;
use crate::units;

#[derive(Args)]
pub struct Run {
    #[command(flatten)]
    program: Program,

    /// Draws the program's choices
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Program")]
    seed: u64,

    /// Stop after this time: 30s, 500ms, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = units::duration, help_heading = "Limits")]
    max_time: Option<Duration>,

    /// Enable Java's assertions (off by default, as for `java`)
    #[arg(long, visible_alias = "ea", help_heading = "Program")]
    assertions: bool,
}

impl Run {
    pub fn execute(&self) -> Result<i32, Failure> {
        let mut subject = self.program.subject(self.seed);
        subject.assertions = self.assertions;
        let (status, warnings) = checker::run(&subject, self.max_time, None)?;
        warnings.iter().for_each(|warning| warn(warning));
        Ok(status)
    }
}
