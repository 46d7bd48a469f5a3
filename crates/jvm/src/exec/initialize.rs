//! Class initialisation (JVMS 5.5). Its progress is kept in the header of the statics holder, so that it is state:
//! it can be raced, it can deadlock, and another path may not have come so far. Library classes are the exception:
//! they are initialised once for all paths.

use classfile::access;

use crate::heap::{ClassId, Ref, header};
use crate::thread::{FrameKind, Status};
use crate::vm::{Outcome, Trap, Vm, throw};

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
        let me = self.current as u64 + 1;
        if state & header::INIT_RUNNING != 0 {
            if (state & header::OWNER) >> header::OWNER_SHIFT != me {
                self.thread_mut().status = Status::InitializationWait(holder);
                return Err(Trap::Blocked);
            }
            // A super that only waits for its own supers has not begun: then it is this class's turn to go on.
            if self.has_begun_initializer(class) || self.supers_of(class).any(|above| self.has_begun_initializer(above))
            {
                return Ok(());
            }
            // A superclass's initialiser has returned, and the instruction runs again.
        } else {
            self.ensure_verified(class)?;
            // Whoever comes first initialises the class: a decision of the scheduler, if the initialiser does anything.
            let acts = |vm: &Vm, id: ClassId| vm.class(id).clinit.is_some() && !vm.is_initialized(id);
            if self.threaded
                && !self.class(class).library
                && (acts(self, class) || self.supers_of(class).any(|above| acts(self, above)))
                && !self.passes_point()
            {
                return Err(Trap::Yield);
            }
        }

        if self.class(class).is_array() || self.class(class).file.is_none() {
            self.permanently(|vm| vm.heap.set_header(holder, state | header::INIT_DONE));
            return Ok(());
        }
        // The supers come first; each call may push a frame and come back here. Meanwhile the class counts as being
        // initialised (JVMS 5.5, step 6).
        if !self.class(class).is_interface() {
            if !self.class(class).library && self.supers_of(class).any(|above| !self.is_initialized(above)) {
                self.heap.touch_for_ever(holder);
                let running = self.heap.header(holder) & !header::OWNER | header::INIT_RUNNING;
                self.heap.set_header(holder, running | me << header::OWNER_SHIFT);
            }
            if let Some(superclass) = self.class(class).superclass {
                self.ensure_super(class, superclass)?;
            }
            for interface in self.class(class).interfaces.clone() {
                self.initialize_interfaces(class, interface)?;
            }
        }
        let library = self.class(class).library || self.initializes_trivially(class);
        if !library {
            self.heap.touch_for_ever(holder);
        }
        let Some(clinit) = self.class(class).clinit else {
            let done = self.heap.header(holder) & !(header::OWNER | header::INIT_RUNNING) | header::INIT_DONE;
            if library {
                self.permanently(|vm| vm.heap.set_header(holder, done));
            } else {
                self.heap.set_header(holder, done);
                self.wake_initialization_waiters(holder);
            }
            return Ok(());
        };
        if library {
            self.heap.enter_permanent();
        }
        let running = self.heap.header(holder) & !header::OWNER | header::INIT_RUNNING | me << header::OWNER_SHIFT;
        self.heap.set_header(holder, running);
        if let Err(trap) = self.push_frame(clinit, &[], FrameKind::Initializer(class)) {
            let undone = self.heap.header(holder) & !(header::OWNER | header::INIT_RUNNING);
            self.heap.set_header(holder, undone);
            if library {
                self.heap.leave_permanent();
            }
            return Err(trap);
        }
        Err(Trap::Again)
    }

    fn is_initializing(&self, class: ClassId) -> bool {
        let state = self.heap.header(self.class(class).statics);
        state & header::INIT_RUNNING != 0 && (state & header::OWNER) >> header::OWNER_SHIFT == self.current as u64 + 1
    }

    /// Whether the initialiser itself runs, not only those of its supers.
    fn has_begun_initializer(&self, class: ClassId) -> bool {
        self.class(class).library
            || self.thread().frames.iter().any(|frame| frame.kind == FrameKind::Initializer(class))
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

    /// A superclass whose initialisation failed makes its subclasses fail too.
    fn ensure_super(&mut self, class: ClassId, superclass: ClassId) -> Outcome<()> {
        if self.heap.header(self.class(superclass).statics) & header::INIT_FAILED != 0 {
            let holder = self.class(class).statics;
            let failed = self.heap.header(holder) & !(header::OWNER | header::INIT_RUNNING) | header::INIT_FAILED;
            self.heap.set_header(holder, failed);
        }
        self.ensure_initialized(superclass)
    }

    /// JVMS 5.5 step 7: superinterfaces are initialised only if they declare default methods.
    fn initialize_interfaces(&mut self, class: ClassId, interface: ClassId) -> Outcome<()> {
        if self.is_initialized(interface) {
            return Ok(());
        }
        for outer in self.class(interface).interfaces.clone() {
            self.initialize_interfaces(class, outer)?;
        }
        let has_default = self.class(interface).methods.iter().any(|id| {
            let method = self.method(*id);
            !method.is_static() && method.access & access::ABSTRACT == 0
        });
        if has_default {
            self.ensure_super(class, interface)?;
        }
        Ok(())
    }

    /// The initialiser has returned.
    pub(crate) fn initialized(&mut self, class: ClassId) {
        let holder = self.class(class).statics;
        if &*self.class(class).name == "jdk/internal/misc/UnsafeConstants" {
            self.set_unsafe_constants(class);
        }
        let done = self.heap.header(holder) & !(header::OWNER | header::INIT_RUNNING) | header::INIT_DONE;
        self.heap.set_header(holder, done);
        if self.class(class).library {
            self.heap.leave_permanent();
        }
        self.wake_initialization_waiters(holder);
    }

    /// The initialiser threw: the class is unusable from now on.
    /// Keeps an error that tells why and where, for those who need the class later: as HotSpot words it.
    pub(crate) fn remember_failure(&mut self, class: ClassId, exception: Ref) {
        if self.class(class).library {
            return;
        }
        let name = self.thread_name(self.current);
        let kind = self.class(self.heap.class_of(exception)).java_name();
        let message = self.exception_message(exception).map_or_else(String::new, |text| format!(": {text}"));
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
        let error = self.load_boot("java/lang/NoClassDefFoundError")?;
        if failure.is_null() {
            return throw("java/lang/NoClassDefFoundError", message);
        }
        let stub = self.throw_both_stub(error)?;
        let text = self.new_string(&message)?;
        self.push_frame(stub, &[text.slot(), failure.slot()], crate::thread::FrameKind::Normal)?;
        Err(Trap::Again)
    }

    pub(crate) fn initialization_failed(&mut self, class: ClassId) {
        let holder = self.class(class).statics;
        let failed = self.heap.header(holder) & !(header::OWNER | header::INIT_RUNNING) | header::INIT_FAILED;
        self.heap.set_header(holder, failed);
        if self.class(class).library {
            self.heap.leave_permanent();
        }
        self.wake_initialization_waiters(holder);
        // Subclasses that waited for this one fail with it.
        let waits = |vm: &Vm, id: ClassId| {
            !vm.class(id).statics.is_null()
                && vm.is_initializing(id)
                && !vm.has_begun_initializer(id)
                && vm.supers_of(id).any(|above| above == class)
        };
        let below: Vec<ClassId> = self.classes.iter().map(|class| class.id).filter(|id| waits(self, *id)).collect();
        for id in below {
            self.initialization_failed(id);
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
                let undone = state & !(header::OWNER | header::INIT_RUNNING);
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
