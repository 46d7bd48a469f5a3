//! The machine as a `System`: a program's behaviour, choice by choice.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use classfile::{ClassPath, Jimage};
use space::{Choice, Encoding, Fault, Pick, Roster, Standing, StepDescription, System, ThreadId, Violation};

use crate::choice::Pending;
use crate::config::Config;
use crate::exec::Stop;
use crate::labels::Plan;
use crate::timeline::Timeline;
use crate::treadmill::Treadmill;
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
    /// What earlier explorations learned about shared memory (see `visible`).
    visible: Mutex<BTreeSet<String>>,
    learned: AtomicBool,
    scouted: AtomicBool,
    /// Several workers explore: their machines must stay alike (see `begin_parallel`).
    parallel: AtomicBool,
    diverged: AtomicBool,
    /// Where the program goes round for ever, alone and without a choice.
    endless: Mutex<Option<String>>,
    /// The names of threads, as far as `livelock_threads` makes somebody care.
    names: Mutex<BTreeSet<String>>,
    /// That the program's own heuristic failed, where it first did.
    heuristic_failure: Mutex<Option<String>>,
}

/// What a machine has loaded and made permanent. Machines that booted alike and loaded equally much are alike.
type Loaded = (usize, usize, usize);

/// Makes the machine's symbolic values; all that one makes share their expressions.
pub type MakeValues<'a> = dyn Fn() -> Box<dyn crate::domain::SymbolicValues> + 'a;

/// One live program state, with the machine that runs it.
pub struct World {
    pub vm: Vm,
    /// How much the machine had loaded when it began to explore beside others.
    sealed: Option<Loaded>,
    standing: u8,
    pub(crate) guide: crate::heuristics::Guide,
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
            visible: Mutex::default(),
            learned: AtomicBool::new(false),
            scouted: AtomicBool::new(false),
            parallel: AtomicBool::new(false),
            diverged: AtomicBool::new(false),
            endless: Mutex::default(),
            names: Mutex::default(),
            heuristic_failure: Mutex::default(),
        }
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
        self.check_labels()?;
        let image = Jimage::open(&self.image_path).map_err(|error| Fault::Input(error.to_string()))?;
        let class_path = ClassPath::open(&self.class_path)
            .map_err(|error| Fault::Input(error.to_string()))?
            .for_release(self.config.java_version);
        let mut vm = Vm::boot(Rc::new((*self.config).clone()), Rc::new(image), Rc::new(class_path))?;
        vm.expect_visible(self.visible.lock().unwrap_or_else(PoisonError::into_inner).clone());
        vm.enter_main()?;
        Ok(vm)
    }

    /// Whether the last exploration learned that threads share more than it took for granted: its results are then
    /// incomplete, and it has to be run again. Violations it found are real.
    pub fn must_repeat(&self) -> bool {
        self.learned.swap(false, Ordering::Relaxed)
    }

    /// What explorations learned so far about shared memory: a path means the same only to whoever knows the same.
    pub fn visible(&self) -> Vec<String> {
        self.visible.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Where the program was found to go round for ever, if it was.
    pub fn endless(&self) -> Option<String> {
        self.endless.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How the program's own heuristic failed, if it did.
    pub fn heuristic_failure(&self) -> Option<String> {
        self.heuristic_failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn note_heuristic_failure(&self, how: impl FnOnce() -> String) {
        self.heuristic_failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(how);
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
            visible: Mutex::default(),
            learned: AtomicBool::new(false),
            scouted: AtomicBool::new(false),
            parallel: AtomicBool::new(false),
            diverged: AtomicBool::new(false),
            endless: Mutex::default(),
            names: Mutex::default(),
            heuristic_failure: Mutex::default(),
        };
        twin.expect_visible(self.visible());
        twin
    }

    /// The same program as a machine that prunes schedules, which knows nothing yet.
    pub fn reduced(&self) -> Program {
        let mut reduced = self.twin();
        Arc::make_mut(&mut reduced.config).reduction = crate::config::Reduction::On;
        reduced.visible = Mutex::default();
        reduced.scouted = AtomicBool::new(false);
        reduced
    }

    /// Takes over what another exploration learned, and looks for no more. To be called before the first world is made.
    pub fn expect_visible(&self, keys: impl IntoIterator<Item = String>) {
        self.visible.lock().unwrap_or_else(PoisonError::into_inner).extend(keys);
        self.scouted.store(true, Ordering::Relaxed);
    }

    /// Prepares for several workers. States name classes and permanent objects by number, so that all machines must
    /// load the same things in the same order. They do: each boots and scouts alike, and from then on loads nothing
    /// more. If one has to, the workers stop, and `has_diverged` tells that the search needs a single worker.
    pub fn begin_parallel(&self) -> Result<(), Fault> {
        self.initial()?;
        self.parallel.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// The same for machines with symbolic inputs, the first of which has been made: those made from now on are alike.
    pub fn begin_alike(&self) {
        self.parallel.store(true, Ordering::Relaxed);
    }

    pub fn has_diverged(&self) -> bool {
        self.parallel.store(false, Ordering::Relaxed);
        self.diverged.swap(false, Ordering::Relaxed)
    }

    /// Walks at random for a moment to learn what threads share, so that the exploration need not be repeated often.
    /// Every walk starts from the initial state, and leaves no trace in it. Says whether anything was learned.
    fn scout(&self, world: &mut World) -> bool {
        const WALKS: usize = 64;
        const STEPS: u64 = 8192;
        const INSTRUCTIONS: u64 = 1 << 26;
        /// A walk ends that goes on for so many steps without a choice: it goes round, waiting for somebody.
        const ALONE: usize = 16;
        // Without reduction there is nothing to learn; but several workers have to load what they need beforehand.
        let full = self.config.reduction == crate::config::Reduction::Off;
        if self.config.run_once || (full && !self.parallel.load(Ordering::Relaxed)) {
            return false;
        }
        let violations = std::mem::take(&mut world.vm.violations);
        let (output, errors) = (std::mem::take(&mut world.vm.output), std::mem::take(&mut world.vm.errors));
        let counters = world.vm.counters();
        let mut start = Encoding::new();
        self.encode(world, &mut start);
        let mut rng = space::Rng::new(self.config.seed);
        let mut steps = 0;
        let mut threaded = false;
        let last = world.vm.instructions + INSTRUCTIONS;
        for _ in 0..WALKS {
            self.decode(&start, world);
            let mut alone = 0;
            while let Some(choice) = self.choice(world) {
                let alternatives = choice.alternatives() as usize;
                alone = if alternatives == 1 { alone + 1 } else { 0 };
                if alone > ALONE {
                    break;
                }
                let pick = Pick(rng.below(alternatives) as u32);
                threaded |= world.vm.threaded;
                steps += 1;
                if steps > STEPS || world.vm.instructions > last || self.step(world, pick).is_err() {
                    break;
                }
            }
            // A program that shows no second thread in its first walk seldom has one.
            if steps > STEPS || world.vm.instructions > last || !(threaded || self.parallel.load(Ordering::Relaxed)) {
                break;
            }
        }
        self.decode(&start, world);
        let vm = &mut world.vm;
        (vm.violations, vm.output, vm.errors) = (violations, output, errors);
        vm.set_counters(counters);
        self.learned.swap(false, Ordering::Relaxed)
    }

    fn note_learned(&self, vm: &mut Vm) {
        if !vm.names.is_empty() {
            self.names.lock().unwrap_or_else(PoisonError::into_inner).append(&mut vm.names);
        }
        if !vm.visible.learned.is_empty() {
            let mut visible = self.visible.lock().unwrap_or_else(PoisonError::into_inner);
            visible.extend(vm.visible.learned.drain(..));
            // Without reduction every access is a scheduling point, whatever was known of it.
            if self.config.reduction == crate::config::Reduction::On {
                self.learned.store(true, Ordering::Relaxed);
            }
        }
    }

    /// The names that threads have had so far, if the configuration names threads.
    pub fn thread_names(&self) -> BTreeSet<String> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Runs once, drawing all choices: gives the exit status.
    pub fn run(&self) -> Result<i32, Fault> {
        let mut world = World { vm: self.boot()?, sealed: None, standing: standing::ENDED, guide: Default::default() };
        world.vm.renew_budget()?;
        let mut timeline = Timeline::default();
        loop {
            self.run_to_choice(&mut world)?;
            match world.standing {
                standing::ENDED => {
                    world.vm.path.disk.carry_out().map_err(|error| {
                        Fault::Input(format!("a file that the program wrote cannot be written: {error}"))
                    })?;
                    let uncaught = world.vm.path.uncaught_in_main.is_some();
                    return Ok(world.vm.path.exit.unwrap_or(i32::from(uncaught)));
                }
                standing::DEADLOCKED => {
                    return Err(Fault::Limit(world.vm.explain_deadlock().details.join("; ")));
                }
                standing::IGNORED => return Ok(0),
                _ => {
                    let vm = &mut world.vm;
                    let pick = if let Some(Pending::Schedule { moves, .. }) = &vm.pending {
                        let moves = moves.clone();
                        timeline.choose(vm, &moves)
                    } else {
                        let alternatives = vm.pending.as_ref().map_or(1, |pending| pending.choice().alternatives());
                        vm.rng.below(alternatives as usize) as u32
                    };
                    self.take(&mut world.vm, pick);
                }
            }
        }
    }

    /// Resolves the pending choice without running on.
    fn take(&self, vm: &mut Vm, pick: u32) {
        match vm.pending.take() {
            Some(Pending::Schedule { moves, threads }) => {
                let (index, wake) = moves[pick as usize];
                vm.spare_schedule = (moves, threads);
                vm.begin_move(index, wake);
            }
            Some(Pending::Resume) | None => {}
            Some(pending) => {
                // Who decides about schedules knows how the coin fell: what was decided before it does not bind.
                if matches!(pending, Pending::Coin { .. }) && vm.threaded {
                    vm.thread_mut().granted = false;
                }
                vm.picked = Some(pick);
            }
        }
    }

    /// Runs until the next choice or the end.
    fn run_to_choice(&self, world: &mut World) -> Result<(), Fault> {
        let vm = &mut world.vm;
        let mut treadmill = Treadmill::default();
        loop {
            match vm.run_thread() {
                Stop::Long if vm.may_pass_point() => {
                    let goes_round = treadmill.goes_round(vm);
                    if goes_round {
                        let mut endless = self.endless.lock().unwrap_or_else(PoisonError::into_inner);
                        endless.get_or_insert_with(|| vm.location().unwrap_or_default());
                    }
                    if goes_round || treadmill.looked_in_vain(vm) {
                        // The state is shown, so that the search can see whether it comes back to it.
                        vm.pending = Some(Pending::Resume);
                        world.standing = standing::RESUME;
                        return Ok(());
                    }
                }
                Stop::Choice => {
                    world.standing = standing::INSTRUCTION;
                    return Ok(());
                }
                Stop::Cut => {
                    vm.pending = Some(Pending::Resume);
                    world.standing = standing::RESUME;
                    return Ok(());
                }
                Stop::Exit => {
                    world.standing = standing::ENDED;
                    return Ok(());
                }
                Stop::Ignored => {
                    world.standing = standing::IGNORED;
                    return Ok(());
                }
                Stop::Fault(fault) => return Err(fault),
                Stop::Point | Stop::Long | Stop::Blocked | Stop::Ended => {
                    if let Some(place) = self.schedule(vm) {
                        world.standing = place;
                        return Ok(());
                    }
                    if vm.watches.cut {
                        // An event and nothing to decide: the state is shown all the same.
                        vm.pending = Some(Pending::Resume);
                        world.standing = standing::RESUME;
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Decides who runs next where there is nothing to decide; otherwise leaves the choice pending.
    fn schedule(&self, vm: &mut Vm) -> Option<u8> {
        if vm.has_ended() {
            return Some(standing::ENDED);
        }
        let (mut moves, threads) = std::mem::take(&mut vm.spare_schedule);
        vm.find_moves(&mut moves);
        match moves.as_slice() {
            [] => {
                vm.collect();
                let violation = vm.explain_deadlock();
                vm.violations.push(violation);
                Some(standing::DEADLOCKED)
            }
            &[(index, wake)] => {
                vm.switches += u32::from(index != vm.current);
                if vm.keep_output && index != vm.current {
                    vm.forced.push((description_of_move(vm, index, wake), vm.output.len()));
                }
                vm.spare_schedule = (moves, threads);
                vm.begin_move(index, wake);
                None
            }
            _ => {
                if vm.config.detect_races {
                    let races = vm.next_races();
                    vm.violations.extend(races);
                }
                vm.pending = Some(Pending::schedule(moves, threads));
                Some(standing::SCHEDULE)
            }
        }
    }

    /// From the start of main to the first choice.
    fn begin(&self, symbolic: Option<&MakeValues<'_>>) -> Result<World, Fault> {
        let mut vm = self.boot()?;
        vm.symbolic = symbolic.map(|values| values());
        let mut world = World { vm, sealed: None, standing: standing::ENDED, guide: Default::default() };
        world.vm.keep_output = true;
        world.vm.note_name(0);
        self.begin_transition(&mut world.vm)?;
        world.vm.watch_main();
        if world.vm.watches.cut {
            world.vm.pending = Some(Pending::Resume);
            world.standing = standing::RESUME;
        } else {
            self.run_to_choice(&mut world)?;
        }
        world.vm.forget_leave();
        // Without a choice there is no step to learn from.
        let learned_before = !world.vm.visible.learned.is_empty();
        self.note_learned(&mut world.vm);
        world.vm.keep_output = self.config.keep_output;
        assert!(!world.vm.heap.is_permanent_mode(), "library code that runs permanently has no choices");
        // What ran before the first choice is common to all states.
        world.vm.collect();
        world.vm.freeze();
        if let Some(name) = &self.config.user_heuristic {
            world.vm.find_user_heuristic(name)?;
        }
        let parallel = self.parallel.load(Ordering::Relaxed);
        let (first, threaded) = (!self.scouted.swap(true, Ordering::Relaxed), world.vm.threaded);
        // Machines with symbolic inputs open each other's nodes, or count them beside each other: all are to know the same.
        if first || parallel || symbolic.is_some() {
            let learned = self.scout(&mut world);
            if first && learned && (threaded || learned_before || symbolic.is_some()) {
                *self.endless.lock().unwrap_or_else(PoisonError::into_inner) = None;
                // What ran before the first choice may have read, beside threads, what only now is known to be shared.
                return self.begin(symbolic);
            }
        }
        if parallel {
            world.sealed = Some(loaded(&world.vm));
        }
        Ok(world)
    }

    /// The initial state with symbolic inputs, whose expressions `values` makes. Choices may then be of the kinds
    /// `Pending::Branch` and `Pending::Assume`.
    pub fn initial_symbolic(&self, values: &MakeValues<'_>) -> Result<World, Fault> {
        assert!(self.config.symbolic, "the configuration asks for symbolic inputs");
        self.begin(Some(values))
    }

    fn begin_transition(&self, vm: &mut Vm) -> Result<(), Fault> {
        vm.violations.clear();
        vm.begin_watching();
        vm.begin_operations();
        vm.output.clear();
        vm.forced.clear();
        vm.switches = 0;
        vm.happened.clear();
        vm.errors.clear();
        vm.transition_start = vm.instructions;
        vm.single_choices = 0;
        vm.renew_budget()
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
    let input = |error: classfile::ClassError| Fault::Input(error.to_string());
    let image = Jimage::open(image_path).map_err(input)?;
    let class_path = ClassPath::open(class_path).map_err(input)?.for_release(config.java_version);
    Plan::resolve(&config.labels, &config.rewards, &class_path, &image)
}

fn description_of_move(vm: &Vm, index: usize, wake: crate::schedule::Wake) -> StepDescription {
    let text = vm.describe_move(index, wake);
    let thread = &vm.threads[index];
    // A thread that begins in the library has no place of the program to show yet.
    let begins_in_library = vm.is_about_to_start(thread)
        && thread.frames.iter().all(|frame| vm.class(vm.method(frame.method).class).library);
    let location = vm.location_of(thread).filter(|_| !begins_in_library);
    StepDescription { thread: Some(vm.thread_name(index)), location, text }
}

fn members(threads: u64) -> Vec<usize> {
    (0..64).filter(|index| threads & 1 << index != 0).collect()
}

fn loaded(vm: &Vm) -> Loaded {
    (vm.heap.permanent_words(), vm.classes.len(), vm.methods.len())
}

impl System for Program {
    type World = World;

    fn initial(&self) -> Result<World, Fault> {
        self.begin(None)
    }

    fn choice<'a>(&'a self, world: &'a World) -> Option<Choice<'a>> {
        match world.standing {
            standing::ENDED | standing::DEADLOCKED | standing::IGNORED => None,
            _ => world.vm.pending.as_ref().map(Pending::choice),
        }
    }

    fn standing(&self, world: &World) -> Standing {
        match world.standing {
            standing::ENDED => Standing::Ended,
            standing::DEADLOCKED => Standing::Deadlocked,
            standing::IGNORED => Standing::Ignored,
            _ => Standing::Open,
        }
    }

    fn step(&self, world: &mut World, pick: Pick) -> Result<(), Fault> {
        self.begin_transition(&mut world.vm)?;
        if let Some(Pending::Schedule { moves, .. }) = &world.vm.pending {
            let (vm, (thread, _)) = (&world.vm, moves[pick.0 as usize]);
            let alive = vm.threads.iter().filter(|thread| thread.is_alive()).count();
            let was_able = |last: u32| moves.iter().any(|(index, _)| *index == last as usize);
            world.guide.scheduled(thread as u32, alive, was_able);
        }
        self.take(&mut world.vm, pick.0);
        let result = self.run_to_choice(world);
        world.vm.forget_leave();
        self.note_learned(&mut world.vm);
        if result.is_err() {
            world.vm.abandon_initializers();
        }
        if world.sealed.is_some_and(|sealed| sealed != loaded(&world.vm)) {
            self.diverged.store(true, Ordering::Relaxed);
            return Err(Fault::Limit("the workers' machines are no longer alike".into()));
        }
        result
    }

    fn encode(&self, world: &mut World, out: &mut Encoding) {
        let renumbered = world.vm.encode(world.standing, out);
        if renumbered && world.standing == standing::SCHEDULE {
            // Ended threads are gone, and the others numbered anew.
            world.vm.ask_scheduler();
        }
        world.guide.arrived(out.bytes());
    }

    fn decode(&self, encoding: &Encoding, world: &mut World) {
        let vm = &mut world.vm;
        world.standing = vm.decode(encoding);
        world.guide.restored(encoding.bytes());
        vm.picked = None;
        if let Some(Pending::Schedule { moves, threads }) = vm.pending.take() {
            vm.spare_schedule = (moves, threads);
        }
        vm.pending = match world.standing {
            standing::SCHEDULE => return vm.ask_scheduler(),
            standing::RESUME => Some(Pending::Resume),
            standing::INSTRUCTION => {
                // The instruction asks again, also if it has one alternative only.
                vm.pending = None;
                vm.single_choices = crate::choice::SINGLE_CHOICES_MAX;
                vm.instructions_max = u64::MAX;
                match vm.run_thread() {
                    Stop::Choice => vm.pending.take(),
                    other => unreachable!("a restored choice asks again, yet: {other:?}"),
                }
            }
            _ => None,
        };
    }

    fn violations<'a>(&'a self, world: &'a World) -> &'a [Violation] {
        &world.vm.violations
    }

    fn labels(&self) -> &[String] {
        &self.labels
    }

    fn holds(&self, world: &World, label: usize) -> bool {
        world.vm.label_holds(label)
    }

    fn families(&self) -> usize {
        self.config.plan.families.len()
    }

    fn family_values(&self, world: &World, family: usize, visit: &mut dyn FnMut(i64)) {
        let family = &self.config.plan.families[family];
        world.vm.watched_values(family.watch, &mut |value| {
            if !family.named.contains(&value) {
                visit(value);
            }
        });
    }

    fn family_label(&self, family: usize, value: i64) -> String {
        self.config.plan.families[family].label(value)
    }

    fn rewards(&self) -> &[String] {
        &self.rewards
    }

    fn earned(&self, world: &World, reward: usize) -> u64 {
        world.vm.earned(reward)
    }

    fn site(&self, world: &World) -> u64 {
        world.vm.choice_site()
    }

    fn heuristics(&self) -> &[&'static str] {
        &crate::heuristics::NAMES
    }

    fn heuristic(&self, world: &mut World, index: usize) -> f64 {
        crate::heuristics::value(self, world, index)
    }

    fn describe(&self, world: &World, pick: Pick) -> StepDescription {
        let vm = &world.vm;
        let Some(pending) = &vm.pending else { return StepDescription::default() };
        match pending {
            Pending::Schedule { moves, .. } => {
                let (index, wake) = moves[pick.0 as usize];
                description_of_move(vm, index, wake)
            }
            Pending::Coin { asking, .. } | Pending::Data { asking, .. } => StepDescription {
                thread: Some(vm.thread_name(vm.current)),
                location: vm.location(),
                text: asking.answer(pick.0),
            },
            Pending::Notify { .. } => StepDescription {
                thread: Some(vm.thread_name(vm.current)),
                location: vm.location(),
                text: format!("notifies waiter {} of those that wait", pick.0 + 1),
            },
            Pending::Branch { what, .. } => StepDescription {
                thread: Some(vm.thread_name(vm.current)),
                location: vm.location(),
                text: format!("{what}: case {}", pick.0),
            },
            Pending::Assume { .. } | Pending::Resume => StepDescription {
                thread: Some(vm.thread_name(vm.current)),
                location: vm.location(),
                text: "goes on".into(),
            },
        }
    }

    fn roster(&self, world: &World) -> Roster {
        world.vm.roster()
    }

    fn explain_stuck(&self, world: &World, threads: u64) -> Violation {
        world.vm.explain_stuck(&members(threads))
    }

    fn explain_livelock(&self, world: &World, threads: u64) -> Violation {
        world.vm.explain_livelock(&members(threads))
    }

    fn runner(&self, world: &World) -> Option<ThreadId> {
        world.vm.runner.map(|index| ThreadId(index as u32))
    }

    fn ended<'a>(&'a self, world: &'a World) -> &'a [ThreadId] {
        &world.vm.dropped
    }

    fn switches(&self, world: &World) -> u32 {
        world.vm.switches
    }

    fn forced<'a>(&'a self, world: &'a World) -> &'a [(StepDescription, usize)] {
        &world.vm.forced
    }

    fn happened<'a>(&'a self, world: &'a World) -> &'a [String] {
        &world.vm.happened
    }

    fn output<'a>(&'a self, world: &'a World) -> &'a [u8] {
        &world.vm.output
    }

    fn instructions(&self, world: &World) -> u64 {
        world.vm.instructions
    }
}
