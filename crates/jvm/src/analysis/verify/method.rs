//! What both ways of verification share: the method, its first frame, its handlers, and typed pushes and pops.

use classfile::{ClassError, ClassFile, Code, Constant, FieldType, Method, MethodType, Text};

use super::frame::Frame;
use super::has_receiver;
use super::types::{Missing, Type, Types};
use crate::analysis::instructions::{Instructions, Malformed};

/// Why a method is refused.
#[derive(Debug)]
pub enum Failure {
    Invalid {
        pc: usize,
        message: String,
    },
    /// The tables around the code are broken, rather than the code.
    Malformed {
        message: String,
    },
    Missing(Text),
}

impl From<Missing> for Failure {
    fn from(missing: Missing) -> Self {
        Failure::Missing(missing.0)
    }
}

impl From<Malformed> for Failure {
    fn from(malformed: Malformed) -> Self {
        Failure::Invalid { pc: malformed.pc, message: malformed.message }
    }
}

pub struct MethodVerifier<'a, 't> {
    pub class: &'a ClassFile,
    pub method: &'a Method,
    pub code: &'a Code,
    pub types: &'t mut Types<'a>,
    pub instructions: Instructions<'a>,
    pub is_constructor: bool,
    pub result: Option<FieldType<'a>>,
    /// The type on the stack when each handler begins.
    pub caught: Vec<Type>,
    /// Positions at which a handler's range begins.
    handler_starts: Vec<u16>,
    /// The instruction being verified, for messages.
    pub pc: usize,
}

impl<'a, 't> MethodVerifier<'a, 't> {
    pub fn new(
        class: &'a ClassFile,
        method: &'a Method,
        code: &'a Code,
        types: &'t mut Types<'a>,
    ) -> Result<Self, Failure> {
        let instructions = Instructions::find(&code.bytes)?;
        let invalid = |error: ClassError| Failure::Invalid { pc: 0, message: error.to_string() };
        let result = MethodType::parse(&method.descriptor).map_err(invalid)?.result;
        let mut verifier = MethodVerifier {
            class,
            method,
            code,
            types,
            instructions,
            is_constructor: &*method.name == "<init>",
            result,
            caught: Vec::new(),
            handler_starts: Vec::new(),
            pc: 0,
        };
        verifier.check_handlers()?;
        verifier.check_instructions()?;
        Ok(verifier)
    }

    pub fn fail<T>(&self, message: impl Into<String>) -> Result<T, Failure> {
        Err(Failure::Invalid { pc: self.pc, message: message.into() })
    }

    /// Turns an error of the constant pool into one of this instruction.
    pub fn pool<T>(&self, result: Result<T, ClassError>) -> Result<T, Failure> {
        result.map_err(|error| Failure::Invalid { pc: self.pc, message: error.to_string() })
    }

    /// Instructions that the class version does not have.
    fn check_instructions(&mut self) -> Result<(), Failure> {
        use crate::analysis::opcodes::{INVOKEDYNAMIC, LOOKUPSWITCH, TABLESWITCH, name};
        if self.instructions.has_subroutines && self.class.major >= 51 {
            return self.fail("jsr and ret do not exist from class version 51 on");
        }
        for &pc in &self.instructions.starts {
            let number = self.code.bytes[usize::from(pc)];
            let start = usize::from(pc) + 1;
            let is_bad = match number {
                INVOKEDYNAMIC => self.class.major < 51,
                // Older versions demand that the bytes before the operands are zero.
                TABLESWITCH | LOOKUPSWITCH if self.class.major < 51 => {
                    let operands = crate::analysis::instructions::aligned(pc.into());
                    self.code.bytes[start..operands].iter().any(|&byte| byte != 0)
                }
                _ => false,
            };
            if is_bad {
                let message = format!("{} is not valid in class version {}", name(number), self.class.major);
                return Err(Failure::Invalid { pc: pc.into(), message });
            }
        }
        Ok(())
    }

    fn check_handlers(&mut self) -> Result<(), Failure> {
        let throwable = self.types.object("java/lang/Throwable");
        for handler in &self.code.handlers {
            let (start, end) = (usize::from(handler.start), usize::from(handler.end));
            self.pc = handler.target.into();
            let ends = end == self.code.bytes.len() || self.instructions.is_start(end);
            if start >= end || !ends || !self.instructions.is_start(start) || !self.instructions.is_start(self.pc) {
                let message = format!("an exception handler covers {start} to {end}, which are no instructions");
                return Err(Failure::Malformed { message });
            }
            let mut caught = throwable;
            if handler.catch_type != 0 {
                let name = self.pool(self.class.pool.class_name(handler.catch_type))?.clone();
                caught = self.types.object(&name);
                if !self.types.assignable(caught, throwable)? {
                    return self.fail(format!("an exception handler catches {name}, which is no Throwable"));
                }
            }
            self.caught.push(caught);
            self.handler_starts.push(handler.start);
        }
        self.handler_starts.sort_unstable();
        self.pc = 0;
        Ok(())
    }

    /// The frame on entry: the receiver and the arguments.
    pub fn entry_frame(&mut self) -> Result<Frame, Failure> {
        let mut frame = Frame {
            locals: vec![Type::Top; self.code.max_locals.into()],
            stack: Vec::new(),
            this_uninitialized: false,
        };
        let mut arguments = Vec::new();
        if has_receiver(self.method) {
            // Object has no superclass whose constructor would have to be called.
            let is_raw = self.is_constructor && self.class.superclass.is_some();
            frame.this_uninitialized = is_raw;
            arguments.push(if is_raw { Type::UninitializedThis } else { self.types.object(&self.class.name) });
        }
        let method_type = self.pool(MethodType::parse(&self.method.descriptor))?;
        for parameter in method_type.parameters {
            let argument = self.types.field_type(parameter);
            arguments.push(argument);
            if argument.is_wide() {
                arguments.push(Type::Half);
            }
        }
        if arguments.len() > frame.locals.len() {
            return self.fail("the arguments do not fit the locals");
        }
        frame.locals[..arguments.len()].copy_from_slice(&arguments);
        Ok(frame)
    }

    pub fn begins_handler(&self, pc: usize) -> bool {
        self.handler_starts.binary_search(&(pc as u16)).is_ok()
    }

    pub fn push(&self, frame: &mut Frame, value: Type) -> Result<(), Failure> {
        let slots = if value.is_wide() { 2 } else { 1 };
        if frame.stack.len() + slots > self.code.max_stack.into() {
            return self.fail(format!("the operand stack overflows its {} slots", self.code.max_stack));
        }
        frame.stack.push(value);
        if slots == 2 {
            frame.stack.push(Type::Half);
        }
        Ok(())
    }

    /// Pops whatever is on top; a long or double as a whole.
    pub fn pop_any(&self, frame: &mut Frame) -> Result<Type, Failure> {
        let top = match frame.stack.pop() {
            Some(Type::Half) => frame.stack.pop(),
            top => top,
        };
        top.map_or_else(|| self.fail("the operand stack underflows"), Ok)
    }

    /// Pops a value that may stand for the expected type.
    pub fn pop(&mut self, frame: &mut Frame, expected: Type) -> Result<Type, Failure> {
        let found = self.pop_any(frame)?;
        if found == expected || self.types.assignable(found, expected)? {
            return Ok(found);
        }
        let (expected, found) = (self.types.describe(expected), self.types.describe(found));
        self.fail(format!("bad type on operand stack: {expected} is expected but {found} found"))
    }

    /// Pops any reference, initialised or not.
    pub fn pop_reference(&self, frame: &mut Frame) -> Result<Type, Failure> {
        let found = self.pop_any(frame)?;
        if found.is_reference() {
            return Ok(found);
        }
        self.fail(format!(
            "bad type on operand stack: a reference is expected but {} found",
            self.types.describe(found)
        ))
    }

    /// Pops a reference to an array or null.
    pub fn pop_array(&self, frame: &mut Frame) -> Result<Type, Failure> {
        let found = self.pop_any(frame)?;
        match found {
            Type::Null => Ok(found),
            Type::Object(id) if self.types.name(id).starts_with('[') => Ok(found),
            _ => self.fail(format!(
                "bad type on operand stack: an array is expected but {} found",
                self.types.describe(found)
            )),
        }
    }

    pub fn constant(&self, index: u16) -> Result<&'a Constant, Failure> {
        self.pool(self.class.pool.get(index))
    }

    pub fn class_constant(&self, index: u16) -> Result<&'a Text, Failure> {
        self.pool(self.class.pool.class_name(index))
    }
}
