//! Of which classes an object that is an input can be: the declared one, and those below it that the class path has and that have
//! names. An object of an inner class or of one that captures variables is not what its fields alone make it, so that none is
//! made up; that they were left out is said.

use crate::heap::ClassId;
use crate::vm::{Outcome, Vm};
use classfile::access;

/// As many classes as one reference is tried with.
const CLASSES_MAX: usize = 32;

impl Vm {
    /// The classes that have objects of their own, the declared one first.
    pub(super) fn classes_of_inputs(&mut self, declared: ClassId) -> Outcome<Vec<ClassId>> {
        let is_without = |vm: &Vm, class| vm.class(class).access & (access::ABSTRACT | access::INTERFACE) != 0;
        let mut classes: Vec<ClassId> = Vec::new();
        if !is_without(self, declared) {
            classes.push(declared);
        }
        // Every class is below Object.
        if self.class(declared).superclass.is_none() && !is_without(self, declared) {
            self.values().bounded("references to Object that are null, inputs of other classes or of that class alone");
            return Ok(classes);
        }
        // Lambdas are objects of interfaces, too.
        let mut is_all = self.class(declared).access & access::INTERFACE == 0;
        let loader = self.class(declared).loader;
        let class_path = self.class_path.clone();
        let mut open = vec![self.class(declared).name.to_string()];
        let mut seen = open.clone();
        while let Some(name) = open.pop() {
            for below in class_path.directly_below(&name) {
                if seen.contains(below) {
                    continue;
                }
                seen.push(below.clone());
                open.push(below.clone());
                if seen.len() > CLASSES_MAX {
                    is_all = false;
                    break;
                }
                let class = self.load_class(below, loader)?;
                if is_without(self, class) || !self.is_subclass(class, declared) {
                    continue;
                }
                match self.is_made_of_its_fields(class) {
                    true => classes.push(class),
                    false => is_all = false,
                }
            }
        }
        if !is_all {
            let what = self.class(declared).java_name();
            let left = "that are null or inputs of classes with names, no inner ones";
            self.values().bounded(&format!("references to {what} {left}"));
        }
        Ok(classes)
    }

    /// No compiler has put fields into it, as it does into inner classes and those that capture variables, and it has a name.
    fn is_made_of_its_fields(&self, class: ClassId) -> bool {
        let own = self.class(class);
        let is_named = own.name.rsplit('$').next().is_some_and(|last| !last.starts_with(|c: char| c.is_ascii_digit()));
        is_named && !own.fields.iter().any(|field| !field.is_static() && field.access & access::SYNTHETIC != 0)
    }
}
