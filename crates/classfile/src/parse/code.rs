//! The `Code` attribute (JVMS 4.7.3) with its tables; the instructions themselves are the verifier's business.

use super::attributes::{each, once};
use super::{Context, Trust};
use crate::bytes::Bytes;
use crate::descriptor::{self, FieldType};
use crate::{ClassError, Code, Handler, LocalVariable};

pub(super) fn parse(mut input: Bytes, context: &Context) -> Result<Code, ClassError> {
    // Before version 45.3 the three sizes were narrower.
    let max_stack = input.u16()?;
    let max_locals = input.u16()?;
    let length = input.u32()?;
    if length == 0 || length > 65535 {
        return Err(ClassError::format(format!("the code is {length} bytes long; 1 to 65535 are allowed")));
    }
    let bytes = input.take(length as usize)?;
    let handlers = handlers(&mut input, context, length)?;
    let mut code = Code {
        max_stack,
        max_locals,
        bytes: bytes.into(),
        handlers,
        lines: Vec::new(),
        variables: Vec::new(),
        stack_map: None,
    };
    each(&mut input, context, |name, mut content| {
        match name {
            "LineNumberTable" => lines(&mut content, &mut code.lines, length)?,
            "LocalVariableTable" => variables(&mut content, context, &mut code, length)?,
            "StackMapTable" if context.major >= 50 && context.trust == Trust::Nothing => {
                let table = content.take(content.len())?;
                once(&mut code.stack_map, table.into(), name)?;
            }
            _ => return Ok(()),
        }
        content.finish(name)
    })?;
    input.finish("the code")?;
    if !code.lines.is_sorted_by_key(|&(start, _)| start) {
        code.lines.sort_by_key(|&(start, _)| start);
    }
    Ok(code)
}

fn handlers(input: &mut Bytes, context: &Context, length: u32) -> Result<Vec<Handler>, ClassError> {
    let count = input.u16()?;
    let mut handlers = Vec::with_capacity(input.capacity(count, 8));
    for _ in 0..count {
        let handler =
            Handler { start: input.u16()?, end: input.u16()?, target: input.u16()?, catch_type: input.u16()? };
        let Handler { start, end, target, catch_type } = handler;
        if start >= end || u32::from(end) > length || u32::from(target) >= length {
            return Err(ClassError::format(format!(
                "an exception handler covers {start} to {end} and jumps to {target}, in code of {length} bytes"
            )));
        }
        context.pool.optional_class_name(catch_type)?;
        handlers.push(handler);
    }
    Ok(handlers)
}

fn lines(input: &mut Bytes, lines: &mut Vec<(u16, u16)>, length: u32) -> Result<(), ClassError> {
    let count = input.u16()?;
    lines.reserve(input.capacity(count, 4));
    for _ in 0..count {
        let start = input.u16()?;
        if u32::from(start) >= length {
            return Err(ClassError::format(format!("the line table names byte {start} of {length}")));
        }
        lines.push((start, input.u16()?));
    }
    Ok(())
}

fn variables(input: &mut Bytes, context: &Context, code: &mut Code, code_length: u32) -> Result<(), ClassError> {
    let count = input.u16()?;
    code.variables.reserve(input.capacity(count, 10));
    for _ in 0..count {
        let start = input.u16()?;
        let length = input.u16()?;
        let name = context.pool.utf8(input.u16()?)?.clone();
        let descriptor = context.pool.utf8(input.u16()?)?.clone();
        let slot = input.u16()?;
        if u32::from(start) + u32::from(length) > code_length {
            return Err(ClassError::format(format!("variable `{name}` lives beyond the end of the code")));
        }
        let slots = FieldType::parse(&descriptor)?.slots();
        if u32::from(slot) + u32::from(slots) > u32::from(code.max_locals) {
            return Err(ClassError::format(format!("variable `{name}` is outside the method's locals")));
        }
        if !descriptor::is_unqualified_name(&name) {
            return Err(ClassError::format(format!("`{name}` is not a name for a variable")));
        }
        code.variables.push(LocalVariable { start, length, name, descriptor, slot });
    }
    Ok(())
}
