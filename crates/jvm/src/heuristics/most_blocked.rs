//! Prefers states in which many threads cannot move (Groce and Visser 2004, Section 4.2): deadlocks are where all
//! cannot.

use crate::system::{Program, World};

pub fn value(_: &Program, world: &mut World) -> f64 {
    let vm = &world.vm;
    let blocked = |index: &usize| vm.threads[*index].is_alive() && vm.wakes(*index).next().is_none();
    -((0..vm.threads.len()).filter(blocked).count() as f64)
}
