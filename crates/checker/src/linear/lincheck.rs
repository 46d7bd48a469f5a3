//! What a test of Lincheck asks for. Its annotations (`@ModelCheckingCTest(threads = 3)`) are read by the driver; most tests say it in
//! code, `ModelCheckingOptions().threads(3).actorsPerThread(2).check(this::class)`, where the constants that these calls are given are
//! read off the class file. What is computed is not known, and left as it is.

use classfile::{ClassFile, Code, Constant, ConstantPool};

/// As far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    pub threads: Option<usize>,
    /// Calls of each thread.
    pub operations: Option<usize>,
    pub before: Option<usize>,
    pub specification: Option<String>,
}

/// What an instruction leaves on the stack, if it is a constant.
#[derive(Clone, Debug, PartialEq)]
enum Pushed {
    Number(i64),
    Class(String),
    Unknown,
}

impl Wishes {
    /// What the code of a class asks Lincheck for; nothing if it does not ask it for anything.
    pub fn in_code(class: &ClassFile) -> Option<Wishes> {
        let mut wishes = None;
        for code in class.methods.iter().filter_map(|method| method.code.as_ref()) {
            wish(code, &class.pool, &mut wishes);
        }
        wishes
    }

    /// `threads=3 operations=2 before=0 specification=pkg.Spec`, as the driver prints annotations.
    pub fn parse(text: &str) -> Wishes {
        let mut wishes = Wishes::default();
        for (key, value) in text.split('\t').filter_map(|part| part.split_once('=')) {
            let number = value.parse().ok();
            match key {
                "threads" => wishes.threads = number,
                "operations" => wishes.operations = number,
                "before" => wishes.before = number,
                _ => wishes.specification = (!value.is_empty()).then(|| value.to_owned()),
            }
        }
        wishes
    }
}

fn wish(code: &Code, pool: &ConstantPool, wishes: &mut Option<Wishes>) {
    let mut last = Pushed::Unknown;
    let mut at = 0;
    while let Some(length) = length(&code.bytes, at) {
        let instruction = &code.bytes[at..];
        if let Some((_, name)) = called(instruction, pool).filter(|(holder, _)| is_options(holder)) {
            let number = match last {
                Pushed::Number(number) => usize::try_from(number).ok(),
                _ => None,
            };
            let asked = wishes.get_or_insert_with(Wishes::default);
            match name {
                "threads" => asked.threads = number,
                "actorsPerThread" => asked.operations = number,
                "actorsBefore" => asked.before = number,
                "sequentialSpecification" => {
                    asked.specification = match &last {
                        Pushed::Class(name) => Some(name.clone()),
                        _ => None,
                    };
                }
                _ => {}
            }
        }
        // Kotlin makes a wrapper of a class, and a class of that again.
        if !is_conversion(instruction, pool) {
            last = pushed(instruction, pool);
        }
        at += length;
    }
}

/// `org/jetbrains/…/lincheck/…/ModelCheckingOptions`, or what it inherits from.
fn is_options(holder: &str) -> bool {
    holder.split('/').any(|part| part == "lincheck") && holder.ends_with("Options")
}

fn index(instruction: &[u8]) -> Option<u16> {
    Some(u16::from_be_bytes([*instruction.get(1)?, *instruction.get(2)?]))
}

/// The class and the name of the method that an instruction calls.
fn called<'a>(instruction: &[u8], pool: &'a ConstantPool) -> Option<(&'a str, &'a str)> {
    const INVOKES: std::ops::RangeInclusive<u8> = 0xb6..=0xb9;
    let member = INVOKES.contains(&instruction[0]).then(|| pool.member_parts(index(instruction)?).ok())??;
    Some((member.0, member.1))
}

fn is_conversion(instruction: &[u8], pool: &ConstantPool) -> bool {
    called(instruction, pool).is_some_and(|(holder, name)| {
        holder == "kotlin/jvm/internal/Reflection" && name == "getOrCreateKotlinClass"
            || holder == "kotlin/jvm/JvmClassMappingKt"
    })
}

fn pushed(instruction: &[u8], pool: &ConstantPool) -> Pushed {
    let constant = |at: u16| match pool.get(at) {
        Ok(Constant::Integer(number)) => Pushed::Number(i64::from(*number)),
        Ok(Constant::Class(name)) => match pool.utf8(*name) {
            Ok(name) => Pushed::Class(name.replace('/', ".")),
            Err(_) => Pushed::Unknown,
        },
        _ => Pushed::Unknown,
    };
    match *instruction {
        [code @ 0x02..=0x08, ..] => Pushed::Number(i64::from(code) - 3),
        [0x10, byte, ..] => Pushed::Number(i64::from(byte as i8)),
        [0x11, high, low, ..] => Pushed::Number(i64::from(i16::from_be_bytes([high, low]))),
        [0x12, at, ..] => constant(u16::from(at)),
        [0x13, high, low, ..] => constant(u16::from_be_bytes([high, low])),
        _ => Pushed::Unknown,
    }
}

/// How many bytes the instruction at `at` has (JVMS 6.5); nothing at the end, or where there is no instruction.
fn length(bytes: &[u8], at: usize) -> Option<usize> {
    let word = |at: usize| Some(i32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let aligned = (at + 4) & !3;
    let length = match *bytes.get(at)? {
        0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3a | 0xa9 | 0xbc => 2,
        0x11 | 0x13 | 0x14 | 0x84 | 0x99..=0xa8 | 0xb2..=0xb8 | 0xbb | 0xbd | 0xc0 | 0xc1 | 0xc6 | 0xc7 => 3,
        0xb9 | 0xba | 0xc8 | 0xc9 => 5,
        0xc5 => 4,
        0xc4 if bytes.get(at + 1) == Some(&0x84) => 6,
        0xc4 => 4,
        0xaa => {
            let entries = i64::from(word(aligned + 8)?) - i64::from(word(aligned + 4)?) + 1;
            aligned - at + 12 + 4 * usize::try_from(entries).ok()?
        }
        0xab => aligned - at + 8 + 8 * usize::try_from(word(aligned + 4)?).ok()?,
        _ => 1,
    };
    (at + length <= bytes.len()).then_some(length)
}
