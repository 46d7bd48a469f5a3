//! `MethodHandleNatives`: the library's `MemberName`s and what they name. Linking is in `indy::handles`.

use classfile::access;

use crate::class::{Kind, MethodId, slow};
use crate::heap::{ClassId, ELEMENTS, Ref};
use crate::noticed::Mark;
use crate::vm::{Outcome, Trap, Vm, throw, throw_bare};

/// Bits of `MemberName.flags` (`MethodHandleNatives.Constants`).
const IS_METHOD: u32 = 0x1_0000;
const IS_CONSTRUCTOR: u32 = 0x2_0000;
const IS_FIELD: u32 = 0x4_0000;
const CALLER_SENSITIVE: u32 = 0x10_0000;
const TRUSTED_FINAL: u32 = 0x20_0000;
const KIND_SHIFT: u32 = 24;

/// Kinds of references (JVMS table 5.4.3.5-A).
const GET_FIELD: u32 = 1;
const GET_STATIC: u32 = 2;
const INVOKE_VIRTUAL: u32 = 5;
const INVOKE_STATIC: u32 = 6;
const INVOKE_SPECIAL: u32 = 7;
const NEW_INVOKE_SPECIAL: u32 = 8;
const INVOKE_INTERFACE: u32 = 9;

natives! {
    "java/lang/invoke/MethodHandleNatives.registerNatives()V" => |_, _| Ok(0);
    "java/lang/invoke/MethodHandleNatives.getNamedCon(I[Ljava/lang/Object;)I" => |_, _| Ok(0);
    "java/lang/invoke/MethodHandleNatives.init(Ljava/lang/invoke/MemberName;Ljava/lang/Object;)V" => init;
    "java/lang/invoke/MethodHandleNatives.expand(Ljava/lang/invoke/MemberName;)V" => expand;
    "java/lang/invoke/MethodHandleNatives.resolve(Ljava/lang/invoke/MemberName;Ljava/lang/Class;IZ)Ljava/lang/invoke/MemberName;" => |vm, args| {
        let member = Ref::from_slot(args[0]);
        match resolve(vm, member) {
            Ok(()) => Ok(args[0]),
            // A speculative question is answered, not refused.
            Err(Trap::ThrowNew { .. }) if args[3] != 0 => Ok(0),
            Err(trap) => Err(trap),
        }
    };
    "java/lang/invoke/MethodHandleNatives.objectFieldOffset(Ljava/lang/invoke/MemberName;)J" => |vm, args| vm.member_index(args[0]);
    "java/lang/invoke/MethodHandleNatives.staticFieldOffset(Ljava/lang/invoke/MemberName;)J" => |vm, args| vm.member_index(args[0]);
    "java/lang/invoke/MethodHandleNatives.staticFieldBase(Ljava/lang/invoke/MemberName;)Ljava/lang/Object;" => |vm, args| {
        let class = vm.member_class(Ref::from_slot(args[0]))?;
        Ok(vm.class(class).statics.slot())
    };
    "java/lang/invoke/MethodHandleNatives.getMemberVMInfo(Ljava/lang/invoke/MemberName;)Ljava/lang/Object;" => |vm, args| {
        let member = Ref::from_slot(args[0]);
        let index = vm.member_index(args[0])?;
        let boxed = vm.box_value(Kind::Long, index)?;
        let is_field = vm.member_flags(member) & IS_FIELD != 0;
        let target = if is_field { let class = vm.member_class(member)?; vm.class(class).mirror } else { member };
        vm.new_object_array("java/lang/Object", &[boxed, target]).map(Ref::slot)
    };
    "java/lang/invoke/MethodHandleNatives.setCallSiteTargetNormal(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/MethodHandle;)V" => set_target;
    "java/lang/invoke/MethodHandleNatives.setCallSiteTargetVolatile(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/MethodHandle;)V" => set_target;
    "java/lang/invoke/MethodType.makeImpl(Ljava/lang/Class;[Ljava/lang/Class;Z)Ljava/lang/invoke/MethodType;" => make_type;
    "java/lang/invoke/MethodHandles$Lookup.findStatic(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;" => |vm, args| look_up(vm, args, "findStatic", HANDLE_OF_TYPE);
    "java/lang/invoke/MethodHandles$Lookup.findVirtual(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;" => |vm, args| look_up(vm, args, "findVirtual", HANDLE_OF_TYPE);
    "java/lang/invoke/MethodHandles$Lookup.findGetter(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/MethodHandle;" => |vm, args| look_up(vm, args, "findGetter", HANDLE_OF_CLASS);
    "java/lang/invoke/MethodHandles$Lookup.findSetter(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/MethodHandle;" => |vm, args| look_up(vm, args, "findSetter", HANDLE_OF_CLASS);
    "java/lang/invoke/MethodHandles$Lookup.findVarHandle(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;" => |vm, args| look_up(vm, args, "findVarHandle", VARIABLE);
    "java/lang/invoke/MethodHandleNatives.clearCallSiteContext(Ljava/lang/invoke/MethodHandleNatives$CallSiteContext;)V" => |_, _| Ok(0);
}

const HANDLE_OF_TYPE: &str =
    "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;";
const HANDLE_OF_CLASS: &str = "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/MethodHandle;";
const VARIABLE: &str = "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;";

/// Method types are interned for ever and compared by identity, also by code that is linked once for all paths: they
/// may not belong to one path.
fn make_type(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    if vm.heap.is_permanent_mode() || args[0] == 0 || args[1] == 0 {
        return Err(Trap::FallThrough);
    }
    let parameters = vm.array_refs(Ref::from_slot(args[1]));
    if parameters.iter().any(|parameter| parameter.is_null()) {
        return Err(Trap::FallThrough);
    }
    let copy = vm.permanently(|vm| vm.new_object_array("java/lang/Class", &parameters))?;
    let descriptor = "(Ljava/lang/Class;[Ljava/lang/Class;Z)Ljava/lang/invoke/MethodType;";
    run_permanently(vm, "java/lang/invoke/MethodType", "makeImpl", descriptor, &[args[0], copy.slot(), args[2]])
}

/// Direct handles, and the forms cached for them, are functions of what is looked up: common to all paths, too.
fn look_up(vm: &mut Vm, args: &[u64], name: &'static str, descriptor: &str) -> Outcome<u64> {
    if vm.heap.is_permanent_mode() || args[2] == 0 {
        return Err(Trap::FallThrough);
    }
    let units = vm.string_units(Ref::from_slot(args[2]));
    let member = vm.intern(&units)?;
    let arguments = [args[0], args[1], member.slot(), args[3]];
    let run = |vm: &mut Vm| run_permanently(vm, "java/lang/invoke/MethodHandles$Lookup", name, descriptor, &arguments);
    if vm.config.run_once {
        return run(vm);
    }
    let lookup = Ref::from_slot(args[0]);
    let mut of = arguments[1..].to_vec();
    for field in ["lookupClass", "prevLookupClass", "allowedModes"] {
        let at = vm.offset_of(vm.heap.class_of(lookup), field).expect("a lookup has these") as usize;
        of.push(if field == "allowedModes" {
            vm.heap.get4(lookup, at).into()
        } else {
            vm.heap.get_ref(lookup, at).slot()
        });
    }
    vm.common(name, of, |vm| run(vm).map(Ref::from_slot)).map(Ref::slot)
}

/// Runs the bytecode of a replaced method, at once, with everything it makes permanent.
fn run_permanently(vm: &mut Vm, class: &str, name: &str, descriptor: &str, arguments: &[u64]) -> Outcome<u64> {
    let class = vm.load_boot(class)?;
    let Some(method) = vm.declared_method(class, name, descriptor) else {
        return throw("java/lang/NoSuchMethodError", name);
    };
    let flags = vm.method(method).slow;
    vm.methods[method.0 as usize].slow &= !slow::NATIVE;
    let threaded = std::mem::replace(&mut vm.threaded, false);
    let result = vm.permanently(|vm| vm.call_sync(method, arguments));
    vm.threaded = threaded;
    vm.methods[method.0 as usize].slow |= flags & slow::NATIVE;
    result
}

fn set_target(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let (site, target) = (Ref::from_slot(args[0]), Ref::from_slot(args[1]));
    let at = vm.offset_of(vm.heap.class_of(site), "target").expect("a call site has a target") as usize;
    vm.visit_shared(site)?;
    vm.put_reference(site, at, target);
    notice_new_target(vm);
    Ok(0)
}

/// Reading a target is no scheduling point, as every call through a site would be one, so that other threads' calls are not tried both
/// before and after the change. What is said of a program with threads rests on that.
fn notice_new_target(vm: &mut Vm) {
    if vm.threaded
        && !vm.config.run_once
        && let Some(here) = vm.frame_of_program()
        && vm.noticed_calls.insert(here)
        && let Some(place) = vm.location()
    {
        vm.notice(Mark::Call(here), |noticed| &mut noticed.call_sites, place);
    }
}

/// Fills a `MemberName` from a reflected member.
fn init(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let (member, reflected) = (Ref::from_slot(args[0]), Ref::from_slot(args[1]));
    if reflected.is_null() {
        return throw_bare("java/lang/InternalError");
    }
    let class_name = vm.class(vm.heap.class_of(reflected)).name.clone();
    if &*class_name == "java/lang/reflect/Field" {
        let (class, place) = vm.reflected_field(reflected)?;
        vm.fill_field(member, class, place, false);
        return Ok(0);
    }
    let method = vm.reflected_method(reflected)?;
    vm.name_member(member, method)?;
    Ok(0)
}

/// Gives a resolved `MemberName` the name and type it lacks.
fn expand(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let member = Ref::from_slot(args[0]);
    let (name, descriptor, class) = if let Some(method) = vm.member_method(member) {
        let method = vm.method(method);
        (method.name.clone(), method.descriptor.clone(), method.class)
    } else {
        let class = vm.member_class(member)?;
        let offset = vm.member_index(args[0])?;
        let is_static = vm.member_flags(member) & u32::from(access::STATIC) != 0;
        let field = vm
            .class(class)
            .fields
            .iter()
            .find(|field| u64::from(field.offset) == offset && field.is_static() == is_static);
        match field {
            Some(field) => (field.name.clone(), field.descriptor.clone(), class),
            None => return throw_bare("java/lang/InternalError"),
        }
    };
    let (name, descriptor) = (vm.intern_text(&name)?, vm.intern_text(&descriptor)?);
    let mirror = vm.class(class).mirror;
    for (field, value) in [("clazz", mirror), ("name", name), ("type", descriptor)] {
        vm.set_field(member, field, value);
    }
    Ok(0)
}

fn resolve(vm: &mut Vm, member: Ref) -> Outcome<()> {
    if member.is_null() {
        return throw_bare("java/lang/InternalError");
    }
    let flags = vm.member_flags(member);
    let kind = flags >> KIND_SHIFT & 0xf;
    let class = vm.member_class(member)?;
    let class_type = vm.member_ref(member, "type");
    let name = vm.member_ref(member, "name");
    if class_type.is_null() || name.is_null() {
        return throw("java/lang/IllegalArgumentException", "nothing to resolve");
    }
    let name = vm.string_text(name);
    let descriptor = vm.descriptor_of_type(class_type);
    let java_name = vm.class(class).java_name();
    if flags & IS_FIELD != 0 {
        let Some((declaring, place)) = vm.find_field(class, &name, &descriptor) else {
            return throw("java/lang/NoSuchFieldError", name);
        };
        let setter = kind > GET_STATIC;
        vm.fill_field(member, declaring, place, setter);
        return Ok(());
    }
    let found = if kind == NEW_INVOKE_SPECIAL || flags & IS_CONSTRUCTOR != 0 {
        vm.declared_method(class, "<init>", &descriptor)
    } else {
        vm.resolve_method(class, &name, &descriptor)
    };
    let Some(method) = found else {
        return throw("java/lang/NoSuchMethodError", format!("'{}'", spell(&java_name, &name, &descriptor)));
    };
    let target = vm.method(method);
    if target.is_static() != (kind == INVOKE_STATIC) {
        let expected = if kind == INVOKE_STATIC { "static" } else { "non-static" };
        return throw(
            "java/lang/IncompatibleClassChangeError",
            format!("Expected {expected} method '{}'", spell(&java_name, &name, &descriptor)),
        );
    }
    if target.polymorphic {
        let resolved_kind = if target.is_static() { INVOKE_STATIC } else { INVOKE_VIRTUAL };
        return vm.fill_method(member, target.class, method, resolved_kind);
    }
    let declaring = vm.class(target.class);
    let direct =
        target.is_private() || (!declaring.is_interface() && (target.access | declaring.access) & access::FINAL != 0);
    let (holder, resolved_kind) = match kind {
        INVOKE_STATIC => (target.class, INVOKE_STATIC),
        NEW_INVOKE_SPECIAL | INVOKE_SPECIAL => (target.class, INVOKE_SPECIAL),
        _ if direct => (target.class, INVOKE_SPECIAL),
        INVOKE_INTERFACE if declaring.is_interface() => (target.class, INVOKE_INTERFACE),
        // An inherited interface method, called on a class.
        INVOKE_VIRTUAL if declaring.is_interface() => (class, INVOKE_VIRTUAL),
        _ => (target.class, INVOKE_VIRTUAL),
    };
    vm.fill_method(member, holder, method, resolved_kind)
}

/// `void p.C.m(int)`, as errors spell it.
fn spell(class: &str, name: &str, descriptor: &str) -> String {
    let parameters: Vec<String> =
        crate::class::parameter_descriptors(descriptor).into_iter().map(crate::link::java_type).collect();
    let returns = crate::link::java_type(crate::class::return_descriptor(descriptor));
    format!("{returns} {class}.{name}({})", parameters.join(", "))
}

impl Vm {
    fn member_ref(&self, member: Ref, field: &str) -> Ref {
        let at = self.offset_of(self.heap.class_of(member), field);
        at.map_or(Ref::NULL, |at| self.heap.get_ref(member, at as usize))
    }

    fn member_flags(&self, member: Ref) -> u32 {
        let at = self.offset_of(self.heap.class_of(member), "flags").expect("a member name has flags");
        self.heap.get4(member, at as usize)
    }

    fn member_class(&self, member: Ref) -> Outcome<ClassId> {
        if member.is_null() {
            return throw_bare("java/lang/NullPointerException");
        }
        let mirror = self.member_ref(member, "clazz");
        if mirror.is_null() { throw_bare("java/lang/InternalError") } else { Ok(self.mirrored(mirror)) }
    }

    fn member_index(&self, member: u64) -> Outcome<u64> {
        let member = Ref::from_slot(member);
        let at = self.offset_of(self.heap.class_of(member), "vmindex").expect("the machine adds this field");
        Ok(self.heap.get8(member, at as usize))
    }

    fn set_member_index(&mut self, member: Ref, value: u64) {
        let at = self.offset_of(self.heap.class_of(member), "vmindex").expect("the machine adds this field");
        self.heap.put8(member, at as usize, value);
    }

    fn fill_field(&mut self, member: Ref, class: ClassId, place: u16, setter: bool) {
        let field = self.class(class).fields[place as usize].clone();
        let is_record = self.class(class).file.as_ref().is_some_and(|file| file.record.is_some());
        let is_final = field.access & access::FINAL != 0;
        let trusted = is_final && (field.is_static() || self.class(class).hidden || is_record);
        let base = if field.is_static() { GET_STATIC } else { GET_FIELD };
        let kind = if setter { base + 2 } else { base };
        let flags = u32::from(field.access) | IS_FIELD | kind << KIND_SHIFT | if trusted { TRUSTED_FINAL } else { 0 };
        let mirror = self.class(class).mirror;
        self.set_int(member, "flags", flags);
        self.set_field(member, "clazz", mirror);
        self.set_member_index(member, u64::from(field.offset));
    }

    /// Makes a `MemberName` name this method, as reflection sees it.
    pub(crate) fn name_member(&mut self, member: Ref, method: MethodId) -> Outcome<()> {
        let target = self.method(method);
        let declaring = target.class;
        let kind = if target.is_static() {
            INVOKE_STATIC
        } else if target.is_initializer() {
            INVOKE_SPECIAL
        } else if self.class(declaring).is_interface() {
            INVOKE_INTERFACE
        } else {
            INVOKE_VIRTUAL
        };
        self.fill_method(member, declaring, method, kind)
    }

    pub(crate) fn resolved_method_name(&mut self, method: MethodId) -> Outcome<Ref> {
        let declaring = self.class(self.method(method).class).mirror;
        let class = self.load_boot("java/lang/invoke/ResolvedMethodName")?;
        let resolved = self.allocate(class)?;
        self.set_int(resolved, "vmtarget", method.0);
        self.set_field(resolved, "vmholder", declaring);
        Ok(resolved)
    }

    fn fill_method(&mut self, member: Ref, holder: ClassId, method: MethodId, kind: u32) -> Outcome<()> {
        let target = self.method(method);
        let what = if &*target.name == "<init>" { IS_CONSTRUCTOR } else { IS_METHOD };
        let sensitive = if target.caller_sensitive { CALLER_SENSITIVE } else { 0 };
        let flags = u32::from(target.access) | what | sensitive | kind << KIND_SHIFT;
        let index = match kind {
            INVOKE_VIRTUAL => u64::from(target.vtable_index.unwrap_or(0)),
            INVOKE_INTERFACE => 0,
            _ => -1i64 as u64,
        };
        let resolved = self.resolved_method_name(method)?;
        let mirror = self.class(holder).mirror;
        self.set_int(member, "flags", flags);
        self.set_field(member, "clazz", mirror);
        self.set_field(member, "method", resolved);
        self.set_member_index(member, index);
        Ok(())
    }

    /// The descriptor of a type in one of the forms a `MemberName` keeps it in: text, class, method type, or an array
    /// of the return type and the parameter types.
    fn descriptor_of_type(&self, object: Ref) -> String {
        let class = self.heap.class_of(object);
        if class == self.known.string {
            return self.string_text(object);
        }
        if class == self.known.class {
            return self.type_descriptor(self.mirrored(object));
        }
        let (returns, parameters) = if self.class(class).is_array() {
            (self.heap.get_ref(object, ELEMENTS), self.heap.get_ref(object, ELEMENTS + 4))
        } else {
            (self.member_ref(object, "rtype"), self.member_ref(object, "ptypes"))
        };
        let mut text = String::from("(");
        for parameter in self.array_refs(parameters) {
            text.push_str(&self.type_descriptor(self.mirrored(parameter)));
        }
        text.push(')');
        text.push_str(&self.type_descriptor(self.mirrored(returns)));
        text
    }

    pub(crate) fn type_descriptor(&self, class: ClassId) -> String {
        match self.primitive_kind(class) {
            Some(kind) => kind.letter().to_string(),
            None if self.class(class).is_array() => self.class(class).name.to_string(),
            None => format!("L{};", self.class(class).name),
        }
    }
}
