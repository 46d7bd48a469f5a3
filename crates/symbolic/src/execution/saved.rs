//! States to come back to, and which node each is.

use super::known::Identity;
use super::place::Place;
use super::{Execution, ExecutionFault};
use jvm::choice::Pending;
use space::{Encoding, Filed, StateId, System};
use std::sync::Arc;

/// A state to come back to.
pub(super) struct Saved {
    pub(super) id: u64,
    pub(super) kept: Kept,
}

pub(super) enum Kept {
    /// In the store, where states share what they have in common.
    Filed(StateId),
    Whole(Encoding),
}

/// Room for what is computed at every node.
#[derive(Default)]
pub(super) struct Scratch {
    encoding: Encoding,
    /// Symbols that the state still depends on.
    live: Vec<u32>,
}

impl Execution<'_> {
    pub(super) fn restore(&mut self, state: &Arc<Saved>) {
        if self.live != Some(state.id) {
            self.decode(&state.kept);
            self.live = Some(state.id);
        }
    }

    pub(super) fn decode(&mut self, kept: &Kept) {
        let encoding = match kept {
            Kept::Filed(state) => self.store.fetch(*state),
            Kept::Whole(encoding) => encoding,
        };
        self.program.decode(encoding, &mut self.world);
    }

    /// The state the world is in, to come back to, and its node's identity.
    pub(super) fn save(
        &mut self,
        place: &Place,
        pending: &Pending,
    ) -> Result<(Arc<Saved>, Option<u64>), ExecutionFault> {
        self.scratch.encoding.clear();
        self.program.encode(&mut self.world, &mut self.scratch.encoding);
        self.tell()?;
        self.saved += 1;
        self.live = Some(self.saved);
        let (kept, identity) = match self.merging {
            true => {
                let (Filed::Fresh(state) | Filed::Seen(state)) = self.store.insert(&self.scratch.encoding, None);
                (Kept::Filed(state), Some(self.identify(state, place, pending)))
            }
            false => (Kept::Whole(self.scratch.encoding.clone()), None),
        };
        Ok((Arc::new(Saved { id: self.saved, kept }), identity))
    }

    fn identify(&mut self, state: StateId, place: &Place, pending: &Pending) -> u64 {
        let live = &mut self.scratch.live;
        live.clear();
        self.world.vm.live_symbols(live);
        match pending {
            Pending::Branch { conditions, .. } => live.extend_from_slice(conditions),
            Pending::Assume { condition } => live.push(*condition),
            _ => {}
        }
        let path = self.memory.concerning.get(&place.path, live).unwrap_or_else(|| {
            let path = self.inputs.lock().paths.concerning(&place.path, live);
            self.memory.concerning.keep(&place.path, live, path.clone());
            path
        });
        let depth = if self.depth_max.is_some() { place.depth } else { 0 };
        self.known.number(Identity { state, path, labels: place.labels.clone(), depth })
    }
}
