//! Reports of all commands in one shape: cases that pass, fail, or about which nothing can be said.

use std::path::Path;

use checker::report::{PropertyReport, Report, TraceStep, Verdict, ViolationReport};
use checker::{LinearReport, OutcomesReport};
use testing::{SuiteReport, TestReport, TestVerdict};

use crate::source_files::SourceFiles;

#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    /// What was done: `check Main.java`.
    pub name: String,
    pub cases: Vec<Case>,
    pub time_ms: f64,
    /// What the verdicts rest on.
    pub assumptions: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub class: String,
    pub name: String,
    pub time_ms: f64,
    pub outcome: Outcome,
    /// A few words: numbers, what is open.
    pub note: String,
    pub output: String,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Passed,
    Failed(Vec<Finding>),
    /// Nothing is wrong so far, but not everything is known.
    Open(String),
    Skipped(String),
}

/// Something wrong, with the way there.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// `deadlock`, `exception`, `assertion`, …
    pub rule: String,
    pub message: String,
    pub place: Option<Place>,
    pub steps: Vec<Step>,
    pub details: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub text: String,
    pub place: Option<Place>,
}

/// A line of a source file.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Relative to where the command was given, if the file was found there.
    pub file: String,
    pub line: u32,
}

impl Suite {
    pub fn is_failing(&self) -> bool {
        self.cases.iter().any(|case| matches!(case.outcome, Outcome::Failed(_)))
    }

    pub fn findings(&self) -> impl Iterator<Item = (&Case, &Finding)> {
        self.cases.iter().flat_map(|case| match &case.outcome {
            Outcome::Failed(findings) => findings.iter().map(|finding| (case, finding)).collect::<Vec<_>>(),
            _ => Vec::new(),
        })
    }

    /// A report of `check`: one case for the program, and one for each question.
    pub fn of_check(target: &str, report: &Report) -> Suite {
        let sources = SourceFiles::near(target);
        let mut cases = vec![Case {
            class: target.to_owned(),
            name: "violations".to_owned(),
            time_ms: report.time_ms,
            outcome: match report.violations.as_slice() {
                [] if report.complete || report.verdict == Verdict::Holds => Outcome::Passed,
                [] => Outcome::Open(reason(&report.unsupported, &report.limits_hit)),
                found => Outcome::Failed(found.iter().map(|violation| finding(violation, &sources)).collect()),
            },
            note: format!("{} states, {} transitions", report.states, report.transitions),
            output: report.violations.first().map(|violation| violation.output.clone()).unwrap_or_default(),
        }];
        cases.extend(report.properties.iter().map(|property| question(target, property)));
        let assumptions = report.assumptions.0.iter().map(|assumption| assumption.sentence()).collect();
        Suite { name: format!("check {target}"), cases, time_ms: report.time_ms, assumptions }
    }

    pub fn of_tests(root: &Path, report: &SuiteReport) -> Suite {
        let sources = SourceFiles::below(root);
        let mut assumptions: Vec<String> = report.tests.iter().flat_map(|test| test.assumptions.clone()).collect();
        assumptions.sort();
        assumptions.dedup();
        Suite {
            name: "tests".to_owned(),
            cases: report.tests.iter().map(|test| case(test, &sources)).collect(),
            time_ms: report.time_ms,
            assumptions,
        }
    }

    pub fn of_outcomes(target: &str, report: &OutcomesReport) -> Suite {
        let sources = SourceFiles::near(target);
        let cases = report.outcomes.iter().map(|outcome| Case {
            class: target.to_owned(),
            name: if outcome.result.is_empty() { outcome.ending.clone() } else { outcome.result.clone() },
            time_ms: 0.0,
            outcome: if outcome.is_wrong() {
                let what = outcome.description.clone().unwrap_or_else(|| outcome.ending.clone());
                Outcome::Failed(vec![Finding {
                    rule: if outcome.ending == "end" { "forbidden-outcome".into() } else { "outcome".into() },
                    message: format!("the outcome {:?} is possible: {what}", outcome.result),
                    place: None,
                    steps: steps(&outcome.trace, &sources),
                    details: Vec::new(),
                }])
            } else {
                Outcome::Passed
            },
            note: outcome.expect.clone().unwrap_or_default(),
            output: String::new(),
        });
        let mut cases: Vec<Case> = cases.collect();
        if !report.complete {
            cases.push(open_case(target, reason(&report.unsupported, &report.limits_hit)));
        }
        let assumptions = report.assumptions.0.iter().map(|assumption| assumption.sentence()).collect();
        Suite { name: format!("outcomes {target}"), cases, time_ms: report.time_ms, assumptions }
    }

    pub fn of_linear(target: &str, report: &LinearReport) -> Suite {
        let sources = SourceFiles::near(target);
        let found = report.violations.iter().map(|violation| Finding {
            rule: "linearizability".to_owned(),
            message: violation.message.clone(),
            place: None,
            steps: steps(&violation.trace, &sources),
            details: violation.scenario.lines().map(str::to_owned).collect(),
        });
        let findings: Vec<Finding> = found.collect();
        let outcome = match (findings.is_empty(), report.complete) {
            (false, _) => Outcome::Failed(findings),
            (true, true) => Outcome::Passed,
            (true, false) => Outcome::Open(reason(&report.unsupported, &report.limits_hit)),
        };
        let case = Case {
            class: report.class.clone(),
            name: "linearizability".to_owned(),
            time_ms: report.time_ms,
            outcome,
            note: format!("{} scenarios, {} states", report.scenarios, report.states),
            output: String::new(),
        };
        let assumptions = report.assumptions.0.iter().map(|assumption| assumption.sentence()).collect();
        Suite { name: format!("lin {target}"), cases: vec![case], time_ms: report.time_ms, assumptions }
    }
}

fn open_case(target: &str, why: String) -> Case {
    Case {
        class: target.to_owned(),
        name: "completeness".to_owned(),
        time_ms: 0.0,
        outcome: Outcome::Open(why),
        note: String::new(),
        output: String::new(),
    }
}

fn reason(unsupported: &[String], limits: &[String]) -> String {
    match (unsupported.first(), limits) {
        (Some(sentence), _) => sentence.clone(),
        (None, []) => "not everything was explored".to_owned(),
        (None, limits) => format!("stopped by {}", limits.join(", ")),
    }
}

fn question(target: &str, property: &PropertyReport) -> Case {
    let finding = || Finding {
        rule: "property".to_owned(),
        message: format!("{} is false", property.formula),
        place: None,
        steps: Vec::new(),
        details: Vec::new(),
    };
    Case {
        class: target.to_owned(),
        name: property.formula.clone(),
        time_ms: 0.0,
        outcome: match property.holds {
            Some(false) => Outcome::Failed(vec![finding()]),
            _ if property.is_unknown() => Outcome::Open("what was not explored decides".to_owned()),
            _ => Outcome::Passed,
        },
        note: property.text.clone(),
        output: String::new(),
    }
}

fn finding(violation: &ViolationReport, sources: &SourceFiles) -> Finding {
    Finding {
        rule: violation.kind.clone(),
        message: violation.message.clone(),
        place: violation.location.as_deref().and_then(|place| sources.place(place)),
        steps: steps(&violation.trace, sources),
        details: violation.details.clone(),
    }
}

fn steps(trace: &[TraceStep], sources: &SourceFiles) -> Vec<Step> {
    let mut steps = Vec::new();
    for step in trace {
        steps.push(told(step.thread.as_deref(), &step.text, step.location.as_deref(), sources));
        for forced in &step.forced {
            steps.push(told(forced.thread.as_deref(), &forced.text, forced.location.as_deref(), sources));
        }
    }
    steps
}

fn told(thread: Option<&str>, text: &str, place: Option<&str>, sources: &SourceFiles) -> Step {
    let text = thread.map_or_else(|| text.to_owned(), |thread| format!("{thread}: {text}"));
    Step { text, place: place.and_then(|place| sources.place(place)) }
}

/// The steps of a schedule without their numbers, which renderings give themselves. What a step has no room for on its line stands
/// below, further to the right; last its place, with the source line.
fn scheduled(lines: &[String], sources: &SourceFiles) -> Vec<Step> {
    const MARGIN: usize = 7;
    let mut steps: Vec<Step> = Vec::new();
    for line in lines {
        let has_number = line.chars().take(MARGIN).any(|character| character.is_ascii_digit());
        let is_new = has_number || line.chars().nth(MARGIN).is_some_and(|character| character != ' ');
        let rest = line.trim();
        let place = rest.split_once("  ").and_then(|(place, _)| sources.place(place));
        match steps.last_mut().filter(|_| !is_new) {
            Some(step) if place.is_some() => step.place = place,
            Some(step) => {
                step.text.push(' ');
                step.text.push_str(rest);
            }
            None => {
                let text = rest.trim_start_matches(|character: char| character.is_ascii_digit()).trim_start();
                steps.push(Step { text: text.to_owned(), place: None });
            }
        }
    }
    steps
}

fn case(test: &TestReport, sources: &SourceFiles) -> Case {
    let message = || test.message.clone().unwrap_or_default();
    Case {
        class: test.class.clone(),
        name: test.method.clone(),
        time_ms: test.time_ms,
        outcome: match test.verdict {
            TestVerdict::Proved => Outcome::Passed,
            TestVerdict::Violated | TestVerdict::Fails => Outcome::Failed(vec![Finding {
                rule: test.kind.clone().unwrap_or_else(|| "failure".to_owned()),
                message: message(),
                place: test.location.as_deref().and_then(|place| sources.place(place)),
                steps: scheduled(&test.schedule, sources),
                details: test.details.clone(),
            }]),
            TestVerdict::Open => Outcome::Open(message()),
            TestVerdict::Unsupported => Outcome::Open(format!("unsupported: {}", message())),
            TestVerdict::Skipped => Outcome::Skipped(message()),
        },
        note: format!("{} states", test.states),
        output: test.output.clone(),
    }
}
