//! What the machine has, and what the protocol calls it.

use jvm::class::{Class, ClassKind, Kind};
use jvm::heap::{ClassId, Ref};
use jvm::thread::Thread;
use jvm::vm::Vm;

use crate::wire::{ClassTag, ErrorCode, FieldId, Location, MethodId, ObjectId, Tag, Tagged, TypeId, Value};

/// Types and objects share no numbers.
const TYPES: u64 = 1 << 40;
const FIELD_SHIFT: u32 = 16;

pub(super) fn object_id(vm: &mut Vm, object: Ref) -> ObjectId {
    if object.is_null() { ObjectId(0) } else { ObjectId(u64::from(vm.looking.handles.number(object)) + 1) }
}

/// The object; null has none.
pub(super) fn object(vm: &Vm, id: ObjectId) -> Result<Ref, ErrorCode> {
    let number = id.0.checked_sub(1).and_then(|number| u32::try_from(number).ok());
    let object = number.and_then(|number| vm.looking.handles.object(number));
    object.filter(|object| !object.is_null()).ok_or(ErrorCode::InvalidObject)
}

/// The object, or null.
pub(super) fn object_or_null(vm: &Vm, id: ObjectId) -> Result<Ref, ErrorCode> {
    if id.0 == 0 { Ok(Ref::NULL) } else { object(vm, id) }
}

pub(super) fn type_id(class: ClassId) -> TypeId {
    TypeId(TYPES + u64::from(class.0))
}

pub(super) fn class_of(vm: &Vm, id: TypeId) -> Result<ClassId, ErrorCode> {
    let number = id.0.checked_sub(TYPES).and_then(|number| u32::try_from(number).ok());
    let class = number.filter(|number| (*number as usize) < vm.classes.len()).map(ClassId);
    class.filter(|class| is_shown(vm.class(*class))).ok_or(ErrorCode::InvalidClass)
}

/// Whether a debugger hears of a class: not of those the machine made for itself, nor of `int`.
pub(super) fn is_shown(class: &Class) -> bool {
    !class.stub && class.obsolete.is_none() && !matches!(class.kind, ClassKind::Primitive(_))
}

pub(super) fn class_tag(class: &Class) -> ClassTag {
    if class.is_array() {
        ClassTag::Array
    } else if class.is_interface() {
        ClassTag::Interface
    } else {
        ClassTag::Class
    }
}

/// `Ljava/lang/String;`, `[I`
pub(super) fn signature(class: &Class) -> String {
    if class.is_array() {
        return class.name.to_string();
    }
    format!("L{};", if class.hidden { class.name.replace('+', ".") } else { class.name.to_string() })
}

pub(super) fn generic_signature(class: &Class) -> String {
    class.file.as_ref().and_then(|file| file.signature.clone()).map_or(String::new(), |text| text.to_string())
}

/// Verified, prepared, initialised; or in error.
pub(super) fn class_status(vm: &Vm, class: &Class) -> i32 {
    const VERIFIED: i32 = 1;
    const PREPARED: i32 = 2;
    const INITIALIZED: i32 = 4;
    const ERROR: i32 = 8;
    if class.is_array() {
        return 0;
    }
    let broken = if class.broken.is_some() { ERROR } else { 0 };
    let done = if vm.is_initialized(class.id) { INITIALIZED } else { 0 };
    VERIFIED | PREPARED | done | broken
}

pub(super) fn method_id(method: jvm::class::MethodId) -> MethodId {
    MethodId(u64::from(method.0) + 1)
}

/// A method with the class it is said to be of.
pub(super) fn method(vm: &Vm, class: TypeId, id: MethodId) -> Result<jvm::class::MethodId, ErrorCode> {
    class_of(vm, class)?;
    method_alone(vm, id)
}

pub(super) fn method_alone(vm: &Vm, id: MethodId) -> Result<jvm::class::MethodId, ErrorCode> {
    let number = id.0.checked_sub(1).and_then(|number| u32::try_from(number).ok());
    let number = number.filter(|number| (*number as usize) < vm.methods.len());
    number.map(jvm::class::MethodId).ok_or(ErrorCode::InvalidMethodId)
}

pub(super) fn field_id(class: ClassId, place: usize) -> FieldId {
    FieldId((u64::from(class.0) << FIELD_SHIFT | place as u64) + 1)
}

/// The class that declares a field, and its place among the fields there.
pub(super) fn field(vm: &Vm, id: FieldId) -> Result<(ClassId, usize), ErrorCode> {
    let number = id.0.checked_sub(1).ok_or(ErrorCode::InvalidFieldId)?;
    let (class, place) = (number >> FIELD_SHIFT, (number & ((1 << FIELD_SHIFT) - 1)) as usize);
    let class = vm.classes.get(class as usize).filter(|class| place < class.fields.len());
    class.map(|class| (class.id, place)).ok_or(ErrorCode::InvalidFieldId)
}

/// The letter of an object's kind.
pub(super) fn tagged(vm: &mut Vm, object: Ref) -> Tagged {
    if object.is_null() {
        return Tagged::NULL;
    }
    let class = vm.class(vm.heap.class_of(object));
    let extends = |name: &str| class.display.iter().any(|above| &*vm.class(*above).name == name);
    let tag = if class.is_array() {
        Tag::Array
    } else if class.id == vm.known.string {
        Tag::String
    } else if class.id == vm.known.class {
        Tag::ClassObject
    } else if extends("java/lang/Thread") {
        Tag::Thread
    } else if extends("java/lang/ThreadGroup") {
        Tag::ThreadGroup
    } else if extends("java/lang/ClassLoader") {
        Tag::ClassLoader
    } else {
        Tag::Object
    };
    Tagged { tag, object: object_id(vm, object) }
}

/// What a slot of the machine holds.
pub(super) fn value(vm: &mut Vm, slot: u64, kind: Kind) -> Value {
    match kind {
        Kind::Boolean => Value::Boolean(slot & 1 != 0),
        Kind::Byte => Value::Byte(slot as i8),
        Kind::Char => Value::Char(slot as u16),
        Kind::Short => Value::Short(slot as i16),
        Kind::Int => Value::Int(slot as i32),
        Kind::Long => Value::Long(slot as i64),
        Kind::Float => Value::Float(f32::from_bits(slot as u32)),
        Kind::Double => Value::Double(f64::from_bits(slot)),
        Kind::Void => Value::Void,
        Kind::Reference => Value::Object(tagged(vm, Ref::from_slot(slot))),
    }
}

/// A value as a slot; its kind must be that of the signature.
pub(super) fn slot(vm: &Vm, value: Value, kind: Kind) -> Result<u64, ErrorCode> {
    Ok(match (value, kind) {
        (Value::Boolean(value), Kind::Boolean) => u64::from(value),
        (Value::Byte(value), Kind::Byte) => u64::from(i32::from(value) as u32),
        (Value::Char(value), Kind::Char) => u64::from(value),
        (Value::Short(value), Kind::Short) => u64::from(i32::from(value) as u32),
        (Value::Int(value), Kind::Int) => u64::from(value as u32),
        (Value::Long(value), Kind::Long) => value as u64,
        (Value::Float(value), Kind::Float) => u64::from(value.to_bits()),
        (Value::Double(value), Kind::Double) => value.to_bits(),
        (Value::Object(value), Kind::Reference) => object_or_null(vm, value.object)?.slot(),
        _ => return Err(ErrorCode::TypeMismatch),
    })
}

/// Frames that a debugger sees, the innermost first: not those the machine made for itself.
pub(super) fn shown_frames(vm: &Vm, thread: &Thread) -> Vec<usize> {
    let frames = thread.frames.iter().enumerate().rev();
    let shown = frames.filter(|(_, frame)| is_shown_method(vm, frame.method));
    shown.map(|(index, _)| index).collect()
}

pub(super) fn is_shown_method(vm: &Vm, method: jvm::class::MethodId) -> bool {
    let method = vm.method(method);
    !method.hidden && method.index != u16::MAX && is_shown(vm.class(method.class))
}

/// Where a frame stands.
pub(super) fn location(vm: &Vm, method: jvm::class::MethodId, pc: u32) -> Location {
    let declared = vm.method(method);
    let class = vm.class(declared.class);
    Location {
        tag: class_tag(class),
        class: type_id(class.id),
        method: method_id(method),
        index: declared.code.pcs.get(pc as usize).map_or(0, |bytecode| u64::from(*bytecode)),
    }
}

/// The bytecode of a method, if it has any.
pub(super) fn code_of(vm: &Vm, method: jvm::class::MethodId) -> Option<&classfile::Code> {
    let method = vm.method(method);
    let file = vm.class(method.class).file.as_ref()?;
    file.methods.get(usize::from(method.index))?.code.as_ref()
}

/// The field of an object or class by name; null if there is none.
pub(super) fn field_ref(vm: &Vm, object: Ref, name: &str) -> Ref {
    if object.is_null() {
        return Ref::NULL;
    }
    let at = vm.offset_of(vm.heap.class_of(object), name);
    at.map_or(Ref::NULL, |at| vm.heap.get_ref(object, at as usize))
}

/// A thread that is alive, by its object.
pub(super) fn thread_index(vm: &Vm, id: ObjectId) -> Result<usize, ErrorCode> {
    let object = object(vm, id).map_err(|_| ErrorCode::InvalidThread)?;
    let found = vm.threads.iter().position(|thread| thread.object == object && thread.is_alive());
    found.ok_or(ErrorCode::InvalidThread)
}

/// `pkg.C*` and `*C` stand for more than themselves.
pub(super) fn fits(pattern: &str, name: &str) -> bool {
    if let Some(start) = pattern.strip_suffix('*') {
        name.starts_with(start)
    } else if let Some(end) = pattern.strip_prefix('*') {
        name.ends_with(end)
    } else {
        pattern == name
    }
}
