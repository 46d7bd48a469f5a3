//! `hazard pse`: probabilistic symbolic execution; and `hazard check --symbolic`, which shares its engine.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use checker::{Draft, Job, Onlooker, PseJob, PseReport, Sampling, SignsListener, Telling};
use clap::{Args, ValueEnum};
use render::{Page, Topic};

use crate::failure::Failure;
use crate::options::{Library, Output, Program, Switch};
use crate::terminal::{Paint, ProgressLine, command_line, count, milliseconds, title_of, warn};
use crate::{guard, story, units};

#[derive(Args)]
pub struct Pse {
    #[command(flatten)]
    program: Program,

    /// The event: success, failure, grey (cut off), or a label such as '"x"'
    #[arg(long = "target", value_name = "EVENT", default_value = "success", help_heading = "Question")]
    event: String,

    /// Its largest probability over all schedulers [default]
    #[arg(long, conflicts_with = "min", help_heading = "Question")]
    max: bool,

    /// Its smallest probability over all schedulers
    #[arg(long, help_heading = "Question")]
    min: bool,

    /// Is there a scheduler with this probability? '>=0.9', '>1/2', '<=0.1'
    #[arg(long, value_name = "BOUND", help_heading = "Question")]
    hypothesis: Option<String>,

    /// Label states, to be a --target: '"x" = returned:C.m(int)=true' (repeatable)
    #[arg(long, value_name = "SPEC", help_heading = "Question")]
    label: Vec<String>,

    /// What paths cut off by --depth count as
    #[arg(long, value_enum, default_value = "apart", help_heading = "Question")]
    grey: Grey,

    /// How the answer is found
    #[arg(long, value_enum, default_value = "exact", help_heading = "Algorithm")]
    algorithm: Algorithm,

    /// N: paths sampled per round
    #[arg(long, value_name = "N", value_parser = units::positive, help_heading = "Algorithm")]
    samples: Option<u64>,

    /// L: improvements of the scheduler
    #[arg(long, value_name = "L", value_parser = units::positive, help_heading = "Algorithm")]
    rounds: Option<u64>,

    /// T: how often to start again
    #[arg(long, value_name = "T", value_parser = units::positive, help_heading = "Algorithm")]
    restarts: Option<u64>,

    /// How much of the previous scheduler is kept, between 0 and 1
    #[arg(long, value_name = "H", help_heading = "Algorithm")]
    history: Option<f64>,

    /// How much goes to alternatives that do not look best, between 0 and 1
    #[arg(long, value_name = "E", help_heading = "Algorithm")]
    greedy: Option<f64>,

    /// Do not sample again what is fully explored
    #[arg(long, value_enum, default_value = "on", help_heading = "Algorithm")]
    prune: Switch,

    /// The gap between the bounds at which `bounds` stops
    #[arg(long, value_name = "E", default_value_t = 0.01, help_heading = "Algorithm")]
    epsilon: f64,

    /// Every random decision derives from it
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Algorithm")]
    seed: u64,

    /// Cut paths off after so many branches and choices
    #[arg(long, value_name = "N", value_parser = units::positive32, help_heading = "Limits")]
    depth: Option<u32>,

    /// Stop after this time: 30s, 500ms, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = units::duration, help_heading = "Limits")]
    max_time: Option<Duration>,

    /// How the inputs are distributed
    #[arg(long, value_name = "FILE.toml", help_heading = "Inputs")]
    profile: Option<PathBuf>,

    /// The domain of an input: x=0..100 (repeatable)
    #[arg(long, value_name = "NAME=LOW..HIGH", help_heading = "Inputs")]
    domain: Vec<String>,

    /// The parameters of this method are inputs: 'pkg.C.m(int,int)'
    #[arg(long, value_name = "METHOD", help_heading = "Inputs")]
    symbolic: Option<String>,

    /// Interleave threads only where another thread could notice; off: at every access
    #[arg(long, value_enum, default_value = "on", help_heading = "Algorithm")]
    por: Switch,

    /// What java.util.concurrent is taken for: documented atomic operations are one step, or interleave inside
    #[arg(long, value_enum, value_name = "HOW", default_value = "trusted", help_heading = "Algorithm")]
    library: Library,

    /// Write the optimal scheduler: as text, or for graphviz if the name ends in .dot
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    scheduler: Option<PathBuf>,

    /// Write every path: outcome, probability, condition, and inputs that take it; as JSON if the name ends in .json, else CSV
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    paths: Option<PathBuf>,

    /// Workers; what is answered does not depend on their number
    #[arg(long, value_name = "N", value_parser = units::positive32, help_heading = "Limits")]
    threads: Option<u32>,

    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Algorithm {
    /// Explore everything
    Exact,
    /// Sample paths and learn a scheduler
    Max,
    /// Sample paths under the uniform scheduler
    Random,
    /// The statistical algorithm of Henriques et al.
    Sum1,
    /// Sample where bounds are widest apart, until they are close
    Bounds,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Grey {
    /// As themselves: they make the bounds differ
    Apart,
    /// As successes
    Optimistic,
    /// As failures
    Pessimistic,
}

fn name_of(value: impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

impl Pse {
    pub fn execute(&self) -> Result<i32, Failure> {
        self.output.check()?;
        let draft = Arc::new(Draft::default());
        let (drafted, output) = (draft.clone(), self.output.clone());
        guard::attend(
            &draft,
            Box::new(move |cause| match drafted.so_far(cause) {
                Telling::Inputs(report) => tell(&report, &output),
                _ => 3,
            }),
        );
        let report = checker::pse(&self.job(), onlooker(&self.output, &draft))?;
        guard::relieve();
        let status = tell(&report, &self.output);
        let title = || title_of(std::path::Path::new(&self.program.target));
        self.output.write_page(|| Page::new(Topic::Inputs, title(), command_line(), &report));
        Ok(status)
    }

    fn job(&self) -> PseJob {
        let mut subject = self.program.subject(self.seed);
        subject.labels = self.label.clone();
        subject.reduction = self.por == Switch::On;
        subject.library_interleaved = self.library == Library::Interleaved;
        let default = Sampling::default();
        PseJob {
            subject,
            target: self.event.clone(),
            minimise: self.min,
            algorithm: name_of(self.algorithm),
            sampling: Sampling {
                samples: self.samples.unwrap_or(default.samples),
                rounds: self.rounds.unwrap_or(default.rounds),
                restarts: self.restarts.unwrap_or(default.restarts),
                history: self.history.unwrap_or(default.history),
                greedy: self.greedy.unwrap_or(default.greedy),
                prune: self.prune == Switch::On,
                ..default
            },
            samples_max: self.samples.unwrap_or(u64::MAX),
            epsilon: self.epsilon,
            hypothesis: self.hypothesis.clone(),
            depth: self.depth,
            grey: name_of(self.grey),
            profile: self.profile.clone(),
            domains: self.domain.clone(),
            method: self.symbolic.clone().filter(|method| !method.is_empty()),
            scheduler: self.scheduler.clone(),
            paths: self.paths.clone(),
            threads: units::workers(self.threads.unwrap_or(1)),
            time: self.max_time,
        }
    }
}

/// Tells what was found out; gives the exit status.
fn tell(report: &PseReport, output: &Output) -> i32 {
    output.deliver(report, || told(report), &report.errors);
    report.warnings.iter().for_each(|warning| warn(warning));
    report.exit_status()
}

/// Interrupts and the progress line.
fn onlooker(output: &Output, draft: &Arc<Draft>) -> Onlooker<'static> {
    let mut line = ProgressLine::new(output.quiet);
    let on_signs = line.is_enabled().then(|| {
        Box::new(move |signs: &checker::Signs, elapsed| line.show_symbolic(signs, elapsed)) as SignsListener<'static>
    });
    Onlooker { interrupt: Some(draft.flag()), on_signs, draft: Some(draft.clone()) }
}

fn told(report: &PseReport) -> String {
    let paint = Paint::for_stdout();
    let mut text = String::new();
    for property in &report.properties {
        text.push_str(&format!("{}: {}\n", property.formula, paint.green(&property.text)));
        if let Some(holds) = property.holds {
            text.push_str(if holds { "the hypothesis is true\n" } else { "the hypothesis is false\n" });
        } else if property.is_truth {
            text.push_str("the hypothesis is undecided\n");
        }
    }
    if let Some(estimate) = report.estimate {
        text.push_str(&format!("estimate: {estimate}\n"));
    }
    if let Some(about) = &report.approximate {
        let conditions = count(about.conditions, "condition");
        let was = if about.conditions == 1 { "was" } else { "were" };
        text.push_str(&format!(
            "approximately between {} and {}, with confidence {}: {conditions} that could not be counted {was} sampled (seed {})\n",
            about.lower.0, about.upper.0, about.confidence, report.seed
        ));
    }
    // There may be more than fit a number.
    let paths = if report.paths == u64::MAX { "at least " } else { "" };
    let mut numbers = vec![format!("{paths}{}", count(report.paths, "path")), count(report.states, "state")];
    if report.algorithm != "exact" {
        numbers.push(count(report.samples, "sample"));
    }
    numbers.push(count(report.decisions as u64, "decision"));
    numbers.push(milliseconds(report.time_ms));
    let numbers = numbers.join(", ");
    text.push_str(&paint.faint(&numbers));
    text.push('\n');
    text.push_str(&story::assumed(&report.assumptions.0, paint));
    if !report.limits_hit.is_empty() {
        text.push_str(&format!("cut off by: {}\n", report.limits_hit.join(", ")));
    }
    text
}

/// Is a violation reachable for any input?
pub fn verify(job: &Job, domains: &[String], method: Option<&str>, output: &Output) -> Result<i32, Failure> {
    let draft = Arc::new(Draft::default());
    guard::attend(&draft, super::check::last_word(&draft, output));
    let report = checker::verify(job, domains, method, onlooker(output, &draft))?;
    guard::relieve();
    let status = super::check::tell(&report, output);
    output.write_page(|| Page::of_program(&report, &job.subject, command_line()));
    Ok(status)
}
