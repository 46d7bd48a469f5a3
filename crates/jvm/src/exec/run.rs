//! Drives a thread: answers the fast loop's signals and decides when the thread has to stop.

use std::time::Instant;

use space::Fault;

use super::Signal;
use crate::class::MethodId;
use crate::domain::Stepwise;
use crate::heap::{Ref, header};
use crate::instr::{Instr, Op};
use crate::thread::Frame;
use crate::vm::{Outcome, Trap, Vm};

/// Why a thread does not run any more, for now.
#[derive(Debug)]
pub enum Stop {
    /// A choice is pending in `Vm::pending`.
    Choice,
    /// The thread waits; its status says for what.
    Blocked,
    /// The thread is about to do something others could notice.
    Point,
    /// The thread has ended.
    Ended,
    /// The thread computes for so long that it may never end.
    Long,
    /// A label wants to see this state.
    Cut,
    Exit,
    Ignored,
    Fault(Fault),
}

/// So many accesses in one transition that others could notice, if they could move, look like waiting for something.
pub const ACCESSES_LONG: u32 = 4096;

/// How many instructions run between two looks at the clock.
const SLICE: u64 = 1 << 22;
/// The first slices of a transition are shorter: a loop that never ends shows soon, and one that ends costs a few looks more.
const SLICE_FIRST: u64 = 1 << 19;

/// The same in a single run, where others get their turn then: about five milliseconds.
const SLICE_OF_RUN: u64 = 1 << 19;

/// Whether the instruction reads or writes an element of an array.
fn is_of_elements(instr: Instr) -> bool {
    matches!(
        instr.op,
        Op::Aload4
            | Op::Aload8
            | Op::Baload
            | Op::Caload
            | Op::Saload
            | Op::Astore4
            | Op::Astore8
            | Op::Bastore
            | Op::Castore
            | Op::Aastore
    )
}

impl Vm {
    pub fn frame(&self) -> &Frame {
        self.thread().frames.last().expect("a running thread has a frame")
    }

    pub fn frame_mut(&mut self) -> &mut Frame {
        self.thread_mut().frames.last_mut().expect("a running thread has a frame")
    }

    /// Runs the current thread until it has to stop.
    pub fn run_thread(&mut self) -> Stop {
        self.note_running();
        self.switched = true;
        if let Some(death) = self.take_death()
            && let Some(stop) = self.handle(Trap::Throw(death))
        {
            return stop;
        }
        loop {
            let is_symbolic = self.symbolic.is_some() || self.has_draws();
            let signal = match (is_symbolic, self.looking.is_on()) {
                (true, false) => self.interpret::<crate::domain::Symbolic>(),
                (false, false) if self.may_run_compiled() => {
                    self.make_room();
                    self.interpret::<crate::domain::Compiling>()
                }
                (false, false) => self.interpret::<crate::domain::Concrete>(),
                (true, true) => self.interpret::<Stepwise<crate::domain::Symbolic>>(),
                (false, true) => self.interpret::<Stepwise<crate::domain::Concrete>>(),
            };
            // An instruction counts when it is done, so that one that has to run again counts once.
            let place = self.place();
            self.instructions -= 1;
            let result = match signal {
                Signal::Slow(instr) => self.slow(instr),
                Signal::Symbolic(instr) if self.symbolic.is_none() => self.drawn_instruction(instr),
                Signal::Symbolic(instr) => self.symbolic_instruction(instr),
                Signal::Call(method) => {
                    if self.instructions + 1 >= self.sample_at && self.may_run_compiled() {
                        self.seen_calling(method);
                    }
                    self.call(method)
                }
                Signal::Return(op) => self.leave_frame(op),
                Signal::NullPointer => Err(Trap::ThrowNew { class: "java/lang/NullPointerException", message: None }),
                Signal::ArrayIndex { index, length } => Err(Trap::ThrowNew {
                    class: "java/lang/ArrayIndexOutOfBoundsException",
                    message: Some(format!("Index {index} out of bounds for length {length}")),
                }),
                Signal::DivisionByZero => {
                    Err(Trap::ThrowNew { class: "java/lang/ArithmeticException", message: Some("/ by zero".into()) })
                }
                Signal::NegativeSize(size) => Err(Trap::ThrowNew {
                    class: "java/lang/NegativeArraySizeException",
                    message: Some(size.to_string()),
                }),
                Signal::ArrayStore => Err(self.array_store_exception()),
                Signal::ClassCast(class) => Err(self.class_cast_exception(class)),
                Signal::Athrow => self.athrow(),
                Signal::Access => {
                    let frame = *self.frame();
                    let instr = self.method(frame.method).code.instrs[frame.pc as usize].get();
                    let guarded = !self.is_interleaved(instr);
                    let is_private = !guarded && self.learn_from_access(instr);
                    if !guarded && !is_private {
                        self.meet_copies_by_instruction();
                    }
                    if guarded || is_private || self.passes_point() {
                        if self.tells && !guarded {
                            self.tell_access();
                        }
                        self.thread_mut().pass = true;
                        Ok(())
                    } else {
                        return Stop::Point;
                    }
                }
                Signal::Collect => {
                    self.collect();
                    Ok(())
                }
                Signal::Look => self.look().map_err(Trap::Fault),
                Signal::LookAtAccess => self.show_access().map_err(Trap::Fault),
                Signal::Budget if self.instructions + 1 < self.instructions_max => {
                    self.seen_looping();
                    Ok(())
                }
                Signal::Budget => match self.renew_budget() {
                    Ok(()) if self.takes_long() => return Stop::Long,
                    // In a single run threads get slices of time.
                    Ok(()) if self.config.run_once && self.threaded && !self.may_pass_point() => return Stop::Point,
                    Ok(()) => Ok(()),
                    Err(fault) => return Stop::Fault(fault),
                },
            };
            self.count_if_done(&result, place);
            if let Err(trap) = result
                && let Some(stop) = self.handle(trap)
            {
                return stop;
            }
            if self.watches.cut {
                return Stop::Cut;
            }
        }
    }

    /// How deep the thread is, and at which instruction.
    fn place(&self) -> (usize, u32) {
        let frames = &self.thread().frames;
        (frames.len(), frames.last().map_or(0, |frame| frame.pc))
    }

    /// Library set-up is common to all paths, whoever comes first: its instructions are nobody's.
    fn count_if_done(&mut self, result: &Outcome<()>, place: (usize, u32)) {
        let done = match result {
            Ok(()) => self.thread().frames.is_empty() || self.place() != place,
            Err(Trap::Again | Trap::Blocked | Trap::Yield | Trap::Long | Trap::Choose(_) | Trap::Fault(_)) => false,
            Err(_) => true,
        };
        self.instructions += u64::from(done);
        match (self.heap.is_permanent_mode(), self.set_up_since) {
            (true, None) => self.set_up_since = Some(self.instructions),
            (false, Some(since)) => {
                if self.config.run_once {
                    self.path.clock += (self.instructions - since) * crate::time::NANOS_PER_INSTRUCTION;
                }
                self.instructions = since;
                self.set_up_since = None;
            }
            _ => {}
        }
    }

    /// Whether the current thread is about to read or write an element of an array.
    pub(crate) fn is_at_element(&self) -> bool {
        let frame = self.frame();
        is_of_elements(self.method(frame.method).code.instrs[frame.pc as usize].get())
    }

    /// Whether other threads may come in before this access: not if code that is free of races makes it, unless it
    /// synchronises threads itself.
    fn is_interleaved(&mut self, instr: Instr) -> bool {
        let volatile = !is_of_elements(instr) && instr.x & crate::instr::field_flags::VOLATILE != 0;
        if volatile && self.is_own_lock(instr) {
            self.settle_operation();
            return false;
        }
        volatile
            || self.config.reduction == crate::config::Reduction::Off
            || !self.runs_for_race_free()
            || self.reads_atomic(instr)
    }

    /// Whether this reads a field that others write through variable handles.
    fn reads_atomic(&mut self, instr: Instr) -> bool {
        let frame = self.frame();
        let object = match instr.op {
            Op::GetfieldB | Op::GetfieldC | Op::GetfieldS | Op::Getfield4 | Op::Getfield8 => {
                Ref::from_slot(self.thread().stack[frame.sp as usize - 1])
            }
            _ => return false,
        };
        !object.is_null() && self.is_atomic(object, instr.c)
    }

    /// Whether this reads or writes the state of a lock (`AbstractQueuedSynchronizer.state`) that the thread itself
    /// owns. Nobody else changes it then; and giving the lock up, like leaving a monitor, commutes with what others do
    /// before it, since they had to wait. Where a program asks whether a lock is free instead of waiting for it, that
    /// would be noticed, and the access is interleaved.
    fn is_own_lock(&self, instr: Instr) -> bool {
        let below = match instr.op {
            Op::Getfield4 => 1,
            Op::Putfield4 => 2,
            _ => return false,
        };
        let frame = self.frame();
        let class = self.method(frame.method).class;
        if self.asks.locks || &*self.class(class).name != "java/util/concurrent/locks/AbstractQueuedSynchronizer" {
            return false;
        }
        let lock = Ref::from_slot(self.thread().stack[(frame.sp - below) as usize]);
        let owner = self
            .offset_of(self.heap.class_of(lock), "exclusiveOwnerThread")
            .map_or(Ref::NULL, |at| self.heap.get_ref(lock, at as usize));
        owner == self.thread().object
            || self.method(frame.method).name.starts_with("setState") && instr.op == Op::Putfield4
    }

    /// A write that others could notice, or could have noticed: reads of the same memory are scheduling points from now on.
    /// Says whether the memory is out of the others' reach by now.
    fn learn_from_access(&mut self, instr: Instr) -> bool {
        let frame = *self.frame();
        let slot = |below: u32| Ref::from_slot(self.thread().stack[(frame.sp - below) as usize]);
        let (object, offset) = match instr.op {
            Op::Putfield1 | Op::Putfield2 | Op::Putfield4 | Op::PutfieldRef => (slot(2), instr.c),
            Op::Putfield8 => (slot(3), instr.c),
            Op::Astore4 | Op::Bastore | Op::Castore | Op::Aastore => (slot(3), 0),
            Op::Astore8 => (slot(4), 0),
            Op::Putstatic1 | Op::Putstatic2 | Op::Putstatic4 | Op::Putstatic8 | Op::PutstaticRef => {
                (Ref(instr.c), u32::from(instr.a) * 8)
            }
            _ => return false,
        };
        self.learn_write(object, offset);
        self.config.reduction == crate::config::Reduction::On
            && self.heap.header(object) & (header::SHARED | header::STATICS) == 0
    }

    /// Whether the transition has taken so long that it may never end: alone, or because others would have to move.
    pub(crate) fn takes_long(&self) -> bool {
        if self.config.run_once {
            // Whoever computes for long lets the others have their turn, as the system's scheduler does.
            return self.booted && !self.heap.is_permanent_mode() && self.threaded && !self.may_pass_point();
        }
        let explores = self.booted && !self.heap.is_permanent_mode();
        let spent = self.instructions.saturating_sub(self.transition_start);
        let looks_around = self.thread().accesses >= ACCESSES_LONG;
        // Nobody minds a look at a thread that runs alone; the others get a turn when a whole slice is over.
        let is_alone = !self.threaded || self.may_pass_point();
        explores && (looks_around || spent >= if is_alone { SLICE_FIRST } else { SLICE })
    }

    /// At the end of a slice: goes on unless a limit says otherwise.
    pub fn renew_budget(&mut self) -> Result<(), Fault> {
        let spent = self.instructions.saturating_sub(self.transition_start);
        if self.config.transition_max > 0 && spent >= self.config.transition_max {
            let at = self.location().unwrap_or_default();
            let sentence = format!("{spent} instructions without a choice, last at {at}");
            return Err(Fault::Limit { name: "max-instructions", sentence });
        }
        if let Some(deadline) = self.config.deadline
            && Instant::now() >= deadline
        {
            let sentence = "the time limit ended a transition".into();
            return Err(Fault::Limit { name: "max-time", sentence });
        }
        let is_set =
            |flag: &std::sync::Arc<std::sync::atomic::AtomicBool>| flag.load(std::sync::atomic::Ordering::Relaxed);
        if self.config.interrupt.as_ref().is_some_and(is_set) || self.stop.as_ref().is_some_and(is_set) {
            let sentence = "the search was interrupted inside a transition".into();
            return Err(Fault::Limit { name: "interrupted", sentence });
        }
        let slice = if self.config.run_once { SLICE_OF_RUN } else { spent.clamp(SLICE_FIRST, SLICE) };
        self.instructions_max = self.instructions + slice;
        if self.config.transition_max > 0 {
            self.instructions_max =
                self.instructions_max.min(self.transition_start.saturating_add(self.config.transition_max));
        }
        Ok(())
    }

    /// Whether the instruction being run does nothing else, so that it may as well begin again.
    fn is_allocating(&self) -> bool {
        let frame = self.frame();
        let method = self.method(frame.method);
        let instr = method.code.instrs.get(frame.pc as usize).map(|instr| instr.get());
        let array = || {
            let top = frame.sp.checked_sub(1).map(|top| self.thread().stack[top as usize] as i32);
            top.is_some_and(|length| length <= super::objects::ARRAY_MAX)
        };
        instr.is_some_and(|instr| match instr.op {
            Op::New | Op::NewChecked | Op::NewQuick => true,
            Op::Newarray | Op::Anewarray | Op::NewarrayQuick => array(),
            _ => false,
        })
    }

    /// Acts on a trap; `Some` stops the thread.
    fn handle(&mut self, trap: Trap) -> Option<Stop> {
        match trap {
            Trap::Throw(exception) => self.unwind_or_fault(exception),
            Trap::ThrowNew { class: "java/lang/OutOfMemoryError", .. }
                if self.is_allocating() && self.gives_way().unwrap_or(false) =>
            {
                None
            }
            Trap::ThrowNew { class, message } => match self.push_throw(class, message.as_deref(), None) {
                Ok(()) => None,
                Err(Trap::Again) => None,
                Err(Trap::Fault(fault)) => Some(Stop::Fault(self.with_location(fault))),
                Err(Trap::Throw(exception)) => self.unwind_or_fault(exception),
                Err(_) => Some(Stop::Fault(Fault::Unsupported {
                    what: format!("throwing {} here", class.replace('/', ".")),
                    location: self.location(),
                })),
            },
            Trap::Entered | Trap::Again => None,
            Trap::Blocked | Trap::Suspended => Some(Stop::Blocked),
            Trap::Yield => Some(Stop::Point),
            Trap::Long => Some(Stop::Long),
            Trap::Choose(pending) => {
                self.pending = Some(pending);
                Some(Stop::Choice)
            }
            Trap::FallThrough => unreachable!("the caller of a native handles this"),
            Trap::Cut => Some(Stop::Cut),
            Trap::Ended => Some(Stop::Ended),
            Trap::Exit(status) => {
                self.path.exit = Some(status);
                if status != 0 && self.config.failing_exits {
                    self.report_failing_exit(status);
                }
                Some(Stop::Exit)
            }
            Trap::Ignore => {
                self.path.ignored = true;
                Some(Stop::Ignored)
            }
            Trap::Fault(fault) => Some(Stop::Fault(self.with_location(fault))),
        }
    }

    fn unwind_or_fault(&mut self, exception: crate::heap::Ref) -> Option<Stop> {
        match self.unwind(exception) {
            Ok(()) => None,
            Err(trap) => self.handle(trap),
        }
    }

    fn with_location(&self, fault: Fault) -> Fault {
        match fault {
            Fault::Unsupported { what, location: None } => Fault::Unsupported { what, location: self.location() },
            other => other,
        }
    }

    /// The instructions the fast loop does not do itself, by family.
    fn slow(&mut self, instr: Instr) -> Outcome<()> {
        match instr.op {
            Op::Ldc | Op::Ldc2 => self.ldc(instr),
            Op::Getstatic | Op::Putstatic => self.resolve_static_instruction(instr),
            Op::Getfield | Op::Putfield => self.resolve_field_instruction(instr),
            Op::GetfieldSlow | Op::PutfieldSlow | Op::GetstaticSlow | Op::PutstaticSlow => self.careful_field(instr),
            Op::PutfieldRef | Op::PutstaticRef => self.put_shared_reference(instr),
            Op::Invokevirtual | Op::Invokespecial | Op::Invokestatic | Op::Invokeinterface => {
                self.resolve_invocation(instr)
            }
            Op::Invokedynamic => self.invokedynamic(instr),
            Op::InvokeLinked => self.invoke_linked(instr),
            Op::InvokestaticChecked => {
                // Once this returns, the class is initialised, or its initialiser is running in this thread.
                self.ensure_initialized(self.method(MethodId(instr.c)).class)?;
                self.call(MethodId(instr.c))
            }
            Op::InvokeinterfaceQuick => self.interface_call(instr),
            Op::New | Op::NewChecked | Op::NewQuick => self.new_object(instr),
            Op::Newarray | Op::Anewarray | Op::NewarrayQuick => self.new_array(instr),
            Op::Multianewarray => self.multianewarray(instr),
            Op::Aastore => self.aastore(),
            Op::Checkcast | Op::Instanceof | Op::CheckcastQuick | Op::InstanceofQuick => self.type_test(instr),
            Op::Monitorenter => self.monitorenter(),
            Op::Monitorexit => self.monitorexit(),
            Op::WatchLocal => self.watch_local(instr),
            Op::Malformed => crate::vm::throw("java/lang/VerifyError", "malformed bytecode"),
            Op::Getstatic4
            | Op::Getstatic8
            | Op::GetstaticB
            | Op::GetstaticC
            | Op::GetstaticS
            | Op::Putstatic1
            | Op::Putstatic2
            | Op::Putstatic4
            | Op::Putstatic8 => {
                // The class is not initialised on this path.
                let class = self.heap.class_of(crate::heap::Ref(instr.c));
                self.initialize_for_static(class, instr)
            }
            other => unreachable!("{other:?} never leaves the fast loop"),
        }
    }

    /// `File.java:12` of the innermost frame of the current thread that is not the library's.
    pub fn location(&self) -> Option<String> {
        let thread = self.threads.get(self.current)?;
        self.location_of(thread)
    }

    pub fn location_of(&self, thread: &crate::thread::Thread) -> Option<String> {
        let user = self.own_frame(thread).map(|index| &thread.frames[index]).or(thread.frames.last())?;
        Some(self.source_position(user.method, user.pc))
    }

    /// `File.java:12`, or the method where there is no line.
    pub fn source_position(&self, method: MethodId, pc: u32) -> String {
        let class = self.class(self.method(method).class);
        let file = class.file.as_ref().and_then(|file| file.source_file.clone());
        match (file, self.line_of(method, pc)) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            _ => format!("{}.{}", class.java_name(), self.method(method).name),
        }
    }

    pub fn line_of(&self, method: MethodId, pc: u32) -> Option<u16> {
        let method = self.method(method);
        let file = self.class(method.class).file.as_ref()?;
        let code = file.methods.get(method.index as usize)?.code.as_ref()?;
        let bytecode = *method.code.pcs.get(pc as usize)?;
        let after = code.lines.partition_point(|(start, _)| *start <= bytecode);
        after.checked_sub(1).map(|index| code.lines[index].1)
    }
}
