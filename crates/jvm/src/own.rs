//! Which code is the user's own. People want their own line first: not that of the library it called, and where the class path has
//! folders, which is where builds put what they compile, not that of a jar either.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::class::MethodId;
use crate::heap::ClassId;
use crate::thread::Thread;
use crate::vm::Vm;

/// What was found out about classes.
#[derive(Default)]
pub struct Ownership {
    /// Whether the user's classes are in folders; unknown until it is asked for.
    in_folders: Option<bool>,
    classes: HashMap<ClassId, bool>,
}

pub type Ownerships = RefCell<Ownership>;

impl Vm {
    /// Whether a method is the user's own.
    pub fn is_own(&self, method: MethodId) -> bool {
        let method = self.method(method);
        let class = self.class(method.class);
        if class.library || method.hidden || self.is_api_class(method.class) {
            return false;
        }
        if self.config.frames_all {
            return true;
        }
        let mut known = self.ownership.borrow_mut();
        let main = self.config.main_class.replace('.', "/");
        let in_folders = *known.in_folders.get_or_insert_with(|| {
            // A program in a jar with resources in a folder beside it is a program in a jar.
            self.class_path.is_in_folder(&main) || main.starts_with("hazard/") && self.class_path.has_folder()
        });
        if !in_folders {
            return true;
        }
        *known.classes.entry(method.class).or_insert_with(|| self.class_path.is_in_folder(&class.name))
    }

    /// The index of the thread's innermost frame that is the user's own; else of the innermost that is not the JDK's.
    pub(crate) fn own_frame(&self, thread: &Thread) -> Option<usize> {
        thread.frames.iter().rposition(|frame| self.is_own(frame.method)).or_else(|| {
            thread.frames.iter().rposition(|frame| {
                let method = self.method(frame.method);
                !self.class(method.class).library && !method.hidden && !self.is_api_class(method.class)
            })
        })
    }
}
