//! What the build tools are asked, and how their answers are kept: by the digest of the build files, so that they are asked
//! again when one of these changes and not before.

pub mod gradle;
pub mod maven;
pub mod surefire;

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::SystemTime;

use checker::Fault;

/// Folders that hold no sources of the project itself.
const SKIPPED: [&str; 6] = ["target", "build", "node_modules", "bin", "out", "src"];
/// Projects are not nested deeper than this.
const DEPTH_MAX: usize = 6;
/// Its time is that of the last asking.
const ASKED: &str = "asked";

/// The files called `name` at or below `folder`, without those of builds and sources.
fn files_named(folder: &Path, names: &[&str], depth: usize, found: &mut Vec<PathBuf>) {
    found.extend(names.iter().map(|name| folder.join(name)).filter(|file| file.is_file()));
    if depth == DEPTH_MAX {
        return;
    }
    let mut below: Vec<PathBuf> = (std::fs::read_dir(folder).into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .filter(|path| {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            !name.starts_with('.') && !SKIPPED.contains(&name.as_str())
        })
        .collect();
    below.sort();
    below.iter().for_each(|folder| files_named(folder, names, depth + 1, found));
}

/// How the build tool is called.
#[derive(Clone, Debug, Default)]
pub struct Asking {
    /// The JDK it runs with, if not the one it finds itself.
    pub jdk: Option<PathBuf>,
    /// What else it is told: profiles, properties.
    pub arguments: Vec<String>,
}

impl Asking {
    /// The project's own wrapper, else the tool on the path.
    fn command(&self, root: &Path, wrapper: &str, tool: &str) -> Command {
        let wrapper = root.join(wrapper);
        let mut command = Command::new(if wrapper.is_file() { wrapper } else { PathBuf::from(tool) });
        if let Some(jdk) = &self.jdk {
            command.env("JAVA_HOME", std::path::absolute(jdk).unwrap_or_else(|_| jdk.clone()));
        }
        command.args(&self.arguments);
        command
    }
}

/// What the class path depends on.
fn digest(files: &[PathBuf], asking: &Asking) -> String {
    let mut hasher = DefaultHasher::new();
    (&asking.jdk, &asking.arguments).hash(&mut hasher);
    for file in files {
        file.hash(&mut hasher);
        std::fs::read(file).unwrap_or_default().hash(&mut hasher);
    }
    // The first number counts what is asked: who asks more than an earlier version did has to ask again.
    format!("3-{:016x}", hasher.finish())
}

/// Keeps what was asked, and beside it when: a file as old as the asking, since what changes while a build runs is newer.
fn remember(file: &Path, digest: &str, began: SystemTime) -> Result<(), Fault> {
    checker::files::write(file, digest.as_bytes())?;
    let time = file.with_file_name(ASKED);
    checker::files::write(&time, b"")?;
    // Where a file system keeps no such times, what changed meanwhile is compiled when it changes again.
    let _ = std::fs::File::options().append(true).open(time).and_then(|file| file.set_modified(began));
    Ok(())
}

/// When the build was asked last.
fn asked(file: &Path) -> Option<SystemTime> {
    file.with_file_name(ASKED).metadata().and_then(|metadata| metadata.modified()).ok()
}

/// The latest change of a file below `folder`.
fn latest(folder: &Path) -> Option<SystemTime> {
    let mut newest = None;
    for entry in std::fs::read_dir(folder).ok()?.flatten() {
        let path = entry.path();
        let time = if path.is_dir() {
            latest(&path)
        } else {
            entry.metadata().ok().and_then(|metadata| metadata.modified().ok())
        };
        newest = newest.max(time);
    }
    newest
}

/// Runs a build tool quietly.
fn ask(mut command: Command, root: &Path, tool: &str) -> Result<Output, Fault> {
    let output = command.current_dir(root).stdin(std::process::Stdio::null()).output().map_err(|error| {
        Fault::Input(format!(
            "{} is a {tool} project, but {} does not run ({error}); install {tool}, or give the class path with -cp",
            root.display(),
            command.get_program().to_string_lossy()
        ))
    })?;
    if output.status.success() {
        return Ok(output);
    }
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Err(Fault::Compilation(format!("{}\nerror: {tool} cannot build the tests of {}", words_of(&said), root.display())))
}

/// The tool's own words, each once, without its advice on how to see more.
fn words_of(said: &str) -> String {
    const ADVICE: [&str; 8] = [
        "[ERROR] [Help",
        "[ERROR] To see",
        "[ERROR] Re-run",
        "[ERROR] For more",
        "[ERROR] After correcting",
        "[ERROR]   mvn ",
        "[ERROR] COMPILATION ERROR",
        "* Try:",
    ];
    let lines =
        said.lines().map(|line| line.replace("\u{1b}[0m", "").trim_end().trim_end_matches("-> [Help 1]").to_owned());
    let mut told: Vec<String> = Vec::new();
    for line in lines.map(|line| line.trim_end().to_owned()) {
        let is_advice = ADVICE.iter().any(|start| line.starts_with(start));
        if !is_advice && !["", "[ERROR]"].contains(&line.as_str()) && !told.contains(&line) {
            told.push(line);
        }
    }
    told.truncate(40);
    told.join("\n")
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_a_build_tool_says_is_told_once_and_without_advice() {
        let said = "\u{1b}[0m\u{1b}[0m[ERROR] COMPILATION ERROR : \n[ERROR] A.java:[1,2] no\n[ERROR] Failed to compile: \n[ERROR] A.java:[1,2] no\n\
                    [ERROR] -> [Help 1]\n[ERROR] \n[ERROR] To see the stack trace\n[ERROR] After correcting the problems\n[ERROR]   mvn <args> -rf :core\n";
        assert_eq!(super::words_of(said), "[ERROR] A.java:[1,2] no\n[ERROR] Failed to compile:");
    }
}
