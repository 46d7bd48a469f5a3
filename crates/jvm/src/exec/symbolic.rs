//! Instructions on symbolic values: what `domain::concerns` keeps from the fast loop. Each computes an expression instead of
//! a number, or asks which way to go: such a question is a choice whose alternatives are conditions on the inputs.

use std::sync::Arc;

use crate::choice::Pending;
use crate::domain::{
    Binary, Comparison, FloatFormat, FloatOp, LOOKING_INTO_TEXT, Symbol, SymbolicValues, Width, narrow_slot,
    narrow_symbol, wide_slot, wide_symbol,
};
use crate::instr::{Instr, Op};
use crate::vm::{Outcome, Vm, throw, unsupported};

/// A symbolic index, length or key is split into at most so many cases.
pub(super) const CASES_MAX: i128 = 4096;

/// Stands for a character of a text that was made from a symbolic value: it can be copied and printed, and no more.
pub(crate) const OPAQUE: Symbol = u32::MAX;

/// With this bit, what stands for the rest of a text; the other bits are the expression of its length.
pub(crate) const REST: Symbol = 1 << 31;

/// With these bits, what stands for a field or an element of an input that nobody has read so far; the other bits are the number of its
/// name (see `natives::symbolic::objects`).
pub(crate) const UNREAD: Symbol = 0b11 << 30;

/// Whether a place holds an input that is made when it is read first.
#[inline]
pub(crate) fn is_unread(symbol: Symbol) -> bool {
    symbol & UNREAD == UNREAD && symbol != OPAQUE
}

/// Whether a character must not be looked at.
pub(crate) fn is_opaque(symbol: Symbol) -> bool {
    symbol & REST != 0
}

/// How many characters the rest of a text has, if this stands for one.
pub(crate) fn rest_length(symbol: Symbol) -> Option<Symbol> {
    (symbol != OPAQUE && is_opaque(symbol) && !is_unread(symbol)).then_some(symbol & !REST)
}

/// What is not supported about a character that must not be looked at.
pub(crate) fn unseen(symbol: Symbol) -> &'static str {
    if symbol == OPAQUE { LOOKING_INTO_TEXT } else { crate::domain::BEYOND_TEXT }
}

/// The possible values of an expression within a range, and outside of it none, each with its condition. The question comes
/// again with every case that is looked at, so the cases are kept: numbers of expressions never change.
#[derive(Debug)]
pub struct ByValue {
    conditions: Arc<[Symbol]>,
    values: Vec<Option<i64>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Int,
    Long,
    Float,
    Double,
}

impl Type {
    fn width(self) -> Width {
        if self == Type::Long { Width::Long } else { Width::Int }
    }

    fn slots(self) -> usize {
        if matches!(self, Type::Int | Type::Float) { 1 } else { 2 }
    }

    fn format(self) -> FloatFormat {
        if self == Type::Float { FloatFormat::Single } else { FloatFormat::Double }
    }
}

impl Vm {
    pub(crate) fn values(&mut self) -> &mut dyn SymbolicValues {
        &mut **self.symbolic.as_mut().expect("symbolic instructions run in the symbolic domain only")
    }

    pub(crate) fn symbolic_instruction(&mut self, instr: Instr) -> Outcome<()> {
        if let Some((object, offset)) = self.unread_place(instr) {
            return self.read_input(object, offset);
        }
        match instr.op {
            Op::Iadd => self.symbolic_binary(Binary::Add, Type::Int),
            Op::Isub => self.symbolic_binary(Binary::Sub, Type::Int),
            Op::Imul => self.symbolic_binary(Binary::Mul, Type::Int),
            Op::Iand => self.symbolic_binary(Binary::And, Type::Int),
            Op::Ior => self.symbolic_binary(Binary::Or, Type::Int),
            Op::Ixor => self.symbolic_binary(Binary::Xor, Type::Int),
            Op::Ishl => self.symbolic_binary(Binary::Shl, Type::Int),
            Op::Ishr => self.symbolic_binary(Binary::Shr, Type::Int),
            Op::Iushr => self.symbolic_binary(Binary::Ushr, Type::Int),
            Op::Ladd => self.symbolic_binary(Binary::Add, Type::Long),
            Op::Lsub => self.symbolic_binary(Binary::Sub, Type::Long),
            Op::Lmul => self.symbolic_binary(Binary::Mul, Type::Long),
            Op::Land => self.symbolic_binary(Binary::And, Type::Long),
            Op::Lor => self.symbolic_binary(Binary::Or, Type::Long),
            Op::Lxor => self.symbolic_binary(Binary::Xor, Type::Long),
            Op::Lshl => self.symbolic_shift(Binary::Shl),
            Op::Lshr => self.symbolic_shift(Binary::Shr),
            Op::Lushr => self.symbolic_shift(Binary::Ushr),
            Op::Idiv => self.symbolic_division(Binary::Div, Type::Int),
            Op::Irem => self.symbolic_division(Binary::Rem, Type::Int),
            Op::Ldiv => self.symbolic_division(Binary::Div, Type::Long),
            Op::Lrem => self.symbolic_division(Binary::Rem, Type::Long),
            Op::Dadd => self.symbolic_float(FloatOp::Add, Type::Double),
            Op::Dsub => self.symbolic_float(FloatOp::Subtract, Type::Double),
            Op::Dmul => self.symbolic_float(FloatOp::Multiply, Type::Double),
            Op::Ddiv => self.symbolic_float(FloatOp::Divide, Type::Double),
            Op::Drem => self.symbolic_float(FloatOp::Remainder, Type::Double),
            Op::Fadd => self.symbolic_float(FloatOp::Add, Type::Float),
            Op::Fsub => self.symbolic_float(FloatOp::Subtract, Type::Float),
            Op::Fmul => self.symbolic_float(FloatOp::Multiply, Type::Float),
            Op::Fdiv => self.symbolic_float(FloatOp::Divide, Type::Float),
            Op::Frem => self.symbolic_float(FloatOp::Remainder, Type::Float),
            Op::Ineg => self.symbolic_unary(Type::Int, |values, a| values.negate(Width::Int, a)),
            Op::Lneg => self.symbolic_unary(Type::Long, |values, a| values.negate(Width::Long, a)),
            Op::Dneg => self.symbolic_unary(Type::Double, |values, a| values.float_negate(FloatFormat::Double, a)),
            Op::Fneg => self.symbolic_unary(Type::Float, |values, a| values.float_negate(FloatFormat::Single, a)),
            Op::I2b => self.symbolic_unary(Type::Int, |values, a| values.convert(a, Width::Byte)),
            Op::I2c => self.symbolic_unary(Type::Int, |values, a| values.convert(a, Width::Char)),
            Op::I2s => self.symbolic_unary(Type::Int, |values, a| values.convert(a, Width::Short)),
            Op::Iinc => self.symbolic_iinc(instr),
            Op::I2l => {
                let a = self.operand(1, Type::Int)?;
                self.push_result(1, Type::Long, a)
            }
            Op::L2i => {
                let a = self.operand(2, Type::Long)?;
                let result = self.values().convert(a, Width::Int);
                self.push_result(2, Type::Int, result)
            }
            Op::I2d => self.symbolic_conversion(FloatOp::FromInteger, Type::Int, Type::Double),
            Op::L2d => self.symbolic_conversion(FloatOp::FromInteger, Type::Long, Type::Double),
            Op::I2f => self.symbolic_conversion(FloatOp::FromInteger, Type::Int, Type::Float),
            Op::L2f => self.symbolic_conversion(FloatOp::FromInteger, Type::Long, Type::Float),
            Op::D2i => self.symbolic_conversion(FloatOp::ToInteger(Width::Int), Type::Double, Type::Int),
            Op::D2l => self.symbolic_conversion(FloatOp::ToInteger(Width::Long), Type::Double, Type::Long),
            Op::F2i => self.symbolic_conversion(FloatOp::ToInteger(Width::Int), Type::Float, Type::Int),
            Op::F2l => self.symbolic_conversion(FloatOp::ToInteger(Width::Long), Type::Float, Type::Long),
            Op::D2f => self.symbolic_conversion(FloatOp::ToOther, Type::Double, Type::Float),
            Op::F2d => self.symbolic_conversion(FloatOp::ToOther, Type::Float, Type::Double),
            Op::Lcmp => self.symbolic_order(),
            Op::Dcmpl => self.symbolic_float(FloatOp::Order(-1), Type::Double),
            Op::Dcmpg => self.symbolic_float(FloatOp::Order(1), Type::Double),
            Op::Fcmpl => self.symbolic_float(FloatOp::Order(-1), Type::Float),
            Op::Fcmpg => self.symbolic_float(FloatOp::Order(1), Type::Float),
            Op::Ifeq => self.symbolic_branch(instr, Comparison::Equal, false),
            Op::Ifne => self.symbolic_branch(instr, Comparison::NotEqual, false),
            Op::Iflt => self.symbolic_branch(instr, Comparison::Less, false),
            Op::Ifge => self.symbolic_branch(instr, Comparison::GreaterOrEqual, false),
            Op::Ifgt => self.symbolic_branch(instr, Comparison::Greater, false),
            Op::Ifle => self.symbolic_branch(instr, Comparison::LessOrEqual, false),
            Op::IfIcmpeq => self.symbolic_branch(instr, Comparison::Equal, true),
            Op::IfIcmpne => self.symbolic_branch(instr, Comparison::NotEqual, true),
            Op::IfIcmplt => self.symbolic_branch(instr, Comparison::Less, true),
            Op::IfIcmpge => self.symbolic_branch(instr, Comparison::GreaterOrEqual, true),
            Op::IfIcmpgt => self.symbolic_branch(instr, Comparison::Greater, true),
            Op::IfIcmple => self.symbolic_branch(instr, Comparison::LessOrEqual, true),
            Op::Tableswitch | Op::Lookupswitch => self.symbolic_switch(instr),
            Op::Aload4 | Op::Aload8 | Op::Baload | Op::Caload | Op::Saload => self.symbolic_load(instr),
            Op::Astore4 | Op::Aastore | Op::Bastore | Op::Castore => self.symbolic_index(2),
            Op::Astore8 => self.symbolic_index(3),
            Op::Newarray | Op::Anewarray | Op::NewarrayQuick => self.symbolic_length(1),
            Op::Multianewarray => {
                let sp = self.frame().sp as usize;
                let symbolic = (1..=instr.a as usize).rev().find(|below| self.thread().stack[sp - below] >> 32 != 0);
                self.symbolic_length(symbolic.expect("a symbolic dimension brought us here"))
            }
            other => unsupported(format!("{} of a symbolic value", format!("{other:?}").to_lowercase())),
        }
    }

    /// The operand `below` slots under the top, as an expression.
    pub(super) fn operand(&mut self, below: usize, kind: Type) -> Outcome<Symbol> {
        let slot = self.thread().stack[self.frame().sp as usize - below];
        let symbol = if kind.slots() == 1 { narrow_symbol(slot) } else { wide_symbol(slot) };
        if is_opaque(symbol) {
            return unsupported(unseen(symbol));
        }
        if symbol != 0 {
            return Ok(symbol);
        }
        let constant = if kind.slots() == 1 { i64::from(slot as i32) } else { slot as i64 };
        Ok(self.values().constant(constant))
    }

    /// What a slot holds after an expression was computed: constants become concrete again.
    pub(crate) fn slot_of(&mut self, symbol: Symbol, wide: bool) -> u64 {
        let constant = if self.values().is_real(symbol) { None } else { self.values().as_constant(symbol) };
        match (constant, wide) {
            (Some(value), false) => u64::from(value as u32),
            (Some(value), true) => value as u64,
            (None, false) => narrow_slot(symbol),
            (None, true) => wide_slot(symbol),
        }
    }

    /// Replaces `pops` slots by a result, and goes on.
    pub(super) fn push_result(&mut self, pops: usize, kind: Type, symbol: Symbol) -> Outcome<()> {
        let slot = self.slot_of(symbol, kind.slots() == 2);
        let start = self.frame().sp as usize - pops;
        self.thread_mut().stack[start] = slot;
        let frame = self.frame_mut();
        frame.sp = (start + kind.slots()) as u32;
        frame.pc += 1;
        Ok(())
    }

    fn symbolic_unary(&mut self, kind: Type, apply: impl Fn(&mut dyn SymbolicValues, Symbol) -> Symbol) -> Outcome<()> {
        let a = self.operand(kind.slots(), kind)?;
        let result = apply(self.values(), a);
        self.push_result(kind.slots(), kind, result)
    }

    fn symbolic_binary(&mut self, op: Binary, kind: Type) -> Outcome<()> {
        let slots = kind.slots();
        let (a, b) = (self.operand(2 * slots, kind)?, self.operand(slots, kind)?);
        let result = self.values().binary(op, kind.width(), a, b);
        self.push_result(2 * slots, kind, result)
    }

    /// A shift of a long, by an int.
    fn symbolic_shift(&mut self, op: Binary) -> Outcome<()> {
        let (a, b) = (self.operand(3, Type::Long)?, self.operand(1, Type::Int)?);
        let result = self.values().binary(op, Width::Long, a, b);
        self.push_result(3, Type::Long, result)
    }

    fn symbolic_division(&mut self, op: Binary, kind: Type) -> Outcome<()> {
        let b = self.operand(kind.slots(), kind)?;
        let zero = self.values().constant(0);
        let by_zero = self.values().compare(Comparison::Equal, b, zero);
        if self.decide(by_zero, "division by zero")? {
            return throw("java/lang/ArithmeticException", "/ by zero");
        }
        self.symbolic_binary(op, kind)
    }

    fn symbolic_float(&mut self, op: FloatOp, kind: Type) -> Outcome<()> {
        let slots = kind.slots();
        let (a, b) = (self.operand(2 * slots, kind)?, self.operand(slots, kind)?);
        let to = if matches!(op, FloatOp::Order(_)) { Type::Int } else { kind };
        match self.values().float(op, kind.format(), a, b) {
            Some(result) => self.push_result(2 * slots, to, result),
            None => unsupported("arithmetic of real inputs that is not linear in them, or with doubles that round"),
        }
    }

    fn symbolic_conversion(&mut self, op: FloatOp, from: Type, to: Type) -> Outcome<()> {
        let a = self.operand(from.slots(), from)?;
        let format = if op == FloatOp::FromInteger { to } else { from }.format();
        match self.values().float(op, format, a, a) {
            Some(result) => self.push_result(from.slots(), to, result),
            None => unsupported("converting a real input"),
        }
    }

    fn symbolic_iinc(&mut self, instr: Instr) -> Outcome<()> {
        let local = self.frame().base as usize + instr.a as usize;
        let symbol = narrow_symbol(self.thread().stack[local]);
        if is_opaque(symbol) {
            return unsupported(unseen(symbol));
        }
        let increment = self.values().constant(i64::from(instr.c as i32));
        let result = self.values().binary(Binary::Add, Width::Int, symbol, increment);
        let slot = self.slot_of(result, false);
        self.thread_mut().stack[local] = slot;
        self.frame_mut().pc += 1;
        Ok(())
    }

    fn symbolic_order(&mut self) -> Outcome<()> {
        let (a, b) = (self.operand(4, Type::Long)?, self.operand(2, Type::Long)?);
        let result = self.values().sign_of_difference(a, b);
        self.push_result(4, Type::Int, result)
    }

    /// Which of two ways: asks only if the condition is open.
    pub(crate) fn decide(&mut self, condition: Symbol, what: &str) -> Outcome<bool> {
        if let Some(value) = self.values().as_constant(condition) {
            return Ok(value != 0);
        }
        let otherwise = self.values().not(condition);
        let pending = Pending::branch([condition, otherwise].into(), what);
        Ok(self.choose(pending)? == 0)
    }

    fn symbolic_branch(&mut self, instr: Instr, op: Comparison, two: bool) -> Outcome<()> {
        let (pops, a, b) = if two {
            (2, self.operand(2, Type::Int)?, self.operand(1, Type::Int)?)
        } else {
            let a = self.operand(1, Type::Int)?;
            (1, a, self.values().constant(0))
        };
        let condition = match self.are_same_box(instr) {
            Some(same) if op == Comparison::NotEqual => self.values().not(same),
            Some(same) => same,
            None => self.values().compare(op, a, b),
        };
        let taken = match self.values().as_constant(condition) {
            Some(value) => value != 0,
            None => {
                if self.is_of_assumption()
                    && let Some(merged) = self.merged(condition, instr, pops)
                {
                    self.apply_merged(merged);
                    return Ok(());
                }
                let otherwise = self.values().not(condition);
                // What both ways come to is found out again when it is asked for.
                let merges = self.may_merge() && self.picked.is_none() && self.merged(condition, instr, pops).is_some();
                let conditions = [condition, otherwise].into();
                match self.choose(Pending::Branch { conditions, what: "branch".to_owned(), merges })? {
                    0 => true,
                    1 => false,
                    _ => {
                        let merged = self.merged(condition, instr, pops).expect("as when it was offered");
                        self.apply_merged(merged);
                        return Ok(());
                    }
                }
            }
        };
        let frame = self.frame_mut();
        frame.sp -= pops as u32;
        frame.pc = if taken { instr.c } else { frame.pc + 1 };
        Ok(())
    }

    fn symbolic_switch(&mut self, instr: Instr) -> Outcome<()> {
        let key = self.operand(1, Type::Int)?;
        let frame = *self.frame();
        let switch = self.method(frame.method).code.switches[instr.c as usize].clone();
        let keys: Vec<i32> = match instr.op {
            Op::Tableswitch => (0..switch.targets.len() as i32).map(|index| switch.low.wrapping_add(index)).collect(),
            _ => switch.keys.clone(),
        };
        // One alternative per target: several keys may lead to the same place.
        let mut targets: Vec<(u32, Vec<Symbol>)> = Vec::new();
        let mut named: Vec<Symbol> = Vec::new();
        for (value, target) in keys.iter().zip(&switch.targets) {
            let value = self.values().constant(i64::from(*value));
            let equal = self.values().compare(Comparison::Equal, key, value);
            named.push(equal);
            if *target == switch.default {
                continue;
            }
            match targets.iter_mut().find(|(known, _)| known == target) {
                Some((_, conditions)) => conditions.push(equal),
                None => targets.push((*target, vec![equal])),
            }
        }
        let mut conditions = Vec::with_capacity(targets.len() + 1);
        let mut leading = Vec::with_capacity(targets.len() + 1);
        let mut others = Vec::new();
        for (target, parts) in targets {
            let condition = self.values().or(&parts);
            others.push(condition);
            conditions.push(condition);
            leading.push(target);
        }
        let any = self.values().or(&others);
        conditions.push(self.values().not(any));
        leading.push(switch.default);
        let pick = self.decide_among(conditions, "switch")?;
        let frame = self.frame_mut();
        frame.sp -= 1;
        frame.pc = leading[pick];
        Ok(())
    }

    /// Which of several exclusive conditions that cover all inputs.
    pub(crate) fn decide_among(&mut self, conditions: Vec<Symbol>, what: &str) -> Outcome<usize> {
        let constants: Vec<Option<i64>> = conditions.iter().map(|c| self.values().as_constant(*c)).collect();
        if let Some(certain) = constants.iter().position(|constant| constant.is_some_and(|value| value != 0)) {
            return Ok(certain);
        }
        let open: Vec<usize> = (0..conditions.len()).filter(|index| constants[*index].is_none()).collect();
        let conditions = open.iter().map(|index| conditions[*index]).collect();
        let pick = self.choose(Pending::branch(conditions, what))?;
        Ok(open[pick as usize])
    }

    /// The values a symbolic integer can have within `low..=high`, each as a case; one more for those outside.
    pub(crate) fn decide_value(&mut self, symbol: Symbol, low: i128, high: i128, what: &str) -> Outcome<Option<i64>> {
        let cases = self.cases_by_value(symbol, (low, high), what)?;
        if let [only] = &*cases.values {
            return Ok(*only);
        }
        let pick = self.choose(Pending::branch(cases.conditions.clone(), what))?;
        Ok(cases.values[pick as usize])
    }

    fn cases_by_value(&mut self, symbol: Symbol, within: (i128, i128), what: &str) -> Outcome<Arc<ByValue>> {
        if let Some(known) = self.by_value.get(&(symbol, within)) {
            return Ok(known.clone());
        }
        let (least, most) = self.values().range(symbol);
        let (from, to) = (least.max(within.0), most.min(within.1));
        let values: Vec<i64> = if to - from < CASES_MAX {
            (from..=to).map(|value| value as i64).collect()
        } else if let Some(mut few) = self.values().few_values(symbol, CASES_MAX as usize) {
            few.retain(|value| (from..=to).contains(&i128::from(*value)));
            few
        } else {
            return unsupported(format!("{what} with {} possible values", to - from + 1));
        };
        let mut cases: Vec<(Symbol, Option<i64>)> = Vec::new();
        for value in values {
            let constant = self.values().constant(value);
            cases.push((self.values().compare(Comparison::Equal, symbol, constant), Some(value)));
        }
        let inside = self.between(symbol, within);
        cases.push((self.values().not(inside), None));
        if let Some(certain) = cases.iter().position(|case| self.values().as_constant(case.0).is_some_and(|c| c != 0)) {
            cases = vec![cases[certain]];
        }
        cases.retain(|case| self.values().as_constant(case.0) != Some(0));
        let (conditions, values): (Vec<Symbol>, Vec<Option<i64>>) = cases.into_iter().unzip();
        let cases = Arc::new(ByValue { conditions: conditions.into(), values });
        self.by_value.insert((symbol, within), cases.clone());
        Ok(cases)
    }

    /// The condition that a value lies between two others, both included.
    pub(crate) fn between(&mut self, value: Symbol, (low, high): (i128, i128)) -> Symbol {
        let (lowest, highest) = (self.values().constant(low as i64), self.values().constant(high as i64));
        if low == high {
            return self.values().compare(Comparison::Equal, value, lowest);
        }
        let below = self.values().compare(Comparison::Less, value, lowest);
        let above = self.values().compare(Comparison::Greater, value, highest);
        let outside = self.values().or(&[below, above]);
        self.values().not(outside)
    }
}
