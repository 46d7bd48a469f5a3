//! Finds tests as their frameworks do: the frameworks are asked, in the machine.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use checker::Fault;
use classfile::{ClassFile, ClassPath};
use serde::{Deserialize, Serialize};

use crate::DRIVER;
use crate::project::Module;
use crate::selection::Selection;

/// A test method. Invocations of a parameterized one, and what a factory makes, are explored together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    /// `platform` (JUnit 5, and 4 by its vintage engine), `junit4` or `testng`.
    pub framework: String,
    pub class: String,
    pub method: String,
    /// By which the framework finds it again.
    pub id: String,
}

impl Test {
    /// As people write it.
    pub fn name(&self) -> String {
        format!("{}#{}", self.class, self.method)
    }
}

/// What frameworks and JUnit's extensions mark tests with; a class without any of these names in it holds none.
const MARKS: [&str; 6] =
    ["org/junit/", "junit/framework/", "org/testng/", "net/jqwik/", "io/cucumber/", "org/spockframework/"];

/// The tests of a module, in the order of their classes. `binary` is this program, which runs the frameworks.
pub fn discover(module: &Module, selection: &Selection, jdk: Option<&Path>, binary: &Path) -> Result<Vec<Test>, Fault> {
    // Who names a test wants it, whatever the build does by itself.
    let is_meant = |class: &String| match selection.is_empty() {
        true => module.circumstances.runs(class),
        false => selection.may_hold(class),
    };
    let classes: Vec<String> = candidates(module)?.into_iter().filter(is_meant).collect();
    if classes.is_empty() {
        return Ok(Vec::new());
    }
    let mut command = Command::new(binary);
    command.arg("run").args(&module.circumstances.options).arg(DRIVER);
    command.arg("--classpath").arg(module.class_path_text()).envs(module.circumstances.environment.iter().cloned());
    if let Some(jdk) = jdk {
        command.arg("--jdk").arg(jdk);
    }
    let [wanted, unwanted] = if selection.is_empty() { module.circumstances.tags.clone() } else { Default::default() };
    let mut child = (command.args(["--", "list", &wanted, &unwanted]).current_dir(module.working_folder()))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| Fault::Input(format!("{} does not run ({error})", binary.display())))?;
    let text: String = classes.iter().map(|class| format!("{class}\n")).collect();
    if let Some(mut pipe) = child.stdin.take() {
        // If the child has ended already, its own words say why.
        let _ = std::io::Write::write_all(&mut pipe, text.as_bytes());
    }
    let output =
        child.wait_with_output().map_err(|error| Fault::Input(format!("the tests cannot be listed ({error})")))?;
    let said = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        let first = errors.lines().next().unwrap_or("nothing was said").trim_start_matches("error: ").to_owned();
        let sentence = format!("the tests of {} cannot be listed: {first}", module.root.display());
        return Err(if output.status.code() == Some(4) {
            Fault::Unsupported(sentence)
        } else {
            Fault::Input(sentence)
        });
    }
    let mut tests = Vec::new();
    for line in said.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        match parts.as_slice() {
            ["hazard:test", framework, class, method, id] => tests.push(Test {
                framework: (*framework).to_owned(),
                class: (*class).to_owned(),
                method: (*method).to_owned(),
                id: (*id).to_owned(),
            }),
            ["hazard:missing", class, what] => {
                return Err(Fault::Input(format!(
                    "{class} needs {what}, which is not on the class path of {}; complete it",
                    module.root.display()
                )));
            }
            _ => {}
        }
    }
    tests.retain(|test| selection.contains(test));
    tests.sort_by(|a, b| (&a.class, &a.method, &a.id).cmp(&(&b.class, &b.method, &b.id)));
    tests.dedup();
    Ok(tests)
}

/// A class that may hold tests, of which the build runs none because of its name.
pub fn passed_over(module: &Module) -> Option<String> {
    candidates(module).ok()?.into_iter().find(|class| !class.contains('$') && !module.circumstances.runs(class))
}

/// A class whose tests no framework can find, because the framework is not on the class path: the class, and what it names.
pub fn missing_framework(module: &Module) -> Option<(String, &'static str)> {
    const FRAMEWORKS: [(&str, &str, &str); 3] = [
        ("Lorg/junit/jupiter/api/", "org/junit/jupiter/api/Test", "org.junit.jupiter.api"),
        ("Lorg/junit/Test;", "org/junit/Test", "org.junit"),
        ("Lorg/testng/annotations/", "org/testng/annotations/Test", "org.testng"),
    ];
    let class_path = ClassPath::open(&module.class_path).ok()?;
    let absent = |class: &str| class_path.find_class(class).ok().flatten().is_none();
    let absent: Vec<_> = FRAMEWORKS.into_iter().filter(|(_, class, _)| absent(class)).collect();
    let mut files = Vec::new();
    module.tests.iter().for_each(|folder| class_files(folder, &mut files));
    files.iter().find_map(|file| {
        let class = ClassFile::parse(&std::fs::read(file).ok()?).ok()?;
        let names = |mark: &str| {
            (class.pool.0.iter())
                .any(|constant| matches!(constant, classfile::Constant::Utf8(text) if text.starts_with(mark)))
        };
        let (_, _, package) = absent.iter().find(|(mark, ..)| names(mark))?;
        Some((class.name.replace('/', "."), *package))
    })
}

/// The classes of the module's own folders in which a test framework is named.
fn candidates(module: &Module) -> Result<Vec<String>, Fault> {
    let mut files = Vec::new();
    for folder in &module.tests {
        class_files(folder, &mut files);
    }
    let mut names = Vec::new();
    for file in files {
        let Ok(bytes) = std::fs::read(&file) else { continue };
        let class = ClassFile::parse(&bytes).map_err(|error| Fault::Input(format!("{}: {error}", file.display())))?;
        // Whoever inherits tests names no framework itself.
        let inherits = class.superclass.as_ref().is_some_and(|name| &**name != "java/lang/Object");
        let is_marked = class.pool.0.iter().any(|constant| {
            matches!(constant, classfile::Constant::Utf8(text) if MARKS.iter().any(|mark| text.contains(mark)))
        });
        // A file that does not lie where its package says is no class of this path: the folder of some other one.
        let is_here = module.tests.iter().any(|folder| folder.join(format!("{}.class", class.name)) == file);
        if is_here && (is_marked || inherits || !class.interfaces.is_empty()) {
            names.push(class.name.replace('/', "."));
        }
    }
    names.sort();
    names.dedup();
    Ok(names)
}

pub(crate) fn class_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            class_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "class") {
            found.push(path);
        }
    }
}
