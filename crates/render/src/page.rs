//! A report as one HTML file that needs nothing else: no network, no server. The data stands in the page as JSON.

use std::collections::BTreeMap;

use checker::report::ViolationReport;
use checker::{Report, Subject};
use serde::Serialize;

use crate::sources::{self, Sources};

const SHELL: &str = include_str!("../assets/report.html");
const STYLE: &str = include_str!("../assets/report.css");
const SCRIPT: &str = include_str!("../assets/report.js");
const EXPLORER: &str = include_str!("../assets/explore.js");

/// What a report is about, which decides what the page shows first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Topic {
    Program,
    Model,
    System,
    Inputs,
    Outcomes,
    Operations,
    Tests,
    Experiments,
}

#[derive(Serialize)]
pub struct Page {
    topic: Topic,
    /// `DiningPhilosophers`
    title: String,
    /// The command to repeat it.
    command: String,
    report: serde_json::Value,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    sources: Sources,
}

impl Page {
    pub fn of_program(report: &Report, subject: &Subject, command: String) -> Page {
        let sources = sources::find(subject, &report.violations);
        Page { sources, ..Page::new(Topic::Program, title_of(subject), command, report) }
    }

    /// One schedule that was run again.
    pub fn of_replay(violation: &ViolationReport, subject: &Subject, command: String) -> Page {
        let violations = std::slice::from_ref(violation);
        let report =
            serde_json::json!({ "verdict": "violated", "violations": violations, "version": checker::VERSION });
        let sources = sources::find(subject, violations);
        Page { sources, ..Page::new(Topic::Program, title_of(subject), command, &report) }
    }

    /// Any report that can be written as JSON.
    pub fn new(topic: Topic, title: String, command: String, report: &impl Serialize) -> Page {
        let report = serde_json::to_value(report).expect("reports are plain data");
        Page { topic, title, command, report, sources: Sources::new() }
    }

    pub fn html(&self) -> String {
        filled(&self.title, SCRIPT, self)
    }
}

/// The page of `hazard explore`, which asks for everything else; `questions` are there to be asked.
pub fn explorer(title: &str, questions: &[String]) -> String {
    filled(title, EXPLORER, &serde_json::json!({ "title": title, "questions": questions, "version": checker::VERSION }))
}

fn filled(title: &str, script: &str, data: &impl Serialize) -> String {
    let data = serde_json::to_string(data).expect("pages are plain data");
    // The data must not end the element it stands in, whatever a program printed.
    let data = data.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    let mut html = String::with_capacity(SHELL.len() + STYLE.len() + script.len() + data.len());
    // Texts are put in by position, never searched for inside what was put in before.
    for part in SHELL.split_inclusive("@@") {
        match part.strip_suffix("@@") {
            Some("TITLE") => html.push_str(&escaped(title)),
            Some("STYLE") => html.push_str(STYLE),
            Some("DATA") => html.push_str(&data),
            Some("SCRIPT") => html.push_str(script),
            Some(text) => html.push_str(text),
            None => html.push_str(part),
        }
    }
    html
}

fn title_of(subject: &Subject) -> String {
    let title = std::path::Path::new(&subject.target).file_stem();
    title.map_or(String::new(), |title| title.to_string_lossy().into())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_prints_cannot_end_the_data() {
        let report = serde_json::json!({ "verdict": "holds", "output": "</script><script>alert(1)</script>@@DATA@@" });
        let page = Page::new(Topic::Program, "<b>".into(), "hazard check".into(), &report).html();
        let start = page.find("<script type=\"application/json\"").expect("the page has data");
        let data = &page[page[start..].find('>').expect("the element begins") + start + 1..];
        let data = &data[..data.find("</script>").expect("the element ends")];
        let read: serde_json::Value = serde_json::from_str(data).expect("the data is JSON");
        assert_eq!(read["report"]["output"], report["output"]);
        assert!(page.contains("<title>&lt;b&gt; · Hazard</title>"));
    }

    #[test]
    fn a_page_needs_no_network() {
        let page = Page::new(Topic::Program, "x".into(), String::new(), &serde_json::json!({})).html();
        for (at, _) in page.match_indices("http") {
            let rest: String = page[at..].chars().take(40).collect();
            assert!(rest.starts_with("http://www.w3.org/"), "{rest}");
        }
    }
}
