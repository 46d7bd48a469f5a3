//! Finding golden programs and compiling them, all with one call of javac: its start-up costs more than a hundred programs.

use crate::header::Header;
use crate::jdk::Jdk;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// One golden program.
#[derive(Clone, Debug)]
pub struct Program {
    /// `topic/Name`, the path below the suite's folder without its ending.
    pub name: String,
    pub path: PathBuf,
    /// The fully qualified name of the class with `main`.
    pub main: String,
    pub header: Header,
}

impl Program {
    fn read(root: &Path, path: PathBuf) -> Result<Program, String> {
        let source = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let header = Header::parse(&source).map_err(|e| format!("{}: {e}", path.display()))?;
        let class = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let package = source.lines().find_map(|line| line.trim().strip_prefix("package ")?.split(';').next());
        let main = package.map_or(class.clone(), |package| format!("{}.{class}", package.trim()));
        let below = path.strip_prefix(root).unwrap_or(&path).with_extension("");
        Ok(Program { name: below.to_string_lossy().into_owned(), path, main, header })
    }

    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("."))
    }

    /// What is fed to standard input, if anything: `<Name>.in`.
    pub fn input(&self) -> Option<PathBuf> {
        Some(self.path.with_extension("in")).filter(|file| file.is_file())
    }

    /// The recorded output: `<Name>.<version>.out` where that JDK prints otherwise, else `<Name>.out`.
    pub fn recorded(&self, version: u32) -> Option<PathBuf> {
        let special = self.path.with_extension(format!("{version}.out"));
        [special, self.path.with_extension("out")].into_iter().find(|file| file.is_file())
    }
}

/// All programs below `root`, sorted by name. Every `.java` file is one.
pub fn discover(root: &Path) -> Result<Vec<Program>, String> {
    java_files(root)?.into_iter().map(|path| Program::read(root, path)).collect()
}

/// The programs below `root` that this JDK runs and that are not slow (`SLOW.txt`), with what they and `others` compile to.
pub fn compiled_suite(root: &Path, jdk: &Jdk, others: &Path) -> Result<(Vec<Program>, Compiled), String> {
    let slow = std::fs::read_to_string(root.join("SLOW.txt")).unwrap_or_default();
    let mut programs = discover(root)?;
    programs.retain(|program| program.header.since.is_none_or(|version| version <= jdk.version));
    programs.retain(|program| !slow.lines().any(|name| name.trim() == program.name));
    let mut files: Vec<PathBuf> = programs.iter().map(|program| program.path.clone()).collect();
    files.extend(java_files(others)?);
    let compiled = compile(jdk, &files, &[]).map_err(|e| e.to_string())?;
    Ok((programs, compiled))
}

/// All Java sources below `root`, sorted.
pub fn java_files(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    collect(root, &mut files).map_err(|e| format!("{}: {e}", root.display()))?;
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "java") {
            files.push(path);
        }
    }
    Ok(())
}

/// Where the classes are, and with what else they must be run.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub classpath: String,
}

/// javac's own words.
#[derive(Debug)]
pub struct CompileError(pub String);

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::error::Error for CompileError {}

/// Compiles `files` with `-g` into a folder of the system's temporary folder that is named after their contents, the JDK and
/// the class path, so that a second run finds it. The classes appear there in one step, whole or not at all.
pub fn compile(jdk: &Jdk, files: &[PathBuf], libraries: &[PathBuf]) -> Result<Compiled, CompileError> {
    let fail = |what: String| CompileError(what);
    let mut hasher = DefaultHasher::new();
    (&jdk.home, jdk.version, libraries).hash(&mut hasher);
    for file in files {
        let bytes = std::fs::read(file).map_err(|e| fail(format!("{}: {e}", file.display())))?;
        (file, bytes).hash(&mut hasher);
    }
    let cache = std::env::temp_dir().join(format!("hazard-testkit-{:016x}", hasher.finish()));
    let join = |folder: &Path| {
        let parts = std::iter::once(folder).chain(libraries.iter().map(PathBuf::as_path));
        std::env::join_paths(parts).map(|path| path.to_string_lossy().into_owned()).map_err(|e| fail(e.to_string()))
    };
    let classpath = join(&cache)?;
    if cache.is_dir() {
        return Ok(Compiled { classpath });
    }
    let fresh = std::env::temp_dir().join(format!("hazard-testkit-{:016x}-{}", hasher.finish(), std::process::id()));
    std::fs::create_dir_all(&fresh).map_err(|e| fail(format!("{}: {e}", fresh.display())))?;
    let list = fresh.join("sources.txt");
    let lines: String = files.iter().map(|file| format!("\"{}\"\n", file.display())).collect();
    std::fs::write(&list, lines).map_err(|e| fail(e.to_string()))?;
    let output = jdk
        .tool("javac")
        .args(["-g", "-nowarn", "-Xlint:none", "-proc:none", "-encoding", "UTF-8", "-cp", &join(&fresh)?, "-d"])
        .arg(&fresh)
        .arg(format!("@{}", list.display()))
        .output()
        .map_err(|e| fail(format!("javac of {}: {e}", jdk.home.display())));
    let finished = output.and_then(|output| {
        if output.status.success() { Ok(()) } else { Err(fail(String::from_utf8_lossy(&output.stderr).into_owned())) }
    });
    if let Err(error) = finished {
        let _ = std::fs::remove_dir_all(&fresh);
        return Err(error);
    }
    // Another process may have been faster with the same classes; then its folder is as good as ours.
    if std::fs::rename(&fresh, &cache).is_err() {
        let _ = std::fs::remove_dir_all(&fresh);
    }
    Ok(Compiled { classpath })
}
