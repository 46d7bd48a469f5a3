//! How the objects of a class lie in memory.

use classfile::{ClassFile, Text, access};

use crate::class::{Class, Field, Kind};
use crate::heap::{FIELDS, ModCount, Shape};
use crate::vm::Vm;

/// Fields the machine adds to library classes, to tie their objects to its own structures.
const INJECTED: [(&str, &str, &str); 7] = [
    ("java/lang/Class", "vmclass", "I"),
    ("java/lang/Class", "vmdefined", "I"),
    ("java/lang/Class", "vmfailure", "Ljava/lang/Throwable;"),
    ("java/lang/Class", "protectionDomain", "Ljava/security/ProtectionDomain;"),
    ("java/lang/invoke/MemberName", "vmindex", "J"),
    ("java/lang/invoke/ResolvedMethodName", "vmtarget", "I"),
    ("java/lang/StackFrameInfo", "vmframe", "J"),
];

/// Fields that cache what other fields determine; see `Shape::caches`.
const CACHES: [(&str, &[&str]); 4] = [
    ("java/lang/String", &["hash", "hashIsZero"]),
    (
        "java/math/BigInteger",
        // The last two are what later releases call the second and the fourth.
        &[
            "bitCountPlusOne",
            "bitLengthPlusOne",
            "lowestSetBitPlusTwo",
            "firstNonzeroIntNumPlusTwo",
            "magBitLengthPlusOne",
            "numberOfTrailingZeroIntsPlusTwo",
        ],
    ),
    ("java/math/BigDecimal", &["stringCache", "precision"]),
    ("java/lang/Class", &["reflectionData", "classRedefinedCount"]),
];

impl Vm {
    /// One word per field, inherited ones first.
    pub(super) fn lay_out(&mut self, class: &mut Class, file: &ClassFile) -> Shape {
        let mut shape = Shape::default();
        if let Some(superclass) = class.superclass {
            let inherited = &self.heap.shapes[superclass.0 as usize];
            shape.words = inherited.words;
            shape.refs = inherited.refs.clone();
            shape.caches = inherited.caches.clone();
            shape.mod_count = inherited.mod_count;
        }
        let caches = CACHES.iter().find(|(name, _)| *name == &*file.name).map_or(&[][..], |(_, fields)| *fields);
        // What one JDK lacks another may declare.
        let missing = |field: &str| file.fields.iter().all(|declared| &*declared.name != field);
        let injected = INJECTED.iter().filter(|(class, field, _)| *class == &*file.name && missing(field));
        let injected = injected.map(|(_, name, descriptor)| {
            ((*name).into(), (*descriptor).into(), access::PRIVATE | access::SYNTHETIC, u16::MAX)
        });
        let declared = file
            .fields
            .iter()
            .enumerate()
            .map(|(index, field)| (field.name.clone(), field.descriptor.clone(), field.access, index as u16));
        for (name, descriptor, access, index) in declared.chain(injected) {
            let name: Text = name;
            let descriptor: Text = descriptor;
            let kind = Kind::of_descriptor(&descriptor);
            let is_static = access & access::STATIC != 0;
            let words = if is_static { &mut shape.static_words } else { &mut shape.words };
            let offset = FIELDS as u32 + 8 * *words;
            *words += 1;
            let word = *words as u16;
            if kind == Kind::Reference {
                if is_static { shape.static_refs.push(word) } else { shape.refs.push(word) }
            }
            if !is_static && caches.contains(&&*name) {
                shape.caches.push(word);
            }
            class.fields.push(Field { name, descriptor, access, kind, offset, index, watched: false });
        }
        if file.name.starts_with("java/util/") {
            note_mod_count(class, &mut shape);
        }
        shape
    }
}

/// Which word counts modifications, and which remembers such a count of another object.
fn note_mod_count(class: &Class, shape: &mut Shape) {
    let word = |name: &str| class.own_field(name).map(|field| ((field.offset as usize - FIELDS) / 8 + 1) as u16);
    let own = |name: &str| {
        class.own_field(name).filter(|field| !field.is_static() && field.kind == Kind::Int).and(word(name))
    };
    if let Some(at) = own("modCount") {
        shape.mod_count = Some(ModCount::Own(at));
    }
    if let Some(expected) = own("expectedModCount") {
        shape.mod_count = Some(match word("this$0") {
            Some(of) => ModCount::Remembered { expected, of },
            None => ModCount::Unclear,
        });
    }
    if matches!(&*class.name, "java/util/ArrayList$SubList" | "java/util/AbstractList$SubList")
        && let (Some(ModCount::Own(expected)), Some(of)) = (shape.mod_count, word("root"))
    {
        shape.mod_count = Some(ModCount::Remembered { expected, of });
    }
}
