//! The access to memory that a stopped thread makes with its next instruction, read off the instruction and the operand
//! stack without running anything. Races and the words of a trace both need it.

use crate::class::{ClassKind, Kind, MethodId};
use crate::exec::symbolic::is_opaque;
use crate::heap::{ClassId, ELEMENTS, Ref, header};
use crate::instr::{Instr, Op, field_flags};
use crate::thread::Status;
use crate::vm::Vm;

/// One access to a field or an array element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The object, the array, or the holder of a class's statics.
    pub object: Ref,
    /// Byte offset in it.
    pub offset: u32,
    /// Bytes from there on.
    pub length: u32,
    pub kind: Kind,
    /// The slot that is going to be stored.
    pub stored: Option<u64>,
    /// A volatile access synchronises; it never races.
    pub volatile: bool,
    /// Final fields, and fields only the library's own bookkeeping uses.
    pub exempt: bool,
}

/// An instruction that accesses memory, with its operands.
struct Touch {
    instr: Instr,
    object: Ref,
    at: At,
    stored: Option<u64>,
}

/// Where in an object or array.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum At {
    Field(u32),
    Element(u32),
}

impl Access {
    pub fn is_write(&self) -> bool {
        self.stored.is_some()
    }

    pub fn is_same_place(&self, other: &Access) -> bool {
        self.object == other.object
            && self.offset < other.offset + other.length
            && other.offset < self.offset + self.length
    }
}

impl Vm {
    /// What thread `index` reads or writes when it moves next, if that is what it does.
    pub fn next_access(&self, index: usize) -> Option<Access> {
        let touch = self.next_touch(index)?;
        let Touch { instr, object, at, stored } = touch;
        let offset = match at {
            At::Field(offset) => offset,
            At::Element(element) => return self.element_access(object, element, stored),
        };
        if object.is_null() || self.is_uninitialized_statics(object) {
            return None;
        }
        let (class, place) = self.field_at(object, offset)?;
        let quiet = instr.x & field_flags::QUIET != 0 && instr.x & field_flags::UNSEEN == 0;
        let kind = self.class(class).fields[place as usize].kind;
        let volatile = instr.x & field_flags::VOLATILE != 0;
        let length = 1 << kind.shift();
        Some(Access { object, offset, length, kind, stored, volatile, exempt: quiet })
    }

    /// The operands of thread `index`'s next instruction, if it is one that accesses a field or an element.
    #[inline]
    fn next_touch(&self, index: usize) -> Option<Touch> {
        let thread = &self.threads[index];
        if thread.status != Status::Runnable {
            return None;
        }
        let frame = thread.frames.last()?;
        let instr = self.method(frame.method).code.instrs.get(frame.pc as usize)?.get();
        let slot = |below: u32| thread.stack[(frame.sp - below) as usize];
        let (object, at, stored) = match instr.op {
            Op::GetfieldB | Op::GetfieldC | Op::GetfieldS | Op::Getfield4 | Op::Getfield8 => {
                (Ref::from_slot(slot(1)), At::Field(instr.c), None)
            }
            Op::Putfield1 | Op::Putfield2 | Op::Putfield4 | Op::PutfieldRef => {
                (Ref::from_slot(slot(2)), At::Field(instr.c), Some(slot(1)))
            }
            Op::Putfield8 => (Ref::from_slot(slot(3)), At::Field(instr.c), Some(slot(2))),
            Op::GetstaticB | Op::GetstaticC | Op::GetstaticS | Op::Getstatic4 | Op::Getstatic8 => {
                (Ref(instr.c), At::Field(u32::from(instr.a) * 8), None)
            }
            Op::Putstatic1 | Op::Putstatic2 | Op::Putstatic4 | Op::PutstaticRef => {
                (Ref(instr.c), At::Field(u32::from(instr.a) * 8), Some(slot(1)))
            }
            Op::Putstatic8 => (Ref(instr.c), At::Field(u32::from(instr.a) * 8), Some(slot(2))),
            Op::GetstaticSlow | Op::PutstaticSlow => {
                let class = self.class(ClassId(instr.c));
                let field = &class.fields[instr.a as usize];
                let stored = (instr.op == Op::PutstaticSlow).then(|| slot(u32::from(field.kind.slots())));
                (class.statics, At::Field(field.offset), stored)
            }
            Op::Aload4 | Op::Aload8 | Op::Baload | Op::Caload | Op::Saload => {
                (Ref::from_slot(slot(2)), At::Element(slot(1) as u32), None)
            }
            Op::Astore4 | Op::Bastore | Op::Castore | Op::Aastore => {
                (Ref::from_slot(slot(3)), At::Element(slot(2) as u32), Some(slot(1)))
            }
            Op::Astore8 => (Ref::from_slot(slot(4)), At::Element(slot(3) as u32), Some(slot(2))),
            _ => return None,
        };
        Some(Touch { instr, object, at, stored })
    }

    /// Whether two threads may be about to race on memory of which that is not known yet: a look at little cost.
    pub(crate) fn may_race_anew(&self) -> bool {
        // There are rarely more that stand before an access.
        let mut touched = [(Ref::NULL, At::Field(0), false); 8];
        let mut count = 0;
        for index in 0..self.threads.len() {
            let (object, at, writes) = match self.next_touch(index) {
                Some(touch) => (touch.object, touch.at, touch.stored.is_some()),
                None if self.next_copy(index).is_some() => return true,
                None => continue,
            };
            let meets = |&(other, place, written): &(Ref, At, bool)| {
                other == object && place == at && (writes || written) && !object.is_null()
            };
            if touched[..count].iter().any(meets) && !self.raced.contains(&self.place_of_race(object, at)) {
                return true;
            }
            let Some(free) = touched.get_mut(count) else { return true };
            *free = (object, at, writes);
            count += 1;
        }
        false
    }

    /// Memory as races tell it apart: the class of the object, whether it is its statics, and the field; elements are one.
    pub(crate) fn place_of_race(&self, object: Ref, at: At) -> (ClassId, bool, u32) {
        let is_static = self.heap.header(object) & header::STATICS != 0;
        let offset = match at {
            At::Field(offset) => offset,
            At::Element(_) => 0,
        };
        (self.heap.class_of(object), is_static, offset)
    }

    /// The access would run the class's initialiser first.
    fn is_uninitialized_statics(&self, object: Ref) -> bool {
        let header = self.heap.header(object);
        header & header::STATICS != 0 && header & header::INIT_DONE == 0
    }

    fn element_access(&self, array: Ref, index: u32, stored: Option<u64>) -> Option<Access> {
        if array.is_null() || index >= self.heap.array_length(array) {
            return None;
        }
        let ClassKind::Array { kind, .. } = self.class(self.heap.class_of(array)).kind else { return None };
        let offset = ELEMENTS as u32 + (index << kind.shift());
        let length = 1 << kind.shift();
        Some(Access { object: array, offset, length, kind, stored, volatile: false, exempt: false })
    }

    /// What thread `index` reads and writes with its next instruction: one access, or both of a `System.arraycopy`.
    pub fn next_accesses(&self, index: usize) -> impl Iterator<Item = Access> {
        let copied = self.next_copy(index);
        let [read, written] = copied.map_or([None, None], |[read, written]| [Some(read), Some(written)]);
        self.next_access(index).into_iter().chain(read).chain(written)
    }

    /// Where thread `index` accesses memory with its next instruction, and whether it writes.
    pub(crate) fn next_place(&self, index: usize) -> Option<(Ref, At, bool)> {
        self.next_touch(index).map(|touch| (touch.object, touch.at, touch.stored.is_some()))
    }

    /// What the next instruction of thread `index` reads and writes if it is a `System.arraycopy`.
    pub(crate) fn next_copy(&self, index: usize) -> Option<[Access; 2]> {
        let thread = &self.threads[index];
        let frame = thread.frames.last().filter(|_| thread.status == Status::Runnable)?;
        let instr = self.method(frame.method).code.instrs.get(frame.pc as usize)?.get();
        let called = (instr.op == Op::InvokestaticQuick).then(|| self.method(MethodId(instr.c)))?;
        if &*called.name != "arraycopy" || &*self.class(called.class).name != "java/lang/System" {
            return None;
        }
        let argument = |place: usize| thread.stack[frame.sp as usize - 5 + place];
        let count = argument(4) as u32;
        let part = |array: usize, from: usize, stored: Option<u64>| {
            let access = self.element_access(Ref::from_slot(argument(array)), argument(from) as u32, stored)?;
            (count > 0).then(|| Access { length: count << access.kind.shift(), ..access })
        };
        Some([part(0, 1, None)?, part(2, 3, Some(0))?])
    }

    /// `field Counter.value`, `element 3 of an int[]`.
    pub fn describe_place(&self, access: &Access) -> String {
        let class = self.heap.class_of(access.object);
        if let (ClassKind::Array { component, .. }, 0) =
            (self.class(class).kind, self.heap.header(access.object) & header::STATICS)
        {
            let index = (access.offset - ELEMENTS as u32) >> access.kind.shift();
            return format!("element {index} of {}[]", self.simple_type_name(component));
        }
        match self.field_at(access.object, access.offset) {
            Some((class, place)) => {
                let class = self.class(class);
                format!("field {}.{}", class.java_name(), class.fields[place as usize].name)
            }
            None => "memory".to_owned(),
        }
    }

    /// As one writes it in Java: `int[]`, `java.lang.String`.
    pub fn simple_type_name(&self, class: ClassId) -> String {
        match self.class(class).kind {
            ClassKind::Array { component, .. } => format!("{}[]", self.simple_type_name(component)),
            _ => self.class(class).java_name(),
        }
    }

    /// A value in words: `3`, `true`, `'x'`, `"text"`, `null`, a named object.
    pub fn describe_value(&self, slot: u64, kind: Kind) -> String {
        if let (Some(values), symbol) = (&self.symbolic, Self::slot_symbol(kind, slot))
            && symbol != 0
            && !is_opaque(symbol)
        {
            return values.text(symbol);
        }
        match kind {
            Kind::Boolean => (slot & 1 != 0).to_string(),
            Kind::Char => match char::from_u32(u32::from(slot as u16)) {
                Some(character) if !character.is_control() => format!("'{character}'"),
                _ => format!("'\\u{:04x}'", slot as u16),
            },
            Kind::Byte => (slot as i8).to_string(),
            Kind::Short => (slot as i16).to_string(),
            Kind::Long => (slot as i64).to_string(),
            Kind::Float => f32::from_bits(slot as u32).to_string(),
            Kind::Double => f64::from_bits(slot).to_string(),
            Kind::Reference => {
                let object = Ref::from_slot(slot);
                if object.is_null() {
                    return "null".to_owned();
                }
                if self.heap.class_of(object) == self.known.string {
                    let text = self.string_text(object);
                    let short: String = text.chars().take(40).collect();
                    let more = if short.len() < text.len() { "…" } else { "" };
                    return format!("\"{short}{more}\"");
                }
                self.boxed(object).unwrap_or_else(|| self.name_object(object))
            }
            _ => (slot as i32).to_string(),
        }
    }

    /// The number, truth value or character that an object stands for.
    pub(crate) fn boxed(&self, object: Ref) -> Option<String> {
        const BOXES: [&str; 8] = ["Integer", "Long", "Short", "Byte", "Boolean", "Character", "Double", "Float"];
        let class = self.heap.class_of(object);
        let name = self.class(class).name.strip_prefix("java/lang/")?;
        let at = self.offset_of(class, "value").filter(|_| BOXES.contains(&name))?;
        let (holder, place) = self.field_at(object, at)?;
        let kind = self.class(holder).fields[place as usize].kind;
        Some(self.describe_value(self.get_kind(object, at as usize, kind), kind))
    }
}
