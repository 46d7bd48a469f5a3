//! Which objects more than one thread can reach.

use crate::heap::{ClassId, Heap, OVERLAY, Ref, header};
use crate::vm::Vm;

use super::compact::for_each_frame_ref;

impl Vm {
    /// Finds out which objects more than one thread can reach.
    pub(crate) fn share_all(&mut self) {
        let mut address = OVERLAY;
        while address < self.heap.top {
            self.heap.clear_header_quietly(Ref(address as u32), header::SHARED);
            address += self.heap.size_of(Ref(address as u32));
        }
        self.find_frame_maps();
        self.share_reach();
    }

    /// The same for a state just compacted, so that it depends on the state only.
    pub(super) fn share_anew(&mut self) {
        self.share_nothing();
        if self.threaded {
            self.share_reach();
        }
    }

    fn share_nothing(&mut self) {
        for start in &self.scratch.starts {
            self.heap.clear_header_quietly(Ref(OVERLAY as u32 + *start), header::SHARED);
        }
    }

    /// Nothing is shared yet, and the maps of all frames are known.
    fn share_reach(&mut self) {
        let mut open = std::mem::take(&mut self.scratch.open);
        for index in 0..self.heap.dirty_count() {
            let object = self.heap.dirty_at(index);
            // What the library alone refers to is guarded by the library, unless it is a place where threads meet.
            let class = self.class(self.heap.class_of(object));
            let is_static = self.heap.header(object) & header::STATICS != 0;
            if is_static && class.library {
                let own = |target: &Ref| is_new(target) && !self.class(self.heap.class_of(*target)).library;
                self.heap.for_each_reference(object, |target| open.extend(Some(target).filter(own)));
            } else if self.heap.is_array_of_references(object) {
                self.heap.for_each_dirty_reference(index, |address| {
                    let pair = self.heap.words[address];
                    open.extend([Ref(pair as u32), Ref((pair >> 32) as u32)].into_iter().filter(is_new));
                });
            } else {
                self.for_each_visible_reference(object, |target| open.extend(Some(target).filter(is_new)));
            }
        }
        self.share_from(&mut open);
        self.scratch.open = open;
        self.share_common_reach();
    }

    /// Most of what the library has set up is its own business. Some of its static fields are places where threads of the program
    /// meet: the system's properties, standard input, the properties of security.
    pub(crate) fn share_meeting_places(&mut self, class: ClassId) {
        /// What these consist of.
        const PARTS: [&str; 7] = [
            "[",
            "java/io/",
            "java/security/Security",
            "java/util/Hashtable",
            "java/util/Properties",
            "java/util/concurrent/",
            "jdk/internal/misc/",
        ];
        let fields: &[&str] = match &*self.class(class).name {
            "java/lang/System" => &["props", "in"],
            "java/security/Security" => &["props"],
            _ => return,
        };
        let (owner, statics) = (self.class(class), self.class(class).statics);
        let fields = fields.iter().filter_map(|name| owner.own_field(name));
        let mut open: Vec<Ref> = fields.map(|field| self.heap.get_ref(statics, field.offset as usize)).collect();
        while let Some(object) = open.pop() {
            let is_part = |name: &str| PARTS.iter().any(|part| name.starts_with(part));
            let is_new = !object.is_null() && self.heap.header(object) & header::SHARED == 0;
            if is_new && is_part(&self.class(self.heap.class_of(object)).name) {
                self.heap.set_header_quietly(object, header::SHARED | header::ESCAPED);
                self.heap.for_each_reference(object, |target| open.push(target));
            }
        }
    }

    /// More than one thread can reach `object` from now on, and all it refers to.
    pub fn share(&mut self, object: Ref) {
        let mut open = std::mem::take(&mut self.scratch.open);
        open.push(object);
        self.share_from(&mut open);
        self.scratch.open = open;
    }

    /// Shares what is in `open` and all that can be reached from there; leaves it empty.
    fn share_from(&mut self, open: &mut Vec<Ref>) {
        let is_private =
            |heap: &Heap, object: Ref| !heap.is_permanent(object) && heap.header(object) & header::SHARED == 0;
        while let Some(object) = open.pop() {
            if is_private(&self.heap, object) {
                self.heap.set_header_quietly(object, header::SHARED | header::ESCAPED);
                let private = |target: &Ref| is_private(&self.heap, *target);
                self.for_each_visible_reference(object, |target| open.extend(Some(target).filter(private)));
            }
        }
    }

    /// The references of an object that another thread could follow. What `java.lang.Thread` itself declares (the
    /// runnable above all) only the thread's own run method follows.
    pub(crate) fn for_each_visible_reference(&self, object: Ref, visit: impl FnMut(Ref)) {
        let class = self.heap.class_of(object);
        // The static fields of a class of threads are no thread.
        let is_static = self.heap.header(object) & header::STATICS != 0;
        let is_thread = !is_static && self.class(class).display.get(1) == Some(&self.known.thread);
        if is_thread {
            self.heap.for_each_reference_from(object, self.heap.shapes[self.known.thread.0 as usize].words, visit);
        } else {
            self.heap.for_each_reference(object, visit);
        }
    }

    /// Shares what the frames of two different threads reach without passing a shared object.
    fn share_common_reach(&mut self) {
        let maps = std::mem::take(&mut self.scratch.maps);
        let mut next_map = maps.iter();
        let mut reached = std::mem::take(&mut self.scratch.reached);
        let mut open = std::mem::take(&mut self.scratch.open);
        reached.clear();
        reached.resize(self.heap.top - OVERLAY, 0);
        let mut common: Vec<Ref> = Vec::new();
        for index in 0..self.threads.len() {
            let thread = &self.threads[index];
            if thread.is_alive() && !self.heap.is_permanent(thread.object) {
                self.heap.for_each_reference(thread.object, |target| open.extend(Some(target).filter(is_new)));
            }
            for frame in &thread.frames {
                let map = next_map.next().expect("one map per frame");
                for_each_frame_ref(frame, map, self.methods[frame.method.0 as usize].max_locals, |slot| {
                    open.push(Ref::from_slot(thread.stack[slot]));
                });
            }
            let me = index as u16 + 1;
            while let Some(object) = open.pop() {
                if self.heap.is_permanent(object) || self.heap.header(object) & header::SHARED != 0 {
                    continue;
                }
                let first = &mut reached[object.0 as usize - OVERLAY];
                if *first == 0 {
                    *first = me;
                    self.for_each_visible_reference(object, |target| open.extend(Some(target).filter(is_new)));
                } else if *first != me {
                    common.push(object);
                }
            }
        }
        self.scratch.maps = maps;
        self.scratch.reached = reached;
        self.scratch.open = open;
        self.scratch.anchoring.meets = !common.is_empty();
        self.share_from(&mut common);
    }
}

/// Of permanent objects it is settled whether they are shared.
fn is_new(object: &Ref) -> bool {
    object.0 as usize >= OVERLAY
}
