//! Which threads can move, and what moving begins with. Every thread's situation is state; nothing here decides a schedule.
//!
//! `monitors` has locks, waiting and interrupts, `life` how threads begin and end.

mod life;
mod monitors;
pub(crate) mod patience;

pub(crate) use monitors::is_competition_key;

use crate::choice::Pending;
use crate::heap::{Ref, header};
use crate::thread::{Status, Suspended};
use crate::vm::Vm;

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

impl Vm {
    /// The moves open to thread `index`.
    #[inline]
    pub fn wakes(&self, index: usize) -> impl Iterator<Item = Wake> {
        let thread = &self.threads[index];
        let [first, second] = match thread.status {
            _ if matches!(thread.suspended, Suspended::ByOthers | Suspended::ByItself) => [None, None],
            // Most are one or the other.
            Status::Runnable => [Some(Wake::Proceed), None],
            Status::Terminated => [None, None],
            _ => self.wakes_of_waiting(index),
        };
        first.into_iter().chain(second)
    }

    /// The moves open to thread `index`, which waits for something.
    fn wakes_of_waiting(&self, index: usize) -> [Option<Wake>; 2] {
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
                if timed && free(on) && !self.never_fires(index) {
                    wakes[0] = Some(Wake::TimeOut);
                }
                if self.config.spurious_wakeups && free(on) {
                    wakes[1] = Some(Wake::Spurious);
                }
            }
            Status::Parked { timed } => {
                if timed && !self.never_fires(index) {
                    wakes[0] = Some(Wake::TimeOut);
                }
                if self.config.spurious_wakeups {
                    wakes[1] = Some(Wake::Spurious);
                }
            }
            Status::Polling { fd, events, timed } => {
                if self.path.network.poll(fd, u32::from(events)) != 0 || self.path.disk.has_told(fd) {
                    wakes[0] = Some(Wake::Proceed);
                } else if timed {
                    wakes[0] = Some(Wake::TimeOut);
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
        wakes
    }

    /// Finds all moves, in thread order.
    pub fn find_moves(&self, moves: &mut Vec<(usize, Wake)>) {
        moves.clear();
        let mut busy = 0;
        let mut is_timed = false;
        // Whoever is in an atomic section moves alone; blocked, it blocks everybody (as Java PathFinder has it).
        let alone = self.threads.iter().position(|thread| thread.atomic > 0 && thread.is_alive());
        for index in alone.map_or(0..self.threads.len(), |index| index..index + 1) {
            let mut wakes = self.wakes(index).peekable();
            if wakes.peek().is_none() {
                continue;
            }
            let is_busy = !self.threads[index].spinning && !self.is_idle_worker(index);
            for wake in wakes {
                is_timed |= wake == Wake::TimeOut;
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
        if is_timed {
            self.put_off_time_outs(moves);
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
        if self.tells {
            self.begin_telling();
        }
        self.threads.iter_mut().for_each(|thread| thread.spinning = false);
        self.granted_at = self.leave_is_for(index);
        self.leave = self.granted_at.filter(|_| self.stands_before_accesses);
        let thread = &mut self.threads[index];
        thread.granted = self.leave.is_some() || !self.stands_before_accesses;
        if wake == Wake::TimeOut {
            thread.timed_out = true;
            let (nanos, remaining) = (thread.nanos, thread.remaining());
            // In a single run whoever waits for time may have been waiting for long, or wake late.
            let remaining =
                if self.config.run_once { self.threads[index].due.saturating_sub(self.time()) } else { remaining };
            self.end_passing(index, nanos);
            self.let_time_pass(nanos, remaining);
            self.pass_time_for_others(index, remaining);
        }
        let thread = &mut self.threads[index];
        if thread.is_timed() {
            thread.stop_timing();
        }
        if self.config.run_once {
            // There are no transitions in which it could be seen to look around in vain.
            thread.accesses = 0;
        }
        match thread.status {
            Status::Waiting { on, count, .. } => {
                thread.status = Status::Reacquiring { on, count, notified: false };
            }
            Status::Parked { .. } | Status::Polling { .. } | Status::Sleeping => {
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
            .all(|index| index == self.current || !self.comes_by_itself(index) || self.is_idle_worker(index))
    }
}
