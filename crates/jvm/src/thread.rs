//! Threads of the program: frames, operand stacks, and what each thread waits for. All of it is state.

use crate::class::{LoaderId, MethodId};
use crate::heap::{ClassId, Ref};

/// What happens when a frame is left, besides handing its result to the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// The result goes on the caller's operand stack, and the caller goes on after its instruction.
    Normal,
    /// The same, of a wait that was asked for when its time was up: no single step (see `operations`).
    Hasty,
    /// A class initialiser: marks the class, and the caller runs its instruction again.
    Initializer(ClassId),
    /// Called by the machine between two instructions of the caller: the result is dropped, the instruction runs again.
    Interlude,
    /// Invoked by reflection: the result is boxed, an exception is wrapped.
    Reflective,
    /// Computes constant `index` of `class`; the caller runs its instruction again.
    Constant { class: ClassId, index: u16 },
    /// This loader, written in Java, looks for a class; the caller runs its instruction again. If it was the program that
    /// asked for the class by its name, it is told what the loader throws, else that the class has no definition.
    Loading { loader: LoaderId, by_name: bool },
    /// The result of a `void` method, but the caller wants a value: null.
    NullResult,
    /// The machine itself waits for the return (see `boot`); never part of a stored state.
    Sync { initializes: Option<ClassId> },
}

#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub method: MethodId,
    /// The instruction running (for callers: the invocation in progress).
    pub pc: u32,
    /// First local, in the thread's stack.
    pub base: u32,
    /// First free slot. For callers: without the arguments of the invocation in progress.
    pub sp: u32,
    pub kind: FrameKind,
    /// The monitor a synchronized method holds.
    pub monitor: Ref,
    /// How much time has passed for this frame and what it calls (see `Vm::let_time_pass`).
    pub late: u64,
    /// The operation this frame stands for has had its scheduling point (see `operations`). Means nothing between
    /// transitions.
    pub settled: bool,
    /// The instruction that whoever looks on has seen last (see `looking`). No part of the state.
    pub looked: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Can go on with its next instruction.
    Runnable,
    /// Wants to enter a monitor another thread owns; the instruction runs again.
    Blocked(Ref),
    /// In `Object.wait`; `count` is how often it held the monitor.
    Waiting {
        on: Ref,
        count: u32,
        timed: bool,
    },
    /// Notified, timed out or interrupted, and must get the monitor back before `wait` returns.
    Reacquiring {
        on: Ref,
        count: u32,
        notified: bool,
    },
    Parked {
        timed: bool,
    },
    /// Waits for a descriptor of the network.
    Polling {
        fd: u32,
        events: u16,
        timed: bool,
    },
    Sleeping,
    /// Another thread initialises this class (given by its statics holder).
    InitializationWait(Ref),
    Terminated,
}

/// Whether `Thread.suspend` keeps a thread from moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suspended {
    No,
    ByOthers,
    ByItself,
    /// Resumed after it had suspended itself, which it has yet to notice.
    Over,
}

#[derive(Clone)]
pub struct Thread {
    /// The `java.lang.Thread`.
    pub object: Ref,
    pub frames: Vec<Frame>,
    pub stack: Vec<u64>,
    pub status: Status,
    /// `LockSupport`'s permit.
    pub permit: bool,
    pub daemon: bool,
    /// The scheduler let this thread make one step that others can notice.
    pub granted: bool,
    /// The instruction about to run has asked, and may do what others can notice. Never set between transitions.
    pub pass: bool,
    /// A wake-up came by time-out or interruption rather than by notification.
    pub timed_out: bool,
    /// The thread's run method has returned; what remains is the library's farewell.
    pub exiting: bool,
    /// Nobody caught what left its run method, and the handler for that runs.
    pub handling: bool,
    /// Set while between `Verify.beginAtomic` and `endAtomic`.
    pub atomic: u16,
    /// A park or sleep was ended from outside, and the instruction has yet to take note.
    pub woken: bool,
    /// Accesses that others can notice, in the transition that runs.
    pub accesses: u32,
    /// Waits for others to do something, without blocking: it is scheduled again after one of them.
    pub spinning: bool,
    /// How long the pending wait, park or sleep lasts.
    pub nanos: u64,
    /// How much of that has certainly passed, since others slept or waited meanwhile, and how often that was counted.
    pub elapsed: u64,
    pub ticks: u8,
    /// When the pending wait, park or sleep began, as moments of open readings (see `readings`); zero if there were none.
    pub since: [u8; 2],
    /// In a single run: when it ends.
    pub due: u64,
    /// In a single run: it was suspended, and what it is to throw, if it was stopped.
    pub suspended: Suspended,
    pub stopped_by: Ref,
    /// Monitors it holds more often than their headers can count, and how much more often.
    pub surplus: Vec<(Ref, u32)>,
}

impl Thread {
    pub fn new(object: Ref) -> Self {
        Thread {
            object,
            frames: Vec::new(),
            stack: Vec::new(),
            status: Status::Runnable,
            permit: false,
            daemon: false,
            granted: false,
            pass: false,
            timed_out: false,
            exiting: false,
            handling: false,
            atomic: 0,
            woken: false,
            accesses: 0,
            spinning: false,
            nanos: 0,
            elapsed: 0,
            ticks: 0,
            since: [0; 2],
            due: 0,
            suspended: Suspended::No,
            stopped_by: Ref::NULL,
            surplus: Vec::new(),
        }
    }

    /// Whether it sleeps, or waits with a time-out.
    pub fn is_timed(&self) -> bool {
        matches!(self.status, Status::Sleeping | Status::Waiting { timed: true, .. } | Status::Parked { timed: true })
    }

    /// How much longer the pending wait, park or sleep lasts.
    pub fn remaining(&self) -> u64 {
        self.nanos.saturating_sub(self.elapsed)
    }

    /// What it slept or waited for is over.
    pub fn stop_timing(&mut self) {
        (self.nanos, self.elapsed, self.ticks, self.since) = (0, 0, 0, [0; 2]);
    }

    #[inline]
    pub fn is_alive(&self) -> bool {
        self.status != Status::Terminated
    }
}
