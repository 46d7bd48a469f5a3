//! Reflection: fields, methods, constructors as objects, and calling through them.

use crate::class::Kind;
use crate::heap::{ClassId, Ref};
use crate::vm::{Outcome, Vm, throw_bare};

natives! {
}

/// A primitive value converted by widening (JLS 5.1.2); `None` where that is not allowed.
pub fn widen(from: Kind, to: Kind, value: u64) -> Option<u64> {
    use Kind::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    if from == to {
        return Some(value);
    }
    let int = value as i32;
    Some(match (from, to) {
        (Byte, Short | Int) | (Short | Char, Int) => value,
        (Byte | Short | Char | Int, Long) => i64::from(int) as u64,
        (Byte | Short | Char | Int, Float) => u64::from((int as f32).to_bits()),
        (Byte | Short | Char | Int, Double) => f64::from(int).to_bits(),
        (Long, Float) => u64::from((value as i64 as f32).to_bits()),
        (Long, Double) => (value as i64 as f64).to_bits(),
        (Float, Double) => f64::from(f32::from_bits(value as u32)).to_bits(),
        (Boolean, _) | (_, Boolean) => return None,
        _ => return None,
    })
}

impl Vm {
    /// The field a `java.lang.reflect.Field` stands for: declaring class and place in it.
    pub fn reflected_field(&self, field: Ref) -> Outcome<(ClassId, u16)> {
        if field.is_null() {
            return throw_bare("java/lang/NullPointerException");
        }
        let class = self.heap.class_of(field);
        let at = |name: &str| self.offset_of(class, name).unwrap_or(8) as usize;
        let declaring = self.mirrored(self.heap.get_ref(field, at("clazz")));
        Ok((declaring, self.heap.get4(field, at("slot")) as u16))
    }
}
