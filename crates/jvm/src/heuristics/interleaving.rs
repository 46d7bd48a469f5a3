//! Prefers paths that change threads often (Groce and Visser 2004, Section 4.2): a thread that runs is penalised for
//! each of the last steps it made, the more the more recent they are, and the more threads there are. Penalties add up
//! along the path.

use crate::system::{Program, World};

pub fn value(_: &Program, world: &mut World) -> f64 {
    world.guide.note().penalty as f64
}
