//! Every chain and decision process of the gallery as files that other tools read: UMB, and PRISM's `.tra` and `.lab`, over a
//! range of parameters, with a manifest of sizes, labels, properties and exact values.
//!
//! The parameters of an instance lie on the way from the header's small arguments to its large ones, in equal steps. An
//! instance whose program fails, or that is larger than the limit, is left out, and the manifest says so.

use std::collections::BTreeSet;
use std::time::Duration;

use checker::report::Verdict;
use checker::{Fault, Report};
use serde_json::{Value, json};

use crate::answers;
use crate::bench::{Bench, Findings};
use crate::gallery::Example;
use crate::table::Table;

/// What became of one instance.
enum Instance {
    Written { entry: Value, states: u64 },
    LeftOut { entry: Value },
}

pub fn run(bench: &mut Bench<'_>) -> Result<Findings, Fault> {
    let folder = bench.folder.join("corpus");
    std::fs::create_dir_all(&folder)
        .map_err(|error| Fault::Input(format!("{}: the folder cannot be made ({error})", folder.display())))?;
    let steps: usize = bench.size(0, 4);
    let randomized = bench.gallery.group("randomized");
    let concurrent = bench.gallery.group("concurrent").filter(|example| !example.questions.is_empty());
    // Continuous integration takes a sample of the gallery.
    let stride = bench.size(6, 1);
    let examples: Vec<Example> = randomized.chain(concurrent).step_by(stride).cloned().collect();
    let mut table =
        Table::new("corpus", "Instances written", ["program", "kind", "instances", "left out", "largest, states"]);
    let (mut models, mut left_out) = (Vec::new(), Vec::new());
    for example in &examples {
        bench.say(&format!("  {}", example.name));
        let (mut written, mut skipped, mut largest) = (0, 0, 0);
        for arguments in parameters(example, steps) {
            match write_instance(bench, example, &arguments)? {
                Instance::Written { entry, states } => {
                    written += 1;
                    largest = largest.max(states);
                    models.push(entry);
                }
                Instance::LeftOut { entry } => {
                    skipped += 1;
                    left_out.push(entry);
                }
            }
        }
        let kind = if example.group == "randomized" { "chain" } else { "decision process" };
        table.row([
            example.name.into(),
            kind.to_owned(),
            written.to_string(),
            skipped.to_string(),
            largest.to_string(),
        ]);
    }
    let (count, without) = (models.len(), left_out.len());
    let manifest = json!({
        "generator": format!("hazard {}", checker::VERSION),
        "format": "PRISM explicit (.tra, .lab) and UMB (.umb); the initial state has the label init",
        "models": models,
        "left_out": left_out,
    });
    let text = serde_json::to_string_pretty(&manifest).expect("plain values can be written");
    checker::files::write(&folder.join("manifest.json"), text.as_bytes())?;
    Ok(Findings {
        title: "The corpus of Markov models".into(),
        source: format!("Chains and decision processes of {} gallery programs.", examples.len()),
        tables: vec![table],
        charts: Vec::new(),
        reading: format!(
            "{count} models are in the folder corpus, described by its manifest.json; {without} instances were left out, each with \
             the reason. Values are exact fractions wherever the solver finishes in exact arithmetic. Where the header of a \
             program gives an answer for the same arguments, the manifest has it as `expected`, and `agrees` says whether ours \
             is the same. `bench/corpus_storm.py FOLDER` loads every model with stormpy and compares."
        ),
    })
}

/// The header's arguments, and `steps` more on the way to the large ones.
fn parameters(example: &Example, steps: usize) -> Vec<Vec<String>> {
    let mut all = vec![example.arguments.clone()];
    if example.arguments.len() == example.arguments_large.len() {
        for step in 1..=steps {
            let between = |(small, large): (&String, &String)| interpolate(small, large, step as f64 / steps as f64);
            all.push(example.arguments.iter().zip(&example.arguments_large).map(between).collect());
        }
    }
    let mut seen = BTreeSet::new();
    all.retain(|arguments| seen.insert(arguments.clone()));
    all
}

/// Whole numbers stay whole; words stay what they are.
fn interpolate(small: &str, large: &str, part: f64) -> String {
    if let (Ok(low), Ok(high)) = (small.parse::<i64>(), large.parse::<i64>()) {
        return (low + ((high - low) as f64 * part).round() as i64).to_string();
    }
    match (small.parse::<f64>(), large.parse::<f64>()) {
        (Ok(low), Ok(high)) => format!("{}", ((low + (high - low) * part) * 1e6).round() / 1e6),
        _ => small.to_owned(),
    }
}

fn write_instance(bench: &Bench<'_>, example: &Example, arguments: &[String]) -> Result<Instance, Fault> {
    let stem = std::iter::once(example.name).chain(arguments.iter().map(String::as_str)).collect::<Vec<_>>().join("-");
    let folder = bench.folder.join("corpus");
    let mut job = answers::job(example, bench.compiled, arguments);
    job.limits.states = Some(bench.size(20_000, 200_000));
    job.limits.time = Some(Duration::from_secs(bench.size(5, 60)));
    job.exports.umb = Some(folder.join(format!("{stem}.umb")));
    job.exports.tra = Some(folder.join(format!("{stem}.tra")));
    job.exports.lab = Some(folder.join(format!("{stem}.lab")));
    let report = bench.check(&job)?;
    let reason = if !report.complete {
        let limits =
            if report.limits_hit.is_empty() { "not supported".to_owned() } else { report.limits_hit.join(", ") };
        Some(format!("not explored completely: {limits}"))
    } else {
        (report.violations.iter().find(|violation| violation.kind != "deadlock"))
            .map(|violation| format!("the program fails with these arguments: {}", violation.message))
    };
    if let Some(reason) = reason {
        for ending in ["umb", "tra", "lab"] {
            // It may not have been written at all.
            let _ = std::fs::remove_file(folder.join(format!("{stem}.{ending}")));
        }
        let entry = json!({ "program": example.name, "arguments": arguments, "reason": reason });
        return Ok(Instance::LeftOut { entry });
    }
    let labels = labels(&folder.join(format!("{stem}.lab")))?;
    let entry = json!({
        "name": stem,
        "program": example.name,
        "arguments": arguments,
        "kind": if example.group == "randomized" { "dtmc" } else { "mdp" },
        "states": report.states,
        "transitions": report.transitions,
        "labels": labels,
        "rewards": example.rewards,
        "files": { "umb": format!("{stem}.umb"), "tra": format!("{stem}.tra"), "lab": format!("{stem}.lab") },
        "verdict": if report.verdict == Verdict::Violated { "violated" } else { "holds" },
        "properties": properties(example, arguments, &report),
    });
    Ok(Instance::Written { entry, states: report.states })
}

fn properties(example: &Example, arguments: &[String], report: &Report) -> Vec<Value> {
    let is_header_size = arguments == example.arguments;
    (example.questions.iter().zip(&report.properties))
        .map(|(question, answer)| {
            let mut entry = json!({ "formula": question.formula, "value": answer.value, "exact": answer.exact });
            if is_header_size {
                entry["expected"] = json!(question.answer);
                entry["agrees"] = json!(answers::is_answer(answer, &question.answer));
            }
            entry
        })
        .collect()
}

/// The names that a `.lab` file declares: `0="init" 1="x"`, after any comments.
fn labels(path: &std::path::Path) -> Result<Vec<String>, Fault> {
    let text = checker::files::read_text(path)?;
    let declared = text.lines().find(|line| !line.starts_with('#')).unwrap_or_default();
    Ok(declared.split('"').skip(1).step_by(2).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_lead_from_small_to_large() {
        assert_eq!(interpolate("4", "12", 0.5), "8");
        assert_eq!(interpolate("0.6", "0.9", 0.5), "0.75");
        assert_eq!(interpolate("weak", "strong", 0.5), "weak");
        let words = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
        let example = Example { arguments: words("2 x"), arguments_large: words("4 x"), ..Example::default() };
        assert_eq!(parameters(&example, 4), [words("2 x"), words("3 x"), words("4 x")]);
    }
}
