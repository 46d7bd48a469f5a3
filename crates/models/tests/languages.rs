//! The parser by round trip and by mutation: what is printed parses to the same model, and damaged text is refused or read,
//! never a panic.

use std::path::Path;

use logic::Constants;
use models::{BuildOptions, Language, ModelSource, build, prism};
use space::Rng;

fn sources() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/models/prism");
    let mut sources = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if Language::of(&path) == Some(Language::Prism) {
            sources.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
        }
    }
    sources.sort();
    assert!(sources.len() >= 5);
    sources
}

#[test]
fn printed_models_parse_to_themselves() {
    for (name, text) in sources() {
        let parsed = prism::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let printed = parsed.to_string();
        let again = prism::parse(&printed).unwrap_or_else(|error| panic!("{name}, printed: {error}\n{printed}"));
        assert_eq!(parsed, again, "{name}\n{printed}");
    }
}

/// Pieces that mutations put in.
const PIECES: [&str; 30] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "'",
    "->",
    "=",
    ";",
    ":",
    "..",
    "&",
    "|",
    "||",
    "!",
    "-",
    "?",
    "0",
    "1e9",
    "99999999999999999999",
    "0.5",
    "x",
    "module",
    "endmodule",
    "true",
    "\"",
    "//",
    "mod(1,0)",
    "é",
];

#[test]
fn damaged_models_are_refused_or_read() {
    let seed = 23;
    println!("seed {seed}");
    let mut rng = Rng::new(seed);
    let sources = sources();
    let (mut read, mut refused) = (0, 0);
    for _ in 0..10_000 {
        let (_, text) = &sources[rng.below(sources.len())];
        let mut damaged: Vec<char> = text.chars().collect();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(damaged.len());
            match rng.below(4) {
                0 => {
                    damaged.remove(at);
                }
                1 => damaged.splice(at..at, PIECES[rng.below(30)].chars()).for_each(drop),
                2 => {
                    let end = (at + 1 + rng.below(20)).min(damaged.len());
                    damaged.drain(at..end);
                }
                _ => {
                    let other = rng.below(damaged.len());
                    damaged.swap(at, other);
                }
            }
            if damaged.is_empty() {
                damaged.push(' ');
            }
        }
        let text: String = damaged.into_iter().collect();
        let options = BuildOptions { states_max: Some(2000), ..BuildOptions::default() };
        let constants = Constants::parse("k=2").unwrap();
        let built = ModelSource::parse(Language::Prism, text)
            .and_then(|source| source.resolve(&constants))
            .and_then(|network| build(network, &options));
        match built {
            Ok(_) => read += 1,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
        }
    }
    assert!(read > 500 && refused > 500, "{read} were read and {refused} refused");
}

/// What is wrong, where, and what to do.
#[test]
fn errors_say_where_and_what() {
    let cases = [
        ("dtmc module m x:[0..1]; [] x=0 -> (x'=y); endmodule", 39, "nothing is called `y`"),
        ("dtmc module m x:[0..1]; [] x=0 -> (x'=1) endmodule", 42, "`;` to end the command"),
        ("dtmc module m x:[0..1]; [] x -> (x'=1); endmodule", 28, "a guard must be a truth value"),
        ("dtmc module m x:[0..1]; [] true -> 0.5:(x'=1); endmodule", 25, "sum to 0.5 instead of 1, in the state x=0"),
        (
            "dtmc module m x:[0..1]; [] true -> (x'=x+1); endmodule",
            25,
            "gives x the value 2, which is outside [0..1], in the state x=1",
        ),
        ("dtmc module m x:[0..1]; [] x==0 -> (x'=1); endmodule", 29, "write `=` instead of `==`"),
        ("dtmc module m x:[0..1]; [] x=0 and true -> (x'=1); endmodule", 32, "it is written `&`"),
        ("dtmc modul m endmodule", 6, "did you mean `module`?"),
        ("dtmc const int K; module m x:[0..K]; endmodule", 16, "--const K=3"),
        ("dtmc module m x:[0..1]; endmodule module n = m [] endmodule", 42, "must be renamed too"),
        (
            "dtmc module m x:[0..1]; endmodule module n y:[0..1]; [] true -> (x'=0); endmodule",
            66,
            "belongs to another module",
        ),
        ("dtmc module m x:[0..1] init 0.5; endmodule", 29, "must be an integer"),
        ("mdp module m x:[0..1]; endmodule system \"a\" endsystem", 41, "there is no system \"a\""),
        (
            "mdp module m x:[0..1]; endmodule system \"a\" endsystem system \"a\" (\"a\") endsystem",
            67,
            "the system \"a\" is part of itself",
        ),
        (
            "mdp module m x:[0..1]; endmodule system \"a\" m endsystem system \"a\" m endsystem",
            64,
            "two systems called",
        ),
        ("dtmc formula f = f+1; module m x:[0..1]; endmodule", 14, "depends on itself"),
        ("dtmc module m x:clock; endmodule", 15, "are for models of the kind `pta`"),
        ("mdp module m x:[0..1]; invariant true endinvariant endmodule", 34, "are for models of the kind `pta`"),
        ("mdp module m x:[0..1]; <> x=0 -> 2:(x'=1); endmodule", 24, "are for models of the kind `ma`"),
    ];
    for (text, column, message) in cases {
        let result = ModelSource::parse(Language::Prism, text.to_string())
            .and_then(|source| source.resolve(&Constants::new()))
            .and_then(|network| build(network, &BuildOptions::default()));
        let error = result.err().unwrap_or_else(|| panic!("{text} was accepted"));
        let shown = error.to_string();
        assert!(shown.contains(message), "{text}: {shown}");
        assert!(shown.contains(&format!("line 1, column {column}:")), "{text}: {shown}");
    }
    for (text, what) in
        [("tptg module m x:[0..1]; endmodule", "games"), ("popta module m x:[0..1]; endmodule", "partially observable")]
    {
        let error = ModelSource::parse(Language::Prism, text.to_string()).err().expect("it is not supported");
        assert!(matches!(error, models::ModelError::Unsupported(_)), "{text}: {error}");
        assert!(error.to_string().contains(what), "{text}: {error}");
    }
}

#[test]
fn clocks_are_digital_where_that_is_the_same() {
    for (guard, what) in [
        ("x<3", "strict"),
        ("!(x<=3)", "strict"),
        ("x<=3 => s=0", "strict"),
        ("x>=y", "compared with integer constants"),
        ("x>=s", "compared with integer constants"),
        ("x+1>=2", "compared with integer constants"),
    ] {
        let text = format!("pta module m s:[0..1]; x:clock; y:clock; [] {guard} -> (s'=1); endmodule");
        let source = ModelSource::parse(Language::Prism, text.clone()).unwrap();
        let error = source.resolve(&Constants::new()).err().unwrap_or_else(|| panic!("{text} was accepted"));
        assert!(matches!(error, models::ModelError::Unsupported(_)), "{text}: {error}");
        assert!(error.to_string().contains(what), "{text}: {error}");
    }
    let stuck = "pta module m s:[0..1]; x:clock; invariant x<=2 endinvariant [] x>=1&s=0 -> (s'=1); endmodule";
    let network = ModelSource::parse(Language::Prism, stuck.to_string()).unwrap().resolve(&Constants::new()).unwrap();
    let error = build(network, &BuildOptions::default()).err().expect("time stops");
    assert!(error.to_string().contains("no time can pass"), "{error}");
}

#[test]
fn parameters_decide_amounts_and_nothing_else() {
    let model = |more: &str| format!("dtmc const double p; {more}");
    let wanted = [
        ("module m x:[0..1]; [] x=0 -> p^2/(1+p):(x'=1) + 1-p^2/(1+p):true; endmodule", true),
        ("const double q = 1-p; module m x:[0..1]; [] x=0 -> (x=0?q:p):(x'=1) + 1-q:true; endmodule", true),
        ("module m x:[0..1]; [] x=0 -> min(p,1/3):(x'=1) + 1-min(p,1/3):true; endmodule", false),
        ("module m x:[0..1]; [] x<=floor(p) -> (x'=1); endmodule", false),
        ("formula f = p>0.5; module m x:[0..1]; [] f -> (x'=1); endmodule", false),
        ("module m x:[0..1]; [] true -> (x'=floor(p)); endmodule", false),
        ("module m x:[0..1]; [] true -> (p>0.5?0.1:0.2):(x'=1) + 0.9:true; endmodule", false),
    ];
    for (text, is_amount) in wanted {
        let source = ModelSource::parse(Language::Prism, model(text)).unwrap();
        assert_eq!(source.check_parameter("p").is_ok(), is_amount, "{text}");
        assert!(source.check_parameter("another").is_ok(), "{text}");
    }
}
