//! `System.gc()`, and memory that is short, in a single run: weak and phantom references whose objects nothing else reaches are cleared, and handed to their
//! queues, and finalizers of what nothing reaches run, as HotSpot's collector does when it is asked (`java.lang.ref`).
//! Exploring does neither: when a collector runs is nothing that a program may rely on.
//!
//! The objects of such references are left out of a collection, and looked up afterwards: one that was copied is alive. Objects with
//! finalizers that were not are copied last, with whatever they refer to, weakly or not (JLS 12.6.1): that is what their finalizers see.
//! Collections that nobody asked for throw them away unfinalized, as if the program had ended before a collector came.

use super::compact::forwarded;
use crate::heap::{Heap, OVERLAY, Ref};
use crate::thread::FrameKind;
use crate::vm::{Outcome, Vm};

/// A reference, and the object it refers to weakly.
type Weak = (Ref, Ref);

/// What a collection leaves out, and what it found of that.
#[derive(Default)]
pub(super) struct Left {
    out: Vec<Weak>,
    found: Vec<Weak>,
    /// Where references have what they refer to.
    referent: usize,
    /// Objects whose finalizers have yet to run if nothing reaches them, and whether that is to be judged.
    finalizable: Vec<Ref>,
    judges: bool,
    /// Objects that are alive whose finalizers have run, or are about to: nothing is finalized twice.
    finalized: Vec<Ref>,
    /// Whether a thread serves the queue of finalizers.
    served: bool,
}

/// What a collection that was asked for leaves to be done.
pub(crate) struct Cleared {
    /// The first of the references that were cleared, each of which leads to the next by `discovered`.
    pub first: Ref,
    /// Objects to be finalized: an array, or null if there are none.
    pub finalizable: Ref,
    /// Whether a thread has to be started that finalizes.
    pub starts_thread: bool,
}

impl Cleared {
    pub fn is_nothing(&self) -> bool {
        self.first.is_null() && self.finalizable.is_null()
    }

    /// What the stub is told that hands references to their queues.
    pub fn arguments(&self) -> [u64; 3] {
        [self.first.slot(), self.finalizable.slot(), u64::from(self.starts_thread)]
    }
}

impl Left {
    /// Looks up what was left out, while the old headers still tell where objects went.
    pub(super) fn look_up(&mut self, heap: &Heap) {
        self.found.extend(self.out.iter().filter_map(|(reference, object)| {
            Some((forwarded(heap, *reference)?, forwarded(heap, *object).unwrap_or(Ref::NULL)))
        }));
    }

    /// Objects that nothing has reached and that have to be copied all the same: their finalizers are to run.
    pub(super) fn unreached(&mut self, heap: &mut Heap) -> Vec<Ref> {
        if self.judges {
            self.finalizable.retain(|object| forwarded(heap, *object).is_none());
        }
        // References that only they lead to refer strongly for them.
        for (reference, object) in std::mem::take(&mut self.out) {
            if forwarded(heap, reference).is_none() {
                heap.put_ref(reference, self.referent, object);
            }
        }
        self.finalizable.clone()
    }

    /// Objects have moved.
    pub(super) fn follow(&mut self, heap: &Heap) {
        let moved = |object: &Ref| forwarded(heap, *object);
        self.finalizable = self.finalizable.iter().filter_map(moved).collect();
        self.finalized = self.finalized.iter().filter_map(moved).collect();
    }
}

impl Vm {
    /// Before memory counts as exhausted in a single run, references give up what they hold, soft ones too (`SoftReference`). Whether
    /// there was something: then the instruction that allocates is to run again, behind the stub that tells the queues.
    pub(crate) fn gives_way(&mut self) -> Outcome<bool> {
        if !self.config.run_once || !self.booted || self.heap.is_permanent_mode() {
            return Ok(false);
        }
        let cleared = self.clear_references(true)?;
        if !cleared.is_nothing() {
            let enqueue = self.enqueue_stub()?;
            self.push_frame(enqueue, &cleared.arguments(), FrameKind::Interlude)?;
        }
        Ok(!cleared.is_nothing())
    }

    /// Clears what can be cleared, and finds what has to be finalized; soft references count as weak ones if memory is short.
    pub(crate) fn clear_references(&mut self, is_short: bool) -> Outcome<Cleared> {
        let mut cleared = Cleared { first: Ref::NULL, finalizable: Ref::NULL, starts_thread: false };
        let weak = self.load_boot("java/lang/ref/WeakReference")?;
        let phantom = self.load_boot("java/lang/ref/PhantomReference")?;
        let soft = self.load_boot("java/lang/ref/SoftReference")?;
        let reference = self.load_boot("java/lang/ref/Reference")?;
        let (Some(at), Some(next)) = (self.offset_of(reference, "referent"), self.offset_of(reference, "discovered"))
        else {
            return Ok(cleared);
        };
        self.scratch.left.referent = at as usize;
        self.scratch.left.finalizable = self.not_finalized();
        self.collect();
        let overlay = self.scratch.starts.iter().map(|start| Ref((OVERLAY as u32) + start));
        let changed = (0..self.heap.dirty_count()).map(|index| self.heap.dirty_at(index));
        let all: Vec<Ref> = overlay.chain(changed).collect();
        for object in all {
            let class = self.heap.class_of(object);
            let is_plain = self.heap.header(object) & crate::heap::header::STATICS == 0;
            let gives_up = |class| {
                let is = |kind| self.is_subclass(class, kind);
                is(weak) || is(phantom) || (is_short && is(soft))
            };
            if !is_plain || !gives_up(class) {
                continue;
            }
            let referent = self.heap.get_ref(object, at as usize);
            if referent.0 as usize >= OVERLAY {
                self.heap.put_ref(object, at as usize, Ref::NULL);
                self.scratch.left.out.push((object, referent));
            }
        }
        self.scratch.left.judges = true;
        self.collect();
        self.scratch.left.judges = false;
        for (object, referent) in std::mem::take(&mut self.scratch.left.found) {
            if referent.is_null() {
                self.heap.put_ref(object, next as usize, cleared.first);
                cleared.first = object;
            } else {
                self.heap.put_ref(object, at as usize, referent);
            }
        }
        let due = std::mem::take(&mut self.scratch.left.finalizable);
        if !due.is_empty() {
            cleared.finalizable = self.new_object_array("java/lang/Object", &due)?;
            cleared.starts_thread = !std::mem::replace(&mut self.scratch.left.served, true);
            self.scratch.left.finalized.extend(due);
        }
        Ok(cleared)
    }

    /// The objects, reached or not, whose finalizers have not run.
    fn not_finalized(&self) -> Vec<Ref> {
        let finalized: std::collections::HashSet<Ref> = self.scratch.left.finalized.iter().copied().collect();
        let mut found = Vec::new();
        let mut address = OVERLAY;
        while address < self.heap.overlay_end() {
            let object = Ref(address as u32);
            if self.class(self.heap.class_of(object)).finalizer && !finalized.contains(&object) {
                found.push(object);
            }
            address += self.heap.size_of(object);
        }
        found
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
}
