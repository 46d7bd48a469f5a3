//! A program run over a text whose characters are known by conditions. At each place there are some *situations*: the threads
//! that are alive, in order of preference, and what matched so far. Each is reached under a condition, and the conditions of all
//! of them exclude each other, so that what comes out is a list of results, each with its condition.

use hashbrown::HashMap;

use super::CharSet;
use super::program::{Program, Step};
use super::syntax::{Assertion, line_terminators};

/// Conditions on the units of a text.
pub trait Conditions {
    type Condition: Clone;

    /// That the unit at a place lies in one of some ranges.
    fn within(&mut self, place: usize, ranges: &[(u32, u32)]) -> Self::Condition;
    fn and(&mut self, a: &Self::Condition, b: &Self::Condition) -> Self::Condition;
    fn or(&mut self, parts: &[Self::Condition]) -> Self::Condition;
    fn certain(&mut self) -> Self::Condition;
    fn is_impossible(&mut self, condition: &Self::Condition) -> bool;
}

/// Where a match begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// From here to the end of the text.
    Whole,
    /// From here.
    Prefix,
    /// From here or any later place.
    Search,
}

/// Where the groups of a match begin and end, -1 for those that have no part in it; nothing if there is no match.
pub type Found = Option<Vec<i32>>;

/// More steps than this are left to the library.
const STEPS_MAX: usize = 200_000;

/// What a thread asks of the next unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Wanted {
    Anything,
    /// It has read the first half of a code point.
    Low,
    /// It has read a surrogate that is alone.
    NotLow,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Thread {
    at: usize,
    wanted: Wanted,
    marks: Vec<i32>,
}

/// What assertions need to know of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Seen {
    is_word: bool,
    is_return: bool,
    is_terminator: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Situation {
    threads: Vec<Thread>,
    before: Option<Seen>,
    matched: Found,
}

/// Units that no part of the program tells apart.
struct Kind {
    ranges: Vec<(u32, u32)>,
    first: u32,
}

struct Machine<'a> {
    program: &'a Program,
    kinds: Vec<Kind>,
    mode: Mode,
    length: usize,
    /// Whether the text ends with both characters of a line terminator, where that matters.
    ends_in_both: bool,
}

/// The results of a program on the text from a place on, each with its condition; nothing if there are too many ways.
pub fn outcomes<C: Conditions>(
    program: &Program,
    conditions: &mut C,
    (length, unit_max): (usize, u32),
    from: usize,
    mode: Mode,
) -> Option<Vec<(C::Condition, Found)>> {
    let certain = conditions.certain();
    let mut cases = vec![(certain, false)];
    if program.looks_at_end && length >= 2 {
        let first = conditions.within(length - 2, &[(0x0d, 0x0d)]);
        let second = conditions.within(length - 1, &[(0x0a, 0x0a)]);
        let both = conditions.and(&first, &second);
        let other_first = conditions.within(length - 2, CharSet::single(0x0d).complement().ranges());
        let other_second = conditions.within(length - 1, CharSet::single(0x0a).complement().ranges());
        let other = conditions.or(&[other_first, other_second]);
        cases = vec![(both, true), (other, false)];
    }
    let mut results: Vec<(C::Condition, Found)> = Vec::new();
    for (case, ends_in_both) in cases {
        if conditions.is_impossible(&case) {
            continue;
        }
        let machine = Machine { program, kinds: kinds_of(program, unit_max), mode, length, ends_in_both };
        for (condition, found) in machine.run(conditions, (from, length), false)? {
            results.push((conditions.and(&case, &condition), found));
        }
    }
    Some(joined(conditions, results))
}

/// The condition that a text which goes on after the units at hand may still match as a whole. Nothing if there are too many
/// ways, or the end matters.
pub fn may_go_on<C: Conditions>(
    program: &Program,
    conditions: &mut C,
    (length, unit_max): (usize, u32),
) -> Option<C::Condition> {
    if program.looks_at_end || program.marks > 0 {
        return None;
    }
    let kinds = kinds_of(program, unit_max);
    // However long it is, it does not end here.
    let machine = Machine { program, kinds, mode: Mode::Whole, length: usize::MAX, ends_in_both: false };
    let results = machine.run(conditions, (0, length), true)?;
    let alive: Vec<C::Condition> = results.into_iter().filter(|(_, found)| found.is_some()).map(|(c, _)| c).collect();
    Some(conditions.or(&alive))
}

/// Results that are equal become one.
fn joined<C: Conditions>(conditions: &mut C, results: Vec<(C::Condition, Found)>) -> Vec<(C::Condition, Found)> {
    let mut places: HashMap<Found, usize> = HashMap::new();
    let mut parts: Vec<(Vec<C::Condition>, Found)> = Vec::new();
    for (condition, found) in results {
        let place = *places.entry(found.clone()).or_insert(parts.len());
        if place == parts.len() {
            parts.push((Vec::new(), found));
        }
        parts[place].0.push(condition);
    }
    parts.into_iter().map(|(parts, found)| (conditions.or(&parts), found)).collect()
}

fn kinds_of(program: &Program, unit_max: u32) -> Vec<Kind> {
    let cuts = program.cuts();
    let mut starts: Vec<u32> = vec![0];
    for (low, high) in cuts.iter().flat_map(|cut| cut.ranges()) {
        starts.extend([*low, high + 1]);
    }
    starts.retain(|start| *start <= unit_max);
    starts.sort_unstable();
    starts.dedup();
    let mut places: HashMap<Vec<bool>, usize> = HashMap::new();
    let mut kinds: Vec<Kind> = Vec::new();
    for (index, start) in starts.iter().enumerate() {
        let end = starts.get(index + 1).map_or(unit_max, |next| next - 1);
        let signature = cuts.iter().map(|cut| cut.contains(*start)).collect();
        let place = *places.entry(signature).or_insert(kinds.len());
        if place == kinds.len() {
            kinds.push(Kind { ranges: Vec::new(), first: *start });
        }
        kinds[place].ranges.push((*start, end));
    }
    kinds
}

impl Machine<'_> {
    /// Reads the units at hand; an open text has more of them.
    fn run<C: Conditions>(
        &self,
        conditions: &mut C,
        (from, until): (usize, usize),
        is_open: bool,
    ) -> Option<Vec<(C::Condition, Found)>> {
        let mut results: Vec<(C::Condition, Found)> = Vec::new();
        let mut live = self.beginnings(conditions, from);
        let mut steps = 0;
        for place in from..until {
            let mut possible = Vec::new();
            for (number, kind) in self.kinds.iter().enumerate() {
                let condition = conditions.within(place, &kind.ranges);
                if !conditions.is_impossible(&condition) {
                    possible.push(number);
                }
            }
            let mut next: Vec<(Situation, Vec<C::Condition>)> = Vec::new();
            let mut places: HashMap<Situation, usize> = HashMap::new();
            for (situation, reached) in &live {
                steps += possible.len();
                if steps > STEPS_MAX {
                    return None;
                }
                for (after, kinds) in self.successors(situation, place, &possible) {
                    let mut condition = reached.clone();
                    if kinds.len() < possible.len() {
                        let ranges = kinds.iter().flat_map(|kind| self.kinds[*kind].ranges.iter().copied());
                        let here = conditions.within(place, CharSet::of(ranges).ranges());
                        condition = conditions.and(reached, &here);
                    }
                    if conditions.is_impossible(&condition) {
                        continue;
                    }
                    if self.is_over(&after) {
                        results.push((condition, after.matched));
                        continue;
                    }
                    let known = *places.entry(after.clone()).or_insert(next.len());
                    if known == next.len() {
                        next.push((after, Vec::new()));
                    }
                    next[known].1.push(condition);
                }
            }
            live = next.into_iter().map(|(situation, parts)| (situation, conditions.or(&parts))).collect();
        }
        for (situation, reached) in live {
            let found = match is_open {
                false => self.step(&situation, until, None).matched,
                true => self.reads_on(&situation, until).then(Vec::new),
            };
            results.push((reached, found));
        }
        Some(joined(conditions, results))
    }

    /// The situations to begin with: assertions may look at the character before.
    fn beginnings<C: Conditions>(&self, conditions: &mut C, from: usize) -> Vec<(Situation, C::Condition)> {
        let marks = vec![-1; self.program.marks];
        let threads = match self.mode {
            Mode::Search => Vec::new(),
            _ => vec![Thread { at: 0, wanted: Wanted::Anything, marks }],
        };
        let beginning = |before| Situation { threads: threads.clone(), before, matched: None };
        if from == 0 || !self.looks_back() {
            return vec![(beginning(None), conditions.certain())];
        }
        let mut cases: Vec<(Seen, Vec<(u32, u32)>)> = Vec::new();
        for kind in &self.kinds {
            let seen = self.seen(kind.first);
            match cases.iter_mut().find(|(known, _)| *known == seen) {
                Some((_, ranges)) => ranges.extend(&kind.ranges),
                None => cases.push((seen, kind.ranges.clone())),
            }
        }
        let mut beginnings = Vec::new();
        for (seen, ranges) in cases {
            let condition = conditions.within(from - 1, CharSet::of(ranges).ranges());
            if !conditions.is_impossible(&condition) {
                beginnings.push((beginning(Some(seen)), condition));
            }
        }
        beginnings
    }

    fn looks_back(&self) -> bool {
        self.program.word.is_some() || self.program.looks_at_lines
    }

    fn seen(&self, unit: u32) -> Seen {
        let lines = self.program.looks_at_lines;
        Seen {
            is_word: self.program.word.as_ref().is_some_and(|word| word.contains(unit)),
            is_return: lines && unit == 0x0d,
            is_terminator: lines && line_terminators().contains(unit),
        }
    }

    /// Nothing can change the result any more.
    fn is_over(&self, situation: &Situation) -> bool {
        let is_settled = self.mode != Mode::Search || situation.matched.is_some();
        is_settled && (situation.threads.is_empty() || self.program.marks == 0 && situation.matched.is_some())
    }

    /// Where the possible kinds of the next unit lead, those that lead to the same situation together.
    fn successors(&self, situation: &Situation, place: usize, possible: &[usize]) -> Vec<(Situation, Vec<usize>)> {
        let mut ways: Vec<(Situation, Vec<usize>)> = Vec::new();
        for kind in possible {
            let after = self.step(situation, place, Some(*kind));
            match ways.iter_mut().find(|(known, _)| *known == after) {
                Some((_, kinds)) => kinds.push(*kind),
                None => ways.push((after, vec![*kind])),
            }
        }
        ways
    }

    /// Whether some thread reads on for some unit.
    fn reads_on(&self, situation: &Situation, place: usize) -> bool {
        (0..self.kinds.len()).any(|kind| !self.step(situation, place, Some(kind)).threads.is_empty())
    }

    /// What a situation becomes when a unit of a kind is read, or nothing at the end.
    fn step(&self, situation: &Situation, place: usize, kind: Option<usize>) -> Situation {
        let unit = kind.map(|kind| self.kinds[kind].first);
        let is_low = unit.is_some_and(|unit| (0xdc00..=0xdfff).contains(&unit));
        let mut closure = Closure {
            machine: self,
            place,
            before: situation.before,
            unit,
            visited: vec![false; self.program.steps.len()],
            threads: Vec::new(),
            accepted: None,
        };
        for thread in &situation.threads {
            match thread.wanted {
                // It has read half of a character, and reads the other half now.
                Wanted::Low if is_low => closure.add(thread.at, Wanted::Anything, &thread.marks),
                Wanted::Low => {}
                Wanted::NotLow if is_low => {}
                Wanted::NotLow | Wanted::Anything => closure.follow(thread.at, thread.marks.clone()),
            }
            if closure.accepted.is_some() {
                break;
            }
        }
        let begins = self.mode == Mode::Search && situation.matched.is_none() && closure.accepted.is_none();
        if begins {
            closure.follow(0, vec![-1; self.program.marks]);
        }
        let matched = closure.accepted.take().or_else(|| situation.matched.clone());
        let mut threads = closure.threads;
        if self.program.marks == 0 {
            // Nobody asks which: the order does not matter.
            threads.sort_unstable();
        }
        let before = unit.filter(|_| self.looks_back()).map(|unit| self.seen(unit));
        Situation { threads, before, matched }
    }
}

/// The threads that a unit is read by, found by following all steps that read nothing.
struct Closure<'a> {
    machine: &'a Machine<'a>,
    place: usize,
    before: Option<Seen>,
    /// None at the end of the text.
    unit: Option<u32>,
    visited: Vec<bool>,
    /// After the unit was read.
    threads: Vec<Thread>,
    accepted: Found,
}

impl Closure<'_> {
    fn add(&mut self, at: usize, wanted: Wanted, marks: &[i32]) {
        if !self.threads.iter().any(|known| known.at == at && known.wanted == wanted) {
            self.threads.push(Thread { at, wanted, marks: marks.to_vec() });
        }
    }

    fn follow(&mut self, at: usize, marks: Vec<i32>) {
        let machine = self.machine;
        let mut stack = vec![(at, marks)];
        while let Some((at, mut marks)) = stack.pop() {
            if std::mem::replace(&mut self.visited[at], true) {
                continue;
            }
            match &machine.program.steps[at] {
                Step::Read(class) => self.read(*class, at + 1, &marks),
                Step::Jump(to) => stack.push((*to, marks)),
                Step::Split { first, second } => {
                    stack.push((*second, marks.clone()));
                    stack.push((*first, marks));
                }
                Step::Mark(number) => {
                    marks[*number] = self.place as i32;
                    stack.push((at + 1, marks));
                }
                Step::Assert(assertion) => {
                    if self.holds(*assertion) {
                        stack.push((at + 1, marks));
                    }
                }
                Step::Accept => {
                    if machine.mode != Mode::Whole || self.place == machine.length {
                        self.accepted = Some(marks);
                        return;
                    }
                }
            }
        }
    }

    /// A thread reads the unit, if its class has it.
    fn read(&mut self, class: usize, to: usize, marks: &[i32]) {
        let Some(unit) = self.unit else { return };
        let class = &self.machine.program.classes[class];
        if class.is_of_points && (0xd800..=0xdbff).contains(&unit) {
            if class.has_pairs {
                self.add(to, Wanted::Low, marks);
            }
            if class.set.contains(unit) {
                self.add(to, Wanted::NotLow, marks);
            }
        } else if class.set.contains(unit) {
            self.add(to, Wanted::Anything, marks);
        }
    }

    fn holds(&self, assertion: Assertion) -> bool {
        let machine = self.machine;
        let (place, length) = (self.place, machine.length);
        let after = self.unit.map(|unit| machine.seen(unit));
        let before = self.before.unwrap_or_default();
        // Between the two characters of a line terminator no line ends.
        let splits = self.unit == Some(0x0a) && before.is_return;
        match assertion {
            Assertion::Start => place == 0,
            Assertion::End => place == length,
            Assertion::LastEnd => {
                place == length
                    || place + 1 == length && after.is_some_and(|seen| seen.is_terminator) && !splits
                    || place + 2 == length && machine.ends_in_both
            }
            Assertion::LineStart => place != length && (place == 0 || before.is_terminator && !splits),
            Assertion::LineEnd => place == length || after.is_some_and(|seen| seen.is_terminator) && !splits,
            Assertion::Bound(wanted) => (before.is_word != after.is_some_and(|seen| seen.is_word)) == wanted,
        }
    }
}
