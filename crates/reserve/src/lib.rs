//! An allocator that survives the end of memory long enough to report.
//!
//! Where an allocation fails, Rust's library ends the process at once, and all that was found out is lost. This allocator passes
//! everything to the system's; but a thread that gets nothing from it gives back memory set aside for that moment, tells so, and waits
//! for ever. Whoever [`may_use_reserve`] goes on with the memory that became free, and ends the process with a report.
//!
//! This crate alone has `unsafe`: `GlobalAlloc` cannot be implemented without. What has to be so is said at each block.

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

// SAFETY: every call is passed to the system's allocator with the arguments as they are, so that what `GlobalAlloc` demands of
// callers is what it demands there, and what it promises is what `System` promises. Nothing here unwinds.
unsafe impl GlobalAlloc for Reserving {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise about the layout is passed on.
        let memory = unsafe { System.alloc(layout) };
        if memory.is_null() {
            // SAFETY: as above.
            return exhausted(|| unsafe { System.alloc(layout) });
        }
        memory
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise about the layout is passed on.
        let memory = unsafe { System.alloc_zeroed(layout) };
        if memory.is_null() {
            // SAFETY: as above.
            return exhausted(|| unsafe { System.alloc_zeroed(layout) });
        }
        memory
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the memory came from `System` with this layout, since all memory does.
        unsafe { System.dealloc(memory, layout) };
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the memory came from `System` with this layout, and the size is what the caller promises it to be.
        let moved = unsafe { System.realloc(memory, layout, size) };
        if moved.is_null() {
            // SAFETY: where `System` could not move it, the memory is as it was.
            return exhausted(|| unsafe { System.realloc(memory, layout, size) });
        }
        moved
    }
}
