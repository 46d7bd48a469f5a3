//! Off-heap memory of `Unsafe`. What the library keeps there is scratch space, which is not part of the state. (The next
//! thread id, which JDK 19 and later count there, is: it lives in the heap, and only seems to be here.) What the program keeps there while it is explored (direct buffers, memory segments)
//! is: its blocks are encoded with the path's files. The JDK's modules image is mapped there too, for the library's own
//! reader of its resources.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use classfile::Jimage;

use crate::class::Kind;
use crate::heap::{ELEMENTS, Ref};
use crate::vm::{Outcome, Vm, throw, unsupported};

#[derive(Clone, Default)]
pub struct OffHeap {
    bytes: Vec<u8>,
    /// The size behind each address that was given out, and addresses to give out again, by size.
    sizes: HashMap<u64, usize>,
    free: HashMap<usize, Vec<u64>>,
    image: Option<Arc<Jimage>>,
    /// What an explored program has allocated on this path, by address.
    pub blocks: BTreeMap<u64, Arc<Vec<u8>>>,
}

/// Addresses start here, so that zero is never one.
const BASE: u64 = 1 << 32;
/// Where JDK 19 and later believe to count thread ids.
pub const THREAD_ID: u64 = BASE - 8;
/// Where the blocks of explored programs begin.
const BLOCKS_BASE: u64 = 1 << 40;
/// Where the modules image seems to be mapped.
const IMAGE_BASE: u64 = 1 << 44;
const ALIGNMENT: usize = 16;

impl OffHeap {
    fn at(&self, address: u64, size: usize) -> Outcome<usize> {
        let start = address.wrapping_sub(BASE) as usize;
        if start.checked_add(size).is_none_or(|end| end > self.bytes.len()) {
            return unsupported("access to memory that was not allocated through Unsafe");
        }
        Ok(start)
    }

    pub fn is_in_block(&self, address: u64) -> bool {
        (BLOCKS_BASE..IMAGE_BASE).contains(&address) && !self.blocks.is_empty()
    }

    /// The block that has all of `size` bytes at `address`, and where in it they begin.
    fn in_block(&self, address: u64, size: usize) -> Outcome<(u64, usize)> {
        if let Some((base, block)) = self.blocks.range(..=address).next_back() {
            let start = (address - base) as usize;
            if start.checked_add(size).is_some_and(|end| end <= block.len()) {
                return Ok((*base, start));
            }
        }
        unsupported("access to memory that was not allocated through Unsafe, or was freed")
    }

    /// The lowest addresses that are free: paths that did the same have the same ones.
    fn allocate_block(&mut self, size: usize) -> u64 {
        let mut address = BLOCKS_BASE;
        for (base, block) in &self.blocks {
            if base - address >= size as u64 {
                break;
            }
            address = (base + block.len() as u64).next_multiple_of(ALIGNMENT as u64);
        }
        self.blocks.insert(address, Arc::new(vec![0; size.max(1)]));
        address
    }

    /// The bytes at an address.
    pub fn read(&self, address: u64, size: usize) -> Outcome<&[u8]> {
        if address >= IMAGE_BASE
            && let Some(image) = &self.image
        {
            let start = (address - IMAGE_BASE) as usize;
            let found = start.checked_add(size).and_then(|end| image.bytes().get(start..end));
            return found.map_or_else(|| unsupported("access beyond the modules image"), Ok);
        }
        if self.is_in_block(address) {
            let (base, start) = self.in_block(address, size)?;
            return Ok(&self.blocks[&base][start..start + size]);
        }
        let start = self.at(address, size)?;
        Ok(&self.bytes[start..start + size])
    }

    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Outcome<()> {
        self.part_mut(address, bytes.len())?.copy_from_slice(bytes);
        Ok(())
    }

    fn part_mut(&mut self, address: u64, size: usize) -> Outcome<&mut [u8]> {
        if self.is_in_block(address) {
            let (base, start) = self.in_block(address, size)?;
            let block = self.blocks.get_mut(&base).expect("just found");
            return Ok(&mut Arc::make_mut(block)[start..start + size]);
        }
        let start = self.at(address, size)?;
        Ok(&mut self.bytes[start..start + size])
    }

    /// The bytes up to the next zero.
    pub fn c_string(&self, address: u64) -> Outcome<Vec<u8>> {
        let bytes = if self.is_in_block(address) {
            let (base, start) = self.in_block(address, 1)?;
            &self.blocks[&base][start..]
        } else {
            &self.bytes[self.at(address, 1)?..]
        };
        Ok(bytes.iter().copied().take_while(|byte| *byte != 0).collect())
    }

    /// Room for `size` bytes; `reuse` hands out freed memory again, which only a single run may do: elsewhere another
    /// path may still hold the address.
    pub fn allocate(&mut self, size: usize, reuse: bool) -> u64 {
        let size = size.max(1).next_multiple_of(ALIGNMENT);
        if reuse && let Some(address) = self.free.get_mut(&size).and_then(Vec::pop) {
            return address;
        }
        let start = self.bytes.len().next_multiple_of(ALIGNMENT);
        self.bytes.resize(start + size, 0);
        let address = BASE + start as u64;
        self.sizes.insert(address, size);
        address
    }

    fn size_at(&self, address: u64) -> usize {
        self.blocks.get(&address).map(|block| block.len()).or_else(|| self.sizes.get(&address).copied()).unwrap_or(0)
    }

    fn free(&mut self, address: u64) {
        if self.blocks.remove(&address).is_some() {
            return;
        }
        if let Some(size) = self.sizes.get(&address) {
            self.free.entry(*size).or_default().push(address);
        }
    }

    /// Where the modules image is seen, and its size.
    pub fn map_image(&mut self, image: &Arc<Jimage>) -> (u64, usize) {
        let image = self.image.get_or_insert_with(|| image.clone());
        (IMAGE_BASE, image.bytes().len())
    }

    pub fn get(&self, address: u64, kind: Kind) -> Outcome<u64> {
        let size = 1usize << kind.shift();
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(self.read(address, size)?);
        let raw = u64::from_le_bytes(bytes);
        Ok(match kind {
            Kind::Byte | Kind::Boolean => u64::from(raw as i8 as u32),
            Kind::Short => u64::from(raw as i16 as u32),
            _ => raw,
        })
    }

    pub fn put(&mut self, address: u64, kind: Kind, value: u64) -> Outcome<u64> {
        let size = 1usize << kind.shift();
        self.write(address, &value.to_le_bytes()[..size]).map(|()| 0)
    }
}

natives! {
    "jdk/internal/misc/Unsafe.allocateMemory0(J)J" => |vm, args| allocate(vm, args[1]);
    "jdk/internal/misc/Unsafe.reallocateMemory0(JJ)J" => |vm, args| {
        let (old, size) = (args[1], args[3]);
        let new = allocate(vm, size)?;
        let kept = vm.memory.size_at(old).min(size as usize);
        let bytes = vm.memory.read(old, kept)?.to_vec();
        vm.memory.write(new, &bytes)?;
        vm.memory.free(old);
        Ok(new)
    };
    "jdk/internal/misc/Unsafe.freeMemory0(J)V" => |vm, args| {
        vm.memory.free(args[1]);
        Ok(0)
    };
    "jdk/internal/misc/Unsafe.setMemory0(Ljava/lang/Object;JJB)V" => |vm, args| {
        let (object, offset, length, value) = (Ref::from_slot(args[1]), args[2], args[4] as usize, args[6] as u8);
        visit_memory(vm, &[Side { object, offset, length: length as u64, writes: true }])?;
        if object.is_null() {
            vm.memory.part_mut(offset, length)?.fill(value);
        } else {
            let start = offset as usize - ELEMENTS;
            vm.heap.array_bytes_mut(object, start + length)[start..].fill(value);
        }
        Ok(0)
    };
    "jdk/internal/misc/Unsafe.copyMemory0(Ljava/lang/Object;JLjava/lang/Object;JJ)V" => copy_memory;
    "jdk/internal/misc/Unsafe.copySwapMemory0(Ljava/lang/Object;JLjava/lang/Object;JJJ)V" => |vm, args| {
        visit_memory(vm, &sides(args))?;
        let mut bytes = read_bytes(vm, args[1], args[2], args[7] as usize)?;
        for element in bytes.chunks_mut(args[9] as usize) {
            element.reverse();
        }
        write_bytes(vm, args[4], args[5], &bytes)
    };
    "jdk/internal/misc/Unsafe.writeback0(J)V" => |_, _| Ok(0);
    "jdk/internal/misc/Unsafe.writebackPreSync0()V" => |_, _| Ok(0);
    "jdk/internal/misc/Unsafe.writebackPostSync0()V" => |_, _| Ok(0);
}

fn allocate(vm: &mut Vm, size: u64) -> Outcome<u64> {
    const SIZE_MAX: u64 = 1 << 31;
    if size > SIZE_MAX {
        return throw("java/lang/OutOfMemoryError", format!("Unable to allocate {size} bytes"));
    }
    // Compressed streams go through such memory within one call; anyone else keeps data in it. So do channels, but
    // others may move between the copy and the access to a socket. They keep such memory for later, too, from the start on. Others may also
    // move between the copy of a file's name and the call that takes it.
    let user = vm.thread().frames.iter().rev().find_map(|frame| {
        let class = &*vm.class(vm.method(frame.method).class).name;
        ["java/util/zip/", "sun/nio/ch/"].into_iter().find(|package| class.starts_with(package))
    });
    let is_explored = match user {
        Some("sun/nio/ch/") => true,
        Some(_) => false,
        None => vm.booted && !vm.heap.is_permanent_mode(),
    };
    if is_explored && !vm.config.run_once {
        return Ok(vm.memory.allocate_block(size as usize));
    }
    let reuse = vm.config.run_once;
    Ok(vm.memory.allocate(size as usize, reuse))
}

/// Memory that is read or written at once: of an array, or off the heap if there is none.
#[derive(Clone, Copy, Debug)]
struct Side {
    object: Ref,
    offset: u64,
    length: u64,
    writes: bool,
}

impl Side {
    fn meets(&self, other: &Side) -> bool {
        let is_near = self.object == other.object
            && self.offset < other.offset + other.length
            && other.offset < self.offset + self.length;
        is_near && (self.writes || other.writes)
    }
}

/// What is known when somebody has been seen to come into the midst of a copy of memory.
const HALFWAY: &str = "memory halfway";

/// The slots of the arguments of `copyMemory0`, and what it reads and writes.
const COPY_SLOTS: usize = 9;

fn sides(args: &[u64]) -> [Side; 2] {
    let side = |object: usize, writes: bool| Side {
        object: Ref::from_slot(args[object]),
        offset: args[object + 1],
        length: args[7],
        writes,
    };
    [side(1, false), side(4, true)]
}

/// A scheduling point, if others may notice what happens to one of these. Says whether they may.
fn visit_memory(vm: &mut Vm, sides: &[Side]) -> Outcome<bool> {
    if !vm.threaded || vm.config.run_once || vm.heap.is_permanent_mode() {
        return Ok(false);
    }
    let mut is_noticed = false;
    for side in sides {
        if side.object.is_null() {
            is_noticed |= vm.memory.is_in_block(side.offset);
        } else {
            if side.writes && vm.is_visible_holder(side.object) {
                vm.learn_write(side.object, 0);
            }
            is_noticed |= vm.are_elements_noticed(side.object);
            vm.meet_copies(side.object, side.writes);
        }
        vm.meet_memory_copies(*side);
    }
    if is_noticed && !vm.passes_point() {
        return Err(crate::vm::Trap::Yield);
    }
    Ok(is_noticed)
}

/// As HotSpot copies: by the largest units that both places and the length are multiples of. It is one step until somebody has been seen
/// to come into the midst of one (compare `copying`); what is left to copy stands in the call's own arguments.
fn copy_memory(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let mut rest = args.to_vec();
    let [from, to] = sides(args);
    let is_noticed = visit_memory(vm, &[from, to])?;
    let overlap = Side { writes: true, ..from }.meets(&to);
    let in_parts = is_noticed && !overlap && vm.symbolic.is_none() && !vm.has_draws();
    if !in_parts || !vm.visible.known.contains(HALFWAY) {
        let bytes = read_bytes(vm, args[1], args[2], args[7] as usize)?;
        return write_bytes(vm, args[4], args[5], &bytes);
    }
    let unit = 1 << (args[2] | args[5] | args[7] | 8).trailing_zeros();
    while rest[7] > 0 {
        let bytes = read_bytes(vm, rest[1], rest[2], unit as usize)?;
        write_bytes(vm, rest[4], rest[5], &bytes)?;
        (rest[2], rest[5], rest[7]) = (rest[2] + unit, rest[5] + unit, rest[7] - unit);
        if rest[7] > 0 && !vm.passes_point() {
            let top = vm.frame().sp as usize;
            vm.thread_mut().stack[top - COPY_SLOTS..top].copy_from_slice(&rest[..COPY_SLOTS]);
            return Err(crate::vm::Trap::Yield);
        }
    }
    Ok(0)
}

impl Vm {
    /// The current thread accesses memory: whoever stands before a copy of it could have copied some by now.
    fn meet_memory_copies(&mut self, side: Side) {
        let meets = |index: usize| {
            self.next_memory_copy(index)
                .is_some_and(|sides| sides.iter().any(|copied| copied.length > 1 && copied.meets(&side)))
        };
        if self.threaded && (0..self.threads.len()).any(|index| index != self.current && meets(index)) {
            self.learn_visible(HALFWAY.to_owned());
        }
    }

    pub(crate) fn meet_memory_copies_at(&mut self, address: u64, kind: Kind, writes: bool) {
        self.meet_memory_copies(Side { object: Ref::NULL, offset: address, length: 1 << kind.shift(), writes });
    }

    pub(crate) fn meet_memory_copies_of(&mut self, array: Ref, writes: bool) {
        self.meet_memory_copies(Side { object: array, offset: 0, length: u64::MAX >> 1, writes });
    }

    /// What thread `index` is about to copy, if it stands within `Unsafe.copyMemory`.
    fn next_memory_copy(&self, index: usize) -> Option<[Side; 2]> {
        let thread = &self.threads[index];
        let frame = thread.frames.last().filter(|_| thread.status == crate::thread::Status::Runnable)?;
        let method = self.method(frame.method);
        if &*method.name != "copyMemory" || &*self.class(method.class).name != "jdk/internal/misc/Unsafe" {
            return None;
        }
        let top = frame.sp as usize;
        let start = top.checked_sub(COPY_SLOTS).filter(|start| *start >= frame.base as usize)?;
        let arguments = &thread.stack[start..top];
        // The receiver comes first; anything else is not yet the call.
        Some(sides(arguments)).filter(|[from, _]| from.length > 0 && from.length < 1 << 40)
    }
}

fn read_bytes(vm: &Vm, object: u64, offset: u64, length: usize) -> Outcome<Vec<u8>> {
    if object == 0 {
        return vm.memory.read(offset, length).map(<[u8]>::to_vec);
    }
    let start = offset as usize - ELEMENTS;
    Ok(vm.heap.array_bytes(Ref::from_slot(object), start + length)[start..].to_vec())
}

fn write_bytes(vm: &mut Vm, object: u64, offset: u64, bytes: &[u8]) -> Outcome<u64> {
    if object == 0 {
        vm.memory.write(offset, bytes)?;
    } else {
        let start = offset as usize - ELEMENTS;
        vm.heap.array_bytes_mut(Ref::from_slot(object), start + bytes.len())[start..].copy_from_slice(bytes);
    }
    Ok(0)
}
