//! The life of a thread: how it starts, what its state is called, how it ends and with it the program.

use std::collections::HashMap;

use space::{Violation, ViolationKind};

use crate::class::slow;
use crate::heap::{Ref, header};
use crate::thread::{Frame, FrameKind, Status, Thread};
use crate::vm::{Outcome, Trap, Vm, throw, unsupported};

/// So many threads can be alive at once; headers could name twice as many.
const THREADS_MAX: usize = 2000;
const _: () = assert!(THREADS_MAX < header::OWNER_MAX as usize);
/// From so many on, those that have ended are looked for whenever another starts.
const THREADS_MANY: usize = 64;

/// `threadStatus` values that `Thread.getState` understands (JVMTI's bits).
mod thread_status {
    pub const TERMINATED: u32 = 0x2;
    pub const RUNNABLE: u32 = 0x5;
    pub const BLOCKED: u32 = 0x401;
    pub const WAITING: u32 = 0x191;
    pub const TIMED_WAITING: u32 = 0x1a1;
    pub const PARKED: u32 = 0x291;
    pub const TIMED_PARKED: u32 = 0x2a1;
    pub const SLEEPING: u32 = 0x61;
}

impl Vm {
    /// `Thread.start0`
    pub fn start_thread(&mut self, object: Ref) -> Outcome<u64> {
        // The library's own threads (reference handler, finalizer, cleaners) serve the garbage collector: they would
        // wait for ever, and only multiply states. Whoever waits for a process to end, reads a file, watches a folder or polls a
        // socket does so on behalf of the program.
        let class = self.heap.class_of(object);
        let is_own = &*self.class(class).name == "jdk/internal/misc/InnocuousThread";
        let for_program = |frame: &Frame| {
            let starter = &*self.class(self.method(frame.method).class).name;
            matches!(starter, "java/lang/ProcessHandleImpl" | "sun/nio/fs/AbstractPoller")
                || starter.starts_with("sun/nio/ch/")
        };
        if !self.booted
            || (is_own && !self.thread().frames.iter().any(for_program) && !self.is_made_by_cleaner_of_program())
        {
            return Ok(0);
        }
        // A thread that an initialiser starts runs on this path only.
        self.heap.leaked |= self.heap.is_permanent_mode();
        if self.threads.len() >= THREADS_MANY {
            // One after the other may have run and ended without a choice.
            self.drop_ended_threads();
        }
        if self.threads.len() >= THREADS_MAX {
            let sentence = "unable to create native thread: possibly out of memory or process/resource limits reached";
            return throw("java/lang/OutOfMemoryError", sentence);
        }
        let mut run = self.find_virtual(self.heap.class_of(object), "run", "()V").expect("Thread has a run method");
        if self.method(run).slow & (slow::SYNCHRONIZED | slow::NATIVE) != 0 {
            // It is the new thread that takes the monitor, once it runs.
            run = self.call_stub(run)?;
        }
        let index = self.threads.len();
        self.heap.put8(object, self.known.thread_eetop as usize, index as u64 + 1);
        let mut thread = Thread::new(object);
        thread.daemon = self.is_daemon(object);
        self.threads.push(thread);
        self.note_name(index);
        self.set_thread_status(object, thread_status::RUNNABLE);
        self.threaded = true;
        let me = std::mem::replace(&mut self.current, index);
        let pushed = self.push_frame(run, &[object.slot()], FrameKind::Normal);
        self.current = me;
        pushed?;
        self.share_all();
        Ok(0)
    }

    /// Whether it is the program that makes a `Cleaner` just now: in a single run, which collects garbage when asked to.
    fn is_made_by_cleaner_of_program(&self) -> bool {
        let class = |frame: &Frame| self.class(self.method(frame.method).class);
        let frames = &self.thread().frames;
        let created = frames.iter().rposition(|frame| &*class(frame).name == "java/lang/ref/Cleaner");
        let maker = created.and_then(|at| at.checked_sub(1)).map(|at| &frames[at]);
        self.config.run_once && maker.is_some_and(|frame| !class(frame).library)
    }

    fn is_daemon(&self, object: Ref) -> bool {
        match self.known.thread_holder {
            Some(at) => {
                let holder = self.heap.get_ref(object, at as usize);
                let class = self.heap.class_of(holder);
                self.offset_of(class, "daemon").is_some_and(|at| self.heap.get1(holder, at as usize) != 0)
            }
            None => {
                self.offset_of(self.known.thread, "daemon").is_some_and(|at| self.heap.get1(object, at as usize) != 0)
            }
        }
    }

    fn set_thread_status(&mut self, object: Ref, status: u32) {
        match self.known.thread_holder {
            Some(at) => {
                let holder = self.heap.get_ref(object, at as usize);
                if !holder.is_null() {
                    let class = self.heap.class_of(holder);
                    if let Some(at) = self.offset_of(class, "threadStatus") {
                        self.heap.put4(holder, at as usize, status);
                    }
                }
            }
            None => {
                if let Some(at) = self.offset_of(self.known.thread, "threadStatus") {
                    self.heap.put4(object, at as usize, status);
                }
            }
        }
    }

    /// Whether the thread has run and ended.
    pub(crate) fn has_terminated(&self, object: Ref) -> bool {
        let (object, class) = match self.known.thread_holder {
            Some(at) => {
                let holder = self.heap.get_ref(object, at as usize);
                if holder.is_null() {
                    return false;
                }
                (holder, self.heap.class_of(holder))
            }
            None => (object, self.known.thread),
        };
        let status = self.offset_of(class, "threadStatus").map(|at| self.heap.get4(object, at as usize));
        status == Some(thread_status::TERMINATED)
    }

    /// `Thread.getState` reads this: brings it up to date for a thread somebody asks about.
    pub fn refresh_thread_status(&mut self, index: usize) {
        let thread = &self.threads[index];
        let status = match thread.status {
            Status::Runnable | Status::Polling { .. } => thread_status::RUNNABLE,
            Status::Blocked(_) | Status::Reacquiring { .. } => thread_status::BLOCKED,
            Status::Waiting { timed: false, .. } => thread_status::WAITING,
            Status::Waiting { timed: true, .. } => thread_status::TIMED_WAITING,
            Status::Parked { timed: false } => thread_status::PARKED,
            Status::Parked { timed: true } => thread_status::TIMED_PARKED,
            Status::Sleeping => thread_status::SLEEPING,
            Status::InitializationWait(_) => thread_status::RUNNABLE,
            Status::Terminated => thread_status::TERMINATED,
        };
        let object = thread.object;
        self.set_thread_status(object, status);
    }

    /// The outermost frame of the current thread has returned.
    pub(crate) fn thread_returned(&mut self) -> Outcome<()> {
        let object = self.thread().object;
        if !self.thread().exiting {
            self.thread_mut().exiting = true;
            let last = !self
                .threads
                .iter()
                .enumerate()
                .any(|(index, thread)| index != self.current && thread.is_alive() && !thread.daemon);
            let exit = self.declared_method(self.known.thread, "exit", "()V");
            if last && !self.thread().daemon {
                self.begin_shutdown()?;
            } else if let Some(exit) = exit
                && self.current != 0
            {
                self.push_frame(exit, &[object.slot()], FrameKind::Interlude)?;
            }
            if !self.thread().frames.is_empty() {
                return Ok(());
            }
        }
        self.end_thread()?;
        Err(Trap::Ended)
    }

    /// The last thread that keeps the program alive runs the shutdown hooks.
    fn begin_shutdown(&mut self) -> Outcome<()> {
        let shutdown = self.load_boot("java/lang/Shutdown")?;
        let hooks = self.static_ref(shutdown, "hooks");
        if hooks.is_null() || self.array_refs(hooks).iter().all(|hook| hook.is_null()) {
            return Ok(());
        }
        if let Some(method) = self.declared_method(shutdown, "shutdown", "()V") {
            self.push_frame(method, &[], FrameKind::Interlude)?;
        }
        Ok(())
    }

    fn end_thread(&mut self) -> Outcome<()> {
        self.show_ended()?;
        let object = self.thread().object;
        if self.keep_output {
            self.gone.push((self.thread_id(self.current), self.given_name(self.current)));
        }
        self.thread_mut().status = Status::Terminated;
        self.heap.put8(object, self.known.thread_eetop as usize, 0);
        self.set_thread_status(object, thread_status::TERMINATED);
        for waiter in self.waiters(object) {
            self.begin_reacquiring(waiter, true);
        }
        Ok(())
    }

    /// An exception left the outermost frame: the program's mistake, which Java's own handler then prints.
    pub(crate) fn uncaught(&mut self, exception: Ref) -> Outcome<()> {
        let thread = self.thread();
        let object = thread.object;
        if thread.exiting {
            self.end_thread()?;
            return Err(Trap::Ended);
        }
        // What a handler throws is ignored (JLS 11.3).
        if std::mem::replace(&mut self.thread_mut().handling, true) {
            let class = self.class(self.heap.class_of(exception)).name.replace('/', ".");
            let name = self.given_name(self.current);
            let place = format!("thrown from the UncaughtExceptionHandler in thread \"{name}\"");
            self.write_error(format!("\nException: {class} {place}\n").as_bytes());
            return self.thread_returned();
        }
        if !self.has_own_handler(object) {
            if self.path.without_native_code && self.may_blame_native_code(exception) {
                let error = self.describe_exception(exception);
                return unsupported(format!("native code, which this error of the program may come from ({error}),"));
            }
            self.report_uncaught(exception);
            // A symbolic path ends at a violation, and nobody reads what Java's handler would print: thousands of instructions.
            if self.ends_at_failure {
                return Err(Trap::Exit(0));
            }
        }
        let dispatch = self.declared_method(self.known.thread, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V");
        if self.path.uncaught_in_main.is_none() && self.current == 0 {
            self.path.uncaught_in_main = Some(());
        }
        match dispatch {
            Some(dispatch) => self.push_frame(dispatch, &[object.slot(), exception.slot()], FrameKind::Interlude),
            None => self.thread_returned(),
        }
    }

    /// Whether it, or a cause of it, is an error that a program can have made of native code that was not there: neither
    /// exceptions nor failed assertions are.
    fn may_blame_native_code(&self, exception: Ref) -> bool {
        const CAUSES_MAX: usize = 64;
        let is_a = |object: Ref, name| {
            let class = self.loaded(name, crate::class::LoaderId::BOOT);
            class.is_some_and(|class| self.is_instance(object, class))
        };
        let cause = |object: &Ref| {
            let cause = self.heap.get_ref(*object, self.known.throwable_cause as usize);
            (!cause.is_null() && cause != *object).then_some(cause)
        };
        std::iter::successors(Some(exception), cause).take(CAUSES_MAX).any(|object| {
            is_a(object, "java/lang/Error")
                && !is_a(object, "java/lang/AssertionError")
                && !is_a(object, "java/lang/VirtualMachineError")
        })
    }

    /// Whether the program itself handles what no frame of this thread catches: then it is no mistake.
    fn has_own_handler(&self, thread: Ref) -> bool {
        let field = |object: Ref, name: &str| {
            self.offset_of(self.heap.class_of(object), name)
                .map_or(Ref::NULL, |at| self.heap.get_ref(object, at as usize))
        };
        let group = match self.known.thread_holder {
            Some(at) => field(self.heap.get_ref(thread, at as usize), "group"),
            None => field(thread, "group"),
        };
        let own_group = !group.is_null() && !self.class(self.heap.class_of(group)).library;
        !field(thread, "uncaughtExceptionHandler").is_null()
            || !self.static_ref(self.known.thread, "defaultUncaughtExceptionHandler").is_null()
            || own_group
    }

    fn report_uncaught(&mut self, exception: Ref) {
        let is_a = |name| {
            let class = self.loaded(name, crate::class::LoaderId::BOOT);
            class.is_some_and(|class| self.is_instance(exception, class))
        };
        let is_assertion = is_a("java/lang/AssertionError");
        if self.config.only_runtime_exceptions && !is_assertion && !is_a("java/lang/RuntimeException") {
            return;
        }
        let trace = self.stack_trace_lines(exception);
        let violation = Violation {
            kind: if is_assertion { ViolationKind::Assertion } else { ViolationKind::Exception },
            message: self.describe_exception(exception),
            location: self.exception_location(exception),
            details: trace,
            thread: Some(self.thread_name(self.current)),
        };
        self.violations.push(violation);
    }

    pub(crate) fn report_failing_exit(&mut self, status: i32) {
        let violation = Violation {
            kind: ViolationKind::Exit,
            message: format!("the program ends with status {status}"),
            location: self.location(),
            details: Vec::new(),
            thread: Some(self.thread_name(self.current)),
        };
        self.violations.push(violation);
    }

    /// What the program calls a thread.
    pub fn given_name(&self, index: usize) -> String {
        let name = self.heap.get_ref(self.threads[index].object, self.known.thread_name as usize);
        if name.is_null() { format!("thread {index}") } else { self.string_text(name) }
    }

    /// What people are told: of threads with one name, those made later have a number.
    pub fn thread_name(&self, index: usize) -> String {
        let (name, id) = (self.given_name(index), self.thread_id(index));
        let is_earlier = |other: &usize| self.threads[*other].is_alive() && self.thread_id(*other) < id;
        let others = (0..self.threads.len()).filter(|other| self.has_same_name(*other, index)).filter(is_earlier);
        let gone = self.gone.iter().filter(|(other, called)| *other < id && *called == name);
        self.told_name(index, &name, others.count() + gone.count() + 1)
    }

    /// The names of all threads, found together: of each alone all others would have to be asked.
    pub fn thread_names(&self) -> Vec<String> {
        let mut known: Vec<(u64, Option<usize>, String)> =
            (0..self.threads.len()).map(|index| (self.thread_id(index), Some(index), self.given_name(index))).collect();
        known.extend(self.gone.iter().map(|(id, name)| (*id, None, name.clone())));
        known.sort_unstable();
        let mut earlier: HashMap<&str, usize> = HashMap::new();
        let mut names = vec![String::new(); self.threads.len()];
        for (_, index, name) in &known {
            let before = earlier.entry(name).or_insert(0);
            if let Some(index) = *index {
                names[index] = self.told_name(index, name, *before + 1);
            }
            *before += usize::from(index.is_none_or(|index| self.threads[index].is_alive()));
        }
        names
    }

    fn told_name(&self, index: usize, name: &str, place: usize) -> String {
        let name = match name {
            "" if self.is_virtual(self.threads[index].object) => "virtual thread",
            "" => "nameless thread",
            name => name,
        };
        if place == 1 { name.to_owned() } else { format!("{name} #{place}") }
    }

    /// Compares names where they lie: there may be thousands.
    fn has_same_name(&self, one: usize, other: usize) -> bool {
        let bytes = |index: usize| {
            let name = self.heap.get_ref(self.threads[index].object, self.known.thread_name as usize);
            let value = if name.is_null() { name } else { self.heap.get_ref(name, self.known.string_value as usize) };
            if value.is_null() { &[][..] } else { self.heap.array_bytes(value, self.heap.array_length(value) as usize) }
        };
        bytes(one) == bytes(other)
    }

    fn thread_id(&self, index: usize) -> u64 {
        let object = self.threads[index].object;
        self.offset_of(self.known.thread, "tid").map_or(0, |at| self.heap.get8(object, at as usize))
    }

    fn is_virtual(&self, thread: Ref) -> bool {
        let class = self.class(self.heap.class_of(thread));
        class.display.iter().any(|above| &*self.class(*above).name == "java/lang/BaseVirtualThread")
    }

    /// Notes that a thread of this name exists, if somebody cares.
    pub fn note_name(&mut self, index: usize) {
        if !self.config.livelock_threads.is_empty() {
            let name = self.given_name(index);
            self.names.insert(name);
        }
    }

    /// Whether the program ends with the current thread, whatever the others would still have done. They may do it before,
    /// so that the end is a scheduling point.
    pub fn ends_program(&self) -> bool {
        let mut others = self.threads.iter().enumerate().filter(|(index, _)| *index != self.current);
        !self.thread().daemon && others.all(|(_, thread)| thread.daemon || !thread.is_alive())
    }

    /// `System.exit` and the like: others may go on before.
    pub(crate) fn exit_program(&mut self, status: i32) -> Outcome<u64> {
        if self.threaded && !self.passes_point() { Err(Trap::Yield) } else { Err(Trap::Exit(status)) }
    }

    /// All non-daemon threads have ended.
    pub fn has_ended(&self) -> bool {
        self.threads.iter().all(|thread| thread.daemon || !thread.is_alive())
    }
}
