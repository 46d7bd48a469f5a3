//! The counter against enumeration: thousands of random systems, every relation, small boxes.

use dashu::integer::IBig;
use space::Rng;
use symbolic::counting::{Constraint, Relation, System, count};

const SEED: u64 = 20_140_915;
const SYSTEMS: usize = 5_000;

fn between(rng: &mut Rng, low: i128, high: i128) -> i128 {
    low + rng.below((high - low + 1) as usize) as i128
}

/// A system in `dimension` variables whose box has at most a few thousand points.
fn random_system(rng: &mut Rng, dimension: usize) -> System {
    let width = [60, 30, 14, 8, 5, 4][dimension - 1];
    let bounds = (0..dimension)
        .map(|_| {
            let low = between(rng, -10, 5);
            (low, low + between(rng, 0, width))
        })
        .collect();
    let coefficient_max = between(rng, 1, 9);
    let constraints = (0..1 + rng.below(5)).map(|_| {
        let mut terms: Vec<(usize, i128)> = Vec::new();
        for variable in 0..dimension {
            if rng.below(3) > 0 {
                terms.push((variable, between(rng, -coefficient_max, coefficient_max)));
            }
        }
        let relation = match rng.below(12) {
            0 => Relation::Zero,
            1 | 2 => Relation::NonZero,
            3 => Relation::ZeroModulo(between(rng, 1, 7)),
            4 => Relation::NonZeroModulo(between(rng, 1, 7)),
            _ => Relation::AtMostZero,
        };
        Constraint { terms, constant: between(rng, -30, 30), relation }
    });
    let constraints = constraints.collect();
    System { bounds, constraints }
}

fn holds(constraint: &Constraint, point: &[i128]) -> bool {
    let value = constraint.terms.iter().map(|&(v, a)| a * point[v]).sum::<i128>() + constraint.constant;
    match constraint.relation {
        Relation::AtMostZero => value <= 0,
        Relation::Zero => value == 0,
        Relation::NonZero => value != 0,
        Relation::ZeroModulo(modulus) => value % modulus == 0,
        Relation::NonZeroModulo(modulus) => value % modulus != 0,
    }
}

fn enumerate(system: &System) -> u64 {
    let mut point: Vec<i128> = system.bounds.iter().map(|bound| bound.0).collect();
    let mut total = 0;
    loop {
        total += u64::from(system.constraints.iter().all(|constraint| holds(constraint, &point)));
        let mut variable = 0;
        loop {
            if variable == point.len() {
                return total;
            }
            point[variable] += 1;
            if point[variable] <= system.bounds[variable].1 {
                break;
            }
            point[variable] = system.bounds[variable].0;
            variable += 1;
        }
    }
}

#[test]
fn random_systems_agree_with_enumeration() {
    println!("seed {SEED}");
    let mut rng = Rng::new(SEED);
    for number in 0..SYSTEMS {
        let system = random_system(&mut rng, 1 + number % 6);
        let expected = enumerate(&system);
        assert_eq!(count(&system), Ok(IBig::from(expected)), "system {number} of seed {SEED}: {system:?}");
    }
}
