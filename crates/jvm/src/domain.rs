//! Symbolic values: the second domain of the one interpreter.
//!
//! A slot that holds a symbolic value carries the number of its expression: an `int` (or narrower) in the upper half of its
//! word, which is zero otherwise; a `long` or `double` by a word of its own kind, [`WIDE`] above the number. As a double
//! that word is a NaN no arithmetic makes. Moving a slot therefore moves the expression, so that loads, stores, calls,
//! returns, frames in encodings, and whatever else only copies slots, need to know nothing. Memory keeps the numbers
//! beside it (`Heap::symbols`): there elements have no room for them.
//!
//! What the expressions mean is decided outside this crate, behind [`SymbolicValues`].

use crate::exec::symbolic::is_unread;
use crate::heap::{ELEMENTS, Heap, Ref};
use crate::instr::{Instr, OF_REFERENCES, Op};

/// Which values the interpreter computes with; `interpret` is compiled once for each.
pub trait Domain {
    const SYMBOLIC: bool;
    /// Somebody looks at instructions before they run (see `looking`).
    const STEPWISE: bool = false;
    /// Goes over to compiled code where there is some (see `compiled`).
    const COMPILED: bool = false;
}

pub struct Concrete;

impl Domain for Concrete {
    const SYMBOLIC: bool = false;
}

/// Known values, where compiled code may run. The looks for it cost a fifth of the interpreter's speed, so nobody else has them.
pub struct Compiling;

impl Domain for Compiling {
    const SYMBOLIC: bool = false;
    const COMPILED: bool = true;
}

pub struct Symbolic;

impl Domain for Symbolic {
    const SYMBOLIC: bool = true;
}

/// Values of another domain, while somebody looks on.
pub struct Stepwise<D>(std::marker::PhantomData<D>);

impl<D: Domain> Domain for Stepwise<D> {
    const SYMBOLIC: bool = D::SYMBOLIC;
    const STEPWISE: bool = true;
}

/// The integer types of Java.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Width {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
}

impl Width {
    pub fn bits(self) -> u32 {
        match self {
            Width::Boolean => 1,
            Width::Byte => 8,
            Width::Char | Width::Short => 16,
            Width::Int => 32,
            Width::Long => 64,
        }
    }

    /// The least value of this type.
    pub fn least(self) -> i128 {
        match self {
            Width::Boolean | Width::Char => 0,
            _ => -(1 << (self.bits() - 1)),
        }
    }

    /// The value that an integer has in this type.
    pub fn wrap(self, value: i128) -> i128 {
        (value - self.least()).rem_euclid(1 << self.bits()) + self.least()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Ushr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// The floating-point types of Java. Their values are known by their bits, read as an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatFormat {
    Single,
    Double,
}

impl FloatFormat {
    pub fn exponent_bits(self) -> usize {
        if self == FloatFormat::Single { 8 } else { 11 }
    }

    /// Without the leading one.
    pub fn fraction_bits(self) -> usize {
        if self == FloatFormat::Single { 23 } else { 52 }
    }

    pub fn bits(self) -> usize {
        1 + self.exponent_bits() + self.fraction_bits()
    }

    pub fn bias(self) -> i128 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    pub fn infinity(self) -> i128 {
        ((1 << self.exponent_bits()) - 1) << self.fraction_bits()
    }

    /// The one that `doubleToLongBits` makes of all of them.
    pub fn nan(self) -> i128 {
        self.infinity() | 1 << (self.fraction_bits() - 1)
    }

    /// The integer type of as many bits.
    pub fn width(self) -> Width {
        if self == FloatFormat::Single { Width::Int } else { Width::Long }
    }

    pub fn other(self) -> FloatFormat {
        if self == FloatFormat::Single { FloatFormat::Double } else { FloatFormat::Single }
    }
}

/// Which whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rounding {
    Floor,
    Ceiling,
    /// Ties to even.
    Nearest,
}

/// What is done with floating-point numbers; those with one operand ignore the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Root,
    Whole(Rounding),
    /// -1, 0 or 1, and this where one of them is NaN.
    Order(i8),
    FromInteger,
    ToInteger(Width),
    /// To the other format.
    ToOther,
    /// A function of one or two doubles that no circuit computes, by its name in `natives::functions`.
    Function(&'static str),
}

/// What an input ranges over, as the program says it.
#[derive(Clone, Debug, PartialEq)]
pub enum InputDomain {
    Integer {
        width: Width,
        low: i64,
        high: i64,
    },
    Real {
        low: f64,
        high: f64,
    },
    /// Any `float`, infinities and NaN among them.
    Single,
    /// One of several things that are no numbers, by their names; the number of the one it is.
    Options(std::sync::Arc<[String]>),
}

/// Which strings an input is, as a profile says it; how long they are is the distribution of another input.
#[derive(Clone, Debug, PartialEq)]
pub struct TextLaw {
    pub length_max: u32,
    /// Their characters, each as likely as any other: ranges with both ends, none of a surrogate.
    pub alphabet: Vec<(u32, u32)>,
    /// A regular expression that they match: of those of a length, each is as likely as any other.
    pub matches: Option<Vec<u16>>,
}

/// The number of an expression; never zero.
pub type Symbol = u32;

/// The expressions, built while the program runs. Equal expressions have equal numbers, and numbers never change.
pub trait SymbolicValues: Send {
    /// The `occurrence`-th input of this name on the path: the same number whenever it is asked for again. An error is
    /// a sentence about the input's domain.
    fn input(&mut self, name: &str, occurrence: u32, domain: &InputDomain) -> Result<Symbol, String>;
    /// A number for the name of an input, the same for all who share expressions.
    fn name(&mut self, name: &str) -> u32;
    /// The name of a number that was given for one.
    fn named(&self, number: u32) -> String;
    fn constant(&mut self, value: i64) -> Symbol;
    /// Whether it is a real number, and no integer or bits of a float.
    fn is_real(&self, a: Symbol) -> bool;
    /// Both operands are integers of the width (the count of a shift may be either).
    fn binary(&mut self, op: Binary, width: Width, a: Symbol, b: Symbol) -> Symbol;
    /// On the bits of floats, or on reals: none if those cannot do it.
    fn float(&mut self, op: FloatOp, format: FloatFormat, a: Symbol, b: Symbol) -> Option<Symbol>;
    fn negate(&mut self, width: Width, a: Symbol) -> Symbol;
    fn float_negate(&mut self, format: FloatFormat, a: Symbol) -> Symbol;
    fn convert(&mut self, a: Symbol, width: Width) -> Symbol;
    fn compare(&mut self, op: Comparison, a: Symbol, b: Symbol) -> Symbol;
    /// -1, 0 or 1, as `lcmp` has it.
    fn sign_of_difference(&mut self, a: Symbol, b: Symbol) -> Symbol;
    fn not(&mut self, a: Symbol) -> Symbol;
    fn or(&mut self, parts: &[Symbol]) -> Symbol;
    fn choose(&mut self, condition: Symbol, first: Symbol, second: Symbol) -> Symbol;
    /// The element of constant `elements`, which begin with that at index `first`, at an index that they cover on this path.
    fn element(&mut self, index: Symbol, first: i64, elements: &[i64]) -> Symbol;
    fn as_constant(&self, a: Symbol) -> Option<i64>;
    /// A range that all values of the integer expression lie in.
    fn range(&self, a: Symbol) -> (i128, i128);
    /// The values of an integer expression in order, at most so many; none if they are more, or its inputs have too many to try.
    fn few_values(&self, a: Symbol, most: usize) -> Option<Vec<i64>>;
    /// How a string of this name is distributed, where that is known.
    fn text_law(&self, name: &str) -> Option<TextLaw>;
    fn text(&self, a: Symbol) -> String;
    /// Notes that inputs of a kind are not all there are (none is named if they are), and tells whether such are allowed.
    fn bounded(&mut self, what: &str) -> bool;
}

/// How the names of unknowns begin that are no inputs, but follow from inputs: no report tells them.
pub const AUXILIARY: char = '~';

/// How the names of answers begin that could be anything: what follows for all of them is so, what follows for some need not be.
pub const GUESS: char = '?';

/// What is not supported of texts that symbolic values are a part of.
pub const LOOKING_INTO_TEXT: &str = "looking into the text of a symbolic value";

/// What is not supported of strings that are longer than those that are known in full.
pub const BEYOND_TEXT: &str = "looking into a String beyond its first characters";

/// A value whose text, not its number, reached a program's string: nothing may depend on it.
const WIDE: u64 = 0x7ff4_5ca1;

/// The expression of an `int` slot; zero if it is concrete.
#[inline(always)]
pub fn narrow_symbol(slot: u64) -> Symbol {
    (slot >> 32) as u32
}

/// The expression of a `long` or `double` slot; zero if it is concrete.
#[inline(always)]
pub fn wide_symbol(slot: u64) -> Symbol {
    if slot >> 32 == WIDE { slot as u32 } else { 0 }
}

pub fn narrow_slot(symbol: Symbol) -> u64 {
    u64::from(symbol) << 32
}

pub fn wide_slot(symbol: Symbol) -> u64 {
    WIDE << 32 | u64::from(symbol)
}

/// What an instruction does to memory, as far as symbolic values care. It is carried out once the instruction is done.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Effect {
    Nothing,
    Load { object: Ref, offset: u32, slots: u32 },
    Store { object: Ref, offset: u32, symbol: Symbol },
}

impl Effect {
    /// The effect of the instruction about to run.
    #[inline]
    pub fn of(instr: Instr, stack: &[u64], sp: usize, heap: &Heap) -> Effect {
        let reference = |below: usize| Ref(stack[sp - below] as u32);
        let element = |array: usize, size: u32| {
            let index = stack[sp - array + 1] as u32;
            (reference(array), (ELEMENTS as u32).wrapping_add(index.wrapping_mul(size)))
        };
        let load = |(object, offset): (Ref, u32), slots: u32| {
            if heap.symbols.is_empty() { Effect::Nothing } else { Effect::Load { object, offset, slots } }
        };
        let store = |(object, offset): (Ref, u32), symbol: Symbol| {
            if symbol == 0 && heap.symbols.is_empty() {
                Effect::Nothing
            } else {
                Effect::Store { object, offset, symbol }
            }
        };
        let narrow = |below: usize| heap.known_symbol(narrow_symbol(stack[sp - below]));
        let wide = |below: usize| heap.known_symbol(wide_symbol(stack[sp - below]));
        let holder = (Ref(instr.c), u32::from(instr.a) * 8);
        match instr.op {
            Op::Aload4 => load(element(2, 4), 1),
            Op::Aload8 => load(element(2, 8), 2),
            Op::Baload => load(element(2, 1), 1),
            Op::Caload | Op::Saload => load(element(2, 2), 1),
            Op::Astore4 => store(element(3, 4), narrow(1)),
            Op::Astore8 => store(element(4, 8), wide(2)),
            Op::Bastore => store(element(3, 1), narrow(1)),
            Op::Castore => store(element(3, 2), narrow(1)),
            Op::Getfield4 | Op::GetfieldB | Op::GetfieldC | Op::GetfieldS => load((reference(1), instr.c), 1),
            Op::Getfield8 => load((reference(1), instr.c), 2),
            Op::Putfield1 | Op::Putfield2 | Op::Putfield4 => store((reference(2), instr.c), narrow(1)),
            Op::Putfield8 => store((reference(3), instr.c), wide(2)),
            // A reference has no expression, but there may have been an input that nobody has read.
            Op::PutfieldRef => store((reference(2), instr.c), 0),
            Op::Aastore => store(element(3, 4), 0),
            Op::Getstatic4 | Op::GetstaticB | Op::GetstaticC | Op::GetstaticS => load(holder, 1),
            Op::Getstatic8 => load(holder, 2),
            Op::Putstatic1 | Op::Putstatic2 | Op::Putstatic4 => store(holder, narrow(1)),
            Op::Putstatic8 => store(holder, wide(2)),
            _ => Effect::Nothing,
        }
    }

    /// Whether this is the first look at an input: it has to be made before.
    #[inline]
    pub fn reads_anew(self, heap: &Heap) -> bool {
        match self {
            Effect::Load { object, offset, .. } if heap.has_unread => {
                heap.symbols.get(&(object.0, offset)).is_some_and(|symbol| is_unread(*symbol))
            }
            _ => false,
        }
    }

    /// `sp` is that after the instruction.
    #[inline]
    pub fn apply(self, stack: &mut [u64], sp: usize, heap: &mut Heap) {
        match self {
            Effect::Nothing => {}
            Effect::Load { object, offset, slots } => {
                if let Some(symbol) = heap.symbols.get(&(object.0, offset)) {
                    let at = sp - slots as usize;
                    stack[at] = if slots == 1 { narrow_slot(*symbol) } else { wide_slot(*symbol) };
                }
            }
            Effect::Store { object, offset, symbol } => heap.set_symbol(object, offset as usize, symbol),
        }
    }
}

/// Whether the instruction computes with, or decides by, a symbolic value.
#[inline]
pub(crate) fn concerns(instr: Instr, stack: &[u64], sp: usize, base: usize) -> bool {
    let narrow = |below: usize| stack[sp - below] >> 32 != 0;
    let wide = |below: usize| wide_symbol(stack[sp - below]) != 0;
    match instr.op {
        Op::Iadd
        | Op::Isub
        | Op::Imul
        | Op::Idiv
        | Op::Irem
        | Op::Iand
        | Op::Ior
        | Op::Ixor
        | Op::Ishl
        | Op::Ishr
        | Op::Iushr
        | Op::IfIcmplt
        | Op::IfIcmpge
        | Op::IfIcmpgt
        | Op::IfIcmple
        | Op::Fadd
        | Op::Fsub
        | Op::Fmul
        | Op::Fdiv
        | Op::Frem
        | Op::Fcmpl
        | Op::Fcmpg => narrow(1) || narrow(2),
        Op::IfIcmpeq | Op::IfIcmpne if instr.x == OF_REFERENCES => {
            let (a, b) = (stack[sp - 1], stack[sp - 2]);
            a != b && a != 0 && b != 0
        }
        Op::IfIcmpeq | Op::IfIcmpne => narrow(1) || narrow(2),
        Op::Ineg
        | Op::I2l
        | Op::I2f
        | Op::I2d
        | Op::I2b
        | Op::I2c
        | Op::I2s
        | Op::F2i
        | Op::F2l
        | Op::F2d
        | Op::Fneg
        | Op::Ifeq
        | Op::Ifne
        | Op::Iflt
        | Op::Ifge
        | Op::Ifgt
        | Op::Ifle
        | Op::Tableswitch
        | Op::Lookupswitch
        | Op::Newarray
        | Op::Anewarray
        | Op::NewarrayQuick
        | Op::Aload4
        | Op::Aload8
        | Op::Baload
        | Op::Caload
        | Op::Saload => narrow(1),
        Op::Astore4 | Op::Aastore | Op::Bastore | Op::Castore => narrow(2),
        Op::Astore8 => narrow(3),
        Op::Ladd
        | Op::Lsub
        | Op::Lmul
        | Op::Ldiv
        | Op::Lrem
        | Op::Land
        | Op::Lor
        | Op::Lxor
        | Op::Lcmp
        | Op::Dadd
        | Op::Dsub
        | Op::Dmul
        | Op::Ddiv
        | Op::Drem
        | Op::Dcmpl
        | Op::Dcmpg => wide(2) || wide(4),
        Op::Lshl | Op::Lshr | Op::Lushr => wide(3) || narrow(1),
        Op::Lneg | Op::L2i | Op::L2f | Op::L2d | Op::Dneg | Op::D2i | Op::D2l | Op::D2f => wide(2),
        Op::Iinc => stack[base + instr.a as usize] >> 32 != 0,
        Op::Multianewarray => (1..=instr.a as usize).any(narrow),
        _ => false,
    }
}

impl Heap {
    /// The symbol if there is one of this number, or zero. Where only draws are open (`draws`), an int may have anything in its
    /// upper half.
    #[inline]
    pub fn known_symbol(&self, symbol: Symbol) -> Symbol {
        if self.symbols_known.contains(&symbol) { symbol } else { 0 }
    }

    /// Notes which expression a place in memory holds; zero for none.
    pub fn set_symbol(&mut self, object: Ref, offset: usize, symbol: Symbol) {
        let place = (object.0, offset as u32);
        if symbol != 0 {
            self.symbols.insert(place, symbol);
        } else if !self.symbols.is_empty() {
            self.symbols.remove(&place);
        }
    }

    /// The expressions of `bytes` bytes move along with them; what was at the destination is overwritten.
    pub fn copy_symbols(&mut self, from: (Ref, usize), to: (Ref, usize), bytes: usize) {
        if self.symbols.is_empty() {
            return;
        }
        if bytes < self.symbols.len() {
            // Few places among many expressions: each is looked up.
            let symbol_at = |at: usize| self.symbols.get(&(from.0.0, (from.1 + at) as u32)).copied();
            let copied: Vec<(usize, Option<Symbol>)> = (0..bytes).map(|at| (at, symbol_at(at))).collect();
            for (at, symbol) in copied {
                self.set_symbol(to.0, to.1 + at, symbol.unwrap_or(0));
            }
            return;
        }
        let (source, target) = (from.1 as u32..(from.1 + bytes) as u32, to.1 as u32..(to.1 + bytes) as u32);
        let copied: Vec<(u32, Symbol)> = (self.symbols.iter())
            .filter(|((object, offset), _)| *object == from.0.0 && source.contains(offset))
            .map(|((_, offset), symbol)| (offset - source.start + target.start, *symbol))
            .collect();
        self.symbols.retain(|(object, offset), _| *object != to.0.0 || !target.contains(offset));
        self.symbols.extend(copied.into_iter().map(|(offset, symbol)| ((to.0.0, offset), symbol)));
    }
}
