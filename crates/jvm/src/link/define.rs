//! Definition from a class file: superclasses, methods, method tables (JVMS 5.3.5, 5.4.2, 5.4.5).

use std::sync::Arc;

use classfile::{ClassFile, Constant, access};

use super::arrays::blank_class;
use crate::asks::Question;
use crate::class::{Class, ClassKind, Kind, LoaderId, Method, MethodId, Resolved, parameter_slots, slow};
use crate::heap::ClassId;
use crate::instr::MethodCode;
use crate::vm::{Outcome, Vm, throw};

impl Vm {
    /// Makes a class of a parsed file. `hidden` names the class a hidden one belongs to.
    pub fn define(&mut self, file: Arc<ClassFile>, loader: LoaderId, hidden: Option<ClassId>) -> Outcome<ClassId> {
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
            self.listen_to(&file.pool);
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
            let arguments = parameter_slots(&method.descriptor) + u16::from(method.access & access::STATIC == 0);
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
            if !class.library && &*method.name == "run" && &*method.descriptor == "()V" {
                flags |= slow::TASK;
            }
            // Also what has bytecode that the machine does not run: on JDK 25 natives stand behind such methods.
            let is_native = flags & slow::NATIVE != 0;
            let asks = match class.library {
                true => Question::of(&class.name, &method.name, &method.descriptor)
                    .filter(|asks| is_native || !asks.is_of_natives()),
                false => None,
            };
            if asks.is_some_and(|asks| asks != Question::Locks) {
                flags |= slow::TASK;
            }
            if class.library && self.is_timed(&class.name, &method.name, &method.descriptor) {
                flags |= slow::TIMED;
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
                parts: crate::natives::apart::parts_of(
                    &class.name,
                    &method.name,
                    class.library && method.access & access::NATIVE != 0,
                ),
                hidden: class.library
                    && (annotated("Ljdk/internal/vm/annotation/Hidden;")
                        || annotated("Ljava/lang/invoke/LambdaForm$Hidden;")),
                caller_sensitive: class.library && annotated("Ljdk/internal/reflect/CallerSensitive;"),
                role: self.role_of(class.library, &class.name, &method.name, &method.descriptor),
                is_noted: false,
                asks,
                polymorphic,
                maps: Default::default(),
                resumptions: Default::default(),
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
}

/// Whether the annotations of a library method name `what`; a look at the constant pool suffices.
fn annotation_mentions(file: &ClassFile, method: &classfile::Method, what: &str) -> bool {
    let Some(bytes) = &method.annotations.visible else { return false };
    bytes.windows(2).any(|pair| {
        let index = u16::from(pair[0]) << 8 | u16::from(pair[1]);
        matches!(file.pool.0.get(index as usize), Some(Constant::Utf8(text)) if &**text == what)
    })
}
