//! SARIF 2.1.0 (OASIS, 2020): results with locations, and the way to each as a code flow.

use serde_json::{Value, json};

use crate::suite::{Case, Finding, Place, Step, Suite};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Every rule with one line about it.
const RULES: [(&str, &str); 12] = [
    ("deadlock", "Threads wait for ever"),
    ("exception", "An exception that nobody catches"),
    ("assertion", "An assertion that fails"),
    ("race", "Threads access memory with nothing to order them"),
    ("livelock", "Threads go round for ever without getting anywhere"),
    ("exit", "The program ends with a status other than zero"),
    ("action", "An action that was looked for"),
    ("property", "A property that is false"),
    ("outcome", "A run that does not end as it should"),
    ("forbidden-outcome", "A result that the test forbids"),
    ("linearizability", "Results that no order of the calls gives"),
    ("failure", "A test that fails"),
];

pub fn sarif(suite: &Suite) -> String {
    let found: Vec<(&Case, &Finding)> = suite.findings().collect();
    let rules: Vec<Value> = RULES
        .iter()
        .filter(|(id, _)| found.iter().any(|(_, finding)| finding.rule == *id))
        .map(|(id, help)| json!({ "id": id, "shortDescription": { "text": help } }))
        .collect();
    let results: Vec<Value> = found.iter().map(|(case, finding)| result(case, finding)).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "Hazard", "version": checker::VERSION, "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).expect("plain data can be written");
    text.push('\n');
    text
}

fn result(case: &Case, finding: &Finding) -> Value {
    let mut result = json!({
        "ruleId": finding.rule,
        "level": "error",
        "message": { "text": format!("{}#{}: {}", case.class, case.name, finding.message) },
    });
    if let Some(place) = &finding.place {
        result["locations"] = json!([{ "physicalLocation": physical(place) }]);
    }
    if !finding.steps.is_empty() {
        let steps: Vec<Value> = finding.steps.iter().map(step).collect();
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    result
}

fn step(step: &Step) -> Value {
    let mut location = json!({ "message": { "text": step.text } });
    if let Some(place) = &step.place {
        location["physicalLocation"] = physical(place);
    }
    json!({ "location": location })
}

fn physical(place: &Place) -> Value {
    json!({ "artifactLocation": { "uri": uri(&place.file) }, "region": { "startLine": place.line } })
}

/// A relative reference of RFC 3986; an absolute path becomes a `file:` one.
fn uri(path: &str) -> String {
    let mut text = String::new();
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'$' => {
                text.push(byte as char)
            }
            other => text.push_str(&format!("%{other:02X}")),
        }
    }
    if text.starts_with('/') { format!("file://{text}") } else { text }
}
