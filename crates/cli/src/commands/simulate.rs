//! `hazard simulate`: runs chosen at random, and what they have in common.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use checker::report::{Number, PropertyReport};
use checker::{Draft, Files, Job, ModelJob, Sample, SampleReport, SampledPath, target};
use clap::Args;
use render::{Page, Topic};

use crate::exploring::Exploring;
use crate::failure::Failure;
use crate::options::{Output, Questions};
use crate::terminal::{Paint, command_line, count, milliseconds, title_of, warn};
use crate::{guard, story, units};

/// Sample runs of a program or a model: how they end, how long they are, and estimates with confidence intervals.
///
/// Coins fall as they fall; where a scheduler or the environment decides, all alternatives are equally likely.
#[derive(Args)]
pub struct Simulate {
    #[command(flatten)]
    exploring: Exploring,

    #[command(flatten)]
    questions: Questions,

    /// How many runs
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10_000, value_parser = units::positive, help_heading = "Questions")]
    runs: u64,

    /// How sure the intervals are
    #[arg(long, value_name = "P", default_value_t = 0.99, help_heading = "Questions")]
    confidence: f64,

    /// Estimate the law of what a method returns the first time: 'C.m(..)' (repeatable)
    #[arg(long, value_name = "METHOD", help_heading = "Questions")]
    result: Vec<String>,

    /// Show the first N runs step by step
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Output")]
    paths: u64,

    /// Write the first violation's schedule, for `hazard replay`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    trace: Option<PathBuf>,

    #[command(flatten)]
    output: Output,
}

impl Simulate {
    pub fn execute(&self) -> Result<i32, Failure> {
        self.output.check()?;
        let job = self.exploring.job()?;
        if self.questions.scheduler.is_some() {
            return Err(Failure::usage("--scheduler is not for samples: their schedules are chosen at random"));
        }
        let sample = Sample {
            runs: self.runs,
            seed: self.exploring.seed,
            confidence: self.confidence,
            paths: self.paths,
            workers: units::workers(self.exploring.threads),
            ..Sample::default()
        };
        match target::command_of_model(&job.subject.target) {
            Some("lts") => {
                Err(Failure::usage(format!("{} has no coins to throw; `hazard lts` searches it", job.subject.target)))
            }
            Some(_) => self.sample_model(&job, &sample),
            None => {
                let mut job = Job { questions: self.questions.questions(), trace: self.trace.clone(), ..job };
                job.subject.results = self.result.clone();
                self::sample(&job, &sample, &self.output)
            }
        }
    }

    fn sample_model(&self, job: &Job, sample: &Sample) -> Result<i32, Failure> {
        if !self.result.is_empty() || self.trace.is_some() {
            return Err(Failure::usage("--result and --trace are about programs, and this is a model"));
        }
        let model = ModelJob {
            files: Files { model: Path::new(&job.subject.target).to_owned(), ..Files::default() },
            find_siblings: true,
            questions: self.questions.questions(),
            ..ModelJob::default()
        };
        let depth = job.limits.depth.map_or(sample.steps_max, u64::from);
        let sample = Sample { steps_max: depth, ..sample.clone() };
        let draft = Arc::new(Draft::default());
        guard::attend_untold(&draft);
        let report = checker::sample_model(&model, &sample, &job.limits, &draft)?;
        guard::relieve();
        Ok(tell(&report, &job.subject.target, &self.output))
    }
}

/// Samples a program and tells what came of it.
pub fn sample(job: &Job, sample: &Sample, output: &Output) -> Result<i32, Failure> {
    let draft = Arc::new(Draft::default());
    guard::attend_untold(&draft);
    let report = checker::sample_program(job, sample, &draft)?;
    guard::relieve();
    Ok(tell(&report, &job.subject.target, output))
}

fn tell(report: &SampleReport, target: &str, output: &Output) -> i32 {
    report.warnings.iter().for_each(|sentence| warn(sentence));
    output.deliver(report, || text(report, output.verbose), &[]);
    output.write_page(|| Page::new(Topic::Program, title_of(Path::new(target)), command_line(), report));
    report.exit_status()
}

fn text(report: &SampleReport, verbose: bool) -> String {
    let paint = Paint::for_stdout();
    let mut text = headline(report, paint);
    for path in &report.paths {
        text.push_str(&told_path(path, paint));
    }
    for property in &report.properties {
        text.push_str(&format!("{} = {}\n", property.formula, paint.bold(&estimate(property))));
    }
    for result in &report.results {
        text.push_str(&format!("law of {}:\n", paint.bold(&result.method)));
        for value in &result.values {
            let bar = "█".repeat((value.share * 24.0).round() as usize);
            text.push_str(&format!(
                "  {:>8}  {}{}  {} in [{}, {}]\n",
                value.label,
                paint.faint(&bar),
                " ".repeat(24 - bar.chars().count().min(24)),
                short(value.share),
                short(value.lower),
                short(value.upper)
            ));
        }
    }
    // Conditions that questions speak of are no names, and have been told.
    let is_name = |label: &str| label.chars().all(|c| c.is_alphanumeric() || c == '_') && !label.starts_with("result_");
    for label in report.labels.iter().filter(|label| is_name(&label.label)) {
        let interval = format!("in [{}, {}]", short(label.lower), short(label.upper));
        let share = match label.share {
            0.0 => "no run".to_owned(),
            1.0 => "every run".to_owned(),
            share => format!("{} of all runs", short(share)),
        };
        text.push_str(&format!("\"{}\" held at some time in {share}, {}\n", label.label, paint.faint(&interval)));
    }
    for reward in &report.rewards {
        let e = &reward.earned;
        text.push_str(&format!(
            "\"{}\" per run: {}, deviation {}, from {} to {}\n",
            reward.reward,
            interval(e.mean, e.lower, e.upper),
            short(e.deviation),
            e.least.0,
            e.greatest.0
        ));
    }
    text.push_str(&told_outputs(report));
    for violation in &report.violations {
        text.push('\n');
        let share = format!("in {} of {} runs: ", violation.occurrences, report.runs);
        text.push_str(&paint.red(&share));
        text.push_str(&story::told(violation, verbose, paint));
    }
    for sentence in &report.assumptions {
        text.push_str(&format!("assumed: {sentence}\n"));
    }
    text
}

fn headline(report: &SampleReport, paint: Paint) -> String {
    let steps = &report.steps;
    let decided = report.runs.saturating_sub(report.ended + report.deadlocked + report.cut);
    let ways = [("ended", report.ended), ("deadlocked", report.deadlocked), ("cut off", report.cut)];
    let ends: Vec<String> = (ways.into_iter().chain([("decided before", decided)]))
        .filter(|(_, runs)| *runs > 0)
        .map(|(what, runs)| format!("{runs} {what}"))
        .collect();
    let line = format!(
        "{} ({}), {} to {} steps, {} on average; seed {}, {}",
        count(report.runs, "run"),
        ends.join(", "),
        steps.least.0,
        steps.greatest.0,
        short(steps.mean.0),
        report.seed,
        milliseconds(report.time_ms)
    );
    let intervals = format!("intervals hold with confidence {}", report.confidence);
    format!("{}\n{}\n", paint.bold(&line), paint.faint(&intervals))
}

fn told_outputs(report: &SampleReport) -> String {
    let mut text = String::new();
    if report.outputs.is_empty() {
        return text;
    }
    text.push_str("printed:\n");
    for output in report.outputs.iter().take(8) {
        let first: Vec<&str> = output.output.lines().collect();
        let shown: String = first.join(" ⏎ ").chars().take(56).collect();
        text.push_str(&format!("  {:>7}  {}\n", output.runs, if shown.is_empty() { "(nothing)" } else { &shown }));
    }
    if report.outputs.len() > 8 {
        text.push_str("  and others (--json)\n");
    }
    text
}

fn told_path(path: &SampledPath, paint: Paint) -> String {
    let mut text =
        paint.bold(&format!("run {} ({}, {}):\n", path.number, count(path.steps.len() as u64, "step"), path.ended));
    text.push_str(&crate::passage::printed(&path.initial_output, paint));
    text.push_str(&story::steps(&path.steps, true, paint));
    text.push('\n');
    text
}

fn estimate(property: &PropertyReport) -> String {
    match (property.holds, property.value, property.lower, property.upper) {
        (Some(truth), _, Some(lower), Some(upper)) => {
            format!("{truth} (the probability is in [{}, {}])", short(lower.0), short(upper.0))
        }
        (None, Some(value), Some(lower), Some(upper)) if !property.is_truth => interval(value, lower, upper),
        (_, _, Some(lower), Some(upper)) => format!("not decided: in [{}, {}]", short(lower.0), short(upper.0)),
        _ => "unknown".into(),
    }
}

fn interval(value: Number, lower: Number, upper: Number) -> String {
    if value.0.is_infinite() {
        return "infinite (a run ended without reaching it)".into();
    }
    format!("{} in [{}, {}]", short(value.0), short(lower.0), short(upper.0))
}

/// As many digits as an estimate deserves.
fn short(value: f64) -> String {
    let text = format!("{value:.6}");
    if value != 0.0 && value.abs() < 1e-4 {
        return format!("{value:.3e}");
    }
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}
