//! From `File.java:12` to a file that can be opened: stack traces name no folders.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::suite::Place;

/// Folders below which nobody keeps sources.
const SKIPPED: [&str; 4] = ["target", "build", "node_modules", "out"];
const FILES_MAX: usize = 20_000;

/// Source files by name.
#[derive(Default)]
pub struct SourceFiles(HashMap<String, PathBuf>);

impl SourceFiles {
    /// Those below a project's folder.
    pub fn below(root: &Path) -> SourceFiles {
        let here = std::env::current_dir().unwrap_or_default();
        let mut sources = SourceFiles::default();
        sources.walk(root, &here, 0);
        sources
    }

    /// The one that a command named, and those beside it.
    pub fn near(target: &str) -> SourceFiles {
        let mut sources = SourceFiles::default();
        let folder = Path::new(target).parent().unwrap_or(Path::new(""));
        let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        if Path::new(target).is_file() {
            for entry in std::fs::read_dir(shown).into_iter().flatten().flatten() {
                sources.add(folder.join(entry.file_name()));
            }
        }
        sources
    }

    fn walk(&mut self, folder: &Path, here: &Path, depth: usize) {
        let mut entries: Vec<PathBuf> =
            std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        entries.sort();
        for path in entries {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            if path.is_dir() {
                if depth < 24 && !name.starts_with('.') && !SKIPPED.contains(&name.as_str()) {
                    self.walk(&path, here, depth + 1);
                }
            } else if self.0.len() < FILES_MAX {
                self.add(path.strip_prefix(here).map_or_else(|_| path.clone(), Path::to_path_buf));
            }
        }
    }

    fn add(&mut self, path: PathBuf) {
        let is_source = path.extension().is_some_and(|ending| ending == "java" || ending == "kt");
        if let (true, Some(name)) = (is_source, path.file_name().map(|name| name.to_string_lossy().into_owned())) {
            self.0.entry(name).or_insert(path);
        }
    }

    /// `File.java:12`, found if it can be.
    pub fn place(&self, text: &str) -> Option<Place> {
        let (file, line) = text.rsplit_once(':')?;
        let line = line.parse().ok().filter(|line| *line > 0)?;
        let found = self.0.get(file).map_or_else(|| file.to_owned(), |path| path.display().to_string());
        Some(Place { file: found, line })
    }
}
