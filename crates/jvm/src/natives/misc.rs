//! Natives of the library that belong to no larger family: native libraries, the modules image as the library's own
//! reader sees it, previews, containers, virtual threads' notices.

use crate::heap::Ref;
use crate::vm::{Outcome, Trap, Vm, throw};

natives! {
    "jdk/internal/jimage/NativeImageBuffer.getNativeMap(Ljava/lang/String;)Ljava/nio/ByteBuffer;" => map_image;
    // Nothing is recorded here, and the library takes it from this error: recordings are not available, and events are not enabled.
    "jdk/jfr/internal/JVM.isAvailable()Z" => |_, _| throw("java/lang/UnsatisfiedLinkError", "jdk.jfr.internal.JVM.isAvailable()");
    "jdk/jfr/internal/JVM.subscribeLogLevel(Ljdk/jfr/internal/LogTag;I)V" => |_, _| Ok(0);
    "jdk/internal/perf/Perf.createLong(Ljava/lang/String;IIJ)Ljava/nio/ByteBuffer;" => performance_counter;
    // The natives of the library's own libraries are built in.
    "jdk/internal/loader/BootLoader.loadLibrary(Ljava/lang/String;)V" => |_, _| Ok(0);
    "java/lang/Runtime.loadLibrary0(Ljava/lang/Class;Ljava/lang/String;)V" => |vm, args| {
        let class = vm.mirrored_or_npe(args[1])?;
        if vm.class(class).library { Ok(0) } else { Err(Trap::FallThrough) }
    };
    "jdk/internal/loader/NativeLibraries.findBuiltinLib(Ljava/lang/String;)Ljava/lang/String;" => |_, _| Ok(0);
    "jdk/internal/loader/NativeLibraries.load(Ljdk/internal/loader/NativeLibraries$NativeLibraryImpl;Ljava/lang/String;ZZZ)Z" => load_library;
    "jdk/internal/loader/NativeLibraries.load(Ljdk/internal/loader/NativeLibraries$NativeLibraryImpl;Ljava/lang/String;ZZ)Z" => load_library;
    "jdk/internal/loader/NativeLibraries.unload(Ljava/lang/String;ZZJ)V" => |_, _| Ok(0);
    "jdk/internal/loader/NativeLibraries.unload(Ljava/lang/String;ZJ)V" => |_, _| Ok(0);
    "jdk/internal/loader/NativeLibraries.findEntry0(Ljdk/internal/loader/NativeLibraries$NativeLibraryImpl;Ljava/lang/String;)J" => |_, _| Ok(0);
    "jdk/internal/loader/NativeLibrary.findEntry0(JLjava/lang/String;)J" => |_, _| Ok(0);
    "jdk/internal/loader/RawNativeLibraries.load0(Ljdk/internal/loader/RawNativeLibraries$RawNativeLibraryImpl;Ljava/lang/String;)Z" => |_, _| Ok(0);
    "jdk/internal/loader/RawNativeLibraries.unload0(Ljava/lang/String;J)V" => |_, _| Ok(0);
    "jdk/internal/misc/PreviewFeatures.isPreviewEnabled()Z" => |_, _| Ok(0);
    "jdk/internal/misc/CDS.defineArchivedModules(Ljava/lang/ClassLoader;Ljava/lang/ClassLoader;)V" => |_, _| Ok(0);
    "jdk/internal/misc/CDS.needsClassInitBarrier0(Ljava/lang/Class;)Z" => |_, _| Ok(0);
    "jdk/internal/misc/CDS.dumpClassList(Ljava/lang/String;)V" => |_, _| Ok(0);
    "jdk/internal/misc/CDS.dumpDynamicArchive(Ljava/lang/String;)V" => |_, _| Ok(0);
    "java/lang/invoke/LambdaProxyClassArchive.addToArchive(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MemberName;Ljava/lang/invoke/MethodType;Ljava/lang/Class;)V" => |_, _| Ok(0);
    "java/lang/invoke/LambdaProxyClassArchive.findFromArchive(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MemberName;Ljava/lang/invoke/MethodType;)Ljava/lang/Class;" => |_, _| Ok(0);
    "jdk/internal/misc/ScopedMemoryAccess.closeScope0(Ljdk/internal/misc/ScopedMemoryAccess$Scope;Ljdk/internal/misc/ScopedMemoryAccess$Scope$ScopedAccessError;)Z" => |_, _| Ok(1);
    "jdk/internal/misc/ScopedMemoryAccess.closeScope0(Ljdk/internal/foreign/MemorySessionImpl;Ljdk/internal/misc/ScopedMemoryAccess$ScopedAccessError;)V" => |_, _| Ok(0);
    "jdk/internal/vm/ForeignLinkerSupport.isSupported0()Z" => |_, _| Ok(0);
    "jdk/internal/vm/vector/VectorSupport.getMaxLaneCount(Ljava/lang/Class;)I" => |_, _| Ok(u64::from(u32::MAX));
    "jdk/internal/vm/vector/VectorSupport.getCPUFeatures()Ljava/lang/String;" => |vm, _| vm.new_string("").map(Ref::slot);
    "jdk/internal/vm/VMSupport.getVMTemporaryDirectory()Ljava/lang/String;" => |vm, _| vm.new_string("/tmp").map(Ref::slot);
    "jdk/internal/vm/VMSupport.initAgentProperties(Ljava/util/Properties;)Ljava/util/Properties;" => |_, args| Ok(args[0]);
    "jdk/internal/vm/Continuation.pin()V" => |_, _| Ok(0);
    "jdk/internal/vm/Continuation.unpin()V" => |_, _| Ok(0);
    "jdk/internal/vm/Continuation.isPinned0(Ljdk/internal/vm/ContinuationScope;)I" => |_, _| Ok(0);
    "java/lang/VirtualThread.notifyJvmtiStart()V" => |_, _| Ok(0);
    "java/lang/VirtualThread.notifyJvmtiEnd()V" => |_, _| Ok(0);
    "java/lang/VirtualThread.notifyJvmtiMount(Z)V" => |_, _| Ok(0);
    "java/lang/VirtualThread.notifyJvmtiUnmount(Z)V" => |_, _| Ok(0);
    "java/lang/VirtualThread.notifyJvmtiDisableSuspend(Z)V" => |_, _| Ok(0);
    "java/lang/VirtualThread.postPinnedEvent(Ljava/lang/String;)V" => |_, _| Ok(0);
    "jdk/internal/platform/CgroupMetrics.isUseContainerSupport()Z" => |_, _| Ok(0);
    "jdk/internal/platform/CgroupMetrics.isContainerized0()Z" => |_, _| Ok(0);
    "jdk/internal/platform/CgroupMetrics.getTotalMemorySize0()J" => |vm, _| Ok(vm.config.heap_words as u64 * 8);
    "jdk/internal/platform/CgroupMetrics.getTotalSwapSize0()J" => |_, _| Ok(0);
}

/// The image is there already: the library's reader gets a buffer over it instead of reading the file.
fn map_image(vm: &mut Vm, _: &[u64]) -> Outcome<u64> {
    let image = vm.image.clone();
    let (address, length) = vm.memory.map_image(&image);
    direct_buffer(vm, address, length)
}

/// A buffer over off-heap memory. It belongs to every state, like the memory; nor may it move while it is constructed.
fn direct_buffer(vm: &mut Vm, address: u64, length: usize) -> Outcome<u64> {
    let class = vm.load_boot("java/nio/DirectByteBuffer")?;
    vm.initialize_sync(class)?;
    vm.permanently(|vm| {
        let buffer = vm.allocate(class)?;
        let with_int = vm.declared_method(class, "<init>", "(JI)V").is_some();
        if with_int {
            vm.construct(buffer, "(JI)V", &[address, 0, length as u64])?;
        } else {
            vm.construct(buffer, "(JJ)V", &[address, 0, length as u64, 0])?;
        }
        Ok(buffer.slot())
    })
}

/// A counter that diagnostic tools would look at; nobody does.
fn performance_counter(vm: &mut Vm, _: &[u64]) -> Outcome<u64> {
    let address = vm.memory.allocate(8, false);
    direct_buffer(vm, address, 8)
}

/// Native code does not run here. Libraries that use it mostly do without where they must, so the program is told as by a
/// machine that the library was not built for, and what is said of it rests on that.
fn load_library(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    const HEADER: usize = 64;
    let path = vm.string_text(Ref::from_slot(args[1]));
    let why = match vm.path.disk.contents(&path) {
        Ok(bytes) if bytes.starts_with(b"\x7fELF") && bytes.len() >= HEADER => {
            vm.path.without_native_code = true;
            vm.noticed.native_code.insert(path.rsplit('/').next().unwrap_or(&path).to_owned());
            "native code does not run on this machine"
        }
        Ok(bytes) if bytes.len() < HEADER => "file too short",
        Ok(_) => "invalid ELF header",
        Err(_) => "cannot open shared object file: No such file or directory",
    };
    throw("java/lang/UnsatisfiedLinkError", format!("{path}: {path}: {why}"))
}
