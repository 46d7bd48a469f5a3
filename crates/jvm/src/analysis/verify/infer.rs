//! Verification by type inference (JVMS 4.10.2), for class files before version 50: frames flow through the code and
//! are merged where paths meet, until nothing changes. Subroutines are followed call by call (see `subroutines`).

use std::collections::{BTreeSet, HashMap};

use super::frame::Frame;
use super::method::{Failure, MethodVerifier};
use super::types::Type;
use crate::analysis::opcodes;
use crate::analysis::subroutines::{ContextId, Contexts};

/// The frames where paths can meet, and those still to be followed. The first in the code comes first, so that paths
/// meet before they are followed further.
struct Flows {
    leaders: Vec<bool>,
    frames: HashMap<(u16, ContextId), Frame>,
    pending: BTreeSet<(u16, ContextId)>,
    calls: Contexts,
    slots: usize,
}

/// All merged frames together may have this many slots: far more than any compiler's output needs.
const SLOTS_MAX: usize = 1 << 24;

impl MethodVerifier<'_, '_> {
    pub fn infer(&mut self) -> Result<(), Failure> {
        self.check_operands()?;
        self.pc = 0;
        let entry = self.entry_frame()?;
        let mut flows = Flows {
            leaders: self.leaders(),
            frames: HashMap::new(),
            pending: BTreeSet::new(),
            calls: Contexts::default(),
            slots: 0,
        };
        self.flow(&mut flows, 0, 0, &entry)?;
        while let Some((pc, context)) = flows.pending.pop_first() {
            let frame = flows.frames[&(pc, context)].clone();
            self.follow(&mut flows, pc, context, frame)?;
        }
        Ok(())
    }

    /// Positions that more than one path can reach: targets of jumps and handlers, and what follows a `jsr`.
    fn leaders(&self) -> Vec<bool> {
        let mut leaders = vec![false; self.code.bytes.len() + 1];
        leaders[0] = true;
        for (ordinal, &pc) in self.instructions.starts.iter().enumerate() {
            self.instructions.each_target(pc.into(), |target| leaders[target as usize] = true);
            if matches!(self.code.bytes[usize::from(pc)], opcodes::JSR | opcodes::JSR_W) {
                leaders[self.instructions.next(ordinal)] = true;
            }
        }
        for handler in &self.code.handlers {
            leaders[usize::from(handler.target)] = true;
        }
        leaders
    }

    /// Follows straight-line code from a leader to the next one.
    fn follow(&mut self, flows: &mut Flows, pc: u16, context: ContextId, mut frame: Frame) -> Result<(), Failure> {
        let mut ordinal = usize::from(self.instructions.ordinals[usize::from(pc)]);
        let mut locals_changed = true;
        loop {
            let pc = usize::from(self.instructions.starts[ordinal]);
            self.pc = pc;
            if locals_changed || self.begins_handler(pc) {
                self.flow_to_handlers(flows, context, &mut frame)?;
            }
            locals_changed = self.instructions.local_access(pc).is_some_and(|access| access.stores)
                || matches!(self.code.bytes[pc], opcodes::INVOKESPECIAL | opcodes::NEW);
            if matches!(self.code.bytes[pc], opcodes::JSR | opcodes::JSR_W) {
                return self.follow_jsr(flows, ordinal, context, frame);
            }
            if self.instructions.is_ret(pc) {
                return self.follow_ret(flows, &frame);
            }
            self.step(&mut frame)?;
            let mut targets = Vec::new();
            self.instructions.each_target(pc, |target| targets.push(target as u16));
            for target in targets {
                self.flow(flows, target, context, &frame)?;
            }
            if !self.instructions.falls_through(pc) {
                return Ok(());
            }
            ordinal += 1;
            let next = self.instructions.next(ordinal - 1);
            if next == self.code.bytes.len() {
                return self.fail("control falls off the end of the code");
            }
            if flows.leaders[next] {
                return self.flow(flows, next as u16, context, &frame);
            }
        }
    }

    fn follow_jsr(
        &mut self,
        flows: &mut Flows,
        ordinal: usize,
        context: ContextId,
        mut frame: Frame,
    ) -> Result<(), Failure> {
        let mut entry = 0;
        self.instructions.each_target(self.pc, |target| entry = target as u16);
        let return_pc = self.instructions.next(ordinal);
        if return_pc == self.code.bytes.len() {
            return self.fail("a subroutine would return behind the end of the code");
        }
        let Some(callee) = flows.calls.call(context, entry, return_pc as u16) else {
            return self.fail("subroutines call each other in too many ways");
        };
        self.push(&mut frame, Type::Address(callee))?;
        self.flow(flows, entry, callee, &frame)
    }

    fn follow_ret(&mut self, flows: &mut Flows, frame: &Frame) -> Result<(), Failure> {
        let local = self.instructions.ret_local(self.pc);
        let value = frame.locals[self.local_index(local, 1)?];
        let caller = match value {
            Type::Address(context) => flows.calls.caller(context),
            _ => None,
        };
        match caller {
            Some((context, target)) => self.flow(flows, target, context, frame),
            None => self.fail(format!(
                "bad local variable {local}: a return address is expected but {} found",
                self.types.describe(value)
            )),
        }
    }

    fn flow_to_handlers(&mut self, flows: &mut Flows, context: ContextId, frame: &mut Frame) -> Result<(), Failure> {
        for (index, handler) in self.code.handlers.iter().enumerate() {
            if !(usize::from(handler.start)..usize::from(handler.end)).contains(&self.pc) {
                continue;
            }
            if self.code.max_stack == 0 {
                return self.fail("an exception handler needs an operand stack");
            }
            let stack = std::mem::replace(&mut frame.stack, vec![self.caught[index]]);
            let result = self.flow(flows, handler.target, context, frame);
            frame.stack = stack;
            result?;
        }
        Ok(())
    }

    /// Merges a frame into that of a leader, which is followed (again) if it changed.
    fn flow(&mut self, flows: &mut Flows, target: u16, context: ContextId, frame: &Frame) -> Result<(), Failure> {
        let key = (target, context);
        let Some(known) = flows.frames.get_mut(&key) else {
            flows.slots += frame.locals.len() + frame.stack.len();
            if flows.slots > SLOTS_MAX {
                return self.fail("the method is too complex to be verified");
            }
            flows.frames.insert(key, frame.clone());
            flows.pending.insert(key);
            return Ok(());
        };
        if known.stack.len() != frame.stack.len() {
            return self.fail(format!("the stack differs in depth between the paths that meet at {target}"));
        }
        let mut changed = false;
        for (index, &value) in frame.locals.iter().enumerate() {
            let old = known.locals[index];
            if old == Type::Top || old == value {
                continue;
            }
            let merged = self.types.merge(old, value)?;
            if merged != old {
                changed = true;
                known.locals[index] = merged;
                // Half a long is no use without the other half, which may still agree.
                if old.is_wide() {
                    known.locals[index + 1] = Type::Top;
                } else if old == Type::Half {
                    known.locals[index - 1] = Type::Top;
                }
            }
        }
        for (old, &value) in known.stack.iter_mut().zip(&frame.stack) {
            let merged = self.types.merge(*old, value)?;
            if merged == Type::Top && *old != Type::Top {
                let (old, value) = (self.types.describe(*old), self.types.describe(value));
                return self.fail(format!("the stack holds {old} or {value}, depending on the path to {target}"));
            }
            changed |= merged != *old;
            *old = merged;
        }
        if frame.this_uninitialized && !known.this_uninitialized {
            known.this_uninitialized = true;
            changed = true;
        }
        if changed {
            flows.pending.insert(key);
        }
        Ok(())
    }
}
