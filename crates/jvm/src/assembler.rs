//! Makes class files in memory. What the machine must run in Java on its own account (throwing its exceptions,
//! lambdas, string concatenation, record methods) is assembled as ordinary bytecode, so that frames, reference maps,
//! stack traces and scheduling need no special cases.

use std::collections::HashMap;
use std::sync::Arc;

use classfile::{Annotations, ClassFile, Code, Constant, ConstantPool, Field, Handler, Method, Text, access};

use crate::class::{Kind, Resolved, parameter_kinds};
use crate::heap::Ref;

/// The bytecodes (JVMS 6.5) that assembled methods use, beside those the builder emits by kind.
pub mod opcode {
    pub const ACONST_NULL: u8 = 0x01;
    pub const AALOAD: u8 = 0x32;
    pub const AASTORE: u8 = 0x53;
    pub const POP: u8 = 0x57;
    pub const DUP: u8 = 0x59;
    pub const IADD: u8 = 0x60;
    pub const IMUL: u8 = 0x68;
    pub const I2L: u8 = 0x85;
    pub const I2F: u8 = 0x86;
    pub const I2D: u8 = 0x87;
    pub const L2F: u8 = 0x89;
    pub const L2D: u8 = 0x8a;
    pub const F2D: u8 = 0x8d;
    pub const LUSHR: u8 = 0x7d;
    pub const LAND: u8 = 0x7f;
    pub const L2I: u8 = 0x88;
    pub const LCMP: u8 = 0x94;
    pub const IFEQ: u8 = 0x99;
    pub const IFNE: u8 = 0x9a;
    pub const IFLE: u8 = 0x9e;
    pub const IF_ICMPNE: u8 = 0xa0;
    pub const IF_ICMPGE: u8 = 0xa2;
    pub const IF_ICMPGT: u8 = 0xa3;
    pub const IF_ACMPNE: u8 = 0xa6;
    pub const GOTO: u8 = 0xa7;
    pub const GETSTATIC: u8 = 0xb2;
    pub const PUTSTATIC: u8 = 0xb3;
    pub const GETFIELD: u8 = 0xb4;
    pub const PUTFIELD: u8 = 0xb5;
    pub const INVOKEVIRTUAL: u8 = 0xb6;
    pub const INVOKESPECIAL: u8 = 0xb7;
    pub const INVOKESTATIC: u8 = 0xb8;
    pub const NEW: u8 = 0xbb;
    pub const NEWARRAY: u8 = 0xbc;
    pub const ANEWARRAY: u8 = 0xbd;
    pub const ARRAYLENGTH: u8 = 0xbe;
    pub const ATHROW: u8 = 0xbf;
    pub const CHECKCAST: u8 = 0xc0;
    pub const INSTANCEOF: u8 = 0xc1;
    pub const IFNULL: u8 = 0xc6;
    pub const IFNONNULL: u8 = 0xc7;
}

pub struct ClassBuilder {
    name: Text,
    superclass: Text,
    interfaces: Vec<Text>,
    pool: Vec<Constant>,
    index: HashMap<String, u16>,
    fields: Vec<Field>,
    methods: Vec<Method>,
    access: u16,
    /// Constants that are what they are, whatever a loader would find under their names.
    resolved: Vec<(u16, Resolved)>,
}

impl ClassBuilder {
    pub fn new(name: &str, superclass: &str) -> Self {
        ClassBuilder {
            name: name.into(),
            superclass: superclass.into(),
            interfaces: Vec::new(),
            pool: vec![Constant::Unusable],
            index: HashMap::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            access: access::PUBLIC | access::FINAL | access::SUPER | access::SYNTHETIC,
            resolved: Vec::new(),
        }
    }

    pub fn own_name(&self) -> String {
        self.name.to_string()
    }

    /// Not public, as the classes of lambdas are.
    pub fn package_private(&mut self) {
        self.access &= !access::PUBLIC;
    }

    /// Constant `index` means this, without look-up or access check.
    pub fn resolve(&mut self, index: u16, resolved: Resolved) {
        self.resolved.push((index, resolved));
    }

    pub fn take_resolved(&mut self) -> Vec<(u16, Resolved)> {
        std::mem::take(&mut self.resolved)
    }

    /// A permanent object, to be loaded with `ldc`.
    pub fn object(&mut self, object: Ref) -> u16 {
        let text = self.utf8("");
        let index = self.constant(format!("o{}", object.0), Constant::String(text));
        self.resolve(index, Resolved::Object(object));
        index
    }

    pub fn interface(&mut self, name: &str) {
        if !self.interfaces.iter().any(|known| &**known == name) {
            self.interfaces.push(name.into());
        }
    }

    fn constant(&mut self, key: String, constant: Constant) -> u16 {
        if let Some(index) = self.index.get(&key) {
            return *index;
        }
        let wide = matches!(constant, Constant::Long(_) | Constant::Double(_));
        let index = self.pool.len() as u16;
        self.pool.push(constant);
        if wide {
            self.pool.push(Constant::Unusable);
        }
        self.index.insert(key, index);
        index
    }

    pub fn utf8(&mut self, text: &str) -> u16 {
        self.constant(format!("u{text}"), Constant::Utf8(text.into()))
    }

    /// `name` is an internal name or an array descriptor.
    pub fn class(&mut self, name: &str) -> u16 {
        let text = self.utf8(name);
        self.constant(format!("c{name}"), Constant::Class(text))
    }

    pub fn string(&mut self, text: &str) -> u16 {
        let utf8 = self.utf8(text);
        self.constant(format!("s{text}"), Constant::String(utf8))
    }

    /// A string whose units may be unpaired surrogates.
    pub fn string_units(&mut self, units: &[u16]) -> u16 {
        if let Ok(text) = String::from_utf16(units) {
            return self.string(&text);
        }
        let utf16 = self.constant(format!("x{units:?}"), Constant::Utf16(units.into()));
        self.constant(format!("y{units:?}"), Constant::String(utf16))
    }

    fn name_and_type(&mut self, name: &str, descriptor: &str) -> u16 {
        let (name_index, descriptor_index) = (self.utf8(name), self.utf8(descriptor));
        self.constant(
            format!("n{name}:{descriptor}"),
            Constant::NameAndType { name: name_index, descriptor: descriptor_index },
        )
    }

    pub fn field_ref(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        let key = format!("f{class}.{name}:{descriptor}");
        let (class, name_and_type) = (self.class(class), self.name_and_type(name, descriptor));
        self.constant(key, Constant::Field { class, name_and_type })
    }

    pub fn method_ref(&mut self, class: &str, name: &str, descriptor: &str, interface: bool) -> u16 {
        let key = format!("m{class}.{name}:{descriptor}{interface}");
        let (class, name_and_type) = (self.class(class), self.name_and_type(name, descriptor));
        let constant = if interface {
            Constant::InterfaceMethod { class, name_and_type }
        } else {
            Constant::Method { class, name_and_type }
        };
        self.constant(key, constant)
    }

    pub fn integer(&mut self, value: i32) -> u16 {
        self.constant(format!("i{value}"), Constant::Integer(value))
    }

    pub fn long(&mut self, value: i64) -> u16 {
        self.constant(format!("l{value}"), Constant::Long(value))
    }

    pub fn float(&mut self, value: f32) -> u16 {
        self.constant(format!("F{}", value.to_bits()), Constant::Float(value))
    }

    pub fn double(&mut self, value: f64) -> u16 {
        self.constant(format!("D{}", value.to_bits()), Constant::Double(value))
    }

    pub fn add_field(&mut self, access: u16, name: &str, descriptor: &str) {
        self.fields.push(Field {
            access,
            name: name.into(),
            descriptor: descriptor.into(),
            signature: None,
            constant_value: None,
            annotations: Annotations::default(),
        });
    }

    pub fn add_method(&mut self, access: u16, name: &str, descriptor: &str, code: CodeBuilder) {
        let arguments: u16 = parameter_kinds(descriptor).iter().map(|kind| kind.slots()).sum::<u16>()
            + u16::from(access & access::STATIC == 0);
        let code = code.finish(arguments);
        self.methods.push(Method {
            access,
            name: name.into(),
            descriptor: descriptor.into(),
            signature: None,
            code: Some(code),
            exceptions: Vec::new(),
            annotations: Annotations::default(),
            parameters: None,
        });
    }

    /// A method whose body is a function of the machine.
    pub fn add_native(&mut self, access: u16, name: &str, descriptor: &str) {
        self.methods.push(Method {
            access: access | access::NATIVE,
            name: name.into(),
            descriptor: descriptor.into(),
            signature: None,
            code: None,
            exceptions: Vec::new(),
            annotations: Annotations::default(),
            parameters: None,
        });
    }

    pub fn build(mut self) -> Arc<ClassFile> {
        self.class(&self.name.clone());
        Arc::new(ClassFile {
            minor: 0,
            major: 61,
            pool: ConstantPool(self.pool),
            access: self.access,
            name: self.name,
            superclass: Some(self.superclass),
            interfaces: self.interfaces,
            fields: self.fields,
            methods: self.methods,
            source_file: None,
            signature: None,
            bootstrap_methods: Vec::new(),
            nest_host: None,
            nest_members: Vec::new(),
            inner_classes: Vec::new(),
            enclosing_method: None,
            record: None,
            permitted_subclasses: None,
            annotations: Annotations::default(),
        })
    }
}

/// A forward or backward jump target.
#[derive(Clone, Copy, Debug)]
pub struct Label(usize);

/// Bytecode under construction. Stack depth is not tracked: `max_stack` is a generous bound.
#[derive(Default)]
pub struct CodeBuilder {
    bytes: Vec<u8>,
    labels: Vec<Option<u16>>,
    /// Where a two-byte offset waits for its label, with the start of its instruction.
    jumps: Vec<(usize, usize, Label)>,
    handlers: Vec<(Label, Label, Label, u16)>,
    max_locals: u16,
    pushes: u16,
}

impl CodeBuilder {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn op(&mut self, opcode: u8) -> &mut Self {
        self.bytes.push(opcode);
        self.pushes = self.pushes.saturating_add(2);
        self
    }

    /// An operand of one byte.
    pub fn raw(&mut self, operand: u8) -> &mut Self {
        self.bytes.push(operand);
        self
    }

    pub fn op_index(&mut self, opcode: u8, index: u16) -> &mut Self {
        self.op(opcode);
        self.bytes.extend_from_slice(&index.to_be_bytes());
        self
    }

    pub fn interface_call(&mut self, index: u16, descriptor: &str) -> &mut Self {
        let count: u16 = 1 + parameter_kinds(descriptor).iter().map(|kind| kind.slots()).sum::<u16>();
        self.op_index(0xb9, index);
        self.bytes.extend_from_slice(&[count as u8, 0]);
        self
    }

    pub fn ldc(&mut self, index: u16) -> &mut Self {
        self.op_index(0x13, index)
    }

    pub fn ldc2(&mut self, index: u16) -> &mut Self {
        self.op_index(0x14, index)
    }

    /// `iconst`, `bipush` or `sipush`; larger values go through the pool.
    pub fn push_int(&mut self, value: i16) -> &mut Self {
        self.op_index(0x11, value as u16)
    }

    pub fn load(&mut self, kind: Kind, local: u16) -> &mut Self {
        let opcode = match kind {
            Kind::Long => 0x16,
            Kind::Float => 0x17,
            Kind::Double => 0x18,
            Kind::Reference => 0x19,
            _ => 0x15,
        };
        self.max_locals = self.max_locals.max(local + kind.slots());
        self.op(0xc4);
        self.bytes.push(opcode);
        self.bytes.extend_from_slice(&local.to_be_bytes());
        self
    }

    pub fn store(&mut self, kind: Kind, local: u16) -> &mut Self {
        let opcode = match kind {
            Kind::Long => 0x37,
            Kind::Float => 0x38,
            Kind::Double => 0x39,
            Kind::Reference => 0x3a,
            _ => 0x36,
        };
        self.max_locals = self.max_locals.max(local + kind.slots());
        self.op(0xc4);
        self.bytes.push(opcode);
        self.bytes.extend_from_slice(&local.to_be_bytes());
        self
    }

    pub fn return_kind(&mut self, kind: Kind) -> &mut Self {
        self.op(match kind {
            Kind::Void => 0xb1,
            Kind::Long => 0xad,
            Kind::Float => 0xae,
            Kind::Double => 0xaf,
            Kind::Reference => 0xb0,
            _ => 0xac,
        })
    }

    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    pub fn place(&mut self, label: Label) -> &mut Self {
        self.labels[label.0] = Some(self.bytes.len() as u16);
        self
    }

    pub fn jump(&mut self, opcode: u8, label: Label) -> &mut Self {
        let start = self.bytes.len();
        self.op_index(opcode, 0);
        self.jumps.push((start + 1, start, label));
        self
    }

    pub fn handler(&mut self, start: Label, end: Label, target: Label, catch_type: u16) -> &mut Self {
        self.handlers.push((start, end, target, catch_type));
        self
    }

    fn finish(mut self, arguments: u16) -> Code {
        for (at, start, label) in std::mem::take(&mut self.jumps) {
            let target = self.labels[label.0].expect("every label is placed");
            let offset = (i32::from(target) - start as i32) as i16;
            self.bytes[at..at + 2].copy_from_slice(&offset.to_be_bytes());
        }
        let place = |label: Label| self.labels[label.0].expect("every label is placed");
        let handlers = self
            .handlers
            .iter()
            .map(|(start, end, target, catch_type)| Handler {
                start: place(*start),
                end: place(*end),
                target: place(*target),
                catch_type: *catch_type,
            })
            .collect();
        Code {
            max_stack: self.pushes.min(600) + arguments + 4,
            max_locals: self.max_locals.max(arguments),
            bytes: Arc::from(self.bytes),
            handlers,
            lines: Vec::new(),
            variables: Vec::new(),
            stack_map: None,
        }
    }
}
