//! Resolution of symbolic references (JVMS 5.4.3) when an instruction first runs, and its quickening.

use classfile::{Constant, access};

use crate::class::{Kind, LoaderId, MethodId, Resolved};
use crate::heap::{ClassId, Ref};
use crate::instr::{Instr, Op};
use crate::vm::{CallSite, Outcome, Vm, throw};

impl Vm {
    /// The class whose code is running.
    pub fn current_class(&self) -> ClassId {
        self.method(self.frame().method).class
    }

    /// Replaces the instruction being run; it then runs again in its new form.
    pub(crate) fn rewrite(&mut self, instr: Instr) {
        let frame = self.frame();
        self.method(frame.method).code.instrs[frame.pc as usize].set(instr);
    }

    /// The class that constant `index` of `class` names.
    pub fn resolve_class(&mut self, class: ClassId, index: u16) -> Outcome<ClassId> {
        if let Some(Resolved::Class(found)) = self.class(class).pool.get(index as usize) {
            return Ok(*found);
        }
        let file = self.class(class).file.clone().expect("constants come from a file");
        let name = match file.pool.class_name(index) {
            Ok(name) => name.clone(),
            Err(error) => return throw("java/lang/ClassFormatError", error.to_string()),
        };
        let found = if self.class(class).hidden && *name == *file.name {
            class // A hidden class cannot be found by name, but it knows itself.
        } else {
            let loader = self.class(class).loader;
            let found = match self.find_class(&name, loader)? {
                Some(found) => found,
                None if loader == LoaderId::APP => {
                    let element = name.trim_start_matches('[');
                    let element = if element.len() < name.len() { element[1..].trim_end_matches(';') } else { element };
                    return self.ask_application_loader(element, false);
                }
                None => return throw("java/lang/NoClassDefFoundError", &*name),
            };
            self.check_class_access(class, found)?;
            found
        };
        self.class_mut(class).pool[index as usize] = Resolved::Class(found);
        Ok(found)
    }

    fn check_class_access(&self, from: ClassId, to: ClassId) -> Outcome<()> {
        let (a, mut b) = (self.class(from), self.class(to));
        if a.library {
            return Ok(());
        }
        while let crate::class::ClassKind::Array { component, .. } = b.kind {
            b = self.class(component);
        }
        let same_package = a.loader == b.loader && a.package() == b.package();
        if b.access & access::PUBLIC != 0 || same_package || self.is_stub_class(from) {
            return Ok(());
        }
        throw(
            "java/lang/IllegalAccessError",
            format!("class {} cannot access its superclass or member class {}", a.java_name(), b.java_name()),
        )
    }

    /// JVMS 5.4.4: whether code of `from` may use a member of `declaring` with these flags.
    pub fn may_access(&self, from: ClassId, declaring: ClassId, flags: u16) -> bool {
        if flags & access::PUBLIC != 0 || self.class(from).library || self.is_stub_class(from) {
            return true;
        }
        let (a, b) = (self.class(from), self.class(declaring));
        let same_package = a.loader == b.loader && a.package() == b.package();
        if flags & access::PRIVATE != 0 {
            return from == declaring || self.nest_host_name(from) == self.nest_host_name(declaring);
        }
        same_package || (flags & access::PROTECTED != 0 && self.is_subclass(from, declaring))
    }

    fn nest_host_name(&self, class: ClassId) -> String {
        if let Some(host) = self.class(class).nest_host {
            return self.nest_host_name(host);
        }
        let class = self.class(class);
        class.file.as_ref().and_then(|file| file.nest_host.clone()).unwrap_or_else(|| class.name.clone()).to_string()
    }

    pub(crate) fn ldc(&mut self, instr: Instr) -> Outcome<()> {
        let class = self.current_class();
        match self.constant(class, instr.c as u16)? {
            Resolved::Object(object) => self.rewrite(Instr::new(Op::Const, 0, object.0)),
            Resolved::Value(kind, value) if kind.slots() == 1 => {
                self.rewrite(Instr::new(Op::Const, 0, value as u32));
            }
            Resolved::Value(_, value) => {
                // A wide dynamic constant: rare, so it is pushed without rewriting.
                let thread = self.thread_mut();
                let frame = thread.frames.last_mut().expect("a running thread has a frame");
                thread.stack[frame.sp as usize] = value;
                frame.sp += 2;
                frame.pc += 1;
            }
            other => unreachable!("ldc of {other:?}"),
        }
        Ok(())
    }

    /// A loadable constant (JVMS 5.1) as a value; objects are permanent.
    pub fn constant(&mut self, class: ClassId, index: u16) -> Outcome<Resolved> {
        match &self.class(class).pool[index as usize] {
            Resolved::Not => {}
            Resolved::Class(found) => return Ok(Resolved::Object(self.class(*found).mirror)),
            done => return Ok(done.clone()),
        }
        let file = self.class(class).file.clone().expect("constants come from a file");
        let resolved = match &file.pool.0[index as usize] {
            Constant::Integer(value) => return Ok(Resolved::Value(Kind::Int, u64::from(*value as u32))),
            Constant::Float(value) => return Ok(Resolved::Value(Kind::Float, u64::from(value.to_bits()))),
            Constant::Long(value) => return Ok(Resolved::Value(Kind::Long, *value as u64)),
            Constant::Double(value) => return Ok(Resolved::Value(Kind::Double, value.to_bits())),
            Constant::String(_) => {
                let units = file.pool.string_utf16(index).unwrap_or_default();
                Resolved::Object(self.intern(&units)?)
            }
            Constant::Class(_) => {
                let found = self.resolve_class(class, index)?;
                return Ok(Resolved::Object(self.class(found).mirror));
            }
            Constant::MethodType(descriptor) => {
                let descriptor = file.pool.utf8(*descriptor).map(|text| text.to_string()).unwrap_or_default();
                return self.link_method_type(class, index, &descriptor);
            }
            Constant::MethodHandle { kind, reference } => {
                return self.link_method_handle(class, index, *kind, *reference);
            }
            Constant::Dynamic { .. } => return self.link_dynamic_constant(class, index),
            _ => return throw("java/lang/ClassFormatError", format!("constant {index} cannot be loaded")),
        };
        self.class_mut(class).pool[index as usize] = resolved.clone();
        Ok(resolved)
    }

    // Methods.

    /// The method that constant `index` of `class` names.
    pub fn resolve_method_constant(&mut self, class: ClassId, index: u16) -> Outcome<MethodId> {
        if let Some(Resolved::Method(found)) = self.class(class).pool.get(index as usize) {
            return Ok(*found);
        }
        let file = self.class(class).file.clone().expect("constants come from a file");
        let (name, descriptor, owner_index, interface) = match file.pool.0.get(index as usize) {
            Some(
                Constant::Method { class: owner, name_and_type }
                | Constant::InterfaceMethod { class: owner, name_and_type },
            ) => {
                let interface = matches!(file.pool.0[index as usize], Constant::InterfaceMethod { .. });
                match file.pool.name_and_type(*name_and_type) {
                    Ok((name, descriptor)) => (name.clone(), descriptor.clone(), *owner, interface),
                    Err(error) => return throw("java/lang/ClassFormatError", error.to_string()),
                }
            }
            _ => return throw("java/lang/ClassFormatError", format!("constant {index} is not a method")),
        };
        let owner = self.resolve_class(class, owner_index)?;
        if self.class(owner).is_interface() != interface {
            return throw(
                "java/lang/IncompatibleClassChangeError",
                if interface {
                    format!("Found class {}, but interface was expected", self.class(owner).java_name())
                } else {
                    format!("Found interface {}, but class was expected", self.class(owner).java_name())
                },
            );
        }
        let Some(found) = self.resolve_method(owner, &name, &descriptor) else {
            let parameters: Vec<String> =
                crate::class::parameter_descriptors(&descriptor).into_iter().map(crate::link::java_type).collect();
            let returns = crate::link::java_type(crate::class::return_descriptor(&descriptor));
            let owner = self.class(owner).java_name();
            return throw(
                "java/lang/NoSuchMethodError",
                format!("'{returns} {owner}.{name}({})'", parameters.join(", ")),
            );
        };
        let method = self.method(found);
        let array_clone = self.class(owner).is_array() && &*name == "clone";
        if !array_clone && !self.may_access(class, method.class, method.access) {
            return throw(
                "java/lang/IllegalAccessError",
                format!(
                    "class {} tried to access {} method '{}'",
                    self.class(class).java_name(),
                    if method.is_private() { "private" } else { "protected" },
                    self.readable_method(found, true)
                ),
            );
        }
        self.class_mut(class).pool[index as usize] = Resolved::Method(found);
        Ok(found)
    }

    pub(crate) fn resolve_invocation(&mut self, instr: Instr) -> Outcome<()> {
        let class = self.current_class();
        let index = instr.c as u16;
        let method = self.resolve_method_constant(class, index)?;
        if self.method(method).polymorphic {
            return self.link_polymorphic(class, index, method);
        }
        let wants_static = instr.op == Op::Invokestatic;
        if self.method(method).is_static() != wants_static {
            let kind = if wants_static { "static" } else { "non-static" };
            let owner = self.class(self.method(method).class).java_name();
            let text = self.readable_method(method, true);
            return throw(
                "java/lang/IncompatibleClassChangeError",
                format!("Expected {kind} method '{text}' in {owner}"),
            );
        }
        if !self.class(class).library {
            self.notice_references(method);
        }
        let arguments = self.method(method).arguments;
        let quick = match instr.op {
            Op::Invokestatic => {
                let owner = self.method(method).class;
                self.ensure_initialized(owner)?;
                let op = if self.class(owner).library { Op::InvokestaticQuick } else { Op::InvokestaticChecked };
                Instr::new(op, arguments, method.0)
            }
            Op::Invokespecial => {
                let target = self.special_target(class, index, method)?;
                Instr::new(Op::InvokespecialQuick, arguments, target.0)
            }
            _ => self.virtual_call(method, arguments),
        };
        self.rewrite(quick);
        Ok(())
    }

    /// The program is about to call what shows whether references were cleared, which none is in an exploration.
    fn notice_references(&mut self, id: MethodId) {
        let method = self.method(id);
        let shows = match &*self.class(method.class).name {
            "java/lang/ref/Reference" => matches!(&*method.name, "get" | "refersTo" | "isEnqueued"),
            "java/lang/ref/SoftReference" => &*method.name == "get",
            "java/lang/ref/ReferenceQueue" => matches!(&*method.name, "poll" | "remove"),
            "java/lang/ref/Cleaner" => &*method.name == "register",
            "java/util/WeakHashMap" => true,
            _ => false,
        };
        if shows
            && !self.config.run_once
            && let Some(place) = self.location()
        {
            self.noticed.collections.insert(place);
        }
    }

    /// JVMS 6.5.invokespecial: a superclass's method is looked up from the direct superclass.
    fn special_target(&mut self, class: ClassId, index: u16, method: MethodId) -> Outcome<MethodId> {
        let resolved = self.method(method);
        if &*resolved.name == "<init>" || resolved.is_private() {
            return Ok(method);
        }
        let file = self.class(class).file.clone().expect("constants come from a file");
        let owner = match file.pool.0[index as usize] {
            Constant::Method { class: owner, .. } | Constant::InterfaceMethod { class: owner, .. } => owner,
            _ => unreachable!("resolved above"),
        };
        let owner = self.resolve_class(class, owner)?;
        let resolved = self.method(method);
        let (name, descriptor) = (resolved.name.clone(), resolved.descriptor.clone());
        let from = if !self.class(owner).is_interface()
            && owner != class
            && self.is_subclass(class, owner)
            && let Some(superclass) = self.class(class).superclass
        {
            superclass
        } else {
            owner
        };
        let found = self.resolve_method(from, &name, &descriptor).unwrap_or(method);
        if self.method(found).is_abstract() {
            return throw("java/lang/AbstractMethodError", format!("'{}'", self.readable_method(found, true)));
        }
        Ok(found)
    }

    fn virtual_call(&mut self, method: MethodId, arguments: u16) -> Instr {
        let resolved = self.method(method);
        let declaring = self.class(resolved.class);
        let monomorphic = resolved.is_private()
            || (!declaring.is_interface() && (resolved.access | declaring.access) & access::FINAL != 0);
        if monomorphic {
            return Instr::new(Op::InvokespecialQuick, arguments, method.0);
        }
        match resolved.vtable_index {
            Some(place) if !declaring.is_interface() => Instr::new(Op::InvokevirtualQuick, arguments, place),
            _ => {
                let none = ClassId(u32::MAX);
                self.call_sites.push(CallSite { method, last_class: none, last_target: method });
                Instr::new(Op::InvokeinterfaceQuick, arguments, self.call_sites.len() as u32 - 1)
            }
        }
    }

    /// An interface call on a class the site has not seen last.
    pub(crate) fn interface_call(&mut self, instr: Instr) -> Outcome<()> {
        let object = Ref::from_slot(self.thread().stack[self.frame().sp as usize - instr.a as usize]);
        let class = self.heap.class_of(object);
        let method = self.call_sites[instr.c as usize].method;
        let interface = self.method(method).class;
        if self.class(interface).is_interface() && !self.is_subclass(class, interface) {
            return throw(
                "java/lang/IncompatibleClassChangeError",
                format!(
                    "Class {} does not implement the requested interface {}",
                    self.class(class).java_name(),
                    self.class(interface).java_name()
                ),
            );
        }
        let target = self.select_method(class, method)?;
        let site = &mut self.call_sites[instr.c as usize];
        (site.last_class, site.last_target) = (class, target);
        if let Some(compiled) = &mut self.compiled {
            compiled.note_found(class, method, target);
        }
        Ok(())
    }
}
