//! The body of one method: typed statements and expressions, written as they are drawn.

use std::collections::HashSet;

use space::Rng;

use super::assembler::{Code, Known, Pool};
use super::{METHODS, Type, World, any_type};

pub struct Body<'a> {
    rng: &'a mut Rng,
    world: &'a World,
    pool: &'a mut Pool,
    without: &'a HashSet<u32>,
    /// The number of the next statement, over the whole program.
    next: &'a mut u32,
    code: Code,
    variables: Vec<(u16, Type)>,
    slots: u16,
    /// The first method that may be called; none may be if it is `METHODS`, and nothing made beyond that.
    calls: usize,
    /// The version has `jsr` and `ret`.
    pub has_subroutines: bool,
    depth_of_loops: usize,
}

const INTS: [i32; 14] = [0, 1, -1, 2, 5, 7, -128, 127, 32_767, 65_535, 65_536, i32::MAX, i32::MIN, 0x5555_5555];
const LONGS: [i64; 10] = [0, 1, -1, 3, 63, -64, 0xffff_ffff, i64::MAX, i64::MIN, 1_234_567_890_123];
const FLOATS: [f32; 9] = [0.0, -0.0, 1.0, 2.0, -1.5, f32::NAN, f32::INFINITY, 1e-45, 3.4e38];
const DOUBLES: [f64; 9] = [0.0, -0.0, 1.0, 2.0, -2.5, f64::NAN, f64::NEG_INFINITY, 4.9e-324, 1e300];

impl<'a> Body<'a> {
    pub fn new(
        rng: &'a mut Rng,
        world: &'a World,
        pool: &'a mut Pool,
        without: &'a HashSet<u32>,
        next: &'a mut u32,
    ) -> Body<'a> {
        let (code, variables) = (Code::default(), Vec::new());
        Body {
            rng,
            world,
            pool,
            without,
            next,
            code,
            variables,
            slots: 0,
            calls: 0,
            has_subroutines: false,
            depth_of_loops: 0,
        }
    }

    /// What a constructor begins with.
    pub fn make(&mut self, superclass: &str) {
        self.code.op(&[0x2a], 1);
        let constructor = self.pool.member(10, superclass, "<init>", "()V");
        self.code.indexed(0xb7, constructor, -1);
    }

    /// Parameters, variables with their first values, and the price of a call.
    pub fn begin(&mut self, this: Option<&str>, parameters: &[Type], calls: usize) {
        self.calls = calls;
        for kind in this.map(|name| Type::Object(name.to_owned())).iter().chain(parameters) {
            self.variable(kind.clone());
        }
        let tick = self.pool.member(10, "Driver", "tick", "()V");
        self.code.indexed(0xb8, tick, 0);
        let names: Vec<String> = self.world.classes.iter().map(|class| class.name.clone()).collect();
        let mut own = vec![Type::Primitive('I'), Type::Primitive('J'), Type::Primitive('F'), Type::Primitive('D')];
        own.push(Type::Array(1 + self.rng.below(2), ['B', 'C', 'S', 'I', 'J', 'F', 'D', 'Z'][self.rng.below(8)]));
        own.extend((0..1 + self.rng.below(2)).map(|_| any_type(self.rng, &names)));
        for kind in own {
            self.constant(&kind);
            let slot = self.variable(kind.clone());
            self.store(slot, &kind);
        }
    }

    fn variable(&mut self, kind: Type) -> u16 {
        let slot = self.slots;
        self.slots += kind.slots();
        self.code.locals.push(kind.known());
        self.variables.push((slot, kind));
        slot
    }

    /// Returns something of this type.
    pub fn finish(mut self, result: &Type) -> Code {
        match result {
            Type::Void => self.code.op(&[0xb1], 0),
            kind => {
                self.expression(kind, 1);
                let opcode = match kind.known() {
                    Known::Int => 0xac,
                    Known::Long => 0xad,
                    Known::Float => 0xae,
                    Known::Double => 0xaf,
                    Known::Object(_) => 0xb0,
                };
                self.code.op(&[opcode], -i32::from(kind.slots()));
            }
        }
        self.code
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.rng.below(from.len())]
    }

    fn any(&mut self) -> Type {
        let names: Vec<String> = self.world.classes.iter().map(|class| class.name.clone()).collect();
        any_type(self.rng, &names)
    }

    /// Draws a statement, and forgets it if it is to be left out.
    fn numbered(&mut self, draw: impl FnOnce(&mut Self)) {
        let number = *self.next;
        *self.next += 1;
        let before = self.without.contains(&number).then(|| (self.code.clone(), self.slots, self.variables.len()));
        draw(self);
        if let Some((code, slots, variables)) = before {
            self.code = code;
            self.slots = slots;
            self.variables.truncate(variables);
        }
    }

    pub fn statement(&mut self, depth: usize) {
        self.numbered(|body| body.draw(depth));
    }

    /// A statement whose exceptions are told.
    pub fn guarded(&mut self) {
        self.numbered(|body| body.attempt(2, true));
    }

    pub fn simple(&mut self) {
        self.numbered(|body| body.draw(0));
    }

    fn draw(&mut self, depth: usize) {
        let choices = if depth == 0 { 8 } else { 15 };
        match self.rng.below(choices) {
            0 | 1 => {
                let kind = self.any();
                self.expression(&kind, 2);
                self.tell(&kind);
            }
            2 | 3 => {
                let (slot, kind) = self.drawn_variable();
                self.expression(&kind, 2);
                self.store(slot, &kind);
            }
            4 => {
                let ints: Vec<u16> = self
                    .variables
                    .iter()
                    .filter(|(_, kind)| *kind == Type::Primitive('I'))
                    .map(|(slot, _)| *slot)
                    .collect();
                let (slot, by) = (self.pick(&ints) as u8, self.rng.below(256) as u8);
                if self.rng.below(2) == 0 {
                    self.code.op(&[0x84, slot, by], 0);
                } else {
                    self.code.op(&[0xc4, 0x84, 0, slot, by, 7], 0);
                }
            }
            5 => self.put(),
            6 => self.put_element(),
            7 => self.shuffle(),
            8 => self.branch(depth),
            9 => self.repeat(depth),
            10 => self.switch(depth),
            11 => self.attempt(depth, false),
            12 => self.throw(),
            13 => self.hold(depth),
            _ => {
                if self.has_subroutines {
                    self.subroutine();
                } else {
                    self.branch(depth);
                }
            }
        }
    }

    /// Takes what is on the stack and tells it.
    fn tell(&mut self, kind: &Type) {
        let descriptor = match kind {
            Type::Primitive(letter) => letter.to_string(),
            _ => "Ljava/lang/Object;".to_owned(),
        };
        let method = self.pool.member(10, "Driver", "p", &format!("({descriptor})V"));
        self.code.indexed(0xb8, method, -i32::from(kind.slots()));
    }

    fn drawn_variable(&mut self) -> (u16, Type) {
        let at = self.rng.below(self.variables.len());
        // What `this` is, it stays.
        self.variables[at.max(usize::from(self.variables.len() > 1))].clone()
    }

    fn store(&mut self, slot: u16, kind: &Type) {
        let opcode = match kind.known() {
            Known::Int => 0x36,
            Known::Long => 0x37,
            Known::Float => 0x38,
            Known::Double => 0x39,
            Known::Object(_) => 0x3a,
        };
        self.code.op(&[opcode, slot as u8], -i32::from(kind.slots()));
    }

    fn load(&mut self, slot: u16, kind: &Type) {
        let opcode = match kind.known() {
            Known::Int => 0x15,
            Known::Long => 0x16,
            Known::Float => 0x17,
            Known::Double => 0x18,
            Known::Object(_) => 0x19,
        };
        if self.rng.below(8) == 0 {
            self.code.op(&[0xc4, opcode, 0, slot as u8], i32::from(kind.slots()));
        } else {
            self.code.op(&[opcode, slot as u8], i32::from(kind.slots()));
        }
    }

    /// A field that can be found from one of the classes: its owner as written, its name, type and kind.
    fn field(&mut self, wanted: Option<&Type>) -> Option<(String, String, Type, bool)> {
        let mut found = Vec::new();
        for (at, class) in self.world.classes.iter().enumerate() {
            let mut hidden = HashSet::new();
            for above in self.world.line(at) {
                for field in &above.fields {
                    // The same name with another type is another field, but two of both are one that hides the other.
                    if hidden.insert((field.name.clone(), field.kind.descriptor()))
                        && wanted.is_none_or(|kind| *kind == field.kind)
                    {
                        found.push((class.name.clone(), field.name.clone(), field.kind.clone(), field.is_static));
                    }
                }
            }
        }
        (!found.is_empty()).then(|| found.swap_remove(self.rng.below(found.len())))
    }

    fn put(&mut self) {
        let Some((owner, name, kind, is_static)) = self.field(None) else { return };
        let place = self.pool.member(9, &owner, &name, &kind.descriptor());
        if is_static {
            self.expression(&kind, 2);
            self.code.indexed(0xb3, place, -i32::from(kind.slots()));
        } else {
            self.expression(&Type::Object(owner), 1);
            self.expression(&kind, 2);
            self.code.indexed(0xb5, place, -1 - i32::from(kind.slots()));
        }
    }

    fn put_element(&mut self) {
        let letter = self.pick(&['Z', 'B', 'C', 'S', 'I', 'J', 'F', 'D']);
        let kind = Type::Primitive(letter);
        self.expression(&Type::Array(1, letter), 1);
        self.index();
        self.expression(&kind, 1);
        let opcode = match letter {
            'Z' | 'B' => 0x54,
            'C' => 0x55,
            'S' => 0x56,
            'I' => 0x4f,
            'J' => 0x50,
            'F' => 0x51,
            _ => 0x52,
        };
        self.code.op(&[opcode], -2 - i32::from(kind.slots()));
    }

    /// A small number, mostly within arrays.
    fn index(&mut self) {
        if self.rng.below(5) == 0 {
            self.expression(&Type::Primitive('I'), 1);
        } else {
            let index = self.rng.below(4) as u8;
            self.code.op(&[0x03 + index], 1);
        }
    }

    /// Values on the stack that change places before they are told.
    fn shuffle(&mut self) {
        let int = Type::Primitive('I');
        let wide = Type::Primitive(self.pick(&['J', 'D']));
        let push = |body: &mut Self, kinds: &[&Type]| kinds.iter().for_each(|kind| body.expression(kind, 1));
        let told = |body: &mut Self, kinds: &[&Type]| kinds.iter().for_each(|kind| body.tell(kind));
        match self.rng.below(9) {
            0 => {
                push(self, &[&int, &int]);
                self.code.op(&[0x5f], 0);
                told(self, &[&int, &int]);
            }
            1 => {
                push(self, &[&int, &int]);
                self.code.op(&[0x5a], 1);
                told(self, &[&int, &int, &int]);
            }
            2 => {
                push(self, &[&wide, &int]);
                self.code.op(&[0x5b], 1);
                told(self, &[&int, &wide, &int]);
            }
            3 => {
                push(self, &[&int, &int, &int]);
                self.code.op(&[0x5b], 1);
                told(self, &[&int, &int, &int, &int]);
            }
            4 => {
                push(self, &[&int, &wide]);
                self.code.op(&[0x5d], 2);
                told(self, &[&wide, &int, &wide]);
            }
            5 => {
                push(self, &[&wide, &wide]);
                self.code.op(&[0x5e], 2);
                told(self, &[&wide, &wide, &wide]);
            }
            6 => {
                push(self, &[&wide, &int, &int]);
                self.code.op(&[0x5e], 2);
                told(self, &[&int, &int, &wide, &int, &int]);
            }
            7 => {
                push(self, &[&int, &int]);
                self.code.op(&[0x5c], 2);
                told(self, &[&int, &int]);
                self.code.op(&[0x58], -2);
            }
            _ => {
                push(self, &[&int, &int, &int, &int]);
                self.code.op(&[0x5e], 2);
                told(self, &[&int, &int, &int, &int, &int, &int]);
            }
        }
    }

    /// Jumps if something is so.
    fn condition(&mut self, to: super::assembler::Label) {
        match self.rng.below(4) {
            0 => {
                self.expression(&Type::Primitive('I'), 2);
                let opcode = 0x99 + self.rng.below(6) as u8;
                self.code.jump(opcode, to, -1);
            }
            1 => {
                self.expression(&Type::Primitive('I'), 1);
                self.expression(&Type::Primitive('I'), 1);
                let opcode = 0x9f + self.rng.below(6) as u8;
                self.code.jump(opcode, to, -2);
            }
            2 => {
                let kind = self.reference();
                self.expression(&kind, 1);
                let opcode = self.pick(&[0xc6, 0xc7]);
                self.code.jump(opcode, to, -1);
            }
            _ => {
                let (one, other) = (self.reference(), self.reference());
                self.expression(&one, 1);
                self.expression(&other, 1);
                let opcode = self.pick(&[0xa5, 0xa6]);
                self.code.jump(opcode, to, -2);
            }
        }
    }

    fn reference(&mut self) -> Type {
        match self.rng.below(4) {
            0 => Type::Object("java/lang/Object".to_owned()),
            1 => Type::Object("java/lang/String".to_owned()),
            _ => Type::Object(self.world.classes[self.rng.below(self.world.classes.len())].name.clone()),
        }
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..1 + self.rng.below(2) {
            self.statement(depth - 1);
        }
    }

    fn branch(&mut self, depth: usize) {
        let (otherwise, end) = (self.code.label(), self.code.label());
        self.condition(otherwise);
        self.block(depth);
        self.code.jump(0xa7, end, 0);
        self.code.place(otherwise);
        if self.rng.below(2) == 0 {
            self.block(depth);
        }
        // Two places must not be one: there would be two maps.
        self.code.op(&[0], 0);
        self.code.place(end);
    }

    fn repeat(&mut self, depth: usize) {
        if self.depth_of_loops == 2 {
            return self.branch(depth);
        }
        let rounds = 1 + self.rng.below(4) as u8;
        let counter = Type::Primitive('I');
        // What is not there from the beginning is no part of the maps: the variable is one of the others.
        let ints: Vec<u16> =
            self.variables.iter().filter(|(_, kind)| *kind == counter).map(|(slot, _)| *slot).collect();
        let tick = self.pool.member(10, "Driver", "tick", "()V");
        let slot = self.pick(&ints) as u8;
        let (top, end) = (self.code.label(), self.code.label());
        self.code.op(&[0x03 + rounds], 1);
        self.code.op(&[0x36, slot], -1);
        self.code.place(top);
        self.code.indexed(0xb8, tick, 0);
        self.code.op(&[0x15, slot], 1);
        self.code.jump(0x9e, end, -1);
        self.code.op(&[0x84, slot, 0xff], 0);
        self.depth_of_loops += 1;
        self.block(depth);
        self.depth_of_loops -= 1;
        self.code.jump(0xa7, top, 0);
        self.code.place(end);
    }

    fn switch(&mut self, depth: usize) {
        let (default, end) = (self.code.label(), self.code.label());
        let cases: Vec<_> = (0..1 + self.rng.below(4)).map(|_| self.code.label()).collect();
        self.expression(&Type::Primitive('I'), 1);
        if self.rng.below(2) == 0 {
            let low = self.pick(&[0, -1, i32::MAX - 8, i32::MIN, 65_534]);
            self.code.switch(low, None, &cases, default);
        } else {
            let mut keys: Vec<i32> = INTS.to_vec();
            keys.sort_unstable();
            let from = self.rng.below(keys.len() - cases.len());
            self.code.switch(0, Some(&keys[from..from + cases.len()]), &cases, default);
        }
        for case in cases {
            self.code.place(case);
            self.block(depth);
            // Some fall through.
            if self.rng.below(3) > 0 {
                self.code.jump(0xa7, end, 0);
            } else {
                self.code.op(&[0], 0);
            }
        }
        self.code.place(default);
        self.code.op(&[0], 0);
        self.code.place(end);
    }

    fn attempt(&mut self, depth: usize, catches_all: bool) {
        let class = if catches_all {
            "java/lang/Throwable"
        } else {
            self.pick(&[
                "java/lang/Throwable",
                "java/lang/RuntimeException",
                "java/lang/ArithmeticException",
                "java/lang/NullPointerException",
                "java/lang/IndexOutOfBoundsException",
                "java/lang/ClassCastException",
                "java/lang/Error",
            ])
        };
        let (from, to, target, end) = (self.code.label(), self.code.label(), self.code.label(), self.code.label());
        self.code.op(&[0], 0);
        self.code.mark(from);
        self.code.op(&[0], 0);
        self.block(depth.max(1));
        self.code.mark(to);
        self.code.jump(0xa7, end, 0);
        self.code.catch(target, class);
        self.tell(&Type::Object(class.to_owned()));
        if !catches_all && self.rng.below(2) == 0 {
            self.block(depth.max(1));
        }
        self.code.op(&[0], 0);
        self.code.place(end);
        let index = if class == "java/lang/Throwable" && self.rng.below(2) == 0 { 0 } else { self.pool.class(class) };
        self.code.handler(from, to, target, index);
    }

    fn throw(&mut self) {
        let after = self.code.label();
        self.condition(after);
        let class = self.pick(&[
            "java/lang/IllegalStateException",
            "java/lang/ArithmeticException",
            "java/lang/Error",
            "java/lang/NullPointerException",
        ]);
        if self.rng.below(4) == 0 {
            self.code.op(&[0x01], 1);
        } else {
            let (index, constructor) = (self.pool.class(class), self.pool.member(10, class, "<init>", "()V"));
            self.code.indexed(0xbb, index, 1);
            self.code.op(&[0x59], 1);
            self.code.indexed(0xb7, constructor, -1);
        }
        self.code.op(&[0xbf], -1);
        self.code.place(after);
    }

    /// Holds a monitor, which is released whatever happens.
    fn hold(&mut self, depth: usize) {
        // Whatever the block does to variables, a class is the same object.
        let class = self.pool.class(&self.world.classes[0].name);
        let (from, to, target, end) = (self.code.label(), self.code.label(), self.code.label(), self.code.label());
        self.code.indexed(0x13, class, 1);
        self.code.op(&[0xc2], -1);
        self.code.mark(from);
        self.code.op(&[0], 0);
        self.block(depth);
        self.code.indexed(0x13, class, 1);
        self.code.op(&[0xc3], -1);
        self.code.mark(to);
        self.code.jump(0xa7, end, 0);
        self.code.catch(target, "java/lang/Throwable");
        self.code.indexed(0x13, class, 1);
        self.code.op(&[0xc3], -1);
        self.code.op(&[0xbf], -1);
        self.code.place(end);
        self.code.handler(from, to, target, 0);
    }

    /// `jsr` and `ret`, which compilers have not written for long.
    fn subroutine(&mut self) {
        let (inside, end) = (self.code.label(), self.code.label());
        let address = (self.slots + self.code.locals_extra) as u8;
        self.code.locals_extra += 1;
        self.code.jump(0xa8, inside, 0);
        if self.rng.below(2) == 0 {
            self.code.jump(0xa8, inside, 0);
        }
        self.code.jump(0xa7, end, 0);
        self.code.mark(inside);
        self.code.grow(1);
        self.code.op(&[0x3a, address], -1);
        self.simple();
        self.code.op(&[0xa9, address], 0);
        self.code.mark(end);
    }

    fn constant(&mut self, kind: &Type) {
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
    fn expression(&mut self, kind: &Type, depth: usize) {
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
