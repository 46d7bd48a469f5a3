//! Verification by type checking (JVMS 4.10.1): one pass over the code, comparing with the frames of the
//! `StackMapTable` wherever paths meet.

use super::frame::Frame;
use super::method::{Failure, MethodVerifier};
use super::stack_map::{Decoder, MapFrame};
use super::types::Type;

impl MethodVerifier<'_, '_> {
    pub fn check(&mut self) -> Result<(), Failure> {
        self.pc = 0;
        let mut frame = self.entry_frame()?;
        if self.instructions.has_subroutines {
            return self.fail("jsr and ret cannot be verified by type checking");
        }
        let arguments = frame.locals.iter().rposition(|&local| local != Type::Top).map_or(0, |last| last + 1);
        let promised = Decoder {
            code: self.code,
            pool: &self.class.pool,
            instructions: &self.instructions,
            types: self.types,
            is_constructor: self.is_constructor,
        }
        .decode(&frame.locals[..arguments]);
        let frames = promised.map_err(|message| Failure::Malformed { message })?;
        if let Some(lost) = frames.iter().find(|frame| !self.instructions.is_start(frame.pc.into())) {
            return self.fail(format!("the stack map has a frame at {}, where no instruction begins", lost.pc));
        }
        self.check_code(&mut frame, &frames)
    }

    fn check_code(&mut self, frame: &mut Frame, frames: &[MapFrame]) -> Result<(), Failure> {
        let mut next_frame = frames.iter().peekable();
        let mut reachable = true;
        // Handlers need a look only where what they receive may have changed.
        let mut locals_changed = true;
        for ordinal in 0..self.instructions.starts.len() {
            let pc = usize::from(self.instructions.starts[ordinal]);
            self.pc = pc;
            if let Some(promised) = next_frame.next_if(|promised| usize::from(promised.pc) == pc) {
                if reachable {
                    self.check_flow(frame, promised)?;
                }
                adopt(frame, promised);
                locals_changed = true;
            } else if !reachable {
                return self.fail("a stack map frame is expected here");
            }
            if locals_changed || self.begins_handler(pc) {
                self.check_flow_to_handlers(frame, frames)?;
            }
            let had_raw_this = frame.this_uninitialized;
            self.step(frame)?;
            locals_changed = self.instructions.local_access(pc).is_some_and(|access| access.stores)
                || had_raw_this != frame.this_uninitialized
                || matches!(
                    self.code.bytes[pc],
                    crate::analysis::opcodes::INVOKESPECIAL | crate::analysis::opcodes::NEW
                );
            self.check_jumps(frame, frames)?;
            reachable = self.instructions.falls_through(pc);
        }
        if reachable {
            return self.fail("control falls off the end of the code");
        }
        Ok(())
    }

    fn check_jumps(&mut self, frame: &Frame, frames: &[MapFrame]) -> Result<(), Failure> {
        let mut targets = Vec::new();
        self.instructions.each_target(self.pc, |target| targets.push(target as u16));
        for target in targets {
            let promised = self.frame_at(frames, target)?;
            self.check_flow(frame, promised)?;
        }
        Ok(())
    }

    fn frame_at<'f>(&self, frames: &'f [MapFrame], pc: u16) -> Result<&'f MapFrame, Failure> {
        match frames.binary_search_by_key(&pc, |frame| frame.pc) {
            Ok(found) => Ok(&frames[found]),
            Err(_) => self.fail(format!("a stack map frame is expected at the jump target {pc}")),
        }
    }

    fn check_flow_to_handlers(&mut self, frame: &mut Frame, frames: &[MapFrame]) -> Result<(), Failure> {
        let covering =
            |handler: &classfile::Handler| (usize::from(handler.start)..handler.end.into()).contains(&self.pc);
        let handlers: Vec<usize> =
            (0..self.code.handlers.len()).filter(|&index| covering(&self.code.handlers[index])).collect();
        for index in handlers {
            if self.code.max_stack == 0 {
                return self.fail("an exception handler needs an operand stack");
            }
            let promised = self.frame_at(frames, self.code.handlers[index].target)?;
            let stack = std::mem::replace(&mut frame.stack, vec![self.caught[index]]);
            let result = self.check_flow(frame, promised);
            frame.stack = stack;
            result?;
        }
        Ok(())
    }

    /// May the current frame stand for the promised one?
    fn check_flow(&mut self, frame: &Frame, promised: &MapFrame) -> Result<(), Failure> {
        if frame.stack.len() != promised.stack.len() {
            let (found, expected) = (frame.stack.len(), promised.stack.len());
            let at = promised.pc;
            return self.fail(format!("the stack is {found} slots deep but the stack map says {expected} at {at}"));
        }
        for (index, (&found, &expected)) in frame.locals.iter().zip(&promised.locals).enumerate() {
            self.check_slot(found, expected, promised.pc, "local", index)?;
        }
        for (index, (&found, &expected)) in frame.stack.iter().zip(&promised.stack).enumerate() {
            self.check_slot(found, expected, promised.pc, "stack slot", index)?;
        }
        if frame.this_uninitialized && !promised.this_uninitialized {
            return self.fail(format!("the stack map at {} forgets that this is uninitialised", promised.pc));
        }
        Ok(())
    }

    fn check_slot(&mut self, found: Type, expected: Type, at: u16, what: &str, index: usize) -> Result<(), Failure> {
        if found == expected || self.types.assignable(found, expected)? {
            return Ok(());
        }
        let (found, expected) = (self.types.describe(found), self.types.describe(expected));
        self.fail(format!("{what} {index} holds {found}, but the stack map says {expected} at {at}"))
    }
}

fn adopt(frame: &mut Frame, promised: &MapFrame) {
    frame.locals.fill(Type::Top);
    frame.locals[..promised.locals.len()].copy_from_slice(&promised.locals);
    frame.stack.clone_from(&promised.stack);
    frame.this_uninitialized = promised.this_uninitialized;
}
