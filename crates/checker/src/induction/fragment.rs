//! Programs that compute with `int`s in static methods and fields and nothing else: what induction is about. The bytecode of such methods
//! becomes a list of steps; whatever is beyond makes the program none of ours.

use std::collections::{BTreeSet, HashMap, VecDeque};

use classfile::{ClassFile, ClassPath, Code, Constant, ConstantPool};
use symbolic::expr::{Binary, Comparison, Width};

/// One instruction; targets are numbers of steps.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    Push(i32),
    /// A reference that nothing depends on; whether it is an `AssertionError`.
    PushObject(bool),
    Load(usize),
    Store(usize),
    /// A static field.
    LoadGlobal(usize),
    StoreGlobal(usize),
    Increase(usize, i32),
    Binary(Binary),
    Negate,
    Narrow(Width),
    Pop(usize),
    Dup,
    /// Jumps if the top compares so with zero.
    IfZero(Comparison, usize),
    /// Jumps if the two on top compare so.
    IfCompare(Comparison, usize),
    Goto(usize),
    Switch(Vec<(i32, usize)>, usize),
    /// With so many arguments, and whether there is a result.
    Call(usize),
    /// An input between two values, after so many references and ints were popped.
    Input {
        pops: usize,
        low: i32,
        high: i32,
    },
    /// An input between the two ints on top, a reference below.
    InputBetween,
    Assume,
    Return,
    ReturnValue,
    /// An assertion fails if the reference on top is an `AssertionError`; else an exception is thrown.
    Throw,
}

#[derive(Debug)]
pub(super) struct Routine {
    /// As people call it: `Main.gcd`.
    pub name: String,
    pub steps: Vec<Step>,
    /// Of each step.
    pub lines: Vec<u16>,
    pub locals: usize,
    /// Of type `int` and the smaller ones; `main` has a reference in their place.
    pub parameters: usize,
    pub has_result: bool,
    /// Steps that a jump leads back to.
    pub heads: BTreeSet<usize>,
    calls: Vec<usize>,
}

#[derive(Debug)]
pub(super) struct Fragment {
    /// The first is `main`.
    pub routines: Vec<Routine>,
    /// What static fields are before `main` begins. Nobody sees them before their class is initialised.
    pub globals: Vec<i32>,
}

type Key = (String, String, String);

impl Fragment {
    /// The program, if it is one of ours.
    pub fn of(class_path: &ClassPath, main_class: &str) -> Option<Fragment> {
        let main = (main_class.replace('.', "/"), "main".to_owned(), "([Ljava/lang/String;)V".to_owned());
        let mut reader = Reader {
            class_path,
            classes: HashMap::new(),
            numbers: HashMap::new(),
            queue: VecDeque::new(),
            globals: HashMap::new(),
            initial: HashMap::new(),
        };
        reader.number(main);
        let mut routines = Vec::new();
        while let Some(key) = reader.queue.pop_front() {
            routines.push(reader.routine(&key)?);
        }
        let mut globals = vec![0; reader.globals.len()];
        for (field, number) in &reader.globals {
            globals[*number] = reader.initial.get(field).copied().unwrap_or(0);
        }
        Some(Fragment { routines, globals })
    }

    /// Whether some method calls itself, directly or through others.
    pub fn is_recursive(&self) -> bool {
        (0..self.routines.len()).any(|start| {
            let (mut seen, mut open) = (BTreeSet::new(), self.routines[start].calls.clone());
            while let Some(next) = open.pop() {
                if seen.insert(next) {
                    open.extend(&self.routines[next].calls);
                }
            }
            seen.contains(&start)
        })
    }

    pub fn has_loops(&self) -> bool {
        self.routines.iter().any(|routine| !routine.heads.is_empty())
    }

    /// The numbers that the program mentions, with their neighbours, the most frequent first.
    pub fn constants(&self) -> Vec<i128> {
        let mut counts: HashMap<i128, usize> = [(0, 3), (1, 2), (-1, 1)].into();
        for step in self.routines.iter().flat_map(|routine| &routine.steps) {
            if let Step::Push(value) | Step::Increase(_, value) = step {
                *counts.entry(i128::from(*value)).or_default() += 2;
                for near in [i128::from(*value) - 1, i128::from(*value) + 1] {
                    *counts.entry(near).or_default() += 1;
                }
            }
        }
        let mut constants: Vec<(usize, i128)> = counts.into_iter().map(|(value, count)| (count, value)).collect();
        constants.sort_by_key(|(count, value)| (std::cmp::Reverse(*count), value.abs(), *value));
        constants.into_iter().map(|(_, value)| value).filter(|value| i32::try_from(*value).is_ok()).collect()
    }
}

struct Reader<'a> {
    class_path: &'a ClassPath,
    classes: HashMap<String, ClassFile>,
    numbers: HashMap<Key, usize>,
    queue: VecDeque<Key>,
    /// Static fields by class and name.
    globals: HashMap<(String, String), usize>,
    /// What initialisers put into them.
    initial: HashMap<(String, String), i32>,
}

/// More static fields than that are too many to tell apart at every call.
const GLOBALS_MAX: usize = 4;

impl Reader<'_> {
    fn number(&mut self, key: Key) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(key.clone()).or_insert_with(|| {
            self.queue.push_back(key);
            next
        })
    }

    fn load(&mut self, name: &str) -> Option<()> {
        if !self.classes.contains_key(name) {
            let bytes = self.class_path.find_class(name).ok().flatten()?;
            let class = ClassFile::parse(&bytes).ok()?;
            if class.superclass.as_deref() != Some("java/lang/Object") {
                return None;
            }
            let initialiser = class.methods.iter().find(|method| &*method.name == "<clinit>");
            if let Some(code) = initialiser.map(|method| method.code.as_ref()) {
                for (field, value) in initialised(code?, &class.pool, name)? {
                    self.initial.insert((name.to_owned(), field), value);
                }
            }
            self.classes.insert(name.to_owned(), class);
        }
        Some(())
    }

    /// The number of a static field that the class itself has.
    fn global(&mut self, class: &str, name: &str, descriptor: &str) -> Option<usize> {
        const STATIC: u16 = 8;
        const FINAL: u16 = 16;
        if !matches!(descriptor, "I" | "Z" | "B" | "S" | "C") || class.starts_with("java/") {
            return None;
        }
        self.load(class)?;
        let of_class = &self.classes.get(class)?.fields;
        let field = of_class.iter().find(|field| *field.name == *name && *field.descriptor == *descriptor)?;
        if field.access & STATIC == 0 || field.access & FINAL != 0 {
            return None;
        }
        let next = self.globals.len();
        let number = *self.globals.entry((class.to_owned(), name.to_owned())).or_insert(next);
        (number < GLOBALS_MAX).then_some(number)
    }

    fn routine(&mut self, (class_name, name, descriptor): &Key) -> Option<Routine> {
        self.load(class_name)?;
        let class = self.classes.get(class_name)?.clone();
        let method = class.methods.iter().find(|m| *m.name == **name && *m.descriptor == **descriptor)?;
        let code = method.code.as_ref()?;
        const STATIC: u16 = 8;
        const SYNCHRONIZED: u16 = 32;
        if method.access & STATIC == 0 || method.access & SYNCHRONIZED != 0 || !code.handlers.is_empty() {
            return None;
        }
        let (parameters, has_result) = match &**name {
            "main" => (0, false),
            _ => signature(descriptor)?,
        };
        let (steps, lines) = self.steps(&class.pool, code)?;
        let jumps = |step: &Step| match step {
            Step::IfZero(_, to) | Step::IfCompare(_, to) | Step::Goto(to) => vec![*to],
            Step::Switch(cases, otherwise) => cases.iter().map(|(_, to)| *to).chain([*otherwise]).collect(),
            _ => Vec::new(),
        };
        let backwards = |(at, step): (usize, &Step)| jumps(step).into_iter().filter(move |to| *to <= at);
        let heads = steps.iter().enumerate().flat_map(backwards).collect();
        let calls = steps.iter().filter_map(|step| if let Step::Call(number) = step { Some(*number) } else { None });
        let calls = calls.collect();
        let simple = class_name.rsplit('/').next().unwrap_or(class_name);
        let name = format!("{simple}.{name}");
        let locals = usize::from(code.max_locals);
        Some(Routine { name, steps, lines, locals, parameters, has_result, heads, calls })
    }

    fn steps(&mut self, pool: &ConstantPool, code: &Code) -> Option<(Vec<Step>, Vec<u16>)> {
        let bytes = &code.bytes;
        let mut places: HashMap<usize, usize> = HashMap::new();
        let (mut steps, mut lines) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < bytes.len() {
            places.insert(at, steps.len());
            let line =
                code.lines.iter().rev().find(|(start, _)| usize::from(*start) <= at).map_or(0, |(_, line)| *line);
            let (step, length) = self.step(pool, bytes, at)?;
            steps.push(step);
            lines.push(line);
            at += length;
        }
        let place = |target: &mut usize| {
            *target = *places.get(&*target)?;
            Some(())
        };
        for step in &mut steps {
            match step {
                Step::IfZero(_, to) | Step::IfCompare(_, to) | Step::Goto(to) => place(to)?,
                Step::Switch(cases, otherwise) => {
                    place(otherwise)?;
                    for (_, to) in cases {
                        place(to)?;
                    }
                }
                _ => {}
            }
        }
        Some((steps, lines))
    }

    /// The step at a byte, and how long it is (JVMS 6.5). Targets are bytes as yet.
    fn step(&mut self, pool: &ConstantPool, bytes: &[u8], at: usize) -> Option<(Step, usize)> {
        let byte = |offset: usize| bytes.get(at + offset).copied();
        let short = |offset: usize| Some(i16::from_be_bytes([byte(offset)?, byte(offset + 1)?]));
        let index = |offset: usize| Some(u16::from_be_bytes([byte(offset)?, byte(offset + 1)?]));
        let jump = || usize::try_from(at as i64 + i64::from(short(1)?)).ok();
        let compared = |code: u8| {
            [
                Comparison::Equal,
                Comparison::NotEqual,
                Comparison::Less,
                Comparison::GreaterOrEqual,
                Comparison::Greater,
                Comparison::LessOrEqual,
            ][usize::from(code)]
        };
        let opcode = byte(0)?;
        Some(match opcode {
            0 => (Step::Pop(0), 1),
            1 => (Step::PushObject(false), 1),
            2..=8 => (Step::Push(i32::from(opcode) - 3), 1),
            16 => (Step::Push(i32::from(byte(1)? as i8)), 2),
            17 => (Step::Push(i32::from(short(1)?)), 3),
            18 | 19 => {
                let (number, length) = if opcode == 18 { (u16::from(byte(1)?), 2) } else { (index(1)?, 3) };
                match pool.0.get(usize::from(number))? {
                    Constant::Integer(value) => (Step::Push(*value), length),
                    Constant::String(_) => (Step::PushObject(false), length),
                    _ => return None,
                }
            }
            21 | 25 => (Step::Load(usize::from(byte(1)?)), 2),
            26..=29 => (Step::Load(usize::from(opcode - 26)), 1),
            42..=45 => (Step::Load(usize::from(opcode - 42)), 1),
            54 | 58 => (Step::Store(usize::from(byte(1)?)), 2),
            59..=62 => (Step::Store(usize::from(opcode - 59)), 1),
            75..=78 => (Step::Store(usize::from(opcode - 75)), 1),
            87 => (Step::Pop(1), 1),
            88 => (Step::Pop(2), 1),
            89 => (Step::Dup, 1),
            96 => (Step::Binary(Binary::Add), 1),
            100 => (Step::Binary(Binary::Sub), 1),
            104 => (Step::Binary(Binary::Mul), 1),
            108 => (Step::Binary(Binary::Div), 1),
            112 => (Step::Binary(Binary::Rem), 1),
            116 => (Step::Negate, 1),
            120 => (Step::Binary(Binary::Shl), 1),
            122 => (Step::Binary(Binary::Shr), 1),
            124 => (Step::Binary(Binary::Ushr), 1),
            126 => (Step::Binary(Binary::And), 1),
            128 => (Step::Binary(Binary::Or), 1),
            130 => (Step::Binary(Binary::Xor), 1),
            132 => (Step::Increase(usize::from(byte(1)?), i32::from(byte(2)? as i8)), 3),
            145 => (Step::Narrow(Width::Byte), 1),
            146 => (Step::Narrow(Width::Char), 1),
            147 => (Step::Narrow(Width::Short), 1),
            153..=158 => (Step::IfZero(compared(opcode - 153), jump()?), 3),
            159..=164 => (Step::IfCompare(compared(opcode - 159), jump()?), 3),
            167 => (Step::Goto(jump()?), 3),
            170 | 171 => switch(bytes, at, opcode == 170)?,
            172 => (Step::ReturnValue, 1),
            177 => (Step::Return, 1),
            178 => match member(pool, index(1)?)? {
                (_, "$assertionsDisabled", "Z") => (Step::Push(0), 3),
                ("java/lang/System", "out" | "err", _) => (Step::PushObject(false), 3),
                (class, name, descriptor) => (Step::LoadGlobal(self.global(class, name, descriptor)?), 3),
            },
            179 => {
                let (class, name, descriptor) = member(pool, index(1)?)?;
                (Step::StoreGlobal(self.global(class, name, descriptor)?), 3)
            }
            182 => match member(pool, index(1)?)? {
                ("java/io/PrintStream", "println" | "print", descriptor) => {
                    let printed = match descriptor {
                        "()V" => 0,
                        "(I)V" | "(Z)V" | "(C)V" | "(Ljava/lang/String;)V" => 1,
                        _ => return None,
                    };
                    (Step::Pop(printed + 1), 3)
                }
                _ => return None,
            },
            183 => match member(pool, index(1)?)? {
                (class, "<init>", descriptor) if class.starts_with("java/lang/") => {
                    let passed = match descriptor {
                        "()V" => 0,
                        "(Ljava/lang/Object;)V" | "(Ljava/lang/String;)V" | "(I)V" | "(Z)V" | "(C)V" => 1,
                        _ => return None,
                    };
                    (Step::Pop(passed + 1), 3)
                }
                _ => return None,
            },
            184 => {
                let (class, name, descriptor) = member(pool, index(1)?)?;
                (self.call(class, name, descriptor)?, 3)
            }
            187 => {
                let Constant::Class(name) = pool.0.get(usize::from(index(1)?))? else { return None };
                let name = text(pool, *name)?;
                // Exceptions of the library have no consequences but that they are thrown.
                let is_exception = name.starts_with("java/lang/") && name.ends_with("Exception");
                match name {
                    "java/lang/AssertionError" => (Step::PushObject(true), 3),
                    _ if is_exception => (Step::PushObject(false), 3),
                    _ => return None,
                }
            }
            191 => (Step::Throw, 1),
            _ => return None,
        })
    }

    fn call(&mut self, class: &str, name: &str, descriptor: &str) -> Option<Step> {
        const ALL: (i32, i32) = (i32::MIN, i32::MAX);
        let input = |pops: usize, (low, high): (i32, i32)| Some(Step::Input { pops, low, high });
        match (class, name, descriptor) {
            ("org/sosy_lab/sv_benchmarks/Verifier" | "hazard/Symbolic" | "hazard/Nondet", "assume", "(Z)V") => {
                Some(Step::Assume)
            }
            ("org/sosy_lab/sv_benchmarks/Verifier", name, _) => match name {
                "nondetInt" => input(0, ALL),
                "nondetBoolean" => input(0, (0, 1)),
                "nondetByte" => input(0, (-128, 127)),
                "nondetShort" => input(0, (-32768, 32767)),
                "nondetChar" => input(0, (0, 65535)),
                _ => None,
            },
            ("hazard/Symbolic", "integer", "(Ljava/lang/String;)I") => input(1, ALL),
            ("hazard/Symbolic", "bool", _) => input(1, (0, 1)),
            ("hazard/Symbolic", "integer", _) => Some(Step::InputBetween),
            _ if class.starts_with("java/") || class.starts_with("hazard/") => None,
            _ => {
                self.load(class)?;
                signature(descriptor)?;
                Some(Step::Call(self.number((class.to_owned(), name.to_owned(), descriptor.to_owned()))))
            }
        }
    }
}

/// A switch (JVMS 6.5, tableswitch and lookupswitch).
fn switch(bytes: &[u8], at: usize, is_table: bool) -> Option<(Step, usize)> {
    let start = (at + 4) & !3;
    let word = |index: usize| {
        let place = start + 4 * index;
        Some(i32::from_be_bytes(bytes.get(place..place + 4)?.try_into().ok()?))
    };
    let target = |offset: i32| usize::try_from(at as i64 + i64::from(offset)).ok();
    let otherwise = target(word(0)?)?;
    let mut cases = Vec::new();
    let words = if is_table {
        let (low, high) = (word(1)?, word(2)?);
        let count = usize::try_from(i64::from(high) - i64::from(low) + 1).ok()?;
        for index in 0..count {
            cases.push((low.checked_add(index as i32)?, target(word(3 + index)?)?));
        }
        3 + count
    } else {
        let count = usize::try_from(word(1)?).ok()?;
        for index in 0..count {
            cases.push((word(2 + 2 * index)?, target(word(3 + 2 * index)?)?));
        }
        2 + 2 * count
    };
    Some((Step::Switch(cases, otherwise), start + 4 * words - at))
}

/// How many ints a method takes, and whether it returns one; none if anything else is involved.
fn signature(descriptor: &str) -> Option<(usize, bool)> {
    let (parameters, result) = descriptor.strip_prefix('(')?.split_once(')')?;
    let is_int = |c: char| "IZBSC".contains(c);
    let has_result = match result {
        "V" => false,
        "I" | "Z" | "B" | "S" | "C" => true,
        _ => return None,
    };
    parameters.chars().all(is_int).then_some((parameters.len(), has_result))
}

fn text(pool: &ConstantPool, index: u16) -> Option<&str> {
    match pool.0.get(usize::from(index))? {
        Constant::Utf8(text) => Some(text),
        _ => None,
    }
}

/// The class, the name and the descriptor of a member.
fn member(pool: &ConstantPool, index: u16) -> Option<(&str, &str, &str)> {
    let (class, name_and_type) = match pool.0.get(usize::from(index))? {
        Constant::Field { class, name_and_type }
        | Constant::Method { class, name_and_type }
        | Constant::InterfaceMethod { class, name_and_type } => (*class, *name_and_type),
        _ => return None,
    };
    let Constant::Class(class) = pool.0.get(usize::from(class))? else { return None };
    let Constant::NameAndType { name, descriptor } = pool.0.get(usize::from(name_and_type))? else { return None };
    Some((text(pool, *class)?, text(pool, *name)?, text(pool, *descriptor)?))
}

/// What an initialiser puts into fields of its class, besides the one that assertions need; nothing if it does anything else.
fn initialised(code: &Code, pool: &ConstantPool, class: &str) -> Option<Vec<(String, i32)>> {
    let bytes = &code.bytes;
    let mut at = about_assertions(bytes);
    let mut fields = Vec::new();
    loop {
        let byte = |offset: usize| bytes.get(at + offset).copied();
        let index = |offset: usize| Some(u16::from_be_bytes([byte(offset)?, byte(offset + 1)?]));
        let (value, length) = match byte(0)? {
            177 => return (at + 1 == bytes.len()).then_some(fields),
            opcode @ 2..=8 => (i32::from(opcode) - 3, 1),
            16 => (i32::from(byte(1)? as i8), 2),
            17 => (i32::from(index(1)? as i16), 3),
            opcode @ (18 | 19) => {
                let number = if opcode == 18 { u16::from(byte(1)?) } else { index(1)? };
                let Constant::Integer(value) = pool.0.get(usize::from(number))? else { return None };
                (*value, usize::from(opcode) - 16)
            }
            _ => return None,
        };
        if byte(length)? != 179 {
            return None;
        }
        let (owner, name, _) = member(pool, index(length + 1)?)?;
        if owner != class {
            return None;
        }
        fields.push((name.to_owned(), value));
        at += length + 3;
    }
}

/// How long the beginning is that a compiler writes for a class with assertions.
fn about_assertions(bytes: &[u8]) -> usize {
    let after = match bytes.first() {
        Some(18) => 2,
        Some(19) => 3,
        _ => return 0,
    };
    let shape: Vec<u8> = [0, 3, 6, 7, 10, 11].iter().filter_map(|at| bytes.get(after + at).copied()).collect();
    if shape == [182, 154, 4, 167, 3, 179] { after + 14 } else { 0 }
}
