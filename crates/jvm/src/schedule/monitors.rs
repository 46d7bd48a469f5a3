//! Monitors, `wait` and `notify`, interrupts.

use crate::choice::Pending;
use crate::config::Reduction;
use crate::heap::{Ref, header};
use crate::looking::MonitorNotice;
use crate::thread::{Status, Suspended, Thread};
use crate::vm::{Outcome, Trap, Vm, throw, throw_bare, unsupported};

/// What is appended to the name of a class whose objects' monitors threads compete for.
const COMPETITION: &str = " competed for";

/// Whether a key of `visible` is about such a class.
pub(crate) fn is_competition_key(key: &str) -> bool {
    key.ends_with(COMPETITION)
}

impl Vm {
    pub(crate) fn owner_of(&self, object: Ref) -> u64 {
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
            if header & header::COUNT == header::COUNT {
                let surplus = &mut self.thread_mut().surplus;
                match surplus.iter_mut().find(|(held, _)| *held == object) {
                    Some((_, count)) => *count += 1,
                    None => surplus.push((object, 1)),
                }
                return Ok(());
            }
            self.heap.set_header(object, header + (1 << header::COUNT_SHIFT));
            return Ok(());
        }
        if self.threaded && self.is_monitor_visible(object) && !self.passes_point() {
            return Err(Trap::Yield);
        }
        if owner != 0 && self.looking.aside {
            // On a copy of the state the owner never moves, and nobody is in the way.
            return Ok(());
        }
        if owner != 0 {
            self.learn_competition(object);
            self.show_monitor(MonitorNotice::Contended, object)?;
            self.thread_mut().status = Status::Blocked(object);
            return Err(Trap::Blocked);
        }
        self.take_monitor(object, 1);
        self.tell("locks", object);
        self.show_monitor(MonitorNotice::Taken, object)?;
        Ok(())
    }

    /// The current thread holds a free monitor so many times from now on.
    fn take_monitor(&mut self, object: Ref, count: u32) {
        let counted = u64::from(count).min(header::COUNT_MAX);
        if u64::from(count) > counted {
            self.thread_mut().surplus.push((object, count - counted as u32));
        }
        let free = self.heap.header(object) & !(header::OWNER | header::COUNT);
        let owner = (self.current as u64 + 1) << header::OWNER_SHIFT;
        self.heap.set_header(object, free | owner | counted << header::COUNT_SHIFT);
    }

    /// Gives a monitor up that the current thread holds; says how many times it did.
    fn give_up_monitor(&mut self, object: Ref) -> u32 {
        let header = self.heap.header(object);
        self.heap.set_header(object, header & !(header::OWNER | header::COUNT));
        let surplus = &mut self.thread_mut().surplus;
        let more = surplus.iter().position(|(held, _)| *held == object).map_or(0, |at| surplus.remove(at).1);
        ((header & header::COUNT) >> header::COUNT_SHIFT) as u32 + more
    }

    /// Whether another thread could compete for this monitor. What the library locks of its own is taken to be free whenever
    /// somebody comes, until two threads have been seen to meet there.
    pub(crate) fn is_monitor_visible(&self, object: Ref) -> bool {
        self.config.reduction == Reduction::Off
            || self.heap.header(object) & header::SHARED != 0
            || (self.heap.is_permanent(object)
                && (!self.class(self.current_class()).library || self.is_competed_for(object)))
    }

    /// Whether threads are known to meet at monitors of such objects.
    fn is_competed_for(&self, object: Ref) -> bool {
        self.visible.has_competition && self.visible.known.contains(&self.competition_key(object))
    }

    fn competition_key(&self, object: Ref) -> String {
        let class = match self.heap.class_of(object) {
            class if &*self.class(class).name == "java/lang/Class" => self.mirrored(object),
            class => class,
        };
        format!("{}{COMPETITION}", self.class(class).name)
    }

    /// A thread finds a monitor locked. If its owner came to have it without a scheduling point, whoever comes now could have come before: the
    /// exploration is run again, knowing it.
    pub(crate) fn learn_competition(&mut self, object: Ref) {
        if self.threaded && !self.config.run_once && !self.is_monitor_visible(object) {
            self.visible.has_competition = true;
            let key = self.competition_key(object);
            self.learn_visible(key);
        }
    }

    pub fn exit_monitor(&mut self, object: Ref) -> Outcome<()> {
        if object.is_null() {
            return throw_bare("java/lang/NullPointerException");
        }
        if !self.holds_monitor(object) && self.looking.aside && self.owner_of(object) != 0 {
            return Ok(());
        }
        if !self.holds_monitor(object) {
            return throw("java/lang/IllegalMonitorStateException", "current thread is not owner");
        }
        if self.heap.header(object) & header::COUNT == header::COUNT && !self.thread().surplus.is_empty() {
            let surplus = &mut self.thread_mut().surplus;
            if let Some(at) = surplus.iter().position(|(held, _)| *held == object) {
                surplus[at].1 -= 1;
                if surplus[at].1 == 0 {
                    surplus.remove(at);
                }
                return Ok(());
            }
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
            Status::Reacquiring { on, count, notified } => {
                // The scheduler runs us only when the monitor is free.
                self.take_monitor(on, count);
                self.thread_mut().status = Status::Runnable;
                let timed_out = std::mem::take(&mut self.thread_mut().timed_out);
                self.show_monitor(MonitorNotice::Waited { timed_out }, on)?;
                // Whoever was notified first has had what the notification was for: the interrupt is still to come (JLS 17.2.4).
                if !notified && self.take_interrupt() {
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
                self.show_monitor(MonitorNotice::Waits(nanos.unwrap_or(0) / 1_000_000), object)?;
                self.tell("waits on", object);
                let count = self.give_up_monitor(object);
                let thread = self.thread_mut();
                thread.status = Status::Waiting { on: object, count, timed: nanos.is_some() };
                self.begin_timing(nanos.unwrap_or(0));
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
            self.tell("notifies nobody on", object);
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
        if self.keep_output {
            let names: Vec<String> = chosen.iter().map(|index| format!("\"{}\"", self.thread_name(*index))).collect();
            self.tell_text(format!("notifies {}", names.join(", ")));
        }
        for index in chosen {
            self.begin_reacquiring(index, true);
        }
        Ok(0)
    }

    pub fn waiters(&self, object: Ref) -> Vec<usize> {
        let waits = |thread: &Thread| matches!(thread.status, Status::Waiting { on, .. } if on == object);
        (0..self.threads.len()).filter(|index| waits(&self.threads[*index])).collect()
    }

    pub(super) fn begin_reacquiring(&mut self, index: usize, notified: bool) {
        if let Status::Waiting { on, count, .. } = self.threads[index].status {
            self.threads[index].status = Status::Reacquiring { on, count, notified };
            self.threads[index].stop_timing();
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
            Status::Waiting { .. } => self.begin_reacquiring(index, false),
            Status::Sleeping | Status::Parked { .. } => {
                self.threads[index].status = Status::Runnable;
                self.threads[index].woken = true;
                self.threads[index].stop_timing();
            }
            _ => {
                // A later park returns at once.
                self.threads[index].permit = true;
            }
        }
    }

    /// `Thread.stop0` (until JDK 19): the thread throws `death` wherever it is. One that waits for a monitor has to get it first.
    pub(crate) fn stop_thread(&mut self, thread: Ref, death: Ref) -> Outcome<u64> {
        if !self.config.run_once {
            return unsupported("Thread.stop");
        }
        let Some(index) = self.thread_index(thread) else { return Ok(0) };
        if index == self.current {
            return Err(Trap::Throw(death));
        }
        self.interrupt(thread);
        self.threads[index].stopped_by = death;
        Ok(0)
    }

    /// What the current thread is to throw at once, because another one has stopped it.
    pub(crate) fn take_death(&mut self) -> Option<Ref> {
        if self.thread().stopped_by.is_null() {
            return None;
        }
        if let Status::Reacquiring { on, count, .. } = self.thread().status {
            self.take_monitor(on, count);
        }
        let thread = self.thread_mut();
        thread.status = Status::Runnable;
        (thread.timed_out, thread.woken) = (false, false);
        Some(std::mem::replace(&mut thread.stopped_by, Ref::NULL))
    }

    /// `Thread.suspend0` and `resume0` (until JDK 19).
    pub(crate) fn suspend_thread(&mut self, thread: Ref, suspended: bool) -> Outcome<u64> {
        if !self.config.run_once {
            return unsupported(if suspended { "Thread.suspend" } else { "Thread.resume" });
        }
        let Some(index) = self.thread_index(thread) else { return Ok(0) };
        let is_itself = index == self.current;
        let thread = &mut self.threads[index];
        thread.suspended = match (suspended, thread.suspended) {
            // The instruction by which a thread suspends itself runs again when it goes on.
            (true, Suspended::Over) if is_itself => Suspended::No,
            (true, Suspended::No | Suspended::Over) if is_itself => Suspended::ByItself,
            (true, Suspended::No | Suspended::Over) => Suspended::ByOthers,
            (true, already) => already,
            (false, Suspended::ByItself) => Suspended::Over,
            (false, _) => Suspended::No,
        };
        if thread.suspended == Suspended::ByItself && is_itself { Err(Trap::Yield) } else { Ok(0) }
    }

    pub fn thread_index(&self, object: Ref) -> Option<usize> {
        let eetop = self.heap.get8(object, self.known.thread_eetop as usize);
        (eetop as usize).checked_sub(1).filter(|index| self.threads.get(*index).is_some_and(|t| t.object == object))
    }
}
