//! What is history rather than state: how often a collection was modified, and threads that have ended.

use space::ThreadId;

use crate::heap::{Heap, ModCount, OVERLAY, Ref, header};
use crate::thread::Thread;
use crate::vm::Vm;

impl Vm {
    /// `modCount` only tells iterators that something changed: its absolute value is history, not state. It becomes
    /// zero, and what iterators remember becomes their distance from it, unless a library method that may have
    /// remembered it in a local variable is running.
    pub(super) fn normalise_mod_counts(&mut self) {
        if self.scratch.mod_counts.is_empty() || self.is_collection_code_running() {
            return;
        }
        let objects = std::mem::take(&mut self.scratch.mod_counts);
        let shape_of = |heap: &Heap, object: u32| heap.shapes[heap.class_of(Ref(object)).0 as usize].mod_count;
        // All remembered values first, while the counters are still there.
        let known = |heap: &Heap, object: u32| match shape_of(heap, object) {
            Some(ModCount::Remembered { of, .. }) => {
                let owner = heap.words[(object + u32::from(of)) as usize] as u32;
                matches!(shape_of(heap, owner), Some(ModCount::Own(_)))
            }
            Some(ModCount::Own(_)) => true,
            Some(ModCount::Unclear) | None => false,
        };
        if objects.iter().all(|object| known(&self.heap, *object)) {
            for object in &objects {
                if let Some(ModCount::Remembered { expected, of }) = shape_of(&self.heap, *object) {
                    let owner = self.heap.words[(*object + u32::from(of)) as usize] as u32;
                    let own = shape_of(&self.heap, owner).filter(|_| owner as usize >= OVERLAY);
                    // The counters of permanent collections stay, and what is remembered of them.
                    let Some(ModCount::Own(counter)) = own else { continue };
                    let counter = self.heap.words[(owner + u32::from(counter)) as usize] as u32;
                    let word = &mut self.heap.words[(*object + u32::from(expected)) as usize];
                    *word = u64::from((*word as u32).wrapping_sub(counter));
                }
            }
            for object in &objects {
                if let Some(ModCount::Own(counter)) = shape_of(&self.heap, *object) {
                    self.heap.words[(*object + u32::from(counter)) as usize] = 0;
                }
            }
        }
        self.scratch.mod_counts = objects;
    }

    fn is_collection_code_running(&self) -> bool {
        self.threads.iter().flat_map(|thread| &thread.frames).any(|frame| {
            let class = self.class(self.method(frame.method).class);
            class.library && class.name.starts_with("java/util/")
        })
    }

    /// Threads that have ended are no part of the state; the others are numbered anew, if any was dropped.
    pub(crate) fn drop_ended_threads(&mut self) -> bool {
        if self.threads.iter().skip(1).all(Thread::is_alive) {
            return false;
        }
        self.layout.forget();
        let earlier = std::mem::take(&mut self.dropped);
        // The numbers the threads would have if none had been dropped in this transition.
        let mut first_numbers = (0..).map(ThreadId).filter(|number| !earlier.contains(number));
        let alive: Vec<bool> = self.threads.iter().map(Thread::is_alive).collect();
        // The main thread keeps its place: it is the only one whose end the exit status depends on.
        let keep = |index: usize| index == 0 || alive[index];
        let mut numbers = vec![0u64; self.threads.len() + 1];
        let mut next = 0;
        for (index, first_number) in (0..self.threads.len()).zip(&mut first_numbers) {
            if keep(index) {
                next += 1;
                numbers[index + 1] = next;
            } else {
                self.dropped.push(first_number);
            }
        }
        self.dropped.extend(&earlier);
        self.dropped.sort();
        let mut index = 0;
        self.threads.retain(|_| {
            index += 1;
            keep(index - 1)
        });
        self.current = (numbers[self.current + 1] as usize).saturating_sub(1);
        for index in 0..self.threads.len() {
            if self.threads[index].is_alive() {
                let object = self.threads[index].object;
                let eetop = self.known.thread_eetop as usize;
                if self.heap.get8(object, eetop) != index as u64 + 1 {
                    self.heap.put8(object, eetop, index as u64 + 1);
                }
            }
        }
        self.renumber_owners(&numbers);
        true
    }

    fn renumber_owners(&mut self, numbers: &[u64]) {
        let renumber = |header: u64| {
            let owner = (header & header::OWNER) >> header::OWNER_SHIFT;
            header & !header::OWNER | numbers[owner as usize] << header::OWNER_SHIFT
        };
        let mut address = OVERLAY;
        while address < self.heap.top {
            let size = self.heap.size_of(Ref(address as u32));
            self.heap.words[address] = renumber(self.heap.words[address]);
            address += size;
        }
        for index in 0..self.heap.dirty_count() {
            if !self.heap.is_later_stretch(index) {
                let address = self.heap.dirty_at(index).0 as usize;
                self.heap.words[address] = renumber(self.heap.words[address]);
            }
        }
    }
}
