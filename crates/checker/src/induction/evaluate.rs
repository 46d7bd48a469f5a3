//! Methods run on given numbers, each call once: its result is remembered, so that two calls of `fib` that meet again cost one.

use std::collections::HashMap;

use super::fragment::{Fragment, Step};
use symbolic::expr::{Binary, Comparison, Width};

/// What a call comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Came {
    Returned(i32),
    /// It throws an exception, or needs more stack than there is.
    Threw,
    Failed,
}

/// Deeper than the stack of any Java virtual machine by default.
const DEPTH_MAX: usize = 1 << 20;

pub(super) struct Evaluator<'a> {
    fragment: &'a Fragment,
    known: HashMap<(usize, Vec<i32>), Came>,
    /// Steps that may still be taken.
    pub fuel: u64,
}

struct Frame {
    routine: usize,
    arguments: Vec<i32>,
    locals: Vec<i32>,
    stack: Vec<i32>,
    at: usize,
}

impl<'a> Evaluator<'a> {
    pub fn new(fragment: &'a Fragment, fuel: u64) -> Self {
        Evaluator { fragment, known: HashMap::new(), fuel }
    }

    fn frame(&self, routine: usize, arguments: Vec<i32>) -> Frame {
        let mut locals = arguments.clone();
        locals.resize(self.fragment.routines[routine].locals.max(arguments.len()), 0);
        Frame { routine, arguments, locals, stack: Vec::new(), at: 0 }
    }

    /// What a call comes to; none if it asks for inputs or takes too long.
    pub fn call(&mut self, routine: usize, arguments: &[i32]) -> Option<Came> {
        if let Some(known) = self.known.get(&(routine, arguments.to_vec())) {
            return Some(*known);
        }
        let fragment = self.fragment;
        let mut frames = vec![self.frame(routine, arguments.to_vec())];
        loop {
            self.fuel = self.fuel.checked_sub(1)?;
            let frame = frames.last_mut()?;
            let step = &fragment.routines[frame.routine].steps[frame.at];
            frame.at += 1;
            if let Step::Call(called) = step {
                let called = *called;
                let count = fragment.routines[called].parameters;
                let passed = frame.stack.split_off(frame.stack.len() - count);
                let known = self.known.get(&(called, passed.clone())).copied();
                match known {
                    Some(Came::Returned(value)) => {
                        if fragment.routines[called].has_result {
                            frame.stack.push(value);
                        }
                    }
                    Some(bad) => return Some(self.unwound(&frames, bad)),
                    None if frames.len() >= DEPTH_MAX => return Some(self.unwound(&frames, Came::Threw)),
                    None => frames.push(self.frame(called, passed)),
                }
                continue;
            }
            match frame.take(step)? {
                None => {}
                Some(Came::Returned(value)) => {
                    let done = frames.pop()?;
                    let has_result = fragment.routines[done.routine].has_result;
                    self.known.insert((done.routine, done.arguments), Came::Returned(value));
                    match frames.last_mut() {
                        None => return Some(Came::Returned(value)),
                        Some(caller) if has_result => caller.stack.push(value),
                        Some(_) => {}
                    }
                }
                Some(bad) => return Some(self.unwound(&frames, bad)),
            }
        }
    }

    /// Nobody catches anything: all calls that are under way come to the same. A stack that is too small for one who calls is
    /// perhaps large enough for another, so that only the outermost is known to need too much.
    fn unwound(&mut self, frames: &[Frame], came: Came) -> Came {
        if let Some(outermost) = frames.first() {
            self.known.insert((outermost.routine, outermost.arguments.clone()), came);
        }
        came
    }
}

impl Frame {
    fn pop(&mut self) -> Option<i32> {
        self.stack.pop()
    }

    /// Takes a step that is no call; none if it cannot be taken here.
    fn take(&mut self, step: &Step) -> Option<Option<Came>> {
        match step {
            Step::Push(value) => self.stack.push(*value),
            Step::PushObject(is_assertion) => self.stack.push(i32::from(*is_assertion)),
            Step::Load(local) => self.stack.push(self.locals[*local]),
            Step::Store(local) => self.locals[*local] = self.pop()?,
            Step::Increase(local, by) => self.locals[*local] = self.locals[*local].wrapping_add(*by),
            Step::Binary(op) => {
                let (b, a) = (self.pop()?, self.pop()?);
                match computed(*op, a, b) {
                    Some(value) => self.stack.push(value),
                    None => return Some(Some(Came::Threw)),
                }
            }
            Step::Negate => {
                let a = self.pop()?;
                self.stack.push(a.wrapping_neg());
            }
            Step::Narrow(width) => {
                let a = self.pop()?;
                self.stack.push(match width {
                    Width::Byte => i32::from(a as i8),
                    Width::Char => i32::from(a as u16),
                    _ => i32::from(a as i16),
                });
            }
            Step::Pop(count) => self.stack.truncate(self.stack.len() - count),
            Step::Dup => self.stack.push(*self.stack.last()?),
            Step::IfZero(op, to) => {
                let a = self.pop()?;
                if compared(*op, a, 0) {
                    self.at = *to;
                }
            }
            Step::IfCompare(op, to) => {
                let (b, a) = (self.pop()?, self.pop()?);
                if compared(*op, a, b) {
                    self.at = *to;
                }
            }
            Step::Goto(to) => self.at = *to,
            Step::Switch(cases, otherwise) => {
                let value = self.pop()?;
                self.at = cases.iter().find(|(case, _)| *case == value).map_or(*otherwise, |(_, to)| *to);
            }
            Step::Return => return Some(Some(Came::Returned(0))),
            Step::ReturnValue => return Some(Some(Came::Returned(self.pop()?))),
            Step::Throw => return Some(Some(if self.pop()? == 1 { Came::Failed } else { Came::Threw })),
            Step::Call(_) | Step::Input { .. } | Step::InputBetween | Step::Assume => return None,
        }
        Some(None)
    }
}

/// The result of an operation on two ints (JLS 15.17 to 15.22); none where the divisor is zero.
pub(super) fn computed(op: Binary, a: i32, b: i32) -> Option<i32> {
    Some(match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::Div if b == 0 => return None,
        Binary::Div => a.wrapping_div(b),
        Binary::Rem if b == 0 => return None,
        Binary::Rem => a.wrapping_rem(b),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Shl => a.wrapping_shl(b as u32),
        Binary::Shr => a.wrapping_shr(b as u32),
        Binary::Ushr => (a as u32).wrapping_shr(b as u32) as i32,
    })
}

pub(super) fn compared<T: Ord>(op: Comparison, a: T, b: T) -> bool {
    match op {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::Less => a < b,
        Comparison::LessOrEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterOrEqual => a >= b,
    }
}
