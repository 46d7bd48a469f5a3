//! Random programs of a few threads, as Java and as lists of atomic steps that a plain interleaver explores by brute force.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

use space::Rng;

use crate::outputs::Outcomes;

const VARIABLES: [&str; 5] = ["x", "y", "z", "array[0]", "array[1]"];
const VOLATILE: usize = 2;
/// Local numbers of a thread that are printed in the end; one more is for passing values on.
const LOCALS: usize = 2;
const PASSING: usize = LOCALS;
const PERMITS: i8 = 1;
const CAPACITY: usize = 1;
/// The last monitor is a `ReentrantLock` with a condition, the others are objects.
const MONITORS: usize = 3;
const LOCK: usize = 2;

/// What a thread does.
#[derive(Clone, Debug)]
enum Statement {
    Assign {
        variable: usize,
        value: i8,
    },
    /// `variable = other + by`, which reads and writes.
    Copy {
        variable: usize,
        other: usize,
        by: i8,
    },
    Read {
        local: usize,
        variable: usize,
    },
    If {
        variable: usize,
        value: i8,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    Twice(Vec<Statement>),
    Guarded {
        monitor: usize,
        body: Vec<Statement>,
    },
    /// Within the monitor: waits until the variable is not zero.
    Await {
        monitor: usize,
        variable: usize,
    },
    /// Within the monitor.
    Notify {
        monitor: usize,
        all: bool,
    },
    TryLock {
        body: Vec<Statement>,
    },
    AddAtomically {
        local: usize,
        by: i8,
    },
    CompareAndSet {
        local: usize,
        from: i8,
        to: i8,
    },
    SetAtomically(i8),
    Acquire,
    Release,
    CountDown,
    AwaitLatch,
    Put(i8),
    Take {
        local: usize,
    },
    /// Makes an object and shows it to others.
    Publish {
        value: i8,
    },
    /// Adds to the shown object's field, if there is one.
    AddToShown {
        by: i8,
    },
    ReadShown {
        local: usize,
    },
    Hide,
    Print(char),
}

/// One atomic step.
#[derive(Clone, Copy, Debug)]
enum Step {
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

pub struct Interleaved {
    threads: Vec<Vec<Statement>>,
}

impl Interleaved {
    pub fn random(rng: &mut Rng) -> Self {
        let threads = 2 + usize::from(rng.below(4) == 0);
        let length = if threads == 2 { 4 } else { 2 };
        let statements = |rng: &mut Rng| {
            let count = 1 + rng.below(length);
            (0..count).map(|_| Statement::random(rng, 2, None)).collect()
        };
        Interleaved { threads: (0..threads).map(|_| statements(rng)).collect() }
    }

    pub fn java(&self, name: &str) -> String {
        let mut text = format!(
            "import java.util.concurrent.*;\nimport java.util.concurrent.atomic.*;\nimport java.util.concurrent.locks.*;\n\n\
             public class {name} {{\n\
             static int x, y;\nstatic volatile int z;\nstatic final int[] array = new int[2];\n\
             static final Object monitor0 = new Object(), monitor1 = new Object();\n\
             static final ReentrantLock lock = new ReentrantLock();\nstatic final Condition condition = lock.newCondition();\n\
             static final AtomicInteger atomic = new AtomicInteger();\n\
             static final Semaphore semaphore = new Semaphore({PERMITS});\n\
             static final CountDownLatch latch = new CountDownLatch(1);\n\
             static final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>({CAPACITY});\n\
             static class Box {{ int field; }}\nstatic Box shown;\n\
             interface Body {{ void run() throws Exception; }}\n\
             static Thread spawn(Body body) {{\nThread thread = new Thread(() -> {{\ntry {{ body.run(); }} catch (Exception e) {{ throw new \
             IllegalStateException(e); }}\n}});\nthread.start();\nreturn thread;\n}}\n"
        );
        for (index, statements) in self.threads.iter().enumerate() {
            let _ = writeln!(text, "static int first{index}, second{index};");
            let _ = writeln!(text, "static void body{index}() throws Exception {{\nint local0 = 0, local1 = 0;");
            write_all(statements, &mut text);
            let _ = writeln!(text, "first{index} = local0;\nsecond{index} = local1;\n}}");
        }
        text.push_str("public static void main(String[] args) throws Exception {\nThread[] threads = {");
        (0..self.threads.len()).for_each(|index| {
            let _ = write!(text, "spawn({name}::body{index}), ");
        });
        text.push_str("};\nfor (Thread thread : threads) thread.join();\nSystem.out.println(\" \" + x + y + z + array[0] + array[1] + atomic.get()");
        (0..self.threads.len()).for_each(|index| {
            let _ = write!(text, " + \" \" + first{index} + second{index}");
        });
        text.push_str(");\n}\n}\n");
        text
    }

    /// Explores every interleaving of the steps. Threads race if, somewhere, two of them are about to access the same plain
    /// memory, and one to write it.
    pub fn outcomes(&self) -> Outcomes {
        let programs: Vec<Vec<Step>> = self.threads.iter().map(|statements| steps_of(statements)).collect();
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
                let ended = state.threads.iter().zip(&programs).all(|(thread, steps)| thread.at == steps.len());
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
}

impl Statement {
    /// `depth` levels of blocks may follow; `held` is the monitor the thread is in.
    fn random(rng: &mut Rng, depth: usize, held: Option<usize>) -> Statement {
        let variable = rng.below(VARIABLES.len());
        let local = rng.below(LOCALS);
        let value = rng.below(3) as i8;
        let by = 1 + rng.below(2) as i8;
        let block = |rng: &mut Rng, held: Option<usize>| -> Vec<Statement> {
            let count = 1 + rng.below(2);
            (0..count).map(|_| Statement::random(rng, depth - 1, held)).collect()
        };
        if let Some(monitor) = held
            && rng.below(4) == 0
        {
            return match rng.below(3) {
                0 => Statement::Await { monitor, variable },
                1 => Statement::Notify { monitor, all: false },
                _ => Statement::Notify { monitor, all: true },
            };
        }
        match rng.below(if depth == 0 { 18 } else { 26 }) {
            0 | 1 => Statement::Assign { variable, value },
            2..=4 => Statement::Copy { variable, other: rng.below(VARIABLES.len()), by },
            5 | 6 => Statement::Read { local, variable },
            7 => Statement::AddAtomically { local, by },
            8 => Statement::CompareAndSet { local, from: value, to: by },
            9 => Statement::SetAtomically(value),
            10 => {
                if rng.below(2) == 0 {
                    Statement::Acquire
                } else {
                    Statement::Release
                }
            }
            11 => {
                if rng.below(2) == 0 {
                    Statement::CountDown
                } else {
                    Statement::AwaitLatch
                }
            }
            12 => {
                if rng.below(2) == 0 {
                    Statement::Put(value)
                } else {
                    Statement::Take { local }
                }
            }
            13 => Statement::Publish { value },
            14 => Statement::AddToShown { by },
            15 => Statement::ReadShown { local },
            16 => Statement::Hide,
            17 => Statement::Print(['a', 'b', 'c'][rng.below(3)]),
            18 | 19 => Statement::If { variable, value, then: block(rng, held), otherwise: block(rng, held) },
            20 => Statement::Twice(block(rng, held)),
            21 => Statement::TryLock { body: block(rng, held) },
            _ => {
                let monitor = rng.below(MONITORS);
                Statement::Guarded { monitor, body: block(rng, Some(monitor)) }
            }
        }
    }

    fn java(&self, text: &mut String) {
        let _ = match self {
            Statement::Assign { variable, value } => writeln!(text, "{} = {value};", VARIABLES[*variable]),
            Statement::Copy { variable, other, by } => {
                writeln!(text, "{} = {} + {by} & 3;", VARIABLES[*variable], VARIABLES[*other])
            }
            Statement::Read { local, variable } => writeln!(text, "local{local} = {};", VARIABLES[*variable]),
            Statement::If { variable, value, then, otherwise } => {
                let _ = writeln!(text, "if ({} == {value}) {{", VARIABLES[*variable]);
                write_all(then, text);
                text.push_str("} else {\n");
                write_all(otherwise, text);
                writeln!(text, "}}")
            }
            Statement::Twice(body) => {
                text.push_str("for (int i = 0; i < 2; i++) {\n{\n");
                // Blocks within may loop as well, each in a method of its own scope.
                let mut inner = String::new();
                write_all(body, &mut inner);
                text.push_str(&inner.replace("int i = 0; i < 2; i++", "int j = 0; j < 2; j++"));
                writeln!(text, "}}\n}}")
            }
            Statement::Guarded { monitor: LOCK, body } => {
                text.push_str("lock.lock();\ntry {\n");
                write_all(body, text);
                writeln!(text, "}} finally {{ lock.unlock(); }}")
            }
            Statement::Guarded { monitor, body } => {
                let _ = writeln!(text, "synchronized (monitor{monitor}) {{");
                write_all(body, text);
                writeln!(text, "}}")
            }
            Statement::Await { monitor: LOCK, variable } => {
                writeln!(text, "while ({} == 0) condition.await();", VARIABLES[*variable])
            }
            Statement::Await { monitor, variable } => {
                writeln!(text, "while ({} == 0) monitor{monitor}.wait();", VARIABLES[*variable])
            }
            Statement::Notify { monitor: LOCK, all } => {
                writeln!(text, "condition.signal{}();", if *all { "All" } else { "" })
            }
            Statement::Notify { monitor, all } => {
                writeln!(text, "monitor{monitor}.notify{}();", if *all { "All" } else { "" })
            }
            Statement::TryLock { body } => {
                text.push_str("if (lock.tryLock()) {\ntry {\n");
                write_all(body, text);
                writeln!(text, "}} finally {{ lock.unlock(); }}\n}}")
            }
            Statement::AddAtomically { local, by } => writeln!(text, "local{local} = atomic.addAndGet({by});"),
            Statement::CompareAndSet { local, from, to } => {
                writeln!(text, "local{local} = atomic.compareAndSet({from}, {to}) ? 1 : 0;")
            }
            Statement::SetAtomically(value) => writeln!(text, "atomic.set({value});"),
            Statement::Acquire => writeln!(text, "semaphore.acquire();"),
            Statement::Release => writeln!(text, "semaphore.release();"),
            Statement::CountDown => writeln!(text, "latch.countDown();"),
            Statement::AwaitLatch => writeln!(text, "latch.await();"),
            Statement::Put(value) => writeln!(text, "queue.put({value});"),
            Statement::Take { local } => writeln!(text, "local{local} = queue.take();"),
            Statement::Publish { value } => {
                writeln!(text, "{{\nBox box = new Box();\nbox.field = {value};\nshown = box;\n}}")
            }
            Statement::AddToShown { by } => {
                writeln!(text, "{{\nBox box = shown;\nif (box != null) box.field = box.field + {by} & 3;\n}}")
            }
            Statement::ReadShown { local } => {
                writeln!(text, "{{\nBox box = shown;\nif (box != null) local{local} = box.field;\n}}")
            }
            Statement::Hide => writeln!(text, "shown = null;"),
            Statement::Print(letter) => writeln!(text, "System.out.print(\"{letter}\");"),
        };
    }

    fn steps(&self, out: &mut Vec<Step>) {
        match self {
            Statement::Assign { variable, value } => out.push(Step::Store(*variable, *value)),
            Statement::Copy { variable, other, by } => {
                out.extend([Step::Load(PASSING, *other), Step::StorePassed(*variable, *by)]);
            }
            Statement::Read { local, variable } => out.push(Step::Load(*local, *variable)),
            Statement::If { variable, value, then, otherwise } => {
                out.push(Step::Load(PASSING, *variable));
                let test = reserve(out);
                then.iter().for_each(|statement| statement.steps(out));
                let end = reserve(out);
                out[test] = Step::JumpUnless(*value, out.len());
                otherwise.iter().for_each(|statement| statement.steps(out));
                out[end] = Step::Jump(out.len());
            }
            Statement::Twice(body) => {
                (0..2).for_each(|_| body.iter().for_each(|statement| statement.steps(out)));
            }
            Statement::Guarded { monitor, body } => {
                out.push(Step::Enter(*monitor));
                body.iter().for_each(|statement| statement.steps(out));
                out.push(Step::Exit(*monitor));
            }
            Statement::Await { monitor, variable } => {
                let start = out.len();
                out.push(Step::Load(PASSING, *variable));
                let test = reserve(out);
                let end = reserve(out);
                out[test] = Step::JumpIfZero(out.len());
                out.extend([Step::Wait(*monitor), Step::Jump(start)]);
                out[end] = Step::Jump(out.len());
            }
            Statement::Notify { monitor, all } => out.push(Step::Notify(*monitor, *all)),
            Statement::TryLock { body } => {
                let test = reserve(out);
                body.iter().for_each(|statement| statement.steps(out));
                out.push(Step::Exit(LOCK));
                out[test] = Step::TryEnter(out.len());
            }
            Statement::AddAtomically { local, by } => out.push(Step::AddAtomically(*local, *by)),
            Statement::CompareAndSet { local, from, to } => out.push(Step::CompareAndSet(*local, *from, *to)),
            Statement::SetAtomically(value) => out.push(Step::SetAtomically(*value)),
            Statement::Acquire => out.push(Step::Acquire),
            Statement::Release => out.push(Step::Release),
            Statement::CountDown => out.push(Step::CountDown),
            Statement::AwaitLatch => out.push(Step::AwaitLatch),
            Statement::Put(value) => out.push(Step::Put(*value)),
            Statement::Take { local } => out.push(Step::Take(*local)),
            Statement::Publish { value } => out.extend([Step::New(*value), Step::Publish]),
            Statement::AddToShown { by } => {
                out.push(Step::LoadShown);
                let test = reserve(out);
                out.extend([Step::GetField, Step::PutField(*by)]);
                out[test] = Step::JumpIfNone(out.len());
            }
            Statement::ReadShown { local } => {
                out.push(Step::LoadShown);
                let test = reserve(out);
                out.extend([Step::GetField, Step::PassTo(*local)]);
                out[test] = Step::JumpIfNone(out.len());
            }
            Statement::Hide => out.push(Step::Hide),
            Statement::Print(letter) => out.push(Step::Print(*letter)),
        }
    }
}

fn write_all(statements: &[Statement], text: &mut String) {
    statements.iter().for_each(|statement| statement.java(text));
}

fn steps_of(statements: &[Statement]) -> Vec<Step> {
    let mut steps = Vec::new();
    statements.iter().for_each(|statement| statement.steps(&mut steps));
    steps
}

/// Room for a jump whose target is not known yet.
fn reserve(steps: &mut Vec<Step>) -> usize {
    steps.push(Step::Jump(usize::MAX));
    steps.len() - 1
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    variables: [i8; VARIABLES.len()],
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
            variables: [0; VARIABLES.len()],
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
