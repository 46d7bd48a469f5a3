//! Which known word a misspelt one was probably meant to be; for messages about bad input.

/// The candidate with the smallest edit distance; the first of equals.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = |text: &str| text.chars().collect::<Vec<char>>();
    let word = letters(word);
    candidates.into_iter().min_by_key(|candidate| edit_distance(&word, &letters(candidate)))
}

/// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment), each at cost one.
pub fn edit_distance(left: &[char], right: &[char]) -> usize {
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
