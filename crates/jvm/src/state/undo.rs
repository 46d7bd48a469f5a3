//! Going back by undoing: a search mostly returns to the state it took its last step from, and who encoded by change knows what that
//! step changed (see `changes`). Only that is put back.

use space::{Encoding, GROUP};

use super::encode::LATER_STRETCH;
use super::layout::FIRST_THREAD;
use super::restore::Reader;
use crate::heap::{Heap, OVERLAY, header};
use crate::vm::Vm;

impl Vm {
    /// Puts the machine into the encoded state if that is the one of which the present one, which nothing has changed since, was
    /// encoded as a change. Returns the standing it was encoded with.
    pub(super) fn undo(&mut self, encoding: &Encoding) -> Option<u8> {
        if !self.layout.can_go_back_to(encoding) {
            return None;
        }
        let changed = std::mem::take(&mut self.scratch.changed);
        let mut at = Reader::new(encoding.bytes());
        let standing = self.decode_head(&mut at).standing;
        let (first_permanent, first_object) = (self.layout.first_permanent(), self.layout.first_object());
        let mut thread = Place { index: 0, component: FIRST_THREAD };
        for &component in &changed {
            let component = component as usize;
            if component < FIRST_THREAD {
                continue;
            }
            let mut at = Reader::new(encoding.bytes());
            if component < first_permanent {
                // A thread of which something has changed is decoded as a whole.
                if component >= thread.component {
                    while component >= self.end_of(&thread) {
                        thread = Place { component: self.end_of(&thread), index: thread.index + 1 };
                    }
                    at.go_to(encoding.start(thread.component));
                    let end = self.end_of(&thread);
                    self.decode_thread(thread.index, &mut at, encoding, thread.component + 1);
                    let frames = self.threads[thread.index].frames.len();
                    let on = super::encode::status_parts(self.threads[thread.index].status).1;
                    self.layout.lay_thread(thread.index, thread.component, frames, on);
                    thread = Place { component: end, index: thread.index + 1 };
                }
            } else if component < first_object {
                self.heap.decode_changed(encoding.component(component));
            } else {
                let start = OVERLAY + self.layout.starts()[component - first_object] as usize;
                at.go_to(encoding.start(component));
                let words = encoding.component(component).len() / 8;
                at.words(&mut self.heap.words[start..start + words]);
            }
        }
        self.heap.plan_collection();
        self.layout.go_back_to(encoding);
        self.scratch.changed = changed;
        Some(standing)
    }

    /// The component after those of a thread, with what fills its last group.
    fn end_of(&self, thread: &Place) -> usize {
        (thread.component + 1 + self.layout.threads()[thread.index].frames.len()).next_multiple_of(GROUP)
    }
}

/// Where a thread begins among the components.
struct Place {
    index: usize,
    component: usize,
}

impl Heap {
    /// Reads what is dirty by now and was so then.
    fn decode_changed(&mut self, component: &[u8]) {
        let mut at = Reader::new(component);
        let start = at.u32();
        let mut place = (start & !LATER_STRETCH) as usize;
        if start & LATER_STRETCH != 0 {
            at.u32();
        } else {
            let flags = self.words[place] & (header::SHARED | header::DIRTY);
            self.words[place] = at.u64() | flags;
            place += 1;
        }
        let words = at.left() / 8;
        at.words(&mut self.words[place..place + words]);
    }
}
