//! Natives that get a symbolic value as an argument: most need to know it, those that move memory move expressions along.

use crate::class::{Kind, MethodId, parameter_kinds};
use crate::domain::{Comparison, LOOKING_INTO_TEXT, Symbol, narrow_slot};
use crate::exec::symbolic::is_opaque;
use crate::heap::{ELEMENTS, Ref};
use crate::natives::Native;
use crate::vm::{Outcome, Vm, unsupported};

/// Where a value has to be known, it is decided between at most this many.
pub(super) const CASES_MAX: i128 = 256;

impl Vm {
    /// A native, when values may be symbolic.
    pub(crate) fn symbolic_native(&mut self, id: MethodId, native: Native, slots: &mut [u64]) -> Outcome<u64> {
        let method = self.method(id);
        let returns = method.returns;
        // Natives may leave anything in the upper half of an int.
        let kept = if returns.slots() == 1 { 0xffff_ffff } else { u64::MAX };
        let is_concrete = slots.iter().all(|slot| slot >> 32 == 0);
        if is_concrete && self.heap.symbols.is_empty() {
            return Ok(native(self, slots)? & kept);
        }
        let method = self.method(id);
        let descriptor = method.descriptor.clone();
        let class = self.class(method.class).name.clone();
        let name = method.name.clone();
        if &*class == "jdk/internal/misc/Unsafe"
            && let Some(access) = MemoryAccess::of(&name)
        {
            return self.symbolic_access(access, &descriptor, native, slots);
        }
        if !self.heap.symbols.is_empty() {
            match (&*class, &*name) {
                ("java/lang/System", "arraycopy") => {
                    self.concretise(id, slots)?;
                    self.read_inputs_of(Ref::from_slot(slots[0]))?;
                    let result = native(self, slots)?;
                    self.copy_array_symbols(slots);
                    return Ok(result);
                }
                ("java/lang/Object", "clone") => {
                    self.read_inputs_of(Ref::from_slot(slots[0]))?;
                    let result = native(self, slots)?;
                    let (from, to) = (Ref::from_slot(slots[0]), Ref::from_slot(result));
                    let bytes = self.heap.size_of(from) * 8;
                    self.heap.copy_symbols((from, 0), (to, 0), bytes);
                    return Ok(result);
                }
                _ => {}
            }
        }
        let has_text = self.has_text(id, slots, |slot| self.is_symbolic_text(slot));
        if &*class == "java/io/PrintStream" && (has_text || self.has_symbol(id, slots)) {
            return Ok(0);
        }
        let is_join = name.starts_with("join") && class.starts_with(crate::stubs::PREFIX);
        if !is_join && has_text {
            return unsupported(format!("a symbolic String as an argument of {}.{name}", class.replace('/', ".")));
        }
        // Which string, or which class, has that name?
        let is_about_names = matches!(&*class, "java/lang/String" | "java/lang/Class");
        if is_about_names && self.has_text(id, slots, |slot| self.is_opaque_text(slot)) {
            return unsupported(LOOKING_INTO_TEXT);
        }
        if is_join {
            self.make_texts(id, slots)?;
        }
        if !is_concrete {
            self.concretise(id, slots)?;
        }
        Ok(native(self, slots)? & kept)
    }

    /// Whether the receiver or an argument is such a text.
    fn has_text(&self, id: MethodId, slots: &[u64], is_such: impl Fn(u64) -> bool) -> bool {
        if self.heap.symbols.is_empty() {
            return false;
        }
        let method = self.method(id);
        let receiver = slots.first().copied().filter(|_| !method.is_static());
        let mut at = usize::from(!method.is_static());
        let arguments = parameter_kinds(&method.descriptor).into_iter().filter_map(|kind| {
            let slot = slots.get(at).copied();
            at += usize::from(kind.slots());
            slot.filter(|_| kind == Kind::Reference)
        });
        receiver.into_iter().chain(arguments).any(is_such)
    }

    fn has_symbol(&self, id: MethodId, slots: &[u64]) -> bool {
        let method = self.method(id);
        let mut at = usize::from(!method.is_static());
        parameter_kinds(&method.descriptor).into_iter().any(|kind| {
            let symbol = Self::slot_symbol(kind, slots[at]);
            at += usize::from(kind.slots());
            symbol != 0
        })
    }

    /// Symbolic arguments become one of their values, where these are few.
    pub(super) fn concretise(&mut self, id: MethodId, slots: &mut [u64]) -> Outcome<()> {
        let method = self.method(id);
        let mut at = usize::from(!method.is_static());
        for kind in parameter_kinds(&method.descriptor) {
            let symbol = Self::slot_symbol(kind, slots[at]);
            if symbol != 0 {
                let method = self.method(id);
                let what = format!("a symbolic argument of {}.{}", self.class(method.class).java_name(), method.name);
                let start = self.frame().sp as usize - self.method(id).arguments as usize;
                let value = match self.decide_upwards(symbol, kind, start + at, &what)? {
                    Some(value) => value,
                    None => self.decide_argument(symbol, kind, &what)?,
                };
                slots[at] = value;
                // The call runs again if it has a choice of its own: the argument is then known.
                self.thread_mut().stack[start + at] = value;
            }
            at += usize::from(kind.slots());
        }
        Ok(())
    }

    pub(super) fn decide_argument(&mut self, symbol: Symbol, kind: Kind, what: &str) -> Outcome<u64> {
        if is_opaque(symbol) || self.values().is_real(symbol) {
            return unsupported(what.to_owned());
        }
        let (low, high) = self.values().range(symbol);
        if !self.has_few_values(symbol) {
            return unsupported(format!("{what} with {} possible values", high - low + 1));
        }
        let value = self.decide_value(symbol, low, high, what)?.unwrap_or(low as i64);
        Ok(if kind.slots() == 2 { value as u64 } else { u64::from(value as u32) })
    }

    /// An int whose type alone allows too many values is tried a few values at a time, from zero up, as lengths of arrays are: on most
    /// paths conditions leave only few. How many were ruled out is counted in the half of the slot that an expression leaves free.
    fn decide_upwards(&mut self, symbol: Symbol, kind: Kind, at: usize, what: &str) -> Outcome<Option<u64>> {
        const AT_ONCE: i64 = 8;
        if kind.slots() != 1 || is_opaque(symbol) || self.values().is_real(symbol) {
            return Ok(None);
        }
        if self.has_few_values(symbol) {
            return Ok(None);
        }
        loop {
            let from = i64::from(self.thread().stack[at] as u32);
            if i128::from(from) >= CASES_MAX {
                return Ok(None);
            }
            let mut conditions = Vec::new();
            for value in from..from + AT_ONCE {
                let value = self.values().constant(value);
                conditions.push(self.values().compare(Comparison::Equal, symbol, value));
            }
            let (zero, last) = (self.values().constant(0), self.values().constant(from + AT_ONCE - 1));
            conditions.push(self.values().compare(Comparison::Greater, symbol, last));
            if from == 0 {
                conditions.push(self.values().compare(Comparison::Less, symbol, zero));
            }
            match self.decide_among(conditions, what)? as i64 {
                pick if pick < AT_ONCE => return Ok(Some((from + pick) as u64)),
                AT_ONCE => self.thread_mut().stack[at] = narrow_slot(symbol) | (from + AT_ONCE) as u64,
                // Those below zero are left to whoever takes them by their range, which has too many.
                _ => return Ok(None),
            }
        }
    }

    pub(crate) fn copy_array_symbols(&mut self, slots: &[u64]) {
        let (from, to) = (Ref::from_slot(slots[0]), Ref::from_slot(slots[2]));
        let shift = self.heap.shapes[self.heap.class_of(from).0 as usize].element_shift.unwrap_or(0);
        let byte = |index: u64| ELEMENTS + ((index as u32 as usize) << shift);
        let bytes = (slots[4] as u32 as usize) << shift;
        self.heap.copy_symbols((from, byte(slots[1])), (to, byte(slots[3])), bytes);
    }

    /// `Unsafe` reads and writes memory by `get_kind` and `put_kind`, which mind the expressions there. What is left to
    /// decide is whether a symbolic value is the expected one.
    fn symbolic_access(
        &mut self,
        access: MemoryAccess,
        descriptor: &str,
        native: Native,
        slots: &mut [u64],
    ) -> Outcome<u64> {
        if access == MemoryAccess::Compare {
            let (object, offset) = (Ref::from_slot(slots[1]), slots[2] as usize);
            let kind = parameter_kinds(descriptor).get(2).copied().unwrap_or(Kind::Int);
            self.read_input(object, offset)?;
            let present = self.get_kind(object, offset, kind);
            if present != slots[4] && (Self::slot_symbol(kind, present) != 0 || Self::slot_symbol(kind, slots[4]) != 0)
            {
                let (a, b) = (self.symbol_or_constant(kind, present), self.symbol_or_constant(kind, slots[4]));
                let equal = self.values().compare(Comparison::Equal, a, b);
                if self.decide(equal, "compare and set")? {
                    slots[4] = present;
                }
            }
        }
        native(self, slots)
    }

    fn symbol_or_constant(&mut self, kind: Kind, slot: u64) -> Symbol {
        match Self::slot_symbol(kind, slot) {
            0 if kind.slots() == 2 => self.values().constant(slot as i64),
            0 => self.values().constant(i64::from(slot as i32)),
            symbol => symbol,
        }
    }

    /// A label wants to know a value: a symbolic one becomes one of its values first. `at` is its slot.
    pub(crate) fn settle_watched(&mut self, at: usize, kind: Kind) -> Outcome<()> {
        if let Some(line) = self.drawn_slot(kind, self.thread().stack[at]) {
            return self.settle_draw(line.draw);
        }
        if self.symbolic.is_none() {
            return Ok(());
        }
        let symbol = Self::slot_symbol(kind, self.thread().stack[at]);
        if symbol != 0 {
            let value = self.decide_argument(symbol, kind, "a label on a symbolic value")?;
            self.thread_mut().stack[at] = value;
        }
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::natives) enum MemoryAccess {
    Plain,
    Compare,
}

impl MemoryAccess {
    pub fn of(name: &str) -> Option<MemoryAccess> {
        const TYPES: [&str; 8] = ["Int", "Long", "Boolean", "Byte", "Char", "Short", "Float", "Double"];
        let is_typed = |rest: &str| TYPES.iter().any(|kind| rest.starts_with(kind));
        let compared = name.strip_prefix("compareAndSet").or_else(|| name.strip_prefix("compareAndExchange"));
        if compared.is_some_and(is_typed) {
            return Some(MemoryAccess::Compare);
        }
        let plain = name.strip_prefix("get").or_else(|| name.strip_prefix("put"));
        plain.is_some_and(is_typed).then_some(MemoryAccess::Plain)
    }
}
