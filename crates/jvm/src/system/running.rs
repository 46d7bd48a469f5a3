//! From one choice to the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use space::{Encoding, Fault, StepDescription, System};

use super::beside::Beside;
use super::{Asked, Loaded, MakeValues, Program, World, standing};
use crate::choice::Pending;
use crate::exec::Stop;
use crate::noticed::Noticed;
use crate::schedule::Wake;
use crate::treadmill::Treadmill;
use crate::vm::Vm;

impl World {
    fn new(vm: Vm) -> Self {
        let (standing, guide) = (standing::ENDED, Default::default());
        World { vm, beside: None, endless: None, goes_round: false, standing, guide, asked: Asked::default() }
    }

    /// Another that stands where this one does, if there can be one.
    pub(super) fn fork(&self) -> Option<World> {
        let World { vm, beside, endless, goes_round, standing, guide, asked: _ } = self;
        let (vm, beside, endless) = (vm.fork()?, beside.clone(), endless.clone());
        let (guide, asked) = (guide.clone(), Asked::default());
        Some(World { vm, beside, endless, goes_round: *goes_round, standing: *standing, guide, asked })
    }
}

impl Program {
    /// The initial state with symbolic inputs, whose expressions `values` makes. Choices may then be of the kinds
    /// `Pending::Branch` and `Pending::Assume`.
    pub fn initial_symbolic(&self, values: &MakeValues<'_>) -> Result<World, Fault> {
        assert!(self.config.symbolic, "the configuration asks for symbolic inputs");
        self.begin(Some(values), None)
    }

    /// From the start of main to the first choice. With `beside`, it is the machine of one of several workers, which gives up
    /// when that is set.
    pub(super) fn begin(
        &self,
        symbolic: Option<&MakeValues<'_>>,
        beside: Option<&Arc<AtomicBool>>,
    ) -> Result<World, Fault> {
        let mut vm = self.enter_main(self.booted()?)?;
        vm.symbolic = symbolic.map(|values| values());
        vm.stop = beside.cloned();
        let mut world = World::new(vm);
        world.beside = beside.map(|_| Beside::beginning());
        world.vm.is_one_of_several = beside.is_some();
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
        self.known.gather(&mut world.vm, false);
        world.vm.keep_output = self.config.keep_output;
        assert!(!world.vm.heap.is_permanent_mode(), "library code that runs permanently has no choices");
        // What ran before the first choice is common to all states.
        world.vm.collect();
        world.vm.freeze();
        if world.vm.can_settle() {
            // Objects are counted as the walks that watched them did.
            self.encode(&mut world, &mut Encoding::new());
            world.vm.settle();
        }
        if let Some(name) = &self.config.user_heuristic {
            world.vm.find_user_heuristic(name)?;
        }
        let parallel = beside.is_some();
        let (first, threaded) = (!self.known.scouted.swap(true, Ordering::Relaxed), world.vm.threaded);
        // Machines with symbolic inputs open each other's nodes, or count them beside each other: all are to know the same.
        if first || parallel || symbolic.is_some() {
            // While machines explore, more of them are made: what the others have learned is not forgotten.
            let learned = self.scout(&mut world, first);
            if first && learned && (threaded || learned_before || symbolic.is_some()) {
                self.known.forget_endless();
                // Who knows more may learn more; the machines made later are to learn nothing.
                self.known.scouted.store(symbolic.is_none(), Ordering::Relaxed);
                // What ran before the first choice may have read, beside threads, what only now is known to be shared.
                return self.begin(symbolic, beside);
            }
        }
        // The machines of several workers are to stay alike, and those with symbolic inputs as well.
        let is_unwanted = parallel || symbolic.is_some() || !self.known.threaded.load(Ordering::Relaxed);
        let looks = !is_unwanted && !self.known.looked_for_races.swap(true, Ordering::Relaxed);
        if looks && self.scout_for_races(&mut world) {
            self.known.forget_endless();
            return self.begin(symbolic, beside);
        }
        if !parallel && symbolic.is_none() && self.known.settle() {
            return self.begin(symbolic, beside);
        }
        Ok(world)
    }

    /// From the start of main to the first choice, while somebody looks on. What threads share is known already: by a run
    /// that nobody looked at, or from a trace. The configuration is one for going step by step.
    pub fn initial_shown(&self, onlooker: Box<dyn crate::looking::Onlooker>) -> Result<World, Fault> {
        let mut world = World::new(self.boot()?);
        world.vm.tells = true;
        world.vm.keep_output = true;
        world.vm.note_name(0);
        world.vm.set_onlooker(onlooker);
        self.begin_transition(&mut world.vm)?;
        world.vm.watch_main();
        if world.vm.watches.cut {
            world.vm.pending = Some(Pending::Resume);
            world.standing = standing::RESUME;
        } else {
            self.run_to_choice(&mut world)?;
        }
        world.vm.forget_leave();
        self.known.gather(&mut world.vm, false);
        world.vm.collect();
        world.vm.freeze();
        Ok(world)
    }

    /// Runs once, drawing all choices: gives the exit status, and what a verdict would rest on. The machine is left to the operating system: whoever runs a program like
    /// `java` ends with it.
    pub fn run(&self) -> Result<(i32, Noticed), Fault> {
        let mut world = World::new(self.boot()?);
        world.vm.renew_budget()?;
        loop {
            self.run_to_choice(&mut world)?;
            match world.standing {
                standing::ENDED => {
                    world.vm.flush_mappings();
                    world.vm.path.disk.carry_out().map_err(|error| {
                        Fault::Input(format!("a file that the program wrote cannot be written: {error}"))
                    })?;
                    let uncaught = world.vm.path.uncaught_in_main.is_some();
                    let status = world.vm.path.exit.unwrap_or(i32::from(uncaught));
                    let noticed = std::mem::take(&mut world.vm.noticed);
                    std::mem::forget(world);
                    return Ok((status, noticed));
                }
                standing::DEADLOCKED => {
                    let sentence = world.vm.explain_deadlock().details.join("; ");
                    return Err(Fault::Limit { name: "deadlock", sentence });
                }
                standing::IGNORED => return Ok((0, Noticed::default())),
                _ => {
                    let vm = &mut world.vm;
                    let pick = if let Some(Pending::Schedule { moves, .. }) = &vm.pending {
                        let moves = moves.clone();
                        vm.likely_move(&moves)
                    } else {
                        let alternatives = vm.pending.as_ref().map_or(1, |pending| pending.choice().alternatives());
                        vm.rng.below(alternatives as usize) as u32
                    };
                    self.take(&mut world.vm, pick);
                }
            }
        }
    }

    /// Resolves the pending choice without running on; gives what an instruction asked, if one did.
    pub(super) fn take(&self, vm: &mut Vm, pick: u32) -> Option<Pending> {
        match vm.pending.take() {
            Some(Pending::Schedule { moves, threads }) => {
                let (index, wake) = moves[pick as usize];
                vm.spare_schedule = (moves, threads);
                vm.begin_move(index, wake);
                None
            }
            Some(Pending::Resume) | None => None,
            Some(pending) => {
                // Who decides about schedules knows how the coin fell: what was decided before it does not bind.
                if matches!(pending, Pending::Coin { .. }) && vm.threaded {
                    vm.thread_mut().granted = false;
                }
                vm.picked = Some(pick);
                Some(pending)
            }
        }
    }

    /// Runs until the next choice or the end.
    pub(super) fn run_to_choice(&self, world: &mut World) -> Result<(), Fault> {
        /// Threads that may end in one transition.
        const ENDED_MAX: u32 = 64;
        world.goes_round = false;
        let vm = &mut world.vm;
        let mut treadmill = Treadmill::default();
        let mut ended = 0;
        loop {
            match vm.run_thread() {
                Stop::Long if vm.may_pass_point() => {
                    let goes_round = treadmill.goes_round(vm);
                    let mut moves = Vec::new();
                    vm.find_moves(&mut moves);
                    if goes_round && vm.put_off(&moves).is_empty() {
                        world.goes_round = true;
                        let how = || {
                            let (name, place) = (vm.thread_name(vm.current), vm.location().unwrap_or_default());
                            format!("\"{name}\" goes round for ever at {place}, and nothing can stop it")
                        };
                        match &world.beside {
                            Some(beside) if beside.explores => {
                                world.endless.get_or_insert_with(how);
                            }
                            _ => self.known.note_endless(how),
                        }
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
                stop @ (Stop::Point | Stop::Long | Stop::Blocked | Stop::Ended) => {
                    ended += u32::from(matches!(stop, Stop::Ended));
                    if matches!(stop, Stop::Blocked) {
                        vm.tell_waiting();
                    }
                    if let Some(place) = self.schedule(vm) {
                        world.standing = place;
                        return Ok(());
                    }
                    if vm.watches.cut || ended >= ENDED_MAX {
                        // An event, or threads that may well start each other for ever, and nothing to decide: the state
                        // is shown all the same.
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
                vm.note_races();
                if vm.config.detect_races {
                    let races = vm.next_races();
                    vm.violations.extend(races);
                }
                vm.pending = Some(Pending::schedule(moves, threads));
                Some(standing::SCHEDULE)
            }
        }
    }

    pub(super) fn begin_transition(&self, vm: &mut Vm) -> Result<(), Fault> {
        vm.violations.clear();
        vm.begin_watching();
        vm.begin_operations();
        vm.dropped.clear();
        vm.output.clear();
        vm.forced.clear();
        vm.switches = 0;
        vm.happened.clear();
        vm.happened_at.clear();
        vm.errors.clear();
        vm.transition_start = vm.instructions;
        vm.single_choices = 0;
        vm.renew_budget()
    }
}

pub(super) fn description_of_move(vm: &Vm, index: usize, wake: Wake) -> StepDescription {
    let text = vm.describe_move(index, wake);
    let thread = &vm.threads[index];
    // A thread that begins in the library has no place of the program to show yet.
    let begins_in_library = vm.is_about_to_start(thread)
        && thread.frames.iter().all(|frame| vm.class(vm.method(frame.method).class).library);
    let location = vm.location_of(thread).filter(|_| !begins_in_library);
    StepDescription { thread: Some(vm.thread_name(index)), location, text, ..StepDescription::default() }
}

pub(super) fn loaded(vm: &Vm) -> Loaded {
    (vm.heap.permanent_words(), vm.classes.len(), vm.methods.len(), vm.files.numbered())
}
