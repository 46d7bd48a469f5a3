//! What a scheduled thread is about to do, in words: the lines of a trace.

use crate::access::Access;
use crate::class::{MethodId, slow};
use crate::heap::{Ref, header};
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
            (_, Status::Reacquiring { on, .. }) if self.is_instance(on, self.known.thread) => {
                return match self.thread_index(on).filter(|other| self.threads[*other].is_alive()) {
                    Some(other) => format!("wakes up; \"{}\" has not ended yet", self.thread_name(other)),
                    None => format!("goes on: \"{}\" has ended", self.name_of_thread(on)),
                };
            }
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
        if self.is_own(frame.method) {
            if let Some(access) = self.next_access(index) {
                return self.describe_access(&access);
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

    /// `writes 5 to Account.balance of account (was 10)`
    fn describe_access(&self, access: &Access) -> String {
        let place = self.describe_place(access);
        let place = place.strip_prefix("field ").unwrap_or(&place);
        // `shop.Main$Account.balance` is known as `Account.balance`.
        let end = place.rfind('.').unwrap_or(0);
        let place = place[..end].rfind(['.', '$']).map_or(place, |start| &place[start + 1..]);
        let is_static = self.heap.header(access.object) & header::STATICS != 0;
        let way = if is_static { None } else { self.way_to(access.object) };
        let whose = way.filter(|way| !way.ends_with(".this")).map(|way| format!(" of {way}")).unwrap_or_default();
        let present =
            self.describe_value(self.get_kind(access.object, access.offset as usize, access.kind), access.kind);
        match access.stored {
            Some(value) => {
                format!("writes {} to {place}{whose} (was {present})", self.describe_value(value, access.kind))
            }
            None => format!("reads {place}{whose} (is {present})"),
        }
    }

    /// Whom a thread that stands before `Object.notify` wakes if it takes this alternative.
    pub(crate) fn describe_notifying(&self, pick: usize) -> String {
        let object = Ref::from_slot(self.thread().stack[(self.frame().sp as usize).saturating_sub(1)]);
        let waiters = if object.is_null() { Vec::new() } else { self.waiters(object) };
        match waiters.get(pick) {
            Some(waiter) => format!("notifies \"{}\"", self.thread_name(*waiter)),
            None => format!("notifies waiter {} of those that wait", pick + 1),
        }
    }

    /// Notes for a trace that the program's code does something to a monitor in the middle of a step.
    pub(crate) fn tell(&mut self, what: &str, object: Ref) {
        if self.keep_output && self.threaded && self.is_told() {
            let text = format!("{what} {}", self.name_object(object));
            self.note(text);
        }
    }

    /// The same for what is in words already.
    pub(crate) fn tell_text(&mut self, text: String) {
        if self.keep_output && self.threaded && self.is_told() {
            self.note(text);
        }
    }

    /// Notes the access that the program's own code makes now.
    pub(crate) fn tell_access(&mut self) {
        if !self.is_own(self.frame().method) {
            return;
        }
        if let Some(access) = self.next_access(self.current) {
            let text = self.describe_access(&access);
            self.note(text);
        }
    }

    /// Notes what the current thread waits for, having found that it must.
    pub(crate) fn tell_waiting(&mut self) {
        if !self.tells || self.own_frame(self.thread()).is_none() {
            return;
        }
        let text = match self.thread().status {
            Status::Parked { .. } => self.describe_parking(self.thread()),
            Status::Blocked(object) => self.describe_lock(self.current, object),
            _ => return,
        };
        self.note(text);
    }

    /// Whether the program's own code does what is done now. `Object.wait` has frames of its own.
    fn is_told(&self) -> bool {
        let is_wait = |method: MethodId| &*self.class(self.method(method).class).name == "java/lang/Object";
        let mut callers =
            self.thread().frames.iter().rev().map(|frame| frame.method).filter(|method| !is_wait(*method));
        callers.next().is_some_and(|method| self.is_own(method))
    }

    /// Adds to what is told of the thread that moves now; what goes on and on is told in part.
    fn note(&mut self, text: String) {
        const TOLD_MAX: usize = 300;
        const NOTES_MAX: usize = 8;
        let place = self.location();
        match self.forced.last_mut() {
            Some((description, _)) if !description.text.starts_with(&text) && description.text.len() < TOLD_MAX => {
                if description.location.is_none() {
                    description.location = place.clone();
                }
                let elsewhere = place.filter(|place| description.location.as_ref() != Some(place));
                let more = format!(", {text}{}", elsewhere.map(|place| format!(" at {place}")).unwrap_or_default());
                // What is done several times on the way is told once.
                if !description.text.ends_with(&more) {
                    description.text += &more;
                }
            }
            None if self.happened.len() < NOTES_MAX => {
                self.happened.push(text);
                self.happened_at.push(place.unwrap_or_default());
            }
            _ => {}
        }
    }

    /// What a thread object is called, whether the thread lives or not.
    pub(crate) fn name_of_thread(&self, object: Ref) -> String {
        if let Some(index) = self.thread_index(object) {
            return self.thread_name(index);
        }
        let name = self.heap.get_ref(object, self.known.thread_name as usize);
        if name.is_null() { "a thread".to_owned() } else { self.string_text(name) }
    }

    /// Taking a monitor, or finding that another thread has it.
    fn describe_lock(&self, index: usize, object: Ref) -> String {
        let name = self.name_object(object);
        match self.monitor_owner(object).filter(|owner| *owner != index) {
            Some(owner) => format!("wants to lock {name}, which \"{}\" holds, and waits", self.thread_name(owner)),
            None => format!("locks {name}"),
        }
    }

    /// The library method that the program's own code called, and on what: `ReentrantLock.lock on account.lock`.
    pub(crate) fn library_call(&self, index: usize) -> Option<String> {
        let thread = &self.threads[index];
        let frames = &thread.frames;
        let own = self.own_frame(thread)?;
        let at = own + 1 + frames[own + 1..].iter().position(|frame| !self.method(frame.method).hidden)?;
        let called = self.method(frames[at].method);
        let class = self.class(called.class).java_name();
        // The JDK's classes are known by their short names.
        let short = class.rsplit('.').next().filter(|_| class.starts_with("java.")).unwrap_or(&class);
        let name = format!("{short}.{}", called.name);
        if called.is_static() || &*called.name == "<init>" {
            return Some(name);
        }
        // Where the object is not used any more, states do not keep it; but what it called in turn may have it, or its inner part.
        let is_it = |object: &Ref| {
            let class = self.heap.class_of(*object);
            self.is_subclass(class, called.class) || self.class(class).name.starts_with(&*self.class(called.class).name)
        };
        let instances = frames[at..].iter().filter(|frame| !self.method(frame.method).is_static());
        let receiver = instances.filter_map(|frame| self.reference_local(thread, frame, 0)).find(is_it);
        let Some(receiver) = receiver else { return Some(name) };
        if self.is_instance(receiver, self.known.thread) {
            return Some(format!("{name} of \"{}\"", self.name_of_thread(receiver)));
        }
        Some(match self.way_to(receiver) {
            Some(way) => format!("{name} on {way}"),
            None => name,
        })
    }
}
