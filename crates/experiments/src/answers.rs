//! Asks an example its questions and compares what comes out with what its header says.

use std::str::FromStr;

use checker::report::{PropertyReport, Verdict};
use checker::{Fault, Job, Report, Watch};
use dashu::rational::RBig;

use crate::compiled::Compiled;
use crate::gallery::Example;

/// What an example answered.
pub struct Examined {
    pub report: Report,
    /// Per question the expected answer and whether ours agrees.
    pub compared: Vec<(String, bool)>,
    /// The expected verdict, if there is one, and whether ours agrees.
    pub verdict: Option<(String, bool)>,
}

impl Examined {
    pub fn agrees(&self) -> bool {
        self.compared.iter().all(|(_, agrees)| *agrees) && self.verdict.as_ref().is_none_or(|(_, agrees)| *agrees)
    }
}

/// The job that an example's header describes.
pub fn job(example: &Example, compiled: &Compiled, arguments: &[String]) -> Job {
    let mut job = compiled.job(example, arguments);
    job.subject.labels = example.labels.clone();
    job.subject.rewards = example.rewards.clone();
    job.questions.formulas = example.questions.iter().map(|question| question.formula.clone()).collect();
    job.questions.exact = true;
    if example.expect.as_deref() == Some("race") {
        job.properties = vec![checker::ViolationKind::Race];
        job.subject.races = true;
    }
    job
}

/// Runs the questions at the header's size.
pub fn examine(example: &Example, compiled: &Compiled, watch: Watch<'_>) -> Result<Examined, Fault> {
    let report = checker::check(&job(example, compiled, &example.arguments), watch)?;
    let compared = (example.questions.iter().zip(&report.properties))
        .map(|(question, answer)| (question.answer.clone(), is_answer(answer, &question.answer)))
        .collect::<Vec<_>>();
    let is_answered = compared.len() == example.questions.len();
    let verdict = match &example.expect {
        Some(expected) => Some((expected.clone(), is_answered && is_verdict(&report, expected))),
        // A program without violations that only answers questions.
        None => Some(("holds".to_owned(), is_answered && report.verdict == Verdict::Holds)),
    };
    Ok(Examined { report, compared, verdict })
}

fn is_verdict(report: &Report, expected: &str) -> bool {
    match expected {
        "holds" => report.verdict == Verdict::Holds,
        "inconclusive" => report.verdict == Verdict::Inconclusive,
        "unsupported" => report.exit_status() == 4,
        kind => report.violations.first().is_some_and(|violation| violation.kind == kind),
    }
}

/// Whether a property's answer is the one written in a header.
pub fn is_answer(property: &PropertyReport, expected: &str) -> bool {
    match expected {
        "true" | "false" => property.holds == Some(expected == "true"),
        "inf" => property.value.is_some_and(|value| value.0 == f64::INFINITY),
        _ => is_exactly(property, expected) || property.value.is_some_and(|value| is_close(value.0, expected)),
    }
}

/// Whether the exact answer is the fraction written in a header.
pub fn is_exactly(property: &PropertyReport, expected: &str) -> bool {
    let exact = property.exact.as_deref().map(RBig::from_str);
    matches!((RBig::from_str(expected), exact), (Ok(expected), Some(Ok(exact))) if expected == exact)
}

/// The answer for people: the fraction if it is the expected one, else the number. Coins that are not decimals, such as
/// one in eleven, are doubles to the solver, whose exact answer then speaks of those doubles.
pub fn shown(property: &PropertyReport, expected: &str) -> String {
    match (&property.exact, property.value) {
        (Some(exact), _) if is_exactly(property, expected) => exact.clone(),
        (_, Some(value)) => value.0.to_string(),
        _ => property.text.clone(),
    }
}

/// Equal up to rounding.
fn is_close(value: f64, expected: &str) -> bool {
    let parsed = match expected.split_once('/') {
        Some((above, below)) => above.parse::<f64>().ok().zip(below.parse::<f64>().ok()).map(|(a, b)| a / b),
        None => expected.parse().ok(),
    };
    parsed.is_some_and(|expected: f64| (value - expected).abs() <= 1e-11 * expected.abs().max(1e-3))
}
