//! An allocator that survives the end of memory long enough to report.
//!
//! Where an allocation fails, Rust's library ends the process at once, and all that was found out is lost. This allocator passes
//! everything to the system's; but a thread that gets nothing from it tells so, and waits for ever. Whoever [`may_use_reserve`] goes on
//! with memory that was set aside for that moment, and ends the process with a report. Nobody else gets any of it: to give it back to the
//! system would be to give it to whoever allocates next.
//!
//! [`files`] puts large blocks into files, if that is asked for.
//!
//! This crate alone has `unsafe`: neither `GlobalAlloc` nor mappings of files can be had without. What has to be so is said at each block.

pub mod files;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::time::Duration;

/// Memory set aside: enough for a report. It is asked for and not written before it is needed, so that it is a claim on addresses only.
const RESERVE: Layout = match Layout::from_size_align(16 << 20, 4096) {
    Ok(layout) => layout,
    Err(_) => panic!("the size is a multiple of the alignment"),
};

/// Where it is; null if nobody may use it.
static RESERVED: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
/// How much of it is used, from its beginning.
static USED: AtomicUsize = AtomicUsize::new(0);
static EXHAUSTED: AtomicBool = AtomicBool::new(false);

thread_local! {
    static MAY_USE_RESERVE: Cell<bool> = const { Cell::new(false) };
}

/// The system's allocator, with a reserve.
pub struct Reserving;

/// Sets memory aside for the calling thread, which from now on watches [`is_exhausted`]; other threads wait for ever where there is no
/// memory left. To be called once.
pub fn may_use_reserve() {
    MAY_USE_RESERVE.set(true);
    // SAFETY: the layout's size is not zero.
    RESERVED.store(unsafe { System.alloc(RESERVE) }, Ordering::SeqCst);
}

/// Whether a thread got no memory.
pub fn is_exhausted() -> bool {
    EXHAUSTED.load(Ordering::SeqCst)
}

/// What to do where the system has no memory: the thread that may use the reserve gets a block of it, the others never come back. Null
/// if there is none.
#[cold]
fn exhausted(layout: Layout) -> *mut u8 {
    EXHAUSTED.store(true, Ordering::SeqCst);
    // A thread that is ending has no such variable any more; it is none that may.
    if RESERVED.load(Ordering::SeqCst).is_null() || MAY_USE_RESERVE.try_with(Cell::get).unwrap_or(false) {
        return from_reserve(layout);
    }
    loop {
        // It allocates nothing.
        std::thread::sleep(Duration::from_secs(3600));
    }
}

/// The next block of the reserve. Blocks do not come back: whoever uses them is about to end the process.
fn from_reserve(layout: Layout) -> *mut u8 {
    let reserved = RESERVED.load(Ordering::SeqCst);
    let used = USED.load(Ordering::SeqCst);
    let Some(start) = used.checked_next_multiple_of(layout.align()) else { return std::ptr::null_mut() };
    let Some(end) = start.checked_add(layout.size()).filter(|end| *end <= RESERVE.size()) else {
        return std::ptr::null_mut();
    };
    if reserved.is_null() || layout.align() > RESERVE.align() {
        return std::ptr::null_mut();
    }
    // One thread only comes here.
    USED.store(end, Ordering::SeqCst);
    reserved.wrapping_add(start)
}

/// Whether a block is one of the reserve's.
#[inline]
fn is_of_reserve(memory: *mut u8) -> bool {
    let place = || (memory as usize).wrapping_sub(RESERVED.load(Ordering::Relaxed) as usize);
    EXHAUSTED.load(Ordering::Relaxed) && place() < RESERVE.size()
}

/// A block of the reserve instead of one that could not be resized, or is itself of the reserve.
///
/// # Safety
/// As `GlobalAlloc::realloc`.
#[cold]
unsafe fn resize_in_reserve(memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
    // SAFETY: the caller promises that the size is a valid one.
    let moved = exhausted(unsafe { Layout::from_size_align_unchecked(size, layout.align()) });
    if !moved.is_null() {
        // SAFETY: both have at least so many bytes, and they are different blocks; the old one is not used any more.
        unsafe {
            std::ptr::copy_nonoverlapping(memory, moved, layout.size().min(size));
            Reserving.dealloc(memory, layout);
        }
    }
    moved
}

/// Alignments up to this one are those of pages, too.
const PAGE: usize = 4096;

/// A large block in a file, if that is asked for and possible.
#[cold]
fn in_file(layout: Layout) -> Option<*mut u8> {
    if layout.align() <= PAGE { files::allocate(layout.size()) } else { None }
}

/// Moves or resizes a block that is in a file, or is to be.
///
/// # Safety
/// As `GlobalAlloc::realloc`.
#[cold]
unsafe fn resize_large(memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
    let is_in_file = files::is_large(layout.size()) && files::is_in_file(memory);
    if is_in_file
        && files::is_large(size)
        && let Some(resized) = files::resize(memory, size)
    {
        return resized;
    }
    // SAFETY: the caller promises that the size is a valid one.
    let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
    if !is_in_file {
        if let Some(moved) = files::is_large(size).then(|| in_file(new)).flatten() {
            // SAFETY: both have at least so many bytes, and they are different blocks; the old one is not used any more.
            unsafe {
                std::ptr::copy_nonoverlapping(memory, moved, layout.size().min(size));
                System.dealloc(memory, layout);
            }
            return moved;
        }
        // SAFETY: the memory came from `System`, since it is in no file, with this layout.
        return unsafe { System.realloc(memory, layout, size) };
    }
    // SAFETY: the layout is a valid one.
    let moved = unsafe { System.alloc(new) };
    if !moved.is_null() {
        // SAFETY: as above.
        unsafe { std::ptr::copy_nonoverlapping(memory, moved, layout.size().min(size)) };
        files::free(memory);
    }
    moved
}

// SAFETY: small blocks, and all where no folder was opened, are passed to the system's allocator with the arguments as they are, so
// that what `GlobalAlloc` demands of callers is what it demands there, and what it promises is what `System` promises. Large blocks may
// be mapped files of at least their size, aligned to pages, zero at first; which of them are is known. Nothing here unwinds.
unsafe impl GlobalAlloc for Reserving {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if files::is_large(layout.size())
            && let Some(memory) = in_file(layout)
        {
            return memory;
        }
        // SAFETY: the caller's promise about the layout is passed on.
        let memory = unsafe { System.alloc(layout) };
        if memory.is_null() {
            return exhausted(layout);
        }
        memory
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if files::is_large(layout.size())
            && let Some(memory) = in_file(layout)
        {
            return memory;
        }
        // SAFETY: the caller's promise about the layout is passed on.
        let memory = unsafe { System.alloc_zeroed(layout) };
        if memory.is_null() {
            let memory = exhausted(layout);
            if !memory.is_null() {
                // SAFETY: the block has so many bytes, and nobody else has it.
                unsafe { memory.write_bytes(0, layout.size()) };
            }
            return memory;
        }
        memory
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        if is_of_reserve(memory) {
            return;
        }
        if files::is_large(layout.size()) && files::is_in_file(memory) {
            return files::free(memory);
        }
        // SAFETY: the memory came from `System` with this layout, since it is neither in a file nor of the reserve.
        unsafe { System.dealloc(memory, layout) };
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let moved = if is_of_reserve(memory) {
            std::ptr::null_mut()
        } else if files::is_large(size.max(layout.size())) {
            // SAFETY: the caller's promise is passed on.
            unsafe { resize_large(memory, layout, size) }
        } else {
            // SAFETY: the memory came from `System` with this layout, and the size is what the caller promises it to be.
            unsafe { System.realloc(memory, layout, size) }
        };
        if moved.is_null() {
            // SAFETY: where it could not be moved, the memory is as it was; the caller's promise is passed on.
            return unsafe { resize_in_reserve(memory, layout, size) };
        }
        moved
    }
}
