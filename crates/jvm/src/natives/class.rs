//! `java.lang.Class`, class loaders and modules.

use std::sync::Arc;

use classfile::access;

use crate::class::{ClassKind, Kind, LoaderId, MethodId};
use crate::config::AssertionsOf;
use crate::heap::{ClassId, Ref};
use crate::thread::FrameKind;
use crate::vm::{Outcome, Trap, Vm, throw, throw_bare};

natives! {
    "java/lang/Class.registerNatives()V" => |_, _| Ok(0);
    "java/lang/Class.desiredAssertionStatus0(Ljava/lang/Class;)Z" => |vm, args| {
        let class = vm.mirrored_or_npe(args[0])?;
        let class = vm.class(class);
        Ok(u64::from(!class.library && vm.config.asserts(&class.name.replace('/', "."))))
    };
    "java/lang/Class.getPrimitiveClass(Ljava/lang/String;)Ljava/lang/Class;" => |vm, args| {
        let name = vm.string_text(Ref::from_slot(args[0]));
        match Kind::PRIMITIVES.into_iter().find(|kind| kind.java_name() == name) {
            Some(kind) => Ok(vm.class(vm.known.primitive(kind)).mirror.slot()),
            None => throw("java/lang/ClassNotFoundException", name),
        }
    };
    "java/lang/Class.initClassName()Ljava/lang/String;" => |vm, args| {
        let mirror = Ref::from_slot(args[0]);
        let name = vm.external_name(vm.mirrored(mirror));
        let string = vm.intern_text(&name)?;
        let at = vm.offset_of(vm.known.class, "name").unwrap_or(0) as usize;
        vm.permanently(|vm| vm.heap.put_ref(mirror, at, string));
        Ok(string.slot())
    };
    "java/lang/Class.forName0(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;" => |vm, args| {
        if Ref::from_slot(args[0]).is_null() {
            return throw_bare("java/lang/NullPointerException");
        }
        let name = vm.string_text(Ref::from_slot(args[0]));
        let loader = vm.loader_of(Ref::from_slot(args[2]));
        if name.contains('/') {
            return throw("java/lang/ClassNotFoundException", name);
        }
        let internal = name.replace('.', "/");
        let element = element_name(&internal);
        let found = if element.is_some() { vm.find_class(&internal, loader) } else { Ok(None) };
        if let (Err(Trap::Again), FrameKind::Loading { by_name, .. }) = (&found, &mut vm.frame_mut().kind) {
            *by_name = true;
        }
        let Some(class) = found? else {
            if let Some(element) = element.filter(|_| loader == LoaderId::APP) {
                return vm.ask_application_loader(element, true);
            }
            return throw("java/lang/ClassNotFoundException", internal);
        };
        if args[1] != 0 {
            vm.ensure_initialized(class)?;
        }
        Ok(vm.class(class).mirror.slot())
    };
    "java/lang/Class.getSuperclass()Ljava/lang/Class;" => |vm, args| {
        let class = vm.class(vm.mirrored(Ref::from_slot(args[0])));
        if class.is_interface() {
            return Ok(0);
        }
        Ok(class.superclass.map_or(0, |id| vm.class(id).mirror.slot()))
    };
    "java/lang/Class.isArray()Z" => |vm, args| Ok(u64::from(this_class(vm, args).is_array()));
    "java/lang/Class.isPrimitive()Z" => |vm, args| Ok(u64::from(matches!(this_class(vm, args).kind, ClassKind::Primitive(_))));
    "java/lang/Class.isInterface()Z" => |vm, args| Ok(u64::from(this_class(vm, args).is_interface()));
    "java/lang/Class.isHidden()Z" => |vm, args| Ok(u64::from(this_class(vm, args).hidden));
    "java/lang/Class.isRecord0()Z" => |vm, args| Ok(u64::from(this_class(vm, args).file.as_ref().is_some_and(|file| file.record.is_some())));
    "java/lang/Class.isInstance(Ljava/lang/Object;)Z" => |vm, args| {
        let object = Ref::from_slot(args[1]);
        Ok(u64::from(!object.is_null() && vm.is_instance(object, vm.mirrored(Ref::from_slot(args[0])))))
    };
    "java/lang/Class.isAssignableFrom(Ljava/lang/Class;)Z" => |vm, args| {
        let other = vm.mirrored_or_npe(args[1])?;
        let this = vm.mirrored(Ref::from_slot(args[0]));
        Ok(u64::from(vm.is_assignable(other, this)))
    };
    "java/lang/Class.getModifiers()I" => |vm, args| Ok(u64::from(vm.reflected_modifiers(vm.mirrored(Ref::from_slot(args[0])))));
    "jdk/internal/reflect/Reflection.getClassAccessFlags(Ljava/lang/Class;)I" => |vm, args| {
        let class = vm.mirrored_or_npe(args[0])?;
        Ok(u64::from(vm.class(class).access & !access::SUPER))
    };
    "java/lang/Class.getClassAccessFlagsRaw0()I" => |vm, args| Ok(u64::from(this_class(vm, args).access));
    "java/lang/Class.getClassFileVersion0()I" => |vm, args| Ok(this_class(vm, args).file.as_ref().map_or(61, |file| u64::from(file.major) | u64::from(file.minor) << 16));
    "java/lang/Class.getInterfaces0()[Ljava/lang/Class;" => |vm, args| {
        let interfaces: Vec<Ref> = this_class(vm, args).interfaces.iter().map(|id| vm.class(*id).mirror).collect();
        vm.new_object_array("java/lang/Class", &interfaces).map(Ref::slot)
    };
    "java/lang/Class.getSigners()[Ljava/lang/Object;" => |_, _| Ok(0);
    "java/lang/Class.setSigners([Ljava/lang/Object;)V" => |_, _| Ok(0);
    "jdk/internal/reflect/Reflection.getCallerClass()Ljava/lang/Class;" => |vm, _| {
        // The frame below us called getCallerClass; we want the caller of that method.
        Ok(vm.caller_class(2).map_or(0, |class| vm.class(class).mirror.slot()))
    };
    "java/lang/SecurityManager.getClassContext()[Ljava/lang/Class;" => |vm, _| {
        let frames = vm.thread().frames.iter().rev().map(|frame| frame.method);
        let shown = frames.filter(|method| !is_between(vm, *method));
        let classes: Vec<Ref> = shown.map(|method| vm.class(vm.method(method).class).mirror).collect();
        vm.new_object_array("java/lang/Class", &classes).map(Ref::slot)
    };
    "jdk/internal/reflect/Reflection.areNestMates(Ljava/lang/Class;Ljava/lang/Class;)Z" => |vm, args| {
        let (a, b) = (vm.mirrored_or_npe(args[0])?, vm.mirrored_or_npe(args[1])?);
        let (host_a, host_b) = (vm.nest_host(a)?, vm.nest_host(b)?);
        Ok(u64::from(host_a == host_b))
    };
    "java/lang/Class.getNestHost0()Ljava/lang/Class;" => |vm, args| {
        let host = vm.nest_host(vm.mirrored(Ref::from_slot(args[0])))?;
        Ok(vm.class(host).mirror.slot())
    };

    "java/lang/ClassLoader.registerNatives()V" => |_, _| Ok(0);
    "java/lang/ClassLoader.findBootstrapClass(Ljava/lang/String;)Ljava/lang/Class;" => |vm, args| {
        let name = vm.string_text(Ref::from_slot(args[0])).replace('.', "/");
        Ok(vm.find_class(&name, LoaderId::BOOT)?.map_or(0, |class| vm.class(class).mirror.slot()))
    };
    "java/lang/ClassLoader.findLoadedClass0(Ljava/lang/String;)Ljava/lang/Class;" => |vm, args| {
        let name = vm.string_text(Ref::from_slot(args[1])).replace('.', "/");
        let loader = vm.loader_of(Ref::from_slot(args[0]));
        let class = if loader.0 <= LoaderId::APP.0 { vm.find_class(&name, loader)? } else { vm.loaded(&name, loader) };
        Ok(class.map_or(0, |class| vm.class(class).mirror.slot()))
    };
    // What lies on the class path has been found before this is asked (`findLoadedClass0`), except what the program itself wrote.
    "jdk/internal/loader/BuiltinClassLoader.findClassOnClassPathOrNull(Ljava/lang/String;)Ljava/lang/Class;" => |vm, args| {
        if Ref::from_slot(args[1]).is_null() {
            return Err(Trap::FallThrough);
        }
        let file = format!("{}.class", vm.string_text(Ref::from_slot(args[1])).replace('.', "/"));
        let class_path = vm.class_path.clone();
        let is_written = class_path.folders().any(|folder| vm.path.disk.exists(&folder.join(&file).to_string_lossy()));
        let is_application = vm.loader_of(Ref::from_slot(args[0])) == LoaderId::APP;
        if is_application && !is_written { Ok(0) } else { Err(Trap::FallThrough) }
    };
    "java/lang/ClassLoader.findInitiatedClass0(Ljava/lang/String;)Ljava/lang/Class;" => |vm, args| {
        let name = vm.string_text(Ref::from_slot(args[1])).replace('.', "/");
        let loader = vm.loader_of(Ref::from_slot(args[0]));
        Ok(vm.loaded(&name, loader).map_or(0, |class| vm.class(class).mirror.slot()))
    };
    "java/lang/ClassLoader.defineClass1(Ljava/lang/ClassLoader;Ljava/lang/String;[BIILjava/security/ProtectionDomain;Ljava/lang/String;)Ljava/lang/Class;" => |vm, args| {
        if vm.transforms_here() && args[0] != 0 {
            return vm.define_transformed(args);
        }
        let mirror = define_class(vm, args[0], args[1], args[2], args[3] as i32, args[4] as i32)?;
        super::protection::remember_domain(vm, Ref::from_slot(mirror), Ref::from_slot(args[5]));
        Ok(mirror)
    };
    "java/lang/ClassLoader.defineClass2(Ljava/lang/ClassLoader;Ljava/lang/String;Ljava/nio/ByteBuffer;IILjava/security/ProtectionDomain;Ljava/lang/String;)Ljava/lang/Class;" => |vm, args| {
        // The buffer is a direct one: its bytes are copied into an array first.
        let buffer = Ref::from_slot(args[2]);
        let at = vm.offset_of(vm.heap.class_of(buffer), "address").unwrap_or(8) as usize;
        let address = vm.heap.get8(buffer, at) + args[3];
        let bytes = vm.memory.read(address, args[4] as usize)?.to_vec();
        let array = vm.allocate_array(vm.known.byte_array, bytes.len() as u32)?;
        vm.heap.array_bytes_mut(array, bytes.len()).copy_from_slice(&bytes);
        let mirror = define_class(vm, args[0], args[1], array.slot(), 0, bytes.len() as i32)?;
        super::protection::remember_domain(vm, Ref::from_slot(mirror), Ref::from_slot(args[5]));
        Ok(mirror)
    };
    "java/lang/ClassLoader.defineClass0(Ljava/lang/ClassLoader;Ljava/lang/Class;Ljava/lang/String;[BIILjava/security/ProtectionDomain;ZILjava/lang/Object;)Ljava/lang/Class;" => define_hidden;
    "java/lang/ClassLoader.retrieveDirectives()Ljava/lang/AssertionStatusDirectives;" => |vm, _| {
        let class = vm.load_boot("java/lang/AssertionStatusDirectives")?;
        vm.ensure_initialized(class)?;
        let object = vm.allocate(class)?;
        let config = vm.config.clone();
        let (mut classes, mut packages) = (Vec::new(), Vec::new());
        let mut default = config.assertions;
        for (of, enabled) in &config.assertion_rules {
            match of {
                AssertionsOf::All => default = *enabled,
                AssertionsOf::Class(name) => classes.push((name.clone(), *enabled)),
                AssertionsOf::Package(name) => packages.push((name.clone(), *enabled)),
            }
        }
        for (names, switches, rules) in [("classes", "classEnabled", classes), ("packages", "packageEnabled", packages)] {
            let mut texts = Vec::new();
            for (name, _) in &rules {
                texts.push(if name.is_empty() { Ref::NULL } else { vm.intern_text(name)? });
            }
            let array = vm.new_object_array("java/lang/String", &texts)?;
            let at = vm.offset_of(class, names).unwrap_or(0) as usize;
            vm.heap.put_ref(object, at, array);
            let boolean = vm.array_of(vm.known.primitive(Kind::Boolean))?;
            let array = vm.allocate_array(boolean, rules.len() as u32)?;
            for (index, (_, enabled)) in rules.iter().enumerate() {
                vm.heap.put1(array, crate::heap::ELEMENTS + index, u8::from(*enabled));
            }
            let at = vm.offset_of(class, switches).unwrap_or(0) as usize;
            vm.heap.put_ref(object, at, array);
        }
        let at = vm.offset_of(class, "deflt").unwrap_or(0) as usize;
        let enabled = u8::from(default);
        vm.heap.put1(object, at, enabled);
        Ok(object.slot())
    };
    "jdk/internal/loader/BootLoader.setBootLoaderUnnamedModule0(Ljava/lang/Module;)V" => |_, _| Ok(0);
    "jdk/internal/loader/BootLoader.getSystemPackageNames()[Ljava/lang/String;" => |vm, _| {
        let boot = vm.classes.iter().filter(|class| class.loader == LoaderId::BOOT && class.file.is_some() && !class.hidden);
        let packages: std::collections::BTreeSet<String> = boot.map(|class| class.package().to_owned()).collect();
        let mut names = Vec::with_capacity(packages.len());
        for package in packages {
            names.push(vm.new_string(&package)?);
        }
        vm.new_object_array("java/lang/String", &names).map(Ref::slot)
    };
    "jdk/internal/loader/BootLoader.getSystemPackageLocation(Ljava/lang/String;)Ljava/lang/String;" => |vm, args| {
        let package = vm.string_text(Ref::from_slot(args[0]));
        let package = package.trim_end_matches('/').replace('.', "/");
        let module = vm.image.module_of_package(&package).ok().flatten().map(|module| format!("jrt:/{module}"));
        module.map_or(Ok(0), |text| vm.new_string(&text).map(Ref::slot))
    };
    "java/lang/Module.defineModule0(Ljava/lang/Module;ZLjava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V" => define_module;
    "java/lang/Module.addReads0(Ljava/lang/Module;Ljava/lang/Module;)V" => |_, _| Ok(0);
    "java/lang/Module.addExports0(Ljava/lang/Module;Ljava/lang/String;Ljava/lang/Module;)V" => |_, _| Ok(0);
    "java/lang/Module.addExportsToAll0(Ljava/lang/Module;Ljava/lang/String;)V" => |_, _| Ok(0);
    "java/lang/Module.addExportsToAllUnnamed0(Ljava/lang/Module;Ljava/lang/String;)V" => |_, _| Ok(0);
}

/// Whether a method stands between callers and what they call by reflection, or by a handle.
fn is_between(vm: &Vm, id: crate::class::MethodId) -> bool {
    let method = vm.method(id);
    let class = &vm.class(method.class).name;
    looked_through(vm, id)
        || (&**class == "java/lang/reflect/Method" && &*method.name == "invoke")
        || class.starts_with("jdk/internal/reflect/NativeMethodAccessorImpl")
        || class.starts_with("jdk/internal/reflect/DelegatingMethodAccessorImpl")
        || class.starts_with("jdk/internal/reflect/DirectMethodHandleAccessor")
}

fn this_class<'a>(vm: &'a Vm, args: &[u64]) -> &'a crate::class::Class {
    vm.class(vm.mirrored(Ref::from_slot(args[0])))
}

/// From now on classes of these packages belong to this module; those loaded already are told.
fn define_module(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let module = Ref::from_slot(args[0]);
    let packages = Ref::from_slot(args[4]);
    if packages.is_null() {
        return Ok(0);
    }
    // Modules that are made later (layers, proxies) belong to their path: for the machine their classes are in none, except where there
    // is only one path.
    if !vm.heap.is_permanent(module) {
        let at = vm.offset_of(vm.heap.class_of(module), "loader").filter(|_| vm.config.run_once);
        let loader = at.map_or(Ref::NULL, |at| vm.heap.get_ref(module, at as usize));
        if at.is_some() {
            let loader = if loader.is_null() { crate::class::LoaderId::BOOT } else { vm.loader_of(loader) };
            for package in vm.array_refs(packages) {
                let name: Arc<str> = vm.string_text(package).replace('.', "/").into();
                vm.loaders[loader.0 as usize].modules.push((name, module));
            }
        }
        return Ok(0);
    }
    for package in vm.array_refs(packages) {
        let name: Arc<str> = vm.string_text(package).replace('.', "/").into();
        vm.modules.insert(name, module);
    }
    let (at, loader_at) = (vm.known.class_module as usize, vm.known.class_loader as usize);
    for index in 1..vm.classes.len() {
        let id = ClassId(index as u32);
        let mirror = vm.class(id).mirror;
        if !mirror.is_null() && vm.heap.get_ref(mirror, at).is_null() {
            let (module, loader) = (vm.module_of(id), vm.told_loader(id));
            vm.heap.put_ref(mirror, at, module);
            vm.heap.put_ref(mirror, loader_at, loader);
        }
    }
    Ok(0)
}

/// A part of an array of bytes, with the complaints of JNI.
pub(super) fn region(vm: &mut Vm, array: Ref, offset: i32, length: i32) -> Outcome<Vec<u8>> {
    if array.is_null() {
        return throw_bare("java/lang/NullPointerException");
    }
    if length < 0 {
        return throw_bare("java/lang/ArrayIndexOutOfBoundsException");
    }
    let all = vm.heap.array_length(array) as usize;
    let end = i64::from(offset) + i64::from(length);
    if offset < 0 || end > all as i64 {
        let message = format!("Array region {offset}..{end} out of bounds for length {all}");
        return throw("java/lang/ArrayIndexOutOfBoundsException", message);
    }
    Ok(vm.heap.array_bytes(array, all)[offset as usize..end as usize].to_vec())
}

pub fn define_class(vm: &mut Vm, loader: u64, name: u64, bytes: u64, offset: i32, length: i32) -> Outcome<u64> {
    let loader = vm.loader_of(Ref::from_slot(loader));
    let bytes = region(vm, Ref::from_slot(bytes), offset, length)?;
    let called = if name == 0 { None } else { Some(vm.string_text(Ref::from_slot(name)).replace('.', "/")) };
    let file = vm.parse_class_called(&bytes, called.as_deref())?;
    if name != 0 {
        let wanted = vm.string_text(Ref::from_slot(name)).replace('.', "/");
        if *file.name != *wanted {
            return throw("java/lang/NoClassDefFoundError", format!("{wanted} (wrong name: {})", file.name));
        }
    }
    let class = vm.define_dynamic(Arc::new(file), loader)?;
    vm.class_bytes.entry(class).or_insert_with(|| bytes.into());
    // What reflection generates (JDK 17) constructs objects by the constructors of superclasses, as serialisation
    // wants it: HotSpot does not verify these classes either, nor check what they access.
    let magic = vm.loaded("jdk/internal/reflect/MagicAccessorImpl", LoaderId::BOOT);
    if magic.is_some_and(|magic| vm.is_subclass(class, magic)) {
        vm.class_mut(class).verified = true;
        vm.class_mut(class).stub = true;
    }
    Ok(vm.class(class).mirror.slot())
}

/// `Lookup.defineHiddenClass`: the class cannot be found by name, and belongs to the nest of its host if asked.
fn define_hidden(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    const NESTMATE: u64 = 1;
    const HIDDEN: u64 = 2;
    let loader = vm.loader_of(Ref::from_slot(args[0]));
    let host = vm.mirrored_or_npe(args[1])?;
    let bytes = region(vm, Ref::from_slot(args[3]), args[4] as i32, args[5] as i32)?;
    let (initialize, flags, data) = (args[7] != 0, args[8], Ref::from_slot(args[9]));
    let mut file = vm.parse_user_class(&bytes)?;
    if flags & HIDDEN == 0 {
        let class = vm.define_dynamic(Arc::new(file), loader)?;
        return Ok(vm.class(class).mirror.slot());
    }
    // The suffix keeps hidden classes of one name apart; the class knows itself under its new name.
    vm.lambda_counter += 1;
    let plain = file.name.clone();
    let name: classfile::Text =
        format!("{plain}+0x{:016x}", 0x8_0000_0000u64 + 0x400 * u64::from(vm.lambda_counter)).into();
    for constant in &mut file.pool.0 {
        if let classfile::Constant::Utf8(text) = constant
            && *text == plain
        {
            *text = name.clone();
        }
    }
    file.name = name;
    let class = vm.define(Arc::new(file), loader, Some(host))?;
    if flags & NESTMATE == 0 {
        vm.class_mut(class).nest_host = None;
    }
    let mirror = vm.class(class).mirror;
    if let Some(at) = vm.offset_of(vm.known.class, "classData") {
        vm.heap.put_ref(mirror, at as usize, data);
    }
    vm.class_mut(class).verified = true;
    // Stack traces do not show them (JEP 371).
    for method in vm.class(class).methods.clone() {
        vm.methods[method.0 as usize].hidden = true;
    }
    if initialize {
        vm.initialize_sync(class)?;
    }
    Ok(mirror.slot())
}

/// The class that a name is about, `java/lang/String` or `[Ljava/lang/String;`; none if it is no name of a class.
fn element_name(name: &str) -> Option<&str> {
    let element = name.trim_start_matches('[');
    let element = match element.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')) {
        Some(inner) if element.len() < name.len() => inner,
        _ if element.len() == name.len() => element,
        _ => return (element.len() == 1 && "ZBCSIFJD".contains(element)).then_some(element),
    };
    (!element.is_empty() && !element.contains(['[', ';'])).then_some(element)
}

/// Adapters of method handles call on behalf of who called them; other hidden classes (lambdas, `InjectedInvoker`) for themselves.
fn looked_through(vm: &Vm, method: MethodId) -> bool {
    let class = vm.class(vm.method(method).class);
    let adapts = !class.hidden || class.stub || class.name.starts_with("java/lang/invoke/LambdaForm$");
    vm.method(method).hidden && adapts
}

impl Vm {
    pub fn is_assignable(&self, from: ClassId, to: ClassId) -> bool {
        match (self.class(from).kind, self.class(to).kind) {
            (ClassKind::Primitive(_), _) | (_, ClassKind::Primitive(_)) => from == to,
            _ => self.is_subclass(from, to),
        }
    }

    /// The class of the `depth`-th Java frame from the top, not counting reflection.
    pub fn caller_class(&self, depth: usize) -> Option<ClassId> {
        // The innermost frame asks on its own behalf, even if it is one of those that are looked through.
        let frames = self.thread().frames.iter().rev().skip(1);
        let callers = frames.map(|frame| frame.method).filter(|method| !is_between(self, *method));
        callers.skip(depth.saturating_sub(2)).map(|method| self.method(method).class).next()
    }

    pub fn nest_host(&mut self, class: ClassId) -> Outcome<ClassId> {
        if let Some(host) = self.class(class).nest_host {
            if host == class {
                return Ok(class);
            }
            return self.nest_host(host);
        }
        let declared = self.class(class).file.as_ref().and_then(|file| file.nest_host.clone());
        let Some(name) = declared else { return Ok(class) };
        let host = self.find_class(&name, self.class(class).loader)?;
        let member = host.filter(|host| {
            let own = &self.class(class).name;
            self.class(*host).file.as_ref().is_some_and(|file| file.nest_members.iter().any(|member| member == own))
        });
        Ok(member.unwrap_or(class))
    }
}
