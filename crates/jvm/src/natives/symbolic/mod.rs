//! Where symbolic values enter and leave: inputs and assumptions of `hazard.Symbolic`, `gov.nasa.jpf.symbc.Debug` and
//! `Verifier`; boxes and texts of symbolic values; natives that get one as an argument. With given inputs
//! (`Config::inputs`) the same calls answer those.

pub(super) mod arguments;
pub(crate) mod digits;
mod inputs;
mod long_texts;
mod matching;
mod memory;
mod objects;
mod subclasses;
mod texts;

pub use inputs::{Names, numbered};

use crate::choice::Pending;
use crate::class::{Kind, MethodId, parameter_kinds};
use crate::domain::{Binary, Comparison, FloatFormat, FloatOp, Rounding, Symbol, Width, narrow_symbol, wide_symbol};
use crate::exec::symbolic::is_opaque;
use crate::heap::Ref;
use crate::vm::{Outcome, Trap, Vm, unsupported};

/// Not `Boolean`, whose two boxes are told apart by identity.
const BOXES: [(&str, &str); 5] = [
    ("java/lang/Integer", "(I)Ljava/lang/Integer;"),
    ("java/lang/Long", "(J)Ljava/lang/Long;"),
    ("java/lang/Short", "(S)Ljava/lang/Short;"),
    ("java/lang/Byte", "(B)Ljava/lang/Byte;"),
    ("java/lang/Character", "(C)Ljava/lang/Character;"),
];

const ARRAYS: &str = "jdk/internal/util/ArraysSupport";
const DEBUG: &str = "gov/nasa/jpf/symbc/Debug";
const SYMBOLIC: &str = "hazard/Symbolic";
const VERIFIER: &str = "org/sosy_lab/sv_benchmarks/Verifier";

/// Whether `Vm::call_symbolic` has to see the calls of a method.
pub fn is_intercepted(class: &str, name: &str, descriptor: &str) -> bool {
    match class {
        SYMBOLIC | DEBUG | VERIFIER => name != "<init>" && name != "<clinit>" && name != "nondetObject",
        "hazard/Nondet" => name == "assume",
        "gov/nasa/jpf/vm/Verify" => name == "ignoreIf",
        "java/lang/StringBuilder" | "java/lang/StringBuffer" => {
            // All of them, where a builder may hold a string of any length.
            name != "<init>" && name != "<clinit>"
        }
        "java/lang/String" => {
            name != "<init>" && name != "<clinit>" && (name != "valueOf" || is_text_of_primitive(descriptor))
        }
        ARRAYS => name == "vectorizedMismatch",
        _ if long_texts::is_parser(class, name, descriptor) => true,
        _ if matching::is_matching(class, name, descriptor) => true,
        _ if float_function(class, name, descriptor).is_some() => true,
        _ if class.starts_with("java/lang/") => {
            // The text of a code point is a character, not its digits.
            let of_code_point = class == "java/lang/Character" && descriptor.starts_with("(I)");
            (name == "valueOf" && BOXES.contains(&(class, descriptor)))
                || (name == "toString" && is_text_of_primitive(descriptor) && !of_code_point)
        }
        _ => false,
    }
}

/// What a function of the library does with floating-point numbers.
#[derive(Clone, Copy)]
enum FloatFunction {
    /// The same bits as another type.
    Bits,
    Of(FloatOp),
    /// Without its sign.
    Absolute,
    /// `Math.round`: half and more is rounded up.
    Round,
}

/// Functions that the language defines exactly, and that are not written in Java or cost less so.
fn float_function(class: &str, name: &str, descriptor: &str) -> Option<FloatFunction> {
    Some(match (class, name, descriptor) {
        ("java/lang/Double", "doubleToRawLongBits" | "longBitsToDouble", _) => FloatFunction::Bits,
        ("java/lang/Float", "floatToRawIntBits" | "intBitsToFloat", _) => FloatFunction::Bits,
        ("java/lang/Math" | "java/lang/StrictMath", _, "(D)D" | "(DD)D") => FloatFunction::Of(match name {
            "abs" => return Some(FloatFunction::Absolute),
            "sqrt" => FloatOp::Root,
            "floor" => FloatOp::Whole(Rounding::Floor),
            "ceil" => FloatOp::Whole(Rounding::Ceiling),
            "rint" => FloatOp::Whole(Rounding::Nearest),
            _ => FloatOp::Function(super::functions::named(class, name)?),
        }),
        ("java/lang/Math", "round", "(D)J") => FloatFunction::Round,
        _ => return None,
    })
}

fn is_text_of_primitive(descriptor: &str) -> bool {
    descriptor.ends_with(")Ljava/lang/String;")
        && matches!(parameter_kinds(descriptor)[..], [kind] if kind != Kind::Reference)
}

impl Vm {
    pub(crate) fn slot_symbol(kind: Kind, slot: u64) -> Symbol {
        match kind {
            Kind::Reference | Kind::Void => 0,
            _ if kind.slots() == 2 => wide_symbol(slot),
            _ => narrow_symbol(slot),
        }
    }

    /// Calls that mean something else for symbolic values; `FallThrough` where they do not.
    pub(crate) fn call_symbolic(&mut self, id: MethodId, start: usize) -> Outcome<()> {
        let method = self.method(id);
        if method.class == self.known.string {
            let has_own_meaning =
                if method.is_static() { &*method.name == "valueOf" } else { !self.heap.symbols.is_empty() };
            if !has_own_meaning {
                return Err(Trap::FallThrough);
            }
        }
        let (name, descriptor, returns) = (method.name.clone(), method.descriptor.clone(), method.returns);
        let arguments = method.arguments as usize;
        let class = self.class(method.class).name.clone();
        let slots: Vec<u64> = self.thread().stack[start..start + arguments].to_vec();
        if self.is_symbolic_method(&class, &name, &descriptor) {
            self.make_parameters_symbolic(id, start)?;
            return Err(Trap::FallThrough);
        }
        match &*class {
            SYMBOLIC | DEBUG | VERIFIER | "hazard/Nondet" | "gov/nasa/jpf/vm/Verify" => {
                if matches!(&*name, "assume" | "ignoreIf") {
                    return self.call_assumption(start, slots[0], &*name == "ignoreIf");
                }
                if &*class == DEBUG
                    && let Some(answer) = self.debug_query(&name, &descriptor, &slots)?
                {
                    return self.finish_call(start, returns, answer);
                }
                if let Some(input) = self.asked_text(&class, &name, &slots) {
                    let string = self.text_input(&input)?;
                    return self.finish_call(start, returns, string.slot());
                }
                if &*class == SYMBOLIC
                    && descriptor.starts_with("(Ljava/lang/String;Ljava/lang/Class;)")
                    && matches!(&*name, "object" | "objectOrNull")
                {
                    let label = Ref::from_slot(slots[0]);
                    let input = if label.is_null() { "input".to_owned() } else { self.string_text(label) };
                    let wanted = self.mirrored_or_npe(slots[1])?;
                    let object = self.object_input(&input, wanted, &*name == "objectOrNull")?;
                    return self.finish_call(start, returns, object.slot());
                }
                match self.asked_input(&class, &name, &descriptor, &slots)? {
                    Some((input, domain)) => {
                        let value = self.input_value(&input, &domain)?;
                        self.finish_call(start, returns, value)
                    }
                    None => Err(Trap::FallThrough),
                }
            }
            _ if self.symbolic.is_none() => Err(Trap::FallThrough),
            // Eight bytes at a time it would miss the expressions; complemented, this says that all elements are still to be
            // compared, which its callers then do one by one.
            ARRAYS if self.heap.symbols.is_empty() => Err(Trap::FallThrough),
            // Longs fill the eight bytes: there is nobody who would look at what is left over.
            ARRAYS if self.are_of_longs(&slots) => {
                let found = self.first_difference(&slots)?;
                self.finish_call(start, returns, found)
            }
            ARRAYS => self.finish_call(start, returns, u64::from(!(slots[6] as u32))),
            "java/lang/String" if !self.method(id).is_static() => {
                if &*name == "matches" {
                    match self.match_whole(start, returns, slots[1], slots[0]) {
                        Err(Trap::FallThrough) => {}
                        other => return other,
                    }
                }
                if self.config.strings_whole {
                    match self.call_of_long_text(start, &name, &descriptor, returns, &slots) {
                        Err(Trap::FallThrough) => {}
                        other => return other,
                    }
                }
                self.look_into_texts(&name, &descriptor, &slots)?;
                Err(Trap::FallThrough)
            }
            "java/lang/StringBuilder" | "java/lang/StringBuffer" if !self.method(id).is_static() => {
                if self.config.strings_whole && !self.heap.symbols.is_empty() {
                    match self.call_of_long_text(start, &name, &descriptor, returns, &slots) {
                        Err(Trap::FallThrough) => {}
                        other => return other,
                    }
                }
                self.look_into_texts(&name, &descriptor, &slots)?;
                let is_of_value = || parameter_kinds(&descriptor).iter().any(|kind| *kind != Kind::Reference);
                match &*name == "append" && is_of_value() {
                    true => self.call_library(id, start, &name, &descriptor, &slots),
                    false => Err(Trap::FallThrough),
                }
            }
            _ if matching::is_matching(&class, &name, &descriptor) => self.call_matching(start, &name, returns, &slots),
            _ if long_texts::is_parser(&class, &name, &descriptor) => self.parse_of_long_text(start, returns, slots[0]),
            _ => match float_function(&class, &name, &descriptor) {
                Some(function) => self.call_float_function(function, start, returns, &slots),
                None => self.call_library(id, start, &name, &descriptor, &slots),
            },
        }
    }

    fn call_float_function(
        &mut self,
        function: FloatFunction,
        start: usize,
        returns: Kind,
        slots: &[u64],
    ) -> Outcome<()> {
        let (a, b) = (slots[0], slots.get(2).copied().unwrap_or(slots[0]));
        let (x, y) = (Self::slot_symbol(returns, a), Self::slot_symbol(returns, b));
        if [x, y] == [0, 0] {
            return Err(Trap::FallThrough);
        }
        if [x, y].into_iter().any(is_opaque) {
            return Err(Trap::FallThrough);
        }
        let x = if x == 0 { self.values().constant(a as i64) } else { x };
        let y = if y == 0 { self.values().constant(b as i64) } else { y };
        let is_real = self.values().is_real(x) || self.values().is_real(y);
        if is_real && matches!(function, FloatFunction::Absolute | FloatFunction::Round) {
            return Err(Trap::FallThrough);
        }
        let result = match function {
            _ if is_real => None,
            FloatFunction::Bits => Some(x),
            FloatFunction::Of(op) => self.values().float(op, FloatFormat::Double, x, y),
            FloatFunction::Round => self.rounded(x),
            FloatFunction::Absolute => {
                let all_but_the_sign = self.values().constant(i64::MAX);
                Some(self.values().binary(Binary::And, Width::Long, x, all_but_the_sign))
            }
        };
        let Some(result) = result else { return unsupported("a function of a real input that is not linear") };
        let value = self.slot_of(result, returns.slots() == 2);
        self.finish_call(start, returns, value)
    }

    /// The whole number below, or the next one if at least half is left over; the difference of the two is exact, or a half and more.
    fn rounded(&mut self, x: Symbol) -> Option<Symbol> {
        let double = FloatFormat::Double;
        let half = self.values().constant(0.5f64.to_bits() as i64);
        let one = self.values().constant(1.0f64.to_bits() as i64);
        let zero = self.values().constant(0);
        let below = self.values().float(FloatOp::Whole(Rounding::Floor), double, x, x)?;
        let above = self.values().float(FloatOp::Add, double, below, one)?;
        let left = self.values().float(FloatOp::Subtract, double, x, below)?;
        let order = self.values().float(FloatOp::Order(-1), double, left, half)?;
        let goes_up = self.values().compare(Comparison::GreaterOrEqual, order, zero);
        let whole = self.values().choose(goes_up, above, below);
        self.values().float(FloatOp::ToInteger(Width::Long), double, whole, whole)
    }

    fn call_assumption(&mut self, start: usize, slot: u64, denies: bool) -> Outcome<()> {
        let symbol = narrow_symbol(slot);
        if symbol == 0 || self.symbolic.is_none() {
            return if (slot as u32 & 1 != 0) != denies {
                self.finish_call(start, Kind::Void, 0)
            } else {
                Err(Trap::Ignore)
            };
        }
        let zero = self.values().constant(0);
        let op = if denies { Comparison::Equal } else { Comparison::NotEqual };
        let condition = self.values().compare(op, symbol, zero);
        self.assume(condition)?;
        self.finish_call(start, Kind::Void, 0)
    }

    /// Makes a condition part of the path; stops there once, so that whoever explores can take note.
    fn assume(&mut self, condition: Symbol) -> Outcome<()> {
        match self.values().as_constant(condition) {
            Some(0) => Err(Trap::Ignore),
            Some(_) => Ok(()),
            None if self.picked.take().is_some() => Ok(()),
            None => Err(Trap::Choose(Pending::Assume { condition })),
        }
    }

    /// Questions about symbolic values themselves.
    fn debug_query(&mut self, name: &str, descriptor: &str, slots: &[u64]) -> Outcome<Option<u64>> {
        let Some(kind) = parameter_kinds(descriptor).first().copied() else { return Ok(None) };
        let symbol = slots.first().map_or(0, |slot| Self::slot_symbol(kind, *slot));
        if name.starts_with("isSymbolic") {
            return Ok(Some(u64::from(symbol != 0)));
        }
        if name.starts_with("getSymbolic") && symbol != 0 {
            return self.opaque_text(symbol).map(|text| Some(text.slot()));
        }
        if matches!(name, "printPC" | "printSymbolicValue") {
            return Ok(Some(0));
        }
        Ok(None)
    }
}
