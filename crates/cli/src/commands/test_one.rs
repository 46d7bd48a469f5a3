//! `hazard test-one`: what `hazard test` starts for each test, so that none can take the others along.

use clap::Args;
use testing::{OneJob, explore_one};

use crate::failure::Failure;
use crate::terminal::print;
use crate::{guard, story};

#[derive(Args)]
pub struct TestOne {}

impl TestOne {
    pub fn execute(&self) -> Result<i32, Failure> {
        let job: OneJob = serde_json::from_reader(std::io::stdin()).map_err(|error| {
            Failure::usage(format!("standard input describes no test ({error}); use `hazard test`"))
        })?;
        let report =
            explore_one(&job, Some(guard::polite()), |violation| story::schedule(&violation.trace, job.width))?;
        guard::relieve();
        print(&serde_json::to_string(&report).expect("reports are plain data"));
        Ok(0)
    }
}
