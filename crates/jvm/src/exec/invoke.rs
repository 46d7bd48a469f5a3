//! Entering and leaving methods beyond the fast path: natives, synchronized methods, frames the machine pushes.

use crate::class::{Kind, MethodId, slow};
use crate::heap::{ClassId, Ref};
use crate::instr::Op;
use crate::labels::watches::TOLD;
use crate::looking::NOT_LOOKED;
use crate::thread::{Frame, FrameKind};
use crate::vm::{Outcome, Trap, Vm, throw_bare, unsupported};

/// Frames kept back so that a `StackOverflowError` can be made and handled.
const RESERVE: usize = 400;
/// Arguments of natives are copied out of the stack into this many slots.
const NATIVE_SLOTS: usize = 256;

impl Vm {
    /// Invokes `id` with the arguments on the operand stack.
    pub(crate) fn call(&mut self, id: MethodId) -> Outcome<()> {
        if self.instructions >= self.instructions_max {
            self.renew_budget()?;
            if self.takes_long() {
                return Err(Trap::Long);
            }
        }
        let (flags, arguments) = (self.method(id).slow, self.method(id).arguments as usize);
        if flags & slow::ABSTRACT != 0 {
            let receiver = Ref::from_slot(self.thread().stack[self.frame().sp as usize - arguments]);
            return Err(self.abstract_method_error(self.heap.class_of(receiver), id));
        }
        let sp = self.frame().sp as usize;
        let start = sp - arguments;
        if flags & slow::SYMBOLIC != 0 {
            match self.call_symbolic(id, start) {
                Err(Trap::FallThrough) => {}
                other => return other,
            }
        }
        if flags & slow::NATIVE != 0 {
            match self.call_native(id, start, arguments) {
                Err(Trap::FallThrough) => {}
                other => {
                    if flags & slow::WATCHED != 0 {
                        self.watch_native(id, start, &other);
                    }
                    return match other {
                        Err(Trap::ThrowNew { class, message }) if self.method(id).is_native() => {
                            self.push_throw(class, message.as_deref(), Some(id))?;
                            Err(Trap::Entered)
                        }
                        other => other,
                    };
                }
            }
        }
        if flags & slow::TASK != 0 {
            self.end_turn();
            self.ask_by_calling(id, start)?;
        }
        // Before the lock is taken: whoever cannot be entered holds nothing.
        self.prepare_code(id)?;
        self.reserve_stack(id, start)?;
        let monitor = if flags & slow::SYNCHRONIZED != 0 {
            let method = self.method(id);
            let object = if method.is_static() {
                self.class(method.class).mirror
            } else {
                Ref::from_slot(self.thread().stack[start])
            };
            self.enter_monitor(object)?;
            object
        } else {
            Ref::NULL
        };
        let max_locals = self.method(id).max_locals as usize;
        let is_hasty = flags & slow::TIMED != 0 && self.has_no_time(id, start);
        let caller = self.frame_mut();
        caller.sp = start as u32;
        self.thread_mut().frames.push(Frame {
            method: id,
            pc: 0,
            base: start as u32,
            sp: (start + max_locals) as u32,
            kind: if is_hasty { FrameKind::Hasty } else { FrameKind::Normal },
            monitor,
            late: 0,
            settled: false,
            looked: NOT_LOOKED,
        });
        if flags & slow::WATCHED != 0 {
            self.watch_invocation(id);
        }
        Ok(())
    }

    fn call_native(&mut self, id: MethodId, start: usize, arguments: usize) -> Outcome<()> {
        let Some(native) = self.method(id).native else {
            let method = self.method(id);
            let class = self.class(method.class);
            let name = format!("native method {}.{}{}", class.java_name(), method.name, method.descriptor);
            if &*method.name == "registerNatives" || &*method.name == "initIDs" {
                return self.finish_call(start, Kind::Void, 0);
            }
            return if class.library {
                unsupported(name)
            } else {
                Err(Trap::ThrowNew {
                    class: "java/lang/UnsatisfiedLinkError",
                    message: Some(format!("'{}'", self.readable_native(id))),
                })
            };
        };
        // Natives allocate too (a concatenation, a copy of an array), and may be all that a loop calls.
        if self.heap.wants_collection() && !self.heap.is_permanent_mode() {
            self.collect();
        }
        let mut slots = [0; NATIVE_SLOTS];
        slots[..arguments].copy_from_slice(&self.thread().stack[start..start + arguments]);
        if let Some(question) = self.method(id).asks {
            self.ask_by_native(question, id, &slots[..arguments])?;
        }
        let returns = self.method(id).returns;
        let depth = self.thread().frames.len();
        let result = if self.symbolic.is_some() {
            self.symbolic_native(id, native, &mut slots[..arguments])
        } else if self.has_draws() {
            self.drawn_native(id, native, &mut slots[..arguments])
        } else if self.threaded
            && !self.method(id).parts.is_empty()
            && let Some(stub) = self.stand_in(id, &slots[..arguments])?
        {
            self.enter(stub, &slots[..arguments], FrameKind::Normal)
        } else {
            native(self, &slots[..arguments])
        };
        match result {
            Ok(value) => self.finish_call(start, returns, value),
            Err(Trap::Entered) => {
                // The pushed frame's return finishes this invocation; its arguments are gone from our stack.
                self.thread_mut().frames[depth - 1].sp = start as u32;
                Ok(())
            }
            Err(Trap::Suspended) => {
                self.finish_call(start, returns, 0)?;
                Err(Trap::Suspended)
            }
            Err(trap) => Err(trap),
        }
    }

    fn readable_native(&self, id: MethodId) -> String {
        let method = self.method(id);
        let text = self.readable_method(id, true);
        let (head, tail) = text.split_at(text.rfind(&*method.name).unwrap_or(0));
        format!("{}{}.{tail}", head.replace("static ", ""), self.class(method.class).java_name())
    }

    /// Pops the arguments from `start` on, pushes the result, and goes on after the invocation.
    pub(crate) fn finish_call(&mut self, start: usize, returns: Kind, value: u64) -> Outcome<()> {
        let thread = self.thread_mut();
        if thread.stack.len() < start + 2 {
            thread.stack.resize(start + 64, 0);
        }
        thread.stack[start] = value;
        let frame = thread.frames.last_mut().expect("a running thread has a frame");
        frame.sp = start as u32 + u32::from(returns.slots());
        frame.pc += 1;
        Ok(())
    }

    /// Decodes (and verifies the class of) a method before it first runs.
    pub fn prepare_code(&mut self, id: MethodId) -> Outcome<()> {
        if self.method(id).slow & slow::UNDECODED == 0 {
            return Ok(());
        }
        let (class, index) = (self.method(id).class, self.method(id).index as usize);
        self.ensure_verified(class)?;
        let file = self.class(class).file.clone().expect("bytecode comes from a file");
        let Some(code) = &file.methods[index].code else {
            return Err(Trap::ThrowNew {
                class: "java/lang/AbstractMethodError",
                message: Some(self.readable_method(id, true)),
            });
        };
        let mut decoded = crate::decode::decode(code, &file.pool);
        self.watch_locals(id, code, &mut decoded);
        if &*self.class(class).name == "java/util/concurrent/locks/AbstractQueuedSynchronizer" {
            crate::fuse::drop_spinning(&mut decoded);
        }
        let is_plain = !self.config.symbolic && !self.config.stepwise;
        let fuse = self.method(id).watches.is_empty() && !self.watches.has_locals() && is_plain;
        if fuse {
            crate::fuse::fuse(&mut decoded);
        }
        let method = &mut self.methods[id.0 as usize];
        method.code = decoded;
        method.slow &= !slow::UNDECODED;
        Ok(())
    }

    /// Makes room for a frame of `id` whose locals start at `start`, or `StackOverflowError`.
    fn reserve_stack(&mut self, id: MethodId, start: usize) -> Outcome<()> {
        let method = self.method(id);
        let needed = start + method.max_locals as usize + method.max_stack as usize + 8;
        let depth = self.thread().frames.len();
        let mut depth_max = self.config.depth_max;
        if depth >= depth_max {
            depth_max = self.depth_max_of_thread();
        }
        if depth >= depth_max && (depth >= depth_max + RESERVE || !self.is_making_exception(id)) {
            return throw_bare("java/lang/StackOverflowError");
        }
        let thread = self.thread_mut();
        if thread.stack.len() < needed {
            thread.stack.resize(needed.next_power_of_two().max(256), 0);
        }
        Ok(())
    }

    /// How many frames the current thread may have: more than others, if it was made with a larger stack.
    fn depth_max_of_thread(&self) -> usize {
        const MOST: u64 = 4_000_000;
        let usual = self.config.depth_max as u64;
        let thread = self.thread().object;
        let class = self.heap.class_of(thread);
        let holder = self.offset_of(class, "holder").map(|at| self.heap.get_ref(thread, at as usize));
        let holder = holder.filter(|holder| !holder.is_null()).unwrap_or(thread);
        let at = self.offset_of(self.heap.class_of(holder), "stackSize");
        let bytes = at.map_or(0, |at| self.heap.get8(holder, at as usize));
        let frames = (u128::from(bytes) * u128::from(usual)) >> 20;
        frames.clamp(u128::from(usual), u128::from(MOST.max(usual))) as usize
    }

    /// Whether the machine's own exception is being made: its few frames may go into the reserve.
    fn is_making_exception(&self, id: MethodId) -> bool {
        let throws = format!("{}throw", crate::stubs::PREFIX);
        let is_stub = |id: MethodId| self.class(self.method(id).class).name.starts_with(&throws);
        is_stub(id) || self.thread().frames.iter().rev().take(16).any(|frame| is_stub(frame.method))
    }

    /// Pushes a frame of `id` with the given arguments on top of the current thread.
    pub fn push_frame(&mut self, id: MethodId, arguments: &[u64], kind: FrameKind) -> Outcome<()> {
        let flags = self.method(id).slow;
        assert!(flags & (slow::NATIVE | slow::ABSTRACT) == 0, "the machine calls methods with bytecode only");
        self.prepare_code(id)?;
        let start = self.thread().frames.last().map_or(0, |frame| frame.sp as usize);
        self.reserve_stack(id, start)?;
        let monitor = if flags & slow::SYNCHRONIZED != 0 {
            let object = if self.method(id).is_static() {
                self.class(self.method(id).class).mirror
            } else {
                Ref::from_slot(arguments[0])
            };
            self.enter_monitor(object)?;
            object
        } else {
            Ref::NULL
        };
        let max_locals = self.method(id).max_locals as usize;
        let thread = self.thread_mut();
        thread.stack[start..start + arguments.len()].copy_from_slice(arguments);
        thread.frames.push(Frame {
            method: id,
            pc: 0,
            base: start as u32,
            sp: (start + max_locals) as u32,
            kind,
            monitor,
            late: 0,
            settled: false,
            looked: NOT_LOOKED,
        });
        if flags & slow::WATCHED != 0 {
            self.watch_invocation(id);
        }
        Ok(())
    }

    /// Calls a method whose return finishes the current native invocation.
    pub fn enter(&mut self, id: MethodId, arguments: &[u64], kind: FrameKind) -> Outcome<u64> {
        if self.method(id).slow & slow::NATIVE != 0
            && let Some(native) = self.method(id).native
        {
            match native(self, arguments) {
                Err(Trap::FallThrough) => {}
                Ok(value) if kind == FrameKind::Reflective => {
                    let returns = self.method(id).returns;
                    return Ok(self.box_result(returns, value)?.slot());
                }
                other => return other,
            }
        }
        self.push_frame_allowing_replacement(id, arguments, kind)?;
        Err(Trap::Entered)
    }

    fn push_frame_allowing_replacement(&mut self, id: MethodId, arguments: &[u64], kind: FrameKind) -> Outcome<()> {
        let method = self.method(id);
        if method.is_native() || method.is_abstract() {
            let name = format!("{}.{}", self.class(method.class).java_name(), method.name);
            return unsupported(format!("calling the native method {name} this way"));
        }
        let flags = method.slow;
        self.methods[id.0 as usize].slow &= !slow::NATIVE;
        let result = self.push_frame(id, arguments, kind);
        self.methods[id.0 as usize].slow |= flags & slow::NATIVE;
        result
    }

    /// A return that the fast loop does not do itself.
    pub(crate) fn leave_frame(&mut self, op: Op) -> Outcome<()> {
        let frame = *self.frame();
        if op != Op::Return && self.method(frame.method).watches.iter().any(|watch| *watch != TOLD) {
            let returns = self.method(frame.method).returns;
            self.settle_watched(frame.sp as usize - usize::from(returns.slots()), returns)?;
        }
        let value = match op {
            Op::Return => 0,
            Op::Return1 => self.thread().stack[frame.sp as usize - 1],
            _ => self.thread().stack[frame.sp as usize - 2],
        };
        if !frame.monitor.is_null() {
            self.exit_monitor(frame.monitor)?;
            self.frame_mut().monitor = Ref::NULL;
        }
        let is_last = self.threaded && self.thread().frames.len() == 1;
        if is_last && (self.asks.threads || self.ends_program()) && !self.passes_point() {
            return Err(Trap::Yield);
        }
        let returns = self.method(frame.method).returns;
        let watched = !self.method(frame.method).watches.is_empty();
        self.thread_mut().frames.pop();
        if watched {
            self.watch_return(frame.method, value);
        }
        if let FrameKind::Sync { initializes } = frame.kind {
            if let Some(class) = initializes {
                self.initialized(class);
            }
            self.boot_result = Ok(value);
            return Err(Trap::Ended);
        }
        if self.thread().frames.is_empty() {
            return self.thread_returned();
        }
        match frame.kind {
            FrameKind::Sync { .. } => unreachable!("handled above"),
            FrameKind::Normal | FrameKind::Hasty => {
                let start = self.frame().sp as usize;
                self.finish_call(start, returns, value)
            }
            FrameKind::Initializer(class) => {
                self.initialized(class);
                Ok(())
            }
            FrameKind::Interlude => Ok(()),
            FrameKind::Constant { class, index } => {
                self.heap.leave_permanent();
                self.constant_linked(class, index, value);
                Ok(())
            }
            FrameKind::Reflective => {
                let boxed = self.box_result(returns, value)?;
                let start = self.frame().sp as usize;
                self.finish_call(start, Kind::Reference, boxed.slot())
            }
            FrameKind::NullResult => {
                let start = self.frame().sp as usize;
                self.finish_call(start, Kind::Reference, 0)
            }
            FrameKind::Loading { loader, .. } => {
                // What a loader has answered once, it is not asked again.
                let class = self.mirrored(Ref::from_slot(value));
                let name: std::sync::Arc<str> = (*self.class(class).name).into();
                self.loaders[loader.0 as usize].classes.insert(name, class);
                Ok(())
            }
        }
    }

    // Boxes.

    pub fn box_value(&mut self, kind: Kind, value: u64) -> Outcome<Ref> {
        if matches!(kind, Kind::Reference) {
            return Ok(Ref::from_slot(value));
        }
        if kind == Kind::Void {
            return Ok(Ref::NULL);
        }
        // Which of the shared boxes it would be is not known; whoever compares such a box by identity finds out (`are_same_box`).
        if self.is_unknown(kind, value) {
            return self.fresh_box(kind, value);
        }
        match self.cached_box(kind, value)? {
            Some(cached) => Ok(cached),
            None => self.fresh_box(kind, value),
        }
    }

    /// Whether a slot holds an expression or a draw instead of a value.
    pub(crate) fn is_unknown(&self, kind: Kind, value: u64) -> bool {
        let may_be = self.symbolic.is_some() || self.has_draws();
        may_be && self.heap.known_symbol(Self::slot_symbol(kind, value)) != 0
    }

    /// A box for the result of a reflective call. Up to release 17 these are made by native code, which has no cache.
    fn box_result(&mut self, kind: Kind, value: u64) -> Outcome<Ref> {
        const CACHED_SINCE: u16 = 18;
        let is_primitive = !matches!(kind, Kind::Reference | Kind::Void);
        if is_primitive && self.config.java_version < CACHED_SINCE {
            return self.fresh_box(kind, value);
        }
        self.box_value(kind, value)
    }

    /// A box of its own, as native code makes it.
    pub fn fresh_box(&mut self, kind: Kind, value: u64) -> Outcome<Ref> {
        let class = self.load_boot(kind.wrapper())?;
        let object = self.allocate(class)?;
        let offset = self.offset_of(class, "value").expect("a box has a value") as usize;
        self.put_kind(object, offset, kind, value);
        Ok(object)
    }

    /// Small boxes are shared (JLS 5.1.7), as `valueOf` does it.
    fn cached_box(&mut self, kind: Kind, value: u64) -> Outcome<Option<Ref>> {
        let (holder, field, index): (&str, &str, i64) = match kind {
            Kind::Boolean => {
                let class = self.load_boot("java/lang/Boolean")?;
                self.initialize_sync(class)?;
                let name = if value as u8 & 1 == 1 { "TRUE" } else { "FALSE" };
                return Ok(Some(self.static_ref(class, name)).filter(|object| !object.is_null()));
            }
            Kind::Byte => ("java/lang/Byte$ByteCache", "cache", i64::from(value as i8) + 128),
            Kind::Short => ("java/lang/Short$ShortCache", "cache", i64::from(value as i16) + 128),
            Kind::Char => ("java/lang/Character$CharacterCache", "cache", i64::from(value as u16)),
            Kind::Int => ("java/lang/Integer$IntegerCache", "cache", i64::from(value as i32) + 128),
            Kind::Long => ("java/lang/Long$LongCache", "cache", (value as i64).saturating_add(128)),
            _ => return Ok(None),
        };
        let class = self.load_boot(holder)?;
        // The frame whose result is boxed has been left: nothing could run again.
        self.initialize_sync(class)?;
        let cache = self.static_ref(class, field);
        if cache.is_null() || index < 0 || index >= i64::from(self.heap.array_length(cache)) {
            return Ok(None);
        }
        Ok(Some(self.heap.get_ref(cache, crate::heap::ELEMENTS + 4 * index as usize)))
    }

    /// The primitive inside a box, with its kind; `None` if it is no box.
    pub fn unbox(&self, object: Ref) -> Option<(Kind, u64)> {
        if object.is_null() {
            return None;
        }
        let class = self.class(self.heap.class_of(object));
        let kind = Kind::PRIMITIVES.into_iter().find(|kind| kind.wrapper() == &*class.name)?;
        let offset = class.own_field("value")?.offset as usize;
        Some((kind, self.get_kind(object, offset, kind)))
    }

    /// A static field of reference type.
    pub fn static_ref(&self, class: ClassId, name: &str) -> Ref {
        let class = self.class(class);
        class.own_field(name).map_or(Ref::NULL, |field| self.heap.get_ref(class.statics, field.offset as usize))
    }
}
