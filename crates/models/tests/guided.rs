//! Models explored in part: bounds enclose what the whole model says, however little of it was explored, and on models of more
//! than 10^9 states they enclose closed forms, within one in a hundred.

use std::path::{Path, PathBuf};

use logic::{Constants, Formula, Path as Run, Steps, parse_property};
use markov::solvers::Objective;
use markov::{Answer, Options, check};
use models::{BuildOptions, Language, ModelSource, Network, Patience, Target, build, explore_guided, slice};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/models").join(name)
}

fn network(path: &Path) -> Network {
    let text = std::fs::read_to_string(path).unwrap();
    let source = ModelSource::parse(Language::of(path).unwrap(), text).unwrap();
    source.resolve(&Constants::new()).unwrap()
}

/// `F` of a label, or with `!` `G` of it: the formula, and what to look for.
fn asked(text: &str) -> (Formula, Target) {
    let formula = parse_property(text, &Constants::new()).unwrap().formula;
    let Formula::Probability { optimum, path, .. } = &formula else { panic!("{text} is no probability") };
    let Run::Eventually(Steps::ALL, goal) = &**path else { panic!("{text} is no F") };
    let Some(Formula::Label(goal)) = goal.as_state() else { panic!("{text} has no label") };
    let objective = match optimum {
        Some(logic::Optimum::Min) => Objective::Minimise,
        _ => Objective::Maximise,
    };
    let target = Target { through: None, goal: goal.clone(), objective, complement: false };
    (formula.clone(), target)
}

fn explored(mut network: Network, text: &str, patience: &Patience) -> (Answer, usize, bool) {
    let (formula, target) = asked(text);
    network.rewards.clear();
    slice(&mut network);
    let part = explore_guided(network, &[target], patience, &mut |_| true).unwrap();
    let answer = check(&part.model, &formula, &Options { epsilon: 1e-6, ..Options::default() }).unwrap();
    (answer, part.model.states(), part.is_complete)
}

#[test]
fn bounds_enclose_what_the_whole_model_says() {
    let asked = [
        ("prism/die.pm", "P=? [ F \"done\" ]"),
        ("prism/courier.nm", "Pmax=? [ F \"delivered\" ]"),
        ("prism/courier.nm", "Pmin=? [ F \"delivered\" ]"),
        ("prism/two_dice.nm", "Pmax=? [ F \"seven\" ]"),
        ("prism/two_dice.nm", "Pmin=? [ F \"seven\" ]"),
    ];
    for (file, text) in asked {
        let mut whole = network(&folder(file));
        if file.contains("two_dice") {
            let seven = parse_property("s1=7 & s2=7 & d1+d2=7", &Constants::new()).unwrap().formula;
            let term = whole.term_of(&seven).unwrap();
            whole.labels = vec![("seven".to_string(), term)];
        }
        let built = build(whole.clone(), &BuildOptions::default()).unwrap();
        let truth = check(&built.model, &asked_formula(text), &Options::default()).unwrap().value.unwrap();
        for states in [1, 2, 3, 5, 8, 13, 40, 100_000] {
            let patience = Patience { states: Some(states), epsilon: 1e-6, workers: 1, ..Patience::default() };
            let (answer, _, complete) = explored(whole.clone(), text, &patience);
            let (lower, upper) = (answer.lower.unwrap(), answer.upper.unwrap());
            assert!(lower <= truth + 1e-9 && truth <= upper + 1e-9, "{file} {text}: {lower}..{upper}, not {truth}");
            if complete {
                assert!(upper - lower <= 1e-5, "{file} {text}: {lower}..{upper} with everything explored");
            }
        }
    }
}

fn asked_formula(text: &str) -> Formula {
    asked(text).0
}

#[test]
fn models_of_more_than_a_thousand_million_states_are_answered() {
    // A chunk is lost before it arrives with probability 0.001/0.901 at each; the counters never matter.
    let fails = 1.0 - (0.9f64 / 0.901).powi(32);
    let error = 0.3 * 1e-4 / (1.0 - 0.3 * (1.0 - 1e-4));
    // Careful probes only make errors less likely.
    // Of three doors, the first alone opens first if it does at the first tick at which any does.
    let alone = 0.1 * 0.81 / (1.0 - 0.729);
    let asked = [
        ("large/gambler.pm", "P=? [ F \"rich\" ]", (1.5f64.powi(5) - 1.0) / (1.5f64.powi(12) - 1.0)),
        ("large/doors.pm", "P=? [ F \"first\" ]", alone),
        ("large/transfer.pm", "P=? [ F \"failed\" ]", fails),
        ("large/address.nm", "Pmax=? [ F \"error\" ]", error),
        ("large/relay.pm", "P=? [ F \"spied\" ]", 0.2),
    ];
    for (file, text, truth) in asked {
        let patience = Patience {
            states: Some(300_000),
            time: Some(std::time::Duration::from_secs(60)),
            epsilon: 5e-3,
            workers: 1,
            ..Patience::default()
        };
        let (answer, states, _) = explored(network(&folder(file)), text, &patience);
        let (lower, upper) = (answer.lower.unwrap(), answer.upper.unwrap());
        assert!(
            lower <= truth * (1.0 + 1e-9) && truth * (1.0 - 1e-9) <= upper,
            "{file}: {lower}..{upper}, not {truth}"
        );
        assert!(upper - lower <= 0.01 * truth, "{file}: {lower}..{upper} with {states} states");
    }
}

#[test]
fn what_is_left_out_changes_nothing() {
    let path = folder("large/doors.pm");
    let mut sliced = network(&path);
    let gone = slice(&mut sliced);
    // Three doors are asked about; their counters and the other doors are not.
    assert_eq!(gone.len(), 41 + 38);
    // A module that can prevent a step stays.
    let text = "dtmc\nmodule a\n x:[0..3] init 0;\n [t] x<3 -> 0.5:(x'=x+1)+0.5:true;\n [t] x=3 -> true;\nendmodule\n\
                module b\n y:[0..3] init 0;\n [t] y<2 -> (y'=y+1);\n [] y=2 -> (y'=3);\nendmodule\nlabel \"g\" = x=3;\n";
    let source = ModelSource::parse(Language::Prism, text.to_string()).unwrap();
    let mut blocking = source.resolve(&Constants::new()).unwrap();
    assert!(slice(&mut blocking).is_empty());
}
