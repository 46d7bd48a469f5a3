//! Threads, their groups and their frames: command sets 11, 12 and 16.

use jvm::class::Kind;
use jvm::heap::{OVERLAY, Ref, header};
use jvm::thread::{Status, Thread};
use jvm::vm::Vm;

use super::names::{code_of, field_ref, location, object, object_id, shown_frames, tagged, thread_index, value};
use super::{Answer, Session, answer};
use crate::wire::{Command, ErrorCode, FrameId, Location, ObjectId, Tagged, Value};

/// What the protocol calls what threads do.
mod status {
    pub const ZOMBIE: i32 = 0;
    pub const RUNNING: i32 = 1;
    pub const SLEEPING: i32 = 2;
    pub const MONITOR: i32 = 3;
    pub const WAIT: i32 = 4;
    pub const SUSPENDED: i32 = 1;
}

impl Session {
    pub(super) fn answer_threads(&mut self, vm: &mut Vm, command: Command) -> Answer {
        match command {
            Command::ThreadName { thread } => match thread_index(vm, thread) {
                Ok(index) => answer(vm.thread_name(index)),
                Err(_) => {
                    let name = field_ref(vm, object(vm, thread)?, "name");
                    answer(if name.is_null() { String::new() } else { vm.string_text(name) })
                }
            },
            Command::SuspendThread { thread } => {
                thread_index(vm, thread)?;
                self.suspend(thread);
                self.stopper.get_or_insert(thread);
                answer(())
            }
            Command::ResumeThread { thread } => {
                if let Some(count) = self.suspended.get_mut(&thread) {
                    *count = count.saturating_sub(1);
                }
                answer(())
            }
            Command::ThreadStatus { thread } => {
                let doing = thread_index(vm, thread).map_or(status::ZOMBIE, |index| doing(&vm.threads[index]));
                let suspended = if self.count_of(thread) > 0 { status::SUSPENDED } else { 0 };
                answer((doing, suspended))
            }
            Command::GroupOfThread { thread } => {
                let index = thread_index(vm, thread).unwrap_or(0);
                let group = self.group_of(vm, index);
                answer(object_id(vm, group))
            }
            Command::Frames { thread, first, count } => {
                let frames = frames(vm, thread_index(vm, thread)?);
                let first = usize::try_from(first).map_err(|_| ErrorCode::InvalidIndex)?;
                if first > frames.len() {
                    return Err(ErrorCode::InvalidIndex);
                }
                let left = frames.len() - first;
                let count = if count < 0 { left } else { count as usize };
                if count > left {
                    return Err(ErrorCode::InvalidLength);
                }
                answer(frames[first..first + count].to_vec())
            }
            Command::FrameCount { thread } => {
                let index = thread_index(vm, thread)?;
                answer(shown_frames(vm, &vm.threads[index]).len() as i32)
            }
            Command::OwnedMonitors { thread } => {
                let owned = owned_monitors(vm, thread_index(vm, thread)?);
                answer(owned.into_iter().map(|object| tagged(vm, object)).collect::<Vec<_>>())
            }
            Command::OwnedMonitorsStackDepth { thread } => {
                let index = thread_index(vm, thread)?;
                let owned = owned_monitors(vm, index);
                let told: Vec<(Tagged, i32)> =
                    owned.into_iter().map(|object| (tagged(vm, object), taken_at(vm, index, object))).collect();
                answer(told)
            }
            Command::CurrentContendedMonitor { thread } => {
                let index = thread_index(vm, thread)?;
                let wanted = match vm.threads[index].status {
                    Status::Blocked(on) | Status::Waiting { on, .. } | Status::Reacquiring { on, .. } => on,
                    _ => Ref::NULL,
                };
                answer(tagged(vm, wanted))
            }
            Command::SuspendCount { thread } => answer(self.count_of(thread) as i32),
            Command::IsVirtual { thread } => {
                let class = vm.class(vm.heap.class_of(object(vm, thread)?));
                let mut above = class.display.iter().map(|class| &*vm.class(*class).name);
                answer(above.any(|name| name == "java/lang/BaseVirtualThread"))
            }
            Command::GroupName { group } => {
                let name = field_ref(vm, object(vm, group)?, "name");
                answer(if name.is_null() { String::new() } else { vm.string_text(name) })
            }
            Command::GroupParent { group } => {
                let parent = field_ref(vm, object(vm, group)?, "parent");
                answer(object_id(vm, parent))
            }
            Command::GroupChildren { group } => {
                let group = object(vm, group)?;
                let (mut threads, mut groups) = (Vec::new(), Vec::new());
                for index in live_threads(vm) {
                    let mut at = self.group_of(vm, index);
                    if at == group {
                        threads.push(vm.threads[index].object);
                    }
                    while !at.is_null() {
                        let parent = field_ref(vm, at, "parent");
                        if parent == group && !groups.contains(&at) {
                            groups.push(at);
                        }
                        at = parent;
                    }
                }
                let threads: Vec<ObjectId> = threads.into_iter().map(|thread| object_id(vm, thread)).collect();
                let groups: Vec<ObjectId> = groups.into_iter().map(|group| object_id(vm, group)).collect();
                answer((threads, groups))
            }
            // The schedule decides who is interrupted and stopped.
            _ => Err(ErrorCode::NotImplemented),
        }
    }

    pub(super) fn answer_frames(&mut self, vm: &mut Vm, command: Command) -> Answer {
        match command {
            Command::FrameValues { thread, frame, slots } => {
                let (thread, frame) = frame_of(vm, thread, frame)?;
                let values: Result<Vec<Value>, ErrorCode> =
                    slots.into_iter().map(|(slot, tag)| local(vm, (thread, frame), slot, tag)).collect();
                answer(values?)
            }
            Command::ThisObject { thread, frame } => {
                let (thread, frame) = frame_of(vm, thread, frame)?;
                let this = this_of(vm, thread, frame);
                answer(tagged(vm, this))
            }
            // What was recorded goes on as it was recorded: nothing is set.
            _ => Err(ErrorCode::NotImplemented),
        }
    }

    pub(super) fn all_threads(&self, vm: &mut Vm) -> Vec<ObjectId> {
        let objects: Vec<Ref> = live_threads(vm).map(|index| vm.threads[index].object).collect();
        objects.into_iter().map(|thread| object_id(vm, thread)).collect()
    }

    pub(super) fn suspend(&mut self, thread: ObjectId) {
        *self.suspended.entry(thread).or_insert(0) += 1;
    }

    pub(super) fn suspend_all(&mut self, vm: &mut Vm) {
        for thread in self.all_threads(vm) {
            self.suspend(thread);
        }
    }

    fn count_of(&self, thread: ObjectId) -> u32 {
        self.suspended.get(&thread).copied().unwrap_or(0)
    }

    /// The group of a thread; virtual threads count for the main thread's.
    pub(super) fn group_of(&self, vm: &Vm, index: usize) -> Ref {
        let group_at = |index: usize| {
            let Some(thread) = vm.threads.get(index) else { return Ref::NULL };
            let holder = field_ref(vm, thread.object, "holder");
            let group = field_ref(vm, holder, "group");
            if group.is_null() { field_ref(vm, thread.object, "group") } else { group }
        };
        let groups = std::iter::once(index).chain(0..vm.threads.len()).map(group_at);
        groups.into_iter().find(|group| !group.is_null()).unwrap_or(Ref::NULL)
    }
}

pub(super) fn live_threads(vm: &Vm) -> impl Iterator<Item = usize> + '_ {
    (0..vm.threads.len()).filter(|index| vm.threads[*index].is_alive())
}

fn doing(thread: &Thread) -> i32 {
    match thread.status {
        Status::Runnable | Status::Polling { .. } | Status::InitializationWait(_) => status::RUNNING,
        Status::Blocked(_) | Status::Reacquiring { .. } => status::MONITOR,
        Status::Waiting { .. } | Status::Parked { .. } => status::WAIT,
        Status::Sleeping => status::SLEEPING,
        Status::Terminated => status::ZOMBIE,
    }
}

fn frames(vm: &Vm, index: usize) -> Vec<(FrameId, Location)> {
    let thread = &vm.threads[index];
    let shown = shown_frames(vm, thread).into_iter();
    shown
        .map(|at| {
            let frame = &thread.frames[at];
            (FrameId(at as u64 + 1), location(vm, frame.method, frame.pc))
        })
        .collect()
}

/// Thread and frame by their places.
fn frame_of(vm: &Vm, thread: ObjectId, frame: FrameId) -> Result<(usize, usize), ErrorCode> {
    let index = thread_index(vm, thread)?;
    let at = frame.0.checked_sub(1).ok_or(ErrorCode::InvalidFrameId)? as usize;
    if at < vm.threads[index].frames.len() { Ok((index, at)) } else { Err(ErrorCode::InvalidFrameId) }
}

/// The receiver of a frame's method.
pub(super) fn this_of(vm: &Vm, thread: usize, frame: usize) -> Ref {
    let frame = &vm.threads[thread].frames[frame];
    if vm.method(frame.method).is_static() {
        return Ref::NULL;
    }
    reference_at(vm, thread, frame, 0)
}

/// What a local holds, if that is known to be a reference.
fn reference_at(vm: &Vm, thread: usize, frame: &jvm::thread::Frame, slot: u16) -> Ref {
    let thread = &vm.threads[thread];
    let map = vm.frame_map(thread, frame);
    if map.ref_locals.contains(&slot) || map.idle_refs.contains(&slot) {
        Ref::from_slot(thread.stack[frame.base as usize + usize::from(slot)])
    } else {
        Ref::NULL
    }
}

/// The variable in a slot, if one is in scope there.
fn local(vm: &mut Vm, (thread, frame): (usize, usize), slot: i32, tag: u8) -> Result<Value, ErrorCode> {
    let frame = vm.threads[thread].frames[frame];
    let slot = u16::try_from(slot).map_err(|_| ErrorCode::InvalidSlot)?;
    let method = vm.method(frame.method);
    let bytecode = method.code.pcs.get(frame.pc as usize).copied().unwrap_or(0);
    let is_this = slot == 0 && !method.is_static();
    let code = code_of(vm, frame.method).ok_or(ErrorCode::InvalidSlot)?;
    let found = code.variables.iter().find(|variable| variable.slot == slot && variable.is_in_scope(bytecode));
    let kind = match found {
        Some(variable) => Kind::of_descriptor(&variable.descriptor),
        None if is_this => Kind::Reference,
        None => return Err(ErrorCode::InvalidSlot),
    };
    let wanted = Kind::of_descriptor(std::str::from_utf8(&[tag]).map_err(|_| ErrorCode::InvalidTag)?);
    if wanted != kind {
        return Err(ErrorCode::TypeMismatch);
    }
    let slot = match kind {
        Kind::Reference => reference_at(vm, thread, &frame, slot).slot(),
        _ => vm.threads[thread].stack[frame.base as usize + usize::from(slot)],
    };
    Ok(value(vm, slot, kind))
}

/// Monitors that a thread owns. Their headers say so, wherever they lie.
fn owned_monitors(vm: &Vm, index: usize) -> Vec<Ref> {
    let owns = |object: Ref| vm.heap.header(object) & header::STATICS == 0 && vm.monitor_owner(object) == Some(index);
    let mut owned: Vec<Ref> = vm.changed_permanent().into_iter().filter(|object| owns(*object)).collect();
    let mut address = OVERLAY;
    while address < vm.heap.overlay_end() {
        let object = Ref(address as u32);
        if owns(object) {
            owned.push(object);
        }
        address += vm.heap.size_of(object);
    }
    owned
}

/// How deep the frame lies that took a monitor; -1 if that is not known.
fn taken_at(vm: &Vm, index: usize, monitor: Ref) -> i32 {
    let thread = &vm.threads[index];
    let shown = shown_frames(vm, thread);
    let depth = shown.iter().position(|at| thread.frames[*at].monitor == monitor);
    depth.map_or(-1, |depth| depth as i32)
}
