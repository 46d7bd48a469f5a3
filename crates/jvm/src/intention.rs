//! What a scheduled thread is about to do, in words: the lines of a trace.

use crate::access::Access;
use crate::class::{Kind, MethodId, slow};
use crate::heap::{Ref, header};
use crate::instr::Op;
use crate::labels::watches::TOLD;
use crate::schedule::Wake;
use crate::thread::{Frame, Status, Thread};
use crate::vm::Vm;

/// ` of 300 ms`: a length as people write it, in the largest unit that needs no more than three digits behind the point.
fn length(nanos: u64) -> String {
    const UNITS: [(u64, &str); 5] =
        [(3_600_000_000_000, "h"), (60_000_000_000, "min"), (1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "µs")];
    // What is not known, and what is meant for ever, has no length.
    if nanos == 0 || nanos > 10_000 * UNITS[0].0 {
        return String::new();
    }
    // An hour is told in minutes unless they are many, a minute in seconds likewise.
    let fits =
        |unit: u64| nanos >= unit && (unit <= 1_000_000_000 || nanos >= 2 * unit) && nanos.is_multiple_of(unit / 1_000);
    match UNITS.iter().find(|(unit, _)| fits(*unit)) {
        Some((unit, name)) => format!(" of {} {name}", nanos as f64 / *unit as f64),
        None => format!(" of {nanos} ns"),
    }
}

impl Vm {
    pub fn describe_move(&self, index: usize, wake: Wake) -> String {
        let thread = &self.threads[index];
        match (wake, thread.status) {
            (Wake::Spurious, _) => return "wakes spuriously".to_owned(),
            (_, Status::Sleeping) => return format!("its sleep{} ends", length(thread.nanos)),
            (Wake::TimeOut, Status::Waiting { on, .. }) => {
                let (length, on) = (length(thread.nanos), self.name_for(Some(index), on));
                return format!("its time-out{length} fires: stops waiting on {on}");
            }
            (Wake::TimeOut, _) if self.is_delay(thread) => {
                return format!("its delay{} is over", length(thread.nanos));
            }
            (Wake::TimeOut, _) => return format!("its time-out{} fires", length(thread.nanos)),
            (_, Status::Blocked(object)) => return format!("locks {}", self.name_for(Some(index), object)),
            (_, Status::Reacquiring { on, .. }) if self.is_instance(on, self.known.thread) => {
                return match self.thread_index(on).filter(|other| self.threads[*other].is_alive()) {
                    Some(other) => format!("wakes up; \"{}\" has not ended yet", self.thread_name(other)),
                    None => format!("goes on: \"{}\" has ended", self.name_of_thread(on)),
                };
            }
            (_, Status::Reacquiring { on, .. }) => {
                return format!("wakes up and locks {} again", self.name_for(Some(index), on));
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
                return self.describe_access(index, &access);
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
    fn describe_access(&self, index: usize, access: &Access) -> String {
        let place = self.name_place(index, access);
        let present =
            self.describe_value(self.get_kind(access.object, access.offset as usize, access.kind), access.kind);
        // What a field holds goes by the name of the field: that says nothing.
        let end = format!(" ({})", place.rsplit(" of ").next().unwrap_or_default());
        let present = present.strip_suffix(end.as_str()).unwrap_or(&present);
        match access.stored {
            Some(value) => {
                format!("writes {} to {place} (was {present})", self.describe_value(value, access.kind))
            }
            None => format!("reads {place} (is {present})"),
        }
    }

    /// `Account.balance of account`, `Main.forks[2]`.
    fn name_place(&self, index: usize, access: &Access) -> String {
        let place = self.describe_place(access);
        let is_static = self.heap.header(access.object) & header::STATICS != 0;
        let way = if is_static { None } else { self.way_for(Some(index), access.object) };
        let Some(field) = place.strip_prefix("field ") else {
            let index = place.strip_prefix("element ").and_then(|rest| rest.split(' ').next());
            return match (way, index) {
                (Some(way), Some(index)) => format!("{way}[{index}]"),
                _ => place,
            };
        };
        // `shop.Main$Account.balance` is known as `Account.balance`.
        let end = field.rfind('.').unwrap_or(0);
        let field = field[..end].rfind(['.', '$']).map_or(field, |start| &field[start + 1..]);
        let whose = way.filter(|way| !way.ends_with(".this")).map(|way| format!(" of {way}")).unwrap_or_default();
        format!("{field}{whose}")
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
            let text = format!("{what} {}", self.name_for(Some(self.current), object));
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
        if !self.has_room_to_tell() || !self.is_own(self.frame().method) {
            return;
        }
        if let Some(access) = self.next_access(self.current) {
            let text = self.describe_access(self.current, &access);
            self.note(text);
        }
    }

    /// Notes what the current thread waits for, having found that it must.
    pub(crate) fn tell_waiting(&mut self) {
        if !self.tells || self.own_frame(self.thread()).is_none() {
            return;
        }
        let text = match self.thread().status {
            Status::Parked { .. } => {
                let text = self.describe_parking(self.thread());
                // Where it waits was told with the call.
                let call = self.library_call(self.current).map(|call| format!("waits in {call}"));
                if call.as_ref() == Some(&text) { "waits".to_owned() } else { text }
            }
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

    /// What goes on and on is told in part.
    fn has_room_to_tell(&self) -> bool {
        const NOTES_MAX: usize = 12;
        self.forced.last().map_or(self.happened.len(), |(description, _)| description.more.len()) < NOTES_MAX
    }

    /// Adds to what is told of the thread that moves now.
    fn note(&mut self, text: String) {
        if !self.has_room_to_tell() {
            return;
        }
        let place = self.location().unwrap_or_default();
        match self.forced.last_mut() {
            Some((description, _)) => {
                // What is done several times on the way is told once.
                let last = description.more.last();
                let is_told =
                    description.text.starts_with(&text) || last.is_some_and(|(told, at)| *told == text && *at == place);
                if !is_told {
                    if description.location.is_none() && !place.is_empty() {
                        description.location = Some(place.clone());
                    }
                    description.more.push((text, place));
                }
            }
            None => {
                self.happened.push(text);
                self.happened_at.push(place);
            }
        }
    }

    /// The call of the library that the program's own code makes in thread `index`: the thread, the frame that calls, and where.
    fn call_under_way(&self, index: usize) -> Option<(usize, usize, u32)> {
        let thread = &self.threads[index];
        let own = self.own_frame(thread)?;
        (own + 1 < thread.frames.len()).then(|| (index, own, thread.frames[own].pc))
    }

    /// The move that begins now is in words already, and with it the call that it stands in.
    pub(crate) fn begin_telling(&mut self) {
        self.told_call = self.call_under_way(self.current);
        self.await_result();
    }

    /// Notes the operation of the library that the program's own code has called and that does now what others can notice.
    pub(crate) fn tell_call(&mut self) {
        if !self.threaded || !self.has_room_to_tell() || self.is_own(self.frame().method) {
            return;
        }
        // What a library calls of another is not the program's doing.
        let is_own = |call: &(usize, usize, u32)| self.is_own(self.thread().frames[call.1].method);
        let call = self.call_under_way(self.current).filter(is_own);
        if call.is_none() || call == self.told_call {
            return;
        }
        self.told_call = call;
        // What is printed is shown as it is.
        if let Some(name) = self.library_call(self.current).filter(|name| !name.starts_with("PrintStream.")) {
            self.note(format!("calls {name}"));
            self.await_result();
        }
    }

    /// Lets `tell_result` know when the call that was told returns.
    fn await_result(&mut self) {
        let Some((index, own, _)) = self.told_call else { return };
        let id = self.threads[index].frames[own + 1].method;
        let method = &mut self.methods[id.0 as usize];
        if !method.hidden && method.returns.slots() > 0 && !method.watches.contains(&TOLD) {
            method.watches.push(TOLD);
        }
    }

    /// A call has returned: `which returns false`.
    pub(crate) fn tell_result(&mut self, kind: Kind, value: u64) {
        let here = (self.current, self.thread().frames.len().wrapping_sub(1), self.frame().pc);
        if self.tells && self.told_call == Some(here) && self.has_room_to_tell() && self.is_telling(kind, value) {
            let value = self.describe_value(value, kind);
            self.note(format!("which returns {value}"));
            self.told_call = None;
        }
    }

    /// Whether a result says something: not that of which all that can be said is its class.
    fn is_telling(&self, kind: Kind, value: u64) -> bool {
        let object = Ref::from_slot(value);
        if kind != Kind::Reference || object.is_null() {
            return true;
        }
        let class = self.heap.class_of(object);
        class == self.known.string || !self.class(class).library || self.boxed(object).is_some()
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
        let name = self.name_for(Some(index), object);
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
        // As the program has written it: of a lock that it knows as a `Lock` it calls `Lock.lock`.
        let class = self.written_holder(&frames[own], &called.name);
        let class = class.unwrap_or_else(|| self.class(called.class).java_name());
        let short = class.rsplit(['.', '$']).next().unwrap_or(&class);
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
        if let Some(receiver) = receiver.filter(|receiver| self.is_instance(*receiver, self.known.thread)) {
            return Some(format!("{name} of \"{}\"", self.name_of_thread(receiver)));
        }
        let way = receiver.and_then(|receiver| self.way_for(Some(index), receiver));
        Some(match way.or_else(|| self.written_receiver(&frames[own])) {
            Some(way) => format!("{name} on {way}"),
            None => name,
        })
    }

    /// The class that the call in progress names before the method, if it names that method.
    fn written_holder(&self, frame: &Frame, called: &str) -> Option<String> {
        const INVOKES: std::ops::RangeInclusive<u8> = 0xb6..=0xb9;
        let method = self.method(frame.method);
        let file = self.class(method.class).file.as_ref()?;
        let code = file.methods.get(method.index as usize)?.code.as_ref()?;
        let at = usize::from(*method.code.pcs.get(frame.pc as usize)?);
        let [opcode, high, low] = *code.bytes.get(at..at + 3)? else { return None };
        let member = INVOKES.contains(&opcode).then(|| file.pool.member_parts(u16::from_be_bytes([high, low])))?;
        let (holder, name, _, _) = member.ok()?;
        (&**name == called).then(|| holder.replace('/', "."))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lengths_are_told_as_people_write_them() {
        for (nanos, expected) in [
            (300_000_000, " of 300 ms"),
            (60_000_000_000, " of 60 s"),
            (90_000_000_000, " of 90 s"),
            (1_500_000_000, " of 1.5 s"),
            (7_200_000_000_000, " of 2 h"),
            (150_000_000_000, " of 2.5 min"),
            (1_234, " of 1.234 µs"),
            (999, " of 999 ns"),
            (0, ""),
            (u64::MAX, ""),
        ] {
            assert_eq!(super::length(nanos), expected);
        }
    }
}
