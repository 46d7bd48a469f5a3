//! UMB, the unified Markov binary format, version 1: a tar archive (gzip or plain) of `index.json` and little-endian
//! arrays. Offsets (`state-to-choices`, `choice-to-branches`) are 64-bit and have one more element than what they index;
//! sets of states are bit vectors padded to 64 bits; a valuation is one packed record per state.
//!
//! Not supported, and said so: games, Markov automata, interval probabilities, several valuation classes.

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use super::source::{self, LoadError};
use super::umb_archive::{Archive, Indices, Numbers, PROBABILITY};
use crate::bits::Bits;
use crate::model::{Actions, Column, Field, FieldEncoding, Kind, Label, Model, Reward, Variable, VariableType};

/// Loads a model from a file, compressed or not.
pub fn load(path: &Path) -> Result<Model, LoadError> {
    /// Deflate makes at most so many bytes of one.
    const INFLATION_MAX: u64 = 1032;
    let plain = source::open(path)?;
    let size = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    read_from(path, plain, size.saturating_mul(INFLATION_MAX))
}

/// Reads a model from an archive that is no longer compressed.
pub fn read(path: &Path, bytes: &[u8]) -> Result<Model, LoadError> {
    read_from(path, bytes, bytes.len() as u64)
}

/// As [`read`], while the archive is being decompressed. Nothing in it is longer than `size_max`.
fn read_from(path: &Path, plain: impl Read, size_max: u64) -> Result<Model, LoadError> {
    let mut archive = Archive::open(path, plain, size_max)?;
    let index = std::mem::take(&mut archive.index);
    if let Some(version) = index.get("format-version").and_then(Value::as_u64)
        && version != 1
    {
        return Err(archive.error(format!("UMB version {version} is not supported, only version 1")));
    }
    let system = index.get("transition-system").ok_or_else(|| archive.error("index.json has no transition-system"))?;
    let mut model = read_system(&mut archive, system)?;
    read_annotations(&mut archive, &index, &mut model)?;
    read_valuations(&mut archive, &index, &mut model)?;
    model.drop_zeros();
    model.loop_deadlocks();
    check_exits(&archive, &mut model)?;
    Ok(model)
}

fn read_system(archive: &mut Archive<'_>, system: &Value) -> Result<Model, LoadError> {
    let count = |key: &str| -> Result<u64, LoadError> {
        let value = system.get(key).and_then(Value::as_u64);
        let value = value.ok_or_else(|| archive.error(format!("index.json has no number {key}")))?;
        if value >= u64::from(u32::MAX) {
            return Err(archive.error(format!("{key} = {value} is more than supported")));
        }
        Ok(value)
    };
    let unsupported = |message: String| LoadError { is_unsupported: true, ..archive.error(message) };
    let time = system.get("time").and_then(Value::as_str).unwrap_or("discrete");
    if !matches!(time, "discrete" | "stochastic") {
        return Err(unsupported(format!(
            "a model with {time} time is not supported; discrete and stochastic time are"
        )));
    }
    let players = count("#players")?;
    if players > 1 {
        return Err(unsupported(format!("a game of {players} players is not supported")));
    }
    if players > 0 && time == "stochastic" {
        return Err(unsupported("a decision process in continuous time is not supported".to_string()));
    }
    let (states, choices, branches) = (count("#states")?, count("#choices")?, count("#branches")?);
    if states == 0 {
        return Err(archive.error("a model needs at least one state"));
    }
    let Indices { values: targets, too_large } = archive.indices("branch-to-target.bin", branches)?;
    let beyond = targets.iter().position(|target| u64::from(*target) >= states);
    let beyond = beyond.map(|branch| (branch, u64::from(targets[branch])));
    if let Some((branch, target)) = too_large.or(beyond) {
        return Err(archive.error(format!("branch {branch} leads to state {target}, but there are {states} states")));
    }
    let kind = system.get(PROBABILITY);
    let probabilities = match archive.contains("branch-to-probability.bin") {
        true => archive.numbers("branch-to-probability.bin", kind, branches)?,
        false => Numbers { values: vec![1.0; branches as usize], fractions: HashMap::new() },
    };
    let mut model = Model {
        kind: if players == 0 && choices <= states { Kind::Chain } else { Kind::Process },
        choices: archive.offsets("state-to-choices.bin", states, choices)?,
        branches: archive.offsets("choice-to-branches.bin", choices, branches)?,
        targets,
        probabilities: probabilities.values,
        probabilities_most: None,
        exits: None,
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
    model.initial = if archive.contains("state-is-initial.bin") {
        archive.bits("state-is-initial.bin", states as usize)?.iter().map(|state| state as u32).collect()
    } else {
        vec![0]
    };
    if model.initial.is_empty() {
        return Err(archive.error("no state is initial"));
    }
    check_rows(archive, &model)?;
    if time == "stochastic" {
        if model.kind == Kind::Process {
            return Err(archive.error("a state has several choices, but the model is a chain in continuous time"));
        }
        model.exits = Some(archive.numbers("state-to-exit-rate.bin", system.get("exit-rate-type"), states)?.values);
    }
    model.actions = read_actions(archive, system, &model)?;
    Ok(model)
}

/// States that are never left go round at the rate one: how often they do so means nothing.
fn check_exits(archive: &Archive<'_>, model: &mut Model) -> Result<(), LoadError> {
    let Some(mut exits) = model.exits.take() else { return Ok(()) };
    for (state, exit) in exits.iter_mut().enumerate() {
        let stays = model.row(model.choices[state] as usize).all(|(target, _)| target == state);
        if stays && *exit == 0.0 {
            *exit = 1.0;
        } else if !(*exit > 0.0 && exit.is_finite()) {
            return Err(archive.error(format!("{exit} is no rate at which state {state} can be left")));
        }
    }
    model.exits = Some(exits);
    Ok(())
}

fn check_rows(archive: &Archive<'_>, model: &Model) -> Result<(), LoadError> {
    for (row, ends) in model.branches.windows(2).enumerate() {
        let mut sum = 0.0;
        let mut fine = true;
        for probability in &model.probabilities[ends[0] as usize..ends[1] as usize] {
            fine &= *probability >= 0.0;
            sum += probability;
        }
        if fine && (sum - 1.0).abs() <= 1e-6 * (1.0 + 1e-6) {
            continue;
        }
        let state = model.choices.partition_point(|first| *first as usize <= row) - 1;
        let entries = &model.probabilities[model.entries(row)];
        return Err(archive.error(
            match entries.iter().find(|probability| **probability < 0.0 || probability.is_nan()) {
                Some(probability) => format!("state {state} has the probability {probability}"),
                None => format!("the probabilities of state {state} should sum to 1, but they sum to {sum}"),
            },
        ));
    }
    Ok(())
}

fn read_actions(archive: &mut Archive<'_>, system: &Value, model: &Model) -> Result<Option<Actions>, LoadError> {
    let mut all = Actions { names: vec![String::new()], choices: None, branches: None };
    for (folder, key, items) in [
        ("actions/choices", "#choice-actions", model.rows() as u64),
        ("actions/branches", "#branch-actions", model.transitions() as u64),
    ] {
        let names = system.get(key).and_then(Value::as_u64).unwrap_or(0);
        if names == 0 || !archive.contains(&format!("{folder}/values.bin")) {
            continue;
        }
        let own = if archive.contains(&format!("{folder}/strings.bin")) {
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

fn read_annotations(archive: &mut Archive<'_>, index: &Value, model: &mut Model) -> Result<(), LoadError> {
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

fn read_valuations(archive: &mut Archive<'_>, index: &Value, model: &mut Model) -> Result<(), LoadError> {
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
    let bytes = Arc::new(archive.take_bytes(name, model.states() as u64 * stride as u64)?);
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
