//! Brute force: threads of atomic steps over shared memory, and all that can come of them.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

use crate::outputs::Outcomes;

pub const VARIABLES: usize = 5;
/// Which of them is volatile.
const VOLATILE: usize = 2;
/// Local numbers of a thread that are printed in the end; one more is for passing values on.
pub const LOCALS: usize = 2;
pub const PASSING: usize = LOCALS;
pub const PERMITS: i8 = 1;
pub const CAPACITY: usize = 1;
/// The last monitor is a `ReentrantLock` with a condition, the others are objects.
pub const MONITORS: usize = 3;
pub const LOCK: usize = 2;

/// One atomic step.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    Load(usize, usize),
    /// A variable becomes a constant, or the passing value plus one.
    Store(usize, i8),
    StorePassed(usize, i8),
    JumpUnless(i8, usize),
    JumpIfZero(usize),
    Jump(usize),
    Enter(usize),
    /// Jumps if another thread has the lock.
    TryEnter(usize),
    Exit(usize),
    Wait(usize),
    Notify(usize, bool),
    AddAtomically(usize, i8),
    CompareAndSet(usize, i8, i8),
    SetAtomically(i8),
    Acquire,
    Release,
    CountDown,
    AwaitLatch,
    Put(i8),
    Take(usize),
    New(i8),
    Publish,
    LoadShown,
    JumpIfNone(usize),
    GetField,
    PutField(i8),
    PassTo(usize),
    Hide,
    Print(char),
}

/// Explores every interleaving of the threads' steps. Threads race if, somewhere, two of them are about to access the same plain
/// memory, and one to write it.
pub fn outcomes(programs: &[Vec<Step>]) -> Outcomes {
    let start = State::new(programs.len());
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    let mut outcomes = Outcomes { outputs: BTreeSet::new(), deadlocks: false, races: false };
    while let Some(state) = open.pop() {
        let accesses: Vec<(Plain, bool)> =
            programs.iter().enumerate().filter_map(|(thread, steps)| state.access(thread, steps)).collect();
        outcomes.races |= accesses.iter().enumerate().any(|(index, (memory, writes))| {
            accesses[..index].iter().any(|(other, other_writes)| memory == other && (*writes || *other_writes))
        });
        let mut next = Vec::new();
        for (thread, steps) in programs.iter().enumerate() {
            state.step(thread, steps, &mut next);
        }
        if next.is_empty() {
            let ended = state.threads.iter().zip(programs).all(|(thread, steps)| thread.at == steps.len());
            if ended {
                outcomes.outputs.insert(state.printed_in_all());
            } else {
                outcomes.deadlocks = true;
            }
        }
        for state in next {
            if seen.insert(state.clone()) {
                open.push(state);
            }
        }
        assert!(seen.len() < 3_000_000, "too many interleavings");
    }
    outcomes
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    variables: [i8; VARIABLES],
    atomic: i8,
    permits: i8,
    latch: bool,
    queue: Vec<i8>,
    /// Owner and how often it holds the monitor.
    monitors: [Option<(usize, i8)>; MONITORS],
    boxes: Vec<i8>,
    shown: Option<usize>,
    printed: String,
    threads: Vec<ThreadState>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ThreadState {
    at: usize,
    locals: [i8; LOCALS + 1],
    held: Option<usize>,
    waits: Waits,
}

/// In a wait: on which monitor, and how often the thread held it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Waits {
    No,
    ForNotification(usize, i8),
    ForMonitor(usize, i8),
}

/// Memory that is neither volatile nor atomic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plain {
    Variable(usize),
    Shown,
    Field(usize),
}

impl State {
    /// The plain memory that the next step of `thread` accesses, and whether it writes.
    fn access(&self, thread: usize, steps: &[Step]) -> Option<(Plain, bool)> {
        let me = &self.threads[thread];
        if me.waits != Waits::No {
            return None;
        }
        let variable = |variable: usize| (variable != VOLATILE).then_some(Plain::Variable(variable));
        match *steps.get(me.at)? {
            Step::Load(_, from) => Some((variable(from)?, false)),
            Step::Store(to, _) | Step::StorePassed(to, _) => Some((variable(to)?, true)),
            Step::Publish | Step::Hide => Some((Plain::Shown, true)),
            Step::LoadShown => Some((Plain::Shown, false)),
            Step::GetField => Some((Plain::Field(me.held?), false)),
            Step::PutField(_) => Some((Plain::Field(me.held?), true)),
            _ => None,
        }
    }

    fn new(threads: usize) -> Self {
        let thread = ThreadState { at: 0, locals: [0; LOCALS + 1], held: None, waits: Waits::No };
        State {
            variables: [0; VARIABLES],
            atomic: 0,
            permits: PERMITS,
            latch: false,
            queue: Vec::new(),
            monitors: [None; MONITORS],
            boxes: Vec::new(),
            shown: None,
            printed: String::new(),
            threads: vec![thread; threads],
        }
    }

    /// What is printed on the way, and by the main thread in the end.
    fn printed_in_all(&self) -> String {
        let mut text = format!("{} ", self.printed);
        self.variables.iter().chain([&self.atomic]).for_each(|value| {
            let _ = write!(text, "{value}");
        });
        for thread in &self.threads {
            let _ = write!(text, " {}{}", thread.locals[0], thread.locals[1]);
        }
        text.trim_end().to_string()
    }

    /// Adds the states after the next step of `thread`: none if it cannot go on, several if it chooses whom to notify.
    fn step(&self, thread: usize, steps: &[Step], next: &mut Vec<State>) {
        let mut after = self.clone();
        let State { variables, atomic, permits, latch, queue, monitors, boxes, shown, printed, threads } = &mut after;
        let me = &mut threads[thread];
        match me.waits {
            Waits::ForNotification(..) => return,
            Waits::ForMonitor(monitor, count) => {
                if monitors[monitor].is_none() {
                    monitors[monitor] = Some((thread, count));
                    me.waits = Waits::No;
                    next.push(after);
                }
                return;
            }
            Waits::No => {}
        }
        let Some(step) = steps.get(me.at) else { return };
        me.at += 1;
        match *step {
            Step::Load(local, variable) => me.locals[local] = variables[variable],
            Step::Store(variable, value) => variables[variable] = value,
            Step::StorePassed(variable, by) => variables[variable] = (me.locals[PASSING] + by) & 3,
            Step::JumpUnless(value, target) => {
                if me.locals[PASSING] != value {
                    me.at = target;
                }
            }
            Step::JumpIfZero(target) => {
                if me.locals[PASSING] == 0 {
                    me.at = target;
                }
            }
            Step::Jump(target) => me.at = target,
            Step::Enter(monitor) => match &mut monitors[monitor] {
                Some((owner, count)) if *owner == thread => *count += 1,
                Some(_) => return,
                free => *free = Some((thread, 1)),
            },
            Step::TryEnter(target) => match &mut monitors[LOCK] {
                Some((owner, count)) if *owner == thread => *count += 1,
                Some(_) => me.at = target,
                free => *free = Some((thread, 1)),
            },
            Step::Exit(monitor) => {
                let held = monitors[monitor].as_mut().expect("only held monitors are left");
                held.1 -= 1;
                if held.1 == 0 {
                    monitors[monitor] = None;
                }
            }
            Step::Wait(monitor) => {
                let (_, count) = monitors[monitor].take().expect("only who holds the monitor waits");
                me.waits = Waits::ForNotification(monitor, count);
            }
            Step::Notify(monitor, all) => {
                let waiting = |threads: &[ThreadState]| -> Vec<usize> {
                    let waits =
                        |other: &usize| matches!(threads[*other].waits, Waits::ForNotification(on, _) if on == monitor);
                    (0..threads.len()).filter(waits).collect()
                };
                let waiters = waiting(threads);
                let wake = |state: &mut State, other: usize| {
                    if let Waits::ForNotification(on, count) = state.threads[other].waits {
                        state.threads[other].waits = Waits::ForMonitor(on, count);
                    }
                };
                if all || waiters.is_empty() {
                    waiters.into_iter().for_each(|other| wake(&mut after, other));
                    next.push(after);
                } else {
                    for other in waiters {
                        let mut one = after.clone();
                        wake(&mut one, other);
                        next.push(one);
                    }
                }
                return;
            }
            Step::AddAtomically(local, by) => {
                *atomic += by;
                me.locals[local] = *atomic;
            }
            Step::CompareAndSet(local, from, to) => {
                me.locals[local] = i8::from(*atomic == from);
                if *atomic == from {
                    *atomic = to;
                }
            }
            Step::SetAtomically(value) => *atomic = value,
            Step::Acquire if *permits == 0 => return,
            Step::Acquire => *permits -= 1,
            Step::Release => *permits += 1,
            Step::CountDown => *latch = true,
            Step::AwaitLatch if !*latch => return,
            Step::AwaitLatch => {}
            Step::Put(_) if queue.len() == CAPACITY => return,
            Step::Put(value) => queue.push(value),
            Step::Take(_) if queue.is_empty() => return,
            Step::Take(local) => me.locals[local] = queue.remove(0),
            Step::New(value) => {
                boxes.push(value);
                me.held = Some(boxes.len() - 1);
            }
            Step::Publish => *shown = me.held.take(),
            Step::LoadShown => me.held = *shown,
            Step::JumpIfNone(target) => {
                if me.held.is_none() {
                    me.at = target;
                }
            }
            Step::GetField => me.locals[PASSING] = boxes[me.held.expect("a jump has passed over this otherwise")],
            Step::PutField(by) => {
                let held = me.held.take().expect("a jump has passed over this otherwise");
                boxes[held] = (me.locals[PASSING] + by) & 3;
            }
            Step::PassTo(local) => {
                me.locals[local] = me.locals[PASSING];
                me.held = None;
            }
            Step::Hide => *shown = None,
            Step::Print(letter) => printed.push(letter),
        }
        next.push(after);
    }
}
