//! Java PathFinder's listeners and what each comes to here: an export, a property of ours, nothing (it only looks on), or
//! something that cannot be had. What cannot be had is never passed over: a listener that checks something leaves the verdict
//! open, one that changes what the program does ends the work before it begins.

use std::path::{Path, PathBuf};

use space::ViolationKind;

use super::Expansion;
use super::properties::Properties;
use crate::fault::Fault;
use crate::job::Format;

/// What a listener or a key does that this checker does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Looks on, tells or draws: the verdict is the same without.
    Observes,
    /// Finds errors of its own: without it nothing is proved.
    Checks,
    /// Changes what the program does or what is looked at: without it, what is found is about another program.
    Changes,
}

const ROLES: [(&str, Role); 45] = [
    ("CGMonitor", Role::Observes),
    ("CallMonitor", Role::Observes),
    ("ChoiceTracker", Role::Observes),
    ("CoverageAnalyzer", Role::Observes),
    ("DeadlockAnalyzer", Role::Observes),
    ("DistributedSimpleDot", Role::Observes),
    ("ErrorTraceGenerator", Role::Observes),
    ("ExecTracker", Role::Observes),
    ("InsnCounter", Role::Observes),
    ("LockedStackDepth", Role::Observes),
    ("LogConsole", Role::Observes),
    ("MethodAnalyzer", Role::Observes),
    ("MethodTracker", Role::Observes),
    ("NullTracker", Role::Observes),
    ("ObjectTracker", Role::Observes),
    ("OverlappingMethodAnalyzer", Role::Observes),
    ("ReferenceLocator", Role::Observes),
    ("SearchStats", Role::Observes),
    ("StackTracker", Role::Observes),
    ("StateCountEstimator", Role::Observes),
    ("StateSpaceAnalyzer", Role::Observes),
    ("StateTracker", Role::Observes),
    ("TraceStorer", Role::Observes),
    ("VarRecorder", Role::Observes),
    ("VarTracker", Role::Observes),
    // These leave out paths that bring nothing new; here everything is looked at.
    ("IdleFilter", Role::Observes),
    ("SimpleIdleFilter", Role::Observes),
    ("NoStateCycles", Role::Observes),
    ("AssertionProperty", Role::Checks),
    ("ConstChecker", Role::Checks),
    ("HeapTracker", Role::Checks),
    ("NonNullChecker", Role::Checks),
    ("NonSharedChecker", Role::Checks),
    ("NumericValueChecker", Role::Checks),
    ("PathOutputMonitor", Role::Checks),
    ("StackDepthChecker", Role::Checks),
    ("BitFlipListener", Role::Changes),
    ("CGRemover", Role::Changes),
    ("ChoiceSelector", Role::Changes),
    ("ExceptionInjector", Role::Changes),
    ("OOMEInjector", Role::Changes),
    ("Perturbator", Role::Changes),
    ("SymbolicListener", Role::Changes),
    ("SymbolicSequenceListener", Role::Changes),
    ("ConcolicListener", Role::Changes),
];

/// Keys that mean something else than what is done here unless they have one of these values (of a class: its simple name).
const KEYS: [(&str, &[&str], Role); 19] = [
    ("vm.class", &["SingleProcessVM", "JVM"], Role::Changes),
    ("vm.classloader.class", &["JVMSystemClassLoaderInfo"], Role::Changes),
    ("vm.disable_assertions", &["", "false"], Role::Changes),
    ("vm.finalize", &["false"], Role::Changes),
    ("vm.process_finalizers", &["false"], Role::Changes),
    ("vm.halt_on_throw", &["", "false"], Role::Checks),
    ("vm.ignore_uncaught_handler", &["false"], Role::Changes),
    ("vm.pass_uncaught_handler", &["true"], Role::Changes),
    ("vm.time.class", &["SystemTime"], Role::Changes),
    ("vm.time.model", &["SystemTime"], Role::Changes),
    ("vm.verify.ignore_path", &["true"], Role::Changes),
    ("jvm.insn_factory.class", &["InstructionFactory"], Role::Changes),
    ("cg.enable_atomic", &["true"], Role::Changes),
    ("cg.enumerate_cas", &["false"], Role::Changes),
    ("ap.go_on", &["false"], Role::Changes),
    ("idle.action", &["break", "warn", "yield"], Role::Changes),
    ("race.include", &["", "*"], Role::Changes),
    ("race.exclude", &["", "java.*,javax.*"], Role::Changes),
    ("listener.autoload", &["", "NonNull,gov.nasa.jpf.Const"], Role::Checks),
];

/// What a key does, if it asks for something else than what is done here.
pub fn role_of_key(key: &str, value: &str) -> Option<Role> {
    let (_, usual, role) = KEYS.iter().find(|(known, _, _)| *known == key)?;
    let compact: String = value.chars().filter(|c| !c.is_whitespace()).collect();
    // Files spell classes with their packages, and truth values in several ways.
    let is_usual = |usual: &&str| match *usual {
        "true" => matches!(compact.to_ascii_lowercase().as_str(), "true" | "t" | "yes" | "y" | "on" | "1" | ""),
        "false" => matches!(compact.to_ascii_lowercase().as_str(), "false" | "f" | "no" | "n" | "off" | "0"),
        usual => compact == usual || compact.ends_with(&format!(".{usual}")),
    };
    (!usual.iter().any(is_usual)).then_some(*role)
}

/// Whether the key is one of those that a value could give another meaning.
pub fn is_known_key(key: &str) -> bool {
    KEYS.iter().any(|(known, _, _)| *known == key)
}

impl Expansion<'_> {
    /// Something was asked for that is not to be had.
    pub(super) fn lacking(&mut self, what: &str, role: Role) -> Result<(), Fault> {
        match role {
            Role::Observes => self.warnings.push(format!("{what} only observes, and means nothing here")),
            Role::Checks => {
                self.job.beyond.push(format!("{what} is not supported: what it would check has not been checked"));
            }
            Role::Changes => {
                let sentence = format!("{what} is not supported, and may change what the program does");
                return Err(Fault::Unsupported(sentence));
            }
        }
        Ok(())
    }

    /// `search.properties`: Java PathFinder's own two are ours; others are not known.
    pub(super) fn choose_properties(&mut self, value: &str) -> Result<(), Fault> {
        let mut kinds = Vec::new();
        for class in super::list(value) {
            match class.rsplit('.').next().unwrap_or_default() {
                "NotDeadlockedProperty" => kinds.push(ViolationKind::Deadlock),
                "NoUncaughtExceptionsProperty" => kinds.extend([ViolationKind::Exception, ViolationKind::Assertion]),
                // An OutOfMemoryError that nobody catches; one that somebody does is not an error here.
                "NoOutOfMemoryErrorProperty" if kinds.contains(&ViolationKind::Exception) => {}
                "PreciseRaceDetector" => self.check_races(),
                _ => self.lacking(&format!("{}: the property {class}", self.path.display()), Role::Checks)?,
            }
        }
        // What the command line asks for wins.
        if self.job.properties == crate::job::Job::default().properties {
            self.job.properties = kinds;
        }
        Ok(())
    }

    fn check_races(&mut self) {
        self.job.subject.races = true;
        self.demand(ViolationKind::Race);
    }

    fn demand(&mut self, kind: ViolationKind) {
        if !self.job.properties.contains(&kind) {
            self.job.properties.push(kind);
        }
    }

    /// The writers become exports beside the file, under the target's name, as JPF has it.
    pub(super) fn add_listeners(&mut self, properties: &Properties) -> Result<(), Fault> {
        let target = properties.get("target").unwrap_or("model");
        let simple = Path::new(target).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let name = if target.ends_with(".java") || target.ends_with(".class") || target.ends_with(".jar") {
            simple
        } else {
            target.to_owned()
        };
        // jpf-probabilistic's drawing has the colours of jpf-label's too, so that it wins where both are asked for.
        let mut has_probabilities = false;
        for listener in std::mem::take(&mut self.listeners) {
            let file = |ending: &str| PathBuf::from(format!("{name}.{ending}"));
            let exports = &mut self.job.exports;
            match listener.rsplit('.').next().unwrap_or_default() {
                "StateSpaceText" | "StateSpaceWriter" | "TransitionText" => {
                    exports.tra.get_or_insert(file("tra"));
                    exports.format = Format::Jpf;
                }
                "StateLabelText" | "StateLabelWriter" => {
                    exports.lab.get_or_insert(file("lab"));
                    exports.format = Format::Jpf;
                    exports.only_labels_that_hold = true;
                }
                "StateSpaceDot" | "StateLabelVisitor" | "ExploredStatesVisitor" => {
                    exports.dot.get_or_insert(file("dot"));
                    exports.format = Format::Jpf;
                    exports.is_label_drawing = false;
                    has_probabilities = true;
                }
                "StateLabelDot" => {
                    exports.dot.get_or_insert(file("dot"));
                    exports.format = Format::Jpf;
                    exports.is_label_drawing = !has_probabilities;
                    exports.only_labels_that_hold = true;
                }
                "SimpleDot" | "PartialTransitionSystemListener" => {
                    exports.dot.get_or_insert(file("dot"));
                }
                "BudgetChecker" => {}
                "PreciseRaceDetector" => self.check_races(),
                "EndlessLoopDetector" => self.demand(ViolationKind::Livelock),
                // Every comparison of times may go either way.
                "StopWatchFuzzer" => self.job.subject.free_clock = true,
                simple => {
                    // A listener of somebody's own may do anything.
                    let role =
                        ROLES.iter().find(|(known, _)| *known == simple).map_or(Role::Changes, |(_, role)| *role);
                    self.lacking(&format!("{}: the listener {listener}", self.path.display()), role)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_with_its_usual_value_asks_for_nothing() {
        assert_eq!(role_of_key("vm.time.class", ".vm.SystemTime"), None);
        assert_eq!(role_of_key("vm.time.class", ".vm.ConstInsnPathTime"), Some(Role::Changes));
        assert_eq!(role_of_key("cg.enable_atomic", "yes"), None);
        assert_eq!(role_of_key("cg.enable_atomic", "false"), Some(Role::Changes));
        assert_eq!(role_of_key("race.exclude", "java.*, javax.*"), None);
        assert_eq!(role_of_key("vm.halt_on_throw", "java.lang.Error"), Some(Role::Checks));
        assert_eq!(role_of_key("vm.por", "false"), None);
    }

    #[test]
    fn names_of_listeners_stand_once() {
        for (index, (name, _)) in ROLES.iter().enumerate() {
            assert!(ROLES[..index].iter().all(|(other, _)| other != name), "{name}");
        }
    }
}
