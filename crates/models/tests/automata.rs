//! Markov automata in which the best choice depends on the time that is left: bounds come from schedulers that know less and more
//! than the time, and must contain the integral that the best one attains.

use logic::{Constants, parse_property};
use markov::{Options, check};
use models::{BuildOptions, Language, ModelSource, build};

#[test]
fn choices_depend_on_the_time_that_is_left() {
    let text = include_str!("../../../tests/models/automata/deadline.ma").to_string();
    let source = ModelSource::parse(Language::Prism, text).unwrap();
    // With f(t) = 1-exp(-t) and g(t) = 1-exp(-3t)(1+3t): the integral of 2 exp(-2u) max(f(T-u), g(T-u)) for u from 0 to T, and
    // that of the least.
    for (time, question, wanted) in [
        ("1", "Pmax=? [ F<=T s=5 ]", 0.485_137_120_099_975_3),
        ("1", "Pmin=? [ F<=T s=5 ]", 0.393_440_688_814_333_7),
        ("2", "Pmax=? [ F<=T s=5 ]", 0.885_564_671_866_842_7),
        ("2", "Pmin=? [ F<=T s=5 ]", 0.746_814_694_083_385_7),
        ("4", "Pmax=? [ F<=T s=5 ]", 0.997_192_660_053_856_1),
        ("4", "Pmax=? [ G<=T s<5 ]", 1.0 - 0.963_688_975_940_761_9),
    ] {
        let given = Constants::parse(&format!("T={time}")).unwrap();
        let model = build(source.resolve(&given).unwrap(), &BuildOptions::default()).unwrap().model;
        let formula = parse_property(question, &given.in_continuous_time()).unwrap().formula;
        let answer = check(&model, &formula, &Options { epsilon: 1e-4, ..Options::default() }).unwrap();
        let (lower, upper) = (answer.lower.unwrap(), answer.upper.unwrap());
        assert!(lower <= wanted && wanted <= upper, "{question} with T={time}: {wanted} is not in [{lower}, {upper}]");
        assert!(upper - lower <= 1e-4, "{question} with T={time}: [{lower}, {upper}] is wide");
    }
}
