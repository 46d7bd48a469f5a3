//! `thrown:pkg.E`: an exception of exactly that class was just thrown, by the program or by the machine, caught or not
//! (jpf-label's `ThrownException`, which sees `throw` statements only).

use space::Fault;

use super::plan::{Found, Subject};
use super::sources::{Sources, java_name};
use super::{Kind, mangle};
use crate::class::Kind as ValueKind;
use crate::heap::Ref;
use crate::vm::Vm;

pub const KIND: Kind = Kind {
    name: "thrown",
    synopsis: "thrown:java.lang.ArithmeticException",
    meaning: "an exception of that class was just thrown",
};

pub(super) fn find(sources: &Sources, class: &str, spec: &str) -> Result<Found, Fault> {
    let file = sources.class(class, spec)?;
    let mut ancestor = Some(file.clone());
    while let Some(above) = ancestor {
        if &*above.name == "java/lang/Throwable" {
            let name = mangle::class(&java_name(&file.name));
            let subject = Subject::Thrown { class: file.name.to_string() };
            return Ok(Found { subjects: vec![(subject, ValueKind::Void, name)], value: None });
        }
        ancestor = sources.superclass(&above)?;
    }
    Err(Fault::Input(format!("label '{spec}': {} is no exception and cannot be thrown", java_name(&file.name))))
}

impl Vm {
    /// An exception starts on its way to a handler.
    pub fn watch_thrown(&mut self, exception: Ref) {
        if self.watches.thrown.is_empty() {
            return;
        }
        let class = self.heap.class_of(exception);
        for index in 0..self.watches.thrown.len() {
            let (watched, watch) = self.watches.thrown[index];
            if watched == class {
                self.note_event(watch, 0);
            }
        }
    }
}
