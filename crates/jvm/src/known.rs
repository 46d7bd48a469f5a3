//! Classes and fields of the library that the machine itself works with, found by name in the user's JDK.

use crate::class::Kind;
use crate::heap::ClassId;
use crate::vm::{Outcome, Vm};

#[derive(Clone, Debug)]
pub struct Known {
    pub object: ClassId,
    pub class: ClassId,
    pub string: ClassId,
    pub thread: ClassId,
    pub throwable: ClassId,
    pub error: ClassId,
    pub cloneable: ClassId,
    pub serializable: ClassId,
    pub byte_array: ClassId,
    pub boolean_array: ClassId,
    primitives: [ClassId; 9],
    pub class_vmclass: u32,
    /// Whether a class that the program defined by `defineClass` exists on this path.
    pub class_defined: u32,
    pub class_loader: u32,
    pub class_component: u32,
    pub class_module: u32,
    pub class_modifiers: Option<u32>,
    pub class_primitive: Option<u32>,
    pub string_value: u32,
    pub string_coder: u32,
    pub throwable_message: u32,
    pub throwable_backtrace: u32,
    pub throwable_depth: Option<u32>,
    pub throwable_cause: u32,
    pub thread_eetop: u32,
    pub thread_name: u32,
    pub thread_holder: Option<u32>,
    /// An array of one element that counts thread ids.
    pub thread_ids: crate::heap::Ref,
    pub loader_unnamed_module: u32,
    /// The streams that print natively.
    pub stdout: crate::heap::Ref,
    pub stderr: crate::heap::Ref,
    /// How deep `define` recurses into supers.
    pub define_depth: u32,
}

impl Known {
    pub fn new() -> Self {
        let none = ClassId(0);
        Known {
            object: none,
            class: none,
            string: none,
            thread: none,
            throwable: none,
            error: none,
            cloneable: none,
            serializable: none,
            byte_array: none,
            boolean_array: none,
            primitives: [none; 9],
            class_vmclass: 0,
            class_defined: 0,
            class_loader: 0,
            class_component: 0,
            class_module: 0,
            class_modifiers: None,
            class_primitive: None,
            string_value: 0,
            string_coder: 0,
            throwable_message: 0,
            throwable_backtrace: 0,
            throwable_depth: None,
            throwable_cause: 0,
            thread_eetop: 0,
            thread_name: 0,
            thread_holder: None,
            thread_ids: crate::heap::Ref::NULL,
            loader_unnamed_module: 0,
            stdout: crate::heap::Ref::NULL,
            stderr: crate::heap::Ref::NULL,
            define_depth: 0,
        }
    }

    pub fn primitive(&self, kind: Kind) -> ClassId {
        let place = Kind::PRIMITIVES.iter().position(|known| *known == kind).expect("a primitive kind");
        self.primitives[place]
    }
}

impl Default for Known {
    fn default() -> Self {
        Self::new()
    }
}

impl Vm {
    /// Loads what everything else needs, in the one order that works: nothing has a mirror until `Class` is there.
    pub(crate) fn load_known(&mut self) -> Outcome<()> {
        // Class id 0 stays unused, so that a zeroed header is no object.
        self.define_primitive(Kind::Void);
        self.known.object = self.load_boot("java/lang/Object")?;
        self.known.cloneable = self.load_boot("java/lang/Cloneable")?;
        self.known.serializable = self.load_boot("java/io/Serializable")?;
        for (place, kind) in Kind::PRIMITIVES.into_iter().enumerate() {
            self.known.primitives[place] = self.define_primitive(kind);
        }
        let class = self.load_boot("java/lang/Class")?;
        self.known.class_vmclass = self.needed_offset(class, "vmclass");
        self.known.class_defined = self.needed_offset(class, "vmdefined");
        self.known.class_loader = self.needed_offset(class, "classLoader");
        self.known.class_component = self.needed_offset(class, "componentType");
        self.known.class_module = self.needed_offset(class, "module");
        self.known.class_modifiers = self.offset_of(class, "modifiers");
        self.known.class_primitive = self.offset_of(class, "primitive");
        self.known.class = class;
        for index in 1..self.classes.len() {
            let id = ClassId(index as u32);
            if self.class(id).mirror.is_null() {
                if self.class(id).statics.is_null() {
                    self.finish_class(id)?;
                } else {
                    self.make_mirror(id)?;
                }
            }
        }
        self.known.byte_array = self.array_of(self.known.primitive(Kind::Byte))?;
        self.known.boolean_array = self.array_of(self.known.primitive(Kind::Boolean))?;
        let string = self.load_boot("java/lang/String")?;
        self.known.string_value = self.needed_offset(string, "value");
        self.known.string_coder = self.needed_offset(string, "coder");
        self.known.string = string;
        let throwable = self.load_boot("java/lang/Throwable")?;
        self.known.throwable = throwable;
        self.known.throwable_message = self.needed_offset(throwable, "detailMessage");
        self.known.throwable_backtrace = self.needed_offset(throwable, "backtrace");
        self.known.throwable_depth = self.offset_of(throwable, "depth");
        self.known.throwable_cause = self.needed_offset(throwable, "cause");
        self.known.error = self.load_boot("java/lang/Error")?;
        let thread = self.load_boot("java/lang/Thread")?;
        self.known.thread = thread;
        self.known.thread_eetop = self.needed_offset(thread, "eetop");
        self.known.thread_name = self.needed_offset(thread, "name");
        self.known.thread_holder = self.offset_of(thread, "holder");
        let loader = self.load_boot("java/lang/ClassLoader")?;
        self.known.loader_unnamed_module = self.needed_offset(loader, "unnamedModule");
        // String constants of the classes loaded before `String` was there.
        for index in 1..self.classes.len() {
            self.set_constant_values_again(ClassId(index as u32))?;
        }
        Ok(())
    }

    fn needed_offset(&self, class: ClassId, field: &str) -> u32 {
        self.offset_of(class, field)
            .unwrap_or_else(|| panic!("this JDK's {} has no field {field}", self.class(class).java_name()))
    }
}
