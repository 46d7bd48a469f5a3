//! What runs have in common, as plain data.

use std::collections::BTreeMap;
use std::time::Instant;

use jvm::Program;
use logic::{Comparison, Query};
use markov::{Answer, clopper_pearson, normal_quantile};
use serde::Serialize;
use space::{Standing, System};

use super::Sample;
use super::monitor::{Monitor, Told};
use super::walk::Walk;
use crate::questions::Formulas;
use crate::report::{Number, PropertyReport, TraceStep, Verdict, ViolationReport, peak_bytes};

/// Different outputs that are told.
const OUTPUTS_MAX: usize = 20;

#[derive(Clone, Debug, Serialize)]
pub struct SampleReport {
    pub verdict: Verdict,
    pub runs: u64,
    pub seed: u64,
    pub confidence: f64,
    pub ended: u64,
    pub deadlocked: u64,
    /// Cut off, or not followed to the end for another reason.
    pub cut: u64,
    /// Ruled out by assumptions of the program; they do not count.
    pub ignored: u64,
    pub steps: Estimate,
    pub properties: Vec<PropertyReport>,
    pub labels: Vec<LabelEstimate>,
    pub rewards: Vec<RewardEstimate>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<SampledResult>,
    /// What programs printed, the most frequent first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<OutputCount>,
    pub violations: Vec<ViolationReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<SampledPath>,
    pub assumptions: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsupported: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    pub time_ms: f64,
    pub peak_bytes: u64,
    pub version: &'static str,
}

/// A mean with its confidence interval, and how far the values lie apart.
#[derive(Clone, Debug, Serialize)]
pub struct Estimate {
    pub mean: Number,
    pub lower: Number,
    pub upper: Number,
    pub deviation: f64,
    pub least: Number,
    pub greatest: Number,
}

#[derive(Clone, Debug, Serialize)]
pub struct LabelEstimate {
    pub label: String,
    /// The share of runs in which it ever held.
    pub share: f64,
    pub lower: f64,
    pub upper: f64,
}

#[derive(Clone, Debug, Serialize)]
pub struct RewardEstimate {
    pub reward: String,
    #[serde(flatten)]
    pub earned: Estimate,
}

/// An estimated law of what a method returns.
#[derive(Clone, Debug, Serialize)]
pub struct SampledResult {
    pub method: String,
    pub values: Vec<LabelEstimate>,
}

#[derive(Clone, Debug, Serialize)]
pub struct OutputCount {
    pub output: String,
    pub runs: u64,
}

/// One run, told.
#[derive(Clone, Debug, Serialize)]
pub struct SampledPath {
    pub number: u64,
    pub ended: &'static str,
    pub steps: Vec<TraceStep>,
    pub initial_output: String,
}

impl SampledPath {
    pub fn new(number: u64, steps: Vec<TraceStep>, walk: &Walk) -> SampledPath {
        let printed: usize = steps.iter().map(|step| step.output.len()).sum();
        let all = walk.output.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).unwrap_or_default();
        let initial = all.get(..all.len().saturating_sub(printed)).unwrap_or_default().to_owned();
        let ended = match walk.standing {
            Standing::Ended => "end",
            Standing::Deadlocked => "deadlock",
            Standing::Ignored => "an assumption failed",
            Standing::Open if walk.is_cut => "cut off",
            Standing::Open => "decided",
        };
        SampledPath { number: number + 1, ended, steps, initial_output: initial }
    }
}

pub fn summarize<S: System>(
    system: &S,
    formulas: &Formulas,
    monitors: &[Monitor],
    all: &[Walk],
    sample: &Sample,
) -> SampleReport {
    let walks: Vec<&Walk> = all.iter().filter(|walk| walk.standing != Standing::Ignored).collect();
    let ignored = (all.len() - walks.len()) as u64;
    let count = |is: &dyn Fn(&Walk) -> bool| walks.iter().filter(|walk| is(walk)).count() as u64;
    let mut report = SampleReport {
        verdict: Verdict::Inconclusive,
        runs: walks.len() as u64,
        seed: sample.seed,
        confidence: sample.confidence,
        ended: count(&|walk| walk.standing == Standing::Ended),
        deadlocked: count(&|walk| walk.standing == Standing::Deadlocked),
        cut: count(&|walk| walk.is_cut),
        ignored,
        steps: Estimate::of(walks.iter().map(|walk| walk.steps as f64), sample.confidence),
        properties: Vec::new(),
        labels: Vec::new(),
        rewards: Vec::new(),
        results: Vec::new(),
        outputs: outputs(&walks),
        violations: Vec::new(),
        paths: Vec::new(),
        assumptions: Vec::new(),
        unsupported: Vec::new(),
        warnings: Vec::new(),
        time_ms: 0.0,
        peak_bytes: 0,
        version: crate::VERSION,
    };
    for (index, (property, monitor)) in formulas.properties().iter().zip(monitors).enumerate() {
        let told = walks.iter().map(|walk| walk.told[index]);
        let answer = answer(monitor, told, sample.confidence);
        report.properties.push(PropertyReport::new(property.name.clone(), property.text.clone(), &answer));
    }
    for (label, name) in system.labels().iter().enumerate() {
        let held = count(&|walk| walk.held[label]);
        report.labels.push(LabelEstimate::of(name.clone(), held, report.runs, sample.confidence));
    }
    for (reward, name) in system.rewards().iter().enumerate() {
        let earned = Estimate::of(walks.iter().map(|walk| walk.earned[reward]), sample.confidence);
        report.rewards.push(RewardEstimate { reward: name.clone(), earned });
    }
    if walks.iter().any(|walk| walk.was_scheduled) {
        report
            .assumptions
            .push("schedules were chosen at random, every thread that can move as likely as every other".into());
    }
    if walks.iter().any(|walk| walk.was_supplied) {
        report.assumptions.push("inputs and other free choices were made at random, all values equally likely".into());
    }
    report.note_troubles(&walks, all.len() as u64, sample);
    report
}

/// What was printed, and how often; nothing if nothing ever was.
fn outputs(walks: &[&Walk]) -> Vec<OutputCount> {
    let mut counts: BTreeMap<&[u8], u64> = BTreeMap::new();
    for output in walks.iter().filter(|walk| !walk.is_cut).filter_map(|walk| walk.output.as_deref()) {
        *counts.entry(output).or_default() += 1;
    }
    if counts.keys().all(|output| output.is_empty()) {
        return Vec::new();
    }
    let mut all: Vec<OutputCount> = (counts.into_iter())
        .map(|(output, runs)| OutputCount { output: String::from_utf8_lossy(output).into_owned(), runs })
        .collect();
    all.sort_by_key(|output| std::cmp::Reverse(output.runs));
    all.truncate(OUTPUTS_MAX);
    all
}

impl SampleReport {
    fn note_troubles(&mut self, walks: &[&Walk], all: u64, sample: &Sample) {
        if all < sample.runs {
            self.warnings.push(format!("there was time for {all} of {} runs only", sample.runs));
        }
        if self.ignored > 0 {
            self.warnings
                .push(format!("{} runs that an assumption of the program ruled out do not count", self.ignored));
        }
        let mut sentences: BTreeMap<String, u64> = BTreeMap::new();
        for fault in walks.iter().filter_map(|walk| walk.fault.as_ref()) {
            *sentences.entry(fault.to_string()).or_default() += 1;
            if matches!(fault, space::Fault::Unsupported { .. }) && !self.unsupported.contains(&fault.to_string()) {
                self.unsupported.push(fault.to_string());
            }
        }
        let long = walks.iter().filter(|walk| walk.is_cut && walk.fault.is_none()).count();
        if long > 0 {
            self.warnings.push(format!(
                "{long} runs were cut off after {} steps; intervals allow for either outcome (--max-depth)",
                walks.iter().map(|walk| walk.steps).max().unwrap_or(0)
            ));
        }
        for (sentence, runs) in sentences {
            self.warnings.push(format!("{runs} runs could not be followed: {sentence}"));
        }
    }

    /// The estimated laws of what methods return.
    pub fn tell_results(&mut self, program: &Program, methods: &[String], walks: &[Walk], sample: &Sample) {
        let plan = &program.config.plan;
        let families = plan.families.iter().enumerate().filter(|(_, family)| family.result.is_some());
        for ((index, family), method) in families.zip(methods) {
            let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
            let counted = walks.iter().filter(|walk| walk.standing != Standing::Ignored);
            for value in counted.filter_map(|walk| walk.first[index]) {
                *counts.entry(value).or_default() += 1;
            }
            let mut values: Vec<LabelEstimate> = (counts.into_iter())
                .map(|(value, runs)| {
                    let text = plan.result_of(family, &family.label(value)).unwrap_or_default();
                    LabelEstimate::of(text, runs, self.runs, sample.confidence)
                })
                .collect();
            values.sort_by(|a, b| match (a.label.parse::<f64>(), b.label.parse::<f64>()) {
                (Ok(a), Ok(b)) => a.total_cmp(&b),
                _ => a.label.cmp(&b.label),
            });
            self.results.push(SampledResult { method: method.clone(), values });
        }
    }

    pub fn finish(&mut self, started: Instant) {
        let is_false = self.properties.iter().any(|property| property.holds == Some(false));
        // Runs that went well prove nothing about those that were not made.
        self.verdict = if is_false || !self.violations.is_empty() { Verdict::Violated } else { Verdict::Inconclusive };
        self.time_ms = (started.elapsed().as_secs_f64() * 1e6).round() / 1e3;
        self.peak_bytes = peak_bytes();
    }

    /// Whether every question has an estimate, or a truth value that the runs suffice for.
    pub fn is_answered(&self) -> bool {
        self.runs > 0 && self.unsupported.is_empty() && !self.properties.iter().any(PropertyReport::is_unknown)
    }

    /// Of `hazard simulate`, which promises estimates: 0 if there are, 1 violated, 3 too few runs, 4 not supported.
    pub fn exit_status(&self) -> i32 {
        match self.verdict {
            Verdict::Violated => 1,
            _ if !self.unsupported.is_empty() => 4,
            _ if self.is_answered() => 0,
            _ => 3,
        }
    }
}

impl LabelEstimate {
    fn of(label: String, held: u64, runs: u64, confidence: f64) -> LabelEstimate {
        if runs == 0 {
            return LabelEstimate { label, share: 0.0, lower: 0.0, upper: 1.0 };
        }
        let (lower, upper) = clopper_pearson(held, runs, 1.0 - confidence);
        LabelEstimate { label, share: held as f64 / runs as f64, lower, upper }
    }
}

impl Estimate {
    /// By the normal approximation.
    fn of(values: impl Iterator<Item = f64>, confidence: f64) -> Estimate {
        let (mut count, mut mean, mut squares) = (0u64, 0.0, 0.0);
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            // Welford's update keeps digits that a sum of squares would lose.
            count += 1;
            let distance = value - mean;
            mean += distance / count as f64;
            squares += distance * (value - mean);
            (least, greatest) = (least.min(value), greatest.max(value));
        }
        if greatest.is_infinite() && greatest > 0.0 {
            let inf = Number(f64::INFINITY);
            return Estimate { mean: inf, lower: inf, upper: inf, deviation: 0.0, least: Number(least), greatest: inf };
        }
        let variance = if count > 1 { squares / (count - 1) as f64 } else { 0.0 };
        let half = match count {
            0 | 1 => f64::INFINITY,
            _ => normal_quantile(1.0 - (1.0 - confidence) / 2.0) * (variance / count as f64).sqrt(),
        };
        Estimate {
            mean: Number(mean),
            lower: Number(mean - half),
            upper: Number(mean + half),
            deviation: variance.sqrt(),
            least: Number(least),
            greatest: Number(greatest),
        }
    }
}

/// What runs tell about a question. Those that did not decide it may have gone either way.
fn answer(monitor: &Monitor, told: impl Iterator<Item = Told>, confidence: f64) -> Answer {
    let told: Vec<Told> = told.collect();
    let runs = told.len() as u64;
    let undecided = told.iter().filter(|one| **one == Told::Undecided).count() as u64;
    match monitor {
        Monitor::Path { query, .. } => {
            let successes = told.iter().filter(|one| **one == Told::Truth(true)).count() as u64;
            if runs == 0 {
                let is_truth = matches!(query, Query::Bound(..));
                return Answer { is_truth, lower: Some(0.0), upper: Some(1.0), ..Answer::default() };
            }
            let (lower, _) = clopper_pearson(successes, runs, 1.0 - confidence);
            let (_, upper) = clopper_pearson(successes + undecided, runs, 1.0 - confidence);
            let value = (undecided == 0).then_some(successes as f64 / runs as f64);
            let (is_truth, holds) = match query {
                Query::Value => (false, None),
                Query::Bound(comparison, bound) => (true, decided(*comparison, bound.value(), lower, upper)),
            };
            Answer { value, lower: Some(lower), upper: Some(upper), holds, is_truth, ..Answer::default() }
        }
        Monitor::Reach { .. } | Monitor::Cumulative { .. } => {
            let earned = told.iter().filter_map(|one| match one {
                Told::Earned(amount) => Some(*amount),
                _ => None,
            });
            if undecided > 0 || runs == 0 {
                let least = earned.sum::<f64>() / runs.max(1) as f64;
                return Answer { lower: Some(least), upper: Some(f64::INFINITY), ..Answer::default() };
            }
            let estimate = Estimate::of(earned, confidence);
            Answer {
                value: Some(estimate.mean.0),
                lower: Some(estimate.lower.0),
                upper: Some(estimate.upper.0),
                ..Answer::default()
            }
        }
    }
}

fn decided(comparison: Comparison, bound: f64, lower: f64, upper: f64) -> Option<bool> {
    let (above, below) = (lower >= bound, upper < bound);
    match comparison {
        Comparison::Greater | Comparison::GreaterOrEqual if above => Some(true),
        Comparison::Greater | Comparison::GreaterOrEqual if below => Some(false),
        Comparison::Less | Comparison::LessOrEqual if upper <= bound => Some(true),
        Comparison::Less | Comparison::LessOrEqual if lower > bound => Some(false),
        _ => None,
    }
}
