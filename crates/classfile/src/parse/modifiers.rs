//! Which access flags may go together (JVMS 4.1, 4.5, 4.6), as strictly as HotSpot is for application classes.

use crate::ClassError;
use crate::access::{
    ABSTRACT, ANNOTATION, BRIDGE, ENUM, FINAL, INTERFACE, MODULE, NATIVE, PRIVATE, PROTECTED, PUBLIC, STATIC, STRICT,
    SUPER, SYNCHRONIZED, TRANSIENT, VOLATILE,
};

fn illegal(what: &str, flags: u16) -> ClassError {
    ClassError::format(format!("{what} has the contradictory access flags {flags:#06x}"))
}

fn visibility_is_legal(flags: u16) -> bool {
    (flags & (PUBLIC | PRIVATE | PROTECTED)).count_ones() <= 1
}

pub(super) fn check_class(flags: u16, major: u16) -> Result<(), ClassError> {
    if flags & MODULE != 0 {
        return Ok(());
    }
    let has = |flag| flags & flag != 0;
    let modern = major >= 49;
    let legal = if has(INTERFACE) {
        has(ABSTRACT) && !has(FINAL) && !(modern && (has(SUPER) || has(ENUM)))
    } else {
        flags & (ABSTRACT | FINAL) != ABSTRACT | FINAL && !has(if modern { ANNOTATION } else { 0 })
    };
    if legal { Ok(()) } else { Err(illegal("the class", flags)) }
}

pub(super) fn check_field(flags: u16, class_access: u16, major: u16, name: &str) -> Result<(), ClassError> {
    let legal = if class_access & INTERFACE != 0 {
        let required = PUBLIC | STATIC | FINAL;
        let modern_enum = if major >= 49 { ENUM } else { 0 };
        flags & required == required && flags & (PRIVATE | PROTECTED | VOLATILE | TRANSIENT | modern_enum) == 0
    } else {
        visibility_is_legal(flags) && flags & (FINAL | VOLATILE) != FINAL | VOLATILE
    };
    if legal { Ok(()) } else { Err(illegal(&format!("field `{name}`"), flags)) }
}

pub(super) fn check_method(flags: u16, class_access: u16, major: u16, name: &str) -> Result<(), ClassError> {
    let has = |flag| flags & flag != 0;
    // From Java 17 on every method is strict and the flag means nothing.
    let strict_until_17 = if major < 61 { STRICT } else { 0 };
    let legal = if class_access & INTERFACE != 0 {
        if major >= 52 {
            has(PUBLIC) != has(PRIVATE)
                && !has(NATIVE | PROTECTED | FINAL | SYNCHRONIZED)
                && !(has(ABSTRACT) && has(PRIVATE | STATIC | strict_until_17))
        } else if major >= 49 {
            has(PUBLIC) && has(ABSTRACT) && !has(PRIVATE | PROTECTED | STATIC | FINAL | SYNCHRONIZED | NATIVE | STRICT)
        } else {
            has(PUBLIC) && has(ABSTRACT) && !has(STATIC | FINAL | NATIVE)
        }
    } else if !visibility_is_legal(flags) {
        false
    } else if name == "<init>" {
        !has(STATIC | FINAL | SYNCHRONIZED | NATIVE | ABSTRACT | if major >= 49 { BRIDGE } else { 0 })
    } else {
        let modern = if major >= 49 { SYNCHRONIZED | strict_until_17 } else { 0 };
        !(has(ABSTRACT) && has(FINAL | NATIVE | PRIVATE | STATIC | modern))
    };
    if legal { Ok(()) } else { Err(illegal(&format!("method `{name}`"), flags)) }
}
