//! `hazard outcomes`: every result a program can have.

use std::path::PathBuf;

use checker::assumptions::Assumption;
use checker::{OutcomeReport, OutcomesJob, OutcomesReport};
use clap::Args;

use crate::failure::Failure;
use crate::options::{Library, Limits, Output, Program, Renderings, TimeOuts};
use crate::passage::filled;
use crate::terminal::{Paint, columns, count, is_laid_out, milliseconds};
use crate::{answer, story};

#[derive(Args)]
pub struct Outcomes {
    #[command(flatten)]
    program: Program,

    /// When a wait with a time-out ends by it: at any moment; when nothing else can happen; never
    #[arg(
        long,
        value_enum,
        value_name = "any|late|never",
        default_value = "any",
        hide_possible_values = true,
        help_heading = "Search"
    )]
    timeouts: TimeOuts,

    /// Let waiting threads also wake without being notified
    #[arg(long, help_heading = "Search")]
    spurious: bool,

    /// What java.util.concurrent is taken for: documented atomic operations are one step, or interleave inside
    #[arg(long, value_enum, value_name = "HOW", default_value = "trusted", help_heading = "Search")]
    library: Library,

    #[command(flatten)]
    limits: Limits,

    /// Show the schedule of each outcome
    #[arg(long, help_heading = "Output")]
    schedules: bool,

    /// Write the schedule of each outcome into this folder, for `hazard replay`
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    traces: Option<PathBuf>,

    /// Draws nothing here but the seeds of generators that are not enumerated
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    seed: u64,

    #[command(flatten)]
    renderings: Renderings,

    #[command(flatten)]
    output: Output,
}

impl Outcomes {
    pub fn execute(&self) -> Result<i32, Failure> {
        let mut subject = self.program.subject(self.seed);
        subject.spurious_wakeups = self.spurious;
        subject.library_interleaved = self.library == Library::Interleaved;
        subject.time_outs = Some(self.timeouts.into());
        let job = OutcomesJob { subject, limits: self.limits.limits(), traces: self.traces.clone() };
        let (all, verbose) = (self.schedules || self.output.verbose, self.output.verbose);
        answer::give(
            &self.program.target,
            &self.output,
            &self.renderings,
            |watch| checker::outcomes(&job, watch),
            move |report| text(report, all, verbose),
            |report| render::Suite::of_outcomes(&self.program.target, report),
        )
    }
}

/// The outcomes as a table, and the schedules of all or of those that should not be.
fn text(report: &OutcomesReport, all: bool, verbose: bool) -> String {
    let paint = Paint::for_stdout();
    let mut text = headline(report, paint);
    text.push_str(&table(report, paint));
    if !report.races.is_empty() {
        let why = "threads race. The machine is sequentially consistent; hardware may do more here:";
        text.push_str(&format!("{} {}\n", paint.yellow("beware:"), laid_out(why, "beware: ".len(), 8)));
        report.races.iter().for_each(|race| text.push_str(&format!("  {}\n", laid_out(race, 2, 4))));
    }
    let numbers = format!(
        "{}, {}, {}",
        count(report.states, "state"),
        count(report.transitions, "transition"),
        milliseconds(report.time_ms)
    );
    text.push_str(&format!("{}\n", paint.faint(&numbers)));
    let is_told = |assumption: &&Assumption| matches!(assumption, Assumption::Races(_));
    text.push_str(&story::assumed(report.assumptions.0.iter().filter(|assumption| !is_told(assumption)), paint));
    for outcome in report.outcomes.iter().filter(|outcome| all || outcome.is_wrong()) {
        text.push_str(&format!("\n{}\n", paint.bold(&format!("{}:", one_line(outcome)))));
        if outcome.trace.is_empty() {
            text.push_str("It happens before the first choice.\n");
        }
        text.push_str(&story::steps(&outcome.trace, verbose, paint));
    }
    text
}

fn headline(report: &OutcomesReport, paint: Paint) -> String {
    let found = count(report.outcomes.len() as u64, "outcome");
    let wrong = report.outcomes.iter().filter(|outcome| outcome.is_wrong()).count() as u64;
    match report.verdict {
        checker::report::Verdict::Violated if report.complete => {
            format!("{} {found}, of which {wrong} should not be\n", paint.red("violated:"))
        }
        checker::report::Verdict::Violated => {
            format!("{} {found} so far, of which {wrong} should not be\n", paint.red("violated:"))
        }
        checker::report::Verdict::Holds => {
            let assuming = story::assuming(&report.assumptions, "complete", |_| true);
            format!("{} {found}, and no others\n", paint.green(&format!("complete{assuming}:")))
        }
        checker::report::Verdict::Inconclusive => {
            let why = match report.unsupported.first() {
                Some(sentence) => sentence.clone(),
                None => format!("stopped by {}", report.limits_hit.join(", ").replace("interrupted", "an interrupt")),
            };
            format!("{} {found} so far; {why}\n", paint.yellow("inconclusive:"))
        }
    }
}

fn table(report: &OutcomesReport, paint: Paint) -> String {
    let shown: Vec<String> = report.outcomes.iter().map(one_line).collect();
    let width = shown.iter().map(|line| line.chars().count()).max().unwrap_or(0).min(48);
    let mut text = String::new();
    for (outcome, result) in report.outcomes.iter().zip(&shown) {
        let mut notes = Vec::new();
        if let Some(probability) = outcome.probability {
            let exact = outcome.exact.as_ref().filter(|exact| exact.contains('/'));
            notes.push(match exact {
                Some(exact) => format!("probability {probability} ({exact})"),
                None => format!("probability {probability}"),
            });
        }
        if let Some((least, greatest)) = outcome.probability_range {
            notes.push(format!("probability {least} to {greatest}, depending on the schedule"));
        }
        if let Some(expect) = &outcome.expect {
            let name = expect.to_lowercase().replace('_', ", ");
            notes.push(if outcome.is_wrong() { paint.red(&name) } else { name });
        }
        notes.extend(outcome.description.as_ref().map(|text| text.trim_end_matches('.').to_owned()));
        notes.push(count(u64::from(outcome.context_switches), "context switch").replace("switchs", "switches"));
        let room = " ".repeat(width.saturating_sub(result.chars().count()));
        let column = width.max(result.chars().count()) + 4;
        let notes = laid_out(&notes.join("; "), column, column.min(columns() / 2));
        text.push_str(&format!("  {result}{room}  {}\n", paint.faint(&notes)));
    }
    text
}

/// Broken between words where the width is known: it begins at column `start`, and what follows is indented.
fn laid_out(line: &str, start: usize, indent: usize) -> String {
    if !is_laid_out() {
        return line.to_owned();
    }
    filled(line, columns().saturating_sub(start.max(indent))).join(&format!("\n{:indent$}", ""))
}

/// A result on one line: what was printed, then how it ended unless it simply did.
fn one_line(outcome: &OutcomeReport) -> String {
    let printed = outcome.result.lines().collect::<Vec<_>>().join(" ⏎ ");
    match (outcome.ending.as_str(), printed.is_empty()) {
        ("end", true) => "(nothing is printed)".to_owned(),
        ("end", false) => printed,
        (ending, true) => format!("({ending})"),
        (ending, false) => format!("{printed} ({ending})"),
    }
}
