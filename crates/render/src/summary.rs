//! A summary in GitHub's Markdown: what failed first, then everything in a table.

use crate::suite::{Outcome, Suite};

/// Cases in the table; the rest are counted.
const ROWS_MAX: usize = 200;
const STEPS_MAX: usize = 60;

pub fn summary(suite: &Suite) -> String {
    let count = |wanted: fn(&Outcome) -> bool| suite.cases.iter().filter(|case| wanted(&case.outcome)).count();
    let parts = [
        (count(|outcome| matches!(outcome, Outcome::Failed(_))), "failing"),
        (count(|outcome| matches!(outcome, Outcome::Passed)), "proved"),
        (count(|outcome| matches!(outcome, Outcome::Open(_))), "open"),
        (count(|outcome| matches!(outcome, Outcome::Skipped(_))), "skipped"),
    ];
    let told: Vec<String> =
        parts.iter().filter(|(number, _)| *number > 0).map(|(number, what)| format!("{number} {what}")).collect();
    let mut text =
        format!("## Hazard: {}\n\n{} in {:.1} s\n", plain(&suite.name), told.join(", "), suite.time_ms / 1e3);
    for (case, finding) in suite.findings() {
        let place =
            finding.place.as_ref().map(|place| format!(" at `{}:{}`", place.file, place.line)).unwrap_or_default();
        text.push_str(&format!(
            "\n### {}#{}\n\n{}{place}\n",
            plain(&case.class),
            plain(&case.name),
            plain(&finding.message)
        ));
        let mut lines: Vec<String> =
            finding.details.iter().filter(|line| !checker::frames::is_library(line)).cloned().collect();
        lines.extend((1..).zip(finding.steps.iter().take(STEPS_MAX)).map(|(number, step)| {
            let place =
                step.place.as_ref().map(|place| format!("  ({}:{})", place.file, place.line)).unwrap_or_default();
            format!("{number:>4}  {}{place}", step.text)
        }));
        if finding.steps.len() > STEPS_MAX {
            lines.push(format!("      … {} more", finding.steps.len() - STEPS_MAX));
        }
        if !lines.is_empty() {
            text.push_str(&format!("\n```text\n{}\n```\n", lines.join("\n").replace("```", "'''")));
        }
    }
    text.push_str("\n| | case | |\n|---|---|---|\n");
    for case in suite.cases.iter().take(ROWS_MAX) {
        let (verdict, more) = match &case.outcome {
            Outcome::Passed => ("proved", case.note.clone()),
            Outcome::Failed(_) => ("**fails**", case.note.clone()),
            Outcome::Open(why) => ("open", why.clone()),
            Outcome::Skipped(why) => ("skipped", why.clone()),
        };
        let cell = |text: &str| plain(text).replace('|', "\\|");
        text.push_str(&format!("| {verdict} | {}#{} | {} |\n", cell(&case.class), cell(&case.name), cell(&more)));
    }
    if suite.cases.len() > ROWS_MAX {
        text.push_str(&format!("\n… and {} more\n", suite.cases.len() - ROWS_MAX));
    }
    if !suite.assumptions.is_empty() {
        text.push_str("\nThis rests on:\n");
        suite.assumptions.iter().for_each(|assumption| text.push_str(&format!("- {}\n", plain(assumption))));
    }
    text
}

/// Text on one line that no Markdown is read into.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for character in text.chars() {
        match character {
            '\n' | '\r' => plain.push(' '),
            '<' => plain.push_str("&lt;"),
            '>' => plain.push_str("&gt;"),
            '*' | '_' | '`' | '[' | ']' | '\\' => plain.extend(['\\', character]),
            other => plain.push(other),
        }
    }
    plain
}
