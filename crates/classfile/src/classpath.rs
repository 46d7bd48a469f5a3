//! The user's class path: folders, jars and `folder/*`, searched in order. Jars may name further jars in their
//! manifest (`Class-Path`) and hold versions of a class for newer Java (`META-INF/versions/N`, JEP 238).

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::jar::Jar;
use crate::{ClassError, ClassFile};

pub struct ClassPath {
    entries: Vec<Entry>,
    feature: u16,
    /// Who names a class as the superclass or as an interface, once somebody has asked.
    below: OnceLock<HashMap<String, Vec<String>>>,
}

enum Entry {
    Folder(PathBuf),
    Jar(Box<Jar>),
}

impl ClassPath {
    /// Opens every entry. A missing or damaged one is an error, unlike for `java`, which keeps silent and then finds
    /// no main class; only jars named by other jars may be missing, as is common.
    pub fn open(entries: &[PathBuf]) -> Result<ClassPath, ClassError> {
        let mut path = ClassPath { entries: Vec::new(), feature: 17, below: OnceLock::new() };
        let mut seen = HashSet::new();
        for entry in entries {
            if entry.file_name().is_some_and(|name| name == "*") {
                let folder = entry.parent().filter(|parent| !parent.as_os_str().is_empty());
                for jar in jars_of(folder.unwrap_or(Path::new(".")))? {
                    path.add(&jar, &mut seen)?;
                }
            } else {
                path.add(entry, &mut seen)?;
            }
        }
        Ok(path)
    }

    /// Sets the Java version whose `META-INF/versions` are used; 17 if never called.
    pub fn for_release(mut self, feature: u16) -> ClassPath {
        self.feature = feature;
        self
    }

    fn add(&mut self, path: &Path, seen: &mut HashSet<PathBuf>) -> Result<(), ClassError> {
        // An empty entry (as in `a::b`) is the current folder, as for `java`.
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let real = path.canonicalize().map_err(|error| ClassError::unreadable(path, &error))?;
        if !seen.insert(real) {
            return Ok(());
        }
        if path.is_dir() {
            self.entries.push(Entry::Folder(path.to_path_buf()));
            return Ok(());
        }
        let jar = Jar::open(path)?;
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let further: Vec<PathBuf> =
            jar.manifest().class_path.iter().map(|url| folder.join(url)).filter(|path| path.exists()).collect();
        self.entries.push(Entry::Jar(Box::new(jar)));
        for path in further {
            self.add(&path, seen)?;
        }
        Ok(())
    }

    /// The bytes of a class by its internal name.
    pub fn find_class(&self, internal_name: &str) -> Result<Option<Vec<u8>>, ClassError> {
        self.find_resource(&format!("{internal_name}.class"))
    }

    /// Whether a folder holds the class, rather than a jar.
    pub fn is_in_folder(&self, internal_name: &str) -> bool {
        let file = format!("{internal_name}.class");
        self.folders().any(|folder| folder.join(&file).is_file())
    }

    pub fn has_folder(&self) -> bool {
        self.folders().next().is_some()
    }

    pub fn folders(&self) -> impl Iterator<Item = &PathBuf> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Folder(folder) => Some(folder),
            Entry::Jar(_) => None,
        })
    }

    /// The first resource of that name.
    pub fn find_resource(&self, name: &str) -> Result<Option<Vec<u8>>, ClassError> {
        for entry in &self.entries {
            let found = entry.find(name, self.feature)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// All resources of that name, in class-path order.
    pub fn find_resources(&self, name: &str) -> Result<Vec<Vec<u8>>, ClassError> {
        Ok(self.locate_resources(name)?.into_iter().map(|(_, bytes)| bytes).collect())
    }

    /// Like `find_resources`, each with the folder or jar it was found in.
    pub fn locate_resources(&self, name: &str) -> Result<Vec<(&Path, Vec<u8>)>, ClassError> {
        let mut found = Vec::new();
        for entry in &self.entries {
            if let Some(bytes) = entry.find(name, self.feature)? {
                found.push((entry.path(), bytes));
            }
        }
        Ok(found)
    }

    /// The `Main-Class` of the first jar that names one, as an internal name.
    pub fn main_class(&self) -> Option<String> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Jar(jar) => jar.manifest().main_class.as_ref().map(|name| name.replace('.', "/")),
            Entry::Folder(_) => None,
        })
    }

    /// What the first jar's manifest opens and exports, and its own agent, as options of `java`.
    pub fn module_options(&self) -> Vec<String> {
        let Some(Entry::Jar(jar)) = self.entries.first() else { return Vec::new() };
        let option = |name: &str, packages: &[String]| {
            packages.iter().map(|package| format!("{name}={package}=ALL-UNNAMED")).collect::<Vec<_>>()
        };
        let agent =
            jar.manifest().launcher_agent_class.as_ref().map(|_| format!("-javaagent:{}", jar.path().display()));
        let opened = [option("--add-opens", &jar.manifest().opens), option("--add-exports", &jar.manifest().exports)];
        opened.into_iter().flatten().chain(agent).collect()
    }

    /// The internal names of all classes, sorted, for suggestions. Folders are walked now, so call it rarely.
    pub fn class_names(&self) -> Vec<String> {
        let mut names = BTreeSet::new();
        for entry in &self.entries {
            match entry {
                Entry::Folder(folder) => class_files(folder, "", 0, &mut names),
                Entry::Jar(jar) => names.extend(jar.class_names()),
            }
        }
        names.into_iter().collect()
    }

    /// The internal names of the classes here that name this one as their superclass or among their interfaces, sorted. All classes are
    /// read for the first answer.
    pub fn directly_below(&self, internal_name: &str) -> &[String] {
        let below = self.below.get_or_init(|| {
            let mut below: HashMap<String, Vec<String>> = HashMap::new();
            for name in self.class_names() {
                let bytes = self.find_class(&name).ok().flatten();
                let Some(class) = bytes.and_then(|bytes| ClassFile::parse(&bytes).ok()) else { continue };
                for above in class.superclass.iter().chain(&class.interfaces) {
                    below.entry(above.to_string()).or_default().push(name.clone());
                }
            }
            below
        });
        below.get(internal_name).map_or(&[], Vec::as_slice)
    }

    /// The folders and jars that are searched, those that manifests added included.
    pub fn locations(&self) -> impl Iterator<Item = &Path> {
        self.entries.iter().map(Entry::path)
    }
}

impl Entry {
    fn path(&self) -> &Path {
        match self {
            Entry::Folder(folder) => folder,
            Entry::Jar(jar) => jar.path(),
        }
    }

    fn find(&self, name: &str, feature: u16) -> Result<Option<Vec<u8>>, ClassError> {
        match self {
            Entry::Folder(folder) => read_file(folder, name),
            Entry::Jar(jar) => jar.find(name, feature),
        }
    }
}

fn read_file(folder: &Path, name: &str) -> Result<Option<Vec<u8>>, ClassError> {
    // A class name comes from a class file, so it must not lead out of the folder.
    let is_inside = name.split('/').all(|part| !matches!(part, "" | "." | "..")) && !name.contains('\0');
    if !is_inside {
        return Ok(None);
    }
    let path = folder.join(name);
    match std::fs::read(&path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) => {
            use std::io::ErrorKind::{InvalidFilename, IsADirectory, NotADirectory, NotFound};
            if matches!(error.kind(), NotFound | NotADirectory | IsADirectory | InvalidFilename) {
                return Ok(None);
            }
            Err(ClassError::unreadable(&path, &error))
        }
    }
}

/// The jars directly in a folder, sorted so that the order is the same on every machine.
fn jars_of(folder: &Path) -> Result<Vec<PathBuf>, ClassError> {
    let listing = std::fs::read_dir(folder).map_err(|error| ClassError::unreadable(folder, &error))?;
    let is_jar = |path: &PathBuf| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jar"));
    let mut jars: Vec<PathBuf> = listing.filter_map(|file| Some(file.ok()?.path())).filter(is_jar).collect();
    jars.sort();
    Ok(jars)
}

/// Collects class names below a folder. The depth limit stops cycles of symbolic links.
fn class_files(folder: &Path, package: &str, depth: usize, names: &mut BTreeSet<String>) {
    let Ok(listing) = std::fs::read_dir(folder) else { return };
    for file in listing.filter_map(Result::ok) {
        let Ok(name) = file.file_name().into_string() else { continue };
        if let Some(class) = name.strip_suffix(".class") {
            names.insert(format!("{package}{class}"));
        } else if depth < 24 && names.len() < 100_000 && file.path().is_dir() {
            class_files(&file.path(), &format!("{package}{name}/"), depth + 1, names);
        }
    }
}
