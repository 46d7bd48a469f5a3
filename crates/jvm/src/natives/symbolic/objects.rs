//! Objects as inputs (`Symbolic.object`). Their fields are inputs that are made when they are read first (lazy initialisation:
//! Khurshid, Pasareanu and Visser 2003): a number becomes an unknown; a reference is null, an input that was made before and fits, or
//! one more object of the declared class or of one below it (`subclasses`). Constructors do not run.
//!
//! A place that nobody has read bears the number of its name instead of an expression (`exec::symbolic::UNREAD`). Which objects were made
//! the program's memory knows (`hazard.internal.ObjectInput`), so that they are part of the state and move with it.
//!
//! With given inputs the same objects are made at once, as far as inputs say what they are: what is not said nobody reads.

use super::inputs::{classify, full_range};
use crate::choice::Pending;
use crate::class::{ClassKind, Kind, LoaderId};
use crate::domain::{Comparison, InputDomain, Width};
use crate::exec::symbolic::{UNREAD, is_unread};
use crate::heap::{ClassId, ELEMENTS, Ref};
use crate::instr::{Instr, Op};
use crate::vm::{Outcome, Trap, Vm, unsupported};
use classfile::{Text, access};

const MADE: &str = "hazard/internal/ObjectInput";

/// How names end of which it is known that they are not null.
const PRESENT: char = '!';

const NULL: &str = "null";
const NEW: &str = "new";

/// What a reference can be, and how that is called.
enum Case {
    Null,
    /// Of the declared class, or of one below.
    New(ClassId),
    Array(u32),
    /// A constant, or an input that was made before.
    Known(Ref),
}

/// Boxes of numbers, which hold a value and are nothing else.
const BOXES: [&str; 7] = [
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Float",
    "java/lang/Double",
];

impl Vm {
    /// `Symbolic.object(name, class)`, never null, and `Symbolic.objectOrNull`.
    pub(super) fn object_input(&mut self, name: &str, class: ClassId, nullable: bool) -> Outcome<Ref> {
        if let ClassKind::Primitive(_) = self.class(class).kind {
            let message = format!("{} has no objects", self.class(class).java_name());
            return crate::vm::throw("java/lang/IllegalArgumentException", message);
        }
        let name = self.name_of_object(name);
        let list = self.list_of_made()?;
        if self.symbolic.is_none() {
            // Where a class has to be initialised first, the call runs again, as if nothing had been made.
            let (statics, last) = (self.class(list).statics, self.field_of_made(list, "last"));
            let (asked, made) = (self.path.inputs.len(), self.heap.get_ref(statics, last));
            let object = self.given_reference(&name, class, None, !nullable).inspect_err(|_| {
                self.path.inputs.truncate(asked);
                self.put_reference(statics, last, made);
            })?;
            let number = self.number_of_name(&name);
            self.path.inputs.push((number, 0));
            return Ok(object);
        }
        if !self.values().bounded("") {
            return unsupported("an object as an input where probabilities are asked for");
        }
        if class == self.known.string {
            return match nullable {
                true => unsupported("a String that may be null, but for the field of an object; take Symbolic.text"),
                false => self.text_input(&name),
            };
        }
        let cases = self.cases(class, nullable)?;
        let case = self.decide_case(&name, cases)?;
        self.reference_of(&name, class, case)
    }

    /// Where the instruction about to run reads an input that nobody has read.
    pub(crate) fn unread_place(&self, instr: Instr) -> Option<(Ref, usize)> {
        if !self.heap.has_unread {
            return None;
        }
        let (stack, sp) = (&self.thread().stack, self.frame().sp as usize);
        let (object, offset) = match instr.op {
            Op::Getfield4 | Op::GetfieldB | Op::GetfieldC | Op::GetfieldS | Op::Getfield8 => {
                (Ref::from_slot(stack[sp - 1]), instr.c as usize)
            }
            Op::Aload4 | Op::Aload8 | Op::Baload | Op::Caload | Op::Saload if stack[sp - 1] >> 32 == 0 => {
                let size = match instr.op {
                    Op::Baload => 1,
                    Op::Caload | Op::Saload => 2,
                    Op::Aload8 => 8,
                    _ => 4,
                };
                (Ref::from_slot(stack[sp - 2]), ELEMENTS + stack[sp - 1] as u32 as usize * size)
            }
            _ => return None,
        };
        self.is_unread(object, offset).then_some((object, offset))
    }

    pub(crate) fn is_unread(&self, object: Ref, offset: usize) -> bool {
        self.heap.has_unread
            && u32::try_from(offset)
                .is_ok_and(|at| self.heap.symbols.get(&(object.0, at)).is_some_and(|symbol| is_unread(*symbol)))
    }

    /// What is read becomes an input, if it is not one already. Where that asks for a decision, the instruction runs again.
    pub(crate) fn read_input(&mut self, object: Ref, offset: usize) -> Outcome<()> {
        if !self.is_unread(object, offset) {
            return Ok(());
        }
        self.list_of_made()?;
        let number = self.heap.symbols[&(object.0, offset as u32)] & !UNREAD;
        let name = self.values().named(number);
        let (kind, class) = self.type_at(object, offset)?;
        if kind != Kind::Reference {
            let value = self.input_value(&name, &domain_of(kind))?;
            self.put_kind(object, offset, kind, value);
            return Ok(());
        }
        if let Some(name) = name.strip_suffix(PRESENT) {
            let text = self.text_input(name)?;
            self.put_kind(object, offset, kind, text.slot());
            return Ok(());
        }
        let cases = self.cases(class, true)?;
        let case = self.decide_case(&name, cases)?;
        if class == self.known.string && matches!(case, Case::New(_)) {
            // How long it is is a decision of its own.
            self.leave_unread(object, offset, &format!("{name}{PRESENT}"));
            return self.read_input(object, offset);
        }
        let value = self.reference_of(&name, class, case)?;
        self.put_kind(object, offset, kind, value.slot());
        Ok(())
    }

    /// All that nobody has read of an object: somebody copies it.
    pub(crate) fn read_inputs_of(&mut self, object: Ref) -> Outcome<()> {
        if !self.heap.has_unread {
            return Ok(());
        }
        let is_of =
            |(place, symbol): (&(u32, u32), &u32)| (place.0 == object.0 && is_unread(*symbol)).then_some(place.1);
        let mut unread: Vec<u32> = self.heap.symbols.iter().filter_map(is_of).collect();
        unread.sort_unstable();
        unread.into_iter().try_for_each(|offset| self.read_input(object, offset as usize))
    }

    fn leave_unread(&mut self, object: Ref, offset: usize, name: &str) {
        let number = self.number_of_name(name);
        self.heap.has_unread = true;
        self.heap.set_symbol(object, offset, UNREAD | number);
    }

    /// The declared type of a field or of the elements of an array.
    fn type_at(&mut self, object: Ref, offset: usize) -> Outcome<(Kind, ClassId)> {
        let class = self.heap.class_of(object);
        if let ClassKind::Array { component, kind } = self.class(class).kind {
            return Ok((kind, component));
        }
        let (declaring, place) = self.field_at(object, offset as u32).expect("inputs are fields or elements");
        let field = &self.class(declaring).fields[place as usize];
        let (kind, descriptor) = (field.kind, field.descriptor.clone());
        Ok((kind, self.class_of_descriptor(declaring, &descriptor)?))
    }

    /// What a reference of a declared class can be.
    fn cases(&mut self, class: ClassId, nullable: bool) -> Outcome<Vec<(String, Case)>> {
        let mut cases = Vec::new();
        if nullable {
            cases.push((NULL.to_owned(), Case::Null));
        }
        let kind = self.class(class).kind;
        if let ClassKind::Array { .. } = kind {
            let longest = self.config.strings_max;
            self.values().bounded(&format!("arrays of at most {longest} elements"));
            cases.extend((0..=longest).map(|length| (format!("{NEW}[{length}]"), Case::Array(length))));
            cases.extend(self.made_before(class)?);
            return Ok(cases);
        }
        let name = self.class(class).name.clone();
        if self.is_enum(class) || &*name == "java/lang/Boolean" {
            self.ensure_initialized(class)?;
            cases.extend(self.constants_of(class));
            return Ok(cases);
        }
        if class == self.known.string || BOXES.contains(&&*name) {
            self.ensure_initialized(class)?;
            cases.push((NEW.to_owned(), Case::New(class)));
            return Ok(cases);
        }
        if self.class(class).library && &*name != "java/lang/Object" {
            let what = self.class(class).java_name();
            return unsupported(format!("an input of the class {what}, whose objects are not made field by field"));
        }
        for own in self.classes_of_inputs(class)? {
            self.ensure_initialized(own)?;
            let text = if own == class { NEW.to_owned() } else { format!("{NEW} {}", self.class(own).java_name()) };
            cases.push((text, Case::New(own)));
        }
        cases.extend(self.made_before(class)?);
        if cases.is_empty() {
            let what = self.class(class).java_name();
            return unsupported(format!("an input of the class {what}, which has no objects of its own"));
        }
        Ok(cases)
    }

    fn is_enum(&self, class: ClassId) -> bool {
        let above = self.class(class).superclass;
        above.is_some_and(|above| &*self.class(above).name == "java/lang/Enum")
    }

    fn constants_of(&self, class: ClassId) -> Vec<(String, Case)> {
        let owner = self.class(class);
        let own = format!("L{};", owner.name);
        let fields = owner.fields.iter().filter(|field| {
            let is_constant = field.access & access::ENUM != 0 || matches!(&*field.name, "TRUE" | "FALSE");
            field.is_static() && is_constant && *field.descriptor == *own
        });
        let case = |name: &str, offset| (name.to_owned(), Case::Known(self.heap.get_ref(owner.statics, offset)));
        fields.map(|field| case(&field.name, field.offset as usize)).collect()
    }

    /// Which of the cases it is.
    fn decide_case(&mut self, name: &str, mut cases: Vec<(String, Case)>) -> Outcome<Case> {
        let number = self.number_of_name(name);
        if cases.len() == 1 {
            let certain = self.values().constant(0);
            self.path.inputs.push((number, certain));
            return Ok(cases.swap_remove(0).1);
        }
        let options: Vec<String> = cases.iter().map(|(text, _)| text.clone()).collect();
        let domain = InputDomain::Options(options.into());
        let symbol = self.values().input(name, 1, &domain).map_err(|message| Trap::Fault(classify(message)))?;
        let mut conditions = Vec::with_capacity(cases.len());
        for index in 0..cases.len() {
            let index = self.values().constant(index as i64);
            conditions.push(self.values().compare(Comparison::Equal, symbol, index));
        }
        let pick = self.choose(Pending::branch(conditions.into(), "an object as an input"))?;
        self.path.inputs.push((number, symbol));
        Ok(cases.swap_remove(pick as usize).1)
    }

    fn reference_of(&mut self, name: &str, class: ClassId, case: Case) -> Outcome<Ref> {
        match case {
            Case::Null => Ok(Ref::NULL),
            Case::Known(object) => Ok(object),
            Case::New(class) => {
                let object = self.allocate(class)?;
                for (field, offset, _, _) in self.fields_of(class) {
                    self.leave_unread(object, offset, &format!("{name}.{field}"));
                }
                if !self.class(class).library {
                    self.note_made(name, object)?;
                }
                Ok(object)
            }
            Case::Array(length) => {
                let array = self.allocate_array(class, length)?;
                let ClassKind::Array { kind, .. } = self.class(class).kind else {
                    unreachable!("only arrays have a length")
                };
                for index in 0..length as usize {
                    let (element, offset) = (format!("{name}[{index}]"), ELEMENTS + (index << kind.shift()));
                    if kind == Kind::Reference {
                        self.leave_unread(array, offset, &element);
                    } else {
                        // Which of them is read may depend on inputs, so that all are made at once.
                        let value = self.input_value(&element, &domain_of(kind))?;
                        self.put_kind(array, offset, kind, value);
                    }
                }
                self.note_made(name, array)?;
                Ok(array)
            }
        }
    }

    /// The fields of an object, those of superclasses among them: what they are called, where they are, and their types.
    fn fields_of(&self, class: ClassId) -> Vec<(String, usize, Kind, (ClassId, Text))> {
        let mut fields: Vec<(String, usize, Kind, (ClassId, Text))> = Vec::new();
        for declaring in self.class(class).display.iter().rev() {
            let owner = self.class(*declaring);
            for field in owner.fields.iter().filter(|field| !field.is_static() && field.index != u16::MAX) {
                let is_hidden = fields.iter().any(|(known, ..)| **known == *field.name);
                let name =
                    if is_hidden { format!("{}::{}", owner.java_name(), field.name) } else { field.name.to_string() };
                fields.push((name, field.offset as usize, field.kind, (*declaring, field.descriptor.clone())));
            }
        }
        fields
    }

    /// How the next object of a name is called.
    fn name_of_object(&mut self, name: &str) -> String {
        let mut occurrence = 1;
        loop {
            let own = super::numbered(name, occurrence);
            let number = self.number_of_name(&own);
            if !self.path.inputs.iter().any(|(known, _)| *known == number) {
                return own;
            }
            occurrence += 1;
        }
    }
}

/// The list of what was made, as the program's memory has it.
impl Vm {
    fn list_of_made(&mut self) -> Outcome<ClassId> {
        let class = self.load_class(MADE, LoaderId::APP)?;
        self.ensure_initialized(class)?;
        Ok(class)
    }

    fn field_of_made(&self, class: ClassId, name: &str) -> usize {
        self.class(class).own_field(name).expect("a field of ObjectInput").offset as usize
    }

    /// One more was made, or, with a place, one that another place waits for.
    fn note_input(&mut self, name: &str, object: Ref, at: usize) -> Outcome<()> {
        let class = self.list_of_made()?;
        let (statics, last) = (self.class(class).statics, self.field_of_made(class, "last"));
        let entry = self.allocate(class)?;
        let number = self.number_of_name(name);
        self.put_reference(entry, self.field_of_made(class, "earlier"), self.heap.get_ref(statics, last));
        self.put_reference(entry, self.field_of_made(class, "value"), object);
        self.heap.put4(entry, self.field_of_made(class, "name"), number);
        self.heap.put4(entry, self.field_of_made(class, "waits"), at as u32);
        self.put_reference(statics, last, entry);
        Ok(())
    }

    fn note_made(&mut self, name: &str, object: Ref) -> Outcome<()> {
        self.note_input(name, object, 0)
    }

    /// What was noted, the latest first: number of the name, object, place that waits or zero.
    fn noted(&mut self) -> Outcome<Vec<(u32, Ref, usize)>> {
        let class = self.list_of_made()?;
        let mut entry = self.heap.get_ref(self.class(class).statics, self.field_of_made(class, "last"));
        let mut all = Vec::new();
        while !entry.is_null() {
            let number = self.heap.get4(entry, self.field_of_made(class, "name"));
            let object = self.heap.get_ref(entry, self.field_of_made(class, "value"));
            all.push((number, object, self.heap.get4(entry, self.field_of_made(class, "waits")) as usize));
            entry = self.heap.get_ref(entry, self.field_of_made(class, "earlier"));
        }
        Ok(all)
    }

    /// Inputs that were made before and are of this class, the first of them first.
    fn made_before(&mut self, class: ClassId) -> Outcome<Vec<(String, Case)>> {
        let noted = self.noted()?;
        let fitting =
            noted.into_iter().rev().filter(|(_, object, waits)| *waits == 0 && self.is_instance(*object, class));
        let fitting: Vec<(u32, Ref)> = fitting.map(|(number, object, _)| (number, object)).collect();
        let case = |(number, object): (u32, Ref)| (self.values().named(number), Case::Known(object));
        Ok(fitting.into_iter().map(case).collect())
    }
}

/// The same with given inputs.
impl Vm {
    fn given_text(&self, name: &str) -> Option<String> {
        let given = self.config.inputs.iter().flatten().find(|(known, _)| known == name);
        given.map(|(_, value)| value.clone())
    }

    fn given_reference(
        &mut self,
        name: &str,
        class: ClassId,
        place: Option<(Ref, usize)>,
        is_present: bool,
    ) -> Outcome<Ref> {
        let given = self.given_text(name);
        let text = match given.as_deref() {
            Some(text) => text,
            None if is_present
                || (class == self.known.string && self.given_text(&format!("{name}.length")).is_some()) =>
            {
                NEW
            }
            None => return Ok(Ref::NULL),
        };
        if text == NULL {
            return Ok(Ref::NULL);
        }
        if class == self.known.string {
            return self.text_input(name);
        }
        if self.is_enum(class) || &*self.class(class).name == "java/lang/Boolean" {
            self.ensure_initialized(class)?;
            let constant = self.constants_of(class).into_iter().find(|(known, _)| known == text);
            return Ok(match constant {
                Some((_, Case::Known(object))) => object,
                _ => Ref::NULL,
            });
        }
        let length = text.strip_prefix("new[").and_then(|rest| rest.strip_suffix(']')).and_then(|n| n.parse().ok());
        if let (ClassKind::Array { component, kind }, Some(length)) = (self.class(class).kind, length) {
            return self.given_array(name, class, (component, kind), length);
        }
        if text == NEW {
            return self.given_object(name, class);
        }
        if let Some(below) = text.strip_prefix(NEW).and_then(|rest| rest.strip_prefix(' ')) {
            let below = self.load_class(&below.replace('.', "/"), self.class(class).loader)?;
            return self.given_object(name, below);
        }
        // Another one, which may be made later.
        let number = self.number_of_name(text);
        let made = self.noted()?.into_iter().find(|(known, _, waits)| *known == number && *waits == 0);
        match (made, place) {
            (Some((_, object, _)), _) => Ok(object),
            (None, Some((holder, offset))) => {
                self.note_input(text, holder, offset)?;
                Ok(Ref::NULL)
            }
            (None, None) => Ok(Ref::NULL),
        }
    }

    fn given_object(&mut self, name: &str, class: ClassId) -> Outcome<Ref> {
        self.ensure_initialized(class)?;
        let object = self.allocate(class)?;
        self.made_at_last(name, object)?;
        for (field, offset, kind, (declaring, descriptor)) in self.fields_of(class) {
            let own = format!("{name}.{field}");
            let value = match kind {
                Kind::Reference => {
                    let class = self.class_of_descriptor(declaring, &descriptor)?;
                    self.given_reference(&own, class, Some((object, offset)), false)?.slot()
                }
                _ => self.input_value(&own, &domain_of(kind))?,
            };
            self.put_kind(object, offset, kind, value);
        }
        Ok(object)
    }

    fn given_array(
        &mut self,
        name: &str,
        class: ClassId,
        (component, kind): (ClassId, Kind),
        length: u32,
    ) -> Outcome<Ref> {
        let array = self.allocate_array(class, length)?;
        self.made_at_last(name, array)?;
        for index in 0..length as usize {
            let (own, offset) = (format!("{name}[{index}]"), ELEMENTS + (index << kind.shift()));
            let value = match kind {
                Kind::Reference => self.given_reference(&own, component, Some((array, offset)), false)?.slot(),
                _ => self.input_value(&own, &domain_of(kind))?,
            };
            self.put_kind(array, offset, kind, value);
        }
        Ok(array)
    }

    /// Notes one, and tells those who wait for it.
    fn made_at_last(&mut self, name: &str, object: Ref) -> Outcome<()> {
        let number = self.number_of_name(name);
        for (wanted, holder, offset) in self.noted()? {
            if wanted == number && offset != 0 {
                self.put_kind(holder, offset, Kind::Reference, object.slot());
            }
        }
        self.note_made(name, object)
    }
}

/// All values of a type.
fn domain_of(kind: Kind) -> InputDomain {
    let integer = |width| {
        let (low, high) = full_range(width);
        InputDomain::Integer { width, low, high }
    };
    match kind {
        Kind::Boolean => integer(Width::Boolean),
        Kind::Byte => integer(Width::Byte),
        Kind::Char => integer(Width::Char),
        Kind::Short => integer(Width::Short),
        Kind::Long => integer(Width::Long),
        Kind::Float => InputDomain::Single,
        Kind::Double => InputDomain::Real { low: f64::NEG_INFINITY, high: f64::INFINITY },
        _ => integer(Width::Int),
    }
}
