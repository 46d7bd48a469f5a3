//! Witnesses: the inputs that lead to a violation, or that there are none, in the exchange format of the competition.
//!
//! Source: the GraphML-based format, version 1.0. That of version 2.0 (YAML) is defined for C only.

use std::fmt::Write;

use super::definition::Property;
use crate::report::{Report, Verdict};

/// The keys that this witness uses: name and what it belongs to.
const KEYS: [(&str, &str); 13] = [
    ("witness-type", "graph"),
    ("sourcecodelang", "graph"),
    ("producer", "graph"),
    ("specification", "graph"),
    ("programfile", "graph"),
    ("programhash", "graph"),
    ("architecture", "graph"),
    ("creationtime", "graph"),
    ("entry", "node"),
    ("violation", "node"),
    ("assumption", "edge"),
    ("assumption.scope", "edge"),
    ("originfile", "edge"),
];

/// What a witness says of the task besides the path.
pub struct Setting<'a> {
    pub property: Property,
    pub program: &'a str,
    /// Over all sources, in order.
    pub hash: String,
    /// As ISO 8601 writes it.
    pub created: String,
}

/// The witness of a verdict; there is none for what is not known.
pub fn witness(report: &Report, setting: &Setting<'_>) -> Option<String> {
    let kind = match report.verdict {
        Verdict::Holds => "correctness_witness",
        Verdict::Violated => "violation_witness",
        Verdict::Inconclusive => return None,
    };
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n");
    text.push_str("<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n");
    for (name, owner) in KEYS {
        let kind = if matches!(name, "entry" | "violation") { "boolean" } else { "string" };
        let _ = write!(text, " <key attr.name=\"{name}\" attr.type=\"{kind}\" for=\"{owner}\" id=\"{name}\"");
        match kind {
            "boolean" => text.push_str("><default>false</default></key>\n"),
            _ => text.push_str("/>\n"),
        }
    }
    text.push_str(" <graph edgedefault=\"directed\">\n");
    let producer = format!("Hazard {}", crate::VERSION);
    for (key, value) in [
        ("witness-type", kind),
        ("sourcecodelang", "Java"),
        ("producer", producer.as_str()),
        ("specification", setting.property.formula()),
        ("programfile", setting.program),
        ("programhash", setting.hash.as_str()),
        ("architecture", "64bit"),
        ("creationtime", setting.created.as_str()),
    ] {
        let _ = writeln!(text, "  {}", data(key, value));
    }
    text.push_str("  <node id=\"n0\">");
    text.push_str(&data("entry", "true"));
    text.push_str("</node>\n");
    if report.verdict == Verdict::Violated {
        edges(&mut text, report);
    }
    text.push_str(" </graph>\n</graphml>\n");
    Some(text)
}

/// A chain: one edge for each input, in the order the program asks for them, and one to the violation.
fn edges(text: &mut String, report: &Report) {
    let given = report.inputs.as_deref().unwrap_or_default();
    let calls = calls(given);
    let place = report.violations.first().and_then(|violation| violation.location.as_deref()).unwrap_or("Main");
    let file = place.split(':').next().unwrap_or(place);
    let count = calls.len() + 1;
    for (index, step) in calls.iter().map(Some).chain([None]).enumerate() {
        let (from, to) = (index, index + 1);
        let _ = writeln!(
            text,
            "  <node id=\"n{to}\">{}</node>",
            if to == count { data("violation", "true") } else { String::new() }
        );
        let _ = write!(text, "  <edge source=\"n{from}\" target=\"n{to}\">");
        text.push_str(&data("originfile", file));
        if let Some((call, value)) = step {
            text.push_str(&data("assumption", &format!("{call} = {value};")));
            text.push_str(&data("assumption.scope", "java::LMain;.main([Ljava/lang/String;)V"));
        }
        text.push_str("</edge>\n");
    }
}

/// Inputs as calls with what they return; the parts of a string are put together again.
pub fn calls(inputs: &[(String, String)]) -> Vec<(String, String)> {
    let value_of = |name: &str| inputs.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let mut calls = Vec::new();
    for (name, value) in inputs {
        if let Some(string) = name.strip_suffix(".length") {
            let length = value.parse::<usize>().unwrap_or(0);
            let characters = (0..length).map(|index| {
                let code = value_of(&format!("{string}[{index}]")).and_then(|code| code.parse::<u32>().ok());
                code.and_then(char::from_u32).unwrap_or('\0')
            });
            calls.push((string.to_owned(), literal(characters)));
        } else if !name.ends_with(']') {
            calls.push((name.clone(), value.clone()));
        }
    }
    calls
}

/// As Java writes it.
fn literal(characters: impl Iterator<Item = char>) -> String {
    let mut text = String::from("\"");
    for c in characters {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            ' '..='~' => text.push(c),
            other => {
                let mut units = [0; 2];
                for unit in other.encode_utf16(&mut units) {
                    let _ = write!(text, "\\u{unit:04x}");
                }
            }
        }
    }
    text + "\""
}

fn data(key: &str, value: &str) -> String {
    format!("<data key=\"{key}\">{}</data>", escaped(value))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn strings_are_put_together() {
        let inputs = pairs(&[
            ("nondetString.length", "2"),
            ("nondetString[0]", "65"),
            ("nondetString[1]", "10"),
            ("nondetInt", "-1"),
            ("nondetString#2.length", "1"),
            ("nondetString#2[0]", "34"),
        ]);
        let wanted = pairs(&[("nondetString", "\"A\\u000a\""), ("nondetInt", "-1"), ("nondetString#2", "\"\\\"\"")]);
        assert_eq!(calls(&inputs), wanted);
    }
}
