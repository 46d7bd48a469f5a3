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
    "java/lang/Object.clone()Ljava/lang/Object;" => |vm, args| clone(vm, Ref::from_slot(args[0]));
    "java/lang/Object.notify()V" => |vm, args| vm.notify(Ref::from_slot(args[0]), false);
    "java/lang/Object.notifyAll()V" => |vm, args| vm.notify(Ref::from_slot(args[0]), true);
    "java/lang/Object.wait(J)V" => |vm, args| wait(vm, args);
    "java/lang/Object.wait0(J)V" => |vm, args| wait(vm, args);
    "java/lang/String.intern()Ljava/lang/String;" => |vm, args| {
        let units = vm.string_units(Ref::from_slot(args[0]));
        vm.intern(&units).map(Ref::slot)
    };
    "java/lang/StringUTF16.isBigEndian()Z" => |_, _| Ok(0);
    "java/lang/System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V" => arraycopy;
    "java/lang/reflect/Array.newArray(Ljava/lang/Class;I)Ljava/lang/Object;" => |vm, args| {
        let component = vm.mirrored_or_npe(args[0])?;
        if args[1] as i32 > i32::MAX - 2 {
            return throw("java/lang/OutOfMemoryError", "Requested array size exceeds VM limit");
        }
        if vm.class(component).kind == ClassKind::Primitive(crate::class::Kind::Void) {
            return throw_bare("java/lang/IllegalArgumentException");
        }
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
        if lengths.is_empty() || lengths.len() > 255 {
            return throw("java/lang/IllegalArgumentException", "Empty dimensions array");
        }
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
        let index = checked_index(vm, array, args[1] as i32)?;
        let (component, kind) = component_of(vm, array);
        let value = Ref::from_slot(args[2]);
        if kind == crate::class::Kind::Reference {
            if !value.is_null() && !vm.is_instance(value, component) {
                return throw("java/lang/IllegalArgumentException", "array element type mismatch");
            }
            vm.put_reference(array, ELEMENTS + 4 * index, value);
            return Ok(0);
        }
        let Some(converted) = vm.unbox(value).and_then(|(from, slot)| super::reflection::widen(from, kind, slot)) else {
            return throw("java/lang/IllegalArgumentException", "argument type mismatch");
        };
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

fn clone(vm: &mut Vm, object: Ref) -> Outcome<u64> {
    let class = vm.heap.class_of(object);
    if !vm.is_subclass(class, vm.known.cloneable) {
        return throw("java/lang/CloneNotSupportedException", vm.class(class).java_name());
    }
    // One step, before which others may come, unless nobody writes such arrays: the values of an enum are copied all the time.
    let is_array = vm.class(class).is_array();
    if !is_array || vm.heap.shapes[class.0 as usize].visible_elements {
        vm.visit_shared(object)?;
    }
    let copy = if is_array { vm.allocate_array(class, vm.heap.array_length(object))? } else { vm.allocate(class)? };
    vm.heap.copy_payload(object, copy);
    Ok(copy.slot())
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

fn element(vm: &Vm, args: &[u64]) -> Outcome<(crate::class::Kind, u64)> {
    let array = array_argument(vm, args[0])?;
    let index = checked_index(vm, array, args[1] as i32)?;
    let (_, kind) = component_of(vm, array);
    Ok((kind, vm.get_kind(array, ELEMENTS + (index << kind.shift()), kind)))
}

fn typed_element(vm: &mut Vm, args: &[u64], wanted: crate::class::Kind) -> Outcome<u64> {
    let (kind, value) = element(vm, args)?;
    match super::reflection::widen(kind, wanted, value) {
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
    match super::reflection::widen(from, kind, args[2]) {
        Some(value) => {
            vm.visit_shared(array)?;
            if vm.threaded && vm.is_shared(array) {
                vm.learn_write(array, 0);
            }
            vm.put_kind(array, ELEMENTS + (index << kind.shift()), kind, value);
            Ok(0)
        }
        None => throw("java/lang/IllegalArgumentException", "argument type mismatch"),
    }
}

fn arraycopy(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let (source, target) = (Ref::from_slot(args[0]), Ref::from_slot(args[2]));
    let (from, to, length) = (args[1] as i32, args[3] as i32, args[4] as i32);
    if source.is_null() || target.is_null() {
        return throw_bare("java/lang/NullPointerException");
    }
    let (source_class, target_class) = (vm.heap.class_of(source), vm.heap.class_of(target));
    let (ClassKind::Array { kind, .. }, ClassKind::Array { component: wanted, kind: target_kind }) =
        (vm.class(source_class).kind, vm.class(target_class).kind)
    else {
        return mismatch(vm, source_class, target_class);
    };
    if kind != target_kind {
        return mismatch(vm, source_class, target_class);
    }
    let (source_length, target_length) = (vm.heap.array_length(source), vm.heap.array_length(target));
    if from < 0
        || to < 0
        || length < 0
        || i64::from(from) + i64::from(length) > i64::from(source_length)
        || i64::from(to) + i64::from(length) > i64::from(target_length)
    {
        return throw(
            "java/lang/ArrayIndexOutOfBoundsException",
            bounds_message(vm, (source_class, from, source_length), (target_class, to, target_length), length),
        );
    }
    // One step, before which others may come: what is read may be shared, or what is written.
    vm.visit_shared(if vm.is_shared(source) { source } else { target })?;
    if kind == crate::class::Kind::Reference {
        let ClassKind::Array { component, .. } = vm.class(source_class).kind else { unreachable!("checked above") };
        if vm.threaded && vm.is_shared(target) {
            for index in 0..length as usize {
                let value = vm.heap.get_ref(source, ELEMENTS + 4 * (from as usize + index));
                vm.share(value);
            }
        }
        if !vm.is_subclass(component, wanted) {
            return copy_checked(vm, (source, from), (target, to), length, (source_class, wanted));
        }
    }
    if vm.threaded && vm.is_shared(target) {
        vm.learn_write(target, 0);
    }
    let shift = kind.shift();
    vm.heap.copy_elements(
        source,
        ELEMENTS + ((from as usize) << shift),
        target,
        ELEMENTS + ((to as usize) << shift),
        (length as usize) << shift,
    );
    Ok(0)
}

/// Element by element, up to the first that does not fit.
fn copy_checked(
    vm: &mut Vm,
    (source, from): (Ref, i32),
    (target, to): (Ref, i32),
    length: i32,
    (source_class, wanted): (ClassId, ClassId),
) -> Outcome<u64> {
    for index in 0..length as usize {
        let value = vm.heap.get_ref(source, ELEMENTS + 4 * (from as usize + index));
        if !value.is_null() && !vm.is_instance(value, wanted) {
            let ClassKind::Array { component, .. } = vm.class(source_class).kind else { unreachable!("an array") };
            return throw(
                "java/lang/ArrayStoreException",
                format!(
                    "arraycopy: element type mismatch: can not cast one of the elements of {}[] to the type of the \
                     destination array, {}",
                    vm.external_name(component),
                    vm.external_name(wanted)
                ),
            );
        }
        vm.heap.put_ref(target, ELEMENTS + 4 * (to as usize + index), value);
    }
    Ok(0)
}

fn array_words(vm: &Vm, class: ClassId) -> String {
    match vm.class(class).kind {
        ClassKind::Array { kind: crate::class::Kind::Reference, .. } => "object array".into(),
        ClassKind::Array { kind, .. } => kind.java_name().into(),
        _ => vm.external_name(class),
    }
}

fn mismatch(vm: &Vm, source: ClassId, target: ClassId) -> Outcome<u64> {
    let (a, b) = (vm.class(source), vm.class(target));
    let message = if !a.is_array() {
        format!("arraycopy: source type {} is not an array", a.java_name())
    } else if !b.is_array() {
        format!("arraycopy: destination type {} is not an array", b.java_name())
    } else {
        let words = |class: ClassId| match vm.class(class).kind {
            ClassKind::Array { kind: crate::class::Kind::Reference, .. } => "object array[]".to_owned(),
            ClassKind::Array { kind, .. } => format!("{}[]", kind.java_name()),
            _ => String::new(),
        };
        format!("arraycopy: type mismatch: can not copy {} into {}", words(source), words(target))
    };
    throw("java/lang/ArrayStoreException", message)
}

fn bounds_message(
    vm: &Vm,
    (source, from, source_length): (ClassId, i32, u32),
    (target, to, target_length): (ClassId, i32, u32),
    length: i32,
) -> String {
    let describe = |class: ClassId, size: u32| format!("{}[{size}]", array_words(vm, class));
    if length < 0 {
        format!("arraycopy: length {length} is negative")
    } else if from < 0 {
        format!("arraycopy: source index {from} out of bounds for {}", describe(source, source_length))
    } else if to < 0 {
        format!("arraycopy: destination index {to} out of bounds for {}", describe(target, target_length))
    } else if i64::from(from) + i64::from(length) > i64::from(source_length) {
        format!(
            "arraycopy: last source index {} out of bounds for {}",
            from as u32 as u64 + length as u64,
            describe(source, source_length)
        )
    } else {
        format!(
            "arraycopy: last destination index {} out of bounds for {}",
            to as u32 as u64 + length as u64,
            describe(target, target_length)
        )
    }
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
    pub fn visit_shared(&mut self, object: Ref) -> Outcome<()> {
        if self.threaded && !object.is_null() && self.is_shared(object) && !self.passes_point() {
            return Err(crate::vm::Trap::Yield);
        }
        Ok(())
    }
}
