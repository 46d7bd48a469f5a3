//! What the program asks of locks, threads, pools and files: what nobody asks about can be noticed by nobody, and needs no scheduling
//! points. Questions are found among what the program's classes mention, or as they are asked.

use classfile::{Constant, ConstantPool};

use crate::class::{MethodId, slow};
use crate::config::Reduction;
use crate::heap::Ref;
use crate::operations::{Role, Watched};
use crate::vm::{Outcome, Trap, Vm};

const CONCURRENT: &str = "java/util/concurrent/";

/// What the program's classes mention, or threads were seen to do (by reflection, as text), and what can be noticed therefore.
/// What is found out only after threads have begun to move is a lesson: the exploration is run again, knowing it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asks {
    /// `tryLock` and the like: a lock that is held can be told from one that is free without waiting for it.
    pub locks: bool,
    /// `isAlive` and the like: a thread that has ended can be told from one that has nothing left to do.
    pub threads: bool,
    /// `getCompletedTaskCount` and the like: what a pool has done can be told from what it does.
    pub counts: bool,
    /// `isQuiescent`, `isTerminated` and the like: a worker that looks for work in vain can be told from one that waits for it.
    pub pools: bool,
    /// `poll(long, TimeUnit)`, `wait(long)` and the like: threads may wait with a time-out.
    pub time: bool,
    /// Somebody writes files while there are several threads: whoever looks at files can notice.
    pub files: bool,
    /// `getRawResult`: what a task has computed can be seen before the task is done.
    pub results: bool,
    /// Several threads make threads or pools that get names with numbers: who comes first can be told from the names.
    pub numbers: bool,
}

impl Asks {
    pub fn listen(&mut self, pool: &ConstantPool) {
        for constant in &pool.0 {
            match constant {
                Constant::NameAndType { name, descriptor } => {
                    if let (Ok(name), Ok(descriptor)) = (pool.utf8(*name), pool.utf8(*descriptor)) {
                        self.listen_to_call(name, descriptor);
                    }
                }
                // Whoever names a method as text may call it by reflection.
                Constant::String(text) => {
                    if let Ok(name) = pool.utf8(*text) {
                        self.threads |= matches!(&**name, "isAlive" | "getState" | "join");
                    }
                }
                Constant::Utf8(text) => {
                    self.locks |= &**text == "java/util/concurrent/locks/AbstractQueuedSynchronizer";
                }
                _ => {}
            }
        }
    }

    fn listen_to_call(&mut self, name: &str, descriptor: &str) {
        let timed = descriptor.starts_with("(J");
        let for_duration = || descriptor.starts_with("(Ljava/time/Duration;");
        self.locks |= match name {
            "awaitUntil" => true,
            name if LOCK_QUESTIONS.contains(&name) => true,
            name => timed && name.starts_with("await") && name != "awaitTermination",
        };
        self.time |= match name {
            "wait" | "join" => timed || for_duration(),
            "parkNanos" | "parkUntil" | "awaitNanos" | "awaitUntil" => true,
            _ => descriptor.contains("JLjava/util/concurrent/TimeUnit;"),
        };
        self.threads |= match name {
            "isAlive" | "getState" | "activeCount" | "enumerate" | "getAllStackTraces" | "timedJoin" => true,
            name => name == "join" && (timed || for_duration()),
        };
        self.counts |= matches!(name, "getCompletedTaskCount" | "getTaskCount");
        self.pools |= POOL_QUESTIONS.contains(&name);
        self.results |= name == "getRawResult";
    }

    /// What begins the name of a lesson about this.
    pub(crate) const LESSON: &str = "asks ";

    pub(crate) fn flags(&mut self) -> [(&'static str, &mut bool); 8] {
        [
            ("locks", &mut self.locks),
            ("threads", &mut self.threads),
            ("counts", &mut self.counts),
            ("pools", &mut self.pools),
            ("time", &mut self.time),
            ("files", &mut self.files),
            ("results", &mut self.results),
            ("numbers", &mut self.numbers),
        ]
    }
}

/// What locks, semaphores and latches can be asked.
#[rustfmt::skip]
const LOCK_QUESTIONS: [&str; 14] = [
    "tryLock", "tryAcquire", "isLocked", "isHeldByCurrentThread", "hasQueuedThreads", "hasQueuedThread", "getQueueLength",
    "isWriteLocked", "isWriteLockedByCurrentThread", "getReadLockCount", "availablePermits", "drainPermits", "getHoldCount", "getCount",
];

/// What whoever runs a method of the library learns, though his class may not mention it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether a lock is free, without waiting for it.
    Locks,
    /// Whether another thread has ended.
    Threads,
    /// What a pool has done.
    Counts,
    /// What the workers of a `ForkJoinPool` do.
    Pools,
    /// The next number for the name of a thread or a pool.
    Numbers,
    /// Which threads there are.
    Roster,
    /// Memory, in a mode that orders less than a volatile access.
    Weakly,
    /// A phaser is made, perhaps one of several tiers.
    Tiers,
    /// What is in files, and which there are.
    Files,
    /// The same, and it becomes something else.
    FileChanges,
}

impl Question {
    pub(crate) fn of(class: &str, method: &str, descriptor: &str) -> Option<Question> {
        match (class, method) {
            ("java/lang/Thread", "getThreadGroup" | "getStackTrace" | "toString") => Some(Question::Threads),
            ("java/lang/VirtualThread", "toString") => Some(Question::Threads),
            ("java/util/concurrent/ThreadPoolExecutor", "toString") => Some(Question::Counts),
            ("java/util/concurrent/ForkJoinPool", "toString") => Some(Question::Pools),
            ("java/util/concurrent/Phaser", "<init>") if descriptor == "(Ljava/util/concurrent/Phaser;I)V" => {
                Some(Question::Tiers)
            }
            ("java/lang/Thread", "nextThreadNum") | ("java/lang/Thread$ThreadNumbering", "next") => {
                Some(Question::Numbers)
            }
            ("java/util/Timer", "serialNumber") => Some(Question::Numbers),
            ("java/util/concurrent/Executors$DefaultThreadFactory", "<init>") => Some(Question::Numbers),
            ("sun/management/ThreadImpl", "getThreads" | "getThreadInfo1" | "dumpThreads0") => Some(Question::Roster),
            ("sun/management/VMManagementImpl", "getLiveThreadCount") => Some(Question::Roster),
            _ if FILES.contains(&class) => Question::of_file(method),
            _ if crate::ordering::is_weak(method) && crate::ordering::has_modes(class) => Some(Question::Weakly),
            _ => {
                let name = class.strip_prefix(CONCURRENT)?;
                let is_lock = match name.strip_prefix("locks/") {
                    Some("ReentrantLock") => true,
                    Some(lock) => lock.starts_with("ReentrantReadWriteLock") && !lock.ends_with("Sync"),
                    None => matches!(name, "Semaphore" | "CountDownLatch"),
                };
                let is_timed = method == "await" && descriptor.starts_with("(J");
                let asks = is_timed || method == "toString" || LOCK_QUESTIONS.contains(&method);
                (is_lock && asks).then_some(Question::Locks)
            }
        }
    }
}

/// Classes whose natives work on files.
const FILES: [&str; 10] = [
    "java/io/FileInputStream",
    "java/io/FileOutputStream",
    "java/io/RandomAccessFile",
    "java/io/UnixFileSystem",
    "sun/nio/ch/FileChannelImpl",
    "sun/nio/ch/FileDispatcherImpl",
    "sun/nio/ch/UnixFileDispatcherImpl",
    "sun/nio/fs/UnixCopyFile",
    "sun/nio/fs/UnixFileSystem",
    "sun/nio/fs/UnixNativeDispatcher",
];

impl Question {
    /// Whether native methods only ask it.
    pub(crate) fn is_of_natives(self) -> bool {
        matches!(self, Question::Roster | Question::Files | Question::FileChanges)
    }

    /// What a native method of those does. What only prepares, closes or names is nothing that others could notice.
    fn of_file(method: &str) -> Option<Question> {
        const LOOKS: [&str; 21] = [
            "open",
            "fdopendir",
            "read",
            "pread",
            "skip",
            "position",
            "available",
            "length",
            "getLength",
            "getFilePointer",
            "getBooleanAttributes",
            "checkAccess",
            "getLastModified",
            "list",
            "stat",
            "lstat",
            "fstat",
            "access",
            "exists",
            "fgetxattr",
            "flistxattr",
        ];
        const MORE_LOOKS: [&str; 5] = ["seek", "size", "map", "isRegularFile", "realpath"];
        const CHANGES: [&str; 30] = [
            "write",
            "pwrite",
            "setLength",
            "create",
            "delete",
            "rename",
            "setLast",
            "setPermission",
            "setReadOnly",
            "unlink",
            "rmdir",
            "mkdir",
            "chmod",
            "fchmod",
            "utime",
            "lutime",
            "futime",
            "link",
            "symlink",
            "transfer",
            "bufferedCopy",
            "truncate",
            "lock",
            "release",
            "unmap",
            "chown",
            "fchown",
            "lchown",
            "fsetxattr",
            "fremovexattr",
        ];
        let is = |names: &[&str]| names.iter().any(|name| method.starts_with(name));
        if is(&CHANGES) {
            Some(Question::FileChanges)
        } else {
            (is(&LOOKS) || is(&MORE_LOOKS)).then_some(Question::Files)
        }
    }
}

/// What a `ForkJoinPool` can be asked about its workers.
#[rustfmt::skip]
const POOL_QUESTIONS: [&str; 12] = [
    "isQuiescent", "awaitQuiescence", "helpQuiesce", "isTerminated", "isTerminating", "getActiveThreadCount",
    "getRunningThreadCount", "getPoolSize", "getStealCount", "hasQueuedSubmissions", "getQueuedSubmissionCount",
    "getQueuedTaskCount",
];

impl Vm {
    /// A class of the program has come, or has become another one.
    pub(crate) fn listen_to(&mut self, pool: &ConstantPool) {
        let mut asks = self.asks;
        asks.listen(pool);
        self.ask(asks);
    }

    /// More can be noticed from now on. What threads did before that is explored again.
    pub(crate) fn ask(&mut self, mut asks: Asks) {
        let mut before = std::mem::replace(&mut self.asks, asks);
        if !self.threaded {
            return;
        }
        for ((name, now), (_, then)) in asks.flags().into_iter().zip(before.flags()) {
            if *now && !*then {
                self.learn_visible(format!("{}{name}", Asks::LESSON));
            }
        }
    }

    /// A method of the library is called that tells what threads or pools have done. Whether another thread has ended is a
    /// matter of who moves first.
    pub(crate) fn ask_by_calling(&mut self, id: MethodId, start: usize) -> Outcome<()> {
        match self.method(id).asks {
            Some(Question::Threads) => {
                let thread = Ref::from_slot(self.thread().stack[start]);
                // Each new thread is given its priority, for which its group is looked at.
                let caller = self.thread().frames.last().map(|frame| self.method(frame.method).class);
                let is_own = caller.is_some_and(|class| &*self.class(class).name == "java/lang/Thread");
                if !self.threaded || is_own || thread.is_null() || thread == self.thread().object {
                    return Ok(());
                }
                self.ask(Asks { threads: true, ..self.asks });
                if !self.has_terminated(thread) && !self.passes_point() {
                    return Err(Trap::Yield);
                }
            }
            Some(Question::Weakly) => self.note_weak_call(id, start),
            Some(Question::Counts) => self.ask(Asks { counts: true, ..self.asks }),
            Some(Question::Pools) => self.ask(Asks { pools: true, ..self.asks }),
            Some(Question::Numbers) if self.threaded => {
                // One thread alone gives its numbers in order, and that is mostly the first.
                if !self.heap.is_permanent(self.thread().object) {
                    self.ask(Asks { numbers: true, ..self.asks });
                }
                // A lock that others see is a point already, and would wait for leave that this one has taken.
                let (flags, class) = (self.method(id).slow, self.method(id).class);
                let is_point = flags & slow::SYNCHRONIZED != 0 && self.is_monitor_visible(self.class(class).mirror);
                if self.asks.numbers && !is_point && !self.passes_outer_point() {
                    return Err(Trap::Yield);
                }
            }
            Some(Question::Tiers) if self.thread().stack[start + 1] != 0 => {
                self.watch("java/util/concurrent/Phaser", Watched::TRAVERSED);
            }
            _ => {}
        }
        Ok(())
    }

    /// The same of native methods, which nothing is a part of: who else there is, and what lies on the disk.
    pub(crate) fn ask_by_native(&mut self, question: Question, id: MethodId, arguments: &[u64]) -> Outcome<()> {
        if !self.threaded || self.config.run_once {
            return Ok(());
        }
        if self.method(id).descriptor.starts_with("(Ljava/io/FileDescriptor;") && self.is_of_socket(arguments[0]) {
            return Ok(());
        }
        let is_asked = match question {
            Question::Roster => {
                self.ask(Asks { threads: true, ..self.asks });
                true
            }
            Question::Files | Question::FileChanges => {
                if question == Question::FileChanges || self.changes_file(id, arguments) {
                    self.ask(Asks { files: true, ..self.asks });
                }
                self.asks.files || self.config.reduction == Reduction::Off
            }
            _ => false,
        };
        if is_asked && !self.passes_outer_point() { Err(Trap::Yield) } else { Ok(()) }
    }

    /// Whether a native that looks at files changes something nevertheless: it opens a file to write it, or moves on in
    /// one that others read as well.
    fn changes_file(&self, id: MethodId, arguments: &[u64]) -> bool {
        const ACCESS_MODE: u64 = 3;
        const READ_ONLY: u64 = 1;
        let method = self.method(id);
        match (&*self.class(method.class).name, &*method.name) {
            ("java/io/FileOutputStream", "open0") => true,
            ("java/io/RandomAccessFile", "open0") => arguments[2] & READ_ONLY == 0,
            ("sun/nio/fs/UnixNativeDispatcher", "open0") => arguments[2] & ACCESS_MODE != 0,
            (_, name) => {
                let is_moved = ["read", "skip", "seek"].iter().any(|moves| name.starts_with(moves));
                let is_object = method.descriptor.starts_with("(Ljava/io/FileDescriptor;") || !method.is_static();
                is_moved && is_object && self.is_shared(Ref::from_slot(arguments[0]))
            }
        }
    }

    /// Notices that the current thread asks whether a lock is free, though no class mentions it: somebody calls by reflection, or
    /// makes a text of the lock. What the library does for itself is no question of the program's.
    pub(crate) fn learn_asking(&mut self) {
        let frames = &self.thread().frames;
        let asks = frames
            .iter()
            .enumerate()
            .rev()
            .take_while(|(_, frame)| self.method(frame.method).role != Role::Client)
            .any(|(at, frame)| {
                let is_own = |at: usize| self.class(self.method(frames[at].method).class).name.starts_with(CONCURRENT);
                self.method(frame.method).asks == Some(Question::Locks) && !(at > 0 && is_own(at - 1))
            });
        if asks {
            self.ask(Asks { locks: true, ..self.asks });
        }
    }
}
