//! Strings of any length. Their first characters are inputs like others; what follows is a *rest*: one element of the array whose
//! expression says how many characters it stands for, at least one. A rest can be copied and joined like a character. Questions
//! that it leaves open are answered here; whatever else would look into it is not supported, and said to be.
//!
//! The classes of texts (`String`, `StringBuilder` and their helpers) copy elements without looking at them once one of their
//! methods that only copies is called. So it is calls from outside that are looked at.

use crate::class::{Kind, parameter_kinds};
use crate::domain::{BEYOND_TEXT, Binary, Comparison, GUESS, InputDomain, Symbol, Width};
use crate::exec::symbolic::{REST, is_opaque, rest_length};
use crate::heap::{ELEMENTS, Ref};
use crate::vm::{Outcome, Trap, Vm, throw, unsupported};

/// Classes that hold texts, and trust each other.
pub(super) const FAMILY: [&str; 7] = [
    "java/lang/String",
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
    "java/lang/AbstractStringBuilder",
    "java/lang/StringLatin1",
    "java/lang/StringUTF16",
    "java/lang/StringConcatHelper",
];

/// Methods that copy texts, or none of whose answers depends on one.
const COPYING: [&str; 6] = ["concat", "toString", "append", "ensureCapacity", "trimToSize", "getClass"];

/// Methods of builders that mean the same as those of strings, or only copy.
const OF_BUILDERS: [&str; 9] =
    ["append", "insert", "toString", "length", "isEmpty", "charAt", "substring", "ensureCapacity", "trimToSize"];

/// What is known of a byte: its expression, or its value.
pub(super) type Byte = (Symbol, u8);

/// An element of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    Known(u16),
    /// Its bytes, the lower one first.
    Symbolic([Byte; 2]),
    /// Of so many characters.
    Rest(Symbol),
}

impl Vm {
    /// A call of a method of a text from outside their classes, where some text has a rest: answered if it can be, let through
    /// if that is right, and not supported otherwise.
    pub(super) fn call_of_long_text(
        &mut self,
        start: usize,
        name: &str,
        descriptor: &str,
        returns: Kind,
        slots: &[u64],
    ) -> Outcome<()> {
        let caller = self.class(self.method(self.frame().method).class).name.clone();
        if FAMILY.contains(&&*caller) {
            return Err(Trap::FallThrough);
        }
        // Which texts have a given hash is a riddle, and of no interest: whoever asks for one compares the texts as well.
        if name == "hashCode" && self.is_symbolic_text(slots[0]) {
            return self.guess(start, name, returns);
        }
        let own = self.pieces(slots[0]).unwrap_or_default();
        let mut others = Vec::new();
        let mut at = 1;
        for kind in parameter_kinds(descriptor) {
            if kind == Kind::Reference {
                others.extend(self.pieces(slots[at]));
            }
            at += usize::from(kind.slots());
        }
        let is_long = |pieces: &Vec<Piece>| pieces.iter().any(|piece| matches!(piece, Piece::Rest(_)));
        if !is_long(&own) && !others.iter().any(is_long) {
            return Err(Trap::FallThrough);
        }
        let known = own.iter().position(|piece| matches!(piece, Piece::Rest(_))).unwrap_or(own.len()) as u64;
        let behind = own.iter().rev().take_while(|piece| !matches!(piece, Piece::Rest(_))).count();
        let index = |at: usize| slots.get(at).copied().filter(|slot| slot >> 32 == 0);
        let answer = |truth: bool| Some(u64::from(truth));
        if !is_string(self, slots[0]) && !OF_BUILDERS.contains(&name) {
            return unsupported(BEYOND_TEXT);
        }
        let result = match (name, others.first()) {
            ("append", _) if descriptor.starts_with("(Ljava/lang/CharSequence;II)") => None,
            ("length", _) => self.length_of(&own)?,
            ("isEmpty", _) => answer(false),
            ("equals", Some(other)) if is_string(self, slots[1]) => are_equal(&own, other).and_then(answer),
            ("equals", None) => answer(false),
            ("compareTo" | "compareToIgnoreCase", Some(other)) if own == *other => Some(0),
            ("equalsIgnoreCase" | "contentEquals" | "contains" | "startsWith" | "endsWith", Some(other))
                if own == *other && parameter_kinds(descriptor).len() == 1 =>
            {
                answer(true)
            }
            ("startsWith", Some(other)) if !is_long(other) => {
                let from = if parameter_kinds(descriptor).len() == 1 { Some(0) } else { index(2) };
                let fits = from.is_some_and(|from| from + other.len() as u64 <= known);
                return if fits { Err(Trap::FallThrough) } else { self.guess(start, name, returns) };
            }
            // The library looks at as many elements from the back, where what stands behind the last rest is.
            ("endsWith", Some(other)) if !is_long(other) && other.len() <= behind => return Err(Trap::FallThrough),
            ("charAt", _) if index(1).is_some_and(|index| index < known) => return Err(Trap::FallThrough),
            // What comes before the first rest is where it seems to be.
            ("insert", _) if index(1).is_some_and(|index| index <= known) && parameter_kinds(descriptor).len() == 2 => {
                return Err(Trap::FallThrough);
            }
            ("substring" | "subSequence", _) if returns == Kind::Reference => {
                let (from, to) = (index(1), index(2));
                // The library's check of the upper bound passes for what lies before the first rest; without one, what follows is
                // copied to the end.
                let to_the_end =
                    slots.len() == 2 && is_string(self, slots[0]) && from.is_some_and(|from| from <= known);
                let fits = to_the_end || slots.len() == 3 && from.is_some() && to.is_some_and(|to| to <= known);
                return if fits { Err(Trap::FallThrough) } else { unsupported(BEYOND_TEXT) };
            }
            (copying, _) if COPYING.contains(&copying) => return Err(Trap::FallThrough),
            _ => None,
        };
        match result {
            Some(result) => self.finish_call(start, returns, result),
            None => self.guess(start, name, returns),
        }
    }

    /// A question about a text that could have any answer: what follows for every answer is so. Whoever finds that something goes
    /// wrong for one of them has found nothing yet (see `GUESS`).
    fn guess(&mut self, start: usize, name: &str, returns: Kind) -> Outcome<()> {
        let domain = match (name, returns) {
            (
                "equals" | "equalsIgnoreCase" | "contentEquals" | "contains" | "startsWith" | "endsWith" | "matches"
                | "isBlank" | "regionMatches",
                Kind::Boolean,
            ) => InputDomain::Integer { width: Width::Boolean, low: 0, high: 1 },
            ("indexOf" | "lastIndexOf", Kind::Int) => {
                InputDomain::Integer { width: Width::Int, low: -1, high: i64::from(i32::MAX) - 1 }
            }
            ("compareTo" | "compareToIgnoreCase" | "hashCode", Kind::Int) => any_int(),
            _ => return unsupported(BEYOND_TEXT),
        };
        let value = self.input_value(&format!("{GUESS}{name}"), &domain)?;
        self.finish_call(start, returns, value)
    }

    /// A long text may be that of a number, any number, or of none.
    pub(super) fn parse_of_long_text(&mut self, start: usize, returns: Kind, slot: u64) -> Outcome<()> {
        let is_rest = |piece: &Piece| matches!(piece, Piece::Rest(_));
        if !self.config.strings_whole || !self.pieces(slot).is_some_and(|pieces| pieces.iter().any(is_rest)) {
            return Err(Trap::FallThrough);
        }
        let name = format!("{GUESS}isNumber");
        let domain = InputDomain::Integer { width: Width::Boolean, low: 0, high: 1 };
        // The call runs again once this is decided: until then it has asked for nothing.
        let symbol = self.next_input(&name, &domain)?;
        let zero = self.values().constant(0);
        let is_none = self.values().compare(Comparison::Equal, symbol, zero);
        let is_none = self.decide(is_none, "whether a String is a number")?;
        self.input_value(&name, &domain)?;
        if is_none {
            return throw("java/lang/NumberFormatException", "For input string: a symbolic String");
        }
        let domain = match returns {
            Kind::Long => InputDomain::Integer { width: Width::Long, low: i64::MIN, high: i64::MAX },
            _ => any_int(),
        };
        let value = self.input_value(&format!("{GUESS}number"), &domain)?;
        self.finish_call(start, returns, value)
    }

    /// The elements of a string or of a builder of strings; nothing for other objects.
    pub(super) fn pieces(&self, slot: u64) -> Option<Vec<Piece>> {
        let object = Ref::from_slot(slot);
        if object.is_null() {
            return None;
        }
        let class = self.heap.class_of(object);
        let (array, coder, count) = if class == self.known.string {
            let array = self.heap.get_ref(object, self.known.string_value as usize);
            (array, self.heap.get1(object, self.known.string_coder as usize), usize::MAX)
        } else if matches!(&*self.class(class).name, "java/lang/StringBuilder" | "java/lang/StringBuffer") {
            let offset = |name: &str| self.offset_of(class, name).map(|at| at as usize);
            let array = self.heap.get_ref(object, offset("value")?);
            (array, self.heap.get1(object, offset("coder")?), self.heap.get4(object, offset("count")?) as usize)
        } else {
            return None;
        };
        let shift = usize::from(coder);
        let count = count.min(self.heap.array_length(array) as usize >> shift);
        let byte = |at: usize| match self.heap.symbols.get(&(array.0, at as u32)) {
            Some(symbol) => (*symbol, 0),
            None => (0, self.heap.get1(array, at)),
        };
        let piece = |index: usize| {
            let at = ELEMENTS + (index << shift);
            let (low, high) = (byte(at), if shift == 0 { (0, 0) } else { byte(at + 1) });
            match (low.0, high.0) {
                (0, 0) => Piece::Known(u16::from_le_bytes([low.1, high.1])),
                (symbol, _) => rest_length(symbol).map_or(Piece::Symbolic([low, high]), Piece::Rest),
            }
        };
        Some((0..count).map(piece).collect())
    }

    /// How many characters there are, as a slot; nothing if they may be more than an array can have.
    fn length_of(&mut self, pieces: &[Piece]) -> Outcome<Option<u64>> {
        let is_rest = |piece: &&Piece| matches!(piece, Piece::Rest(_));
        let known = pieces.len() - pieces.iter().filter(is_rest).count();
        let mut sum = self.values().constant(known as i64);
        for piece in pieces {
            if let Piece::Rest(length) = piece {
                sum = self.values().binary(Binary::Add, Width::Long, sum, *length);
            }
        }
        let most = self.values().constant(i64::from(i32::MAX));
        let fits = self.values().compare(Comparison::LessOrEqual, sum, most);
        match self.decide(fits, "whether a String fits an array")? {
            true => Ok(Some(self.slot_of(sum, false))),
            false => Ok(None),
        }
    }

    /// Puts a rest behind the known characters of a string that was just made with room for it.
    pub(super) fn mark_rest(&mut self, string: Ref, index: usize, length: Symbol) {
        let array = self.heap.get_ref(string, self.known.string_value as usize);
        let shift = usize::from(self.heap.get1(string, self.known.string_coder as usize));
        for byte in 0..1 << shift {
            self.heap.set_symbol(array, ELEMENTS + (index << shift) + byte, REST | length);
        }
    }
}

/// Methods that make a number of a whole text.
pub(super) fn is_parser(class: &str, name: &str, descriptor: &str) -> bool {
    matches!(
        (class, name, descriptor),
        ("java/lang/Integer", "parseInt", "(Ljava/lang/String;)I")
            | ("java/lang/Long", "parseLong", "(Ljava/lang/String;)J")
    )
}

fn any_int() -> InputDomain {
    InputDomain::Integer { width: Width::Int, low: i64::from(i32::MIN), high: i64::from(i32::MAX) }
}

fn is_string(vm: &Vm, slot: u64) -> bool {
    let object = Ref::from_slot(slot);
    !object.is_null() && vm.heap.class_of(object) == vm.known.string
}

/// Whether two texts are equal, if that is certain. What both begin or end with does not matter.
fn are_equal(a: &[Piece], b: &[Piece]) -> Option<bool> {
    let is_open =
        |piece: &Piece| matches!(piece, Piece::Symbolic(bytes) if bytes.iter().any(|(symbol, _)| is_opaque(*symbol)));
    if a.iter().chain(b).any(is_open) {
        return None;
    }
    let front = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[front..], &b[front..]);
    let back = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[..a.len() - back], &b[..b.len() - back]);
    if a.is_empty() || b.is_empty() {
        // Every element stands for at least one character.
        return Some(a.is_empty() && b.is_empty());
    }
    let differ = |x: &Piece, y: &Piece| matches!((x, y), (Piece::Known(x), Piece::Known(y)) if x != y);
    let has_rest = |pieces: &[Piece]| pieces.iter().any(|piece| matches!(piece, Piece::Rest(_)));
    if differ(&a[0], &b[0]) || differ(&a[a.len() - 1], &b[b.len() - 1]) {
        return Some(false);
    }
    // One that is longer than the other at the least is another.
    let too_long = |long: &[Piece], short: &[Piece]| !has_rest(short) && long.len() > short.len();
    if too_long(a, b) || too_long(b, a) {
        return Some(false);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_with_rests_are_compared_as_far_as_that_is_certain() {
        let (x, y) = (Piece::Known(120), Piece::Known(121));
        let (r, s) = (Piece::Rest(1), Piece::Rest(2));
        let c = Piece::Symbolic([(7, 0), (0, 0)]);
        assert_eq!(are_equal(&[c, r], &[c, r]), Some(true));
        assert_eq!(are_equal(&[c, r, s], &[c, r, s]), Some(true));
        assert_eq!(are_equal(&[c, r], &[c, r, x]), Some(false));
        assert_eq!(are_equal(&[c, r], &[x]), Some(false));
        assert_eq!(are_equal(&[c, r], &[x, x]), None);
        assert_eq!(are_equal(&[x, r], &[y, s]), Some(false));
        assert_eq!(are_equal(&[r, s], &[s, r]), None);
        assert_eq!(are_equal(&[r, x], &[s, y]), Some(false));
        assert_eq!(are_equal(&[x, x, r], &[x, x]), Some(false));
    }
}
