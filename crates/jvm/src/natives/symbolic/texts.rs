//! Boxes and texts of symbolic values. A text is opaque: it can be copied and printed, but not looked into.

use crate::class::{Kind, MethodId, parameter_kinds};
use crate::domain::{Binary, Comparison, LOOKING_INTO_TEXT, Symbol, Width, narrow_slot};
use crate::exec::symbolic::{OPAQUE, is_opaque, rest_length, unseen};
use crate::heap::{ELEMENTS, Ref};
use crate::instr::{Instr, OF_REFERENCES};
use crate::thread::FrameKind;
use crate::vm::{Outcome, Trap, Vm, unsupported};

use super::arguments::CASES_MAX;
use super::long_texts::{FAMILY, Piece};

/// As many as a symbolic array index may have.
const TEXTS_MAX: i128 = 4096;

/// Methods of strings whose answer depends on a text that is not known, when the library calls them; others get to see the opaque
/// characters themselves.
const LOOKING_INTO_TEXTS: [&str; 16] = [
    "length",
    "isEmpty",
    "isBlank",
    "equals",
    "equalsIgnoreCase",
    "contentEquals",
    "compareTo",
    "compareToIgnoreCase",
    "startsWith",
    "endsWith",
    "contains",
    "indexOf",
    "lastIndexOf",
    "regionMatches",
    "matches",
    "hashCode",
];

/// Methods that only copy texts, whatever is in these: a program may call them. Of any other it would learn how long a text is.
const COPYING_TEXTS: [&str; 5] = ["concat", "toString", "repeat", "append", "ensureCapacity"];

impl Vm {
    /// Boxes and texts of symbolic values.
    pub(super) fn call_library(
        &mut self,
        id: MethodId,
        start: usize,
        name: &str,
        descriptor: &str,
        slots: &[u64],
    ) -> Outcome<()> {
        let kinds = parameter_kinds(descriptor);
        let offset = usize::from(!self.method(id).is_static());
        let Some(kind) = kinds.first().copied() else { return Err(Trap::FallThrough) };
        let slot = slots[offset];
        let symbol = Self::slot_symbol(kind, slot);
        if symbol == 0 {
            return Err(Trap::FallThrough);
        }
        if is_opaque(symbol) {
            // A character of an opaque text goes from string to string as it is.
            return if name == "append" { Err(Trap::FallThrough) } else { unsupported(unseen(symbol)) };
        }
        // The library puts a character into a text without looking at it, but for whether it is one of Latin-1.
        if kind == Kind::Char && (name != "valueOf" || descriptor.ends_with("Ljava/lang/String;")) {
            let (low, high) = self.values().range(symbol);
            if self.config.texts_by_value || (low >= 0 && high < 256) {
                return Err(Trap::FallThrough);
            }
        }
        match name {
            "valueOf" if self.method(id).returns == Kind::Reference && !descriptor.ends_with("Ljava/lang/String;") => {
                let class = self.method(id).class;
                self.ensure_initialized(class)?;
                let object = self.allocate(class)?;
                let value = self.offset_of(class, "value").expect("a box has a value") as usize;
                self.heap.set_symbol(object, value, symbol);
                self.finish_call(start, Kind::Reference, object.slot())
            }
            "append" if self.is_spelled(kind, symbol) || !self.makes_texts_by_value(symbol) => {
                let is_spelled = self.is_spelled(kind, symbol);
                let text = if is_spelled { self.spelled_text(symbol)? } else { self.opaque_text(symbol)? };
                let class = self.method(id).class;
                let wanted = format!("(Ljava/lang/String;){}", descriptor.rsplit(')').next().unwrap_or_default());
                let Some(target) = self.resolve_method(class, "append", &wanted) else {
                    return unsupported("the text of a symbolic value");
                };
                let depth = self.thread().frames.len();
                self.push_frame(target, &[slots[0], text.slot()], FrameKind::Normal)?;
                self.thread_mut().frames[depth - 1].sp = start as u32;
                Ok(())
            }
            _ if self.is_spelled(kind, symbol) => {
                let text = self.spelled_text(symbol)?;
                self.finish_call(start, Kind::Reference, text.slot())
            }
            // Whoever asks for the text of a number alone is going to look into it: it is made for each of a few values.
            _ if self.has_few_values(symbol) => {
                let value = self.decide_argument(symbol, kind, "the text of a symbolic value")?;
                self.thread_mut().stack[start + offset] = value;
                Err(Trap::FallThrough)
            }
            _ => {
                let text = self.opaque_text(symbol)?;
                self.finish_call(start, Kind::Reference, text.slot())
            }
        }
    }

    /// Two boxes of which one is symbolic are the same object where the library keeps one per value (JLS 5.1.7). Boxes are taken to
    /// come from `valueOf`, as the compiler makes them; constructors of boxes are deprecated, and not told apart.
    pub(crate) fn are_same_box(&mut self, instr: Instr) -> Option<Symbol> {
        if instr.x != OF_REFERENCES {
            return None;
        }
        let sp = self.frame().sp as usize;
        let boxes = [2, 1].map(|below| Ref::from_slot(self.thread().stack[sp - below]));
        let class = self.heap.class_of(boxes[0]);
        if class != self.heap.class_of(boxes[1]) {
            return None;
        }
        let (low, high, wide) = match &*self.class(class).name {
            "java/lang/Integer" | "java/lang/Short" | "java/lang/Byte" => (-128, 127, false),
            "java/lang/Long" => (-128, 127, true),
            "java/lang/Character" => (0, 127, false),
            _ => return None,
        };
        let offset = self.offset_of(class, "value")?;
        let symbols = boxes.map(|object| self.heap.symbols.get(&(object.0, offset)).copied());
        if symbols == [None, None] {
            return None;
        }
        let mut values = [0; 2];
        for (index, object) in boxes.into_iter().enumerate() {
            let at = offset as usize;
            let concrete = match &*self.class(class).name {
                _ if wide => self.heap.get8(object, at) as i64,
                "java/lang/Byte" => i64::from(self.heap.get1(object, at) as i8),
                "java/lang/Short" => i64::from(self.heap.get2(object, at) as i16),
                "java/lang/Character" => i64::from(self.heap.get2(object, at)),
                _ => i64::from(self.heap.get4(object, at) as i32),
            };
            values[index] = symbols[index].unwrap_or_else(|| self.values().constant(concrete));
        }
        let different = self.values().compare(Comparison::NotEqual, values[0], values[1]);
        let inside = self.between(values[0], (low, high));
        let outside = self.values().not(inside);
        let apart = self.values().or(&[different, outside]);
        Some(self.values().not(apart))
    }

    /// Whether a value can be decided: by its range, or by the inputs it is made of.
    pub(super) fn has_few_values(&mut self, symbol: Symbol) -> bool {
        if is_opaque(symbol) || self.values().is_real(symbol) {
            return false;
        }
        let (low, high) = self.values().range(symbol);
        let most = self.texts_max();
        high - low < most || self.values().few_values(symbol, most as usize).is_some()
    }

    /// Values that are told apart for their texts: more of them where the program is known to look into these.
    pub(super) fn texts_max(&self) -> i128 {
        if self.config.texts_by_value { TEXTS_MAX } else { CASES_MAX }
    }

    pub(super) fn makes_texts_by_value(&mut self, symbol: Symbol) -> bool {
        self.config.texts_by_value && self.has_few_values(symbol)
    }

    /// A method of a string or of a builder that depends on its text, which must then be known.
    pub(super) fn look_into_texts(&self, name: &str, descriptor: &str, slots: &[u64]) -> Outcome<()> {
        if self.heap.symbols.is_empty() {
            return Ok(());
        }
        let kinds = parameter_kinds(descriptor);
        let caller = self.class(self.method(self.frame().method).class);
        // Who only copies a text, or prints it, has to ask for its length.
        let may_measure = FAMILY.contains(&&*caller.name) || &*caller.name == "java/io/PrintStream";
        let is_looking = match caller.library {
            true if may_measure && matches!(name, "length" | "isEmpty") => false,
            true => LOOKING_INTO_TEXTS.contains(&name),
            // To append a part of a text is to ask whether it has that part.
            false => !COPYING_TEXTS.contains(&name) || (name == "append" && kinds.len() > 1),
        };
        let mut at = 1;
        let mut texts = vec![slots[0]];
        for kind in kinds {
            if kind == Kind::Reference {
                texts.push(slots[at]);
            }
            at += usize::from(kind.slots());
        }
        match is_looking && texts.into_iter().any(|slot| self.is_opaque_text(slot)) {
            true => unsupported(LOOKING_INTO_TEXT),
            false => Ok(()),
        }
    }

    /// Whether a string or a builder shows a value that is not known.
    pub(super) fn is_opaque_text(&self, slot: u64) -> bool {
        let is_opaque = |piece: &Piece| matches!(piece, Piece::Symbolic([low, _]) if low.0 == OPAQUE);
        self.pieces(slot).is_some_and(|pieces| pieces.iter().any(is_opaque))
    }

    /// A string that shows the expression. It can be copied and printed, but not looked into: its characters are opaque.
    pub(crate) fn opaque_text(&mut self, symbol: Symbol) -> Outcome<Ref> {
        let text = self.values().text(symbol);
        let ascii: String = text.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
        let string = self.new_string(&ascii)?;
        let array = self.heap.get_ref(string, self.known.string_value as usize);
        for index in 0..self.heap.array_length(array) as usize {
            self.heap.set_symbol(array, ELEMENTS + index, OPAQUE);
        }
        Ok(string)
    }

    /// Adds the places of opaque characters of `string`, which is about to be copied to `at`.
    pub(crate) fn note_opaque(&self, string: Ref, at: usize, opaque: &mut Vec<std::ops::Range<usize>>) {
        if string.is_null() || self.heap.symbols.is_empty() {
            return;
        }
        let array = self.heap.get_ref(string, self.known.string_value as usize);
        let shift = usize::from(self.heap.get1(string, self.known.string_coder as usize));
        let bytes = self.heap.array_length(array) as usize;
        for index in 0..bytes >> shift {
            if self.heap.symbols.get(&(array.0, (ELEMENTS + (index << shift)) as u32)) == Some(&OPAQUE) {
                opaque.push(at + index..at + index + 1);
            }
        }
    }

    /// Adds the symbolic characters of `string`, which is about to be copied to `at`.
    pub(crate) fn note_symbolic(&self, string: Ref, at: usize, symbolic: &mut Vec<(usize, [Symbol; 2])>) {
        if string.is_null() || self.heap.symbols.is_empty() {
            return;
        }
        let array = self.heap.get_ref(string, self.known.string_value as usize);
        let shift = usize::from(self.heap.get1(string, self.known.string_coder as usize));
        let symbol = |byte: usize| self.heap.symbols.get(&(array.0, (ELEMENTS + byte) as u32)).copied();
        for index in 0..self.heap.array_length(array) as usize >> shift {
            let low = symbol(index << shift).unwrap_or(0);
            let high = if shift == 0 { 0 } else { symbol((index << shift) + 1).unwrap_or(0) };
            if low != OPAQUE && [low, high] != [0, 0] {
                symbolic.push((at + index, [low, high]));
            }
        }
    }

    /// Whether a string has characters that are not known.
    pub(super) fn is_symbolic_text(&self, slot: u64) -> bool {
        let object = Ref::from_slot(slot);
        let mut symbolic = Vec::new();
        if !object.is_null() && self.heap.class_of(object) == self.known.string {
            self.note_symbolic(object, 0, &mut symbolic);
        }
        !symbolic.is_empty()
    }

    /// Makes characters of a string symbolic: their lower bytes and, where there are two, their upper ones.
    pub(crate) fn mark_symbolic(&mut self, string: Ref, places: &[(usize, [Symbol; 2])]) {
        let array = self.heap.get_ref(string, self.known.string_value as usize);
        let shift = usize::from(self.heap.get1(string, self.known.string_coder as usize));
        for (index, symbol) in places {
            let at = ELEMENTS + (index << shift);
            let [low, high] = *symbol;
            // A rest stands in both bytes, whatever it was copied from.
            let high = if rest_length(low).is_some() { low } else { high };
            for (byte, symbol) in [low, high].into_iter().enumerate().take(1 << shift) {
                if symbol != 0 {
                    self.heap.set_symbol(array, at + byte, symbol);
                }
            }
        }
    }

    /// Makes characters of a string opaque.
    pub(crate) fn mark_opaque(&mut self, string: Ref, places: &[std::ops::Range<usize>]) {
        if places.is_empty() {
            return;
        }
        let array = self.heap.get_ref(string, self.known.string_value as usize);
        let shift = usize::from(self.heap.get1(string, self.known.string_coder as usize));
        for index in places.iter().cloned().flatten() {
            for byte in 0..1 << shift {
                self.heap.set_symbol(array, ELEMENTS + (index << shift) + byte, OPAQUE);
            }
        }
    }

    /// The same character as an expression whose range tells whether it is one of Latin-1, which is decided if need be.
    fn of_known_width(&mut self, character: Symbol) -> Outcome<Symbol> {
        const WIDE: i64 = 256;
        let (low, high) = self.values().range(character);
        if high < i128::from(WIDE) || low >= i128::from(WIDE) {
            return Ok(character);
        }
        let [first, byte, unit] = [WIDE, WIDE - 1, i64::from(u16::MAX)].map(|value| self.values().constant(value));
        let is_narrow = self.values().compare(Comparison::Less, character, first);
        Ok(if self.decide(is_narrow, "a character of Latin-1")? {
            self.values().binary(Binary::And, Width::Int, character, byte)
        } else {
            let above = self.values().binary(Binary::Sub, Width::Int, character, first);
            let above = self.values().binary(Binary::And, Width::Int, above, unit);
            self.values().binary(Binary::Add, Width::Int, above, first)
        })
    }

    /// Symbolic arguments of a concatenation become texts.
    pub(super) fn make_texts(&mut self, id: MethodId, slots: &mut [u64]) -> Outcome<()> {
        let mut at = 0;
        let kinds = parameter_kinds(&self.method(id).descriptor.clone());
        let mut spelled: Vec<(usize, Symbol)> = Vec::new();
        for kind in &kinds {
            let symbol = Self::slot_symbol(*kind, slots[at]);
            if symbol != 0 && self.is_spelled(*kind, symbol) {
                spelled.push((at, symbol));
            }
            at += usize::from(kind.slots());
        }
        // What an earlier attempt left, which ended at a choice, is not of this call.
        self.concat_symbols.clear();
        self.concat_texts.clear();
        // One decision at a time: values that are told apart come first.
        at = 0;
        for kind in kinds {
            let symbol = Self::slot_symbol(kind, slots[at]);
            let is_spelled = spelled.iter().any(|(place, _)| *place == at);
            // The call runs again after each decision: the argument is then known.
            let place = self.frame().sp as usize - self.method(id).arguments as usize + at;
            if symbol != 0 && kind == Kind::Char && self.config.texts_by_value && !is_opaque(symbol) {
                let character = self.of_known_width(symbol)?;
                self.thread_mut().stack[place] = narrow_slot(character);
                self.concat_symbols.push((at, character));
                slots[at] = 0;
            } else if symbol != 0 && !is_spelled && self.makes_texts_by_value(symbol) {
                let value = self.decide_argument(symbol, kind, "the text of a symbolic value")?;
                slots[at] = value;
                self.thread_mut().stack[place] = value;
            } else if symbol != 0 {
                self.concat_symbols.push((at, symbol));
                slots[at] = 0;
            }
            at += usize::from(kind.slots());
        }
        let symbols: Vec<Symbol> = spelled.iter().map(|(_, symbol)| *symbol).collect();
        if !symbols.is_empty()
            && let Some(texts) = self.spelled(&symbols)?
        {
            self.concat_texts = spelled.into_iter().map(|(place, _)| place).zip(texts).collect();
        }
        Ok(())
    }
}
