//! The file system as the program sees it: that of the machine, with what this path has changed on top. The changes are
//! part of the state, so that paths do not see each other's files and exploring touches no disk; `hazard run` carries
//! them out when the program has ended. Links are not followed within changes, and not made.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

/// Error numbers of the C library.
pub mod errno {
    pub const ENOENT: i32 = 2;
    pub const EIO: i32 = 5;
    pub const EACCES: i32 = 13;
    pub const EEXIST: i32 = 17;
    pub const ENOTDIR: i32 = 20;
    pub const EISDIR: i32 = 21;
    pub const EINVAL: i32 = 22;
    pub const ENOTEMPTY: i32 = 39;
    pub const ENODATA: i32 = 61;
    pub const EOPNOTSUPP: i32 = 95;
}
use errno::{EACCES, EEXIST, EINVAL, EIO, EISDIR, ENOENT, ENOTDIR, ENOTEMPTY};

/// What a path has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// A file with these contents (an index into `Disk::inodes`).
    File(u32),
    Directory,
    Gone,
}

/// A file that was written. It outlives its name while it is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inode {
    pub bytes: Rc<Vec<u8>>,
    pub mode: u32,
    /// Nanoseconds since 1970.
    pub modified: i64,
}

/// The changes of one path, by absolute name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Disk {
    pub changes: BTreeMap<Rc<str>, Node>,
    pub inodes: Vec<Inode>,
}

/// What `stat` tells.
pub enum Status {
    Real(std::fs::Metadata),
    /// One that was written, and its number.
    File(Inode, u32),
    Directory,
}

const REGULAR: u32 = 0o100_000;
const DIRECTORY: u32 = 0o040_000;

impl Status {
    pub fn is_directory(&self) -> bool {
        match self {
            Status::Real(data) => data.is_dir(),
            Status::File(..) => false,
            Status::Directory => true,
        }
    }

    pub fn is_file(&self) -> bool {
        match self {
            Status::Real(data) => data.is_file(),
            Status::File(..) => true,
            Status::Directory => false,
        }
    }

    pub fn size(&self) -> u64 {
        match self {
            Status::Real(data) => data.len(),
            Status::File(inode, _) => inode.bytes.len() as u64,
            Status::Directory => 4096,
        }
    }

    pub fn mode(&self) -> u32 {
        match self {
            Status::Real(data) => data.mode(),
            Status::File(inode, _) => REGULAR | inode.mode,
            Status::Directory => DIRECTORY | 0o755,
        }
    }

    /// When it was last modified: seconds and nanoseconds.
    pub fn modified(&self) -> (i64, i64) {
        match self {
            Status::Real(data) => (data.mtime(), data.mtime_nsec()),
            Status::File(inode, _) => {
                (inode.modified.div_euclid(1_000_000_000), inode.modified.rem_euclid(1_000_000_000))
            }
            Status::Directory => (0, 0),
        }
    }
}

pub fn number(error: &std::io::Error) -> i32 {
    error.raw_os_error().unwrap_or(match error.kind() {
        std::io::ErrorKind::NotFound => ENOENT,
        std::io::ErrorKind::PermissionDenied => EACCES,
        _ => EIO,
    })
}

/// The absolute name without `.` and `..`.
fn absolute(path: &str) -> Rc<str> {
    let whole = std::path::absolute(path).unwrap_or_else(|_| PathBuf::from(path));
    let mut plain = PathBuf::new();
    for part in whole.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain.to_string_lossy().into()
}

/// The absolute name with the machine's links resolved, as far as it exists there.
pub fn canonical(path: &str) -> String {
    let plain = absolute(path);
    let mut rest = PathBuf::new();
    let mut base = Path::new(&*plain);
    loop {
        if let Ok(found) = std::fs::canonicalize(base) {
            let whole = if rest.as_os_str().is_empty() { found } else { found.join(&rest) };
            return whole.to_string_lossy().into_owned();
        }
        let (Some(up), Some(name)) = (base.parent(), base.file_name()) else { return plain.to_string() };
        rest = if rest.as_os_str().is_empty() { name.into() } else { Path::new(name).join(&rest) };
        base = up;
    }
}

fn parent(path: &str) -> &str {
    Path::new(path).parent().and_then(Path::to_str).unwrap_or("/")
}

impl Disk {
    pub fn node(&self, path: &str) -> Option<Node> {
        if self.changes.is_empty() { None } else { self.changes.get(&absolute(path)).copied() }
    }

    /// What is at the path, following the machine's links if asked.
    pub fn status(&self, path: &str, follow: bool) -> Result<Status, i32> {
        match self.node(path) {
            Some(Node::File(inode)) => Ok(Status::File(self.inodes[inode as usize].clone(), inode)),
            Some(Node::Directory) => Ok(Status::Directory),
            Some(Node::Gone) => Err(ENOENT),
            None => {
                let found = if follow { std::fs::metadata(path) } else { std::fs::symlink_metadata(path) };
                found.map(Status::Real).map_err(|error| number(&error))
            }
        }
    }

    /// All that a file holds.
    pub fn contents(&self, path: &str) -> Result<Vec<u8>, i32> {
        match self.node(path) {
            Some(Node::File(inode)) => Ok(self.inodes[inode as usize].bytes.to_vec()),
            Some(Node::Directory) => Err(EISDIR),
            Some(Node::Gone) => Err(ENOENT),
            None => std::fs::read(path).map_err(|error| number(&error)),
        }
    }

    pub fn exists(&self, path: &str) -> bool {
        self.status(path, true).is_ok()
    }

    /// The names in a directory, in alphabetical order, so that programs do not depend on how the disk is laid out.
    pub fn names(&self, path: &str) -> Result<Vec<String>, i32> {
        if !self.status(path, true)?.is_directory() {
            return Err(ENOTDIR);
        }
        let mut names = std::collections::BTreeSet::new();
        if self.node(path).is_none() {
            let entries = std::fs::read_dir(path).map_err(|error| number(&error))?;
            names.extend(entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()));
        }
        let directory = absolute(path);
        for (changed, node) in &self.changes {
            if parent(changed) == &*directory
                && let Some(name) = Path::new(&**changed).file_name().and_then(|name| name.to_str())
            {
                if *node == Node::Gone {
                    names.remove(name);
                } else {
                    names.insert(name.to_owned());
                }
            }
        }
        Ok(names.into_iter().collect())
    }

    fn check_parent(&self, path: &str) -> Result<(), i32> {
        if self.status(parent(path), true)?.is_directory() { Ok(()) } else { Err(ENOTDIR) }
    }

    fn add(&mut self, inode: Inode) -> u32 {
        self.inodes.push(inode);
        self.inodes.len() as u32 - 1
    }

    /// A file to be written: the one that is there, or a new one.
    pub fn open(&mut self, path: &str, create: bool, exclusive: bool, mode: u32, now: i64) -> Result<u32, i32> {
        let name = absolute(path);
        match self.status(path, true) {
            Ok(_) if create && exclusive => Err(EEXIST),
            Ok(status) if status.is_directory() => Err(EISDIR),
            Ok(Status::Real(data)) => {
                if !data.is_file() {
                    // A device: what is written goes nowhere.
                    return Ok(self.add(Inode::default()));
                }
                if data.permissions().readonly() {
                    return Err(EACCES);
                }
                let bytes = Rc::new(std::fs::read(path).map_err(|error| number(&error))?);
                let inode = self.add(Inode { bytes, mode: data.mode() & 0o7777, modified: now });
                self.changes.insert(name, Node::File(inode));
                Ok(inode)
            }
            Ok(_) => match self.node(path) {
                Some(Node::File(inode)) => Ok(inode),
                _ => Err(EISDIR),
            },
            Err(ENOENT) if create => {
                self.check_parent(&name)?;
                let inode = self.add(Inode { mode: mode & 0o777, modified: now, ..Inode::default() });
                self.changes.insert(name, Node::File(inode));
                Ok(inode)
            }
            Err(error) => Err(error),
        }
    }

    /// Writes at a position; a gap before it is filled with zeros.
    pub fn write(&mut self, inode: u32, position: u64, bytes: &[u8], now: i64) {
        let inode = &mut self.inodes[inode as usize];
        let content = Rc::make_mut(&mut inode.bytes);
        let start = position as usize;
        let end = start + bytes.len();
        if content.len() < end {
            content.resize(end, 0);
        }
        content[start..end].copy_from_slice(bytes);
        inode.modified = now;
    }

    pub fn resize(&mut self, inode: u32, length: u64) {
        Rc::make_mut(&mut self.inodes[inode as usize].bytes).resize(length as usize, 0);
    }

    pub fn make_directory(&mut self, path: &str) -> Result<(), i32> {
        if self.status(path, false).is_ok() {
            return Err(EEXIST);
        }
        let name = absolute(path);
        self.check_parent(&name)?;
        self.changes.insert(name, Node::Directory);
        Ok(())
    }

    pub fn remove_file(&mut self, path: &str) -> Result<(), i32> {
        if self.status(path, false)?.is_directory() {
            return Err(EISDIR);
        }
        self.forget(path);
        Ok(())
    }

    pub fn remove_directory(&mut self, path: &str) -> Result<(), i32> {
        if !self.names(path)?.is_empty() {
            return Err(ENOTEMPTY);
        }
        self.forget(path);
        Ok(())
    }

    /// A name that the machine does not have need not be remembered as gone.
    fn forget(&mut self, path: &str) {
        let name = absolute(path);
        if std::fs::symlink_metadata(&*name).is_ok() {
            self.changes.insert(name, Node::Gone);
        } else {
            self.changes.remove(&name);
        }
    }

    pub fn rename(&mut self, from: &str, to: &str) -> Result<(), i32> {
        let status = self.status(from, false)?;
        let (old, new) = (absolute(from), absolute(to));
        self.check_parent(&new)?;
        if old == new {
            return Ok(());
        }
        if let Ok(there) = self.status(to, false) {
            match (status.is_directory(), there.is_directory()) {
                (true, false) => return Err(ENOTDIR),
                (false, true) => return Err(EISDIR),
                (true, true) if !self.names(to)?.is_empty() => return Err(ENOTEMPTY),
                _ => {}
            }
        }
        if status.is_directory() {
            return self.rename_directory(&old, &new);
        }
        let modified = status.modified();
        let inode = self.open(from, false, false, 0, modified.0 * 1_000_000_000 + modified.1)?;
        self.forget(from);
        self.changes.insert(new, Node::File(inode));
        Ok(())
    }

    /// The machine's own files below are taken over one by one.
    fn rename_directory(&mut self, old: &Rc<str>, new: &Rc<str>) -> Result<(), i32> {
        if new.starts_with(&format!("{old}/")) {
            return Err(EINVAL);
        }
        self.changes.insert(new.clone(), Node::Directory);
        for name in self.names(old)? {
            self.rename(&format!("{old}/{name}"), &format!("{new}/{name}"))?;
        }
        self.forget(old);
        Ok(())
    }

    pub fn set_mode(&mut self, path: &str, mode: u32, now: i64) -> Result<(), i32> {
        if self.status(path, true)?.is_directory() {
            return Ok(());
        }
        let inode = self.open(path, false, false, 0, now)?;
        self.inodes[inode as usize].mode = mode & 0o7777;
        Ok(())
    }

    pub fn set_modified(&mut self, path: &str, nanos: i64) -> Result<(), i32> {
        if self.status(path, true)?.is_directory() {
            return Ok(());
        }
        let inode = self.open(path, false, false, 0, nanos)?;
        self.inodes[inode as usize].modified = nanos;
        Ok(())
    }

    /// Frees what has neither a name nor a descriptor.
    pub fn sweep(&mut self, is_open: impl Fn(u32) -> bool) {
        for index in 0..self.inodes.len() as u32 {
            let named = self.changes.values().any(|node| *node == Node::File(index));
            if !named && !is_open(index) {
                self.inodes[index as usize] = Inode::default();
            }
        }
        while let Some(last) = self.inodes.len().checked_sub(1) {
            let last = last as u32;
            if is_open(last) || self.changes.values().any(|node| *node == Node::File(last)) {
                break;
            }
            self.inodes.pop();
        }
    }

    /// Does to the machine's disk what the program did.
    pub fn carry_out(&self) -> std::io::Result<()> {
        for (path, node) in self.changes.iter().rev() {
            let path = Path::new(&**path);
            if *node == Node::Gone && path.symlink_metadata().is_ok() {
                if path.is_dir() { std::fs::remove_dir(path)? } else { std::fs::remove_file(path)? }
            }
        }
        for (path, node) in &self.changes {
            match node {
                Node::Directory => std::fs::create_dir_all(&**path)?,
                Node::File(inode) => {
                    use std::os::unix::fs::PermissionsExt;
                    let inode = &self.inodes[*inode as usize];
                    std::fs::write(&**path, &*inode.bytes)?;
                    std::fs::set_permissions(&**path, std::fs::Permissions::from_mode(inode.mode))?;
                }
                Node::Gone => {}
            }
        }
        Ok(())
    }
}
