//! Partially observable processes: a closed form, and random small ones against all observation-based plans of a few steps.

use logic::{Constants, parse_property};
use markov::{Answer, Options, check, check_observed};
use models::{BuildOptions, Language, ModelSource, build};

fn asked(text: &str, question: &str) -> (Answer, Answer) {
    let source = ModelSource::parse(Language::Prism, text.to_string()).unwrap();
    let network = source.resolve(&Constants::new()).unwrap();
    let built = build(network, &BuildOptions { actions: true, ..BuildOptions::default() }).unwrap();
    let formula = parse_property(question, &Constants::new()).unwrap().formula;
    let options = Options::default();
    let observations = built.observations.expect("only observations are seen");
    let seen = check_observed(&built.model, &observations, &formula, &options).unwrap();
    (seen, check(&built.model, &formula, &options).unwrap())
}

#[test]
fn the_tiger_is_avoided_as_well_as_listening_allows() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/models/observed/tiger.prism");
    let text = std::fs::read_to_string(path).unwrap();
    // After two equal sounds the other door is right with 0.85^2/(0.85^2+0.15^2); after different ones with one half; what was
    // heard is right with 0.85 either way, which two sounds do not improve.
    let (seen, whole) = asked(&text, "Pmax=? [ F \"free\" ]");
    assert!((seen.value.unwrap() - 0.85).abs() < 1e-6, "{seen:?}");
    assert!(seen.lower.unwrap() <= 0.85 + 1e-9 && 0.85 <= seen.upper.unwrap() + 1e-9);
    assert!((whole.value.unwrap() - 1.0).abs() < 1e-9, "who sees the tiger is never eaten");
    let (seen, _) = asked(&text, "Pmin=? [ F \"free\" ]");
    assert!((seen.value.unwrap() - 0.15).abs() < 1e-6, "{seen:?}");
    let (seen, _) = asked(&text, "P<=0.9 [ F \"free\" ]");
    assert_eq!(seen.holds, Some(true));
}

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

/// The best probability to be in the last state after so many steps, over all plans that go by what was seen: by recursion over
/// unnormalised beliefs.
fn best_plan(
    rows: &[Vec<Vec<(usize, f64)>>],
    seen: &[usize],
    belief: &[f64],
    steps: u64,
    best: fn(f64, f64) -> f64,
) -> f64 {
    let goal = rows.len() - 1;
    let rest: f64 = belief[..goal].iter().sum();
    if steps == 0 || rest == 0.0 {
        return belief[goal];
    }
    let actions = rows[0].len();
    let mut result: Option<f64> = None;
    for action in 0..actions {
        let mut next = vec![0.0; rows.len()];
        for (state, share) in belief.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            for (target, probability) in &rows[state][action] {
                next[*target] += share * probability;
            }
        }
        let classes = seen.iter().max().unwrap() + 1;
        let mut sum = next[goal];
        for class in 0..classes {
            let part: Vec<f64> = (0..rows.len())
                .map(|state| if state != goal && seen[state] == class { next[state] } else { 0.0 })
                .collect();
            if part.iter().sum::<f64>() > 0.0 {
                sum += best_plan(rows, seen, &part, steps - 1, best);
            }
        }
        result = Some(result.map_or(sum, |known| best(known, sum)));
    }
    result.expect("there are actions")
}

#[test]
fn random_processes_are_answered_as_plans_of_a_few_steps_allow() {
    for seed in 1..=60u64 {
        let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let states = 4 + numbers.below(3) as usize;
        let seen: Vec<usize> =
            (0..states).map(|state| if state == states - 1 { 2 } else { numbers.below(2) as usize }).collect();
        let rows: Vec<Vec<Vec<(usize, f64)>>> = (0..states)
            .map(|state| {
                (0..2)
                    .map(|_| {
                        if state == states - 1 {
                            return vec![(state, 1.0)];
                        }
                        let share = (1 + numbers.below(3)) as f64 / 4.0;
                        vec![
                            (numbers.below(states as u64) as usize, share),
                            (numbers.below(states as u64) as usize, 1.0 - share),
                        ]
                    })
                    .collect()
            })
            .collect();
        // With a clock that is seen, plans have so many steps and no more.
        let steps = 4;
        let mut text = format!(
            "pomdp\nobservables o, t endobservables\nformula o = {};\nmodule m\n s : [0..{}] init 0;\n t : [0..{steps}] init 0;\n",
            seen.iter()
                .enumerate()
                .fold("0".to_string(), |text, (state, class)| format!("(s={state} ? {class} : {text})")),
            states - 1
        );
        for (state, choices) in rows.iter().enumerate() {
            for (action, row) in choices.iter().enumerate() {
                let parts: Vec<String> =
                    row.iter().map(|(target, share)| format!("{share} : (s'={target}) & (t'=t+1)")).collect();
                text.push_str(&format!(" [a{action}] s={state} & t<{steps} -> {};\n", parts.join(" + ")));
            }
        }
        text.push_str(&format!(
            " [a0] t={steps} -> true;\n [a1] t={steps} -> true;\nendmodule\nlabel \"goal\" = s={};\n",
            states - 1
        ));
        let mut first = vec![0.0; states];
        first[0] = 1.0;
        for (question, best) in
            [("Pmax=? [ F \"goal\" ]", f64::max as fn(f64, f64) -> f64), ("Pmin=? [ F \"goal\" ]", f64::min)]
        {
            let wanted = best_plan(&rows, &seen, &first, steps, best);
            let (answer, _) = asked(&text, question);
            let (lower, upper) = (answer.lower.unwrap(), answer.upper.unwrap());
            assert!(
                lower <= wanted + 1e-9 && wanted <= upper + 1e-9,
                "seed {seed}, {question}: {lower}..{upper}, not {wanted}"
            );
            assert!(upper - lower < 1e-6, "seed {seed}, {question}: {lower}..{upper}");
        }
    }
}
