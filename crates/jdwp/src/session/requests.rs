//! What a debugger wants to be told: command set 15, and which requests an event answers.

use jvm::heap::{ClassId, Ref};
use jvm::looking::Interest;
use jvm::vm::Vm;

use super::names::{class_of, code_of, field, fits, method_alone, object, thread_index};
use super::stepping::Step;
use super::{Answer, Session, answer};
use crate::wire::{Command, ErrorCode, EventKind, FieldId, Location, Modifier, ObjectId, SuspendPolicy};

pub(super) struct Request {
    pub id: u32,
    pub kind: EventKind,
    pub policy: SuspendPolicy,
    pub modifiers: Vec<Modifier>,
    pub step: Option<Step>,
    /// It was told the last time it is to be told.
    pub is_over: bool,
}

/// What is known about something that happens.
#[derive(Default)]
pub(super) struct Circumstances {
    pub thread: ObjectId,
    /// The class of the place, or the one that was prepared.
    pub class: Option<ClassId>,
    pub location: Option<Location>,
    /// The receiver of the method that runs.
    pub this: Ref,
    /// The class of what was thrown, and whether somebody catches it.
    pub exception: Option<(ClassId, bool)>,
    pub field: Option<FieldId>,
}

impl Session {
    pub(super) fn answer_requests(&mut self, vm: &mut Vm, command: Command) -> Answer {
        match command {
            Command::SetRequest { kind, policy, modifiers } => {
                let id = self.set_request(vm, kind, policy, modifiers)?;
                self.watch_out(vm);
                answer(id)
            }
            Command::ClearRequest { kind, request } => {
                self.requests.retain(|set| set.id != request || set.kind != kind);
                self.watch_out(vm);
                answer(())
            }
            Command::ClearAllBreakpoints {} => {
                self.requests.retain(|set| set.kind != EventKind::Breakpoint);
                self.watch_out(vm);
                answer(())
            }
            _ => Err(ErrorCode::NotImplemented),
        }
    }

    fn set_request(
        &mut self,
        vm: &mut Vm,
        kind: EventKind,
        policy: SuspendPolicy,
        modifiers: Vec<Modifier>,
    ) -> Result<u32, ErrorCode> {
        match kind {
            EventKind::FramePop | EventKind::UserDefined | EventKind::ExceptionCatch | EventKind::ClassLoad => {
                return Err(ErrorCode::NotImplemented);
            }
            _ => {}
        }
        let mut step = None;
        for modifier in &modifiers {
            check(vm, modifier)?;
            if let Modifier::Step { thread, size, depth } = modifier {
                step = Some(Step::new(vm, *thread, *size, *depth)?);
            }
        }
        let has = |wanted: fn(&Modifier) -> bool| modifiers.iter().any(wanted);
        let is_complete = match kind {
            EventKind::SingleStep => step.is_some(),
            EventKind::Breakpoint => has(|modifier| matches!(modifier, Modifier::LocationOnly(_))),
            EventKind::FieldAccess | EventKind::FieldModification => {
                has(|modifier| matches!(modifier, Modifier::FieldOnly { .. }))
            }
            _ => true,
        };
        if !is_complete {
            return Err(ErrorCode::IllegalArgument);
        }
        self.last_request += 1;
        self.requests.push(Request { id: self.last_request, kind, policy, modifiers, step, is_over: false });
        Ok(self.last_request)
    }

    /// Tells the machine what is of interest now.
    pub(super) fn watch_out(&mut self, vm: &mut Vm) {
        let wants = |kinds: &[EventKind]| self.requests.iter().any(|request| kinds.contains(&request.kind));
        vm.looking.every = wants(&[
            EventKind::SingleStep,
            EventKind::MethodEntry,
            EventKind::MethodExit,
            EventKind::MethodExitWithReturnValue,
        ]);
        vm.looking.fields = wants(&[EventKind::FieldAccess, EventKind::FieldModification]);
        vm.looking.monitors = wants(&[
            EventKind::MonitorContendedEnter,
            EventKind::MonitorContendedEntered,
            EventKind::MonitorWait,
            EventKind::MonitorWaited,
        ]);
        vm.looking.methods.clear();
        self.depths.clear();
    }

    pub(super) fn has_breakpoint(&self, at: &Location) -> bool {
        let set = self.requests.iter().filter(|request| request.kind == EventKind::Breakpoint);
        set.flat_map(|request| &request.modifiers).any(|modifier| {
            matches!(modifier, Modifier::LocationOnly(wanted) if wanted.method == at.method && wanted.index == at.index)
        })
    }

    /// Decides whether a method is of interest.
    pub(super) fn classify(&self, vm: &mut Vm, method: jvm::class::MethodId) {
        let id = super::names::method_id(method);
        let is_of_interest =
            self.requests.iter().flat_map(|request| &request.modifiers).any(|modifier| match modifier {
                Modifier::LocationOnly(location) => location.method == id,
                Modifier::FieldOnly { field: wanted, .. } => mentions(vm, method, *wanted),
                _ => false,
            });
        vm.looking.set_interest(method, if is_of_interest { Interest::All } else { Interest::None });
    }

    /// The requests of a kind that this answers, each with how it suspends. Those that count, count.
    pub(super) fn asked_for(
        &mut self,
        vm: &Vm,
        kinds: &[EventKind],
        circumstances: &Circumstances,
    ) -> Vec<(u32, EventKind, SuspendPolicy)> {
        let mut asked = Vec::new();
        for request in self.requests.iter_mut().filter(|request| kinds.contains(&request.kind)) {
            let is_under_way = request.step.as_ref().is_some_and(|step| !step.is_done(vm, circumstances.thread));
            if is_under_way
                || request.is_over
                || !request.modifiers.iter_mut().all(|modifier| admits(vm, modifier, circumstances))
            {
                continue;
            }
            request.is_over = request.modifiers.iter().any(|modifier| matches!(modifier, Modifier::Count(_)));
            asked.push((request.id, request.kind, request.policy));
        }
        if self.requests.iter().any(|request| request.is_over) {
            self.requests.retain(|request| !request.is_over);
        }
        asked
    }
}

fn check(vm: &Vm, modifier: &Modifier) -> Result<(), ErrorCode> {
    match modifier {
        Modifier::Count(count) if *count < 1 => Err(ErrorCode::InvalidCount),
        Modifier::Conditional(_) => Err(ErrorCode::NotImplemented),
        Modifier::ThreadOnly(thread) => thread_index(vm, *thread).map(|_| ()),
        Modifier::ClassOnly(class) => class_of(vm, *class).map(|_| ()),
        Modifier::ExceptionOnly { class, .. } if class.0 != 0 => class_of(vm, *class).map(|_| ()),
        Modifier::FieldOnly { field: id, .. } => field(vm, *id).map(|_| ()),
        Modifier::InstanceOnly(instance) if instance.0 != 0 => object(vm, *instance).map(|_| ()),
        Modifier::LocationOnly(location) => {
            class_of(vm, location.class)?;
            let method = method_alone(vm, location.method)?;
            let code = code_of(vm, method).ok_or(ErrorCode::InvalidLocation)?;
            let is_within = location.index < code.bytes.len() as u64;
            if is_within { Ok(()) } else { Err(ErrorCode::InvalidLocation) }
        }
        _ => Ok(()),
    }
}

fn admits(vm: &Vm, modifier: &mut Modifier, now: &Circumstances) -> bool {
    let name = || now.class.map(|class| vm.class(class).java_name()).unwrap_or_default();
    match modifier {
        // Modifiers filter in order: what those before it let through is counted.
        Modifier::Count(left) => {
            *left -= 1;
            *left <= 0
        }
        Modifier::ThreadOnly(thread) => *thread == now.thread,
        Modifier::ClassOnly(wanted) => {
            let wanted = class_of(vm, *wanted).ok();
            now.class.zip(wanted).is_some_and(|(class, wanted)| vm.is_subclass(class, wanted))
        }
        Modifier::ClassMatch(pattern) => fits(pattern, &name()),
        Modifier::ClassExclude(pattern) => !fits(pattern, &name()),
        Modifier::LocationOnly(wanted) => {
            now.location.is_some_and(|at| at.method == wanted.method && at.index == wanted.index)
        }
        Modifier::ExceptionOnly { class, caught, uncaught } => now.exception.is_some_and(|(thrown, is_caught)| {
            let is_wanted = if is_caught { *caught } else { *uncaught };
            is_wanted && (class.0 == 0 || class_of(vm, *class).is_ok_and(|class| vm.is_subclass(thrown, class)))
        }),
        Modifier::FieldOnly { field, .. } => now.field == Some(*field),
        Modifier::InstanceOnly(instance) => match instance.0 {
            0 => now.this.is_null(),
            _ => object(vm, *instance).is_ok_and(|instance| instance == now.this),
        },
        Modifier::SourceNameMatch(pattern) => {
            let file = now.class.and_then(|class| vm.class(class).file.as_ref()?.source_file.clone());
            file.is_some_and(|file| fits(pattern, &file))
        }
        Modifier::PlatformThreadsOnly => {
            let class = object(vm, now.thread).map(|thread| vm.class(vm.heap.class_of(thread)));
            class.is_ok_and(|class| {
                !class.display.iter().any(|above| &*vm.class(*above).name == "java/lang/BaseVirtualThread")
            })
        }
        Modifier::Step { .. } => true,
        Modifier::Conditional(_) => true,
    }
}

/// Whether the method's class names such a field at all.
fn mentions(vm: &Vm, method: jvm::class::MethodId, wanted: FieldId) -> bool {
    let Ok((class, place)) = field(vm, wanted) else { return false };
    let wanted = &vm.class(class).fields[place];
    let Some(file) = &vm.class(vm.method(method).class).file else { return false };
    (0..file.pool.0.len() as u16).any(|index| {
        file.pool.name_and_type(index).is_ok_and(|(name, kind)| *name == wanted.name && *kind == wanted.descriptor)
    })
}
