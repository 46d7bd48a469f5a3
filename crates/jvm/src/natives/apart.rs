//! Natives that read or write parts of arrays. For themselves they are one step; where an array is shared and somebody writes such
//! arrays, they are as many steps as there are elements. Then a small method stands in for the call: it copies what the native
//! reads into an array of its own, lets the native work on that, and copies what it wrote back. The copies are those of
//! `System.arraycopy`, which others come into the midst of exactly where they notice (see `copying`).

use classfile::access;

use crate::assembler::{ClassBuilder, CodeBuilder, opcode};
use crate::class::{ClassKind, Kind, MethodId, Resolved, parameter_kinds, return_descriptor};
use crate::config::Reduction;
use crate::heap::Ref;
use crate::stubs::PREFIX;
use crate::vm::{Outcome, Vm};

/// A part of an array among the arguments of a native, by slots.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    array: u16,
    /// The slots of its first element's index and of its length; without, it is the whole array.
    range: Option<(u16, u16)>,
    way: Way,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Read,
    /// As many elements as the native returns.
    Written,
    /// As many as stand in bits 31 to 61 of what the native returns: the compressed streams' way to tell.
    WrittenPacked,
}

const fn part(array: u16, way: Way) -> Part {
    Part { array, range: Some((array + 1, array + 2)), way }
}

const fn whole(array: u16) -> Part {
    Part { array, range: None, way: Way::Read }
}

const CHECKSUM: &[Part] = &[part(1, Way::Read)];
const DICTIONARY: &[Part] = &[part(2, Way::Read)];
const BYTES_TO_BYTES: &[Part] = &[part(3, Way::Read), part(6, Way::WrittenPacked)];
const BYTES_TO_BUFFER: &[Part] = &[part(3, Way::Read)];
const BUFFER_TO_BYTES: &[Part] = &[part(6, Way::WrittenPacked)];

const NATIVES: &[(&str, &str, &[Part])] = &[
    ("java/util/zip/CRC32", "updateBytes0", CHECKSUM),
    ("java/util/zip/Adler32", "updateBytes", CHECKSUM),
    ("java/util/zip/Inflater", "setDictionary", DICTIONARY),
    ("java/util/zip/Inflater", "inflateBytesBytes", BYTES_TO_BYTES),
    ("java/util/zip/Inflater", "inflateBytesBuffer", BYTES_TO_BUFFER),
    ("java/util/zip/Inflater", "inflateBufferBytes", BUFFER_TO_BYTES),
    ("java/util/zip/Deflater", "setDictionary", DICTIONARY),
    ("java/util/zip/Deflater", "deflateBytesBytes", BYTES_TO_BYTES),
    ("java/util/zip/Deflater", "deflateBytesBuffer", BYTES_TO_BUFFER),
    ("java/util/zip/Deflater", "deflateBufferBytes", BUFFER_TO_BYTES),
    ("java/io/FileInputStream", "readBytes", &[part(1, Way::Written)]),
    ("java/io/FileInputStream", "readBytes0", &[part(1, Way::Written)]),
    ("java/io/RandomAccessFile", "readBytes", &[part(1, Way::Written)]),
    ("java/io/RandomAccessFile", "readBytes0", &[part(1, Way::Written)]),
    ("java/io/RandomAccessFile", "writeBytes", &[part(1, Way::Read)]),
    ("java/io/RandomAccessFile", "writeBytes0", &[part(1, Way::Read)]),
    ("java/io/FileOutputStream", "writeBytes", &[part(1, Way::Read)]),
    ("jdk/internal/reflect/NativeMethodAccessorImpl", "invoke0", &[whole(2)]),
    ("jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor", "invoke0", &[whole(2)]),
    ("jdk/internal/reflect/NativeConstructorAccessorImpl", "newInstance0", &[whole(1)]),
    ("jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor", "newInstance0", &[whole(1)]),
];

/// The arguments of reflective calls are the program's, though house-keeping reads them: the names of such stand-ins begin so.
const OWN: &str = "own";

/// What a native method works on. Only methods without bytecode: what replaces bytecode may decline.
pub fn parts_of(class: &str, name: &str, is_native: bool) -> &'static [Part] {
    let found = NATIVES.iter().find(|(owner, method, _)| *method == name && *owner == class && is_native);
    found.map_or(&[], |(_, _, parts)| parts)
}

/// `newarray`'s name of a type.
fn array_code(kind: Kind) -> u8 {
    match kind {
        Kind::Boolean => 4,
        Kind::Char => 5,
        Kind::Float => 6,
        Kind::Double => 7,
        Kind::Byte => 8,
        Kind::Short => 9,
        Kind::Int => 10,
        _ => 11,
    }
}

impl Vm {
    /// Whether threads may notice what happens to the elements of an array.
    pub(crate) fn are_elements_noticed(&self, array: Ref) -> bool {
        self.is_shared(array)
            && (self.config.reduction == Reduction::Off
                || self.heap.shapes[self.heap.class_of(array).0 as usize].visible_elements)
    }

    /// A scheduling point of the copy that the current thread makes.
    pub(crate) fn passes_copy_point(&mut self) -> bool {
        let caller = self.class(self.current_class());
        let is_own = caller.stub && caller.name.strip_prefix(PREFIX).is_some_and(|rest| rest.starts_with(OWN));
        if is_own { self.passes_own_point() } else { self.passes_point() }
    }

    /// What to call in the stead of native `id`, if others could notice that it is one step.
    pub(crate) fn stand_in(&mut self, id: MethodId, arguments: &[u64]) -> Outcome<Option<MethodId>> {
        let parts = self.method(id).parts;
        if parts.is_empty() || self.config.run_once || self.heap.is_permanent_mode() {
            return Ok(None);
        }
        let mut apart = 0;
        for (index, part) in parts.iter().enumerate() {
            let array = Ref::from_slot(arguments[part.array as usize]);
            if array.is_null() || !matches!(self.class(self.heap.class_of(array)).kind, ClassKind::Array { .. }) {
                continue;
            }
            let length = i64::from(self.heap.array_length(array));
            let (from, count) = match part.range {
                Some((from, count)) => (arguments[from as usize] as i32, arguments[count as usize] as i32),
                None => (0, length as i32),
            };
            // What is wrong with the arguments the native tells.
            if from < 0 || count <= 0 || i64::from(from) + i64::from(count) > length {
                continue;
            }
            if part.way != Way::Read && self.is_visible_holder(array) {
                self.learn_write(array, 0);
            }
            apart |= usize::from(self.are_elements_noticed(array)) << index;
        }
        if apart == 0 { Ok(None) } else { self.apart_stub(id, apart).map(Some) }
    }

    /// `static R stub(arguments…)` that calls the native with arrays of its own where bits of `apart` say so.
    fn apart_stub(&mut self, id: MethodId, apart: usize) -> Outcome<MethodId> {
        let key = format!("apart {} {apart}", id.0);
        if let Some(stub) = self.stubs.get(&key) {
            return Ok(*stub);
        }
        let method = self.method(id);
        let (class, name, descriptor) = (method.class, method.name.clone(), method.descriptor.clone());
        let (is_static, returns) = (method.is_static(), Kind::of_descriptor(return_descriptor(&descriptor)));
        let parts = method.parts.iter().enumerate().filter(|(index, _)| apart >> index & 1 != 0).map(|(_, part)| part);
        let mut kinds = if is_static { Vec::new() } else { vec![Kind::Reference] };
        kinds.extend(parameter_kinds(&descriptor));
        let stub_descriptor =
            if is_static { descriptor.to_string() } else { format!("(Ljava/lang/Object;{}", &descriptor[1..]) };
        let owner = self.class(class).name.clone();
        let family = if method.parts.iter().any(|part| part.range.is_none()) { OWN } else { "apart" };
        let mut builder = ClassBuilder::new(&format!("{PREFIX}{family}{}", self.stubs.len()), "java/lang/Object");
        let native = builder.method_ref(&owner, &name, &descriptor, false);
        builder.resolve(native, Resolved::Method(id));
        let copy = "(Ljava/lang/Object;ILjava/lang/Object;II)V";
        let copy = builder.method_ref("java/lang/System", "arraycopy", copy, false);
        let object = builder.class("java/lang/Object");
        let mut code = CodeBuilder::new();
        let mut free: u16 = kinds.iter().map(|kind| kind.slots()).sum();
        let mut written = Vec::new();
        for part in parts {
            let (theirs, from) = (free, free + 1);
            free += 2;
            code.load(Kind::Reference, part.array).store(Kind::Reference, theirs);
            match part.range {
                Some((start, count)) => {
                    code.load(Kind::Int, start).store(Kind::Int, from);
                    code.push_int(0).store(Kind::Int, start).load(Kind::Int, count);
                }
                None => {
                    code.push_int(0).store(Kind::Int, from);
                    code.load(Kind::Reference, theirs).op(opcode::ARRAYLENGTH);
                }
            }
            match part.range {
                Some(_) => code.op(opcode::NEWARRAY).raw(array_code(Kind::Byte)),
                None => code.op_index(opcode::ANEWARRAY, object),
            };
            code.store(Kind::Reference, part.array);
            if part.way == Way::Read {
                code.load(Kind::Reference, theirs).load(Kind::Int, from).load(Kind::Reference, part.array).push_int(0);
                code.load(Kind::Reference, part.array).op(opcode::ARRAYLENGTH).op_index(opcode::INVOKESTATIC, copy);
            } else {
                written.push((part, theirs, from));
            }
        }
        let mut local = 0;
        for kind in kinds {
            code.load(kind, local);
            local += kind.slots();
        }
        code.op_index(if is_static { opcode::INVOKESTATIC } else { opcode::INVOKESPECIAL }, native);
        if returns != Kind::Void {
            code.store(returns, free);
        }
        for (part, theirs, from) in written {
            let (count, end) = (free + 2, code.label());
            match part.way {
                Way::WrittenPacked => {
                    let mask = builder.long(i64::from(i32::MAX));
                    code.load(Kind::Long, free).push_int(31).op(opcode::LUSHR).ldc2(mask);
                    code.op(opcode::LAND).op(opcode::L2I)
                }
                _ => code.load(Kind::Int, free),
            };
            code.store(Kind::Int, count).load(Kind::Int, count).jump(opcode::IFLE, end);
            code.load(Kind::Reference, part.array).push_int(0).load(Kind::Reference, theirs).load(Kind::Int, from);
            code.load(Kind::Int, count).op_index(opcode::INVOKESTATIC, copy).place(end);
        }
        if returns != Kind::Void {
            code.load(returns, free);
        }
        code.return_kind(returns);
        builder.add_method(access::STATIC | access::PUBLIC, "stub", &stub_descriptor, code);
        self.finish_stub(builder, class, key)
    }

    /// `static Object stub(C from, C to) { to.f = from.f; …; return to; }` for all fields that are not final: a copy of an object is
    /// not one step either. `None` if there are too few of them to tell.
    pub(crate) fn fields_stub(&mut self, class: crate::heap::ClassId) -> Outcome<Option<MethodId>> {
        let key = format!("fields {}", class.0);
        if let Some(stub) = self.stubs.get(&key) {
            return Ok(Some(*stub));
        }
        let mut fields = Vec::new();
        for above in self.class(class).display.clone() {
            let owner = self.class(above);
            let own = (0..)
                .zip(&owner.fields)
                .filter(|(_, field)| !field.is_static() && field.access & access::FINAL == 0 && !owner.library);
            fields.extend(own.map(|(index, field)| (above, index, field.name.clone(), field.descriptor.clone())));
        }
        if fields.len() < 2 {
            return Ok(None);
        }
        let mut builder = ClassBuilder::new(&format!("{PREFIX}fields{}", self.stubs.len()), "java/lang/Object");
        let mut code = CodeBuilder::new();
        for (owner, index, name, descriptor) in fields {
            let field = builder.field_ref(&self.class(owner).name.clone(), &name, &descriptor);
            builder.resolve(field, Resolved::Field { class: owner, index });
            code.load(Kind::Reference, 1).load(Kind::Reference, 0);
            code.op_index(opcode::GETFIELD, field).op_index(opcode::PUTFIELD, field);
        }
        code.load(Kind::Reference, 1).return_kind(Kind::Reference);
        let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
        builder.add_method(access::STATIC | access::PUBLIC, "stub", descriptor, code);
        self.finish_stub(builder, class, key).map(Some)
    }
}
