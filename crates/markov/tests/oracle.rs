//! Random chains and decision processes against brute force in fractions: every memoryless scheduler is tried, each
//! induced chain solved by plain Gaussian elimination. Nothing here shares code with the solvers.

use dashu::rational::RBig;
use markov::{Builder, Edge, Model, Options, check};
use space::Rng;

type Row = Vec<(usize, RBig)>;
/// What a question is worth in an induced chain.
type Value<'a> = Box<dyn Fn(&[&Row]) -> RBig + 'a>;

/// The oracle's own copy of a random model: rows of each state, labels a and b, a reward per row.
struct Sample {
    rows: Vec<Vec<Row>>,
    a: Vec<bool>,
    b: Vec<bool>,
    rewards: Vec<u64>,
    model: Model,
}

fn fraction(numerator: u64, denominator: u64) -> RBig {
    RBig::from(numerator) / RBig::from(denominator)
}

fn sample(rng: &mut Rng, choices_max: usize) -> Sample {
    let states = 2 + rng.below(5);
    let mut builder = Builder::new(&["a".to_string(), "b".to_string()], &["cost".to_string()]);
    builder.states_at_least(states as u32);
    let (mut rows, mut a, mut b, mut rewards) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for state in 0..states {
        let mut own = Vec::new();
        for choice in 0..1 + rng.below(choices_max) {
            let count = 1 + rng.below(3);
            let weights: Vec<u64> = (0..count).map(|_| 1 + rng.below(4) as u64).collect();
            let total: u64 = weights.iter().sum();
            let mut row: Row = Vec::new();
            for weight in weights {
                let target = rng.below(states);
                builder.edge(Edge {
                    source: state as u32,
                    choice: choice as u32,
                    target: target as u32,
                    probability: weight as f64 / total as f64,
                });
                row.push((target, fraction(weight, total)));
            }
            own.push(row);
        }
        rows.push(own);
        a.push(rng.below(3) == 0);
        b.push(rng.below(2) == 0);
        if a[state] {
            builder.label(0, state as u32);
        }
        if b[state] {
            builder.label(1, state as u32);
        }
        rewards.push(rng.below(3) as u64);
        builder.state_reward(0, state as u32, rewards[state] as f64);
    }
    Sample { rows, a, b, rewards, model: builder.build(false) }
}

/// All ways to pick one row per state.
fn policies(sample: &Sample) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for rows in &sample.rows {
        all = all
            .into_iter()
            .flat_map(|policy: Vec<usize>| (0..rows.len()).map(move |row| [policy.clone(), vec![row]].concat()))
            .collect();
    }
    all
}

/// States from which `goal` can be reached through `through` in the induced chain.
fn can_reach(chain: &[&Row], through: &[bool], goal: &[bool]) -> Vec<bool> {
    let mut found = goal.to_vec();
    loop {
        let mut moved = false;
        for state in 0..chain.len() {
            if !found[state] && through[state] && chain[state].iter().any(|(target, _)| found[*target]) {
                found[state] = true;
                moved = true;
            }
        }
        if !moved {
            return found;
        }
    }
}

/// Solves x = A x + b over the states in `unknown`; others have the value in `b`.
fn gauss(chain: &[&Row], unknown: &[bool], b: &[RBig]) -> Vec<RBig> {
    let n = chain.len();
    let mut matrix: Vec<Vec<RBig>> = (0..n)
        .map(|state| {
            let mut line = vec![RBig::ZERO; n + 1];
            line[state] = RBig::ONE;
            line[n] = b[state].clone();
            if unknown[state] {
                for (target, probability) in chain[state] {
                    line[*target] -= probability;
                }
            }
            line
        })
        .collect();
    for column in 0..n {
        let pivot = (column..n).find(|row| !matrix[*row][column].is_zero()).expect("the system is regular");
        matrix.swap(column, pivot);
        let divisor = matrix[column][column].clone();
        for value in &mut matrix[column] {
            *value = &*value / &divisor;
        }
        let line = matrix[column].clone();
        for (row, other) in matrix.iter_mut().enumerate() {
            if row != column && !other[column].is_zero() {
                let factor = other[column].clone();
                for (value, pivot) in other.iter_mut().zip(&line) {
                    *value -= &factor * pivot;
                }
            }
        }
    }
    matrix.into_iter().map(|line| line[n].clone()).collect()
}

fn until(chain: &[&Row], through: &[bool], goal: &[bool]) -> Vec<RBig> {
    let reach = can_reach(chain, through, goal);
    let unknown: Vec<bool> = (0..chain.len()).map(|s| reach[s] && !goal[s]).collect();
    let b: Vec<RBig> = goal.iter().map(|g| if *g { RBig::ONE } else { RBig::ZERO }).collect();
    gauss(chain, &unknown, &b)
}

/// `None` is infinity.
fn reward_until(chain: &[&Row], goal: &[bool], rewards: &[u64]) -> Vec<Option<RBig>> {
    let all = vec![true; chain.len()];
    let sure = until(chain, &all, goal);
    let finite: Vec<bool> = sure.iter().map(|p| *p == RBig::ONE).collect();
    let unknown: Vec<bool> = (0..chain.len()).map(|s| finite[s] && !goal[s]).collect();
    let b: Vec<RBig> = (0..chain.len()).map(|s| if unknown[s] { RBig::from(rewards[s]) } else { RBig::ZERO }).collect();
    let values = gauss(chain, &unknown, &b);
    values.into_iter().zip(finite).map(|(value, finite)| finite.then_some(value)).collect()
}

/// The probability of visiting `goal` again and again: that of entering a closed class which contains it.
fn infinitely_often(chain: &[&Row], goal: &[bool]) -> Vec<RBig> {
    let n = chain.len();
    let all = vec![true; n];
    let reach: Vec<Vec<bool>> =
        (0..n).map(|target| can_reach(chain, &all, &(0..n).map(|s| s == target).collect::<Vec<_>>())).collect();
    // s is recurrent if everything it reaches leads back to it.
    let recurrent: Vec<bool> = (0..n).map(|s| (0..n).all(|t| !reach[t][s] || reach[s][t])).collect();
    let good: Vec<bool> = (0..n).map(|s| recurrent[s] && (0..n).any(|t| reach[t][s] && goal[t])).collect();
    until(chain, &all, &good)
}

fn compare(seed: u64, sample: &Sample, text: &str, expected: &Option<RBig>) {
    let formula = logic::parse_property(text, &logic::Constants::new()).expect("valid").formula;
    let plain =
        check(&sample.model, &formula, &Options::default()).unwrap_or_else(|e| panic!("seed {seed}: {text}: {e}"));
    let exact = Options { exact: true, ..Options::default() };
    let answer = check(&sample.model, &formula, &exact).unwrap_or_else(|e| panic!("seed {seed}: {text}: {e}"));
    assert_eq!(answer.exact, *expected, "seed {seed}: {text}");
    let small = Options { bisimulation: true, ..exact };
    let answer = check(&sample.model, &formula, &small).unwrap_or_else(|e| panic!("seed {seed}: {text}: {e}"));
    assert_eq!(answer.exact, *expected, "seed {seed}: {text} minimised");
    let value = plain.value.expect("a number");
    match expected {
        None => assert_eq!(value, f64::INFINITY, "seed {seed}: {text}"),
        Some(expected) => {
            let expected = expected.to_f64().value();
            let (lower, upper) = (plain.lower.expect("bounds"), plain.upper.expect("bounds"));
            let rounding = 1e-12 * expected;
            assert!(
                lower - rounding <= expected && expected <= upper + rounding,
                "seed {seed}: {text}: {lower} {expected} {upper}"
            );
            assert!(upper - lower <= 1e-6 * upper, "seed {seed}: {text}: {lower} {upper}");
            assert!((value - expected).abs() <= 1e-6 * expected, "seed {seed}: {text}");
        }
    }
}

#[test]
fn random_chains() {
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let sample = sample(&mut rng, 1);
        let chain: Vec<&Row> = sample.rows.iter().map(|rows| &rows[0]).collect();
        let all = vec![true; chain.len()];
        let not = |set: &[bool]| -> Vec<bool> { set.iter().map(|x| !x).collect() };
        let p = |values: Vec<RBig>| Some(values[0].clone());
        let one_minus = |values: Vec<RBig>| Some(RBig::ONE - &values[0]);
        compare(seed, &sample, "P=? [ F \"a\" ]", &p(until(&chain, &all, &sample.a)));
        compare(seed, &sample, "P=? [ \"b\" U \"a\" ]", &p(until(&chain, &sample.b, &sample.a)));
        compare(seed, &sample, "P=? [ G \"b\" ]", &one_minus(until(&chain, &all, &not(&sample.b))));
        let broken: Vec<bool> = (0..chain.len()).map(|s| !sample.a[s] && !sample.b[s]).collect();
        compare(seed, &sample, "P=? [ \"b\" W \"a\" ]", &one_minus(until(&chain, &not(&sample.a), &broken)));
        compare(seed, &sample, "P=? [ \"a\" R \"b\" ]", &one_minus(until(&chain, &not(&sample.a), &not(&sample.b))));
        compare(seed, &sample, "P=? [ G F \"a\" ]", &p(infinitely_often(&chain, &sample.a)));
        compare(seed, &sample, "P=? [ F G \"a\" ]", &one_minus(infinitely_often(&chain, &not(&sample.a))));
        compare(seed, &sample, "P=? [ !(G F \"a\") ]", &one_minus(infinitely_often(&chain, &sample.a)));
        compare(seed, &sample, "R{\"cost\"}=? [ F \"a\" ]", &reward_until(&chain, &sample.a, &sample.rewards)[0]);
        // P(Fa & Fb) = P(Fa) + P(Fb) - P(F(a|b))
        let either: Vec<bool> = (0..chain.len()).map(|s| sample.a[s] || sample.b[s]).collect();
        let both = until(&chain, &all, &sample.a)[0].clone() + &until(&chain, &all, &sample.b)[0]
            - &until(&chain, &all, &either)[0];
        compare(seed, &sample, "P=? [ (F \"a\") & (F \"b\") ]", &Some(both));
        // The long-run average by the limit of the Cesaro means: gains of closed classes weighted by reaching them.
        compare(seed, &sample, "S=? [ \"a\" ]", &Some(long_run(&chain, &sample.a)));
        bounded(seed, &sample, &chain);
    }
}

/// Stationary distributions of the closed classes, weighted by the probability of ending there.
fn long_run(chain: &[&Row], set: &[bool]) -> RBig {
    let n = chain.len();
    let all = vec![true; n];
    let reach: Vec<Vec<bool>> =
        (0..n).map(|target| can_reach(chain, &all, &(0..n).map(|s| s == target).collect::<Vec<_>>())).collect();
    let mut total = RBig::ZERO;
    for (state, back) in reach.iter().enumerate() {
        let recurrent = (0..n).all(|t| !reach[t][state] || back[t]);
        let class: Vec<bool> = (0..n).map(|t| reach[t][state]).collect();
        let first = (0..n).find(|t| class[*t]) == Some(state);
        if !recurrent || !first {
            continue;
        }
        // The share of time in a state of the class is one over its expected return time.
        let mut gain = RBig::ZERO;
        for home in (0..n).filter(|t| class[*t] && set[*t]) {
            let goal: Vec<bool> = (0..n).map(|t| t == home).collect();
            let times = reward_until(chain, &goal, &vec![1; n]);
            let around = chain[home]
                .iter()
                .fold(RBig::ONE, |sum, (target, p)| sum + p * times[*target].as_ref().expect("recurrent"));
            gain += RBig::ONE / around;
        }
        total += gain * &until(chain, &all, &class)[0];
    }
    total
}

/// Step by step in fractions.
fn bounded(seed: u64, sample: &Sample, chain: &[&Row]) {
    let n = chain.len();
    let within = |through: &[bool], goal: &[bool], low: u64, high: u64| -> RBig {
        let mut x: Vec<RBig> = vec![RBig::ZERO; n];
        for time in (0..=high).rev() {
            x = (0..n)
                .map(|s| {
                    if time >= low && goal[s] {
                        RBig::ONE
                    } else if through[s] && time < high {
                        chain[s].iter().fold(RBig::ZERO, |sum, (t, p)| sum + p * &x[*t])
                    } else {
                        RBig::ZERO
                    }
                })
                .collect();
        }
        x[0].clone()
    };
    let all = vec![true; n];
    compare(seed, sample, "P=? [ F<=4 \"a\" ]", &Some(within(&all, &sample.a, 0, 4)));
    compare(seed, sample, "P=? [ F<4 \"a\" ]", &Some(within(&all, &sample.a, 0, 3)));
    compare(seed, sample, "P=? [ \"b\" U[2,5] \"a\" ]", &Some(within(&sample.b, &sample.a, 2, 5)));
    compare(seed, sample, "P=? [ F=3 \"a\" ]", &Some(within(&all, &sample.a, 3, 3)));
    let not_a: Vec<bool> = sample.a.iter().map(|x| !x).collect();
    compare(seed, sample, "P=? [ G[1,3] \"a\" ]", &Some(RBig::ONE - within(&all, &not_a, 1, 3)));
    // F>=k: the unbounded value after k free steps.
    let mut x = until(chain, &all, &sample.a);
    for _ in 0..2 {
        x = (0..n).map(|s| chain[s].iter().fold(RBig::ZERO, |sum, (t, p)| sum + p * &x[*t])).collect();
    }
    compare(seed, sample, "P=? [ F>=2 \"a\" ]", &Some(x[0].clone()));
    let mut earned = vec![RBig::ZERO; n];
    for _ in 0..5 {
        earned = (0..n)
            .map(|s| chain[s].iter().fold(RBig::from(sample.rewards[s]), |sum, (t, p)| sum + p * &earned[*t]))
            .collect();
    }
    compare(seed, sample, "R=? [ C<=5 ]", &Some(earned[0].clone()));
    let mut later: Vec<RBig> = sample.rewards.iter().map(|r| RBig::from(*r)).collect();
    for _ in 0..3 {
        later = (0..n).map(|s| chain[s].iter().fold(RBig::ZERO, |sum, (t, p)| sum + p * &later[*t])).collect();
    }
    compare(seed, sample, "R=? [ I=3 ]", &Some(later[0].clone()));
}

#[test]
fn random_processes() {
    for seed in 1000..1250 {
        let mut rng = Rng::new(seed);
        let sample = sample(&mut rng, 3);
        let policies = policies(&sample);
        if policies.len() > 1000 || sample.model.is_chain() {
            continue;
        }
        let all = vec![true; sample.rows.len()];
        let extremes = |value: &dyn Fn(&[&Row]) -> RBig| -> (RBig, RBig) {
            let mut values: Vec<RBig> = policies
                .iter()
                .map(|policy| {
                    let chain: Vec<&Row> = policy.iter().zip(&sample.rows).map(|(row, rows)| &rows[*row]).collect();
                    value(&chain)
                })
                .collect();
            values.sort();
            (values[0].clone(), values[values.len() - 1].clone())
        };
        let questions: [(&str, Value<'_>); 4] = [
            ("F \"a\"", Box::new(|chain| until(chain, &all, &sample.a)[0].clone())),
            ("\"b\" U \"a\"", Box::new(|chain| until(chain, &sample.b, &sample.a)[0].clone())),
            ("G F \"a\"", Box::new(|chain| infinitely_often(chain, &sample.a)[0].clone())),
            (
                "F G \"b\"",
                Box::new(|chain| {
                    let not_b: Vec<bool> = sample.b.iter().map(|x| !x).collect();
                    RBig::ONE - &infinitely_often(chain, &not_b)[0]
                }),
            ),
        ];
        for (path, value) in &questions {
            let (least, most) = extremes(value);
            compare(seed, &sample, &format!("Pmin=? [ {path} ]"), &Some(least));
            compare(seed, &sample, &format!("Pmax=? [ {path} ]"), &Some(most));
        }
        let (least, most) = extremes(&|chain| long_run(chain, &sample.a));
        compare(seed, &sample, "Smin=? [ \"a\" ]", &Some(least));
        compare(seed, &sample, "Smax=? [ \"a\" ]", &Some(most));
        // Rewards: infinity is the largest.
        let mut rewards: Vec<Option<RBig>> = policies
            .iter()
            .map(|policy| {
                let chain: Vec<&Row> = policy.iter().zip(&sample.rows).map(|(row, rows)| &rows[*row]).collect();
                reward_until(&chain, &sample.a, &sample.rewards)[0].clone()
            })
            .collect();
        rewards.sort_by(|x, y| match (x, y) {
            (Some(x), Some(y)) => x.cmp(y),
            (None, None) => std::cmp::Ordering::Equal,
            (None, _) => std::cmp::Ordering::Greater,
            (_, None) => std::cmp::Ordering::Less,
        });
        compare(seed, &sample, "Rmin=? [ F \"a\" ]", &rewards[0]);
        compare(seed, &sample, "Rmax=? [ F \"a\" ]", &rewards[rewards.len() - 1]);
    }
}

/// Schedulers come with the chain they induce; its value must be the answer.
#[test]
fn schedulers_attain_what_they_promise() {
    let options = Options { scheduler: true, ..Options::default() };
    for seed in 2000..2150 {
        let mut rng = Rng::new(seed);
        let sample = sample(&mut rng, 3);
        if sample.model.is_chain() {
            continue;
        }
        for text in [
            "Pmax=? [ F \"a\" ]",
            "Pmin=? [ F \"a\" ]",
            "Pmax=? [ \"b\" U \"a\" ]",
            "Pmin=? [ G \"b\" ]",
            "Pmax=? [ G F \"a\" ]",
            "Pmin=? [ F G \"b\" ]",
            "Pmax=? [ (F \"a\") & (G F \"b\") ]",
            "Pmax=? [ F<=3 \"a\" ]",
            "Pmin=? [ G<=3 \"b\" ]",
            "Rmin=? [ F \"a\" ]",
            "Rmax=? [ F \"a\" ]",
            "Smax=? [ \"a\" ]",
            "Smin=? [ \"a\" ]",
            "Rmin=? [ C ]",
        ] {
            let formula = logic::parse_property(text, &logic::Constants::new()).expect("valid").formula;
            let answer =
                check(&sample.model, &formula, &options).unwrap_or_else(|e| panic!("seed {seed}: {text}: {e}"));
            let Some(scheduler) = answer.scheduler else { panic!("seed {seed}: {text} has no scheduler") };
            let value = answer.value.expect("a number");
            if value.is_infinite() {
                continue;
            }
            let again = check(&scheduler.induced, &formula, &Options::default())
                .unwrap_or_else(|e| panic!("seed {seed}: {text}: {e}"));
            let again = again.value.expect("a number");
            assert!((again - value).abs() <= 2e-6 * value.max(1e-9), "seed {seed}: {text}: {value}, again {again}");
        }
    }
}
