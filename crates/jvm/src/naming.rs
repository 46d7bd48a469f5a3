//! Names for objects in traces and reports. An address says nothing to a person and changes from state to state; the
//! way the program itself gets to the object (`Main.forks[2]`, `"Philosopher 1".left`) does not.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::class::{ClassKind, Kind};
use crate::heap::{ELEMENTS, Ref, header};
use crate::thread::{Frame, Thread};
use crate::vm::Vm;

/// Longer ways explain nothing.
const STEPS_MAX: usize = 3;
const OBJECTS_MAX: usize = 20_000;
/// Arrays inside collections: the collection's own name, indexed, is what a person would write. And what a lock does its
/// work by goes by the name of the lock.
const BACKING_FIELDS: [&str; 4] = ["elementData", "elements", "a", "sync"];

impl Vm {
    /// `a Fork (Main.forks[2])`, or `a Fork#3` where the program has no short way to the object. Numbers hold within one
    /// state only, so that lines about several states use `name_object`.
    pub fn describe_object(&self, object: Ref) -> String {
        let name = self.name_object(object);
        let is_librarys = self.heap.is_permanent(object) && !self.heap.settled.contains(&(object.0 as usize));
        let is_told_apart = name.ends_with(')') || name.starts_with("the class") || is_librarys;
        if is_told_apart { name } else { format!("{name}#{}", self.rank_of(object)) }
    }

    /// `a Fork (Main.forks[2])`, or `a Fork`.
    pub fn name_object(&self, object: Ref) -> String {
        self.name_for(None, object)
    }

    /// The same as thread `index` would name it, by its own variables if it can.
    pub(crate) fn name_for(&self, index: Option<usize>, object: Ref) -> String {
        let class = self.heap.class_of(object);
        if class == self.known.class {
            return format!("the class {}", self.class(self.mirrored(object)).java_name());
        }
        let name = self.simple_type_name(class);
        let article = if name.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) { "an" } else { "a" };
        match self.way_for(index, object) {
            Some(way) => format!("{article} {name} ({way})"),
            None => format!("{article} {name}"),
        }
    }

    /// The how-manieth object of its class it is.
    fn rank_of(&self, object: Ref) -> usize {
        let class = self.heap.class_of(object);
        let settled = self.heap.objects_in(self.heap.settled.clone());
        let before = settled.chain(self.heap.overlay_objects()).take_while(|other| *other != object);
        1 + before.filter(|other| self.heap.class_of(*other) == class).count()
    }

    /// The shortest way from a static field of the program, from a thread, or from a variable; of ways that are equally short, one
    /// that begins with a variable of thread `index`.
    pub(crate) fn way_for(&self, index: Option<usize>, wanted: Ref) -> Option<String> {
        let mut found = None;
        self.walk_ways_for(index, &mut |object, way| {
            if object == wanted {
                found = Some(way.to_owned());
            }
            object == wanted
        });
        found
    }

    /// Visits, breadth-first, each object that the program has a short way to, with that way; until `visit` has enough.
    pub(crate) fn walk_ways(&self, visit: &mut dyn FnMut(Ref, &str) -> bool) {
        self.walk_ways_for(None, visit);
    }

    fn walk_ways_for(&self, first: Option<usize>, visit: &mut dyn FnMut(Ref, &str) -> bool) {
        let mut open: VecDeque<(Ref, String, usize)> = VecDeque::new();
        let mut seen: HashSet<Ref> = HashSet::new();
        for class in self.classes.iter().filter(|class| !class.library && !class.is_array()) {
            for field in class.fields.iter().filter(|field| field.is_static() && field.kind == Kind::Reference) {
                let target = self.heap.get_ref(class.statics, field.offset as usize);
                open.push_back((target, format!("{}.{}", class.java_name(), field.name), 0));
            }
        }
        let names = self.thread_names();
        for (index, thread) in self.threads.iter().enumerate().filter(|(_, thread)| thread.is_alive()) {
            let name = format!("\"{}\"", names[index]);
            if let Some(at) = self.offset_of(self.known.thread, "target") {
                open.push_back((self.heap.get_ref(thread.object, at as usize), name.clone(), 0));
            }
            open.push_back((thread.object, name, 0));
        }
        self.begin_at_variables(first, &mut open);
        while let Some((object, way, steps)) = open.pop_front() {
            if object.is_null() || seen.len() > OBJECTS_MAX || !seen.insert(object) {
                continue;
            }
            if visit(object, &way) {
                return;
            }
            if steps < STEPS_MAX {
                self.ways_on(object, &way, steps, &mut open);
            }
        }
    }

    /// Variables of the program's own methods, as far as class files name them: `account`, and where threads other than the first
    /// have different things by that name `"Thread-0".account`.
    fn begin_at_variables(&self, first: Option<usize>, open: &mut VecDeque<(Ref, String, usize)>) {
        let mut variables = self.variables();
        variables.sort_by_key(|(index, ..)| Some(*index) != first);
        let mut meant: HashMap<&str, Option<Ref>> = HashMap::new();
        for (_, name, target) in &variables {
            let only = meant.entry(name).or_insert(Some(*target));
            *only = only.filter(|other| other == target);
        }
        for (index, name, target) in &variables {
            let way = match (meant[name.as_str()], index, name.ends_with(".this")) {
                (_, _, true) if first == Some(*index) => format!("\"{}\".this", self.thread_name(*index)),
                (Some(_), ..) | (None, 0, false) => name.clone(),
                (None, _, true) => format!("\"{}\".this", self.thread_name(*index)),
                (None, _, false) => format!("\"{}\".{name}", self.thread_name(*index)),
            };
            open.push_back((*target, way, 0));
        }
    }

    /// The thread, the name and the object of each variable; `this` goes with its class.
    fn variables(&self) -> Vec<(usize, String, Ref)> {
        let mut variables = Vec::new();
        for (index, thread) in self.threads.iter().enumerate().filter(|(_, thread)| thread.is_alive()) {
            for frame in thread.frames.iter().rev() {
                let method = self.method(frame.method);
                let class = self.class(method.class);
                if class.library || method.hidden || class.name.starts_with("hazard/") {
                    continue;
                }
                let code = class.file.as_ref().and_then(|file| file.methods.get(method.index as usize)?.code.as_ref());
                let Some((code, at)) = code.zip(method.code.pcs.get(frame.pc as usize)) else { continue };
                for variable in code.variables.iter().filter(|variable| variable.is_in_scope(*at)) {
                    let Some(target) = self.reference_local(thread, frame, variable.slot) else { continue };
                    let name = match &*variable.name {
                        "this" => format!("{}.this", class.java_name().rsplit(['.', '$']).next().unwrap_or_default()),
                        name => name.to_owned(),
                    };
                    variables.push((index, name, target));
                }
            }
        }
        variables
    }

    /// An object that a variable holds. One that is not used any more may hold what was there before, and is not asked.
    pub(crate) fn reference_local(&self, thread: &Thread, frame: &Frame, slot: u16) -> Option<Ref> {
        let is_kept = self.frame_map(thread, frame).ref_locals.contains(&slot);
        let object = Ref::from_slot(thread.stack[frame.base as usize + usize::from(slot)]);
        Some(object).filter(|object| is_kept && !object.is_null())
    }

    fn ways_on(&self, object: Ref, way: &str, steps: usize, open: &mut VecDeque<(Ref, String, usize)>) {
        if self.heap.header(object) & header::STATICS != 0 {
            return;
        }
        let mut at = Some(self.heap.class_of(object));
        if let Some(ClassKind::Array { kind: Kind::Reference, .. }) = at.map(|class| self.class(class).kind) {
            for index in 0..self.heap.array_length(object) as usize {
                let target = self.heap.get_ref(object, ELEMENTS + 4 * index);
                open.push_back((target, format!("{way}[{index}]"), steps + 1));
            }
            return;
        }
        while let Some(class) = at {
            let class = self.class(class);
            for field in class.fields.iter().filter(|field| !field.is_static() && field.kind == Kind::Reference) {
                let target = self.heap.get_ref(object, field.offset as usize);
                if class.library {
                    if BACKING_FIELDS.contains(&&*field.name) && class.name.starts_with("java/util/") {
                        open.push_back((target, way.to_owned(), steps));
                    }
                } else if !field.name.contains('$') && !class.hidden {
                    open.push_back((target, format!("{way}.{}", field.name), steps + 1));
                }
            }
            at = class.superclass;
        }
    }
}
