//! Components too large to eliminate: walks on a strip, with closed forms (the gambler's ruin; Feller I, chapter XIV).
//!
//! Up and down a strip of `WIDTH` columns one can walk for ever, sideways the walk ends beyond either edge. Where it ends
//! depends on the steps sideways only.

use std::fmt::Write;
use std::path::Path;

use markov::{Model, Options, check, formats};

const WIDTH: usize = 150;
const HEIGHT: usize = 140;
const LEFT: usize = WIDTH * HEIGHT;
const RIGHT: usize = LEFT + 1;

/// The probability of a step to the right among steps sideways, one number per choice. Half of all steps are sideways.
fn strip(choices: &[f64]) -> Model {
    let process = choices.len() > 1;
    let mut lines = String::new();
    let mut entries = 0;
    let mut line = |state: usize, choice: usize, target: usize, probability: f64| {
        entries += 1;
        let choice = if process { format!("{choice} ") } else { String::new() };
        writeln!(lines, "{state} {choice}{target} {probability}").expect("memory is writable");
    };
    for state in 0..LEFT {
        let (x, y) = (state % WIDTH, state / WIDTH);
        for (choice, right) in choices.iter().enumerate() {
            line(state, choice, if x + 1 == WIDTH { RIGHT } else { state + 1 }, right / 2.0);
            line(state, choice, if x == 0 { LEFT } else { state - 1 }, (1.0 - right) / 2.0);
            line(state, choice, if y + 1 == HEIGHT { state } else { state + WIDTH }, 0.25);
            line(state, choice, if y == 0 { state } else { state - WIDTH }, 0.25);
        }
    }
    for end in [LEFT, RIGHT] {
        line(end, 0, end, 1.0);
    }
    let rows = LEFT * choices.len() + 2;
    let header = if process { format!("{} {rows} {entries}", RIGHT + 1) } else { format!("{} {entries}", RIGHT + 1) };
    let mut model =
        formats::tra::read(Path::new("strip.tra"), format!("{header}\n{lines}").as_bytes()).expect("a valid model");
    let middle = HEIGHT / 2 * WIDTH + WIDTH / 4;
    let labels = format!("0=\"init\" 1=\"right\" 2=\"end\"\n{middle}: 0\n{LEFT}: 2\n{RIGHT}: 1 2\n");
    formats::lab::read(Path::new("strip.lab"), labels.as_bytes(), &mut model).expect("valid labels");
    let rewards = (0..LEFT).fold(format!("{} {LEFT}\n", RIGHT + 1), |text, state| text + &format!("{state} 1\n"));
    formats::rewards::read_states(Path::new("strip.srew"), rewards.as_bytes(), &mut model).expect("valid rewards");
    model
}

/// The chance to end on the right from column `x`, by steps to the right with probability `right`.
fn ruin(right: f64, x: usize) -> f64 {
    let (from, all) = ((x + 1) as i32, (WIDTH + 1) as i32);
    let odds = (1.0 - right) / right;
    if odds == 1.0 { f64::from(from) / f64::from(all) } else { (odds.powi(from) - 1.0) / (odds.powi(all) - 1.0) }
}

fn assert_answer(model: &Model, formula: &str, expected: f64) {
    let property = logic::parse_property(formula, &logic::Constants::new()).expect("a formula");
    let mut first = None;
    for threads in [1, 2] {
        let options = Options { threads, ..Options::default() };
        let answer = check(model, &property.formula, &options).expect("an answer");
        let (lower, upper) = (answer.lower.expect("a bound"), answer.upper.expect("a bound"));
        let rounding = 1e-11 * expected;
        assert!(lower <= expected + rounding && expected - rounding <= upper, "{formula}: {lower} {expected} {upper}");
        assert!(upper - lower <= 1e-6 * expected, "{formula}: {lower} to {upper}");
        let bits = (lower.to_bits(), upper.to_bits());
        assert_eq!(*first.get_or_insert(bits), bits, "{formula}: {threads} workers");
    }
}

#[test]
fn fair_walks_end_as_the_gamblers_do() {
    let model = strip(&[0.5]);
    let x = WIDTH / 4;
    assert_answer(&model, "P=? [ F \"right\" ]", ruin(0.5, x));
    assert_answer(&model, "R=? [ F \"end\" ]", 2.0 * ((x + 1) * (WIDTH - x)) as f64);
}

#[test]
fn small_probabilities_are_relatively_as_accurate() {
    // About 1e-27.
    let model = strip(&[0.375]);
    assert_answer(&model, "P=? [ F \"right\" ]", ruin(0.375, WIDTH / 4));
}

#[test]
fn choices_do_not_help_against_the_odds() {
    let model = strip(&[0.5, 0.375]);
    assert_answer(&model, "Pmax=? [ F \"right\" ]", ruin(0.5, WIDTH / 4));
    assert_answer(&model, "Pmin=? [ F \"right\" ]", ruin(0.375, WIDTH / 4));
}
