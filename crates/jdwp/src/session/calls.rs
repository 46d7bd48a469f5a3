//! Calling methods and making objects, on a copy of the state: command sets 3, 4 and 5, and `ObjectReference.InvokeMethod`.
//!
//! A call that cannot come to its end (it would have to wait for another thread, or runs for too long) throws an exception
//! that says so.

use jvm::Stuck;
use jvm::class::{Kind, LoaderId, MethodId as Callee, parameter_descriptors};
use jvm::heap::{ClassId, Ref};
use jvm::vm::Vm;

use super::names::{class_of, method_alone, object, object_id, slot, tagged, thread_index, type_id, value};
use super::{Answer, Session, answer};
use crate::wire::{Command, ErrorCode, MethodId, ObjectId, Tag, Tagged, TypeId, Value};

/// The method is called as it is, not as the receiver's class has it.
const NONVIRTUAL: u32 = 2;

impl Session {
    pub(super) fn answer_classes(&mut self, vm: &mut Vm, command: Command) -> Answer {
        match command {
            Command::Superclass { class } => {
                let class = vm.class(class_of(vm, class)?);
                let above = class.superclass.filter(|_| !class.is_interface());
                answer(above.map_or(TypeId(0), type_id))
            }
            Command::InvokeStatic { class, thread, method, arguments, .. }
            | Command::InvokeInterfaceStatic { class, thread, method, arguments, .. } => {
                class_of(vm, class)?;
                let callee = method_alone(vm, method)?;
                if !vm.method(callee).is_static() {
                    return Err(ErrorCode::InvalidMethodId);
                }
                let slots = self.slots(vm, callee, None, &arguments)?;
                let thread = thread_index(vm, thread)?;
                let result = vm.call_aside(thread, callee, &slots, None);
                let returns = vm.method(callee).returns;
                self.outcome(vm, thread, result, returns)
            }
            Command::NewInstance { class, thread, method, arguments, .. } => {
                let class = class_of(vm, class)?;
                let constructor = method_alone(vm, method)?;
                let declared = vm.method(constructor);
                let is_made = !vm.class(class).is_abstract() && !vm.class(class).is_array();
                if &*declared.name != "<init>" || declared.class != class || !is_made {
                    return Err(ErrorCode::InvalidMethodId);
                }
                let slots = self.slots(vm, constructor, None, &arguments)?;
                let thread = thread_index(vm, thread)?;
                let result = vm.call_aside(thread, constructor, &slots, Some(class));
                self.made(vm, thread, result)
            }
            Command::NewArray { class, length } => {
                let class = class_of(vm, class)?;
                if !vm.class(class).is_array() {
                    return Err(ErrorCode::InvalidClass);
                }
                let length = u32::try_from(length).map_err(|_| ErrorCode::InvalidLength)?;
                if vm.heap.is_permanent_mode() {
                    return Err(ErrorCode::NotImplemented);
                }
                let array = vm.allocate_array(class, length).map_err(|_| ErrorCode::OutOfMemory)?;
                answer(Tagged { tag: Tag::Array, object: object_id(vm, array) })
            }
            _ => Err(ErrorCode::NotImplemented),
        }
    }

    pub(super) fn invoke_on(
        &mut self,
        vm: &mut Vm,
        receiver: ObjectId,
        thread: ObjectId,
        (class, method): (TypeId, MethodId),
        arguments: Vec<Value>,
        options: u32,
    ) -> Answer {
        let receiver = object(vm, receiver)?;
        class_of(vm, class)?;
        let mut callee = method_alone(vm, method)?;
        let declared = vm.method(callee);
        if declared.is_static() {
            return Err(ErrorCode::InvalidMethodId);
        }
        if !vm.is_instance(receiver, declared.class) {
            return Err(ErrorCode::InvalidObject);
        }
        if options & NONVIRTUAL == 0 && !declared.is_private() && &*declared.name != "<init>" {
            let runs = vm.select_method(vm.heap.class_of(receiver), callee);
            callee = runs.map_err(|_| ErrorCode::InvalidMethodId)?;
        }
        let slots = self.slots(vm, callee, Some(receiver), &arguments)?;
        let thread = thread_index(vm, thread)?;
        let result = vm.call_aside(thread, callee, &slots, None);
        let returns = vm.method(callee).returns;
        self.outcome(vm, thread, result, returns)
    }

    /// Receiver and arguments as the machine passes them, checked against the signature.
    fn slots(
        &self,
        vm: &Vm,
        callee: Callee,
        receiver: Option<Ref>,
        arguments: &[Value],
    ) -> Result<Vec<u64>, ErrorCode> {
        let method = vm.method(callee);
        let parameters = parameter_descriptors(&method.descriptor);
        if parameters.len() != arguments.len() {
            return Err(ErrorCode::IllegalArgument);
        }
        let mut slots: Vec<u64> = receiver.map(Ref::slot).into_iter().collect();
        for (parameter, argument) in parameters.iter().zip(arguments) {
            let kind = Kind::of_descriptor(parameter);
            let given = slot(vm, *argument, kind)?;
            if kind == Kind::Reference && given != 0 && !is_of_type(vm, Ref::from_slot(given), parameter, method.class)
            {
                return Err(ErrorCode::TypeMismatch);
            }
            slots.push(given);
            slots.extend((kind.slots() == 2).then_some(0));
        }
        Ok(slots)
    }

    /// What a call returned, and what it threw.
    fn outcome(
        &mut self,
        vm: &mut Vm,
        thread: usize,
        result: Result<Result<u64, Ref>, Stuck>,
        returns: Kind,
    ) -> Answer {
        match self.settled(vm, thread, result)? {
            Ok(slot) => answer((value(vm, slot, returns), Tagged::NULL)),
            Err(thrown) => {
                let nothing = if returns == Kind::Void { Value::Void } else { value(vm, 0, returns) };
                answer((nothing, tagged(vm, thrown)))
            }
        }
    }

    fn made(&mut self, vm: &mut Vm, thread: usize, result: Result<Result<u64, Ref>, Stuck>) -> Answer {
        match self.settled(vm, thread, result)? {
            Ok(slot) => answer((tagged(vm, Ref::from_slot(slot)), Tagged::NULL)),
            Err(thrown) => answer((Tagged::NULL, tagged(vm, thrown))),
        }
    }

    /// A call that came to nothing has thrown an exception that says why.
    fn settled(
        &mut self,
        vm: &mut Vm,
        thread: usize,
        result: Result<Result<u64, Ref>, Stuck>,
    ) -> Result<Result<u64, Ref>, ErrorCode> {
        let why = match result {
            Ok(outcome) => return Ok(outcome),
            Err(Stuck::Waits) => "the call would have to wait for another thread, and none moves meanwhile".to_owned(),
            Err(Stuck::TakesLong) => "the call takes too long".to_owned(),
            Err(Stuck::Exits) => "the call ends the program".to_owned(),
            Err(Stuck::Unsupported(what)) => format!("not supported: {what}"),
        };
        let class = vm.load_boot("java/lang/IllegalStateException").map_err(|_| ErrorCode::Internal)?;
        let constructor = vm.declared_method(class, "<init>", "(Ljava/lang/String;)V").ok_or(ErrorCode::Internal)?;
        if vm.heap.is_permanent_mode() {
            return Err(ErrorCode::NotImplemented);
        }
        let text = vm.new_string(&why).map_err(|_| ErrorCode::OutOfMemory)?;
        match vm.call_aside(thread, constructor, &[text.slot()], Some(class)) {
            Ok(Ok(exception)) => Ok(Err(Ref::from_slot(exception))),
            _ => Err(ErrorCode::Internal),
        }
    }
}

/// Whether an object may be passed for a parameter; types that are not loaded have no instances.
fn is_of_type(vm: &Vm, object: Ref, parameter: &str, class: ClassId) -> bool {
    let name = parameter.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(parameter);
    if name == "java/lang/Object" {
        return true;
    }
    let loader = vm.class(class).loader;
    let loaded = [loader, LoaderId::BOOT, LoaderId::APP].into_iter().find_map(|loader| vm.loaded(name, loader));
    loaded.is_some_and(|class| vm.is_instance(object, class))
}
