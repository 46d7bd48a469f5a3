//! What path-dependent heuristics know of the way a state was first reached. It is no part of the state, or states would
//! not match: it is kept beside, by the hash of the state's encoding, from the first time such a heuristic is asked.
//! Two states with the same hash would only share a priority.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Steps that the interleaving heuristic looks back.
const RECENT_MAX: usize = 16;

#[derive(Clone, Copy, Debug, Default)]
pub struct ScheduleNote {
    /// The thread scheduled last.
    pub last: Option<u32>,
    pub preemptions: u32,
    pub penalty: u64,
    /// Who made the last steps, the latest first.
    recent: [u8; RECENT_MAX],
    recent_len: u8,
}

#[derive(Clone, Default)]
pub struct Guide {
    kept: bool,
    note: ScheduleNote,
    notes: HashMap<u64, ScheduleNote>,
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

impl Guide {
    pub fn note(&mut self) -> ScheduleNote {
        self.kept = true;
        self.note
    }

    /// The scheduler picks `thread` among `threads` alive; `was_able` tells whether the last one could have gone on.
    pub fn scheduled(&mut self, thread: u32, alive: usize, was_able: impl FnOnce(u32) -> bool) {
        if !self.kept {
            return;
        }
        let note = &mut self.note;
        if note.last.is_some_and(|last| last != thread && was_able(last)) {
            note.preemptions += 1;
        }
        let len = note.recent_len as usize;
        let own = (0..len).filter(|age| note.recent[*age] == thread as u8);
        note.penalty += own.map(|age| ((RECENT_MAX - age) * alive) as u64).sum::<u64>();
        note.recent.copy_within(0..RECENT_MAX - 1, 1);
        note.recent[0] = thread as u8;
        note.recent_len = (len + 1).min(RECENT_MAX) as u8;
        note.last = Some(thread);
    }

    /// The state reached has this encoding.
    pub fn arrived(&mut self, encoding: &[u8]) {
        if self.kept {
            self.note = *self.notes.entry(hash(encoding)).or_insert(self.note);
        }
    }

    /// The state with this encoding was restored.
    pub fn restored(&mut self, encoding: &[u8]) {
        if self.kept {
            self.note = self.notes.get(&hash(encoding)).copied().unwrap_or_default();
        }
    }
}
