//! Operations of `java.util.concurrent` as single steps.
//!
//! What the library documents to take effect at once, or does under one lock or by one atomic instruction, is one scheduling
//! point, and then runs without interleaving until it returns, has to wait, or calls the program back. What other threads can
//! observe is the same (Herlihy and Wing 1990; Lipton 1975 for locks), and the many steps inside, each of which would double the
//! states, are gone. Which methods these are stands in a table, with the reasons (`steps.txt`); all others interleave like plain
//! code: bulk operations, iterators, copies, sizes that are counted, updates by a function that may be applied again.
//!
//! Some are single steps only as long as nobody looks in between. A map's counter follows its mappings; whoever adds up the
//! cells of an adder sees no snapshot; and any method of a class that is several steps, such as an iterator's, may meet a promised one
//! halfway. Whether somebody looks while others move is learned as in `visible`: an exploration that meets an observer
//! it did not expect is run again, knowing it.
//!
//! A wait gives back what it holds, or offers what it has, and lets others in. That is one step, since it is over when the thread
//! waits. A wait whose time is up when it begins never waits: it is several steps, with others between them.
//!
//! The loops of pools take turns: from the end of one task to the beginning of the next, a worker puts its books in order,
//! looks for work, takes it (or finds none, and waits or leaves). Whoever asks for the pool's tasks, cancels one or shuts the pool
//! down comes before the taking or after it, and finds the same either way; so a turn is one step. Likewise what a task of the
//! library does before it calls the program (has somebody cancelled it?), and what it does after (it has its result, and
//! whoever waits for that wakes). A turn begins with a scheduling point, so that between a task's result and the next
//! taking of a task everything else can happen; and the beginning of a task belongs to the turn that took it. Its
//! result begins another turn: tasks that are taken in the order of a queue may well end in a different one.
//!
//! Code that links, reflects and otherwise keeps the library's own house is no business of the program's threads: it has no
//! scheduling points at all. And a worker without work that would end after a while does so only if nothing else can
//! happen: how long it waits changes nothing but the number of workers. Nor does one that is about to look for work where there
//! is none move before there is some, or nothing else can happen; unless the program asks pools what they are doing.
//!
//! `--library interleaved` does without the table, `--por off` without all this.

use std::collections::BTreeSet;

use crate::asks::Asks;
use crate::class::MethodId;
use crate::config::{Config, Library, Reduction};
use crate::heap::Ref;
use crate::noticed::Mark;
use crate::steps::{Kind, Table};
use crate::thread::{FrameKind, Status};
use crate::vm::{Outcome, Trap, Vm};

/// What a method is to the reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The program's code, or a loop that serves it: what it calls are operations.
    Client,
    /// A worker's loop or a task's frame: what it does between two calls of the program is one step.
    Turn,
    /// Code of the library that an operation may run through; by itself it is as many steps as it has accesses.
    Part,
    /// The same, and whoever runs it can tell the number of elements from the elements.
    Observer,
    /// The same, and whoever runs it can meet an operation of the class halfway.
    Several,
    /// A step of its own within an operation.
    Apart,
    /// An operation, if a client calls it.
    Operation,
    /// An operation that gives back what others wait for: whatever they did meanwhile, they could have done after it (a
    /// left mover, Lipton 1975), unless they ask whether they would have to wait, or whether somebody does.
    Release,
    /// What gives a task its result, which begins a turn of its own.
    Result,
    /// An operation of a stream that prints: what there is to print (the text of an object) is found out before, as if the program did.
    Print,
    /// An operation on behalf of whoever called it, through whatever machinery.
    Access,
    /// The library's house-keeping.
    Silent,
    /// House-keeping that calls a method for the program (a lambda form): what that method does is as if the program had called it.
    Form,
}

const CONCURRENT: &str = "java/util/concurrent/";

/// How closely a class is looked at while other threads are alive; learned, by class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watched {
    /// By its observers (see `steps.txt`).
    pub counted: bool,
    /// By a method that is several steps, which can meet any other method halfway.
    pub traversed: bool,
}

impl Watched {
    /// What is appended to the name of a class to say so.
    const COUNTED: &str = " counted";
    pub(crate) const TRAVERSED: &str = " traversed";

    /// The class that a key of `visible` is about, if it says such a thing.
    pub(crate) fn class_of(key: &str) -> Option<&str> {
        key.strip_suffix(Watched::COUNTED).or_else(|| key.strip_suffix(Watched::TRAVERSED))
    }

    fn known(keys: &BTreeSet<String>, class: &str) -> Watched {
        let says = |what: &str| keys.contains(&format!("{class}{what}"));
        Watched { counted: says(Watched::COUNTED), traversed: says(Watched::TRAVERSED) }
    }
}

/// The class that an inner one is part of.
fn outer_class(class: &str) -> &str {
    class.split('$').next().unwrap_or(class)
}

/// Whether a class is the code of lambda forms, made by the library as it goes or before.
fn is_form(class: &str) -> bool {
    let Some(name) = class.strip_prefix("java/lang/invoke/") else { return false };
    let made = name.strip_prefix("LambdaForm$");
    name.ends_with("$Holder")
        || made.is_some_and(|made| ["MH", "DMH", "BMH", "LFI"].iter().any(|kind| made.starts_with(kind)))
}

impl Role {
    /// What the method is to a machine with this configuration. A linearizable operation takes effect at once for operations that
    /// are so themselves: beside others it interleaves, unless it is done under a lock or by one instruction.
    pub fn of(config: &Config, class: &str, method: &str, descriptor: &str, watched: Watched) -> Role {
        if !class.starts_with(CONCURRENT) {
            return Role::of_core(class, method, descriptor);
        }
        if config.library == Library::Interleaved {
            return Role::Part;
        }
        match Table::get().kind_of(class, method, descriptor, config.java_version) {
            Some(Kind::Promised | Kind::Timed | Kind::Release) if watched.traversed => Role::Part,
            Some(Kind::Unobserved) if watched.counted || watched.traversed => Role::Part,
            // Who waits for a result, or was to come after it, stands on a list that can be counted.
            Some(Kind::Argued) if watched.counted => Role::Part,
            Some(Kind::Instruction | Kind::Lock | Kind::Promised | Kind::Timed | Kind::Argued | Kind::Unobserved) => {
                Role::Operation
            }
            Some(Kind::Apart) if watched.counted && !watched.traversed => Role::Apart,
            Some(Kind::Observer) if !watched.counted => Role::Observer,
            Some(Kind::Release) => Role::Release,
            Some(Kind::Turn) => Role::Turn,
            Some(Kind::Result) => Role::Result,
            Some(Kind::Serves) => Role::Client,
            Some(Kind::Apart | Kind::Observer) => Role::Part,
            None if watched.traversed => Role::Part,
            None => Role::Several,
        }
    }

    fn of_core(class: &str, method: &str, descriptor: &str) -> Role {
        /// Code that links, loads, reflects, encodes and finds services. What of the JDK's inner packages makes objects for programs (time zones, channels, clients,
        /// beans, parameters of security) is none of it.
        const HOUSE_KEEPING: [&str; 23] = [
            "java/lang/invoke/",
            "java/lang/reflect/",
            "java/lang/Class",
            "java/lang/ThreadGroup",
            "java/lang/ref/",
            "java/lang/runtime/",
            "java/nio/charset/",
            "java/security/Access",
            "java/security/CodeSource",
            "java/security/ProtectionDomain",
            "java/security/Secure",
            "jdk/internal/",
            "sun/invoke/",
            "sun/launcher/",
            "sun/misc/",
            // What sockets share is their connection, which has points of its own.
            "sun/nio/ch/Net",
            "sun/nio/ch/NioSocketImpl",
            "sun/nio/cs/",
            "sun/nio/fs/",
            "sun/reflect/",
            "sun/security/",
            "sun/util/cldr/",
            "sun/util/locale/",
        ];
        /// Among these, objects of the program's own: a digest or an encoder that threads share is not taken care of by anybody, nor is whether a
        /// member that they share may be accessed.
        const OWN: &[&str] = &[
            "java/lang/ref/PhantomReference",
            "java/lang/ref/Reference",
            "java/lang/ref/SoftReference",
            "java/lang/ref/WeakReference",
            "java/lang/reflect/AccessibleObject",
            "java/lang/reflect/Constructor",
            "java/lang/reflect/Field",
            "java/lang/reflect/Method",
            "java/nio/charset/CharsetDecoder",
            "java/nio/charset/CharsetEncoder",
            "jdk/internal/misc/InternalLock",
            "jdk/internal/misc/Unsafe",
        ];
        /// Likewise, by their beginnings: values of classes, queues of references, what is to be cleaned, digests, signatures, stores of keys, providers, what arrays
        /// are compared and copied and buffers accessed with, pixels, and iterators over texts.
        const OWN_FAMILIES: &[&str] = &[
            "java/lang/ClassValue",
            "java/lang/ref/ReferenceQueue",
            "jdk/internal/ref/CleanerImpl$",
            "jdk/internal/ref/PhantomCleanable",
            "jdk/internal/foreign/",
            "jdk/internal/logger/",
            "jdk/internal/net/http/",
            "jdk/internal/misc/ScopedMemoryAccess",
            "jdk/internal/util/",
            "sun/nio/fs/AbstractWatch",
            "sun/nio/fs/LinuxWatch",
            "sun/nio/fs/UnixDirectoryStream",
            "sun/nio/fs/UnixSecure",
            "sun/security/ec/",
            "sun/security/pkcs12/",
            "sun/security/provider/DigestBase",
            "sun/security/provider/MD",
            "sun/security/provider/SHA",
            "sun/security/rsa/",
            "java/lang/invoke/MethodHandleProxies$",
            "sun/security/jca/Providers",
        ];
        /// What programs tell loaders about assertions, and find out.
        const OF_ASSERTIONS: [&str; 5] = [
            "clearAssertionStatus",
            "desiredAssertionStatus",
            "setClassAssertionStatus",
            "setDefaultAssertionStatus",
            "setPackageAssertionStatus",
        ];
        /// What programs tell sockets, and ask them.
        const OF_SOCKETS: [&str; 2] = ["getOption", "setOption"];
        /// What programs ask groups of threads for, and tell them.
        const OF_GROUPS: [&str; 5] = ["getMaxPriority", "interrupt", "isDaemon", "setDaemon", "setMaxPriority"];
        match class {
            _ if OWN.contains(&class) && method != "getInstance" => Role::Part,
            _ if OWN_FAMILIES.iter().any(|prefix| class.starts_with(prefix)) => Role::Part,
            // Whoever has it reads and writes memory himself.
            "sun/misc/Unsafe" | "java/lang/invoke/MethodHandleImpl$ArrayAccessor" => Role::Access,
            "java/lang/invoke/MutableCallSite" | "java/lang/invoke/VolatileCallSite" => Role::Access,
            _ if is_form(class) => Role::Form,
            "java/lang/Thread" if method == "exit" => Role::Silent,
            "java/lang/Class" | "java/lang/ClassLoader" if OF_ASSERTIONS.contains(&method) => Role::Part,
            "java/lang/ThreadGroup" if OF_GROUPS.contains(&method) => Role::Part,
            // Others can write the array while it is copied.
            "java/io/PrintStream" if descriptor.starts_with("([C") || descriptor.starts_with("([B") => Role::Part,
            // Its methods are synchronized: what is printed with one call comes out whole.
            "java/io/PrintStream" => Role::Print,
            "sun/nio/ch/NioSocketImpl" if OF_SOCKETS.contains(&method) => Role::Part,
            _ if class.starts_with("java/lang/invoke/VarHandle") && class.contains('$') => Role::Access,
            _ if class.starts_with("java/lang/invoke/VarHandleSegment") => Role::Access,
            // Finding a provider.
            _ if method == "getInstance" && class.starts_with("java/security/") => Role::Silent,
            _ if HOUSE_KEEPING.iter().any(|prefix| class.starts_with(prefix)) => Role::Silent,
            _ => Role::Part,
        }
    }
}

impl Vm {
    /// The frame of the operation that the current thread is in, and its role: the outermost since its client; and whether
    /// something else of the library can tell operations of others apart.
    fn operation(&self) -> (Option<(usize, Role)>, bool) {
        if self.config.reduction == Reduction::Off {
            return (None, false);
        }
        let (mut found, mut observes, mut traverses) = (None, false, false);
        let innermost = self.thread().frames.len() - 1;
        for (index, frame) in self.thread().frames.iter().enumerate().rev() {
            match self.method(frame.method).role {
                Role::Client => break,
                // What it called, if anything, it called for the program.
                Role::Form if index < innermost => break,
                // Arguments are spread from an array of the program's, and collected in one.
                Role::Form if self.is_at_element() => break,
                Role::Form => return (Some((index, Role::Silent)), observes),
                Role::Part => {}
                Role::Observer => observes = true,
                Role::Several => traverses = true,
                Role::Turn => {
                    let result = found.filter(|(_, role)| *role == Role::Result);
                    return (result.or(Some((index, Role::Turn))), observes);
                }
                Role::Print if self.makes_text(index) => break,
                Role::Print => found = Some((index, Role::Operation)),
                role @ (Role::Access | Role::Silent | Role::Apart) => return (Some((index, role)), observes),
                _ if frame.kind == FrameKind::Hasty => traverses = true,
                role => found = Some((index, role)),
            }
            if frame.kind == FrameKind::Reflective {
                break;
            }
        }
        (found, observes || (traverses && found.is_none()))
    }

    /// Whether the current thread does the library's house-keeping.
    pub(crate) fn is_silent(&self) -> bool {
        matches!(self.operation().0, Some((_, Role::Silent)))
    }

    /// Whether the current thread makes the text of an object, called from frame `at`.
    fn makes_text(&self, at: usize) -> bool {
        self.thread().frames[at + 1..].iter().any(|frame| {
            let method = self.method(frame.method);
            &*method.name == "toString" && &*method.descriptor == "()Ljava/lang/String;"
        })
    }

    /// Whoever runs looks at what others do, while they can move: what can be told apart is several steps from now on.
    fn learn_watched(&mut self, is_operation: bool) {
        if self.may_pass_point() {
            return;
        }
        let mut keys = Vec::new();
        for frame in self.thread().frames.iter().rev() {
            let method = self.method(frame.method);
            let what = match method.role {
                Role::Client => break,
                Role::Observer => Watched::COUNTED,
                Role::Several if !is_operation => Watched::TRAVERSED,
                Role::Operation if !is_operation && frame.kind == FrameKind::Hasty => Watched::TRAVERSED,
                _ => continue,
            };
            keys.push((outer_class(&self.class(method.class).name).to_owned(), what));
        }
        for (class, what) in keys {
            self.watch(&class, what);
        }
    }

    /// The class is looked at in this way from now on. What threads did before that is explored again, if it makes a difference.
    pub(crate) fn watch(&mut self, class: &str, what: &str) {
        if self.threaded && Table::get().has_steps_until(class) {
            self.learn_visible(format!("{class}{what}"));
        } else {
            self.visible.known.insert(format!("{class}{what}"));
        }
        self.watch_class(class, Watched::known(&self.visible.known, class));
    }

    /// The class's operations are what they are if it is looked at so closely.
    pub(crate) fn watch_class(&mut self, class: &str, watched: Watched) {
        for index in 0..self.classes.len() {
            if outer_class(&self.classes[index].name) != class || !self.classes[index].library {
                continue;
            }
            for method in self.classes[index].methods.clone() {
                let (name, descriptor) = (self.method(method).name.clone(), self.method(method).descriptor.clone());
                let role = Role::of(&self.config, &self.classes[index].name, &name, &descriptor, watched);
                self.methods[method.0 as usize].role = role;
            }
        }
    }

    /// Takes over what is known about how closely classes are looked at.
    pub(crate) fn expect_watched(&mut self, keys: &BTreeSet<String>) {
        for class in keys.iter().filter_map(|key| Watched::class_of(key)) {
            self.watch_class(class, Watched::known(keys, class));
        }
        for name in keys.iter().filter_map(|key| key.strip_prefix(Asks::LESSON)) {
            self.asks.flags().into_iter().filter(|(flag, _)| *flag == name).for_each(|(_, known)| *known = true);
        }
    }

    /// The role of a method that is being linked.
    pub(crate) fn role_of(&self, library: bool, class: &str, method: &str, descriptor: &str) -> Role {
        if !library {
            return Role::Client;
        }
        let watched = match class.starts_with(CONCURRENT) && !self.visible.known.is_empty() {
            true => Watched::known(&self.visible.known, outer_class(class)),
            false => Watched::default(),
        };
        Role::of(&self.config, class, method, descriptor, watched)
    }

    /// Whether a method is a single step only if there is time to wait.
    pub(crate) fn is_timed(&self, class: &str, method: &str, descriptor: &str) -> bool {
        class.starts_with(CONCURRENT)
            && Table::get().kind_of(class, method, descriptor, self.config.java_version) == Some(Kind::Timed)
    }

    /// Whether the wait that a method is called for, with arguments from `start` on, is over at once: its first long.
    pub(crate) fn has_no_time(&self, id: MethodId, start: usize) -> bool {
        let method = self.method(id);
        let mut slot = start + usize::from(!method.is_static());
        for parameter in crate::class::parameter_kinds(&method.descriptor) {
            if parameter == crate::class::Kind::Long {
                return self.thread().stack[slot] as i64 <= 0;
            }
            slot += usize::from(parameter.slots());
        }
        false
    }

    /// Whether the turn of frame `at` only begins, and goes on with the turn that took the task.
    fn goes_on_with_turn(&self, at: usize) -> bool {
        let outer = self.thread().frames[..at].iter().rev().map(|frame| (frame, self.method(frame.method)));
        for (frame, method) in outer {
            match method.role {
                Role::Turn => return frame.settled,
                Role::Client if !self.class(method.class).library => return false,
                _ => {}
            }
        }
        false
    }

    /// A pool's worker calls the program directly: with that its turn is over, whatever the program does.
    pub(crate) fn end_turn(&mut self) {
        let frame = self.frame();
        if self.method(frame.method).role == Role::Turn && &*self.method(frame.method).name == "runWorker" {
            self.frame_mut().settled = false;
        }
    }

    /// A transition begins, and with it every operation that is under way.
    pub(crate) fn begin_operations(&mut self) {
        for thread in &mut self.threads {
            thread.accesses = 0;
            thread.frames.iter_mut().for_each(|frame| frame.settled = false);
        }
    }

    /// Whether the current thread may do something that others can notice: the scheduler gave it leave, it is in the
    /// middle of an operation, or nobody else can move.
    pub fn passes_point(&mut self) -> bool {
        /// So many accesses in one step look like waiting for somebody: as long as nobody else moves, nothing changes.
        const ACCESSES_MAX: u32 = 2048;
        if self.initialises_library() {
            return true;
        }
        if !self.asks.locks && self.config.reduction == Reduction::On {
            self.learn_asking();
        }
        let (operation, watches) = self.operation();
        if watches {
            self.learn_watched(operation.is_some());
        }
        self.look_around();
        let Some((at, role)) = operation else {
            let passes = self.takes_leave() || self.may_pass_point();
            self.unsettle(if passes { self.thread().frames.len() } else { 0 });
            if passes && self.tells {
                self.tell_call();
            }
            return passes;
        };
        let endless = self.thread().accesses >= ACCESSES_MAX;
        let begun = self.thread().frames[at].settled || (role == Role::Turn && self.goes_on_with_turn(at));
        let settled = begun && !endless;
        let unnoticed = role == Role::Release && !self.asks.locks && !self.asks.threads;
        let free = role == Role::Silent || (unnoticed && !endless);
        if (settled || unnoticed) && !matches!(role, Role::Silent | Role::Access | Role::Apart) {
            self.note_single_step(at);
        }
        let passes = settled || free || self.takes_leave() || self.may_pass_point();
        self.thread_mut().frames[at].settled = passes;
        self.unsettle(if passes && !free { at } else { 0 });
        if passes && role == Role::Result {
            self.begin_turn_around(at);
        }
        if passes && !free && role != Role::Release && self.tells {
            self.tell_call();
        }
        self.thread_mut().spinning = endless && !passes && !self.config.run_once;
        passes
    }

    /// Whether what runs is an initialiser of the library's: that happens once for all paths, within whichever step comes first.
    fn initialises_library(&self) -> bool {
        self.heap.is_permanent_mode()
            && self.thread().frames.iter().any(|frame| {
                let method = self.method(frame.method);
                &*method.name == "<clinit>" && self.class(method.class).library
            })
    }

    /// The same for memory of the program's own, which house-keeping touches on its behalf only: by a field's handle or mirror.
    pub fn passes_own_point(&mut self) -> bool {
        match self.operation().0 {
            Some((_, Role::Silent)) => self.passes_outer_point(),
            _ => self.passes_point(),
        }
    }

    /// The same for what lies outside of memory, such as the network: no operation of the library makes one step of several such
    /// accesses, and none of them is house-keeping.
    pub fn passes_outer_point(&mut self) -> bool {
        if self.initialises_library() {
            return true;
        }
        self.look_around();
        let passes = self.takes_leave() || self.may_pass_point();
        self.unsettle(if passes { self.thread().frames.len() } else { 0 });
        passes
    }

    /// The operation of frame `at` does something that others could notice, and is not interrupted: the verdict rests on that.
    fn note_single_step(&mut self, at: usize) {
        let id = self.thread().frames[at].method;
        if self.method(id).is_noted || self.may_pass_point() {
            return;
        }
        let method = &mut self.methods[id.0 as usize];
        method.is_noted = true;
        let (class, name) = (method.class, method.name.clone());
        let class = self.class(class).java_name();
        let text = if &*name == "<init>" { class } else { format!("{class}.{name}") };
        self.notice(Mark::SingleStep(id), |noticed| &mut noticed.single_steps, text);
    }

    /// The current thread does what one does who waits for others.
    pub(crate) fn look_around(&mut self) {
        self.thread_mut().accesses += 1;
        if self.thread().accesses.is_multiple_of(crate::exec::ACCESSES_LONG) {
            // It is time to ask whether this ever ends.
            self.instructions_max = self.instructions;
        }
    }

    /// The turn in which a task gets its result goes on after that.
    fn begin_turn_around(&mut self, result: usize) {
        let frames = &self.thread().frames[..result];
        let turn = frames.iter().rposition(|frame| self.method(frame.method).role != Role::Part);
        if let Some(turn) = turn.filter(|turn| self.method(self.thread().frames[*turn].method).role == Role::Turn) {
            self.thread_mut().frames[turn].settled = true;
        }
    }

    /// What the outermost `count` frames are in the middle of is interrupted by the step of an inner one.
    fn unsettle(&mut self, count: usize) {
        self.thread_mut().frames[..count].iter_mut().for_each(|frame| frame.settled = false);
    }

    /// The scheduler's leave for one step, if this is the step it was given for.
    fn takes_leave(&mut self) -> bool {
        let here = self.leave.is_none_or(|place| {
            let frames = &self.thread().frames;
            place == (frames.len(), frames.last().map_or(0, |frame| frame.pc))
        });
        std::mem::take(&mut self.thread_mut().granted) && here
    }

    /// Gives up leave that was for something else: the thread was to start or to wake, and has come here since.
    pub(crate) fn want_own_leave(&mut self) {
        let here = (self.thread().frames.len(), self.frame().pc);
        if self.granted_at != Some(here) {
            self.thread_mut().granted = false;
        }
    }

    /// Whether the time-out that thread `index` waits for is that of a worker without work. (Work that is not due yet is
    /// work.)
    #[inline]
    pub(crate) fn is_idle_worker(&self, index: usize) -> bool {
        self.config.reduction == Reduction::On
            && match self.threads[index].status {
                Status::Parked { timed: true } => self.waits_for_work(index),
                Status::Runnable => self.looks_in_vain(index),
                _ => false,
            }
    }

    /// Whether the thread is a worker of a `ForkJoinPool` that is about to look for work, and there is none: it would only
    /// find that out and wait, or find that work has come meanwhile, which it also does later.
    fn looks_in_vain(&self, index: usize) -> bool {
        let thread = &self.threads[index];
        let Some(frame) = thread.frames.get(1).filter(|_| !self.asks.pools && !self.asks.threads) else { return false };
        let is_pool = |class: &str| class == "java/util/concurrent/ForkJoinPool";
        let runs = self.method(frame.method);
        if runs.role != Role::Turn || !is_pool(&self.class(runs.class).name) {
            return false;
        }
        let looks = thread.frames[1..].iter().all(|frame| {
            let class = &*self.class(self.method(frame.method).class).name;
            is_pool(class) || class == "jdk/internal/misc/Unsafe"
        });
        let field = |object: Ref, name: &str| {
            let at = self.offset_of(self.heap.class_of(object), name)?;
            Some(self.heap.get_ref(object, at as usize)).filter(|target| !target.is_null())
        };
        let Some(queues) = field(thread.object, "pool").and_then(|pool| field(pool, "queues")) else { return false };
        let is_empty = |queue: Ref| {
            let number = |name: &str| {
                let at = self.offset_of(self.heap.class_of(queue), name)?;
                Some(self.heap.get4(queue, at as usize))
            };
            queue.is_null() || (number("base").is_some() && number("base") == number("top"))
        };
        looks && self.array_refs(queues).into_iter().all(is_empty)
    }

    pub(crate) fn waits_for_work(&self, index: usize) -> bool {
        for frame in self.threads[index].frames.iter().rev() {
            let method = self.method(frame.method);
            match (&*self.class(method.class).name, &*method.name) {
                ("java/util/concurrent/ThreadPoolExecutor", "getTask") => return true,
                ("java/util/concurrent/ForkJoinPool", "awaitWork") => return true,
                ("java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue", _) => return false,
                ("java/util/concurrent/DelayQueue", _) => return false,
                _ => {}
            }
        }
        false
    }

    /// A worker of a pool begins its next turn. A pool whose tasks come again and again counts how often they have, which
    /// would keep states from matching; if nobody asks, it does not count.
    pub(crate) fn begin_turn(&mut self, pool: Ref) {
        let is_periodic = self.class(self.heap.class_of(pool)).name.ends_with("/ScheduledThreadPoolExecutor");
        if !is_periodic || self.asks.counts || self.config.reduction == Reduction::Off {
            return;
        }
        let frame = self.frame();
        let worker = Ref::from_slot(self.thread().stack[frame.base as usize + 1]);
        if let Some(at) = self.offset_of(self.heap.class_of(worker), "completedTasks") {
            self.heap.put8(worker, at as usize, 0);
        }
    }

    /// The operation that the current thread is in has had its scheduling point, or needs none. A turn has more to do.
    pub(crate) fn settle_operation(&mut self) {
        if let Some((at, _)) = self.operation().0.filter(|(_, role)| *role != Role::Turn) {
            self.thread_mut().frames[at].settled = true;
        }
    }

    /// `Thread.yield` and `onSpinWait`: somebody else should go on, and may.
    pub(crate) fn yield_now(&mut self) -> Outcome<u64> {
        if self.threaded && !self.passes_point() {
            return Err(Trap::Yield);
        }
        self.look_around();
        Ok(0)
    }
}
