//! Bytes to a `ClassFile`: a plain decoder with the format checks of JVMS 4.8.
//!
//! Not checked here: the code itself (that is the verifier's part) and anything that needs another class.

mod attributes;
mod code;
mod constants;
mod members;
mod modifiers;

use std::collections::HashSet;
use std::hash::Hash;

use crate::bytes::Bytes;
use crate::error::{MAJOR_MAX, MAJOR_MIN};
use crate::{ClassError, ClassFile, ConstantPool, Text, access};

#[derive(Clone, Copy, PartialEq)]
enum Trust {
    Nothing,
    Names,
}

/// What the parsers of members and attributes need to know of the class around them.
struct Context<'a> {
    pool: &'a ConstantPool,
    major: u16,
    class_access: u16,
    trust: Trust,
}

impl ClassFile {
    /// A class from anywhere, fully checked.
    pub fn parse(bytes: &[u8]) -> Result<ClassFile, ClassError> {
        ClassFile::parse_with(bytes, Trust::Nothing)
    }

    /// A class of the JDK itself: names, descriptors and repetitions are not examined, and what only the verifier needs, which has
    /// no business there, is left out.
    pub fn parse_trusted(bytes: &[u8]) -> Result<ClassFile, ClassError> {
        ClassFile::parse_with(bytes, Trust::Names)
    }

    fn parse_with(bytes: &[u8], trust: Trust) -> Result<ClassFile, ClassError> {
        let mut input = Bytes::new(bytes);
        let magic = input.u32()?;
        if magic != 0xCAFE_BABE {
            return Err(ClassError::format(format!("not a class file: it starts with {magic:08x}, not cafebabe")));
        }
        let minor = input.u16()?;
        let major = input.u16()?;
        if !(MAJOR_MIN..=MAJOR_MAX).contains(&major) || (major >= 56 && minor != 0 && minor != u16::MAX) {
            return Err(ClassError::Version { major, minor });
        }
        let pool = constants::parse(&mut input, major)?;
        if trust == Trust::Nothing {
            constants::check(&pool, major)?;
        }
        let mut class_access = input.u16()?;
        if class_access & access::INTERFACE != 0 && major < 50 {
            // Compilers before Java 6 did not always say that an interface is abstract.
            class_access |= access::ABSTRACT;
        }
        modifiers::check_class(class_access, major)?;
        let name = plain_class(&pool, input.u16()?)?;
        let superclass = superclass(&pool, input.u16()?, &name, class_access)?;
        let interfaces = interfaces(&pool, &mut input)?;

        let context = Context { pool: &pool, major, class_access, trust };
        let fields = members::fields(&mut input, &context)?;
        let methods = members::methods(&mut input, &context)?;
        let attributes = attributes::class_attributes(&mut input, &context)?;
        input.finish("the class")?;
        constants::check_bootstraps(&pool, attributes.bootstrap_methods.as_deref())?;
        Ok(ClassFile {
            minor,
            major,
            access: class_access,
            name,
            superclass,
            interfaces,
            fields,
            methods,
            source_file: attributes.source_file,
            signature: attributes.signature,
            bootstrap_methods: attributes.bootstrap_methods.unwrap_or_default(),
            nest_host: attributes.nest_host,
            nest_members: attributes.nest_members.unwrap_or_default(),
            inner_classes: attributes.inner_classes.unwrap_or_default(),
            enclosing_method: attributes.enclosing_method,
            record: attributes.record,
            permitted_subclasses: attributes.permitted_subclasses,
            annotations: attributes.annotations,
            pool,
        })
    }
}

/// A class constant that must not name an array.
fn plain_class(pool: &ConstantPool, index: u16) -> Result<Text, ClassError> {
    let name = pool.class_name(index)?;
    if name.starts_with('[') {
        return Err(ClassError::format(format!("the array `{name}` stands where a class or interface must")));
    }
    Ok(name.clone())
}

fn superclass(pool: &ConstantPool, index: u16, name: &str, class_access: u16) -> Result<Option<Text>, ClassError> {
    if index == 0 {
        if name == "java/lang/Object" || class_access & access::MODULE != 0 {
            return Ok(None);
        }
        return Err(ClassError::format(format!("class {name} has no superclass")));
    }
    let superclass = plain_class(pool, index)?;
    if class_access & access::INTERFACE != 0 && &*superclass != "java/lang/Object" {
        return Err(ClassError::format(format!("interface {name} extends {superclass}, not java/lang/Object")));
    }
    Ok(Some(superclass))
}

fn interfaces(pool: &ConstantPool, input: &mut Bytes) -> Result<Vec<Text>, ClassError> {
    let count = input.u16()?;
    let mut interfaces = Vec::with_capacity(input.capacity(count, 2));
    for _ in 0..count {
        interfaces.push(plain_class(pool, input.u16()?)?);
    }
    if let Some(name) = duplicate(&interfaces, |name| &**name) {
        return Err(ClassError::format(format!("interface {name} is listed twice")));
    }
    Ok(interfaces)
}

/// The key of the first item that equals an earlier one. Few items are compared pairwise, faster than hashing.
fn duplicate<'a, T, K: Eq + Hash + Copy>(items: &'a [T], key: impl Fn(&'a T) -> K) -> Option<K> {
    if items.len() <= 12 {
        let is_repeated = |&index: &usize| items[..index].iter().any(|item| key(item) == key(&items[index]));
        return (1..items.len()).find(is_repeated).map(|index| key(&items[index]));
    }
    let mut seen = HashSet::with_capacity(items.len());
    items.iter().map(key).find(|key| !seen.insert(*key))
}
