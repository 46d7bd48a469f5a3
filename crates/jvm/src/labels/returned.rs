//! `returned:pkg.C.m(int,int)[=v]`: the method just returned, with that value (jpf-label's `ReturnedBooleanMethod`,
//! `ReturnedIntegerMethod` and `ReturnedVoidMethod`). Leaving by an exception is no return.

use space::Fault;

use super::Kind;
use super::plan::{Found, Subject, is_integer, mangled, methods};
use super::sources::Sources;
use super::spec::{MethodPattern, Value};
use super::watches::TOLD;
use crate::class::{Kind as ValueKind, MethodId, return_descriptor};
use crate::vm::Vm;

pub const KIND: Kind = Kind {
    name: "returned",
    synopsis: "returned:pkg.C.m(int,int)[=v]",
    meaning: "the method just returned, with that value",
};

pub(super) fn find(
    sources: &Sources,
    method: &MethodPattern,
    value: Option<Value>,
    spec: &str,
) -> Result<Found, Fault> {
    let subjects = methods(sources, method, spec)?
        .into_iter()
        .map(|(method, _)| {
            let kind = ValueKind::of_descriptor(return_descriptor(&method.descriptor));
            let name = mangled(&method);
            // What has a value that can be named is named by it.
            let has_value = kind == ValueKind::Boolean || is_integer(kind);
            let name = if has_value { name } else { format!("returned__{name}") };
            (Subject::Returned(method), kind, name)
        })
        .collect();
    Ok(Found { subjects, value })
}

impl Vm {
    /// A watched method returned.
    pub fn watch_return(&mut self, method: MethodId, value: u64) {
        let kind = self.method(method).returns;
        for index in 0..self.method(method).watches.len() {
            let watch = self.method(method).watches[index];
            if watch == TOLD {
                self.tell_result(kind, value);
                continue;
            }
            match self.watches.subject(watch) {
                Subject::Returned(_) if self.watches.plan.watches[watch as usize].by_value => {
                    let told_apart = self.returned_value(kind, value);
                    self.note_event(watch, told_apart);
                }
                Subject::Returned(_) => self.note_event(watch, super::watches::as_number(kind, value)),
                Subject::Unlocked(_) => self.note_event(watch, 0),
                _ => {}
            }
        }
    }
}
