//! What may end a search before it is complete.

use std::time::Duration;

/// Bounds on a search; `None` means unbounded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// States discovered. Walks, which meet the same states again and again, also count each visit.
    pub max_states: Option<u64>,
    /// States expanded, as the highway paper counts (Engels et al. 2009, Table 1).
    pub max_expanded: Option<u64>,
    /// Transitions that may be taken.
    pub max_transitions: Option<u64>,
    /// States this deep are not expanded; the rest of the search goes on.
    pub max_depth: Option<u32>,
    /// Instructions (or whatever the system counts) executed by the whole search.
    pub max_instructions: Option<u64>,
    /// Time that may pass.
    pub max_time: Option<Duration>,
    /// Bytes the search may add to what the process held when it began.
    pub max_memory: Option<u64>,
}

/// Which of the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// On states.
    States,
    /// On transitions.
    Transitions,
    /// On depth.
    Depth,
    /// On instructions.
    Instructions,
    /// On time.
    Time,
    /// On memory.
    Memory,
}

impl Limit {
    /// The name of the option that sets it.
    pub fn name(self) -> &'static str {
        match self {
            Limit::States => "max-states",
            Limit::Transitions => "max-transitions",
            Limit::Depth => "max-depth",
            Limit::Instructions => "max-instructions",
            Limit::Time => "max-time",
            Limit::Memory => "max-memory",
        }
    }
}

/// Bytes of memory the process has resident, where the operating system tells.
pub fn resident_bytes() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_ascii_whitespace().nth(1)?.parse().ok()?;
    // Linux counts in pages; 4 KiB on every platform we build for that has this file.
    Some(pages * 4096)
}
