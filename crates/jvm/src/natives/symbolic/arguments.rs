//! Natives that get a symbolic value as an argument: most need to know it, those that move memory move expressions along.

use crate::class::{Kind, MethodId, parameter_kinds};
use crate::domain::{Comparison, LOOKING_INTO_TEXT, Symbol, narrow_slot};
use crate::exec::symbolic::is_opaque;
use crate::heap::{ELEMENTS, Ref};
use crate::natives::Native;
use crate::vm::{Outcome, Trap, Vm, unsupported};

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
        let class = self.class(method.class).name.clone();
        let name = method.name.clone();
        if &*class == "jdk/internal/misc/Unsafe"
            && let Some(access) = MemoryAccess::of(&name)
        {
            return self.symbolic_access(access, id, native, slots);
        }
        if &*class == "java/lang/reflect/Array" && (name.starts_with("get") || name.starts_with("set")) {
            return self.reflected_element(id, native, slots);
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
                ("jdk/internal/misc/Unsafe", "compareAndSetReference" | "compareAndExchangeReference") => {
                    self.settle_identity(slots)?;
                }
                ("java/lang/System", "identityHashCode") if self.is_open_box(Ref::from_slot(slots[0])) => {
                    return unsupported("the identity of a box of a symbolic value");
                }
                ("jdk/internal/misc/Unsafe", "copyMemory0" | "copySwapMemory0") => {
                    return self.copy_symbolic_memory(id, native, &*name == "copySwapMemory0", slots);
                }
                ("jdk/internal/misc/Unsafe", "setMemory0") => return self.fill_symbolic_memory(id, native, slots),
                _ => {
                    for object in self.unseen_contents(id, &class, slots) {
                        let name = format!("{}.{name}", class.replace('/', "."));
                        self.settle_contents(object, &format!("a symbolic value in what {name} is given"))?;
                    }
                }
            }
        }
        let has_text = self.has_text(id, slots, |slot| self.is_symbolic_text(slot));
        if &*class == "java/io/PrintStream" && (has_text || self.has_symbol(id, slots)) {
            // What is printed on a terminal nobody reads; a stream of the program's own keeps it.
            let stream = Ref::from_slot(slots[0]);
            let is_standard = stream == self.known.stdout || stream == self.known.stderr;
            return if is_standard { Ok(0) } else { Err(Trap::FallThrough) };
        }
        let is_join = name.starts_with("join") && class.starts_with(crate::stubs::PREFIX);
        if !is_join && has_text {
            let what = format!("a symbolic String as an argument of {}.{name}", class.replace('/', "."));
            for text in self.texts_of(id, slots, |slot| self.is_symbolic_text(slot)) {
                self.settle_text(text, &what)?;
            }
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
        !self.texts_of(id, slots, is_such).is_empty()
    }

    /// The receiver and the arguments that are such texts.
    fn texts_of(&self, id: MethodId, slots: &[u64], is_such: impl Fn(u64) -> bool) -> Vec<Ref> {
        if self.heap.symbols.is_empty() {
            return Vec::new();
        }
        let method = self.method(id);
        let receiver = slots.first().copied().filter(|_| !method.is_static());
        let mut at = usize::from(!method.is_static());
        let arguments = parameter_kinds(&method.descriptor).into_iter().filter_map(|kind| {
            let slot = slots.get(at).copied();
            at += usize::from(kind.slots());
            slot.filter(|_| kind == Kind::Reference)
        });
        receiver.into_iter().chain(arguments).filter(|slot| is_such(*slot)).map(Ref::from_slot).collect()
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
        self.concretise_first(id, slots, usize::MAX)
    }

    /// As [`Vm::concretise`], of the first few parameters.
    pub(super) fn concretise_first(&mut self, id: MethodId, slots: &mut [u64], count: usize) -> Outcome<()> {
        let method = self.method(id);
        let mut at = usize::from(!method.is_static());
        for kind in parameter_kinds(&method.descriptor).into_iter().take(count) {
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
