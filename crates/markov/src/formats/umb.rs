//! UMB, the unified Markov binary format, version 1: a tar archive (gzip or plain) of `index.json` and little-endian
//! arrays. Offsets (`state-to-choices`, `choice-to-branches`) are 64-bit and have one more element than what they index;
//! sets of states are bit vectors padded to 64 bits; a valuation is one packed record per state.
//!
//! Not supported, and said so: games, continuous time, interval probabilities, several valuation classes.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;
use serde_json::Value;

use super::source::LoadError;
use crate::bits::Bits;
use crate::model::{Actions, Column, Field, FieldEncoding, Kind, Label, Model, Reward, Variable, VariableType};
use crate::rational;

/// The archive's files by name, each a slice of the inflated bytes.
struct Archive<'a> {
    path: &'a Path,
    files: HashMap<String, &'a [u8]>,
}

/// Numbers as stored, with exact values where the type is rational.
struct Numbers {
    values: Vec<f64>,
    fractions: HashMap<u32, RBig>,
}

pub fn read(path: &Path, bytes: &[u8]) -> Result<Model, LoadError> {
    let archive = open(path, bytes)?;
    let index: Value = serde_json::from_slice(archive.file("index.json")?)
        .map_err(|error| archive.error(format!("index.json is not valid JSON ({error})")))?;
    if let Some(version) = index.get("format-version").and_then(Value::as_u64)
        && version != 1
    {
        return Err(archive.error(format!("UMB version {version} is not supported, only version 1")));
    }
    let system = index.get("transition-system").ok_or_else(|| archive.error("index.json has no transition-system"))?;
    let mut model = read_system(&archive, system)?;
    read_annotations(&archive, &index, &mut model)?;
    read_valuations(&archive, &index, &mut model)?;
    model.loop_deadlocks();
    Ok(model)
}

fn open<'a>(path: &'a Path, bytes: &'a [u8]) -> Result<Archive<'a>, LoadError> {
    let damaged = |error: std::io::Error| LoadError::new(path, format!("is not a UMB archive ({error})"));
    let mut archive = tar::Archive::new(std::io::Cursor::new(bytes));
    let mut files = HashMap::new();
    for entry in archive.entries_with_seek().map_err(damaged)? {
        let entry = entry.map_err(damaged)?;
        let name = entry.path().map_err(damaged)?.to_string_lossy().trim_start_matches("./").to_string();
        let start = entry.raw_file_position() as usize;
        let Some(content) = start.checked_add(entry.size() as usize).and_then(|end| bytes.get(start..end)) else {
            return Err(LoadError::new(path, format!("the archive ends within {name}; the file is truncated")));
        };
        files.insert(name, content);
    }
    if files.is_empty() {
        return Err(LoadError::new(path, "is not a UMB archive: it contains no files"));
    }
    Ok(Archive { path, files })
}

impl<'a> Archive<'a> {
    fn error(&self, message: impl Into<String>) -> LoadError {
        LoadError::new(self.path, message)
    }

    fn file(&self, name: &str) -> Result<&'a [u8], LoadError> {
        self.files.get(name).copied().ok_or_else(|| self.error(format!("the archive has no {name}")))
    }

    fn expect_length(&self, name: &str, content: &[u8], expected: u64) -> Result<(), LoadError> {
        if content.len() as u64 == expected {
            return Ok(());
        }
        Err(self.error(format!("{name} has {} bytes where the index implies {expected}", content.len())))
    }

    /// `count + 1` ascending offsets from 0 to `last`; missing means one each.
    fn offsets(&self, name: &str, count: u64, last: u64) -> Result<Vec<u32>, LoadError> {
        let Some(content) = self.files.get(name) else {
            if count != last {
                return Err(self.error(format!("the archive has no {name}")));
            }
            return Ok((0..=count as u32).collect());
        };
        self.expect_length(name, content, (count + 1) * 8)?;
        let mut previous = 0;
        let mut offsets = Vec::with_capacity(count as usize + 1);
        for chunk in content.as_chunks::<8>().0 {
            let value = u64::from_le_bytes(*chunk);
            if value < previous || value > last {
                return Err(self.error(format!("{name} is not ascending from 0 to {last}")));
            }
            previous = value;
            offsets.push(value as u32);
        }
        if offsets.first() != Some(&0) || previous != last {
            return Err(self.error(format!("{name} does not run from 0 to {last}")));
        }
        Ok(offsets)
    }

    fn bits(&self, name: &str, count: usize) -> Result<Bits, LoadError> {
        let content = self.file(name)?;
        self.expect_length(name, content, count.div_ceil(64) as u64 * 8)?;
        let words = content.as_chunks::<8>().0.iter().map(|chunk| u64::from_le_bytes(*chunk)).collect();
        Bits::from_words(words, count).ok_or_else(|| self.error(format!("{name} is too short")))
    }

    fn words(&self, name: &str, count: u64) -> Result<Vec<u32>, LoadError> {
        let content = self.file(name)?;
        self.expect_length(name, content, count * 4)?;
        Ok(content.as_chunks::<4>().0.iter().map(|chunk| u32::from_le_bytes(*chunk)).collect())
    }

    /// Numbers of the type the index declares.
    fn numbers(&self, name: &str, kind: Option<&Value>, count: u64) -> Result<Numbers, LoadError> {
        let content = self.file(name)?;
        let type_name = kind.and_then(|kind| kind.get("type")).and_then(Value::as_str).unwrap_or("double");
        let size = kind.and_then(|kind| kind.get("size")).and_then(Value::as_u64);
        let size = size.unwrap_or(if type_name == "rational" { 128 } else { 64 });
        if size == 0 || size > 1 << 16 || !size.is_multiple_of(8) {
            return Err(self.error(format!("{name}: numbers of {size} bits are not supported")));
        }
        self.expect_length(name, content, count * (size / 8))?;
        let width = (size / 8) as usize;
        let mut fractions = HashMap::new();
        let values = match (type_name, size) {
            ("double", 64) => content.as_chunks::<8>().0.iter().map(|chunk| f64::from_le_bytes(*chunk)).collect(),
            ("double", 32) => {
                content.as_chunks::<4>().0.iter().map(|chunk| f64::from(f32::from_le_bytes(*chunk))).collect()
            }
            ("rational", _) if width.is_multiple_of(2) => {
                let mut values = Vec::with_capacity(count as usize);
                for (index, chunk) in content.chunks_exact(width).enumerate() {
                    let (numerator, denominator) = chunk.split_at(width / 2);
                    let denominator = UBig::from_le_bytes(denominator);
                    if denominator == UBig::ZERO {
                        return Err(self.error(format!("{name}: element {index} is a fraction with denominator 0")));
                    }
                    let fraction = RBig::from_parts(signed(numerator), denominator);
                    let value = rational::nearest(&fraction);
                    if rational::meant(value) != fraction {
                        fractions.insert(index as u32, fraction);
                    }
                    values.push(value);
                }
                values
            }
            ("uint", _) => {
                content.chunks_exact(width).map(|chunk| rational::nearest(&UBig::from_le_bytes(chunk).into())).collect()
            }
            ("int", _) => content.chunks_exact(width).map(|chunk| rational::nearest(&signed(chunk).into())).collect(),
            _ => return Err(self.error(format!("{name}: numbers of type {type_name} ({size} bits) are not supported"))),
        };
        Ok(Numbers { values, fractions })
    }

    /// Names stored as one text and the offsets of its parts.
    fn strings(&self, folder: &str, count: u64) -> Result<Vec<String>, LoadError> {
        let text = self.file(&format!("{folder}/strings.bin"))?;
        let offsets = self.offsets(&format!("{folder}/string-mapping.bin"), count, text.len() as u64)?;
        let part = |pair: &[u32]| String::from_utf8_lossy(&text[pair[0] as usize..pair[1] as usize]).into_owned();
        Ok(offsets.windows(2).map(part).collect())
    }
}

/// Two's complement, little-endian.
fn signed(bytes: &[u8]) -> IBig {
    let magnitude = IBig::from(UBig::from_le_bytes(bytes));
    match bytes.last() {
        Some(top) if top & 0x80 != 0 => magnitude - (IBig::ONE << (bytes.len() * 8)),
        _ => magnitude,
    }
}

fn read_system(archive: &Archive<'_>, system: &Value) -> Result<Model, LoadError> {
    let count = |key: &str| -> Result<u64, LoadError> {
        let value = system.get(key).and_then(Value::as_u64);
        let value = value.ok_or_else(|| archive.error(format!("index.json has no number {key}")))?;
        if value >= u64::from(u32::MAX) {
            return Err(archive.error(format!("{key} = {value} is more than supported")));
        }
        Ok(value)
    };
    if let Some(time) = system.get("time").and_then(Value::as_str)
        && time != "discrete"
    {
        return Err(archive.error(format!("a model with {time} time is not supported, only discrete time")));
    }
    let players = count("#players")?;
    if players > 1 {
        return Err(archive.error(format!("a game of {players} players is not supported")));
    }
    let (states, choices, branches) = (count("#states")?, count("#choices")?, count("#branches")?);
    if states == 0 {
        return Err(archive.error("a model needs at least one state"));
    }
    let targets_name = "branch-to-target.bin";
    let content = archive.file(targets_name)?;
    archive.expect_length(targets_name, content, branches * 8)?;
    let mut targets = Vec::with_capacity(branches as usize);
    for (index, chunk) in content.as_chunks::<8>().0.iter().enumerate() {
        let target = u64::from_le_bytes(*chunk);
        if target >= states {
            return Err(archive.error(format!("branch {index} leads to state {target}, but there are {states} states")));
        }
        targets.push(target as u32);
    }
    let kind = system.get("branch-probability-type");
    let probabilities = match archive.files.contains_key("branch-to-probability.bin") {
        true => archive.numbers("branch-to-probability.bin", kind, branches)?,
        false => Numbers { values: vec![1.0; branches as usize], fractions: HashMap::new() },
    };
    let mut model = Model {
        kind: if players == 0 && choices <= states { Kind::Chain } else { Kind::Process },
        choices: archive.offsets("state-to-choices.bin", states, choices)?,
        branches: archive.offsets("choice-to-branches.bin", choices, branches)?,
        targets,
        probabilities: probabilities.values,
        initial: Vec::new(),
        labels: Vec::new(),
        rewards: Vec::new(),
        actions: None,
        variables: Vec::new(),
        deadlocks: Bits::new(states as usize),
        open: None,
        fractions: probabilities.fractions,
    };
    if model.kind == Kind::Chain && model.choices.windows(2).any(|pair| pair[1] - pair[0] > 1) {
        model.kind = Kind::Process;
    }
    model.initial = if archive.files.contains_key("state-is-initial.bin") {
        archive.bits("state-is-initial.bin", states as usize)?.iter().map(|state| state as u32).collect()
    } else {
        vec![0]
    };
    if model.initial.is_empty() {
        return Err(archive.error("no state is initial"));
    }
    check_rows(archive, &model)?;
    model.actions = read_actions(archive, system, &model)?;
    Ok(model)
}

fn check_rows(archive: &Archive<'_>, model: &Model) -> Result<(), LoadError> {
    for state in 0..model.states() {
        for row in model.rows_of(state) {
            let entries = &model.probabilities[model.entries(row)];
            let mut sum = 0.0;
            for probability in entries {
                if probability.is_nan() || *probability < 0.0 {
                    return Err(archive.error(format!("state {state} has the probability {probability}")));
                }
                sum += probability;
            }
            if (sum - 1.0).abs() > 1e-6 * (1.0 + 1e-6) {
                let message = format!("the probabilities of state {state} should sum to 1, but they sum to {sum}");
                return Err(archive.error(message));
            }
        }
    }
    Ok(())
}

fn read_actions(archive: &Archive<'_>, system: &Value, model: &Model) -> Result<Option<Actions>, LoadError> {
    let mut all = Actions { names: vec![String::new()], choices: None, branches: None };
    for (folder, key, items) in [
        ("actions/choices", "#choice-actions", model.rows() as u64),
        ("actions/branches", "#branch-actions", model.transitions() as u64),
    ] {
        let names = system.get(key).and_then(Value::as_u64).unwrap_or(0);
        if names == 0 || !archive.files.contains_key(&format!("{folder}/values.bin")) {
            continue;
        }
        let own = if archive.files.contains_key(&format!("{folder}/strings.bin")) {
            archive.strings(folder, names)?
        } else {
            (0..names).map(|index| format!("action{index}")).collect()
        };
        let values = archive.words(&format!("{folder}/values.bin"), items)?;
        let mut place = Vec::with_capacity(own.len());
        for name in own {
            let known = all.names.iter().position(|other| *other == name).unwrap_or_else(|| {
                all.names.push(name);
                all.names.len() - 1
            });
            place.push(known as u32);
        }
        let mut mapped = Vec::with_capacity(values.len());
        for value in values {
            match place.get(value as usize) {
                Some(index) => mapped.push(*index),
                None => return Err(archive.error(format!("{folder}/values.bin refers to action {value} of {names}"))),
            }
        }
        if key == "#choice-actions" { all.choices = Some(mapped) } else { all.branches = Some(mapped) }
    }
    Ok((all.choices.is_some() || all.branches.is_some()).then_some(all))
}

fn read_annotations(archive: &Archive<'_>, index: &Value, model: &mut Model) -> Result<(), LoadError> {
    let Some(groups) = index.get("annotations").and_then(Value::as_object) else { return Ok(()) };
    let alias = |key: &str, entry: &Value| entry.get("alias").and_then(Value::as_str).unwrap_or(key).to_string();
    let scopes = |entry: &Value| -> Vec<String> {
        let list = entry.get("applies-to").and_then(Value::as_array).cloned().unwrap_or_default();
        list.iter().filter_map(Value::as_str).map(str::to_string).collect()
    };
    for (key, entry) in groups.get("aps").and_then(Value::as_object).into_iter().flatten() {
        for scope in scopes(entry) {
            if scope != "states" {
                continue;
            }
            let states = archive.bits(&format!("annotations/aps/{key}/states/values.bin"), model.states())?;
            let name = alias(key, entry);
            if model.labels.iter().any(|label| label.name == name) {
                return Err(archive.error(format!("label \"{name}\" is declared twice")));
            }
            model.labels.push(Label { name, states });
        }
    }
    for (key, entry) in groups.get("rewards").and_then(Value::as_object).into_iter().flatten() {
        let mut reward = Reward { name: Some(alias(key, entry)), ..Reward::default() };
        for scope in scopes(entry) {
            let (count, place) = match scope.as_str() {
                "states" => (model.states(), &mut reward.states),
                "choices" => (model.rows(), &mut reward.choices),
                "branches" => (model.transitions(), &mut reward.branches),
                other => return Err(archive.error(format!("rewards on {other} are not supported"))),
            };
            let file = format!("annotations/rewards/{key}/{scope}/values.bin");
            let numbers = archive.numbers(&file, entry.get("type"), count as u64)?;
            if numbers.values.iter().any(|value| !value.is_finite()) {
                return Err(archive.error(format!("{file} holds a reward that is not a finite number")));
            }
            *place = Some(numbers.values);
        }
        model.rewards.push(reward);
    }
    Ok(())
}

fn read_valuations(archive: &Archive<'_>, index: &Value, model: &mut Model) -> Result<(), LoadError> {
    let Some(valuations) = index.get("valuations").and_then(|all| all.get("states")) else { return Ok(()) };
    let classes = valuations.get("classes").and_then(Value::as_array).cloned().unwrap_or_default();
    let [class] = classes.as_slice() else {
        return Err(archive.error(format!("{} classes of valuations are not supported, only one", classes.len())));
    };
    let mut start = 0usize;
    let mut variables = Vec::new();
    for field in class.get("variables").and_then(Value::as_array).into_iter().flatten() {
        if let Some(padding) = field.get("padding").and_then(Value::as_u64) {
            start += (padding as usize).min(1 << 20);
            continue;
        }
        let name = field.get("name").and_then(Value::as_str).unwrap_or("").to_string();
        let kind = field.get("type");
        let type_name = kind.and_then(|kind| kind.get("type")).and_then(Value::as_str).unwrap_or("");
        let size = kind.and_then(|kind| kind.get("size")).and_then(Value::as_u64);
        let size = size.unwrap_or(if type_name == "bool" { 1 } else { 64 }) as usize;
        let (kind, encoding) = match type_name {
            "bool" => (VariableType::Bool, FieldEncoding::Unsigned),
            "uint" => (VariableType::Int, FieldEncoding::Unsigned),
            "int" => (VariableType::Int, FieldEncoding::Signed),
            "double" if size == 64 => (VariableType::Double, FieldEncoding::Double),
            _ => return Err(archive.error(format!("variable {name} has the unsupported type {type_name}"))),
        };
        if size == 0 || size > 64 {
            return Err(archive.error(format!("variable {name} has {size} bits; 1 to 64 are supported")));
        }
        let optional = field.get("is-optional").and_then(Value::as_bool).unwrap_or(false);
        let offset = field.get("offset").and_then(Value::as_i64).unwrap_or(0);
        variables.push((name, kind, Field { start, size, encoding, offset, optional }));
        start += size + usize::from(optional);
    }
    let stride = start.div_ceil(8);
    let name = "valuations/states/valuations.bin";
    let content = archive.file(name)?;
    archive.expect_length(name, content, model.states() as u64 * stride as u64)?;
    let bytes = Arc::new(content.to_vec());
    model.variables = variables
        .into_iter()
        .map(|(name, kind, field)| Variable {
            name,
            kind,
            column: Column::Packed { bytes: bytes.clone(), stride, field },
        })
        .collect();
    Ok(())
}
