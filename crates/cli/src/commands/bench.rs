//! `hazard bench`: the published experiments.

use std::path::PathBuf;

use clap::Args;
use experiments::{EXPERIMENTS, Experiment, Options, perform};
use render::{Page, Topic};

use crate::failure::Failure;
use crate::guard;
use crate::terminal::{command_line, print};

/// Reproduce a published experiment: tables with the paper's numbers beside ours, plots, CSV.
#[derive(Args)]
#[command(after_help = help())]
pub struct Bench {
    /// Which experiment, or all
    experiment: String,

    /// A small version, for continuous integration
    #[arg(long)]
    quick: bool,

    /// Where tables (Markdown, CSV) and plots (SVG, PNG) go
    #[arg(short, long, value_name = "DIR", default_value = "hazard-bench")]
    output: PathBuf,

    /// Write tables and plots as a page to open in a browser
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Every random decision derives from it
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// The JDK whose class library and compiler are used
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,

    /// Say nothing while at work
    #[arg(short, long)]
    quiet: bool,
}

fn help() -> String {
    let width = EXPERIMENTS.iter().map(|experiment| experiment.name.len()).max().unwrap_or(0);
    let lines: Vec<String> =
        EXPERIMENTS.iter().map(|experiment| format!("  {:width$}  {}", experiment.name, experiment.help)).collect();
    format!("Experiments:\n{}\n  {:width$}  every one of them", lines.join("\n"), "all")
}

impl Bench {
    pub fn execute(&self) -> Result<i32, Failure> {
        let chosen: Vec<&Experiment> = match self.experiment.as_str() {
            "all" => EXPERIMENTS.iter().filter(|experiment| experiment.in_all).collect(),
            name => vec![EXPERIMENTS.iter().find(|known| known.name == name).ok_or_else(|| unknown(name))?],
        };
        let options = Options {
            quick: self.quick,
            seed: self.seed,
            folder: self.output.clone(),
            jdk: self.jdk.clone(),
            interrupt: Some(guard::polite()),
        };
        let mut say = |sentence: &str| {
            if !self.quiet {
                eprintln!("{sentence}");
            }
        };
        self.html.as_deref().map_or(Ok(()), checker::files::check_writable)?;
        let performed = perform(&chosen, &options, &mut say)?;
        let pages: Vec<&str> = performed.iter().map(|one| one.markdown.as_str()).collect();
        print(&pages.join("\n"));
        if let Some(path) = &self.html {
            let report = serde_json::json!({ "experiments": performed, "version": checker::VERSION });
            let page = Page::new(Topic::Experiments, self.experiment.clone(), command_line(), &report);
            checker::files::write(path, page.html().as_bytes())?;
        }
        if !self.quiet {
            eprintln!("tables and plots are in {}", self.output.display());
        }
        Ok(0)
    }
}

fn unknown(name: &str) -> Failure {
    let names: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
    Failure::usage(format!("unknown experiment '{name}'; there are: {}, all", names.join(", ")))
}
