//! Switches over types, strings, numbers and enum constants: `SwitchBootstraps.typeSwitch` and `enumSwitch` (JDK 21
//! and later). A site becomes a static method that tests the labels from the restart index on.

use classfile::{ClassFile, Constant, access};

use super::DynamicSite;
use crate::assembler::{ClassBuilder, CodeBuilder, Label, opcode};
use crate::class::{Kind, Resolved, parameter_descriptors};
use crate::heap::ClassId;
use crate::instr::Instr;
use crate::stubs::PREFIX;
use crate::vm::{Outcome, Vm};

enum Test {
    Class(ClassId),
    Text(Vec<u16>),
    Number(i32),
    /// A constant of an enum, by name.
    Enum {
        class: ClassId,
        name: String,
    },
}

impl Vm {
    pub(crate) fn link_type_switch(&mut self, host: ClassId, site: &DynamicSite) -> Outcome<Option<Instr>> {
        let selector = parameter_descriptors(&site.descriptor).first().copied().unwrap_or("I").to_owned();
        if Kind::of_descriptor(&selector) != Kind::Reference {
            return Ok(None); // Primitive selectors have rules of their own.
        }
        let file = self.class(host).file.clone().expect("constants come from a file");
        let mut tests = Vec::new();
        for index in &site.arguments {
            let test = match file.pool.0.get(*index as usize) {
                Some(Constant::Class(_)) => Test::Class(self.resolve_class(host, *index)?),
                Some(Constant::String(_)) => Test::Text(file.pool.string_utf16(*index).unwrap_or_default()),
                Some(Constant::Integer(value)) => Test::Number(*value),
                Some(Constant::Dynamic { .. }) => match enum_label(&file, *index) {
                    Some((class, name)) => {
                        let class = self.load_class(&class.replace('.', "/"), self.class(host).loader)?;
                        Test::Enum { class, name }
                    }
                    None => return Ok(None),
                },
                _ => return Ok(None),
            };
            tests.push(test);
        }
        self.finish_switch(host, site, &tests).map(Some)
    }

    pub(crate) fn link_enum_switch(&mut self, host: ClassId, site: &DynamicSite) -> Outcome<Option<Instr>> {
        let file = self.class(host).file.clone().expect("constants come from a file");
        let selector = parameter_descriptors(&site.descriptor).first().copied().unwrap_or("I").to_owned();
        if Kind::of_descriptor(&selector) != Kind::Reference {
            return Ok(None);
        }
        let enum_name = super::convert::class_of_descriptor(&selector).to_owned();
        let class = self.load_class(&enum_name, self.class(host).loader)?;
        let mut tests = Vec::new();
        for index in &site.arguments {
            tests.push(match file.pool.0.get(*index as usize) {
                Some(Constant::Class(_)) => Test::Class(self.resolve_class(host, *index)?),
                Some(Constant::String(_)) => {
                    let name = file.pool.string_utf16(*index).unwrap_or_default();
                    Test::Enum { class, name: String::from_utf16_lossy(&name) }
                }
                _ => return Ok(None),
            });
        }
        self.finish_switch(host, site, &tests).map(Some)
    }

    fn finish_switch(&mut self, host: ClassId, site: &DynamicSite, tests: &[Test]) -> Outcome<Instr> {
        let mut builder = ClassBuilder::new(&format!("{PREFIX}switch{}", self.stubs.len()), "java/lang/Object");
        let mut code = CodeBuilder::new();
        let count = builder.integer(tests.len() as i32 + 1);
        let check = builder.method_ref("java/util/Objects", "checkIndex", "(II)I", false);
        code.load(Kind::Int, 1).ldc(count).op_index(opcode::INVOKESTATIC, check).op(opcode::POP);
        let present = code.label();
        code.load(Kind::Reference, 0).jump(opcode::IFNONNULL, present);
        code.push_int(-1).return_kind(Kind::Int).place(present);
        for (index, test) in tests.iter().enumerate() {
            let next = code.label();
            code.load(Kind::Int, 1).push_int(index as i16).jump(opcode::IF_ICMPGT, next);
            add_test(&mut builder, &mut code, test, next);
            code.push_int(index as i16).return_kind(Kind::Int).place(next);
        }
        code.push_int(tests.len() as i16).return_kind(Kind::Int);
        builder.add_method(access::STATIC | access::PUBLIC, "typeSwitch", &site.descriptor, code);
        let key = format!("switch {}", self.stubs.len());
        let stub = self.finish_stub(builder, host, key)?;
        Ok(self.static_call(stub))
    }
}

/// Jumps to `next` unless the object in local 0 matches.
fn add_test(builder: &mut ClassBuilder, code: &mut CodeBuilder, test: &Test, next: Label) {
    match test {
        Test::Class(class) => {
            let constant = class_constant(builder, *class);
            code.load(Kind::Reference, 0).op_index(opcode::INSTANCEOF, constant).jump(opcode::IFEQ, next);
        }
        Test::Text(units) => {
            let text = builder.string_units(units);
            let equals = builder.method_ref("java/lang/Object", "equals", "(Ljava/lang/Object;)Z", false);
            code.ldc(text).load(Kind::Reference, 0).op_index(opcode::INVOKEVIRTUAL, equals).jump(opcode::IFEQ, next);
        }
        Test::Number(value) => {
            let (character, compare) = (code.label(), code.label());
            let number = builder.class("java/lang/Number");
            code.load(Kind::Reference, 0).op_index(opcode::INSTANCEOF, number).jump(opcode::IFEQ, character);
            let int_value = builder.method_ref("java/lang/Number", "intValue", "()I", false);
            code.load(Kind::Reference, 0).op_index(opcode::INVOKEVIRTUAL, int_value).jump(opcode::GOTO, compare);
            code.place(character);
            let class = builder.class("java/lang/Character");
            code.load(Kind::Reference, 0).op_index(opcode::INSTANCEOF, class).jump(opcode::IFEQ, next);
            let char_value = builder.method_ref("java/lang/Character", "charValue", "()C", false);
            code.load(Kind::Reference, 0).op_index(opcode::INVOKEVIRTUAL, char_value);
            let value = builder.integer(*value);
            code.place(compare).ldc(value).jump(opcode::IF_ICMPNE, next);
        }
        Test::Enum { class, name } => {
            let constant = class_constant(builder, *class);
            code.load(Kind::Reference, 0).op_index(opcode::INSTANCEOF, constant).jump(opcode::IFEQ, next);
            let name_of = builder.method_ref("java/lang/Enum", "name", "()Ljava/lang/String;", false);
            let equals = builder.method_ref("java/lang/String", "equals", "(Ljava/lang/Object;)Z", false);
            let text = builder.string(name);
            code.load(Kind::Reference, 0).op_index(opcode::INVOKEVIRTUAL, name_of).ldc(text);
            code.op_index(opcode::INVOKEVIRTUAL, equals).jump(opcode::IFEQ, next);
        }
    }
}

fn class_constant(builder: &mut ClassBuilder, class: ClassId) -> u16 {
    let constant = builder.class(&format!("#{}", class.0));
    builder.resolve(constant, Resolved::Class(class));
    constant
}

/// `ConstantBootstraps.invoke(EnumDesc.of, ClassDesc.of("p.E"), "A")`, the form in which javac writes a qualified enum
/// constant: class and name.
fn enum_label(file: &ClassFile, index: u16) -> Option<(String, String)> {
    let site = DynamicSite::read(file, index)?;
    if &*site.bootstrap_class != "java/lang/invoke/ConstantBootstraps" || &*site.bootstrap_name != "invoke" {
        return None;
    }
    let (_, member) = file.pool.method_handle(*site.arguments.first()?).ok()?;
    let text = |index: u16| file.pool.string_utf16(index).ok().map(|units| String::from_utf16_lossy(&units));
    match (&*member.class, &*member.name) {
        ("java/lang/Enum$EnumDesc", "of") => {
            let class = class_label(file, *site.arguments.get(1)?)?;
            Some((class, text(*site.arguments.get(2)?)?))
        }
        _ => None,
    }
}

fn class_label(file: &ClassFile, index: u16) -> Option<String> {
    let site = DynamicSite::read(file, index)?;
    let (_, member) = file.pool.method_handle(*site.arguments.first()?).ok()?;
    if &*member.class != "java/lang/constant/ClassDesc" || &*member.name != "of" || site.arguments.len() != 2 {
        return None;
    }
    let name = file.pool.string_utf16(site.arguments[1]).ok()?;
    Some(String::from_utf16_lossy(&name))
}
