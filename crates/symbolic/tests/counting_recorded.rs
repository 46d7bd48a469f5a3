//! The counter on 32-bit boxes, where nothing can be enumerated, against numbers recorded from an independent library
//! (`tests/counting/record.py`), and on systems with closed forms.

use dashu::integer::IBig;
use std::str::FromStr;
use symbolic::counting::{Constraint, Relation, System, count};

fn parse(line: &str) -> (System, IBig) {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let number = |text: &str| text.parse::<i128>().expect("a number");
    let bounds: Vec<(i128, i128)> = parts[0]
        .split_whitespace()
        .map(|range| {
            let (low, high) = range.split_once("..").expect("low..high");
            (number(low), number(high))
        })
        .collect();
    let constraints = parts[1].split(" ; ").map(|text| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let relation = match words[bounds.len() + 1] {
            "<=" => Relation::AtMostZero,
            "=" => Relation::Zero,
            "!=" => Relation::NonZero,
            modulus => Relation::ZeroModulo(number(&modulus[1..])),
        };
        let terms = (0..bounds.len()).map(|v| (v, number(words[v]))).filter(|term| term.1 != 0);
        Constraint { terms: terms.collect(), constant: number(words[bounds.len()]), relation }
    });
    let constraints = constraints.collect();
    (System { bounds, constraints }, IBig::from_str(parts[2]).expect("a count"))
}

#[test]
fn recorded_counts_of_32_bit_boxes() {
    let mut systems = 0;
    for line in include_str!("counting/boxes32.txt").lines().filter(|line| !line.starts_with('#')) {
        let (system, expected) = parse(line);
        assert_eq!(count(&system), Ok(expected), "{line}");
        systems += 1;
    }
    assert_eq!(systems, 200);
}

fn at_most(terms: &[(usize, i128)], constant: i128) -> Constraint {
    Constraint { terms: terms.to_vec(), constant, relation: Relation::AtMostZero }
}

fn binomial(n: IBig, k: usize) -> IBig {
    (0..k).fold(IBig::ONE, |product, i| product * (&n - IBig::from(i)) / IBig::from(i + 1))
}

#[test]
fn sorted_sequences_are_multisets() {
    for n in 2..=8usize {
        let top = (1i128 << 31) - 1;
        let constraints = (1..n).map(|i| at_most(&[(i - 1, 1), (i, -1)], 0)).collect();
        let system = System { bounds: vec![(0, top); n], constraints };
        assert_eq!(count(&system), Ok(binomial(IBig::from(top + n as i128), n)), "{n} sorted numbers");
    }
}

#[test]
fn simplices_over_long_ranges_need_big_integers() {
    let top = i128::from(i64::MAX);
    for n in 2..=5usize {
        let sum: Vec<(usize, i128)> = (0..n).map(|v| (v, 1)).collect();
        let system = System { bounds: vec![(0, top); n], constraints: vec![at_most(&sum, -top)] };
        assert_eq!(count(&system), Ok(binomial(IBig::from(top) + IBig::from(n), n)), "a simplex in {n} variables");
    }
}

#[test]
fn distinct_values_are_falling_factorials() {
    for n in 2..=5usize {
        let mut constraints = Vec::new();
        for i in 0..n {
            for j in 0..i {
                constraints.push(Constraint { terms: vec![(i, 1), (j, -1)], constant: 0, relation: Relation::NonZero });
            }
        }
        let size = 4_294_967_296i128;
        let system = System { bounds: vec![(-(1 << 31), (1 << 31) - 1); n], constraints };
        let expected = (0..n).fold(IBig::ONE, |product, i| product * IBig::from(size - i as i128));
        assert_eq!(count(&system), Ok(expected), "{n} distinct ints");
    }
}

#[test]
fn empty_boxes_and_contradictions_have_no_points() {
    let empty = System { bounds: vec![(3, 2), (0, 9)], constraints: vec![at_most(&[(0, 1), (1, 1)], -5)] };
    assert_eq!(count(&empty), Ok(IBig::ZERO));
    let two_x = Constraint { terms: vec![(0, 2), (1, -4)], constant: 1, relation: Relation::Zero };
    assert_eq!(count(&System { bounds: vec![(0, 99), (0, 99)], constraints: vec![two_x] }), Ok(IBig::ZERO));
    // Thin but not empty over the rationals, without an integer point: 3 <= 7x+7y+7z... scaled to miss the lattice.
    let between = vec![at_most(&[(0, 3), (1, 5), (2, 7)], -8), at_most(&[(0, -3), (1, -5), (2, -7)], 8)];
    let flat = System { bounds: vec![(0, 2); 3], constraints: between };
    assert_eq!(count(&flat), Ok(IBig::ONE), "only (1,1,0)");
    assert_eq!(count(&System::default()), Ok(IBig::ONE), "the empty conjunction has the empty assignment");
}
