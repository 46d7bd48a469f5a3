//! The file format: Java properties with JPF's additions `key += value`, `+key = value`, `${key}`, `@using`, `@include`.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::fault::Fault;
use crate::files;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub key: String,
    pub value: String,
    pub file: PathBuf,
    pub line: usize,
}

impl Entry {
    pub fn place(&self) -> String {
        format!("{}:{}", self.file.display(), self.line)
    }
}

#[derive(Debug, Default)]
pub struct Properties {
    /// Each key once, with its final value.
    pub entries: Vec<Entry>,
    pub warnings: Vec<String>,
    /// Keys that `${…}` expanded: they mean something, if only to other keys.
    referred: RefCell<BTreeSet<String>>,
}

/// Projects of the JPF family whose classes we stand in for.
const PROJECTS: [&str; 8] =
    ["jpf-core", "jpf-probabilistic", "jpf-label", "jpf-symbc", "jpf-ltl", "jpf-aprop", "jpf-concurrent", "jpf-shell"];

/// Files that include each other for ever are noticed by their depth.
const INCLUDE_MAX: usize = 20;

impl Properties {
    pub fn read(path: &Path) -> Result<Properties, Fault> {
        let mut properties = Properties::default();
        properties.load(path, 0)?;
        Ok(properties)
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| entry.value.as_str())
    }

    pub fn is_referred_to(&self, key: &str) -> bool {
        self.referred.borrow().contains(key)
    }

    fn load(&mut self, path: &Path, depth: usize) -> Result<(), Fault> {
        if depth > INCLUDE_MAX {
            return Err(Fault::Input(format!("{}: files include each other without end", path.display())));
        }
        let text = files::read_text(path)?;
        for (line, content) in logical_lines(&text) {
            let place = || format!("{}:{line}", path.display());
            let (key, value) = split(&content);
            if let Some(directive) = key.strip_prefix('@') {
                self.directive(directive, &self.expanded(&value, path), path, line, depth)?;
                continue;
            }
            if key.is_empty() {
                return Err(Fault::Input(format!("{}: a key is missing; write key = value", place())));
            }
            let value = self.expanded(&value, path);
            let entry = |key: &str, value: String| Entry { key: key.to_owned(), value, file: path.to_path_buf(), line };
            if let Some(key) = key.strip_suffix("++").or_else(|| key.strip_suffix('+')).map(str::trim_end) {
                self.append(entry(key, value));
            } else if let Some(key) = key.strip_prefix('+') {
                self.prepend(entry(key.trim_start(), value));
            } else {
                self.set(entry(&key, value));
            }
        }
        Ok(())
    }

    fn directive(&mut self, name: &str, value: &str, path: &Path, line: usize, depth: usize) -> Result<(), Fault> {
        match name {
            "using" => {
                for project in value.split([',', ';', ' ']).map(str::trim).filter(|project| !project.is_empty()) {
                    if !PROJECTS.contains(&project) {
                        let place = format!("{}:{line}", path.display());
                        self.warnings.push(format!("{place}: the project {project} of @using is not known here"));
                    }
                }
                Ok(())
            }
            "include" | "import" => {
                let optional = value.starts_with('?');
                let file = path.parent().unwrap_or(Path::new("")).join(value.trim_start_matches('?'));
                if optional && !file.is_file() { Ok(()) } else { self.load(&file, depth + 1) }
            }
            "requires" => Ok(()),
            other => {
                self.warnings.push(format!("{}:{line}: the directive @{other} means nothing here", path.display()));
                Ok(())
            }
        }
    }

    fn set(&mut self, entry: Entry) {
        self.entries.retain(|known| known.key != entry.key);
        self.entries.push(entry);
    }

    /// As JPF does: items of lists are separated by a comma unless the value brings its own separator.
    fn append(&mut self, entry: Entry) {
        match self.entries.iter_mut().find(|known| known.key == entry.key) {
            Some(known) if known.value.is_empty() => known.value = entry.value,
            Some(known) => {
                let own = entry.value.starts_with([',', ';', ':']) || known.value.ends_with([',', ';', ':']);
                if !own {
                    known.value.push(',');
                }
                known.value.push_str(&entry.value);
            }
            // What Java PathFinder's own configuration has already.
            None if entry.key == "search.properties" => {
                let value = format!("NotDeadlockedProperty,NoUncaughtExceptionsProperty,{}", entry.value);
                self.entries.push(Entry { value, ..entry });
            }
            None => self.entries.push(entry),
        }
    }

    fn prepend(&mut self, entry: Entry) {
        match self.entries.iter_mut().find(|known| known.key == entry.key) {
            Some(known) if known.value.is_empty() => known.value = entry.value,
            Some(known) => {
                let own = entry.value.ends_with([',', ';', ':']);
                known.value = format!("{}{}{}", entry.value, if own { "" } else { "," }, known.value);
            }
            None => self.entries.push(entry),
        }
    }

    /// Replaces `${key}` by the key's value so far, or by what JPF defines: `config_path`, `user.home`, a project's folder.
    fn expanded(&self, value: &str, path: &Path) -> String {
        let mut text = String::new();
        let mut rest = value;
        while let Some((before, after)) = rest.split_once("${") {
            let Some((key, behind)) = after.split_once('}') else { break };
            text.push_str(before);
            let known = match key {
                "config_path" => {
                    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                    Some(folder.unwrap_or(Path::new(".")).display().to_string())
                }
                "config" => Some(path.display().to_string()),
                "user.home" => std::env::var("HOME").ok(),
                "user.dir" => std::env::current_dir().ok().map(|folder| folder.display().to_string()),
                _ => {
                    self.referred.borrow_mut().insert(key.to_owned());
                    let project = || project_folder(key, path).map(|folder| folder.display().to_string());
                    // A project that is not found by its name is left to what uses it: see `places`.
                    let unknown = || PROJECTS.contains(&key).then(|| format!("${{{key}}}"));
                    self.get(key).map(str::to_owned).or_else(project).or_else(unknown)
                }
            };
            text.push_str(&known.unwrap_or_default());
            rest = behind;
        }
        text.push_str(rest);
        text
    }
}

/// The folder of a project: what the user's site file says or, failing that, the nearest folder above the file that bears
/// the project's name or whose `jpf.properties` defines it.
fn project_folder(key: &str, path: &Path) -> Option<PathBuf> {
    if !key.starts_with("jpf-") {
        return None;
    }
    let site = std::env::var_os("HOME").map(|home| Path::new(&home).join(".jpf/site.properties"));
    let from_site = site.and_then(|site| {
        let text = std::fs::read_to_string(&site).ok()?;
        let value = value_of(&text, key)?;
        let home = std::env::var("HOME").unwrap_or_default();
        let config = site.parent().unwrap_or(Path::new("")).display().to_string();
        Some(PathBuf::from(value.replace("${user.home}", &home).replace("${config_path}", &config)))
    });
    let above = || {
        let whole = path.canonicalize().ok()?;
        let is_project = |folder: &&Path| {
            folder.file_name().is_some_and(|name| name == key)
                || std::fs::read_to_string(folder.join("jpf.properties"))
                    .is_ok_and(|text| value_of(&text, key).is_some_and(|value| value == "${config_path}"))
        };
        whole.ancestors().skip(1).find(is_project).map(Path::to_path_buf)
    };
    from_site.filter(|folder| folder.is_dir()).or_else(above)
}

fn value_of(text: &str, key: &str) -> Option<String> {
    logical_lines(text).iter().map(|(_, line)| split(line)).find(|(name, _)| name == key).map(|(_, value)| value)
}

/// Lines without comments, continued lines joined, each with the number it starts at.
fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        let is_new = open.is_none();
        if is_new && (line.is_empty() || line.starts_with(['#', '!']) || line.starts_with("//")) {
            continue;
        }
        let (number, mut content) = open.take().unwrap_or((index + 1, String::new()));
        match line.strip_suffix('\\') {
            Some(part) => {
                content.push_str(part);
                open = Some((number, content));
            }
            None => {
                content.push_str(line);
                lines.push((number, content));
            }
        }
    }
    lines.extend(open);
    lines
}

/// At the first `=` or, failing that, the first blank (as in `@using jpf-label`).
fn split(line: &str) -> (String, String) {
    let (key, value) = line.split_once('=').or_else(|| line.split_once(char::is_whitespace)).unwrap_or((line, ""));
    (key.trim().to_owned(), value.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_append_expand_and_continue() {
        let folder = crate::scratch::Scratch::new().expect("a folder");
        let file = folder.path().join("x.jpf");
        let text = "# comment\nname = Main\ntarget = ${name}Test\nlistener = a\nlistener+=b\n+listener=c\n\
                    long = one,\\\n  two\n@using jpf-label\n@using = jpf-unknown\nclasspath = ${config_path}/build\n";
        std::fs::write(&file, text).expect("written");
        let properties = Properties::read(&file).expect("a good file");
        assert_eq!(properties.get("target"), Some("MainTest"));
        assert_eq!(properties.get("listener"), Some("c,a,b"));
        assert_eq!(properties.get("long"), Some("one,two"));
        let build = format!("{}/build", folder.path().display());
        assert_eq!(properties.get("classpath"), Some(build.as_str()));
        assert!(properties.is_referred_to("name"));
        assert_eq!(properties.warnings.len(), 1, "{:?}", properties.warnings);
    }
}
