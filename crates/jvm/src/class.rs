//! Classes, fields and methods as the machine runs them. They are not part of any state: what a path can change of a
//! class (its static fields, whether it is initialised) lives in its statics holder, an object like any other.

use std::collections::HashMap;
use std::sync::Arc;

use classfile::{ClassFile, Text, access};

use crate::heap::{ClassId, Ref};
use crate::instr::MethodCode;
use crate::natives::Native;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodId(pub u32);

/// The defining loader of a class: 0 is the bootstrap loader, others index `Vm::loaders`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoaderId(pub u32);

impl LoaderId {
    pub const BOOT: LoaderId = LoaderId(0);
    pub const APP: LoaderId = LoaderId(1);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Float,
    Long,
    Double,
    Reference,
    Void,
}

impl Kind {
    pub fn of_descriptor(descriptor: &str) -> Kind {
        match descriptor.as_bytes().first() {
            Some(b'Z') => Kind::Boolean,
            Some(b'B') => Kind::Byte,
            Some(b'C') => Kind::Char,
            Some(b'S') => Kind::Short,
            Some(b'I') => Kind::Int,
            Some(b'F') => Kind::Float,
            Some(b'J') => Kind::Long,
            Some(b'D') => Kind::Double,
            Some(b'V') => Kind::Void,
            _ => Kind::Reference,
        }
    }

    /// Operand-stack slots.
    pub fn slots(self) -> u16 {
        match self {
            Kind::Long | Kind::Double => 2,
            Kind::Void => 0,
            _ => 1,
        }
    }

    /// Log2 of the bytes an array element takes.
    pub fn shift(self) -> u8 {
        match self {
            Kind::Boolean | Kind::Byte => 0,
            Kind::Char | Kind::Short => 1,
            Kind::Int | Kind::Float | Kind::Reference => 2,
            Kind::Long | Kind::Double => 3,
            Kind::Void => 0,
        }
    }

    pub fn letter(self) -> char {
        match self {
            Kind::Boolean => 'Z',
            Kind::Byte => 'B',
            Kind::Char => 'C',
            Kind::Short => 'S',
            Kind::Int => 'I',
            Kind::Float => 'F',
            Kind::Long => 'J',
            Kind::Double => 'D',
            Kind::Reference => 'L',
            Kind::Void => 'V',
        }
    }

    pub fn java_name(self) -> &'static str {
        match self {
            Kind::Boolean => "boolean",
            Kind::Byte => "byte",
            Kind::Char => "char",
            Kind::Short => "short",
            Kind::Int => "int",
            Kind::Float => "float",
            Kind::Long => "long",
            Kind::Double => "double",
            Kind::Reference => "reference",
            Kind::Void => "void",
        }
    }

    pub const PRIMITIVES: [Kind; 9] = [
        Kind::Boolean,
        Kind::Byte,
        Kind::Char,
        Kind::Short,
        Kind::Int,
        Kind::Float,
        Kind::Long,
        Kind::Double,
        Kind::Void,
    ];

    /// The class that boxes this primitive.
    pub fn wrapper(self) -> &'static str {
        match self {
            Kind::Boolean => "java/lang/Boolean",
            Kind::Byte => "java/lang/Byte",
            Kind::Char => "java/lang/Character",
            Kind::Short => "java/lang/Short",
            Kind::Int => "java/lang/Integer",
            Kind::Float => "java/lang/Float",
            Kind::Long => "java/lang/Long",
            Kind::Double => "java/lang/Double",
            Kind::Void => "java/lang/Void",
            Kind::Reference => "java/lang/Object",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    Instance,
    Array { component: ClassId, kind: Kind },
    Primitive(Kind),
}

/// A declared field, with where it lives.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: Text,
    pub descriptor: Text,
    pub access: u16,
    pub kind: Kind,
    /// Byte offset in the instance, or in the statics holder.
    pub offset: u32,
    /// Index into the class file's fields; `u16::MAX` for fields the machine injects.
    pub index: u16,
    /// Labels want to know when it changes.
    pub watched: bool,
}

impl Field {
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }
    pub fn is_volatile(&self) -> bool {
        self.access & access::VOLATILE != 0
    }
}

/// What a constant-pool entry resolved to.
#[derive(Clone, Debug, Default)]
pub enum Resolved {
    #[default]
    Not,
    Class(ClassId),
    Method(MethodId),
    Field {
        class: ClassId,
        index: u16,
    },
    /// A permanent object: a string, a class mirror, a method type or handle.
    Object(Ref),
    /// A primitive dynamic constant.
    Value(Kind, u64),
}

#[derive(Clone)]
pub struct Class {
    pub id: ClassId,
    /// Internal name: `java/lang/String`, `[I`, `int`.
    pub name: Text,
    pub kind: ClassKind,
    pub access: u16,
    pub loader: LoaderId,
    pub superclass: Option<ClassId>,
    pub interfaces: Vec<ClassId>,
    /// Superclasses from `Object` down to this class itself: a subclass test is one comparison (Cohen 1991).
    pub display: Vec<ClassId>,
    /// All interfaces implemented, sorted.
    pub all_interfaces: Vec<ClassId>,
    pub file: Option<Arc<ClassFile>>,
    pub fields: Vec<Field>,
    pub methods: Vec<MethodId>,
    pub vtable: Vec<MethodId>,
    /// Interface method -> the method this class runs for it; filled on demand.
    pub itable: std::cell::RefCell<HashMap<MethodId, Option<MethodId>>>,
    pub pool: Vec<Resolved>,
    pub mirror: Ref,
    pub statics: Ref,
    /// Comes from the JDK: trusted, and its initialisation is common to all paths.
    pub library: bool,
    /// `[` of this class, once it was needed.
    pub array: Option<ClassId>,
    pub clinit: Option<MethodId>,
    /// Bytecode was verified (or is trusted).
    pub verified: bool,
    pub nest_host: Option<ClassId>,
    pub hidden: bool,
    /// Made by the machine itself: its code is correct, and may use what its host may.
    pub stub: bool,
    /// Defined by a call of `defineClass`, which other paths may not make: it exists where its mirror says so.
    pub dynamic: bool,
    /// Why linking failed, to be thrown again: exception class and message.
    pub broken: Option<(&'static str, String)>,
    pub finalizer: bool,
    /// Holds bodies that this class had before it was redefined, for invocations that were under way.
    pub obsolete: Option<ClassId>,
}

impl Class {
    /// The same in all but its number, what it has resolved and its methods.
    pub fn copy(&self) -> Class {
        Class {
            name: self.name.clone(),
            interfaces: self.interfaces.clone(),
            display: self.display.clone(),
            all_interfaces: self.all_interfaces.clone(),
            file: self.file.clone(),
            fields: self.fields.clone(),
            methods: Vec::new(),
            vtable: self.vtable.clone(),
            itable: self.itable.clone(),
            pool: Vec::new(),
            broken: self.broken.clone(),
            ..*self
        }
    }

    pub fn is_interface(&self) -> bool {
        self.access & access::INTERFACE != 0
    }

    pub fn is_abstract(&self) -> bool {
        self.access & access::ABSTRACT != 0
    }

    pub fn is_array(&self) -> bool {
        matches!(self.kind, ClassKind::Array { .. })
    }

    /// `java.lang.String`
    pub fn java_name(&self) -> String {
        let name = self.name.replace('/', ".");
        // A hidden class has a suffix, set off by what no name in a class file contains.
        if self.hidden { name.replace('+', "/") } else { name }
    }

    pub fn package(&self) -> &str {
        let name = self.name.trim_start_matches('[');
        name.rfind('/').map_or("", |slash| &name[..slash])
    }

    pub fn own_field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| &*field.name == name)
    }
}

/// What must happen besides running bytecode when a method is invoked; zero takes the fast path.
pub mod slow {
    pub const NATIVE: u8 = 1;
    pub const SYNCHRONIZED: u8 = 2;
    pub const UNDECODED: u8 = 4;
    pub const ABSTRACT: u8 = 8;
    /// Labels or rewards want to know of its invocation or return.
    pub const WATCHED: u8 = 16;
    /// Inputs, assumptions, and library methods that symbolic values take another way (see `natives::symbolic`).
    pub const SYMBOLIC: u8 = 32;
    /// The program's `run()`: a pool's turn ends when it calls one; and what asks threads or pools how far they are (see `operations`).
    pub const TASK: u8 = 64;
    /// A wait of the library's that is a single step unless its time is up from the start (see `operations`).
    pub const TIMED: u8 = 128;
}

#[derive(Clone)]
pub struct Method {
    pub id: MethodId,
    pub class: ClassId,
    pub name: Text,
    pub descriptor: Text,
    pub access: u16,
    /// Index into the class file's methods; `u16::MAX` for stubs the machine makes.
    pub index: u16,
    /// Slots of the arguments, receiver included.
    pub arguments: u16,
    pub returns: Kind,
    pub max_locals: u16,
    pub max_stack: u16,
    /// See [`slow`].
    pub slow: u8,
    /// Place in the vtable, if virtual.
    pub vtable_index: Option<u32>,
    pub code: MethodCode,
    pub native: Option<Native>,
    /// The parts of arrays that it works on, if it is native.
    pub parts: &'static [crate::natives::apart::Part],
    /// Hidden in stack traces (`@Hidden`, lambda frames, our stubs).
    pub hidden: bool,
    pub caller_sensitive: bool,
    pub role: crate::operations::Role,
    /// It is known that the verdict rests on this being a single step.
    pub is_noted: bool,
    /// What whoever runs it learns about others.
    pub asks: Option<crate::asks::Question>,
    /// Signature-polymorphic (`MethodHandle.invoke`, `VarHandle.get`, …).
    pub polymorphic: bool,
    pub maps: crate::maps::LazyMaps,
    /// What of it is compiled, besides its beginning.
    pub(crate) resumptions: crate::compiled::Resumptions,
    /// What is watched at its invocation and return: indices into `Vm::watches`.
    pub watches: Vec<u32>,
}

impl Method {
    /// The same as method `id` of `class`.
    pub fn retired(&mut self, id: MethodId, class: ClassId) -> Method {
        Method {
            id,
            class,
            name: self.name.clone(),
            descriptor: self.descriptor.clone(),
            code: std::mem::take(&mut self.code),
            maps: self.maps.clone(),
            resumptions: Default::default(),
            watches: self.watches.clone(),
            ..*self
        }
    }

    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }
    pub fn is_native(&self) -> bool {
        self.access & access::NATIVE != 0
    }
    pub fn is_abstract(&self) -> bool {
        self.access & access::ABSTRACT != 0
    }
    pub fn is_private(&self) -> bool {
        self.access & access::PRIVATE != 0
    }
    pub fn is_public(&self) -> bool {
        self.access & access::PUBLIC != 0
    }
    pub fn is_synchronized(&self) -> bool {
        self.access & access::SYNCHRONIZED != 0
    }
    pub fn is_initializer(&self) -> bool {
        &*self.name == "<init>" || &*self.name == "<clinit>"
    }
}

/// Kinds of the parameters, in order.
pub fn parameter_kinds(descriptor: &str) -> Vec<Kind> {
    each_parameter(descriptor).map(Kind::of_descriptor).collect()
}

/// Slots of the parameters, without a receiver.
pub fn parameter_slots(descriptor: &str) -> u16 {
    each_parameter(descriptor).map(|parameter| Kind::of_descriptor(parameter).slots()).sum()
}

/// The parameters' own descriptors, in order.
pub fn parameter_descriptors(descriptor: &str) -> Vec<&str> {
    each_parameter(descriptor).collect()
}

fn each_parameter(descriptor: &str) -> impl Iterator<Item = &str> {
    let bytes = descriptor.as_bytes();
    let mut at = 1;
    std::iter::from_fn(move || {
        if at >= bytes.len() || bytes[at] == b')' {
            return None;
        }
        let start = at;
        while bytes[at] == b'[' {
            at += 1;
        }
        if bytes[at] == b'L' {
            while bytes[at] != b';' {
                at += 1;
            }
        }
        at += 1;
        Some(&descriptor[start..at])
    })
}

pub fn return_descriptor(descriptor: &str) -> &str {
    descriptor.rfind(')').map_or("V", |close| &descriptor[close + 1..])
}
