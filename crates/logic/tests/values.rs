//! Evaluation of expressions: random integer arithmetic against 128-bit integers, and a table of the cases in which
//! PRISM's conventions matter.

use logic::{BinaryOperator, EvaluationError, Formula, Function, Number, Value, evaluate};
use logic::{Constants, parse_property};

fn value_of(text: &str) -> Result<Value, EvaluationError> {
    let formula = parse_property(text, &Constants::new()).unwrap_or_else(|error| panic!("{error}")).formula;
    evaluate(&formula, &mut |name| match name {
        "x" => Some(Value::Integer(7)),
        "y" => Some(Value::Integer(-2)),
        "b" => Some(Value::Bool(true)),
        "big" => Some(Value::Integer(i64::MAX)),
        _ => None,
    })
}

#[test]
fn conventions_of_prism() {
    for (text, expected) in [
        ("x / y", "-3.5"),
        ("x / 3", "7/3"),
        ("floor(x / y)", "-4"),
        ("ceil(x / y)", "-3"),
        ("round(x / y)", "-3"),
        ("round(-x / y)", "4"),
        ("mod(y, 3)", "1"),
        ("mod(x, 4)", "3"),
        ("pow(y, 3)", "-8"),
        ("pow(x, -1)", "1/7"),
        ("pow(y, 0)", "1"),
        ("log(x * x * x, x)", "3"),
        ("min(x, y, 3) + max(x, y)", "5"),
        ("big + 1", "9223372036854775808"),
        ("-big - 2", "-9223372036854775809"),
        ("big * big - big * big", "0"),
        ("x = 7.0", "true"),
        ("x / 2 = 3.5", "true"),
        ("b = (x > y)", "true"),
        ("b != true", "false"),
        ("b ^ (x < y)", "true"),
        ("x < y => nobody", "true"),
        ("b | nobody", "true"),
        ("x < y & nobody", "false"),
        ("b <=> x < y", "false"),
        ("b ? x : nobody", "7"),
        ("x <= 7 & x >= 7 & !(x < 7) & !(x > 7)", "true"),
    ] {
        assert_eq!(value_of(text).map(|value| value.to_string()).as_deref(), Ok(expected), "{text}");
    }
    for (text, gist) in [
        ("x / (y + 2)", "division by zero"),
        ("nobody + 1", "no variable `nobody`"),
        ("x & b", "needs a truth value"),
        ("b + 1", "needs a number"),
        ("mod(x, y)", "mod of 7, -2"),
        ("log(y, 2)", "log of -2, 2"),
        ("pow(y, 0.5)", "pow of -2, 0.5"),
        ("pow(x + y - 5, -1)", "pow of 0, -1"),
        ("\"label\"", "has no value here"),
    ] {
        let error = value_of(text).expect_err(text).to_string();
        assert!(error.contains(gist), "{text}: {error}");
    }
}

#[test]
fn integer_arithmetic_agrees_with_wide_integers() {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut draw = |below: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 9) % below
    };
    fn build(draw: &mut dyn FnMut(u64) -> u64, depth: u32) -> (Formula, Option<i128>) {
        if depth == 0 {
            let size = [10, 1000, 1 << 40][draw(3) as usize];
            let value = draw(2 * size) as i64 - size as i64;
            return (Formula::Number(Number::integer(value)), Some(i128::from(value)));
        }
        let ((left, a), (right, b)) = (build(draw, depth - 1), build(draw, depth - 1));
        let both = a.zip(b);
        let (operator, result) = match draw(4) {
            0 => (BinaryOperator::Add, both.and_then(|(a, b)| a.checked_add(b))),
            1 => (BinaryOperator::Subtract, both.and_then(|(a, b)| a.checked_sub(b))),
            2 => (BinaryOperator::Multiply, both.and_then(|(a, b)| a.checked_mul(b))),
            _ => {
                let result = both.map(|(a, b)| a.min(b));
                return (Formula::Call(Function::Min, vec![left, right]), result);
            }
        };
        (Formula::Binary(operator, Box::new(left), Box::new(right)), result)
    }
    let mut compared = 0;
    for round in 0..3000 {
        let (formula, expected) = build(&mut draw, 1 + round % 4);
        let Some(expected) = expected else { continue };
        let value = evaluate(&formula, &mut |_| None).expect("integers only");
        assert_eq!(value.to_string(), expected.to_string(), "{formula}");
        compared += 1;
    }
    assert!(compared > 2000);
}
