//! What the instructions of a region do to operands, locals and memory, while nothing of it has happened yet.

use super::{Doings, Operand, Place, Scope};
use crate::class::Kind;
use crate::domain::{Binary, FloatFormat, FloatOp, Symbol, Width, narrow_slot, narrow_symbol, wide_slot, wide_symbol};
use crate::exec::symbolic::is_opaque;
use crate::heap::{ELEMENTS, Ref, header};
use crate::instr::{Instr, Op};
use crate::vm::Vm;

impl Vm {
    /// An instruction that only computes, reads memory or writes a number to it; none for any other.
    pub(super) fn compute(&mut self, scope: Scope, instr: Instr, doings: &mut Doings) -> Option<()> {
        match instr.op {
            Op::Nop => {}
            Op::Const => doings.stack.push(Operand::narrow(u64::from(instr.c))),
            Op::Const2 => doings.stack.push(Operand { slot: i64::from(instr.c as i32) as u64, wide: true }),
            Op::Const2Wide => {
                let slot = self.method(scope.method).code.wide_constants[instr.c as usize];
                doings.stack.push(Operand { slot, wide: true });
            }
            Op::Load | Op::Load2 => {
                let operand = self.local(scope, doings, instr.a, instr.op == Op::Load2)?;
                doings.stack.push(operand);
            }
            Op::Store | Op::Store2 => {
                let operand = doings.stack.pop()?;
                set_local(doings, instr.a, operand);
            }
            Op::Iinc => {
                let operand = self.local(scope, doings, instr.a, false)?;
                let (value, by) = (self.symbol_of(operand)?, self.values().constant(i64::from(instr.c as i32)));
                let sum = self.values().binary(Binary::Add, Width::Int, value, by);
                let operand = self.operand_of(sum, false);
                set_local(doings, instr.a, operand);
            }
            Op::Pop => drop(doings.stack.pop()?),
            Op::Dup => doings.stack.push(*doings.stack.last().filter(|top| !top.wide)?),
            Op::Dup2 => match *doings.stack.last()? {
                top if top.wide => doings.stack.push(top),
                top => {
                    let under = *doings.stack.get(doings.stack.len().checked_sub(2)?)?;
                    doings.stack.extend([under, top]);
                }
            },
            Op::Arraylength => {
                let array = self.object(doings)?;
                doings.stack.push(Operand::narrow(u64::from(self.heap.array_length(array))));
            }
            _ => match self.arithmetic(instr.op, doings) {
                Some(()) => {}
                None => self.memory(scope, instr, doings)?,
            },
        }
        Some(())
    }

    pub(super) fn local(&self, scope: Scope, doings: &Doings, local: u16, wide: bool) -> Option<Operand> {
        let own = doings.locals.iter().rev().find(|(known, _)| *known == local).map(|(_, operand)| *operand);
        own.or_else(|| scope.base.map(|base| Operand { slot: self.thread().stack[base + usize::from(local)], wide }))
    }

    /// Pops a reference to an object.
    pub(super) fn object(&self, doings: &mut Doings) -> Option<Ref> {
        let object = Ref::from_slot(doings.stack.pop()?.slot);
        (!object.is_null()).then_some(object)
    }

    pub(super) fn arithmetic(&mut self, op: Op, doings: &mut Doings) -> Option<()> {
        use {FloatFormat::*, FloatOp as F};
        let int = |op| (op, Width::Int);
        let long = |op| (op, Width::Long);
        let (op, width) = match op {
            Op::I2l | Op::L2i | Op::I2b | Op::I2c | Op::I2s | Op::Ineg | Op::Lneg | Op::Fneg | Op::Dneg => {
                let a = self.popped(doings)?;
                let (result, wide) = match op {
                    Op::I2l => (a, true),
                    Op::L2i => (self.values().convert(a, Width::Int), false),
                    Op::I2b => (self.values().convert(a, Width::Byte), false),
                    Op::I2c => (self.values().convert(a, Width::Char), false),
                    Op::I2s => (self.values().convert(a, Width::Short), false),
                    Op::Ineg => (self.values().negate(Width::Int, a), false),
                    Op::Fneg => (self.values().float_negate(Single, a), false),
                    Op::Dneg => (self.values().float_negate(Double, a), true),
                    _ => (self.values().negate(Width::Long, a), true),
                };
                return self.pushed(doings, result, wide);
            }
            Op::Lcmp => {
                let (b, a) = (self.popped(doings)?, self.popped(doings)?);
                let result = self.values().sign_of_difference(a, b);
                return self.pushed(doings, result, false);
            }
            Op::Dcmpl => return self.float(doings, F::Order(-1), Double, false),
            Op::Dcmpg => return self.float(doings, F::Order(1), Double, false),
            Op::Fcmpl => return self.float(doings, F::Order(-1), Single, false),
            Op::Fcmpg => return self.float(doings, F::Order(1), Single, false),
            Op::Dadd => return self.float(doings, F::Add, Double, true),
            Op::Dsub => return self.float(doings, F::Subtract, Double, true),
            Op::Dmul => return self.float(doings, F::Multiply, Double, true),
            Op::Ddiv => return self.float(doings, F::Divide, Double, true),
            Op::Fadd => return self.float(doings, F::Add, Single, false),
            Op::Fsub => return self.float(doings, F::Subtract, Single, false),
            Op::Fmul => return self.float(doings, F::Multiply, Single, false),
            Op::Fdiv => return self.float(doings, F::Divide, Single, false),
            Op::Iadd => int(Binary::Add),
            Op::Isub => int(Binary::Sub),
            Op::Imul => int(Binary::Mul),
            Op::Idiv => int(Binary::Div),
            Op::Irem => int(Binary::Rem),
            Op::Iand => int(Binary::And),
            Op::Ior => int(Binary::Or),
            Op::Ixor => int(Binary::Xor),
            Op::Ishl => int(Binary::Shl),
            Op::Ishr => int(Binary::Shr),
            Op::Iushr => int(Binary::Ushr),
            Op::Ladd => long(Binary::Add),
            Op::Lsub => long(Binary::Sub),
            Op::Lmul => long(Binary::Mul),
            Op::Ldiv => long(Binary::Div),
            Op::Lrem => long(Binary::Rem),
            Op::Land => long(Binary::And),
            Op::Lor => long(Binary::Or),
            Op::Lxor => long(Binary::Xor),
            Op::Lshl => long(Binary::Shl),
            Op::Lshr => long(Binary::Shr),
            Op::Lushr => long(Binary::Ushr),
            _ => return None,
        };
        let (b, a) = (self.popped(doings)?, self.popped(doings)?);
        if matches!(op, Binary::Div | Binary::Rem) && self.values().as_constant(b).is_none_or(|divisor| divisor == 0) {
            return None;
        }
        let result = self.values().binary(op, width, a, b);
        self.pushed(doings, result, width == Width::Long)
    }

    pub(super) fn float(&mut self, doings: &mut Doings, op: FloatOp, format: FloatFormat, wide: bool) -> Option<()> {
        let (b, a) = (self.popped(doings)?, self.popped(doings)?);
        let result = self.values().float(op, format, a, b)?;
        self.pushed(doings, result, wide)
    }

    /// Fields and elements, where no other thread can notice.
    pub(super) fn memory(&mut self, scope: Scope, instr: Instr, doings: &mut Doings) -> Option<()> {
        if self.threaded {
            return None;
        }
        let (kind, offset, holder, puts) = match instr.op {
            Op::Baload | Op::Caload | Op::Saload | Op::Aload4 | Op::Aload8 => {
                let place = self.element_place(instr.op, doings)?;
                let kind = match instr.op {
                    Op::Baload => Kind::Byte,
                    Op::Caload => Kind::Char,
                    Op::Saload => Kind::Short,
                    Op::Aload8 => Kind::Long,
                    _ => Kind::Int,
                };
                if self.is_unread(place.object, place.offset as usize) {
                    return None;
                }
                let operand = self.read_place(doings, place, kind);
                doings.stack.push(operand);
                return Some(());
            }
            Op::Bastore | Op::Castore | Op::Astore4 | Op::Astore8 => {
                let operand = doings.stack.pop()?;
                let place = self.element_place(instr.op, doings)?;
                let is_boolean = self.heap.class_of(place.object) == self.known.boolean_array;
                return self.write(doings, place, operand, is_boolean);
            }
            Op::Getfield | Op::Putfield | Op::Getstatic | Op::Putstatic => {
                let class = self.method(scope.method).class;
                let (declaring, index) = self.resolve_field_constant(class, instr.c as u16).ok()?;
                let owner = self.class(declaring);
                let field = &owner.fields[index as usize];
                let wants_static = matches!(instr.op, Op::Getstatic | Op::Putstatic);
                let puts = matches!(instr.op, Op::Putfield | Op::Putstatic);
                let is_final = field.access & classfile::access::FINAL != 0;
                if field.watched || field.is_volatile() || field.is_static() != wants_static || puts && is_final {
                    return None;
                }
                (field.kind, field.offset, wants_static.then_some(owner.statics), puts)
            }
            Op::GetfieldB => (Kind::Byte, instr.c, None, false),
            Op::GetfieldC => (Kind::Char, instr.c, None, false),
            Op::GetfieldS => (Kind::Short, instr.c, None, false),
            Op::Getfield4 => (Kind::Int, instr.c, None, false),
            Op::Getfield8 => (Kind::Long, instr.c, None, false),
            Op::Putfield1 => (Kind::Byte, instr.c, None, true),
            Op::Putfield2 => (Kind::Short, instr.c, None, true),
            Op::Putfield4 => (Kind::Int, instr.c, None, true),
            Op::Putfield8 => (Kind::Long, instr.c, None, true),
            Op::GetstaticB => (Kind::Byte, u32::from(instr.a) * 8, Some(Ref(instr.c)), false),
            Op::GetstaticC => (Kind::Char, u32::from(instr.a) * 8, Some(Ref(instr.c)), false),
            Op::GetstaticS => (Kind::Short, u32::from(instr.a) * 8, Some(Ref(instr.c)), false),
            Op::Getstatic4 => (Kind::Int, u32::from(instr.a) * 8, Some(Ref(instr.c)), false),
            Op::Getstatic8 => (Kind::Long, u32::from(instr.a) * 8, Some(Ref(instr.c)), false),
            Op::Putstatic1 => (Kind::Byte, u32::from(instr.a) * 8, Some(Ref(instr.c)), true),
            Op::Putstatic2 => (Kind::Short, u32::from(instr.a) * 8, Some(Ref(instr.c)), true),
            Op::Putstatic4 => (Kind::Int, u32::from(instr.a) * 8, Some(Ref(instr.c)), true),
            Op::Putstatic8 => (Kind::Long, u32::from(instr.a) * 8, Some(Ref(instr.c)), true),
            _ => return None,
        };
        if holder.is_some_and(|holder| self.heap.header(holder) & header::INIT_DONE == 0)
            || puts && kind == Kind::Reference
        {
            return None;
        }
        let operand = if puts { Some(doings.stack.pop()?) } else { None };
        let object = match holder {
            Some(holder) => holder,
            None => self.object(doings)?,
        };
        let size = match kind {
            Kind::Boolean | Kind::Byte => 1,
            Kind::Char | Kind::Short => 2,
            Kind::Long | Kind::Double => 8,
            _ => 4,
        };
        let place = Place { object, offset, size };
        match operand {
            Some(operand) => self.write(doings, place, operand, false),
            None => {
                if self.is_unread(place.object, place.offset as usize) {
                    return None;
                }
                let operand = self.read_place(doings, place, kind);
                doings.stack.push(operand);
                Some(())
            }
        }
    }

    /// Pops an array and an index that is known.
    pub(super) fn element_place(&self, op: Op, doings: &mut Doings) -> Option<Place> {
        let index = doings.stack.pop()?.slot;
        let object = self.object(doings)?;
        if index >> 32 != 0 || index as u32 >= self.heap.array_length(object) {
            return None;
        }
        let size = match op {
            Op::Baload | Op::Bastore => 1,
            Op::Caload | Op::Saload | Op::Castore => 2,
            Op::Aload8 | Op::Astore8 => 8,
            _ => 4,
        };
        Some(Place { object, offset: ELEMENTS as u32 + index as u32 * size, size: size as u8 })
    }

    /// What memory keeps of a value is what it holds of it: the lower bits.
    pub(super) fn write(
        &mut self,
        doings: &mut Doings,
        place: Place,
        operand: Operand,
        is_boolean: bool,
    ) -> Option<()> {
        let symbol = if operand.wide { wide_symbol(operand.slot) } else { narrow_symbol(operand.slot) };
        if symbol != 0 && is_opaque(symbol) {
            return None;
        }
        let slot = match (symbol, place.size) {
            (0, 1) if is_boolean => operand.slot & 1,
            (0, 1) => u64::from(operand.slot as u8),
            (0, 2) => u64::from(operand.slot as u16),
            (0, 4) => u64::from(operand.slot as u32),
            _ => operand.slot,
        };
        doings.writes.retain(|(known, _)| *known != place);
        doings.writes.push((place, Operand { slot, ..operand }));
        Some(())
    }

    pub(super) fn read_place(&self, doings: &Doings, place: Place, kind: Kind) -> Operand {
        let wide = place.size == 8;
        let kept = doings.writes.iter().find(|(known, _)| *known == place).map(|(_, operand)| operand.slot);
        let slot = kept.unwrap_or_else(|| self.kept(place));
        let is_symbolic = if wide { wide_symbol(slot) != 0 } else { narrow_symbol(slot) != 0 };
        let slot = match kind {
            _ if is_symbolic => slot,
            Kind::Boolean | Kind::Byte => u64::from(slot as i8 as u32),
            Kind::Short => u64::from(slot as i16 as u32),
            _ => slot,
        };
        Operand { slot, wide }
    }

    /// What memory holds, as bits that nothing is added to, or as an expression.
    pub(super) fn kept(&self, place: Place) -> u64 {
        let Place { object, offset, size } = place;
        if let Some(symbol) = self.heap.symbols.get(&(object.0, offset)) {
            return if size == 8 { wide_slot(*symbol) } else { narrow_slot(*symbol) };
        }
        let at = offset as usize;
        match size {
            1 => u64::from(self.heap.get1(object, at)),
            2 => u64::from(self.heap.get2(object, at)),
            4 => u64::from(self.heap.get4(object, at)),
            _ => self.heap.get8(object, at),
        }
    }

    pub(super) fn write_place(&mut self, place: Place, operand: Operand) {
        let Place { object, offset, size } = place;
        let symbol = if operand.wide { wide_symbol(operand.slot) } else { narrow_symbol(operand.slot) };
        let at = offset as usize;
        match size {
            1 => self.heap.put1(object, at, operand.slot as u8),
            2 => self.heap.put2(object, at, operand.slot as u16),
            4 => self.heap.put4(object, at, operand.slot as u32),
            _ => self.heap.put8(object, at, operand.slot),
        }
        self.heap.set_symbol(object, at, symbol);
    }

    pub(super) fn popped(&mut self, doings: &mut Doings) -> Option<Symbol> {
        let operand = doings.stack.pop()?;
        self.symbol_of(operand)
    }

    pub(super) fn pushed(&mut self, doings: &mut Doings, symbol: Symbol, wide: bool) -> Option<()> {
        let operand = self.operand_of(symbol, wide);
        doings.stack.push(operand);
        Some(())
    }

    pub(super) fn operand_of(&mut self, symbol: Symbol, wide: bool) -> Operand {
        Operand { slot: self.slot_of(symbol, wide), wide }
    }

    /// The expression of an operand; none for what must not be looked at, and for real numbers, which do not mix with bits.
    pub(super) fn symbol_of(&mut self, operand: Operand) -> Option<Symbol> {
        let symbol = if operand.wide { wide_symbol(operand.slot) } else { narrow_symbol(operand.slot) };
        if symbol != 0 {
            let is_plain = !is_opaque(symbol) && !self.values().is_real(symbol);
            return is_plain.then_some(symbol);
        }
        let value = if operand.wide { operand.slot as i64 } else { i64::from(operand.slot as i32) };
        Some(self.values().constant(value))
    }
}

fn set_local(doings: &mut Doings, local: u16, operand: Operand) {
    doings.locals.retain(|(known, _)| *known != local);
    doings.locals.push((local, operand));
}
