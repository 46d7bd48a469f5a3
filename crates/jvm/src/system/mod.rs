//! The machine as a `System`: a program's behaviour, choice by choice.
//!
//! `running` goes from one choice to the next, `space` shows that to searches, `scouting` and `knowledge` are about what
//! one exploration tells the next, `beside` is about several machines at once.

mod beside;
mod knowledge;
mod load_log;
mod running;
mod scouting;
mod space;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use ::space::Fault;
use classfile::{ClassError, ClassPath, Jimage};

use self::knowledge::Knowledge;
pub use self::load_log::LoadLog;
use crate::choice::Pending;
use crate::config::Config;
use crate::labels::Plan;
use crate::vm::Vm;

/// What kind of place a state was encoded at.
pub mod standing {
    /// The running thread's instruction asks for a choice.
    pub const INSTRUCTION: u8 = 0;
    pub const SCHEDULE: u8 = 1;
    pub const RESUME: u8 = 2;
    pub const ENDED: u8 = 3;
    pub const DEADLOCKED: u8 = 4;
    pub const IGNORED: u8 = 5;
}

/// A Java program on a JDK.
pub struct Program {
    pub config: Arc<Config>,
    pub image_path: std::path::PathBuf,
    pub class_path: Vec<std::path::PathBuf>,
    labels: Vec<String>,
    rewards: Vec<String>,
    /// What is wrong with the labels and rewards asked for.
    misnamed: Option<Fault>,
    known: Knowledge,
    /// A machine in which the library is up, to be copied; twins have it in common.
    image: Arc<Mutex<Option<Vm>>>,
    /// What `config` was before it was bound otherwise, and what it has been since: machines of both boot alike.
    bound: Option<(Arc<Config>, Arc<Config>)>,
}

/// What of a configuration does not matter to the library's start.
pub struct Bounds<'a> {
    pub deadline: &'a mut Option<std::time::Instant>,
    pub interrupt: &'a mut Option<Arc<std::sync::atomic::AtomicBool>>,
    pub transition_max: &'a mut u64,
    pub keep_output: &'a mut bool,
}

/// What a machine has loaded, made permanent, and numbered for its own use (words, classes, methods, files). Machines that booted alike
/// and loaded equally much are alike.
pub type Loaded = (usize, usize, usize, usize);

/// Makes the machine's symbolic values; all that one makes share their expressions.
pub type MakeValues<'a> = dyn Fn() -> Box<dyn crate::domain::SymbolicValues> + 'a;

/// One live program state, with the machine that runs it.
pub struct World {
    pub vm: Vm,
    /// What it knows of the machines beside it, if it is one of several.
    beside: Option<beside::Beside>,
    /// That, and where, the program was seen to go round for ever; kept until it is asked for by whoever looks ahead.
    endless: Option<String>,
    /// It stands where it goes round for ever, and nothing can stop it.
    goes_round: bool,
    standing: u8,
    pub(crate) guide: crate::heuristics::Guide,
    asked: Asked,
}

/// The choice that the last step took, so that going back over that step need not ask again.
#[derive(Clone, Default)]
struct Asked {
    pending: Option<Pending>,
    /// Steps since the machine was last in a state that was encoded or decoded.
    steps: u32,
    /// The stamp of the state in which it was pending, if that is the last one.
    of: u64,
}

/// What came of one exploration.
pub struct Round<T> {
    pub result: T,
    /// A limit or the like ended it, so that it is not to be run again whatever it learned.
    pub is_over: bool,
}

impl Program {
    /// Labels and rewards are looked up at once; `check_labels` tells whether everything they name exists.
    pub fn new(mut config: Config, image_path: std::path::PathBuf, class_path: Vec<std::path::PathBuf>) -> Self {
        let resolved = resolve_plan(&config, &image_path, &class_path);
        let (plan, misnamed) = resolved.map_or_else(|fault| (Plan::default(), Some(fault)), |plan| (plan, None));
        let labels = plan.rules.iter().map(|rule| rule.name.clone()).collect();
        let rewards = plan.rewards.iter().map(|(name, _)| name.clone()).collect();
        config.plan = Arc::new(plan);
        Program {
            config: Arc::new(config),
            image_path,
            class_path,
            labels,
            rewards,
            misnamed,
            known: Knowledge::default(),
            image: Arc::default(),
            bound: None,
        }
    }

    /// Changes what a copy of a machine that has booted need not boot again for.
    pub fn bind(&mut self, change: impl FnOnce(Bounds<'_>)) {
        let origin = self.boots_as();
        let Config { deadline, interrupt, transition_max, keep_output, .. } = Arc::make_mut(&mut self.config);
        change(Bounds { deadline, interrupt, transition_max, keep_output });
        self.bound = Some((origin, self.config.clone()));
    }

    /// The configuration that stands for all that boot alike.
    fn boots_as(&self) -> Arc<Config> {
        let bound = self.bound.as_ref().filter(|(_, config)| Arc::ptr_eq(config, &self.config));
        bound.map_or(&self.config, |(origin, _)| origin).clone()
    }

    /// An error if a label or reward names something that does not exist; to be asked before a search.
    pub fn check_labels(&self) -> Result<(), Fault> {
        self.misnamed.clone().map_or(Ok(()), Err)
    }

    /// Makes a label that may only come up during the search (`3__pkg_C_f`) one of `labels`, so that a property can
    /// name it whether or not it ever holds. False if no such label was asked for. To be called before a search.
    pub fn name_label(&mut self, label: &str) -> bool {
        let config = Arc::make_mut(&mut self.config);
        let named = Arc::make_mut(&mut config.plan).name_label(label);
        if named {
            self.labels = config.plan.rules.iter().map(|rule| rule.name.clone()).collect();
        }
        named
    }

    /// A booted machine that stands before the first instruction of main.
    pub fn boot(&self) -> Result<Vm, Fault> {
        let vm = self.boot_library()?;
        self.enter_main(vm)
    }

    /// A machine in which the library is up.
    fn boot_library(&self) -> Result<Vm, Fault> {
        self.check_labels()?;
        let image = Jimage::open(&self.image_path).map_err(unreadable)?;
        let class_path = ClassPath::open(&self.class_path).map_err(unreadable)?.for_release(self.config.java_version);
        Vm::boot(self.config.clone(), Arc::new(image), Arc::new(class_path))
    }

    /// The same, copied if one has booted before.
    fn booted(&self) -> Result<Vm, Fault> {
        let mut image = self.image.lock().unwrap_or_else(PoisonError::into_inner);
        // Who changes the configuration of a program makes another one of it.
        let boots_as = self.boots_as();
        let is_alike = |vm: &&Vm| Arc::ptr_eq(&vm.config, &boots_as);
        if let Some(mut copy) = image.as_ref().filter(is_alike).and_then(Vm::fork) {
            copy.config = self.config.clone();
            return Ok(copy);
        }
        let vm = self.boot_library()?;
        *image = vm.fork().map(|copy| Vm { config: boots_as, ..copy });
        Ok(vm)
    }

    /// Puts a machine in which the library is up before the first instruction of main.
    fn enter_main(&self, mut vm: Vm) -> Result<Vm, Fault> {
        vm.expect_visible(self.known.visible());
        vm.enter_main()?;
        Ok(vm)
    }

    /// Explores until nothing new is learned, and tells what came of the last exploration, with whether it is *settled*: an
    /// exploration may learn that threads share more than it took for granted. Its results are then incomplete, though violations
    /// it found are real, and it is run again, knowing more, unless it is over.
    pub fn until_settled<T, E>(&self, mut explore: impl FnMut() -> Result<Round<T>, E>) -> Result<(T, bool), E> {
        loop {
            let Round { result, is_over } = explore()?;
            let is_settled = !self.known.end_exploration();
            if is_settled || is_over {
                return Ok((result, is_settled));
            }
        }
    }

    /// How often something was learned about what threads share; whoever walks through the program by hand may look for changes.
    pub fn lessons(&self) -> u64 {
        self.known.lessons()
    }

    /// What explorations learned so far about shared memory: a path means the same only to whoever knows the same.
    pub fn visible(&self) -> Vec<String> {
        self.known.visible().into_iter().collect()
    }

    /// That, and where, the program may go round for ever, if it was seen to.
    pub fn endless(&self) -> Option<String> {
        self.known.endless()
    }

    /// What explorations met so far that their verdict rests on.
    pub fn noticed(&self) -> crate::noticed::Noticed {
        self.known.noticed()
    }

    /// How the program's own heuristic failed, if it did.
    pub fn heuristic_failure(&self) -> Option<String> {
        self.known.heuristic_failure()
    }

    pub(crate) fn note_heuristic_failure(&self, how: impl FnOnce() -> String) {
        self.known.note_heuristic_failure(how);
    }

    /// The same program, knowing the same: what it learns from now on is its own.
    pub fn twin(&self) -> Program {
        let twin = Program {
            config: self.config.clone(),
            image_path: self.image_path.clone(),
            class_path: self.class_path.clone(),
            labels: self.labels.clone(),
            rewards: self.rewards.clone(),
            misnamed: self.misnamed.clone(),
            known: Knowledge::default(),
            image: self.image.clone(),
            bound: self.bound.clone(),
        };
        twin.expect_visible(self.visible());
        twin
    }

    /// The same program as a machine that prunes schedules, which knows nothing yet.
    pub fn reduced(&self) -> Program {
        let mut reduced = self.twin();
        Arc::make_mut(&mut reduced.config).reduction = crate::config::Reduction::On;
        reduced.known = Knowledge::default();
        reduced.image = Arc::default();
        reduced
    }

    /// Takes over what another exploration learned, and looks for no more. To be called before the first world is made.
    pub fn expect_visible(&self, keys: impl IntoIterator<Item = String>) {
        self.known.expect_visible(keys);
    }

    /// How much a machine has loaded. Those that have loaded the same things in the same order understand each other's states.
    pub fn loaded(&self, world: &World) -> Loaded {
        running::loaded(&world.vm)
    }

    /// What somebody looking over the program's shoulder would see.
    pub fn tell_all(&self, world: &mut World) {
        world.vm.tells = true;
    }

    /// Where that happened which the last step tells besides what was chosen.
    pub fn happened_at<'a>(&self, world: &'a World) -> &'a [String] {
        &world.vm.happened_at
    }

    pub fn scene(&self, world: &World) -> crate::scene::Scene {
        world.vm.scene()
    }

    /// The names that threads have had so far, if the configuration names threads.
    pub fn thread_names(&self) -> BTreeSet<String> {
        self.known.thread_names()
    }
}

fn unreadable(error: ClassError) -> Fault {
    match error {
        ClassError::Memory(_) => Fault::Limit { name: "max-memory", sentence: error.to_string() },
        other => Fault::Input(other.to_string()),
    }
}

/// Opens the class path only if something is asked for.
fn resolve_plan(
    config: &Config,
    image_path: &std::path::Path,
    class_path: &[std::path::PathBuf],
) -> Result<Plan, Fault> {
    if config.labels.is_empty() && config.rewards.is_empty() {
        return Ok(Plan::default());
    }
    let image = Jimage::open(image_path).map_err(unreadable)?;
    let class_path = ClassPath::open(class_path).map_err(unreadable)?.for_release(config.java_version);
    Plan::resolve(&config.labels, &config.rewards, &class_path, &image)
}
