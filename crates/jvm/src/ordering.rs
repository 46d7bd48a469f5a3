//! Accesses in modes that order less than volatile ones: opaque, acquire, release, and plain ones by handles. The machine orders all alike
//! and no compare-and-set fails without a reason, where hardware and compilers may do more (JEP 193). The verdict rests on that, and on
//! it where a handle and plain instructions access the same memory.

use crate::class::MethodId;
use crate::heap::Ref;
use crate::noticed::Mark;
use crate::vm::Vm;

/// Whether a method of this name accesses memory in such a mode.
pub(crate) fn is_weak(method: &str) -> bool {
    method == "lazySet"
        || ["weakCompareAndSet", "putOrdered"].iter().any(|begin| method.starts_with(begin))
        || ["Opaque", "Acquire", "Release", "Plain"].iter().any(|end| method.ends_with(end))
}

/// Whether the methods of a class access memory in modes that their names tell.
pub(crate) fn has_modes(class: &str) -> bool {
    class.starts_with("java/util/concurrent/atomic/Atomic") || class == "sun/misc/Unsafe"
}

impl Vm {
    /// The program calls such a method of an atomic, an updater or `Unsafe`.
    pub(crate) fn note_weak_call(&mut self, id: MethodId, start: usize) {
        let class = &*self.class(self.method(id).class).name;
        let names_object = class.contains("FieldUpdater") || class == "sun/misc/Unsafe";
        let object = Ref::from_slot(self.thread().stack[start + usize::from(names_object)]);
        if object.is_null() || !self.is_shared_holder(object) {
            return;
        }
        let simple = class.rsplit('/').next().unwrap_or(class).split('$').next().unwrap_or(class);
        let text = format!("{simple}.{}", self.method(id).name);
        self.note_weak(text);
    }

    /// The program accesses memory through a handle. Plain accesses by handles order nothing either.
    pub(crate) fn note_handle(&mut self, name: &str, holder: Ref) {
        if (is_weak(name) || matches!(name, "get" | "set")) && self.is_shared_holder(holder) {
            self.note_weak(format!("VarHandle.{name}"));
        }
    }

    fn note_weak(&mut self, text: String) {
        let frame = self.frame();
        let here = (frame.method, frame.pc);
        let is_program = !self.class(self.method(frame.method).class).library;
        if self.threaded && is_program && !self.config.run_once && self.noticed_calls.insert(here) {
            self.notice(Mark::Call(here), |noticed| &mut noticed.weak, text);
        }
    }

    /// The current thread accesses `length` bytes through a handle. Whoever is about to access them by plain instructions races with it.
    pub(crate) fn note_mixed(&mut self, holder: Ref, offset: u32, length: u32, writes: bool) {
        if self.config.run_once || self.class(self.current_class()).library {
            return;
        }
        let meets = |access: &crate::access::Access| {
            let is_there =
                access.object == holder && access.offset < offset + length && offset < access.offset + access.length;
            is_there && !access.volatile && !access.exempt && (writes || access.is_write())
        };
        let others = (0..self.threads.len()).filter(|index| *index != self.current);
        let meeting = others.flat_map(|index| self.next_accesses(index)).find(meets);
        if let Some(access) = meeting {
            self.note_race(&access);
        }
    }
}
