//! Configurations of Java PathFinder (`X.jpf`), so that existing ones run unchanged: `properties` reads the file, here its
//! keys become a job. What the command line says wins over the file. A key that means nothing here is a warning.

mod listeners;
mod places;
mod properties;
mod searches;

use std::path::Path;
use std::time::Duration;

use crate::fault::Fault;
use crate::job::{DEFAULT_SEARCH, Job, Subject, TimeOuts};
use properties::{Entry, Properties};

/// The job itself or, if its target is a `.jpf` file, what that file asks for; and warnings.
pub fn expand(job: &Job) -> Result<(Job, Vec<String>), Fault> {
    let path = Path::new(&job.subject.target);
    if path.extension().is_none_or(|ending| ending != "jpf") {
        return Ok((job.clone(), Vec::new()));
    }
    let properties = Properties::read(path)?;
    let mut expansion = Expansion {
        job: Job {
            // As JPF has it, unless somebody says otherwise.
            subject: Subject { time_outs: job.subject.time_outs.or(Some(TimeOuts::Any)), ..job.subject.clone() },
            ..job.clone()
        },
        path,
        classpath: Vec::new(),
        listeners: Vec::new(),
        warnings: properties.warnings.clone(),
    };
    expansion.apply(&properties)?;
    Ok((expansion.job, expansion.warnings))
}

struct Expansion<'a> {
    job: Job,
    path: &'a Path,
    classpath: Vec<places::Place>,
    listeners: Vec<String>,
    warnings: Vec<String>,
}

impl Expansion<'_> {
    fn apply(&mut self, properties: &Properties) -> Result<(), Fault> {
        for entry in &properties.entries {
            self.apply_key(entry, properties)?;
        }
        if !properties.entries.iter().any(|entry| entry.key == "target" && !entry.value.trim().is_empty()) {
            return Err(Fault::Input(format!("{}: it names no target; add target = pkg.Main", self.path.display())));
        }
        let configuration = properties.entries.iter().map(|entry| (entry.key.clone(), entry.value.clone()));
        self.job.subject.configuration = configuration.collect();
        let search = searches::search_of(properties, &mut self.warnings).map_err(|what| self.wrong_text(&what))?;
        if let Some((search, heuristic)) = search
            && self.job.search == DEFAULT_SEARCH
        {
            self.job.search = search;
            if self.job.heuristic.is_none() {
                self.job.heuristic = heuristic;
            }
        }
        places::place_target(&mut self.job.subject, &self.classpath, self.path, &mut self.warnings);
        self.add_labels(properties)?;
        self.add_listeners(properties)
    }

    fn apply_key(&mut self, entry: &Entry, properties: &Properties) -> Result<(), Fault> {
        let value = entry.value.as_str();
        match entry.key.as_str() {
            "target" => self.job.subject.target = value.to_owned(),
            "target.args" | "target_args" => {
                if self.job.subject.arguments.is_empty() {
                    self.job.subject.arguments = arguments(value);
                }
            }
            "classpath" => self.classpath = places::entries_of(value, self.path),
            "sourcepath" | "native_classpath" | "test_classpath" | "peer_packages" | "site" => {}
            "search.class" | "search.probabilistic.epsilon" | "search.probabilistic.temperature" => {}
            key if key.starts_with("search.heuristic.") && searches::KEYS.contains(&key) => {}
            "search.depth_limit" => {
                let depth: u32 = self.number(entry)?;
                // JPF's way to say that there is no limit.
                if depth < i32::MAX as u32 {
                    self.job.limits.depth.get_or_insert(depth.max(1));
                }
            }
            "search.multiple_errors" => self.job.all_errors |= self.truth(entry)?,
            "search.min_free" => self.limit_memory(entry)?,
            "budget.max_state" | "budget.max_new" => {
                let states = self.number(entry)?;
                self.job.limits.states.get_or_insert(states);
            }
            "budget.max_depth" => {
                let depth = self.number(entry)?;
                self.job.limits.depth.get_or_insert(depth);
            }
            "budget.max_time" => {
                let milliseconds = self.number(entry)?;
                self.job.limits.time.get_or_insert(Duration::from_millis(milliseconds));
            }
            "budget.max_heap" => {
                let bytes = self.amount(entry)?;
                self.job.limits.memory.get_or_insert(bytes);
            }
            "budget.max_insn" => {
                // BudgetChecker counts those of the whole search; no transition may take more either.
                let instructions = self.number(entry)?;
                self.job.limits.instructions_in_all.get_or_insert(instructions);
                self.job.limits.instructions.get_or_insert(instructions);
            }
            "budget.check_interval" => {}
            // Java PathFinder asks for no seed: `new Random(42)` is enumerated as well.
            "cg.enumerate_random" => {
                self.job.subject.enumerate_random = self.truth(entry)?;
                self.job.subject.enumerate_seeded = self.job.subject.enumerate_random;
            }
            "cg.seed" => self.job.subject.seed = self.number(entry)?,
            "vm.por" if !self.truth(entry)? => self.job.subject.reduction = false,
            "vm.por" => {}
            "vm.enable_assertions" => self.job.subject.assertions = !value.is_empty() && value != "false",
            "listener" => self.listeners.extend(list(value).map(str::to_owned)),
            "search.properties" => self.choose_properties(value)?,
            key if listeners::is_known_key(key) => {
                if let Some(role) = listeners::role_of_key(key, value) {
                    self.lacking(&format!("{}: {key} = {value}", entry.place()), role)?;
                }
            }
            // The parts of a choice generator, which the program asks for by its name.
            key if names_generator(key, properties) => {}
            key if key.starts_with("label.") => {}
            key if key.ends_with(".precision") => {
                let digits: u32 = self.number(entry)?;
                self.job.exports.precision = digits as usize;
            }
            key if properties.is_referred_to(key) => {}
            key => self.warnings.push(format!("{}: the key {key} means nothing here", entry.place())),
        }
        Ok(())
    }

    fn wrong(&self, entry: &Entry, wanted: &str) -> Fault {
        Fault::Input(format!("{}: {} must be {wanted}, not '{}'", entry.place(), entry.key, entry.value))
    }

    fn wrong_text(&self, what: &str) -> Fault {
        Fault::Input(format!("{}: {what}", self.path.display()))
    }

    fn number<N: std::str::FromStr>(&self, entry: &Entry) -> Result<N, Fault> {
        entry.value.parse().map_err(|_| self.wrong(entry, "a whole number"))
    }

    fn truth(&self, entry: &Entry) -> Result<bool, Fault> {
        match entry.value.to_ascii_lowercase().as_str() {
            "true" | "t" | "yes" | "y" | "on" | "1" => Ok(true),
            "false" | "f" | "no" | "n" | "off" | "0" => Ok(false),
            _ => Err(self.wrong(entry, "true or false")),
        }
    }

    /// Bytes, or with JPF's units `M`, `G`, `k`.
    fn amount(&self, entry: &Entry) -> Result<u64, Fault> {
        let text = entry.value.trim_end_matches(['b', 'B']);
        let (digits, factor) = match text.chars().last().map(|unit| unit.to_ascii_lowercase()) {
            Some('k') => (&text[..text.len() - 1], 1 << 10),
            Some('m') => (&text[..text.len() - 1], 1 << 20),
            Some('g') => (&text[..text.len() - 1], 1 << 30),
            _ => (text, 1),
        };
        let number: u64 = digits.trim().parse().map_err(|_| self.wrong(entry, "an amount of memory such as 1M"))?;
        number.checked_mul(factor).ok_or_else(|| self.wrong(entry, "an amount of memory such as 1M"))
    }

    /// What must stay free bounds what the search may take.
    fn limit_memory(&mut self, entry: &Entry) -> Result<(), Fault> {
        let free = self.amount(entry)?;
        let known = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let available = known
            .lines()
            .find_map(|line| line.strip_prefix("MemAvailable:")?.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
        if let Some(available) = available {
            self.job.limits.memory.get_or_insert((available * 1024).saturating_sub(free).max(1 << 20));
        }
        Ok(())
    }

    /// `label.class = label.Initial; label.ReturnedBooleanMethod` with `label.ReturnedBooleanMethod.method = …`.
    fn add_labels(&mut self, properties: &Properties) -> Result<(), Fault> {
        let Some(classes) = properties.get("label.class") else {
            for entry in properties.entries.iter().filter(|entry| entry.key.starts_with("label.")) {
                self.warnings.push(format!("{}: {} has no effect without label.class", entry.place(), entry.key));
            }
            return Ok(());
        };
        let mut used = vec!["label.class".to_owned()];
        for class in list(classes) {
            let simple = class.rsplit('.').next().unwrap_or(class);
            let Some((_, attribute, prefix)) = LABELS.iter().find(|(name, _, _)| *name == simple) else {
                let meant = logic::suggest(simple, LABELS.iter().map(|(name, _, _)| *name));
                let hint = meant.map(|meant| format!("; did you mean label.{meant}?")).unwrap_or_default();
                return Err(self.wrong_text(&format!("unknown label class {class}{hint}")));
            };
            if attribute.is_empty() {
                self.job.subject.labels.push((*prefix).to_owned());
                continue;
            }
            let keys = [format!("{class}.{attribute}"), format!("label.{simple}.{attribute}")];
            let Some((key, value)) = keys.iter().find_map(|key| Some((key, properties.get(key)?))) else {
                return Err(self.wrong_text(&format!("{class} needs {class}.{attribute} = …")));
            };
            used.push(key.clone());
            let subjects = split_outside_parentheses(value);
            self.job.subject.labels.extend(subjects.iter().map(|subject| format!("{prefix}{subject}")));
        }
        let unused =
            properties.entries.iter().filter(|entry| entry.key.starts_with("label.") && !used.contains(&entry.key));
        for entry in unused {
            self.warnings.push(format!("{}: the key {} means nothing here", entry.place(), entry.key));
        }
        Ok(())
    }
}

/// jpf-label's classes, the attribute each needs, and what they are called here.
const LABELS: [(&str, &str, &str); 13] = [
    ("Initial", "", "init"),
    ("End", "", "end"),
    ("BooleanStaticField", "field", "field:"),
    ("IntegerStaticField", "field", "field:"),
    ("BooleanLocalVariable", "variable", "local:"),
    ("IntegerLocalVariable", "variable", "local:"),
    ("InvokedMethod", "method", "invoked:"),
    ("InvokedStaticMethod", "method", "invoked:"),
    ("ReturnedBooleanMethod", "method", "returned:"),
    ("ReturnedIntegerMethod", "method", "returned:"),
    ("ReturnedVoidMethod", "method", "returned:"),
    ("SynchronizedStaticMethod", "method", "locked:"),
    ("ThrownException", "type", "thrown:"),
];

/// Whether the key belongs to a generator that the program may ask for: `name.class` and what else has its name.
fn names_generator(key: &str, properties: &Properties) -> bool {
    const GENERATORS: [&str; 7] = [
        "IntIntervalGenerator",
        "IntChoiceFromSet",
        "IntChoiceFromList",
        "RandomIntIntervalGenerator",
        "DoubleThresholdGenerator",
        "DoubleChoiceFromSet",
        "DoubleChoiceFromList",
    ];
    let class = key.rsplit_once('.').and_then(|(name, _)| properties.get(&format!("{name}.class")));
    class.is_some_and(|class| GENERATORS.contains(&class.rsplit('.').next().unwrap_or(class)))
}

/// The program's arguments are separated by commas or semicolons, so that they may contain blanks; a backquote takes the
/// character behind it as it is.
fn arguments(value: &str) -> Vec<String> {
    let mut arguments = vec![String::new()];
    let mut characters = value.chars();
    while let Some(c) = characters.next() {
        if matches!(c, ',' | ';') {
            arguments.push(String::new());
        } else if let Some(last) = arguments.last_mut() {
            last.extend(if c == '`' { characters.next() } else { Some(c) });
        }
    }
    let trimmed = arguments.iter().map(|argument| argument.trim().to_owned());
    trimmed.filter(|argument| !argument.is_empty()).collect()
}

/// The names in other lists are separated by commas, semicolons or blanks.
fn list(value: &str) -> impl Iterator<Item = &str> {
    value.split([',', ';', ' ', '\t']).map(str::trim).filter(|item| !item.is_empty())
}

/// `a(int,int); b()` has two items: commas between parentheses separate parameters.
fn split_outside_parentheses(value: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut nesting = 0;
    for c in value.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '(' => nesting += 1,
            ')' => nesting -= 1,
            _ => {}
        }
        if matches!(c, ',' | ';') && nesting == 0 {
            items.push(String::new());
        } else if let Some(last) = items.last_mut() {
            last.push(c);
        }
    }
    items.retain(|item| !item.is_empty());
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_lists() {
        assert_eq!(arguments("a fox; b`,c, 3"), ["a fox", "b,c", "3"]);
        assert_eq!(list("9,2").collect::<Vec<_>>(), ["9", "2"]);
        assert_eq!(list("a; b c").collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(split_outside_parentheses("C.m(int, int); C.n()"), ["C.m(int,int)", "C.n()"]);
    }
}
