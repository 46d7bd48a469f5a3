//! Booting the user's JDK: the library's own initialisation phases run, in Java, before the program does. All of it
//! happens in the permanent part of the heap, so that it is common to every state.

use std::collections::HashMap;
use std::sync::Arc;

use classfile::{ClassPath, Jimage};
use space::{Fault, Rng};

use crate::class::{LoaderId, MethodId};
use crate::config::Config;
use crate::exec::Stop;
use crate::heap::{ClassId, Heap, Ref};
use crate::known::Known;
use crate::thread::{FrameKind, Thread};
use crate::vm::{Loader, Outcome, PathState, Trap, Vm, throw};

/// Since then main need be neither public nor static, nor have a parameter (JEP 512).
const MAIN_RELAXED_SINCE: u16 = 25;

impl Vm {
    /// A machine in which the library is up and the program's main method is about to run.
    pub fn boot(config: Arc<Config>, image: Arc<Jimage>, class_path: Arc<ClassPath>) -> Result<Vm, Fault> {
        let mut vm = Vm::blank(config, image, class_path);
        vm.heap.enter_permanent();
        vm.threads.push(Thread::new(Ref::NULL));
        let booted = vm.boot_library().and_then(|()| vm.load_boot("java/lang/System"));
        match booted {
            Ok(system) => {
                vm.share_permanent();
                vm.guard_streams(system);
            }
            Err(trap) => return Err(vm.boot_fault(trap)),
        }
        vm.heap.leave_permanent();
        vm.set_up_since = None;
        vm.booted = true;
        Ok(vm)
    }

    fn blank(config: Arc<Config>, image: Arc<Jimage>, class_path: Arc<ClassPath>) -> Vm {
        let watches = crate::labels::Watches::new(config.plan.clone());
        Vm {
            heap: Heap::new(config.heap_words, config.collect_words),
            rng: Rng::new(config.seed),
            stdin: config.stdin.clone(),
            stands_before_accesses: config.detect_races,
            compiled: crate::compiled::Compiled::new(config.compiler),
            sample_at: 0,
            config,
            image,
            class_path,
            processes: Default::default(),
            boot_jars: Vec::new(),
            app_jars: Vec::new(),
            transforms: false,
            agents_class: None,
            class_bytes: HashMap::new(),
            versions: HashMap::new(),
            versions_in_place: Default::default(),
            classes: Vec::new(),
            methods: Vec::new(),
            threads: Vec::new(),
            current: 0,
            leave: None,
            granted_at: None,
            stop: None,
            path: PathState::default(),
            loaders: vec![Loader::new(Ref::NULL), Loader::new(Ref::NULL)],
            known: Known::new(),
            interned: HashMap::new(),
            signatures: HashMap::new(),
            call_sites: Vec::new(),
            linked: Vec::new(),
            linked_index: HashMap::new(),
            variable_fallbacks: HashMap::new(),
            stubs: HashMap::new(),
            native_throws: HashMap::new(),
            modules: HashMap::new(),
            instructions: 0,
            instructions_max: u64::MAX,
            transition_start: 0,
            set_up_since: None,
            pending: None,
            spare_schedule: Default::default(),
            dropped: Vec::new(),
            picked: None,
            single_choices: 0,
            violations: Vec::new(),
            output: Vec::new(),
            errors: Vec::new(),
            forced: Vec::new(),
            switches: 0,
            happened: Vec::new(),
            happened_at: Vec::new(),
            told_call: None,
            tells: false,
            ownership: Default::default(),
            runner: None,
            looking: Default::default(),
            switched: false,
            keep_output: false,
            booted: false,
            watches,
            registers: Default::default(),
            has_peers: None,
            visible: Default::default(),
            asks: Default::default(),
            noticed_waits: Default::default(),
            noticed_calls: Default::default(),
            earned: Vec::new(),
            flips: 0,
            natives: crate::natives::Registry::new(),
            frozen: false,
            compactions: 0,
            threaded: false,
            scratch: Default::default(),
            layout: Default::default(),
            lambda_counter: 0,
            memory: Default::default(),
            names: Default::default(),
            raced: Default::default(),
            noticed: Default::default(),
            is_one_of_several: false,
            marks: Vec::new(),
            gone: Vec::new(),
            files: Default::default(),
            zip: Default::default(),
            symbolic: None,
            common: Default::default(),
            beans: Default::default(),
            ends_at_failure: false,
            symbolic_names: Default::default(),
            by_value: Default::default(),
            joins: Default::default(),
            concat_symbols: Vec::new(),
            concat_texts: Vec::new(),
            boot_result: Ok(0),
        }
    }

    fn boot_fault(&self, trap: Trap) -> Fault {
        match trap {
            Trap::Fault(fault) => fault,
            Trap::ThrowNew { class, message } => {
                Fault::Input(format!("the JDK does not boot: {class} {}", message.unwrap_or_default()))
            }
            Trap::Throw(exception) => {
                let mut text = self.describe_exception(exception);
                for line in self.stack_trace_lines(exception).iter().take(12) {
                    text.push_str("\n  ");
                    text.push_str(line);
                }
                Fault::Input(format!("the JDK does not boot: {text}"))
            }
            other => Fault::Input(format!("the JDK does not boot: {other:?}")),
        }
    }

    fn boot_library(&mut self) -> Outcome<()> {
        self.load_known()?;
        for class in ["java/lang/String", "java/lang/System", "java/lang/Class", "java/lang/ThreadGroup"] {
            self.initialize_now(class)?;
        }
        self.make_main_thread()?;
        for class in ["java/lang/Module", "java/lang/reflect/Method", "java/lang/ref/Finalizer"] {
            self.initialize_now(class)?;
        }
        let system = self.load_boot("java/lang/System")?;
        self.call_static(system, "initPhase1", "()V", &[])?;
        if self.config.java_version >= 22 {
            // Fields are read through method handles there, which must be up first.
            self.initialize_now("java/lang/invoke/MethodHandleNatives")?;
        }
        let status = self.call_static(system, "initPhase2", "(ZZ)I", &[1, 0])?;
        if status as i32 != 0 {
            return throw("java/lang/InternalError", "the modules asked for cannot be had; see above");
        }
        // The class path is the built-in loader's, whichever loader `-Djava.system.class.loader` puts above it.
        let loaders = self.load_boot("jdk/internal/loader/ClassLoaders")?;
        let app = self.call_static(loaders, "appClassLoader", "()Ljava/lang/ClassLoader;", &[])?;
        self.loaders[LoaderId::APP.0 as usize].object = Ref::from_slot(app);
        self.call_static(system, "initPhase3", "()V", &[])?;
        Ok(())
    }

    /// The loader that the launched class comes from.
    fn launching_loader(&mut self) -> Outcome<LoaderId> {
        if !self.config.properties.iter().any(|(key, _)| key == "java.system.class.loader") {
            return Ok(LoaderId::APP);
        }
        let loaders = self.load_boot("java/lang/ClassLoader")?;
        let system = self.call_static(loaders, "getSystemClassLoader", "()Ljava/lang/ClassLoader;", &[])?;
        Ok(self.loader_of(Ref::from_slot(system)))
    }

    fn initialize_now(&mut self, name: &str) -> Outcome<()> {
        let class = self.load_boot(name)?;
        self.initialize_sync(class)
    }

    /// Initialises a class before going on; only for the machine's own calls.
    pub fn initialize_sync(&mut self, class: ClassId) -> Outcome<()> {
        loop {
            match self.ensure_initialized(class) {
                Ok(()) => return Ok(()),
                Err(Trap::Again) => {
                    let depth = self.thread().frames.len();
                    self.run_pushed(depth)?;
                }
                Err(trap) => return Err(trap),
            }
        }
    }

    /// Runs the frames above `depth - 1`, the lowest of which was just pushed.
    fn run_pushed(&mut self, depth: usize) -> Outcome<u64> {
        // Class initialisers may have pushed several frames; the lowest of them ends the run.
        let lowest = depth - 1;
        let kind = self.thread().frames[lowest].kind;
        self.thread_mut().frames[lowest].kind = match kind {
            FrameKind::Initializer(class) => FrameKind::Sync { initializes: Some(class) },
            _ => FrameKind::Sync { initializes: None },
        };
        let limit = std::mem::replace(&mut self.instructions_max, u64::MAX);
        let stop = self.run_thread();
        self.instructions_max = limit;
        match stop {
            Stop::Ended => std::mem::replace(&mut self.boot_result, Ok(0)).map_err(Trap::Throw),
            Stop::Fault(fault) => Err(Trap::Fault(fault)),
            Stop::Exit => Err(Trap::Exit(self.path.exit.unwrap_or(0))),
            other => Err(Trap::Fault(Fault::Unsupported {
                what: format!("stopping ({other:?}) in code the machine itself calls"),
                location: self.location(),
            })),
        }
    }

    /// Calls a method and runs it to its end.
    pub fn call_sync(&mut self, method: MethodId, arguments: &[u64]) -> Outcome<u64> {
        let class = self.method(method).class;
        self.initialize_sync(class)?;
        if let Some(native) = self.method(method).native {
            match native(self, arguments) {
                Err(Trap::FallThrough) => {}
                other => return other,
            }
        }
        self.push_frame(method, arguments, FrameKind::Sync { initializes: None })?;
        let depth = self.thread().frames.len();
        self.run_pushed(depth)
    }

    pub fn call_static(&mut self, class: ClassId, name: &str, descriptor: &str, arguments: &[u64]) -> Outcome<u64> {
        match self.resolve_method(class, name, descriptor) {
            Some(method) => self.call_sync(method, arguments),
            None => throw("java/lang/NoSuchMethodError", format!("{}.{name}{descriptor}", self.class(class).name)),
        }
    }

    /// The thread groups and the main thread, which must exist before any Java code asks for the current thread.
    fn make_main_thread(&mut self) -> Outcome<()> {
        let thread_class = self.known.thread;
        let thread = self.allocate(thread_class)?;
        self.threads[0].object = thread;
        self.heap.put8(thread, self.known.thread_eetop as usize, 1);
        if let Some(at) = self.offset_of(thread_class, "priority") {
            self.heap.put4(thread, at as usize, 5);
        }
        let group_class = self.load_boot("java/lang/ThreadGroup")?;
        let system = self.allocate(group_class)?;
        self.construct(system, "()V", &[])?;
        let group = self.allocate(group_class)?;
        let name = self.intern_text("main")?;
        let constructor = "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V";
        if let Some(at) = self.known.thread_holder {
            // JDK 19 and later keep these in a holder, which the constructors read from the current thread.
            let holder_class = self.load_boot("java/lang/Thread$FieldHolder")?;
            let holder = self.allocate(holder_class)?;
            self.heap.put_ref(thread, at as usize, holder);
            for (field, value) in [("group", system.slot()), ("priority", 5), ("threadStatus", 5)] {
                let offset = self.offset_of(holder_class, field).unwrap_or(0) as usize;
                if offset != 0 {
                    self.heap.put4(holder, offset, value as u32);
                }
            }
        }
        self.construct(group, constructor, &[system.slot(), name.slot()])?;
        if let Some(at) = self.known.thread_holder {
            let holder = self.heap.get_ref(thread, at as usize);
            let class = self.heap.class_of(holder);
            if let Some(offset) = self.offset_of(class, "group") {
                self.heap.put_ref(holder, offset as usize, group);
            }
        } else if let Some(at) = self.offset_of(thread_class, "group") {
            self.heap.put_ref(thread, at as usize, group);
        }
        self.initialize_sync(thread_class)?;
        self.construct(thread, constructor, &[group.slot(), name.slot()])?;
        self.refresh_thread_status(0);
        Ok(())
    }

    /// Runs a constructor of `object`'s class.
    pub fn construct(&mut self, object: Ref, descriptor: &str, arguments: &[u64]) -> Outcome<()> {
        let class = self.heap.class_of(object);
        let Some(constructor) = self.declared_method(class, "<init>", descriptor) else {
            return throw("java/lang/NoSuchMethodError", format!("{}.<init>{descriptor}", self.class(class).name));
        };
        let mut slots = vec![object.slot()];
        slots.extend_from_slice(arguments);
        self.call_sync(constructor, &slots).map(|_| ())
    }

    /// Pushes the program's main method.
    pub fn enter_main(&mut self) -> Result<(), Fault> {
        let name = self.config.main_class.replace('.', "/");
        for (jar, options) in self.config.clone().agents.iter() {
            if let Err(trap) = self.start_agent(jar, options) {
                return Err(self.agent_fault(jar, trap));
            }
        }
        let loader = self.launching_loader().map_err(|trap| self.main_fault(trap))?;
        let found = match self.find_class_now(&name, loader) {
            Ok(Some(class)) => class,
            Ok(None) => return Err(Fault::Input(format!("class {} was not found", self.config.main_class))),
            Err(trap) => return Err(self.main_fault(trap)),
        };
        let Some((method, takes_arguments)) = self.find_main(found) else {
            return Err(Fault::Input(self.lacks_main(found)));
        };
        let result = self.main_arguments().and_then(|arguments| {
            let is_static = self.method(method).is_static();
            if is_static && self.initializes_supers(found) {
                // What runs when a superclass has been initialised is an instruction that asks for the class again.
                let stub = self.static_main_stub(found, method)?;
                return self.push_frame(stub, &[arguments.slot()], FrameKind::Normal);
            }
            if is_static {
                let slots = [arguments.slot()];
                self.push_frame(method, &slots[..usize::from(takes_arguments)], FrameKind::Normal)?;
            } else {
                let stub = self.main_stub(found, method)?;
                self.push_frame(stub, &[arguments.slot()], FrameKind::Normal)?;
            }
            match self.ensure_initialized(found) {
                Ok(()) | Err(Trap::Again) => Ok(()),
                Err(trap) => Err(trap),
            }
        });
        result.map_err(|trap| self.main_fault(trap))
    }

    /// A class, through loaders and transformers if need be, before going on.
    fn find_class_now(&mut self, name: &str, loader: LoaderId) -> Outcome<Option<ClassId>> {
        loop {
            match self.find_class(name, loader) {
                Err(Trap::Again) => {
                    let depth = self.thread().frames.len();
                    let mirror = self.run_pushed(depth)?;
                    let class = self.mirrored(Ref::from_slot(mirror));
                    self.loaders[loader.0 as usize].classes.insert(name.into(), class);
                }
                found => return found,
            }
        }
    }

    /// Why an agent did not start.
    fn agent_fault(&mut self, jar: &str, trap: Trap) -> Fault {
        let why = match trap {
            Trap::Fault(fault) => return fault,
            Trap::ThrowNew { class, message } => {
                format!("{}: {}", class.replace('/', "."), message.unwrap_or_default())
            }
            Trap::Throw(mut thrown) => {
                // What the agent threw is what reflection wraps.
                while let Some(target) = self.field_ref(thrown, "target").filter(|target| !target.is_null()) {
                    thrown = target;
                }
                let class = self.class(self.heap.class_of(thrown)).java_name();
                match self.field_ref(thrown, "detailMessage").filter(|message| !message.is_null()) {
                    Some(message) => format!("{class}: {}", self.string_text(message)),
                    None => class,
                }
            }
            other => format!("{other:?}"),
        };
        Fault::Input(format!("the agent {jar} does not start: {why}"))
    }

    fn field_ref(&self, object: Ref, name: &str) -> Option<Ref> {
        let at = self.offset_of(self.heap.class_of(object), name)?;
        Some(self.heap.get_ref(object, at as usize))
    }

    /// The method that a launch calls, and whether it takes the arguments. Since Java 25 it need be neither public nor
    /// static, nor have a parameter (JLS 12.1.4).
    fn find_main(&self, class: ClassId) -> Option<(MethodId, bool)> {
        let is_relaxed = self.config.java_version >= MAIN_RELAXED_SINCE || self.config.any_main;
        let fits = |id: &MethodId| {
            let method = self.method(*id);
            if !is_relaxed {
                return method.is_static() && method.is_public();
            }
            let constructor = || self.declared_method(class, "<init>", "()V");
            let is_private = |id: MethodId| self.method(id).access & classfile::access::PRIVATE != 0;
            !is_private(*id) && (method.is_static() || constructor().is_some_and(|id| !is_private(id)))
        };
        let whole = self.resolve_method(class, "main", "([Ljava/lang/String;)V").filter(fits);
        let bare = || self.resolve_method(class, "main", "()V").filter(|id| is_relaxed && fits(id));
        whole.map(|id| (id, true)).or_else(|| bare().map(|id| (id, false)))
    }

    /// Why there is nothing to launch.
    fn lacks_main(&self, class: ClassId) -> String {
        let (name, version) = (&self.config.main_class, self.config.java_version);
        let whole = self.resolve_method(class, "main", "([Ljava/lang/String;)V");
        let bare = self.resolve_method(class, "main", "()V");
        let Some(main) = whole.or(bare).map(|id| self.method(id)) else {
            return format!("class {name} has no main method; add public static void main(String[] args)");
        };
        let lacks = if main.is_private() {
            "is private"
        } else if !main.is_public() {
            "is not public"
        } else if !main.is_static() {
            "is not static"
        } else {
            "has no parameter String[]"
        };
        if version >= MAIN_RELAXED_SINCE && lacks != "is private" {
            return format!(
                "main of class {name} is not static and the class has no constructor without parameters that is not private; \
                 add one, or make main static"
            );
        }
        let hint = if lacks == "is private" { "" } else { ", or take Java 25 (JAVA_HOME), which would run it" };
        format!(
            "main of class {name} {lacks}, and Java {version} does not run it; make it public static void main(String[] args){hint}"
        )
    }

    fn main_arguments(&mut self) -> Outcome<Ref> {
        let config = self.config.clone();
        let mut strings = Vec::new();
        for argument in &config.arguments {
            strings.push(self.new_string(argument)?);
        }
        self.new_object_array("java/lang/String", &strings)
    }

    fn main_fault(&self, trap: Trap) -> Fault {
        match trap {
            Trap::Fault(fault) => fault,
            Trap::ThrowNew { class, message } => Fault::Input(format!(
                "class {} cannot be used: {}: {}",
                self.config.main_class,
                class.replace('/', "."),
                message.unwrap_or_default()
            )),
            other => Fault::Input(format!("class {} cannot be used: {other:?}", self.config.main_class)),
        }
    }
}
