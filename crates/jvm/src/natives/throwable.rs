//! Stack traces. A backtrace is a `long[]` of (method, instruction) pairs: plain data, part of the state.

use crate::class::MethodId;
use crate::heap::{ELEMENTS, Ref, header};
use crate::instr::Op;
use crate::thread::{Frame, FrameKind};
use crate::vm::{Outcome, Vm};

/// HotSpot's default `MaxJavaStackTraceDepth`.
const DEPTH_MAX: usize = 1024;
/// Marks the first entry of a backtrace whose innermost frame was a hidden one.
const HIDDEN_ORIGIN: u64 = 1 << 63;

fn entry_parts(entry: u64) -> (MethodId, u32) {
    (MethodId(entry as u32), ((entry & !HIDDEN_ORIGIN) >> 32) as u32)
}

natives! {
    "java/lang/Throwable.fillInStackTrace(I)Ljava/lang/Throwable;" => fill_in;
    "java/lang/NullPointerException.getExtendedNPEMessage()Ljava/lang/String;" => crate::npe::extended_message;
    "java/lang/StackTraceElement.initStackTraceElements([Ljava/lang/StackTraceElement;Ljava/lang/Throwable;)V" => |vm, args| {
        let backtrace = vm.heap.get_ref(Ref::from_slot(args[1]), vm.known.throwable_backtrace as usize);
        fill_elements(vm, Ref::from_slot(args[0]), backtrace)
    };
    "java/lang/StackTraceElement.initStackTraceElements([Ljava/lang/StackTraceElement;Ljava/lang/Object;I)V" => |vm, args| {
        fill_elements(vm, Ref::from_slot(args[0]), Ref::from_slot(args[1]))
    };
}

/// The first frame that traces show: the launched class is initialised before its main is called, though the frame is there already.
fn begun(frames: &[Frame], vm: &Vm) -> usize {
    let is_waiting = |main: &Frame| {
        let launched = vm.class(vm.method(main.method).class);
        main.pc == 0 && vm.heap.header(launched.statics) & header::INIT_DONE == 0
    };
    usize::from(frames.first().is_some_and(is_waiting))
}

fn fill_in(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let throwable = Ref::from_slot(args[0]);
    let class = vm.heap.class_of(throwable);
    let frames = &vm.thread().frames;
    // The frames of fillInStackTrace and of the exception's own constructors are not part of the trace.
    let mut end = frames.len();
    while end > 0 && &*vm.method(frames[end - 1].method).name == "fillInStackTrace" {
        end -= 1;
    }
    while end > 0 {
        let method = vm.method(frames[end - 1].method);
        if &*method.name != "<init>" || !vm.is_subclass(class, method.class) {
            break;
        }
        end -= 1;
    }
    // The machine's own throwing stub apart, was the innermost frame one that traces do not show?
    let origin = frames[..end].iter().rev().map(|frame| vm.method(frame.method));
    let origin = origin.skip_while(|method| vm.is_throw_stub(method.class)).map(|method| method.hidden).next();
    let mut trace: Vec<u64> = (begun(frames, vm)..end)
        .rev()
        .flat_map(|index| {
            let frame = &frames[index];
            let shown = if vm.method(frame.method).hidden {
                vm.native_throws.get(&frame.method).map(|native| u64::from(native.0))
            } else {
                Some(u64::from(frame.method.0) | u64::from(frame.pc) << 32)
            };
            shown.into_iter().chain(native_below(vm, index).map(|native| u64::from(native.0)))
        })
        .take(DEPTH_MAX)
        .collect();
    if let (Some(true), Some(first)) = (origin, trace.first_mut()) {
        *first |= HIDDEN_ORIGIN;
    }
    let long = vm.array_of(vm.known.primitive(crate::class::Kind::Long))?;
    let array = vm.allocate_array(long, trace.len() as u32)?;
    for (index, entry) in trace.iter().enumerate() {
        vm.heap.put8(array, ELEMENTS + 8 * index, *entry);
    }
    vm.heap.put_ref(throwable, vm.known.throwable_backtrace as usize, array);
    if let Some(at) = vm.known.throwable_depth {
        vm.heap.put4(throwable, at as usize, trace.len() as u32);
    }
    if let Some(at) = vm.offset_of(vm.known.throwable, "stackTrace") {
        let unassigned = vm.static_ref(vm.known.throwable, "UNASSIGNED_STACK");
        vm.heap.put_ref(throwable, at as usize, unassigned);
    }
    Ok(args[0])
}

/// The native method that called the method of a frame: reflection, or what initialises a class. It has no frame of its own.
pub fn native_below(vm: &Vm, index: usize) -> Option<MethodId> {
    let frames = &vm.thread().frames;
    if !matches!(
        frames[index].kind,
        FrameKind::Reflective | FrameKind::Initializer(_) | FrameKind::Loading { by_name: true, .. }
    ) {
        return None;
    }
    native_called(vm, frames.get(index.checked_sub(1)?)?)
}

/// The native method that a frame is calling.
pub(crate) fn native_called(vm: &Vm, caller: &Frame) -> Option<MethodId> {
    let instr = vm.method(caller.method).code.instrs.get(caller.pc as usize)?.get();
    let called = match instr.op {
        Op::InvokestaticQuick | Op::InvokestaticChecked | Op::InvokespecialQuick => MethodId(instr.c),
        _ => return None,
    };
    vm.method(called).is_native().then_some(called)
}

fn fill_elements(vm: &mut Vm, elements: Ref, backtrace: Ref) -> Outcome<u64> {
    let class = vm.load_boot("java/lang/StackTraceElement")?;
    for (index, element) in vm.array_refs(elements).into_iter().enumerate() {
        let entry = vm.heap.get8(backtrace, ELEMENTS + 8 * index);
        let (method, pc) = entry_parts(entry);
        fill_element(vm, class, element, method, pc)?;
    }
    Ok(0)
}

pub fn fill_element(vm: &mut Vm, class: crate::heap::ClassId, element: Ref, method: MethodId, pc: u32) -> Outcome<()> {
    let declaring = vm.method(method).class;
    let name = vm.external_name(declaring);
    let method_name = vm.method(method).name.to_string();
    let file = vm.class(declaring).file.as_ref().and_then(|file| file.source_file.as_ref().map(|f| f.to_string()));
    let line = if vm.method(method).is_native() { -2 } else { vm.line_of(method, pc).map_or(-1, i32::from) };
    let strings = [("declaringClass", Some(name)), ("methodName", Some(method_name)), ("fileName", file)];
    for (field, value) in strings {
        let value = value.map_or(Ok(Ref::NULL), |text| vm.intern_text(&text))?;
        let at = vm.offset_of(class, field).unwrap_or(0) as usize;
        vm.heap.put_ref(element, at, value);
    }
    let at = vm.offset_of(class, "lineNumber").unwrap_or(0) as usize;
    vm.heap.put4(element, at, line as u32);
    let mirror = vm.class(declaring).mirror;
    if let Some(at) = vm.offset_of(class, "declaringClassObject") {
        vm.heap.put_ref(element, at as usize, mirror);
    }
    let module = if vm.config.run_once && !vm.class(declaring).stub { vm.module_of(declaring) } else { Ref::NULL };
    let name = vm.object_field(module, "name");
    if !name.is_null() {
        let descriptor = vm.object_field(module, "descriptor");
        let raw = vm.object_field(descriptor, "rawVersionString");
        let version =
            if raw.is_null() { vm.object_field(vm.object_field(descriptor, "version"), "version") } else { raw };
        for (field, value) in [("moduleName", name), ("moduleVersion", version)] {
            let at = vm.offset_of(class, field).unwrap_or(0) as usize;
            vm.heap.put_ref(element, at, value);
        }
    } else if vm.class(declaring).library && !vm.class(declaring).hidden {
        let module = vm.image.module_of_package(vm.class(declaring).package()).ok().flatten().map(str::to_owned);
        if let Some(module) = module {
            let module = vm.intern_text(&module)?;
            let at = vm.offset_of(class, "moduleName").unwrap_or(0) as usize;
            vm.heap.put_ref(element, at, module);
        }
    }
    let loader = if vm.class(declaring).loader == crate::class::LoaderId::APP {
        vm.intern_text("app")?
    } else if vm.config.run_once {
        vm.object_field(vm.loader_object(vm.class(declaring).loader), "name")
    } else {
        Ref::NULL
    };
    if !loader.is_null() {
        let at = vm.offset_of(class, "classLoaderName").unwrap_or(0) as usize;
        vm.heap.put_ref(element, at, loader);
    }
    Ok(())
}

impl Vm {
    /// What a field of an object refers to; null if there is no object, or no such field.
    pub(super) fn object_field(&self, object: Ref, field: &str) -> Ref {
        if object.is_null() {
            return Ref::NULL;
        }
        let at = self.offset_of(self.heap.class_of(object), field);
        at.map_or(Ref::NULL, |at| self.heap.get_ref(object, at as usize))
    }

    /// The frames of an exception: (method, instruction), innermost first.
    pub fn backtrace(&self, throwable: Ref) -> Vec<(MethodId, u32)> {
        let array = self.heap.get_ref(throwable, self.known.throwable_backtrace as usize);
        if array.is_null() {
            return Vec::new();
        }
        (0..self.heap.array_length(array) as usize)
            .map(|index| self.heap.get8(array, ELEMENTS + 8 * index))
            .map(entry_parts)
            .collect()
    }

    /// Whether the exception was thrown in a frame that its trace does not show.
    pub fn has_hidden_origin(&self, throwable: Ref) -> bool {
        let array = self.heap.get_ref(throwable, self.known.throwable_backtrace as usize);
        !array.is_null() && self.heap.array_length(array) > 0 && self.heap.get8(array, ELEMENTS) & HIDDEN_ORIGIN != 0
    }

    /// `at Main.f(Main.java:3)` lines, for reports, and what caused it, without the frames that both have.
    pub fn stack_trace_lines(&self, throwable: Ref) -> Vec<String> {
        const CAUSES_MAX: usize = 5;
        let mut lines = self.frame_lines(throwable);
        let (mut effect, mut outer) = (throwable, lines.clone());
        for _ in 0..CAUSES_MAX {
            let cause = self.offset_of(self.heap.class_of(effect), "cause");
            let cause = cause.map_or(Ref::NULL, |at| self.heap.get_ref(effect, at as usize));
            if cause.is_null() || cause == effect {
                break;
            }
            let inner = self.frame_lines(cause);
            let common = inner.iter().rev().zip(outer.iter().rev()).take_while(|(one, other)| one == other).count();
            lines.push(format!("Caused by: {}", self.describe_exception(cause)));
            lines.extend_from_slice(&inner[..inner.len() - common]);
            (effect, outer) = (cause, inner);
        }
        lines
    }

    fn frame_lines(&self, throwable: Ref) -> Vec<String> {
        self.backtrace(throwable)
            .into_iter()
            .map(|(method, pc)| {
                let class = self.class(self.method(method).class).java_name();
                let called = self.method(method);
                let position =
                    if called.is_native() { "Native Method".to_owned() } else { self.source_position(method, pc) };
                format!("at {class}.{}({position})", called.name)
            })
            .collect()
    }

    /// Where in the program's own code the exception was thrown.
    pub fn exception_location(&self, throwable: Ref) -> Option<String> {
        let trace = self.backtrace(throwable);
        let user = trace.iter().find(|(method, _)| {
            let class = self.method(*method).class;
            !self.class(class).library && !self.is_api_class(class)
        });
        user.or(trace.first()).map(|(method, pc)| self.source_position(*method, *pc))
    }
}
