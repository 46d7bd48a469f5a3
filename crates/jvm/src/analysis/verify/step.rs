//! The effect of one instruction on a frame (JVMS 4.10.1.9); fields and calls are in `members`, jumps with the callers.

use classfile::Constant;
use classfile::FieldType;

use super::frame::Frame;
use super::method::{Failure, MethodVerifier};
use super::types::Type;
use crate::analysis::instructions::{LocalAccess, u16_at};
use crate::analysis::opcodes::{self, opcode};

impl MethodVerifier<'_, '_> {
    /// Checks and applies the instruction at `self.pc`; `jsr` and `ret` are left to the inference.
    pub fn step(&mut self, frame: &mut Frame) -> Result<(), Failure> {
        let pc = self.pc;
        let number = self.code.bytes[pc];
        if let Some(access) = self.instructions.local_access(pc) {
            return self.step_local(frame, access);
        }
        if let Some(index) = self.instructions.increment(pc) {
            return self.load_local(frame, index, Type::Int).map(|_| ());
        }
        match number {
            opcodes::LDC => self.step_constant(frame, u16::from(self.code.bytes[pc + 1])),
            opcodes::LDC_W | opcodes::LDC2_W => self.step_constant(frame, u16_at(&self.code.bytes, pc + 1)),
            opcodes::IALOAD..=opcodes::SALOAD => self.step_array_load(frame, number),
            opcodes::IASTORE..=opcodes::SASTORE => self.step_array_store(frame, number),
            opcodes::POP..=opcodes::SWAP => self.step_shuffle(frame, number),
            opcodes::IRETURN..=opcodes::RETURN => self.step_return(frame, number),
            opcodes::GETSTATIC..=opcodes::PUTFIELD => self.step_field(frame, number),
            opcodes::INVOKEVIRTUAL..=opcodes::INVOKEDYNAMIC => self.step_invoke(frame, number),
            opcodes::NEW..=opcodes::INSTANCEOF | opcodes::MULTIANEWARRAY => self.step_object(frame, number),
            _ => self.step_shape(frame, opcode(number).map_or("*", |opcode| opcode.shape)),
        }
    }

    /// Instructions whose types the table of opcodes tells.
    fn step_shape(&mut self, frame: &mut Frame, shape: &str) -> Result<(), Failure> {
        let Some((pops, pushes)) = shape.split_once('>') else { return self.fail("this instruction cannot be here") };
        for kind in pops.bytes().rev() {
            if kind == b'R' {
                self.pop_reference(frame)?;
            } else {
                self.pop(frame, primitive(kind))?;
            }
        }
        pushes.bytes().try_for_each(|kind| self.push(frame, primitive(kind)))
    }

    fn step_local(&mut self, frame: &mut Frame, access: LocalAccess) -> Result<(), Failure> {
        let expected = primitive(access.kind);
        if !access.stores {
            let value = self.load_local(frame, access.index, expected)?;
            return self.push(frame, value);
        }
        let slots = if expected.is_wide() { 2 } else { 1 };
        let index = self.local_index(access.index, slots)?;
        let value = if access.kind == b'A' {
            let found = self.pop_any(frame)?;
            if !found.is_reference() && !matches!(found, Type::Address(_)) {
                let found = self.types.describe(found);
                return self.fail(format!("bad type on operand stack: a reference is expected but {found} found"));
            }
            found
        } else {
            self.pop(frame, expected)?
        };
        frame.set_local(index, value);
        Ok(())
    }

    pub fn local_index(&self, index: u16, slots: u16) -> Result<usize, Failure> {
        if u32::from(index) + u32::from(slots) > u32::from(self.code.max_locals) {
            return self.fail(format!("local {index} is beyond the method's {} locals", self.code.max_locals));
        }
        Ok(index.into())
    }

    /// The value of a local, which must have the kind that is expected (`Null` stands for any reference).
    fn load_local(&self, frame: &Frame, index: u16, expected: Type) -> Result<Type, Failure> {
        let slots = if expected.is_wide() { 2 } else { 1 };
        let value = frame.locals[self.local_index(index, slots)?];
        if value == expected || (expected == Type::Null && value.is_reference()) {
            return Ok(value);
        }
        let wanted = if expected == Type::Null { "a reference".into() } else { self.types.describe(expected) };
        self.fail(format!("bad local variable {index}: {wanted} is expected but {} found", self.types.describe(value)))
    }

    fn step_constant(&mut self, frame: &mut Frame, index: u16) -> Result<(), Failure> {
        let major = self.class.major;
        let wants_wide = self.code.bytes[self.pc] == opcodes::LDC2_W;
        let value = match self.constant(index)? {
            Constant::Integer(_) => Type::Int,
            Constant::Float(_) => Type::Float,
            Constant::Long(_) => Type::Long,
            Constant::Double(_) => Type::Double,
            Constant::String(_) => self.types.object("java/lang/String"),
            Constant::Class(_) if major >= 49 => self.types.object("java/lang/Class"),
            Constant::MethodHandle { .. } if major >= 51 => self.types.object("java/lang/invoke/MethodHandle"),
            Constant::MethodType(_) if major >= 51 => self.types.object("java/lang/invoke/MethodType"),
            Constant::Dynamic { .. } if major >= 55 => {
                let (_, _, descriptor) = self.pool(self.class.pool.dynamic(index))?;
                let field_type = self.pool(FieldType::parse(descriptor))?;
                self.types.field_type(field_type)
            }
            other => return self.fail(format!("constant {index} cannot be loaded: it is {}", other.kind())),
        };
        if value.is_wide() != wants_wide {
            return self.fail(format!("constant {index} has the wrong size for this instruction"));
        }
        self.push(frame, value)
    }

    /// The arrays that an array instruction works on, and the type of an element on the stack.
    fn element(number: u8) -> (&'static [&'static str], Type) {
        match number {
            opcodes::IALOAD | opcodes::IASTORE => (&["[I"], Type::Int),
            opcodes::LALOAD | opcodes::LASTORE => (&["[J"], Type::Long),
            opcodes::FALOAD | opcodes::FASTORE => (&["[F"], Type::Float),
            opcodes::DALOAD | opcodes::DASTORE => (&["[D"], Type::Double),
            opcodes::BALOAD | opcodes::BASTORE => (&["[B", "[Z"], Type::Int),
            opcodes::CALOAD | opcodes::CASTORE => (&["[C"], Type::Int),
            _ => (&["[S"], Type::Int),
        }
    }

    fn pop_array_of(&mut self, frame: &mut Frame, arrays: &[&str]) -> Result<(), Failure> {
        let array = self.pop_array(frame)?;
        if let Type::Object(id) = array
            && !arrays.contains(&&**self.types.name(id))
        {
            let found = self.types.describe(array);
            return self.fail(format!("bad type on operand stack: {} is expected but {found} found", arrays[0]));
        }
        Ok(())
    }

    /// Pops an array whose elements are references and gives their type; that of null is null.
    fn pop_reference_array(&mut self, frame: &mut Frame) -> Result<Type, Failure> {
        let array = self.pop_array(frame)?;
        let Type::Object(id) = array else { return Ok(Type::Null) };
        match self.types.component(id) {
            Some(component) => Ok(component),
            None => {
                let found = self.types.describe(array);
                self.fail(format!("bad type on operand stack: an array of references is expected but {found} found"))
            }
        }
    }

    fn step_array_load(&mut self, frame: &mut Frame, number: u8) -> Result<(), Failure> {
        self.pop(frame, Type::Int)?;
        if number == opcodes::AALOAD {
            let component = self.pop_reference_array(frame)?;
            return self.push(frame, component);
        }
        let (arrays, element) = Self::element(number);
        self.pop_array_of(frame, arrays)?;
        self.push(frame, element)
    }

    fn step_array_store(&mut self, frame: &mut Frame, number: u8) -> Result<(), Failure> {
        if number == opcodes::AASTORE {
            let object = self.types.object("java/lang/Object");
            self.pop(frame, object)?;
            self.pop(frame, Type::Int)?;
            return self.pop_reference_array(frame).map(|_| ());
        }
        let (arrays, element) = Self::element(number);
        self.pop(frame, element)?;
        self.pop(frame, Type::Int)?;
        self.pop_array_of(frame, arrays)
    }

    fn step_shuffle(&mut self, frame: &mut Frame, number: u8) -> Result<(), Failure> {
        // Slots taken, those among them (0 = deepest) that must not be a second half, and what is put back.
        let (taken, whole, put): (usize, &[usize], &[usize]) = match number {
            opcodes::POP => (1, &[0], &[]),
            opcodes::POP2 => (2, &[0], &[]),
            opcodes::DUP => (1, &[0], &[0, 0]),
            opcodes::DUP_X1 => (2, &[0, 1], &[1, 0, 1]),
            opcodes::DUP_X2 => (3, &[0, 2], &[2, 0, 1, 2]),
            opcodes::DUP2 => (2, &[0], &[0, 1, 0, 1]),
            opcodes::DUP2_X1 => (3, &[0, 1], &[1, 2, 0, 1, 2]),
            opcodes::DUP2_X2 => (4, &[0, 2], &[2, 3, 0, 1, 2, 3]),
            _ => (2, &[0, 1], &[1, 0]),
        };
        let Some(base) = frame.stack.len().checked_sub(taken) else {
            return self.fail("the operand stack underflows");
        };
        if base + put.len() > self.code.max_stack.into() {
            return self.fail(format!("the operand stack overflows its {} slots", self.code.max_stack));
        }
        let mut old = [Type::Top; 4];
        old[..taken].copy_from_slice(&frame.stack[base..]);
        if whole.iter().any(|&slot| old[slot] == Type::Half) {
            return self.fail("bad type on operand stack: a long or double would be torn apart");
        }
        frame.stack.truncate(base);
        frame.stack.extend(put.iter().map(|&slot| old[slot]));
        Ok(())
    }

    fn step_return(&mut self, frame: &mut Frame, number: u8) -> Result<(), Failure> {
        let expected = match self.result {
            None => opcodes::RETURN,
            Some(FieldType::Long) => opcodes::LRETURN,
            Some(FieldType::Float) => opcodes::FRETURN,
            Some(FieldType::Double) => opcodes::DRETURN,
            Some(FieldType::Object(_) | FieldType::Array(_)) => opcodes::ARETURN,
            Some(_) => opcodes::IRETURN,
        };
        if number != expected {
            return self.fail(format!("the method must end with {}", opcodes::name(expected)));
        }
        if let Some(result) = self.result {
            let result = self.types.field_type(result);
            self.pop(frame, result)?;
        }
        if frame.this_uninitialized {
            return self.fail("a constructor must call another constructor before it returns");
        }
        Ok(())
    }

    /// `new` to `instanceof`, and `multianewarray`.
    fn step_object(&mut self, frame: &mut Frame, number: u8) -> Result<(), Failure> {
        let operand = self.pc + 1;
        let object = self.types.object("java/lang/Object");
        match number {
            opcodes::NEW => self.step_new(frame, u16_at(&self.code.bytes, operand)),
            opcodes::NEWARRAY => {
                let kind = self.code.bytes[operand];
                let Some(letter) = kind.checked_sub(4).and_then(|kind| b"ZCFDBSIJ".get(usize::from(kind))) else {
                    return self.fail(format!("newarray has the unknown element type {kind}"));
                };
                self.pop(frame, Type::Int)?;
                let array = self.types.object(&format!("[{}", char::from(*letter)));
                self.push(frame, array)
            }
            opcodes::ANEWARRAY => {
                let name = self.class_constant(u16_at(&self.code.bytes, operand))?;
                let array = if name.starts_with('[') { format!("[{name}") } else { format!("[L{name};") };
                if array.bytes().take_while(|&byte| byte == b'[').count() > 255 {
                    return self.fail("an array has more than 255 dimensions");
                }
                self.pop(frame, Type::Int)?;
                let array = self.types.object(&array);
                self.push(frame, array)
            }
            opcodes::ARRAYLENGTH => {
                self.pop_array(frame)?;
                self.push(frame, Type::Int)
            }
            opcodes::ATHROW => {
                let throwable = self.types.object("java/lang/Throwable");
                self.pop(frame, throwable).map(|_| ())
            }
            opcodes::CHECKCAST | opcodes::INSTANCEOF => {
                let name = self.class_constant(u16_at(&self.code.bytes, operand))?;
                self.pop(frame, object)?;
                let cast = if number == opcodes::CHECKCAST { self.types.object(name) } else { Type::Int };
                self.push(frame, cast)
            }
            _ => {
                let name = self.class_constant(u16_at(&self.code.bytes, operand))?;
                let dimensions = self.code.bytes[operand + 2];
                let available = name.bytes().take_while(|&byte| byte == b'[').count();
                if dimensions == 0 || usize::from(dimensions) > available {
                    return self.fail(format!("multianewarray makes {dimensions} dimensions of {name}"));
                }
                (0..dimensions).try_for_each(|_| self.pop(frame, Type::Int).map(|_| ()))?;
                let array = self.types.object(name);
                self.push(frame, array)
            }
        }
    }

    fn step_new(&mut self, frame: &mut Frame, index: u16) -> Result<(), Failure> {
        let name = self.class_constant(index)?;
        if name.starts_with('[') {
            return self.fail(format!("new makes the array {name}"));
        }
        // In a loop, the object of the round before must not be taken for the new one.
        let made = Type::Uninitialized(self.pc as u16);
        if frame.stack.contains(&made) {
            return self.fail("an object of this new is still uninitialised on the stack");
        }
        frame.initialize(made, Type::Top);
        self.push(frame, made)
    }
}

/// The type for a letter of the opcode table. `A` and `N` are both null here: for a load it stands for any reference,
/// and `aconst_null` pushes it; no shape that reaches `step_shape` pops `A`.
fn primitive(kind: u8) -> Type {
    match kind {
        b'I' => Type::Int,
        b'J' => Type::Long,
        b'F' => Type::Float,
        b'D' => Type::Double,
        _ => Type::Null,
    }
}
