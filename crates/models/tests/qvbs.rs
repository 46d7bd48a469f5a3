//! The Quantitative Verification Benchmark Set, if `QVBS` names its `benchmarks` folder (`github.com/ahartmanns/qcomp`): every
//! instance of up to `QVBS_STATES` states (100,000 unless told) is built from JANI and asked what the set has reference
//! results for. `QVBS_ONLY` restricts it to paths that contain a word.

use std::path::{Path, PathBuf};
use std::time::Instant;

use logic::Constants;
use markov::{Options, check};
use models::{BuildOptions, Language, ModelError, ModelSource, build};
use serde_json::Value;

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Bool(truth) => Some(f64::from(u8::from(*truth))),
        Value::Number(number) => number.as_f64(),
        Value::String(text) if text == "∞" || text == "inf" => Some(f64::INFINITY),
        Value::Object(parts) => {
            let part =
                |name: &str| parts.get(name).and_then(|part| part.as_f64().or_else(|| part.as_str()?.parse().ok()));
            match (part("num"), part("den")) {
                (Some(numerator), Some(denominator)) if (numerator / denominator).is_finite() => {
                    Some(numerator / denominator)
                }
                _ => part("approx").or_else(|| Some((part("lower")? + part("upper")?) / 2.0)),
            }
        }
        _ => None,
    }
}

fn spelt(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(_) => number(value).expect("a parameter has a value").to_string(),
        other => other.to_string(),
    }
}

/// Some fractions have hundreds of digits, which no double holds: they become strings.
fn with_long_numbers_quoted(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|character: char| character.is_ascii_digit()) {
        let digits = rest[start..].find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len() - start);
        let (before, from) = rest.split_at(start);
        let is_value = before.trim_end().ends_with(':') && digits > 18;
        result.push_str(before);
        let quote = if is_value { "\"" } else { "" };
        result.push_str(&format!("{quote}{}{quote}", &from[..digits]));
        rest = &from[digits..];
    }
    result + rest
}

#[derive(Default)]
struct Tally {
    instances: usize,
    compared: usize,
    unsupported: usize,
    wrong: Vec<String>,
}

fn instance(path: &Path, constants: &str, results: &Value, tally: &mut Tally) {
    let place = format!("{} {constants}", path.display());
    let started = Instant::now();
    let text = String::from_utf8(std::fs::read(path).unwrap()).unwrap();
    let given = Constants::parse(constants).unwrap_or_else(|error| panic!("{place}: {error}"));
    let network = match ModelSource::parse(Language::Jani, text).and_then(|source| source.resolve(&given)) {
        Ok(network) => network,
        Err(ModelError::Unsupported(what)) => {
            println!("{place}: {what}");
            tally.unsupported += 1;
            return;
        }
        Err(error) => {
            tally.wrong.push(format!("{place}: {error}"));
            return;
        }
    };
    let properties = network.properties.clone();
    let model = match build(network, &BuildOptions::default()) {
        Ok(built) => built.model,
        Err(error) => {
            tally.wrong.push(format!("{place}: {error}"));
            return;
        }
    };
    tally.instances += 1;
    let built = started.elapsed().as_secs_f64();
    for result in results.as_array().into_iter().flatten() {
        let name = result["property"].as_str();
        let Some(property) = properties.iter().find(|property| property.name.as_deref() == name) else { continue };
        let Some(wanted) = number(&result["value"]) else { continue };
        match check(&model, &property.formula, &Options::default()) {
            Ok(answer) => {
                let found = answer.holds.map(|holds| f64::from(u8::from(holds))).or(answer.value).unwrap_or(f64::NAN);
                // References are often approximations themselves.
                if found != wanted && (found - wanted).abs() > 1e-3 * wanted.abs().max(1e-9) {
                    tally.wrong.push(format!("{place}: {}: {found}, but {wanted} in the set", property.text));
                }
                tally.compared += 1;
            }
            Err(error) => tally.wrong.push(format!("{place}: {}: {error}", property.text)),
        }
    }
    let whole = started.elapsed().as_secs_f64();
    println!("{place}: {} states, {built:.2} s to build, {whole:.2} s in all", model.states());
}

#[test]
fn reference_results_are_met() {
    let Some(folder) = std::env::var_os("QVBS").map(PathBuf::from) else { return };
    let most = std::env::var("QVBS_STATES").map_or(100_000.0, |most| most.parse().expect("QVBS_STATES is a number"));
    let only = std::env::var("QVBS_ONLY").unwrap_or_default();
    let mut tally = Tally::default();
    for kind in ["dtmc", "mdp", "ctmc"] {
        let mut names: Vec<PathBuf> =
            std::fs::read_dir(folder.join(kind)).unwrap().map(|one| one.unwrap().path()).collect();
        names.sort();
        for name in names {
            let Ok(text) = std::fs::read_to_string(name.join("index.json")) else { continue };
            let index: Value =
                serde_json::from_str(&with_long_numbers_quoted(text.trim_start_matches('\u{feff}'))).unwrap();
            for file in index["files"].as_array().into_iter().flatten() {
                let path = name.join(file["file"].as_str().unwrap());
                if !path.is_file()
                    || Language::of(&path) != Some(Language::Jani)
                    || !path.display().to_string().contains(&only)
                {
                    continue;
                }
                for setting in file["open-parameter-values"].as_array().into_iter().flatten() {
                    let states =
                        setting["states"].as_array().into_iter().flatten().filter_map(|one| one["number"].as_f64());
                    if states.fold(f64::INFINITY, f64::min) > most {
                        continue;
                    }
                    let values = setting["values"].as_array().into_iter().flatten();
                    let constants: Vec<String> = values
                        .map(|one| format!("{}={}", one["name"].as_str().unwrap(), spelt(&one["value"])))
                        .collect();
                    instance(&path, &constants.join(","), &setting["results"], &mut tally);
                }
            }
        }
    }
    println!("{} instances, {} results compared, {} not supported", tally.instances, tally.compared, tally.unsupported);
    assert!(tally.wrong.is_empty(), "{} differ:\n{}", tally.wrong.len(), tally.wrong.join("\n"));
    assert!(tally.compared > 0, "nothing was compared");
}
