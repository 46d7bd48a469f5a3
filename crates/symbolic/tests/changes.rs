//! Conditions on inputs that are seen through bijections, squares and tables: counted in closed form, against enumeration.

use symbolic::expr::{Binary, Comparison, ExprId, Interval, Value, Width};
use symbolic::path_condition::{PathCondition, PathConditions};

const BITS: u32 = 18;
const MASK: i64 = (1 << BITS) - 1;

struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// One step of a hash function, on numbers of `BITS` bits or on ints.
#[derive(Clone, Copy, Debug)]
enum Step {
    Times(i64),
    Plus(i64),
    Xor(i64),
    XorDown(i64),
    XorUp(i64),
    Rotate(i64),
    /// With two rotations of itself.
    XorRotated(i64, i64),
}

fn step(dice: &mut Dice, bits: u32) -> Step {
    let constant = dice.below(1 << bits) as i64;
    match dice.below(if bits == 32 { 7 } else { 3 }) {
        0 => Step::Times(constant | 1),
        1 => Step::Plus(constant),
        2 => Step::XorDown(1 + dice.below(u64::from(bits) - 1) as i64),
        3 => Step::Xor(constant),
        4 => Step::Rotate(1 + dice.below(31) as i64),
        5 => Step::XorRotated(1 + dice.below(31) as i64, 1 + dice.below(31) as i64),
        _ => Step::XorUp(1 + dice.below(u64::from(bits) - 1) as i64),
    }
}

/// As Java computes it on ints, masked if the numbers have fewer bits.
fn on_numbers(step: Step, x: i32, bits: u32) -> i32 {
    let masked = |value: i32| if bits == 32 { value } else { value & MASK as i32 };
    match step {
        Step::Times(factor) => masked(x.wrapping_mul(factor as i32)),
        Step::Plus(summand) => masked(x.wrapping_add(summand as i32)),
        Step::Xor(constant) => x ^ constant as i32,
        Step::XorDown(count) => x ^ ((x as u32) >> count) as i32,
        Step::XorUp(count) => x ^ (x << count),
        Step::Rotate(count) => x.rotate_left(count as u32),
        Step::XorRotated(one, two) => x ^ x.rotate_left(one as u32) ^ x.rotate_left(two as u32),
    }
}

fn rotated(paths: &mut PathConditions, x: ExprId, count: i64) -> ExprId {
    let exprs = &mut paths.exprs;
    let (up, down) = (exprs.constant(i128::from(count)), exprs.constant(i128::from(-count)));
    let up = exprs.binary(Binary::Shl, Width::Int, x, up);
    let down = exprs.binary(Binary::Ushr, Width::Int, x, down);
    exprs.binary(Binary::Or, Width::Int, up, down)
}

fn on_expressions(paths: &mut PathConditions, step: Step, x: ExprId, bits: u32) -> ExprId {
    match step {
        Step::Rotate(count) => return rotated(paths, x, count),
        Step::XorRotated(one, two) => {
            let (one, two) = (rotated(paths, x, one), rotated(paths, x, two));
            let some = paths.exprs.binary(Binary::Xor, Width::Int, x, one);
            return paths.exprs.binary(Binary::Xor, Width::Int, some, two);
        }
        _ => {}
    }
    let exprs = &mut paths.exprs;
    let int = |value: i64| i128::from(value as i32);
    let (op, constant) = match step {
        Step::Times(factor) => (Binary::Mul, int(factor)),
        Step::Plus(summand) => (Binary::Add, int(summand)),
        Step::Xor(constant) => (Binary::Xor, int(constant)),
        Step::XorDown(count) => (Binary::Ushr, i128::from(count)),
        Step::XorUp(count) => (Binary::Shl, i128::from(count)),
        Step::Rotate(_) | Step::XorRotated(..) => unreachable!("done above"),
    };
    let constant = exprs.constant(constant);
    let value = exprs.binary(op, Width::Int, x, constant);
    match step {
        Step::Times(_) | Step::Plus(_) if bits < 32 => {
            let mask = exprs.constant(i128::from(MASK));
            exprs.binary(Binary::And, Width::Int, value, mask)
        }
        Step::XorDown(_) | Step::XorUp(_) => exprs.binary(Binary::Xor, Width::Int, x, value),
        _ => value,
    }
}

fn assumed(paths: &mut PathConditions, op: Comparison, a: ExprId, b: i64) -> PathCondition {
    let b = paths.exprs.constant(i128::from(b));
    let condition = paths.exprs.compare(op, a, b);
    paths.assume(&PathCondition::default(), condition).unwrap_or_default()
}

#[test]
fn hashes_of_one_input_are_counted_as_enumeration_counts_them() {
    let mut dice = Dice(5);
    for round in 0..30 {
        let steps: Vec<Step> = (0..1 + dice.below(5)).map(|_| step(&mut dice, BITS)).collect();
        let limit = 1 + dice.below(1 << BITS) as i64;
        let mut paths = PathConditions::default();
        let x = paths.integer_input("x", 0, i128::from(MASK), Width::Int).expect("a domain");
        let mut hash = x;
        for step in &steps {
            hash = on_expressions(&mut paths, *step, hash, BITS);
        }
        let squared = round % 3 == 2;
        if squared {
            let square = paths.exprs.binary(Binary::Mul, Width::Int, hash, hash);
            let mask = paths.exprs.constant(i128::from(MASK));
            hash = paths.exprs.binary(Binary::And, Width::Int, square, mask);
        }
        let path = assumed(&mut paths, Comparison::Less, hash, limit);
        let counted = (0..=MASK as i32).filter(|x| {
            let hash = steps.iter().fold(*x, |value, step| on_numbers(*step, value, BITS));
            let hash = if squared { hash.wrapping_mul(hash) & MASK as i32 } else { hash };
            i64::from(hash) < limit
        });
        let expected = counted.count();
        let found = paths.probability(&path).expect("no profile");
        assert!(found.is_exact(), "{steps:?} {limit}");
        let whole = dashu::rational::RBig::from(1u64 << BITS);
        assert_eq!(found.low * whole, dashu::rational::RBig::from(expected), "{steps:?} {limit} {squared}");
    }
}

#[test]
fn hashes_of_ints_are_inverted() {
    let mut dice = Dice(11);
    for _ in 0..30 {
        let steps: Vec<Step> = (0..2 + dice.below(5)).map(|_| step(&mut dice, 32)).collect();
        let wanted = dice.below(1 << 32) as i32;
        let mut paths = PathConditions::default();
        let range = Interval::of(Width::Int);
        let x = paths.integer_input("x", range.low, range.high, Width::Int).expect("a domain");
        let mut hash = x;
        for step in &steps {
            hash = on_expressions(&mut paths, *step, hash, 32);
        }
        let path = assumed(&mut paths, Comparison::Equal, hash, i64::from(wanted));
        let found = paths.probability(&path).expect("no profile");
        assert_eq!(found.low.to_string(), "1/4294967296", "{steps:?}");
        let inputs = paths.model(&path).expect("decided").expect("every hash is one of something");
        let Some(Value::Integer(value)) = inputs.values.values().next() else { panic!("no input") };
        let hash = steps.iter().fold(*value as i32, |value, step| on_numbers(*step, value, 32));
        assert_eq!(hash, wanted, "{steps:?}");
    }
}

#[test]
fn elements_of_tables_are_counted() {
    let mut dice = Dice(17);
    for _ in 0..40 {
        let elements: Vec<i64> = (0..30).map(|_| dice.below(40) as i64 - 20).collect();
        let mut paths = PathConditions::default();
        let x = paths.integer_input("x", 0, 29, Width::Int).expect("a domain");
        let y = paths.integer_input("y", -1_000_000, 1_000_000, Width::Int).expect("a domain");
        let element = paths.exprs.element(x, 0, &elements);
        let sum = paths.exprs.binary(Binary::Add, Width::Int, element, y);
        let limit = dice.below(20) as i64;
        let path = assumed(&mut paths, Comparison::Less, sum, limit);
        let expected: i64 = elements.iter().map(|element| limit - element + 1_000_000).sum();
        let found = paths.probability(&path).expect("no profile");
        assert!(found.is_exact());
        let whole = dashu::rational::RBig::from(30 * 2_000_001);
        assert_eq!(found.low * whole, dashu::rational::RBig::from(expected));
    }
}
