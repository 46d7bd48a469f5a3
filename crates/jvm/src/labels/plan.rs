//! What is asked for, resolved against the class files: which labels there are, and what the machine has to watch.

use classfile::{ClassPath, Jimage, access};
use space::Fault;

use super::results::{self, Texts};
use super::sources::{Sources, java_name};
use super::spec::{Measure, RewardSpec, Spec, Target, Value};
use super::{field, invoked, local, locked, mangle, returned, thrown};
use crate::class::Kind as ValueKind;

/// A place in the program whose events or values matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    pub subject: Subject,
    /// The type of the value it has, or that its event carries.
    pub kind: ValueKind,
    /// A label depends on it, so that it ends transitions.
    pub cuts: bool,
    /// Its events carry what tells all values apart, also those that are no numbers.
    pub by_value: bool,
    /// Rewards that count its events, each with the value an event must carry.
    pub counted_by: Vec<(u32, Option<i64>)>,
}

/// Classes by internal name, members by name and descriptor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    Field { class: String, name: String },
    Local { method: MethodName, variable: String },
    Invoked(MethodName),
    Returned(MethodName),
    Locked(MethodName),
    Unlocked(MethodName),
    Thrown { class: String },
}

impl Subject {
    pub fn class(&self) -> &str {
        match self {
            Subject::Field { class, .. } | Subject::Thrown { class } => class,
            Subject::Local { method, .. }
            | Subject::Invoked(method)
            | Subject::Returned(method)
            | Subject::Locked(method)
            | Subject::Unlocked(method) => &method.class,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodName {
    pub class: String,
    pub name: String,
    pub descriptor: String,
    /// It has no code of its own: the methods that implement it count.
    pub is_abstract: bool,
}

/// A proposition: it holds where one of its watches shows the value wanted (any, if none is).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub name: String,
    pub alternatives: Vec<(u32, Option<i64>)>,
}

/// One label per value that an integer takes, found while searching: `3__pkg_C_f`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    pub watch: u32,
    /// What follows the value: `pkg_C_f`.
    pub subject: String,
    /// The values whose labels are among the rules.
    pub named: Vec<i64>,
    /// The values are those of a method whose law is asked for.
    pub result: Option<ValueKind>,
}

impl Family {
    pub fn label(&self, value: i64) -> String {
        if self.result.is_some() {
            return results::label(value, &self.subject);
        }
        format!("{}__{}", mangle::value(value, false), self.subject)
    }

    /// The value whose label has that name.
    fn value_of(&self, name: &str) -> Option<i64> {
        let (value, subject) = name.split_once("__").filter(|_| self.result.is_none())?;
        let number = match value.strip_prefix("minus") {
            Some(digits) => format!("-{digits}").parse::<i64>(),
            None => value.parse::<i64>(),
        };
        number.ok().filter(|value| subject == self.subject && self.label(*value) == name)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counter {
    Instructions,
    Allocations,
    Flips,
    Events,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub watches: Vec<Watch>,
    pub rules: Vec<Rule>,
    pub families: Vec<Family>,
    pub rewards: Vec<(String, Counter)>,
    /// What methods returned that is no number.
    pub texts: Texts,
}

impl Plan {
    /// Looks up everything that is named; what does not exist is an error that says so.
    pub fn resolve(
        labels: &[Spec],
        rewards: &[RewardSpec],
        class_path: &ClassPath,
        image: &Jimage,
    ) -> Result<Plan, Fault> {
        let sources = Sources { class_path, image };
        let mut plan = Plan::default();
        for spec in labels {
            if spec.by_value {
                plan.add_result(spec, &sources)?;
            } else if spec.builtin().is_none() {
                let found = find(&spec.target, &sources, &spec.text)?;
                plan.add_label(spec, found)?;
            }
        }
        for spec in rewards {
            if plan.rewards.iter().any(|(name, _)| *name == spec.name) {
                return Err(Fault::Input(format!("there are two rewards named \"{}\"; rename one of them", spec.name)));
            }
            plan.add_reward(spec, &sources)?;
        }
        Ok(plan)
    }

    pub(super) fn watch(&mut self, subject: Subject, kind: ValueKind) -> u32 {
        if let Some(known) = self.watches.iter().position(|watch| watch.subject == subject) {
            return known as u32;
        }
        self.watches.push(Watch { subject, kind, cuts: false, by_value: false, counted_by: Vec::new() });
        self.watches.len() as u32 - 1
    }

    fn add_label(&mut self, spec: &Spec, found: Found) -> Result<(), Fault> {
        let short = spec.short.as_deref();
        if let Some(name) = short
            && self.rules.iter().any(|rule| rule.name == name)
        {
            return Err(Fault::Input(format!("there are two labels named \"{name}\"; rename one of them")));
        }
        for (subject, kind, default_name) in found.subjects {
            // `locked` shows the unlocking too, which a name of one's own does not mean.
            if short.is_some() && matches!(subject, Subject::Unlocked(_)) {
                continue;
            }
            let value = found.value.map(|value| typed(value, kind, &spec.text)).transpose()?;
            let watch = self.watch(subject, kind);
            self.watches[watch as usize].cuts = true;
            let is_event = matches!(spec.target, Target::Returned { .. });
            match (short, value, kind) {
                (Some(name), None, ValueKind::Boolean) if !is_event => self.rule(name.into(), watch, Some(1)),
                (Some(name), None, kind) if !is_event && is_integer(kind) => {
                    return Err(Fault::Input(format!(
                        "label '{}': \"{name}\" could be any value of an {}; add = and the value you mean",
                        spec.text,
                        kind.java_name()
                    )));
                }
                (Some(name), value, _) => self.rule(name.into(), watch, value),
                (None, Some(value), kind) => {
                    let prefix = mangle::value(value, kind == ValueKind::Boolean);
                    self.rule(format!("{prefix}__{default_name}"), watch, Some(value));
                }
                (None, None, ValueKind::Boolean) => {
                    self.rule(format!("true__{default_name}"), watch, Some(1));
                    self.rule(format!("false__{default_name}"), watch, Some(0));
                }
                (None, None, kind) if is_integer(kind) => {
                    let family = Family { watch, subject: default_name, named: Vec::new(), result: None };
                    if !self.families.contains(&family) {
                        self.families.push(family);
                    }
                }
                (None, None, _) => self.rule(default_name, watch, None),
            }
        }
        Ok(())
    }

    pub(super) fn rule(&mut self, name: String, watch: u32, value: Option<i64>) {
        match self.rules.iter_mut().find(|rule| rule.name == name) {
            // Several methods under one name, or the same label asked for twice.
            Some(rule) if rule.alternatives.contains(&(watch, value)) => {}
            Some(rule) => rule.alternatives.push((watch, value)),
            None => self.rules.push(Rule { name, alternatives: vec![(watch, value)] }),
        }
    }

    fn add_reward(&mut self, spec: &RewardSpec, sources: &Sources) -> Result<(), Fault> {
        let index = self.rewards.len() as u32;
        let counter = match &spec.measure {
            Measure::Instructions => Counter::Instructions,
            Measure::Allocations => Counter::Allocations,
            Measure::Flips => Counter::Flips,
            Measure::Event { target } => {
                let found = find(target, sources, &spec.text)?;
                for (subject, kind, _) in found.subjects {
                    if matches!(subject, Subject::Unlocked(_)) {
                        continue;
                    }
                    let value = found.value.map(|value| typed(value, kind, &spec.text)).transpose()?;
                    let watch = self.watch(subject, kind);
                    self.watches[watch as usize].counted_by.push((index, value));
                }
                Counter::Events
            }
        };
        self.rewards.push((spec.name.clone(), counter));
        Ok(())
    }

    /// Fields and local variables that labels show the values of: a name for each, with the labels of its values.
    pub fn variables(&self) -> Vec<LabelledVariable> {
        let mut found: Vec<LabelledVariable> = Vec::new();
        for (index, watch) in self.watches.iter().enumerate() {
            if !matches!(watch.subject, Subject::Field { .. } | Subject::Local { .. }) {
                continue;
            }
            let index = index as u32;
            let is_boolean = watch.kind == ValueKind::Boolean;
            let family = self.families.iter().position(|family| family.watch == index);
            let own = |rule: &&Rule| matches!(rule.alternatives[..], [(watch, Some(_))] if watch == index);
            let whole = self.rules.iter().filter(own).find_map(|rule| rule.name.strip_prefix("true__"));
            let name = match (family, whole) {
                (Some(family), _) => self.families[family].subject.clone(),
                (None, Some(name)) if is_boolean => name.to_owned(),
                _ => continue,
            };
            found.push(LabelledVariable { name, is_boolean });
        }
        found
    }

    /// Makes the label of that name a rule, if a family has it.
    pub fn name_label(&mut self, name: &str) -> bool {
        let found = self.families.iter().position(|family| family.value_of(name).is_some());
        let Some(place) = found else { return false };
        let family = &mut self.families[place];
        let value = family.value_of(name).expect("just found");
        let watch = family.watch;
        if !family.named.contains(&value) {
            family.named.push(value);
        }
        self.rule(name.to_owned(), watch, Some(value));
        true
    }
}

/// A variable of the program whose values are labels: `3__NAME`, `true__NAME`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledVariable {
    pub name: String,
    pub is_boolean: bool,
}

impl LabelledVariable {
    /// The value that label `label` stands for, if it is one of this variable's.
    pub fn value_of(&self, label: &str) -> Option<i64> {
        let value = label.strip_suffix(&self.name)?.strip_suffix("__")?;
        match value {
            "true" if self.is_boolean => Some(1),
            "false" if self.is_boolean => Some(0),
            _ => match value.strip_prefix("minus") {
                Some(digits) => format!("-{digits}").parse().ok(),
                None => value.parse().ok(),
            },
        }
    }
}

/// What a target names: subjects with the kind of their value and jpf-label's name for them.
pub struct Found {
    pub subjects: Vec<(Subject, ValueKind, String)>,
    pub value: Option<Value>,
}

pub(super) fn find(target: &Target, sources: &Sources, spec: &str) -> Result<Found, Fault> {
    match target {
        Target::Builtin(_) => Ok(Found { subjects: Vec::new(), value: None }),
        Target::Field { class, name, value } => field::find(sources, class, name, *value, spec),
        Target::Local { method, variable, value } => local::find(sources, method, variable, *value, spec),
        Target::Invoked(method) => invoked::find(sources, method, spec),
        Target::Returned { method, value } => returned::find(sources, method, *value, spec),
        Target::Locked(method) => locked::find(sources, method, spec),
        Target::Thrown { class } => thrown::find(sources, class, spec),
    }
}

pub fn is_integer(kind: ValueKind) -> bool {
    matches!(kind, ValueKind::Byte | ValueKind::Char | ValueKind::Short | ValueKind::Int | ValueKind::Long)
}

/// The value as a number, if it is one of that kind's.
fn typed(value: Value, kind: ValueKind, spec: &str) -> Result<i64, Fault> {
    let range = match kind {
        ValueKind::Byte => i64::from(i8::MIN)..=i64::from(i8::MAX),
        ValueKind::Char => 0..=i64::from(u16::MAX),
        ValueKind::Short => i64::from(i16::MIN)..=i64::from(i16::MAX),
        ValueKind::Int => i64::from(i32::MIN)..=i64::from(i32::MAX),
        _ => i64::MIN..=i64::MAX,
    };
    match (value, kind) {
        (Value::Truth(truth), ValueKind::Boolean) => Ok(i64::from(truth)),
        (Value::Number(number), kind) if is_integer(kind) && range.contains(&number) => Ok(number),
        (Value::Number(number), kind) if is_integer(kind) => {
            Err(Fault::Input(format!("label '{spec}': {number} is no {}", kind.java_name())))
        }
        (_, ValueKind::Boolean) => Err(Fault::Input(format!("label '{spec}': a boolean is true or false"))),
        (_, kind) if is_integer(kind) => {
            Err(Fault::Input(format!("label '{spec}': a value of type {} is a number", kind.java_name())))
        }
        (_, kind) => Err(Fault::Input(format!(
            "label '{spec}': only boolean and integer values can be compared, and this is {}; leave out the value",
            if kind == ValueKind::Void { "void" } else { "none" }
        ))),
    }
}

/// The methods a pattern means, with the kind of what they return.
pub(super) fn methods(
    sources: &Sources,
    pattern: &super::MethodPattern,
    spec: &str,
) -> Result<Vec<(MethodName, classfile::Method)>, Fault> {
    let file = sources.class(&pattern.class, spec)?;
    let found = sources.methods(&file, pattern, spec)?;
    Ok(found
        .into_iter()
        .map(|method| {
            let name = MethodName {
                class: file.name.to_string(),
                name: method.name.to_string(),
                descriptor: method.descriptor.to_string(),
                is_abstract: method.access & access::ABSTRACT != 0,
            };
            (name, method.clone())
        })
        .collect())
}

pub(super) fn mangled(method: &MethodName) -> String {
    mangle::method(&java_name(&method.class), &method.name, &method.descriptor)
}
