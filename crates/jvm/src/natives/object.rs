//! `java.lang.Object`, strings' intern, arrays.

use crate::class::ClassKind;
use crate::heap::{ClassId, ELEMENTS, Ref};
use crate::vm::{Outcome, Vm, throw, throw_bare};

natives! {
    "java/lang/Object.hashCode()I" => |vm, args| Ok(vm.heap.identity_hash(Ref::from_slot(args[0])) as u32 as u64);
    "java/lang/System.identityHashCode(Ljava/lang/Object;)I" => |vm, args| {
        let object = Ref::from_slot(args[0]);
        Ok(if object.is_null() { 0 } else { vm.heap.identity_hash(object) as u32 as u64 })
    };
    "java/lang/Object.getClass()Ljava/lang/Class;" => |vm, args| {
        let class = vm.heap.class_of(Ref::from_slot(args[0]));
        Ok(vm.class(class).mirror.slot())
    };
    "java/lang/Object.notify()V" => |vm, args| vm.notify(Ref::from_slot(args[0]), false);
    "java/lang/Object.notifyAll()V" => |vm, args| vm.notify(Ref::from_slot(args[0]), true);
    "java/lang/Object.wait(J)V" => |vm, args| wait(vm, args);
    "java/lang/Object.wait0(J)V" => |vm, args| wait(vm, args);
    "java/lang/String.intern()Ljava/lang/String;" => |vm, args| {
        let units = vm.string_units(Ref::from_slot(args[0]));
        vm.intern(&units).map(Ref::slot)
    };
    "java/lang/StringUTF16.isBigEndian()Z" => |_, _| Ok(0);
    "java/lang/reflect/Array.newArray(Ljava/lang/Class;I)Ljava/lang/Object;" => |vm, args| {
        let component = vm.mirrored_or_npe(args[0])?;
        if args[1] as i32 > i32::MAX - 2 {
            return throw("java/lang/OutOfMemoryError", "Requested array size exceeds VM limit");
        }
        check_rank(vm, component, 1)?;
        if (args[1] as i32) < 0 {
            return throw("java/lang/NegativeArraySizeException", (args[1] as i32).to_string());
        }
        let class = vm.array_of(component)?;
        vm.allocate_array(class, args[1] as u32).map(Ref::slot)
    };
    "java/lang/reflect/Array.multiNewArray(Ljava/lang/Class;[I)Ljava/lang/Object;" => |vm, args| {
        let mut class = vm.mirrored_or_npe(args[0])?;
        let dimensions = Ref::from_slot(args[1]);
        let count = vm.heap.array_length(dimensions) as usize;
        let lengths: Vec<i32> = (0..count).map(|i| vm.heap.get4(dimensions, ELEMENTS + 4 * i) as i32).collect();
        check_rank(vm, class, count)?;
        if let Some(negative) = lengths.iter().find(|length| **length < 0) {
            return throw("java/lang/NegativeArraySizeException", negative.to_string());
        }
        for _ in 0..count {
            class = vm.array_of(class)?;
        }
        vm.nested_array(class, &lengths).map(Ref::slot)
    };
    "java/lang/reflect/Array.getLength(Ljava/lang/Object;)I" => |vm, args| {
        let array = array_argument(vm, args[0])?;
        Ok(u64::from(vm.heap.array_length(array)))
    };
    "java/lang/reflect/Array.get(Ljava/lang/Object;I)Ljava/lang/Object;" => |vm, args| {
        let (kind, value) = element(vm, args)?;
        if kind == crate::class::Kind::Reference { Ok(value) } else { vm.fresh_box(kind, value).map(Ref::slot) }
    };
    "java/lang/reflect/Array.set(Ljava/lang/Object;ILjava/lang/Object;)V" => |vm, args| {
        let array = array_argument(vm, args[0])?;
        let (component, kind) = component_of(vm, array);
        let value = Ref::from_slot(args[2]);
        // What is no value at all is noticed before the place is looked at, and what is of another type after that.
        if value.is_null() && kind != crate::class::Kind::Reference {
            return throw_bare("java/lang/IllegalArgumentException");
        }
        let index = checked_index(vm, array, args[1] as i32)?;
        if kind == crate::class::Kind::Reference {
            if !value.is_null() && !vm.is_instance(value, component) {
                return throw("java/lang/IllegalArgumentException", "array element type mismatch");
            }
            vm.visit_elements(array, true)?;
            vm.put_reference(array, ELEMENTS + 4 * index, value);
            return Ok(0);
        }
        let converted = match vm.unbox(value) {
            Some((from, slot)) => super::reflection::widened(vm, from, kind, slot)?,
            None => None,
        };
        let Some(converted) = converted else {
            return throw("java/lang/IllegalArgumentException", "argument type mismatch");
        };
        vm.visit_elements(array, true)?;
        vm.put_kind(array, ELEMENTS + (index << kind.shift()), kind, converted);
        Ok(0)
    };
    "java/lang/reflect/Array.getInt(Ljava/lang/Object;I)I" => |vm, args| typed_element(vm, args, crate::class::Kind::Int);
    "java/lang/reflect/Array.getLong(Ljava/lang/Object;I)J" => |vm, args| typed_element(vm, args, crate::class::Kind::Long);
    "java/lang/reflect/Array.getBoolean(Ljava/lang/Object;I)Z" => |vm, args| typed_element(vm, args, crate::class::Kind::Boolean);
    "java/lang/reflect/Array.getByte(Ljava/lang/Object;I)B" => |vm, args| typed_element(vm, args, crate::class::Kind::Byte);
    "java/lang/reflect/Array.getChar(Ljava/lang/Object;I)C" => |vm, args| typed_element(vm, args, crate::class::Kind::Char);
    "java/lang/reflect/Array.getShort(Ljava/lang/Object;I)S" => |vm, args| typed_element(vm, args, crate::class::Kind::Short);
    "java/lang/reflect/Array.getFloat(Ljava/lang/Object;I)F" => |vm, args| typed_element(vm, args, crate::class::Kind::Float);
    "java/lang/reflect/Array.getDouble(Ljava/lang/Object;I)D" => |vm, args| typed_element(vm, args, crate::class::Kind::Double);
    "java/lang/reflect/Array.setInt(Ljava/lang/Object;II)V" => |vm, args| set_typed(vm, args, crate::class::Kind::Int);
    "java/lang/reflect/Array.setLong(Ljava/lang/Object;IJ)V" => |vm, args| set_typed(vm, args, crate::class::Kind::Long);
    "java/lang/reflect/Array.setBoolean(Ljava/lang/Object;IZ)V" => |vm, args| set_typed(vm, args, crate::class::Kind::Boolean);
    "java/lang/reflect/Array.setByte(Ljava/lang/Object;IB)V" => |vm, args| set_typed(vm, args, crate::class::Kind::Byte);
    "java/lang/reflect/Array.setChar(Ljava/lang/Object;IC)V" => |vm, args| set_typed(vm, args, crate::class::Kind::Char);
    "java/lang/reflect/Array.setShort(Ljava/lang/Object;IS)V" => |vm, args| set_typed(vm, args, crate::class::Kind::Short);
    "java/lang/reflect/Array.setFloat(Ljava/lang/Object;IF)V" => |vm, args| set_typed(vm, args, crate::class::Kind::Float);
    "java/lang/reflect/Array.setDouble(Ljava/lang/Object;ID)V" => |vm, args| set_typed(vm, args, crate::class::Kind::Double);
}

fn wait(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let millis = args[1] as i64;
    if millis < 0 {
        return throw("java/lang/IllegalArgumentException", "timeout value is negative");
    }
    let nanos = (millis > 0).then(|| (millis as u64).saturating_mul(1_000_000));
    vm.wait_on(Ref::from_slot(args[0]), nanos)
}

fn array_argument(vm: &Vm, slot: u64) -> Outcome<Ref> {
    let array = Ref::from_slot(slot);
    if array.is_null() {
        return throw_bare("java/lang/NullPointerException");
    }
    if !vm.class(vm.heap.class_of(array)).is_array() {
        return throw("java/lang/IllegalArgumentException", "Argument is not an array");
    }
    Ok(array)
}

fn checked_index(vm: &Vm, array: Ref, index: i32) -> Outcome<usize> {
    let length = vm.heap.array_length(array);
    if index as u32 >= length {
        return throw_bare("java/lang/ArrayIndexOutOfBoundsException");
    }
    Ok(index as usize)
}

fn component_of(vm: &Vm, array: Ref) -> (ClassId, crate::class::Kind) {
    match vm.class(vm.heap.class_of(array)).kind {
        ClassKind::Array { component, kind } => (component, kind),
        _ => unreachable!("checked to be an array"),
    }
}

fn element(vm: &mut Vm, args: &[u64]) -> Outcome<(crate::class::Kind, u64)> {
    let array = array_argument(vm, args[0])?;
    let index = checked_index(vm, array, args[1] as i32)?;
    vm.visit_elements(array, false)?;
    let (_, kind) = component_of(vm, array);
    vm.read_input(array, ELEMENTS + (index << kind.shift()))?;
    Ok((kind, vm.get_kind(array, ELEMENTS + (index << kind.shift()), kind)))
}

fn typed_element(vm: &mut Vm, args: &[u64], wanted: crate::class::Kind) -> Outcome<u64> {
    let (kind, value) = element(vm, args)?;
    match super::reflection::widened(vm, kind, wanted, value)? {
        Some(value) => Ok(value),
        None if kind == crate::class::Kind::Reference => {
            throw("java/lang/IllegalArgumentException", "Argument is not an array of primitive type")
        }
        None => throw("java/lang/IllegalArgumentException", "argument type mismatch"),
    }
}

fn set_typed(vm: &mut Vm, args: &[u64], from: crate::class::Kind) -> Outcome<u64> {
    let array = array_argument(vm, args[0])?;
    let index = checked_index(vm, array, args[1] as i32)?;
    let (_, kind) = component_of(vm, array);
    match super::reflection::widened(vm, from, kind, args[2])? {
        Some(value) => {
            vm.visit_elements(array, true)?;
            vm.put_kind(array, ELEMENTS + (index << kind.shift()), kind, value);
            Ok(0)
        }
        None => throw("java/lang/IllegalArgumentException", "argument type mismatch"),
    }
}

/// Arrays have between 1 and 255 dimensions, and elements (JVMS 4.4.1).
fn check_rank(vm: &Vm, component: crate::heap::ClassId, dimensions: usize) -> Outcome<()> {
    const DIMENSIONS_MAX: usize = 255;
    let class = vm.class(component);
    let void = class.kind == ClassKind::Primitive(crate::class::Kind::Void);
    let rank = class.name.bytes().take_while(|byte| *byte == b'[').count() + dimensions;
    if void || dimensions == 0 || rank > DIMENSIONS_MAX {
        return throw_bare("java/lang/IllegalArgumentException");
    }
    Ok(())
}

impl Vm {
    /// The class a mirror argument stands for.
    pub fn mirrored_or_npe(&self, slot: u64) -> Outcome<ClassId> {
        let mirror = Ref::from_slot(slot);
        if mirror.is_null() { throw_bare("java/lang/NullPointerException") } else { Ok(self.mirrored(mirror)) }
    }

    pub fn is_shared(&self, object: Ref) -> bool {
        self.heap.header(object) & crate::heap::header::SHARED != 0
    }

    /// A native is about to touch an object other threads may see: a scheduling point.
    /// The program reads or writes an array by other means than its own instructions.
    fn visit_elements(&mut self, array: Ref, writes: bool) -> Outcome<()> {
        self.meet_copies(array, writes);
        self.visit_shared(array)?;
        if writes && self.threaded && self.is_visible_holder(array) {
            self.learn_write(array, 0);
        }
        Ok(())
    }

    pub fn visit_shared(&mut self, object: Ref) -> Outcome<()> {
        if self.threaded && !object.is_null() && self.is_shared(object) && !self.passes_point() {
            return Err(crate::vm::Trap::Yield);
        }
        Ok(())
    }
}
