//! Folders that are watched (`java.nio.file.WatchService`), as `inotify(7)` has it: whoever changes a file tells those who watch
//! its folder. What other processes do to the disk shows to nobody here, and explorations have no watchers.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::disk::Disk;
use super::nio::{name_at, unix_error};
use super::sockets::wait_for;
use crate::heap::{ELEMENTS, Ref};
use crate::network::{Failure, Kind, events};
use crate::vm::{Outcome, Vm, unsupported};

pub const MODIFIED: u32 = 0x2;
pub const ATTRIBUTES: u32 = 0x4;
pub const MOVED_FROM: u32 = 0x40;
pub const MOVED_TO: u32 = 0x80;
pub const CREATED: u32 = 0x100;
pub const DELETED: u32 = 0x200;
/// Nothing more will be told of a folder.
const IGNORED: u32 = 0x8000;

const EAGAIN: i32 = 11;
const EBADF: i32 = 9;

/// Somebody who watches folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watcher {
    descriptor: u32,
    /// The descriptor that is waited for together with this one.
    partner: u32,
    /// The number that the next folder gets.
    next: u32,
    /// By number: the folder, and what is wanted of it.
    watched: BTreeMap<u32, (Arc<str>, u32)>,
    /// What was told and not read yet, as `read(2)` gives it.
    queue: VecDeque<Vec<u8>>,
}

impl Watcher {
    fn tell(&mut self, number: u32, what: u32, name: &str) {
        // The name ends with a zero, and is filled up with more.
        let length = if name.is_empty() { 0 } else { (name.len() + 1).next_multiple_of(16) };
        let mut event: Vec<u8> = [number, what, 0, length as u32].iter().flat_map(|part| part.to_le_bytes()).collect();
        event.extend_from_slice(name.as_bytes());
        event.resize(16 + length, 0);
        // The same once more is told once.
        if self.queue.back() != Some(&event) {
            self.queue.push_back(event);
        }
    }

    fn ignore(&mut self, number: u32) {
        if self.watched.remove(&number).is_some() {
            self.tell(number, IGNORED, "");
        }
    }
}

impl Disk {
    /// Tells those who watch the folder of an absolute name what became of it.
    pub(super) fn tell(&mut self, name: &str, what: u32) {
        let Some((folder, file)) = name.rsplit_once('/') else { return };
        let folder = if folder.is_empty() { "/" } else { folder };
        for watcher in &mut self.watchers {
            let of = watcher.watched.iter().filter(|(_, (path, wanted))| &**path == folder && wanted & what != 0);
            for number in of.map(|(number, _)| *number).collect::<Vec<_>>() {
                watcher.tell(number, what, file);
            }
        }
    }

    /// The same for a file that is known by its contents.
    pub(super) fn tell_of(&mut self, inode: u32, what: u32) {
        if self.watchers.is_empty() {
            return;
        }
        let names = self.changes.iter().filter(|(_, node)| **node == super::disk::Node::File(inode));
        for name in names.map(|(name, _)| name.clone()).collect::<Vec<_>>() {
            self.tell(&name, what);
        }
    }

    /// A folder is gone, and so is what was watched of it.
    pub(super) fn tell_gone(&mut self, folder: &str) {
        for watcher in &mut self.watchers {
            let of = watcher.watched.iter().filter(|(_, (path, _))| &**path == folder).map(|(number, _)| *number);
            of.collect::<Vec<_>>().into_iter().for_each(|number| watcher.ignore(number));
        }
    }

    /// Whether somebody who waits for this descriptor has been told something.
    pub fn has_told(&self, partner: u32) -> bool {
        self.watchers.iter().any(|watcher| watcher.partner == partner && !watcher.queue.is_empty())
    }
}

fn watcher(vm: &mut Vm, descriptor: u64) -> Option<&mut Watcher> {
    vm.path.disk.watchers.iter_mut().find(|watcher| watcher.descriptor == descriptor as u32)
}

natives! {
    "sun/nio/fs/LinuxWatchService.eventSize()I" => |_, _| Ok(16);
    "sun/nio/fs/LinuxWatchService.eventOffsets()[I" => |vm, _| numbers(vm, &[0, 4, 8, 12, 16]);
    "sun/nio/fs/LinuxWatchService.inotifyInit()I" => |vm, _| {
        if !vm.config.run_once {
            return unsupported("watching folders (WatchService) in an exploration");
        }
        // A descriptor of its own, of which nothing is ever read.
        let descriptor = vm.path.network.add(Kind::Counter(0));
        vm.path.disk.watchers.push(Watcher { descriptor, next: 1, ..Watcher::default() });
        Ok(u64::from(descriptor))
    };
    "sun/nio/fs/LinuxWatchService.inotifyAddWatch(IJI)I" => |vm, args| {
        let name = name_at(vm, args[1])?;
        let folder: Arc<str> = vm.path.disk.canonical(&name).into();
        let wanted = args[3] as u32;
        let Some(watcher) = watcher(vm, args[0]) else { return unix_error(vm, EBADF) };
        let known = watcher.watched.iter().find(|(_, (path, _))| *path == folder).map(|(number, _)| *number);
        let number = known.unwrap_or(watcher.next);
        watcher.next = watcher.next.max(number + 1);
        watcher.watched.insert(number, (folder, wanted));
        Ok(u64::from(number))
    };
    "sun/nio/fs/LinuxWatchService.inotifyRmWatch(II)V" => |vm, args| {
        let Some(watcher) = watcher(vm, args[0]) else { return unix_error(vm, EBADF) };
        watcher.ignore(args[1] as u32);
        Ok(0)
    };
    "sun/nio/fs/LinuxWatchService.configureBlocking(IZ)V" => |vm, args| {
        if let Ok(socket) = vm.path.network.get_mut(args[0] as u32) {
            socket.blocking = args[1] != 0;
        }
        Ok(0)
    };
    "sun/nio/fs/LinuxWatchService.socketpair([I)V" => |vm, args| {
        let (first, second) = vm.path.network.pipe(true);
        for (index, end) in [first, second].into_iter().enumerate() {
            vm.heap.put4(Ref::from_slot(args[0]), ELEMENTS + 4 * index, end);
        }
        Ok(0)
    };
    "sun/nio/fs/LinuxWatchService.poll(II)I" => |vm, args| {
        let partner = args[1] as u32;
        if let Some(watcher) = watcher(vm, args[0]) {
            watcher.partner = partner;
        }
        let due = if vm.path.disk.has_told(partner) {
            (vm.thread_mut().woken, vm.thread_mut().timed_out) = (false, false);
            vm.path.network.poll(partner, events::IN)
        } else {
            wait_for(vm, partner, events::IN, -1)?
        };
        Ok(u64::from(due != 0) + u64::from(vm.path.disk.has_told(partner)))
    };
}

fn numbers(vm: &mut Vm, numbers: &[u32]) -> Outcome<u64> {
    let class = vm.load_boot("[I")?;
    let array = vm.allocate_array(class, numbers.len() as u32)?;
    for (index, number) in numbers.iter().enumerate() {
        vm.heap.put4(array, ELEMENTS + 4 * index, *number);
    }
    Ok(array.slot())
}

/// What there is to be read of a watcher, or of a pipe, without waiting.
pub(super) fn read(vm: &mut Vm, descriptor: u32, length: usize) -> Result<Vec<u8>, i32> {
    if let Some(watcher) = watcher(vm, u64::from(descriptor)) {
        let mut bytes = Vec::new();
        while watcher.queue.front().is_some_and(|event| bytes.len() + event.len() <= length) {
            bytes.extend(watcher.queue.pop_front().unwrap_or_default());
        }
        return if bytes.is_empty() { Err(EAGAIN) } else { Ok(bytes) };
    }
    vm.path.network.read(descriptor, length).map_err(|failure| match failure {
        Failure::Unavailable => EAGAIN,
        _ => EBADF,
    })
}

/// Nobody watches through this descriptor any more.
pub(super) fn close(vm: &mut Vm, descriptor: u32) {
    vm.path.disk.watchers.retain(|watcher| watcher.descriptor != descriptor);
}
