//! A deadlock as a person would explain it: who waits for what, who holds it and since where.

use space::{Roster, Violation, ViolationKind};

use crate::choice::Pending;
use crate::heap::Ref;
use crate::instr::Op;
use crate::thread::{Status, Thread};
use crate::vm::Vm;

impl Vm {
    /// All that live wait for ever.
    pub fn explain_deadlock(&self) -> Violation {
        let stuck: Vec<usize> = (0..self.threads.len()).filter(|index| self.threads[*index].is_alive()).collect();
        self.explain_stuck(&stuck)
    }

    /// Where all threads stand.
    pub fn roster(&self) -> Roster {
        let mut found = Vec::new();
        let moves = match &self.pending {
            // Who may be chosen is known already.
            Some(Pending::Schedule { moves, .. }) => moves,
            _ => {
                self.find_moves(&mut found);
                &found
            }
        };
        let held = self.put_off(moves);
        let any_held = !held.is_empty();
        let mut roster = Roster { running: self.current as u32, held, ..Roster::default() };
        for (index, thread) in self.threads.iter().enumerate().filter(|(_, thread)| thread.is_alive()) {
            let able = self.wakes(index).next().is_some() && !self.is_idle_worker(index);
            // Whoever waits for time that has not come yet is not able to move, and will be.
            let early = any_held && able && !moves.iter().any(|(open, _)| *open == index);
            if able && !early {
                roster.able.insert(index);
            }
            // Whoever waits for a thread to end that can go on is not stuck.
            let lasts = self.awaited_end(thread).is_some_and(|other| self.wakes(other).next().is_some());
            if !able && !thread.daemon && !lasts {
                roster.waiting.insert(index);
            }
            let names = &self.config.livelock_threads;
            if names.is_empty() || names.contains(&self.given_name(index)) {
                roster.chosen.insert(index);
            }
        }
        roster
    }

    /// The given threads go round for ever.
    pub fn explain_livelock(&self, threads: &[usize]) -> Violation {
        let names: Vec<String> = threads.iter().map(|index| format!("\"{}\"", self.thread_name(*index))).collect();
        let at = |index: &usize| self.location_of(&self.threads[*index]);
        let details = threads.iter().zip(&names).map(|(index, name)| {
            format!("{name} at {} comes back here again and again", at(index).unwrap_or_default())
        });
        let verb = if names.len() == 1 { "goes" } else { "go" };
        Violation {
            kind: ViolationKind::Livelock,
            message: format!("{} {verb} round for ever without getting anywhere", names.join(", ")),
            details: details.collect(),
            thread: threads.first().map(|index| self.thread_name(*index)),
            location: threads.first().and_then(at),
        }
    }

    /// The given threads wait for ever, whatever the others do.
    pub fn explain_stuck(&self, stuck: &[usize]) -> Violation {
        let name = |index: usize| format!("\"{}\"", self.thread_name(index));
        let details = stuck.iter().map(|index| {
            let at = self.location_of(&self.threads[*index]).unwrap_or_default();
            format!("{} at {at} {}", name(*index), self.explain_wait(&self.threads[*index]))
        });
        let details: Vec<String> = details.collect();
        let circle = self.circle(stuck);
        let message = match (circle.as_slice(), stuck) {
            ([], [only]) => format!("{} waits for ever", name(*only)),
            ([], _) => format!("{} threads wait for ever", stuck.len()),
            ([one], _) => format!("{} waits for itself", name(*one)),
            (circle, _) => {
                let names: Vec<String> = circle.iter().map(|index| name(*index)).collect();
                format!("{} wait for each other in a circle", names.join(", "))
            }
        };
        let first = circle.first().or(stuck.first());
        Violation {
            kind: ViolationKind::Deadlock,
            message,
            details,
            thread: first.map(|index| self.thread_name(*index)),
            location: first.and_then(|index| self.location_of(&self.threads[*index])),
        }
    }

    /// Threads each of which waits for what the next one holds, starting with the first of them.
    fn circle(&self, stuck: &[usize]) -> Vec<usize> {
        for start in stuck {
            let mut way = vec![*start];
            while let Some(next) = self.awaited(&self.threads[way[way.len() - 1]]) {
                if next == *start {
                    return way;
                }
                if way.contains(&next) {
                    break;
                }
                way.push(next);
            }
        }
        Vec::new()
    }

    /// The thread that would have to move first.
    pub(crate) fn awaited(&self, thread: &Thread) -> Option<usize> {
        match thread.status {
            Status::Blocked(object) | Status::Reacquiring { on: object, .. } => self.monitor_owner(object),
            Status::InitializationWait(holder) => self.monitor_owner(holder),
            Status::Waiting { on, .. } => self.thread_index_if_thread(on),
            Status::Parked { .. } => self.lock_owner(self.blocker(thread)),
            Status::Runnable | Status::Polling { .. } | Status::Sleeping | Status::Terminated => None,
        }
    }

    /// The thread that the one at `index` waits for.
    pub(crate) fn awaited_thread(&self, index: usize) -> Option<usize> {
        self.awaited(&self.threads[index])
    }

    /// The thread for whose end this one waits.
    fn awaited_end(&self, thread: &Thread) -> Option<usize> {
        match thread.status {
            Status::Waiting { on, .. } => self.thread_index_if_thread(on),
            _ => None,
        }
    }

    /// Waiting on a thread object is how `join` waits for its end.
    fn thread_index_if_thread(&self, object: Ref) -> Option<usize> {
        self.is_instance(object, self.known.thread).then(|| self.thread_index(object)).flatten()
    }

    pub(crate) fn explain_wait(&self, thread: &Thread) -> String {
        match thread.status {
            Status::Blocked(object) | Status::Reacquiring { on: object, .. } => {
                let again = if matches!(thread.status, Status::Blocked(_)) { "" } else { " again" };
                format!("waits to lock {}{again}{}", self.describe_object(object), self.explain_holder(object))
            }
            Status::Waiting { on, .. } => match self.thread_index_if_thread(on) {
                Some(index) => format!("waits for \"{}\" to end", self.thread_name(index)),
                None => format!("waits to be notified on {}, and nobody is left to do so", self.describe_object(on)),
            },
            Status::Parked { .. } => self.explain_parking(thread),
            Status::InitializationWait(holder) => {
                let class = self.class(self.heap.class_of(holder)).java_name();
                let owner =
                    self.monitor_owner(holder).map(|owner| format!(", which \"{}\" does", self.thread_name(owner)));
                format!("waits for class {class} to be initialised{}", owner.unwrap_or_default())
            }
            Status::Polling { .. } => "waits for a socket, and nobody is left to use its other end".to_owned(),
            Status::Runnable | Status::Sleeping | Status::Terminated => "can run".to_owned(),
        }
    }

    fn explain_holder(&self, object: Ref) -> String {
        let Some(owner) = self.monitor_owner(object) else { return String::new() };
        let since = self.locked_at(owner, object).map(|at| format!(" since {at}")).unwrap_or_default();
        format!(", which \"{}\" holds{since}", self.thread_name(owner))
    }

    /// Where thread `owner` took the monitor: the synchronized method, or the last `monitorenter` whose lock variable
    /// still holds the object.
    fn locked_at(&self, owner: usize, object: Ref) -> Option<String> {
        let thread = &self.threads[owner];
        for frame in &thread.frames {
            if frame.monitor == object {
                return Some(self.source_position(frame.method, 0));
            }
            let instrs = &self.method(frame.method).code.instrs;
            let taken = (1..(frame.pc as usize).min(instrs.len())).rev().find(|pc| {
                let before = instrs[pc - 1].get();
                instrs[*pc].get().op == Op::Monitorenter
                    && before.op == Op::Store
                    && Ref::from_slot(thread.stack[frame.base as usize + before.a as usize]) == object
            });
            if let Some(pc) = taken {
                return Some(self.source_position(frame.method, pc as u32));
            }
        }
        None
    }

    /// What `LockSupport.park(blocker)` was given.
    fn blocker(&self, thread: &Thread) -> Ref {
        let at = self.offset_of(self.known.thread, "parkBlocker");
        at.map_or(Ref::NULL, |at| self.heap.get_ref(thread.object, at as usize))
    }

    /// The owner of a lock of `java.util.concurrent`.
    fn lock_owner(&self, blocker: Ref) -> Option<usize> {
        if blocker.is_null() {
            return None;
        }
        let at = self.offset_of(self.heap.class_of(blocker), "exclusiveOwnerThread")?;
        let owner = self.heap.get_ref(blocker, at as usize);
        if owner.is_null() { self.first_reader(blocker) } else { self.thread_index(owner) }
    }

    /// The one of a lock's readers that it remembers.
    fn first_reader(&self, blocker: Ref) -> Option<usize> {
        let at = self.offset_of(self.heap.class_of(blocker), "firstReader")?;
        let reader = self.heap.get_ref(blocker, at as usize);
        if reader.is_null() { None } else { self.thread_index(reader) }
    }

    /// What `explain_parking` says of a thread that may yet be woken.
    pub(crate) fn describe_parking(&self, thread: &Thread) -> String {
        let text = self.explain_parking(thread);
        let end = text.find(", and nobody is left").or_else(|| text.find(" (now at ")).unwrap_or(text.len());
        text[..end].to_owned()
    }

    fn explain_parking(&self, thread: &Thread) -> String {
        let blocker = self.blocker(thread);
        if blocker.is_null() {
            return "is parked, and nobody is left to unpark it".to_owned();
        }
        if self.is_between_tasks(thread) {
            return "waits for work in a pool, and nobody is left to give it any, or to shut the pool down".to_owned();
        }
        let class = self.class(self.heap.class_of(blocker)).java_name();
        // Locks and the like park on an inner class of theirs.
        let outer = class.split('$').next().unwrap_or(&class);
        let simple = outer.rsplit('.').next().unwrap_or(outer);
        let index = self.threads.iter().position(|other| other.object == thread.object);
        let way = self.way_for(index, blocker);
        let named = way.as_ref().map(|way| format!(" ({way})")).unwrap_or_default();
        if class.ends_with("ConditionObject") {
            let called = index.and_then(|index| self.library_call(index));
            let what = match (way, called) {
                (Some(way), _) => format!("for the condition {way}"),
                // Queues and the like have conditions of their own, which nobody knows by name.
                (None, Some(called)) => format!("in {called}"),
                (None, None) => "for a condition".to_owned(),
            };
            return format!("waits {what}, and nobody is left to signal it");
        }
        if let Some(reader) = self.first_reader(blocker) {
            return self.explain_readers(thread, blocker, reader, &named);
        }
        if let Some(owner) = self.lock_owner(blocker) {
            let at = self.location_of(&self.threads[owner]).unwrap_or_default();
            let name = self.thread_name(owner);
            return match self.acquired_at(owner, blocker) {
                Some(since) => format!("waits for a {simple}{named} that \"{name}\" holds since {since} (now at {at})"),
                None => format!("waits for a {simple}{named} that \"{name}\" holds (now at {at})"),
            };
        }
        if !self.class(self.heap.class_of(blocker)).library && !class.ends_with("Sync") {
            return format!("is parked for {}, and nobody is left to unpark it", self.describe_object(blocker));
        }
        let state = self.offset_of(self.heap.class_of(blocker), "state").filter(|_| class.contains('$'));
        let state = state.map(|at| self.heap.get4(blocker, at as usize));
        match (simple, state) {
            ("CountDownLatch", Some(count)) => format!("waits for a CountDownLatch{named} whose count is {count}"),
            ("Semaphore", Some(1)) => format!("waits for a Semaphore{named} with 1 permit"),
            ("Semaphore", Some(permits)) => format!("waits for a Semaphore{named} with {} permits", permits as i32),
            // The number of readers is in the upper half.
            ("ReentrantReadWriteLock", Some(state)) if state >> 16 > 0 => {
                let readers = state >> 16;
                let holds = if readers == 1 { "1 reader holds".to_owned() } else { format!("{readers} readers hold") };
                format!("waits for a ReentrantReadWriteLock{named} that {holds}")
            }
            ("StampedLock", _) => self.explain_stamped(blocker, &named),
            ("Exchanger", _) => "waits for somebody to exchange with, and nobody is left".to_owned(),
            _ => format!("waits for a {simple}{named}, and nobody is left to wake it"),
        }
    }

    /// Whether the thread is a worker that asks its pool for the next task.
    fn is_between_tasks(&self, thread: &Thread) -> bool {
        let asks = |frame: &crate::thread::Frame| {
            let method = self.method(frame.method);
            &*method.name == "getTask" && &*self.class(method.class).name == "java/util/concurrent/ThreadPoolExecutor"
        };
        thread.frames.iter().any(asks)
    }

    /// A lock that `reader` and perhaps others hold for reading.
    fn explain_readers(&self, thread: &Thread, blocker: Ref, reader: usize, named: &str) -> String {
        let state = self.offset_of(self.heap.class_of(blocker), "state");
        // The number of readers is in the upper half.
        let readers = state.map_or(1, |at| self.heap.get4(blocker, at as usize) >> 16);
        let others = match readers {
            0 | 1 => String::new(),
            2 => " and one more".to_owned(),
            more => format!(" and {} more", more - 1),
        };
        let since = self.acquired_at(reader, blocker).map(|at| format!(" since {at}")).unwrap_or_default();
        let verb = if readers > 1 { "hold" } else { "holds" };
        let who = format!("\"{}\"{others}", self.thread_name(reader));
        let reads = |frame: &crate::thread::Frame| {
            self.class(self.method(frame.method).class).name.ends_with("ReentrantReadWriteLock$ReadLock")
        };
        if thread.frames.iter().any(reads) {
            // Readers come in beside readers, but not past a writer that waits.
            return format!(
                "waits for a ReentrantReadWriteLock{named} behind a writer; {who} {verb} it for reading{since}"
            );
        }
        format!("waits for a ReentrantReadWriteLock{named} that {who} {verb} for reading{since}")
    }

    /// Such a lock counts its readers in its lowest seven bits, and does not know who they are; the bit above is a writer's.
    fn explain_stamped(&self, lock: Ref, named: &str) -> String {
        let state = self.offset_of(self.heap.class_of(lock), "state").map_or(0, |at| self.heap.get8(lock, at as usize));
        match (state & 0x80 != 0, state & 0x7f) {
            (true, _) => format!("waits for a StampedLock{named} that a writer holds"),
            (false, 0) => format!("waits for a StampedLock{named}, and nobody is left to wake it"),
            (false, 1) => format!("waits for a StampedLock{named} that 1 reader holds"),
            (false, readers) => format!("waits for a StampedLock{named} that {readers} readers hold"),
        }
    }
}
