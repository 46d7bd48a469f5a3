//! Running something on a copy of the state. Unlike encoding and decoding this may happen in the middle of a transition, and
//! leaves every object where it is: what is alive, shared or about to happen stays exactly as it was.
//!
//! Objects made meanwhile stay where they are, too, above all others: nothing of the state refers to them, so that the next
//! compaction drops them, and until then whoever has their addresses can look at them.

use crate::choice::Pending;
use crate::class::MethodId;
use crate::exec::Stop;
use crate::heap::{ClassId, OVERLAY, Ref};
use crate::thread::{FrameKind, Status, Thread};
use crate::vm::{Outcome, PathState, Trap, Vm};

/// So many instructions a call on a copy may take.
const INSTRUCTIONS_MAX: u64 = 200_000_000;

/// Why a call on a copy of the state came to nothing.
#[derive(Debug)]
pub enum Stuck {
    /// It would have to wait for another thread.
    Waits,
    TakesLong,
    /// It ended the program.
    Exits,
    /// The library's own set-up is under way, or something is not supported.
    Unsupported(String),
}

/// What running on changes, apart from what only grows.
struct Kept {
    overlay: Vec<u64>,
    /// What is dirty of permanent objects: the object, where that starts, and its words.
    dirty: Vec<(Ref, usize, Vec<u64>)>,
    hash_rank: u32,
    collect_at: usize,
    symbols: hashbrown::HashMap<(u32, u32), u32>,
    threads: Vec<Thread>,
    current: usize,
    leave: Option<(usize, u32)>,
    granted_at: Option<(usize, u32)>,
    path: PathState,
    loaders: Vec<Ref>,
    pending: Option<Pending>,
    picked: Option<u32>,
    single_choices: u32,
    violations: usize,
    output: usize,
    errors: usize,
    forced: usize,
    happened: usize,
    switches: u32,
    gone: usize,
    threaded: bool,
    visible: crate::visible::Visible,
    noticed: crate::noticed::Noticed,
    counters: crate::labels::Counters,
    cut: bool,
    instructions_max: u64,
    set_up_since: Option<u64>,
    blocks: std::collections::BTreeMap<u64, std::sync::Arc<Vec<u8>>>,
    rng: space::Rng,
}

impl Vm {
    /// Calls a method in a thread on a copy of the state, alone. What it returns or throws is there to be looked at, until the
    /// program has run on; all else is as it was.
    ///
    /// With a class, a new instance of it is the receiver, and what is returned.
    pub fn call_aside(
        &mut self,
        thread: usize,
        method: MethodId,
        arguments: &[u64],
        made: Option<ClassId>,
    ) -> Result<Result<u64, Ref>, Stuck> {
        if self.heap.is_permanent_mode() {
            return Err(Stuck::Unsupported("a call while the library sets itself up".into()));
        }
        let kept = self.keep();
        self.looking.aside = true;
        self.current = thread;
        self.threaded = false;
        self.heap.collect_at = usize::MAX;
        self.pending = None;
        self.picked = None;
        self.thread_mut().status = Status::Runnable;
        self.thread_mut().pass = false;
        let result = self.call_alone(method, arguments, made);
        self.looking.aside = false;
        if result.is_err() {
            // What the library was setting up is begun again when it is needed.
            self.abandon_initializers();
        }
        self.put_back(kept);
        result
    }

    fn call_alone(
        &mut self,
        method: MethodId,
        arguments: &[u64],
        made: Option<ClassId>,
    ) -> Result<Result<u64, Ref>, Stuck> {
        let began = self.instructions;
        let bottom = self.thread().frames.len();
        // A class that is not initialised yet is initialised first, by frames of its own.
        let class = self.method(method).class;
        loop {
            match self.ensure_initialized(class) {
                Ok(()) => break,
                Err(Trap::Again) => {
                    let frame = &mut self.thread_mut().frames[bottom];
                    frame.kind = match frame.kind {
                        FrameKind::Initializer(class) => FrameKind::Sync { initializes: Some(class) },
                        _ => FrameKind::Sync { initializes: None },
                    };
                    if let Err(thrown) = self.run_alone(began)? {
                        return Ok(Err(thrown));
                    }
                }
                Err(trap) => return self.trapped(trap, bottom, began),
            }
        }
        if let Some(class) = made {
            let object = match self.allocate(class) {
                Ok(object) => object.slot(),
                Err(trap) => return self.trapped(trap, bottom, began),
            };
            let slots: Vec<u64> = std::iter::once(object).chain(arguments.iter().copied()).collect();
            return Ok(self.enter_alone(method, &slots, bottom, began)?.map(|_| object));
        }
        self.enter_alone(method, arguments, bottom, began)
    }

    fn enter_alone(
        &mut self,
        method: MethodId,
        arguments: &[u64],
        bottom: usize,
        began: u64,
    ) -> Result<Result<u64, Ref>, Stuck> {
        if let Some(native) = self.method(method).native {
            match native(self, arguments) {
                Ok(value) => return Ok(Ok(value)),
                Err(Trap::FallThrough) => {}
                Err(Trap::Entered) => {
                    self.thread_mut().frames[bottom].kind = FrameKind::Sync { initializes: None };
                    return self.run_alone(began);
                }
                Err(trap) => return self.trapped(trap, bottom, began),
            }
        }
        match self.push_frame_of(method, arguments) {
            Ok(()) => self.run_alone(began),
            Err(trap) => self.trapped(trap, bottom, began),
        }
    }

    fn push_frame_of(&mut self, method: MethodId, arguments: &[u64]) -> Outcome<()> {
        let flags = self.method(method).slow;
        if self.method(method).is_native() || self.method(method).is_abstract() {
            let name = self.readable_method(method, true);
            return crate::vm::unsupported(format!("a call of {name}"));
        }
        // A method that has a replacement, which does not apply here, runs its bytecode.
        self.methods[method.0 as usize].slow &= !crate::class::slow::NATIVE;
        let pushed = self.push_frame(method, arguments, FrameKind::Sync { initializes: None });
        self.methods[method.0 as usize].slow |= flags & crate::class::slow::NATIVE;
        pushed
    }

    /// What the machine throws is made in Java, above `bottom` frames.
    fn trapped(&mut self, trap: Trap, bottom: usize, began: u64) -> Result<Result<u64, Ref>, Stuck> {
        match trap {
            Trap::Throw(exception) => Ok(Err(exception)),
            Trap::ThrowNew { class, message } => match self.push_throw(class, message.as_deref(), None) {
                Ok(()) => {
                    self.thread_mut().frames[bottom].kind = FrameKind::Sync { initializes: None };
                    self.run_alone(began)
                }
                Err(_) => Err(Stuck::Unsupported(class.replace('/', "."))),
            },
            Trap::Blocked | Trap::Suspended | Trap::Yield => Err(Stuck::Waits),
            Trap::Exit(_) => Err(Stuck::Exits),
            Trap::Fault(fault) => Err(Stuck::Unsupported(fault.to_string())),
            other => Err(Stuck::Unsupported(format!("{other:?}"))),
        }
    }

    /// Runs the current thread until the frame returns that the call began with. Whatever it asks to be decided is the first
    /// alternative.
    fn run_alone(&mut self, began: u64) -> Result<Result<u64, Ref>, Stuck> {
        loop {
            self.instructions_max = self.instructions + (1 << 20);
            match self.run_thread() {
                Stop::Ended => return Ok(std::mem::replace(&mut self.boot_result, Ok(0))),
                Stop::Choice => {
                    self.pending = None;
                    self.picked = Some(0);
                }
                Stop::Point => self.thread_mut().granted = true,
                Stop::Long => {}
                Stop::Cut => self.watches.cut = false,
                Stop::Blocked => return Err(Stuck::Waits),
                Stop::Exit | Stop::Ignored => return Err(Stuck::Exits),
                Stop::Fault(fault) => return Err(Stuck::Unsupported(fault.to_string())),
            }
            if self.instructions - began > INSTRUCTIONS_MAX {
                return Err(Stuck::TakesLong);
            }
        }
    }

    fn keep(&mut self) -> Kept {
        let dirty = (0..self.heap.dirty_count()).map(|index| {
            let place = self.heap.dirty_words(index);
            (self.heap.dirty_at(index), place.start, self.heap.words[place].to_vec())
        });
        Kept {
            overlay: self.heap.words[OVERLAY..self.heap.top].to_vec(),
            dirty: dirty.collect(),
            hash_rank: self.heap.hash_rank,
            collect_at: self.heap.collect_at,
            symbols: self.heap.symbols.clone(),
            threads: self.threads.clone(),
            current: self.current,
            leave: self.leave,
            granted_at: self.granted_at,
            path: self.path.clone(),
            loaders: self.own_loaders().collect(),
            pending: self.pending.clone(),
            picked: self.picked,
            single_choices: self.single_choices,
            violations: self.violations.len(),
            output: self.output.len(),
            errors: self.errors.len(),
            forced: self.forced.len(),
            happened: self.happened.len(),
            switches: self.switches,
            gone: self.gone.len(),
            threaded: self.threaded,
            visible: self.visible.clone(),
            noticed: self.noticed.clone(),
            counters: self.counters(),
            cut: self.watches.cut,
            instructions_max: self.instructions_max,
            set_up_since: self.set_up_since,
            blocks: self.memory.blocks.clone(),
            rng: self.rng.clone(),
        }
    }

    fn put_back(&mut self, kept: Kept) {
        self.heap.restore_pristine();
        for (object, start, words) in &kept.dirty {
            self.heap.touch_word_for_ever(*object, *start as u32 - object.0);
            self.heap.words[*start..*start + words.len()].copy_from_slice(words);
        }
        self.heap.words[OVERLAY..OVERLAY + kept.overlay.len()].copy_from_slice(&kept.overlay);
        self.heap.hash_rank = kept.hash_rank;
        self.heap.collect_at = kept.collect_at.max(self.heap.top);
        self.heap.symbols = kept.symbols;
        self.threads = kept.threads;
        self.current = kept.current;
        self.leave = kept.leave;
        self.granted_at = kept.granted_at;
        self.path = kept.path;
        self.restore_versions();
        self.set_own_loaders(kept.loaders.into_iter());
        self.pending = kept.pending;
        self.picked = kept.picked;
        self.single_choices = kept.single_choices;
        self.violations.truncate(kept.violations);
        self.output.truncate(kept.output);
        self.errors.truncate(kept.errors);
        self.forced.truncate(kept.forced);
        self.happened.truncate(kept.happened);
        self.happened_at.truncate(kept.happened);
        self.switches = kept.switches;
        self.gone.truncate(kept.gone);
        self.threaded = kept.threaded;
        self.visible = kept.visible;
        self.noticed = kept.noticed;
        self.set_counters(kept.counters);
        self.watches.cut = kept.cut;
        self.instructions_max = kept.instructions_max;
        self.set_up_since = kept.set_up_since;
        self.memory.blocks = kept.blocks;
        self.rng = kept.rng;
        self.layout.holds = false;
    }
}
