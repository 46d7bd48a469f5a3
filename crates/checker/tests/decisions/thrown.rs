//! Random programs of two or three threads that share variables, locks and a counter, and throw coins; and the probabilities
//! that the best and the worst scheduler give to what they compute, by going through all interleavings of their steps. All coins
//! are multiples of 1/4, so that doubles compute them exactly.

use std::collections::HashMap;

use space::Rng;

const SHARED: [&str; 3] = ["x", "y", "z"];
const LOCKS: usize = 2;

pub enum Statement {
    Assign(usize, u8),
    Copy(usize, usize),
    Increment(usize),
    Read(usize, usize),
    Store(usize, usize),
    /// Into a local variable: 1 with so many quarters' chance.
    Throw(usize, u32),
    Count(usize),
    /// By a local variable.
    If(usize, Vec<Statement>, Vec<Statement>),
    Synchronized(usize, Vec<Statement>),
}

/// A step that nobody interrupts. Locals 0 and 1 are the program's, 2 is what is between a load and a store.
enum Step {
    Load(usize, usize),
    Store(usize, usize, u8),
    Constant(usize, u8),
    Throw(usize, u32),
    Count(usize),
    JumpUnless(usize, usize),
    Jump(usize),
    Enter(usize),
    Exit(usize),
}

/// What the end is asked: whether the first variable, the parity of all, or the first thread's draw beside the second variable
/// is 1.
#[derive(Clone, Copy, Debug)]
pub enum Question {
    First,
    Parity,
    Drawn,
}

pub struct Thrown {
    threads: Vec<Vec<Statement>>,
    question: Question,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    shared: [u8; 3],
    count: u8,
    /// Who holds each lock, and how often.
    locks: [(usize, u8); LOCKS],
    threads: Vec<(usize, [u8; 3])>,
}

const FREE: usize = usize::MAX;

impl Thrown {
    pub fn random(rng: &mut Rng) -> Thrown {
        let count = if rng.below(5) == 0 { 3 } else { 2 };
        let length = if count == 2 { 3 } else { 1 };
        let threads = (0..count).map(|_| thread(rng, length)).collect();
        Thrown { threads, question: [Question::First, Question::Parity, Question::Drawn][rng.below(3)] }
    }

    pub fn java(&self, name: &str) -> String {
        let mut text = format!(
            "public class {name} {{\n  static int x, y;\n  static volatile int z;\n  static int drawn;\n  static boolean good;\n  \
             static final Object m0 = new Object(), m1 = new Object();\n  static final \
             java.util.concurrent.atomic.AtomicInteger count = new java.util.concurrent.atomic.AtomicInteger();\n"
        );
        for (index, thread) in self.threads.iter().enumerate() {
            let body: String = thread.iter().map(java).collect();
            let end = if index == 0 { "drawn = l0;" } else { "" };
            text += &format!("  static void run{index}() {{ int l0 = 0, l1 = 0; {body}{end} }}\n");
        }
        let threads: Vec<String> =
            (0..self.threads.len()).map(|index| format!("new Thread({name}::run{index})")).collect();
        let question = match self.question {
            Question::First => "x == 1",
            Question::Parity => "(x + y + z & 1) == 1",
            Question::Drawn => "drawn == 1 && y == 1",
        };
        text + &format!(
            "  public static void main(String[] args) throws Exception {{\n    Thread[] threads = {{{}}};\n    \
             for (Thread thread : threads) thread.start();\n    for (Thread thread : threads) thread.join();\n    \
             good = {question};\n  }}\n}}\n",
            threads.join(", ")
        )
    }

    /// The greatest and the least probability of the question's being answered with yes.
    pub fn extremes(&self) -> (f64, f64) {
        let programs: Vec<Vec<Step>> = self.threads.iter().map(|thread| compiled(thread)).collect();
        let start =
            State { shared: [0; 3], count: 0, locks: [(FREE, 0); LOCKS], threads: vec![(0, [0; 3]); programs.len()] };
        self.value(&programs, start, &mut HashMap::new())
    }

    fn value(&self, programs: &[Vec<Step>], state: State, known: &mut HashMap<State, (f64, f64)>) -> (f64, f64) {
        if let Some(value) = known.get(&state) {
            return *value;
        }
        let mut value: Option<(f64, f64)> = None;
        for thread in 0..programs.len() {
            let Some(step) = programs[thread].get(state.threads[thread].0) else { continue };
            let outcomes = after(&state, thread, step);
            if outcomes.is_empty() {
                continue;
            }
            let (mut most, mut least) = (0.0, 0.0);
            for (probability, next) in outcomes {
                let (high, low) = self.value(programs, next, known);
                most += probability * high;
                least += probability * low;
            }
            value = Some(value.map_or((most, least), |(high, low)| (high.max(most), low.min(least))));
        }
        let is_over = (0..programs.len()).all(|thread| state.threads[thread].0 == programs[thread].len());
        let value = value.unwrap_or_else(|| {
            let holds = f64::from(u8::from(is_over && self.holds(&state)));
            (holds, holds)
        });
        known.insert(state, value);
        value
    }

    fn holds(&self, state: &State) -> bool {
        let [x, y, z] = state.shared;
        match self.question {
            Question::First => x == 1,
            Question::Parity => (x + y + z) & 1 == 1,
            Question::Drawn => state.threads[0].1[0] == 1 && y == 1,
        }
    }
}

/// What a step leads to; nothing if it has to wait.
fn after(state: &State, thread: usize, step: &Step) -> Vec<(f64, State)> {
    let mut next = state.clone();
    next.threads[thread].0 += 1;
    let (place, locals) = &mut next.threads[thread];
    match *step {
        Step::Load(local, variable) => locals[local] = state.shared[variable],
        Step::Store(variable, local, more) => next.shared[variable] = (locals[local] + more) & 1,
        Step::Constant(variable, value) => next.shared[variable] = value,
        Step::Count(local) => {
            locals[local] = state.count & 1;
            next.count += 1;
        }
        Step::JumpUnless(local, target) if locals[local] != 1 => *place = target,
        Step::JumpUnless(..) => {}
        Step::Jump(target) => *place = target,
        Step::Enter(lock) => {
            let (owner, count) = state.locks[lock];
            if owner != FREE && owner != thread {
                return Vec::new();
            }
            next.locks[lock] = (thread, count + 1);
        }
        Step::Exit(lock) => {
            let count = state.locks[lock].1 - 1;
            next.locks[lock] = (if count == 0 { FREE } else { thread }, count);
        }
        Step::Throw(local, quarters) => {
            let mut tails = next.clone();
            tails.threads[thread].1[local] = 0;
            next.threads[thread].1[local] = 1;
            let heads = f64::from(quarters) / 4.0;
            return vec![(heads, next), (1.0 - heads, tails)];
        }
    }
    vec![(1.0, next)]
}

/// Something, a coin, and what shows it to the others: where schedulers have most to say.
fn thread(rng: &mut Rng, length_max: usize) -> Vec<Statement> {
    let mut thread = block(rng, length_max, 2);
    let thrown = [Statement::Throw(0, 1 + rng.below(3) as u32), Statement::Store(rng.below(2), 0)];
    let place = rng.below(thread.len() + 1);
    thread.splice(place..place, thrown);
    thread
}

fn block(rng: &mut Rng, length_max: usize, depth: u32) -> Vec<Statement> {
    (0..1 + rng.below(length_max)).map(|_| statement(rng, depth)).collect()
}

fn statement(rng: &mut Rng, depth: u32) -> Statement {
    let (variable, other, local) = (rng.below(3), rng.below(3), rng.below(2));
    match rng.below(if depth > 0 { 13 } else { 9 }) {
        0 => Statement::Assign(variable, rng.below(2) as u8),
        1 => Statement::Copy(variable, other),
        2 => Statement::Increment(variable),
        3 => Statement::Read(local, variable),
        4 | 5 => Statement::Store(variable, local),
        6 | 7 => Statement::Throw(local, 1 + rng.below(3) as u32),
        8 => Statement::Count(local),
        9 | 10 => Statement::If(local, block(rng, 2, depth - 1), block(rng, 2, depth - 1)),
        _ => Statement::Synchronized(rng.below(LOCKS), block(rng, 2, depth - 1)),
    }
}

fn java(statement: &Statement) -> String {
    let all = |block: &[Statement]| block.iter().map(java).collect::<String>();
    match statement {
        Statement::Assign(variable, value) => format!("{} = {value}; ", SHARED[*variable]),
        Statement::Copy(to, from) => format!("{} = {}; ", SHARED[*to], SHARED[*from]),
        Statement::Increment(variable) => format!("{0} = ({0} + 1) & 1; ", SHARED[*variable]),
        Statement::Read(local, variable) => format!("l{local} = {}; ", SHARED[*variable]),
        Statement::Store(variable, local) => format!("{} = l{local}; ", SHARED[*variable]),
        Statement::Throw(local, quarters) => format!("l{local} = hazard.Coin.flip({}); ", f64::from(*quarters) / 4.0),
        Statement::Count(local) => format!("l{local} = count.getAndIncrement() & 1; "),
        Statement::If(local, yes, no) => format!("if (l{local} == 1) {{ {}}} else {{ {}}} ", all(yes), all(no)),
        Statement::Synchronized(lock, inner) => format!("synchronized (m{lock}) {{ {}}} ", all(inner)),
    }
}

fn compiled(block: &[Statement]) -> Vec<Step> {
    let mut steps = Vec::new();
    append(block, &mut steps);
    steps
}

fn append(block: &[Statement], steps: &mut Vec<Step>) {
    for statement in block {
        match statement {
            Statement::Assign(variable, value) => steps.push(Step::Constant(*variable, *value)),
            Statement::Copy(to, from) => steps.extend([Step::Load(2, *from), Step::Store(*to, 2, 0)]),
            Statement::Increment(variable) => steps.extend([Step::Load(2, *variable), Step::Store(*variable, 2, 1)]),
            Statement::Read(local, variable) => steps.push(Step::Load(*local, *variable)),
            Statement::Store(variable, local) => steps.push(Step::Store(*variable, *local, 0)),
            Statement::Throw(local, quarters) => steps.push(Step::Throw(*local, *quarters)),
            Statement::Count(local) => steps.push(Step::Count(*local)),
            Statement::If(local, yes, no) => {
                let test = steps.len();
                steps.push(Step::JumpUnless(*local, 0));
                append(yes, steps);
                let skip = steps.len();
                steps.push(Step::Jump(0));
                steps[test] = Step::JumpUnless(*local, steps.len());
                append(no, steps);
                steps[skip] = Step::Jump(steps.len());
            }
            Statement::Synchronized(lock, inner) => {
                steps.push(Step::Enter(*lock));
                append(inner, steps);
                steps.push(Step::Exit(*lock));
            }
        }
    }
}
