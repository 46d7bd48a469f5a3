//! `java.lang.Thread`, parking, and their clocks.

use crate::asks::Asks;
use crate::config::Reduction;
use crate::heap::{ELEMENTS, Ref};
use crate::thread::Status;
use crate::vm::{Outcome, Trap, Vm, throw, throw_bare};

natives! {
    // Only a cache, kept outside the heap by HotSpot; without it values are found all the same.
    "java/lang/ScopedValue$Cache.put(Ljava/lang/ScopedValue;Ljava/lang/Object;)V" => |_, _| Ok(0);
    "java/lang/Thread.registerNatives()V" => |_, _| Ok(0);
    "java/lang/Thread.currentThread()Ljava/lang/Thread;" => |vm, _| Ok(vm.thread().object.slot());
    "java/lang/Thread.currentCarrierThread()Ljava/lang/Thread;" => |vm, _| Ok(vm.thread().object.slot());
    "java/lang/Thread.setCurrentThread(Ljava/lang/Thread;)V" => |_, _| Ok(0);
    "java/lang/Thread.setPriority0(I)V" => |_, _| Ok(0);
    "java/lang/Thread.setNativeName(Ljava/lang/String;)V" => |vm, _| {
        vm.note_name(vm.current);
        Ok(0)
    };
    "java/lang/Thread.start0()V" => |vm, args| vm.start_thread(Ref::from_slot(args[0]));
    "java/lang/Thread.stop0(Ljava/lang/Object;)V" => |vm, args| vm.stop_thread(Ref::from_slot(args[0]), Ref::from_slot(args[1]));
    "java/lang/Thread.suspend0()V" => |vm, args| vm.suspend_thread(Ref::from_slot(args[0]), true);
    "java/lang/Thread.resume0()V" => |vm, args| vm.suspend_thread(Ref::from_slot(args[0]), false);
    "java/lang/Thread.yield()V" => |vm, _| vm.yield_now();
    "java/lang/Thread.yield0()V" => |vm, _| vm.yield_now();
    "java/lang/Thread.onSpinWait()V" => |vm, _| vm.yield_now();
    "java/lang/Thread.sleep(J)V" => |vm, args| {
        if (args[0] as i64) < 0 {
            return throw("java/lang/IllegalArgumentException", "timeout value is negative");
        }
        vm.sleep((args[0]).saturating_mul(1_000_000))
    };
    "java/lang/Thread.sleepNanos0(J)V" => |vm, args| vm.sleep(args[0]);
    "java/lang/Thread.interrupt0()V" => |vm, args| {
        vm.interrupt(Ref::from_slot(args[0]));
        Ok(0)
    };
    "java/lang/Thread.clearInterruptEvent()V" => |_, _| Ok(0);
    "java/lang/Thread.isAlive()Z" => |vm, args| {
        vm.ask_about_thread(Ref::from_slot(args[0]))?;
        Ok(u64::from(vm.thread_index(Ref::from_slot(args[0])).is_some()))
    };
    "java/lang/Thread.holdsLock(Ljava/lang/Object;)Z" => |vm, args| {
        let object = Ref::from_slot(args[0]);
        if object.is_null() {
            return throw_bare("java/lang/NullPointerException");
        }
        Ok(u64::from(vm.holds_monitor(object)))
    };
    "java/lang/Thread.getState()Ljava/lang/Thread$State;" => |vm, args| {
        vm.ask_about_thread(Ref::from_slot(args[0]))?;
        if let Some(index) = vm.thread_index(Ref::from_slot(args[0])) {
            vm.refresh_thread_status(index);
        }
        Err(Trap::FallThrough)
    };
    "java/lang/Thread.threadState()Ljava/lang/Thread$State;" => |vm, args| {
        if let Some(index) = vm.thread_index(Ref::from_slot(args[0])) {
            vm.refresh_thread_status(index);
        }
        Err(Trap::FallThrough)
    };
    "java/lang/Thread.getNextThreadIdOffset()J" => |vm, _| {
        let longs = vm.load_boot("[J")?;
        let ids = vm.permanently(|vm| vm.allocate_array(longs, 1))?;
        // The main thread is number 3 there, and was made without asking.
        vm.permanently(|vm| vm.heap.put8(ids, ELEMENTS, 4));
        vm.known.thread_ids = ids;
        Ok(super::memory::THREAD_ID)
    };
    // A worker of a ForkJoinPool begins its search for work at random. It is one order as well as another, and from zero its
    // generator stays zero, so that how often a worker has looked in vain does not distinguish states.
    "java/util/concurrent/ThreadLocalRandom.getProbe()I" => |vm, _| {
        let caller = vm.thread().frames.last().map(|frame| vm.method(frame.method));
        let registers = caller.is_some_and(|method| &*method.name == "registerWorker");
        if registers && vm.config.reduction == Reduction::On { Ok(0) } else { Err(Trap::FallThrough) }
    };
    // Whether to spin once more, or how high a skip list's tower is: one number serves as well as another, and a generator
    // that moves on would keep the states of threads that wait for each other again and again from matching.
    "java/util/concurrent/ThreadLocalRandom.nextSecondarySeed()I" => |vm, _| {
        if vm.threaded && !vm.config.run_once { Ok(1) } else { Err(Trap::FallThrough) }
    };
    "java/util/concurrent/ThreadPoolExecutor.getTask()Ljava/lang/Runnable;" => |vm, args| {
        vm.begin_turn(Ref::from_slot(args[0]));
        Err(Trap::FallThrough)
    };
    "java/lang/Thread.ensureMaterializedForStackWalk(Ljava/lang/Object;)V" => |_, _| Ok(0);
    "java/lang/Thread.scopedValueCache()[Ljava/lang/Object;" => |_, _| Ok(0);
    "java/lang/Thread.setScopedValueCache([Ljava/lang/Object;)V" => |_, _| Ok(0);
    // A cache beside the bindings saves time and distinguishes states.
    "java/lang/ScopedValue$Cache.put(Ljava/lang/ScopedValue;Ljava/lang/Object;)V" => |_, _| Ok(0);
    "java/lang/Thread.findScopedValueBindings()Ljava/lang/Object;" => |_, _| Ok(0);
    "java/lang/Thread.extentLocalCache()[Ljava/lang/Object;" => |_, _| Ok(0);
    "java/lang/Thread.dumpThreads([Ljava/lang/Thread;)[[Ljava/lang/StackTraceElement;" => |vm, args| {
        let threads = vm.array_refs(Ref::from_slot(args[0]));
        let mut traces = Vec::with_capacity(threads.len());
        for thread in threads {
            traces.push(stack_of(vm, thread)?);
        }
        vm.new_object_array("[Ljava/lang/StackTraceElement;", &traces).map(Ref::slot)
    };
    "java/lang/Thread.getStackTrace0()Ljava/lang/Object;" => |vm, args| stack_of(vm, Ref::from_slot(args[0])).map(Ref::slot);
    "java/lang/Thread.getThreads()[Ljava/lang/Thread;" => |vm, _| {
        let threads: Vec<Ref> = vm.threads.iter().filter(|thread| thread.is_alive()).map(|thread| thread.object).collect();
        vm.new_object_array("java/lang/Thread", &threads).map(Ref::slot)
    };
}

/// The stack of a thread, innermost frame first; null if it is not alive.
pub(super) fn stack_of(vm: &mut Vm, thread: Ref) -> Outcome<Ref> {
    let Some(index) = vm.thread_index(thread) else { return Ok(Ref::NULL) };
    let frames = vm.threads[index].frames.iter().rev();
    let shown: Vec<_> =
        frames.filter(|frame| !vm.method(frame.method).hidden).map(|frame| (frame.method, frame.pc)).collect();
    let class = vm.load_boot("java/lang/StackTraceElement")?;
    vm.initialize_sync(class)?;
    let mut elements = Vec::with_capacity(shown.len());
    for (method, pc) in shown {
        let element = vm.allocate(class)?;
        super::throwable::fill_element(vm, class, element, method, pc)?;
        elements.push(element);
    }
    vm.new_object_array("java/lang/StackTraceElement", &elements)
}

impl Vm {
    /// The program looks at a thread: what others do meanwhile may change what it sees, unless the thread has ended. The
    /// library looks where it waits, too, and there others move anyhow. Who calls by reflection or a handle does so through an adapter, and
    /// no class may mention the name.
    fn ask_about_thread(&mut self, thread: Ref) -> Outcome<()> {
        let caller = self.class(self.current_class());
        let is_adapter = caller.name.starts_with(crate::stubs::PREFIX) || caller.name.starts_with("java/lang/invoke/");
        if !self.threaded || caller.library && !is_adapter {
            return Ok(());
        }
        self.ask(Asks { threads: true, ..self.asks });
        if !self.has_terminated(thread) && !self.passes_point() { Err(Trap::Yield) } else { Ok(()) }
    }

    /// `Thread.sleep`: ends when the scheduler lets time pass.
    pub fn sleep(&mut self, nanos: u64) -> Outcome<u64> {
        if std::mem::take(&mut self.thread_mut().woken) {
            self.thread_mut().timed_out = false;
            if self.take_interrupt() {
                return throw("java/lang/InterruptedException", "sleep interrupted");
            }
            return Ok(0);
        }
        if self.take_interrupt() {
            return throw("java/lang/InterruptedException", "sleep interrupted");
        }
        if self.may_pass_time() {
            self.look_around();
            self.begin_passing();
            self.end_passing(self.current, nanos);
            self.let_time_pass(nanos, nanos);
            return Ok(0);
        }
        self.thread_mut().status = Status::Sleeping;
        self.begin_timing(nanos);
        Err(Trap::Blocked)
    }

    /// `Unsafe.park`: `time` is a deadline in milliseconds if `absolute`, else nanoseconds, zero being for ever.
    pub fn park(&mut self, absolute: bool, time: i64) -> Outcome<u64> {
        let object = self.thread().object;
        if std::mem::take(&mut self.thread_mut().woken) {
            self.thread_mut().permit = false;
            self.thread_mut().timed_out = false;
            return Ok(0);
        }
        if self.thread().permit || self.is_interrupted(object) {
            self.thread_mut().permit = false;
            return Ok(0);
        }
        let nanos = if absolute {
            let now = self.time() / 1_000_000 + 1_704_067_200_000;
            (time.max(0) as u64).saturating_sub(now).saturating_mul(1_000_000)
        } else {
            time.max(0) as u64
        };
        let timed = absolute || time != 0;
        if timed && (nanos == 0 || time < 0) {
            return Ok(0);
        }
        self.thread_mut().status = Status::Parked { timed };
        self.begin_timing(nanos);
        if timed && self.may_pass_time() && self.wakes(self.current).next().is_some() {
            self.thread_mut().status = Status::Runnable;
            self.end_passing(self.current, nanos);
            self.thread_mut().stop_timing();
            self.let_time_pass(nanos, nanos);
            return Ok(0);
        }
        Err(Trap::Blocked)
    }

    pub fn unpark(&mut self, thread: Ref) {
        let Some(index) = self.thread_index(thread) else { return };
        let thread = &mut self.threads[index];
        if let Status::Parked { .. } = thread.status {
            thread.status = Status::Runnable;
            thread.woken = true;
            thread.stop_timing();
        } else {
            thread.permit = true;
        }
    }
}
