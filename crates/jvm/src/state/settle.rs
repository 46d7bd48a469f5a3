//! Settling: what a large program has built before its first choice and leaves as it is belongs to every state.
//!
//! A state is compared, copied and walked as a whole, which costs nothing while it is small. A database or a container of beans
//! brings tens of thousands of objects along, of which an exploration changes a few hundred. Those that no walk before the
//! exploration changed move to the permanent part, where only what differs costs anything. This is a matter of speed: an object
//! that changes nevertheless is recorded as a difference, like any permanent one.
//!
//! Settled objects count as shared by all threads, whoever refers to them: that is the safe side.

use std::ops::Range;

use hashbrown::HashMap;

use crate::heap::{Heap, LONG, OVERLAY, Ref, header};
use crate::vm::Vm;

/// Words of the permanent part that are left to classes loaded later.
const SPARE: usize = 1 << 21;

/// The objects of the overlay before the first choice, and which of them walks have changed.
#[derive(Clone, Default, Debug)]
pub(crate) struct Changes {
    words: Vec<u64>,
    starts: Vec<u32>,
    changed: Vec<bool>,
    compactions: u64,
}

impl Changes {
    /// What of a state just encoded is worth watching, if anything is.
    pub(crate) fn watch(vm: &mut Vm) -> Option<Self> {
        let heap = &vm.heap;
        if heap.top - OVERLAY < vm.config.settle_words || vm.config.has_inputs() || vm.has_draws() {
            return None;
        }
        let starts: Vec<u32> = heap.overlay_objects().map(|object| object.0 - OVERLAY as u32).collect();
        let changed = vec![false; starts.len()];
        Some(Changes { words: heap.words[OVERLAY..heap.top].to_vec(), starts, changed, compactions: 0 })
    }

    /// A walk begins.
    pub(crate) fn begin(&mut self, vm: &mut Vm) {
        vm.heap.put_collection_off();
        self.compactions = vm.compactions;
    }

    /// A walk has ended; if objects have moved meanwhile, nobody knows which is which.
    pub(crate) fn end(&mut self, vm: &Vm) {
        if self.compactions != vm.compactions {
            return;
        }
        let heap = &vm.heap;
        for (index, changed) in self.changed.iter_mut().enumerate().filter(|(_, changed)| !**changed) {
            let start = self.starts[index] as usize;
            let end = self.starts.get(index + 1).map_or(self.words.len(), |end| *end as usize);
            let (then, now) = (&self.words[start + 1..end], &heap.words[OVERLAY + start + 1..OVERLAY + end]);
            *changed = then != now && {
                let caches = &heap.shapes[heap.class_of(Ref((OVERLAY + start) as u32)).0 as usize].caches;
                let mut differing = (0..then.len()).filter(|word| then[*word] != now[*word]);
                differing.any(|word| !caches.contains(&(word as u16 + 1)))
            };
        }
    }

    /// What whoever begins alike has to know to settle alike.
    pub(crate) fn key(&self) -> String {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for index in (0..self.changed.len()).filter(|index| self.changed[*index]) {
            match ranges.last_mut().filter(|range| range.end == index) {
                Some(range) => range.end += 1,
                None => ranges.push(index..index + 1),
            }
        }
        let ranges: Vec<String> = ranges.iter().map(|range| format!("{}-{}", range.start, range.end)).collect();
        format!("{SETTLED}{} but {}", self.changed.len(), ranges.join(" "))
    }
}

/// How what is known of settled objects begins, among what is known of shared memory.
pub(crate) const SETTLED: &str = "settled ";

/// The number of objects, and which of them stay.
fn read_key(key: &str) -> Option<(usize, Vec<Range<usize>>)> {
    let (count, ranges) = key.strip_prefix(SETTLED)?.split_once(" but ")?;
    let read = |range: &str| {
        let (start, end) = range.split_once('-')?;
        Some(start.parse().ok()?..end.parse().ok()?)
    };
    let ranges = ranges.split_whitespace().map(read).collect::<Option<Vec<Range<usize>>>>()?;
    Some((count.parse().ok()?, ranges))
}

impl Vm {
    /// Whether anything is known to stay as it is.
    pub(crate) fn can_settle(&self) -> bool {
        self.visible.known.range(SETTLED.to_owned()..).next().is_some_and(|key| key.starts_with(SETTLED))
    }

    /// Moves what is known to stay as it is to the permanent part. The state has just been encoded.
    pub(crate) fn settle(&mut self) {
        let key = self.visible.known.range(SETTLED.to_owned()..).next();
        let Some((count, staying)) = key.and_then(|key| read_key(key)) else { return };
        let objects: Vec<Ref> = self.heap.overlay_objects().collect();
        let room = OVERLAY.saturating_sub(self.heap.permanent_words() + SPARE);
        if objects.len() != count || self.heap.top - OVERLAY > room || self.has_draws() {
            return;
        }
        let mut staying = staying.into_iter().peekable();
        let mut moved: HashMap<u32, Ref> = HashMap::new();
        let first = self.heap.permanent_words();
        for (index, object) in objects.into_iter().enumerate() {
            while staying.next_if(|range| range.end <= index).is_some() {}
            // Of long arrays only what changed is in a state.
            let is_long = self.heap.size_of(object) > LONG;
            let stays = !is_long && staying.peek().is_some_and(|range| range.contains(&index));
            if stays || !self.may_settle(object) {
                continue;
            }
            let Some(new) = self.heap.copy_to_permanent(object) else { return };
            self.heap.set_header_quietly(new, header::SHARED | header::ESCAPED);
            moved.insert(object.0, new);
        }
        self.rename_references(&|object: Ref| moved.get(&object.0).copied().unwrap_or(object), &moved);
        self.heap.settled = first..self.heap.permanent_words();
        self.heap.make_pristine_within();
        for object in moved.into_values() {
            self.heap.touch_if_it_leaves(object);
        }
        self.layout.holds = false;
    }

    /// Threads and what they hold or have asked the identity of stay; likewise what remembers counters (see `history`).
    fn may_settle(&self, object: Ref) -> bool {
        let header = self.heap.header(object);
        let class = self.heap.class_of(object);
        let is_thread = self.class(class).display.get(1) == Some(&self.known.thread);
        let remembers = matches!(
            self.heap.shapes[class.0 as usize].mod_count,
            Some(crate::heap::ModCount::Remembered { .. } | crate::heap::ModCount::Unclear)
        );
        !is_thread && !remembers && header & (header::OWNER | header::COUNT | header::HASHED) == 0
    }
}

impl Heap {
    /// The objects of the overlay, garbage among them.
    pub(crate) fn overlay_objects(&self) -> impl Iterator<Item = Ref> {
        self.objects_in(OVERLAY..self.top)
    }

    pub(crate) fn objects_in(&self, range: Range<usize>) -> impl Iterator<Item = Ref> {
        let mut address = range.start;
        std::iter::from_fn(move || {
            let object = Ref(address as u32);
            (address < range.end).then(|| {
                address += self.size_of(object);
                object
            })
        })
    }
}
