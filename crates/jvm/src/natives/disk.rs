//! The file system as the program sees it: that of the machine, with what this path has changed on top. The changes are
//! part of the state, so that paths do not see each other's files and exploring touches no disk; `hazard run` carries
//! them out when the program has ended. Links are followed, the machine's and those that the program made.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

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
    pub const ELOOP: i32 = 40;
    pub const ENODATA: i32 = 61;
    pub const EOPNOTSUPP: i32 = 95;
}
use super::watching::{ATTRIBUTES, CREATED, DELETED, MODIFIED, MOVED_FROM, MOVED_TO};
use errno::{EACCES, EEXIST, EINVAL, EIO, EISDIR, ELOOP, ENOENT, ENOTDIR, ENOTEMPTY};

/// What a path has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// A file with these contents (an index into `Disk::inodes`).
    File(u32),
    Directory,
    /// A link to the path that these contents are.
    Link(u32),
    Gone,
}

/// A file that was written. It outlives its name while it is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inode {
    pub bytes: Arc<Vec<u8>>,
    pub mode: u32,
    /// Nanoseconds since 1970.
    pub modified: i64,
}

/// The changes of one path, by absolute name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Disk {
    pub changes: BTreeMap<Arc<str>, Node>,
    pub inodes: Vec<Inode>,
    /// Those who are told of changes; none in explorations.
    pub watchers: Vec<super::watching::Watcher>,
}

/// What `stat` tells.
pub enum Status {
    Real(std::fs::Metadata),
    /// One that was written, and its number.
    File(Inode, u32),
    Directory,
    /// A link that was made, and its number.
    Link(Inode, u32),
}

const REGULAR: u32 = 0o100_000;
const DIRECTORY: u32 = 0o040_000;
const LINK: u32 = 0o120_000;

/// So many links may be on the way to a file.
const LINKS_MAX: usize = 40;

impl Status {
    pub fn is_directory(&self) -> bool {
        match self {
            Status::Real(data) => data.is_dir(),
            Status::File(..) | Status::Link(..) => false,
            Status::Directory => true,
        }
    }

    pub fn is_file(&self) -> bool {
        match self {
            Status::Real(data) => data.is_file(),
            Status::File(..) => true,
            Status::Directory | Status::Link(..) => false,
        }
    }

    pub fn size(&self) -> u64 {
        match self {
            Status::Real(data) => data.len(),
            Status::File(inode, _) | Status::Link(inode, _) => inode.bytes.len() as u64,
            Status::Directory => 4096,
        }
    }

    pub fn mode(&self) -> u32 {
        match self {
            Status::Real(data) => data.mode(),
            Status::File(inode, _) => REGULAR | inode.mode,
            Status::Directory => DIRECTORY | 0o755,
            Status::Link(..) => LINK | 0o777,
        }
    }

    /// When it was last modified: seconds and nanoseconds.
    pub fn modified(&self) -> (i64, i64) {
        match self {
            Status::Real(data) => (data.mtime(), data.mtime_nsec()),
            Status::File(inode, _) | Status::Link(inode, _) => {
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
fn absolute(path: &str) -> Arc<str> {
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
fn canonical_there(path: &str) -> String {
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

/// The names on a path, the first one last.
fn parts(path: &Path) -> Vec<PathBuf> {
    let names = path.components().filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir));
    let mut names: Vec<PathBuf> = names.map(|part| PathBuf::from(part.as_os_str())).collect();
    names.reverse();
    names
}

fn parent(path: &str) -> &str {
    Path::new(path).parent().and_then(Path::to_str).unwrap_or("/")
}

impl Disk {
    /// What the path has become, behind links.
    pub fn node(&self, path: &str) -> Option<Node> {
        if self.changes.is_empty() { None } else { self.changes.get(&self.located(path, true).ok()?).copied() }
    }

    /// The absolute name of what a path means: links on the way are resolved, one at its end only if asked.
    fn located(&self, path: &str, follow: bool) -> Result<Arc<str>, i32> {
        if self.changes.is_empty() {
            return Ok(absolute(path));
        }
        let whole = std::path::absolute(path).unwrap_or_else(|_| PathBuf::from(path));
        let mut rest: Vec<PathBuf> = parts(&whole);
        let mut done = PathBuf::from("/");
        let mut links = 0;
        while let Some(part) = rest.pop() {
            if part.as_os_str() == ".." {
                done.pop();
                continue;
            }
            let next = done.join(&part);
            let target = if rest.is_empty() && !follow { None } else { self.target(&next.to_string_lossy()) };
            let Some(target) = target else {
                done = next;
                continue;
            };
            links += 1;
            if links > LINKS_MAX {
                return Err(ELOOP);
            }
            if target.is_absolute() {
                done = PathBuf::from("/");
            }
            rest.extend(parts(&target));
        }
        Ok(done.to_string_lossy().into())
    }

    /// What a link refers to; none if there is no link at this name.
    fn target(&self, name: &str) -> Option<PathBuf> {
        match self.changes.get(name) {
            Some(Node::Link(inode)) => {
                Some(PathBuf::from(&*String::from_utf8_lossy(&self.inodes[*inode as usize].bytes)))
            }
            Some(_) => None,
            None => std::fs::read_link(name).ok(),
        }
    }

    pub fn read_link(&self, path: &str) -> Result<PathBuf, i32> {
        self.status(path, false)?;
        self.target(&self.located(path, false)?).ok_or(EINVAL)
    }

    /// The absolute name with links resolved, as far as it exists.
    pub fn canonical(&self, path: &str) -> String {
        if self.changes.is_empty() {
            return canonical_there(path);
        }
        self.located(path, true).map_or_else(|_| canonical_there(path), |name| name.to_string())
    }

    pub fn make_link(&mut self, path: &str, target: &[u8], now: i64) -> Result<(), i32> {
        if self.status(path, false).is_ok() {
            return Err(EEXIST);
        }
        let name = self.located(path, false)?;
        self.check_parent(&name)?;
        let inode = self.add(Inode { bytes: Arc::new(target.to_vec()), mode: 0o777, modified: now });
        self.tell(&name, CREATED);
        self.changes.insert(name, Node::Link(inode));
        Ok(())
    }

    /// Another name for a file.
    pub fn add_name(&mut self, path: &str, existing: &str) -> Result<(), i32> {
        let status = self.status(existing, true)?;
        if self.status(path, false).is_ok() {
            return Err(EEXIST);
        }
        let modified = status.modified();
        let inode = self.open(existing, false, false, 0, modified.0 * 1_000_000_000 + modified.1)?;
        self.inodes[inode as usize].modified = modified.0 * 1_000_000_000 + modified.1;
        let name = self.located(path, false)?;
        self.check_parent(&name)?;
        self.tell(&name, CREATED);
        self.changes.insert(name, Node::File(inode));
        Ok(())
    }

    /// How many names a written file has.
    pub fn names_of(&self, inode: u32) -> u32 {
        self.changes.values().filter(|node| **node == Node::File(inode)).count() as u32
    }

    /// What is at the path, following links if asked.
    pub fn status(&self, path: &str, follow: bool) -> Result<Status, i32> {
        let name = self.located(path, follow)?;
        match self.changes.get(&name) {
            Some(Node::File(inode)) => Ok(Status::File(self.inodes[*inode as usize].clone(), *inode)),
            Some(Node::Link(inode)) => Ok(Status::Link(self.inodes[*inode as usize].clone(), *inode)),
            Some(Node::Directory) => Ok(Status::Directory),
            Some(Node::Gone) => Err(ENOENT),
            None => {
                let found = if self.changes.is_empty() && follow {
                    std::fs::metadata(path)
                } else if self.changes.is_empty() {
                    std::fs::symlink_metadata(path)
                } else {
                    std::fs::symlink_metadata(&*name)
                };
                found.map(Status::Real).map_err(|error| number(&error))
            }
        }
    }

    /// All that a file holds.
    pub fn contents(&self, path: &str) -> Result<Vec<u8>, i32> {
        match self.status(path, true)? {
            Status::File(inode, _) | Status::Link(inode, _) => Ok(inode.bytes.to_vec()),
            Status::Directory => Err(EISDIR),
            Status::Real(_) => std::fs::read(&*self.located(path, true)?).map_err(|error| number(&error)),
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
            let entries = std::fs::read_dir(&*self.located(path, true)?).map_err(|error| number(&error))?;
            names.extend(entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()));
        }
        let directory = self.located(path, true)?;
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
        let name = self.located(path, true)?;
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
                let bytes = Arc::new(std::fs::read(&*name).map_err(|error| number(&error))?);
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
                self.tell(&name, CREATED);
                self.changes.insert(name, Node::File(inode));
                Ok(inode)
            }
            Err(error) => Err(error),
        }
    }

    /// Writes at a position; a gap before it is filled with zeros.
    pub fn write(&mut self, inode: u32, position: u64, bytes: &[u8], now: i64) {
        self.tell_of(inode, MODIFIED);
        let inode = &mut self.inodes[inode as usize];
        let content = Arc::make_mut(&mut inode.bytes);
        let start = position as usize;
        let end = start + bytes.len();
        if content.len() < end {
            content.resize(end, 0);
        }
        content[start..end].copy_from_slice(bytes);
        inode.modified = now;
    }

    pub fn resize(&mut self, inode: u32, length: u64) {
        if self.inodes[inode as usize].bytes.len() as u64 != length {
            self.tell_of(inode, MODIFIED);
        }
        Arc::make_mut(&mut self.inodes[inode as usize].bytes).resize(length as usize, 0);
    }

    pub fn make_directory(&mut self, path: &str) -> Result<(), i32> {
        if self.status(path, false).is_ok() {
            return Err(EEXIST);
        }
        let name = self.located(path, false)?;
        self.check_parent(&name)?;
        self.tell(&name, CREATED);
        self.changes.insert(name, Node::Directory);
        Ok(())
    }

    pub fn remove_file(&mut self, path: &str) -> Result<(), i32> {
        if self.status(path, false)?.is_directory() {
            return Err(EISDIR);
        }
        self.forget(path, DELETED);
        Ok(())
    }

    pub fn remove_directory(&mut self, path: &str) -> Result<(), i32> {
        if !self.names(path)?.is_empty() {
            return Err(ENOTEMPTY);
        }
        let name = self.located(path, false).unwrap_or_else(|_| absolute(path));
        self.tell_gone(&name);
        self.forget(path, DELETED);
        Ok(())
    }

    /// A name that the machine does not have need not be remembered as gone.
    fn forget(&mut self, path: &str, what: u32) {
        let name = self.located(path, false).unwrap_or_else(|_| absolute(path));
        self.tell(&name, what);
        if std::fs::symlink_metadata(&*name).is_ok() {
            self.changes.insert(name, Node::Gone);
        } else {
            self.changes.remove(&name);
        }
    }

    pub fn rename(&mut self, from: &str, to: &str) -> Result<(), i32> {
        let status = self.status(from, false)?;
        let (old, new) = (self.located(from, false)?, self.located(to, false)?);
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
        let modified = modified.0 * 1_000_000_000 + modified.1;
        let node = match self.target(&old) {
            Some(target) => {
                let bytes = Arc::new(target.to_string_lossy().into_owned().into_bytes());
                Node::Link(self.add(Inode { bytes, mode: 0o777, modified }))
            }
            None => Node::File(self.open(from, false, false, 0, modified)?),
        };
        self.forget(from, MOVED_FROM);
        self.tell(&new, MOVED_TO);
        self.changes.insert(new, node);
        Ok(())
    }

    /// The machine's own files below are taken over one by one.
    fn rename_directory(&mut self, old: &Arc<str>, new: &Arc<str>) -> Result<(), i32> {
        if new.starts_with(&format!("{old}/")) {
            return Err(EINVAL);
        }
        self.changes.insert(new.clone(), Node::Directory);
        for name in self.names(old)? {
            self.rename(&format!("{old}/{name}"), &format!("{new}/{name}"))?;
        }
        self.forget(old, MOVED_FROM);
        self.tell(new, MOVED_TO);
        Ok(())
    }

    pub fn set_mode(&mut self, path: &str, mode: u32, now: i64) -> Result<(), i32> {
        if self.status(path, true)?.is_directory() {
            return Ok(());
        }
        let inode = self.open(path, false, false, 0, now)?;
        self.inodes[inode as usize].mode = mode & 0o7777;
        self.tell_of(inode, ATTRIBUTES);
        Ok(())
    }

    pub fn set_modified(&mut self, path: &str, nanos: i64) -> Result<(), i32> {
        if self.status(path, true)?.is_directory() {
            return Ok(());
        }
        let inode = self.open(path, false, false, 0, nanos)?;
        self.inodes[inode as usize].modified = nanos;
        self.tell_of(inode, ATTRIBUTES);
        Ok(())
    }

    fn is_named(&self, inode: u32) -> bool {
        self.changes.values().any(|node| matches!(node, Node::File(of) | Node::Link(of) if *of == inode))
    }

    /// Frees what has neither a name nor a descriptor.
    pub fn sweep(&mut self, is_open: impl Fn(u32) -> bool) {
        for index in 0..self.inodes.len() as u32 {
            if !self.is_named(index) && !is_open(index) {
                self.inodes[index as usize] = Inode::default();
            }
        }
        while let Some(last) = self.inodes.len().checked_sub(1) {
            let last = last as u32;
            if is_open(last) || self.is_named(last) {
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
        let mut written: BTreeMap<u32, &str> = BTreeMap::new();
        for (path, node) in &self.changes {
            let replaces =
                matches!(node, Node::Link(_)) || matches!(node, Node::File(inode) if written.contains_key(inode));
            if replaces && std::fs::symlink_metadata(&**path).is_ok() {
                std::fs::remove_file(&**path)?;
            }
            match node {
                Node::Directory => std::fs::create_dir_all(&**path)?,
                Node::Link(inode) => {
                    let target = self.inodes[*inode as usize].bytes.clone();
                    std::os::unix::fs::symlink(&*String::from_utf8_lossy(&target), &**path)?;
                }
                Node::File(inode) if written.contains_key(inode) => std::fs::hard_link(written[inode], &**path)?,
                Node::File(inode) => {
                    use std::os::unix::fs::PermissionsExt;
                    written.insert(*inode, path);
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
