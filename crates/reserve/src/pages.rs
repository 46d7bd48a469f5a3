//! Large pages. Memory that a process has not touched yet comes page by page, each at the cost of an interruption: half of the time
//! of a small check. What is known to be used soon comes in pages of two megabytes, where the system has them; nothing else depends on that.

/// To be called before other threads allocate: memory for small blocks is asked for in pieces that hold large pages.
pub fn prefer_large() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    glibc::ask_for_large_pieces();
}

/// The small blocks of the calling thread are to be in large pages.
pub fn use_large_here() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    glibc::advise_arena();
}

/// This memory is about to be used as a whole.
pub fn use_large_for<T>(memory: &[T]) {
    advise(memory.as_ptr() as usize, size_of_val(memory));
}

/// Blocks of at least so many bytes are mapped one by one, and in large pages.
pub(crate) const LARGE: usize = 2 << 20;

/// Advises large pages for what is mapped of a range of addresses.
#[cfg(target_os = "linux")]
pub(crate) fn advise(start: usize, bytes: usize) {
    let first = start.next_multiple_of(crate::PAGE);
    let length = (start + bytes).saturating_sub(first) / crate::PAGE * crate::PAGE;
    if length > 0 {
        // SAFETY: this advice changes no content and no right of any page, whoever it belongs to, and fails where there is none.
        let _ = unsafe { rustix::mm::madvise(first as *mut _, length, rustix::mm::Advice::LinuxHugepage) };
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn advise(_start: usize, _bytes: usize) {}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod glibc {
    const M_TRIM_THRESHOLD: i32 = -1;
    const M_TOP_PAD: i32 = -2;
    const M_MMAP_THRESHOLD: i32 = -3;

    /// Arenas of threads other than the first lie in pieces of so many bytes, and so aligned, of which they use more and more.
    const ARENA: usize = 64 << 20;
    /// So much at a time: a large page has to lie in it as a whole.
    const STEP: i32 = 4 << 20;
    unsafe extern "C" {
        fn mallopt(parameter: i32, value: i32) -> i32;
    }

    pub fn ask_for_large_pieces() {
        for (parameter, value) in
            [(M_TOP_PAD, STEP), (M_TRIM_THRESHOLD, 2 * STEP), (M_MMAP_THRESHOLD, super::LARGE as i32)]
        {
            // SAFETY: these are parameters of the library's allocator, with values that it documents.
            unsafe { mallopt(parameter, value) };
        }
    }

    pub fn advise_arena() {
        let block = Box::new(0u64);
        let inside = std::ptr::from_ref(&*block) as usize;
        super::advise(inside / ARENA * ARENA, ARENA);
    }
}
