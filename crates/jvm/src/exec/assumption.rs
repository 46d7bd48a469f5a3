//! Assumptions are about their whole argument. The compiler turns `assume(a && b || c)` into branches that push true or false; taken one by one these would
//! be many paths, some of which end at a false assumption. Where the code from a branch to the assumption does nothing but
//! compute, both ways are therefore evaluated at once, into one condition.

use crate::choice::Pending;
use crate::class::{MethodId, slow};
use crate::decode::is_branch;
use crate::domain::{Binary, Comparison, FloatFormat, FloatOp, Symbol, Width, narrow_symbol, wide_symbol};
use crate::instr::{Instr, Op};
use crate::vm::{Outcome, Trap, Vm};

/// Instructions looked at before giving up.
const FUEL: usize = 400;

/// Where an assumption stands, and what it says.
#[derive(Clone, Copy)]
pub(crate) struct Assumption {
    condition: Symbol,
    /// The frame's state after the call.
    pc: u32,
    sp: u32,
}

/// An operand during evaluation: a slot, and whether it takes two.
#[derive(Clone, Copy)]
struct Operand {
    slot: u64,
    wide: bool,
}

struct Evaluation {
    base: usize,
    method: MethodId,
    fuel: usize,
}

impl Vm {
    /// If the branch belongs to the argument of an assumption: that assumption.
    pub(crate) fn merge_into_assumption(
        &mut self,
        condition: Symbol,
        instr: Instr,
        pops: usize,
    ) -> Outcome<Option<Assumption>> {
        let frame = *self.frame();
        if self.class(self.method(frame.method).class).library {
            return Ok(None);
        }
        let mut evaluation = Evaluation { base: frame.base as usize, method: frame.method, fuel: FUEL };
        let bottom = frame.sp as usize - pops;
        let stack: Vec<Operand> = Vec::new();
        let Some((taken, at)) = self.evaluate(&mut evaluation, instr.c, stack.clone()) else { return Ok(None) };
        let Some((other, same)) = self.evaluate(&mut evaluation, frame.pc + 1, stack) else { return Ok(None) };
        if at != same {
            return Ok(None);
        }
        let condition = self.values().choose(condition, taken, other);
        Ok(Some(Assumption { condition, pc: at + 1, sp: bottom as u32 }))
    }

    /// Makes the condition part of the path; stops there once, so that whoever explores can take note.
    pub(crate) fn assumed(&mut self, assumption: Assumption) -> Outcome<()> {
        self.assume(assumption.condition)?;
        let frame = self.frame_mut();
        frame.pc = assumption.pc;
        frame.sp = assumption.sp;
        Ok(())
    }

    pub(crate) fn assume(&mut self, condition: Symbol) -> Outcome<()> {
        match self.values().as_constant(condition) {
            Some(0) => Err(Trap::Ignore),
            Some(_) => Ok(()),
            None if self.picked.take().is_some() => Ok(()),
            None => Err(Trap::Choose(Pending::Assume { condition })),
        }
    }

    /// The condition an assumption reached from `pc` makes, and its place. `stack` is what was pushed since the branch.
    fn evaluate(&mut self, evaluation: &mut Evaluation, mut pc: u32, mut stack: Vec<Operand>) -> Option<(Symbol, u32)> {
        loop {
            evaluation.fuel = evaluation.fuel.checked_sub(1)?;
            let instr = self.method(evaluation.method).code.instrs.get(pc as usize)?.get();
            if let Some(denies) = self.assumption_called(instr) {
                let argument = stack.pop()?;
                if !stack.is_empty() {
                    return None;
                }
                let (argument, zero) = (self.symbol_of(argument), self.values().constant(0));
                let op = if denies { Comparison::Equal } else { Comparison::NotEqual };
                return Some((self.values().compare(op, argument, zero), pc));
            }
            match instr.op {
                Op::Goto if instr.c > pc => {
                    pc = instr.c;
                    continue;
                }
                op if is_branch(op) && instr.c > pc => {
                    let (op, two) = comparison(op)?;
                    let b = if two { self.popped(&mut stack)? } else { self.values().constant(0) };
                    let a = self.popped(&mut stack)?;
                    let condition = self.values().compare(op, a, b);
                    match self.values().as_constant(condition) {
                        Some(value) => {
                            pc = if value != 0 { instr.c } else { pc + 1 };
                            continue;
                        }
                        None => {
                            let (taken, at) = self.evaluate(evaluation, instr.c, stack.clone())?;
                            let (other, same) = self.evaluate(evaluation, pc + 1, stack)?;
                            let chosen = self.values().choose(condition, taken, other);
                            return (at == same).then_some((chosen, at));
                        }
                    }
                }
                _ => self.compute(evaluation, instr, &mut stack)?,
            }
            pc += 1;
        }
    }

    /// An instruction that only computes; none for any other.
    fn compute(&mut self, evaluation: &Evaluation, instr: Instr, stack: &mut Vec<Operand>) -> Option<()> {
        let local = |vm: &Vm| vm.thread().stack[evaluation.base + instr.a as usize];
        let (op, wide) = match instr.op {
            Op::Nop => return Some(()),
            Op::Const => {
                stack.push(Operand { slot: u64::from(instr.c), wide: false });
                return Some(());
            }
            Op::Const2 => {
                stack.push(Operand { slot: i64::from(instr.c as i32) as u64, wide: true });
                return Some(());
            }
            Op::Const2Wide => {
                let slot = self.method(evaluation.method).code.wide_constants[instr.c as usize];
                stack.push(Operand { slot, wide: true });
                return Some(());
            }
            Op::Load | Op::Load2 => {
                stack.push(Operand { slot: local(self), wide: instr.op == Op::Load2 });
                return Some(());
            }
            Op::I2l | Op::L2i | Op::I2b | Op::I2c | Op::I2s | Op::Ineg | Op::Lneg => {
                let a = self.popped(stack)?;
                let (result, wide) = match instr.op {
                    Op::I2l => (a, true),
                    Op::L2i => (self.values().convert(a, Width::Int), false),
                    Op::I2b => (self.values().convert(a, Width::Byte), false),
                    Op::I2c => (self.values().convert(a, Width::Char), false),
                    Op::I2s => (self.values().convert(a, Width::Short), false),
                    Op::Ineg => (self.values().negate(Width::Int, a), false),
                    _ => (self.values().negate(Width::Long, a), true),
                };
                let slot = self.slot_of(result, wide);
                stack.push(Operand { slot, wide });
                return Some(());
            }
            Op::Lcmp => {
                let (b, a) = (self.popped(stack)?, self.popped(stack)?);
                let result = self.values().sign_of_difference(a, b);
                let slot = self.slot_of(result, false);
                stack.push(Operand { slot, wide: false });
                return Some(());
            }
            Op::Dcmpl | Op::Dcmpg | Op::Fcmpl | Op::Fcmpg => {
                let (b, a) = (self.popped(stack)?, self.popped(stack)?);
                let unordered = if matches!(instr.op, Op::Dcmpl | Op::Fcmpl) { -1 } else { 1 };
                let is_double = matches!(instr.op, Op::Dcmpl | Op::Dcmpg);
                let format = if is_double { FloatFormat::Double } else { FloatFormat::Single };
                let result = self.values().float(FloatOp::Order(unordered), format, a, b)?;
                let slot = self.slot_of(result, false);
                stack.push(Operand { slot, wide: false });
                return Some(());
            }
            Op::Iadd => (Binary::Add, false),
            Op::Isub => (Binary::Sub, false),
            Op::Imul => (Binary::Mul, false),
            Op::Idiv => (Binary::Div, false),
            Op::Irem => (Binary::Rem, false),
            Op::Iand => (Binary::And, false),
            Op::Ior => (Binary::Or, false),
            Op::Ixor => (Binary::Xor, false),
            Op::Ishl => (Binary::Shl, false),
            Op::Ishr => (Binary::Shr, false),
            Op::Iushr => (Binary::Ushr, false),
            Op::Ladd => (Binary::Add, true),
            Op::Lsub => (Binary::Sub, true),
            Op::Lmul => (Binary::Mul, true),
            Op::Ldiv => (Binary::Div, true),
            Op::Lrem => (Binary::Rem, true),
            Op::Land => (Binary::And, true),
            Op::Lor => (Binary::Or, true),
            Op::Lxor => (Binary::Xor, true),
            _ => return None,
        };
        let (b, a) = (self.popped(stack)?, self.popped(stack)?);
        if matches!(op, Binary::Div | Binary::Rem) && self.values().as_constant(b).is_none_or(|divisor| divisor == 0) {
            return None;
        }
        let width = if wide { Width::Long } else { Width::Int };
        let result = self.values().binary(op, width, a, b);
        let slot = self.slot_of(result, wide);
        stack.push(Operand { slot, wide });
        Some(())
    }

    fn popped(&mut self, stack: &mut Vec<Operand>) -> Option<Symbol> {
        stack.pop().map(|operand| self.symbol_of(operand))
    }

    fn symbol_of(&mut self, operand: Operand) -> Symbol {
        let symbol = if operand.wide { wide_symbol(operand.slot) } else { narrow_symbol(operand.slot) };
        if symbol != 0 {
            return symbol;
        }
        let value = if operand.wide { operand.slot as i64 } else { i64::from(operand.slot as i32) };
        self.values().constant(value)
    }

    /// Whether the instruction calls an assumption; `true` inside if that is one which denies its argument.
    fn assumption_called(&mut self, instr: Instr) -> Option<bool> {
        let method = match instr.op {
            Op::InvokestaticQuick | Op::InvokestaticChecked => MethodId(instr.c),
            Op::Invokestatic => self.resolve_method_constant(self.current_class(), instr.c as u16).ok()?,
            _ => return None,
        };
        let method = self.method(method);
        match &*method.name {
            _ if method.slow & slow::SYMBOLIC == 0 => None,
            "assume" => Some(false),
            "ignoreIf" => Some(true),
            _ => None,
        }
    }
}

fn comparison(op: Op) -> Option<(Comparison, bool)> {
    Some(match op {
        Op::Ifeq => (Comparison::Equal, false),
        Op::Ifne => (Comparison::NotEqual, false),
        Op::Iflt => (Comparison::Less, false),
        Op::Ifge => (Comparison::GreaterOrEqual, false),
        Op::Ifgt => (Comparison::Greater, false),
        Op::Ifle => (Comparison::LessOrEqual, false),
        Op::IfIcmpeq => (Comparison::Equal, true),
        Op::IfIcmpne => (Comparison::NotEqual, true),
        Op::IfIcmplt => (Comparison::Less, true),
        Op::IfIcmpge => (Comparison::GreaterOrEqual, true),
        Op::IfIcmpgt => (Comparison::Greater, true),
        Op::IfIcmple => (Comparison::LessOrEqual, true),
        _ => return None,
    })
}
