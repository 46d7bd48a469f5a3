//! `local:pkg.C.m(int,int):x`: the value of a local variable of the innermost call of the method, in any thread, while
//! the variable is in scope (jpf-label's `BooleanLocalVariable` and `IntegerLocalVariable`). A transition ends at each
//! assignment that changes it. Where a variable lives is known from the class file's `LocalVariableTable`.

use classfile::{Code, LocalVariable};
use space::{Fault, some_of, suggest};

use super::Kind;
use super::plan::{Found, Subject, is_integer, mangled, methods};
use super::sources::Sources;
use super::spec::{MethodPattern, Value};
use super::watches::as_number;
use crate::class::{Kind as ValueKind, MethodId};
use crate::instr::{Instr, MethodCode, Op};
use crate::maps::PointMap;
use crate::vm::{Outcome, Vm};

pub const KIND: Kind = Kind {
    name: "local",
    synopsis: "local:pkg.C.m(int,int):x[=v]",
    meaning: "the value of a local boolean or integer variable",
};

pub(super) fn find(
    sources: &Sources,
    pattern: &MethodPattern,
    variable: &str,
    value: Option<Value>,
    spec: &str,
) -> Result<Found, Fault> {
    let mut subjects = Vec::new();
    let candidates = methods(sources, pattern, spec)?;
    let mut known = Vec::new();
    for (method, file) in &candidates {
        let Some(code) = &file.code else {
            return Err(Fault::Input(format!("label '{spec}': {pattern} has no code, and so no variables")));
        };
        let needs_names = code.variables.is_empty() && code.max_locals > 0;
        if needs_names {
            return Err(Fault::Input(format!(
                "label '{spec}': the class file of {} does not tell its local variables; compile it with javac -g",
                pattern.class
            )));
        }
        known.extend(code.variables.iter().map(|variable| variable.name.to_string()));
        let Some(found) = code.variables.iter().find(|found| *found.name == *variable) else { continue };
        let kind = ValueKind::of_descriptor(&found.descriptor);
        if kind != ValueKind::Boolean && !is_integer(kind) {
            return Err(Fault::Input(format!(
                "label '{spec}': {variable} is neither boolean nor an integer; only those can be labels"
            )));
        }
        let name = format!("{}__{variable}", mangled(method));
        subjects.push((Subject::Local { method: method.clone(), variable: variable.to_owned() }, kind, name));
    }
    if subjects.is_empty() {
        known.retain(|name| name != "this");
        let names = || known.iter().map(String::as_str);
        let hint = match suggest(variable, names()) {
            Some(near) => format!("; did you mean {near}?"),
            None if known.is_empty() => " (nor any other)".to_owned(),
            None => format!("; it has {}", some_of(names())),
        };
        return Err(Fault::Input(format!("label '{spec}': {pattern} has no local variable {variable}{hint}")));
    }
    Ok(Found { subjects, value })
}

/// A watched variable of a method that is loaded.
#[derive(Clone, Debug)]
pub struct BoundLocal {
    pub watch: u32,
    pub method: MethodId,
    /// Where the variable is in scope, and in which slot; javac may give it several places.
    pub places: Vec<LocalVariable>,
}

impl BoundLocal {
    pub fn place_at(&self, bytecode: u16) -> Option<&LocalVariable> {
        self.places.iter().find(|place| place.is_in_scope(bytecode))
    }
}

/// An assignment that was replaced by `Op::WatchLocal`.
#[derive(Clone, Copy, Debug)]
pub struct WatchedAssignment {
    original: Instr,
    /// The variable's scope begins with this assignment, so that any value is a change.
    first: bool,
}

impl Vm {
    pub(super) fn bind_local(&mut self, watch: u32, method: MethodId, variable: &str) {
        let (class, index) = (self.method(method).class, self.method(method).index as usize);
        let file = self.class(class).file.clone().expect("bound when its class was defined");
        let Some(code) = &file.methods[index].code else { return };
        let places: Vec<LocalVariable> = code.variables.iter().filter(|v| *v.name == *variable).cloned().collect();
        self.watches.locals.push(BoundLocal { watch, method, places });
    }

    /// Replaces the assignments to watched variables in freshly decoded code.
    pub fn watch_locals(&mut self, method: MethodId, _code: &Code, decoded: &mut MethodCode) {
        let places: Vec<LocalVariable> = self
            .watches
            .locals
            .iter()
            .filter(|bound| bound.method == method)
            .flat_map(|bound| bound.places.clone())
            .collect();
        if places.is_empty() {
            return;
        }
        for (index, cell) in decoded.instrs.iter().enumerate() {
            let original = cell.get();
            if !matches!(original.op, Op::Store | Op::Store2 | Op::Iinc) {
                continue;
            }
            let (here, next) = (decoded.pcs[index], decoded.pcs.get(index + 1).copied());
            let same_slot = || places.iter().filter(|place| place.slot == original.a);
            let inside = same_slot().any(|place| place.is_in_scope(here));
            let begins = same_slot().any(|place| next.is_some_and(|next| place.is_in_scope(next)));
            if inside || begins {
                let number = self.watches.assignments.len() as u32;
                self.watches.assignments.push(WatchedAssignment { original, first: !inside });
                cell.set(Instr::new(Op::WatchLocal, original.a, number));
            }
        }
    }

    /// Does a watched assignment.
    pub fn watch_local(&mut self, instr: Instr) -> Outcome<()> {
        let WatchedAssignment { original, first } = self.watches.assignments[instr.c as usize];
        let frame = *self.frame();
        let local = frame.base as usize + original.a as usize;
        match original.op {
            Op::Store => self.settle_watched(frame.sp as usize - 1, crate::class::Kind::Int)?,
            Op::Store2 => self.settle_watched(frame.sp as usize - 2, crate::class::Kind::Long)?,
            _ => self.settle_watched(local, crate::class::Kind::Int)?,
        }
        let stack = &mut self.thread_mut().stack;
        let before = stack[local];
        let popped = match original.op {
            Op::Store => {
                stack[local] = stack[frame.sp as usize - 1];
                1
            }
            Op::Store2 => {
                stack[local] = stack[frame.sp as usize - 2];
                2
            }
            _ => {
                stack[local] = u64::from((before as u32).wrapping_add(original.c));
                0
            }
        };
        let changed = first || stack[local] != before;
        let frame = self.frame_mut();
        frame.sp -= popped;
        frame.pc += 1;
        if changed && self.is_watching() {
            self.watches.cut = true;
        }
        Ok(())
    }

    /// Keeps watched variables in the state for as long as they are in scope, also where the program does not need
    /// them any more: labels do.
    pub(crate) fn keep_watched_locals(&self, method: MethodId, bytecode: u16, point: &mut PointMap) {
        for bound in self.watches.locals.iter().filter(|bound| bound.method == method) {
            if let Some(place) = bound.place_at(bytecode)
                && !point.value_locals.contains(&place.slot)
                && !point.ref_locals.contains(&place.slot)
            {
                point.value_locals.push(place.slot);
                point.value_locals.sort_unstable();
            }
        }
    }

    /// The values of a watched variable: one per thread that is inside the method.
    pub(super) fn local_values(&self, watch: u32, visit: &mut dyn FnMut(i64)) {
        for thread in &self.threads {
            let innermost = thread.frames.iter().rev().find_map(|frame| {
                let bound =
                    self.watches.locals.iter().find(|bound| bound.watch == watch && bound.method == frame.method)?;
                let bytecode = *self.method(frame.method).code.pcs.get(frame.pc as usize)?;
                let place = bound.place_at(bytecode)?;
                let kind = ValueKind::of_descriptor(&place.descriptor);
                Some(as_number(kind, thread.stack[frame.base as usize + place.slot as usize]))
            });
            if let Some(value) = innermost {
                visit(value);
            }
        }
    }
}
