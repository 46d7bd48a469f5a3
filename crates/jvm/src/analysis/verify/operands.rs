//! The static constraints on operands (JVMS 4.9.1), for code that no path reaches: type inference never sees it, but
//! whoever decodes a method reads its operands all the same.

use classfile::Constant;

use super::method::{Failure, MethodVerifier};
use crate::analysis::instructions::u16_at;
use crate::analysis::opcodes;

impl MethodVerifier<'_, '_> {
    /// Checks the operands of every instruction: locals exist, constants are of the right kind.
    pub fn check_operands(&mut self) -> Result<(), Failure> {
        for ordinal in 0..self.instructions.starts.len() {
            self.pc = self.instructions.starts[ordinal].into();
            self.check_locals()?;
            self.check_constants()?;
        }
        Ok(())
    }

    fn check_locals(&self) -> Result<(), Failure> {
        let access = self.instructions.local_access(self.pc).map(|access| {
            let is_wide = matches!(access.kind, b'J' | b'D');
            (access.index, if is_wide { 2 } else { 1 })
        });
        let increment = self.instructions.increment(self.pc).map(|index| (index, 1));
        let ret = self.instructions.is_ret(self.pc).then(|| (self.instructions.ret_local(self.pc), 1));
        match access.or(increment).or(ret) {
            Some((index, slots)) => self.local_index(index, slots).map(|_| ()),
            None => Ok(()),
        }
    }

    fn check_constants(&self) -> Result<(), Failure> {
        let number = self.code.bytes[self.pc];
        let index = match number {
            opcodes::LDC => u16::from(self.code.bytes[self.pc + 1]),
            opcodes::LDC_W | opcodes::LDC2_W | opcodes::GETSTATIC..=opcodes::NEW => {
                u16_at(&self.code.bytes, self.pc + 1)
            }
            opcodes::ANEWARRAY | opcodes::CHECKCAST | opcodes::INSTANCEOF | opcodes::MULTIANEWARRAY => {
                u16_at(&self.code.bytes, self.pc + 1)
            }
            opcodes::NEWARRAY if !(4..=11).contains(&self.code.bytes[self.pc + 1]) => {
                return self.fail("newarray has an unknown element type");
            }
            _ => return Ok(()),
        };
        let constant = self.constant(index)?;
        let fits = match number {
            opcodes::LDC | opcodes::LDC_W => matches!(
                constant,
                Constant::Integer(_)
                    | Constant::Float(_)
                    | Constant::String(_)
                    | Constant::Class(_)
                    | Constant::MethodHandle { .. }
                    | Constant::MethodType(_)
                    | Constant::Dynamic { .. }
            ),
            opcodes::LDC2_W => {
                matches!(constant, Constant::Long(_) | Constant::Double(_) | Constant::Dynamic { .. })
            }
            opcodes::GETSTATIC..=opcodes::PUTFIELD => matches!(constant, Constant::Field { .. }),
            opcodes::INVOKEVIRTUAL..=opcodes::INVOKEDYNAMIC => return self.check_call_constant(number, index),
            _ => matches!(constant, Constant::Class(_)),
        };
        if fits {
            return Ok(());
        }
        self.fail(format!("{} cannot use constant {index}, which is {}", opcodes::name(number), constant.kind()))
    }
}
