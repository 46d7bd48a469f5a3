//! Verification of the program's classes before they run (JVMS 4.10, 5.4.1). The library's are trusted.

use std::cell::{Cell, RefCell};

use classfile::Text;

use crate::analysis::{TypeEnvironment, VerifyError, verify_class};
use crate::class::{ClassKind, LoaderId};
use crate::heap::ClassId;
use crate::vm::{Outcome, Trap, Vm, throw};

impl Vm {
    pub(crate) fn ensure_verified(&mut self, class: ClassId) -> Outcome<()> {
        if let Some((error, message)) = self.class(class).broken.clone() {
            return throw(error, message);
        }
        if self.class(class).verified || !matches!(self.class(class).kind, ClassKind::Instance) {
            return Ok(());
        }
        // Verification may load classes that refer back to this one.
        self.class_mut(class).verified = true;
        let file = self.class(class).file.clone().expect("a class that is not trusted comes from a file");
        let loader = self.class(class).loader;
        let environment = Environment { vm: RefCell::new(self), loader, asks: Cell::new(false) };
        let verdict = verify_class(&file, &environment);
        if environment.asks.get() {
            self.class_mut(class).verified = false;
            return Err(Trap::Again);
        }
        let Err(error) = verdict else { return Ok(()) };
        let (kind, message) = match &error {
            VerifyError::Invalid { .. } => ("java/lang/VerifyError", error.to_string()),
            VerifyError::Malformed { .. } => ("java/lang/ClassFormatError", error.to_string()),
            VerifyError::Missing { missing, .. } => ("java/lang/NoClassDefFoundError", missing.to_string()),
        };
        self.class_mut(class).broken = Some((kind, message.clone()));
        throw(kind, message)
    }
}

/// What the verifier may ask: classes by name, as the class under verification sees them.
struct Environment<'a> {
    vm: RefCell<&'a mut Vm>,
    loader: LoaderId,
    /// A class has to go through transformers first (see `natives::instrument`): verification begins again after that.
    asks: Cell<bool>,
}

impl Environment<'_> {
    fn find(&self, name: &str) -> Option<ClassId> {
        if self.asks.get() {
            return None;
        }
        let mut vm = self.vm.borrow_mut();
        if let Some(class) = vm.loaded(name, self.loader) {
            return Some(class);
        }
        // A loader written in Java cannot run in the middle of this; what it delegates to others is found all the same.
        let loader = if self.loader.0 > LoaderId::APP.0 { LoaderId::APP } else { self.loader };
        match vm.find_class(name, loader) {
            Err(Trap::Again) => {
                self.asks.set(true);
                None
            }
            found => found.ok().flatten(),
        }
    }
}

impl TypeEnvironment for Environment<'_> {
    fn is_interface(&self, name: &str) -> Option<bool> {
        let class = self.find(name)?;
        Some(self.vm.borrow().class(class).is_interface())
    }

    fn is_assignable(&self, from: &str, to: &str) -> Option<bool> {
        let (from, to) = (self.find(from)?, self.find(to)?);
        Some(self.vm.borrow().is_subclass(from, to))
    }

    fn superclass(&self, name: &str) -> Option<Option<Text>> {
        let class = self.find(name)?;
        let vm = self.vm.borrow();
        Some(vm.class(class).superclass.map(|superclass| vm.class(superclass).name.clone()))
    }

    fn protected_member(&self, class: &str, name: &str, descriptor: &str) -> Option<Option<Text>> {
        let mut at = Some(self.find(class)?);
        let vm = self.vm.borrow();
        while let Some(id) = at {
            let flags = if descriptor.starts_with('(') {
                vm.declared_method(id, name, descriptor).map(|method| vm.method(method).access)
            } else {
                let fields = &vm.class(id).fields;
                let found = fields.iter().find(|field| &*field.name == name && &*field.descriptor == descriptor);
                found.map(|field| field.access)
            };
            if let Some(flags) = flags {
                let protected = flags & classfile::access::PROTECTED != 0;
                return Some(protected.then(|| vm.class(id).name.clone()));
            }
            at = vm.class(id).superclass;
        }
        Some(None)
    }
}
