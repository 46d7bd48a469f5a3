//! Continuous time against the exponential of the generator, computed densely by squaring. Rates and times are such that many
//! jumps happen, along cycles (whose eigenvalues are far from real) as well as back and forth.

use markov::{Builder, Edge, Model, Options, check};
use space::Rng;

type Matrix = Vec<Vec<f64>>;

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let n = a.len();
    (0..n).map(|i| (0..n).map(|j| (0..n).map(|k| a[i][k] * b[k][j]).sum()).collect()).collect()
}

/// The exponential of `generator * time`: a short series, squared again and again.
fn exponential(generator: &Matrix, time: f64) -> Matrix {
    let n = generator.len();
    let most = generator.iter().flatten().fold(0.0, |most: f64, rate| most.max(rate.abs())) * time;
    let squarings = (most * 64.0).log2().ceil().max(0.0) as i32;
    let small = time / 2f64.powi(squarings);
    let identity: Matrix = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    let (mut sum, mut term) = (identity.clone(), identity);
    for k in 1..12 {
        term = product(&term, generator);
        term.iter_mut().flatten().for_each(|value| *value *= small / f64::from(k));
        sum.iter_mut().flatten().zip(term.iter().flatten()).for_each(|(sum, value)| *sum += value);
    }
    for _ in 0..squarings {
        sum = product(&sum, &sum);
    }
    sum
}

struct Sample {
    model: Model,
    generator: Matrix,
    goal: Vec<bool>,
    rewards: Vec<f64>,
}

fn sample(rng: &mut Rng) -> Sample {
    let states = 2 + rng.below(5);
    let fastest = [10.0, 300.0, 4000.0][rng.below(3)];
    let mut rates = vec![vec![0.0; states]; states];
    for state in 0..states {
        // A way round, so that everything can happen again, and others that differ by orders of magnitude.
        rates[state][(state + 1) % states] += fastest * (1 + rng.below(4)) as f64 / 4.0;
        for _ in 0..rng.below(4) {
            let target = rng.below(states);
            if target != state {
                rates[state][target] += [0.01, 1.0, fastest][rng.below(3)] * (1 + rng.below(5)) as f64 / 5.0;
            }
        }
    }
    let mut builder = Builder::new(&["goal".to_string()], &["cost".to_string()]);
    builder.states_at_least(states as u32);
    let goal: Vec<bool> = (0..states).map(|state| state > 0 && rng.below(3) == 0).collect();
    let rewards: Vec<f64> = (0..states).map(|_| rng.below(4) as f64).collect();
    let mut exits = Vec::new();
    let mut generator = rates.clone();
    for (state, row) in rates.iter().enumerate() {
        let exit: f64 = row.iter().sum();
        exits.push(exit);
        generator[state][state] = -exit;
        for (target, rate) in row.iter().enumerate().filter(|(_, rate)| **rate > 0.0) {
            let probability = rate / exit;
            builder.edge(Edge { source: state as u32, choice: 0, target: target as u32, probability });
        }
        if goal[state] {
            builder.label(0, state as u32);
        }
        builder.state_reward(0, state as u32, rewards[state]);
    }
    let mut model = builder.build(true);
    model.exits = Some(exits);
    Sample { model, generator, goal, rewards }
}

fn assert_close(seed: u64, model: &Model, question: &str, expected: f64) {
    let formula = logic::parse_property(question, &logic::Constants::new().in_continuous_time());
    let formula = formula.expect("valid").formula;
    let answer = check(model, &formula, &Options::default()).unwrap_or_else(|e| panic!("seed {seed}: {question}: {e}"));
    let (lower, upper) = (answer.lower.unwrap(), answer.upper.unwrap());
    let room = 1e-8 * expected.abs() + 1e-11;
    assert!(
        lower <= expected + room && upper >= expected - room && upper - lower <= 1e-6 * expected.abs() + 1e-12,
        "seed {seed}: {question} is {expected}, not within [{lower}, {upper}]"
    );
}

#[test]
fn times_are_those_of_the_exponential() {
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let Sample { model, generator, goal, rewards } = sample(&mut rng);
        let states = rewards.len();
        let time = [0.3, 2.0, 7.5][rng.below(3)];
        let after = exponential(&generator, time);
        let instantaneous = (0..states).map(|state| after[0][state] * rewards[state]).sum();
        assert_close(seed, &model, &format!("R{{\"cost\"}}=? [ I={time} ]"), instantaneous);
        // One more state collects what is earned.
        let mut collecting: Matrix = generator.clone();
        for (row, reward) in collecting.iter_mut().zip(&rewards) {
            row.push(*reward);
        }
        collecting.push(vec![0.0; states + 1]);
        let earned = exponential(&collecting, time)[0][states];
        assert_close(seed, &model, &format!("R{{\"cost\"}}=? [ C<={time} ]"), earned);
        let mut stopped = generator.clone();
        for state in (0..states).filter(|state| goal[*state]) {
            stopped[state].fill(0.0);
        }
        let reached = exponential(&stopped, time);
        let probability: f64 = (0..states).filter(|state| goal[*state]).map(|state| reached[0][state]).sum();
        if goal.contains(&true) {
            assert_close(seed, &model, &format!("P=? [ F<={time} \"goal\" ]"), probability);
            let later: f64 = (0..states)
                .flat_map(|middle| (0..states).map(move |last| (middle, last)))
                .filter(|(_, last)| goal[*last])
                .map(|(middle, last)| after[0][middle] * reached[middle][last])
                .sum();
            assert_close(seed, &model, &format!("P=? [ F[{time},{}] \"goal\" ]", 2.0 * time), later);
        }
    }
}

/// Three states in a row, left at the rates 2 and 1: closed forms by hand.
#[test]
fn samples_in_continuous_time_contain_the_truth() {
    let mut builder =
        Builder::new(&["start".to_string(), "mid".to_string(), "goal".to_string()], &["time".to_string()]);
    for (source, target) in [(0, 1), (1, 2), (2, 2)] {
        builder.edge(Edge { source, choice: 0, target, probability: 1.0 });
        builder.label(source as usize, source);
        builder.state_reward(0, source, 1.0);
    }
    let mut model = builder.build(true);
    model.exits = Some(vec![2.0, 1.0, 1.0]);
    let within_one = (1.0 - (-1f64).exp()).powi(2);
    let sampling = markov::Sampling { runs: 40_000, seed: 3, confidence: 0.9999, ..markov::Sampling::default() };
    let sampled = |question: &str| {
        let formula = logic::parse_property(question, &logic::Constants::new().in_continuous_time());
        markov::simulate(&model, &formula.expect("valid").formula, &sampling)
    };
    for (question, expected) in [
        ("P=? [ F<=1 \"goal\" ]", within_one),
        ("P=? [ G<=1 !\"goal\" ]", 1.0 - within_one),
        ("P=? [ F[1,1] \"mid\" ]", 2.0 * ((-1f64).exp() - (-2f64).exp())),
        ("P=? [ \"start\" U[0.5,2] \"mid\" ]", (-1f64).exp() - (-4f64).exp()),
        ("P=? [ F>=1 \"start\" ]", (-2f64).exp()),
        ("P=? [ F>=3 \"goal\" ]", 1.0),
        ("P=? [ X \"mid\" ]", 1.0),
        ("P=? [ (G F \"goal\") & (F \"mid\") ]", 1.0),
        ("R{\"time\"}=? [ F \"goal\" ]", 1.5),
    ] {
        let answer = sampled(question).unwrap_or_else(|error| panic!("{question}: {error}"));
        let (lower, upper) = (answer.lower.unwrap(), answer.upper.unwrap());
        assert!(lower <= expected && expected <= upper, "{question} is {expected}, not within [{lower}, {upper}]");
        assert!(upper - lower < 0.03, "{question}: [{lower}, {upper}] is wide");
    }
    assert!(sampled("P=? [ F \"goal\" || F \"mid\" ]").unwrap_err().is_unsupported);
}
