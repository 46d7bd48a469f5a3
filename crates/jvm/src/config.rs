//! What a machine is told before it boots. Plain data, shared by all workers.

use std::path::PathBuf;

/// How generators of random numbers are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RandomMode {
    /// Draws over enumerable ranges are coins, unless the generator has a seed.
    Enumerate,
    /// Those of generators with a seed are coins, too.
    EnumerateAll,
    /// Generators without a seed get a fixed one.
    Off,
}

/// When threads may be interleaved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Only where another thread could notice.
    On,
    /// At every access to memory that is not a local variable.
    Off,
}

/// Whether hot methods are compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CompilerMode {
    #[default]
    Off,
    On,
    /// Whatever runs is compiled, hot or not, as soon as it is seen: for tests.
    Always,
}

/// When a wait with a time-out ends by it. Sleeps, and tasks that are due later, are no time-outs: they end at any moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeOuts {
    /// At any moment.
    Any,
    /// When nothing else can happen (see `schedule::patience`).
    #[default]
    Late,
    /// Never.
    Never,
}

/// What is taken for granted of `java.util.concurrent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// What `steps.txt` lists are single steps, and the code is free of data races.
    Trusted,
    /// Nothing: it interleaves like the program's own code.
    Interleaved,
}

/// Whose assertions a rule is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssertionsOf {
    All,
    /// A package, with those below it.
    Package(String),
    Class(String),
}

/// The rule that decides for a class, as HotSpot finds it: one about the class, else about the nearest package above it, else about all.
fn asserts(rules: &[(AssertionsOf, bool)], default: bool, class: &str) -> bool {
    let last = |of: &AssertionsOf| rules.iter().rev().find(|(rule, _)| rule == of).map(|(_, enabled)| *enabled);
    if let Some(enabled) = last(&AssertionsOf::Class(class.to_owned())) {
        return enabled;
    }
    let mut package = class.rsplit_once('.').map_or("", |(package, _)| package);
    loop {
        if let Some(enabled) = last(&AssertionsOf::Package(package.to_owned())) {
            return enabled;
        }
        match package.rsplit_once('.') {
            Some((above, _)) => package = above,
            None => return last(&AssertionsOf::All).unwrap_or(default),
        }
    }
}

/// How time passes for a program that reads the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockMode {
    /// By sleeping and waiting, and by nothing else.
    #[default]
    Still,
    /// Between any two readings (see `readings`).
    Free,
}

#[derive(Clone, Debug)]
pub struct Config {
    /// The JDK's folder and feature version.
    pub java_home: PathBuf,
    pub java_version: u16,
    pub main_class: String,
    pub arguments: Vec<String>,
    /// As given, for `java.class.path`.
    pub class_path: String,
    pub properties: Vec<(String, String)>,
    /// Agents that run before the program: their jars and options.
    pub agents: Vec<(String, String)>,
    /// Variables of the environment besides those of the process.
    pub environment: Vec<(String, String)>,
    /// Those of the process are there, too.
    pub inherits_environment: bool,
    /// Run once (choices are drawn with the seed) instead of exploring.
    pub run_once: bool,
    pub seed: u64,
    pub random: RandomMode,
    /// Doubles are drawn from this many equally likely cells, if set.
    pub random_grid: Option<u32>,
    pub reduction: Reduction,
    pub library: Library,
    pub spurious_wakeups: bool,
    /// Connections may break, and reads may be short.
    pub net_faults: bool,
    pub time_outs: TimeOuts,
    pub clock: ClockMode,
    pub assertions: bool,
    /// Exceptions from `assertions`, as `-ea:…` and `-da:…` make them; later ones win.
    pub assertion_rules: Vec<(AssertionsOf, bool)>,
    pub detect_races: bool,
    /// A status other than zero is a violation.
    pub failing_exits: bool,
    /// Of the exceptions that leave a thread, only those of `RuntimeException` are violations.
    pub only_runtime_exceptions: bool,
    /// Words of the overlay: the program's heap limit.
    pub heap_words: usize,
    /// Collect whenever the overlay has grown by this many words, however much is alive: for tests of the collector.
    pub collect_words: Option<usize>,
    /// What an overlay of so many words has built before the first choice, and leaves as it is, is taken out of states.
    pub settle_words: usize,
    pub depth_max: usize,
    pub compiler: CompilerMode,
    /// Instructions one transition may take before it counts as endless; 0 is no limit.
    pub transition_max: u64,
    /// Wall-clock deadline for long transitions.
    pub deadline: Option<std::time::Instant>,
    /// Keys of a configuration of Java PathFinder, which programs may read.
    pub configuration: Vec<(String, String)>,
    /// Set from outside to end the transition that runs.
    pub interrupt: Option<std::sync::Arc<std::sync::atomic::AtomicBool>>,
    pub labels: Vec<crate::labels::Spec>,
    pub rewards: Vec<crate::labels::RewardSpec>,
    /// Labels and rewards as found in the class files; `Program::new` sets it.
    pub plan: std::sync::Arc<crate::labels::Plan>,
    pub stdin: crate::stdin::Stdin,
    /// Standard output and error go straight to the process's own (for `run`).
    pub pass_output: bool,
    /// What each step printed is kept for whoever asks: for traces, not for searches.
    pub keep_output: bool,
    /// Whether lines in jars are shown like the user's own.
    pub frames_all: bool,
    /// One fresh value stands for all where a program draws from more than can be enumerated; the verdict then rests on that.
    pub fresh_draws: bool,
    /// A static method `int name()` of the program used as a heuristic.
    pub user_heuristic: Option<String>,
    /// Main need not be public, whatever the version of Java says.
    pub any_main: bool,
    /// The line that searches are to come near.
    pub goal: Option<std::sync::Arc<crate::heuristics::Goal>>,
    /// The threads that the heuristic `prefer-threads` prefers.
    pub preferred_threads: Vec<String>,
    /// The threads among which livelocks are looked for; none named means all.
    pub livelock_threads: Vec<String>,
    pub charset_utf8: bool,
    /// The program's options name a charset of standard output: the library's own code sees to it.
    pub charset_given: bool,
    /// The options of `java` as `RuntimeMXBean.getInputArguments` tells them.
    pub input_arguments: Vec<String>,
    /// Language and, if known, country of the default locale.
    pub language: (String, Option<String>),
    /// Inputs are symbolic values: the machine is made by `Program::initial_symbolic`.
    pub symbolic: bool,
    /// Values for the inputs of `Symbolic`, `Debug` and `Verifier`, by name; others get the lowest of their domain.
    pub inputs: Option<Vec<(String, String)>>,
    /// A static method whose parameters are the inputs, called instead of main: `pkg.C.m(int,int)`.
    pub symbolic_method: Option<String>,
    /// Texts that symbolic values become a part of are made for each of their values, where these are few. Otherwise such a
    /// text can be printed and copied, but not looked into.
    pub texts_by_value: bool,
    /// How long symbolic strings may be.
    pub strings_max: u32,
    /// Symbolic strings may also be longer than that, and have any characters.
    pub strings_whole: bool,
    /// Somebody looks on, instruction by instruction (see `looking`): each is one by itself, and variables keep their values
    /// to the end of their scope. Choices are the same.
    pub stepwise: bool,
    /// The two ways of a branch are followed at once where they meet again soon: for whoever does not count paths.
    pub merges_paths: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            java_home: PathBuf::new(),
            java_version: 17,
            main_class: String::new(),
            arguments: Vec::new(),
            class_path: ".".into(),
            properties: Vec::new(),
            agents: Vec::new(),
            environment: Vec::new(),
            inherits_environment: true,
            run_once: false,
            seed: 0,
            random: RandomMode::Enumerate,
            random_grid: None,
            reduction: Reduction::On,
            library: Library::Trusted,
            spurious_wakeups: false,
            net_faults: false,
            time_outs: TimeOuts::default(),
            clock: ClockMode::default(),
            assertions: true,
            assertion_rules: Vec::new(),
            detect_races: false,
            failing_exits: false,
            only_runtime_exceptions: false,
            heap_words: 1 << 26,
            collect_words: None,
            settle_words: 1 << 11,
            depth_max: 12_000,
            compiler: CompilerMode::Off,
            transition_max: 0,
            deadline: None,
            labels: Vec::new(),
            rewards: Vec::new(),
            plan: Default::default(),
            stdin: crate::stdin::Stdin::default(),
            configuration: Vec::new(),
            interrupt: None,
            keep_output: false,
            frames_all: false,
            fresh_draws: false,
            pass_output: false,
            user_heuristic: None,
            any_main: false,
            goal: None,
            preferred_threads: Vec::new(),
            livelock_threads: Vec::new(),
            charset_utf8: false,
            charset_given: false,
            input_arguments: Vec::new(),
            language: ("en".into(), None),
            symbolic: false,
            inputs: None,
            symbolic_method: None,
            texts_by_value: false,
            strings_max: 8,
            strings_whole: false,
            stepwise: false,
            merges_paths: false,
        }
    }
}

impl Config {
    /// Whether the assertions of a class are enabled.
    pub fn asserts(&self, class: &str) -> bool {
        asserts(&self.assertion_rules, self.assertions, class)
    }

    /// Inputs are symbolic or given: which ones a path has asked for is then part of its state.
    pub fn has_inputs(&self) -> bool {
        self.symbolic || self.inputs.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_rule_about_assertions_decides() {
        let package = |name: &str| AssertionsOf::Package(name.to_owned());
        let rules = [
            (AssertionsOf::All, true),
            (package("a.b"), false),
            (package("a.b.c"), true),
            (AssertionsOf::Class("a.b.c.D".to_owned()), false),
            (package(""), false),
        ];
        let enabled = |class| asserts(&rules, false, class);
        assert!(enabled("a.X") && enabled("a.b.c.X") && enabled("a.b.c.d.X"));
        assert!(!enabled("a.b.X") && !enabled("a.b.d.X") && !enabled("a.b.c.D") && !enabled("X"));
        assert!(asserts(&[], true, "X") && !asserts(&[], false, "a.X"));
    }
}
