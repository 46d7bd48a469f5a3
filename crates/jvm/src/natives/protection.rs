//! Where classes come from, as `Class.getProtectionDomain().getCodeSource()` tells it. Loaders written in Java hand a
//! domain over with each class; for the class path, which the machine reads itself, one is made when it is asked for.
//!
//! Where a program has a security manager, the domains on a thread's stack are what its permissions follow from. Where it has none,
//! what is done in the name of somebody (`Subject.doAs`) is still a matter of the stack.

use crate::class::LoaderId;
use crate::class::MethodId;
use crate::heap::{ClassId, ELEMENTS, Ref};
use crate::vm::{Outcome, Trap, Vm};

natives! {
    "java/lang/Class.getProtectionDomain0()Ljava/security/ProtectionDomain;" => |vm, args| {
        let mirror = Ref::from_slot(args[0]);
        Ok(domain(vm, mirror).slot())
    };
    "java/lang/Class.getProtectionDomain()Ljava/security/ProtectionDomain;" => |vm, args| {
        domain_of_class(vm, vm.mirrored(Ref::from_slot(args[0])))?;
        Err(Trap::FallThrough)
    };
    // Without a security manager nobody is asked for permission, and contexts would be part of every thread.
    "java/security/AccessController.getStackAccessControlContext()Ljava/security/AccessControlContext;" => |vm, _| {
        if has_security_manager(vm)? || is_within_context(vm) { stack_context(vm) } else { Ok(0) }
    };
    "java/security/AccessController.getInheritedAccessControlContext()Ljava/security/AccessControlContext;" => |vm, _| {
        let thread = vm.thread().object;
        let at = vm.offset_of(vm.heap.class_of(thread), "inheritedAccessControlContext");
        let inherited = at.map_or(Ref::NULL, |at| vm.heap.get_ref(thread, at as usize));
        Ok(if has_security_manager(vm)? || has_combiner(vm, inherited) { inherited.slot() } else { 0 })
    };
    "java/security/AccessController.getProtectionDomain(Ljava/lang/Class;)Ljava/security/ProtectionDomain;" => |vm, args| {
        let class = vm.mirrored_or_npe(args[0])?;
        Ok(if has_security_manager(vm)? { domain_of_class(vm, class)?.slot() } else { 0 })
    };
    "java/security/AccessController.ensureMaterializedForStackWalk(Ljava/lang/Object;)V" => |_, _| Ok(0);
}

fn has_security_manager(vm: &mut Vm) -> Outcome<bool> {
    let system = vm.load_boot("java/lang/System")?;
    Ok(!vm.static_ref(system, "security").is_null())
}

/// Whether somebody on the stack acts within a context of its own, as `Subject.doAs` lets actions do: it is asked for the subject
/// whether or not there is a security manager.
fn is_within_context(vm: &Vm) -> bool {
    let innermost = vm.thread().frames.iter().rev().find(|frame| is_privileged(vm, frame.method));
    let context = match innermost {
        Some(frame) => Ref::from_slot(vm.thread().stack[frame.base as usize + 1]),
        None => {
            let thread = vm.thread().object;
            let inherited = vm.offset_of(vm.heap.class_of(thread), "inheritedAccessControlContext");
            inherited.map_or(Ref::NULL, |at| vm.heap.get_ref(thread, at as usize))
        }
    };
    has_combiner(vm, context)
}

fn is_privileged(vm: &Vm, method: MethodId) -> bool {
    let method = vm.method(method);
    &*method.name == "executePrivileged" && &*vm.class(method.class).name == "java/security/AccessController"
}

/// Whether a context says in whose name things are done.
fn has_combiner(vm: &Vm, context: Ref) -> bool {
    !context.is_null()
        && vm
            .offset_of(vm.heap.class_of(context), "combiner")
            .is_some_and(|at| !vm.heap.get_ref(context, at as usize).is_null())
}

/// The domain of a class; none for those of the machine itself, which may do everything.
pub(super) fn domain_of_class(vm: &mut Vm, class: ClassId) -> Outcome<Ref> {
    let mirror = vm.class(class).mirror;
    let mine = vm.class(class).loader == LoaderId::APP && !vm.class(class).is_array();
    if mine && domain(vm, mirror).is_null() {
        make_domain(vm, class, mirror)?;
    }
    Ok(domain(vm, mirror))
}

/// The domains of the callers, innermost first, down to one that asserts its privileges. Such a one stands for its caller, in the
/// context it names: `executePrivileged(action, context, caller)`.
fn stack_context(vm: &mut Vm) -> Outcome<u64> {
    let mut domains: Vec<Ref> = Vec::new();
    let mut privileged = None;
    for at in (0..vm.thread().frames.len()).rev() {
        let frame = &vm.thread().frames[at];
        let (method, base) = (vm.method(frame.method), frame.base as usize);
        let mut class = method.class;
        if is_privileged(vm, frame.method) {
            privileged = Some(Ref::from_slot(vm.thread().stack[base + 1]));
            class = vm.mirrored(Ref::from_slot(vm.thread().stack[base + 2]));
        }
        let domain = domain_of_class(vm, class)?;
        if !domain.is_null() && domains.last() != Some(&domain) {
            domains.push(domain);
        }
        if privileged.is_some() {
            break;
        }
    }
    let within = privileged.unwrap_or(Ref::NULL);
    if domains.is_empty() && privileged.is_some() && within.is_null() {
        return Ok(0);
    }
    let mut array = Ref::NULL;
    if !domains.is_empty() {
        let class = vm.load_boot("[Ljava/security/ProtectionDomain;")?;
        array = vm.allocate_array(class, domains.len() as u32)?;
        for (index, domain) in domains.iter().enumerate() {
            vm.heap.put_ref(array, ELEMENTS + 4 * index, *domain);
        }
    }
    let class = vm.load_boot("java/security/AccessControlContext")?;
    let context = vm.allocate(class)?;
    vm.set_field(context, "context", array);
    vm.set_field(context, "privilegedContext", within);
    for (flag, value) in [("isPrivileged", privileged.is_some()), ("isAuthorized", true)] {
        if let Some(at) = vm.offset_of(class, flag) {
            vm.heap.put1(context, at as usize, u8::from(value));
        }
    }
    Ok(context.slot())
}

fn domain(vm: &Vm, mirror: Ref) -> Ref {
    vm.offset_of(vm.known.class, "protectionDomain").map_or(Ref::NULL, |at| vm.heap.get_ref(mirror, at as usize))
}

/// Keeps the domain a class was defined with.
pub fn remember_domain(vm: &mut Vm, mirror: Ref, domain: Ref) {
    if let Some(at) = vm.offset_of(vm.known.class, "protectionDomain") {
        vm.heap.put_ref(mirror, at as usize, domain);
    }
}

fn make_domain(vm: &mut Vm, class: ClassId, mirror: Ref) -> Outcome<()> {
    let name = vm.class(class).name.clone();
    let domain = domain_of_name(vm, &name)?;
    vm.permanently(|vm| remember_domain(vm, mirror, domain));
    Ok(())
}

/// A new domain of what the class path has by that name, if it has it.
pub(super) fn domain_of_name(vm: &mut Vm, name: &str) -> Outcome<Ref> {
    let class_path = vm.class_path.clone();
    let found = class_path.locate_resources(&format!("{name}.class")).unwrap_or_default();
    let Some((path, _)) = found.first() else { return Ok(Ref::NULL) };
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let slash = if path.is_dir() { "/" } else { "" };
    let address = format!("file:{}{slash}", path.display());
    let loader = vm.loader_object(LoaderId::APP);
    // The same for every path; and nothing permanent moves while the constructors run.
    vm.permanently(|vm| {
        let text = vm.new_string(&address)?;
        let url = made(vm, "java/net/URL", "(Ljava/lang/String;)V", &[text.slot()])?;
        let certificates = "(Ljava/net/URL;[Ljava/security/cert/Certificate;)V";
        let source = made(vm, "java/security/CodeSource", certificates, &[url.slot(), 0])?;
        let arguments = "(Ljava/security/CodeSource;Ljava/security/PermissionCollection;Ljava/lang/ClassLoader;\
                         [Ljava/security/Principal;)V";
        let slots = [source.slot(), 0, loader.slot(), 0];
        made(vm, "java/security/ProtectionDomain", arguments, &slots)
    })
}

fn made(vm: &mut Vm, class: &str, descriptor: &str, arguments: &[u64]) -> Outcome<Ref> {
    let class = vm.load_boot(class)?;
    vm.initialize_sync(class)?;
    let object = vm.allocate(class)?;
    vm.construct(object, descriptor, arguments)?;
    Ok(object)
}
