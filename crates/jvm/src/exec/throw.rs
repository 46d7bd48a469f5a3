//! Exceptions: making the machine's own, finding handlers, unwinding frames (JVMS 2.10).

use crate::class::{LoaderId, MethodId, Resolved};
use crate::domain::Symbol;
use crate::heap::{ClassId, Ref};
use crate::stubs::Argument;
use crate::thread::FrameKind;
use crate::vm::{Outcome, Trap, Vm, throw_bare};

impl Vm {
    pub(crate) fn athrow(&mut self) -> Outcome<()> {
        let exception = Ref::from_slot(self.thread().stack[self.frame().sp as usize - 1]);
        if exception.is_null() {
            return throw_bare("java/lang/NullPointerException");
        }
        Err(Trap::Throw(exception))
    }

    /// Starts throwing a new exception: a stub constructs it in Java, so that it is complete, and throws it. `within` is
    /// the native method that fails; its trace begins there.
    pub(crate) fn push_throw(&mut self, class: &str, message: Option<&str>, within: Option<MethodId>) -> Outcome<()> {
        if class == "java/lang/OutOfMemoryError" {
            self.heap.open_reserve();
        }
        let class_id = self.load_boot(class)?;
        match message {
            Some(message) => {
                let stub = self.throw_stub(class_id, Argument::Message, within)?;
                let text = self.new_string(message)?;
                self.push_frame(stub, &[text.slot()], FrameKind::Normal)
            }
            None => {
                let stub = self.throw_stub(class_id, Argument::None, within)?;
                self.push_frame(stub, &[], FrameKind::Normal)
            }
        }
    }

    /// The same with a message that shows a value which is not known, between two texts: it can be printed, but not looked into.
    pub(crate) fn push_throw_showing(&mut self, class: &str, value: Symbol, around: [&str; 2]) -> Outcome<()> {
        let class_id = self.load_boot(class)?;
        let stub = self.throw_stub(class_id, Argument::Message, None)?;
        let shown = self.values().text(value).replace(|c: char| !c.is_ascii(), "?");
        let [before, after] = around;
        let text = self.new_string(&format!("{before}{shown}{after}"))?;
        self.mark_opaque(text, std::slice::from_ref(&(before.len()..before.len() + shown.len())));
        self.push_frame(stub, &[text.slot()], FrameKind::Normal)
    }

    fn push_throw_caused(&mut self, class: &str, cause: Ref, within: Option<MethodId>) -> Outcome<()> {
        let class_id = self.load_boot(class)?;
        let stub = self.throw_stub(class_id, Argument::Cause, within)?;
        self.push_frame(stub, &[cause.slot()], FrameKind::Normal)
    }

    pub(crate) fn push_throw_both(&mut self, class: &str, message: &str, cause: Ref) -> Outcome<()> {
        let class_id = self.load_boot(class)?;
        let stub = self.throw_both_stub(class_id)?;
        let text = self.new_string(message)?;
        self.push_frame(stub, &[text.slot(), cause.slot()], FrameKind::Normal)
    }

    /// Leaves frames until one handles the exception.
    pub(crate) fn unwind(&mut self, exception: Ref) -> Outcome<()> {
        self.watch_thrown(exception);
        let top = self.thread().frames.last();
        if self.looking.is_on() && top.is_some_and(|frame| !self.is_rethrow(frame.method)) {
            self.show_thrown(exception)?;
        }
        while let Some(frame) = self.thread().frames.last().copied() {
            if self.is_rethrow(frame.method) && self.thread().stack[frame.base as usize] != exception.slot() {
                // The loader of a handler's class has failed: what it threw is handled as if thrown there, as HotSpot does.
                let handler = self.thread().stack[frame.base as usize + 1] as u32;
                self.thread_mut().frames.pop();
                self.frame_mut().pc = handler;
                continue;
            }
            if let Some(target) = self.find_handler(frame.method, frame.pc, exception)? {
                let method = self.method(frame.method);
                let stack_start = frame.base + u32::from(method.max_locals);
                let thread = self.thread_mut();
                thread.stack[stack_start as usize] = exception.slot();
                let frame = thread.frames.last_mut().expect("looked at above");
                frame.sp = stack_start + 1;
                frame.pc = target;
                self.heap.close_reserve();
                return Ok(());
            }
            if !frame.monitor.is_null() {
                self.frame_mut().monitor = Ref::NULL;
                // A breach of structured locking inside must not hide the exception.
                let _ = self.exit_monitor(frame.monitor);
            }
            self.thread_mut().frames.pop();
            match frame.kind {
                FrameKind::Initializer(failed) => {
                    self.initialization_failed(failed, exception);
                    if !self.is_instance(exception, self.known.error) {
                        return self.push_throw_caused("java/lang/ExceptionInInitializerError", exception, None);
                    }
                }
                FrameKind::Reflective => {
                    let caller = self.thread().frames.last();
                    let within = caller.and_then(|caller| crate::natives::native_called(self, caller));
                    return self.push_throw_caused("java/lang/reflect/InvocationTargetException", exception, within);
                }
                FrameKind::Constant { .. } => self.heap.leave_permanent(),
                FrameKind::Loading { by_name: false, .. } => {
                    let not_found = self.load_boot("java/lang/ClassNotFoundException")?;
                    if self.is_instance(exception, not_found) {
                        let message = self.exception_message(exception).unwrap_or_default().replace('.', "/");
                        return self.push_throw_both("java/lang/NoClassDefFoundError", &message, exception);
                    }
                }
                FrameKind::Sync { initializes } => {
                    if let Some(class) = initializes {
                        self.initialization_failed(class, exception);
                    }
                    self.boot_result = Err(exception);
                    return Err(Trap::Ended);
                }
                FrameKind::Normal
                | FrameKind::Hasty
                | FrameKind::Interlude
                | FrameKind::NullResult
                | FrameKind::Loading { by_name: true, .. } => {}
            }
        }
        self.uncaught(exception)
    }

    /// The handler of a frame's method for what was thrown there. If its class is not known yet, a loader may have to run:
    /// meanwhile a frame below keeps the exception, and throws it again.
    fn find_handler(&mut self, method: MethodId, pc: u32, exception: Ref) -> Outcome<Option<u32>> {
        let thrown = self.heap.class_of(exception);
        let count = self.method(method).code.handlers.len();
        for index in 0..count {
            let handler = self.method(method).code.handlers[index];
            if !(handler.start..handler.end).contains(&pc) {
                continue;
            }
            if handler.catch_type == 0 {
                return Ok(Some(handler.target));
            }
            let declaring = self.method(method).class;
            let is_known =
                matches!(self.class(declaring).pool.get(handler.catch_type as usize), Some(Resolved::Class(_)));
            let loader = self.class(declaring).loader;
            let is_transformed = loader == LoaderId::APP && self.transforms_here();
            let asks_loader = !is_known && (loader.0 > LoaderId::APP.0 || is_transformed);
            if !is_known
                && loader == LoaderId::APP
                && !is_transformed
                && self.is_missing(declaring, handler.catch_type)?
            {
                continue; // What is not there cannot have been thrown.
            }
            if asks_loader {
                let stub = self.rethrow_stub()?;
                self.push_frame(stub, &[exception.slot(), u64::from(handler.target)], FrameKind::Normal)?;
            }
            let caught = self.resolve_class(declaring, handler.catch_type);
            if matches!(caught, Err(Trap::Again)) {
                return Err(Trap::Again);
            }
            if asks_loader {
                self.thread_mut().frames.pop();
            }
            match caught {
                Ok(caught) if self.is_subclass(thrown, caught) => return Ok(Some(handler.target)),
                // A class that cannot be loaded cannot have been thrown.
                Ok(_) | Err(Trap::ThrowNew { .. }) => {}
                Err(trap) => return Err(trap),
            }
        }
        Ok(None)
    }

    /// Whether the class path has no class of the name that the constant is.
    fn is_missing(&mut self, declaring: ClassId, index: u16) -> Outcome<bool> {
        let file = self.class(declaring).file.clone().expect("constants come from a file");
        match file.pool.class_name(index) {
            Ok(name) => Ok(self.find_class(name, LoaderId::APP)?.is_none()),
            Err(_) => Ok(false),
        }
    }

    pub fn exception_message(&self, exception: Ref) -> Option<String> {
        let message = self.heap.get_ref(exception, self.known.throwable_message as usize);
        (!message.is_null()).then(|| self.string_text(message))
    }

    /// `java.lang.ArithmeticException: / by zero`
    pub fn describe_exception(&self, exception: Ref) -> String {
        let class = self.class(self.heap.class_of(exception)).java_name();
        match self.exception_message(exception) {
            Some(message) => format!("{class}: {message}"),
            None => class,
        }
    }
}
