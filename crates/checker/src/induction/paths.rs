//! The ways through a method, from its start or the head of a loop to the next head or to its end, as conditions and values.

use std::collections::{BTreeMap, BTreeSet};

use symbolic::expr::{Binary, Comparison, ExprId, Exprs, UnaryOp, Width};

use super::fragment::{Fragment, Step};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    Int(ExprId),
    /// A reference; whether it is an `AssertionError`.
    Object(bool),
}

impl Value {
    pub fn int(self) -> Option<ExprId> {
        if let Value::Int(id) = self { Some(id) } else { None }
    }
}

/// What happens on the way.
#[derive(Clone, Debug)]
pub(super) enum Event {
    Condition(ExprId),
    /// The static fields count among the arguments, and what they are afterwards among the results.
    Call {
        routine: usize,
        arguments: Vec<ExprId>,
        results: Vec<ExprId>,
    },
}

#[derive(Clone, Debug)]
pub(super) enum End {
    Head {
        at: usize,
        locals: Vec<Option<Value>>,
        globals: Vec<ExprId>,
    },
    /// With the result, if there is one, and the static fields.
    Return(Vec<ExprId>),
    Failure,
    Exception,
}

#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub routine: usize,
    /// The head it starts at, or none for the start of the method.
    pub head: Option<usize>,
    /// The values of the head's variables, or the arguments.
    pub start: Vec<ExprId>,
    /// The static fields there.
    pub globals: Vec<ExprId>,
    /// The arguments that the method was called with, and the static fields then.
    pub arguments: Vec<ExprId>,
    pub events: Vec<Event>,
    pub end: End,
}

/// More ways than that are too many.
const SEGMENTS_MAX: usize = 600;
const STEPS_MAX: usize = 60_000;

pub(super) struct Ways {
    pub segments: Vec<Segment>,
    /// The locals that are numbers at each head, by method and step.
    pub heads: BTreeMap<(usize, usize), BTreeSet<usize>>,
}

/// A computation under way.
#[derive(Clone)]
pub(super) struct State {
    pub locals: Vec<Option<Value>>,
    pub stack: Vec<Value>,
    pub globals: Vec<ExprId>,
    pub at: usize,
}

/// What a step leads to, if not to the next.
pub(super) enum Outcome {
    Went,
    /// One of several, each under a condition, with the step to go on with; or an exception.
    Forked(Vec<(ExprId, Option<usize>)>),
    Called {
        routine: usize,
        arguments: Vec<ExprId>,
    },
    Asked {
        low: i32,
        high: i32,
    },
    Assumed(ExprId),
    Returned(Option<ExprId>),
    Failed,
    Threw,
}

impl State {
    pub fn of(parameters: &[ExprId], globals: Vec<ExprId>, locals: usize, is_main: bool) -> State {
        let mut all: Vec<Option<Value>> = parameters.iter().map(|id| Some(Value::Int(*id))).collect();
        if is_main {
            all.push(Some(Value::Object(false)));
        }
        all.resize(locals.max(all.len()), None);
        State { locals: all, stack: Vec::new(), globals, at: 0 }
    }

    fn int(&mut self) -> Option<ExprId> {
        self.stack.pop()?.int()
    }

    /// Takes one step; none if it makes no sense of it.
    pub fn step(&mut self, exprs: &mut Exprs, fragment: &Fragment, routine: usize) -> Option<Outcome> {
        let step = fragment.routines[routine].steps.get(self.at)?;
        self.at += 1;
        let next = self.at;
        let fork = |exprs: &mut Exprs, condition: ExprId, to: usize| {
            let otherwise = exprs.not(condition);
            Outcome::Forked(vec![(condition, Some(to)), (otherwise, Some(next))])
        };
        match step {
            Step::Push(value) => self.stack.push(Value::Int(exprs.constant(i128::from(*value)))),
            Step::PushObject(is_assertion) => self.stack.push(Value::Object(*is_assertion)),
            Step::Load(local) => self.stack.push((*self.locals.get(*local)?)?),
            Step::Store(local) => self.locals[*local] = Some(self.stack.pop()?),
            Step::LoadGlobal(number) => self.stack.push(Value::Int(self.globals[*number])),
            Step::StoreGlobal(number) => self.globals[*number] = self.int()?,
            Step::Increase(local, by) => {
                let by = exprs.constant(i128::from(*by));
                let value = self.locals[*local]?.int()?;
                self.locals[*local] = Some(Value::Int(exprs.binary(Binary::Add, Width::Int, value, by)));
            }
            Step::Binary(op) => {
                let (b, a) = (self.int()?, self.int()?);
                if matches!(op, Binary::Div | Binary::Rem) && exprs.as_constant(b).is_none_or(|b| b == 0) {
                    let zero = exprs.constant(0);
                    let by_zero = exprs.compare(Comparison::Equal, b, zero);
                    if exprs.as_constant(by_zero) == Some(1) {
                        return Some(Outcome::Threw);
                    }
                    self.stack.push(Value::Int(exprs.binary(*op, Width::Int, a, b)));
                    let fine = exprs.not(by_zero);
                    return Some(Outcome::Forked(vec![(by_zero, None), (fine, Some(next))]));
                }
                self.stack.push(Value::Int(exprs.binary(*op, Width::Int, a, b)));
            }
            Step::Negate => {
                let a = self.int()?;
                self.stack.push(Value::Int(exprs.unary(UnaryOp::Neg, Width::Int, a)));
            }
            Step::Narrow(width) => {
                let a = self.int()?;
                self.stack.push(Value::Int(exprs.convert(a, *width)));
            }
            Step::Pop(count) => self.stack.truncate(self.stack.len().checked_sub(*count)?),
            Step::Dup => self.stack.push(*self.stack.last()?),
            Step::IfZero(op, to) => {
                let (a, zero) = (self.int()?, exprs.constant(0));
                let condition = exprs.compare(*op, a, zero);
                return Some(fork(exprs, condition, *to));
            }
            Step::IfCompare(op, to) => {
                let (b, a) = (self.int()?, self.int()?);
                let condition = exprs.compare(*op, a, b);
                return Some(fork(exprs, condition, *to));
            }
            Step::Goto(to) => self.at = *to,
            Step::Switch(cases, otherwise) => {
                let value = self.int()?;
                let mut ways = Vec::new();
                let mut taken = Vec::new();
                for (case, to) in cases {
                    let case = exprs.constant(i128::from(*case));
                    let here = exprs.compare(Comparison::Equal, value, case);
                    taken.push(here);
                    ways.push((here, Some(*to)));
                }
                let some = exprs.or(&taken);
                ways.push((exprs.not(some), Some(*otherwise)));
                return Some(Outcome::Forked(ways));
            }
            Step::Call(called) => {
                let mut arguments = Vec::new();
                for _ in 0..fragment.routines[*called].parameters {
                    arguments.push(self.int()?);
                }
                arguments.reverse();
                return Some(Outcome::Called { routine: *called, arguments });
            }
            Step::Input { pops, low, high } => {
                self.stack.truncate(self.stack.len().checked_sub(*pops)?);
                return Some(Outcome::Asked { low: *low, high: *high });
            }
            Step::InputBetween => {
                let (high, low) = (self.int()?, self.int()?);
                self.stack.pop()?;
                let bound = |id| exprs.as_constant(id).and_then(|value| i32::try_from(value).ok());
                let (low, high) = (bound(low)?, bound(high)?);
                return (low <= high).then_some(Outcome::Asked { low, high });
            }
            Step::Assume => return Some(Outcome::Assumed(self.int()?)),
            Step::Return => return Some(Outcome::Returned(None)),
            Step::ReturnValue => return Some(Outcome::Returned(Some(self.int()?))),
            Step::Throw => {
                let thrown = self.stack.pop()?;
                return Some(if thrown == Value::Object(true) { Outcome::Failed } else { Outcome::Threw });
            }
        }
        Some(Outcome::Went)
    }
}

/// An int that may be anything.
pub(super) fn fresh(exprs: &mut Exprs, what: &str, low: i32, high: i32) -> ExprId {
    let name = format!("{what}{}", exprs.variables().len());
    if low == high {
        return exprs.constant(i128::from(low));
    }
    exprs.variable(&name, i128::from(low), i128::from(high), Width::Int)
}

impl Ways {
    /// All ways through all methods; none if there are too many.
    pub fn of(exprs: &mut Exprs, fragment: &Fragment) -> Option<Ways> {
        let mut heads: BTreeMap<(usize, usize), BTreeSet<usize>> = BTreeMap::new();
        loop {
            let known = heads.clone();
            let mut segments = Vec::new();
            let mut steps_left = STEPS_MAX;
            for routine in 0..fragment.routines.len() {
                Self::from(exprs, fragment, routine, None, &mut heads, &mut segments, &mut steps_left)?;
            }
            // Heads that were met become starts; what is a number there may turn out to be less.
            let mut done = BTreeSet::new();
            while let Some(head) = heads.keys().copied().find(|head| !done.contains(head)) {
                done.insert(head);
                Self::from(exprs, fragment, head.0, Some(head.1), &mut heads, &mut segments, &mut steps_left)?;
            }
            if heads == known {
                return Some(Ways { segments, heads });
            }
        }
    }

    fn from(
        exprs: &mut Exprs,
        fragment: &Fragment,
        routine: usize,
        head: Option<usize>,
        heads: &mut BTreeMap<(usize, usize), BTreeSet<usize>>,
        segments: &mut Vec<Segment>,
        steps_left: &mut usize,
    ) -> Option<()> {
        let method = &fragment.routines[routine];
        let unknown = |exprs: &mut Exprs, count: usize| -> Vec<ExprId> {
            (0..count).map(|_| fresh(exprs, "argument", i32::MIN, i32::MAX)).collect()
        };
        let passed = unknown(exprs, method.parameters);
        let globals: Vec<ExprId> = match routine {
            0 => fragment.globals.iter().map(|value| exprs.constant(i128::from(*value))).collect(),
            _ => unknown(exprs, fragment.globals.len()),
        };
        let arguments = [passed.clone(), globals.clone()].concat();
        let mut state = State::of(&passed, globals, method.locals, routine == 0);
        let mut start = passed;
        if let Some(at) = head {
            let numbers = heads[&(routine, at)].clone();
            let globals = unknown(exprs, fragment.globals.len());
            state = State { locals: vec![None; method.locals], stack: Vec::new(), globals, at };
            start = Vec::new();
            for local in numbers {
                let value = fresh(exprs, "local", i32::MIN, i32::MAX);
                state.locals[local] = Some(Value::Int(value));
                start.push(value);
            }
            if routine == 0 && state.locals.first().is_some_and(Option::is_none) {
                state.locals[0] = Some(Value::Object(false));
            }
        }
        let globals = state.globals.clone();
        let mut open = vec![(state, Vec::new(), true)];
        while let Some((mut state, mut events, is_first)) = open.pop() {
            let mut is_first = is_first;
            let end = loop {
                *steps_left = steps_left.checked_sub(1)?;
                if method.heads.contains(&state.at) && !(is_first && head == Some(state.at)) {
                    if !state.stack.is_empty() {
                        return None;
                    }
                    let numbers =
                        |(local, value): (usize, &Option<Value>)| matches!(value, Some(Value::Int(_))).then_some(local);
                    let here: BTreeSet<usize> = state.locals.iter().enumerate().filter_map(numbers).collect();
                    let known = heads.entry((routine, state.at)).or_insert_with(|| here.clone());
                    *known = known.intersection(&here).copied().collect();
                    break Some(End::Head { at: state.at, locals: state.locals, globals: state.globals });
                }
                is_first = false;
                match state.step(exprs, fragment, routine)? {
                    Outcome::Went => {}
                    Outcome::Forked(ways) => {
                        let possible: Vec<_> = ways
                            .into_iter()
                            .filter(|(condition, _)| exprs.as_constant(*condition) != Some(0))
                            .collect();
                        for (condition, to) in possible {
                            let mut events = events.clone();
                            events.push(Event::Condition(condition));
                            match to {
                                Some(to) => open.push((State { at: to, ..state.clone() }, events, false)),
                                None => segments.push(Segment {
                                    routine,
                                    head,
                                    start: start.clone(),
                                    globals: globals.clone(),
                                    arguments: arguments.clone(),
                                    events,
                                    end: End::Exception,
                                }),
                            }
                        }
                        // Each goes on by itself.
                        break None;
                    }
                    Outcome::Called { routine: called, arguments: passed } => {
                        let arguments = [passed, state.globals.clone()].concat();
                        let mut results = Vec::new();
                        if fragment.routines[called].has_result {
                            results.push(fresh(exprs, "result", i32::MIN, i32::MAX));
                            state.stack.push(Value::Int(results[0]));
                        }
                        state.globals = unknown(exprs, fragment.globals.len());
                        results.extend(&state.globals);
                        events.push(Event::Call { routine: called, arguments, results });
                    }
                    Outcome::Asked { low, high } => state.stack.push(Value::Int(fresh(exprs, "input", low, high))),
                    Outcome::Assumed(condition) => events.push(Event::Condition(condition)),
                    Outcome::Returned(value) => {
                        break Some(End::Return(value.into_iter().chain(state.globals).collect()));
                    }
                    Outcome::Failed => break Some(End::Failure),
                    Outcome::Threw => break Some(End::Exception),
                }
                if segments.len() + open.len() > SEGMENTS_MAX {
                    return None;
                }
            };
            if let Some(end) = end {
                let (start, globals, arguments) = (start.clone(), globals.clone(), arguments.clone());
                segments.push(Segment { routine, head, start, globals, arguments, events, end });
            }
        }
        Some(())
    }
}
