//! Verification types (JVMS 4.10.1.2) and when one may stand for another.

use std::collections::HashMap;

use classfile::{ClassFile, FieldType, Text, access};

use super::TypeEnvironment;
use crate::analysis::subroutines::ContextId;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NameId(u32);

/// What a slot of a frame holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// Nothing usable.
    Top,
    Int,
    Float,
    Long,
    Double,
    /// The second slot of a long or double.
    Half,
    Null,
    UninitializedThis,
    /// What the `new` at that position made, before its constructor ran.
    Uninitialized(u16),
    /// An instance of a class, interface or array.
    Object(NameId),
    /// Where a `jsr` returns to, by its context.
    Address(ContextId),
}

impl Type {
    pub fn is_wide(self) -> bool {
        matches!(self, Type::Long | Type::Double)
    }

    /// Any reference, initialised or not.
    pub fn is_reference(self) -> bool {
        matches!(self, Type::Null | Type::UninitializedThis | Type::Uninitialized(_) | Type::Object(_))
    }
}

/// A class that had to be known and could not be loaded.
#[derive(Debug)]
pub struct Missing(pub Text);

/// The names that occur in a class, and the hierarchy they live in.
pub struct Types<'a> {
    environment: &'a dyn TypeEnvironment,
    class: &'a ClassFile,
    names: Vec<Text>,
    ids: HashMap<Text, NameId>,
    /// The superclasses of the class, nearest first; loaded when first needed.
    superclasses: Option<Vec<Text>>,
}

impl<'a> Types<'a> {
    pub fn new(class: &'a ClassFile, environment: &'a dyn TypeEnvironment) -> Self {
        Types { environment, class, names: Vec::new(), ids: HashMap::new(), superclasses: None }
    }

    pub fn id(&mut self, name: &str) -> NameId {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = NameId(self.names.len() as u32);
        let text: Text = name.into();
        self.names.push(text.clone());
        self.ids.insert(text, id);
        id
    }

    pub fn object(&mut self, name: &str) -> Type {
        Type::Object(self.id(name))
    }

    pub fn name(&self, id: NameId) -> &Text {
        &self.names[id.0 as usize]
    }

    pub fn field_type(&mut self, field_type: FieldType) -> Type {
        match field_type {
            FieldType::Long => Type::Long,
            FieldType::Double => Type::Double,
            FieldType::Float => Type::Float,
            FieldType::Object(name) | FieldType::Array(name) => self.object(name),
            _ => Type::Int,
        }
    }

    /// The component type of an array that holds references.
    pub fn component(&mut self, array: NameId) -> Option<Type> {
        let name = self.name(array).clone();
        match component_name(&name)? {
            Component::Reference(name) => Some(self.object(name)),
            Component::Primitive(_) => None,
        }
    }

    /// How a type is called in messages.
    pub fn describe(&self, tested: Type) -> String {
        match tested {
            Type::Top => "nothing usable".into(),
            Type::Int => "int".into(),
            Type::Float => "float".into(),
            Type::Long => "long".into(),
            Type::Double => "double".into(),
            Type::Half => "the second half of a long or double".into(),
            Type::Null => "null".into(),
            Type::UninitializedThis => "uninitialised this".into(),
            Type::Uninitialized(pc) => format!("uninitialised object of the new at {pc}"),
            Type::Object(id) => self.name(id).to_string(),
            Type::Address(_) => "a return address".into(),
        }
    }

    /// May a value of the one type stand where the other is expected?
    pub fn assignable(&mut self, from: Type, to: Type) -> Result<bool, Missing> {
        match (from, to) {
            _ if from == to => Ok(true),
            (_, Type::Top) | (Type::Null, Type::Object(_)) => Ok(true),
            (Type::Object(from), Type::Object(to)) => {
                let (from, to) = (self.name(from).clone(), self.name(to).clone());
                self.class_assignable(&from, &to)
            }
            _ => Ok(false),
        }
    }

    /// JVMS 4.10.1.2 `isJavaAssignable`: interfaces are treated like `Object`.
    fn class_assignable(&self, from: &str, to: &str) -> Result<bool, Missing> {
        if from == to || to == "java/lang/Object" {
            return Ok(true);
        }
        if to.starts_with('[') {
            return match (component_name(from), component_name(to)) {
                (Some(Component::Reference(from)), Some(Component::Reference(to))) => self.class_assignable(from, to),
                (from, to) => Ok(from.is_some() && from == to),
            };
        }
        if from.starts_with('[') {
            return Ok(to == "java/lang/Cloneable" || to == "java/io/Serializable");
        }
        Ok(self.is_interface(to)? || self.is_subclass(from, to)?)
    }

    fn is_interface(&self, name: &str) -> Result<bool, Missing> {
        if *self.class.name == *name {
            return Ok(self.class.access & access::INTERFACE != 0);
        }
        self.environment.is_interface(name).ok_or_else(|| Missing(name.into()))
    }

    fn is_subclass(&self, from: &str, to: &str) -> Result<bool, Missing> {
        let mut from = from;
        if *self.class.name == *from {
            // The class itself need not be known to the environment yet.
            match self.class.superclass.as_deref() {
                Some(superclass) if superclass != to => from = superclass,
                superclass => return Ok(superclass.is_some()),
            }
        }
        self.environment.is_assignable(from, to).ok_or_else(|| Missing(from.into()))
    }

    /// The superclasses of the class being verified, nearest first.
    pub fn superclasses(&mut self) -> Result<&[Text], Missing> {
        if self.superclasses.is_none() {
            let mut chain = Vec::new();
            let mut next = self.class.superclass.clone();
            while let Some(name) = next {
                if chain.contains(&name) {
                    break;
                }
                next = self.environment.superclass(&name).ok_or_else(|| Missing(name.clone()))?;
                chain.push(name);
            }
            self.superclasses = Some(chain);
        }
        Ok(self.superclasses.as_deref().unwrap_or_default())
    }

    /// The class that declares a member, if the member is protected and the class in another package than ours.
    pub fn foreign_protected(&self, class: &str, name: &str, descriptor: &str) -> Result<bool, Missing> {
        let owner = self.environment.protected_member(class, name, descriptor).ok_or_else(|| Missing(class.into()))?;
        Ok(owner.is_some_and(|owner| package(&owner) != package(&self.class.name)))
    }

    /// The nearest type that both are (JVMS 4.10.2.2), for verification by inference.
    pub fn merge(&mut self, one: Type, other: Type) -> Result<Type, Missing> {
        Ok(match (one, other) {
            _ if one == other => one,
            (Type::Null, Type::Object(_)) => other,
            (Type::Object(_), Type::Null) => one,
            (Type::Object(one), Type::Object(other)) => {
                let merged = self.merge_names(&self.name(one).clone(), &self.name(other).clone())?;
                self.object(&merged)
            }
            _ => Type::Top,
        })
    }

    fn merge_names(&self, one: &str, other: &str) -> Result<String, Missing> {
        const OBJECT: &str = "java/lang/Object";
        if one == other {
            return Ok(one.into());
        }
        if one.starts_with('[') && other.starts_with('[') {
            return match (component_name(one), component_name(other)) {
                (Some(Component::Reference(one)), Some(Component::Reference(other))) => {
                    let merged = self.merge_names(one, other)?;
                    Ok(if merged.starts_with('[') { format!("[{merged}") } else { format!("[L{merged};") })
                }
                _ => Ok(OBJECT.into()),
            };
        }
        if one.starts_with('[') || other.starts_with('[') || one == OBJECT || other == OBJECT {
            return Ok(OBJECT.into());
        }
        if self.is_interface(one)? || self.is_interface(other)? {
            return Ok(OBJECT.into());
        }
        let mut candidate: Text = one.into();
        // The length of a chain of superclasses is bounded by what the environment has loaded; a cycle it would have
        // refused, but a count costs nothing.
        for _ in 0..10_000 {
            if self.class_assignable(other, &candidate)? {
                return Ok(candidate.to_string());
            }
            match self.superclass(&candidate)? {
                Some(superclass) => candidate = superclass,
                None => break,
            }
        }
        Ok(OBJECT.into())
    }

    fn superclass(&self, name: &str) -> Result<Option<Text>, Missing> {
        if *self.class.name == *name {
            return Ok(self.class.superclass.clone());
        }
        self.environment.superclass(name).ok_or_else(|| Missing(name.into()))
    }
}

#[derive(PartialEq)]
enum Component<'a> {
    /// The name as of a class constant.
    Reference(&'a str),
    Primitive(&'a str),
}

fn component_name(array: &str) -> Option<Component<'_>> {
    let component = array.strip_prefix('[')?;
    if component.starts_with('[') {
        return Some(Component::Reference(component));
    }
    match component.strip_prefix('L') {
        Some(name) => Some(Component::Reference(name.strip_suffix(';')?)),
        None => Some(Component::Primitive(component)),
    }
}

/// The package part of an internal name.
fn package(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(package, _)| package)
}
