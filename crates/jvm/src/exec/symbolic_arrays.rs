//! Arrays with a symbolic index or length: cases where their number is small, an expression where a load finds many constants.

use hashbrown::HashMap;

use super::symbolic::{CASES_MAX, Type};
use crate::domain::{Comparison, Symbol, narrow_slot};
use crate::heap::{ELEMENTS, Ref};
use crate::instr::{Instr, Op};
use crate::vm::{Outcome, Trap, Vm, throw, unsupported};

/// A load with a symbolic index looks at no more elements than this.
const ELEMENTS_MAX: i128 = 1 << 16;

/// An array with more different elements than this is not split into cases by a load: what it gives is an expression.
const ELEMENTS_APART_MAX: usize = 16;

/// What became of the possible lengths of an array.
enum Lengths {
    /// Few enough to be told apart at once.
    All,
    /// None is one below zero.
    Chosen(Option<i32>),
    /// Longer than those tried so far.
    Longer,
}

impl Vm {
    /// The index of a load becomes one of those with the same element, for each different element, and the instruction runs
    /// again: which of equals is read makes no difference. From many different numbers the load gives an expression.
    pub(super) fn symbolic_load(&mut self, instr: Instr) -> Outcome<()> {
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
        let groups = self.groups(array, (from, to), instr.op);
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

    /// Per different element, the runs of indices that hold it.
    fn groups(&self, array: Ref, (from, to): (i128, i128), op: Op) -> Vec<Vec<(i128, i128)>> {
        let mut groups: Vec<Vec<(i128, i128)>> = Vec::new();
        let mut known: HashMap<(u64, Symbol), usize> = HashMap::new();
        for place in from..=to {
            let group = *known.entry(self.element(array, place as usize, op)).or_insert(groups.len());
            if group == groups.len() {
                groups.push(Vec::new());
            }
            match groups[group].last_mut() {
                Some(run) if run.1 + 1 == place => run.1 = place,
                _ => groups[group].push((place, place)),
            }
        }
        groups
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

    fn out_of_bounds(&mut self, index: Symbol, length: i128) -> Outcome<()> {
        let message = format!("Index {} out of bounds for length {length}", self.values().text(index));
        throw("java/lang/ArrayIndexOutOfBoundsException", message)
    }

    /// A symbolic array index becomes one of its values, and the instruction runs again.
    pub(super) fn symbolic_index(&mut self, below: usize) -> Outcome<()> {
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
    pub(super) fn symbolic_length(&mut self, below: usize) -> Outcome<()> {
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
