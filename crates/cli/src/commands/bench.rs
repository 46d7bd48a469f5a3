//! `hazard bench`: the published experiments.

use clap::Args;

use crate::failure::Failure;

#[derive(Args)]
pub struct Bench {
    /// Which experiment
    experiment: String,
}

/// The experiments by name; each is registered here.
const EXPERIMENTS: [&str; 0] = [];

impl Bench {
    pub fn execute(&self) -> Result<i32, Failure> {
        let known = if EXPERIMENTS.is_empty() { "none in this build".to_owned() } else { EXPERIMENTS.join(", ") };
        Err(Failure::usage(format!("unknown experiment '{}'; there are: {known}", self.experiment)))
    }
}
