//! `java.lang.instrument`: agents given by `-javaagent`, by a manifest or by attaching to oneself; transformation of classes as they
//! are loaded from the class path or defined by loaders, retransformation and redefinition (`redefine`).
//!
//! The library's `InstrumentationImpl` keeps the transformers and calls them. What the machine's side of it does in C elsewhere
//! is a small class assembled here, so that agents run as any other code does. The attach interface knows one
//! process, this one. Classes of the JDK are offered to transformers when they are retransformed, not when they are loaded.

use std::sync::Arc;

use classfile::access;
use classfile::jar::Jar;

use crate::assembler::{ClassBuilder, CodeBuilder, opcode};
use crate::class::{Kind, LoaderId, MethodId};
use crate::heap::{ClassId, Ref};
use crate::thread::FrameKind;
use crate::vm::{Outcome, Trap, Vm, throw, unsupported};

const IMPLEMENTATION: &str = "sun/instrument/InstrumentationImpl";
const AGENTS: &str = "hazard/stub;agents";
/// The machine has one process, and this is its number.
pub const OWN_PID: u64 = 1;

natives! {
    "sun/instrument/InstrumentationImpl.isModifiableClass0(JLjava/lang/Class;)Z" => |vm, args| {
        let class = vm.mirrored_or_npe(args[3])?;
        Ok(u64::from(is_modifiable(vm, class)))
    };
    "sun/instrument/InstrumentationImpl.isRetransformClassesSupported0(J)Z" => |_, _| Ok(1);
    "sun/instrument/InstrumentationImpl.setHasTransformers(JZ)V" => |vm, args| {
        vm.transforms |= args[3] != 0;
        Ok(0)
    };
    "sun/instrument/InstrumentationImpl.setHasRetransformableTransformers(JZ)V" => |vm, args| {
        vm.transforms |= args[3] != 0;
        Ok(0)
    };
    "sun/instrument/InstrumentationImpl.retransformClasses0(J[Ljava/lang/Class;)V" => |vm, args| {
        enter(vm, "retransform", &[args[3]])
    };
    "sun/instrument/InstrumentationImpl.redefineClasses0(J[Ljava/lang/instrument/ClassDefinition;)V" => |vm, args| {
        enter(vm, "redefine", &[args[3]])
    };
    "sun/instrument/InstrumentationImpl.getAllLoadedClasses0(J)[Ljava/lang/Class;" => |vm, _| mirrors(vm, |_, _| true);
    "sun/instrument/InstrumentationImpl.getInitiatedClasses0(JLjava/lang/ClassLoader;)[Ljava/lang/Class;" => |vm, args| {
        let loader = vm.loader_of(Ref::from_slot(args[3]));
        mirrors(vm, |vm, class| vm.class(class).loader == loader)
    };
    "sun/instrument/InstrumentationImpl.getObjectSize0(JLjava/lang/Object;)J" => |vm, args| {
        let object = Ref::from_slot(args[3]);
        Ok(vm.heap.size_of(object) as u64 * 8)
    };
    "sun/instrument/InstrumentationImpl.appendToClassLoaderSearch0(JLjava/lang/String;Z)V" => |vm, args| {
        let path = vm.string_text(Ref::from_slot(args[3]));
        let jar = open_jar(vm, &path)?;
        if args[4] != 0 {
            vm.boot_jars.push(jar);
            return Ok(0);
        }
        vm.app_jars.push(jar);
        append_to_loader(vm, args[3])
    };
    "sun/instrument/InstrumentationImpl.setNativeMethodPrefixes(J[Ljava/lang/String;Z)V" => |_, _| Ok(0);
    "sun/instrument/InstrumentationImpl.loadAgent0(Ljava/lang/String;)V" => |vm, args| {
        enter(vm, "attach", &[args[0], 0])
    };
    "sun/tools/attach/AttachProviderImpl.attachVirtualMachine(Ljava/lang/String;)Lcom/sun/tools/attach/VirtualMachine;" => attach;
    "sun/tools/attach/AttachProviderImpl.attachVirtualMachine(Lcom/sun/tools/attach/VirtualMachineDescriptor;)Lcom/sun/tools/attach/VirtualMachine;" => |_, _| {
        unsupported("attaching to another process")
    };
    "sun/tools/attach/HotSpotVirtualMachine.loadAgent(Ljava/lang/String;Ljava/lang/String;)V" => |vm, args| {
        enter(vm, "attach", &[args[1], args[2]])
    };
    "sun/tools/attach/VirtualMachineImpl.detach()V" => |_, _| Ok(0);
    // Where a class comes from: one that exists, or one of the class path that is about to.
    "hazard/stub;agents.domain(Ljava/lang/Class;Ljava/lang/String;)Ljava/security/ProtectionDomain;" => |vm, args| {
        let domain = if args[0] == 0 {
            let name = vm.string_text(Ref::from_slot(args[1]));
            super::protection::domain_of_name(vm, &name)?
        } else {
            let class = vm.mirrored_or_npe(args[0])?;
            super::protection::domain_of_class(vm, class)?
        };
        Ok(domain.slot())
    };
    "hazard/stub;agents.open(Ljava/lang/String;Z)Ljava/lang/String;" => |vm, args| {
        let path = vm.string_text(Ref::from_slot(args[0]));
        let name = agent_class(vm, &path, args[1] != 0)?;
        Ok(vm.new_string(&name)?.slot())
    };
    "hazard/stub;agents.original(Ljava/lang/Class;)[B" => |vm, args| {
        let class = vm.mirrored_or_npe(args[0])?;
        if !is_modifiable(vm, class) {
            return throw("java/lang/instrument/UnmodifiableClassException", vm.class(class).java_name());
        }
        let bytes = vm.original_bytes(class)?;
        byte_array(vm, &bytes)
    };
    "hazard/stub;agents.internal(Ljava/lang/Class;)Ljava/lang/String;" => |vm, args| {
        let class = vm.mirrored_or_npe(args[0])?;
        let name = vm.class(class).name.to_string();
        Ok(vm.new_string(&name)?.slot())
    };
    "hazard/stub;agents.replace(Ljava/lang/Class;[B)V" => |vm, args| {
        let class = vm.mirrored_or_npe(args[0])?;
        let bytes = bytes_of(vm, Ref::from_slot(args[1]));
        vm.redefine(class, &bytes).map(|()| 0)
    };
    "hazard/stub;agents.found(Ljava/lang/String;)[B" => |vm, args| {
        let name = vm.string_text(Ref::from_slot(args[0])).replace('.', "/");
        let bytes = vm.bytes_on_class_path(&name)?.unwrap_or_default();
        byte_array(vm, &bytes)
    };
    "hazard/stub;agents.slice([BII)[B" => |vm, args| {
        let bytes = super::class::region(vm, Ref::from_slot(args[0]), args[1] as i32, args[2] as i32)?;
        byte_array(vm, &bytes)
    };
    "hazard/stub;agents.defined(Ljava/lang/ClassLoader;Ljava/lang/String;[BLjava/security/ProtectionDomain;)Ljava/lang/Class;" => |vm, args| {
        let length = vm.heap.array_length(Ref::from_slot(args[2])) as i32;
        let mirror = super::class::define_class(vm, args[0], args[1], args[2], 0, length)?;
        super::protection::remember_domain(vm, Ref::from_slot(mirror), Ref::from_slot(args[3]));
        Ok(mirror)
    };
    "hazard/stub;agents.define(Ljava/lang/String;[B)Ljava/lang/Class;" => |vm, args| {
        let bytes = bytes_of(vm, Ref::from_slot(args[1]));
        let class = vm.define_from_class_path(&bytes)?;
        Ok(vm.class(class).mirror.slot())
    };
}

fn is_modifiable(vm: &Vm, class: ClassId) -> bool {
    let class = vm.class(class);
    class.file.is_some() && !class.stub && !class.hidden
}

fn mirrors(vm: &mut Vm, wanted: impl Fn(&Vm, ClassId) -> bool) -> Outcome<u64> {
    let is_shown = |class: &&crate::class::Class| {
        !class.stub && !class.hidden && class.obsolete.is_none() && !class.mirror.is_null() && wanted(vm, class.id)
    };
    let mirrors: Vec<Ref> = vm.classes.iter().filter(is_shown).map(|class| class.mirror).collect();
    Ok(vm.new_object_array("java/lang/Class", &mirrors)?.slot())
}

fn bytes_of(vm: &Vm, array: Ref) -> Vec<u8> {
    vm.heap.array_bytes(array, vm.heap.array_length(array) as usize).to_vec()
}

fn byte_array(vm: &mut Vm, bytes: &[u8]) -> Outcome<u64> {
    let array = vm.allocate_array(vm.known.byte_array, bytes.len() as u32)?;
    vm.heap.array_bytes_mut(array, bytes.len()).copy_from_slice(bytes);
    Ok(array.slot())
}

/// `VirtualMachine.attach(pid)`: the machine has a single process.
fn attach(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let id = vm.string_text(Ref::from_slot(args[1]));
    if id != OWN_PID.to_string() {
        return unsupported(format!("attaching to process {id}"));
    }
    let class = vm.load_boot("sun/tools/attach/VirtualMachineImpl")?;
    vm.ensure_initialized(class)?;
    let machine = vm.allocate(class)?;
    for (field, value) in [("provider", args[0]), ("id", args[1])] {
        if let Some(at) = vm.offset_of(class, field) {
            vm.put_reference(machine, at as usize, Ref::from_slot(value));
        }
    }
    Ok(machine.slot())
}

fn open_jar(vm: &mut Vm, path: &str) -> Outcome<Arc<Jar>> {
    let bytes = match vm.path.disk.contents(path) {
        Ok(bytes) => bytes,
        Err(_) => return throw("java/util/jar/JarException", format!("{path}: it cannot be read")),
    };
    match Jar::of_bytes(path.as_ref(), bytes) {
        Ok(jar) => Ok(Arc::new(jar)),
        Err(error) => throw("java/util/jar/JarException", error.to_string()),
    }
}

/// The application's loader looks for resources in Java: it has to know of the jar as well.
fn append_to_loader(vm: &mut Vm, path: u64) -> Outcome<u64> {
    let loader = vm.loader_object(LoaderId::APP);
    match loaders_append(vm) {
        Some(append) => vm.enter(append, &[loader.slot(), path], FrameKind::Normal),
        None => Ok(0),
    }
}

fn loaders_append(vm: &Vm) -> Option<MethodId> {
    let loader = vm.heap.class_of(vm.loader_object(LoaderId::APP));
    vm.find_virtual(loader, "appendToClassPathForInstrumentation", "(Ljava/lang/String;)V")
}

/// Puts an agent's jar on the class path; the class that its manifest names.
fn agent_class(vm: &mut Vm, path: &str, at_start: bool) -> Outcome<String> {
    let jar = open_jar(vm, path)?;
    let manifest = jar.manifest();
    let (key, named) =
        if at_start { ("Premain-Class", &manifest.premain_class) } else { ("Agent-Class", &manifest.agent_class) };
    let Some(name) = named.clone().or_else(|| manifest.launcher_agent_class.clone()) else {
        return throw("com/sun/tools/attach/AgentLoadException", format!("{path}: its manifest names no {key}"));
    };
    let folder = std::path::Path::new(path).parent().unwrap_or(std::path::Path::new("")).to_path_buf();
    for further in manifest.boot_class_path.clone() {
        let further = folder.join(further);
        if let Ok(jar) = open_jar(vm, &further.display().to_string()) {
            vm.boot_jars.push(jar);
        }
    }
    if vm.bytes_on_class_path(&name.replace('.', "/"))?.is_none() {
        vm.app_jars.push(jar);
    }
    Ok(name)
}

/// Goes on in a method of the assembled class; the native method returns when that does.
fn enter(vm: &mut Vm, method: &str, arguments: &[u64]) -> Outcome<u64> {
    let method = vm.agents_method(method)?;
    vm.push_frame(method, arguments, FrameKind::Normal)?;
    Err(Trap::Entered)
}

impl Vm {
    /// Loads an agent before the program begins.
    pub fn start_agent(&mut self, jar: &str, options: &str) -> Outcome<()> {
        let manifest_of =
            |jar: &Jar| (jar.manifest().premain_class.is_some(), jar.manifest().launcher_agent_class.is_some());
        // An agent of the launched jar itself starts as one that is attached does.
        let start = match manifest_of(&*open_jar(self, jar)?) {
            (false, true) => "attach",
            _ => "premain",
        };
        let premain = self.agents_method(start)?;
        let jar = self.permanently(|vm| vm.new_string(jar))?;
        let options = self.permanently(|vm| vm.new_string(options))?;
        if let Some(append) = loaders_append(self) {
            let loader = self.loader_object(LoaderId::APP);
            self.call_sync(append, &[loader.slot(), jar.slot()])?;
        }
        self.call_sync(premain, &[jar.slot(), options.slot()]).map(|_| ())
    }

    /// Whether classes that are defined now go through transformers: those that a transformer itself needs do not.
    pub(crate) fn transforms_here(&self) -> bool {
        let is_busy = |class: ClassId| {
            let class = self.class(class);
            let busy = class.own_field("busy").expect("the class was assembled with it");
            self.get_kind(class.statics, busy.offset as usize, busy.kind) != 0
        };
        self.transforms && self.agents_class.is_some_and(|class| !is_busy(class))
    }

    /// `ClassLoader.defineClass1` through the transformers.
    pub(crate) fn define_transformed(&mut self, args: &[u64]) -> Outcome<u64> {
        enter(self, "defining", &args[..6])
    }

    /// A class of the class path, through the transformers; the instruction that needs it runs again afterwards.
    pub(crate) fn load_transformed(&mut self, name: &str) -> Outcome<Option<ClassId>> {
        let load = self.agents_method("load")?;
        let loader = self.loader_object(LoaderId::APP);
        let name = self.new_string(name)?;
        let kind = FrameKind::Loading { loader: LoaderId::APP, by_name: false };
        self.push_frame(load, &[loader.slot(), name.slot()], kind)?;
        Err(Trap::Again)
    }

    fn agents_method(&mut self, name: &str) -> Outcome<MethodId> {
        let class = match self.agents_class {
            Some(class) => class,
            None => {
                let host = self.load_boot(IMPLEMENTATION)?;
                let builder = assemble(self, host);
                let class = self.define_stub(builder, host)?;
                *self.agents_class.insert(class)
            }
        };
        let found = self.class(class).methods.iter().copied().find(|id| &*self.method(*id).name == name);
        Ok(found.expect("the class was assembled with it"))
    }
}

const TRANSFORM: &str = "(Ljava/lang/Module;Ljava/lang/ClassLoader;Ljava/lang/String;Ljava/lang/Class;\
                         Ljava/security/ProtectionDomain;[BZ)[B";
const DEFINED: &str = "(Ljava/lang/ClassLoader;Ljava/lang/String;[BLjava/security/ProtectionDomain;)Ljava/lang/Class;";
const TRANSFORMED: &str = "(Ljava/lang/Module;Ljava/lang/ClassLoader;Ljava/lang/String;Ljava/lang/Class;\
                           Ljava/security/ProtectionDomain;[BZ)[B";
const DOMAIN: &str = "(Ljava/lang/Class;Ljava/lang/String;)Ljava/security/ProtectionDomain;";

/// In Java:
///
/// ```java
/// static InstrumentationImpl[] all = {};
/// static boolean busy;
/// static byte[] transformed(Module m, ClassLoader l, String n, Class<?> c, ProtectionDomain d, byte[] bytes, boolean again) {
///     for (int i = 0; i < all.length; i++) {
///         byte[] changed = again ? null : all[i].transform(m, l, n, c, d, bytes, false);
///         if (changed != null) bytes = changed;
///         changed = all[i].transform(m, l, n, c, d, bytes, true);
///         if (changed != null) bytes = changed;
///     }
///     return bytes;
/// }
/// static void retransform(Class<?>[] classes) { for (c : classes) replace(c, transformed(…, c, original(c), true)); }
/// static void redefine(ClassDefinition[] definitions) { for (d : definitions) replace(d.getDefinitionClass(), transformed(…)); }
/// static Class<?> load(ClassLoader l, String n) { return define(n, transformed(l.getUnnamedModule(), l, n, null, domain(null, n), …)); }
/// static void attach(String jar, String options) { String n = open(jar, false); add().loadClassAndCallAgentmain(n, options); }
/// static void premain(String jar, String options) { String n = open(jar, true); add().loadClassAndCallPremain(n, options); }
/// static InstrumentationImpl add() { … all = Arrays.copyOf(all, all.length + 1); … }
/// ```
fn assemble(vm: &Vm, host: ClassId) -> ClassBuilder {
    let mut builder = ClassBuilder::new(AGENTS, "java/lang/Object");
    builder.add_field(access::STATIC | access::PUBLIC, "all", "[Lsun/instrument/InstrumentationImpl;");
    builder.add_field(access::STATIC | access::PUBLIC, "busy", "Z");
    for (name, descriptor) in [
        ("open", "(Ljava/lang/String;Z)Ljava/lang/String;"),
        ("original", "(Ljava/lang/Class;)[B"),
        ("internal", "(Ljava/lang/Class;)Ljava/lang/String;"),
        ("replace", "(Ljava/lang/Class;[B)V"),
        ("found", "(Ljava/lang/String;)[B"),
        ("domain", DOMAIN),
        ("define", "(Ljava/lang/String;[B)Ljava/lang/Class;"),
        ("slice", "([BII)[B"),
        ("defined", DEFINED),
    ] {
        builder.add_native(access::STATIC | access::PUBLIC, name, descriptor);
    }
    add_transformed(&mut builder);
    add_replacing(&mut builder, "retransform", "([Ljava/lang/Class;)V");
    add_replacing(&mut builder, "redefine", "([Ljava/lang/instrument/ClassDefinition;)V");
    add_load(&mut builder);
    add_defining(&mut builder);
    let is_wide = vm.declared_method(host, "<init>", "(JZZZ)V").is_some();
    add_starting(&mut builder, "attach", "loadClassAndCallAgentmain", false, is_wide);
    add_starting(&mut builder, "premain", "loadClassAndCallPremain", true, is_wide);
    builder
}

fn add_transformed(builder: &mut ClassBuilder) {
    const BYTES: u16 = 5;
    const AGAIN: u16 = 6;
    const INDEX: u16 = 7;
    const CHANGED: u16 = 8;
    let all = builder.field_ref(AGENTS, "all", "[Lsun/instrument/InstrumentationImpl;");
    let busy = builder.field_ref(AGENTS, "busy", "Z");
    let transform = builder.method_ref(IMPLEMENTATION, "transform", TRANSFORM, false);
    let mut code = CodeBuilder::new();
    let (next, end, some, again) = (code.label(), code.label(), code.label(), code.label());
    let call = |code: &mut CodeBuilder, again: i16| {
        code.op_index(opcode::GETSTATIC, all).load(Kind::Int, INDEX).op(opcode::AALOAD);
        for local in 0..=BYTES {
            code.load(Kind::Reference, local);
        }
        code.push_int(again);
        code.op_index(opcode::INVOKESPECIAL, transform).store(Kind::Reference, CHANGED);
        let kept = code.label();
        code.load(Kind::Reference, CHANGED).jump(opcode::IFNULL, kept);
        code.load(Kind::Reference, CHANGED).store(Kind::Reference, BYTES).place(kept);
    };
    code.op_index(opcode::GETSTATIC, all).jump(opcode::IFNONNULL, some).load(Kind::Reference, BYTES);
    code.return_kind(Kind::Reference).place(some);
    code.push_int(1).op_index(opcode::PUTSTATIC, busy).push_int(0).store(Kind::Int, INDEX).place(next);
    code.load(Kind::Int, INDEX).op_index(opcode::GETSTATIC, all).op(opcode::ARRAYLENGTH);
    code.jump(opcode::IF_ICMPGE, end).load(Kind::Int, AGAIN).jump(opcode::IFNE, again);
    call(&mut code, 0);
    code.place(again);
    call(&mut code, 1);
    code.load(Kind::Int, INDEX).push_int(1).op(opcode::IADD).store(Kind::Int, INDEX).jump(opcode::GOTO, next);
    code.place(end).push_int(0).op_index(opcode::PUTSTATIC, busy);
    code.load(Kind::Reference, BYTES).return_kind(Kind::Reference);
    builder.add_method(access::STATIC | access::PUBLIC, "transformed", TRANSFORMED, code);
}

fn add_replacing(builder: &mut ClassBuilder, name: &str, descriptor: &str) {
    const INDEX: u16 = 1;
    const CLASS: u16 = 2;
    const BYTES: u16 = 3;
    let definition = "java/lang/instrument/ClassDefinition";
    let class_of = builder.method_ref(definition, "getDefinitionClass", "()Ljava/lang/Class;", false);
    let bytes_of = builder.method_ref(definition, "getDefinitionClassFile", "()[B", false);
    let module = builder.method_ref("java/lang/Class", "getModule", "()Ljava/lang/Module;", false);
    let loader = builder.method_ref("java/lang/Class", "getClassLoader", "()Ljava/lang/ClassLoader;", false);
    let internal = builder.method_ref(AGENTS, "internal", "(Ljava/lang/Class;)Ljava/lang/String;", false);
    let original = builder.method_ref(AGENTS, "original", "(Ljava/lang/Class;)[B", false);
    let transformed = builder.method_ref(AGENTS, "transformed", TRANSFORMED, false);
    let domain = builder.method_ref(AGENTS, "domain", DOMAIN, false);
    let replace = builder.method_ref(AGENTS, "replace", "(Ljava/lang/Class;[B)V", false);
    let mut code = CodeBuilder::new();
    let (next, end) = (code.label(), code.label());
    code.push_int(0).store(Kind::Int, INDEX).place(next);
    code.load(Kind::Int, INDEX).load(Kind::Reference, 0).op(opcode::ARRAYLENGTH).jump(opcode::IF_ICMPGE, end);
    code.load(Kind::Reference, 0).load(Kind::Int, INDEX).op(opcode::AALOAD);
    let is_again = name == "retransform";
    if is_again {
        code.store(Kind::Reference, CLASS).load(Kind::Reference, CLASS).op_index(opcode::INVOKESTATIC, original);
        code.store(Kind::Reference, BYTES);
    } else {
        code.op(opcode::DUP).op_index(opcode::INVOKEVIRTUAL, class_of).store(Kind::Reference, CLASS);
        code.op_index(opcode::INVOKEVIRTUAL, bytes_of).store(Kind::Reference, BYTES);
    }
    code.load(Kind::Reference, CLASS).load(Kind::Reference, CLASS).op_index(opcode::INVOKEVIRTUAL, module);
    code.load(Kind::Reference, CLASS).op_index(opcode::INVOKEVIRTUAL, loader);
    code.load(Kind::Reference, CLASS).op_index(opcode::INVOKESTATIC, internal);
    code.load(Kind::Reference, CLASS).load(Kind::Reference, CLASS).op(opcode::ACONST_NULL);
    code.op_index(opcode::INVOKESTATIC, domain).load(Kind::Reference, BYTES).push_int(i16::from(is_again));
    code.op_index(opcode::INVOKESTATIC, transformed).op_index(opcode::INVOKESTATIC, replace);
    code.load(Kind::Int, INDEX).push_int(1).op(opcode::IADD).store(Kind::Int, INDEX).jump(opcode::GOTO, next);
    code.place(end).return_kind(Kind::Void);
    builder.add_method(access::STATIC | access::PUBLIC, name, descriptor, code);
}

fn add_load(builder: &mut ClassBuilder) {
    let module = builder.method_ref("java/lang/ClassLoader", "getUnnamedModule", "()Ljava/lang/Module;", false);
    let found = builder.method_ref(AGENTS, "found", "(Ljava/lang/String;)[B", false);
    let transformed = builder.method_ref(AGENTS, "transformed", TRANSFORMED, false);
    let domain = builder.method_ref(AGENTS, "domain", DOMAIN, false);
    let define = builder.method_ref(AGENTS, "define", "(Ljava/lang/String;[B)Ljava/lang/Class;", false);
    let mut code = CodeBuilder::new();
    code.load(Kind::Reference, 1).load(Kind::Reference, 0).op_index(opcode::INVOKEVIRTUAL, module);
    code.load(Kind::Reference, 0).load(Kind::Reference, 1).op(opcode::ACONST_NULL);
    code.op(opcode::ACONST_NULL).load(Kind::Reference, 1).op_index(opcode::INVOKESTATIC, domain);
    code.load(Kind::Reference, 1).op_index(opcode::INVOKESTATIC, found).push_int(0);
    code.op_index(opcode::INVOKESTATIC, transformed).op_index(opcode::INVOKESTATIC, define);
    code.return_kind(Kind::Reference);
    let descriptor = "(Ljava/lang/ClassLoader;Ljava/lang/String;)Ljava/lang/Class;";
    builder.add_method(access::STATIC | access::PUBLIC, "load", descriptor, code);
}

fn add_defining(builder: &mut ClassBuilder) {
    const NAME: u16 = 6;
    let module = builder.method_ref("java/lang/ClassLoader", "getUnnamedModule", "()Ljava/lang/Module;", false);
    let replace = builder.method_ref("java/lang/String", "replace", "(CC)Ljava/lang/String;", false);
    let slice = builder.method_ref(AGENTS, "slice", "([BII)[B", false);
    let transformed = builder.method_ref(AGENTS, "transformed", TRANSFORMED, false);
    let defined = builder.method_ref(AGENTS, "defined", DEFINED, false);
    let mut code = CodeBuilder::new();
    let (named, named_so) = (code.label(), code.label());
    code.load(Kind::Reference, 1).jump(opcode::IFNONNULL, named).op(opcode::ACONST_NULL);
    code.store(Kind::Reference, NAME).jump(opcode::GOTO, named_so).place(named);
    code.load(Kind::Reference, 1).push_int(i16::from(b'.')).push_int(i16::from(b'/'));
    code.op_index(opcode::INVOKEVIRTUAL, replace).store(Kind::Reference, NAME).place(named_so);
    code.load(Kind::Reference, 0).load(Kind::Reference, 1);
    code.load(Kind::Reference, 0).op_index(opcode::INVOKEVIRTUAL, module).load(Kind::Reference, 0);
    code.load(Kind::Reference, NAME).op(opcode::ACONST_NULL).load(Kind::Reference, 5);
    code.load(Kind::Reference, 2).load(Kind::Int, 3).load(Kind::Int, 4).op_index(opcode::INVOKESTATIC, slice);
    code.push_int(0).op_index(opcode::INVOKESTATIC, transformed).load(Kind::Reference, 5);
    code.op_index(opcode::INVOKESTATIC, defined).return_kind(Kind::Reference);
    let descriptor = "(Ljava/lang/ClassLoader;Ljava/lang/String;[BIILjava/security/ProtectionDomain;)Ljava/lang/Class;";
    builder.add_method(access::STATIC | access::PUBLIC, "defining", descriptor, code);
}

fn add_starting(builder: &mut ClassBuilder, name: &str, starts: &str, at_start: bool, is_wide: bool) {
    const NAME: u16 = 2;
    const AGENT: u16 = 3;
    const GROWN: u16 = 4;
    let all = builder.field_ref(AGENTS, "all", "[Lsun/instrument/InstrumentationImpl;");
    let open = builder.method_ref(AGENTS, "open", "(Ljava/lang/String;Z)Ljava/lang/String;", false);
    let class = builder.class(IMPLEMENTATION);
    let constructor = builder.method_ref(IMPLEMENTATION, "<init>", if is_wide { "(JZZZ)V" } else { "(JZZ)V" }, false);
    let begin = builder.method_ref(IMPLEMENTATION, starts, "(Ljava/lang/String;Ljava/lang/String;)V", false);
    let copy = "(Ljava/lang/Object;ILjava/lang/Object;II)V";
    let copy = builder.method_ref("java/lang/System", "arraycopy", copy, false);
    let mut code = CodeBuilder::new();
    let (first, grown) = (code.label(), code.label());
    code.load(Kind::Reference, 0).push_int(i16::from(at_start)).op_index(opcode::INVOKESTATIC, open);
    code.store(Kind::Reference, NAME);
    code.op_index(opcode::NEW, class).op(opcode::DUP).push_int(1).op(opcode::I2L).push_int(1).push_int(1);
    if is_wide {
        code.push_int(0);
    }
    code.op_index(opcode::INVOKESPECIAL, constructor).store(Kind::Reference, AGENT);
    code.op_index(opcode::GETSTATIC, all).jump(opcode::IFNULL, first);
    code.op_index(opcode::GETSTATIC, all).op(opcode::ARRAYLENGTH).push_int(1).op(opcode::IADD);
    code.op_index(opcode::ANEWARRAY, class).store(Kind::Reference, GROWN);
    code.op_index(opcode::GETSTATIC, all).push_int(0).load(Kind::Reference, GROWN).push_int(0);
    code.op_index(opcode::GETSTATIC, all).op(opcode::ARRAYLENGTH).op_index(opcode::INVOKESTATIC, copy);
    code.jump(opcode::GOTO, grown).place(first).push_int(1).op_index(opcode::ANEWARRAY, class);
    code.store(Kind::Reference, GROWN).place(grown);
    code.load(Kind::Reference, GROWN).load(Kind::Reference, GROWN).op(opcode::ARRAYLENGTH).push_int(-1);
    code.op(opcode::IADD).load(Kind::Reference, AGENT).op(opcode::AASTORE);
    code.load(Kind::Reference, GROWN).op_index(opcode::PUTSTATIC, all);
    code.load(Kind::Reference, AGENT).load(Kind::Reference, NAME).load(Kind::Reference, 1);
    code.op_index(opcode::INVOKESPECIAL, begin).return_kind(Kind::Void);
    let descriptor = "(Ljava/lang/String;Ljava/lang/String;)V";
    builder.add_method(access::STATIC | access::PUBLIC, name, descriptor, code);
}
