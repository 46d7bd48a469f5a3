//! Open files and their contents. What is on the machine's disk is read once and shared by all paths; positions, and
//! files that were written (see `disk`), are state.

use std::collections::HashMap;
use std::sync::Arc;

use super::disk::{Node, errno, number};
use crate::heap::Ref;
use crate::vm::{Outcome, Vm, throw};

/// Where an open file's bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// On the machine's disk: an index into `Files`.
    Disk(u32),
    /// Written by this path: an index into `Disk::inodes`.
    Own(u32),
}

/// An open file of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenFile {
    pub source: Source,
    pub position: u64,
    /// Every write goes to the end.
    pub append: bool,
    /// It was opened for reading.
    pub read_only: bool,
}

/// What was found behind a path.
#[derive(Clone)]
struct Content {
    path: String,
    bytes: Arc<Vec<u8>>,
    /// The bytes are the names of the entries, each ended by a zero.
    directory: bool,
    /// Reading starts again at the end: a device that never runs dry.
    endless: bool,
    /// Others may have written it since.
    outdated: bool,
}

/// Contents by path, and the tables that stand for names and contents in encodings.
#[derive(Clone, Default)]
pub struct Files {
    contents: Vec<Content>,
    pub names: Table<str>,
    pub blobs: Table<Vec<u8>>,
    /// Files that initialisers of library classes keep open, on all paths: what each is of, and how far they have read.
    lasting: Vec<Option<(u32, u64)>>,
    /// When the first file was written, by the machine's clock: for all paths the same.
    start: Option<i64>,
    pub mappings: Vec<Mapping>,
}

/// A part of a file that was mapped to memory in a single run, and is the same there and in the file whenever somebody looks.
#[derive(Clone)]
pub struct Mapping {
    pub address: u64,
    pub length: usize,
    pub inode: u32,
    /// Where in the file it begins.
    pub position: u64,
    pub writable: bool,
}

/// Numbers for values, which stay.
pub struct Table<T: ?Sized> {
    numbers: HashMap<Arc<T>, u32>,
    values: Vec<Arc<T>>,
}

impl<T: ?Sized> Clone for Table<T> {
    fn clone(&self) -> Self {
        Table { numbers: self.numbers.clone(), values: self.values.clone() }
    }
}

impl<T: ?Sized> Default for Table<T> {
    fn default() -> Self {
        Table { numbers: HashMap::new(), values: Vec::new() }
    }
}

impl<T: ?Sized + std::hash::Hash + Eq> Table<T> {
    pub fn number(&mut self, value: &Arc<T>) -> u32 {
        if let Some(number) = self.numbers.get(value) {
            return *number;
        }
        self.values.push(value.clone());
        let number = self.values.len() as u32 - 1;
        self.numbers.insert(value.clone(), number);
        number
    }

    pub fn value(&self, number: u32) -> Arc<T> {
        self.values[number as usize].clone()
    }
}

/// Whether the descriptor is that of a pipe to a process.
fn is_pipe(fd: u32) -> bool {
    (super::processes::FIRST_PIPE..i32::MAX as u32).contains(&fd)
}

impl Files {
    /// How many files, names and contents have numbers.
    pub fn numbered(&self) -> usize {
        self.contents.len() + self.names.values.len() + self.blobs.values.len()
    }

    /// Whatever was read is read again when somebody opens it: others may have written it.
    pub(super) fn forget(&mut self) {
        self.contents.iter_mut().for_each(|content| content.outdated = true);
    }

    fn open(&mut self, path: &str) -> std::io::Result<u32> {
        if let Some(index) =
            self.contents.iter().position(|known| known.path == path && !known.directory && !known.outdated)
        {
            return Ok(index as u32);
        }
        let endless = matches!(path, "/dev/random" | "/dev/urandom");
        let metadata = std::fs::metadata(path)?;
        let bytes = if endless {
            fixed_noise()
        } else if metadata.is_file() {
            std::fs::read(path)?
        } else if path == "/dev/null" {
            Vec::new()
        } else {
            return Err(std::io::Error::from(std::io::ErrorKind::PermissionDenied));
        };
        self.contents.push(Content {
            path: path.to_owned(),
            bytes: Arc::new(bytes),
            directory: false,
            endless,
            outdated: false,
        });
        Ok(self.contents.len() as u32 - 1)
    }

    /// The names of a directory, as something that can be read.
    fn open_directory(&mut self, path: &str, names: &[String]) -> u32 {
        let bytes: Vec<u8> = names.iter().flat_map(|name| [name.as_bytes(), &[0]].concat()).collect();
        let same = |known: &Content| known.directory && known.path == path && *known.bytes == bytes;
        if let Some(index) = self.contents.iter().position(same) {
            return index as u32;
        }
        self.contents.push(Content {
            path: path.to_owned(),
            bytes: Arc::new(bytes),
            directory: true,
            endless: false,
            outdated: false,
        });
        self.contents.len() as u32 - 1
    }
}

/// The same "random" bytes in every run: a device's true ones would make runs differ.
fn fixed_noise() -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    (0..1 << 16)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as u8
        })
        .collect()
}

/// Descriptors of files start after the three standard streams.
const FIRST_FILE: usize = 3;

/// Descriptors of files that are open on all paths start here.
pub(super) const FIRST_LASTING: u32 = 1 << 20;
/// The position of a file that the path has closed.
const CLOSED: u64 = u64::MAX;

/// How a file is to be opened.
#[derive(Clone, Copy, Default)]
pub struct Opening {
    pub write: bool,
    pub create: bool,
    pub exclusive: bool,
    pub truncate: bool,
    pub append: bool,
    pub mode: u32,
}

impl Vm {
    /// The time at which files seem to be written. It stands still: else it would tell states apart. A single run has none to tell.
    pub fn file_time(&mut self) -> i64 {
        if self.config.run_once {
            self.files.start = None;
        }
        *self.files.start.get_or_insert_with(|| {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            now.map_or(0, |since| since.as_nanos() as i64)
        })
    }

    pub(crate) fn map_file(&mut self, mapping: Mapping) {
        self.files.mappings.push(mapping);
    }

    /// Writes to files what was written to their mappings.
    pub(crate) fn flush_mappings(&mut self) {
        if self.files.mappings.is_empty() {
            return;
        }
        let now = self.file_time();
        for mapping in &self.files.mappings {
            let Ok(bytes) = self.memory.read(mapping.address, mapping.length) else { continue };
            let there = &self.path.disk.inodes[mapping.inode as usize].bytes;
            let start = mapping.position as usize;
            // What lies beyond the end of a file that was cut meanwhile is nowhere.
            let length = there.len().saturating_sub(start).min(bytes.len());
            if mapping.writable && there[start.min(there.len())..][..length] != bytes[..length] {
                self.path.disk.write(mapping.inode, mapping.position, &bytes[..length], now);
            }
        }
    }

    /// Writes to mappings what was written to their file.
    fn refresh_mappings(&mut self, inode: u32) -> Outcome<()> {
        for mapping in self.files.mappings.iter().filter(|mapping| mapping.inode == inode) {
            let content = &self.path.disk.inodes[inode as usize].bytes;
            let start = (mapping.position as usize).min(content.len());
            let end = start.saturating_add(mapping.length).min(content.len());
            self.memory.write(mapping.address, &content[start..end])?;
        }
        Ok(())
    }

    /// Opens a file or directory; the error is a number of the C library's.
    pub(crate) fn open_path(&mut self, path: &str, how: Opening) -> Result<u32, i32> {
        self.flush_mappings();
        if how.write {
            let now = self.file_time();
            let inode = self.path.disk.open(path, how.create, how.exclusive, how.mode, now)?;
            if how.truncate {
                self.path.disk.resize(inode, 0);
            }
            return Ok(self.new_descriptor(Source::Own(inode), how.append));
        }
        let source = match self.path.disk.node(path) {
            Some(Node::File(inode)) => Source::Own(inode),
            Some(Node::Gone) => return Err(errno::ENOENT),
            _ if self.path.disk.status(path, true)?.is_directory() => {
                let names = self.path.disk.names(path)?;
                Source::Disk(self.files.open_directory(path, &names))
            }
            _ => Source::Disk(self.files.open(path).map_err(|error| number(&error))?),
        };
        let fd = self.new_descriptor(source, false);
        if let Some(Some(file)) = self.path.files.get_mut((fd as usize).wrapping_sub(FIRST_FILE)) {
            file.read_only = true;
        }
        Ok(fd)
    }

    /// The name of an open file, and whether every write goes to its end.
    pub(super) fn path_of_descriptor(&self, fd: u32) -> Option<(String, bool)> {
        let file = self.open_file(fd)?;
        let path = match file.source {
            Source::Disk(content) => self.files.contents[content as usize].path.clone(),
            Source::Own(inode) => {
                let mut names = self.path.disk.changes.iter();
                names.find(|(_, node)| **node == Node::File(inode))?.0.to_string()
            }
        };
        Some((path, file.append))
    }

    fn new_descriptor(&mut self, source: Source, append: bool) -> u32 {
        if let Source::Disk(content) = source
            && self.booted
            && self.heap.is_permanent_mode()
        {
            self.files.lasting.push(Some((content, 0)));
            return FIRST_LASTING + self.files.lasting.len() as u32 - 1;
        }
        let file = OpenFile { source, position: 0, append, read_only: false };
        let free = self.path.files.iter().position(Option::is_none);
        let index = free.unwrap_or_else(|| {
            self.path.files.push(None);
            self.path.files.len() - 1
        });
        self.path.files[index] = Some(file);
        (index + FIRST_FILE) as u32
    }

    /// Frees the descriptor, if it is one of a file.
    pub fn close_descriptor(&mut self, fd: u32) {
        if is_pipe(fd) {
            return self.close_pipe(fd);
        }
        if fd >= FIRST_LASTING {
            let place = (fd - FIRST_LASTING) as usize;
            if self.heap.is_permanent_mode() && place < self.files.lasting.len() {
                self.files.lasting[place] = None;
                self.path.lasting.remove(&fd);
            } else {
                self.path.lasting.insert(fd, CLOSED);
            }
            return;
        }
        let index = (fd as usize).wrapping_sub(FIRST_FILE);
        if let Some(slot) = self.path.files.get_mut(index) {
            *slot = None;
        }
        while matches!(self.path.files.last(), Some(None)) {
            self.path.files.pop();
        }
        self.sweep_disk();
    }

    /// Frees files that have lost their names and are closed.
    pub fn sweep_disk(&mut self) {
        let files = &self.path.files;
        let mappings = &self.files.mappings;
        let is_open = |inode: u32| {
            files.iter().flatten().any(|file| file.source == Source::Own(inode))
                || mappings.iter().any(|mapping| mapping.inode == inode)
        };
        self.path.disk.sweep(is_open);
    }

    fn open_file(&self, fd: u32) -> Option<OpenFile> {
        if fd >= FIRST_LASTING {
            let (content, read) = (*self.files.lasting.get((fd - FIRST_LASTING) as usize)?)?;
            let position = self.path.lasting.get(&fd).copied().unwrap_or(read);
            let file = OpenFile { source: Source::Disk(content), position, append: false, read_only: true };
            return (position != CLOSED).then_some(file);
        }
        self.path.files.get((fd as usize).wrapping_sub(FIRST_FILE))?.clone()
    }

    /// Moves an open file to a position; false if there is none.
    fn set_position(&mut self, fd: u32, position: u64) -> bool {
        if self.open_file(fd).is_none() {
            return false;
        }
        if fd >= FIRST_LASTING && self.heap.is_permanent_mode() && !self.path.lasting.contains_key(&fd) {
            let place = (fd - FIRST_LASTING) as usize;
            self.files.lasting[place] = self.files.lasting[place].map(|(content, _)| (content, position));
        } else if fd >= FIRST_LASTING {
            self.path.lasting.insert(fd, position);
        } else if let Some(Some(file)) = self.path.files.get_mut(fd as usize - FIRST_FILE) {
            file.position = position;
        }
        true
    }

    pub fn descriptor_content(&self, fd: u32) -> Option<Arc<Vec<u8>>> {
        self.open_file(fd).map(|file| match file.source {
            Source::Disk(content) => self.files.contents[content as usize].bytes.clone(),
            Source::Own(inode) => self.path.disk.inodes[inode as usize].bytes.clone(),
        })
    }

    pub fn descriptor_status(&self, fd: u32) -> Result<super::disk::Status, i32> {
        match self.open_file(fd).map(|file| file.source) {
            Some(Source::Disk(content)) => self.path.disk.status(&self.files.contents[content as usize].path, true),
            Some(Source::Own(inode)) => {
                Ok(super::disk::Status::File(self.path.disk.inodes[inode as usize].clone(), inode))
            }
            None => Err(errno::EINVAL),
        }
    }

    /// The file behind a descriptor that can be written.
    pub fn written_inode(&self, fd: u32) -> Option<u32> {
        match self.open_file(fd)?.source {
            Source::Own(inode) => Some(inode),
            Source::Disk(_) => None,
        }
    }

    /// A second descriptor of the same file; `None` for what is no file.
    pub fn duplicate_descriptor(&mut self, fd: u32) -> Option<u32> {
        let file = self.open_file(fd)?;
        Some(self.new_descriptor(file.source, file.append))
    }

    pub fn descriptor_position(&self, fd: u32) -> u64 {
        if fd == 0 { self.path.stdin_at as u64 } else { self.open_file(fd).map_or(0, |file| file.position) }
    }

    pub fn seek_descriptor(&mut self, fd: u32, position: u64) -> Outcome<()> {
        if self.set_position(fd, position) { Ok(()) } else { throw("java/io/IOException", "Illegal seek") }
    }

    fn descriptor_object(&self, stream: Ref) -> Ref {
        let at = self.offset_of(self.heap.class_of(stream), "fd").unwrap_or(8) as usize;
        self.heap.get_ref(stream, at)
    }

    pub(crate) fn set_descriptor(&mut self, stream: Ref, fd: u32) {
        let object = self.descriptor_object(stream);
        let at = self.offset_of(self.heap.class_of(object), "fd").unwrap_or(8) as usize;
        self.heap.put4(object, at, fd);
    }

    pub(crate) fn descriptor_of(&self, stream: Ref) -> u32 {
        let object = self.descriptor_object(stream);
        let at = self.offset_of(self.heap.class_of(object), "fd").unwrap_or(8) as usize;
        self.heap.get4(object, at)
    }

    /// The same of a stream that has to be open.
    pub(crate) fn open_descriptor_of(&self, stream: Ref) -> Outcome<u32> {
        match self.descriptor_of(stream) {
            u32::MAX => throw("java/io/IOException", "Stream Closed"),
            fd => Ok(fd),
        }
    }

    /// Standard input is that of one process: where several explore, each needs it from a file.
    pub fn check_stdin(&self, fd: u32) -> Outcome<()> {
        if fd == 0 && self.stdin.is_elsewhere() {
            return crate::vm::unsupported("standard input of one of several processes (without --stdin FILE)");
        }
        Ok(())
    }

    /// The next bytes of standard input or of a file; none at the end.
    pub fn read_descriptor(&mut self, fd: u32, length: usize) -> Outcome<Vec<u8>> {
        if is_pipe(fd) {
            return self.read_pipe(fd, length);
        }
        if fd == 0 {
            self.check_stdin(fd)?;
            let bytes = self.stdin.read(self.path.stdin_at, length);
            self.path.stdin_at += bytes.len();
            return Ok(bytes);
        }
        self.flush_mappings();
        let Some(mut file) = self.open_file(fd) else {
            return throw("java/io/IOException", "Stream Closed");
        };
        let bytes = match file.source {
            Source::Own(inode) => &self.path.disk.inodes[inode as usize].bytes,
            Source::Disk(content) => {
                let content = &self.files.contents[content as usize];
                if content.directory {
                    return throw("java/io/IOException", "Is a directory");
                }
                if content.endless && file.position as usize >= content.bytes.len() {
                    file.position = 0;
                }
                &content.bytes
            }
        };
        let start = (file.position as usize).min(bytes.len());
        let end = start.saturating_add(length).min(bytes.len());
        let read = bytes[start..end].to_vec();
        self.set_position(fd, file.position.max(end as u64));
        Ok(read)
    }

    pub fn descriptor_length(&self, fd: u32) -> u64 {
        if fd == 0 {
            return self.stdin.ready_len() as u64;
        }
        self.descriptor_content(fd).map_or(0, |bytes| bytes.len() as u64)
    }

    pub fn descriptor_rest(&self, fd: u32) -> usize {
        self.descriptor_length(fd).saturating_sub(self.descriptor_position(fd)) as usize
    }

    pub fn write_descriptor(&mut self, fd: u32, bytes: &[u8]) -> Outcome<u64> {
        match fd {
            _ if is_pipe(fd) => return self.write_pipe(fd, bytes),
            1 => self.write_output(bytes),
            2 => self.write_error(bytes),
            _ => {
                let now = self.file_time();
                self.flush_mappings();
                let file = self.path.files.get_mut((fd as usize).wrapping_sub(FIRST_FILE)).and_then(Option::as_mut);
                let Some(file) = file else { return throw("java/io/IOException", "Stream Closed") };
                let (Source::Own(inode), false) = (file.source, file.read_only) else {
                    return throw("java/io/IOException", "Bad file descriptor");
                };
                if file.append {
                    file.position = self.path.disk.inodes[inode as usize].bytes.len() as u64;
                }
                self.path.disk.write(inode, file.position, bytes, now);
                file.position += bytes.len() as u64;
                self.refresh_mappings(inode)?;
            }
        }
        Ok(0)
    }
}
