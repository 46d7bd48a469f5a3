//! `System.gc()` in a single run: weak and phantom references whose objects nothing else reaches are cleared, and handed to their
//! queues, as HotSpot's collector does when it is asked (`java.lang.ref`). Exploring never clears any: when a collector runs
//! is nothing that a program may rely on.
//!
//! Objects with finalizers that nothing reaches are saved once, for a thread of the library that calls `finalize`.
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
    /// Phantom references, which are looked up when objects with finalizers have been saved.
    phantoms: Vec<Weak>,
    found: Vec<Weak>,
    /// Objects whose `finalize` has not run; until somebody asks for a collection they count as alive.
    finalizable: Vec<Ref>,
    /// Those that nothing else reached when somebody asked.
    dying: Vec<Ref>,
    is_asked: bool,
    /// Whether the thread that calls `finalize` has been started.
    has_finalizer: bool,
}

impl Left {
    /// Looks up what was left out, while the old headers still tell where objects went.
    pub(super) fn look_up(&mut self, heap: &Heap) {
        let out = std::mem::take(&mut self.out);
        self.look_up_each(out, heap);
    }

    pub(super) fn look_up_phantoms(&mut self, heap: &Heap) {
        let out = std::mem::take(&mut self.phantoms);
        self.look_up_each(out, heap);
    }

    /// Objects with finalizers, each of which `save` copies if nothing else has.
    pub(super) fn save_finalizable(&mut self, heap: &mut Heap, mut save: impl FnMut(&mut Heap, Ref) -> Ref) {
        for object in std::mem::take(&mut self.finalizable) {
            let alive = forwarded(heap, object);
            let saved = save(heap, object);
            if alive.is_some() || !self.is_asked { self.finalizable.push(saved) } else { self.dying.push(saved) }
        }
    }

    fn look_up_each(&mut self, out: Vec<Weak>, heap: &Heap) {
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
                let is_phantom = self.is_subclass(class, phantom);
                let left = &mut self.scratch.left;
                let out = if is_phantom { &mut left.phantoms } else { &mut left.out };
                out.push((object, referent));
            }
        }
        self.scratch.left.is_asked = true;
        self.collect();
        self.scratch.left.is_asked = false;
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

    /// The library's locks that some thread owns, with their owners, in a single run. Objects move.
    pub(crate) fn owned_synchronizers(&mut self) -> Outcome<Vec<(Ref, Ref)>> {
        let class = self.load_boot("java/util/concurrent/locks/AbstractOwnableSynchronizer")?;
        let Some(at) = self.offset_of(class, "exclusiveOwnerThread").filter(|_| self.config.run_once) else {
            return Ok(Vec::new());
        };
        self.collect();
        let all = self.scratch.starts.iter().map(|start| Ref((OVERLAY as u32) + start));
        let locks = all.filter(|object| self.is_subclass(self.heap.class_of(*object), class));
        let owned = locks.map(|lock| (lock, self.heap.get_ref(lock, at as usize)));
        Ok(owned.filter(|(_, owner)| !owner.is_null()).collect())
    }

    /// Remembers a new object of a class with a finalizer; programs that make very many get them finalized in part.
    pub(crate) fn remember_finalizable(&mut self, object: Ref) {
        const MANY: usize = 100_000;
        let left = &mut self.scratch.left;
        if left.finalizable.len() < MANY {
            left.finalizable.push(object);
        }
    }

    /// The objects whose `finalize` is due since the last `clear_references`, and whether the thread that calls it is to be started.
    pub(crate) fn dying_objects(&mut self) -> (Vec<Ref>, bool) {
        let dying = std::mem::take(&mut self.scratch.left.dying);
        let starts = !dying.is_empty() && !std::mem::replace(&mut self.scratch.left.has_finalizer, !dying.is_empty());
        (dying, starts)
    }
}
