//! Memory that is read and written otherwise than it was declared: several bytes of an array at once, as buffers do it, copies by
//! `Unsafe`, elements by reflection. Expressions stand beside the places they were stored at, so that a look at a part of such a place, or at
//! several, has to be put together. A native that read the memory below would see a number that is no value: what it is given becomes
//! known first, or is refused.

use super::arguments::MemoryAccess;
use crate::class::{ClassKind, Kind, MethodId, parameter_kinds};
use crate::domain::{Binary, Comparison, FloatFormat, FloatOp, Symbol, Width, narrow_symbol, wide_symbol};
use crate::exec::symbolic::is_opaque;
use crate::heap::{ELEMENTS, Ref};
use crate::natives::Native;
use crate::vm::{Outcome, Vm, unsupported};

/// Natives that look at no element of the arrays, and into no box, that they get, or that mind the expressions there.
const UNSEEING: [&str; 11] = [
    "java/lang/Object",
    "java/lang/System",
    "java/lang/Class",
    "java/lang/Thread",
    "java/lang/Throwable",
    "java/lang/StackTraceElement",
    "java/lang/ref/",
    "java/lang/invoke/",
    "jdk/internal/reflect/",
    "jdk/internal/misc/",
    "java/io/PrintStream",
];

/// A text that has to be known is decided between at most this many.
const TEXTS_MAX: i128 = 4096;

impl Vm {
    /// A value of one primitive type as one of another that it can be assigned to.
    pub(crate) fn widen_symbol(&mut self, from: Kind, to: Kind, value: u64) -> Outcome<u64> {
        let symbol = Self::slot_symbol(from, value);
        if is_opaque(symbol) {
            return unsupported("a part of a text by reflection");
        }
        let op = match (from, to) {
            (_, Kind::Int | Kind::Short | Kind::Long) => return Ok(self.slot_of(symbol, to.slots() == 2)),
            (Kind::Float, _) => FloatOp::ToOther,
            _ => FloatOp::FromInteger,
        };
        let format =
            if op == FloatOp::ToOther || to == Kind::Float { FloatFormat::Single } else { FloatFormat::Double };
        match self.values().float(op, format, symbol, symbol) {
            Some(result) => Ok(self.slot_of(result, to.slots() == 2)),
            None => unsupported("converting a real input"),
        }
    }

    /// The arrays of numbers, and the boxes, with an expression in them, that a native gets which would miss it.
    pub(super) fn unseen_contents(&self, id: MethodId, class: &str, slots: &[u64]) -> Vec<Ref> {
        let is_unseeing = UNSEEING
            .into_iter()
            .any(|known| if known.ends_with('/') { class.starts_with(known) } else { class == known });
        if is_unseeing || class.starts_with(crate::stubs::PREFIX) {
            return Vec::new();
        }
        let method = self.method(id);
        let mut at = usize::from(!method.is_static());
        let mut unseen = Vec::new();
        for kind in parameter_kinds(&method.descriptor) {
            let object = Ref::from_slot(slots[at]);
            at += usize::from(kind.slots());
            if kind != Kind::Reference || object.is_null() {
                continue;
            }
            let is_of_references =
                matches!(self.class(self.heap.class_of(object)).kind, ClassKind::Array { kind: Kind::Reference, .. });
            let parts = if is_of_references { self.array_refs(object) } else { vec![object] };
            unseen.extend(parts.into_iter().filter(|part| !part.is_null() && self.has_open_numbers(*part)));
        }
        unseen
    }

    /// What is in an array or a box becomes known, where it has few values.
    pub(super) fn settle_contents(&mut self, object: Ref, what: &str) -> Outcome<()> {
        self.read_inputs_of(object)?;
        let symbols = self.heap.symbols.iter().filter(|((holder, _), _)| *holder == object.0);
        let mut places: Vec<(u32, Symbol)> = symbols.map(|((_, at), symbol)| (*at, *symbol)).collect();
        places.sort_unstable();
        for (at, symbol) in places {
            let Some(kind) = self.kind_at(object, at as usize) else { return unsupported(what.to_owned()) };
            let value = self.decide_argument(symbol, kind, what)?;
            self.put_kind(object, at as usize, kind, value);
        }
        Ok(())
    }

    /// The characters of a text become known, if there are few such texts.
    pub(super) fn settle_text(&mut self, text: Ref, what: &str) -> Outcome<()> {
        let array = self.heap.get_ref(text, self.known.string_value as usize);
        let symbols = self.heap.symbols.iter().filter(|((holder, _), _)| *holder == array.0);
        let characters: Vec<Symbol> = symbols.map(|(_, symbol)| *symbol).collect();
        let mut texts: i128 = 1;
        for character in characters {
            if is_opaque(character) {
                return unsupported(what.to_owned());
            }
            let (low, high) = self.values().range(character);
            texts = texts.saturating_mul(high - low + 1);
        }
        if texts > TEXTS_MAX {
            return unsupported(what.to_owned());
        }
        self.settle_contents(array, what)
    }

    fn has_open_numbers(&self, object: Ref) -> bool {
        let class = self.class(self.heap.class_of(object));
        let is_of_numbers = match class.kind {
            ClassKind::Array { kind, .. } => kind != Kind::Reference,
            _ => Kind::PRIMITIVES.into_iter().any(|kind| kind.wrapper() == &*class.name),
        };
        is_of_numbers && self.has_symbols(object, 0, self.heap.size_of(object) * 8)
    }

    /// Whether this is a box of a value that is not known: which object of the library's it is, is not known either.
    pub(super) fn is_open_box(&self, object: Ref) -> bool {
        let is_object = !self.heap.symbols.is_empty() && !object.is_null();
        is_object && !self.class(self.heap.class_of(object)).is_array() && self.has_open_numbers(object)
    }

    /// Whether one of these bytes belongs to an expression.
    fn has_symbols(&self, object: Ref, offset: usize, bytes: usize) -> bool {
        let symbols = &self.heap.symbols;
        // What begins before may reach into it.
        let (from, to) = (offset.saturating_sub(7) as u32, (offset + bytes) as u32);
        if bytes < symbols.len() {
            return (from..to).any(|at| symbols.contains_key(&(object.0, at)));
        }
        symbols.keys().any(|(holder, at)| *holder == object.0 && (from..to).contains(at))
    }

    /// `Array.get…` and `set…`: the value keeps its expression, the index is decided.
    pub(super) fn reflected_element(&mut self, id: MethodId, native: Native, slots: &mut [u64]) -> Outcome<u64> {
        self.concretise_first(id, slots, 2)?;
        native(self, slots)
    }

    /// `Unsafe`'s accesses to a field, an element, or several elements at once.
    pub(super) fn symbolic_access(
        &mut self,
        access: MemoryAccess,
        id: MethodId,
        native: Native,
        slots: &mut [u64],
    ) -> Outcome<u64> {
        let kinds = parameter_kinds(&self.method(id).descriptor);
        let returns = self.method(id).returns;
        let value = kinds.get(2).copied();
        // Memory off the heap holds numbers only.
        if kinds.first() != Some(&Kind::Reference) || Ref::from_slot(slots[1]).is_null() {
            self.concretise(id, slots)?;
            return native(self, slots);
        }
        // An offset that follows from an input.
        if wide_symbol(slots[2]) != 0 {
            self.concretise_first(id, slots, 2)?;
        }
        let (object, offset) = (Ref::from_slot(slots[1]), slots[2] as usize);
        let kind = value.unwrap_or(returns);
        let size = 1usize << kind.shift();
        let element = self.size_at(object, offset).unwrap_or(size);
        if element == size && offset.is_multiple_of(size) {
            if access == MemoryAccess::Compare {
                self.settle_comparison(object, offset, kind, slots)?;
            }
            return native(self, slots);
        }
        let symbol = value.map_or(0, |kind| Self::slot_symbol(kind, slots[4]));
        let changes =
            access == MemoryAccess::Compare && Self::slot_symbol(kind, slots[4 + usize::from(kind.slots())]) != 0;
        if symbol == 0 && !changes && !self.has_symbols(object, offset, size) {
            return native(self, slots);
        }
        let is_array = self.class(self.heap.class_of(object)).is_array();
        if !is_array || element != 1 || access == MemoryAccess::Compare || is_opaque(symbol) {
            return unsupported("several elements of an array at once, of which one is not known");
        }
        match value {
            None => {
                self.read_inputs_of(object)?;
                self.joined_bytes(object, offset, kind)
            }
            Some(_) if symbol == 0 => {
                (0..size).for_each(|index| self.heap.set_symbol(object, offset + index, 0));
                native(self, slots)
            }
            Some(_) => self.split_bytes(object, offset, kind, symbol),
        }
    }

    /// `Unsafe`'s comparisons of references.
    pub(super) fn settle_identity(&mut self, slots: &[u64]) -> Outcome<()> {
        let (object, offset) = (Ref::from_slot(slots[1]), slots[2] as usize);
        if object.is_null() {
            return Ok(());
        }
        self.read_input(object, offset)?;
        let present = self.heap.get_ref(object, offset).slot();
        self.are_equal(Kind::Reference, present, slots[4]).map(drop)
    }

    /// The size of the element or field at an offset, where that is known.
    fn size_at(&self, object: Ref, offset: usize) -> Option<usize> {
        self.kind_at(object, offset).map(|kind| 1 << kind.shift())
    }

    fn kind_at(&self, object: Ref, offset: usize) -> Option<Kind> {
        if let ClassKind::Array { kind, .. } = self.class(self.heap.class_of(object)).kind {
            return Some(kind);
        }
        let (declaring, place) = self.field_at(object, offset as u32)?;
        Some(self.class(declaring).fields[place as usize].kind)
    }

    /// Whether a symbolic value is the expected one.
    fn settle_comparison(&mut self, object: Ref, offset: usize, kind: Kind, slots: &mut [u64]) -> Outcome<()> {
        self.read_input(object, offset)?;
        let present = self.get_kind(object, offset, kind);
        if self.are_equal(kind, present, slots[4])? {
            slots[4] = present;
        }
        Ok(())
    }

    /// Whether two values are equal, which is a question if one of them is not known.
    pub(crate) fn are_equal(&mut self, kind: Kind, a: u64, b: u64) -> Outcome<bool> {
        if kind == Kind::Reference && a != b && [a, b].into_iter().any(|slot| self.is_open_box(Ref::from_slot(slot))) {
            return unsupported("the identity of a box of a symbolic value");
        }
        if a != b {
            self.settle_values(kind, [a, b])?;
        }
        if a == b || self.symbolic.is_none() || (!self.is_unknown(kind, a) && !self.is_unknown(kind, b)) {
            return Ok(a == b);
        }
        let (a, b) = (self.symbol_or_constant(kind, a), self.symbol_or_constant(kind, b));
        if is_opaque(a) || is_opaque(b) {
            return unsupported("comparing a part of a text in memory");
        }
        let equal = self.values().compare(Comparison::Equal, a, b);
        self.decide(equal, "compare and set")
    }

    /// Several bytes as one number, the first of them the lowest.
    fn joined_bytes(&mut self, object: Ref, offset: usize, kind: Kind) -> Outcome<u64> {
        let is_wide = kind.slots() == 2;
        let width = if is_wide { Width::Long } else { Width::Int };
        let (mask, mut sum) = (self.values().constant(0xff), self.values().constant(0));
        for index in 0..1usize << kind.shift() {
            let slot = self.get_kind(object, offset + index, Kind::Byte);
            let byte = self.symbol_or_constant(Kind::Byte, slot);
            if is_opaque(byte) {
                return unsupported("several characters of a text at once, of which one is not known");
            }
            let byte = self.values().binary(Binary::And, width, byte, mask);
            let shift = self.values().constant(8 * index as i64);
            let byte = self.values().binary(Binary::Shl, width, byte, shift);
            sum = self.values().binary(Binary::Or, width, sum, byte);
        }
        let sum = match kind {
            Kind::Short => self.values().convert(sum, Width::Short),
            _ => sum,
        };
        Ok(self.slot_of(sum, is_wide))
    }

    fn split_bytes(&mut self, object: Ref, offset: usize, kind: Kind, symbol: Symbol) -> Outcome<u64> {
        if self.values().is_real(symbol) {
            return unsupported("the bytes of a real input");
        }
        let width = if kind.slots() == 2 { Width::Long } else { Width::Int };
        for index in 0..1usize << kind.shift() {
            let shift = self.values().constant(8 * index as i64);
            let above = self.values().binary(Binary::Ushr, width, symbol, shift);
            let byte = self.values().convert(above, Width::Byte);
            let slot = self.slot_of(byte, false);
            self.put_kind(object, offset + index, Kind::Byte, slot);
        }
        Ok(0)
    }

    /// `Unsafe.copyMemory0` and `copySwapMemory0`: expressions move along between arrays whose elements have the same size, if these are not
    /// turned round.
    pub(super) fn copy_symbolic_memory(
        &mut self,
        id: MethodId,
        native: Native,
        swaps: bool,
        slots: &mut [u64],
    ) -> Outcome<u64> {
        self.concretise(id, slots)?;
        let place = |at: usize| (Ref::from_slot(slots[at]), slots[at + 1] as usize);
        let (from, to, bytes) = (place(1), place(4), slots[7] as usize);
        let sides = [from, to];
        if !sides.into_iter().any(|(object, at)| !object.is_null() && self.has_symbols(object, at, bytes)) {
            return native(self, slots);
        }
        let are_arrays = !swaps && sides.into_iter().all(|(object, _)| !object.is_null());
        let [size, other] = sides.map(|(object, at)| if are_arrays { self.size_at(object, at) } else { None });
        let are_alike = size == other && size.is_some_and(|size| (from.1 | to.1 | bytes).is_multiple_of(size));
        if !are_alike {
            return unsupported("copying an array whose elements are not all known to memory of another kind");
        }
        self.read_inputs_of(from.0)?;
        let result = native(self, slots)?;
        self.heap.copy_symbols(from, to, bytes);
        Ok(result)
    }

    /// `Unsafe.setMemory0`.
    pub(super) fn fill_symbolic_memory(&mut self, id: MethodId, native: Native, slots: &mut [u64]) -> Outcome<u64> {
        self.concretise(id, slots)?;
        let (object, offset, bytes) = (Ref::from_slot(slots[1]), slots[2] as usize, slots[4] as usize);
        if !object.is_null() {
            if self.size_at(object, offset) != Some(1) && self.has_symbols(object, offset, bytes) {
                return unsupported("filling an array whose elements are not all known byte by byte");
            }
            for at in offset.max(ELEMENTS)..offset + bytes {
                self.heap.set_symbol(object, at, 0);
            }
        }
        native(self, slots)
    }

    /// Whether `vectorizedMismatch` is asked to compare arrays of longs or doubles.
    pub(super) fn are_of_longs(&self, slots: &[u64]) -> bool {
        [slots[0], slots[3]]
            .into_iter()
            .map(Ref::from_slot)
            .all(|array| !array.is_null() && matches!(self.kind_at(array, ELEMENTS), Some(Kind::Long | Kind::Double)))
    }

    /// The index of the first two elements that differ, or -1, as an expression.
    pub(super) fn first_difference(&mut self, slots: &[u64]) -> Outcome<u64> {
        let sides = [(Ref::from_slot(slots[0]), slots[1] as usize), (Ref::from_slot(slots[3]), slots[4] as usize)];
        for (array, _) in sides {
            self.read_inputs_of(array)?;
        }
        let mut found = self.values().constant(-1);
        for index in (0..slots[6] as u32 as usize).rev() {
            let [a, b] = sides.map(|(array, at)| self.get_kind(array, at + 8 * index, Kind::Long));
            let (a, b) = (self.symbol_or_constant(Kind::Long, a), self.symbol_or_constant(Kind::Long, b));
            if self.values().is_real(a) || self.values().is_real(b) {
                return unsupported("comparing arrays of real inputs");
            }
            let differs = self.values().compare(Comparison::NotEqual, a, b);
            let index = self.values().constant(index as i64);
            found = self.values().choose(differs, index, found);
        }
        Ok(self.slot_of(found, false))
    }

    /// The sum, or what the bits of two integers come to, where one is not known.
    pub(crate) fn combined(&mut self, op: Binary, kind: Kind, a: u64, b: u64) -> Outcome<u64> {
        let (x, y) = (self.symbol_or_constant(kind, a), self.symbol_or_constant(kind, b));
        if is_opaque(x) || is_opaque(y) {
            return unsupported("arithmetic on a part of a text in memory");
        }
        let (width, format) = match kind {
            Kind::Long => (Width::Long, None),
            Kind::Double => (Width::Long, Some(FloatFormat::Double)),
            Kind::Float => (Width::Int, Some(FloatFormat::Single)),
            _ => (Width::Int, None),
        };
        let result = match format {
            Some(format) => match self.values().float(FloatOp::Add, format, x, y) {
                Some(result) => result,
                None => return unsupported("arithmetic of real inputs that is not linear in them"),
            },
            None => self.values().binary(op, width, x, y),
        };
        let result = match kind {
            Kind::Byte => self.values().convert(result, Width::Byte),
            Kind::Short => self.values().convert(result, Width::Short),
            Kind::Char => self.values().convert(result, Width::Char),
            _ => result,
        };
        Ok(self.slot_of(result, kind.slots() == 2))
    }

    pub(super) fn symbol_or_constant(&mut self, kind: Kind, slot: u64) -> Symbol {
        let symbol = if kind.slots() == 2 { wide_symbol(slot) } else { narrow_symbol(slot) };
        match symbol {
            0 if kind.slots() == 2 => self.values().constant(slot as i64),
            0 => self.values().constant(i64::from(slot as i32)),
            symbol => symbol,
        }
    }
}
