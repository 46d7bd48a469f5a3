//! Prefers states reached by few preemptions: most bugs of concurrent programs need only one or two (Musuvathi and
//! Qadeer 2007).

use crate::system::{Program, World};

pub fn value(_: &Program, world: &mut World) -> f64 {
    f64::from(world.guide.note().preemptions)
}
