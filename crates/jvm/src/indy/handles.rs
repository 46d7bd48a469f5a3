use crate::class::{MethodId, Resolved};
use crate::heap::{ClassId, Ref};
use crate::instr::Instr;
use crate::vm::{Outcome, Vm, unsupported};
use super::DynamicSite;

#[derive(Debug)]
pub struct Adapter;

impl Vm {
    pub(crate) fn link_call_site(&mut self, _class: ClassId, _index: u16, site: &DynamicSite) -> Outcome<()> {
        unsupported(format!("invokedynamic with {}.{}", site.bootstrap_class, site.bootstrap_name))
    }

    pub(crate) fn invoke_linked(&mut self, _instr: Instr) -> Outcome<()> {
        unsupported("invokedynamic")
    }

    pub(crate) fn link_polymorphic(&mut self, _class: ClassId, _index: u16, _method: MethodId) -> Outcome<()> {
        unsupported("method handles")
    }

    pub(crate) fn link_method_type(&mut self, _class: ClassId, _index: u16, _descriptor: &str) -> Outcome<Resolved> {
        unsupported("method types")
    }

    pub(crate) fn link_method_handle(
        &mut self,
        _class: ClassId,
        _index: u16,
        _kind: u8,
        _reference: u16,
    ) -> Outcome<Resolved> {
        unsupported("method handles")
    }

    pub(crate) fn link_dynamic_constant(&mut self, _class: ClassId, _index: u16) -> Outcome<Resolved> {
        unsupported("dynamic constants")
    }

    /// What an upcall computed becomes the constant.
    pub(crate) fn constant_linked(&mut self, class: ClassId, index: u16, value: u64) {
        self.class_mut(class).pool[index as usize] = Resolved::Object(Ref::from_slot(value));
    }
}
