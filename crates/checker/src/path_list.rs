//! The file of `pse --paths`: one path per line (CSV), or a list (JSON, if the name ends so).

use std::path::Path;

use serde_json::{Value, json};
use symbolic::{RecordedPath, Records};

pub fn written(path: &Path, records: &Records) -> String {
    if path.extension().is_some_and(|extension| extension == "json") {
        let list: Vec<Value> = records.paths.iter().map(as_json).collect();
        let mut text = serde_json::to_string_pretty(&list).unwrap_or_default();
        text.push('\n');
        return text;
    }
    let mut text = String::from("path,outcome,probability,picks,inputs,condition,labels\n");
    for (index, path) in records.paths.iter().enumerate() {
        let picks: Vec<String> = path.picks.iter().map(u32::to_string).collect();
        let inputs: Vec<String> = path.inputs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let fields = [
            (index + 1).to_string(),
            path.outcome.name().to_owned(),
            path.probability.to_string(),
            picks.join(" "),
            inputs.join(" "),
            path.condition.clone(),
            path.labels.join(" "),
        ];
        text.push_str(&fields.map(|field| quoted(&field)).join(","));
        text.push('\n');
    }
    text
}

fn as_json(path: &RecordedPath) -> Value {
    let inputs: serde_json::Map<String, Value> =
        path.inputs.iter().map(|(name, value)| (name.clone(), Value::String(value.clone()))).collect();
    json!({
        "outcome": path.outcome.name(),
        "probability": path.probability.to_string(),
        "condition": path.condition,
        "inputs": inputs,
        "picks": path.picks,
        "decisions": path.words,
        "labels": path.labels,
    })
}

/// As CSV has it: quoted where a comma, a quote or a line break would be misread.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.to_owned() }
}
