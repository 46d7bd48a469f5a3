//! What searches see of a program.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use space::{
    Choice, Encoding, Fault, Lesson, Pick, Roster, Standing, StepDescription, System, ThreadId, ThreadSet, Violation,
};

use super::running::description_of_move;
use super::{Program, World, standing};
use crate::choice::{Pending, SINGLE_CHOICES_MAX};
use crate::exec::Stop;
use crate::heuristics;
use crate::noticed::Noticed;

impl System for Program {
    type World = World;

    fn initial(&self) -> Result<World, Fault> {
        self.begin(None, None)
    }

    fn worker(&self, is_first: bool, stop: &Arc<AtomicBool>) -> Result<World, Fault> {
        self.begin_beside(is_first, stop)
    }

    fn has_loaded(&self, world: &World) -> bool {
        self.has_untold_loads(world)
    }

    fn tell_load(&self, world: &mut World, state: &Encoding, pick: Pick) -> Result<bool, Fault> {
        self.tell_others(world, state, pick)
    }

    fn is_behind(&self, world: &World) -> bool {
        self.is_behind_others(world)
    }

    fn catch_up(&self, world: &mut World) -> Result<(), Fault> {
        self.catch_up_with_others(world)
    }

    fn common_knowledge(&self) -> Vec<u8> {
        self.knowledge_in_common().expect("memory can be written")
    }

    fn load_record(&self, world: &World, state: &Encoding, pick: Pick) -> Vec<u8> {
        Program::load_record(self, world, state, pick)
    }

    fn hear_load(&self, record: &[u8]) -> io::Result<()> {
        Program::hear_load(self, record)
    }

    fn expect_knowledge(&self, knowledge: &[u8]) -> io::Result<()> {
        Program::expect_knowledge(self, knowledge)
    }

    fn notices(&self) -> Vec<u8> {
        Program::notices(self).expect("memory can be written")
    }

    fn hear_notices(&self, notices: &[u8]) -> io::Result<()> {
        Program::hear_notices(self, notices)
    }

    fn take_lesson(&self, world: &mut World) -> Option<Lesson> {
        self.lesson_of(world)
    }

    fn learn(&self, world: &mut World, lesson: &Lesson) {
        self.heed_lesson(world, lesson);
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
        if world.vm.is_one_of_several {
            self.known.remind(&mut world.vm);
        }
        self.begin_transition(&mut world.vm)?;
        if let Some(Pending::Schedule { moves, .. }) = &world.vm.pending {
            let (vm, (thread, _)) = (&world.vm, moves[pick.0 as usize]);
            let alive = vm.threads.iter().filter(|thread| thread.is_alive()).count();
            let was_able = |last: u32| moves.iter().any(|(index, _)| *index == last as usize);
            world.guide.scheduled(thread as u32, alive, was_able);
        }
        world.asked.pending = self.take(&mut world.vm, pick.0);
        world.asked.steps += 1;
        let result = self.run_to_choice(world);
        world.vm.forget_leave();
        let keeps = world.beside.as_ref().is_some_and(|beside| beside.explores);
        if world.vm.is_one_of_several && !keeps {
            // It walks to load what it will need; one that is alone does not.
            world.vm.noticed = Noticed::default();
        }
        self.known.gather(&mut world.vm, keeps);
        if result.is_err() {
            world.vm.abandon_initializers();
        }
        result
    }

    fn encode(&self, world: &mut World, out: &mut Encoding) {
        let renumbered = world.vm.encode(world.standing, out);
        let is_one_step = std::mem::take(&mut world.asked.steps) == 1;
        world.asked.of = if is_one_step { world.vm.layout.base() } else { 0 };
        if renumbered && world.standing == standing::SCHEDULE {
            // Ended threads are gone, and the others numbered anew.
            world.vm.ask_scheduler();
        }
        world.guide.arrived(out.bytes());
    }

    fn decode(&self, encoding: &Encoding, world: &mut World) {
        let asked = std::mem::take(&mut world.asked);
        let asked = asked.pending.filter(|_| asked.of != 0 && asked.of == encoding.stamp());
        let vm = &mut world.vm;
        let asked = asked.filter(|_| vm.layout.can_go_back_to(encoding));
        world.standing = vm.decode(encoding);
        world.guide.restored(encoding.bytes());
        vm.picked = None;
        if let Some(Pending::Schedule { moves, threads }) = vm.pending.take() {
            vm.spare_schedule = (moves, threads);
        }
        vm.pending = match world.standing {
            standing::SCHEDULE => return vm.ask_scheduler(),
            standing::RESUME => Some(Pending::Resume),
            standing::INSTRUCTION if asked.is_some() => asked,
            standing::INSTRUCTION => {
                // The instruction asks again, also if it has one alternative only.
                vm.pending = None;
                vm.single_choices = SINGLE_CHOICES_MAX;
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

    fn move_site(&self, world: &World, pick: Pick) -> u64 {
        world.vm.move_site(pick.0)
    }

    fn heuristics(&self) -> &[&'static str] {
        &heuristics::NAMES
    }

    fn heuristic(&self, world: &mut World, index: usize) -> f64 {
        heuristics::value(self, world, index)
    }

    fn heuristic_depends_on_way(&self, index: usize) -> bool {
        self.config.user_heuristic.is_some() || heuristics::depends_on_way(index)
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
                ..StepDescription::default()
            },
            Pending::Notify { .. } => StepDescription {
                thread: Some(vm.thread_name(vm.current)),
                location: vm.location(),
                text: vm.describe_notifying(pick.0 as usize),
                ..StepDescription::default()
            },
            Pending::Branch { what, .. } => StepDescription {
                thread: Some(vm.thread_name(vm.current)),
                location: vm.location(),
                text: format!("{what}: case {}", pick.0),
                ..StepDescription::default()
            },
            Pending::Assume { .. } | Pending::Resume => StepDescription {
                thread: Some(vm.thread_name(vm.current)),
                location: vm.location(),
                text: "goes on".into(),
                ..StepDescription::default()
            },
        }
    }

    fn roster(&self, world: &World) -> Roster {
        world.vm.roster()
    }

    fn explain_stuck(&self, world: &World, threads: &ThreadSet) -> Violation {
        world.vm.explain_stuck(&threads.iter().collect::<Vec<_>>())
    }

    fn explain_livelock(&self, world: &World, threads: &ThreadSet) -> Violation {
        world.vm.explain_livelock(&threads.iter().collect::<Vec<_>>())
    }

    fn note_endless(&self, world: &World, threads: &ThreadSet) {
        self.known.note_endless(|| world.vm.explain_livelock(&threads.iter().collect::<Vec<_>>()).message);
    }

    fn note_held(&self, world: &World, threads: &ThreadSet) {
        self.known.note_hasty(threads.iter().map(|index| world.vm.place_of_wait(index)));
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
