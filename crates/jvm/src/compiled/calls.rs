//! Calls of what is compiled, too, and returns. Frames are made only when the code leaves: then each method on the way out tells
//! where it stands.

use compiler::ir::condcodes::IntCC;
use compiler::ir::{InstBuilder, Value, types};
use compiler::{FOUND, Found, Record, Row, found_at, helpers};

use super::source::register;
use super::translate::{Done, FIXED, Flow, Refused, TRUSTED, Translator, field};
use crate::class::{Kind, MethodId, return_descriptor, slow};
use crate::instr::{Instr, Op};

impl Translator<'_, '_> {
    pub(super) fn call_or_leave(&mut self, instr: Instr) -> Done {
        match instr.op {
            Op::InvokestaticQuick | Op::InvokestaticChecked | Op::InvokespecialQuick => self.direct_call(instr),
            Op::InvokevirtualQuick => self.virtual_call(instr),
            Op::InvokeinterfaceQuick => self.interface_call(instr),
            Op::Return => self.return_with(0),
            Op::Return1 => self.return_with(1),
            Op::Return2 => self.return_with(2),
            _ => {
                if Self::is_unresolved(instr) {
                    self.unresolved.push(self.pc as u32);
                }
                Ok(self.leave())
            }
        }
    }

    fn direct_call(&mut self, instr: Instr) -> Done {
        let target = self.vm.method(MethodId(instr.c));
        let arguments = usize::from(target.arguments);
        if instr.op == Op::InvokestaticChecked {
            let holder = self.vm.class(target.class).statics;
            self.initialized(holder.0);
        }
        let flags = target.slow & !slow::UNDECODED;
        if flags == slow::NATIVE && target.native.is_some() {
            // Calling what is no bytecode is where the interpreter collects, too.
            let top = self.builder.ins().load(types::I64, TRUSTED, self.context, field!(heap_top));
            let collect_at = self.builder.ins().load(types::I64, FIXED, self.context, field!(collect_at));
            let is_due = self.builder.ins().icmp(IntCC::UnsignedGreaterThan, top, collect_at);
            self.exit_if(is_due);
            if self.intrinsic(MethodId(instr.c))? {
                return Ok(Flow::Next);
            }
        }
        if flags != 0 && !self.vm.is_for_draws(MethodId(instr.c)) {
            return Ok(self.leave());
        }
        if instr.op == Op::InvokespecialQuick {
            let receiver = self.peek_int(arguments)?;
            let is_null = self.builder.ins().icmp_imm_s(IntCC::Equal, receiver, 0);
            self.exit_if(is_null);
        }
        let entries = self.builder.ins().load(types::I64, FIXED, self.context, field!(entries));
        let at = i32::try_from(8 * i64::from(instr.c)).map_err(|_| Refused)?;
        let code = self.builder.ins().load(types::I64, TRUSTED, entries, at);
        self.call(code, arguments)
    }

    /// Does what a native method does; false if it is none of those that are done here.
    fn intrinsic(&mut self, id: MethodId) -> Result<bool, Refused> {
        let method = self.vm.method(id);
        match (&*self.vm.class(method.class).name, &*method.name) {
            ("java/lang/Math" | "java/lang/StrictMath", "sqrt") => {
                let value = self.peek_double(2)?;
                let root = self.builder.ins().sqrt(value);
                self.pop(2);
                self.push_wide(root);
            }
            ("java/lang/Double", "doubleToRawLongBits") => {
                let value = self.peek_long(2)?;
                self.pop(2);
                self.push_wide(value);
            }
            ("java/lang/Double", "longBitsToDouble") => {
                let value = self.peek_double(2)?;
                self.pop(2);
                self.push_wide(value);
            }
            ("java/lang/Float", "floatToRawIntBits") => {
                let value = self.peek_int(1)?;
                self.pop(1);
                self.push(value);
            }
            ("java/lang/Float", "intBitsToFloat") => {
                let value = self.peek_float(1)?;
                self.pop(1);
                self.push(value);
            }
            ("java/lang/System", "arraycopy") => {
                let mut arguments = vec![self.context];
                for below in (1..=5).rev() {
                    arguments.push(self.peek_int(below)?);
                }
                let done = self.help(helpers::copy as *const () as usize, &arguments, Some(types::I64));
                self.exit_unless(done.expect("it has a result"));
                self.pop(5);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn virtual_call(&mut self, instr: Instr) -> Done {
        let arguments = usize::from(instr.a);
        let receiver = self.peek_int(arguments)?;
        let address = self.object(receiver);
        let class = self.class_of(address);
        let rows = self.builder.ins().load(types::I64, FIXED, self.context, field!(rows));
        let row = self.row(rows, class);
        let vtable = self.builder.ins().load(types::I64, TRUSTED, row, Row::VTABLE);
        let at = i32::try_from(4 * i64::from(instr.c)).map_err(|_| Refused)?;
        let target = self.builder.ins().load(types::I32, TRUSTED, vtable, at);
        self.call_number(target, arguments)
    }

    fn interface_call(&mut self, instr: Instr) -> Done {
        let arguments = usize::from(instr.a);
        let method = self.vm.call_sites[instr.c as usize].method.0;
        let receiver = self.peek_int(arguments)?;
        let address = self.object(receiver);
        let class = self.class_of(address);
        let found = self.builder.ins().load(types::I64, FIXED, self.context, field!(found));
        let sum = self.builder.ins().iadd_imm_s(class, found_at(0, method) as i64);
        let place = self.builder.ins().band_imm_u(sum, FOUND as i64 - 1);
        let bytes = self.builder.ins().imul_imm_s(place, size_of::<Found>() as i64);
        let entry = self.builder.ins().iadd(found, bytes);
        // Class and method are one word.
        let key = self.builder.ins().load(types::I64, TRUSTED, entry, 0);
        let wanted = self.builder.ins().bor_imm_u(class, i64::from(method) << 32);
        let is_other = self.builder.ins().icmp(IntCC::NotEqual, key, wanted);
        self.exit_if(is_other);
        let target = self.builder.ins().load(types::I32, TRUSTED, entry, std::mem::offset_of!(Found, target) as i32);
        self.call_number(target, arguments)
    }

    fn call_number(&mut self, target: Value, arguments: usize) -> Done {
        let entries = self.builder.ins().load(types::I64, FIXED, self.context, field!(entries));
        let wide = self.builder.ins().uextend(types::I64, target);
        let bytes = self.builder.ins().ishl_imm_u(wide, 3);
        let place = self.builder.ins().iadd(entries, bytes);
        let code = self.builder.ins().load(types::I64, TRUSTED, place, 0);
        self.call(code, arguments)
    }

    /// Calls compiled code; leaves if there is none, or no room for another frame.
    fn call(&mut self, code: Value, arguments: usize) -> Done {
        let descriptor = self.source.descriptors[self.pc].as_ref().ok_or(Refused)?;
        let returns = Kind::of_descriptor(return_descriptor(descriptor));
        let is_missing = self.builder.ins().icmp_imm_s(IntCC::Equal, code, 0);
        self.exit_if(is_missing);
        let first = usize::from(self.method.max_locals) + self.stack.len().checked_sub(arguments).ok_or(Refused)?;
        let base = self.builder.ins().iadd_imm_s(self.base, 8 * first as i64);
        let fence = self.builder.ins().load(types::I64, FIXED, self.context, field!(fence));
        let is_full = self.builder.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, base, fence);
        self.exit_if(is_full);
        let record = self.builder.ins().iadd_imm_s(self.record, size_of::<Record>() as i64);
        let end = self.builder.ins().load(types::I64, FIXED, self.context, field!(records_end));
        let is_deep = self.builder.ins().icmp(IntCC::UnsignedGreaterThan, record, end);
        self.exit_if(is_deep);
        self.pending += 1;
        let is_over = self.is_over_budget();
        self.pending -= 1;
        self.exit_if(is_over);

        for place in 0..arguments {
            if let Some(slot) = self.stack[self.stack.len() - arguments + place] {
                self.store_slot(first + place, slot.value);
            }
        }
        let count = self.builder.ins().iadd_imm_s(self.count, self.pending + 1);
        self.builder.ins().store(TRUSTED, count, self.context, field!(count));
        let signature = self.code_signature();
        let call = self.builder.ins().call_indirect(signature, code, &[self.context, base, record]);
        let [left, value] = self.builder.inst_results(call)[..] else { unreachable!("two results") };
        let outer = self.outer_exit(arguments);
        let next = self.builder.create_block();
        self.builder.ins().brif(left, outer, &[], next, &[]);
        self.builder.switch_to_block(next);
        self.pop(arguments);
        if returns != Kind::Void {
            let value = self.convert(value, register(returns));
            if returns.slots() == 2 {
                self.push_wide(value);
            } else {
                self.push(value);
            }
        }
        // The instruction itself is counted, too; what follows adds to that.
        self.count = self.builder.ins().load(types::I64, TRUSTED, self.context, field!(count));
        self.pending = -1;
        Ok(Flow::Next)
    }

    /// Returns to compiled code. The frame that was entered first is left to the interpreter, which knows to whom.
    fn return_with(&mut self, slots: usize) -> Done {
        let value = match slots {
            0 => None,
            slots => Some(self.peek(slots)?.value),
        };
        let first = self.builder.ins().load(types::I64, FIXED, self.context, field!(records));
        let is_first = self.builder.ins().icmp(IntCC::Equal, self.record, first);
        self.exit_if(is_first);
        let count = self.builder.ins().iadd_imm_s(self.count, self.pending + 1);
        self.builder.ins().store(TRUSTED, count, self.context, field!(count));
        let stays = self.builder.ins().iconst(types::I64, 0);
        let value = match value {
            Some(value) => self.as_long(value),
            None => stays,
        };
        self.builder.ins().return_(&[stays, value]);
        Ok(Flow::End)
    }
}
