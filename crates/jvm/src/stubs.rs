//! Small methods the machine makes for itself, one class each, cached by what they do. Hidden in stack traces.

use classfile::access;

use crate::assembler::{ClassBuilder, CodeBuilder, opcode};
use crate::class::{Kind, LoaderId, MethodId, Resolved, parameter_descriptors};
use crate::heap::ClassId;
use crate::vm::{Outcome, Vm};

/// What a thrown exception's constructor gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    None,
    Message,
    Cause,
}

/// Names of stub classes start with this, which no Java class can.
pub const PREFIX: &str = "hazard/stub;";

/// The key of the stub that throws what it is given.
const RETHROW: &str = "rethrow";

impl Vm {
    pub fn is_stub_class(&self, class: ClassId) -> bool {
        self.class(class).stub
    }

    /// Whether the class makes and throws an exception of the machine.
    pub fn is_throw_stub(&self, class: ClassId) -> bool {
        self.class(class).stub
            && self.class(class).name.strip_prefix(PREFIX).is_some_and(|rest| rest.starts_with("throw"))
    }

    /// Defines the class a builder holds, for code of `host`; its methods are hidden.
    pub fn define_stub(&mut self, mut builder: ClassBuilder, host: ClassId) -> Outcome<ClassId> {
        let loader = self.class(host).loader;
        let resolved = builder.take_resolved();
        let id = self.define(builder.build(), loader, Some(host))?;
        let class = self.class_mut(id);
        class.verified = true;
        class.stub = true;
        for (index, constant) in resolved {
            class.pool[index as usize] = constant;
        }
        for method in class.methods.clone() {
            self.methods[method.0 as usize].hidden = true;
        }
        // There is nothing to initialise, on any path.
        let statics = self.class(id).statics;
        self.permanently(|vm| {
            let done = vm.heap.header(statics) | crate::heap::header::INIT_DONE;
            vm.heap.set_header(statics, done);
        });
        Ok(id)
    }

    /// `static void stub(argument) { throw new C(argument); }`, one for each native method it is thrown `within`.
    pub(crate) fn throw_stub(
        &mut self,
        class: ClassId,
        argument: Argument,
        within: Option<MethodId>,
    ) -> Outcome<MethodId> {
        let name = self.class(class).name.clone();
        let key = format!("throw {name} {argument:?} {within:?}");
        if let Some(stub) = self.stubs.get(&key) {
            return Ok(*stub);
        }
        let constructor = match argument {
            Argument::None => "()V",
            Argument::Message if self.declared_method(class, "<init>", "(Ljava/lang/String;)V").is_some() => {
                "(Ljava/lang/String;)V"
            }
            // `AssertionError` and a few others take any object.
            Argument::Message => "(Ljava/lang/Object;)V",
            Argument::Cause => "(Ljava/lang/Throwable;)V",
        };
        let mut builder = ClassBuilder::new(&format!("{PREFIX}throw{}", self.stubs.len()), "java/lang/Object");
        let exception = builder.class(&name);
        let method = builder.method_ref(&name, "<init>", constructor, false);
        let mut code = CodeBuilder::new();
        code.op_index(0xbb, exception).op(0x59);
        if argument != Argument::None {
            code.load(Kind::Reference, 0);
        }
        code.op_index(0xb7, method).op(0xbf);
        builder.add_method(access::STATIC | access::PUBLIC, "stub", constructor, code);
        let stub = self.finish_stub(builder, class, key)?;
        if let Some(native) = within {
            self.native_throws.insert(stub, native);
        }
        Ok(stub)
    }

    /// `static void stub(String message, Throwable cause) { throw new C(message).initCause(cause); }`
    pub(crate) fn throw_both_stub(&mut self, class: ClassId) -> Outcome<MethodId> {
        let name = self.class(class).name.clone();
        let key = format!("throw both {name}");
        if let Some(stub) = self.stubs.get(&key) {
            return Ok(*stub);
        }
        let mut builder = ClassBuilder::new(&format!("{PREFIX}throw{}", self.stubs.len()), "java/lang/Object");
        let exception = builder.class(&name);
        let constructor = builder.method_ref(&name, "<init>", "(Ljava/lang/String;)V", false);
        let cause = builder.method_ref(&name, "initCause", "(Ljava/lang/Throwable;)Ljava/lang/Throwable;", false);
        let mut code = CodeBuilder::new();
        code.op_index(0xbb, exception).op(0x59).load(Kind::Reference, 0);
        code.op_index(0xb7, constructor).load(Kind::Reference, 1).op_index(0xb6, cause).op(0xbf);
        let descriptor = "(Ljava/lang/String;Ljava/lang/Throwable;)V";
        builder.add_method(access::STATIC | access::PUBLIC, "stub", descriptor, code);
        self.finish_stub(builder, class, key)
    }

    /// `static void stub(Throwable exception, int handler) { throw exception; }`: keeps an exception while the class of a
    /// handler is loaded.
    pub(crate) fn rethrow_stub(&mut self) -> Outcome<MethodId> {
        if let Some(stub) = self.stubs.get(RETHROW) {
            return Ok(*stub);
        }
        let mut builder = ClassBuilder::new(&format!("{PREFIX}rethrow{}", self.stubs.len()), "java/lang/Object");
        let mut code = CodeBuilder::new();
        code.load(Kind::Reference, 0).op(opcode::ATHROW);
        builder.add_method(access::STATIC | access::PUBLIC, "stub", "(Ljava/lang/Throwable;I)V", code);
        let host = self.load_boot("java/lang/Throwable")?;
        self.finish_stub(builder, host, RETHROW.to_owned())
    }

    /// Hands references that were cleared to their queues, each of which leads to the next by `discovered`, or lets them clean, as those
    /// of direct buffers do; then the objects of an array,
    /// unless that is null, to the thread that finalizes, which is started if that is asked for.
    pub(crate) fn enqueue_stub(&mut self) -> Outcome<MethodId> {
        let key = "enqueue".to_owned();
        if let Some(stub) = self.stubs.get(&key) {
            return Ok(*stub);
        }
        const REFERENCE: &str = "java/lang/ref/Reference";
        const CLEANER: &str = "jdk/internal/ref/Cleaner";
        const FINALIZER: &str = "java/lang/ref/Finalizer";
        const SERVANT: &str = "java/lang/ref/Finalizer$FinalizerThread";
        const GROUP: &str = "()Ljava/lang/ThreadGroup;";
        let mut builder = ClassBuilder::new(&format!("{PREFIX}enqueue{}", self.stubs.len()), "java/lang/Object");
        let next = builder.field_ref(REFERENCE, "discovered", "Ljava/lang/ref/Reference;");
        let enqueue = builder.method_ref(REFERENCE, "enqueueFromPending", "()V", false);
        // Releases of late have none: there direct buffers have a queue like any other.
        let cleans = self.find_class(CLEANER, LoaderId::BOOT)?.is_some();
        let cleaner = builder.class(CLEANER);
        let clean = builder.method_ref(CLEANER, "clean", "()V", false);
        let finalizer = builder.class(FINALIZER);
        let new_finalizer = builder.method_ref(FINALIZER, "<init>", "(Ljava/lang/Object;)V", false);
        let servant = builder.class(SERVANT);
        let new_servant = builder.method_ref(SERVANT, "<init>", "(Ljava/lang/ThreadGroup;)V", false);
        let current = builder.method_ref("java/lang/Thread", "currentThread", "()Ljava/lang/Thread;", false);
        let group_of = builder.method_ref("java/lang/Thread", "getThreadGroup", GROUP, false);
        let parent = builder.field_ref("java/lang/ThreadGroup", "parent", "Ljava/lang/ThreadGroup;");
        let set_daemon = builder.method_ref("java/lang/Thread", "setDaemon", "(Z)V", false);
        let start = builder.method_ref("java/lang/Thread", "start", "()V", false);
        let mut code = CodeBuilder::new();
        let (plain, next_one) = (code.label(), code.label());
        let (again, finalize, object, objects_end, up, top, end) =
            (code.label(), code.label(), code.label(), code.label(), code.label(), code.label(), code.label());
        code.place(again).load(Kind::Reference, 0).jump(opcode::IFNULL, finalize);
        code.load(Kind::Reference, 0).op_index(opcode::GETFIELD, next).store(Kind::Reference, 3);
        code.load(Kind::Reference, 0).op(opcode::ACONST_NULL).op_index(opcode::PUTFIELD, next);
        if cleans {
            code.load(Kind::Reference, 0).op_index(opcode::INSTANCEOF, cleaner).jump(opcode::IFEQ, plain);
            code.load(Kind::Reference, 0).op_index(opcode::CHECKCAST, cleaner).op_index(opcode::INVOKEVIRTUAL, clean);
            code.jump(opcode::GOTO, next_one);
        }
        code.place(plain).load(Kind::Reference, 0).op_index(opcode::INVOKEVIRTUAL, enqueue);
        code.place(next_one).load(Kind::Reference, 3).store(Kind::Reference, 0).jump(opcode::GOTO, again);

        code.place(finalize).load(Kind::Reference, 1).jump(opcode::IFNULL, end).push_int(0).store(Kind::Int, 4);
        code.place(object).load(Kind::Int, 4).load(Kind::Reference, 1).op(opcode::ARRAYLENGTH);
        code.jump(opcode::IF_ICMPGE, objects_end).op_index(opcode::NEW, finalizer).op(opcode::DUP);
        code.load(Kind::Reference, 1).load(Kind::Int, 4).op(opcode::AALOAD);
        code.op_index(opcode::INVOKESPECIAL, new_finalizer).op_index(opcode::INVOKEVIRTUAL, enqueue);
        code.load(Kind::Int, 4).push_int(1).op(opcode::IADD).store(Kind::Int, 4).jump(opcode::GOTO, object);

        // Like the library's own, it belongs to the group that all others are in.
        code.place(objects_end).load(Kind::Int, 2).jump(opcode::IFEQ, end);
        code.op_index(opcode::INVOKESTATIC, current)
            .op_index(opcode::INVOKEVIRTUAL, group_of)
            .store(Kind::Reference, 5);
        code.place(up).load(Kind::Reference, 5).op_index(opcode::GETFIELD, parent).jump(opcode::IFNULL, top);
        code.load(Kind::Reference, 5).op_index(opcode::GETFIELD, parent).store(Kind::Reference, 5);
        code.jump(opcode::GOTO, up).place(top).op_index(opcode::NEW, servant).op(opcode::DUP);
        code.load(Kind::Reference, 5).op_index(opcode::INVOKESPECIAL, new_servant).store(Kind::Reference, 3);
        code.load(Kind::Reference, 3).push_int(1).op_index(opcode::INVOKEVIRTUAL, set_daemon);
        code.load(Kind::Reference, 3).op_index(opcode::INVOKEVIRTUAL, start);
        code.place(end).return_kind(Kind::Void);
        let descriptor = "(Ljava/lang/ref/Reference;[Ljava/lang/Object;Z)V";
        builder.add_method(access::STATIC | access::PUBLIC, "stub", descriptor, code);
        let host = self.load_boot(REFERENCE)?;
        self.finish_stub(builder, host, key)
    }

    /// `static Object stub(Object from, Object to, int length) { System.arraycopy(from, 0, to, 0, length); return to; }`
    pub(crate) fn copy_stub(&mut self) -> Outcome<MethodId> {
        let key = "copy".to_owned();
        if let Some(stub) = self.stubs.get(&key) {
            return Ok(*stub);
        }
        let mut builder = ClassBuilder::new(&format!("{PREFIX}copy{}", self.stubs.len()), "java/lang/Object");
        let descriptor = "(Ljava/lang/Object;ILjava/lang/Object;II)V";
        let copy = builder.method_ref("java/lang/System", "arraycopy", descriptor, false);
        let mut code = CodeBuilder::new();
        code.load(Kind::Reference, 0).push_int(0).load(Kind::Reference, 1).push_int(0).load(Kind::Int, 2);
        code.op_index(opcode::INVOKESTATIC, copy).load(Kind::Reference, 1).return_kind(Kind::Reference);
        let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;I)Ljava/lang/Object;";
        builder.add_method(access::STATIC | access::PUBLIC, "stub", descriptor, code);
        let host = self.load_boot("java/lang/System")?;
        self.finish_stub(builder, host, key)
    }

    pub(crate) fn is_rethrow(&self, method: MethodId) -> bool {
        self.stubs.get(RETHROW) == Some(&method)
    }

    /// Asks a loader for a class; one that answers with nothing, or with another class, has not found it (JVMS 5.3.2).
    pub(crate) fn load_stub(&mut self) -> Outcome<MethodId> {
        let key = "load".to_owned();
        if let Some(stub) = self.stubs.get(&key) {
            return Ok(*stub);
        }
        let mut builder = ClassBuilder::new(&format!("{PREFIX}load{}", self.stubs.len()), "java/lang/Object");
        let ask = "(Ljava/lang/String;)Ljava/lang/Class;";
        let load = builder.method_ref("java/lang/ClassLoader", "loadClass", ask, false);
        let name = builder.method_ref("java/lang/Class", "getName", "()Ljava/lang/String;", false);
        let equals = builder.method_ref("java/lang/String", "equals", "(Ljava/lang/Object;)Z", false);
        let replace = builder.method_ref("java/lang/String", "replace", "(CC)Ljava/lang/String;", false);
        let not_found = builder.class("java/lang/ClassNotFoundException");
        let constructor =
            builder.method_ref("java/lang/ClassNotFoundException", "<init>", "(Ljava/lang/String;)V", false);
        let mut code = CodeBuilder::new();
        let (found, wrong) = (code.label(), code.label());
        code.load(Kind::Reference, 0).load(Kind::Reference, 1).op_index(opcode::INVOKEVIRTUAL, load);
        code.store(Kind::Reference, 2).load(Kind::Reference, 2).jump(opcode::IFNONNULL, found);
        code.place(wrong).op_index(opcode::NEW, not_found).op(opcode::DUP).load(Kind::Reference, 1);
        // The machine's own complaint has the name as class files have it.
        code.push_int(i16::from(b'.')).push_int(i16::from(b'/')).op_index(opcode::INVOKEVIRTUAL, replace);
        code.op_index(opcode::INVOKESPECIAL, constructor).op(opcode::ATHROW);
        code.place(found).load(Kind::Reference, 2).op_index(opcode::INVOKEVIRTUAL, name);
        code.load(Kind::Reference, 1).op_index(opcode::INVOKEVIRTUAL, equals).jump(opcode::IFEQ, wrong);
        code.load(Kind::Reference, 2).return_kind(Kind::Reference);
        let descriptor = "(Ljava/lang/ClassLoader;Ljava/lang/String;)Ljava/lang/Class;";
        builder.add_method(access::STATIC | access::PUBLIC, "stub", descriptor, code);
        let host = self.load_boot("java/lang/ClassLoader")?;
        self.finish_stub(builder, host, key)
    }

    /// `static void stub(String[] arguments) { new C().main(arguments); }`, or without the arguments.
    pub(crate) fn main_stub(&mut self, class: ClassId, main: MethodId) -> Outcome<MethodId> {
        let (name, descriptor) = (self.class(class).name.clone(), self.method(main).descriptor.clone());
        let mut builder = ClassBuilder::new(&format!("{PREFIX}main{}", self.stubs.len()), "java/lang/Object");
        let made = builder.class(&name);
        let constructor = builder.method_ref(&name, "<init>", "()V", false);
        let method = builder.method_ref(&name, "main", &descriptor, false);
        let mut code = CodeBuilder::new();
        code.op_index(0xbb, made).op(0x59).op_index(0xb7, constructor);
        if &*descriptor != "()V" {
            code.load(Kind::Reference, 0);
        }
        code.op_index(0xb6, method).op(0xb1);
        builder.add_method(access::STATIC | access::PUBLIC, "stub", "([Ljava/lang/String;)V", code);
        self.finish_stub(builder, class, format!("main {}", main.0))
    }

    /// Initialises the class that is launched, whoever declares its static main, and calls that.
    pub(crate) fn static_main_stub(&mut self, class: ClassId, main: MethodId) -> Outcome<MethodId> {
        const UNSAFE: &str = "jdk/internal/misc/Unsafe";
        let (name, descriptor) = (self.class(class).name.clone(), self.method(main).descriptor.clone());
        let mut builder = ClassBuilder::new(&format!("{PREFIX}main{}", self.stubs.len()), "java/lang/Object");
        let unsafe_ = builder.method_ref(UNSAFE, "getUnsafe", "()Ljdk/internal/misc/Unsafe;", false);
        let initialize = builder.method_ref(UNSAFE, "ensureClassInitialized", "(Ljava/lang/Class;)V", false);
        let launched = builder.class(&name);
        builder.resolve(launched, Resolved::Class(class));
        let method = builder.method_ref(&name, "main", &descriptor, self.class(class).is_interface());
        builder.resolve(method, Resolved::Method(main));
        let mut code = CodeBuilder::new();
        code.op_index(opcode::INVOKESTATIC, unsafe_).ldc(launched).op_index(opcode::INVOKEVIRTUAL, initialize);
        if &*descriptor != "()V" {
            code.load(Kind::Reference, 0);
        }
        code.op_index(opcode::INVOKESTATIC, method).return_kind(Kind::Void);
        builder.add_method(access::STATIC | access::PUBLIC, "stub", "([Ljava/lang/String;)V", code);
        self.finish_stub(builder, class, format!("main {}", main.0))
    }

    /// `static Object stub(arguments…) { return new C(arguments…); }`
    pub(crate) fn construct_stub(&mut self, constructor: MethodId) -> Outcome<MethodId> {
        let key = format!("new {}", constructor.0);
        if let Some(stub) = self.stubs.get(&key) {
            return Ok(*stub);
        }
        let class = self.method(constructor).class;
        let (name, descriptor) = (self.class(class).name.clone(), self.method(constructor).descriptor.clone());
        let mut builder = ClassBuilder::new(&format!("{PREFIX}new{}", self.stubs.len()), "java/lang/Object");
        let class_index = builder.class(&name);
        let method = builder.method_ref(&name, "<init>", &descriptor, false);
        // A hidden class is named by its id only.
        builder.resolve(class_index, Resolved::Class(class));
        builder.resolve(method, Resolved::Method(constructor));
        let mut code = CodeBuilder::new();
        code.op_index(0xbb, class_index).op(0x59);
        let mut local = 0;
        for parameter in parameter_descriptors(&descriptor) {
            let kind = Kind::of_descriptor(parameter);
            code.load(kind, local);
            local += kind.slots();
        }
        code.op_index(0xb7, method).op(0xb0);
        let stub_descriptor = format!("{}Ljava/lang/Object;", &descriptor[..descriptor.len() - 1]);
        builder.add_method(access::STATIC | access::PUBLIC, "stub", &stub_descriptor, code);
        self.finish_stub(builder, class, key)
    }

    /// Defines the class and remembers its first method under `key`.
    pub(crate) fn finish_stub(&mut self, builder: ClassBuilder, host: ClassId, key: String) -> Outcome<MethodId> {
        let class = self.define_stub(builder, host)?;
        let stub = self.class(class).methods[0];
        self.stubs.insert(key, stub);
        Ok(stub)
    }

    /// Classes of Hazard's API are no place a person looks for their own code.
    pub fn is_api_class(&self, class: ClassId) -> bool {
        let name = &self.class(class).name;
        self.class(class).loader != LoaderId::BOOT
            && ["hazard/", "probabilistic/", "gov/nasa/jpf/", "org/sosy_lab/"]
                .iter()
                .any(|prefix| name.starts_with(prefix))
    }
}
