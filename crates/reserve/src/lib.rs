//! An allocator that survives the end of memory long enough to report.
//!
//! Where an allocation fails, Rust's library ends the process at once, and all that was found out is lost. This allocator passes
//! everything to the system's; but a thread that gets nothing from it gives back memory set aside for that moment, tells so, and waits
//! for ever. Whoever [`may_use_reserve`] goes on with the memory that became free, and ends the process with a report.
//!
//! [`files`] puts large blocks into files, if that is asked for.
//!
//! This crate alone has `unsafe`: neither `GlobalAlloc` nor mappings of files can be had without. What has to be so is said at each block.

pub mod files;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::time::Duration;

/// Memory set aside: enough for a report. It is asked for and never written, so that it is a claim on addresses only.
const RESERVE: Layout = match Layout::from_size_align(16 << 20, 4096) {
    Ok(layout) => layout,
    Err(_) => panic!("the size is a multiple of the alignment"),
};

static RESERVED: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
static ATTENDED: AtomicBool = AtomicBool::new(false);
static EXHAUSTED: AtomicBool = AtomicBool::new(false);

thread_local! {
    static MAY_USE_RESERVE: Cell<bool> = const { Cell::new(false) };
}

/// The system's allocator, with a reserve.
pub struct Reserving;

/// Sets memory aside for the calling thread, which from now on watches [`is_exhausted`]; other threads wait for ever where there is no
/// memory left.
pub fn may_use_reserve() {
    MAY_USE_RESERVE.set(true);
    // SAFETY: the layout's size is not zero.
    let reserved = unsafe { System.alloc(RESERVE) };
    let before = RESERVED.swap(reserved, Ordering::SeqCst);
    give_back(before);
    ATTENDED.store(true, Ordering::SeqCst);
}

/// Whether a thread got no memory.
pub fn is_exhausted() -> bool {
    EXHAUSTED.load(Ordering::SeqCst)
}

fn give_back(reserved: *mut u8) {
    if !reserved.is_null() {
        // SAFETY: only `may_use_reserve` makes such pointers, by the same allocator with the same layout, and a pointer leaves
        // `RESERVED` by `swap` only, so that it comes here once.
        unsafe { System.dealloc(reserved, RESERVE) };
    }
}

/// What to do where the system has no memory: the thread that may use the reserve tries `again`, the others never come back.
fn exhausted(again: impl Fn() -> *mut u8) -> *mut u8 {
    EXHAUSTED.store(true, Ordering::SeqCst);
    give_back(RESERVED.swap(std::ptr::null_mut(), Ordering::SeqCst));
    // A thread that is ending has no such variable any more; it is none that may.
    if !ATTENDED.load(Ordering::SeqCst) || MAY_USE_RESERVE.try_with(Cell::get).unwrap_or(false) {
        return again();
    }
    loop {
        // It allocates nothing.
        std::thread::sleep(Duration::from_secs(3600));
    }
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
            // SAFETY: as above.
            return exhausted(|| unsafe { System.alloc(layout) });
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
            // SAFETY: as above.
            return exhausted(|| unsafe { System.alloc_zeroed(layout) });
        }
        memory
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        if files::is_large(layout.size()) && files::is_in_file(memory) {
            return files::free(memory);
        }
        // SAFETY: the memory came from `System` with this layout, since it is in no file.
        unsafe { System.dealloc(memory, layout) };
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let again = || {
            if files::is_large(size.max(layout.size())) {
                // SAFETY: the caller's promise is passed on.
                return unsafe { resize_large(memory, layout, size) };
            }
            // SAFETY: the memory came from `System` with this layout, and the size is what the caller promises it to be.
            unsafe { System.realloc(memory, layout, size) }
        };
        let moved = again();
        // Where it could not be moved, the memory is as it was.
        if moved.is_null() { exhausted(again) } else { moved }
    }
}
