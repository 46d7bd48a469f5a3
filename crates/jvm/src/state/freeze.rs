//! Freezing: what the library has set up before the first choice is common to all states.

use hashbrown::{HashMap, HashSet};

use crate::class::ClassKind;
use crate::heap::{ClassId, ELEMENTS, Heap, OVERLAY, Ref, header};
use crate::thread::Status;
use crate::vm::Vm;

use super::compact::for_each_frame_ref;
use super::sharing::IMMUTABLE;

impl Vm {
    /// Declares what the library has set up so far to be common to all states: what only the library refers to moves
    /// to the permanent part, and is pristine. What leads to objects of the program stays as it is.
    pub fn freeze(&mut self) {
        self.layout.holds = false;
        let mut moved: HashMap<u32, Ref> = HashMap::new();
        let mut kept: HashSet<u32> = HashSet::new();
        self.heap.skip_unshared();
        for index in 0..self.heap.dirty_count() {
            let object = self.heap.dirty_at(index);
            match self.library_closure(object) {
                Some(closure) => {
                    for object in closure {
                        if !moved.contains_key(&object.0) {
                            let Some(new) = self.heap.copy_to_permanent(object) else { return };
                            moved.insert(object.0, new);
                        }
                    }
                }
                None => {
                    kept.insert(object.0);
                }
            }
        }
        self.share_permanent();
        self.promote_immutable(&mut moved);
        if !moved.is_empty() {
            self.heap.rename_symbols(&moved);
            self.rename_references(&|object: Ref| moved.get(&object.0).copied().unwrap_or(object), &moved);
        }
        self.heap.make_pristine(|object| kept.contains(&object.0));
        self.frozen = true;
    }

    /// Strings and boxes never change, whoever refers to them: no state needs to carry those that exist already.
    fn promote_immutable(&mut self, moved: &mut HashMap<u32, Ref>) {
        let mut address = OVERLAY;
        while address < self.heap.top {
            let object = Ref(address as u32);
            address += self.heap.size_of(object);
            let class = self.class(self.heap.class_of(object));
            // A box that threads lock or hash is no mere value.
            let plain = self.heap.header(object) & !(header::CLASS | header::SHARED | header::ESCAPED) == 0;
            if !(plain && class.library && IMMUTABLE.contains(&&*class.name)) || moved.contains_key(&object.0) {
                continue;
            }
            let mut parts = vec![object];
            if class.id == self.known.string {
                let value = self.heap.get_ref(object, self.known.string_value as usize);
                if !self.heap.is_permanent(value) && !moved.contains_key(&value.0) {
                    parts.push(value);
                }
            }
            for part in parts {
                let Some(new) = self.heap.copy_to_permanent(part) else { return };
                self.heap.clear_header_quietly(new, header::SHARED | header::ESCAPED);
                moved.insert(part.0, new);
            }
        }
    }

    /// The overlay objects a dirty permanent object leads to, if all of them are the library's own.
    fn library_closure(&self, object: Ref) -> Option<Vec<Ref>> {
        let is_library = |object: Ref| {
            let class = self.class(self.heap.class_of(object));
            let mut element = class.id;
            while let ClassKind::Array { component, .. } = self.class(element).kind {
                element = component;
            }
            self.class(element).library && self.class(element).display.get(1) != Some(&self.known.thread)
        };
        if !is_library(object) {
            return None;
        }
        let mut closure: Vec<Ref> = Vec::new();
        let mut seen: HashSet<u32> = HashSet::new();
        let mut open: Vec<Ref> = Vec::new();
        self.heap.for_each_reference(object, |target| open.push(target));
        while let Some(object) = open.pop() {
            if self.heap.is_permanent(object) || !seen.insert(object.0) {
                continue;
            }
            if !is_library(object) {
                return None;
            }
            closure.push(object);
            self.heap.for_each_reference(object, |target| open.push(target));
        }
        Some(closure)
    }

    /// Replaces references everywhere; used when objects become permanent.
    pub(super) fn rename_references(&mut self, rename: &dyn Fn(Ref) -> Ref, moved: &HashMap<u32, Ref>) {
        self.find_frame_maps();
        let maps = std::mem::take(&mut self.scratch.maps);
        let mut next_map = maps.iter();
        for thread in &mut self.threads {
            thread.object = rename(thread.object);
            thread.status = map_status(thread.status, rename);
            thread.surplus.iter_mut().for_each(|(object, _)| *object = rename(*object));
            for index in 0..thread.frames.len() {
                let frame = thread.frames[index];
                let map = next_map.next().expect("one map per frame");
                let mut slots = Vec::new();
                let max_locals = self.methods[frame.method.0 as usize].max_locals;
                for_each_frame_ref(&frame, map, max_locals, |slot| slots.push(slot));
                slots.extend(map.idle_refs.iter().map(|local| frame.base as usize + usize::from(*local)));
                for slot in slots {
                    thread.stack[slot] = rename(Ref::from_slot(thread.stack[slot])).slot();
                }
                thread.frames[index].monitor = rename(frame.monitor);
            }
        }
        for loader in &mut self.loaders {
            loader.object = rename(loader.object);
        }
        self.looking.handles.follow(rename);
        let mut holders: Vec<Ref> = moved.values().copied().collect();
        holders.extend(self.heap.dirty_objects().collect::<Vec<_>>());
        let mut address = OVERLAY;
        while address < self.heap.top {
            holders.push(Ref(address as u32));
            address += self.heap.size_of(Ref(address as u32));
        }
        for holder in holders {
            self.heap.map_references(holder, rename);
        }
    }
}

impl Heap {
    /// A copy of the object in the permanent part; `None` if that is full.
    pub(super) fn copy_to_permanent(&mut self, object: Ref) -> Option<Ref> {
        let size = self.size_of(object);
        let new = self.permanent_top;
        if new + size > OVERLAY {
            return None;
        }
        self.permanent_top += size;
        let address = object.0 as usize;
        self.words.copy_within(address..address + size, new);
        Some(Ref(new as u32))
    }

    fn map_references(&mut self, object: Ref, rename: &dyn Fn(Ref) -> Ref) {
        let header = self.header(object);
        let class = ClassId((header & header::CLASS) as u32);
        let shape = &self.shapes[class.0 as usize];
        let address = object.0 as usize;
        if header & header::STATICS == 0 && shape.element_shift.is_some() {
            if shape.element_refs {
                for index in 0..self.array_length(object) as usize {
                    let offset = ELEMENTS + 4 * index;
                    let new = rename(self.get_ref(object, offset));
                    bytemuck::cast_slice_mut::<u64, u32>(&mut self.words)[(address * 8 + offset) / 4] = new.0;
                }
            }
            return;
        }
        let words = if header & header::STATICS != 0 { shape.static_refs.clone() } else { shape.refs.clone() };
        for word in words {
            let at = address + word as usize;
            self.words[at] = rename(Ref::from_slot(self.words[at])).slot();
        }
    }
}

fn map_status(status: Status, rename: &dyn Fn(Ref) -> Ref) -> Status {
    match status {
        Status::Blocked(object) => Status::Blocked(rename(object)),
        Status::InitializationWait(object) => Status::InitializationWait(rename(object)),
        Status::Waiting { on, count, timed } => Status::Waiting { on: rename(on), count, timed },
        Status::Reacquiring { on, count, notified } => Status::Reacquiring { on: rename(on), count, notified },
        other => other,
    }
}
