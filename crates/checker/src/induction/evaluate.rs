//! Methods run on given numbers, each call once: its result is remembered, so that two calls of `fib` that meet again cost one.

use hashbrown::HashMap;

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

/// Deeper than the stack of any Java virtual machine by default: a megabyte, of which every call takes some bytes.
const DEPTH_MAX: usize = 1 << 18;

/// Calls with more arguments than that are not remembered.
const ARGUMENTS_MAX: usize = 3;

pub(super) struct Evaluator<'a> {
    pub fragment: &'a Fragment,
    /// What calls came to, by the method and its arguments.
    known: HashMap<u128, Came>,
    /// Steps that may still be taken.
    pub fuel: u64,
    /// The static fields.
    pub globals: Vec<i32>,
}

struct Frame {
    routine: usize,
    key: Option<u128>,
    /// Where its locals begin; its operands follow.
    base: usize,
    at: usize,
}

impl<'a> Evaluator<'a> {
    pub fn new(fragment: &'a Fragment, fuel: u64) -> Self {
        Evaluator { fragment, known: HashMap::new(), fuel, globals: fragment.globals.clone() }
    }

    /// What a call is remembered by, if it is: not where its result is only a part of what it does.
    fn key_of(&self, routine: usize, arguments: &[i32]) -> Option<u128> {
        let key = |key: u128, value: &i32| key << 32 | u128::from(*value as u32);
        let is_known = arguments.len() <= ARGUMENTS_MAX && self.globals.is_empty();
        is_known.then(|| arguments.iter().fold(routine as u128, key))
    }

    /// What a call comes to, beside what it leaves in the static fields; none if it asks for inputs or takes too long.
    pub fn call(&mut self, routine: usize, arguments: &[i32]) -> Option<Came> {
        let fragment = self.fragment;
        let outermost = self.key_of(routine, arguments);
        if let Some(known) = outermost.and_then(|key| self.known.get(&key)) {
            return Some(*known);
        }
        let mut slots = arguments.to_vec();
        slots.resize(fragment.routines[routine].locals, 0);
        let mut frames = vec![Frame { routine, key: outermost, base: 0, at: 0 }];
        // Nobody catches anything, so that all calls under way come to the same. A stack that is too small for one who calls is
        // perhaps large enough for another: only the outermost is known to need too much.
        let came = loop {
            self.fuel = self.fuel.checked_sub(1)?;
            let depth = frames.len();
            let frame = frames.last_mut()?;
            let step = &fragment.routines[frame.routine].steps[frame.at];
            frame.at += 1;
            if let Step::Call(called) = step {
                let routine = &fragment.routines[*called];
                let base = slots.len() - routine.parameters;
                let key = self.key_of(*called, &slots[base..]);
                match key.and_then(|key| self.known.get(&key)) {
                    Some(Came::Returned(value)) => {
                        slots.truncate(base);
                        if routine.has_result {
                            slots.push(*value);
                        }
                    }
                    Some(bad) => break *bad,
                    None if depth >= DEPTH_MAX => break Came::Threw,
                    None => {
                        slots.resize(base + routine.locals, 0);
                        frames.push(Frame { routine: *called, key, base, at: 0 });
                    }
                }
                continue;
            }
            match frame.take(step, &mut slots, &mut self.globals)? {
                None => {}
                Some(Came::Returned(value)) => {
                    if let Some(key) = frame.key {
                        self.known.insert(key, Came::Returned(value));
                    }
                    slots.truncate(frame.base);
                    if fragment.routines[frame.routine].has_result {
                        slots.push(value);
                    }
                    frames.pop();
                    if frames.is_empty() {
                        return Some(Came::Returned(value));
                    }
                }
                Some(bad) => break bad,
            }
        };
        if let Some(key) = outermost {
            self.known.insert(key, came);
        }
        Some(came)
    }
}

impl Frame {
    /// Takes a step that is no call; none if it cannot be taken here.
    fn take(&mut self, step: &Step, slots: &mut Vec<i32>, globals: &mut [i32]) -> Option<Option<Came>> {
        match step {
            Step::Push(value) => slots.push(*value),
            Step::PushObject(is_assertion) => slots.push(i32::from(*is_assertion)),
            Step::Load(local) => slots.push(slots[self.base + local]),
            Step::Store(local) => slots[self.base + local] = slots.pop()?,
            Step::LoadGlobal(number) => slots.push(globals[*number]),
            Step::StoreGlobal(number) => globals[*number] = slots.pop()?,
            Step::Increase(local, by) => {
                let place = &mut slots[self.base + local];
                *place = place.wrapping_add(*by);
            }
            Step::Binary(op) => {
                let (b, a) = (slots.pop()?, slots.pop()?);
                match computed(*op, a, b) {
                    Some(value) => slots.push(value),
                    None => return Some(Some(Came::Threw)),
                }
            }
            Step::Negate => {
                let a = slots.pop()?;
                slots.push(a.wrapping_neg());
            }
            Step::Narrow(width) => {
                let a = slots.pop()?;
                slots.push(match width {
                    Width::Byte => i32::from(a as i8),
                    Width::Char => i32::from(a as u16),
                    _ => i32::from(a as i16),
                });
            }
            Step::Pop(count) => slots.truncate(slots.len() - count),
            Step::Dup => slots.push(*slots.last()?),
            Step::IfZero(op, to) => {
                if compared(*op, slots.pop()?, 0) {
                    self.at = *to;
                }
            }
            Step::IfCompare(op, to) => {
                let (b, a) = (slots.pop()?, slots.pop()?);
                if compared(*op, a, b) {
                    self.at = *to;
                }
            }
            Step::Goto(to) => self.at = *to,
            Step::Switch(cases, otherwise) => {
                let value = slots.pop()?;
                self.at = cases.iter().find(|(case, _)| *case == value).map_or(*otherwise, |(_, to)| *to);
            }
            Step::Return => return Some(Some(Came::Returned(0))),
            Step::ReturnValue => return Some(Some(Came::Returned(slots.pop()?))),
            Step::Throw => return Some(Some(if slots.pop()? == 1 { Came::Failed } else { Came::Threw })),
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
