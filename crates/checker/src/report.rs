//! What was found out, as plain data; serialised, it is the JSON report that scripts rely on.

use serde::{Serialize, Serializer};

use crate::assumptions::Assumptions;
use crate::fault::Fault;
use crate::picture::Picture;
use crate::scenes::SceneChange;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Holds,
    Violated,
    Inconclusive,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Inconclusive => "inconclusive",
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub verdict: Verdict,
    /// States were compared in full, not by a fingerprint.
    pub exact: bool,
    pub states: u64,
    pub transitions: u64,
    pub end_states: u64,
    pub max_depth: u64,
    pub instructions: u64,
    pub time_ms: f64,
    pub peak_bytes: u64,
    pub store_bytes: u64,
    /// The most that was on disk (`--store`).
    pub disk_bytes: u64,
    pub progress: f64,
    pub limits_hit: Vec<String>,
    pub violations: Vec<ViolationReport>,
    pub properties: Vec<PropertyReport>,
    /// What the verdict rests on besides the program, its inputs and the JDK.
    pub assumptions: Assumptions,
    /// That the program may go round for ever, if it was seen to and nobody asked for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endless: Option<String>,
    pub search: String,
    pub seed: u64,
    pub version: &'static str,
    /// States whose transitions were all generated (for walks: visits), as the literature on guided search counts.
    pub expanded: u64,
    pub complete: bool,
    /// Values of symbolic inputs that lead to the violation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Vec<(String, String)>>,
    /// Symbolic paths run to their end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paths: Option<u64>,
    /// How it was proved, if not by looking at every path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// Doubles were drawn from so many equally likely cells instead of their real distribution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random_grid: Option<u32>,
    /// What the program uses that is not supported, and other reasons why paths were not followed to their end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsupported: Vec<String>,
    /// Violations that a search found and that do not show when their schedule is run again: mistakes of ours, one sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unconfirmed: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub distributions: Vec<DistributionReport>,
    /// The laws of what methods return.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<ResultReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The explored graph, if somebody wants to look at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// Files that were asked for and could not be written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct ViolationReport {
    pub kind: String,
    pub message: String,
    pub thread: Option<String>,
    pub location: Option<String>,
    pub depth: u64,
    pub probability: f64,
    pub trace: Vec<TraceStep>,
    /// How often the running thread changes on the way there, and how often it does though it could go on.
    pub context_switches: u32,
    pub preemptions: u32,
    /// Stack traces, who waits for whom.
    pub details: Vec<String>,
    /// How many transitions showed it.
    pub occurrences: u64,
    /// What the program printed on the way there.
    pub output: String,
    /// What the program looks like before the first step, and then what each step changed, if somebody wants to look at it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scenes: Vec<SceneChange>,
}

#[derive(Clone, Debug, Serialize)]
pub struct TraceStep {
    /// `random`, `schedule`, `data`, or `resume` where a label cut a transition.
    pub choice: &'static str,
    pub pick: u32,
    pub of: u32,
    pub probability: f64,
    pub thread: Option<String>,
    pub location: Option<String>,
    /// What was decided, in words.
    pub text: String,
    /// The source line there, if it was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// What `text` says, place by place, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<StepPart>,
    /// The context switches before the next choice that nobody decides: only one thread can go on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forced: Vec<ForcedSwitch>,
    /// What the program printed until the next choice.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub output: String,
}

/// What a thread does at one place on its way to the next choice.
#[derive(Clone, Debug, Serialize)]
pub struct StepPart {
    pub location: Option<String>,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct ForcedSwitch {
    pub thread: Option<String>,
    pub location: Option<String>,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<StepPart>,
    /// How much of the step's output came before.
    #[serde(skip)]
    pub printed: usize,
}

#[derive(Clone, Debug, Serialize)]
pub struct PropertyReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub formula: String,
    pub value: Option<Number>,
    pub lower: Option<Number>,
    pub upper: Option<Number>,
    pub exact: Option<String>,
    pub holds: Option<bool>,
    /// The smallest and largest value over several initial states or over what a filter selects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<(Number, Number)>,
    /// The states that a filter names, with their values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<Vec<(u32, Number)>>,
    /// What can be achieved of two objectives at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pareto: Option<ParetoReport>,
    /// Why there is no answer although others are answered: what the question needs that is not supported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsupported: Option<String>,
    /// The answer for people.
    #[serde(skip)]
    pub text: String,
    /// The formula asks for a truth value.
    #[serde(skip)]
    pub is_truth: bool,
}

/// The corners of what schedulers achieve of two objectives.
#[derive(Clone, Debug, Serialize)]
pub struct ParetoReport {
    pub objectives: [String; 2],
    pub points: Vec<(f64, f64)>,
    /// How far beyond the lines between the corners something may be achieved.
    pub gap: Number,
}

/// The probability of each value of a reward when the program ends.
#[derive(Clone, Debug, Serialize)]
pub struct DistributionReport {
    pub reward: String,
    pub values: Vec<DistributionEntry>,
    /// The probability that the program never ends (or that an assumption ends it), if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_end: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct DistributionEntry {
    pub value: u64,
    pub probability: f64,
    pub exact: String,
}

/// The law of what a method returns the first time.
#[derive(Clone, Debug, Serialize)]
pub struct ResultReport {
    pub method: String,
    /// Numbers in order, and texts.
    pub values: Vec<ResultEntry>,
    /// The expected value, if all values are numbers and it surely returns.
    pub mean: Option<f64>,
    pub mean_exact: Option<String>,
    pub deviation: Option<f64>,
    /// The probability that it never returns, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct ResultEntry {
    pub value: String,
    /// The value, if it is a number.
    pub number: Option<f64>,
    /// Where schedules decide, or not everything was explored, the least it can be.
    pub probability: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<f64>,
    pub exact: Option<String>,
}

/// A double that JSON can hold: infinities are the strings `inf` and `-inf`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            f64::INFINITY => serializer.serialize_str("inf"),
            f64::NEG_INFINITY => serializer.serialize_str("-inf"),
            value if value.is_nan() => serializer.serialize_none(),
            value => serializer.serialize_f64(value),
        }
    }
}

impl Report {
    /// A file that cannot be written is told of beside what was found out, and takes nothing from it.
    pub(crate) fn note_undelivered(&mut self, written: Result<(), Fault>) -> Result<(), Fault> {
        match written {
            Err(Fault::Output(sentence)) => {
                self.errors.push(sentence);
                Ok(())
            }
            other => other,
        }
    }

    /// 0 nothing violated and every query answered, 1 violated, 3 inconclusive, 4 not supported, 70 a mistake of ours.
    pub fn exit_status(&self) -> i32 {
        match self.verdict {
            Verdict::Holds | Verdict::Inconclusive if !self.unconfirmed.is_empty() => 70,
            Verdict::Holds => 0,
            Verdict::Violated => 1,
            Verdict::Inconclusive if !self.unsupported.is_empty() => 4,
            Verdict::Inconclusive => 3,
        }
    }
}

impl PropertyReport {
    pub fn new(name: Option<String>, formula: String, answer: &markov::Answer) -> Self {
        PropertyReport {
            name,
            formula,
            value: answer.value.map(Number),
            lower: answer.lower.map(Number),
            upper: answer.upper.map(Number),
            exact: answer.exact.as_ref().map(ToString::to_string),
            holds: answer.holds,
            range: answer.range.map(|(low, high)| (Number(low), Number(high))),
            states: (answer.states.as_ref())
                .map(|states| states.iter().map(|(state, value)| (*state, Number(*value))).collect()),
            pareto: answer.curve.as_ref().map(|curve| ParetoReport {
                objectives: curve.objectives.clone(),
                points: curve.points.clone(),
                gap: Number(curve.gap),
            }),
            unsupported: None,
            text: answer.describe(),
            is_truth: answer.is_truth,
        }
    }

    /// A truth value that the unexplored part decides.
    pub fn is_unknown(&self) -> bool {
        self.is_truth && self.holds.is_none()
    }
}

/// The most memory the process has held so far, where the operating system tells.
pub(crate) fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kilobytes.map_or_else(|| search::resident_bytes().unwrap_or(0), |count| count * 1024)
}
