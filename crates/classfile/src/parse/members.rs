//! Fields and methods (JVMS 4.5 and 4.6).

use super::{Context, Trust, attributes, duplicate, modifiers};
use crate::bytes::Bytes;
use crate::descriptor::{self, FieldType};
use crate::{ClassError, Constant, Field, Method, Text, access};

pub(super) fn fields(input: &mut Bytes, context: &Context) -> Result<Vec<Field>, ClassError> {
    let count = input.u16()?;
    let mut fields = Vec::with_capacity(input.capacity(count, 8));
    for _ in 0..count {
        fields.push(field(input, context)?);
    }
    if context.trust == Trust::Nothing
        && let Some((name, descriptor)) = duplicate(&fields, |field| (&*field.name, &*field.descriptor))
    {
        return Err(ClassError::format(format!("field `{name}` of type `{descriptor}` is declared twice")));
    }
    Ok(fields)
}

fn field(input: &mut Bytes, context: &Context) -> Result<Field, ClassError> {
    let access = input.u16()?;
    let name = context.pool.utf8(input.u16()?)?.clone();
    let descriptor = context.pool.utf8(input.u16()?)?.clone();
    if !descriptor::is_unqualified_name(&name) {
        return Err(ClassError::format(format!("`{name}` is not a name for a field")));
    }
    modifiers::check_field(access, context.class_access, context.major, &name)?;
    let field_type = FieldType::parse(&descriptor)?;
    let attributes = attributes::member_attributes(input, context, attributes::Place::Field)?;
    // JVMS 4.7.2: the attribute of an instance field is ignored.
    let constant_value = attributes.constant_value.filter(|_| access & access::STATIC != 0);
    if let Some(index) = constant_value
        && !constant_fits(field_type, context.pool.get(index)?)
    {
        let kind = context.pool.get(index)?.kind();
        return Err(ClassError::format(format!("field `{name}` of type `{descriptor}` cannot start as {kind}")));
    }
    Ok(Field {
        access,
        name,
        descriptor,
        signature: attributes.signature,
        constant_value,
        annotations: attributes.annotations,
    })
}

fn constant_fits(field_type: FieldType, constant: &Constant) -> bool {
    match field_type {
        FieldType::Boolean | FieldType::Byte | FieldType::Char | FieldType::Short | FieldType::Int => {
            matches!(constant, Constant::Integer(_))
        }
        FieldType::Long => matches!(constant, Constant::Long(_)),
        FieldType::Float => matches!(constant, Constant::Float(_)),
        FieldType::Double => matches!(constant, Constant::Double(_)),
        FieldType::Object(name) => name == "java/lang/String" && matches!(constant, Constant::String(_)),
        FieldType::Array(_) => false,
    }
}

pub(super) fn methods(input: &mut Bytes, context: &Context) -> Result<Vec<Method>, ClassError> {
    let count = input.u16()?;
    let mut methods = Vec::with_capacity(input.capacity(count, 8));
    for _ in 0..count {
        methods.push(method(input, context)?);
    }
    if context.trust == Trust::Nothing
        && let Some((name, descriptor)) = duplicate(&methods, |method| (&*method.name, &*method.descriptor))
    {
        return Err(ClassError::format(format!("method `{name}{descriptor}` is declared twice")));
    }
    Ok(methods)
}

fn method(input: &mut Bytes, context: &Context) -> Result<Method, ClassError> {
    let declared = input.u16()?;
    let name = context.pool.utf8(input.u16()?)?.clone();
    let descriptor = context.pool.utf8(input.u16()?)?.clone();
    let access = method_access(declared, context, &name, &descriptor)?;
    let slots = match context.trust {
        Trust::Nothing => argument_slots(&name, &descriptor, access)?,
        Trust::Names => 0,
    };
    let attributes = attributes::member_attributes(input, context, attributes::Place::Method)
        .map_err(|error| ClassError::format(format!("method `{name}{descriptor}`: {error}")))?;
    match &attributes.code {
        Some(_) if access & (access::NATIVE | access::ABSTRACT) != 0 => {
            return Err(ClassError::format(format!("method `{name}{descriptor}` is native or abstract but has code")));
        }
        None if access & (access::NATIVE | access::ABSTRACT) == 0 => {
            return Err(ClassError::format(format!("method `{name}{descriptor}` has no code")));
        }
        Some(code) if code.max_locals < slots => {
            return Err(ClassError::format(format!("the arguments of `{name}{descriptor}` do not fit its locals")));
        }
        _ => {}
    }
    Ok(Method {
        access,
        name,
        descriptor,
        signature: attributes.signature,
        code: attributes.code,
        exceptions: attributes.exceptions.unwrap_or_default(),
        annotations: attributes.annotations,
        parameters: attributes.parameters,
    })
}

/// The slots that a method's arguments take, if it may have that name and type.
fn argument_slots(name: &str, descriptor: &str, access: u16) -> Result<u16, ClassError> {
    if !descriptor::is_method_name(name) {
        return Err(ClassError::format(format!("`{name}` is not a name for a method")));
    }
    let mut slots = u16::from(access & access::STATIC == 0);
    let result = descriptor::walk_method(descriptor, |parameter| slots += parameter.slots())?;
    if slots > 255 {
        return Err(ClassError::format(format!("method `{name}{descriptor}` has more than 255 parameter slots")));
    }
    if name.starts_with('<') && result.is_some() {
        return Err(ClassError::format(format!("method `{name}{descriptor}` must return nothing")));
    }
    Ok(slots)
}

/// The flags that count: those of a class initialiser are ignored except for `static` and `strictfp` (JVMS 4.6).
fn method_access(declared: u16, context: &Context, name: &Text, descriptor: &str) -> Result<u16, ClassError> {
    if &**name == "<clinit>" {
        let is_initializer = context.major < 51 || declared & access::STATIC != 0;
        if !is_initializer {
            return Err(ClassError::format("the class initialiser `<clinit>` is not static"));
        }
        if descriptor != "()V" && context.major >= 51 {
            return Err(ClassError::format(format!(
                "the class initialiser `<clinit>` has type `{descriptor}`, not `()V`"
            )));
        }
        return Ok(access::STATIC | declared & access::STRICT);
    }
    if &**name == "<init>" && context.class_access & access::INTERFACE != 0 {
        return Err(ClassError::format("an interface has a constructor"));
    }
    modifiers::check_method(declared, context.class_access, context.major, name)?;
    Ok(declared)
}
