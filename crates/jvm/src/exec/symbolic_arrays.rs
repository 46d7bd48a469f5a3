//! Arrays with a symbolic index or length: cases where their number is small, an expression where a load finds many constants. Where
//! paths are followed together (`Config::merges_paths`), or cases would be many, an access to numbers is no decision at all: a load gives an
//! expression that chooses between the elements, and after a store each element is one that chooses between the new value and the old.

use hashbrown::HashMap;

use super::symbolic::{CASES_MAX, Type, is_opaque};
use crate::domain::{Comparison, Symbol, Width, narrow_slot, narrow_symbol};
use crate::heap::{ELEMENTS, Ref};
use crate::instr::{Instr, Op};
use crate::vm::{Outcome, Trap, Vm, unsupported};

/// A load with a symbolic index looks at no more elements than this.
const ELEMENTS_MAX: i128 = 1 << 16;

/// An array with more different elements than this is not split into cases by a load: what it gives is an expression.
const ELEMENTS_APART_MAX: usize = 16;

/// An access chooses between at most so many elements.
const CHOSEN_MAX: i128 = 256;

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
        let is_worth_it = self.may_merge() || groups.len() > ELEMENTS_APART_MAX;
        if groups.len() > 1 && is_worth_it && self.may_choose(array, (from, to)) {
            return self.chosen_load(array, index, &groups, instr.op);
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
        let after = format!(" out of bounds for length {length}");
        self.push_throw_showing("java/lang/ArrayIndexOutOfBoundsException", index, ["Index ", &after])?;
        Err(Trap::Entered)
    }

    /// Whether elements of an array can be chosen between by an expression: numbers that are known, or unknown as any other. Reals and
    /// characters of texts are not, and where probabilities are asked for, cases are easier to count.
    fn may_choose(&mut self, array: Ref, (from, to): (i128, i128)) -> bool {
        let class = self.class(self.heap.class_of(array)).name.clone();
        if self.threaded || class.len() != 2 || to - from >= CHOSEN_MAX || !self.values().bounded("") {
            return false;
        }
        let op = load_of(&class);
        (from..=to).all(|place| {
            let (_, symbol) = self.element(array, place as usize, op);
            symbol == 0 || (!is_opaque(symbol) && !self.values().is_real(symbol))
        })
    }

    /// The expression of an element.
    fn element_symbol(&mut self, array: Ref, place: i128, op: Op) -> Symbol {
        match self.element(array, place as usize, op) {
            (bits, 0) => {
                let value = match &*self.class(self.heap.class_of(array)).name {
                    "[B" | "[Z" => i64::from(bits as i8),
                    "[C" => i64::from(bits as u16),
                    "[S" => i64::from(bits as i16),
                    "[I" | "[F" => i64::from(bits as i32),
                    _ => bits as i64,
                };
                self.values().constant(value)
            }
            (_, symbol) => symbol,
        }
    }

    /// A load that gives the element of each group of indices where the index is one of these.
    fn chosen_load(&mut self, array: Ref, index: Symbol, groups: &[Vec<(i128, i128)>], op: Op) -> Outcome<()> {
        let length = i128::from(self.heap.array_length(array));
        let inside = self.between(index, (0, length - 1));
        if !self.decide(inside, "a symbolic array index")? {
            return self.out_of_bounds(index, length);
        }
        let (last, others) = groups.split_last().expect("more than one");
        let mut chosen = self.element_symbol(array, last[0].0, op);
        for runs in others.iter().rev() {
            let parts: Vec<Symbol> = runs.iter().map(|run| self.between(index, *run)).collect();
            let here = self.values().or(&parts);
            let element = self.element_symbol(array, runs[0].0, op);
            chosen = self.values().choose(here, element, chosen);
        }
        self.push_result(2, if op == Op::Aload8 { Type::Long } else { Type::Int }, chosen)
    }

    /// A store after which each element that it may have gone to is the new value or the old one; false if it has to be decided which.
    fn chosen_store(&mut self, array: Ref, index: Symbol, below: usize) -> Outcome<bool> {
        let length = i128::from(self.heap.array_length(array));
        let (least, most) = self.values().range(index);
        let (from, to) = (least.max(0), most.min(length - 1));
        if !self.may_merge() || from >= to || !self.may_choose(array, (from, to)) {
            return Ok(false);
        }
        let wide = below == 3;
        let slot = self.thread().stack[self.frame().sp as usize - (below - 1)];
        let stored = if wide { crate::domain::wide_symbol(slot) } else { narrow_symbol(slot) };
        if stored != 0 && (is_opaque(stored) || self.values().is_real(stored)) {
            return Ok(false);
        }
        let inside = self.between(index, (0, length - 1));
        if !self.decide(inside, "a symbolic array index")? {
            return self.out_of_bounds(index, length).map(|()| true);
        }
        let stored = self.operand(below - 1, if wide { Type::Long } else { Type::Int })?;
        let class = self.class(self.heap.class_of(array)).name.clone();
        // What memory keeps of a value.
        let stored = match &*class {
            "[B" => self.values().convert(stored, Width::Byte),
            "[Z" => self.values().convert(stored, Width::Boolean),
            "[C" => self.values().convert(stored, Width::Char),
            "[S" => self.values().convert(stored, Width::Short),
            _ => stored,
        };
        let op = load_of(&class);
        for place in from..=to {
            let before = self.element_symbol(array, place, op);
            let here = self.between(index, (place, place));
            let now = self.values().choose(here, stored, before);
            let slot = self.slot_of(now, wide);
            let kind = crate::class::Kind::of_descriptor(&class[1..]);
            self.put_kind(array, ELEMENTS + ((place as usize) << kind.shift()), kind, slot);
        }
        let frame = self.frame_mut();
        frame.sp -= below as u32 + 1;
        frame.pc += 1;
        Ok(true)
    }

    /// A symbolic array index becomes one of its values, and the instruction runs again.
    pub(super) fn symbolic_index(&mut self, below: usize) -> Outcome<()> {
        let at = self.frame().sp as usize - below;
        let array = Ref::from_slot(self.thread().stack[at - 1]);
        if array.is_null() {
            return Err(Trap::ThrowNew { class: "java/lang/NullPointerException", message: None });
        }
        let index = self.operand(below, Type::Int)?;
        if self.chosen_store(array, index, below)? {
            return Ok(());
        }
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
                self.push_throw_showing("java/lang/NegativeArraySizeException", length, ["", ""])?;
                Err(Trap::Entered)
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

/// The instruction that loads elements of an array class.
fn load_of(class: &str) -> Op {
    match class {
        "[B" | "[Z" => Op::Baload,
        "[C" => Op::Caload,
        "[S" => Op::Saload,
        "[J" | "[D" => Op::Aload8,
        _ => Op::Aload4,
    }
}
