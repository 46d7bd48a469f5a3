//! The files of several processes that explore together: each appends to one of its own, and the manifest of the first says up to where all of
//! them belong together; what comes after that, an end at any moment has left there. Whoever goes on copies what counts into a new file: a
//! process that has not noticed yet that the others are gone may still be writing to the old one.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use search::together::Keeps;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::{Checkpoint, Keeping, Part, to_hex, write_manifest};

/// What a process has to know of its file: its name and, if the exploration goes on, what it begins with.
#[derive(Serialize, Deserialize)]
struct Brief {
    name: String,
    resumed: Option<Part>,
}

/// The file of one process.
struct ProcessFile {
    folder: PathBuf,
    name: String,
    resumed: Option<Part>,
    file: Option<BufWriter<File>>,
    hash: Xxh3,
    bytes: u64,
    trouble: Option<String>,
}

impl ProcessFile {
    fn new(folder: &Path, Brief { name, resumed }: Brief) -> Self {
        ProcessFile {
            folder: folder.to_path_buf(),
            name,
            resumed,
            file: None,
            hash: Xxh3::new(),
            bytes: 0,
            trouble: None,
        }
    }

    /// Makes the file, with what the one before it held up to the last picture.
    fn recall(&mut self) -> io::Result<Option<Box<dyn BufRead>>> {
        let named =
            |path: &Path, error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let path = self.folder.join(&self.name);
        let file = File::create(&path).map_err(|error| named(&path, error))?;
        self.file = Some(BufWriter::with_capacity(1 << 20, file));
        let Some(part) = self.resumed.take() else { return Ok(None) };
        let path = self.folder.join(&part.name);
        let open = || File::open(&path).map_err(|error| named(&path, error)).map(|file| file.take(part.bytes));
        let mut before = open()?;
        let mut buffer = vec![0; 1 << 20];
        loop {
            match before.read(&mut buffer).map_err(|error| named(&path, error))? {
                0 => break,
                count => self.append(&buffer[..count]),
            }
        }
        if let Some(trouble) = &self.trouble {
            return Err(named(&self.folder.join(&self.name), io::Error::other(trouble.clone())));
        }
        let what = match self.bytes == part.bytes {
            true if format!("{:016x}", self.hash.digest()) == part.checksum => {
                return Ok(Some(Box::new(BufReader::with_capacity(1 << 20, open()?))));
            }
            true => "damaged: its checksum is another one",
            false => "cut off",
        };
        let sentence = format!("{}: the checkpoint is {what}; begin the search anew", path.display());
        Err(io::Error::new(io::ErrorKind::InvalidData, sentence))
    }

    fn append(&mut self, bytes: &[u8]) {
        let Some(file) = self.file.as_mut().filter(|_| self.trouble.is_none()) else { return };
        match file.write_all(bytes) {
            Ok(()) => {
                self.hash.update(bytes);
                self.bytes += bytes.len() as u64;
            }
            Err(error) => self.trouble = Some(error.to_string()),
        }
    }

    /// An empty seal is a broken one: what could not be written would be missing from all that come after.
    fn seal(&mut self) -> Vec<u8> {
        if let (Some(file), None) = (&mut self.file, &self.trouble) {
            let done = file.flush().and_then(|()| file.get_ref().sync_all());
            self.trouble = done.err().map(|error| error.to_string());
        }
        if self.trouble.is_some() || self.file.is_none() {
            return Vec::new();
        }
        let checksum = format!("{:016x}", self.hash.digest());
        let part = Part { name: self.name.clone(), bytes: self.bytes, checksum };
        serde_json::to_vec(&part).expect("a part is plain data")
    }
}

impl Keeping {
    /// The file of a process in this round.
    fn brief(&self, process: u32) -> Brief {
        let kept = self.manifest.processes.get(process as usize).filter(|_| self.goes_on);
        Brief { name: format!("{}-{:06}-{process}.part", self.manifest.round, self.next), resumed: kept.cloned() }
    }

    /// Who keeps what the first of several processes explores, and the list of what all do.
    pub fn of_processes(&mut self) -> Box<dyn Keeps + '_> {
        let own = ProcessFile::new(&self.folder, self.brief(0));
        Box::new(First { own, keeping: self })
    }

    /// All processes have explored what there is, or what they were to; the next round has files of its own.
    pub fn end_processes(&mut self, is_complete: bool) {
        (self.goes_on, self.next) = (false, self.next + 1);
        if is_complete {
            let manifest = super::Manifest { complete: true, ..self.manifest.clone() };
            match write_manifest(&self.folder, &manifest) {
                Ok(()) => self.manifest = manifest,
                Err(error) => self.trouble = Some(error.to_string()),
            }
        }
    }
}

struct First<'k> {
    keeping: &'k mut Keeping,
    own: ProcessFile,
}

impl Keeps for First<'_> {
    fn interval(&self) -> Duration {
        self.keeping.every
    }

    fn brief(&self, process: u32) -> Vec<u8> {
        serde_json::to_vec(&self.keeping.brief(process)).expect("a brief is plain data")
    }

    fn begin(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn recall(&mut self) -> io::Result<Option<Box<dyn BufRead>>> {
        self.own.recall()
    }

    fn append(&mut self, bytes: &[u8]) {
        self.own.append(bytes);
    }

    fn seal(&mut self) -> Vec<u8> {
        let seal = self.own.seal();
        self.keeping.trouble.clone_from(&self.own.trouble);
        seal
    }

    fn commit(&mut self, seals: &[Vec<u8>], knowledge: &[u8]) {
        let parts = seals.iter().map(|seal| serde_json::from_slice::<Part>(seal)).collect::<Result<Vec<_>, _>>();
        let done = parts.map_err(io::Error::from).and_then(|processes| {
            let keeping = &mut *self.keeping;
            let mut manifest = keeping.manifest.clone();
            let is_gone = |part: &Part| processes.iter().all(|kept| kept.name != part.name);
            keeping.stale.extend(manifest.parts.drain(..).chain(manifest.processes.drain(..)).filter(is_gone));
            (manifest.processes, manifest.knowledge, manifest.complete) = (processes, to_hex(knowledge), false);
            write_manifest(&keeping.folder, &manifest)?;
            keeping.manifest = manifest;
            for part in keeping.stale.drain(..) {
                // It is no longer named; a file that cannot be removed does no harm.
                let _ = std::fs::remove_file(keeping.folder.join(part.name));
            }
            Ok(())
        });
        self.keeping.trouble = done.err().map(|error| error.to_string());
    }
}

/// The file of a process that is not the first, which says what it is called.
struct Other {
    checkpoint: Checkpoint,
    own: Option<ProcessFile>,
}

/// Who keeps what a process explores that is not the first.
pub(crate) fn of_another_process(checkpoint: &Checkpoint) -> Box<dyn Keeps> {
    Box::new(Other { checkpoint: checkpoint.clone(), own: None })
}

impl Keeps for Other {
    fn interval(&self) -> Duration {
        self.checkpoint.every
    }

    fn brief(&self, _: u32) -> Vec<u8> {
        Vec::new()
    }

    fn begin(&mut self, brief: &[u8]) -> io::Result<()> {
        self.own = Some(ProcessFile::new(&self.checkpoint.folder, serde_json::from_slice(brief)?));
        Ok(())
    }

    fn recall(&mut self) -> io::Result<Option<Box<dyn BufRead>>> {
        self.own.as_mut().map_or(Ok(None), ProcessFile::recall)
    }

    fn append(&mut self, bytes: &[u8]) {
        if let Some(own) = &mut self.own {
            own.append(bytes);
        }
    }

    fn seal(&mut self) -> Vec<u8> {
        self.own.as_mut().map(ProcessFile::seal).unwrap_or_default()
    }

    fn commit(&mut self, _: &[Vec<u8>], _: &[u8]) {}
}
