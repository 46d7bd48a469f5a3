//! Proofs by induction, for programs that compute with `int`s in static methods: loops and recursion without a bound.
//!
//! Facts about arguments, results and the variables at the heads of loops are guessed from a few patterns, the numbers that the program
//! mentions and results of sample calls. Those that do not follow from the others along some way through a method are thrown away
//! until all that are left do (Houdini: Flanagan and Leino 2001). What is left holds wherever the program gets to, by
//! induction on the number of calls and turns so far; whether calls return, or the stack suffices, plays no part in it. If no
//! way to a failing assertion is possible under these facts, none fails. Nothing is ever refuted here.
//!
//! Results of recursion are also looked for in closed form (`forms`), which holds by an induction of its own, on top of these facts.
//!
//! Where arguments have few values, or a few turns of recursion make them so, calls are run instead (`bounded`).

mod bounded;
mod evaluate;
mod facts;
mod forms;
mod fragment;
mod paths;
mod relevance;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use classfile::ClassPath;
use symbolic::expr::{Assignment, Comparison, ExprId, Node, Replacement};
use symbolic::solve::Patience;
use symbolic::{PathCondition, PathConditions};

use evaluate::{Came, Evaluator};
use facts::{Fact, Term};
use forms::{Form, Polynomial};
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

/// By method and number of the result: what is returned comes before what static fields are afterwards.
type Forms = BTreeMap<(usize, usize), Form>;

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
    if let Some(forms) = Proof::new(&fragment, bad, deadline).and_then(Proof::found) {
        return Some(described(&fragment, &forms));
    }
    bounded::proved(&fragment, bad, deadline + time)
}

fn described(fragment: &Fragment, forms: &Forms) -> String {
    let mut places = Vec::new();
    for routine in &fragment.routines {
        for head in &routine.heads {
            places.push(format!("the loop at line {}", routine.lines.get(*head).copied().unwrap_or(0)));
        }
    }
    if fragment.is_recursive() {
        places.extend(fragment.routines.iter().skip(1).map(|routine| format!("calls of {}", routine.name)));
    }
    let mut text = format!("proved by induction over {}", places.join(", "));
    for ((number, output), form) in forms {
        let routine = &fragment.routines[*number];
        let what = if *output == 0 && routine.has_result { "result" } else { "effect on a static field" };
        let _ = write!(text, "; the {what} of {} is {}", routine.name, form.text());
    }
    text
}

struct Proof<'a> {
    fragment: &'a Fragment,
    bad: Bad,
    deadline: Instant,
    conditions: PathConditions,
    ways: Ways,
    facts: BTreeMap<Point, Vec<Fact>>,
    /// Methods, and their arguments that matter.
    relevant: BTreeSet<(usize, usize)>,
    forms: Forms,
}

impl<'a> Proof<'a> {
    fn new(fragment: &'a Fragment, bad: Bad, deadline: Instant) -> Option<Self> {
        let mut conditions = PathConditions::default();
        conditions.patience = Patience { deadline: Some(deadline), pulse: None };
        let ways = Ways::of(&mut conditions.exprs, fragment)?;
        let constants = fragment.constants();
        let mut facts = BTreeMap::new();
        let mut evaluator = Evaluator::new(fragment, 2_000_000);
        let globals = fragment.globals.len();
        let relevant = relevance::relevant(&conditions.exprs, &ways.segments);
        for (number, routine) in fragment.routines.iter().enumerate().skip(1) {
            let count = routine.parameters + globals;
            let mut about = facts::of_variables(count, &constants);
            about.retain(|fact| fact.variables().all(|variable| relevant.contains(&(number, variable))));
            facts.insert(Point::Called(number), about);
            let results = usize::from(routine.has_result) + globals;
            if results > 0 && count <= 3 {
                let samples = samples(&mut evaluator, number, routine.parameters, &constants);
                let mut about = Vec::new();
                for output in 0..results {
                    let one: Vec<Vec<i32>> =
                        samples.iter().map(|(values, came)| [&values[..], &[came[output]]].concat()).collect();
                    let of_one = facts::of_result(count, &constants, &one);
                    about.extend(of_one.into_iter().map(|fact| Fact { variable: count + output, ..fact }));
                }
                facts.insert(Point::Returned(number), about);
            }
        }
        for ((routine, at), locals) in &ways.heads {
            // In main the static fields begin with what is known anyway.
            let count = locals.len() + fragment.routines[*routine].parameters + 2 * globals;
            facts.insert(Point::Head(*routine, *at), facts::of_variables(count, &constants));
        }
        Some(Proof { fragment, bad, deadline, conditions, ways, facts, relevant, forms: Forms::new() })
    }

    /// Throws facts away until the others carry each other; then looks whether they suffice.
    fn found(mut self) -> Option<Forms> {
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
        if self.suffices(&segments)? {
            return Some(self.forms);
        }
        self.fit_forms();
        self.weaken_forms(&segments)?;
        (!self.forms.is_empty() && self.suffices(&segments)?).then_some(self.forms)
    }

    /// Whether no way to something bad is possible under what is known.
    fn suffices(&mut self, segments: &[Segment]) -> Option<bool> {
        for segment in segments {
            let is_bad = match segment.end {
                End::Failure => true,
                End::Exception => self.bad != Bad::Assertions,
                _ => false,
            };
            if is_bad && self.model(segment, segment.events.len(), None)?.is_some() {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Guesses the results of methods from calls with arguments that they may have.
    fn fit_forms(&mut self) {
        let mut evaluator = Evaluator::new(self.fragment, 4_000_000);
        let globals = self.fragment.globals.len();
        for (number, routine) in self.fragment.routines.iter().enumerate().skip(1) {
            let count = routine.parameters + globals;
            let called = self.facts.get(&Point::Called(number)).map_or(&[][..], Vec::as_slice);
            let is_exponent = |variable: &usize| {
                let bounded = |op: Comparison, allowed: std::ops::RangeInclusive<i128>| {
                    called.iter().any(|fact| {
                        let is_bound = matches!(fact.term, Term::Constant(value) if allowed.contains(&value));
                        fact.guards.is_empty() && fact.variable == *variable && fact.op == op && is_bound
                    })
                };
                bounded(Comparison::GreaterOrEqual, 0..=31) && bounded(Comparison::LessOrEqual, 0..=31)
            };
            let variables: Vec<usize> =
                (0..count).filter(|variable| self.relevant.contains(&(number, *variable))).collect();
            let exponents: Vec<usize> = variables.iter().copied().filter(is_exponent).collect();
            let monomials = forms::monomials(&variables, &exponents);
            if monomials.is_empty() {
                continue;
            }
            let samples = possible_samples(&mut evaluator, number, routine.parameters, called);
            for output in 0..usize::from(routine.has_result) + globals {
                let one: Vec<(Vec<i32>, i32)> =
                    samples.iter().map(|(values, came)| (values.clone(), came[output])).collect();
                if let Some(form) = Form::fitted(&monomials, &one) {
                    self.forms.insert((number, output), form);
                }
            }
        }
    }

    /// Throws away the forms that some way to the end of their method does not have, until the others carry each other.
    fn weaken_forms(&mut self, segments: &[Segment]) -> Option<()> {
        loop {
            let mut wrong = Vec::new();
            for segment in segments {
                let End::Return(results) = &segment.end else { continue };
                for (output, result) in results.iter().enumerate() {
                    let key = (segment.routine, output);
                    if self.forms.contains_key(&key)
                        && !wrong.contains(&key)
                        && !self.is_of_form(segment, key, *result)?
                    {
                        wrong.push(key);
                    }
                }
            }
            if wrong.is_empty() {
                return Some(());
            }
            self.forms.retain(|key, _| !wrong.contains(key));
        }
    }

    /// Whether a result is what its form says, wherever this way leads.
    fn is_of_form(&mut self, segment: &Segment, key: (usize, usize), result: ExprId) -> Option<bool> {
        let all = segment.events.len();
        if self.model(segment, all, None)?.is_none() {
            return Some(true);
        }
        let form = self.forms[&key].clone();
        let wanted = form.about(&mut self.conditions.exprs, &segment.arguments);
        let mut both = vec![result, wanted];
        if self.put_in_forms(segment, all, &mut both).is_none() || self.put_in_values(segment, &mut both).is_none() {
            return Some(false);
        }
        let exprs = &self.conditions.exprs;
        let (Some(mut difference), Some(wanted)) = (Polynomial::of(exprs, both[0]), Polynomial::of(exprs, both[1]))
        else {
            return Some(false);
        };
        difference.add(&wanted, u32::MAX);
        for (variable, (least, greatest)) in difference.exponents() {
            let exprs = &mut self.conditions.exprs;
            let (low, high) = (exprs.constant(-least), exprs.constant(31 - greatest));
            let below = exprs.compare(Comparison::Less, variable, low);
            let above = exprs.compare(Comparison::Greater, variable, high);
            let outside = exprs.or(&[below, above]);
            if self.model(segment, all, Some(outside))?.is_some() {
                return Some(false);
            }
        }
        Some(difference.with_least_powers().is_zero())
    }

    /// Puts the forms of calls in for their results, the last call first: its arguments may be results of others.
    fn put_in_forms(&mut self, segment: &Segment, events: usize, into: &mut [ExprId]) -> Option<()> {
        if self.forms.is_empty() {
            return Some(());
        }
        for event in segment.events[..events].iter().rev() {
            let Event::Call { routine, arguments, results } = event else { continue };
            for (output, result) in results.iter().enumerate() {
                let Some(form) = self.forms.get(&(*routine, output)) else { continue };
                let exprs = &mut self.conditions.exprs;
                let value = form.about(exprs, arguments);
                let mut replacement = Replacement::new(*result, value, false);
                for id in &mut *into {
                    *id = exprs.rebuild(*id, &mut replacement)?;
                }
            }
        }
        Some(())
    }

    /// Puts in what arguments are that can have only one value on this way.
    fn put_in_values(&mut self, segment: &Segment, into: &mut [ExprId]) -> Option<()> {
        let all = segment.events.len();
        let model = self.model(segment, all, None)??;
        for argument in &segment.arguments {
            let exprs = &mut self.conditions.exprs;
            if !matches!(exprs.node(*argument), Node::Variable(_)) {
                continue;
            }
            let value = exprs.evaluate(*argument, &model);
            let value = exprs.constant(value);
            let other = exprs.compare(Comparison::NotEqual, *argument, value);
            if self.model(segment, all, Some(other))?.is_some() {
                continue;
            }
            let exprs = &mut self.conditions.exprs;
            let mut replacement = Replacement::new(*argument, value, false);
            for id in &mut *into {
                *id = exprs.rebuild(*id, &mut replacement)?;
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
            End::Head { at, locals, globals } => {
                let numbers = &self.ways.heads[&(segment.routine, *at)];
                let values: Option<Vec<ExprId>> = numbers.iter().map(|local| locals[*local]?.int()).collect();
                let values = [values?, segment.arguments.clone(), globals.clone()].concat();
                changed |= self.keep_only(segment, all, Point::Head(segment.routine, *at), &values)?;
            }
            End::Return(results) => {
                let values = [segment.arguments.clone(), results.clone()].concat();
                changed |= self.keep_only(segment, all, Point::Returned(segment.routine), &values)?;
            }
            End::Failure | End::Exception => {}
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
            let values = [&segment.start[..], &segment.arguments, &segment.globals].concat();
            self.add(Point::Head(segment.routine, at), &values, &mut wanted);
        }
        for event in &segment.events[..events] {
            match event {
                Event::Condition(condition) => wanted.push(*condition),
                Event::Call { routine, arguments, results } => {
                    let values = [arguments.clone(), results.clone()].concat();
                    self.add(Point::Returned(*routine), &values, &mut wanted);
                }
            }
        }
        wanted.extend(more);
        self.put_in_forms(segment, events, &mut wanted)?;
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

/// Arguments and static fields, and what a call with them came to: its result, if it has one, and the fields afterwards.
type Sample = (Vec<i32>, Vec<i32>);

/// A call that is to return soon.
fn sample(evaluator: &mut Evaluator<'_>, routine: usize, parameters: usize, values: &[i32]) -> Option<Sample> {
    const FUEL: u64 = 20_000;
    let left = evaluator.fuel;
    evaluator.fuel = left.min(FUEL);
    evaluator.globals = values[parameters..].to_vec();
    let came = evaluator.call(routine, &values[..parameters]);
    evaluator.fuel = left.saturating_sub(FUEL);
    let Some(Came::Returned(value)) = came else { return None };
    let mut results = Vec::new();
    if evaluator.fragment.routines[routine].has_result {
        results.push(value);
    }
    results.extend(&evaluator.globals);
    Some((values.to_vec(), results))
}

/// Calls that return, as far as they are soon had.
fn samples(evaluator: &mut Evaluator<'_>, routine: usize, parameters: usize, constants: &[i128]) -> Vec<Sample> {
    let mut numbers: Vec<i32> = constants.iter().filter_map(|value| i32::try_from(*value).ok()).take(10).collect();
    numbers.extend([2, 3, 4, 5, 7, 12, 20, 57, 95, 103, 150, -2, -7]);
    numbers.sort_unstable();
    numbers.dedup();
    let count = parameters + evaluator.fragment.globals.len();
    let total = numbers.len().saturating_pow(count as u32);
    // A step that shares no factor with most totals meets all kinds of arguments soon.
    let stride = if total <= SAMPLES_MAX { 1 } else { (total / SAMPLES_MAX + 1) | 1 };
    let mut samples = Vec::new();
    for index in (0..total).step_by(stride).take(SAMPLES_MAX) {
        let mut rest = index;
        let mut values = Vec::with_capacity(count);
        for _ in 0..count {
            values.push(numbers[rest % numbers.len()]);
            rest /= numbers.len();
        }
        samples.extend(sample(evaluator, routine, parameters, &values));
    }
    samples
}

/// Calls with small arguments that the facts about them allow.
fn possible_samples(evaluator: &mut Evaluator<'_>, routine: usize, parameters: usize, called: &[Fact]) -> Vec<Sample> {
    let count = parameters + evaluator.fragment.globals.len();
    let (mut samples, mut random) = (Vec::new(), 1u64);
    for _ in 0..40 * SAMPLES_MAX {
        let mut values = Vec::with_capacity(count);
        for _ in 0..count {
            // Knuth's linear congruences (MMIX) will do: what they suggest is proved or thrown away.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            values.push((random >> 33) as i32 % 14 - 2);
        }
        if called.iter().all(|fact| fact.allows(&values)) {
            samples.extend(sample(evaluator, routine, parameters, &values));
        }
        if samples.len() >= SAMPLES_MAX {
            break;
        }
    }
    samples
}
