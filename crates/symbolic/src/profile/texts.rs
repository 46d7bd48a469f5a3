//! Strings of a profile: which characters, how many of them, and what they match.

use super::{Distribution, Piece, check_pieces, read_range, read_weight, syntax};
use crate::expr::Interval;
use crate::fault::Fault;
use dashu::integer::IBig;
use dashu::rational::RBig;
use jvm::domain::TextLaw;
use jvm::regular::{CharSet, Conditions, Mode, Node, Options, Program, outcomes, parse};
use toml::Value;

/// Strings of a profile are no longer than this.
const LENGTH_MAX: i128 = 256;

/// A string's law, and how its length is distributed.
pub(super) fn read_text(value: &Value, place: &str) -> Result<(TextLaw, Distribution), Fault> {
    let Value::Table(table) = value else {
        return Err(syntax(place, "a text is a table with length, lengths, alphabet or matches".to_string()));
    };
    let (mut lengths, mut alphabet, mut matches) = (None, CharSet::of([(0, 0xff)]), None);
    for (key, value) in table {
        match (key.as_str(), value) {
            ("length", Value::String(range)) => {
                lengths = Some(vec![Piece { range: read_range(range, place)?, weight: RBig::ONE }]);
            }
            ("lengths", Value::Table(values)) => lengths = Some(read_lengths(values, place)?),
            ("alphabet", Value::String(text)) => alphabet = read_alphabet(text, place)?,
            ("matches", Value::String(text)) => matches = Some(text.encode_utf16().collect::<Vec<u16>>()),
            _ => {
                let known = "use length = \"LOW..HIGH\", lengths = { \"3\" = W, … }, alphabet = \"[a-z]\" and matches = \"REGEX\"";
                return Err(syntax(place, format!("`{key}` is not known here, or not of this kind; {known}")));
            }
        }
    }
    let pieces = match lengths {
        Some(pieces) => pieces,
        None => return Err(syntax(place, "a text needs its length = \"LOW..HIGH\" or lengths".to_string())),
    };
    let is_bad = |piece: &Piece| piece.range.low < 0 || piece.range.high > LENGTH_MAX;
    if let Some(bad) = pieces.iter().find(|piece| is_bad(piece)) {
        return Err(syntax(place, format!("the length {} does not lie within 0..{LENGTH_MAX}", bad.range)));
    }
    let distribution = match &matches {
        None => check_pieces(pieces, place)?,
        Some(_) if table.contains_key("lengths") => {
            return Err(syntax(place, "what matches has the lengths it has: give length = \"LOW..HIGH\"".to_string()));
        }
        Some(pattern) => lengths_of_matches(pattern, &alphabet, pieces[0].range, place)?,
    };
    let length_max = distribution.pieces.iter().map(|piece| piece.range.high).max().unwrap_or(0) as u32;
    Ok((TextLaw { length_max, alphabet: alphabet.ranges().to_vec(), matches }, distribution))
}

fn read_lengths(values: &toml::Table, place: &str) -> Result<Vec<Piece>, Fault> {
    let read = |(value, weight): (&String, &Value)| {
        let number = value.parse::<u32>().map_err(|_| syntax(place, format!("`{value}` is not a length")))?;
        Ok(Piece { range: Interval::point(i128::from(number)), weight: read_weight(weight, place)? })
    };
    values.iter().map(read).collect()
}

fn read_alphabet(text: &str, place: &str) -> Result<CharSet, Fault> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let surrogates = CharSet::of([(0xd800, 0xdfff), (0x1_0000, 0x10_ffff)]);
    match parse(&units, &Options::default()) {
        Some((Node::Set(set), _)) if !set.is_empty() && set.intersection(&surrogates).is_empty() => Ok(set),
        _ => {
            Err(syntax(place, format!("`{text}` is not an alphabet; write a class of characters such as \"[a-z0-9]\"")))
        }
    }
}

/// How long the strings are that match, each of them being as likely as any other.
fn lengths_of_matches(
    pattern: &[u16],
    alphabet: &CharSet,
    range: Interval,
    place: &str,
) -> Result<Distribution, Fault> {
    let text = String::from_utf16_lossy(pattern);
    let Some(program) = Program::of(pattern, &Options::default(), false).filter(|program| !program.looks_around())
    else {
        let message =
            "is not a regular expression that can be counted; it matches the whole string, so leave ^, $ and \\b out";
        return Err(syntax(place, format!("`{text}` {message}")));
    };
    let mut counts: Vec<(i128, RBig)> = Vec::new();
    let mut all = RBig::ONE;
    for length in 0..=range.high {
        if length >= range.low {
            let unit_max = if alphabet.ranges().last().is_some_and(|last| last.1 > 0xff) { 0xffff } else { 0xff };
            let mut shares = Shares(alphabet);
            let results = outcomes(&program, &mut shares, (length as usize, unit_max), 0, Mode::Whole);
            let results = results.ok_or_else(|| syntax(place, format!("`{text}` is too large")))?;
            let share = results.into_iter().filter(|(_, found)| found.is_some()).map(|(share, _)| share);
            counts.push((length, share.fold(RBig::ZERO, |sum, share| sum + share) * &all));
        }
        all *= RBig::from(IBig::from(alphabet.size()));
    }
    let total = counts.iter().fold(RBig::ZERO, |sum, (_, count)| sum + count);
    if total.is_zero() {
        return Err(syntax(place, format!("no string of length {range} over the alphabet matches `{text}`")));
    }
    let piece = |(length, count): (i128, RBig)| Piece { range: Interval::point(length), weight: count / &total };
    check_pieces(counts.into_iter().map(piece).collect(), place)
}

/// Conditions as the share of characters that meet them. A program asks of each place once, and of exclusive cases, so that shares
/// multiply and add up.
struct Shares<'a>(&'a CharSet);

impl Conditions for Shares<'_> {
    type Condition = RBig;

    fn within(&mut self, _: usize, ranges: &[(u32, u32)]) -> RBig {
        let inside = CharSet::of(ranges.iter().copied()).intersection(self.0);
        RBig::from(inside.size()) / RBig::from(self.0.size())
    }

    fn and(&mut self, a: &RBig, b: &RBig) -> RBig {
        a * b
    }

    fn or(&mut self, parts: &[RBig]) -> RBig {
        parts.iter().fold(RBig::ZERO, |sum, part| sum + part)
    }

    fn certain(&mut self) -> RBig {
        RBig::ONE
    }

    fn is_impossible(&mut self, condition: &RBig) -> bool {
        condition.is_zero()
    }
}

#[cfg(test)]
mod tests {
    use crate::profile::Profile;
    use dashu::rational::RBig;

    fn lengths(text: &str) -> Vec<(i128, i128, RBig)> {
        let profile = Profile::parse(text, "strings.toml").expect("a profile");
        let pieces = &profile.distribution_of(0, "s.length").expect("its length").pieces;
        assert_eq!(profile.distribution_of(0, "s#2.length").map(|other| &other.pieces), Some(pieces));
        pieces.iter().map(|piece| (piece.range.low, piece.range.high, piece.weight.clone())).collect()
    }

    #[test]
    fn all_that_match_are_equally_likely() {
        let found = lengths("[text.s]\nmatches = \"[A-C]{1,2}-[1-9][0-9]{0,2}\"\nlength = \"0..6\"");
        let plates = [(3, 27), (4, 351), (5, 3510), (6, 8100)];
        let expected = plates.map(|(length, count)| (length, length, RBig::from(count) / RBig::from(11_988)));
        assert_eq!(found, expected);
        assert_eq!(lengths("[text.s]\nlength = \"2..5\"\nalphabet = \"[ab]\""), [(2, 5, RBig::ONE)]);
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let refused = [
            ("alphabet = \"[a-z]\"", "needs its length"),
            ("length = \"5..2\"", "reversed"),
            ("length = \"0..1000\"", "does not lie within"),
            ("length = \"0..3\"\nalphabet = \"ab\"", "not an alphabet"),
            ("length = \"0..3\"\nmatches = \"(.)\\\\1\"", "not a regular expression"),
            ("length = \"0..3\"\nmatches = \"^a$\"", "leave ^"),
            ("length = \"0..3\"\nmatches = \"a{5}\"", "no string"),
            ("lengths = { \"3\" = 1 }\nmatches = \"a*\"", "the lengths it has"),
            ("lengths = { \"3\" = \"1/2\" }", "sum to"),
            ("size = 3", "not known here"),
        ];
        for (text, sentence) in refused {
            let fault = Profile::parse(&format!("[text.s]\n{text}"), "strings.toml").expect_err(text).to_string();
            assert!(fault.contains(sentence), "{text}: {fault}");
        }
    }
}
