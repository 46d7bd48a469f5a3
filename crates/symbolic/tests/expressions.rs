//! Random Java expressions: symbolic evaluation, ranges and counts against wrapping machine arithmetic.

use dashu::rational::RBig;
use space::Rng;
use symbolic::expr::{Assignment, Binary, Comparison, ExprId, Exprs, Interval, UnaryOp, VariableId, Width};
use symbolic::quantify::{Boxes, PARTS_MAX_DEFAULT, Search, find, measure};

const SEED: u64 = 4;

/// A Java expression of type int or long, computed by the machine.
#[derive(Clone, Debug)]
enum Tree {
    Constant(i64),
    Input(usize),
    Binary(Binary, Width, Box<Tree>, Box<Tree>),
    Unary(UnaryOp, Width, Box<Tree>),
    Convert(Width, Box<Tree>),
    Choose(Box<Condition>, Box<Tree>, Box<Tree>),
    LongCompare(Box<Tree>, Box<Tree>),
}

#[derive(Clone, Debug)]
enum Condition {
    Compare(Comparison, Tree, Tree),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    Not(Box<Condition>),
}

impl Tree {
    /// The value in its own type, sign-extended; none for a division by zero.
    fn run(&self, inputs: &[i64]) -> Option<i64> {
        Some(match self {
            Tree::Constant(value) => *value,
            Tree::Input(index) => inputs[*index],
            Tree::Unary(UnaryOp::Neg, Width::Int, a) => i64::from((a.run(inputs)? as i32).wrapping_neg()),
            Tree::Unary(UnaryOp::Neg, _, a) => a.run(inputs)?.wrapping_neg(),
            Tree::Unary(UnaryOp::Complement, _, a) => !a.run(inputs)?,
            Tree::Binary(op, width, a, b) => {
                // Ints are computed as longs and cut off, but for the bits that shifts see.
                let (a, b, is_int) = (a.run(inputs)?, b.run(inputs)?, *width == Width::Int);
                let count = b as u32 & if is_int { 31 } else { 63 };
                let unsigned = if is_int { u64::from(a as u32) } else { a as u64 };
                let result = match op {
                    Binary::Add => a.wrapping_add(b),
                    Binary::Sub => a.wrapping_sub(b),
                    Binary::Mul => a.wrapping_mul(b),
                    Binary::Div | Binary::Rem if b == 0 => return None,
                    Binary::Div => a.wrapping_div(b),
                    Binary::Rem => a.wrapping_rem(b),
                    Binary::And => a & b,
                    Binary::Or => a | b,
                    Binary::Xor => a ^ b,
                    Binary::Shl => a << count,
                    Binary::Shr => a >> count,
                    Binary::Ushr => (unsigned >> count) as i64,
                };
                if is_int { i64::from(result as i32) } else { result }
            }
            Tree::Convert(width, a) => {
                let a = a.run(inputs)?;
                match width {
                    Width::Byte => i64::from(a as i8),
                    Width::Char => i64::from(a as u16),
                    Width::Short => i64::from(a as i16),
                    Width::Int => i64::from(a as i32),
                    _ => a,
                }
            }
            // All three always: the symbolic side conditions are not guarded by the choice.
            Tree::Choose(condition, a, b) => {
                let (chosen, a, b) = (condition.run(inputs)?, a.run(inputs)?, b.run(inputs)?);
                if chosen { a } else { b }
            }
            Tree::LongCompare(a, b) => a.run(inputs)?.cmp(&b.run(inputs)?) as i64,
        })
    }

    fn build(&self, exprs: &mut Exprs, inputs: &[ExprId], divisors: &mut Vec<ExprId>) -> ExprId {
        match self {
            Tree::Constant(value) => exprs.constant(i128::from(*value)),
            Tree::Input(index) => inputs[*index],
            Tree::Binary(op, width, a, b) => {
                let a = a.build(exprs, inputs, divisors);
                let b = b.build(exprs, inputs, divisors);
                if matches!(op, Binary::Div | Binary::Rem) {
                    divisors.push(b);
                    if exprs.as_constant(b) == Some(0) {
                        return exprs.constant(0);
                    }
                }
                exprs.binary(*op, *width, a, b)
            }
            Tree::Unary(op, width, a) => {
                let a = a.build(exprs, inputs, divisors);
                exprs.unary(*op, *width, a)
            }
            Tree::Convert(width, a) => {
                let a = a.build(exprs, inputs, divisors);
                exprs.convert(a, *width)
            }
            Tree::Choose(condition, a, b) => {
                let condition = condition.build(exprs, inputs, divisors);
                let a = a.build(exprs, inputs, divisors);
                let b = b.build(exprs, inputs, divisors);
                exprs.choose(condition, a, b)
            }
            Tree::LongCompare(a, b) => {
                let a = a.build(exprs, inputs, divisors);
                let b = b.build(exprs, inputs, divisors);
                exprs.sign_of_difference(a, b)
            }
        }
    }
}

impl Condition {
    fn run(&self, inputs: &[i64]) -> Option<bool> {
        Some(match self {
            Condition::Compare(op, a, b) => {
                let (a, b) = (a.run(inputs)?, b.run(inputs)?);
                match op {
                    Comparison::Equal => a == b,
                    Comparison::NotEqual => a != b,
                    Comparison::Less => a < b,
                    Comparison::LessOrEqual => a <= b,
                    Comparison::Greater => a > b,
                    Comparison::GreaterOrEqual => a >= b,
                }
            }
            // Both sides always: the symbolic side conditions do not know short circuits.
            Condition::And(a, b) => a.run(inputs)? & b.run(inputs)?,
            Condition::Or(a, b) => a.run(inputs)? | b.run(inputs)?,
            Condition::Not(a) => !a.run(inputs)?,
        })
    }

    fn build(&self, exprs: &mut Exprs, inputs: &[ExprId], divisors: &mut Vec<ExprId>) -> ExprId {
        match self {
            Condition::Compare(op, a, b) => {
                let a = a.build(exprs, inputs, divisors);
                let b = b.build(exprs, inputs, divisors);
                exprs.compare(*op, a, b)
            }
            Condition::And(a, b) => {
                let parts = [a.build(exprs, inputs, divisors), b.build(exprs, inputs, divisors)];
                exprs.and(&parts)
            }
            Condition::Or(a, b) => {
                let parts = [a.build(exprs, inputs, divisors), b.build(exprs, inputs, divisors)];
                exprs.or(&parts)
            }
            Condition::Not(a) => {
                let a = a.build(exprs, inputs, divisors);
                exprs.not(a)
            }
        }
    }
}

const OPS: [Binary; 11] = [
    Binary::Add,
    Binary::Sub,
    Binary::Mul,
    Binary::Div,
    Binary::Rem,
    Binary::And,
    Binary::Or,
    Binary::Xor,
    Binary::Shl,
    Binary::Shr,
    Binary::Ushr,
];

const COMPARISONS: [Comparison; 6] = [
    Comparison::Equal,
    Comparison::NotEqual,
    Comparison::Less,
    Comparison::LessOrEqual,
    Comparison::Greater,
    Comparison::GreaterOrEqual,
];

fn random_tree(rng: &mut Rng, inputs: usize, depth: usize, width: Width) -> Tree {
    if depth == 0 || rng.below(6) == 0 {
        if rng.below(3) > 0 {
            return Tree::Input(rng.below(inputs));
        }
        let special = [0, 1, -1, 2, 3, 7, 10, 16, 255, 65535, i32::MAX as i64, i32::MIN as i64, 0x55];
        return Tree::Constant(special[rng.below(special.len())]);
    }
    let sub = |rng: &mut Rng| Box::new(random_tree(rng, inputs, depth - 1, width));
    match rng.below(12) {
        0 => Tree::Unary(if rng.below(2) == 0 { UnaryOp::Neg } else { UnaryOp::Complement }, width, sub(rng)),
        1 => {
            let narrow = [Width::Byte, Width::Char, Width::Short, Width::Int][rng.below(4)];
            Tree::Convert(narrow, sub(rng))
        }
        2 => Tree::LongCompare(sub(rng), sub(rng)),
        3 => {
            let condition = Condition::Compare(COMPARISONS[rng.below(6)], *sub(rng), *sub(rng));
            Tree::Choose(Box::new(condition), sub(rng), sub(rng))
        }
        _ => Tree::Binary(OPS[rng.below(OPS.len())], width, sub(rng), sub(rng)),
    }
}

fn random_condition(rng: &mut Rng, inputs: usize, depth: usize) -> Condition {
    let width = if rng.below(3) == 0 { Width::Long } else { Width::Int };
    let tree_depth = 1 + rng.below(3);
    let sub = |rng: &mut Rng| Box::new(random_condition(rng, inputs, depth - 1));
    match if depth == 0 { 9 } else { rng.below(10) } {
        0 => Condition::And(sub(rng), sub(rng)),
        1 => Condition::Or(sub(rng), sub(rng)),
        2 => Condition::Not(sub(rng)),
        _ => Condition::Compare(
            COMPARISONS[rng.below(6)],
            random_tree(rng, inputs, tree_depth, width),
            random_tree(rng, inputs, tree_depth, width),
        ),
    }
}

/// Inputs with small ranges, some of them at the edges of their types so that arithmetic wraps.
fn random_inputs(rng: &mut Rng, exprs: &mut Exprs, count: usize) -> (Vec<ExprId>, Vec<(i64, i64)>) {
    let mut ids = Vec::new();
    let mut ranges = Vec::new();
    for index in 0..count {
        let width = rng.below(12) as i64;
        let low = match rng.below(4) {
            0 => i64::from(i32::MAX) - width,
            1 => i64::from(i32::MIN),
            _ => rng.below(12) as i64 - 6,
        };
        ids.push(exprs.variable(&format!("x{index}"), i128::from(low), i128::from(low + width), Width::Int));
        ranges.push((low, low + width));
    }
    (ids, ranges)
}

fn all_inputs(ranges: &[(i64, i64)]) -> Vec<Vec<i64>> {
    ranges.iter().fold(vec![Vec::new()], |points, &(low, high)| {
        points.iter().flat_map(|point| (low..=high).map(move |v| [point.as_slice(), &[v]].concat())).collect()
    })
}

fn assignment(point: &[i64]) -> Assignment {
    let mut inputs = Assignment::default();
    for (index, &value) in point.iter().enumerate() {
        inputs.set(VariableId(index as u32), i128::from(value));
    }
    inputs
}

#[test]
fn values_and_ranges_agree_with_the_machine() {
    let mut rng = Rng::new(SEED);
    for number in 0..20_000 {
        let mut exprs = Exprs::new();
        let full = number % 2 == 0;
        let inputs: Vec<ExprId> = (0..3)
            .map(|i| {
                let width = if i == 2 { Width::Long } else { Width::Int };
                let range = if full { Interval::of(width) } else { Interval::new(-9, 100) };
                exprs.variable(&format!("x{i}"), range.low, range.high, width)
            })
            .collect();
        let width = if rng.below(2) == 0 { Width::Int } else { Width::Long };
        // Long inputs may only appear in long expressions.
        let depth = 1 + rng.below(4);
        let tree = random_tree(&mut rng, if width == Width::Long { 3 } else { 2 }, depth, width);
        let id = tree.build(&mut exprs, &inputs, &mut Vec::new());
        let range = exprs.interval(id);
        for _ in 0..6 {
            let point: Vec<i64> = (0..3)
                .map(|i| match (full, rng.below(3)) {
                    (false, _) => rng.below(110) as i64 - 9,
                    (true, 0) => [i64::from(i32::MAX), i64::from(i32::MIN), -1, 0][rng.below(4)],
                    (true, _) if i == 2 => rng.next_u64() as i64,
                    (true, _) => i64::from(rng.next_u64() as i32),
                })
                .collect();
            let Some(expected) = tree.run(&point) else { continue };
            let value = exprs.evaluate(id, &assignment(&point));
            assert_eq!(value, i128::from(expected), "tree {number} of seed {SEED} at {point:?}: {tree:?}");
            assert!(range.contains(value), "{value} is not in {range}: {tree:?} = {}", exprs.display(id));
        }
    }
}

#[test]
fn counts_of_conditions_agree_with_enumeration() {
    let mut rng = Rng::new(SEED);
    let mut positive = 0;
    for number in 0..3_000 {
        let mut exprs = Exprs::new();
        let count = 1 + rng.below(3);
        let (ids, ranges) = random_inputs(&mut rng, &mut exprs, count);
        let conditions: Vec<Condition> = (0..1 + rng.below(2)).map(|_| random_condition(&mut rng, count, 2)).collect();
        let mut divisors = Vec::new();
        let mut conjuncts: Vec<ExprId> =
            conditions.iter().map(|condition| condition.build(&mut exprs, &ids, &mut divisors)).collect();
        let zero = exprs.constant(0);
        for divisor in divisors {
            conjuncts.push(exprs.compare(Comparison::NotEqual, divisor, zero));
        }
        let points = all_inputs(&ranges);
        let holds = |point: &Vec<i64>| {
            conditions.iter().all(|c| c.run(point).unwrap_or(false))
                && conditions.iter().all(|c| c.run(point).is_some())
        };
        let expected = points.iter().filter(|point| holds(point)).count();
        positive += usize::from(expected > 0);
        let scope: Vec<VariableId> = (0..count).map(|i| VariableId(i as u32)).collect();
        let measured = measure(&mut exprs, &conjuncts, &scope, &Boxes::new(), PARTS_MAX_DEFAULT);
        let text: Vec<String> = conjuncts.iter().map(|c| exprs.display(*c).to_string()).collect();
        assert!(measured.is_exact(), "condition {number} of seed {SEED}: {text:?}");
        assert_eq!(
            measured.low,
            RBig::from(expected),
            "condition {number} of seed {SEED}: {conditions:?} as {text:?} over {ranges:?}"
        );
        match find(&mut exprs, &conjuncts, &scope, &Boxes::new(), PARTS_MAX_DEFAULT) {
            Search::Found(inputs) => {
                assert!(conjuncts.iter().all(|&c| exprs.evaluate(c, &inputs) != 0), "{text:?}");
            }
            Search::Impossible => assert_eq!(expected, 0, "{text:?}"),
            Search::Undecided => panic!("small domains are always decided: {text:?}"),
        }
    }
    assert!(positive > 1_000, "only {positive} conditions can be met at all");
}
