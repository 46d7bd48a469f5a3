//! Call contexts of `jsr` subroutines (class files before version 51).
//!
//! A local that a subroutine does not touch may hold a reference at one call and a number at another, and is read
//! again after `ret`. So each call is analysed on its own: a context is a chain of calls. Any division of the states
//! into contexts is sound, as long as `ret` goes where the return address says; this one is also precise.

/// Index of a context; 0 is the method itself.
pub type ContextId = u16;

struct Context {
    parent: ContextId,
    /// Where the subroutine begins.
    entry: u16,
    /// The instruction after the `jsr`.
    return_pc: u16,
}

#[derive(Default)]
pub struct Contexts {
    calls: Vec<Context>,
}

/// Nested `finally` blocks multiply contexts; no compiler's output comes near this many.
const CONTEXTS_MAX: usize = 1000;

impl Contexts {
    /// The context of a call, made if it is new; `None` if there are too many.
    pub fn call(&mut self, from: ContextId, entry: u16, return_pc: u16) -> Option<ContextId> {
        if let Some(known) = self.find(from, entry, return_pc) {
            return Some(known);
        }
        if self.calls.len() >= CONTEXTS_MAX {
            return None;
        }
        let parent = self.parent_of_call(from, entry);
        self.calls.push(Context { parent, entry, return_pc });
        Some(self.calls.len() as ContextId)
    }

    /// The context of a call that was made before.
    pub fn find(&self, from: ContextId, entry: u16, return_pc: u16) -> Option<ContextId> {
        let parent = self.parent_of_call(from, entry);
        let is_same = |call: &Context| call.parent == parent && call.entry == entry && call.return_pc == return_pc;
        self.calls.iter().position(is_same).map(|index| index as ContextId + 1)
    }

    fn parent_of_call(&self, from: ContextId, entry: u16) -> ContextId {
        // A call of a subroutine that is already in the chain means that it was left by a jump: forget that call.
        let mut parent = from;
        let mut outer = from;
        while let Some(context) = self.get(outer) {
            outer = context.parent;
            if context.entry == entry {
                parent = outer;
            }
        }
        parent
    }

    fn get(&self, context: ContextId) -> Option<&Context> {
        self.calls.get(usize::from(context).checked_sub(1)?)
    }

    /// Where a return from the context leads: the caller's context and the instruction after the `jsr`.
    pub fn caller(&self, context: ContextId) -> Option<(ContextId, u16)> {
        self.get(context).map(|context| (context.parent, context.return_pc))
    }

    pub fn count(&self) -> usize {
        self.calls.len() + 1
    }
}
