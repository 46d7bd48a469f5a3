//! Classes put together by hand, for code that no compiler makes.

use classfile::{Annotations, ClassFile, Code, Constant, ConstantPool, Handler, Method, Text, access};

/// Builds one class `test/Subject` (superclass `java/lang/Object` unless changed) around one method.
pub struct Assembly {
    pub major: u16,
    pub superclass: &'static str,
    pub access: u16,
    pub name: &'static str,
    pub descriptor: &'static str,
    pub max_stack: u16,
    pub max_locals: u16,
    pub code: Vec<u8>,
    pub handlers: Vec<Handler>,
    pub stack_map: Option<Vec<u8>>,
    pool: Vec<Constant>,
}

impl Assembly {
    /// A static method of class version 49, so that no stack map is needed.
    pub fn new(descriptor: &'static str, max_stack: u16, max_locals: u16) -> Self {
        Assembly {
            major: 49,
            superclass: "java/lang/Object",
            access: access::STATIC,
            name: "m",
            descriptor,
            max_stack,
            max_locals,
            code: Vec::new(),
            handlers: Vec::new(),
            stack_map: None,
            pool: vec![Constant::Unusable],
        }
    }

    pub fn constant(&mut self, constant: Constant) -> u16 {
        self.pool.push(constant);
        self.pool.len() as u16 - 1
    }

    pub fn text(&mut self, text: &str) -> u16 {
        self.constant(Constant::Utf8(text.into()))
    }

    pub fn class(&mut self, name: &str) -> u16 {
        let name = self.text(name);
        self.constant(Constant::Class(name))
    }

    fn parts(&mut self, class: &str, name: &str, descriptor: &str) -> (u16, u16) {
        let class = self.class(class);
        let (name, descriptor) = (self.text(name), self.text(descriptor));
        (class, self.constant(Constant::NameAndType { name, descriptor }))
    }

    pub fn field(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        let (class, name_and_type) = self.parts(class, name, descriptor);
        self.constant(Constant::Field { class, name_and_type })
    }

    pub fn method(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        let (class, name_and_type) = self.parts(class, name, descriptor);
        self.constant(Constant::Method { class, name_and_type })
    }

    /// Appends an instruction.
    pub fn op(&mut self, bytes: &[u8]) -> &mut Self {
        self.code.extend(bytes);
        self
    }

    /// Appends an instruction whose operand is an index of two bytes.
    pub fn op_index(&mut self, number: u8, index: u16) -> &mut Self {
        self.code.push(number);
        self.code.extend(index.to_be_bytes());
        self
    }

    pub fn build(self) -> ClassFile {
        let code = Code {
            max_stack: self.max_stack,
            max_locals: self.max_locals,
            bytes: self.code.into(),
            handlers: self.handlers,
            lines: Vec::new(),
            variables: Vec::new(),
            stack_map: self.stack_map.map(Into::into),
        };
        let method = Method {
            access: self.access,
            name: self.name.into(),
            descriptor: self.descriptor.into(),
            signature: None,
            code: Some(code),
            exceptions: Vec::new(),
            annotations: Annotations::default(),
            parameters: None,
        };
        let name: Text = "test/Subject".into();
        ClassFile {
            minor: 0,
            major: self.major,
            pool: ConstantPool(self.pool),
            access: access::PUBLIC | access::SUPER,
            name,
            superclass: Some(self.superclass.into()),
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: vec![method],
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
        }
    }
}
