//! `hazard run`: one run, like `java`.

use std::sync::Arc;
use std::time::Duration;

use checker::{Cause, Draft};
use clap::Args;

use crate::failure::Failure;
use crate::options::{CompilerMode, Program};
use crate::terminal::{complain, warn};
use crate::{guard, units};

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

    /// Compile hot methods to machine code; `always` compiles whatever runs, which only tests want
    #[arg(long, value_name = "MODE", value_enum, default_value_t = CompilerMode::On, help_heading = "Program")]
    compiler: CompilerMode,
}

/// What the guard says of a program that does not come to its end.
fn last_word(cause: Cause) -> i32 {
    match cause {
        Cause::Interrupted => return 130,
        Cause::Time => complain("the time limit ended the run"),
        Cause::Memory | Cause::Store => complain("memory is exhausted; give more of it"),
    }
    3
}

impl Run {
    pub fn execute(&self) -> Result<i32, Failure> {
        let mut subject = self.program.subject(self.seed);
        subject.assertions = self.assertions;
        let draft = Arc::new(Draft::default());
        guard::attend(&draft, Box::new(last_word));
        let ran = checker::run(&subject, self.max_time, self.compiler.into(), &draft);
        guard::relieve();
        if draft.cause() == Some(Cause::Interrupted) {
            return Ok(last_word(Cause::Interrupted));
        }
        let (status, warnings) = ran?;
        warnings.iter().for_each(|warning| warn(warning));
        Ok(status)
    }
}
