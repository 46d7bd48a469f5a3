//! Proofs by induction, for programs that compute with `int`s in static methods: loops and recursion without a bound.
//!
//! Facts about arguments, results and the variables at the heads of loops are guessed from a few patterns, the numbers that the program
//! mentions and results of sample calls. Those that do not follow from the others along some way through a method are thrown away
//! until all that are left do (Houdini: Flanagan and Leino 2001). What is left holds wherever the program gets to, by
//! induction on the number of calls and turns so far; whether calls return, or the stack suffices, plays no part in it. If no
//! way to a failing assertion is possible under these facts, none fails. Nothing is ever refuted here.
//!
//! Where arguments have few values, or a few turns of recursion make them so, calls are run instead (`bounded`).

mod bounded;
mod evaluate;
mod facts;
mod fragment;
mod paths;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use classfile::ClassPath;
use symbolic::expr::{Assignment, ExprId};
use symbolic::solve::Patience;
use symbolic::{PathCondition, PathConditions};

use evaluate::{Came, Evaluator};
use facts::Fact;
use fragment::Fragment;
use paths::{End, Event, Segment, Ways};

/// What is to be shown never to happen, besides that an assertion fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bad {
    Assertions,
    /// Exceptions as well, but for those of an exhausted stack.
    RuntimeExceptions,
    /// All of them: only programs without recursion are sure not to exhaust the stack.
    Exceptions,
}

/// A point of the program that facts are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Point {
    Called(usize),
    Returned(usize),
    Head(usize, usize),
}

/// Calls that are tried for each method.
const SAMPLES_MAX: usize = 120;

/// Whether the program is one that induction may be about.
pub(crate) fn applies(class_path: &ClassPath, main_class: &str, bad: Bad) -> bool {
    Fragment::of(class_path, main_class).is_some_and(|fragment| is_of_use(&fragment, bad))
}

/// Without loops and recursion paths are finite anyway; whether a stack suffices is not shown.
fn is_of_use(fragment: &Fragment, bad: Bad) -> bool {
    match fragment.is_recursive() {
        true => bad != Bad::Exceptions,
        false => fragment.has_loops(),
    }
}

/// Tries to show that nothing bad happens, whatever the inputs; the proof in a sentence, or nothing.
pub(crate) fn prove(class_path: &ClassPath, main_class: &str, bad: Bad, time: Duration) -> Option<String> {
    let fragment = Fragment::of(class_path, main_class)?;
    if !is_of_use(&fragment, bad) {
        return None;
    }
    let deadline = Instant::now() + time;
    if Proof::new(&fragment, bad, deadline).and_then(Proof::found).is_some() {
        return Some(described(&fragment));
    }
    bounded::proved(&fragment, bad, deadline + time)
}

fn described(fragment: &Fragment) -> String {
    let mut places = Vec::new();
    for routine in &fragment.routines {
        for head in &routine.heads {
            places.push(format!("the loop at line {}", routine.lines.get(*head).copied().unwrap_or(0)));
        }
    }
    if fragment.is_recursive() {
        places.extend(fragment.routines.iter().skip(1).map(|routine| format!("calls of {}", routine.name)));
    }
    format!("proved by induction over {}", places.join(", "))
}

struct Proof<'a> {
    fragment: &'a Fragment,
    bad: Bad,
    deadline: Instant,
    conditions: PathConditions,
    ways: Ways,
    facts: BTreeMap<Point, Vec<Fact>>,
}

impl<'a> Proof<'a> {
    fn new(fragment: &'a Fragment, bad: Bad, deadline: Instant) -> Option<Self> {
        let mut conditions = PathConditions::default();
        conditions.patience = Patience { deadline: Some(deadline), pulse: None };
        let ways = Ways::of(&mut conditions.exprs, fragment)?;
        let constants = fragment.constants();
        let mut facts = BTreeMap::new();
        let mut evaluator = Evaluator::new(fragment, 2_000_000);
        for (number, routine) in fragment.routines.iter().enumerate().skip(1) {
            facts.insert(Point::Called(number), facts::of_variables(routine.parameters, &constants));
            if routine.has_result && routine.parameters <= 3 {
                let samples = samples(&mut evaluator, number, routine.parameters, &constants);
                let about = facts::of_result(routine.parameters, &constants, &samples);
                facts.insert(Point::Returned(number), about);
            }
        }
        for ((routine, at), locals) in &ways.heads {
            let count = locals.len() + fragment.routines[*routine].parameters;
            facts.insert(Point::Head(*routine, *at), facts::of_variables(count, &constants));
        }
        Some(Proof { fragment, bad, deadline, conditions, ways, facts })
    }

    /// Throws facts away until the others carry each other; then looks whether they suffice.
    fn found(mut self) -> Option<()> {
        let segments = std::mem::take(&mut self.ways.segments);
        loop {
            let mut changed = false;
            for segment in &segments {
                changed |= self.weaken(segment)?;
            }
            if !changed {
                break;
            }
        }
        for segment in &segments {
            let is_bad = match segment.end {
                End::Failure => true,
                End::Exception => self.bad != Bad::Assertions,
                _ => false,
            };
            if is_bad && self.model(segment, segment.events.len(), None)?.is_some() {
                return None;
            }
        }
        Some(())
    }

    /// Throws away the facts that a way does not preserve; whether there were any.
    fn weaken(&mut self, segment: &Segment) -> Option<bool> {
        let mut changed = false;
        for (index, event) in segment.events.iter().enumerate() {
            if let Event::Call { routine, arguments, .. } = event {
                changed |= self.keep_only(segment, index, Point::Called(*routine), arguments)?;
            }
        }
        let all = segment.events.len();
        match &segment.end {
            End::Head { at, locals } => {
                let numbers = &self.ways.heads[&(segment.routine, *at)];
                let values: Option<Vec<ExprId>> = numbers.iter().map(|local| locals[*local]?.int()).collect();
                let values = [values?, segment.arguments.clone()].concat();
                changed |= self.keep_only(segment, all, Point::Head(segment.routine, *at), &values)?;
            }
            End::Return(Some(value)) => {
                let values = [segment.arguments.clone(), vec![*value]].concat();
                changed |= self.keep_only(segment, all, Point::Returned(segment.routine), &values)?;
            }
            End::Return(None) | End::Failure | End::Exception => {}
        }
        Some(changed)
    }

    /// Keeps the facts of a point that hold there after the first events of a way.
    fn keep_only(&mut self, segment: &Segment, events: usize, point: Point, values: &[ExprId]) -> Option<bool> {
        let mut changed = false;
        loop {
            let Some(facts) = self.facts.get(&point).filter(|facts| !facts.is_empty()) else { return Some(changed) };
            let exprs = &mut self.conditions.exprs;
            let claims: Vec<ExprId> = facts.iter().map(|fact| fact.about(exprs, values)).collect();
            let failing: Vec<ExprId> = claims.iter().map(|claim| exprs.not(*claim)).collect();
            let some_fails = exprs.or(&failing);
            let Some(model) = self.model(segment, events, Some(some_fails))? else { return Some(changed) };
            let exprs = &self.conditions.exprs;
            let holds: Vec<bool> = claims.iter().map(|claim| exprs.evaluate(*claim, &model) != 0).collect();
            if holds.iter().all(|holds| *holds) {
                // The solver and the evaluation disagree: nothing is claimed.
                return None;
            }
            let mut holds = holds.into_iter();
            self.facts.get_mut(&point)?.retain(|_| holds.next().unwrap_or(true));
            changed = true;
        }
    }

    /// Numbers that follow a way as far as these events, with one more condition; nothing at all if that was not decided.
    fn model(&mut self, segment: &Segment, events: usize, more: Option<ExprId>) -> Option<Option<Assignment>> {
        if Instant::now() >= self.deadline {
            return None;
        }
        let mut wanted = Vec::new();
        self.add(Point::Called(segment.routine), &segment.arguments, &mut wanted);
        if let Some(at) = segment.head {
            let values = [segment.start.clone(), segment.arguments.clone()].concat();
            self.add(Point::Head(segment.routine, at), &values, &mut wanted);
        }
        for event in &segment.events[..events] {
            match event {
                Event::Condition(condition) => wanted.push(*condition),
                Event::Call { routine, arguments, result } if self.fragment.routines[*routine].has_result => {
                    let values = [arguments.clone(), vec![*result]].concat();
                    self.add(Point::Returned(*routine), &values, &mut wanted);
                }
                Event::Call { .. } => {}
            }
        }
        wanted.extend(more);
        let mut path = PathCondition::default();
        for condition in wanted {
            match self.conditions.assume(&path, condition) {
                Some(extended) => path = extended,
                None => return Some(None),
            }
        }
        let model = self.conditions.model(&path).ok()?;
        // What the path does not mention is as the evaluation takes it.
        Some(model)
    }

    fn add(&mut self, point: Point, values: &[ExprId], wanted: &mut Vec<ExprId>) {
        let exprs = &mut self.conditions.exprs;
        wanted.extend(self.facts.get(&point).into_iter().flatten().map(|fact| fact.about(exprs, values)));
    }
}

/// Arguments with the results of calls that return, as far as they are soon had.
fn samples(evaluator: &mut Evaluator<'_>, routine: usize, count: usize, constants: &[i128]) -> Vec<Vec<i32>> {
    let mut numbers: Vec<i32> = constants.iter().filter_map(|value| i32::try_from(*value).ok()).take(10).collect();
    numbers.extend([2, 3, 4, 5, 7, 12, 20, 57, 95, 103, 150, -2, -7]);
    numbers.sort_unstable();
    numbers.dedup();
    let total = numbers.len().saturating_pow(count as u32);
    // A step that shares no factor with most totals meets all kinds of arguments soon.
    let stride = if total <= SAMPLES_MAX { 1 } else { (total / SAMPLES_MAX + 1) | 1 };
    let mut samples = Vec::new();
    for index in (0..total).step_by(stride).take(SAMPLES_MAX) {
        let mut rest = index;
        let mut sample = Vec::with_capacity(count + 1);
        for _ in 0..count {
            sample.push(numbers[rest % numbers.len()]);
            rest /= numbers.len();
        }
        let left = evaluator.fuel;
        evaluator.fuel = left.min(20_000);
        let came = evaluator.call(routine, &sample);
        evaluator.fuel = left.saturating_sub(20_000);
        if let Some(Came::Returned(value)) = came {
            sample.push(value);
            samples.push(sample);
        }
    }
    samples
}
