//! The runs of a sweep: several at a time, each finished one kept at once, the first that cannot be done ending the rest.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use checker::Fault;
use checker::report::{PropertyReport, ResultReport, Verdict};
use search::spawn_worker;
use serde::{Deserialize, Serialize};

use super::journal::Journal;
use super::vary::Setting;

/// What was found out about one setting.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    pub setting: Setting,
    pub verdict: String,
    pub states: u64,
    pub transitions: u64,
    pub time_ms: f64,
    #[serde(rename = "properties")]
    pub answers: Vec<Answer>,
    #[serde(default, rename = "results", skip_serializing_if = "Vec::is_empty")]
    pub laws: Vec<Law>,
    /// What `hazard check` or `hazard mc` would end with.
    pub exit_status: i32,
    /// Warnings, and why it is not certain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// The answer to one question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    pub formula: String,
    #[serde(with = "number")]
    pub value: Option<f64>,
    #[serde(with = "number")]
    pub lower: Option<f64>,
    #[serde(with = "number")]
    pub upper: Option<f64>,
    pub exact: Option<String>,
    pub holds: Option<bool>,
}

/// The law of what a method returns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Law {
    pub method: String,
    #[serde(with = "number")]
    pub mean: Option<f64>,
    pub values: Vec<LawEntry>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LawEntry {
    pub value: String,
    pub number: Option<f64>,
    pub probability: f64,
    pub exact: Option<String>,
}

impl From<&PropertyReport> for Answer {
    fn from(property: &PropertyReport) -> Answer {
        Answer {
            formula: property.name.clone().unwrap_or_else(|| property.formula.clone()),
            value: property.value.map(|number| number.0),
            lower: property.lower.map(|number| number.0),
            upper: property.upper.map(|number| number.0),
            exact: property.exact.clone(),
            holds: property.holds,
        }
    }
}

impl From<&ResultReport> for Law {
    fn from(result: &ResultReport) -> Law {
        Law {
            method: result.method.clone(),
            mean: result.mean,
            values: (result.values.iter())
                .map(|entry| LawEntry {
                    value: entry.value.clone(),
                    number: entry.number,
                    probability: entry.probability,
                    exact: entry.exact.clone(),
                })
                .collect(),
        }
    }
}

impl Answer {
    /// Whether less is known than a number or a truth value.
    pub fn is_interval(&self) -> bool {
        matches!((self.lower, self.upper), (Some(lower), Some(upper)) if upper - lower > 1e-5 * upper.abs())
    }

    /// What is drawn and listed: the value, or nothing where only bounds or a truth value are known.
    pub fn number(&self) -> Option<f64> {
        self.value.filter(|_| self.holds.is_none())
    }

    pub fn text(&self) -> String {
        match (self.holds, self.value, self.lower, self.upper) {
            (Some(truth), ..) => truth.to_string(),
            (_, Some(value), ..) if !self.is_interval() => match &self.exact {
                Some(exact) if *exact != value.to_string() => format!("{value} ({exact})"),
                _ => value.to_string(),
            },
            (_, _, Some(lower), Some(upper)) => format!("{lower} to {upper}"),
            (_, Some(value), ..) => value.to_string(),
            _ => "unknown".into(),
        }
    }
}

impl Row {
    pub fn of_program(setting: &Setting, report: &checker::Report) -> Row {
        let mut notes = report.warnings.clone();
        notes.extend(report.unsupported.iter().cloned());
        notes.extend(report.unconfirmed.iter().cloned());
        notes.extend(report.violations.first().map(|violation| format!("{}: {}", violation.kind, violation.message)));
        if !report.limits_hit.is_empty() {
            notes.push(format!("stopped by {}", report.limits_hit.join(", ")));
        }
        Row {
            setting: setting.clone(),
            verdict: report.verdict.name().into(),
            states: report.states,
            transitions: report.transitions,
            time_ms: report.time_ms,
            answers: report.properties.iter().map(Answer::from).collect(),
            laws: report.results.iter().map(Law::from).collect(),
            exit_status: report.exit_status(),
            notes,
        }
    }

    pub fn of_model(setting: &Setting, report: &checker::ModelReport) -> Row {
        Row {
            setting: setting.clone(),
            verdict: report.verdict.name().into(),
            states: report.states,
            transitions: report.transitions,
            time_ms: report.time_ms,
            answers: report.properties.iter().map(Answer::from).collect(),
            exit_status: report.exit_status(),
            notes: report.warnings.clone(),
            ..Row::default()
        }
    }

    pub fn is_certain(&self) -> bool {
        self.verdict != Verdict::Inconclusive.name()
    }

    /// The number that a parameter has in this setting, if it has one.
    pub fn parameter(&self, name: &str) -> Option<f64> {
        self.setting.iter().find(|(known, _)| known == name).and_then(|(_, value)| value.parse().ok())
    }
}

/// Does the runs that the journal does not have yet, `workers` at a time; gives all that are finished, in order.
pub fn perform(
    settings: &[Setting],
    workers: usize,
    interrupt: &AtomicBool,
    journal: &mut Journal,
    run: &(dyn Fn(&Setting) -> Result<Row, Fault> + Sync),
    on_row: &mut (dyn FnMut(&Row) + Send),
) -> Result<Vec<Row>, Fault> {
    let open: Vec<&Setting> = settings.iter().filter(|setting| journal.find(setting).is_none()).collect();
    let next = AtomicUsize::new(0);
    let failed: Mutex<Option<Fault>> = Mutex::new(None);
    let kept = Mutex::new((&mut *journal, on_row));
    let work = || {
        while !interrupt.load(Ordering::Relaxed) {
            let Some(setting) = open.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
            let done = run(setting);
            // A run that an interrupt ended is not one that is done.
            if interrupt.load(Ordering::Relaxed) {
                return;
            }
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            let (journal, on_row) = &mut *kept;
            let noted = done.and_then(|row| {
                on_row(&row);
                journal.add(row)
            });
            if let Err(fault) = noted {
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
                next.store(open.len(), Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..workers.clamp(1, open.len().max(1)) {
            if spawn_worker(scope, work).is_none() {
                // Fewer workers have to do, or this thread.
                work();
                break;
            }
        }
    });
    if let Some(fault) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(fault);
    }
    Ok(settings.iter().filter_map(|setting| journal.find(setting).cloned()).collect())
}

/// Infinite numbers are words in JSON.
mod number {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::Value;

    pub fn serialize<S: Serializer>(number: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
        match number {
            Some(value) if value.is_infinite() => if *value > 0.0 { "inf" } else { "-inf" }.serialize(serializer),
            other => other.filter(|value| !value.is_nan()).serialize(serializer),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Null => Ok(None),
            Value::String(text) if text == "inf" => Ok(Some(f64::INFINITY)),
            Value::String(text) if text == "-inf" => Ok(Some(f64::NEG_INFINITY)),
            other => other.as_f64().map(Some).ok_or_else(|| D::Error::custom("a number was expected")),
        }
    }
}
