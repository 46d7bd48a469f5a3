//! The models of `tests/models/prism`: each has a `.props` file of the same name whose properties say above them what must
//! come out, `// RESULT: 1/6`, from a closed form or a publication. `// CONST: N=3` gives values to constants from there on.

use std::path::{Path, PathBuf};

use logic::{Constants, Formula, Value, parse_properties_file};
use markov::{Model, Options, check};
use models::{BuildOptions, Language, ModelSource, ask_in_time, build};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/models/prism")
}

/// A model, and what its properties need to know of it.
struct Golden {
    model: Model,
    constants: Constants,
    formulas: Vec<(String, Formula)>,
    clocks: Option<Vec<String>>,
}

fn built(path: &Path, constants: &Constants, exact: bool) -> Golden {
    let language = Language::of(path).expect("the name says which language it is");
    let source = ModelSource::parse(language, std::fs::read_to_string(path).unwrap())
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let network = source.resolve(constants).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut all = constants.clone();
    network.constants.iter().for_each(|(name, value)| all.set(name, value.clone()));
    if network.kind.is_timed() {
        all = all.in_continuous_time();
    }
    let (formulas, clocks) = (network.formulas.clone(), network.clocks.clone());
    let options = BuildOptions { exact, ..BuildOptions::default() };
    let built = build(network, &options).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Golden { model: built.model, constants: all, formulas, clocks }
}

/// One property of a file, with the constants it is asked with.
fn run(path: &Path, exact: bool) -> usize {
    let text = std::fs::read_to_string(path.with_extension("props")).unwrap();
    let mut asked = 0;
    let mut groups: Vec<String> = vec![String::new()];
    for line in text.lines() {
        if let Some(values) = line.strip_prefix("// CONST:") {
            groups.push(values.trim().to_string());
        }
    }
    for (number, values) in groups.iter().enumerate() {
        // Properties before the first such line are asked without constants, those after each with its values.
        let mut current = 0;
        let mut part = String::new();
        for line in text.lines() {
            current += usize::from(line.starts_with("// CONST:"));
            let declares = line.starts_with("const") || line.starts_with("label");
            part.push_str(if current == number || declares { line } else { "" });
            part.push('\n');
        }
        if !part.contains("RESULT") {
            continue;
        }
        let given = Constants::parse(values).unwrap();
        let Golden { model, constants, formulas, clocks } = built(path, &given, exact);
        let parsed = parse_properties_file(&part, &constants).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for mut property in parsed.properties {
            let name =
                |known: &str| formulas.iter().find(|(name, _)| name == known).map(|(_, meaning)| meaning.clone());
            property.formula.replace_variables(&mut |known| name(known));
            if let Some(clocks) = &clocks {
                ask_in_time(&mut property.formula, clocks).unwrap();
            }
            let wanted = property.comments.iter().rev().find_map(|comment| comment.strip_prefix("RESULT:"));
            let Some(wanted) = wanted.map(str::trim) else {
                panic!("{}: {} has no result", path.display(), property.text)
            };
            let options = Options { exact, epsilon: 1e-9, ..Options::default() };
            let answer = check(&model, &property.formula, &options)
                .unwrap_or_else(|error| panic!("{}: {}: {error}", path.display(), property.text));
            let place = format!("{} with {values}: {}", path.display(), property.text);
            asked += 1;
            match wanted {
                "true" | "false" => assert_eq!(answer.holds, Some(wanted == "true"), "{place}"),
                "inf" => assert_eq!(answer.value, Some(f64::INFINITY), "{place}"),
                _ => {
                    let wanted = wanted.strip_prefix('~').unwrap_or(wanted);
                    let number = logic::parse_property(wanted, &Constants::new()).unwrap().formula;
                    let number = logic::evaluate(&number, &mut |_| None).unwrap();
                    compare(&answer, &number, wanted, exact, &place);
                }
            }
        }
    }
    asked
}

fn compare(answer: &markov::Answer, wanted: &Value, text: &str, exact: bool, place: &str) {
    let is_fraction = text.contains('/') || !text.contains(['.', 'e']);
    if exact && is_fraction {
        assert_eq!(answer.exact, wanted.to_rational(), "{place}");
        return;
    }
    // A decimal is as precise as it is long.
    let wanted = wanted.to_f64().unwrap();
    let tolerance = if is_fraction { 1e-8 } else { 10f64.powi(-(text.split('.').nth(1).map_or(0, str::len) as i32)) };
    let value = answer.value.unwrap();
    assert!(
        (value - wanted).abs() <= tolerance * wanted.abs().max(if is_fraction { 1e-300 } else { 1.0 }),
        "{place}: {value} instead of {wanted}"
    );
}

#[test]
fn models_have_the_values_their_properties_say() {
    let mut asked = 0;
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if Language::of(&path).is_some() {
            asked += run(&path, false);
        }
    }
    assert!(asked >= 30, "only {asked} properties were found");
}

#[test]
fn fractions_are_exact() {
    for name in ["die.pm", "two_dice.nm", "system.pm", "systems.pm", "corners.pm", "implications.pm", "stalled.sm"] {
        assert!(run(&folder().join(name), true) > 0);
    }
}
