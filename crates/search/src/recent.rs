//! The encodings of states met lately. A search mostly returns to where it has just been, and need not ask the store then.

use space::{Encoding, StateId};

/// Few, since states may be large; a power of two.
const SLOTS: usize = 16;

/// Each state has one slot, by its number.
#[derive(Default)]
pub struct Recent {
    slots: [(Option<StateId>, Encoding); SLOTS],
}

impl Recent {
    /// Keeps the encoding of state `id`; what is left in `encoding` means nothing.
    pub fn keep(&mut self, id: StateId, encoding: &mut Encoding) {
        let slot = &mut self.slots[id.0 as usize % SLOTS];
        slot.0 = Some(id);
        std::mem::swap(&mut slot.1, encoding);
    }

    /// The encoding of state `id`; `fetch` has to tell it if it is not at hand.
    pub fn get(&mut self, id: StateId, fetch: impl FnOnce(&mut Encoding)) -> &Encoding {
        let slot = &mut self.slots[id.0 as usize % SLOTS];
        if slot.0 != Some(id) {
            fetch(&mut slot.1);
            slot.0 = Some(id);
        }
        &slot.1
    }
}
