//! `java.lang.StackWalker`. The library hands over a buffer to be filled with frames, batch by batch; where the next
//! batch begins is kept in the walker's `anchor`, a [`Place`].

use super::throwable::native_below;
use crate::class::MethodId;
use crate::heap::{ELEMENTS, Ref};
use crate::thread::FrameKind;
use crate::vm::{Outcome, Vm, throw, unsupported};

/// Modes (`StackStreamFactory`).
const CLASSES_ONLY: u64 = 0x2;
const SHOW_HIDDEN: u64 = 0x20;
const LIVE_FRAMES: u64 = 0x100;

/// Where a walk goes on: below how many frames from the bottom, and whether the native method that called the last one shown,
/// which has no frame of its own, comes first.
#[derive(Clone, Copy)]
struct Place {
    frames: usize,
    native: bool,
}

impl Place {
    /// Never 0, which the library takes for a walk that is over.
    fn anchor(self) -> u64 {
        2 * (self.frames as u64 + 1) + u64::from(self.native)
    }

    fn of(anchor: u64) -> Place {
        Place { frames: (anchor as usize / 2).saturating_sub(1), native: anchor % 2 == 1 }
    }
}

natives! {
    "java/lang/StackStreamFactory.checkStackWalkModes()Z" => |_, _| Ok(1);
    "java/lang/StackStreamFactory$AbstractStackWalker.callStackWalk(JIII[Ljava/lang/Object;)Ljava/lang/Object;" => |vm, args| {
        start(vm, args[0], args[1], args[3] as usize, args[4] as usize, args[5] as usize, Ref::from_slot(args[6]))
    };
    "java/lang/StackStreamFactory$AbstractStackWalker.callStackWalk(IILjdk/internal/vm/ContinuationScope;Ljdk/internal/vm/Continuation;II[Ljava/lang/Object;)Ljava/lang/Object;" => |vm, args| {
        start(vm, args[0], args[1], args[2] as usize, args[5] as usize, args[6] as usize, Ref::from_slot(args[7]))
    };
    "java/lang/StackStreamFactory$AbstractStackWalker.fetchStackFrames(JJII[Ljava/lang/Object;)I" => |vm, args| {
        let begin = args[6] as usize;
        let filled = fetch(vm, args[0], args[1], args[3], args[5] as usize, begin, Ref::from_slot(args[7]))?;
        Ok((begin + filled) as u64)
    };
    "java/lang/StackStreamFactory$AbstractStackWalker.fetchStackFrames(IJIII[Ljava/lang/Object;)I" => |vm, args| {
        fetch(vm, args[0], args[1], args[2], args[5] as usize, args[6] as usize, Ref::from_slot(args[7])).map(|n| n as u64)
    };
    "java/lang/StackStreamFactory$AbstractStackWalker.setContinuation(J[Ljava/lang/Object;Ljdk/internal/vm/Continuation;)V" => |_, _| unsupported("walking the stack of a continuation");
    "java/lang/StackTraceElement.initStackTraceElement(Ljava/lang/StackTraceElement;Ljava/lang/StackFrameInfo;)V" => |vm, args| {
        let frame = Ref::from_slot(args[1]);
        let (method, pc) = walked_frame(vm, frame);
        let class = vm.load_boot("java/lang/StackTraceElement")?;
        super::throwable::fill_element(vm, class, Ref::from_slot(args[0]), method, pc)?;
        Ok(0)
    };
    "java/lang/StackFrameInfo.expandStackFrameInfo()V" => |vm, args| {
        let frame = Ref::from_slot(args[0]);
        let (method, _) = walked_frame(vm, frame);
        let (name, descriptor) = (vm.method(method).name.clone(), vm.method(method).descriptor.clone());
        let (name, descriptor) = (vm.intern_text(&name)?, vm.intern_text(&descriptor)?);
        vm.set_field(frame, "name", name);
        vm.set_field(frame, "type", descriptor);
        Ok(0)
    };
}

/// Fills the first batch, from the frame that asked for the walk on, and has the library consume it.
fn start(vm: &mut Vm, walker: u64, mode: u64, skip: usize, batch: usize, begin: usize, buffer: Ref) -> Outcome<u64> {
    if mode & LIVE_FRAMES != 0 {
        return unsupported("StackWalker on live stack frames");
    }
    let class = vm.load_boot("java/lang/StackStreamFactory$AbstractStackWalker")?;
    let mut position = vm.thread().frames.len();
    while position > 0 {
        let owner = vm.method(vm.thread().frames[position - 1].method).class;
        if !vm.is_subclass(owner, class) && &*vm.class(owner).name != "java/lang/StackWalker" {
            break;
        }
        position -= 1;
    }
    let place = Place { frames: position.saturating_sub(skip), native: false };
    let (place, filled) = fill(vm, mode, place, batch, begin, buffer)?;
    let descriptor = "(JIIII)Ljava/lang/Object;";
    let Some(consume) = vm.resolve_method(class, "doStackWalk", descriptor) else {
        return throw("java/lang/NoSuchMethodError", "doStackWalk");
    };
    let end = begin + filled;
    let third = if vm.config.java_version < 22 { batch } else { filled };
    let arguments = [walker, place.anchor(), 0, skip as u64, third as u64, begin as u64, end as u64];
    vm.enter(consume, &arguments, FrameKind::Normal)
}

fn fetch(vm: &mut Vm, walker: u64, mode: u64, anchor: u64, batch: usize, begin: usize, buffer: Ref) -> Outcome<usize> {
    let walker = Ref::from_slot(walker);
    let (place, filled) = fill(vm, mode, Place::of(anchor), batch, begin, buffer)?;
    if let Some(at) = vm.offset_of(vm.heap.class_of(walker), "anchor") {
        vm.heap.put8(walker, at as usize, place.anchor());
    }
    Ok(filled)
}

/// Fills up to `batch` places of the buffer with the frames from `place` on; gives the new place and the count.
fn fill(vm: &mut Vm, mode: u64, mut place: Place, batch: usize, begin: usize, buffer: Ref) -> Outcome<(Place, usize)> {
    let room = (vm.heap.array_length(buffer) as usize).saturating_sub(begin).min(batch);
    let mut filled = 0;
    while filled < room {
        let native = place.native.then(|| native_below(vm, place.frames)).flatten();
        place.native = false;
        let (method, pc) = if let Some(native) = native {
            (native, 0)
        } else if place.frames > 0 {
            place = Place { frames: place.frames - 1, native: true };
            let frame = vm.thread().frames[place.frames];
            (frame.method, frame.pc)
        } else {
            break;
        };
        if vm.method(method).hidden && mode & SHOW_HIDDEN == 0 {
            continue;
        }
        fill_place(vm, mode, buffer, ELEMENTS + 4 * (begin + filled), (method, pc))?;
        filled += 1;
    }
    Ok((place, filled))
}

fn fill_place(vm: &mut Vm, mode: u64, buffer: Ref, at: usize, (method, pc): (MethodId, u32)) -> Outcome<()> {
    let mirror = vm.class(vm.method(method).class).mirror;
    let element = vm.heap.get_ref(buffer, at);
    if mode & CLASSES_ONLY == 0 {
        describe_frame(vm, element, method, pc)?;
    } else if element.is_null() || vm.heap.class_of(element) == vm.known.class {
        vm.heap.put_ref(buffer, at, mirror);
    } else {
        vm.set_field(element, "classOrMemberName", mirror);
        set_flags(vm, element, method);
    }
    Ok(())
}

fn set_flags(vm: &mut Vm, element: Ref, method: MethodId) {
    if let Some(at) = vm.offset_of(vm.heap.class_of(element), "flags") {
        let flags = vm.heap.get4(element, at as usize) | u32::from(vm.method(method).access);
        vm.heap.put4(element, at as usize, flags);
    }
}

fn describe_frame(vm: &mut Vm, element: Ref, method: MethodId, pc: u32) -> Outcome<()> {
    let class = vm.heap.class_of(element);
    let bytecode = vm.method(method).code.pcs.get(pc as usize).copied().unwrap_or(0);
    vm.set_int(element, "bci", u32::from(bytecode));
    if let Some(at) = vm.offset_of(class, "vmframe") {
        vm.heap.put8(element, at as usize, u64::from(method.0) | u64::from(pc) << 32);
    }
    if let Some(at) = vm.offset_of(class, "memberName") {
        let member = vm.heap.get_ref(element, at as usize);
        return vm.name_member(member, method);
    }
    let resolved = vm.resolved_method_name(method)?;
    vm.set_field(element, "classOrMemberName", resolved);
    set_flags(vm, element, method);
    Ok(())
}

fn walked_frame(vm: &Vm, frame: Ref) -> (MethodId, u32) {
    let at = vm.offset_of(vm.heap.class_of(frame), "vmframe").expect("the machine adds this field");
    let entry = vm.heap.get8(frame, at as usize);
    (MethodId(entry as u32), (entry >> 32) as u32)
}
