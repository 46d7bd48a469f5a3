//! What `java.lang.management` asks of its machine. The beans are those of HotSpot with its usual collector, so that programs
//! find the same names; their numbers are the machine's own where it has them, and stand still where they would only tell states
//! apart (times, counts of collections).

use crate::heap::{ELEMENTS, Ref};
use crate::thread::Status;
use crate::vm::{Outcome, Vm};

natives! {
    "sun/management/VMManagementImpl.getVersion0()Ljava/lang/String;" => |vm, _| {
        const FOURTH_SINCE: u16 = 24;
        vm.new_string(if vm.config.java_version >= FOURTH_SINCE { "4.0" } else { "3.0" }).map(Ref::slot)
    };
    "sun/management/VMManagementImpl.initOptionalSupportFields()V" => |vm, _| {
        let class = vm.load_boot("sun/management/VMManagementImpl")?;
        let statics = vm.class(class).statics;
        let fields = ["compTimeMonitoringSupport", "threadContentionMonitoringSupport", "currentThreadCpuTimeSupport",
            "otherThreadCpuTimeSupport", "objectMonitorUsageSupport", "synchronizerUsageSupport",
            "threadAllocatedMemorySupport", "remoteDiagnosticCommandsSupport"];
        for field in fields {
            if let Some(at) = vm.class(class).own_field(field).map(|field| field.offset as usize) {
                vm.heap.put1(statics, at, 1);
            }
        }
        Ok(0)
    };
    "sun/management/VMManagementImpl.getVmArguments0()[Ljava/lang/String;" => super::system::input_arguments;
    "sun/management/VMManagementImpl.getTotalClassCount()J" => |vm, _| Ok(vm.classes.len() as u64);
    "sun/management/VMManagementImpl.getInitializedClassCount()J" => |vm, _| Ok(vm.classes.len() as u64);
    "sun/management/VMManagementImpl.getLoadedClassSize()J" => |_, _| Ok(0);
    "sun/management/VMManagementImpl.getUnloadedClassSize()J" => |_, _| Ok(0);
    "sun/management/VMManagementImpl.getUnloadedClassCount()J" => |_, _| Ok(0);
    "sun/management/VMManagementImpl.getVerboseClass()Z" => |_, _| Ok(0);
    "sun/management/VMManagementImpl.getVerboseGC()Z" => |_, _| Ok(0);
    "sun/management/VMManagementImpl.getTotalCompileTime()J" => |_, _| Ok(0);
    "sun/management/VMManagementImpl.getClassLoadingTime()J" => |_, _| Ok(0);
    "sun/management/VMManagementImpl.getClassInitializationTime()J" => |_, _| Ok(0);
    "sun/management/VMManagementImpl.getClassVerificationTime()J" => |_, _| Ok(0);
    "sun/management/VMManagementImpl.getMethodDataSize()J" => |_, _| Ok(0);
    "sun/management/VMManagementImpl.getSafepointCount()J" => |_, _| Ok(0);
    "sun/management/VMManagementImpl.getTotalSafepointTime()J" => |_, _| Ok(0);
    "sun/management/VMManagementImpl.getSafepointSyncTime()J" => |_, _| Ok(0);
    "sun/management/VMManagementImpl.getTotalApplicationNonStoppedTime()J" => |_, _| Ok(0);
    "sun/management/VMManagementImpl.isThreadAllocatedMemoryEnabled()Z" => |_, _| Ok(1);
    "sun/management/VMManagementImpl.isThreadContentionMonitoringEnabled()Z" => |_, _| Ok(0);
    "sun/management/VMManagementImpl.isThreadCpuTimeEnabled()Z" => |_, _| Ok(1);
    "sun/management/VMManagementImpl.getStartupTime()J" => |_, _| Ok(super::system::EPOCH_MILLIS);
    "sun/management/VMManagementImpl.getUptime0()J" => |vm, _| Ok(vm.time() / 1_000_000);
    "sun/management/VMManagementImpl.getProcessId()I" => |_, _| Ok(1);
    "sun/management/VMManagementImpl.getAvailableProcessors()I" => |_, _| Ok(2);
    "sun/management/VMManagementImpl.getTotalThreadCount()J" => |vm, _| Ok(alive(vm).len() as u64);
    "sun/management/VMManagementImpl.getLiveThreadCount()I" => |vm, _| Ok(alive(vm).len() as u64);
    "sun/management/VMManagementImpl.getPeakThreadCount()I" => |vm, _| Ok(alive(vm).len() as u64);
    "sun/management/VMManagementImpl.getDaemonThreadCount()I" => |vm, _| {
        Ok(vm.threads.iter().filter(|thread| thread.is_alive() && thread.daemon).count() as u64)
    };
    "sun/management/ClassLoadingImpl.setVerboseClass(Z)V" => |_, _| Ok(0);
    "sun/management/MemoryImpl.setVerboseGC(Z)V" => |_, _| Ok(0);
    "sun/management/MemoryImpl.getMemoryPools0()[Ljava/lang/management/MemoryPoolMXBean;" => |vm, _| {
        let beans = beans(vm)?;
        vm.new_object_array("java/lang/management/MemoryPoolMXBean", &beans.pools).map(Ref::slot)
    };
    "sun/management/MemoryImpl.getMemoryManagers0()[Ljava/lang/management/MemoryManagerMXBean;" => |vm, _| {
        let beans = beans(vm)?;
        vm.new_object_array("java/lang/management/MemoryManagerMXBean", &beans.managers).map(Ref::slot)
    };
    "sun/management/MemoryImpl.getMemoryUsage0(Z)Ljava/lang/management/MemoryUsage;" => |vm, args| usage(vm, args[1] & 1 != 0);
    "sun/management/MemoryPoolImpl.getUsage0()Ljava/lang/management/MemoryUsage;" => pool_usage;
    "sun/management/MemoryPoolImpl.getPeakUsage0()Ljava/lang/management/MemoryUsage;" => pool_usage;
    "sun/management/MemoryPoolImpl.getCollectionUsage0()Ljava/lang/management/MemoryUsage;" => pool_usage;
    "sun/management/MemoryPoolImpl.resetPeakUsage0()V" => |_, _| Ok(0);
    "sun/management/MemoryPoolImpl.setUsageThreshold0(JJ)V" => |_, _| Ok(0);
    "sun/management/MemoryPoolImpl.setCollectionThreshold0(JJ)V" => |_, _| Ok(0);
    "sun/management/MemoryPoolImpl.setPoolUsageSensor(Lsun/management/Sensor;)V" => |_, _| Ok(0);
    "sun/management/MemoryPoolImpl.setPoolCollectionSensor(Lsun/management/Sensor;)V" => |_, _| Ok(0);
    "sun/management/MemoryPoolImpl.getMemoryManagers0()[Ljava/lang/management/MemoryManagerMXBean;" => |vm, args| {
        let beans = beans(vm)?;
        let pool = beans.pools.iter().position(|pool| pool.slot() == args[0]).unwrap_or(0);
        // The last one that was made comes first.
        let managers = (0..MANAGERS.len()).rev().filter(|manager| MANAGERS[*manager].pools.contains(&pool));
        let managers: Vec<Ref> = managers.map(|manager| beans.managers[manager]).collect();
        vm.new_object_array("java/lang/management/MemoryManagerMXBean", &managers).map(Ref::slot)
    };
    "sun/management/MemoryManagerImpl.getMemoryPools0()[Ljava/lang/management/MemoryPoolMXBean;" => |vm, args| {
        let beans = beans(vm)?;
        let manager = beans.managers.iter().position(|manager| manager.slot() == args[0]).unwrap_or(0);
        let pools: Vec<Ref> = MANAGERS[manager].pools.iter().map(|pool| beans.pools[*pool]).collect();
        vm.new_object_array("java/lang/management/MemoryPoolMXBean", &pools).map(Ref::slot)
    };
    "sun/management/GarbageCollectorImpl.getCollectionCount()J" => |_, _| Ok(0);
    "sun/management/GarbageCollectorImpl.getCollectionTime()J" => |_, _| Ok(0);
    "sun/management/HotspotThread.getInternalThreadCount()I" => |_, _| Ok(0);
    "sun/management/HotspotThread.getInternalThreadTimes0([Ljava/lang/String;[J)I" => |_, _| Ok(0);
    "sun/management/ThreadImpl.getThreads()[Ljava/lang/Thread;" => |vm, _| {
        let threads = alive(vm);
        vm.new_object_array("java/lang/Thread", &threads).map(Ref::slot)
    };
    "sun/management/ThreadImpl.getThreadInfo1([JI[Ljava/lang/management/ThreadInfo;)V" => |vm, args| {
        let result = Ref::from_slot(args[2]);
        for (index, id) in longs(vm, args[0]).into_iter().enumerate() {
            let told = match with_id(vm, id) {
                Some(thread) => thread_info(vm, thread, args[1] as i32, false, &[])?,
                None => Ref::NULL,
            };
            vm.put_reference(result, ELEMENTS + 4 * index, told);
        }
        Ok(0)
    };
    "sun/management/ThreadImpl.dumpThreads0([JZZI)[Ljava/lang/management/ThreadInfo;" => |vm, args| {
        let all: Vec<Option<usize>> = if args[0] == 0 {
            (0..vm.threads.len()).filter(|index| vm.threads[*index].is_alive()).map(Some).collect()
        } else {
            longs(vm, args[0]).into_iter().map(|id| with_id(vm, id)).collect()
        };
        let locks = if args[2] & 1 != 0 { vm.owned_synchronizers()? } else { Vec::new() };
        let mut told = Vec::new();
        for thread in all {
            told.push(match thread {
                Some(thread) => thread_info(vm, thread, args[3] as i32, args[1] & 1 != 0, &locks)?,
                None => Ref::NULL,
            });
        }
        vm.new_object_array("java/lang/management/ThreadInfo", &told).map(Ref::slot)
    };
    "sun/management/ThreadImpl.findMonitorDeadlockedThreads0()[Ljava/lang/Thread;" => |vm, _| deadlocked(vm, false);
    "sun/management/ThreadImpl.findDeadlockedThreads0()[Ljava/lang/Thread;" => |vm, _| deadlocked(vm, true);
    "sun/management/ThreadImpl.getThreadTotalCpuTime0(J)J" => |_, _| Ok(0);
    "sun/management/ThreadImpl.getThreadUserCpuTime0(J)J" => |_, _| Ok(0);
    "sun/management/ThreadImpl.getThreadAllocatedMemory0(J)J" => |_, _| Ok(0);
    "sun/management/ThreadImpl.getTotalThreadAllocatedMemory()J" => |_, _| Ok(0);
    "sun/management/ThreadImpl.getThreadTotalCpuTime1([J[J)V" => |_, _| Ok(0);
    "sun/management/ThreadImpl.getThreadUserCpuTime1([J[J)V" => |_, _| Ok(0);
    "sun/management/ThreadImpl.getThreadAllocatedMemory1([J[J)V" => |_, _| Ok(0);
    "sun/management/ThreadImpl.setThreadCpuTimeEnabled0(Z)V" => |_, _| Ok(0);
    "sun/management/ThreadImpl.setThreadAllocatedMemoryEnabled0(Z)V" => |_, _| Ok(0);
    "sun/management/ThreadImpl.setThreadContentionMonitoringEnabled0(Z)V" => |_, _| Ok(0);
    "sun/management/ThreadImpl.resetPeakThreadCount0()V" => |_, _| Ok(0);
    "sun/management/ThreadImpl.resetContentionTimes0(J)V" => |_, _| Ok(0);
    "com/sun/management/internal/DiagnosticCommandImpl.getDiagnosticCommands()[Ljava/lang/String;" => |vm, _| vm.new_object_array("java/lang/String", &[]).map(Ref::slot);
    "com/sun/management/internal/DiagnosticCommandImpl.getDiagnosticCommandInfo([Ljava/lang/String;)[Lcom/sun/management/internal/DiagnosticCommandInfo;" => |vm, _| {
        vm.new_object_array("com/sun/management/internal/DiagnosticCommandInfo", &[]).map(Ref::slot)
    };
    "com/sun/management/internal/DiagnosticCommandImpl.setNotificationEnabled(Z)V" => |_, _| Ok(0);
    "com/sun/management/internal/Flag.initialize()V" => |_, _| Ok(0);
    "com/sun/management/internal/Flag.getInternalFlagCount()I" => |_, _| Ok(0);
    "com/sun/management/internal/Flag.getAllFlagNames()[Ljava/lang/String;" => |vm, _| vm.new_object_array("java/lang/String", &[]).map(Ref::slot);
    // No option of HotSpot's exists here.
    "com/sun/management/internal/Flag.getFlags([Ljava/lang/String;[Lcom/sun/management/internal/Flag;I)I" => |_, _| Ok(0);
    "com/sun/management/internal/GarbageCollectorExtImpl.setNotificationEnabled(Lcom/sun/management/GarbageCollectorMXBean;Z)V" => |_, _| Ok(0);
    "com/sun/management/internal/GcInfoBuilder.getNumGcExtAttributes(Ljava/lang/management/GarbageCollectorMXBean;)I" => |_, _| Ok(1);
    "com/sun/management/internal/GcInfoBuilder.fillGcAttributeInfo(Ljava/lang/management/GarbageCollectorMXBean;I[Ljava/lang/String;[C[Ljava/lang/String;)V" => |vm, args| {
        let (name, description) = (vm.new_string("GcThreadCount")?, vm.new_string("Number of GC threads")?);
        vm.put_reference(Ref::from_slot(args[3]), ELEMENTS, name);
        vm.heap.put2(Ref::from_slot(args[4]), ELEMENTS, u16::from(b'I'));
        vm.put_reference(Ref::from_slot(args[5]), ELEMENTS, description);
        Ok(0)
    };
    // Nothing was collected yet that anybody could tell.
    "com/sun/management/internal/GcInfoBuilder.getLastGcInfo0(Ljava/lang/management/GarbageCollectorMXBean;I[Ljava/lang/Object;[C[Ljava/lang/management/MemoryUsage;[Ljava/lang/management/MemoryUsage;)Lcom/sun/management/GcInfo;" => |_, _| Ok(0);
    "com/sun/management/internal/OperatingSystemImpl.initialize0()V" => |_, _| Ok(0);
    "com/sun/management/internal/OperatingSystemImpl.getHostTotalCpuTicks0()J" => |_, _| Ok(0);
    "com/sun/management/internal/OperatingSystemImpl.getHostOnlineCpuCount0()I" => |_, _| Ok(2);
    "com/sun/management/internal/OperatingSystemImpl.getHostConfiguredCpuCount0()I" => |_, _| Ok(2);
    "com/sun/management/internal/OperatingSystemImpl.getProcessCpuLoad0()D" => |_, _| Ok(0);
    "com/sun/management/internal/OperatingSystemImpl.getCpuLoad0()D" => |_, _| Ok(0);
    "com/sun/management/internal/OperatingSystemImpl.getSingleCpuLoad0(I)D" => |_, _| Ok(0);
    "com/sun/management/internal/OperatingSystemImpl.getProcessCpuTime0()J" => |_, _| Ok(0);
    "com/sun/management/internal/OperatingSystemImpl.getCommittedVirtualMemorySize0()J" => |vm, _| Ok(heap_bytes(vm));
    "com/sun/management/internal/OperatingSystemImpl.getTotalSwapSpaceSize0()J" => |_, _| Ok(0);
    "com/sun/management/internal/OperatingSystemImpl.getFreeSwapSpaceSize0()J" => |_, _| Ok(0);
    "com/sun/management/internal/OperatingSystemImpl.getTotalMemorySize0()J" => |vm, _| Ok(4 * heap_bytes(vm));
    "com/sun/management/internal/OperatingSystemImpl.getFreeMemorySize0()J" => |vm, _| Ok(2 * heap_bytes(vm));
    "com/sun/management/internal/OperatingSystemImpl.getOpenFileDescriptorCount0()J" => |vm, _| {
        Ok(3 + vm.path.files.iter().flatten().count() as u64)
    };
    "com/sun/management/internal/OperatingSystemImpl.getMaxFileDescriptorCount0()J" => |_, _| Ok(1 << 20);
}

struct Pool {
    name: &'static str,
    heap: bool,
}

struct Manager {
    name: &'static str,
    collects: bool,
    /// Places in [`POOLS`].
    pools: &'static [usize],
}

const MANAGERS: [Manager; 4] = [
    Manager { name: "CodeCacheManager", collects: false, pools: &[0, 2, 7] },
    Manager { name: "Metaspace Manager", collects: false, pools: &[1, 3] },
    Manager { name: "G1 Young Generation", collects: true, pools: &[4, 6, 5] },
    Manager { name: "G1 Old Generation", collects: true, pools: &[4, 6, 5] },
];

const POOLS: [Pool; 8] = [
    Pool { name: "CodeHeap 'non-nmethods'", heap: false },
    Pool { name: "Metaspace", heap: false },
    Pool { name: "CodeHeap 'profiled nmethods'", heap: false },
    Pool { name: "Compressed Class Space", heap: false },
    Pool { name: "G1 Eden Space", heap: true },
    Pool { name: "G1 Old Gen", heap: true },
    Pool { name: "G1 Survivor Space", heap: true },
    Pool { name: "CodeHeap 'non-profiled nmethods'", heap: false },
];

/// The beans of pools and their managers, made once: they belong to all states.
#[derive(Clone, Default)]
pub struct Beans {
    pools: Vec<Ref>,
    managers: Vec<Ref>,
}

fn beans(vm: &mut Vm) -> Outcome<Beans> {
    if vm.beans.pools.is_empty() {
        vm.beans = vm.permanently(make_beans)?;
    }
    Ok(vm.beans.clone())
}

fn make_beans(vm: &mut Vm) -> Outcome<Beans> {
    let factory = vm.load_boot("sun/management/ManagementFactoryHelper")?;
    let collectors = vm.load_boot("com/sun/management/internal/GarbageCollectorExtImpl")?;
    let mut beans = Beans::default();
    for pool in &POOLS {
        let name = vm.intern_text(pool.name)?;
        // A threshold of -1 is none that could be set.
        let arguments = [name.slot(), u64::from(pool.heap), 0, 0, if pool.heap { 0 } else { u64::MAX }, 0];
        let descriptor = "(Ljava/lang/String;ZJJ)Ljava/lang/management/MemoryPoolMXBean;";
        let bean = vm.call_static(factory, "createMemoryPool", descriptor, &arguments)?;
        beans.pools.push(Ref::from_slot(bean));
    }
    for manager in &MANAGERS {
        let name = vm.intern_text(manager.name)?;
        let bean = if manager.collects {
            let descriptor = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/management/GarbageCollectorMXBean;";
            vm.call_static(collectors, "createGarbageCollector", descriptor, &[name.slot(), 0])?
        } else {
            let descriptor = "(Ljava/lang/String;)Ljava/lang/management/MemoryManagerMXBean;";
            vm.call_static(factory, "createMemoryManager", descriptor, &[name.slot()])?
        };
        beans.managers.push(Ref::from_slot(bean));
    }
    Ok(beans)
}

fn heap_bytes(vm: &Vm) -> u64 {
    vm.config.heap_words as u64 * 8
}

/// How much is used is a number that no state should depend on: it is the same always.
fn usage(vm: &mut Vm, heap: bool) -> Outcome<u64> {
    let class = vm.load_boot("java/lang/management/MemoryUsage")?;
    vm.ensure_initialized(class)?;
    let object = vm.allocate(class)?;
    let whole = heap_bytes(vm);
    let numbers = if heap { [whole / 4, whole / 8, whole / 4, whole] } else { [1 << 22, 1 << 22, 1 << 23, u64::MAX] };
    for (field, number) in ["init", "used", "committed", "max"].into_iter().zip(numbers) {
        put_wide(vm, object, field, number);
    }
    Ok(object.slot())
}

fn pool_usage(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let beans = beans(vm)?;
    let pool = beans.pools.iter().position(|pool| pool.slot() == args[0]);
    usage(vm, pool.is_some_and(|pool| POOLS[pool].heap))
}

fn alive(vm: &Vm) -> Vec<Ref> {
    vm.threads.iter().filter(|thread| thread.is_alive()).map(|thread| thread.object).collect()
}

fn longs(vm: &Vm, array: u64) -> Vec<u64> {
    let array = Ref::from_slot(array);
    (0..vm.heap.array_length(array) as usize).map(|index| vm.heap.get8(array, ELEMENTS + 8 * index)).collect()
}

fn id_of(vm: &Vm, index: usize) -> u64 {
    let object = vm.threads[index].object;
    vm.offset_of(vm.known.thread, "tid").map_or(0, |at| vm.heap.get8(object, at as usize))
}

fn with_id(vm: &Vm, id: u64) -> Option<usize> {
    (0..vm.threads.len()).find(|index| vm.threads[*index].is_alive() && id_of(vm, *index) == id)
}

fn put_wide(vm: &mut Vm, object: Ref, field: &str, value: u64) {
    if let Some(at) = vm.offset_of(vm.heap.class_of(object), field) {
        vm.heap.put8(object, at as usize, value);
    }
}

fn put_object(vm: &mut Vm, object: Ref, field: &str, value: Ref) {
    if let Some(at) = vm.offset_of(vm.heap.class_of(object), field) {
        vm.put_reference(object, at as usize, value);
    }
}

/// A `ThreadInfo`, filled in as its constructor would; `depth` frames of the stack, all if negative or huge; of the locks with
/// their owners those that are its own.
fn thread_info(vm: &mut Vm, index: usize, depth: i32, monitors: bool, locks: &[(Ref, Ref)]) -> Outcome<Ref> {
    let class = vm.load_boot("java/lang/management/ThreadInfo")?;
    vm.initialize_sync(class)?;
    let states = vm.load_boot("java/lang/Thread$State")?;
    vm.initialize_sync(states)?;
    let info = vm.allocate(class)?;
    let thread = vm.threads[index].object;
    let name = vm.thread_name(index);
    let name = vm.new_string(&name)?;
    put_object(vm, info, "threadName", name);
    let id = id_of(vm, index);
    put_wide(vm, info, "threadId", id);
    for field in ["blockedTime", "waitedTime", "lockOwnerId"] {
        put_wide(vm, info, field, u64::MAX);
    }
    let (state, lock) = match vm.threads[index].status {
        Status::Runnable | Status::Polling { .. } | Status::Terminated => ("RUNNABLE", Ref::NULL),
        Status::Blocked(on) | Status::Reacquiring { on, .. } => ("BLOCKED", on),
        Status::Waiting { on, timed, .. } => (if timed { "TIMED_WAITING" } else { "WAITING" }, on),
        Status::Parked { timed } => {
            let blocker = vm.offset_of(vm.known.thread, "parkBlocker").map(|at| vm.heap.get_ref(thread, at as usize));
            (if timed { "TIMED_WAITING" } else { "WAITING" }, blocker.unwrap_or(Ref::NULL))
        }
        Status::Sleeping => ("TIMED_WAITING", Ref::NULL),
        Status::InitializationWait(_) => ("RUNNABLE", Ref::NULL),
    };
    let state = vm.static_ref(states, state);
    put_object(vm, info, "threadState", state);
    if !lock.is_null() {
        let told = lock_info(vm, "java/lang/management/LockInfo", lock)?;
        put_object(vm, info, "lock", told);
        let text = format!("{}@{:x}", vm.class(vm.heap.class_of(lock)).java_name(), vm.heap.identity_hash(lock));
        let text = vm.new_string(&text)?;
        put_object(vm, info, "lockName", text);
    }
    if let Some(owner) = vm.awaited_thread(index) {
        let (id, name) = (id_of(vm, owner), vm.thread_name(owner));
        put_wide(vm, info, "lockOwnerId", id);
        let name = vm.new_string(&name)?;
        put_object(vm, info, "lockOwnerName", name);
    }
    if let Some(at) = vm.offset_of(class, "daemon") {
        let daemon = u8::from(vm.threads[index].daemon);
        vm.heap.put1(info, at as usize, daemon);
    }
    if let Some(at) = vm.offset_of(class, "priority") {
        vm.heap.put4(info, at as usize, 5);
    }
    let stack = super::thread::stack_of(vm, thread)?;
    let mut trace = vm.array_refs(stack);
    trace.truncate(if depth < 0 { usize::MAX } else { depth as usize });
    let trace = vm.new_object_array("java/lang/StackTraceElement", &trace)?;
    put_object(vm, info, "stackTrace", trace);
    let lines = vm.array_refs(trace);
    let held = if monitors { held_monitors(vm, index, &lines)? } else { Vec::new() };
    let held = vm.new_object_array("java/lang/management/MonitorInfo", &held)?;
    put_object(vm, info, "lockedMonitors", held);
    let mut owned = Vec::new();
    for (lock, _) in locks.iter().filter(|(_, owner)| *owner == thread) {
        owned.push(lock_info(vm, "java/lang/management/LockInfo", *lock)?);
    }
    let owned = vm.new_object_array("java/lang/management/LockInfo", &owned)?;
    put_object(vm, info, "lockedSynchronizers", owned);
    Ok(info)
}

fn lock_info(vm: &mut Vm, class: &str, lock: Ref) -> Outcome<Ref> {
    let class = vm.load_boot(class)?;
    vm.initialize_sync(class)?;
    let info = vm.allocate(class)?;
    let name = vm.class(vm.heap.class_of(lock)).java_name();
    let name = vm.new_string(&name)?;
    put_object(vm, info, "className", name);
    let hash = vm.heap.identity_hash(lock);
    if let Some(at) = vm.offset_of(class, "identityHashCode") {
        vm.heap.put4(info, at as usize, hash as u32);
    }
    Ok(info)
}

/// The monitors that a thread holds, innermost first, with the depths of the frames that took them. A compiler's `synchronized`
/// leaves the object in a variable of that frame.
fn held_monitors(vm: &mut Vm, index: usize, trace: &[Ref]) -> Outcome<Vec<Ref>> {
    let thread = &vm.threads[index];
    let mut held: Vec<(Ref, usize)> = Vec::new();
    // Frames that no trace shows (of the machine's own methods) are no part of depths.
    let shown = thread.frames.iter().filter(|frame| !vm.method(frame.method).hidden).count();
    let mut above = shown;
    for frame in &thread.frames {
        above -= usize::from(!vm.method(frame.method).hidden);
        let mut candidates = vec![frame.monitor];
        if !vm.method(frame.method).code.instrs.is_empty() {
            let takes = |instr: &std::cell::Cell<crate::instr::Instr>| instr.get().op == crate::instr::Op::Monitorenter;
            if vm.method(frame.method).code.instrs.iter().any(takes) {
                let map = vm.frame_map(thread, frame);
                let slots = map.ref_locals.iter().map(|slot| usize::from(*slot));
                candidates.extend(slots.map(|slot| Ref::from_slot(thread.stack[frame.base as usize + slot])));
            }
        }
        for object in candidates {
            let is_held = !object.is_null() && vm.monitor_owner(object) == Some(index);
            if is_held && !held.iter().any(|(known, _)| *known == object) {
                held.push((object, above));
            }
        }
    }
    // Native methods are no frames here, but they are lines of traces.
    let natives = trace.len().saturating_sub(shown);
    let mut told = Vec::new();
    for (lock, depth) in held.into_iter().rev() {
        let info = lock_info(vm, "java/lang/management/MonitorInfo", lock)?;
        let depth = depth + natives;
        if let Some(at) = vm.offset_of(vm.heap.class_of(info), "stackDepth") {
            vm.heap.put4(info, at as usize, depth as u32);
        }
        put_object(vm, info, "stackFrame", trace.get(depth).copied().unwrap_or(Ref::NULL));
        told.push(info);
    }
    Ok(told)
}

/// The threads that wait for each other in a circle; null if there are none.
fn deadlocked(vm: &mut Vm, locks_too: bool) -> Outcome<u64> {
    let waits = |index: &usize| match vm.threads[*index].status {
        Status::Blocked(_) | Status::Reacquiring { .. } => true,
        Status::Parked { .. } => locks_too,
        _ => false,
    };
    let mut stuck = Vec::new();
    for start in (0..vm.threads.len()).filter(waits) {
        let mut at = start;
        for _ in 0..vm.threads.len() {
            match vm.awaited_thread(at).filter(waits) {
                Some(next) if next == start => {
                    stuck.push(vm.threads[start].object);
                    break;
                }
                Some(next) => at = next,
                None => break,
            }
        }
    }
    if stuck.is_empty() {
        return Ok(0);
    }
    vm.new_object_array("java/lang/Thread", &stuck).map(Ref::slot)
}
