//! Instructions on symbolic values: what `domain::concerns` keeps from the fast loop. Each computes an expression instead of
//! a number, or asks which way to go: such a question is a choice whose alternatives are conditions on the inputs.

use hashbrown::HashMap;

use crate::choice::Pending;
use crate::domain::{
    Binary, Comparison, LOOKING_INTO_TEXT, Symbol, SymbolicValues, Width, narrow_slot, narrow_symbol, wide_slot,
    wide_symbol,
};
use crate::heap::{ELEMENTS, Ref};
use crate::instr::{Instr, Op};
use crate::vm::{Outcome, Trap, Vm, throw, unsupported};

/// A symbolic index, length or key is split into at most so many cases.
const CASES_MAX: i128 = 4096;

/// A load with a symbolic index looks at no more elements than this.
const ELEMENTS_MAX: i128 = 1 << 16;

/// An array with more different elements than this is not split into cases by a load: what it gives is an expression.
const ELEMENTS_APART_MAX: usize = 16;

/// Stands for a character of a text that was made from a symbolic value: it can be copied and printed, and no more.
pub(crate) const OPAQUE: Symbol = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Int,
    Long,
    Double,
}

/// What became of the possible lengths of an array.
enum Lengths {
    /// Few enough to be told apart at once.
    All,
    /// None is one below zero.
    Chosen(Option<i32>),
    /// Longer than those tried so far.
    Longer,
}

impl Type {
    fn width(self) -> Width {
        if self == Type::Long { Width::Long } else { Width::Int }
    }

    fn slots(self) -> usize {
        if self == Type::Int { 1 } else { 2 }
    }
}

impl Vm {
    pub(crate) fn values(&mut self) -> &mut dyn SymbolicValues {
        &mut **self.symbolic.as_mut().expect("symbolic instructions run in the symbolic domain only")
    }

    pub(crate) fn symbolic_instruction(&mut self, instr: Instr) -> Outcome<()> {
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
            Op::Dadd => self.symbolic_real(Binary::Add, "adding"),
            Op::Dsub => self.symbolic_real(Binary::Sub, "subtracting"),
            Op::Dmul => self.symbolic_real(Binary::Mul, "multiplying"),
            Op::Ddiv => self.symbolic_real(Binary::Div, "dividing"),
            Op::Ineg => self.symbolic_unary(Type::Int, |values, a| values.negate(Width::Int, a)),
            Op::Lneg => self.symbolic_unary(Type::Long, |values, a| values.negate(Width::Long, a)),
            Op::Dneg => self.symbolic_unary(Type::Double, |values, a| values.real_negate(a)),
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
            Op::I2d | Op::L2d => {
                let (below, kind) = if instr.op == Op::I2d { (1, Type::Int) } else { (2, Type::Long) };
                let a = self.operand(below, kind)?;
                // Beyond 2^53 a double rounds, which no real number does.
                let (low, high) = self.values().range(a);
                if low < -(1 << 53) || high > 1 << 53 {
                    return unsupported("a symbolic long as a double, which rounds");
                }
                let result = self.values().to_real(a);
                self.push_result(below, Type::Double, result)
            }
            Op::Lcmp => self.symbolic_order(Type::Long),
            Op::Dcmpl | Op::Dcmpg => self.symbolic_order(Type::Double),
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
            Op::I2f | Op::L2f => unsupported("a symbolic float"),
            Op::D2i | Op::D2l | Op::D2f => unsupported("converting a symbolic double"),
            other => unsupported(format!("{} of a symbolic value", format!("{other:?}").to_lowercase())),
        }
    }

    /// The operand `below` slots under the top, as an expression.
    fn operand(&mut self, below: usize, kind: Type) -> Outcome<Symbol> {
        let slot = self.thread().stack[self.frame().sp as usize - below];
        let symbol = if kind == Type::Int { narrow_symbol(slot) } else { wide_symbol(slot) };
        if symbol == OPAQUE {
            return unsupported(LOOKING_INTO_TEXT);
        }
        if symbol != 0 {
            return Ok(symbol);
        }
        match kind {
            Type::Int => Ok(self.values().constant(i64::from(slot as i32))),
            Type::Long => Ok(self.values().constant(slot as i64)),
            Type::Double => match self.values().real_constant(f64::from_bits(slot)) {
                Some(symbol) => Ok(symbol),
                None => unsupported("a symbolic double together with an infinity or NaN"),
            },
        }
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
    fn push_result(&mut self, pops: usize, kind: Type, symbol: Symbol) -> Outcome<()> {
        let slot = self.slot_of(symbol, kind != Type::Int);
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

    fn symbolic_real(&mut self, op: Binary, doing: &str) -> Outcome<()> {
        let (a, b) = (self.operand(4, Type::Double)?, self.operand(2, Type::Double)?);
        match self.values().real_binary(op, a, b) {
            Some(result) => self.push_result(4, Type::Double, result),
            None => unsupported(format!("{doing} symbolic doubles, which is not linear")),
        }
    }

    fn symbolic_iinc(&mut self, instr: Instr) -> Outcome<()> {
        let local = self.frame().base as usize + instr.a as usize;
        let symbol = narrow_symbol(self.thread().stack[local]);
        if symbol == OPAQUE {
            return unsupported(LOOKING_INTO_TEXT);
        }
        let increment = self.values().constant(i64::from(instr.c as i32));
        let result = self.values().binary(Binary::Add, Width::Int, symbol, increment);
        let slot = self.slot_of(result, false);
        self.thread_mut().stack[local] = slot;
        self.frame_mut().pc += 1;
        Ok(())
    }

    fn symbolic_order(&mut self, kind: Type) -> Outcome<()> {
        let (a, b) = (self.operand(4, kind)?, self.operand(2, kind)?);
        let result = self.values().sign_of_difference(a, b);
        self.push_result(4, Type::Int, result)
    }

    /// Which of two ways: asks only if the condition is open.
    pub(crate) fn decide(&mut self, condition: Symbol, what: &str) -> Outcome<bool> {
        if let Some(value) = self.values().as_constant(condition) {
            return Ok(value != 0);
        }
        let otherwise = self.values().not(condition);
        let pending = Pending::Branch { conditions: vec![condition, otherwise], what: what.to_owned() };
        Ok(self.choose(pending)? == 0)
    }

    fn symbolic_branch(&mut self, instr: Instr, op: Comparison, two: bool) -> Outcome<()> {
        let (pops, a, b) = if two {
            (2, self.operand(2, Type::Int)?, self.operand(1, Type::Int)?)
        } else {
            let a = self.operand(1, Type::Int)?;
            (1, a, self.values().constant(0))
        };
        let condition = self.values().compare(op, a, b);
        if self.values().as_constant(condition).is_none()
            && let Some(assumption) = self.merge_into_assumption(condition, instr, pops)?
        {
            return self.assumed(assumption);
        }
        let taken = self.decide(condition, "branch")?;
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
    fn decide_among(&mut self, conditions: Vec<Symbol>, what: &str) -> Outcome<usize> {
        let constants: Vec<Option<i64>> = conditions.iter().map(|c| self.values().as_constant(*c)).collect();
        if let Some(certain) = constants.iter().position(|constant| constant.is_some_and(|value| value != 0)) {
            return Ok(certain);
        }
        let open: Vec<usize> = (0..conditions.len()).filter(|index| constants[*index].is_none()).collect();
        let conditions = open.iter().map(|index| conditions[*index]).collect();
        let pick = self.choose(Pending::Branch { conditions, what: what.to_owned() })?;
        Ok(open[pick as usize])
    }

    /// The values a symbolic integer can have within `low..=high`, each as a case; one more for those outside.
    pub(crate) fn decide_value(&mut self, symbol: Symbol, low: i128, high: i128, what: &str) -> Outcome<Option<i64>> {
        let (least, most) = self.values().range(symbol);
        let (from, to) = (least.max(low), most.min(high));
        if to - from >= CASES_MAX {
            return unsupported(format!("{what} with {} possible values", to - from + 1));
        }
        let mut conditions = Vec::new();
        for value in from..=to {
            let value = self.values().constant(value as i64);
            conditions.push(self.values().compare(Comparison::Equal, symbol, value));
        }
        let (lowest, highest) = (self.values().constant(low as i64), self.values().constant(high as i64));
        let below = self.values().compare(Comparison::Less, symbol, lowest);
        let above = self.values().compare(Comparison::Greater, symbol, highest);
        conditions.push(self.values().or(&[below, above]));
        let inside = conditions.len() - 1;
        let pick = self.decide_among(conditions, what)?;
        Ok((pick < inside).then(|| (from + pick as i128) as i64))
    }

    /// The index of a load becomes one of those with the same element, for each different element, and the instruction runs
    /// again: which of equals is read makes no difference.
    fn symbolic_load(&mut self, instr: Instr) -> Outcome<()> {
        let at = self.frame().sp as usize - 1;
        let array = Ref::from_slot(self.thread().stack[at - 1]);
        if array.is_null() {
            return Err(Trap::ThrowNew { class: "java/lang/NullPointerException", message: None });
        }
        let index = self.operand(1, Type::Int)?;
        let length = self.heap.array_length(array) as i128;
        let (least, most) = self.values().range(index);
        let (from, to) = (least.max(0), most.min(length - 1));
        if to - from >= ELEMENTS_MAX {
            return unsupported(format!("a symbolic array index with {} possible values", to - from + 1));
        }
        // Per different element, the runs of indices that hold it.
        let mut groups: Vec<Vec<(i128, i128)>> = Vec::new();
        let mut known: HashMap<(u64, Symbol), usize> = HashMap::new();
        for place in from..=to {
            let group = *known.entry(self.element(array, place as usize, instr.op)).or_insert(groups.len());
            if group == groups.len() {
                groups.push(Vec::new());
            }
            match groups[group].last_mut() {
                Some(run) if run.1 + 1 == place => run.1 = place,
                _ => groups[group].push((place, place)),
            }
        }
        if groups.len() > ELEMENTS_APART_MAX
            && let Some(elements) = self.constant_elements(array, (from, to), instr.op)
        {
            let inside = self.between(index, (0, length - 1));
            if !self.decide(inside, "a symbolic array index")? {
                return self.out_of_bounds(index, length);
            }
            let element = self.values().element(index, from as i64, &elements);
            return self.push_result(2, if instr.op == Op::Aload8 { Type::Long } else { Type::Int }, element);
        }
        if groups.len() as i128 >= CASES_MAX {
            return unsupported(format!("a symbolic array index with {} different elements", groups.len()));
        }
        let mut conditions = Vec::with_capacity(groups.len() + 1);
        for runs in &groups {
            let parts: Vec<Symbol> = runs.iter().map(|run| self.between(index, *run)).collect();
            conditions.push(self.values().or(&parts));
        }
        let inside = self.between(index, (0, length - 1));
        conditions.push(self.values().not(inside));
        match groups.get(self.decide_among(conditions, "a symbolic array index")?) {
            Some(runs) => {
                self.thread_mut().stack[at] = u64::from(runs[0].0 as u32);
                Ok(())
            }
            None => self.out_of_bounds(index, length),
        }
    }

    /// The elements of an array of integers, if none of them is symbolic.
    fn constant_elements(&self, array: Ref, (from, to): (i128, i128), op: Op) -> Option<Vec<i64>> {
        let class = &*self.class(self.heap.class_of(array)).name;
        if !matches!(class, "[I" | "[J" | "[B" | "[C" | "[S") {
            return None;
        }
        let element = |place: i128| match self.element(array, place as usize, op) {
            (bits, 0) => Some(match class {
                "[B" => i64::from(bits as i8),
                "[C" => i64::from(bits as u16),
                "[S" => i64::from(bits as i16),
                "[I" => i64::from(bits as i32),
                _ => bits as i64,
            }),
            _ => None,
        };
        (from..=to).map(element).collect()
    }

    /// What tells an element from others: its bits, and its expression.
    fn element(&self, array: Ref, index: usize, op: Op) -> (u64, Symbol) {
        let size = match op {
            Op::Baload => 1,
            Op::Caload | Op::Saload => 2,
            Op::Aload8 => 8,
            _ => 4,
        };
        let offset = ELEMENTS + index * size;
        let bits = match size {
            1 => u64::from(self.heap.get1(array, offset)),
            2 => u64::from(self.heap.get2(array, offset)),
            8 => self.heap.get8(array, offset),
            _ => u64::from(self.heap.get4(array, offset)),
        };
        (bits, self.heap.symbols.get(&(array.0, offset as u32)).copied().unwrap_or(0))
    }

    /// The condition that a value lies between two others, both included.
    fn between(&mut self, value: Symbol, (low, high): (i128, i128)) -> Symbol {
        let (lowest, highest) = (self.values().constant(low as i64), self.values().constant(high as i64));
        if low == high {
            return self.values().compare(Comparison::Equal, value, lowest);
        }
        let below = self.values().compare(Comparison::Less, value, lowest);
        let above = self.values().compare(Comparison::Greater, value, highest);
        let outside = self.values().or(&[below, above]);
        self.values().not(outside)
    }

    fn out_of_bounds(&mut self, index: Symbol, length: i128) -> Outcome<()> {
        let message = format!("Index {} out of bounds for length {length}", self.values().text(index));
        throw("java/lang/ArrayIndexOutOfBoundsException", message)
    }

    /// A symbolic array index becomes one of its values, and the instruction runs again.
    fn symbolic_index(&mut self, below: usize) -> Outcome<()> {
        let at = self.frame().sp as usize - below;
        let array = Ref::from_slot(self.thread().stack[at - 1]);
        if array.is_null() {
            return Err(Trap::ThrowNew { class: "java/lang/NullPointerException", message: None });
        }
        let index = self.operand(below, Type::Int)?;
        let length = self.heap.array_length(array);
        match self.decide_value(index, 0, i128::from(length) - 1, "a symbolic array index")? {
            Some(value) => {
                self.thread_mut().stack[at] = u64::from(value as u32);
                Ok(())
            }
            None => self.out_of_bounds(index, i128::from(length)),
        }
    }

    /// A symbolic length becomes one of its values, and the instruction runs again.
    fn symbolic_length(&mut self, below: usize) -> Outcome<()> {
        let at = self.frame().sp as usize - below;
        let length = self.operand(below, Type::Int)?;
        let chosen = match self.few_lengths(length, at)? {
            Lengths::All => {
                let value = self.decide_value(length, 0, i128::from(i32::MAX), "an array of symbolic length")?;
                value.map(|value| value as i32)
            }
            Lengths::Chosen(value) => value,
            Lengths::Longer => return Ok(()),
        };
        match chosen {
            Some(value) => {
                self.thread_mut().stack[at] = u64::from(value as u32);
                Ok(())
            }
            None => {
                let text = self.values().text(length);
                throw("java/lang/NegativeArraySizeException", text)
            }
        }
    }

    /// Where its type alone allows too many lengths they are tried a few at a time, from zero up: on most paths conditions
    /// leave only few. Those that were ruled out are counted in the half of the slot that an expression leaves free.
    fn few_lengths(&mut self, length: Symbol, at: usize) -> Outcome<Lengths> {
        const AT_ONCE: i128 = 8;
        let (least, most) = self.values().range(length);
        let from = i128::from(self.thread().stack[at] as u32).max(least);
        if most - from.max(0) < CASES_MAX || from >= CASES_MAX {
            return Ok(Lengths::All);
        }
        let mut conditions = Vec::new();
        for value in from..from + AT_ONCE {
            let value = self.values().constant(value as i64);
            conditions.push(self.values().compare(Comparison::Equal, length, value));
        }
        let (zero, last) = (self.values().constant(0), self.values().constant((from + AT_ONCE - 1) as i64));
        conditions.push(self.values().compare(Comparison::Greater, length, last));
        if from == 0 {
            conditions.push(self.values().compare(Comparison::Less, length, zero));
        }
        Ok(match self.decide_among(conditions, "length")? as i128 {
            AT_ONCE => {
                self.thread_mut().stack[at] = narrow_slot(length) | (from + AT_ONCE) as u64;
                Lengths::Longer
            }
            pick if pick < AT_ONCE => Lengths::Chosen(Some((from + pick) as i32)),
            _ => Lengths::Chosen(None),
        })
    }
}
