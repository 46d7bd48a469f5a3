//! When time-outs fire (`--timeouts`).
//!
//! A wait with a time-out is a wait for something; the time-out is for the case that it never comes. A sleep waits for nothing
//! but time, and so does the thread that serves tasks due later (`Timer`, `ScheduledThreadPoolExecutor`, `DelayQueue`): these end
//! at any moment, whatever the option says.
//!
//! *Late* time-outs fire when nothing else can happen. A thread that sleeps can still do something, unless it sleeps much
//! longer than the time-out lasts: lengths that differ by less than a factor of two are as good as equal, and either may end
//! first. For that, what is left of sleeps and waits is counted as others end, but only a few times, or a thread that sleeps
//! again and again would keep states from matching.
//!
//! Others may go round for ever without ever being unable to move: they poll, spin or serve. Then a late time-out would
//! never fire although time passes. That shows when everything has been explored (`search::rounds`); the place of the wait is
//! learned, as shared memory is, and in the next exploration its time-out fires at any moment.

use space::ThreadSet;

use crate::analysis::instructions::Instructions;
use crate::class::MethodId;
use crate::config::TimeOuts;
use crate::heap::Ref;
use crate::noticed::Mark;
use crate::schedule::Wake;
use crate::thread::{Frame, Status, Thread};
use crate::vm::Vm;

/// So often it is counted that time passes for somebody who waits.
const TICKS_MAX: u8 = 6;

/// What the keys of places begin with where time-outs fire at any moment.
const HASTY: &str = "time-out at ";

/// Whether what takes this long ends before what takes that long, even if neither is kept exactly.
fn is_surely_before(this: u64, that: u64) -> bool {
    this < that && this.saturating_mul(2) <= that
}

impl Vm {
    /// The current thread has begun to sleep or to wait, for so long if it waits with a time-out.
    pub(crate) fn begin_timing(&mut self, nanos: u64) {
        let now = if self.config.run_once { self.time() } else { 0 };
        let thread = self.thread_mut();
        thread.stop_timing();
        thread.nanos = nanos;
        thread.due = now.saturating_add(nanos);
        if self.thread().is_timed() {
            self.begin_passing();
        }
        if self.config.run_once {
            return;
        }
        if self.is_time_out(self.current) {
            self.notice_time_out();
        }
        if !self.config.spurious_wakeups
            && matches!(self.thread().status, Status::Waiting { .. } | Status::Parked { .. })
        {
            self.notice_unguarded();
        }
    }

    /// The program itself has called `Object.wait` or `LockSupport.park`. In a loop it looks again what it waits for, as the documentation
    /// asks it to; elsewhere the verdict rests on nobody waking without a reason.
    fn notice_unguarded(&mut self) {
        const WAITING: [&str; 2] = ["java/lang/Object", "java/util/concurrent/locks/LockSupport"];
        let class_of = |frame: &Frame| self.class(self.method(frame.method).class);
        let mut frames = self.thread().frames.iter().rev();
        let caller = frames.find(|frame| !WAITING.contains(&&*class_of(frame).name));
        let Some(here) = caller.filter(|frame| !class_of(frame).library).map(|frame| (frame.method, frame.pc)) else {
            return;
        };
        if !self.noticed_calls.insert(here) {
            return;
        }
        if !self.is_in_loop(here.0, here.1).unwrap_or(true)
            && let Some(place) = self.location()
        {
            self.notice(Mark::Call(here), |noticed| &mut noticed.unguarded, place);
        }
    }

    /// Whether some jump of the method goes back over this instruction.
    fn is_in_loop(&self, id: MethodId, pc: u32) -> Option<bool> {
        let method = self.method(id);
        let file = self.class(method.class).file.as_ref()?;
        let code = file.methods.get(method.index as usize)?.code.as_ref()?;
        let instructions = Instructions::find(&code.bytes).ok()?;
        let here = *method.code.pcs.get(pc as usize)?;
        let mut is_jumped_over = false;
        for &start in instructions.starts.iter().filter(|start| **start >= here) {
            instructions.each_target(start.into(), |target| is_jumped_over |= target <= i64::from(here));
        }
        Some(is_jumped_over)
    }

    fn notice_time_out(&mut self) {
        if let Some(here) = self.frame_of_program()
            && self.noticed_waits.insert(here)
            && let Some(place) = self.location()
        {
            self.notice(Mark::Place(here), |noticed| &mut noticed.time_outs, place);
        }
    }

    /// The program reads the clock.
    pub(crate) fn notice_clock(&mut self) {
        if let Some(here) = self.frame_of_program()
            && self.noticed_waits.insert(here)
            && let Some(place) = self.location()
        {
            self.notice(Mark::Place(here), |noticed| &mut noticed.clocks, place);
        }
    }

    /// The innermost place of the program's own code.
    pub(crate) fn frame_of_program(&self) -> Option<(MethodId, u32)> {
        let own = |frame: &&Frame| !self.class(self.method(frame.method).class).library;
        self.thread().frames.iter().rev().find(own).map(|frame| (frame.method, frame.pc))
    }

    /// Whether the current thread may sleep or wait through its time at once: there is nobody for whom that matters.
    pub(crate) fn may_pass_time(&self) -> bool {
        let is_put_off = |index: usize| index != self.current && self.is_put_off(index);
        self.may_pass_point()
            && (self.config.time_outs != TimeOuts::Late
                || self.heap.is_permanent_mode()
                || !(0..self.threads.len()).any(is_put_off))
    }

    /// Whether thread `index` may move while others can.
    #[inline]
    pub(super) fn comes_by_itself(&self, index: usize) -> bool {
        if self.threads[index].status == Status::Runnable {
            return true;
        }
        let mut wakes = self.wakes(index);
        match wakes.next() {
            None => false,
            Some(Wake::TimeOut) => wakes.next().is_some() || !self.is_put_off(index),
            Some(_) => true,
        }
    }

    #[inline]
    pub(super) fn never_fires(&self, index: usize) -> bool {
        self.config.time_outs == TimeOuts::Never && self.is_time_out(index)
    }

    /// Whether what thread `index` waits for may come any moment, and otherwise its time-out fires late.
    #[inline]
    fn is_put_off(&self, index: usize) -> bool {
        self.config.time_outs == TimeOuts::Late && self.is_time_out(index) && !self.is_hasty(index)
    }

    /// Whether thread `index` waits with a time-out that is one: neither a sleep, nor a delay, nor the patience of a worker
    /// without work.
    fn is_time_out(&self, index: usize) -> bool {
        let thread = &self.threads[index];
        let waits = matches!(thread.status, Status::Waiting { timed: true, .. } | Status::Parked { timed: true });
        waits && !self.config.run_once && !self.is_delay(thread) && !self.waits_for_work(index)
    }

    /// Whether the thread serves tasks that are due later, and waits for the first of them.
    pub(crate) fn is_delay(&self, thread: &Thread) -> bool {
        let field = |object: Ref, name: &str| {
            let at = self.offset_of(self.heap.class_of(object), name).filter(|_| !object.is_null())?;
            Some(self.heap.get_ref(object, at as usize)).filter(|target| !target.is_null())
        };
        let first = |array: Ref| Some(self.array_refs(array).first().copied().unwrap_or(Ref::NULL));
        let is_real = |task: Option<Ref>| task.is_none_or(|task| task.is_null() || !self.is_time_out_task(task));
        for frame in thread.frames.iter().rev() {
            let method = self.method(frame.method);
            let class = self.class(method.class);
            if !class.library {
                return false;
            }
            let local = |number: u32| Ref::from_slot(thread.stack[(frame.base + number) as usize]);
            match (&*class.name, &*method.name) {
                ("java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue", "take" | "poll") => {
                    return is_real(field(local(0), "queue").and_then(first));
                }
                ("java/util/concurrent/DelayScheduler", "loop") => return is_real(first(local(2))),
                ("java/util/concurrent/DelayQueue", "take") | ("java/util/TimerThread", "mainLoop") => return true,
                ("java/util/concurrent/DelayQueue", "poll") => {
                    let queue = field(local(0), "q");
                    let size = queue.and_then(|queue| self.offset_of(self.heap.class_of(queue), "size"));
                    return queue.zip(size).is_some_and(|(queue, at)| self.heap.get4(queue, at as usize) > 0);
                }
                _ => {}
            }
        }
        false
    }

    /// Whether the library, or a framework of tests, scheduled the task as a time-out: `orTimeout`, `completeOnTimeout`.
    fn is_time_out_task(&self, task: Ref) -> bool {
        let mut at = task;
        // The task of a task of an adapter, one inside the other.
        for _ in 0..4 {
            let class = self.heap.class_of(at);
            let name = &*self.class(class).name;
            let is_the_librarys = matches!(
                name,
                "java/util/concurrent/CompletableFuture$Timeout"
                    | "java/util/concurrent/CompletableFuture$DelayedCompleter"
            );
            // JUnit interrupts a test that takes too long (`@Timeout`) by a task that is due then.
            let is_of_a_test = name.starts_with("org/junit/jupiter/engine/extension/") && name.contains("Timeout");
            if is_the_librarys || is_of_a_test {
                return true;
            }
            let inner = ["callable", "task", "runnable"].iter().find_map(|field| {
                let at_field = self.offset_of(class, field)?;
                Some(self.heap.get_ref(at, at_field as usize)).filter(|inner| !inner.is_null())
            });
            match inner {
                Some(inner) => at = inner,
                None => return false,
            }
        }
        false
    }

    /// Of moves that are open, takes those away that time does not allow yet.
    pub(super) fn put_off_time_outs(&self, moves: &mut Vec<(usize, Wake)>) {
        if self.config.time_outs != TimeOuts::Late || self.config.run_once {
            return;
        }
        let is_put_off = |&(index, wake): &(usize, Wake)| wake == Wake::TimeOut && self.is_put_off(index);
        if !moves.iter().any(is_put_off) {
            return;
        }
        let busy = moves.iter().any(|(_, wake)| *wake == Wake::Proceed);
        let left = |&(index, _): &(usize, Wake)| self.threads[index].remaining();
        // What waits for time: how long still, and whether it is a late time-out.
        let timed: Vec<(u64, bool)> = (moves.iter().filter(|(_, wake)| *wake == Wake::TimeOut))
            .map(|open| (left(open), is_put_off(open)))
            .collect();
        moves.retain(|open| {
            if open.1 != Wake::TimeOut {
                return true;
            }
            if is_put_off(open) {
                return !busy && !timed.iter().any(|(other, _)| is_surely_before(*other, left(open)));
            }
            !timed.iter().any(|(other, late)| *late && is_surely_before(*other, left(open)))
        });
    }

    /// The threads whose time-outs are put off for now.
    pub(crate) fn put_off(&self, moves: &[(usize, Wake)]) -> ThreadSet {
        if self.config.time_outs != TimeOuts::Late || self.config.run_once {
            return ThreadSet::default();
        }
        (0..self.threads.len())
            .filter(|index| self.threads[*index].is_timed())
            .filter(|index| !moves.iter().any(|(able, _)| able == index))
            .filter(|index| self.is_put_off(*index) && self.wakes(*index).next().is_some())
            .collect()
    }

    /// Thread `index` has slept or waited through what was left of its time; so have the others.
    pub(super) fn pass_time_for_others(&mut self, index: usize, nanos: u64) {
        let clock_read = self.path.clock_read;
        let counts = clock_read || (self.config.time_outs == TimeOuts::Late && self.asks.time);
        if self.config.run_once || !counts || nanos == 0 {
            return;
        }
        let others = self.threads.iter_mut().enumerate().filter(|(other, _)| *other != index);
        for (_, thread) in others.filter(|(_, thread)| thread.is_timed() && thread.remaining() > 0) {
            if clock_read || thread.ticks < TICKS_MAX {
                thread.elapsed = thread.elapsed.saturating_add(nanos).min(thread.nanos);
                thread.ticks = thread.ticks.saturating_add(u8::from(!clock_read));
            }
        }
    }

    /// Whether it was learned that the time-out of thread `index` must not be put off.
    fn is_hasty(&self, index: usize) -> bool {
        self.visible.has_hasty && self.visible.known.contains(&self.place_of_wait(index))
    }

    /// The key of the place where thread `index` waits.
    pub(crate) fn place_of_wait(&self, index: usize) -> String {
        let frames = &self.threads[index].frames;
        let own = |frame: &&Frame| !self.class(self.method(frame.method).class).library;
        let frame = frames.iter().rev().find(own).or(frames.last());
        frame.map_or_else(String::new, |frame| {
            let method = self.method(frame.method);
            format!("{HASTY}{}.{}{}:{}", self.class(method.class).name, method.name, method.descriptor, frame.pc)
        })
    }
}

/// Whether a key of `visible` is about time-outs.
pub(crate) fn is_hasty_key(key: &str) -> bool {
    key.starts_with(HASTY)
}
