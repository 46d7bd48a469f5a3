//! Text to tokens: names, numbers, quoted names and the symbols of a [`Dialect`], of which PRISM's property language is one;
//! `//` comments are kept apart, because the one above a property may carry its expected result.

use crate::ParseError;
use crate::formula::Number;
use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;

/// What texts consist of.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// A name or a keyword.
    Word(String),
    /// `"…"`: a label, or the name of a property or reward structure.
    Quoted(String),
    /// A number.
    Number(Number),
    /// An operator or a bracket.
    Symbol(&'static str),
    /// The end of the text.
    End,
}

/// A token with its place.
#[derive(Clone, Debug)]
pub struct Spanned {
    /// The token.
    pub token: Token,
    /// Bytes from the start of the text.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// A text in tokens.
pub struct Lexed {
    /// Ends with one [`Token::End`].
    pub tokens: Vec<Spanned>,
    /// Start offset and text, without the slashes.
    pub comments: Vec<(usize, String)>,
}

/// What the symbols of a language are.
pub struct Dialect {
    /// Longest first, so that `<=>` is not read as `<=` and `>`.
    pub symbols: &'static [&'static str],
    /// How other languages write it, and how this one does. None of these can begin anything valid.
    pub misspelt: &'static [(&'static str, &'static str)],
    /// What texts of this language are called in messages.
    pub text: &'static str,
}

const PROPERTIES: Dialect = Dialect { symbols: &SYMBOLS, misspelt: &MISSPELT, text: "a property" };

const SYMBOLS: [&str; 31] = [
    "<=>", "||", "=>", "<=", ">=", "!=", "=", "<", ">", "!", "&", "|", "^", "?", ":", ";", ",", "(", ")", "[", "]",
    "{", "}", "+", "-", "*", "/", "\u{2264}", "\u{2265}", "\u{2227}", "\u{2228}",
];

const MISSPELT: [(&str, &str); 5] = [("&&", "&"), ("==", "="), ("=<", "<="), ("<->", "<=>"), ("->", "=>")];

/// Numbers like 1e-400 are fine, but one with a billion digits would only eat memory.
const EXPONENT_MAX: i64 = 5000;

pub(super) fn lex(text: &str) -> Result<Lexed, ParseError> {
    let mut lexed = PROPERTIES.lex(text)?;
    for place in (0..lexed.tokens.len().saturating_sub(1)).rev() {
        if runs_together(&lexed.tokens[place].token, &lexed.tokens[place + 1].token) {
            let Spanned { start, end, .. } = lexed.tokens[place];
            let letters = (start..end).map(|at| Spanned {
                token: Token::Word(text[at..=at].to_string()),
                start: at,
                end: at + 1,
            });
            lexed.tokens.splice(place..=place, letters);
        }
    }
    Ok(lexed)
}

/// Whether a word is temporal operators written as one, `GF "x"`: no name stands directly before what it is applied to.
fn runs_together(token: &Token, next: &Token) -> bool {
    let Token::Word(word) = token else { return false };
    let is_operand = match next {
        Token::Quoted(_) | Token::Symbol("(" | "!") => true,
        Token::Word(next) => !matches!(next.as_str(), "U" | "W" | "R"),
        _ => false,
    };
    is_operand && word.len() > 1 && word.bytes().all(|letter| matches!(letter, b'X' | b'F' | b'G'))
}

impl Dialect {
    /// The tokens of a text, the last of which is [`Token::End`], and its comments.
    pub fn lex(&self, text: &str) -> Result<Lexed, ParseError> {
        lex_in(self, text)
    }
}

fn lex_in(dialect: &Dialect, text: &str) -> Result<Lexed, ParseError> {
    let mut lexed = Lexed { tokens: Vec::new(), comments: Vec::new() };
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        let rest = &text[at..];
        let (token, length) = if character.is_whitespace() {
            at += character.len_utf8();
            continue;
        } else if let Some(comment) = rest.strip_prefix("//") {
            let length = comment.find('\n').unwrap_or(comment.len());
            lexed.comments.push((at, comment[..length].trim().to_string()));
            at += 2 + length;
            continue;
        } else if character == '"' {
            let inside = &rest[1..];
            let length = match inside.find(['"', '\n']) {
                Some(length) if inside[length..].starts_with('"') => length,
                _ => return Err(ParseError::at(text, at, "this quotation mark is never closed: add a second `\"`")),
            };
            let name = inside[..length].trim();
            if name.is_empty() {
                return Err(ParseError::at(text, at, "expected a name between the quotation marks, found nothing"));
            }
            (Token::Quoted(name.to_string()), length + 2)
        } else if character.is_ascii_digit() || starts_with_fraction(rest) {
            let length = number_length(rest);
            let number = parse_number(&rest[..length]).map_err(|message| ParseError::at(text, at, message))?;
            (Token::Number(number), length)
        } else if character == '_' || character.is_alphabetic() {
            let length = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
            (Token::Word(rest[..length].to_string()), length)
        } else if let Some((wrong, right)) = dialect.misspelt.iter().find(|(wrong, _)| rest.starts_with(wrong)) {
            return Err(ParseError::at(text, at, format!("write `{right}` instead of `{wrong}`")));
        } else if let Some(symbol) = dialect.symbols.iter().find(|symbol| rest.starts_with(**symbol)) {
            (Token::Symbol(ascii_spelling(symbol)), symbol.len())
        } else {
            let message = format!("the character `{}` means nothing in {}", character.escape_debug(), dialect.text);
            return Err(ParseError::at(text, at, message));
        };
        lexed.tokens.push(Spanned { token, start: at, end: at + length });
        at += length;
    }
    lexed.tokens.push(Spanned { token: Token::End, start: text.trim_end().len(), end: text.len() });
    Ok(lexed)
}

/// The bare words that occur in a text; none if it cannot be read at all.
pub(super) fn words(text: &str) -> std::collections::BTreeSet<String> {
    let tokens = lex(text).map(|lexed| lexed.tokens).unwrap_or_default();
    let words = tokens.into_iter().filter_map(|spanned| match spanned.token {
        Token::Word(word) => Some(word),
        _ => None,
    });
    words.collect()
}

fn ascii_spelling(symbol: &'static str) -> &'static str {
    match symbol {
        "\u{2264}" => "<=",
        "\u{2265}" => ">=",
        "\u{2227}" => "&",
        "\u{2228}" => "|",
        other => other,
    }
}

fn starts_with_fraction(rest: &str) -> bool {
    rest.strip_prefix('.').is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_digit()))
}

/// Digits, an optional fraction and an optional exponent. A dot or an `e` counts only with digits behind it.
fn number_length(rest: &str) -> usize {
    let digits = |from: usize| rest[from..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| from + n);
    let mut end = digits(0);
    if starts_with_fraction(&rest[end..]) {
        end = digits(end + 1);
    }
    if rest[end..].starts_with(['e', 'E']) {
        let sign = usize::from(rest[end + 1..].starts_with(['+', '-']));
        if digits(end + 1 + sign) > end + 1 + sign {
            end = digits(end + 1 + sign);
        }
    }
    end
}

/// The exact value of a decimal such as `12`, `0.1`, `.5` or `2.5e-3`, without a sign.
pub(super) fn parse_number(text: &str) -> Result<Number, String> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("0{whole}{fraction}");
    let not_a_number = || format!("`{text}` is not a number");
    let exponent: i64 = exponent.parse().map_err(|_| not_a_number())?;
    let shift = exponent.saturating_sub(fraction.len() as i64);
    if shift.abs() > EXPONENT_MAX {
        return Err(format!("the number `{text}` is out of range: its exponent must stay within {EXPONENT_MAX}"));
    }
    if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(not_a_number());
    }
    let mantissa: UBig = digits.parse().map_err(|_| not_a_number())?;
    let power = UBig::from(10u8).pow(shift.unsigned_abs() as usize);
    let (numerator, denominator) = if shift < 0 { (mantissa, power) } else { (mantissa * power, UBig::ONE) };
    Ok(Number::new(RBig::from_parts(IBig::from(numerator), denominator)))
}
