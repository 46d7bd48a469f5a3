//! The forward half of the slot maps: a state with one bit per slot flows through the code and is merged where paths
//! meet, until nothing changes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use classfile::descriptor::walk_method;
use classfile::{ClassError, Code, Constant, ConstantPool, FieldType};

use super::instructions::{Instructions, NO_START, u16_at};
use super::maps::{AnalysisError, ContextMaps, UNREACHED, bit};
use super::opcodes::{self, opcode};
use super::subroutines::{ContextId, Contexts};

/// The state that is carried through straight-line code.
struct State {
    refs: Vec<u64>,
    halves: Vec<u64>,
    depth: usize,
    addresses: Vec<(u16, ContextId)>,
}

/// The analysis of one method.
pub(super) struct ReferenceFlow<'a> {
    code: &'a Code,
    pool: &'a ConstantPool,
    instructions: &'a Instructions<'a>,
    pub locals: usize,
    stack_max: usize,
    pub ref_words: usize,
    pub contexts: Vec<ContextMaps>,
    pub calls: Contexts,
    /// Instructions to go on from, the first in the code first: then paths meet before they are followed further.
    pending: BinaryHeap<Reverse<(u16, ContextId)>>,
    state: State,
    pc: usize,
}

impl<'a> ReferenceFlow<'a> {
    pub fn new(code: &'a Code, pool: &'a ConstantPool, instructions: &'a Instructions<'a>) -> Self {
        let (locals, stack_max) = (usize::from(code.max_locals), usize::from(code.max_stack));
        let ref_words = (locals + stack_max).div_ceil(64).max(1);
        let state = State { refs: vec![0; ref_words], halves: vec![0; ref_words], depth: 0, addresses: Vec::new() };
        let mut flow = ReferenceFlow {
            code,
            pool,
            instructions,
            locals,
            stack_max,
            ref_words,
            contexts: Vec::new(),
            calls: Contexts::default(),
            pending: BinaryHeap::new(),
            state,
            pc: 0,
        };
        flow.add_context();
        flow
    }

    fn add_context(&mut self) {
        let count = self.instructions.starts.len();
        let has_subroutines = self.instructions.has_subroutines;
        self.contexts.push(ContextMaps {
            depth: vec![UNREACHED; count],
            refs: vec![0; count * self.ref_words],
            halves: vec![0; count * self.ref_words],
            live: Vec::new(),
            addresses: if has_subroutines { vec![Vec::new(); count] } else { Vec::new() },
        });
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, AnalysisError> {
        Err(AnalysisError { pc: self.pc, message: message.into() })
    }

    pub fn enter(&mut self, descriptor: &str, is_static: bool) -> Result<(), AnalysisError> {
        let mut kinds = Vec::new();
        if !is_static {
            kinds.push(true);
        }
        let walked = walk_method(descriptor, |parameter| {
            kinds.push(parameter.is_reference());
            if parameter.slots() == 2 {
                kinds.push(false);
            }
        });
        walked.map_err(|error| self.pool_error(&error))?;
        if kinds.len() > self.locals {
            return self.error("the arguments do not fit the locals");
        }
        for (index, is_ref) in kinds.into_iter().enumerate() {
            self.set(index, is_ref);
        }
        self.flow(0, 0)
    }

    pub fn run(&mut self) -> Result<(), AnalysisError> {
        while let Some(Reverse((first, context))) = self.pending.pop() {
            self.load(context, first.into());
            let mut ordinal = usize::from(first);
            // Straight-line code goes on without the detour over `pending`.
            loop {
                let pc = usize::from(self.instructions.starts[ordinal]);
                self.pc = pc;
                self.flow_to_handlers(context, pc)?;
                self.step(context, pc)?;
                if !self.instructions.falls_through(pc) {
                    break;
                }
                ordinal += 1;
                if ordinal == self.instructions.starts.len() {
                    return self.error("control falls off the end of the code");
                }
                if !self.store(context, ordinal)? {
                    break;
                }
                if self.pending.peek().is_some_and(|Reverse((first, _))| usize::from(*first) <= ordinal) {
                    self.pending.push(Reverse((ordinal as u16, context)));
                    break;
                }
            }
        }
        Ok(())
    }

    fn load(&mut self, context: ContextId, ordinal: usize) {
        let from = &self.contexts[usize::from(context)];
        let words = ordinal * self.ref_words..(ordinal + 1) * self.ref_words;
        self.state.refs.copy_from_slice(&from.refs[words.clone()]);
        self.state.halves.copy_from_slice(&from.halves[words]);
        self.state.depth = usize::from(from.depth[ordinal]);
        self.state.addresses = from.addresses.get(ordinal).cloned().unwrap_or_default();
    }

    /// Merges the current state into that of an instruction. True if it changed, so that the instruction must run
    /// (again); the current state is then the merged one.
    fn store(&mut self, context: ContextId, ordinal: usize) -> Result<bool, AnalysisError> {
        let into = &mut self.contexts[usize::from(context)];
        let state = &mut self.state;
        let words = ordinal * self.ref_words..(ordinal + 1) * self.ref_words;
        let old = into.depth[ordinal];
        if old == UNREACHED {
            into.depth[ordinal] = state.depth as u16;
            into.refs[words.clone()].copy_from_slice(&state.refs);
            into.halves[words].copy_from_slice(&state.halves);
            if let Some(addresses) = into.addresses.get_mut(ordinal) {
                addresses.clone_from(&state.addresses);
            }
            return Ok(true);
        }
        if usize::from(old) != state.depth {
            return self.error("the stack differs between paths that meet");
        }
        let mut changed = false;
        // A slot in which one path has half of a long and the other something else is of no use to anyone.
        for (old, new) in into.halves[words.clone()].iter_mut().zip(&mut state.halves) {
            let merged = *old | *new;
            changed |= merged != *old;
            *old = merged;
            *new = merged;
        }
        for (old, new) in into.refs[words].iter_mut().zip(&mut state.refs) {
            let merged = *old & *new;
            changed |= merged != *old;
            *old = merged;
            *new = merged;
        }
        if let Some(addresses) = into.addresses.get_mut(ordinal) {
            let before = addresses.len();
            addresses.retain(|address| state.addresses.contains(address));
            changed |= addresses.len() != before;
            state.addresses.clone_from(addresses);
        }
        Ok(changed)
    }

    /// Lets the current state flow to the instruction at `target`.
    fn flow(&mut self, context: ContextId, target: usize) -> Result<(), AnalysisError> {
        let ordinal = self.instructions.ordinals[target];
        if ordinal == NO_START {
            return self.error(format!("{target} is not the beginning of an instruction"));
        }
        // The merge may weaken the current state, which is still to flow elsewhere.
        let (refs, halves) = (self.state.refs.clone(), self.state.halves.clone());
        let addresses = self.state.addresses.clone();
        if self.store(context, ordinal.into())? {
            self.pending.push(Reverse((ordinal, context)));
        }
        self.state.refs = refs;
        self.state.halves = halves;
        self.state.addresses = addresses;
        Ok(())
    }

    /// An exception keeps the locals and leaves itself on an empty stack.
    fn flow_to_handlers(&mut self, context: ContextId, pc: usize) -> Result<(), AnalysisError> {
        let code = self.code;
        if code.handlers.is_empty() || !opcode(code.bytes[pc]).is_some_and(|opcode| opcode.throws) {
            return Ok(());
        }
        for handler in &code.handlers {
            if !(usize::from(handler.start)..usize::from(handler.end)).contains(&pc) {
                continue;
            }
            let saved = State {
                refs: self.state.refs.clone(),
                halves: self.state.halves.clone(),
                depth: self.state.depth,
                addresses: self.state.addresses.clone(),
            };
            self.drop_slots(self.state.depth)?;
            self.push(b'A')?;
            self.flow(context, handler.target.into())?;
            self.state = saved;
        }
        Ok(())
    }

    fn set(&mut self, slot: usize, is_ref: bool) {
        let mask = 1u64 << (slot % 64);
        let word = &mut self.state.refs[slot / 64];
        *word = if is_ref { *word | mask } else { *word & !mask };
        self.state.halves[slot / 64] &= !mask;
        if !self.state.addresses.is_empty() {
            self.state.addresses.retain(|&(held, _)| usize::from(held) != slot);
        }
    }

    fn push(&mut self, kind: u8) -> Result<(), AnalysisError> {
        let slots = if matches!(kind, b'J' | b'D') { 2 } else { 1 };
        if self.state.depth + slots > self.stack_max {
            return self.error("the operand stack overflows");
        }
        let slot = self.locals + self.state.depth;
        self.set(slot, matches!(kind, b'A' | b'R' | b'N'));
        if slots == 2 {
            self.set(slot + 1, false);
            self.state.halves[(slot + 1) / 64] |= 1 << ((slot + 1) % 64);
        }
        self.state.depth += slots;
        Ok(())
    }

    /// Pops slots. What is above the stack stays all zero, so that states compare word by word.
    fn drop_slots(&mut self, count: usize) -> Result<(), AnalysisError> {
        if count > self.state.depth {
            return self.error("the operand stack underflows");
        }
        for _ in 0..count {
            self.state.depth -= 1;
            self.set(self.locals + self.state.depth, false);
        }
        Ok(())
    }

    fn local(&self, index: u16, slots: usize) -> Result<usize, AnalysisError> {
        if usize::from(index) + slots > self.locals {
            return self.error(format!("local {index} is beyond the method's {} locals", self.locals));
        }
        Ok(index.into())
    }

    fn pool_error(&self, error: &ClassError) -> AnalysisError {
        AnalysisError { pc: self.pc, message: error.to_string() }
    }

    fn step(&mut self, context: ContextId, pc: usize) -> Result<(), AnalysisError> {
        let number = self.code.bytes[pc];
        let shape = opcode(number).map_or("*", |opcode| opcode.shape);
        if let Some(access) = self.instructions.local_access(pc) {
            self.step_local(access.index, access.kind, access.stores)?;
        } else if let Some(index) = self.instructions.increment(pc) {
            self.local(index, 1)?;
        } else if self.instructions.is_ret(pc) {
            return self.step_ret(pc);
        } else if shape == "*" {
            self.step_special(pc, number)?;
        } else {
            let (pops, pushes) = shape.split_once('>').expect("every other shape has an arrow");
            let slots = pops.bytes().map(|kind| if matches!(kind, b'J' | b'D') { 2 } else { 1 }).sum();
            self.drop_slots(slots)?;
            for kind in pushes.bytes() {
                self.push(kind)?;
            }
        }
        if matches!(number, opcodes::JSR | opcodes::JSR_W) {
            return self.step_jsr(context, pc);
        }
        let mut targets = Vec::new();
        self.instructions.each_target(pc, |target| targets.push(target as usize));
        targets.into_iter().try_for_each(|target| self.flow(context, target))
    }

    fn step_local(&mut self, index: u16, kind: u8, stores: bool) -> Result<(), AnalysisError> {
        let slots = if matches!(kind, b'J' | b'D') { 2 } else { 1 };
        let local = self.local(index, slots)?;
        if !stores {
            return self.push(kind);
        }
        // `astore` may also store a return address.
        let top = (self.locals + self.state.depth).wrapping_sub(1) as u16;
        let address = self.state.addresses.iter().find(|&&(slot, _)| slot == top).map(|&(_, id)| id);
        self.drop_slots(slots)?;
        self.set(local, kind == b'A' && address.is_none());
        if slots == 2 {
            self.set(local + 1, false);
        }
        if let Some(id) = address {
            self.state.addresses.push((index, id));
            self.state.addresses.sort_unstable();
        }
        Ok(())
    }

    fn step_jsr(&mut self, context: ContextId, pc: usize) -> Result<(), AnalysisError> {
        let mut entry = 0;
        self.instructions.each_target(pc, |target| entry = target as usize);
        let return_pc = self.instructions.next(self.instructions.ordinals[pc].into());
        if return_pc >= self.code.bytes.len() {
            return self.error("a subroutine would return behind the end of the code");
        }
        let Some(callee) = self.calls.call(context, entry as u16, return_pc as u16) else {
            return self.error("subroutines call each other in too many ways");
        };
        while self.contexts.len() < self.calls.count() {
            self.add_context();
        }
        self.push(b'I')?;
        self.state.addresses.push(((self.locals + self.state.depth - 1) as u16, callee));
        self.state.addresses.sort_unstable();
        self.flow(callee, entry)
    }

    fn step_ret(&mut self, pc: usize) -> Result<(), AnalysisError> {
        let local = self.instructions.ret_local(pc);
        self.local(local, 1)?;
        let address = self.state.addresses.iter().find(|&&(slot, _)| slot == local);
        let Some((context, target)) = address.and_then(|&(_, id)| self.calls.caller(id)) else {
            return self.error(format!("ret uses local {local}, which holds no return address"));
        };
        self.flow(context, target.into())
    }

    fn step_special(&mut self, pc: usize, number: u8) -> Result<(), AnalysisError> {
        let bytes = &self.code.bytes;
        match number {
            opcodes::LDC => self.step_constant(u16::from(bytes[pc + 1])),
            opcodes::LDC_W | opcodes::LDC2_W => self.step_constant(u16_at(bytes, pc + 1)),
            opcodes::POP..=opcodes::SWAP => self.step_shuffle(number),
            opcodes::GETSTATIC..=opcodes::PUTFIELD => self.step_field(number, u16_at(bytes, pc + 1)),
            opcodes::INVOKEVIRTUAL..=opcodes::INVOKEDYNAMIC => self.step_invoke(number, u16_at(bytes, pc + 1)),
            opcodes::MULTIANEWARRAY => {
                self.drop_slots(bytes[pc + 3].into())?;
                self.push(b'A')
            }
            _ => Ok(()),
        }
    }

    fn step_constant(&mut self, index: u16) -> Result<(), AnalysisError> {
        let pool = self.pool;
        let kind = match pool.get(index).map_err(|error| self.pool_error(&error))? {
            Constant::Integer(_) => b'I',
            Constant::Float(_) => b'F',
            Constant::Long(_) => b'J',
            Constant::Double(_) => b'D',
            Constant::Dynamic { .. } => {
                let (_, _, descriptor) = pool.dynamic(index).map_err(|error| self.pool_error(&error))?;
                kind_of(FieldType::parse(descriptor).map_err(|error| self.pool_error(&error))?)
            }
            _ => b'A',
        };
        self.push(kind)
    }

    /// `pop` to `swap`: slots move as they are, halves and return addresses with them.
    fn step_shuffle(&mut self, number: u8) -> Result<(), AnalysisError> {
        // How many slots are taken off, and which of them (0 = deepest) are put back.
        let (taken, put): (usize, &[usize]) = match number {
            opcodes::POP => (1, &[]),
            opcodes::POP2 => (2, &[]),
            opcodes::DUP => (1, &[0, 0]),
            opcodes::DUP_X1 => (2, &[1, 0, 1]),
            opcodes::DUP_X2 => (3, &[2, 0, 1, 2]),
            opcodes::DUP2 => (2, &[0, 1, 0, 1]),
            opcodes::DUP2_X1 => (3, &[1, 2, 0, 1, 2]),
            opcodes::DUP2_X2 => (4, &[2, 3, 0, 1, 2, 3]),
            _ => (2, &[1, 0]),
        };
        if taken > self.state.depth {
            return self.error("the operand stack underflows");
        }
        let base = self.locals + self.state.depth - taken;
        if base + put.len() > self.locals + self.stack_max {
            return self.error("the operand stack overflows");
        }
        let state = &self.state;
        let address = |slot: usize| state.addresses.iter().find(|held| usize::from(held.0) == slot).map(|held| held.1);
        let old: Vec<_> = (base..base + taken)
            .map(|slot| (bit(&state.refs, slot), bit(&state.halves, slot), address(slot)))
            .collect();
        self.drop_slots(taken)?;
        for (slot, &from) in (base..).zip(put) {
            let (is_ref, is_half, address) = old[from];
            self.set(slot, is_ref);
            self.state.halves[slot / 64] |= u64::from(is_half) << (slot % 64);
            self.state.addresses.extend(address.map(|id| (slot as u16, id)));
        }
        self.state.addresses.sort_unstable();
        self.state.depth += put.len();
        Ok(())
    }

    fn step_field(&mut self, number: u8, index: u16) -> Result<(), AnalysisError> {
        let pool = self.pool;
        let (_, _, descriptor, _) = pool.member_parts(index).map_err(|error| self.pool_error(&error))?;
        let field = FieldType::parse(descriptor).map_err(|error| self.pool_error(&error))?;
        if matches!(number, opcodes::PUTSTATIC | opcodes::PUTFIELD) {
            self.drop_slots(field.slots().into())?;
        }
        if matches!(number, opcodes::GETFIELD | opcodes::PUTFIELD) {
            self.drop_slots(1)?;
        }
        if matches!(number, opcodes::GETSTATIC | opcodes::GETFIELD) { self.push(kind_of(field)) } else { Ok(()) }
    }

    fn step_invoke(&mut self, number: u8, index: u16) -> Result<(), AnalysisError> {
        let pool = self.pool;
        let descriptor = match number {
            opcodes::INVOKEDYNAMIC => pool.dynamic(index).map(|(_, _, descriptor)| descriptor),
            _ => pool.member_parts(index).map(|(_, _, descriptor, _)| descriptor),
        };
        let mut slots = usize::from(!matches!(number, opcodes::INVOKESTATIC | opcodes::INVOKEDYNAMIC));
        let result = descriptor
            .and_then(|descriptor| walk_method(descriptor, |parameter| slots += usize::from(parameter.slots())))
            .map_err(|error| self.pool_error(&error))?;
        self.drop_slots(slots)?;
        result.map_or(Ok(()), |result| self.push(kind_of(result)))
    }
}

/// The letter of the opcode table for a type.
fn kind_of(field_type: FieldType) -> u8 {
    match field_type {
        FieldType::Long => b'J',
        FieldType::Double => b'D',
        FieldType::Float => b'F',
        FieldType::Object(_) | FieldType::Array(_) => b'A',
        _ => b'I',
    }
}
