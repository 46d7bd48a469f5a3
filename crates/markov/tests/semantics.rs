//! Semantics decided by hand: bounds, filters, CTL, partial models, errors, sampling.

use markov::{Answer, Builder, CheckError, Edge, Files, Model, Options, Sampling, check, simulate};

fn formula(text: &str) -> logic::Formula {
    logic::parse_property(text, &logic::Constants::new()).unwrap_or_else(|e| panic!("{text}: {e}")).formula
}

fn ask(model: &Model, text: &str) -> Result<Answer, CheckError> {
    check(model, &formula(text), &Options::default())
}

fn number(model: &Model, text: &str) -> f64 {
    ask(model, text).unwrap_or_else(|e| panic!("{text}: {e}")).value.unwrap_or_else(|| panic!("{text} is no number"))
}

fn holds(model: &Model, text: &str) -> bool {
    ask(model, text).unwrap_or_else(|e| panic!("{text}: {e}")).holds.unwrap_or_else(|| panic!("{text} is undecided"))
}

fn die() -> Model {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/models/die.tra");
    Model::load(&Files::new(path).with_siblings()).expect("the sample is valid")
}

#[test]
fn numbers_of_the_die() {
    let die = die();
    for (text, expected) in [
        ("P=? [ false U[1,3] true ]", 0.0),
        ("P=? [ true U[1,3] true ]", 1.0),
        ("P=? [ F>=4 s=7 ]", 1.0),
        ("P=? [ F<=2 s=7 ]", 0.0),
        ("P=? [ F<=3 s=7 ]", 0.75),
        ("P=? [ F<4 s=7 ]", 0.75),
        ("P=? [ G<=3 s<7 ]", 0.25),
        ("P=? [ G<=20 s<7 ]", 2f64.powi(-18)),
        ("P=? [ X s=1 ]", 0.5),
        ("P=? [ X X s=3 ]", 0.25),
        ("P=? [ s<3 W s=3 ]", 1.0 / 2.0 * 0.5),
        ("P=? [ s=7 R s<=7 ]", 1.0),
        // PRISM: a W b is !((a & !b) U (!a & !b)), the bound on the until; a run that breaks off before it counts.
        ("P=? [ s=0 W[2,5] s=7 ]", 1.0),
        ("P=? [ s<3 W>=2 s=7 ]", 0.0),
        ("P=? [ s<3 W>=3 s=7 ]", 1.0),
        // The goal may lie outside of what leads to it, also at the lower bound.
        ("P=? [ s=0 U=1 s=2 ]", 0.5),
        ("P=? [ s<=2 U[2,2] s>=5 ]", 0.5),
        ("R=? [ C<=3 ]", 3.0),
        ("R=? [ F s=7 ]", 11.0 / 3.0),
        ("R=? [ F d=1 ]", f64::INFINITY),
        ("R=? [ (F s=3) & (F s=7) ]", f64::INFINITY),
        ("R=? [ X s>0 ]", 1.0),
        ("R{1}=? [ S ]", 0.0),
        ("filter(sum, P=? [ F d=1 ], s=7)", 1.0),
        ("filter(avg, P=? [ F d=1 ], s=7)", 1.0 / 6.0),
        ("filter(max, P=? [ F d=1 ], s<7)", 2.0 / 3.0),
        ("filter(min, P=? [ F s=7 ])", 1.0),
        ("filter(count, d>0)", 6.0),
        ("filter(first, d, s=7)", 1.0),
        ("filter(state, P=? [ F d=6 ], s=6)", 2.0 / 3.0),
        ("P=? [ F d=1 ] * 6", 1.0),
        ("P=? [ F P>0.6 [ F d=1 ] ]", 0.25),
    ] {
        let found = number(&die, text);
        assert!(found == expected || (found - expected).abs() <= 1e-9 * expected, "{text}: {found}, not {expected}");
    }
    for (text, expected) in [
        ("P>=1/6 [ F d=1 ]", true),
        ("P>1/6 [ F d=1 ]", false),
        ("P<=1/6 [ F d=1 ]", true),
        ("P<1/6 [ F d=1 ]", false),
        ("P>=1 [ F s=7 ]", true),
        ("P>0 [ F d=1 & s<7 ]", false),
        ("R<=11/3 [ F s=7 ]", true),
        ("R<11/3 [ F s=7 ]", false),
        ("A [ F s=7 ]", false),
        ("E [ G s<7 ]", true),
        ("E [ F d=5 ]", true),
        ("A [ G d<=6 ]", true),
        ("E [ X s=3 ]", false),
        ("A [ X (s=1 | s=2) ]", true),
        ("filter(forall, P>=1 [ F s=7 ])", true),
        ("filter(exists, P>=1 [ F d=2 ], s<7)", false),
        ("P=? [ F d=1 ] < P=? [ F d<=2 & d>0 ]", true),
        ("\"init\" => P>=0.5 [ X s=2 ]", true),
    ] {
        assert_eq!(holds(&die, text), expected, "{text}");
    }
    let range = ask(&die, "filter(range, P=? [ F d=1 ])").expect("valid").range;
    assert_eq!(range, Some((0.0, 1.0)));
    let listed = ask(&die, "filter(argmax, P=? [ F d=1 ])").expect("valid").states.expect("a list");
    assert_eq!(listed, [(7, 1.0)]);
}

#[test]
fn mistakes_are_explained() {
    let die = die();
    for (text, expected) in [
        ("P=? [ F \"deadlok\" ]", "did you mean \"deadlock\"?"),
        ("P=? [ F ss=1 ]", "there is no variable ss"),
        ("R{\"coinflips\"}=? [ F s=7 ]", "did you mean \"coin_flips\"?"),
        ("R{2}=? [ F s=7 ]", "no reward structure 2"),
        ("R=? [ G F s=7 ]", "co-safe"),
        ("filter(state, d, s=7)", "exactly one state"),
        ("filter(min, d, s=9)", "satisfied nowhere"),
    ] {
        let message = ask(&die, text).expect_err(text).to_string();
        assert!(message.contains(expected), "{text}: {message}");
    }
    let mut builder = Builder::new(&[], &[]);
    for choice in 0..2 {
        builder.edge(Edge { source: 0, choice, target: choice, probability: 1.0 });
    }
    let process = builder.build(true);
    let message = ask(&process, "P=? [ F \"init\" ]").expect_err("no single answer").to_string();
    assert!(message.contains("Pmin") && message.contains("decision process"), "{message}");
    let message = simulate(&process, &formula("P=? [ F \"init\" ]"), &Sampling::default()).expect_err("a process");
    assert!(message.to_string().contains("chain"), "{message}");
}

/// A walk of which only the first steps were explored: 0 goes to 1 (goal), 2 (dead end) or somewhere unknown.
#[test]
fn partial_models_give_sound_intervals() {
    let mut builder = Builder::new(&["goal".to_string()], &["cost".to_string()]);
    builder.edge(Edge { source: 0, choice: 0, target: 1, probability: 0.5 });
    builder.edge(Edge { source: 0, choice: 0, target: 2, probability: 0.25 });
    builder.edge(Edge { source: 1, choice: 0, target: 1, probability: 1.0 });
    builder.edge(Edge { source: 2, choice: 0, target: 2, probability: 1.0 });
    builder.label(0, 1);
    builder.state_reward(0, 0, 3.0);
    builder.open(0);
    let model = builder.build(true);
    for (text, lower, upper) in [
        ("P=? [ F \"goal\" ]", 0.5, 0.75),
        ("P=? [ G !\"goal\" ]", 0.25, 0.5),
        ("P=? [ F<=5 \"goal\" ]", 0.5, 0.75),
        ("P=? [ G<=5 !\"goal\" ]", 0.25, 0.5),
        ("P=? [ X \"goal\" ]", 0.5, 0.75),
        ("P=? [ (F \"goal\") & (G F \"goal\") ]", 0.5, 0.75),
        ("P=? [ !(G F \"goal\") ]", 0.25, 0.5),
        ("S=? [ \"goal\" ]", 0.5, 0.75),
        ("R=? [ C<=1 ]", 3.0, 3.0),
        ("R=? [ C<=2 ]", 3.0, f64::INFINITY),
        ("R=? [ C ]", 3.0, f64::INFINITY),
    ] {
        let answer = ask(&model, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!((answer.lower, answer.upper), (Some(lower), Some(upper)), "{text}");
    }
    let verdict = |text: &str| ask(&model, text).unwrap_or_else(|e| panic!("{text}: {e}")).holds;
    assert_eq!(verdict("P>=0.5 [ F \"goal\" ]"), Some(true));
    assert_eq!(verdict("P>=0.6 [ F \"goal\" ]"), None);
    assert_eq!(verdict("P>=0.8 [ F \"goal\" ]"), Some(false));
}

#[test]
fn sampling_encloses_the_truth_and_decides_bounds() {
    let die = die();
    let sampling = Sampling { runs: 20_000, seed: 7, ..Sampling::default() };
    for (text, expected) in [
        ("P=? [ F d=1 ]", 1.0 / 6.0),
        ("P=? [ F<=3 s=7 ]", 0.75),
        ("P=? [ G<=3 s<7 ]", 0.25),
        ("P=? [ (X s=1) & (F d<3 & d>0) ]", 1.0 / 3.0),
        ("R=? [ F s=7 ]", 11.0 / 3.0),
        ("R=? [ C<=3 ]", 3.0),
    ] {
        let answer = simulate(&die, &formula(text), &sampling).unwrap_or_else(|e| panic!("{text}: {e}"));
        let (lower, upper) = (answer.lower.expect("an interval"), answer.upper.expect("an interval"));
        assert!(lower <= expected && expected <= upper, "{text}: {lower} to {upper} misses {expected}");
        assert!(upper - lower < 0.1 * expected, "{text}: {lower} to {upper} is wide");
    }
    let verdict = |text: &str| simulate(&die, &formula(text), &sampling).expect("valid").holds;
    assert_eq!(verdict("P>=0.1 [ F d=1 ]"), Some(true));
    assert_eq!(verdict("P>=0.2 [ F d=1 ]"), Some(false));
    assert_eq!(verdict("P<0.2 [ F d=1 ]"), Some(true));
}

/// A probability that is almost one has a complement that is almost zero; both must be precise.
#[test]
fn small_complements_keep_their_digits() {
    let mut builder = Builder::new(&["lost".to_string()], &[]);
    // Each round ends well with 1e-3 or is lost with 1e-12.
    builder.edge(Edge { source: 0, choice: 0, target: 1, probability: 1e-3 });
    builder.edge(Edge { source: 0, choice: 0, target: 2, probability: 1e-12 });
    builder.edge(Edge { source: 0, choice: 0, target: 0, probability: 1.0 - 1e-3 - 1e-12 });
    builder.label(0, 1);
    let model = builder.build(true);
    let expected = 1e-12 / (1e-3 + 1e-12);
    for text in ["P=? [ G !\"lost\" ]", "P=? [ !(F \"lost\") ]", "P=? [ (G !\"lost\") & (X true) ]"] {
        let found = number(&model, text);
        assert!((found - expected).abs() < 1e-9 * expected, "{text}: {found}");
    }
}

/// A player on 0..=size who may choose the pace, but whose game is fair: whoever plays, wins from the middle half of the time.
/// The game takes millions of steps, so that no bound moves visibly within a few sweeps.
#[test]
fn slow_games_are_proven() {
    const SIZE: u32 = 1500;
    let mut builder = Builder::new(&["won".to_string()], &[]);
    builder.label(0, SIZE);
    builder.set_initial(SIZE / 2);
    for place in 1..SIZE {
        for (choice, pace) in [(0, 0.5), (1, 0.25), (2, 0.125)] {
            for (target, probability) in [(place - 1, pace), (place + 1, pace), (place, 1.0 - 2.0 * pace)] {
                if probability > 0.0 {
                    builder.edge(Edge { source: place, choice, target, probability });
                }
            }
        }
    }
    for end in [0, SIZE] {
        builder.edge(Edge { source: end, choice: 0, target: end, probability: 1.0 });
    }
    let model = builder.build(true);
    for text in ["Pmax=? [ F \"won\" ]", "Pmin=? [ F \"won\" ]", "Pmax=? [ G !\"won\" ]"] {
        let answer = ask(&model, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let (lower, upper) = (answer.lower.expect("bounds"), answer.upper.expect("bounds"));
        assert!(lower <= 0.5 && 0.5 <= upper && upper - lower < 1e-6, "{text}: [{lower}, {upper}]");
    }
}
