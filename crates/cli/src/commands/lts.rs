//! `hazard lts`: search a labelled transition system.

use std::path::PathBuf;
use std::sync::Arc;

use checker::{Draft, Goal, LtsJob, LtsReport, Telling};
use clap::Args;
use render::{Page, Topic};

use crate::failure::Failure;
use crate::guard;
use crate::options::{Limits, Output};
use crate::terminal::{Paint, ProgressLine, command_line, count, milliseconds, title_of};

#[derive(Args)]
pub struct Lts {
    /// An Aldebaran file: .aut or .aut.gz
    model: PathBuf,

    /// Search for a transition with this label, or with this name if labels have arguments
    #[arg(long, value_name = "ACTION", conflicts_with = "property")]
    find: Option<String>,

    /// Search for a state without transitions: deadlock (also what is searched for if nothing is said)
    #[arg(long, value_name = "NAME")]
    property: Option<String>,

    /// How to search: dfs, bfs, random, highway,width=8, … (`hazard list searches`)
    #[arg(long, value_name = "NAME[,KEY=VALUE…]", default_value = "dfs")]
    search: String,

    /// What guided searches follow: fewest-transitions
    #[arg(long, value_name = "NAME")]
    heuristic: Option<String>,

    /// Every random decision of a search derives from it
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Go on after the first find
    #[arg(long)]
    all_errors: bool,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    output: Output,
}

impl Lts {
    pub fn execute(&self) -> Result<i32, Failure> {
        self.output.check()?;
        checker::target::refuse_programs(&self.model, "lts")?;
        if checker::is_in_language(&self.model) {
            let name = self.model.display();
            return Err(Failure::usage(format!(
                "{name} is a model in a language: ask `hazard mc {name} -p 'E [ F \"deadlock\" ]'`, or write its transitions by \
                 `hazard convert {name} -o FILE.aut`"
            )));
        }
        let goal = match (&self.find, self.property.as_deref()) {
            (Some(action), _) => Goal::Action(action.clone()),
            (None, Some("deadlock")) => Goal::Deadlock,
            (None, Some(other)) => {
                return Err(Failure::usage(format!(
                    "transition systems have only the property 'deadlock', not '{other}'; use --find ACTION for an action"
                )));
            }
            (None, None) => Goal::Deadlock,
        };
        let job = LtsJob {
            model: self.model.clone(),
            goal,
            search: self.search.clone(),
            heuristic: self.heuristic.clone(),
            seed: self.seed,
            limits: self.limits.limits(),
            all_errors: self.all_errors,
        };
        let mut line = ProgressLine::new(self.output.quiet);
        let on_beat: Option<checker::BeatListener<'_>> =
            if line.is_enabled() { Some(Box::new(move |beat| line.show(beat, None))) } else { None };
        let draft = Arc::new(Draft::default());
        let (drafted, output, find) = (draft.clone(), self.output.clone(), self.find.clone());
        guard::attend(
            &draft,
            Box::new(move |cause| match drafted.so_far(cause) {
                Telling::Transitions(report) => tell(&report, find.as_deref(), &output),
                _ => guard::untold(cause),
            }),
        );
        let report = checker::search_lts(&job, &draft, on_beat)?;
        guard::relieve();
        let status = tell(&report, self.find.as_deref(), &self.output);
        self.output.write_page(|| Page::new(Topic::System, title_of(&self.model), command_line(), &report));
        Ok(status)
    }
}

/// Tells what was found out; gives the exit status.
fn tell(report: &LtsReport, action: Option<&str>, output: &Output) -> i32 {
    output.deliver(report, || text(report, action, output.verbose), &[]);
    report.exit_status()
}

fn text(report: &LtsReport, action: Option<&str>, verbose: bool) -> String {
    let paint = Paint::for_stdout();
    let sought = action.map_or_else(|| "a deadlock".to_owned(), |action| format!("the action {action}"));
    let mut text = match report.violations.first() {
        Some(violation) => {
            let found = if action.is_some() { &violation.message } else { "a deadlock" };
            format!("{} {found} after {}\n", paint.red("found:"), count(violation.depth, "transition"))
        }
        None if report.complete => format!("{} {sought}; everything was explored\n", paint.green("not there:")),
        None => {
            let why = if report.limits_hit.is_empty() {
                format!("the search {} ended before everything was explored", report.search)
            } else {
                format!("stopped by {}", report.limits_hit.join(", "))
            };
            format!("{} {sought}; {why}\n", paint.yellow("not found:"))
        }
    };
    let numbers = format!(
        "{} expanded, {} met, {}, {}",
        count(report.states, "state"),
        count(report.discovered, "state"),
        count(report.transitions, "transition"),
        milliseconds(report.time_ms)
    );
    text.push_str(&paint.faint(&numbers));
    text.push('\n');
    for violation in &report.violations {
        let shown = if verbose { violation.trace.len() } else { violation.trace.len().min(100) };
        text.push_str(&format!("\n{}\n", paint.bold(&violation.message)));
        for (index, step) in violation.trace.iter().take(shown).enumerate() {
            text.push_str(&format!("{:>5}  {}\n", index + 1, step.action));
        }
        if shown < violation.trace.len() {
            text.push_str(&format!("  … and {} more (-v shows all)\n", violation.trace.len() - shown));
        }
    }
    text
}
