//! Attributes of classes, fields, methods and record components (JVMS 4.7). Unknown ones are skipped.

use std::sync::Arc;

use super::{Context, code, plain_class};
use crate::bytes::Bytes;
use crate::{
    Annotations, BootstrapMethod, ClassError, Code, EnclosingMethod, InnerClass, RecordComponent, Text, access,
};

/// Calls `visit` with the name and content of each attribute of a table.
pub(super) fn each<'a>(
    input: &mut Bytes<'a>,
    context: &Context,
    mut visit: impl FnMut(&str, Bytes<'a>) -> Result<(), ClassError>,
) -> Result<(), ClassError> {
    for _ in 0..input.u16()? {
        let name = context.pool.utf8(input.u16()?)?;
        let length = input.u32()?;
        visit(name, Bytes::new(input.take(length as usize)?))?;
    }
    Ok(())
}

/// Sets what may be given only once.
pub(super) fn once<T>(place: &mut Option<T>, value: T, name: &str) -> Result<(), ClassError> {
    if place.replace(value).is_some() {
        return Err(ClassError::format(format!("the attribute {name} is given twice")));
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Place {
    Field,
    Method,
    RecordComponent,
}

#[derive(Default)]
pub(super) struct MemberAttributes {
    pub signature: Option<Text>,
    pub constant_value: Option<u16>,
    pub code: Option<Code>,
    pub exceptions: Option<Vec<Text>>,
    pub parameters: Option<Vec<(u16, u16)>>,
    pub annotations: Annotations,
}

pub(super) fn member_attributes(
    input: &mut Bytes,
    context: &Context,
    place: Place,
) -> Result<MemberAttributes, ClassError> {
    let mut found = MemberAttributes::default();
    each(input, context, |name, mut content| {
        match (place, name) {
            (Place::Method, "Code") => {
                once(&mut found.code, code::parse(content, context)?, name)?;
                return Ok(());
            }
            (Place::Method, "Exceptions") => once(&mut found.exceptions, classes(&mut content, context)?, name)?,
            (Place::Method, "MethodParameters") => {
                once(&mut found.parameters, parameters(&mut content)?, name)?;
            }
            (Place::Field, "ConstantValue") => once(&mut found.constant_value, content.u16()?, name)?,
            (_, "Signature") => once(&mut found.signature, text(&mut content, context)?, name)?,
            _ => return annotation(&mut found.annotations, name, content),
        }
        content.finish(name)
    })?;
    Ok(found)
}

/// Keeps the raw bytes of an annotation attribute; anything else is not for us.
fn annotation(annotations: &mut Annotations, name: &str, mut content: Bytes) -> Result<(), ClassError> {
    let place = match name {
        "RuntimeVisibleAnnotations" => &mut annotations.visible,
        "RuntimeVisibleTypeAnnotations" => &mut annotations.visible_type,
        "RuntimeVisibleParameterAnnotations" => &mut annotations.visible_parameter,
        "AnnotationDefault" => &mut annotations.default,
        _ => return Ok(()),
    };
    let bytes: Arc<[u8]> = content.take(content.len())?.into();
    once(place, bytes, name)
}

fn text(content: &mut Bytes, context: &Context) -> Result<Text, ClassError> {
    Ok(context.pool.utf8(content.u16()?)?.clone())
}

fn classes(content: &mut Bytes, context: &Context) -> Result<Vec<Text>, ClassError> {
    let count = content.u16()?;
    let mut classes = Vec::with_capacity(content.capacity(count, 2));
    for _ in 0..count {
        classes.push(plain_class(context.pool, content.u16()?)?);
    }
    Ok(classes)
}

fn parameters(content: &mut Bytes) -> Result<Vec<(u16, u16)>, ClassError> {
    let count = content.u8()?;
    let mut parameters = Vec::with_capacity(content.capacity(count.into(), 4));
    for _ in 0..count {
        parameters.push((content.u16()?, content.u16()?));
    }
    Ok(parameters)
}

#[derive(Default)]
pub(super) struct ClassAttributes {
    pub source_file: Option<Text>,
    pub signature: Option<Text>,
    pub bootstrap_methods: Option<Vec<BootstrapMethod>>,
    pub nest_host: Option<Text>,
    pub nest_members: Option<Vec<Text>>,
    pub inner_classes: Option<Vec<InnerClass>>,
    pub enclosing_method: Option<EnclosingMethod>,
    pub record: Option<Vec<RecordComponent>>,
    pub permitted_subclasses: Option<Vec<Text>>,
    pub annotations: Annotations,
}

pub(super) fn class_attributes(input: &mut Bytes, context: &Context) -> Result<ClassAttributes, ClassError> {
    let mut found = ClassAttributes::default();
    let major = context.major;
    each(input, context, |name, mut content| {
        match name {
            "SourceFile" => once(&mut found.source_file, text(&mut content, context)?, name)?,
            "Signature" => once(&mut found.signature, text(&mut content, context)?, name)?,
            "BootstrapMethods" if major >= 51 => {
                once(&mut found.bootstrap_methods, bootstrap_methods(&mut content)?, name)?;
            }
            "NestHost" if major >= 55 => {
                once(&mut found.nest_host, plain_class(context.pool, content.u16()?)?, name)?;
            }
            "NestMembers" if major >= 55 => once(&mut found.nest_members, classes(&mut content, context)?, name)?,
            "InnerClasses" => once(&mut found.inner_classes, inner_classes(&mut content, context)?, name)?,
            "EnclosingMethod" => {
                once(&mut found.enclosing_method, enclosing_method(&mut content, context)?, name)?;
            }
            "Record" if major >= 60 => once(&mut found.record, record(&mut content, context)?, name)?,
            "PermittedSubclasses" if major >= 61 => {
                once(&mut found.permitted_subclasses, classes(&mut content, context)?, name)?;
            }
            _ => return annotation(&mut found.annotations, name, content),
        }
        content.finish(name)
    })?;
    if found.nest_host.is_some() && found.nest_members.is_some() {
        return Err(ClassError::format("the class is both a nest's host and another nest's member"));
    }
    if found.permitted_subclasses.is_some() && context.class_access & access::FINAL != 0 {
        return Err(ClassError::format("a final class permits subclasses"));
    }
    Ok(found)
}

fn bootstrap_methods(content: &mut Bytes) -> Result<Vec<BootstrapMethod>, ClassError> {
    let count = content.u16()?;
    let mut methods = Vec::with_capacity(content.capacity(count, 4));
    for _ in 0..count {
        let handle = content.u16()?;
        let argument_count = content.u16()?;
        let mut arguments = Vec::with_capacity(content.capacity(argument_count, 2));
        for _ in 0..argument_count {
            arguments.push(content.u16()?);
        }
        methods.push(BootstrapMethod { handle, arguments });
    }
    Ok(methods)
}

fn inner_classes(content: &mut Bytes, context: &Context) -> Result<Vec<InnerClass>, ClassError> {
    let count = content.u16()?;
    let mut classes = Vec::with_capacity(content.capacity(count, 8));
    for _ in 0..count {
        let inner = context.pool.class_name(content.u16()?)?.clone();
        let outer = context.pool.optional_class_name(content.u16()?)?.cloned();
        let name = context.pool.optional_utf8(content.u16()?)?.cloned();
        if outer.as_ref() == Some(&inner) {
            return Err(ClassError::format(format!("class {inner} is said to be inside itself")));
        }
        classes.push(InnerClass { inner, outer, name, access: content.u16()? });
    }
    Ok(classes)
}

fn enclosing_method(content: &mut Bytes, context: &Context) -> Result<EnclosingMethod, ClassError> {
    let class = context.pool.class_name(content.u16()?)?.clone();
    let method = match content.u16()? {
        0 => None,
        index => {
            let (name, descriptor) = context.pool.name_and_type(index)?;
            Some((name.clone(), descriptor.clone()))
        }
    };
    Ok(EnclosingMethod { class, method })
}

fn record(content: &mut Bytes, context: &Context) -> Result<Vec<RecordComponent>, ClassError> {
    let count = content.u16()?;
    let mut components = Vec::with_capacity(content.capacity(count, 6));
    for _ in 0..count {
        let name = text(content, context)?;
        let descriptor = text(content, context)?;
        crate::descriptor::FieldType::parse(&descriptor)?;
        let attributes = member_attributes(content, context, Place::RecordComponent)?;
        components.push(RecordComponent {
            name,
            descriptor,
            signature: attributes.signature,
            annotations: attributes.annotations,
        });
    }
    Ok(components)
}
