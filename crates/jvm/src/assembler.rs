//! Makes class files in memory. What the machine must run in Java on its own account (throwing its exceptions,
//! lambdas, string concatenation, record methods) is assembled as ordinary bytecode, so that frames, reference maps,
//! stack traces and scheduling need no special cases.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use classfile::{Annotations, ClassFile, Code, Constant, ConstantPool, Field, Handler, Method, Text, access};

use crate::class::{Kind, parameter_kinds};

pub struct ClassBuilder {
    name: Text,
    superclass: Text,
    interfaces: Vec<Text>,
    pool: Vec<Constant>,
    index: HashMap<String, u16>,
    fields: Vec<Field>,
    methods: Vec<Method>,
    access: u16,
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
        }
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

    pub fn build(mut self) -> Rc<ClassFile> {
        self.class(&self.name.clone());
        Rc::new(ClassFile {
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
        self.pushes += 2;
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
