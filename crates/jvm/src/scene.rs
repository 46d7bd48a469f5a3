//! A state as somebody looking over the program's shoulder would see it: where each thread stands, what it holds and waits
//! for, its variables, and the fields of the program's own classes and objects. For reports only; nothing depends on it.
//!
//! Variables whose value is never used again are not shown: states do not keep them.

use std::collections::HashMap;

use crate::class::{ClassKind, Kind};
use crate::heap::{ELEMENTS, Ref, header};
use crate::thread::{Frame, Status, Thread};
use crate::vm::Vm;

/// More fields than these tell nobody anything.
const FIELDS_MAX: usize = 300;
const FRAMES_MAX: usize = 32;
const ELEMENTS_MAX: usize = 16;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    pub threads: Vec<ThreadScene>,
    /// `Main.count` and its value, in the order in which the program leads to them.
    pub fields: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ThreadScene {
    pub name: String,
    pub activity: Activity,
    /// What it waits for, in words; empty if it can run.
    pub waits: String,
    /// The thread that would have to move first.
    pub awaits: Option<String>,
    /// The locks it holds, in words.
    pub holds: Vec<String>,
    /// The innermost first; those of the library between the program's own are left out.
    pub frames: Vec<FrameScene>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    Runnable,
    Blocked,
    Waiting,
    Sleeping,
    Ended,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FrameScene {
    /// `Main.transfer`
    pub method: String,
    /// `bank/Main.java`, as source folders have it; what the class file tells.
    pub file: Option<String>,
    pub line: Option<u16>,
    pub library: bool,
    pub variables: Vec<(String, String)>,
}

impl Vm {
    pub fn scene(&self) -> Scene {
        let mut names: HashMap<Ref, String> = HashMap::new();
        let mut met: Vec<(Ref, String)> = Vec::new();
        self.walk_ways(&mut |object, way| {
            names.entry(object).or_insert_with(|| way.to_owned());
            met.push((object, way.to_owned()));
            false
        });
        let looker = Looker { vm: self, names };
        let threads = (0..self.threads.len()).map(|index| looker.thread(index, &met)).collect();
        Scene { threads, fields: looker.fields(&met) }
    }
}

/// The machine, and the names its objects go by.
struct Looker<'a> {
    vm: &'a Vm,
    names: HashMap<Ref, String>,
}

impl Looker<'_> {
    fn thread(&self, index: usize, met: &[(Ref, String)]) -> ThreadScene {
        let thread = &self.vm.threads[index];
        let activity = match thread.status {
            Status::Runnable => Activity::Runnable,
            Status::Blocked(_) | Status::Reacquiring { .. } | Status::InitializationWait(_) => Activity::Blocked,
            Status::Waiting { .. } | Status::Parked { .. } | Status::Polling { .. } => Activity::Waiting,
            Status::Sleeping => Activity::Sleeping,
            Status::Terminated => Activity::Ended,
        };
        let is_stopped = matches!(activity, Activity::Blocked | Activity::Waiting);
        ThreadScene {
            name: self.vm.thread_name(index),
            activity,
            waits: if is_stopped { self.vm.explain_wait(thread) } else { String::new() },
            awaits: self.vm.awaited(thread).filter(|_| is_stopped).map(|other| self.vm.thread_name(other)),
            holds: self.holds(index, met),
            frames: self.frames(thread),
        }
    }

    /// Monitors are found where the thread keeps them (a compiler's `synchronized` leaves the object in a variable), locks of
    /// the library where the program does.
    fn holds(&self, index: usize, met: &[(Ref, String)]) -> Vec<String> {
        let thread = &self.vm.threads[index];
        let mut held: Vec<Ref> = Vec::new();
        for frame in &thread.frames {
            let mut candidates = vec![frame.monitor];
            if !self.vm.method(frame.method).code.instrs.is_empty() {
                let map = self.vm.frame_map(thread, frame);
                let slots = map.ref_locals.iter().map(|slot| usize::from(*slot));
                candidates.extend(slots.map(|slot| Ref::from_slot(thread.stack[frame.base as usize + slot])));
            }
            for object in candidates {
                let is_held = !object.is_null() && self.vm.monitor_owner(object) == Some(index);
                if is_held && !held.contains(&object) {
                    held.push(object);
                }
            }
        }
        let mut locks: Vec<String> = held.into_iter().map(|object| self.object(object)).collect();
        for (object, way) in met {
            let class = self.vm.heap.class_of(*object);
            let Some(at) = self.vm.offset_of(class, "exclusiveOwnerThread") else { continue };
            if self.vm.heap.get_ref(*object, at as usize) == thread.object {
                locks.push(way.clone());
            }
        }
        locks
    }

    fn frames(&self, thread: &Thread) -> Vec<FrameScene> {
        let is_own = |frame: &Frame| {
            let method = self.vm.method(frame.method);
            !self.vm.class(method.class).library && !method.hidden && !self.vm.is_api_class(method.class)
        };
        let mut frames = Vec::new();
        for (depth, frame) in thread.frames.iter().rev().enumerate() {
            if frames.len() < FRAMES_MAX && (is_own(frame) || depth == 0) {
                frames.push(self.frame(thread, frame, is_own(frame)));
            }
        }
        frames
    }

    fn frame(&self, thread: &Thread, frame: &Frame, own: bool) -> FrameScene {
        let method = self.vm.method(frame.method);
        let class = self.vm.class(method.class);
        let source = class.file.as_ref().and_then(|file| file.source_file.clone());
        let package = class.package();
        FrameScene {
            method: format!("{}.{}", class.java_name(), method.name),
            file: source.map(|name| if package.is_empty() { name.to_string() } else { format!("{package}/{name}") }),
            line: self.vm.line_of(frame.method, frame.pc),
            library: !own,
            variables: if own { self.variables(thread, frame) } else { Vec::new() },
        }
    }

    fn variables(&self, thread: &Thread, frame: &Frame) -> Vec<(String, String)> {
        let method = self.vm.method(frame.method);
        let file = self.vm.class(method.class).file.as_ref();
        let code = file.and_then(|file| file.methods.get(method.index as usize)?.code.as_ref());
        let (Some(code), Some(bytecode)) = (code, method.code.pcs.get(frame.pc as usize)) else { return Vec::new() };
        let map = self.vm.frame_map(thread, frame);
        let mut variables = Vec::new();
        for variable in &code.variables {
            let scope = u32::from(variable.start)..u32::from(variable.start) + u32::from(variable.length);
            let is_kept = map.ref_locals.contains(&variable.slot) || map.value_locals.contains(&variable.slot);
            if scope.contains(&u32::from(*bytecode)) && is_kept {
                let slot = thread.stack[frame.base as usize + usize::from(variable.slot)];
                let value = self.value(slot, Kind::of_descriptor(&variable.descriptor));
                variables.push((variable.name.to_string(), value));
            }
        }
        variables
    }

    fn value(&self, slot: u64, kind: Kind) -> String {
        let object = Ref::from_slot(slot);
        let is_plain = kind != Kind::Reference || object.is_null();
        if is_plain || self.vm.heap.class_of(object) == self.vm.known.string {
            return self.vm.describe_value(slot, kind);
        }
        self.boxed(object).unwrap_or_else(|| self.object(object))
    }

    /// Boxes of the library show what is in them.
    fn boxed(&self, object: Ref) -> Option<String> {
        let class = self.vm.class(self.vm.heap.class_of(object));
        let simple =
            class.name.strip_prefix("java/lang/").or(class.name.strip_prefix("java/util/concurrent/atomic/"))?;
        let is_box = matches!(
            simple,
            "Integer"
                | "Long"
                | "Boolean"
                | "Character"
                | "Byte"
                | "Short"
                | "Float"
                | "Double"
                | "AtomicInteger"
                | "AtomicLong"
        );
        let field = class.own_field("value").filter(|_| is_box)?;
        let slot = self.vm.get_kind(object, field.offset as usize, field.kind);
        Some(self.vm.describe_value(slot, field.kind))
    }

    fn object(&self, object: Ref) -> String {
        let class = self.vm.heap.class_of(object);
        if class == self.vm.known.class {
            return self.vm.name_object(object);
        }
        let name = self.vm.simple_type_name(class);
        let simple = name.rsplit(['.', '$']).next().unwrap_or(&name);
        match self.names.get(&object) {
            Some(way) => format!("{simple} ({way})"),
            None => format!("a {simple}"),
        }
    }

    fn fields(&self, met: &[(Ref, String)]) -> Vec<(String, String)> {
        let mut fields = Vec::new();
        for class in self.vm.classes.iter().filter(|class| !class.library && !class.is_array() && !class.hidden) {
            if class.statics.is_null() || self.vm.is_api_class(class.id) {
                continue;
            }
            for field in class.fields.iter().filter(|field| field.is_static() && !field.name.contains('$')) {
                let slot = self.vm.get_kind(class.statics, field.offset as usize, field.kind);
                fields.push((format!("{}.{}", class.java_name(), field.name), self.value(slot, field.kind)));
            }
        }
        for (object, way) in met {
            if fields.len() > FIELDS_MAX {
                break;
            }
            self.fields_of(*object, way, &mut fields);
        }
        fields.truncate(FIELDS_MAX);
        fields
    }

    fn fields_of(&self, object: Ref, way: &str, fields: &mut Vec<(String, String)>) {
        if self.vm.heap.header(object) & header::STATICS != 0 {
            return;
        }
        let mut at = Some(self.vm.heap.class_of(object));
        if let Some(ClassKind::Array { kind, .. }) = at.map(|class| self.vm.class(class).kind) {
            let length = self.vm.heap.array_length(object) as usize;
            let elements = (0..length.min(ELEMENTS_MAX)).map(|index| {
                let slot = self.vm.get_kind(object, ELEMENTS + (index << kind.shift()), kind);
                (format!("{way}[{index}]"), self.value(slot, kind))
            });
            return fields.extend(elements);
        }
        while let Some(class) = at {
            let class = self.vm.class(class);
            if !class.library {
                for field in class.fields.iter().filter(|field| !field.is_static() && !field.name.contains('$')) {
                    let slot = self.vm.get_kind(object, field.offset as usize, field.kind);
                    fields.push((format!("{way}.{}", field.name), self.value(slot, field.kind)));
                }
            }
            at = class.superclass;
        }
    }
}
