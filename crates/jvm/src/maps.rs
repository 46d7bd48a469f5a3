//! For every place a thread can be stopped at: which slots hold references, and which locals are still needed.
//! Computed once per place, from the bytecode (see `analysis`).

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use crate::analysis::maps::{Point, SlotMaps, slot_maps};
use crate::class::MethodId;
use crate::thread::{Frame, Thread};
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
    /// Locals that hold references nobody needs any more: known only where somebody looks on (see `looking`).
    pub idle_refs: Vec<u16>,
    /// Slots on the operand stack.
    pub depth: u16,
    /// The call context, in methods that use `jsr`.
    pub context: Option<u16>,
}

/// The maps of a method, once they are needed. A copy works out its own: what machines on several threads count references of, they
/// would wait for each other with.
#[derive(Default)]
pub struct LazyMaps(OnceCell<Box<Maps>>);

impl Clone for LazyMaps {
    fn clone(&self) -> Self {
        LazyMaps::default()
    }
}

/// The maps of one method, by instruction.
struct Maps {
    slots: SlotMaps,
    points: Box<[OnceCell<Arc<PointMap>>]>,
    /// In methods that use `jsr`, by instruction and call context.
    context_points: RefCell<HashMap<(u32, u16), Arc<PointMap>>>,
}

impl Vm {
    /// The map of a frame as it stands.
    pub fn frame_map(&self, thread: &Thread, frame: &Frame) -> Arc<PointMap> {
        let maps = self.maps_of(frame.method);
        if !maps.slots.has_subroutines() {
            return self.point_map(frame.method, frame.pc).clone();
        }
        let method = self.method(frame.method);
        // Return addresses are instructions' numbers in the frame, positions in the bytecode for the analysis.
        let return_pc = |slot: u16| {
            let value = thread.stack[frame.base as usize + usize::from(slot)] as usize;
            method.code.pcs.get(value).copied().unwrap_or(u16::MAX)
        };
        let context = maps.slots.context_of(method.code.pcs[frame.pc as usize], return_pc);
        self.context_map(frame.method, frame.pc, context.unwrap_or(0))
    }

    /// As `frame_map`, for a look.
    #[inline]
    pub(crate) fn with_frame_map<T>(&self, thread: &Thread, frame: &Frame, look: impl FnOnce(&PointMap) -> T) -> T {
        let maps = self.maps_of(frame.method);
        if maps.slots.has_subroutines() {
            look(&self.frame_map(thread, frame))
        } else {
            look(self.point_in(maps, frame.method, frame.pc))
        }
    }

    /// Whether a frame of the method is mapped by its call context.
    #[inline]
    pub fn has_contexts(&self, method: MethodId) -> bool {
        self.maps_of(method).slots.has_subroutines()
    }

    /// The map before instruction `pc` of `method` in a call context.
    pub fn context_map(&self, method: MethodId, pc: u32, context: u16) -> Arc<PointMap> {
        let maps = self.maps_of(method);
        if let Some(point) = maps.context_points.borrow().get(&(pc, context)) {
            return point.clone();
        }
        let bytecode = self.method(method).code.pcs[pc as usize];
        let mut point = self.make_point(method, bytecode, maps.slots.at_context(bytecode, context));
        point.context = Some(context);
        let point = Arc::new(point);
        maps.context_points.borrow_mut().insert((pc, context), point.clone());
        point
    }

    /// The map before instruction `pc` of `method`.
    #[inline]
    pub fn point_map(&self, method: MethodId, pc: u32) -> &Arc<PointMap> {
        self.point_in(self.maps_of(method), method, pc)
    }

    #[inline]
    fn point_in<'a>(&self, maps: &'a Maps, method: MethodId, pc: u32) -> &'a Arc<PointMap> {
        maps.points[pc as usize].get_or_init(|| {
            let bytecode = self.method(method).code.pcs[pc as usize];
            Arc::new(self.make_point(method, bytecode, maps.slots.at(bytecode)))
        })
    }

    #[inline]
    fn maps_of(&self, method: MethodId) -> &Maps {
        self.method(method).maps.0.get_or_init(|| Box::new(self.analyse(method)))
    }

    fn make_point(&self, method: MethodId, bytecode: u16, at: Option<Point<'_>>) -> PointMap {
        let max_locals = self.method(method).max_locals;
        let mut point = at.map(|at| point_of(at, max_locals)).unwrap_or_default();
        if let Some(at) = at.filter(|_| self.config.stepwise) {
            let is_idle = |local: &u16| at.is_ref_local(*local) && !at.is_live_local(*local);
            point.idle_refs.extend((0..max_locals).filter(is_idle));
        }
        self.keep_watched_locals(method, bytecode, &mut point);
        point
    }

    fn analyse(&self, id: MethodId) -> Maps {
        let method = self.method(id);
        let file = self.class(method.class).file.as_ref().expect("bytecode comes from a file");
        let code = file.methods[method.index as usize].code.as_ref().expect("a frame runs code");
        let slots = slot_maps(code, &file.pool, &method.descriptor, method.is_static()).unwrap_or_else(|error| {
            panic!("{}.{} was verified, yet has no maps: {error}", self.class(method.class).name, method.name)
        });
        let points = std::iter::repeat_with(OnceCell::new).take(method.code.instrs.len()).collect();
        Maps { slots, points, context_points: RefCell::default() }
    }
}

fn point_of(at: Point<'_>, max_locals: u16) -> PointMap {
    let mut point = PointMap { depth: at.stack_depth(), ..PointMap::default() };
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
