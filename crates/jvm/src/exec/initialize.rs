//! Class initialisation (JVMS 5.5). Its progress is kept in the header of the statics holder, so that it is state:
//! it can be raced, it can deadlock, and another path may not have come so far. Library classes are the exception:
//! they are initialised once for all paths.

use classfile::access;

use crate::class::MethodId;
use crate::heap::{ClassId, Ref, header};
use crate::thread::{FrameKind, Status};
use crate::vm::{Outcome, Trap, Vm, throw};

/// What a header tells of an initialisation that has begun and not ended.
const INIT_PROGRESS: u64 = header::OWNER | header::INIT_RUNNING | header::INIT_DEPTH;

impl Vm {
    pub fn is_initialized(&self, class: ClassId) -> bool {
        self.heap.header(self.class(class).statics) & header::INIT_DONE != 0
    }

    /// Whether the class can be used by the current thread; if not, what leads there has been started.
    pub fn ensure_initialized(&mut self, class: ClassId) -> Outcome<()> {
        let holder = self.class(class).statics;
        let state = self.heap.header(holder);
        if state & header::INIT_DONE != 0 {
            return Ok(());
        }
        if state & header::INIT_FAILED != 0 {
            return self.throw_failed(class);
        }
        if state & header::INIT_RUNNING != 0 {
            if self.owner_of(holder) != self.current as u64 + 1 {
                self.thread_mut().status = Status::InitializationWait(holder);
                return Err(Trap::Blocked);
            }
            // A recursive request (step 3), unless a super's initialiser has returned and the instruction runs again.
            if !self.awaits_supers(class) {
                return Ok(());
            }
        } else {
            self.ensure_verified(class)?;
            // Whoever comes first initialises the class: a decision of the scheduler, if the initialiser does anything.
            let acts = |vm: &Vm, id: ClassId| vm.class(id).clinit.is_some() && !vm.is_initialized(id);
            if self.threaded
                && !self.class(class).library
                && (acts(self, class) || self.supers_of(class).any(|above| acts(self, above)))
                && !self.passes_own_point()
            {
                return Err(Trap::Yield);
            }
        }
        if self.class(class).is_array() || self.class(class).file.is_none() {
            self.permanently(|vm| vm.heap.set_header(holder, state | header::INIT_DONE));
            return Ok(());
        }
        self.initialize_supers(class)?;
        self.begin_initializer(class)
    }

    /// JVMS 5.5, step 7: the supers come first; each may push a frame and come back here. Meanwhile the class counts as
    /// being initialised (step 6), and its header tells at which depth it was asked for: a request from there is the same
    /// one again, one from further up comes from an initialiser below which it waits.
    fn initialize_supers(&mut self, class: ClassId) -> Outcome<()> {
        let supers = self.supers_to_initialize(class);
        if supers.is_empty() {
            return Ok(());
        }
        if !self.awaits_supers(class) && !self.initializes_trivially(class) {
            let holder = self.class(class).statics;
            let (me, depth) = (self.current as u64 + 1, self.thread().frames.len() as u64);
            let mark = |vm: &mut Vm| {
                let free = vm.heap.header(holder) & !(header::OWNER | header::INIT_DEPTH);
                let owned = me << header::OWNER_SHIFT | depth << header::INIT_DEPTH_SHIFT;
                vm.heap.set_header(holder, free | header::INIT_RUNNING | owned);
            };
            if self.class(class).library {
                self.permanently(mark);
            } else {
                self.heap.touch_for_ever(holder);
                mark(self);
            }
        }
        for above in supers {
            self.ensure_super(class, above)?;
        }
        Ok(())
    }

    /// Runs the initialiser, or is done if there is none.
    fn begin_initializer(&mut self, class: ClassId) -> Outcome<()> {
        let holder = self.class(class).statics;
        let common = self.class(class).library || self.initializes_trivially(class);
        if !common {
            self.heap.touch_for_ever(holder);
        }
        let free = self.heap.header(holder) & !INIT_PROGRESS;
        let Some(clinit) = self.class(class).clinit else {
            if common {
                self.permanently(|vm| vm.heap.set_header(holder, free | header::INIT_DONE));
            } else {
                self.heap.set_header(holder, free | header::INIT_DONE);
                self.wake_initialization_waiters(holder);
            }
            return Ok(());
        };
        if common {
            self.heap.enter_permanent();
        }
        let me = self.current as u64 + 1;
        self.heap.set_header(holder, free | header::INIT_RUNNING | me << header::OWNER_SHIFT);
        if let Err(trap) = self.push_frame(clinit, &[], FrameKind::Initializer(class)) {
            self.heap.set_header(holder, free);
            if common {
                self.heap.leave_permanent();
            }
            return Err(trap);
        }
        Err(Trap::Again)
    }

    /// Whether the instruction that runs has asked for this class before, and its supers were initialised meanwhile.
    fn awaits_supers(&self, class: ClassId) -> bool {
        let state = self.heap.header(self.class(class).statics);
        let depth = (state & header::INIT_DEPTH) >> header::INIT_DEPTH_SHIFT;
        let mine = (state & header::OWNER) >> header::OWNER_SHIFT == self.current as u64 + 1;
        state & header::INIT_RUNNING != 0 && mine && depth == self.thread().frames.len() as u64
    }

    /// Whether supers have to be initialised before the class.
    pub(crate) fn initializes_supers(&self, class: ClassId) -> bool {
        !self.is_initialized(class) && !self.supers_to_initialize(class).is_empty()
    }

    /// All proper supers that this class's initialisation may wait for.
    fn supers_of(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        let mut open = vec![class];
        std::iter::from_fn(move || {
            let next = open.pop()?;
            let this = self.class(next);
            open.extend(this.superclass.iter().chain(&this.interfaces).filter(|above| !self.class(**above).library));
            Some(next)
        })
        .skip(1)
    }

    /// A class without initialiser and without static fields, under such classes: nobody can tell whether it is
    /// initialised, so that it is, on all paths.
    fn initializes_trivially(&self, class: ClassId) -> bool {
        let this = self.class(class);
        let trivial = |above: &ClassId| self.class(*above).library || self.initializes_trivially(*above);
        this.clinit.is_none()
            && !this.fields.iter().any(|field| field.is_static())
            && this.superclass.iter().all(trivial)
            && this.interfaces.iter().all(trivial)
    }

    /// A superclass whose initialisation fails makes its subclasses fail too.
    fn ensure_super(&mut self, class: ClassId, above: ClassId) -> Outcome<()> {
        let is_failed = |vm: &Vm| vm.heap.header(vm.class(above).statics) & header::INIT_FAILED != 0;
        let had_failed = is_failed(self);
        let result = self.ensure_initialized(above);
        // It may have failed just now, because of its own supers.
        let has_failed = is_failed(self);
        if has_failed {
            self.inherit_failure(class, above, had_failed);
        }
        if has_failed || matches!(result, Err(Trap::ThrowNew { .. } | Trap::Throw(_))) {
            self.mark_failed(class);
        }
        result
    }

    /// Keeps, for those who need the class later, which error made it fail: that the super above it had failed before, or
    /// the one that made the super fail just now.
    fn inherit_failure(&mut self, class: ClassId, above: ClassId, had_failed: bool) {
        let Some(at) = self.offset_of(self.known.class, "vmfailure") else { return };
        let kept = |vm: &Vm, id: ClassId| vm.heap.get_ref(vm.class(id).mirror, at as usize);
        let cause = kept(self, above);
        if self.class(class).library || cause.is_null() || !kept(self, class).is_null() {
            return;
        }
        if had_failed {
            let message = format!("Could not initialize class {}", self.class(above).java_name());
            self.remember_failure(class, cause, "java.lang.NoClassDefFoundError", Some(message));
        } else {
            self.heap.put_ref(self.class(class).mirror, at as usize, cause);
        }
    }

    fn mark_failed(&mut self, class: ClassId) {
        let holder = self.class(class).statics;
        let free = self.heap.header(holder) & !INIT_PROGRESS;
        if self.class(class).library {
            // It may well succeed on other paths.
            self.permanently(|vm| vm.heap.set_header(holder, free));
        }
        self.set_header_here(holder, free | header::INIT_FAILED);
        self.wake_initialization_waiters(holder);
    }

    /// Sets a header for this path only, even if what runs is common to all.
    fn set_header_here(&mut self, holder: Ref, header: u64) {
        self.heap.touch_for_ever(holder);
        self.heap.set_header(holder, header);
    }

    /// The supers that JVMS 5.5, step 7, names, as far as they are not initialised: of the interfaces only those that
    /// declare methods with code, each after its own.
    fn supers_to_initialize(&self, class: ClassId) -> Vec<ClassId> {
        let this = self.class(class);
        if this.is_interface() {
            return Vec::new();
        }
        let mut supers: Vec<ClassId> = this.superclass.into_iter().collect();
        let mut open: Vec<(ClassId, bool)> = this.interfaces.iter().rev().map(|id| (*id, false)).collect();
        while let Some((interface, supers_done)) = open.pop() {
            if supers_done {
                supers.push(interface);
                continue;
            }
            let methods = &self.class(interface).methods;
            let has_code = |id: &MethodId| self.method(*id).access & (access::ABSTRACT | access::STATIC) == 0;
            if methods.iter().any(has_code) {
                open.push((interface, true));
            }
            open.extend(self.class(interface).interfaces.iter().rev().map(|id| (*id, false)));
        }
        supers.retain(|above| !self.is_initialized(*above));
        supers
    }

    /// The initialiser has returned.
    pub(crate) fn initialized(&mut self, class: ClassId) {
        let holder = self.class(class).statics;
        if &*self.class(class).name == "jdk/internal/misc/UnsafeConstants" {
            self.set_unsafe_constants(class);
        }
        let free = self.heap.header(holder) & !INIT_PROGRESS;
        if self.class(class).library && self.heap.leaked {
            // What the initialiser kept belongs to this path: the others initialise the class themselves.
            self.heap.set_header(holder, free);
            self.heap.leave_permanent();
            self.set_header_here(holder, free | header::INIT_DONE);
        } else {
            self.heap.set_header(holder, free | header::INIT_DONE);
            if self.class(class).library {
                self.heap.leave_permanent();
            }
        }
        if self.class(class).library && self.booted {
            self.share_what_made(class);
        }
        self.wake_initialization_waiters(holder);
    }

    /// Keeps an error that tells why and where, for those who need the class later: as HotSpot words it.
    fn remember_failure(&mut self, class: ClassId, exception: Ref, kind: &str, message: Option<String>) {
        if self.class(class).library {
            return;
        }
        let name = self.given_name(self.current);
        let message = message.map_or_else(String::new, |text| format!(": {text}"));
        let told = format!("Exception {kind}{message} [in thread \"{name}\"]");
        let Ok(error) = self.load_boot("java/lang/ExceptionInInitializerError") else { return };
        let (Ok(failure), Ok(text)) = (self.allocate(error), self.new_string(&told)) else { return };
        for field in ["backtrace", "stackTrace", "suppressedExceptions"] {
            if let Some(at) = self.offset_of(error, field) {
                let value = self.heap.get_ref(exception, at as usize);
                self.heap.put_ref(failure, at as usize, value);
            }
        }
        if let Some(at) = self.offset_of(error, "depth") {
            let depth = self.heap.get4(exception, at as usize);
            self.heap.put4(failure, at as usize, depth);
        }
        if let Some(at) = self.offset_of(error, "detailMessage") {
            self.heap.put_ref(failure, at as usize, text);
        }
        if let Some(at) = self.offset_of(self.known.class, "vmfailure") {
            self.heap.put_ref(self.class(class).mirror, at as usize, failure);
        }
    }

    /// `NoClassDefFoundError`, caused by what was remembered.
    fn throw_failed(&mut self, class: ClassId) -> Outcome<()> {
        let message = format!("Could not initialize class {}", self.class(class).java_name());
        let at = self.offset_of(self.known.class, "vmfailure");
        let failure = at.map_or(Ref::NULL, |at| self.heap.get_ref(self.class(class).mirror, at as usize));
        if failure.is_null() {
            return throw("java/lang/NoClassDefFoundError", message);
        }
        self.push_throw_both("java/lang/NoClassDefFoundError", &message, failure)?;
        Err(Trap::Again)
    }

    /// The initialiser threw, and its frame is gone: the class is unusable from now on, and so are the subclasses that
    /// waited for it.
    pub(crate) fn initialization_failed(&mut self, class: ClassId, exception: Ref) {
        let (kind, message) =
            (self.class(self.heap.class_of(exception)).java_name(), self.exception_message(exception));
        self.remember_failure(class, exception, &kind, message);
        self.mark_failed(class);
        if self.class(class).library {
            self.heap.leave_permanent();
        }
        let waits = |vm: &Vm, id: ClassId| id != class && vm.awaits_supers(id) && vm.is_subclass(id, class);
        let known = self.classes.iter().filter(|class| !class.statics.is_null()).map(|class| class.id);
        let below: Vec<ClassId> = known.filter(|id| waits(self, *id)).collect();
        for id in below {
            // What reaches the subclass is an error already.
            let wraps = !self.is_instance(exception, self.known.error);
            let kind = if wraps { "java.lang.ExceptionInInitializerError" } else { &kind };
            let message = if wraps { None } else { self.exception_message(exception) };
            self.remember_failure(id, exception, kind, message);
            self.mark_failed(id);
        }
    }

    /// A fault ended the path inside initialisers of library classes: other paths shall meet the same fault there, not
    /// a class that somebody seems to be initialising.
    pub(crate) fn abandon_initializers(&mut self) {
        self.layout.holds = false;
        for index in 0..self.classes.len() {
            let class = &self.classes[index];
            let (holder, library) = (class.statics, class.library);
            let state = if holder.is_null() { 0 } else { self.heap.header(holder) };
            if library && state & header::INIT_RUNNING != 0 {
                let undone = state & !INIT_PROGRESS;
                self.permanently(|vm| vm.heap.set_header(holder, undone));
            }
        }
        self.heap.abandon_permanent();
    }

    fn wake_initialization_waiters(&mut self, holder: Ref) {
        for thread in &mut self.threads {
            if thread.status == Status::InitializationWait(holder) {
                thread.status = Status::Runnable;
            }
        }
    }

    /// The machine knows these better than the class file does.
    fn set_unsafe_constants(&mut self, class: ClassId) {
        let statics = self.class(class).statics;
        let values: [(&str, u32); 5] = [
            ("ADDRESS_SIZE0", 8),
            ("PAGE_SIZE", 4096),
            ("BIG_ENDIAN", 0),
            ("UNALIGNED_ACCESS", 1),
            ("DATA_CACHE_LINE_FLUSH_SIZE", 0),
        ];
        for (name, value) in values {
            if let Some(offset) = self.class(class).own_field(name).map(|field| field.offset) {
                self.heap.put4(statics, offset as usize, value);
            }
        }
    }
}
