//! Execution (JVMS 6.5). `interpret` is the fast loop: it keeps the program counter and stack pointer in registers and
//! leaves by a [`Signal`] for everything that needs more than the current frame (resolution, natives, exceptions,
//! scheduling). The families beside it do the rest and enter the loop again.

pub(crate) mod clocks;
pub(crate) mod drawn;
mod drawn_ints;
mod fields;
mod initialize;
mod invoke;
mod numbers;
mod objects;
mod regions;
mod resolve;
mod run;
pub(crate) mod symbolic;
mod symbolic_arrays;
mod throw;

pub use run::{ACCESSES_LONG, Stop};

use crate::class::MethodId;
use crate::domain::{Domain, Effect, concerns};
use crate::heap::{ELEMENTS, Heap, Ref, header};
use crate::instr::{Instr, Op, field_flags};
use crate::looking::{Interest, NOT_LOOKED, POLL_MASK, accessed, arrived};
use crate::thread::{Frame, FrameKind};
use crate::vm::Vm;
use numbers::{compare_doubles, compare_floats};

/// Why the fast loop stopped. The frame's `pc` and `sp` are those before the instruction.
#[derive(Debug)]
pub(crate) enum Signal {
    /// The instruction needs the slow path of its family.
    Slow(Instr),
    /// The instruction computes with symbolic values.
    Symbolic(Instr),
    /// A method that cannot be entered directly: native, synchronized, not yet decoded, watched, or too deep.
    Call(MethodId),
    /// A return that needs more than handing over the value.
    Return(Op),
    NullPointer,
    ArrayIndex {
        index: i32,
        length: u32,
    },
    DivisionByZero,
    NegativeSize(i32),
    ArrayStore,
    ClassCast(u32),
    Athrow,
    /// A shared object is about to be accessed: others may want to go first.
    Access,
    Collect,
    Budget,
    /// Somebody looks at what comes next.
    Look,
    /// The same of an access to a field that now really happens: whoever had to go first has gone.
    LookAtAccess,
}

/// Whether an access to `object` could be noticed by another thread.
#[inline(always)]
fn is_shared(heap: &Heap, object: Ref) -> bool {
    heap.header(object) & header::SHARED != 0
}

#[inline]
fn has_escaped(heap: &Heap, object: Ref) -> bool {
    heap.header(object) & (header::SHARED | header::ESCAPED) != 0
}

impl Vm {
    /// Runs the current thread's top frame, and what it calls, until something special happens.
    pub(crate) fn interpret<D: Domain>(&mut self) -> Signal {
        let threaded = self.threaded;
        let full = self.config.reduction == crate::config::Reduction::Off;
        let depth_max = self.config.depth_max;
        let looking = &self.looking;
        let mut look_now = D::STEPWISE && std::mem::take(&mut self.switched);
        let compiled_budget = self.instructions_max;
        let mut budget = compiled_budget;
        let mut compiled = if D::COMPILED { self.compiled.as_deref_mut() } else { None };
        if let Some(compiled) = &mut compiled {
            compiled.follow(&self.classes, &self.methods);
            self.sample_at = compiled.look_at(self.instructions, self.sample_at);
            budget = budget.min(self.sample_at);
        }
        let heap = &mut self.heap;
        let methods = &self.methods[..];
        let classes = &self.classes[..];
        let call_sites = &mut self.call_sites[..];
        let thread = &mut self.threads[self.current];
        let mut pass = std::mem::take(&mut thread.pass);
        let frames = &mut thread.frames;
        let stack = &mut thread.stack[..];
        let mut count = self.instructions;

        let top = frames.last().expect("a running thread has a frame");
        let mut pc = top.pc as usize;
        let mut base = top.base as usize;
        let mut sp = top.sp as usize;
        let mut method = &methods[top.method.0 as usize];
        let mut code = &method.code.instrs[..];
        // Followed only where somebody looks on.
        let mut looked = top.looked;

        macro_rules! leave {
            ($signal:expr) => {{
                let frame = frames.last_mut().expect("a running thread has a frame");
                frame.pc = pc as u32;
                frame.sp = sp as u32;
                thread.pass = pass;
                self.instructions = count;
                return $signal;
            }};
        }
        // Goes on in compiled code, with the frame as it is, until that gives back.
        macro_rules! enter {
            ($code:expr) => {
                if let Some(compiled) = &mut compiled
                    && let Some(machine_code) = $code(&**compiled)
                {
                    let frame = frames.last_mut().expect("a running thread has a frame");
                    frame.pc = pc as u32;
                    frame.sp = sp as u32;
                    let before = count;
                    count = compiled.enter(machine_code, heap, frames, stack, (count, compiled_budget, depth_max));
                    // What compiled code does says nothing about where the interpreter is.
                    self.sample_at = self.sample_at.saturating_add(count - before);
                    budget = compiled_budget.min(self.sample_at);
                    let top = frames.last().expect("a running thread has a frame");
                    pc = top.pc as usize;
                    base = top.base as usize;
                    sp = top.sp as usize;
                    method = &methods[top.method.0 as usize];
                    code = &method.code.instrs[..];
                }
            };
        }
        // The same at an instruction from which on the method is compiled.
        macro_rules! resume {
            () => {
                if D::COMPILED && !method.resumptions.is_empty() {
                    enter!(|_: &crate::compiled::Compiled| method.resumptions.at(pc));
                }
            };
        }
        // Stops before an access that another thread could notice, unless the scheduler just granted it.
        macro_rules! access {
            ($object:expr, $instr:expr) => {
                if threaded && (full || ($instr.x & field_flags::QUIET == 0 && is_shared(heap, $object))) {
                    if pass {
                        pass = false;
                    } else {
                        leave!(Signal::Access);
                    }
                }
            };
        }
        macro_rules! access_static {
            ($instr:expr) => {
                if threaded && (full || $instr.x & field_flags::QUIET == 0) {
                    if pass {
                        pass = false;
                    } else {
                        leave!(Signal::Access);
                    }
                }
            };
        }
        macro_rules! int {
            ($at:expr) => {
                stack[$at] as i32
            };
        }
        macro_rules! float {
            ($at:expr) => {
                f32::from_bits(stack[$at] as u32)
            };
        }
        macro_rules! double {
            ($at:expr) => {
                f64::from_bits(stack[$at])
            };
        }
        macro_rules! binary_int {
            (|$a:ident, $b:ident| $value:expr) => {{
                let ($a, $b) = (int!(sp - 2), int!(sp - 1));
                stack[sp - 2] = ($value) as u32 as u64;
                sp -= 1;
                pc += 1;
            }};
        }
        macro_rules! binary_long {
            (|$a:ident, $b:ident| $value:expr) => {{
                let ($a, $b) = (stack[sp - 4] as i64, stack[sp - 2] as i64);
                stack[sp - 4] = ($value) as u64;
                sp -= 2;
                pc += 1;
            }};
        }
        macro_rules! binary_float {
            (|$a:ident, $b:ident| $value:expr) => {{
                let ($a, $b) = (float!(sp - 2), float!(sp - 1));
                stack[sp - 2] = u64::from(f32::to_bits($value));
                sp -= 1;
                pc += 1;
            }};
        }
        macro_rules! binary_double {
            (|$a:ident, $b:ident| $value:expr) => {{
                let ($a, $b) = (double!(sp - 4), double!(sp - 2));
                stack[sp - 4] = f64::to_bits($value);
                sp -= 2;
                pc += 1;
            }};
        }
        macro_rules! shift_long {
            (|$a:ident, $b:ident| $value:expr) => {{
                let ($a, $b) = (stack[sp - 3] as i64, int!(sp - 1) & 63);
                stack[sp - 3] = ($value) as u64;
                sp -= 1;
                pc += 1;
            }};
        }
        // One slot in, one slot out.
        macro_rules! convert {
            (|$a:ident| $value:expr) => {{
                let $a = stack[sp - 1];
                stack[sp - 1] = $value;
                pc += 1;
            }};
        }
        // Backward branches are where endless loops pass.
        macro_rules! jump {
            ($instr:expr) => {{
                let target = $instr.c as usize;
                if target <= pc && count >= budget {
                    leave!(Signal::Budget);
                }
                let is_back = D::COMPILED && target <= pc;
                pc = target;
                if is_back {
                    resume!();
                }
            }};
        }
        macro_rules! branch {
            ($pops:expr, $instr:expr, $condition:expr) => {{
                let taken = $condition;
                let is_back = D::COMPILED && taken && $instr.c as usize <= pc;
                if taken {
                    let target = $instr.c as usize;
                    if target <= pc && count >= budget {
                        leave!(Signal::Budget);
                    }
                    pc = target;
                } else {
                    pc += 1;
                }
                sp -= $pops;
                if is_back {
                    resume!();
                }
            }};
        }
        // Array reference and index below the top `$above` slots: checks both.
        macro_rules! element {
            ($above:expr, $instr:expr) => {{
                let array = Ref(stack[sp - $above - 2] as u32);
                let index = int!(sp - $above - 1);
                if array.is_null() {
                    leave!(Signal::NullPointer);
                }
                let length = heap.array_length(array);
                if index as u32 >= length {
                    leave!(Signal::ArrayIndex { index, length });
                }
                // Reading elements of a kind of array nobody writes while it is shared cannot be noticed.
                if threaded
                    && (full
                        || ($above > 0 && has_escaped(heap, array))
                        || (is_shared(heap, array) && heap.shapes[heap.class_of(array).0 as usize].visible_elements))
                {
                    if pass {
                        pass = false;
                    } else {
                        leave!(Signal::Access);
                    }
                }
                (array, index as usize)
            }};
        }
        // Shows an access that has passed; `had` says whether leave was there before, and is there again afterwards.
        macro_rules! show_access {
            ($had:expr) => {
                if D::STEPWISE
                    && looking.fields
                    && looked != accessed(pc)
                    && looking.interest(method.id) != Interest::None
                {
                    pass = $had;
                    frames.last_mut().expect("a running thread has a frame").looked = accessed(pc);
                    leave!(Signal::LookAtAccess);
                }
            };
        }
        macro_rules! receiver {
            ($at:expr, $instr:expr) => {{
                let object = Ref(stack[$at] as u32);
                if object.is_null() {
                    leave!(Signal::NullPointer);
                }
                let had = pass;
                access!(object, $instr);
                show_access!(had);
                object
            }};
        }
        macro_rules! written {
            ($at:expr, $instr:expr) => {{
                let object = Ref(stack[$at] as u32);
                if object.is_null() {
                    leave!(Signal::NullPointer);
                }
                let had = pass;
                if threaded && (full || ($instr.x & field_flags::QUIET == 0 && has_escaped(heap, object))) {
                    if pass {
                        pass = false;
                    } else {
                        leave!(Signal::Access);
                    }
                }
                show_access!(had);
                object
            }};
        }
        macro_rules! holder {
            ($instr:expr) => {{
                let holder = Ref($instr.c);
                if heap.header(holder) & header::INIT_DONE == 0 {
                    leave!(Signal::Slow($instr));
                }
                let had = pass;
                access_static!($instr);
                show_access!(had);
                holder
            }};
        }
        macro_rules! invoke {
            ($target:expr) => {{
                let target: MethodId = $target;
                let callee = &methods[target.0 as usize];
                let new_base = sp - callee.arguments as usize;
                let new_sp = new_base + callee.max_locals as usize;
                if callee.slow != 0
                    || new_sp + callee.max_stack as usize >= stack.len()
                    || frames.len() >= depth_max
                    || count >= budget
                {
                    leave!(Signal::Call(target));
                }
                let caller = frames.last_mut().expect("a running thread has a frame");
                caller.pc = pc as u32;
                caller.sp = new_base as u32;
                frames.push(Frame {
                    method: target,
                    pc: 0,
                    base: new_base as u32,
                    sp: new_sp as u32,
                    kind: FrameKind::Normal,
                    monitor: Ref::NULL,
                    late: 0,
                    settled: false,
                    looked: NOT_LOOKED,
                });
                method = callee;
                code = &callee.code.instrs[..];
                looked = NOT_LOOKED;
                pc = 0;
                base = new_base;
                sp = new_sp;
                if D::COMPILED {
                    enter!(|compiled: &crate::compiled::Compiled| compiled.entry(target));
                }
            }};
        }
        macro_rules! return_with {
            ($op:expr, $slots:expr) => {{
                let frame = frames.last().expect("a running thread has a frame");
                if frame.kind != FrameKind::Normal
                    || !frame.monitor.is_null()
                    || frames.len() < 2
                    || !method.watches.is_empty()
                {
                    leave!(Signal::Return($op));
                }
                let value = if $slots == 0 { 0 } else { stack[sp - $slots] };
                frames.pop();
                let caller = frames.last().expect("checked above");
                pc = caller.pc as usize + 1;
                base = caller.base as usize;
                sp = caller.sp as usize;
                looked = caller.looked;
                method = &methods[caller.method.0 as usize];
                code = &method.code.instrs[..];
                if $slots > 0 {
                    stack[sp] = value;
                    sp += $slots;
                }
                resume!();
            }};
        }

        resume!();
        loop {
            let instr = code[pc].get();
            count += 1;
            if D::STEPWISE && looked != arrived(pc) && looked != accessed(pc) {
                let is_of_interest = looking.every || looking.interest(method.id) != Interest::None;
                if is_of_interest || count & POLL_MASK == 0 || look_now {
                    frames.last_mut().expect("a running thread has a frame").looked = arrived(pc);
                    leave!(Signal::Look);
                }
            }
            look_now = false;
            if D::SYMBOLIC && concerns(instr, stack, sp, base) {
                leave!(Signal::Symbolic(instr));
            }
            let effect = if D::SYMBOLIC { Effect::of(instr, stack, sp, heap) } else { Effect::Nothing };
            if D::SYMBOLIC && effect.reads_anew(heap) {
                leave!(Signal::Symbolic(instr));
            }
            match instr.op {
                Op::Nop => pc += 1,
                Op::Const => {
                    stack[sp] = u64::from(instr.c);
                    sp += 1;
                    pc += 1;
                }
                Op::Const2 => {
                    stack[sp] = instr.c as i32 as i64 as u64;
                    sp += 2;
                    pc += 1;
                }
                Op::Const2Wide => {
                    stack[sp] = method.code.wide_constants[instr.c as usize];
                    sp += 2;
                    pc += 1;
                }
                Op::Load => {
                    stack[sp] = stack[base + instr.a as usize];
                    sp += 1;
                    pc += 1;
                }
                Op::Load2 => {
                    stack[sp] = stack[base + instr.a as usize];
                    sp += 2;
                    pc += 1;
                }
                Op::Store => {
                    stack[base + instr.a as usize] = stack[sp - 1];
                    sp -= 1;
                    pc += 1;
                }
                Op::Store2 => {
                    stack[base + instr.a as usize] = stack[sp - 2];
                    sp -= 2;
                    pc += 1;
                }
                Op::LoadLoad => {
                    stack[sp] = stack[base + instr.x as usize];
                    stack[sp + 1] = stack[base + instr.a as usize];
                    sp += 2;
                    pc += 2;
                    count += 1;
                }
                Op::LoadConst => {
                    stack[sp] = stack[base + instr.a as usize];
                    stack[sp + 1] = u64::from(instr.c);
                    sp += 2;
                    pc += 2;
                    count += 1;
                }
                Op::LoadGetfield4 => {
                    let object = Ref(stack[base + instr.a as usize] as u32);
                    if object.is_null() || threaded || D::SYMBOLIC {
                        // The plain pair reports the right place and does what threads need.
                        stack[sp] = object.slot();
                        sp += 1;
                        pc += 1;
                    } else {
                        stack[sp] = u64::from(heap.get4(object, instr.c as usize));
                        sp += 1;
                        pc += 2;
                        count += 1;
                    }
                }

                // Arrays.
                Op::Aload4 => {
                    let (array, index) = element!(0, instr);
                    stack[sp - 2] = u64::from(heap.get4(array, ELEMENTS + 4 * index));
                    sp -= 1;
                    pc += 1;
                }
                Op::Aload8 => {
                    let (array, index) = element!(0, instr);
                    stack[sp - 2] = heap.get8(array, ELEMENTS + 8 * index);
                    pc += 1;
                }
                Op::Baload => {
                    let (array, index) = element!(0, instr);
                    stack[sp - 2] = u64::from(heap.get1(array, ELEMENTS + index) as i8 as u32);
                    sp -= 1;
                    pc += 1;
                }
                Op::Caload => {
                    let (array, index) = element!(0, instr);
                    stack[sp - 2] = u64::from(heap.get2(array, ELEMENTS + 2 * index));
                    sp -= 1;
                    pc += 1;
                }
                Op::Saload => {
                    let (array, index) = element!(0, instr);
                    stack[sp - 2] = u64::from(heap.get2(array, ELEMENTS + 2 * index) as i16 as u32);
                    sp -= 1;
                    pc += 1;
                }
                Op::Astore4 => {
                    let (array, index) = element!(1, instr);
                    heap.put4(array, ELEMENTS + 4 * index, stack[sp - 1] as u32);
                    sp -= 3;
                    pc += 1;
                }
                Op::Astore8 => {
                    let (array, index) = element!(2, instr);
                    heap.put8(array, ELEMENTS + 8 * index, stack[sp - 2]);
                    sp -= 4;
                    pc += 1;
                }
                Op::Bastore => {
                    let (array, index) = element!(1, instr);
                    // A boolean array keeps only the lowest bit (JVMS 6.5.bastore).
                    let value = stack[sp - 1] as u8;
                    let is_boolean = heap.class_of(array) == self.known.boolean_array;
                    heap.put1(array, ELEMENTS + index, if is_boolean { value & 1 } else { value });
                    sp -= 3;
                    pc += 1;
                }
                Op::Castore => {
                    let (array, index) = element!(1, instr);
                    heap.put2(array, ELEMENTS + 2 * index, stack[sp - 1] as u16);
                    sp -= 3;
                    pc += 1;
                }
                Op::Aastore => {
                    let (array, index) = element!(1, instr);
                    let value = Ref(stack[sp - 1] as u32);
                    if !value.is_null() {
                        let class = heap.class_of(array);
                        let component = match classes[class.0 as usize].kind {
                            crate::class::ClassKind::Array { component, .. } => component,
                            _ => class,
                        };
                        let actual = heap.class_of(value);
                        if actual != component && component != self.known.object {
                            let sub = &classes[actual.0 as usize];
                            let sup = &classes[component.0 as usize];
                            if sup.is_interface() || sup.is_array() {
                                leave!(Signal::Slow(instr));
                            }
                            if sub.display.get(sup.display.len() - 1) != Some(&component) {
                                leave!(Signal::ArrayStore);
                            }
                        }
                        if threaded && is_shared(heap, array) {
                            leave!(Signal::Slow(instr));
                        }
                    }
                    heap.put_ref(array, ELEMENTS + 4 * index, value);
                    sp -= 3;
                    pc += 1;
                }
                Op::Arraylength => {
                    let array = Ref(stack[sp - 1] as u32);
                    if array.is_null() {
                        leave!(Signal::NullPointer);
                    }
                    stack[sp - 1] = u64::from(heap.array_length(array));
                    pc += 1;
                }

                // Stack.
                Op::Pop => {
                    sp -= 1;
                    pc += 1;
                }
                Op::Pop2 => {
                    sp -= 2;
                    pc += 1;
                }
                Op::Dup => {
                    stack[sp] = stack[sp - 1];
                    sp += 1;
                    pc += 1;
                }
                Op::DupX1 => {
                    let (a, b) = (stack[sp - 1], stack[sp - 2]);
                    stack[sp] = a;
                    stack[sp - 1] = b;
                    stack[sp - 2] = a;
                    sp += 1;
                    pc += 1;
                }
                Op::DupX2 => {
                    let a = stack[sp - 1];
                    stack.copy_within(sp - 3..sp, sp - 2);
                    stack[sp - 3] = a;
                    sp += 1;
                    pc += 1;
                }
                Op::Dup2 => {
                    stack[sp] = stack[sp - 2];
                    stack[sp + 1] = stack[sp - 1];
                    sp += 2;
                    pc += 1;
                }
                Op::Dup2X1 => {
                    let (a, b) = (stack[sp - 1], stack[sp - 2]);
                    stack.copy_within(sp - 3..sp, sp - 1);
                    stack[sp - 3] = b;
                    stack[sp - 2] = a;
                    sp += 2;
                    pc += 1;
                }
                Op::Dup2X2 => {
                    let (a, b) = (stack[sp - 1], stack[sp - 2]);
                    stack.copy_within(sp - 4..sp, sp - 2);
                    stack[sp - 4] = b;
                    stack[sp - 3] = a;
                    sp += 2;
                    pc += 1;
                }
                Op::Swap => {
                    stack.swap(sp - 1, sp - 2);
                    pc += 1;
                }

                // Arithmetic.
                Op::Iadd => binary_int!(|a, b| a.wrapping_add(b)),
                Op::Isub => binary_int!(|a, b| a.wrapping_sub(b)),
                Op::Imul => binary_int!(|a, b| a.wrapping_mul(b)),
                Op::Iand => binary_int!(|a, b| a & b),
                Op::Ior => binary_int!(|a, b| a | b),
                Op::Ixor => binary_int!(|a, b| a ^ b),
                Op::Ishl => binary_int!(|a, b| a.wrapping_shl(b as u32)),
                Op::Ishr => binary_int!(|a, b| a.wrapping_shr(b as u32)),
                Op::Iushr => binary_int!(|a, b| (a as u32).wrapping_shr(b as u32)),
                Op::Idiv => {
                    if int!(sp - 1) == 0 {
                        leave!(Signal::DivisionByZero);
                    }
                    binary_int!(|a, b| a.wrapping_div(b))
                }
                Op::Irem => {
                    if int!(sp - 1) == 0 {
                        leave!(Signal::DivisionByZero);
                    }
                    binary_int!(|a, b| a.wrapping_rem(b))
                }
                Op::Ineg => convert!(|a| u64::from((a as i32).wrapping_neg() as u32)),
                Op::Ladd => binary_long!(|a, b| a.wrapping_add(b)),
                Op::Lsub => binary_long!(|a, b| a.wrapping_sub(b)),
                Op::Lmul => binary_long!(|a, b| a.wrapping_mul(b)),
                Op::Land => binary_long!(|a, b| a & b),
                Op::Lor => binary_long!(|a, b| a | b),
                Op::Lxor => binary_long!(|a, b| a ^ b),
                Op::Lshl => shift_long!(|a, b| a << b),
                Op::Lshr => shift_long!(|a, b| a >> b),
                Op::Lushr => shift_long!(|a, b| (a as u64) >> b),
                Op::Ldiv => {
                    if stack[sp - 2] == 0 {
                        leave!(Signal::DivisionByZero);
                    }
                    binary_long!(|a, b| a.wrapping_div(b))
                }
                Op::Lrem => {
                    if stack[sp - 2] == 0 {
                        leave!(Signal::DivisionByZero);
                    }
                    binary_long!(|a, b| a.wrapping_rem(b))
                }
                Op::Lneg => {
                    stack[sp - 2] = (stack[sp - 2] as i64).wrapping_neg() as u64;
                    pc += 1;
                }
                Op::Fadd => binary_float!(|a, b| a + b),
                Op::Fsub => binary_float!(|a, b| a - b),
                Op::Fmul => binary_float!(|a, b| a * b),
                Op::Fdiv => binary_float!(|a, b| a / b),
                Op::Frem => binary_float!(|a, b| a % b),
                Op::Fneg => convert!(|a| a ^ 0x8000_0000),
                Op::Dadd => binary_double!(|a, b| a + b),
                Op::Dsub => binary_double!(|a, b| a - b),
                Op::Dmul => binary_double!(|a, b| a * b),
                Op::Ddiv => binary_double!(|a, b| a / b),
                Op::Drem => binary_double!(|a, b| a % b),
                Op::Dneg => {
                    stack[sp - 2] ^= 1 << 63;
                    pc += 1;
                }
                Op::Iinc => {
                    let local = base + instr.a as usize;
                    stack[local] = u64::from((stack[local] as u32).wrapping_add(instr.c));
                    pc += 1;
                }

                // Conversions; Rust's `as` saturates and maps NaN to zero exactly as JVMS asks.
                Op::I2l => {
                    stack[sp - 1] = int!(sp - 1) as i64 as u64;
                    sp += 1;
                    pc += 1;
                }
                Op::I2f => convert!(|a| u64::from((a as i32 as f32).to_bits())),
                Op::I2d => {
                    stack[sp - 1] = f64::from(int!(sp - 1)).to_bits();
                    sp += 1;
                    pc += 1;
                }
                Op::L2i => {
                    stack[sp - 2] = u64::from(stack[sp - 2] as u32);
                    sp -= 1;
                    pc += 1;
                }
                Op::L2f => {
                    stack[sp - 2] = u64::from((stack[sp - 2] as i64 as f32).to_bits());
                    sp -= 1;
                    pc += 1;
                }
                Op::L2d => {
                    stack[sp - 2] = (stack[sp - 2] as i64 as f64).to_bits();
                    pc += 1;
                }
                Op::F2i => convert!(|a| u64::from(f32::from_bits(a as u32) as i32 as u32)),
                Op::F2l => {
                    stack[sp - 1] = float!(sp - 1) as i64 as u64;
                    sp += 1;
                    pc += 1;
                }
                Op::F2d => {
                    stack[sp - 1] = f64::from(float!(sp - 1)).to_bits();
                    sp += 1;
                    pc += 1;
                }
                Op::D2i => {
                    stack[sp - 2] = u64::from(double!(sp - 2) as i32 as u32);
                    sp -= 1;
                    pc += 1;
                }
                Op::D2l => {
                    stack[sp - 2] = double!(sp - 2) as i64 as u64;
                    pc += 1;
                }
                Op::D2f => {
                    stack[sp - 2] = u64::from((double!(sp - 2) as f32).to_bits());
                    sp -= 1;
                    pc += 1;
                }
                Op::I2b => convert!(|a| u64::from(a as i8 as u32)),
                Op::I2c => convert!(|a| u64::from(a as u16)),
                Op::I2s => convert!(|a| u64::from(a as i16 as u32)),

                // Comparisons and branches.
                Op::Lcmp => {
                    let order = (stack[sp - 4] as i64).cmp(&(stack[sp - 2] as i64));
                    stack[sp - 4] = u64::from(order as i32 as u32);
                    sp -= 3;
                    pc += 1;
                }
                Op::Fcmpl | Op::Fcmpg => {
                    let unordered = if instr.op == Op::Fcmpl { -1 } else { 1 };
                    let order = compare_floats(float!(sp - 2), float!(sp - 1), unordered);
                    stack[sp - 2] = u64::from(order as u32);
                    sp -= 1;
                    pc += 1;
                }
                Op::Dcmpl | Op::Dcmpg => {
                    let unordered = if instr.op == Op::Dcmpl { -1 } else { 1 };
                    let order = compare_doubles(double!(sp - 4), double!(sp - 2), unordered);
                    stack[sp - 4] = u64::from(order as u32);
                    sp -= 3;
                    pc += 1;
                }
                Op::Ifeq => branch!(1, instr, int!(sp - 1) == 0),
                Op::Ifne => branch!(1, instr, int!(sp - 1) != 0),
                Op::Iflt => branch!(1, instr, int!(sp - 1) < 0),
                Op::Ifge => branch!(1, instr, int!(sp - 1) >= 0),
                Op::Ifgt => branch!(1, instr, int!(sp - 1) > 0),
                Op::Ifle => branch!(1, instr, int!(sp - 1) <= 0),
                Op::IfIcmpeq => branch!(2, instr, int!(sp - 2) == int!(sp - 1)),
                Op::IfIcmpne => branch!(2, instr, int!(sp - 2) != int!(sp - 1)),
                Op::IfIcmplt => branch!(2, instr, int!(sp - 2) < int!(sp - 1)),
                Op::IfIcmpge => branch!(2, instr, int!(sp - 2) >= int!(sp - 1)),
                Op::IfIcmpgt => branch!(2, instr, int!(sp - 2) > int!(sp - 1)),
                Op::IfIcmple => branch!(2, instr, int!(sp - 2) <= int!(sp - 1)),
                Op::Goto => jump!(instr),
                Op::IincGoto => {
                    let local = base + instr.x as usize;
                    if D::SYMBOLIC && stack[local] >> 32 != 0 {
                        // As the first of the two, which runs again once it is known.
                        let increment = instr.a as i16 as u32;
                        leave!(Signal::Symbolic(Instr { op: Op::Iinc, x: 0, a: u16::from(instr.x), c: increment }));
                    }
                    stack[local] = u64::from((stack[local] as u32).wrapping_add(instr.a as i16 as u32));
                    count += 1;
                    if count >= budget {
                        // Stop between the two: the second instruction of the pair is still there.
                        pc += 1;
                        leave!(Signal::Budget);
                    }
                    pc = instr.c as usize;
                    resume!();
                }
                // The plain instructions behind the first look at what they compare.
                Op::LoadLoadIfIcmplt | Op::LoadLoadIfIcmpge if D::SYMBOLIC => {
                    stack[sp] = stack[base + instr.x as usize];
                    sp += 1;
                    pc += 1;
                }
                Op::LoadLoadIfIcmplt => {
                    let taken = int!(base + instr.x as usize) < int!(base + instr.a as usize);
                    count += 2;
                    pc = if taken { instr.c as usize } else { pc + 3 };
                }
                Op::LoadLoadIfIcmpge => {
                    let taken = int!(base + instr.x as usize) >= int!(base + instr.a as usize);
                    count += 2;
                    pc = if taken { instr.c as usize } else { pc + 3 };
                }
                Op::Jsr => {
                    stack[sp] = pc as u64 + 1;
                    sp += 1;
                    jump!(instr);
                }
                Op::Ret => pc = stack[base + instr.a as usize] as usize,
                Op::Tableswitch => {
                    let switch = &method.code.switches[instr.c as usize];
                    let index = int!(sp - 1).wrapping_sub(switch.low) as u32 as usize;
                    pc = switch.targets.get(index).copied().unwrap_or(switch.default) as usize;
                    sp -= 1;
                }
                Op::Lookupswitch => {
                    let switch = &method.code.switches[instr.c as usize];
                    let found = switch.keys.binary_search(&int!(sp - 1));
                    pc = found.map_or(switch.default, |index| switch.targets[index]) as usize;
                    sp -= 1;
                }

                // Fields.
                Op::Getfield4 => {
                    let object = receiver!(sp - 1, instr);
                    stack[sp - 1] = u64::from(heap.get4(object, instr.c as usize));
                    pc += 1;
                }
                Op::Getfield8 => {
                    let object = receiver!(sp - 1, instr);
                    stack[sp - 1] = heap.get8(object, instr.c as usize);
                    sp += 1;
                    pc += 1;
                }
                Op::GetfieldB => {
                    let object = receiver!(sp - 1, instr);
                    stack[sp - 1] = u64::from(heap.get1(object, instr.c as usize) as i8 as u32);
                    pc += 1;
                }
                Op::GetfieldC => {
                    let object = receiver!(sp - 1, instr);
                    stack[sp - 1] = u64::from(heap.get2(object, instr.c as usize));
                    pc += 1;
                }
                Op::GetfieldS => {
                    let object = receiver!(sp - 1, instr);
                    stack[sp - 1] = u64::from(heap.get2(object, instr.c as usize) as i16 as u32);
                    pc += 1;
                }
                Op::Putfield1 => {
                    let object = written!(sp - 2, instr);
                    heap.put1(object, instr.c as usize, stack[sp - 1] as u8);
                    sp -= 2;
                    pc += 1;
                }
                Op::Putfield2 => {
                    let object = written!(sp - 2, instr);
                    heap.put2(object, instr.c as usize, stack[sp - 1] as u16);
                    sp -= 2;
                    pc += 1;
                }
                Op::Putfield4 => {
                    let object = written!(sp - 2, instr);
                    heap.put4(object, instr.c as usize, stack[sp - 1] as u32);
                    sp -= 2;
                    pc += 1;
                }
                Op::Putfield8 => {
                    let object = written!(sp - 3, instr);
                    heap.put8(object, instr.c as usize, stack[sp - 2]);
                    sp -= 3;
                    pc += 1;
                }
                Op::PutfieldRef => {
                    let object = written!(sp - 2, instr);
                    let value = Ref(stack[sp - 1] as u32);
                    if threaded && is_shared(heap, object) && !value.is_null() && !is_shared(heap, value) {
                        pass = true;
                        leave!(Signal::Slow(instr));
                    }
                    heap.put_ref(object, instr.c as usize, value);
                    sp -= 2;
                    pc += 1;
                }
                Op::Getstatic4 => {
                    let holder = holder!(instr);
                    stack[sp] = u64::from(heap.get4(holder, 8 * instr.a as usize));
                    sp += 1;
                    pc += 1;
                }
                Op::Getstatic8 => {
                    let holder = holder!(instr);
                    stack[sp] = heap.get8(holder, 8 * instr.a as usize);
                    sp += 2;
                    pc += 1;
                }
                Op::GetstaticB => {
                    let holder = holder!(instr);
                    stack[sp] = u64::from(heap.get1(holder, 8 * instr.a as usize) as i8 as u32);
                    sp += 1;
                    pc += 1;
                }
                Op::GetstaticC => {
                    let holder = holder!(instr);
                    stack[sp] = u64::from(heap.get2(holder, 8 * instr.a as usize));
                    sp += 1;
                    pc += 1;
                }
                Op::GetstaticS => {
                    let holder = holder!(instr);
                    stack[sp] = u64::from(heap.get2(holder, 8 * instr.a as usize) as i16 as u32);
                    sp += 1;
                    pc += 1;
                }
                Op::Putstatic1 => {
                    let holder = holder!(instr);
                    heap.put1(holder, 8 * instr.a as usize, stack[sp - 1] as u8);
                    sp -= 1;
                    pc += 1;
                }
                Op::Putstatic2 => {
                    let holder = holder!(instr);
                    heap.put2(holder, 8 * instr.a as usize, stack[sp - 1] as u16);
                    sp -= 1;
                    pc += 1;
                }
                Op::Putstatic4 => {
                    let holder = holder!(instr);
                    heap.put4(holder, 8 * instr.a as usize, stack[sp - 1] as u32);
                    sp -= 1;
                    pc += 1;
                }
                Op::Putstatic8 => {
                    let holder = holder!(instr);
                    heap.put8(holder, 8 * instr.a as usize, stack[sp - 2]);
                    sp -= 2;
                    pc += 1;
                }
                Op::PutstaticRef => {
                    let holder = holder!(instr);
                    let value = Ref(stack[sp - 1] as u32);
                    if threaded && !value.is_null() && !is_shared(heap, value) {
                        pass = true;
                        leave!(Signal::Slow(instr));
                    }
                    heap.put_ref(holder, 8 * instr.a as usize, value);
                    sp -= 1;
                    pc += 1;
                }

                // Invocations and returns.
                Op::InvokestaticQuick => invoke!(MethodId(instr.c)),
                Op::InvokestaticChecked => {
                    let target = &methods[instr.c as usize];
                    let holder = classes[target.class.0 as usize].statics;
                    if heap.header(holder) & header::INIT_DONE == 0 {
                        leave!(Signal::Slow(instr));
                    }
                    invoke!(MethodId(instr.c))
                }
                Op::InvokespecialQuick => {
                    if stack[sp - instr.a as usize] == 0 {
                        leave!(Signal::NullPointer);
                    }
                    invoke!(MethodId(instr.c))
                }
                Op::InvokevirtualQuick => {
                    let object = Ref(stack[sp - instr.a as usize] as u32);
                    if object.is_null() {
                        leave!(Signal::NullPointer);
                    }
                    let class = heap.class_of(object);
                    invoke!(classes[class.0 as usize].vtable[instr.c as usize])
                }
                Op::InvokeinterfaceQuick => {
                    let object = Ref(stack[sp - instr.a as usize] as u32);
                    if object.is_null() {
                        leave!(Signal::NullPointer);
                    }
                    let site = &mut call_sites[instr.c as usize];
                    let class = heap.class_of(object);
                    if site.last_class != class {
                        let found = compiled.as_ref().and_then(|compiled| compiled.found(class, site.method));
                        let Some(target) = found else { leave!(Signal::Slow(instr)) };
                        (site.last_class, site.last_target) = (class, target);
                    }
                    invoke!(site.last_target)
                }
                Op::Return => return_with!(Op::Return, 0),
                Op::Return1 => return_with!(Op::Return1, 1),
                Op::Return2 => return_with!(Op::Return2, 2),

                // Objects.
                Op::NewQuick | Op::NewChecked => {
                    let class = &classes[instr.c as usize];
                    if instr.op == Op::NewChecked && heap.header(class.statics) & header::INIT_DONE == 0 {
                        leave!(Signal::Slow(instr));
                    }
                    if heap.top > heap.collect_at {
                        leave!(Signal::Collect);
                    }
                    match heap.allocate_object(class.id) {
                        Ok(object) => stack[sp] = object.slot(),
                        Err(_) => leave!(Signal::Slow(instr)),
                    }
                    sp += 1;
                    pc += 1;
                }
                Op::NewarrayQuick => {
                    let length = int!(sp - 1);
                    if length < 0 {
                        leave!(Signal::NegativeSize(length));
                    }
                    if heap.top > heap.collect_at || length > 1 << 16 {
                        leave!(Signal::Slow(instr));
                    }
                    match heap.allocate_array(crate::heap::ClassId(instr.c), length as u32) {
                        Ok(array) => stack[sp - 1] = array.slot(),
                        Err(_) => leave!(Signal::Slow(instr)),
                    }
                    pc += 1;
                }
                Op::CheckcastQuick => {
                    let object = Ref(stack[sp - 1] as u32);
                    if !object.is_null() && heap.class_of(object).0 != instr.c {
                        let sub = &classes[heap.class_of(object).0 as usize];
                        let sup = &classes[instr.c as usize];
                        let fits = if sup.is_interface() {
                            sub.all_interfaces.binary_search(&sup.id).is_ok()
                        } else if sup.is_array() {
                            leave!(Signal::Slow(instr))
                        } else {
                            sub.display.get(sup.display.len() - 1) == Some(&sup.id)
                        };
                        if !fits {
                            leave!(Signal::ClassCast(instr.c));
                        }
                    }
                    pc += 1;
                }
                Op::InstanceofQuick => {
                    let object = Ref(stack[sp - 1] as u32);
                    let fits = if object.is_null() {
                        false
                    } else {
                        let sub = &classes[heap.class_of(object).0 as usize];
                        let sup = &classes[instr.c as usize];
                        if sub.id == sup.id {
                            true
                        } else if sup.is_interface() {
                            sub.all_interfaces.binary_search(&sup.id).is_ok()
                        } else if sup.is_array() {
                            leave!(Signal::Slow(instr))
                        } else {
                            sub.display.get(sup.display.len() - 1) == Some(&sup.id)
                        }
                    };
                    stack[sp - 1] = u64::from(fits);
                    pc += 1;
                }
                Op::Athrow => leave!(Signal::Athrow),

                Op::Ldc
                | Op::Ldc2
                | Op::Getstatic
                | Op::Putstatic
                | Op::Getfield
                | Op::Putfield
                | Op::GetfieldSlow
                | Op::PutfieldSlow
                | Op::GetstaticSlow
                | Op::PutstaticSlow
                | Op::Invokevirtual
                | Op::Invokespecial
                | Op::Invokestatic
                | Op::Invokeinterface
                | Op::Invokedynamic
                | Op::InvokeLinked
                | Op::New
                | Op::Newarray
                | Op::Anewarray
                | Op::Multianewarray
                | Op::Checkcast
                | Op::Instanceof
                | Op::Monitorenter
                | Op::Monitorexit
                | Op::WatchLocal
                | Op::Malformed => leave!(Signal::Slow(instr)),
            }
            if D::SYMBOLIC {
                effect.apply(stack, sp, heap);
            }
        }
    }
}
