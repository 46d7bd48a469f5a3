//! From the internal instructions of a method to Cranelift's: one block per target of a branch, values in registers in between.
//!
//! Whatever is not done here *leaves*: the frame is put together as the interpreter would have it before the instruction, and
//! the interpreter runs it. So an instruction either has its whole effect here, or none.

use std::collections::BTreeMap;

use compiler::ir::condcodes::IntCC;
use compiler::ir::{AbiParam, Block, BlockArg, InstBuilder, MemFlagsData, SigRef, Signature, Type, Value, types};
use compiler::{Record, frontend::FunctionBuilder};

use super::source::Source;
use crate::class::Method;
use crate::instr::{Instr, Op};
use crate::vm::Vm;

/// A slot of the operand stack; the second half of a long or double is none.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub value: Value,
    pub constant: Option<i64>,
    pub compared: Option<Compared>,
}

/// What a comparison that leaves -1, 0 or 1 compared: a branch may ask for that at once.
#[derive(Clone, Copy)]
pub(super) enum Compared {
    Longs(Value, Value),
    /// And whether it is "less" if one of them is no number.
    Floats(Value, Value, bool),
}

/// A block that several places jump to, and what it is handed: locals by number, slots of the stack, and the count.
struct Leader {
    block: Block,
    locals: Vec<u16>,
    stack: Vec<Option<Type>>,
}

/// A place where the code leaves, to be written once all others are.
struct Exit {
    block: Block,
    pc: usize,
    stack: Vec<Option<Slot>>,
    locals: Vec<(u16, Value)>,
    count: Value,
    pending: i64,
    /// Something that was called has left before.
    is_outer: bool,
}

pub(super) struct Translator<'a, 'b> {
    pub vm: &'a Vm,
    pub method: &'a Method,
    pub source: &'a Source,
    pub builder: &'a mut FunctionBuilder<'b>,
    pub signature: Signature,
    pub helper: Signature,
    pub pc: usize,
    pub stack: Vec<Option<Slot>>,
    locals: Vec<Option<Value>>,
    leaders: BTreeMap<usize, Leader>,
    todo: Vec<usize>,
    exits: Vec<Exit>,
    exit_here: Option<Block>,
    /// Instructions done, besides those pending, which are known before the code runs.
    pub count: Value,
    pub pending: i64,
    pub context: Value,
    pub base: Value,
    pub record: Value,
    pub words: Value,
    code_signature: Option<SigRef>,
    /// Instructions that were not resolved when this was compiled.
    pub unresolved: Vec<u32>,
}

/// What follows an instruction.
#[derive(PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    End,
}

/// The method has something that is not compiled at all.
pub(super) struct Refused;

pub(super) type Done = Result<Flow, Refused>;

pub(super) const TRUSTED: MemFlagsData = MemFlagsData::trusted();
/// Of what does not change while compiled code runs.
pub(super) const FIXED: MemFlagsData = MemFlagsData::trusted().with_readonly().with_can_move();

macro_rules! field {
    ($name:ident) => {
        std::mem::offset_of!(compiler::Context, $name) as i32
    };
}
pub(super) use field;

impl<'a, 'b> Translator<'a, 'b> {
    pub fn new(
        vm: &'a Vm,
        method: &'a Method,
        source: &'a Source,
        builder: &'a mut FunctionBuilder<'b>,
        signature: Signature,
        helper: Signature,
    ) -> Self {
        let start = builder.create_block();
        builder.append_block_params_for_function_params(start);
        builder.switch_to_block(start);
        let [context, base, record] = builder.block_params(start)[..] else { unreachable!("three parameters") };
        let words = builder.ins().load(types::I64, FIXED, context, field!(words));
        let count = builder.ins().load(types::I64, TRUSTED, context, field!(count));
        Translator {
            vm,
            method,
            source,
            builder,
            signature,
            helper,
            pc: 0,
            stack: Vec::new(),
            locals: vec![None; usize::from(method.max_locals)],
            leaders: BTreeMap::new(),
            todo: Vec::new(),
            exits: Vec::new(),
            exit_here: None,
            count,
            pending: 0,
            context,
            base,
            record,
            words,
            code_signature: None,
            unresolved: Vec::new(),
        }
    }

    /// Translates what can be reached from instruction `entry` on, where the operand stack has `depth` slots.
    pub fn translate(&mut self, entry: usize, depth: usize) -> Result<(), Refused> {
        let map = self.vm.point_map(self.method.id, entry as u32).clone();
        for local in map.ref_locals.iter().chain(&map.value_locals) {
            let kind = self.source.locals[usize::from(*local)];
            let value = self.load_slot(usize::from(*local), kind);
            self.locals[usize::from(*local)] = Some(value);
        }
        self.stack = vec![None; depth];
        for slot in map.ref_stack.iter().chain(&map.value_stack).filter(|slot| usize::from(**slot) < depth) {
            let at = usize::from(self.method.max_locals) + usize::from(*slot);
            let value = self.load_slot(at, types::I64);
            self.stack[usize::from(*slot)] = Some(Slot { value, constant: None, compared: None });
        }
        self.jump_to(entry);
        while let Some(pc) = self.todo.pop() {
            self.translate_block(pc)?;
        }
        self.write_exits();
        Ok(())
    }

    fn load_slot(&mut self, at: usize, kind: Type) -> Value {
        // Narrow values are kept with zeros above them; the lower half is first in memory.
        self.builder.ins().load(kind, TRUSTED, self.base, 8 * at as i32)
    }

    fn translate_block(&mut self, pc: usize) -> Result<(), Refused> {
        let leader = &self.leaders[&pc];
        self.builder.switch_to_block(leader.block);
        let mut parameters = self.builder.block_params(leader.block).to_vec().into_iter();
        let mut next = || parameters.next().expect("as many as the leader says");
        self.locals.fill(None);
        for local in &leader.locals {
            self.locals[usize::from(*local)] = Some(next());
        }
        let slot = |value| Slot { value, constant: None, compared: None };
        self.stack = leader.stack.iter().map(|kind| kind.map(|_| slot(next()))).collect();
        self.count = next();
        self.pending = 0;
        self.pc = pc;
        loop {
            self.exit_here = None;
            let instr = *self.source.instrs.get(self.pc).ok_or(Refused)?;
            if self.instruction(instr)? == Flow::End {
                return Ok(());
            }
            self.pending += 1;
            self.pc += 1;
            if self.source.is_target[self.pc] {
                self.jump_to(self.pc);
                return Ok(());
            }
        }
    }

    // Leaving.

    /// The block that leaves before the instruction that is being translated.
    pub fn exit(&mut self) -> Block {
        if let Some(block) = self.exit_here {
            return block;
        }
        let block = self.new_exit(false, self.stack.len());
        self.exit_here = Some(block);
        block
    }

    /// The block that leaves during the call that is being translated, whose arguments are no longer on the stack.
    pub fn outer_exit(&mut self, arguments: usize) -> Block {
        self.new_exit(true, self.stack.len() - arguments)
    }

    fn new_exit(&mut self, is_outer: bool, depth: usize) -> Block {
        let block = self.builder.create_block();
        self.builder.set_cold_block(block);
        let map = self.vm.point_map(self.method.id, self.pc as u32).clone();
        let is_changed = |local: &&u16| self.source.is_stored[usize::from(**local)];
        let live = map.ref_locals.iter().chain(&map.value_locals).filter(is_changed);
        let locals = live.filter_map(|local| Some((*local, self.locals[usize::from(*local)]?))).collect();
        self.exits.push(Exit {
            block,
            pc: self.pc,
            stack: self.stack[..depth].to_vec(),
            locals,
            count: self.count,
            pending: self.pending,
            is_outer,
        });
        block
    }

    /// Leaves before the instruction if the condition holds.
    pub fn exit_if(&mut self, condition: Value) {
        let exit = self.exit();
        let next = self.builder.create_block();
        self.builder.ins().brif(condition, exit, &[], next, &[]);
        self.builder.switch_to_block(next);
    }

    /// Leaves unless the condition holds.
    pub fn exit_unless(&mut self, condition: Value) {
        let exit = self.exit();
        let next = self.builder.create_block();
        self.builder.ins().brif(condition, next, &[], exit, &[]);
        self.builder.switch_to_block(next);
    }

    /// Leaves before the instruction, whatever it finds.
    pub fn leave(&mut self) -> Flow {
        let exit = self.exit();
        self.builder.ins().jump(exit, &[]);
        Flow::End
    }

    fn write_exits(&mut self) {
        let mut tails = [None, None];
        for exit in std::mem::take(&mut self.exits) {
            self.builder.switch_to_block(exit.block);
            for (local, value) in exit.locals {
                self.store_slot(usize::from(local), value);
            }
            for (place, slot) in exit.stack.iter().enumerate() {
                if let Some(slot) = slot {
                    self.store_slot(usize::from(self.method.max_locals) + place, slot.value);
                }
            }
            let (is_outer, depth) = (exit.is_outer, exit.stack.len());
            let tail = *tails[usize::from(is_outer)].get_or_insert_with(|| {
                let tail = self.builder.create_block();
                self.builder.set_cold_block(tail);
                for kind in [types::I32, types::I32, types::I64] {
                    self.builder.append_block_param(tail, kind);
                }
                tail
            });
            let count = self.builder.ins().iadd_imm_s(exit.count, exit.pending);
            let pc = self.builder.ins().iconst(types::I32, exit.pc as i64);
            let sp = self.builder.ins().iconst(types::I32, i64::from(self.method.max_locals) + depth as i64);
            let arguments = [pc, sp, count].map(BlockArg::from);
            self.builder.ins().jump(tail, &arguments);
        }
        for (is_outer, tail) in tails.into_iter().enumerate() {
            if let Some(tail) = tail {
                self.write_tail(tail, is_outer == 1);
            }
        }
    }

    /// Tells where the method stands, and returns.
    fn write_tail(&mut self, tail: Block, is_outer: bool) {
        self.builder.switch_to_block(tail);
        let [pc, sp, count] = self.builder.block_params(tail)[..] else { unreachable!("three parameters") };
        let stack = self.builder.ins().load(types::I64, FIXED, self.context, field!(stack));
        let bytes = self.builder.ins().isub(self.base, stack);
        let slots = self.builder.ins().ushr_imm_u(bytes, 3);
        let base = self.builder.ins().ireduce(types::I32, slots);
        let sp = self.builder.ins().iadd(base, sp);
        let method = self.builder.ins().iconst(types::I32, i64::from(self.method.id.0));
        let record = [
            (method, std::mem::offset_of!(Record, method)),
            (pc, std::mem::offset_of!(Record, pc)),
            (base, std::mem::offset_of!(Record, base)),
            (sp, std::mem::offset_of!(Record, sp)),
        ];
        for (value, at) in record {
            self.builder.ins().store(TRUSTED, value, self.record, at as i32);
        }
        if !is_outer {
            self.builder.ins().store(TRUSTED, self.record, self.context, field!(top));
            self.builder.ins().store(TRUSTED, count, self.context, field!(count));
        }
        let left = self.builder.ins().iconst(types::I64, 1);
        let nothing = self.builder.ins().iconst(types::I64, 0);
        self.builder.ins().return_(&[left, nothing]);
    }

    /// Writes a value to the frame's slot in memory.
    pub fn store_slot(&mut self, at: usize, value: Value) {
        let kind = self.builder.func.dfg.value_type(value);
        let value = if kind == types::F64 { value } else { self.as_long(value) };
        self.builder.ins().store(TRUSTED, value, self.base, 8 * at as i32);
    }

    // Branches.

    fn arguments_for(&mut self, pc: usize) -> (Block, Vec<BlockArg>) {
        if !self.leaders.contains_key(&pc) {
            let map = self.vm.point_map(self.method.id, pc as u32).clone();
            let mut locals: Vec<u16> = map.ref_locals.iter().chain(&map.value_locals).copied().collect();
            locals.retain(|local| self.locals[usize::from(*local)].is_some());
            locals.sort_unstable();
            let block = self.builder.create_block();
            for local in &locals {
                self.builder.append_block_param(block, self.source.locals[usize::from(*local)]);
            }
            let kind_of = |slot: &Slot| self.builder.func.dfg.value_type(slot.value);
            let stack: Vec<Option<Type>> = self.stack.iter().map(|slot| slot.as_ref().map(kind_of)).collect();
            for kind in stack.iter().flatten() {
                self.builder.append_block_param(block, *kind);
            }
            self.builder.append_block_param(block, types::I64);
            self.leaders.insert(pc, Leader { block, locals, stack });
            self.todo.push(pc);
        }
        let leader = &self.leaders[&pc];
        let (block, locals, stack) = (leader.block, leader.locals.clone(), leader.stack.clone());
        let mut arguments = Vec::with_capacity(locals.len() + stack.len() + 1);
        for local in locals {
            let kind = self.source.locals[usize::from(local)];
            let value = match self.locals[usize::from(local)] {
                Some(value) => value,
                // Alive there, and without a value here: there is no such path.
                None => self.zero(kind),
            };
            arguments.push(BlockArg::from(value));
        }
        for (place, kind) in stack.iter().enumerate() {
            if let Some(kind) = kind {
                let value = match self.stack[place] {
                    Some(slot) => self.convert(slot.value, *kind),
                    None => self.zero(*kind),
                };
                arguments.push(BlockArg::from(value));
            }
        }
        let count = self.builder.ins().iadd_imm_s(self.count, self.pending);
        arguments.push(BlockArg::from(count));
        (block, arguments)
    }

    fn zero(&mut self, kind: Type) -> Value {
        let zero = self.builder.ins().iconst(types::I64, 0);
        self.convert(zero, kind)
    }

    /// Goes on at an instruction that others jump to, too; nothing of the present one is left to do.
    pub fn jump_to(&mut self, pc: usize) {
        let (block, arguments) = self.arguments_for(pc);
        self.builder.ins().jump(block, &arguments);
    }

    /// Jumps, from the end of an instruction whose operands are `pops` slots. Backwards only within the budget.
    pub fn goto(&mut self, target: usize, pops: usize) -> Flow {
        let exit = (target <= self.pc).then(|| self.exit());
        self.stack.truncate(self.stack.len() - pops);
        self.pending += 1;
        self.jump_within_budget(target, exit);
        Flow::End
    }

    fn jump_within_budget(&mut self, target: usize, exit: Option<Block>) {
        let (block, arguments) = self.arguments_for(target);
        let Some(exit) = exit else {
            self.builder.ins().jump(block, &arguments);
            return;
        };
        let is_over = self.is_over_budget();
        self.builder.ins().brif(is_over, exit, &[], block, &arguments);
    }

    /// Whether the instructions done, with those pending, have used the budget up.
    pub fn is_over_budget(&mut self) -> Value {
        let count = self.builder.ins().iadd_imm_s(self.count, self.pending);
        let budget = self.builder.ins().load(types::I64, FIXED, self.context, field!(budget));
        self.builder.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, count, budget)
    }

    pub fn branch(&mut self, condition: Value, target: usize, pops: usize) -> Done {
        let exit = (target <= self.pc).then(|| self.exit());
        self.stack.truncate(self.stack.len() - pops);
        self.pending += 1;
        let next = self.builder.create_block();
        if exit.is_some() {
            let taken = self.builder.create_block();
            self.builder.ins().brif(condition, taken, &[], next, &[]);
            self.builder.switch_to_block(taken);
            self.jump_within_budget(target, exit);
        } else {
            let (block, arguments) = self.arguments_for(target);
            self.builder.ins().brif(condition, block, &arguments, next, &[]);
        }
        self.pending -= 1;
        self.builder.switch_to_block(next);
        Ok(Flow::Next)
    }

    // Locals and operands.

    pub fn local(&mut self, local: usize) -> Result<Value, Refused> {
        self.locals.get(local).copied().flatten().ok_or(Refused)
    }

    pub fn set_local(&mut self, local: usize, value: Value) {
        let value = self.convert(value, self.source.locals[local]);
        self.locals[local] = Some(value);
    }

    pub fn push(&mut self, value: Value) {
        self.stack.push(Some(Slot { value, constant: None, compared: None }));
    }

    pub fn push_wide(&mut self, value: Value) {
        self.push(value);
        self.stack.push(None);
    }

    /// The slot that is `below` slots under the end of the stack; 1 is the topmost.
    pub fn peek(&self, below: usize) -> Result<Slot, Refused> {
        self.stack.len().checked_sub(below).and_then(|at| self.stack[at]).ok_or(Refused)
    }

    pub fn peek_int(&mut self, below: usize) -> Result<Value, Refused> {
        let value = self.peek(below)?.value;
        Ok(self.as_int(value))
    }

    pub fn peek_long(&mut self, below: usize) -> Result<Value, Refused> {
        let value = self.peek(below)?.value;
        Ok(self.as_long(value))
    }

    pub fn peek_double(&mut self, below: usize) -> Result<Value, Refused> {
        let value = self.peek(below)?.value;
        Ok(self.convert(value, types::F64))
    }

    pub fn peek_float(&mut self, below: usize) -> Result<Value, Refused> {
        let value = self.peek(below)?.value;
        Ok(self.convert(value, types::F32))
    }

    pub fn pop(&mut self, slots: usize) {
        self.stack.truncate(self.stack.len() - slots);
    }

    pub fn as_int(&mut self, value: Value) -> Value {
        self.convert(value, types::I32)
    }

    pub fn as_long(&mut self, value: Value) -> Value {
        self.convert(value, types::I64)
    }

    /// The same bits in another kind of register; narrow values have zeros above them.
    pub fn convert(&mut self, value: Value, kind: Type) -> Value {
        let now = self.builder.func.dfg.value_type(value);
        let plain = MemFlagsData::new();
        if now == kind {
            return value;
        }
        match (now, kind) {
            (types::F32, _) => {
                let bits = self.builder.ins().bitcast(types::I32, plain, value);
                self.convert(bits, kind)
            }
            (types::F64, _) => {
                let bits = self.builder.ins().bitcast(types::I64, plain, value);
                self.convert(bits, kind)
            }
            (types::I32, types::F32) => self.builder.ins().bitcast(types::F32, plain, value),
            (types::I64, types::F64) => self.builder.ins().bitcast(types::F64, plain, value),
            (types::I64, types::I32) => self.builder.ins().ireduce(types::I32, value),
            (types::I32, types::I64) => self.builder.ins().uextend(types::I64, value),
            (types::I64, types::F32) => {
                let bits = self.builder.ins().ireduce(types::I32, value);
                self.convert(bits, kind)
            }
            (types::I32, types::F64) => {
                let bits = self.builder.ins().uextend(types::I64, value);
                self.convert(bits, kind)
            }
            _ => unreachable!("there are four kinds of values"),
        }
    }

    // Calls.

    pub fn code_signature(&mut self) -> SigRef {
        if self.code_signature.is_none() {
            self.code_signature = Some(self.builder.import_signature(self.signature.clone()));
        }
        self.code_signature.expect("just imported")
    }

    /// Calls a function of `compiler::helpers`.
    pub fn help(&mut self, function: usize, arguments: &[Value], result: Option<Type>) -> Option<Value> {
        let mut signature = self.helper.clone();
        for argument in arguments {
            let kind = self.builder.func.dfg.value_type(*argument);
            signature.params.push(AbiParam::new(kind));
        }
        signature.returns.extend(result.map(AbiParam::new));
        let signature = self.builder.import_signature(signature);
        let function = self.builder.ins().iconst(types::I64, function as i64);
        let call = self.builder.ins().call_indirect(signature, function, arguments);
        result.map(|_| self.builder.inst_results(call)[0])
    }

    /// Whether the instruction will have another form once it has run.
    pub fn is_unresolved(instr: Instr) -> bool {
        matches!(
            instr.op,
            Op::Ldc
                | Op::Ldc2
                | Op::Getstatic
                | Op::Putstatic
                | Op::Getfield
                | Op::Putfield
                | Op::Invokevirtual
                | Op::Invokespecial
                | Op::Invokestatic
                | Op::Invokeinterface
                | Op::New
                | Op::Newarray
                | Op::Anewarray
                | Op::Checkcast
                | Op::Instanceof
        )
    }
}
