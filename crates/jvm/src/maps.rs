//! For every place a thread can be stopped at: which slots hold references, and which locals are still needed.
//! Computed once per place, from the bytecode (see `analysis`).

use std::cell::RefCell;
use std::rc::Rc;

use crate::analysis::maps::{SlotMaps, slot_maps};
use crate::class::MethodId;
use crate::vm::Vm;

/// What is alive in a frame before one of its instructions runs.
#[derive(Debug, Default)]
pub struct PointMap {
    /// Live locals that hold references, and the others.
    pub ref_locals: Vec<u16>,
    pub value_locals: Vec<u16>,
    /// Operand-stack slots, from the bottom, that hold references or values; second halves of longs are neither.
    pub ref_stack: Vec<u16>,
    pub value_stack: Vec<u16>,
}

/// The maps of one method, by instruction.
pub struct Maps {
    slots: SlotMaps,
    points: RefCell<Vec<Option<Rc<PointMap>>>>,
}

impl Vm {
    /// The map before instruction `pc` of `method`.
    pub fn point_map(&self, method: MethodId, pc: u32) -> Rc<PointMap> {
        let maps = self.method(method).maps.get_or_init(|| Rc::new(self.analyse(method)));
        if let Some(Some(point)) = maps.points.borrow().get(pc as usize) {
            return point.clone();
        }
        let bytecode = self.method(method).code.pcs[pc as usize];
        let max_locals = self.method(method).max_locals;
        let mut point = make_point(&maps.slots, bytecode, max_locals);
        self.keep_watched_locals(method, bytecode, &mut point);
        let point = Rc::new(point);
        let mut points = maps.points.borrow_mut();
        if points.len() <= pc as usize {
            points.resize(pc as usize + 1, None);
        }
        points[pc as usize] = Some(point.clone());
        point
    }

    fn analyse(&self, id: MethodId) -> Maps {
        let method = self.method(id);
        let file = self.class(method.class).file.as_ref().expect("bytecode comes from a file");
        let code = file.methods[method.index as usize].code.as_ref().expect("a frame runs code");
        let slots = slot_maps(code, &file.pool, &method.descriptor, method.is_static()).unwrap_or_else(|error| {
            panic!("{}.{} was verified, yet has no maps: {error}", self.class(method.class).name, method.name)
        });
        Maps { slots, points: RefCell::new(Vec::new()) }
    }
}

fn make_point(slots: &SlotMaps, pc: u16, max_locals: u16) -> PointMap {
    let mut point = PointMap::default();
    let Some(at) = slots.at(pc) else { return point };
    for local in 0..max_locals {
        if at.is_live_local(local) {
            if at.is_ref_local(local) {
                point.ref_locals.push(local);
            } else {
                point.value_locals.push(local);
            }
        }
    }
    for slot in 0..at.stack_depth() {
        if at.is_ref_stack(slot) {
            point.ref_stack.push(slot);
        } else if at.is_value_stack(slot) {
            point.value_stack.push(slot);
        }
    }
    point
}
