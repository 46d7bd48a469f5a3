//! Which locals are read before they are written again: the textbook backward analysis, over call contexts.

use classfile::Code;

use super::instructions::Instructions;
use super::maps::{ContextMaps, UNREACHED};
use super::opcodes::{self, opcode};
use super::subroutines::{ContextId, Contexts};

/// Fills `live` of every context.
pub(super) fn compute(
    code: &Code,
    instructions: &Instructions,
    calls: &Contexts,
    contexts: &mut [ContextMaps],
    locals: usize,
) {
    let words = locals.div_ceil(64).max(1);
    let count = instructions.starts.len();
    for context in contexts.iter_mut() {
        context.live = vec![0; count * words];
    }
    let mut live = vec![0u64; words];
    let mut successors = Vec::new();
    // Sweeps from the end to the beginning; only jumps back need more than one.
    loop {
        let mut changed = false;
        for context in (0..contexts.len()).rev() {
            for ordinal in (0..count).rev() {
                if contexts[context].depth[ordinal] == UNREACHED {
                    continue;
                }
                let here = Here { code, instructions, calls, context, ordinal };
                let pc = usize::from(instructions.starts[ordinal]);
                live.fill(0);
                here.successors(contexts, &mut successors);
                merge(&mut live, contexts, &successors, words);
                transfer(&mut live, instructions, pc);
                // An exception leaves before the instruction has had its effect.
                here.handlers(&mut successors);
                merge(&mut live, contexts, &successors, words);
                let old = &mut contexts[context].live[ordinal * words..(ordinal + 1) * words];
                if *old != live[..] {
                    old.copy_from_slice(&live);
                    changed = true;
                }
            }
        }
        if !changed || (contexts.len() == 1 && !jumps_back(code, instructions)) {
            return;
        }
    }
}

fn merge(live: &mut [u64], contexts: &[ContextMaps], successors: &[(usize, usize)], words: usize) {
    for &(context, ordinal) in successors {
        let after = &contexts[context].live[ordinal * words..(ordinal + 1) * words];
        live.iter_mut().zip(after).for_each(|(live, after)| *live |= after);
    }
}

fn transfer(live: &mut [u64], instructions: &Instructions, pc: usize) {
    let mut read = None;
    if let Some(access) = instructions.local_access(pc) {
        if access.stores {
            let index = usize::from(access.index);
            live[index / 64] &= !(1 << (index % 64));
        } else {
            read = Some(access.index);
        }
    } else if instructions.is_ret(pc) {
        read = Some(instructions.ret_local(pc));
    } else {
        read = instructions.increment(pc);
    }
    if let Some(index) = read {
        live[usize::from(index) / 64] |= 1 << (index % 64);
    }
}

fn jumps_back(code: &Code, instructions: &Instructions) -> bool {
    let mut back = code.handlers.iter().any(|handler| handler.target < handler.end);
    for &pc in &instructions.starts {
        instructions.each_target(pc.into(), |target| back |= target <= i64::from(pc));
    }
    back
}

struct Here<'a> {
    code: &'a Code,
    instructions: &'a Instructions<'a>,
    calls: &'a Contexts,
    context: usize,
    ordinal: usize,
}

impl Here<'_> {
    fn ordinal_at(&self, pc: usize) -> usize {
        self.instructions.ordinals[pc].into()
    }

    fn successors(&self, contexts: &[ContextMaps], successors: &mut Vec<(usize, usize)>) {
        successors.clear();
        let pc = usize::from(self.instructions.starts[self.ordinal]);
        if self.instructions.is_ret(pc) {
            let local = self.instructions.ret_local(pc);
            let addresses = &contexts[self.context].addresses[self.ordinal];
            let address = addresses.iter().find(|&&(slot, _)| slot == local);
            let caller = address.and_then(|&(_, id)| self.calls.caller(id));
            successors.extend(caller.map(|(context, pc)| (usize::from(context), self.ordinal_at(pc.into()))));
            return;
        }
        let mut context = self.context;
        if matches!(self.instructions.code[pc], opcodes::JSR | opcodes::JSR_W) {
            let mut entry = 0;
            self.instructions.each_target(pc, |target| entry = target as u16);
            let return_pc = self.instructions.next(self.ordinal) as u16;
            let callee = self.calls.find(self.context as ContextId, entry, return_pc);
            context = callee.expect("the forward analysis made it").into();
        }
        self.instructions.each_target(pc, |target| successors.push((context, self.ordinal_at(target as usize))));
        if self.instructions.falls_through(pc) {
            successors.push((self.context, self.ordinal + 1));
        }
    }

    fn handlers(&self, successors: &mut Vec<(usize, usize)>) {
        successors.clear();
        let pc = self.instructions.starts[self.ordinal];
        if self.code.handlers.is_empty() || !opcode(self.code.bytes[usize::from(pc)]).is_some_and(|op| op.throws) {
            return;
        }
        let covering = self.code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&pc));
        successors.extend(covering.map(|handler| (self.context, self.ordinal_at(handler.target.into()))));
    }
}
