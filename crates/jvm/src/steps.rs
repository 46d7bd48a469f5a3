//! The table of single steps (`steps.txt`): which methods of `java.util.concurrent` take effect at once, by permission.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// Why a method is a single step, or what else it is to the reduction; see `steps.txt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Instruction,
    Lock,
    Promised,
    Timed,
    Argued,
    Release,
    Unobserved,
    Apart,
    Observer,
    Turn,
    Result,
    Serves,
}

impl Kind {
    fn named(name: &str) -> Option<Kind> {
        Some(match name {
            "instruction" => Kind::Instruction,
            "lock" => Kind::Lock,
            "promised" => Kind::Promised,
            "timed" => Kind::Timed,
            "argued" => Kind::Argued,
            "release" => Kind::Release,
            "unobserved" => Kind::Unobserved,
            "apart" => Kind::Apart,
            "observer" => Kind::Observer,
            "turn" => Kind::Turn,
            "result" => Kind::Result,
            "serves" => Kind::Serves,
            _ => return None,
        })
    }
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub kind: Kind,
    /// A name, or how names begin if `*` follows.
    pub method: &'static str,
    /// The parameters' descriptors, where overloads differ.
    pub parameters: Option<&'static str>,
    /// The first and the last release of the JDK that this is about.
    pub releases: (u16, u16),
    pub why: &'static str,
}

impl Entry {
    pub fn is_about(&self, method: &str, descriptor: &str, release: u16) -> bool {
        let (first, last) = self.releases;
        matches(self.method, method)
            && (first..=last).contains(&release)
            && self.parameters.is_none_or(|parameters| {
                descriptor
                    .strip_prefix('(')
                    .and_then(|rest| rest.strip_prefix(parameters))
                    .is_some_and(|rest| rest.starts_with(')'))
            })
    }
}

#[derive(Debug, Default)]
pub struct Table {
    /// By the internal name of the class.
    pub classes: HashMap<String, Vec<Entry>>,
    /// Classes (not inner ones) with entries that are single steps only until somebody looks in between.
    watched: HashSet<String>,
    /// By how the internal name begins.
    pub families: Vec<(String, Vec<Entry>)>,
}

/// Whether a name is what the pattern says, or begins so.
fn matches(pattern: &str, name: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == name, |stem| name.starts_with(stem))
}

impl Table {
    pub fn get() -> &'static Table {
        static TABLE: OnceLock<Table> = OnceLock::new();
        TABLE.get_or_init(|| {
            Table::parse(include_str!("steps.txt")).unwrap_or_else(|error| panic!("steps.txt: {error}"))
        })
    }

    /// What the table says about a method that the class declares.
    pub fn kind_of(&self, class: &str, method: &str, descriptor: &str, release: u16) -> Option<Kind> {
        let families =
            self.families.iter().filter(|(stem, _)| class.starts_with(stem.as_str())).map(|(_, entries)| entries);
        let mut entries = self.classes.get(class).into_iter().chain(families).flatten();
        entries.find(|entry| entry.is_about(method, descriptor, release)).map(|entry| entry.kind)
    }

    /// Whether a class (with its inner ones) has entries that are single steps only until somebody looks in between.
    pub fn has_steps_until(&self, class: &str) -> bool {
        self.watched.contains(class)
    }

    /// The entries of each class and family, for whoever compares them with class files.
    pub fn sections(&self) -> impl Iterator<Item = (&str, &[Entry])> {
        let classes = self.classes.iter().map(|(name, entries)| (name.as_str(), entries.as_slice()));
        classes.chain(self.families.iter().map(|(stem, entries)| (stem.as_str(), entries.as_slice())))
    }

    fn parse(text: &'static str) -> Result<Table, String> {
        let mut table = Table::default();
        let mut classes: Vec<String> = Vec::new();
        let mut waiting: Vec<Entry> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let wrong = |what: &str| format!("line {}: {what}", index + 1);
            let mut line = line.split('#').next().unwrap_or_default().trim();
            let mut releases = (0, u16::MAX);
            if let Some((range, rest)) = line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
                let bound = |text: &str, open| if text.is_empty() { Some(open) } else { text.parse().ok() };
                let (first, last) = range.split_once("..").ok_or_else(|| wrong("a range is FIRST..LAST"))?;
                let first = bound(first, 0).ok_or_else(|| wrong("a range begins with a number"))?;
                releases = (first, bound(last, u16::MAX).ok_or_else(|| wrong("a range ends with a number"))?);
                line = rest.trim();
            }
            let Some((word, rest)) = line.split_once(' ') else {
                if line.is_empty() { continue } else { return Err(wrong("a word and what it is about are wanted")) }
            };
            match word {
                "class" if !waiting.is_empty() => return Err(wrong("the entries before it have no reason")),
                "class" => classes = rest.split_whitespace().map(|name| name.replace('.', "/")).collect(),
                "why" if waiting.is_empty() => return Err(wrong("a reason for nothing")),
                "why" => {
                    waiting.iter_mut().for_each(|entry| entry.why = rest);
                    for class in &classes {
                        table.entries_of(class).extend(waiting.iter().cloned());
                    }
                    waiting.clear();
                }
                kind => {
                    let kind = Kind::named(kind).ok_or_else(|| wrong("an unknown kind"))?;
                    waiting.extend(rest.split_whitespace().map(|method| {
                        let (method, parameters) = match method.split_once('(') {
                            Some((name, rest)) => (name, rest.strip_suffix(')')),
                            None => (method, None),
                        };
                        Entry { kind, method, parameters, releases, why: "" }
                    }));
                }
            }
        }
        let until = |entry: &Entry| {
            matches!(
                entry.kind,
                Kind::Promised | Kind::Timed | Kind::Release | Kind::Unobserved | Kind::Apart | Kind::Observer
            )
        };
        let watched = table.classes.iter().filter(|(_, entries)| entries.iter().any(until));
        table.watched = watched.map(|(class, _)| class.split('$').next().unwrap_or(class).to_owned()).collect();
        if waiting.is_empty() { Ok(table) } else { Err("the last entries have no reason".into()) }
    }

    fn entries_of(&mut self, class: &str) -> &mut Vec<Entry> {
        let Some(stem) = class.strip_suffix('*') else { return self.classes.entry(class.to_owned()).or_default() };
        let known = self.families.iter().position(|(name, _)| name == stem);
        let place = known.unwrap_or_else(|| {
            self.families.push((stem.to_owned(), Vec::new()));
            self.families.len() - 1
        });
        &mut self.families[place].1
    }
}
