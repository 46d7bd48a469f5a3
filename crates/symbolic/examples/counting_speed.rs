//! Times the counter on the recorded 32-bit systems and on dense ones (every variable in each of three inequalities):
//! median and worst microseconds per number of variables.
//! `cargo run --release -p hazard-symbolic --example counting_speed`

use std::collections::BTreeMap;
use std::time::Instant;
use symbolic::counting::{Constraint, Relation, System, count};

fn main() {
    let lines = include_str!("../tests/counting/boxes32.txt").lines().filter(|line| !line.starts_with('#'));
    println!("recorded systems");
    table(lines.map(parse).collect());
    println!("dense systems");
    let mut rng = space::Rng::new(1);
    table((0..120).map(|number| dense(&mut rng, 1 + number % 6)).collect());
}

fn dense(rng: &mut space::Rng, dimension: usize) -> System {
    let mut draw = |bound: usize| rng.below(2 * bound + 1) as i128 - bound as i128;
    let constraints = (0..3).map(|_| Constraint {
        terms: (0..dimension).map(|v| (v, draw(5))).collect(),
        constant: draw(100),
        relation: Relation::AtMostZero,
    });
    System { constraints: constraints.collect(), bounds: vec![(-1000, 1000); dimension] }
}

fn table(systems: Vec<System>) {
    let mut times: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for system in systems {
        // Best of several: the machine is shared, the counter is deterministic.
        let best = (0..5).map(|_| {
            let start = Instant::now();
            count(&system).expect("small enough");
            start.elapsed().as_secs_f64() * 1e6
        });
        times.entry(system.bounds.len()).or_default().push(best.fold(f64::INFINITY, f64::min));
    }
    println!("variables  systems  median µs   worst µs");
    for (dimension, mut list) in times {
        list.sort_by(f64::total_cmp);
        let (median, worst) = (list[list.len() / 2], list[list.len() - 1]);
        println!("{dimension:9}  {:7}  {median:9.1}  {worst:9.1}", list.len());
    }
}

fn parse(line: &str) -> System {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let number = |text: &str| text.parse::<i128>().expect("a number");
    let bounds: Vec<(i128, i128)> = parts[0]
        .split_whitespace()
        .filter_map(|range| range.split_once(".."))
        .map(|(low, high)| (number(low), number(high)))
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
    System { bounds, constraints }
}
