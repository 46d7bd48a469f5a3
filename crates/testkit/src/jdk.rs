//! Which JDKs there are to test with.

use std::path::{Path, PathBuf};
use std::process::Command;

/// An installed JDK: its folder and feature version (17, 25, …).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    pub home: PathBuf,
    pub version: u32,
}

impl Jdk {
    /// Reads the version from the `release` file every JDK has, without starting it.
    pub fn at(home: &Path) -> Option<Jdk> {
        let home = home.canonicalize().ok()?;
        if !home.join("bin/javac").is_file() || !home.join("lib/modules").is_file() {
            return None;
        }
        let release = std::fs::read_to_string(home.join("release")).ok()?;
        let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
        let version = version.trim_matches('"').split(['.', '-', '+']).next()?.parse().ok()?;
        Some(Jdk { home, version })
    }

    /// The JDK of `JAVA_HOME`, else of `javac` on PATH, then its siblings: one per version, in order of version.
    pub fn installed() -> Vec<Jdk> {
        let first = std::env::var_os("JAVA_HOME").and_then(|home| Jdk::at(Path::new(&home))).or_else(Jdk::on_path);
        let mut found: Vec<Jdk> = first.clone().into_iter().collect();
        let siblings =
            first.as_ref().and_then(|jdk| jdk.home.parent()).and_then(|parent| std::fs::read_dir(parent).ok());
        for entry in siblings.into_iter().flatten().flatten() {
            found.extend(Jdk::at(&entry.path()));
        }
        // A stable sort keeps the user's own choice ahead of a sibling of the same version.
        found.sort_by_key(|jdk| jdk.version);
        found.dedup_by_key(|jdk| jdk.version);
        found
    }

    fn on_path() -> Option<Jdk> {
        let path = std::env::var_os("PATH")?;
        let javac = std::env::split_paths(&path).map(|folder| folder.join("javac")).find(|file| file.is_file())?;
        Jdk::at(javac.canonicalize().ok()?.parent()?.parent()?)
    }

    pub fn tool(&self, name: &str) -> Command {
        Command::new(self.home.join("bin").join(name))
    }
}
