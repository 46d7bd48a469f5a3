//! The machine's side of a [`Plan`]: what of it is bound to loaded classes, which events just happened, and whether the
//! transition has to end.

use std::sync::Arc;

use super::local::{BoundLocal, WatchedAssignment};
use super::plan::{Counter, MethodName, Plan, Subject};
use crate::class::{Kind, slow};
use crate::heap::ClassId;
use crate::vm::{Outcome, Vm};

/// Among the watches of a method: no label's, but whoever tells a trace wants to know what it returns (see `intention`).
pub(crate) const TOLD: u32 = u32::MAX;

#[derive(Clone, Default)]
pub struct Watches {
    pub plan: Arc<Plan>,
    /// By watch: the static field it is about, once the class is loaded.
    pub(super) fields: Vec<Option<(ClassId, u16)>>,
    pub(super) locals: Vec<BoundLocal>,
    pub(super) assignments: Vec<WatchedAssignment>,
    pub(super) thrown: Vec<(ClassId, u32)>,
    /// Something a label is about has happened: the transition ends after this instruction.
    pub cut: bool,
    /// What the counters stood at when the transition began.
    flips_before: u64,
    allocations_before: u64,
}

/// See `Vm::counters`.
pub struct Counters {
    instructions: u64,
    transition_start: u64,
    flips: u64,
    flips_before: u64,
    allocations: u64,
    allocations_before: u64,
    earned: Vec<u64>,
    registers: crate::natives::verify::Registers,
}

impl Watches {
    pub fn new(plan: Arc<Plan>) -> Self {
        let fields = vec![None; plan.watches.len()];
        Watches { plan, fields, ..Watches::default() }
    }

    pub fn has_locals(&self) -> bool {
        !self.locals.is_empty()
    }

    pub(super) fn subject(&self, watch: u32) -> &Subject {
        &self.plan.watches[watch as usize].subject
    }
}

/// A slot's content as the number a label compares.
pub(super) fn as_number(kind: Kind, slot: u64) -> i64 {
    match kind {
        Kind::Boolean => (slot & 1) as i64,
        Kind::Byte => i64::from(slot as i8),
        Kind::Char => i64::from(slot as u16),
        Kind::Short => i64::from(slot as i16),
        Kind::Long => slot as i64,
        Kind::Int => i64::from(slot as i32),
        _ => 0,
    }
}

impl Vm {
    /// What the library does for all paths at once is no event of any.
    pub(super) fn is_watching(&self) -> bool {
        self.booted && !self.heap.is_permanent_mode()
    }

    pub(super) fn note_event(&mut self, watch: u32, value: i64) {
        if !self.is_watching() {
            return;
        }
        let plan = self.watches.plan.clone();
        let watched = &plan.watches[watch as usize];
        for (reward, wanted) in &watched.counted_by {
            if wanted.is_none_or(|wanted| wanted == value) {
                // What runs before the first transition begins (entering main) is noted then.
                if let Some(earned) = self.earned.get_mut(*reward as usize) {
                    *earned += 1;
                }
            }
        }
        if watched.cuts {
            self.path.events.extend([watch, value as u32, (value >> 32) as u32]);
            self.watches.cut = true;
        }
    }

    /// Marks what is watched in a class that was just defined.
    pub fn watches_on_define(&mut self, class: ClassId) -> Outcome<()> {
        let plan = self.watches.plan.clone();
        for (index, watch) in plan.watches.iter().enumerate() {
            let index = index as u32;
            match &watch.subject {
                Subject::Invoked(method) | Subject::Returned(method) | Subject::Locked(method)
                    if method.is_abstract =>
                {
                    self.bind_implementation(class, method, index);
                }
                subject if subject.class() != &*self.class(class).name => {}
                Subject::Field { name, .. } => {
                    if let Some(place) = self.class(class).fields.iter().position(|field| *field.name == **name) {
                        self.class_mut(class).fields[place].watched = true;
                        self.watches.fields[index as usize] = Some((class, place as u16));
                    }
                }
                Subject::Thrown { .. } => self.watches.thrown.push((class, index)),
                Subject::Local { method, variable } => {
                    if let Some(id) = self.declared_method(class, &method.name, &method.descriptor) {
                        self.bind_local(index, id, variable);
                    }
                }
                Subject::Invoked(method)
                | Subject::Returned(method)
                | Subject::Locked(method)
                | Subject::Unlocked(method) => self.bind_method(class, method, index),
            }
        }
        Ok(())
    }

    fn bind_method(&mut self, class: ClassId, name: &MethodName, watch: u32) {
        if let Some(id) = self.declared_method(class, &name.name, &name.descriptor) {
            let method = &mut self.methods[id.0 as usize];
            method.watches.push(watch);
            method.slow |= slow::WATCHED;
        }
    }

    /// A class that implements a watched method without code.
    fn bind_implementation(&mut self, class: ClassId, name: &MethodName, watch: u32) {
        let above = self.class(class).display.iter().chain(&self.class(class).all_interfaces);
        let inherits = above.clone().any(|id| *self.class(*id).name == *name.class);
        let found = self.declared_method(class, &name.name, &name.descriptor);
        if inherits && found.is_some_and(|id| !self.method(id).is_abstract()) {
            self.bind_method(class, name, watch);
        }
    }

    /// Everything that belongs to one transition starts anew.
    pub fn begin_watching(&mut self) {
        self.path.events.clear();
        self.watches.cut = false;
        self.watches.flips_before = self.flips;
        self.watches.allocations_before = self.heap.allocations;
        self.earned.clear();
        self.earned.resize(self.watches.plan.rewards.len(), 0);
    }

    /// The main method was entered before the first transition began: this is where it shows.
    pub fn watch_main(&mut self) {
        if let Some(main) = self.thread().frames.first().map(|frame| frame.method) {
            self.watch_invocation(main);
        }
    }

    /// Everything rewards are counted with, to be put back after steps that do not count.
    pub fn counters(&self) -> Counters {
        Counters {
            instructions: self.instructions,
            transition_start: self.transition_start,
            flips: self.flips,
            flips_before: self.watches.flips_before,
            allocations: self.heap.allocations,
            allocations_before: self.watches.allocations_before,
            earned: self.earned.clone(),
            registers: self.registers.clone(),
        }
    }

    pub fn set_counters(&mut self, counters: Counters) {
        self.instructions = counters.instructions;
        self.transition_start = counters.transition_start;
        self.flips = counters.flips;
        self.watches.flips_before = counters.flips_before;
        self.heap.allocations = counters.allocations;
        self.watches.allocations_before = counters.allocations_before;
        self.earned = counters.earned;
        self.registers = counters.registers;
    }

    /// How much of a reward the running transition has earned.
    pub fn earned(&self, reward: usize) -> u64 {
        match self.watches.plan.rewards[reward].1 {
            Counter::Instructions => self.instructions - self.transition_start,
            Counter::Allocations => self.heap.allocations - self.watches.allocations_before,
            Counter::Flips => self.flips - self.watches.flips_before,
            Counter::Events => self.earned.get(reward).copied().unwrap_or(0),
        }
    }

    /// Whether label `rule` of the plan holds now.
    pub fn label_holds(&self, rule: usize) -> bool {
        self.watches.plan.rules[rule].alternatives.iter().any(|(watch, wanted)| {
            let mut holds = false;
            self.watched_values(*watch, &mut |value| holds |= wanted.is_none_or(|wanted| wanted == value));
            holds
        })
    }

    /// The values a watch shows now: those of its variable, or of its events.
    pub fn watched_values(&self, watch: u32, visit: &mut dyn FnMut(i64)) {
        match self.watches.subject(watch) {
            Subject::Field { .. } => {
                if let Some((class, place)) = self.watches.fields[watch as usize]
                    && let Some(value) = self.field_value(class, place)
                {
                    visit(value);
                }
            }
            Subject::Local { .. } => self.local_values(watch, visit),
            _ => {
                for event in self.path.events.chunks_exact(3).filter(|event| event[0] == watch) {
                    visit((u64::from(event[1]) | u64::from(event[2]) << 32) as i64);
                }
            }
        }
    }
}
