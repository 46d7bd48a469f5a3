//! What a method returns, whatever it is: numbers, truth values, characters, strings and constants of enumerations. Each value is a
//! label of its own, so that the law of the first one returned can be computed on the explored graph.

use std::sync::{Arc, Mutex, PoisonError};

use space::Fault;

use super::plan::{Family, Plan, find, is_integer};
use super::sources::Sources;
use super::spec::{Spec, Target};
use super::watches::as_number;
use crate::class::{Kind, return_descriptor};
use crate::heap::Ref;
use crate::vm::Vm;

const PREFIX: &str = "result_";
const BOXES: [&str; 8] = ["Integer", "Long", "Boolean", "Character", "Byte", "Short", "Float", "Double"];

/// Texts by number, the same for all machines of a program.
#[derive(Clone, Debug, Default)]
pub struct Texts(Arc<Mutex<Vec<String>>>);

/// Plans are compared by what they ask for, not by what was met since.
impl PartialEq for Texts {
    fn eq(&self, _: &Texts) -> bool {
        true
    }
}

impl Eq for Texts {}

impl Texts {
    fn number_of(&self, text: String) -> i64 {
        let mut texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = texts.iter().position(|known| *known == text);
        known.unwrap_or_else(|| {
            texts.push(text);
            texts.len() - 1
        }) as i64
    }

    fn get(&self, number: i64) -> String {
        let texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        texts.get(number as usize).cloned().unwrap_or_default()
    }
}

/// The label of a value: a name that every tool takes for one.
pub fn label(value: i64, subject: &str) -> String {
    format!("{PREFIX}{:x}__{subject}", value as u64)
}

impl Family {
    /// The label that holds whenever the method has just returned.
    pub fn any_label(&self) -> String {
        format!("{PREFIX}any__{}", self.subject)
    }
}

impl Plan {
    /// Watches what a method returns.
    pub(super) fn add_result(&mut self, spec: &Spec, sources: &Sources) -> Result<(), Fault> {
        let Target::Returned { method, .. } = &spec.target else { return Ok(()) };
        let found = find(&spec.target, sources, &spec.text)?;
        if found.subjects.len() > 1 {
            return Err(Fault::Input(format!(
                "--result {}: there are {} methods of that name; name the types of the parameters, as in {}.{}(int)",
                spec.text,
                found.subjects.len(),
                method.class,
                method.name
            )));
        }
        for (subject, kind, name) in found.subjects {
            let super::plan::Subject::Returned(returned) = &subject else { continue };
            check_type(return_descriptor(&returned.descriptor), sources, &spec.text)?;
            let name = name.strip_prefix("returned__").unwrap_or(&name).to_owned();
            let watch = self.watch(subject, kind);
            let watched = &mut self.watches[watch as usize];
            (watched.cuts, watched.by_value) = (true, true);
            let family = Family { watch, subject: name, named: Vec::new(), result: Some(kind) };
            self.rule(family.any_label(), watch, None);
            if !self.families.contains(&family) {
                self.families.push(family);
            }
        }
        Ok(())
    }

    /// What label `name` of a result stands for, if it is one of `family`.
    pub fn result_of(&self, family: &Family, name: &str) -> Option<String> {
        let rest = name.strip_prefix(PREFIX)?;
        let (value, subject) = rest.split_once("__")?;
        let value = u64::from_str_radix(value, 16).ok().filter(|_| subject == family.subject)? as i64;
        match family.result? {
            Kind::Boolean => Some((value != 0).to_string()),
            Kind::Char => Some(char::from_u32(value as u32).map_or_else(|| value.to_string(), |c| format!("'{c}'"))),
            kind if is_integer(kind) => Some(value.to_string()),
            _ => Some(self.texts.get(value)),
        }
    }
}

/// A law can be told of values that a line can show.
fn check_type(descriptor: &str, sources: &Sources, spec: &str) -> Result<(), Fault> {
    let kind = Kind::of_descriptor(descriptor);
    if kind == Kind::Void {
        return Err(Fault::Input(format!("--result {spec}: it returns nothing (void)")));
    }
    if kind != Kind::Reference {
        return Ok(());
    }
    let class = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
    if let Some(class) = class {
        let is_known = class.strip_prefix("java/lang/").is_some_and(|name| name == "String" || BOXES.contains(&name));
        let is_enum = || {
            Ok::<bool, Fault>(
                sources.find(class)?.is_some_and(|file| file.superclass.as_deref() == Some("java/lang/Enum")),
            )
        };
        if is_known || is_enum()? {
            return Ok(());
        }
    }
    Err(Fault::Input(format!(
        "--result {spec}: it returns {}; a law is told of numbers, booleans, characters, strings and enums: \
         let a method return one of these",
        class.map_or_else(|| "an array".to_owned(), |name| name.replace(['/', '$'], "."))
    )))
}

impl Vm {
    /// What tells a returned value from others.
    pub(super) fn returned_value(&self, kind: Kind, slot: u64) -> i64 {
        if kind == Kind::Boolean || is_integer(kind) {
            return as_number(kind, slot);
        }
        let text = match kind {
            Kind::Reference => self.returned_text(Ref::from_slot(slot)),
            _ => self.describe_value(slot, kind),
        };
        self.watches.plan.texts.number_of(text)
    }

    fn returned_text(&self, object: Ref) -> String {
        if object.is_null() {
            return "null".into();
        }
        let id = self.heap.class_of(object);
        if id == self.known.string {
            return format!("{:?}", self.string_text(object));
        }
        let class = self.class(id);
        let boxed = class.name.strip_prefix("java/lang/").filter(|name| BOXES.contains(name));
        if let Some(field) = boxed.and_then(|_| class.own_field("value")) {
            return self.describe_value(self.get_kind(object, field.offset as usize, field.kind), field.kind);
        }
        match self.offset_of(id, "name") {
            Some(at) => self.string_text(self.heap.get_ref(object, at as usize)),
            None => self.name_object(object),
        }
    }
}
