//! `hazard convert`: between model formats.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use checker::{Draft, Files, WriteOptions};
use clap::Args;

use crate::failure::Failure;
use crate::options::ModelFormat;
use crate::terminal::{complain, print};
use crate::{guard, units};

const INCONCLUSIVE: i32 = 3;

#[derive(Args)]
pub struct Convert {
    /// The model: PRISM's language (.pm, .nm, .sm, .prism), .jani, .tra (PRISM's or JPF's), .drn or .umb, also with .gz; companions of the same name are found beside it
    input: PathBuf,

    /// What to write: .tra (with .lab, … beside it), .umb, .drn, .dot, .aut, .lab, .sta, also with .gz
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Labels
    #[arg(long, value_name = "FILE")]
    lab: Option<PathBuf>,

    /// Variables of the states
    #[arg(long, value_name = "FILE")]
    sta: Option<PathBuf>,

    /// State rewards (repeatable)
    #[arg(long, value_name = "FILE")]
    srew: Vec<PathBuf>,

    /// Transition rewards (repeatable)
    #[arg(long, value_name = "FILE")]
    trew: Vec<PathBuf>,

    /// Values of constants of a model in a language: N=5,p=0.1
    #[arg(long = "const", value_name = "VALUES")]
    constants: Option<String>,

    /// The format of .tra and .lab files
    #[arg(long, value_enum, default_value = "prism")]
    format: ModelFormat,

    /// Decimals of probabilities in drawings
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = units::decimals)]
    precision: usize,

    /// Stop after this time: 30s, 500ms, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    max_time: Option<Duration>,

    /// Stop when the model holds so much memory: 4G, 500M
    #[arg(long, value_name = "AMOUNT", value_parser = units::memory)]
    max_memory: Option<u64>,

    /// Do not say what was written
    #[arg(short, long)]
    quiet: bool,
}

impl Convert {
    pub fn execute(&self) -> Result<i32, Failure> {
        let files = Files {
            model: self.input.clone(),
            labels: self.lab.clone(),
            states: self.sta.clone(),
            state_rewards: self.srew.clone(),
            transition_rewards: self.trew.clone(),
        };
        let options = WriteOptions { jpf: self.format == ModelFormat::Jpf, precision: self.precision };
        let questions = checker::Questions { constants: self.constants.clone(), ..checker::Questions::default() };
        let draft = Arc::new(Draft::default());
        guard::attend(
            &draft,
            Box::new(|cause| {
                complain(&format!("stopped by {}; nothing was written", cause.name()));
                INCONCLUSIVE
            }),
        );
        draft.begin(Instant::now(), self.max_time, self.max_memory);
        let written = checker::convert(files, &self.output, options, &questions)?;
        guard::relieve();
        if !self.quiet {
            written.iter().for_each(|path| print(&format!("wrote {}\n", path.display())));
        }
        Ok(0)
    }
}
