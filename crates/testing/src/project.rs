//! Where a project's tests are, and with which class path they run.

use std::path::{Path, PathBuf};

use checker::Fault;

use crate::build::surefire::Circumstances;
use crate::build::{Asking, gradle, maven};
use crate::frameworks;

/// A project, or a class path that stands for one.
#[derive(Clone, Debug, PartialEq)]
pub struct Project {
    pub root: PathBuf,
    pub modules: Vec<Module>,
}

/// A part of a project whose tests share a class path.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    /// Where its build file is.
    pub root: PathBuf,
    /// The folders and jars that hold its tests.
    pub tests: Vec<PathBuf>,
    /// Everything its tests need, the tests first.
    pub class_path: Vec<PathBuf>,
    /// Where schedules and what we remember go.
    pub notes: PathBuf,
    /// What the build says about how they are run.
    pub circumstances: Circumstances,
}

impl Project {
    /// The project in `folder` or above it, as its build tool tells it.
    pub fn locate(folder: &Path, asking: &Asking) -> Result<Project, Fault> {
        let start = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
        if !start.is_dir() {
            return Err(Fault::Input(format!("{}: there is no such folder", folder.display())));
        }
        for root in start.ancestors() {
            let modules = if root.join("pom.xml").is_file() {
                maven::modules(root, asking)?
            } else if gradle::is_root(root) {
                gradle::modules(root, asking)?
            } else {
                continue;
            };
            return Project { root: root.to_path_buf(), modules }.checked();
        }
        Err(Fault::Input(format!(
            "{}: there is no Maven or Gradle project here or above (no pom.xml, no build.gradle); go to one, or give the class \
             path of compiled tests with -cp",
            folder.display()
        )))
    }

    /// A class path: the tests are looked for in its folders.
    pub fn of_class_path(text: &str) -> Result<Project, Fault> {
        let class_path: Vec<PathBuf> =
            std::env::split_paths(text).filter(|entry| !entry.as_os_str().is_empty()).collect();
        // `java` passes over folders that do not exist, and so do projects without main classes count on it.
        if let Some(missing) = class_path.iter().find(|entry| is_jar(entry) && !entry.exists()) {
            return Err(Fault::Input(format!("-cp: {} does not exist; correct the class path", missing.display())));
        }
        let there = class_path.iter().filter(|entry| entry.exists());
        let class_path: Vec<PathBuf> =
            there.map(|entry| std::path::absolute(entry).unwrap_or_else(|_| entry.clone())).collect();
        let root = std::env::current_dir().unwrap_or_default();
        let folders: Vec<PathBuf> = class_path.iter().filter(|entry| entry.is_dir()).cloned().collect();
        let notes = root.join("target/hazard");
        let module =
            Module { root: root.clone(), tests: folders, class_path, notes, circumstances: Circumstances::default() };
        Project { root, modules: vec![module] }.checked()
    }

    /// Complains about what is not there; adds what the frameworks need to be launched.
    fn checked(mut self) -> Result<Project, Fault> {
        for module in &mut self.modules {
            if let Some(missing) = module.class_path.iter().find(|entry| is_jar(entry) && !entry.exists()) {
                return Err(Fault::Input(format!(
                    "the class path of {} names {}, which does not exist; let the build fetch it again",
                    module.root.display(),
                    missing.display()
                )));
            }
            frameworks::complete(module)?;
        }
        Ok(self)
    }
}

fn is_jar(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "jar")
}

impl Module {
    /// Where its tests run.
    pub fn working_folder(&self) -> &Path {
        self.circumstances.working_folder.as_deref().filter(|folder| folder.is_dir()).unwrap_or(&self.root)
    }

    pub fn class_path_text(&self) -> String {
        match std::env::join_paths(&self.class_path) {
            Ok(joined) => joined.to_string_lossy().into_owned(),
            Err(_) => self.class_path.iter().map(|entry| entry.display().to_string()).collect::<Vec<_>>().join(":"),
        }
    }
}
