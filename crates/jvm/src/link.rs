//! Loading and linking (JVMS 5.3, 5.4): finding class files, laying out objects, building method tables.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use classfile::{ClassFile, Constant, Text, access};

use crate::class::{Class, ClassKind, Field, Kind, LoaderId, Method, MethodId, Resolved, parameter_kinds, slow};
use crate::heap::{ClassId, FIELDS, ModCount, Ref, Shape};
use crate::instr::MethodCode;
use crate::thread::FrameKind;
use crate::vm::{Outcome, Trap, Vm, throw};

/// Fields the machine adds to library classes, to tie their objects to its own structures.
const INJECTED: [(&str, &str, &str); 7] = [
    ("java/lang/Class", "vmclass", "I"),
    ("java/lang/Class", "vmdefined", "I"),
    ("java/lang/Class", "vmfailure", "Ljava/lang/Throwable;"),
    ("java/lang/Class", "protectionDomain", "Ljava/security/ProtectionDomain;"),
    ("java/lang/invoke/MemberName", "vmindex", "J"),
    ("java/lang/invoke/ResolvedMethodName", "vmtarget", "I"),
    ("java/lang/StackFrameInfo", "vmframe", "J"),
];

/// Fields that cache what other fields determine; see `Shape::caches`.
const CACHES: [(&str, &[&str]); 4] = [
    ("java/lang/String", &["hash", "hashIsZero"]),
    (
        "java/math/BigInteger",
        // The last two are what later releases call the second and the fourth.
        &[
            "bitCountPlusOne",
            "bitLengthPlusOne",
            "lowestSetBitPlusTwo",
            "firstNonzeroIntNumPlusTwo",
            "magBitLengthPlusOne",
            "numberOfTrailingZeroIntsPlusTwo",
        ],
    ),
    ("java/math/BigDecimal", &["stringCache", "precision"]),
    ("java/lang/Class", &["reflectionData", "classRedefinedCount"]),
];

impl Vm {
    /// A class of the JDK that must be there.
    pub fn load_boot(&mut self, name: &str) -> Outcome<ClassId> {
        self.load_class(name, LoaderId::BOOT)
    }

    /// The class `name` as code of `loader` sees it, or `NoClassDefFoundError`.
    pub fn load_class(&mut self, name: &str, loader: LoaderId) -> Outcome<ClassId> {
        match self.find_class(name, loader)? {
            Some(class) => Ok(class),
            None => throw("java/lang/NoClassDefFoundError", name),
        }
    }

    pub fn loaded(&self, name: &str, loader: LoaderId) -> Option<ClassId> {
        let class = self.loaders[loader.0 as usize].classes.get(name).copied();
        class.filter(|class| self.exists_here(*class))
    }

    /// Whether the path has defined the class: what others have defined is still in the machine's tables.
    fn exists_here(&self, class: ClassId) -> bool {
        let class = self.class(class);
        !class.dynamic || self.heap.get4(class.mirror, self.known.class_defined as usize) != 0
    }

    /// `ClassLoader.defineClass`: like `define`, for a class that exists on the paths that define it only.
    pub fn define_dynamic(&mut self, file: Rc<ClassFile>, loader: LoaderId) -> Outcome<ClassId> {
        if self.loaded(&file.name, loader).is_some_and(|class| self.class(class).loader == loader) {
            return throw(
                "java/lang/LinkageError",
                format!("loader attempted duplicate class definition for {}.", file.name.replace('/', ".")),
            );
        }
        let versions = self.loaders[loader.0 as usize].versions.get(&*file.name).cloned().unwrap_or_default();
        for class in versions {
            if self.is_redefinition(class, &file, loader)? {
                self.tell_mirror(class);
                let mut array = self.class(class).array;
                while let Some(id) = array {
                    self.tell_mirror(id);
                    array = self.class(id).array;
                }
                self.loaders[loader.0 as usize].classes.insert((*file.name).into(), class);
                self.exist_here(class);
                return Ok(class);
            }
        }
        self.loaders[loader.0 as usize].classes.remove(&*file.name);
        let class = self.define(file.clone(), loader, None)?;
        self.class_mut(class).dynamic = true;
        self.loaders[loader.0 as usize].versions.entry((*file.name).into()).or_default().push(class);
        self.exist_here(class);
        Ok(class)
    }

    fn exist_here(&mut self, class: ClassId) {
        self.heap.put4(self.class(class).mirror, self.known.class_defined as usize, 1);
    }

    /// Would defining `file` make what another path has defined as `class`?
    fn is_redefinition(&mut self, class: ClassId, file: &ClassFile, loader: LoaderId) -> Outcome<bool> {
        if self.class(class).file.as_deref() != Some(file) {
            return Ok(false);
        }
        let superclass = file.superclass.as_deref().map(|name| self.load_class(name, loader)).transpose()?;
        let mut interfaces = Vec::with_capacity(file.interfaces.len());
        for name in &file.interfaces {
            interfaces.push(self.load_class(name, loader)?);
        }
        Ok(self.class(class).superclass == superclass && self.class(class).interfaces == interfaces)
    }

    pub fn find_class(&mut self, name: &str, loader: LoaderId) -> Outcome<Option<ClassId>> {
        if let Some(class) = self.loaded(name, loader) {
            return Ok(Some(class));
        }
        let class = if name.starts_with('[') {
            self.find_array(name, loader)?
        } else if loader == LoaderId::BOOT {
            self.find_in_image(name)?
        } else if loader == LoaderId::APP {
            match self.find_class(name, LoaderId::BOOT)? {
                Some(class) => Some(class),
                None => self.find_on_class_path(name)?,
            }
        } else {
            return self.ask_loader(name, loader);
        };
        if let Some(class) = class {
            self.loaders[loader.0 as usize].classes.insert(name.into(), class);
        }
        Ok(class)
    }

    fn find_in_image(&mut self, name: &str) -> Outcome<Option<ClassId>> {
        let image = self.image.clone();
        let found = match image.find_class(name) {
            Ok(Some(found)) => found,
            Ok(None) => return Ok(None),
            Err(error) => return throw("java/lang/NoClassDefFoundError", format!("{name} ({error})")),
        };
        let file = match ClassFile::parse(&found.1) {
            Ok(file) => file,
            Err(error) => return throw("java/lang/ClassFormatError", error.to_string()),
        };
        self.define(Rc::new(file), LoaderId::BOOT, None).map(Some)
    }

    fn find_on_class_path(&mut self, name: &str) -> Outcome<Option<ClassId>> {
        let class_path = self.class_path.clone();
        let bytes = match class_path.find_class(name) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return Ok(None),
            Err(error) => return throw("java/lang/NoClassDefFoundError", format!("{name} ({error})")),
        };
        let file = self.parse_user_class(&bytes)?;
        if &*file.name != name {
            return throw("java/lang/NoClassDefFoundError", format!("{name} (wrong name: {})", file.name));
        }
        self.define(Rc::new(file), LoaderId::APP, None).map(Some)
    }

    pub fn parse_user_class(&mut self, bytes: &[u8]) -> Outcome<ClassFile> {
        ClassFile::parse(bytes).map_err(|error| {
            let class = if matches!(error, classfile::ClassError::Version { .. }) {
                "java/lang/UnsupportedClassVersionError"
            } else {
                "java/lang/ClassFormatError"
            };
            Trap::ThrowNew { class, message: Some(error.to_string()) }
        })
    }

    /// A loader written in Java finds the class; the instruction that needs it runs again afterwards.
    fn ask_loader(&mut self, name: &str, loader: LoaderId) -> Outcome<Option<ClassId>> {
        let object = self.loader_object(loader);
        let java_name = self.new_string(&name.replace('/', "."))?;
        let class = self.class_of(object);
        let Some(method) = self.find_virtual(class, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;") else {
            return Ok(None);
        };
        self.push_frame(method, &[object.slot(), java_name.slot()], FrameKind::Loading(loader))?;
        Err(Trap::Again)
    }

    // Arrays and primitives.

    fn find_array(&mut self, name: &str, loader: LoaderId) -> Outcome<Option<ClassId>> {
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
        let name: Rc<str> = (*name).into();
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

    fn next_class_id(&self) -> ClassId {
        assert!(self.classes.len() < (1 << crate::heap::header::CLASS_BITS), "more classes than ids");
        ClassId(self.classes.len() as u32)
    }

    // Definition from a class file.

    /// Makes a class of a parsed file. `hidden` names the class a hidden one belongs to.
    pub fn define(&mut self, file: Rc<ClassFile>, loader: LoaderId, hidden: Option<ClassId>) -> Outcome<ClassId> {
        let superclass = match &file.superclass {
            Some(name) if **name == *file.name => {
                return throw("java/lang/ClassCircularityError", file.name.to_string());
            }
            Some(name) => Some(self.load_super(name, loader, &file)?),
            None => None,
        };
        let mut interfaces = Vec::with_capacity(file.interfaces.len());
        for name in &file.interfaces {
            interfaces.push(self.load_super(name, loader, &file)?);
        }
        if let Some(done) = self.loaded(&file.name, loader)
            && hidden.is_none()
        {
            return Ok(done);
        }
        self.check_supers(&file, superclass, &interfaces)?;

        let id = self.next_class_id();
        let library = loader == LoaderId::BOOT || hidden.is_some_and(|host| self.class(host).library);
        let mut class = Class {
            kind: ClassKind::Instance,
            access: file.access,
            superclass,
            interfaces,
            library,
            verified: loader == LoaderId::BOOT,
            pool: vec![Resolved::Not; file.pool.0.len()],
            hidden: hidden.is_some(),
            nest_host: hidden,
            ..blank_class(id, file.name.clone(), loader)
        };
        self.inherit(&mut class);
        let shape = self.lay_out(&mut class, &file);
        self.heap.shapes.push(shape);
        class.file = Some(file.clone());
        self.add_methods(&mut class, &file);
        self.build_vtable(&mut class);
        self.classes.push(class);
        if hidden.is_none() {
            self.loaders[loader.0 as usize].classes.insert((*file.name).into(), id);
        }
        self.finish_class(id)?;
        if !library {
            self.asks.listen(&file.pool);
        }
        self.watches_on_define(id)?;
        Ok(id)
    }

    fn load_super(&mut self, name: &str, loader: LoaderId, file: &ClassFile) -> Outcome<ClassId> {
        // A chain longer than this can only be a circle.
        if self.known.define_depth > 500 {
            self.known.define_depth = 0;
            return throw("java/lang/ClassCircularityError", file.name.to_string());
        }
        self.known.define_depth += 1;
        let result = self.load_class(name, loader);
        self.known.define_depth = self.known.define_depth.saturating_sub(1);
        result
    }

    fn check_supers(&self, file: &ClassFile, superclass: Option<ClassId>, interfaces: &[ClassId]) -> Outcome<()> {
        let name = file.name.replace('/', ".");
        if let Some(superclass) = superclass.map(|id| self.class(id)) {
            if superclass.is_interface() {
                return throw(
                    "java/lang/IncompatibleClassChangeError",
                    format!("class {name} has interface {} as super class", superclass.java_name()),
                );
            }
            if superclass.access & access::FINAL != 0 {
                return throw(
                    "java/lang/IncompatibleClassChangeError",
                    format!("class {name} cannot inherit from final class {}", superclass.java_name()),
                );
            }
        }
        for interface in interfaces.iter().map(|id| self.class(*id)) {
            if !interface.is_interface() {
                return throw(
                    "java/lang/IncompatibleClassChangeError",
                    format!("class {name} can not implement {}, because it is not an interface", interface.java_name()),
                );
            }
        }
        Ok(())
    }

    fn inherit(&self, class: &mut Class) {
        let mut all: Vec<ClassId> = Vec::new();
        if let Some(superclass) = class.superclass {
            let superclass = self.class(superclass);
            class.display = superclass.display.clone();
            all.extend(&superclass.all_interfaces);
            class.finalizer = superclass.finalizer;
        }
        class.display.push(class.id);
        for interface in &class.interfaces {
            all.push(*interface);
            all.extend(&self.class(*interface).all_interfaces);
        }
        if class.is_interface() {
            all.push(class.id);
        }
        all.sort();
        all.dedup();
        class.all_interfaces = all;
    }

    /// One word per field, inherited ones first.
    fn lay_out(&mut self, class: &mut Class, file: &ClassFile) -> Shape {
        let mut shape = Shape::default();
        if let Some(superclass) = class.superclass {
            let inherited = &self.heap.shapes[superclass.0 as usize];
            shape.words = inherited.words;
            shape.refs = inherited.refs.clone();
            shape.caches = inherited.caches.clone();
            shape.mod_count = inherited.mod_count;
        }
        let caches = CACHES.iter().find(|(name, _)| *name == &*file.name).map_or(&[][..], |(_, fields)| *fields);
        // What one JDK lacks another may declare.
        let missing = |field: &str| file.fields.iter().all(|declared| &*declared.name != field);
        let injected = INJECTED.iter().filter(|(class, field, _)| *class == &*file.name && missing(field));
        let injected = injected.map(|(_, name, descriptor)| {
            ((*name).into(), (*descriptor).into(), access::PRIVATE | access::SYNTHETIC, u16::MAX)
        });
        let declared = file
            .fields
            .iter()
            .enumerate()
            .map(|(index, field)| (field.name.clone(), field.descriptor.clone(), field.access, index as u16));
        for (name, descriptor, access, index) in declared.chain(injected) {
            let name: Text = name;
            let descriptor: Text = descriptor;
            let kind = Kind::of_descriptor(&descriptor);
            let is_static = access & access::STATIC != 0;
            let words = if is_static { &mut shape.static_words } else { &mut shape.words };
            let offset = FIELDS as u32 + 8 * *words;
            *words += 1;
            let word = *words as u16;
            if kind == Kind::Reference {
                if is_static { shape.static_refs.push(word) } else { shape.refs.push(word) }
            }
            if !is_static && caches.contains(&&*name) {
                shape.caches.push(word);
            }
            class.fields.push(Field { name, descriptor, access, kind, offset, index, watched: false });
        }
        if file.name.starts_with("java/util/") {
            note_mod_count(class, &mut shape);
        }
        shape
    }

    pub fn signature(&mut self, name: &str, descriptor: &str) -> u32 {
        let text = [name, descriptor].concat();
        let next = self.signatures.len() as u32;
        *self.signatures.entry(text.into()).or_insert(next)
    }

    fn add_methods(&mut self, class: &mut Class, file: &ClassFile) {
        let natives = self.natives.of_class(&file.name);
        let polymorphic_class = matches!(&*file.name, "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle");
        for (index, method) in file.methods.iter().enumerate() {
            let id = MethodId(self.methods.len() as u32);
            let arguments = parameter_kinds(&method.descriptor).iter().map(|kind| kind.slots()).sum::<u16>()
                + u16::from(method.access & access::STATIC == 0);
            let native = natives.and_then(|list| {
                list.iter().find(|(name, descriptor, _)| *name == &*method.name && *descriptor == &*method.descriptor)
            });
            let mut flags = slow::UNDECODED;
            if method.access & access::SYNCHRONIZED != 0 {
                flags |= slow::SYNCHRONIZED;
            }
            if method.access & access::ABSTRACT != 0 {
                flags |= slow::ABSTRACT;
            }
            if native.is_some() || method.access & access::NATIVE != 0 {
                flags |= slow::NATIVE;
            }
            if self.config.has_inputs()
                && (crate::natives::symbolic::is_intercepted(&file.name, &method.name, &method.descriptor)
                    || self.is_symbolic_method(&file.name, &method.name, &method.descriptor))
            {
                flags |= slow::SYMBOLIC;
            }
            let annotated = |what: &str| annotation_mentions(file, method, what);
            let polymorphic = polymorphic_class
                && method.access & (access::NATIVE | access::VARARGS) == (access::NATIVE | access::VARARGS)
                && &*method.descriptor != "([Ljava/lang/Object;)Z_";
            if &*method.name == "<clinit>" && &*method.descriptor == "()V" {
                class.clinit = Some(id);
            }
            if &*method.name == "finalize"
                && &*method.descriptor == "()V"
                && method.code.as_ref().is_some_and(|code| code.bytes.len() > 1)
            {
                class.finalizer = true;
            }
            class.methods.push(id);
            self.methods.push(Method {
                id,
                class: class.id,
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
                access: method.access,
                index: index as u16,
                arguments,
                returns: Kind::of_descriptor(crate::class::return_descriptor(&method.descriptor)),
                max_locals: method.code.as_ref().map_or(arguments, |code| code.max_locals),
                max_stack: method.code.as_ref().map_or(2, |code| code.max_stack),
                slow: flags,
                vtable_index: None,
                code: MethodCode::default(),
                native: native.map(|(_, _, native)| *native),
                hidden: class.library
                    && (annotated("Ljdk/internal/vm/annotation/Hidden;")
                        || annotated("Ljava/lang/invoke/LambdaForm$Hidden;")),
                caller_sensitive: class.library && annotated("Ljdk/internal/reflect/CallerSensitive;"),
                role: crate::operations::Role::of(class.library, &class.name, &method.name),
                polymorphic,
                maps: OnceCell::new(),
                watches: Vec::new(),
            });
        }
    }

    /// JVMS 5.4.5: a method overrides an inherited one of the same name and descriptor that it can see.
    fn build_vtable(&mut self, class: &mut Class) {
        let mut vtable = class.superclass.map(|id| self.class(id).vtable.clone()).unwrap_or_default();
        if class.is_interface() {
            class.vtable = vtable;
            return;
        }
        for id in class.methods.clone() {
            let method = self.method(id);
            if method.is_static() || method.is_private() || method.is_initializer() {
                continue;
            }
            let mut place = None;
            for (index, inherited) in vtable.iter_mut().enumerate() {
                let old = &self.methods[inherited.0 as usize];
                if old.name == method.name && old.descriptor == method.descriptor && self.overrides(class, old) {
                    *inherited = id;
                    place.get_or_insert(index);
                }
            }
            let place = place.unwrap_or_else(|| {
                vtable.push(id);
                vtable.len() - 1
            });
            self.methods[id.0 as usize].vtable_index = Some(place as u32);
        }
        class.vtable = vtable;
    }

    fn overrides(&self, class: &Class, old: &Method) -> bool {
        if old.access & (access::PUBLIC | access::PROTECTED) != 0 {
            return true;
        }
        let declaring = self.class(old.class);
        declaring.loader == class.loader && declaring.package() == class.package()
    }

    /// The mirror and the statics, once `java.lang.Class` is there.
    pub fn finish_class(&mut self, id: ClassId) -> Outcome<()> {
        let statics = self.heap.allocate_statics(id).map_err(|_| crate::vm::out_of_memory())?;
        self.class_mut(id).statics = statics;
        if self.known.class.0 != 0 {
            self.make_mirror(id)?;
        }
        self.set_constant_values(id)
    }

    pub fn make_mirror(&mut self, id: ClassId) -> Outcome<()> {
        let class = self.known.class;
        let mirror = self.permanently(|vm| vm.allocate(class))?;
        self.class_mut(id).mirror = mirror;
        self.tell_mirror(id);
        Ok(())
    }

    /// Writes what the mirror says of its class. What refers to a loader that the program made stays with its path.
    fn tell_mirror(&mut self, id: ClassId) {
        let mirror = self.class(id).mirror;
        let loader = self.loader_object(self.class(id).loader);
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
        if loader.is_null() { Ref::NULL } else { self.heap.get_ref(loader, self.known.loader_unnamed_module as usize) }
    }

    /// `static final` constants are set before any code of the class runs (JVMS 5.5 step 6).
    pub(crate) fn set_constant_values_again(&mut self, id: ClassId) -> Outcome<()> {
        self.set_constant_values(id)
    }

    fn set_constant_values(&mut self, id: ClassId) -> Outcome<()> {
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

    // Look-ups (JVMS 5.4.3).

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

    fn abstract_method_error(&self, class: ClassId, method: MethodId) -> Trap {
        let wanted = self.method(method);
        Trap::ThrowNew {
            class: "java/lang/AbstractMethodError",
            message: Some(format!(
                "Receiver class {} does not define or inherit an implementation of the resolved method '{}' of {} {}.",
                self.class(class).java_name(),
                self.readable_method(method, true),
                if self.class(wanted.class).is_interface() { "interface" } else { "abstract class" },
                self.class(wanted.class).java_name()
            )),
        }
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

fn blank_class(id: ClassId, name: Text, loader: LoaderId) -> Class {
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

/// Which word counts modifications, and which remembers such a count of another object.
fn note_mod_count(class: &Class, shape: &mut Shape) {
    let word = |name: &str| class.own_field(name).map(|field| ((field.offset as usize - FIELDS) / 8 + 1) as u16);
    let own = |name: &str| {
        class.own_field(name).filter(|field| !field.is_static() && field.kind == Kind::Int).and(word(name))
    };
    if let Some(at) = own("modCount") {
        shape.mod_count = Some(ModCount::Own(at));
    }
    if let Some(expected) = own("expectedModCount") {
        shape.mod_count = Some(match word("this$0") {
            Some(of) => ModCount::Remembered { expected, of },
            None => ModCount::Unclear,
        });
    }
    if matches!(&*class.name, "java/util/ArrayList$SubList" | "java/util/AbstractList$SubList")
        && let (Some(ModCount::Own(expected)), Some(of)) = (shape.mod_count, word("root"))
    {
        shape.mod_count = Some(ModCount::Remembered { expected, of });
    }
}

/// Whether the annotations of a library method name `what`; a look at the constant pool suffices.
fn annotation_mentions(file: &ClassFile, method: &classfile::Method, what: &str) -> bool {
    let Some(bytes) = &method.annotations.visible else { return false };
    bytes.windows(2).any(|pair| {
        let index = u16::from(pair[0]) << 8 | u16::from(pair[1]);
        matches!(file.pool.0.get(index as usize), Some(Constant::Utf8(text)) if &**text == what)
    })
}
