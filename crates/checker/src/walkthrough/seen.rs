//! What can be seen of a world besides its choices: threads and fields of a program, variables of a model.

use jvm::Program;
use jvm::scene::Scene;
use lts::LtsSystem;
use models::NetworkSystem;
use space::System;

use crate::sampling::ExplicitSystem;

/// A system whose worlds can be looked at.
pub trait Seen: System {
    fn scene(&self, _world: &Self::World) -> Option<Scene> {
        None
    }

    /// Variables with their values.
    fn variables(&self, _world: &Self::World) -> Vec<(String, String)> {
        Vec::new()
    }

    /// How often steps came to mean something else, so that what was visited before is to be forgotten.
    fn lessons(&self) -> u64 {
        0
    }
}

impl Seen for Program {
    fn scene(&self, world: &Self::World) -> Option<Scene> {
        Some(Program::scene(self, world))
    }

    fn lessons(&self) -> u64 {
        Program::lessons(self)
    }
}

impl Seen for LtsSystem {}

impl<const W: usize> Seen for NetworkSystem<W> {
    fn variables(&self, world: &Self::World) -> Vec<(String, String)> {
        self.values(world)
    }
}

impl Seen for ExplicitSystem {
    fn variables(&self, world: &Self::World) -> Vec<(String, String)> {
        self.values(world)
    }
}
