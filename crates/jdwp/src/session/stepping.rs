//! Steps: from where a thread stands to the next line or instruction, into calls, over them, or out of the method (JDWP,
//! `EventRequest.Set`, modifier 10). When they end is decided as HotSpot decides it.

use jvm::class::MethodId;
use jvm::vm::Vm;

use super::names::{code_of, is_shown_method, shown_frames, thread_index};
use crate::wire::{ErrorCode, ObjectId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depth {
    Into,
    Over,
    Out,
}

#[derive(Clone, Debug)]
pub(super) struct Step {
    thread: ObjectId,
    by_line: bool,
    depth: Depth,
    /// So many frames there were, and the line of the innermost.
    frames: usize,
    line: Option<u16>,
}

impl Step {
    pub(super) fn new(vm: &Vm, thread: ObjectId, size: i32, depth: i32) -> Result<Step, ErrorCode> {
        let index = thread_index(vm, thread)?;
        let by_line = match size {
            0 => false,
            1 => true,
            _ => return Err(ErrorCode::IllegalArgument),
        };
        let depth = match depth {
            0 => Depth::Into,
            1 => Depth::Over,
            2 => Depth::Out,
            _ => return Err(ErrorCode::IllegalArgument),
        };
        let stands = &vm.threads[index];
        // What the machine made for itself above the innermost frame is none of a step's business.
        let top = shown_frames(vm, stands).first().copied();
        let line = top.and_then(|at| vm.line_of(stands.frames[at].method, stands.frames[at].pc));
        Ok(Step { thread, by_line, depth, frames: top.map_or(0, |at| at + 1), line })
    }

    pub(super) fn is_of(&self, thread: ObjectId) -> bool {
        self.thread == thread
    }

    /// Whether the thread, which is about to run an instruction, has come to the end of the step.
    pub(super) fn is_done(&self, vm: &Vm, thread: ObjectId) -> bool {
        let frames = &vm.thread().frames;
        let Some(top) = frames.last().filter(|top| is_shown_method(vm, top.method)) else { return false };
        if thread != self.thread {
            return false;
        }
        let may_stop = !self.by_line || has_lines(vm, top.method);
        match frames.len().cmp(&self.frames) {
            std::cmp::Ordering::Less => may_stop,
            std::cmp::Ordering::Greater => self.depth == Depth::Into && may_stop,
            std::cmp::Ordering::Equal if self.depth == Depth::Out => false,
            std::cmp::Ordering::Equal => !self.by_line || vm.line_of(top.method, top.pc) != self.line,
        }
    }
}

fn has_lines(vm: &Vm, method: MethodId) -> bool {
    code_of(vm, method).is_some_and(|code| !code.lines.is_empty())
}
