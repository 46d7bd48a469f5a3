//! Look-ups of fields and methods (JVMS 5.4.3, 5.4.6).

use crate::class::{Kind, MethodId};
use crate::heap::ClassId;
use crate::vm::{Outcome, Trap, Vm, throw};

impl Vm {
    /// The field `name` of `class` or its supers: declaring class and index.
    pub fn find_field(&self, class: ClassId, name: &str, descriptor: &str) -> Option<(ClassId, u16)> {
        let own = self
            .class(class)
            .fields
            .iter()
            .position(|field| &*field.name == name && &*field.descriptor == descriptor && field.index != u16::MAX);
        if let Some(index) = own {
            return Some((class, index as u16));
        }
        for interface in &self.class(class).interfaces {
            if let Some(found) = self.find_field(*interface, name, descriptor) {
                return Some(found);
            }
        }
        self.class(class).superclass.and_then(|superclass| self.find_field(superclass, name, descriptor))
    }

    /// A method declared by `class` itself.
    pub fn declared_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        self.class(class).methods.iter().copied().find(|id| {
            let method = self.method(*id);
            &*method.name == name && &*method.descriptor == descriptor
        })
    }

    /// JVMS 5.4.3.3 and 5.4.3.4: the method a symbolic reference means.
    pub fn resolve_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let mut at = Some(class);
        while let Some(id) = at {
            if let Some(method) = self.declared_method(id, name, descriptor) {
                return Some(method);
            }
            // A signature-polymorphic method matches any descriptor.
            if matches!(&*self.class(id).name, "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle") {
                let polymorphic = self.class(id).methods.iter().copied().find(|id| {
                    let method = self.method(*id);
                    method.polymorphic && &*method.name == name
                });
                if polymorphic.is_some() {
                    return polymorphic;
                }
            }
            at = self.class(id).superclass;
        }
        if self.class(class).is_interface()
            && let Some(method) = self.declared_method(self.known.object, name, descriptor)
            && self.method(method).is_public()
            && !self.method(method).is_static()
        {
            return Some(method);
        }
        let candidates = self.interface_methods(class, name, descriptor);
        let concrete: Vec<MethodId> = self.most_specific(&candidates);
        match concrete.iter().find(|id| !self.method(**id).is_abstract()) {
            Some(method) => Some(*method),
            None => concrete.first().or(candidates.first()).copied(),
        }
    }

    fn interface_methods(&self, class: ClassId, name: &str, descriptor: &str) -> Vec<MethodId> {
        self.class(class)
            .all_interfaces
            .iter()
            .filter_map(|interface| self.declared_method(*interface, name, descriptor))
            .filter(|id| !self.method(*id).is_static() && !self.method(*id).is_private())
            .collect()
    }

    /// Those candidates that no other candidate's interface extends (JVMS 5.4.3.3, maximally specific).
    fn most_specific(&self, candidates: &[MethodId]) -> Vec<MethodId> {
        candidates
            .iter()
            .copied()
            .filter(|id| {
                let mine = self.method(*id).class;
                !candidates.iter().any(|other| {
                    let theirs = self.method(*other).class;
                    theirs != mine && self.class(theirs).all_interfaces.binary_search(&mine).is_ok()
                })
            })
            .collect()
    }

    /// JVMS 5.4.6: the method that runs when `method` is invoked on an object of class `class`.
    pub fn select_method(&self, class: ClassId, method: MethodId) -> Outcome<MethodId> {
        let wanted = self.method(method);
        if wanted.is_private() {
            return Ok(method);
        }
        if !self.class(wanted.class).is_interface()
            && let Some(index) = wanted.vtable_index
        {
            return Ok(self.class(class).vtable[index as usize]);
        }
        if let Some(found) = self.class(class).itable.borrow().get(&method) {
            return found.ok_or_else(|| self.abstract_method_error(class, method));
        }
        let found = self.select_interface_method(class, method)?;
        self.class(class).itable.borrow_mut().insert(method, found);
        found.ok_or_else(|| self.abstract_method_error(class, method))
    }

    /// The same for a call by a handle. Where nothing implements the method, HotSpot tells no receiver then, and of interfaces nothing.
    pub fn select_by_handle(&self, class: ClassId, method: MethodId) -> Outcome<MethodId> {
        let error = |message| Err(Trap::ThrowNew { class: "java/lang/AbstractMethodError", message });
        match self.select_method(class, method) {
            Ok(found) if self.method(found).is_abstract() => {
                error(Some(format!("Missing implementation of {}", self.resolved_method_text(found))))
            }
            Err(Trap::ThrowNew { class: "java/lang/AbstractMethodError", .. }) => error(None),
            other => other,
        }
    }

    fn select_interface_method(&self, class: ClassId, method: MethodId) -> Outcome<Option<MethodId>> {
        let wanted = self.method(method);
        let mut at = Some(class);
        while let Some(id) = at {
            if let Some(found) = self.declared_method(id, &wanted.name, &wanted.descriptor) {
                let candidate = self.method(found);
                if !candidate.is_static() && !candidate.is_private() {
                    if !candidate.is_public() && self.class(wanted.class).is_interface() {
                        return throw(
                            "java/lang/IllegalAccessError",
                            format!(
                                "class {} tried to access a method that is not public",
                                self.class(class).java_name()
                            ),
                        );
                    }
                    return Ok((!candidate.is_abstract()).then_some(found));
                }
            }
            at = self.class(id).superclass;
        }
        let candidates = self.interface_methods(class, &wanted.name, &wanted.descriptor);
        let concrete: Vec<MethodId> =
            self.most_specific(&candidates).into_iter().filter(|id| !self.method(*id).is_abstract()).collect();
        if concrete.len() > 1 {
            let list: Vec<String> = concrete
                .iter()
                .map(|id| format!("{}.{}", self.class(self.method(*id).class).java_name(), self.method(*id).name))
                .collect();
            return throw(
                "java/lang/IncompatibleClassChangeError",
                format!("Conflicting default methods: {}", list.join(" ")),
            );
        }
        Ok(concrete.first().copied())
    }

    /// What a call on a receiver of this class gives where nothing implements the method.
    pub fn abstract_method_error(&self, class: ClassId, method: MethodId) -> Trap {
        let message = format!(
            "Receiver class {} does not define or inherit an implementation of the {}",
            self.class(class).java_name(),
            self.resolved_method_text(method)
        );
        Trap::ThrowNew { class: "java/lang/AbstractMethodError", message: Some(message) }
    }

    fn resolved_method_text(&self, method: MethodId) -> String {
        let holder = self.class(self.method(method).class);
        let kind = match (holder.is_interface(), holder.is_abstract()) {
            (true, _) => "interface",
            (false, true) => "abstract class",
            (false, false) => "class",
        };
        format!("resolved method '{}' of {kind} {}.", self.readable_method(method, true), holder.java_name())
    }

    /// The method that runs for a call by name, as the machine itself makes them.
    pub fn find_virtual(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let method = self.resolve_method(class, name, descriptor)?;
        self.select_method(class, method).ok()
    }

    /// `void f(int, java.lang.String)`, as error messages and labels spell it.
    pub fn readable_method(&self, id: MethodId, with_access: bool) -> String {
        let method = self.method(id);
        let parameters: Vec<String> =
            crate::class::parameter_descriptors(&method.descriptor).into_iter().map(java_type).collect();
        let mut text = String::new();
        if with_access {
            if method.is_abstract() {
                text.push_str("abstract ");
            }
            if method.is_static() {
                text.push_str("static ");
            }
            text.push_str(&java_type(crate::class::return_descriptor(&method.descriptor)));
            text.push(' ');
        }
        format!("{text}{}({})", method.name, parameters.join(", "))
    }

    /// Byte offset of a field that the machine relies on.
    pub fn offset_of(&self, class: ClassId, name: &str) -> Option<u32> {
        let mut at = Some(class);
        while let Some(id) = at {
            if let Some(field) = self.class(id).own_field(name) {
                return Some(field.offset);
            }
            at = self.class(id).superclass;
        }
        None
    }
}

/// `Ljava/lang/String;` as a person writes it.
pub fn java_type(descriptor: &str) -> String {
    if let Some(component) = descriptor.strip_prefix('[') {
        return format!("{}[]", java_type(component));
    }
    match Kind::of_descriptor(descriptor) {
        Kind::Reference => descriptor.trim_start_matches('L').trim_end_matches(';').replace('/', "."),
        kind => kind.java_name().into(),
    }
}
