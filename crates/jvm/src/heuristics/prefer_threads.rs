//! Prefers states that a thread of the given names led to (`--heuristic prefer-threads:main,Thread-1`); without names,
//! the main thread.

use crate::system::{Program, World};

pub fn value(program: &Program, world: &mut World) -> f64 {
    let Some(last) = world.guide.note().last else { return 0.0 };
    let vm = &world.vm;
    let Some(name) = ((last as usize) < vm.threads.len()).then(|| vm.given_name(last as usize)) else { return 1.0 };
    let preferred = &program.config.preferred_threads;
    let is_preferred = if preferred.is_empty() { name == "main" } else { preferred.contains(&name) };
    if is_preferred { 0.0 } else { 1.0 }
}
