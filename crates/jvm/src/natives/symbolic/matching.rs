//! Regular expressions on texts that are not known. `String.matches` is a condition on the characters; `Matcher` keeps where it
//! found something as expressions, so that paths part only where the program asks. The library runs itself where the text is
//! known, where the expression is not regular, and where there are too many ways to match.

use super::long_texts::Piece;
use crate::class::Kind;
use crate::domain::{Binary, GUESS, InputDomain, Symbol, TextLaw, Width, narrow_symbol};
use crate::exec::symbolic::{OPAQUE, is_opaque};
use crate::heap::{ELEMENTS, Ref, header};
use crate::regular::{CharSet, Conditions, Found, Mode, Options, Program, may_go_on, outcomes};
use crate::vm::{Outcome, Trap, Vm, unsupported};
use hashbrown::HashMap;

/// More results than these are left to the library, which parts them one by one.
const RESULTS_MAX: usize = 600;

/// From this version of class files on (Java 19) words are those of ASCII for `\b`, too.
const WORDS_OF_ASCII: u16 = 63;

/// Whether calls of a method of `java.util.regex` have to be seen.
pub(super) fn is_matching(class: &str, name: &str, descriptor: &str) -> bool {
    matches!(
        (class, name, descriptor),
        ("java/util/regex/Matcher", "search", "(I)Z")
            | ("java/util/regex/Matcher", "match", "(II)Z")
            | ("java/util/regex/Pattern", "matches", "(Ljava/lang/String;Ljava/lang/CharSequence;)Z")
    )
}

/// A unit of a text: known, or an expression.
#[derive(Clone, Copy)]
enum Unit {
    Known(u16),
    Open(Symbol),
}

/// A text as far as its characters are there one by one.
struct Text {
    units: Vec<Unit>,
    unit_max: u32,
    /// Whether more follows.
    goes_on: bool,
}

struct OfText<'a> {
    vm: &'a mut Vm,
    units: &'a [Unit],
    known: HashMap<(usize, Vec<(u32, u32)>), Symbol>,
}

impl Conditions for OfText<'_> {
    type Condition = Symbol;

    fn within(&mut self, place: usize, ranges: &[(u32, u32)]) -> Symbol {
        let symbol = match self.units[place] {
            Unit::Known(unit) => {
                let is_inside = ranges.iter().any(|(low, high)| (*low..=*high).contains(&u32::from(unit)));
                return self.vm.values().constant(i64::from(is_inside));
            }
            Unit::Open(symbol) => symbol,
        };
        let key = (place, ranges.to_vec());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let (low, high) = self.vm.values().range(symbol);
        let bounds = CharSet::of([(low.max(0) as u32, high.max(0) as u32)]);
        let inside = CharSet::of(ranges.iter().copied()).intersection(&bounds);
        let outside = inside.complement().intersection(&bounds);
        // Whichever has fewer parts.
        let is_negated = outside.ranges().len() < inside.ranges().len();
        let parts = if is_negated { outside } else { inside };
        let parts: Vec<Symbol> = (parts.ranges().iter())
            .map(|(low, high)| self.vm.between(symbol, (i128::from(*low), i128::from(*high))))
            .collect();
        let some = self.or(&parts);
        let condition = if is_negated { self.vm.values().not(some) } else { some };
        self.known.insert(key, condition);
        condition
    }

    fn and(&mut self, a: &Symbol, b: &Symbol) -> Symbol {
        let (a, b) = (self.vm.values().not(*a), self.vm.values().not(*b));
        let fails = self.vm.values().or(&[a, b]);
        self.vm.values().not(fails)
    }

    fn or(&mut self, parts: &[Symbol]) -> Symbol {
        match parts {
            [] => self.vm.values().constant(0),
            [only] => *only,
            _ => self.vm.values().or(parts),
        }
    }

    fn certain(&mut self) -> Symbol {
        self.vm.values().constant(1)
    }

    fn is_impossible(&mut self, condition: &Symbol) -> bool {
        self.vm.values().as_constant(*condition) == Some(0)
    }
}

impl Vm {
    /// A call of `is_matching`.
    pub(super) fn call_matching(&mut self, start: usize, name: &str, returns: Kind, slots: &[u64]) -> Outcome<()> {
        if self.heap.symbols.is_empty() {
            return Err(Trap::FallThrough);
        }
        match name {
            "matches" => self.match_whole(start, returns, slots[0], slots[1]),
            "search" => self.search_text(start, returns, slots, Mode::Search),
            _ if slots[2] as u32 == 0 => self.search_text(start, returns, slots, Mode::Prefix),
            _ => self.search_text(start, returns, slots, Mode::Whole),
        }
    }

    /// That characters are as a law says.
    pub(super) fn condition_of_law(&mut self, law: &TextLaw, units: &[Symbol], unit_max: u32) -> Outcome<Symbol> {
        let units: Vec<Unit> = units.iter().map(|symbol| Unit::Open(*symbol)).collect();
        let text = Text { units, unit_max, goes_on: false };
        let program = match &law.matches {
            None => None,
            Some(pattern) => match Program::of(pattern, &self.options_for(0, &text), false) {
                Some(program) => Some(program),
                None => return unsupported("a regular expression of a profile that is not regular"),
            },
        };
        let mut conditions = OfText { vm: self, units: &text.units, known: HashMap::new() };
        let mut condition = conditions.certain();
        for place in 0..text.units.len() {
            let inside = conditions.within(place, &law.alphabet);
            condition = conditions.and(&condition, &inside);
        }
        if let Some(program) = program {
            let results = outcomes(&program, &mut conditions, (text.units.len(), unit_max), 0, Mode::Whole);
            let Some(results) = results else {
                return unsupported("a regular expression of a profile that is too large");
            };
            let matches = found_in(&results, &mut conditions);
            condition = conditions.and(&condition, &matches);
        }
        Ok(condition)
    }

    /// Whether a text matches an expression as a whole.
    pub(super) fn match_whole(&mut self, start: usize, returns: Kind, pattern: u64, text: u64) -> Outcome<()> {
        let (Some(pattern), Some(text)) = (self.known_units(pattern), self.units_of(text)) else {
            return Err(Trap::FallThrough);
        };
        let Some(program) = Program::of(&pattern, &self.options_for(0, &text), false) else {
            return Err(Trap::FallThrough);
        };
        let size = (text.units.len(), text.unit_max);
        let mut conditions = OfText { vm: self, units: &text.units, known: HashMap::new() };
        let matches = match text.goes_on {
            false => {
                let Some(results) = outcomes(&program, &mut conditions, size, 0, Mode::Whole) else {
                    return Err(Trap::FallThrough);
                };
                found_in(&results, &mut conditions)
            }
            // The characters that are there may forbid it; more is not known.
            true => {
                let Some(alive) = may_go_on(&program, &mut conditions, size) else { return Err(Trap::FallThrough) };
                if conditions.is_impossible(&alive) {
                    alive
                } else {
                    let domain = InputDomain::Integer { width: Width::Boolean, low: 0, high: 1 };
                    let guess = narrow_symbol(conditions.vm.input_value(&format!("{GUESS}matches"), &domain)?);
                    conditions.and(&alive, &guess)
                }
            }
        };
        let result = self.slot_of(matches, false);
        self.finish_call(start, returns, result)
    }

    /// `Matcher.search` and `Matcher.match`: notes in the matcher where it found something.
    fn search_text(&mut self, start: usize, returns: Kind, slots: &[u64], mode: Mode) -> Outcome<()> {
        let matcher = Ref::from_slot(slots[0]);
        // One that several threads use is looked at step by step.
        if self.heap.header(matcher) & header::SHARED != 0 {
            return Err(Trap::FallThrough);
        }
        let Some((pattern, flags, text)) = self.question_of(matcher) else { return Err(Trap::FallThrough) };
        let from = match narrow_symbol(slots[1]) {
            0 => slots[1] as i32,
            symbol if is_opaque(symbol) => return Err(Trap::FallThrough),
            symbol => {
                let value = self.decide_argument(symbol, Kind::Int, "where a search in a symbolic String begins")?;
                self.thread_mut().stack[start + 1] = value;
                value as i32
            }
        };
        let from = from.max(0) as usize;
        let Some(program) = Program::of(&pattern, &self.options_for(flags, &text), true) else {
            return Err(Trap::FallThrough);
        };
        if from > text.units.len() {
            return Err(Trap::FallThrough);
        }
        let size = (text.units.len(), text.unit_max);
        let mut conditions = OfText { vm: self, units: &text.units, known: HashMap::new() };
        let Some(results) = outcomes(&program, &mut conditions, size, from, mode) else {
            return Err(Trap::FallThrough);
        };
        if results.len() > RESULTS_MAX {
            return Err(Trap::FallThrough);
        }
        let found = found_in(&results, &mut conditions);
        self.note_found(matcher, &results, &program, mode);
        let result = self.slot_of(found, false);
        self.finish_call(start, returns, result)
    }

    /// Pattern, flags and text of a matcher that looks at all of a text that is not known.
    fn question_of(&mut self, matcher: Ref) -> Option<(Vec<u16>, i32, Text)> {
        let class = self.heap.class_of(matcher);
        let field = |vm: &Vm, name: &str| vm.offset_of(class, name).map(|at| at as usize);
        let text = self.heap.get_ref(matcher, field(self, "text")?);
        let text = self.units_of(text.slot()).filter(|text| !text.goes_on)?;
        let number = |vm: &Vm, name: &str| Some(vm.get_kind(matcher, field(vm, name)?, Kind::Int));
        let truth = |vm: &Vm, name: &str| Some(vm.get_kind(matcher, field(vm, name)?, Kind::Boolean) & 1);
        let is_whole = number(self, "from")? == 0
            && number(self, "to")? == text.units.len() as u64
            && truth(self, "anchoringBounds")? == 1
            && truth(self, "transparentBounds")? == 0;
        if !is_whole {
            return None;
        }
        let pattern = self.heap.get_ref(matcher, field(self, "parentPattern")?);
        let class = self.heap.class_of(pattern);
        let flags = self.heap.get4(pattern, self.offset_of(class, "flags")? as usize) as i32;
        let text_of_pattern = self.heap.get_ref(pattern, self.offset_of(class, "pattern")? as usize);
        Some((self.known_units(text_of_pattern.slot())?, flags, text))
    }

    fn note_found(&mut self, matcher: Ref, results: &[(Symbol, Found)], program: &Program, mode: Mode) {
        let class = self.heap.class_of(matcher);
        let field = |vm: &Vm, name: &str| vm.offset_of(class, name).expect("a field of Matcher") as usize;
        let (first, last, old_last) = (field(self, "first"), field(self, "last"), field(self, "oldLast"));
        let none = self.values().constant(-1);
        let groups = self.heap.get_ref(matcher, field(self, "groups"));
        for number in 0..self.heap.array_length(groups) as usize {
            let value = if number < program.marks { self.mark_of(results, number, none) } else { none };
            let slot = self.slot_of(value, false);
            self.put_kind(groups, ELEMENTS + 4 * number, Kind::Int, slot);
        }
        let beginning = self.mark_of(results, 0, none);
        let slot = self.slot_of(beginning, false);
        self.put_kind(matcher, first, Kind::Int, slot);
        // Where nothing is found, the last match stays the last.
        let before = self.get_kind(matcher, last, Kind::Int);
        let before = match narrow_symbol(before) {
            0 => self.values().constant(i64::from(before as i32)),
            symbol => symbol,
        };
        let end = self.mark_of(results, 1, before);
        let slot = self.slot_of(end, false);
        self.put_kind(matcher, last, Kind::Int, slot);
        self.put_kind(matcher, old_last, Kind::Int, slot);
        let count = self.get_kind(matcher, field(self, "modCount"), Kind::Int) as u32;
        self.put_kind(matcher, field(self, "modCount"), Kind::Int, u64::from(count.wrapping_add(1)));
        let anchor = u64::from(mode == Mode::Whole);
        self.put_kind(matcher, field(self, "acceptMode"), Kind::Int, anchor);
        // Whether more text could have changed the result is not known.
        for name in ["hitEnd", "requireEnd"] {
            let at = field(self, name);
            self.heap.set_symbol(matcher, at, OPAQUE);
        }
    }

    /// Where a group begins or ends, by cases.
    fn mark_of(&mut self, results: &[(Symbol, Found)], number: usize, otherwise: Symbol) -> Symbol {
        let mut cases: Vec<(Option<i32>, Vec<Symbol>)> = Vec::new();
        for (condition, found) in results {
            let value = found.as_ref().map(|marks| marks[number]);
            match cases.iter_mut().find(|(known, _)| *known == value) {
                Some((_, conditions)) => conditions.push(*condition),
                None => cases.push((value, vec![*condition])),
            }
        }
        let value_of = |vm: &mut Vm, value: Option<i32>| match value {
            Some(value) => vm.values().constant(i64::from(value)),
            None => otherwise,
        };
        // The conditions exclude each other and cover everything, so that the last need not be asked.
        let Some((value, _)) = cases.pop() else { return otherwise };
        let mut result = value_of(self, value);
        for (value, conditions) in cases.into_iter().rev() {
            let condition = if conditions.len() == 1 { conditions[0] } else { self.values().or(&conditions) };
            let value = value_of(self, value);
            result = self.values().choose(condition, value, result);
        }
        result
    }

    fn options_for(&self, flags: i32, text: &Text) -> Options {
        let major = self.class(self.known.string).file.as_ref().map_or(0, |file| file.major);
        let ascii = [(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)];
        let letters = [(0xaa, 0xaa), (0xb5, 0xb5), (0xba, 0xba), (0xc0, 0xd6), (0xd8, 0xf6), (0xf8, 0xff)];
        let beyond = if major < WORDS_OF_ASCII { &letters[..] } else { &[] };
        let word = CharSet::of(ascii.iter().chain(beyond).copied());
        Options { flags, word: (text.unit_max <= 0xff).then_some(word) }
    }

    /// The units of a string, if all are known.
    fn known_units(&self, slot: u64) -> Option<Vec<u16>> {
        let known = |piece: Piece| match piece {
            Piece::Known(unit) => Some(unit),
            _ => None,
        };
        self.is_string(slot).then(|| self.pieces(slot))??.into_iter().map(known).collect()
    }

    /// The units of a string that has some that are not known; nothing if they must not be looked at.
    fn units_of(&mut self, slot: u64) -> Option<Text> {
        if !self.is_string(slot) {
            return None;
        }
        let pieces = self.pieces(slot)?;
        if pieces.iter().all(|piece| matches!(piece, Piece::Known(_))) {
            return None;
        }
        let mut text = Text { units: Vec::with_capacity(pieces.len()), unit_max: 0xff, goes_on: false };
        for piece in pieces {
            let unit = match piece {
                Piece::Known(unit) => Unit::Known(unit),
                Piece::Symbolic(bytes) if bytes.iter().any(|(symbol, _)| is_opaque(*symbol)) => return None,
                Piece::Symbolic([low, high]) => Unit::Open(self.unit_of(low, high)),
                Piece::Rest(_) => {
                    text.goes_on = true;
                    text.unit_max = 0xffff;
                    break;
                }
            };
            let most = match unit {
                Unit::Known(unit) => i128::from(unit),
                Unit::Open(symbol) => self.values().range(symbol).1,
            };
            if most > 0xff {
                text.unit_max = 0xffff;
            }
            text.units.push(unit);
        }
        Some(text)
    }

    /// A character of its bytes, as the library puts it together.
    fn unit_of(&mut self, low: (Symbol, u8), high: (Symbol, u8)) -> Symbol {
        let mut byte = |(symbol, known): (Symbol, u8)| match symbol {
            0 => self.values().constant(i64::from(known)),
            _ => {
                let mask = self.values().constant(0xff);
                self.values().binary(Binary::And, Width::Int, symbol, mask)
            }
        };
        let (low, high) = (byte(low), byte(high));
        if self.values().as_constant(high) == Some(0) {
            return low;
        }
        let eight = self.values().constant(8);
        let high = self.values().binary(Binary::Shl, Width::Int, high, eight);
        let both = self.values().binary(Binary::Or, Width::Int, low, high);
        self.values().convert(both, Width::Char)
    }

    fn is_string(&self, slot: u64) -> bool {
        let object = Ref::from_slot(slot);
        !object.is_null() && self.heap.class_of(object) == self.known.string
    }
}

/// The condition that something was found.
fn found_in(results: &[(Symbol, Found)], conditions: &mut OfText<'_>) -> Symbol {
    let found: Vec<Symbol> = results.iter().filter(|(_, found)| found.is_some()).map(|(c, _)| *c).collect();
    match found.len() == results.len() {
        true => conditions.certain(),
        false => conditions.or(&found),
    }
}
