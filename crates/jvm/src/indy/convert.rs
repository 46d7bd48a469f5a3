//! Adapting a value of one type to another, as `LambdaMetafactory` specifies it: casting, boxing, unboxing, widening.

use crate::assembler::{ClassBuilder, CodeBuilder, opcode};
use crate::class::Kind;

/// `Ljava/lang/String;` -> `java/lang/String`; an array's descriptor is its name.
pub fn class_of_descriptor(descriptor: &str) -> &str {
    descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')).unwrap_or(descriptor)
}

/// `java/lang/String` -> `Ljava/lang/String;`
pub fn descriptor_of_class(name: &str) -> String {
    if name.starts_with('[') { name.to_owned() } else { format!("L{name};") }
}

fn primitive_of_wrapper(name: &str) -> Option<Kind> {
    Kind::PRIMITIVES.into_iter().find(|kind| *kind != Kind::Void && kind.wrapper() == name)
}

/// Converts what is on the stack from `from` to `to`; `functional` is the type the program gave it, which may be more
/// specific than an erased `from`. All three are descriptors.
pub fn convert(builder: &mut ClassBuilder, code: &mut CodeBuilder, from: &str, to: &str, functional: &str) {
    let (from_kind, to_kind) = (Kind::of_descriptor(from), Kind::of_descriptor(to));
    if (from == to && from == functional) || from_kind == Kind::Void || to_kind == Kind::Void {
        return;
    }
    if from_kind != Kind::Reference {
        if to_kind != Kind::Reference {
            widen(code, from_kind, to_kind);
        } else if let Some(boxed) = primitive_of_wrapper(class_of_descriptor(to)) {
            widen(code, from_kind, boxed);
            wrap(builder, code, boxed);
        } else {
            wrap(builder, code, from_kind);
            cast(builder, code, from_kind.wrapper(), class_of_descriptor(to));
        }
        return;
    }
    let mut source = class_of_descriptor(from);
    if Kind::of_descriptor(functional) == Kind::Reference {
        cast(builder, code, source, class_of_descriptor(functional));
        source = class_of_descriptor(functional);
    }
    if to_kind == Kind::Reference {
        cast(builder, code, source, class_of_descriptor(to));
        return;
    }
    match primitive_of_wrapper(source) {
        Some(boxed) => {
            unwrap(builder, code, boxed);
            widen(code, boxed, to_kind);
        }
        None => {
            // A supertype of the box: any number will do for a number.
            let number = !matches!(to_kind, Kind::Boolean | Kind::Char);
            let class = if number { "java/lang/Number" } else { to_kind.wrapper() };
            cast(builder, code, source, class);
            let name = format!("{}Value", to_kind.java_name());
            let method = builder.method_ref(class, &name, &format!("(){}", to_kind.letter()), false);
            code.op_index(opcode::INVOKEVIRTUAL, method);
        }
    }
}

pub fn cast(builder: &mut ClassBuilder, code: &mut CodeBuilder, from: &str, to: &str) {
    if from != to && to != "java/lang/Object" {
        let class = builder.class(to);
        code.op_index(opcode::CHECKCAST, class);
    }
}

/// Boxes the primitive on the stack.
pub fn wrap(builder: &mut ClassBuilder, code: &mut CodeBuilder, kind: Kind) {
    if kind == Kind::Reference {
        return;
    }
    let class = kind.wrapper();
    let method = builder.method_ref(class, "valueOf", &format!("({})L{class};", kind.letter()), false);
    code.op_index(opcode::INVOKESTATIC, method);
}

fn unwrap(builder: &mut ClassBuilder, code: &mut CodeBuilder, kind: Kind) {
    let name = format!("{}Value", kind.java_name());
    let method = builder.method_ref(kind.wrapper(), &name, &format!("(){}", kind.letter()), false);
    code.op_index(opcode::INVOKEVIRTUAL, method);
}

fn widen(code: &mut CodeBuilder, from: Kind, to: Kind) {
    use Kind::{Double, Float, Long};
    let is_int = !matches!(from, Long | Float | Double);
    match (from, to) {
        (_, Long) if is_int => code.op(opcode::I2L),
        (_, Float) if is_int => code.op(opcode::I2F),
        (_, Double) if is_int => code.op(opcode::I2D),
        (Long, Float) => code.op(opcode::L2F),
        (Long, Double) => code.op(opcode::L2D),
        (Float, Double) => code.op(opcode::F2D),
        _ => code,
    };
}
