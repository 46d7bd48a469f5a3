//! `invoked:pkg.C.m(int,int)`: the method was just called (jpf-label's `InvokedMethod`). The class is the one that
//! declares the method; a method without code of its own stands for those that implement it.

use space::Fault;

use super::Kind;
use super::plan::{Found, Subject, mangled, methods};
use super::sources::Sources;
use super::spec::MethodPattern;
use super::watches::TOLD;
use crate::class::{Kind as ValueKind, MethodId};
use crate::vm::{Outcome, Trap, Vm};

pub const KIND: Kind =
    Kind { name: "invoked", synopsis: "invoked:pkg.C.m(int,int)", meaning: "the method was just invoked" };

pub(super) fn find(sources: &Sources, method: &MethodPattern, spec: &str) -> Result<Found, Fault> {
    let subjects = methods(sources, method, spec)?
        .into_iter()
        .map(|(method, _)| {
            let name = format!("invoked__{}", mangled(&method));
            (Subject::Invoked(method), ValueKind::Void, name)
        })
        .collect();
    Ok(Found { subjects, value: None })
}

impl Vm {
    /// A watched native method is done, unless it has to run again: then it was not invoked yet.
    pub fn watch_native(&mut self, method: MethodId, result_at: usize, outcome: &Outcome<()>) {
        match outcome {
            Err(Trap::Again | Trap::Blocked | Trap::Yield | Trap::Choose(_) | Trap::Fault(_)) => return,
            _ => self.watch_invocation(method),
        }
        if outcome.is_ok() {
            let value = self.thread().stack[result_at];
            self.watch_return(method, value);
        }
    }

    /// A watched method was entered, with its lock if it is synchronized.
    pub fn watch_invocation(&mut self, method: MethodId) {
        for index in 0..self.method(method).watches.len() {
            let watch = self.method(method).watches[index];
            if watch == TOLD {
                continue;
            }
            if matches!(self.watches.subject(watch), Subject::Invoked(_) | Subject::Locked(_)) {
                self.note_event(watch, 0);
            }
        }
    }
}
