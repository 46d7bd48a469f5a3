//! Temporary folders that never outlive the process: dropped with their owner, and all at once when the process must end
//! without unwinding. Those of processes that were killed are removed by the next one: whoever lives holds a lock on each of its folders.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

use crate::fault::Fault;

/// The folders of this process.
struct Alive {
    /// With what holds the lock, where folders can be locked.
    folders: Vec<(PathBuf, Option<File>)>,
    /// The process is about to end: whoever wants a folder now waits for that.
    is_closed: bool,
}

static ALIVE: Mutex<Alive> = Mutex::new(Alive { folders: Vec::new(), is_closed: false });
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
        static SWEPT: Once = Once::new();
        let root = std::env::temp_dir();
        SWEPT.call_once(|| sweep(&root));
        let mut alive = alive();
        if alive.is_closed {
            drop(alive);
            loop {
                std::thread::park();
            }
        }
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            // Always of the same length, so that a program does the same whatever the number.
            let path = root.join(format!("hazard-{:010}-{number}", owner()));
            match std::fs::create_dir(&path) {
                Ok(()) => {
                    let lock = File::open(&path).ok().filter(|folder| folder.try_lock().is_ok());
                    alive.folders.push((path.clone(), lock));
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
        alive().folders.retain(|(path, _)| path != &self.0);
    }
}

/// Removes all temporary folders, and lets nobody make others; for a process that is about to exit at once.
pub fn remove_all() {
    reserve::files::leave();
    let mut alive = alive();
    alive.is_closed = true;
    for (path, _lock) in alive.folders.drain(..) {
        // Whoever is still writing into it may have put something there meanwhile.
        let _ = std::fs::remove_dir_all(&path).or_else(|_| std::fs::remove_dir_all(&path));
    }
}

/// Removes what killed processes have left: folders that nobody holds, of processes that are no more.
fn sweep(root: &Path) {
    /// A process that has just made its folder may not hold it yet.
    const AGE: Duration = Duration::from_secs(60);
    /// Of a folder with more files in it than that, the first must do.
    const LOOKED_AT_MAX: usize = 2_000;
    let processes = Path::new("/proc");
    if !processes.join("self").exists() {
        return;
    }
    for entry in std::fs::read_dir(root).into_iter().flatten().flatten().take(LOOKED_AT_MAX) {
        let name = entry.file_name();
        let Some(process) = name.to_str().and_then(owner_of) else { continue };
        let is_old = entry.metadata().is_ok_and(|known| {
            known.is_dir() && known.modified().is_ok_and(|then| then.elapsed().is_ok_and(|age| age > AGE))
        });
        if !is_old || processes.join(process.to_string()).exists() {
            continue;
        }
        // Processes of other containers are not seen, but their locks are.
        if let Some(_lock) = File::open(entry.path()).ok().filter(|folder| folder.try_lock().is_ok()) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// The process in the name of one of our folders.
fn owner_of(name: &str) -> Option<u32> {
    let (process, number) = name.strip_prefix("hazard-")?.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (process.len() == 10 && is_number(process) && is_number(number)).then(|| process.parse().ok())?
}

fn alive() -> std::sync::MutexGuard<'static, Alive> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::{Scratch, owner_of, sweep};

    #[test]
    fn only_folders_of_dead_processes_are_swept() {
        assert_eq!(owner_of("hazard-0000012345-0"), Some(12_345));
        assert_eq!(owner_of("hazard-0000012345-17"), Some(12_345));
        for other in ["hazard-12345-0", "hazard-0000012345", "hazard-0000012345-x", "hazard-pairs-17", "0000012345-0"] {
            assert_eq!(owner_of(other), None, "{other}");
        }
        let room = Scratch::new().expect("a folder");
        // No process has a number that large.
        let [left, young, other] =
            ["hazard-4294967295-0", "hazard-4294967295-1", "hazard-4294967295-x"].map(|name| room.path().join(name));
        for folder in [&left, &young, &other] {
            std::fs::create_dir(folder).expect("a folder");
            std::fs::write(folder.join("hazard-api.jar"), "").expect("a file");
        }
        let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(3_600);
        for folder in [&left, &other] {
            std::fs::File::open(folder).and_then(|folder| folder.set_modified(long_ago)).expect("its time is set");
        }
        let held = std::fs::File::open(&left).expect("a folder");
        held.try_lock().expect("nobody else holds it");
        sweep(room.path());
        assert!(left.exists(), "somebody holds it");
        drop(held);
        sweep(room.path());
        assert!(!left.exists() && young.exists() && other.exists());
    }
}
