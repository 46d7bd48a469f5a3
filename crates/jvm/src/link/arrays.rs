//! Classes without a class file: arrays and primitive types.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use classfile::{Text, access};

use crate::class::{Class, ClassKind, Kind, LoaderId};
use crate::heap::{ClassId, Ref, Shape};
use crate::vm::{Outcome, Vm};

impl Vm {
    pub(super) fn find_array(&mut self, name: &str, loader: LoaderId) -> Outcome<Option<ClassId>> {
        let component = match &name[1..] {
            rest if rest.starts_with('[') => self.find_class(rest, loader)?,
            rest if rest.starts_with('L') && rest.ends_with(';') => {
                self.find_class(&rest[1..rest.len() - 1], loader)?
            }
            rest if rest.len() == 1 => {
                let kind = Kind::of_descriptor(rest);
                if kind == Kind::Reference || kind == Kind::Void { None } else { Some(self.known.primitive(kind)) }
            }
            _ => None,
        };
        component.map(|component| self.array_of(component)).transpose()
    }

    /// The class of arrays of `component`.
    pub fn array_of(&mut self, component: ClassId) -> Outcome<ClassId> {
        if let Some(array) = self.class(component).array {
            return Ok(array);
        }
        let kind = match self.class(component).kind {
            ClassKind::Primitive(kind) => kind,
            _ => Kind::Reference,
        };
        let name: Text = match self.class(component).kind {
            ClassKind::Primitive(kind) => format!("[{}", kind.letter()).into(),
            ClassKind::Array { .. } => format!("[{}", self.class(component).name).into(),
            ClassKind::Instance => format!("[L{};", self.class(component).name).into(),
        };
        let object = self.known.object;
        let mut interfaces: Vec<ClassId> = [self.known.cloneable, self.known.serializable].into();
        interfaces.sort();
        let id = self.next_class_id();
        let loader = self.class(component).loader;
        let library = self.class(component).library;
        let component_access = self.class(component).access;
        self.heap.shapes.push(Shape {
            element_shift: Some(kind.shift()),
            element_refs: kind == Kind::Reference,
            visible_elements: self.visible.known.contains(&*name),
            ..Shape::default()
        });
        let class = Class {
            kind: ClassKind::Array { component, kind },
            access: (component_access & access::PUBLIC) | access::FINAL | access::ABSTRACT,
            superclass: Some(object),
            interfaces: vec![self.known.cloneable, self.known.serializable],
            display: vec![object, id],
            all_interfaces: interfaces,
            vtable: self.class(object).vtable.clone(),
            library,
            verified: true,
            ..blank_class(id, name.clone(), loader)
        };
        self.classes.push(class);
        self.class_mut(component).array = Some(id);
        let name: Arc<str> = (*name).into();
        self.loaders[loader.0 as usize].classes.insert(name, id);
        self.finish_class(id)?;
        Ok(id)
    }

    pub fn define_primitive(&mut self, kind: Kind) -> ClassId {
        let id = self.next_class_id();
        self.heap.shapes.push(Shape::default());
        let class = Class {
            kind: ClassKind::Primitive(kind),
            access: access::PUBLIC | access::FINAL | access::ABSTRACT,
            library: true,
            verified: true,
            display: vec![id],
            ..blank_class(id, kind.java_name().into(), LoaderId::BOOT)
        };
        self.classes.push(class);
        id
    }

    pub(crate) fn next_class_id(&self) -> ClassId {
        assert!(self.classes.len() < (1 << crate::heap::header::CLASS_BITS), "more classes than ids");
        ClassId(self.classes.len() as u32)
    }
}

pub(super) fn blank_class(id: ClassId, name: Text, loader: LoaderId) -> Class {
    Class {
        id,
        name,
        kind: ClassKind::Instance,
        access: 0,
        loader,
        superclass: None,
        interfaces: Vec::new(),
        display: Vec::new(),
        all_interfaces: Vec::new(),
        file: None,
        fields: Vec::new(),
        methods: Vec::new(),
        vtable: Vec::new(),
        itable: RefCell::new(HashMap::new()),
        pool: Vec::new(),
        mirror: Ref::NULL,
        statics: Ref::NULL,
        library: false,
        array: None,
        clinit: None,
        verified: false,
        nest_host: None,
        hidden: false,
        stub: false,
        dynamic: false,
        broken: None,
        finalizer: false,
        obsolete: None,
    }
}
