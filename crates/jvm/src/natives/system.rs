//! `java.lang.System`, `Runtime`, system properties, signals, and what the library asks of its machine.

use crate::heap::Ref;
use crate::readings::Clock;
use crate::thread::FrameKind;
use crate::vm::{Outcome, Trap, Vm};

/// A fixed number, because it changes what the library does: two, so that parallel streams are parallel. Classes that
/// spin before they block, if there is more than one processor, are told that there is one. The common pool, to which all
/// asynchronous tasks go from version 25 on (before, each got a thread of its own on two processors), is told of one more, so
/// that two tasks can overlap.
fn processors(vm: &Vm) -> u64 {
    const COMMON_POOL_FOR_ALL: u16 = 25;
    let asking = vm.thread().frames.last().map(|frame| &*vm.class(vm.method(frame.method).class).name);
    match asking.and_then(|name| name.strip_prefix("java/util/concurrent/")) {
        Some("Exchanger" | "Phaser") => 1,
        Some(name)
            if ["SynchronousQueue", "LinkedTransferQueue", "locks/"].iter().any(|stem| name.starts_with(stem)) =>
        {
            1
        }
        Some("ForkJoinPool") if vm.config.java_version >= COMMON_POOL_FOR_ALL => 3,
        _ => 2,
    }
}

natives! {
    "java/lang/System.registerNatives()V" => |_, _| Ok(0);
    "java/lang/System.setIn0(Ljava/io/InputStream;)V" => |vm, args| set_stream(vm, "in", args[0]);
    "java/lang/System.setOut0(Ljava/io/PrintStream;)V" => |vm, args| set_stream(vm, "out", args[0]);
    "java/lang/System.setErr0(Ljava/io/PrintStream;)V" => |vm, args| set_stream(vm, "err", args[0]);
    "java/lang/System.nanoTime()J" => |vm, _| read(vm, Clock::Nano);
    "java/lang/System.currentTimeMillis()J" => |vm, _| read(vm, Clock::Wall);
    "jdk/internal/misc/VM.getNanoTimeAdjustment(J)J" => |vm, args| {
        let now = EPOCH_MILLIS / 1000;
        if vm.is_clock_free() && reads_for_program(vm) && let Some(place) = vm.location() {
            vm.noticed.settled_clocks.insert(place);
        }
        Ok((now as i64 - args[0] as i64).wrapping_mul(1_000_000_000) as u64 + read_clock(vm))
    };
    "java/lang/System.mapLibraryName(Ljava/lang/String;)Ljava/lang/String;" => |vm, args| {
        let name = vm.string_text(Ref::from_slot(args[0]));
        vm.new_string(&format!("lib{name}.so")).map(Ref::slot)
    };
    "java/lang/Runtime.availableProcessors()I" => |vm, _| Ok(processors(vm));
    "java/lang/Runtime.maxMemory()J" => |vm, _| Ok(vm.config.heap_words as u64 * 8);
    "java/lang/Runtime.totalMemory()J" => |vm, _| Ok(vm.config.heap_words as u64 * 8);
    "java/lang/Runtime.freeMemory()J" => |vm, _| Ok(vm.config.heap_words as u64 * 4);
    "java/lang/Runtime.gc()V" => |vm, _| {
        if !vm.booted || vm.heap.is_permanent_mode() {
            return Ok(0);
        }
        if !vm.config.run_once {
            if let Some(place) = vm.location() {
                vm.noticed.collections.insert(place);
            }
            return Ok(0);
        }
        let cleared = vm.clear_references(false)?;
        if cleared.is_nothing() {
            return Ok(0);
        }
        let enqueue = vm.enqueue_stub()?;
        vm.enter(enqueue, &cleared.arguments(), FrameKind::Normal)
    };
    "java/lang/Shutdown.beforeHalt()V" => |_, _| Ok(0);
    "java/lang/Shutdown.halt0(I)V" => |vm, args| vm.exit_program(args[0] as i32);
    "jdk/internal/util/SystemProps$Raw.vmProperties()[Ljava/lang/String;" => vm_properties;
    "jdk/internal/util/SystemProps$Raw.platformProperties()[Ljava/lang/String;" => platform_properties;
    "jdk/internal/misc/VM.initialize()V" => |_, _| Ok(0);
    // Nothing of `java.lang.invoke` needs to be prepared before the program runs.
    "jdk/internal/misc/VM.isJavaLangInvokeInited()Z" => |vm, _| Ok(u64::from(vm.booted));
    "jdk/internal/misc/VM.initializeFromArchive(Ljava/lang/Class;)V" => |_, _| Ok(0);
    "jdk/internal/misc/VM.latestUserDefinedLoader0()Ljava/lang/ClassLoader;" => |vm, _| {
        let frames = vm.thread().frames.iter().rev();
        let user = frames.map(|frame| vm.class(vm.method(frame.method).class)).find(|class| !class.library);
        Ok(user.map_or(0, |class| vm.loader_object(class.loader).slot()))
    };
    "jdk/internal/misc/VM.getRuntimeArguments()[Ljava/lang/String;" => input_arguments;
    "jdk/internal/misc/VM.getuid()J" => |_, _| Ok(1000);
    "jdk/internal/misc/VM.geteuid()J" => |_, _| Ok(1000);
    "jdk/internal/misc/VM.getgid()J" => |_, _| Ok(1000);
    "jdk/internal/misc/VM.getegid()J" => |_, _| Ok(1000);
    "jdk/internal/misc/Signal.findSignal0(Ljava/lang/String;)I" => |_, _| Ok(u64::from(u32::MAX));
    "jdk/internal/misc/Signal.handle0(IJ)J" => |_, _| Ok(0);
    "jdk/internal/misc/Signal.raise0(I)V" => |_, _| Ok(0);
    "jdk/internal/misc/CDS.getRandomSeedForDumping()J" => |_, _| Ok(0x2545_F491_4F6C_DD1D);
    "jdk/internal/misc/CDS.initializeFromArchive(Ljava/lang/Class;)V" => |_, _| Ok(0);
    "jdk/internal/misc/CDS.isDumpingArchive0()Z" => |_, _| Ok(0);
    "jdk/internal/misc/CDS.isDumpingClassList0()Z" => |_, _| Ok(0);
    "jdk/internal/misc/CDS.isSharingEnabled0()Z" => |_, _| Ok(0);
    "jdk/internal/misc/CDS.getCDSConfigStatus()I" => |_, _| Ok(0);
    "jdk/internal/misc/CDS.defineArchivedModules(Ljava/lang/Object;Ljava/lang/Object;)V" => |_, _| Ok(0);
    "jdk/internal/misc/CDS.logLambdaFormInvoker(Ljava/lang/String;)V" => |_, _| Ok(0);
    "java/lang/ref/Reference.refersTo0(Ljava/lang/Object;)Z" => refers_to;
    "java/lang/ref/PhantomReference.refersTo0(Ljava/lang/Object;)Z" => refers_to;
    "java/lang/ref/Reference.clear0()V" => clear_reference;
    "java/lang/ref/PhantomReference.clear0()V" => clear_reference;
    "java/lang/ref/Reference.getAndClearReferencePendingList()Ljava/lang/ref/Reference;" => |_, _| Ok(0);
    "java/lang/ref/Reference.hasReferencePendingList()Z" => |_, _| Ok(0);
    "java/lang/ref/Finalizer.isFinalizationEnabled()Z" => |_, _| Ok(0);
    "java/lang/ref/Finalizer.reportComplete(Ljava/lang/Object;)V" => |_, _| Ok(0);
    "java/lang/ref/Finalizer.startFinalizerThread(Ljava/lang/ThreadGroup;)V" => |_, _| Ok(0);
    // Neither of these threads ever has anything to do: references are cleared by `Runtime.gc` only, which sees to their queues.
    "java/lang/ref/Reference.startReferenceHandlerThread(Ljava/lang/ThreadGroup;)V" => |_, _| Ok(0);
    "java/lang/StringCoding.err(Ljava/lang/String;)V" => |_, _| Ok(0);
    "jdk/internal/misc/ScopedMemoryAccess.registerNatives()V" => |_, _| Ok(0);
    "jdk/internal/vm/Continuation.registerNatives()V" => |_, _| Ok(0);
    "jdk/internal/vm/ContinuationSupport.isSupported0()Z" => |_, _| Ok(0);
    "java/lang/ProcessEnvironment.environ()[[B" => environment;
    "java/util/concurrent/atomic/AtomicLong.VMSupportsCS8()Z" => |_, _| Ok(1);
    "java/util/TimeZone.getSystemTimeZoneID(Ljava/lang/String;)Ljava/lang/String;" => |vm, _| {
        vm.new_string(&time_zone()).map(Ref::slot)
    };
    "java/util/TimeZone.getSystemGMTOffsetID()Ljava/lang/String;" => |vm, _| vm.new_string("GMT").map(Ref::slot);
}

/// The options of `java`, for whoever asks the machine how it was started.
pub(super) fn input_arguments(vm: &mut Vm, _: &[u64]) -> Outcome<u64> {
    let config = vm.config.clone();
    let texts = config.input_arguments.iter().map(|text| vm.new_string(text)).collect::<Outcome<Vec<Ref>>>()?;
    vm.new_object_array("java/lang/String", &texts).map(Ref::slot)
}

/// As the library's own code finds it: the variable, else what the system's link refers to.
fn time_zone() -> String {
    const ZONES: &str = "zoneinfo/";
    if let Some(zone) = std::env::var("TZ").ok().filter(|zone| !zone.is_empty()) {
        return zone.trim_start_matches(':').to_owned();
    }
    let link = std::fs::read_link("/etc/localtime").ok();
    let name = link.as_ref().and_then(|link| link.to_str()).and_then(|link| Some(link.split_once(ZONES)?.1.to_owned()));
    name.unwrap_or_else(|| "UTC".to_owned())
}

/// The instant at which every program starts: 2024-01-01T00:00:00Z.
pub(super) const EPOCH_MILLIS: u64 = 1_704_067_200_000;

/// Whether the clock is read by the program itself, or for it by the library's classes for dates and times.
fn reads_for_program(vm: &Vm) -> bool {
    let classes = vm.thread().frames.iter().rev().map(|frame| vm.class(vm.method(frame.method).class));
    let is_date = |name: &str| {
        let dates = ["java/util/Date", "java/util/Calendar", "java/util/GregorianCalendar", "java/lang/System"];
        name.starts_with("java/time/") || dates.contains(&name)
    };
    let asks = classes.skip_while(|class| class.library && is_date(&class.name)).map(|class| !class.library).next();
    vm.booted && !vm.heap.is_permanent_mode() && asks.unwrap_or(false)
}

fn read(vm: &mut Vm, clock: Clock) -> Outcome<u64> {
    let by_program = vm.booted && !vm.heap.is_permanent_mode() && !vm.class(vm.current_class()).library;
    if by_program && vm.is_clock_free() {
        return vm.read_openly(clock);
    }
    if vm.is_clock_free()
        && reads_for_program(vm)
        && let Some(place) = vm.location()
    {
        vm.noticed.settled_clocks.insert(place);
    }
    let time = read_clock(vm);
    Ok(vm.clock_number(clock, time))
}

impl Vm {
    /// What a clock shows at a time.
    pub(crate) fn clock_number(&self, clock: Clock, time: u64) -> u64 {
        match clock {
            Clock::Nano => time + 1_000_000_000,
            Clock::Wall => EPOCH_MILLIS + time / 1_000_000,
        }
    }
}

/// The time as the caller sees it. A program that reads the clock makes it part of the state.
fn read_clock(vm: &mut Vm) -> u64 {
    if reads_for_program(vm) {
        vm.path.clock_read = true;
        if !vm.is_clock_free() {
            vm.notice_clock();
        }
    }
    vm.time()
}

fn set_stream(vm: &mut Vm, field: &str, stream: u64) -> Outcome<u64> {
    let class = vm.load_boot("java/lang/System")?;
    let at = vm.class(class).own_field(field).map_or(0, |field| field.offset) as usize;
    let statics = vm.class(class).statics;
    if vm.threaded {
        vm.learn_write(statics, at as u32);
        if !vm.passes_point() {
            return Err(Trap::Yield);
        }
    }
    vm.heap.put_ref(statics, at, Ref::from_slot(stream));
    if !vm.booted {
        match field {
            "out" => vm.known.stdout = Ref::from_slot(stream),
            "err" => vm.known.stderr = Ref::from_slot(stream),
            _ => {}
        }
    }
    Ok(0)
}

fn refers_to(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let reference = Ref::from_slot(args[0]);
    let at = vm.offset_of(vm.heap.class_of(reference), "referent").unwrap_or(8) as usize;
    // Unless somebody clears references, what they refer to is the same whenever one looks.
    let field = vm.field_at(reference, at as u32);
    if vm.threaded && field.is_some_and(|(class, place)| vm.is_field_visible(class, place)) {
        vm.visit_shared(reference)?;
    }
    Ok(u64::from(vm.heap.get_ref(reference, at).slot() == args[1]))
}

fn clear_reference(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let reference = Ref::from_slot(args[0]);
    let at = vm.offset_of(vm.heap.class_of(reference), "referent").unwrap_or(8) as usize;
    vm.visit_shared(reference)?;
    if vm.threaded && vm.is_visible_holder(reference) {
        vm.learn_write(reference, at as u32);
    }
    vm.heap.put_ref(reference, at, Ref::NULL);
    Ok(0)
}

/// Keys and values in turn; the first null ends them.
fn vm_properties(vm: &mut Vm, _: &[u64]) -> Outcome<u64> {
    let home = vm.config.java_home.display().to_string();
    let version = vm.config.java_version.to_string();
    let mut pairs: Vec<(String, String)> = [
        ("java.home", home.as_str()),
        ("java.vm.specification.name", "Java Virtual Machine Specification"),
        ("java.vm.specification.vendor", "Oracle Corporation"),
        ("java.vm.specification.version", &version),
        ("java.vm.name", "Hazard"),
        ("java.vm.vendor", "Hazard"),
        ("java.vm.version", env!("CARGO_PKG_VERSION")),
        ("java.vm.info", "model checking"),
        ("java.vm.compressedOopsMode", "32-bit"),
        ("jdk.debug", "release"),
        // Agents that attach to their own process need no second one.
        ("jdk.attach.allowAttachSelf", "true"),
        ("sun.management.compiler", "Interpreter"),
        ("java.class.path", &vm.config.class_path),
        ("java.library.path", "/usr/java/packages/lib:/usr/lib/x86_64-linux-gnu/jni:/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:/usr/lib/jni:/lib:/usr/lib"),
        ("sun.boot.library.path", &format!("{home}/lib")),
        ("sun.nio.MaxDirectMemorySize", "-1"),
        ("sun.nio.PageAlignDirectMemory", "false"),
        // Reflection runs natively: always where accessors would be classes, and in explorations where they would be handles.
        ("sun.reflect.noInflation", "false"),
        ("sun.reflect.inflationThreshold", "2147483647"),
        ("jdk.reflect.useNativeAccessorOnly", if vm.config.run_once { "false" } else { "true" }),
    ]
    .iter()
    .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
    .collect();
    pairs.extend(vm.config.properties.iter().cloned());
    let mut strings = Vec::new();
    for (key, value) in &pairs {
        strings.push(vm.intern_text(key)?);
        strings.push(vm.intern_text(value)?);
    }
    strings.extend([Ref::NULL, Ref::NULL]);
    vm.new_object_array("java/lang/String", &strings).map(Ref::slot)
}

/// An array whose layout is given by the class's `_…_NDX` constants, which differ between JDKs.
fn platform_properties(vm: &mut Vm, _: &[u64]) -> Outcome<u64> {
    let class = vm.load_boot("jdk/internal/util/SystemProps$Raw")?;
    let statics = vm.class(class).statics;
    let constant = |vm: &Vm, name: &str| {
        vm.class(class).own_field(name).map(|field| vm.heap.get4(statics, field.offset as usize) as usize)
    };
    let length = constant(vm, "FIXED_LENGTH").unwrap_or(64);
    let mut strings = vec![Ref::NULL; length];
    let charset = if vm.config.charset_utf8 { "UTF-8" } else { "ANSI_X3.4-1968" };
    let directory = std::env::current_dir().map_or_else(|_| ".".into(), |path| path.display().to_string());
    let variable = |name: &str, default: &str| std::env::var(name).unwrap_or_else(|_| default.into());
    let home = variable("HOME", "/");
    let user = variable("USER", "user");
    let (language, country) = vm.config.language.clone();
    if let Some(country) = &country
        && let Some(index) = constant(vm, "_display_country_NDX")
    {
        strings[index] = vm.intern_text(country)?;
    }
    let values: [(&str, &str); 20] = [
        ("_display_language_NDX", &language),
        ("_file_encoding_NDX", charset),
        ("_native_encoding_NDX", charset),
        ("_stdin_encoding_NDX", charset),
        ("_stdout_encoding_NDX", charset),
        ("_stderr_encoding_NDX", charset),
        ("_sun_jnu_encoding_NDX", charset),
        ("_file_separator_NDX", "/"),
        ("_path_separator_NDX", ":"),
        ("_line_separator_NDX", "\n"),
        ("_java_io_tmpdir_NDX", "/tmp"),
        ("_os_arch_NDX", "amd64"),
        ("_os_name_NDX", "Linux"),
        ("_os_version_NDX", "6.1"),
        ("_sun_arch_data_model_NDX", "64"),
        ("_sun_cpu_endian_NDX", "little"),
        ("_sun_io_unicode_encoding_NDX", "UnicodeLittle"),
        ("_user_dir_NDX", &directory),
        ("_user_home_NDX", &home),
        ("_user_name_NDX", &user),
    ];
    for (name, value) in values {
        if let Some(index) = constant(vm, name) {
            strings[index] = vm.intern_text(value)?;
        }
    }
    vm.new_object_array("java/lang/String", &strings).map(Ref::slot)
}

/// Names and values by turns; the environment is input, like a file.
fn environment(vm: &mut Vm, _: &[u64]) -> Outcome<u64> {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let given: std::collections::BTreeMap<OsString, OsString> =
        vm.config.environment.iter().map(|(name, value)| (name.into(), value.into())).collect();
    let of_process = vm.config.inherits_environment.then(std::env::vars_os).into_iter().flatten();
    let inherited = of_process.filter(|(name, _)| !given.contains_key(name));
    let texts: Vec<Vec<u8>> =
        inherited.chain(given.clone()).flat_map(|(name, value)| [name.into_vec(), value.into_vec()]).collect();
    let class = vm.array_of(vm.known.byte_array)?;
    let all = vm.allocate_array(class, texts.len() as u32)?;
    for (index, text) in texts.iter().enumerate() {
        let array = vm.allocate_array(vm.known.byte_array, text.len() as u32)?;
        vm.heap.array_bytes_mut(array, text.len()).copy_from_slice(text);
        vm.heap.put_ref(all, crate::heap::ELEMENTS + 4 * index, array);
    }
    Ok(all.slot())
}
