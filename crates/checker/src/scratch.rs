//! Temporary folders that never outlive the process: dropped with their owner, and all at once when the process must end
//! without unwinding.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::fault::Fault;

static ALIVE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
static NEXT: AtomicU32 = AtomicU32::new(0);
/// The number in the folders' names, if it is not the process's own.
static OWNER: AtomicU32 = AtomicU32::new(0);

/// Gives folders the names that they would have in a process of this number, on another machine: programs see them.
pub fn name_as_in(process: u32) {
    OWNER.store(process, Ordering::Relaxed);
}

/// The number that is in the names of folders.
pub fn owner() -> u32 {
    match OWNER.load(Ordering::Relaxed) {
        0 => std::process::id(),
        other => other,
    }
}

/// A folder that is removed with everything in it when the value is dropped.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Result<Scratch, Fault> {
        let root = std::env::temp_dir();
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            // Always of the same length, so that a program does the same whatever the number.
            let path = root.join(format!("hazard-{:010}-{number}", owner()));
            match std::fs::create_dir(&path) {
                Ok(()) => {
                    alive().push(path.clone());
                    return Ok(Scratch(path));
                }
                // A process of the same number was killed before it could tidy up.
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    let place = root.display();
                    return Err(Fault::Input(format!(
                        "no temporary folder can be made in {place} ({error}); set TMPDIR to a folder that can be written"
                    )));
                }
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing can be done about a folder that someone else has taken away.
        let _ = std::fs::remove_dir_all(&self.0);
        alive().retain(|path| path != &self.0);
    }
}

/// Removes all temporary folders; for a process that is about to exit at once.
pub fn remove_all() {
    reserve::files::leave();
    for path in alive().drain(..) {
        let _ = std::fs::remove_dir_all(path);
    }
}

fn alive() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}
