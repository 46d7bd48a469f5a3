//! What is explored on disk, for state spaces larger than memory: `--store DIR`.
//!
//! The allocator does it (see `reserve::files`): whatever is large lives in files, be it of the store of states, of the recorded graph, of
//! a frontier or of a solver. No search knows of it, and every answer is what it would be in memory.

use std::path::PathBuf;

use crate::fault::Fault;
use crate::memory::Budget;

/// What `--store` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    pub folder: PathBuf,
    /// How much of it may be in memory, in all processes of this machine together; half of what there is to have unless said.
    pub cache: Option<u64>,
}

/// As limits are listed.
pub const STORE: &str = "store";

impl Store {
    /// From now on what is large lives in the folder. `memory_max` is what the work may have, for so many processes together.
    pub fn open(&self, memory_max: Option<u64>, processes: u32) -> Result<(), Fault> {
        let trouble = |what: String| Fault::Input(format!("--store {}: {what}", self.folder.display()));
        if reserve::files::is_open() {
            return Ok(());
        }
        let most = memory_max.into_iter().chain(Budget::of_this_process().resident()).min();
        let cache = self.cache.unwrap_or(most.map_or(1 << 30, |most| most / 2));
        reserve::files::open(&self.folder, cache / u64::from(processes.max(1)))
            .map_err(|error| trouble(format!("the folder cannot hold what is explored ({error}); name another one")))?;
        let probe: Vec<u8> = Vec::with_capacity(reserve::files::ALWAYS_LARGE);
        if std::hint::black_box(probe).capacity() > 0 && reserve::files::peak_bytes() == 0 {
            let what = "memory is not that of hazard's allocator, which alone can put it on disk";
            return Err(trouble(reserve::files::trouble().map_or(what.into(), |error| error.to_string())));
        }
        Ok(())
    }

    /// Why not all of it is on disk, if so.
    pub fn trouble(&self) -> Option<String> {
        let error = reserve::files::trouble()?;
        let on_disk = reserve::files::peak_bytes() / 1_000_000;
        let what = format!("no more could be put on disk ({error}), with {on_disk} MB there; the search was ended");
        Some(format!("--store {}: {what}", self.folder.display()))
    }
}

/// All is explored: from now on arrays are gone through from one end to the other.
pub(crate) fn read_ahead() {
    reserve::files::read_ahead();
}

/// Whether the disk gave out.
pub fn is_full() -> bool {
    reserve::files::trouble().is_some()
}

/// The most that was on disk.
pub(crate) fn peak_bytes() -> u64 {
    reserve::files::peak_bytes()
}
