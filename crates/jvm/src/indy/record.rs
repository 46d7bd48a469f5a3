//! `toString`, `hashCode` and `equals` of records: `ObjectMethods.bootstrap`.

use classfile::{Constant, access};

use super::DynamicSite;
use super::concat::{Part, Source};
use crate::assembler::{ClassBuilder, CodeBuilder, opcode};
use crate::class::{Kind, Resolved};
use crate::heap::ClassId;
use crate::instr::Instr;
use crate::stubs::PREFIX;
use crate::vm::{Outcome, Vm};

const GET_FIELD: u8 = 1;

struct Component {
    name: String,
    descriptor: String,
    /// The constant of its field, in the class being built.
    field: u16,
}

impl Vm {
    pub(crate) fn link_record_method(&mut self, host: ClassId, site: &DynamicSite) -> Outcome<Option<Instr>> {
        let file = self.class(host).file.clone().expect("constants come from a file");
        let Some((class_index, rest)) = site.arguments.split_first() else { return Ok(None) };
        let Some((names, getters)) = rest.split_first() else { return Ok(None) };
        let Ok(record_name) = file.pool.class_name(*class_index).cloned() else { return Ok(None) };
        let Ok(names) = file.pool.string_utf16(*names).map(|units| String::from_utf16_lossy(&units)) else {
            return Ok(None);
        };
        let record = self.resolve_class(host, *class_index)?;
        let wanted = match &*site.name {
            "toString" => format!("(L{record_name};)Ljava/lang/String;"),
            "hashCode" => format!("(L{record_name};)I"),
            "equals" => format!("(L{record_name};Ljava/lang/Object;)Z"),
            _ => return Ok(None),
        };
        let names: Vec<&str> = if names.is_empty() { Vec::new() } else { names.split(';').collect() };
        if *wanted != *site.descriptor || names.len() != getters.len() {
            return Ok(None);
        }
        let mut builder = ClassBuilder::new(&format!("{PREFIX}record{}", self.stubs.len()), "java/lang/Object");
        let class_constant = builder.class(&record_name);
        builder.resolve(class_constant, Resolved::Class(record));
        let mut components = Vec::new();
        for (name, getter) in names.into_iter().zip(getters) {
            let Some(Constant::MethodHandle { kind: GET_FIELD, reference }) = file.pool.0.get(*getter as usize) else {
                return Ok(None);
            };
            let Ok(member) = file.pool.field(*reference) else { return Ok(None) };
            let (class, index) = self.resolve_field_constant(host, *reference)?;
            let field = builder.field_ref(&member.class, &member.name, &member.descriptor);
            builder.resolve(field, Resolved::Field { class, index });
            components.push(Component { name: name.to_owned(), descriptor: member.descriptor.to_string(), field });
        }
        let key = format!("record {} {record:?}", site.name);
        if &*site.name == "toString" {
            let parts = self.description(record, components);
            let (code, join) = self.concat_code(&mut builder, parts, &site.descriptor);
            builder.add_method(access::STATIC | access::PUBLIC, "toString", &site.descriptor, code);
            builder.add_native(access::STATIC | access::PUBLIC, "join", &join);
            return self.finish_concat(builder, key).map(Some);
        }
        let code = if &*site.name == "hashCode" {
            hash_code(&mut builder, &components)
        } else {
            equals(&mut builder, class_constant, &components)
        };
        builder.add_method(access::STATIC | access::PUBLIC, &site.name, &site.descriptor, code);
        let stub = self.finish_stub(builder, record, key)?;
        Ok(Some(self.static_call(stub)))
    }

    /// `Point[x=…, y=…]`
    fn description(&self, record: ClassId, components: Vec<Component>) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut text = format!("{}[", self.simple_name(record));
        for (index, component) in components.into_iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            text.push_str(&component.name);
            text.push('=');
            parts.push(Part::Text(std::mem::take(&mut text).encode_utf16().collect()));
            parts.push(Part::Value { descriptor: component.descriptor, source: Source::Field(component.field) });
        }
        text.push(']');
        parts.push(Part::Text(text.encode_utf16().collect()));
        parts
    }

    /// `Class.getSimpleName` of a class that is no array.
    pub(crate) fn simple_name(&self, class: ClassId) -> String {
        let class = self.class(class);
        let file = class.file.as_ref();
        let inner = file.and_then(|file| file.inner_classes.iter().find(|inner| inner.inner == file.name));
        match inner {
            Some(inner) => inner.name.as_ref().map(|name| name.to_string()).unwrap_or_default(),
            None => class.java_name().rsplit('.').next().unwrap_or_default().to_owned(),
        }
    }
}

/// From zero, `31 * hash + hash(component)`, in order.
fn hash_code(builder: &mut ClassBuilder, components: &[Component]) -> CodeBuilder {
    let mut code = CodeBuilder::new();
    code.push_int(0);
    for component in components {
        let kind = Kind::of_descriptor(&component.descriptor);
        code.push_int(31).op(opcode::IMUL);
        code.load(Kind::Reference, 0).op_index(opcode::GETFIELD, component.field);
        let method = match kind {
            Kind::Reference => builder.method_ref("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I", false),
            kind => builder.method_ref(kind.wrapper(), "hashCode", &format!("({})I", kind.letter()), false),
        };
        code.op_index(opcode::INVOKESTATIC, method).op(opcode::IADD);
    }
    code.return_kind(Kind::Int);
    code
}

/// The library's tests nest outwards, so that the last component is compared first.
fn equals(builder: &mut ClassBuilder, class: u16, components: &[Component]) -> CodeBuilder {
    let mut code = CodeBuilder::new();
    let (other, differ) = (code.label(), code.label());
    code.load(Kind::Reference, 0).load(Kind::Reference, 1).jump(opcode::IF_ACMPNE, other);
    code.push_int(1).return_kind(Kind::Int);
    code.place(other).load(Kind::Reference, 1).op_index(opcode::INSTANCEOF, class).jump(opcode::IFEQ, differ);
    for component in components.iter().rev() {
        let kind = Kind::of_descriptor(&component.descriptor);
        for object in [0, 1] {
            code.load(Kind::Reference, object).op_index(opcode::GETFIELD, component.field);
        }
        match kind {
            Kind::Reference => {
                let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
                let method = builder.method_ref("java/util/Objects", "equals", descriptor, false);
                code.op_index(opcode::INVOKESTATIC, method).jump(opcode::IFEQ, differ);
            }
            Kind::Float | Kind::Double => {
                let descriptor = format!("({0}{0})I", kind.letter());
                let method = builder.method_ref(kind.wrapper(), "compare", &descriptor, false);
                code.op_index(opcode::INVOKESTATIC, method).jump(opcode::IFNE, differ);
            }
            Kind::Long => {
                code.op(opcode::LCMP).jump(opcode::IFNE, differ);
            }
            _ => {
                code.jump(opcode::IF_ICMPNE, differ);
            }
        }
    }
    code.push_int(1).return_kind(Kind::Int);
    code.place(differ).push_int(0).return_kind(Kind::Int);
    code
}
