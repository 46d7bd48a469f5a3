//! Options of `java`, read as `java` reads them: system properties, sizes of heap and stack, assertions by package, and what is
//! opened, exported or added of modules. Those that tune HotSpot and change nothing that a program computes are skipped,
//! with a warning; those that would change it and are not there are faults.

use std::path::{Path, PathBuf};

pub use jvm::config::AssertionsOf;

use crate::fault::Fault;

/// What the options say, as the machine wants it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JavaOptions {
    /// In the order given; later ones win.
    pub properties: Vec<(String, String)>,
    pub heap_bytes: Option<u64>,
    pub stack_bytes: Option<u64>,
    /// `-ea` and `-da` with what follows their colon: the last one that fits a class decides.
    pub assertions: Vec<(AssertionsOf, bool)>,
    /// What `--module-path` names, and what lies in it.
    pub module_path: Vec<PathBuf>,
    /// The module of `-m`, whose main class is the target.
    pub main_module: Option<String>,
    /// What the compiler of a source is told: `--source N`, `--enable-preview`.
    pub compiling: Vec<String>,
    pub warnings: Vec<String>,
    /// Jars of `-javaagent`, with their options.
    pub agents: Vec<(String, String)>,
}

/// Options whose value may follow as an argument of its own.
pub const WITH_VALUE: [&str; 7] =
    ["--add-opens", "--add-exports", "--add-reads", "--add-modules", "--limit-modules", "--module-path", "--source"];

/// What begins like this is for HotSpot alone.
const HARMLESS: [&str; 18] = [
    "-XX:",
    "-Xms",
    "-Xmn",
    "-Xint",
    "-Xcomp",
    "-Xmixed",
    "-Xbatch",
    "-Xlog",
    "-Xshare",
    "-Xverify",
    "-Xrs",
    "-Xnoclassgc",
    "-Xdiag",
    "-server",
    "-client",
    "-verbose",
    "--illegal-access",
    "--finalization",
];

/// These the machine has nothing to do for: the library's own assertions say nothing of the program.
const SILENT: [&str; 7] = [
    "-showversion",
    "--sun-misc-unsafe-memory-access",
    "--enable-native-access",
    "-esa",
    "-dsa",
    "-enablesystemassertions",
    "-disablesystemassertions",
];

/// Whether an argument before the program's name is an option of `java` and none of ours.
pub fn is_java_option(argument: &str) -> bool {
    let name = argument.split(['=', ':']).next().unwrap_or(argument);
    WITH_VALUE.contains(&name)
        || matches!(
            name,
            "--enable-preview"
                | "-ea"
                | "-da"
                | "-enableassertions"
                | "-disableassertions"
                | "-javaagent"
                | "-agentlib"
                | "-agentpath"
        )
        || argument.starts_with("-D")
        || argument.starts_with("-X")
        || HARMLESS.iter().chain(&SILENT).any(|known| argument.starts_with(known))
}

impl JavaOptions {
    pub fn parse(options: &[String]) -> Result<JavaOptions, Fault> {
        let mut parsed = JavaOptions::default();
        let mut counts = [0u32; 3];
        for option in options {
            parsed.add(option, &mut counts)?;
        }
        Ok(parsed)
    }

    fn add(&mut self, option: &str, counts: &mut [u32; 3]) -> Result<(), Fault> {
        let (name, value) = option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value)));
        if let Some(property) = option.strip_prefix("-D") {
            let (key, value) = property.split_once('=').unwrap_or((property, ""));
            self.properties.retain(|(known, _)| known != key);
            self.properties.push((key.to_owned(), value.to_owned()));
            return Ok(());
        }
        if let Some(size) = option.strip_prefix("-Xmx") {
            self.heap_bytes = Some(bytes(option, size)?.max(2 << 20));
            return Ok(());
        }
        if let Some(size) = option.strip_prefix("-Xss") {
            self.stack_bytes = Some(bytes(option, size)?);
            return Ok(());
        }
        if let Some(of) = assertions_of(option) {
            self.assertions.push(of);
            return Ok(());
        }
        let listed = |name: &str| match value {
            Some(value) if !value.is_empty() => Ok(value.to_owned()),
            _ => Err(Fault::Input(format!("{name} needs a value, as for java: {}", example(name)))),
        };
        match name {
            "--add-modules" => self.append("jdk.module.addmods.", &mut counts[0], listed(name)?),
            "--add-exports" => {
                let value = module_and_package(name, listed(name)?)?;
                self.append("jdk.module.addexports.", &mut counts[1], value);
            }
            "--add-opens" => {
                let value = module_and_package(name, listed(name)?)?;
                self.append("jdk.module.addopens.", &mut counts[2], value);
            }
            "--add-reads" => {
                let value = listed(name)?;
                if !value.contains('=') {
                    return Err(Fault::Input(format!("{option}: write it as for java: {}", example(name))));
                }
                self.properties.push((format!("jdk.module.addreads.{}", self.properties.len()), value));
            }
            "--limit-modules" => self.properties.push(("jdk.module.limitmods".into(), listed(name)?)),
            "--module-path" => {
                let entries = listed(name)?;
                self.module_path.extend(std::env::split_paths(&entries).flat_map(|entry| modules_in(&entry)));
                self.properties.retain(|(key, _)| key != "jdk.module.path");
                self.properties.push(("jdk.module.path".into(), entries));
            }
            "--module" => {
                self.main_module = Some(listed(name)?);
                self.properties.push(("jdk.module.main".into(), listed(name)?));
            }
            "--source" => self.compiling.extend(["--source".into(), listed(name)?]),
            "--enable-preview" => self.compiling.insert(0, option.into()),
            _ if option.starts_with("-javaagent:") => {
                let agent = option.trim_start_matches("-javaagent:");
                let (jar, options) = agent.split_once('=').unwrap_or((agent, ""));
                if !Path::new(jar).is_file() {
                    return Err(Fault::Input(format!(
                        "{option}: there is no file {jar}; write -javaagent:JAR[=OPTIONS]"
                    )));
                }
                self.agents.push((jar.to_owned(), options.to_owned()));
            }
            _ if option.starts_with("-javaagent") => {
                return Err(Fault::Input(format!("{option}: write -javaagent:JAR[=OPTIONS]")));
            }
            _ if option.starts_with("-agent") => {
                return Err(Fault::Unsupported(format!("{option}: agents of native code are not supported")));
            }
            _ if SILENT.iter().any(|known| option.starts_with(known)) => {}
            _ if HARMLESS.iter().any(|known| option.starts_with(known)) => {
                self.warnings.push(format!("{option} is for HotSpot and was skipped"));
            }
            _ => {
                return Err(Fault::Input(format!("{option} is no option of java that is known here; see --help")));
            }
        }
        Ok(())
    }

    /// The class path as the program sees it: what lies on the module path is no part of it.
    pub fn class_path_text(&self, resolved: &[PathBuf]) -> String {
        let is_module = |entry: &&PathBuf| self.module_path.contains(entry);
        let entries = resolved.iter().filter(|entry| !is_module(entry));
        entries.map(|entry| entry.display().to_string()).collect::<Vec<_>>().join(":")
    }

    /// The class path, with the modules behind it.
    pub fn class_path(&self, given: Option<&str>) -> Option<String> {
        if self.module_path.is_empty() {
            return given.map(str::to_owned);
        }
        let modules = self.module_path.iter().map(|entry| entry.display().to_string());
        Some(given.map(str::to_owned).into_iter().chain(modules).collect::<Vec<_>>().join(":"))
    }

    fn append(&mut self, stem: &str, count: &mut u32, value: String) {
        self.properties.push((format!("{stem}{count}"), value));
        *count += 1;
    }
}

/// A module, or a folder of modules.
fn modules_in(entry: &Path) -> Vec<PathBuf> {
    let is_module = entry.is_file() || entry.join("module-info.class").is_file();
    match std::fs::read_dir(entry) {
        Ok(listing) if !is_module => {
            let mut inside: Vec<PathBuf> = listing.flatten().map(|file| file.path()).collect();
            inside.sort();
            inside
        }
        _ => vec![entry.to_path_buf()],
    }
}

fn example(name: &str) -> &'static str {
    match name {
        "--add-opens" | "--add-exports" => "--add-opens java.base/java.lang=ALL-UNNAMED",
        "--add-reads" => "--add-reads java.logging=ALL-UNNAMED",
        "--module-path" => "--module-path mods",
        _ => "--add-modules java.sql",
    }
}

fn module_and_package(name: &str, value: String) -> Result<String, Fault> {
    let fits = value.split_once('=').is_some_and(|(source, target)| {
        !target.is_empty()
            && source.split_once('/').is_some_and(|(module, package)| !module.is_empty() && !package.is_empty())
    });
    if fits { Ok(value) } else { Err(Fault::Input(format!("{name} {value}: write it as for java: {}", example(name)))) }
}

fn assertions_of(option: &str) -> Option<(AssertionsOf, bool)> {
    let (name, of) = option.split_once(':').map_or((option, None), |(name, of)| (name, Some(of)));
    let enabled = match name {
        "-ea" | "-enableassertions" => true,
        "-da" | "-disableassertions" => false,
        _ => return None,
    };
    let of = match of {
        None => AssertionsOf::All,
        Some(of) => match of.strip_suffix("...") {
            Some(package) => AssertionsOf::Package(package.to_owned()),
            None => AssertionsOf::Class(of.to_owned()),
        },
    };
    Some((of, enabled))
}

/// `512m`, `2g`, `1048576`
fn bytes(option: &str, text: &str) -> Result<u64, Fault> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let factor = match &text[digits.len()..].to_ascii_lowercase()[..] {
        "" => Some(1),
        "k" => Some(1u64 << 10),
        "m" => Some(1 << 20),
        "g" => Some(1 << 30),
        _ => None,
    };
    let number = digits.parse::<u64>().ok().zip(factor).and_then(|(number, factor)| number.checked_mul(factor));
    match number {
        Some(number) if number > 0 && number <= 16 << 30 => Ok(number),
        Some(_) => Err(Fault::Input(format!("{option}: give an amount between 1k and 16g"))),
        None => Err(Fault::Input(format!("{option} is no amount of memory; write 512m or 2g"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(options: &[&str]) -> Result<JavaOptions, Fault> {
        JavaOptions::parse(&options.iter().map(|option| (*option).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn options_mean_what_they_mean_to_java() {
        let parsed = parse(&["-Da=b=c", "-Dflag", "-Xmx2g", "-Xss256k", "-ea:a.b...", "-da:a.b.C"]).unwrap();
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        assert_eq!(parsed.properties, [pair("a", "b=c"), pair("flag", "")]);
        assert_eq!((parsed.heap_bytes, parsed.stack_bytes), (Some(2 << 30), Some(256 << 10)));
        assert_eq!(parsed.assertions[0], (AssertionsOf::Package("a.b".into()), true));
        assert_eq!(parsed.assertions[1], (AssertionsOf::Class("a.b.C".into()), false));
        let opened =
            parse(&["--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.util=m"]).unwrap();
        assert_eq!(opened.properties[1], pair("jdk.module.addopens.1", "java.base/java.util=m"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for wrong in
            ["-Xmx", "-Xmx12q", "-Xmx999999g", "--add-opens=java.base", "--add-modules", "-Xfoo", "-agentlib:x"]
        {
            assert!(parse(&[wrong]).is_err(), "{wrong}");
        }
        assert_eq!(parse(&["-XX:+UseZGC"]).unwrap().warnings.len(), 1);
    }
}
