//! `VarHandle` accesses to fields and array elements, as one atomic step each. Where the handle, the types at the call
//! or the values ask for more (conversions, views, exceptions), the library's own code does it.

use crate::class::{Kind, parameter_descriptors, return_descriptor};
use crate::domain::Binary;
use crate::heap::{ClassId, Ref, header};
use crate::operations::Role;
use crate::vm::{Outcome, Trap, Vm};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Get,
    Set,
    CompareAndSet,
    CompareAndExchange,
    GetAndSet,
    GetAndAdd,
    GetAndBitwiseOr,
    GetAndBitwiseAnd,
    GetAndBitwiseXor,
}

/// A call of an access method: what it does, and the types its call site gives.
#[derive(Clone, Debug)]
pub struct Access {
    mode: Mode,
    name: Box<str>,
    parameters: Vec<String>,
    returns: String,
}

impl Access {
    /// The orderings (plain, opaque, acquire, release, volatile) are all sequentially consistent here, and a weak
    /// compare-and-set never fails without reason.
    pub(crate) fn of(name: &str, descriptor: &str) -> Option<Access> {
        let stem = name.trim_end_matches("Acquire").trim_end_matches("Release").trim_end_matches("Plain");
        let mode = match stem {
            "get" | "getVolatile" | "getOpaque" => Mode::Get,
            "set" | "setVolatile" | "setOpaque" => Mode::Set,
            "compareAndSet" | "weakCompareAndSet" => Mode::CompareAndSet,
            "compareAndExchange" => Mode::CompareAndExchange,
            "getAndSet" => Mode::GetAndSet,
            "getAndAdd" => Mode::GetAndAdd,
            "getAndBitwiseOr" => Mode::GetAndBitwiseOr,
            "getAndBitwiseAnd" => Mode::GetAndBitwiseAnd,
            "getAndBitwiseXor" => Mode::GetAndBitwiseXor,
            _ => return None,
        };
        let parameters = parameter_descriptors(descriptor).into_iter().map(str::to_owned).collect();
        Some(Access { mode, name: name.into(), parameters, returns: return_descriptor(descriptor).to_owned() })
    }

    fn values(&self) -> usize {
        match self.mode {
            Mode::Get => 0,
            Mode::CompareAndSet | Mode::CompareAndExchange => 2,
            _ => 1,
        }
    }
}

/// What a handle refers to.
struct Variable {
    holder: Ref,
    offset: usize,
    kind: Kind,
    /// The class of its values, if they are references.
    class: Option<ClassId>,
}

impl Vm {
    /// Does the access, with the handle and its arguments on the operand stack; false if the library has to.
    pub(crate) fn access_variable(&mut self, access: &Access, arguments: u16) -> Outcome<bool> {
        let start = self.frame().sp as usize - usize::from(arguments);
        let handle = Ref::from_slot(self.thread().stack[start]);
        if handle.is_null() {
            return Ok(false);
        }
        let Some(coordinates) = access.parameters.len().checked_sub(access.values()) else { return Ok(false) };
        let Some(variable) = self.variable(handle, access, coordinates, start + 1) else { return Ok(false) };
        let Some(values) = self.variable_values(access, &variable, coordinates, start + 1) else { return Ok(false) };
        self.read_input(variable.holder, variable.offset)?;
        let found_now = self.get_kind(variable.holder, variable.offset, variable.kind);
        if !self.returns_fit(access, &variable, found_now)? {
            return Ok(false);
        }
        if !is_defined(access.mode, variable.kind) {
            return Ok(false);
        }
        // What has to be decided about the value is decided before others may move: they change it, and it is asked again.
        let first = values.first().copied().unwrap_or(0);
        let compares = matches!(access.mode, Mode::CompareAndSet | Mode::CompareAndExchange);
        let was_expected = compares && self.are_equal(variable.kind, found_now, first)?;
        if !compares && !matches!(access.mode, Mode::Get | Mode::Set | Mode::GetAndSet) {
            self.settle_values(variable.kind, [found_now, first])?;
        }
        self.visit_variable(variable.holder)?;
        if self.threaded && self.is_shared_holder(variable.holder) {
            self.note_handle(&access.name, variable.holder);
            let length = 1 << variable.kind.shift();
            self.note_mixed(variable.holder, variable.offset as u32, length, access.mode != Mode::Get);
        }
        let found = self.get_kind(variable.holder, variable.offset, variable.kind);
        let is_expected = found == first || (was_expected && found == found_now);
        let result = match access.mode {
            Mode::Get => (None, found),
            Mode::Set => (Some(first), 0),
            Mode::GetAndSet => (Some(first), found),
            Mode::CompareAndSet => (is_expected.then_some(values[1]), u64::from(is_expected)),
            Mode::CompareAndExchange => (is_expected.then_some(values[1]), found),
            Mode::GetAndAdd | Mode::GetAndBitwiseOr | Mode::GetAndBitwiseAnd | Mode::GetAndBitwiseXor => {
                (Some(self.changed(access.mode, variable.kind, found, first)?), found)
            }
        };
        if let (Some(value), _) = result {
            if self.threaded && self.is_visible_holder(variable.holder) {
                self.learn_atomic_write(variable.holder, variable.offset as u32);
            }
            self.put_kind(variable.holder, variable.offset, variable.kind, value);
        }
        self.finish_call(start, Kind::of_descriptor(&access.returns), result.1)?;
        Ok(true)
    }

    /// What one value becomes by another.
    fn changed(&mut self, mode: Mode, kind: Kind, found: u64, by: u64) -> Outcome<u64> {
        let op = match mode {
            Mode::GetAndBitwiseOr => Binary::Or,
            Mode::GetAndBitwiseAnd => Binary::And,
            Mode::GetAndBitwiseXor => Binary::Xor,
            _ => Binary::Add,
        };
        if self.symbolic.is_some() && (self.is_unknown(kind, found) || self.is_unknown(kind, by)) {
            return self.combined(op, kind, found, by);
        }
        Ok(match op {
            Binary::Or => found | by,
            Binary::And => found & by,
            Binary::Xor => found ^ by,
            _ => add(kind, found, by),
        })
    }

    pub(crate) fn visit_variable(&mut self, holder: Ref) -> Outcome<()> {
        if !self.threaded || !self.is_shared_holder(holder) {
            return Ok(());
        }
        if self.class(self.heap.class_of(holder)).is_array() {
            self.meet_copies(holder, true);
        }
        // A form accesses what it was given by the program.
        let calls = self.thread().frames.last().is_some_and(|frame| self.method(frame.method).role == Role::Form);
        let passes = if calls { self.passes_own_point() } else { self.passes_point() };
        if passes { Ok(()) } else { Err(Trap::Yield) }
    }

    /// Whether other threads can reach an object, or the variables of a class.
    pub(crate) fn is_shared_holder(&self, holder: Ref) -> bool {
        !holder.is_null() && self.heap.header(holder) & (header::STATICS | header::SHARED) != 0
    }

    /// The variable that the handle and the coordinates on the stack mean.
    fn variable(&self, handle: Ref, access: &Access, coordinates: usize, at: usize) -> Option<Variable> {
        let class_id = self.heap.class_of(handle);
        let class = self.class(class_id);
        let (family, form) = class.name.strip_prefix("java/lang/invoke/VarHandle")?.split_once('$')?;
        let kind = match family {
            "Booleans" => Kind::Boolean,
            "Bytes" => Kind::Byte,
            "Shorts" => Kind::Short,
            "Chars" => Kind::Char,
            "Ints" => Kind::Int,
            "Longs" => Kind::Long,
            "Floats" => Kind::Float,
            "Doubles" => Kind::Double,
            "References" => Kind::Reference,
            _ => return None,
        };
        let offset_of = |name: &str| self.offset_of(class_id, name).map(|offset| offset as usize);
        let mirrored = |name: &str| Some(self.mirrored(self.heap.get_ref(handle, offset_of(name)?)));
        if self.heap.get1(handle, offset_of("exact")?) != 0 {
            return None;
        }
        if form.ends_with("ReadOnly") && access.mode != Mode::Get {
            return None;
        }
        let stack = &self.thread().stack;
        match form {
            "FieldInstanceReadOnly" | "FieldInstanceReadWrite" if coordinates == 1 => {
                let holder = self.object_coordinate(&access.parameters[0], stack[at])?;
                let receiver = mirrored("receiverType")?;
                let class = if kind == Kind::Reference { Some(mirrored("fieldType")?) } else { None };
                let offset = self.heap.get8(handle, offset_of("fieldOffset")?) as usize;
                self.is_instance(holder, receiver).then_some(Variable { holder, offset, kind, class })
            }
            "FieldStaticReadOnly" | "FieldStaticReadWrite" if coordinates == 0 => {
                let holder = self.heap.get_ref(handle, offset_of("base")?);
                // On a path that has not come so far yet, the library initialises the class.
                if holder.is_null() || self.heap.header(holder) & header::INIT_DONE == 0 {
                    return None;
                }
                let class = if kind == Kind::Reference { Some(mirrored("fieldType")?) } else { None };
                let offset = self.heap.get8(handle, offset_of("fieldOffset")?) as usize;
                Some(Variable { holder, offset, kind, class })
            }
            "Array" if coordinates == 2 && access.parameters[1] == "I" => {
                let holder = self.object_coordinate(&access.parameters[0], stack[at])?;
                let index = stack[at + 1] as i32;
                let crate::class::ClassKind::Array { component, kind: actual } =
                    self.class(self.heap.class_of(holder)).kind
                else {
                    return None;
                };
                if actual != kind || index < 0 || index as u32 >= self.heap.array_length(holder) {
                    return None;
                }
                if let Some(at) = offset_of("arrayType")
                    && !self.is_instance(holder, self.mirrored(self.heap.get_ref(handle, at)))
                {
                    return None;
                }
                let offset = crate::heap::ELEMENTS + ((index as usize) << kind.shift());
                Some(Variable { holder, offset, kind, class: (kind == Kind::Reference).then_some(component) })
            }
            _ => None,
        }
    }

    fn object_coordinate(&self, descriptor: &str, slot: u64) -> Option<Ref> {
        let object = Ref::from_slot(slot);
        (Kind::of_descriptor(descriptor) == Kind::Reference && !object.is_null()).then_some(object)
    }

    /// The value arguments, if none of them needs converting.
    fn variable_values(&self, access: &Access, variable: &Variable, coordinates: usize, at: usize) -> Option<Vec<u64>> {
        let mut at = at + coordinates;
        let mut values = Vec::with_capacity(2);
        for descriptor in &access.parameters[coordinates..] {
            let kind = Kind::of_descriptor(descriptor);
            if kind != variable.kind {
                return None;
            }
            let value = self.thread().stack[at];
            if let Some(class) = variable.class
                && value != 0
                && !self.is_instance(Ref::from_slot(value), class)
            {
                return None;
            }
            values.push(value);
            at += usize::from(kind.slots());
        }
        Some(values)
    }

    /// Whether the result is what the call site expects, without conversion.
    fn returns_fit(&mut self, access: &Access, variable: &Variable, found: u64) -> Outcome<bool> {
        let returned = Kind::of_descriptor(&access.returns);
        Ok(match access.mode {
            Mode::Set => returned == Kind::Void,
            Mode::CompareAndSet => returned == Kind::Boolean,
            _ if returned == Kind::Void => true,
            _ if returned != variable.kind => false,
            _ if returned == Kind::Reference && access.returns != "Ljava/lang/Object;" && found != 0 => {
                let class = self.class_of_descriptor(self.current_class(), &access.returns)?;
                self.is_instance(Ref::from_slot(found), class)
            }
            _ => true,
        })
    }
}

/// Numbers can be added, integers and truth values combined bit by bit.
fn is_defined(mode: Mode, kind: Kind) -> bool {
    match mode {
        Mode::GetAndAdd => !matches!(kind, Kind::Boolean | Kind::Reference),
        Mode::GetAndBitwiseOr | Mode::GetAndBitwiseAnd | Mode::GetAndBitwiseXor => {
            !matches!(kind, Kind::Float | Kind::Double | Kind::Reference)
        }
        _ => true,
    }
}

fn add(kind: Kind, a: u64, b: u64) -> u64 {
    match kind {
        Kind::Long => a.wrapping_add(b),
        Kind::Float => u64::from((f32::from_bits(a as u32) + f32::from_bits(b as u32)).to_bits()),
        Kind::Double => (f64::from_bits(a) + f64::from_bits(b)).to_bits(),
        _ => u64::from((a as u32).wrapping_add(b as u32)),
    }
}
