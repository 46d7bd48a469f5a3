//! Counts that are right with a probability, for conditions that cannot be counted: inputs are drawn from the box, and how often they
//! meet the condition bounds how many do (Chernoff's bound by relative entropy, Hoeffding 1963). The same seed draws the same inputs,
//! whoever asks, and in whichever order.

use super::halving::{narrow, whole_box};
use super::{Bounds, reals_in, size};
use crate::expr::{Assignment, ExprId, Exprs, Tape, VariableId};
use crate::quantify::Boxes;
use crate::solve::Patience;
use dashu::rational::RBig;
use space::Rng;

/// One condition's bounds are wrong with at most this probability.
pub const ERROR_OF_ONE: f64 = 1e-6;

/// Inputs drawn for one condition: its share of the box is then known to half a percent of the box, and better where it is near none or all.
const DRAWN: u32 = 300_000;

/// So often, in inputs drawn, is the clock read.
const BETWEEN_READINGS: u32 = 4096;

/// How conditions are approximated, and how many have been.
#[derive(Clone, Copy, Debug, Default)]
pub struct Approximation {
    pub seed: u64,
    pub conditions: u64,
}

/// Bounds of how much of the box meets all conjuncts, right but for [`ERROR_OF_ONE`] and no wider than what is certain; nothing where inputs
/// are real, or time is up.
pub fn approximated(
    exprs: &Exprs,
    conjuncts: &[ExprId],
    (scope, boxes): (&[VariableId], &Boxes),
    certain: &Bounds,
    seed: u64,
    patience: &Patience,
) -> Option<Bounds> {
    if !reals_in(exprs, scope).is_empty() {
        return None;
    }
    let mut part = whole_box(exprs, scope);
    part.extend(boxes.iter().map(|(variable, range)| (*variable, *range)));
    if !narrow(exprs, conjuncts, &mut part) {
        return Some(Bounds::exactly(RBig::ZERO));
    }
    let mut rng = Rng::new(seed ^ fingerprint(exprs, conjuncts));
    let mut tape = Tape::new(exprs, conjuncts);
    let mut inputs = Assignment::default();
    let mut met = 0u32;
    for drawn in 0..DRAWN {
        if drawn % BETWEEN_READINGS == 0 && patience.is_over() {
            return None;
        }
        for variable in scope {
            let range = part[variable];
            // Below 2^-64 of a value: the remainder of 128 random bits is as good as uniform.
            let bits = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            inputs.set(*variable, range.low + (bits % range.width() as u128) as i128);
        }
        tape.run(exprs, &inputs);
        met += u32::from(conjuncts.iter().all(|conjunct| tape.value(*conjunct) != 0));
    }
    let (low, high) = share_of(met, DRAWN);
    let whole = size(exprs, scope, &part);
    let exactly = |share: f64| RBig::try_from(share).unwrap_or(RBig::ZERO) * &whole;
    let bounds = Bounds { low: exactly(low).max(certain.low.clone()), high: exactly(high).min(certain.high.clone()) };
    // What is certain may contradict what was drawn, with little probability: then it alone counts.
    Some(if bounds.low <= bounds.high { bounds } else { certain.clone() })
}

/// The shares that are compatible with `met` of `drawn`: each end is wrong with half of [`ERROR_OF_ONE`] at most.
fn share_of(met: u32, drawn: u32) -> (f64, f64) {
    let seen = f64::from(met) / f64::from(drawn);
    let limit = (2.0 / ERROR_OF_ONE).ln() / f64::from(drawn);
    let part = |share: f64, of: f64| if share == 0.0 { 0.0 } else { share * (share / of).ln() };
    let entropy = |share: f64| part(seen, share) + part(1.0 - seen, 1.0 - share);
    // Bisection keeps the end that is outside.
    let end = |mut inside: f64, mut outside: f64| {
        for _ in 0..60 {
            let middle = (inside + outside) / 2.0;
            match entropy(middle) <= limit {
                true => inside = middle,
                false => outside = middle,
            }
        }
        outside
    };
    (if met == 0 { 0.0 } else { end(seen, 0.0) }, if met == drawn { 1.0 } else { end(seen, 1.0) })
}

/// A number for what the conditions say, in whichever order and by whatever numbers they are known.
fn fingerprint(exprs: &Exprs, conjuncts: &[ExprId]) -> u64 {
    let of = |text: String| {
        // FNV-1a, 64 bits.
        text.bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    };
    conjuncts.iter().fold(0u64, |sum, conjunct| sum.wrapping_add(of(exprs.display(*conjunct).to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_lie_within_what_is_told_of_them() {
        for (met, share) in [(0, 0.0), (150_000, 0.5), (300_000, 1.0), (3, 0.00001), (299_000, 0.9967)] {
            let (low, high) = share_of(met, DRAWN);
            assert!(low <= share && share <= high, "{met}: {low} {high}");
            assert!(high - low < 0.011, "{met}: {low} {high}");
        }
        let (low, high) = share_of(0, DRAWN);
        assert!(low == 0.0 && high < 1e-4, "{high}");
    }
}
