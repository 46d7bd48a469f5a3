//! Prefers states that are near a line of the program (`--goal File.java:42`), as directed symbolic execution does (Ma, Khoo, Foster and
//! Hicks 2011): how many instructions lie between, along the shortest way through the code of the program's classes. A call leads into every
//! method of that name and type, a return to wherever the stack says. The library counts as one instruction.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use classfile::{ClassFile, ClassPath, Code, Constant, ConstantPool};

use crate::system::{Program, World};

/// What a return costs, so that one way that stays is shorter than one that leaves and comes back.
const RETURN: u32 = 2;

/// Farther than any line that can be reached.
const FAR: u32 = u32::MAX;

/// Of larger programs only so many classes are looked at.
const CLASSES_MAX: usize = 4000;

/// A line, and how far each instruction is from it.
#[derive(Debug)]
pub struct Goal {
    /// By class, and by name and type of the method.
    methods: HashMap<(String, String), Vec<Distance>>,
}

#[derive(Clone, Copy, Debug)]
struct Distance {
    at: u16,
    /// From the instruction on.
    from: u32,
    /// From what follows it.
    after: u32,
}

/// One method while distances are worked out.
struct Body {
    key: (String, String),
    instructions: Vec<Instruction>,
    distances: Vec<u32>,
}

struct Instruction {
    at: u16,
    is_there: bool,
    /// Numbers of instructions.
    next: Vec<usize>,
    /// Names and types of methods that it may call.
    calls: Vec<String>,
}

impl Goal {
    /// The distances to `File.java:42`; a sentence if the program has no such line.
    pub fn of(class_path: &ClassPath, main_class: &str, goal: &str) -> Result<Goal, String> {
        let (file, line) = goal
            .rsplit_once(':')
            .and_then(|(file, line)| Some((file, line.trim().parse::<u16>().ok()?)))
            .ok_or_else(|| format!("the goal '{goal}' should read File.java:LINE"))?;
        let mut bodies = Vec::new();
        let mut files = BTreeSet::new();
        for class in classes(class_path, main_class) {
            let named = class.source_file.as_deref().unwrap_or_default();
            let package = class.name.rsplit_once('/').map_or("", |(package, _)| package);
            files.insert(named.to_owned());
            let is_file = named == file || format!("{package}/{named}").ends_with(&format!("/{file}"));
            for method in &class.methods {
                let Some(code) = &method.code else { continue };
                let key = (class.name.to_string(), format!("{}{}", method.name, method.descriptor));
                let instructions = instructions(&class, code, is_file.then_some(line));
                let distances = instructions.iter().map(|one| if one.is_there { 0 } else { FAR }).collect();
                bodies.push(Body { key, instructions, distances });
            }
        }
        if !bodies.iter().any(|body| body.distances.contains(&0)) {
            let known: Vec<String> = files.into_iter().filter(|name| !name.is_empty()).take(5).collect();
            return Err(format!(
                "no code of the program is at line {line} of {file}; its files are {}, and a line needs a statement on it",
                known.join(", ")
            ));
        }
        while relaxed(&mut bodies) {}
        let methods = bodies.into_iter().map(|body| {
            let after = |one: &Instruction| one.next.iter().map(|next| body.distances[*next]).min().unwrap_or(FAR);
            let entry = |(one, from): (&Instruction, &u32)| Distance { at: one.at, from: *from, after: after(one) };
            let distances = body.instructions.iter().zip(&body.distances).map(entry).collect();
            (body.key.clone(), distances)
        });
        Ok(Goal { methods: methods.collect() })
    }

    fn distance(&self, class: &str, method: &str, at: u16) -> Option<Distance> {
        let all = self.methods.get(&(class.to_owned(), method.to_owned()))?;
        let place = all.partition_point(|one| one.at <= at).checked_sub(1)?;
        Some(all[place])
    }
}

/// One pass over all instructions, the last ones first; whether anything has become nearer.
fn relaxed(bodies: &mut [Body]) -> bool {
    let mut entries: HashMap<String, u32> = HashMap::new();
    for body in bodies.iter() {
        let entry = entries.entry(body.key.1.clone()).or_insert(FAR);
        *entry = (*entry).min(body.distances.first().copied().unwrap_or(FAR));
    }
    let mut changed = false;
    for body in bodies {
        for (index, instruction) in body.instructions.iter().enumerate().rev() {
            let onwards = instruction.next.iter().map(|next| body.distances[*next]);
            let inside = instruction.calls.iter().filter_map(|called| entries.get(called).copied());
            let nearest = onwards.chain(inside).min().unwrap_or(FAR).saturating_add(1);
            if nearest < body.distances[index] {
                body.distances[index] = nearest;
                changed = true;
            }
        }
    }
    changed
}

/// The program's classes: those that its main class mentions, and so on.
fn classes(class_path: &ClassPath, main_class: &str) -> Vec<ClassFile> {
    let mut seen = BTreeSet::from([main_class.replace('.', "/")]);
    let mut open: Vec<String> = seen.iter().cloned().collect();
    let mut found = Vec::new();
    while let Some(name) = open.pop() {
        let Some(class) = class_path.find_class(&name).ok().flatten().and_then(|bytes| ClassFile::parse(&bytes).ok())
        else {
            continue;
        };
        for constant in &class.pool.0 {
            let Constant::Class(index) = constant else { continue };
            let Ok(mentioned) = class.pool.utf8(*index) else { continue };
            let mentioned = mentioned.trim_start_matches('[').trim_start_matches('L').trim_end_matches(';');
            let is_ours = !["java/", "jdk/", "hazard/"].iter().any(|start| mentioned.starts_with(start));
            if is_ours && seen.len() < CLASSES_MAX && seen.insert(mentioned.to_owned()) {
                open.push(mentioned.to_owned());
            }
        }
        found.push(class);
    }
    found
}

/// The instructions of a method (JVMS 6.5), where each leads and what it calls.
fn instructions(class: &ClassFile, code: &Code, goal: Option<u16>) -> Vec<Instruction> {
    let bytes = &code.bytes;
    let mut decoded: Vec<(usize, Vec<usize>, Vec<String>)> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let length = length(bytes, at);
        let mut next = targets(bytes, at);
        if !leaves(bytes[at]) {
            next.push(at + length);
        }
        for handler in &code.handlers {
            if (usize::from(handler.start)..usize::from(handler.end)).contains(&at) {
                next.push(usize::from(handler.target));
            }
        }
        decoded.push((at, next, calls(class, bytes, at)));
        at += length;
    }
    let places: HashMap<usize, usize> = decoded.iter().enumerate().map(|(index, one)| (one.0, index)).collect();
    let line = |at: usize| {
        let after = code.lines.partition_point(|(start, _)| usize::from(*start) <= at);
        after.checked_sub(1).map(|index| code.lines[index].1)
    };
    let instruction = |(at, next, calls): (usize, Vec<usize>, Vec<String>)| Instruction {
        at: at as u16,
        is_there: goal.is_some() && line(at) == goal,
        next: next.iter().filter_map(|to| places.get(to).copied()).collect(),
        calls,
    };
    decoded.into_iter().map(instruction).collect()
}

fn word(bytes: &[u8], at: usize) -> i32 {
    let byte = |offset: usize| bytes.get(at + offset).copied().unwrap_or(0);
    i32::from_be_bytes([byte(0), byte(1), byte(2), byte(3)])
}

fn half(bytes: &[u8], at: usize) -> i16 {
    (word(bytes, at) >> 16) as i16
}

/// Whether what follows in the code does not follow in time: `goto`, switches, returns and `athrow`.
fn leaves(opcode: u8) -> bool {
    matches!(opcode, 167 | 169..=177 | 191 | 200)
}

fn targets(bytes: &[u8], at: usize) -> Vec<usize> {
    let to = |offset: i32| usize::try_from(at as i64 + i64::from(offset)).ok();
    let operands = (at + 4) & !3;
    match bytes[at] {
        153..=168 | 198 | 199 => to(i32::from(half(bytes, at + 1))).into_iter().collect(),
        200 | 201 => to(word(bytes, at + 1)).into_iter().collect(),
        170 => {
            let count = i64::from(word(bytes, operands + 8)) - i64::from(word(bytes, operands + 4)) + 1;
            let count = usize::try_from(count).unwrap_or(0).min(bytes.len());
            let cases = (0..count).map(|case| word(bytes, operands + 12 + 4 * case));
            cases.chain([word(bytes, operands)]).filter_map(to).collect()
        }
        171 => {
            let count = usize::try_from(word(bytes, operands + 4)).unwrap_or(0).min(bytes.len());
            let cases = (0..count).map(|case| word(bytes, operands + 12 + 8 * case));
            cases.chain([word(bytes, operands)]).filter_map(to).collect()
        }
        _ => Vec::new(),
    }
}

/// How many bytes an instruction takes.
fn length(bytes: &[u8], at: usize) -> usize {
    let operands = (at + 4) & !3;
    match bytes[at] {
        16 | 18 | 21..=25 | 54..=58 | 169 | 188 => 2,
        17 | 19 | 20 | 132 | 153..=168 | 178..=184 | 187 | 189 | 192 | 193 | 198 | 199 => 3,
        197 => 4,
        185 | 186 | 200 | 201 => 5,
        196 => {
            if bytes.get(at + 1) == Some(&132) {
                6
            } else {
                4
            }
        }
        170 => {
            let count = i64::from(word(bytes, operands + 8)) - i64::from(word(bytes, operands + 4)) + 1;
            operands + 12 + 4 * usize::try_from(count).unwrap_or(0).min(bytes.len()) - at
        }
        171 => operands + 8 + 8 * usize::try_from(word(bytes, operands + 4)).unwrap_or(0).min(bytes.len()) - at,
        _ => 1,
    }
}

/// Names and types of the methods that an instruction may call; making a lambda counts as calling it, starting a thread as running it.
fn calls(class: &ClassFile, bytes: &[u8], at: usize) -> Vec<String> {
    let index = half(bytes, at + 1) as u16;
    match bytes[at] {
        182..=185 => match member(&class.pool, index) {
            Some((name, descriptor)) if name == "start" && descriptor == "()V" => vec!["run()V".to_owned()],
            Some((name, descriptor)) => vec![format!("{name}{descriptor}")],
            None => Vec::new(),
        },
        186 => {
            let Ok(Constant::InvokeDynamic { bootstrap, .. }) = class.pool.get(index) else { return Vec::new() };
            let Some(method) = class.bootstrap_methods.get(usize::from(*bootstrap)) else { return Vec::new() };
            let handles = method.arguments.iter().filter_map(|argument| match class.pool.get(*argument) {
                Ok(Constant::MethodHandle { reference, .. }) => member(&class.pool, *reference),
                _ => None,
            });
            handles.map(|(name, descriptor)| format!("{name}{descriptor}")).collect()
        }
        _ => Vec::new(),
    }
}

fn member(pool: &ConstantPool, index: u16) -> Option<(&str, &str)> {
    let (Constant::Method { name_and_type, .. } | Constant::InterfaceMethod { name_and_type, .. }) =
        pool.get(index).ok()?
    else {
        return None;
    };
    let Constant::NameAndType { name, descriptor } = pool.get(*name_and_type).ok()? else { return None };
    Some((pool.utf8(*name).ok()?, pool.utf8(*descriptor).ok()?))
}

pub fn value(program: &Program, world: &mut World) -> f64 {
    f64::from(distance(program, world).unwrap_or(FAR))
}

/// How far the nearest of the threads is from the goal, if there is one and it can be reached.
pub fn distance(program: &Program, world: &World) -> Option<u32> {
    let goal: &Arc<Goal> = program.config.goal.as_ref()?;
    let vm = &world.vm;
    let mut nearest = FAR;
    for thread in vm.threads.iter().filter(|thread| thread.is_alive()) {
        let mut left = 0;
        for (depth, frame) in thread.frames.iter().rev().enumerate() {
            let method = vm.method(frame.method);
            let key = format!("{}{}", method.name, method.descriptor);
            let at = method.code.pcs.get(frame.pc as usize).copied().unwrap_or(0);
            if let Some(distance) = goal.distance(&vm.class(method.class).name, &key, at) {
                let onwards = if depth == 0 { distance.from } else { distance.after };
                nearest = nearest.min(onwards.saturating_add(left));
            }
            left += RETURN;
        }
    }
    (nearest < FAR).then_some(nearest)
}
