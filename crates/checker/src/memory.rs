//! How much memory this process may have: four fifths of what the machine, or the group of processes it belongs to, has; and what
//! `ulimit -v` leaves of addresses. Linux tells; elsewhere nothing is known, and nothing is limited.

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// What the process has now, in bytes.
#[derive(Clone, Copy, Default)]
pub struct Used {
    pub resident: u64,
    addresses: u64,
}

pub struct Budget {
    resident_max: Option<u64>,
    addresses_max: Option<u64>,
}

/// Linux counts in pages; 4 KiB on every platform we build for that has these files.
const PAGE: u64 = 4096;

impl Budget {
    pub fn of_this_process() -> Budget {
        let machine = read_to_string("/proc/meminfo").ok().and_then(|text| kilobytes(&text, "MemTotal:"));
        let limits = read_to_string("/proc/self/limits").unwrap_or_default();
        Budget {
            resident_max: machine.into_iter().chain(group_max()).min(),
            addresses_max: line(&limits, "Max address space")
                .and_then(|rest| rest.split_whitespace().next()?.parse().ok()),
        }
    }

    /// The most memory there may be, if that is known.
    pub fn resident(&self) -> Option<u64> {
        self.resident_max
    }

    /// The most addresses there may be, if they are limited.
    pub fn addresses(&self) -> Option<u64> {
        self.addresses_max
    }

    pub fn used(&self) -> Used {
        let statm = read_to_string("/proc/self/statm").unwrap_or_default();
        let mut pages = statm.split_ascii_whitespace().map(|number| number.parse().unwrap_or(0) * PAGE);
        let addresses = pages.next().unwrap_or(0);
        Used { resident: pages.next().unwrap_or(0), addresses }
    }

    /// Four fifths are gone.
    pub fn is_spent(&self, used: &Used) -> bool {
        let is_beyond = |max: Option<u64>, now: u64, tenths: u64| max.is_some_and(|max| max / 10 * tenths <= now);
        is_beyond(self.resident_max, used.resident, 8) || is_beyond(self.addresses_max, used.addresses, 9)
    }

    /// Soon there will be none left.
    pub fn is_overdrawn(&self, used: &Used) -> bool {
        self.resident_max.is_some_and(|max| max / 10 * 9 <= used.resident)
    }
}

fn line<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.strip_prefix(name))
}

fn kilobytes(text: &str, name: &str) -> Option<u64> {
    line(text, name)?.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|count| count * 1024)
}

/// The least of the limits of the control groups that this process is in, of either version.
fn group_max() -> Option<u64> {
    let groups = read_to_string("/proc/self/cgroup").ok()?;
    let mut files: Vec<PathBuf> = Vec::new();
    for group in groups.lines() {
        let mut parts = group.splitn(3, ':');
        let (Some(_), Some(kinds), Some(path)) = (parts.next(), parts.next(), parts.next()) else { continue };
        let (root, name) = match kinds {
            "" => ("/sys/fs/cgroup", "memory.max"),
            kinds if kinds.split(',').any(|kind| kind == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => continue,
        };
        // What limits a group limits those inside it. Inside a container the root is the group itself.
        let inside = Path::new(root).join(path.trim_start_matches('/'));
        files.extend(inside.ancestors().take_while(|folder| folder.starts_with(root)).map(|folder| folder.join(name)));
    }
    files.iter().filter_map(|file| read_to_string(file).ok()?.trim().parse().ok()).min()
}
