//! The models of `tests/models/jani`: each has a `.results` file whose lines say what its properties must answer, worked out
//! by hand. `# CONST: N=3` gives values to constants; other lines that start with `#` say why.

use std::path::{Path, PathBuf};

use logic::{Constants, parse_property};
use markov::{Options, check};
use models::{BuildOptions, Language, ModelError, ModelSource, build};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/models/jani")
}

fn models() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| Language::of(path) == Some(Language::Jani));
    paths.sort();
    paths
}

fn answers(path: &Path, exact: bool) {
    let results = std::fs::read_to_string(path.with_extension("results")).unwrap();
    let given = results.lines().find_map(|line| line.strip_prefix("# CONST:")).unwrap_or("").trim();
    let source = ModelSource::parse(Language::Jani, std::fs::read_to_string(path).unwrap()).unwrap();
    let network =
        source.resolve(&Constants::parse(given).unwrap()).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let properties = network.properties.clone();
    let model = build(network, &BuildOptions { exact, ..BuildOptions::default() }).unwrap().model;
    let mut asked = 0;
    for line in results.lines().filter(|line| !line.starts_with('#')) {
        let (name, wanted) = line.split_once(" = ").expect("a name and what it must be");
        let property = properties.iter().find(|property| property.name.as_deref() == Some(name));
        let property = property.unwrap_or_else(|| panic!("{}: no property {name}", path.display()));
        let place = format!("{}: {name}: {}", path.display(), property.text);
        let answer = check(&model, &property.formula, &Options { exact, epsilon: 1e-9, ..Options::default() });
        let answer = answer.unwrap_or_else(|error| panic!("{place}: {error}"));
        asked += 1;
        if matches!(wanted, "true" | "false") {
            assert_eq!(answer.holds, Some(wanted == "true"), "{place}");
            continue;
        }
        let number = parse_property(wanted, &Constants::new()).unwrap().formula;
        let number = logic::evaluate(&number, &mut |_| None).unwrap();
        if exact && !wanted.contains('.') {
            assert_eq!(answer.exact, number.to_rational(), "{place}");
        }
        let (value, wanted) = (answer.value.unwrap(), number.to_f64().unwrap());
        assert!((value - wanted).abs() <= 1e-8, "{place}: {value} instead of {wanted}");
    }
    assert_eq!(asked, properties.len(), "{}: every property has a result", path.display());
}

#[test]
fn properties_answer_what_was_worked_out() {
    let paths = models();
    assert!(paths.len() >= 4);
    paths.iter().for_each(|path| answers(path, false));
}

#[test]
fn fractions_are_exact() {
    for name in ["die.jani", "sync.jani", "order.jani", "opening.jani"] {
        answers(&folder().join(name), true);
    }
}

/// What is wrong is said where it stands, what is not supported is named.
#[test]
fn complaints_point_at_their_cause() {
    let die = std::fs::read_to_string(folder().join("die.jani")).unwrap();
    let queue = std::fs::read_to_string(folder().join("queue.jani")).unwrap();
    let cases = [
        (&die, "\"type\": \"dtmc\"", "\"type\": \"sta\"", "models of type sta are not supported"),
        (&die, "\"type\": \"dtmc\"", "\"type\": \"dtcm\"", "there is no type of model called `dtcm`"),
        (&die, "\"derived-operators\"", "\"arrays\"", "the feature \"arrays\" of JANI is not supported"),
        (&die, "\"left\": \"d\"", "\"left\": \"D\"", "nothing is called `D`"),
        (&die, "\"ref\": \"d\"", "\"ref\": \"e\"", "there is no variable `e`"),
        (&die, "\"op\": \"=\"", "\"op\": \"==\"", "there is no operator `==`"),
        (&die, "\"location\": \"c1\"", "\"location\": \"c9\"", "has no location `c9`"),
        (&die, "\"automaton\": \"die\"", "\"automaton\": \"dye\"", "there is no automaton `dye`"),
        (&die, "\"upper-bound\": 6", "\"upper-bound\": -6", "the range of `d` is empty"),
        (&die, "\"lower-bound\": 0,", "\"lower-bound\": 0", "`,` or `}` was expected"),
        (
            &queue,
            "\"name\": \"size\"",
            "\"name\": \"sise\"",
            "the constant sise has no value: give it one with --const sise=3",
        ),
        (&queue, "\"rate\"", "\"rata\"", "has no \"rate\""),
    ];
    for (text, from, to, wanted) in cases {
        assert!(text.contains(from), "{from}");
        let damaged = text.replacen(from, to, 1);
        let given = Constants::parse(if to == "\"rata\"" { "size=3" } else { "" }).unwrap();
        let result = ModelSource::parse(Language::Jani, damaged.clone());
        let error = match result.and_then(|source| source.resolve(&given)) {
            Ok(_) => panic!("{to}: accepted"),
            Err(error) => error,
        };
        assert!(error.to_string().contains(wanted), "{to}: {error}");
        if let ModelError::Wrong(error) = error {
            let line = damaged.lines().nth(error.line - 1).unwrap();
            assert_eq!(line, error.excerpt, "{to}");
        }
    }
}

/// Damaged models are refused or read; they never bring the reader down.
#[test]
fn damaged_models_do_no_damage() {
    let texts: Vec<String> = models().iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let words = [
        "\"op\"",
        "\"U\"",
        "\"filter\"",
        "-1",
        "1e9",
        "[",
        "]",
        "{",
        "}",
        ",",
        "true",
        "null",
        "\"d\"",
        "9999999999999999999",
    ];
    let mut seed = 1u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    let constants = Constants::parse("size=3").unwrap();
    for round in 0..10_000 {
        let mut bytes = texts[round % texts.len()].clone().into_bytes();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            match random(4) {
                0 => {
                    bytes.remove(at);
                }
                1 => bytes[at] = b' ' + random(95) as u8,
                2 => {
                    let to = (at + random(40)).min(bytes.len());
                    bytes.drain(at..to);
                }
                _ => {
                    let word = words[random(words.len())];
                    bytes.splice(at..at, word.bytes());
                }
            }
            if bytes.is_empty() {
                bytes.push(b' ');
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let read = ModelSource::parse(Language::Jani, text).and_then(|source| source.resolve(&constants));
        if let Ok(network) = read {
            let _ = build(network, &BuildOptions { states_max: Some(200), ..BuildOptions::default() });
        }
    }
}

#[test]
fn a_minus_may_stand_before_one_operand() {
    let path = models().into_iter().find(|path| path.ends_with("order.jani")).expect("it is there");
    let text = std::fs::read_to_string(path).unwrap();
    let two = r#"{ "op": "-", "exp": { "op": "-", "left": 1, "right": { "op": "-", "exp": -3 } } }"#;
    let minus = text.replace("\"initial-value\": 2", &format!("\"initial-value\": {two}"));
    assert_ne!(text, minus);
    let built = |text: String| {
        let network = ModelSource::parse(Language::Jani, text).unwrap().resolve(&Constants::new()).unwrap();
        build(network, &BuildOptions::default()).unwrap().model
    };
    assert_eq!(built(text), built(minus));
}
