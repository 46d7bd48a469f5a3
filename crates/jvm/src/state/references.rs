//! `System.gc()` in a single run: weak and phantom references whose objects nothing else reaches are cleared, and handed to their
//! queues, as HotSpot's collector does when it is asked (`java.lang.ref`). Exploring never clears any: when a collector runs
//! is nothing that a program may rely on.
//!
//! The objects of such references are left out of a collection, and looked up afterwards: one that was copied is alive.

use super::compact::forwarded;
use crate::heap::{Heap, OVERLAY, Ref};
use crate::vm::{Outcome, Vm};

/// A reference, and the object it refers to weakly.
type Weak = (Ref, Ref);

/// What a collection leaves out, and what it found of that.
#[derive(Default)]
pub(super) struct Left {
    out: Vec<Weak>,
    found: Vec<Weak>,
}

impl Left {
    /// Looks up what was left out, while the old headers still tell where objects went.
    pub(super) fn look_up(&mut self, heap: &Heap) {
        let out = std::mem::take(&mut self.out);
        self.found.extend(out.into_iter().filter_map(|(reference, object)| {
            Some((forwarded(heap, reference)?, forwarded(heap, object).unwrap_or(Ref::NULL)))
        }));
    }
}

impl Vm {
    /// Clears what can be cleared; gives the first of these references, each of which leads to the next by `discovered`.
    pub(crate) fn clear_references(&mut self) -> Outcome<Ref> {
        let weak = self.load_boot("java/lang/ref/WeakReference")?;
        let phantom = self.load_boot("java/lang/ref/PhantomReference")?;
        let reference = self.load_boot("java/lang/ref/Reference")?;
        let (Some(at), Some(next)) = (self.offset_of(reference, "referent"), self.offset_of(reference, "discovered"))
        else {
            return Ok(Ref::NULL);
        };
        self.collect();
        let overlay = self.scratch.starts.iter().map(|start| Ref((OVERLAY as u32) + start));
        let changed = (0..self.heap.dirty_count()).map(|index| self.heap.dirty_at(index));
        let all: Vec<Ref> = overlay.chain(changed).collect();
        for object in all {
            let class = self.heap.class_of(object);
            let is_plain = self.heap.header(object) & crate::heap::header::STATICS == 0;
            if !is_plain || !(self.is_subclass(class, weak) || self.is_subclass(class, phantom)) {
                continue;
            }
            let referent = self.heap.get_ref(object, at as usize);
            if referent.0 as usize >= OVERLAY {
                self.heap.put_ref(object, at as usize, Ref::NULL);
                self.scratch.left.out.push((object, referent));
            }
        }
        self.collect();
        let mut first = Ref::NULL;
        for (object, referent) in std::mem::take(&mut self.scratch.left.found) {
            if referent.is_null() {
                self.heap.put_ref(object, next as usize, first);
                first = object;
            } else {
                self.heap.put_ref(object, at as usize, referent);
            }
        }
        Ok(first)
    }
}
