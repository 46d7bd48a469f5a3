//! For every instruction of a method: how deep the operand stack is, which slots hold references, and which locals
//! are still needed. A forward abstract interpretation with one bit per slot (`reference_flow`), then a
//! backward one for liveness (`liveness`).
//!
//! Nothing is loaded and nothing is checked beyond what keeps the analysis itself sound: that is the verifier's task.
//! Where paths disagree on a slot it is no reference; verified code does not read such a slot, so it is dead as well.

use classfile::{Code, ConstantPool};
use thiserror::Error;

use super::instructions::{Instructions, Malformed, NO_START};
use super::reference_flow::ReferenceFlow;
use super::subroutines::ContextId;

/// The code is not what any compiler makes; verified code never gives this.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{message} (at bytecode {pc})")]
pub struct AnalysisError {
    pub pc: usize,
    pub message: String,
}

impl From<Malformed> for AnalysisError {
    fn from(malformed: Malformed) -> Self {
        AnalysisError { pc: malformed.pc, message: malformed.message }
    }
}

/// The maps of one method.
pub struct SlotMaps {
    locals: usize,
    ref_words: usize,
    live_words: usize,
    /// The ordinal of the instruction at each byte, `NO_START` inside instructions.
    ordinals: Vec<u16>,
    /// Nearly always one; several where `jsr` is used.
    contexts: Vec<ContextMaps>,
    return_pcs: Vec<u16>,
    has_subroutines: bool,
}

/// The maps within one call context, by ordinal of the instruction.
pub(super) struct ContextMaps {
    /// `UNREACHED` where control never comes.
    pub depth: Vec<u16>,
    /// References among the locals, then on the stack.
    pub refs: Vec<u64>,
    /// Second halves of longs and doubles on the stack, laid out like `refs`.
    pub halves: Vec<u64>,
    pub live: Vec<u64>,
    /// Slots that hold return addresses, with the context they return from; empty where `jsr` is not used.
    pub addresses: Vec<Vec<(u16, ContextId)>>,
}

pub(super) const UNREACHED: u16 = u16::MAX;

/// The state before one instruction.
#[derive(Clone, Copy)]
pub struct Point<'a> {
    depth: u16,
    locals: usize,
    refs: &'a [u64],
    halves: &'a [u64],
    live: &'a [u64],
}

impl Point<'_> {
    /// In slots: a long or double takes two.
    pub fn stack_depth(&self) -> u16 {
        self.depth
    }

    pub fn is_ref_local(&self, local: u16) -> bool {
        usize::from(local) < self.locals && bit(self.refs, local.into())
    }

    /// Is the local read before it is written again? The second slot of a long or double never is.
    pub fn is_live_local(&self, local: u16) -> bool {
        usize::from(local) < self.locals && bit(self.live, local.into())
    }

    /// Does this slot of the stack, counted from the bottom, hold a reference?
    pub fn is_ref_stack(&self, slot: u16) -> bool {
        slot < self.depth && bit(self.refs, self.locals + usize::from(slot))
    }

    /// Does it hold a number (or a return address)? The second slot of a long or double holds neither.
    pub fn is_value_stack(&self, slot: u16) -> bool {
        let index = self.locals + usize::from(slot);
        slot < self.depth && !bit(self.refs, index) && !bit(self.halves, index)
    }
}

impl SlotMaps {
    /// The state before the instruction at `pc`; none if control never comes there or no instruction begins there.
    /// In a method with subroutines, that of the first context; see `at_in`.
    pub fn at(&self, pc: u16) -> Option<Point<'_>> {
        let ordinal = self.ordinal(pc)?;
        self.contexts.iter().find_map(|context| self.point(context, ordinal))
    }

    /// Does the method use `jsr`? Then a slot inside a subroutine may hold a reference or not, depending on the call.
    pub fn has_subroutines(&self) -> bool {
        self.has_subroutines
    }

    /// Like `at`, for the call that the frame is in: `return_pc(slot)` must give the return address that the frame
    /// holds in that slot (locals first, then the stack), as the bytecode position after the `jsr`.
    pub fn at_in(&self, pc: u16, return_pc: impl FnMut(u16) -> u16) -> Option<Point<'_>> {
        self.at_context(pc, self.context_of(pc, return_pc)?)
    }

    /// The state before the instruction at `pc` within one call context.
    pub fn at_context(&self, pc: u16, context: ContextId) -> Option<Point<'_>> {
        self.point(self.contexts.get(usize::from(context))?, self.ordinal(pc)?)
    }

    /// The call context that a frame is in, by the return addresses it holds (see `at_in`). Several may fit once an
    /// address has been forgotten, and then agree on all that is still read: the same instructions read it.
    pub fn context_of(&self, pc: u16, mut return_pc: impl FnMut(u16) -> u16) -> Option<ContextId> {
        let ordinal = self.ordinal(pc)?;
        let live = ordinal * self.live_words..(ordinal + 1) * self.live_words;
        // An address that is never used again says nothing: the frame may have forgotten it.
        let counts = |context: &ContextMaps, slot: u16| {
            usize::from(slot) >= self.locals || bit(&context.live[live.clone()], slot.into())
        };
        let mut fits = |context: &ContextMaps| {
            let addresses = context.addresses.get(ordinal).map_or(&[][..], Vec::as_slice);
            let mut counting = addresses.iter().filter(|(slot, _)| counts(context, *slot));
            counting.all(|&(slot, id)| return_pc(slot) == self.return_pcs[usize::from(id)])
        };
        let found = self.contexts.iter().position(|context| context.depth[ordinal] != UNREACHED && fits(context));
        found.map(|index| index as ContextId)
    }

    fn ordinal(&self, pc: u16) -> Option<usize> {
        self.ordinals.get(usize::from(pc)).filter(|&&ordinal| ordinal != NO_START).map(|&ordinal| ordinal.into())
    }

    fn point<'a>(&self, context: &'a ContextMaps, ordinal: usize) -> Option<Point<'a>> {
        let depth = context.depth[ordinal];
        let refs = ordinal * self.ref_words..(ordinal + 1) * self.ref_words;
        let live = ordinal * self.live_words..(ordinal + 1) * self.live_words;
        (depth != UNREACHED).then(|| Point {
            depth,
            locals: self.locals,
            halves: &context.halves[refs.clone()],
            refs: &context.refs[refs],
            live: &context.live[live],
        })
    }
}

pub(super) fn bit(words: &[u64], index: usize) -> bool {
    words[index / 64] >> (index % 64) & 1 != 0
}

/// Computes the maps of one method.
pub fn slot_maps(
    code: &Code,
    pool: &ConstantPool,
    descriptor: &str,
    is_static: bool,
) -> Result<SlotMaps, AnalysisError> {
    let instructions = Instructions::find(&code.bytes)?;
    let mut flow = ReferenceFlow::new(code, pool, &instructions);
    flow.enter(descriptor, is_static)?;
    flow.run()?;
    let ReferenceFlow { mut contexts, calls, locals, ref_words, .. } = flow;
    super::liveness::compute(code, &instructions, &calls, &mut contexts, locals);
    let return_pcs = (0..calls.count()).map(|id| calls.caller(id as ContextId).map_or(0, |(_, pc)| pc)).collect();
    let has_subroutines = instructions.has_subroutines;
    let live_words = locals.div_ceil(64).max(1);
    Ok(SlotMaps {
        locals,
        ref_words,
        live_words,
        ordinals: instructions.ordinals,
        contexts,
        return_pcs,
        has_subroutines,
    })
}
