//! Reaching a goal with bounds on what is earned on the way (Hartmanns, Junges, Katoen and Quatmann, "Multi-cost bounded
//! reachability in MDP", TACAS 2018): the model is unfolded by what was earned so far, as far as the bounds can tell.

use std::collections::HashMap;

use dashu::base::{Gcd, Signed};
use dashu::integer::UBig;
use dashu::rational::RBig;
use logic::{Comparison, Number};

use crate::bits::Bits;
use crate::model::{Model, Reward};
use crate::rational;

/// One bound, in whole units: what each entry costs, and between which amounts the goal counts.
pub struct Allowance {
    costs: Vec<u64>,
    lower: u64,
    upper: Option<u64>,
}

/// Amounts beyond would make more states than there are numbers for them.
const AMOUNT_MAX: u64 = 1 << 32;
/// Numbers of states are 32 bits wide.
const STATES_MAX: usize = u32::MAX as usize - 2;

impl Allowance {
    /// Why there is none, if so: rewards are negative, or have no common measure that is small enough.
    pub fn new(model: &Model, reward: &Reward, comparison: Comparison, bound: &Number) -> Result<Allowance, String> {
        let read = |value: f64| rational::meant(value);
        let mut costs: Vec<RBig> = Vec::with_capacity(model.transitions());
        let mut unit = UBig::ONE;
        for state in 0..model.states() {
            let resting = reward.states.as_ref().map_or(RBig::ZERO, |values| read(values[state]));
            for row in model.rows_of(state) {
                let acting = reward.choices.as_ref().map_or(RBig::ZERO, |values| read(values[row]));
                for entry in model.entries(row) {
                    let moving = reward.branches.as_ref().map_or(RBig::ZERO, |values| read(values[entry]));
                    let cost = &resting + &acting + moving;
                    if cost.is_negative() {
                        return Err(format!("state {state} has a negative reward; a bound needs rewards that add up"));
                    }
                    let denominator = cost.denominator();
                    unit = &unit / (&unit).gcd(denominator) * denominator;
                    if unit > UBig::from(AMOUNT_MAX) {
                        return Err("the rewards have no common measure to count by".to_string());
                    }
                    costs.push(cost);
                }
            }
        }
        let scale = RBig::from(unit);
        let whole = |value: &RBig| u64::try_from((value * &scale).trunc()).ok().filter(|amount| *amount < AMOUNT_MAX);
        let costs = costs.iter().map(|cost| whole(cost).unwrap_or(AMOUNT_MAX)).collect();
        let limit = bound.exact() * &scale;
        let is_whole = limit.is_int();
        let Some(floor) = whole(bound.exact()) else {
            return Err(format!("the bound {bound} is too large to count to"));
        };
        let (lower, upper) = match comparison {
            Comparison::LessOrEqual => (0, Some(floor)),
            Comparison::Less if is_whole => match floor.checked_sub(1) {
                Some(most) => (0, Some(most)),
                None => return Err("nothing costs less than 0".to_string()),
            },
            Comparison::Less => (0, Some(floor)),
            Comparison::GreaterOrEqual if is_whole => (floor, None),
            Comparison::GreaterOrEqual | Comparison::Greater => (floor + 1, None),
        };
        Ok(Allowance { costs, lower, upper })
    }

    /// Amounts that differ: up to the upper bound, or up to where the lower one is met.
    fn amounts(&self) -> u64 {
        self.upper.unwrap_or(self.lower) + 1
    }

    /// What was earned after an entry; `None` if that is too much.
    fn after(&self, amount: u64, entry: usize) -> Option<u64> {
        let sum = amount.saturating_add(self.costs[entry]);
        match self.upper {
            Some(upper) => (sum <= upper).then_some(sum),
            None => Some(sum.min(self.lower)),
        }
    }
}

/// The unfolded model: whether `goal` is reached there is the answer.
pub struct Unfolded {
    pub model: Model,
    pub goal: Bits,
    /// The unfolded state in which each state starts (`u32::MAX` if it was not asked for).
    pub entry: Vec<u32>,
}

/// Unfolds `through U goal` within the allowances from the states in `from`.
pub fn unfold(
    model: &Model,
    exact: Option<&[RBig]>,
    (through, goal): (&Bits, &Bits),
    allowances: &[Allowance],
    from: &Bits,
) -> Result<Unfolded, String> {
    let radix: u128 = allowances.iter().map(|allowance| u128::from(allowance.amounts())).product();
    if radix > u128::from(u64::MAX) {
        return Err("the bounds are too large to count to".to_string());
    }
    let mut numbers: hashbrown::HashMap<(u32, u64), u32> = hashbrown::HashMap::new();
    let mut origin: Vec<(u32, u64)> = Vec::new();
    let mut number = |pair: (u32, u64), origin: &mut Vec<(u32, u64)>| -> u32 {
        *numbers.entry(pair).or_insert_with(|| {
            origin.push(pair);
            origin.len() as u32 - 1
        })
    };
    let mut entry = vec![u32::MAX; model.states()];
    for state in from.iter() {
        entry[state] = number((state as u32, 0), &mut origin);
    }
    let (mut choices, mut branches) = (vec![0u32], vec![0u32]);
    let (mut targets, mut probabilities) = (Vec::new(), Vec::new());
    let mut fractions = HashMap::new();
    let mut reached = Vec::new();
    let mut next = 0;
    // What is too much leads to a state of its own, which has the number after all others.
    const LOST: u32 = u32::MAX;
    while next < origin.len() {
        if origin.len() > STATES_MAX || targets.len() > u32::MAX as usize {
            return Err("unfolded by what is earned, the model has more states than can be counted".to_string());
        }
        let (state, amount) = (origin[next].0 as usize, origin[next].1);
        let is_met = goal.contains(state) && is_enough(allowances, amount);
        if is_met || !through.contains(state) {
            if is_met {
                reached.push(next);
            }
            targets.push(next as u32);
            probabilities.push(1.0);
            branches.push(targets.len() as u32);
        } else {
            for row in model.rows_of(state) {
                for entry in model.entries(row) {
                    let target = match earned(allowances, amount, entry) {
                        Some(amount) => number((model.targets[entry], amount), &mut origin),
                        None => LOST,
                    };
                    if let Some(exact) = exact {
                        fractions.insert(targets.len() as u32, exact[entry].clone());
                    }
                    targets.push(target);
                    probabilities.push(model.probabilities[entry]);
                }
                branches.push(targets.len() as u32);
            }
        }
        choices.push(branches.len() as u32 - 1);
        next += 1;
    }
    let lost = origin.len() as u32;
    targets.iter_mut().filter(|target| **target == LOST).for_each(|target| *target = lost);
    targets.push(lost);
    probabilities.push(1.0);
    branches.push(targets.len() as u32);
    choices.push(branches.len() as u32 - 1);
    let states = lost as usize + 1;
    let model = Model {
        kind: model.kind,
        choices,
        branches,
        targets,
        probabilities,
        probabilities_most: None,
        exits: None,
        initial: vec![0],
        labels: Vec::new(),
        rewards: Vec::new(),
        actions: None,
        variables: Vec::new(),
        deadlocks: Bits::new(states),
        open: None,
        fractions,
    };
    Ok(Unfolded { model, goal: Bits::from_indices(states, reached), entry })
}

/// Whether all lower bounds are met; amounts are digits of one number.
fn is_enough(allowances: &[Allowance], mut amounts: u64) -> bool {
    allowances.iter().all(|allowance| {
        let amount = amounts % allowance.amounts();
        amounts /= allowance.amounts();
        amount >= allowance.lower
    })
}

fn earned(allowances: &[Allowance], mut amounts: u64, entry: usize) -> Option<u64> {
    let (mut sum, mut place) = (0, 1);
    for allowance in allowances {
        sum += allowance.after(amounts % allowance.amounts(), entry)? * place;
        amounts /= allowance.amounts();
        place = place.wrapping_mul(allowance.amounts());
    }
    Some(sum)
}
