//! `field:pkg.C.f`: the value of a static field, wherever the class is initialised (jpf-label's `BooleanStaticField` and
//! `IntegerStaticField`). A transition ends at each assignment that changes it.

use classfile::access;
use space::Fault;

use super::plan::{Found, Subject, is_integer};
use super::sources::{Sources, java_name, missing};
use super::spec::Value;
use super::{Kind, mangle};
use crate::class::Kind as ValueKind;
use crate::heap::{ClassId, header};
use crate::vm::{Outcome, Vm};

pub const KIND: Kind =
    Kind { name: "field", synopsis: "field:pkg.C.f[=v]", meaning: "the value of a static boolean or integer field" };

pub(super) fn find(
    sources: &Sources,
    class: &str,
    name: &str,
    value: Option<Value>,
    spec: &str,
) -> Result<Found, Fault> {
    let file = sources.class(class, spec)?;
    let class = java_name(&file.name);
    let Some(field) = file.fields.iter().find(|field| *field.name == *name) else {
        let mut ancestor = sources.superclass(&file)?;
        while let Some(above) = ancestor {
            if above.fields.iter().any(|field| *field.name == *name) {
                let heir = java_name(&above.name);
                return Err(Fault::Input(format!(
                    "label '{spec}': {class} inherits {name} from {heir}; write {heir}.{name}"
                )));
            }
            ancestor = sources.superclass(&above)?;
        }
        let names: Vec<&str> = file.fields.iter().map(|field| &*field.name).collect();
        return Err(missing(spec, &format!("{class} has no field {name}"), name, names));
    };
    if field.access & access::STATIC == 0 {
        return Err(Fault::Input(format!(
            "label '{spec}': {class}.{name} is not static; only static fields can be labels"
        )));
    }
    let kind = ValueKind::of_descriptor(&field.descriptor);
    if kind != ValueKind::Boolean && !is_integer(kind) {
        return Err(Fault::Input(format!(
            "label '{spec}': {class}.{name} is neither boolean nor an integer; only those can be labels"
        )));
    }
    let subject = Subject::Field { class: file.name.to_string(), name: name.to_owned() };
    Ok(Found { subjects: vec![(subject, kind, format!("{}_{name}", mangle::class(&class)))], value })
}

impl Vm {
    /// The value of a watched field, if its class is initialised (or about to be) on this path.
    pub(super) fn field_value(&self, class: ClassId, place: u16) -> Option<i64> {
        let owner = self.class(class);
        if self.heap.header(owner.statics) & (header::INIT_DONE | header::INIT_RUNNING) == 0 {
            return None;
        }
        let field = &owner.fields[place as usize];
        Some(super::watches::as_number(field.kind, self.get_kind(owner.statics, field.offset as usize, field.kind)))
    }

    /// An assignment changed a watched field.
    pub fn watched_field_changed(&mut self, class: ClassId, place: u16) -> Outcome<()> {
        if self.is_watching() {
            let watched = self.watches.fields.contains(&Some((class, place)));
            self.watches.cut |= watched;
        }
        Ok(())
    }
}
