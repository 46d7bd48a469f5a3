//! Hazard's own API: coins, data choices, assumptions; and the same under the names jpf-probabilistic gives them.

use crate::choice::{Arguments, Asking, Values};
use crate::heap::{ELEMENTS, Ref};
use crate::vm::{Outcome, Trap, Vm, throw, throw_bare};

natives! {
    "hazard/Choice.make([D)I" => |vm, args| make(vm, Ref::from_slot(args[0]));
    "probabilistic/Choice.make([D)I" => |vm, args| make(vm, Ref::from_slot(args[0]));
    "hazard/UniformChoice.make(I)I" => uniform;
    "probabilistic/UniformChoice.make(I)I" => uniform;
    "hazard/Coin.flip()I" => |vm, _| vm.roll(2, Asking::new("Coin.flip", Arguments::None)).map(u64::from);
    "probabilistic/Coin.flip()I" => |vm, _| vm.roll(2, Asking::new("Coin.flip", Arguments::None)).map(u64::from);
    "hazard/Coin.flip(D)I" => biased;
    "hazard/Die.roll()I" => |vm, _| vm.roll(6, Asking::new("Die.roll", Arguments::None)).map(u64::from);
    "probabilistic/Die.roll()I" => |vm, _| vm.roll(6, Asking::new("Die.roll", Arguments::None)).map(u64::from);
    "hazard/Nondet.bool()Z" => |vm, _| boolean(vm, "Nondet.bool", Arguments::None);
    "hazard/Nondet.choose(II)I" => |vm, args| range(vm, args[0] as i32, args[1] as i32, "Nondet.choose");
    "hazard/Nondet.assume(Z)V" => |_, args| assume(args[0] & 1 != 0);
}

/// Probabilities must be non-negative numbers that sum to one.
fn make(vm: &mut Vm, array: Ref) -> Outcome<u64> {
    if array.is_null() {
        return throw_bare("java/lang/NullPointerException");
    }
    let length = vm.heap.array_length(array) as usize;
    let weights: Vec<f64> = (0..length).map(|i| f64::from_bits(vm.heap.get8(array, ELEMENTS + 8 * i))).collect();
    distributed(vm, weights)
}

fn distributed(vm: &mut Vm, weights: Vec<f64>) -> Outcome<u64> {
    if weights.iter().any(|weight| weight.is_nan() || *weight < 0.0) {
        return throw(
            "java/lang/IllegalArgumentException",
            format!("negative or undefined probability in {weights:?}"),
        );
    }
    let sum: f64 = weights.iter().fold(0.0, |sum, weight| sum + weight);
    if sum.is_infinite() || (sum - 1.0).abs() > 1e-9 {
        return throw(
            "java/lang/IllegalArgumentException",
            format!("probabilities sum to {sum:?} instead of 1 in {weights:?}"),
        );
    }
    let asking = Asking::new("Choice.make", Arguments::Numbers(weights.clone()));
    vm.flip(&weights, asking).map(u64::from)
}

fn biased(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let probability = f64::from_bits(args[0]);
    distributed(vm, vec![1.0 - probability, probability])
}

fn uniform(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let sides = args[0] as i32;
    if sides <= 0 {
        return throw(
            "java/lang/IllegalArgumentException",
            format!("a uniform choice needs at least one alternative, not {sides}"),
        );
    }
    vm.roll(sides as u32, Asking::new("UniformChoice.make", Arguments::One(i64::from(sides)))).map(u64::from)
}

pub fn boolean(vm: &mut Vm, call: &'static str, arguments: Arguments) -> Outcome<u64> {
    vm.environment(2, Asking::new(call, arguments).of(Values::Truth { first: false })).map(u64::from)
}

/// More values than this are not enumerated.
pub const ENUMERABLE_MAX: u64 = 1 << 20;

/// Every value from `low` to `high`, both included.
pub fn range(vm: &mut Vm, low: i32, high: i32, call: &'static str) -> Outcome<u64> {
    if low > high {
        return throw("java/lang/IllegalArgumentException", format!("no value from {low} to {high}"));
    }
    let alternatives = (i64::from(high) - i64::from(low) + 1) as u64;
    if alternatives > ENUMERABLE_MAX && !vm.config.run_once {
        return crate::vm::unsupported(format!("{call} over {alternatives} values (hazard pse is for that)"));
    }
    if vm.config.run_once {
        let drawn = vm.rng.below(alternatives as usize) as i32;
        return Ok(u64::from(low.wrapping_add(drawn) as u32));
    }
    let asking = Asking::new(call, Arguments::Two(i64::from(low), i64::from(high))).of(Values::From(i64::from(low)));
    vm.environment(alternatives as u32, asking).map(|pick| u64::from(low.wrapping_add(pick as i32) as u32))
}

pub fn assume(holds: bool) -> Outcome<u64> {
    if holds { Ok(0) } else { Err(Trap::Ignore) }
}
