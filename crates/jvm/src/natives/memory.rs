//! Off-heap memory of `Unsafe`. What the library keeps there is scratch space (and, since JDK 19, the next thread id);
//! it is not part of the state, so that a program which allocates it on a path is told that this is not supported.

use crate::class::Kind;
use crate::heap::{ELEMENTS, Ref};
use crate::vm::{Outcome, Vm, unsupported};

#[derive(Default)]
pub struct OffHeap {
    bytes: Vec<u8>,
}

/// Addresses start here, so that zero is never one.
const BASE: u64 = 1 << 32;

impl OffHeap {
    fn at(&self, address: u64, size: usize) -> Outcome<usize> {
        let start = address.wrapping_sub(BASE) as usize;
        if start.checked_add(size).is_none_or(|end| end > self.bytes.len()) {
            return unsupported("access to memory that was not allocated through Unsafe");
        }
        Ok(start)
    }

    pub fn allocate(&mut self, size: usize) -> u64 {
        let start = self.bytes.len().next_multiple_of(16);
        self.bytes.resize(start + size, 0);
        BASE + start as u64
    }

    pub fn get(&self, address: u64, kind: Kind) -> Outcome<u64> {
        let size = 1usize << kind.shift();
        let at = self.at(address, size)?;
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(&self.bytes[at..at + size]);
        let raw = u64::from_le_bytes(bytes);
        Ok(match kind {
            Kind::Byte | Kind::Boolean => u64::from(raw as i8 as u32),
            Kind::Short => u64::from(raw as i16 as u32),
            _ => raw,
        })
    }

    pub fn put(&mut self, address: u64, kind: Kind, value: u64) -> Outcome<u64> {
        let size = 1usize << kind.shift();
        let at = self.at(address, size)?;
        self.bytes[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
        Ok(0)
    }

    /// Where JDK 19 and later count thread ids.
    pub fn thread_id_address(&mut self) -> u64 {
        if self.bytes.is_empty() {
            let address = self.allocate(8);
            // The main thread is number 3 there.
            let _ = self.put(address, Kind::Long, 3);
        }
        BASE
    }
}

natives! {
    "jdk/internal/misc/Unsafe.allocateMemory0(J)J" => |vm, args| Ok(vm.memory.allocate(args[1] as usize));
    "jdk/internal/misc/Unsafe.freeMemory0(J)V" => |_, _| Ok(0);
    "jdk/internal/misc/Unsafe.setMemory0(Ljava/lang/Object;JJB)V" => |vm, args| {
        let (object, offset, length, value) = (Ref::from_slot(args[1]), args[2], args[4] as usize, args[6] as u8);
        if object.is_null() {
            let at = vm.memory.at(offset, length)?;
            vm.memory.bytes[at..at + length].fill(value);
        } else {
            let start = offset as usize - ELEMENTS;
            vm.heap.array_bytes_mut(object, start + length)[start..].fill(value);
        }
        Ok(0)
    };
    "jdk/internal/misc/Unsafe.copyMemory0(Ljava/lang/Object;JLjava/lang/Object;JJ)V" => |vm, args| {
        let length = args[7] as usize;
        let bytes = read_bytes(vm, args[1], args[2], length)?;
        write_bytes(vm, args[4], args[5], &bytes)
    };
}

fn read_bytes(vm: &Vm, object: u64, offset: u64, length: usize) -> Outcome<Vec<u8>> {
    if object == 0 {
        let at = vm.memory.at(offset, length)?;
        return Ok(vm.memory.bytes[at..at + length].to_vec());
    }
    let start = offset as usize - ELEMENTS;
    Ok(vm.heap.array_bytes(Ref::from_slot(object), start + length)[start..].to_vec())
}

fn write_bytes(vm: &mut Vm, object: u64, offset: u64, bytes: &[u8]) -> Outcome<u64> {
    if object == 0 {
        let at = vm.memory.at(offset, bytes.len())?;
        vm.memory.bytes[at..at + bytes.len()].copy_from_slice(bytes);
    } else {
        let start = offset as usize - ELEMENTS;
        vm.heap.array_bytes_mut(Ref::from_slot(object), start + bytes.len())[start..].copy_from_slice(bytes);
    }
    Ok(0)
}
