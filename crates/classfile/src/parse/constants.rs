//! The constant pool (JVMS 4.4): first all entries are read, then every index, name and descriptor is checked.

use crate::bytes::Bytes;
use crate::descriptor::{self, FieldType};
use crate::{BootstrapMethod, ClassError, Constant, ConstantPool, modified_utf8};

pub(super) fn parse(input: &mut Bytes, major: u16) -> Result<ConstantPool, ClassError> {
    let count = input.u16()?;
    if count == 0 {
        return Err(ClassError::format("the constant pool has no entry 0"));
    }
    let mut constants = Vec::with_capacity(input.capacity(count, 3) + 1);
    constants.push(Constant::Unusable);
    while constants.len() < usize::from(count) {
        let constant = constant(input, major)?;
        let wide = matches!(constant, Constant::Long(_) | Constant::Double(_));
        constants.push(constant);
        if wide {
            constants.push(Constant::Unusable);
        }
    }
    if constants.len() > usize::from(count) {
        return Err(ClassError::format("the last constant needs two entries but there is room for one"));
    }
    Ok(ConstantPool(constants))
}

/// Checks that every constant refers to constants of the right kind and holds well-formed names.
pub(super) fn check(pool: &ConstantPool, major: u16) -> Result<(), ClassError> {
    let mut checker = Checker { pool, major, known: vec![0; pool.0.len()] };
    for (index, constant) in pool.0.iter().enumerate() {
        checker
            .check(constant)
            .map_err(|error| ClassError::format(format!("constant {index} ({}) is wrong: {error}", constant.kind())))?;
    }
    Ok(())
}

fn constant(input: &mut Bytes, major: u16) -> Result<Constant, ClassError> {
    let tag = input.u8()?;
    let since = match tag {
        15 | 16 | 18 => 51,
        17 => 55,
        19 | 20 => 53,
        _ => 0,
    };
    if major < since {
        return Err(ClassError::format(format!("constant tag {tag} does not exist in class version {major}")));
    }
    Ok(match tag {
        1 => {
            let length = input.u16()?;
            modified_utf8::decode(input.take(usize::from(length))?)?
        }
        3 => Constant::Integer(input.u32()? as i32),
        4 => Constant::Float(f32::from_bits(input.u32()?)),
        5 => Constant::Long(input.u64()? as i64),
        6 => Constant::Double(f64::from_bits(input.u64()?)),
        7 => Constant::Class(input.u16()?),
        8 => Constant::String(input.u16()?),
        9 => Constant::Field { class: input.u16()?, name_and_type: input.u16()? },
        10 => Constant::Method { class: input.u16()?, name_and_type: input.u16()? },
        11 => Constant::InterfaceMethod { class: input.u16()?, name_and_type: input.u16()? },
        12 => Constant::NameAndType { name: input.u16()?, descriptor: input.u16()? },
        15 => Constant::MethodHandle { kind: input.u8()?, reference: input.u16()? },
        16 => Constant::MethodType(input.u16()?),
        17 => Constant::Dynamic { bootstrap: input.u16()?, name_and_type: input.u16()? },
        18 => Constant::InvokeDynamic { bootstrap: input.u16()?, name_and_type: input.u16()? },
        19 => Constant::Module(input.u16()?),
        20 => Constant::Package(input.u16()?),
        _ => return Err(ClassError::format(format!("unknown constant tag {tag}"))),
    })
}

/// What is already known of a text, so that a name used a hundred times is checked once.
const CLASS_NAME: u8 = 1;
const FIELD_DESCRIPTOR: u8 = 2;
const METHOD_DESCRIPTOR: u8 = 4;
const FIELD_NAME: u8 = 8;
const METHOD_NAME: u8 = 16;

struct Checker<'a> {
    pool: &'a ConstantPool,
    major: u16,
    known: Vec<u8>,
}

impl Checker<'_> {
    fn check(&mut self, constant: &Constant) -> Result<(), ClassError> {
        match *constant {
            Constant::Class(name) => self.text(name, CLASS_NAME),
            Constant::String(text) => match self.pool.get(text)? {
                Constant::Utf8(_) | Constant::Utf16(_) => Ok(()),
                _ => self.pool.utf8(text).map(|_| ()),
            },
            Constant::Field { class, name_and_type } => {
                self.pool.class_name(class)?;
                let (name, descriptor) = self.parts(name_and_type)?;
                self.text(name, FIELD_NAME)?;
                self.text(descriptor, FIELD_DESCRIPTOR)
            }
            Constant::Method { class, name_and_type } => {
                self.pool.class_name(class)?;
                self.method(name_and_type)?;
                self.constructor_only(name_and_type)
            }
            Constant::InterfaceMethod { class, name_and_type } => {
                self.pool.class_name(class)?;
                self.method(name_and_type)
            }
            Constant::InvokeDynamic { name_and_type, .. } => self.method(name_and_type),
            Constant::Dynamic { name_and_type, .. } => {
                let (name, descriptor) = self.parts(name_and_type)?;
                self.text(name, FIELD_NAME)?;
                self.text(descriptor, FIELD_DESCRIPTOR)
            }
            Constant::NameAndType { name, descriptor } => {
                self.text(name, FIELD_NAME)?;
                let kind =
                    if self.pool.utf8(descriptor)?.starts_with('(') { METHOD_DESCRIPTOR } else { FIELD_DESCRIPTOR };
                self.text(descriptor, kind)
            }
            Constant::MethodHandle { kind, reference } => self.handle(kind, reference),
            Constant::MethodType(descriptor) => self.text(descriptor, METHOD_DESCRIPTOR),
            Constant::Module(name) | Constant::Package(name) => self.pool.utf8(name).map(|_| ()),
            _ => Ok(()),
        }
    }

    fn parts(&self, index: u16) -> Result<(u16, u16), ClassError> {
        match self.pool.get(index)? {
            Constant::NameAndType { name, descriptor } => Ok((*name, *descriptor)),
            _ => Err(self.pool.name_and_type(index).err().unwrap_or_else(|| ClassError::format("no name and type"))),
        }
    }

    fn method(&mut self, name_and_type: u16) -> Result<(), ClassError> {
        let (name, descriptor) = self.parts(name_and_type)?;
        self.text(name, METHOD_NAME)?;
        self.text(descriptor, METHOD_DESCRIPTOR)
    }

    /// Of the special names only that of constructors may be called, and those return nothing. For interfaces the
    /// verifier finds out, at the call.
    fn constructor_only(&self, name_and_type: u16) -> Result<(), ClassError> {
        let (name, descriptor) = self.pool.name_and_type(name_and_type)?;
        if name.starts_with('<') && !(&**name == "<init>" && descriptor.ends_with(")V")) {
            return Err(ClassError::format(format!("the method `{name}{descriptor}` cannot be referred to")));
        }
        Ok(())
    }

    fn text(&mut self, index: u16, kind: u8) -> Result<(), ClassError> {
        let text = self.pool.utf8(index)?;
        let known = &mut self.known[usize::from(index)];
        if *known & kind != 0 {
            return Ok(());
        }
        let (valid, what) = match kind {
            CLASS_NAME if text.starts_with('[') => (FieldType::parse(text).is_ok(), "an array type"),
            CLASS_NAME => (descriptor::is_class_name(text), "a class name"),
            FIELD_DESCRIPTOR => (FieldType::parse(text).is_ok(), "a field descriptor"),
            METHOD_DESCRIPTOR => (descriptor::walk_method(text, |_| ()).is_ok(), "a method descriptor"),
            FIELD_NAME => (descriptor::is_unqualified_name(text), "a member's name"),
            _ => (descriptor::is_method_name(text), "a method's name"),
        };
        if !valid {
            return Err(ClassError::format(format!("`{text}` is not {what}")));
        }
        *known |= kind;
        Ok(())
    }

    /// JVMS 4.4.8: which kind of reference may refer to which kind of member.
    fn handle(&self, kind: u8, reference: u16) -> Result<(), ClassError> {
        let (_, name, _, _) = self.pool.member_parts(reference)?;
        let member = self.pool.get(reference)?;
        let fits = match kind {
            1..=4 => matches!(member, Constant::Field { .. }),
            5 | 8 => matches!(member, Constant::Method { .. }),
            6 | 7 if self.major >= 52 => {
                matches!(member, Constant::Method { .. } | Constant::InterfaceMethod { .. })
            }
            6 | 7 => matches!(member, Constant::Method { .. }),
            9 => matches!(member, Constant::InterfaceMethod { .. }),
            _ => return Err(ClassError::format(format!("there is no reference kind {kind}"))),
        };
        let name_fits = match kind {
            8 => &**name == "<init>",
            5..=9 => !name.starts_with('<'),
            _ => true,
        };
        if fits && name_fits {
            return Ok(());
        }
        Err(ClassError::format(format!("reference kind {kind} cannot refer to {} `{name}`", member.kind())))
    }
}

/// Dynamic constants refer into the `BootstrapMethods` attribute, which comes last in the file.
pub(super) fn check_bootstraps(pool: &ConstantPool, methods: Option<&[BootstrapMethod]>) -> Result<(), ClassError> {
    let count = methods.map_or(0, <[BootstrapMethod]>::len);
    for (index, constant) in pool.0.iter().enumerate() {
        if let Constant::Dynamic { bootstrap, .. } | Constant::InvokeDynamic { bootstrap, .. } = constant
            && usize::from(*bootstrap) >= count
        {
            return Err(ClassError::format(format!(
                "constant {index} names bootstrap method {bootstrap} but there are only {count}"
            )));
        }
    }
    for method in methods.unwrap_or_default() {
        pool.method_handle(method.handle)?;
        for &argument in &method.arguments {
            if !is_loadable(pool.get(argument)?) {
                return Err(ClassError::format(format!("constant {argument} cannot be a bootstrap argument")));
            }
        }
    }
    Ok(())
}

/// JVMS table 4.4-C.
fn is_loadable(constant: &Constant) -> bool {
    matches!(
        constant,
        Constant::Integer(_)
            | Constant::Float(_)
            | Constant::Long(_)
            | Constant::Double(_)
            | Constant::Class(_)
            | Constant::String(_)
            | Constant::MethodHandle { .. }
            | Constant::MethodType(_)
            | Constant::Dynamic { .. }
    )
}
