//! Hazard's own API and the APIs it recognises: coins, data choices, assumptions.

use crate::heap::{ELEMENTS, Ref};
use crate::vm::{Outcome, Trap, Vm, throw};

natives! {
    "hazard/Choice.make([D)I" => make;
    "probabilistic/Choice.make([D)I" => make;
    "hazard/UniformChoice.make(I)I" => uniform;
    "probabilistic/UniformChoice.make(I)I" => uniform;
    "hazard/Coin.flip()I" => |vm, _| vm.roll(2, "flip").map(u64::from);
    "probabilistic/Coin.flip()I" => |vm, _| vm.roll(2, "flip").map(u64::from);
    "hazard/Die.roll()I" => |vm, _| vm.roll(6, "roll").map(|side| u64::from(side + 1));
    "probabilistic/Die.roll()I" => |vm, _| vm.roll(6, "roll").map(|side| u64::from(side + 1));
    "hazard/Nondet.bool()Z" => |vm, _| boolean(vm, "Nondet.bool");
    "hazard/Nondet.choose(II)I" => |vm, args| range(vm, args[0] as i32, args[1] as i32, "Nondet.choose");
    "hazard/Nondet.assume(Z)V" => |_, args| assume(args[0] != 0);
}

/// Probabilities must be numbers between zero and one that sum to one.
fn make(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let array = Ref::from_slot(args[0]);
    if array.is_null() {
        return throw("java/lang/NullPointerException", "Choice.make needs an array of probabilities");
    }
    let length = vm.heap.array_length(array) as usize;
    let weights: Vec<f64> = (0..length).map(|i| f64::from_bits(vm.heap.get8(array, ELEMENTS + 8 * i))).collect();
    let sum: f64 = weights.iter().sum();
    if weights.iter().any(|weight| weight.is_nan() || *weight < 0.0) || (sum - 1.0).abs() > 1e-9 {
        return throw("java/lang/IllegalArgumentException", format!("Choice.make({weights:?}) is no distribution: the sum is {sum}"));
    }
    vm.flip(&weights, "Choice.make").map(u64::from)
}

fn uniform(vm: &mut Vm, args: &[u64]) -> Outcome<u64> {
    let sides = args[0] as i32;
    if sides <= 0 {
        return throw("java/lang/IllegalArgumentException", format!("UniformChoice.make({sides}) has no alternative"));
    }
    vm.roll(sides as u32, "UniformChoice.make").map(u64::from)
}

fn boolean(vm: &mut Vm, what: &str) -> Outcome<u64> {
    vm.environment(2, what).map(u64::from)
}

/// Every value from `low` to `high`, both included.
pub fn range(vm: &mut Vm, low: i32, high: i32, what: &str) -> Outcome<u64> {
    if low > high {
        return throw("java/lang/IllegalArgumentException", format!("{what}({low}, {high}) has no value"));
    }
    let alternatives = i64::from(high) - i64::from(low) + 1;
    let Ok(alternatives) = u32::try_from(alternatives) else {
        return crate::vm::unsupported(format!("{what} over {alternatives} values (hazard pse is for that)"));
    };
    vm.environment(alternatives, what).map(|pick| (low.wrapping_add(pick as i32)) as u32 as u64)
}

fn assume(holds: bool) -> Outcome<u64> {
    if holds { Ok(0) } else { Err(Trap::Ignore) }
}
