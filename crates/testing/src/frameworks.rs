//! What test frameworks need to be launched. JUnit's launcher is usually not among a project's dependencies, because build tools
//! bring their own; so do we, in the version that fits.

use std::path::{Path, PathBuf};

use checker::Fault;

use crate::build::maven;
use crate::project::Module;

const PLATFORM: &str = "org.junit.platform";
const JUPITER: &str = "org.junit.jupiter";

/// Adds the launcher and the engine, if the module's tests are JUnit 5's and the class path lacks them.
pub fn complete(module: &mut Module) -> Result<(), Fault> {
    let has = |name: &str| module.class_path.iter().any(|entry| version_in(entry, name).is_some());
    let find = |name: &str| module.class_path.iter().find_map(|entry| Some((entry.clone(), version_in(entry, name)?)));
    let mut wanted: Vec<(&str, &str, String, PathBuf)> = Vec::new();
    if let Some((api, version)) = find("junit-jupiter-api").filter(|_| !has("junit-jupiter-engine")) {
        wanted.push((JUPITER, "junit-jupiter-engine", version, api));
    }
    if let Some((commons, version)) = find("junit-platform-commons") {
        for name in ["junit-platform-engine", "junit-platform-launcher"] {
            if !has(name) {
                wanted.push((PLATFORM, name, version.clone(), commons.clone()));
            }
        }
    }
    for (group, name, version, beside) in wanted {
        let jar = provide(module, group, name, &version, &beside)?;
        module.class_path.push(jar);
    }
    Ok(())
}

/// The version of `name-VERSION.jar`.
fn version_in(entry: &Path, name: &str) -> Option<String> {
    let file = entry.file_name()?.to_str()?;
    let version = file.strip_prefix(name)?.strip_prefix('-')?.strip_suffix(".jar")?;
    version.starts_with(|first: char| first.is_ascii_digit()).then(|| version.to_owned())
}

/// The jar, from the repository that another of the same family comes from, or fetched by Maven.
fn provide(module: &Module, group: &str, name: &str, version: &str, beside: &Path) -> Result<PathBuf, Fault> {
    let file = format!("{name}-{version}.jar");
    let kept = module.notes.join("lib").join(&file);
    // repository/group/name/version/name-version.jar
    let repository = beside.ancestors().nth(if group == PLATFORM || is_jupiter(beside) { 3 } else { 0 });
    let group_folder = repository.map(|folder| {
        let family = if group == PLATFORM { "platform" } else { "jupiter" };
        folder.parent().map(|junit| junit.join(family)).unwrap_or_default()
    });
    let neighbour = group_folder.map(|folder| folder.join(name).join(version).join(&file));
    let flat = beside.with_file_name(&file);
    if let Some(found) = [Some(kept.clone()), neighbour, Some(flat)].into_iter().flatten().find(|path| path.is_file()) {
        return Ok(found);
    }
    let folder = module.notes.join("lib");
    std::fs::create_dir_all(&folder)
        .map_err(|error| Fault::Input(format!("{}: the folder cannot be made ({error})", folder.display())))?;
    maven::fetch(&format!("{group}:{name}:{version}"), &folder).map_err(|fault| {
        Fault::Input(format!(
            "running JUnit's tests takes {file}, which is not on the class path and cannot be fetched ({}); add it to the class \
             path",
            fault.to_string().lines().last().unwrap_or_default()
        ))
    })?;
    Ok(kept)
}

fn is_jupiter(jar: &Path) -> bool {
    jar.components().any(|part| part.as_os_str() == "jupiter")
}
