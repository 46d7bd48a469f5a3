//! Instructions on locals, operands and numbers, and branches (JVMS 6.5). Memory and calls are in `memory` and `calls`.

use compiler::frontend::Switch;
use compiler::ir::condcodes::{FloatCC, IntCC};
use compiler::ir::{InstBuilder, Type, Value, types};

use super::translate::{Compared, Done, Flow, Refused, Slot, Translator};
use crate::instr::{Instr, Op};

impl Translator<'_, '_> {
    /// Translates one instruction.
    pub(super) fn instruction(&mut self, instr: Instr) -> Done {
        match instr.op {
            Op::Nop => {}
            Op::Const => self.push_constant(types::I32, i64::from(instr.c as i32)),
            Op::Const2 => self.wide_constant(i64::from(instr.c as i32) as u64),
            Op::Const2Wide => self.wide_constant(self.method.code.wide_constants[instr.c as usize]),
            Op::Load => {
                let value = self.local(usize::from(instr.a))?;
                self.push(value);
            }
            Op::Load2 => {
                let value = self.local(usize::from(instr.a))?;
                self.push_wide(value);
            }
            Op::Store => {
                let value = self.peek(1)?.value;
                self.pop(1);
                self.set_local(usize::from(instr.a), value);
            }
            Op::Store2 => {
                let value = self.peek(2)?.value;
                self.pop(2);
                self.set_local(usize::from(instr.a), value);
            }
            Op::Iinc => {
                let value = self.local(usize::from(instr.a))?;
                let value = self.as_int(value);
                let sum = self.builder.ins().iadd_imm_s(value, i64::from(instr.c as i32));
                self.set_local(usize::from(instr.a), sum);
            }
            Op::Pop | Op::Pop2 | Op::Dup | Op::DupX1 | Op::DupX2 | Op::Dup2 | Op::Dup2X1 | Op::Dup2X2 | Op::Swap => {
                self.rearrange(instr.op)?
            }
            Op::Ifeq | Op::Ifne | Op::Iflt | Op::Ifge | Op::Ifgt | Op::Ifle => {
                let condition = self.against_zero(instr.op)?;
                return self.branch(condition, instr.c as usize, 1);
            }
            Op::IfIcmpeq | Op::IfIcmpne | Op::IfIcmplt | Op::IfIcmpge | Op::IfIcmpgt | Op::IfIcmple => {
                let (a, b) = (self.peek_int(2)?, self.peek_int(1)?);
                let condition = self.builder.ins().icmp(condition_of(instr.op), a, b);
                return self.branch(condition, instr.c as usize, 2);
            }
            Op::Goto => return Ok(self.goto(instr.c as usize, 0)),
            Op::Tableswitch | Op::Lookupswitch => return self.switch(instr),
            _ => {
                if self.arithmetic(instr.op)? || self.conversion(instr.op)? || self.memory(instr)? {
                    return Ok(Flow::Next);
                }
                return self.call_or_leave(instr);
            }
        }
        Ok(Flow::Next)
    }

    fn push_constant(&mut self, kind: Type, constant: i64) {
        let value = self.builder.ins().iconst(kind, if kind == types::I32 { constant & 0xffff_ffff } else { constant });
        self.stack.push(Some(Slot { value, constant: Some(constant), compared: None }));
    }

    fn wide_constant(&mut self, bits: u64) {
        if self.source.makes_double[self.pc] {
            let value = self.builder.ins().f64const(f64::from_bits(bits));
            self.push_wide(value);
        } else {
            self.push_constant(types::I64, bits as i64);
            self.stack.push(None);
        }
    }

    /// Instructions that only move slots.
    fn rearrange(&mut self, op: Op) -> Result<(), Refused> {
        let stack = &mut self.stack;
        let depth = stack.len();
        // How many of the topmost slots are moved or copied, and below how many.
        let (copied, below) = match op {
            Op::Pop | Op::Pop2 => {
                stack.truncate(depth.checked_sub(if op == Op::Pop { 1 } else { 2 }).ok_or(Refused)?);
                return Ok(());
            }
            Op::Swap => {
                if depth < 2 {
                    return Err(Refused);
                }
                stack.swap(depth - 1, depth - 2);
                return Ok(());
            }
            Op::Dup => (1, 0),
            Op::DupX1 => (1, 1),
            Op::DupX2 => (1, 2),
            Op::Dup2 => (2, 0),
            Op::Dup2X1 => (2, 1),
            _ => (2, 2),
        };
        let start = depth.checked_sub(copied).ok_or(Refused)?;
        let at = start.checked_sub(below).ok_or(Refused)?;
        let copy = stack[start..].to_vec();
        stack.splice(at..at, copy);
        Ok(())
    }

    fn against_zero(&mut self, op: Op) -> Result<Value, Refused> {
        let slot = self.peek(1)?;
        let condition = condition_of(op);
        Ok(match slot.compared {
            Some(Compared::Longs(a, b)) => self.builder.ins().icmp(condition, a, b),
            Some(Compared::Floats(a, b, is_less)) => {
                let condition = match (condition, is_less) {
                    (IntCC::Equal, _) => FloatCC::Equal,
                    (IntCC::NotEqual, _) => FloatCC::NotEqual,
                    (IntCC::SignedLessThan, true) => FloatCC::UnorderedOrLessThan,
                    (IntCC::SignedLessThan, false) => FloatCC::LessThan,
                    (IntCC::SignedGreaterThanOrEqual, true) => FloatCC::GreaterThanOrEqual,
                    (IntCC::SignedGreaterThanOrEqual, false) => FloatCC::UnorderedOrGreaterThanOrEqual,
                    (IntCC::SignedGreaterThan, true) => FloatCC::GreaterThan,
                    (IntCC::SignedGreaterThan, false) => FloatCC::UnorderedOrGreaterThan,
                    (IntCC::SignedLessThanOrEqual, true) => FloatCC::UnorderedOrLessThanOrEqual,
                    _ => FloatCC::LessThanOrEqual,
                };
                self.builder.ins().fcmp(condition, a, b)
            }
            None => {
                let value = self.as_int(slot.value);
                self.builder.ins().icmp_imm_s(condition, value, 0)
            }
        })
    }

    fn switch(&mut self, instr: Instr) -> Done {
        let value = self.peek_int(1)?;
        self.pop(1);
        self.pending += 1;
        let table = &self.method.code.switches[instr.c as usize];
        let mut switch = Switch::new();
        let mut ways: Vec<(u32, compiler::ir::Block)> = Vec::new();
        let mut way_to = |builder: &mut compiler::frontend::FunctionBuilder<'_>, target: u32| {
            if let Some((_, block)) = ways.iter().find(|(known, _)| *known == target) {
                return *block;
            }
            let block = builder.create_block();
            ways.push((target, block));
            block
        };
        let default = way_to(self.builder, table.default);
        for (place, target) in table.targets.iter().enumerate() {
            let key =
                if instr.op == Op::Tableswitch { table.low.wrapping_add(place as i32) } else { table.keys[place] };
            let block = way_to(self.builder, *target);
            switch.set_entry(u128::from(key as u32), block);
        }
        switch.emit(self.builder, value, default);
        for (target, block) in ways {
            self.builder.switch_to_block(block);
            self.jump_to(target as usize);
        }
        Ok(Flow::End)
    }

    // Arithmetic.

    fn two_ints(&mut self, make: impl FnOnce(&mut Self, Value, Value) -> Value) -> Result<bool, Refused> {
        let (a, b) = (self.peek_int(2)?, self.peek_int(1)?);
        let value = make(self, a, b);
        self.pop(2);
        self.push(value);
        Ok(true)
    }

    fn two_longs(&mut self, make: impl FnOnce(&mut Self, Value, Value) -> Value) -> Result<bool, Refused> {
        let (a, b) = (self.peek_long(4)?, self.peek_long(2)?);
        let value = make(self, a, b);
        self.pop(4);
        self.push_wide(value);
        Ok(true)
    }

    fn shift_long(&mut self, make: impl FnOnce(&mut Self, Value, Value) -> Value) -> Result<bool, Refused> {
        let (a, b) = (self.peek_long(3)?, self.peek_int(1)?);
        let value = make(self, a, b);
        self.pop(3);
        self.push_wide(value);
        Ok(true)
    }

    fn two_floats(&mut self, make: impl FnOnce(&mut Self, Value, Value) -> Value) -> Result<bool, Refused> {
        let (a, b) = (self.peek_float(2)?, self.peek_float(1)?);
        let value = make(self, a, b);
        self.pop(2);
        self.push(value);
        Ok(true)
    }

    fn two_doubles(&mut self, make: impl FnOnce(&mut Self, Value, Value) -> Value) -> Result<bool, Refused> {
        let (a, b) = (self.peek_double(4)?, self.peek_double(2)?);
        let value = make(self, a, b);
        self.pop(4);
        self.push_wide(value);
        Ok(true)
    }

    /// The least number divided by -1 is itself (JVMS 6.5.idiv), for which processors have an exception.
    fn divide(&mut self, a: Value, b: Value, constant: Option<i64>, is_remainder: bool) -> Value {
        if constant.is_none_or(|constant| constant == 0) {
            let is_zero = self.builder.ins().icmp_imm_s(IntCC::Equal, b, 0);
            self.exit_if(is_zero);
        }
        let kind = self.builder.func.dfg.value_type(b);
        if constant.is_some_and(|constant| constant != -1) {
            return if is_remainder { self.builder.ins().srem(a, b) } else { self.builder.ins().sdiv(a, b) };
        }
        let is_minus_one = self.builder.ins().icmp_imm_s(IntCC::Equal, b, -1);
        let one = self.builder.ins().iconst(kind, 1);
        let divisor = self.builder.ins().select(is_minus_one, one, b);
        if is_remainder {
            return self.builder.ins().srem(a, divisor);
        }
        let quotient = self.builder.ins().sdiv(a, divisor);
        let negated = self.builder.ins().ineg(a);
        self.builder.ins().select(is_minus_one, negated, quotient)
    }

    fn arithmetic(&mut self, op: Op) -> Result<bool, Refused> {
        match op {
            Op::Iadd => self.two_ints(|this, a, b| this.builder.ins().iadd(a, b)),
            Op::Isub => self.two_ints(|this, a, b| this.builder.ins().isub(a, b)),
            Op::Imul => self.two_ints(|this, a, b| this.builder.ins().imul(a, b)),
            Op::Iand => self.two_ints(|this, a, b| this.builder.ins().band(a, b)),
            Op::Ior => self.two_ints(|this, a, b| this.builder.ins().bor(a, b)),
            Op::Ixor => self.two_ints(|this, a, b| this.builder.ins().bxor(a, b)),
            Op::Ishl => self.two_ints(|this, a, b| this.builder.ins().ishl(a, b)),
            Op::Ishr => self.two_ints(|this, a, b| this.builder.ins().sshr(a, b)),
            Op::Iushr => self.two_ints(|this, a, b| this.builder.ins().ushr(a, b)),
            Op::Idiv | Op::Irem => {
                let constant = self.peek(1)?.constant;
                self.two_ints(|this, a, b| this.divide(a, b, constant, op == Op::Irem))
            }
            Op::Ineg => {
                let value = self.peek_int(1)?;
                let value = self.builder.ins().ineg(value);
                self.replace(1, value)
            }
            Op::Ladd => self.two_longs(|this, a, b| this.builder.ins().iadd(a, b)),
            Op::Lsub => self.two_longs(|this, a, b| this.builder.ins().isub(a, b)),
            Op::Lmul => self.two_longs(|this, a, b| this.builder.ins().imul(a, b)),
            Op::Land => self.two_longs(|this, a, b| this.builder.ins().band(a, b)),
            Op::Lor => self.two_longs(|this, a, b| this.builder.ins().bor(a, b)),
            Op::Lxor => self.two_longs(|this, a, b| this.builder.ins().bxor(a, b)),
            Op::Lshl => self.shift_long(|this, a, b| this.builder.ins().ishl(a, b)),
            Op::Lshr => self.shift_long(|this, a, b| this.builder.ins().sshr(a, b)),
            Op::Lushr => self.shift_long(|this, a, b| this.builder.ins().ushr(a, b)),
            Op::Ldiv | Op::Lrem => {
                let constant = self.peek(2)?.constant;
                self.two_longs(|this, a, b| this.divide(a, b, constant, op == Op::Lrem))
            }
            Op::Lneg => {
                let value = self.peek_long(2)?;
                let value = self.builder.ins().ineg(value);
                self.replace_wide(2, value)
            }
            Op::Fadd => self.two_floats(|this, a, b| this.builder.ins().fadd(a, b)),
            Op::Fsub => self.two_floats(|this, a, b| this.builder.ins().fsub(a, b)),
            Op::Fmul => self.two_floats(|this, a, b| this.builder.ins().fmul(a, b)),
            Op::Fdiv => self.two_floats(|this, a, b| this.builder.ins().fdiv(a, b)),
            Op::Frem => self.two_floats(|this, a, b| {
                let function = compiler::helpers::float_remainder as *const () as usize;
                this.help(function, &[a, b], Some(types::F32)).expect("it has a result")
            }),
            Op::Fneg => {
                let value = self.peek_float(1)?;
                let value = self.builder.ins().fneg(value);
                self.replace(1, value)
            }
            Op::Dadd => self.two_doubles(|this, a, b| this.builder.ins().fadd(a, b)),
            Op::Dsub => self.two_doubles(|this, a, b| this.builder.ins().fsub(a, b)),
            Op::Dmul => self.two_doubles(|this, a, b| this.builder.ins().fmul(a, b)),
            Op::Ddiv => self.two_doubles(|this, a, b| this.builder.ins().fdiv(a, b)),
            Op::Drem => self.two_doubles(|this, a, b| {
                let function = compiler::helpers::double_remainder as *const () as usize;
                this.help(function, &[a, b], Some(types::F64)).expect("it has a result")
            }),
            Op::Dneg => {
                let value = self.peek_double(2)?;
                let value = self.builder.ins().fneg(value);
                self.replace_wide(2, value)
            }
            Op::Lcmp => {
                let (a, b) = (self.peek_long(4)?, self.peek_long(2)?);
                let more = self.builder.ins().icmp(IntCC::SignedGreaterThan, a, b);
                let less = self.builder.ins().icmp(IntCC::SignedLessThan, a, b);
                Ok(self.compared(4, more, less, Compared::Longs(a, b)))
            }
            Op::Fcmpl | Op::Fcmpg => {
                let (a, b) = (self.peek_float(2)?, self.peek_float(1)?);
                Ok(self.compared_floats(2, a, b, op == Op::Fcmpl))
            }
            Op::Dcmpl | Op::Dcmpg => {
                let (a, b) = (self.peek_double(4)?, self.peek_double(2)?);
                Ok(self.compared_floats(4, a, b, op == Op::Dcmpl))
            }
            _ => Ok(false),
        }
    }

    fn compared_floats(&mut self, slots: usize, a: Value, b: Value, is_less: bool) -> bool {
        let (greater, lesser) = if is_less {
            (FloatCC::GreaterThan, FloatCC::UnorderedOrLessThan)
        } else {
            (FloatCC::UnorderedOrGreaterThan, FloatCC::LessThan)
        };
        let more = self.builder.ins().fcmp(greater, a, b);
        let less = self.builder.ins().fcmp(lesser, a, b);
        self.compared(slots, more, less, Compared::Floats(a, b, is_less))
    }

    fn compared(&mut self, slots: usize, more: Value, less: Value, compared: Compared) -> bool {
        let more = self.builder.ins().uextend(types::I32, more);
        let less = self.builder.ins().uextend(types::I32, less);
        let value = self.builder.ins().isub(more, less);
        self.pop(slots);
        self.stack.push(Some(Slot { value, constant: None, compared: Some(compared) }));
        true
    }

    fn replace(&mut self, slots: usize, value: Value) -> Result<bool, Refused> {
        self.pop(slots);
        self.push(value);
        Ok(true)
    }

    fn replace_wide(&mut self, slots: usize, value: Value) -> Result<bool, Refused> {
        self.pop(slots);
        self.push_wide(value);
        Ok(true)
    }

    /// Numbers that are too large, and what is no number, are treated as JVMS asks by the saturating conversions.
    fn conversion(&mut self, op: Op) -> Result<bool, Refused> {
        match op {
            Op::I2l => {
                let value = self.peek_int(1)?;
                let value = self.builder.ins().sextend(types::I64, value);
                self.replace_wide(1, value)
            }
            Op::I2f => {
                let value = self.peek_int(1)?;
                let value = self.builder.ins().fcvt_from_sint(types::F32, value);
                self.replace(1, value)
            }
            Op::I2d => {
                let value = self.peek_int(1)?;
                let value = self.builder.ins().fcvt_from_sint(types::F64, value);
                self.replace_wide(1, value)
            }
            Op::L2i => {
                let value = self.peek_long(2)?;
                let value = self.builder.ins().ireduce(types::I32, value);
                self.replace(2, value)
            }
            Op::L2f => {
                let value = self.peek_long(2)?;
                let value = self.builder.ins().fcvt_from_sint(types::F32, value);
                self.replace(2, value)
            }
            Op::L2d => {
                let value = self.peek_long(2)?;
                let value = self.builder.ins().fcvt_from_sint(types::F64, value);
                self.replace_wide(2, value)
            }
            Op::F2i => {
                let value = self.peek_float(1)?;
                let value = self.builder.ins().fcvt_to_sint_sat(types::I32, value);
                self.replace(1, value)
            }
            Op::F2l => {
                let value = self.peek_float(1)?;
                let value = self.builder.ins().fcvt_to_sint_sat(types::I64, value);
                self.replace_wide(1, value)
            }
            Op::F2d => {
                let value = self.peek_float(1)?;
                let value = self.builder.ins().fpromote(types::F64, value);
                self.replace_wide(1, value)
            }
            Op::D2i => {
                let value = self.peek_double(2)?;
                let value = self.builder.ins().fcvt_to_sint_sat(types::I32, value);
                self.replace(2, value)
            }
            Op::D2l => {
                let value = self.peek_double(2)?;
                let value = self.builder.ins().fcvt_to_sint_sat(types::I64, value);
                self.replace_wide(2, value)
            }
            Op::D2f => {
                let value = self.peek_double(2)?;
                let value = self.builder.ins().fdemote(types::F32, value);
                self.replace(2, value)
            }
            Op::I2b | Op::I2s => {
                let value = self.peek_int(1)?;
                let narrow = self.builder.ins().ireduce(if op == Op::I2b { types::I8 } else { types::I16 }, value);
                let value = self.builder.ins().sextend(types::I32, narrow);
                self.replace(1, value)
            }
            Op::I2c => {
                let value = self.peek_int(1)?;
                let value = self.builder.ins().band_imm_u(value, 0xffff);
                self.replace(1, value)
            }
            _ => Ok(false),
        }
    }
}

fn condition_of(op: Op) -> IntCC {
    match op {
        Op::Ifeq | Op::IfIcmpeq => IntCC::Equal,
        Op::Ifne | Op::IfIcmpne => IntCC::NotEqual,
        Op::Iflt | Op::IfIcmplt => IntCC::SignedLessThan,
        Op::Ifge | Op::IfIcmpge => IntCC::SignedGreaterThanOrEqual,
        Op::Ifgt | Op::IfIcmpgt => IntCC::SignedGreaterThan,
        _ => IntCC::SignedLessThanOrEqual,
    }
}
