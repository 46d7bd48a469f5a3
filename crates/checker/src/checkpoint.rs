//! A search in a folder, so that it can go on after the machine went down: `--checkpoint DIR`, `hazard resume DIR`.
//!
//! The folder holds parts, each with what the workers explored since the one before, and a manifest that lists them with
//! lengths and checksums. Both are written under temporary names and renamed, the manifest last: whatever happens, it names
//! parts that are whole. What goes on is not the search itself but what it has explored: the search begins again and finds its steps
//! taken, which is why it ends as it would have, whatever its strategy (see `search::Ahead`).

mod processes;

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use search::{Keeper, SavePart, Saved};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::fault::Fault;
use crate::program::Prepared;

pub(crate) use processes::of_another_process;

/// What `--checkpoint` asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    pub folder: PathBuf,
    pub every: Duration,
    /// The command line, to be run again.
    pub arguments: Vec<String>,
    /// Goes on with what the folder holds.
    pub resumes: bool,
}

/// The files' layout; another one is not read.
const LAYOUT: u32 = 2;
const MANIFEST: &str = "manifest.json";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Manifest {
    layout: u32,
    version: String,
    /// Of the program's classes, the JDK and standard input.
    digest: String,
    directory: PathBuf,
    arguments: Vec<String>,
    /// Explorations that learn what threads share are repeated; parts are of one.
    round: u32,
    /// An earlier round found a violation, which is not among the parts: whoever resumes begins with the first round.
    found_before: bool,
    complete: bool,
    /// What machines know besides states, in hexadecimal digits.
    knowledge: String,
    parts: Vec<Part>,
    /// Of several processes, the file of each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    processes: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Part {
    name: String,
    bytes: u64,
    checksum: String,
}

#[derive(Serialize, Deserialize)]
struct Sealed {
    checksum: String,
    manifest: Manifest,
}

/// The command line that a folder's search was begun with, and where.
pub fn command_of(folder: &Path) -> Result<(Vec<String>, PathBuf), Fault> {
    let manifest = read_manifest(folder)?;
    Ok((manifest.arguments, manifest.directory))
}

/// A folder in which a search is kept.
pub struct Keeping {
    folder: PathBuf,
    every: Duration,
    manifest: Manifest,
    saved: Saved,
    /// The next part is the first, and replaces all that are there.
    is_whole: bool,
    next: u32,
    /// The processes' files are to be gone on with.
    goes_on: bool,
    /// Parts that are there and of no use any more.
    stale: Vec<Part>,
    /// Why the last picture could not be written.
    trouble: Option<String>,
}

fn trouble(path: &Path, what: impl std::fmt::Display) -> Fault {
    Fault::Input(format!("{}: {what}", path.display()))
}

impl Keeping {
    /// Prepares the folder; what another search left in it is not touched.
    pub fn begin(checkpoint: &Checkpoint, prepared: &Prepared, stdin: Option<&Path>) -> Result<Self, Fault> {
        let Checkpoint { folder, every, arguments, resumes } = checkpoint;
        let digest = digest(prepared, stdin)?;
        let directory = std::env::current_dir().unwrap_or_default();
        let mut manifest = Manifest {
            layout: LAYOUT,
            version: crate::VERSION.to_owned(),
            digest,
            directory,
            arguments: arguments.clone(),
            round: 0,
            found_before: false,
            complete: false,
            knowledge: String::new(),
            parts: Vec::new(),
            processes: Vec::new(),
        };
        if *resumes {
            let kept = read_manifest(folder)?;
            if kept.digest != manifest.digest {
                let what = "the checkpoint is of another program or JDK: its classes, or the JDK's, have changed since";
                return Err(trouble(folder, what));
            }
            if kept.found_before {
                (manifest.arguments, manifest.directory) = (kept.arguments, kept.directory);
            } else {
                prepared.program.expect_knowledge(&from_hex(&kept.knowledge).unwrap_or_default()).map_err(|_| {
                    trouble(&folder.join(MANIFEST), "what machines knew cannot be read; begin the search anew")
                })?;
                manifest = kept;
            }
        } else {
            std::fs::create_dir_all(folder).map_err(|error| trouble(folder, format!("cannot be made ({error})")))?;
            if folder.join(MANIFEST).exists() && !read_manifest(folder).is_ok_and(|kept| kept.complete) {
                let what =
                    "it holds a search that has not ended; `hazard resume` goes on with it, or name another folder";
                return Err(trouble(folder, what));
            }
        }
        let (folder, every) = (folder.clone(), *every);
        // No part that the manifest names may be written over: what it replaces is removed afterwards.
        let named = manifest.parts.iter().chain(&manifest.processes);
        let numbers = named.filter_map(|part| part.name.split(['-', '.']).nth(1)?.parse::<u32>().ok());
        let next = numbers.max().unwrap_or(0) + 1;
        let goes_on = !manifest.processes.is_empty();
        Ok(Keeping {
            goes_on,
            folder,
            every,
            manifest,
            saved: Saved::default(),
            is_whole: true,
            next,
            stale: Vec::new(),
            trouble: None,
        })
    }

    /// Whether there is something to go on with: nothing was written yet, but there are parts.
    pub fn is_resumed(&self) -> bool {
        self.is_whole && self.saved.is_new() && !self.manifest.parts.is_empty()
    }

    /// Gives every part to `take`, one after the other; to be called for the first round.
    pub fn read_parts(&self, mut take: impl FnMut(&mut dyn Read) -> io::Result<()>) -> Result<(), Fault> {
        for part in &self.manifest.parts {
            let path = self.folder.join(&part.name);
            part.check(&path)?;
            let file = File::open(&path).map_err(|error| trouble(&path, format!("cannot be read ({error})")))?;
            take(&mut BufReader::with_capacity(1 << 20, file))
                .map_err(|error| trouble(&path, format!("a part of the checkpoint cannot be read: {error}")))?;
        }
        Ok(())
    }

    /// A new round begins, knowing more; what the last one explored is of no use to it.
    pub fn begin_round(&mut self, has_found: bool) {
        self.manifest.round += 1;
        self.manifest.found_before |= has_found;
        (self.saved, self.is_whole) = (Saved::default(), true);
        self.stale.append(&mut self.manifest.parts);
        self.stale.append(&mut self.manifest.processes);
        self.goes_on = false;
    }

    /// Why the last picture could not be written, if it could not.
    pub fn trouble(&self) -> Option<String> {
        let why = self.trouble.as_ref()?;
        Some(format!("{}: a checkpoint could not be written ({why}); the one before stands", self.folder.display()))
    }

    fn write(
        &mut self,
        save: &mut SavePart<'_>,
        knowledge: &dyn Fn() -> Vec<u8>,
        ended: Option<bool>,
    ) -> io::Result<()> {
        if self.is_whole {
            self.saved = Saved::default();
        }
        let name = format!("{}-{:06}.part", self.manifest.round, self.next);
        let part = Part::write(&self.folder.join(&name), name, |out| save(&mut self.saved, out))?;
        let mut manifest = self.manifest.clone();
        if self.is_whole {
            self.stale.append(&mut manifest.parts);
        }
        manifest.parts.push(part);
        manifest.knowledge = to_hex(&knowledge());
        manifest.complete = ended == Some(true);
        write_manifest(&self.folder, &manifest)?;
        (self.manifest, self.is_whole, self.next) = (manifest, false, self.next + 1);
        for part in self.stale.drain(..) {
            // It is no longer named; a file that cannot be removed does no harm.
            let _ = std::fs::remove_file(self.folder.join(part.name));
        }
        Ok(())
    }
}

impl Keeper for Keeping {
    fn interval(&self) -> Duration {
        self.every
    }

    fn keep(&mut self, save: &mut SavePart<'_>, knowledge: &dyn Fn() -> Vec<u8>, ended: Option<bool>) {
        self.trouble = self.write(save, knowledge, ended).err().map(|error| error.to_string());
        // What was to be in the part that failed is in no other: the next one has it all.
        self.is_whole |= self.trouble.is_some();
    }
}

/// A file that is hashed while it is written.
struct Hashed<W> {
    inner: W,
    hash: Xxh3,
    bytes: u64,
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl Part {
    fn write(path: &Path, name: String, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Self> {
        let temporary = path.with_extension("temporary");
        let done = (|| {
            let file = BufWriter::with_capacity(1 << 20, File::create(&temporary)?);
            let mut out = Hashed { inner: file, hash: Xxh3::new(), bytes: 0 };
            content(&mut out)?;
            let file = out.inner.into_inner().map_err(|error| error.into_error())?;
            file.sync_all()?;
            std::fs::rename(&temporary, path)?;
            Ok(Part { name, bytes: out.bytes, checksum: format!("{:016x}", out.hash.digest()) })
        })();
        if done.is_err() {
            let _ = std::fs::remove_file(&temporary);
        }
        done
    }

    /// An error unless the file is as it was written.
    fn check(&self, path: &Path) -> Result<(), Fault> {
        let unreadable = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => trouble(path, "this part of the checkpoint is missing; begin the search anew"),
            _ => trouble(path, format!("this part of the checkpoint cannot be read ({error})")),
        };
        let mut file = File::open(path).map_err(unreadable)?;
        let bytes = file.metadata().map_err(unreadable)?.len();
        if bytes != self.bytes {
            let what =
                format!("the checkpoint is cut off: {bytes} of {} bytes are there; begin the search anew", self.bytes);
            return Err(trouble(path, what));
        }
        let mut hash = Xxh3::new();
        hash_file(&mut file, &mut hash).map_err(unreadable)?;
        if format!("{:016x}", hash.digest()) == self.checksum {
            return Ok(());
        }
        Err(trouble(path, "the checkpoint is damaged: its checksum is another one; begin the search anew"))
    }
}

fn hash_file(file: &mut File, hash: &mut Xxh3) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 20];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(()),
            count => hash.update(&buffer[..count]),
        }
    }
}

fn seal(manifest: &Manifest) -> String {
    let text = serde_json::to_string(manifest).expect("a manifest is plain data");
    format!("{:016x}", xxh3_64(text.as_bytes()))
}

fn write_manifest(folder: &Path, manifest: &Manifest) -> io::Result<()> {
    let sealed = Sealed { checksum: seal(manifest), manifest: manifest.clone() };
    let text = serde_json::to_string_pretty(&sealed).expect("a manifest is plain data");
    let temporary = folder.join("manifest.temporary");
    let mut file = File::create(&temporary)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(&temporary, folder.join(MANIFEST))?;
    // So that the new names are there, too, should the machine go down.
    File::open(folder)?.sync_all()
}

fn read_manifest(folder: &Path) -> Result<Manifest, Fault> {
    let path = folder.join(MANIFEST);
    if !path.is_file() {
        return Err(trouble(folder, "there is no checkpoint in it (it has no manifest.json)"));
    }
    let text = crate::files::read_text(&path)?;
    let layout = serde_json::from_str::<serde_json::Value>(&text).ok();
    if let Some(other) = layout.as_ref().and_then(|sealed| sealed["manifest"]["layout"].as_u64())
        && other != u64::from(LAYOUT)
    {
        let what = format!("the checkpoint has layout {other}, and this version of hazard writes and reads {LAYOUT}");
        return Err(trouble(&path, what));
    }
    let damaged = || trouble(&path, "the checkpoint is damaged; begin the search anew");
    let sealed: Sealed = serde_json::from_str(&text).map_err(|_| damaged())?;
    if seal(&sealed.manifest) != sealed.checksum {
        return Err(damaged());
    }
    if sealed.manifest.version != crate::VERSION {
        let what = format!(
            "the checkpoint is of hazard {}, this is {}; use that one",
            sealed.manifest.version,
            crate::VERSION
        );
        return Err(trouble(&path, what));
    }
    Ok(sealed.manifest)
}

/// What must be the same when a search goes on: the classes of the program, in their order, the JDK's, and standard input.
pub(crate) fn digest(prepared: &Prepared, stdin: Option<&Path>) -> Result<String, Fault> {
    let mut hash = Xxh3::new();
    let modules = prepared.jdk.modules();
    let entries = prepared.resolved.class_path.iter().chain([&modules]);
    for path in entries.map(PathBuf::as_path).chain(stdin) {
        hash_path(path, &mut hash).map_err(|error| trouble(path, format!("cannot be read ({error})")))?;
    }
    Ok(format!("{:032x}", hash.digest128()))
}

/// Hashes a file, or what classes a folder has, with their names. Whatever else comes and goes there is no matter.
fn hash_path(path: &Path, hash: &mut Xxh3) -> io::Result<()> {
    if !path.is_dir() {
        return match File::open(path) {
            Ok(mut file) => hash_file(&mut file, hash),
            // A class path may name what is not there.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        };
    }
    let mut classes = Vec::new();
    find_classes(path, &mut classes)?;
    classes.sort();
    for class in classes {
        hash.update(class.strip_prefix(path).unwrap_or(&class).as_os_str().as_encoded_bytes());
        hash_file(&mut File::open(&class)?, hash)?;
    }
    Ok(())
}

fn find_classes(folder: &Path, classes: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            find_classes(&entry.path(), classes)?;
        } else if entry.path().extension().is_some_and(|extension| extension == "class") {
            classes.push(entry.path());
        }
    }
    Ok(())
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes().chunks(2);
    digits.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}
