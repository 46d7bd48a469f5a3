//! `hazard lin`: are a class's operations linearizable?

use std::path::PathBuf;

use checker::report::Verdict;
use checker::{Consistency, LinearJob, LinearReport};
use clap::{Args, ValueEnum};

use crate::failure::Failure;
use crate::options::{Library, Limits, Output, Program, Renderings};
use crate::terminal::{Paint, columns, count, milliseconds, wrapped};
use crate::{answer, story, units};

#[derive(Args)]
pub struct Lin {
    /// The class: Queue.java, Queue.class, pkg.Queue with -cp PATH, or one of the JDK's
    #[command(flatten)]
    program: Program,

    /// Threads of a scenario, at most [default: 2, or what a test for Lincheck says]
    #[arg(long, value_name = "N", value_parser = units::positive32, help_heading = "Scenarios")]
    threads_in_scenario: Option<u32>,

    /// Calls of each thread, at most [default: 2, or what a test for Lincheck says]
    #[arg(long, value_name = "N", value_parser = units::positive32, help_heading = "Scenarios")]
    operations: Option<u32>,

    /// Calls before the threads start, at most [default: 0, or what a test for Lincheck says]
    #[arg(long, value_name = "N", help_heading = "Scenarios")]
    before: Option<u32>,

    /// Values tried for each parameter, at most
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = units::positive32, help_heading = "Scenarios")]
    values: u32,

    /// A class whose operations, one after the other, say what is right [default: the class itself]
    #[arg(long, value_name = "CLASS", help_heading = "Scenarios")]
    spec: Option<String>,

    /// Which order must explain the results
    #[arg(long, value_enum, default_value = "linearizable", help_heading = "Scenarios")]
    consistency: Order,

    /// What java.util.concurrent is taken for: documented atomic operations are one step, or interleave inside
    #[arg(long, value_enum, value_name = "HOW", default_value = "trusted", help_heading = "Scenarios")]
    library: Library,

    #[command(flatten)]
    limits: Limits,

    /// Write the violation's schedule, for `hazard replay`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    trace: Option<PathBuf>,

    #[command(flatten)]
    renderings: Renderings,

    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Order {
    /// Whoever calls after another returned comes after it
    Linearizable,
    /// The calls of each thread are in order
    Sequential,
    /// That, and what a moment of rest separates
    Quiescent,
}

impl Lin {
    pub fn execute(&self) -> Result<i32, Failure> {
        if self.threads_in_scenario.is_some_and(|threads| threads < 2) {
            return Err(Failure::usage(
                "--threads-in-scenario: one thread alone has nothing to disagree about; say 2 or more",
            ));
        }
        let job = LinearJob {
            subject: checker::Subject {
                library_interleaved: self.library == Library::Interleaved,
                ..self.program.subject(0)
            },
            limits: self.limits.limits(),
            threads: self.threads_in_scenario.unwrap_or(2) as usize,
            operations: self.operations.unwrap_or(2) as usize,
            before: self.before.unwrap_or(0) as usize,
            yields: self.threads_in_scenario.or(self.operations).or(self.before).is_none(),
            values: self.values as usize,
            specification: self.spec.clone(),
            consistency: match self.consistency {
                Order::Linearizable => Consistency::Linearizable,
                Order::Sequential => Consistency::Sequential,
                Order::Quiescent => Consistency::Quiescent,
            },
            trace: self.trace.clone(),
        };
        let verbose = self.output.verbose;
        answer::give(
            &self.program.target,
            &self.output,
            &self.renderings,
            |watch| checker::linear(&job, watch),
            move |report| text(report, verbose),
            |report| render::Suite::of_linear(&self.program.target, report),
        )
    }
}

/// The verdict, and the scenario that shows it.
fn text(report: &LinearReport, verbose: bool) -> String {
    let paint = Paint::for_stdout();
    let bound = format!(
        "{} of up to {} with {} each",
        count(report.scenarios, "scenario"),
        count(report.threads as u64, "thread"),
        count(report.calls as u64, "call")
    );
    let mut text = match report.verdict {
        Verdict::Holds => {
            let assuming = story::assuming(&report.assumptions, "holds", |_| true);
            format!("{} {bound}, every schedule\n", paint.green(&format!("holds{assuming}:")))
        }
        Verdict::Violated => {
            format!("{} {}\n", paint.red("violated:"), report.violations[0].message)
        }
        Verdict::Inconclusive => {
            let why = match report.unsupported.first() {
                Some(sentence) => sentence.clone(),
                None => {
                    format!("stopped by {}", report.limits_hit.join(", ").replace("interrupted", "an interrupt"))
                }
            };
            format!(
                "{} {why}; nothing is wrong in {}\n",
                paint.yellow("inconclusive:"),
                count(report.scenarios, "scenario")
            )
        }
    };
    let numbers = format!(
        "{}, {}, {}, {}",
        count(report.operations.len() as u64, "operation"),
        count(report.scenarios, "scenario"),
        count(report.states, "state"),
        milliseconds(report.time_ms)
    );
    text.push_str(&format!("{}\n", paint.faint(&numbers)));
    if report.verdict == Verdict::Holds {
        text.push_str(&story::assumed(&report.assumptions.0, paint));
    }
    if let Some(sentence) = &report.adopted {
        text.push_str(&paint.faint(wrapped(sentence, 0, columns()).trim_end()));
        text.push('\n');
    }
    if !report.untried.is_empty() {
        let sentence = format!("left out, since nothing is known to call them with: {}", report.untried.join(", "));
        text.push_str(&paint.faint(wrapped(&sentence, 0, columns()).trim_end()));
        text.push('\n');
    }
    for violation in &report.violations {
        text.push_str(&format!("\n{}\n", violation.scenario));
        text.push_str(&story::steps(&violation.trace, verbose, paint));
    }
    text
}
