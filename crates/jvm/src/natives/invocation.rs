//! Calling methods and constructors by reflection. Arguments are unboxed and widened here; the frame of the callee is
//! marked, so that its result is boxed and an exception that leaves it is wrapped.

use classfile::access;

use crate::assembler::{ClassBuilder, CodeBuilder, opcode};
use crate::class::{Kind, MethodId, Resolved, parameter_descriptors, parameter_kinds, return_descriptor};
use crate::heap::{ClassId, Ref};
use crate::link::java_type;
use crate::natives::reflection::widened;
use crate::stubs::{Argument, PREFIX};
use crate::thread::FrameKind;
use crate::vm::{Outcome, Trap, Vm, throw, throw_bare};

natives! {
    "jdk/internal/reflect/NativeMethodAccessorImpl.invoke0(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;" => invoke;
    "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor.invoke0(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;" => invoke;
    // The adapters of methods that look at their caller want it as the last argument, and the library's native accessor
    // passes it as the first: the method itself is called, which finds its caller on the stack.
    "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor.invoke(Ljava/lang/Object;[Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Object;" => |vm, args| {
        let accessor = Ref::from_slot(args[0]);
        let at = vm.offset_of(vm.heap.class_of(accessor), "method").unwrap_or(8) as usize;
        let method = vm.heap.get_ref(accessor, at);
        invoke(vm, &[method.slot(), args[1], args[2]])
    };
    "jdk/internal/reflect/NativeConstructorAccessorImpl.newInstance0(Ljava/lang/reflect/Constructor;[Ljava/lang/Object;)Ljava/lang/Object;" => new_instance;
    "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor.newInstance0(Ljava/lang/reflect/Constructor;[Ljava/lang/Object;)Ljava/lang/Object;" => new_instance;
}

fn invoke(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let method = vm.reflected_method(Ref::from_slot(args[0]))?;
    let (receiver, values) = (Ref::from_slot(args[1]), Ref::from_slot(args[2]));
    let class = vm.method(method).class;
    let mut slots = Vec::new();
    let mut target = Ok(method);
    if vm.method(method).is_static() {
        vm.ensure_initialized(class)?;
    } else {
        if receiver.is_null() {
            let message = "Cannot invoke \"Object.getClass()\" because \"obj\" is null";
            return if vm.config.java_version < 18 {
                throw_bare("java/lang/NullPointerException")
            } else {
                throw("java/lang/NullPointerException", message)
            };
        }
        if !vm.is_instance(receiver, class) {
            let message = if vm.config.java_version < 18 {
                "object is not an instance of declaring class".to_owned()
            } else {
                let actual = vm.class(vm.heap.class_of(receiver)).java_name();
                format!("object of type {actual} is not an instance of {}", vm.class(class).java_name())
            };
            return throw("java/lang/IllegalArgumentException", message);
        }
        slots.push(receiver.slot());
        target = selected(vm, vm.heap.class_of(receiver), method)?;
    }
    convert_arguments(vm, method, values, &mut slots)?;
    let mut target = match target {
        Ok(target) => target,
        Err(missing) => {
            // The call itself fails, so that its error is the cause of what reflection throws.
            let class = vm.load_boot("java/lang/AbstractMethodError")?;
            let Some(missing) = missing else {
                let stub = vm.throw_stub(class, Argument::None, None)?;
                return vm.enter(stub, &[], FrameKind::Reflective);
            };
            let stub = vm.throw_stub(class, Argument::Message, None)?;
            let message = vm.new_string(&missing)?;
            return vm.enter(stub, &[message.slot()], FrameKind::Reflective);
        }
    };
    if vm.method(target).slow & crate::class::slow::NATIVE != 0 {
        // Natives have no frame that could be marked: a method in between has.
        target = vm.call_stub(target)?;
    }
    vm.enter(target, &slots, FrameKind::Reflective)
}

/// The method that runs for a receiver of this class, or what HotSpot says where there is none, if anything.
fn selected(vm: &Vm, receiver: ClassId, method: MethodId) -> Outcome<Result<MethodId, Option<String>>> {
    // From then on reflection is made of method handles.
    let by_handles = vm.config.java_version >= 18;
    let found = if by_handles { vm.select_by_handle(receiver, method) } else { vm.select_method(receiver, method) };
    match found {
        Ok(target) if vm.method(target).is_abstract() => {
            let returned = java_type(return_descriptor(&vm.method(target).descriptor));
            let (holder, readable) = (vm.class(receiver).java_name(), vm.readable_method(target, false));
            Ok(Err(Some(format!("'{returned} {holder}.{readable}'"))))
        }
        Err(Trap::ThrowNew { class: "java/lang/AbstractMethodError", message }) => Ok(Err(message)),
        other => other.map(Ok),
    }
}

fn new_instance(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let constructor = vm.reflected_method(Ref::from_slot(args[0]))?;
    let class = vm.method(constructor).class;
    if vm.class(class).is_abstract() || vm.class(class).is_interface() {
        return throw_bare("java/lang/InstantiationException");
    }
    vm.ensure_initialized(class)?;
    let mut slots = Vec::new();
    convert_arguments(vm, constructor, Ref::from_slot(args[1]), &mut slots)?;
    let stub = vm.construct_stub(constructor)?;
    vm.enter(stub, &slots, FrameKind::Reflective)
}

/// Appends the elements of `values` as what the method's parameters want.
fn convert_arguments(vm: &mut Vm, method: MethodId, values: Ref, slots: &mut Vec<u64>) -> Outcome<()> {
    let descriptor = vm.method(method).descriptor.clone();
    let class = vm.method(method).class;
    let wanted = parameter_descriptors(&descriptor);
    let given = if values.is_null() { Vec::new() } else { vm.array_refs(values) };
    if given.len() != wanted.len() {
        let message = if vm.config.java_version < 18 {
            "wrong number of arguments".to_owned()
        } else {
            format!("wrong number of arguments: {} expected: {}", given.len(), wanted.len())
        };
        return throw("java/lang/IllegalArgumentException", message);
    }
    for (descriptor, value) in wanted.into_iter().zip(given) {
        let kind = Kind::of_descriptor(descriptor);
        if kind == Kind::Reference {
            if !value.is_null() {
                let parameter = vm.class_of_descriptor(class, descriptor)?;
                if !vm.is_instance(value, parameter) {
                    return throw("java/lang/IllegalArgumentException", "argument type mismatch");
                }
            }
            slots.push(value.slot());
            continue;
        }
        if value.is_null() {
            return throw_bare("java/lang/IllegalArgumentException");
        }
        let converted = match vm.unbox(value) {
            Some((from, slot)) => widened(vm, from, kind, slot)?,
            None => None,
        };
        let Some(converted) = converted else {
            return throw("java/lang/IllegalArgumentException", "argument type mismatch");
        };
        slots.push(converted);
        if kind.slots() == 2 {
            slots.push(0);
        }
    }
    Ok(())
}

impl Vm {
    /// `static R stub(receiver, arguments…)` that calls exactly this method.
    pub(crate) fn call_stub(&mut self, method: MethodId) -> Outcome<MethodId> {
        let key = format!("call {}", method.0);
        if let Some(stub) = self.stubs.get(&key) {
            return Ok(*stub);
        }
        let class = self.method(method).class;
        let (name, descriptor) = (self.class(class).name.clone(), self.method(method).descriptor.clone());
        let is_static = self.method(method).is_static();
        let interface = self.class(class).is_interface();
        let mut builder = ClassBuilder::new(&format!("{PREFIX}call{}", self.stubs.len()), "java/lang/Object");
        let reference = builder.method_ref(&name, &self.method(method).name, &descriptor, interface);
        builder.resolve(reference, Resolved::Method(method));
        let class_constant = builder.class(&name);
        builder.resolve(class_constant, Resolved::Class(class));
        let mut code = CodeBuilder::new();
        let mut local = 0;
        if !is_static {
            code.load(Kind::Reference, 0);
            local = 1;
        }
        for kind in parameter_kinds(&descriptor) {
            code.load(kind, local);
            local += kind.slots();
        }
        code.op_index(if is_static { opcode::INVOKESTATIC } else { opcode::INVOKESPECIAL }, reference);
        code.return_kind(Kind::of_descriptor(return_descriptor(&descriptor)));
        let stub_descriptor =
            if is_static { descriptor.to_string() } else { format!("(Ljava/lang/Object;{}", &descriptor[1..]) };
        builder.add_method(access::STATIC | access::PUBLIC, "stub", &stub_descriptor, code);
        self.finish_stub(builder, class, key)
    }
}
