//! Where a thread took a lock of `java.util.concurrent`. Such a lock knows its owner, not where it was taken; so the calls that
//! take locks are looked for in the owner's own methods, before the place where each stands, and what they were called on is read
//! off once more: `lock.lock()`, `this.lock.lock()`, `Main.lock.writeLock().lock()`. Where the code is less plain nothing is said.

use classfile::{ClassFile, Code};

use crate::class::Kind;
use crate::heap::Ref;
use crate::thread::{Frame, Thread};
use crate::vm::Vm;

/// Calls after which the caller may hold the lock; they have no arguments, so that what they are called on comes right before.
const TAKING: [&str; 3] = ["lock", "lockInterruptibly", "tryLock"];
/// Calls that lead from a lock to one of its halves.
const HALVES: [&str; 2] = ["readLock", "writeLock"];

mod opcode {
    /// From here to `ALOAD_3` all load a constant or a variable.
    pub const ACONST_NULL: u8 = 0x01;
    pub const ALOAD: u8 = 0x19;
    pub const ALOAD_0: u8 = 0x2a;
    pub const ALOAD_3: u8 = 0x2d;
    pub const GETSTATIC: u8 = 0xb2;
    pub const GETFIELD: u8 = 0xb4;
    pub const INVOKEVIRTUAL: u8 = 0xb6;
    pub const INVOKEINTERFACE: u8 = 0xb9;
}

/// A method of the program, as its class file has it, and a frame of it.
struct Site<'a> {
    file: &'a ClassFile,
    code: &'a Code,
    /// Where each instruction begins.
    starts: &'a [u16],
    thread: &'a Thread,
    frame: &'a Frame,
}

impl Vm {
    /// Where thread `owner` took the lock whose inner part is `blocker`, if that can be read off.
    pub(crate) fn acquired_at(&self, owner: usize, blocker: Ref) -> Option<String> {
        let thread = &self.threads[owner];
        for frame in &thread.frames {
            let method = self.method(frame.method);
            let class = self.class(method.class);
            let Some(file) = class.file.as_ref().filter(|_| !class.library && !method.hidden) else { continue };
            let Some(code) = file.methods.get(method.index as usize).and_then(|method| method.code.as_ref()) else {
                continue;
            };
            let site = Site { file, code, starts: &method.code.pcs, thread, frame };
            let before = (frame.pc as usize).min(site.starts.len());
            let takes = |index: &usize| {
                site.called(*index).is_some_and(|name| TAKING.contains(&name))
                    && index
                        .checked_sub(1)
                        .and_then(|top| self.value_of(&site, top))
                        .is_some_and(|lock| self.is_lock_of(lock, blocker))
            };
            if let Some(index) = (0..before).rev().find(takes) {
                return Some(self.source_position(frame.method, index as u32));
            }
        }
        None
    }

    /// What the call in progress is made on, as the program has written it: `lock`, `account.lock`, `Main.queue`. Where more
    /// than variables, fields and constants make the arguments nothing is said.
    pub(crate) fn written_receiver(&self, frame: &Frame) -> Option<String> {
        let method = self.method(frame.method);
        let class = self.class(method.class);
        let file = class.file.as_ref()?;
        let code = file.methods.get(method.index as usize)?.code.as_ref()?;
        let starts = &method.code.pcs;
        let bytes = |index: usize| code.bytes.get(usize::from(*starts.get(index)?)..);
        let call = frame.pc as usize;
        let [opcode::INVOKEVIRTUAL | opcode::INVOKEINTERFACE, high, low, ..] = *bytes(call)? else { return None };
        let (_, _, descriptor, _) = file.pool.member_parts(u16::from_be_bytes([high, low])).ok()?;
        let mut below = classfile::MethodType::parse(descriptor).ok()?.parameters.len();
        let mut index = call;
        while below > 0 {
            index = index.checked_sub(1)?;
            match *bytes(index)? {
                // Constants, variables and static fields put one there, fields exchange theirs.
                [opcode::ACONST_NULL..=opcode::ALOAD_3 | opcode::GETSTATIC, ..] => below -= 1,
                [opcode::GETFIELD, ..] => {}
                _ => return None,
            }
        }
        self.written(&|index| bytes(index), file, code, starts, index.checked_sub(1)?)
    }

    fn written<'a>(
        &self,
        bytes: &dyn Fn(usize) -> Option<&'a [u8]>,
        file: &ClassFile,
        code: &Code,
        starts: &[u16],
        index: usize,
    ) -> Option<String> {
        let variable = |slot: u16| {
            let at = *starts.get(index)?;
            code.variables.iter().find(|variable| variable.slot == slot && variable.is_in_scope(at))
        };
        match *bytes(index)? {
            [opcode::ALOAD, slot, ..] => Some(variable(u16::from(slot))?.name.to_string()),
            [load @ opcode::ALOAD_0..=opcode::ALOAD_3, ..] => {
                Some(variable(u16::from(load - opcode::ALOAD_0))?.name.to_string())
            }
            [opcode::GETFIELD, high, low, ..] => {
                let whose = self.written(bytes, file, code, starts, index.checked_sub(1)?)?;
                let (_, name, _, _) = file.pool.member_parts(u16::from_be_bytes([high, low])).ok()?;
                Some(if whose == "this" { name.to_string() } else { format!("{whose}.{name}") })
            }
            [opcode::GETSTATIC, high, low, ..] => {
                let (holder, name, _, _) = file.pool.member_parts(u16::from_be_bytes([high, low])).ok()?;
                Some(format!("{}.{name}", holder.rsplit(['/', '$']).next().unwrap_or(holder)))
            }
            _ => None,
        }
    }

    /// Locks do their work by an inner object.
    fn is_lock_of(&self, lock: Ref, blocker: Ref) -> bool {
        lock == blocker || self.reference_in(lock, "sync") == Some(blocker)
    }

    /// What the instruction has put on the stack, as far as variables and fields still hold it.
    fn value_of(&self, site: &Site<'_>, index: usize) -> Option<Ref> {
        let operands = site.operands(index)?;
        let value = match *operands {
            [opcode::ALOAD, slot, ..] => self.reference_local(site.thread, site.frame, u16::from(slot))?,
            [code @ opcode::ALOAD_0..=opcode::ALOAD_3, ..] => {
                self.reference_local(site.thread, site.frame, u16::from(code - opcode::ALOAD_0))?
            }
            [opcode::GETFIELD, high, low, ..] => {
                let object = self.value_of(site, index.checked_sub(1)?)?;
                let (_, name, _, _) = site.file.pool.member_parts(u16::from_be_bytes([high, low])).ok()?;
                self.reference_in(object, name)?
            }
            [opcode::GETSTATIC, high, low, ..] => {
                let (holder, name, _, _) = site.file.pool.member_parts(u16::from_be_bytes([high, low])).ok()?;
                let class = self.classes.iter().find(|class| *class.name == **holder)?;
                let field = class.own_field(name).filter(|field| field.kind == Kind::Reference)?;
                self.heap.get_ref(class.statics, field.offset as usize)
            }
            _ if site.called(index).is_some_and(|name| HALVES.contains(&name)) => {
                self.value_of(site, index.checked_sub(1)?)?
            }
            _ => return None,
        };
        Some(value).filter(|value| !value.is_null())
    }

    fn reference_in(&self, object: Ref, field: &str) -> Option<Ref> {
        let at = self.offset_of(self.heap.class_of(object), field)?;
        let (class, place) = self.field_at(object, at)?;
        (self.class(class).fields[place as usize].kind == Kind::Reference)
            .then(|| self.heap.get_ref(object, at as usize))
    }
}

impl<'a> Site<'a> {
    fn operands(&self, index: usize) -> Option<&'a [u8]> {
        self.code.bytes.get(usize::from(*self.starts.get(index)?)..)
    }

    /// The name of the method that the instruction calls on an object, without arguments.
    fn called(&self, index: usize) -> Option<&'a str> {
        match *self.operands(index)? {
            [opcode::INVOKEVIRTUAL | opcode::INVOKEINTERFACE, high, low, ..] => {
                let (_, name, descriptor, _) = self.file.pool.member_parts(u16::from_be_bytes([high, low])).ok()?;
                descriptor.starts_with("()").then_some(&**name)
            }
            _ => None,
        }
    }
}
