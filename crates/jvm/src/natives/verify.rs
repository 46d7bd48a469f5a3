//! The APIs of other model checkers that programs are written for: `gov.nasa.jpf.vm.Verify`, and `Verifier` of the
//! software verification competition. Their choices are the environment's. What these classes do besides, and does not
//! concern a search, their own bytecode does.

use std::collections::HashMap;

use space::Fault;

use super::coins::{assume, boolean, range};
use crate::choice::{Arguments, Asking, Values};
use crate::class::LoaderId;
use crate::heap::{ELEMENTS, Ref, header};
use crate::thread::FrameKind;
use crate::vm::{Outcome, Trap, Vm, throw, throw_bare, unsupported};

natives! {
    "gov/nasa/jpf/vm/Verify.getBoolean()Z" => |vm, _| boolean(vm, "Verify.getBoolean", Arguments::None);
    "gov/nasa/jpf/vm/Verify.getBoolean(Z)Z" => |vm, args| boolean_first(vm, args[0] & 1 != 0);
    "gov/nasa/jpf/vm/Verify.randomBool()Z" => |vm, _| boolean(vm, "Verify.randomBool", Arguments::None);
    "gov/nasa/jpf/vm/Verify.random(I)I" => |vm, args| between(vm, 0, args[0] as i32, "Verify.random");
    "gov/nasa/jpf/vm/Verify.getInt(II)I" => |vm, args| between(vm, args[0] as i32, args[1] as i32, "Verify.getInt");
    "gov/nasa/jpf/vm/Verify.getIntFromList([I)I" => |vm, args| from_list(vm, args, "Verify.getIntFromList", 4);
    "gov/nasa/jpf/vm/Verify.getFloatFromList([F)F" => |vm, args| from_list(vm, args, "Verify.getFloatFromList", 4);
    "gov/nasa/jpf/vm/Verify.getLongFromList([J)J" => |vm, args| from_list(vm, args, "Verify.getLongFromList", 8);
    "gov/nasa/jpf/vm/Verify.getDoubleFromList([D)D" => |vm, args| from_list(vm, args, "Verify.getDoubleFromList", 8);
    "gov/nasa/jpf/vm/Verify.refuse(Ljava/lang/String;)V" => refuse;
    "hazard/internal/Generators.refuse(Ljava/lang/String;)V" => refuse;
    "hazard/internal/Tests.say(Ljava/lang/Throwable;Ljava/lang/String;)V" => |vm, args| {
        let at = vm.known.throwable_message as usize;
        vm.heap.put_ref(Ref::from_slot(args[0]), at, Ref::from_slot(args[1]));
        Ok(0)
    };
    "gov/nasa/jpf/vm/Verify.getProperty(Ljava/lang/String;)Ljava/lang/String;" => |vm, args| {
        if Ref::from_slot(args[0]).is_null() {
            return Ok(0);
        }
        let key = vm.string_text(Ref::from_slot(args[0]));
        let configured = || vm.config.configuration.iter().find(|(known, _)| *known == key).map(|(_, value)| value);
        match vm.registers.properties.get(&key).or_else(configured).cloned() {
            Some(value) => vm.new_string(&value).map(Ref::slot),
            None => Ok(0),
        }
    };
    "gov/nasa/jpf/vm/Verify.setProperty(Ljava/lang/String;Ljava/lang/String;)V" => |vm, args| {
        let [key, value] = [args[0], args[1]].map(|text| vm.string_text(Ref::from_slot(text)));
        // What guides the search was read when it began.
        if ["vm.", "search.", "cg.", "jvm."].iter().any(|prefix| key.starts_with(prefix)) {
            return unsupported(format!("Verify.setProperties(\"{key}={value}\") while the search is under way"));
        }
        vm.registers.properties.insert(key, value);
        Ok(0)
    };
    "gov/nasa/jpf/vm/Verify.terminateSearch()V" => |vm, _| {
        if vm.config.run_once {
            return Err(Trap::FallThrough);
        }
        let sentence = "the program ended the search with Verify.terminateSearch".to_owned();
        Err(Trap::Fault(Fault::Limit { name: space::ENDED_BY_PROGRAM, sentence }))
    };
    "gov/nasa/jpf/vm/Verify.ignoreIf(Z)V" => |_, args| assume(args[0] & 1 == 0);
    "gov/nasa/jpf/vm/Verify.assertTrue(Z)V" => |_, args| assert_true(args[0], "Verify.assertTrue failed".into());
    "gov/nasa/jpf/vm/Verify.assertTrue(Ljava/lang/String;Z)V" => |vm, args| {
        let message = vm.string_text(Ref::from_slot(args[0]));
        assert_true(args[1], message)
    };
    "gov/nasa/jpf/vm/Verify.beginAtomic()V" => |vm, _| {
        let thread = vm.thread_mut();
        thread.atomic = thread.atomic.saturating_add(1);
        Ok(0)
    };
    "gov/nasa/jpf/vm/Verify.endAtomic()V" => |vm, _| {
        let thread = vm.thread_mut();
        thread.atomic = thread.atomic.saturating_sub(1);
        Ok(0)
    };
    "gov/nasa/jpf/vm/Verify.breakTransition(Ljava/lang/String;)V" => |vm, _| break_transition(vm);
    "gov/nasa/jpf/vm/Verify.breakTransition(Ljava/lang/String;II)I" => |vm, args| {
        range(vm, args[1] as i32, args[2] as i32, "Verify.breakTransition")
    };
    "gov/nasa/jpf/vm/Verify.isRunningInJPF()Z" => |_, _| Ok(1);
    "gov/nasa/jpf/vm/Verify.vmIsMatchingStates()Z" => |vm, _| Ok(u64::from(!vm.config.run_once));
    "gov/nasa/jpf/vm/Verify.isShared(Ljava/lang/Object;)Z" => |vm, args| {
        let object = Ref::from_slot(args[0]);
        Ok(u64::from(!object.is_null() && vm.heap.header(object) & header::SHARED != 0))
    };
    "gov/nasa/jpf/vm/Verify.incrementCounter(I)I" => |vm, args| {
        if (args[0] as i32) < 0 {
            return Ok(0);
        }
        let counter = vm.registers.counters.entry(args[0] as i32).or_insert(0);
        *counter = counter.wrapping_add(1);
        Ok(u64::from(*counter as u32))
    };
    "gov/nasa/jpf/vm/Verify.getCounter(I)I" => |vm, args| {
        note_reading(vm, "Verify.getCounter");
        Ok(u64::from(vm.registers.counters.get(&(args[0] as i32)).copied().unwrap_or(0) as u32))
    };
    "gov/nasa/jpf/vm/Verify.setCounter(II)V" => |vm, args| {
        vm.registers.counters.insert(args[0] as i32, args[1] as i32);
        Ok(0)
    };
    "gov/nasa/jpf/vm/Verify.resetCounter(I)V" => |vm, args| {
        vm.registers.counters.remove(&(args[0] as i32));
        Ok(0)
    };
    "gov/nasa/jpf/vm/Verify.putValue(Ljava/lang/String;I)V" => |vm, args| {
        let key = vm.string_text(Ref::from_slot(args[0]));
        vm.registers.values.insert(key, args[1] as i32);
        Ok(0)
    };
    "gov/nasa/jpf/vm/Verify.getValue(Ljava/lang/String;)I" => |vm, args| {
        note_reading(vm, "Verify.getValue");
        let key = vm.string_text(Ref::from_slot(args[0]));
        Ok(u64::from(vm.registers.values.get(&key).copied().unwrap_or(-1) as u32))
    };
    "gov/nasa/jpf/vm/Verify.setBitInBitSet(IIZ)V" => |vm, args| {
        let place = (args[0] as i32, args[1] as i32);
        vm.registers.bits.insert(place, args[2] & 1 != 0);
        Ok(0)
    };
    "gov/nasa/jpf/vm/Verify.getBitInBitSet(II)Z" => |vm, args| {
        note_reading(vm, "Verify.getBitInBitSet");
        let place = (args[0] as i32, args[1] as i32);
        Ok(u64::from(vm.registers.bits.get(&place).copied().unwrap_or(false)))
    };
    // A test written for Java PathFinder asks it to run the test method; whoever is run by it goes on with what is checked.
    "gov/nasa/jpf/util/test/TestJPF.<init>()V" => |_, _| Ok(0);
    "gov/nasa/jpf/util/test/TestJPF.isJPFRun()Z" => |_, _| Ok(1);
    "gov/nasa/jpf/util/test/TestJPF.isJUnitRun()Z" => |_, _| Ok(0);
    "gov/nasa/jpf/util/test/TestJPF.isRunTestRun()Z" => |_, _| Ok(0);
    "gov/nasa/jpf/util/test/TestJPF.verifyNoPropertyViolation([Ljava/lang/String;)Z" => |_, _| Ok(1);
    "gov/nasa/jpf/util/test/TestJPF.verifyAssertionError([Ljava/lang/String;)Z" => |_, _| Ok(1);
    "gov/nasa/jpf/util/test/TestJPF.verifyAssertionErrorDetails(Ljava/lang/String;[Ljava/lang/String;)Z" => |_, _| Ok(1);
    "gov/nasa/jpf/util/test/TestJPF.verifyUnhandledException(Ljava/lang/String;[Ljava/lang/String;)Z" => |_, _| Ok(1);
    "gov/nasa/jpf/util/test/TestJPF.verifyUnhandledExceptionDetails(Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;)Z" => |_, _| Ok(1);
    "gov/nasa/jpf/util/test/TestJPF.verifyPropertyViolation(Lgov/nasa/jpf/util/TypeRef;[Ljava/lang/String;)Z" => |_, _| Ok(1);
    "gov/nasa/jpf/util/test/TestJPF.verifyJPFException(Lgov/nasa/jpf/util/TypeRef;[Ljava/lang/String;)Z" => |_, _| Ok(1);
    "gov/nasa/jpf/util/test/TestJPF.verifyDeadlock([Ljava/lang/String;)Z" => |_, _| Ok(1);
    "gov/nasa/jpf/util/test/TestJPF.createAndRunJPF(Ljava/lang/StackTraceElement;[Ljava/lang/String;)Lgov/nasa/jpf/JPF;" => |_, _| Ok(0);
    "gov/nasa/jpf/util/test/TestJPF.noPropertyViolation([Ljava/lang/String;)Lgov/nasa/jpf/JPF;" => |_, _| Ok(0);
    "gov/nasa/jpf/util/test/TestJPF.unhandledException(Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;)Lgov/nasa/jpf/JPF;" => |_, _| Ok(0);
    "gov/nasa/jpf/util/test/TestJPF.propertyViolation(Ljava/lang/Class;[Ljava/lang/String;)Lgov/nasa/jpf/JPF;" => |_, _| Ok(0);
    "gov/nasa/jpf/util/test/TestJPF.jpfException(Ljava/lang/Class;[Ljava/lang/String;)Lgov/nasa/jpf/JPF;" => |_, _| Ok(0);
    "gov/nasa/jpf/util/test/TestJPF.deadlock([Ljava/lang/String;)Lgov/nasa/jpf/JPF;" => |_, _| Ok(0);
    "gov/nasa/jpf/util/test/TestJPF.runTests(Ljava/lang/Class;[Ljava/lang/String;)V" => |vm, args| {
        let class = vm.load_class("hazard/internal/PathFinderTests", LoaderId::APP)?;
        let run = vm.declared_method(class, "run", "(Ljava/lang/Class;[Ljava/lang/String;)V");
        match run {
            Some(run) => vm.enter(run, &args[..2], FrameKind::Normal),
            None => Err(Trap::FallThrough),
        }
    };
    "org/sosy_lab/sv_benchmarks/Verifier.assume(Z)V" => |_, args| assume(args[0] & 1 != 0);
    "org/sosy_lab/sv_benchmarks/Verifier.nondetBoolean()Z" => |vm, _| boolean(vm, "Verifier.nondetBoolean", Arguments::None);
    "org/sosy_lab/sv_benchmarks/Verifier.nondetByte()B" => |vm, _| {
        all(vm, i32::from(i8::MIN), i32::from(i8::MAX), "Verifier.nondetByte")
    };
    "org/sosy_lab/sv_benchmarks/Verifier.nondetChar()C" => |vm, _| all(vm, 0, i32::from(u16::MAX), "Verifier.nondetChar");
    "org/sosy_lab/sv_benchmarks/Verifier.nondetShort()S" => |vm, _| {
        all(vm, i32::from(i16::MIN), i32::from(i16::MAX), "Verifier.nondetShort")
    };
    "org/sosy_lab/sv_benchmarks/Verifier.nondetInt()I" => |vm, _| unbounded(vm, "Verifier.nondetInt()");
    "org/sosy_lab/sv_benchmarks/Verifier.nondetLong()J" => |vm, _| unbounded(vm, "Verifier.nondetLong()");
    "org/sosy_lab/sv_benchmarks/Verifier.nondetFloat()F" => |vm, _| unbounded(vm, "Verifier.nondetFloat()");
    "org/sosy_lab/sv_benchmarks/Verifier.nondetDouble()D" => |vm, _| unbounded(vm, "Verifier.nondetDouble()");
    "org/sosy_lab/sv_benchmarks/Verifier.nondetString()Ljava/lang/String;" => |vm, _| {
        unbounded(vm, "Verifier.nondetString()")
    };
}

/// What `Verify` keeps over all paths: it belongs to the search, and is no part of any state.
#[derive(Clone, Debug, Default)]
pub struct Registers {
    counters: HashMap<i32, i32>,
    values: HashMap<String, i32>,
    bits: HashMap<(i32, i32), bool>,
    properties: HashMap<String, String>,
}

/// What a path reads of what other paths left depends on the order in which they are looked at.
fn note_reading(vm: &mut Vm, call: &str) {
    if !vm.config.run_once && !vm.noticed.registers.contains(call) {
        vm.noticed.registers.insert(call.to_owned());
    }
}

/// Both truth values; which comes first is the caller's wish.
fn boolean_first(vm: &mut Vm, false_first: bool) -> Outcome<u64> {
    let asking = Asking::new("Verify.getBoolean", Arguments::None).of(Values::Truth { first: !false_first });
    vm.environment(2, asking).map(|pick| u64::from(pick) ^ u64::from(!false_first))
}

/// One element of an array of 4- or 8-byte values.
fn from_list(vm: &mut Vm, args: &[u64], call: &'static str, size: usize) -> Outcome<u64> {
    let array = Ref::from_slot(args[0]);
    if array.is_null() {
        return throw_bare("java/lang/NullPointerException");
    }
    let length = vm.heap.array_length(array);
    if length == 0 {
        // As Java PathFinder has it, there is no choice then.
        return Ok(0);
    }
    let raw = |vm: &Vm, index: usize| match size {
        4 => u64::from(vm.heap.get4(array, ELEMENTS + 4 * index)),
        _ => vm.heap.get8(array, ELEMENTS + 8 * index),
    };
    let slots: Vec<u64> = (0..length as usize).map(|index| raw(vm, index)).collect();
    let values = match call {
        "Verify.getIntFromList" => Values::Listed(slots.iter().map(|slot| i64::from(*slot as i32)).collect()),
        "Verify.getLongFromList" => Values::Listed(slots.iter().map(|slot| *slot as i64).collect()),
        "Verify.getFloatFromList" => {
            Values::Numbers(slots.iter().map(|slot| f64::from(f32::from_bits(*slot as u32))).collect())
        }
        _ => Values::Numbers(slots.iter().map(|slot| f64::from_bits(*slot)).collect()),
    };
    let pick = vm.environment(length, Asking::new(call, Arguments::None).of(values))?;
    Ok(slots[pick as usize])
}

/// The ends may come in either order.
fn between(vm: &mut Vm, end: i32, other: i32, call: &'static str) -> Outcome<u64> {
    range(vm, end.min(other), end.max(other), call)
}

fn refuse(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let what = vm.string_text(Ref::from_slot(args[0]));
    unsupported(what)
}

fn assert_true(holds: u64, message: String) -> Outcome<u64> {
    if holds & 1 != 0 { Ok(0) } else { throw("java/lang/AssertionError", message) }
}

fn break_transition(vm: &mut Vm) -> Outcome<u64> {
    if !vm.config.run_once && !vm.heap.is_permanent_mode() {
        vm.watches.cut = true;
    }
    Ok(0)
}

/// Every value of a small type.
fn all(vm: &mut Vm, low: i32, high: i32, call: &'static str) -> Outcome<u64> {
    let alternatives = (high - low + 1) as u32;
    let asking = Asking::new(call, Arguments::None).of(Values::From(i64::from(low)));
    vm.environment(alternatives, asking).map(|pick| u64::from(low.wrapping_add(pick as i32) as u32))
}

fn unbounded(vm: &mut Vm, call: &str) -> Outcome<u64> {
    if vm.config.run_once {
        return Err(Trap::FallThrough);
    }
    unsupported(format!("enumerating {call} (hazard pse is for that)"))
}
