//! How time passes for the threads of an explored program.
//!
//! A clock that always advances would keep states from ever matching. So time stands still, with three exceptions. Library
//! code that waits with a time-out measures the rest of it: for the outermost library call, and as long as it lasts, time has
//! passed. Tasks that are due at some time come closer when somebody has waited for the first of them: moving them towards the
//! present instead of the present towards them leaves every difference as it is, so that tasks that come again and again
//! come back to the same states. And if the program itself reads the clock, the clock is part of the state.

use crate::class::Method;
use crate::heap::{ELEMENTS, Ref};
use crate::vm::Vm;

/// What an instruction takes in a single run: about what it takes the interpreter, so that time passes there as outside, but
/// the same with every run.
pub const NANOS_PER_INSTRUCTION: u64 = 10;

/// Tasks that are due at some time, in the library's queue of them.
struct Schedule {
    /// The frame of the thread that waits for the first task.
    frame: usize,
    tasks: Vec<Ref>,
    /// The field of a task that says when it is due, and the nanoseconds it counts in.
    due: &'static str,
    unit: u64,
}

impl Vm {
    /// Time passes for the current thread: its time-out has fired, or its sleep is over. It lasted for `nanos`; for all others
    /// `remaining` of that are new.
    pub fn let_time_pass(&mut self, nanos: u64, remaining: u64) {
        if self.path.clock_read || self.config.run_once {
            self.path.clock = self.path.clock.saturating_add(remaining);
            return;
        }
        let schedule = self.awaited_schedule();
        let late = match &schedule {
            Some(schedule) => {
                self.bring_closer(schedule, nanos);
                // If nobody else is left, this may go on for ever without a choice: the search sees whether it comes back.
                self.watches.cut |= self.may_pass_point();
                // What it calls to wait sees that the time is over.
                Some(schedule.frame + 1).filter(|index| *index < self.thread().frames.len())
            }
            None => self.waiting_frame(),
        };
        if let Some(index) = late {
            let frame = &mut self.thread_mut().frames[index];
            frame.late = frame.late.saturating_add(nanos);
        }
    }

    /// What the current thread takes for the time.
    pub fn time(&self) -> u64 {
        if self.config.run_once {
            return self.path.clock.saturating_add(self.instructions.saturating_mul(NANOS_PER_INSTRUCTION));
        }
        let frames = &self.thread().frames;
        let late = self.waiting_frame().map_or(0, |index| frames[index..].iter().map(|frame| frame.late).sum());
        self.path.clock.saturating_add(late)
    }

    /// The outermost library frame above the program's own code; loops that serve tasks for ever count as the
    /// program's code, and so do those in which `close` waits for an executor's end, one day after the other.
    fn waiting_frame(&self) -> Option<usize> {
        let waits_for_ever = |method: &Method| match &*method.name {
            "close" => true,
            "awaitTermination" => method.descriptor.starts_with("()"),
            _ => false,
        };
        let serves =
            |method: &Method| matches!(&*method.name, "run" | "runWorker" | "mainLoop") || waits_for_ever(method);
        let frames = &self.thread().frames;
        let above = frames.iter().rev().take_while(|frame| {
            let method = self.method(frame.method);
            self.class(method.class).library && !serves(method)
        });
        let count = above.count();
        (count > 0).then(|| frames.len() - count)
    }

    /// The schedule whose first task the current thread waits for.
    fn awaited_schedule(&self) -> Option<Schedule> {
        let thread = self.thread();
        let field = |object: Ref, name: &str| {
            let at = self.offset_of(self.heap.class_of(object), name).filter(|_| !object.is_null())?;
            Some(self.heap.get_ref(object, at as usize)).filter(|target| !target.is_null())
        };
        for (index, frame) in thread.frames.iter().enumerate().rev() {
            let method = self.method(frame.method);
            let receiver = || Ref::from_slot(thread.stack[frame.base as usize]);
            let (array, class, due, unit) = match (&*self.class(method.class).name, &*method.name) {
                ("java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue", "take" | "poll") => {
                    let class = "java/util/concurrent/ScheduledThreadPoolExecutor$ScheduledFutureTask";
                    (field(receiver(), "queue")?, Some(class), "time", 1)
                }
                ("java/util/concurrent/DelayScheduler", "loop") => {
                    // The heap of tasks is a local variable.
                    let heap = Ref::from_slot(thread.stack[frame.base as usize + 2]);
                    (Some(heap).filter(|heap| !heap.is_null())?, None, "when", 1)
                }
                ("java/util/TimerThread", "mainLoop") => {
                    (field(field(receiver(), "queue")?, "queue")?, None, "nextExecutionTime", 1_000_000)
                }
                _ => continue,
            };
            let tasks = (0..self.heap.array_length(array) as usize)
                .map(|at| self.heap.get_ref(array, ELEMENTS + 4 * at))
                .filter(|task| !task.is_null());
            let tasks: Vec<Ref> = tasks.collect();
            // Tasks of the program's own keep their time to themselves.
            let known = |task: &Ref| class.is_none_or(|class| &*self.class(self.heap.class_of(*task)).name == class);
            return tasks.iter().all(known).then_some(Schedule { frame: index, tasks, due, unit });
        }
        None
    }

    fn bring_closer(&mut self, schedule: &Schedule, nanos: u64) {
        for task in &schedule.tasks {
            if let Some(at) = self.offset_of(self.heap.class_of(*task), schedule.due) {
                let due = self.heap.get8(*task, at as usize) as i64;
                let closer = due.saturating_sub((nanos / schedule.unit) as i64);
                self.heap.put8(*task, at as usize, closer as u64);
            }
        }
    }
}
