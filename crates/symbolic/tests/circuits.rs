//! Circuits against machines that we did not build: floating-point operations against HotSpot, bit for bit, and random
//! formulas over all operations against trying all inputs.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::path::Path;
use std::process::{Command, Stdio};
use symbolic::expr::{
    Assignment, Binary, Comparison, ExprId, Exprs, FloatFormat, FloatOp, Rounding, UnaryOp, VariableId, Width,
};
use symbolic::solve::{Deciding, Decision, Patience};

fn operation(name: &str) -> (FloatOp, FloatFormat) {
    let format = if name.starts_with('f') || name.ends_with("2f") && !name.starts_with('d') {
        FloatFormat::Single
    } else {
        FloatFormat::Double
    };
    let op = match &name[1..] {
        "add" => FloatOp::Add,
        "sub" => FloatOp::Subtract,
        "mul" => FloatOp::Multiply,
        "div" => FloatOp::Divide,
        "rem" => FloatOp::Remainder,
        "sqrt" => FloatOp::Root,
        "floor" => FloatOp::Whole(Rounding::Floor),
        "ceil" => FloatOp::Whole(Rounding::Ceiling),
        "rint" => FloatOp::Whole(Rounding::Nearest),
        "cmpl" => FloatOp::Order(-1),
        "cmpg" => FloatOp::Order(1),
        "2i" => FloatOp::ToInteger(Width::Int),
        "2l" => FloatOp::ToInteger(Width::Long),
        "2f" if name.starts_with('d') => FloatOp::ToOther,
        "2d" if name.starts_with('f') => FloatOp::ToOther,
        "2d" | "2f" => FloatOp::FromInteger,
        other => panic!("no operation {other}"),
    };
    (op, format)
}

/// A few thousand pairs for each operation; a million with `HAZARD_FULL`.
#[test]
fn floats_are_hotspots_bit_for_bit() {
    let count = if std::env::var_os("HAZARD_FULL").is_some() { "1000000" } else { "3000" };
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/symbolic/hotspot/FloatOperations.java");
    let mut java =
        Command::new("java").arg(source).args([count, "22"]).stdout(Stdio::piped()).spawn().expect("java runs");
    let output = std::io::BufReader::new(java.stdout.take().expect("its output is ours"));
    let mut circuits = Deciding::default();
    let mut exprs = Exprs::new();
    let mut compared: BTreeMap<String, u64> = BTreeMap::new();
    for line in output.lines() {
        let line = line.expect("a line");
        let words: Vec<&str> = line.split(' ').collect();
        let number = |index: usize| words[index].parse::<i128>().expect("a number");
        let (op, format) = operation(words[0]);
        let found = circuits.folded(op, format, number(1), number(2));
        assert_eq!(found, number(3), "{line}");
        // The evaluation that models are checked with says the same.
        let (a, b) = (exprs.constant(number(1)), exprs.constant(number(2)));
        let evaluated = exprs.float(op, format, a, b);
        assert_eq!(exprs.as_constant(evaluated), Some(number(3)), "{line}");
        *compared.entry(words[0].to_owned()).or_default() += 1;
    }
    assert!(java.wait().expect("java ends").success());
    assert_eq!(compared.len(), 27, "{compared:?}");
    assert!(compared.values().all(|count| *count >= 40), "{compared:?}");
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

/// A random expression over all integer operations, of a width.
fn expression(exprs: &mut Exprs, random: &mut Random, inputs: &[ExprId], depth: u32, width: Width) -> ExprId {
    if depth == 0 || random.below(8) == 0 {
        return match random.below(4) {
            0 => exprs.constant(i128::from(random.below(40)) - 20),
            _ => inputs[random.below(inputs.len() as u64) as usize],
        };
    }
    let a = expression(exprs, random, inputs, depth - 1, width);
    if random.below(6) == 0 {
        let narrow = [Width::Byte, Width::Char, Width::Short][random.below(3) as usize];
        return match random.below(2) {
            0 => exprs.convert(a, narrow),
            _ => exprs.unary(UnaryOp::Neg, width, a),
        };
    }
    let b = expression(exprs, random, inputs, depth - 1, width);
    const OPERATIONS: [Binary; 11] = [
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
    let op = OPERATIONS[random.below(11) as usize];
    // A divisor is never zero on a path that divides by it.
    let b = if matches!(op, Binary::Div | Binary::Rem) {
        let one = exprs.constant(1);
        exprs.binary(Binary::Or, width, b, one)
    } else {
        b
    };
    match random.below(8) {
        0 => {
            let condition = exprs.compare(Comparison::Less, a, b);
            exprs.choose(condition, b, a)
        }
        _ => exprs.binary(op, width, a, b),
    }
}

#[test]
fn conditions_are_decided_as_trying_all_inputs_does() {
    let seed = 4_022;
    let mut random = Random(seed);
    let rounds = if std::env::var_os("HAZARD_FULL").is_some() { 20_000 } else { 600 };
    let (mut possible, mut impossible) = (0, 0);
    let mut exprs = Exprs::new();
    let mut circuits = Deciding::default();
    for round in 0..rounds {
        let width = if round % 2 == 0 { Width::Int } else { Width::Long };
        let first = exprs.variables().len() as u32;
        let ranges = [(-5, 6), (0, 9)];
        let inputs: Vec<ExprId> = (ranges.iter().enumerate())
            .map(|(index, (low, high))| exprs.variable(&format!("v{round}_{index}"), *low, *high, width))
            .collect();
        let scope = [VariableId(first), VariableId(first + 1)];
        let mut conjuncts = Vec::new();
        for _ in 0..2 {
            let a = expression(&mut exprs, &mut random, &inputs, 3, width);
            let b = expression(&mut exprs, &mut random, &inputs, 2, width);
            let op = [Comparison::Equal, Comparison::Less, Comparison::NotEqual, Comparison::GreaterOrEqual]
                [random.below(4) as usize];
            conjuncts.push(exprs.compare(op, a, b));
        }
        let mut expected = false;
        for x in ranges[0].0..=ranges[0].1 {
            for y in ranges[1].0..=ranges[1].1 {
                let mut point = Assignment::default();
                point.set(scope[0], x);
                point.set(scope[1], y);
                expected |= conjuncts.iter().all(|conjunct| exprs.evaluate(*conjunct, &point) != 0);
            }
        }
        match circuits.decide(&exprs, &conjuncts, &scope, u64::MAX, &Patience::default()) {
            Decision::Possible(_) => {
                assert!(expected, "seed {seed}, round {round}");
                possible += 1;
            }
            Decision::Impossible => {
                let shown: Vec<String> = conjuncts.iter().map(|c| exprs.display(*c).to_string()).collect();
                assert!(!expected, "seed {seed}, round {round}: {}", shown.join(" && "));
                impossible += 1;
            }
            other => panic!("seed {seed}, round {round}: {other:?}"),
        }
    }
    assert!(possible > rounds / 10 && impossible > rounds / 10, "{possible} {impossible}");
}

/// Inputs found for a condition on floats make it true on the machine (the solver asserts that), and what cannot be is not found.
#[test]
fn facts_about_floats_are_proved() {
    let mut exprs = Exprs::new();
    let mut circuits = Deciding::default();
    let x = exprs.float_variable("x", FloatFormat::Single);
    let y = exprs.float_variable("y", FloatFormat::Single);
    let scope = [VariableId(0), VariableId(1)];
    let zero = exprs.constant(0);
    let single = FloatFormat::Single;
    let order = |exprs: &mut Exprs, op: Comparison, a: ExprId, b: ExprId| {
        let unordered = if matches!(op, Comparison::Less | Comparison::LessOrEqual) { 1 } else { -1 };
        let order = exprs.float(FloatOp::Order(unordered), single, a, b);
        exprs.compare(op, order, zero)
    };
    // Addition commutes; what is less is not more; a number need not be equal to itself.
    let (sum, mirrored) = (exprs.float(FloatOp::Add, single, x, y), exprs.float(FloatOp::Add, single, y, x));
    assert_eq!(sum, mirrored);
    let (less, more) = (order(&mut exprs, Comparison::Less, x, y), order(&mut exprs, Comparison::Less, y, x));
    assert_eq!(circuits.decide(&exprs, &[less, more], &scope, u64::MAX, &Patience::default()), Decision::Impossible);
    let unequal = order(&mut exprs, Comparison::Equal, x, x);
    let unequal = exprs.not(unequal);
    assert!(matches!(
        circuits.decide(&exprs, &[unequal], &scope, u64::MAX, &Patience::default()),
        Decision::Possible(_)
    ));
    // One more than a large number is that number.
    let one = exprs.constant(i128::from(1f32.to_bits() as i32));
    let next = exprs.float(FloatOp::Add, single, x, one);
    let same = order(&mut exprs, Comparison::Equal, next, x);
    assert!(matches!(circuits.decide(&exprs, &[same], &scope, u64::MAX, &Patience::default()), Decision::Possible(_)));
}
