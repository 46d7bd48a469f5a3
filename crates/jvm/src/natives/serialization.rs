//! `java.io` serialisation: the few things it asks the machine.

use crate::heap::Ref;
use crate::vm::{Outcome, Vm};

natives! {
    "java/io/ObjectStreamClass.initNative()V" => |_, _| Ok(0);
    "java/io/ObjectStreamClass.hasStaticInitializer(Ljava/lang/Class;)Z" => |vm, args| {
        // HotSpot looks the initialiser up as JNI does, which runs it first.
        let class = vm.mirrored_or_npe(args[0])?;
        vm.ensure_initialized(class)?;
        Ok(u64::from(vm.class(class).clinit.is_some()))
    };
    "java/io/ObjectInputStream.bytesToFloats([BI[FII)V" => |vm, args| from_bytes(vm, args, 4);
    "java/io/ObjectInputStream.bytesToDoubles([BI[DII)V" => |vm, args| from_bytes(vm, args, 8);
    "java/io/ObjectOutputStream.floatsToBytes([FI[BII)V" => |vm, args| to_bytes(vm, args, 4);
    "java/io/ObjectOutputStream.doublesToBytes([DI[BII)V" => |vm, args| to_bytes(vm, args, 8);
}

/// Numbers are big-endian in the stream and little-endian in arrays.
fn swap_bytes(bytes: &mut [u8], size: usize) {
    for number in bytes.chunks_exact_mut(size) {
        number.reverse();
    }
}

fn from_bytes(vm: &mut Vm, args: &[u64], size: usize) -> Outcome<u64> {
    let (from, to) = (Ref::from_slot(args[0]), Ref::from_slot(args[2]));
    let (from_at, to_at, count) = (args[1] as usize, args[3] as usize, args[4] as usize);
    let length = vm.heap.array_length(from) as usize;
    let mut bytes = vm.heap.array_bytes(from, length)[from_at..from_at + count * size].to_vec();
    swap_bytes(&mut bytes, size);
    let length = vm.heap.array_length(to) as usize * size;
    vm.heap.array_bytes_mut(to, length)[to_at * size..(to_at + count) * size].copy_from_slice(&bytes);
    Ok(0)
}

fn to_bytes(vm: &mut Vm, args: &[u64], size: usize) -> Outcome<u64> {
    let (from, to) = (Ref::from_slot(args[0]), Ref::from_slot(args[2]));
    let (from_at, to_at, count) = (args[1] as usize, args[3] as usize, args[4] as usize);
    let length = vm.heap.array_length(from) as usize * size;
    let mut bytes = vm.heap.array_bytes(from, length)[from_at * size..(from_at + count) * size].to_vec();
    swap_bytes(&mut bytes, size);
    let length = vm.heap.array_length(to) as usize;
    vm.heap.array_bytes_mut(to, length)[to_at..to_at + count * size].copy_from_slice(&bytes);
    Ok(0)
}
