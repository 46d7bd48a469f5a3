//! Conditional probabilities and bounds on what is earned, on random chains and decision processes, against plain value
//! iteration that shares no code with the solvers.

use logic::{Constants, parse_property};
use markov::{Builder, Edge, Model, Options, check};
use space::Rng;

struct Sample {
    rows: Vec<Vec<Vec<(usize, f64)>>>,
    a: Vec<bool>,
    b: Vec<bool>,
    costs: Vec<u64>,
    model: Model,
}

fn sample(rng: &mut Rng, choices_max: usize) -> Sample {
    let states = 2 + rng.below(5);
    let mut builder = Builder::new(&["a".to_string(), "b".to_string()], &["cost".to_string()]);
    builder.states_at_least(states as u32);
    let (mut rows, mut a, mut b, mut costs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for state in 0..states {
        let mut own = Vec::new();
        for choice in 0..1 + rng.below(choices_max) {
            let weights: Vec<u64> = (0..1 + rng.below(3)).map(|_| 1 + rng.below(4) as u64).collect();
            let total: u64 = weights.iter().sum();
            let mut row = Vec::new();
            for weight in weights {
                let (target, probability) = (rng.below(states), weight as f64 / total as f64);
                let (source, choice) = (state as u32, choice as u32);
                builder.edge(Edge { source, choice, target: target as u32, probability });
                row.push((target, probability));
            }
            own.push(row);
        }
        rows.push(own);
        a.push(rng.below(4) == 0);
        b.push(rng.below(3) == 0);
        for (label, holds) in [(0, a[state]), (1, b[state])] {
            if holds {
                builder.label(label, state as u32);
            }
        }
        costs.push(rng.below(3) as u64);
        builder.state_reward(0, state as u32, costs[state] as f64);
    }
    Sample { rows, a, b, costs, model: builder.build(false) }
}

fn best(values: impl Iterator<Item = f64>, maximise: bool) -> f64 {
    if maximise { values.fold(f64::NEG_INFINITY, f64::max) } else { values.fold(f64::INFINITY, f64::min) }
}

fn ask(model: &Model, question: &str) -> Result<f64, String> {
    let formula = parse_property(question, &Constants::new()).unwrap().formula;
    let answer = check(model, &formula, &Options { epsilon: 1e-9, ..Options::default() });
    answer.map(|answer| answer.value.unwrap()).map_err(|error| error.to_string())
}

/// The optimal probability of reaching `a` from state 0 with at most `most` earned, and with more.
fn bounded(sample: &Sample, most: u64, maximise: bool) -> (f64, f64) {
    let states = sample.rows.len();
    let levels = most as usize + 2;
    let solve = |within: bool| {
        let mut values = vec![vec![0.0f64; levels]; states];
        for _ in 0..1000 {
            for state in 0..states {
                for level in 0..levels {
                    let counts = if within { level <= most as usize } else { level > most as usize };
                    values[state][level] = if sample.a[state] && counts {
                        1.0
                    } else {
                        let next = (level + sample.costs[state] as usize).min(levels - 1);
                        let row = |row: &Vec<(usize, f64)>| row.iter().map(|(to, p)| p * values[*to][next]).sum();
                        best(sample.rows[state].iter().map(row), maximise)
                    };
                }
            }
        }
        values[0][0]
    };
    (solve(true), solve(false))
}

/// The optimum of P(F a and F b) - weight * P(F b) from state 0.
fn advantage(sample: &Sample, weight: f64, maximise: bool) -> f64 {
    let states = sample.rows.len();
    let seen = |mask: usize, state: usize| mask | usize::from(sample.a[state]) | usize::from(sample.b[state]) << 1;
    let gain = |before: usize, after: usize| {
        let both = f64::from(u8::from(after == 3 && before != 3));
        both - weight * f64::from(u8::from(after & 2 != 0 && before & 2 == 0))
    };
    let mut values = vec![[0.0f64; 4]; states];
    // What was seen is never forgotten, so that later masks are settled first: a gain that is still to come must not be missed
    // by who may wait for ever. Some of these chains take thousands of steps; most do not.
    for mask in [2, 1, 0] {
        let mut change = 1.0f64;
        while change > 1e-15 {
            change = 0.0;
            for state in 0..states {
                let row = |row: &Vec<(usize, f64)>| {
                    let step = |(to, p): &(usize, f64)| {
                        let after = seen(mask, *to);
                        p * (gain(mask, after) + values[*to][after])
                    };
                    row.iter().map(step).sum()
                };
                let next = best(sample.rows[state].iter().map(row), maximise);
                change = change.max((next - values[state][mask]).abs());
                values[state][mask] = next;
            }
        }
    }
    let first = seen(0, 0);
    gain(0, first) + values[0][first]
}

/// By bisection: the largest conditional probability is the least weight at which nothing is to be gained.
fn conditional(sample: &Sample, maximise: bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        let gains = advantage(sample, middle, maximise);
        if maximise && gains > 1e-12 || !maximise && gains >= -1e-12 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[test]
fn bounds_on_what_is_earned_agree_with_value_iteration() {
    for seed in 0..120 {
        let mut rng = Rng::new(seed);
        let process = seed % 2 == 0;
        let sample = sample(&mut rng, if process { 3 } else { 1 });
        let most = rng.below(5) as u64;
        for maximise in [true, false] {
            let operator = if sample.model.is_chain() {
                "P"
            } else if maximise {
                "Pmax"
            } else {
                "Pmin"
            };
            let (within, beyond) = bounded(&sample, most, maximise);
            for (bound, wanted) in [(format!("<={most}"), within), (format!(">{most}"), beyond)] {
                let question = format!("{operator}=? [ F{{\"cost\"}}{bound} \"a\" ]");
                let found = ask(&sample.model, &question).unwrap();
                assert!((found - wanted).abs() < 1e-6, "seed {seed}: {question} is {found}, should be {wanted}");
            }
        }
    }
}

#[test]
fn conditional_probabilities_agree_with_bisection() {
    let mut compared = 0;
    for seed in 0..150 {
        let mut rng = Rng::new(1000 + seed);
        let process = seed % 3 != 0;
        let sample = sample(&mut rng, if process { 3 } else { 1 });
        for maximise in [true, false] {
            let operator = if sample.model.is_chain() {
                "P"
            } else if maximise {
                "Pmax"
            } else {
                "Pmin"
            };
            let question = format!("{operator}=? [ F \"a\" || F \"b\" ]");
            let Ok(found) = ask(&sample.model, &question) else {
                // The condition cannot be met.
                assert!(advantage(&sample, -1.0, true) < 1e-9, "seed {seed}: refused, but the condition can be met");
                continue;
            };
            let wanted = conditional(&sample, maximise);
            compared += 1;
            assert!((found - wanted).abs() < 1e-5, "seed {seed}: {question} is {found}, should be {wanted}");
        }
    }
    assert!(compared > 150);
}
