//! Maven: compiles what is stale and tells the class path of each module.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use checker::Fault;

use super::surefire::Circumstances;
use super::{Asking, ask, asked, digest, files_named, latest, remember};
use crate::project::Module;

/// The plugin's version is fixed, so that the same project is asked the same way everywhere.
const DEPENDENCY_PLUGIN: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1";
const HELP_PLUGIN: &str = "org.apache.maven.plugins:maven-help-plugin:3.5.1";
/// What the project is after inheritance, profiles and defaults.
const MODELS_FILE: &str = "target/hazard/effective-models.xml";
const CLASS_PATH_FILE: &str = "target/hazard/classpath.txt";
const DIGEST_FILE: &str = "target/hazard/classpath.digest";

pub fn modules(root: &Path, asking: &Asking) -> Result<Vec<Module>, Fault> {
    let mut poms = Vec::new();
    files_named(root, &["pom.xml"], 0, &mut poms);
    let digest = digest(&poms, asking);
    let roots: Vec<PathBuf> = poms.iter().filter_map(|pom| Some(pom.parent()?.to_path_buf())).collect();
    let known = std::fs::read_to_string(root.join(DIGEST_FILE)).unwrap_or_default();
    let (began, last) = (SystemTime::now(), asked(&root.join(DIGEST_FILE)));
    let is_known = known.trim() == digest;
    if !is_known || roots.iter().any(|module| is_stale(module, last)) {
        compile(root, asking, !is_known)?;
        remember(&root.join(DIGEST_FILE), &digest, began)?;
    }
    let models = std::fs::read_to_string(root.join(MODELS_FILE)).unwrap_or_default();
    let modules: Vec<Module> = roots.iter().filter_map(|module| of(module, &models, asking)).collect();
    if modules.is_empty() {
        return Err(Fault::Input(format!(
            "{}: Maven knows of no compiled tests (no target/test-classes); write one below src/test/java",
            root.display()
        )));
    }
    Ok(modules)
}

fn of(root: &Path, models: &str, asking: &Asking) -> Option<Module> {
    let jars = std::fs::read_to_string(root.join(CLASS_PATH_FILE)).ok()?;
    let tests = root.join("target/test-classes");
    if !tests.is_dir() {
        return None;
    }
    let own = [tests.clone(), root.join("target/classes")].into_iter().filter(|folder| folder.is_dir());
    let circumstances = Circumstances::of(models, root, &asking.arguments);
    let jars = std::env::split_paths(jars.trim()).filter(|entry| !entry.as_os_str().is_empty());
    let more = circumstances.class_path.iter().filter(|entry| entry.exists()).cloned();
    let class_path = own.chain(jars).chain(more).collect();
    Some(Module {
        root: root.to_path_buf(),
        tests: vec![tests],
        class_path,
        notes: root.join("target/hazard"),
        circumstances,
    })
}

/// Whether a source is newer than all that was compiled from its folder, and than the last time Maven was asked: it does
/// not compile everything. Folders with a build file that the project does not count among its modules have no class path.
fn is_stale(module: &Path, asked: Option<SystemTime>) -> bool {
    module.join(CLASS_PATH_FILE).is_file()
        && [("src/main", "target/classes"), ("src/test", "target/test-classes")].iter().any(|(sources, classes)| {
            let (newest, compiled) = (latest(&module.join(sources)), latest(&module.join(classes)));
            newest > compiled && (compiled.is_none() || newest > asked)
        })
}

fn compile(root: &Path, asking: &Asking, with_class_path: bool) -> Result<(), Fault> {
    let mut command = asking.command(root, "mvnw", "mvn");
    command.args(["-q", "-B", "test-compile"]);
    if with_class_path {
        command.arg(format!("{DEPENDENCY_PLUGIN}:build-classpath"));
        command.args(["-Dmdep.includeScope=test", &format!("-Dmdep.outputFile={CLASS_PATH_FILE}")]);
    }
    if with_class_path {
        command.arg(format!("{HELP_PLUGIN}:effective-pom"));
        command.arg(format!("-Doutput={}", root.join(MODELS_FILE).display()));
    }
    match ask(command, root, "Maven") {
        // How tests are run is worth knowing, but no reason to fail where that plugin cannot be had.
        Err(fault) if with_class_path && fault.to_string().contains("maven-help-plugin") => {
            let mut plain = asking.command(root, "mvnw", "mvn");
            plain.args(["-q", "-B", "test-compile", &format!("{DEPENDENCY_PLUGIN}:build-classpath")]);
            plain.args(["-Dmdep.includeScope=test", &format!("-Dmdep.outputFile={CLASS_PATH_FILE}")]);
            ask(plain, root, "Maven").map(|_| ())
        }
        asked => asked.map(|_| ()),
    }
}

/// Copies an artefact (`group:name:version`) into `folder`.
pub fn fetch(artefact: &str, folder: &Path) -> Result<(), Fault> {
    let mut command = Asking::default().command(folder, "mvnw", "mvn");
    command.args(["-q", "-B", &format!("{DEPENDENCY_PLUGIN}:copy")]);
    command.arg(format!("-Dartifact={artefact}")).arg(format!("-DoutputDirectory={}", folder.display()));
    ask(command, folder, "Maven").map(|_| ())
}
