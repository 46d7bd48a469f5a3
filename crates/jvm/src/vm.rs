//! The machine: one per worker. Everything a path can change is in `heap`, `threads` and `path`; the rest (classes,
//! decoded code, resolved constants, interned strings) only grows, and never depends on the path taken.

use std::collections::HashMap;
use std::sync::Arc;

use classfile::{ClassPath, Jimage};
use space::{Fault, Violation};

use crate::choice::Pending;
use crate::class::{Class, LoaderId, Method, MethodId};
use crate::config::Config;
use crate::heap::{ClassId, Heap, Ref};
use crate::indy::Linked;
use crate::known::Known;
use crate::labels::Watches;
use crate::thread::Thread;

/// Why an instruction did not simply finish. What a *program* throws and what *we* cannot do are kept apart.
#[derive(Debug)]
pub enum Trap {
    /// An exception object of the program.
    Throw(Ref),
    /// The machine throws: it makes the exception and runs its constructor.
    ThrowNew {
        class: &'static str,
        message: Option<String>,
    },
    /// A frame was pushed whose return finishes the instruction.
    Entered,
    /// Frames were pushed (a class initialiser); the instruction runs again after them.
    Again,
    /// The thread cannot go on now; its status says why, and the instruction runs again.
    Blocked,
    /// The thread gives others a chance before this instruction runs (again).
    Yield,
    /// The transition takes so long that it may never end; the instruction runs again.
    Long,
    /// Like `Blocked`, but the instruction is done when the thread wakes.
    Suspended,
    /// A choice is pending; the instruction runs again once it is taken.
    Choose(Pending),
    /// A native replacement does not apply: run the method's bytecode.
    FallThrough,
    /// `System.exit`, `Runtime.halt`.
    Exit(i32),
    /// An assumption failed: the path is to be ignored.
    Ignore,
    /// A label became visible: the transition ends here, and the thread goes on after it.
    Cut,
    /// The thread has ended.
    Ended,
    Fault(Fault),
}

impl From<Fault> for Trap {
    fn from(fault: Fault) -> Self {
        Trap::Fault(fault)
    }
}

pub fn unsupported<T>(what: impl Into<String>) -> Result<T, Trap> {
    Err(Trap::Fault(Fault::Unsupported { what: what.into(), location: None }))
}

pub fn throw<T>(class: &'static str, message: impl Into<String>) -> Result<T, Trap> {
    Err(Trap::ThrowNew { class, message: Some(message.into()) })
}

pub fn throw_bare<T>(class: &'static str) -> Result<T, Trap> {
    Err(Trap::ThrowNew { class, message: None })
}

pub type Outcome<T> = Result<T, Trap>;

/// A class loader as the machine knows it. Those after the application loader are the program's own: they are numbered in
/// the order a path makes them, and their objects are part of the state.
#[derive(Clone)]
pub struct Loader {
    /// The `ClassLoader` object; null for the bootstrap loader, for the application loader until it exists, and for
    /// loaders that other paths made.
    pub object: Ref,
    pub classes: HashMap<Arc<str>, ClassId>,
    /// All classes ever defined under a name by `defineClass`; paths may differ in what they define.
    pub versions: HashMap<Arc<str>, Vec<ClassId>>,
    /// Packages of modules that were defined to it while the program ran, in a single run.
    pub modules: Vec<(Arc<str>, Ref)>,
}

impl Loader {
    pub fn new(object: Ref) -> Self {
        Loader { object, classes: HashMap::new(), versions: HashMap::new(), modules: Vec::new() }
    }
}

/// A place of an interface call, with what it called last.
#[derive(Clone, Copy, Debug)]
pub struct CallSite {
    pub method: MethodId,
    pub last_class: ClassId,
    pub last_target: MethodId,
}

/// What belongs to the current path, besides heap and threads.
#[derive(Clone, Debug, Default)]
pub struct PathState {
    /// Nanoseconds that sleeping has let pass.
    pub clock: u64,
    /// How much of standard input has been read.
    pub stdin_at: usize,
    /// Open files: content is read once and shared, the position is state.
    pub files: Vec<Option<crate::natives::descriptor::OpenFile>>,
    /// Sockets, pipes and what is on its way between them.
    pub network: crate::network::Network,
    /// Where this path stands in files that are open on all paths, by descriptor.
    pub lasting: std::collections::BTreeMap<u32, u64>,
    /// What this path has changed in the file system.
    pub disk: crate::natives::disk::Disk,
    /// How many names for temporary files, and blocks of random bytes too large to enumerate, were asked for.
    pub names_made: u32,
    /// Which bodies the classes have that this path has redefined (see `redefine`).
    pub versions: std::collections::BTreeMap<ClassId, u32>,
    pub exit: Option<i32>,
    pub uncaught_in_main: Option<()>,
    /// The program was told that native code cannot be loaded.
    pub without_native_code: bool,
    /// The clock was read, so that it is part of the state.
    pub clock_read: bool,
    /// Reals that were asked for and not drawn yet.
    pub draws: crate::draws::Draws,
    /// Readings of the clock that are open.
    pub readings: crate::readings::Readings,
    pub ignored: bool,
    /// The symbolic inputs asked for so far, in order: the names' and the expressions' numbers.
    pub inputs: Vec<(u32, u32)>,
    /// Event labels that hold right after the last event.
    pub events: Vec<u32>,
    /// `Verify` counters and the like.
    pub counters: Vec<i32>,
}

pub struct Vm {
    pub config: Arc<Config>,
    pub image: Arc<Jimage>,
    pub class_path: Arc<ClassPath>,
    /// Processes of the operating system that the program started.
    pub processes: crate::natives::processes::Processes,
    /// What agents have added to what the bootstrap loader and the class path offer.
    pub boot_jars: Vec<Arc<classfile::jar::Jar>>,
    pub app_jars: Vec<Arc<classfile::jar::Jar>>,
    /// Some agent has a transformer.
    pub transforms: bool,
    pub agents_class: Option<ClassId>,
    /// What classes were defined of, where that lies in no file.
    pub class_bytes: HashMap<ClassId, Arc<[u8]>>,
    /// All bodies that some path has given a class, the original ones first; and which are in place now.
    pub versions: HashMap<ClassId, Vec<Arc<classfile::ClassFile>>>,
    pub versions_in_place: std::collections::BTreeMap<ClassId, u32>,
    pub heap: Heap,
    pub classes: Vec<Class>,
    pub methods: Vec<Method>,
    pub threads: Vec<Thread>,
    pub current: usize,
    /// Where the thread stood that the scheduler gave leave last, if the leave is for that place only: how many frames,
    /// and the instruction.
    pub leave: Option<(usize, u32)>,
    /// Where that thread stood, whatever its leave is for.
    pub granted_at: Option<(usize, u32)>,
    /// Set by whoever no longer wants this machine's work.
    pub stop: Option<std::sync::Arc<std::sync::atomic::AtomicBool>>,
    pub path: PathState,
    pub loaders: Vec<Loader>,
    pub known: Known,
    /// Interned strings by their UTF-16 units; permanent.
    pub interned: HashMap<Vec<u16>, Ref>,
    pub signatures: HashMap<Arc<str>, u32>,
    pub call_sites: Vec<CallSite>,
    pub linked: Vec<Arc<Linked>>,
    /// Calls of method handles, linked once per constant.
    pub linked_index: HashMap<(ClassId, u16), u32>,
    /// How the library does a `VarHandle` access that the machine does not do itself.
    pub variable_fallbacks: HashMap<u32, u32>,
    /// Methods the machine itself made: throwing stubs, lambda bodies.
    pub stubs: HashMap<String, MethodId>,
    /// For stubs that throw what happened inside a native method: that method.
    pub native_throws: HashMap<MethodId, MethodId>,
    /// Package -> its `Module` object.
    pub modules: HashMap<Arc<str>, Ref>,
    pub instructions: u64,
    /// Stop inside a transition when `instructions` reaches this.
    pub instructions_max: u64,
    /// `instructions` when the current transition began.
    pub transition_start: u64,
    /// `instructions` when library code began to set up what is common to all paths.
    pub set_up_since: Option<u64>,
    pub pending: Option<Pending>,
    /// The memory of schedules that were decided.
    pub(crate) spare_schedule: (Vec<(usize, crate::schedule::Wake)>, Vec<space::ThreadId>),
    /// The threads that were dropped in this transition, because they had ended; by the numbers they had when it began or
    /// would have got, in order.
    pub(crate) dropped: Vec<space::ThreadId>,
    /// The pick that resolves the choice the next instruction asks for.
    pub picked: Option<u32>,
    /// Choices with one alternative that this transition came to.
    pub single_choices: u32,
    /// Who may decide: the thread to run was just chosen.
    pub violations: Vec<Violation>,
    pub output: Vec<u8>,
    /// Context switches of the transition without a choice, and how much had been printed before; kept like the output.
    pub forced: Vec<(space::StepDescription, usize)>,
    /// How many such switches there were, kept or not.
    pub switches: u32,
    /// What else is worth telling about the transition, before the first of these switches.
    pub happened: Vec<String>,
    /// Where each of these happened.
    pub happened_at: Vec<String>,
    /// The call of the library that was told last and goes on (see `intention`).
    pub(crate) told_call: Option<(usize, usize, u32)>,
    /// Which classes are the user's own.
    pub ownership: crate::own::Ownerships,
    /// Whether a trace is told: accesses, too, and what locks of the library are waited for.
    pub tells: bool,
    /// Who looks over the program's shoulder, if anybody does.
    pub looking: crate::looking::Looking,
    /// Another thread has begun to run.
    pub(crate) switched: bool,
    /// Who ran last before the state was encoded, if it is alive.
    pub runner: Option<usize>,
    pub errors: Vec<u8>,
    pub keep_output: bool,
    pub booted: bool,
    pub watches: Watches,
    /// What `Verify` keeps over all paths.
    pub registers: crate::natives::verify::Registers,
    /// Whether native peers of Java PathFinder may be on the class path, once somebody looked.
    pub has_peers: Option<bool>,
    pub earned: Vec<u64>,
    pub flips: u64,
    pub natives: crate::natives::Registry,
    /// Nesting of library class initialisers that run permanently.
    pub frozen: bool,
    /// How often objects have moved.
    pub compactions: u64,
    /// More than one thread is alive: accesses to shared objects are scheduling points.
    pub threaded: bool,
    pub stdin: crate::stdin::Stdin,
    pub scratch: crate::state::Scratch,
    pub(crate) layout: crate::state::Layout,
    /// The next `C$$Lambda$N` number.
    pub lambda_counter: u32,
    pub memory: crate::natives::memory::OffHeap,
    /// What natives make once for all paths, by what it was made of: made anew each time, it would set equal states apart.
    pub common: HashMap<(&'static str, Vec<u64>), Ref>,
    /// Beans of `java.lang.management` that exist once.
    pub beans: crate::natives::management::Beans,
    /// Open streams of `java.util.zip`.
    pub zip: crate::natives::zip::Streams,
    /// The contents of files the program has opened, read once.
    pub files: crate::natives::descriptor::Files,
    pub visible: crate::visible::Visible,
    pub asks: crate::asks::Asks,
    /// The places of waits and clock readings that were noticed, so that each is told once.
    pub noticed_waits: hashbrown::HashSet<(MethodId, u32)>,
    /// Calls that were looked at: waits for a loop around them, accesses for their modes.
    pub noticed_calls: hashbrown::HashSet<(MethodId, u32)>,
    /// Ids and names of threads that have ended while a path is told.
    pub gone: Vec<(u64, String)>,
    /// The names that threads have had, if somebody cares; no part of the state.
    pub names: std::collections::BTreeSet<String>,
    /// Leave is given for the very access that a thread stands before, so that races show (see `races`).
    pub stands_before_accesses: bool,
    /// Memory known to be raced on: the class of the object, whether these are its statics, and the offset.
    pub raced: hashbrown::HashSet<(ClassId, bool, u32)>,
    /// What the verdict will rest on; no part of the state.
    pub noticed: crate::noticed::Noticed,
    /// This is the machine of one of several workers; and how it remembers what it has noticed that the search may not know.
    pub is_one_of_several: bool,
    pub marks: Vec<(crate::noticed::Mark, String)>,
    /// For single runs: draws the choices.
    pub rng: space::Rng,
    /// The expressions of symbolic values, if inputs are symbolic.
    pub symbolic: Option<Box<dyn crate::domain::SymbolicValues>>,
    /// A path ends with an exception that nobody catches. Walks that only learn what threads share go on, to learn more.
    pub ends_at_failure: bool,
    pub symbolic_names: crate::natives::symbolic::Names,
    /// The cases of expressions that were split by value, per range asked for.
    pub by_value: hashbrown::HashMap<(u32, (i128, i128)), std::sync::Arc<crate::exec::symbolic::ByValue>>,
    /// Where the two ways of a branch meet, of those that were looked at.
    pub joins: hashbrown::HashMap<(MethodId, u32), Option<u32>>,
    /// The symbolic arguments of the concatenation about to run: slot and expression.
    pub concat_symbols: Vec<(usize, u32)>,
    /// The texts of those of them that are spelled.
    pub concat_texts: Vec<(usize, crate::natives::symbolic::digits::Spelled)>,
    /// What a call the machine itself made returned, or the exception that left it.
    pub boot_result: Result<u64, Ref>,
    /// Machine code of hot methods, if there is to be any.
    pub(crate) compiled: Option<Box<crate::compiled::Compiled>>,
    /// When `instructions` reaches this, somebody looks where the interpreter is.
    pub(crate) sample_at: u64,
}

impl Vm {
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.0 as usize]
    }

    pub fn class_mut(&mut self, id: ClassId) -> &mut Class {
        &mut self.classes[id.0 as usize]
    }

    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.0 as usize]
    }

    pub fn thread(&self) -> &Thread {
        &self.threads[self.current]
    }

    pub fn thread_mut(&mut self) -> &mut Thread {
        &mut self.threads[self.current]
    }

    pub fn loader_object(&self, loader: LoaderId) -> Ref {
        self.loaders[loader.0 as usize].object
    }

    /// The loader whose object this is.
    pub fn loader_of(&mut self, object: Ref) -> LoaderId {
        if object.is_null() {
            return LoaderId::BOOT;
        }
        if let Some(index) = self.loaders.iter().position(|loader| loader.object == object) {
            return LoaderId(index as u32);
        }
        // The platform loader finds what the bootstrap loader finds.
        if &*self.class(self.heap.class_of(object)).name == "jdk/internal/loader/ClassLoaders$PlatformClassLoader" {
            return LoaderId::BOOT;
        }
        let own = LoaderId::APP.0 as usize + 1;
        let free = self.loaders.iter().skip(own).position(|loader| loader.object.is_null());
        let index = free.map_or(self.loaders.len(), |free| own + free);
        match self.loaders.get_mut(index) {
            Some(loader) => loader.object = object,
            None => self.loaders.push(Loader::new(object)),
        }
        LoaderId(index as u32)
    }

    /// The objects of the loaders that this path has made.
    pub fn own_loaders(&self) -> impl Iterator<Item = Ref> {
        let own = self.loaders.iter().skip(LoaderId::APP.0 as usize + 1);
        own.map(|loader| loader.object).take_while(|object| !object.is_null())
    }

    /// Puts back what `own_loaders` told.
    pub fn set_own_loaders(&mut self, mut objects: impl Iterator<Item = Ref>) {
        for loader in self.loaders.iter_mut().skip(LoaderId::APP.0 as usize + 1) {
            loader.object = objects.next().unwrap_or(Ref::NULL);
        }
        self.loaders.extend(objects.map(Loader::new));
    }

    /// The class a mirror stands for.
    pub fn mirrored(&self, mirror: Ref) -> ClassId {
        ClassId(self.heap.get4(mirror, self.known.class_vmclass as usize))
    }

    pub fn class_of(&self, object: Ref) -> ClassId {
        self.heap.class_of(object)
    }

    pub fn is_instance(&self, object: Ref, class: ClassId) -> bool {
        self.is_subclass(self.heap.class_of(object), class)
    }

    /// JVMS 6.5 `instanceof`: whether a value of class `sub` may be assigned to `sup`.
    pub fn is_subclass(&self, sub: ClassId, sup: ClassId) -> bool {
        use crate::class::{ClassKind, Kind};
        if sub == sup {
            return true;
        }
        let (a, b) = (self.class(sub), self.class(sup));
        if b.is_interface() {
            return a.all_interfaces.binary_search(&sup).is_ok();
        }
        if let (ClassKind::Array { component: x, kind: kx }, ClassKind::Array { component: y, kind: ky }) =
            (a.kind, b.kind)
        {
            return kx == Kind::Reference && ky == Kind::Reference && self.is_subclass(x, y);
        }
        a.display.get(b.display.len().wrapping_sub(1)) == Some(&sup)
    }

    pub fn allocate(&mut self, class: ClassId) -> Outcome<Ref> {
        self.heap.allocate_object(class).map_err(|_| out_of_memory())
    }

    pub fn allocate_array(&mut self, class: ClassId, length: u32) -> Outcome<Ref> {
        if length as usize / 8 > self.config.heap_words {
            return Err(out_of_memory());
        }
        self.heap.allocate_array(class, length).map_err(|_| out_of_memory())
    }

    /// An object that is a function of `of`, made permanently the first time and then the same on all paths.
    pub fn common(
        &mut self,
        what: &'static str,
        of: Vec<u64>,
        make: impl FnOnce(&mut Self) -> Outcome<Ref>,
    ) -> Outcome<Ref> {
        let key = (what, of);
        if let Some(known) = self.common.get(&key) {
            return Ok(*known);
        }
        let made = self.permanently(make)?;
        self.common.insert(key, made);
        Ok(made)
    }

    /// Runs `action` with everything it allocates or writes belonging to every state.
    pub fn permanently<T>(&mut self, action: impl FnOnce(&mut Self) -> T) -> T {
        self.heap.enter_permanent();
        let result = action(self);
        self.heap.leave_permanent();
        result
    }
}

pub fn out_of_memory() -> Trap {
    Trap::ThrowNew { class: "java/lang/OutOfMemoryError", message: Some("Java heap space".into()) }
}
