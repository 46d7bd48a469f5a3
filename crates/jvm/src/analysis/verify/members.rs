//! Field access and calls, with the rules for constructors and for protected members (JVMS 4.10.1.8 and 4.10.1.9).

use classfile::{Constant, FieldType, MethodType, Text};

use super::frame::Frame;
use super::method::{Failure, MethodVerifier};
use super::types::Type;
use crate::analysis::instructions::u16_at;
use crate::analysis::opcodes;

impl MethodVerifier<'_, '_> {
    pub fn step_field(&mut self, frame: &mut Frame, number: u8) -> Result<(), Failure> {
        let index = u16_at(&self.code.bytes, self.pc + 1);
        let constant = self.constant(index)?;
        if !matches!(constant, Constant::Field { .. }) {
            return self.fail(format!("constant {index} should be a field but is {}", constant.kind()));
        }
        let (class, name, descriptor, _) = self.pool(self.class.pool.member_parts(index))?;
        let field_type = self.pool(FieldType::parse(descriptor))?;
        let value = self.types.field_type(field_type);
        if matches!(number, opcodes::PUTSTATIC | opcodes::PUTFIELD) {
            self.pop(frame, value)?;
        }
        if matches!(number, opcodes::GETFIELD | opcodes::PUTFIELD) {
            // A constructor may set its own fields before it calls another constructor.
            let declares = |name: &Text| {
                self.class.fields.iter().any(|field| field.name == *name && field.descriptor == *descriptor)
            };
            let may_be_raw = number == opcodes::PUTFIELD && *class == self.class.name && declares(name);
            if may_be_raw && frame.stack.last() == Some(&Type::UninitializedThis) {
                frame.stack.pop();
            } else {
                let owner = self.types.object(class);
                let receiver = self.pop(frame, owner)?;
                self.check_protected(receiver, class, name, descriptor)?;
            }
        }
        if matches!(number, opcodes::GETSTATIC | opcodes::GETFIELD) {
            self.push(frame, value)?;
        }
        Ok(())
    }

    pub fn step_invoke(&mut self, frame: &mut Frame, number: u8) -> Result<(), Failure> {
        let index = u16_at(&self.code.bytes, self.pc + 1);
        self.check_call_constant(number, index)?;
        let (class, name, descriptor) = if number == opcodes::INVOKEDYNAMIC {
            let (_, name, descriptor) = self.pool(self.class.pool.dynamic(index))?;
            (None, name, descriptor)
        } else {
            let (class, name, descriptor, _) = self.pool(self.class.pool.member_parts(index))?;
            (Some(class), name, descriptor)
        };
        let is_constructor = &**name == "<init>";
        if name.starts_with('<') && !(is_constructor && number == opcodes::INVOKESPECIAL) {
            return self.fail(format!("{} calls {name}", opcodes::name(number)));
        }
        let method_type = self.pool(MethodType::parse(descriptor))?;
        self.check_operand_bytes(number, method_type.parameter_slots())?;
        for &parameter in method_type.parameters.iter().rev() {
            let parameter = self.types.field_type(parameter);
            self.pop(frame, parameter)?;
        }
        match (number, class) {
            (opcodes::INVOKESPECIAL, Some(class)) if is_constructor => {
                self.call_constructor(frame, class, descriptor)?;
            }
            (opcodes::INVOKESPECIAL, Some(class)) => self.call_special(frame, index, class)?,
            (opcodes::INVOKEVIRTUAL, Some(class)) => {
                let owner = self.types.object(class);
                let receiver = self.pop(frame, owner)?;
                self.check_protected(receiver, class, name, descriptor)?;
            }
            (opcodes::INVOKEINTERFACE, Some(class)) => {
                let owner = self.types.object(class);
                self.pop(frame, owner)?;
            }
            _ => {}
        }
        if let Some(result) = method_type.result {
            let result = self.types.field_type(result);
            self.push(frame, result)?;
        }
        Ok(())
    }

    /// Which kind of constant which call takes.
    pub fn check_call_constant(&self, number: u8, index: u16) -> Result<(), Failure> {
        let constant = self.constant(index)?;
        let fits = match number {
            opcodes::INVOKEVIRTUAL => matches!(constant, Constant::Method { .. }),
            opcodes::INVOKEINTERFACE => matches!(constant, Constant::InterfaceMethod { .. }),
            opcodes::INVOKEDYNAMIC => matches!(constant, Constant::InvokeDynamic { .. }),
            // Interfaces have methods with code since Java 8.
            _ => {
                matches!(constant, Constant::Method { .. })
                    || (self.class.major >= 52 && matches!(constant, Constant::InterfaceMethod { .. }))
            }
        };
        if fits {
            return Ok(());
        }
        self.fail(format!("{} cannot use constant {index}, which is {}", opcodes::name(number), constant.kind()))
    }

    /// The count of `invokeinterface` and the zero bytes of old.
    fn check_operand_bytes(&self, number: u8, parameter_slots: u16) -> Result<(), Failure> {
        let bytes = &self.code.bytes;
        let fits = match number {
            opcodes::INVOKEINTERFACE => u16::from(bytes[self.pc + 3]) == parameter_slots + 1 && bytes[self.pc + 4] == 0,
            opcodes::INVOKEDYNAMIC => bytes[self.pc + 3] == 0 && bytes[self.pc + 4] == 0,
            _ => true,
        };
        if fits { Ok(()) } else { self.fail(format!("the operands of {} are inconsistent", opcodes::name(number))) }
    }

    fn call_constructor(&mut self, frame: &mut Frame, class: &Text, descriptor: &str) -> Result<(), Failure> {
        let receiver = self.pop_any(frame)?;
        let initialized = match receiver {
            Type::UninitializedThis => {
                if *class != self.class.name && Some(class) != self.class.superclass.as_ref() {
                    return self
                        .fail(format!("a constructor calls that of {class}, neither its class nor the superclass"));
                }
                frame.this_uninitialized = false;
                self.types.object(&self.class.name)
            }
            Type::Uninitialized(pc) => {
                let made = self.class_constant(u16_at(&self.code.bytes, usize::from(pc) + 1))?;
                if class != made {
                    return self.fail(format!("the constructor of {class} is called on a new {made}"));
                }
                if self.is_foreign_protected(class, "<init>", descriptor)? {
                    return self.fail(format!("the constructor of {class} is protected"));
                }
                self.types.object(class)
            }
            other => {
                let found = self.types.describe(other);
                return self.fail(format!("a constructor is called on {found}, which is no uninitialised object"));
            }
        };
        frame.initialize(receiver, initialized);
        Ok(())
    }

    /// `super.m()`, private methods: the class must be ours, a superclass, or a direct superinterface.
    fn call_special(&mut self, frame: &mut Frame, index: u16, class: &Text) -> Result<(), Failure> {
        let is_interface = matches!(self.constant(index)?, Constant::InterfaceMethod { .. });
        let is_related = *class == self.class.name
            || self.types.superclasses()?.contains(class)
            || (is_interface && self.class.interfaces.contains(class));
        if !is_related {
            return self.fail(format!("invokespecial calls a method of {class}, which is no superclass or interface"));
        }
        let this = self.types.object(&self.class.name);
        self.pop(frame, this).map(|_| ())
    }

    /// A protected member of a superclass in another package may be used on objects of our own class only.
    fn check_protected(&mut self, receiver: Type, class: &Text, name: &str, descriptor: &str) -> Result<(), Failure> {
        if !self.is_foreign_protected(class, name, descriptor)? {
            return Ok(());
        }
        let this = self.types.object(&self.class.name);
        if self.types.assignable(receiver, this)? {
            return Ok(());
        }
        // Arrays have a public clone().
        if let Type::Object(id) = receiver
            && name == "clone"
            && self.types.name(id).starts_with('[')
        {
            return Ok(());
        }
        let found = self.types.describe(receiver);
        self.fail(format!("the protected member {class}.{name} is used on {found}"))
    }

    fn is_foreign_protected(&mut self, class: &Text, name: &str, descriptor: &str) -> Result<bool, Failure> {
        if *class == self.class.name || !self.types.superclasses()?.contains(class) {
            return Ok(false);
        }
        Ok(self.types.foreign_protected(class, name, descriptor)?)
    }
}
