//! Events: what happened, for whoever asked to be told (JDWP, command set 64).

use super::scalar::{Malformed, Reader, Wire};
use super::value::{ClassTag, FieldId, Location, ObjectId, SuspendPolicy, Tagged, TypeId, Value, codes};

codes! {
    EventKind: u8, "there is no such kind of event" {
        SingleStep = 1, Breakpoint = 2, FramePop = 3, Exception = 4, UserDefined = 5, ThreadStart = 6, ThreadDeath = 7,
        ClassPrepare = 8, ClassUnload = 9, ClassLoad = 10, FieldAccess = 20, FieldModification = 21, ExceptionCatch = 30,
        MethodEntry = 40, MethodExit = 41, MethodExitWithReturnValue = 42, MonitorContendedEnter = 43,
        MonitorContendedEntered = 44, MonitorWait = 45, MonitorWaited = 46, VmStart = 90, VmDeath = 99,
    }
}

/// One event, without the number of the request.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    VmStart {
        thread: ObjectId,
    },
    VmDeath,
    SingleStep {
        thread: ObjectId,
        location: Location,
    },
    Breakpoint {
        thread: ObjectId,
        location: Location,
    },
    MethodEntry {
        thread: ObjectId,
        location: Location,
    },
    MethodExit {
        thread: ObjectId,
        location: Location,
    },
    MethodExitWithReturnValue {
        thread: ObjectId,
        location: Location,
        value: Value,
    },
    Exception {
        thread: ObjectId,
        location: Location,
        exception: Tagged,
        caught: Option<Location>,
    },
    ThreadStart {
        thread: ObjectId,
    },
    ThreadDeath {
        thread: ObjectId,
    },
    ClassPrepare {
        thread: ObjectId,
        tag: ClassTag,
        class: TypeId,
        signature: String,
        status: i32,
    },
    FieldAccess {
        thread: ObjectId,
        location: Location,
        tag: ClassTag,
        class: TypeId,
        field: FieldId,
        object: Tagged,
    },
    FieldModification {
        thread: ObjectId,
        location: Location,
        tag: ClassTag,
        class: TypeId,
        field: FieldId,
        object: Tagged,
        value: Value,
    },
    MonitorContendedEnter {
        thread: ObjectId,
        object: Tagged,
        location: Location,
    },
    MonitorContendedEntered {
        thread: ObjectId,
        object: Tagged,
        location: Location,
    },
    MonitorWait {
        thread: ObjectId,
        object: Tagged,
        location: Location,
        /// In milliseconds; 0 is for ever.
        timeout: i64,
    },
    MonitorWaited {
        thread: ObjectId,
        object: Tagged,
        location: Location,
        timed_out: bool,
    },
}

impl Event {
    pub fn kind(&self) -> EventKind {
        match self {
            Event::VmStart { .. } => EventKind::VmStart,
            Event::VmDeath => EventKind::VmDeath,
            Event::SingleStep { .. } => EventKind::SingleStep,
            Event::Breakpoint { .. } => EventKind::Breakpoint,
            Event::MethodEntry { .. } => EventKind::MethodEntry,
            Event::MethodExit { .. } => EventKind::MethodExit,
            Event::MethodExitWithReturnValue { .. } => EventKind::MethodExitWithReturnValue,
            Event::Exception { .. } => EventKind::Exception,
            Event::ThreadStart { .. } => EventKind::ThreadStart,
            Event::ThreadDeath { .. } => EventKind::ThreadDeath,
            Event::ClassPrepare { .. } => EventKind::ClassPrepare,
            Event::FieldAccess { .. } => EventKind::FieldAccess,
            Event::FieldModification { .. } => EventKind::FieldModification,
            Event::MonitorContendedEnter { .. } => EventKind::MonitorContendedEnter,
            Event::MonitorContendedEntered { .. } => EventKind::MonitorContendedEntered,
            Event::MonitorWait { .. } => EventKind::MonitorWait,
            Event::MonitorWaited { .. } => EventKind::MonitorWaited,
        }
    }

    fn write(&self, request: u32, out: &mut Vec<u8>) {
        (self.kind(), request).write(out);
        match self {
            Event::VmDeath => {}
            Event::VmStart { thread } | Event::ThreadStart { thread } | Event::ThreadDeath { thread } => {
                thread.write(out);
            }
            Event::SingleStep { thread, location }
            | Event::Breakpoint { thread, location }
            | Event::MethodEntry { thread, location }
            | Event::MethodExit { thread, location } => (*thread, *location).write(out),
            Event::MethodExitWithReturnValue { thread, location, value } => (*thread, *location, *value).write(out),
            Event::Exception { thread, location, exception, caught } => {
                (*thread, *location, *exception, *caught).write(out);
            }
            Event::ClassPrepare { thread, tag, class, signature, status } => {
                (*thread, *tag, *class, signature.clone(), *status).write(out);
            }
            Event::FieldAccess { thread, location, tag, class, field, object } => {
                (*thread, *location, *tag, *class, *field, *object).write(out);
            }
            Event::FieldModification { thread, location, tag, class, field, object, value } => {
                ((*thread, *location, *tag, *class, *field, *object), *value).write(out);
            }
            Event::MonitorContendedEnter { thread, object, location }
            | Event::MonitorContendedEntered { thread, object, location } => (*thread, *object, *location).write(out),
            Event::MonitorWait { thread, object, location, timeout } => {
                (*thread, *object, *location, *timeout).write(out);
            }
            Event::MonitorWaited { thread, object, location, timed_out } => {
                (*thread, *object, *location, *timed_out).write(out);
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<(u32, Event), Malformed> {
        let (kind, request) = Wire::read(from)?;
        let event = match kind {
            EventKind::VmDeath => Event::VmDeath,
            EventKind::VmStart => Event::VmStart { thread: Wire::read(from)? },
            EventKind::ThreadStart => Event::ThreadStart { thread: Wire::read(from)? },
            EventKind::ThreadDeath => Event::ThreadDeath { thread: Wire::read(from)? },
            EventKind::SingleStep | EventKind::Breakpoint | EventKind::MethodEntry | EventKind::MethodExit => {
                let (thread, location) = Wire::read(from)?;
                match kind {
                    EventKind::SingleStep => Event::SingleStep { thread, location },
                    EventKind::Breakpoint => Event::Breakpoint { thread, location },
                    EventKind::MethodEntry => Event::MethodEntry { thread, location },
                    _ => Event::MethodExit { thread, location },
                }
            }
            EventKind::MethodExitWithReturnValue => {
                let (thread, location, value) = Wire::read(from)?;
                Event::MethodExitWithReturnValue { thread, location, value }
            }
            EventKind::Exception => {
                let (thread, location, exception, caught) = Wire::read(from)?;
                Event::Exception { thread, location, exception, caught }
            }
            EventKind::ClassPrepare => {
                let (thread, tag, class, signature, status) = Wire::read(from)?;
                Event::ClassPrepare { thread, tag, class, signature, status }
            }
            EventKind::FieldAccess => {
                let (thread, location, tag, class, field, object) = Wire::read(from)?;
                Event::FieldAccess { thread, location, tag, class, field, object }
            }
            EventKind::FieldModification => {
                let ((thread, location, tag, class, field, object), value) = Wire::read(from)?;
                Event::FieldModification { thread, location, tag, class, field, object, value }
            }
            EventKind::MonitorContendedEnter => {
                let (thread, object, location) = Wire::read(from)?;
                Event::MonitorContendedEnter { thread, object, location }
            }
            EventKind::MonitorContendedEntered => {
                let (thread, object, location) = Wire::read(from)?;
                Event::MonitorContendedEntered { thread, object, location }
            }
            EventKind::MonitorWait => {
                let (thread, object, location, timeout) = Wire::read(from)?;
                Event::MonitorWait { thread, object, location, timeout }
            }
            EventKind::MonitorWaited => {
                let (thread, object, location, timed_out) = Wire::read(from)?;
                Event::MonitorWaited { thread, object, location, timed_out }
            }
            _ => return Err(Malformed("an event of this kind is never sent")),
        };
        Ok((request, event))
    }
}

/// Events that happened at once, each with the number of the request it answers, and who is suspended.
#[derive(Clone, Debug, PartialEq)]
pub struct Composite {
    pub policy: SuspendPolicy,
    pub events: Vec<(u32, Event)>,
}

impl Wire for Composite {
    fn write(&self, out: &mut Vec<u8>) {
        (self.policy, self.events.len() as u32).write(out);
        self.events.iter().for_each(|(request, event)| event.write(*request, out));
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let (policy, count): (SuspendPolicy, u32) = Wire::read(from)?;
        if count as usize > from.left() {
            return Err(Malformed("a list is longer than its data"));
        }
        let events = (0..count).map(|_| Event::read(from)).collect::<Result<_, _>>()?;
        Ok(Composite { policy, events })
    }
}
