//! Which memory threads can notice each other by: fields (and kinds of arrays) that some thread writes while others can
//! reach them. Reading anything else commutes with all that other threads do, so that it is no scheduling point.
//!
//! What is written is not known beforehand. It is learned: an exploration that meets a write to memory it took for
//! unwritten has to be repeated with what it learned. An exploration that learns nothing is complete: by induction on
//! the first write not known, everything before it was covered up to the order of commuting steps, so that the write
//! would have been met. (Met it must be even where the reader came first and has let go of the object since: so a write
//! counts if the object has *ever* been shared.)

use std::collections::BTreeSet;

use crate::class::{ClassKind, Kind, Method, Resolved};
use crate::heap::{ClassId, Ref, header};
use crate::vm::Vm;

#[derive(Clone, Debug, Default)]
pub struct Visible {
    /// `pkg/C.f`, or an array class `[I`.
    pub known: BTreeSet<String>,
    /// Whether places are among them at which time-outs fire at any moment (see `schedule::patience`).
    pub has_hasty: bool,
    /// Whether classes are among them whose objects' monitors threads compete for (see `schedule::monitors`).
    pub has_competition: bool,
    /// The greatest span that the program compares differences of readings with (see `readings`).
    pub compared: i64,
    /// Learned since the last look.
    pub learned: Vec<String>,
    /// Writes that have nothing to teach any more: class of the object, whether these are its statics, and offset.
    met: hashbrown::HashSet<(ClassId, bool, u32)>,
    /// The same of writes through variable handles.
    met_atomically: hashbrown::HashSet<(ClassId, bool, u32)>,
    /// Whether a field, given like those, is one by which threads synchronise although it is not volatile; as far as
    /// anybody asked.
    atomic: hashbrown::HashMap<(ClassId, bool, u32), bool>,
}

/// What is appended to the key of a field that is written through a variable handle.
const ATOMICALLY: &str = " by handle";

impl Vm {
    /// Whether code of this class is taken to be free of data races: it then suffices to interleave at its volatile
    /// accesses and other synchronisation (Adve and Hill 1990). We take that for granted of the library's
    /// `java.util.concurrent`, and of nothing else.
    pub fn is_race_free(&self, class: ClassId) -> bool {
        let class = self.class(class);
        class.library
            && class.name.starts_with("java/util/concurrent/")
            && self.config.library == crate::config::Library::Trusted
            && !(self.asks.results && &*class.name == "java/util/concurrent/RecursiveTask")
    }

    /// Whether the running code works for `java.util.concurrent` on memory of its own: an array of a class there, or a plain
    /// collection that is part of it. What the program hands over is the program's.
    pub fn runs_for_race_free(&self) -> bool {
        /// Classes that keep plain collections of the library, guarded by a lock.
        const OWNERS: [&str; 5] =
            ["DelayQueue", "ThreadPoolExecutor", "ScheduledThreadPoolExecutor", "ForkJoin", "locks/"];
        let frames = self.thread().frames.iter().rev().map(|frame| self.method(frame.method));
        let worker = frames.enumerate().find(|(_, method)| {
            !self.class(method.class).library || self.class(method.class).name.starts_with("java/util/concurrent/")
        });
        let Some((depth, method)) = worker.filter(|(_, method)| self.is_race_free(method.class)) else { return false };
        let name = self.class(method.class).name.trim_start_matches("java/util/concurrent/");
        let is_handed = |what: &str| method.descriptor.split(')').next().is_some_and(|given| given.contains(what));
        let innermost = &*self.class(self.current_class()).name;
        match depth {
            0 => !is_handed("["),
            // A task of a parallel stream, which the pool hands from one thread to another.
            _ if innermost.starts_with("java/util/stream/") && matches!(name, "CountedCompleter" | "ForkJoinTask") => {
                true
            }
            _ => OWNERS.iter().any(|owner| name.starts_with(owner)) && !is_handed("Ljava/util/Collection;"),
        }
    }

    pub fn field_key(&self, class: ClassId, place: u16) -> String {
        let class = self.class(class);
        format!("{}.{}", class.name, class.fields[place as usize].name)
    }

    pub fn is_field_visible(&self, class: ClassId, place: u16) -> bool {
        self.visible.known.contains(&self.field_key(class, place))
    }

    /// Takes over what is known already. Booting has resolved some instructions that knew nothing of it.
    pub fn expect_visible(&mut self, keys: BTreeSet<String>) {
        for index in 0..self.classes.len() {
            let class = &self.classes[index];
            self.heap.shapes[index].visible_elements |= keys.contains(&*class.name);
            let (id, fields) = (class.id, class.fields.len());
            for place in 0..fields as u16 {
                let key = self.field_key(id, place);
                if keys.contains(&key) && (!self.is_guarded(id, place) || keys.contains(&(key + ATOMICALLY))) {
                    self.unquiet_reads(id, place);
                }
            }
        }
        self.visible.has_hasty = keys.iter().any(|key| crate::schedule::patience::is_hasty_key(key));
        self.visible.has_competition = keys.iter().any(|key| crate::schedule::is_competition_key(key));
        self.expect_watched(&keys);
        self.visible.known = keys;
        self.expect_compared();
        self.visible.met.clear();
        self.visible.met_atomically.clear();
        self.visible.atomic.clear();
    }

    /// A thread writes memory that others can reach.
    pub fn learn_visible(&mut self, key: String) -> bool {
        if self.visible.known.contains(&key) {
            return false;
        }
        self.visible.learned.push(key.clone());
        self.visible.known.insert(key);
        true
    }

    /// Whether other threads can see what this object (or these statics) hold, or could see it once.
    pub fn is_visible_holder(&self, holder: Ref) -> bool {
        self.heap.header(holder) & (header::SHARED | header::ESCAPED | header::STATICS) != 0
    }

    /// The field at `offset` of an object (or of a statics holder).
    pub fn field_at(&self, object: Ref, offset: u32) -> Option<(ClassId, u16)> {
        let is_static = self.heap.header(object) & header::STATICS != 0;
        let mut at = Some(self.heap.class_of(object));
        while let Some(class) = at {
            let fields = &self.class(class).fields;
            let place = fields.iter().position(|field| field.offset == offset && field.is_static() == is_static);
            if let Some(place) = place {
                return Some((class, place as u16));
            }
            at = if is_static { None } else { self.class(class).superclass };
        }
        None
    }

    /// Learns that the memory at `offset` of `object` is written while shared.
    pub fn learn_write(&mut self, object: Ref, offset: u32) {
        let class = self.heap.class_of(object);
        if self.heap.is_permanent(object) && self.class(class).library && self.keeps_house(object) {
            return;
        }
        if let ClassKind::Array { .. } = self.class(class).kind {
            if !self.heap.shapes[class.0 as usize].visible_elements {
                self.heap.shapes[class.0 as usize].visible_elements = true;
                let name = self.class(class).name.to_string();
                self.learn_visible(name);
            }
            return;
        }
        let is_static = self.heap.header(object) & header::STATICS != 0;
        if !self.visible.met.insert((class, is_static, offset)) {
            return;
        }
        if let Some((class, place)) = self.field_at(object, offset) {
            let key = self.field_key(class, place);
            if self.learn_visible(key) && !self.is_guarded(class, place) {
                self.unquiet_reads(class, place);
            }
        }
    }

    /// Whether the library writes what it has set up itself, and nobody can tell: an initialiser, or house-keeping.
    fn keeps_house(&self, object: Ref) -> bool {
        self.heap.is_permanent_mode() || (!self.heap.settled.contains(&(object.0 as usize)) && self.is_silent())
    }

    /// Learns that threads write the memory through a variable handle: plain accesses to it, beside fences, synchronise
    /// threads as volatile ones do (`ConcurrentSkipListMap` lives on that).
    pub fn learn_atomic_write(&mut self, object: Ref, offset: u32) {
        self.learn_write(object, offset);
        let is_static = self.heap.header(object) & header::STATICS != 0;
        if !self.visible.met_atomically.insert((self.heap.class_of(object), is_static, offset)) {
            return;
        }
        let field = self.field_at(object, offset);
        if let Some((class, place)) =
            field.filter(|(class, place)| !self.class(*class).fields[*place as usize].is_volatile())
            && self.learn_visible(self.field_key(class, place) + ATOMICALLY)
        {
            self.visible.atomic.clear();
            self.unquiet_reads(class, place);
        }
    }

    pub fn is_known_atomic(&self, class: ClassId, place: u16) -> bool {
        self.visible.known.contains(&(self.field_key(class, place) + ATOMICALLY))
    }

    /// Whether the field is one that code free of races accesses under the protection of others.
    fn is_guarded(&self, class: ClassId, place: u16) -> bool {
        self.is_race_free(class) && !self.class(class).fields[place as usize].is_volatile()
    }

    /// Whether the field is known to be written through a variable handle and not volatile.
    pub fn is_atomic(&mut self, object: Ref, offset: u32) -> bool {
        let is_static = self.heap.header(object) & header::STATICS != 0;
        let field = (self.heap.class_of(object), is_static, offset);
        if let Some(known) = self.visible.atomic.get(&field) {
            return *known;
        }
        let known = self.field_at(object, offset).is_some_and(|(class, place)| {
            !self.class(class).fields[place as usize].is_volatile() && self.is_known_atomic(class, place)
        });
        self.visible.atomic.insert(field, known);
        known
    }

    /// Whether the instruction of this number, which accesses a field at the same offset, means this one. Where a path may be interrupted has to
    /// follow from what is known of memory alone: it must not depend on which other instructions had run by the time something was learned.
    fn names_field(&self, method: &Method, index: usize, class: ClassId, place: u16) -> bool {
        let owner = self.class(method.class);
        let named = || {
            let at = usize::from(*method.code.pcs.get(index)?) + 1;
            let code = owner.file.as_ref()?.methods.get(method.index as usize)?.code.as_ref()?;
            let constant = u16::from_be_bytes([*code.bytes.get(at)?, *code.bytes.get(at + 1)?]);
            match owner.pool.get(constant as usize)? {
                Resolved::Field { class, index } => Some((*class, *index)),
                _ => None,
            }
        };
        named().is_none_or(|named| named == (class, place))
    }

    /// Reads of the field that were quickened as invisible become scheduling points.
    fn unquiet_reads(&mut self, class: ClassId, place: u16) {
        use crate::instr::{Op, field_flags};
        let owner = self.class(class);
        let field = &owner.fields[place as usize];
        let (is_static, offset, holder) = (field.is_static(), field.offset, owner.statics.0);
        let wide = matches!(field.kind, Kind::Long | Kind::Double);
        for method in &self.methods {
            for (index, cell) in method.code.instrs.iter().enumerate() {
                let mut instr = cell.get();
                let reads = match instr.op {
                    Op::GetfieldB | Op::GetfieldC | Op::GetfieldS | Op::Getfield4 | Op::Getfield8 => {
                        !is_static
                            && instr.c == offset
                            && wide == (instr.op == Op::Getfield8)
                            && self.names_field(method, index, class, place)
                    }
                    Op::GetstaticB | Op::GetstaticC | Op::GetstaticS | Op::Getstatic4 | Op::Getstatic8 => {
                        is_static && instr.c == holder && u32::from(instr.a) * 8 == offset
                    }
                    _ => false,
                };
                if reads && instr.x & field_flags::UNSEEN != 0 {
                    instr.x &= !(field_flags::UNSEEN | field_flags::QUIET);
                    cell.set(instr);
                }
            }
        }
    }
}
