//! "Did you mean …?": the nearest of the known names, by edit distance.

use space::edit_distance;

/// The candidate nearest to `name`, if one is near enough to be a slip: at most a third of its letters differ (at least
/// two may), or only upper and lower case do. Among equally near ones the first wins.
pub fn suggest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = name.chars().flat_map(char::to_lowercase).collect();
    let mut nearest: Option<(usize, &str)> = None;
    for candidate in candidates {
        let letters: Vec<char> = candidate.chars().flat_map(char::to_lowercase).collect();
        let tolerated = (wanted.len().max(letters.len()) / 3).max(2).min(wanted.len().max(1));
        let distance = edit_distance(&wanted, &letters);
        if distance <= tolerated && distance < letters.len().max(1) && nearest.is_none_or(|(least, _)| distance < least)
        {
            nearest = Some((distance, candidate));
        }
    }
    nearest.map(|(_, candidate)| candidate)
}

/// How a word is written that other languages and tools have for an operator between operands.
pub fn operator_meant(word: &str) -> Option<&'static str> {
    const WORDS: [(&str, &str); 7] = [
        ("and", "&"),
        ("or", "|"),
        ("xor", "!="),
        ("implies", "=>"),
        ("iff", "<=>"),
        ("until", "U"),
        ("mod", "mod(a, b)"),
    ];
    WORDS.iter().find(|(known, _)| word.eq_ignore_ascii_case(known)).map(|(_, symbol)| *symbol)
}

#[cfg(test)]
mod tests {
    use super::suggest;

    #[test]
    fn slips_are_recognised_and_strangers_are_not() {
        let known = ["elected", "deadlock", "finished", "target", "a", "end"];
        for (typed, expected) in [
            ("electd", Some("elected")),
            ("Finished", Some("finished")),
            ("tagret", Some("target")),
            ("dedlock", Some("deadlock")),
            ("ende", Some("end")),
            ("collision", None),
            ("zzz", None),
            ("", None),
        ] {
            assert_eq!(suggest(typed, known), expected, "{typed}");
        }
        assert_eq!(suggest("x", []), None);
    }
}
