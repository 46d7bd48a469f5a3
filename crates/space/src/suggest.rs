//! Which known word a misspelt one was probably meant to be; for messages about bad input.

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

/// The first few of the names there are, in quotes, for a message about one that resembles none of them.
pub fn some_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 8;
    let mut seen = Vec::new();
    let mut more = 0;
    for name in names {
        match seen.contains(&name) {
            true => {}
            false if seen.len() < SHOWN => seen.push(name),
            false => more += 1,
        }
    }
    let quoted: Vec<String> = seen.iter().map(|name| format!("'{name}'")).collect();
    let rest = if more > 0 { " and others" } else { "" };
    format!("{}{rest}", quoted.join(", "))
}

/// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment), each at cost one.
fn edit_distance(left: &[char], right: &[char]) -> usize {
    let mut before_previous = vec![0; right.len() + 1];
    let mut previous: Vec<usize> = (0..=right.len()).collect();
    for (i, &a) in left.iter().enumerate() {
        let mut current = vec![i + 1; right.len() + 1];
        for (j, &b) in right.iter().enumerate() {
            current[j + 1] = (previous[j] + usize::from(a != b)).min(previous[j + 1] + 1).min(current[j] + 1);
            if i > 0 && j > 0 && a == right[j - 1] && left[i - 1] == b {
                current[j + 1] = current[j + 1].min(before_previous[j - 1] + 1);
            }
        }
        before_previous = std::mem::replace(&mut previous, current);
    }
    previous[right.len()]
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
