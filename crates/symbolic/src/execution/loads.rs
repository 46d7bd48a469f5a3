//! What machines load while they open nodes of one tree.
//!
//! States name classes and permanent objects by number, so that machines that open each other's nodes must have loaded the same things
//! in the same order. They boot and scout alike; from then on, whoever comes to load something tells the others from which state and by
//! which picks, and each does the same before it opens its next node. Of two that load something at the same time, one was
//! second: it boots again, loads what the first did, and opens its node once more.

use super::{Execution, ExecutionFault, Saved, booted};
use jvm::{LoadLog, Loaded};
use space::{Encoding, Fault, Pick, System};
use std::sync::{Arc, OnceLock};

type Result<T> = std::result::Result<T, ExecutionFault>;

struct Load {
    state: Arc<Saved>,
    /// The last of them loaded something.
    picks: Vec<u32>,
    /// How much is loaded then.
    after: Loaded,
}

#[derive(Default)]
pub(super) struct Loads {
    /// How much a machine has loaded before it opens a node.
    initial: OnceLock<Loaded>,
    log: LoadLog<Load>,
}

impl Loads {
    /// Whether a machine that has just booted is like the others.
    pub(super) fn is_alike(&self, loaded: Loaded) -> bool {
        *self.initial.get_or_init(|| loaded) == loaded
    }
}

impl Execution<'_> {
    /// Loads what others have.
    pub(super) fn catch_up(&mut self) -> Result<()> {
        while let Some(load) = self.loads.log.after(self.loads_seen) {
            let before = self.program.instructions(&self.world);
            self.decode(&load.state.kept);
            self.live = None;
            // The last one may end in a fault, as it did there.
            let done = load.picks.iter().all(|pick| self.program.step(&mut self.world, Pick(*pick)).is_ok());
            self.number(done);
            self.instructions_apart += self.program.instructions(&self.world) - before;
            self.loads_seen += 1;
            self.loaded = self.program.loaded(&self.world);
            if self.loaded != load.after {
                return Err(ExecutionFault::Unlike);
            }
        }
        Ok(())
    }

    /// Files get their numbers when a state is encoded.
    fn number(&mut self, done: bool) {
        if done {
            self.program.encode(&mut self.world, &mut Encoding::new());
        }
    }

    /// One step from where the world stands. An error if it loaded something after another machine had.
    pub(super) fn step(&mut self, pick: u32) -> Result<std::result::Result<(), Fault>> {
        self.live = None;
        self.taken.push(pick);
        let done = self.program.step(&mut self.world, Pick(pick));
        if self.program.loaded(&self.world) != self.loaded {
            self.number(done.is_ok());
            self.tell()?;
        }
        Ok(done)
    }

    /// Tells the others that the last step, or what came of it when it was encoded, loaded something.
    pub(super) fn tell(&mut self) -> Result<()> {
        let loaded = self.program.loaded(&self.world);
        if loaded != self.loaded {
            let load = Load { state: self.taken_from.clone(), picks: self.taken.clone(), after: loaded };
            if !self.loads.log.tell(self.loads_seen, load) {
                return Err(ExecutionFault::Unlike);
            }
            (self.loaded, self.loads_seen) = (loaded, self.loads_seen + 1);
        }
        Ok(())
    }

    /// Begins again, with what the others have loaded.
    pub(super) fn boot_again(&mut self) -> Result<()> {
        self.instructions_beside += self.program.instructions(&self.world) - self.instructions_before;
        self.world = booted(self.program, &self.inputs)?;
        self.instructions_before = self.program.instructions(&self.world);
        (self.live, self.loads_seen, self.loaded) = (None, 0, self.program.loaded(&self.world));
        if !self.loads.is_alike(self.loaded) {
            return Err(ExecutionFault::Unlike);
        }
        self.catch_up()
    }
}
