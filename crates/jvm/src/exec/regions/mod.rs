//! Branches whose two ways meet again soon are taken both at once (Avgerinos, Rebert, Cha and Brumley 2014; for Java Sharma et al. 2020): where
//! the code up to the place where they meet does nothing but compute, its results are expressions that choose between the results
//! of either way, and one path goes on instead of two. Small methods that are called on the way are followed; what could throw, allocate,
//! wait, or write a reference ends the attempt, and the branch is taken as any other.
//!
//! An argument of an assumption is always taken so, since an assumption is about its whole argument: taken one by one the branches of
//! `assume(a && b || c)` would be many paths, some of which end at a false assumption. Elsewhere it is asked for (`Config::merges_paths`),
//! as it hides paths from those who count them.

mod operations;

use crate::class::{Kind, MethodId, slow};
use crate::decode::is_branch;
use crate::domain::{Comparison, Symbol, narrow_symbol};
use crate::heap::{Ref, header};
use crate::instr::{Instr, OF_REFERENCES, Op};
use crate::vm::Vm;

/// Instructions looked at before giving up.
const FUEL: usize = 600;

/// Instructions between a branch and the place where its ways meet.
const REGION_MAX: u32 = 150;

/// Calls inside calls that are followed.
const CALLS_MAX: usize = 4;

/// The ways of a branch meet where the method returns.
const END: u32 = u32::MAX;

/// An operand during evaluation: a slot, and whether it takes two.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Operand {
    slot: u64,
    wide: bool,
}

impl Operand {
    fn narrow(slot: u64) -> Operand {
        Operand { slot, wide: false }
    }
}

/// Memory that is written: one, two, four or eight bytes of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    object: Ref,
    offset: u32,
    size: u8,
}

/// What one way has done so far.
#[derive(Clone, Debug, Default)]
struct Doings {
    locals: Vec<(u16, Operand)>,
    /// What was pushed since the branch, or since the method was called.
    stack: Vec<Operand>,
    writes: Vec<(Place, Operand)>,
}

/// The method a way leads through. The frame that branched has its locals on the thread's stack, from `base` on.
#[derive(Clone, Copy)]
struct Scope {
    method: MethodId,
    base: Option<usize>,
    /// Slots on the operand stack below those pushed since.
    below: usize,
    calls: usize,
}

enum Ended {
    Joined(Doings),
    /// At this instruction, with the result on the stack.
    Returned(u32, Doings),
}

/// What a branch comes to when both ways are taken.
pub(crate) struct Merged {
    pc: u32,
    doings: Doings,
    bottom: usize,
}

impl Vm {
    /// Both ways of the branch about to run, if they meet again and only compute until then.
    pub(crate) fn merged(&mut self, condition: Symbol, instr: Instr, pops: usize) -> Option<Merged> {
        let frame = *self.frame();
        let join = self.join_of(frame.method, frame.pc)?;
        let bottom = frame.sp as usize - pops;
        let below = bottom - frame.base as usize - self.method(frame.method).max_locals as usize;
        let scope = Scope { method: frame.method, base: Some(frame.base as usize), below, calls: 0 };
        let mut fuel = FUEL;
        let ended = self.both(scope, &mut fuel, condition, [instr.c, frame.pc + 1], Doings::default(), join)?;
        let (pc, doings) = match ended {
            Ended::Joined(doings) => (join, doings),
            Ended::Returned(pc, doings) => (pc, doings),
        };
        Some(Merged { pc, doings, bottom })
    }

    /// Whether branches of the code that runs are worth it: the library looks at texts character by character, and what it makes of each of
    /// them is better known.
    pub(crate) fn may_merge(&self) -> bool {
        let class = self.class(self.method(self.frame().method).class);
        self.config.merges_paths && (!class.library || &*class.name == "java/lang/Math")
    }

    /// Whether the ways of the branch about to run meet at an assumption.
    pub(crate) fn is_of_assumption(&mut self) -> bool {
        let frame = *self.frame();
        if self.class(self.method(frame.method).class).library {
            return false;
        }
        let Some(join) = self.join_of(frame.method, frame.pc).filter(|join| *join != END) else { return false };
        let instr = self.method(frame.method).code.instrs[join as usize].get();
        let method = match instr.op {
            Op::InvokestaticQuick | Op::InvokestaticChecked => MethodId(instr.c),
            Op::Invokestatic => match self.resolve_method_constant(self.current_class(), instr.c as u16) {
                Ok(method) => method,
                Err(_) => return false,
            },
            _ => return false,
        };
        let method = self.method(method);
        method.slow & slow::SYMBOLIC != 0 && matches!(&*method.name, "assume" | "ignoreIf")
    }

    /// The path goes on behind the branch.
    pub(crate) fn apply_merged(&mut self, merged: Merged) {
        let base = self.frame().base as usize;
        let Merged { pc, doings, bottom } = merged;
        for (place, operand) in doings.writes {
            self.write_place(place, operand);
        }
        let mut sp = bottom;
        let stack = &mut self.thread_mut().stack;
        for (local, operand) in doings.locals {
            stack[base + usize::from(local)] = operand.slot;
        }
        for operand in doings.stack {
            stack[sp] = operand.slot;
            sp += 1 + usize::from(operand.wide);
        }
        let frame = self.frame_mut();
        (frame.pc, frame.sp) = (pc, sp as u32);
    }

    /// Where the ways of the branch at `pc` meet, if nothing but what `follow` knows comes before that: where no jump leads beyond.
    fn join_of(&mut self, method: MethodId, pc: u32) -> Option<u32> {
        if let Some(known) = self.joins.get(&(method, pc)) {
            return *known;
        }
        let join = self.find_join(method, pc);
        self.joins.insert((method, pc), join);
        join
    }

    fn find_join(&self, method: MethodId, pc: u32) -> Option<u32> {
        let instrs = &self.method(method).code.instrs;
        let mut limit = instrs.get(pc as usize)?.get().c;
        let mut returns = false;
        let mut at = pc + 1;
        while at < limit {
            let instr = instrs.get(at as usize)?.get();
            if at - pc > REGION_MAX || !is_known(instr.op) {
                return None;
            }
            if is_branch(instr.op) || instr.op == Op::Goto {
                if instr.c <= at {
                    return None;
                }
                limit = limit.max(instr.c);
            }
            returns |= matches!(instr.op, Op::Return | Op::Return1 | Op::Return2);
            at += 1;
        }
        (limit > pc).then_some(if returns { END } else { limit })
    }

    /// Both ways, and what comes of them.
    fn both(
        &mut self,
        scope: Scope,
        fuel: &mut usize,
        condition: Symbol,
        ways: [u32; 2],
        doings: Doings,
        join: u32,
    ) -> Option<Ended> {
        let first = self.follow(scope, fuel, ways[0], doings.clone(), join)?;
        let second = self.follow(scope, fuel, ways[1], doings, join)?;
        match (first, second) {
            (Ended::Joined(first), Ended::Joined(second)) => {
                self.merge(scope, condition, first, second, Some(join)).map(Ended::Joined)
            }
            (Ended::Returned(at, first), Ended::Returned(_, second)) => {
                self.merge(scope, condition, first, second, None).map(|merged| Ended::Returned(at, merged))
            }
            _ => None,
        }
    }

    fn follow(&mut self, scope: Scope, fuel: &mut usize, mut pc: u32, mut doings: Doings, join: u32) -> Option<Ended> {
        loop {
            if pc == join {
                return Some(Ended::Joined(doings));
            }
            *fuel = fuel.checked_sub(1)?;
            let instr = self.method(scope.method).code.instrs.get(pc as usize)?.get();
            match instr.op {
                Op::Goto if instr.c > pc => pc = instr.c,
                op if is_branch(op) && instr.c > pc => {
                    let condition = self.condition_of(instr, &mut doings)?;
                    match self.values().as_constant(condition) {
                        Some(value) => pc = if value != 0 { instr.c } else { pc + 1 },
                        None => {
                            let inner = self.join_of(scope.method, pc).filter(|inner| *inner <= join)?;
                            match self.both(scope, fuel, condition, [instr.c, pc + 1], doings, inner)? {
                                Ended::Joined(merged) => (pc, doings) = (inner, merged),
                                returned => return Some(returned),
                            }
                        }
                    }
                }
                Op::Return => {
                    doings.stack.clear();
                    return Some(Ended::Returned(pc, doings));
                }
                Op::Return1 | Op::Return2 => {
                    let result = doings.stack.pop()?;
                    doings.stack = vec![result];
                    return Some(Ended::Returned(pc, doings));
                }
                Op::Invokestatic
                | Op::InvokestaticQuick
                | Op::InvokestaticChecked
                | Op::Invokevirtual
                | Op::InvokevirtualQuick => {
                    self.follow_call(scope, fuel, instr, &mut doings)?;
                    pc += 1;
                }
                _ => {
                    self.compute(scope, instr, &mut doings)?;
                    pc += 1;
                }
            }
        }
    }

    /// The condition that a branch tests.
    fn condition_of(&mut self, instr: Instr, doings: &mut Doings) -> Option<Symbol> {
        let (op, two) = comparison(instr.op)?;
        if instr.x == OF_REFERENCES && two {
            let (b, a) = (doings.stack.pop()?.slot, doings.stack.pop()?.slot);
            // Boxes of symbolic values may be the same or not.
            if a != b && a != 0 && b != 0 {
                return None;
            }
            return Some(self.values().constant(i64::from((a == b) == (op == Comparison::Equal))));
        }
        let b = if two { self.popped(doings)? } else { self.values().constant(0) };
        let a = self.popped(doings)?;
        Some(self.values().compare(op, a, b))
    }

    /// A call of a small method whose class is ready.
    fn follow_call(&mut self, scope: Scope, fuel: &mut usize, instr: Instr, doings: &mut Doings) -> Option<()> {
        let class = self.method(scope.method).class;
        let named = match instr.op {
            Op::InvokestaticQuick | Op::InvokestaticChecked => MethodId(instr.c),
            Op::InvokevirtualQuick => {
                let receiver = self.receiver_below(doings, usize::from(instr.a))?;
                *self.class(self.heap.class_of(receiver)).vtable.get(instr.c as usize)?
            }
            _ => self.resolve_method_constant(class, instr.c as u16).ok()?,
        };
        let method = match instr.op {
            Op::Invokevirtual => {
                let receiver = self.receiver_below(doings, usize::from(self.method(named).arguments))?;
                self.select_method(self.heap.class_of(receiver), named).ok()?
            }
            _ => named,
        };
        let callee = self.method(method);
        let is_virtual = matches!(instr.op, Op::Invokevirtual | Op::InvokevirtualQuick);
        if callee.slow & !slow::UNDECODED != 0 || callee.is_static() == is_virtual || scope.calls >= CALLS_MAX {
            return None;
        }
        if !is_virtual && self.heap.header(self.class(callee.class).statics) & header::INIT_DONE == 0 {
            return None;
        }
        self.prepare_code(method).ok()?;
        let callee = self.method(method);
        let (returns, arguments) = (callee.returns, usize::from(callee.arguments));
        let mut locals = Vec::new();
        let mut slot = arguments;
        while slot > 0 {
            let operand = doings.stack.pop()?;
            slot = slot.checked_sub(1 + usize::from(operand.wide))?;
            locals.push((slot as u16, operand));
        }
        let inner = Doings { locals, stack: Vec::new(), writes: std::mem::take(&mut doings.writes) };
        let scope = Scope { method, base: None, below: 0, calls: scope.calls + 1 };
        let Ended::Returned(_, mut ended) = self.follow(scope, fuel, 0, inner, END)? else { return None };
        doings.writes = ended.writes;
        if returns != Kind::Void {
            doings.stack.push(ended.stack.pop()?);
        }
        Some(())
    }

    /// The object `slots` below the top.
    fn receiver_below(&self, doings: &Doings, slots: usize) -> Option<Ref> {
        let mut left = slots;
        for operand in doings.stack.iter().rev() {
            left = left.checked_sub(1 + usize::from(operand.wide))?;
            if left == 0 {
                return Some(Ref::from_slot(operand.slot)).filter(|object| !object.is_null());
            }
        }
        None
    }

    /// What is so after either way; none if a reference would depend on which.
    fn merge(
        &mut self,
        scope: Scope,
        condition: Symbol,
        first: Doings,
        second: Doings,
        join: Option<u32>,
    ) -> Option<Doings> {
        let map = match join {
            Some(_) if self.has_contexts(scope.method) => return None,
            Some(join) => Some(self.point_map(scope.method, join).clone()),
            None => None,
        };
        let mut merged = Doings::default();
        let mut locals: Vec<u16> = first.locals.iter().chain(&second.locals).map(|(local, _)| *local).collect();
        locals.sort_unstable();
        locals.dedup();
        // A method that returns needs its locals no more.
        for local in locals.into_iter().filter(|_| map.is_some()) {
            let map = map.as_ref().expect("filtered");
            let is_reference = map.ref_locals.contains(&local);
            if !is_reference && !map.value_locals.contains(&local) {
                continue;
            }
            let own = |doings: &Doings| doings.locals.iter().rev().find(|(known, _)| *known == local).map(|(_, o)| *o);
            let wide = own(&first).or(own(&second)).is_some_and(|operand| operand.wide);
            let (a, b) = (self.local(scope, &first, local, wide)?, self.local(scope, &second, local, wide)?);
            merged.locals.push((local, self.either(condition, a, b, is_reference)?));
        }
        if first.stack.len() != second.stack.len() {
            return None;
        }
        let mut at = scope.below;
        for (a, b) in first.stack.iter().zip(&second.stack) {
            let is_reference = match &map {
                Some(map) => map.ref_stack.contains(&(at as u16)),
                None => self.method(scope.method).returns == Kind::Reference,
            };
            merged.stack.push(self.either(condition, *a, *b, is_reference)?);
            at += 1 + usize::from(a.wide);
        }
        let mut places: Vec<Place> = Vec::new();
        for (place, _) in first.writes.iter().chain(&second.writes) {
            if !places.contains(place) {
                places.push(*place);
            }
        }
        for place in places {
            let written = |doings: &Doings| doings.writes.iter().find(|(known, _)| *known == place).map(|(_, o)| *o);
            let before = Operand { slot: self.kept(place), wide: place.size == 8 };
            let (a, b) = (written(&first).unwrap_or(before), written(&second).unwrap_or(before));
            let extended = |operand: Operand| match place.size {
                // As an expression a byte or a short has a sign, unless both are small enough not to matter.
                1 if narrow_symbol(operand.slot) == 0 => Operand::narrow(u64::from(operand.slot as i8 as u32)),
                _ => operand,
            };
            // Two bytes may be a char or a short, which expressions tell apart.
            if place.size == 2 && a != b && (a.slot | b.slot) & 0x8000 != 0 {
                return None;
            }
            merged.writes.push((place, self.either(condition, extended(a), extended(b), false)?));
        }
        Some(merged)
    }

    fn either(&mut self, condition: Symbol, a: Operand, b: Operand, is_reference: bool) -> Option<Operand> {
        if a == b {
            return Some(a);
        }
        if is_reference || a.wide != b.wide {
            return None;
        }
        let (first, second) = (self.symbol_of(a)?, self.symbol_of(b)?);
        let chosen = self.values().choose(condition, first, second);
        Some(self.operand_of(chosen, a.wide))
    }
}

/// Whether a region may have such an instruction, so that looking into it is worth while.
fn is_known(op: Op) -> bool {
    !matches!(
        op,
        Op::New
            | Op::NewQuick
            | Op::NewChecked
            | Op::Newarray
            | Op::Anewarray
            | Op::NewarrayQuick
            | Op::Multianewarray
            | Op::Athrow
            | Op::Monitorenter
            | Op::Monitorexit
            | Op::Aastore
            | Op::PutfieldRef
            | Op::PutstaticRef
            | Op::Invokedynamic
            | Op::Invokeinterface
            | Op::InvokeinterfaceQuick
            | Op::InvokeLinked
            | Op::Invokespecial
            | Op::InvokespecialQuick
            | Op::Tableswitch
            | Op::Lookupswitch
            | Op::Jsr
            | Op::Ret
            | Op::Ldc
            | Op::Ldc2
            | Op::WatchLocal
            | Op::Malformed
    )
}

fn comparison(op: Op) -> Option<(Comparison, bool)> {
    Some(match op {
        Op::Ifeq => (Comparison::Equal, false),
        Op::Ifne => (Comparison::NotEqual, false),
        Op::Iflt => (Comparison::Less, false),
        Op::Ifge => (Comparison::GreaterOrEqual, false),
        Op::Ifgt => (Comparison::Greater, false),
        Op::Ifle => (Comparison::LessOrEqual, false),
        Op::IfIcmpeq => (Comparison::Equal, true),
        Op::IfIcmpne => (Comparison::NotEqual, true),
        Op::IfIcmplt => (Comparison::Less, true),
        Op::IfIcmpge => (Comparison::GreaterOrEqual, true),
        Op::IfIcmpgt => (Comparison::Greater, true),
        Op::IfIcmple => (Comparison::LessOrEqual, true),
        _ => return None,
    })
}
