//! From a job's subject to a program that the machine can run.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use classfile::{ClassPath, Jdk};
use jvm::config::{ClockMode, CompilerMode, Library, RandomMode, Reduction, TimeOuts};
use jvm::stdin::Stdin;
use jvm::{Config, Program};

use crate::fault::Fault;
use crate::java_options::JavaOptions;
use crate::job::{self, Subject};
use crate::labels::Asked;
use crate::memory::Budget;
use crate::target::{self, Resolved};

/// A program with the temporary files it needs.
pub struct Prepared {
    pub program: Program,
    pub jdk: Jdk,
    pub resolved: Resolved,
    /// When the program was ready: time limits do not count the compiler's time.
    pub ready: Instant,
    /// The class whose main method runs the target, if that is not its own.
    pub driver: Option<String>,
}

/// How a subject is to be run, apart from what it is.
#[derive(Default)]
pub struct Circumstances {
    pub run_once: bool,
    /// Whether hot methods are compiled, in a single run.
    pub compiler: CompilerMode,
    pub keep_output: bool,
    pub time_max: Option<Duration>,
    pub transition_max: u64,
    pub interrupt: Option<Arc<AtomicBool>>,
    pub stdin: Stdin,
    /// Inputs stay symbolic.
    pub symbolic: bool,
    pub symbolic_method: Option<String>,
    /// Classes of ours that run targets which bear an annotation, given by its descriptor.
    pub drivers: &'static [(&'static str, &'static str)],
    /// What another process has resolved already.
    pub resolved: Option<Resolved>,
    /// All of the environment, if the process's own does not count.
    pub environment: Option<Vec<(String, String)>>,
}

pub fn prepare(subject: &Subject, asked: &Asked, circumstances: Circumstances) -> Result<Prepared, Fault> {
    let jdk = Jdk::locate(subject.jdk.as_deref())?;
    let mut java = JavaOptions::parse(&subject.java_options)?;
    let resolved = match circumstances.resolved {
        Some(resolved) => resolved,
        None => {
            let class_path = java.class_path(subject.classpath.as_deref());
            target::resolve(&subject.target, class_path.as_deref(), &jdk, &java.compiling)?
        }
    };
    if !resolved.module_options.is_empty() {
        let given = resolved.module_options.iter().chain(&subject.java_options).cloned();
        java = JavaOptions::parse(&given.collect::<Vec<_>>())?;
    }
    let machine = Config::default();
    let ready = Instant::now();
    circumstances.symbolic_method.as_deref().map_or(Ok(()), check_method)?;
    let by_mark =
        || (circumstances.drivers.iter()).find(|(mark, _)| resolved.bears(mark)).map(|(_, name)| (*name).to_owned());
    let driver = subject.driver.clone().or_else(by_mark);
    let inner: Vec<String> = match driver {
        Some(_) => Vec::new(),
        None => circumstances.drivers.iter().flat_map(|(mark, _)| resolved.inner_bearers(mark)).collect(),
    };
    if let [first, rest @ ..] = &inner[..] {
        let what = if rest.is_empty() { "is a test".to_owned() } else { format!("and {} more are tests", rest.len()) };
        return Err(Fault::Input(format!(
            "class {} has no main method, but {first} inside it {what}; name one, in quotes for the sake of its dollar sign",
            resolved.main_class
        )));
    }
    if driver.is_none()
        && circumstances.symbolic_method.is_none()
        && subject.symbolic_method.is_none()
        && resolved.holds_tests()
    {
        return Err(Fault::Input(format!(
            "{} has tests and no main method; explore them with `hazard test -cp {} {}`",
            resolved.main_class, resolved.class_path_text, resolved.main_class
        )));
    }
    let own = driver.as_ref().map(|_| resolved.main_class.clone());
    let goal = match &subject.goal {
        Some(goal) => {
            let class_path = ClassPath::open(&resolved.class_path).ok();
            let main_class = &resolved.main_class;
            let found = class_path.map(|class_path| jvm::heuristics::Goal::of(&class_path, main_class, goal));
            found.transpose().map_err(Fault::Input)?
        }
        None => None,
    };
    let class_path_text = match java.module_path.is_empty() {
        true => resolved.class_path_text.clone(),
        false => java.class_path_text(&std::env::split_paths(&resolved.class_path_text).collect::<Vec<_>>()),
    };
    if java.main_module.is_some() {
        java.properties.push(("jdk.module.main.class".into(), resolved.main_class.clone()));
    }
    // As `java` has it: what was launched, and its arguments.
    let launched = match &java.main_module {
        Some(module) => format!("{module}/{}", resolved.main_class),
        None if subject.target.ends_with(".jar") => subject.target.clone(),
        None => resolved.main_class.clone(),
    };
    let command = std::iter::once(launched).chain(subject.arguments.iter().cloned()).collect::<Vec<_>>().join(" ");
    java.properties.insert(0, ("sun.java.command".into(), command));
    let charset_utf8 = is_utf8(&locale(&["LC_ALL", "LC_CTYPE", "LANG"]));
    let config = Config {
        java_home: jdk.home().to_path_buf(),
        java_version: jdk.feature(),
        main_class: driver.clone().unwrap_or_else(|| resolved.main_class.clone()),
        arguments: own.into_iter().chain(subject.arguments.iter().cloned()).collect(),
        class_path: class_path_text,
        run_once: circumstances.run_once,
        compiler: circumstances.compiler,
        seed: subject.seed,
        random: match (subject.enumerate_random, subject.enumerate_seeded) {
            (false, _) => RandomMode::Off,
            (true, false) => RandomMode::Enumerate,
            (true, true) => RandomMode::EnumerateAll,
        },
        random_grid: subject.random_grid,
        fresh_draws: subject.fresh_draws,
        frames_all: subject.frames_all,
        reduction: if subject.reduction { Reduction::On } else { Reduction::Off },
        library: if subject.library_interleaved { Library::Interleaved } else { Library::Trusted },
        spurious_wakeups: subject.spurious_wakeups,
        net_faults: subject.net_faults,
        clock: if subject.free_clock { ClockMode::Free } else { ClockMode::Still },
        time_outs: match subject.time_outs() {
            job::TimeOuts::Any => TimeOuts::Any,
            job::TimeOuts::Late => TimeOuts::Late,
            job::TimeOuts::Never => TimeOuts::Never,
        },
        assertions: subject.assertions,
        detect_races: subject.races,
        failing_exits: subject.failing_exits,
        only_runtime_exceptions: subject.only_runtime_exceptions,
        transition_max: circumstances.transition_max,
        deadline: circumstances.time_max.map(|time| ready + time),
        interrupt: circumstances.interrupt,
        labels: asked.labels.clone(),
        rewards: asked.rewards.clone(),
        configuration: subject.configuration.clone(),
        stdin: circumstances.stdin,
        pass_output: circumstances.run_once,
        keep_output: circumstances.keep_output,
        user_heuristic: subject.user_heuristic.clone(),
        any_main: subject.any_main,
        goal: goal.map(Arc::new),
        preferred_threads: subject.preferred_threads.clone(),
        livelock_threads: subject.livelock_threads.clone(),
        charset_given: circumstances.run_once && names_charset(&java.properties, charset_utf8),
        charset_utf8,
        language: language(&locale(&["LC_ALL", "LC_MESSAGES", "LANG"])),
        symbolic: circumstances.symbolic,
        inputs: subject.inputs.clone(),
        strings_max: subject.strings_max,
        symbolic_method: circumstances.symbolic_method.or_else(|| subject.symbolic_method.clone()),
        input_arguments: subject.java_options.iter().filter(|option| !is_launchers(option)).cloned().collect(),
        properties: java.properties,
        agents: java.agents,
        inherits_environment: circumstances.environment.is_none(),
        environment: circumstances.environment.into_iter().flatten().chain(subject.environment.clone()).collect(),
        heap_words: heap_words(java.heap_bytes.map_or(machine.heap_words, |bytes| (bytes / 8) as usize)),
        depth_max: java.stack_bytes.map_or(machine.depth_max, |bytes| frames_in(bytes, machine.depth_max)),
        assertion_rules: java.assertions,
        ..machine
    };
    let program = Program::new(config, jdk.modules(), resolved.class_path.clone());
    Ok(Prepared { program, jdk, resolved, ready, driver })
}

/// Whether an option is read by the launcher, which does not pass it on to the machine.
fn is_launchers(option: &str) -> bool {
    option.starts_with("--module=") || option.starts_with("--source=")
}

/// Whether properties say how text on standard output is encoded, and say something else than the environment.
fn names_charset(properties: &[(String, String)], charset_utf8: bool) -> bool {
    const CHARSETS: [&str; 5] =
        ["file.encoding", "stdout.encoding", "stderr.encoding", "sun.stdout.encoding", "sun.stderr.encoding"];
    let is_usual = |charset: &str| charset_utf8 && is_utf8(charset);
    properties.iter().any(|(key, charset)| CHARSETS.contains(&key.as_str()) && !is_usual(charset))
}

/// How many frames a stack of this size holds, if a megabyte holds `usual` of them.
fn frames_in(bytes: u64, usual: usize) -> usize {
    const FEWEST: usize = 200;
    const MOST: usize = 4_000_000;
    (((bytes as u128 * usual as u128) >> 20) as usize).clamp(FEWEST, MOST)
}

/// The program's heap is one piece of addresses; where those are limited (`ulimit -v`), it is smaller.
fn heap_words(usual: usize) -> usize {
    let addresses = Budget::of_this_process().addresses();
    addresses.map_or(usual, |max| usual.min(max as usize / 8 / size_of::<u64>()))
}

impl Prepared {
    /// Makes the program one for telling traces: no limits, and what is printed is kept. It is still the same program,
    /// since a path means the same only to whoever learned the same about shared memory.
    pub fn become_storyteller(&mut self) {
        self.program.bind(|bounds| {
            (*bounds.deadline, *bounds.interrupt, *bounds.transition_max) = (None, None, 0);
            *bounds.keep_output = true;
        });
    }
}

/// The method whose parameters are inputs is written as `pkg.C.m` or `pkg.C.m(int,int)`.
fn check_method(text: &str) -> Result<(), Fault> {
    let (path, parameters) = text.split_once('(').map_or((text, None), |(path, rest)| (path, Some(rest)));
    let is_path = path.trim().rsplit_once('.').is_some_and(|(class, name)| !class.is_empty() && !name.is_empty());
    match is_path && parameters.is_none_or(|rest| rest.trim_end().ends_with(')')) {
        true => Ok(()),
        false => Err(Fault::Input(format!("--symbolic {text}: write a method as pkg.C.m(int,int) or pkg.C.m"))),
    }
}

/// Standard input: the subject's file, else the process's own, read when the program reads.
pub fn stdin_of(subject: &Subject) -> Result<Stdin, Fault> {
    match &subject.stdin {
        Some(path) => {
            let bytes = std::fs::read(path).map_err(|error| {
                Fault::Input(format!("{}: standard input cannot be read ({error})", path.display()))
            })?;
            Ok(Stdin::from(bytes))
        }
        None => Ok(Stdin::of_process()),
    }
}

/// As the C library decides: the first of these variables that is set, if such a locale is installed.
fn locale(variables: &[&str]) -> String {
    let set = variables.iter().find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    set.filter(|name| is_installed(name)).unwrap_or_default()
}

fn is_installed(name: &str) -> bool {
    let (base, charset) = name.split_once('.').unwrap_or((name, ""));
    // Folders and the archive spell `de_DE.UTF-8` as `de_DE.utf8`.
    let charset: String = charset.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let stored = if charset.is_empty() { base.to_owned() } else { format!("{base}.{charset}") };
    let folders = ["/usr/lib/locale", "/usr/share/locale"].map(std::path::Path::new);
    base == "C"
        || base == "POSIX"
        || folders.iter().any(|folder| folder.join(&stored).join("LC_CTYPE").exists())
        || std::fs::read("/usr/lib/locale/locale-archive")
            .is_ok_and(|archive| archive.windows(stored.len() + 1).any(|at| at == [stored.as_bytes(), &[0]].concat()))
}

fn is_utf8(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Language and country, as Java names them: American English where the C library has no opinion, and English where it
/// knows no more than the character set.
fn language(locale: &str) -> (String, Option<String>) {
    let name = locale.split(['.', '@']).next().unwrap_or_default();
    match (locale, name) {
        ("" | "C" | "POSIX", _) => ("en".into(), Some("US".into())),
        (_, "C" | "POSIX") => ("en".into(), None),
        _ => {
            let (language, country) = name.split_once('_').map_or((name, None), |(l, c)| (l, Some(c.to_owned())));
            (language.to_owned(), country)
        }
    }
}
