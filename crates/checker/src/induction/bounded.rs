//! Programs whose inputs leave few arguments to their methods: every call is run, once for all that make it.

use std::time::Instant;

use symbolic::expr::{Comparison, ExprId};
use symbolic::solve::Patience;
use symbolic::{PathCondition, PathConditions};

use super::Bad;
use super::evaluate::{Came, Evaluator};
use super::fragment::Fragment;
use super::paths::{Outcome, State, Value, fresh};

/// Arguments of more values than that are not told apart.
const POINTS_MAX: i128 = 512;

/// Calls whose arguments are not known are followed so deep.
const DEPTH_MAX: usize = 4;

const STATES_MAX: usize = 60_000;
const FUEL: u64 = 300_000_000;

struct Frame {
    routine: usize,
    state: State,
}

struct Open {
    frames: Vec<Frame>,
    path: PathCondition,
}

/// Whether nothing bad happens, shown by running it all.
pub(super) fn proved(fragment: &Fragment, bad: Bad, deadline: Instant) -> Option<String> {
    let mut conditions = PathConditions::default();
    conditions.patience = Patience { deadline: Some(deadline), pulse: None };
    let mut run = Run { fragment, bad, deadline, conditions, evaluator: Evaluator::new(fragment, FUEL), calls: 0 };
    let globals = fragment.globals.iter().map(|value| run.conditions.exprs.constant(i128::from(*value))).collect();
    let main = State::of(&[], globals, fragment.routines[0].locals, true);
    let mut open = vec![Open { frames: vec![Frame { routine: 0, state: main }], path: PathCondition::default() }];
    let mut seen = 0;
    while let Some(next) = open.pop() {
        seen += 1;
        if seen > STATES_MAX || Instant::now() >= deadline {
            return None;
        }
        open.extend(run.follow(next)?);
    }
    Some(format!("proved by running {} on all arguments they can have ({} calls)", run.names(), run.calls))
}

struct Run<'a> {
    fragment: &'a Fragment,
    bad: Bad,
    deadline: Instant,
    conditions: PathConditions,
    evaluator: Evaluator<'a>,
    calls: usize,
}

impl Run<'_> {
    fn names(&self) -> String {
        let names: Vec<&str> = self.fragment.routines.iter().skip(1).map(|routine| routine.name.as_str()).collect();
        names.join(", ")
    }

    fn extended(&mut self, path: &PathCondition, condition: ExprId) -> Option<Option<PathCondition>> {
        let Some(extended) = self.conditions.assume(path, condition) else { return Some(None) };
        let possible = self.conditions.is_feasible_from(path, &extended).ok()?;
        Some(possible.then_some(extended))
    }

    /// To the next fork, or to the end; none if that is something bad, or not known.
    fn follow(&mut self, open: Open) -> Option<Vec<Open>> {
        let Open { mut frames, mut path } = open;
        let mut steps = 0u32;
        loop {
            steps += 1;
            if steps > 1_000_000 || (steps.is_multiple_of(1024) && Instant::now() >= self.deadline) {
                return None;
            }
            let frame = frames.last_mut()?;
            let outcome = frame.state.step(&mut self.conditions.exprs, self.fragment, frame.routine)?;
            match outcome {
                Outcome::Went => {}
                Outcome::Asked { low, high } => {
                    let input = fresh(&mut self.conditions.exprs, "input", low, high);
                    frame.state.stack.push(Value::Int(input));
                }
                Outcome::Assumed(condition) => match self.extended(&path, condition)? {
                    Some(extended) => path = extended,
                    None => return Some(Vec::new()),
                },
                Outcome::Forked(ways) => {
                    let mut possible = Vec::new();
                    for (condition, to) in ways {
                        if let Some(extended) = self.extended(&path, condition)? {
                            possible.push((extended, to));
                        }
                    }
                    let mut next = Vec::new();
                    for (extended, to) in possible {
                        match to {
                            Some(to) => {
                                let mut copied = copied(&frames);
                                copied.last_mut()?.state.at = to;
                                next.push(Open { frames: copied, path: extended });
                            }
                            None if self.bad == Bad::Assertions => {}
                            None => return None,
                        }
                    }
                    return Some(next);
                }
                Outcome::Called { routine, arguments } => {
                    let all_of = |ids: &[ExprId]| ids.iter().map(|id| self.constant(*id)).collect::<Option<Vec<i32>>>();
                    let known = all_of(&arguments).zip(all_of(&frame.state.globals));
                    if let Some((values, globals)) = known {
                        self.calls += 1;
                        self.evaluator.globals = globals;
                        match self.evaluator.call(routine, &values)? {
                            Came::Returned(value) => {
                                let left = self.evaluator.globals.iter();
                                let left = left.map(|value| self.conditions.exprs.constant(i128::from(*value)));
                                frames.last_mut()?.state.globals = left.collect();
                                if self.fragment.routines[routine].has_result {
                                    let value = self.conditions.exprs.constant(i128::from(value));
                                    frames.last_mut()?.state.stack.push(Value::Int(value));
                                }
                            }
                            Came::Threw if self.bad == Bad::Assertions => return Some(Vec::new()),
                            Came::Threw | Came::Failed => return None,
                        }
                        continue;
                    }
                    if let Some(next) = self.divided(&frames, &path, &arguments)? {
                        return Some(next);
                    }
                    if frames.len() > DEPTH_MAX {
                        return None;
                    }
                    let locals = self.fragment.routines[routine].locals;
                    let globals = frames.last()?.state.globals.clone();
                    frames.push(Frame { routine, state: State::of(&arguments, globals, locals, false) });
                }
                Outcome::Returned(value) => {
                    let done = frames.pop()?;
                    match frames.last_mut() {
                        None => return Some(Vec::new()),
                        Some(caller) => {
                            caller.state.globals = done.state.globals;
                            if self.fragment.routines[done.routine].has_result {
                                caller.state.stack.push(Value::Int(value?));
                            }
                        }
                    }
                }
                Outcome::Failed => return None,
                Outcome::Threw if self.bad == Bad::Assertions => return Some(Vec::new()),
                Outcome::Threw => return None,
            }
        }
    }

    fn constant(&self, id: ExprId) -> Option<i32> {
        self.conditions.exprs.as_constant(id).and_then(|value| i32::try_from(value).ok())
    }

    /// The first argument that is not known becomes each of its values, if they are few. The call is made again then.
    #[allow(clippy::option_option)]
    fn divided(&mut self, frames: &[Frame], path: &PathCondition, arguments: &[ExprId]) -> Option<Option<Vec<Open>>> {
        let Some(index) = arguments.iter().position(|id| self.constant(*id).is_none()) else { return Some(None) };
        let argument = arguments[index];
        let Some(lowest) = self.extreme(path, argument, Comparison::LessOrEqual)? else {
            return Some(Some(Vec::new()));
        };
        let Some(highest) = self.extreme(path, argument, Comparison::GreaterOrEqual)? else { return Some(None) };
        if highest - lowest >= POINTS_MAX {
            return Some(None);
        }
        let mut next = Vec::new();
        for value in lowest..=highest {
            let constant = self.conditions.exprs.constant(value);
            let here = self.conditions.exprs.compare(Comparison::Equal, argument, constant);
            let Some(extended) = self.extended(path, here)? else { continue };
            let mut copied = copied(frames);
            let frame = copied.last_mut()?;
            // The arguments go back to where they were.
            for (place, id) in arguments.iter().enumerate() {
                frame.state.stack.push(Value::Int(if place == index { constant } else { *id }));
            }
            frame.state.at -= 1;
            next.push(Open { frames: copied, path: extended });
        }
        Some(Some(next))
    }

    /// The least or the greatest value that an expression can have, by halving what is left.
    #[allow(clippy::option_option)]
    fn extreme(&mut self, path: &PathCondition, id: ExprId, op: Comparison) -> Option<Option<i128>> {
        if !self.conditions.is_feasible(path).ok()? {
            return Some(None);
        }
        let range = self.conditions.exprs.interval(id);
        let (mut low, mut high) = (range.low.max(i128::from(i32::MIN)), range.high.min(i128::from(i32::MAX)));
        while low < high {
            let down = op == Comparison::LessOrEqual;
            let middle = if down { (low + high).div_euclid(2) } else { (low + high + 1).div_euclid(2) };
            let bound = self.conditions.exprs.constant(middle);
            let beyond = self.conditions.exprs.compare(op, id, bound);
            match (self.extended(path, beyond)?.is_some(), down) {
                (true, true) => high = middle,
                (false, true) => low = middle + 1,
                (true, false) => low = middle,
                (false, false) => high = middle - 1,
            }
        }
        Some(Some(low))
    }
}

fn copied(frames: &[Frame]) -> Vec<Frame> {
    frames.iter().map(|frame| Frame { routine: frame.routine, state: frame.state.clone() }).collect()
}
