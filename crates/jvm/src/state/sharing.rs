//! Which objects more than one thread can reach.

use crate::class::ClassKind;
use crate::heap::{ClassId, Heap, OVERLAY, Ref, header};
use crate::vm::Vm;

use super::compact::for_each_frame_ref;

/// Classes of the library whose objects are values: nothing about them can be noticed to change.
pub(super) const IMMUTABLE: [&str; 10] = [
    "java/lang/String",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Boolean",
    "java/security/AccessControlContext",
];

/// Classes by whose static fields the library remembers what it would find out again otherwise (data of locales and calendars, formats, patterns, what is
/// behind its own interfaces). What a program can set there is in static fields, which are learned like others; what their tables
/// hold is the same whoever asked first.
const REMEMBERING: [&str; 14] = [
    "java/text/",
    "java/time/",
    "java/util/Calendar",
    "java/util/Formatter",
    "java/util/Locale",
    "java/util/ResourceBundle",
    "java/util/TimeZone",
    "java/util/regex/",
    "jdk/internal/",
    "sun/invoke/",
    "sun/nio/",
    "sun/security/",
    "sun/text/",
    "sun/util/",
];

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
            if self.heap.header(object) & header::STATICS != 0 && self.only_remembers(self.heap.class_of(object)) {
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

    /// What an initialiser of the library has made, or the library's start, can be reached through its static fields: threads of
    /// a program may meet there. Values never change, nor do tables of them that no object has to itself; and what is linked while
    /// an initialiser runs could as well be linked before.
    pub(crate) fn share_what_made(&mut self, class: ClassId) {
        if self.only_remembers(class) {
            self.heap.skip_unshared();
        } else {
            self.share_permanent();
        }
    }

    fn only_remembers(&self, class: ClassId) -> bool {
        let class = self.class(class);
        class.library && REMEMBERING.iter().any(|part| class.name.starts_with(part))
    }

    /// The same for the library's start.
    pub(crate) fn share_permanent(&mut self) {
        const LINKED: [&str; 3] = ["java/lang/invoke/", "java/lang/reflect/", "jdk/internal/reflect/"];
        let new: Vec<Ref> = self.heap.take_unshared().collect();
        let mut held = Vec::new();
        for object in &new {
            let class = self.class(self.heap.class_of(*object));
            // Mirrors are shared where they are made.
            if self.heap.header(*object) & header::STATICS != 0
                || &*class.name == "java/lang/Class"
                || LINKED.iter().any(|part| class.name.starts_with(part))
            {
                continue;
            }
            match class.kind {
                _ if self.is_value_class(class.id) => {}
                ClassKind::Array { component, .. } if self.is_value_class(component) => {}
                ClassKind::Array { .. } => self.heap.share_permanent(*object),
                _ => {
                    self.heap.for_each_reference(*object, |target| held.push(target));
                    self.heap.share_permanent(*object);
                }
            }
        }
        for array in held {
            if self.heap.is_permanent(array) && !array.is_null() && self.class(self.heap.class_of(array)).is_array() {
                self.heap.share_permanent(array);
            }
        }
    }

    /// Whether values of the class never change: primitive ones, strings and boxes.
    fn is_value_class(&self, class: ClassId) -> bool {
        let class = self.class(class);
        matches!(class.kind, ClassKind::Primitive(_)) || (class.library && IMMUTABLE.contains(&&*class.name))
    }

    /// What the streams consist of that the library prints to is reached through them only, and guarded by them.
    pub(crate) fn guard_streams(&mut self, system: ClassId) {
        const PARTS: [&str; 6] = [
            "[",
            "java/io/",
            "java/nio/",
            "java/util/concurrent/locks/",
            "jdk/internal/misc/InternalLock",
            "sun/nio/cs/",
        ];
        let (owner, statics) = (self.class(system), self.class(system).statics);
        let fields = ["out", "err"].into_iter().filter_map(|name| owner.own_field(name));
        let mut open: Vec<Ref> = fields.map(|field| self.heap.get_ref(statics, field.offset as usize)).collect();
        while let Some(object) = open.pop() {
            let is_part = |name: &str| PARTS.iter().any(|part| name.starts_with(part));
            let is_new = !object.is_null() && self.heap.header(object) & header::SHARED != 0;
            if is_new && is_part(&self.class(self.heap.class_of(object)).name) {
                self.heap.unshare_permanent(object);
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
