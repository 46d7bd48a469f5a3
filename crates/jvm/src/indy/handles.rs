//! Method handles and everything that is linked in Java: the machine calls `MethodHandleNatives.link…`, which answers
//! with a method to call and an *appendix* to be passed last. Linking is common to all paths, so that it runs at once,
//! with everything it makes permanent and no other thread in between.

use super::{DynamicSite, Linked};
use crate::class::{Kind, MethodId, Resolved, parameter_kinds, return_descriptor};
use crate::heap::{ClassId, ELEMENTS, Ref};
use crate::instr::{Instr, Op};
use crate::vm::{Outcome, Vm, throw, throw_bare, unsupported};

const LINKER: &str = "java/lang/invoke/MethodHandleNatives";
const INVOKE_VIRTUAL: u64 = 5;

/// What a call linked in Java does.
#[derive(Clone, Debug)]
pub struct Adapter {
    pub method: MethodId,
    /// Passed last, unless null.
    pub appendix: Ref,
}

/// The calls that only code of `java.lang.invoke` makes; their arguments say what runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intrinsic {
    /// `MethodHandle.invokeBasic`: the entry of the receiver's lambda form.
    InvokeBasic,
    /// `linkTo…`: the method that the last argument, a `MemberName`, names.
    LinkToStatic,
    LinkToSpecial,
    LinkToVirtual,
    LinkToInterface,
}

impl Vm {
    // Upcalls.

    fn link_in_java(&mut self, name: &str, descriptor: &str, arguments: &[u64]) -> Outcome<u64> {
        let class = self.load_boot(LINKER)?;
        let threaded = std::mem::replace(&mut self.threaded, false);
        let result = self.permanently(|vm| vm.call_static(class, name, descriptor, arguments));
        self.threaded = threaded;
        result
    }

    /// The `MethodType` of a descriptor, as `class` sees its types.
    pub(crate) fn method_type(&mut self, class: ClassId, descriptor: &str) -> Outcome<Ref> {
        let returns = self.mirror_of_descriptor(class, return_descriptor(descriptor))?;
        let parameters = self.permanently(|vm| vm.parameter_mirrors(class, descriptor))?;
        let type_descriptor = "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;";
        let arguments = [returns.slot(), parameters.slot()];
        self.link_in_java("findMethodHandleType", type_descriptor, &arguments).map(Ref::from_slot)
    }

    // Constants.

    pub(crate) fn link_method_type(&mut self, class: ClassId, index: u16, descriptor: &str) -> Outcome<Resolved> {
        let object = self.method_type(class, descriptor)?;
        self.keep_constant(class, index, Resolved::Object(object))
    }

    fn keep_constant(&mut self, class: ClassId, index: u16, resolved: Resolved) -> Outcome<Resolved> {
        self.class_mut(class).pool[index as usize] = resolved.clone();
        Ok(resolved)
    }

    pub(crate) fn link_method_handle(
        &mut self,
        class: ClassId,
        index: u16,
        kind: u8,
        reference: u16,
    ) -> Outcome<Resolved> {
        let file = self.class(class).file.clone().expect("constants come from a file");
        let Ok(member) = file.pool.member(reference) else {
            return throw("java/lang/ClassFormatError", format!("constant {reference} is no member"));
        };
        let defining = self.load_member_class(class, reference)?;
        let member_type = if kind <= 4 {
            self.resolve_field_constant(class, reference)?;
            self.mirror_of_descriptor(class, &member.descriptor)?
        } else {
            self.resolve_method_constant(class, reference)?;
            self.method_type(class, &member.descriptor)?
        };
        let name = self.intern_text(&member.name)?;
        let descriptor = "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;)\
             Ljava/lang/invoke/MethodHandle;";
        let arguments = [
            self.class(class).mirror.slot(),
            u64::from(kind),
            self.class(defining).mirror.slot(),
            name.slot(),
            member_type.slot(),
        ];
        let handle = self.link_in_java("linkMethodHandleConstant", descriptor, &arguments)?;
        self.keep_constant(class, index, Resolved::Object(Ref::from_slot(handle)))
    }

    pub(crate) fn link_dynamic_constant(&mut self, class: ClassId, index: u16) -> Outcome<Resolved> {
        let site = self.dynamic_site(class, index)?;
        let bootstrap = self.constant_object(class, site.handle)?;
        let name = self.intern_text(&site.name)?;
        let constant_type = self.mirror_of_descriptor(class, &site.descriptor)?;
        let arguments = self.static_arguments(class, &site)?;
        let mirror = self.class(class).mirror;
        let mut slots = vec![mirror.slot()];
        let mut descriptor = String::from("(Ljava/lang/Object;");
        if self.takes_pool_index() {
            slots.push(u64::from(index));
            descriptor.push('I');
        }
        slots.extend([bootstrap.slot(), name.slot(), constant_type.slot(), arguments.slot()]);
        descriptor
            .push_str("Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
        let value = Ref::from_slot(self.link_in_java("linkDynamicConstant", &descriptor, &slots)?);
        let kind = Kind::of_descriptor(&site.descriptor);
        let resolved = match self.unbox(value) {
            Some((_, slot)) if kind != Kind::Reference => Resolved::Value(kind, slot),
            _ => Resolved::Object(value),
        };
        self.keep_constant(class, index, resolved)
    }

    /// JDK 17 tells its linker where in the constant pool the site is.
    fn takes_pool_index(&self) -> bool {
        self.config.java_version < 19
    }

    /// A loadable constant as an object; primitives are boxed.
    fn constant_object(&mut self, class: ClassId, index: u16) -> Outcome<Ref> {
        match self.constant(class, index)? {
            Resolved::Object(object) => Ok(object),
            Resolved::Value(kind, value) => self.permanently(|vm| vm.box_value(kind, value)),
            other => unreachable!("a loadable constant is no {other:?}"),
        }
    }

    /// The static arguments of a bootstrap method in the form the library wants: none, one, or an array.
    fn static_arguments(&mut self, class: ClassId, site: &DynamicSite) -> Outcome<Ref> {
        let mut objects = Vec::new();
        for index in &site.arguments {
            objects.push(self.constant_object(class, *index)?);
        }
        match objects[..] {
            [] => Ok(Ref::NULL),
            [single] if !single.is_null() => Ok(single),
            _ => self.permanently(|vm| vm.new_object_array("java/lang/Object", &objects)),
        }
    }

    // Call sites.

    pub(crate) fn link_call_site(&mut self, class: ClassId, index: u16, site: &DynamicSite) -> Outcome<()> {
        let bootstrap = self.constant_object(class, site.handle)?;
        let name = self.intern_text(&site.name)?;
        let site_type = self.method_type(class, &site.descriptor)?;
        let arguments = self.static_arguments(class, site)?;
        let appendix = self.permanently(|vm| vm.new_object_array("java/lang/Object", &[Ref::NULL]))?;
        let mut slots = vec![self.class(class).mirror.slot()];
        let mut descriptor = String::from("(Ljava/lang/Object;");
        if self.takes_pool_index() {
            slots.push(u64::from(index));
            descriptor.push('I');
        }
        slots.extend([bootstrap.slot(), name.slot(), site_type.slot(), arguments.slot(), appendix.slot()]);
        descriptor.push_str(
            "Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;[Ljava/lang/Object;)\
             Ljava/lang/invoke/MemberName;",
        );
        let member = Ref::from_slot(self.link_in_java("linkCallSite", &descriptor, &slots)?);
        let linked = self.add_adapter(member, appendix)?;
        let arguments = slots_of(&site.descriptor);
        self.rewrite(Instr::new(Op::InvokeLinked, arguments, linked));
        Ok(())
    }

    fn add_adapter(&mut self, member: Ref, appendix: Ref) -> Outcome<u32> {
        let Some(method) = self.member_method(member) else {
            return throw("java/lang/LinkageError", "the library linked a call to no method");
        };
        let appendix = self.heap.get_ref(appendix, ELEMENTS);
        Ok(self.add_linked(Linked::Adapter(Adapter { method, appendix })))
    }

    /// A call of a signature-polymorphic method (JVMS 2.9.3): `MethodHandle.invoke…`, `VarHandle.get…`.
    pub(crate) fn link_polymorphic(&mut self, class: ClassId, index: u16, method: MethodId) -> Outcome<()> {
        let file = self.class(class).file.clone().expect("constants come from a file");
        let Ok(member) = file.pool.member(index) else {
            return throw("java/lang/ClassFormatError", format!("constant {index} is no method"));
        };
        let name = self.method(method).name.clone();
        let receiver = u16::from(!self.method(method).is_static());
        let arguments = slots_of(&member.descriptor) + receiver;
        let intrinsic = match &*name {
            "invokeBasic" => Some(Intrinsic::InvokeBasic),
            "linkToStatic" => Some(Intrinsic::LinkToStatic),
            "linkToSpecial" => Some(Intrinsic::LinkToSpecial),
            "linkToVirtual" => Some(Intrinsic::LinkToVirtual),
            "linkToInterface" => Some(Intrinsic::LinkToInterface),
            "linkToNative" => return unsupported("calling native code"),
            _ => None,
        };
        let linked = match (intrinsic, self.linked_index.get(&(class, index))) {
            (_, Some(linked)) => *linked,
            (Some(intrinsic), None) => self.add_linked(Linked::Intrinsic(intrinsic)),
            (None, None) if &*self.class(self.method(method).class).name == "java/lang/invoke/VarHandle" => {
                match super::varhandle::Access::of(&name, &member.descriptor) {
                    Some(access) => self.add_linked(Linked::Variable { access, class, index }),
                    None => self.link_in_library(class, index)?,
                }
            }
            (None, None) => self.link_in_library(class, index)?,
        };
        self.linked_index.insert((class, index), linked);
        self.rewrite(Instr::new(Op::InvokeLinked, arguments, linked));
        Ok(())
    }

    /// Has the library link a call of a handle; once per constant.
    pub(crate) fn link_in_library(&mut self, class: ClassId, index: u16) -> Outcome<u32> {
        let file = self.class(class).file.clone().expect("constants come from a file");
        let Ok(member) = file.pool.member(index) else {
            return throw("java/lang/ClassFormatError", format!("constant {index} is no method"));
        };
        let defining = self.load_member_class(class, index)?;
        let call_type = self.method_type(class, &member.descriptor)?;
        let name = self.intern_text(&member.name)?;
        let appendix = self.permanently(|vm| vm.new_object_array("java/lang/Object", &[Ref::NULL]))?;
        let descriptor = "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;[Ljava/lang/Object;)\
             Ljava/lang/invoke/MemberName;";
        let arguments = [
            self.class(class).mirror.slot(),
            INVOKE_VIRTUAL,
            self.class(defining).mirror.slot(),
            name.slot(),
            call_type.slot(),
            appendix.slot(),
        ];
        let member = Ref::from_slot(self.link_in_java("linkMethod", descriptor, &arguments)?);
        self.add_adapter(member, appendix)
    }

    /// What an upcall computed becomes the constant.
    pub(crate) fn constant_linked(&mut self, class: ClassId, index: u16, value: u64) {
        self.class_mut(class).pool[index as usize] = Resolved::Object(Ref::from_slot(value));
    }

    // Calls.

    pub(crate) fn invoke_linked(&mut self, instr: Instr) -> Outcome<()> {
        let linked = self.linked[instr.c as usize].clone();
        match &*linked {
            Linked::Adapter(adapter) => self.call_adapter(adapter),
            Linked::Intrinsic(intrinsic) => self.call_intrinsic(*intrinsic, instr.a),
            Linked::Variable { access, class, index } => {
                if self.access_variable(access, instr.a)? {
                    return Ok(());
                }
                let fallback = match self.variable_fallbacks.get(&instr.c) {
                    Some(fallback) => *fallback,
                    None => {
                        let fallback = self.link_in_library(*class, *index)?;
                        self.variable_fallbacks.insert(instr.c, fallback);
                        fallback
                    }
                };
                let Linked::Adapter(adapter) = &*self.linked[fallback as usize].clone() else {
                    unreachable!("the library answers with an adapter");
                };
                self.call_adapter(adapter)
            }
            Linked::Concat(_) => unreachable!("a concatenation is no call site"),
        }
    }

    fn call_adapter(&mut self, adapter: &Adapter) -> Outcome<()> {
        self.ensure_initialized(self.method(adapter.method).class)?;
        let sp = self.frame().sp;
        if !adapter.appendix.is_null() {
            let thread = self.thread_mut();
            if thread.stack.len() < sp as usize + 2 {
                thread.stack.resize(sp as usize + 64, 0);
            }
            thread.stack[sp as usize] = adapter.appendix.slot();
            self.frame_mut().sp += 1;
        }
        self.call_with_stack(adapter.method, sp)
    }

    /// Calls `method`; if that does not happen now, the operand stack is as it was.
    fn call_with_stack(&mut self, method: MethodId, sp: u32) -> Outcome<()> {
        let depth = self.thread().frames.len();
        let result = self.call(method);
        if result.is_err() {
            self.thread_mut().frames[depth - 1].sp = sp;
        }
        result
    }

    fn call_intrinsic(&mut self, intrinsic: Intrinsic, arguments: u16) -> Outcome<()> {
        let sp = self.frame().sp;
        let first = Ref::from_slot(self.thread().stack[(sp - u32::from(arguments)) as usize]);
        if intrinsic == Intrinsic::InvokeBasic {
            if first.is_null() {
                return throw_bare("java/lang/NullPointerException");
            }
            let entry = self.reference_field(first, "form").and_then(|form| self.reference_field(form, "vmentry"));
            let Some(method) = entry.and_then(|entry| self.member_method(entry)) else {
                return throw("java/lang/InternalError", "a method handle without an entry point");
            };
            return self.call_with_stack(method, sp);
        }
        let member = Ref::from_slot(self.thread().stack[sp as usize - 1]);
        let Some(method) = self.member_method(member) else {
            return throw("java/lang/InternalError", "a member name that names no method");
        };
        let target = match intrinsic {
            Intrinsic::LinkToStatic => {
                self.ensure_initialized(self.method(method).class)?;
                method
            }
            _ if first.is_null() => return throw_bare("java/lang/NullPointerException"),
            Intrinsic::LinkToSpecial => method,
            _ => {
                let (class, declaring) = (self.heap.class_of(first), self.method(method).class);
                if self.class(declaring).is_interface() && !self.is_subclass(class, declaring) {
                    return throw(
                        "java/lang/IncompatibleClassChangeError",
                        format!(
                            "Class {} does not implement the requested interface {}",
                            self.class(class).java_name(),
                            self.class(declaring).java_name()
                        ),
                    );
                }
                self.select_by_handle(class, method)?
            }
        };
        self.frame_mut().sp -= 1;
        self.call_with_stack(target, sp)
    }

    fn reference_field(&self, object: Ref, name: &str) -> Option<Ref> {
        let at = self.offset_of(self.heap.class_of(object), name)?;
        Some(self.heap.get_ref(object, at as usize)).filter(|value| !value.is_null())
    }

    /// The method a resolved `MemberName` names.
    pub(crate) fn member_method(&self, member: Ref) -> Option<MethodId> {
        if member.is_null() {
            return None;
        }
        let resolved = self.reference_field(member, "method")?;
        let at = self.offset_of(self.heap.class_of(resolved), "vmtarget")?;
        let method = self.heap.get4(resolved, at as usize);
        ((method as usize) < self.methods.len()).then_some(MethodId(method))
    }
}

/// Argument slots, without a receiver.
fn slots_of(descriptor: &str) -> u16 {
    parameter_kinds(descriptor).iter().map(|kind| kind.slots()).sum()
}
