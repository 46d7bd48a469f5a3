//! Lambdas and method references: `LambdaMetafactory.metafactory` and `altMetafactory`. Each call site gets a class
//! that implements the interface, holds what the lambda captures, and calls the implementation.

use classfile::{Constant, Text, access};

use super::DynamicSite;
use super::convert::{class_of_descriptor, convert, descriptor_of_class, wrap};
use crate::assembler::{ClassBuilder, CodeBuilder, opcode};
use crate::class::{Kind, MethodId, Resolved, parameter_descriptors, return_descriptor};
use crate::heap::ClassId;
use crate::instr::{Instr, Op};
use crate::vm::{Outcome, Vm};

const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

/// Kinds of method handles (JVMS table 5.4.3.5-A).
const INVOKE_STATIC: u8 = 6;
const INVOKE_SPECIAL: u8 = 7;
const NEW_INVOKE_SPECIAL: u8 = 8;
const INVOKE_INTERFACE: u8 = 9;

/// The method a lambda runs.
struct Implementation {
    kind: u8,
    class: Text,
    name: Text,
    descriptor: Text,
    interface: bool,
    method: MethodId,
    class_id: ClassId,
    /// Types of everything it is called with, receiver included, and of what it gives.
    parameters: Vec<String>,
    returns: String,
}

#[derive(Default)]
struct Extras {
    serializable: bool,
    markers: Vec<Text>,
    bridges: Vec<Text>,
}

impl Vm {
    pub(crate) fn link_lambda(
        &mut self,
        host: ClassId,
        site: &DynamicSite,
        alternative: bool,
    ) -> Outcome<Option<Instr>> {
        let file = self.class(host).file.clone().expect("constants come from a file");
        let text = |index: Option<&u16>| index.and_then(|index| file.pool.method_type(*index).ok()).cloned();
        let (Some(erased), Some(instantiated)) = (text(site.arguments.first()), text(site.arguments.get(2))) else {
            return Ok(None);
        };
        let Some(implementation) = self.implementation(host, site.arguments.get(1).copied())? else {
            return Ok(None);
        };
        let extras = if alternative {
            match read_extras(&file, &site.arguments[3..]) {
                Some(extras) => extras,
                None => return Ok(None),
            }
        } else {
            Extras::default()
        };
        let captured = parameter_descriptors(&site.descriptor);
        let wanted = captured.len() + parameter_descriptors(&instantiated).len();
        let interface = class_of_descriptor(return_descriptor(&site.descriptor));
        if implementation.parameters.len() != wanted
            || Kind::of_descriptor(return_descriptor(&site.descriptor)) != Kind::Reference
        {
            return Ok(None);
        }
        let interface_id = self.load_class(interface, self.class(host).loader)?;
        if !self.class(interface_id).is_interface() {
            return Ok(None);
        }
        let accidentally = !extras.serializable && self.is_subclass(interface_id, self.known.serializable);

        let name = self.lambda_name(host);
        let mut builder = ClassBuilder::new(&name, "java/lang/Object");
        builder.package_private();
        builder.interface(interface);
        for marker in &extras.markers {
            builder.interface(marker);
        }
        if extras.serializable && !self.is_subclass(interface_id, self.known.serializable) {
            builder.interface("java/io/Serializable");
        }
        for (index, descriptor) in captured.iter().enumerate() {
            builder.add_field(access::PRIVATE | access::FINAL, &field_name(index), descriptor);
        }
        add_factory(&mut builder, &name, &site.descriptor);
        let forms = std::iter::once(&erased).chain(extras.bridges.iter().filter(|bridge| **bridge != erased));
        for form in forms {
            let code = forward(&mut builder, &name, &implementation, &captured, form, &instantiated);
            builder.add_method(access::PUBLIC, &site.name, form, code);
        }
        if extras.serializable {
            let mirror = self.class(host).mirror;
            let host_class = builder.object(mirror);
            let texts = [interface, &site.name, &erased];
            add_write_replace(&mut builder, &name, host_class, texts, &implementation, &instantiated, &captured);
        } else if accidentally {
            refuse_serialization(&mut builder);
        }
        let class = self.define_stub(builder, host)?;
        if captured.is_empty() {
            let instance = self.permanently(|vm| vm.allocate(class))?;
            return Ok(Some(Instr::new(Op::Const, 0, instance.0)));
        }
        let factory = self.class(class).methods[0];
        Ok(Some(self.static_call(factory)))
    }

    /// `Outer$$Lambda$7/0x…`, as this JDK would have it.
    fn lambda_name(&mut self, host: ClassId) -> String {
        self.lambda_counter += 1;
        let count = self.lambda_counter;
        let host_name = &self.class(host).name;
        let host_name = host_name.split('+').next().unwrap_or(host_name);
        let address = 0x8_0000_0000u64 + 0x400 * u64::from(count);
        if self.config.java_version < 21 {
            format!("{host_name}$$Lambda${count}+0x{address:016x}")
        } else {
            format!("{host_name}$$Lambda+0x{address:016x}")
        }
    }

    /// What the method handle at `index` calls; `None` if only the library's own code knows.
    fn implementation(&mut self, host: ClassId, index: Option<u16>) -> Outcome<Option<Implementation>> {
        let file = self.class(host).file.clone().expect("constants come from a file");
        let Some(index) = index else { return Ok(None) };
        let Some(Constant::MethodHandle { kind, reference }) = file.pool.0.get(index as usize) else {
            return Ok(None);
        };
        let Ok(member) = file.pool.method(*reference) else { return Ok(None) };
        let method = self.resolve_method_constant(host, *reference)?;
        if self.method(method).polymorphic || !(5..=9).contains(kind) {
            return Ok(None);
        }
        let class_id = self.load_member_class(host, *reference)?;
        let receiver = descriptor_of_class(&member.class);
        let mut parameters: Vec<String> = Vec::new();
        if !matches!(*kind, INVOKE_STATIC | NEW_INVOKE_SPECIAL) {
            parameters.push(receiver.clone());
        }
        parameters.extend(parameter_descriptors(&member.descriptor).into_iter().map(str::to_owned));
        let returns =
            if *kind == NEW_INVOKE_SPECIAL { receiver } else { return_descriptor(&member.descriptor).to_owned() };
        Ok(Some(Implementation {
            kind: *kind,
            class: member.class,
            name: member.name,
            descriptor: member.descriptor,
            interface: member.interface,
            method,
            class_id,
            parameters,
            returns,
        }))
    }

    /// The class that a member reference of `host` names.
    pub(crate) fn load_member_class(&mut self, host: ClassId, reference: u16) -> Outcome<ClassId> {
        let file = self.class(host).file.clone().expect("constants come from a file");
        match file.pool.0.get(reference as usize) {
            Some(
                Constant::Field { class, .. }
                | Constant::Method { class, .. }
                | Constant::InterfaceMethod { class, .. },
            ) => self.resolve_class(host, *class),
            _ => crate::vm::throw("java/lang/ClassFormatError", format!("constant {reference} is no member")),
        }
    }
}

fn field_name(index: usize) -> String {
    format!("arg${}", index + 1)
}

/// The static arguments of `altMetafactory` after the first three: flags, then markers and bridges if there are any.
fn read_extras(file: &classfile::ClassFile, arguments: &[u16]) -> Option<Extras> {
    let integer = |index: Option<&u16>| match file.pool.0.get(*index? as usize)? {
        Constant::Integer(value) => Some(*value),
        _ => None,
    };
    let mut rest = arguments.iter();
    let flags = integer(rest.next())?;
    let mut extras = Extras { serializable: flags & SERIALIZABLE != 0, ..Extras::default() };
    if flags & MARKERS != 0 {
        for _ in 0..integer(rest.next())? {
            extras.markers.push(file.pool.class_name(*rest.next()?).ok()?.clone());
        }
    }
    if flags & BRIDGES != 0 {
        for _ in 0..integer(rest.next())? {
            extras.bridges.push(file.pool.method_type(*rest.next()?).ok()?.clone());
        }
    }
    Some(extras)
}

/// `static I get$Lambda(captured…)`: the first method of the class.
fn add_factory(builder: &mut ClassBuilder, name: &str, descriptor: &str) {
    let class = builder.class(name);
    let mut code = CodeBuilder::new();
    // The constructor of Object does nothing, and nobody verifies us: fields are set at once.
    code.op_index(opcode::NEW, class);
    let mut local = 0;
    for (index, parameter) in parameter_descriptors(descriptor).into_iter().enumerate() {
        let kind = Kind::of_descriptor(parameter);
        let field = builder.field_ref(name, &field_name(index), parameter);
        code.op(opcode::DUP).load(kind, local).op_index(opcode::PUTFIELD, field);
        local += kind.slots();
    }
    code.return_kind(Kind::Reference);
    builder.add_method(access::PRIVATE | access::STATIC, "get$Lambda", descriptor, code);
}

fn load_captured(builder: &mut ClassBuilder, code: &mut CodeBuilder, name: &str, captured: &[&str], index: usize) {
    let field = builder.field_ref(name, &field_name(index), captured[index]);
    code.load(Kind::Reference, 0).op_index(opcode::GETFIELD, field);
}

/// The interface's method, in one of its forms: adapts the arguments, calls the implementation, adapts the result.
fn forward(
    builder: &mut ClassBuilder,
    name: &str,
    implementation: &Implementation,
    captured: &[&str],
    form: &str,
    instantiated: &str,
) -> CodeBuilder {
    let mut code = CodeBuilder::new();
    let class = builder.class(&implementation.class);
    builder.resolve(class, Resolved::Class(implementation.class_id));
    if implementation.kind == NEW_INVOKE_SPECIAL {
        code.op_index(opcode::NEW, class).op(opcode::DUP);
    }
    for index in 0..captured.len() {
        load_captured(builder, &mut code, name, captured, index);
    }
    let functional = parameter_descriptors(instantiated);
    let mut local = 1;
    for (index, parameter) in parameter_descriptors(form).into_iter().enumerate() {
        let kind = Kind::of_descriptor(parameter);
        code.load(kind, local);
        local += kind.slots();
        let target = &implementation.parameters[captured.len() + index];
        convert(builder, &mut code, parameter, target, functional.get(index).copied().unwrap_or(parameter));
    }
    let method = builder.method_ref(
        &implementation.class,
        &implementation.name,
        &implementation.descriptor,
        implementation.interface,
    );
    builder.resolve(method, Resolved::Method(implementation.method));
    match implementation.kind {
        INVOKE_STATIC => code.op_index(opcode::INVOKESTATIC, method),
        INVOKE_SPECIAL | NEW_INVOKE_SPECIAL => code.op_index(opcode::INVOKESPECIAL, method),
        INVOKE_INTERFACE => code.interface_call(method, &implementation.descriptor),
        _ => code.op_index(opcode::INVOKEVIRTUAL, method),
    };
    let returns = return_descriptor(form);
    convert(builder, &mut code, &implementation.returns, returns, returns);
    code.return_kind(Kind::of_descriptor(returns));
    code
}

/// `private Object writeReplace()`: the form in which a lambda is serialised.
fn add_write_replace(
    builder: &mut ClassBuilder,
    name: &str,
    host_class: u16,
    [interface, method_name, erased]: [&str; 3],
    implementation: &Implementation,
    instantiated: &str,
    captured: &[&str],
) {
    const FORM: &str = "java/lang/invoke/SerializedLambda";
    const CONSTRUCTOR: &str = "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;I\
         Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V";
    let mut code = CodeBuilder::new();
    let form = builder.class(FORM);
    code.op_index(opcode::NEW, form).op(opcode::DUP).ldc(host_class);
    for text in [interface, method_name, erased] {
        let text = builder.string(text);
        code.ldc(text);
    }
    code.push_int(i16::from(implementation.kind));
    for text in [&*implementation.class, &*implementation.name, &*implementation.descriptor, instantiated] {
        let text = builder.string(text);
        code.ldc(text);
    }
    let object = builder.class("java/lang/Object");
    code.push_int(captured.len() as i16).op_index(opcode::ANEWARRAY, object);
    for (index, descriptor) in captured.iter().enumerate() {
        code.op(opcode::DUP).push_int(index as i16);
        load_captured(builder, &mut code, name, captured, index);
        wrap(builder, &mut code, Kind::of_descriptor(descriptor));
        code.op(opcode::AASTORE);
    }
    let constructor = builder.method_ref(FORM, "<init>", CONSTRUCTOR, false);
    code.op_index(opcode::INVOKESPECIAL, constructor).return_kind(Kind::Reference);
    builder.add_method(access::PRIVATE | access::FINAL, "writeReplace", "()Ljava/lang/Object;", code);
}

/// An interface that happens to be serialisable does not make its lambdas so.
fn refuse_serialization(builder: &mut ClassBuilder) {
    const REFUSAL: &str = "java/io/NotSerializableException";
    for (name, descriptor) in
        [("writeObject", "(Ljava/io/ObjectOutputStream;)V"), ("readObject", "(Ljava/io/ObjectInputStream;)V")]
    {
        let mut code = CodeBuilder::new();
        let class = builder.class(REFUSAL);
        let text = builder.string("Non-serializable lambda");
        let constructor = builder.method_ref(REFUSAL, "<init>", "(Ljava/lang/String;)V", false);
        code.op_index(opcode::NEW, class).op(opcode::DUP).ldc(text);
        code.op_index(opcode::INVOKESPECIAL, constructor).op(opcode::ATHROW);
        builder.add_method(access::PRIVATE | access::FINAL, name, descriptor, code);
    }
}
