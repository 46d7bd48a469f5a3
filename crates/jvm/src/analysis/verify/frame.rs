//! The locals and the operand stack at one place, as types.

use super::types::Type;

#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Always as long as the method has locals.
    pub locals: Vec<Type>,
    pub stack: Vec<Type>,
    /// In a constructor, before another constructor was called: `this` may not be used, nor the method left.
    pub this_uninitialized: bool,
}

impl Frame {
    /// Writes a local; half of a long that is overwritten makes the other half unusable.
    pub fn set_local(&mut self, index: usize, value: Type) {
        self.clear_local(index);
        if value.is_wide() {
            self.clear_local(index + 1);
            self.locals[index + 1] = Type::Half;
        }
        self.locals[index] = value;
    }

    fn clear_local(&mut self, index: usize) {
        match self.locals[index] {
            Type::Half => self.locals[index - 1] = Type::Top,
            Type::Long | Type::Double => self.locals[index + 1] = Type::Top,
            _ => {}
        }
        self.locals[index] = Type::Top;
    }

    /// After a constructor ran: every copy of the uninitialised object is now an instance.
    pub fn initialize(&mut self, uninitialized: Type, initialized: Type) {
        for slot in self.locals.iter_mut().chain(&mut self.stack) {
            if *slot == uninitialized {
                *slot = initialized;
            }
        }
    }
}
