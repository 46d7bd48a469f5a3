//! One jar or zip: its classes, resources and manifest (the JAR File Specification).

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::ClassError;

/// What we take from `META-INF/MANIFEST.MF`.
#[derive(Debug, Default, PartialEq)]
pub struct Manifest {
    pub main_class: Option<String>,
    /// Relative paths of further jars and folders.
    pub class_path: Vec<String>,
    pub multi_release: bool,
    /// `module/package` pairs of `Add-Opens` and `Add-Exports`, which only the main archive's manifest may have.
    pub opens: Vec<String>,
    pub exports: Vec<String>,
    /// What an agent's manifest says (the package documentation of `java.lang.instrument`).
    pub premain_class: Option<String>,
    pub agent_class: Option<String>,
    pub launcher_agent_class: Option<String>,
    /// Relative paths of jars for the bootstrap loader.
    pub boot_class_path: Vec<String>,
}

pub struct Jar {
    path: PathBuf,
    manifest: Manifest,
    /// Entries by name; for multi-release jars also the versions that are there, newest first.
    indices: HashMap<String, usize>,
    versions: Vec<u16>,
    /// Reading moves the file's position, and several workers may load classes.
    archive: Mutex<ZipArchive<Box<dyn Contents>>>,
}

/// A file, or what one holds.
trait Contents: Read + Seek + Send {}

impl<T: Read + Seek + Send> Contents for T {}

/// The largest entry that is read; a small jar can otherwise expand to all memory.
const ENTRY_BYTES_MAX: u64 = 1 << 30;

impl Jar {
    pub fn open(path: &Path) -> Result<Jar, ClassError> {
        let file = File::open(path).map_err(|error| ClassError::unreadable(path, &error))?;
        Self::read_all(path, Box::new(BufReader::new(file)))
    }

    /// A jar that is no file of the machine's, or not yet.
    pub fn of_bytes(path: &Path, bytes: Vec<u8>) -> Result<Jar, ClassError> {
        Self::read_all(path, Box::new(Cursor::new(bytes)))
    }

    fn read_all(path: &Path, contents: Box<dyn Contents>) -> Result<Jar, ClassError> {
        let archive = ZipArchive::new(contents).map_err(|error| zip_error(path, error))?;
        let indices = archive.file_names().filter(|name| !name.ends_with('/'));
        let indices: HashMap<String, usize> =
            indices.filter_map(|name| Some((name.to_string(), archive.index_for_name(name)?))).collect();
        let archive = Mutex::new(archive);
        let mut jar =
            Jar { path: path.to_path_buf(), manifest: Manifest::default(), indices, versions: Vec::new(), archive };
        if let Some(manifest) = jar.read("META-INF/MANIFEST.MF")? {
            jar.manifest = parse_manifest(&String::from_utf8_lossy(&manifest));
        }
        if jar.manifest.multi_release {
            let version = |name: &String| name.strip_prefix("META-INF/versions/")?.split('/').next()?.parse().ok();
            jar.versions = jar.indices.keys().filter_map(version).collect();
            jar.versions.sort_unstable_by(|a, b| b.cmp(a));
            jar.versions.dedup();
        }
        Ok(jar)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The resource as Java of that version sees it.
    pub fn find(&self, name: &str, feature: u16) -> Result<Option<Vec<u8>>, ClassError> {
        // Nothing under META-INF is versioned.
        if !name.starts_with("META-INF/") {
            for version in self.versions.iter().filter(|version| (9..=feature).contains(version)) {
                let found = self.read(&format!("META-INF/versions/{version}/{name}"))?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        self.read(name)
    }

    pub fn class_names(&self) -> impl Iterator<Item = String> {
        let classes = self.indices.keys().filter(|name| !name.starts_with("META-INF/"));
        classes.filter_map(|name| name.strip_suffix(".class")).map(str::to_string)
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, ClassError> {
        let Some(&index) = self.indices.get(name) else { return Ok(None) };
        // A panic of another worker leaves the archive usable: every read seeks first.
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = archive.by_index(index).map_err(|error| zip_error(&self.path, error))?;
        let mut bytes = Vec::with_capacity(entry.size().min(1 << 20) as usize);
        let read = entry.take(ENTRY_BYTES_MAX).read_to_end(&mut bytes);
        match read {
            Ok(length) if length as u64 >= ENTRY_BYTES_MAX => {
                Err(self.damaged(format!("holds `{name}`, which is larger than a gigabyte")))
            }
            Ok(_) => Ok(Some(bytes)),
            Err(error) => Err(self.damaged(format!("is damaged: `{name}` cannot be read ({error})"))),
        }
    }

    fn damaged(&self, reason: String) -> ClassError {
        ClassError::Archive { path: self.path.clone(), reason }
    }
}

fn zip_error(path: &Path, error: ZipError) -> ClassError {
    let reason = match error {
        ZipError::Io(error) if error.kind() != std::io::ErrorKind::UnexpectedEof => {
            return ClassError::unreadable(path, &error);
        }
        ZipError::UnsupportedArchive(reason) => format!("uses a feature of zip that is not supported: {reason}"),
        error => format!("is not a jar or zip, or is damaged ({error})"),
    };
    ClassError::Archive { path: path.to_path_buf(), reason }
}

/// The main section: `Name: value` lines, where a line that starts with a space goes on the one before.
fn parse_manifest(text: &str) -> Manifest {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut lines: Vec<String> = Vec::new();
    // An empty line ends the main section.
    for line in text.split('\n').take_while(|line| !line.is_empty()) {
        match (line.strip_prefix(' '), lines.last_mut()) {
            (Some(rest), Some(last)) => last.push_str(rest),
            _ => lines.push(line.to_string()),
        }
    }
    let mut manifest = Manifest::default();
    for line in &lines {
        let Some((name, value)) = line.split_once(':') else { continue };
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "main-class" => manifest.main_class = Some(value.to_string()).filter(|value| !value.is_empty()),
            "class-path" => manifest.class_path = value.split_ascii_whitespace().map(decode_url).collect(),
            "premain-class" => manifest.premain_class = Some(value.to_string()),
            "agent-class" => manifest.agent_class = Some(value.to_string()),
            "launcher-agent-class" => manifest.launcher_agent_class = Some(value.to_string()),
            "boot-class-path" => manifest.boot_class_path = value.split_ascii_whitespace().map(decode_url).collect(),
            "add-opens" => manifest.opens = value.split_ascii_whitespace().map(str::to_owned).collect(),
            "add-exports" => manifest.exports = value.split_ascii_whitespace().map(str::to_owned).collect(),
            "multi-release" => manifest.multi_release = value.eq_ignore_ascii_case("true"),
            _ => {}
        }
    }
    manifest
}

/// `Class-Path` holds URLs: `file:` is dropped and `%20` is a space.
fn decode_url(url: &str) -> String {
    let path = url.strip_prefix("file:").unwrap_or(url).as_bytes();
    let mut decoded = Vec::with_capacity(path.len());
    let mut index = 0;
    while index < path.len() {
        let hex = path.get(index + 1..index + 3).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) if path[index] == b'%' => {
                decoded.push(byte);
                index += 3;
            }
            _ => {
                decoded.push(path[index]);
                index += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_main_section() {
        let text = "Manifest-Version: 1.0\r\nMain-Class: pkg.\r\n Main\r\nclass-path: lib/a.jar lib/b%20c.jar\r\n  \
                    file:d/\r\nMulti-Release: true\r\n\r\nName: x\r\nMain-Class: Wrong\r\n";
        let manifest = parse_manifest(text);
        assert_eq!(manifest.main_class.as_deref(), Some("pkg.Main"));
        assert_eq!(manifest.class_path, ["lib/a.jar", "lib/b c.jar", "d/"]);
        assert!(manifest.multi_release);
        let unix = parse_manifest("Main-Class: A\n\n\nMain-Class: B\n");
        assert_eq!(unix.main_class.as_deref(), Some("A"));
        assert_eq!(parse_manifest(""), Manifest::default());
    }
}
