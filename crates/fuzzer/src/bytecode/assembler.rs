//! Class files as bytes (JVMS 4), as far as generated programs need them: a constant pool, fields, and methods with code, handlers and
//! stack maps.

use std::collections::{BTreeMap, HashMap};

/// The constants of a class, each once.
#[derive(Default)]
pub struct Pool {
    bytes: Vec<u8>,
    count: u16,
    known: HashMap<Vec<u8>, u16>,
}

impl Pool {
    fn constant(&mut self, constant: Vec<u8>) -> u16 {
        if let Some(index) = self.known.get(&constant) {
            return *index;
        }
        let index = self.count + 1;
        // Long and double have two places.
        self.count += if matches!(constant[0], 5 | 6) { 2 } else { 1 };
        self.bytes.extend_from_slice(&constant);
        self.known.insert(constant, index);
        index
    }

    pub fn utf8(&mut self, text: &str) -> u16 {
        let mut constant = vec![1];
        constant.extend((text.len() as u16).to_be_bytes());
        constant.extend(text.as_bytes());
        self.constant(constant)
    }

    fn of(&mut self, tag: u8, first: u16) -> u16 {
        let [high, low] = first.to_be_bytes();
        self.constant(vec![tag, high, low])
    }

    fn pair(&mut self, tag: u8, first: u16, second: u16) -> u16 {
        let mut constant = vec![tag];
        constant.extend(first.to_be_bytes());
        constant.extend(second.to_be_bytes());
        self.constant(constant)
    }

    pub fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.of(7, name)
    }

    pub fn string(&mut self, text: &str) -> u16 {
        let text = self.utf8(text);
        self.of(8, text)
    }

    pub fn int(&mut self, value: i32) -> u16 {
        self.constant([&[3_u8][..], &value.to_be_bytes()].concat())
    }

    pub fn float(&mut self, value: f32) -> u16 {
        self.constant([&[4_u8][..], &value.to_be_bytes()].concat())
    }

    pub fn long(&mut self, value: i64) -> u16 {
        self.constant([&[5_u8][..], &value.to_be_bytes()].concat())
    }

    pub fn double(&mut self, value: f64) -> u16 {
        self.constant([&[6_u8][..], &value.to_be_bytes()].concat())
    }

    /// A field (9), a method (10) or a method of an interface (11).
    pub fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let (class, both) = (self.class(class), self.pair(12, name, descriptor));
        self.pair(tag, class, both)
    }
}

/// What a verifier knows of a local variable (JVMS 4.10.1.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    Int,
    Float,
    Long,
    Double,
    Object(String),
}

#[derive(Clone, Copy, Debug)]
pub struct Label(usize);

/// The code of a method. All its jumps go to places where the stack is empty, or has a caught exception, and where locals have the
/// types they always have: so that maps of the stack are easily told.
#[derive(Clone, Default)]
pub struct Code {
    pub bytes: Vec<u8>,
    pub locals: Vec<Known>,
    depth: i32,
    depth_max: i32,
    labels: Vec<Option<u16>>,
    jumps: Vec<(usize, usize, Label, bool)>,
    handlers: Vec<(Label, Label, Label, u16)>,
    maps: BTreeMap<u16, Option<String>>,
    /// Beside those with types: return addresses of subroutines.
    pub locals_extra: u16,
}

impl Code {
    /// An instruction, with its operands and what it does to the stack's depth.
    pub fn op(&mut self, bytes: &[u8], effect: i32) {
        self.bytes.extend_from_slice(bytes);
        self.grow(effect);
    }

    pub fn grow(&mut self, effect: i32) {
        self.depth += effect;
        assert!(self.depth >= 0, "the stack has what is taken from it");
        self.depth_max = self.depth_max.max(self.depth);
    }

    /// An instruction with an index of two bytes.
    pub fn indexed(&mut self, opcode: u8, index: u16, effect: i32) {
        let [high, low] = index.to_be_bytes();
        self.op(&[opcode, high, low], effect);
    }

    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    pub fn place(&mut self, label: Label) {
        self.mark(label);
        self.maps.insert(self.bytes.len() as u16, None);
    }

    /// A place that nobody jumps to.
    pub fn mark(&mut self, label: Label) {
        self.labels[label.0] = Some(self.bytes.len() as u16);
    }

    /// Where exceptions of a class are caught: one is on the stack.
    pub fn catch(&mut self, label: Label, class: &str) {
        self.mark(label);
        self.maps.insert(self.bytes.len() as u16, Some(class.to_owned()));
        self.grow(1);
    }

    pub fn jump(&mut self, opcode: u8, to: Label, effect: i32) {
        let start = self.bytes.len();
        self.jumps.push((start + 1, start, to, false));
        self.op(&[opcode, 0, 0], effect);
    }

    pub fn handler(&mut self, from: Label, to: Label, target: Label, class: u16) {
        self.handlers.push((from, to, target, class));
    }

    /// A table of jumps: `tableswitch` if there are no keys.
    pub fn switch(&mut self, low: i32, keys: Option<&[i32]>, cases: &[Label], default: Label) {
        let start = self.bytes.len();
        self.op(&[if keys.is_some() { 0xab } else { 0xaa }], -1);
        while !self.bytes.len().is_multiple_of(4) {
            self.bytes.push(0);
        }
        let far = |code: &mut Code, to: Label| {
            code.jumps.push((code.bytes.len(), start, to, true));
            code.bytes.extend([0; 4]);
        };
        far(self, default);
        match keys {
            None => {
                self.bytes.extend(low.to_be_bytes());
                self.bytes.extend((low + cases.len() as i32 - 1).to_be_bytes());
                cases.iter().for_each(|case| far(self, *case));
            }
            Some(keys) => {
                self.bytes.extend((keys.len() as u32).to_be_bytes());
                for (key, case) in keys.iter().zip(cases) {
                    self.bytes.extend(key.to_be_bytes());
                    far(self, *case);
                }
            }
        }
    }

    /// The attribute `Code`, with stack maps if they are wanted.
    fn attribute(mut self, pool: &mut Pool, has_maps: bool) -> Vec<u8> {
        for (at, start, label, is_far) in std::mem::take(&mut self.jumps) {
            let target = self.labels[label.0].expect("every label is placed");
            let offset = i32::from(target) - start as i32;
            if is_far {
                self.bytes[at..at + 4].copy_from_slice(&offset.to_be_bytes());
            } else {
                self.bytes[at..at + 2].copy_from_slice(&(offset as i16).to_be_bytes());
            }
        }
        let slots: u16 =
            self.locals.iter().map(|known| 1 + u16::from(matches!(known, Known::Long | Known::Double))).sum();
        let mut inside = Vec::new();
        inside.extend((self.depth_max as u16).to_be_bytes());
        inside.extend((slots + self.locals_extra).to_be_bytes());
        inside.extend((self.bytes.len() as u32).to_be_bytes());
        inside.extend(&self.bytes);
        inside.extend((self.handlers.len() as u16).to_be_bytes());
        for (from, to, target, class) in &self.handlers {
            for label in [from, to, target] {
                inside.extend(self.labels[label.0].expect("every label is placed").to_be_bytes());
            }
            inside.extend(class.to_be_bytes());
        }
        let maps = if has_maps { self.stack_maps(pool) } else { Vec::new() };
        inside.extend(u16::from(!maps.is_empty()).to_be_bytes());
        inside.extend(maps);
        attribute(pool, "Code", &inside)
    }

    fn stack_maps(&self, pool: &mut Pool) -> Vec<u8> {
        if self.maps.is_empty() {
            return Vec::new();
        }
        let known = |pool: &mut Pool, known: &Known| match known {
            Known::Int => vec![1],
            Known::Float => vec![2],
            Known::Double => vec![3],
            Known::Long => vec![4],
            Known::Object(class) => [&[7_u8][..], &pool.class(class).to_be_bytes()].concat(),
        };
        let mut inside = (self.maps.len() as u16).to_be_bytes().to_vec();
        let mut last = None;
        for (at, caught) in &self.maps {
            let delta = last.map_or(*at, |last: u16| at - last - 1);
            last = Some(*at);
            inside.push(255);
            inside.extend(delta.to_be_bytes());
            inside.extend((self.locals.len() as u16).to_be_bytes());
            for local in &self.locals {
                inside.extend(known(pool, local));
            }
            inside.extend(u16::from(caught.is_some()).to_be_bytes());
            if let Some(class) = caught {
                inside.extend(known(pool, &Known::Object(class.clone())));
            }
        }
        attribute(pool, "StackMapTable", &inside)
    }
}

fn attribute(pool: &mut Pool, name: &str, inside: &[u8]) -> Vec<u8> {
    let mut bytes = pool.utf8(name).to_be_bytes().to_vec();
    bytes.extend((inside.len() as u32).to_be_bytes());
    bytes.extend(inside);
    bytes
}

/// A class that is being written.
pub struct ClassWriter {
    pub pool: Pool,
    major: u16,
    access: u16,
    name: String,
    superclass: String,
    interfaces: Vec<String>,
    fields: Vec<Vec<u8>>,
    methods: Vec<Vec<u8>>,
}

impl ClassWriter {
    pub fn new(major: u16, access: u16, name: &str, superclass: &str, interfaces: Vec<String>) -> ClassWriter {
        let (name, superclass) = (name.to_owned(), superclass.to_owned());
        let (pool, fields, methods) = (Pool::default(), Vec::new(), Vec::new());
        ClassWriter { pool, major, access, name, superclass, interfaces, fields, methods }
    }

    pub fn field(&mut self, access: u16, name: &str, descriptor: &str) {
        let mut field = self.member(access, name, descriptor);
        field.extend([0, 0]);
        self.fields.push(field);
    }

    pub fn method(&mut self, access: u16, name: &str, descriptor: &str, code: Option<Code>) {
        let mut method = self.member(access, name, descriptor);
        method.extend(u16::from(code.is_some()).to_be_bytes());
        if let Some(code) = code {
            method.extend(code.attribute(&mut self.pool, self.major >= 50));
        }
        self.methods.push(method);
    }

    fn member(&mut self, access: u16, name: &str, descriptor: &str) -> Vec<u8> {
        let (name, descriptor) = (self.pool.utf8(name), self.pool.utf8(descriptor));
        [access, name, descriptor].iter().flat_map(|word| word.to_be_bytes()).collect()
    }

    pub fn finish(mut self) -> Vec<u8> {
        let (name, superclass) = (self.pool.class(&self.name), self.pool.class(&self.superclass));
        let interfaces: Vec<u16> = self.interfaces.iter().map(|interface| self.pool.class(interface)).collect();
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0];
        bytes.extend(self.major.to_be_bytes());
        bytes.extend((self.pool.count + 1).to_be_bytes());
        bytes.extend(&self.pool.bytes);
        for word in [self.access, name, superclass, interfaces.len() as u16].into_iter().chain(interfaces) {
            bytes.extend(word.to_be_bytes());
        }
        for members in [&self.fields, &self.methods] {
            bytes.extend((members.len() as u16).to_be_bytes());
            members.iter().for_each(|member| bytes.extend(member));
        }
        bytes.extend([0, 0]);
        bytes
    }
}
