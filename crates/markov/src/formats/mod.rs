//! Model files: which format a file has, loading with all its companions, converting.

pub mod aut;
pub mod dot;
pub mod drn;
pub mod gzip;
pub mod jpf;
pub mod lab;
pub mod rewards;
pub mod source;
pub mod sta;
pub mod tra;
pub mod umb;
mod umb_archive;
pub mod umb_write;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

pub use source::LoadError;

use crate::model::Model;

/// The files a model consists of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// `.tra` or `.umb`, either possibly with `.gz`.
    pub model: PathBuf,
    /// Which states have which labels.
    pub labels: Option<PathBuf>,
    /// The values of variables in the states.
    pub states: Option<PathBuf>,
    /// What states earn, a file per reward.
    pub state_rewards: Vec<PathBuf>,
    /// What transitions earn, a file per reward.
    pub transition_rewards: Vec<PathBuf>,
}

impl Files {
    /// A model in one file.
    pub fn new(model: impl Into<PathBuf>) -> Files {
        Files { model: model.into(), ..Files::default() }
    }

    /// Adds the files of the same name beside the model: `x.lab`, `x.sta`, `x.srew`, `x1.srew`, `x.trew`, … (also `.gz`).
    /// `.umb` and `.drn` files are complete in themselves and get none.
    pub fn with_siblings(mut self) -> Files {
        if matches!(inner_extension(&self.model).as_str(), "umb" | "drn") {
            return self;
        }
        let stem = stem_of(&self.model);
        let existing = |suffix: String| -> Option<PathBuf> {
            let plain = PathBuf::from(format!("{}{suffix}", stem.display()));
            let packed = PathBuf::from(format!("{}{suffix}.gz", stem.display()));
            if plain.is_file() { Some(plain) } else { packed.is_file().then_some(packed) }
        };
        let numbered = |extension: &str| -> Vec<PathBuf> {
            let mut all: Vec<PathBuf> = existing(format!(".{extension}")).into_iter().collect();
            all.extend((1..100).map_while(|index| existing(format!("{index}.{extension}"))));
            all
        };
        self.labels = self.labels.or_else(|| existing(".lab".into()));
        self.states = self.states.or_else(|| existing(".sta".into()));
        if self.state_rewards.is_empty() {
            self.state_rewards = numbered("srew");
        }
        if self.transition_rewards.is_empty() {
            self.transition_rewards = numbered("trew");
        }
        self
    }
}

/// The path without `.gz` and without its format's extension.
fn stem_of(path: &Path) -> PathBuf {
    let mut stem = path.to_path_buf();
    if extension_of(&stem) == "gz" {
        stem.set_extension("");
    }
    stem.set_extension("");
    stem
}

fn extension_of(path: &Path) -> String {
    path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

/// The format's extension, below a possible `.gz`.
fn inner_extension(path: &Path) -> String {
    if extension_of(path) == "gz" { extension_of(&path.with_extension("")) } else { extension_of(path) }
}

impl Model {
    /// Loads a model with its companions.
    pub fn load(files: &Files) -> Result<Model, LoadError> {
        Model::load_with(files, 1)
    }

    /// As [`Model::load`], with several workers where a file is large.
    pub fn load_with(files: &Files, workers: usize) -> Result<Model, LoadError> {
        match Model::load_observed(files, workers)? {
            (model, None) => Ok(model),
            (_, Some(_)) => {
                let message =
                    "models of the type pomdp are not supported here: `hazard mc` answers questions about them";
                Err(LoadError { is_unsupported: true, ..LoadError::new(&files.model, message) })
            }
        }
    }

    /// As [`Model::load_with`], with what the states look like if schedulers see no more.
    pub fn load_observed(files: &Files, workers: usize) -> Result<(Model, Option<Vec<u32>>), LoadError> {
        let mut observations = None;
        let mut model = if inner_extension(&files.model) == "umb" {
            umb::load(&files.model)?
        } else {
            let bytes = unpacked(&files.model, source::read(&files.model)?)?;
            if is_tar(&bytes) {
                umb::read(&files.model, &bytes)?
            } else if drn::is_drn(&bytes) {
                let (model, seen) = drn::read(&files.model, &bytes)?;
                observations = seen;
                model
            } else if jpf::is_jpf(&bytes) {
                let labels = match &files.labels {
                    Some(path) => Some((path.as_path(), source::read(path)?)),
                    None => None,
                };
                let labels = labels.as_ref().map(|(path, bytes)| (*path, bytes.as_slice()));
                return jpf::read(&files.model, &bytes, labels).map(|model| (model, None));
            } else {
                tra::read_with(&files.model, &bytes, workers)?
            }
        };
        if let Some(path) = &files.labels {
            lab::read(path, &source::read(path)?, &mut model)?;
        }
        if let Some(path) = &files.states {
            sta::read(path, &source::read(path)?, &mut model)?;
        }
        for path in &files.state_rewards {
            rewards::read_states(path, &source::read(path)?, &mut model)?;
        }
        for path in &files.transition_rewards {
            rewards::read_transitions(path, &source::read(path)?, &mut model)?;
        }
        Ok((model, observations))
    }
}

fn is_tar(bytes: &[u8]) -> bool {
    bytes.len() > 262 && &bytes[257..262] == b"ustar"
}

/// What is in an archive of a single `.drn` file, as Storm writes them; anything else stays what it is.
fn unpacked(path: &Path, bytes: Vec<u8>) -> Result<Vec<u8>, LoadError> {
    if bytes.starts_with(b"\xfd7zXZ\0") {
        return Err(LoadError::new(
            path,
            "the file is compressed by xz; unpack it with `unxz`, or compress it by gzip",
        ));
    }
    if !is_tar(&bytes) {
        return Ok(bytes);
    }
    let damaged = |error: std::io::Error| LoadError::new(path, format!("the archive is damaged ({error})"));
    let mut inner = None;
    for entry in tar::Archive::new(bytes.as_slice()).entries().map_err(damaged)?.take(1) {
        let mut entry = entry.map_err(damaged)?;
        if extension_of(&entry.path().map_err(damaged)?) == "drn" {
            entry.read_to_end(inner.insert(Vec::new())).map_err(damaged)?;
        }
    }
    Ok(inner.unwrap_or(bytes))
}

/// How a model is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// Write JPF's numbering (from -1) instead of PRISM's.
    pub jpf: bool,
    /// Decimals of probabilities in drawings.
    pub precision: usize,
}

impl Default for WriteOptions {
    fn default() -> WriteOptions {
        WriteOptions { jpf: false, precision: 2 }
    }
}

/// The bytes of one output file, compressed if its name ends with `.gz`.
fn rendered(
    path: &Path,
    write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>,
) -> Result<(PathBuf, Vec<u8>), LoadError> {
    let failed = |error: std::io::Error| LoadError::new(path, format!("cannot be written ({error})"));
    let mut plain = Vec::new();
    write(&mut plain).map_err(failed)?;
    if extension_of(path) != "gz" {
        return Ok((path.to_path_buf(), plain));
    }
    let mut encoder = flate2::GzBuilder::new().mtime(0).write(Vec::new(), flate2::Compression::new(6));
    encoder.write_all(&plain).map_err(failed)?;
    Ok((path.to_path_buf(), encoder.finish().map_err(failed)?))
}

/// Writes files under temporary names and renames them when all are complete, so that none is ever seen half written.
pub fn write_all(files: Vec<(PathBuf, Vec<u8>)>) -> Result<Vec<PathBuf>, LoadError> {
    let mut staged: Vec<(PathBuf, PathBuf)> = Vec::new();
    let mut failure = None;
    for (path, content) in files {
        let mut name = path.file_name().map(|name| name.to_os_string()).unwrap_or_default();
        name.push(format!(".{}.tmp", std::process::id()));
        let temporary = path.with_file_name(name);
        if let Err(error) = std::fs::write(&temporary, content) {
            failure = Some(LoadError::new(&path, format!("cannot be written ({error})")));
            let _ = std::fs::remove_file(&temporary);
            break;
        }
        staged.push((temporary, path));
    }
    if failure.is_none() {
        for (temporary, path) in &staged {
            if let Err(error) = std::fs::rename(temporary, path) {
                failure = Some(LoadError::new(path, format!("cannot be written ({error})")));
                break;
            }
        }
    }
    match failure {
        None => Ok(staged.into_iter().map(|(_, path)| path).collect()),
        Some(error) => {
            for (temporary, _) in &staged {
                let _ = std::fs::remove_file(temporary);
            }
            Err(error)
        }
    }
}

/// Writes a model in the format of `path`'s extension: `.tra` (with `.lab`, `.sta`, `.srew`, `.trew` beside it), `.umb`,
/// `.drn`, `.dot`, `.aut`, or one of the companions alone. Returns what was written.
pub fn save(model: &Model, path: &Path, options: WriteOptions) -> Result<Vec<PathBuf>, LoadError> {
    let sibling = |extension: String| -> PathBuf {
        let packed = if extension_of(path) == "gz" { ".gz" } else { "" };
        PathBuf::from(format!("{}{extension}{packed}", stem_of(path).display()))
    };
    let mut files = Vec::new();
    if model.probabilities_most.is_some() && inner_extension(path) != "drn" {
        return Err(LoadError::new(path, "this format has no intervals of probabilities; write .drn"));
    }
    if model.exits.is_some() && (options.jpf || inner_extension(path) == "aut") {
        let message = "this format has no continuous time; write .drn, .umb, .tra or .dot";
        return Err(LoadError::new(path, message));
    }
    if model.exits.is_some()
        && !model.is_chain()
        && !matches!(inner_extension(path).as_str(), "drn" | "dot" | "gv" | "lab" | "sta")
    {
        return Err(LoadError::new(path, "this format has no Markov automata; write .drn or .dot"));
    }
    match inner_extension(path).as_str() {
        "tra" if options.jpf => {
            files.push(rendered(path, |out| jpf::write_jpf_transitions(model, out))?);
            files.push(rendered(&sibling(".lab".into()), |out| jpf::write_jpf_labels(model, out))?);
        }
        "tra" => {
            files.push(rendered(path, |out| tra::write(model, out))?);
            files.push(rendered(&sibling(".lab".into()), |out| lab::write(model, out))?);
            if !model.variables.is_empty() {
                files.push(rendered(&sibling(".sta".into()), |out| sta::write(model, out))?);
            }
            for (index, reward) in model.rewards.iter().enumerate() {
                let number = if model.rewards.len() == 1 { String::new() } else { (index + 1).to_string() };
                files.push(rendered(&sibling(format!("{number}.srew")), |out| {
                    rewards::write_states(model, reward, out)
                })?);
                if reward.branches.is_some() || reward.choices.is_some() {
                    let file = sibling(format!("{number}.trew"));
                    files.push(rendered(&file, |out| rewards::write_transitions(model, reward, out))?);
                }
            }
        }
        "lab" if options.jpf => files.push(rendered(path, |out| jpf::write_jpf_labels(model, out))?),
        "lab" => files.push(rendered(path, |out| lab::write(model, out))?),
        "sta" => files.push(rendered(path, |out| sta::write(model, out))?),
        "umb" => {
            let mut bytes = Vec::new();
            umb_write::write(model, &mut bytes)
                .map_err(|error| LoadError::new(path, format!("cannot be written ({error})")))?;
            files.push((path.to_path_buf(), bytes));
        }
        "drn" => files.push(rendered(path, |out| drn::write(model, out))?),
        "dot" | "gv" => files.push(rendered(path, |out| dot::write(model, options.precision, out))?),
        "aut" => files.push(rendered(path, |out| aut::write(model, out))?),
        other => {
            let message =
                format!("the format \"{other}\" is not known; use .tra, .lab, .sta, .umb, .drn, .dot or .aut");
            return Err(LoadError::new(path, message));
        }
    }
    write_all(files)
}

/// Writes transitions alone, for `--export-tra` beside other exports.
pub fn transitions_bytes(model: &Model, options: WriteOptions) -> Vec<u8> {
    let mut out = Vec::new();
    let written = if options.jpf { jpf::write_jpf_transitions(model, &mut out) } else { tra::write(model, &mut out) };
    written.expect("writing into memory cannot fail");
    out
}

/// Converts between formats; from JPF's files to `.tra` this is JPFtoPRISM, to the letter. Companions beside the input
/// are found by name unless given. Returns what was written.
pub fn convert(input: Files, output: &Path, options: WriteOptions) -> Result<Vec<PathBuf>, LoadError> {
    let input = input.with_siblings();
    let is_jpf = inner_extension(&input.model) == "tra" && jpf::is_jpf(&source::read(&input.model)?);
    let model = Model::load(&input)?;
    if is_jpf && inner_extension(output) == "tra" && !options.jpf {
        let labels = {
            let packed = if extension_of(output) == "gz" { ".gz" } else { "" };
            PathBuf::from(format!("{}.lab{packed}", stem_of(output).display()))
        };
        return write_all(vec![
            rendered(output, |out| jpf::write_transitions(&model, out))?,
            rendered(&labels, |out| jpf::write_labels(&model, out))?,
        ]);
    }
    save(&model, output, options)
}
