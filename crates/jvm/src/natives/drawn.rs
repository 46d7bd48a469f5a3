//! Natives that get a draw which is not made yet (see `draws`): rounding is a die, an absolute value a coin, memory moves
//! as it is; all others need a number.

use super::Native;
use super::symbolic::arguments::MemoryAccess;
use crate::class::{Kind, MethodId, parameter_kinds};
use crate::domain::{narrow_symbol, wide_slot, wide_symbol};
use crate::draws::Line;
use crate::exec::drawn::Rounding;
use crate::heap::Ref;
use crate::vm::{Outcome, Trap, Vm};

natives! {
    "java/lang/Math.floor(D)D" => |vm, args| rounded(vm, args[0], Rounding::Floor, true);
    "java/lang/Math.ceil(D)D" => |vm, args| rounded(vm, args[0], Rounding::Ceiling, true);
    "java/lang/Math.rint(D)D" => |vm, args| rounded(vm, args[0], Rounding::Nearest, true);
    "java/lang/Math.round(D)J" => |vm, args| rounded(vm, args[0], Rounding::Nearest, false);
    "java/lang/Math.abs(D)D" => absolute;
}

/// Whether a native of this file is in place of the method.
pub(crate) fn understands(class: &str, name: &str) -> bool {
    class == "java/lang/Math" && matches!(name, "floor" | "ceil" | "rint" | "round" | "abs")
}

fn line_of(vm: &Vm, slot: u64) -> Option<Line> {
    vm.path.draws.line(wide_symbol(slot))
}

fn rounded(vm: &mut Vm, slot: u64, rounding: Rounding, as_double: bool) -> Outcome<u64> {
    let Some(line) = line_of(vm, slot) else { return Err(Trap::FallThrough) };
    match vm.round_line(line, rounding)? {
        Some(value) if as_double => Ok((value as f64).to_bits()),
        Some(value) => Ok(value as u64),
        None => Err(Trap::Again),
    }
}

fn absolute(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let Some(line) = line_of(vm, args[0]) else { return Err(Trap::FallThrough) };
    match vm.sign_of(line)? {
        Some(sign) if sign >= 0 => Ok(args[0]),
        Some(_) => {
            let line = Line { slope: line.slope.negated(), offset: line.offset.negated(), ..line };
            let symbol = vm.path.draws.symbol(line);
            vm.bound_symbols();
            Ok(wide_slot(symbol))
        }
        None => Err(Trap::Again),
    }
}

impl Vm {
    /// The line that a slot of this kind holds.
    pub(crate) fn drawn_slot(&self, kind: Kind, slot: u64) -> Option<Line> {
        let symbol = match kind {
            Kind::Double | Kind::Long => wide_symbol(slot),
            Kind::Reference | Kind::Void => return None,
            _ => narrow_symbol(slot),
        };
        self.path.draws.line(symbol)
    }

    /// Two values are going to be looked at: what is drawn or read from a clock becomes a number first.
    pub(crate) fn settle_values(&mut self, kind: Kind, slots: [u64; 2]) -> Outcome<()> {
        if self.symbolic.is_some() || !self.has_draws() {
            return Ok(());
        }
        for slot in slots {
            if kind == Kind::Long && self.path.readings.term(wide_symbol(slot)).is_some() {
                self.settle_readings();
                return Err(Trap::Again);
            }
            if let Some(line) = self.drawn_slot(kind, slot) {
                self.settle_draw(line.draw)?;
                return Err(Trap::Again);
            }
        }
        Ok(())
    }

    /// A native, while draws are open.
    pub(crate) fn drawn_native(&mut self, id: MethodId, native: Native, slots: &mut [u64]) -> Outcome<u64> {
        let method = self.method(id);
        let (class, name) = (self.class(method.class).name.clone(), method.name.clone());
        let (returns, is_static, arguments) = (method.returns, method.is_static(), method.arguments as usize);
        let kinds = parameter_kinds(&method.descriptor);
        let access = if &*class == "jdk/internal/misc/Unsafe" { MemoryAccess::of(&name) } else { None };
        let compares = access == Some(MemoryAccess::Compare);
        // Memory outside the heap, where the object is null, never holds a draw.
        if compares && !Ref::from_slot(slots[1]).is_null() {
            let (object, offset) = (Ref::from_slot(slots[1]), slots[2] as usize);
            let kind = kinds.get(2).copied().unwrap_or(Kind::Int);
            let present = self.get_kind(object, offset, kind);
            if let Some(line) = self.drawn_slot(kind, present).filter(|_| present != slots[4]) {
                self.settle_draw(line.draw)?;
                return Err(Trap::Again);
            }
        }
        if access != Some(MemoryAccess::Plain) && !understands(&class, &name) {
            let mut at = usize::from(!is_static);
            for kind in kinds {
                if kind == Kind::Long && self.path.readings.term(wide_symbol(slots[at])).is_some() {
                    self.settle_readings();
                    return Err(Trap::Again);
                }
                if let Some(line) = self.drawn_slot(kind, slots[at]).filter(|_| !compares || at != 4) {
                    self.settle_draw(line.draw)?;
                    // Each draw is a choice of its own, and the call runs again until it knows all its arguments.
                    return Err(Trap::Again);
                }
                at += usize::from(kind.slots());
            }
        }
        debug_assert_eq!(slots.len(), arguments, "all arguments were copied");
        let result = native(self, slots)?;
        match (&*class, &*name) {
            ("java/lang/System", "arraycopy") => self.copy_array_symbols(slots),
            ("java/lang/Object", "clone") => {
                let (from, to) = (Ref::from_slot(slots[0]), Ref::from_slot(result));
                let bytes = self.heap.size_of(from) * 8;
                self.heap.copy_symbols((from, 0), (to, 0), bytes);
            }
            _ => {}
        }
        let is_draw = self.path.draws.line(narrow_symbol(result)).is_some();
        Ok(if returns.slots() == 1 && !is_draw { result & 0xffff_ffff } else { result })
    }
}
