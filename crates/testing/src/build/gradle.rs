//! Gradle: an init script adds a task to every project that compiles the tests and prints their class path.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use checker::Fault;

use super::surefire::Circumstances;
use super::{Asking, ask, asked, digest, files_named, latest, remember};
use crate::project::Module;

const BUILD_FILES: [&str; 4] = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];
const ANSWER_FILE: &str = "build/hazard/classpath.txt";
const DIGEST_FILE: &str = "build/hazard/classpath.digest";

/// What each project prints: its folder, the folders of its compiled tests, and its class path.
const SCRIPT: &str = r#"
allprojects {
    afterEvaluate { project ->
        if (project.plugins.hasPlugin('java')) {
            project.tasks.create('hazardClassPath') {
                dependsOn 'testClasses'
                def folders = project.sourceSets.test.output.classesDirs
                def path = project.sourceSets.test.runtimeClasspath
                def place = project.projectDir
                doLast { println "hazard:\t${place}\t${folders.asPath}\t${path.asPath}" }
            }
        }
    }
}
"#;

pub fn is_root(folder: &Path) -> bool {
    BUILD_FILES.iter().any(|name| folder.join(name).is_file())
}

pub fn modules(root: &Path, asking: &Asking) -> Result<Vec<Module>, Fault> {
    let mut files = Vec::new();
    files_named(root, &[&BUILD_FILES[..], &["gradle.properties"]].concat(), 0, &mut files);
    let digest = digest(&files, asking);
    let answer = root.join(ANSWER_FILE);
    let known = std::fs::read_to_string(root.join(DIGEST_FILE)).unwrap_or_default();
    let (began, last) = (SystemTime::now(), asked(&root.join(DIGEST_FILE)));
    let is_stale = files.iter().filter_map(|file| file.parent()).any(|module| latest(&module.join("src")) > last);
    if known.trim() != digest || is_stale {
        let said = ask_gradle(root, asking)?;
        let folder = root.join("build/hazard");
        std::fs::create_dir_all(&folder)
            .map_err(|error| Fault::Input(format!("{}: the folder cannot be made ({error})", folder.display())))?;
        checker::files::write(&answer, said.as_bytes())?;
        remember(&root.join(DIGEST_FILE), &digest, began)?;
    }
    let said = checker::files::read_text(&answer)?;
    let modules: Vec<Module> = said.lines().filter_map(of).collect();
    if modules.is_empty() {
        return Err(Fault::Input(format!("{}: Gradle knows of no Java project with tests here", root.display())));
    }
    Ok(modules)
}

fn ask_gradle(root: &Path, asking: &Asking) -> Result<String, Fault> {
    let scratch = checker::scratch::Scratch::new()?;
    let script = scratch.path().join("hazard.gradle");
    checker::files::write(&script, SCRIPT.as_bytes())?;
    let mut command = asking.command(root, "gradlew", "gradle");
    command.arg("-q").arg("-I").arg(&script).arg("hazardClassPath");
    let output = ask(command, root, "Gradle")?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(said.lines().filter(|line| line.starts_with("hazard:\t")).map(|line| format!("{line}\n")).collect())
}

fn of(line: &str) -> Option<Module> {
    let mut parts = line.split('\t').skip(1);
    let root = PathBuf::from(parts.next()?);
    let split = |text: &str| std::env::split_paths(text).filter(|path| path.exists()).collect::<Vec<PathBuf>>();
    let (tests, class_path) = (split(parts.next()?), split(parts.next()?));
    let notes = root.join("build/hazard");
    (!tests.is_empty()).then_some(Module { root, tests, class_path, notes, circumstances: Circumstances::default() })
}
