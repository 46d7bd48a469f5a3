//! The values of a body: constants, variables, fields, calls and what is computed from them, each left on the stack.

use super::body::Body;
use super::{METHODS, Type};

pub const INTS: [i32; 14] = [0, 1, -1, 2, 5, 7, -128, 127, 32_767, 65_535, 65_536, i32::MAX, i32::MIN, 0x5555_5555];
const LONGS: [i64; 10] = [0, 1, -1, 3, 63, -64, 0xffff_ffff, i64::MAX, i64::MIN, 1_234_567_890_123];
const FLOATS: [f32; 9] = [0.0, -0.0, 1.0, 2.0, -1.5, f32::NAN, f32::INFINITY, 1e-45, 3.4e38];
const DOUBLES: [f64; 9] = [0.0, -0.0, 1.0, 2.0, -2.5, f64::NAN, f64::NEG_INFINITY, 4.9e-324, 1e300];

impl Body<'_> {
    pub(super) fn constant(&mut self, kind: &Type) {
        match kind {
            Type::Primitive('J') => {
                let value = self.pick(&LONGS);
                let index = self.pool.long(value);
                self.code.indexed(0x14, index, 2);
            }
            Type::Primitive('F') => {
                let value = self.pick(&FLOATS);
                let index = self.pool.float(value);
                self.code.indexed(0x13, index, 1);
            }
            Type::Primitive('D') => {
                let value = self.pick(&DOUBLES);
                let index = self.pool.double(value);
                self.code.indexed(0x14, index, 2);
            }
            Type::Primitive(letter) => {
                let value = self.pick(&INTS);
                let value = match letter {
                    'Z' => value & 1,
                    'B' => i32::from(value as i8),
                    'S' => i32::from(value as i16),
                    'C' => i32::from(value as u16),
                    _ => value,
                };
                self.int(value);
            }
            Type::Object(name) if name == "java/lang/String" => {
                let text = self.pick(&["", "a", "hazard", "12"]);
                let index = self.pool.string(text);
                self.code.indexed(0x13, index, 1);
            }
            Type::Array(1, letter) => {
                let length = self.rng.below(5) as u8;
                let code = "ZCFDBSIJ".find(*letter).expect("a type of elements") as u8 + 4;
                self.code.op(&[0x03 + length], 1);
                self.code.op(&[0xbc, code], 0);
            }
            Type::Array(rank, _) => {
                let index = self.pool.class(&kind.descriptor());
                for _ in 0..*rank {
                    let length = self.rng.below(4) as u8;
                    self.code.op(&[0x03 + length], 1);
                }
                let [high, low] = index.to_be_bytes();
                self.code.op(&[0xc5, high, low, *rank as u8], 1 - *rank as i32);
            }
            _ => self.code.op(&[0x01], 1),
        }
    }

    fn int(&mut self, value: i32) {
        match value {
            -1..=5 => self.code.op(&[(value + 3) as u8], 1),
            -128..=127 => self.code.op(&[0x10, value as u8], 1),
            -32_768..=32_767 => self.code.indexed(0x11, value as u16, 1),
            _ => {
                let index = self.pool.int(value);
                self.code.indexed(0x13, index, 1);
            }
        }
    }

    /// Leaves something of this type on the stack.
    pub(super) fn expression(&mut self, kind: &Type, depth: usize) {
        if depth > 0 {
            let done = match self.rng.below(8) {
                0 => self.call(kind, depth - 1),
                1 => self.get(kind, depth - 1),
                2 | 3 => self.load_any(kind),
                _ => self.compute(kind, depth - 1),
            };
            if done {
                return;
            }
        }
        if self.rng.below(2) == 0 || !self.load_any(kind) {
            self.constant(kind);
        }
    }

    fn load_any(&mut self, kind: &Type) -> bool {
        let fitting: Vec<u16> =
            self.variables.iter().filter(|(_, known)| known == kind).map(|(slot, _)| *slot).collect();
        if fitting.is_empty() {
            return false;
        }
        let slot = self.pick(&fitting);
        self.load(slot, kind);
        true
    }

    fn get(&mut self, kind: &Type, depth: usize) -> bool {
        let Some((owner, name, kind, is_static)) = self.field(Some(kind)) else { return false };
        let place = self.pool.member(9, &owner, &name, &kind.descriptor());
        if is_static {
            self.code.indexed(0xb2, place, i32::from(kind.slots()));
        } else {
            self.expression(&Type::Object(owner), depth);
            self.code.indexed(0xb4, place, i32::from(kind.slots()) - 1);
        }
        true
    }

    /// Calls something with such a result, of those that may be called.
    fn call(&mut self, kind: &Type, depth: usize) -> bool {
        let is_static = self.rng.below(3) == 0;
        let signatures = if is_static { &self.world.statics } else { &self.world.virtuals };
        let fitting: Vec<usize> =
            (self.calls.min(METHODS)..METHODS).filter(|method| signatures[*method].result == *kind).collect();
        if fitting.is_empty() {
            return false;
        }
        let method = self.pick(&fitting);
        let signature = signatures[method].clone();
        let descriptor = signature.descriptor();
        let size: i32 = signature.parameters.iter().map(|kind| i32::from(kind.slots())).sum();
        let result = i32::from(kind.slots());
        let class = self.rng.below(self.world.classes.len());
        let owner = self.world.classes[class].name.clone();
        let interfaces = &self.world.interfaces;
        let by_interface = !is_static && !interfaces.is_empty() && self.rng.below(3) == 0;
        let interface = by_interface.then(|| interfaces[self.rng.below(interfaces.len())].name.clone());
        if !is_static {
            self.expression(&Type::Object(owner.clone()), depth.max(1));
        }
        for parameter in &signature.parameters {
            self.expression(parameter, depth);
        }
        match interface {
            _ if is_static => {
                let index = self.pool.member(10, &owner, &format!("s{method}"), &descriptor);
                self.code.indexed(0xb8, index, result - size);
            }
            Some(interface) => {
                let index = self.pool.member(11, &interface, &format!("m{method}"), &descriptor);
                let [high, low] = index.to_be_bytes();
                self.code.op(&[0xb9, high, low, 1 + size as u8, 0], result - size - 1);
            }
            None => {
                let index = self.pool.member(10, &owner, &format!("m{method}"), &descriptor);
                self.code.indexed(0xb6, index, result - size - 1);
            }
        }
        true
    }

    fn compute(&mut self, kind: &Type, depth: usize) -> bool {
        let primitive = |letter: char| Type::Primitive(letter);
        match kind {
            Type::Primitive('J') => match self.rng.below(5) {
                0 | 1 => {
                    self.expression(kind, depth);
                    self.expression(kind, depth);
                    let opcode = self.pick(&[0x61, 0x65, 0x69, 0x6d, 0x71, 0x7f, 0x81, 0x83]);
                    self.code.op(&[opcode], -2);
                }
                2 => {
                    self.expression(kind, depth);
                    self.expression(&primitive('I'), depth);
                    let opcode = self.pick(&[0x79, 0x7b, 0x7d]);
                    self.code.op(&[opcode], -1);
                }
                3 => {
                    self.expression(kind, depth);
                    self.code.op(&[0x75], 0);
                }
                _ => {
                    let (from, opcode, effect) = self.pick(&[('I', 0x85, 1), ('F', 0x8c, 1), ('D', 0x8f, 0)]);
                    self.expression(&primitive(from), depth);
                    self.code.op(&[opcode], effect);
                }
            },
            Type::Primitive(letter @ ('F' | 'D')) => {
                let (offset, slots) = if *letter == 'F' { (2, 1) } else { (3, 2) };
                match self.rng.below(4) {
                    0 | 1 => {
                        self.expression(kind, depth);
                        self.expression(kind, depth);
                        let opcode = self.pick(&[0x60, 0x64, 0x68, 0x6c, 0x70]);
                        self.code.op(&[opcode + offset], -slots);
                    }
                    2 => {
                        self.expression(kind, depth);
                        self.code.op(&[0x74 + offset], 0);
                    }
                    _ if *letter == 'F' => {
                        let (from, opcode, effect) = self.pick(&[('I', 0x86, 0), ('J', 0x89, -1), ('D', 0x90, -1)]);
                        self.expression(&primitive(from), depth);
                        self.code.op(&[opcode], effect);
                    }
                    _ => {
                        let (from, opcode, effect) = self.pick(&[('I', 0x87, 1), ('J', 0x8a, 0), ('F', 0x8d, 1)]);
                        self.expression(&primitive(from), depth);
                        self.code.op(&[opcode], effect);
                    }
                }
            }
            Type::Primitive(letter) => {
                self.compute_int(*letter, depth);
            }
            Type::Object(name) if self.world.classes.iter().any(|class| class.name == *name) => {
                if self.calls > METHODS {
                    return false;
                }
                if self.rng.below(3) == 0 {
                    let class = self.pool.class(name);
                    let any = Type::Object("java/lang/Object".to_owned());
                    self.expression(&any, depth);
                    self.code.indexed(0xc0, class, 0);
                } else {
                    // It, or one below it.
                    let below: Vec<usize> = (0..self.world.classes.len())
                        .filter(|class| self.world.line(*class).any(|above| above.name == *name))
                        .collect();
                    let class = self.pick(&below);
                    let made = self.world.classes[class].name.clone();
                    let (index, constructor) = (self.pool.class(&made), self.pool.member(10, &made, "<init>", "()V"));
                    self.code.indexed(0xbb, index, 1);
                    self.code.op(&[0x59], 1);
                    self.code.indexed(0xb7, constructor, -1);
                }
            }
            Type::Object(name) if name == "java/lang/Object" => {
                let kind = match self.rng.below(3) {
                    0 => Type::Array(1, self.pick(&['I', 'J', 'B'])),
                    _ => self.reference(),
                };
                if kind == Type::Object("java/lang/Object".to_owned()) {
                    return false;
                }
                self.expression(&kind, depth);
            }
            Type::Array(1, letter) if self.rng.below(2) == 0 => {
                self.expression(&Type::Array(2, *letter), depth);
                self.index();
                self.code.op(&[0x32], -1);
            }
            _ => return false,
        }
        true
    }

    /// Something of a type that is an int on the stack.
    fn compute_int(&mut self, letter: char, depth: usize) {
        let int = Type::Primitive('I');
        match self.rng.below(9) {
            0..=2 => {
                self.expression(&int, depth);
                self.expression(&int, depth);
                let opcode = self.pick(&[0x60, 0x64, 0x68, 0x6c, 0x70, 0x78, 0x7a, 0x7c, 0x7e, 0x80, 0x82]);
                self.code.op(&[opcode], -1);
            }
            3 => {
                self.expression(&int, depth);
                let opcode = self.pick(&[0x74, 0x91, 0x92, 0x93]);
                self.code.op(&[opcode], 0);
            }
            4 => {
                let (from, opcode, effect) = self.pick(&[('J', 0x88, -1), ('F', 0x8b, 0), ('D', 0x8e, -1)]);
                self.expression(&Type::Primitive(from), depth);
                self.code.op(&[opcode], effect);
            }
            5 => {
                let (from, opcode) = self.pick(&[('J', 0x94), ('F', 0x95), ('F', 0x96), ('D', 0x97), ('D', 0x98)]);
                let kind = Type::Primitive(from);
                self.expression(&kind, depth);
                self.expression(&kind, depth);
                self.code.op(&[opcode], 1 - 2 * i32::from(kind.slots()));
            }
            6 => {
                let letter = self.pick(&['Z', 'B', 'C', 'S', 'I']);
                self.expression(&Type::Array(1, letter), depth);
                self.index();
                let opcode = match letter {
                    'Z' | 'B' => 0x33,
                    'C' => 0x34,
                    'S' => 0x35,
                    _ => 0x2e,
                };
                self.code.op(&[opcode], -1);
            }
            7 => {
                let letter = self.pick(&['J', 'B', 'D']);
                self.expression(&Type::Array(1, letter), depth);
                self.code.op(&[0xbe], 0);
            }
            _ => {
                let (of, name) = (self.reference(), self.reference());
                self.expression(&of, depth);
                let Type::Object(name) = name else { unreachable!("a reference") };
                let class = self.pool.class(&name);
                self.code.indexed(0xc1, class, 0);
            }
        }
        match letter {
            'Z' => {
                self.code.op(&[0x04], 1);
                self.code.op(&[0x7e], -1);
            }
            'B' => self.code.op(&[0x91], 0),
            'C' => self.code.op(&[0x92], 0),
            'S' => self.code.op(&[0x93], 0),
            _ => {}
        }
    }
}
