//! Hot methods as machine code: which they are, and going there and back.
//!
//! The interpreter is looked at from time to time while it runs. What it is often found at, the beginning of a method or of a
//! loop, is compiled, and the interpreter goes there instead of on its own way. Compiled code gives back at any instruction that
//! it does not do itself (`translate`); where it often gives back, what follows that instruction is compiled, too. Frames are
//! those of the interpreter wherever anybody else looks at them, and instructions are counted alike, so that nothing depends on
//! what was compiled.
//!
//! Compiled code runs only while one thread is alive, values are known, nobody looks on and nothing is set up for all paths.

mod calls;
mod instructions;
mod memory;
mod source;
mod translate;

use compiler::{Code, Compiler, Context, FOUND, Found, Record, Row, found_at};
use hashbrown::{HashMap, HashSet};

use crate::class::{Class, ClassKind, Method, MethodId, slow};
use crate::config::CompilerMode;
use crate::decode::is_branch;
use crate::heap::{ClassId, Heap, Ref};
use crate::instr::Op;
use crate::looking::NOT_LOOKED;
use crate::thread::{Frame, FrameKind};
use crate::vm::Vm;
use source::Source;
use translate::Translator;

/// How many frames compiled code may nest before it gives back: a few hundred bytes of the machine's own stack each.
const NESTED: usize = 256;
/// Methods with larger frames are not compiled.
const FRAME_MAX: usize = 256;
/// Nor are methods with more instructions.
const INSTRUCTIONS_MAX: usize = 4000;
/// So many slots of a thread's stack are free before compiled code is entered.
const ROOM: usize = 2 * FRAME_MAX;
/// How often a method is compiled, for all its entries together.
const ATTEMPTS: u32 = 24;

/// The tables that compiled code works with, and what is known of hot places.
pub struct Compiled {
    compiler: Compiler,
    /// The interpreter is looked at after so many instructions.
    period: u64,
    /// A place is compiled when it was seen so often.
    threshold: u32,
    /// Of so many returns to the interpreter one is looked at.
    exits_period: u32,
    /// Code by method; zero if there is none.
    entries: Vec<usize>,
    rows: Vec<Row>,
    /// What the rows refer to.
    tables: Vec<[Box<[u32]>; 3]>,
    found: Vec<Found>,
    records: Vec<Record>,
    seen: HashMap<(MethodId, u32), u32>,
    attempts: HashMap<MethodId, u32>,
    /// Instructions that were not resolved when they were compiled.
    unresolved: HashSet<(MethodId, u32)>,
    exits: u32,
    noted: Option<(MethodId, u32)>,
    /// Something is compiled.
    pub(crate) is_used: bool,
}

impl Compiled {
    /// None where nothing is to be compiled, or cannot be.
    pub fn new(mode: CompilerMode) -> Option<Box<Compiled>> {
        let (period, threshold, exits_period) = match mode {
            CompilerMode::Off => return None,
            CompilerMode::On => (1 << 11, 12, 64),
            CompilerMode::Always => (17, 1, 3),
        };
        Some(Box::new(Compiled {
            compiler: Compiler::new()?,
            period,
            threshold,
            exits_period,
            entries: Vec::new(),
            rows: Vec::new(),
            tables: Vec::new(),
            // No class has this number.
            found: vec![Found { class: u32::MAX, ..Found::default() }; FOUND],
            records: vec![Record::default(); NESTED],
            seen: HashMap::new(),
            attempts: HashMap::new(),
            unresolved: HashSet::new(),
            exits: 0,
            noted: None,
            is_used: false,
        }))
    }

    /// When the interpreter is to be looked at, if it has run so many instructions and was to be looked at then.
    pub(crate) fn look_at(&self, count: u64, planned: u64) -> u64 {
        planned.min(count + self.period)
    }

    /// Makes room for what was loaded meanwhile.
    #[inline]
    pub(crate) fn follow(&mut self, classes: &[Class], methods: &[Method]) {
        if self.entries.len() < methods.len() {
            self.entries.resize(methods.len(), 0);
        }
        if self.rows.len() < classes.len() {
            for class in &classes[self.rows.len()..] {
                let tables = tables_of(class);
                self.rows.push(row_of(class, &tables));
                self.tables.push(tables);
            }
        }
    }

    #[inline(always)]
    pub(crate) fn entry(&self, method: MethodId) -> Option<Code> {
        let address = self.entries[method.0 as usize];
        (address != 0).then(|| Code::at(address))
    }

    /// The method that objects of a class run for one of an interface, if that was found lately.
    #[inline(always)]
    pub(crate) fn found(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        let found = &self.found[found_at(class.0, method.0)];
        (found.class == class.0 && found.method == method.0).then_some(MethodId(found.target))
    }

    pub(crate) fn note_found(&mut self, class: ClassId, method: MethodId, target: MethodId) {
        self.found[found_at(class.0, method.0)] =
            Found { class: class.0, method: method.0, target: target.0, unused: 0 };
    }

    /// Runs compiled code on the topmost frame until it gives back; the frames are then as the interpreter wants them. Returns how
    /// many instructions have run.
    #[inline(never)]
    pub(crate) fn enter(
        &mut self,
        code: Code,
        heap: &mut Heap,
        frames: &mut Vec<Frame>,
        stack: &mut [u64],
        (count, budget, depth_max): (u64, u64, usize),
    ) -> u64 {
        let deepest = depth_max.saturating_sub(frames.len()).min(NESTED - 1);
        let entered = *frames.last().expect("a running thread has a frame");
        let slots = stack.len();
        let stack = stack.as_mut_ptr();
        let records = self.records.as_mut_ptr();
        let mut context = Context {
            words: heap.words.as_mut_ptr(),
            stack,
            fence: stack.wrapping_add(slots.saturating_sub(ROOM)),
            records,
            records_end: records.wrapping_add(deepest),
            top: records,
            count,
            budget,
            heap_top: heap.top as u64,
            heap_limit: heap.limit() as u64,
            collect_at: heap.collect_at as u64,
            allocations: heap.allocations,
            entries: self.entries.as_ptr(),
            rows: self.rows.as_ptr(),
            found: self.found.as_ptr(),
            overlay: crate::heap::OVERLAY as u64,
        };
        code.run(&mut context, entered.base as usize);
        heap.top = context.heap_top as usize;
        heap.allocations = context.allocations;
        let depth = (context.top as usize - records as usize) / size_of::<Record>();
        let (first, others) = self.records[..=depth].split_first().expect("there is one");
        let frame = frames.last_mut().expect("a running thread has a frame");
        (frame.pc, frame.sp) = (first.pc, first.sp);
        frames.extend(others.iter().map(|record| Frame {
            method: MethodId(record.method),
            pc: record.pc,
            base: record.base,
            sp: record.sp,
            kind: FrameKind::Normal,
            monitor: Ref::NULL,
            late: 0,
            settled: false,
            looked: NOT_LOOKED,
        }));
        self.exits += 1;
        if self.exits.is_multiple_of(self.exits_period) {
            let last = &self.records[depth];
            self.noted = Some((MethodId(last.method), last.pc));
        }
        context.count
    }

    /// Says that the interpreter was seen at a place; whether it is to be compiled.
    fn see(&mut self, method: MethodId, pc: u32) -> bool {
        let seen = self.seen.entry((method, pc)).or_default();
        *seen += 1;
        *seen == self.threshold
    }
}

fn tables_of(class: &Class) -> [Box<[u32]>; 3] {
    let numbers = |ids: &[ClassId]| ids.iter().map(|id| id.0).collect();
    [class.vtable.iter().map(|method| method.0).collect(), numbers(&class.display), numbers(&class.all_interfaces)]
}

fn row_of(class: &Class, tables: &[Box<[u32]>; 3]) -> Row {
    let kind = if class.is_interface() {
        compiler::INTERFACE
    } else if class.is_array() {
        compiler::ARRAY
    } else {
        compiler::INSTANCE
    };
    let (component, shift) = match class.kind {
        ClassKind::Array { component, kind } => (component.0, u32::from(kind.shift())),
        _ => (class.id.0, 0),
    };
    Row::new(tables.each_ref().map(|table| &**table), kind, component, shift)
}

/// What of a method is compiled besides its beginning: from which instruction on, and where the code is.
#[derive(Clone, Debug, Default)]
pub struct Resumptions(Vec<(u32, usize)>);

impl Resumptions {
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[inline]
    pub(crate) fn at(&self, pc: usize) -> Option<Code> {
        self.0.iter().find(|(known, _)| *known as usize == pc).map(|(_, address)| Code::at(*address))
    }

    fn put(&mut self, pc: u32, code: Code) {
        self.0.retain(|(known, _)| *known != pc);
        self.0.push((pc, code.address()));
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

impl Vm {
    /// Whether compiled code may run now.
    pub(crate) fn may_run_compiled(&self) -> bool {
        self.compiled.is_some() && !self.threaded && self.booted && !self.heap.is_permanent_mode()
    }

    /// The interpreter is about to call a method.
    pub(crate) fn seen_calling(&mut self, method: MethodId) {
        self.seen_at(method, 0);
    }

    /// The interpreter is about to go back to the beginning of a loop, or whatever else it stands before.
    pub(crate) fn seen_looping(&mut self) {
        let frame = *self.frame();
        let instr = source::apart(self.method(frame.method).code.instrs[frame.pc as usize].get());
        let place = if is_branch(instr.op) { instr.c } else { frame.pc };
        self.seen_at(frame.method, place);
    }

    fn seen_at(&mut self, method: MethodId, pc: u32) {
        let Some(mut compiled) = self.compiled.take() else { return };
        self.sample_at = self.instructions + compiled.period;
        let noted = compiled.noted.take();
        self.compile_if(&mut compiled, method, pc);
        if let Some((method, pc)) = noted {
            if compiled.unresolved.contains(&(method, pc)) {
                self.compile_again(&mut compiled, method);
            } else {
                let code = &self.method(method).code.instrs;
                let op = source::apart(code[pc as usize].get()).op;
                let is_end = is_branch(op)
                    || matches!(
                        op,
                        Op::Return | Op::Return1 | Op::Return2 | Op::Athrow | Op::Tableswitch | Op::Lookupswitch
                    );
                if !is_end && pc as usize + 1 < code.len() {
                    self.compile_if(&mut compiled, method, pc + 1);
                }
            }
        }
        self.compiled = Some(compiled);
    }

    fn compile_if(&mut self, compiled: &mut Compiled, method: MethodId, pc: u32) {
        if compiled.see(method, pc) {
            self.compile(compiled, method, pc);
        }
    }

    /// Something that could not be compiled before is known now.
    fn compile_again(&mut self, compiled: &mut Compiled, method: MethodId) {
        compiled.unresolved.retain(|(owner, _)| *owner != method);
        if compiled.attempts.get(&method).is_some_and(|attempts| *attempts >= ATTEMPTS) {
            // Code that keeps giving back is worse than none.
            self.methods[method.0 as usize].resumptions.clear();
            compiled.entries[method.0 as usize] = 0;
            return;
        }
        let places: Vec<u32> = self.method(method).resumptions.0.iter().map(|(pc, _)| *pc).collect();
        if compiled.entry(method).is_some() {
            self.compile(compiled, method, 0);
        }
        for pc in places {
            self.compile(compiled, method, pc);
        }
    }

    /// Whether compiled code may run its beginning: calling it takes no more than that.
    fn can_be_called(&self, id: MethodId) -> bool {
        self.method(id).slow == 0 || self.is_for_draws(id)
    }

    /// Whether the machine does something in place of the method only where random reals are not drawn yet, which is never so
    /// while compiled code runs (see `natives::drawn`).
    pub(super) fn is_for_draws(&self, id: MethodId) -> bool {
        let method = self.method(id);
        method.slow & !slow::UNDECODED == slow::NATIVE
            && method.native.is_some()
            && crate::natives::drawn::understands(&self.class(method.class).name, &method.name)
    }

    fn compile(&mut self, compiled: &mut Compiled, id: MethodId, pc: u32) {
        let attempts = compiled.attempts.entry(id).or_default();
        *attempts += 1;
        if *attempts > ATTEMPTS {
            return;
        }
        let method = self.method(id);
        let is_too_large = usize::from(method.max_locals) + usize::from(method.max_stack) > FRAME_MAX
            || method.code.instrs.len() > INSTRUCTIONS_MAX;
        if method.code.instrs.is_empty()
            || is_too_large
            || !method.watches.is_empty()
            || pc == 0 && !self.can_be_called(id)
        {
            return;
        }
        let Some(source) = Source::of(self, id) else { return };
        let (signature, helper) = (compiled.compiler.signature(), compiled.compiler.helper_signature());
        let mut unresolved = Vec::new();
        let code = compiled.compiler.define(|builder| {
            let mut translator = Translator::new(self, method, &source, builder, signature, helper);
            let depth = usize::from(self.point_map(id, pc).depth);
            let is_done = translator.translate(pc as usize, depth).is_ok();
            unresolved = translator.unresolved;
            is_done
        });
        let Some(code) = code else { return };
        compiled.is_used = true;
        compiled.unresolved.extend(unresolved.into_iter().map(|pc| (id, pc)));
        if pc == 0 && self.can_be_called(id) {
            compiled.follow(&self.classes, &self.methods);
            compiled.entries[id.0 as usize] = code.address();
        }
        if pc != 0 || source.is_target[0] {
            self.methods[id.0 as usize].resumptions.put(pc, code);
        }
    }

    /// The methods of a class get other bodies.
    pub(crate) fn forget_compiled(&mut self, class: ClassId) {
        for id in self.class(class).methods.clone() {
            self.methods[id.0 as usize].resumptions.clear();
            if let Some(compiled) = &mut self.compiled {
                if let Some(entry) = compiled.entries.get_mut(id.0 as usize) {
                    *entry = 0;
                }
                compiled.unresolved.retain(|(method, _)| *method != id);
                compiled.seen.retain(|(method, _), _| *method != id);
            }
        }
    }

    /// A thread's stack has room for what compiled code calls.
    pub(crate) fn make_room(&mut self) {
        if self.compiled.as_ref().is_some_and(|compiled| compiled.is_used) {
            let sp = self.frame().sp as usize;
            let thread = self.thread_mut();
            if thread.stack.len() < sp + 2 * ROOM {
                thread.stack.resize((sp + 16 * ROOM).next_power_of_two(), 0);
            }
        }
    }
}
