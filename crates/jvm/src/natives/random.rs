//! The library's generators of random numbers as coins: `java.util.Random` and its kin draw from enumerable ranges by a
//! choice, unless they were given a seed (or if seeds are to be ignored). A generator without a seed has no state of its own here (its `seed` stays null,
//! its `gamma` zero), so that drawing does not keep states apart.
//!
//! Reals stay open until the program compares them (see `draws`). Ints and longs from all there are become choices by what the
//! program makes of them (`whole`). Where it keeps the number, their sign and lowest bits are drawn and the rest is fresh; bytes of keys and
//! UUIDs are one fresh value each, which equals no other; the report says where. A bounded range of more than a million values is
//! a fault that names the source line.

use super::coins::ENUMERABLE_MAX;
use super::uniform;
use crate::choice::{Arguments, Asking, Values, cell_centre};
use crate::config::RandomMode;
use crate::draws::Distribution;
use crate::heap::{ELEMENTS, Ref};
use crate::thread::FrameKind;
use crate::vm::{Outcome, Trap, Vm, unsupported};

natives! {
    "java/util/Random.<init>()V" => construct;
    "java/util/Random.<init>(J)V" => |vm, args| {
        if ignores_seeds(vm) { construct(vm, args) } else { Err(Trap::FallThrough) }
    };
    "java/util/Random.seedUniquifier()J" => |vm, _| {
        if vm.config.run_once && vm.booted { Ok(vm.rng.next_u64()) } else { Err(Trap::FallThrough) }
    };
    "java/util/Random.setSeed(J)V" => set_seed;
    "java/util/Random.next(I)I" => bits;
    "java/util/Random.nextBytes([B)V" => bytes;
    "java/util/Random.nextInt()I" => |vm, args| endless(vm, args, 32);
    "java/util/Random.nextInt(I)I" => |vm, args| below(vm, args[0], args[1] as i32);
    "java/util/Random.nextLong()J" => |vm, args| endless(vm, args, 64);
    "java/util/Random.nextBoolean()Z" => |vm, args| truth(vm, args);
    "java/util/Random.nextFloat()F" => float;
    "java/util/Random.nextDouble()D" => |vm, args| double(vm, args);
    "java/util/Random.nextGaussian()D" => gaussian;
    "java/util/random/RandomGenerator.nextBoolean()Z" => |vm, args| truth(vm, args);
    "java/util/random/RandomGenerator.nextFloat()F" => float;
    "java/util/random/RandomGenerator.nextDouble()D" => |vm, args| double(vm, args);
    "java/util/random/RandomGenerator.nextGaussian()D" => gaussian;
    "java/util/random/RandomGenerator.nextExponential()D" => exponential;
    "java/util/random/RandomGenerator.getDefault()Ljava/util/random/RandomGenerator;" => |vm, _| anonymous(vm);
    "java/util/random/RandomGenerator.of(Ljava/lang/String;)Ljava/util/random/RandomGenerator;" => named;
    "jdk/internal/util/random/RandomSupport.boundedNextInt(Ljava/util/random/RandomGenerator;I)I" => |vm, args| {
        below(vm, args[0], args[1] as i32)
    };
    "jdk/internal/util/random/RandomSupport.boundedNextInt(Ljava/util/random/RandomGenerator;II)I" => |vm, args| {
        let (low, bound) = (i64::from(args[1] as i32), i64::from(args[2] as i32));
        between(vm, args[0], low, bound, "nextInt").map(|value| u64::from(value as u32))
    };
    "jdk/internal/util/random/RandomSupport.boundedNextLong(Ljava/util/random/RandomGenerator;J)J" => |vm, args| {
        between(vm, args[0], 0, args[1] as i64, "nextLong").map(|value| value as u64)
    };
    "jdk/internal/util/random/RandomSupport.boundedNextLong(Ljava/util/random/RandomGenerator;JJ)J" => |vm, args| {
        between(vm, args[0], args[1] as i64, args[3] as i64, "nextLong").map(|value| value as u64)
    };
    "java/util/concurrent/ThreadLocalRandom.current()Ljava/util/concurrent/ThreadLocalRandom;" => thread_local;
    "java/util/concurrent/ThreadLocalRandom.next(I)I" => bits;
    "java/util/concurrent/ThreadLocalRandom.nextInt()I" => |vm, args| endless(vm, args, 32);
    "java/util/concurrent/ThreadLocalRandom.nextLong()J" => |vm, args| endless(vm, args, 64);
    "java/util/SplittableRandom.<init>()V" => |vm, args| {
        if enumerates(vm) { attach_proxy(vm, Ref::from_slot(args[0])) } else { Err(Trap::FallThrough) }
    };
    "java/util/SplittableRandom.<init>(J)V" => |vm, args| {
        if ignores_seeds(vm) { attach_proxy(vm, Ref::from_slot(args[0])) } else { Err(Trap::FallThrough) }
    };
    "java/util/SplittableRandom.split()Ljava/util/SplittableRandom;" => split;
    "java/util/SplittableRandom.nextInt()I" => |vm, args| endless(vm, args, 32);
    "java/util/SplittableRandom.nextLong()J" => |vm, args| endless(vm, args, 64);
    "java/util/SplittableRandom.nextBytes([B)V" => bytes;
    "java/security/SecureRandom.<init>()V" => secure;
    "java/security/SecureRandom.<init>([B)V" => secure;
    "java/security/SecureRandom.setSeed(J)V" => secure;
    "java/security/SecureRandom.setSeed([B)V" => secure;
    "java/security/SecureRandom.next(I)I" => bits;
    "java/security/SecureRandom.nextBytes([B)V" => bytes;
    "java/security/SecureRandom.generateSeed(I)[B" => |vm, args| {
        if computes(vm, args[0]) || (args[1] as i32) < 0 || !(enumerates(vm) || (vm.config.run_once && vm.booted)) {
            return Err(Trap::FallThrough);
        }
        let class = vm.load_boot("[B")?;
        let seed = vm.allocate_array(class, args[1] as u32)?;
        bytes(vm, &[args[0], seed.slot()])?;
        Ok(seed.slot())
    };
    "java/security/SecureRandom.getProvider()Ljava/security/Provider;" => provider;
    "java/security/SecureRandom.getAlgorithm()Ljava/lang/String;" => secure_algorithm;
    "java/security/SecureRandom.toString()Ljava/lang/String;" => secure_algorithm;
    "java/security/SecureRandom.getInstanceStrong()Ljava/security/SecureRandom;" => |vm, _| new_secure(vm, "NativePRNGBlocking");
    "java/security/SecureRandom.getInstance(Ljava/lang/String;)Ljava/security/SecureRandom;" => secure_instance;
    "java/math/BigInteger.randomBits(ILjava/util/Random;)[B" => random_bits;
    "java/lang/Math.random()D" => |vm, args| {
        if enumerates(vm) { real(vm, args.len(), "Math.random") } else { Err(Trap::FallThrough) }
    };
}

fn enumerates(vm: &Vm) -> bool {
    vm.booted && !vm.config.run_once && vm.config.random != RandomMode::Off
}

fn ignores_seeds(vm: &Vm) -> bool {
    enumerates(vm) && vm.config.random == RandomMode::EnumerateAll
}

const SECURE: &str = "java/security/SecureRandom";

/// The kind of generator an object is, if it draws coins.
fn coin_generator(vm: &Vm, slot: u64) -> Option<Calls> {
    let generator = Ref::from_slot(slot);
    if generator.is_null() || !enumerates(vm) {
        return None;
    }
    let class = vm.heap.class_of(generator);
    let is = |name: &str| vm.class(class).display.iter().any(|above| &*vm.class(*above).name == name);
    if is("java/util/concurrent/ThreadLocalRandom") {
        return Some(THREAD_LOCAL);
    }
    if is(SECURE) {
        return Some(SECURELY);
    }
    if is(PROXY) {
        let outer = vm.offset_of(class, "this$0")? as usize;
        return coin_generator(vm, vm.heap.get_ref(generator, outer).slot());
    }
    if is("java/util/SplittableRandom") {
        let gamma = vm.offset_of(class, "gamma")? as usize;
        return (vm.heap.get8(generator, gamma) == 0).then_some(SPLITTABLE);
    }
    if is("java/util/Random") {
        // A subclass that makes its own bits is whatever it makes of them.
        let next = vm.find_virtual(class, "next", "(I)I")?;
        let inherits = &*vm.class(vm.method(next).class).name == "java/util/Random";
        return (inherits && seed_of(vm, generator)?.is_null()).then_some(PLAIN);
    }
    None
}

fn seed_of(vm: &Vm, generator: Ref) -> Option<Ref> {
    let offset = vm.offset_of(vm.heap.class_of(generator), "seed")?;
    Some(vm.heap.get_ref(generator, offset as usize))
}

/// How traces name the calls of a generator.
#[derive(Clone, Copy)]
struct Calls {
    class: &'static str,
    next_int: &'static str,
    next_long: &'static str,
    next_boolean: &'static str,
    next_double: &'static str,
    next_float: &'static str,
    next_bytes: &'static str,
    next: &'static str,
}

macro_rules! calls {
    ($class:literal) => {
        Calls {
            class: $class,
            next_int: concat!($class, ".nextInt"),
            next_long: concat!($class, ".nextLong"),
            next_boolean: concat!($class, ".nextBoolean"),
            next_double: concat!($class, ".nextDouble"),
            next_float: concat!($class, ".nextFloat"),
            next_bytes: concat!($class, ".nextBytes"),
            next: concat!($class, ".next"),
        }
    };
}

const PLAIN: Calls = calls!("Random");
const THREAD_LOCAL: Calls = calls!("ThreadLocalRandom");
const SECURELY: Calls = calls!("SecureRandom");
const SPLITTABLE: Calls = calls!("SplittableRandom");

/// `new Random()`: no seed, ever; or a seed that is ignored.
fn construct(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    if !enumerates(vm) {
        return Err(Trap::FallThrough);
    }
    // A subclass with a seed of its own is given one, as always.
    let class = vm.heap.class_of(Ref::from_slot(args[0]));
    let set_seed = vm.find_virtual(class, "setSeed", "(J)V");
    match set_seed.map(|method| &*vm.class(vm.method(method).class).name == "java/util/Random") {
        Some(true) => Ok(0),
        _ => Err(Trap::FallThrough),
    }
}

/// From here on the generator is deterministic, like one that was constructed with a seed.
fn set_seed(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let generator = Ref::from_slot(args[0]);
    if seed_of(vm, generator).is_some_and(Ref::is_null) && enumerates(vm) {
        if ignores_seeds(vm) {
            return Ok(0);
        }
        let class = vm.load_boot("java/util/concurrent/atomic/AtomicLong")?;
        vm.ensure_initialized(class)?;
        let seed = vm.allocate(class)?;
        let offset = vm.offset_of(vm.heap.class_of(generator), "seed").expect("just read") as usize;
        vm.put_reference(generator, offset, seed);
    }
    Err(Trap::FallThrough)
}

/// A value of `low..bound`, each equally likely.
fn between(vm: &mut Vm, generator: u64, low: i64, bound: i64, method: &str) -> Outcome<i64> {
    let Some(calls) = coin_generator(vm, generator) else { return Err(Trap::FallThrough) };
    let width = i128::from(bound) - i128::from(low);
    if width <= 0 {
        return Err(Trap::FallThrough);
    }
    if vm.heap.is_permanent_mode() {
        return Ok(low);
    }
    if makes_a_name(vm) {
        return Ok(low + (i128::from(fresh(vm)) % width) as i64);
    }
    if vm.config.fresh_draws && (width > i128::from(ENUMERABLE_MAX) || !is_drawn_by_own(vm)) {
        let bits = fresh_for(vm, &format!("{}.{method}", calls.class));
        return Ok((i128::from(low) + i128::from(bits) % width) as i64);
    }
    let call = if method == "nextInt" { calls.next_int } else { calls.next_long };
    if width > i128::from(ENUMERABLE_MAX) {
        return one_of_many(vm, low, width as u128, call);
    }
    let arguments = if low == 0 { Arguments::One(bound) } else { Arguments::Two(low, bound) };
    let pick = vm.roll(width as u32, Asking::new(call, arguments).of(Values::From(low)))?;
    Ok(low + i64::from(pick))
}

fn below(vm: &mut Vm, generator: u64, bound: i32) -> Outcome<u64> {
    between(vm, generator, 0, i64::from(bound), "nextInt").map(|value| u64::from(value as u32))
}

fn too_many<T>(what: &str) -> Outcome<T> {
    unsupported(format!("enumerating {what}"))
}

/// A draw over all values of a type. What the program makes of it often has few outcomes, each of which is an alternative. A
/// program that looks at the number itself gets one of a few.
fn endless(vm: &mut Vm, args: &[u64], bits: u32) -> Outcome<u64> {
    let Some(calls) = coin_generator(vm, args[0]) else { return Err(Trap::FallThrough) };
    if vm.heap.is_permanent_mode() {
        return Ok(0);
    }
    if makes_a_name(vm) {
        return Ok(fresh(vm));
    }
    let call = if bits == 64 { calls.next_long } else { calls.next_int };
    if is_called_by_library(vm) || vm.config.fresh_draws && !is_drawn_by_own(vm) {
        return Ok(fresh_for(vm, &format!("{call}()")));
    }
    if let Some(outcomes) = uniform::outcomes(vm, args.len(), bits) {
        let (weights, draws): (Vec<f64>, Vec<i64>) =
            outcomes.iter().map(|outcome| (outcome.weight, outcome.draw)).unzip();
        let asking = Asking::new(call, Arguments::None).of(Values::Listed(draws.clone()));
        let pick = vm.choose(crate::choice::Pending::Coin { weights, asking })?;
        vm.flips += 1;
        return Ok(slot_of(draws[pick as usize], bits));
    }
    if vm.symbolic.is_none() {
        let distribution = if bits == 64 { Distribution::Long } else { Distribution::Int };
        return Ok(vm.draw_real(distribution, call, bits == 64));
    }
    let half = 1i128 << (bits - 1);
    let number = one_of_few(vm, call, [-half, 0, half])?;
    Ok(slot_of(number, bits))
}

/// A number between the first and the last of these, each side of the one in the middle being equally likely: the side and the lowest bits are drawn,
/// and the rest is one value for all.
pub(crate) fn one_of_few(vm: &mut Vm, call: &'static str, [low, middle, high]: [i128; 3]) -> Outcome<i64> {
    let side = |index: u32| if index >> LOW_BITS == 0 { "at least" } else { "below" };
    let class = |index: u32| format!("{call}() is {} {middle}, {} modulo 8", side(index), index & 7);
    let asking = Asking::new(call, Arguments::None).of(Values::Sentences((0..2 << LOW_BITS).map(class).collect()));
    let pick = vm.roll(2 << LOW_BITS, asking)?;
    let place = vm.location().unwrap_or_default();
    vm.noticed.few.insert(format!("{call}() at {place}"));
    let (low, high) = if pick >> LOW_BITS == 0 { (middle, high) } else { (low, middle) };
    let rest = low + i128::from(fresh(vm)) % (high - low).max(1);
    let class = i128::from(pick & ((1 << LOW_BITS) - 1));
    // The next number of this class, or the one before where there is no room.
    let up = rest + (class - rest).rem_euclid(1 << LOW_BITS);
    let number = if up < high { up } else { up - (1 << LOW_BITS) };
    Ok(number.max(low) as i64)
}

/// A value from a range that is too wide to enumerate, beginning at `low`: how far it lies from there modulo 8 is drawn.
fn one_of_many(vm: &mut Vm, low: i64, width: u128, call: &'static str) -> Outcome<i64> {
    if is_drawn_by_library(vm) {
        return Ok((i128::from(low) + (u128::from(fresh_for(vm, call)) % width) as i128) as i64);
    }
    let class_count = 1u128 << LOW_BITS;
    let members = |class: u128| (width - class).div_ceil(class_count);
    let weights = (0..class_count).map(|class| members(class) as f64 / width as f64).collect();
    let sentence = |class: u128| match low {
        0 => format!("{call} gives {class} modulo {class_count}"),
        _ => format!("{call} gives {low} + {class} modulo {class_count}"),
    };
    let asking = Asking::new(call, Arguments::None).of(Values::Sentences((0..class_count).map(sentence).collect()));
    let class = u128::from(vm.choose(crate::choice::Pending::Coin { weights, asking })?);
    vm.flips += 1;
    let place = vm.location().unwrap_or_default();
    vm.noticed.few.insert(format!("{call} at {place}"));
    let rest = u128::from(fresh(vm)) % members(class);
    Ok((i128::from(low) + (rest * class_count + class) as i128) as i64)
}

/// So many of the lowest bits of a number, and its sign, are drawn where the program looks at the number itself.
const LOW_BITS: u32 = 3;

fn slot_of(number: i64, bits: u32) -> u64 {
    if bits == 64 { number as u64 } else { u64::from(number as u32) }
}

/// Whether the user's own code asked for a draw, rather than a library that makes names for itself.
fn is_drawn_by_own(vm: &Vm) -> bool {
    let mut callers = vm.thread().frames.iter().rev().map(|frame| frame.method);
    let caller = callers.find(|method| !vm.class(vm.method(*method).class).library);
    caller.is_none_or(|method| vm.is_own(method))
}

/// Whether whoever called the generator, which may have called another one, belongs to the library.
fn is_drawn_by_library(vm: &Vm) -> bool {
    const GENERATORS: [&str; 4] = [
        "java/util/Random",
        "java/util/SplittableRandom",
        "java/util/concurrent/ThreadLocalRandom",
        "java/security/SecureRandom",
    ];
    let mut callers = vm.thread().frames.iter().rev().map(|frame| vm.class(vm.method(frame.method).class));
    callers.find(|class| !GENERATORS.contains(&&*class.name)).is_some_and(|class| class.library)
}

fn is_called_by_library(vm: &Vm) -> bool {
    vm.thread().frames.last().is_some_and(|frame| vm.class(vm.method(frame.method).class).library)
}

/// 64 bits that no path has seen before. How many there were is state.
fn fresh(vm: &mut Vm) -> u64 {
    vm.path.names_made += 1;
    // The finaliser of SplitMix64 is a bijection: values differ as their numbers do.
    let mut bits = u64::from(vm.path.names_made).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

/// A fresh value that the program may look into: the report says that it stands for all others.
fn fresh_for(vm: &mut Vm, what: &str) -> u64 {
    let place = vm.location().unwrap_or_default();
    vm.noticed.fresh.insert(format!("{what} at {place}"));
    fresh(vm)
}

/// Whether somebody makes a name that only has to be another one than those before: for a temporary file, or for a class that Byte
/// Buddy writes. Which it is nobody looks at.
fn makes_a_name(vm: &Vm) -> bool {
    const MAKERS: [&str; 3] =
        ["java/nio/file/TempFileHelper", "java/io/File$TempDirectory", "net/bytebuddy/utility/RandomString"];
    let class = vm.thread().frames.last().map(|frame| vm.method(frame.method).class);
    class.is_some_and(|class| MAKERS.contains(&&*vm.class(class).name))
}

fn truth(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let Some(calls) = coin_generator(vm, args[0]) else { return Err(Trap::FallThrough) };
    if vm.config.fresh_draws && !vm.heap.is_permanent_mode() && !is_drawn_by_own(vm) {
        return Ok(fresh_for(vm, calls.next_boolean) & 1);
    }
    let asking = Asking::new(calls.next_boolean, Arguments::None).of(Values::Truth { first: false });
    vm.roll(2, asking).map(u64::from)
}

/// `next(bits)`, from which subclasses make their own draws.
fn bits(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let count = (args[1] as u32).min(32);
    let Some(calls) = coin_generator(vm, args[0]) else {
        let object = Ref::from_slot(args[0]);
        let secure = &*vm.class(vm.heap.class_of(object)).name == SECURE;
        return if secure && vm.config.run_once && count > 0 && !computes(vm, args[0]) {
            Ok(u64::from((vm.rng.next_u64() >> (64 - count)) as u32))
        } else {
            Err(Trap::FallThrough)
        };
    };
    if vm.heap.is_permanent_mode() {
        return Ok(0);
    }
    if 1u64 << count > ENUMERABLE_MAX || count > 0 && vm.config.fresh_draws && !is_drawn_by_own(vm) {
        let bits = fresh_for(vm, &format!("{}.next({count})", calls.class));
        return Ok(bits >> (64 - count));
    }
    vm.roll(1 << count, Asking::new(calls.next, Arguments::One(i64::from(count)))).map(u64::from)
}

fn bytes(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let array = Ref::from_slot(args[1]);
    if array.is_null() {
        return Err(Trap::FallThrough);
    }
    let length = vm.heap.array_length(array) as usize;
    let Some(calls) = coin_generator(vm, args[0]) else {
        let secure = &*vm.class(vm.heap.class_of(Ref::from_slot(args[0]))).name == SECURE;
        if !secure || !vm.config.run_once || computes(vm, args[0]) {
            return Err(Trap::FallThrough);
        }
        for index in 0..length {
            let byte = vm.rng.next_u64() as u8;
            vm.heap.put1(array, ELEMENTS + index, byte);
        }
        return Ok(0);
    };
    if length == 0 || vm.heap.is_permanent_mode() {
        return Ok(0);
    }
    if length > 2 {
        let what = format!("{}.nextBytes of {length} bytes", calls.class);
        let mut bits = 0;
        for index in 0..length {
            bits = if index % 8 == 0 { fresh_for(vm, &what) } else { bits >> 8 };
            vm.heap.put1(array, ELEMENTS + index, bits as u8);
        }
        return Ok(0);
    }
    let pick = vm.roll(1 << (8 * length), Asking::new(calls.next_bytes, Arguments::One(length as i64)))?;
    for index in 0..length {
        vm.heap.put1(array, ELEMENTS + index, (pick >> (8 * index)) as u8);
    }
    Ok(0)
}

fn double(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    match coin_generator(vm, args[0]) {
        Some(calls) => real(vm, args.len(), calls.next_double),
        None => Err(Trap::FallThrough),
    }
}

/// A double of the unit interval. With symbolic inputs slots have no room for open draws: what the caller makes an integer of
/// decides how many cells matter.
fn real(vm: &mut Vm, arguments: usize, call: &'static str) -> Outcome<u64> {
    if vm.heap.is_permanent_mode() {
        return Ok(0.5f64.to_bits());
    }
    if vm.symbolic.is_none() {
        return Ok(vm.draw_real(Distribution::Uniform, call, true));
    }
    if let Some(cells) = uniform::cells(vm, arguments) {
        let (weights, points): (Vec<f64>, Vec<f64>) = cells.iter().map(|cell| (cell.weight, cell.middle)).unzip();
        let values = cells.iter().map(|cell| cell.value).collect();
        let asking = Asking::new(call, Arguments::None).of(Values::Listed(values));
        let pick = vm.choose(crate::choice::Pending::Coin { weights, asking })?;
        vm.flips += 1;
        return Ok(points[pick as usize].to_bits());
    }
    cell(vm, call).map(f64::to_bits)
}

/// The middle of one of the cells that were asked for.
fn cell(vm: &mut Vm, call: &'static str) -> Outcome<f64> {
    match vm.config.random_grid {
        Some(cells) if cells > 0 => {
            let pick = vm.roll(cells, Asking::new(call, Arguments::None).of(Values::Cells(cells)))?;
            Ok(cell_centre(pick, cells))
        }
        _ => too_many(&format!(
            "{call}() beside symbolic inputs (draw from N equally likely cells with --random-grid N)"
        )),
    }
}

fn float(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let Some(calls) = coin_generator(vm, args[0]) else { return Err(Trap::FallThrough) };
    if vm.heap.is_permanent_mode() {
        return Ok(u64::from(0.5f32.to_bits()));
    }
    if vm.symbolic.is_none() {
        return Ok(vm.draw_real(Distribution::Uniform, calls.next_float, false));
    }
    cell(vm, calls.next_float).map(|number| u64::from((number as f32).to_bits()))
}

fn gaussian(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    unbounded(vm, args, Distribution::Normal, "nextGaussian")
}

fn exponential(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    unbounded(vm, args, Distribution::Exponential, "nextExponential")
}

/// With symbolic inputs and a grid, the library's own method makes such a number of doubles.
fn unbounded(vm: &mut Vm, args: &[u64], distribution: Distribution, call: &str) -> Outcome<u64> {
    match coin_generator(vm, args[0]) {
        Some(calls) if !vm.heap.is_permanent_mode() => {
            let call = format!("{}.{call}", calls.class);
            if vm.symbolic.is_none() {
                return Ok(vm.draw_real(distribution, &call, true));
            }
            match vm.config.random_grid {
                Some(_) => Err(Trap::FallThrough),
                None => too_many(&format!(
                    "{call}() beside symbolic inputs (draw from N equally likely cells with --random-grid N)"
                )),
            }
        }
        _ => Err(Trap::FallThrough),
    }
}

/// The one generator for all threads; what the library would seed per thread is not needed.
fn thread_local(vm: &mut Vm, _: &[u64]) -> Outcome<u64> {
    if !enumerates(vm) {
        return Err(Trap::FallThrough);
    }
    let class = vm.load_boot("java/util/concurrent/ThreadLocalRandom")?;
    let instance = vm.static_ref(class, "instance");
    if instance.is_null() { Err(Trap::FallThrough) } else { Ok(instance.slot()) }
}

fn split(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    if coin_generator(vm, args[0]).is_none() {
        return Err(Trap::FallThrough);
    }
    let class = vm.heap.class_of(Ref::from_slot(args[0]));
    let other = vm.allocate(class)?;
    attach_proxy(vm, other)?;
    Ok(other.slot())
}

const PROXY: &str = "java/util/SplittableRandom$AbstractSplittableGeneratorProxy";

/// Gives a new generator the inner object through which its streams draw, as its constructors do.
fn attach_proxy(vm: &mut Vm, generator: Ref) -> Outcome<u64> {
    let class = vm.load_boot(PROXY)?;
    vm.ensure_initialized(class)?;
    let proxy = vm.allocate(class)?;
    let outer = vm.offset_of(class, "this$0");
    let inner = vm.offset_of(vm.heap.class_of(generator), "proxy");
    if let (Some(outer), Some(inner)) = (outer, inner) {
        vm.put_reference(proxy, outer as usize, generator);
        vm.put_reference(generator, inner as usize, proxy);
    }
    Ok(0)
}

/// Constructing and seeding a `SecureRandom`: a seed only adds to what it has.
fn secure(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    if computes(vm, args[0]) {
        return Err(Trap::FallThrough);
    }
    if enumerates(vm) || (vm.config.run_once && vm.booted) { Ok(0) } else { Err(Trap::FallThrough) }
}

/// Who provides what is drawn here: it stands for generators of the library's own provider.
fn provider(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let generator = Ref::from_slot(args[0]);
    let own = vm.offset_of(vm.heap.class_of(generator), "provider");
    let has_own = own.is_some_and(|at| !vm.heap.get_ref(generator, at as usize).is_null());
    let security = vm.load_boot("java/security/Security")?;
    vm.ensure_initialized(security)?;
    let get = vm.declared_method(security, "getProvider", "(Ljava/lang/String;)Ljava/security/Provider;");
    let Some(get) = get.filter(|_| !has_own) else { return Err(Trap::FallThrough) };
    let name = vm.new_string("SUN")?;
    vm.enter(get, &[name.slot()], FrameKind::Normal)
}

/// The one algorithm that computes from its seed alone, if it has one.
const SEEDED: &str = "SHA1PRNG";

/// Whether a `SecureRandom` has an algorithm of the library's: in a single run, one that may be seeded.
fn computes(vm: &Vm, slot: u64) -> bool {
    let object = Ref::from_slot(slot);
    let algorithm = || vm.offset_of(vm.heap.class_of(object), "secureRandomSpi");
    vm.config.run_once
        && !object.is_null()
        && algorithm().is_some_and(|at| !vm.heap.get_ref(object, at as usize).is_null())
}

/// What a `SecureRandom` without an algorithm of the library's says it is: what it would be on this system.
fn secure_algorithm(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let is_plain = &*vm.class(vm.heap.class_of(Ref::from_slot(args[0]))).name == SECURE;
    if !is_plain || computes(vm, args[0]) || !(enumerates(vm) || (vm.config.run_once && vm.booted)) {
        return Err(Trap::FallThrough);
    }
    let object = Ref::from_slot(args[0]);
    let at = vm.offset_of(vm.heap.class_of(object), "algorithm");
    let given = at.map_or(Ref::NULL, |at| vm.heap.get_ref(object, at as usize));
    if given.is_null() { vm.new_string("NativePRNG").map(Ref::slot) } else { Ok(given.slot()) }
}

fn new_secure(vm: &mut Vm, algorithm: &str) -> Outcome<u64> {
    if !enumerates(vm) && !vm.config.run_once {
        return Err(Trap::FallThrough);
    }
    let class = vm.load_boot(SECURE)?;
    vm.ensure_initialized(class)?;
    let algorithm = vm.intern_text(algorithm)?;
    let object = vm.allocate(class)?;
    if let Some(at) = vm.offset_of(class, "algorithm") {
        vm.put_reference(object, at as usize, algorithm);
    }
    Ok(object.slot())
}

fn secure_instance(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let name = vm.string_text(Ref::from_slot(args[0]));
    let known = ["NativePRNG", "NativePRNGBlocking", "NativePRNGNonBlocking", SEEDED, "DRBG"];
    if vm.config.run_once && (name == SEEDED || name == "DRBG") {
        return Err(Trap::FallThrough);
    }
    if known.contains(&name.as_str()) { new_secure(vm, &name) } else { Err(Trap::FallThrough) }
}

/// A generator somebody else chose the algorithm of: without a seed all of them are alike.
fn anonymous(vm: &mut Vm) -> Outcome<u64> {
    if !enumerates(vm) {
        return Err(Trap::FallThrough);
    }
    let class = vm.load_boot("java/util/Random")?;
    vm.ensure_initialized(class)?;
    Ok(vm.allocate(class)?.slot())
}

fn named(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let name = vm.string_text(Ref::from_slot(args[0]));
    let known = ["Random", "L32X64MixRandom", "L64X128MixRandom", "L64X128StarStarRandom", "L64X256MixRandom"];
    let more = ["L64X1024MixRandom", "L128X128MixRandom", "L128X256MixRandom", "L128X1024MixRandom"];
    let rest = ["Xoshiro256PlusPlus", "Xoroshiro128PlusPlus", "SplittableRandom", "SecureRandom"];
    if known.iter().chain(&more).chain(&rest).any(|algorithm| *algorithm == name) {
        anonymous(vm)
    } else {
        Err(Trap::FallThrough)
    }
}

/// The magnitude of `new BigInteger(bits, random)`, drawn at once.
fn random_bits(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let count = args[0] as i32;
    let Some(calls) = coin_generator(vm, args[1]) else { return Err(Trap::FallThrough) };
    if count < 0 || vm.heap.is_permanent_mode() {
        return Err(Trap::FallThrough);
    }
    if count > 20 {
        let (length, what) =
            ((count as usize).div_ceil(8), format!("a BigInteger of {count} bits from {}", calls.class));
        let class = vm.load_boot("[B")?;
        let array = vm.allocate_array(class, length as u32)?;
        let mut bits = 0;
        for index in 0..length {
            bits = if index % 8 == 0 { fresh_for(vm, &what) } else { bits >> 8 };
            let kept = if index == 0 { 0xff >> (8 * length - count as usize) } else { 0xff };
            vm.heap.put1(array, ELEMENTS + index, bits as u8 & kept);
        }
        return Ok(array.slot());
    }
    let pick = vm.roll(1 << count, Asking::new("BigInteger", Arguments::One(i64::from(count))))?;
    let class = vm.load_boot("[B")?;
    let length = (count as usize).div_ceil(8);
    let array = vm.allocate_array(class, length as u32)?;
    for index in 0..length {
        vm.heap.put1(array, ELEMENTS + index, (pick >> (8 * (length - 1 - index))) as u8);
    }
    Ok(array.slot())
}
