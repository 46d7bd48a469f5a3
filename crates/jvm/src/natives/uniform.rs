//! `(int) (Math.random() * n)`: finds out, before a double is drawn, which integer its caller makes of it.
//!
//! From the call on, the caller's bytecode is evaluated with the values it has, the drawn number being kept as a line
//! `a·u + b` over the unit interval, until the line is truncated, floored or rounded. Each integer that can come out has a
//! cell of the interval; the coin picks a cell, its middle is the number drawn, and the bytecode runs as usual. Anything
//! that uses the number otherwise (a comparison, a variable) ends the evaluation: then there are no cells.
//!
//! Ints and longs that are drawn from all there are go the same way (`whole`).

use classfile::{ClassFile, Constant};
use std::sync::Arc;

use super::coins::ENUMERABLE_MAX;
use super::whole::{Operation, Outcome, Whole};
use crate::class::{Kind, MethodId, Resolved};
use crate::heap::{ELEMENTS, Ref, header};
use crate::vm::Vm;

pub struct Cell {
    pub value: i64,
    pub weight: f64,
    /// The middle of the cell, in the unit interval.
    pub middle: f64,
}

/// How a line becomes an integer.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rounding {
    Truncate,
    Floor,
    Ceiling,
    Half,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Slot {
    Known(u64),
    /// `a·u + b`; the slot after it is unused, as for any double.
    Line {
        a: f64,
        b: f64,
    },
    /// The int or long of `Walk::whole`; the slot after a long is unused.
    Whole,
    /// Another number that is not drawn yet.
    Open,
}

enum End {
    Rounded { a: f64, b: f64, rounding: Rounding },
    Told(Vec<Outcome>),
    Returned(Vec<Slot>),
}

/// Instructions evaluated before giving up, and calls entered.
const STEPS_MAX: u32 = 400;
const DEPTH_MAX: u32 = 6;

/// The cells of the number that the running invocation, with so many argument slots, is about to draw.
pub fn cells(vm: &mut Vm, arguments: usize) -> Option<Vec<Cell>> {
    match follow(vm, arguments, vec![Slot::Line { a: 1.0, b: 0.0 }, Slot::Known(0)], None)? {
        End::Rounded { a, b, rounding } => divide(a, b, rounding),
        End::Told(_) | End::Returned(_) => None,
    }
}

/// What can become of a draw over all numbers of so many bits that the running invocation is about to make.
pub fn outcomes(vm: &mut Vm, arguments: usize, bits: u32) -> Option<Vec<Outcome>> {
    let drawn = if bits == 64 { vec![Slot::Whole, Slot::Known(0)] } else { vec![Slot::Whole] };
    match follow(vm, arguments, drawn, Some(Whole::new(bits)))? {
        End::Told(outcomes) => Some(outcomes),
        End::Rounded { .. } | End::Returned(_) => None,
    }
}

fn follow(vm: &mut Vm, arguments: usize, drawn: Vec<Slot>, whole: Option<Whole>) -> Option<End> {
    let thread = vm.thread();
    let mut level = thread.frames.len() - 1;
    let mut sp = thread.frames[level].sp as usize - arguments;
    let (mut result, mut whole) = (drawn, whole);
    let mut steps = STEPS_MAX;
    loop {
        let thread = vm.thread();
        let frame = thread.frames[level];
        let method = vm.method(frame.method);
        let bottom = frame.base as usize + method.max_locals as usize;
        let known = |slot: &u64| if vm.is_open(*slot) { Slot::Open } else { Slot::Known(*slot) };
        let locals = thread.stack[frame.base as usize..bottom].iter().map(known).collect();
        let mut stack: Vec<Slot> = thread.stack[bottom..sp].iter().map(known).collect();
        stack.append(&mut result);
        let next = *method.code.pcs.get(frame.pc as usize + 1)?;
        let mut walk = Walk::new(vm, frame.method, locals, stack, usize::from(next), steps)?;
        walk.whole = whole;
        let end = walk.run(0)?;
        (steps, whole) = (walk.steps, walk.whole.take());
        match end {
            End::Returned(slots) => {
                // A method that hands the number on: what its caller does with it is what counts.
                level = level.checked_sub(1)?;
                sp = vm.thread().frames[level].sp as usize;
                result = slots;
            }
            end => return Some(end),
        }
    }
}

/// The cells of the unit interval in which `a·u + b` rounds to the same integer.
fn divide(a: f64, b: f64, rounding: Rounding) -> Option<Vec<Cell>> {
    if !a.is_finite() || !b.is_finite() {
        return None;
    }
    let round = |x: f64| match rounding {
        Rounding::Truncate => x.trunc(),
        Rounding::Floor => x.floor(),
        Rounding::Ceiling => x.ceil(),
        Rounding::Half => (x + 0.5).floor(),
    };
    if a == 0.0 {
        return Some(vec![Cell { value: round(b) as i64, weight: 1.0, middle: 0.5 }]);
    }
    let (low, high) = if a > 0.0 { (b, b + a) } else { (b + a, b) };
    let (first, last) = (round(low), round(high));
    if last - first >= ENUMERABLE_MAX as f64 || first.abs() > 1e15 || last.abs() > 1e15 {
        return None;
    }
    let mut cells = Vec::new();
    for value in first as i64..=last as i64 {
        let x = value as f64;
        let (from, to) = match rounding {
            Rounding::Truncate if value == 0 => (-1.0, 1.0),
            Rounding::Truncate if value < 0 => (x - 1.0, x),
            Rounding::Truncate | Rounding::Floor => (x, x + 1.0),
            Rounding::Ceiling => (x - 1.0, x),
            Rounding::Half => (x - 0.5, x + 0.5),
        };
        let (from, to) = (from.max(low), to.min(high));
        let weight = (to - from) / a.abs();
        // Less than this is rounding of the line itself.
        if weight > 1e-12 {
            cells.push(Cell { value, weight, middle: ((from + to) / 2.0 - b) / a });
        }
    }
    let total: f64 = cells.iter().map(|cell| cell.weight).sum();
    if (total - 1.0).abs() > 1e-12 {
        cells.iter_mut().for_each(|cell| cell.weight /= total);
    }
    Some(cells)
}

/// Evaluates bytecode without effects; `None` wherever it would need one.
struct Walk<'v> {
    vm: &'v mut Vm,
    method: MethodId,
    file: Arc<ClassFile>,
    bytes: std::sync::Arc<[u8]>,
    locals: Vec<Slot>,
    stack: Vec<Slot>,
    pc: usize,
    steps: u32,
    /// The int or long that is followed.
    whole: Option<Whole>,
}

impl<'v> Walk<'v> {
    fn new(
        vm: &'v mut Vm,
        method: MethodId,
        locals: Vec<Slot>,
        stack: Vec<Slot>,
        pc: usize,
        steps: u32,
    ) -> Option<Self> {
        let file = vm.class(vm.method(method).class).file.clone()?;
        let bytes = file.methods.get(vm.method(method).index as usize)?.code.as_ref()?.bytes.clone();
        Some(Walk { vm, method, file, bytes, locals, stack, pc, steps, whole: None })
    }

    fn u8(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.pc)?;
        self.pc += 1;
        Some(byte)
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes([self.u8()?, self.u8()?]))
    }

    fn known(&mut self) -> Option<u64> {
        match self.stack.pop()? {
            Slot::Known(value) => Some(value),
            Slot::Line { .. } | Slot::Whole | Slot::Open => None,
        }
    }

    fn int(&mut self) -> Option<i32> {
        self.known().map(|slot| slot as i32)
    }

    fn wide(&mut self) -> Option<Slot> {
        self.stack.pop()?;
        self.stack.pop()
    }

    fn wide_known(&mut self) -> Option<u64> {
        self.stack.pop()?;
        self.known()
    }

    fn push(&mut self, value: u64) {
        self.stack.push(Slot::Known(value));
    }

    fn push_int(&mut self, value: i32) {
        self.push(u64::from(value as u32));
    }

    fn push_wide(&mut self, slot: Slot) {
        self.stack.extend([slot, Slot::Known(0)]);
    }

    fn push_double(&mut self, value: f64) {
        self.push_wide(Slot::Known(value.to_bits()));
    }

    fn load(&mut self, index: usize, wide: bool) -> Option<()> {
        let slot = *self.locals.get(index)?;
        if wide {
            self.push_wide(slot)
        } else {
            self.stack.push(slot)
        }
        Some(())
    }

    fn run(&mut self, depth: u32) -> Option<End> {
        loop {
            self.steps = self.steps.checked_sub(1)?;
            let start = self.pc;
            let opcode = self.u8()?;
            if self.whole.is_some() && self.meets_whole(opcode) {
                match self.whole_instruction(opcode)? {
                    Some(end) => return Some(end),
                    None => continue,
                }
            }
            match opcode {
                0x00 => {}
                0x01 => self.push(0),
                0x02..=0x08 => self.push_int(i32::from(opcode) - 3),
                0x09 | 0x0a => self.push_wide(Slot::Known(u64::from(opcode - 0x09))),
                0x0e | 0x0f => self.push_double(f64::from(opcode - 0x0e)),
                0x10 => {
                    let value = self.u8()? as i8;
                    self.push_int(i32::from(value));
                }
                0x11 => {
                    let value = self.u16()? as i16;
                    self.push_int(i32::from(value));
                }
                0x12..=0x14 => self.constant(opcode)?,
                0x15..=0x19 => {
                    let index = usize::from(self.u8()?);
                    self.load(index, matches!(opcode, 0x16 | 0x18))?;
                }
                0x1a..=0x2d => {
                    let kind = (opcode - 0x1a) / 4;
                    self.load(usize::from((opcode - 0x1a) % 4), matches!(kind, 1 | 3))?;
                }
                0x2e..=0x35 => self.element(opcode)?,
                0x59 => {
                    let top = *self.stack.last()?;
                    self.stack.push(top);
                }
                0x60 | 0x64 | 0x68 | 0x6c | 0x70 | 0x7e | 0x80 | 0x82 | 0x78 | 0x7a | 0x7c => {
                    self.int_operation(opcode)?
                }
                0x61 | 0x65 | 0x69 => self.long_operation(opcode)?,
                0x63 | 0x67 | 0x6b | 0x6f => self.double_operation(opcode)?,
                0x74 => {
                    let value = self.int()?;
                    self.push_int(value.wrapping_neg());
                }
                0x77 => {
                    let slot = match self.wide()? {
                        Slot::Known(bits) => Slot::Known((-f64::from_bits(bits)).to_bits()),
                        Slot::Line { a, b } => Slot::Line { a: -a, b: -b },
                        Slot::Whole | Slot::Open => return None,
                    };
                    self.push_wide(slot);
                }
                0x85 => {
                    let value = self.int()?;
                    self.push_wide(Slot::Known(i64::from(value) as u64));
                }
                0x87 => {
                    let value = self.int()?;
                    self.push_double(f64::from(value));
                }
                0x88 => {
                    let value = self.wide_known()?;
                    self.push(u64::from(value as u32));
                }
                0x8a => {
                    let value = self.wide_known()? as i64;
                    self.push_double(value as f64);
                }
                0x8d => {
                    let value = self.known()?;
                    self.push_double(f64::from(f32::from_bits(value as u32)));
                }
                0x8e | 0x8f => match self.wide()? {
                    Slot::Line { a, b } => return Some(End::Rounded { a, b, rounding: Rounding::Truncate }),
                    Slot::Whole | Slot::Open => return None,
                    Slot::Known(bits) if opcode == 0x8e => self.push_int(f64::from_bits(bits) as i32),
                    Slot::Known(bits) => self.push_wide(Slot::Known(f64::from_bits(bits) as i64 as u64)),
                },
                0x99..=0xa7 | 0xc6 | 0xc7 => self.branch(opcode, start)?,
                0xac | 0xb0 => return Some(End::Returned(vec![self.stack.pop()?])),
                0xad | 0xaf => {
                    let value = self.wide()?;
                    return Some(End::Returned(vec![value, Slot::Known(0)]));
                }
                0xb2 | 0xb4 => self.field(opcode == 0xb2)?,
                0xb6..=0xb9 => {
                    if let Some(end) = self.invoke(opcode, depth)? {
                        return Some(end);
                    }
                }
                0xbe => {
                    let array = Ref::from_slot(self.known()?);
                    let length = (!array.is_null()).then(|| self.vm.heap.array_length(array))?;
                    self.push_int(length as i32);
                }
                0xc0 => {
                    // The cast has been written for a value that fits; if not, the real run says so.
                    self.u16()?;
                }
                _ => return None,
            }
        }
    }

    fn constant(&mut self, opcode: u8) -> Option<()> {
        let index = if opcode == 0x12 { u16::from(self.u8()?) } else { self.u16()? };
        match self.file.pool.0.get(usize::from(index))? {
            Constant::Integer(value) => self.push_int(*value),
            Constant::Float(value) => self.push(u64::from(value.to_bits())),
            Constant::Long(value) => self.push_wide(Slot::Known(*value as u64)),
            Constant::Double(value) => self.push_double(*value),
            _ => return None,
        }
        Some(())
    }

    /// What memory holds, unless that is a number not drawn yet.
    fn read(&self, object: Ref, offset: usize, kind: Kind) -> Option<u64> {
        let is_open = self.vm.heap.symbols.contains_key(&(object.0, offset as u32));
        (!is_open).then(|| self.vm.get_kind(object, offset, kind))
    }

    fn element(&mut self, opcode: u8) -> Option<()> {
        let index = self.int()?;
        let array = Ref::from_slot(self.known()?);
        if array.is_null() || index as u32 >= self.vm.heap.array_length(array) {
            return None;
        }
        let kind = match opcode {
            0x2e => Kind::Int,
            0x2f => Kind::Long,
            0x30 => Kind::Float,
            0x31 => Kind::Double,
            0x32 => Kind::Reference,
            0x33 => Kind::Byte,
            0x34 => Kind::Char,
            _ => Kind::Short,
        };
        let value = self.read(array, ELEMENTS + ((index as usize) << kind.shift()), kind)?;
        if kind.slots() == 2 {
            self.push_wide(Slot::Known(value))
        } else {
            self.push(value)
        }
        Some(())
    }

    fn int_operation(&mut self, opcode: u8) -> Option<()> {
        let (b, a) = (self.int()?, self.int()?);
        let value = match opcode {
            0x60 => a.wrapping_add(b),
            0x64 => a.wrapping_sub(b),
            0x68 => a.wrapping_mul(b),
            0x6c => a.checked_div(b)?,
            0x70 => a.checked_rem(b)?,
            0x78 => a.wrapping_shl(b as u32),
            0x7a => a.wrapping_shr(b as u32),
            0x7c => (a as u32).wrapping_shr(b as u32) as i32,
            0x7e => a & b,
            0x80 => a | b,
            _ => a ^ b,
        };
        self.push_int(value);
        Some(())
    }

    fn long_operation(&mut self, opcode: u8) -> Option<()> {
        let (b, a) = (self.wide_known()? as i64, self.wide_known()? as i64);
        let value = match opcode {
            0x61 => a.wrapping_add(b),
            0x65 => a.wrapping_sub(b),
            _ => a.wrapping_mul(b),
        };
        self.push_wide(Slot::Known(value as u64));
        Some(())
    }

    /// Lines stay lines under sums, and under products and quotients with a number.
    fn double_operation(&mut self, opcode: u8) -> Option<()> {
        let (right, left) = (self.wide()?, self.wide()?);
        let number = f64::from_bits;
        let result = match (opcode, left, right) {
            (0x63, Slot::Known(x), Slot::Known(y)) => Slot::Known((number(x) + number(y)).to_bits()),
            (0x67, Slot::Known(x), Slot::Known(y)) => Slot::Known((number(x) - number(y)).to_bits()),
            (0x6b, Slot::Known(x), Slot::Known(y)) => Slot::Known((number(x) * number(y)).to_bits()),
            (0x6f, Slot::Known(x), Slot::Known(y)) => Slot::Known((number(x) / number(y)).to_bits()),
            (0x63, Slot::Line { a, b }, Slot::Known(y)) | (0x63, Slot::Known(y), Slot::Line { a, b }) => {
                Slot::Line { a, b: b + number(y) }
            }
            (0x67, Slot::Line { a, b }, Slot::Known(y)) => Slot::Line { a, b: b - number(y) },
            (0x67, Slot::Known(x), Slot::Line { a, b }) => Slot::Line { a: -a, b: number(x) - b },
            (0x6b, Slot::Line { a, b }, Slot::Known(y)) | (0x6b, Slot::Known(y), Slot::Line { a, b }) => {
                Slot::Line { a: a * number(y), b: b * number(y) }
            }
            (0x6f, Slot::Line { a, b }, Slot::Known(y)) => Slot::Line { a: a / number(y), b: b / number(y) },
            _ => return None,
        };
        self.push_wide(result);
        Some(())
    }

    fn branch(&mut self, opcode: u8, start: usize) -> Option<()> {
        let offset = self.u16()? as i16;
        let taken = match opcode {
            0xa7 => true,
            0xc6 | 0xc7 => (self.known()? as u32 == 0) == (opcode == 0xc6),
            0x99..=0x9e => compare(opcode - 0x99, self.int()?, 0),
            0xa5 | 0xa6 => (self.known()? as u32 == self.known()? as u32) == (opcode == 0xa5),
            _ => {
                let (right, left) = (self.int()?, self.int()?);
                compare(opcode - 0x9f, left, right)
            }
        };
        if taken {
            self.pc = start.checked_add_signed(isize::from(offset))?;
        }
        Some(())
    }

    fn field(&mut self, is_static: bool) -> Option<()> {
        let index = self.u16()?;
        let class = self.vm.method(self.method).class;
        let (declaring, place) = self.vm.resolve_field_constant(class, index).ok()?;
        let field = &self.vm.class(declaring).fields[usize::from(place)];
        let (kind, offset) = (field.kind, field.offset as usize);
        // Another thread might change it before the real run reads it.
        let is_final = field.access & classfile::access::FINAL != 0;
        if self.whole.is_some() && !is_final && self.vm.threads.iter().filter(|thread| thread.is_alive()).count() > 1 {
            return None;
        }
        let object = if is_static {
            let statics = self.vm.class(declaring).statics;
            let ready = self.vm.heap.header(statics) & (header::INIT_DONE | header::INIT_RUNNING) != 0;
            ready.then_some(statics)?
        } else {
            Ref::from_slot(self.known()?)
        };
        if object.is_null() {
            return None;
        }
        let value = self.read(object, offset, kind)?;
        if kind.slots() == 2 {
            self.push_wide(Slot::Known(value))
        } else {
            self.push(value)
        }
        Some(())
    }

    /// Rounding of a line ends the walk; other methods are walked through if they only compute.
    fn invoke(&mut self, opcode: u8, depth: u32) -> Option<Option<End>> {
        let index = self.u16()?;
        if opcode == 0xb9 {
            self.u16()?;
        }
        let (name, line) = (self.file.pool.member(index).ok()?, self.stack.len().checked_sub(2));
        if self.whole.is_some() && &*name.class == "java/lang/Math" && self.whole_call(&name.name, &name.descriptor)? {
            return Some(self.told());
        }
        if matches!(&*name.class, "java/lang/Math" | "java/lang/StrictMath")
            && let Some(Slot::Line { a, b }) = line.and_then(|at| self.stack.get(at).copied())
        {
            let rounding = match (&*name.name, &*name.descriptor) {
                ("floor", "(D)D") => Rounding::Floor,
                ("ceil", "(D)D") => Rounding::Ceiling,
                ("round", "(D)J") => Rounding::Half,
                _ => return None,
            };
            return Some(Some(End::Rounded { a, b, rounding }));
        }
        if depth >= DEPTH_MAX {
            return None;
        }
        let class = self.vm.method(self.method).class;
        let resolved = match self.vm.class(class).pool.get(usize::from(index)) {
            Some(Resolved::Method(method)) => *method,
            _ => self.vm.resolve_method_constant(class, index).ok()?,
        };
        let arguments = usize::from(self.vm.method(resolved).arguments);
        let first = self.stack.len().checked_sub(arguments)?;
        // A method might use the number twice.
        if self.stack[first..].contains(&Slot::Whole) {
            return None;
        }
        let target = match opcode {
            0xb7 | 0xb8 => resolved,
            _ => {
                let Slot::Known(receiver) = *self.stack.get(first)? else { return None };
                let receiver = Ref::from_slot(receiver);
                if receiver.is_null() {
                    return None;
                }
                let receiver_class = self.vm.heap.class_of(receiver);
                self.vm.select_method(receiver_class, resolved).ok()?
            }
        };
        let method = self.vm.method(target);
        if method.native.is_some() || method.is_native() || method.is_abstract() || method.is_synchronized() {
            return None;
        }
        let mut locals = self.stack.split_off(first);
        locals.resize(usize::from(method.max_locals), Slot::Known(0));
        let whole = self.whole.take();
        let mut callee = Walk::new(self.vm, target, locals, Vec::new(), 0, self.steps)?;
        callee.whole = whole;
        let end = callee.run(depth + 1)?;
        (self.steps, self.whole) = (callee.steps, callee.whole.take());
        match end {
            End::Returned(slots) => {
                self.stack.extend(slots);
                Some(None)
            }
            told => Some(Some(told)),
        }
    }
}

impl Walk<'_> {
    /// Whether an operand of the instruction is the number that is followed.
    fn meets_whole(&self, opcode: u8) -> bool {
        let operands = match opcode {
            0x74 | 0x85 | 0x86 | 0x87 | 0x91..=0x93 | 0x99..=0x9e => 1,
            0x60 | 0x64 | 0x68 | 0x6c | 0x70 | 0x78 | 0x7a | 0x7c | 0x7e | 0x80 | 0x82 | 0x75 | 0x88 => 2,
            0x9f..=0xa4 | 0x59 | 0x89 | 0x8a => 2,
            0x79 | 0x7b | 0x7d => 3,
            0x61 | 0x65 | 0x69 | 0x6d | 0x71 | 0x7f | 0x81 | 0x83 | 0x94 => 4,
            _ => 0,
        };
        self.stack.iter().rev().take(operands).any(|slot| *slot == Slot::Whole)
    }

    /// What the followed number goes through; an end where that is enough to tell what can come out.
    fn whole_instruction(&mut self, opcode: u8) -> Option<Option<End>> {
        const INT: i128 = 1 << 32;
        let reduce = |modulus: i128, least: i128| Operation::Reduce { modulus, least };
        let is_long = matches!(opcode, 0x61 | 0x65 | 0x71 | 0x7f | 0x83 | 0x94);
        match opcode {
            0x60 | 0x64 | 0x70 | 0x7e | 0x82 | 0x61 | 0x65 | 0x71 | 0x7f | 0x83 => {
                let (right, left) =
                    if is_long { (self.wide()?, self.wide()?) } else { (self.stack.pop()?, self.stack.pop()?) };
                let number = |bits: u64| if is_long { bits as i64 } else { i64::from(bits as i32) };
                let whole = self.whole.as_mut()?;
                match (opcode, left, right) {
                    (0x60 | 0x61, Slot::Whole, Slot::Known(bits)) | (0x60 | 0x61, Slot::Known(bits), Slot::Whole) => {
                        whole.apply(Operation::Add(number(bits)))?
                    }
                    (0x64 | 0x65, Slot::Whole, Slot::Known(bits)) => {
                        whole.apply(Operation::Add(number(bits).checked_neg()?))?
                    }
                    (0x64 | 0x65, Slot::Known(bits), Slot::Whole) => {
                        whole.apply(Operation::Negate)?;
                        whole.apply(Operation::Add(number(bits)))?
                    }
                    (0x70 | 0x71, Slot::Whole, Slot::Known(bits)) => whole.apply(Operation::Remainder(number(bits)))?,
                    (0x7e | 0x7f, Slot::Whole, Slot::Known(bits)) | (0x7e | 0x7f, Slot::Known(bits), Slot::Whole) => {
                        whole.apply(Operation::And(number(bits)))?
                    }
                    (0x82 | 0x83, Slot::Whole, Slot::Known(bits)) | (0x82 | 0x83, Slot::Known(bits), Slot::Whole) => {
                        whole.apply(Operation::Xor(number(bits)))?
                    }
                    _ => return None,
                }
                self.push_whole(is_long);
            }
            0x7a..=0x7d => {
                let (by, is_long) = (self.int()? as u32, matches!(opcode, 0x7b | 0x7d));
                let by = by & if is_long { 63 } else { 31 };
                let unsigned = matches!(opcode, 0x7c | 0x7d);
                self.pop_whole(is_long)?;
                let operation = if unsigned { Operation::ShiftRightUnsigned(by) } else { Operation::ShiftRight(by) };
                self.whole.as_mut()?.apply(operation)?;
                self.push_whole(is_long);
            }
            0x74 | 0x75 | 0x85 | 0x88 | 0x91..=0x93 => {
                let (operation, was_long, is_long) = match opcode {
                    0x74 => (Operation::Negate, false, false),
                    0x75 => (Operation::Negate, true, true),
                    0x85 => (Operation::Widen, false, true),
                    0x88 => (reduce(INT, -INT / 2), true, false),
                    0x91 => (reduce(1 << 8, -(1 << 7)), false, false),
                    0x92 => (reduce(1 << 16, 0), false, false),
                    _ => (reduce(1 << 16, -(1 << 15)), false, false),
                };
                self.pop_whole(was_long)?;
                self.whole.as_mut()?.apply(operation)?;
                self.push_whole(is_long);
            }
            0x94 => {
                let (right, left) = (self.wide()?, self.wide()?);
                // The branch behind it asks on which side of zero the result lies.
                let branch = self.u8().filter(|opcode| (0x99..=0x9e).contains(opcode))?;
                return match (left, right) {
                    (Slot::Whole, Slot::Known(bits)) => self.split_by(branch - 0x99, bits as i64),
                    (Slot::Known(bits), Slot::Whole) => self.split_by(mirrored(branch - 0x99), bits as i64),
                    _ => None,
                };
            }
            0x99..=0x9e => {
                self.pop_whole(false)?;
                return self.split_by(opcode - 0x99, 0);
            }
            0x9f..=0xa4 => {
                let (right, left) = (self.stack.pop()?, self.stack.pop()?);
                return match (left, right) {
                    (Slot::Whole, Slot::Known(bits)) => self.split_by(opcode - 0x9f, i64::from(bits as i32)),
                    (Slot::Known(bits), Slot::Whole) => self.split_by(mirrored(opcode - 0x9f), i64::from(bits as i32)),
                    _ => None,
                };
            }
            _ => return None,
        }
        Some(self.told())
    }

    /// `Math.abs` and `Math.floorMod` of the followed number; false for other calls.
    fn whole_call(&mut self, name: &str, descriptor: &str) -> Option<bool> {
        let is_long = descriptor.starts_with("(J");
        match (name, descriptor) {
            ("abs", "(I)I" | "(J)J") => {
                let place = self.stack.len().checked_sub(1 + usize::from(is_long))?;
                if self.stack[place] != Slot::Whole {
                    return Some(false);
                }
                self.whole.as_mut()?.apply(Operation::Abs)?;
                Some(true)
            }
            ("floorMod", "(II)I" | "(JJ)J") => {
                let width = 1 + usize::from(is_long);
                let place = self.stack.len().checked_sub(2 * width)?;
                let (Slot::Whole, Slot::Known(bits)) = (self.stack[place], self.stack[place + width]) else {
                    return Some(false);
                };
                let modulus = if is_long { bits as i64 } else { i64::from(bits as i32) };
                if modulus <= 0 {
                    return None;
                }
                self.stack.truncate(place);
                self.whole.as_mut()?.apply(Operation::Reduce { modulus: i128::from(modulus), least: 0 })?;
                self.push_whole(is_long);
                Some(true)
            }
            _ => Some(false),
        }
    }

    /// Whether it compares so with a known number.
    fn split_by(&self, comparison: u8, number: i64) -> Option<Option<End>> {
        let (at, least, most) = (i128::from(number), i128::MIN / 2, i128::MAX / 2);
        let whole = self.whole.as_ref()?;
        let outcomes = match comparison {
            // Equal or not; below or not; above or not.
            0 | 1 => whole.split(&[&[(at, at)], &[(least, at - 1), (at + 1, most)]]),
            2 | 3 => whole.split(&[&[(least, at - 1)], &[(at, most)]]),
            _ => whole.split(&[&[(least, at)], &[(at + 1, most)]]),
        };
        Some(Some(End::Told(outcomes?)))
    }

    fn told(&self) -> Option<End> {
        self.whole.as_ref().and_then(Whole::outcomes).map(End::Told)
    }

    fn pop_whole(&mut self, is_long: bool) -> Option<()> {
        let slot = if is_long { self.wide()? } else { self.stack.pop()? };
        (slot == Slot::Whole).then_some(())
    }

    fn push_whole(&mut self, is_long: bool) {
        if is_long {
            self.push_wide(Slot::Whole);
        } else {
            self.stack.push(Slot::Whole);
        }
    }
}

/// The comparison that holds if the operands change places.
fn mirrored(which: u8) -> u8 {
    match which {
        2 => 4,
        3 => 5,
        4 => 2,
        5 => 3,
        other => other,
    }
}

/// The six comparisons of the branch instructions, in the order of their opcodes.
fn compare(which: u8, left: i32, right: i32) -> bool {
    match which {
        0 => left == right,
        1 => left != right,
        2 => left < right,
        3 => left >= right,
        4 => left > right,
        _ => left <= right,
    }
}
