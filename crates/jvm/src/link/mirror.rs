//! Mirrors: the `java.lang.Class` objects, and the static fields beside them.

use classfile::{Constant, access};

use crate::class::{ClassKind, Kind, LoaderId};
use crate::heap::{ClassId, Ref};
use crate::vm::{Outcome, Vm};

impl Vm {
    pub fn make_mirror(&mut self, id: ClassId) -> Outcome<()> {
        let class = self.known.class;
        let mirror = self.permanently(|vm| vm.allocate(class))?;
        // Static synchronized methods are where threads meet, also those of the library; but for those that number threads, of
        // which the numbers say whether anybody asks (see `asks`).
        if &*self.class(id).name != "java/lang/Thread" {
            self.heap.share_permanent(mirror);
        }
        self.class_mut(id).mirror = mirror;
        self.tell_mirror(id);
        Ok(())
    }

    /// Writes what the mirror says of its class. What refers to a loader that the program made stays with its path.
    pub(super) fn tell_mirror(&mut self, id: ClassId) {
        let mirror = self.class(id).mirror;
        let loader = self.told_loader(id);
        let component = match self.class(id).kind {
            ClassKind::Array { component, .. } => self.class(component).mirror,
            _ => Ref::NULL,
        };
        let module = self.module_of(id);
        let is_primitive = matches!(self.class(id).kind, ClassKind::Primitive(_));
        let modifiers = self.reflected_modifiers(id);
        self.permanently(|vm| {
            let known = &vm.known;
            let (vmclass, loader_at, component_at, module_at) =
                (known.class_vmclass, known.class_loader, known.class_component, known.class_module);
            let (modifiers_at, primitive_at) = (known.class_modifiers, known.class_primitive);
            vm.heap.put4(mirror, vmclass as usize, id.0);
            vm.heap.put_ref(mirror, loader_at as usize, loader);
            vm.heap.put_ref(mirror, component_at as usize, component);
            vm.heap.put_ref(mirror, module_at as usize, module);
            if let Some(at) = modifiers_at {
                vm.heap.put2(mirror, at as usize, modifiers);
            }
            if let Some(at) = primitive_at {
                vm.heap.put1(mirror, at as usize, u8::from(is_primitive));
            }
        });
    }

    /// The loader that `Class.getClassLoader` tells. The bootstrap loader finds all of the library, but classes of modules
    /// that belong to the platform's or the application's loader say so.
    pub(crate) fn told_loader(&self, id: ClassId) -> Ref {
        let class = self.class(id);
        if class.loader != LoaderId::BOOT {
            return self.loader_object(class.loader);
        }
        let module = self.module_of(id);
        if module.is_null() || class.stub {
            return Ref::NULL;
        }
        let at = self.offset_of(self.heap.class_of(module), "loader");
        at.map_or(Ref::NULL, |at| self.heap.get_ref(module, at as usize))
    }

    /// `Class.getModifiers`: inner classes report the flags of their `InnerClasses` entry.
    pub fn reflected_modifiers(&self, id: ClassId) -> u16 {
        let class = self.class(id);
        if let ClassKind::Array { component, .. } = class.kind {
            let component = self.reflected_modifiers(component);
            return (component & (access::PUBLIC | access::PRIVATE | access::PROTECTED))
                | access::FINAL
                | access::ABSTRACT;
        }
        let inner = class.file.as_ref().and_then(|file| {
            file.inner_classes.iter().find(|inner| *inner.inner == *file.name).map(|inner| inner.access)
        });
        inner.unwrap_or(class.access) & !access::SUPER
    }

    /// The `Module` object of a class; null before the module system is up.
    pub fn module_of(&self, id: ClassId) -> Ref {
        let class = self.class(id);
        if let ClassKind::Array { component, .. } = class.kind {
            return self.module_of(component);
        }
        let mut later = self.loaders[class.loader.0 as usize].modules.iter();
        if let Some((_, module)) = later.find(|(package, _)| **package == *class.package()) {
            return *module;
        }
        if class.loader == LoaderId::BOOT {
            let package = if matches!(class.kind, ClassKind::Primitive(_)) { "java/lang" } else { class.package() };
            let unnamed = || {
                let class = self.loaded("jdk/internal/loader/BootLoader", LoaderId::BOOT)?;
                Some(self.static_ref(class, "UNNAMED_MODULE"))
            };
            let named = self.modules.get(package).copied();
            return named.or_else(|| if self.booted { unnamed() } else { None }).unwrap_or(Ref::NULL);
        }
        let loader = self.loader_object(class.loader);
        // What lies on the module path.
        if class.loader == LoaderId::APP
            && let Some(module) = self.modules.get(class.package())
            && self.offset_of(self.heap.class_of(*module), "loader").map(|at| self.heap.get_ref(*module, at as usize))
                == Some(loader)
        {
            return *module;
        }
        if loader.is_null() { Ref::NULL } else { self.heap.get_ref(loader, self.known.loader_unnamed_module as usize) }
    }

    /// `static final` constants are set before any code of the class runs (JVMS 5.5 step 6).
    pub(crate) fn set_constant_values_again(&mut self, id: ClassId) -> Outcome<()> {
        self.set_constant_values(id)
    }

    pub(super) fn set_constant_values(&mut self, id: ClassId) -> Outcome<()> {
        let Some(file) = self.class(id).file.clone() else { return Ok(()) };
        let statics = self.class(id).statics;
        let constants: Vec<(u32, Kind, u16)> = self
            .class(id)
            .fields
            .iter()
            .filter(|field| field.is_static() && field.index != u16::MAX)
            .filter_map(|field| {
                let constant = file.fields[field.index as usize].constant_value?;
                Some((field.offset, field.kind, constant))
            })
            .collect();
        for (offset, kind, index) in constants {
            let value = match file.pool.0.get(index as usize) {
                Some(Constant::Integer(value)) => match kind {
                    Kind::Boolean | Kind::Byte => u64::from(*value as u8),
                    Kind::Char | Kind::Short => u64::from(*value as u16),
                    _ => u64::from(*value as u32),
                },
                Some(Constant::Float(value)) => u64::from(value.to_bits()),
                Some(Constant::Long(value)) => *value as u64,
                Some(Constant::Double(value)) => value.to_bits(),
                Some(Constant::String(_)) if self.known.string.0 != 0 => {
                    let units = file.pool.string_utf16(index).unwrap_or_default();
                    self.intern(&units)?.slot()
                }
                _ => continue,
            };
            self.permanently(|vm| vm.heap.put8(statics, offset as usize, value));
        }
        Ok(())
    }
}
