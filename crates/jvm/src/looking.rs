//! Somebody who looks over the program's shoulder, instruction by instruction: a debugger. The machine stops before
//! instructions that may be of interest, and hands itself over; what happens then (a person thinks, a method is called
//! on a copy of the state) leaves the run as it was, so that a recorded schedule goes on as it was recorded.
//!
//! Objects are known to an onlooker by handles: compaction moves objects, and handles follow. A handle does not keep its
//! object alive, unless it is held; objects that are alive for a handle only come last in memory, and nothing that
//! decides about schedules depends on them.

use std::collections::{BTreeSet, HashMap};

use space::Fault;

use crate::class::MethodId;
use crate::heap::Ref;
use crate::vm::Vm;

/// What is told to somebody who looks on. An error ends the run.
pub trait Onlooker: Send {
    /// The current thread is about to run the next instruction of its top frame.
    fn look(&mut self, vm: &mut Vm) -> Result<(), Fault>;
    /// The same of an instruction that accesses a field: now it really happens, since whoever had to go first has gone.
    fn look_at_access(&mut self, vm: &mut Vm) -> Result<(), Fault>;
    /// The current thread throws this; no frame has been left yet.
    fn thrown(&mut self, vm: &mut Vm, exception: Ref) -> Result<(), Fault>;
    /// The current thread has to do with a monitor that others have to do with, too.
    fn monitor(&mut self, vm: &mut Vm, what: MonitorNotice, object: Ref) -> Result<(), Fault>;
    /// The current thread has left its last frame.
    fn ended(&mut self, vm: &mut Vm) -> Result<(), Fault>;
}

/// What happens at a monitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MonitorNotice {
    /// Another thread holds it: the thread is about to block.
    Contended,
    /// It was free and is the thread's now.
    Taken,
    /// The thread is about to wait, for so many milliseconds (0: for ever).
    Waits(u64),
    /// It has waited and holds the monitor again; the time may have been up.
    Waited { timed_out: bool },
}

/// What is known of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interest {
    /// The onlooker has not been asked about it yet.
    Unknown,
    None,
    /// Every instruction of it is looked at.
    All,
}

/// No instruction of a frame has been looked at.
pub const NOT_LOOKED: u32 = u32::MAX;

/// The instruction was looked at when the thread came to it.
pub(crate) fn arrived(pc: usize) -> u32 {
    (pc as u32) << 1
}

/// And when it accessed a field.
pub(crate) fn accessed(pc: usize) -> u32 {
    arrived(pc) | 1
}

/// So many instructions run between two looks at least, less one: whoever looks on may want the run to pause.
pub(crate) const POLL_MASK: u64 = (1 << 14) - 1;

#[derive(Default)]
pub struct Looking {
    onlooker: Option<Box<dyn Onlooker>>,
    /// Every instruction is looked at.
    pub every: bool,
    /// Accesses to fields are looked at in methods of interest.
    pub fields: bool,
    /// Monitors are of interest.
    pub monitors: bool,
    /// By method; those beyond the end are unknown.
    pub methods: Vec<Interest>,
    /// A method runs on a copy of the state: nobody looks on, and monitors of others do not matter.
    pub aside: bool,
    pub handles: Handles,
}

impl Looking {
    pub fn has_onlooker(&self) -> bool {
        self.onlooker.is_some()
    }

    pub fn is_on(&self) -> bool {
        self.onlooker.is_some() && !self.aside
    }

    pub fn interest(&self, method: MethodId) -> Interest {
        self.methods.get(method.0 as usize).copied().unwrap_or(Interest::Unknown)
    }

    pub fn set_interest(&mut self, method: MethodId, interest: Interest) {
        let index = method.0 as usize;
        if self.methods.len() <= index {
            self.methods.resize(index + 1, Interest::Unknown);
        }
        self.methods[index] = interest;
    }
}

/// Objects by number, wherever they move.
#[derive(Default)]
pub struct Handles {
    objects: Vec<Ref>,
    numbers: HashMap<Ref, u32>,
    held: BTreeSet<u32>,
}

impl Handles {
    /// The number of an object; the same as long as the object lives.
    pub fn number(&mut self, object: Ref) -> u32 {
        let next = self.objects.len() as u32;
        let number = *self.numbers.entry(object).or_insert(next);
        if number == next {
            self.objects.push(object);
        }
        number
    }

    /// The object of a number, or null if it is gone; nothing if there never was one.
    pub fn object(&self, number: u32) -> Option<Ref> {
        self.objects.get(number as usize).copied()
    }

    /// Keeps the object alive, or no longer.
    pub fn hold(&mut self, number: u32, holds: bool) {
        if holds {
            self.held.insert(number);
        } else {
            self.held.remove(&number);
        }
    }

    pub(crate) fn held(&self) -> impl Iterator<Item = Ref> {
        self.held.iter().map(|number| self.objects[*number as usize])
    }

    /// Objects have moved, or are gone (null).
    pub(crate) fn follow(&mut self, moved: impl Fn(Ref) -> Ref) {
        self.numbers.clear();
        for (number, object) in self.objects.iter_mut().enumerate() {
            if !object.is_null() {
                *object = moved(*object);
                if !object.is_null() {
                    self.numbers.insert(*object, number as u32);
                }
            }
        }
    }
}

impl Vm {
    /// From now on somebody looks on.
    pub fn set_onlooker(&mut self, onlooker: Box<dyn Onlooker>) {
        assert!(self.config.stepwise, "instructions are run one by one");
        self.looking.onlooker = Some(onlooker);
    }

    /// Permanent objects that the path has written to.
    pub fn changed_permanent(&self) -> Vec<Ref> {
        let mut changed: Vec<Ref> = self.heap.dirty_objects().collect();
        changed.dedup();
        changed
    }

    pub(crate) fn look(&mut self) -> Result<(), Fault> {
        self.show(|onlooker, vm| onlooker.look(vm))
    }

    pub(crate) fn show_access(&mut self) -> Result<(), Fault> {
        self.show(|onlooker, vm| onlooker.look_at_access(vm))
    }

    pub(crate) fn show_thrown(&mut self, exception: Ref) -> Result<(), Fault> {
        self.show(|onlooker, vm| onlooker.thrown(vm, exception))
    }

    pub(crate) fn show_monitor(&mut self, what: MonitorNotice, object: Ref) -> Result<(), Fault> {
        if !self.looking.monitors {
            return Ok(());
        }
        self.show(|onlooker, vm| onlooker.monitor(vm, what, object))
    }

    pub(crate) fn show_ended(&mut self) -> Result<(), Fault> {
        self.show(|onlooker, vm| onlooker.ended(vm))
    }

    fn show(&mut self, tell: impl FnOnce(&mut dyn Onlooker, &mut Vm) -> Result<(), Fault>) -> Result<(), Fault> {
        if !self.looking.is_on() {
            return Ok(());
        }
        let Some(mut onlooker) = self.looking.onlooker.take() else { return Ok(()) };
        let result = tell(&mut *onlooker, self);
        self.looking.onlooker = Some(onlooker);
        result
    }
}
