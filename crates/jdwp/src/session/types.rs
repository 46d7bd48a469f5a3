//! Types, their fields and methods, loaders and modules: command sets 2, 6, 14, 17 and 18.

use classfile::access;
use jvm::class::Class;
use jvm::heap::{ClassId, Ref};
use jvm::vm::Vm;

use super::machine::shown_classes;
use super::names::{
    class_of, class_status, class_tag, code_of, field, field_id, field_ref, generic_signature, is_shown, method,
    method_id, object, object_id, signature, type_id, value,
};
use super::{Answer, Session, answer};
use crate::wire::{ClassTag, Command, ErrorCode, FieldId, MethodId, TypeId, Value};

/// How the protocol marks what a compiler made up.
const SYNTHETIC: i32 = 0xf000_0000_u32 as i32;

fn modifiers(flags: u16) -> i32 {
    i32::from(flags) | if flags & access::SYNTHETIC != 0 { SYNTHETIC } else { 0 }
}

impl Session {
    pub(super) fn answer_types(&mut self, vm: &mut Vm, command: Command) -> Answer {
        match command {
            Command::Signature { class } => answer(signature(vm.class(class_of(vm, class)?))),
            Command::SignatureWithGeneric { class } => {
                let class = vm.class(class_of(vm, class)?);
                answer((signature(class), generic_signature(class)))
            }
            Command::ClassLoader { class } => {
                let loader = vm.class(class_of(vm, class)?).loader;
                let loader = vm.loader_object(loader);
                answer(object_id(vm, loader))
            }
            Command::Modifiers { class } => answer(i32::from(vm.reflected_modifiers(class_of(vm, class)?))),
            Command::Fields { class } => {
                let listed = fields(vm, class_of(vm, class)?).into_iter();
                answer(listed.map(|(id, name, kind, _, flags)| (id, name, kind, flags)).collect::<Vec<_>>())
            }
            Command::FieldsWithGeneric { class } => answer(fields(vm, class_of(vm, class)?)),
            Command::Methods { class } => {
                let listed = methods(vm, class_of(vm, class)?).into_iter();
                answer(listed.map(|(id, name, kind, _, flags)| (id, name, kind, flags)).collect::<Vec<_>>())
            }
            Command::MethodsWithGeneric { class } => answer(methods(vm, class_of(vm, class)?)),
            Command::StaticValues { class, fields } => {
                class_of(vm, class)?;
                let values: Result<Vec<Value>, ErrorCode> = fields.into_iter().map(|id| static_value(vm, id)).collect();
                answer(values?)
            }
            Command::SourceFile { class } => {
                let class = vm.class(class_of(vm, class)?);
                let name = class.file.as_ref().and_then(|file| file.source_file.clone());
                name.map_or(Err(ErrorCode::AbsentInformation), |name| answer(name.to_string()))
            }
            Command::NestedTypes { class } => {
                let outer = format!("{}$", vm.class(class_of(vm, class)?).name);
                let nested = shown_classes(vm).map(|id| vm.class(id)).filter(|class| class.name.starts_with(&outer));
                answer(nested.map(|class| (class_tag(class), type_id(class.id))).collect::<Vec<_>>())
            }
            Command::Status { class } => answer(class_status(vm, vm.class(class_of(vm, class)?))),
            Command::Interfaces { class } => {
                let class = vm.class(class_of(vm, class)?);
                answer(class.interfaces.iter().map(|id| type_id(*id)).collect::<Vec<_>>())
            }
            Command::ClassObject { class } => {
                let mirror = vm.class(class_of(vm, class)?).mirror;
                answer(object_id(vm, mirror))
            }
            Command::SourceDebugExtension { class } => {
                class_of(vm, class)?;
                Err(ErrorCode::AbsentInformation)
            }
            Command::ClassFileVersion { class } => {
                let class = vm.class(class_of(vm, class)?);
                let version = class.file.as_ref().map(|file| (i32::from(file.major), i32::from(file.minor)));
                version.map_or(Err(ErrorCode::AbsentInformation), answer)
            }
            Command::Module { class } => {
                let module = vm.module_of(class_of(vm, class)?);
                answer(object_id(vm, module))
            }
            Command::LineTable { class, method: id } => line_table(vm, method(vm, class, id)?),
            Command::VariableTable { class, method: id } => {
                let (arguments, listed) = variables(vm, method(vm, class, id)?)?;
                let bare =
                    listed.into_iter().map(|(start, name, kind, _, length, slot)| (start, name, kind, length, slot));
                answer((arguments, bare.collect::<Vec<_>>()))
            }
            Command::VariableTableWithGeneric { class, method: id } => answer(variables(vm, method(vm, class, id)?)?),
            Command::Bytecodes { class, method: id } => {
                let code = code_of(vm, method(vm, class, id)?);
                answer(code.map_or(Vec::new(), |code| code.bytes.to_vec()))
            }
            Command::IsObsolete { class, method: id } => {
                method(vm, class, id)?;
                answer(false)
            }
            Command::VisibleClasses { loader } => {
                let object = super::names::object_or_null(vm, loader).map_err(|_| ErrorCode::InvalidClassLoader)?;
                let sees =
                    |class: &Class| is_shown(class) && (class.library || vm.loader_object(class.loader) == object);
                let seen = vm.classes.iter().filter(|class| sees(class));
                answer(seen.map(|class| (class_tag(class), type_id(class.id))).collect::<Vec<_>>())
            }
            Command::ReflectedType { object: id } => {
                let mirror = object(vm, id)?;
                if vm.heap.class_of(mirror) != vm.known.class {
                    return Err(ErrorCode::InvalidObject);
                }
                let class = vm.class(vm.mirrored(mirror));
                let shown = is_shown(class).then(|| (class_tag(class), type_id(class.id)));
                answer(shown.unwrap_or((ClassTag::Class, TypeId(0))))
            }
            Command::ModuleName { module } => {
                let name = field_ref(vm, object(vm, module)?, "name");
                answer(if name.is_null() { String::new() } else { vm.string_text(name) })
            }
            Command::ModuleLoader { module } => {
                let loader = field_ref(vm, object(vm, module)?, "loader");
                answer(object_id(vm, loader))
            }
            _ => Err(ErrorCode::NotImplemented),
        }
    }
}

/// Number, name, signature, generic signature, modifiers.
type Member<T> = (T, String, String, String, i32);

fn fields(vm: &Vm, id: ClassId) -> Vec<Member<FieldId>> {
    let class = vm.class(id);
    let declared = class.fields.iter().enumerate().filter(|(_, field)| field.index != u16::MAX);
    declared
        .map(|(place, field)| {
            let in_file = class.file.as_ref().and_then(|file| file.fields.get(usize::from(field.index)));
            let generic = in_file.and_then(|field| field.signature.clone());
            let generic = generic.map_or(String::new(), |text| text.to_string());
            (
                field_id(id, place),
                field.name.to_string(),
                field.descriptor.to_string(),
                generic,
                modifiers(field.access),
            )
        })
        .collect()
}

fn methods(vm: &Vm, id: ClassId) -> Vec<Member<MethodId>> {
    let class = vm.class(id);
    let declared = class.methods.iter().map(|id| vm.method(*id)).filter(|method| method.index != u16::MAX);
    declared
        .map(|method| {
            let in_file = class.file.as_ref().and_then(|file| file.methods.get(usize::from(method.index)));
            let generic = in_file.and_then(|method| method.signature.clone());
            let generic = generic.map_or(String::new(), |text| text.to_string());
            let (name, descriptor) = (method.name.to_string(), method.descriptor.to_string());
            (method_id(method.id), name, descriptor, generic, modifiers(method.access))
        })
        .collect()
}

fn static_value(vm: &mut Vm, id: FieldId) -> Result<Value, ErrorCode> {
    let (class, place) = field(vm, id)?;
    let (statics, declared) = (vm.class(class).statics, vm.class(class).fields[place].clone());
    if !declared.is_static() || statics.is_null() {
        return Err(ErrorCode::InvalidFieldId);
    }
    let slot = vm.get_kind(statics, declared.offset as usize, declared.kind);
    Ok(value(vm, slot, declared.kind))
}

/// The first and last place, and where lines begin.
fn line_table(vm: &Vm, id: jvm::class::MethodId) -> Answer {
    let Some(code) = code_of(vm, id) else {
        return if vm.method(id).is_native() {
            Err(ErrorCode::NativeMethod)
        } else {
            answer((-1i64, -1i64, Vec::<(i64, i32)>::new()))
        };
    };
    if code.lines.is_empty() {
        return Err(ErrorCode::AbsentInformation);
    }
    let lines: Vec<(i64, i32)> = code.lines.iter().map(|(at, line)| (i64::from(*at), i32::from(*line))).collect();
    answer((0i64, code.bytes.len() as i64 - 1, lines))
}

/// Where its scope begins, name, signature, generic signature, length of the scope, slot.
type Variable = (i64, String, String, String, i32, i32);

/// The slots of the arguments, and all variables.
fn variables(vm: &Vm, id: jvm::class::MethodId) -> Result<(i32, Vec<Variable>), ErrorCode> {
    let method = vm.method(id);
    let code = code_of(vm, id).ok_or(ErrorCode::AbsentInformation)?;
    // A class that has variables anywhere was compiled to have them everywhere.
    let has_any = || {
        let file = vm.class(method.class).file.as_ref();
        let codes = file.into_iter().flat_map(|file| file.methods.iter().filter_map(|method| method.code.as_ref()));
        codes.into_iter().any(|code| !code.variables.is_empty())
    };
    if code.variables.is_empty() && !has_any() {
        return Err(ErrorCode::AbsentInformation);
    }
    let listed = code.variables.iter().map(|variable| {
        let (name, kind) = (variable.name.to_string(), variable.descriptor.to_string());
        (i64::from(variable.start), name, kind, String::new(), i32::from(variable.length), i32::from(variable.slot))
    });
    Ok((i32::from(method.arguments), listed.collect()))
}

/// The value of an object's field, or of its class's.
pub(super) fn field_value(vm: &mut Vm, object: Ref, id: FieldId) -> Result<Value, ErrorCode> {
    let (class, place) = field(vm, id)?;
    let declared = vm.class(class).fields[place].clone();
    if declared.is_static() {
        return static_value(vm, id);
    }
    if !vm.is_instance(object, class) {
        return Err(ErrorCode::InvalidFieldId);
    }
    let slot = vm.get_kind(object, declared.offset as usize, declared.kind);
    Ok(value(vm, slot, declared.kind))
}
