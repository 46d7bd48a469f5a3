//! Where the program of a configuration lies. JPF's configurations name folders below a project (`${jpf-probabilistic}/build`);
//! if it is not known by its name, the folders above the configuration are tried, and, if what is named does not exist,
//! the folders that build tools use.

use std::path::{Path, PathBuf};

use crate::job::Subject;

/// One entry of the class path: as it is written, and where it is.
pub struct Place {
    written: String,
    found: Option<PathBuf>,
}

/// Where build tools put classes, below the folder of a project.
const BUILT: [&str; 12] = [
    "",
    "build/examples",
    "build/classes/java/examples",
    "build/classes/java/main",
    "build/classes",
    "build/main",
    "build/tests",
    "build",
    "target/classes",
    "bin",
    "out",
    "classes",
];

/// Where they expect sources.
const SOURCES: [&str; 5] = ["", "src", "src/main/java", "src/examples", "src/main"];

/// How far above the configuration its project may start.
const LEVELS_MAX: usize = 6;

/// Entries are relative to the folder of the file, as for JPF's application properties, or to the working folder.
pub fn entries_of(value: &str, configuration: &Path) -> Vec<Place> {
    let entries = value.split([';', ',', ':']).map(str::trim).filter(|entry| !entry.is_empty());
    entries.map(|entry| Place { written: entry.to_owned(), found: find(entry, configuration) }).collect()
}

fn find(entry: &str, configuration: &Path) -> Option<PathBuf> {
    let exists = |path: &PathBuf| path.exists() || path.ends_with("*") && path.parent().is_some_and(Path::exists);
    match entry.strip_prefix("${").and_then(|rest| rest.split_once('}')) {
        Some((project, below)) => {
            let below = below.trim_start_matches('/');
            let folders = folders_above(configuration);
            let named = |folder: &PathBuf| [folder.join(below), folder.join(project).join(below)];
            folders.iter().flat_map(named).find(exists)
        }
        None => [folder_of(configuration).join(entry), PathBuf::from(entry)].into_iter().find(exists),
    }
}

fn folder_of(configuration: &Path) -> PathBuf {
    let folder = configuration.parent().unwrap_or(Path::new(""));
    if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_path_buf() }
}

/// The configuration's folder, and those that contain it.
fn folders_above(configuration: &Path) -> Vec<PathBuf> {
    let folder = folder_of(configuration);
    let absolute = folder.canonicalize().unwrap_or_else(|_| folder.clone());
    let above = absolute.ancestors().skip(1).take(LEVELS_MAX).map(Path::to_path_buf);
    std::iter::once(folder).chain(above).collect()
}

/// Gives the subject its class path, or turns its target into a source file to compile. What the command line says about
/// classes wins, then the configuration, then `CLASSPATH`, then what is found.
pub fn place_target(subject: &mut Subject, classpath: &[Place], configuration: &Path, warnings: &mut Vec<String>) {
    let is_file = [".java", ".class", ".jar"].iter().any(|ending| subject.target.ends_with(ending));
    let beside = folder_of(configuration).join(&subject.target);
    if is_file && beside.is_file() {
        subject.target = beside.display().to_string();
    }
    if subject.classpath.is_some() {
        return;
    }
    let mut folders: Vec<PathBuf> = classpath.iter().filter_map(|place| place.found.clone()).collect();
    let has_target = folders.iter().any(|folder| !folder.is_dir() || holds(folder, &subject.target, "class"));
    let environment = std::env::var_os("CLASSPATH").is_some_and(|text| !text.is_empty());
    let mut instead = String::new();
    let is_elsewhere = environment && folders.is_empty();
    if !(is_file || has_target || is_elsewhere) {
        match look_for(&subject.target, configuration) {
            Some(Found::Source(file)) => {
                instead = format!("; {} is compiled", file.display());
                subject.target = file.display().to_string();
            }
            Some(Found::Classes(folder)) => {
                instead = format!("; {} is used", folder.display());
                folders.push(folder);
            }
            None if folders.is_empty() => folders.push(folder_of(configuration)),
            None => {}
        }
    }
    for Place { written, .. } in classpath.iter().filter(|place| place.found.is_none()) {
        let file = configuration.display();
        warnings.push(format!("{file}: the classpath entry {written} does not exist{instead}"));
    }
    if !folders.is_empty() {
        let joined = std::env::join_paths(folders).map(|joined| joined.to_string_lossy().into_owned());
        subject.classpath = joined.ok();
    }
}

enum Found {
    Classes(PathBuf),
    Source(PathBuf),
}

/// What lies beside the configuration first, then what was built for it, then sources.
fn look_for(target: &str, configuration: &Path) -> Option<Found> {
    let folders = folders_above(configuration);
    let mut built = folders.iter().flat_map(|folder| BUILT.iter().map(|below| folder.join(below)));
    if let Some(folder) = built.find(|folder| holds(folder, target, "class")) {
        return Some(Found::Classes(folder));
    }
    let sources = folders.iter().flat_map(|folder| SOURCES.iter().map(|below| folder.join(below)));
    sources.map(|folder| file_in(&folder, target, "java")).find(|source| source.is_file()).map(Found::Source)
}

fn file_in(folder: &Path, target: &str, ending: &str) -> PathBuf {
    folder.join(format!("{}.{ending}", target.replace('.', "/")))
}

fn holds(folder: &Path, target: &str, ending: &str) -> bool {
    file_in(folder, target, ending).is_file()
}
