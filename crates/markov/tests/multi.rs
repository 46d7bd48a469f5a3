//! `multi(…)` against brute force: on random small processes whose goals end a run, every deterministic memoryless scheduler is
//! evaluated in fractions by plain elimination; what can be achieved is what mixtures of two of them achieve.

use dashu::rational::RBig;
use logic::{Constants, parse_property};
use markov::{Builder, Edge, Model, Options, check};

/// A small generator of numbers, so that a seed says everything.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}

/// The last two states are goals, and one more is a dead end; all three loop.
struct Process {
    model: Model,
    rows: Vec<Vec<Vec<(usize, RBig)>>>,
    earned: Vec<Vec<[RBig; 2]>>,
}

fn fraction(numerator: u64, denominator: u64) -> RBig {
    RBig::from(numerator) / RBig::from(denominator)
}

fn process(numbers: &mut Numbers) -> Process {
    let inner = 2 + numbers.below(3) as usize;
    let states = inner + 3;
    let mut builder = Builder::new(&["a".to_owned(), "b".to_owned()], &["r".to_owned(), "c".to_owned()]);
    builder.states_at_least(states as u32);
    builder.set_initial(0);
    builder.label(0, inner as u32);
    builder.label(1, inner as u32 + 1);
    let (mut rows, mut earned) = (Vec::new(), Vec::new());
    for state in 0..states {
        let mut choices = Vec::new();
        let mut amounts = Vec::new();
        let count = if state < inner { 1 + numbers.below(3) } else { 1 };
        for choice in 0..count {
            let mut row: Vec<(usize, RBig)> = Vec::new();
            if state >= inner {
                row.push((state, RBig::ONE));
            } else {
                let first = 1 + numbers.below(7);
                for (target, share) in
                    [(numbers.below(states as u64), first), (numbers.below(states as u64), 8 - first)]
                {
                    let share = fraction(share, 8);
                    match row.iter_mut().find(|(known, _)| *known == target as usize) {
                        Some(known) => known.1 += share,
                        None => row.push((target as usize, share)),
                    }
                }
            }
            for (target, share) in &row {
                let probability = share.to_f64().value();
                let (source, target) = (state as u32, *target as u32);
                builder.edge(Edge { source, choice: choice as u32, target, probability });
            }
            let amount = |numbers: &mut Numbers| if state < inner { numbers.below(4) } else { 0 };
            let pair = [amount(numbers), amount(numbers)];
            amounts.push([RBig::from(pair[0]), RBig::from(pair[1])]);
            choices.push(row);
        }
        rows.push(choices);
        earned.push(amounts);
    }
    // Small models are solved in fractions; with others beside, that nobody comes to, this one is in doubles.
    let others = if numbers.below(3) > 0 { 60 } else { 0 };
    for other in states as u32..states as u32 + others {
        builder.edge(Edge { source: other, choice: 0, target: other, probability: 1.0 });
    }
    let mut model = builder.build(false);
    for (index, name) in ["r", "c"].into_iter().enumerate() {
        let mut values: Vec<f64> = earned.iter().flatten().map(|pair| pair[index].to_f64().value()).collect();
        values.resize(model.rows(), 0.0);
        let reward = markov::Reward { name: Some(name.to_owned()), choices: Some(values), ..markov::Reward::default() };
        model.rewards.retain(|known| known.name.as_deref() != Some(name));
        model.rewards.push(reward);
    }
    Process { model, rows, earned }
}

/// What one policy attains from state 0: the probabilities of both goals and both totals (`None` where infinite).
fn attained(process: &Process, policy: &[usize]) -> ([RBig; 2], [Option<RBig>; 2]) {
    let states = process.rows.len();
    let row = |state: usize| &process.rows[state][policy[state]];
    // From where each state can be reached.
    let mut reach = vec![vec![false; states]; states];
    for (state, reached) in reach.iter_mut().enumerate() {
        let mut work = vec![state];
        reached[state] = true;
        while let Some(at) = work.pop() {
            for (target, _) in row(at) {
                if !reached[*target] {
                    reached[*target] = true;
                    work.push(*target);
                }
            }
        }
    }
    let recurrent = |state: usize| (0..states).all(|other| !reach[state][other] || reach[other][state]);
    let transient: Vec<usize> = (0..states).filter(|state| !recurrent(*state)).collect();
    let solve = |constant: &dyn Fn(usize) -> RBig| -> RBig {
        // Gaussian elimination of x = A x + b over the transient states.
        let n = transient.len();
        let mut table: Vec<Vec<RBig>> = transient
            .iter()
            .map(|state| {
                let mut line = vec![RBig::ZERO; n + 1];
                line[n] = constant(*state);
                for (target, share) in row(*state) {
                    if let Some(place) = transient.iter().position(|known| known == target) {
                        line[place] -= share;
                    }
                }
                line[transient.iter().position(|known| known == state).unwrap()] += RBig::ONE;
                line
            })
            .collect();
        for pivot in 0..n {
            let swap = (pivot..n).find(|index| !table[*index][pivot].is_zero()).expect("transient states are left");
            table.swap(pivot, swap);
            let by = table[pivot][pivot].clone();
            table[pivot].iter_mut().for_each(|value| *value = &*value / &by);
            let chosen = table[pivot].clone();
            for (index, line) in table.iter_mut().enumerate() {
                let factor = line[pivot].clone();
                if index != pivot && !factor.is_zero() {
                    line.iter_mut().zip(&chosen).for_each(|(value, by)| *value = &*value - &factor * by);
                }
            }
        }
        match transient.iter().position(|state| *state == 0) {
            Some(place) => table[place][n].clone(),
            None => constant(0),
        }
    };
    let goals = [states - 3, states - 2];
    let probability = |goal: usize| {
        solve(&|state| {
            if state == goal {
                return RBig::ONE;
            }
            let into = row(state).iter().filter(|(target, _)| *target == goal);
            if transient.contains(&state) { into.fold(RBig::ZERO, |sum, (_, share)| sum + share) } else { RBig::ZERO }
        })
    };
    let total = |which: usize| {
        let endless = (0..states)
            .any(|state| reach[0][state] && recurrent(state) && !process.earned[state][policy[state]][which].is_zero());
        (!endless).then(|| {
            solve(&|state| {
                if transient.contains(&state) {
                    process.earned[state][policy[state]][which].clone()
                } else {
                    RBig::ZERO
                }
            })
        })
    };
    ([probability(goals[0]), probability(goals[1])], [total(0), total(1)])
}

fn policies(process: &Process) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for choices in &process.rows {
        all = all
            .into_iter()
            .flat_map(|policy: Vec<usize>| {
                (0..choices.len()).map(move |choice| policy.iter().copied().chain([choice]).collect())
            })
            .collect();
    }
    all
}

/// The largest first coordinate over mixtures of two points whose second is at least the bound.
fn best_mixture(points: &[(RBig, RBig)], bound: &RBig) -> Option<RBig> {
    let mut best: Option<RBig> = None;
    let mut offer = |value: RBig| {
        if best.as_ref().is_none_or(|best| value > *best) {
            best = Some(value);
        }
    };
    for one in points {
        for other in points {
            if one.1 >= *bound {
                offer(one.0.clone());
                if other.1 < *bound {
                    let share = (bound - &other.1) / (&one.1 - &other.1);
                    offer(&other.0 + share * (&one.0 - &other.0));
                }
            }
        }
    }
    best
}

fn answer(model: &Model, text: &str, exact: bool) -> Result<markov::Answer, String> {
    let property = parse_property(text, &Constants::new()).expect("a formula");
    check(model, &property.formula, &Options { exact, ..Options::default() }).map_err(|error| error.to_string())
}

fn is_near(found: f64, wanted: &RBig) -> bool {
    let wanted = wanted.to_f64().value();
    (found - wanted).abs() <= 1e-6 * wanted.abs().max(1.0)
}

#[test]
fn numbers_curves_and_bounds_are_what_mixtures_of_policies_attain() {
    let mut compared = 0;
    for seed in 1..=400u64 {
        let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let process = process(&mut numbers);
        let all: Vec<_> = policies(&process).iter().map(|policy| attained(&process, policy)).collect();
        let level = fraction(1 + numbers.below(8), 9);
        let pairs: Vec<(RBig, RBig)> = all.iter().map(|(both, _)| (both[0].clone(), both[1].clone())).collect();
        // Two probabilities.
        let text = format!("multi(Pmax=? [ F \"a\" ], P>={level} [ F \"b\" ])");
        for exact in [false, true] {
            let found = answer(&process.model, &text, exact).expect("it is supported");
            match best_mixture(&pairs, &level) {
                None => assert_eq!(found.holds, Some(false), "seed {seed}: {text}"),
                Some(wanted) if exact => assert_eq!(found.exact, Some(wanted), "seed {seed}: {text}"),
                Some(wanted) => {
                    assert!(is_near(found.value.unwrap(), &wanted), "seed {seed}: {text}: {found:?}, not {wanted}");
                    let wanted = wanted.to_f64().value();
                    assert!(found.lower.unwrap() <= wanted + 1e-12 && wanted <= found.upper.unwrap() + 1e-12);
                }
            }
            compared += 1;
        }
        // As a bound exactly at the optimum: met, but not exceeded.
        if let Some(wanted) = best_mixture(&pairs, &level) {
            for (sign, holds) in [(">=", true), (">", false)] {
                let text = format!("multi(P{sign}{wanted} [ F \"a\" ], P>={level} [ F \"b\" ])");
                let found = answer(&process.model, &text, false).expect("it is supported");
                assert_eq!(found.holds, Some(holds), "seed {seed}: {text}");
            }
        }
        // A curve: each corner is attained by a mixture, and none attains more.
        let text = "multi(Pmax=? [ F \"a\" ], Pmin=? [ F \"b\" ])";
        let curve = answer(&process.model, text, false).expect("it is supported").curve.expect("a curve");
        let turned: Vec<(RBig, RBig)> = pairs.iter().map(|(a, b)| (a.clone(), -b)).collect();
        for (a, b) in &curve.points {
            let bound = -markov::rational::exact_of(*b) - RBig::from(1) / RBig::from(1_000_000_000u64);
            let wanted = best_mixture(&turned, &bound).expect("the corner meets it");
            assert!(is_near(*a, &wanted), "seed {seed}: corner ({a}, {b}), but {wanted} can be attained");
        }
        let most = turned.iter().map(|point| point.0.clone()).max().unwrap();
        assert!(curve.points.iter().any(|(a, _)| is_near(*a, &most)), "seed {seed}: {curve:?} lacks {most}");
        // A cost: only policies that pay finitely much count.
        let costs: Vec<(RBig, RBig)> =
            all.iter().filter_map(|(both, totals)| Some((-totals[1].clone()?, both[0].clone()))).collect();
        let text = format!("multi(R{{\"c\"}}min=? [ C ], P>={level} [ F \"a\" ])");
        for exact in [false, true] {
            let found = answer(&process.model, &text, exact).expect("it is supported");
            match best_mixture(&costs, &level) {
                // Only with infinite cost, or not at all.
                None => assert!(
                    found.holds == Some(false) || found.value == Some(f64::INFINITY) || found.value.is_none(),
                    "seed {seed}: {text}: {found:?}"
                ),
                Some(wanted) if exact => assert_eq!(found.exact, Some(-wanted), "seed {seed}: {text}"),
                Some(wanted) => {
                    let wanted = -wanted;
                    assert!(is_near(found.value.unwrap(), &wanted), "seed {seed}: {text}: {found:?}, not {wanted}");
                }
            }
            compared += 1;
        }
        // Something earned against a cost, where neither can be infinite.
        if all.iter().all(|(_, totals)| totals.iter().all(Option::is_some)) {
            let points: Vec<(RBig, RBig)> =
                all.iter().map(|(_, totals)| (totals[0].clone().unwrap(), -totals[1].clone().unwrap())).collect();
            let least = points.iter().map(|point| point.1.clone()).max().unwrap();
            let allowed = -&least + RBig::ONE;
            let text = format!("multi(R{{\"r\"}}max=? [ C ], R{{\"c\"}}<={allowed} [ C ])");
            let wanted = best_mixture(&points, &-&allowed).expect("it is allowed");
            let found = answer(&process.model, &text, false).expect("it is supported");
            assert!(is_near(found.value.unwrap(), &wanted), "seed {seed}: {text}: {found:?}, not {wanted}");
            compared += 1;
        }
    }
    assert!(compared > 1600, "only {compared} comparisons");
}

#[test]
fn memory_is_used_where_it_helps() {
    // Two goals side by side; whoever went to one can go to the other afterwards.
    let mut builder = Builder::new(&["a".to_owned(), "b".to_owned()], &[]);
    builder.states_at_least(3);
    builder.set_initial(0);
    builder.label(0, 1);
    builder.label(1, 2);
    for (source, choice, target) in [(0, 0, 1), (0, 1, 2), (1, 0, 0), (2, 0, 0)] {
        builder.edge(Edge { source, choice, target, probability: 1.0 });
    }
    let model = builder.build(false);
    let holds = |text: &str| answer(&model, text, false).expect("it is supported").holds;
    assert_eq!(holds("multi(P>=1 [ F \"a\" ], P>=1 [ F \"b\" ])"), Some(true));
    assert_eq!(holds("multi(P>=1 [ G F \"a\" ], P>=1 [ G F \"b\" ])"), Some(true));
    assert_eq!(holds("multi(P>=1 [ F G !\"a\" ], P>=1 [ G F \"b\" ], P>=1 [ F \"a\" ])"), Some(true));
    assert_eq!(holds("multi(P>=1 [ F G !\"a\" ], P>=0.01 [ G F \"a\" ])"), Some(false));
    assert_eq!(holds("multi(P>=0.5 [ F G !\"a\" ], P>=0.5 [ G F \"a\" ])"), Some(true));
    assert_eq!(holds("multi(P>0.5 [ F G !\"a\" ], P>=0.5 [ G F \"a\" ])"), Some(false));
    // The second goal cannot be reached in two steps after the first.
    assert_eq!(holds("multi(P>=1 [ F<=1 \"a\" ], P>=1 [ F<=3 \"b\" ])"), Some(true));
    assert_eq!(holds("multi(P>=1 [ F<=1 \"a\" ], P>0 [ F<=2 \"b\" ])"), Some(false));
}
