//! Large blocks of memory in files, so that what is explored may be larger than memory.
//!
//! States, graphs, frontiers, models and the vectors of solvers are all large arrays. Instead of teaching each of them to live on disk,
//! this gives every large block a file of its own, mapped into memory: the operating system keeps in memory what is
//! used and has the rest on disk. Files are nameless (or unlinked as soon as they are made), so that nothing is left of them
//! whatever becomes of the process. Room on disk is reserved before it is mapped: a full disk is an error here, and
//! never a signal later. A block that finds no room on disk is an ordinary one, and [`trouble`] tells.
//!
//! What is mapped counts as memory of the process as long as it is resident. A thread sees to it that this is no more than was
//! allowed: it unmaps pages, in turn, which the operating system then writes and drops as it needs room.

use std::cell::Cell;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering};

/// Blocks of at least so many bytes have files; none before a folder is opened.
static LARGE: AtomicUsize = AtomicUsize::new(usize::MAX);
/// Blocks of so many bytes are large, however large the cache is.
pub const ALWAYS_LARGE: usize = 1 << 20;
/// Bytes in files now, and the most there were.
static BYTES: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);
/// The number of the error that kept a block from disk; 0 for none.
static TROUBLE: AtomicI32 = AtomicI32::new(0);
/// Blocks are read from one end to the other, and no longer here and there.
static READS_AHEAD: AtomicBool = AtomicBool::new(false);

thread_local! {
    static STAYS_IN_MEMORY: Cell<bool> = const { Cell::new(false) };
}

/// What `make` allocates stays in memory: large blocks of which little is used, but that often.
pub fn in_memory<T>(make: impl FnOnce() -> T) -> T {
    STAYS_IN_MEMORY.set(true);
    let made = make();
    STAYS_IN_MEMORY.set(false);
    made
}

/// Whether a block of that size may be in a file.
#[inline]
pub(crate) fn is_large(bytes: usize) -> bool {
    bytes >= LARGE.load(Ordering::Relaxed)
}

/// From now on large blocks are in files in `folder`, which is made if need be, and at most `cache` bytes of them are resident, or
/// little more. To be called once.
pub fn open(folder: &Path, cache: u64) -> io::Result<()> {
    mapped::open(folder, cache)
}

/// From now on blocks are read from one end to the other: what follows is read with what is needed. Before, where tables are looked
/// up here and there, that would be a hundred times as much as is used.
pub fn read_ahead() {
    if is_open() {
        READS_AHEAD.store(true, Ordering::Relaxed);
        mapped::read_ahead();
    }
}

/// Removes the folder if it was made here.
pub fn leave() {
    mapped::leave();
}

/// Whether a folder was opened.
pub fn is_open() -> bool {
    LARGE.load(Ordering::Relaxed) != usize::MAX
}

/// The most bytes that were in files.
pub fn peak_bytes() -> u64 {
    PEAK.load(Ordering::Relaxed)
}

/// Why blocks could not be put on disk.
pub fn trouble() -> Option<io::Error> {
    match TROUBLE.load(Ordering::Relaxed) {
        0 => None,
        number => Some(io::Error::from_raw_os_error(number)),
    }
}

pub(crate) use mapped::{allocate, free, is_in_file, resize};

#[cfg(not(target_os = "linux"))]
mod mapped {
    use super::*;

    pub fn open(_: &Path, _: u64) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "memory in files needs Linux"))
    }

    pub fn leave() {}

    pub fn read_ahead() {}

    pub fn allocate(_: usize) -> Option<*mut u8> {
        None
    }

    pub fn is_in_file(_: *mut u8) -> bool {
        false
    }

    pub fn free(_: *mut u8) {}

    pub fn resize(_: *mut u8, _: usize) -> Option<*mut u8> {
        None
    }
}

#[cfg(target_os = "linux")]
mod mapped {
    use std::ffi::c_void;
    use std::os::fd::OwnedFd;
    use std::path::PathBuf;
    use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
    use std::time::Duration;

    use rustix::fs::{AtFlags, FallocateFlags, Mode, OFlags};
    use rustix::io::Errno;
    use rustix::mm::{Advice, MapFlags, MremapFlags, ProtFlags};
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    use super::*;

    const PAGE: usize = 4096;
    /// More large blocks than any exploration has; a further one is ordinary memory.
    const BLOCKS_MAX: usize = 8192;
    /// Where the cache is small, blocks are large from here on.
    const LARGE_MIN: u64 = 16 << 10;
    /// How much is unmapped before the next look at what is resident.
    const SLICE: usize = 16 << 20;
    /// Between two looks at what is resident.
    const INTERVAL: Duration = Duration::from_millis(4);

    struct Block {
        start: usize,
        bytes: usize,
        file: OwnedFd,
    }

    impl Block {
        /// Tells how the block is used.
        fn advise(&self, advice: Advice) {
            debug_assert!(matches!(advice, Advice::Normal | Advice::Random));
            // SAFETY: the range is that of the block, and the advice changes what is read from disk, not what is there.
            let _ = unsafe { rustix::mm::madvise(self.start as *mut c_void, self.bytes, advice) };
        }
    }

    /// All blocks. In place, since whoever allocates them must not allocate.
    struct Files {
        folder: Option<OwnedFd>,
        blocks: [Option<Block>; BLOCKS_MAX],
        /// No block lies at or behind this place.
        end: usize,
        /// For the name of the next file, where files must have one.
        next: u64,
    }

    static FILES: Mutex<Files> =
        Mutex::new(Files { folder: None, blocks: [const { None }; BLOCKS_MAX], end: 0, next: 0 });
    /// The folder, if it was made here.
    static MADE: OnceLock<PathBuf> = OnceLock::new();

    fn files() -> MutexGuard<'static, Files> {
        FILES.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn open(folder: &Path, cache: u64) -> io::Result<()> {
        let is_new = !folder.exists();
        std::fs::create_dir_all(folder)?;
        if is_new {
            let _ = MADE.set(folder.canonicalize()?);
        }
        // Every block has a file open; often fewer are allowed than could be.
        let files_max = getrlimit(Resource::Nofile);
        let _ = setrlimit(Resource::Nofile, Rlimit { current: files_max.maximum, maximum: files_max.maximum });
        let opened = rustix::fs::open(folder, OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        let mut files = files();
        files.folder = Some(opened);
        let file = files.make_file()?;
        reserve_room(&file, 0, PAGE)?;
        drop(files);
        std::thread::Builder::new().name("cache".into()).stack_size(1 << 18).spawn(move || keep_within(cache))?;
        // The tables of workers are in some hundred parts: together, those that are not large are to be less than the cache.
        LARGE.store((cache / 1024).clamp(LARGE_MIN, ALWAYS_LARGE as u64) as usize, Ordering::SeqCst);
        Ok(())
    }

    pub fn read_ahead() {
        for block in files().blocks.iter().flatten() {
            block.advise(Advice::Normal);
        }
    }

    pub fn leave() {
        if let Some(folder) = MADE.get() {
            // It is empty, unless somebody else put something there, which stays.
            let _ = std::fs::remove_dir(folder);
        }
    }

    /// Makes sure that the file has room on disk from one place to another.
    fn reserve_room(file: &OwnedFd, from: usize, to: usize) -> Result<(), Errno> {
        loop {
            match rustix::fs::fallocate(file, FallocateFlags::empty(), from as u64, (to - from) as u64) {
                Err(Errno::INTR) => {}
                Err(Errno::OPNOTSUPP) => break,
                done => return done,
            }
        }
        static ZEROS: [u8; 1 << 16] = [0; 1 << 16];
        let mut at = from;
        while at < to {
            match rustix::io::pwrite(file, &ZEROS[..ZEROS.len().min(to - at)], at as u64) {
                Err(Errno::INTR) => {}
                Err(error) => return Err(error),
                Ok(written) => at += written,
            }
        }
        Ok(())
    }

    fn whole_pages(bytes: usize) -> usize {
        bytes.next_multiple_of(PAGE)
    }

    /// Notes why something is not on disk, unless that is a limit on files or addresses, which is no fault of the disk's.
    fn note(error: Errno) {
        if ![Errno::MFILE, Errno::NFILE, Errno::NOMEM].contains(&error) {
            TROUBLE.store(error.raw_os_error(), Ordering::Relaxed);
        }
    }

    fn count(before: usize, after: usize) {
        let bytes = BYTES.fetch_add(after as u64, Ordering::Relaxed) + after as u64;
        BYTES.fetch_sub(before as u64, Ordering::Relaxed);
        PEAK.fetch_max(bytes - before as u64, Ordering::Relaxed);
    }

    impl Files {
        /// A file that nobody else sees.
        fn make_file(&mut self) -> Result<OwnedFd, Errno> {
            let folder = self.folder.as_ref().ok_or(Errno::BADF)?;
            let (flags, mode) = (OFlags::RDWR | OFlags::CLOEXEC, Mode::RUSR | Mode::WUSR);
            match rustix::fs::openat(folder, c".", flags | OFlags::TMPFILE, mode) {
                // Not every file system has files without names.
                Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL | Errno::NOENT) => {}
                done => return done,
            }
            let mut name = *b"hazard-store-00000000000000000000-00000000000000000000";
            let numbers = [u64::from(std::process::id()), self.next];
            self.next += 1;
            for (mut number, end) in numbers.into_iter().zip([33, 54]) {
                for digit in name[end - 20..end].iter_mut().rev() {
                    *digit = b'0' + (number % 10) as u8;
                    number /= 10;
                }
            }
            let name = std::str::from_utf8(&name).map_err(|_| Errno::INVAL)?;
            let file = rustix::fs::openat(folder, name, flags | OFlags::CREATE | OFlags::EXCL, mode)?;
            rustix::fs::unlinkat(folder, name, AtFlags::empty())?;
            Ok(file)
        }

        fn place(&self, start: usize) -> Option<usize> {
            self.blocks[..self.end].iter().position(|block| block.as_ref().is_some_and(|block| block.start == start))
        }
    }

    /// A block of zeros.
    pub fn allocate(bytes: usize) -> Option<*mut u8> {
        if STAYS_IN_MEMORY.try_with(Cell::get).unwrap_or(false) {
            return None;
        }
        let bytes = whole_pages(bytes);
        let mut files = files();
        let place = files.blocks.iter().position(Option::is_none)?;
        let made = (|| {
            let file = files.make_file()?;
            reserve_room(&file, 0, bytes)?;
            let (protection, flags) = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::SHARED);
            // SAFETY: the system chooses an address where nothing is; nobody else knows the file, so that it changes by this
            // mapping only.
            let start = unsafe { rustix::mm::mmap(std::ptr::null_mut(), bytes, protection, flags, &file, 0) }?;
            Ok((start, file))
        })();
        match made {
            Ok((start, file)) => {
                let block = Block { start: start as usize, bytes, file };
                if !READS_AHEAD.load(Ordering::Relaxed) {
                    block.advise(Advice::Random);
                }
                files.blocks[place] = Some(block);
                files.end = files.end.max(place + 1);
                count(0, bytes);
                Some(start.cast())
            }
            Err(error) => {
                note(error);
                None
            }
        }
    }

    /// Whether a block is in a file.
    pub fn is_in_file(block: *mut u8) -> bool {
        files().place(block as usize).is_some()
    }

    /// Gives a block back that is in a file.
    pub fn free(block: *mut u8) {
        let mut files = files();
        let Some(block) = files.place(block as usize).and_then(|place| files.blocks[place].take()) else { return };
        while files.end > 0 && files.blocks[files.end - 1].is_none() {
            files.end -= 1;
        }
        drop(files);
        // SAFETY: the block was mapped at this place with this size, and whoever gives it back uses it no more.
        let _ = unsafe { rustix::mm::munmap(block.start as *mut c_void, block.bytes) };
        count(block.bytes, 0);
    }

    /// Makes a block that is in a file larger or smaller; `None` if there is no room, and then it is as it was.
    pub fn resize(block: *mut u8, bytes: usize) -> Option<*mut u8> {
        let bytes = whole_pages(bytes);
        let mut files = files();
        let place = files.place(block as usize)?;
        let block = files.blocks[place].as_mut()?;
        let before = block.bytes;
        if before < bytes
            && let Err(error) = reserve_room(&block.file, before, bytes)
        {
            note(error);
            return None;
        }
        // SAFETY: the block was mapped at this place with this size, and whoever resizes it knows it by the new place only.
        let moved = unsafe { rustix::mm::mremap(block.start as *mut c_void, before, bytes, MremapFlags::MAYMOVE) };
        let start = moved.inspect_err(|error| note(*error)).ok()?;
        (block.start, block.bytes) = (start as usize, bytes);
        if bytes < before {
            let _ = rustix::fs::ftruncate(&block.file, bytes as u64);
        }
        count(before, bytes);
        Some(start.cast())
    }

    /// Bytes of mapped files that are resident.
    fn resident() -> u64 {
        let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
        let pages: u64 = statm.split_ascii_whitespace().nth(2).and_then(|pages| pages.parse().ok()).unwrap_or(0);
        pages * PAGE as u64
    }

    /// Sees to it that no more than `cache` bytes of blocks are resident for long.
    fn keep_within(cache: u64) {
        // Others map files, too: the program itself, the classes of the library.
        let mut others = resident();
        let (mut place, mut offset) = (0, 0);
        loop {
            std::thread::sleep(INTERVAL);
            if resident() <= others + cache {
                continue;
            }
            let goal = others + cache / 4 * 3;
            let mut left = BYTES.load(Ordering::Relaxed) as usize;
            loop {
                let unmapped = unmap(&mut place, &mut offset);
                left = left.saturating_sub(unmapped.max(PAGE));
                let now = resident();
                if now <= goal {
                    break;
                }
                if left == 0 {
                    // All was unmapped once; what remains is not ours, or was needed again at once.
                    others = others.max(now.saturating_sub(cache));
                    break;
                }
            }
        }
    }

    /// Unmaps the pages of the next slice; gives its size.
    fn unmap(place: &mut usize, offset: &mut usize) -> usize {
        let files = files();
        let mut unmapped = 0;
        for _ in 0..=files.end {
            if *place >= files.end {
                (*place, *offset) = (0, 0);
            }
            if let Some(block) = files.blocks.get(*place).and_then(Option::as_ref).filter(|block| *offset < block.bytes)
            {
                let bytes = (block.bytes - *offset).min(SLICE - unmapped);
                // SAFETY: the range is inside a block, which stays while the lock is held. Pages of a shared mapping of a
                // file lose nothing by it: the next access finds them as they were.
                let _ = unsafe {
                    rustix::mm::madvise((block.start + *offset) as *mut c_void, bytes, Advice::LinuxDontNeed)
                };
                *offset += bytes;
                unmapped += bytes;
                if unmapped >= SLICE {
                    return unmapped;
                }
            }
            if files.blocks.get(*place).and_then(Option::as_ref).is_none_or(|block| *offset >= block.bytes) {
                (*place, *offset) = (*place + 1, 0);
            }
        }
        unmapped
    }
}
