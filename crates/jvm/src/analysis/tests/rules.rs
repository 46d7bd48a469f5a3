//! Each rule of verification broken once, by hand-made code; beside it, code that just keeps it.

use classfile::{Constant, Handler, Text, access};

use super::assembly::Assembly;
use crate::analysis::opcodes::*;
use crate::analysis::{TypeEnvironment, VerifyError, verify_class};

/// A small world: two unrelated classes, one subclass, one interface, and a class with protected members elsewhere.
struct World;

const CLASSES: [(&str, Option<&str>); 7] = [
    ("java/lang/Object", None),
    ("java/lang/Throwable", Some("java/lang/Object")),
    ("java/lang/String", Some("java/lang/Object")),
    ("test/One", Some("java/lang/Object")),
    ("test/Sub", Some("test/One")),
    ("test/Face", Some("java/lang/Object")),
    ("other/Parent", Some("java/lang/Object")),
];

impl TypeEnvironment for World {
    fn is_interface(&self, name: &str) -> Option<bool> {
        self.superclass(name).map(|_| name == "test/Face")
    }

    fn is_assignable(&self, from: &str, to: &str) -> Option<bool> {
        if from == to {
            return Some(true);
        }
        self.superclass(from)?.map_or(Some(false), |superclass| self.is_assignable(&superclass, to))
    }

    fn superclass(&self, name: &str) -> Option<Option<Text>> {
        CLASSES.iter().find(|(class, _)| *class == name).map(|(_, superclass)| superclass.map(Into::into))
    }

    fn protected_member(&self, class: &str, name: &str, _descriptor: &str) -> Option<Option<Text>> {
        self.superclass(class)?;
        Some((class == "other/Parent" && name != "open").then(|| class.into()))
    }
}

fn refusal(assembly: Assembly) -> Option<String> {
    verify_class(&assembly.build(), &World).err().map(|error| error.to_string())
}

/// Straight code without constants: descriptor, stack, locals, code, and what the message must say ("" = accepted).
const PLAIN: &[(&str, u16, u16, &[u8], &str)] = &[
    ("()V", 0, 0, &[RETURN], ""),
    ("()V", 0, 0, &[0], "falls off the end"),
    ("()V", 1, 0, &[3, 87, 0], "falls off the end"),
    ("()I", 1, 0, &[3, IRETURN], ""),
    ("()I", 1, 0, &[RETURN], "must end with ireturn"),
    ("()V", 1, 0, &[3, IRETURN], "must end with return"),
    ("()J", 1, 0, &[3, IRETURN], "must end with lreturn"),
    ("()I", 1, 0, &[11, IRETURN], "int is expected but float found"),
    ("()I", 2, 0, &[9, IRETURN], "int is expected but long found"),
    ("()Ljava/lang/String;", 1, 0, &[1, ARETURN], ""),
    ("()Ljava/lang/String;", 1, 0, &[3, ARETURN], "java/lang/String is expected but int found"),
    (
        "(Ljava/lang/Object;)Ljava/lang/String;",
        1,
        1,
        &[42, ARETURN],
        "java/lang/String is expected but java/lang/Object",
    ),
    ("(Ltest/Sub;)Ltest/One;", 1, 1, &[42, ARETURN], ""),
    ("(Ltest/One;)Ltest/Sub;", 1, 1, &[42, ARETURN], "test/Sub is expected but test/One found"),
    ("(Ltest/One;)Ltest/Face;", 1, 1, &[42, ARETURN], ""),
    ("([Ltest/Sub;)[Ltest/One;", 1, 1, &[42, ARETURN], ""),
    ("([Ltest/One;)[Ltest/Sub;", 1, 1, &[42, ARETURN], "is expected but"),
    ("([I)[J", 1, 1, &[42, ARETURN], "[J is expected but [I found"),
    ("([[I)[Ljava/lang/Object;", 1, 1, &[42, ARETURN], ""),
    ("([I)[Ljava/lang/Object;", 1, 1, &[42, ARETURN], "is expected but"),
    // The operand stack.
    ("()V", 1, 0, &[3, 3, 88, RETURN], "overflows"),
    ("()V", 1, 0, &[9, 88, RETURN], "overflows"),
    ("()V", 1, 0, &[87, RETURN], "underflows"),
    ("()V", 2, 0, &[3, 96, 87, RETURN], "underflows"),
    ("()V", 2, 0, &[9, 87, RETURN], "torn apart"),
    ("()V", 3, 0, &[3, 9, 88, 87, RETURN], ""),
    ("()V", 3, 0, &[9, 3, 88, 87, RETURN], "torn apart"),
    ("()V", 4, 0, &[9, 89, RETURN], "torn apart"),
    ("()V", 4, 0, &[9, 92, RETURN], ""),
    ("()V", 4, 0, &[9, 3, 91, RETURN], ""),
    ("()V", 5, 0, &[9, 3, 90, RETURN], "torn apart"),
    ("()V", 5, 0, &[9, 3, 95, RETURN], "torn apart"),
    ("()V", 6, 0, &[9, 9, 94, RETURN], ""),
    ("()V", 5, 0, &[3, 9, 93, RETURN], ""),
    ("()V", 6, 0, &[9, 3, 3, 94, RETURN], ""),
    ("()V", 7, 0, &[3, 9, 3, 94, RETURN], "torn apart"),
    // Locals.
    ("()V", 2, 1, &[3, 60, RETURN], "local 1 is beyond"),
    ("()V", 2, 1, &[9, 63, RETURN], "local 0 is beyond"),
    ("()V", 2, 2, &[9, 63, RETURN], ""),
    ("()I", 2, 2, &[9, 63, 26, IRETURN], "int is expected but long found"),
    ("()I", 2, 2, &[9, 63, 27, IRETURN], "int is expected but the second half"),
    ("()J", 2, 3, &[9, 63, 3, 60, 30, LRETURN], "long is expected but nothing usable found"),
    ("()J", 2, 3, &[9, 64, 3, 60, 31, LRETURN], "long is expected but int found"),
    ("()I", 1, 1, &[26, IRETURN], "int is expected but nothing usable found"),
    ("(Ljava/lang/Object;)I", 1, 1, &[26, IRETURN], "int is expected but java/lang/Object found"),
    ("(I)Ljava/lang/Object;", 1, 1, &[42, ARETURN], "a reference is expected but int found"),
    ("(F)V", 0, 1, &[IINC, 0, 1, RETURN], "int is expected but float found"),
    ("(I)V", 1, 1, &[26, 75, RETURN], "a reference is expected but int found"),
    // Arithmetic, comparison, arrays.
    ("(IF)V", 2, 2, &[26, 35, 96, 87, RETURN], "int is expected but float found"),
    ("(JI)J", 3, 3, &[30, 28, 121, LRETURN], ""),
    ("(JJ)J", 4, 4, &[30, 32, 121, LRETURN], "int is expected but long found"),
    ("([I)I", 2, 1, &[42, 3, IALOAD, IRETURN], ""),
    ("([J)I", 2, 1, &[42, 3, IALOAD, IRETURN], "[I is expected but [J found"),
    ("([Z)I", 2, 1, &[42, 3, BALOAD, IRETURN], ""),
    ("([C)I", 2, 1, &[42, 3, BALOAD, IRETURN], "[B is expected but [C found"),
    ("(Ljava/lang/Object;)I", 2, 1, &[42, 3, IALOAD, IRETURN], "an array is expected"),
    ("()I", 2, 0, &[1, 3, IALOAD, IRETURN], ""),
    ("([I)V", 3, 1, &[42, 3, 1, AASTORE, RETURN], "an array of references is expected"),
    ("([Ljava/lang/String;)V", 3, 1, &[42, 3, 42, AASTORE, RETURN], ""),
    ("([Ljava/lang/String;)V", 3, 1, &[42, 3, 3, AASTORE, RETURN], "java/lang/Object is expected but int found"),
    ("([[I)I", 2, 1, &[42, 3, AALOAD, 3, IALOAD, IRETURN], ""),
    ("(Ljava/lang/Object;)I", 1, 1, &[42, ARRAYLENGTH, IRETURN], "an array is expected"),
    ("()V", 1, 0, &[3, NEWARRAY, 3, 87, RETURN], "unknown element type"),
    ("()V", 1, 0, &[3, NEWARRAY, 12, 87, RETURN], "unknown element type"),
    ("()V", 1, 0, &[3, NEWARRAY, 11, 87, RETURN], ""),
    ("()V", 1, 0, &[1, ATHROW], ""),
    ("(Ljava/lang/Object;)V", 1, 1, &[42, ATHROW], "java/lang/Throwable is expected"),
    ("()V", 1, 0, &[3, 194, RETURN], "a reference is expected but int found"),
    // Jumps.
    ("()V", 0, 0, &[GOTO, 0, 0], ""),
    ("()V", 0, 0, &[GOTO, 0, 1], "does not lead to an instruction"),
    ("()V", 0, 0, &[GOTO, 0, 9, RETURN], "does not lead to an instruction"),
    ("()V", 0, 0, &[GOTO, 0x80, 0, RETURN], "does not lead to an instruction"),
    ("()V", 1, 0, &[IFNULL, 0, 3, RETURN], "underflows"),
    ("()V", 2, 1, &[3, IFEQ, 0, 4, 3, RETURN], "differs in depth"),
    ("()V", 2, 1, &[3, IFEQ, 0, 7, 3, GOTO, 0, 4, 11, 87, RETURN], "holds int or float"),
    ("()V", 2, 1, &[3, IFEQ, 0, 7, 3, GOTO, 0, 4, 3, 0, RETURN], ""),
    ("()V", 1, 0, &[3, TABLESWITCH, 0, 0, 0, 0, 0, 15, 0, 0, 0, 2, 0, 0, 0, 1, RETURN], "goes from 2 to 1"),
    ("()V", 1, 0, &[3, LOOKUPSWITCH, 0, 0, 0, 0, 0, 15, 0xff, 0xff, 0xff, 0xff, RETURN], "-1 cases"),
    ("()V", 1, 0, &[3, LOOKUPSWITCH, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0, RETURN], ""),
    ("()V", 1, 0, &[3, LOOKUPSWITCH, 0, 1, 0, 0, 0, 11, 0, 0, 0, 0, RETURN], "not valid in class version 49"),
    ("()V", 1, 0, &[3, TABLESWITCH, 0, 0], "runs over the end"),
    ("()V", 1, 0, &[16], "runs over the end"),
    ("()V", 1, 0, &[202, RETURN], "no instruction with opcode 202"),
    ("()V", 1, 0, &[WIDE, 0, 0, 0, RETURN], "no wide form"),
    ("()V", 1, 1, &[WIDE, ILOAD, 1, 0, 87, RETURN], "local 256 is beyond"),
    ("(I)V", 1, 1, &[WIDE, IINC, 0, 0, 1, 1, RETURN], ""),
    ("()V", 5, 0, &[INVOKEDYNAMIC, 0, 1, 0, 0, RETURN], "not valid in class version 49"),
    // What no path reaches must still name existing locals and constants.
    ("()V", 1, 0, &[RETURN, 26, RETURN], "local 0 is beyond"),
    ("()V", 1, 0, &[RETURN, LDC, 7, RETURN], "outside the constant pool"),
    ("()V", 1, 0, &[RETURN, NEWARRAY, 1, RETURN], "unknown element type"),
    // Subroutines.
    ("()V", 1, 1, &[JSR, 0, 4, RETURN, 75, RET, 0], ""),
    ("()V", 1, 1, &[JSR, 0, 4, RETURN, 87, RET, 0], "a return address is expected"),
    ("(I)V", 1, 1, &[RET, 0], "a return address is expected but int found"),
    ("()V", 1, 1, &[JSR, 0, 4, RETURN, 59, RET, 0], "int is expected but a return address found"),
    ("()V", 1, 1, &[JSR, 0, 4, RETURN, 75, 42, 87, RET, 0], "a reference is expected but a return address found"),
    ("()V", 1, 1, &[75, RET, 0, JSR, 0xff, 0xfd], "underflows"),
    ("()V", 1, 1, &[GOTO, 0, 6, 75, RET, 0, JSR, 0xff, 0xfd], "behind the end"),
];

#[test]
fn plain_code() {
    for &(descriptor, max_stack, max_locals, code, expected) in PLAIN {
        let mut assembly = Assembly::new(descriptor, max_stack, max_locals);
        assembly.op(code);
        let found = refusal(assembly);
        match (&found, expected) {
            (None, "") => {}
            (Some(found), expected) if !expected.is_empty() && found.contains(expected) => {}
            _ => panic!("{descriptor} {code:?}: expected {expected:?}, found {found:?}"),
        }
    }
}

/// Gives the refusal of a method that `fill` writes.
fn refused(descriptor: &'static str, sizes: (u16, u16), fill: impl FnOnce(&mut Assembly)) -> String {
    let mut assembly = Assembly::new(descriptor, sizes.0, sizes.1);
    fill(&mut assembly);
    refusal(assembly).unwrap_or_default()
}

fn assert_says(found: &str, expected: &str) {
    assert!(!found.is_empty() && found.contains(expected), "expected {expected:?}, found {found:?}");
}

#[test]
fn constants_must_be_of_the_right_kind() {
    let load = |opcode: u8, constant: Constant, major: u16| {
        refused("()V", (2, 0), |assembly| {
            assembly.major = major;
            let index = assembly.constant(constant);
            if opcode == LDC {
                assembly.op(&[LDC, index as u8]);
            } else {
                assembly.op_index(opcode, index);
            }
            assembly.op(&[RETURN]);
        })
    };
    assert_eq!(load(LDC, Constant::Integer(1), 49), "");
    assert_eq!(load(LDC2_W, Constant::Long(1), 49), "");
    assert_eq!(load(LDC, Constant::Class(0), 49), "");
    assert_says(&load(LDC, Constant::Class(0), 48), "cannot be loaded");
    assert_says(&load(LDC, Constant::Long(1), 49), "cannot use constant 1");
    assert_says(&load(LDC2_W, Constant::Integer(1), 49), "cannot use constant 1");
    assert_says(&load(LDC_W, Constant::Utf8("x".into()), 49), "cannot use constant 1");
    assert_says(&load(NEW, Constant::Integer(1), 49), "cannot use constant 1");
    assert_says(&load(GETSTATIC, Constant::Integer(1), 49), "cannot use constant 1");
    assert_says(&load(INVOKESTATIC, Constant::Integer(1), 49), "cannot use constant 1");
}

#[test]
fn objects_must_be_constructed_before_use() {
    let with_new = |tail: &[u8], constructor_of: &str| {
        let tail = tail.to_vec();
        refused("()V", (3, 2), |assembly| {
            let class = assembly.class("test/One");
            let constructor = assembly.method(constructor_of, "<init>", "()V");
            let sink = assembly.method("test/One", "take", "(Ljava/lang/Object;)V");
            assembly.op_index(NEW, class);
            for byte in tail {
                match byte {
                    INVOKESPECIAL => assembly.op_index(INVOKESPECIAL, constructor),
                    INVOKESTATIC => assembly.op_index(INVOKESTATIC, sink),
                    other => assembly.op(&[other]),
                };
            }
        })
    };
    assert_eq!(with_new(&[DUP, INVOKESPECIAL, INVOKESTATIC, RETURN], "test/One"), "");
    assert_says(&with_new(&[INVOKESTATIC, RETURN], "test/One"), "uninitialised object of the new at 0");
    assert_says(&with_new(&[DUP, INVOKESPECIAL, INVOKESPECIAL, RETURN], "test/One"), "no uninitialised object");
    assert_says(&with_new(&[DUP, INVOKESPECIAL, INVOKESTATIC, RETURN], "test/Sub"), "is called on a new test/One");
    assert_says(&with_new(&[ATHROW], "test/One"), "uninitialised");
    assert_says(&with_new(&[ARRAYLENGTH, 87, RETURN], "test/One"), "an array is expected");
    // A copy in a local becomes an instance together with the one on the stack.
    assert_eq!(with_new(&[DUP, 75, INVOKESPECIAL, 42, INVOKESTATIC, RETURN], "test/One"), "");
}

#[test]
fn constructors_must_call_a_constructor() {
    let constructor = |calls: Option<&'static str>, rest: &'static [u8]| {
        refused("()V", (2, 1), |assembly| {
            assembly.name = "<init>";
            assembly.access = access::PUBLIC;
            assembly.superclass = "test/One";
            let field = assembly.field("test/Subject", "missing", "I");
            let inherited = assembly.field("test/One", "field", "I");
            if let Some(class) = calls {
                let called = assembly.method(class, "<init>", "()V");
                assembly.op(&[42]).op_index(INVOKESPECIAL, called);
            }
            for &byte in rest {
                match byte {
                    PUTFIELD => assembly.op(&[42, 3]).op_index(PUTFIELD, field),
                    GETFIELD => assembly.op(&[42]).op_index(GETFIELD, inherited),
                    other => assembly.op(&[other]),
                };
            }
        })
    };
    assert_eq!(constructor(Some("test/One"), &[RETURN]), "");
    assert_eq!(constructor(Some("test/Subject"), &[RETURN]), "");
    assert_eq!(constructor(None, &[GOTO, 0, 0]), "");
    assert_says(&constructor(None, &[RETURN]), "must call another constructor");
    assert_says(&constructor(Some("java/lang/Object"), &[RETURN]), "neither its class nor the superclass");
    assert_says(&constructor(None, &[GETFIELD, RETURN]), "uninitialised this");
    assert_says(&constructor(None, &[PUTFIELD, RETURN]), "uninitialised this");
    assert_eq!(constructor(Some("test/One"), &[PUTFIELD, RETURN]), "");
}

#[test]
fn calls_match_their_descriptors() {
    let call = |opcode: u8, name: &'static str, pushes: &'static [u8]| {
        refused("()V", (4, 0), |assembly| {
            let method = assembly.method("test/One", name, "(IJ)V");
            assembly.op(pushes).op_index(opcode, method).op(&[RETURN]);
        })
    };
    assert_eq!(call(INVOKESTATIC, "f", &[3, 9]), "");
    assert_eq!(call(INVOKEVIRTUAL, "f", &[1, 3, 9]), "");
    assert_says(&call(INVOKESTATIC, "f", &[9, 3]), "long is expected but int found");
    assert_says(&call(INVOKEVIRTUAL, "f", &[3, 9]), "underflows");
    assert_says(&call(INVOKEVIRTUAL, "f", &[3, 3, 9]), "test/One is expected but int found");
    assert_says(&call(INVOKEVIRTUAL, "<init>", &[1, 3, 9]), "calls <init>");
    assert_says(&call(INVOKESTATIC, "<init>", &[3, 9]), "calls <init>");
    assert_says(&call(INVOKESPECIAL, "f", &[1, 3, 9]), "no superclass or interface");
    let interface_call = refused("()V", (2, 0), |assembly| {
        let method = assembly.method("test/Face", "f", "()V");
        assembly.op(&[1]).op_index(INVOKEINTERFACE, method).op(&[1, 0, RETURN]);
    });
    assert_says(&interface_call, "cannot use constant");
}

#[test]
fn protected_members_of_other_packages_need_an_object_of_ours() {
    let access_field = |receiver: &'static str, member: &'static str| {
        refused(receiver, (1, 1), |assembly| {
            assembly.superclass = "other/Parent";
            let field = assembly.field("other/Parent", member, "I");
            assembly.op(&[42]).op_index(GETFIELD, field).op(&[87, RETURN]);
        })
    };
    assert_eq!(access_field("(Ltest/Subject;)V", "hidden"), "");
    assert_eq!(access_field("(Lother/Parent;)V", "open"), "");
    assert_says(&access_field("(Lother/Parent;)V", "hidden"), "protected member");
}

#[test]
fn handlers_see_every_state_they_cover() {
    let handled = |code: &'static [u8], range: (u16, u16, u16), catches: Option<&'static str>| {
        refused("()V", (2, 1), |assembly| {
            let catch_type = catches.map_or(0, |name| assembly.class(name));
            assembly.handlers.push(Handler { start: range.0, end: range.1, target: range.2, catch_type });
            assembly.op(code);
        })
    };
    let code: &[u8] = &[3, 59, RETURN, 87, RETURN];
    assert_eq!(handled(code, (0, 3, 3), None), "");
    assert_eq!(handled(code, (0, 3, 3), Some("java/lang/Throwable")), "");
    assert_says(&handled(code, (0, 3, 3), Some("java/lang/String")), "no Throwable");
    assert_says(&handled(&[16, 3, 59, RETURN, 87, RETURN], (1, 3, 4), None), "are no instructions");
    // Local 0 is an int after the store only, and the handler may be entered before it.
    let reads: &[u8] = &[3, 59, RETURN, 87, 26, 87, RETURN];
    assert_says(&handled(reads, (0, 3, 3), None), "int is expected but nothing usable found");
    assert_eq!(handled(reads, (2, 3, 3), None), "");
}

#[test]
fn stack_maps_are_believed_only_where_true() {
    let checked = |table: Option<&'static [u8]>, code: &'static [u8]| {
        refused("(I)V", (1, 2), |assembly| {
            assembly.major = 61;
            assembly.stack_map = table.map(<[u8]>::to_vec);
            assembly.op(code);
        })
    };
    // if (i != 0) { } return
    let code: &[u8] = &[26, IFEQ, 0, 3, RETURN];
    assert_eq!(checked(Some(&[0, 1, 4]), code), "");
    assert_says(&checked(None, code), "a stack map frame is expected at the jump target 4");
    assert_says(&checked(Some(&[0, 1, 3]), code), "where no instruction begins");
    assert_says(&checked(Some(&[0, 1, 64 + 4, 1]), code), "slots deep");
    assert_says(
        &checked(Some(&[0, 1, 252, 0, 4, 1]), code),
        "local 1 holds nothing usable, but the stack map says int",
    );
    assert_says(
        &checked(Some(&[0, 1, 255, 0, 4, 0, 1, 2, 0, 0]), code),
        "local 0 holds int, but the stack map says float",
    );
    assert_says(&checked(Some(&[0, 1, 255, 0, 4, 0, 2, 3, 1, 0, 0]), code), "larger than the method's frame");
    assert_says(&checked(Some(&[0, 1, 4, 0]), code), "longer than its frames");
    assert_says(&checked(Some(&[0, 2, 4]), code), "truncated");
    assert_says(&checked(Some(&[0, 1, 200]), code), "unknown kind 200");
    assert_says(&checked(Some(&[0, 1, 248, 0, 4]), code), "takes away more locals than there are");
    assert_says(&checked(Some(&[0, 1, 64 + 4, 9]), code), "unknown kind 9");
    assert_says(&checked(Some(&[0, 1, 64 + 4, 6]), code), "outside a constructor");
    assert_says(&checked(Some(&[0, 1, 64 + 4, 8, 0, 0]), code), "no new");
    assert_says(&checked(None, &[RETURN, 0, RETURN]), "a stack map frame is expected here");
    assert_says(&checked(None, &[JSR, 0, 3, RETURN]), "do not exist from class version 51");
}

#[test]
fn classes_that_are_needed_must_be_found() {
    let mut assembly = Assembly::new("(Ltest/One;)Ltest/Gone;", 1, 1);
    assembly.op(&[42, ARETURN]);
    let error = verify_class(&assembly.build(), &World).unwrap_err();
    assert!(matches!(&error, VerifyError::Missing { missing, .. } if &**missing == "test/Gone"), "{error}");
    // The same class on both sides need not be.
    let mut assembly = Assembly::new("(Ltest/Gone;)Ltest/Gone;", 1, 1);
    assembly.op(&[42, ARETURN]);
    assert_eq!(refusal(assembly), None);
}
