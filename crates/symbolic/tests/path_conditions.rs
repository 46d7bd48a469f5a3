//! Probabilities of path conditions over full ranges, where closed forms are the oracle; profiles; models; messages.

use dashu::rational::RBig;
use symbolic::expr::{Binary, Comparison, ExprId, Exprs, FloatFormat, FloatOp, Width};
use symbolic::profile::parse_domain;
use symbolic::{Bounds, Fault, PathCondition, PathConditions, Profile};

const MAX: i128 = i32::MAX as i128;
const MIN: i128 = i32::MIN as i128;

fn fraction(numerator: i128, denominator: i128) -> Bounds {
    Bounds::exactly(RBig::from(numerator) / RBig::from(denominator))
}

fn int(paths: &mut PathConditions, name: &str, low: i128, high: i128) -> ExprId {
    paths.integer_input(name, low, high, Width::Int).expect("a good domain")
}

fn op(paths: &mut PathConditions, op: Binary, a: ExprId, b: ExprId) -> ExprId {
    paths.exprs.binary(op, Width::Int, a, b)
}

fn op_constant(paths: &mut PathConditions, operation: Binary, a: ExprId, b: i128) -> ExprId {
    let b = paths.exprs.constant(b);
    op(paths, operation, a, b)
}

fn probability(paths: &mut PathConditions, comparison: Comparison, a: ExprId, constant: i128) -> Bounds {
    let constant = paths.exprs.constant(constant);
    let condition = paths.exprs.compare(comparison, a, constant);
    match paths.assume(&PathCondition::default(), condition) {
        Some(path) => paths.probability(&path).expect("countable"),
        None => Bounds::exactly(RBig::ZERO),
    }
}

#[test]
fn midpoint_overflows_for_half_of_all_pairs() {
    let mut paths = PathConditions::new(Profile::default());
    let (low, high) = (int(&mut paths, "low", 0, MAX), int(&mut paths, "high", 0, MAX));
    let sum = op(&mut paths, Binary::Add, low, high);
    let middle = op_constant(&mut paths, Binary::Div, sum, 2);
    // low + high > MAX for MAX·(MAX+1)/2 pairs of (MAX+1)².
    let expected = fraction(MAX, 2 * (MAX + 1));
    // -1 / 2 is 0: the sums -2^31.. -2 are negative after halving, and -1 never occurs below 2·MAX.
    assert_eq!(probability(&mut paths, Comparison::Less, middle, 0), expected);
    let safe = op(&mut paths, Binary::Sub, high, low);
    let half = op_constant(&mut paths, Binary::Div, safe, 2);
    let safe_middle = op(&mut paths, Binary::Add, low, half);
    assert_eq!(probability(&mut paths, Comparison::Less, safe_middle, 0), fraction(0, 1));
    let unsigned = op_constant(&mut paths, Binary::Ushr, sum, 1);
    assert_eq!(probability(&mut paths, Comparison::Less, unsigned, 0), fraction(0, 1));
}

#[test]
fn wrapping_linear_maps_are_bijections() {
    let mut paths = PathConditions::new(Profile::default());
    let (x, y) = (int(&mut paths, "x", MIN, MAX), int(&mut paths, "y", MIN, MAX));
    let scaled = op_constant(&mut paths, Binary::Mul, x, 1_103_515_245);
    let next = op_constant(&mut paths, Binary::Add, scaled, 12_345);
    assert_eq!(probability(&mut paths, Comparison::GreaterOrEqual, next, 0), fraction(1, 2));
    let bits = op_constant(&mut paths, Binary::Ushr, next, 16);
    let low_bits = op_constant(&mut paths, Binary::And, bits, 0x7fff);
    assert_eq!(probability(&mut paths, Comparison::Equal, low_bits, 77), fraction(1, 1 << 15));
    let hash = op_constant(&mut paths, Binary::Mul, x, 31);
    let hash = op(&mut paths, Binary::Add, hash, y);
    assert_eq!(probability(&mut paths, Comparison::Equal, hash, 12_345), fraction(1, 1 << 32));
    assert_eq!(probability(&mut paths, Comparison::Less, hash, 0), fraction(1, 2));
}

#[test]
fn bits_of_a_uniform_int_are_independent() {
    let mut paths = PathConditions::new(Profile::default());
    let x = int(&mut paths, "x", MIN, MAX);
    for (mask, value) in [(0x55i128, 0x11i128), (0x5555_5555, 0x0011_0011), (1, 1), (-2_147_483_648, 0), (0xF0F, 0x102)]
    {
        let masked = op_constant(&mut paths, Binary::And, x, mask);
        let ones = (mask as u32).count_ones();
        assert_eq!(probability(&mut paths, Comparison::Equal, masked, value), fraction(1, 1 << ones), "mask {mask:#x}");
    }
    let both = op_constant(&mut paths, Binary::Xor, x, 0x5a5a_5a5a);
    assert_eq!(probability(&mut paths, Comparison::Equal, both, 7), fraction(1, 1 << 32));
    let either = op_constant(&mut paths, Binary::Or, x, 0xFF);
    assert_eq!(probability(&mut paths, Comparison::Equal, either, 0xFF), fraction(1 << 8, 1 << 32));
}

#[test]
fn remainders_follow_java() {
    let mut paths = PathConditions::new(Profile::default());
    let x = int(&mut paths, "x", MIN, MAX);
    for modulus in [2i128, 3, 7, 10, 1000, -4] {
        for rest in [-2i128, -1, 0, 1, 2] {
            let remainder = op_constant(&mut paths, Binary::Rem, x, modulus);
            // x = q·m + r with the sign of x: counted from the positive and the negative side.
            let m = modulus.abs();
            let expected = match rest {
                _ if rest.abs() >= m => 0,
                0 => (MAX / m) + (-MIN / m) + 1,
                rest if rest > 0 => (MAX - rest) / m + 1,
                rest => (-MIN + rest) / m + 1,
            };
            let found = probability(&mut paths, Comparison::Equal, remainder, rest);
            assert_eq!(found, fraction(expected, 1 << 32), "x % {modulus} == {rest}");
        }
    }
}

#[test]
fn leap_years_and_triangles() {
    let mut paths = PathConditions::new(Profile::default());
    let year = int(&mut paths, "year", 1, 400_000_000);
    let zero = paths.exprs.constant(0);
    let mut divisible = |by: i128| {
        let rest = op_constant(&mut paths, Binary::Rem, year, by);
        paths.exprs.compare(Comparison::Equal, rest, zero)
    };
    let (by4, by100, by400) = (divisible(4), divisible(100), divisible(400));
    let not100 = paths.exprs.not(by100);
    let ordinary = paths.exprs.and(&[by4, not100]);
    let leap = paths.exprs.or(&[ordinary, by400]);
    let path = paths.assume(&PathCondition::default(), leap).expect("possible");
    assert_eq!(paths.probability(&path), Ok(fraction(97, 400)));

    // Proper triangles with sides 1..n: brute force on a small n, the same program on it.
    for n in [6i128, 40] {
        let mut paths = PathConditions::new(Profile::default());
        let sides: Vec<ExprId> = ["a", "b", "c"].iter().map(|name| int(&mut paths, name, 1, n)).collect();
        let mut path = PathCondition::default();
        for k in 0..3 {
            let sum = op(&mut paths, Binary::Add, sides[(k + 1) % 3], sides[(k + 2) % 3]);
            let proper = paths.exprs.compare(Comparison::Greater, sum, sides[k]);
            path = paths.assume(&path, proper).expect("possible");
        }
        let triangles = (1..=n)
            .flat_map(|a| (1..=n).flat_map(move |b| (1..=n).map(move |c| (a, b, c))))
            .filter(|(a, b, c)| a + b > *c && b + c > *a && a + c > *b)
            .count() as i128;
        assert_eq!(paths.probability(&path), Ok(fraction(triangles, n * n * n)), "sides up to {n}");
    }
}

/// Collatz's iteration on x in 1..1000 as symbolic execution sees it: a branch on parity per step, until 1 is reached.
#[test]
fn collatz_steps_over_a_small_domain() {
    const STEPS_MAX: usize = 60;
    let steps_of = |start: i64| {
        let (mut x, mut steps) = (start, 0);
        while x != 1 {
            x = if x % 2 == 0 { x / 2 } else { 3 * x + 1 };
            steps += 1;
        }
        steps
    };
    let expected = (1..=1000).filter(|&x| steps_of(x) <= STEPS_MAX).count() as i128;
    let mut paths = PathConditions::new(Profile::default());
    let x = int(&mut paths, "x", 1, 1000);
    let (zero, one) = (paths.exprs.constant(0), paths.exprs.constant(1));
    let mut reached = RBig::ZERO;
    let mut open = vec![(PathCondition::default(), x, RBig::ONE, 0)];
    while let Some((path, value, probability, steps)) = open.pop() {
        let done = paths.exprs.compare(Comparison::Equal, value, one);
        let split = paths.split(&path, done).expect("exact");
        reached += &probability * &split.holds.low;
        if steps == STEPS_MAX || split.fails.low.is_zero() {
            continue;
        }
        let probability = &probability * &split.fails.low;
        let not_done = paths.exprs.not(done);
        let path = paths.assume(&path, not_done).expect("possible");
        let parity = op_constant(&mut paths, Binary::Rem, value, 2);
        let even = paths.exprs.compare(Comparison::Equal, parity, zero);
        let split = paths.split(&path, even).expect("exact");
        let odd = paths.exprs.not(even);
        let half = op_constant(&mut paths, Binary::Div, value, 2);
        let tripled = op_constant(&mut paths, Binary::Mul, value, 3);
        let next = op_constant(&mut paths, Binary::Add, tripled, 1);
        for (chance, condition, value) in [(split.holds.low, even, half), (split.fails.low, odd, next)] {
            if !chance.is_zero() {
                let path = paths.assume(&path, condition).expect("possible");
                open.push((path, value, &probability * chance, steps + 1));
            }
        }
    }
    assert_eq!(Bounds::exactly(reached), fraction(expected, 1000));
}

#[test]
fn products_are_exact_where_a_factor_is_small_and_bounded_elsewhere() {
    let mut paths = PathConditions::new(Profile::default());
    let x = paths.integer_input("x", MIN, MAX, Width::Int).expect("good");
    let square = paths.exprs.binary(Binary::Mul, Width::Long, x, x);
    assert_eq!(probability(&mut paths, Comparison::LessOrEqual, square, 1_000_000), fraction(2001, 1 << 32));
    let (y, z) = (int(&mut paths, "y", 1, 1000), int(&mut paths, "z", 1, 1000));
    let product = op(&mut paths, Binary::Mul, y, z);
    let pairs: i128 = (1..=1000).map(|y| 1000 / y).sum();
    assert_eq!(probability(&mut paths, Comparison::LessOrEqual, product, 1000), fraction(pairs, 1_000_000));
    paths.parts_max = Some(200);
    let (v, w) = (int(&mut paths, "v", 1, MAX), int(&mut paths, "w", 1, MAX));
    let product = paths.exprs.binary(Binary::Mul, Width::Long, v, w);
    let found = probability(&mut paths, Comparison::LessOrEqual, product, MAX);
    assert!(found.low < found.high && found.high < RBig::from(1) / RBig::from(8), "{found:?}");
}

#[test]
fn uniform_reals_are_measured_by_volume() {
    let mut paths = PathConditions::new(Profile::default());
    let u = paths.real_input("u", 0.0, 1.0).expect("good");
    let v = paths.real_input("v", 0.0, 1.0).expect("good");
    let x = int(&mut paths, "x", 0, 100);
    let less = paths.exprs.compare(Comparison::Less, u, v);
    let double = |exprs: &mut Exprs, value: f64| exprs.constant(i128::from(value.to_bits() as i64));
    let sum = paths.exprs.real_operation(FloatOp::Add, u, v).expect("linear");
    let half = double(&mut paths.exprs, 0.5);
    let zero = paths.exprs.constant(0);
    let order = paths.exprs.real_operation(FloatOp::Order(1), sum, half).expect("linear");
    let corner = paths.exprs.compare(Comparison::LessOrEqual, order, zero);
    let hundred = double(&mut paths.exprs, 100.0);

    let percent = paths.exprs.real_operation(FloatOp::Multiply, u, hundred).expect("linear");
    let x = paths.exprs.float(FloatOp::FromInteger, FloatFormat::Double, x, x);
    let order = paths.exprs.real_operation(FloatOp::Order(1), percent, x).expect("linear");
    let mixed = paths.exprs.compare(Comparison::Less, order, zero);
    let hundredth = paths.exprs.float(FloatOp::Divide, FloatFormat::Double, x, hundred);
    assert_eq!(
        paths.exprs.real_operation(FloatOp::Add, u, hundredth),
        None,
        "a double rounds a hundredth of an integer"
    );
    for (condition, expected) in [(less, fraction(1, 2)), (corner, fraction(1, 8)), (mixed, fraction(5050, 10100))] {
        let path = paths.assume(&PathCondition::default(), condition).expect("possible");
        assert_eq!(paths.probability(&path), Ok(expected));
        let inputs = paths.model(&path).expect("decided").expect("possible");
        assert!(paths.exprs.evaluate(condition, &inputs) != 0, "the model satisfies the condition");
    }
    assert_eq!(paths.exprs.real_operation(FloatOp::Multiply, u, v), None, "a product of reals is not linear");
}

#[test]
fn profiles_weigh_the_inputs() {
    let text = r#"
        [variable.wind]
        pieces = [ { range = "-20..-11", weight = "5/100" }, { range = "-10..-5", weight = 0.1 },
                   { range = "-4..4", weight = "7/10" }, { range = "5..10", weight = "0.1" }, { range = "11..20", weight = 0.05 } ]
        [variable.die]
        values = { "1" = "1/2", "6" = "1/2" }
        [[case]]
        probability = "1/4"
        [case.variable.speed]
        uniform = "0..9"
        [[case]]
        probability = "3/4"
        [case.variable.speed]
        uniform = "5..9"
    "#;
    let mut paths = PathConditions::new(Profile::parse(text, "test.toml").expect("a good profile"));
    let wind = int(&mut paths, "wind", -20, 20);
    let die = int(&mut paths, "die", 1, 6);
    let speed = int(&mut paths, "speed", 0, 9);
    assert_eq!(probability(&mut paths, Comparison::Greater, wind, 10), fraction(5, 100));
    assert_eq!(probability(&mut paths, Comparison::GreaterOrEqual, wind, 8), fraction(10, 100));
    assert_eq!(probability(&mut paths, Comparison::Equal, die, 6), fraction(1, 2));
    assert_eq!(probability(&mut paths, Comparison::Equal, die, 3), fraction(0, 1));
    // 1/4·5/10 + 3/4·0
    assert_eq!(probability(&mut paths, Comparison::Less, speed, 5), fraction(1, 8));
    assert_eq!(paths.check_profile_names(), Ok(()));
    // Given speed < 5 only the first case is left: the split knows.
    let five = paths.exprs.constant(5);
    let slow = paths.exprs.compare(Comparison::Less, speed, five);
    let path = paths.assume(&PathCondition::default(), slow).expect("possible");
    let two = paths.exprs.constant(2);
    let slower = paths.exprs.compare(Comparison::Less, speed, two);
    assert_eq!(paths.split(&path, slower).expect("exact").holds, fraction(2, 5));
}

#[test]
fn splits_are_conditional_and_slices_are_reused() {
    let mut paths = PathConditions::new(Profile::default());
    let (x, y) = (int(&mut paths, "x", 1, 100), int(&mut paths, "y", 1, 100));
    let fifty = paths.exprs.constant(50);
    let thirty = paths.exprs.constant(30);
    let low_x = paths.exprs.compare(Comparison::LessOrEqual, x, fifty);
    let low_y = paths.exprs.compare(Comparison::LessOrEqual, y, thirty);
    let lower_x = paths.exprs.compare(Comparison::LessOrEqual, x, thirty);
    let path = paths.assume(&PathCondition::default(), low_x).expect("possible");
    assert_eq!(paths.split(&path, low_y).expect("exact").holds, fraction(30, 100));
    let both = paths.assume(&path, low_y).expect("possible");
    let split = paths.split(&both, lower_x).expect("exact");
    assert_eq!((split.holds, split.fails), (fraction(3, 5), fraction(2, 5)));
    let computed = paths.slices_computed;
    paths.split(&both, lower_x).expect("exact");
    assert_eq!(paths.slices_computed, computed, "the second time everything is known");
    let high_x = paths.exprs.not(low_x);
    assert_eq!(paths.assume(&path, high_x), None, "an opposite is seen at once");
    assert_eq!(paths.split(&path, high_x).expect("exact").holds, fraction(0, 1));
}

#[test]
fn models_satisfy_and_contradictions_have_none() {
    let mut paths = PathConditions::new(Profile::default());
    let (x, y) = (int(&mut paths, "x", MIN, MAX), int(&mut paths, "y", MIN, MAX));
    let sum = op(&mut paths, Binary::Add, x, y);
    let zero = paths.exprs.constant(0);
    let mut path = PathCondition::default();
    for (comparison, value) in [(Comparison::Greater, x), (Comparison::Greater, y), (Comparison::Less, sum)] {
        let condition = paths.exprs.compare(comparison, value, zero);
        path = paths.assume(&path, condition).expect("not plainly false");
    }
    let inputs = paths.model(&path).expect("decided").expect("positive numbers whose sum wraps");
    assert!(path.conjuncts().all(|c| paths.exprs.evaluate(c, &inputs) != 0));
    let wide = paths.exprs.binary(Binary::Add, Width::Long, x, y);
    let impossible = paths.exprs.compare(Comparison::Less, wide, zero);
    let path = paths.assume(&path, impossible).expect("not plainly false");
    assert_eq!(paths.is_feasible(&path), Ok(false));
}

#[test]
fn undecided_products_ask_the_solver_or_name_it() {
    let mut paths = PathConditions::new(Profile::default());
    paths.parts_max = Some(50);
    let x = paths.integer_input("x", 2, 1 << 20, Width::Long).expect("good");
    let y = paths.integer_input("y", 2, 1 << 20, Width::Long).expect("good");
    let product = paths.exprs.binary(Binary::Mul, Width::Long, x, y);
    let target = paths.exprs.constant(1009 * 1013);
    let condition = paths.exprs.compare(Comparison::Equal, product, target);
    let path = paths.assume(&PathCondition::default(), condition).expect("not plainly false");
    match paths.model(&path) {
        Ok(Some(inputs)) => assert!(paths.exprs.evaluate(condition, &inputs) != 0),
        Err(Fault::SolverMissing { condition }) => assert!(condition.contains("x*y"), "{condition}"),
        Err(Fault::SolverGaveUp { .. }) => {}
        other => panic!("neither a model nor a named condition: {other:?}"),
    }
}

#[test]
fn bad_input_is_one_clear_sentence() {
    let profile = |text: &str| Profile::parse(text, "p.toml").expect_err("a bad profile").to_string();
    let message = profile("[variable.x]\nvalues = { \"1\" = \"1/2\", \"2\" = \"1/3\" }");
    assert_eq!(message, "p.toml, variable x: the weights sum to 5/6, not to 1 (1/6 is missing); change one of them");
    assert!(
        profile("[variable.x]\npieces = [ { range = \"0..5\", weight = 1 }, { range = \"5..6\", weight = 0 } ]")
            .contains("overlap")
    );
    assert!(profile("[variable.x]\nuniform = \"9..1\"").contains("reversed"));
    assert!(profile("[variable.x]\nnormal = 3").contains("uniform, pieces or values"));
    assert!(profile("[variable.x]\nvalues = { a = 1 }").contains("`a` is not an integer"));
    assert!(profile("[[case]]\nprobability = 0.5").contains("1/2 is missing"));
    assert!(profile("[[case]]\n[case.variable.x]\nuniform = \"0..1\"").contains("needs its probability"));
    assert!(profile("x = ").contains("p.toml"));
    assert!(profile("[variable.x]\nvalues = { \"1\" = -1, \"2\" = 2 }").contains("negative"));
    assert_eq!(parse_domain("x=0..100").expect("good").1.to_string(), "0..100");
    assert!(parse_domain("x=5..1").expect_err("reversed").to_string().contains("reversed"));
    assert!(parse_domain("x:1").expect_err("no domain").to_string().contains("NAME=LOW..HIGH"));
    let mut paths = PathConditions::new(Profile::parse("[variable.x]\nuniform = \"0..200\"", "p.toml").expect("good"));
    assert!(matches!(paths.integer_input("z", 5, 4, Width::Int), Err(Fault::ReversedDomain { .. })));
    assert!(matches!(paths.integer_input("z", 0, 1 << 40, Width::Int), Err(Fault::DomainBeyondType { .. })));
    let x = int(&mut paths, "x", 0, 100);
    let one = paths.exprs.constant(1);
    let condition = paths.exprs.compare(Comparison::Less, x, one);
    let path = paths.assume(&PathCondition::default(), condition).expect("possible");
    let fault = paths.probability(&path).expect_err("the profile leaves the domain");
    assert!(fault.to_string().contains("leaves its domain 0..100"), "{fault}");
}
