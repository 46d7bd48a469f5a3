//! Writes UMB (see [`super::umb`]): the same arrays, gzip around tar, with fixed dates so that equal models give equal
//! bytes.

use std::io::Write;

use dashu::base::{BitTest, UnsignedAbs};
use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;
use serde_json::{Map, Value, json};

use crate::bits::Bits;
use crate::model::{Column, FieldEncoding, Kind, Model, Variable, VariableType};
use crate::rational;

type Files = Vec<(String, Vec<u8>)>;

/// The whole archive.
pub fn write(model: &Model, out: &mut impl Write) -> std::io::Result<()> {
    let mut files: Files = Vec::new();
    let index = describe(model, &mut files);
    let text = serde_json::to_string_pretty(&index).map_err(std::io::Error::other)?;
    files.insert(0, ("index.json".to_string(), text.into_bytes()));
    let encoder = flate2::GzBuilder::new().mtime(0).write(out, flate2::Compression::new(6));
    let mut archive = tar::Builder::new(encoder);
    for (name, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(0);
        archive.append_data(&mut header, name, content.as_slice())?;
    }
    archive.into_inner()?.finish()?;
    Ok(())
}

/// Fills `files` with the arrays and returns the index.
fn describe(model: &Model, files: &mut Files) -> Value {
    let rational = !model.fractions.is_empty();
    let mut system = json!({
        "time": if model.exits.is_some() { "stochastic" } else { "discrete" },
        "#players": usize::from(model.kind == Kind::Process),
        "#states": model.states(),
        "#initial-states": model.initial.len(),
        "#choices": model.rows(),
        "#choice-actions": 0,
        "#branches": model.transitions(),
        "#branch-actions": 0,
        "#observations": 0,
        "branch-probability-type": if rational {
            json!({"type": "rational", "size": rational_bits(model)})
        } else {
            json!({"type": "double", "size": 64})
        },
    });
    if let Some(exits) = &model.exits {
        system["exit-rate-type"] = json!({"type": "double", "size": 64});
        files.push(("state-to-exit-rate.bin".into(), doubles(exits)));
    }
    files.push(("state-is-initial.bin".into(), bits(&model.initial_bits())));
    if model.kind == Kind::Process {
        files.push(("state-to-choices.bin".into(), offsets(&model.choices)));
    }
    files.push(("choice-to-branches.bin".into(), offsets(&model.branches)));
    files.push(("branch-to-target.bin".into(), offsets(&model.targets)));
    files.push((
        "branch-to-probability.bin".into(),
        if rational { fractions(model) } else { doubles(&model.probabilities) },
    ));
    if let Some(actions) = &model.actions {
        for (values, key, folder) in [
            (&actions.choices, "#choice-actions", "actions/choices"),
            (&actions.branches, "#branch-actions", "actions/branches"),
        ] {
            let Some(values) = values else { continue };
            system[key] = json!(actions.names.len());
            files.push((format!("{folder}/values.bin"), values.iter().flat_map(|value| value.to_le_bytes()).collect()));
            let mut ends = vec![0u32];
            let mut text = Vec::new();
            for name in &actions.names {
                text.extend_from_slice(name.as_bytes());
                ends.push(text.len() as u32);
            }
            files.push((format!("{folder}/string-mapping.bin"), offsets(&ends)));
            files.push((format!("{folder}/strings.bin"), text));
        }
    }
    let mut index = json!({
        "format-version": 1,
        "format-revision": 0,
        "model-data": {},
        "file-data": {"tool": "Hazard", "tool-version": env!("CARGO_PKG_VERSION")},
        "transition-system": system,
    });
    let annotations = annotations(model, files);
    if !annotations.is_empty() {
        index["annotations"] = Value::Object(annotations);
    }
    if !model.variables.is_empty() {
        let (description, content) = valuations(model);
        files.push(("valuations/states/valuations.bin".into(), content));
        index["valuations"] = json!({"states": {"unique": false, "classes": [{"variables": description}]}});
    }
    index
}

fn bits(set: &Bits) -> Vec<u8> {
    set.words().iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn offsets(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| u64::from(*value).to_le_bytes()).collect()
}

fn doubles(values: &[f64]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn exact(model: &Model, entry: usize) -> RBig {
    match model.fractions.get(&(entry as u32)) {
        Some(fraction) => fraction.clone(),
        None => rational::meant(model.probabilities[entry]),
    }
}

/// Bits of a fraction: two halves, whole words each, the first signed.
fn rational_bits(model: &Model) -> usize {
    let widest = (0..model.transitions())
        .map(|entry| {
            let value = exact(model, entry);
            value.denominator().bit_len().max(value.numerator().clone().unsigned_abs().bit_len() + 1)
        })
        .max();
    widest.unwrap_or(1).div_ceil(64) * 128
}

fn fractions(model: &Model) -> Vec<u8> {
    let half = rational_bits(model) / 16;
    let mut bytes = Vec::new();
    for entry in 0..model.transitions() {
        let value = exact(model, entry);
        for part in [numerator_bytes(value.numerator()), value.denominator().to_le_bytes().to_vec()] {
            let length = part.len();
            bytes.extend_from_slice(&part);
            bytes.resize(bytes.len() + half - length, 0);
        }
    }
    bytes
}

/// Probabilities are not negative, so the magnitude is the two's complement.
fn numerator_bytes(value: &IBig) -> Vec<u8> {
    let magnitude: UBig = value.clone().unsigned_abs();
    magnitude.to_le_bytes().to_vec()
}

/// Keys are file names inside the archive, so they are plain; the alias carries the true name.
fn key(name: &str, index: usize) -> String {
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if plain { name.to_string() } else { format!("item{index}") }
}

fn annotations(model: &Model, files: &mut Files) -> Map<String, Value> {
    let mut all = Map::new();
    let mut labels = Map::new();
    let initial = model.initial_bits();
    for (index, label) in model.labels.iter().enumerate() {
        // The initial states have an array of their own; readers take a label of this name for a contradiction.
        if label.name == "init" && label.states == initial {
            continue;
        }
        let key = key(&label.name, index);
        files.push((format!("annotations/aps/{key}/states/values.bin"), bits(&label.states)));
        labels.insert(key, json!({"alias": label.name, "applies-to": ["states"], "type": {"type": "bool", "size": 1}}));
    }
    if !labels.is_empty() {
        all.insert("aps".into(), Value::Object(labels));
    }
    let mut rewards = Map::new();
    for (index, reward) in model.rewards.iter().enumerate() {
        let name = reward.name.clone().unwrap_or_default();
        let key = key(&name, index);
        let mut scopes = Vec::new();
        for (scope, values) in
            [("states", &reward.states), ("choices", &reward.choices), ("branches", &reward.branches)]
        {
            if let Some(values) = values {
                files.push((format!("annotations/rewards/{key}/{scope}/values.bin"), doubles(values)));
                scopes.push(scope);
            }
        }
        if scopes.is_empty() {
            // A structure needs something it applies to, even if all of it is zero.
            files.push((format!("annotations/rewards/{key}/states/values.bin"), doubles(&vec![0.0; model.states()])));
            scopes.push("states");
        }
        let alias = if name.is_empty() { key.clone() } else { name };
        rewards.insert(key, json!({"alias": alias, "applies-to": scopes, "type": {"type": "double", "size": 64}}));
    }
    if !rewards.is_empty() {
        all.insert("rewards".into(), Value::Object(rewards));
    }
    all
}

/// Plain columns are packed as 64-bit numbers; packed ones keep their bytes if they are all of one record.
fn valuations(model: &Model) -> (Vec<Value>, Vec<u8>) {
    let describe = |variable: &Variable, kind: &str, size: usize| json!({"name": variable.name, "type": {"type": kind, "size": size}});
    let mut description = Vec::new();
    let states = model.states();
    for variable in &model.variables {
        let (kind, size) = match (variable.kind, &variable.column) {
            (VariableType::Bool, _) => ("bool", 1),
            (VariableType::Double, _) => ("double", 64),
            (VariableType::Int, Column::Packed { field, .. }) if field.offset == 0 => {
                (if field.encoding == FieldEncoding::Signed { "int" } else { "uint" }, field.size)
            }
            (VariableType::Int, _) => ("int", 64),
        };
        description.push((describe(variable, kind, size), kind, size));
    }
    let total: usize = description.iter().map(|(_, _, size)| size).sum();
    let stride = total.div_ceil(8);
    let mut bytes = vec![0u8; stride * states];
    for state in 0..states {
        let record = &mut bytes[state * stride..(state + 1) * stride];
        let mut start = 0;
        for (variable, (_, kind, size)) in model.variables.iter().zip(&description) {
            let value = variable.at(state);
            let raw = match *kind {
                "double" => value.to_bits(),
                "int" => value as i64 as u64,
                _ => value as u64,
            };
            for bit in 0..*size {
                record[(start + bit) / 8] |= ((raw >> bit & 1) as u8) << ((start + bit) % 8);
            }
            start += size;
        }
    }
    let mut fields: Vec<Value> = description.into_iter().map(|(field, _, _)| field).collect();
    if !total.is_multiple_of(8) {
        fields.push(json!({"padding": 8 - total % 8}));
    }
    (fields, bytes)
}
