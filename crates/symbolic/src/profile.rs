//! Usage profiles: how likely the inputs are, from a TOML file.
//!
//! ```toml
//! [variable.wind]                      # piecewise uniform; the weights sum to one
//! pieces = [ { range = "-20..-11", weight = "5/100" }, { range = "-10..20", weight = 0.95 } ]
//! [variable.die]                       # explicit values
//! values = { "1" = "1/2", "6" = "1/2" }
//! [variable.x]
//! uniform = "0..100"
//!
//! [[case]]                             # joint profiles: the cases' probabilities sum to one
//! probability = "1/4"
//! [case.variable.speed]
//! uniform = "0..9"
//!
//! [text.user]                          # a string: every length and every character of the alphabet equally likely
//! length = "1..8"
//! alphabet = "[a-z0-9]"
//! [text.plate]                         # all strings that match, up to a length, are equally likely
//! matches = "[A-Z]{2}[0-9]{1,4}"
//! length = "0..8"
//! [text.word]                          # lengths with weights
//! lengths = { "3" = "1/2", "5" = "1/2" }
//! ```
//! A variable that a case does not describe has the distribution outside the cases, else it is uniform over its domain.

mod texts;

use crate::expr::Interval;
use crate::fault::Fault;
use dashu::rational::RBig;
use jvm::domain::TextLaw;
use std::collections::BTreeMap;
use std::str::FromStr;
use toml::{Table, Value};

/// A range with the probability that the input lies in it, all its values being equally likely.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    pub range: Interval,
    pub weight: RBig,
}

/// The distribution of one input: disjoint pieces in ascending order, whose weights sum to one.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    pub pieces: Vec<Piece>,
}

/// One case of a joint profile; within a case the inputs are independent.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileCase {
    pub probability: RBig,
    pub variables: BTreeMap<String, Distribution>,
}

/// At least one case; their probabilities sum to one.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    pub cases: Vec<ProfileCase>,
    /// Strings by name; how long they are is the distribution of `NAME.length`.
    pub texts: BTreeMap<String, TextLaw>,
}

impl Default for Profile {
    /// Every input uniform over its domain.
    fn default() -> Self {
        let case = ProfileCase { probability: RBig::ONE, variables: BTreeMap::new() };
        Profile { cases: vec![case], texts: BTreeMap::new() }
    }
}

impl Profile {
    /// Reads a profile; `source` names it in messages.
    pub fn parse(text: &str, source: &str) -> Result<Profile, Fault> {
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            syntax(&format!("{source}, line {}", before.matches('\n').count() + 1), error.message().to_string())
        })?;
        let mut variables = BTreeMap::new();
        let mut cases = Vec::new();
        let mut texts = BTreeMap::new();
        let mut lengths = BTreeMap::new();
        for (key, value) in &table {
            match (key.as_str(), value) {
                ("variable", Value::Table(table)) => variables = read_variables(table, source)?,
                ("text", Value::Table(table)) => {
                    for (name, value) in table {
                        let (law, length) = texts::read_text(value, &format!("{source}, text {name}"))?;
                        lengths.insert(format!("{name}.length"), length);
                        texts.insert(name.clone(), law);
                    }
                }
                ("case", Value::Array(list)) => {
                    for (index, item) in list.iter().enumerate() {
                        cases.push(read_case(item, &format!("{source}, case {}", index + 1))?);
                    }
                }
                _ => {
                    return Err(syntax(
                        source,
                        format!("`{key}` is not known here; use [variable.NAME], [text.NAME] or [[case]]"),
                    ));
                }
            }
        }
        if cases.is_empty() {
            cases.push(ProfileCase { probability: RBig::ONE, variables: BTreeMap::new() });
        }
        for case in &mut cases {
            for (name, distribution) in variables.iter().chain(&lengths) {
                case.variables.entry(name.clone()).or_insert_with(|| distribution.clone());
            }
        }
        let sum = cases.iter().fold(RBig::ZERO, |sum, case| sum + &case.probability);
        if sum != RBig::ONE {
            return Err(Fault::ProfileSum { place: format!("{source}, probabilities of the cases"), sum });
        }
        Ok(Profile { cases, texts })
    }

    /// The distribution of an input in a case. Strings of one name have the same, however many they are.
    pub fn distribution_of(&self, case: usize, name: &str) -> Option<&Distribution> {
        let variables = &self.cases[case].variables;
        let found = variables.get(name);
        found.or_else(|| {
            let (first, _) = name.strip_suffix(".length")?.rsplit_once('#')?;
            self.texts.contains_key(first).then(|| variables.get(&format!("{first}.length")))?
        })
    }

    /// The names the profile describes.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> =
            self.cases.iter().flat_map(|case| case.variables.keys().map(String::as_str)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

fn syntax(place: &str, message: String) -> Fault {
    Fault::ProfileSyntax { place: place.to_string(), message }
}

fn read_case(value: &Value, place: &str) -> Result<ProfileCase, Fault> {
    let Value::Table(table) = value else { return Err(syntax(place, "a case is a table".to_string())) };
    let mut case = ProfileCase { probability: RBig::ZERO, variables: BTreeMap::new() };
    let mut given = false;
    for (key, value) in table {
        match (key.as_str(), value) {
            ("probability", value) => {
                case.probability = read_weight(value, place)?;
                given = true;
            }
            ("variable", Value::Table(table)) => case.variables = read_variables(table, place)?,
            _ => {
                return Err(syntax(
                    place,
                    format!("`{key}` is not known here; use probability and [case.variable.NAME]"),
                ));
            }
        }
    }
    if given { Ok(case) } else { Err(syntax(place, "a case needs its probability".to_string())) }
}

fn read_variables(table: &Table, source: &str) -> Result<BTreeMap<String, Distribution>, Fault> {
    let read = |(name, value): (&String, &Value)| {
        let place = format!("{source}, variable {name}");
        let Value::Table(table) = value else {
            return Err(syntax(&place, "a distribution is a table with uniform, pieces or values".to_string()));
        };
        Ok((name.clone(), read_distribution(table, &place)?))
    };
    table.iter().map(read).collect()
}

fn read_distribution(table: &Table, place: &str) -> Result<Distribution, Fault> {
    let mut entries = table.iter();
    let (Some((key, value)), None) = (entries.next(), entries.next()) else {
        return Err(syntax(place, "give exactly one of uniform, pieces and values".to_string()));
    };
    let mut pieces = Vec::new();
    match (key.as_str(), value) {
        ("uniform", Value::String(range)) => {
            pieces.push(Piece { range: read_range(range, place)?, weight: RBig::ONE });
        }
        ("pieces", Value::Array(list)) => {
            for item in list {
                pieces.push(read_piece(item, place)?);
            }
        }
        ("values", Value::Table(values)) => {
            for (value, weight) in values {
                let number = value.parse::<i64>();
                let number = number.map_err(|_| syntax(place, format!("`{value}` is not an integer value")))?;
                pieces.push(Piece { range: Interval::point(i128::from(number)), weight: read_weight(weight, place)? });
            }
        }
        ("uniform", _) => return Err(syntax(place, "uniform is a range in quotes: \"LOW..HIGH\"".to_string())),
        ("pieces", _) => {
            return Err(syntax(place, "pieces is a list of { range = \"LOW..HIGH\", weight = W }".to_string()));
        }
        ("values", _) => return Err(syntax(place, "values is a table { \"VALUE\" = W, … }".to_string())),
        _ => return Err(syntax(place, format!("`{key}` is not a distribution; use uniform, pieces or values"))),
    }
    check_pieces(pieces, place)
}

fn check_pieces(mut pieces: Vec<Piece>, place: &str) -> Result<Distribution, Fault> {
    pieces.sort_by_key(|piece| piece.range);
    for pair in pieces.windows(2) {
        if pair[1].range.low <= pair[0].range.high {
            return Err(Fault::ProfileOverlap {
                place: place.to_string(),
                first: pair[0].range.to_string(),
                second: pair[1].range.to_string(),
            });
        }
    }
    let sum = pieces.iter().fold(RBig::ZERO, |sum, piece| sum + &piece.weight);
    if sum != RBig::ONE {
        return Err(Fault::ProfileSum { place: place.to_string(), sum });
    }
    pieces.retain(|piece| !piece.weight.is_zero());
    Ok(Distribution { pieces })
}

fn read_piece(value: &Value, place: &str) -> Result<Piece, Fault> {
    let expected = || syntax(place, "a piece is { range = \"LOW..HIGH\", weight = W }".to_string());
    let Value::Table(table) = value else { return Err(expected()) };
    let (Some(Value::String(range)), Some(weight), 2) = (table.get("range"), table.get("weight"), table.len()) else {
        return Err(expected());
    };
    Ok(Piece { range: read_range(range, place)?, weight: read_weight(weight, place)? })
}

fn read_range(text: &str, place: &str) -> Result<Interval, Fault> {
    let ends = text
        .split_once("..")
        .and_then(|(low, high)| Some((low.trim().parse::<i64>().ok()?, high.trim().parse::<i64>().ok()?)));
    let (low, high) =
        ends.ok_or_else(|| syntax(place, format!("`{text}` is not a range; write LOW..HIGH, both included")))?;
    if low > high {
        let message = format!("the range {low}..{high} has its ends reversed; write the smaller one first");
        return Err(syntax(place, message));
    }
    Ok(Interval::new(i128::from(low), i128::from(high)))
}

/// A weight: an integer, a decimal (taken at its digits, so that 0.1 is a tenth) or a string with a fraction.
fn read_weight(value: &Value, place: &str) -> Result<RBig, Fault> {
    let text = match value {
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::String(text) => text.trim().to_string(),
        other => other.to_string(),
    };
    let weight = parse_rational(&text).ok_or_else(|| {
        syntax(place, format!("`{text}` is not a weight; write a fraction such as \"1/3\" or a decimal"))
    })?;
    if weight < RBig::ZERO {
        return Err(syntax(place, format!("the weight {text} is negative")));
    }
    Ok(weight)
}

/// A fraction or a decimal, possibly with an exponent, as the exact number its digits say.
pub fn parse_rational(text: &str) -> Option<RBig> {
    if let Some((numerator, denominator)) = text.split_once('/') {
        let (numerator, denominator) = (parse_rational(numerator.trim())?, parse_rational(denominator.trim())?);
        return if denominator.is_zero() { None } else { Some(numerator / denominator) };
    }
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let body = digits.strip_prefix(['-', '+']).unwrap_or(&digits);
    if body.is_empty() || !body.bytes().all(|byte| byte.is_ascii_digit()) || exponent.abs() > 10_000 {
        return None;
    }
    let number = RBig::from(dashu::integer::IBig::from_str(&digits).ok()?);
    let shift = exponent - fraction.len() as i32;
    let power = RBig::from(dashu::integer::IBig::from(10).pow(shift.unsigned_abs() as usize));
    Some(if shift < 0 { number / power } else { number * power })
}

/// `x=0..100`, as `--domain` takes it.
pub fn parse_domain(text: &str) -> Result<(String, Interval), Fault> {
    let parts = text.split_once('=').and_then(|(name, range)| {
        let (low, high) = range.split_once("..")?;
        Some((name.trim(), low.trim().parse::<i64>().ok()?, high.trim().parse::<i64>().ok()?))
    });
    match parts {
        Some((name, low, high)) if !name.is_empty() && low <= high => {
            Ok((name.to_string(), Interval::new(i128::from(low), i128::from(high))))
        }
        Some((name, low, high)) if !name.is_empty() => {
            Err(Fault::ReversedDomain { name: name.to_string(), low: low.to_string(), high: high.to_string() })
        }
        _ => Err(Fault::DomainSyntax { text: text.to_string() }),
    }
}
