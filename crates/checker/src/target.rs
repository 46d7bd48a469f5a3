//! From what the user names to a class path and a main class: `Main.java`, `Main.class`, `app.jar`, `pkg.Main`.

use std::path::{Path, PathBuf};
use std::process::Command;

use classfile::{ClassFile, ClassPath, Constant, Jdk};
use logic::suggest;

use crate::fault::Fault;
use crate::scratch::Scratch;

/// A program that is ready to run. Its classes may lie in the temporary folder it owns.
#[derive(Debug)]
pub struct Resolved {
    pub main_class: String,
    /// The user's entries and, last, the Java API.
    pub class_path: Vec<PathBuf>,
    /// The user's entries as the program sees them in `java.class.path`.
    pub class_path_text: String,
    /// Options that the manifest of an archive stands for (`Add-Opens`, `Add-Exports`).
    pub module_options: Vec<String>,
    _scratch: Option<Scratch>,
}

impl Resolved {
    /// Whether the main class has tests of a framework and no main method.
    pub fn holds_tests(&self) -> bool {
        const MARKS: [&str; 3] = ["Lorg/junit/jupiter/api/", "Lorg/junit/Test;", "Lorg/testng/annotations/"];
        let name = self.main_class.replace('.', "/");
        let found = ClassPath::open(&self.class_path).and_then(|path| path.find_class(&name)).ok().flatten();
        let Some(class) = found.and_then(|bytes| ClassFile::parse(&bytes).ok()) else { return false };
        let names_one = |constant: &Constant| matches!(constant, Constant::Utf8(text) if MARKS.iter().any(|mark| text.starts_with(mark)));
        !has_main(&class) && class.pool.0.iter().any(names_one)
    }

    fn class(&self, name: &str) -> Option<ClassFile> {
        let found = ClassPath::open(&self.class_path).and_then(|path| path.find_class(name)).ok().flatten();
        ClassFile::parse(&found?).ok()
    }

    pub(crate) fn main_class_file(&self) -> Option<ClassFile> {
        self.class(&self.main_class.replace('.', "/"))
    }

    /// Whether the main class bears an annotation, given by its descriptor (`Lpkg/Name;`).
    pub fn bears(&self, annotation: &str) -> bool {
        self.class(&self.main_class.replace('.', "/")).is_some_and(|class| bears(&class, annotation))
    }

    /// The classes inside the main class that bear an annotation, if that has no main method.
    pub fn inner_bearers(&self, annotation: &str) -> Vec<String> {
        let Some(class) = self.class(&self.main_class.replace('.', "/")) else { return Vec::new() };
        if has_main(&class) {
            return Vec::new();
        }
        let inner = class.inner_classes.iter().map(|inner| inner.inner.replace('/', "."));
        let inside = inner.filter(|name| name.starts_with(&format!("{}$", self.main_class)));
        let is_bearer =
            |name: &String| self.class(&name.replace('.', "/")).is_some_and(|class| bears(&class, annotation));
        inside.filter(is_bearer).collect()
    }
}

fn bears(class: &ClassFile, annotation: &str) -> bool {
    let names_it = |constant: &Constant| matches!(constant, Constant::Utf8(text) if &**text == annotation);
    class.annotations.visible.is_some() && class.pool.0.iter().any(names_it)
}

/// Finds (and compiles, if need be) the program that `target` names.
pub fn resolve(target: &str, classpath: Option<&str>, jdk: &Jdk, compiling: &[String]) -> Result<Resolved, Fault> {
    refuse_models(target)?;
    let scratch = Scratch::new()?;
    let api = crate::api::unpack(&scratch)?;
    let path = Path::new(target);
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let is_file = path.is_file();
    let (main_class, mut class_path) = match ending.as_str() {
        "java" => source(path, classpath, (jdk, compiling), &scratch, &api)?,
        "class" if is_file || target.contains(['/', '\\']) => class_file(path, classpath)?,
        "jar" | "zip" => archive(path, classpath)?,
        _ if is_file && target.contains(['/', '\\']) => {
            return Err(not_a_program(target));
        }
        _ => named_class(target, classpath, &api)?,
    };
    let class_path_text = join(&class_path);
    let is_archive = matches!(ending.as_str(), "jar" | "zip");
    let module_options = if is_archive { ClassPath::open(&class_path[..1])?.module_options() } else { Vec::new() };
    class_path.push(api);
    // A class path without Java PathFinder's classes finds ours anyway.
    if ClassPath::open(&class_path)?.find_resources("gov/nasa/jpf/vm/Verify.class")?.len() > 1 {
        class_path.insert(0, crate::api::unpack_stand_ins(&scratch)?);
    }
    Ok(Resolved { main_class, class_path, class_path_text, module_options, _scratch: Some(scratch) })
}

/// What another process has resolved, if its files are to be found here, too.
pub fn adopt(
    main_class: String,
    class_path: Vec<PathBuf>,
    class_path_text: String,
    module_options: Vec<String>,
) -> Option<Resolved> {
    // The last entry is the Java API, which that process has unpacked.
    class_path.last().is_some_and(|api| api.is_file()).then_some(Resolved {
        main_class,
        class_path,
        class_path_text,
        module_options,
        _scratch: None,
    })
}

/// The program that a subject names, compiled: it lasts as long as what is given back.
pub fn compile(subject: &crate::job::Subject) -> Result<Resolved, Fault> {
    let jdk = Jdk::locate(subject.jdk.as_deref())?;
    let java = crate::java_options::JavaOptions::parse(&subject.java_options)?;
    resolve(&subject.target, java.class_path(subject.classpath.as_deref()).as_deref(), &jdk, &java.compiling)
}

/// The command that a model in a file is for, if its name is that of one.
pub fn command_of_model(target: &str) -> Option<&'static str> {
    let name = target.strip_suffix(".gz").unwrap_or(target);
    match Path::new(name).extension().and_then(|ending| ending.to_str()) {
        Some("tra" | "umb" | "prism" | "pm" | "nm" | "sm" | "ma" | "jani" | "drn") => Some("mc"),
        Some("aut") => Some("lts"),
        _ => None,
    }
}

/// The same the other way round: programs are not for commands about models.
pub fn refuse_programs(model: &Path, command: &str) -> Result<(), Fault> {
    match model.extension().and_then(|ending| ending.to_str()) {
        Some("java" | "class" | "jar" | "jpf") if model.is_file() => {
            let name = model.display();
            Err(Fault::Input(format!(
                "{name} is a program, and `hazard {command}` reads models; use `hazard check {name}`"
            )))
        }
        _ => Ok(()),
    }
}

/// Models are for other commands.
fn refuse_models(target: &str) -> Result<(), Fault> {
    let Some(command) = command_of_model(target) else { return Ok(()) };
    if !Path::new(target).is_file() {
        return Ok(());
    }
    Err(Fault::Input(format!("{target} is a model, not a program; use `hazard {command} {target}`")))
}

fn entries(classpath: Option<&str>) -> Vec<PathBuf> {
    classpath.map(|text| std::env::split_paths(text).collect()).unwrap_or_default()
}

fn join(entries: &[PathBuf]) -> String {
    match std::env::join_paths(entries) {
        Ok(joined) => joined.to_string_lossy().into_owned(),
        Err(_) => entries.iter().map(|entry| entry.display().to_string()).collect::<Vec<_>>().join(":"),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Fault> {
    std::fs::read(path).map_err(|error| {
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
            std::io::ErrorKind::IsADirectory => "it is a folder; a file was expected".to_owned(),
            std::io::ErrorKind::PermissionDenied => "permission to read it is denied".to_owned(),
            _ => format!("it cannot be read ({error})"),
        };
        let hint = if error.kind() == std::io::ErrorKind::NotFound { neighbour(path) } else { String::new() };
        Fault::Input(format!("{}: {reason}{hint}", path.display()))
    })
}

/// A file of the same kind nearby that the user may have meant.
fn neighbour(path: &Path) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(listing) = std::fs::read_dir(folder) else {
        return format!(" (nor a folder {})", folder.display());
    };
    let names: Vec<String> = listing
        .filter_map(|file| file.ok()?.file_name().into_string().ok())
        .filter(|name| Path::new(name).extension() == path.extension())
        .collect();
    let wanted = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    match suggest(&wanted, names.iter().map(String::as_str)) {
        Some(near) => format!("; did you mean {}?", path.with_file_name(near).display()),
        None => String::new(),
    }
}

/// Compiles a source file, with what it refers to beside it.
fn source(
    path: &Path,
    classpath: Option<&str>,
    (jdk, compiling): (&Jdk, &[String]),
    scratch: &Scratch,
    api: &Path,
) -> Result<(String, Vec<PathBuf>), Fault> {
    let text = String::from_utf8_lossy(&read(path)?).into_owned();
    let classes = scratch.path().join("classes");
    let package = package_of(&text);
    let mut compile_path = entries(classpath);
    compile_path.push(api.to_path_buf());
    let mut command = compiler(jdk, path)?;
    command.arg("-d").arg(&classes).arg("-cp").arg(join(&compile_path));
    if let Some(root) = source_root(path, &package) {
        command.arg("-sourcepath").arg(root);
    }
    command.args(compiling);
    if compiling == ["--enable-preview"] {
        // The compiler wants to know of which version.
        command.arg("--source").arg(jdk.feature().to_string());
    }
    command.arg(path);
    compiled(command, jdk)?;
    if !classes.is_dir() {
        return Err(Fault::Input(format!("{}: it declares no class; write one with a main method", path.display())));
    }
    let main_class = main_of_source(path, &package, &classes)?;
    let mut class_path = vec![classes];
    class_path.extend(entries(classpath));
    Ok((main_class, class_path))
}

/// The JDK's compiler, to be told what to compile and where to.
pub(crate) fn compiler(jdk: &Jdk, path: &Path) -> Result<Command, Fault> {
    let javac = jdk.javac().ok_or_else(|| {
        Fault::Input(format!(
            "{} has no javac to compile {}; install a full JDK (Debian: apt-get install openjdk-17-jdk) or pass --jdk DIR",
            jdk.home().display(),
            path.display()
        ))
    })?;
    let mut command = Command::new(javac);
    // A compiler that runs for a second is quickest with the simple collector and the first-tier compiler.
    command.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-g", "-proc:none", "-encoding", "UTF-8"]);
    Ok(command)
}

/// Runs the compiler; what it complains of is passed on.
pub(crate) fn compiled(mut command: Command, jdk: &Jdk) -> Result<(), Fault> {
    let output = crate::together::output_of(command.stdin(std::process::Stdio::null()))
        .map_err(|error| Fault::Input(format!("javac of {} does not run: {error}", jdk.home().display())))?;
    if output.status.success() {
        return Ok(());
    }
    let mut errors = String::from_utf8_lossy(&output.stderr).into_owned();
    errors.push_str(&String::from_utf8_lossy(&output.stdout));
    Err(Fault::Compilation(errors.trim_end().to_owned()))
}

/// The classes below a folder that have a main method, in order.
pub(crate) fn classes_with_main(folder: &Path, found: &mut Vec<String>) {
    let mut inside: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    inside.sort();
    for path in inside {
        if path.is_dir() {
            classes_with_main(&path, found);
        } else if let Some(class) = std::fs::read(&path).ok().and_then(|bytes| ClassFile::parse(&bytes).ok())
            && has_main(&class)
        {
            found.push(class.name.replace('/', "."));
        }
    }
}

/// The package that a source declares; comments before it are skipped.
fn package_of(source: &str) -> String {
    let mut rest = source.trim_start_matches('\u{feff}').trim_start();
    loop {
        if let Some(after) = rest.strip_prefix("//") {
            rest = after.split_once('\n').map_or("", |(_, below)| below).trim_start();
        } else if let Some(after) = rest.strip_prefix("/*") {
            rest = after.split_once("*/").map_or("", |(_, behind)| behind).trim_start();
        } else {
            break;
        }
    }
    let declared = rest.strip_prefix("package").filter(|rest| rest.starts_with(char::is_whitespace));
    let name = declared.and_then(|rest| rest.split_once(';')).map(|(name, _)| name);
    name.unwrap_or_default().chars().filter(|c| !c.is_whitespace()).collect()
}

/// The folder that the source's package starts in, if the folders fit the package.
fn source_root(path: &Path, package: &str) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if package.is_empty() {
        return Some(folder.to_path_buf());
    }
    root_above(&folder.canonicalize().ok()?, package.split('.'))
}

fn root_above<'a>(folder: &Path, package: impl DoubleEndedIterator<Item = &'a str>) -> Option<PathBuf> {
    let mut root = folder.to_path_buf();
    for part in package.rev() {
        if root.file_name().is_none_or(|name| name != part) {
            return None;
        }
        root.pop();
    }
    Some(root)
}

/// The class that bears the file's name or, if that has no main method, the only class of the file that has one.
fn main_of_source(path: &Path, package: &str, classes: &Path) -> Result<String, Fault> {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let prefix = if package.is_empty() { String::new() } else { format!("{package}.") };
    let expected = format!("{prefix}{stem}");
    let folder = package.split('.').fold(classes.to_path_buf(), |folder, part| folder.join(part));
    let mut candidates = Vec::new();
    for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
        let Ok(bytes) = std::fs::read(entry.path()) else { continue };
        let Ok(class) = ClassFile::parse(&bytes) else { continue };
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let is_here = class.source_file.as_deref() == file.as_deref();
        if is_here && has_main(&class) {
            candidates.push(class.name.replace('/', "."));
        }
    }
    candidates.sort();
    if candidates.contains(&expected) || candidates.is_empty() {
        // Without any main method the machine says so itself, naming the class.
        return Ok(expected);
    }
    match candidates.as_slice() {
        [only] => Ok(only.clone()),
        several => Err(Fault::Input(format!(
            "{} has several classes with a main method ({}) and none is called {stem}; compile it and name one with -cp",
            path.display(),
            several.join(", ")
        ))),
    }
}

fn has_main(class: &ClassFile) -> bool {
    (class.methods.iter()).any(|method| {
        &*method.name == "main" && &*method.descriptor == "([Ljava/lang/String;)V" && method.access & 9 == 9
    })
}

/// A class file: its package says where the class path begins.
fn class_file(path: &Path, classpath: Option<&str>) -> Result<(String, Vec<PathBuf>), Fault> {
    let bytes = read(path)?;
    let class = ClassFile::parse(&bytes).map_err(|error| Fault::Input(format!("{}: {error}", path.display())))?;
    let name = class.name.replace('/', ".");
    let expected_file = format!("{}.class", class.name.rsplit('/').next().unwrap_or_default());
    let real = path.canonicalize().map_err(|error| Fault::Input(format!("{}: {error}", path.display())))?;
    let folder = real.parent().unwrap_or(Path::new("/"));
    let package = class.name.rsplit_once('/').map_or("", |(package, _)| package);
    let is_in_place = real.file_name().is_some_and(|file| file.to_string_lossy() == expected_file);
    let root = root_above(folder, package.split('/').filter(|part| !part.is_empty()));
    let (true, Some(root)) = (is_in_place, root) else {
        return Err(Fault::Input(format!(
            "{} holds the class {name}, so it must be called {}.class to be found; move it, or name the class with -cp PATH",
            path.display(),
            class.name
        )));
    };
    // The way the user wrote it, where that is the same folder.
    let written = path
        .parent()
        .filter(|_| package.is_empty())
        .map(|folder| if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_path_buf() });
    let mut class_path = vec![written.unwrap_or(root)];
    class_path.extend(entries(classpath));
    Ok((name, class_path))
}

fn archive(path: &Path, classpath: Option<&str>) -> Result<(String, Vec<PathBuf>), Fault> {
    if !path.is_file() {
        read(path)?;
    }
    let mut class_path = vec![path.to_path_buf()];
    let opened = ClassPath::open(&class_path)?;
    let Some(main_class) = opened.main_class() else {
        return Err(Fault::Input(format!(
            "{0} names no Main-Class in its manifest; name the class yourself: -cp {0} pkg.Main",
            path.display()
        )));
    };
    if opened.find_class(&main_class)?.is_none() {
        return Err(unknown_class(&main_class.replace('/', "."), &opened, &path.display().to_string()));
    }
    class_path.extend(entries(classpath));
    Ok((main_class.replace('/', "."), class_path))
}

/// A class by name, from `-cp`, else `CLASSPATH`, else the current folder, as for `java`.
fn named_class(target: &str, classpath: Option<&str>, api: &Path) -> Result<(String, Vec<PathBuf>), Fault> {
    let from_environment = std::env::var("CLASSPATH").ok().filter(|text| !text.is_empty());
    let text = classpath.map(str::to_owned).or(from_environment).unwrap_or_else(|| ".".into());
    let class_path = entries(Some(&text));
    // The API is always there, and so are the classes of ours that run tests.
    let opened = ClassPath::open(&[&class_path[..], &[api.to_path_buf()]].concat())?;
    let internal = target.replace('.', "/");
    match opened.find_class(&internal)? {
        Some(bytes) => {
            let class = ClassFile::parse(&bytes).map_err(|error| Fault::Input(format!("class {target}: {error}")))?;
            if *class.name != *internal {
                return Err(Fault::Input(format!(
                    "the file of class {target} holds the class {}; use that name",
                    class.name.replace('/', ".")
                )));
            }
            Ok((internal.replace('/', "."), class_path))
        }
        None => Err(unknown_class(target, &opened, &text)),
    }
}

fn not_a_program(target: &str) -> Fault {
    Fault::Input(format!(
        "{target} is not a program; name a .java, .class, .jar or .jpf file, or a class with -cp PATH"
    ))
}

fn unknown_class(target: &str, class_path: &ClassPath, place: &str) -> Fault {
    let path = Path::new(target);
    if target.is_empty() {
        return Fault::Input(
            "the name of the program is empty; name a .java, .class, .jar or .jpf file, or a class".into(),
        );
    }
    let is_place = target.contains('/') || path.extension().is_some_and(|extension| extension == "class");
    if is_place && !path.exists() && !path.with_extension("java").is_file() {
        return Fault::Input(format!("{target}: there is no such file{}", neighbour(path)));
    }
    if path.is_dir() {
        return Fault::Input(format!("{target} is a folder; name the main class in it: -cp {target} pkg.Main"));
    }
    if path.is_file() {
        return not_a_program(target);
    }
    if is_place {
        let source = path.with_extension("java").display().to_string();
        return Fault::Input(format!("{target}: there is no such file; did you mean {source}?"));
    }
    let source = Path::new(&format!("{target}.java")).is_file();
    if source {
        return Fault::Input(format!(
            "there is no class {target} on the class path {place}; did you mean {target}.java?"
        ));
    }
    let names: Vec<String> = class_path.class_names().iter().map(|name| name.replace('/', ".")).collect();
    let top_level = || names.iter().map(String::as_str).filter(|name| !name.contains('$'));
    // A right name in the wrong package is likelier than a few wrong letters.
    let simple = target.rsplit('.').next().unwrap_or(target);
    let same = top_level().find(|name| name.rsplit('.').next() == Some(simple));
    let own = || top_level().filter(|name| !name.starts_with("hazard."));
    match same.or_else(|| suggest(target, own())) {
        Some(near) => {
            let meant = rooted(near, class_path).unwrap_or_else(|| near.to_owned());
            Fault::Input(format!("there is no class {target} on the class path {place}; did you mean {meant}?"))
        }
        None if own().next().is_none() => Fault::Input(format!(
            "there is no class {target} on the class path {place}, which has no classes at all; set it with -cp PATH"
        )),
        None => Fault::Input(format!("there is no class {target} on the class path {place}; set it with -cp PATH")),
    }
}

/// For a class file that lies below the folder its package starts in, how to name it: `pkg.Main -cp out`, not
/// `out.pkg.Main`.
fn rooted(near: &str, class_path: &ClassPath) -> Option<String> {
    let bytes = class_path.find_class(&near.replace('.', "/")).ok()??;
    let name = ClassFile::parse(&bytes).ok()?.name.replace('/', ".");
    let folders = near.strip_suffix(&name)?.strip_suffix('.')?;
    Some(format!("{name} with -cp {}", folders.replace('.', "/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_found_behind_comments() {
        for (source, package) in [
            ("class A {}", ""),
            ("package a.b; class A {}", "a.b"),
            ("/* package no; */ // package no;\n\n package a . b ;", "a.b"),
            ("\u{feff}//@ run\npackage a;", "a"),
            ("packages x;", ""),
            ("/* open", ""),
        ] {
            assert_eq!(package_of(source), package, "{source}");
        }
    }

    #[test]
    fn the_root_lies_above_the_package() {
        let folder = Path::new("/x/a/b");
        assert_eq!(root_above(folder, "a.b".split('.')), Some(PathBuf::from("/x")));
        assert_eq!(root_above(folder, "c.b".split('.')), None);
    }
}
