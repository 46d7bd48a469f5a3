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

    /// Whether what was visited so far is to be forgotten, since steps mean something else now.
    fn has_changed(&self) -> bool {
        false
    }
}

impl Seen for Program {
    fn scene(&self, world: &Self::World) -> Option<Scene> {
        Some(Program::scene(self, world))
    }

    fn has_changed(&self) -> bool {
        self.must_repeat()
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
