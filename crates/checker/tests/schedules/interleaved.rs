//! Random programs of a few threads, as Java and as lists of atomic steps.

use std::fmt::Write;

use space::Rng;

use crate::interleaver::{self, CAPACITY, LOCALS, LOCK, MONITORS, PASSING, PERMITS, Step};
use crate::outputs::Outcomes;

const VARIABLES: [&str; interleaver::VARIABLES] = ["x", "y", "z", "array[0]", "array[1]"];

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

    /// What can happen over all interleavings of its atomic steps.
    pub fn outcomes(&self) -> Outcomes {
        let programs: Vec<Vec<Step>> = self.threads.iter().map(|statements| steps_of(statements)).collect();
        interleaver::outcomes(&programs)
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
