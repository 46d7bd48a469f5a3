//! The sample models' known answers: published by the PRISM benchmark suite and confirmed by other checkers, not by us.

use std::path::PathBuf;

use markov::{Files, Model, Options, check};

fn model(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/models").join(name)
}

fn load(name: &str) -> Model {
    Model::load(&Files::new(model(name)).with_siblings()).expect("sample models are valid")
}

fn value(model: &Model, text: &str, options: &Options) -> markov::Answer {
    let property = logic::parse_property(text, &logic::Constants::new()).expect("the table's formulas are valid");
    check(model, &property.formula, options).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// (model, formula, answer, exact answer if it is a small fraction)
const KNOWN: [(&str, &str, f64, Option<&str>); 18] = [
    ("die.tra", "P=? [ F s=7&d=1 ]", 1.0 / 6.0, Some("1/6")),
    ("die.tra", "P=? [ F s=7&d=6 ]", 1.0 / 6.0, Some("1/6")),
    ("die.umb", "P=? [ F d=3 ]", 1.0 / 6.0, Some("1/6")),
    ("die.tra", "R{\"coin_flips\"}=? [ F s=7 ]", 11.0 / 3.0, Some("11/3")),
    ("die.umb", "R{\"coin_flips\"}=? [ F s=7 ]", 11.0 / 3.0, Some("11/3")),
    ("die.tra", "R=? [ C ]", 11.0 / 3.0, Some("11/3")),
    ("die.tra", "S=? [ d<=2 & s=7 ]", 1.0 / 3.0, Some("1/3")),
    ("brp_512_5.tra.gz", "P=? [ F \"target\" ]", 3.5856465e-7, None),
    ("brp_512_5.umb", "P=? [ F \"target\" ]", 3.5856465e-7, None),
    ("brp_512_5.umb", "P=? [ F<=1000 \"target\" ]", 1.13324364073903e-7, None),
    ("coin4_4.tra.gz", "Pmin=? [ F \"finished\" & \"all_coins_equal_1\" ]", 852021.0 / 2097152.0, None),
    ("coin4_4.umb", "Pmax=? [ F \"finished\" & !\"agree\" ]", 0.156073078, None),
    ("coin4_4.tra.gz", "R{\"steps\"}max=? [ F \"finished\" ]", 1083.0, None),
    ("coin4_4.umb", "R{\"steps\"}max=? [ F \"finished\" ]", 1083.0, None),
    ("coin4_4.umb", "Pmax=? [ F<=1000 \"finished\" & !\"agree\" ]", 0.0335167479885, None),
    ("coin4_4.umb", "Pmax=? [ (G F \"agree\") & (F \"finished\") & (G !\"all_coins_equal_1\") ]", 0.54285714, None),
    ("leader5_8.umb", "R{\"num_rounds\"}=? [ F \"elected\" ]", 1.01763975155, None),
    ("leader5_8.umb", "S=? [ \"elected\" ]", 1.0, None),
];

#[test]
fn answers_are_right_and_their_bounds_enclose_them() {
    for (name, text, expected, exact) in KNOWN {
        let model = load(name);
        let answer = value(&model, text, &Options::default());
        let (found, lower, upper) = (
            answer.value.expect("a number was asked for"),
            answer.lower.expect("bounds come with numbers"),
            answer.upper.expect("bounds come with numbers"),
        );
        // The table's answers are rounded in their last digit.
        assert!((found - expected).abs() <= 2e-6 * expected, "{name} {text}: {found}, expected {expected}");
        assert!(upper - lower <= 1e-6 * upper, "{name} {text}: bounds {lower} and {upper} are too wide");
        assert!(lower <= found && found <= upper, "{name} {text}");
        // The recorded figures come from iterations to a relative precision of 1e-6.
        let rounding = 1e-7 * expected;
        assert!(lower <= expected + rounding && expected - rounding <= upper, "{name} {text}: {lower} to {upper}");
        if let Some(exact) = exact {
            let answer = value(&model, text, &Options { exact: true, ..Options::default() });
            assert_eq!(answer.exact.map(|value| value.to_string()).as_deref(), Some(exact), "{name} {text}");
        }
    }
}

#[test]
fn minimisation_changes_no_answer() {
    let options = Options { bisimulation: true, exact: true, ..Options::default() };
    for (name, text, _, exact) in KNOWN {
        if let Some(exact) = exact {
            let answer = value(&load(name), text, &options);
            assert_eq!(answer.exact.map(|value| value.to_string()).as_deref(), Some(exact), "{name} {text}");
        }
    }
}

#[test]
fn formats_of_one_model_agree() {
    for (text_form, binary) in [("brp_512_5.tra.gz", "brp_512_5.umb"), ("coin4_4.tra.gz", "coin4_4.umb")] {
        let (a, b) = (load(text_form), load(binary));
        assert_eq!((a.states(), a.rows(), a.transitions()), (b.states(), b.rows(), b.transitions()));
        assert_eq!(a.targets, b.targets, "{binary}");
        assert_eq!(a.probabilities, b.probabilities, "{binary}");
    }
}
