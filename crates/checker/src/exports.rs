//! Writes the explored model in the formats of other tools: all files, or none.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use jvm::Program;
use markov::formats::{aut, dot, jpf, lab, rewards, sta, tra, umb_write};
use markov::{Column, Kind, Model, Variable, VariableType};
use search::RecordedGraph;

use crate::fault::Fault;
use crate::files;
use crate::job::{Exports, Format};
use crate::label_drawing;
use crate::labels::Asked;
use crate::model::{self, Rendering};

/// `merged` is the model as PRISM would have it.
pub fn write(
    exports: &Exports,
    program: &Program,
    graph: &RecordedGraph,
    asked: &Asked,
    merged: Model,
) -> Result<(), Fault> {
    if exports.is_empty() {
        return Ok(());
    }
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    let mut prism = for_prism(merged);
    prism.variables = variables(program, graph, &prism);
    let prism = prism;
    if exports.format == Format::Jpf && (exports.tra.is_some() || exports.lab.is_some() || exports.dot.is_some()) {
        let has_probabilities = exports.tra.is_some() || (exports.dot.is_some() && !exports.is_label_drawing);
        if prism.kind == Kind::Process && has_probabilities {
            return Err(Fault::Input(
                "the jpf format cannot hold the decisions of schedulers or of data; use --format prism".into(),
            ));
        }
        let mut recorded = for_jpf(graph, asked);
        if exports.only_labels_that_hold {
            recorded.labels.retain(|label| !label.states.is_empty());
        }
        add(&mut files, &exports.tra, |out| jpf::write_jpf_transitions(&recorded, out))?;
        add(&mut files, &exports.lab, |out| jpf::write_jpf_labels(&recorded, out))?;
        add(&mut files, &exports.dot, |out| {
            if exports.is_label_drawing {
                label_drawing::write(graph, &recorded, out)
            } else {
                jpf::write_jpf_dot(&recorded, exports.precision, out)
            }
        })?;
    } else {
        add(&mut files, &exports.tra, |out| tra::write(&prism, out))?;
        add(&mut files, &exports.lab, |out| lab::write(&prism, out))?;
        add(&mut files, &exports.dot, |out| dot::write(&prism, exports.precision, out))?;
    }
    for (path, is_of_states) in [(&exports.srew, true), (&exports.trew, false)] {
        for (number, reward) in prism.rewards.iter().enumerate() {
            let path = path.as_deref().map(|path| numbered(path, number, prism.rewards.len()));
            add(&mut files, &path, |out| match is_of_states {
                true => rewards::write_states(&prism, reward, out),
                false => rewards::write_transitions(&prism, reward, out),
            })?;
        }
        if let (Some(path), true) = (path, prism.rewards.is_empty()) {
            let sentence = "there are no rewards to write; count something with --reward '\"n\" = flips'";
            return Err(Fault::Input(format!("{}: {sentence}", path.display())));
        }
    }
    add(&mut files, &exports.sta, |out| sta::write(&prism, out))?;
    add(&mut files, &exports.aut, |out| aut::write(&prism, out))?;
    add(&mut files, &exports.umb, |out| umb_write::write(&prism, out))?;
    if let Some(path) = &exports.svg {
        let mut drawing = Vec::new();
        dot::write(&prism, exports.precision, &mut drawing).expect("memory can be written");
        files.push((path.clone(), draw(&drawing, path)?));
    }
    files::write_all(files)
}

fn add(
    files: &mut Vec<(PathBuf, Vec<u8>)>,
    path: &Option<PathBuf>,
    write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>,
) -> Result<(), Fault> {
    let Some(path) = path else { return Ok(()) };
    let mut bytes = Vec::new();
    write(&mut bytes).map_err(|error| Fault::Input(format!("{}: cannot be written ({error})", path.display())))?;
    files.push((path.clone(), bytes));
    Ok(())
}

/// `cost.srew` of the only reward, `cost1.srew`, `cost2.srew` and so on of several.
fn numbered(path: &Path, number: usize, count: usize) -> PathBuf {
    if count == 1 {
        return path.to_path_buf();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}{}{ending}", number + 1))
}

/// Fields and local variables that were asked for as labels. Where one does not exist, or is out of scope, it is zero.
fn variables(program: &Program, graph: &RecordedGraph, model: &Model) -> Vec<Variable> {
    let shift = model::shift_of_states(graph) as usize;
    let named = program.config.plan.variables().into_iter();
    named
        .map(|variable| {
            let mut values = vec![0.0; model.states()];
            let labels = graph.label_names.iter().enumerate();
            for (label, value) in labels.filter_map(|(label, name)| Some((label, variable.value_of(name)?))) {
                for state in (0..graph.state_count()).filter(|state| graph.holds(*state, label)) {
                    values[state + shift] = value as f64;
                }
            }
            let kind = if variable.is_boolean { VariableType::Bool } else { VariableType::Int };
            Variable { name: prism_name(&variable.name), kind, column: Column::Plain(values) }
        })
        .collect()
}

/// Complete, with a labelled sink for what was not explored, and with names that PRISM's language allows.
pub fn for_prism(merged: Model) -> Model {
    let (mut model, unknown) = merged.closed();
    for label in &mut model.labels {
        if let ("sink", Some(unknown)) = (label.name.as_str(), unknown) {
            label.states.insert(unknown as usize);
        }
        label.name = prism_name(&label.name);
    }
    model.labels.retain(|label| label.name != "sink" || !label.states.is_empty());
    model
}

/// jpf-label's names of integer values begin with a digit, which PRISM refuses.
fn prism_name(name: &str) -> String {
    let mut legal: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !legal.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        legal.insert(0, '_');
    }
    legal
}

/// As jpf-probabilistic writes it: every edge, a state before the first, and only the labels that were asked for, in the
/// order in which states first show them, those of one state by their names.
fn for_jpf(graph: &RecordedGraph, asked: &Asked) -> Model {
    let mut recorded = model::build(graph, &asked.renamed, Rendering { merge: false, root: true });
    let is_asked = |name: &str| {
        graph.label_names.iter().any(|known| known == name) || asked.renamed.iter().any(|(known, _)| known == name)
    };
    recorded.labels.retain(|label| is_asked(&label.name));
    let states = recorded.states();
    recorded.labels.sort_by_cached_key(|label| {
        let first = (0..states).find(|state| label.states.contains(*state)).unwrap_or(usize::MAX);
        (first, label.name.clone())
    });
    recorded
}

/// Graphviz draws.
fn draw(drawing: &[u8], path: &Path) -> Result<Vec<u8>, Fault> {
    let trouble = |what: String| Fault::Output(format!("{}: {what}", path.display()));
    let missing = "graphviz's dot does not run; install it (Debian: apt-get install graphviz) or use --export-dot";
    let mut child = Command::new("dot")
        .arg("-Tsvg")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|_| trouble(missing.into()))?;
    let mut input = child.stdin.take().expect("it was asked for");
    let bytes = drawing.to_vec();
    // In a thread of its own, so that neither side waits for a full pipe.
    let writer = std::thread::spawn(move || std::io::Write::write_all(&mut input, &bytes));
    let output = child.wait_with_output().map_err(|error| trouble(format!("dot failed ({error})")))?;
    let _ = writer.join();
    if output.status.success() { Ok(output.stdout) } else { Err(trouble("dot could not draw the model".into())) }
}
