//! What a scheduled thread is about to do, in words: the lines of a trace.

use crate::class::{MethodId, slow};
use crate::heap::Ref;
use crate::instr::Op;
use crate::schedule::Wake;
use crate::thread::{Frame, Status, Thread};
use crate::vm::Vm;

impl Vm {
    pub fn describe_move(&self, index: usize, wake: Wake) -> String {
        let thread = &self.threads[index];
        match (wake, thread.status) {
            (Wake::Spurious, _) => return "wakes spuriously".to_owned(),
            (_, Status::Sleeping) => return "its sleep ends".to_owned(),
            (Wake::TimeOut, Status::Waiting { on, .. }) => {
                return format!("its time-out fires: stops waiting on {}", self.name_object(on));
            }
            (Wake::TimeOut, _) => return "its time-out fires".to_owned(),
            (_, Status::Blocked(object)) => return format!("locks {}", self.name_object(object)),
            (_, Status::Reacquiring { on, .. }) => {
                return format!("wakes up and locks {} again", self.name_object(on));
            }
            (_, Status::InitializationWait(_)) => return "goes on: the class is initialised".to_owned(),
            _ => {}
        }
        let Some(frame) = thread.frames.last() else { return "goes on".to_owned() };
        if self.is_about_to_start(thread) {
            return "starts".to_owned();
        }
        if thread.woken {
            return match self.library_call(index) {
                Some(name) => format!("was woken, goes on with {name}"),
                None => "was woken, goes on".to_owned(),
            };
        }
        if !self.class(self.method(frame.method).class).library {
            if let Some(access) = self.next_access(index) {
                let place = self.describe_place(&access);
                let place = place.strip_prefix("field ").unwrap_or(&place);
                let present =
                    self.describe_value(self.get_kind(access.object, access.offset as usize, access.kind), access.kind);
                return match access.stored {
                    Some(value) => {
                        format!("writes {} to {place} (was {present})", self.describe_value(value, access.kind))
                    }
                    None => format!("reads {place} (is {present})"),
                };
            }
            if let Some(text) = self.describe_locking(index, frame) {
                return text;
            }
        }
        match self.library_call(index) {
            Some(name) => format!("calls {name}"),
            None => "goes on".to_owned(),
        }
    }

    pub(crate) fn is_about_to_start(&self, thread: &Thread) -> bool {
        matches!(thread.frames.as_slice(), [frame] if frame.pc == 0)
    }

    /// A `monitorenter`, or a call of a synchronized method.
    fn describe_locking(&self, index: usize, frame: &Frame) -> Option<String> {
        let instr = self.method(frame.method).code.instrs.get(frame.pc as usize)?.get();
        let stack = &self.threads[index].stack;
        match instr.op {
            Op::Monitorenter => {
                let object = Ref::from_slot(stack[frame.sp as usize - 1]);
                (!object.is_null()).then(|| self.describe_lock(index, object))
            }
            Op::InvokestaticQuick | Op::InvokestaticChecked | Op::InvokespecialQuick => {
                let method = self.method(MethodId(instr.c));
                let object = if method.is_static() {
                    self.class(method.class).mirror
                } else {
                    Ref::from_slot(stack[(frame.sp as usize).checked_sub(method.arguments as usize)?])
                };
                let name = format!("{}.{}", self.class(method.class).java_name(), method.name);
                if method.slow & slow::SYNCHRONIZED == 0 {
                    return Some(format!("calls {name}"));
                }
                (!object.is_null()).then(|| format!("{} for {name}", self.describe_lock(index, object)))
            }
            _ => None,
        }
    }

    /// Notes for a trace that the program's code does something to a monitor in the middle of a step.
    pub(crate) fn tell(&mut self, what: &str, object: Ref) {
        const TOLD_MAX: usize = 200;
        if !self.keep_output || !self.threaded {
            return;
        }
        let classes = self.thread().frames.iter().rev().map(|frame| self.class(self.method(frame.method).class));
        // `Object.wait` has frames of its own.
        let mut callers = classes.filter(|class| &*class.name != "java/lang/Object");
        if callers.next().is_none_or(|class| class.library) {
            return;
        }
        let text = format!("{what} {}", self.name_object(object));
        match self.forced.last_mut() {
            Some((description, _)) if !description.text.starts_with(&text) && description.text.len() < TOLD_MAX => {
                description.text += ", ";
                description.text += &text;
            }
            None if self.happened.len() < 4 => self.happened.push(text),
            _ => {}
        }
    }

    /// Taking a monitor, or finding that another thread has it.
    fn describe_lock(&self, index: usize, object: Ref) -> String {
        let name = self.name_object(object);
        match self.monitor_owner(object).filter(|owner| *owner != index) {
            Some(owner) => format!("wants to lock {name}, which \"{}\" holds, and waits", self.thread_name(owner)),
            None => format!("locks {name}"),
        }
    }

    /// The library method that the program's own code called.
    fn library_call(&self, index: usize) -> Option<String> {
        let frames = &self.threads[index].frames;
        let is_own = |frame: &Frame| {
            let method = self.method(frame.method);
            !self.class(method.class).library && !method.hidden
        };
        let own = frames.iter().rposition(is_own)?;
        let called = self.method(frames[own + 1..].iter().find(|frame| !self.method(frame.method).hidden)?.method);
        Some(format!("{}.{}", self.class(called.class).java_name(), called.name))
    }
}
