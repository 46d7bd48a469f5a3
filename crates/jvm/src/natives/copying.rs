//! `System.arraycopy` and `clone`. (A copy of an object reads its fields one by one, see `apart`.)
//!
//! A copy of a shared array is as many steps as it has elements, but hardly anybody looks at one that is half made: where locks
//! protect the array, nobody can. So a copy is one step until, in some state, one thread stands before a copy while another accesses
//! elements of which the copy writes some (or writes some that the copy reads). Then copies of such arrays are made
//! element by element from there on; what was learned makes a search begin anew, as in `visible`. Nothing is lost: take a schedule in
//! which somebody for the first time comes into the midst of a copy. Until then nobody has noticed what of the copy was made
//! already, so that all of it could as well come later. Then the copier stands before its copy while the other makes its access,
//! and such states are explored: a copy that might be noticed needs the scheduler's leave for itself.
//!
//! What is left to copy stands in the call's own arguments, on the operand stack, so that a half-made copy is a state like any other.

use crate::access::At;
use crate::class::{ClassKind, Kind};
use crate::config::Reduction;
use crate::heap::{ClassId, ELEMENTS, Ref};
use crate::thread::FrameKind;
use crate::vm::{Outcome, Trap, Vm, throw, throw_bare};

natives! {
    "java/lang/Object.clone()Ljava/lang/Object;" => |vm, args| clone(vm, Ref::from_slot(args[0]));
    "java/lang/System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V" => arraycopy;
}

/// What is appended to the name of an array class of which copies are met halfway.
const HALFWAY: &str = " halfway";

/// A copy whose arguments are as they must be.
#[derive(Clone, Copy)]
struct Copy {
    source: Ref,
    from: usize,
    target: Ref,
    to: usize,
    length: usize,
    kind: Kind,
    /// What the elements of the target must be instances of, where the source does not promise it.
    wanted: Option<ClassId>,
}

fn clone(vm: &mut Vm, object: Ref) -> Outcome<u64> {
    let class = vm.heap.class_of(object);
    if !vm.is_subclass(class, vm.known.cloneable) {
        return throw("java/lang/CloneNotSupportedException", vm.class(class).java_name());
    }
    if !vm.class(class).is_array() {
        vm.visit_shared(object)?;
        let copy = vm.allocate(class)?;
        vm.heap.copy_payload(object, copy);
        if vm.threaded
            && vm.is_shared(object)
            && vm.copies_in_parts()
            && let Some(stub) = vm.fields_stub(class)?
        {
            // Final fields stay as they are; of the others, each is read for itself.
            return vm.enter(stub, &[object.slot(), copy.slot()], FrameKind::Normal);
        }
        return Ok(copy.slot());
    }
    let length = vm.heap.array_length(object);
    let copy = vm.allocate_array(class, length)?;
    // Unless nobody writes such arrays: the values of an enum are copied all the time.
    let is_noticed = vm.config.reduction == Reduction::Off || vm.heap.shapes[class.0 as usize].visible_elements;
    if vm.threaded && is_noticed && vm.is_shared(object) && vm.copies_in_parts() {
        let stub = vm.copy_stub()?;
        return vm.enter(stub, &[object.slot(), copy.slot(), u64::from(length)], FrameKind::Normal);
    }
    if is_noticed {
        vm.visit_shared(object)?;
    }
    vm.heap.copy_payload(object, copy);
    Ok(copy.slot())
}

fn arraycopy(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let copy = checked(vm, args)?;
    let Copy { source, target, .. } = copy;
    if !vm.threaded || !(vm.is_shared(source) || vm.is_shared(target)) {
        if vm.threaded && vm.is_visible_holder(target) {
            vm.learn_write(target, 0);
        }
        return copy_all(vm, &copy);
    }
    if vm.is_shared(source) {
        vm.meet_copies(source, false);
    }
    if vm.is_shared(target) {
        vm.meet_copies(target, true);
    }
    let in_parts = copy.length > 1 && vm.copies_in_parts();
    if in_parts {
        vm.want_own_leave();
    }
    if !vm.passes_copy_point() {
        return Err(Trap::Yield);
    }
    if vm.is_visible_holder(target) {
        vm.learn_write(target, 0);
    }
    if in_parts && (vm.is_met_halfway(source) || vm.is_met_halfway(target)) {
        return copy_in_parts(vm, copy);
    }
    copy_all(vm, &copy)
}

/// One element now, and the others when the scheduler lets the thread go on.
fn copy_in_parts(vm: &mut Vm, mut copy: Copy) -> Outcome<u64> {
    loop {
        // Where source and target overlap, what is still to be read must not be overwritten.
        let backwards = copy.source == copy.target && copy.from < copy.to;
        let place = if backwards { copy.length - 1 } else { 0 };
        copy_all(vm, &Copy { from: copy.from + place, to: copy.to + place, length: 1, ..copy })?;
        copy.length -= 1;
        if !backwards {
            (copy.from, copy.to) = (copy.from + 1, copy.to + 1);
        }
        if copy.length == 0 {
            return Ok(0);
        }
        // It may pass if it is in the middle of a single step of the library, or if nobody else can move.
        if !vm.passes_copy_point() {
            let top = vm.frame().sp as usize;
            let arguments = &mut vm.thread_mut().stack[top - 5..top];
            (arguments[1], arguments[3], arguments[4]) = (copy.from as u64, copy.to as u64, copy.length as u64);
            return Err(Trap::Yield);
        }
    }
}

fn copy_all(vm: &mut Vm, copy: &Copy) -> Outcome<u64> {
    let Copy { source, from, target, to, length, kind, wanted } = *copy;
    if kind == Kind::Reference && vm.threaded && vm.is_shared(target) {
        for index in 0..length {
            let value = vm.heap.get_ref(source, ELEMENTS + 4 * (from + index));
            vm.share(value);
        }
    }
    if let Some(wanted) = wanted {
        return copy_checked(vm, copy, wanted);
    }
    let shift = kind.shift();
    vm.heap.copy_elements(source, ELEMENTS + (from << shift), target, ELEMENTS + (to << shift), length << shift);
    Ok(0)
}

/// Element by element, up to the first that does not fit.
fn copy_checked(vm: &mut Vm, copy: &Copy, wanted: ClassId) -> Outcome<u64> {
    for index in 0..copy.length {
        let value = vm.heap.get_ref(copy.source, ELEMENTS + 4 * (copy.from + index));
        if !value.is_null() && !vm.is_instance(value, wanted) {
            let ClassKind::Array { component, .. } = vm.class(vm.heap.class_of(copy.source)).kind else {
                unreachable!("an array")
            };
            return throw(
                "java/lang/ArrayStoreException",
                format!(
                    "arraycopy: element type mismatch: can not cast one of the elements of {}[] to the type of the \
                     destination array, {}",
                    vm.external_name(component),
                    vm.external_name(wanted)
                ),
            );
        }
        vm.heap.put_ref(copy.target, ELEMENTS + 4 * (copy.to + index), value);
    }
    Ok(0)
}

fn checked(vm: &Vm, args: &[u64]) -> Outcome<Copy> {
    let (source, target) = (Ref::from_slot(args[0]), Ref::from_slot(args[2]));
    let (from, to, length) = (args[1] as i32, args[3] as i32, args[4] as i32);
    if source.is_null() || target.is_null() {
        return throw_bare("java/lang/NullPointerException");
    }
    let (source_class, target_class) = (vm.heap.class_of(source), vm.heap.class_of(target));
    let (ClassKind::Array { component, kind }, ClassKind::Array { component: wanted, kind: target_kind }) =
        (vm.class(source_class).kind, vm.class(target_class).kind)
    else {
        return mismatch(vm, source_class, target_class);
    };
    if kind != target_kind {
        return mismatch(vm, source_class, target_class);
    }
    let (source_length, target_length) = (vm.heap.array_length(source), vm.heap.array_length(target));
    if from < 0
        || to < 0
        || length < 0
        || i64::from(from) + i64::from(length) > i64::from(source_length)
        || i64::from(to) + i64::from(length) > i64::from(target_length)
    {
        return throw(
            "java/lang/ArrayIndexOutOfBoundsException",
            bounds_message(vm, (source_class, from, source_length), (target_class, to, target_length), length),
        );
    }
    let wanted = (kind == Kind::Reference && !vm.is_subclass(component, wanted)).then_some(wanted);
    let (from, to, length) = (from as usize, to as usize, length as usize);
    Ok(Copy { source, from, target, to, length, kind, wanted })
}

fn array_words(vm: &Vm, class: ClassId) -> String {
    match vm.class(class).kind {
        ClassKind::Array { kind: Kind::Reference, .. } => "object array".into(),
        ClassKind::Array { kind, .. } => kind.java_name().into(),
        _ => vm.external_name(class),
    }
}

fn mismatch<T>(vm: &Vm, source: ClassId, target: ClassId) -> Outcome<T> {
    let (a, b) = (vm.class(source), vm.class(target));
    let message = if !a.is_array() {
        format!("arraycopy: source type {} is not an array", a.java_name())
    } else if !b.is_array() {
        format!("arraycopy: destination type {} is not an array", b.java_name())
    } else {
        let words = |class: ClassId| match vm.class(class).kind {
            ClassKind::Array { kind: Kind::Reference, .. } => "object array[]".to_owned(),
            ClassKind::Array { kind, .. } => format!("{}[]", kind.java_name()),
            _ => String::new(),
        };
        format!("arraycopy: type mismatch: can not copy {} into {}", words(source), words(target))
    };
    throw("java/lang/ArrayStoreException", message)
}

fn bounds_message(
    vm: &Vm,
    (source, from, source_length): (ClassId, i32, u32),
    (target, to, target_length): (ClassId, i32, u32),
    length: i32,
) -> String {
    let describe = |class: ClassId, size: u32| format!("{}[{size}]", array_words(vm, class));
    if length < 0 {
        format!("arraycopy: length {length} is negative")
    } else if from < 0 {
        format!("arraycopy: source index {from} out of bounds for {}", describe(source, source_length))
    } else if to < 0 {
        format!("arraycopy: destination index {to} out of bounds for {}", describe(target, target_length))
    } else if i64::from(from) + i64::from(length) > i64::from(source_length) {
        format!(
            "arraycopy: last source index {} out of bounds for {}",
            from as u32 as u64 + length as u64,
            describe(source, source_length)
        )
    } else {
        format!(
            "arraycopy: last destination index {} out of bounds for {}",
            to as u32 as u64 + length as u64,
            describe(target, target_length)
        )
    }
}

impl Vm {
    /// Whether copies are made in parts where they are noticed: where values of elements are symbols, they are not.
    fn copies_in_parts(&self) -> bool {
        self.symbolic.is_none() && !self.has_draws() && !self.config.run_once
    }

    /// Whether somebody has been seen to come into the midst of copies of such arrays.
    fn is_met_halfway(&self, array: Ref) -> bool {
        self.is_shared(array)
            && (self.config.reduction == Reduction::Off
                || self.visible.known.contains(&format!("{}{HALFWAY}", self.class(self.heap.class_of(array)).name)))
    }

    /// The current thread accesses elements of an array: whoever stands before a copy of them could have copied some by now.
    pub(crate) fn meet_copies(&mut self, array: Ref, writes: bool) {
        self.meet_memory_copies_of(array, writes);
        let meets = |index: usize| {
            self.next_copy(index).is_some_and(|[read, written]| {
                let is_long = read.length > 1 << read.kind.shift();
                is_long && (written.object == array || (writes && read.object == array))
            })
        };
        if !self.threaded || !(0..self.threads.len()).any(|index| index != self.current && meets(index)) {
            return;
        }
        let name = self.class(self.heap.class_of(array)).name.clone();
        self.learn_visible(format!("{name}{HALFWAY}"));
    }

    /// The same for an instruction.
    pub(crate) fn meet_copies_by_instruction(&mut self) {
        if let Some((array, At::Element(_), writes)) = self.next_place(self.current) {
            self.meet_copies(array, writes);
        }
    }
}
