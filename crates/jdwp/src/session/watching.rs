//! What the machine shows, and which events that is.

use jvm::class::Kind;
use jvm::heap::Ref;
use jvm::looking::{Interest, MonitorNotice, Onlooker};
use jvm::thread::FrameKind;
use jvm::vm::Vm;
use space::Fault;

use super::names::{
    class_status, class_tag, code_of, field_id, is_shown, is_shown_method, location, object_id, shown_frames,
    signature, tagged, type_id, value,
};
use super::requests::Circumstances;
use super::threads::this_of;
use super::{Session, SharedSession};
use crate::wire::{Event, EventKind, Location, ObjectId, SuspendPolicy, Tagged};

/// A session as the machine knows it.
pub(super) struct Shown(pub SharedSession);

impl Onlooker for Shown {
    fn look(&mut self, vm: &mut Vm) -> Result<(), Fault> {
        self.0.get().look(vm)
    }

    fn look_at_access(&mut self, vm: &mut Vm) -> Result<(), Fault> {
        self.0.get().look_at_access(vm)
    }

    fn thrown(&mut self, vm: &mut Vm, exception: Ref) -> Result<(), Fault> {
        self.0.get().thrown(vm, exception)
    }

    fn monitor(&mut self, vm: &mut Vm, what: MonitorNotice, object: Ref) -> Result<(), Fault> {
        self.0.get().monitor(vm, what, object)
    }

    fn ended(&mut self, vm: &mut Vm) -> Result<(), Fault> {
        self.0.get().thread_ended(vm)
    }
}

const RETURNS: std::ops::RangeInclusive<u8> = 0xac..=0xb1;
const GETSTATIC: u8 = 0xb2;
const PUTSTATIC: u8 = 0xb3;
const GETFIELD: u8 = 0xb4;
const PUTFIELD: u8 = 0xb5;

impl Session {
    fn look(&mut self, vm: &mut Vm) -> Result<(), Fault> {
        self.pass_output(vm);
        let method = vm.frame().method;
        if self.detached {
            vm.looking.set_interest(method, Interest::None);
            return Ok(());
        }
        let thread = current(vm);
        if !self.has_started {
            self.has_started = true;
            self.threads_told.push(thread);
            self.classes_told = vm.classes.len();
            self.announce(vm, SuspendPolicy::All, thread, vec![(0, Event::VmStart { thread })]);
            self.serve(vm)?;
        }
        if !self.threads_told.contains(&thread) {
            self.threads_told.push(thread);
            let now = Circumstances { thread, ..Circumstances::default() };
            self.tell(vm, &[EventKind::ThreadStart], &now, |_, _| Event::ThreadStart { thread })?;
        }
        self.tell_classes(vm, thread)?;
        if vm.looking.interest(method) == Interest::Unknown {
            self.classify(vm, method);
        }
        if vm.looking.every || vm.looking.interest(method) == Interest::All {
            self.tell_place(vm, thread)?;
        }
        self.serve(vm)
    }

    /// Breakpoints, steps, and the beginning or end of a method.
    fn tell_place(&mut self, vm: &mut Vm, thread: ObjectId) -> Result<(), Fault> {
        let frame = *vm.frame();
        if !is_shown_method(vm, frame.method) {
            return Ok(());
        }
        let at = location(vm, frame.method, frame.pc);
        let depth = vm.thread().frames.len();
        let before = self.depths.insert(thread, depth).unwrap_or(0);
        let mut kinds = Vec::new();
        if self.has_breakpoint(&at) {
            kinds.push(EventKind::Breakpoint);
        }
        if self.requests.iter().any(|set| set.step.as_ref().is_some_and(|step| step.is_done(vm, thread))) {
            kinds.push(EventKind::SingleStep);
        }
        if frame.pc == 0 && depth > before {
            kinds.push(EventKind::MethodEntry);
        }
        if opcode(vm).is_some_and(|(code, _)| RETURNS.contains(&code)) {
            kinds.extend([EventKind::MethodExit, EventKind::MethodExitWithReturnValue]);
        }
        // Nearly always there is nothing to tell.
        if kinds.is_empty() {
            return Ok(());
        }
        let now = here(vm, thread);
        self.tell(vm, &kinds, &now, |vm, kind| match kind {
            EventKind::Breakpoint => Event::Breakpoint { thread, location: at },
            EventKind::SingleStep => Event::SingleStep { thread, location: at },
            EventKind::MethodEntry => Event::MethodEntry { thread, location: at },
            EventKind::MethodExit => Event::MethodExit { thread, location: at },
            _ => {
                let returns = vm.method(frame.method).returns;
                let slot = match returns {
                    Kind::Void => 0,
                    kind => vm.thread().stack[frame.sp as usize - usize::from(kind.slots())],
                };
                Event::MethodExitWithReturnValue { thread, location: at, value: value(vm, slot, returns) }
            }
        })
    }

    fn look_at_access(&mut self, vm: &mut Vm) -> Result<(), Fault> {
        if self.detached {
            return Ok(());
        }
        let thread = current(vm);
        let method = vm.frame().method;
        if vm.looking.interest(method) == Interest::Unknown {
            self.classify(vm, method);
        }
        let Some((code @ GETSTATIC..=PUTFIELD, index)) = opcode(vm) else { return Ok(()) };
        let frame = *vm.frame();
        let class = vm.method(frame.method).class;
        let member = vm.class(class).file.as_ref().and_then(|file| file.pool.field(index).ok());
        let Some(member) = member else { return Ok(()) };
        let loader = vm.class(class).loader;
        let owner = vm.loaded(&member.class, loader).or_else(|| vm.loaded(&member.class, jvm::class::LoaderId::BOOT));
        let found = owner.and_then(|owner| vm.find_field(owner, &member.name, &member.descriptor));
        let Some((declaring, place)) = found else { return Ok(()) };
        let kind = vm.class(declaring).fields[usize::from(place)].kind;
        let writes = matches!(code, PUTSTATIC | PUTFIELD);
        let (sp, slots) = (frame.sp as usize, usize::from(kind.slots()));
        let written = if writes { vm.thread().stack[sp - slots] } else { 0 };
        let object = match code {
            GETFIELD => Ref::from_slot(vm.thread().stack[sp - 1]),
            PUTFIELD => Ref::from_slot(vm.thread().stack[sp - slots - 1]),
            _ => Ref::NULL,
        };
        let field = field_id(declaring, usize::from(place));
        let now = Circumstances { field: Some(field), ..here(vm, thread) };
        let Some(location) = now.location else { return Ok(()) };
        let (tag, class) = (class_tag(vm.class(declaring)), type_id(declaring));
        let kinds = [if writes { EventKind::FieldModification } else { EventKind::FieldAccess }];
        self.tell(vm, &kinds, &now, |vm, _| {
            let object = if object.is_null() { Tagged::NULL } else { tagged(vm, object) };
            if writes {
                let value = value(vm, written, kind);
                Event::FieldModification { thread, location, tag, class, field, object, value }
            } else {
                Event::FieldAccess { thread, location, tag, class, field, object }
            }
        })
    }

    fn thrown(&mut self, vm: &mut Vm, exception: Ref) -> Result<(), Fault> {
        self.pass_output(vm);
        if self.detached || !self.has_started {
            return Ok(());
        }
        let thread = current(vm);
        let now = here(vm, thread);
        let Some(location) = now.location else { return Ok(()) };
        let caught = catcher(vm, exception);
        let thrown = vm.heap.class_of(exception);
        let now = Circumstances { exception: Some((thrown, caught.is_some())), ..now };
        self.tell(vm, &[EventKind::Exception], &now, |vm, _| {
            let exception = tagged(vm, exception);
            Event::Exception { thread, location, exception, caught }
        })
    }

    fn monitor(&mut self, vm: &mut Vm, what: MonitorNotice, object: Ref) -> Result<(), Fault> {
        self.pass_output(vm);
        if self.detached || !self.has_started {
            return Ok(());
        }
        let thread = current(vm);
        let kind = match what {
            MonitorNotice::Contended if self.contending.insert(thread) => EventKind::MonitorContendedEnter,
            // Of monitors that were free when the thread came, nobody is told.
            MonitorNotice::Taken if self.contending.remove(&thread) => EventKind::MonitorContendedEntered,
            MonitorNotice::Waits(_) => EventKind::MonitorWait,
            MonitorNotice::Waited { .. } => EventKind::MonitorWaited,
            _ => return Ok(()),
        };
        let now = here(vm, thread);
        let Some(location) = now.location else { return Ok(()) };
        self.tell(vm, &[kind], &now, |vm, _| {
            let object = tagged(vm, object);
            match what {
                MonitorNotice::Contended => Event::MonitorContendedEnter { thread, object, location },
                MonitorNotice::Taken => Event::MonitorContendedEntered { thread, object, location },
                MonitorNotice::Waits(millis) => {
                    Event::MonitorWait { thread, object, location, timeout: i64::try_from(millis).unwrap_or(0) }
                }
                MonitorNotice::Waited { timed_out } => Event::MonitorWaited { thread, object, location, timed_out },
            }
        })
    }

    fn thread_ended(&mut self, vm: &mut Vm) -> Result<(), Fault> {
        self.pass_output(vm);
        if self.detached || !self.has_started {
            return Ok(());
        }
        let thread = current(vm);
        let now = Circumstances { thread, ..Circumstances::default() };
        self.tell(vm, &[EventKind::ThreadDeath], &now, |_, _| Event::ThreadDeath { thread })?;
        self.suspended.remove(&thread);
        // Its steps never end.
        self.requests.retain(|request| request.step.as_ref().is_none_or(|step| !step.is_of(thread)));
        self.watch_out(vm);
        Ok(())
    }

    /// Announces classes that have come since.
    fn tell_classes(&mut self, vm: &mut Vm, thread: ObjectId) -> Result<(), Fault> {
        while self.classes_told < vm.classes.len() {
            let id = jvm::heap::ClassId(self.classes_told as u32);
            self.classes_told += 1;
            if !is_shown(vm.class(id)) || vm.class(id).is_array() {
                continue;
            }
            let now = Circumstances { thread, class: Some(id), ..Circumstances::default() };
            self.tell(vm, &[EventKind::ClassPrepare], &now, |vm, _| {
                let class = vm.class(id);
                Event::ClassPrepare {
                    thread,
                    tag: class_tag(class),
                    class: type_id(id),
                    signature: signature(class),
                    status: class_status(vm, class),
                }
            })?;
        }
        Ok(())
    }

    /// Tells whoever asked, and waits if that is wanted.
    fn tell(
        &mut self,
        vm: &mut Vm,
        kinds: &[EventKind],
        now: &Circumstances,
        mut event: impl FnMut(&mut Vm, EventKind) -> Event,
    ) -> Result<(), Fault> {
        let asked = self.asked_for(vm, kinds, now);
        if asked.is_empty() {
            return Ok(());
        }
        let policy = asked.iter().map(|(_, _, policy)| *policy).max().unwrap_or(SuspendPolicy::None);
        let events = asked.iter().map(|(request, kind, _)| (*request, event(vm, *kind))).collect();
        self.announce(vm, policy, now.thread, events);
        self.serve(vm)
    }
}

fn current(vm: &mut Vm) -> ObjectId {
    let thread = vm.thread().object;
    object_id(vm, thread)
}

/// Where the current thread stands, as far as a debugger sees.
fn here(vm: &Vm, thread: ObjectId) -> Circumstances {
    let Some(top) = shown_frames(vm, vm.thread()).first().copied() else {
        return Circumstances { thread, ..Circumstances::default() };
    };
    let frame = &vm.thread().frames[top];
    Circumstances {
        thread,
        class: Some(vm.method(frame.method).class),
        location: Some(location(vm, frame.method, frame.pc)),
        this: this_of(vm, vm.current, top),
        ..Circumstances::default()
    }
}

/// The bytecode that comes next, and the number after it.
fn opcode(vm: &Vm) -> Option<(u8, u16)> {
    let frame = vm.frame();
    let at = usize::from(*vm.method(frame.method).code.pcs.get(frame.pc as usize)?);
    let bytes = &code_of(vm, frame.method)?.bytes;
    let operand = bytes.get(at + 1).zip(bytes.get(at + 2));
    Some((*bytes.get(at)?, operand.map_or(0, |(high, low)| u16::from(*high) << 8 | u16::from(*low))))
}

/// Where what is thrown now will be caught, if it is (JVMS 2.10). Classes of handlers are compared by name: those that are not
/// loaded yet are nobody's superclass.
fn catcher(vm: &Vm, exception: Ref) -> Option<Location> {
    let thrown = vm.class(vm.heap.class_of(exception));
    let is_a = |name: &str| thrown.display.iter().any(|above| &*vm.class(*above).name == name);
    for frame in vm.thread().frames.iter().rev() {
        let method = vm.method(frame.method);
        let file = vm.class(method.class).file.as_ref();
        for handler in &method.code.handlers {
            let covers = (handler.start..handler.end).contains(&frame.pc);
            let catches = handler.catch_type == 0
                || file.is_some_and(|file| file.pool.class_name(handler.catch_type).is_ok_and(|name| is_a(name)));
            if covers && catches {
                return Some(location(vm, frame.method, handler.target));
            }
        }
        // Reflection catches what it calls, and wraps it.
        if frame.kind == FrameKind::Reflective {
            return Some(location(vm, frame.method, frame.pc));
        }
    }
    None
}
