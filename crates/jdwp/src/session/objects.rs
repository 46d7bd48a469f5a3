//! Objects, strings and arrays: command sets 9, 10 and 13.

use jvm::class::{ClassKind, Kind};
use jvm::heap::{ELEMENTS, Ref, header};
use jvm::vm::Vm;

use super::names::{class_tag, object, object_id, type_id, value};
use super::types::field_value;
use super::{Answer, Session, answer};
use crate::wire::{Command, ErrorCode, ObjectId, Tag, Value, Wire};

impl Session {
    pub(super) fn answer_objects(&mut self, vm: &mut Vm, command: Command) -> Answer {
        match command {
            Command::ReferenceType { object: id } => {
                let class = vm.class(vm.heap.class_of(object(vm, id)?));
                answer((class_tag(class), type_id(class.id)))
            }
            Command::Values { object: id, fields } => {
                let object = object(vm, id)?;
                let values: Result<Vec<Value>, ErrorCode> =
                    fields.into_iter().map(|field| field_value(vm, object, field)).collect();
                answer(values?)
            }
            Command::MonitorInfo { object: id } => {
                let object = object(vm, id)?;
                let owner = vm.monitor_owner(object).map_or(Ref::NULL, |index| vm.threads[index].object);
                let count = (vm.heap.header(object) & header::COUNT) >> header::COUNT_SHIFT;
                let waiters: Vec<Ref> = vm.waiters(object).iter().map(|index| vm.threads[*index].object).collect();
                let waiters: Vec<ObjectId> = waiters.into_iter().map(|thread| object_id(vm, thread)).collect();
                answer((object_id(vm, owner), count as i32, waiters))
            }
            Command::Invoke { object: id, thread, class, method, arguments, options } => {
                self.invoke_on(vm, id, thread, (class, method), arguments, options)
            }
            Command::DisableCollection { object: id } => {
                object(vm, id)?;
                hold(vm, id, true);
                answer(())
            }
            Command::EnableCollection { object: id } => {
                hold(vm, id, false);
                answer(())
            }
            Command::IsCollected { object: id } => {
                let number = id.0.checked_sub(1).and_then(|number| u32::try_from(number).ok());
                let known = number.and_then(|number| vm.looking.handles.object(number));
                known.map_or(Err(ErrorCode::InvalidObject), |object| answer(object.is_null()))
            }
            Command::StringValue { object: id } => {
                let string = object(vm, id)?;
                if vm.heap.class_of(string) != vm.known.string {
                    return Err(ErrorCode::InvalidString);
                }
                answer(vm.string_text(string))
            }
            Command::ArrayLength { array } => answer(vm.heap.array_length(array_of(vm, array)?.0) as i32),
            Command::ArrayValues { array, first, count } => {
                let (array, kind) = array_of(vm, array)?;
                array_values(vm, array, kind, first, count)
            }
            _ => Err(ErrorCode::NotImplemented),
        }
    }
}

/// Keeps an object alive, or no longer.
pub(super) fn hold(vm: &mut Vm, id: ObjectId, holds: bool) {
    if object(vm, id).is_ok() {
        vm.looking.handles.hold((id.0 - 1) as u32, holds);
    }
}

fn array_of(vm: &Vm, id: ObjectId) -> Result<(Ref, Kind), ErrorCode> {
    let array = object(vm, id)?;
    match vm.class(vm.heap.class_of(array)).kind {
        ClassKind::Array { kind, .. } => Ok((array, kind)),
        _ => Err(ErrorCode::InvalidArray),
    }
}

/// The kind of the elements, their number, and the elements: those of primitives without their kind.
fn array_values(vm: &mut Vm, array: Ref, kind: Kind, first: i32, count: i32) -> Answer {
    let length = vm.heap.array_length(array) as usize;
    let first = usize::try_from(first).map_err(|_| ErrorCode::InvalidIndex)?;
    let count = usize::try_from(count).map_err(|_| ErrorCode::InvalidLength)?;
    if first > length {
        return Err(ErrorCode::InvalidIndex);
    }
    if count > length - first {
        return Err(ErrorCode::InvalidLength);
    }
    let tag = if kind == Kind::Reference { b'L' } else { kind.letter() as u8 };
    let tag = match vm.class(vm.heap.class_of(array)).name.as_bytes().get(1) {
        Some(b'[') => Tag::Array.code(),
        _ => tag,
    };
    let mut out = Vec::new();
    (tag, count as u32).write(&mut out);
    for index in first..first + count {
        let slot = vm.get_kind(array, ELEMENTS + (index << kind.shift()), kind);
        let value = value(vm, slot, kind);
        if kind == Kind::Reference {
            value.write(&mut out);
        } else {
            value.write_bare(&mut out);
        }
    }
    Ok(out)
}
