//! Monitors, waiting, and which threads can move. Every thread's situation is state; nothing here decides a schedule.

use space::{Fault, Violation, ViolationKind};

use crate::choice::Pending;
use crate::config::Reduction;
use crate::heap::{Heap, Ref, header};
use crate::thread::{FrameKind, Status, Thread};
use crate::vm::{Outcome, Trap, Vm, throw, throw_bare};

/// What a scheduled thread does first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    /// Goes on with its next instruction.
    Proceed,
    /// Its time-out fires (or its sleep ends).
    TimeOut,
    /// Wakes without a reason, where that is allowed.
    Spurious,
}

/// So many threads can be alive at once.
const THREADS_MAX: usize = 512;
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
    fn owner_of(&self, object: Ref) -> u64 {
        (self.heap.header(object) & header::OWNER) >> header::OWNER_SHIFT
    }

    pub fn holds_monitor(&self, object: Ref) -> bool {
        self.owner_of(object) == self.current as u64 + 1
    }

    /// The thread that owns a monitor.
    pub fn monitor_owner(&self, object: Ref) -> Option<usize> {
        (self.owner_of(object) as usize).checked_sub(1)
    }

    /// Takes the monitor, or blocks the current thread on it.
    pub fn enter_monitor(&mut self, object: Ref) -> Outcome<()> {
        if object.is_null() {
            return throw_bare("java/lang/NullPointerException");
        }
        let me = self.current as u64 + 1;
        let header = self.heap.header(object);
        let owner = (header & header::OWNER) >> header::OWNER_SHIFT;
        if owner == me {
            let count = (header & header::COUNT) >> header::COUNT_SHIFT;
            if count == header::COUNT_MAX {
                return Err(Trap::Fault(Fault::Unsupported {
                    what: "holding one monitor more than 4095 times".into(),
                    location: None,
                }));
            }
            self.heap.set_header(object, header + (1 << header::COUNT_SHIFT));
            return Ok(());
        }
        if self.threaded && self.is_monitor_visible(object) && !self.passes_point() {
            return Err(Trap::Yield);
        }
        if owner != 0 {
            self.thread_mut().status = Status::Blocked(object);
            return Err(Trap::Blocked);
        }
        const OWNER_MAX: u64 = header::OWNER >> header::OWNER_SHIFT;
        if me > OWNER_MAX {
            return Err(self.too_many_threads(OWNER_MAX as usize, "one of the last locks a monitor"));
        }
        let free = header & !(header::OWNER | header::COUNT);
        self.heap.set_header(object, free | me << header::OWNER_SHIFT | 1 << header::COUNT_SHIFT);
        self.tell("locks", object);
        Ok(())
    }

    fn too_many_threads(&self, count: usize, what: &str) -> Trap {
        let at = self.location().unwrap_or_default();
        let sentence = format!("more than {count} threads are alive, which is not supported where {what} ({at})");
        Trap::Fault(Fault::Limit { name: "max-threads", sentence })
    }

    /// Whether another thread could compete for this monitor.
    fn is_monitor_visible(&self, object: Ref) -> bool {
        self.config.reduction == Reduction::Off
            || self.heap.header(object) & header::SHARED != 0
            || (self.heap.is_permanent(object) && !self.class(self.current_class()).library)
    }

    pub fn exit_monitor(&mut self, object: Ref) -> Outcome<()> {
        if object.is_null() {
            return throw_bare("java/lang/NullPointerException");
        }
        if !self.holds_monitor(object) {
            return throw("java/lang/IllegalMonitorStateException", "current thread is not owner");
        }
        let header = self.heap.header(object) - (1 << header::COUNT_SHIFT);
        let header = if header & header::COUNT == 0 { header & !header::OWNER } else { header };
        self.heap.set_header(object, header);
        Ok(())
    }

    pub(crate) fn monitorenter(&mut self) -> Outcome<()> {
        let object = Ref::from_slot(self.thread().stack[self.frame().sp as usize - 1]);
        self.enter_monitor(object)?;
        let frame = self.frame_mut();
        frame.sp -= 1;
        frame.pc += 1;
        Ok(())
    }

    pub(crate) fn monitorexit(&mut self) -> Outcome<()> {
        let object = Ref::from_slot(self.thread().stack[self.frame().sp as usize - 1]);
        self.exit_monitor(object)?;
        let frame = self.frame_mut();
        frame.sp -= 1;
        frame.pc += 1;
        Ok(())
    }

    // Object.wait and notify.

    /// `Object.wait`: called again after each wake-up; returns when the monitor is held again.
    pub fn wait_on(&mut self, object: Ref, nanos: Option<u64>) -> Outcome<u64> {
        let me = self.current;
        match self.threads[me].status {
            Status::Reacquiring { on, count } => {
                // The scheduler runs us only when the monitor is free.
                let free = self.heap.header(on) & !(header::OWNER | header::COUNT);
                let owner = me as u64 + 1;
                self.heap.set_header(on, free | owner << header::OWNER_SHIFT | u64::from(count) << header::COUNT_SHIFT);
                self.thread_mut().status = Status::Runnable;
                self.thread_mut().timed_out = false;
                if self.take_interrupt() {
                    return throw_bare("java/lang/InterruptedException");
                }
                Ok(0)
            }
            _ => {
                if !self.holds_monitor(object) {
                    return throw("java/lang/IllegalMonitorStateException", "current thread is not owner");
                }
                if self.take_interrupt() {
                    return throw_bare("java/lang/InterruptedException");
                }
                self.tell("waits on", object);
                let header = self.heap.header(object);
                let count = ((header & header::COUNT) >> header::COUNT_SHIFT) as u16;
                self.heap.set_header(object, header & !(header::OWNER | header::COUNT));
                let thread = self.thread_mut();
                thread.status = Status::Waiting { on: object, count, timed: nanos.is_some() };
                thread.nanos = nanos.unwrap_or(0);
                Err(Trap::Blocked)
            }
        }
    }

    /// Wakes one waiter (`pick` among them, in thread order) or all.
    pub fn notify(&mut self, object: Ref, all: bool) -> Outcome<u64> {
        if !self.holds_monitor(object) {
            return throw("java/lang/IllegalMonitorStateException", "current thread is not owner");
        }
        let waiters = self.waiters(object);
        if waiters.is_empty() {
            return Ok(0);
        }
        let chosen: Vec<usize> = if all || waiters.len() == 1 {
            waiters
        } else {
            // Which waiter is notified is not specified: every one may be.
            match self.picked.take() {
                Some(pick) => vec![waiters[pick as usize]],
                None => return Err(Trap::Choose(Pending::notify(waiters.len() as u32))),
            }
        };
        for index in chosen {
            self.begin_reacquiring(index);
        }
        Ok(0)
    }

    pub fn waiters(&self, object: Ref) -> Vec<usize> {
        let waits = |thread: &Thread| matches!(thread.status, Status::Waiting { on, .. } if on == object);
        (0..self.threads.len()).filter(|index| waits(&self.threads[*index])).collect()
    }

    fn begin_reacquiring(&mut self, index: usize) {
        if let Status::Waiting { on, count, .. } = self.threads[index].status {
            self.threads[index].status = Status::Reacquiring { on, count };
        }
    }

    /// Clears and returns the interrupt flag of the current thread.
    pub fn take_interrupt(&mut self) -> bool {
        let object = self.thread().object;
        let interrupted = self.is_interrupted(object);
        if interrupted {
            self.set_interrupted(object, false);
        }
        interrupted
    }

    pub fn is_interrupted(&self, thread: Ref) -> bool {
        let at = self.offset_of(self.known.thread, "interrupted").map_or(0, |at| at as usize);
        at != 0 && self.heap.get1(thread, at) != 0
    }

    pub fn set_interrupted(&mut self, thread: Ref, value: bool) {
        if let Some(at) = self.offset_of(self.known.thread, "interrupted") {
            self.heap.put1(thread, at as usize, u8::from(value));
        }
    }

    /// `Thread.interrupt0`: wakes a waiting, sleeping or parked thread.
    pub fn interrupt(&mut self, thread: Ref) {
        let Some(index) = self.thread_index(thread) else { return };
        match self.threads[index].status {
            Status::Waiting { .. } => self.begin_reacquiring(index),
            Status::Sleeping | Status::Parked { .. } => {
                self.threads[index].status = Status::Runnable;
                self.threads[index].woken = true;
            }
            _ => {
                // A later park returns at once.
                self.threads[index].permit = true;
            }
        }
    }

    pub fn thread_index(&self, object: Ref) -> Option<usize> {
        let eetop = self.heap.get8(object, self.known.thread_eetop as usize);
        (eetop as usize).checked_sub(1).filter(|index| self.threads.get(*index).is_some_and(|t| t.object == object))
    }

    // Who can move.

    /// The moves open to thread `index`.
    #[inline]
    pub fn wakes(&self, index: usize) -> impl Iterator<Item = Wake> {
        let thread = &self.threads[index];
        let me = index as u64 + 1;
        let free = |object: Ref| matches!(self.owner_of(object), 0) || self.owner_of(object) == me;
        let mut wakes: [Option<Wake>; 2] = [None, None];
        match thread.status {
            Status::Runnable => wakes[0] = Some(Wake::Proceed),
            Status::Blocked(object) | Status::Reacquiring { on: object, .. } => {
                if free(object) {
                    wakes[0] = Some(Wake::Proceed);
                }
            }
            Status::Waiting { on, timed, .. } => {
                // A time-out ends the wait; the monitor is then reacquired as after a notification.
                if timed && free(on) {
                    wakes[0] = Some(Wake::TimeOut);
                }
                if self.config.spurious_wakeups && free(on) {
                    wakes[1] = Some(Wake::Spurious);
                }
            }
            Status::Parked { timed } => {
                if timed {
                    wakes[0] = Some(Wake::TimeOut);
                }
                if self.config.spurious_wakeups {
                    wakes[1] = Some(Wake::Spurious);
                }
            }
            Status::Sleeping => wakes[0] = Some(Wake::TimeOut),
            Status::InitializationWait(holder) => {
                if self.heap.header(holder) & header::INIT_RUNNING == 0 {
                    wakes[0] = Some(Wake::Proceed);
                }
            }
            Status::Terminated => {}
        }
        wakes.into_iter().flatten()
    }

    /// Finds all moves, in thread order.
    pub fn find_moves(&self, moves: &mut Vec<(usize, Wake)>) {
        moves.clear();
        let mut busy = 0;
        for index in 0..self.threads.len() {
            let mut wakes = self.wakes(index).peekable();
            if wakes.peek().is_none() {
                continue;
            }
            let is_busy = !self.threads[index].spinning && !self.is_idle_worker(index);
            for wake in wakes {
                // The busy ones first; the others are considered only if there are none.
                if is_busy {
                    moves.insert(busy, (index, wake));
                    busy += 1;
                } else {
                    moves.push((index, wake));
                }
            }
        }
        if busy > 0 {
            moves.truncate(busy);
        }
    }

    /// Makes the next move the scheduler's choice.
    pub(crate) fn ask_scheduler(&mut self) {
        let (mut moves, threads) = std::mem::take(&mut self.spare_schedule);
        self.find_moves(&mut moves);
        self.pending = Some(Pending::schedule(moves, threads));
    }

    /// Puts the chosen thread into the state in which it can run.
    pub fn begin_move(&mut self, index: usize, wake: Wake) {
        self.current = index;
        self.threads.iter_mut().for_each(|thread| thread.spinning = false);
        self.leave = if self.config.detect_races { self.leave_is_for(index) } else { None };
        let thread = &mut self.threads[index];
        thread.granted = self.leave.is_some() || !self.config.detect_races;
        if wake == Wake::TimeOut {
            thread.timed_out = true;
            let nanos = std::mem::take(&mut thread.nanos);
            self.let_time_pass(nanos);
        }
        let thread = &mut self.threads[index];
        match thread.status {
            Status::Waiting { on, count, .. } => thread.status = Status::Reacquiring { on, count },
            Status::Parked { .. } | Status::Sleeping => {
                thread.status = Status::Runnable;
                thread.woken = true;
            }
            Status::Blocked(_) | Status::InitializationWait(_) => thread.status = Status::Runnable,
            Status::Reacquiring { .. } | Status::Runnable | Status::Terminated => {}
        }
    }

    /// Whether the current thread may do something visible without asking the scheduler: nobody else can move.
    pub fn may_pass_point(&self) -> bool {
        if self.heap.is_permanent_mode() || self.thread().atomic > 0 {
            return true;
        }
        (0..self.threads.len())
            .all(|index| index == self.current || self.wakes(index).next().is_none() || self.is_idle_worker(index))
    }

    // Sharing.

    /// More than one thread can reach `object` from now on, and all it refers to.
    pub fn share(&mut self, object: Ref) {
        let is_private =
            |heap: &Heap, object: Ref| !heap.is_permanent(object) && heap.header(object) & header::SHARED == 0;
        let mut next = Some(object).filter(|object| is_private(&self.heap, *object));
        let mut open = Vec::new();
        while let Some(object) = next {
            self.heap.set_header_quietly(object, header::SHARED | header::ESCAPED);
            let private = |target: &Ref| is_private(&self.heap, *target);
            self.for_each_visible_reference(object, |target| open.extend(Some(target).filter(private)));
            next = open.pop();
        }
    }

    // The life of a thread.

    /// `Thread.start0`
    pub fn start_thread(&mut self, object: Ref) -> Outcome<u64> {
        // The library's own threads (reference handler, finalizer, cleaners) serve the garbage collector: they would
        // wait for ever, and only multiply states.
        let class = self.heap.class_of(object);
        if !self.booted || &*self.class(class).name == "jdk/internal/misc/InnocuousThread" {
            return Ok(0);
        }
        if self.threads.len() >= THREADS_MANY {
            // One after the other may have run and ended without a choice.
            self.drop_ended_threads();
        }
        if self.threads.len() >= THREADS_MAX {
            return Err(self.too_many_threads(THREADS_MAX, "another is started"));
        }
        let index = self.threads.len();
        self.heap.put8(object, self.known.thread_eetop as usize, index as u64 + 1);
        let mut thread = Thread::new(object);
        thread.daemon = self.is_daemon(object);
        self.threads.push(thread);
        self.note_name(index);
        self.set_thread_status(object, thread_status::RUNNABLE);
        self.threaded = true;
        let run = self.find_virtual(self.heap.class_of(object), "run", "()V").expect("Thread has a run method");
        let me = std::mem::replace(&mut self.current, index);
        let pushed = self.push_frame(run, &[object.slot()], FrameKind::Normal);
        self.current = me;
        pushed?;
        self.share_all();
        Ok(0)
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

    /// `Thread.getState` reads this: brings it up to date for a thread somebody asks about.
    pub fn refresh_thread_status(&mut self, index: usize) {
        let thread = &self.threads[index];
        let status = match thread.status {
            Status::Runnable => thread_status::RUNNABLE,
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
        self.end_thread();
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

    fn end_thread(&mut self) {
        let object = self.thread().object;
        self.thread_mut().status = Status::Terminated;
        self.heap.put8(object, self.known.thread_eetop as usize, 0);
        self.set_thread_status(object, thread_status::TERMINATED);
        for waiter in self.waiters(object) {
            self.begin_reacquiring(waiter);
        }
    }

    /// An exception left the outermost frame: the program's mistake, which Java's own handler then prints.
    pub(crate) fn uncaught(&mut self, exception: Ref) -> Outcome<()> {
        let thread = self.thread();
        let object = thread.object;
        if thread.exiting {
            self.end_thread();
            return Err(Trap::Ended);
        }
        // What a handler throws is ignored (JLS 11.3).
        if std::mem::replace(&mut self.thread_mut().handling, true) {
            return self.thread_returned();
        }
        if !self.has_own_handler(object) {
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
        let is_assertion = self
            .loaded("java/lang/AssertionError", crate::class::LoaderId::BOOT)
            .is_some_and(|class| self.is_instance(exception, class));
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

    pub fn thread_name(&self, index: usize) -> String {
        let name = self.heap.get_ref(self.threads[index].object, self.known.thread_name as usize);
        if name.is_null() { format!("thread {index}") } else { self.string_text(name) }
    }

    /// Notes that a thread of this name exists, if somebody cares.
    pub fn note_name(&mut self, index: usize) {
        if !self.config.livelock_threads.is_empty() {
            let name = self.thread_name(index);
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
