//! The most memory the process held since a given moment, where the operating system lets us ask (Linux).

/// Starts counting anew; `Report::peak_bytes` then speaks of what came after. Memory that the allocator kept is included.
pub fn forget_peak() {
    // "5" resets the peak (proc(5)). Elsewhere the peak stays that of the whole process, which the pages say.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}
