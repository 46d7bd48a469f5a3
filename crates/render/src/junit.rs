//! JUnit's XML, as build servers read it: the format that Ant's task began and surefire's schema describes.

use std::fmt::Write;

use crate::suite::{Case, Finding, Outcome, Suite};

pub fn junit(suite: &Suite) -> String {
    let count = |wanted: fn(&Outcome) -> bool| suite.cases.iter().filter(|case| wanted(&case.outcome)).count();
    let failures = count(|outcome| matches!(outcome, Outcome::Failed(_)));
    let skipped = count(|outcome| matches!(outcome, Outcome::Open(_) | Outcome::Skipped(_)));
    let head = format!(
        "name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\" time=\"{:.3}\"",
        escaped(&suite.name),
        suite.cases.len(),
        suite.time_ms / 1e3
    );
    let mut text = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite {head}>\n");
    if !suite.assumptions.is_empty() {
        text.push_str("  <properties>\n");
        for assumption in &suite.assumptions {
            let _ = writeln!(text, "    <property name=\"assumption\" value=\"{}\"/>", escaped(assumption));
        }
        text.push_str("  </properties>\n");
    }
    suite.cases.iter().for_each(|case| write_case(&mut text, case));
    text.push_str("</testsuite>\n</testsuites>\n");
    text
}

fn write_case(text: &mut String, case: &Case) {
    let head = format!(
        "  <testcase name=\"{}\" classname=\"{}\" time=\"{:.3}\"",
        escaped(&case.name),
        escaped(&case.class),
        case.time_ms / 1e3
    );
    let mut inside = String::new();
    match &case.outcome {
        Outcome::Passed => {}
        Outcome::Failed(findings) => findings.iter().for_each(|finding| inside.push_str(&failure(finding))),
        // Nobody may take for a pass what was not explored.
        Outcome::Open(why) | Outcome::Skipped(why) => {
            let _ = writeln!(inside, "    <skipped message=\"{}\"/>", escaped(why));
        }
    }
    if !case.output.is_empty() {
        let _ = writeln!(inside, "    <system-out>{}</system-out>", escaped(&case.output));
    }
    if inside.is_empty() {
        text.push_str(&format!("{head}/>\n"));
    } else {
        text.push_str(&format!("{head}>\n{inside}  </testcase>\n"));
    }
}

fn failure(finding: &Finding) -> String {
    let place = finding.place.as_ref().map(|place| format!(" at {}:{}", place.file, place.line)).unwrap_or_default();
    let mut told = format!("{}{place}\n", finding.message);
    finding.details.iter().for_each(|line| told.push_str(&format!("\t{line}\n")));
    if !finding.steps.is_empty() {
        told.push_str("The way there:\n");
    }
    for (number, step) in finding.steps.iter().enumerate() {
        let place = step.place.as_ref().map(|place| format!(" ({}:{})", place.file, place.line)).unwrap_or_default();
        told.push_str(&format!("{:>5}  {}{place}\n", number + 1, step.text));
    }
    let (message, rule) = (escaped(&finding.message), escaped(&finding.rule));
    format!("    <failure message=\"{message}\" type=\"{rule}\">{}</failure>\n", escaped(&told))
}

/// For text and attributes; what XML 1.0 cannot hold at all becomes a question mark.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            '\r' => escaped.push_str("&#13;"),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('?'),
            other => escaped.push(other),
        }
    }
    escaped
}
