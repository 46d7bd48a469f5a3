//! Labels: atomic propositions over the program, and the events that change them.

use classfile::Code;

use crate::class::MethodId;
use crate::heap::{ClassId, Ref};
use crate::instr::{Instr, MethodCode};
use crate::vm::{Outcome, Vm};

#[derive(Clone, Debug)]
pub struct Spec {
    pub name: String,
}

#[derive(Clone, Debug)]
pub struct RewardSpec {
    pub name: String,
}

#[derive(Default)]
pub struct Watches;

impl Watches {
    pub fn has_locals(&self) -> bool {
        false
    }
}

impl Vm {
    pub fn watches_on_define(&mut self, _class: ClassId) -> Outcome<()> {
        Ok(())
    }
    pub fn watch_invocation(&mut self, _method: MethodId) -> Outcome<()> {
        Ok(())
    }
    pub fn watch_return(&mut self, _method: MethodId, _value: u64) -> Outcome<()> {
        Ok(())
    }
    pub fn watch_locked(&mut self, _method: MethodId) -> Outcome<()> {
        Ok(())
    }
    pub fn watch_thrown(&mut self, _exception: Ref) {}
    pub fn cut_if_watched(&mut self) -> Outcome<()> {
        Ok(())
    }
    pub fn watch_locals(&mut self, _method: MethodId, _code: &Code, _decoded: &mut MethodCode) {}
    pub fn watch_local(&mut self, _instr: Instr) -> Outcome<()> {
        Ok(())
    }
    pub fn watched_field_changed(&mut self, _class: ClassId, _place: u16) -> Outcome<()> {
        Ok(())
    }
}
