//! `jdk.internal.misc.Unsafe`: reading and writing fields and elements by offset. With a null object, offsets are
//! addresses of the machine's own off-heap memory (see `memory`).

use crate::class::{ClassKind, Kind};
use crate::heap::{ELEMENTS, Ref};
use crate::vm::{Outcome, Trap, Vm, throw_bare};

/// The object and the offset in it that `Unsafe` was asked for. The count of thread ids seems to be off the heap.
fn place(vm: &Vm, args: &[u64]) -> (Ref, u64) {
    match (Ref::from_slot(args[1]), args[2]) {
        (Ref::NULL, super::memory::THREAD_ID) => (vm.known.thread_ids, ELEMENTS as u64),
        place => place,
    }
}

fn get(vm: &mut Vm, args: &[u64], kind: Kind, volatile: bool) -> Outcome<u64> {
    let (object, offset) = place(vm, args);
    if object.is_null() {
        visit_block(vm, offset, kind, false)?;
        return vm.memory.get(offset, kind);
    }
    visit(vm, object, offset, volatile)?;
    vm.read_input(object, offset as usize)?;
    Ok(read(vm, object, offset as usize, kind))
}

/// Any thread may know the address of a block that the program has allocated.
fn visit_block(vm: &mut Vm, address: u64, kind: Kind, writes: bool) -> Outcome<()> {
    if vm.threaded && vm.memory.is_in_block(address) {
        vm.meet_memory_copies_at(address, kind, writes);
        if !vm.passes_point() {
            return Err(Trap::Yield);
        }
    }
    Ok(())
}

/// A scheduling point, if the access is one that others can notice: the program's own, by whatever means, or a synchronising one.
fn visit(vm: &mut Vm, object: Ref, offset: u64, synchronises: bool) -> Outcome<()> {
    if vm.threaded && vm.is_shared_holder(object) && is_own(vm, object, offset) {
        return if vm.passes_own_point() { Ok(()) } else { Err(Trap::Yield) };
    }
    if synchronises || acts_for_handle(vm) {
        vm.visit_variable(object)?;
    } else if vm.threaded
        && matches!(vm.class(vm.heap.class_of(object)).kind, ClassKind::Array { kind, .. } if kind != Kind::Reference)
        && vm.are_elements_noticed(object)
        && !vm.passes_point()
    {
        // Buffers and comparisons of arrays read several elements at once, but are the program's accesses.
        return Err(Trap::Yield);
    }
    Ok(())
}

/// Whether a field is one that the program has declared.
fn is_own(vm: &Vm, object: Ref, offset: u64) -> bool {
    let class = vm.class(vm.heap.class_of(object));
    !class.library
        && class.kind == ClassKind::Instance
        && vm.field_at(object, offset as u32).is_some_and(|(declaring, _)| !vm.class(declaring).library)
}

/// Whether the access is the program's, made through a `VarHandle`, and not a detail of the library.
fn acts_for_handle(vm: &Vm) -> bool {
    vm.thread().frames.last().is_some_and(|frame| vm.method(frame.method).role == crate::operations::Role::Access)
}

/// Byte-wise views of arrays may be unaligned.
fn read(vm: &Vm, object: Ref, offset: usize, kind: Kind) -> u64 {
    let size = 1usize << kind.shift();
    if !offset.is_multiple_of(size) {
        let start = object.0 as usize * 8 + offset;
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(&vm.heap.bytes()[start..start + size]);
        let raw = u64::from_le_bytes(bytes);
        return match kind {
            Kind::Short => u64::from(raw as i16 as u32),
            _ => raw,
        };
    }
    vm.get_kind(object, offset, kind)
}

fn put(vm: &mut Vm, args: &[u64], kind: Kind, volatile: bool) -> Outcome<u64> {
    let ((object, offset), value) = (place(vm, args), args[4]);
    if object.is_null() {
        visit_block(vm, offset, kind, true)?;
        return vm.memory.put(offset, kind, value);
    }
    visit(vm, object, offset, volatile)?;
    write(vm, object, offset as usize, kind, value);
    Ok(0)
}

fn write(vm: &mut Vm, object: Ref, offset: usize, kind: Kind, value: u64) {
    if vm.threaded && vm.is_visible_holder(object) {
        vm.learn_write(object, offset as u32);
    }
    let size = 1usize << kind.shift();
    if !offset.is_multiple_of(size) {
        for (index, byte) in value.to_le_bytes()[..size].iter().enumerate() {
            vm.heap.put1(object, offset + index, *byte);
        }
        return;
    }
    vm.put_kind(object, offset, kind, value);
}

/// Compares and, if equal, sets: gives the value found.
fn exchange(vm: &mut Vm, args: &[u64], kind: Kind) -> Outcome<u64> {
    let (object, offset) = place(vm, args);
    let slots = usize::from(kind.slots());
    let (expected, value) = (args[4], args[4 + slots]);
    if object.is_null() {
        visit_block(vm, offset, kind, true)?;
        let found = vm.memory.get(offset, kind)?;
        if found == expected {
            vm.memory.put(offset, kind, value)?;
        }
        return Ok(found);
    }
    visit(vm, object, offset, true)?;
    vm.read_input(object, offset as usize)?;
    let found = vm.get_kind(object, offset as usize, kind);
    if found == expected {
        write(vm, object, offset as usize, kind, value);
    }
    Ok(found)
}

fn compare_and_set(vm: &mut Vm, args: &[u64], kind: Kind) -> Outcome<u64> {
    let expected = args[4];
    exchange(vm, args, kind).map(|found| u64::from(found == expected))
}

fn field_offset(vm: &mut Vm, class: u64, name: u64) -> Outcome<u64> {
    let class = vm.mirrored_or_npe(class)?;
    let name = vm.string_text(Ref::from_slot(name));
    match vm.class(class).own_field(&name).map(|field| field.offset) {
        Some(offset) => Ok(u64::from(offset)),
        None => throw_bare("java/lang/InternalError"),
    }
}

natives! {
    "jdk/internal/misc/Unsafe.getInt(Ljava/lang/Object;J)I" => |vm, args| get(vm, args, Kind::Int, false);
    "jdk/internal/misc/Unsafe.getLong(Ljava/lang/Object;J)J" => |vm, args| get(vm, args, Kind::Long, false);
    "jdk/internal/misc/Unsafe.getBoolean(Ljava/lang/Object;J)Z" => |vm, args| get(vm, args, Kind::Boolean, false);
    "jdk/internal/misc/Unsafe.getByte(Ljava/lang/Object;J)B" => |vm, args| get(vm, args, Kind::Byte, false);
    "jdk/internal/misc/Unsafe.getChar(Ljava/lang/Object;J)C" => |vm, args| get(vm, args, Kind::Char, false);
    "jdk/internal/misc/Unsafe.getShort(Ljava/lang/Object;J)S" => |vm, args| get(vm, args, Kind::Short, false);
    "jdk/internal/misc/Unsafe.getFloat(Ljava/lang/Object;J)F" => |vm, args| get(vm, args, Kind::Float, false);
    "jdk/internal/misc/Unsafe.getDouble(Ljava/lang/Object;J)D" => |vm, args| get(vm, args, Kind::Double, false);
    "jdk/internal/misc/Unsafe.getReference(Ljava/lang/Object;J)Ljava/lang/Object;" => |vm, args| get(vm, args, Kind::Reference, false);
    "jdk/internal/misc/Unsafe.putInt(Ljava/lang/Object;JI)V" => |vm, args| put(vm, args, Kind::Int, false);
    "jdk/internal/misc/Unsafe.putLong(Ljava/lang/Object;JJ)V" => |vm, args| put(vm, args, Kind::Long, false);
    "jdk/internal/misc/Unsafe.putBoolean(Ljava/lang/Object;JZ)V" => |vm, args| put(vm, args, Kind::Boolean, false);
    "jdk/internal/misc/Unsafe.putByte(Ljava/lang/Object;JB)V" => |vm, args| put(vm, args, Kind::Byte, false);
    "jdk/internal/misc/Unsafe.putChar(Ljava/lang/Object;JC)V" => |vm, args| put(vm, args, Kind::Char, false);
    "jdk/internal/misc/Unsafe.putShort(Ljava/lang/Object;JS)V" => |vm, args| put(vm, args, Kind::Short, false);
    "jdk/internal/misc/Unsafe.putFloat(Ljava/lang/Object;JF)V" => |vm, args| put(vm, args, Kind::Float, false);
    "jdk/internal/misc/Unsafe.putDouble(Ljava/lang/Object;JD)V" => |vm, args| put(vm, args, Kind::Double, false);
    "jdk/internal/misc/Unsafe.putReference(Ljava/lang/Object;JLjava/lang/Object;)V" => |vm, args| put(vm, args, Kind::Reference, false);
    "jdk/internal/misc/Unsafe.getIntVolatile(Ljava/lang/Object;J)I" => |vm, args| get(vm, args, Kind::Int, true);
    "jdk/internal/misc/Unsafe.getLongVolatile(Ljava/lang/Object;J)J" => |vm, args| get(vm, args, Kind::Long, true);
    "jdk/internal/misc/Unsafe.getBooleanVolatile(Ljava/lang/Object;J)Z" => |vm, args| get(vm, args, Kind::Boolean, true);
    "jdk/internal/misc/Unsafe.getByteVolatile(Ljava/lang/Object;J)B" => |vm, args| get(vm, args, Kind::Byte, true);
    "jdk/internal/misc/Unsafe.getCharVolatile(Ljava/lang/Object;J)C" => |vm, args| get(vm, args, Kind::Char, true);
    "jdk/internal/misc/Unsafe.getShortVolatile(Ljava/lang/Object;J)S" => |vm, args| get(vm, args, Kind::Short, true);
    "jdk/internal/misc/Unsafe.getFloatVolatile(Ljava/lang/Object;J)F" => |vm, args| get(vm, args, Kind::Float, true);
    "jdk/internal/misc/Unsafe.getDoubleVolatile(Ljava/lang/Object;J)D" => |vm, args| get(vm, args, Kind::Double, true);
    "jdk/internal/misc/Unsafe.getReferenceVolatile(Ljava/lang/Object;J)Ljava/lang/Object;" => |vm, args| get(vm, args, Kind::Reference, true);
    "jdk/internal/misc/Unsafe.putIntVolatile(Ljava/lang/Object;JI)V" => |vm, args| put(vm, args, Kind::Int, true);
    "jdk/internal/misc/Unsafe.putLongVolatile(Ljava/lang/Object;JJ)V" => |vm, args| put(vm, args, Kind::Long, true);
    "jdk/internal/misc/Unsafe.putBooleanVolatile(Ljava/lang/Object;JZ)V" => |vm, args| put(vm, args, Kind::Boolean, true);
    "jdk/internal/misc/Unsafe.putByteVolatile(Ljava/lang/Object;JB)V" => |vm, args| put(vm, args, Kind::Byte, true);
    "jdk/internal/misc/Unsafe.putCharVolatile(Ljava/lang/Object;JC)V" => |vm, args| put(vm, args, Kind::Char, true);
    "jdk/internal/misc/Unsafe.putShortVolatile(Ljava/lang/Object;JS)V" => |vm, args| put(vm, args, Kind::Short, true);
    "jdk/internal/misc/Unsafe.putFloatVolatile(Ljava/lang/Object;JF)V" => |vm, args| put(vm, args, Kind::Float, true);
    "jdk/internal/misc/Unsafe.putDoubleVolatile(Ljava/lang/Object;JD)V" => |vm, args| put(vm, args, Kind::Double, true);
    "jdk/internal/misc/Unsafe.putReferenceVolatile(Ljava/lang/Object;JLjava/lang/Object;)V" => |vm, args| put(vm, args, Kind::Reference, true);
    "jdk/internal/misc/Unsafe.compareAndSetInt(Ljava/lang/Object;JII)Z" => |vm, args| compare_and_set(vm, args, Kind::Int);
    "jdk/internal/misc/Unsafe.compareAndSetLong(Ljava/lang/Object;JJJ)Z" => |vm, args| compare_and_set(vm, args, Kind::Long);
    "jdk/internal/misc/Unsafe.compareAndSetReference(Ljava/lang/Object;JLjava/lang/Object;Ljava/lang/Object;)Z" => |vm, args| compare_and_set(vm, args, Kind::Reference);
    "jdk/internal/misc/Unsafe.compareAndExchangeInt(Ljava/lang/Object;JII)I" => |vm, args| exchange(vm, args, Kind::Int);
    "jdk/internal/misc/Unsafe.compareAndExchangeLong(Ljava/lang/Object;JJJ)J" => |vm, args| exchange(vm, args, Kind::Long);
    "jdk/internal/misc/Unsafe.compareAndExchangeReference(Ljava/lang/Object;JLjava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;" => |vm, args| exchange(vm, args, Kind::Reference);
    "jdk/internal/misc/Unsafe.loadFence()V" => |_, _| Ok(0);
    "jdk/internal/misc/Unsafe.storeFence()V" => |_, _| Ok(0);
    "jdk/internal/misc/Unsafe.fullFence()V" => |_, _| Ok(0);
    "jdk/internal/misc/Unsafe.objectFieldOffset1(Ljava/lang/Class;Ljava/lang/String;)J" => |vm, args| field_offset(vm, args[1], args[2]);
    "jdk/internal/misc/Unsafe.knownObjectFieldOffset0(Ljava/lang/Class;Ljava/lang/String;)J" => |vm, args| {
        let class = vm.mirrored_or_npe(args[1])?;
        let name = vm.string_text(Ref::from_slot(args[2]));
        Ok(vm.class(class).own_field(&name).map_or(-1i64 as u64, |field| u64::from(field.offset)))
    };
    "jdk/internal/misc/Unsafe.objectFieldOffset0(Ljava/lang/reflect/Field;)J" => |vm, args| vm.reflected_field(Ref::from_slot(args[1])).map(|(class, place)| u64::from(vm.class(class).fields[place as usize].offset));
    "jdk/internal/misc/Unsafe.staticFieldOffset0(Ljava/lang/reflect/Field;)J" => |vm, args| vm.reflected_field(Ref::from_slot(args[1])).map(|(class, place)| u64::from(vm.class(class).fields[place as usize].offset));
    "jdk/internal/misc/Unsafe.staticFieldBase0(Ljava/lang/reflect/Field;)Ljava/lang/Object;" => |vm, args| vm.reflected_field(Ref::from_slot(args[1])).map(|(class, _)| vm.class(class).statics.slot());
    "jdk/internal/misc/Unsafe.arrayBaseOffset0(Ljava/lang/Class;)I" => |_, _| Ok(ELEMENTS as u64);
    "jdk/internal/misc/Unsafe.arrayIndexScale0(Ljava/lang/Class;)I" => |vm, args| {
        let class = vm.mirrored_or_npe(args[1])?;
        match vm.class(class).kind {
            ClassKind::Array { kind, .. } => Ok(1 << kind.shift()),
            _ => throw_bare("java/lang/InvalidClassException"),
        }
    };
    "jdk/internal/misc/Unsafe.addressSize0()I" => |_, _| Ok(8);
    "jdk/internal/misc/Unsafe.pageSize()I" => |_, _| Ok(4096);
    "jdk/internal/misc/Unsafe.isBigEndian0()Z" => |_, _| Ok(0);
    "jdk/internal/misc/Unsafe.unalignedAccess0()Z" => |_, _| Ok(1);
    "jdk/internal/misc/Unsafe.ensureClassInitialized0(Ljava/lang/Class;)V" => |vm, args| {
        let class = vm.mirrored_or_npe(args[1])?;
        vm.ensure_initialized(class).map(|()| 0)
    };
    "jdk/internal/misc/Unsafe.shouldBeInitialized0(Ljava/lang/Class;)Z" => |vm, args| {
        let class = vm.mirrored_or_npe(args[1])?;
        Ok(u64::from(!vm.is_initialized(class)))
    };
    "jdk/internal/misc/Unsafe.allocateInstance(Ljava/lang/Class;)Ljava/lang/Object;" => |vm, args| {
        let class = vm.mirrored_or_npe(args[1])?;
        vm.ensure_initialized(class)?;
        vm.allocate(class).map(Ref::slot)
    };
    "jdk/internal/misc/Unsafe.allocateUninitializedArray0(Ljava/lang/Class;I)Ljava/lang/Object;" => |vm, args| {
        let component = vm.mirrored_or_npe(args[1])?;
        let class = vm.array_of(component)?;
        vm.allocate_array(class, args[2] as u32).map(Ref::slot)
    };
    "jdk/internal/misc/Unsafe.throwException(Ljava/lang/Throwable;)V" => |_, args| Err(Trap::Throw(Ref::from_slot(args[1])));
    "jdk/internal/misc/Unsafe.park(ZJ)V" => |vm, args| vm.park(args[1] != 0, args[2] as i64);
    "jdk/internal/misc/Unsafe.unpark(Ljava/lang/Object;)V" => |vm, args| {
        let thread = Ref::from_slot(args[1]);
        if !thread.is_null() {
            vm.unpark(thread);
        }
        Ok(0)
    };
    "jdk/internal/misc/Unsafe.getLoadAverage0([DI)I" => |_, _| Ok(u64::from(u32::MAX));
    "jdk/internal/misc/Unsafe.defineClass0(Ljava/lang/String;[BIILjava/lang/ClassLoader;Ljava/security/ProtectionDomain;)Ljava/lang/Class;" => |vm, args| {
        if Ref::from_slot(args[2]).is_null() {
            return throw_bare("java/lang/NullPointerException");
        }
        super::class::define_class(vm, args[5], args[1], args[2], args[3] as i32, args[4] as i32)
    };
}
