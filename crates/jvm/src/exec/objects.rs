//! Making objects and arrays, type tests, and storing into arrays of references.

use crate::class::{ClassKind, Kind};
use crate::heap::{ClassId, ELEMENTS, Ref, header};
use crate::instr::{Instr, Op};
use crate::vm::{Outcome, Trap, Vm, throw};

/// The largest array HotSpot makes.
pub(super) const ARRAY_MAX: i32 = i32::MAX - 2;

impl Vm {
    pub(crate) fn new_object(&mut self, instr: Instr) -> Outcome<()> {
        let class = if instr.op == Op::New {
            let class = self.resolve_class(self.current_class(), instr.c as u16)?;
            if self.class(class).is_abstract() || self.class(class).is_interface() || self.class(class).is_array() {
                return throw("java/lang/InstantiationError", self.class(class).java_name());
            }
            class
        } else {
            ClassId(instr.c)
        };
        self.ensure_initialized(class)?;
        if instr.op == Op::New {
            let op = if self.class(class).library { Op::NewQuick } else { Op::NewChecked };
            if self.heap.header(self.class(class).statics) & header::INIT_DONE != 0 {
                self.rewrite(Instr::new(op, 0, class.0));
                return Ok(());
            }
        }
        if self.heap.wants_collection() {
            self.collect();
        }
        let object = self.allocate(class)?;
        self.push_slot(object.slot());
        Ok(())
    }

    fn push_slot(&mut self, value: u64) {
        let thread = self.thread_mut();
        let frame = thread.frames.last_mut().expect("a running thread has a frame");
        thread.stack[frame.sp as usize] = value;
        frame.sp += 1;
        frame.pc += 1;
    }

    fn replace_top(&mut self, pops: u32, value: u64) {
        let thread = self.thread_mut();
        let frame = thread.frames.last_mut().expect("a running thread has a frame");
        frame.sp -= pops;
        thread.stack[frame.sp as usize] = value;
        frame.sp += 1;
        frame.pc += 1;
    }

    pub(crate) fn new_array(&mut self, instr: Instr) -> Outcome<()> {
        let class = match instr.op {
            Op::NewarrayQuick => ClassId(instr.c),
            Op::Newarray => {
                let kind = match instr.a {
                    4 => Kind::Boolean,
                    5 => Kind::Char,
                    6 => Kind::Float,
                    7 => Kind::Double,
                    8 => Kind::Byte,
                    9 => Kind::Short,
                    10 => Kind::Int,
                    11 => Kind::Long,
                    _ => return throw("java/lang/VerifyError", "bad array type"),
                };
                self.array_of(self.known.primitive(kind))?
            }
            _ => {
                let component = self.resolve_class(self.current_class(), instr.c as u16)?;
                self.array_of(component)?
            }
        };
        if instr.op != Op::NewarrayQuick {
            self.rewrite(Instr::new(Op::NewarrayQuick, 0, class.0));
        }
        let length = self.thread().stack[self.frame().sp as usize - 1] as i32;
        if length < 0 {
            return throw("java/lang/NegativeArraySizeException", length.to_string());
        }
        let array = self.make_array(class, length)?;
        self.replace_top(1, array.slot());
        Ok(())
    }

    /// Allocates at a safe point: collects first if that is due, or if the array does not fit otherwise.
    fn make_array(&mut self, class: ClassId, length: i32) -> Outcome<Ref> {
        if length > ARRAY_MAX {
            return throw("java/lang/OutOfMemoryError", "Requested array size exceeds VM limit");
        }
        let shift = self.heap.shapes[class.0 as usize].element_shift.unwrap_or(0);
        let words = ((length as usize) << shift) / 8 + 3;
        if self.heap.wants_collection() || words > self.heap.words_left() {
            self.collect();
        }
        self.allocate_array(class, length as u32)
    }

    pub(crate) fn multianewarray(&mut self, instr: Instr) -> Outcome<()> {
        let class = self.resolve_class(self.current_class(), instr.c as u16)?;
        let dimensions = instr.a as usize;
        let sp = self.frame().sp as usize;
        let lengths: Vec<i32> = self.thread().stack[sp - dimensions..sp].iter().map(|length| *length as i32).collect();
        if let Some(negative) = lengths.iter().find(|length| **length < 0) {
            return throw("java/lang/NegativeArraySizeException", negative.to_string());
        }
        if self.heap.wants_collection() {
            self.collect();
        }
        let array = self.nested_array(class, &lengths)?;
        self.replace_top(dimensions as u32, array.slot());
        Ok(())
    }

    pub fn nested_array(&mut self, class: ClassId, lengths: &[i32]) -> Outcome<Ref> {
        let array = self.allocate_array(class, lengths[0] as u32)?;
        if lengths.len() > 1
            && let ClassKind::Array { component, .. } = self.class(class).kind
        {
            for index in 0..lengths[0] as usize {
                let inner = self.nested_array(component, &lengths[1..])?;
                self.heap.put_ref(array, ELEMENTS + 4 * index, inner);
            }
        }
        Ok(array)
    }

    /// `aastore` where the element type is an interface or an array, or the array is shared.
    pub(crate) fn aastore(&mut self) -> Outcome<()> {
        let sp = self.frame().sp as usize;
        let stack = &self.thread().stack;
        let (array, index, value) =
            (Ref::from_slot(stack[sp - 3]), stack[sp - 2] as usize, Ref::from_slot(stack[sp - 1]));
        if !value.is_null() {
            let ClassKind::Array { component, .. } = self.class(self.heap.class_of(array)).kind else {
                unreachable!("aastore stores into arrays");
            };
            // HotSpot, like most machines, checks assignability to interfaces here (JVMS 6.5.aastore).
            if !self.is_instance(value, component) {
                return Err(self.array_store_exception());
            }
        }
        self.put_reference(array, ELEMENTS + 4 * index, value);
        self.thread_mut().pass = false;
        let frame = self.frame_mut();
        frame.sp -= 3;
        frame.pc += 1;
        Ok(())
    }

    pub(crate) fn array_store_exception(&self) -> Trap {
        let value = Ref::from_slot(self.thread().stack[self.frame().sp as usize - 1]);
        let name = self.external_name(self.heap.class_of(value));
        Trap::ThrowNew { class: "java/lang/ArrayStoreException", message: Some(name) }
    }

    pub(crate) fn type_test(&mut self, instr: Instr) -> Outcome<()> {
        let object = Ref::from_slot(self.thread().stack[self.frame().sp as usize - 1]);
        let is_cast = matches!(instr.op, Op::Checkcast | Op::CheckcastQuick);
        let class = match instr.op {
            Op::Checkcast | Op::Instanceof => {
                if object.is_null() {
                    // A null needs no class (JVMS 6.5.checkcast), and does not resolve one.
                    self.replace_top(1, 0);
                    return Ok(());
                }
                let class = self.resolve_class(self.current_class(), instr.c as u16)?;
                let quick = if is_cast { Op::CheckcastQuick } else { Op::InstanceofQuick };
                self.rewrite(Instr::new(quick, 0, class.0));
                class
            }
            _ => ClassId(instr.c),
        };
        let fits = !object.is_null() && self.is_instance(object, class);
        if is_cast {
            if !object.is_null() && !fits {
                return Err(self.class_cast_exception(class.0));
            }
            self.replace_top(1, object.slot());
        } else {
            self.replace_top(1, u64::from(fits));
        }
        Ok(())
    }

    pub(crate) fn class_cast_exception(&self, target: u32) -> Trap {
        let object = Ref::from_slot(self.thread().stack[self.frame().sp as usize - 1]);
        let message = self.class_cast_message(self.heap.class_of(object), ClassId(target));
        Trap::ThrowNew { class: "java/lang/ClassCastException", message: Some(message) }
    }

    /// As HotSpot words it: both classes, and where each comes from.
    pub fn class_cast_message(&self, from: ClassId, to: ClassId) -> String {
        let (a, b) = (self.external_name(from), self.external_name(to));
        let (home_a, home_b) = (self.home_of(from), self.home_of(to));
        let homes = if home_a == home_b {
            format!("{a} and {b} are in {home_a}")
        } else {
            format!("{a} is in {home_a}; {b} is in {home_b}")
        };
        format!("class {a} cannot be cast to class {b} ({homes})")
    }

    fn home_of(&self, class: ClassId) -> String {
        let mut at = class;
        while let ClassKind::Array { component, .. } = self.class(at).kind {
            at = component;
        }
        let class = self.class(at);
        let loader = match class.loader.0 {
            0 => "'bootstrap'".to_owned(),
            1 => "'app'".to_owned(),
            _ => {
                let object = self.loader_object(class.loader);
                let kind = self.heap.class_of(object);
                let at = self.offset_of(kind, "name");
                let name = at.map_or(Ref::NULL, |at| self.heap.get_ref(object, at as usize));
                let name =
                    if name.is_null() { self.class(kind).java_name() } else { format!("'{}'", self.string_text(name)) };
                format!("{name} @{:x}", object.0)
            }
        };
        if class.loader.0 == 0 {
            let module = self.image.module_of_package(class.package()).ok().flatten().unwrap_or("java.base");
            format!("module {module} of loader {loader}")
        } else {
            format!("unnamed module of loader {loader}")
        }
    }

    /// `java.lang.Integer`, `[I`, `[Ljava.lang.String;`.
    pub fn external_name(&self, class: ClassId) -> String {
        self.class(class).java_name()
    }
}
