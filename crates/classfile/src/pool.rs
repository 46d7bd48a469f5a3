//! Checked look-ups in the constant pool (JVMS 4.4): a wrong index or kind is an error, never a panic.

use crate::{ClassError, Constant, ConstantPool, MemberReference, Text};

impl Constant {
    /// What kind of constant this is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Constant::Unusable => "unusable",
            Constant::Utf8(_) | Constant::Utf16(_) => "a text",
            Constant::Integer(_) => "an int",
            Constant::Float(_) => "a float",
            Constant::Long(_) => "a long",
            Constant::Double(_) => "a double",
            Constant::Class(_) => "a class",
            Constant::String(_) => "a string",
            Constant::Field { .. } => "a field",
            Constant::Method { .. } => "a method",
            Constant::InterfaceMethod { .. } => "an interface method",
            Constant::NameAndType { .. } => "a name and type",
            Constant::MethodHandle { .. } => "a method handle",
            Constant::MethodType(_) => "a method type",
            Constant::Dynamic { .. } => "a dynamic constant",
            Constant::InvokeDynamic { .. } => "a dynamic call site",
            Constant::Module(_) => "a module",
            Constant::Package(_) => "a package",
        }
    }
}

/// A string literal: nearly always text, code units where it holds unpaired surrogates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal<'a> {
    Text(&'a Text),
    Units(&'a [u16]),
}

impl Literal<'_> {
    pub fn to_utf16(self) -> Vec<u16> {
        match self {
            Literal::Text(text) => text.encode_utf16().collect(),
            Literal::Units(units) => units.to_vec(),
        }
    }
}

impl ConstantPool {
    /// The constant at an index; index 0 and the second half of a long are `Constant::Unusable`.
    #[inline]
    pub fn get(&self, index: u16) -> Result<&Constant, ClassError> {
        self.0.get(usize::from(index)).ok_or_else(|| {
            ClassError::format(format!("constant {index} is outside the constant pool of {} entries", self.0.len()))
        })
    }

    fn unexpected(&self, index: u16, expected: &str) -> ClassError {
        match self.get(index) {
            Ok(found) => ClassError::format(format!("constant {index} should be {expected} but is {}", found.kind())),
            Err(error) => error,
        }
    }

    #[inline]
    pub fn utf8(&self, index: u16) -> Result<&Text, ClassError> {
        match self.0.get(usize::from(index)) {
            Some(Constant::Utf8(text)) => Ok(text),
            Some(Constant::Utf16(_)) => {
                Err(ClassError::format(format!("constant {index} holds unpaired surrogates, so it cannot be a name")))
            }
            _ => Err(self.unexpected(index, "a text")),
        }
    }

    /// The name of a class constant: internal (`java/lang/String`) or an array descriptor.
    #[inline]
    pub fn class_name(&self, index: u16) -> Result<&Text, ClassError> {
        match self.0.get(usize::from(index)) {
            Some(Constant::Class(name)) => self.utf8(*name),
            _ => Err(self.unexpected(index, "a class")),
        }
    }

    /// Like `class_name`, but index 0 means none.
    pub fn optional_class_name(&self, index: u16) -> Result<Option<&Text>, ClassError> {
        if index == 0 { Ok(None) } else { self.class_name(index).map(Some) }
    }

    /// Like `utf8`, but index 0 means none.
    pub fn optional_utf8(&self, index: u16) -> Result<Option<&Text>, ClassError> {
        if index == 0 { Ok(None) } else { self.utf8(index).map(Some) }
    }

    /// Name and descriptor.
    #[inline]
    pub fn name_and_type(&self, index: u16) -> Result<(&Text, &Text), ClassError> {
        match self.0.get(usize::from(index)) {
            Some(Constant::NameAndType { name, descriptor }) => Ok((self.utf8(*name)?, self.utf8(*descriptor)?)),
            _ => Err(self.unexpected(index, "a name and type")),
        }
    }

    /// A field, method or interface method.
    pub fn member(&self, index: u16) -> Result<MemberReference, ClassError> {
        let (class, name, descriptor, interface) = self.member_parts(index)?;
        Ok(MemberReference { class: class.clone(), name: name.clone(), descriptor: descriptor.clone(), interface })
    }

    /// Like `member`, without cloning: class, name, descriptor, and whether it is an interface method.
    #[inline]
    pub fn member_parts(&self, index: u16) -> Result<(&Text, &Text, &Text, bool), ClassError> {
        let (class, name_and_type, interface) = match self.0.get(usize::from(index)) {
            Some(Constant::Field { class, name_and_type } | Constant::Method { class, name_and_type }) => {
                (*class, *name_and_type, false)
            }
            Some(Constant::InterfaceMethod { class, name_and_type }) => (*class, *name_and_type, true),
            _ => return Err(self.unexpected(index, "a field or method")),
        };
        let (name, descriptor) = self.name_and_type(name_and_type)?;
        Ok((self.class_name(class)?, name, descriptor, interface))
    }

    pub fn field(&self, index: u16) -> Result<MemberReference, ClassError> {
        match self.get(index)? {
            Constant::Field { .. } => self.member(index),
            _ => Err(self.unexpected(index, "a field")),
        }
    }

    /// A method or interface method.
    pub fn method(&self, index: u16) -> Result<MemberReference, ClassError> {
        match self.get(index)? {
            Constant::Method { .. } | Constant::InterfaceMethod { .. } => self.member(index),
            _ => Err(self.unexpected(index, "a method")),
        }
    }

    /// The text of a `String` constant.
    pub fn string(&self, index: u16) -> Result<Literal<'_>, ClassError> {
        match self.get(index)? {
            Constant::String(text) => self.literal(*text),
            _ => Err(self.unexpected(index, "a string")),
        }
    }

    /// The code units of a `String` constant.
    pub fn string_utf16(&self, index: u16) -> Result<Vec<u16>, ClassError> {
        self.string(index).map(Literal::to_utf16)
    }

    fn literal(&self, index: u16) -> Result<Literal<'_>, ClassError> {
        match self.get(index)? {
            Constant::Utf8(text) => Ok(Literal::Text(text)),
            Constant::Utf16(units) => Ok(Literal::Units(units)),
            _ => Err(self.unexpected(index, "a text")),
        }
    }

    /// The descriptor of a `MethodType` constant.
    pub fn method_type(&self, index: u16) -> Result<&Text, ClassError> {
        match self.get(index)? {
            Constant::MethodType(descriptor) => self.utf8(*descriptor),
            _ => Err(self.unexpected(index, "a method type")),
        }
    }

    /// Reference kind (JVMS table 5.4.3.5-A) and the member of a `MethodHandle` constant.
    pub fn method_handle(&self, index: u16) -> Result<(u8, MemberReference), ClassError> {
        match self.get(index)? {
            Constant::MethodHandle { kind, reference } => Ok((*kind, self.member(*reference)?)),
            _ => Err(self.unexpected(index, "a method handle")),
        }
    }

    /// Bootstrap-method index, name and descriptor of a dynamic constant or dynamic call site.
    pub fn dynamic(&self, index: u16) -> Result<(u16, &Text, &Text), ClassError> {
        match self.get(index)? {
            Constant::Dynamic { bootstrap, name_and_type } | Constant::InvokeDynamic { bootstrap, name_and_type } => {
                let (name, descriptor) = self.name_and_type(*name_and_type)?;
                Ok((*bootstrap, name, descriptor))
            }
            _ => Err(self.unexpected(index, "a dynamic constant or call site")),
        }
    }
}
