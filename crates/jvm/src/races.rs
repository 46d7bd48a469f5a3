//! Data races, for `--property races`.
//!
//! Two accesses race if they conflict (same field or element, at least one of them a write, neither volatile) and
//! happens-before does not order them. An execution with such a pair exists exactly if there is a sequentially
//! consistent execution in which the two are *next to each other*: take the earliest racing pair of an execution and
//! keep only what happens before one of the two; what is left is an execution, at whose end both are about to be made
//! (Adve and Hill 1990; the argument of the data-race-free theorem, JLS 17.4.5). An exploration of all schedules
//! therefore needs no vector clocks, which would be part of every state: it looks, in each state in which the
//! scheduler has a choice, for two threads whose next steps conflict. Whatever orders accesses (monitors, volatiles,
//! atomics, start and join, class initialisation, parking) keeps them from being next to each other by itself.
//!
//! Where races are not the question they are noticed all the same, as far as that is free (`note_races`): on a few random
//! walks before the exploration threads stand before each access, as above, and in the exploration itself they do so most of the
//! time.
//!
//! Not reported: final fields; the library's concurrent classes and its core, which use plain accesses beside fences
//! on purpose. Unsynchronised collections, builders and formats of the library count like the program's own code.

use space::{Violation, ViolationKind};

use crate::access::{Access, At};
use crate::class::ClassKind;
use crate::heap::header;
use crate::noticed::Mark;
use crate::thread::Status;
use crate::vm::Vm;

/// Views of a collection that the library makes when first asked for, and says so: whoever loses the race stores an
/// equal one.
#[rustfmt::skip]
const VIEWS: [&str; 7] = [
    "keySet", "values", "entrySet", "navigableKeySet", "descendingMap", "navigableKeySetView", "descendingMapView",
];

impl Vm {
    /// All races between the next steps of two threads.
    pub fn next_races(&self) -> Vec<Violation> {
        let accesses: Vec<(usize, Access)> = (0..self.threads.len())
            .filter(|index| self.is_answerable(*index))
            .flat_map(|index| self.next_accesses(index).map(move |access| (index, access)))
            .filter(|(_, access)| !access.volatile && !access.exempt && !self.is_lazy(access))
            .collect();
        let mut races = Vec::new();
        for (at, (first, a)) in accesses.iter().enumerate() {
            for (second, b) in &accesses[at + 1..] {
                // A copy within an array reads and writes by itself.
                if first != second && a.is_same_place(b) && (a.is_write() || b.is_write()) {
                    // The write is told first.
                    let (one, other) =
                        if a.is_write() { ((*first, a), (*second, b)) } else { ((*second, b), (*first, a)) };
                    races.push(self.race(one, other));
                }
            }
        }
        races
    }

    /// Takes note of memory that two threads are about to access with nothing to order them. That is no violation unless races
    /// are looked for, but hardware is sequentially consistent only for programs without: the verdict rests on it.
    pub(crate) fn note_races(&mut self) {
        if !self.may_race_anew() {
            return;
        }
        let mut accesses: Vec<(usize, Access)> = Vec::new();
        let mut raced: Option<Access> = None;
        for index in 0..self.threads.len() {
            for access in self.next_accesses(index) {
                if access.volatile || access.exempt || !self.is_answerable(index) {
                    continue;
                }
                let meets = |(thread, other): &(usize, Access)| {
                    *thread != index && access.is_same_place(other) && (access.is_write() || other.is_write())
                };
                if accesses.iter().any(meets) {
                    raced = Some(access);
                }
                accesses.push((index, access));
            }
        }
        if let Some(access) = raced {
            self.note_race(&access);
        }
    }

    pub(crate) fn note_race(&mut self, access: &Access) {
        let class = self.heap.class_of(access.object);
        let is_static = self.heap.header(access.object) & header::STATICS != 0;
        let is_array = !is_static && matches!(self.class(class).kind, ClassKind::Array { .. });
        let at = if is_array { At::Element(0) } else { At::Field(access.offset) };
        let place = self.place_of_race(access.object, at);
        if self.is_lazy(access) || !self.raced.insert(place) {
            return;
        }
        let name = match is_array {
            true => format!("an element of {}", self.simple_type_name(class)),
            false => self.describe_place(access).trim_start_matches("field ").to_owned(),
        };
        self.notice(Mark::Race(place), |noticed| &mut noticed.raced, name);
    }

    /// Whether the access that thread `index` stands before is made by code whose races matter.
    fn is_answerable(&self, index: usize) -> bool {
        let mut frames =
            self.threads[index].frames.iter().rev().map(|frame| self.class(self.method(frame.method).class));
        // What the machine does for a call of `clone` is the caller's access.
        let Some(class) = frames.find(|class| !class.stub) else { return false };
        if !class.library {
            return true;
        }
        let Some((package, name)) = class.name.rsplit_once('/') else { return true };
        match package {
            "java/util" | "java/text" | "java/io" => true,
            "java/lang" => name.starts_with("AbstractStringBuilder") || name.starts_with("StringBu"),
            _ => false,
        }
    }

    /// Whether the scheduler's leave, given to thread `index` now, is for the very instruction it stands before. A thread
    /// that only starts or wakes up would carry it on and run through its next access without being seen to stand
    /// before it. Schedules are the same either way, so that searches for anything but races let it run.
    pub(crate) fn leave_is_for(&self, index: usize) -> Option<(usize, u32)> {
        let thread = &self.threads[index];
        let stands =
            matches!(thread.status, Status::Blocked(_)) || (thread.status == Status::Runnable && !thread.woken);
        let frame = thread.frames.last().filter(|_| stands)?;
        Some((thread.frames.len(), frame.pc))
    }

    /// A transition is over: leave that was not used is void, since it was for its first step.
    pub(crate) fn forget_leave(&mut self) {
        if self.stands_before_accesses {
            self.threads.iter_mut().for_each(|thread| thread.granted = false);
        }
    }

    fn is_lazy(&self, access: &Access) -> bool {
        self.field_at(access.object, access.offset).is_some_and(|(class, place)| {
            let class = self.class(class);
            class.library && VIEWS.contains(&&*class.fields[place as usize].name)
        })
    }

    fn race(&self, one: (usize, &Access), other: (usize, &Access)) -> Violation {
        let part = |(index, access): (usize, &Access)| {
            let action = if access.is_write() { "write" } else { "read" };
            let at = self.location_of(&self.threads[index]).unwrap_or_default();
            format!("{action} by \"{}\" at {at}", self.thread_name(index))
        };
        let mut details = Vec::new();
        for access in [one, other] {
            details.push(part(access));
            details.extend(self.live_stack_lines(access.0).into_iter().map(|line| format!("    {line}")));
        }
        Violation {
            kind: ViolationKind::Race,
            message: format!("race on {}: {} and {}", self.describe_place(one.1), part(one), part(other)),
            details,
            thread: Some(self.thread_name(one.0)),
            location: self.location_of(&self.threads[one.0]),
        }
    }

    /// The frames of a thread, innermost first, as a stack trace shows them.
    pub fn live_stack_lines(&self, index: usize) -> Vec<String> {
        let frames = self.threads[index].frames.iter().rev();
        frames
            .filter(|frame| !self.method(frame.method).hidden)
            .map(|frame| {
                let method = self.method(frame.method);
                let class = self.class(method.class).java_name();
                format!("at {class}.{}({})", method.name, self.source_position(frame.method, frame.pc))
            })
            .collect()
    }
}
