//! String concatenation: `StringConcatFactory`. A site becomes a static method that turns objects into strings, from
//! left to right, and has a function of the machine put the pieces together.

use classfile::access;

use super::{DynamicSite, Linked};
use crate::assembler::{ClassBuilder, CodeBuilder, opcode};
use crate::class::{Kind, Resolved, parameter_descriptors, parameter_kinds};
use crate::domain::{Binary, Width};
use crate::heap::{ClassId, Ref};
use crate::instr::Instr;
use crate::stubs::PREFIX;
use crate::vm::{Outcome, Vm, throw};

/// A piece of the string to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Text(Vec<u16>),
    /// An argument of this kind; references are strings or null.
    Value(Kind),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe(pub Vec<Piece>);

/// Where the code of a concatenation finds a value.
pub(super) enum Source {
    Local(u16),
    /// A field of the object in local 0: its constant.
    Field(u16),
    /// A constant to be loaded.
    Constant(u16),
}

pub(super) enum Part {
    Text(Vec<u16>),
    Value { descriptor: String, source: Source },
}

/// Marks an argument in a recipe of the library, and a constant.
const ARGUMENT: u16 = 1;
const CONSTANT: u16 = 2;

/// More argument slots than this are not handed over raw.
const SLOTS_MAX: usize = 200;

impl Vm {
    pub(crate) fn link_concat(&mut self, host: ClassId, site: &DynamicSite) -> Outcome<Option<Instr>> {
        let file = self.class(host).file.clone().expect("constants come from a file");
        let Some(recipe) = site.arguments.first().and_then(|index| file.pool.string_utf16(*index).ok()) else {
            return Ok(None);
        };
        let key = format!("concat {host:?} {} {recipe:?} {:?}", site.descriptor, &site.arguments[1..]);
        if let Some(stub) = self.stubs.get(&key) {
            return Ok(Some(self.static_call(*stub)));
        }
        let mut builder = ClassBuilder::new(&format!("{PREFIX}concat{}", self.stubs.len()), "java/lang/Object");
        let mut constants = site.arguments[1..].iter();
        let mut arguments = arguments_of(&site.descriptor).into_iter();
        let mut parts: Vec<Part> = Vec::new();
        for unit in recipe {
            match unit {
                ARGUMENT => match arguments.next() {
                    Some(part) => parts.push(part),
                    None => return Ok(None),
                },
                CONSTANT => {
                    let Some(index) = constants.next() else { return Ok(None) };
                    let constant = self.constant(host, *index)?;
                    parts.push(self.constant_part(&mut builder, constant));
                }
                unit => push_unit(&mut parts, unit),
            }
        }
        if arguments.next().is_some() {
            return Ok(None);
        }
        let (code, join) = self.concat_code(&mut builder, parts, &site.descriptor);
        builder.add_method(access::STATIC | access::PUBLIC, "concat", &site.descriptor, code);
        builder.add_native(access::STATIC | access::PUBLIC, "join", &join);
        self.finish_concat(builder, key).map(Some)
    }

    pub(crate) fn link_plain_concat(&mut self, site: &DynamicSite) -> Outcome<Option<Instr>> {
        let key = format!("concat {}", site.descriptor);
        if let Some(stub) = self.stubs.get(&key) {
            return Ok(Some(self.static_call(*stub)));
        }
        let mut builder = ClassBuilder::new(&format!("{PREFIX}concat{}", self.stubs.len()), "java/lang/Object");
        let (code, join) = self.concat_code(&mut builder, arguments_of(&site.descriptor), &site.descriptor);
        builder.add_method(access::STATIC | access::PUBLIC, "concat", &site.descriptor, code);
        builder.add_native(access::STATIC | access::PUBLIC, "join", &join);
        self.finish_concat(builder, key).map(Some)
    }

    /// The class whose first method concatenates and whose second is `join`.
    pub(super) fn finish_concat(&mut self, builder: ClassBuilder, key: String) -> Outcome<Instr> {
        let stub = self.finish_stub(builder, self.known.object, key)?;
        let join = self.class(self.method(stub).class).methods[1];
        self.methods[join.0 as usize].native = Some(join_pieces);
        Ok(self.static_call(stub))
    }

    fn constant_part(&mut self, builder: &mut ClassBuilder, constant: Resolved) -> Part {
        match constant {
            Resolved::Object(object) if self.heap.class_of(object) == self.known.string => {
                Part::Text(self.string_units(object))
            }
            Resolved::Object(object) => Part::Value {
                descriptor: "Ljava/lang/Object;".into(),
                source: Source::Constant(builder.object(object)),
            },
            Resolved::Value(Kind::Long, value) => Part::Text((value as i64).to_string().encode_utf16().collect()),
            Resolved::Value(Kind::Int, value) => Part::Text((value as i32).to_string().encode_utf16().collect()),
            Resolved::Value(Kind::Float, value) => {
                let index = builder.float(f32::from_bits(value as u32));
                Part::Value { descriptor: "F".into(), source: Source::Constant(index) }
            }
            Resolved::Value(_, value) => {
                let index = builder.double(f64::from_bits(value));
                Part::Value { descriptor: "D".into(), source: Source::Constant(index) }
            }
            other => unreachable!("a loadable constant is no {other:?}"),
        }
    }

    /// Code, of a method of the given type, that leaves with the string; and the descriptor of the `join` it calls.
    pub(super) fn concat_code(
        &mut self,
        builder: &mut ClassBuilder,
        parts: Vec<Part>,
        method_type: &str,
    ) -> (CodeBuilder, String) {
        let mut code = CodeBuilder::new();
        let slots: usize = parts.iter().map(part_slots).sum();
        let mut next_local: u16 = parameter_kinds(method_type).iter().map(|kind| kind.slots()).sum();
        let mut pieces = Vec::new();
        let mut values: Vec<(Kind, Source)> = Vec::new();
        for part in parts {
            match part {
                Part::Text(units) => pieces.push(Piece::Text(units)),
                Part::Value { descriptor, source } => {
                    let kind = Kind::of_descriptor(&descriptor);
                    let raw = match kind {
                        Kind::Float | Kind::Double => false,
                        Kind::Long => slots <= SLOTS_MAX,
                        Kind::Reference => descriptor == "Ljava/lang/String;",
                        _ => true,
                    };
                    if raw {
                        pieces.push(Piece::Value(kind));
                        values.push((kind, source));
                    } else {
                        load(&mut code, kind, &source);
                        stringify(builder, &mut code, kind);
                        code.store(Kind::Reference, next_local);
                        pieces.push(Piece::Value(Kind::Reference));
                        values.push((Kind::Reference, Source::Local(next_local)));
                        next_local += 1;
                    }
                }
            }
        }
        let index = self.add_linked(Linked::Concat(Recipe(pieces)));
        let constant = builder.integer(index as i32);
        code.ldc(constant);
        let mut descriptor = String::from("(I");
        for (kind, source) in &values {
            load(&mut code, *kind, source);
            match kind {
                Kind::Reference => descriptor.push_str("Ljava/lang/String;"),
                kind => descriptor.push(kind.letter()),
            }
        }
        descriptor.push_str(")Ljava/lang/String;");
        let join = builder.method_ref(&builder.own_name(), "join", &descriptor, false);
        code.op_index(opcode::INVOKESTATIC, join).return_kind(Kind::Reference);
        (code, descriptor)
    }
}

fn part_slots(part: &Part) -> usize {
    match part {
        Part::Text(_) => 0,
        Part::Value { descriptor, .. } => Kind::of_descriptor(descriptor).slots().into(),
    }
}

fn push_unit(parts: &mut Vec<Part>, unit: u16) {
    if let Some(Part::Text(units)) = parts.last_mut() {
        units.push(unit);
    } else {
        parts.push(Part::Text(vec![unit]));
    }
}

fn arguments_of(descriptor: &str) -> Vec<Part> {
    let mut local = 0;
    parameter_descriptors(descriptor)
        .into_iter()
        .map(|parameter| {
            let source = Source::Local(local);
            local += Kind::of_descriptor(parameter).slots();
            Part::Value { descriptor: parameter.to_owned(), source }
        })
        .collect()
}

fn load(code: &mut CodeBuilder, kind: Kind, source: &Source) {
    match source {
        Source::Local(local) => code.load(kind, *local),
        Source::Field(field) => code.load(Kind::Reference, 0).op_index(opcode::GETFIELD, *field),
        Source::Constant(index) if kind.slots() == 2 => code.ldc2(*index),
        Source::Constant(index) => code.ldc(*index),
    };
}

/// The string of what is on the stack, by the library's own methods.
fn stringify(builder: &mut ClassBuilder, code: &mut CodeBuilder, kind: Kind) {
    let method = match kind {
        // Its frame is seen in the trace of an exception that `toString` throws.
        Kind::Reference => builder.method_ref(
            "java/lang/StringConcatHelper",
            "stringOf",
            "(Ljava/lang/Object;)Ljava/lang/String;",
            false,
        ),
        kind => {
            let descriptor = format!("({})Ljava/lang/String;", kind.letter());
            builder.method_ref(kind.wrapper(), "toString", &descriptor, false)
        }
    };
    code.op_index(opcode::INVOKESTATIC, method);
}

/// `static native String join(int recipe, …)`
fn join_pieces(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let linked = vm.linked[args[0] as usize].clone();
    let Linked::Concat(Recipe(pieces)) = &*linked else { unreachable!("join is called with a recipe") };
    let mut text = Joined::default();
    let symbols = std::mem::take(&mut vm.concat_symbols);
    let spelled = std::mem::take(&mut vm.concat_texts);
    let mut opaque: Vec<std::ops::Range<usize>> = Vec::new();
    let mut symbolic: Vec<(usize, [u32; 2])> = Vec::new();
    let mut is_wide = false;
    let mut at = 1;
    for piece in pieces {
        match piece {
            Piece::Text(units) => text.push_units(units),
            Piece::Value(kind) => {
                let value = args[at];
                let place = at;
                at += usize::from(kind.slots());
                if let Some((_, characters)) = spelled.iter().find(|(known, _)| *known == place) {
                    for (symbol, known) in characters {
                        if *symbol != 0 {
                            symbolic.push((text.len(), [*symbol, 0]));
                        }
                        text.push_units(&[u16::from(*known)]);
                    }
                    continue;
                }
                if let Some((_, symbol)) = symbols.iter().find(|(known, _)| *known == place) {
                    // A character is what it is, if it is known to be one of Latin-1 or known not to be; other values are opaque.
                    let (low, high) = vm.values().range(*symbol);
                    if *kind == Kind::Char && low >= 0 && (high < 256 || low >= 256) {
                        let byte = vm.values().convert(*symbol, Width::Byte);
                        let mut bytes = [byte, 0];
                        if low >= 256 {
                            let eight = vm.values().constant(8);
                            let upper = vm.values().binary(Binary::Ushr, Width::Int, *symbol, eight);
                            bytes[1] = vm.values().convert(upper, Width::Byte);
                            text.widen();
                            is_wide = true;
                        }
                        symbolic.push((text.len(), bytes));
                        text.push_units(&[0]);
                        continue;
                    }
                    let shown = vm.values().text(*symbol);
                    let start = text.len();
                    text.push_ascii(&shown.replace(|c: char| !c.is_ascii(), "?"));
                    opaque.push(start..text.len());
                    continue;
                }
                if *kind == Kind::Reference && vm.symbolic.is_some() {
                    vm.note_opaque(Ref::from_slot(value), text.len(), &mut opaque);
                    let known = symbolic.len();
                    let string = Ref::from_slot(value);
                    vm.note_symbolic(string, text.len(), &mut symbolic);
                    // What is not known may need two bytes though it looks like nothing.
                    if symbolic.len() > known && vm.heap.get1(string, vm.known.string_coder as usize) != 0 {
                        text.widen();
                        is_wide = true;
                    }
                }
                match kind {
                    Kind::Reference => text.push_string(vm, Ref::from_slot(value)),
                    Kind::Boolean => text.push_ascii(if value as u32 != 0 { "true" } else { "false" }),
                    Kind::Char => text.push_units(&[value as u16]),
                    Kind::Long => text.push_ascii(&(value as i64).to_string()),
                    _ => text.push_ascii(&(value as i32).to_string()),
                }
            }
        }
    }
    let length = text.latin1.len() + text.units.len();
    if length > i32::MAX as usize {
        return throw("java/lang/OutOfMemoryError", "Overflow: String length out of range");
    }
    let string = match text.wide {
        true if is_wide => vm.string_of_wide_units(&text.units)?,
        true => vm.string_from_units(&text.units)?,
        false => vm.string_from_latin1(&text.latin1)?,
    };
    vm.mark_opaque(string, &opaque);
    vm.mark_symbolic(string, &symbolic);
    Ok(string.slot())
}

/// A string under construction: Latin-1 as long as that will do.
#[derive(Default)]
struct Joined {
    latin1: Vec<u8>,
    units: Vec<u16>,
    wide: bool,
}

impl Joined {
    fn len(&self) -> usize {
        if self.wide { self.units.len() } else { self.latin1.len() }
    }

    fn push_ascii(&mut self, text: &str) {
        if self.wide {
            self.units.extend(text.bytes().map(u16::from));
        } else {
            self.latin1.extend_from_slice(text.as_bytes());
        }
    }

    fn widen(&mut self) {
        if !self.wide {
            self.wide = true;
            self.units = self.latin1.drain(..).map(u16::from).collect();
        }
    }

    fn push_units(&mut self, units: &[u16]) {
        if units.iter().any(|unit| *unit > 255) {
            self.widen();
        }
        if self.wide {
            self.units.extend_from_slice(units);
        } else {
            self.latin1.extend(units.iter().map(|unit| *unit as u8));
        }
    }

    fn push_string(&mut self, vm: &Vm, string: Ref) {
        if string.is_null() {
            return self.push_ascii("null");
        }
        if !self.wide && vm.heap.get1(string, vm.known.string_coder as usize) == 0 {
            let array = vm.heap.get_ref(string, vm.known.string_value as usize);
            let length = vm.heap.array_length(array) as usize;
            self.latin1.extend_from_slice(vm.heap.array_bytes(array, length));
        } else {
            self.push_units(&vm.string_units(string));
        }
    }
}
