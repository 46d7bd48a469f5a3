//! A class file as data (JVMS 4). Indices into the constant pool stay `u16`; names and descriptors are shared strings.

use std::sync::Arc;

/// Text of the constant pool. Java's modified UTF-8 can hold lone surrogates; see `Constant::Utf8`.
pub type Text = Arc<str>;

#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// Index 0 and the second half of a long or double.
    Unusable,
    /// The decoded text. Where the constant holds unpaired surrogates (only string literals may), they are replaced
    /// here and `Utf16` keeps the exact code units instead.
    Utf8(Text),
    Utf16(Arc<[u16]>),
    Integer(i32),
    Float(f32),
    Long(i64),
    Double(f64),
    /// Index of the name (`java/lang/String`, or an array descriptor `[I`).
    Class(u16),
    /// Index of the text.
    String(u16),
    Field {
        class: u16,
        name_and_type: u16,
    },
    Method {
        class: u16,
        name_and_type: u16,
    },
    InterfaceMethod {
        class: u16,
        name_and_type: u16,
    },
    NameAndType {
        name: u16,
        descriptor: u16,
    },
    MethodHandle {
        kind: u8,
        reference: u16,
    },
    MethodType(u16),
    Dynamic {
        bootstrap: u16,
        name_and_type: u16,
    },
    InvokeDynamic {
        bootstrap: u16,
        name_and_type: u16,
    },
    Module(u16),
    Package(u16),
}

/// The constant pool with checked look-ups: a wrong index or kind is an error, never a panic.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConstantPool(pub Vec<Constant>);

#[derive(Clone, Debug, PartialEq)]
pub struct MemberReference {
    pub class: Text,
    pub name: Text,
    pub descriptor: Text,
    /// The constant is an `InterfaceMethodref`.
    pub interface: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ClassFile {
    pub minor: u16,
    pub major: u16,
    pub pool: ConstantPool,
    pub access: u16,
    /// Internal name, `java/lang/String`.
    pub name: Text,
    pub superclass: Option<Text>,
    pub interfaces: Vec<Text>,
    pub fields: Vec<Field>,
    pub methods: Vec<Method>,
    pub source_file: Option<Text>,
    pub signature: Option<Text>,
    pub bootstrap_methods: Vec<BootstrapMethod>,
    pub nest_host: Option<Text>,
    pub nest_members: Vec<Text>,
    pub inner_classes: Vec<InnerClass>,
    pub enclosing_method: Option<EnclosingMethod>,
    /// `Some`, possibly empty, for records.
    pub record: Option<Vec<RecordComponent>>,
    pub permitted_subclasses: Option<Vec<Text>>,
    pub annotations: Annotations,
}

/// The raw bytes of the annotation attributes (the library parses them itself, from Java).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotations {
    /// `RuntimeVisibleAnnotations`
    pub visible: Option<Arc<[u8]>>,
    /// `RuntimeVisibleTypeAnnotations`
    pub visible_type: Option<Arc<[u8]>>,
    /// `RuntimeVisibleParameterAnnotations` (methods only)
    pub visible_parameter: Option<Arc<[u8]>>,
    /// `AnnotationDefault` (methods only)
    pub default: Option<Arc<[u8]>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub access: u16,
    pub name: Text,
    pub descriptor: Text,
    pub signature: Option<Text>,
    /// Index of the `ConstantValue`.
    pub constant_value: Option<u16>,
    pub annotations: Annotations,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    pub access: u16,
    pub name: Text,
    pub descriptor: Text,
    pub signature: Option<Text>,
    pub code: Option<Code>,
    pub exceptions: Vec<Text>,
    pub annotations: Annotations,
    /// `MethodParameters`: name (index into the pool, looked up and complained about by reflection only; 0 = none) and access flags.
    pub parameters: Option<Vec<(u16, u16)>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    pub max_stack: u16,
    pub max_locals: u16,
    pub bytes: Arc<[u8]>,
    pub handlers: Vec<Handler>,
    /// `(start_pc, line)`, sorted by `start_pc`.
    pub lines: Vec<(u16, u16)>,
    pub variables: Vec<LocalVariable>,
    /// The raw `StackMapTable` attribute, for the verifier; not of classes that are trusted.
    pub stack_map: Option<Arc<[u8]>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    pub start: u16,
    pub end: u16,
    pub target: u16,
    /// Constant-pool index of the caught class; 0 catches everything.
    pub catch_type: u16,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LocalVariable {
    pub start: u16,
    pub length: u16,
    pub name: Text,
    pub descriptor: Text,
    pub slot: u16,
}

impl LocalVariable {
    /// Whether the variable is alive at this place of the bytecode.
    pub fn is_in_scope(&self, bytecode: u16) -> bool {
        bytecode >= self.start && u32::from(bytecode) < u32::from(self.start) + u32::from(self.length)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct BootstrapMethod {
    /// Constant-pool index of a `MethodHandle`.
    pub handle: u16,
    /// Constant-pool indices of the static arguments.
    pub arguments: Vec<u16>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct InnerClass {
    pub inner: Text,
    pub outer: Option<Text>,
    pub name: Option<Text>,
    pub access: u16,
}

#[derive(Clone, Debug, PartialEq)]
pub struct EnclosingMethod {
    pub class: Text,
    /// Name and descriptor, if the class is inside a method.
    pub method: Option<(Text, Text)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RecordComponent {
    pub name: Text,
    pub descriptor: Text,
    pub signature: Option<Text>,
    pub annotations: Annotations,
}

pub mod access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const SUPER: u16 = 0x0020;
    pub const VOLATILE: u16 = 0x0040;
    pub const BRIDGE: u16 = 0x0040;
    pub const VARARGS: u16 = 0x0080;
    pub const TRANSIENT: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const STRICT: u16 = 0x0800;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ANNOTATION: u16 = 0x2000;
    pub const ENUM: u16 = 0x4000;
    pub const MODULE: u16 = 0x8000;
}
