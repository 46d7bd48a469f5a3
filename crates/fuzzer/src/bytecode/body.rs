//! The body of one method: typed statements, written as they are drawn. Their values are made in `values`.

use std::collections::HashSet;

use space::Rng;

use super::assembler::{Code, Known, Pool};
use super::values::INTS;
use super::{Type, World, any_type};

pub struct Body<'a> {
    pub(super) rng: &'a mut Rng,
    pub(super) world: &'a World,
    pub(super) pool: &'a mut Pool,
    without: &'a HashSet<u32>,
    /// The number of the next statement, over the whole program.
    next: &'a mut u32,
    pub(super) code: Code,
    pub(super) variables: Vec<(u16, Type)>,
    slots: u16,
    /// The first method that may be called; none may be if it is `METHODS`, and nothing made beyond that.
    pub(super) calls: usize,
    /// The version has `jsr` and `ret`.
    pub has_subroutines: bool,
    depth_of_loops: usize,
}

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

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
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

    pub(super) fn load(&mut self, slot: u16, kind: &Type) {
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
    pub(super) fn field(&mut self, wanted: Option<&Type>) -> Option<(String, String, Type, bool)> {
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
    pub(super) fn index(&mut self) {
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

    pub(super) fn reference(&mut self) -> Type {
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
}
