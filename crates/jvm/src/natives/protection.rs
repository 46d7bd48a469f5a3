//! Where classes come from, as `Class.getProtectionDomain().getCodeSource()` tells it. Loaders written in Java hand a
//! domain over with each class; for the class path, which the machine reads itself, one is made when it is asked for.

use crate::class::LoaderId;
use crate::heap::{ClassId, Ref};
use crate::vm::{Outcome, Trap, Vm};

natives! {
    "java/lang/Class.getProtectionDomain0()Ljava/security/ProtectionDomain;" => |vm, args| {
        let mirror = Ref::from_slot(args[0]);
        Ok(domain(vm, mirror).slot())
    };
    "java/lang/Class.getProtectionDomain()Ljava/security/ProtectionDomain;" => |vm, args| {
        let mirror = Ref::from_slot(args[0]);
        let class = vm.mirrored(mirror);
        let mine = vm.class(class).loader == LoaderId::APP && !vm.class(class).is_array();
        if mine && domain(vm, mirror).is_null() {
            make_domain(vm, class, mirror)?;
        }
        Err(Trap::FallThrough)
    };
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
    let file = format!("{}.class", vm.class(class).name);
    let class_path = vm.class_path.clone();
    let found = class_path.locate_resources(&file).unwrap_or_default();
    let Some((path, _)) = found.first() else { return Ok(()) };
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
        let domain = made(vm, "java/security/ProtectionDomain", arguments, &slots)?;
        remember_domain(vm, mirror, domain);
        Ok(())
    })
}

fn made(vm: &mut Vm, class: &str, descriptor: &str, arguments: &[u64]) -> Outcome<Ref> {
    let class = vm.load_boot(class)?;
    vm.initialize_sync(class)?;
    let object = vm.allocate(class)?;
    vm.construct(object, descriptor, arguments)?;
    Ok(object)
}
