//! `jdk.internal.reflect.ConstantPool`: the library reads annotations with it.

use classfile::Constant;

use crate::class::Resolved;
use crate::heap::{ClassId, Ref};
use crate::vm::{Outcome, Vm, throw};

natives! {
    "java/lang/Class.getConstantPool()Ljdk/internal/reflect/ConstantPool;" => |vm, args| {
        let class = vm.load_boot("jdk/internal/reflect/ConstantPool")?;
        vm.ensure_initialized(class)?;
        let object = vm.allocate(class)?;
        vm.set_field(object, "constantPoolOop", Ref::from_slot(args[0]));
        Ok(object.slot())
    };
    "jdk/internal/reflect/ConstantPool.getSize0(Ljava/lang/Object;)I" => |vm, args| Ok(vm.class(owner(vm, args)).pool.len() as u64);
    "jdk/internal/reflect/ConstantPool.getClassAt0(Ljava/lang/Object;I)Ljava/lang/Class;" => |vm, args| {
        let class = owner(vm, args);
        constant(vm, args)?;
        let found = vm.resolve_class(class, args[2] as u16)?;
        Ok(vm.class(found).mirror.slot())
    };
    "jdk/internal/reflect/ConstantPool.getIntAt0(Ljava/lang/Object;I)I" => value;
    "jdk/internal/reflect/ConstantPool.getLongAt0(Ljava/lang/Object;I)J" => value;
    "jdk/internal/reflect/ConstantPool.getFloatAt0(Ljava/lang/Object;I)F" => value;
    "jdk/internal/reflect/ConstantPool.getDoubleAt0(Ljava/lang/Object;I)D" => value;
    "jdk/internal/reflect/ConstantPool.getStringAt0(Ljava/lang/Object;I)Ljava/lang/String;" => value;
    "jdk/internal/reflect/ConstantPool.getUTF8At0(Ljava/lang/Object;I)Ljava/lang/String;" => |vm, args| {
        match constant(vm, args)? {
            Constant::Utf8(text) => vm.intern_text(&text).map(Ref::slot),
            Constant::Utf16(units) => vm.intern(&units).map(Ref::slot),
            _ => throw("java/lang/IllegalArgumentException", "Wrong type at constant pool index"),
        }
    };
}

/// The class whose constants these are: its mirror stands for its pool.
fn owner(vm: &Vm, args: &[u64]) -> ClassId {
    vm.mirrored(Ref::from_slot(args[1]))
}

fn constant(vm: &Vm, args: &[u64]) -> Outcome<Constant> {
    let file = vm.class(owner(vm, args)).file.as_ref();
    match file.and_then(|file| file.pool.0.get(args[2] as usize)) {
        Some(constant) => Ok(constant.clone()),
        None => throw("java/lang/IllegalArgumentException", "Constant pool index out of bounds"),
    }
}

fn value(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let class = owner(vm, args);
    constant(vm, args)?;
    match vm.constant(class, args[2] as u16)? {
        Resolved::Object(object) => Ok(object.slot()),
        Resolved::Value(_, value) => Ok(value),
        _ => throw("java/lang/IllegalArgumentException", "Wrong type at constant pool index"),
    }
}
