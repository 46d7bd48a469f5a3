//! `invokedynamic` and the machinery of `java.lang.invoke` (JVMS 5.4.3.6, 6.5.invokedynamic).
//!
//! Five bootstrap methods, which are nearly all that compilers use, are recognised by name and linked by assembling an
//! ordinary class: that keeps the library's caches of lambda forms out of the state, and call sites immutable. All
//! others run in Java, as the library wrote them, on the natives of `MethodHandleNatives` (see `handles`).

mod concat;
mod convert;
mod handles;
mod lambda;
mod record;
mod switch;
mod varhandle;

use classfile::{ClassFile, Constant, Text};

use crate::class::MethodId;
use crate::heap::ClassId;
use crate::instr::{Instr, Op};
use crate::vm::{Outcome, Vm, throw};

pub use concat::Recipe;
pub use handles::{Adapter, Intrinsic};
pub use varhandle::Access;

/// What linking a call site found out, by its index in `Vm::linked`.
#[derive(Clone, Debug)]
pub enum Linked {
    /// How a string is put together.
    Concat(Recipe),
    /// A method of `java.lang.invoke` to call, and what it gets in addition.
    Adapter(Adapter),
    Intrinsic(Intrinsic),
    /// A `VarHandle` access, which constant `index` of `class` describes.
    Variable {
        access: Access,
        class: ClassId,
        index: u16,
    },
}

/// A dynamic call site or constant, as its class file describes it.
pub(crate) struct DynamicSite {
    pub name: Text,
    pub descriptor: Text,
    pub bootstrap_class: Text,
    pub bootstrap_name: Text,
    /// Constant-pool indices: the bootstrap method's handle, its static arguments.
    pub handle: u16,
    pub arguments: Vec<u16>,
}

impl DynamicSite {
    fn read(file: &ClassFile, index: u16) -> Option<DynamicSite> {
        let (bootstrap, name_and_type) = match file.pool.0.get(index as usize)? {
            Constant::InvokeDynamic { bootstrap, name_and_type } | Constant::Dynamic { bootstrap, name_and_type } => {
                (*bootstrap, *name_and_type)
            }
            _ => return None,
        };
        let (name, descriptor) = file.pool.name_and_type(name_and_type).ok()?;
        let bootstrap = file.bootstrap_methods.get(bootstrap as usize)?;
        let (_, member) = file.pool.method_handle(bootstrap.handle).ok()?;
        Some(DynamicSite {
            name: name.clone(),
            descriptor: descriptor.clone(),
            bootstrap_class: member.class,
            bootstrap_name: member.name,
            handle: bootstrap.handle,
            arguments: bootstrap.arguments.clone(),
        })
    }
}

impl Vm {
    pub(crate) fn dynamic_site(&self, class: ClassId, index: u16) -> Outcome<DynamicSite> {
        let file = self.class(class).file.as_ref().expect("constants come from a file");
        match DynamicSite::read(file, index) {
            Some(site) => Ok(site),
            None => throw("java/lang/ClassFormatError", format!("constant {index} is no dynamic call site")),
        }
    }

    pub(crate) fn invokedynamic(&mut self, instr: Instr) -> Outcome<()> {
        let class = self.current_class();
        let site = self.dynamic_site(class, instr.c as u16)?;
        let quick = match (&*site.bootstrap_class, &*site.bootstrap_name) {
            ("java/lang/invoke/LambdaMetafactory", "metafactory") => self.link_lambda(class, &site, false)?,
            ("java/lang/invoke/LambdaMetafactory", "altMetafactory") => self.link_lambda(class, &site, true)?,
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants") => self.link_concat(class, &site)?,
            ("java/lang/invoke/StringConcatFactory", "makeConcat") => self.link_plain_concat(&site)?,
            ("java/lang/runtime/ObjectMethods", "bootstrap") => self.link_record_method(class, &site)?,
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch") => self.link_type_switch(class, &site)?,
            ("java/lang/runtime/SwitchBootstraps", "enumSwitch") => self.link_enum_switch(class, &site)?,
            _ => None,
        };
        match quick {
            Some(quick) => {
                self.rewrite(quick);
                Ok(())
            }
            None => self.link_call_site(class, instr.c as u16, &site),
        }
    }

    /// The instruction that calls a static method which needs no initialisation.
    pub(crate) fn static_call(&self, method: MethodId) -> Instr {
        Instr::new(Op::InvokestaticQuick, self.method(method).arguments, method.0)
    }

    pub(crate) fn add_linked(&mut self, linked: Linked) -> u32 {
        self.linked.push(std::sync::Arc::new(linked));
        self.linked.len() as u32 - 1
    }
}
