//! Words of other languages and tools for what PRISM writes with symbols; for messages about bad input.

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
